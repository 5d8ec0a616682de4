target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Sample = type { i32, i8 }

@__const.permute.perm = private unnamed_addr constant [8 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7], align 4

define dso_local ptx_kernel void @permute(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [8 x i32], align 4
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %125

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(32) %4, ptr noundef nonnull align 4 dereferenceable(32) @__const.permute.perm, i64 32, i1 false)
  %12 = mul nsw i32 %9, 7
  %13 = add nsw i32 %12, 7
  %14 = srem i32 %13, 8
  %15 = getelementptr inbounds nuw i8, ptr %4, i64 28
  %16 = sext i32 %14 to i64
  %17 = getelementptr inbounds i32, ptr %4, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !6
  store i32 %18, ptr %15, align 4, !tbaa !6
  store i32 7, ptr %17, align 4, !tbaa !6
  %19 = add nsw i32 %12, 6
  %20 = srem i32 %19, 7
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %22 = load i32, ptr %21, align 4, !tbaa !6
  %23 = sext i32 %20 to i64
  %24 = getelementptr inbounds i32, ptr %4, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !6
  store i32 %25, ptr %21, align 4, !tbaa !6
  store i32 %22, ptr %24, align 4, !tbaa !6
  %26 = add nsw i32 %12, 5
  %27 = srem i32 %26, 6
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 20
  %29 = load i32, ptr %28, align 4, !tbaa !6
  %30 = sext i32 %27 to i64
  %31 = getelementptr inbounds i32, ptr %4, i64 %30
  %32 = load i32, ptr %31, align 4, !tbaa !6
  store i32 %32, ptr %28, align 4, !tbaa !6
  store i32 %29, ptr %31, align 4, !tbaa !6
  %33 = add nsw i32 %12, 4
  %34 = srem i32 %33, 5
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %36 = load i32, ptr %35, align 4, !tbaa !6
  %37 = sext i32 %34 to i64
  %38 = getelementptr inbounds i32, ptr %4, i64 %37
  %39 = load i32, ptr %38, align 4, !tbaa !6
  store i32 %39, ptr %35, align 4, !tbaa !6
  store i32 %36, ptr %38, align 4, !tbaa !6
  %40 = add nsw i32 %12, 3
  %41 = srem i32 %40, 4
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 12
  %43 = load i32, ptr %42, align 4, !tbaa !6
  %44 = sext i32 %41 to i64
  %45 = getelementptr inbounds i32, ptr %4, i64 %44
  %46 = load i32, ptr %45, align 4, !tbaa !6
  store i32 %46, ptr %42, align 4, !tbaa !6
  store i32 %43, ptr %45, align 4, !tbaa !6
  %47 = add nsw i32 %12, 2
  %48 = srem i32 %47, 3
  %49 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = sext i32 %48 to i64
  %52 = getelementptr inbounds i32, ptr %4, i64 %51
  %53 = load i32, ptr %52, align 4, !tbaa !6
  store i32 %53, ptr %49, align 4, !tbaa !6
  store i32 %50, ptr %52, align 4, !tbaa !6
  %54 = add nsw i32 %12, 1
  %55 = srem i32 %54, 2
  %56 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %57 = load i32, ptr %56, align 4, !tbaa !6
  %58 = sext i32 %55 to i64
  %59 = getelementptr inbounds i32, ptr %4, i64 %58
  %60 = load i32, ptr %59, align 4, !tbaa !6
  store i32 %60, ptr %56, align 4, !tbaa !6
  store i32 %57, ptr %59, align 4, !tbaa !6
  %61 = shl nsw i32 %9, 3
  %62 = load i32, ptr %4, align 4, !tbaa !6
  %63 = add nsw i32 %62, %61
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds i32, ptr %0, i64 %64
  %66 = load i32, ptr %65, align 4, !tbaa !6
  %67 = sext i32 %61 to i64
  %68 = getelementptr inbounds i32, ptr %1, i64 %67
  store i32 %66, ptr %68, align 4, !tbaa !6
  %69 = load i32, ptr %56, align 4, !tbaa !6
  %70 = add nsw i32 %69, %61
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds i32, ptr %0, i64 %71
  %73 = load i32, ptr %72, align 4, !tbaa !6
  %74 = sext i32 %61 to i64
  %75 = getelementptr i32, ptr %1, i64 %74
  %76 = getelementptr i8, ptr %75, i64 4
  store i32 %73, ptr %76, align 4, !tbaa !6
  %77 = load i32, ptr %49, align 4, !tbaa !6
  %78 = add nsw i32 %77, %61
  %79 = sext i32 %78 to i64
  %80 = getelementptr inbounds i32, ptr %0, i64 %79
  %81 = load i32, ptr %80, align 4, !tbaa !6
  %82 = sext i32 %61 to i64
  %83 = getelementptr i32, ptr %1, i64 %82
  %84 = getelementptr i8, ptr %83, i64 8
  store i32 %81, ptr %84, align 4, !tbaa !6
  %85 = load i32, ptr %42, align 4, !tbaa !6
  %86 = add nsw i32 %85, %61
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds i32, ptr %0, i64 %87
  %89 = load i32, ptr %88, align 4, !tbaa !6
  %90 = sext i32 %61 to i64
  %91 = getelementptr i32, ptr %1, i64 %90
  %92 = getelementptr i8, ptr %91, i64 12
  store i32 %89, ptr %92, align 4, !tbaa !6
  %93 = load i32, ptr %35, align 4, !tbaa !6
  %94 = add nsw i32 %93, %61
  %95 = sext i32 %94 to i64
  %96 = getelementptr inbounds i32, ptr %0, i64 %95
  %97 = load i32, ptr %96, align 4, !tbaa !6
  %98 = sext i32 %61 to i64
  %99 = getelementptr i32, ptr %1, i64 %98
  %100 = getelementptr i8, ptr %99, i64 16
  store i32 %97, ptr %100, align 4, !tbaa !6
  %101 = load i32, ptr %28, align 4, !tbaa !6
  %102 = add nsw i32 %101, %61
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds i32, ptr %0, i64 %103
  %105 = load i32, ptr %104, align 4, !tbaa !6
  %106 = sext i32 %61 to i64
  %107 = getelementptr i32, ptr %1, i64 %106
  %108 = getelementptr i8, ptr %107, i64 20
  store i32 %105, ptr %108, align 4, !tbaa !6
  %109 = load i32, ptr %21, align 4, !tbaa !6
  %110 = add nsw i32 %109, %61
  %111 = sext i32 %110 to i64
  %112 = getelementptr inbounds i32, ptr %0, i64 %111
  %113 = load i32, ptr %112, align 4, !tbaa !6
  %114 = sext i32 %61 to i64
  %115 = getelementptr i32, ptr %1, i64 %114
  %116 = getelementptr i8, ptr %115, i64 24
  store i32 %113, ptr %116, align 4, !tbaa !6
  %117 = load i32, ptr %15, align 4, !tbaa !6
  %118 = add nsw i32 %117, %61
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds i32, ptr %0, i64 %119
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = sext i32 %61 to i64
  %123 = getelementptr i32, ptr %1, i64 %122
  %124 = getelementptr i8, ptr %123, i64 28
  store i32 %121, ptr %124, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #8
  br label %125

125:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @small_matrix(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #3 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %219

10:
  %11 = shl nsw i32 %8, 4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = sext i32 %11 to i64
  %16 = getelementptr i32, ptr %0, i64 %15
  %17 = getelementptr i8, ptr %16, i64 4
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = sext i32 %11 to i64
  %20 = getelementptr i32, ptr %0, i64 %19
  %21 = getelementptr i8, ptr %20, i64 8
  %22 = load i32, ptr %21, align 4, !tbaa !6
  %23 = sext i32 %11 to i64
  %24 = getelementptr i32, ptr %0, i64 %23
  %25 = getelementptr i8, ptr %24, i64 12
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = sext i32 %11 to i64
  %28 = getelementptr i32, ptr %0, i64 %27
  %29 = getelementptr i8, ptr %28, i64 16
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = sext i32 %11 to i64
  %32 = getelementptr i32, ptr %0, i64 %31
  %33 = getelementptr i8, ptr %32, i64 20
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = sext i32 %11 to i64
  %36 = getelementptr i32, ptr %0, i64 %35
  %37 = getelementptr i8, ptr %36, i64 24
  %38 = load i32, ptr %37, align 4, !tbaa !6
  %39 = sext i32 %11 to i64
  %40 = getelementptr i32, ptr %0, i64 %39
  %41 = getelementptr i8, ptr %40, i64 28
  %42 = load i32, ptr %41, align 4, !tbaa !6
  %43 = sext i32 %11 to i64
  %44 = getelementptr i32, ptr %0, i64 %43
  %45 = getelementptr i8, ptr %44, i64 32
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = sext i32 %11 to i64
  %48 = getelementptr i32, ptr %0, i64 %47
  %49 = getelementptr i8, ptr %48, i64 36
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = sext i32 %11 to i64
  %52 = getelementptr i32, ptr %0, i64 %51
  %53 = getelementptr i8, ptr %52, i64 40
  %54 = load i32, ptr %53, align 4, !tbaa !6
  %55 = sext i32 %11 to i64
  %56 = getelementptr i32, ptr %0, i64 %55
  %57 = getelementptr i8, ptr %56, i64 44
  %58 = load i32, ptr %57, align 4, !tbaa !6
  %59 = sext i32 %11 to i64
  %60 = getelementptr i32, ptr %0, i64 %59
  %61 = getelementptr i8, ptr %60, i64 48
  %62 = load i32, ptr %61, align 4, !tbaa !6
  %63 = sext i32 %11 to i64
  %64 = getelementptr i32, ptr %0, i64 %63
  %65 = getelementptr i8, ptr %64, i64 52
  %66 = load i32, ptr %65, align 4, !tbaa !6
  %67 = sext i32 %11 to i64
  %68 = getelementptr i32, ptr %0, i64 %67
  %69 = getelementptr i8, ptr %68, i64 56
  %70 = load i32, ptr %69, align 4, !tbaa !6
  %71 = sext i32 %11 to i64
  %72 = getelementptr i32, ptr %0, i64 %71
  %73 = getelementptr i8, ptr %72, i64 60
  %74 = load i32, ptr %73, align 4, !tbaa !6
  %75 = srem i32 %8, 5
  %76 = icmp sgt i32 %75, 0
  br i1 %76, label %77, label %209

77:
  %78 = phi i32 [ %206, %77 ], [ %74, %10 ]
  %79 = phi i32 [ %199, %77 ], [ %70, %10 ]
  %80 = phi i32 [ %192, %77 ], [ %66, %10 ]
  %81 = phi i32 [ %185, %77 ], [ %62, %10 ]
  %82 = phi i32 [ %178, %77 ], [ %58, %10 ]
  %83 = phi i32 [ %171, %77 ], [ %54, %10 ]
  %84 = phi i32 [ %164, %77 ], [ %50, %10 ]
  %85 = phi i32 [ %157, %77 ], [ %46, %10 ]
  %86 = phi i32 [ %150, %77 ], [ %42, %10 ]
  %87 = phi i32 [ %143, %77 ], [ %38, %10 ]
  %88 = phi i32 [ %136, %77 ], [ %34, %10 ]
  %89 = phi i32 [ %129, %77 ], [ %30, %10 ]
  %90 = phi i32 [ %122, %77 ], [ %26, %10 ]
  %91 = phi i32 [ %115, %77 ], [ %22, %10 ]
  %92 = phi i32 [ %108, %77 ], [ %18, %10 ]
  %93 = phi i32 [ %101, %77 ], [ %14, %10 ]
  %94 = phi i32 [ %207, %77 ], [ %75, %10 ]
  %95 = mul i32 %14, %93
  %96 = mul i32 %30, %92
  %97 = add i32 %95, %96
  %98 = mul i32 %46, %91
  %99 = add i32 %97, %98
  %100 = mul i32 %62, %90
  %101 = add i32 %99, %100
  %102 = mul i32 %18, %93
  %103 = mul i32 %34, %92
  %104 = add i32 %102, %103
  %105 = mul i32 %50, %91
  %106 = add i32 %104, %105
  %107 = mul i32 %66, %90
  %108 = add i32 %106, %107
  %109 = mul i32 %22, %93
  %110 = mul i32 %38, %92
  %111 = add i32 %109, %110
  %112 = mul i32 %54, %91
  %113 = add i32 %111, %112
  %114 = mul i32 %70, %90
  %115 = add i32 %113, %114
  %116 = mul i32 %26, %93
  %117 = mul i32 %42, %92
  %118 = add i32 %116, %117
  %119 = mul i32 %58, %91
  %120 = add i32 %118, %119
  %121 = mul i32 %74, %90
  %122 = add i32 %120, %121
  %123 = mul i32 %14, %89
  %124 = mul i32 %30, %88
  %125 = add i32 %123, %124
  %126 = mul i32 %46, %87
  %127 = add i32 %125, %126
  %128 = mul i32 %62, %86
  %129 = add i32 %127, %128
  %130 = mul i32 %18, %89
  %131 = mul i32 %34, %88
  %132 = add i32 %130, %131
  %133 = mul i32 %50, %87
  %134 = add i32 %132, %133
  %135 = mul i32 %66, %86
  %136 = add i32 %134, %135
  %137 = mul i32 %22, %89
  %138 = mul i32 %38, %88
  %139 = add i32 %137, %138
  %140 = mul i32 %54, %87
  %141 = add i32 %139, %140
  %142 = mul i32 %70, %86
  %143 = add i32 %141, %142
  %144 = mul i32 %26, %89
  %145 = mul i32 %42, %88
  %146 = add i32 %144, %145
  %147 = mul i32 %58, %87
  %148 = add i32 %146, %147
  %149 = mul i32 %74, %86
  %150 = add i32 %148, %149
  %151 = mul i32 %14, %85
  %152 = mul i32 %30, %84
  %153 = add i32 %151, %152
  %154 = mul i32 %46, %83
  %155 = add i32 %153, %154
  %156 = mul i32 %62, %82
  %157 = add i32 %155, %156
  %158 = mul i32 %18, %85
  %159 = mul i32 %34, %84
  %160 = add i32 %158, %159
  %161 = mul i32 %50, %83
  %162 = add i32 %160, %161
  %163 = mul i32 %66, %82
  %164 = add i32 %162, %163
  %165 = mul i32 %22, %85
  %166 = mul i32 %38, %84
  %167 = add i32 %165, %166
  %168 = mul i32 %54, %83
  %169 = add i32 %167, %168
  %170 = mul i32 %70, %82
  %171 = add i32 %169, %170
  %172 = mul i32 %26, %85
  %173 = mul i32 %42, %84
  %174 = add i32 %172, %173
  %175 = mul i32 %58, %83
  %176 = add i32 %174, %175
  %177 = mul i32 %74, %82
  %178 = add i32 %176, %177
  %179 = mul i32 %14, %81
  %180 = mul i32 %30, %80
  %181 = add i32 %179, %180
  %182 = mul i32 %46, %79
  %183 = add i32 %181, %182
  %184 = mul i32 %62, %78
  %185 = add i32 %183, %184
  %186 = mul i32 %18, %81
  %187 = mul i32 %34, %80
  %188 = add i32 %186, %187
  %189 = mul i32 %50, %79
  %190 = add i32 %188, %189
  %191 = mul i32 %66, %78
  %192 = add i32 %190, %191
  %193 = mul i32 %22, %81
  %194 = mul i32 %38, %80
  %195 = add i32 %193, %194
  %196 = mul i32 %54, %79
  %197 = add i32 %195, %196
  %198 = mul i32 %70, %78
  %199 = add i32 %197, %198
  %200 = mul i32 %26, %81
  %201 = mul i32 %42, %80
  %202 = add i32 %200, %201
  %203 = mul i32 %58, %79
  %204 = add i32 %202, %203
  %205 = mul i32 %74, %78
  %206 = add i32 %204, %205
  %207 = add nsw i32 %94, -1
  %208 = icmp samesign ugt i32 %94, 1
  br i1 %208, label %77, label %209, !llvm.loop !11

209:
  %210 = phi i32 [ %74, %10 ], [ %206, %77 ]
  %211 = phi i32 [ %54, %10 ], [ %171, %77 ]
  %212 = phi i32 [ %34, %10 ], [ %136, %77 ]
  %213 = phi i32 [ %14, %10 ], [ %101, %77 ]
  %214 = add i32 %212, %213
  %215 = add i32 %214, %211
  %216 = add i32 %215, %210
  %217 = sext i32 %8 to i64
  %218 = getelementptr inbounds i32, ptr %1, i64 %217
  store i32 %216, ptr %218, align 4, !tbaa !6
  br label %219

219:
  ret void
}

