target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @interpret(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = alloca [32 x i32], align 4
  %7 = alloca [8 x i32], align 4
  %8 = alloca [8 x i32], align 4
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = mul i32 %9, %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = add i32 %11, %12
  %14 = icmp slt i32 %13, %4
  br i1 %14, label %15, label %831

15:
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #7
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #7
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(28) %16, i8 0, i64 28, i1 false)
  %17 = sext i32 %13 to i64
  %18 = getelementptr inbounds i32, ptr %2, i64 %17
  %19 = load i32, ptr %18, align 4, !tbaa !6
  store i32 %19, ptr %7, align 4, !tbaa !6
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #7
  %20 = icmp eq i32 %1, 0
  br i1 %20, label %827, label %21

21:
  %22 = getelementptr inbounds i32, ptr %3, i64 %17
  br label %23

23:
  %24 = phi i32 [ 0, %21 ], [ %29, %818 ]
  %25 = phi i32 [ 0, %21 ], [ %822, %818 ]
  %26 = phi i32 [ 0, %21 ], [ %821, %818 ]
  %27 = phi i1 [ false, %21 ], [ %820, %818 ]
  %28 = phi i32 [ 0, %21 ], [ %819, %818 ]
  %29 = add nuw nsw i32 %24, 1
  %30 = icmp samesign ugt i32 %24, 9999
  %31 = select i1 %30, i1 true, i1 %27
  br i1 %31, label %824, label %32

32:
  %33 = add nuw i32 %26, 1
  %34 = zext i32 %26 to i64
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 %34
  %36 = load i8, ptr %35, align 1, !tbaa !11
  switch i8 %36, label %818 [
    i8 0, label %37
    i8 1, label %47
    i8 2, label %58
    i8 3, label %92
    i8 4, label %115
    i8 5, label %118
    i8 6, label %151
    i8 7, label %192
    i8 8, label %218
    i8 9, label %244
    i8 10, label %270
    i8 11, label %300
    i8 12, label %330
    i8 13, label %356
    i8 14, label %382
    i8 15, label %408
    i8 16, label %435
    i8 17, label %462
    i8 18, label %489
    i8 19, label %505
    i8 20, label %521
    i8 21, label %548
    i8 22, label %575
    i8 23, label %602
    i8 24, label %616
    i8 25, label %633
    i8 26, label %638
    i8 27, label %656
    i8 28, label %674
    i8 29, label %685
    i8 30, label %692
    i8 31, label %708
    i8 32, label %724
    i8 33, label %750
    i8 34, label %776
    i8 35, label %802
  ]

37:
  %38 = icmp eq i32 %28, 0
  br i1 %38, label %44, label %39

39:
  %40 = add i32 %28, -1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i32, ptr %6, i64 %41
  %43 = load i32, ptr %42, align 4, !tbaa !6
  br label %44

44:
  %45 = phi i32 [ %40, %39 ], [ 0, %37 ]
  %46 = phi i32 [ %43, %39 ], [ 0, %37 ]
  store i32 %46, ptr %22, align 4, !tbaa !6
  br i1 %38, label %818, label %830

47:
  %48 = add i32 %26, 2
  %49 = icmp eq i32 %28, 32
  br i1 %49, label %818, label %50

50:
  %51 = zext i32 %28 to i64
  %52 = getelementptr inbounds nuw i32, ptr %6, i64 %51
  %53 = add i32 %28, 1
  %54 = zext i32 %33 to i64
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 %54
  %56 = load i8, ptr %55, align 1, !tbaa !11
  %57 = zext i8 %56 to i32
  store i32 %57, ptr %52, align 4, !tbaa !6
  br label %818

58:
  %59 = icmp eq i32 %28, 32
  br i1 %59, label %89, label %60

60:
  %61 = zext i32 %28 to i64
  %62 = getelementptr inbounds nuw i32, ptr %6, i64 %61
  %63 = add i32 %28, 1
  %64 = add i32 %26, 2
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 %65
  %67 = load i8, ptr %66, align 1, !tbaa !11
  %68 = zext i8 %67 to i32
  %69 = shl nuw nsw i32 %68, 8
  %70 = zext i32 %33 to i64
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 %70
  %72 = load i8, ptr %71, align 1, !tbaa !11
  %73 = zext i8 %72 to i32
  %74 = or disjoint i32 %69, %73
  %75 = add i32 %26, 3
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 %76
  %78 = load i8, ptr %77, align 1, !tbaa !11
  %79 = zext i8 %78 to i32
  %80 = shl nuw nsw i32 %79, 16
  %81 = or disjoint i32 %74, %80
  %82 = add i32 %26, 4
  %83 = zext i32 %82 to i64
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 %83
  %85 = load i8, ptr %84, align 1, !tbaa !11
  %86 = zext i8 %85 to i32
  %87 = shl nuw i32 %86, 24
  %88 = or disjoint i32 %81, %87
  store i32 %88, ptr %62, align 4, !tbaa !6
  br label %89

89:
  %90 = phi i32 [ %63, %60 ], [ 32, %58 ]
  %91 = add i32 %26, 5
  br label %818

92:
  %93 = icmp eq i32 %28, 0
  br i1 %93, label %99, label %94

94:
  %95 = add i32 %28, -1
  %96 = zext i32 %95 to i64
  %97 = getelementptr inbounds nuw i32, ptr %6, i64 %96
  %98 = load i32, ptr %97, align 4, !tbaa !6
  br label %99

99:
  %100 = phi i32 [ %95, %94 ], [ 0, %92 ]
  %101 = phi i32 [ %98, %94 ], [ 0, %92 ]
  %102 = icmp eq i32 %100, 32
  br i1 %102, label %107, label %103

103:
  %104 = zext i32 %100 to i64
  %105 = getelementptr inbounds nuw i32, ptr %6, i64 %104
  %106 = add nuw i32 %100, 1
  store i32 %101, ptr %105, align 4, !tbaa !6
  br label %107

107:
  %108 = phi i32 [ %106, %103 ], [ 32, %99 ]
  %109 = phi i1 [ %93, %103 ], [ true, %99 ]
  %110 = icmp eq i32 %108, 32
  br i1 %110, label %818, label %111

111:
  %112 = zext i32 %108 to i64
  %113 = getelementptr inbounds nuw i32, ptr %6, i64 %112
  %114 = add i32 %108, 1
  store i32 %101, ptr %113, align 4, !tbaa !6
  br label %818

115:
  %116 = icmp eq i32 %28, 0
  %117 = tail call i32 @llvm.usub.sat.i32(i32 %28, i32 1)
  br label %818

118:
  %119 = icmp eq i32 %28, 0
  br i1 %119, label %125, label %120

