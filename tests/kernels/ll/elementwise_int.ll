target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @map_i8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %40

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !11
  %15 = getelementptr inbounds i8, ptr %1, i64 %12
  %16 = load i8, ptr %15, align 1, !tbaa !11
  %17 = mul i8 %14, 3
  %18 = add i8 %17, %16
  %19 = and i8 %16, %14
  %20 = xor i8 %18, %19
  %21 = or i8 %16, %14
  %22 = ashr i8 %21, 1
  %23 = sub i8 %20, %22
  %24 = icmp eq i8 %16, 0
  br i1 %24, label %37, label %25

25:
  %26 = sext i8 %14 to i16
  %27 = sext i8 %16 to i16
  %28 = freeze i16 %26
  %29 = freeze i16 %27
  %30 = sdiv i16 %28, %29
  %31 = trunc i16 %30 to i8
  %32 = add i8 %23, %31
  %33 = mul i16 %30, %29
  %34 = sub i16 %28, %33
  %35 = trunc nsw i16 %34 to i8
  %36 = add i8 %32, %35
  br label %37

37:
  %38 = phi i8 [ %36, %25 ], [ %23, %11 ]
  %39 = getelementptr inbounds i8, ptr %2, i64 %12
  store i8 %38, ptr %39, align 1, !tbaa !11
  br label %40

40:
  ret void
}

define dso_local ptx_kernel void @map_u8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !11
  %15 = getelementptr inbounds i8, ptr %1, i64 %12
  %16 = load i8, ptr %15, align 1, !tbaa !11
  %17 = mul i8 %14, 3
  %18 = add i8 %17, %16
  %19 = and i8 %16, %14
  %20 = xor i8 %18, %19
  %21 = or i8 %16, %14
  %22 = lshr i8 %21, 1
  %23 = sub i8 %20, %22
  %24 = icmp eq i8 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i8 %14
  %27 = freeze i8 %16
  %28 = udiv i8 %26, %27
  %29 = add i8 %28, %23
  %30 = mul i8 %28, %27
  %31 = sub i8 %26, %30
  %32 = add i8 %29, %31
  br label %33

33:
  %34 = phi i8 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i8, ptr %2, i64 %12
  store i8 %34, ptr %35, align 1, !tbaa !11
  br label %36

36:
  ret void
}

define dso_local ptx_kernel void @map_i16(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %40

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i16, ptr %0, i64 %12
  %14 = load i16, ptr %13, align 2, !tbaa !12
  %15 = getelementptr inbounds i16, ptr %1, i64 %12
  %16 = load i16, ptr %15, align 2, !tbaa !12
  %17 = mul i16 %14, 3
  %18 = add i16 %17, %16
  %19 = and i16 %16, %14
  %20 = xor i16 %18, %19
  %21 = or i16 %16, %14
  %22 = ashr i16 %21, 1
  %23 = sub i16 %20, %22
  %24 = icmp eq i16 %16, 0
  br i1 %24, label %37, label %25

25:
  %26 = sext i16 %16 to i32
  %27 = sext i16 %14 to i32
  %28 = zext i16 %23 to i32
  %29 = freeze i32 %27
  %30 = freeze i32 %26
  %31 = sdiv i32 %29, %30
  %32 = add nsw i32 %31, %28
  %33 = mul i32 %31, %30
  %34 = sub i32 %29, %33
  %35 = add nsw i32 %32, %34
  %36 = trunc i32 %35 to i16
  br label %37

37:
  %38 = phi i16 [ %36, %25 ], [ %23, %11 ]
  %39 = getelementptr inbounds i16, ptr %2, i64 %12
  store i16 %38, ptr %39, align 2, !tbaa !12
  br label %40

40:
  ret void
}

define dso_local ptx_kernel void @map_u16(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i16, ptr %0, i64 %12
  %14 = load i16, ptr %13, align 2, !tbaa !12
  %15 = getelementptr inbounds i16, ptr %1, i64 %12
  %16 = load i16, ptr %15, align 2, !tbaa !12
  %17 = mul i16 %14, 3
  %18 = add i16 %17, %16
  %19 = and i16 %16, %14
  %20 = xor i16 %18, %19
  %21 = or i16 %16, %14
  %22 = lshr i16 %21, 1
  %23 = sub i16 %20, %22
  %24 = icmp eq i16 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i16 %14
  %27 = freeze i16 %16
  %28 = udiv i16 %26, %27
  %29 = add i16 %28, %23
  %30 = mul i16 %28, %27
  %31 = sub i16 %26, %30
  %32 = add i16 %29, %31
  br label %33

33:
  %34 = phi i16 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i16, ptr %2, i64 %12
  store i16 %34, ptr %35, align 2, !tbaa !12
  br label %36

36:
  ret void
}

