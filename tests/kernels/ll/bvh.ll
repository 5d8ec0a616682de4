target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Entry = type { i32, float, i8 }
%struct.float3 = type { float, float, float }
%struct.Box = type { [3 x float], [3 x float] }
%struct.float2.0 = type { float, float }
%struct.ushort3 = type { i16, i16, i16 }

define dso_local ptx_kernel void @kd_nearest(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = alloca [32 x %struct.Entry], align 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %4
  br i1 %12, label %13, label %84

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds %struct.float3, ptr %2, i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !11
  %17 = getelementptr inbounds nuw i8, ptr %15, i64 4
  %18 = load float, ptr %17, align 4, !tbaa !11
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %20 = load float, ptr %19, align 4, !tbaa !11
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(9) %6, i8 0, i64 9, i1 false)
  br label %21

21:
  %22 = phi i32 [ 1, %13 ], [ %80, %77 ]
  %23 = phi i32 [ -1, %13 ], [ %79, %77 ]
  %24 = phi float [ 0x47EFF933C0000000, %13 ], [ %78, %77 ]
  %25 = add nsw i32 %22, -1
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds %struct.Entry, ptr %6, i64 %26
  %28 = load i32, ptr %27, align 4, !tbaa !6
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %30 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %31 = load i8, ptr %30, align 4, !tbaa !13
  %32 = icmp slt i32 %28, %1
  br i1 %32, label %33, label %77, !llvm.loop !14

33:
  %34 = load float, ptr %29, align 4, !tbaa !11
  %35 = fcmp contract ult float %34, %24
  br i1 %35, label %36, label %77, !llvm.loop !14

36:
  %37 = sext i32 %28 to i64
  %38 = getelementptr inbounds %struct.float3, ptr %0, i64 %37
  %39 = load float, ptr %38, align 4, !tbaa !11
  %40 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %41 = load float, ptr %40, align 4, !tbaa !11
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %43 = load float, ptr %42, align 4, !tbaa !11
  %44 = fsub contract float %16, %39
  %45 = fsub contract float %18, %41
  %46 = fsub contract float %20, %43
  %47 = fmul contract float %44, %44
  %48 = fmul contract float %45, %45
  %49 = fadd contract float %47, %48
  %50 = fmul contract float %46, %46
  %51 = fadd contract float %49, %50
  %52 = fcmp contract olt float %51, %24
  %53 = select i1 %52, float %51, float %24
  %54 = select i1 %52, i32 %28, i32 %23
  %55 = zext i8 %31 to i16
  %56 = icmp eq i8 %31, 0
  %57 = icmp eq i8 %31, 1
  %58 = select contract i1 %57, float %45, float %46
  %59 = select contract i1 %56, float %44, float %58
  %60 = add nuw nsw i16 %55, 1
  %61 = urem i16 %60, 3
  %62 = trunc nuw nsw i16 %61 to i8
  %63 = shl nsw i32 %28, 1
  %64 = or disjoint i32 %63, 1
  %65 = fcmp contract ole float %59, 0.000000e+00
  %66 = add nsw i32 %63, 2
  %67 = select i1 %65, i32 %64, i32 %66
  %68 = shl nsw i32 %64, 1
  %69 = or disjoint i32 %68, 1
  %70 = sub i32 %69, %67
  %71 = fmul contract float %59, %59
  store i32 %70, ptr %27, align 4, !tbaa !6
  store float %71, ptr %29, align 4, !tbaa !11
  store i8 %62, ptr %30, align 4, !tbaa !13
  %72 = add nsw i32 %22, 1
  %73 = sext i32 %22 to i64
  %74 = getelementptr inbounds %struct.Entry, ptr %6, i64 %73
  store i32 %67, ptr %74, align 4, !tbaa !6
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 4
  store float 0.000000e+00, ptr %75, align 4, !tbaa !11
  %76 = getelementptr inbounds nuw i8, ptr %74, i64 8
  store i8 %62, ptr %76, align 4, !tbaa !13
  br label %77

77:
  %78 = phi float [ %53, %36 ], [ %24, %33 ], [ %24, %21 ]
  %79 = phi i32 [ %54, %36 ], [ %23, %33 ], [ %23, %21 ]
  %80 = phi i32 [ %72, %36 ], [ %25, %33 ], [ %25, %21 ]
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %21