120:
  %121 = add i32 %28, -1
  %122 = zext i32 %121 to i64
  %123 = getelementptr inbounds nuw i32, ptr %6, i64 %122
  %124 = load i32, ptr %123, align 4, !tbaa !6
  br label %125

125:
  %126 = phi i32 [ %121, %120 ], [ 0, %118 ]
  %127 = phi i32 [ %124, %120 ], [ 0, %118 ]
  %128 = icmp eq i32 %126, 0
  br i1 %128, label %134, label %129

129:
  %130 = add i32 %126, -1
  %131 = zext i32 %130 to i64
  %132 = getelementptr inbounds nuw i32, ptr %6, i64 %131
  %133 = load i32, ptr %132, align 4, !tbaa !6
  br label %134

134:
  %135 = phi i32 [ %130, %129 ], [ 0, %125 ]
  %136 = phi i1 [ %119, %129 ], [ true, %125 ]
  %137 = phi i32 [ %133, %129 ], [ 0, %125 ]
  %138 = icmp eq i32 %135, 32
  br i1 %138, label %143, label %139

139:
  %140 = zext i32 %135 to i64
  %141 = getelementptr inbounds nuw i32, ptr %6, i64 %140
  %142 = add nuw i32 %135, 1
  store i32 %127, ptr %141, align 4, !tbaa !6
  br label %143

143:
  %144 = phi i32 [ %142, %139 ], [ 32, %134 ]
  %145 = phi i1 [ %136, %139 ], [ true, %134 ]
  %146 = icmp eq i32 %144, 32
  br i1 %146, label %818, label %147

147:
  %148 = zext i32 %144 to i64
  %149 = getelementptr inbounds nuw i32, ptr %6, i64 %148
  %150 = add nuw i32 %144, 1
  store i32 %137, ptr %149, align 4, !tbaa !6
  br label %818

151:
  %152 = icmp eq i32 %28, 0
  br i1 %152, label %158, label %153

153:
  %154 = add i32 %28, -1
  %155 = zext i32 %154 to i64
  %156 = getelementptr inbounds nuw i32, ptr %6, i64 %155
  %157 = load i32, ptr %156, align 4, !tbaa !6
  br label %158

158:
  %159 = phi i32 [ %154, %153 ], [ 0, %151 ]
  %160 = phi i32 [ %157, %153 ], [ 0, %151 ]
  %161 = icmp eq i32 %159, 0
  br i1 %161, label %167, label %162

162:
  %163 = add i32 %159, -1
  %164 = zext i32 %163 to i64
  %165 = getelementptr inbounds nuw i32, ptr %6, i64 %164
  %166 = load i32, ptr %165, align 4, !tbaa !6
  br label %167

167:
  %168 = phi i32 [ %163, %162 ], [ 0, %158 ]
  %169 = phi i1 [ %152, %162 ], [ true, %158 ]
  %170 = phi i32 [ %166, %162 ], [ 0, %158 ]
  %171 = icmp eq i32 %168, 32
  br i1 %171, label %176, label %172

172:
  %173 = zext i32 %168 to i64
  %174 = getelementptr inbounds nuw i32, ptr %6, i64 %173
  %175 = add nuw i32 %168, 1
  store i32 %170, ptr %174, align 4, !tbaa !6
  br label %176

176:
  %177 = phi i32 [ %175, %172 ], [ 32, %167 ]
  %178 = phi i1 [ %169, %172 ], [ true, %167 ]
  %179 = icmp eq i32 %177, 32
  br i1 %179, label %184, label %180

180:
  %181 = zext i32 %177 to i64
  %182 = getelementptr inbounds nuw i32, ptr %6, i64 %181
  %183 = add nuw i32 %177, 1
  store i32 %160, ptr %182, align 4, !tbaa !6
  br label %184

184:
  %185 = phi i32 [ %183, %180 ], [ 32, %176 ]
  %186 = phi i1 [ %178, %180 ], [ true, %176 ]
  %187 = icmp eq i32 %185, 32
  br i1 %187, label %818, label %188

188:
  %189 = zext i32 %185 to i64
  %190 = getelementptr inbounds nuw i32, ptr %6, i64 %189
  %191 = add i32 %185, 1
  store i32 %170, ptr %190, align 4, !tbaa !6
  br label %818

192:
  %193 = icmp eq i32 %28, 0
  br i1 %193, label %199, label %194

194:
  %195 = add i32 %28, -1
  %196 = zext i32 %195 to i64
  %197 = getelementptr inbounds nuw i32, ptr %6, i64 %196
  %198 = load i32, ptr %197, align 4, !tbaa !6
  br label %199

199:
  %200 = phi i32 [ %195, %194 ], [ 0, %192 ]
  %201 = phi i32 [ %198, %194 ], [ 0, %192 ]
  %202 = icmp eq i32 %200, 0
  br i1 %202, label %208, label %203

203:
  %204 = add i32 %200, -1
  %205 = zext i32 %204 to i64
  %206 = getelementptr inbounds nuw i32, ptr %6, i64 %205
  %207 = load i32, ptr %206, align 4, !tbaa !6
  br label %208

208:
  %209 = phi i32 [ %204, %203 ], [ 0, %199 ]
  %210 = phi i1 [ %193, %203 ], [ true, %199 ]
  %211 = phi i32 [ %207, %203 ], [ 0, %199 ]
  %212 = icmp eq i32 %209, 32
  br i1 %212, label %818, label %213

213:
  %214 = zext i32 %209 to i64
  %215 = getelementptr inbounds nuw i32, ptr %6, i64 %214
  %216 = add nuw i32 %209, 1
  %217 = add i32 %211, %201
  store i32 %217, ptr %215, align 4, !tbaa !6
  br label %818

218:
  %219 = icmp eq i32 %28, 0
  br i1 %219, label %225, label %220

220:
  %221 = add i32 %28, -1
  %222 = zext i32 %221 to i64
  %223 = getelementptr inbounds nuw i32, ptr %6, i64 %222
  %224 = load i32, ptr %223, align 4, !tbaa !6
  br label %225

225:
  %226 = phi i32 [ %221, %220 ], [ 0, %218 ]
  %227 = phi i32 [ %224, %220 ], [ 0, %218 ]
  %228 = icmp eq i32 %226, 0
  br i1 %228, label %234, label %229

229:
  %230 = add i32 %226, -1
  %231 = zext i32 %230 to i64
  %232 = getelementptr inbounds nuw i32, ptr %6, i64 %231
  %233 = load i32, ptr %232, align 4, !tbaa !6
  br label %234

234:
  %235 = phi i32 [ %230, %229 ], [ 0, %225 ]
  %236 = phi i1 [ %219, %229 ], [ true, %225 ]
  %237 = phi i32 [ %233, %229 ], [ 0, %225 ]
  %238 = icmp eq i32 %235, 32
  br i1 %238, label %818, label %239