define dso_local ptx_kernel void @map_i32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds i32, ptr %1, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = mul nsw i32 %14, 3
  %18 = add nsw i32 %17, %16
  %19 = and i32 %16, %14
  %20 = xor i32 %18, %19
  %21 = or i32 %16, %14
  %22 = ashr i32 %21, 1
  %23 = sub nsw i32 %20, %22
  %24 = icmp eq i32 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i32 %14
  %27 = freeze i32 %16
  %28 = sdiv i32 %26, %27
  %29 = add nsw i32 %28, %23
  %30 = mul i32 %28, %27
  %31 = sub i32 %26, %30
  %32 = add nsw i32 %29, %31
  br label %33

33:
  %34 = phi i32 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i32, ptr %2, i64 %12
  store i32 %34, ptr %35, align 4, !tbaa !6
  br label %36

36:
  ret void
}

define dso_local ptx_kernel void @map_u32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds i32, ptr %1, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = mul i32 %14, 3
  %18 = add i32 %17, %16
  %19 = and i32 %16, %14
  %20 = xor i32 %18, %19
  %21 = or i32 %16, %14
  %22 = lshr i32 %21, 1
  %23 = sub i32 %20, %22
  %24 = icmp eq i32 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i32 %14
  %27 = freeze i32 %16
  %28 = udiv i32 %26, %27
  %29 = add i32 %28, %23
  %30 = mul i32 %28, %27
  %31 = sub i32 %26, %30
  %32 = add i32 %29, %31
  br label %33

33:
  %34 = phi i32 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i32, ptr %2, i64 %12
  store i32 %34, ptr %35, align 4, !tbaa !6
  br label %36

36:
  ret void
}

define dso_local ptx_kernel void @map_i64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !14
  %15 = getelementptr inbounds i64, ptr %1, i64 %12
  %16 = load i64, ptr %15, align 8, !tbaa !14
  %17 = mul nsw i64 %14, 3
  %18 = add nsw i64 %17, %16
  %19 = and i64 %16, %14
  %20 = xor i64 %18, %19
  %21 = or i64 %16, %14
  %22 = ashr i64 %21, 1
  %23 = sub nsw i64 %20, %22
  %24 = icmp eq i64 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i64 %14
  %27 = freeze i64 %16
  %28 = sdiv i64 %26, %27
  %29 = add nsw i64 %28, %23
  %30 = mul i64 %28, %27
  %31 = sub i64 %26, %30
  %32 = add nsw i64 %29, %31
  br label %33

33:
  %34 = phi i64 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i64, ptr %2, i64 %12
  store i64 %34, ptr %35, align 8, !tbaa !14
  br label %36

36:
  ret void
}

define dso_local ptx_kernel void @map_u64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %36

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !14
  %15 = getelementptr inbounds i64, ptr %1, i64 %12
  %16 = load i64, ptr %15, align 8, !tbaa !14
  %17 = mul i64 %14, 3
  %18 = add i64 %17, %16
  %19 = and i64 %16, %14
  %20 = xor i64 %18, %19
  %21 = or i64 %16, %14
  %22 = lshr i64 %21, 1
  %23 = sub i64 %20, %22
  %24 = icmp eq i64 %16, 0
  br i1 %24, label %33, label %25

25:
  %26 = freeze i64 %14
  %27 = freeze i64 %16
  %28 = udiv i64 %26, %27
  %29 = add i64 %28, %23
  %30 = mul i64 %28, %27
  %31 = sub i64 %26, %30
  %32 = add i64 %29, %31
  br label %33

33:
  %34 = phi i64 [ %32, %25 ], [ %23, %11 ]
  %35 = getelementptr inbounds i64, ptr %2, i64 %12
  store i64 %34, ptr %35, align 8, !tbaa !14
  br label %36

36:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!"short", !8, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"long long", !8, i64 0}
