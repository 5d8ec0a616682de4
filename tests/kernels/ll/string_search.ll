target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ8find_allE1p = internal unnamed_addr addrspace(3) global [64 x i8] undef, align 1

define dso_local ptx_kernel void @find_all(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, i32 noundef %3, ptr noundef writeonly captures(none) %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = icmp ult i32 %6, %3
  br i1 %7, label %8, label %13

8:
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ8find_allE1p to ptr), i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 %9
  %12 = load i8, ptr %11, align 1, !tbaa !11
  store i8 %12, ptr %10, align 1, !tbaa !11
  br label %13

13:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %15 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %16 = mul i32 %14, %15
  %17 = add i32 %16, %6
  %18 = icmp slt i32 %17, %1
  br i1 %18, label %19, label %45

19:
  %20 = icmp sgt i32 %3, 0
  br i1 %20, label %21, label %39

21:
  %22 = tail call i32 @llvm.smax.i32(i32 %1, i32 %17)
  %23 = sub i32 %22, %17
  br label %24

24:
  %25 = phi i32 [ %37, %36 ], [ 0, %21 ]
  %26 = icmp eq i32 %25, %23
  br i1 %26, label %39, label %27

27:
  %28 = add nsw i32 %25, %17
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i8, ptr %0, i64 %29
  %31 = load i8, ptr %30, align 1, !tbaa !11
  %32 = zext nneg i32 %25 to i64
  %33 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ8find_allE1p to ptr), i64 %32
  %34 = load i8, ptr %33, align 1, !tbaa !11
  %35 = icmp eq i8 %31, %34
  br i1 %35, label %36, label %39

36:
  %37 = add nuw nsw i32 %25, 1
  %38 = icmp eq i32 %37, %3
  br i1 %38, label %39, label %24, !llvm.loop !12

39:
  %40 = phi i32 [ 0, %19 ], [ %25, %27 ], [ %3, %36 ], [ %23, %24 ]
  %41 = icmp eq i32 %40, %3
  %42 = zext i1 %41 to i8
  %43 = sext i32 %17 to i64
  %44 = getelementptr inbounds i8, ptr %4, i64 %43
  store i8 %42, ptr %44, align 1, !tbaa !11
  br label %45

45:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define dso_local ptx_kernel void @horspool(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, i32 noundef %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #3 {
  %7 = alloca [256 x i8], align 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = mul i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %5
  br i1 %13, label %14, label %174

14:
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #8
  %15 = trunc i32 %3 to i8
  %16 = insertelement <4 x i8> poison, i8 %15, i64 0
  %17 = shufflevector <4 x i8> %16, <4 x i8> poison, <4 x i32> zeroinitializer
  store <4 x i8> %17, ptr %7, align 4, !tbaa !11
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store <4 x i8> %17, ptr %18, align 4, !tbaa !11
  %19 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store <4 x i8> %17, ptr %19, align 4, !tbaa !11
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store <4 x i8> %17, ptr %20, align 4, !tbaa !11
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store <4 x i8> %17, ptr %21, align 4, !tbaa !11
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 20
  store <4 x i8> %17, ptr %22, align 4, !tbaa !11
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store <4 x i8> %17, ptr %23, align 4, !tbaa !11
  %24 = getelementptr inbounds nuw i8, ptr %7, i64 28
  store <4 x i8> %17, ptr %24, align 4, !tbaa !11
  %25 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store <4 x i8> %17, ptr %25, align 4, !tbaa !11
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 36
  store <4 x i8> %17, ptr %26, align 4, !tbaa !11
  %27 = getelementptr inbounds nuw i8, ptr %7, i64 40
  store <4 x i8> %17, ptr %27, align 4, !tbaa !11
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 44
  store <4 x i8> %17, ptr %28, align 4, !tbaa !11
  %29 = getelementptr inbounds nuw i8, ptr %7, i64 48
  store <4 x i8> %17, ptr %29, align 4, !tbaa !11
  %30 = getelementptr inbounds nuw i8, ptr %7, i64 52
  store <4 x i8> %17, ptr %30, align 4, !tbaa !11
  %31 = getelementptr inbounds nuw i8, ptr %7, i64 56
  store <4 x i8> %17, ptr %31, align 4, !tbaa !11
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 60
  store <4 x i8> %17, ptr %32, align 4, !tbaa !11
  %33 = getelementptr inbounds nuw i8, ptr %7, i64 64
  store <4 x i8> %17, ptr %33, align 4, !tbaa !11
  %34 = getelementptr inbounds nuw i8, ptr %7, i64 68
  store <4 x i8> %17, ptr %34, align 4, !tbaa !11
  %35 = getelementptr inbounds nuw i8, ptr %7, i64 72
  store <4 x i8> %17, ptr %35, align 4, !tbaa !11
  %36 = getelementptr inbounds nuw i8, ptr %7, i64 76
  store <4 x i8> %17, ptr %36, align 4, !tbaa !11
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 80
  store <4 x i8> %17, ptr %37, align 4, !tbaa !11
  %38 = getelementptr inbounds nuw i8, ptr %7, i64 84
  store <4 x i8> %17, ptr %38, align 4, !tbaa !11
  %39 = getelementptr inbounds nuw i8, ptr %7, i64 88
  store <4 x i8> %17, ptr %39, align 4, !tbaa !11
  %40 = getelementptr inbounds nuw i8, ptr %7, i64 92
  store <4 x i8> %17, ptr %40, align 4, !tbaa !11
  %41 = getelementptr inbounds nuw i8, ptr %7, i64 96
  store <4 x i8> %17, ptr %41, align 4, !tbaa !11
  %42 = getelementptr inbounds nuw i8, ptr %7, i64 100
  store <4 x i8> %17, ptr %42, align 4, !tbaa !11
  %43 = getelementptr inbounds nuw i8, ptr %7, i64 104
  store <4 x i8> %17, ptr %43, align 4, !tbaa !11
  %44 = getelementptr inbounds nuw i8, ptr %7, i64 108
  store <4 x i8> %17, ptr %44, align 4, !tbaa !11
  %45 = getelementptr inbounds nuw i8, ptr %7, i64 112
  store <4 x i8> %17, ptr %45, align 4, !tbaa !11
  %46 = getelementptr inbounds nuw i8, ptr %7, i64 116
  store <4 x i8> %17, ptr %46, align 4, !tbaa !11
  %47 = getelementptr inbounds nuw i8, ptr %7, i64 120
  store <4 x i8> %17, ptr %47, align 4, !tbaa !11
  %48 = getelementptr inbounds nuw i8, ptr %7, i64 124
  store <4 x i8> %17, ptr %48, align 4, !tbaa !11
  %49 = getelementptr inbounds nuw i8, ptr %7, i64 128
  store <4 x i8> %17, ptr %49, align 4, !tbaa !11
  %50 = getelementptr inbounds nuw i8, ptr %7, i64 132
  store <4 x i8> %17, ptr %50, align 4, !tbaa !11
  %51 = getelementptr inbounds nuw i8, ptr %7, i64 136
  store <4 x i8> %17, ptr %51, align 4, !tbaa !11
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 140
  store <4 x i8> %17, ptr %52, align 4, !tbaa !11
  %53 = getelementptr inbounds nuw i8, ptr %7, i64 144
  store <4 x i8> %17, ptr %53, align 4, !tbaa !11
  %54 = getelementptr inbounds nuw i8, ptr %7, i64 148
  store <4 x i8> %17, ptr %54, align 4, !tbaa !11
  %55 = getelementptr inbounds nuw i8, ptr %7, i64 152
  store <4 x i8> %17, ptr %55, align 4, !tbaa !11
  %56 = getelementptr inbounds nuw i8, ptr %7, i64 156
  store <4 x i8> %17, ptr %56, align 4, !tbaa !11
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 160
  store <4 x i8> %17, ptr %57, align 4, !tbaa !11
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 164
  store <4 x i8> %17, ptr %58, align 4, !tbaa !11
  %59 = getelementptr inbounds nuw i8, ptr %7, i64 168
  store <4 x i8> %17, ptr %59, align 4, !tbaa !11
  %60 = getelementptr inbounds nuw i8, ptr %7, i64 172
  store <4 x i8> %17, ptr %60, align 4, !tbaa !11
  %61 = getelementptr inbounds nuw i8, ptr %7, i64 176
  store <4 x i8> %17, ptr %61, align 4, !tbaa !11
  %62 = getelementptr inbounds nuw i8, ptr %7, i64 180
  store <4 x i8> %17, ptr %62, align 4, !tbaa !11
  %63 = getelementptr inbounds nuw i8, ptr %7, i64 184
  store <4 x i8> %17, ptr %63, align 4, !tbaa !11
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 188
  store <4 x i8> %17, ptr %64, align 4, !tbaa !11
  %65 = getelementptr inbounds nuw i8, ptr %7, i64 192
  store <4 x i8> %17, ptr %65, align 4, !tbaa !11
  %66 = getelementptr inbounds nuw i8, ptr %7, i64 196
  store <4 x i8> %17, ptr %66, align 4, !tbaa !11
  %67 = getelementptr inbounds nuw i8, ptr %7, i64 200
  store <4 x i8> %17, ptr %67, align 4, !tbaa !11
  %68 = getelementptr inbounds nuw i8, ptr %7, i64 204
  store <4 x i8> %17, ptr %68, align 4, !tbaa !11
  %69 = getelementptr inbounds nuw i8, ptr %7, i64 208
  store <4 x i8> %17, ptr %69, align 4, !tbaa !11
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 212
  store <4 x i8> %17, ptr %70, align 4, !tbaa !11
  %71 = getelementptr inbounds nuw i8, ptr %7, i64 216
  store <4 x i8> %17, ptr %71, align 4, !tbaa !11
  %72 = getelementptr inbounds nuw i8, ptr %7, i64 220
  store <4 x i8> %17, ptr %72, align 4, !tbaa !11
  %73 = getelementptr inbounds nuw i8, ptr %7, i64 224
  store <4 x i8> %17, ptr %73, align 4, !tbaa !11
  %74 = getelementptr inbounds nuw i8, ptr %7, i64 228
  store <4 x i8> %17, ptr %74, align 4, !tbaa !11
  %75 = getelementptr inbounds nuw i8, ptr %7, i64 232
  store <4 x i8> %17, ptr %75, align 4, !tbaa !11
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 236
  store <4 x i8> %17, ptr %76, align 4, !tbaa !11
  %77 = getelementptr inbounds nuw i8, ptr %7, i64 240
  store <4 x i8> %17, ptr %77, align 4, !tbaa !11
  %78 = getelementptr inbounds nuw i8, ptr %7, i64 244
  store <4 x i8> %17, ptr %78, align 4, !tbaa !11
  %79 = getelementptr inbounds nuw i8, ptr %7, i64 248
  store <4 x i8> %17, ptr %79, align 4, !tbaa !11
  %80 = getelementptr inbounds nuw i8, ptr %7, i64 252
  store <4 x i8> %17, ptr %80, align 4, !tbaa !11
  %81 = icmp sgt i32 %3, 1
  br i1 %81, label %82, label %120

82:
  %83 = add nsw i32 %3, -1
  %84 = icmp ult i32 %3, 5
  br i1 %84, label %117, label %85

85:
  %86 = and i32 %83, -4
  %87 = or disjoint i32 %86, 1
  %88 = insertelement <4 x i32> poison, i32 %3, i64 0
  %89 = shufflevector <4 x i32> %88, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %90

90:
  %91 = phi i32 [ 0, %85 ], [ %112, %90 ]
  %92 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %85 ], [ %113, %90 ]
  %93 = xor <4 x i32> %92, splat (i32 -1)
  %94 = add nsw <4 x i32> %89, %93
  %95 = trunc <4 x i32> %94 to <4 x i8>
  %96 = extractelement <4 x i8> %95, i64 0
  %97 = extractelement <4 x i8> %95, i64 1
  %98 = extractelement <4 x i8> %95, i64 2
  %99 = extractelement <4 x i8> %95, i64 3
  %100 = zext nneg i32 %91 to i64
  %101 = getelementptr inbounds nuw i8, ptr %2, i64 %100
  %102 = load <4 x i8>, ptr %101, align 1, !tbaa !11
  %103 = zext <4 x i8> %102 to <4 x i64>
  %104 = extractelement <4 x i64> %103, i64 0
  %105 = extractelement <4 x i64> %103, i64 1
  %106 = extractelement <4 x i64> %103, i64 2
  %107 = extractelement <4 x i64> %103, i64 3
  %108 = getelementptr inbounds nuw i8, ptr %7, i64 %104
  %109 = getelementptr inbounds nuw i8, ptr %7, i64 %105
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 %106
  %111 = getelementptr inbounds nuw i8, ptr %7, i64 %107
  store i8 %96, ptr %108, align 1, !tbaa !11
  store i8 %97, ptr %109, align 1, !tbaa !11
  store i8 %98, ptr %110, align 1, !tbaa !11
  store i8 %99, ptr %111, align 1, !tbaa !11
  %112 = add nuw i32 %91, 4
  %113 = add <4 x i32> %92, splat (i32 4)
  %114 = icmp eq i32 %112, %86
  br i1 %114, label %115, label %90, !llvm.loop !14