239:
  %240 = zext i32 %235 to i64
  %241 = getelementptr inbounds nuw i32, ptr %6, i64 %240
  %242 = add nuw i32 %235, 1
  %243 = sub i32 %237, %227
  store i32 %243, ptr %241, align 4, !tbaa !6
  br label %818

244:
  %245 = icmp eq i32 %28, 0
  br i1 %245, label %251, label %246

246:
  %247 = add i32 %28, -1
  %248 = zext i32 %247 to i64
  %249 = getelementptr inbounds nuw i32, ptr %6, i64 %248
  %250 = load i32, ptr %249, align 4, !tbaa !6
  br label %251

251:
  %252 = phi i32 [ %247, %246 ], [ 0, %244 ]
  %253 = phi i32 [ %250, %246 ], [ 0, %244 ]
  %254 = icmp eq i32 %252, 0
  br i1 %254, label %261, label %255

255:
  %256 = add i32 %252, -1
  %257 = zext i32 %256 to i64
  %258 = getelementptr inbounds nuw i32, ptr %6, i64 %257
  %259 = load i32, ptr %258, align 4, !tbaa !6
  %260 = mul i32 %259, %253
  br label %261

261:
  %262 = phi i32 [ %256, %255 ], [ 0, %251 ]
  %263 = phi i1 [ %245, %255 ], [ true, %251 ]
  %264 = phi i32 [ %260, %255 ], [ 0, %251 ]
  %265 = icmp eq i32 %262, 32
  br i1 %265, label %818, label %266

266:
  %267 = zext i32 %262 to i64
  %268 = getelementptr inbounds nuw i32, ptr %6, i64 %267
  %269 = add nuw i32 %262, 1
  store i32 %264, ptr %268, align 4, !tbaa !6
  br label %818

270:
  %271 = icmp eq i32 %28, 0
  br i1 %271, label %277, label %272

272:
  %273 = add i32 %28, -1
  %274 = zext i32 %273 to i64
  %275 = getelementptr inbounds nuw i32, ptr %6, i64 %274
  %276 = load i32, ptr %275, align 4, !tbaa !6
  br label %277

277:
  %278 = phi i32 [ %273, %272 ], [ 0, %270 ]
  %279 = phi i32 [ %276, %272 ], [ 0, %270 ]
  %280 = icmp eq i32 %278, 0
  br i1 %280, label %286, label %281

281:
  %282 = add i32 %278, -1
  %283 = zext i32 %282 to i64
  %284 = getelementptr inbounds nuw i32, ptr %6, i64 %283
  %285 = load i32, ptr %284, align 4, !tbaa !6
  br label %286

286:
  %287 = phi i32 [ %282, %281 ], [ 0, %277 ]
  %288 = phi i1 [ %271, %281 ], [ true, %277 ]
  %289 = phi i32 [ %285, %281 ], [ 0, %277 ]
  %290 = icmp eq i32 %279, 0
  br i1 %290, label %293, label %291

291:
  %292 = udiv i32 %289, %279
  br label %293

293:
  %294 = phi i32 [ %292, %291 ], [ 0, %286 ]
  %295 = icmp eq i32 %287, 32
  br i1 %295, label %818, label %296

296:
  %297 = zext i32 %287 to i64
  %298 = getelementptr inbounds nuw i32, ptr %6, i64 %297
  %299 = add nuw i32 %287, 1
  store i32 %294, ptr %298, align 4, !tbaa !6
  br label %818

300:
  %301 = icmp eq i32 %28, 0
  br i1 %301, label %307, label %302

302:
  %303 = add i32 %28, -1
  %304 = zext i32 %303 to i64
  %305 = getelementptr inbounds nuw i32, ptr %6, i64 %304
  %306 = load i32, ptr %305, align 4, !tbaa !6
  br label %307

307:
  %308 = phi i32 [ %303, %302 ], [ 0, %300 ]
  %309 = phi i32 [ %306, %302 ], [ 0, %300 ]
  %310 = icmp eq i32 %308, 0
  br i1 %310, label %316, label %311

311:
  %312 = add i32 %308, -1
  %313 = zext i32 %312 to i64
  %314 = getelementptr inbounds nuw i32, ptr %6, i64 %313
  %315 = load i32, ptr %314, align 4, !tbaa !6
  br label %316

316:
  %317 = phi i32 [ %312, %311 ], [ 0, %307 ]
  %318 = phi i1 [ %301, %311 ], [ true, %307 ]
  %319 = phi i32 [ %315, %311 ], [ 0, %307 ]
  %320 = icmp eq i32 %309, 0
  br i1 %320, label %323, label %321

321:
  %322 = urem i32 %319, %309
  br label %323

323:
  %324 = phi i32 [ %322, %321 ], [ %319, %316 ]
  %325 = icmp eq i32 %317, 32
  br i1 %325, label %818, label %326

326:
  %327 = zext i32 %317 to i64
  %328 = getelementptr inbounds nuw i32, ptr %6, i64 %327
  %329 = add nuw i32 %317, 1
  store i32 %324, ptr %328, align 4, !tbaa !6
  br label %818

330:
  %331 = icmp eq i32 %28, 0
  br i1 %331, label %337, label %332

332:
  %333 = add i32 %28, -1
  %334 = zext i32 %333 to i64
  %335 = getelementptr inbounds nuw i32, ptr %6, i64 %334
  %336 = load i32, ptr %335, align 4, !tbaa !6
  br label %337

337:
  %338 = phi i32 [ %333, %332 ], [ 0, %330 ]
  %339 = phi i32 [ %336, %332 ], [ 0, %330 ]
  %340 = icmp eq i32 %338, 0
  br i1 %340, label %347, label %341

341:
  %342 = add i32 %338, -1
  %343 = zext i32 %342 to i64
  %344 = getelementptr inbounds nuw i32, ptr %6, i64 %343
  %345 = load i32, ptr %344, align 4, !tbaa !6
  %346 = and i32 %345, %339
  br label %347

347:
  %348 = phi i32 [ %342, %341 ], [ 0, %337 ]
  %349 = phi i1 [ %331, %341 ], [ true, %337 ]
  %350 = phi i32 [ %346, %341 ], [ 0, %337 ]
  %351 = icmp eq i32 %348, 32
  br i1 %351, label %818, label %352

352:
  %353 = zext i32 %348 to i64
  %354 = getelementptr inbounds nuw i32, ptr %6, i64 %353
  %355 = add nuw i32 %348, 1
  store i32 %350, ptr %354, align 4, !tbaa !6
  br label %818

