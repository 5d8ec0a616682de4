target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @intrinsics_fast(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %58

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = tail call noundef float @llvm.nvvm.fabs.ftz.f32(float nofpclass(nan inf) %13)
  %15 = fadd fast float %14, 5.000000e-01
  %16 = tail call noundef float @llvm.nvvm.sin.approx.ftz.f(float nofpclass(nan inf) %13) #4
  %17 = getelementptr inbounds float, ptr %1, i64 %11
  store float %16, ptr %17, align 4, !tbaa !11
  %18 = tail call noundef float @llvm.nvvm.cos.approx.ftz.f(float nofpclass(nan inf) %13) #4
  %19 = add nsw i32 %2, %8
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  store float %18, ptr %21, align 4, !tbaa !11
  %22 = fmul float %13, 0x3FF7154760000000
  %23 = tail call noundef float @llvm.nvvm.ex2.approx.ftz.f32(float %22)
  %24 = shl nsw i32 %2, 1
  %25 = add nsw i32 %24, %8
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds float, ptr %1, i64 %26
  store float %23, ptr %27, align 4, !tbaa !11
  %28 = tail call float @llvm.nvvm.lg2.approx.ftz.f(float nofpclass(nan inf) %15) #4
  %29 = fmul float %28, 0x3FE62E4300000000
  %30 = mul nsw i32 %2, 3
  %31 = add nsw i32 %30, %8
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds float, ptr %1, i64 %32
  store float %29, ptr %33, align 4, !tbaa !11
  %34 = fmul float %13, %28
  %35 = tail call noundef float @llvm.nvvm.ex2.approx.ftz.f32(float %34)
  %36 = shl nsw i32 %2, 2
  %37 = add nsw i32 %36, %8
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds float, ptr %1, i64 %38
  store float %35, ptr %39, align 4, !tbaa !11
  %40 = tail call noundef float @llvm.nvvm.div.approx.ftz.f(float nofpclass(nan inf) %13, float nofpclass(nan inf) %15)
  %41 = mul nsw i32 %2, 5
  %42 = add nsw i32 %41, %8
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds float, ptr %1, i64 %43
  store float %40, ptr %44, align 4, !tbaa !11
  %45 = tail call noundef float @llvm.nvvm.rsqrt.approx.ftz.f(float nofpclass(nan inf) %15)
  %46 = mul nsw i32 %2, 6
  %47 = add nsw i32 %46, %8
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds float, ptr %1, i64 %48
  store float %45, ptr %49, align 4, !tbaa !11
  %50 = fmul fast float %13, 0x3FB99999A0000000
  %51 = tail call float @llvm.nvvm.sin.approx.ftz.f(float nofpclass(nan inf) %50) #4
  %52 = tail call float @llvm.nvvm.cos.approx.ftz.f(float nofpclass(nan inf) %50) #4
  %53 = tail call noundef float @llvm.nvvm.div.approx.ftz.f(float %51, float %52) #4
  %54 = mul nsw i32 %2, 7
  %55 = add nsw i32 %54, %8
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds float, ptr %1, i64 %56
  store float %53, ptr %57, align 4, !tbaa !11
  br label %58

58:
  ret void
}

define dso_local ptx_kernel void @formulas_fast(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %56

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = tail call noundef float @llvm.nvvm.fabs.ftz.f32(float nofpclass(nan inf) %13)
  %15 = fadd fast float %14, 5.000000e-01
  %16 = tail call noundef float @llvm.nvvm.sin.approx.ftz.f(float nofpclass(nan inf) %13) #4
  %17 = fmul fast float %13, 0x3FB99999A0000000
  %18 = tail call noundef float @llvm.nvvm.cos.approx.ftz.f(float nofpclass(nan inf) %17) #4
  %19 = fdiv fast float %16, %18
  %20 = getelementptr inbounds float, ptr %1, i64 %11
  store float %19, ptr %20, align 4, !tbaa !11
  %21 = tail call noundef float @llvm.nvvm.sqrt.approx.ftz.f(float nofpclass(nan inf) %15) #4
  %22 = fdiv fast float 1.000000e+00, %15
  %23 = fadd fast float %21, %22
  %24 = add nsw i32 %2, %8
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds float, ptr %1, i64 %25
  store float %23, ptr %26, align 4, !tbaa !11
  %27 = fneg fast float %13
  %28 = fmul fast float %13, %27
  %29 = tail call float @llvm.fma.f32(float nofpclass(nan inf) %28, float 0x3F777313A0000000, float 5.000000e-01)
  %30 = tail call float @llvm.nvvm.saturate.ftz.f(float %29) #4
  %31 = tail call float @llvm.nvvm.fma.rm.ftz.f(float %30, float 2.520000e+02, float 0x4168000020000000) #4
  %32 = fadd float %31, 0xC168000FE0000000
  %33 = fneg float %32
  %34 = tail call float @llvm.fma.f32(float nofpclass(nan inf) %28, float 0x3FF7154760000000, float %33)
  %35 = tail call float @llvm.fma.f32(float nofpclass(nan inf) %28, float 0x3E54AE0C00000000, float %34)
  %36 = bitcast float %31 to i32
  %37 = shl i32 %36, 23
  %38 = bitcast i32 %37 to float
  %39 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %35)
  %40 = fmul float %39, %38
  %41 = tail call float @llvm.nvvm.lg2.approx.ftz.f(float nofpclass(nan inf) %15) #4
  %42 = fmul float %41, 0x3FE62E4300000000
  %43 = fmul fast float %40, %42
  %44 = shl nsw i32 %2, 1
  %45 = add nsw i32 %44, %8
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds float, ptr %1, i64 %46
  store float %43, ptr %47, align 4, !tbaa !11
  %48 = fdiv fast float %13, %15
  %49 = fadd fast float %13, -3.000000e+00
  %50 = fmul fast float %15, %49
  %51 = fadd fast float %50, %48
  %52 = mul nsw i32 %2, 3
  %53 = add nsw i32 %52, %8
  %54 = sext i32 %53 to i64
  %55 = getelementptr inbounds float, ptr %1, i64 %54
  store float %51, ptr %55, align 4, !tbaa !11
  br label %56

56:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare float @llvm.nvvm.fabs.ftz.f32(float) #1

declare float @llvm.nvvm.rsqrt.approx.ftz.f(float) #2

declare float @llvm.nvvm.div.approx.ftz.f(float, float) #2

declare float @llvm.nvvm.sqrt.approx.ftz.f(float) #2

declare float @llvm.nvvm.sin.approx.ftz.f(float) #2

declare float @llvm.nvvm.cos.approx.ftz.f(float) #2

declare float @llvm.nvvm.lg2.approx.ftz.f(float) #2

declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #2

declare float @llvm.nvvm.saturate.ftz.f(float) #1

declare float @llvm.nvvm.fma.rm.ftz.f(float, float, float) #1

declare float @llvm.fma.f32(float, float, float) #3

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "denormal-fp-math-f32"="preserve-sign,preserve-sign" "frame-pointer"="all" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!6}
!nvvmir.version = !{!10}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!3 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{i32 2, i32 0}
!11 = !{!12, !12, i64 0}
!12 = !{!"float", !8, i64 0}
