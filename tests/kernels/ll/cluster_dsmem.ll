target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ12cluster_swapE1s = internal addrspace(3) global [64 x i32] undef, align 4

define dso_local ptx_kernel void @cluster_swap(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 6
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = add i32 %4, %5
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = zext nneg i32 %5 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ12cluster_swapE1s to ptr), i64 %10
  store i32 %9, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cluster.arrive()
  tail call void @llvm.nvvm.barrier.cluster.wait()
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %13 = xor i32 %12, 1
  %14 = tail call noundef ptr @llvm.nvvm.mapa(ptr addrspacecast (ptr addrspace(3) @_ZZ12cluster_swapE1s to ptr), i32 %13)
  %15 = getelementptr inbounds nuw i32, ptr %14, i64 %10
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = mul i32 %12, 1000
  %18 = add i32 %16, %17
  %19 = getelementptr inbounds i32, ptr %1, i64 %7
  store i32 %18, ptr %19, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cluster.arrive()
  tail call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.barrier.cluster.arrive() #2

declare void @llvm.nvvm.barrier.cluster.wait() #2

declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank() #1

declare ptr @llvm.nvvm.mapa(ptr captures(none), i32) #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxclusterrank"="2" "nvvm.maxntid"="64" "nvvm.minctasm"="1" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }

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
