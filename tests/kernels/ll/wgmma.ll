target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }

@_ZZ10wgmma_tileE2as = internal addrspace(3) global [1024 x %struct.__half] undef, align 128
@_ZZ10wgmma_tileE2bs = internal addrspace(3) global [128 x %struct.__half] undef, align 128

define dso_local noundef range(i64 0, 1152921504606846976) i64 @_Z15tile_descriptorPKvjj(ptr noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = addrspacecast ptr %0 to ptr addrspace(3)
  %5 = ptrtoint ptr addrspace(3) %4 to i64
  %6 = lshr i64 %5, 4
  %7 = and i64 %6, 16383
  %8 = lshr i32 %1, 4
  %9 = zext nneg i32 %8 to i64
  %10 = shl nuw nsw i64 %9, 16
  %11 = or disjoint i64 %7, %10
  %12 = lshr i32 %2, 4
  %13 = zext nneg i32 %12 to i64
  %14 = shl nuw nsw i64 %13, 32
  %15 = or i64 %11, %14
  ret i64 %15
}

define dso_local ptx_kernel void @wgmma_tile(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = lshr i32 %4, 1
  %6 = and i32 %5, 56
  br label %44

7:
  %8 = zext nneg i32 %4 to i64
  %9 = getelementptr inbounds nuw %struct.__half, ptr %1, i64 %8
  %10 = shl nuw nsw i32 %4, 3
  %11 = and i32 %10, 64
  %12 = lshr i32 %4, 1
  %13 = and i32 %12, 504
  %14 = add nuw nsw i32 %11, %13
  %15 = and i32 %4, 7
  %16 = or disjoint i32 %14, %15
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ10wgmma_tileE2bs to ptr), i64 %17
  %19 = load i16, ptr %9, align 2, !tbaa !11
  store i16 %19, ptr %18, align 2, !tbaa !11
  tail call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() #4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %20 = lshr exact i64 ptrtoint (ptr addrspace(3) @_ZZ10wgmma_tileE2as to i64), 4
  %21 = and i64 %20, 16376
  %22 = or disjoint i64 %21, 68720001024
  %23 = lshr exact i64 ptrtoint (ptr addrspace(3) @_ZZ10wgmma_tileE2bs to i64), 4
  %24 = and i64 %23, 16376
  %25 = or disjoint i64 %24, 68720001024
  tail call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"() #4
  %26 = tail call contract { float, float, float, float } asm sideeffect "{\0A\09.reg .pred p;\0A\09setp.ne.b32 p, $6, 0;\0A\09wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0;\0A\09}", "=f,=f,=f,=f,l,l,r,0,1,2,3"(i64 %22, i64 %25, i32 0, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00) #4
  %27 = extractvalue { float, float, float, float } %26, 0
  %28 = extractvalue { float, float, float, float } %26, 1
  %29 = extractvalue { float, float, float, float } %26, 2
  %30 = extractvalue { float, float, float, float } %26, 3
  tail call void asm sideeffect "wgmma.commit_group.sync.aligned;\0A\09wgmma.wait_group.sync.aligned 0;", "~{memory}"() #4
  %31 = and i32 %12, 496
  %32 = lshr i32 %4, 2
  %33 = and i32 %32, 7
  %34 = or disjoint i32 %31, %33
  %35 = shl nuw nsw i32 %4, 1
  %36 = and i32 %35, 6
  %37 = shl nuw nsw i32 %34, 3
  %38 = or disjoint i32 %37, %36
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw float, ptr %2, i64 %39
  store float %27, ptr %40, align 4, !tbaa !17
  %41 = getelementptr i8, ptr %40, i64 4
  store float %28, ptr %41, align 4, !tbaa !17
  %42 = getelementptr inbounds nuw i8, ptr %40, i64 256
  store float %29, ptr %42, align 4, !tbaa !17
  %43 = getelementptr i8, ptr %40, i64 260
  store float %30, ptr %43, align 4, !tbaa !17
  ret void

44:
  %45 = phi i32 [ %4, %3 ], [ %56, %44 ]
  %46 = zext nneg i32 %45 to i64
  %47 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %46
  %48 = shl nuw nsw i32 %45, 3
  %49 = and i32 %48, 64
  %50 = and i32 %45, 903
  %51 = or disjoint i32 %50, %49
  %52 = or disjoint i32 %51, %6
  %53 = zext nneg i32 %52 to i64
  %54 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ10wgmma_tileE2as to ptr), i64 %53
  %55 = load i16, ptr %47, align 2, !tbaa !11
  store i16 %55, ptr %54, align 2, !tbaa !11
  %56 = add nuw nsw i32 %45, 128
  %57 = icmp samesign ult i32 %45, 896
  br i1 %57, label %44, label %7, !llvm.loop !19
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90a" "target-features"="+ptx88,+sm_90a" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="128" "stack-protector-buffer-size"="8" "target-cpu"="sm_90a" "target-features"="+ptx88,+sm_90a" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind }

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
!12 = !{!"short", !8, i64 0}
!17 = !{!18, !18, i64 0}
!18 = !{!"float", !8, i64 0}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.mustprogress"}
