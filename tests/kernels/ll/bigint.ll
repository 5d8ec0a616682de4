target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @i128_ops(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %71

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i128, ptr %0, i64 %12
  %14 = load i128, ptr %13, align 16, !tbaa !11
  %15 = getelementptr inbounds i128, ptr %1, i64 %12
  %16 = load i128, ptr %15, align 16, !tbaa !11
  %17 = shl nsw i64 %12, 7
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = srem i32 %9, 128
  %20 = add i128 %16, %14
  store i128 %20, ptr %18, align 16, !tbaa !11
  %21 = sub i128 %14, %16
  %22 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store i128 %21, ptr %22, align 16, !tbaa !11
  %23 = mul i128 %16, %14
  %24 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store i128 %23, ptr %24, align 16, !tbaa !11
  %25 = zext i32 %19 to i128
  %26 = shl i128 %14, %25
  %27 = getelementptr inbounds nuw i8, ptr %18, i64 48
  store i128 %26, ptr %27, align 16, !tbaa !11
  %28 = ashr i128 %14, %25
  %29 = getelementptr inbounds nuw i8, ptr %18, i64 64
  store i128 %28, ptr %29, align 16, !tbaa !11
  %30 = lshr i128 %14, %25
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 80
  store i128 %30, ptr %31, align 16, !tbaa !11
  %32 = tail call i128 @llvm.smin.i128(i128 %14, i128 %16)
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 96
  store i128 %32, ptr %33, align 16, !tbaa !11
  %34 = icmp eq i128 %16, 0
  br i1 %34, label %35, label %38

35:
  %36 = phi i128 [ 0, %11 ], [ %66, %38 ]
  %37 = getelementptr inbounds nuw i8, ptr %18, i64 112
  store i128 %36, ptr %37, align 16, !tbaa !11
  br label %71

38:
  %39 = phi i32 [ %69, %38 ], [ 127, %11 ]
  %40 = phi i128 [ %68, %38 ], [ 0, %11 ]
  %41 = phi i128 [ %66, %38 ], [ 0, %11 ]
  %42 = icmp sgt i128 %40, -1
  %43 = shl i128 %40, 1
  %44 = zext nneg i32 %39 to i128
  %45 = lshr i128 %14, %44
  %46 = and i128 %45, 1
  %47 = or disjoint i128 %46, %43
  %48 = icmp ult i128 %47, %16
  %49 = select i1 %42, i1 %48, i1 false
  %50 = shl nuw i128 1, %44
  %51 = select i1 %49, i128 0, i128 %50
  %52 = or i128 %51, %41
  %53 = select i1 %49, i128 0, i128 %16
  %54 = sub i128 %47, %53
  %55 = add nsw i32 %39, -1
  %56 = icmp sgt i128 %54, -1
  %57 = shl i128 %54, 1
  %58 = zext nneg i32 %55 to i128
  %59 = lshr i128 %14, %58
  %60 = and i128 %59, 1
  %61 = or disjoint i128 %60, %57
  %62 = icmp ult i128 %61, %16
  %63 = select i1 %56, i1 %62, i1 false
  %64 = shl nuw i128 1, %58
  %65 = select i1 %63, i128 0, i128 %64
  %66 = or i128 %65, %52
  %67 = select i1 %63, i128 0, i128 %16
  %68 = sub i128 %61, %67
  %69 = add nsw i32 %39, -2
  %70 = icmp eq i32 %55, 0
  br i1 %70, label %35, label %38, !llvm.loop !13

71:
  ret void
}