82:
  %83 = getelementptr inbounds i32, ptr %3, i64 %14
  store i32 %79, ptr %83, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #8
  br label %84

84:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @ray_boxes(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #2 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %5
  br i1 %12, label %13, label %82

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds %struct.float3, ptr %2, i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !16
  %17 = getelementptr inbounds nuw i8, ptr %15, i64 4
  %18 = load float, ptr %17, align 4, !tbaa !18
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %20 = load float, ptr %19, align 4, !tbaa !19
  %21 = getelementptr inbounds %struct.float3, ptr %3, i64 %14
  %22 = load float, ptr %21, align 4, !tbaa !16
  %23 = fdiv contract float 1.000000e+00, %22
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 4
  %25 = load float, ptr %24, align 4, !tbaa !18
  %26 = fdiv contract float 1.000000e+00, %25
  %27 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %28 = load float, ptr %27, align 4, !tbaa !19
  %29 = fdiv contract float 1.000000e+00, %28
  %30 = icmp sgt i32 %1, 0
  br i1 %30, label %31, label %79

31:
  %32 = phi float [ %76, %31 ], [ 0x47EFF933C0000000, %13 ]
  %33 = phi i32 [ %77, %31 ], [ 0, %13 ]
  %34 = phi i32 [ %75, %31 ], [ -1, %13 ]
  %35 = zext nneg i32 %33 to i64
  %36 = getelementptr inbounds nuw %struct.Box, ptr %0, i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 12
  %38 = load float, ptr %36, align 4, !tbaa !11
  %39 = fsub contract float %38, %16
  %40 = fmul contract float %39, %23
  %41 = load float, ptr %37, align 4, !tbaa !11
  %42 = fsub contract float %41, %16
  %43 = fmul contract float %23, %42
  %44 = tail call noundef float @llvm.minnum.f32(float %40, float %43)
  %45 = tail call noundef float @llvm.maxnum.f32(float %44, float 0.000000e+00)
  %46 = tail call noundef float @llvm.maxnum.f32(float %40, float %43)
  %47 = tail call noundef float @llvm.minnum.f32(float %32, float %46)
  %48 = getelementptr inbounds nuw i8, ptr %36, i64 4
  %49 = load float, ptr %48, align 4, !tbaa !11
  %50 = fsub contract float %49, %18
  %51 = fmul contract float %50, %26
  %52 = getelementptr inbounds nuw i8, ptr %36, i64 16
  %53 = load float, ptr %52, align 4, !tbaa !11
  %54 = fsub contract float %53, %18
  %55 = fmul contract float %26, %54
  %56 = tail call noundef float @llvm.minnum.f32(float %51, float %55)
  %57 = tail call noundef float @llvm.maxnum.f32(float %45, float %56)
  %58 = tail call noundef float @llvm.maxnum.f32(float %51, float %55)
  %59 = tail call noundef float @llvm.minnum.f32(float %47, float %58)
  %60 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %61 = load float, ptr %60, align 4, !tbaa !11
  %62 = fsub contract float %61, %20
  %63 = fmul contract float %62, %29
  %64 = getelementptr inbounds nuw i8, ptr %36, i64 20
  %65 = load float, ptr %64, align 4, !tbaa !11
  %66 = fsub contract float %65, %20
  %67 = fmul contract float %29, %66
  %68 = tail call noundef float @llvm.minnum.f32(float %63, float %67)
  %69 = tail call noundef float @llvm.maxnum.f32(float %57, float %68)
  %70 = tail call noundef float @llvm.maxnum.f32(float %63, float %67)
  %71 = tail call noundef float @llvm.minnum.f32(float %59, float %70)
  %72 = fcmp contract ole float %69, %71
  %73 = fcmp contract olt float %69, %32
  %74 = select i1 %72, i1 %73, i1 false
  %75 = select i1 %74, i32 %33, i32 %34
  %76 = select i1 %74, float %69, float %32
  %77 = add nuw nsw i32 %33, 1
  %78 = icmp eq i32 %77, %1
  br i1 %78, label %79, label %31, !llvm.loop !20

79:
  %80 = phi i32 [ -1, %13 ], [ %75, %31 ]
  %81 = getelementptr inbounds i32, ptr %4, i64 %14
  store i32 %80, ptr %81, align 4, !tbaa !6
  br label %82

82:
  ret void
}

