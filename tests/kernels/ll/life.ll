target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @life_bytes(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
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
  br i1 %15, label %16, label %113

16:
  %17 = add nuw i32 %3, %12
  %18 = add i32 %2, %8
  %19 = add i32 %17, -1
  %20 = srem i32 %19, %3
  %21 = mul nsw i32 %20, %2
  %22 = add i32 %18, -1
  %23 = srem i32 %22, %2
  %24 = add nsw i32 %21, %23
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i8, ptr %0, i64 %25
  %27 = load i8, ptr %26, align 1, !tbaa !11
  %28 = zext i8 %27 to i32
  %29 = srem i32 %19, %3
  %30 = mul nsw i32 %29, %2
  %31 = srem i32 %18, %2
  %32 = add nsw i32 %30, %31
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr %0, i64 %33
  %35 = load i8, ptr %34, align 1, !tbaa !11
  %36 = zext i8 %35 to i32
  %37 = add nuw nsw i32 %28, %36
  %38 = srem i32 %19, %3
  %39 = mul nsw i32 %38, %2
  %40 = add i32 %18, 1
  %41 = srem i32 %40, %2
  %42 = add nsw i32 %39, %41
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i8, ptr %0, i64 %43
  %45 = load i8, ptr %44, align 1, !tbaa !11
  %46 = zext i8 %45 to i32
  %47 = add nuw nsw i32 %37, %46
  %48 = srem i32 %17, %3
  %49 = mul nsw i32 %48, %2
  %50 = add i32 %18, -1
  %51 = srem i32 %50, %2
  %52 = add nsw i32 %49, %51
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i8, ptr %0, i64 %53
  %55 = load i8, ptr %54, align 1, !tbaa !11
  %56 = zext i8 %55 to i32
  %57 = add nuw nsw i32 %47, %56
  %58 = srem i32 %17, %3
  %59 = mul nsw i32 %58, %2
  %60 = add i32 %18, 1
  %61 = srem i32 %60, %2
  %62 = add nsw i32 %59, %61
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds i8, ptr %0, i64 %63
  %65 = load i8, ptr %64, align 1, !tbaa !11
  %66 = zext i8 %65 to i32
  %67 = add nuw nsw i32 %57, %66
  %68 = add nuw i32 %17, 1
  %69 = srem i32 %68, %3
  %70 = mul nsw i32 %69, %2
  %71 = add i32 %18, -1
  %72 = srem i32 %71, %2
  %73 = add nsw i32 %70, %72
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds i8, ptr %0, i64 %74
  %76 = load i8, ptr %75, align 1, !tbaa !11
  %77 = zext i8 %76 to i32
  %78 = add nuw nsw i32 %67, %77
  %79 = srem i32 %68, %3
  %80 = mul nsw i32 %79, %2
  %81 = srem i32 %18, %2
  %82 = add nsw i32 %80, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds i8, ptr %0, i64 %83
  %85 = load i8, ptr %84, align 1, !tbaa !11
  %86 = zext i8 %85 to i32
  %87 = add nuw nsw i32 %78, %86
  %88 = srem i32 %68, %3
  %89 = mul nsw i32 %88, %2
  %90 = add i32 %18, 1
  %91 = srem i32 %90, %2
  %92 = add nsw i32 %89, %91
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds i8, ptr %0, i64 %93
  %95 = load i8, ptr %94, align 1, !tbaa !11
  %96 = zext i8 %95 to i32
  %97 = add nuw nsw i32 %87, %96
  switch i32 %97, label %105 [
    i32 3, label %106
    i32 2, label %98
  ]

98:
  %99 = mul nsw i32 %2, %12
  %100 = add nsw i32 %99, %8
  %101 = sext i32 %100 to i64
  %102 = getelementptr inbounds i8, ptr %0, i64 %101
  %103 = load i8, ptr %102, align 1, !tbaa !11
  %104 = icmp ne i8 %103, 0
  br label %106

105:
  br label %106

106:
  %107 = phi i1 [ true, %16 ], [ %104, %98 ], [ false, %105 ]
  %108 = zext i1 %107 to i8
  %109 = mul nsw i32 %2, %12
  %110 = add nsw i32 %109, %8
  %111 = sext i32 %110 to i64
  %112 = getelementptr inbounds i8, ptr %1, i64 %111
  store i8 %108, ptr %112, align 1, !tbaa !11
  br label %113

113:
  ret void
}

