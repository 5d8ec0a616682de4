target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @round_f32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %51

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = getelementptr inbounds float, ptr %1, i64 %12
  %16 = load float, ptr %15, align 4, !tbaa !11
  %17 = shl nsw i64 %12, 6
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call noundef float @llvm.nvvm.add.rn.f(float %14, float %16)
  store float %19, ptr %18, align 4, !tbaa !11
  %20 = tail call noundef float @llvm.nvvm.add.rz.f(float %14, float %16)
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 4
  store float %20, ptr %21, align 4, !tbaa !11
  %22 = tail call noundef float @llvm.nvvm.add.rp.f(float %14, float %16)
  %23 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store float %22, ptr %23, align 4, !tbaa !11
  %24 = tail call noundef float @llvm.nvvm.add.rm.f(float %14, float %16)
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 12
  store float %24, ptr %25, align 4, !tbaa !11
  %26 = tail call noundef float @llvm.nvvm.mul.rn.f(float %14, float %16)
  %27 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store float %26, ptr %27, align 4, !tbaa !11
  %28 = tail call noundef float @llvm.nvvm.mul.rz.f(float %14, float %16)
  %29 = getelementptr inbounds nuw i8, ptr %18, i64 20
  store float %28, ptr %29, align 4, !tbaa !11
  %30 = tail call noundef float @llvm.nvvm.mul.rp.f(float %14, float %16)
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store float %30, ptr %31, align 4, !tbaa !11
  %32 = tail call noundef float @llvm.nvvm.mul.rm.f(float %14, float %16)
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 28
  store float %32, ptr %33, align 4, !tbaa !11
  %34 = tail call noundef float @llvm.fma.f32(float %14, float %16, float %14)
  %35 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store float %34, ptr %35, align 4, !tbaa !11
  %36 = tail call noundef float @llvm.nvvm.fma.rz.f(float %14, float %16, float %14)
  %37 = getelementptr inbounds nuw i8, ptr %18, i64 36
  store float %36, ptr %37, align 4, !tbaa !11
  %38 = tail call noundef float @llvm.nvvm.fma.rp.f(float %14, float %16, float %14)
  %39 = getelementptr inbounds nuw i8, ptr %18, i64 40
  store float %38, ptr %39, align 4, !tbaa !11
  %40 = tail call noundef float @llvm.nvvm.fma.rm.f(float %14, float %16, float %14)
  %41 = getelementptr inbounds nuw i8, ptr %18, i64 44
  store float %40, ptr %41, align 4, !tbaa !11
  %42 = tail call noundef float @llvm.nvvm.div.rz.f(float %14, float %16)
  %43 = getelementptr inbounds nuw i8, ptr %18, i64 48
  store float %42, ptr %43, align 4, !tbaa !11
  %44 = tail call noundef float @llvm.nvvm.fabs.f32(float %14)
  %45 = tail call noundef float @llvm.nvvm.sqrt.rp.f(float %44)
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 52
  store float %45, ptr %46, align 4, !tbaa !11
  %47 = tail call noundef float @llvm.nvvm.rcp.rm.f(float %16)
  %48 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store float %47, ptr %48, align 4, !tbaa !11
  %49 = tail call noundef float @llvm.nvvm.saturate.f(float %14)
  %50 = getelementptr inbounds nuw i8, ptr %18, i64 60
  store float %49, ptr %50, align 4, !tbaa !11
  br label %51

51:
  ret void
}

