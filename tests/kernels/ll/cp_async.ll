target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }

@_ZZ13pipelined_sumE6buffer = internal addrspace(3) global [2 x [128 x float]] undef, align 4
@_ZZ15pipelined_scaleE6buffer = internal addrspace(3) global [4 x [128 x %struct.float4]] undef, align 16

define dso_local ptx_kernel void @pipelined_sum(ptr noundef %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = sext i32 %2 to i64
  %8 = shl nuw nsw i64 %6, 9
  %9 = mul i64 %8, %7
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %11 = zext nneg i32 %4 to i64
  %12 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ13pipelined_sumE6buffer to ptr), i64 %11
  %13 = getelementptr inbounds nuw float, ptr %10, i64 %11
  %14 = addrspacecast ptr %12 to ptr addrspace(3)
  %15 = ptrtoint ptr addrspace(3) %14 to i64
  %16 = trunc i64 %15 to i32
  tail call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %16, ptr %13, i64 4, i64 4) #3
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  %17 = icmp sgt i32 %2, 0
  br i1 %17, label %18, label %22

18:
  %19 = sub nsw i32 127, %4
  %20 = sext i32 %19 to i64
  %21 = getelementptr float, ptr addrspacecast (ptr addrspace(3) @_ZZ13pipelined_sumE6buffer to ptr), i64 %20
  br label %28

22:
  %23 = phi float [ 0.000000e+00, %3 ], [ %49, %44 ]
  %24 = shl i32 %5, 7
  %25 = add i32 %24, %4
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds nuw float, ptr %1, i64 %26
  store float %23, ptr %27, align 4, !tbaa !13
  ret void

28:
  %29 = phi i32 [ 0, %18 ], [ %31, %44 ]
  %30 = phi float [ 0.000000e+00, %18 ], [ %49, %44 ]
  %31 = add nuw nsw i32 %29, 1
  %32 = icmp slt i32 %31, %2
  br i1 %32, label %33, label %44

33:
  %34 = and i32 %31, 1
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw [128 x float], ptr %12, i64 %35
  %37 = shl nsw i32 %31, 7
  %38 = add nuw nsw i32 %37, %4
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw float, ptr %10, i64 %39
  %41 = addrspacecast ptr %36 to ptr addrspace(3)
  %42 = ptrtoint ptr addrspace(3) %41 to i64
  %43 = trunc i64 %42 to i32
  tail call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %43, ptr nonnull %40, i64 4, i64 4) #3
  br label %44

44:
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  tail call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 1) #3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %45 = and i32 %29, 1
  %46 = zext nneg i32 %45 to i64
  %47 = getelementptr [128 x float], ptr %21, i64 %46
  %48 = load float, ptr %47, align 4, !tbaa !13
  %49 = fadd contract float %30, %48
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %50 = icmp eq i32 %31, %2
  br i1 %50, label %22, label %28, !llvm.loop !16
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @pipelined_scale(ptr noundef %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = sext i32 %2 to i64
  %8 = shl nuw nsw i64 %6, 7
  %9 = mul i64 %8, %7
  %10 = zext nneg i32 %4 to i64
  %11 = add i64 %9, %10
  %12 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ15pipelined_scaleE6buffer to ptr), i64 %10
  %13 = getelementptr %struct.float4, ptr %0, i64 %11
  %14 = icmp sgt i32 %2, 0
  br i1 %14, label %17, label %21

15:
  %16 = getelementptr %struct.float4, ptr %1, i64 %11
  br label %39

17:
  %18 = addrspacecast ptr %12 to ptr addrspace(3)
  %19 = ptrtoint ptr addrspace(3) %18 to i64
  %20 = trunc i64 %19 to i32
  tail call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %20, ptr %13, i32 16, i64 16) #3
  br label %21

21:
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  %22 = icmp sgt i32 %2, 1
  br i1 %22, label %23, label %29

23:
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 2048
  %25 = getelementptr i8, ptr %13, i64 2048
  %26 = addrspacecast ptr %24 to ptr addrspace(3)
  %27 = ptrtoint ptr addrspace(3) %26 to i64
  %28 = trunc i64 %27 to i32
  tail call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %28, ptr %25, i32 16, i64 16) #3
  br label %29

29:
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  %30 = icmp sgt i32 %2, 2
  br i1 %30, label %31, label %37

31:
  %32 = getelementptr inbounds nuw i8, ptr %12, i64 4096
  %33 = getelementptr i8, ptr %13, i64 4096
  %34 = addrspacecast ptr %32 to ptr addrspace(3)
  %35 = ptrtoint ptr addrspace(3) %34 to i64
  %36 = trunc i64 %35 to i32
  tail call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %36, ptr %33, i32 16, i64 16) #3
  br label %37

37:
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  br i1 %14, label %15, label %38

38:
  ret void

39:
  %40 = phi i32 [ 0, %15 ], [ %74, %73 ]
  tail call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 2) #3
  %41 = and i32 %40, 3
  %42 = zext nneg i32 %41 to i64
  %43 = getelementptr inbounds nuw [128 x %struct.float4], ptr %12, i64 %42
  %44 = load float, ptr %43, align 16, !tbaa !13
  %45 = getelementptr inbounds nuw i8, ptr %43, i64 4
  %46 = load float, ptr %45, align 4, !tbaa !13
  %47 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %48 = load float, ptr %47, align 8, !tbaa !13
  %49 = getelementptr inbounds nuw i8, ptr %43, i64 12
  %50 = load float, ptr %49, align 4, !tbaa !13
  %51 = fmul contract float %44, 2.000000e+00
  %52 = fmul contract float %46, 2.000000e+00
  %53 = fmul contract float %48, 2.000000e+00
  %54 = fmul contract float %50, 2.000000e+00
  %55 = shl nsw i32 %40, 7
  %56 = zext nneg i32 %55 to i64
  %57 = getelementptr %struct.float4, ptr %16, i64 %56
  store float %51, ptr %57, align 16, !tbaa !13
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 4
  store float %52, ptr %58, align 4, !tbaa !13
  %59 = getelementptr inbounds nuw i8, ptr %57, i64 8
  store float %53, ptr %59, align 8, !tbaa !13
  %60 = getelementptr inbounds nuw i8, ptr %57, i64 12
  store float %54, ptr %60, align 4, !tbaa !13
  %61 = add nuw nsw i32 %40, 3
  %62 = icmp slt i32 %61, %2
  br i1 %62, label %63, label %73

63:
  %64 = and i32 %61, 3
  %65 = zext nneg i32 %64 to i64
  %66 = getelementptr inbounds nuw [128 x %struct.float4], ptr %12, i64 %65
  %67 = shl nsw i32 %61, 7
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr %struct.float4, ptr %13, i64 %68
  %70 = addrspacecast ptr %66 to ptr addrspace(3)
  %71 = ptrtoint ptr addrspace(3) %70 to i64
  %72 = trunc i64 %71 to i32
  tail call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %72, ptr %69, i32 16, i64 16) #3
  br label %73

73:
  tail call void asm sideeffect "cp.async.commit_group;", ""() #3
  %74 = add nuw nsw i32 %40, 1
  %75 = icmp eq i32 %74, %2
  br i1 %75, label %38, label %39, !llvm.loop !19
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
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
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
!19 = distinct !{!19, !17}