define dso_local void @_Z10add_sampleP6SampleRij(ptr noundef captures(none) %0, ptr noundef nonnull align 4 captures(none) dereferenceable(4) %1, i32 noundef %2) local_unnamed_addr #4 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %5 = load i8, ptr %4, align 4, !tbaa !13
  %6 = add i8 %5, 1
  store i8 %6, ptr %4, align 4, !tbaa !13
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %8 = load i8, ptr %7, align 4, !tbaa !13
  %9 = add i8 %8, 1
  store i8 %9, ptr %7, align 4, !tbaa !13
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %11 = load i8, ptr %10, align 4, !tbaa !13
  %12 = add i8 %11, 1
  store i8 %12, ptr %10, align 4, !tbaa !13
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %14 = load i8, ptr %13, align 4, !tbaa !13
  %15 = add i8 %14, 1
  store i8 %15, ptr %13, align 4, !tbaa !13
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %17 = load i8, ptr %16, align 4, !tbaa !13
  %18 = add i8 %17, 1
  store i8 %18, ptr %16, align 4, !tbaa !13
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %20 = load i8, ptr %19, align 4, !tbaa !13
  %21 = add i8 %20, 1
  store i8 %21, ptr %19, align 4, !tbaa !13
  %22 = load i32, ptr %1, align 4, !tbaa !6
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds %struct.Sample, ptr %0, i64 %23
  store i32 %2, ptr %24, align 4, !tbaa !6
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 4
  store i8 0, ptr %25, align 4, !tbaa !15
  %26 = load i32, ptr %1, align 4, !tbaa !6
  %27 = add nsw i32 %26, 1
  %28 = srem i32 %27, 6
  store i32 %28, ptr %1, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @ring_buffer(ptr noundef writeonly captures(none) %0, i32 noundef %1) local_unnamed_addr #5 {
  %3 = alloca [6 x %struct.Sample], align 4
  %4 = alloca i32, align 4
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %1
  br i1 %10, label %11, label %70

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(48) %3, i8 0, i64 48, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #8
  store i32 0, ptr %4, align 4, !tbaa !6
  %12 = mul i32 %9, 5
  %13 = add i32 %12, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %13) #8
  %14 = mul i32 %13, 5
  %15 = add i32 %14, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %15) #8
  %16 = mul i32 %15, 5
  %17 = add i32 %16, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %17) #8
  %18 = mul i32 %17, 5
  %19 = add i32 %18, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %19) #8
  %20 = mul i32 %19, 5
  %21 = add i32 %20, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %21) #8
  %22 = mul i32 %21, 5
  %23 = add i32 %22, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %23) #8
  %24 = mul i32 %23, 5
  %25 = add i32 %24, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %25) #8
  %26 = mul i32 %25, 5
  %27 = add i32 %26, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %27) #8
  %28 = mul i32 %27, 5
  %29 = add i32 %28, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %29) #8
  %30 = mul i32 %29, 5
  %31 = add i32 %30, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %31) #8
  %32 = mul i32 %31, 5
  %33 = add i32 %32, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %33) #8
  %34 = mul i32 %33, 5
  %35 = add i32 %34, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %35) #8
  %36 = mul i32 %35, 5
  %37 = add i32 %36, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %37) #8
  %38 = mul i32 %37, 5
  %39 = add i32 %38, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %39) #8
  %40 = mul i32 %39, 5
  %41 = add i32 %40, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %41) #8
  %42 = mul i32 %41, 5
  %43 = add i32 %42, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %43) #8
  %44 = mul i32 %43, 5
  %45 = add i32 %44, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %45) #8
  %46 = mul i32 %45, 5
  %47 = add i32 %46, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %47) #8
  %48 = mul i32 %47, 5
  %49 = add i32 %48, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %49) #8
  %50 = mul i32 %49, 5
  %51 = add i32 %50, 3
  call void @_Z10add_sampleP6SampleRij(ptr noundef nonnull %3, ptr noundef nonnull align 4 dereferenceable(4) %4, i32 noundef %51) #8
  %52 = load i32, ptr %3, align 4, !tbaa !16
  %53 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %54 = load i32, ptr %53, align 4, !tbaa !16
  %55 = add i32 %54, %52
  %56 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %57 = load i32, ptr %56, align 4, !tbaa !16
  %58 = add i32 %57, %55
  %59 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %60 = load i32, ptr %59, align 4, !tbaa !16
  %61 = add i32 %60, %58
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %63 = load i32, ptr %62, align 4, !tbaa !16
  %64 = add i32 %63, %61
  %65 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %66 = load i32, ptr %65, align 4, !tbaa !16
  %67 = add i32 %66, %64
  %68 = sext i32 %9 to i64
  %69 = getelementptr inbounds i32, ptr %0, i64 %68
  store i32 %67, ptr %69, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #8
  br label %70

70:
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #7

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #7

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #7

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!14, !8, i64 4}
!14 = !{!"_ZTS6Sample", !7, i64 0, !8, i64 4}
!15 = !{!8, !8, i64 0}
!16 = !{!14, !7, i64 0}
