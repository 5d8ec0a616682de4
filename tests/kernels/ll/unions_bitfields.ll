target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Fields = type { i32 }
%struct.Packed = type <{ i8, i32, i64, i16 }>

define dso_local ptx_kernel void @pack_fields(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %32

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds %struct.Fields, ptr %3, i64 %13
  %17 = load i32, ptr %16, align 4
  %18 = and i32 %15, 31
  %19 = and i32 %17, -32
  %20 = or disjoint i32 %19, %18
  store i32 %20, ptr %16, align 4
  %21 = getelementptr inbounds i32, ptr %1, i64 %13
  %22 = load i32, ptr %21, align 4, !tbaa !6
  %23 = shl i32 %22, 5
  %24 = and i32 %23, 65504
  %25 = and i32 %20, -65505
  %26 = or disjoint i32 %24, %25
  store i32 %26, ptr %16, align 4
  %27 = getelementptr inbounds i32, ptr %2, i64 %13
  %28 = load i32, ptr %27, align 4, !tbaa !6
  %29 = shl i32 %28, 16
  %30 = or disjoint i32 %29, %24
  %31 = or disjoint i32 %30, %18
  store i32 %31, ptr %16, align 4
  br label %32

32:
  ret void
}

define dso_local ptx_kernel void @unpack_fields(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %23

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.Fields, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !11
  %16 = and i32 %15, 31
  %17 = getelementptr inbounds i32, ptr %1, i64 %13
  store i32 %16, ptr %17, align 4, !tbaa !6
  %18 = shl i32 %15, 16
  %19 = ashr i32 %18, 21
  %20 = getelementptr inbounds i32, ptr %2, i64 %13
  store i32 %19, ptr %20, align 4, !tbaa !6
  %21 = lshr i32 %15, 16
  %22 = getelementptr inbounds i32, ptr %3, i64 %13
  store i32 %21, ptr %22, align 4, !tbaa !6
  br label %23

23:
  ret void
}

define dso_local ptx_kernel void @reinterpret(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %32

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !12
  %14 = shl nsw i32 %8, 2
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %1, i64 %15
  store i32 %13, ptr %16, align 4, !tbaa !6
  %17 = lshr i32 %13, 23
  %18 = and i32 %17, 255
  %19 = getelementptr i8, ptr %16, i64 4
  store i32 %18, ptr %19, align 4, !tbaa !6
  %20 = and i32 %13, 8388607
  %21 = getelementptr i8, ptr %16, i64 8
  store i32 %20, ptr %21, align 4, !tbaa !6
  %22 = and i32 %13, 255
  %23 = lshr i32 %13, 8
  %24 = and i32 %23, 255
  %25 = lshr i32 %13, 16
  %26 = and i32 %25, 255
  %27 = lshr i32 %13, 24
  %28 = add nuw nsw i32 %27, %22
  %29 = add nuw nsw i32 %28, %24
  %30 = add nuw nsw i32 %29, %26
  %31 = getelementptr i8, ptr %16, i64 12
  store i32 %30, ptr %31, align 4, !tbaa !6
  br label %32

32:
  ret void
}

define dso_local ptx_kernel void @packed_copy(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %28

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.Packed, ptr %0, i64 %11
  %13 = load i8, ptr %12, align 1, !tbaa !11
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 1
  %15 = load i32, ptr %14, align 1, !tbaa !6
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 5
  %17 = load i64, ptr %16, align 1, !tbaa !14
  %18 = getelementptr inbounds nuw i8, ptr %12, i64 13
  %19 = load i16, ptr %18, align 1, !tbaa !16
  %20 = add i8 %13, 1
  %21 = add i32 %15, 1
  %22 = add i64 %17, 1
  %23 = add i16 %19, 1
  %24 = getelementptr inbounds %struct.Packed, ptr %1, i64 %11
  store i8 %20, ptr %24, align 1, !tbaa !11
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 1
  store i32 %21, ptr %25, align 1, !tbaa !6
  %26 = getelementptr inbounds nuw i8, ptr %24, i64 5
  store i64 %22, ptr %26, align 1, !tbaa !14
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 13
  store i16 %23, ptr %27, align 1, !tbaa !16
  br label %28

28:
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
!13 = !{!"float", !8, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"long", !8, i64 0}
!16 = !{!17, !17, i64 0}
!17 = !{!"short", !8, i64 0}
