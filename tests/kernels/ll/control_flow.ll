target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @goto_maze(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %59

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = and i32 %13, 1
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %35

16:
  %17 = phi i32 [ %13, %10 ], [ %47, %45 ]
  %18 = phi i32 [ 0, %10 ], [ %43, %45 ]
  br label %19

19:
  %20 = phi i32 [ %26, %32 ], [ %17, %16 ]
  %21 = phi i32 [ %22, %32 ], [ %18, %16 ]
  %22 = add i32 %21, 1
  %23 = icmp eq i32 %21, 200
  br i1 %23, label %53, label %24

24:
  %25 = lshr i32 %20, 1
  %26 = add nuw i32 %25, 7
  %27 = urem i32 %26, 3
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %35, label %29

29:
  %30 = urem i32 %26, 5
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %53, label %32

32:
  %33 = and i32 %26, 1
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %19

35:
  %36 = phi i32 [ %13, %10 ], [ %26, %32 ], [ %26, %24 ]
  %37 = phi i32 [ 0, %10 ], [ %22, %32 ], [ %22, %24 ]
  %38 = add i32 %37, 1
  %39 = tail call i32 @llvm.umax.i32(i32 %38, i32 201)
  br label %40

40:
  %41 = phi i32 [ %47, %50 ], [ %36, %35 ]
  %42 = phi i32 [ %43, %50 ], [ %37, %35 ]
  %43 = add i32 %42, 1
  %44 = icmp ugt i32 %43, 200
  br i1 %44, label %53, label %45

45:
  %46 = mul i32 %41, 3
  %47 = add i32 %46, 1
  %48 = and i32 %47, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %16

50:
  %51 = urem i32 %47, 7
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %53, label %40

53:
  %54 = phi i32 [ %47, %50 ], [ %41, %40 ], [ %26, %29 ], [ %20, %19 ]
  %55 = phi i32 [ %43, %50 ], [ %39, %40 ], [ %22, %19 ], [ %22, %29 ]
  %56 = shl i32 %55, 24
  %57 = xor i32 %56, %54
  %58 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %57, ptr %58, align 4, !tbaa !6
  br label %59

59:
  ret void
}

define dso_local ptx_kernel void @duff_copy(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %60

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %2, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = icmp slt i32 %15, 1
  br i1 %16, label %60, label %17

17:
  %18 = mul nsw i32 %3, %10
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  %21 = getelementptr inbounds i32, ptr %1, i64 %19
  %22 = add nuw nsw i32 %15, 3
  %23 = lshr i32 %22, 2
  %24 = and i32 %15, 3
  switch i32 %24, label %59 [
    i32 0, label %25
    i32 3, label %33
    i32 2, label %41
    i32 1, label %49
  ]

25:
  %26 = phi ptr [ %20, %17 ], [ %53, %49 ]
  %27 = phi ptr [ %21, %17 ], [ %56, %49 ]
  %28 = phi i32 [ %23, %17 ], [ %57, %49 ]
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 4
  %30 = load i32, ptr %26, align 4, !tbaa !6
  %31 = add nsw i32 %30, 1
  %32 = getelementptr inbounds nuw i8, ptr %27, i64 4
  store i32 %31, ptr %27, align 4, !tbaa !6
  br label %33

33:
  %34 = phi ptr [ %29, %25 ], [ %20, %17 ]
  %35 = phi ptr [ %32, %25 ], [ %21, %17 ]
  %36 = phi i32 [ %28, %25 ], [ %23, %17 ]
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 4
  %38 = load i32, ptr %34, align 4, !tbaa !6
  %39 = add nsw i32 %38, 2
  %40 = getelementptr inbounds nuw i8, ptr %35, i64 4
  store i32 %39, ptr %35, align 4, !tbaa !6
  br label %41

41:
  %42 = phi ptr [ %37, %33 ], [ %20, %17 ]
  %43 = phi ptr [ %40, %33 ], [ %21, %17 ]
  %44 = phi i32 [ %36, %33 ], [ %23, %17 ]
  %45 = getelementptr inbounds nuw i8, ptr %42, i64 4
  %46 = load i32, ptr %42, align 4, !tbaa !6
  %47 = add nsw i32 %46, 3
  %48 = getelementptr inbounds nuw i8, ptr %43, i64 4
  store i32 %47, ptr %43, align 4, !tbaa !6
  br label %49

49:
  %50 = phi ptr [ %45, %41 ], [ %20, %17 ]
  %51 = phi ptr [ %48, %41 ], [ %21, %17 ]
  %52 = phi i32 [ %44, %41 ], [ %23, %17 ]
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 4
  %54 = load i32, ptr %50, align 4, !tbaa !6
  %55 = add nsw i32 %54, 4
  %56 = getelementptr inbounds nuw i8, ptr %51, i64 4
  store i32 %55, ptr %51, align 4, !tbaa !6
  %57 = add nsw i32 %52, -1
  %58 = icmp samesign ugt i32 %52, 1
  br i1 %58, label %25, label %60, !llvm.loop !11

59:
  unreachable

60:
  ret void
}