define dso_local ptx_kernel void @round_f64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %57

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds double, ptr %0, i64 %12
  %14 = load double, ptr %13, align 8, !tbaa !13
  %15 = getelementptr inbounds double, ptr %1, i64 %12
  %16 = load double, ptr %15, align 8, !tbaa !13
  %17 = shl nsw i64 %12, 7
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call noundef double @llvm.nvvm.add.rn.d(double %14, double %16)
  store double %19, ptr %18, align 8, !tbaa !13
  %20 = tail call noundef double @llvm.nvvm.add.rz.d(double %14, double %16)
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store double %20, ptr %21, align 8, !tbaa !13
  %22 = tail call noundef double @llvm.nvvm.add.rp.d(double %14, double %16)
  %23 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store double %22, ptr %23, align 8, !tbaa !13
  %24 = tail call noundef double @llvm.nvvm.add.rm.d(double %14, double %16)
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store double %24, ptr %25, align 8, !tbaa !13
  %26 = tail call noundef double @llvm.nvvm.mul.rn.d(double %14, double %16)
  %27 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store double %26, ptr %27, align 8, !tbaa !13
  %28 = tail call noundef double @llvm.nvvm.mul.rz.d(double %14, double %16)
  %29 = getelementptr inbounds nuw i8, ptr %18, i64 40
  store double %28, ptr %29, align 8, !tbaa !13
  %30 = tail call noundef double @llvm.nvvm.mul.rp.d(double %14, double %16)
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 48
  store double %30, ptr %31, align 8, !tbaa !13
  %32 = tail call noundef double @llvm.nvvm.mul.rm.d(double %14, double %16)
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store double %32, ptr %33, align 8, !tbaa !13
  %34 = tail call noundef double @llvm.fma.f64(double %14, double %16, double %14)
  %35 = getelementptr inbounds nuw i8, ptr %18, i64 64
  store double %34, ptr %35, align 8, !tbaa !13
  %36 = tail call noundef double @llvm.nvvm.fma.rz.d(double %14, double %16, double %14)
  %37 = getelementptr inbounds nuw i8, ptr %18, i64 72
  store double %36, ptr %37, align 8, !tbaa !13
  %38 = tail call noundef double @llvm.nvvm.fma.rp.d(double %14, double %16, double %14)
  %39 = getelementptr inbounds nuw i8, ptr %18, i64 80
  store double %38, ptr %39, align 8, !tbaa !13
  %40 = tail call noundef double @llvm.nvvm.fma.rm.d(double %14, double %16, double %14)
  %41 = getelementptr inbounds nuw i8, ptr %18, i64 88
  store double %40, ptr %41, align 8, !tbaa !13
  %42 = tail call noundef double @llvm.nvvm.div.rz.d(double %14, double %16)
  %43 = getelementptr inbounds nuw i8, ptr %18, i64 96
  store double %42, ptr %43, align 8, !tbaa !13
  %44 = tail call noundef double @llvm.nvvm.fabs.f64(double %14)
  %45 = tail call noundef double @llvm.nvvm.sqrt.rp.d(double %44)
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 104
  store double %45, ptr %46, align 8, !tbaa !13
  %47 = tail call noundef double @llvm.nvvm.rcp.rm.d(double %16)
  %48 = getelementptr inbounds nuw i8, ptr %18, i64 112
  store double %47, ptr %48, align 8, !tbaa !13
  %49 = tail call noundef double @llvm.trunc.f64(double %14)
  %50 = tail call contract noundef double @llvm.rint.f64(double %16)
  %51 = fadd contract double %49, %50
  %52 = tail call noundef double @llvm.floor.f64(double %14)
  %53 = fadd contract double %52, %51
  %54 = tail call noundef double @llvm.ceil.f64(double %16)
  %55 = fadd contract double %54, %53
  %56 = getelementptr inbounds nuw i8, ptr %18, i64 120
  store double %55, ptr %56, align 8, !tbaa !13
  br label %57

57:
  ret void
}

