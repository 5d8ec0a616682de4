target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @mandelbrot_rgba(ptr noundef writeonly captures(none) %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = shl i32 %8, 4
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %13 = shl nuw nsw i32 %12, 4
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %15 = add nuw nsw i32 %13, %14
  %16 = icmp slt i32 %11, %1
  %17 = icmp slt i32 %15, %2
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %59

19:
  %20 = sitofp i32 %11 to float
  %21 = fmul contract float %5, %20
  %22 = fadd contract float %3, %21
  %23 = uitofp nneg i32 %15 to float
  %24 = fmul contract float %5, %23
  %25 = fadd contract float %4, %24
  %26 = icmp sgt i32 %6, 0
  br i1 %26, label %27, label %53

27:
  %28 = phi i32 [ %41, %35 ], [ 0, %19 ]
  %29 = phi float [ %40, %35 ], [ 0.000000e+00, %19 ]
  %30 = phi float [ %37, %35 ], [ 0.000000e+00, %19 ]
  %31 = fmul contract float %30, %30
  %32 = fmul contract float %29, %29
  %33 = fadd contract float %31, %32
  %34 = fcmp contract ugt float %33, 4.000000e+00
  br i1 %34, label %43, label %35

35:
  %36 = fsub contract float %31, %32
  %37 = fadd contract float %22, %36
  %38 = fmul contract float %30, 2.000000e+00
  %39 = fmul contract float %38, %29
  %40 = fadd contract float %25, %39
  %41 = add nuw nsw i32 %28, 1
  %42 = icmp eq i32 %41, %6
  br i1 %42, label %53, label %27, !llvm.loop !11

43:
  %44 = mul nuw nsw i32 %28, 9
  %45 = and i32 %44, 255
  %46 = mul i32 %28, 1280
  %47 = and i32 %46, 65280
  %48 = or disjoint i32 %45, %47
  %49 = mul i32 %28, 196608
  %50 = and i32 %49, 16711680
  %51 = or disjoint i32 %48, %50
  %52 = xor i32 %51, -65536
  br label %53

53:
  %54 = phi i32 [ %52, %43 ], [ -16777216, %19 ], [ -16777216, %35 ]
  %55 = mul nsw i32 %1, %15
  %56 = add nsw i32 %55, %11
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i32, ptr %0, i64 %57
  store i32 %54, ptr %58, align 4, !tbaa !6
  br label %59

59:
  ret void
}

define dso_local ptx_kernel void @mandelbrot_f64(ptr noundef writeonly captures(none) %0, i32 noundef %1, i32 noundef %2, double noundef %3, double noundef %4, double noundef %5, i32 noundef %6) local_unnamed_addr #1 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = shl i32 %8, 4
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %13 = shl nuw nsw i32 %12, 4
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %15 = add nuw nsw i32 %13, %14
  %16 = icmp slt i32 %11, %1
  %17 = icmp slt i32 %15, %2
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %50

19:
  %20 = sitofp i32 %11 to double
  %21 = fmul contract double %5, %20
  %22 = fadd contract double %3, %21
  %23 = uitofp nneg i32 %15 to double
  %24 = fmul contract double %5, %23
  %25 = fadd contract double %4, %24
  %26 = tail call i32 @llvm.smax.i32(i32 %6, i32 1)
  %27 = add nsw i32 %26, -1
  br label %28

28:
  %29 = phi double [ 0.000000e+00, %19 ], [ %40, %33 ]
  %30 = phi double [ 0.000000e+00, %19 ], [ %36, %33 ]
  %31 = phi i32 [ 0, %19 ], [ %34, %33 ]
  %32 = icmp eq i32 %31, %27
  br i1 %32, label %44, label %33

33:
  %34 = add nuw nsw i32 %31, 1
  %35 = fmul contract double %29, 2.000000e+00
  %36 = tail call noundef double @llvm.fma.f64(double %35, double %30, double %25)
  %37 = fneg contract double %30
  %38 = fmul contract double %30, %37
  %39 = tail call noundef double @llvm.fma.f64(double %29, double %29, double %38)
  %40 = fadd contract double %22, %39
  %41 = fmul contract double %36, %36
  %42 = tail call noundef double @llvm.fma.f64(double %40, double %40, double %41)
  %43 = fcmp contract ugt double %42, 4.000000e+00
  br i1 %43, label %44, label %28, !llvm.loop !13

44:
  %45 = phi i32 [ %26, %28 ], [ %34, %33 ]
  %46 = mul nsw i32 %1, %15
  %47 = add nsw i32 %46, %11
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds i32, ptr %0, i64 %48
  store i32 %45, ptr %49, align 4, !tbaa !6
  br label %50

50:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #2

declare double @llvm.fma.f64(double, double, double) #3

declare i32 @llvm.smax.i32(i32, i32) #3

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { nofree noinline norecurse nosync nounwind memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = distinct !{!13, !12}
