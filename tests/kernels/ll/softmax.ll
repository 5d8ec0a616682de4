target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half2 = type { %struct.__half, %struct.__half }
%struct.__half = type { i16 }

@_ZZ12softmax_rowsE1s = internal unnamed_addr addrspace(3) global [4 x float] undef, align 4
@_ZZ10layer_normE1s = internal unnamed_addr addrspace(3) global [4 x float] undef, align 4

define dso_local ptx_kernel void @softmax_rows(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = sext i32 %2 to i64
  %7 = mul nsw i64 %6, %5
  %8 = getelementptr inbounds nuw float, ptr %0, i64 %7
  %9 = getelementptr inbounds nuw float, ptr %1, i64 %7
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = icmp slt i32 %10, %2
  br i1 %11, label %38, label %12

12:
  %13 = phi float [ 0xC7EFF933C0000000, %3 ], [ %44, %38 ]
  %14 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %13, i32 16, i32 31)
  %15 = tail call noundef float @llvm.maxnum.f32(float %13, float %14)
  %16 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %15, i32 8, i32 31)
  %17 = tail call noundef float @llvm.maxnum.f32(float %15, float %16)
  %18 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %17, i32 4, i32 31)
  %19 = tail call noundef float @llvm.maxnum.f32(float %17, float %18)
  %20 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 2, i32 31)
  %21 = tail call noundef float @llvm.maxnum.f32(float %19, float %20)
  %22 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %21, i32 1, i32 31)
  %23 = and i32 %10, 31
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %30

25:
  %26 = lshr exact i32 %10, 5
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 %27
  %29 = tail call noundef float @llvm.maxnum.f32(float %21, float %22)
  store float %29, ptr %28, align 4, !tbaa !11
  br label %30

30:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %31 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), align 4, !tbaa !11
  %32 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 4), align 4, !tbaa !11
  %33 = tail call noundef float @llvm.maxnum.f32(float %31, float %32)
  %34 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 8), align 4, !tbaa !11
  %35 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 12), align 4, !tbaa !11
  %36 = tail call noundef float @llvm.maxnum.f32(float %34, float %35)
  %37 = tail call noundef float @llvm.maxnum.f32(float %33, float %36)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %11, label %71, label %47

38:
  %39 = phi i32 [ %45, %38 ], [ %10, %3 ]
  %40 = phi float [ %44, %38 ], [ 0xC7EFF933C0000000, %3 ]
  %41 = zext nneg i32 %39 to i64
  %42 = getelementptr inbounds nuw float, ptr %8, i64 %41
  %43 = load float, ptr %42, align 4, !tbaa !11
  %44 = tail call noundef float @llvm.maxnum.f32(float %40, float %43)
  %45 = add nuw nsw i32 %39, 128
  %46 = icmp slt i32 %45, %2
  br i1 %46, label %38, label %12, !llvm.loop !13

47:
  %48 = phi float [ 0.000000e+00, %30 ], [ %90, %71 ]
  %49 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %48, i32 16, i32 31)
  %50 = fadd contract float %48, %49
  %51 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %50, i32 8, i32 31)
  %52 = fadd contract float %50, %51
  %53 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %52, i32 4, i32 31)
  %54 = fadd contract float %52, %53
  %55 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %54, i32 2, i32 31)
  %56 = fadd contract float %54, %55
  %57 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %56, i32 1, i32 31)
  br i1 %24, label %58, label %63

58:
  %59 = lshr exact i32 %10, 5
  %60 = zext nneg i32 %59 to i64
  %61 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 %60
  %62 = fadd contract float %56, %57
  store float %62, ptr %61, align 4, !tbaa !11
  br label %63

63:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %64 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), align 4, !tbaa !11
  %65 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 4), align 4, !tbaa !11
  %66 = fadd contract float %64, %65
  %67 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 8), align 4, !tbaa !11
  %68 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ12softmax_rowsE1s to ptr), i64 12), align 4, !tbaa !11
  %69 = fadd contract float %67, %68
  %70 = fadd contract float %66, %69
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %11, label %94, label %93