356:
  %357 = icmp eq i32 %28, 0
  br i1 %357, label %363, label %358

358:
  %359 = add i32 %28, -1
  %360 = zext i32 %359 to i64
  %361 = getelementptr inbounds nuw i32, ptr %6, i64 %360
  %362 = load i32, ptr %361, align 4, !tbaa !6
  br label %363

363:
  %364 = phi i32 [ %359, %358 ], [ 0, %356 ]
  %365 = phi i32 [ %362, %358 ], [ 0, %356 ]
  %366 = icmp eq i32 %364, 0
  br i1 %366, label %373, label %367

367:
  %368 = add i32 %364, -1
  %369 = zext i32 %368 to i64
  %370 = getelementptr inbounds nuw i32, ptr %6, i64 %369
  %371 = load i32, ptr %370, align 4, !tbaa !6
  %372 = or i32 %371, %365
  br label %373

373:
  %374 = phi i32 [ %368, %367 ], [ 0, %363 ]
  %375 = phi i1 [ %357, %367 ], [ true, %363 ]
  %376 = phi i32 [ %372, %367 ], [ %365, %363 ]
  %377 = icmp eq i32 %374, 32
  br i1 %377, label %818, label %378

378:
  %379 = zext i32 %374 to i64
  %380 = getelementptr inbounds nuw i32, ptr %6, i64 %379
  %381 = add nuw i32 %374, 1
  store i32 %376, ptr %380, align 4, !tbaa !6
  br label %818

382:
  %383 = icmp eq i32 %28, 0
  br i1 %383, label %389, label %384

384:
  %385 = add i32 %28, -1
  %386 = zext i32 %385 to i64
  %387 = getelementptr inbounds nuw i32, ptr %6, i64 %386
  %388 = load i32, ptr %387, align 4, !tbaa !6
  br label %389

389:
  %390 = phi i32 [ %385, %384 ], [ 0, %382 ]
  %391 = phi i32 [ %388, %384 ], [ 0, %382 ]
  %392 = icmp eq i32 %390, 0
  br i1 %392, label %399, label %393

393:
  %394 = add i32 %390, -1
  %395 = zext i32 %394 to i64
  %396 = getelementptr inbounds nuw i32, ptr %6, i64 %395
  %397 = load i32, ptr %396, align 4, !tbaa !6
  %398 = xor i32 %397, %391
  br label %399

399:
  %400 = phi i32 [ %394, %393 ], [ 0, %389 ]
  %401 = phi i1 [ %383, %393 ], [ true, %389 ]
  %402 = phi i32 [ %398, %393 ], [ %391, %389 ]
  %403 = icmp eq i32 %400, 32
  br i1 %403, label %818, label %404

404:
  %405 = zext i32 %400 to i64
  %406 = getelementptr inbounds nuw i32, ptr %6, i64 %405
  %407 = add nuw i32 %400, 1
  store i32 %402, ptr %406, align 4, !tbaa !6
  br label %818

408:
  %409 = icmp eq i32 %28, 0
  br i1 %409, label %416, label %410

410:
  %411 = add i32 %28, -1
  %412 = zext i32 %411 to i64
  %413 = getelementptr inbounds nuw i32, ptr %6, i64 %412
  %414 = load i32, ptr %413, align 4, !tbaa !6
  %415 = and i32 %414, 31
  br label %416

416:
  %417 = phi i32 [ %411, %410 ], [ 0, %408 ]
  %418 = phi i32 [ %415, %410 ], [ 0, %408 ]
  %419 = icmp eq i32 %417, 0
  br i1 %419, label %425, label %420

420:
  %421 = add i32 %417, -1
  %422 = zext i32 %421 to i64
  %423 = getelementptr inbounds nuw i32, ptr %6, i64 %422
  %424 = load i32, ptr %423, align 4, !tbaa !6
  br label %425

425:
  %426 = phi i32 [ %421, %420 ], [ 0, %416 ]
  %427 = phi i1 [ %409, %420 ], [ true, %416 ]
  %428 = phi i32 [ %424, %420 ], [ 0, %416 ]
  %429 = icmp eq i32 %426, 32
  br i1 %429, label %818, label %430

430:
  %431 = zext i32 %426 to i64
  %432 = getelementptr inbounds nuw i32, ptr %6, i64 %431
  %433 = add nuw i32 %426, 1
  %434 = shl i32 %428, %418
  store i32 %434, ptr %432, align 4, !tbaa !6
  br label %818

435:
  %436 = icmp eq i32 %28, 0
  br i1 %436, label %443, label %437

437:
  %438 = add i32 %28, -1
  %439 = zext i32 %438 to i64
  %440 = getelementptr inbounds nuw i32, ptr %6, i64 %439
  %441 = load i32, ptr %440, align 4, !tbaa !6
  %442 = and i32 %441, 31
  br label %443

443:
  %444 = phi i32 [ %438, %437 ], [ 0, %435 ]
  %445 = phi i32 [ %442, %437 ], [ 0, %435 ]
  %446 = icmp eq i32 %444, 0
  br i1 %446, label %452, label %447

447:
  %448 = add i32 %444, -1
  %449 = zext i32 %448 to i64
  %450 = getelementptr inbounds nuw i32, ptr %6, i64 %449
  %451 = load i32, ptr %450, align 4, !tbaa !6
  br label %452

452:
  %453 = phi i32 [ %448, %447 ], [ 0, %443 ]
  %454 = phi i1 [ %436, %447 ], [ true, %443 ]
  %455 = phi i32 [ %451, %447 ], [ 0, %443 ]
  %456 = icmp eq i32 %453, 32
  br i1 %456, label %818, label %457

457:
  %458 = zext i32 %453 to i64
  %459 = getelementptr inbounds nuw i32, ptr %6, i64 %458
  %460 = add nuw i32 %453, 1
  %461 = lshr i32 %455, %445
  store i32 %461, ptr %459, align 4, !tbaa !6
  br label %818

462:
  %463 = icmp eq i32 %28, 0
  br i1 %463, label %470, label %464

464:
  %465 = add i32 %28, -1
  %466 = zext i32 %465 to i64
  %467 = getelementptr inbounds nuw i32, ptr %6, i64 %466
  %468 = load i32, ptr %467, align 4, !tbaa !6
  %469 = and i32 %468, 31
  br label %470

470:
  %471 = phi i32 [ %465, %464 ], [ 0, %462 ]
  %472 = phi i32 [ %469, %464 ], [ 0, %462 ]
  %473 = icmp eq i32 %471, 0
  br i1 %473, label %479, label %474

474:
  %475 = add i32 %471, -1
  %476 = zext i32 %475 to i64
  %477 = getelementptr inbounds nuw i32, ptr %6, i64 %476
  %478 = load i32, ptr %477, align 4, !tbaa !6
  br label %479

