target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @median_u8(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = icmp slt i32 %12, %3
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %110

16:
  %17 = tail call i32 @llvm.smax.i32(i32 %8, i32 1)
  %18 = tail call i32 @llvm.smin.i32(i32 %17, i32 %2)
  %19 = add nsw i32 %18, -1
  %20 = tail call i32 @llvm.umax.i32(i32 %12, i32 1)
  %21 = tail call i32 @llvm.umin.i32(i32 %20, i32 %3)
  %22 = add nsw i32 %21, -1
  %23 = mul nsw i32 %22, %2
  %24 = add nsw i32 %23, %19
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i8, ptr %0, i64 %25
  %27 = load i8, ptr %26, align 1, !tbaa !11
  %28 = tail call i32 @llvm.smax.i32(i32 %8, i32 0)
  %29 = add nuw nsw i32 %28, 1
  %30 = tail call i32 @llvm.smin.i32(i32 %29, i32 %2)
  %31 = add nsw i32 %30, -1
  %32 = add nsw i32 %23, %31
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr %0, i64 %33
  %35 = load i8, ptr %34, align 1, !tbaa !11
  %36 = tail call i32 @llvm.smax.i32(i32 %8, i32 -1)
  %37 = add nsw i32 %36, 2
  %38 = tail call i32 @llvm.smin.i32(i32 %37, i32 %2)
  %39 = add nsw i32 %38, -1
  %40 = add nsw i32 %23, %39
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds i8, ptr %0, i64 %41
  %43 = load i8, ptr %42, align 1, !tbaa !11
  %44 = add nuw nsw i32 %12, 1
  %45 = tail call i32 @llvm.umin.i32(i32 %44, i32 %3)
  %46 = add nsw i32 %45, -1
  %47 = mul nsw i32 %46, %2
  %48 = add nsw i32 %47, %19
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds i8, ptr %0, i64 %49
  %51 = load i8, ptr %50, align 1, !tbaa !11
  %52 = add nsw i32 %47, %31
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i8, ptr %0, i64 %53
  %55 = load i8, ptr %54, align 1, !tbaa !11
  %56 = add nsw i32 %47, %39
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i8, ptr %0, i64 %57
  %59 = load i8, ptr %58, align 1, !tbaa !11
  %60 = add nuw nsw i32 %12, 2
  %61 = tail call i32 @llvm.umin.i32(i32 %60, i32 %3)
  %62 = add nsw i32 %61, -1
  %63 = mul nsw i32 %62, %2
  %64 = add nsw i32 %63, %19
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds i8, ptr %0, i64 %65
  %67 = load i8, ptr %66, align 1, !tbaa !11
  %68 = add nsw i32 %63, %31
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds i8, ptr %0, i64 %69
  %71 = load i8, ptr %70, align 1, !tbaa !11
  %72 = add nsw i32 %63, %39
  %73 = sext i32 %72 to i64
  %74 = getelementptr inbounds i8, ptr %0, i64 %73
  %75 = load i8, ptr %74, align 1, !tbaa !11
  %76 = tail call i8 @llvm.umin.i8(i8 %35, i8 %43)
  %77 = tail call i8 @llvm.umax.i8(i8 %35, i8 %43)
  %78 = tail call i8 @llvm.umin.i8(i8 %55, i8 %59)
  %79 = tail call i8 @llvm.umax.i8(i8 %55, i8 %59)
  %80 = tail call i8 @llvm.umin.i8(i8 %71, i8 %75)
  %81 = tail call i8 @llvm.umax.i8(i8 %71, i8 %75)
  %82 = tail call i8 @llvm.umin.i8(i8 %27, i8 %76)
  %83 = tail call i8 @llvm.umax.i8(i8 %27, i8 %76)
  %84 = tail call i8 @llvm.umin.i8(i8 %51, i8 %78)
  %85 = tail call i8 @llvm.umax.i8(i8 %51, i8 %78)
  %86 = tail call i8 @llvm.umin.i8(i8 %67, i8 %80)
  %87 = tail call i8 @llvm.umax.i8(i8 %67, i8 %80)
  %88 = tail call i8 @llvm.umin.i8(i8 %83, i8 %77)
  %89 = tail call i8 @llvm.umax.i8(i8 %83, i8 %77)
  %90 = tail call i8 @llvm.umin.i8(i8 %85, i8 %79)
  %91 = tail call i8 @llvm.umax.i8(i8 %85, i8 %79)
  %92 = tail call i8 @llvm.umin.i8(i8 %87, i8 %81)
  %93 = tail call i8 @llvm.umax.i8(i8 %87, i8 %81)
  %94 = tail call i8 @llvm.umax.i8(i8 %82, i8 %84)
  %95 = tail call i8 @llvm.umin.i8(i8 %91, i8 %93)
  %96 = tail call i8 @llvm.umin.i8(i8 %90, i8 %92)
  %97 = tail call i8 @llvm.umax.i8(i8 %90, i8 %92)
  %98 = tail call i8 @llvm.umax.i8(i8 %94, i8 %86)
  %99 = tail call i8 @llvm.umax.i8(i8 %88, i8 %96)
  %100 = tail call i8 @llvm.umin.i8(i8 %89, i8 %95)
  %101 = tail call i8 @llvm.umin.i8(i8 %99, i8 %97)
  %102 = tail call i8 @llvm.umin.i8(i8 %101, i8 %100)
  %103 = tail call i8 @llvm.umax.i8(i8 %101, i8 %100)
  %104 = tail call i8 @llvm.umax.i8(i8 %98, i8 %102)
  %105 = tail call noundef i8 @llvm.umin.i8(i8 %104, i8 %103)
  %106 = mul nsw i32 %2, %12
  %107 = add nsw i32 %106, %8
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds i8, ptr %1, i64 %108
  store i8 %105, ptr %109, align 1, !tbaa !11
  br label %110

110:
  ret void
}