define dso_local ptx_kernel void @mul_256(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %477

11:
  %12 = shl nsw i32 %9, 3
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds i32, ptr %1, i64 %13
  %15 = getelementptr inbounds i32, ptr %0, i64 %13
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = zext i32 %16 to i64
  %18 = load i32, ptr %14, align 4, !tbaa !6
  %19 = zext i32 %18 to i64
  %20 = mul nuw i64 %19, %17
  %21 = trunc i64 %20 to i32
  %22 = lshr i64 %20, 32
  %23 = or disjoint i32 %12, 1
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = zext i32 %26 to i64
  %28 = mul nuw i64 %27, %17
  %29 = add nuw i64 %22, %28
  %30 = lshr i64 %29, 32
  %31 = or disjoint i32 %12, 2
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds i32, ptr %1, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = zext i32 %34 to i64
  %36 = mul nuw i64 %35, %17
  %37 = add nuw i64 %30, %36
  %38 = lshr i64 %37, 32
  %39 = or disjoint i32 %12, 3
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds i32, ptr %1, i64 %40
  %42 = load i32, ptr %41, align 4, !tbaa !6
  %43 = zext i32 %42 to i64
  %44 = mul nuw i64 %43, %17
  %45 = add nuw i64 %38, %44
  %46 = lshr i64 %45, 32
  %47 = or disjoint i32 %12, 4
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds i32, ptr %1, i64 %48
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = zext i32 %50 to i64
  %52 = mul nuw i64 %51, %17
  %53 = add nuw i64 %46, %52
  %54 = lshr i64 %53, 32
  %55 = or disjoint i32 %12, 5
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds i32, ptr %1, i64 %56
  %58 = load i32, ptr %57, align 4, !tbaa !6
  %59 = zext i32 %58 to i64
  %60 = mul nuw i64 %59, %17
  %61 = add nuw i64 %54, %60
  %62 = lshr i64 %61, 32
  %63 = or disjoint i32 %12, 6
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds i32, ptr %1, i64 %64
  %66 = load i32, ptr %65, align 4, !tbaa !6
  %67 = zext i32 %66 to i64
  %68 = mul nuw i64 %67, %17
  %69 = add nuw i64 %62, %68
  %70 = lshr i64 %69, 32
  %71 = or disjoint i32 %12, 7
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds i32, ptr %1, i64 %72
  %74 = load i32, ptr %73, align 4, !tbaa !6
  %75 = zext i32 %74 to i64
  %76 = mul nuw i64 %75, %17
  %77 = add nuw i64 %70, %76
  %78 = lshr i64 %77, 32
  %79 = getelementptr inbounds i32, ptr %0, i64 %24
  %80 = load i32, ptr %79, align 4, !tbaa !6
  %81 = zext i32 %80 to i64
  %82 = mul nuw i64 %19, %81
  %83 = and i64 %29, 4294967295
  %84 = add nuw i64 %83, %82
  %85 = trunc i64 %84 to i32
  %86 = lshr i64 %84, 32
  %87 = mul nuw i64 %27, %81
  %88 = and i64 %37, 4294967295
  %89 = add nuw nsw i64 %86, %88
  %90 = add nuw i64 %89, %87
  %91 = lshr i64 %90, 32
  %92 = mul nuw i64 %35, %81
  %93 = and i64 %45, 4294967295
  %94 = add nuw nsw i64 %91, %93
  %95 = add nuw i64 %94, %92
  %96 = lshr i64 %95, 32
  %97 = mul nuw i64 %43, %81
  %98 = and i64 %53, 4294967295
  %99 = add nuw nsw i64 %96, %98
  %100 = add nuw i64 %99, %97
  %101 = lshr i64 %100, 32
  %102 = mul nuw i64 %51, %81
  %103 = and i64 %61, 4294967295
  %104 = add nuw nsw i64 %101, %103
  %105 = add nuw i64 %104, %102
  %106 = lshr i64 %105, 32
  %107 = mul nuw i64 %59, %81
  %108 = and i64 %69, 4294967295
  %109 = add nuw nsw i64 %106, %108
  %110 = add nuw i64 %109, %107
  %111 = lshr i64 %110, 32
  %112 = mul nuw i64 %67, %81
  %113 = and i64 %77, 4294967295
  %114 = add nuw nsw i64 %111, %113
  %115 = add nuw i64 %114, %112
  %116 = lshr i64 %115, 32
  %117 = mul nuw i64 %75, %81
  %118 = add nuw nsw i64 %116, %78
  %119 = add nuw i64 %118, %117
  %120 = lshr i64 %119, 32
  %121 = getelementptr inbounds i32, ptr %0, i64 %32
  %122 = load i32, ptr %121, align 4, !tbaa !6
  %123 = zext i32 %122 to i64
  %124 = load i32, ptr %14, align 4, !tbaa !6
  %125 = zext i32 %124 to i64
  %126 = mul nuw i64 %125, %123
  %127 = and i64 %90, 4294967295
  %128 = add nuw i64 %127, %126
  %129 = trunc i64 %128 to i32
  %130 = lshr i64 %128, 32
  %131 = load i32, ptr %25, align 4, !tbaa !6
  %132 = zext i32 %131 to i64
  %133 = mul nuw i64 %132, %123
  %134 = and i64 %95, 4294967295
  %135 = add nuw nsw i64 %130, %134
  %136 = add nuw i64 %135, %133
  %137 = lshr i64 %136, 32
  %138 = load i32, ptr %33, align 4, !tbaa !6
  %139 = zext i32 %138 to i64
  %140 = mul nuw i64 %139, %123
  %141 = and i64 %100, 4294967295
  %142 = add nuw nsw i64 %137, %141
  %143 = add nuw i64 %142, %140
  %144 = lshr i64 %143, 32
  %145 = load i32, ptr %41, align 4, !tbaa !6
  %146 = zext i32 %145 to i64
  %147 = mul nuw i64 %146, %123
  %148 = and i64 %105, 4294967295
  %149 = add nuw nsw i64 %144, %148
  %150 = add nuw i64 %149, %147
  %151 = lshr i64 %150, 32
  %152 = load i32, ptr %49, align 4, !tbaa !6
  %153 = zext i32 %152 to i64
  %154 = mul nuw i64 %153, %123
  %155 = and i64 %110, 4294967295
  %156 = add nuw nsw i64 %151, %155
  %157 = add nuw i64 %156, %154
  %158 = lshr i64 %157, 32
  %159 = load i32, ptr %57, align 4, !tbaa !6
  %160 = zext i32 %159 to i64
  %161 = mul nuw i64 %160, %123
  %162 = and i64 %115, 4294967295
  %163 = add nuw nsw i64 %158, %162
  %164 = add nuw i64 %163, %161
  %165 = lshr i64 %164, 32
  %166 = load i32, ptr %65, align 4, !tbaa !6
  %167 = zext i32 %166 to i64
  %168 = mul nuw i64 %167, %123
  %169 = and i64 %119, 4294967295
  %170 = add nuw nsw i64 %165, %169
  %171 = add nuw i64 %170, %168
  %172 = lshr i64 %171, 32
  %173 = load i32, ptr %73, align 4, !tbaa !6
  %174 = zext i32 %173 to i64
  %175 = mul nuw i64 %174, %123
  %176 = add nuw nsw i64 %172, %120
  %177 = add nuw i64 %176, %175
  %178 = lshr i64 %177, 32
  %179 = getelementptr inbounds i32, ptr %0, i64 %40
  %180 = load i32, ptr %179, align 4, !tbaa !6
  %181 = zext i32 %180 to i64
  %182 = mul nuw i64 %125, %181
  %183 = and i64 %136, 4294967295
  %184 = add nuw i64 %183, %182
  %185 = trunc i64 %184 to i32
  %186 = lshr i64 %184, 32
  %187 = mul nuw i64 %132, %181
  %188 = and i64 %143, 4294967295
  %189 = add nuw nsw i64 %186, %188
  %190 = add nuw i64 %189, %187
  %191 = lshr i64 %190, 32
  %192 = mul nuw i64 %139, %181
  %193 = and i64 %150, 4294967295
  %194 = add nuw nsw i64 %191, %193
  %195 = add nuw i64 %194, %192
  %196 = lshr i64 %195, 32
  %197 = mul nuw i64 %146, %181
  %198 = and i64 %157, 4294967295
  %199 = add nuw nsw i64 %196, %198
  %200 = add nuw i64 %199, %197
  %201 = lshr i64 %200, 32
  %202 = mul nuw i64 %153, %181
  %203 = and i64 %164, 4294967295
  %204 = add nuw nsw i64 %201, %203
  %205 = add nuw i64 %204, %202
  %206 = lshr i64 %205, 32
  %207 = mul nuw i64 %160, %181
  %208 = and i64 %171, 4294967295
  %209 = add nuw nsw i64 %206, %208
  %210 = add nuw i64 %209, %207
  %211 = lshr i64 %210, 32
  %212 = mul nuw i64 %167, %181
  %213 = and i64 %177, 4294967295
  %214 = add nuw nsw i64 %211, %213
  %215 = add nuw i64 %214, %212
  %216 = lshr i64 %215, 32
  %217 = mul nuw i64 %174, %181
  %218 = add nuw nsw i64 %216, %178
  %219 = add nuw i64 %218, %217
  %220 = lshr i64 %219, 32
  %221 = getelementptr inbounds i32, ptr %0, i64 %48
  %222 = load i32, ptr %221, align 4, !tbaa !6
  %223 = zext i32 %222 to i64
  %224 = load i32, ptr %14, align 4, !tbaa !6
  %225 = zext i32 %224 to i64
  %226 = mul nuw i64 %225, %223
  %227 = and i64 %190, 4294967295
  %228 = add nuw i64 %227, %226
  %229 = trunc i64 %228 to i32
  %230 = lshr i64 %228, 32
  %231 = load i32, ptr %25, align 4, !tbaa !6
  %232 = zext i32 %231 to i64
  %233 = mul nuw i64 %232, %223
  %234 = and i64 %195, 4294967295
  %235 = add nuw nsw i64 %230, %234
  %236 = add nuw i64 %235, %233
  %237 = lshr i64 %236, 32
  %238 = load i32, ptr %33, align 4, !tbaa !6
  %239 = zext i32 %238 to i64
  %240 = mul nuw i64 %239, %223
  %241 = and i64 %200, 4294967295
  %242 = add nuw nsw i64 %237, %241
  %243 = add nuw i64 %242, %240
  %244 = lshr i64 %243, 32
  %245 = load i32, ptr %41, align 4, !tbaa !6
  %246 = zext i32 %245 to i64
  %247 = mul nuw i64 %246, %223
  %248 = and i64 %205, 4294967295
  %249 = add nuw nsw i64 %244, %248
  %250 = add nuw i64 %249, %247
  %251 = lshr i64 %250, 32
  %252 = load i32, ptr %49, align 4, !tbaa !6
  %253 = zext i32 %252 to i64
  %254 = mul nuw i64 %253, %223
  %255 = and i64 %210, 4294967295
  %256 = add nuw nsw i64 %251, %255
  %257 = add nuw i64 %256, %254
  %258 = lshr i64 %257, 32
  %259 = load i32, ptr %57, align 4, !tbaa !6
  %260 = zext i32 %259 to i64
  %261 = mul nuw i64 %260, %223
  %262 = and i64 %215, 4294967295
  %263 = add nuw nsw i64 %258, %262
  %264 = add nuw i64 %263, %261
  %265 = lshr i64 %264, 32
  %266 = load i32, ptr %65, align 4, !tbaa !6
  %267 = zext i32 %266 to i64
  %268 = mul nuw i64 %267, %223
  %269 = and i64 %219, 4294967295
  %270 = add nuw nsw i64 %265, %269
  %271 = add nuw i64 %270, %268
  %272 = lshr i64 %271, 32
  %273 = load i32, ptr %73, align 4, !tbaa !6
  %274 = zext i32 %273 to i64
  %275 = mul nuw i64 %274, %223
  %276 = add nuw nsw i64 %272, %220
  %277 = add nuw i64 %276, %275
  %278 = lshr i64 %277, 32
  %279 = getelementptr inbounds i32, ptr %0, i64 %56
  %280 = load i32, ptr %279, align 4, !tbaa !6
  %281 = zext i32 %280 to i64
  %282 = mul nuw i64 %225, %281
  %283 = and i64 %236, 4294967295
  %284 = add nuw i64 %283, %282
  %285 = trunc i64 %284 to i32
  %286 = lshr i64 %284, 32
  %287 = mul nuw i64 %232, %281
  %288 = and i64 %243, 4294967295
  %289 = add nuw nsw i64 %286, %288
  %290 = add nuw i64 %289, %287
  %291 = lshr i64 %290, 32
  %292 = mul nuw i64 %239, %281
  %293 = and i64 %250, 4294967295
  %294 = add nuw nsw i64 %291, %293
  %295 = add nuw i64 %294, %292
  %296 = lshr i64 %295, 32
  %297 = mul nuw i64 %246, %281
  %298 = and i64 %257, 4294967295
  %299 = add nuw nsw i64 %296, %298
  %300 = add nuw i64 %299, %297
  %301 = lshr i64 %300, 32
  %302 = mul nuw i64 %253, %281
  %303 = and i64 %264, 4294967295
  %304 = add nuw nsw i64 %301, %303
  %305 = add nuw i64 %304, %302
  %306 = lshr i64 %305, 32
  %307 = mul nuw i64 %260, %281
  %308 = and i64 %271, 4294967295
  %309 = add nuw nsw i64 %306, %308
  %310 = add nuw i64 %309, %307
  %311 = lshr i64 %310, 32
  %312 = mul nuw i64 %267, %281
  %313 = and i64 %277, 4294967295
  %314 = add nuw nsw i64 %311, %313
  %315 = add nuw i64 %314, %312
  %316 = lshr i64 %315, 32
  %317 = mul nuw i64 %274, %281
  %318 = add nuw nsw i64 %316, %278
  %319 = add nuw i64 %318, %317
  %320 = lshr i64 %319, 32
  %321 = getelementptr inbounds i32, ptr %0, i64 %64
  %322 = load i32, ptr %321, align 4, !tbaa !6
  %323 = zext i32 %322 to i64
  %324 = load i32, ptr %14, align 4, !tbaa !6
  %325 = zext i32 %324 to i64
  %326 = mul nuw i64 %325, %323
  %327 = and i64 %290, 4294967295
  %328 = add nuw i64 %327, %326
  %329 = trunc i64 %328 to i32
  %330 = lshr i64 %328, 32
  %331 = load i32, ptr %25, align 4, !tbaa !6
  %332 = zext i32 %331 to i64
  %333 = mul nuw i64 %332, %323
  %334 = and i64 %295, 4294967295
  %335 = add nuw nsw i64 %330, %334
  %336 = add nuw i64 %335, %333
  %337 = lshr i64 %336, 32
  %338 = load i32, ptr %33, align 4, !tbaa !6
  %339 = zext i32 %338 to i64
  %340 = mul nuw i64 %339, %323
  %341 = and i64 %300, 4294967295
  %342 = add nuw nsw i64 %337, %341
  %343 = add nuw i64 %342, %340
  %344 = lshr i64 %343, 32
  %345 = load i32, ptr %41, align 4, !tbaa !6
  %346 = zext i32 %345 to i64
  %347 = mul nuw i64 %346, %323
  %348 = and i64 %305, 4294967295
  %349 = add nuw nsw i64 %344, %348
  %350 = add nuw i64 %349, %347
  %351 = lshr i64 %350, 32
  %352 = load i32, ptr %49, align 4, !tbaa !6
  %353 = zext i32 %352 to i64
  %354 = mul nuw i64 %353, %323
  %355 = and i64 %310, 4294967295
  %356 = add nuw nsw i64 %351, %355
  %357 = add nuw i64 %356, %354
  %358 = lshr i64 %357, 32
  %359 = load i32, ptr %57, align 4, !tbaa !6
  %360 = zext i32 %359 to i64
  %361 = mul nuw i64 %360, %323
  %362 = and i64 %315, 4294967295
  %363 = add nuw nsw i64 %358, %362
  %364 = add nuw i64 %363, %361
  %365 = lshr i64 %364, 32
  %366 = load i32, ptr %65, align 4, !tbaa !6
  %367 = zext i32 %366 to i64
  %368 = mul nuw i64 %367, %323
  %369 = and i64 %319, 4294967295
  %370 = add nuw nsw i64 %365, %369
  %371 = add nuw i64 %370, %368
  %372 = lshr i64 %371, 32
  %373 = load i32, ptr %73, align 4, !tbaa !6
  %374 = zext i32 %373 to i64
  %375 = mul nuw i64 %374, %323
  %376 = add nuw nsw i64 %372, %320
  %377 = add nuw i64 %376, %375
  %378 = lshr i64 %377, 32
  %379 = getelementptr inbounds i32, ptr %0, i64 %72
  %380 = load i32, ptr %379, align 4, !tbaa !6
  %381 = zext i32 %380 to i64
  %382 = mul nuw i64 %325, %381
  %383 = and i64 %336, 4294967295
  %384 = add nuw i64 %383, %382
  %385 = trunc i64 %384 to i32
  %386 = lshr i64 %384, 32
  %387 = mul nuw i64 %332, %381
  %388 = and i64 %343, 4294967295
  %389 = add nuw nsw i64 %386, %388
  %390 = add nuw i64 %389, %387
  %391 = trunc i64 %390 to i32
  %392 = lshr i64 %390, 32
  %393 = mul nuw i64 %339, %381
  %394 = and i64 %350, 4294967295
  %395 = add nuw nsw i64 %392, %394
  %396 = add nuw i64 %395, %393
  %397 = trunc i64 %396 to i32
  %398 = lshr i64 %396, 32
  %399 = mul nuw i64 %346, %381
  %400 = and i64 %357, 4294967295
  %401 = add nuw nsw i64 %398, %400
  %402 = add nuw i64 %401, %399
  %403 = trunc i64 %402 to i32
  %404 = lshr i64 %402, 32
  %405 = mul nuw i64 %353, %381
  %406 = and i64 %364, 4294967295
  %407 = add nuw nsw i64 %404, %406
  %408 = add nuw i64 %407, %405
  %409 = trunc i64 %408 to i32
  %410 = lshr i64 %408, 32
  %411 = mul nuw i64 %360, %381
  %412 = and i64 %371, 4294967295
  %413 = add nuw nsw i64 %410, %412
  %414 = add nuw i64 %413, %411
  %415 = trunc i64 %414 to i32
  %416 = lshr i64 %414, 32
  %417 = mul nuw i64 %367, %381
  %418 = and i64 %377, 4294967295
  %419 = add nuw nsw i64 %416, %418
  %420 = add nuw i64 %419, %417
  %421 = trunc i64 %420 to i32
  %422 = lshr i64 %420, 32
  %423 = mul nuw i64 %374, %381
  %424 = add nuw nsw i64 %422, %378
  %425 = add nuw i64 %424, %423
  %426 = trunc i64 %425 to i32
  %427 = lshr i64 %425, 32
  %428 = trunc nuw i64 %427 to i32
  %429 = shl nsw i32 %9, 4
  %430 = sext i32 %429 to i64
  %431 = getelementptr inbounds i32, ptr %2, i64 %430
  store i32 %21, ptr %431, align 4, !tbaa !6
  %432 = sext i32 %429 to i64
  %433 = getelementptr i32, ptr %2, i64 %432
  %434 = getelementptr i8, ptr %433, i64 4
  store i32 %85, ptr %434, align 4, !tbaa !6
  %435 = sext i32 %429 to i64
  %436 = getelementptr i32, ptr %2, i64 %435
  %437 = getelementptr i8, ptr %436, i64 8
  store i32 %129, ptr %437, align 4, !tbaa !6
  %438 = sext i32 %429 to i64
  %439 = getelementptr i32, ptr %2, i64 %438
  %440 = getelementptr i8, ptr %439, i64 12
  store i32 %185, ptr %440, align 4, !tbaa !6
  %441 = sext i32 %429 to i64
  %442 = getelementptr i32, ptr %2, i64 %441
  %443 = getelementptr i8, ptr %442, i64 16
  store i32 %229, ptr %443, align 4, !tbaa !6
  %444 = sext i32 %429 to i64
  %445 = getelementptr i32, ptr %2, i64 %444
  %446 = getelementptr i8, ptr %445, i64 20
  store i32 %285, ptr %446, align 4, !tbaa !6
  %447 = sext i32 %429 to i64
  %448 = getelementptr i32, ptr %2, i64 %447
  %449 = getelementptr i8, ptr %448, i64 24
  store i32 %329, ptr %449, align 4, !tbaa !6
  %450 = sext i32 %429 to i64
  %451 = getelementptr i32, ptr %2, i64 %450
  %452 = getelementptr i8, ptr %451, i64 28
  store i32 %385, ptr %452, align 4, !tbaa !6
  %453 = sext i32 %429 to i64
  %454 = getelementptr i32, ptr %2, i64 %453
  %455 = getelementptr i8, ptr %454, i64 32
  store i32 %391, ptr %455, align 4, !tbaa !6
  %456 = sext i32 %429 to i64
  %457 = getelementptr i32, ptr %2, i64 %456
  %458 = getelementptr i8, ptr %457, i64 36
  store i32 %397, ptr %458, align 4, !tbaa !6
  %459 = sext i32 %429 to i64
  %460 = getelementptr i32, ptr %2, i64 %459
  %461 = getelementptr i8, ptr %460, i64 40
  store i32 %403, ptr %461, align 4, !tbaa !6
  %462 = sext i32 %429 to i64
  %463 = getelementptr i32, ptr %2, i64 %462
  %464 = getelementptr i8, ptr %463, i64 44
  store i32 %409, ptr %464, align 4, !tbaa !6
  %465 = sext i32 %429 to i64
  %466 = getelementptr i32, ptr %2, i64 %465
  %467 = getelementptr i8, ptr %466, i64 48
  store i32 %415, ptr %467, align 4, !tbaa !6
  %468 = sext i32 %429 to i64
  %469 = getelementptr i32, ptr %2, i64 %468
  %470 = getelementptr i8, ptr %469, i64 52
  store i32 %421, ptr %470, align 4, !tbaa !6
  %471 = sext i32 %429 to i64
  %472 = getelementptr i32, ptr %2, i64 %471
  %473 = getelementptr i8, ptr %472, i64 56
  store i32 %426, ptr %473, align 4, !tbaa !6
  %474 = sext i32 %429 to i64
  %475 = getelementptr i32, ptr %2, i64 %474
  %476 = getelementptr i8, ptr %475, i64 60
  store i32 %428, ptr %476, align 4, !tbaa !6
  br label %477

477:
  ret void
}

