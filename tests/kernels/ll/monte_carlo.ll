target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local noundef range(i32 0, -2147483648) i32 @_Z6next31Rm(ptr noundef nonnull align 8 captures(none) dereferenceable(8) %0) local_unnamed_addr #0 {
  %2 = load i64, ptr %0, align 8, !tbaa !11
  %3 = mul i64 %2, 6364136223846793005
  %4 = add i64 %3, 1442695040888963407
  store i64 %4, ptr %0, align 8, !tbaa !11
  %5 = lshr i64 %4, 33
  %6 = trunc nuw nsw i64 %5 to i32
  ret i32 %6
}

define dso_local ptx_kernel void @count_inside(i64 noundef %0, i32 noundef %1, ptr noundef captures(none) %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp sgt i32 %1, 0
  br i1 %5, label %6, label %36

6:
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = add i32 %9, %4
  %11 = zext i32 %10 to i64
  %12 = mul i64 %11, -7046029254386353131
  %13 = add i64 %12, %0
  %14 = and i32 %1, 1
  %15 = icmp eq i32 %1, 1
  br i1 %15, label %20, label %16

16:
  %17 = and i32 %1, 2147483646
  br label %49

18:
  %19 = icmp eq i32 %14, 0
  br i1 %19, label %36, label %20

20:
  %21 = phi i32 [ 0, %6 ], [ %76, %18 ]
  %22 = phi i64 [ %13, %6 ], [ %69, %18 ]
  %23 = icmp ne i32 %14, 0
  tail call void @llvm.assume(i1 %23)
  %24 = mul i64 %22, 6364136223846793005
  %25 = add i64 %24, 1442695040888963407
  %26 = lshr i64 %25, 33
  %27 = mul i64 %25, 6364136223846793005
  %28 = add i64 %27, 1442695040888963407
  %29 = lshr i64 %28, 33
  %30 = mul nuw nsw i64 %26, %26
  %31 = mul nuw nsw i64 %29, %29
  %32 = add nuw nsw i64 %31, %30
  %33 = icmp samesign ult i64 %32, 4611686018427387904
  %34 = zext i1 %33 to i32
  %35 = add i32 %21, %34
  br label %36

36:
  %37 = phi i32 [ 0, %3 ], [ %76, %18 ], [ %35, %20 ]
  %38 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %37, i32 16, i32 31)
  %39 = add i32 %38, %37
  %40 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %39, i32 8, i32 31)
  %41 = add i32 %40, %39
  %42 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %41, i32 4, i32 31)
  %43 = add i32 %42, %41
  %44 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %43, i32 2, i32 31)
  %45 = add i32 %44, %43
  %46 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %45, i32 1, i32 31)
  %47 = and i32 %4, 31
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %79, label %83

49:
  %50 = phi i32 [ 0, %16 ], [ %76, %49 ]
  %51 = phi i64 [ %13, %16 ], [ %69, %49 ]
  %52 = phi i32 [ 0, %16 ], [ %77, %49 ]
  %53 = mul i64 %51, 6364136223846793005
  %54 = add i64 %53, 1442695040888963407
  %55 = lshr i64 %54, 33
  %56 = mul i64 %54, 6364136223846793005
  %57 = add i64 %56, 1442695040888963407
  %58 = lshr i64 %57, 33
  %59 = mul nuw nsw i64 %55, %55
  %60 = mul nuw nsw i64 %58, %58
  %61 = add nuw nsw i64 %60, %59
  %62 = icmp samesign ult i64 %61, 4611686018427387904
  %63 = zext i1 %62 to i32
  %64 = add i32 %50, %63
  %65 = mul i64 %57, 6364136223846793005
  %66 = add i64 %65, 1442695040888963407
  %67 = lshr i64 %66, 33
  %68 = mul i64 %66, 6364136223846793005
  %69 = add i64 %68, 1442695040888963407
  %70 = lshr i64 %69, 33
  %71 = mul nuw nsw i64 %67, %67
  %72 = mul nuw nsw i64 %70, %70
  %73 = add nuw nsw i64 %72, %71
  %74 = icmp samesign ult i64 %73, 4611686018427387904
  %75 = zext i1 %74 to i32
  %76 = add i32 %64, %75
  %77 = add i32 %52, 2
  %78 = icmp eq i32 %77, %17
  br i1 %78, label %18, label %49, !llvm.loop !13

79:
  %80 = add i32 %46, %45
  %81 = zext i32 %80 to i64
  %82 = atomicrmw add ptr %2, i64 %81 seq_cst, align 8
  br label %83

83:
  ret void
}