479:
  %480 = phi i32 [ %475, %474 ], [ 0, %470 ]
  %481 = phi i1 [ %463, %474 ], [ true, %470 ]
  %482 = phi i32 [ %478, %474 ], [ 0, %470 ]
  %483 = icmp eq i32 %480, 32
  br i1 %483, label %818, label %484

484:
  %485 = zext i32 %480 to i64
  %486 = getelementptr inbounds nuw i32, ptr %6, i64 %485
  %487 = add nuw i32 %480, 1
  %488 = ashr i32 %482, %472
  store i32 %488, ptr %486, align 4, !tbaa !6
  br label %818

489:
  %490 = icmp eq i32 %28, 0
  br i1 %490, label %497, label %491

491:
  %492 = add i32 %28, -1
  %493 = zext i32 %492 to i64
  %494 = getelementptr inbounds nuw i32, ptr %6, i64 %493
  %495 = load i32, ptr %494, align 4, !tbaa !6
  %496 = xor i32 %495, -1
  br label %497

497:
  %498 = phi i32 [ %492, %491 ], [ 0, %489 ]
  %499 = phi i32 [ %496, %491 ], [ -1, %489 ]
  %500 = icmp eq i32 %498, 32
  br i1 %500, label %818, label %501

501:
  %502 = zext i32 %498 to i64
  %503 = getelementptr inbounds nuw i32, ptr %6, i64 %502
  %504 = add nuw i32 %498, 1
  store i32 %499, ptr %503, align 4, !tbaa !6
  br label %818

505:
  %506 = icmp eq i32 %28, 0
  br i1 %506, label %512, label %507

507:
  %508 = add i32 %28, -1
  %509 = zext i32 %508 to i64
  %510 = getelementptr inbounds nuw i32, ptr %6, i64 %509
  %511 = load i32, ptr %510, align 4, !tbaa !6
  br label %512

512:
  %513 = phi i32 [ %508, %507 ], [ 0, %505 ]
  %514 = phi i32 [ %511, %507 ], [ 0, %505 ]
  %515 = icmp eq i32 %513, 32
  br i1 %515, label %818, label %516

516:
  %517 = zext i32 %513 to i64
  %518 = getelementptr inbounds nuw i32, ptr %6, i64 %517
  %519 = add nuw i32 %513, 1
  %520 = sub i32 0, %514
  store i32 %520, ptr %518, align 4, !tbaa !6
  br label %818

521:
  %522 = icmp eq i32 %28, 0
  br i1 %522, label %528, label %523

523:
  %524 = add i32 %28, -1
  %525 = zext i32 %524 to i64
  %526 = getelementptr inbounds nuw i32, ptr %6, i64 %525
  %527 = load i32, ptr %526, align 4, !tbaa !6
  br label %528

528:
  %529 = phi i32 [ %524, %523 ], [ 0, %521 ]
  %530 = phi i32 [ %527, %523 ], [ 0, %521 ]
  %531 = icmp eq i32 %529, 0
  br i1 %531, label %537, label %532

532:
  %533 = add i32 %529, -1
  %534 = zext i32 %533 to i64
  %535 = getelementptr inbounds nuw i32, ptr %6, i64 %534
  %536 = load i32, ptr %535, align 4, !tbaa !6
  br label %537

537:
  %538 = phi i32 [ %533, %532 ], [ 0, %528 ]
  %539 = phi i1 [ %522, %532 ], [ true, %528 ]
  %540 = phi i32 [ %536, %532 ], [ 0, %528 ]
  %541 = icmp eq i32 %538, 32
  br i1 %541, label %818, label %542

542:
  %543 = zext i32 %538 to i64
  %544 = getelementptr inbounds nuw i32, ptr %6, i64 %543
  %545 = add nuw i32 %538, 1
  %546 = icmp eq i32 %540, %530
  %547 = zext i1 %546 to i32
  store i32 %547, ptr %544, align 4, !tbaa !6
  br label %818

548:
  %549 = icmp eq i32 %28, 0
  br i1 %549, label %555, label %550

550:
  %551 = add i32 %28, -1
  %552 = zext i32 %551 to i64
  %553 = getelementptr inbounds nuw i32, ptr %6, i64 %552
  %554 = load i32, ptr %553, align 4, !tbaa !6
  br label %555

555:
  %556 = phi i32 [ %551, %550 ], [ 0, %548 ]
  %557 = phi i32 [ %554, %550 ], [ 0, %548 ]
  %558 = icmp eq i32 %556, 0
  br i1 %558, label %564, label %559

559:
  %560 = add i32 %556, -1
  %561 = zext i32 %560 to i64
  %562 = getelementptr inbounds nuw i32, ptr %6, i64 %561
  %563 = load i32, ptr %562, align 4, !tbaa !6
  br label %564

564:
  %565 = phi i32 [ %560, %559 ], [ 0, %555 ]
  %566 = phi i1 [ %549, %559 ], [ true, %555 ]
  %567 = phi i32 [ %563, %559 ], [ 0, %555 ]
  %568 = icmp eq i32 %565, 32
  br i1 %568, label %818, label %569

569:
  %570 = zext i32 %565 to i64
  %571 = getelementptr inbounds nuw i32, ptr %6, i64 %570
  %572 = add nuw i32 %565, 1
  %573 = icmp slt i32 %567, %557
  %574 = zext i1 %573 to i32
  store i32 %574, ptr %571, align 4, !tbaa !6
  br label %818

575:
  %576 = icmp eq i32 %28, 0
  br i1 %576, label %582, label %577

577:
  %578 = add i32 %28, -1
  %579 = zext i32 %578 to i64
  %580 = getelementptr inbounds nuw i32, ptr %6, i64 %579
  %581 = load i32, ptr %580, align 4, !tbaa !6
  br label %582

582:
  %583 = phi i32 [ %578, %577 ], [ 0, %575 ]
  %584 = phi i32 [ %581, %577 ], [ 0, %575 ]
  %585 = icmp eq i32 %583, 0
  br i1 %585, label %591, label %586

586:
  %587 = add i32 %583, -1
  %588 = zext i32 %587 to i64
  %589 = getelementptr inbounds nuw i32, ptr %6, i64 %588
  %590 = load i32, ptr %589, align 4, !tbaa !6
  br label %591

591:
  %592 = phi i32 [ %587, %586 ], [ 0, %582 ]
  %593 = phi i1 [ %576, %586 ], [ true, %582 ]
  %594 = phi i32 [ %590, %586 ], [ 0, %582 ]
  %595 = icmp eq i32 %592, 32
  br i1 %595, label %818, label %596

