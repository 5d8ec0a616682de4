target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }

@_ZZ7mma_f16E2as = internal addrspace(3) global [256 x %struct.__half] undef, align 16
@_ZZ7mma_f16E2bs = internal addrspace(3) global [128 x %struct.__half] undef, align 16

define dso_local ptx_kernel void @mma_f16(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = icmp sgt i32 %5, 0
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  br i1 %8, label %15, label %11

11:
  %12 = lshr i32 %7, 2
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = shl i32 %13, 3
  br label %51

15:
  %16 = lshr i32 %7, 1
  %17 = add nuw nsw i32 %10, %16
  %18 = mul i32 %5, %17
  %19 = shl nuw nsw i32 %7, 3
  %20 = and i32 %19, 8
  %21 = add i32 %18, %20
  %22 = zext nneg i32 %19 to i64
  %23 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ7mma_f16E2as to ptr), i64 %22
  %24 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %25 = shl i32 %24, 3
  %26 = lshr i32 %7, 2
  %27 = add i32 %25, %26
  %28 = mul i32 %5, %27
  %29 = shl nuw nsw i32 %7, 2
  %30 = and i32 %29, 12
  %31 = add i32 %28, %30
  %32 = zext nneg i32 %29 to i64
  %33 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ7mma_f16E2bs to ptr), i64 %32
  %34 = lshr i32 %7, 4
  %35 = shl nuw nsw i32 %7, 4
  %36 = mul nsw i32 %34, -248
  %37 = add nsw i32 %36, %35
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ7mma_f16E2as to ptr), i64 %38
  %40 = addrspacecast ptr %39 to ptr addrspace(3)
  %41 = ptrtoint ptr addrspace(3) %40 to i64
  %42 = trunc i64 %41 to i32
  %43 = and i32 %35, 112
  %44 = and i32 %7, 8
  %45 = or disjoint i32 %43, %44
  %46 = zext nneg i32 %45 to i64
  %47 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ7mma_f16E2bs to ptr), i64 %46
  %48 = addrspacecast ptr %47 to ptr addrspace(3)
  %49 = ptrtoint ptr addrspace(3) %48 to i64
  %50 = trunc i64 %49 to i32
  br label %73

51:
  %52 = phi i32 [ %14, %11 ], [ %25, %73 ]
  %53 = phi i32 [ %12, %11 ], [ %26, %73 ]
  %54 = phi float [ 0.000000e+00, %11 ], [ %98, %73 ]
  %55 = phi float [ 0.000000e+00, %11 ], [ %97, %73 ]
  %56 = phi float [ 0.000000e+00, %11 ], [ %96, %73 ]
  %57 = phi float [ 0.000000e+00, %11 ], [ %95, %73 ]
  %58 = add nuw nsw i32 %10, %53
  %59 = shl nuw nsw i32 %7, 1
  %60 = and i32 %59, 6
  %61 = or disjoint i32 %60, %52
  %62 = mul nsw i32 %4, %58
  %63 = add nsw i32 %62, %61
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds float, ptr %2, i64 %64
  store float %57, ptr %65, align 8, !tbaa !11
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 4
  store float %56, ptr %66, align 4, !tbaa !11
  %67 = add nuw nsw i32 %58, 8
  %68 = mul nsw i32 %4, %67
  %69 = add nsw i32 %68, %61
  %70 = sext i32 %69 to i64
  %71 = getelementptr inbounds float, ptr %2, i64 %70
  store float %55, ptr %71, align 8, !tbaa !11
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 4
  store float %54, ptr %72, align 4, !tbaa !11
  ret void

73:
  %74 = phi float [ 0.000000e+00, %15 ], [ %95, %73 ]
  %75 = phi float [ 0.000000e+00, %15 ], [ %96, %73 ]
  %76 = phi float [ 0.000000e+00, %15 ], [ %97, %73 ]
  %77 = phi float [ 0.000000e+00, %15 ], [ %98, %73 ]
  %78 = phi i32 [ 0, %15 ], [ %99, %73 ]
  %79 = add i32 %21, %78
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 2 dereferenceable(16) %23, ptr noundef nonnull align 16 dereferenceable(16) %81, i64 16, i1 false), !tbaa.struct !13
  %82 = add i32 %31, %78
  %83 = zext i32 %82 to i64
  %84 = getelementptr inbounds nuw %struct.__half, ptr %1, i64 %83
  %85 = load i64, ptr %84, align 8
  store i64 %85, ptr %33, align 2
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %86 = tail call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %42) #4
  %87 = extractvalue { i32, i32, i32, i32 } %86, 0
  %88 = extractvalue { i32, i32, i32, i32 } %86, 1
  %89 = extractvalue { i32, i32, i32, i32 } %86, 2
  %90 = extractvalue { i32, i32, i32, i32 } %86, 3
  %91 = tail call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, $1}, [$2];", "=r,=r,r"(i32 %50) #4
  %92 = extractvalue { i32, i32 } %91, 0
  %93 = extractvalue { i32, i32 } %91, 1
  %94 = tail call contract { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %87, i32 %88, i32 %89, i32 %90, i32 %92, i32 %93, float %74, float %75, float %76, float %77) #4
  %95 = extractvalue { float, float, float, float } %94, 0
  %96 = extractvalue { float, float, float, float } %94, 1
  %97 = extractvalue { float, float, float, float } %94, 2
  %98 = extractvalue { float, float, float, float } %94, 3
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %99 = add nuw nsw i32 %78, 16
  %100 = icmp slt i32 %99, %5
  br i1 %100, label %73, label %51, !llvm.loop !17
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

