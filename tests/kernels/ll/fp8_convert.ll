target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float2.0 = type { float, float }

define dso_local ptx_kernel void @to_e4m3(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %73

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = tail call float @llvm.fabs.f32(float %13)
  %15 = bitcast float %14 to i32
  %16 = icmp samesign ugt i32 %15, 2139095040
  %17 = fpext contract float %13 to double
  %18 = select i1 %16, double 0x7FFFFFFFE0000000, double %17
  %19 = bitcast double %18 to i64
  %20 = lshr i64 %19, 52
  %21 = trunc i64 %20 to i8
  %22 = lshr i64 %19, 49
  %23 = trunc i64 %22 to i8
  %24 = and i8 %23, 7
  %25 = tail call double @llvm.fabs.f64(double %18)
  %26 = bitcast double %25 to i64
  %27 = icmp samesign ugt i64 %26, 4562146422526312448
  br i1 %27, label %28, label %66

28:
  %29 = icmp samesign ugt i64 %26, 9218868437227405312
  br i1 %29, label %66, label %30

30:
  %31 = icmp samesign ugt i64 %26, 4646870390516219904
  br i1 %31, label %66, label %32

32:
  %33 = icmp samesign ult i64 %26, 4580160821035794432
  br i1 %33, label %45, label %34

34:
  %35 = shl i8 %21, 3
  %36 = add i8 %35, 64
  %37 = or disjoint i8 %36, %24
  %38 = and i64 %19, 562949953421311
  %39 = icmp samesign ugt i64 %38, 281474976710656
  %40 = and i64 %19, 1125899906842623
  %41 = icmp eq i64 %40, 844424930131968
  %42 = or i1 %39, %41
  %43 = zext i1 %42 to i8
  %44 = add i8 %37, %43
  br label %66

45:
  %46 = sub i8 -7, %21
  %47 = or disjoint i8 %24, 8
  %48 = zext nneg i8 %47 to i32
  %49 = zext nneg i8 %46 to i32
  %50 = lshr i32 %48, %49
  %51 = trunc nuw nsw i32 %50 to i8
  %52 = or i64 %19, 4503599627370496
  %53 = zext i8 %46 to i64
  %54 = shl i64 562949953421312, %53
  %55 = add i64 %54, -1
  %56 = and i64 %55, %52
  %57 = shl i64 281474976710656, %53
  %58 = icmp ugt i64 %56, %57
  br i1 %58, label %64, label %59

59:
  %60 = icmp ne i64 %56, %57
  %61 = and i32 %50, 1
  %62 = icmp eq i32 %61, 0
  %63 = select i1 %60, i1 true, i1 %62
  br i1 %63, label %66, label %64

64:
  %65 = add nuw nsw i8 %51, 1
  br label %66

66:
  %67 = phi i8 [ 126, %30 ], [ 0, %10 ], [ %51, %59 ], [ %65, %64 ], [ %44, %34 ], [ 127, %28 ]
  %68 = lshr i64 %19, 56
  %69 = trunc nuw i64 %68 to i8
  %70 = and i8 %69, -128
  %71 = or i8 %67, %70
  %72 = getelementptr inbounds i8, ptr %1, i64 %11
  store i8 %71, ptr %72, align 1, !tbaa !13
  br label %73

73:
  ret void
}

define dso_local ptx_kernel void @to_e5m2(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %75

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = tail call float @llvm.fabs.f32(float %13)
  %15 = bitcast float %14 to i32
  %16 = icmp samesign ugt i32 %15, 2139095040
  %17 = fpext contract float %13 to double
  %18 = select i1 %16, double 0x7FFFFFFFE0000000, double %17
  %19 = bitcast double %18 to i64
  %20 = lshr i64 %19, 52
  %21 = trunc i64 %20 to i8
  %22 = lshr i64 %19, 50
  %23 = trunc i64 %22 to i8
  %24 = and i8 %23, 3
  %25 = tail call double @llvm.fabs.f64(double %18)
  %26 = bitcast double %25 to i64
  %27 = icmp samesign ugt i64 %26, 4530621225134718976
  br i1 %27, label %28, label %68

28:
  %29 = icmp samesign ugt i64 %26, 9218868437227405312
  br i1 %29, label %30, label %32

30:
  %31 = or i8 %24, 126
  br label %68

32:
  %33 = icmp samesign ugt i64 %26, 4678677062884524031
  br i1 %33, label %68, label %34

34:
  %35 = icmp samesign ult i64 %26, 4544132024016830464
  br i1 %35, label %47, label %36

36:
  %37 = shl i8 %21, 2
  %38 = add i8 %37, 64
  %39 = or disjoint i8 %38, %24
  %40 = and i64 %19, 1125899906842623
  %41 = icmp samesign ugt i64 %40, 562949953421312
  %42 = and i64 %19, 2251799813685247
  %43 = icmp eq i64 %42, 1688849860263936
  %44 = or i1 %41, %43
  %45 = zext i1 %44 to i8
  %46 = add i8 %39, %45
  br label %68

47:
  %48 = sub i8 -15, %21
  %49 = or disjoint i8 %24, 4
  %50 = zext nneg i8 %49 to i32
  %51 = zext nneg i8 %48 to i32
  %52 = lshr i32 %50, %51
  %53 = trunc nuw nsw i32 %52 to i8
  %54 = or i64 %19, 4503599627370496
  %55 = zext i8 %48 to i64
  %56 = shl i64 1125899906842624, %55
  %57 = add i64 %56, -1
  %58 = and i64 %57, %54
  %59 = shl i64 562949953421312, %55
  %60 = icmp ugt i64 %58, %59
  br i1 %60, label %66, label %61

61:
  %62 = icmp ne i64 %58, %59
  %63 = and i32 %52, 1
  %64 = icmp eq i32 %63, 0
  %65 = select i1 %62, i1 true, i1 %64
  br i1 %65, label %68, label %66

66:
  %67 = add nuw nsw i8 %53, 1
  br label %68

68:
  %69 = phi i8 [ 123, %32 ], [ 0, %10 ], [ %53, %61 ], [ %31, %30 ], [ %46, %36 ], [ %67, %66 ]
  %70 = lshr i64 %19, 56
  %71 = trunc nuw i64 %70 to i8
  %72 = and i8 %71, -128
  %73 = or i8 %69, %72
  %74 = getelementptr inbounds i8, ptr %1, i64 %11
  store i8 %73, ptr %74, align 1, !tbaa !13
  br label %75

75:
  ret void
}