define dso_local ptx_kernel void @median_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = icmp slt i32 %12, %3
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %129

16:
  %17 = tail call i32 @llvm.smax.i32(i32 %8, i32 1)
  %18 = tail call i32 @llvm.smin.i32(i32 %17, i32 %2)
  %19 = add nsw i32 %18, -1
  %20 = tail call i32 @llvm.umax.i32(i32 %12, i32 1)
  %21 = tail call i32 @llvm.umin.i32(i32 %20, i32 %3)
  %22 = add nsw i32 %21, -1
  %23 = mul nsw i32 %22, %2
  %24 = add nsw i32 %23, %19
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds float, ptr %0, i64 %25
  %27 = load float, ptr %26, align 4, !tbaa !12
  %28 = tail call i32 @llvm.smax.i32(i32 %8, i32 0)
  %29 = add nuw nsw i32 %28, 1
  %30 = tail call i32 @llvm.smin.i32(i32 %29, i32 %2)
  %31 = add nsw i32 %30, -1
  %32 = add nsw i32 %23, %31
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds float, ptr %0, i64 %33
  %35 = load float, ptr %34, align 4, !tbaa !12
  %36 = tail call i32 @llvm.smax.i32(i32 %8, i32 -1)
  %37 = add nsw i32 %36, 2
  %38 = tail call i32 @llvm.smin.i32(i32 %37, i32 %2)
  %39 = add nsw i32 %38, -1
  %40 = add nsw i32 %23, %39
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds float, ptr %0, i64 %41
  %43 = load float, ptr %42, align 4, !tbaa !12
  %44 = add nuw nsw i32 %12, 1
  %45 = tail call i32 @llvm.umin.i32(i32 %44, i32 %3)
  %46 = add nsw i32 %45, -1
  %47 = mul nsw i32 %46, %2
  %48 = add nsw i32 %47, %19
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds float, ptr %0, i64 %49
  %51 = load float, ptr %50, align 4, !tbaa !12
  %52 = add nsw i32 %47, %31
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds float, ptr %0, i64 %53
  %55 = load float, ptr %54, align 4, !tbaa !12
  %56 = add nsw i32 %47, %39
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds float, ptr %0, i64 %57
  %59 = load float, ptr %58, align 4, !tbaa !12
  %60 = add nuw nsw i32 %12, 2
  %61 = tail call i32 @llvm.umin.i32(i32 %60, i32 %3)
  %62 = add nsw i32 %61, -1
  %63 = mul nsw i32 %62, %2
  %64 = add nsw i32 %63, %19
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds float, ptr %0, i64 %65
  %67 = load float, ptr %66, align 4, !tbaa !12
  %68 = add nsw i32 %63, %31
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds float, ptr %0, i64 %69
  %71 = load float, ptr %70, align 4, !tbaa !12
  %72 = add nsw i32 %63, %39
  %73 = sext i32 %72 to i64
  %74 = getelementptr inbounds float, ptr %0, i64 %73
  %75 = load float, ptr %74, align 4, !tbaa !12
  %76 = fcmp contract olt float %35, %43
  %77 = select contract i1 %76, float %35, float %43
  %78 = select contract i1 %76, float %43, float %35
  %79 = fcmp contract olt float %55, %59
  %80 = select contract i1 %79, float %55, float %59
  %81 = select contract i1 %79, float %59, float %55
  %82 = fcmp contract olt float %71, %75
  %83 = select contract i1 %82, float %71, float %75
  %84 = select contract i1 %82, float %75, float %71
  %85 = fcmp contract olt float %27, %77
  %86 = select contract i1 %85, float %27, float %77
  %87 = select contract i1 %85, float %77, float %27
  %88 = fcmp contract olt float %51, %80
  %89 = select contract i1 %88, float %51, float %80
  %90 = select contract i1 %88, float %80, float %51
  %91 = fcmp contract olt float %67, %83
  %92 = select contract i1 %91, float %67, float %83
  %93 = select contract i1 %91, float %83, float %67
  %94 = fcmp contract olt float %87, %78
  %95 = select contract i1 %94, float %87, float %78
  %96 = select contract i1 %94, float %78, float %87
  %97 = fcmp contract olt float %90, %81
  %98 = select contract i1 %97, float %90, float %81
  %99 = select contract i1 %97, float %81, float %90
  %100 = fcmp contract olt float %93, %84
  %101 = select contract i1 %100, float %93, float %84
  %102 = select contract i1 %100, float %84, float %93
  %103 = fcmp contract olt float %86, %89
  %104 = select contract i1 %103, float %89, float %86
  %105 = fcmp contract olt float %99, %102
  %106 = select contract i1 %105, float %99, float %102
  %107 = fcmp contract olt float %98, %101
  %108 = select contract i1 %107, float %98, float %101
  %109 = select contract i1 %107, float %101, float %98
  %110 = fcmp contract olt float %104, %92
  %111 = select contract i1 %110, float %92, float %104
  %112 = fcmp contract olt float %95, %108
  %113 = select contract i1 %112, float %108, float %95
  %114 = fcmp contract olt float %96, %106
  %115 = select contract i1 %114, float %96, float %106
  %116 = fcmp contract olt float %113, %109
  %117 = select contract i1 %116, float %113, float %109
  %118 = fcmp contract olt float %117, %115
  %119 = select contract i1 %118, float %117, float %115
  %120 = select contract i1 %118, float %115, float %117
  %121 = fcmp contract olt float %111, %119
  %122 = select contract i1 %121, float %119, float %111
  %123 = fcmp contract olt float %122, %120
  %124 = select contract i1 %123, float %122, float %120
  %125 = mul nsw i32 %2, %12
  %126 = add nsw i32 %125, %8
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr %1, i64 %127
  store float %124, ptr %128, align 4, !tbaa !12
  br label %129