596:
  %597 = zext i32 %592 to i64
  %598 = getelementptr inbounds nuw i32, ptr %6, i64 %597
  %599 = add nuw i32 %592, 1
  %600 = icmp ult i32 %594, %584
  %601 = zext i1 %600 to i32
  store i32 %601, ptr %598, align 4, !tbaa !6
  br label %818

602:
  %603 = add i32 %26, 2
  %604 = icmp eq i32 %28, 32
  br i1 %604, label %818, label %605

605:
  %606 = zext i32 %28 to i64
  %607 = getelementptr inbounds nuw i32, ptr %6, i64 %606
  %608 = add i32 %28, 1
  %609 = zext i32 %33 to i64
  %610 = getelementptr inbounds nuw i8, ptr %0, i64 %609
  %611 = load i8, ptr %610, align 1, !tbaa !11
  %612 = and i8 %611, 7
  %613 = zext nneg i8 %612 to i64
  %614 = getelementptr inbounds nuw i32, ptr %7, i64 %613
  %615 = load i32, ptr %614, align 4, !tbaa !6
  store i32 %615, ptr %607, align 4, !tbaa !6
  br label %818

616:
  %617 = icmp eq i32 %28, 0
  br i1 %617, label %623, label %618

618:
  %619 = add i32 %28, -1
  %620 = zext i32 %619 to i64
  %621 = getelementptr inbounds nuw i32, ptr %6, i64 %620
  %622 = load i32, ptr %621, align 4, !tbaa !6
  br label %623

623:
  %624 = phi i32 [ %619, %618 ], [ 0, %616 ]
  %625 = phi i32 [ %622, %618 ], [ 0, %616 ]
  %626 = add i32 %26, 2
  %627 = zext i32 %33 to i64
  %628 = getelementptr inbounds nuw i8, ptr %0, i64 %627
  %629 = load i8, ptr %628, align 1, !tbaa !11
  %630 = and i8 %629, 7
  %631 = zext nneg i8 %630 to i64
  %632 = getelementptr inbounds nuw i32, ptr %7, i64 %631
  store i32 %625, ptr %632, align 4, !tbaa !6
  br label %818

633:
  %634 = zext i32 %33 to i64
  %635 = getelementptr inbounds nuw i8, ptr %0, i64 %634
  %636 = load i8, ptr %635, align 1, !tbaa !11
  %637 = zext i8 %636 to i32
  br label %818

638:
  %639 = icmp eq i32 %28, 0
  br i1 %639, label %646, label %640

640:
  %641 = add i32 %28, -1
  %642 = zext i32 %641 to i64
  %643 = getelementptr inbounds nuw i32, ptr %6, i64 %642
  %644 = load i32, ptr %643, align 4, !tbaa !6
  %645 = icmp eq i32 %644, 0
  br label %646

646:
  %647 = phi i32 [ %641, %640 ], [ 0, %638 ]
  %648 = phi i1 [ %645, %640 ], [ true, %638 ]
  br i1 %648, label %649, label %654

649:
  %650 = zext i32 %33 to i64
  %651 = getelementptr inbounds nuw i8, ptr %0, i64 %650
  %652 = load i8, ptr %651, align 1, !tbaa !11
  %653 = zext i8 %652 to i32
  br label %818

654:
  %655 = add i32 %26, 2
  br label %818

656:
  %657 = icmp eq i32 %28, 0
  br i1 %657, label %664, label %658

658:
  %659 = add i32 %28, -1
  %660 = zext i32 %659 to i64
  %661 = getelementptr inbounds nuw i32, ptr %6, i64 %660
  %662 = load i32, ptr %661, align 4, !tbaa !6
  %663 = icmp eq i32 %662, 0
  br label %664

664:
  %665 = phi i32 [ %659, %658 ], [ 0, %656 ]
  %666 = phi i1 [ %663, %658 ], [ true, %656 ]
  br i1 %666, label %672, label %667

667:
  %668 = zext i32 %33 to i64
  %669 = getelementptr inbounds nuw i8, ptr %0, i64 %668
  %670 = load i8, ptr %669, align 1, !tbaa !11
  %671 = zext i8 %670 to i32
  br label %818

672:
  %673 = add i32 %26, 2
  br label %818

674:
  %675 = icmp eq i32 %25, 8
  br i1 %675, label %818, label %676

676:
  %677 = zext i32 %33 to i64
  %678 = getelementptr inbounds nuw i8, ptr %0, i64 %677
  %679 = zext i32 %25 to i64
  %680 = getelementptr inbounds nuw i32, ptr %8, i64 %679
  %681 = add i32 %25, 1
  %682 = add i32 %26, 2
  store i32 %682, ptr %680, align 4, !tbaa !6
  %683 = load i8, ptr %678, align 1, !tbaa !11
  %684 = zext i8 %683 to i32
  br label %818

685:
  %686 = icmp eq i32 %25, 0
  br i1 %686, label %818, label %687

687:
  %688 = add i32 %25, -1
  %689 = zext i32 %688 to i64
  %690 = getelementptr inbounds nuw i32, ptr %8, i64 %689
  %691 = load i32, ptr %690, align 4, !tbaa !6
  br label %818

692:
  %693 = icmp eq i32 %28, 0
  br i1 %693, label %700, label %694

694:
  %695 = add i32 %28, -1
  %696 = zext i32 %695 to i64
  %697 = getelementptr inbounds nuw i32, ptr %6, i64 %696
  %698 = load i32, ptr %697, align 4, !tbaa !6
  %699 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %698)
  br label %700

700:
  %701 = phi i32 [ %695, %694 ], [ 0, %692 ]
  %702 = phi i32 [ %699, %694 ], [ 0, %692 ]
  %703 = icmp eq i32 %701, 32
  br i1 %703, label %818, label %704

704:
  %705 = zext i32 %701 to i64
  %706 = getelementptr inbounds nuw i32, ptr %6, i64 %705
  %707 = add nuw i32 %701, 1
  store i32 %702, ptr %706, align 4, !tbaa !6
  br label %818

708:
  %709 = icmp eq i32 %28, 0
  br i1 %709, label %716, label %710

710:
  %711 = add i32 %28, -1
  %712 = zext i32 %711 to i64
  %713 = getelementptr inbounds nuw i32, ptr %6, i64 %712
  %714 = load i32, ptr %713, align 4, !tbaa !6
  %715 = tail call range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %714, i1 false)
  br label %716

716:
  %717 = phi i32 [ %711, %710 ], [ 0, %708 ]
  %718 = phi i32 [ %715, %710 ], [ 32, %708 ]
  %719 = icmp eq i32 %717, 32
  br i1 %719, label %818, label %720

