target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ10bulk_scaleE4tile = internal addrspace(3) global [1024 x float] undef, align 128
@_ZZ10bulk_scaleE7barrier = internal addrspace(3) global i64 undef, align 8

define dso_local ptx_kernel void @bulk_scale(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 10
  %5 = zext i32 %4 to i64
  %6 = getelementptr inbounds nuw float, ptr %1, i64 %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %13

9:
  %10 = getelementptr inbounds nuw float, ptr %0, i64 %5
  %11 = addrspacecast ptr %10 to ptr addrspace(1)
  %12 = ptrtoint ptr addrspace(1) %11 to i64
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r"(i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE7barrier to i32)) #3
  tail call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() #3
  tail call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE7barrier to i32)) #3
  tail call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to i32), i64 %12, i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE7barrier to i32)) #3
  br label %13

13:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  tail call void asm sideeffect "{\0A\09.reg .pred done;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], 0;\0A\09@!done bra wait;\0A\09}", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE7barrier to i32)) #3
  %14 = zext nneg i32 %7 to i64
  %15 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !16
  %17 = fmul contract float %16, 3.000000e+00
  store float %17, ptr %15, align 4, !tbaa !16
  %18 = icmp samesign ult i32 %7, 896
  br i1 %18, label %20, label %19, !llvm.loop !18

19:
  tail call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() #3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %8, label %68, label %71

20:
  %21 = add nuw nsw i32 %7, 128
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %22
  %24 = load float, ptr %23, align 4, !tbaa !16
  %25 = fmul contract float %24, 3.000000e+00
  store float %25, ptr %23, align 4, !tbaa !16
  %26 = icmp samesign ult i32 %7, 768
  br i1 %26, label %27, label %19, !llvm.loop !18

27:
  %28 = add nuw nsw i32 %7, 256
  %29 = zext nneg i32 %28 to i64
  %30 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %29
  %31 = load float, ptr %30, align 4, !tbaa !16
  %32 = fmul contract float %31, 3.000000e+00
  store float %32, ptr %30, align 4, !tbaa !16
  %33 = icmp samesign ult i32 %7, 640
  br i1 %33, label %34, label %19, !llvm.loop !18

34:
  %35 = add nuw nsw i32 %7, 384
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %36
  %38 = load float, ptr %37, align 4, !tbaa !16
  %39 = fmul contract float %38, 3.000000e+00
  store float %39, ptr %37, align 4, !tbaa !16
  %40 = icmp samesign ult i32 %7, 512
  br i1 %40, label %41, label %19, !llvm.loop !18

41:
  %42 = or disjoint i32 %7, 512
  %43 = zext nneg i32 %42 to i64
  %44 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %43
  %45 = load float, ptr %44, align 4, !tbaa !16
  %46 = fmul contract float %45, 3.000000e+00
  store float %46, ptr %44, align 4, !tbaa !16
  %47 = icmp samesign ult i32 %7, 384
  br i1 %47, label %48, label %19, !llvm.loop !18

48:
  %49 = add nuw nsw i32 %7, 640
  %50 = zext nneg i32 %49 to i64
  %51 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %50
  %52 = load float, ptr %51, align 4, !tbaa !16
  %53 = fmul contract float %52, 3.000000e+00
  store float %53, ptr %51, align 4, !tbaa !16
  %54 = icmp samesign ult i32 %7, 256
  br i1 %54, label %55, label %19, !llvm.loop !18

55:
  %56 = or disjoint i32 %7, 768
  %57 = zext nneg i32 %56 to i64
  %58 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %57
  %59 = load float, ptr %58, align 4, !tbaa !16
  %60 = fmul contract float %59, 3.000000e+00
  store float %60, ptr %58, align 4, !tbaa !16
  %61 = icmp samesign ult i32 %7, 128
  br i1 %61, label %62, label %19, !llvm.loop !18

62:
  %63 = zext nneg i32 %7 to i64
  %64 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to ptr), i64 %63
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 3584
  %66 = load float, ptr %65, align 4, !tbaa !16
  %67 = fmul contract float %66, 3.000000e+00
  store float %67, ptr %65, align 4, !tbaa !16
  br label %19

68:
  %69 = addrspacecast ptr %6 to ptr addrspace(1)
  %70 = ptrtoint ptr addrspace(1) %69 to i64
  tail call void asm sideeffect "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 4096;", "l,r,~{memory}"(i64 %70, i32 ptrtoint (ptr addrspace(3) @_ZZ10bulk_scaleE4tile to i32)) #3
  tail call void asm sideeffect "cp.async.bulk.commit_group;\0A\09cp.async.bulk.wait_group 0;", "~{memory}"() #3
  br label %71

71:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind }

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
!16 = !{!17, !17, i64 0}
!17 = !{!"float", !8, i64 0}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.mustprogress"}