115:
  %116 = icmp eq i32 %83, %86
  br i1 %116, label %120, label %117

117:
  %118 = phi i32 [ 1, %82 ], [ %87, %115 ]
  %119 = phi i32 [ 0, %82 ], [ %86, %115 ]
  br label %126

120:
  %121 = sext i32 %12 to i64
  %122 = sext i32 %1 to i64
  %123 = mul nsw i64 %122, %121
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 %123
  %125 = icmp sgt i32 %3, %1
  br i1 %125, label %171, label %139

126:
  %127 = phi i32 [ %137, %126 ], [ %118, %117 ]
  %128 = phi i32 [ %127, %126 ], [ %119, %117 ]
  %129 = xor i32 %128, -1
  %130 = add nsw i32 %3, %129
  %131 = trunc i32 %130 to i8
  %132 = zext nneg i32 %128 to i64
  %133 = getelementptr inbounds nuw i8, ptr %2, i64 %132
  %134 = load i8, ptr %133, align 1, !tbaa !11
  %135 = zext i8 %134 to i64
  %136 = getelementptr inbounds nuw i8, ptr %7, i64 %135
  store i8 %131, ptr %136, align 1, !tbaa !11
  %137 = add nuw nsw i32 %127, 1
  %138 = icmp eq i32 %137, %3
  br i1 %138, label %120, label %126, !llvm.loop !17