720:
  %721 = zext i32 %717 to i64
  %722 = getelementptr inbounds nuw i32, ptr %6, i64 %721
  %723 = add nuw i32 %717, 1
  store i32 %718, ptr %722, align 4, !tbaa !6
  br label %818

724:
  %725 = icmp eq i32 %28, 0
  br i1 %725, label %731, label %726

726:
  %727 = add i32 %28, -1
  %728 = zext i32 %727 to i64
  %729 = getelementptr inbounds nuw i32, ptr %6, i64 %728
  %730 = load i32, ptr %729, align 4, !tbaa !6
  br label %731

731:
  %732 = phi i32 [ %727, %726 ], [ 0, %724 ]
  %733 = phi i32 [ %730, %726 ], [ 0, %724 ]
  %734 = icmp eq i32 %732, 0
  br i1 %734, label %740, label %735

735:
  %736 = add i32 %732, -1
  %737 = zext i32 %736 to i64
  %738 = getelementptr inbounds nuw i32, ptr %6, i64 %737
  %739 = load i32, ptr %738, align 4, !tbaa !6
  br label %740

740:
  %741 = phi i32 [ %736, %735 ], [ 0, %731 ]
  %742 = phi i1 [ %725, %735 ], [ true, %731 ]
  %743 = phi i32 [ %739, %735 ], [ 0, %731 ]
  %744 = tail call noundef i32 asm "shf.l.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %743, i32 %743, i32 %733) #8
  %745 = icmp eq i32 %741, 32
  br i1 %745, label %818, label %746

746:
  %747 = zext i32 %741 to i64
  %748 = getelementptr inbounds nuw i32, ptr %6, i64 %747
  %749 = add nuw i32 %741, 1
  store i32 %744, ptr %748, align 4, !tbaa !6
  br label %818

750:
  %751 = icmp eq i32 %28, 0
  br i1 %751, label %757, label %752

752:
  %753 = add i32 %28, -1
  %754 = zext i32 %753 to i64
  %755 = getelementptr inbounds nuw i32, ptr %6, i64 %754
  %756 = load i32, ptr %755, align 4, !tbaa !6
  br label %757

757:
  %758 = phi i32 [ %753, %752 ], [ 0, %750 ]
  %759 = phi i32 [ %756, %752 ], [ 0, %750 ]
  %760 = icmp eq i32 %758, 0
  br i1 %760, label %767, label %761

761:
  %762 = add i32 %758, -1
  %763 = zext i32 %762 to i64
  %764 = getelementptr inbounds nuw i32, ptr %6, i64 %763
  %765 = load i32, ptr %764, align 4, !tbaa !6
  %766 = tail call i32 @llvm.umin.i32(i32 %759, i32 %765)
  br label %767

767:
  %768 = phi i32 [ %762, %761 ], [ 0, %757 ]
  %769 = phi i1 [ %751, %761 ], [ true, %757 ]
  %770 = phi i32 [ %766, %761 ], [ 0, %757 ]
  %771 = icmp eq i32 %768, 32
  br i1 %771, label %818, label %772

772:
  %773 = zext i32 %768 to i64
  %774 = getelementptr inbounds nuw i32, ptr %6, i64 %773
  %775 = add nuw i32 %768, 1
  store i32 %770, ptr %774, align 4, !tbaa !6
  br label %818

776:
  %777 = icmp eq i32 %28, 0
  br i1 %777, label %783, label %778

778:
  %779 = add i32 %28, -1
  %780 = zext i32 %779 to i64
  %781 = getelementptr inbounds nuw i32, ptr %6, i64 %780
  %782 = load i32, ptr %781, align 4, !tbaa !6
  br label %783

783:
  %784 = phi i32 [ %779, %778 ], [ 0, %776 ]
  %785 = phi i32 [ %782, %778 ], [ 0, %776 ]
  %786 = icmp eq i32 %784, 0
  br i1 %786, label %793, label %787

787:
  %788 = add i32 %784, -1
  %789 = zext i32 %788 to i64
  %790 = getelementptr inbounds nuw i32, ptr %6, i64 %789
  %791 = load i32, ptr %790, align 4, !tbaa !6
  %792 = tail call i32 @llvm.umax.i32(i32 %785, i32 %791)
  br label %793

793:
  %794 = phi i32 [ %788, %787 ], [ 0, %783 ]
  %795 = phi i1 [ %777, %787 ], [ true, %783 ]
  %796 = phi i32 [ %792, %787 ], [ %785, %783 ]
  %797 = icmp eq i32 %794, 32
  br i1 %797, label %818, label %798

798:
  %799 = zext i32 %794 to i64
  %800 = getelementptr inbounds nuw i32, ptr %6, i64 %799
  %801 = add nuw i32 %794, 1
  store i32 %796, ptr %800, align 4, !tbaa !6
  br label %818

802:
  %803 = icmp eq i32 %28, 0
  br i1 %803, label %810, label %804

804:
  %805 = add i32 %28, -1
  %806 = zext i32 %805 to i64
  %807 = getelementptr inbounds nuw i32, ptr %6, i64 %806
  %808 = load i32, ptr %807, align 4, !tbaa !6
  %809 = tail call i32 @llvm.abs.i32(i32 %808, i1 false)
  br label %810

810:
  %811 = phi i32 [ %805, %804 ], [ 0, %802 ]
  %812 = phi i32 [ %809, %804 ], [ 0, %802 ]
  %813 = icmp eq i32 %811, 32
  br i1 %813, label %818, label %814

814:
  %815 = zext i32 %811 to i64
  %816 = getelementptr inbounds nuw i32, ptr %6, i64 %815
  %817 = add nuw i32 %811, 1
  store i32 %812, ptr %816, align 4, !tbaa !6
  br label %818