71:
  %72 = phi i32 [ %91, %71 ], [ %10, %30 ]
  %73 = phi float [ %90, %71 ], [ 0.000000e+00, %30 ]
  %74 = zext nneg i32 %72 to i64
  %75 = getelementptr inbounds nuw float, ptr %8, i64 %74
  %76 = load float, ptr %75, align 4, !tbaa !11
  %77 = fsub contract float %76, %37
  %78 = tail call float @llvm.fma.f32(float %77, float 0x3F777313A0000000, float 5.000000e-01)
  %79 = tail call float @llvm.nvvm.saturate.f(float %78) #6
  %80 = tail call float @llvm.nvvm.fma.rm.f(float %79, float 2.520000e+02, float 0x4168000020000000) #6
  %81 = fadd float %80, 0xC168000FE0000000
  %82 = fneg float %81
  %83 = tail call float @llvm.fma.f32(float %77, float 0x3FF7154760000000, float %82)
  %84 = tail call float @llvm.fma.f32(float %77, float 0x3E54AE0C00000000, float %83)
  %85 = bitcast float %80 to i32
  %86 = shl i32 %85, 23
  %87 = bitcast i32 %86 to float
  %88 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %84)
  %89 = fmul float %88, %87
  %90 = fadd contract float %73, %89
  %91 = add nuw nsw i32 %72, 128
  %92 = icmp slt i32 %91, %2
  br i1 %92, label %71, label %47, !llvm.loop !15

93:
  ret void

94:
  %95 = phi i32 [ %114, %94 ], [ %10, %63 ]
  %96 = zext nneg i32 %95 to i64
  %97 = getelementptr inbounds nuw float, ptr %8, i64 %96
  %98 = load float, ptr %97, align 4, !tbaa !11
  %99 = fsub contract float %98, %37
  %100 = tail call float @llvm.fma.f32(float %99, float 0x3F777313A0000000, float 5.000000e-01)
  %101 = tail call float @llvm.nvvm.saturate.f(float %100) #6
  %102 = tail call float @llvm.nvvm.fma.rm.f(float %101, float 2.520000e+02, float 0x4168000020000000) #6
  %103 = fadd float %102, 0xC168000FE0000000
  %104 = fneg float %103
  %105 = tail call float @llvm.fma.f32(float %99, float 0x3FF7154760000000, float %104)
  %106 = tail call float @llvm.fma.f32(float %99, float 0x3E54AE0C00000000, float %105)
  %107 = bitcast float %102 to i32
  %108 = shl i32 %107, 23
  %109 = bitcast i32 %108 to float
  %110 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %106)
  %111 = fmul float %110, %109
  %112 = fdiv contract float %111, %70
  %113 = getelementptr inbounds nuw float, ptr %9, i64 %96
  store float %112, ptr %113, align 4, !tbaa !11
  %114 = add nuw nsw i32 %95, 128
  %115 = icmp slt i32 %114, %2
  br i1 %115, label %94, label %93, !llvm.loop !16
}

define dso_local ptx_kernel void @layer_norm(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = sext i32 %4 to i64
  %9 = mul nsw i64 %8, %7
  %10 = getelementptr inbounds nuw %struct.__half2, ptr %0, i64 %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = icmp slt i32 %11, %4
  br i1 %12, label %72, label %13

13:
  %14 = phi float [ 0.000000e+00, %5 ], [ %86, %72 ]
  %15 = phi float [ 0.000000e+00, %5 ], [ %82, %72 ]
  %16 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %15, i32 16, i32 31)
  %17 = fadd contract float %15, %16
  %18 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %17, i32 8, i32 31)
  %19 = fadd contract float %17, %18
  %20 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 4, i32 31)
  %21 = fadd contract float %19, %20
  %22 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %21, i32 2, i32 31)
  %23 = fadd contract float %21, %22
  %24 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %23, i32 1, i32 31)
  %25 = and i32 %11, 31
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %32

27:
  %28 = lshr exact i32 %11, 5
  %29 = zext nneg i32 %28 to i64
  %30 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 %29
  %31 = fadd contract float %23, %24
  store float %31, ptr %30, align 4, !tbaa !11
  br label %32

32:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), align 4, !tbaa !11
  %34 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 4), align 4, !tbaa !11
  %35 = fadd contract float %33, %34
  %36 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 8), align 4, !tbaa !11
  %37 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 12), align 4, !tbaa !11
  %38 = fadd contract float %36, %37
  %39 = fadd contract float %35, %38
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %40 = shl nsw i32 %4, 1
  %41 = sitofp i32 %40 to float
  %42 = fdiv contract float %39, %41
  %43 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %14, i32 16, i32 31)
  %44 = fadd contract float %14, %43
  %45 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %44, i32 8, i32 31)
  %46 = fadd contract float %44, %45
  %47 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %46, i32 4, i32 31)
  %48 = fadd contract float %46, %47
  %49 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %48, i32 2, i32 31)
  %50 = fadd contract float %48, %49
  %51 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %50, i32 1, i32 31)
  br i1 %26, label %52, label %57