define dso_local ptx_kernel void @from_fp8(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %53

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !13
  %15 = zext i8 %14 to i16
  %16 = sext i8 %14 to i16
  %17 = and i16 %16, -32768
  %18 = shl nuw nsw i16 %15, 7
  %19 = and i16 %18, 15360
  %20 = add nuw nsw i16 %19, 8192
  %21 = and i16 %18, 896
  %22 = and i8 %14, 127
  %23 = icmp eq i8 %22, 127
  br i1 %23, label %41, label %24

24:
  %25 = icmp eq i16 %19, 0
  br i1 %25, label %26, label %38

26:
  %27 = icmp eq i16 %21, 0
  br i1 %27, label %41, label %28

28:
  %29 = tail call range(i16 6, 17) i16 @llvm.ctlz.i16(i16 %21, i1 true)
  %30 = xor i16 %29, 15
  %31 = sub nuw nsw i16 10, %30
  %32 = shl i16 %18, %31
  %33 = shl nuw nsw i16 %29, 10
  %34 = and i16 %32, 768
  %35 = sub nsw i16 %34, %33
  %36 = add nsw i16 %35, 14336
  %37 = or i16 %36, %17
  br label %41

38:
  %39 = or disjoint i16 %20, %17
  %40 = or disjoint i16 %39, %21
  br label %41

41:
  %42 = phi i16 [ %17, %26 ], [ %40, %38 ], [ 32767, %11 ], [ %37, %28 ]
  %43 = tail call contract noundef float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %42) #5
  %44 = getelementptr inbounds float, ptr %1, i64 %12
  store float %43, ptr %44, align 4, !tbaa !11
  %45 = load i8, ptr %13, align 1, !tbaa !13
  %46 = zext i8 %45 to i16
  %47 = shl nuw i16 %46, 8
  %48 = and i16 %46, 127
  %49 = icmp samesign ugt i16 %48, 124
  %50 = select i1 %49, i16 32767, i16 %47
  %51 = tail call contract noundef float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %50) #5
  %52 = getelementptr inbounds float, ptr %2, i64 %12
  store float %51, ptr %52, align 4, !tbaa !11
  br label %53

53:
  ret void
}

