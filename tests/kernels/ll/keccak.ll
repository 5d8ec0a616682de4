target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local void @_Z7permutePm(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = alloca [25 x i64], align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %4 = load i64, ptr %3, align 8, !tbaa !11
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %9 = load i64, ptr %8, align 8, !tbaa !11
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %14 = load i64, ptr %13, align 8, !tbaa !11
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %19 = load i64, ptr %18, align 8, !tbaa !11
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %22 = load i64, ptr %21, align 8, !tbaa !11
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %26 = load i64, ptr %25, align 8, !tbaa !11
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %28 = load i64, ptr %27, align 8, !tbaa !11
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %54 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %55 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %56 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %58 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %59 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %60 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %62 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %63 = getelementptr inbounds nuw i8, ptr %2, i64 80
  %64 = getelementptr inbounds nuw i8, ptr %2, i64 88
  %65 = getelementptr inbounds nuw i8, ptr %2, i64 96
  %66 = getelementptr inbounds nuw i8, ptr %2, i64 104
  %67 = getelementptr inbounds nuw i8, ptr %2, i64 112
  %68 = getelementptr inbounds nuw i8, ptr %2, i64 120
  %69 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %70 = getelementptr inbounds nuw i8, ptr %2, i64 136
  %71 = getelementptr inbounds nuw i8, ptr %2, i64 144
  %72 = getelementptr inbounds nuw i8, ptr %2, i64 152
  %73 = getelementptr inbounds nuw i8, ptr %2, i64 160
  %74 = getelementptr inbounds nuw i8, ptr %2, i64 168
  %75 = getelementptr inbounds nuw i8, ptr %2, i64 176
  %76 = getelementptr inbounds nuw i8, ptr %2, i64 184
  %77 = getelementptr inbounds nuw i8, ptr %2, i64 192
  %78 = load i64, ptr %0, align 8, !tbaa !11
  %79 = load i64, ptr %29, align 8, !tbaa !11
  %80 = load i64, ptr %5, align 8, !tbaa !11
  %81 = load i64, ptr %30, align 8, !tbaa !11
  %82 = load i64, ptr %31, align 8, !tbaa !11
  %83 = load i64, ptr %10, align 8, !tbaa !11
  %84 = load i64, ptr %32, align 8, !tbaa !11
  %85 = load i64, ptr %33, align 8, !tbaa !11
  %86 = load i64, ptr %15, align 8, !tbaa !11
  %87 = load i64, ptr %34, align 8, !tbaa !11
  %88 = load i64, ptr %35, align 8, !tbaa !11
  %89 = load i64, ptr %20, align 8, !tbaa !11
  %90 = load i64, ptr %36, align 8, !tbaa !11
  %91 = load i64, ptr %37, align 8, !tbaa !11
  %92 = load i64, ptr %44, align 8, !tbaa !11
  %93 = load i64, ptr %45, align 8, !tbaa !11
  %94 = load i64, ptr %48, align 8, !tbaa !11
  %95 = load i64, ptr %49, align 8, !tbaa !11
  %96 = load i64, ptr %52, align 8, !tbaa !11
  %97 = load i64, ptr %53, align 8, !tbaa !11
  br label %99

98:
  ret void

99:
  %100 = phi i64 [ %97, %1 ], [ %331, %387 ]
  %101 = phi i64 [ %96, %1 ], [ %311, %387 ]
  %102 = phi i64 [ %95, %1 ], [ %328, %387 ]
  %103 = phi i64 [ %94, %1 ], [ %308, %387 ]
  %104 = phi i64 [ %93, %1 ], [ %325, %387 ]
  %105 = phi i64 [ %92, %1 ], [ %305, %387 ]
  %106 = phi i64 [ %91, %1 ], [ %291, %387 ]
  %107 = phi i64 [ %90, %1 ], [ %271, %387 ]
  %108 = phi i64 [ %89, %1 ], [ %251, %387 ]
  %109 = phi i64 [ %88, %1 ], [ %288, %387 ]
  %110 = phi i64 [ %87, %1 ], [ %268, %387 ]
  %111 = phi i64 [ %86, %1 ], [ %248, %387 ]
  %112 = phi i64 [ %85, %1 ], [ %285, %387 ]
  %113 = phi i64 [ %84, %1 ], [ %265, %387 ]
  %114 = phi i64 [ %83, %1 ], [ %245, %387 ]
  %115 = phi i64 [ %82, %1 ], [ %281, %387 ]
  %116 = phi i64 [ %81, %1 ], [ %261, %387 ]
  %117 = phi i64 [ %80, %1 ], [ %241, %387 ]
  %118 = phi i64 [ %79, %1 ], [ %257, %387 ]
  %119 = phi i64 [ %78, %1 ], [ %382, %387 ]
  %120 = phi i64 [ %28, %1 ], [ %297, %387 ]
  %121 = phi i64 [ %26, %1 ], [ %277, %387 ]
  %122 = phi i64 [ %24, %1 ], [ %331, %387 ]
  %123 = phi i64 [ %22, %1 ], [ %311, %387 ]
  %124 = phi i64 [ %19, %1 ], [ %328, %387 ]
  %125 = phi i64 [ %17, %1 ], [ %308, %387 ]
  %126 = phi i64 [ %14, %1 ], [ %325, %387 ]
  %127 = phi i64 [ %12, %1 ], [ %305, %387 ]
  %128 = phi i64 [ %9, %1 ], [ %321, %387 ]
  %129 = phi i64 [ %7, %1 ], [ %301, %387 ]
  %130 = phi i64 [ %4, %1 ], [ %317, %387 ]
  %131 = phi i8 [ 1, %1 ], [ %391, %387 ]
  %132 = phi i32 [ 0, %1 ], [ %392, %387 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #7
  %133 = xor i64 %118, %119
  %134 = xor i64 %133, %121
  %135 = xor i64 %134, %120
  %136 = xor i64 %135, %130
  %137 = xor i64 %116, %117
  %138 = xor i64 %137, %115
  %139 = xor i64 %138, %129
  %140 = xor i64 %139, %128
  %141 = xor i64 %127, %126
  %142 = xor i64 %141, %114
  %143 = xor i64 %142, %113
  %144 = xor i64 %143, %112
  %145 = xor i64 %125, %124
  %146 = xor i64 %145, %111
  %147 = xor i64 %146, %110
  %148 = xor i64 %147, %109
  %149 = xor i64 %123, %122
  %150 = xor i64 %149, %108
  %151 = xor i64 %150, %107
  %152 = xor i64 %151, %106
  %153 = tail call noundef i64 @llvm.fshl.i64(i64 %140, i64 %140, i64 1)
  %154 = xor i64 %153, %152
  %155 = xor i64 %154, %119
  store i64 %155, ptr %0, align 8, !tbaa !11
  %156 = xor i64 %154, %118
  store i64 %156, ptr %29, align 8, !tbaa !11
  %157 = xor i64 %154, %121
  store i64 %157, ptr %25, align 8, !tbaa !11
  %158 = xor i64 %154, %120
  store i64 %158, ptr %27, align 8, !tbaa !11
  %159 = xor i64 %154, %130
  store i64 %159, ptr %3, align 8, !tbaa !11
  %160 = tail call noundef i64 @llvm.fshl.i64(i64 %144, i64 %144, i64 1)
  %161 = xor i64 %160, %136
  %162 = xor i64 %161, %117
  store i64 %162, ptr %5, align 8, !tbaa !11
  %163 = xor i64 %161, %116
  store i64 %163, ptr %38, align 8, !tbaa !11
  %164 = xor i64 %161, %115
  store i64 %164, ptr %39, align 8, !tbaa !11
  %165 = xor i64 %161, %129
  store i64 %165, ptr %40, align 8, !tbaa !11
  %166 = xor i64 %161, %128
  store i64 %166, ptr %41, align 8, !tbaa !11
  %167 = tail call noundef i64 @llvm.fshl.i64(i64 %148, i64 %148, i64 1)
  %168 = xor i64 %167, %140
  %169 = xor i64 %168, %114
  store i64 %169, ptr %10, align 8, !tbaa !11
  %170 = xor i64 %168, %113
  store i64 %170, ptr %42, align 8, !tbaa !11
  %171 = xor i64 %168, %112
  store i64 %171, ptr %43, align 8, !tbaa !11
  %172 = xor i64 %168, %105
  store i64 %172, ptr %44, align 8, !tbaa !11
  %173 = xor i64 %168, %104
  store i64 %173, ptr %45, align 8, !tbaa !11
  %174 = tail call noundef i64 @llvm.fshl.i64(i64 %152, i64 %152, i64 1)
  %175 = xor i64 %174, %144
  %176 = xor i64 %175, %111
  store i64 %176, ptr %15, align 8, !tbaa !11
  %177 = xor i64 %175, %110
  store i64 %177, ptr %46, align 8, !tbaa !11
  %178 = xor i64 %175, %109
  store i64 %178, ptr %47, align 8, !tbaa !11
  %179 = xor i64 %175, %103
  store i64 %179, ptr %48, align 8, !tbaa !11
  %180 = xor i64 %175, %102
  store i64 %180, ptr %49, align 8, !tbaa !11
  %181 = tail call noundef i64 @llvm.fshl.i64(i64 %136, i64 %136, i64 1)
  %182 = xor i64 %181, %148
  %183 = xor i64 %182, %108
  store i64 %183, ptr %20, align 8, !tbaa !11
  %184 = xor i64 %182, %107
  store i64 %184, ptr %50, align 8, !tbaa !11
  %185 = xor i64 %182, %106
  store i64 %185, ptr %51, align 8, !tbaa !11
  %186 = xor i64 %182, %101
  store i64 %186, ptr %52, align 8, !tbaa !11
  %187 = xor i64 %182, %100
  store i64 %187, ptr %53, align 8, !tbaa !11
  store i64 %155, ptr %2, align 8, !tbaa !11
  br label %188

188:
  %189 = phi i32 [ 0, %99 ], [ %220, %188 ]
  %190 = phi i32 [ 0, %99 ], [ %214, %188 ]
  %191 = phi i32 [ 1, %99 ], [ %195, %188 ]
  %192 = shl nuw nsw i32 %191, 1
  %193 = mul nuw nsw i32 %190, 3
  %194 = add nuw nsw i32 %193, %192
  %195 = urem i32 %194, 5
  %196 = mul nuw nsw i32 %190, 5
  %197 = add nuw nsw i32 %196, %191
  %198 = zext nneg i32 %197 to i64
  %199 = getelementptr inbounds nuw i64, ptr %0, i64 %198
  %200 = load i64, ptr %199, align 8, !tbaa !11
  %201 = or disjoint i32 %189, 1
  %202 = add nuw nsw i32 %189, 2
  %203 = mul nuw nsw i32 %201, %202
  %204 = lshr exact i32 %203, 1
  %205 = zext nneg i32 %204 to i64
  %206 = tail call noundef i64 @llvm.fshl.i64(i64 %200, i64 %200, i64 %205)
  %207 = mul nuw nsw i32 %195, 5
  %208 = add nuw nsw i32 %207, %190
  %209 = zext nneg i32 %208 to i64
  %210 = getelementptr inbounds nuw i64, ptr %2, i64 %209
  store i64 %206, ptr %210, align 8, !tbaa !11
  %211 = shl nuw nsw i32 %190, 1
  %212 = mul nuw nsw i32 %195, 3
  %213 = add nuw nsw i32 %212, %211
  %214 = urem i32 %213, 5
  %215 = mul nuw nsw i32 %195, 5
  %216 = add nuw nsw i32 %215, %190
  %217 = zext nneg i32 %216 to i64
  %218 = getelementptr inbounds nuw i64, ptr %0, i64 %217
  %219 = load i64, ptr %218, align 8, !tbaa !11
  %220 = add nuw nsw i32 %189, 2
  %221 = add nuw nsw i32 %189, 3
  %222 = mul nuw nsw i32 %220, %221
  %223 = lshr exact i32 %222, 1
  %224 = zext nneg i32 %223 to i64
  %225 = tail call noundef i64 @llvm.fshl.i64(i64 %219, i64 %219, i64 %224)
  %226 = mul nuw nsw i32 %214, 5
  %227 = add nuw nsw i32 %226, %195
  %228 = zext nneg i32 %227 to i64
  %229 = getelementptr inbounds nuw i64, ptr %2, i64 %228
  store i64 %225, ptr %229, align 8, !tbaa !11
  %230 = icmp eq i32 %220, 24
  br i1 %230, label %231, label %188, !llvm.loop !13

231:
  %232 = load i64, ptr %2, align 8, !tbaa !11
  %233 = load i64, ptr %54, align 8, !tbaa !11
  %234 = xor i64 %233, -1
  %235 = load i64, ptr %55, align 8, !tbaa !11
  %236 = and i64 %235, %234
  %237 = xor i64 %236, %232
  store i64 %237, ptr %0, align 8, !tbaa !11
  %238 = xor i64 %235, -1
  %239 = load i64, ptr %56, align 8, !tbaa !11
  %240 = and i64 %239, %238
  %241 = xor i64 %240, %233
  store i64 %241, ptr %5, align 8, !tbaa !11
  %242 = xor i64 %239, -1
  %243 = load i64, ptr %57, align 8, !tbaa !11
  %244 = and i64 %243, %242
  %245 = xor i64 %244, %235
  store i64 %245, ptr %10, align 8, !tbaa !11
  %246 = xor i64 %243, -1
  %247 = and i64 %232, %246
  %248 = xor i64 %247, %239
  store i64 %248, ptr %15, align 8, !tbaa !11
  %249 = xor i64 %232, -1
  %250 = and i64 %233, %249
  %251 = xor i64 %250, %243
  store i64 %251, ptr %20, align 8, !tbaa !11
  %252 = load i64, ptr %58, align 8, !tbaa !11
  %253 = load i64, ptr %59, align 8, !tbaa !11
  %254 = xor i64 %253, -1
  %255 = load i64, ptr %60, align 8, !tbaa !11
  %256 = and i64 %255, %254
  %257 = xor i64 %256, %252
  store i64 %257, ptr %29, align 8, !tbaa !11
  %258 = xor i64 %255, -1
  %259 = load i64, ptr %61, align 8, !tbaa !11
  %260 = and i64 %259, %258
  %261 = xor i64 %260, %253
  store i64 %261, ptr %38, align 8, !tbaa !11
  %262 = xor i64 %259, -1
  %263 = load i64, ptr %62, align 8, !tbaa !11
  %264 = and i64 %263, %262
  %265 = xor i64 %264, %255
  store i64 %265, ptr %42, align 8, !tbaa !11
  %266 = xor i64 %263, -1
  %267 = and i64 %252, %266
  %268 = xor i64 %267, %259
  store i64 %268, ptr %46, align 8, !tbaa !11
  %269 = xor i64 %252, -1
  %270 = and i64 %253, %269
  %271 = xor i64 %270, %263
  store i64 %271, ptr %50, align 8, !tbaa !11
  %272 = load i64, ptr %63, align 8, !tbaa !11
  %273 = load i64, ptr %64, align 8, !tbaa !11
  %274 = xor i64 %273, -1
  %275 = load i64, ptr %65, align 8, !tbaa !11
  %276 = and i64 %275, %274
  %277 = xor i64 %276, %272
  store i64 %277, ptr %25, align 8, !tbaa !11
  %278 = xor i64 %275, -1
  %279 = load i64, ptr %66, align 8, !tbaa !11
  %280 = and i64 %279, %278
  %281 = xor i64 %280, %273
  store i64 %281, ptr %39, align 8, !tbaa !11
  %282 = xor i64 %279, -1
  %283 = load i64, ptr %67, align 8, !tbaa !11
  %284 = and i64 %283, %282
  %285 = xor i64 %284, %275
  store i64 %285, ptr %43, align 8, !tbaa !11
  %286 = xor i64 %283, -1
  %287 = and i64 %272, %286
  %288 = xor i64 %287, %279
  store i64 %288, ptr %47, align 8, !tbaa !11
  %289 = xor i64 %272, -1
  %290 = and i64 %273, %289
  %291 = xor i64 %290, %283
  store i64 %291, ptr %51, align 8, !tbaa !11
  %292 = load i64, ptr %68, align 8, !tbaa !11
  %293 = load i64, ptr %69, align 8, !tbaa !11
  %294 = xor i64 %293, -1
  %295 = load i64, ptr %70, align 8, !tbaa !11
  %296 = and i64 %295, %294
  %297 = xor i64 %296, %292
  store i64 %297, ptr %27, align 8, !tbaa !11
  %298 = xor i64 %295, -1
  %299 = load i64, ptr %71, align 8, !tbaa !11
  %300 = and i64 %299, %298
  %301 = xor i64 %300, %293
  store i64 %301, ptr %40, align 8, !tbaa !11
  %302 = xor i64 %299, -1
  %303 = load i64, ptr %72, align 8, !tbaa !11
  %304 = and i64 %303, %302
  %305 = xor i64 %304, %295
  store i64 %305, ptr %44, align 8, !tbaa !11
  %306 = xor i64 %303, -1
  %307 = and i64 %292, %306
  %308 = xor i64 %307, %299
  store i64 %308, ptr %48, align 8, !tbaa !11
  %309 = xor i64 %292, -1
  %310 = and i64 %293, %309
  %311 = xor i64 %310, %303
  store i64 %311, ptr %52, align 8, !tbaa !11
  %312 = load i64, ptr %73, align 8, !tbaa !11
  %313 = load i64, ptr %74, align 8, !tbaa !11
  %314 = xor i64 %313, -1
  %315 = load i64, ptr %75, align 8, !tbaa !11
  %316 = and i64 %315, %314
  %317 = xor i64 %316, %312
  store i64 %317, ptr %3, align 8, !tbaa !11
  %318 = xor i64 %315, -1
  %319 = load i64, ptr %76, align 8, !tbaa !11
  %320 = and i64 %319, %318
  %321 = xor i64 %320, %313
  store i64 %321, ptr %41, align 8, !tbaa !11
  %322 = xor i64 %319, -1
  %323 = load i64, ptr %77, align 8, !tbaa !11
  %324 = and i64 %323, %322
  %325 = xor i64 %324, %315
  store i64 %325, ptr %45, align 8, !tbaa !11
  %326 = xor i64 %323, -1
  %327 = and i64 %312, %326
  %328 = xor i64 %327, %319
  store i64 %328, ptr %49, align 8, !tbaa !11
  %329 = xor i64 %312, -1
  %330 = and i64 %313, %329
  %331 = xor i64 %330, %323
  store i64 %331, ptr %53, align 8, !tbaa !11
  %332 = and i8 %131, 1
  %333 = shl i8 %131, 1
  %334 = xor i8 %333, 113
  %335 = icmp slt i8 %131, 0
  %336 = select i1 %335, i8 %334, i8 %333
  %337 = shl i8 %336, 1
  %338 = and i8 %337, 2
  %339 = or disjoint i8 %332, %338
  %340 = or i8 %131, %336
  %341 = shl i8 %336, 1
  %342 = xor i8 %341, 113
  %343 = icmp slt i8 %336, 0
  %344 = select i1 %343, i8 %342, i8 %341
  %345 = shl i8 %344, 3
  %346 = and i8 %345, 8
  %347 = or disjoint i8 %339, %346
  %348 = or i8 %340, %344
  %349 = shl i8 %344, 1
  %350 = xor i8 %349, 113
  %351 = icmp slt i8 %344, 0
  %352 = select i1 %351, i8 %350, i8 %349
  %353 = shl i8 %352, 7
  %354 = or disjoint i8 %347, %353
  %355 = zext i8 %354 to i64
  %356 = or i8 %348, %352
  %357 = shl i8 %352, 1
  %358 = xor i8 %357, 113
  %359 = icmp slt i8 %352, 0
  %360 = select i1 %359, i8 %358, i8 %357
  %361 = and i8 %360, 1
  %362 = zext nneg i8 %361 to i64
  %363 = shl nuw nsw i64 %362, 15
  %364 = or disjoint i64 %363, %355
  %365 = or i8 %356, %360
  %366 = shl i8 %360, 1
  %367 = xor i8 %366, 113
  %368 = icmp slt i8 %360, 0
  %369 = select i1 %368, i8 %367, i8 %366
  %370 = and i8 %369, 1
  %371 = zext nneg i8 %370 to i64
  %372 = shl nuw nsw i64 %371, 31
  %373 = or disjoint i64 %364, %372
  %374 = or i8 %365, %369
  %375 = shl i8 %369, 1
  %376 = xor i8 %375, 113
  %377 = icmp slt i8 %369, 0
  %378 = select i1 %377, i8 %376, i8 %375
  %379 = zext i8 %378 to i64
  %380 = shl i64 %379, 63
  %381 = or disjoint i64 %373, %380
  %382 = xor i64 %381, %237
  %383 = or i8 %374, %378
  %384 = and i8 %383, 1
  %385 = icmp eq i8 %384, 0
  br i1 %385, label %387, label %386

386:
  store i64 %382, ptr %0, align 8, !tbaa !11
  br label %387

387:
  %388 = shl i8 %378, 1
  %389 = xor i8 %388, 113
  %390 = icmp slt i8 %378, 0
  %391 = select i1 %390, i8 %389, i8 %388
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #7
  %392 = add nuw nsw i32 %132, 1
  %393 = icmp eq i32 %392, 24
  br i1 %393, label %98, label %99, !llvm.loop !15
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @keccak_f(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = alloca [25 x i64], align 8
  %4 = alloca [25 x i64], align 8
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %1
  br i1 %10, label %11, label %402

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #7
  %12 = sext i32 %9 to i64
  %13 = mul nsw i64 %12, 200
  %14 = getelementptr i8, ptr %0, i64 %13
  %15 = load i64, ptr %14, align 8, !tbaa !11
  store i64 %15, ptr %4, align 8, !tbaa !11
  %16 = getelementptr i8, ptr %14, i64 8
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %17, ptr %18, align 8, !tbaa !11
  %19 = getelementptr i8, ptr %14, i64 16
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %20, ptr %21, align 8, !tbaa !11
  %22 = getelementptr i8, ptr %14, i64 24
  %23 = load i64, ptr %22, align 8, !tbaa !11
  %24 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %25 = getelementptr i8, ptr %14, i64 32
  %26 = load i64, ptr %25, align 8, !tbaa !11
  %27 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %28 = getelementptr i8, ptr %14, i64 40
  %29 = load i64, ptr %28, align 8, !tbaa !11
  %30 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store i64 %29, ptr %30, align 8, !tbaa !11
  %31 = getelementptr i8, ptr %14, i64 48
  %32 = load i64, ptr %31, align 8, !tbaa !11
  %33 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %34 = getelementptr i8, ptr %14, i64 56
  %35 = load i64, ptr %34, align 8, !tbaa !11
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %37 = getelementptr i8, ptr %14, i64 64
  %38 = load i64, ptr %37, align 8, !tbaa !11
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %40 = getelementptr i8, ptr %14, i64 72
  %41 = load i64, ptr %40, align 8, !tbaa !11
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %43 = getelementptr i8, ptr %14, i64 80
  %44 = load i64, ptr %43, align 8, !tbaa !11
  %45 = getelementptr inbounds nuw i8, ptr %4, i64 80
  %46 = getelementptr i8, ptr %14, i64 88
  %47 = load i64, ptr %46, align 8, !tbaa !11
  %48 = getelementptr inbounds nuw i8, ptr %4, i64 88
  %49 = getelementptr i8, ptr %14, i64 96
  %50 = load i64, ptr %49, align 8, !tbaa !11
  %51 = getelementptr inbounds nuw i8, ptr %4, i64 96
  %52 = getelementptr i8, ptr %14, i64 104
  %53 = load i64, ptr %52, align 8, !tbaa !11
  %54 = getelementptr inbounds nuw i8, ptr %4, i64 104
  %55 = getelementptr i8, ptr %14, i64 112
  %56 = load i64, ptr %55, align 8, !tbaa !11
  %57 = getelementptr inbounds nuw i8, ptr %4, i64 112
  %58 = getelementptr i8, ptr %14, i64 120
  %59 = load i64, ptr %58, align 8, !tbaa !11
  %60 = getelementptr inbounds nuw i8, ptr %4, i64 120
  %61 = getelementptr i8, ptr %14, i64 128
  %62 = load i64, ptr %61, align 8, !tbaa !11
  %63 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %64 = getelementptr i8, ptr %14, i64 136
  %65 = load i64, ptr %64, align 8, !tbaa !11
  %66 = getelementptr inbounds nuw i8, ptr %4, i64 136
  %67 = getelementptr i8, ptr %14, i64 144
  %68 = load i64, ptr %67, align 8, !tbaa !11
  %69 = getelementptr inbounds nuw i8, ptr %4, i64 144
  %70 = getelementptr i8, ptr %14, i64 152
  %71 = load i64, ptr %70, align 8, !tbaa !11
  %72 = getelementptr inbounds nuw i8, ptr %4, i64 152
  %73 = getelementptr i8, ptr %14, i64 160
  %74 = load i64, ptr %73, align 8, !tbaa !11
  %75 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %76 = getelementptr i8, ptr %14, i64 168
  %77 = load i64, ptr %76, align 8, !tbaa !11
  %78 = getelementptr inbounds nuw i8, ptr %4, i64 168
  %79 = getelementptr i8, ptr %14, i64 176
  %80 = load i64, ptr %79, align 8, !tbaa !11
  %81 = getelementptr inbounds nuw i8, ptr %4, i64 176
  %82 = getelementptr i8, ptr %14, i64 184
  %83 = load i64, ptr %82, align 8, !tbaa !11
  %84 = getelementptr inbounds nuw i8, ptr %4, i64 184
  %85 = getelementptr i8, ptr %14, i64 192
  %86 = load i64, ptr %85, align 8, !tbaa !11
  %87 = getelementptr inbounds nuw i8, ptr %4, i64 192
  %88 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %89 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %90 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %91 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %92 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %93 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %94 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %95 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %96 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %97 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %98 = getelementptr inbounds nuw i8, ptr %3, i64 88
  %99 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %100 = getelementptr inbounds nuw i8, ptr %3, i64 104
  %101 = getelementptr inbounds nuw i8, ptr %3, i64 112
  %102 = getelementptr inbounds nuw i8, ptr %3, i64 120
  %103 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %104 = getelementptr inbounds nuw i8, ptr %3, i64 136
  %105 = getelementptr inbounds nuw i8, ptr %3, i64 144
  %106 = getelementptr inbounds nuw i8, ptr %3, i64 152
  %107 = getelementptr inbounds nuw i8, ptr %3, i64 160
  %108 = getelementptr inbounds nuw i8, ptr %3, i64 168
  %109 = getelementptr inbounds nuw i8, ptr %3, i64 176
  %110 = getelementptr inbounds nuw i8, ptr %3, i64 184
  %111 = getelementptr inbounds nuw i8, ptr %3, i64 192
  br label %112

112:
  %113 = phi i64 [ %86, %11 ], [ %338, %393 ]
  %114 = phi i64 [ %71, %11 ], [ %318, %393 ]
  %115 = phi i64 [ %83, %11 ], [ %335, %393 ]
  %116 = phi i64 [ %68, %11 ], [ %315, %393 ]
  %117 = phi i64 [ %80, %11 ], [ %332, %393 ]
  %118 = phi i64 [ %65, %11 ], [ %312, %393 ]
  %119 = phi i64 [ %56, %11 ], [ %298, %393 ]
  %120 = phi i64 [ %41, %11 ], [ %278, %393 ]
  %121 = phi i64 [ %26, %11 ], [ %258, %393 ]
  %122 = phi i64 [ %53, %11 ], [ %295, %393 ]
  %123 = phi i64 [ %38, %11 ], [ %275, %393 ]
  %124 = phi i64 [ %23, %11 ], [ %255, %393 ]
  %125 = phi i64 [ %50, %11 ], [ %292, %393 ]
  %126 = phi i64 [ %35, %11 ], [ %272, %393 ]
  %127 = phi i64 [ %20, %11 ], [ %252, %393 ]
  %128 = phi i64 [ %47, %11 ], [ %288, %393 ]
  %129 = phi i64 [ %32, %11 ], [ %268, %393 ]
  %130 = phi i64 [ %17, %11 ], [ %248, %393 ]
  %131 = phi i64 [ %29, %11 ], [ %264, %393 ]
  %132 = phi i64 [ %15, %11 ], [ %388, %393 ]
  %133 = phi i64 [ %59, %11 ], [ %304, %393 ]
  %134 = phi i64 [ %44, %11 ], [ %284, %393 ]
  %135 = phi i64 [ %77, %11 ], [ %328, %393 ]
  %136 = phi i64 [ %62, %11 ], [ %308, %393 ]
  %137 = phi i64 [ %74, %11 ], [ %324, %393 ]
  %138 = phi i8 [ 1, %11 ], [ %398, %393 ]
  %139 = phi i32 [ 0, %11 ], [ %399, %393 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #7
  %140 = xor i64 %132, %131
  %141 = xor i64 %140, %133
  %142 = xor i64 %141, %134
  %143 = xor i64 %142, %137
  %144 = xor i64 %129, %128
  %145 = xor i64 %144, %130
  %146 = xor i64 %145, %135
  %147 = xor i64 %146, %136
  %148 = xor i64 %118, %117
  %149 = xor i64 %148, %125
  %150 = xor i64 %149, %126
  %151 = xor i64 %150, %127
  %152 = xor i64 %116, %115
  %153 = xor i64 %152, %122
  %154 = xor i64 %153, %123
  %155 = xor i64 %154, %124
  %156 = xor i64 %114, %113
  %157 = xor i64 %156, %119
  %158 = xor i64 %157, %120
  %159 = xor i64 %158, %121
  %160 = tail call noundef i64 @llvm.fshl.i64(i64 %147, i64 %147, i64 1)
  %161 = xor i64 %160, %159
  %162 = xor i64 %161, %132
  store i64 %162, ptr %4, align 8, !tbaa !11
  %163 = xor i64 %161, %131
  store i64 %163, ptr %30, align 8, !tbaa !11
  %164 = xor i64 %161, %134
  store i64 %164, ptr %45, align 8, !tbaa !11
  %165 = xor i64 %161, %133
  store i64 %165, ptr %60, align 8, !tbaa !11
  %166 = xor i64 %161, %137
  store i64 %166, ptr %75, align 8, !tbaa !11
  %167 = tail call noundef i64 @llvm.fshl.i64(i64 %151, i64 %151, i64 1)
  %168 = xor i64 %143, %167
  %169 = xor i64 %168, %130
  store i64 %169, ptr %18, align 8, !tbaa !11
  %170 = xor i64 %168, %129
  store i64 %170, ptr %33, align 8, !tbaa !11
  %171 = xor i64 %168, %128
  store i64 %171, ptr %48, align 8, !tbaa !11
  %172 = xor i64 %168, %136
  store i64 %172, ptr %63, align 8, !tbaa !11
  %173 = xor i64 %168, %135
  store i64 %173, ptr %78, align 8, !tbaa !11
  %174 = tail call noundef i64 @llvm.fshl.i64(i64 %155, i64 %155, i64 1)
  %175 = xor i64 %147, %174
  %176 = xor i64 %175, %127
  store i64 %176, ptr %21, align 8, !tbaa !11
  %177 = xor i64 %175, %126
  store i64 %177, ptr %36, align 8, !tbaa !11
  %178 = xor i64 %175, %125
  store i64 %178, ptr %51, align 8, !tbaa !11
  %179 = xor i64 %175, %118
  store i64 %179, ptr %66, align 8, !tbaa !11
  %180 = xor i64 %175, %117
  store i64 %180, ptr %81, align 8, !tbaa !11
  %181 = tail call noundef i64 @llvm.fshl.i64(i64 %159, i64 %159, i64 1)
  %182 = xor i64 %151, %181
  %183 = xor i64 %182, %124
  store i64 %183, ptr %24, align 8, !tbaa !11
  %184 = xor i64 %182, %123
  store i64 %184, ptr %39, align 8, !tbaa !11
  %185 = xor i64 %182, %122
  store i64 %185, ptr %54, align 8, !tbaa !11
  %186 = xor i64 %182, %116
  store i64 %186, ptr %69, align 8, !tbaa !11
  %187 = xor i64 %182, %115
  store i64 %187, ptr %84, align 8, !tbaa !11
  %188 = tail call noundef i64 @llvm.fshl.i64(i64 %143, i64 %143, i64 1)
  %189 = xor i64 %188, %155
  %190 = xor i64 %189, %121
  store i64 %190, ptr %27, align 8, !tbaa !11
  %191 = xor i64 %189, %120
  store i64 %191, ptr %42, align 8, !tbaa !11
  %192 = xor i64 %189, %119
  store i64 %192, ptr %57, align 8, !tbaa !11
  %193 = xor i64 %189, %114
  store i64 %193, ptr %72, align 8, !tbaa !11
  %194 = xor i64 %189, %113
  store i64 %194, ptr %87, align 8, !tbaa !11
  store i64 %162, ptr %3, align 8, !tbaa !11
  br label %195

195:
  %196 = phi i32 [ 0, %112 ], [ %227, %195 ]
  %197 = phi i32 [ 0, %112 ], [ %221, %195 ]
  %198 = phi i32 [ 1, %112 ], [ %202, %195 ]
  %199 = shl nuw nsw i32 %198, 1
  %200 = mul nuw nsw i32 %197, 3
  %201 = add nuw nsw i32 %199, %200
  %202 = urem i32 %201, 5
  %203 = mul nuw nsw i32 %197, 5
  %204 = add nuw nsw i32 %203, %198
  %205 = zext nneg i32 %204 to i64
  %206 = getelementptr inbounds nuw i64, ptr %4, i64 %205
  %207 = load i64, ptr %206, align 8, !tbaa !11
  %208 = or disjoint i32 %196, 1
  %209 = add nuw nsw i32 %196, 2
  %210 = mul nuw nsw i32 %208, %209
  %211 = lshr exact i32 %210, 1
  %212 = zext nneg i32 %211 to i64
  %213 = tail call noundef i64 @llvm.fshl.i64(i64 %207, i64 %207, i64 %212)
  %214 = mul nuw nsw i32 %202, 5
  %215 = add nuw nsw i32 %214, %197
  %216 = zext nneg i32 %215 to i64
  %217 = getelementptr inbounds nuw i64, ptr %3, i64 %216
  store i64 %213, ptr %217, align 8, !tbaa !11
  %218 = shl nuw nsw i32 %197, 1
  %219 = mul nuw nsw i32 %202, 3
  %220 = add nuw nsw i32 %218, %219
  %221 = urem i32 %220, 5
  %222 = mul nuw nsw i32 %202, 5
  %223 = add nuw nsw i32 %222, %197
  %224 = zext nneg i32 %223 to i64
  %225 = getelementptr inbounds nuw i64, ptr %4, i64 %224
  %226 = load i64, ptr %225, align 8, !tbaa !11
  %227 = add nuw nsw i32 %196, 2
  %228 = add nuw nsw i32 %196, 3
  %229 = mul nuw nsw i32 %227, %228
  %230 = lshr exact i32 %229, 1
  %231 = zext nneg i32 %230 to i64
  %232 = tail call noundef i64 @llvm.fshl.i64(i64 %226, i64 %226, i64 %231)
  %233 = mul nuw nsw i32 %221, 5
  %234 = add nuw nsw i32 %233, %202
  %235 = zext nneg i32 %234 to i64
  %236 = getelementptr inbounds nuw i64, ptr %3, i64 %235
  store i64 %232, ptr %236, align 8, !tbaa !11
  %237 = icmp eq i32 %227, 24
  br i1 %237, label %238, label %195, !llvm.loop !13

238:
  %239 = load i64, ptr %3, align 8, !tbaa !11
  %240 = load i64, ptr %88, align 8, !tbaa !11
  %241 = xor i64 %240, -1
  %242 = load i64, ptr %89, align 8, !tbaa !11
  %243 = and i64 %242, %241
  %244 = xor i64 %243, %239
  store i64 %244, ptr %4, align 8, !tbaa !11
  %245 = xor i64 %242, -1
  %246 = load i64, ptr %90, align 8, !tbaa !11
  %247 = and i64 %246, %245
  %248 = xor i64 %247, %240
  store i64 %248, ptr %18, align 8, !tbaa !11
  %249 = xor i64 %246, -1
  %250 = load i64, ptr %91, align 8, !tbaa !11
  %251 = and i64 %250, %249
  %252 = xor i64 %251, %242
  store i64 %252, ptr %21, align 8, !tbaa !11
  %253 = xor i64 %250, -1
  %254 = and i64 %239, %253
  %255 = xor i64 %254, %246
  store i64 %255, ptr %24, align 8, !tbaa !11
  %256 = xor i64 %239, -1
  %257 = and i64 %240, %256
  %258 = xor i64 %250, %257
  store i64 %258, ptr %27, align 8, !tbaa !11
  %259 = load i64, ptr %92, align 8, !tbaa !11
  %260 = load i64, ptr %93, align 8, !tbaa !11
  %261 = xor i64 %260, -1
  %262 = load i64, ptr %94, align 8, !tbaa !11
  %263 = and i64 %262, %261
  %264 = xor i64 %263, %259
  store i64 %264, ptr %30, align 8, !tbaa !11
  %265 = xor i64 %262, -1
  %266 = load i64, ptr %95, align 8, !tbaa !11
  %267 = and i64 %266, %265
  %268 = xor i64 %267, %260
  store i64 %268, ptr %33, align 8, !tbaa !11
  %269 = xor i64 %266, -1
  %270 = load i64, ptr %96, align 8, !tbaa !11
  %271 = and i64 %270, %269
  %272 = xor i64 %271, %262
  store i64 %272, ptr %36, align 8, !tbaa !11
  %273 = xor i64 %270, -1
  %274 = and i64 %259, %273
  %275 = xor i64 %274, %266
  store i64 %275, ptr %39, align 8, !tbaa !11
  %276 = xor i64 %259, -1
  %277 = and i64 %260, %276
  %278 = xor i64 %270, %277
  store i64 %278, ptr %42, align 8, !tbaa !11
  %279 = load i64, ptr %97, align 8, !tbaa !11
  %280 = load i64, ptr %98, align 8, !tbaa !11
  %281 = xor i64 %280, -1
  %282 = load i64, ptr %99, align 8, !tbaa !11
  %283 = and i64 %282, %281
  %284 = xor i64 %283, %279
  store i64 %284, ptr %45, align 8, !tbaa !11
  %285 = xor i64 %282, -1
  %286 = load i64, ptr %100, align 8, !tbaa !11
  %287 = and i64 %286, %285
  %288 = xor i64 %287, %280
  store i64 %288, ptr %48, align 8, !tbaa !11
  %289 = xor i64 %286, -1
  %290 = load i64, ptr %101, align 8, !tbaa !11
  %291 = and i64 %290, %289
  %292 = xor i64 %291, %282
  store i64 %292, ptr %51, align 8, !tbaa !11
  %293 = xor i64 %290, -1
  %294 = and i64 %279, %293
  %295 = xor i64 %294, %286
  store i64 %295, ptr %54, align 8, !tbaa !11
  %296 = xor i64 %279, -1
  %297 = and i64 %280, %296
  %298 = xor i64 %290, %297
  store i64 %298, ptr %57, align 8, !tbaa !11
  %299 = load i64, ptr %102, align 8, !tbaa !11
  %300 = load i64, ptr %103, align 8, !tbaa !11
  %301 = xor i64 %300, -1
  %302 = load i64, ptr %104, align 8, !tbaa !11
  %303 = and i64 %302, %301
  %304 = xor i64 %303, %299
  store i64 %304, ptr %60, align 8, !tbaa !11
  %305 = xor i64 %302, -1
  %306 = load i64, ptr %105, align 8, !tbaa !11
  %307 = and i64 %306, %305
  %308 = xor i64 %307, %300
  store i64 %308, ptr %63, align 8, !tbaa !11
  %309 = xor i64 %306, -1
  %310 = load i64, ptr %106, align 8, !tbaa !11
  %311 = and i64 %310, %309
  %312 = xor i64 %311, %302
  store i64 %312, ptr %66, align 8, !tbaa !11
  %313 = xor i64 %310, -1
  %314 = and i64 %299, %313
  %315 = xor i64 %314, %306
  store i64 %315, ptr %69, align 8, !tbaa !11
  %316 = xor i64 %299, -1
  %317 = and i64 %300, %316
  %318 = xor i64 %310, %317
  store i64 %318, ptr %72, align 8, !tbaa !11
  %319 = load i64, ptr %107, align 8, !tbaa !11
  %320 = load i64, ptr %108, align 8, !tbaa !11
  %321 = xor i64 %320, -1
  %322 = load i64, ptr %109, align 8, !tbaa !11
  %323 = and i64 %322, %321
  %324 = xor i64 %323, %319
  store i64 %324, ptr %75, align 8, !tbaa !11
  %325 = xor i64 %322, -1
  %326 = load i64, ptr %110, align 8, !tbaa !11
  %327 = and i64 %326, %325
  %328 = xor i64 %327, %320
  store i64 %328, ptr %78, align 8, !tbaa !11
  %329 = xor i64 %326, -1
  %330 = load i64, ptr %111, align 8, !tbaa !11
  %331 = and i64 %330, %329
  %332 = xor i64 %331, %322
  store i64 %332, ptr %81, align 8, !tbaa !11
  %333 = xor i64 %330, -1
  %334 = and i64 %319, %333
  %335 = xor i64 %334, %326
  store i64 %335, ptr %84, align 8, !tbaa !11
  %336 = xor i64 %319, -1
  %337 = and i64 %320, %336
  %338 = xor i64 %330, %337
  store i64 %338, ptr %87, align 8, !tbaa !11
  %339 = and i8 %138, 1
  %340 = shl i8 %138, 1
  %341 = xor i8 %340, 113
  %342 = icmp slt i8 %138, 0
  %343 = select i1 %342, i8 %341, i8 %340
  %344 = shl i8 %343, 1
  %345 = and i8 %344, 2
  %346 = or disjoint i8 %345, %339
  %347 = or i8 %343, %138
  %348 = xor i8 %344, 113
  %349 = icmp slt i8 %343, 0
  %350 = select i1 %349, i8 %348, i8 %344
  %351 = shl i8 %350, 3
  %352 = and i8 %351, 8
  %353 = or disjoint i8 %346, %352
  %354 = or i8 %347, %350
  %355 = shl i8 %350, 1
  %356 = xor i8 %355, 113
  %357 = icmp slt i8 %350, 0
  %358 = select i1 %357, i8 %356, i8 %355
  %359 = shl i8 %358, 7
  %360 = or disjoint i8 %353, %359
  %361 = zext i8 %360 to i64
  %362 = or i8 %354, %358
  %363 = shl i8 %358, 1
  %364 = xor i8 %363, 113
  %365 = icmp slt i8 %358, 0
  %366 = select i1 %365, i8 %364, i8 %363
  %367 = and i8 %366, 1
  %368 = zext nneg i8 %367 to i64
  %369 = shl nuw nsw i64 %368, 15
  %370 = or disjoint i64 %369, %361
  %371 = or i8 %362, %366
  %372 = shl i8 %366, 1
  %373 = xor i8 %372, 113
  %374 = icmp slt i8 %366, 0
  %375 = select i1 %374, i8 %373, i8 %372
  %376 = and i8 %375, 1
  %377 = zext nneg i8 %376 to i64
  %378 = shl nuw nsw i64 %377, 31
  %379 = or disjoint i64 %378, %370
  %380 = or i8 %371, %375
  %381 = shl i8 %375, 1
  %382 = xor i8 %381, 113
  %383 = icmp slt i8 %375, 0
  %384 = select i1 %383, i8 %382, i8 %381
  %385 = zext i8 %384 to i64
  %386 = shl i64 %385, 63
  %387 = or disjoint i64 %386, %379
  %388 = xor i64 %244, %387
  %389 = or i8 %380, %384
  %390 = and i8 %389, 1
  %391 = icmp eq i8 %390, 0
  br i1 %391, label %393, label %392

392:
  store i64 %388, ptr %4, align 8, !tbaa !11
  br label %393

393:
  %394 = phi i64 [ %388, %392 ], [ %244, %238 ]
  %395 = shl i8 %384, 1
  %396 = xor i8 %395, 113
  %397 = icmp slt i8 %384, 0
  %398 = select i1 %397, i8 %396, i8 %395
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #7
  %399 = add nuw nsw i32 %139, 1
  %400 = icmp eq i32 %399, 24
  br i1 %400, label %401, label %112, !llvm.loop !15

401:
  store i64 %394, ptr %14, align 8, !tbaa !11
  store i64 %248, ptr %16, align 8, !tbaa !11
  store i64 %252, ptr %19, align 8, !tbaa !11
  store i64 %255, ptr %22, align 8, !tbaa !11
  store i64 %258, ptr %25, align 8, !tbaa !11
  store i64 %264, ptr %28, align 8, !tbaa !11
  store i64 %268, ptr %31, align 8, !tbaa !11
  store i64 %272, ptr %34, align 8, !tbaa !11
  store i64 %275, ptr %37, align 8, !tbaa !11
  store i64 %278, ptr %40, align 8, !tbaa !11
  store i64 %284, ptr %43, align 8, !tbaa !11
  store i64 %288, ptr %46, align 8, !tbaa !11
  store i64 %292, ptr %49, align 8, !tbaa !11
  store i64 %295, ptr %52, align 8, !tbaa !11
  store i64 %298, ptr %55, align 8, !tbaa !11
  store i64 %304, ptr %58, align 8, !tbaa !11
  store i64 %308, ptr %61, align 8, !tbaa !11
  store i64 %312, ptr %64, align 8, !tbaa !11
  store i64 %315, ptr %67, align 8, !tbaa !11
  store i64 %318, ptr %70, align 8, !tbaa !11
  store i64 %324, ptr %73, align 8, !tbaa !11
  store i64 %328, ptr %76, align 8, !tbaa !11
  store i64 %332, ptr %79, align 8, !tbaa !11
  store i64 %335, ptr %82, align 8, !tbaa !11
  store i64 %338, ptr %85, align 8, !tbaa !11
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #7
  br label %402

402:
  ret void
}

define dso_local ptx_kernel void @sha3_256(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = alloca [25 x i64], align 8
  %6 = alloca [25 x i64], align 8
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %3
  br i1 %12, label %13, label %492

13:
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(200) %6, i8 0, i64 200, i1 false)
  %14 = sext i32 %11 to i64
  %15 = sext i32 %1 to i64
  %16 = mul nsw i64 %15, %14
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  %18 = icmp sgt i32 %1, 0
  br i1 %18, label %19, label %48

19:
  %20 = and i32 %1, 3
  %21 = icmp ult i32 %1, 4
  br i1 %21, label %26, label %22

22:
  %23 = and i32 %1, 2147483644
  br label %431

24:
  %25 = icmp eq i32 %20, 0
  br i1 %25, label %48, label %26

26:
  %27 = phi i32 [ 0, %19 ], [ %489, %24 ]
  %28 = icmp ne i32 %20, 0
  tail call void @llvm.assume(i1 %28)
  br label %29

29:
  %30 = phi i32 [ %45, %29 ], [ %27, %26 ]
  %31 = phi i32 [ %46, %29 ], [ 0, %26 ]
  %32 = zext nneg i32 %30 to i64
  %33 = getelementptr inbounds nuw i8, ptr %17, i64 %32
  %34 = load i8, ptr %33, align 1, !tbaa !16
  %35 = zext i8 %34 to i64
  %36 = shl i32 %30, 3
  %37 = and i32 %36, 56
  %38 = zext nneg i32 %37 to i64
  %39 = shl nuw i64 %35, %38
  %40 = lshr i32 %30, 3
  %41 = zext nneg i32 %40 to i64
  %42 = getelementptr inbounds nuw i64, ptr %6, i64 %41
  %43 = load i64, ptr %42, align 8, !tbaa !11
  %44 = xor i64 %39, %43
  store i64 %44, ptr %42, align 8, !tbaa !11
  %45 = add nuw nsw i32 %30, 1
  %46 = add i32 %31, 1
  %47 = icmp eq i32 %46, %20
  br i1 %47, label %48, label %29, !llvm.loop !17

48:
  %49 = sdiv i32 %1, 8
  %50 = mul i32 %49, 8
  %51 = sub i32 %1, %50
  %52 = shl nsw i32 %51, 3
  %53 = zext nneg i32 %52 to i64
  %54 = shl i64 6, %53
  %55 = sext i32 %49 to i64
  %56 = getelementptr inbounds i64, ptr %6, i64 %55
  %57 = load i64, ptr %56, align 8, !tbaa !11
  %58 = xor i64 %57, %54
  store i64 %58, ptr %56, align 8, !tbaa !11
  %59 = getelementptr inbounds nuw i8, ptr %6, i64 128
  %60 = load i64, ptr %59, align 8, !tbaa !11
  %61 = xor i64 %60, -9223372036854775808
  %62 = getelementptr inbounds nuw i8, ptr %6, i64 160
  %63 = load i64, ptr %62, align 8, !tbaa !11
  %64 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %65 = getelementptr inbounds nuw i8, ptr %6, i64 168
  %66 = load i64, ptr %65, align 8, !tbaa !11
  %67 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %68 = getelementptr inbounds nuw i8, ptr %6, i64 136
  %69 = load i64, ptr %68, align 8, !tbaa !11
  %70 = getelementptr inbounds nuw i8, ptr %6, i64 176
  %71 = load i64, ptr %70, align 8, !tbaa !11
  %72 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %73 = getelementptr inbounds nuw i8, ptr %6, i64 144
  %74 = load i64, ptr %73, align 8, !tbaa !11
  %75 = getelementptr inbounds nuw i8, ptr %6, i64 184
  %76 = load i64, ptr %75, align 8, !tbaa !11
  %77 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %78 = getelementptr inbounds nuw i8, ptr %6, i64 152
  %79 = load i64, ptr %78, align 8, !tbaa !11
  %80 = getelementptr inbounds nuw i8, ptr %6, i64 192
  %81 = load i64, ptr %80, align 8, !tbaa !11
  %82 = getelementptr inbounds nuw i8, ptr %6, i64 80
  %83 = load i64, ptr %82, align 8, !tbaa !11
  %84 = getelementptr inbounds nuw i8, ptr %6, i64 120
  %85 = load i64, ptr %84, align 8, !tbaa !11
  %86 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %87 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %88 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %89 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %90 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %91 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %92 = getelementptr inbounds nuw i8, ptr %6, i64 104
  %93 = getelementptr inbounds nuw i8, ptr %6, i64 72
  %94 = getelementptr inbounds nuw i8, ptr %6, i64 112
  %95 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %96 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %97 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %98 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %99 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %100 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %101 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %102 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %103 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %104 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %105 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %106 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %107 = getelementptr inbounds nuw i8, ptr %5, i64 104
  %108 = getelementptr inbounds nuw i8, ptr %5, i64 112
  %109 = getelementptr inbounds nuw i8, ptr %5, i64 120
  %110 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %111 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %112 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %113 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %114 = getelementptr inbounds nuw i8, ptr %5, i64 160
  %115 = getelementptr inbounds nuw i8, ptr %5, i64 168
  %116 = getelementptr inbounds nuw i8, ptr %5, i64 176
  %117 = getelementptr inbounds nuw i8, ptr %5, i64 184
  %118 = getelementptr inbounds nuw i8, ptr %5, i64 192
  %119 = load i64, ptr %6, align 8, !tbaa !11
  %120 = load i64, ptr %86, align 8, !tbaa !11
  %121 = load i64, ptr %64, align 8, !tbaa !11
  %122 = load i64, ptr %87, align 8, !tbaa !11
  %123 = load i64, ptr %88, align 8, !tbaa !11
  %124 = load i64, ptr %67, align 8, !tbaa !11
  %125 = load i64, ptr %89, align 8, !tbaa !11
  %126 = load i64, ptr %90, align 8, !tbaa !11
  %127 = load i64, ptr %72, align 8, !tbaa !11
  %128 = load i64, ptr %91, align 8, !tbaa !11
  %129 = load i64, ptr %92, align 8, !tbaa !11
  %130 = load i64, ptr %77, align 8, !tbaa !11
  %131 = load i64, ptr %93, align 8, !tbaa !11
  %132 = load i64, ptr %94, align 8, !tbaa !11
  br label %133

133:
  %134 = phi i64 [ %81, %48 ], [ %359, %414 ]
  %135 = phi i64 [ %79, %48 ], [ %339, %414 ]
  %136 = phi i64 [ %76, %48 ], [ %356, %414 ]
  %137 = phi i64 [ %74, %48 ], [ %336, %414 ]
  %138 = phi i64 [ %71, %48 ], [ %353, %414 ]
  %139 = phi i64 [ %69, %48 ], [ %333, %414 ]
  %140 = phi i64 [ %132, %48 ], [ %319, %414 ]
  %141 = phi i64 [ %131, %48 ], [ %299, %414 ]
  %142 = phi i64 [ %130, %48 ], [ %279, %414 ]
  %143 = phi i64 [ %129, %48 ], [ %316, %414 ]
  %144 = phi i64 [ %128, %48 ], [ %296, %414 ]
  %145 = phi i64 [ %127, %48 ], [ %276, %414 ]
  %146 = phi i64 [ %126, %48 ], [ %313, %414 ]
  %147 = phi i64 [ %125, %48 ], [ %293, %414 ]
  %148 = phi i64 [ %124, %48 ], [ %273, %414 ]
  %149 = phi i64 [ %123, %48 ], [ %309, %414 ]
  %150 = phi i64 [ %122, %48 ], [ %289, %414 ]
  %151 = phi i64 [ %121, %48 ], [ %269, %414 ]
  %152 = phi i64 [ %120, %48 ], [ %285, %414 ]
  %153 = phi i64 [ %119, %48 ], [ %409, %414 ]
  %154 = phi i64 [ %85, %48 ], [ %325, %414 ]
  %155 = phi i64 [ %83, %48 ], [ %305, %414 ]
  %156 = phi i64 [ %66, %48 ], [ %349, %414 ]
  %157 = phi i64 [ %61, %48 ], [ %329, %414 ]
  %158 = phi i64 [ %63, %48 ], [ %345, %414 ]
  %159 = phi i8 [ 1, %48 ], [ %418, %414 ]
  %160 = phi i32 [ 0, %48 ], [ %419, %414 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #7
  %161 = xor i64 %153, %152
  %162 = xor i64 %161, %154
  %163 = xor i64 %162, %155
  %164 = xor i64 %163, %158
  %165 = xor i64 %150, %149
  %166 = xor i64 %165, %151
  %167 = xor i64 %166, %156
  %168 = xor i64 %167, %157
  %169 = xor i64 %139, %138
  %170 = xor i64 %169, %146
  %171 = xor i64 %170, %147
  %172 = xor i64 %171, %148
  %173 = xor i64 %137, %136
  %174 = xor i64 %173, %143
  %175 = xor i64 %174, %144
  %176 = xor i64 %175, %145
  %177 = xor i64 %135, %134
  %178 = xor i64 %177, %140
  %179 = xor i64 %178, %141
  %180 = xor i64 %179, %142
  %181 = tail call noundef i64 @llvm.fshl.i64(i64 %168, i64 %168, i64 1)
  %182 = xor i64 %181, %180
  %183 = xor i64 %182, %153
  store i64 %183, ptr %6, align 8, !tbaa !11
  %184 = xor i64 %182, %152
  store i64 %184, ptr %86, align 8, !tbaa !11
  %185 = xor i64 %182, %155
  store i64 %185, ptr %82, align 8, !tbaa !11
  %186 = xor i64 %182, %154
  store i64 %186, ptr %84, align 8, !tbaa !11
  %187 = xor i64 %182, %158
  store i64 %187, ptr %62, align 8, !tbaa !11
  %188 = tail call noundef i64 @llvm.fshl.i64(i64 %172, i64 %172, i64 1)
  %189 = xor i64 %164, %188
  %190 = xor i64 %189, %151
  store i64 %190, ptr %64, align 8, !tbaa !11
  %191 = xor i64 %189, %150
  store i64 %191, ptr %87, align 8, !tbaa !11
  %192 = xor i64 %189, %149
  store i64 %192, ptr %88, align 8, !tbaa !11
  %193 = xor i64 %189, %157
  store i64 %193, ptr %59, align 8, !tbaa !11
  %194 = xor i64 %189, %156
  store i64 %194, ptr %65, align 8, !tbaa !11
  %195 = tail call noundef i64 @llvm.fshl.i64(i64 %176, i64 %176, i64 1)
  %196 = xor i64 %168, %195
  %197 = xor i64 %196, %148
  store i64 %197, ptr %67, align 8, !tbaa !11
  %198 = xor i64 %196, %147
  store i64 %198, ptr %89, align 8, !tbaa !11
  %199 = xor i64 %196, %146
  store i64 %199, ptr %90, align 8, !tbaa !11
  %200 = xor i64 %196, %139
  store i64 %200, ptr %68, align 8, !tbaa !11
  %201 = xor i64 %196, %138
  store i64 %201, ptr %70, align 8, !tbaa !11
  %202 = tail call noundef i64 @llvm.fshl.i64(i64 %180, i64 %180, i64 1)
  %203 = xor i64 %172, %202
  %204 = xor i64 %203, %145
  store i64 %204, ptr %72, align 8, !tbaa !11
  %205 = xor i64 %203, %144
  store i64 %205, ptr %91, align 8, !tbaa !11
  %206 = xor i64 %203, %143
  store i64 %206, ptr %92, align 8, !tbaa !11
  %207 = xor i64 %203, %137
  store i64 %207, ptr %73, align 8, !tbaa !11
  %208 = xor i64 %203, %136
  store i64 %208, ptr %75, align 8, !tbaa !11
  %209 = tail call noundef i64 @llvm.fshl.i64(i64 %164, i64 %164, i64 1)
  %210 = xor i64 %209, %176
  %211 = xor i64 %210, %142
  store i64 %211, ptr %77, align 8, !tbaa !11
  %212 = xor i64 %210, %141
  store i64 %212, ptr %93, align 8, !tbaa !11
  %213 = xor i64 %210, %140
  store i64 %213, ptr %94, align 8, !tbaa !11
  %214 = xor i64 %210, %135
  store i64 %214, ptr %78, align 8, !tbaa !11
  %215 = xor i64 %210, %134
  store i64 %215, ptr %80, align 8, !tbaa !11
  store i64 %183, ptr %5, align 8, !tbaa !11
  br label %216

216:
  %217 = phi i32 [ 0, %133 ], [ %248, %216 ]
  %218 = phi i32 [ 0, %133 ], [ %242, %216 ]
  %219 = phi i32 [ 1, %133 ], [ %223, %216 ]
  %220 = shl nuw nsw i32 %219, 1
  %221 = mul nuw nsw i32 %218, 3
  %222 = add nuw nsw i32 %220, %221
  %223 = urem i32 %222, 5
  %224 = mul nuw nsw i32 %218, 5
  %225 = add nuw nsw i32 %224, %219
  %226 = zext nneg i32 %225 to i64
  %227 = getelementptr inbounds nuw i64, ptr %6, i64 %226
  %228 = load i64, ptr %227, align 8, !tbaa !11
  %229 = or disjoint i32 %217, 1
  %230 = add nuw nsw i32 %217, 2
  %231 = mul nuw nsw i32 %229, %230
  %232 = lshr exact i32 %231, 1
  %233 = zext nneg i32 %232 to i64
  %234 = tail call noundef i64 @llvm.fshl.i64(i64 %228, i64 %228, i64 %233)
  %235 = mul nuw nsw i32 %223, 5
  %236 = add nuw nsw i32 %235, %218
  %237 = zext nneg i32 %236 to i64
  %238 = getelementptr inbounds nuw i64, ptr %5, i64 %237
  store i64 %234, ptr %238, align 8, !tbaa !11
  %239 = shl nuw nsw i32 %218, 1
  %240 = mul nuw nsw i32 %223, 3
  %241 = add nuw nsw i32 %239, %240
  %242 = urem i32 %241, 5
  %243 = mul nuw nsw i32 %223, 5
  %244 = add nuw nsw i32 %243, %218
  %245 = zext nneg i32 %244 to i64
  %246 = getelementptr inbounds nuw i64, ptr %6, i64 %245
  %247 = load i64, ptr %246, align 8, !tbaa !11
  %248 = add nuw nsw i32 %217, 2
  %249 = add nuw nsw i32 %217, 3
  %250 = mul nuw nsw i32 %248, %249
  %251 = lshr exact i32 %250, 1
  %252 = zext nneg i32 %251 to i64
  %253 = tail call noundef i64 @llvm.fshl.i64(i64 %247, i64 %247, i64 %252)
  %254 = mul nuw nsw i32 %242, 5
  %255 = add nuw nsw i32 %254, %223
  %256 = zext nneg i32 %255 to i64
  %257 = getelementptr inbounds nuw i64, ptr %5, i64 %256
  store i64 %253, ptr %257, align 8, !tbaa !11
  %258 = icmp eq i32 %248, 24
  br i1 %258, label %259, label %216, !llvm.loop !13

259:
  %260 = load i64, ptr %5, align 8, !tbaa !11
  %261 = load i64, ptr %95, align 8, !tbaa !11
  %262 = xor i64 %261, -1
  %263 = load i64, ptr %96, align 8, !tbaa !11
  %264 = and i64 %263, %262
  %265 = xor i64 %264, %260
  store i64 %265, ptr %6, align 8, !tbaa !11
  %266 = xor i64 %263, -1
  %267 = load i64, ptr %97, align 8, !tbaa !11
  %268 = and i64 %267, %266
  %269 = xor i64 %268, %261
  store i64 %269, ptr %64, align 8, !tbaa !11
  %270 = xor i64 %267, -1
  %271 = load i64, ptr %98, align 8, !tbaa !11
  %272 = and i64 %271, %270
  %273 = xor i64 %272, %263
  store i64 %273, ptr %67, align 8, !tbaa !11
  %274 = xor i64 %271, -1
  %275 = and i64 %260, %274
  %276 = xor i64 %275, %267
  store i64 %276, ptr %72, align 8, !tbaa !11
  %277 = xor i64 %260, -1
  %278 = and i64 %261, %277
  %279 = xor i64 %271, %278
  store i64 %279, ptr %77, align 8, !tbaa !11
  %280 = load i64, ptr %99, align 8, !tbaa !11
  %281 = load i64, ptr %100, align 8, !tbaa !11
  %282 = xor i64 %281, -1
  %283 = load i64, ptr %101, align 8, !tbaa !11
  %284 = and i64 %283, %282
  %285 = xor i64 %284, %280
  store i64 %285, ptr %86, align 8, !tbaa !11
  %286 = xor i64 %283, -1
  %287 = load i64, ptr %102, align 8, !tbaa !11
  %288 = and i64 %287, %286
  %289 = xor i64 %288, %281
  store i64 %289, ptr %87, align 8, !tbaa !11
  %290 = xor i64 %287, -1
  %291 = load i64, ptr %103, align 8, !tbaa !11
  %292 = and i64 %291, %290
  %293 = xor i64 %292, %283
  store i64 %293, ptr %89, align 8, !tbaa !11
  %294 = xor i64 %291, -1
  %295 = and i64 %280, %294
  %296 = xor i64 %295, %287
  store i64 %296, ptr %91, align 8, !tbaa !11
  %297 = xor i64 %280, -1
  %298 = and i64 %281, %297
  %299 = xor i64 %291, %298
  store i64 %299, ptr %93, align 8, !tbaa !11
  %300 = load i64, ptr %104, align 8, !tbaa !11
  %301 = load i64, ptr %105, align 8, !tbaa !11
  %302 = xor i64 %301, -1
  %303 = load i64, ptr %106, align 8, !tbaa !11
  %304 = and i64 %303, %302
  %305 = xor i64 %304, %300
  store i64 %305, ptr %82, align 8, !tbaa !11
  %306 = xor i64 %303, -1
  %307 = load i64, ptr %107, align 8, !tbaa !11
  %308 = and i64 %307, %306
  %309 = xor i64 %308, %301
  store i64 %309, ptr %88, align 8, !tbaa !11
  %310 = xor i64 %307, -1
  %311 = load i64, ptr %108, align 8, !tbaa !11
  %312 = and i64 %311, %310
  %313 = xor i64 %312, %303
  store i64 %313, ptr %90, align 8, !tbaa !11
  %314 = xor i64 %311, -1
  %315 = and i64 %300, %314
  %316 = xor i64 %315, %307
  store i64 %316, ptr %92, align 8, !tbaa !11
  %317 = xor i64 %300, -1
  %318 = and i64 %301, %317
  %319 = xor i64 %311, %318
  store i64 %319, ptr %94, align 8, !tbaa !11
  %320 = load i64, ptr %109, align 8, !tbaa !11
  %321 = load i64, ptr %110, align 8, !tbaa !11
  %322 = xor i64 %321, -1
  %323 = load i64, ptr %111, align 8, !tbaa !11
  %324 = and i64 %323, %322
  %325 = xor i64 %324, %320
  store i64 %325, ptr %84, align 8, !tbaa !11
  %326 = xor i64 %323, -1
  %327 = load i64, ptr %112, align 8, !tbaa !11
  %328 = and i64 %327, %326
  %329 = xor i64 %328, %321
  store i64 %329, ptr %59, align 8, !tbaa !11
  %330 = xor i64 %327, -1
  %331 = load i64, ptr %113, align 8, !tbaa !11
  %332 = and i64 %331, %330
  %333 = xor i64 %332, %323
  store i64 %333, ptr %68, align 8, !tbaa !11
  %334 = xor i64 %331, -1
  %335 = and i64 %320, %334
  %336 = xor i64 %335, %327
  store i64 %336, ptr %73, align 8, !tbaa !11
  %337 = xor i64 %320, -1
  %338 = and i64 %321, %337
  %339 = xor i64 %331, %338
  store i64 %339, ptr %78, align 8, !tbaa !11
  %340 = load i64, ptr %114, align 8, !tbaa !11
  %341 = load i64, ptr %115, align 8, !tbaa !11
  %342 = xor i64 %341, -1
  %343 = load i64, ptr %116, align 8, !tbaa !11
  %344 = and i64 %343, %342
  %345 = xor i64 %344, %340
  store i64 %345, ptr %62, align 8, !tbaa !11
  %346 = xor i64 %343, -1
  %347 = load i64, ptr %117, align 8, !tbaa !11
  %348 = and i64 %347, %346
  %349 = xor i64 %348, %341
  store i64 %349, ptr %65, align 8, !tbaa !11
  %350 = xor i64 %347, -1
  %351 = load i64, ptr %118, align 8, !tbaa !11
  %352 = and i64 %351, %350
  %353 = xor i64 %352, %343
  store i64 %353, ptr %70, align 8, !tbaa !11
  %354 = xor i64 %351, -1
  %355 = and i64 %340, %354
  %356 = xor i64 %355, %347
  store i64 %356, ptr %75, align 8, !tbaa !11
  %357 = xor i64 %340, -1
  %358 = and i64 %341, %357
  %359 = xor i64 %351, %358
  store i64 %359, ptr %80, align 8, !tbaa !11
  %360 = and i8 %159, 1
  %361 = shl i8 %159, 1
  %362 = xor i8 %361, 113
  %363 = icmp slt i8 %159, 0
  %364 = select i1 %363, i8 %362, i8 %361
  %365 = shl i8 %364, 1
  %366 = and i8 %365, 2
  %367 = or disjoint i8 %366, %360
  %368 = or i8 %364, %159
  %369 = xor i8 %365, 113
  %370 = icmp slt i8 %364, 0
  %371 = select i1 %370, i8 %369, i8 %365
  %372 = shl i8 %371, 3
  %373 = and i8 %372, 8
  %374 = or disjoint i8 %367, %373
  %375 = or i8 %368, %371
  %376 = shl i8 %371, 1
  %377 = xor i8 %376, 113
  %378 = icmp slt i8 %371, 0
  %379 = select i1 %378, i8 %377, i8 %376
  %380 = shl i8 %379, 7
  %381 = or disjoint i8 %374, %380
  %382 = zext i8 %381 to i64
  %383 = or i8 %375, %379
  %384 = shl i8 %379, 1
  %385 = xor i8 %384, 113
  %386 = icmp slt i8 %379, 0
  %387 = select i1 %386, i8 %385, i8 %384
  %388 = and i8 %387, 1
  %389 = zext nneg i8 %388 to i64
  %390 = shl nuw nsw i64 %389, 15
  %391 = or disjoint i64 %390, %382
  %392 = or i8 %383, %387
  %393 = shl i8 %387, 1
  %394 = xor i8 %393, 113
  %395 = icmp slt i8 %387, 0
  %396 = select i1 %395, i8 %394, i8 %393
  %397 = and i8 %396, 1
  %398 = zext nneg i8 %397 to i64
  %399 = shl nuw nsw i64 %398, 31
  %400 = or disjoint i64 %399, %391
  %401 = or i8 %392, %396
  %402 = shl i8 %396, 1
  %403 = xor i8 %402, 113
  %404 = icmp slt i8 %396, 0
  %405 = select i1 %404, i8 %403, i8 %402
  %406 = zext i8 %405 to i64
  %407 = shl i64 %406, 63
  %408 = or disjoint i64 %407, %400
  %409 = xor i64 %265, %408
  %410 = or i8 %401, %405
  %411 = and i8 %410, 1
  %412 = icmp eq i8 %411, 0
  br i1 %412, label %414, label %413

413:
  store i64 %409, ptr %6, align 8, !tbaa !11
  br label %414

414:
  %415 = shl i8 %405, 1
  %416 = xor i8 %415, 113
  %417 = icmp slt i8 %405, 0
  %418 = select i1 %417, i8 %416, i8 %415
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #7
  %419 = add nuw nsw i32 %160, 1
  %420 = icmp eq i32 %419, 24
  br i1 %420, label %421, label %133, !llvm.loop !15

421:
  %422 = shl nsw i64 %14, 5
  %423 = getelementptr inbounds nuw i8, ptr %2, i64 %422
  %424 = load i64, ptr %6, align 8, !tbaa !11
  store i64 %424, ptr %423, align 8, !tbaa !11
  %425 = load i64, ptr %64, align 8, !tbaa !11
  %426 = getelementptr inbounds nuw i8, ptr %423, i64 8
  store i64 %425, ptr %426, align 8, !tbaa !11
  %427 = load i64, ptr %67, align 8, !tbaa !11
  %428 = getelementptr inbounds nuw i8, ptr %423, i64 16
  store i64 %427, ptr %428, align 8, !tbaa !11
  %429 = load i64, ptr %72, align 8, !tbaa !11
  %430 = getelementptr inbounds nuw i8, ptr %423, i64 24
  store i64 %429, ptr %430, align 8, !tbaa !11
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #7
  br label %492

431:
  %432 = phi i32 [ 0, %22 ], [ %489, %431 ]
  %433 = phi i32 [ 0, %22 ], [ %490, %431 ]
  %434 = zext nneg i32 %432 to i64
  %435 = getelementptr inbounds nuw i8, ptr %17, i64 %434
  %436 = load i8, ptr %435, align 1, !tbaa !16
  %437 = zext i8 %436 to i64
  %438 = shl i32 %432, 3
  %439 = and i32 %438, 32
  %440 = zext nneg i32 %439 to i64
  %441 = shl nuw nsw i64 %437, %440
  %442 = lshr i32 %432, 3
  %443 = zext nneg i32 %442 to i64
  %444 = getelementptr inbounds nuw i64, ptr %6, i64 %443
  %445 = load i64, ptr %444, align 8, !tbaa !11
  %446 = xor i64 %441, %445
  store i64 %446, ptr %444, align 8, !tbaa !11
  %447 = or disjoint i32 %432, 1
  %448 = zext nneg i32 %447 to i64
  %449 = getelementptr inbounds nuw i8, ptr %17, i64 %448
  %450 = load i8, ptr %449, align 1, !tbaa !16
  %451 = zext i8 %450 to i64
  %452 = shl i32 %447, 3
  %453 = and i32 %452, 40
  %454 = zext nneg i32 %453 to i64
  %455 = shl nuw nsw i64 %451, %454
  %456 = lshr i32 %432, 3
  %457 = zext nneg i32 %456 to i64
  %458 = getelementptr inbounds nuw i64, ptr %6, i64 %457
  %459 = load i64, ptr %458, align 8, !tbaa !11
  %460 = xor i64 %455, %459
  store i64 %460, ptr %458, align 8, !tbaa !11
  %461 = or disjoint i32 %432, 2
  %462 = zext nneg i32 %461 to i64
  %463 = getelementptr inbounds nuw i8, ptr %17, i64 %462
  %464 = load i8, ptr %463, align 1, !tbaa !16
  %465 = zext i8 %464 to i64
  %466 = shl i32 %461, 3
  %467 = and i32 %466, 48
  %468 = zext nneg i32 %467 to i64
  %469 = shl nuw nsw i64 %465, %468
  %470 = lshr i32 %432, 3
  %471 = zext nneg i32 %470 to i64
  %472 = getelementptr inbounds nuw i64, ptr %6, i64 %471
  %473 = load i64, ptr %472, align 8, !tbaa !11
  %474 = xor i64 %469, %473
  store i64 %474, ptr %472, align 8, !tbaa !11
  %475 = or disjoint i32 %432, 3
  %476 = zext nneg i32 %475 to i64
  %477 = getelementptr inbounds nuw i8, ptr %17, i64 %476
  %478 = load i8, ptr %477, align 1, !tbaa !16
  %479 = zext i8 %478 to i64
  %480 = shl i32 %475, 3
  %481 = and i32 %480, 56
  %482 = zext nneg i32 %481 to i64
  %483 = shl nuw i64 %479, %482
  %484 = lshr i32 %432, 3
  %485 = zext nneg i32 %484 to i64
  %486 = getelementptr inbounds nuw i64, ptr %6, i64 %485
  %487 = load i64, ptr %486, align 8, !tbaa !11
  %488 = xor i64 %483, %487
  store i64 %488, ptr %486, align 8, !tbaa !11
  %489 = add nuw nsw i32 %432, 4
  %490 = add i32 %433, 4
  %491 = icmp eq i32 %490, %23
  br i1 %491, label %24, label %431, !llvm.loop !19

492:
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare i64 @llvm.fshl.i64(i64, i64, i64) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = !{!12, !12, i64 0}
!12 = !{!"long", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = distinct !{!15, !14}
!16 = !{!8, !8, i64 0}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.unroll.disable"}
!19 = distinct !{!19, !14}