52:
  %53 = lshr exact i32 %11, 5
  %54 = zext nneg i32 %53 to i64
  %55 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 %54
  %56 = fadd contract float %50, %51
  store float %56, ptr %55, align 4, !tbaa !11
  br label %57

57:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %58 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), align 4, !tbaa !11
  %59 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 4), align 4, !tbaa !11
  %60 = fadd contract float %58, %59
  %61 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 8), align 4, !tbaa !11
  %62 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10layer_normE1s to ptr), i64 12), align 4, !tbaa !11
  %63 = fadd contract float %61, %62
  %64 = fadd contract float %60, %63
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %65 = fdiv contract float %64, %41
  %66 = fmul contract float %42, %42
  %67 = fsub contract float %65, %66
  %68 = fadd contract float %67, 0x3EE4F8B580000000
  %69 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %68)
  br i1 %12, label %70, label %89

70:
  %71 = getelementptr %struct.__half2, ptr %3, i64 %9
  br label %90

72:
  %73 = phi float [ %82, %72 ], [ 0.000000e+00, %5 ]
  %74 = phi float [ %86, %72 ], [ 0.000000e+00, %5 ]
  %75 = phi i32 [ %87, %72 ], [ %11, %5 ]
  %76 = zext nneg i32 %75 to i64
  %77 = getelementptr inbounds nuw %struct.__half2, ptr %10, i64 %76
  %78 = load i32, ptr %77, align 4, !tbaa !6
  %79 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 %78) #7
  %80 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, high;}\0A", "=f,r"(i32 %78) #7
  %81 = fadd contract float %79, %80
  %82 = fadd contract float %73, %81
  %83 = fmul contract float %79, %79
  %84 = fmul contract float %80, %80
  %85 = fadd contract float %83, %84
  %86 = fadd contract float %74, %85
  %87 = add nuw nsw i32 %75, 128
  %88 = icmp slt i32 %87, %4
  br i1 %88, label %72, label %13, !llvm.loop !19

89:
  ret void

90:
  %91 = phi i32 [ %11, %70 ], [ %115, %90 ]
  %92 = zext nneg i32 %91 to i64
  %93 = getelementptr inbounds nuw %struct.__half2, ptr %10, i64 %92
  %94 = load i32, ptr %93, align 4, !tbaa !6
  %95 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 %94) #7
  %96 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, high;}\0A", "=f,r"(i32 %94) #7
  %97 = getelementptr inbounds nuw %struct.__half2, ptr %1, i64 %92
  %98 = load i32, ptr %97, align 4, !tbaa !6
  %99 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 %98) #7
  %100 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, high;}\0A", "=f,r"(i32 %98) #7
  %101 = getelementptr inbounds nuw %struct.__half2, ptr %2, i64 %92
  %102 = load i32, ptr %101, align 4, !tbaa !6
  %103 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 %102) #7
  %104 = tail call contract float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, high;}\0A", "=f,r"(i32 %102) #7
  %105 = fsub contract float %95, %42
  %106 = fmul contract float %69, %105
  %107 = fmul contract float %106, %99
  %108 = fadd contract float %107, %103
  %109 = fsub contract float %96, %42
  %110 = fmul contract float %69, %109
  %111 = fmul contract float %110, %100
  %112 = fadd contract float %111, %104
  %113 = tail call i32 asm "{.reg .f16 low,high;\0A  cvt.rn.f16.f32 low, $1;\0A  cvt.rn.f16.f32 high, $2;\0A  mov.b32 $0, {low,high};}\0A", "=r,f,f"(float %108, float %112) #7
  %114 = getelementptr %struct.__half2, ptr %71, i64 %92
  store i32 %113, ptr %114, align 4, !tbaa !6
  %115 = add nuw nsw i32 %91, 128
  %116 = icmp slt i32 %115, %4
  br i1 %116, label %90, label %89, !llvm.loop !21
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #3

declare float @llvm.nvvm.rsqrt.approx.f(float) #4

declare float @llvm.nvvm.saturate.f(float) #1

declare float @llvm.nvvm.fma.rm.f(float, float, float) #1

declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #4

declare float @llvm.maxnum.f32(float, float) #5

declare float @llvm.fma.f32(float, float, float) #5

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }
attributes #7 = { convergent nounwind memory(none) }

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
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = distinct !{!15, !14}
!16 = distinct !{!16, !14}
!19 = distinct !{!19, !14}
!21 = distinct !{!21, !14}
