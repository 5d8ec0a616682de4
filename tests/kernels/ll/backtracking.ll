target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @queens(i32 noundef %0, ptr noundef captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca [16 x i32], align 4
  %4 = alloca [16 x i32], align 4
  %5 = alloca [16 x i32], align 4
  %6 = alloca [16 x i32], align 4
  %7 = shl nsw i32 -1, %0
  %8 = xor i32 %7, -1
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #6
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #6
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #6
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #6
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = shl nuw i32 1, %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %10, ptr %11, align 4, !tbaa !6
  %12 = shl i32 2, %9
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 4
  store i32 %12, ptr %13, align 4, !tbaa !6
  %14 = lshr i32 %10, 1
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4
  store i32 %14, ptr %15, align 4, !tbaa !6
  %16 = shl i32 3, %9
  %17 = or i32 %14, %16
  %18 = xor i32 %17, -1
  %19 = and i32 %8, %18
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %19, ptr %20, align 4, !tbaa !6
  %21 = add nsw i32 %0, -1
  br label %22

22:
  %23 = phi i32 [ 1, %2 ], [ %62, %60 ]
  %24 = phi i32 [ 0, %2 ], [ %61, %60 ]
  %25 = icmp eq i32 %23, %0
  br i1 %25, label %26, label %28

26:
  %27 = add i32 %24, 1
  br label %60

28:
  %29 = zext nneg i32 %23 to i64
  %30 = getelementptr inbounds nuw i32, ptr %6, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %35

33:
  %34 = add nsw i32 %23, -1
  br label %60

35:
  %36 = sub i32 0, %31
  %37 = and i32 %31, %36
  %38 = xor i32 %37, %31
  store i32 %38, ptr %30, align 4, !tbaa !6
  %39 = getelementptr inbounds nuw i32, ptr %3, i64 %29
  %40 = load i32, ptr %39, align 4, !tbaa !6
  %41 = or i32 %40, %37
  %42 = add nuw nsw i32 %23, 1
  %43 = zext nneg i32 %42 to i64
  %44 = getelementptr inbounds nuw i32, ptr %3, i64 %43
  store i32 %41, ptr %44, align 4, !tbaa !6
  %45 = getelementptr inbounds nuw i32, ptr %4, i64 %29
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = or i32 %46, %37
  %48 = shl i32 %47, 1
  %49 = getelementptr inbounds nuw i32, ptr %4, i64 %43
  store i32 %48, ptr %49, align 4, !tbaa !6
  %50 = getelementptr inbounds nuw i32, ptr %5, i64 %29
  %51 = load i32, ptr %50, align 4, !tbaa !6
  %52 = or i32 %51, %37
  %53 = lshr i32 %52, 1
  %54 = getelementptr inbounds nuw i32, ptr %5, i64 %43
  store i32 %53, ptr %54, align 4, !tbaa !6
  %55 = or i32 %48, %41
  %56 = or i32 %55, %53
  %57 = xor i32 %56, -1
  %58 = and i32 %57, %8
  %59 = getelementptr inbounds nuw i32, ptr %6, i64 %43
  store i32 %58, ptr %59, align 4, !tbaa !6
  br label %60

60:
  %61 = phi i32 [ %27, %26 ], [ %24, %33 ], [ %24, %35 ]
  %62 = phi i32 [ %21, %26 ], [ %34, %33 ], [ %42, %35 ]
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %22, !llvm.loop !11

64:
  %65 = atomicrmw add ptr %1, i32 %61 seq_cst, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #6
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local noundef zeroext i1 @_Z4fitsPKhii(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = sdiv i32 %1, 4
  %5 = mul i32 %4, 4
  %6 = sub i32 %1, %5
  %7 = sdiv i32 %1, 8
  %8 = shl nsw i32 %7, 3
  %9 = trunc nsw i32 %6 to i8
  %10 = sdiv i8 %9, 2
  %11 = sext i8 %10 to i32
  %12 = shl nsw i32 %11, 1
  %13 = add nsw i32 %12, %8
  %14 = shl nsw i32 %4, 2
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = load i8, ptr %16, align 1, !tbaa !13
  %18 = zext i8 %17 to i32
  %19 = icmp eq i32 %2, %18
  br i1 %19, label %95, label %83

20:
  %21 = sext i32 %14 to i64
  %22 = getelementptr i8, ptr %0, i64 %21
  %23 = getelementptr i8, ptr %22, i64 1
  %24 = load i8, ptr %23, align 1, !tbaa !13
  %25 = zext i8 %24 to i32
  %26 = icmp eq i32 %2, %25
  br i1 %26, label %95, label %27

27:
  %28 = sext i32 %6 to i64
  %29 = getelementptr i8, ptr %0, i64 %28
  %30 = getelementptr i8, ptr %29, i64 4
  %31 = load i8, ptr %30, align 1, !tbaa !13
  %32 = zext i8 %31 to i32
  %33 = icmp eq i32 %2, %32
  br i1 %33, label %95, label %34

34:
  %35 = sext i32 %13 to i64
  %36 = getelementptr i8, ptr %0, i64 %35
  %37 = getelementptr i8, ptr %36, i64 1
  %38 = load i8, ptr %37, align 1, !tbaa !13
  %39 = zext i8 %38 to i32
  %40 = icmp eq i32 %2, %39
  br i1 %40, label %95, label %41

41:
  %42 = sext i32 %14 to i64
  %43 = getelementptr i8, ptr %0, i64 %42
  %44 = getelementptr i8, ptr %43, i64 2
  %45 = load i8, ptr %44, align 1, !tbaa !13
  %46 = zext i8 %45 to i32
  %47 = icmp eq i32 %2, %46
  br i1 %47, label %95, label %48

48:
  %49 = sext i32 %6 to i64
  %50 = getelementptr i8, ptr %0, i64 %49
  %51 = getelementptr i8, ptr %50, i64 8
  %52 = load i8, ptr %51, align 1, !tbaa !13
  %53 = zext i8 %52 to i32
  %54 = icmp eq i32 %2, %53
  br i1 %54, label %95, label %55

55:
  %56 = add nsw i32 %13, 4
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i8, ptr %0, i64 %57
  %59 = load i8, ptr %58, align 1, !tbaa !13
  %60 = zext i8 %59 to i32
  %61 = icmp eq i32 %2, %60
  br i1 %61, label %95, label %62

62:
  %63 = sext i32 %14 to i64
  %64 = getelementptr i8, ptr %0, i64 %63
  %65 = getelementptr i8, ptr %64, i64 3
  %66 = load i8, ptr %65, align 1, !tbaa !13
  %67 = zext i8 %66 to i32
  %68 = icmp eq i32 %2, %67
  br i1 %68, label %95, label %69

69:
  %70 = sext i32 %6 to i64
  %71 = getelementptr i8, ptr %0, i64 %70
  %72 = getelementptr i8, ptr %71, i64 12
  %73 = load i8, ptr %72, align 1, !tbaa !13
  %74 = zext i8 %73 to i32
  %75 = icmp eq i32 %2, %74
  br i1 %75, label %95, label %76

76:
  %77 = sext i32 %56 to i64
  %78 = getelementptr i8, ptr %0, i64 %77
  %79 = getelementptr i8, ptr %78, i64 1
  %80 = load i8, ptr %79, align 1, !tbaa !13
  %81 = zext i8 %80 to i32
  %82 = icmp ne i32 %2, %81
  br label %95

83:
  %84 = sext i32 %6 to i64
  %85 = getelementptr inbounds i8, ptr %0, i64 %84
  %86 = load i8, ptr %85, align 1, !tbaa !13
  %87 = zext i8 %86 to i32
  %88 = icmp eq i32 %2, %87
  br i1 %88, label %95, label %89

89:
  %90 = sext i32 %13 to i64
  %91 = getelementptr inbounds i8, ptr %0, i64 %90
  %92 = load i8, ptr %91, align 1, !tbaa !13
  %93 = zext i8 %92 to i32
  %94 = icmp eq i32 %2, %93
  br i1 %94, label %95, label %20

95:
  %96 = phi i1 [ false, %62 ], [ false, %89 ], [ false, %83 ], [ false, %3 ], [ false, %20 ], [ false, %27 ], [ false, %34 ], [ %82, %76 ], [ false, %41 ], [ false, %48 ], [ false, %55 ], [ false, %69 ]
  ret i1 %96
}

define dso_local noundef zeroext i1 @_Z5solvePhi(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = icmp slt i32 %1, 16
  br i1 %3, label %4, label %13

4:
  %5 = phi i32 [ %11, %10 ], [ %1, %2 ]
  %6 = sext i32 %5 to i64
  %7 = getelementptr inbounds i8, ptr %0, i64 %6
  %8 = load i8, ptr %7, align 1, !tbaa !13
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %13, label %10

10:
  %11 = add nsw i32 %5, 1
  %12 = icmp eq i32 %11, 16
  br i1 %12, label %13, label %4, !llvm.loop !14

13:
  %14 = phi i32 [ %1, %2 ], [ %5, %4 ], [ 16, %10 ]
  %15 = icmp eq i32 %14, 16
  br i1 %15, label %205, label %16

16:
  %17 = freeze i32 %14
  %18 = sdiv i32 %17, 4
  %19 = mul i32 %18, 4
  %20 = sub i32 %17, %19
  %21 = sdiv i32 %14, 8
  %22 = shl nsw i32 %21, 3
  %23 = trunc nsw i32 %20 to i8
  %24 = sdiv i8 %23, 2
  %25 = sext i8 %24 to i32
  %26 = shl nsw i32 %25, 1
  %27 = add nsw i32 %26, %22
  %28 = shl nsw i32 %18, 2
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i8, ptr %0, i64 %29
  %31 = sext i32 %20 to i64
  %32 = getelementptr inbounds i8, ptr %0, i64 %31
  %33 = sext i32 %27 to i64
  %34 = getelementptr i8, ptr %0, i64 %33
  %35 = getelementptr i8, ptr %30, i64 1
  %36 = getelementptr i8, ptr %32, i64 4
  %37 = getelementptr i8, ptr %34, i64 1
  %38 = getelementptr i8, ptr %30, i64 2
  %39 = getelementptr i8, ptr %32, i64 8
  %40 = getelementptr i8, ptr %34, i64 4
  %41 = getelementptr i8, ptr %30, i64 3
  %42 = getelementptr i8, ptr %32, i64 12
  %43 = getelementptr i8, ptr %34, i64 5
  %44 = sext i32 %14 to i64
  %45 = getelementptr inbounds i8, ptr %0, i64 %44
  %46 = add nsw i32 %14, 1
  %47 = load i8, ptr %30, align 1, !tbaa !13
  %48 = icmp eq i8 %47, 1
  br i1 %48, label %86, label %76

49:
  %50 = load i8, ptr %35, align 1, !tbaa !13
  %51 = icmp eq i8 %50, 1
  br i1 %51, label %86, label %52

52:
  %53 = load i8, ptr %36, align 1, !tbaa !13
  %54 = icmp eq i8 %53, 1
  br i1 %54, label %86, label %55

55:
  %56 = load i8, ptr %37, align 1, !tbaa !13
  %57 = icmp eq i8 %56, 1
  br i1 %57, label %86, label %58

58:
  %59 = load i8, ptr %38, align 1, !tbaa !13
  %60 = icmp eq i8 %59, 1
  br i1 %60, label %86, label %61

61:
  %62 = load i8, ptr %39, align 1, !tbaa !13
  %63 = icmp eq i8 %62, 1
  br i1 %63, label %86, label %64

64:
  %65 = load i8, ptr %40, align 1, !tbaa !13
  %66 = icmp eq i8 %65, 1
  br i1 %66, label %86, label %67

67:
  %68 = load i8, ptr %41, align 1, !tbaa !13
  %69 = icmp eq i8 %68, 1
  br i1 %69, label %86, label %70

70:
  %71 = load i8, ptr %42, align 1, !tbaa !13
  %72 = icmp eq i8 %71, 1
  br i1 %72, label %86, label %73

73:
  %74 = load i8, ptr %43, align 1, !tbaa !13
  %75 = icmp eq i8 %74, 1
  br i1 %75, label %86, label %82

76:
  %77 = load i8, ptr %32, align 1, !tbaa !13
  %78 = icmp eq i8 %77, 1
  br i1 %78, label %86, label %79

79:
  %80 = load i8, ptr %34, align 1, !tbaa !13
  %81 = icmp eq i8 %80, 1
  br i1 %81, label %86, label %49

82:
  store i8 1, ptr %45, align 1, !tbaa !13
  %83 = tail call noundef zeroext i1 @_Z5solvePhi(ptr noundef nonnull %0, i32 noundef %46) #6
  br i1 %83, label %205, label %84

84:
  %85 = load i8, ptr %30, align 1, !tbaa !13
  br label %86

86:
  %87 = phi i8 [ %85, %84 ], [ %47, %67 ], [ %47, %79 ], [ %47, %76 ], [ 1, %16 ], [ %47, %49 ], [ %47, %52 ], [ %47, %55 ], [ %47, %58 ], [ %47, %61 ], [ %47, %64 ], [ %47, %70 ], [ %47, %73 ]
  %88 = icmp eq i8 %87, 2
  br i1 %88, label %126, label %89

89:
  %90 = load i8, ptr %32, align 1, !tbaa !13
  %91 = icmp eq i8 %90, 2
  br i1 %91, label %126, label %92

92:
  %93 = load i8, ptr %34, align 1, !tbaa !13
  %94 = icmp eq i8 %93, 2
  br i1 %94, label %126, label %95

95:
  %96 = load i8, ptr %35, align 1, !tbaa !13
  %97 = icmp eq i8 %96, 2
  br i1 %97, label %126, label %98

98:
  %99 = load i8, ptr %36, align 1, !tbaa !13
  %100 = icmp eq i8 %99, 2
  br i1 %100, label %126, label %101

101:
  %102 = load i8, ptr %37, align 1, !tbaa !13
  %103 = icmp eq i8 %102, 2
  br i1 %103, label %126, label %104

104:
  %105 = load i8, ptr %38, align 1, !tbaa !13
  %106 = icmp eq i8 %105, 2
  br i1 %106, label %126, label %107

107:
  %108 = load i8, ptr %39, align 1, !tbaa !13
  %109 = icmp eq i8 %108, 2
  br i1 %109, label %126, label %110

110:
  %111 = load i8, ptr %40, align 1, !tbaa !13
  %112 = icmp eq i8 %111, 2
  br i1 %112, label %126, label %113

113:
  %114 = load i8, ptr %41, align 1, !tbaa !13
  %115 = icmp eq i8 %114, 2
  br i1 %115, label %126, label %116

116:
  %117 = load i8, ptr %42, align 1, !tbaa !13
  %118 = icmp eq i8 %117, 2
  br i1 %118, label %126, label %119

119:
  %120 = load i8, ptr %43, align 1, !tbaa !13
  %121 = icmp eq i8 %120, 2
  br i1 %121, label %126, label %122

122:
  store i8 2, ptr %45, align 1, !tbaa !13
  %123 = tail call noundef zeroext i1 @_Z5solvePhi(ptr noundef nonnull %0, i32 noundef %46) #6
  br i1 %123, label %205, label %124

124:
  %125 = load i8, ptr %30, align 1, !tbaa !13
  br label %126

126:
  %127 = phi i8 [ %125, %124 ], [ %87, %119 ], [ %87, %116 ], [ %87, %113 ], [ %87, %110 ], [ %87, %107 ], [ %87, %104 ], [ %87, %101 ], [ %87, %98 ], [ %87, %95 ], [ %87, %92 ], [ %87, %89 ], [ 2, %86 ]
  %128 = icmp eq i8 %127, 3
  br i1 %128, label %166, label %129

129:
  %130 = load i8, ptr %32, align 1, !tbaa !13
  %131 = icmp eq i8 %130, 3
  br i1 %131, label %166, label %132

132:
  %133 = load i8, ptr %34, align 1, !tbaa !13
  %134 = icmp eq i8 %133, 3
  br i1 %134, label %166, label %135

135:
  %136 = load i8, ptr %35, align 1, !tbaa !13
  %137 = icmp eq i8 %136, 3
  br i1 %137, label %166, label %138

138:
  %139 = load i8, ptr %36, align 1, !tbaa !13
  %140 = icmp eq i8 %139, 3
  br i1 %140, label %166, label %141

141:
  %142 = load i8, ptr %37, align 1, !tbaa !13
  %143 = icmp eq i8 %142, 3
  br i1 %143, label %166, label %144

144:
  %145 = load i8, ptr %38, align 1, !tbaa !13
  %146 = icmp eq i8 %145, 3
  br i1 %146, label %166, label %147

147:
  %148 = load i8, ptr %39, align 1, !tbaa !13
  %149 = icmp eq i8 %148, 3
  br i1 %149, label %166, label %150

150:
  %151 = load i8, ptr %40, align 1, !tbaa !13
  %152 = icmp eq i8 %151, 3
  br i1 %152, label %166, label %153

153:
  %154 = load i8, ptr %41, align 1, !tbaa !13
  %155 = icmp eq i8 %154, 3
  br i1 %155, label %166, label %156

156:
  %157 = load i8, ptr %42, align 1, !tbaa !13
  %158 = icmp eq i8 %157, 3
  br i1 %158, label %166, label %159

159:
  %160 = load i8, ptr %43, align 1, !tbaa !13
  %161 = icmp eq i8 %160, 3
  br i1 %161, label %166, label %162

162:
  store i8 3, ptr %45, align 1, !tbaa !13
  %163 = tail call noundef zeroext i1 @_Z5solvePhi(ptr noundef nonnull %0, i32 noundef %46) #6
  br i1 %163, label %205, label %164

164:
  %165 = load i8, ptr %30, align 1, !tbaa !13
  br label %166

166:
  %167 = phi i8 [ %165, %164 ], [ %127, %159 ], [ %127, %156 ], [ %127, %153 ], [ %127, %150 ], [ %127, %147 ], [ %127, %144 ], [ %127, %141 ], [ %127, %138 ], [ %127, %135 ], [ %127, %132 ], [ %127, %129 ], [ 3, %126 ]
  %168 = icmp eq i8 %167, 4
  br i1 %168, label %204, label %169

169:
  %170 = load i8, ptr %32, align 1, !tbaa !13
  %171 = icmp eq i8 %170, 4
  br i1 %171, label %204, label %172

172:
  %173 = load i8, ptr %34, align 1, !tbaa !13
  %174 = icmp eq i8 %173, 4
  br i1 %174, label %204, label %175

175:
  %176 = load i8, ptr %35, align 1, !tbaa !13
  %177 = icmp eq i8 %176, 4
  br i1 %177, label %204, label %178

178:
  %179 = load i8, ptr %36, align 1, !tbaa !13
  %180 = icmp eq i8 %179, 4
  br i1 %180, label %204, label %181

181:
  %182 = load i8, ptr %37, align 1, !tbaa !13
  %183 = icmp eq i8 %182, 4
  br i1 %183, label %204, label %184

184:
  %185 = load i8, ptr %38, align 1, !tbaa !13
  %186 = icmp eq i8 %185, 4
  br i1 %186, label %204, label %187

187:
  %188 = load i8, ptr %39, align 1, !tbaa !13
  %189 = icmp eq i8 %188, 4
  br i1 %189, label %204, label %190

190:
  %191 = load i8, ptr %40, align 1, !tbaa !13
  %192 = icmp eq i8 %191, 4
  br i1 %192, label %204, label %193

193:
  %194 = load i8, ptr %41, align 1, !tbaa !13
  %195 = icmp eq i8 %194, 4
  br i1 %195, label %204, label %196

196:
  %197 = load i8, ptr %42, align 1, !tbaa !13
  %198 = icmp eq i8 %197, 4
  br i1 %198, label %204, label %199

199:
  %200 = load i8, ptr %43, align 1, !tbaa !13
  %201 = icmp eq i8 %200, 4
  br i1 %201, label %204, label %202

202:
  store i8 4, ptr %45, align 1, !tbaa !13
  %203 = tail call noundef zeroext i1 @_Z5solvePhi(ptr noundef nonnull %0, i32 noundef %46) #6
  br i1 %203, label %205, label %204

204:
  store i8 0, ptr %45, align 1, !tbaa !13
  br label %205

205:
  %206 = phi i1 [ true, %13 ], [ false, %204 ], [ true, %202 ], [ true, %162 ], [ true, %122 ], [ true, %82 ]
  ret i1 %206
}

define dso_local ptx_kernel void @sudoku_4(ptr noundef captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #4 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %18

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i8, ptr %1, i64 %11
  %13 = shl nsw i32 %8, 4
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = tail call noundef zeroext i1 @_Z5solvePhi(ptr noundef %15, i32 noundef 0) #6
  %17 = zext i1 %16 to i8
  store i8 %17, ptr %12, align 1, !tbaa !15
  br label %18

18:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

attributes #0 = { mustprogress nofree noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { mustprogress nofree nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

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
!13 = !{!8, !8, i64 0}
!14 = distinct !{!14, !12}
!15 = !{!16, !16, i64 0}
!16 = !{!"bool", !8, i64 0}