define dso_local noundef i64 @_Z10montgomerymmmm(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = zext i64 %0 to i128
  %6 = zext i64 %1 to i128
  %7 = mul nuw i128 %6, %5
  %8 = trunc i128 %7 to i64
  %9 = mul i64 %3, %8
  %10 = zext i64 %9 to i128
  %11 = zext i64 %2 to i128
  %12 = mul nuw i128 %10, %11
  %13 = lshr i128 %7, 64
  %14 = trunc nuw i128 %13 to i64
  %15 = lshr i128 %12, 64
  %16 = trunc nuw i128 %15 to i64
  %17 = icmp ult i64 %14, %16
  %18 = sub i64 %14, %16
  %19 = select i1 %17, i64 %2, i64 0
  %20 = add i64 %18, %19
  ret i64 %20
}

define dso_local ptx_kernel void @mod_power(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i64 noundef %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %156

12:
  %13 = sub i64 0, %2
  %14 = urem i64 %13, %2
  br label %58

15:
  %16 = mul i64 %2, %2
  %17 = sub i64 2, %16
  %18 = mul i64 %17, %2
  %19 = mul i64 %18, %2
  %20 = sub i64 2, %19
  %21 = mul i64 %20, %18
  %22 = mul i64 %21, %2
  %23 = sub i64 2, %22
  %24 = mul i64 %23, %21
  %25 = mul i64 %24, %2
  %26 = sub i64 2, %25
  %27 = mul i64 %26, %24
  %28 = mul i64 %27, %2
  %29 = sub i64 2, %28
  %30 = mul i64 %29, %27
  %31 = mul i64 %30, %2
  %32 = sub i64 2, %31
  %33 = mul i64 %32, %30
  %34 = sext i32 %10 to i64
  %35 = zext i64 %2 to i128
  %36 = getelementptr inbounds i64, ptr %1, i64 %34
  %37 = load i64, ptr %36, align 8, !tbaa !15
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %103, label %39

39:
  %40 = getelementptr inbounds i64, ptr %0, i64 %34
  %41 = load i64, ptr %40, align 8, !tbaa !15
  %42 = urem i64 %41, %2
  %43 = zext i64 %42 to i128
  %44 = zext i64 %100 to i128
  %45 = mul nuw i128 %43, %44
  %46 = lshr i128 %45, 64
  %47 = trunc nuw i128 %46 to i64
  %48 = trunc i128 %45 to i64
  %49 = mul i64 %33, %48
  %50 = zext i64 %49 to i128
  %51 = mul nuw i128 %50, %35
  %52 = lshr i128 %51, 64
  %53 = trunc nuw i128 %52 to i64
  %54 = sub i64 %47, %53
  %55 = icmp ult i64 %47, %53
  %56 = select i1 %55, i64 %2, i64 0
  %57 = add i64 %54, %56
  br label %114

58:
  %59 = phi i32 [ 0, %12 ], [ %101, %58 ]
  %60 = phi i64 [ %14, %12 ], [ %100, %58 ]
  %61 = sub i64 %2, %60
  %62 = icmp ult i64 %60, %61
  %63 = sub nuw i64 %60, %61
  %64 = shl i64 %60, 1
  %65 = select i1 %62, i64 %64, i64 %63
  %66 = sub i64 %2, %65
  %67 = icmp ult i64 %65, %66
  %68 = sub nuw i64 %65, %66
  %69 = shl i64 %65, 1
  %70 = select i1 %67, i64 %69, i64 %68
  %71 = sub i64 %2, %70
  %72 = icmp ult i64 %70, %71
  %73 = sub nuw i64 %70, %71
  %74 = shl i64 %70, 1
  %75 = select i1 %72, i64 %74, i64 %73
  %76 = sub i64 %2, %75
  %77 = icmp ult i64 %75, %76
  %78 = sub nuw i64 %75, %76
  %79 = shl i64 %75, 1
  %80 = select i1 %77, i64 %79, i64 %78
  %81 = sub i64 %2, %80
  %82 = icmp ult i64 %80, %81
  %83 = sub nuw i64 %80, %81
  %84 = shl i64 %80, 1
  %85 = select i1 %82, i64 %84, i64 %83
  %86 = sub i64 %2, %85
  %87 = icmp ult i64 %85, %86
  %88 = sub nuw i64 %85, %86
  %89 = shl i64 %85, 1
  %90 = select i1 %87, i64 %89, i64 %88
  %91 = sub i64 %2, %90
  %92 = icmp ult i64 %90, %91
  %93 = sub nuw i64 %90, %91
  %94 = shl i64 %90, 1
  %95 = select i1 %92, i64 %94, i64 %93
  %96 = sub i64 %2, %95
  %97 = icmp ult i64 %95, %96
  %98 = sub nuw i64 %95, %96
  %99 = shl i64 %95, 1
  %100 = select i1 %97, i64 %99, i64 %98
  %101 = add nuw nsw i32 %59, 8
  %102 = icmp eq i32 %101, 64
  br i1 %102, label %15, label %58, !llvm.loop !17

103:
  %104 = phi i64 [ %14, %15 ], [ %140, %138 ]
  %105 = mul i64 %104, %33
  %106 = zext i64 %105 to i128
  %107 = mul nuw i128 %106, %35
  %108 = lshr i128 %107, 64
  %109 = trunc nuw i128 %108 to i64
  %110 = icmp eq i128 %108, 0
  %111 = select i1 %110, i64 0, i64 %2
  %112 = sub i64 %111, %109
  %113 = getelementptr inbounds i64, ptr %3, i64 %34
  store i64 %112, ptr %113, align 8, !tbaa !15
  br label %156

114:
  %115 = phi i64 [ %154, %138 ], [ %37, %39 ]
  %116 = phi i64 [ %140, %138 ], [ %14, %39 ]
  %117 = phi i64 [ %153, %138 ], [ %57, %39 ]
  %118 = and i64 %115, 1
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %120, label %122

120:
  %121 = zext i64 %117 to i128
  br label %138

122:
  %123 = zext i64 %116 to i128
  %124 = zext i64 %117 to i128
  %125 = mul nuw i128 %123, %124
  %126 = trunc i128 %125 to i64
  %127 = mul i64 %33, %126
  %128 = zext i64 %127 to i128
  %129 = mul nuw i128 %128, %35
  %130 = lshr i128 %125, 64
  %131 = trunc nuw i128 %130 to i64
  %132 = lshr i128 %129, 64
  %133 = trunc nuw i128 %132 to i64
  %134 = icmp ult i64 %131, %133
  %135 = sub i64 %131, %133
  %136 = select i1 %134, i64 %2, i64 0
  %137 = add i64 %135, %136
  br label %138

138:
  %139 = phi i128 [ %121, %120 ], [ %124, %122 ]
  %140 = phi i64 [ %116, %120 ], [ %137, %122 ]
  %141 = mul nuw i128 %139, %139
  %142 = trunc i128 %141 to i64
  %143 = mul i64 %33, %142
  %144 = zext i64 %143 to i128
  %145 = mul nuw i128 %144, %35
  %146 = lshr i128 %141, 64
  %147 = trunc nuw i128 %146 to i64
  %148 = lshr i128 %145, 64
  %149 = trunc nuw i128 %148 to i64
  %150 = icmp ult i64 %147, %149
  %151 = sub i64 %147, %149
  %152 = select i1 %150, i64 %2, i64 0
  %153 = add i64 %151, %152
  %154 = lshr i64 %115, 1
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %103, label %114, !llvm.loop !18

156:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i128 @llvm.smin.i128(i128, i128) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = !{!12, !12, i64 0}
!12 = !{!"__int128", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !16, i64 0}
!16 = !{!"long", !8, i64 0}
!17 = distinct !{!17, !14}
!18 = distinct !{!18, !14}