139:
  %140 = phi i32 [ %157, %156 ], [ -1, %120 ]
  %141 = phi i32 [ %166, %156 ], [ 0, %120 ]
  %142 = add nsw i32 %141, %3
  br label %143

143:
  %144 = phi i32 [ %147, %146 ], [ %3, %139 ]
  %145 = icmp slt i32 %144, 1
  br i1 %145, label %156, label %146

146:
  %147 = add nsw i32 %144, -1
  %148 = add nsw i32 %147, %141
  %149 = sext i32 %148 to i64
  %150 = getelementptr inbounds i8, ptr %124, i64 %149
  %151 = load i8, ptr %150, align 1, !tbaa !11
  %152 = zext nneg i32 %147 to i64
  %153 = getelementptr inbounds nuw i8, ptr %2, i64 %152
  %154 = load i8, ptr %153, align 1, !tbaa !11
  %155 = icmp eq i8 %151, %154
  br i1 %155, label %143, label %156, !llvm.loop !18

156:
  %157 = phi i32 [ %141, %143 ], [ %140, %146 ]
  %158 = sext i32 %142 to i64
  %159 = getelementptr i8, ptr %124, i64 %158
  %160 = getelementptr i8, ptr %159, i64 -1
  %161 = load i8, ptr %160, align 1, !tbaa !11
  %162 = zext i8 %161 to i64
  %163 = getelementptr inbounds nuw i8, ptr %7, i64 %162
  %164 = load i8, ptr %163, align 1, !tbaa !11
  %165 = zext i8 %164 to i32
  %166 = add nuw nsw i32 %141, %165
  %167 = add nsw i32 %166, %3
  %168 = icmp sle i32 %167, %1
  %169 = icmp slt i32 %157, 0
  %170 = select i1 %168, i1 %169, i1 false
  br i1 %170, label %139, label %171, !llvm.loop !19