define dso_local ptx_kernel void @point_in_polygon(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %118

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.float2.0, ptr %2, i64 %13
  %15 = load float, ptr %14, align 8, !tbaa !11
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %17 = load float, ptr %16, align 4, !tbaa !11
  %18 = icmp sgt i32 %1, 0
  br i1 %18, label %19, label %55

19:
  %20 = add nsw i32 %1, -1
  %21 = and i32 %1, 1
  %22 = icmp eq i32 %1, 1
  br i1 %22, label %27, label %23

23:
  %24 = and i32 %1, 2147483646
  br label %59

25:
  %26 = icmp eq i32 %21, 0
  br i1 %26, label %55, label %27

27:
  %28 = phi i1 [ false, %19 ], [ %114, %25 ]
  %29 = phi i32 [ 0, %19 ], [ %115, %25 ]
  %30 = phi i32 [ %20, %19 ], [ %89, %25 ]
  %31 = icmp ne i32 %21, 0
  tail call void @llvm.assume(i1 %31)
  %32 = zext nneg i32 %29 to i64
  %33 = getelementptr inbounds nuw %struct.float2.0, ptr %0, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 4
  %35 = load float, ptr %34, align 4, !tbaa !11
  %36 = sext i32 %30 to i64
  %37 = getelementptr inbounds %struct.float2.0, ptr %0, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 4
  %39 = load float, ptr %38, align 4, !tbaa !11
  %40 = fcmp contract ogt float %35, %17
  %41 = fcmp ule float %39, %17
  %42 = xor i1 %40, %41
  br i1 %42, label %55, label %43

43:
  %44 = load float, ptr %37, align 8, !tbaa !11
  %45 = load float, ptr %33, align 8, !tbaa !11
  %46 = fsub contract float %44, %45
  %47 = fsub contract float %17, %35
  %48 = fmul contract float %47, %46
  %49 = fsub contract float %39, %35
  %50 = fdiv contract float %48, %49
  %51 = fadd contract float %45, %50
  %52 = fcmp contract olt float %15, %51
  br i1 %52, label %53, label %55

53:
  %54 = xor i1 %28, true
  br label %55

55:
  %56 = phi i1 [ false, %12 ], [ %114, %25 ], [ %54, %53 ], [ %28, %43 ], [ %28, %27 ]
  %57 = getelementptr inbounds i8, ptr %3, i64 %13
  %58 = zext i1 %56 to i8
  store i8 %58, ptr %57, align 1, !tbaa !21
  br label %118

59:
  %60 = phi i1 [ false, %23 ], [ %114, %113 ]
  %61 = phi i32 [ 0, %23 ], [ %115, %113 ]
  %62 = phi i32 [ %20, %23 ], [ %89, %113 ]
  %63 = phi i32 [ 0, %23 ], [ %116, %113 ]
  %64 = zext nneg i32 %61 to i64
  %65 = getelementptr inbounds nuw %struct.float2.0, ptr %0, i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 4
  %67 = load float, ptr %66, align 4, !tbaa !11
  %68 = sext i32 %62 to i64
  %69 = getelementptr inbounds %struct.float2.0, ptr %0, i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 4
  %71 = load float, ptr %70, align 4, !tbaa !11
  %72 = fcmp contract ogt float %67, %17
  %73 = fcmp ule float %71, %17
  %74 = xor i1 %72, %73
  br i1 %74, label %87, label %75

75:
  %76 = load float, ptr %69, align 8, !tbaa !11
  %77 = load float, ptr %65, align 8, !tbaa !11
  %78 = fsub contract float %76, %77
  %79 = fsub contract float %17, %67
  %80 = fmul contract float %79, %78
  %81 = fsub contract float %71, %67
  %82 = fdiv contract float %80, %81
  %83 = fadd contract float %77, %82
  %84 = fcmp contract olt float %15, %83
  br i1 %84, label %85, label %87

85:
  %86 = xor i1 %60, true
  br label %87

87:
  %88 = phi i1 [ %86, %85 ], [ %60, %75 ], [ %60, %59 ]
  %89 = or disjoint i32 %61, 1
  %90 = zext nneg i32 %89 to i64
  %91 = getelementptr inbounds nuw %struct.float2.0, ptr %0, i64 %90
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 4
  %93 = load float, ptr %92, align 4, !tbaa !11
  %94 = zext nneg i32 %61 to i64
  %95 = getelementptr inbounds nuw %struct.float2.0, ptr %0, i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 4
  %97 = load float, ptr %96, align 4, !tbaa !11
  %98 = fcmp contract ogt float %93, %17
  %99 = fcmp ule float %97, %17
  %100 = xor i1 %98, %99
  br i1 %100, label %113, label %101

101:
  %102 = load float, ptr %95, align 8, !tbaa !11
  %103 = load float, ptr %91, align 8, !tbaa !11
  %104 = fsub contract float %102, %103
  %105 = fsub contract float %17, %93
  %106 = fmul contract float %105, %104
  %107 = fsub contract float %97, %93
  %108 = fdiv contract float %106, %107
  %109 = fadd contract float %103, %108
  %110 = fcmp contract olt float %15, %109
  br i1 %110, label %111, label %113

111:
  %112 = xor i1 %88, true
  br label %113

113:
  %114 = phi i1 [ %112, %111 ], [ %88, %101 ], [ %88, %87 ]
  %115 = add nuw nsw i32 %61, 2
  %116 = add i32 %63, 2
  %117 = icmp eq i32 %116, %24
  br i1 %117, label %25, label %59, !llvm.loop !23

118:
  ret void
}