define dso_local ptx_kernel void @mma_tf32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = lshr i32 %7, 2
  %9 = and i32 %7, 3
  %10 = icmp sgt i32 %5, 0
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = add nuw nsw i32 %12, %8
  br i1 %10, label %17, label %14

14:
  %15 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = shl i32 %15, 3
  br label %32

17:
  %18 = mul i32 %5, %13
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw float, ptr %0, i64 %19
  %21 = zext nneg i32 %9 to i64
  %22 = getelementptr inbounds nuw float, ptr %20, i64 %21
  %23 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %24 = shl i32 %23, 3
  %25 = add i32 %24, %8
  %26 = mul i32 %5, %25
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw float, ptr %1, i64 %27
  %29 = getelementptr inbounds nuw float, ptr %28, i64 %21
  %30 = shl nsw i32 %5, 3
  %31 = zext nneg i32 %30 to i64
  br label %51

32:
  %33 = phi i32 [ %16, %14 ], [ %24, %51 ]
  %34 = phi float [ 0.000000e+00, %14 ], [ %80, %51 ]
  %35 = phi float [ 0.000000e+00, %14 ], [ %79, %51 ]
  %36 = phi float [ 0.000000e+00, %14 ], [ %78, %51 ]
  %37 = phi float [ 0.000000e+00, %14 ], [ %77, %51 ]
  %38 = shl nuw nsw i32 %9, 1
  %39 = or disjoint i32 %38, %33
  %40 = mul nsw i32 %4, %13
  %41 = add nsw i32 %40, %39
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds float, ptr %2, i64 %42
  store float %37, ptr %43, align 8, !tbaa !11
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 4
  store float %36, ptr %44, align 4, !tbaa !11
  %45 = add nuw nsw i32 %13, 8
  %46 = mul nsw i32 %4, %45
  %47 = add nsw i32 %46, %39
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds float, ptr %2, i64 %48
  store float %35, ptr %49, align 8, !tbaa !11
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 4
  store float %34, ptr %50, align 4, !tbaa !11
  ret void

51:
  %52 = phi float [ 0.000000e+00, %17 ], [ %77, %51 ]
  %53 = phi float [ 0.000000e+00, %17 ], [ %78, %51 ]
  %54 = phi float [ 0.000000e+00, %17 ], [ %79, %51 ]
  %55 = phi float [ 0.000000e+00, %17 ], [ %80, %51 ]
  %56 = phi i32 [ 0, %17 ], [ %81, %51 ]
  %57 = zext nneg i32 %56 to i64
  %58 = getelementptr inbounds nuw float, ptr %22, i64 %57
  %59 = load float, ptr %58, align 4, !tbaa !11
  %60 = getelementptr inbounds nuw float, ptr %58, i64 %31
  %61 = load float, ptr %60, align 4, !tbaa !11
  %62 = getelementptr inbounds nuw i8, ptr %58, i64 16
  %63 = load float, ptr %62, align 4, !tbaa !11
  %64 = getelementptr i8, ptr %60, i64 16
  %65 = load float, ptr %64, align 4, !tbaa !11
  %66 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %59) #5
  %67 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %61) #5
  %68 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %63) #5
  %69 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %65) #5
  %70 = getelementptr inbounds nuw float, ptr %29, i64 %57
  %71 = load float, ptr %70, align 4, !tbaa !11
  %72 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %71) #5
  %73 = getelementptr inbounds nuw i8, ptr %70, i64 16
  %74 = load float, ptr %73, align 4, !tbaa !11
  %75 = tail call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(float %74) #5
  %76 = tail call contract { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %66, i32 %67, i32 %68, i32 %69, i32 %72, i32 %75, float %52, float %53, float %54, float %55) #4
  %77 = extractvalue { float, float, float, float } %76, 0
  %78 = extractvalue { float, float, float, float } %76, 1
  %79 = extractvalue { float, float, float, float } %76, 2
  %80 = extractvalue { float, float, float, float } %76, 3
  %81 = add nuw nsw i32 %56, 8
  %82 = icmp slt i32 %81, %5
  br i1 %82, label %51, label %32, !llvm.loop !22
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare void @llvm.nvvm.bar.warp.sync(i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nounwind }
attributes #5 = { convergent nounwind memory(none) }

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
!12 = !{!"float", !8, i64 0}
!13 = !{i64 0, i64 4, !6, i64 4, i64 4, !6, i64 8, i64 4, !6, i64 12, i64 4, !6}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.mustprogress"}
!22 = distinct !{!22, !18}
