target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @map_f32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %25

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = getelementptr inbounds float, ptr %1, i64 %12
  %16 = load float, ptr %15, align 4, !tbaa !11
  %17 = tail call noundef float @llvm.fma.f32(float %14, float %16, float %14)
  %18 = tail call noundef float @llvm.nvvm.fabs.f32(float %16)
  %19 = fadd contract float %18, 1.000000e+00
  %20 = fdiv contract float %17, %19
  %21 = tail call noundef float @llvm.nvvm.fabs.f32(float %14)
  %22 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %21) #4
  %23 = fadd contract float %22, %20
  %24 = getelementptr inbounds float, ptr %2, i64 %12
  store float %23, ptr %24, align 4, !tbaa !11
  br label %25

25:
  ret void
}

define dso_local ptx_kernel void @map_f64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %25

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds double, ptr %0, i64 %12
  %14 = load double, ptr %13, align 8, !tbaa !13
  %15 = getelementptr inbounds double, ptr %1, i64 %12
  %16 = load double, ptr %15, align 8, !tbaa !13
  %17 = tail call noundef double @llvm.fma.f64(double %14, double %16, double %14)
  %18 = tail call noundef double @llvm.nvvm.fabs.f64(double %16)
  %19 = fadd contract double %18, 1.000000e+00
  %20 = fdiv contract double %17, %19
  %21 = tail call noundef double @llvm.nvvm.fabs.f64(double %14)
  %22 = tail call noundef double @llvm.sqrt.f64(double %21)
  %23 = fadd contract double %22, %20
  %24 = getelementptr inbounds double, ptr %2, i64 %12
  store double %23, ptr %24, align 8, !tbaa !13
  br label %25

25:
  ret void
}

define dso_local ptx_kernel void @convert_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %37

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = shl nsw i64 %11, 6
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 %14
  %16 = fptosi float %13 to i8
  %17 = sext i8 %16 to i64
  store i64 %17, ptr %15, align 8, !tbaa !15
  %18 = fptoui float %13 to i8
  %19 = zext i8 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i64 %19, ptr %20, align 8, !tbaa !15
  %21 = fptosi float %13 to i16
  %22 = sext i16 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i64 %22, ptr %23, align 8, !tbaa !15
  %24 = fptoui float %13 to i16
  %25 = zext i16 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i64 %25, ptr %26, align 8, !tbaa !15
  %27 = fptosi float %13 to i32
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %28, ptr %29, align 8, !tbaa !15
  %30 = fptoui float %13 to i32
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %15, i64 40
  store i64 %31, ptr %32, align 8, !tbaa !15
  %33 = fptosi float %13 to i64
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 48
  store i64 %33, ptr %34, align 8, !tbaa !15
  %35 = fptoui float %13 to i64
  %36 = getelementptr inbounds nuw i8, ptr %15, i64 56
  store i64 %35, ptr %36, align 8, !tbaa !15
  br label %37

37:
  ret void
}

define dso_local ptx_kernel void @convert_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %37

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds double, ptr %0, i64 %11
  %13 = load double, ptr %12, align 8, !tbaa !13
  %14 = shl nsw i64 %11, 6
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 %14
  %16 = fptosi double %13 to i8
  %17 = sext i8 %16 to i64
  store i64 %17, ptr %15, align 8, !tbaa !15
  %18 = fptoui double %13 to i8
  %19 = zext i8 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i64 %19, ptr %20, align 8, !tbaa !15
  %21 = fptosi double %13 to i16
  %22 = sext i16 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i64 %22, ptr %23, align 8, !tbaa !15
  %24 = fptoui double %13 to i16
  %25 = zext i16 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i64 %25, ptr %26, align 8, !tbaa !15
  %27 = fptosi double %13 to i32
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %28, ptr %29, align 8, !tbaa !15
  %30 = fptoui double %13 to i32
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %15, i64 40
  store i64 %31, ptr %32, align 8, !tbaa !15
  %33 = fptosi double %13 to i64
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 48
  store i64 %33, ptr %34, align 8, !tbaa !15
  %35 = fptoui double %13 to i64
  %36 = getelementptr inbounds nuw i8, ptr %15, i64 56
  store i64 %35, ptr %36, align 8, !tbaa !15
  br label %37

37:
  ret void
}

define dso_local ptx_kernel void @compare_f32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %40

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = getelementptr inbounds float, ptr %1, i64 %12
  %16 = load float, ptr %15, align 4, !tbaa !11
  %17 = fcmp contract olt float %14, %16
  %18 = zext i1 %17 to i32
  %19 = fcmp contract ugt float %14, %16
  %20 = or disjoint i32 %18, 2
  %21 = select i1 %19, i32 %18, i32 %20
  %22 = fcmp contract ogt float %14, %16
  %23 = fcmp contract ult float %14, %16
  %24 = select i1 %22, i32 12, i32 8
  %25 = select i1 %23, i32 0, i32 %24
  %26 = or disjoint i32 %21, %25
  %27 = fcmp contract oeq float %14, %16
  %28 = or disjoint i32 %26, 16
  %29 = select i1 %27, i32 %28, i32 %26
  %30 = fcmp contract une float %14, %16
  %31 = or i32 %29, 32
  %32 = select i1 %30, i32 %31, i32 %28
  %33 = fcmp contract uno float %14, 0.000000e+00
  %34 = or i32 %32, 64
  %35 = select i1 %33, i32 %34, i32 %32
  %36 = fcmp contract uno float %16, 0.000000e+00
  %37 = or i32 %35, 128
  %38 = select i1 %36, i32 %37, i32 %35
  %39 = getelementptr inbounds i32, ptr %2, i64 %12
  store i32 %38, ptr %39, align 4, !tbaa !6
  br label %40

40:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare float @llvm.nvvm.fabs.f32(float) #1

declare double @llvm.nvvm.fabs.f64(double) #1

declare float @llvm.nvvm.sqrt.approx.f(float) #2

declare double @llvm.sqrt.f64(double) #3

declare float @llvm.fma.f32(float, float, float) #3

declare double @llvm.fma.f64(double, double, double) #3

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }

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
!13 = !{!14, !14, i64 0}
!14 = !{!"double", !8, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"long", !8, i64 0}