define dso_local ptx_kernel void @switches(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %74

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  switch i32 %14, label %41 [
    i32 0, label %42
    i32 1, label %15
    i32 2, label %16
    i32 3, label %17
    i32 4, label %25
    i32 5, label %26
    i32 6, label %33
    i32 7, label %71
    i32 8, label %34
    i32 9, label %35
  ]

15:
  br label %42

16:
  br label %42

17:
  %18 = add nsw i32 %9, 1
  %19 = srem i32 %18, %3
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i32, ptr %0, i64 %20
  %22 = load i32, ptr %21, align 4, !tbaa !6
  %23 = shl i32 %22, 2
  %24 = sub i32 12, %23
  br label %42

25:
  br label %42

26:
  %27 = add nsw i32 %9, 2
  %28 = srem i32 %27, %3
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %0, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = add nsw i32 %31, 25
  br label %42

33:
  br label %42

34:
  br label %42

35:
  %36 = sdiv i32 %9, 2
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %0, i64 %37
  %39 = load i32, ptr %38, align 4, !tbaa !6
  %40 = add nsw i32 %39, 1
  br label %42

41:
  br label %42

42:
  %43 = phi i32 [ 1000, %41 ], [ %40, %35 ], [ 3, %15 ], [ 87, %16 ], [ 11, %11 ], [ %32, %26 ], [ -7, %33 ], [ 2, %34 ], [ %24, %17 ], [ 16, %25 ]
  %44 = getelementptr inbounds i64, ptr %1, i64 %12
  %45 = load i64, ptr %44, align 8, !tbaa !13
  switch i64 %45, label %56 [
    i64 -5000000000, label %46
    i64 17, label %48
    i64 100000, label %50
    i64 1099511627776, label %52
    i64 4611686018427387907, label %54
  ]

46:
  %47 = add nsw i32 %43, 1
  br label %56

48:
  %49 = add nsw i32 %43, 2
  br label %56

50:
  %51 = add nsw i32 %43, 3
  br label %56

52:
  %53 = add nsw i32 %43, 4
  br label %56

54:
  %55 = add nsw i32 %43, 5
  br label %56

56:
  %57 = phi i32 [ %43, %42 ], [ %47, %46 ], [ %49, %48 ], [ %51, %50 ], [ %53, %52 ], [ %55, %54 ]
  %58 = trunc i64 %45 to i8
  switch i8 %58, label %71 [
    i8 10, label %59
    i8 11, label %61
    i8 12, label %63
    i8 13, label %65
    i8 14, label %67
    i8 -56, label %69
    i8 -55, label %69
    i8 -54, label %69
    i8 -53, label %69
    i8 -52, label %69
    i8 -51, label %69
    i8 -50, label %69
    i8 -49, label %69
    i8 -48, label %69
    i8 -47, label %69
    i8 -46, label %69
    i8 -45, label %69
    i8 -44, label %69
    i8 -43, label %69
    i8 -42, label %69
    i8 -41, label %69
    i8 -40, label %69
    i8 -39, label %69
    i8 -38, label %69
    i8 -37, label %69
    i8 -36, label %69
  ]

59:
  %60 = add nsw i32 %57, 170
  br label %71

61:
  %62 = add nsw i32 %57, 23
  br label %71

63:
  %64 = add nsw i32 %57, 999
  br label %71

65:
  %66 = add nsw i32 %57, 4
  br label %71

67:
  %68 = add nsw i32 %57, 75
  br label %71

69:
  %70 = add nsw i32 %57, -3
  br label %71

71:
  %72 = phi i32 [ -7, %11 ], [ %57, %56 ], [ %60, %59 ], [ %62, %61 ], [ %64, %63 ], [ %66, %65 ], [ %68, %67 ], [ %70, %69 ]
  %73 = getelementptr inbounds i32, ptr %2, i64 %12
  store i32 %72, ptr %73, align 4, !tbaa !6
  br label %74

74:
  ret void
}