define dso_local ptx_kernel void @pairs_e4m3(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %137

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.float2.0, ptr %0, i64 %11
  %13 = load float, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %15 = load float, ptr %14, align 4
  %16 = tail call float @llvm.fabs.f32(float %15)
  %17 = bitcast float %16 to i32
  %18 = icmp samesign ugt i32 %17, 2139095040
  %19 = fpext contract float %15 to double
  %20 = select i1 %18, double 0x7FFFFFFFE0000000, double %19
  %21 = bitcast double %20 to i64
  %22 = lshr i64 %21, 52
  %23 = trunc i64 %22 to i8
  %24 = lshr i64 %21, 49
  %25 = trunc i64 %24 to i8
  %26 = and i8 %25, 7
  %27 = tail call double @llvm.fabs.f64(double %20)
  %28 = bitcast double %27 to i64
  %29 = icmp samesign ugt i64 %28, 4562146422526312448
  br i1 %29, label %30, label %68

30:
  %31 = icmp samesign ugt i64 %28, 9218868437227405312
  br i1 %31, label %68, label %32

32:
  %33 = icmp samesign ugt i64 %28, 4646870390516219904
  br i1 %33, label %68, label %34

34:
  %35 = icmp samesign ult i64 %28, 4580160821035794432
  br i1 %35, label %47, label %36

36:
  %37 = shl i8 %23, 3
  %38 = add i8 %37, 64
  %39 = or disjoint i8 %38, %26
  %40 = and i64 %21, 562949953421311
  %41 = icmp samesign ugt i64 %40, 281474976710656
  %42 = and i64 %21, 1125899906842623
  %43 = icmp eq i64 %42, 844424930131968
  %44 = or i1 %41, %43
  %45 = zext i1 %44 to i8
  %46 = add i8 %39, %45
  br label %68

47:
  %48 = sub i8 -7, %23
  %49 = or disjoint i8 %26, 8
  %50 = zext nneg i8 %49 to i32
  %51 = zext nneg i8 %48 to i32
  %52 = lshr i32 %50, %51
  %53 = trunc nuw nsw i32 %52 to i8
  %54 = or i64 %21, 4503599627370496
  %55 = zext i8 %48 to i64
  %56 = shl i64 562949953421312, %55
  %57 = add i64 %56, -1
  %58 = and i64 %57, %54
  %59 = shl i64 281474976710656, %55
  %60 = icmp ugt i64 %58, %59
  br i1 %60, label %66, label %61

61:
  %62 = icmp ne i64 %58, %59
  %63 = and i32 %52, 1
  %64 = icmp eq i32 %63, 0
  %65 = select i1 %62, i1 true, i1 %64
  br i1 %65, label %68, label %66

66:
  %67 = add nuw nsw i8 %53, 1
  br label %68

68:
  %69 = phi i8 [ 126, %32 ], [ 0, %10 ], [ %53, %61 ], [ %67, %66 ], [ %46, %36 ], [ 127, %30 ]
  %70 = tail call float @llvm.fabs.f32(float %13)
  %71 = bitcast float %70 to i32
  %72 = icmp samesign ugt i32 %71, 2139095040
  %73 = fpext contract float %13 to double
  %74 = select i1 %72, double 0x7FFFFFFFE0000000, double %73
  %75 = bitcast double %74 to i64
  %76 = lshr i64 %75, 52
  %77 = trunc i64 %76 to i8
  %78 = lshr i64 %75, 49
  %79 = trunc i64 %78 to i8
  %80 = and i8 %79, 7
  %81 = tail call double @llvm.fabs.f64(double %74)
  %82 = bitcast double %81 to i64
  %83 = icmp samesign ugt i64 %82, 4562146422526312448
  br i1 %83, label %84, label %122

84:
  %85 = icmp samesign ugt i64 %82, 9218868437227405312
  br i1 %85, label %122, label %86

86:
  %87 = icmp samesign ugt i64 %82, 4646870390516219904
  br i1 %87, label %122, label %88

88:
  %89 = icmp samesign ult i64 %82, 4580160821035794432
  br i1 %89, label %101, label %90

90:
  %91 = shl i8 %77, 3
  %92 = add i8 %91, 64
  %93 = or disjoint i8 %92, %80
  %94 = and i64 %75, 562949953421311
  %95 = icmp samesign ugt i64 %94, 281474976710656
  %96 = and i64 %75, 1125899906842623
  %97 = icmp eq i64 %96, 844424930131968
  %98 = or i1 %95, %97
  %99 = zext i1 %98 to i8
  %100 = add i8 %93, %99
  br label %122

101:
  %102 = sub i8 -7, %77
  %103 = or disjoint i8 %80, 8
  %104 = zext nneg i8 %103 to i32
  %105 = zext nneg i8 %102 to i32
  %106 = lshr i32 %104, %105
  %107 = trunc nuw nsw i32 %106 to i8
  %108 = or i64 %75, 4503599627370496
  %109 = zext i8 %102 to i64
  %110 = shl i64 562949953421312, %109
  %111 = add i64 %110, -1
  %112 = and i64 %111, %108
  %113 = shl i64 281474976710656, %109
  %114 = icmp ugt i64 %112, %113
  br i1 %114, label %120, label %115

115:
  %116 = icmp ne i64 %112, %113
  %117 = and i32 %106, 1
  %118 = icmp eq i32 %117, 0
  %119 = select i1 %116, i1 true, i1 %118
  br i1 %119, label %122, label %120

120:
  %121 = add nuw nsw i8 %107, 1
  br label %122

122:
  %123 = phi i8 [ 126, %86 ], [ 0, %68 ], [ %107, %115 ], [ %121, %120 ], [ %100, %90 ], [ 127, %84 ]
  %124 = lshr i64 %21, 56
  %125 = trunc nuw i64 %124 to i8
  %126 = and i8 %125, -128
  %127 = or i8 %69, %126
  %128 = zext i8 %127 to i16
  %129 = shl nuw i16 %128, 8
  %130 = lshr i64 %75, 56
  %131 = trunc nuw i64 %130 to i8
  %132 = and i8 %131, -128
  %133 = or i8 %123, %132
  %134 = zext i8 %133 to i16
  %135 = or disjoint i16 %129, %134
  %136 = getelementptr inbounds i16, ptr %1, i64 %11
  store i16 %135, ptr %136, align 2, !tbaa !15
  br label %137

137:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare double @llvm.fabs.f64(double) #3

declare float @llvm.fabs.f32(float) #3

declare i16 @llvm.ctlz.i16(i16, i1 immarg) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
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
!13 = !{!8, !8, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"short", !8, i64 0}