define dso_local ptx_kernel void @morton_3d(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #3 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %54

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.ushort3, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2, !tbaa !24
  %14 = and i16 %13, 1023
  %15 = zext nneg i16 %14 to i32
  %16 = shl nuw nsw i32 %15, 16
  %17 = shl nuw nsw i32 %15, 8
  %18 = or i32 %16, %17
  %19 = or i32 %18, %15
  %20 = and i32 %19, 50393103
  %21 = mul nuw nsw i32 %20, 17
  %22 = and i32 %21, 51130563
  %23 = mul nuw nsw i32 %22, 5
  %24 = and i32 %23, 153391689
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 2
  %26 = load i16, ptr %25, align 2, !tbaa !27
  %27 = and i16 %26, 1023
  %28 = zext nneg i16 %27 to i32
  %29 = shl nuw nsw i32 %28, 16
  %30 = shl nuw nsw i32 %28, 8
  %31 = or i32 %29, %30
  %32 = or i32 %31, %28
  %33 = and i32 %32, 50393103
  %34 = mul nuw nsw i32 %33, 17
  %35 = and i32 %34, 51130563
  %36 = mul nuw nsw i32 %35, 10
  %37 = and i32 %36, 306783378
  %38 = or disjoint i32 %37, %24
  %39 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %40 = load i16, ptr %39, align 2, !tbaa !28
  %41 = and i16 %40, 1023
  %42 = zext nneg i16 %41 to i32
  %43 = shl nuw nsw i32 %42, 16
  %44 = shl nuw nsw i32 %42, 8
  %45 = or i32 %43, %44
  %46 = or i32 %45, %42
  %47 = and i32 %46, 50393103
  %48 = mul nuw nsw i32 %47, 17
  %49 = and i32 %48, 51130563
  %50 = mul nuw nsw i32 %49, 20
  %51 = and i32 %50, 613566756
  %52 = or disjoint i32 %38, %51
  %53 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %52, ptr %53, align 4, !tbaa !6
  br label %54

54:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare float @llvm.minnum.f32(float, float) #5

declare float @llvm.maxnum.f32(float, float) #5

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

declare void @llvm.assume(i1 noundef) #7

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #8 = { nounwind }

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
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!17, !12, i64 0}
!17 = !{!"_ZTS6float3", !12, i64 0, !12, i64 4, !12, i64 8}
!18 = !{!17, !12, i64 4}
!19 = !{!17, !12, i64 8}
!20 = distinct !{!20, !15}
!21 = !{!22, !22, i64 0}
!22 = !{!"bool", !8, i64 0}
!23 = distinct !{!23, !15}
!24 = !{!25, !26, i64 0}
!25 = !{!"_ZTS7ushort3", !26, i64 0, !26, i64 2, !26, i64 4}
!26 = !{!"short", !8, i64 0}
!27 = !{!25, !26, i64 2}
!28 = !{!25, !26, i64 4}
