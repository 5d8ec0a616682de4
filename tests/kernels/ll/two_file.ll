target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@lib_calls = dso_local addrspace(1) externally_initialized global i32 0, align 4
@lib_table = dso_local local_unnamed_addr addrspace(4) externally_initialized constant [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 4

define dso_local ptx_kernel void @linked_map(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %19

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !2
  %14 = tail call noundef i32 @_Z8lib_polyi(i32 noundef %13) #5
  %15 = load i32, ptr %12, align 4, !tbaa !2
  %16 = tail call noundef i32 @_Z9lib_applyPFiiEi(ptr noundef nonnull @_Z9lib_twicei, i32 noundef %15) #5
  %17 = add nsw i32 %16, %14
  %18 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %17, ptr %18, align 4, !tbaa !2
  br label %19

19:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

define dso_local ptx_kernel void @linked_state(ptr noundef writeonly captures(none) %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %18

9:
  %10 = atomicrmw add ptr addrspacecast (ptr addrspace(1) @lib_calls to ptr), i32 1 seq_cst, align 4
  %11 = srem i32 %7, 4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(4) @lib_table to ptr), i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !2
  %15 = add nsw i32 %14, %7
  %16 = sext i32 %7 to i64
  %17 = getelementptr inbounds i32, ptr %0, i64 %16
  store i32 %15, ptr %17, align 4, !tbaa !2
  br label %18

18:
  ret void
}

define dso_local noundef range(i32 -2147483647, -2147483648) i32 @_Z8lib_polyi(i32 noundef %0) local_unnamed_addr #3 {
  %2 = mul nsw i32 %0, 3
  %3 = add nsw i32 %2, -2
  %4 = mul nsw i32 %3, %0
  %5 = add nsw i32 %4, 1
  ret i32 %5
}

define dso_local noundef range(i32 -2147483648, 2147483647) i32 @_Z9lib_twicei(i32 noundef %0) #3 {
  %2 = shl nsw i32 %0, 1
  ret i32 %2
}

define dso_local noundef i32 @_Z9lib_applyPFiiEi(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #4 {
  %3 = tail call noundef i32 %0(i32 noundef %1) #5
  ret i32 %3
}

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #4 = { convergent mustprogress noinline nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #5 = { convergent nounwind }

!llvm.errno.tbaa = !{!2}
!nvvmir.version = !{!6}
!llvm.module.flags = !{!7, !8, !9, !10}

!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C++ TBAA"}
!6 = !{i32 2, i32 0}
!7 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!10 = !{i32 7, !"frame-pointer", i32 2}