define dso_local ptx_kernel void @integrate(i64 noundef %0, i32 noundef %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = icmp sgt i32 %1, 0
  br i1 %10, label %11, label %14

11:
  %12 = mul i64 %9, -3335678366873096957
  %13 = xor i64 %12, %0
  br label %19

14:
  %15 = phi double [ 0.000000e+00, %3 ], [ %73, %71 ]
  %16 = sitofp i32 %1 to double
  %17 = fdiv contract double %15, %16
  %18 = getelementptr inbounds double, ptr %2, i64 %9
  store double %17, ptr %18, align 8, !tbaa !15
  ret void

19:
  %20 = phi double [ %73, %71 ], [ 0.000000e+00, %11 ]
  %21 = phi i32 [ %74, %71 ], [ 0, %11 ]
  %22 = phi i64 [ %24, %71 ], [ %13, %11 ]
  %23 = mul i64 %22, 6364136223846793005
  %24 = add i64 %23, 1442695040888963407
  %25 = lshr i64 %24, 33
  %26 = trunc nuw nsw i64 %25 to i32
  %27 = uitofp nneg i32 %26 to double
  %28 = fmul contract double %27, 0x3E00000000000000
  %29 = fneg contract double %28
  %30 = fmul contract double %28, %29
  %31 = tail call double @llvm.fma.f64(double %30, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %32 = tail call i32 @llvm.nvvm.d2i.lo(double %31) #7
  %33 = tail call double @llvm.nvvm.add.rn.d(double %31, double 0xC338000000000000) #7
  %34 = tail call double @llvm.fma.f64(double %33, double 0xBFE62E42FEFA39EF, double %30)
  %35 = tail call double @llvm.fma.f64(double %33, double 0xBC7ABC9E3B39803F, double %34)
  %36 = tail call double @llvm.fma.f64(double %35, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %37 = tail call double @llvm.fma.f64(double %36, double %35, double 0x3EC71DEE62401315)
  %38 = tail call double @llvm.fma.f64(double %37, double %35, double 0x3EFA01997C89EB71)
  %39 = tail call double @llvm.fma.f64(double %38, double %35, double 0x3F2A01A014761F65)
  %40 = tail call double @llvm.fma.f64(double %39, double %35, double 0x3F56C16C1852B7AF)
  %41 = tail call double @llvm.fma.f64(double %40, double %35, double 0x3F81111111122322)
  %42 = tail call double @llvm.fma.f64(double %41, double %35, double 0x3FA55555555502A1)
  %43 = tail call double @llvm.fma.f64(double %42, double %35, double 0x3FC5555555555511)
  %44 = tail call double @llvm.fma.f64(double %43, double %35, double 0x3FE000000000000B)
  %45 = tail call double @llvm.fma.f64(double %44, double %35, double 1.000000e+00)
  %46 = tail call double @llvm.fma.f64(double %45, double %35, double 1.000000e+00)
  %47 = tail call i32 @llvm.nvvm.d2i.lo(double %46) #7
  %48 = tail call i32 @llvm.nvvm.d2i.hi(double %46) #7
  %49 = shl i32 %32, 20
  %50 = add i32 %48, %49
  %51 = tail call double @llvm.nvvm.lohi.i2d(i32 %47, i32 %50) #7
  %52 = tail call i32 @llvm.nvvm.d2i.hi(double %30) #7
  %53 = bitcast i32 %52 to float
  %54 = tail call float @llvm.nvvm.fabs.f32(float %53)
  %55 = fcmp olt float %54, 0x4010C46560000000
  br i1 %55, label %71, label %56

56:
  %57 = fcmp olt double %30, 0.000000e+00
  %58 = fadd double %30, 0x7FF0000000000000
  %59 = select i1 %57, double 0.000000e+00, double %58
  %60 = fcmp olt float %54, 0x4010E90000000000
  br i1 %60, label %61, label %71

61:
  %62 = sdiv i32 %32, 2
  %63 = shl i32 %62, 20
  %64 = add i32 %48, %63
  %65 = tail call double @llvm.nvvm.lohi.i2d(i32 %47, i32 %64) #7
  %66 = sub nsw i32 %32, %62
  %67 = shl i32 %66, 20
  %68 = add nsw i32 %67, 1072693248
  %69 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %68) #7
  %70 = fmul double %69, %65
  br label %71

71:
  %72 = phi double [ %51, %19 ], [ %70, %61 ], [ %59, %56 ]
  %73 = fadd contract double %20, %72
  %74 = add nuw nsw i32 %21, 1
  %75 = icmp eq i32 %74, %1
  br i1 %75, label %14, label %19, !llvm.loop !17
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #4

declare i32 @llvm.nvvm.d2i.lo(double) #3

declare double @llvm.nvvm.add.rn.d(double, double) #3

declare i32 @llvm.nvvm.d2i.hi(double) #3

declare double @llvm.nvvm.lohi.i2d(i32, i32) #3

declare float @llvm.nvvm.fabs.f32(float) #3

declare double @llvm.fma.f64(double, double, double) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #7 = { nounwind }

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
!12 = !{!"long", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !16, i64 0}
!16 = !{!"double", !8, i64 0}
!17 = distinct !{!17, !14}