define dso_local ptx_kernel void @convert_modes(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %74

12:
  %13 = sext i32 %10 to i64
  %14 = shl nsw i64 %13, 7
  %15 = getelementptr inbounds nuw i8, ptr %3, i64 %14
  %16 = getelementptr inbounds float, ptr %0, i64 %13
  %17 = load float, ptr %16, align 4, !tbaa !11
  %18 = tail call noundef i32 @llvm.nvvm.f2i.rn(float %17)
  %19 = sext i32 %18 to i64
  store i64 %19, ptr %15, align 8, !tbaa !15
  %20 = tail call noundef i32 @llvm.nvvm.f2i.rz(float %17)
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i64 %21, ptr %22, align 8, !tbaa !15
  %23 = tail call noundef i32 @llvm.nvvm.f2i.rp(float %17)
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i64 %24, ptr %25, align 8, !tbaa !15
  %26 = tail call noundef i32 @llvm.nvvm.f2i.rm(float %17)
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i64 %27, ptr %28, align 8, !tbaa !15
  %29 = getelementptr inbounds double, ptr %1, i64 %13
  %30 = load double, ptr %29, align 8, !tbaa !13
  %31 = tail call noundef i32 @llvm.nvvm.d2i.rn(double %30)
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %32, ptr %33, align 8, !tbaa !15
  %34 = tail call noundef i64 @llvm.nvvm.d2ll.rz(double %30)
  %35 = getelementptr inbounds nuw i8, ptr %15, i64 40
  store i64 %34, ptr %35, align 8, !tbaa !15
  %36 = tail call noundef i64 @llvm.nvvm.d2ll.rp(double %30)
  %37 = getelementptr inbounds nuw i8, ptr %15, i64 48
  store i64 %36, ptr %37, align 8, !tbaa !15
  %38 = tail call noundef i32 @llvm.nvvm.d2ui.rm(double %30)
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %15, i64 56
  store i64 %39, ptr %40, align 8, !tbaa !15
  %41 = getelementptr inbounds i64, ptr %2, i64 %13
  %42 = load i64, ptr %41, align 8, !tbaa !15
  %43 = sitofp i64 %42 to float
  %44 = bitcast float %43 to i32
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %15, i64 64
  store i64 %45, ptr %46, align 8, !tbaa !15
  %47 = load i64, ptr %41, align 8, !tbaa !15
  %48 = tail call noundef float @llvm.nvvm.ll2f.rm(i64 %47)
  %49 = bitcast float %48 to i32
  %50 = sext i32 %49 to i64
  %51 = getelementptr inbounds nuw i8, ptr %15, i64 72
  store i64 %50, ptr %51, align 8, !tbaa !15
  %52 = load i64, ptr %41, align 8, !tbaa !15
  %53 = tail call noundef double @llvm.nvvm.ll2d.rp(i64 %52)
  %54 = getelementptr inbounds nuw i8, ptr %15, i64 80
  store double %53, ptr %54, align 8, !tbaa !15
  %55 = load i64, ptr %41, align 8, !tbaa !15
  %56 = tail call noundef double @llvm.nvvm.ull2d.rz(i64 %55)
  %57 = getelementptr inbounds nuw i8, ptr %15, i64 88
  store double %56, ptr %57, align 8, !tbaa !15
  %58 = tail call noundef float @llvm.nvvm.d2f.rp(double %30)
  %59 = bitcast float %58 to i32
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds nuw i8, ptr %15, i64 96
  store i64 %60, ptr %61, align 8, !tbaa !15
  %62 = tail call noundef float @llvm.nvvm.d2f.rz(double %30)
  %63 = bitcast float %62 to i32
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds nuw i8, ptr %15, i64 104
  store i64 %64, ptr %65, align 8, !tbaa !15
  %66 = tail call noundef i32 @llvm.nvvm.d2i.hi(double %30)
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %15, i64 112
  store i64 %67, ptr %68, align 8, !tbaa !15
  %69 = load i64, ptr %41, align 8, !tbaa !15
  %70 = trunc i64 %69 to i32
  %71 = tail call noundef i32 @llvm.nvvm.d2i.lo(double %30)
  %72 = tail call noundef double @llvm.nvvm.lohi.i2d(i32 %71, i32 %70)
  %73 = getelementptr inbounds nuw i8, ptr %15, i64 120
  store double %72, ptr %73, align 8, !tbaa !15
  br label %74

74:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare double @llvm.rint.f64(double) #2

declare float @llvm.nvvm.fabs.f32(float) #1

declare double @llvm.nvvm.fabs.f64(double) #1

declare float @llvm.nvvm.saturate.f(float) #1

declare float @llvm.nvvm.fma.rz.f(float, float, float) #1

declare float @llvm.nvvm.fma.rm.f(float, float, float) #1

declare float @llvm.nvvm.fma.rp.f(float, float, float) #1

declare double @llvm.nvvm.fma.rz.d(double, double, double) #2

declare double @llvm.nvvm.fma.rm.d(double, double, double) #2

declare double @llvm.nvvm.fma.rp.d(double, double, double) #2

declare float @llvm.nvvm.div.rz.f(float, float) #3

declare float @llvm.nvvm.rcp.rm.f(float) #3

declare float @llvm.nvvm.sqrt.rp.f(float) #3

declare double @llvm.nvvm.div.rz.d(double, double) #3

declare double @llvm.nvvm.rcp.rm.d(double) #3

declare double @llvm.nvvm.sqrt.rp.d(double) #3

declare double @llvm.nvvm.add.rn.d(double, double) #1

declare double @llvm.nvvm.add.rz.d(double, double) #1

declare double @llvm.nvvm.add.rm.d(double, double) #1

declare double @llvm.nvvm.add.rp.d(double, double) #1

declare double @llvm.nvvm.mul.rn.d(double, double) #1

declare double @llvm.nvvm.mul.rz.d(double, double) #1

declare double @llvm.nvvm.mul.rm.d(double, double) #1

declare double @llvm.nvvm.mul.rp.d(double, double) #1

declare float @llvm.nvvm.add.rm.f(float, float) #1

declare float @llvm.nvvm.add.rp.f(float, float) #1

declare float @llvm.nvvm.mul.rm.f(float, float) #1

declare float @llvm.nvvm.mul.rp.f(float, float) #1

declare float @llvm.nvvm.add.rn.f(float, float) #1

declare float @llvm.nvvm.add.rz.f(float, float) #1

declare float @llvm.nvvm.mul.rn.f(float, float) #1

declare float @llvm.nvvm.mul.rz.f(float, float) #1

declare float @llvm.nvvm.d2f.rz(double) #1

declare float @llvm.nvvm.d2f.rp(double) #1

declare i32 @llvm.nvvm.d2i.rn(double) #1

declare i32 @llvm.nvvm.d2ui.rm(double) #1

declare i32 @llvm.nvvm.f2i.rn(float) #1

declare i32 @llvm.nvvm.f2i.rz(float) #1

declare i32 @llvm.nvvm.f2i.rm(float) #1

declare i32 @llvm.nvvm.f2i.rp(float) #1

declare double @llvm.nvvm.lohi.i2d(i32, i32) #1

declare i32 @llvm.nvvm.d2i.lo(double) #1

declare i32 @llvm.nvvm.d2i.hi(double) #1

declare i64 @llvm.nvvm.d2ll.rz(double) #1

declare i64 @llvm.nvvm.d2ll.rp(double) #1

declare float @llvm.nvvm.ll2f.rm(i64) #1

declare double @llvm.nvvm.ll2d.rp(i64) #1

declare double @llvm.nvvm.ull2d.rz(i64) #1

declare double @llvm.floor.f64(double) #4

declare double @llvm.ceil.f64(double) #4

declare double @llvm.trunc.f64(double) #4

declare float @llvm.fma.f32(float, float, float) #4

declare double @llvm.fma.f64(double, double, double) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
