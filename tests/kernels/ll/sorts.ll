target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local void @_Z9insertionPiii(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = add nsw i32 %1, 1
  %5 = icmp slt i32 %4, %2
  br i1 %5, label %6, label %34

6:
  %7 = add i32 %2, -2
  %8 = sub i32 %1, %2
  %9 = and i32 %8, 1
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %31

11:
  %12 = sext i32 %4 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  br label %15

15:
  %16 = phi i32 [ %23, %22 ], [ %4, %11 ]
  %17 = sext i32 %16 to i64
  %18 = getelementptr i32, ptr %0, i64 %17
  %19 = getelementptr i8, ptr %18, i64 -4
  %20 = load i32, ptr %19, align 4, !tbaa !6
  %21 = icmp sgt i32 %20, %14
  br i1 %21, label %22, label %26

22:
  store i32 %20, ptr %18, align 4, !tbaa !6
  %23 = add nsw i32 %16, -1
  %24 = icmp sgt i32 %23, %1
  br i1 %24, label %15, label %25, !llvm.loop !11

25:
  br label %26, !llvm.loop !11

26:
  %27 = phi i32 [ %1, %25 ], [ %16, %15 ]
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds i32, ptr %0, i64 %28
  store i32 %14, ptr %29, align 4, !tbaa !6
  %30 = add nsw i32 %1, 2
  br label %31

31:
  %32 = phi i32 [ %4, %6 ], [ %30, %26 ]
  %33 = icmp eq i32 %7, %1
  br i1 %33, label %34, label %35

34:
  ret void

35:
  %36 = phi i32 [ %80, %77 ], [ %32, %31 ]
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %0, i64 %37
  %39 = load i32, ptr %38, align 4, !tbaa !6
  %40 = icmp sgt i32 %36, %1
  br i1 %40, label %41, label %55

41:
  %42 = phi i32 [ %49, %48 ], [ %36, %35 ]
  %43 = sext i32 %42 to i64
  %44 = getelementptr i32, ptr %0, i64 %43
  %45 = getelementptr i8, ptr %44, i64 -4
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = icmp sgt i32 %46, %39
  br i1 %47, label %48, label %52

48:
  store i32 %46, ptr %44, align 4, !tbaa !6
  %49 = add nsw i32 %42, -1
  %50 = icmp sgt i32 %49, %1
  br i1 %50, label %41, label %51, !llvm.loop !11

51:
  br label %52, !llvm.loop !11

52:
  %53 = phi i32 [ %1, %51 ], [ %42, %41 ]
  %54 = sext i32 %53 to i64
  br label %55

55:
  %56 = phi i64 [ %54, %52 ], [ %37, %35 ]
  %57 = getelementptr inbounds i32, ptr %0, i64 %56
  store i32 %39, ptr %57, align 4, !tbaa !6
  %58 = add nsw i32 %36, 1
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds i32, ptr %0, i64 %59
  %61 = load i32, ptr %60, align 4, !tbaa !6
  %62 = icmp slt i32 %36, %1
  br i1 %62, label %77, label %63

63:
  %64 = phi i32 [ %71, %70 ], [ %58, %55 ]
  %65 = sext i32 %64 to i64
  %66 = getelementptr i32, ptr %0, i64 %65
  %67 = getelementptr i8, ptr %66, i64 -4
  %68 = load i32, ptr %67, align 4, !tbaa !6
  %69 = icmp sgt i32 %68, %61
  br i1 %69, label %70, label %74

70:
  store i32 %68, ptr %66, align 4, !tbaa !6
  %71 = add nsw i32 %64, -1
  %72 = icmp sgt i32 %71, %1
  br i1 %72, label %63, label %73, !llvm.loop !11

73:
  br label %74, !llvm.loop !11

74:
  %75 = phi i32 [ %1, %73 ], [ %64, %63 ]
  %76 = sext i32 %75 to i64
  br label %77

77:
  %78 = phi i64 [ %76, %74 ], [ %59, %55 ]
  %79 = getelementptr inbounds i32, ptr %0, i64 %78
  store i32 %61, ptr %79, align 4, !tbaa !6
  %80 = add nsw i32 %36, 2
  %81 = icmp eq i32 %80, %2
  br i1 %81, label %34, label %35, !llvm.loop !13
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @quick_sort(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = alloca [64 x i16], align 2
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %159

11:
  %12 = sext i32 %9 to i64
  %13 = sext i32 %1 to i64
  %14 = mul nsw i64 %13, %12
  %15 = getelementptr inbounds nuw i32, ptr %0, i64 %14
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #7
  store i16 0, ptr %4, align 2, !tbaa !14
  %16 = trunc i32 %1 to i16
  %17 = getelementptr inbounds nuw i8, ptr %4, i64 2
  store i16 %16, ptr %17, align 2, !tbaa !14
  br label %18

18:
  %19 = phi i32 [ 2, %11 ], [ %156, %155 ]
  %20 = sext i32 %19 to i64
  %21 = getelementptr i16, ptr %4, i64 %20
  %22 = getelementptr i8, ptr %21, i64 -2
  %23 = load i16, ptr %22, align 2, !tbaa !14
  %24 = sext i16 %23 to i32
  %25 = add nsw i32 %19, -2
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds i16, ptr %4, i64 %26
  %28 = load i16, ptr %27, align 2, !tbaa !14
  %29 = sext i16 %28 to i32
  %30 = sub nsw i32 %24, %29
  %31 = icmp slt i32 %30, 8
  br i1 %31, label %32, label %105

32:
  %33 = add nsw i32 %29, 1
  %34 = icmp slt i32 %33, %24
  br i1 %34, label %35, label %104

35:
  %36 = sext i16 %28 to i64
  %37 = add nsw i32 %24, -2
  %38 = sub nsw i32 %29, %24
  %39 = and i32 %38, 1
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %60

41:
  %42 = sext i32 %33 to i64
  %43 = getelementptr inbounds i32, ptr %15, i64 %42
  %44 = load i32, ptr %43, align 4, !tbaa !6
  br label %45

45:
  %46 = phi i32 [ %53, %52 ], [ %33, %41 ]
  %47 = sext i32 %46 to i64
  %48 = getelementptr i32, ptr %15, i64 %47
  %49 = getelementptr i8, ptr %48, i64 -4
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = icmp sgt i32 %50, %44
  br i1 %51, label %52, label %56

52:
  store i32 %50, ptr %48, align 4, !tbaa !6
  %53 = add nsw i32 %46, -1
  %54 = icmp sgt i32 %53, %29
  br i1 %54, label %45, label %55, !llvm.loop !11

55:
  br label %56, !llvm.loop !11

56:
  %57 = phi i64 [ %36, %55 ], [ %47, %45 ]
  %58 = getelementptr inbounds i32, ptr %15, i64 %57
  store i32 %44, ptr %58, align 4, !tbaa !6
  %59 = add nsw i32 %29, 2
  br label %60

60:
  %61 = phi i32 [ %33, %35 ], [ %59, %56 ]
  %62 = icmp eq i32 %37, %29
  br i1 %62, label %104, label %63

63:
  %64 = phi i32 [ %102, %99 ], [ %61, %60 ]
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds i32, ptr %15, i64 %65
  %67 = load i32, ptr %66, align 4, !tbaa !6
  %68 = icmp sgt i32 %64, %29
  br i1 %68, label %69, label %80

69:
  %70 = phi i32 [ %77, %76 ], [ %64, %63 ]
  %71 = sext i32 %70 to i64
  %72 = getelementptr i32, ptr %15, i64 %71
  %73 = getelementptr i8, ptr %72, i64 -4
  %74 = load i32, ptr %73, align 4, !tbaa !6
  %75 = icmp sgt i32 %74, %67
  br i1 %75, label %76, label %80

76:
  store i32 %74, ptr %72, align 4, !tbaa !6
  %77 = add nsw i32 %70, -1
  %78 = icmp sgt i32 %77, %29
  br i1 %78, label %69, label %79, !llvm.loop !11

79:
  br label %80, !llvm.loop !11

80:
  %81 = phi i64 [ %65, %63 ], [ %36, %79 ], [ %71, %69 ]
  %82 = getelementptr inbounds i32, ptr %15, i64 %81
  store i32 %67, ptr %82, align 4, !tbaa !6
  %83 = add nsw i32 %64, 1
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds i32, ptr %15, i64 %84
  %86 = load i32, ptr %85, align 4, !tbaa !6
  %87 = icmp slt i32 %64, %29
  br i1 %87, label %99, label %88

88:
  %89 = phi i32 [ %96, %95 ], [ %83, %80 ]
  %90 = sext i32 %89 to i64
  %91 = getelementptr i32, ptr %15, i64 %90
  %92 = getelementptr i8, ptr %91, i64 -4
  %93 = load i32, ptr %92, align 4, !tbaa !6
  %94 = icmp sgt i32 %93, %86
  br i1 %94, label %95, label %99

95:
  store i32 %93, ptr %91, align 4, !tbaa !6
  %96 = add nsw i32 %89, -1
  %97 = icmp sgt i32 %96, %29
  br i1 %97, label %88, label %98, !llvm.loop !11

98:
  br label %99, !llvm.loop !11

99:
  %100 = phi i64 [ %84, %80 ], [ %36, %98 ], [ %90, %88 ]
  %101 = getelementptr inbounds i32, ptr %15, i64 %100
  store i32 %86, ptr %101, align 4, !tbaa !6
  %102 = add nsw i32 %64, 2
  %103 = icmp eq i32 %102, %24
  br i1 %103, label %104, label %63, !llvm.loop !13

104:
  br label %155, !llvm.loop !16

105:
  %106 = lshr i32 %30, 1
  %107 = add nsw i32 %106, %29
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds i32, ptr %15, i64 %108
  %110 = load i32, ptr %109, align 4, !tbaa !6
  %111 = icmp sgt i16 %23, %28
  br i1 %111, label %112, label %142

112:
  %113 = add nsw i32 %24, -1
  br label %114

114:
  %115 = phi i32 [ %136, %134 ], [ %29, %112 ]
  %116 = phi i32 [ %135, %134 ], [ %113, %112 ]
  br label %117

117:
  %118 = phi i32 [ %123, %117 ], [ %115, %114 ]
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds i32, ptr %15, i64 %119
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = icmp slt i32 %121, %110
  %123 = add nsw i32 %118, 1
  br i1 %122, label %117, label %124, !llvm.loop !17

124:
  %125 = phi i32 [ %130, %124 ], [ %116, %117 ]
  %126 = sext i32 %125 to i64
  %127 = getelementptr inbounds i32, ptr %15, i64 %126
  %128 = load i32, ptr %127, align 4, !tbaa !6
  %129 = icmp sgt i32 %128, %110
  %130 = add nsw i32 %125, -1
  br i1 %129, label %124, label %131, !llvm.loop !18

131:
  %132 = icmp sgt i32 %118, %125
  br i1 %132, label %134, label %133

133:
  store i32 %128, ptr %120, align 4, !tbaa !6
  store i32 %121, ptr %127, align 4, !tbaa !6
  br label %134

134:
  %135 = phi i32 [ %130, %133 ], [ %125, %131 ]
  %136 = phi i32 [ %123, %133 ], [ %118, %131 ]
  %137 = icmp sgt i32 %136, %135
  br i1 %137, label %138, label %114, !llvm.loop !19

138:
  %139 = sub nsw i32 %24, %136
  %140 = add nsw i32 %135, 1
  %141 = trunc i32 %136 to i16
  br label %142

142:
  %143 = phi i32 [ %139, %138 ], [ %30, %105 ]
  %144 = phi i32 [ %140, %138 ], [ %24, %105 ]
  %145 = phi i16 [ %141, %138 ], [ %28, %105 ]
  %146 = sub nsw i32 %144, %29
  %147 = icmp sgt i32 %146, %143
  %148 = select i1 %147, i16 %28, i16 %145
  store i16 %148, ptr %27, align 2, !tbaa !14
  %149 = trunc i32 %144 to i16
  %150 = select i1 %147, i16 %149, i16 %23
  store i16 %150, ptr %22, align 2, !tbaa !14
  %151 = select i1 %147, i16 %145, i16 %28
  store i16 %151, ptr %21, align 2, !tbaa !14
  %152 = select i1 %147, i16 %23, i16 %149
  %153 = add nsw i32 %19, 2
  %154 = getelementptr i8, ptr %21, i64 2
  store i16 %152, ptr %154, align 2, !tbaa !14
  br label %155

155:
  %156 = phi i32 [ %25, %104 ], [ %153, %142 ]
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %158, label %18

158:
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #7
  br label %159

159:
  ret void
}

define dso_local ptx_kernel void @heap_sort(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %98

10:
  %11 = sext i32 %8 to i64
  %12 = sext i32 %1 to i64
  %13 = mul nsw i64 %12, %11
  %14 = getelementptr inbounds nuw i32, ptr %0, i64 %13
  %15 = icmp sgt i32 %1, 1
  br i1 %15, label %16, label %98

16:
  %17 = lshr i32 %1, 1
  br label %18

18:
  %19 = phi i32 [ %20, %54 ], [ %17, %16 ]
  %20 = add nsw i32 %19, -1
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds nuw i32, ptr %14, i64 %21
  %23 = load i32, ptr %22, align 4, !tbaa !6
  %24 = shl nuw nsw i32 %20, 1
  %25 = or disjoint i32 %24, 1
  %26 = icmp slt i32 %25, %1
  br i1 %26, label %27, label %54

27:
  %28 = phi i32 [ %52, %49 ], [ %25, %18 ]
  %29 = phi i32 [ %51, %49 ], [ %24, %18 ]
  %30 = phi i32 [ %43, %49 ], [ %20, %18 ]
  %31 = add nsw i32 %29, 2
  %32 = icmp slt i32 %31, %1
  br i1 %32, label %33, label %42

33:
  %34 = sext i32 %31 to i64
  %35 = getelementptr inbounds i32, ptr %14, i64 %34
  %36 = sext i32 %28 to i64
  %37 = getelementptr inbounds i32, ptr %14, i64 %36
  %38 = load i32, ptr %35, align 4, !tbaa !6
  %39 = load i32, ptr %37, align 4, !tbaa !6
  %40 = icmp sgt i32 %38, %39
  %41 = select i1 %40, i32 %31, i32 %28
  br label %42

42:
  %43 = phi i32 [ %28, %27 ], [ %41, %33 ]
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds i32, ptr %14, i64 %44
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = icmp sgt i32 %46, %23
  %48 = sext i32 %30 to i64
  br i1 %47, label %49, label %54

49:
  %50 = getelementptr inbounds i32, ptr %14, i64 %48
  store i32 %46, ptr %50, align 4, !tbaa !6
  %51 = shl nsw i32 %43, 1
  %52 = or disjoint i32 %51, 1
  %53 = icmp slt i32 %52, %1
  br i1 %53, label %27, label %54, !llvm.loop !20

54:
  %55 = phi i64 [ %21, %18 ], [ %44, %49 ], [ %48, %42 ]
  %56 = getelementptr inbounds i32, ptr %14, i64 %55
  store i32 %23, ptr %56, align 4, !tbaa !6
  %57 = icmp sgt i32 %19, 1
  br i1 %57, label %18, label %58, !llvm.loop !21

58:
  %59 = phi i32 [ %60, %94 ], [ %1, %54 ]
  %60 = add nsw i32 %59, -1
  %61 = load i32, ptr %14, align 4, !tbaa !6
  %62 = zext nneg i32 %60 to i64
  %63 = getelementptr inbounds nuw i32, ptr %14, i64 %62
  %64 = load i32, ptr %63, align 4, !tbaa !6
  store i32 %64, ptr %14, align 4, !tbaa !6
  store i32 %61, ptr %63, align 4, !tbaa !6
  %65 = load i32, ptr %14, align 4, !tbaa !6
  %66 = icmp eq i32 %59, 2
  br i1 %66, label %94, label %67

67:
  %68 = phi i32 [ %92, %89 ], [ 1, %58 ]
  %69 = phi i32 [ %91, %89 ], [ 0, %58 ]
  %70 = phi i32 [ %83, %89 ], [ 0, %58 ]
  %71 = add nsw i32 %69, 2
  %72 = icmp slt i32 %71, %60
  br i1 %72, label %73, label %82

73:
  %74 = sext i32 %71 to i64
  %75 = getelementptr inbounds i32, ptr %14, i64 %74
  %76 = sext i32 %68 to i64
  %77 = getelementptr inbounds i32, ptr %14, i64 %76
  %78 = load i32, ptr %75, align 4, !tbaa !6
  %79 = load i32, ptr %77, align 4, !tbaa !6
  %80 = icmp sgt i32 %78, %79
  %81 = select i1 %80, i32 %71, i32 %68
  br label %82

82:
  %83 = phi i32 [ %68, %67 ], [ %81, %73 ]
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds i32, ptr %14, i64 %84
  %86 = load i32, ptr %85, align 4, !tbaa !6
  %87 = icmp sgt i32 %86, %65
  %88 = sext i32 %70 to i64
  br i1 %87, label %89, label %94

89:
  %90 = getelementptr inbounds i32, ptr %14, i64 %88
  store i32 %86, ptr %90, align 4, !tbaa !6
  %91 = shl nsw i32 %83, 1
  %92 = or disjoint i32 %91, 1
  %93 = icmp slt i32 %92, %60
  br i1 %93, label %67, label %94, !llvm.loop !20

94:
  %95 = phi i64 [ 0, %58 ], [ %84, %89 ], [ %88, %82 ]
  %96 = getelementptr inbounds i32, ptr %14, i64 %95
  store i32 %65, ptr %96, align 4, !tbaa !6
  %97 = icmp sgt i32 %59, 2
  br i1 %97, label %58, label %98, !llvm.loop !22

98:
  ret void
}

define dso_local ptx_kernel void @merge_sort(ptr noundef captures(address) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #3 {
  %4 = alloca [64 x i32], align 4
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %203

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #7
  %12 = sext i32 %9 to i64
  %13 = sext i32 %1 to i64
  %14 = mul nsw i64 %13, %12
  %15 = getelementptr inbounds nuw i32, ptr %0, i64 %14
  %16 = icmp sgt i32 %1, 1
  br i1 %16, label %17, label %23

17:
  %18 = phi ptr [ %19, %38 ], [ %15, %11 ]
  %19 = phi ptr [ %18, %38 ], [ %4, %11 ]
  %20 = phi i32 [ %21, %38 ], [ 1, %11 ]
  %21 = shl nsw i32 %20, 1
  %22 = shl i32 %20, 1
  br label %40

23:
  %24 = phi ptr [ %4, %11 ], [ %18, %38 ]
  %25 = phi ptr [ %15, %11 ], [ %19, %38 ]
  %26 = icmp eq ptr %25, %4
  %27 = icmp sgt i32 %1, 0
  %28 = and i1 %26, %27
  br i1 %28, label %29, label %202

29:
  %30 = and i32 %1, 7
  %31 = icmp ult i32 %1, 8
  br i1 %31, label %189, label %32

32:
  %33 = and i32 %1, 2147483640
  br label %142

34:
  %35 = icmp slt i32 %49, %1
  %36 = add i32 %42, %21
  %37 = add i32 %41, 1
  br i1 %35, label %40, label %38, !llvm.loop !23

38:
  %39 = icmp slt i32 %21, %1
  br i1 %39, label %17, label %23, !llvm.loop !24

40:
  %41 = phi i32 [ 0, %17 ], [ %37, %34 ]
  %42 = phi i32 [ %21, %17 ], [ %36, %34 ]
  %43 = phi i32 [ 0, %17 ], [ %49, %34 ]
  %44 = tail call i32 @llvm.smin.i32(i32 %1, i32 %42)
  %45 = mul i32 %22, %41
  %46 = tail call i32 @llvm.smin.i32(i32 %1, i32 %42)
  %47 = add nsw i32 %43, %20
  %48 = tail call noundef i32 @llvm.smin.i32(i32 %47, i32 %1)
  %49 = add nsw i32 %43, %21
  %50 = tail call noundef i32 @llvm.smin.i32(i32 %49, i32 %1)
  %51 = icmp slt i32 %43, %50
  br i1 %51, label %52, label %34

52:
  %53 = and i32 %44, 1
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %81, label %55

55:
  %56 = icmp slt i32 %43, %48
  br i1 %56, label %57, label %69

57:
  %58 = icmp slt i32 %47, %50
  br i1 %58, label %59, label %67

59:
  %60 = sext i32 %43 to i64
  %61 = getelementptr inbounds i32, ptr %18, i64 %60
  %62 = load i32, ptr %61, align 4, !tbaa !6
  %63 = sext i32 %48 to i64
  %64 = getelementptr inbounds i32, ptr %18, i64 %63
  %65 = load i32, ptr %64, align 4, !tbaa !6
  %66 = icmp sgt i32 %62, %65
  br i1 %66, label %69, label %67

67:
  %68 = or disjoint i32 %43, 1
  br label %71

69:
  %70 = add nsw i32 %48, 1
  br label %71

71:
  %72 = phi i32 [ %68, %67 ], [ %43, %69 ]
  %73 = phi i32 [ %48, %67 ], [ %70, %69 ]
  %74 = phi i32 [ %43, %67 ], [ %48, %69 ]
  %75 = sext i32 %74 to i64
  %76 = getelementptr inbounds i32, ptr %18, i64 %75
  %77 = load i32, ptr %76, align 4, !tbaa !6
  %78 = sext i32 %43 to i64
  %79 = getelementptr inbounds i32, ptr %19, i64 %78
  store i32 %77, ptr %79, align 4, !tbaa !6
  %80 = or disjoint i32 %43, 1
  br label %81

81:
  %82 = phi i32 [ %43, %52 ], [ %80, %71 ]
  %83 = phi i32 [ %48, %52 ], [ %73, %71 ]
  %84 = phi i32 [ %43, %52 ], [ %72, %71 ]
  %85 = or disjoint i32 %45, 1
  %86 = icmp eq i32 %44, %85
  br i1 %86, label %34, label %87

87:
  %88 = phi i32 [ %140, %130 ], [ %82, %81 ]
  %89 = phi i32 [ %132, %130 ], [ %83, %81 ]
  %90 = phi i32 [ %131, %130 ], [ %84, %81 ]
  %91 = icmp slt i32 %90, %48
  br i1 %91, label %92, label %104

92:
  %93 = icmp slt i32 %89, %50
  br i1 %93, label %94, label %102

94:
  %95 = sext i32 %90 to i64
  %96 = getelementptr inbounds i32, ptr %18, i64 %95
  %97 = load i32, ptr %96, align 4, !tbaa !6
  %98 = sext i32 %89 to i64
  %99 = getelementptr inbounds i32, ptr %18, i64 %98
  %100 = load i32, ptr %99, align 4, !tbaa !6
  %101 = icmp sgt i32 %97, %100
  br i1 %101, label %104, label %102

102:
  %103 = add nsw i32 %90, 1
  br label %106

104:
  %105 = add nsw i32 %89, 1
  br label %106

106:
  %107 = phi i32 [ %103, %102 ], [ %90, %104 ]
  %108 = phi i32 [ %89, %102 ], [ %105, %104 ]
  %109 = phi i32 [ %90, %102 ], [ %89, %104 ]
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds i32, ptr %18, i64 %110
  %112 = load i32, ptr %111, align 4, !tbaa !6
  %113 = sext i32 %88 to i64
  %114 = getelementptr inbounds i32, ptr %19, i64 %113
  store i32 %112, ptr %114, align 4, !tbaa !6
  %115 = icmp slt i32 %107, %48
  br i1 %115, label %116, label %128

116:
  %117 = icmp slt i32 %108, %50
  br i1 %117, label %118, label %126

118:
  %119 = sext i32 %107 to i64
  %120 = getelementptr inbounds i32, ptr %18, i64 %119
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = sext i32 %108 to i64
  %123 = getelementptr inbounds i32, ptr %18, i64 %122
  %124 = load i32, ptr %123, align 4, !tbaa !6
  %125 = icmp sgt i32 %121, %124
  br i1 %125, label %128, label %126

126:
  %127 = add nsw i32 %107, 1
  br label %130

128:
  %129 = add nsw i32 %108, 1
  br label %130

130:
  %131 = phi i32 [ %127, %126 ], [ %107, %128 ]
  %132 = phi i32 [ %108, %126 ], [ %129, %128 ]
  %133 = phi i32 [ %107, %126 ], [ %108, %128 ]
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds i32, ptr %18, i64 %134
  %136 = load i32, ptr %135, align 4, !tbaa !6
  %137 = sext i32 %88 to i64
  %138 = getelementptr i32, ptr %19, i64 %137
  %139 = getelementptr i8, ptr %138, i64 4
  store i32 %136, ptr %139, align 4, !tbaa !6
  %140 = add nsw i32 %88, 2
  %141 = icmp eq i32 %140, %46
  br i1 %141, label %34, label %87, !llvm.loop !25

142:
  %143 = phi i32 [ 0, %32 ], [ %184, %142 ]
  %144 = phi i32 [ 0, %32 ], [ %185, %142 ]
  %145 = zext nneg i32 %143 to i64
  %146 = getelementptr inbounds nuw i32, ptr %25, i64 %145
  %147 = load i32, ptr %146, align 4, !tbaa !6
  %148 = getelementptr inbounds nuw i32, ptr %24, i64 %145
  store i32 %147, ptr %148, align 4, !tbaa !6
  %149 = or disjoint i32 %143, 1
  %150 = zext nneg i32 %149 to i64
  %151 = getelementptr inbounds nuw i32, ptr %25, i64 %150
  %152 = load i32, ptr %151, align 4, !tbaa !6
  %153 = getelementptr inbounds nuw i32, ptr %24, i64 %150
  store i32 %152, ptr %153, align 4, !tbaa !6
  %154 = or disjoint i32 %143, 2
  %155 = zext nneg i32 %154 to i64
  %156 = getelementptr inbounds nuw i32, ptr %25, i64 %155
  %157 = load i32, ptr %156, align 4, !tbaa !6
  %158 = getelementptr inbounds nuw i32, ptr %24, i64 %155
  store i32 %157, ptr %158, align 4, !tbaa !6
  %159 = or disjoint i32 %143, 3
  %160 = zext nneg i32 %159 to i64
  %161 = getelementptr inbounds nuw i32, ptr %25, i64 %160
  %162 = load i32, ptr %161, align 4, !tbaa !6
  %163 = getelementptr inbounds nuw i32, ptr %24, i64 %160
  store i32 %162, ptr %163, align 4, !tbaa !6
  %164 = or disjoint i32 %143, 4
  %165 = zext nneg i32 %164 to i64
  %166 = getelementptr inbounds nuw i32, ptr %25, i64 %165
  %167 = load i32, ptr %166, align 4, !tbaa !6
  %168 = getelementptr inbounds nuw i32, ptr %24, i64 %165
  store i32 %167, ptr %168, align 4, !tbaa !6
  %169 = or disjoint i32 %143, 5
  %170 = zext nneg i32 %169 to i64
  %171 = getelementptr inbounds nuw i32, ptr %25, i64 %170
  %172 = load i32, ptr %171, align 4, !tbaa !6
  %173 = getelementptr inbounds nuw i32, ptr %24, i64 %170
  store i32 %172, ptr %173, align 4, !tbaa !6
  %174 = or disjoint i32 %143, 6
  %175 = zext nneg i32 %174 to i64
  %176 = getelementptr inbounds nuw i32, ptr %25, i64 %175
  %177 = load i32, ptr %176, align 4, !tbaa !6
  %178 = getelementptr inbounds nuw i32, ptr %24, i64 %175
  store i32 %177, ptr %178, align 4, !tbaa !6
  %179 = or disjoint i32 %143, 7
  %180 = zext nneg i32 %179 to i64
  %181 = getelementptr inbounds nuw i32, ptr %25, i64 %180
  %182 = load i32, ptr %181, align 4, !tbaa !6
  %183 = getelementptr inbounds nuw i32, ptr %24, i64 %180
  store i32 %182, ptr %183, align 4, !tbaa !6
  %184 = add nuw nsw i32 %143, 8
  %185 = add i32 %144, 8
  %186 = icmp eq i32 %185, %33
  br i1 %186, label %187, label %142, !llvm.loop !26

187:
  %188 = icmp eq i32 %30, 0
  br i1 %188, label %202, label %189

189:
  %190 = phi i32 [ 0, %29 ], [ %184, %187 ]
  %191 = icmp ne i32 %30, 0
  call void @llvm.assume(i1 %191)
  br label %192

192:
  %193 = phi i32 [ %199, %192 ], [ %190, %189 ]
  %194 = phi i32 [ %200, %192 ], [ 0, %189 ]
  %195 = zext nneg i32 %193 to i64
  %196 = getelementptr inbounds nuw i32, ptr %25, i64 %195
  %197 = load i32, ptr %196, align 4, !tbaa !6
  %198 = getelementptr inbounds nuw i32, ptr %24, i64 %195
  store i32 %197, ptr %198, align 4, !tbaa !6
  %199 = add nuw nsw i32 %193, 1
  %200 = add i32 %194, 1
  %201 = icmp eq i32 %200, %30
  br i1 %201, label %202, label %192, !llvm.loop !27

202:
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #7
  br label %203

203:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare i32 @llvm.smin.i32(i32, i32) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { nofree noinline norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = distinct !{!13, !12}
!14 = !{!15, !15, i64 0}
!15 = !{!"short", !8, i64 0}
!16 = distinct !{!16, !12}
!17 = distinct !{!17, !12}
!18 = distinct !{!18, !12}
!19 = distinct !{!19, !12}
!20 = distinct !{!20, !12}
!21 = distinct !{!21, !12}
!22 = distinct !{!22, !12}
!23 = distinct !{!23, !12}
!24 = distinct !{!24, !12}
!25 = distinct !{!25, !12}
!26 = distinct !{!26, !12}
!27 = distinct !{!27, !28}
!28 = !{!"llvm.loop.unroll.disable"}