818:
  %819 = phi i32 [ 32, %810 ], [ %45, %44 ], [ 32, %793 ], [ %90, %89 ], [ 32, %47 ], [ %117, %115 ], [ 32, %107 ], [ 32, %143 ], [ 32, %184 ], [ 32, %208 ], [ 32, %234 ], [ 32, %261 ], [ 32, %293 ], [ 32, %323 ], [ 32, %347 ], [ 32, %373 ], [ 32, %399 ], [ 32, %425 ], [ 32, %452 ], [ 32, %479 ], [ 32, %497 ], [ 32, %512 ], [ 32, %537 ], [ 32, %564 ], [ 32, %591 ], [ %624, %623 ], [ %28, %633 ], [ %647, %649 ], [ %647, %654 ], [ %665, %672 ], [ %665, %667 ], [ 32, %602 ], [ %28, %676 ], [ %28, %674 ], [ %28, %687 ], [ %28, %685 ], [ 32, %700 ], [ 32, %716 ], [ 32, %740 ], [ 32, %767 ], [ %53, %50 ], [ %114, %111 ], [ %150, %147 ], [ %191, %188 ], [ %216, %213 ], [ %242, %239 ], [ %269, %266 ], [ %299, %296 ], [ %329, %326 ], [ %355, %352 ], [ %381, %378 ], [ %407, %404 ], [ %433, %430 ], [ %460, %457 ], [ %487, %484 ], [ %504, %501 ], [ %519, %516 ], [ %545, %542 ], [ %572, %569 ], [ %599, %596 ], [ %608, %605 ], [ %707, %704 ], [ %723, %720 ], [ %749, %746 ], [ %775, %772 ], [ %801, %798 ], [ %817, %814 ], [ %28, %32 ]
  %820 = phi i1 [ true, %810 ], [ true, %44 ], [ true, %793 ], [ %59, %89 ], [ true, %47 ], [ %116, %115 ], [ true, %107 ], [ true, %143 ], [ true, %184 ], [ true, %208 ], [ true, %234 ], [ true, %261 ], [ true, %293 ], [ true, %323 ], [ true, %347 ], [ true, %373 ], [ true, %399 ], [ true, %425 ], [ true, %452 ], [ true, %479 ], [ true, %497 ], [ true, %512 ], [ true, %537 ], [ true, %564 ], [ true, %591 ], [ %617, %623 ], [ false, %633 ], [ %639, %649 ], [ %639, %654 ], [ %657, %672 ], [ %657, %667 ], [ true, %602 ], [ false, %676 ], [ true, %674 ], [ false, %687 ], [ true, %685 ], [ true, %700 ], [ true, %716 ], [ true, %740 ], [ true, %767 ], [ false, %50 ], [ %109, %111 ], [ %145, %147 ], [ %186, %188 ], [ %210, %213 ], [ %236, %239 ], [ %263, %266 ], [ %288, %296 ], [ %318, %326 ], [ %349, %352 ], [ %375, %378 ], [ %401, %404 ], [ %427, %430 ], [ %454, %457 ], [ %481, %484 ], [ %490, %501 ], [ %506, %516 ], [ %539, %542 ], [ %566, %569 ], [ %593, %596 ], [ false, %605 ], [ %693, %704 ], [ %709, %720 ], [ %742, %746 ], [ %769, %772 ], [ %795, %798 ], [ %803, %814 ], [ true, %32 ]
  %821 = phi i32 [ %33, %810 ], [ %33, %44 ], [ %33, %793 ], [ %91, %89 ], [ %48, %47 ], [ %33, %115 ], [ %33, %107 ], [ %33, %143 ], [ %33, %184 ], [ %33, %208 ], [ %33, %234 ], [ %33, %261 ], [ %33, %293 ], [ %33, %323 ], [ %33, %347 ], [ %33, %373 ], [ %33, %399 ], [ %33, %425 ], [ %33, %452 ], [ %33, %479 ], [ %33, %497 ], [ %33, %512 ], [ %33, %537 ], [ %33, %564 ], [ %33, %591 ], [ %626, %623 ], [ %637, %633 ], [ %653, %649 ], [ %655, %654 ], [ %673, %672 ], [ %671, %667 ], [ %603, %602 ], [ %684, %676 ], [ %33, %674 ], [ %691, %687 ], [ %33, %685 ], [ %33, %700 ], [ %33, %716 ], [ %33, %740 ], [ %33, %767 ], [ %48, %50 ], [ %33, %111 ], [ %33, %147 ], [ %33, %188 ], [ %33, %213 ], [ %33, %239 ], [ %33, %266 ], [ %33, %296 ], [ %33, %326 ], [ %33, %352 ], [ %33, %378 ], [ %33, %404 ], [ %33, %430 ], [ %33, %457 ], [ %33, %484 ], [ %33, %501 ], [ %33, %516 ], [ %33, %542 ], [ %33, %569 ], [ %33, %596 ], [ %603, %605 ], [ %33, %704 ], [ %33, %720 ], [ %33, %746 ], [ %33, %772 ], [ %33, %798 ], [ %33, %814 ], [ %33, %32 ]
  %822 = phi i32 [ %25, %810 ], [ %25, %44 ], [ %25, %793 ], [ %25, %89 ], [ %25, %47 ], [ %25, %115 ], [ %25, %107 ], [ %25, %143 ], [ %25, %184 ], [ %25, %208 ], [ %25, %234 ], [ %25, %261 ], [ %25, %293 ], [ %25, %323 ], [ %25, %347 ], [ %25, %373 ], [ %25, %399 ], [ %25, %425 ], [ %25, %452 ], [ %25, %479 ], [ %25, %497 ], [ %25, %512 ], [ %25, %537 ], [ %25, %564 ], [ %25, %591 ], [ %25, %623 ], [ %25, %633 ], [ %25, %649 ], [ %25, %654 ], [ %25, %672 ], [ %25, %667 ], [ %25, %602 ], [ %681, %676 ], [ 8, %674 ], [ %688, %687 ], [ 0, %685 ], [ %25, %700 ], [ %25, %716 ], [ %25, %740 ], [ %25, %767 ], [ %25, %50 ], [ %25, %111 ], [ %25, %147 ], [ %25, %188 ], [ %25, %213 ], [ %25, %239 ], [ %25, %266 ], [ %25, %296 ], [ %25, %326 ], [ %25, %352 ], [ %25, %378 ], [ %25, %404 ], [ %25, %430 ], [ %25, %457 ], [ %25, %484 ], [ %25, %501 ], [ %25, %516 ], [ %25, %542 ], [ %25, %569 ], [ %25, %596 ], [ %25, %605 ], [ %25, %704 ], [ %25, %720 ], [ %25, %746 ], [ %25, %772 ], [ %25, %798 ], [ %25, %814 ], [ %25, %32 ]
  %823 = icmp ult i32 %821, %1
  br i1 %823, label %23, label %824, !llvm.loop !13

824:
  %825 = phi i32 [ %821, %818 ], [ %26, %23 ]
  %826 = add i32 %825, -559087616
  br label %827

827:
  %828 = phi i32 [ -559087616, %15 ], [ %826, %824 ]
  %829 = getelementptr inbounds i32, ptr %3, i64 %17
  store i32 %828, ptr %829, align 4, !tbaa !6
  br label %830

830:
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #7
  br label %831

831:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

declare i32 @llvm.ctpop.i32(i32) #4

declare i32 @llvm.umin.i32(i32, i32) #4

declare i32 @llvm.umax.i32(i32, i32) #4

declare i32 @llvm.abs.i32(i32, i1 immarg) #5

declare i32 @llvm.usub.sat.i32(i32, i32) #6

attributes #0 = { convergent noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { convergent nounwind memory(none) }

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
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