define dso_local ptx_kernel void @life_bits(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = mul nsw i32 %3, %2
  %11 = icmp slt i32 %9, %10
  br i1 %11, label %12, label %96

12:
  %13 = sdiv i32 %9, %2
  %14 = mul i32 %13, %2
  %15 = sub i32 %9, %14
  %16 = add i32 %13, %3
  %17 = sext i32 %15 to i64
  %18 = add i32 %2, -1
  %19 = add i32 %18, %15
  %20 = srem i32 %19, %2
  %21 = sext i32 %20 to i64
  %22 = add nsw i32 %15, 1
  %23 = srem i32 %22, %2
  %24 = sext i32 %23 to i64
  %25 = add i32 %16, -1
  %26 = srem i32 %25, %3
  %27 = mul nsw i32 %26, %2
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds i32, ptr %0, i64 %28
  %30 = getelementptr inbounds i32, ptr %29, i64 %24
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = getelementptr inbounds i32, ptr %29, i64 %17
  %33 = load i32, ptr %32, align 4, !tbaa !6
  %34 = tail call i32 @llvm.fshl.i32(i32 %31, i32 %33, i32 31)
  %35 = getelementptr inbounds i32, ptr %29, i64 %21
  %36 = load i32, ptr %35, align 4, !tbaa !6
  %37 = tail call i32 @llvm.fshl.i32(i32 %33, i32 %36, i32 1)
  %38 = xor i32 %34, %37
  %39 = xor i32 %38, %33
  %40 = and i32 %34, %37
  %41 = and i32 %38, %33
  %42 = xor i32 %40, %41
  %43 = srem i32 %16, %3
  %44 = mul nsw i32 %43, %2
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds i32, ptr %0, i64 %45
  %47 = getelementptr inbounds i32, ptr %46, i64 %17
  %48 = load i32, ptr %47, align 4, !tbaa !6
  %49 = getelementptr inbounds i32, ptr %46, i64 %21
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = getelementptr inbounds i32, ptr %46, i64 %24
  %52 = load i32, ptr %51, align 4, !tbaa !6
  %53 = tail call i32 @llvm.fshl.i32(i32 %48, i32 %50, i32 1)
  %54 = and i32 %53, %39
  %55 = xor i32 %53, %39
  %56 = xor i32 %54, %42
  %57 = tail call i32 @llvm.fshl.i32(i32 %52, i32 %48, i32 31)
  %58 = and i32 %57, %55
  %59 = xor i32 %57, %55
  %60 = xor i32 %58, %56
  %61 = or i32 %58, %54
  %62 = and i32 %61, %42
  %63 = add i32 %16, 1
  %64 = srem i32 %63, %3
  %65 = mul nsw i32 %64, %2
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds i32, ptr %0, i64 %66
  %68 = getelementptr inbounds i32, ptr %67, i64 %24
  %69 = load i32, ptr %68, align 4, !tbaa !6
  %70 = getelementptr inbounds i32, ptr %67, i64 %17
  %71 = load i32, ptr %70, align 4, !tbaa !6
  %72 = tail call i32 @llvm.fshl.i32(i32 %69, i32 %71, i32 31)
  %73 = getelementptr inbounds i32, ptr %67, i64 %21
  %74 = load i32, ptr %73, align 4, !tbaa !6
  %75 = tail call i32 @llvm.fshl.i32(i32 %71, i32 %74, i32 1)
  %76 = xor i32 %75, %59
  %77 = xor i32 %72, %76
  %78 = xor i32 %77, %71
  %79 = and i32 %72, %76
  %80 = and i32 %75, %59
  %81 = xor i32 %80, %60
  %82 = xor i32 %79, %81
  %83 = and i32 %77, %71
  %84 = xor i32 %82, %83
  %85 = or i32 %79, %80
  %86 = and i32 %85, %60
  %87 = or i32 %86, %62
  %88 = and i32 %83, %81
  %89 = or i32 %87, %88
  %90 = xor i32 %89, -1
  %91 = or i32 %48, %78
  %92 = and i32 %91, %90
  %93 = and i32 %92, %84
  %94 = sext i32 %9 to i64
  %95 = getelementptr inbounds i32, ptr %1, i64 %94
  store i32 %93, ptr %95, align 4, !tbaa !6
  br label %96

96:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.fshl.i32(i32, i32, i32) #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