171:
  %172 = phi i32 [ -1, %120 ], [ %157, %156 ]
  %173 = getelementptr inbounds i32, ptr %4, i64 %121
  store i32 %172, ptr %173, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #8
  br label %174

174:
  ret void
}

define dso_local noundef signext i8 @_Z5lowerc(i8 noundef signext %0) local_unnamed_addr #4 {
  %2 = add i8 %0, -65
  %3 = icmp ult i8 %2, 26
  %4 = add nuw nsw i8 %0, 32
  %5 = select i1 %3, i8 %4, i8 %0
  ret i8 %5
}

define dso_local ptx_kernel void @equal_fold(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #5 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %53

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds ptr, ptr %0, i64 %12
  %14 = load ptr, ptr %13, align 8, !tbaa !20
  %15 = getelementptr inbounds ptr, ptr %1, i64 %12
  %16 = load ptr, ptr %15, align 8, !tbaa !20
  %17 = load i8, ptr %14, align 1, !tbaa !11
  %18 = icmp eq i8 %17, 0
  br i1 %18, label %38, label %19

19:
  %20 = phi i8 [ %36, %33 ], [ %17, %11 ]
  %21 = phi ptr [ %35, %33 ], [ %16, %11 ]
  %22 = phi ptr [ %34, %33 ], [ %14, %11 ]
  %23 = add i8 %20, -65
  %24 = icmp ult i8 %23, 26
  %25 = add nuw nsw i8 %20, 32
  %26 = select i1 %24, i8 %25, i8 %20
  %27 = load i8, ptr %21, align 1, !tbaa !11
  %28 = add i8 %27, -65
  %29 = icmp ult i8 %28, 26
  %30 = add nuw nsw i8 %27, 32
  %31 = select i1 %29, i8 %30, i8 %27
  %32 = icmp eq i8 %26, %31
  br i1 %32, label %33, label %38

33:
  %34 = getelementptr inbounds nuw i8, ptr %22, i64 1
  %35 = getelementptr inbounds nuw i8, ptr %21, i64 1
  %36 = load i8, ptr %34, align 1, !tbaa !11
  %37 = icmp eq i8 %36, 0
  br i1 %37, label %38, label %19, !llvm.loop !23

38:
  %39 = phi ptr [ %16, %11 ], [ %21, %19 ], [ %35, %33 ]
  %40 = phi i8 [ 0, %11 ], [ %20, %19 ], [ 0, %33 ]
  %41 = add i8 %40, -65
  %42 = icmp ult i8 %41, 26
  %43 = add nuw nsw i8 %40, 32
  %44 = select i1 %42, i8 %43, i8 %40
  %45 = load i8, ptr %39, align 1, !tbaa !11
  %46 = add i8 %45, -65
  %47 = icmp ult i8 %46, 26
  %48 = add nuw nsw i8 %45, 32
  %49 = select i1 %47, i8 %48, i8 %45
  %50 = icmp eq i8 %44, %49
  %51 = getelementptr inbounds i8, ptr %2, i64 %12
  %52 = zext i1 %50 to i8
  store i8 %52, ptr %51, align 1, !tbaa !24
  br label %53

53:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #6

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #6

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #6

declare i32 @llvm.smax.i32(i32, i32) #7

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = !{!8, !8, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = distinct !{!14, !13, !15, !16}
!15 = !{!"llvm.loop.isvectorized", i32 1}
!16 = !{!"llvm.loop.unroll.runtime.disable"}
!17 = distinct !{!17, !13, !16, !15}
!18 = distinct !{!18, !13}
!19 = distinct !{!19, !13}
!20 = !{!21, !21, i64 0}
!21 = !{!"p1 omnipotent char", !22, i64 0}
!22 = !{!"any pointer", !8, i64 0}
!23 = distinct !{!23, !13}
!24 = !{!25, !25, i64 0}
!25 = !{!"bool", !8, i64 0}
