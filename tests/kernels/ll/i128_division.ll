target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @divide_i128(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %32

11:
  %12 = sext i32 %9 to i64
  %13 = shl nsw i64 %12, 6
  %14 = getelementptr inbounds i8, ptr %2, i64 %13
  %15 = getelementptr inbounds i128, ptr %0, i64 %12
  %16 = load i128, ptr %15, align 16, !tbaa !11
  %17 = getelementptr inbounds i128, ptr %1, i64 %12
  %18 = load i128, ptr %17, align 16, !tbaa !11
  %19 = sdiv i128 %16, %18
  store i128 %19, ptr %14, align 16, !tbaa !11
  %20 = load i128, ptr %15, align 16, !tbaa !11
  %21 = load i128, ptr %17, align 16, !tbaa !11
  %22 = srem i128 %20, %21
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 16
  store i128 %22, ptr %23, align 16, !tbaa !11
  %24 = load i128, ptr %15, align 16, !tbaa !11
  %25 = load i128, ptr %17, align 16, !tbaa !11
  %26 = udiv i128 %24, %25
  %27 = getelementptr inbounds nuw i8, ptr %14, i64 32
  store i128 %26, ptr %27, align 16, !tbaa !11
  %28 = load i128, ptr %15, align 16, !tbaa !11
  %29 = load i128, ptr %17, align 16, !tbaa !11
  %30 = urem i128 %28, %29
  %31 = getelementptr inbounds nuw i8, ptr %14, i64 48
  store i128 %30, ptr %31, align 16, !tbaa !11
  br label %32

32:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = !{!12, !12, i64 0}
!12 = !{!"__int128", !8, i64 0}