129:
  ret void
}

define dso_local ptx_kernel void @sobel(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = icmp slt i32 %12, %3
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %101

16:
  %17 = tail call i32 @llvm.smax.i32(i32 %8, i32 1)
  %18 = tail call i32 @llvm.smin.i32(i32 %17, i32 %2)
  %19 = add nsw i32 %18, -1
  %20 = tail call i32 @llvm.umax.i32(i32 %12, i32 1)
  %21 = tail call i32 @llvm.umin.i32(i32 %20, i32 %3)
  %22 = add nsw i32 %21, -1
  %23 = mul nsw i32 %22, %2
  %24 = add nsw i32 %23, %19
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i8, ptr %0, i64 %25
  %27 = load i8, ptr %26, align 1, !tbaa !11
  %28 = tail call i32 @llvm.smax.i32(i32 %8, i32 0)
  %29 = add nuw nsw i32 %28, 1
  %30 = tail call i32 @llvm.smin.i32(i32 %29, i32 %2)
  %31 = add nsw i32 %30, -1
  %32 = add nsw i32 %23, %31
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr %0, i64 %33
  %35 = load i8, ptr %34, align 1, !tbaa !11
  %36 = tail call i32 @llvm.smax.i32(i32 %8, i32 -1)
  %37 = add nsw i32 %36, 2
  %38 = tail call i32 @llvm.smin.i32(i32 %37, i32 %2)
  %39 = add nsw i32 %38, -1
  %40 = add nsw i32 %23, %39
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds i8, ptr %0, i64 %41
  %43 = load i8, ptr %42, align 1, !tbaa !11
  %44 = add nuw nsw i32 %12, 1
  %45 = tail call i32 @llvm.umin.i32(i32 %44, i32 %3)
  %46 = add nsw i32 %45, -1
  %47 = mul nsw i32 %46, %2
  %48 = add nsw i32 %47, %19
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds i8, ptr %0, i64 %49
  %51 = load i8, ptr %50, align 1, !tbaa !11
  %52 = add nsw i32 %47, %39
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i8, ptr %0, i64 %53
  %55 = load i8, ptr %54, align 1, !tbaa !11
  %56 = add nuw nsw i32 %12, 2
  %57 = tail call i32 @llvm.umin.i32(i32 %56, i32 %3)
  %58 = add nsw i32 %57, -1
  %59 = mul nsw i32 %58, %2
  %60 = add nsw i32 %59, %19
  %61 = sext i32 %60 to i64
  %62 = getelementptr inbounds i8, ptr %0, i64 %61
  %63 = load i8, ptr %62, align 1, !tbaa !11
  %64 = add nsw i32 %59, %31
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds i8, ptr %0, i64 %65
  %67 = load i8, ptr %66, align 1, !tbaa !11
  %68 = add nsw i32 %59, %39
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds i8, ptr %0, i64 %69
  %71 = load i8, ptr %70, align 1, !tbaa !11
  %72 = zext i8 %43 to i32
  %73 = zext i8 %55 to i32
  %74 = zext i8 %71 to i32
  %75 = zext i8 %27 to i32
  %76 = zext i8 %51 to i32
  %77 = zext i8 %63 to i32
  %78 = sub nsw i32 %73, %76
  %79 = shl nsw i32 %78, 1
  %80 = add nuw nsw i32 %75, %77
  %81 = sub nsw i32 %72, %80
  %82 = add nsw i32 %81, %79
  %83 = add nsw i32 %82, %74
  %84 = zext i8 %67 to i32
  %85 = zext i8 %35 to i32
  %86 = sub nsw i32 %84, %85
  %87 = shl nsw i32 %86, 1
  %88 = add nuw nsw i32 %72, %75
  %89 = sub nsw i32 %77, %88
  %90 = add nsw i32 %89, %74
  %91 = add nsw i32 %90, %87
  %92 = tail call noundef range(i32 -1020, 1021) i32 @llvm.abs.i32(i32 range(i32 -1020, 1021) %83, i1 true)
  %93 = tail call noundef range(i32 -1020, 1021) i32 @llvm.abs.i32(i32 range(i32 -1020, 1021) %91, i1 true)
  %94 = add nuw nsw i32 %93, %92
  %95 = tail call i32 @llvm.umin.i32(i32 %94, i32 255)
  %96 = trunc nuw i32 %95 to i8
  %97 = mul nsw i32 %2, %12
  %98 = add nsw i32 %97, %8
  %99 = sext i32 %98 to i64
  %100 = getelementptr inbounds i8, ptr %1, i64 %99
  store i8 %96, ptr %100, align 1, !tbaa !11
  br label %101

101:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

declare i32 @llvm.smin.i32(i32, i32) #2

declare i32 @llvm.smax.i32(i32, i32) #2

declare i32 @llvm.abs.i32(i32, i1 immarg) #3

declare i8 @llvm.umin.i8(i8, i8) #4

declare i8 @llvm.umax.i8(i8, i8) #4

declare i32 @llvm.umax.i32(i32, i32) #4

declare i32 @llvm.umin.i32(i32, i32) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = !{!8, !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !8, i64 0}