define dso_local ptx_kernel void @nested_breaks(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %68

10:
  %11 = phi i32 [ %62, %60 ], [ 0, %3 ]
  %12 = phi i32 [ %61, %60 ], [ 0, %3 ]
  br label %13

13:
  %14 = phi i32 [ %11, %10 ], [ %54, %53 ]
  %15 = phi i32 [ %12, %10 ], [ %51, %53 ]
  %16 = mul nuw nsw i32 %14, %11
  %17 = add i32 %16, %8
  %18 = urem i32 %17, %2
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = urem i32 %21, 11
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %50, label %24

24:
  %25 = urem i32 %21, 13
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %50, label %27

27:
  %28 = and i32 %21, 7
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %42, label %30

30:
  %31 = urem i32 %21, 17
  br label %32

32:
  %33 = phi i32 [ %28, %30 ], [ %40, %36 ]
  %34 = phi i32 [ %15, %30 ], [ %38, %36 ]
  %35 = icmp ult i32 %34, 5001
  br i1 %35, label %36, label %42

36:
  %37 = add nuw nsw i32 %34, %31
  %38 = add nuw nsw i32 %37, %33
  %39 = add nsw i32 %33, -1
  %40 = and i32 %39, %33
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %42, label %32, !llvm.loop !15

42:
  %43 = phi i32 [ %15, %27 ], [ %38, %36 ], [ %34, %32 ]
  %44 = phi i1 [ true, %27 ], [ %35, %32 ], [ %35, %36 ]
  %45 = phi i32 [ 8, %27 ], [ 8, %36 ], [ 11, %32 ]
  br i1 %44, label %46, label %50

46:
  %47 = urem i32 %21, 19
  %48 = icmp eq i32 %47, 0
  %49 = select i1 %48, i32 12, i32 0
  br label %50

50:
  %51 = phi i32 [ %43, %42 ], [ %15, %13 ], [ %43, %46 ], [ %15, %24 ]
  %52 = phi i32 [ %45, %42 ], [ 7, %13 ], [ %49, %46 ], [ 5, %24 ]
  switch i32 %52, label %56 [
    i32 0, label %53
    i32 7, label %53
  ]

53:
  %54 = add nuw nsw i32 %14, 1
  %55 = icmp eq i32 %54, 10
  br i1 %55, label %56, label %13, !llvm.loop !16

56:
  %57 = phi i32 [ %52, %50 ], [ 5, %53 ]
  switch i32 %57, label %64 [
    i32 5, label %58
    i32 12, label %60
  ]

58:
  %59 = xor i32 %51, %11
  br label %60

60:
  %61 = phi i32 [ %59, %58 ], [ %51, %56 ]
  %62 = add nuw nsw i32 %11, 1
  %63 = icmp eq i32 %62, 10
  br i1 %63, label %64, label %10, !llvm.loop !17

64:
  %65 = phi i32 [ %51, %56 ], [ %61, %60 ]
  %66 = sext i32 %8 to i64
  %67 = getelementptr inbounds i32, ptr %1, i64 %66
  store i32 %65, ptr %67, align 4, !tbaa !6
  br label %68

68:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare i32 @llvm.umax.i32(i32, i32) #3

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
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
!13 = !{!14, !14, i64 0}
!14 = !{!"long long", !8, i64 0}
!15 = distinct !{!15, !12}
!16 = distinct !{!16, !12}
!17 = distinct !{!17, !12}
