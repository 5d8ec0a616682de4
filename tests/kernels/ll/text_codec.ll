target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [65 x i8] c"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\00", align 1

define dso_local ptx_kernel void @base64_encode(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %51

10:
  %11 = mul nsw i32 %8, 3
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !11
  %15 = zext i8 %14 to i32
  %16 = shl nuw nsw i32 %15, 16
  %17 = getelementptr i8, ptr %13, i64 1
  %18 = load i8, ptr %17, align 1, !tbaa !11
  %19 = zext i8 %18 to i32
  %20 = shl nuw nsw i32 %19, 8
  %21 = getelementptr i8, ptr %13, i64 2
  %22 = load i8, ptr %21, align 1, !tbaa !11
  %23 = zext i8 %22 to i32
  %24 = or disjoint i32 %20, %23
  %25 = or disjoint i32 %20, %16
  %26 = lshr i32 %15, 2
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr @.str, i64 %27
  %29 = load i8, ptr %28, align 1, !tbaa !11
  %30 = lshr i32 %25, 12
  %31 = and i32 %30, 63
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr @.str, i64 %32
  %34 = load i8, ptr %33, align 1, !tbaa !11
  %35 = lshr i32 %24, 6
  %36 = and i32 %35, 63
  %37 = zext nneg i32 %36 to i64
  %38 = getelementptr inbounds nuw i8, ptr @.str, i64 %37
  %39 = load i8, ptr %38, align 1, !tbaa !11
  %40 = and i32 %23, 63
  %41 = zext nneg i32 %40 to i64
  %42 = getelementptr inbounds nuw i8, ptr @.str, i64 %41
  %43 = load i8, ptr %42, align 1, !tbaa !11
  %44 = shl nsw i32 %8, 2
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds i8, ptr %1, i64 %45
  %47 = insertelement <4 x i8> poison, i8 %29, i64 0
  %48 = insertelement <4 x i8> %47, i8 %34, i64 1
  %49 = insertelement <4 x i8> %48, i8 %39, i64 2
  %50 = insertelement <4 x i8> %49, i8 %43, i64 3
  store <4 x i8> %50, ptr %46, align 4, !tbaa !11
  br label %51

51:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @utf8_decode(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %53

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i8, ptr %0, i64 %11
  %13 = load i8, ptr %12, align 1, !tbaa !11
  %14 = zext i8 %13 to i32
  %15 = icmp sgt i8 %13, -1
  br i1 %15, label %25, label %16

16:
  %17 = icmp samesign ult i8 %13, -62
  br i1 %17, label %25, label %18

18:
  %19 = icmp samesign ult i8 %13, -32
  br i1 %19, label %25, label %20

20:
  %21 = icmp samesign ult i8 %13, -16
  %22 = icmp samesign ult i8 %13, -11
  %23 = select i1 %22, i32 3, i32 -1
  %24 = select i1 %21, i32 2, i32 %23
  br label %25

25:
  %26 = phi i32 [ 0, %10 ], [ -1, %16 ], [ 1, %18 ], [ %24, %20 ]
  %27 = icmp eq i32 %26, 0
  %28 = lshr i32 63, %26
  %29 = select i1 %27, i32 255, i32 %28
  %30 = and i32 %29, %14
  %31 = icmp sgt i32 %26, -1
  %32 = select i1 %31, i32 %30, i32 -1
  %33 = icmp slt i32 %26, 1
  br i1 %33, label %50, label %34

34:
  %35 = phi i32 [ %48, %44 ], [ 1, %25 ]
  %36 = phi i32 [ %47, %44 ], [ %32, %25 ]
  %37 = add nsw i32 %35, %8
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds i8, ptr %0, i64 %38
  %40 = load i8, ptr %39, align 1, !tbaa !11
  %41 = zext i8 %40 to i32
  %42 = and i32 %41, 192
  %43 = icmp eq i32 %42, 128
  br i1 %43, label %44, label %50

44:
  %45 = shl i32 %36, 6
  %46 = and i32 %41, 63
  %47 = or disjoint i32 %46, %45
  %48 = add nuw nsw i32 %35, 1
  %49 = icmp eq i32 %35, %26
  br i1 %49, label %50, label %34, !llvm.loop !12

50:
  %51 = phi i32 [ %32, %25 ], [ %47, %44 ], [ -1, %34 ]
  %52 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %51, ptr %52, align 4, !tbaa !6
  br label %53

53:
  ret void
}

define dso_local ptx_kernel void @format_int(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = alloca [12 x i8], align 1
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %75

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #5
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = tail call i32 @llvm.abs.i32(i32 %14, i1 false)
  br label %16

16:
  %17 = phi i64 [ %30, %16 ], [ 0, %11 ]
  %18 = phi i32 [ %21, %16 ], [ %15, %11 ]
  %19 = phi i32 [ %26, %16 ], [ 0, %11 ]
  %20 = freeze i32 %18
  %21 = udiv i32 %20, 10
  %22 = mul i32 %21, 10
  %23 = sub i32 %20, %22
  %24 = trunc nuw nsw i32 %23 to i8
  %25 = or disjoint i8 %24, 48
  %26 = add nuw nsw i32 %19, 1
  %27 = zext nneg i32 %19 to i64
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 %27
  store i8 %25, ptr %28, align 1, !tbaa !11
  %29 = icmp ult i32 %18, 10
  %30 = add i64 %17, 1
  br i1 %29, label %31, label %16, !llvm.loop !14

31:
  %32 = mul nsw i32 %9, 12
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr %1, i64 %33
  %35 = icmp slt i32 %14, 0
  br i1 %35, label %36, label %38

36:
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 1
  store i8 45, ptr %34, align 1, !tbaa !11
  br label %38

38:
  %39 = phi ptr [ %37, %36 ], [ %34, %31 ]
  %40 = add i64 %17, 1
  %41 = icmp ult i64 %40, 4
  br i1 %41, label %61, label %42

42:
  %43 = and i64 %40, -4
  %44 = trunc i64 %43 to i32
  %45 = sub i32 %26, %44
  %46 = getelementptr i8, ptr %39, i64 %43
  br label %47

47:
  %48 = phi i64 [ 0, %42 ], [ %57, %47 ]
  %49 = trunc i64 %48 to i32
  %50 = getelementptr i8, ptr %39, i64 %48
  %51 = sub i32 %19, %49
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds i8, ptr %4, i64 %52
  %54 = getelementptr inbounds i8, ptr %53, i64 -3
  %55 = load <4 x i8>, ptr %54, align 1, !tbaa !11
  %56 = shufflevector <4 x i8> %55, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x i8> %56, ptr %50, align 1, !tbaa !11
  %57 = add nuw i64 %48, 4
  %58 = icmp eq i64 %57, %43
  br i1 %58, label %59, label %47, !llvm.loop !15

59:
  %60 = icmp eq i64 %40, %43
  br i1 %60, label %73, label %61

61:
  %62 = phi i32 [ %26, %38 ], [ %45, %59 ]
  %63 = phi ptr [ %39, %38 ], [ %46, %59 ]
  br label %64

64:
  %65 = phi i32 [ %67, %64 ], [ %62, %61 ]
  %66 = phi ptr [ %71, %64 ], [ %63, %61 ]
  %67 = add nsw i32 %65, -1
  %68 = sext i32 %67 to i64
  %69 = getelementptr inbounds i8, ptr %4, i64 %68
  %70 = load i8, ptr %69, align 1, !tbaa !11
  %71 = getelementptr inbounds nuw i8, ptr %66, i64 1
  store i8 %70, ptr %66, align 1, !tbaa !11
  %72 = icmp eq i32 %67, 0
  br i1 %72, label %73, label %64, !llvm.loop !18

73:
  %74 = phi ptr [ %46, %59 ], [ %71, %64 ]
  store i8 0, ptr %74, align 1, !tbaa !11
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #5
  br label %75

75:
  ret void
}

define dso_local ptx_kernel void @parse_int(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %39

10:
  %11 = mul nsw i32 %8, 12
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !11
  %15 = icmp eq i8 %14, 45
  %16 = zext i1 %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 %16
  %18 = load i8, ptr %17, align 1, !tbaa !11
  %19 = add i8 %18, -48
  %20 = icmp ult i8 %19, 10
  br i1 %20, label %21, label %33

21:
  %22 = phi i8 [ %30, %21 ], [ %18, %10 ]
  %23 = phi i32 [ %28, %21 ], [ 0, %10 ]
  %24 = phi ptr [ %29, %21 ], [ %17, %10 ]
  %25 = mul i32 %23, 10
  %26 = add nsw i8 %22, -48
  %27 = zext nneg i8 %26 to i32
  %28 = add i32 %25, %27
  %29 = getelementptr inbounds nuw i8, ptr %24, i64 1
  %30 = load i8, ptr %29, align 1, !tbaa !11
  %31 = add i8 %30, -48
  %32 = icmp ult i8 %31, 10
  br i1 %32, label %21, label %33, !llvm.loop !19

33:
  %34 = phi i32 [ 0, %10 ], [ %28, %21 ]
  %35 = sub i32 0, %34
  %36 = select i1 %15, i32 %35, i32 %34
  %37 = sext i32 %8 to i64
  %38 = getelementptr inbounds i32, ptr %1, i64 %37
  store i32 %36, ptr %38, align 4, !tbaa !6
  br label %39

39:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.abs.i32(i32, i1 immarg) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }

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
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = distinct !{!14, !13}
!15 = distinct !{!15, !13, !16, !17}
!16 = !{!"llvm.loop.isvectorized", i32 1}
!17 = !{!"llvm.loop.unroll.runtime.disable"}
!18 = distinct !{!18, !13, !17, !16}
!19 = distinct !{!19, !13}
