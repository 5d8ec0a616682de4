target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @ordered_counter(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %19

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %15 = getelementptr inbounds i32, ptr %2, i64 %12
  %16 = atomicrmw add ptr %1, i32 1 acq_rel, align 4
  store i32 %16, ptr %15, align 4, !tbaa !6
  %17 = load i32, ptr %13, align 4, !tbaa !6
  %18 = atomicrmw add ptr %14, i32 %17 seq_cst, align 4
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @message_flags(ptr noundef captures(none) %0, ptr noundef captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = icmp eq i32 %5, 0
  %7 = zext nneg i32 %4 to i64
  br i1 %6, label %10, label %8

8:
  %9 = getelementptr inbounds nuw i32, ptr %1, i64 %7
  br label %14

10:
  %11 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %12 = mul nuw nsw i32 %4, 3
  store atomic i32 %12, ptr %11 monotonic, align 4
  %13 = getelementptr inbounds nuw i32, ptr %1, i64 %7
  store atomic i32 1, ptr %13 release, align 4
  br label %21

14:
  %15 = load atomic i32, ptr %9 acquire, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %14, label %17, !llvm.loop !11

17:
  %18 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %19 = load atomic i32, ptr %18 monotonic, align 4
  %20 = getelementptr inbounds nuw i32, ptr %2, i64 %7
  store i32 %19, ptr %20, align 4, !tbaa !6
  br label %21

21:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!6}
!nvvmir.version = !{!10}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{i32 2, i32 0}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
