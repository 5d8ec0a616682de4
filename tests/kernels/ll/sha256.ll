target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@round_key = dso_local addrspace(4) externally_initialized constant [64 x i32] [i32 1116352408, i32 1899447441, i32 -1245643825, i32 -373957723, i32 961987163, i32 1508970993, i32 -1841331548, i32 -1424204075, i32 -670586216, i32 310598401, i32 607225278, i32 1426881987, i32 1925078388, i32 -2132889090, i32 -1680079193, i32 -1046744716, i32 -459576895, i32 -272742522, i32 264347078, i32 604807628, i32 770255983, i32 1249150122, i32 1555081692, i32 1996064986, i32 -1740746414, i32 -1473132947, i32 -1341970488, i32 -1084653625, i32 -958395405, i32 -710438585, i32 113926993, i32 338241895, i32 666307205, i32 773529912, i32 1294757372, i32 1396182291, i32 1695183700, i32 1986661051, i32 -2117940946, i32 -1838011259, i32 -1564481375, i32 -1474664885, i32 -1035236496, i32 -949202525, i32 -778901479, i32 -694614492, i32 -200395387, i32 275423344, i32 430227734, i32 506948616, i32 659060556, i32 883997877, i32 958139571, i32 1322822218, i32 1537002063, i32 1747873779, i32 1955562222, i32 2024104815, i32 -2067236844, i32 -1933114872, i32 -1866530822, i32 -1538233109, i32 -1090935817, i32 -965641998], align 4
@__const.sha256_many.h = private unnamed_addr constant [8 x i32] [i32 1779033703, i32 -1150833019, i32 1013904242, i32 -1521486534, i32 1359893119, i32 -1694144372, i32 528734635, i32 1541459225], align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @round_key to ptr)], section "llvm.metadata"

define dso_local noundef i32 @_Z4rotrji(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = lshr i32 %0, %1
  %4 = sub nsw i32 32, %1
  %5 = shl i32 %0, %4
  %6 = or disjoint i32 %5, %3
  ret i32 %6
}

define dso_local void @_Z8compressPjPKh(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #1 {
  %3 = alloca [64 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #8
  %4 = load i8, ptr %1, align 1, !tbaa !11
  %5 = zext i8 %4 to i32
  %6 = shl nuw i32 %5, 24
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 1
  %8 = load i8, ptr %7, align 1, !tbaa !11
  %9 = zext i8 %8 to i32
  %10 = shl nuw nsw i32 %9, 16
  %11 = or disjoint i32 %10, %6
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 2
  %13 = load i8, ptr %12, align 1, !tbaa !11
  %14 = zext i8 %13 to i32
  %15 = shl nuw nsw i32 %14, 8
  %16 = or disjoint i32 %11, %15
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 3
  %18 = load i8, ptr %17, align 1, !tbaa !11
  %19 = zext i8 %18 to i32
  %20 = or disjoint i32 %16, %19
  store i32 %20, ptr %3, align 4, !tbaa !6
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %22 = load i8, ptr %21, align 1, !tbaa !11
  %23 = zext i8 %22 to i32
  %24 = shl nuw i32 %23, 24
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 5
  %26 = load i8, ptr %25, align 1, !tbaa !11
  %27 = zext i8 %26 to i32
  %28 = shl nuw nsw i32 %27, 16
  %29 = or disjoint i32 %28, %24
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 6
  %31 = load i8, ptr %30, align 1, !tbaa !11
  %32 = zext i8 %31 to i32
  %33 = shl nuw nsw i32 %32, 8
  %34 = or disjoint i32 %29, %33
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 7
  %36 = load i8, ptr %35, align 1, !tbaa !11
  %37 = zext i8 %36 to i32
  %38 = or disjoint i32 %34, %37
  %39 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %38, ptr %39, align 4, !tbaa !6
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %41 = load i8, ptr %40, align 1, !tbaa !11
  %42 = zext i8 %41 to i32
  %43 = shl nuw i32 %42, 24
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 9
  %45 = load i8, ptr %44, align 1, !tbaa !11
  %46 = zext i8 %45 to i32
  %47 = shl nuw nsw i32 %46, 16
  %48 = or disjoint i32 %47, %43
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 10
  %50 = load i8, ptr %49, align 1, !tbaa !11
  %51 = zext i8 %50 to i32
  %52 = shl nuw nsw i32 %51, 8
  %53 = or disjoint i32 %48, %52
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 11
  %55 = load i8, ptr %54, align 1, !tbaa !11
  %56 = zext i8 %55 to i32
  %57 = or disjoint i32 %53, %56
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i32 %57, ptr %58, align 4, !tbaa !6
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %60 = load i8, ptr %59, align 1, !tbaa !11
  %61 = zext i8 %60 to i32
  %62 = shl nuw i32 %61, 24
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 13
  %64 = load i8, ptr %63, align 1, !tbaa !11
  %65 = zext i8 %64 to i32
  %66 = shl nuw nsw i32 %65, 16
  %67 = or disjoint i32 %66, %62
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 14
  %69 = load i8, ptr %68, align 1, !tbaa !11
  %70 = zext i8 %69 to i32
  %71 = shl nuw nsw i32 %70, 8
  %72 = or disjoint i32 %67, %71
  %73 = getelementptr inbounds nuw i8, ptr %1, i64 15
  %74 = load i8, ptr %73, align 1, !tbaa !11
  %75 = zext i8 %74 to i32
  %76 = or disjoint i32 %72, %75
  %77 = getelementptr inbounds nuw i8, ptr %3, i64 12
  store i32 %76, ptr %77, align 4, !tbaa !6
  %78 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %79 = load i8, ptr %78, align 1, !tbaa !11
  %80 = zext i8 %79 to i32
  %81 = shl nuw i32 %80, 24
  %82 = getelementptr inbounds nuw i8, ptr %1, i64 17
  %83 = load i8, ptr %82, align 1, !tbaa !11
  %84 = zext i8 %83 to i32
  %85 = shl nuw nsw i32 %84, 16
  %86 = or disjoint i32 %85, %81
  %87 = getelementptr inbounds nuw i8, ptr %1, i64 18
  %88 = load i8, ptr %87, align 1, !tbaa !11
  %89 = zext i8 %88 to i32
  %90 = shl nuw nsw i32 %89, 8
  %91 = or disjoint i32 %86, %90
  %92 = getelementptr inbounds nuw i8, ptr %1, i64 19
  %93 = load i8, ptr %92, align 1, !tbaa !11
  %94 = zext i8 %93 to i32
  %95 = or disjoint i32 %91, %94
  %96 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i32 %95, ptr %96, align 4, !tbaa !6
  %97 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %98 = load i8, ptr %97, align 1, !tbaa !11
  %99 = zext i8 %98 to i32
  %100 = shl nuw i32 %99, 24
  %101 = getelementptr inbounds nuw i8, ptr %1, i64 21
  %102 = load i8, ptr %101, align 1, !tbaa !11
  %103 = zext i8 %102 to i32
  %104 = shl nuw nsw i32 %103, 16
  %105 = or disjoint i32 %104, %100
  %106 = getelementptr inbounds nuw i8, ptr %1, i64 22
  %107 = load i8, ptr %106, align 1, !tbaa !11
  %108 = zext i8 %107 to i32
  %109 = shl nuw nsw i32 %108, 8
  %110 = or disjoint i32 %105, %109
  %111 = getelementptr inbounds nuw i8, ptr %1, i64 23
  %112 = load i8, ptr %111, align 1, !tbaa !11
  %113 = zext i8 %112 to i32
  %114 = or disjoint i32 %110, %113
  %115 = getelementptr inbounds nuw i8, ptr %3, i64 20
  store i32 %114, ptr %115, align 4, !tbaa !6
  %116 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %117 = load i8, ptr %116, align 1, !tbaa !11
  %118 = zext i8 %117 to i32
  %119 = shl nuw i32 %118, 24
  %120 = getelementptr inbounds nuw i8, ptr %1, i64 25
  %121 = load i8, ptr %120, align 1, !tbaa !11
  %122 = zext i8 %121 to i32
  %123 = shl nuw nsw i32 %122, 16
  %124 = or disjoint i32 %123, %119
  %125 = getelementptr inbounds nuw i8, ptr %1, i64 26
  %126 = load i8, ptr %125, align 1, !tbaa !11
  %127 = zext i8 %126 to i32
  %128 = shl nuw nsw i32 %127, 8
  %129 = or disjoint i32 %124, %128
  %130 = getelementptr inbounds nuw i8, ptr %1, i64 27
  %131 = load i8, ptr %130, align 1, !tbaa !11
  %132 = zext i8 %131 to i32
  %133 = or disjoint i32 %129, %132
  %134 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store i32 %133, ptr %134, align 4, !tbaa !6
  %135 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %136 = load i8, ptr %135, align 1, !tbaa !11
  %137 = zext i8 %136 to i32
  %138 = shl nuw i32 %137, 24
  %139 = getelementptr inbounds nuw i8, ptr %1, i64 29
  %140 = load i8, ptr %139, align 1, !tbaa !11
  %141 = zext i8 %140 to i32
  %142 = shl nuw nsw i32 %141, 16
  %143 = or disjoint i32 %142, %138
  %144 = getelementptr inbounds nuw i8, ptr %1, i64 30
  %145 = load i8, ptr %144, align 1, !tbaa !11
  %146 = zext i8 %145 to i32
  %147 = shl nuw nsw i32 %146, 8
  %148 = or disjoint i32 %143, %147
  %149 = getelementptr inbounds nuw i8, ptr %1, i64 31
  %150 = load i8, ptr %149, align 1, !tbaa !11
  %151 = zext i8 %150 to i32
  %152 = or disjoint i32 %148, %151
  %153 = getelementptr inbounds nuw i8, ptr %3, i64 28
  store i32 %152, ptr %153, align 4, !tbaa !6
  %154 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %155 = load i8, ptr %154, align 1, !tbaa !11
  %156 = zext i8 %155 to i32
  %157 = shl nuw i32 %156, 24
  %158 = getelementptr inbounds nuw i8, ptr %1, i64 33
  %159 = load i8, ptr %158, align 1, !tbaa !11
  %160 = zext i8 %159 to i32
  %161 = shl nuw nsw i32 %160, 16
  %162 = or disjoint i32 %161, %157
  %163 = getelementptr inbounds nuw i8, ptr %1, i64 34
  %164 = load i8, ptr %163, align 1, !tbaa !11
  %165 = zext i8 %164 to i32
  %166 = shl nuw nsw i32 %165, 8
  %167 = or disjoint i32 %162, %166
  %168 = getelementptr inbounds nuw i8, ptr %1, i64 35
  %169 = load i8, ptr %168, align 1, !tbaa !11
  %170 = zext i8 %169 to i32
  %171 = or disjoint i32 %167, %170
  %172 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store i32 %171, ptr %172, align 4, !tbaa !6
  %173 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %174 = load i8, ptr %173, align 1, !tbaa !11
  %175 = zext i8 %174 to i32
  %176 = shl nuw i32 %175, 24
  %177 = getelementptr inbounds nuw i8, ptr %1, i64 37
  %178 = load i8, ptr %177, align 1, !tbaa !11
  %179 = zext i8 %178 to i32
  %180 = shl nuw nsw i32 %179, 16
  %181 = or disjoint i32 %180, %176
  %182 = getelementptr inbounds nuw i8, ptr %1, i64 38
  %183 = load i8, ptr %182, align 1, !tbaa !11
  %184 = zext i8 %183 to i32
  %185 = shl nuw nsw i32 %184, 8
  %186 = or disjoint i32 %181, %185
  %187 = getelementptr inbounds nuw i8, ptr %1, i64 39
  %188 = load i8, ptr %187, align 1, !tbaa !11
  %189 = zext i8 %188 to i32
  %190 = or disjoint i32 %186, %189
  %191 = getelementptr inbounds nuw i8, ptr %3, i64 36
  store i32 %190, ptr %191, align 4, !tbaa !6
  %192 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %193 = load i8, ptr %192, align 1, !tbaa !11
  %194 = zext i8 %193 to i32
  %195 = shl nuw i32 %194, 24
  %196 = getelementptr inbounds nuw i8, ptr %1, i64 41
  %197 = load i8, ptr %196, align 1, !tbaa !11
  %198 = zext i8 %197 to i32
  %199 = shl nuw nsw i32 %198, 16
  %200 = or disjoint i32 %199, %195
  %201 = getelementptr inbounds nuw i8, ptr %1, i64 42
  %202 = load i8, ptr %201, align 1, !tbaa !11
  %203 = zext i8 %202 to i32
  %204 = shl nuw nsw i32 %203, 8
  %205 = or disjoint i32 %200, %204
  %206 = getelementptr inbounds nuw i8, ptr %1, i64 43
  %207 = load i8, ptr %206, align 1, !tbaa !11
  %208 = zext i8 %207 to i32
  %209 = or disjoint i32 %205, %208
  %210 = getelementptr inbounds nuw i8, ptr %3, i64 40
  store i32 %209, ptr %210, align 4, !tbaa !6
  %211 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %212 = load i8, ptr %211, align 1, !tbaa !11
  %213 = zext i8 %212 to i32
  %214 = shl nuw i32 %213, 24
  %215 = getelementptr inbounds nuw i8, ptr %1, i64 45
  %216 = load i8, ptr %215, align 1, !tbaa !11
  %217 = zext i8 %216 to i32
  %218 = shl nuw nsw i32 %217, 16
  %219 = or disjoint i32 %218, %214
  %220 = getelementptr inbounds nuw i8, ptr %1, i64 46
  %221 = load i8, ptr %220, align 1, !tbaa !11
  %222 = zext i8 %221 to i32
  %223 = shl nuw nsw i32 %222, 8
  %224 = or disjoint i32 %219, %223
  %225 = getelementptr inbounds nuw i8, ptr %1, i64 47
  %226 = load i8, ptr %225, align 1, !tbaa !11
  %227 = zext i8 %226 to i32
  %228 = or disjoint i32 %224, %227
  %229 = getelementptr inbounds nuw i8, ptr %3, i64 44
  store i32 %228, ptr %229, align 4, !tbaa !6
  %230 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %231 = load i8, ptr %230, align 1, !tbaa !11
  %232 = zext i8 %231 to i32
  %233 = shl nuw i32 %232, 24
  %234 = getelementptr inbounds nuw i8, ptr %1, i64 49
  %235 = load i8, ptr %234, align 1, !tbaa !11
  %236 = zext i8 %235 to i32
  %237 = shl nuw nsw i32 %236, 16
  %238 = or disjoint i32 %237, %233
  %239 = getelementptr inbounds nuw i8, ptr %1, i64 50
  %240 = load i8, ptr %239, align 1, !tbaa !11
  %241 = zext i8 %240 to i32
  %242 = shl nuw nsw i32 %241, 8
  %243 = or disjoint i32 %238, %242
  %244 = getelementptr inbounds nuw i8, ptr %1, i64 51
  %245 = load i8, ptr %244, align 1, !tbaa !11
  %246 = zext i8 %245 to i32
  %247 = or disjoint i32 %243, %246
  %248 = getelementptr inbounds nuw i8, ptr %3, i64 48
  store i32 %247, ptr %248, align 4, !tbaa !6
  %249 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %250 = load i8, ptr %249, align 1, !tbaa !11
  %251 = zext i8 %250 to i32
  %252 = shl nuw i32 %251, 24
  %253 = getelementptr inbounds nuw i8, ptr %1, i64 53
  %254 = load i8, ptr %253, align 1, !tbaa !11
  %255 = zext i8 %254 to i32
  %256 = shl nuw nsw i32 %255, 16
  %257 = or disjoint i32 %256, %252
  %258 = getelementptr inbounds nuw i8, ptr %1, i64 54
  %259 = load i8, ptr %258, align 1, !tbaa !11
  %260 = zext i8 %259 to i32
  %261 = shl nuw nsw i32 %260, 8
  %262 = or disjoint i32 %257, %261
  %263 = getelementptr inbounds nuw i8, ptr %1, i64 55
  %264 = load i8, ptr %263, align 1, !tbaa !11
  %265 = zext i8 %264 to i32
  %266 = or disjoint i32 %262, %265
  %267 = getelementptr inbounds nuw i8, ptr %3, i64 52
  store i32 %266, ptr %267, align 4, !tbaa !6
  %268 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %269 = load i8, ptr %268, align 1, !tbaa !11
  %270 = zext i8 %269 to i32
  %271 = shl nuw i32 %270, 24
  %272 = getelementptr inbounds nuw i8, ptr %1, i64 57
  %273 = load i8, ptr %272, align 1, !tbaa !11
  %274 = zext i8 %273 to i32
  %275 = shl nuw nsw i32 %274, 16
  %276 = or disjoint i32 %275, %271
  %277 = getelementptr inbounds nuw i8, ptr %1, i64 58
  %278 = load i8, ptr %277, align 1, !tbaa !11
  %279 = zext i8 %278 to i32
  %280 = shl nuw nsw i32 %279, 8
  %281 = or disjoint i32 %276, %280
  %282 = getelementptr inbounds nuw i8, ptr %1, i64 59
  %283 = load i8, ptr %282, align 1, !tbaa !11
  %284 = zext i8 %283 to i32
  %285 = or disjoint i32 %281, %284
  %286 = getelementptr inbounds nuw i8, ptr %3, i64 56
  store i32 %285, ptr %286, align 4, !tbaa !6
  %287 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %288 = load i8, ptr %287, align 1, !tbaa !11
  %289 = zext i8 %288 to i32
  %290 = shl nuw i32 %289, 24
  %291 = getelementptr inbounds nuw i8, ptr %1, i64 61
  %292 = load i8, ptr %291, align 1, !tbaa !11
  %293 = zext i8 %292 to i32
  %294 = shl nuw nsw i32 %293, 16
  %295 = or disjoint i32 %294, %290
  %296 = getelementptr inbounds nuw i8, ptr %1, i64 62
  %297 = load i8, ptr %296, align 1, !tbaa !11
  %298 = zext i8 %297 to i32
  %299 = shl nuw nsw i32 %298, 8
  %300 = or disjoint i32 %295, %299
  %301 = getelementptr inbounds nuw i8, ptr %1, i64 63
  %302 = load i8, ptr %301, align 1, !tbaa !11
  %303 = zext i8 %302 to i32
  %304 = or disjoint i32 %300, %303
  %305 = getelementptr inbounds nuw i8, ptr %3, i64 60
  store i32 %304, ptr %305, align 4, !tbaa !6
  br label %322

306:
  %307 = load i32, ptr %0, align 4, !tbaa !6
  %308 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %309 = load i32, ptr %308, align 4, !tbaa !6
  %310 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %311 = load i32, ptr %310, align 4, !tbaa !6
  %312 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %313 = load i32, ptr %312, align 4, !tbaa !6
  %314 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %315 = load i32, ptr %314, align 4, !tbaa !6
  %316 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %317 = load i32, ptr %316, align 4, !tbaa !6
  %318 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %319 = load i32, ptr %318, align 4, !tbaa !6
  %320 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %321 = load i32, ptr %320, align 4, !tbaa !6
  br label %380

322:
  %323 = phi i32 [ 16, %2 ], [ %369, %322 ]
  %324 = zext nneg i32 %323 to i64
  %325 = getelementptr i32, ptr %3, i64 %324
  %326 = getelementptr i8, ptr %325, i64 -60
  %327 = load i32, ptr %326, align 4, !tbaa !6
  %328 = tail call i32 @llvm.fshl.i32(i32 %327, i32 %327, i32 25)
  %329 = tail call i32 @llvm.fshl.i32(i32 %327, i32 %327, i32 14)
  %330 = xor i32 %328, %329
  %331 = lshr i32 %327, 3
  %332 = xor i32 %330, %331
  %333 = getelementptr i8, ptr %325, i64 -8
  %334 = load i32, ptr %333, align 4, !tbaa !6
  %335 = tail call i32 @llvm.fshl.i32(i32 %334, i32 %334, i32 15)
  %336 = tail call i32 @llvm.fshl.i32(i32 %334, i32 %334, i32 13)
  %337 = xor i32 %335, %336
  %338 = lshr i32 %334, 10
  %339 = xor i32 %337, %338
  %340 = getelementptr i8, ptr %325, i64 -64
  %341 = load i32, ptr %340, align 4, !tbaa !6
  %342 = add i32 %332, %341
  %343 = getelementptr i8, ptr %325, i64 -28
  %344 = load i32, ptr %343, align 4, !tbaa !6
  %345 = add i32 %342, %344
  %346 = add i32 %345, %339
  store i32 %346, ptr %325, align 4, !tbaa !6
  %347 = zext nneg i32 %323 to i64
  %348 = getelementptr i32, ptr %3, i64 %347
  %349 = getelementptr i8, ptr %348, i64 4
  %350 = getelementptr i8, ptr %348, i64 -56
  %351 = load i32, ptr %350, align 4, !tbaa !6
  %352 = tail call i32 @llvm.fshl.i32(i32 %351, i32 %351, i32 25)
  %353 = tail call i32 @llvm.fshl.i32(i32 %351, i32 %351, i32 14)
  %354 = xor i32 %352, %353
  %355 = lshr i32 %351, 3
  %356 = xor i32 %354, %355
  %357 = getelementptr i8, ptr %348, i64 -4
  %358 = load i32, ptr %357, align 4, !tbaa !6
  %359 = tail call i32 @llvm.fshl.i32(i32 %358, i32 %358, i32 15)
  %360 = tail call i32 @llvm.fshl.i32(i32 %358, i32 %358, i32 13)
  %361 = xor i32 %359, %360
  %362 = lshr i32 %358, 10
  %363 = xor i32 %361, %362
  %364 = add i32 %356, %327
  %365 = getelementptr i8, ptr %348, i64 -24
  %366 = load i32, ptr %365, align 4, !tbaa !6
  %367 = add i32 %364, %366
  %368 = add i32 %367, %363
  store i32 %368, ptr %349, align 4, !tbaa !6
  %369 = add nuw nsw i32 %323, 2
  %370 = icmp eq i32 %369, 64
  br i1 %370, label %306, label %322, !llvm.loop !12

371:
  %372 = add i32 %419, %307
  store i32 %372, ptr %0, align 4, !tbaa !6
  %373 = add i32 %389, %309
  store i32 %373, ptr %308, align 4, !tbaa !6
  %374 = add i32 %388, %311
  store i32 %374, ptr %310, align 4, !tbaa !6
  %375 = add i32 %387, %313
  store i32 %375, ptr %312, align 4, !tbaa !6
  %376 = add i32 %418, %315
  store i32 %376, ptr %314, align 4, !tbaa !6
  %377 = add i32 %385, %317
  store i32 %377, ptr %316, align 4, !tbaa !6
  %378 = add i32 %384, %319
  store i32 %378, ptr %318, align 4, !tbaa !6
  %379 = add i32 %383, %321
  store i32 %379, ptr %320, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #8
  ret void

380:
  %381 = phi i32 [ 0, %306 ], [ %420, %380 ]
  %382 = phi i32 [ %321, %306 ], [ %383, %380 ]
  %383 = phi i32 [ %319, %306 ], [ %384, %380 ]
  %384 = phi i32 [ %317, %306 ], [ %385, %380 ]
  %385 = phi i32 [ %315, %306 ], [ %418, %380 ]
  %386 = phi i32 [ %313, %306 ], [ %387, %380 ]
  %387 = phi i32 [ %311, %306 ], [ %388, %380 ]
  %388 = phi i32 [ %309, %306 ], [ %389, %380 ]
  %389 = phi i32 [ %307, %306 ], [ %419, %380 ]
  %390 = tail call i32 @llvm.fshl.i32(i32 %385, i32 %385, i32 26)
  %391 = tail call i32 @llvm.fshl.i32(i32 %385, i32 %385, i32 21)
  %392 = xor i32 %390, %391
  %393 = tail call i32 @llvm.fshl.i32(i32 %385, i32 %385, i32 7)
  %394 = xor i32 %392, %393
  %395 = add i32 %382, %394
  %396 = and i32 %384, %385
  %397 = xor i32 %385, -1
  %398 = and i32 %383, %397
  %399 = or i32 %398, %396
  %400 = add i32 %395, %399
  %401 = zext nneg i32 %381 to i64
  %402 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(4) @round_key to ptr), i64 %401
  %403 = load i32, ptr %402, align 4, !tbaa !6
  %404 = add i32 %400, %403
  %405 = getelementptr inbounds nuw i32, ptr %3, i64 %401
  %406 = load i32, ptr %405, align 4, !tbaa !6
  %407 = add i32 %404, %406
  %408 = tail call i32 @llvm.fshl.i32(i32 %389, i32 %389, i32 30)
  %409 = tail call i32 @llvm.fshl.i32(i32 %389, i32 %389, i32 19)
  %410 = xor i32 %408, %409
  %411 = tail call i32 @llvm.fshl.i32(i32 %389, i32 %389, i32 10)
  %412 = xor i32 %410, %411
  %413 = xor i32 %387, %388
  %414 = and i32 %413, %389
  %415 = and i32 %387, %388
  %416 = xor i32 %414, %415
  %417 = add i32 %416, %412
  %418 = add i32 %407, %386
  %419 = add i32 %417, %407
  %420 = add nuw nsw i32 %381, 1
  %421 = icmp eq i32 %420, 64
  br i1 %421, label %371, label %380, !llvm.loop !14
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define dso_local ptx_kernel void @sha256_many(ptr noundef readonly %0, i32 noundef %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #3 {
  %5 = alloca [64 x i32], align 4
  %6 = alloca [64 x i32], align 4
  %7 = alloca [64 x i32], align 4
  %8 = alloca [8 x i32], align 4
  %9 = alloca [128 x i8], align 1
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %12 = mul i32 %10, %11
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %14 = add i32 %12, %13
  %15 = icmp slt i32 %14, %3
  br i1 %15, label %16, label %1436

16:
  %17 = zext i32 %1 to i64
  %18 = sext i32 %14 to i64
  %19 = mul nsw i64 %17, %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 %19
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(32) %8, ptr noundef nonnull align 4 dereferenceable(32) @__const.sha256_many.h, i64 32, i1 false)
  %21 = icmp ult i32 %1, 64
  br i1 %21, label %448, label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %24 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %25 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %27 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %29 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %30 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %31 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %33 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %34 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %35 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %36 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %38 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %39 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %42 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %43 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %44 = getelementptr inbounds nuw i8, ptr %8, i64 28
  br label %45

45:
  %46 = phi i32 [ 1541459225, %22 ], [ %444, %436 ]
  %47 = phi i32 [ 528734635, %22 ], [ %443, %436 ]
  %48 = phi i32 [ -1694144372, %22 ], [ %442, %436 ]
  %49 = phi i32 [ 1359893119, %22 ], [ %441, %436 ]
  %50 = phi i32 [ -1521486534, %22 ], [ %440, %436 ]
  %51 = phi i32 [ 1013904242, %22 ], [ %439, %436 ]
  %52 = phi i32 [ -1150833019, %22 ], [ %438, %436 ]
  %53 = phi i32 [ 64, %22 ], [ %445, %436 ]
  %54 = phi i32 [ 0, %22 ], [ %53, %436 ]
  %55 = phi i32 [ 1779033703, %22 ], [ %437, %436 ]
  %56 = zext i32 %54 to i64
  %57 = getelementptr inbounds nuw i8, ptr %20, i64 %56
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #8
  %58 = load i8, ptr %57, align 1, !tbaa !11
  %59 = zext i8 %58 to i32
  %60 = shl nuw i32 %59, 24
  %61 = getelementptr inbounds nuw i8, ptr %57, i64 1
  %62 = load i8, ptr %61, align 1, !tbaa !11
  %63 = zext i8 %62 to i32
  %64 = shl nuw nsw i32 %63, 16
  %65 = or disjoint i32 %64, %60
  %66 = getelementptr inbounds nuw i8, ptr %57, i64 2
  %67 = load i8, ptr %66, align 1, !tbaa !11
  %68 = zext i8 %67 to i32
  %69 = shl nuw nsw i32 %68, 8
  %70 = or disjoint i32 %65, %69
  %71 = getelementptr inbounds nuw i8, ptr %57, i64 3
  %72 = load i8, ptr %71, align 1, !tbaa !11
  %73 = zext i8 %72 to i32
  %74 = or disjoint i32 %70, %73
  store i32 %74, ptr %7, align 4, !tbaa !6
  %75 = getelementptr inbounds nuw i8, ptr %57, i64 4
  %76 = load i8, ptr %75, align 1, !tbaa !11
  %77 = zext i8 %76 to i32
  %78 = shl nuw i32 %77, 24
  %79 = getelementptr inbounds nuw i8, ptr %57, i64 5
  %80 = load i8, ptr %79, align 1, !tbaa !11
  %81 = zext i8 %80 to i32
  %82 = shl nuw nsw i32 %81, 16
  %83 = or disjoint i32 %82, %78
  %84 = getelementptr inbounds nuw i8, ptr %57, i64 6
  %85 = load i8, ptr %84, align 1, !tbaa !11
  %86 = zext i8 %85 to i32
  %87 = shl nuw nsw i32 %86, 8
  %88 = or disjoint i32 %83, %87
  %89 = getelementptr inbounds nuw i8, ptr %57, i64 7
  %90 = load i8, ptr %89, align 1, !tbaa !11
  %91 = zext i8 %90 to i32
  %92 = or disjoint i32 %88, %91
  store i32 %92, ptr %23, align 4, !tbaa !6
  %93 = getelementptr inbounds nuw i8, ptr %57, i64 8
  %94 = load i8, ptr %93, align 1, !tbaa !11
  %95 = zext i8 %94 to i32
  %96 = shl nuw i32 %95, 24
  %97 = getelementptr inbounds nuw i8, ptr %57, i64 9
  %98 = load i8, ptr %97, align 1, !tbaa !11
  %99 = zext i8 %98 to i32
  %100 = shl nuw nsw i32 %99, 16
  %101 = or disjoint i32 %100, %96
  %102 = getelementptr inbounds nuw i8, ptr %57, i64 10
  %103 = load i8, ptr %102, align 1, !tbaa !11
  %104 = zext i8 %103 to i32
  %105 = shl nuw nsw i32 %104, 8
  %106 = or disjoint i32 %101, %105
  %107 = getelementptr inbounds nuw i8, ptr %57, i64 11
  %108 = load i8, ptr %107, align 1, !tbaa !11
  %109 = zext i8 %108 to i32
  %110 = or disjoint i32 %106, %109
  store i32 %110, ptr %24, align 4, !tbaa !6
  %111 = getelementptr inbounds nuw i8, ptr %57, i64 12
  %112 = load i8, ptr %111, align 1, !tbaa !11
  %113 = zext i8 %112 to i32
  %114 = shl nuw i32 %113, 24
  %115 = getelementptr inbounds nuw i8, ptr %57, i64 13
  %116 = load i8, ptr %115, align 1, !tbaa !11
  %117 = zext i8 %116 to i32
  %118 = shl nuw nsw i32 %117, 16
  %119 = or disjoint i32 %118, %114
  %120 = getelementptr inbounds nuw i8, ptr %57, i64 14
  %121 = load i8, ptr %120, align 1, !tbaa !11
  %122 = zext i8 %121 to i32
  %123 = shl nuw nsw i32 %122, 8
  %124 = or disjoint i32 %119, %123
  %125 = getelementptr inbounds nuw i8, ptr %57, i64 15
  %126 = load i8, ptr %125, align 1, !tbaa !11
  %127 = zext i8 %126 to i32
  %128 = or disjoint i32 %124, %127
  store i32 %128, ptr %25, align 4, !tbaa !6
  %129 = getelementptr inbounds nuw i8, ptr %57, i64 16
  %130 = load i8, ptr %129, align 1, !tbaa !11
  %131 = zext i8 %130 to i32
  %132 = shl nuw i32 %131, 24
  %133 = getelementptr inbounds nuw i8, ptr %57, i64 17
  %134 = load i8, ptr %133, align 1, !tbaa !11
  %135 = zext i8 %134 to i32
  %136 = shl nuw nsw i32 %135, 16
  %137 = or disjoint i32 %136, %132
  %138 = getelementptr inbounds nuw i8, ptr %57, i64 18
  %139 = load i8, ptr %138, align 1, !tbaa !11
  %140 = zext i8 %139 to i32
  %141 = shl nuw nsw i32 %140, 8
  %142 = or disjoint i32 %137, %141
  %143 = getelementptr inbounds nuw i8, ptr %57, i64 19
  %144 = load i8, ptr %143, align 1, !tbaa !11
  %145 = zext i8 %144 to i32
  %146 = or disjoint i32 %142, %145
  store i32 %146, ptr %26, align 4, !tbaa !6
  %147 = getelementptr inbounds nuw i8, ptr %57, i64 20
  %148 = load i8, ptr %147, align 1, !tbaa !11
  %149 = zext i8 %148 to i32
  %150 = shl nuw i32 %149, 24
  %151 = getelementptr inbounds nuw i8, ptr %57, i64 21
  %152 = load i8, ptr %151, align 1, !tbaa !11
  %153 = zext i8 %152 to i32
  %154 = shl nuw nsw i32 %153, 16
  %155 = or disjoint i32 %154, %150
  %156 = getelementptr inbounds nuw i8, ptr %57, i64 22
  %157 = load i8, ptr %156, align 1, !tbaa !11
  %158 = zext i8 %157 to i32
  %159 = shl nuw nsw i32 %158, 8
  %160 = or disjoint i32 %155, %159
  %161 = getelementptr inbounds nuw i8, ptr %57, i64 23
  %162 = load i8, ptr %161, align 1, !tbaa !11
  %163 = zext i8 %162 to i32
  %164 = or disjoint i32 %160, %163
  store i32 %164, ptr %27, align 4, !tbaa !6
  %165 = getelementptr inbounds nuw i8, ptr %57, i64 24
  %166 = load i8, ptr %165, align 1, !tbaa !11
  %167 = zext i8 %166 to i32
  %168 = shl nuw i32 %167, 24
  %169 = getelementptr inbounds nuw i8, ptr %57, i64 25
  %170 = load i8, ptr %169, align 1, !tbaa !11
  %171 = zext i8 %170 to i32
  %172 = shl nuw nsw i32 %171, 16
  %173 = or disjoint i32 %172, %168
  %174 = getelementptr inbounds nuw i8, ptr %57, i64 26
  %175 = load i8, ptr %174, align 1, !tbaa !11
  %176 = zext i8 %175 to i32
  %177 = shl nuw nsw i32 %176, 8
  %178 = or disjoint i32 %173, %177
  %179 = getelementptr inbounds nuw i8, ptr %57, i64 27
  %180 = load i8, ptr %179, align 1, !tbaa !11
  %181 = zext i8 %180 to i32
  %182 = or disjoint i32 %178, %181
  store i32 %182, ptr %28, align 4, !tbaa !6
  %183 = getelementptr inbounds nuw i8, ptr %57, i64 28
  %184 = load i8, ptr %183, align 1, !tbaa !11
  %185 = zext i8 %184 to i32
  %186 = shl nuw i32 %185, 24
  %187 = getelementptr inbounds nuw i8, ptr %57, i64 29
  %188 = load i8, ptr %187, align 1, !tbaa !11
  %189 = zext i8 %188 to i32
  %190 = shl nuw nsw i32 %189, 16
  %191 = or disjoint i32 %190, %186
  %192 = getelementptr inbounds nuw i8, ptr %57, i64 30
  %193 = load i8, ptr %192, align 1, !tbaa !11
  %194 = zext i8 %193 to i32
  %195 = shl nuw nsw i32 %194, 8
  %196 = or disjoint i32 %191, %195
  %197 = getelementptr inbounds nuw i8, ptr %57, i64 31
  %198 = load i8, ptr %197, align 1, !tbaa !11
  %199 = zext i8 %198 to i32
  %200 = or disjoint i32 %196, %199
  store i32 %200, ptr %29, align 4, !tbaa !6
  %201 = getelementptr inbounds nuw i8, ptr %57, i64 32
  %202 = load i8, ptr %201, align 1, !tbaa !11
  %203 = zext i8 %202 to i32
  %204 = shl nuw i32 %203, 24
  %205 = getelementptr inbounds nuw i8, ptr %57, i64 33
  %206 = load i8, ptr %205, align 1, !tbaa !11
  %207 = zext i8 %206 to i32
  %208 = shl nuw nsw i32 %207, 16
  %209 = or disjoint i32 %208, %204
  %210 = getelementptr inbounds nuw i8, ptr %57, i64 34
  %211 = load i8, ptr %210, align 1, !tbaa !11
  %212 = zext i8 %211 to i32
  %213 = shl nuw nsw i32 %212, 8
  %214 = or disjoint i32 %209, %213
  %215 = getelementptr inbounds nuw i8, ptr %57, i64 35
  %216 = load i8, ptr %215, align 1, !tbaa !11
  %217 = zext i8 %216 to i32
  %218 = or disjoint i32 %214, %217
  store i32 %218, ptr %30, align 4, !tbaa !6
  %219 = getelementptr inbounds nuw i8, ptr %57, i64 36
  %220 = load i8, ptr %219, align 1, !tbaa !11
  %221 = zext i8 %220 to i32
  %222 = shl nuw i32 %221, 24
  %223 = getelementptr inbounds nuw i8, ptr %57, i64 37
  %224 = load i8, ptr %223, align 1, !tbaa !11
  %225 = zext i8 %224 to i32
  %226 = shl nuw nsw i32 %225, 16
  %227 = or disjoint i32 %226, %222
  %228 = getelementptr inbounds nuw i8, ptr %57, i64 38
  %229 = load i8, ptr %228, align 1, !tbaa !11
  %230 = zext i8 %229 to i32
  %231 = shl nuw nsw i32 %230, 8
  %232 = or disjoint i32 %227, %231
  %233 = getelementptr inbounds nuw i8, ptr %57, i64 39
  %234 = load i8, ptr %233, align 1, !tbaa !11
  %235 = zext i8 %234 to i32
  %236 = or disjoint i32 %232, %235
  store i32 %236, ptr %31, align 4, !tbaa !6
  %237 = getelementptr inbounds nuw i8, ptr %57, i64 40
  %238 = load i8, ptr %237, align 1, !tbaa !11
  %239 = zext i8 %238 to i32
  %240 = shl nuw i32 %239, 24
  %241 = getelementptr inbounds nuw i8, ptr %57, i64 41
  %242 = load i8, ptr %241, align 1, !tbaa !11
  %243 = zext i8 %242 to i32
  %244 = shl nuw nsw i32 %243, 16
  %245 = or disjoint i32 %244, %240
  %246 = getelementptr inbounds nuw i8, ptr %57, i64 42
  %247 = load i8, ptr %246, align 1, !tbaa !11
  %248 = zext i8 %247 to i32
  %249 = shl nuw nsw i32 %248, 8
  %250 = or disjoint i32 %245, %249
  %251 = getelementptr inbounds nuw i8, ptr %57, i64 43
  %252 = load i8, ptr %251, align 1, !tbaa !11
  %253 = zext i8 %252 to i32
  %254 = or disjoint i32 %250, %253
  store i32 %254, ptr %32, align 4, !tbaa !6
  %255 = getelementptr inbounds nuw i8, ptr %57, i64 44
  %256 = load i8, ptr %255, align 1, !tbaa !11
  %257 = zext i8 %256 to i32
  %258 = shl nuw i32 %257, 24
  %259 = getelementptr inbounds nuw i8, ptr %57, i64 45
  %260 = load i8, ptr %259, align 1, !tbaa !11
  %261 = zext i8 %260 to i32
  %262 = shl nuw nsw i32 %261, 16
  %263 = or disjoint i32 %262, %258
  %264 = getelementptr inbounds nuw i8, ptr %57, i64 46
  %265 = load i8, ptr %264, align 1, !tbaa !11
  %266 = zext i8 %265 to i32
  %267 = shl nuw nsw i32 %266, 8
  %268 = or disjoint i32 %263, %267
  %269 = getelementptr inbounds nuw i8, ptr %57, i64 47
  %270 = load i8, ptr %269, align 1, !tbaa !11
  %271 = zext i8 %270 to i32
  %272 = or disjoint i32 %268, %271
  store i32 %272, ptr %33, align 4, !tbaa !6
  %273 = getelementptr inbounds nuw i8, ptr %57, i64 48
  %274 = load i8, ptr %273, align 1, !tbaa !11
  %275 = zext i8 %274 to i32
  %276 = shl nuw i32 %275, 24
  %277 = getelementptr inbounds nuw i8, ptr %57, i64 49
  %278 = load i8, ptr %277, align 1, !tbaa !11
  %279 = zext i8 %278 to i32
  %280 = shl nuw nsw i32 %279, 16
  %281 = or disjoint i32 %280, %276
  %282 = getelementptr inbounds nuw i8, ptr %57, i64 50
  %283 = load i8, ptr %282, align 1, !tbaa !11
  %284 = zext i8 %283 to i32
  %285 = shl nuw nsw i32 %284, 8
  %286 = or disjoint i32 %281, %285
  %287 = getelementptr inbounds nuw i8, ptr %57, i64 51
  %288 = load i8, ptr %287, align 1, !tbaa !11
  %289 = zext i8 %288 to i32
  %290 = or disjoint i32 %286, %289
  store i32 %290, ptr %34, align 4, !tbaa !6
  %291 = getelementptr inbounds nuw i8, ptr %57, i64 52
  %292 = load i8, ptr %291, align 1, !tbaa !11
  %293 = zext i8 %292 to i32
  %294 = shl nuw i32 %293, 24
  %295 = getelementptr inbounds nuw i8, ptr %57, i64 53
  %296 = load i8, ptr %295, align 1, !tbaa !11
  %297 = zext i8 %296 to i32
  %298 = shl nuw nsw i32 %297, 16
  %299 = or disjoint i32 %298, %294
  %300 = getelementptr inbounds nuw i8, ptr %57, i64 54
  %301 = load i8, ptr %300, align 1, !tbaa !11
  %302 = zext i8 %301 to i32
  %303 = shl nuw nsw i32 %302, 8
  %304 = or disjoint i32 %299, %303
  %305 = getelementptr inbounds nuw i8, ptr %57, i64 55
  %306 = load i8, ptr %305, align 1, !tbaa !11
  %307 = zext i8 %306 to i32
  %308 = or disjoint i32 %304, %307
  store i32 %308, ptr %35, align 4, !tbaa !6
  %309 = getelementptr inbounds nuw i8, ptr %57, i64 56
  %310 = load i8, ptr %309, align 1, !tbaa !11
  %311 = zext i8 %310 to i32
  %312 = shl nuw i32 %311, 24
  %313 = getelementptr inbounds nuw i8, ptr %57, i64 57
  %314 = load i8, ptr %313, align 1, !tbaa !11
  %315 = zext i8 %314 to i32
  %316 = shl nuw nsw i32 %315, 16
  %317 = or disjoint i32 %316, %312
  %318 = getelementptr inbounds nuw i8, ptr %57, i64 58
  %319 = load i8, ptr %318, align 1, !tbaa !11
  %320 = zext i8 %319 to i32
  %321 = shl nuw nsw i32 %320, 8
  %322 = or disjoint i32 %317, %321
  %323 = getelementptr inbounds nuw i8, ptr %57, i64 59
  %324 = load i8, ptr %323, align 1, !tbaa !11
  %325 = zext i8 %324 to i32
  %326 = or disjoint i32 %322, %325
  store i32 %326, ptr %36, align 4, !tbaa !6
  %327 = getelementptr inbounds nuw i8, ptr %57, i64 60
  %328 = load i8, ptr %327, align 1, !tbaa !11
  %329 = zext i8 %328 to i32
  %330 = shl nuw i32 %329, 24
  %331 = getelementptr inbounds nuw i8, ptr %57, i64 61
  %332 = load i8, ptr %331, align 1, !tbaa !11
  %333 = zext i8 %332 to i32
  %334 = shl nuw nsw i32 %333, 16
  %335 = or disjoint i32 %334, %330
  %336 = getelementptr inbounds nuw i8, ptr %57, i64 62
  %337 = load i8, ptr %336, align 1, !tbaa !11
  %338 = zext i8 %337 to i32
  %339 = shl nuw nsw i32 %338, 8
  %340 = or disjoint i32 %335, %339
  %341 = getelementptr inbounds nuw i8, ptr %57, i64 63
  %342 = load i8, ptr %341, align 1, !tbaa !11
  %343 = zext i8 %342 to i32
  %344 = or disjoint i32 %340, %343
  store i32 %344, ptr %37, align 4, !tbaa !6
  br label %345

345:
  %346 = phi i32 [ 16, %45 ], [ %392, %345 ]
  %347 = zext nneg i32 %346 to i64
  %348 = getelementptr i32, ptr %7, i64 %347
  %349 = getelementptr i8, ptr %348, i64 -60
  %350 = load i32, ptr %349, align 4, !tbaa !6
  %351 = tail call i32 @llvm.fshl.i32(i32 %350, i32 %350, i32 25)
  %352 = tail call i32 @llvm.fshl.i32(i32 %350, i32 %350, i32 14)
  %353 = xor i32 %351, %352
  %354 = lshr i32 %350, 3
  %355 = xor i32 %353, %354
  %356 = getelementptr i8, ptr %348, i64 -8
  %357 = load i32, ptr %356, align 4, !tbaa !6
  %358 = tail call i32 @llvm.fshl.i32(i32 %357, i32 %357, i32 15)
  %359 = tail call i32 @llvm.fshl.i32(i32 %357, i32 %357, i32 13)
  %360 = xor i32 %358, %359
  %361 = lshr i32 %357, 10
  %362 = xor i32 %360, %361
  %363 = getelementptr i8, ptr %348, i64 -64
  %364 = load i32, ptr %363, align 4, !tbaa !6
  %365 = add i32 %355, %364
  %366 = getelementptr i8, ptr %348, i64 -28
  %367 = load i32, ptr %366, align 4, !tbaa !6
  %368 = add i32 %365, %367
  %369 = add i32 %368, %362
  store i32 %369, ptr %348, align 4, !tbaa !6
  %370 = zext nneg i32 %346 to i64
  %371 = getelementptr i32, ptr %7, i64 %370
  %372 = getelementptr i8, ptr %371, i64 4
  %373 = getelementptr i8, ptr %371, i64 -56
  %374 = load i32, ptr %373, align 4, !tbaa !6
  %375 = tail call i32 @llvm.fshl.i32(i32 %374, i32 %374, i32 25)
  %376 = tail call i32 @llvm.fshl.i32(i32 %374, i32 %374, i32 14)
  %377 = xor i32 %375, %376
  %378 = lshr i32 %374, 3
  %379 = xor i32 %377, %378
  %380 = getelementptr i8, ptr %371, i64 -4
  %381 = load i32, ptr %380, align 4, !tbaa !6
  %382 = tail call i32 @llvm.fshl.i32(i32 %381, i32 %381, i32 15)
  %383 = tail call i32 @llvm.fshl.i32(i32 %381, i32 %381, i32 13)
  %384 = xor i32 %382, %383
  %385 = lshr i32 %381, 10
  %386 = xor i32 %384, %385
  %387 = add i32 %379, %350
  %388 = getelementptr i8, ptr %371, i64 -24
  %389 = load i32, ptr %388, align 4, !tbaa !6
  %390 = add i32 %387, %389
  %391 = add i32 %390, %386
  store i32 %391, ptr %372, align 4, !tbaa !6
  %392 = add nuw nsw i32 %346, 2
  %393 = icmp eq i32 %392, 64
  br i1 %393, label %394, label %345, !llvm.loop !12

394:
  %395 = phi i32 [ %434, %394 ], [ 0, %345 ]
  %396 = phi i32 [ %397, %394 ], [ %46, %345 ]
  %397 = phi i32 [ %398, %394 ], [ %47, %345 ]
  %398 = phi i32 [ %399, %394 ], [ %48, %345 ]
  %399 = phi i32 [ %432, %394 ], [ %49, %345 ]
  %400 = phi i32 [ %401, %394 ], [ %50, %345 ]
  %401 = phi i32 [ %402, %394 ], [ %51, %345 ]
  %402 = phi i32 [ %403, %394 ], [ %52, %345 ]
  %403 = phi i32 [ %433, %394 ], [ %55, %345 ]
  %404 = tail call i32 @llvm.fshl.i32(i32 %399, i32 %399, i32 26)
  %405 = tail call i32 @llvm.fshl.i32(i32 %399, i32 %399, i32 21)
  %406 = xor i32 %404, %405
  %407 = tail call i32 @llvm.fshl.i32(i32 %399, i32 %399, i32 7)
  %408 = xor i32 %406, %407
  %409 = and i32 %399, %398
  %410 = xor i32 %399, -1
  %411 = and i32 %397, %410
  %412 = or i32 %411, %409
  %413 = zext nneg i32 %395 to i64
  %414 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(4) @round_key to ptr), i64 %413
  %415 = load i32, ptr %414, align 4, !tbaa !6
  %416 = getelementptr inbounds nuw i32, ptr %7, i64 %413
  %417 = load i32, ptr %416, align 4, !tbaa !6
  %418 = add i32 %412, %396
  %419 = add i32 %418, %408
  %420 = add i32 %419, %415
  %421 = add i32 %420, %417
  %422 = tail call i32 @llvm.fshl.i32(i32 %403, i32 %403, i32 30)
  %423 = tail call i32 @llvm.fshl.i32(i32 %403, i32 %403, i32 19)
  %424 = xor i32 %422, %423
  %425 = tail call i32 @llvm.fshl.i32(i32 %403, i32 %403, i32 10)
  %426 = xor i32 %424, %425
  %427 = xor i32 %402, %401
  %428 = and i32 %427, %403
  %429 = and i32 %402, %401
  %430 = xor i32 %428, %429
  %431 = add i32 %426, %430
  %432 = add i32 %421, %400
  %433 = add i32 %431, %421
  %434 = add nuw nsw i32 %395, 1
  %435 = icmp eq i32 %434, 64
  br i1 %435, label %436, label %394, !llvm.loop !14

436:
  %437 = add i32 %433, %55
  %438 = add i32 %403, %52
  %439 = add i32 %402, %51
  %440 = add i32 %401, %50
  %441 = add i32 %432, %49
  %442 = add i32 %399, %48
  %443 = add i32 %398, %47
  %444 = add i32 %397, %46
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #8
  %445 = add i32 %53, 64
  %446 = icmp ugt i32 %445, %1
  br i1 %446, label %447, label %45, !llvm.loop !15

447:
  store i32 %438, ptr %38, align 4, !tbaa !6
  store i32 %439, ptr %39, align 4, !tbaa !6
  store i32 %440, ptr %40, align 4, !tbaa !6
  store i32 %441, ptr %41, align 4, !tbaa !6
  store i32 %442, ptr %42, align 4, !tbaa !6
  store i32 %443, ptr %43, align 4, !tbaa !6
  store i32 %444, ptr %44, align 4, !tbaa !6
  br label %448

448:
  %449 = phi i32 [ %437, %447 ], [ 1779033703, %16 ]
  %450 = phi i32 [ %53, %447 ], [ 0, %16 ]
  store i32 %449, ptr %8, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(128) %9, i8 0, i64 128, i1 false)
  %451 = sub i32 %1, %450
  %452 = icmp eq i32 %1, %450
  br i1 %452, label %495, label %453

453:
  %454 = icmp ult i32 %451, 4
  %455 = add i32 %1, -1
  %456 = icmp ult i32 %455, %450
  %457 = or i1 %454, %456
  br i1 %457, label %473, label %458

458:
  %459 = and i32 %1, 3
  %460 = sub nuw i32 %451, %459
  br label %461

461:
  %462 = phi i32 [ 0, %458 ], [ %469, %461 ]
  %463 = add i32 %462, %450
  %464 = zext i32 %463 to i64
  %465 = getelementptr inbounds nuw i8, ptr %20, i64 %464
  %466 = load <4 x i8>, ptr %465, align 1, !tbaa !11
  %467 = zext i32 %462 to i64
  %468 = getelementptr inbounds nuw i8, ptr %9, i64 %467
  store <4 x i8> %466, ptr %468, align 1, !tbaa !11
  %469 = add nuw i32 %462, 4
  %470 = icmp eq i32 %469, %460
  br i1 %470, label %471, label %461, !llvm.loop !16

471:
  %472 = icmp eq i32 %459, 0
  br i1 %472, label %495, label %473

473:
  %474 = phi i32 [ 0, %453 ], [ %460, %471 ]
  %475 = sub i32 %1, %474
  %476 = and i32 %475, 7
  %477 = icmp eq i32 %476, 0
  br i1 %477, label %490, label %478

478:
  %479 = phi i32 [ %487, %478 ], [ %474, %473 ]
  %480 = phi i32 [ %488, %478 ], [ 0, %473 ]
  %481 = add i32 %479, %450
  %482 = zext i32 %481 to i64
  %483 = getelementptr inbounds nuw i8, ptr %20, i64 %482
  %484 = load i8, ptr %483, align 1, !tbaa !11
  %485 = zext i32 %479 to i64
  %486 = getelementptr inbounds nuw i8, ptr %9, i64 %485
  store i8 %484, ptr %486, align 1, !tbaa !11
  %487 = add nuw i32 %479, 1
  %488 = add i32 %480, 1
  %489 = icmp eq i32 %488, %476
  br i1 %489, label %490, label %478, !llvm.loop !19

490:
  %491 = phi i32 [ %474, %473 ], [ %487, %478 ]
  %492 = sub i32 %450, %1
  %493 = add i32 %492, %474
  %494 = icmp ugt i32 %493, -8
  br i1 %494, label %495, label %827

495:
  %496 = zext i32 %451 to i64
  %497 = getelementptr inbounds nuw i8, ptr %9, i64 %496
  store i8 -128, ptr %497, align 1, !tbaa !11
  %498 = icmp ugt i32 %451, 55
  %499 = select i1 %498, i32 127, i32 63
  %500 = trunc i32 %1 to i8
  %501 = shl i8 %500, 3
  %502 = zext nneg i32 %499 to i64
  %503 = getelementptr inbounds nuw i8, ptr %9, i64 %502
  store i8 %501, ptr %503, align 1, !tbaa !11
  %504 = lshr i64 %17, 5
  %505 = lshr i64 %17, 13
  %506 = lshr i64 %17, 21
  %507 = lshr i64 %17, 29
  %508 = zext nneg i32 %499 to i64
  %509 = getelementptr i8, ptr %9, i64 %508
  %510 = getelementptr i8, ptr %509, i64 -4
  %511 = insertelement <4 x i64> poison, i64 %507, i64 0
  %512 = insertelement <4 x i64> %511, i64 %506, i64 1
  %513 = insertelement <4 x i64> %512, i64 %505, i64 2
  %514 = insertelement <4 x i64> %513, i64 %504, i64 3
  %515 = trunc <4 x i64> %514 to <4 x i8>
  store <4 x i8> %515, ptr %510, align 1, !tbaa !11
  %516 = zext nneg i32 %499 to i64
  %517 = getelementptr i8, ptr %9, i64 %516
  %518 = getelementptr i8, ptr %517, i64 -5
  store i8 0, ptr %518, align 1, !tbaa !11
  %519 = zext nneg i32 %499 to i64
  %520 = getelementptr i8, ptr %9, i64 %519
  %521 = getelementptr i8, ptr %520, i64 -6
  store i8 0, ptr %521, align 1, !tbaa !11
  %522 = zext nneg i32 %499 to i64
  %523 = getelementptr i8, ptr %9, i64 %522
  %524 = getelementptr i8, ptr %523, i64 -7
  store i8 0, ptr %524, align 1, !tbaa !11
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #8
  %525 = load i8, ptr %9, align 1, !tbaa !11
  %526 = zext i8 %525 to i32
  %527 = shl nuw i32 %526, 24
  %528 = getelementptr inbounds nuw i8, ptr %9, i64 1
  %529 = load i8, ptr %528, align 1, !tbaa !11
  %530 = zext i8 %529 to i32
  %531 = shl nuw nsw i32 %530, 16
  %532 = or disjoint i32 %531, %527
  %533 = getelementptr inbounds nuw i8, ptr %9, i64 2
  %534 = load i8, ptr %533, align 1, !tbaa !11
  %535 = zext i8 %534 to i32
  %536 = shl nuw nsw i32 %535, 8
  %537 = or disjoint i32 %532, %536
  %538 = getelementptr inbounds nuw i8, ptr %9, i64 3
  %539 = load i8, ptr %538, align 1, !tbaa !11
  %540 = zext i8 %539 to i32
  %541 = or disjoint i32 %537, %540
  store i32 %541, ptr %6, align 4, !tbaa !6
  %542 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %543 = load i8, ptr %542, align 1, !tbaa !11
  %544 = zext i8 %543 to i32
  %545 = shl nuw i32 %544, 24
  %546 = getelementptr inbounds nuw i8, ptr %9, i64 5
  %547 = load i8, ptr %546, align 1, !tbaa !11
  %548 = zext i8 %547 to i32
  %549 = shl nuw nsw i32 %548, 16
  %550 = or disjoint i32 %549, %545
  %551 = getelementptr inbounds nuw i8, ptr %9, i64 6
  %552 = load i8, ptr %551, align 1, !tbaa !11
  %553 = zext i8 %552 to i32
  %554 = shl nuw nsw i32 %553, 8
  %555 = or disjoint i32 %550, %554
  %556 = getelementptr inbounds nuw i8, ptr %9, i64 7
  %557 = load i8, ptr %556, align 1, !tbaa !11
  %558 = zext i8 %557 to i32
  %559 = or disjoint i32 %555, %558
  %560 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %559, ptr %560, align 4, !tbaa !6
  %561 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %562 = load i8, ptr %561, align 1, !tbaa !11
  %563 = zext i8 %562 to i32
  %564 = shl nuw i32 %563, 24
  %565 = getelementptr inbounds nuw i8, ptr %9, i64 9
  %566 = load i8, ptr %565, align 1, !tbaa !11
  %567 = zext i8 %566 to i32
  %568 = shl nuw nsw i32 %567, 16
  %569 = or disjoint i32 %568, %564
  %570 = getelementptr inbounds nuw i8, ptr %9, i64 10
  %571 = load i8, ptr %570, align 1, !tbaa !11
  %572 = zext i8 %571 to i32
  %573 = shl nuw nsw i32 %572, 8
  %574 = or disjoint i32 %569, %573
  %575 = getelementptr inbounds nuw i8, ptr %9, i64 11
  %576 = load i8, ptr %575, align 1, !tbaa !11
  %577 = zext i8 %576 to i32
  %578 = or disjoint i32 %574, %577
  %579 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i32 %578, ptr %579, align 4, !tbaa !6
  %580 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %581 = load i8, ptr %580, align 1, !tbaa !11
  %582 = zext i8 %581 to i32
  %583 = shl nuw i32 %582, 24
  %584 = getelementptr inbounds nuw i8, ptr %9, i64 13
  %585 = load i8, ptr %584, align 1, !tbaa !11
  %586 = zext i8 %585 to i32
  %587 = shl nuw nsw i32 %586, 16
  %588 = or disjoint i32 %587, %583
  %589 = getelementptr inbounds nuw i8, ptr %9, i64 14
  %590 = load i8, ptr %589, align 1, !tbaa !11
  %591 = zext i8 %590 to i32
  %592 = shl nuw nsw i32 %591, 8
  %593 = or disjoint i32 %588, %592
  %594 = getelementptr inbounds nuw i8, ptr %9, i64 15
  %595 = load i8, ptr %594, align 1, !tbaa !11
  %596 = zext i8 %595 to i32
  %597 = or disjoint i32 %593, %596
  %598 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store i32 %597, ptr %598, align 4, !tbaa !6
  %599 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %600 = load i8, ptr %599, align 1, !tbaa !11
  %601 = zext i8 %600 to i32
  %602 = shl nuw i32 %601, 24
  %603 = getelementptr inbounds nuw i8, ptr %9, i64 17
  %604 = load i8, ptr %603, align 1, !tbaa !11
  %605 = zext i8 %604 to i32
  %606 = shl nuw nsw i32 %605, 16
  %607 = or disjoint i32 %606, %602
  %608 = getelementptr inbounds nuw i8, ptr %9, i64 18
  %609 = load i8, ptr %608, align 1, !tbaa !11
  %610 = zext i8 %609 to i32
  %611 = shl nuw nsw i32 %610, 8
  %612 = or disjoint i32 %607, %611
  %613 = getelementptr inbounds nuw i8, ptr %9, i64 19
  %614 = load i8, ptr %613, align 1, !tbaa !11
  %615 = zext i8 %614 to i32
  %616 = or disjoint i32 %612, %615
  %617 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store i32 %616, ptr %617, align 4, !tbaa !6
  %618 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %619 = load i8, ptr %618, align 1, !tbaa !11
  %620 = zext i8 %619 to i32
  %621 = shl nuw i32 %620, 24
  %622 = getelementptr inbounds nuw i8, ptr %9, i64 21
  %623 = load i8, ptr %622, align 1, !tbaa !11
  %624 = zext i8 %623 to i32
  %625 = shl nuw nsw i32 %624, 16
  %626 = or disjoint i32 %625, %621
  %627 = getelementptr inbounds nuw i8, ptr %9, i64 22
  %628 = load i8, ptr %627, align 1, !tbaa !11
  %629 = zext i8 %628 to i32
  %630 = shl nuw nsw i32 %629, 8
  %631 = or disjoint i32 %626, %630
  %632 = getelementptr inbounds nuw i8, ptr %9, i64 23
  %633 = load i8, ptr %632, align 1, !tbaa !11
  %634 = zext i8 %633 to i32
  %635 = or disjoint i32 %631, %634
  %636 = getelementptr inbounds nuw i8, ptr %6, i64 20
  store i32 %635, ptr %636, align 4, !tbaa !6
  %637 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %638 = load i8, ptr %637, align 1, !tbaa !11
  %639 = zext i8 %638 to i32
  %640 = shl nuw i32 %639, 24
  %641 = getelementptr inbounds nuw i8, ptr %9, i64 25
  %642 = load i8, ptr %641, align 1, !tbaa !11
  %643 = zext i8 %642 to i32
  %644 = shl nuw nsw i32 %643, 16
  %645 = or disjoint i32 %644, %640
  %646 = getelementptr inbounds nuw i8, ptr %9, i64 26
  %647 = load i8, ptr %646, align 1, !tbaa !11
  %648 = zext i8 %647 to i32
  %649 = shl nuw nsw i32 %648, 8
  %650 = or disjoint i32 %645, %649
  %651 = getelementptr inbounds nuw i8, ptr %9, i64 27
  %652 = load i8, ptr %651, align 1, !tbaa !11
  %653 = zext i8 %652 to i32
  %654 = or disjoint i32 %650, %653
  %655 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i32 %654, ptr %655, align 4, !tbaa !6
  %656 = getelementptr inbounds nuw i8, ptr %9, i64 28
  %657 = load i8, ptr %656, align 1, !tbaa !11
  %658 = zext i8 %657 to i32
  %659 = shl nuw i32 %658, 24
  %660 = getelementptr inbounds nuw i8, ptr %9, i64 29
  %661 = load i8, ptr %660, align 1, !tbaa !11
  %662 = zext i8 %661 to i32
  %663 = shl nuw nsw i32 %662, 16
  %664 = or disjoint i32 %663, %659
  %665 = getelementptr inbounds nuw i8, ptr %9, i64 30
  %666 = load i8, ptr %665, align 1, !tbaa !11
  %667 = zext i8 %666 to i32
  %668 = shl nuw nsw i32 %667, 8
  %669 = or disjoint i32 %664, %668
  %670 = getelementptr inbounds nuw i8, ptr %9, i64 31
  %671 = load i8, ptr %670, align 1, !tbaa !11
  %672 = zext i8 %671 to i32
  %673 = or disjoint i32 %669, %672
  %674 = getelementptr inbounds nuw i8, ptr %6, i64 28
  store i32 %673, ptr %674, align 4, !tbaa !6
  %675 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %676 = load i8, ptr %675, align 1, !tbaa !11
  %677 = zext i8 %676 to i32
  %678 = shl nuw i32 %677, 24
  %679 = getelementptr inbounds nuw i8, ptr %9, i64 33
  %680 = load i8, ptr %679, align 1, !tbaa !11
  %681 = zext i8 %680 to i32
  %682 = shl nuw nsw i32 %681, 16
  %683 = or disjoint i32 %682, %678
  %684 = getelementptr inbounds nuw i8, ptr %9, i64 34
  %685 = load i8, ptr %684, align 1, !tbaa !11
  %686 = zext i8 %685 to i32
  %687 = shl nuw nsw i32 %686, 8
  %688 = or disjoint i32 %683, %687
  %689 = getelementptr inbounds nuw i8, ptr %9, i64 35
  %690 = load i8, ptr %689, align 1, !tbaa !11
  %691 = zext i8 %690 to i32
  %692 = or disjoint i32 %688, %691
  %693 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store i32 %692, ptr %693, align 4, !tbaa !6
  %694 = getelementptr inbounds nuw i8, ptr %9, i64 36
  %695 = load i8, ptr %694, align 1, !tbaa !11
  %696 = zext i8 %695 to i32
  %697 = shl nuw i32 %696, 24
  %698 = getelementptr inbounds nuw i8, ptr %9, i64 37
  %699 = load i8, ptr %698, align 1, !tbaa !11
  %700 = zext i8 %699 to i32
  %701 = shl nuw nsw i32 %700, 16
  %702 = or disjoint i32 %701, %697
  %703 = getelementptr inbounds nuw i8, ptr %9, i64 38
  %704 = load i8, ptr %703, align 1, !tbaa !11
  %705 = zext i8 %704 to i32
  %706 = shl nuw nsw i32 %705, 8
  %707 = or disjoint i32 %702, %706
  %708 = getelementptr inbounds nuw i8, ptr %9, i64 39
  %709 = load i8, ptr %708, align 1, !tbaa !11
  %710 = zext i8 %709 to i32
  %711 = or disjoint i32 %707, %710
  %712 = getelementptr inbounds nuw i8, ptr %6, i64 36
  store i32 %711, ptr %712, align 4, !tbaa !6
  %713 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %714 = load i8, ptr %713, align 1, !tbaa !11
  %715 = zext i8 %714 to i32
  %716 = shl nuw i32 %715, 24
  %717 = getelementptr inbounds nuw i8, ptr %9, i64 41
  %718 = load i8, ptr %717, align 1, !tbaa !11
  %719 = zext i8 %718 to i32
  %720 = shl nuw nsw i32 %719, 16
  %721 = or disjoint i32 %720, %716
  %722 = getelementptr inbounds nuw i8, ptr %9, i64 42
  %723 = load i8, ptr %722, align 1, !tbaa !11
  %724 = zext i8 %723 to i32
  %725 = shl nuw nsw i32 %724, 8
  %726 = or disjoint i32 %721, %725
  %727 = getelementptr inbounds nuw i8, ptr %9, i64 43
  %728 = load i8, ptr %727, align 1, !tbaa !11
  %729 = zext i8 %728 to i32
  %730 = or disjoint i32 %726, %729
  %731 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i32 %730, ptr %731, align 4, !tbaa !6
  %732 = getelementptr inbounds nuw i8, ptr %9, i64 44
  %733 = load i8, ptr %732, align 1, !tbaa !11
  %734 = zext i8 %733 to i32
  %735 = shl nuw i32 %734, 24
  %736 = getelementptr inbounds nuw i8, ptr %9, i64 45
  %737 = load i8, ptr %736, align 1, !tbaa !11
  %738 = zext i8 %737 to i32
  %739 = shl nuw nsw i32 %738, 16
  %740 = or disjoint i32 %739, %735
  %741 = getelementptr inbounds nuw i8, ptr %9, i64 46
  %742 = load i8, ptr %741, align 1, !tbaa !11
  %743 = zext i8 %742 to i32
  %744 = shl nuw nsw i32 %743, 8
  %745 = or disjoint i32 %740, %744
  %746 = getelementptr inbounds nuw i8, ptr %9, i64 47
  %747 = load i8, ptr %746, align 1, !tbaa !11
  %748 = zext i8 %747 to i32
  %749 = or disjoint i32 %745, %748
  %750 = getelementptr inbounds nuw i8, ptr %6, i64 44
  store i32 %749, ptr %750, align 4, !tbaa !6
  %751 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %752 = load i8, ptr %751, align 1, !tbaa !11
  %753 = zext i8 %752 to i32
  %754 = shl nuw i32 %753, 24
  %755 = getelementptr inbounds nuw i8, ptr %9, i64 49
  %756 = load i8, ptr %755, align 1, !tbaa !11
  %757 = zext i8 %756 to i32
  %758 = shl nuw nsw i32 %757, 16
  %759 = or disjoint i32 %758, %754
  %760 = getelementptr inbounds nuw i8, ptr %9, i64 50
  %761 = load i8, ptr %760, align 1, !tbaa !11
  %762 = zext i8 %761 to i32
  %763 = shl nuw nsw i32 %762, 8
  %764 = or disjoint i32 %759, %763
  %765 = getelementptr inbounds nuw i8, ptr %9, i64 51
  %766 = load i8, ptr %765, align 1, !tbaa !11
  %767 = zext i8 %766 to i32
  %768 = or disjoint i32 %764, %767
  %769 = getelementptr inbounds nuw i8, ptr %6, i64 48
  store i32 %768, ptr %769, align 4, !tbaa !6
  %770 = getelementptr inbounds nuw i8, ptr %9, i64 52
  %771 = load i8, ptr %770, align 1, !tbaa !11
  %772 = zext i8 %771 to i32
  %773 = shl nuw i32 %772, 24
  %774 = getelementptr inbounds nuw i8, ptr %9, i64 53
  %775 = load i8, ptr %774, align 1, !tbaa !11
  %776 = zext i8 %775 to i32
  %777 = shl nuw nsw i32 %776, 16
  %778 = or disjoint i32 %777, %773
  %779 = getelementptr inbounds nuw i8, ptr %9, i64 54
  %780 = load i8, ptr %779, align 1, !tbaa !11
  %781 = zext i8 %780 to i32
  %782 = shl nuw nsw i32 %781, 8
  %783 = or disjoint i32 %778, %782
  %784 = getelementptr inbounds nuw i8, ptr %9, i64 55
  %785 = load i8, ptr %784, align 1, !tbaa !11
  %786 = zext i8 %785 to i32
  %787 = or disjoint i32 %783, %786
  %788 = getelementptr inbounds nuw i8, ptr %6, i64 52
  store i32 %787, ptr %788, align 4, !tbaa !6
  %789 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %790 = load i8, ptr %789, align 1, !tbaa !11
  %791 = zext i8 %790 to i32
  %792 = shl nuw i32 %791, 24
  %793 = getelementptr inbounds nuw i8, ptr %9, i64 57
  %794 = load i8, ptr %793, align 1, !tbaa !11
  %795 = zext i8 %794 to i32
  %796 = shl nuw nsw i32 %795, 16
  %797 = or disjoint i32 %796, %792
  %798 = getelementptr inbounds nuw i8, ptr %9, i64 58
  %799 = load i8, ptr %798, align 1, !tbaa !11
  %800 = zext i8 %799 to i32
  %801 = shl nuw nsw i32 %800, 8
  %802 = or disjoint i32 %797, %801
  %803 = getelementptr inbounds nuw i8, ptr %9, i64 59
  %804 = load i8, ptr %803, align 1, !tbaa !11
  %805 = zext i8 %804 to i32
  %806 = or disjoint i32 %802, %805
  %807 = getelementptr inbounds nuw i8, ptr %6, i64 56
  store i32 %806, ptr %807, align 4, !tbaa !6
  %808 = getelementptr inbounds nuw i8, ptr %9, i64 60
  %809 = load i8, ptr %808, align 1, !tbaa !11
  %810 = zext i8 %809 to i32
  %811 = shl nuw i32 %810, 24
  %812 = getelementptr inbounds nuw i8, ptr %9, i64 61
  %813 = load i8, ptr %812, align 1, !tbaa !11
  %814 = zext i8 %813 to i32
  %815 = shl nuw nsw i32 %814, 16
  %816 = or disjoint i32 %815, %811
  %817 = getelementptr inbounds nuw i8, ptr %9, i64 62
  %818 = load i8, ptr %817, align 1, !tbaa !11
  %819 = zext i8 %818 to i32
  %820 = shl nuw nsw i32 %819, 8
  %821 = or disjoint i32 %816, %820
  %822 = getelementptr inbounds nuw i8, ptr %9, i64 63
  %823 = load i8, ptr %822, align 1, !tbaa !11
  %824 = zext i8 %823 to i32
  %825 = or disjoint i32 %821, %824
  %826 = getelementptr inbounds nuw i8, ptr %6, i64 60
  store i32 %825, ptr %826, align 4, !tbaa !6
  br label %902

827:
  %828 = phi i32 [ %884, %827 ], [ %491, %490 ]
  %829 = add i32 %828, %450
  %830 = zext i32 %829 to i64
  %831 = getelementptr inbounds nuw i8, ptr %20, i64 %830
  %832 = load i8, ptr %831, align 1, !tbaa !11
  %833 = zext i32 %828 to i64
  %834 = getelementptr inbounds nuw i8, ptr %9, i64 %833
  store i8 %832, ptr %834, align 1, !tbaa !11
  %835 = add nuw i32 %828, 1
  %836 = add i32 %835, %450
  %837 = zext i32 %836 to i64
  %838 = getelementptr inbounds nuw i8, ptr %20, i64 %837
  %839 = load i8, ptr %838, align 1, !tbaa !11
  %840 = zext i32 %835 to i64
  %841 = getelementptr inbounds nuw i8, ptr %9, i64 %840
  store i8 %839, ptr %841, align 1, !tbaa !11
  %842 = add nuw i32 %828, 2
  %843 = add i32 %842, %450
  %844 = zext i32 %843 to i64
  %845 = getelementptr inbounds nuw i8, ptr %20, i64 %844
  %846 = load i8, ptr %845, align 1, !tbaa !11
  %847 = zext i32 %842 to i64
  %848 = getelementptr inbounds nuw i8, ptr %9, i64 %847
  store i8 %846, ptr %848, align 1, !tbaa !11
  %849 = add nuw i32 %828, 3
  %850 = add i32 %849, %450
  %851 = zext i32 %850 to i64
  %852 = getelementptr inbounds nuw i8, ptr %20, i64 %851
  %853 = load i8, ptr %852, align 1, !tbaa !11
  %854 = zext i32 %849 to i64
  %855 = getelementptr inbounds nuw i8, ptr %9, i64 %854
  store i8 %853, ptr %855, align 1, !tbaa !11
  %856 = add nuw i32 %828, 4
  %857 = add i32 %856, %450
  %858 = zext i32 %857 to i64
  %859 = getelementptr inbounds nuw i8, ptr %20, i64 %858
  %860 = load i8, ptr %859, align 1, !tbaa !11
  %861 = zext i32 %856 to i64
  %862 = getelementptr inbounds nuw i8, ptr %9, i64 %861
  store i8 %860, ptr %862, align 1, !tbaa !11
  %863 = add nuw i32 %828, 5
  %864 = add i32 %863, %450
  %865 = zext i32 %864 to i64
  %866 = getelementptr inbounds nuw i8, ptr %20, i64 %865
  %867 = load i8, ptr %866, align 1, !tbaa !11
  %868 = zext i32 %863 to i64
  %869 = getelementptr inbounds nuw i8, ptr %9, i64 %868
  store i8 %867, ptr %869, align 1, !tbaa !11
  %870 = add nuw i32 %828, 6
  %871 = add i32 %870, %450
  %872 = zext i32 %871 to i64
  %873 = getelementptr inbounds nuw i8, ptr %20, i64 %872
  %874 = load i8, ptr %873, align 1, !tbaa !11
  %875 = zext i32 %870 to i64
  %876 = getelementptr inbounds nuw i8, ptr %9, i64 %875
  store i8 %874, ptr %876, align 1, !tbaa !11
  %877 = add nuw i32 %828, 7
  %878 = add i32 %877, %450
  %879 = zext i32 %878 to i64
  %880 = getelementptr inbounds nuw i8, ptr %20, i64 %879
  %881 = load i8, ptr %880, align 1, !tbaa !11
  %882 = zext i32 %877 to i64
  %883 = getelementptr inbounds nuw i8, ptr %9, i64 %882
  store i8 %881, ptr %883, align 1, !tbaa !11
  %884 = add nuw i32 %828, 8
  %885 = icmp eq i32 %884, %451
  br i1 %885, label %495, label %827, !llvm.loop !21

886:
  %887 = load i32, ptr %8, align 4, !tbaa !6
  %888 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %889 = load i32, ptr %888, align 4, !tbaa !6
  %890 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %891 = load i32, ptr %890, align 4, !tbaa !6
  %892 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %893 = load i32, ptr %892, align 4, !tbaa !6
  %894 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %895 = load i32, ptr %894, align 4, !tbaa !6
  %896 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %897 = load i32, ptr %896, align 4, !tbaa !6
  %898 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %899 = load i32, ptr %898, align 4, !tbaa !6
  %900 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %901 = load i32, ptr %900, align 4, !tbaa !6
  br label %951

902:
  %903 = phi i32 [ 16, %495 ], [ %949, %902 ]
  %904 = zext nneg i32 %903 to i64
  %905 = getelementptr i32, ptr %6, i64 %904
  %906 = getelementptr i8, ptr %905, i64 -60
  %907 = load i32, ptr %906, align 4, !tbaa !6
  %908 = tail call i32 @llvm.fshl.i32(i32 %907, i32 %907, i32 25)
  %909 = tail call i32 @llvm.fshl.i32(i32 %907, i32 %907, i32 14)
  %910 = xor i32 %908, %909
  %911 = lshr i32 %907, 3
  %912 = xor i32 %910, %911
  %913 = getelementptr i8, ptr %905, i64 -8
  %914 = load i32, ptr %913, align 4, !tbaa !6
  %915 = tail call i32 @llvm.fshl.i32(i32 %914, i32 %914, i32 15)
  %916 = tail call i32 @llvm.fshl.i32(i32 %914, i32 %914, i32 13)
  %917 = xor i32 %915, %916
  %918 = lshr i32 %914, 10
  %919 = xor i32 %917, %918
  %920 = getelementptr i8, ptr %905, i64 -64
  %921 = load i32, ptr %920, align 4, !tbaa !6
  %922 = add i32 %912, %921
  %923 = getelementptr i8, ptr %905, i64 -28
  %924 = load i32, ptr %923, align 4, !tbaa !6
  %925 = add i32 %922, %924
  %926 = add i32 %925, %919
  store i32 %926, ptr %905, align 4, !tbaa !6
  %927 = zext nneg i32 %903 to i64
  %928 = getelementptr i32, ptr %6, i64 %927
  %929 = getelementptr i8, ptr %928, i64 4
  %930 = getelementptr i8, ptr %928, i64 -56
  %931 = load i32, ptr %930, align 4, !tbaa !6
  %932 = tail call i32 @llvm.fshl.i32(i32 %931, i32 %931, i32 25)
  %933 = tail call i32 @llvm.fshl.i32(i32 %931, i32 %931, i32 14)
  %934 = xor i32 %932, %933
  %935 = lshr i32 %931, 3
  %936 = xor i32 %934, %935
  %937 = getelementptr i8, ptr %928, i64 -4
  %938 = load i32, ptr %937, align 4, !tbaa !6
  %939 = tail call i32 @llvm.fshl.i32(i32 %938, i32 %938, i32 15)
  %940 = tail call i32 @llvm.fshl.i32(i32 %938, i32 %938, i32 13)
  %941 = xor i32 %939, %940
  %942 = lshr i32 %938, 10
  %943 = xor i32 %941, %942
  %944 = add i32 %936, %907
  %945 = getelementptr i8, ptr %928, i64 -24
  %946 = load i32, ptr %945, align 4, !tbaa !6
  %947 = add i32 %944, %946
  %948 = add i32 %947, %943
  store i32 %948, ptr %929, align 4, !tbaa !6
  %949 = add nuw nsw i32 %903, 2
  %950 = icmp eq i32 %949, 64
  br i1 %950, label %886, label %902, !llvm.loop !12

951:
  %952 = phi i32 [ 0, %886 ], [ %991, %951 ]
  %953 = phi i32 [ %901, %886 ], [ %954, %951 ]
  %954 = phi i32 [ %899, %886 ], [ %955, %951 ]
  %955 = phi i32 [ %897, %886 ], [ %956, %951 ]
  %956 = phi i32 [ %895, %886 ], [ %989, %951 ]
  %957 = phi i32 [ %893, %886 ], [ %958, %951 ]
  %958 = phi i32 [ %891, %886 ], [ %959, %951 ]
  %959 = phi i32 [ %889, %886 ], [ %960, %951 ]
  %960 = phi i32 [ %887, %886 ], [ %990, %951 ]
  %961 = tail call i32 @llvm.fshl.i32(i32 %956, i32 %956, i32 26)
  %962 = tail call i32 @llvm.fshl.i32(i32 %956, i32 %956, i32 21)
  %963 = xor i32 %961, %962
  %964 = tail call i32 @llvm.fshl.i32(i32 %956, i32 %956, i32 7)
  %965 = xor i32 %963, %964
  %966 = and i32 %956, %955
  %967 = xor i32 %956, -1
  %968 = and i32 %954, %967
  %969 = or i32 %968, %966
  %970 = zext nneg i32 %952 to i64
  %971 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(4) @round_key to ptr), i64 %970
  %972 = load i32, ptr %971, align 4, !tbaa !6
  %973 = getelementptr inbounds nuw i32, ptr %6, i64 %970
  %974 = load i32, ptr %973, align 4, !tbaa !6
  %975 = add i32 %969, %953
  %976 = add i32 %975, %965
  %977 = add i32 %976, %972
  %978 = add i32 %977, %974
  %979 = tail call i32 @llvm.fshl.i32(i32 %960, i32 %960, i32 30)
  %980 = tail call i32 @llvm.fshl.i32(i32 %960, i32 %960, i32 19)
  %981 = xor i32 %979, %980
  %982 = tail call i32 @llvm.fshl.i32(i32 %960, i32 %960, i32 10)
  %983 = xor i32 %981, %982
  %984 = xor i32 %959, %958
  %985 = and i32 %984, %960
  %986 = and i32 %959, %958
  %987 = xor i32 %985, %986
  %988 = add i32 %983, %987
  %989 = add i32 %978, %957
  %990 = add i32 %988, %978
  %991 = add nuw nsw i32 %952, 1
  %992 = icmp eq i32 %991, 64
  br i1 %992, label %993, label %951, !llvm.loop !14

993:
  %994 = add i32 %990, %887
  store i32 %994, ptr %8, align 4, !tbaa !6
  %995 = add i32 %960, %889
  store i32 %995, ptr %888, align 4, !tbaa !6
  %996 = add i32 %959, %891
  store i32 %996, ptr %890, align 4, !tbaa !6
  %997 = add i32 %958, %893
  store i32 %997, ptr %892, align 4, !tbaa !6
  %998 = add i32 %989, %895
  store i32 %998, ptr %894, align 4, !tbaa !6
  %999 = add i32 %956, %897
  store i32 %999, ptr %896, align 4, !tbaa !6
  %1000 = add i32 %955, %899
  store i32 %1000, ptr %898, align 4, !tbaa !6
  %1001 = add i32 %954, %901
  store i32 %1001, ptr %900, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #8
  br i1 %498, label %1002, label %1406

1002:
  %1003 = getelementptr inbounds nuw i8, ptr %9, i64 64
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #8
  %1004 = load i8, ptr %1003, align 1, !tbaa !11
  %1005 = zext i8 %1004 to i32
  %1006 = shl nuw i32 %1005, 24
  %1007 = getelementptr inbounds nuw i8, ptr %9, i64 65
  %1008 = load i8, ptr %1007, align 1, !tbaa !11
  %1009 = zext i8 %1008 to i32
  %1010 = shl nuw nsw i32 %1009, 16
  %1011 = or disjoint i32 %1010, %1006
  %1012 = getelementptr inbounds nuw i8, ptr %9, i64 66
  %1013 = load i8, ptr %1012, align 1, !tbaa !11
  %1014 = zext i8 %1013 to i32
  %1015 = shl nuw nsw i32 %1014, 8
  %1016 = or disjoint i32 %1011, %1015
  %1017 = getelementptr inbounds nuw i8, ptr %9, i64 67
  %1018 = load i8, ptr %1017, align 1, !tbaa !11
  %1019 = zext i8 %1018 to i32
  %1020 = or disjoint i32 %1016, %1019
  store i32 %1020, ptr %5, align 4, !tbaa !6
  %1021 = getelementptr inbounds nuw i8, ptr %9, i64 68
  %1022 = load i8, ptr %1021, align 1, !tbaa !11
  %1023 = zext i8 %1022 to i32
  %1024 = shl nuw i32 %1023, 24
  %1025 = getelementptr inbounds nuw i8, ptr %9, i64 69
  %1026 = load i8, ptr %1025, align 1, !tbaa !11
  %1027 = zext i8 %1026 to i32
  %1028 = shl nuw nsw i32 %1027, 16
  %1029 = or disjoint i32 %1028, %1024
  %1030 = getelementptr inbounds nuw i8, ptr %9, i64 70
  %1031 = load i8, ptr %1030, align 1, !tbaa !11
  %1032 = zext i8 %1031 to i32
  %1033 = shl nuw nsw i32 %1032, 8
  %1034 = or disjoint i32 %1029, %1033
  %1035 = getelementptr inbounds nuw i8, ptr %9, i64 71
  %1036 = load i8, ptr %1035, align 1, !tbaa !11
  %1037 = zext i8 %1036 to i32
  %1038 = or disjoint i32 %1034, %1037
  %1039 = getelementptr inbounds nuw i8, ptr %5, i64 4
  store i32 %1038, ptr %1039, align 4, !tbaa !6
  %1040 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %1041 = load i8, ptr %1040, align 1, !tbaa !11
  %1042 = zext i8 %1041 to i32
  %1043 = shl nuw i32 %1042, 24
  %1044 = getelementptr inbounds nuw i8, ptr %9, i64 73
  %1045 = load i8, ptr %1044, align 1, !tbaa !11
  %1046 = zext i8 %1045 to i32
  %1047 = shl nuw nsw i32 %1046, 16
  %1048 = or disjoint i32 %1047, %1043
  %1049 = getelementptr inbounds nuw i8, ptr %9, i64 74
  %1050 = load i8, ptr %1049, align 1, !tbaa !11
  %1051 = zext i8 %1050 to i32
  %1052 = shl nuw nsw i32 %1051, 8
  %1053 = or disjoint i32 %1048, %1052
  %1054 = getelementptr inbounds nuw i8, ptr %9, i64 75
  %1055 = load i8, ptr %1054, align 1, !tbaa !11
  %1056 = zext i8 %1055 to i32
  %1057 = or disjoint i32 %1053, %1056
  %1058 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i32 %1057, ptr %1058, align 4, !tbaa !6
  %1059 = getelementptr inbounds nuw i8, ptr %9, i64 76
  %1060 = load i8, ptr %1059, align 1, !tbaa !11
  %1061 = zext i8 %1060 to i32
  %1062 = shl nuw i32 %1061, 24
  %1063 = getelementptr inbounds nuw i8, ptr %9, i64 77
  %1064 = load i8, ptr %1063, align 1, !tbaa !11
  %1065 = zext i8 %1064 to i32
  %1066 = shl nuw nsw i32 %1065, 16
  %1067 = or disjoint i32 %1066, %1062
  %1068 = getelementptr inbounds nuw i8, ptr %9, i64 78
  %1069 = load i8, ptr %1068, align 1, !tbaa !11
  %1070 = zext i8 %1069 to i32
  %1071 = shl nuw nsw i32 %1070, 8
  %1072 = or disjoint i32 %1067, %1071
  %1073 = getelementptr inbounds nuw i8, ptr %9, i64 79
  %1074 = load i8, ptr %1073, align 1, !tbaa !11
  %1075 = zext i8 %1074 to i32
  %1076 = or disjoint i32 %1072, %1075
  %1077 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 %1076, ptr %1077, align 4, !tbaa !6
  %1078 = getelementptr inbounds nuw i8, ptr %9, i64 80
  %1079 = load i8, ptr %1078, align 1, !tbaa !11
  %1080 = zext i8 %1079 to i32
  %1081 = shl nuw i32 %1080, 24
  %1082 = getelementptr inbounds nuw i8, ptr %9, i64 81
  %1083 = load i8, ptr %1082, align 1, !tbaa !11
  %1084 = zext i8 %1083 to i32
  %1085 = shl nuw nsw i32 %1084, 16
  %1086 = or disjoint i32 %1085, %1081
  %1087 = getelementptr inbounds nuw i8, ptr %9, i64 82
  %1088 = load i8, ptr %1087, align 1, !tbaa !11
  %1089 = zext i8 %1088 to i32
  %1090 = shl nuw nsw i32 %1089, 8
  %1091 = or disjoint i32 %1086, %1090
  %1092 = getelementptr inbounds nuw i8, ptr %9, i64 83
  %1093 = load i8, ptr %1092, align 1, !tbaa !11
  %1094 = zext i8 %1093 to i32
  %1095 = or disjoint i32 %1091, %1094
  %1096 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i32 %1095, ptr %1096, align 4, !tbaa !6
  %1097 = getelementptr inbounds nuw i8, ptr %9, i64 84
  %1098 = load i8, ptr %1097, align 1, !tbaa !11
  %1099 = zext i8 %1098 to i32
  %1100 = shl nuw i32 %1099, 24
  %1101 = getelementptr inbounds nuw i8, ptr %9, i64 85
  %1102 = load i8, ptr %1101, align 1, !tbaa !11
  %1103 = zext i8 %1102 to i32
  %1104 = shl nuw nsw i32 %1103, 16
  %1105 = or disjoint i32 %1104, %1100
  %1106 = getelementptr inbounds nuw i8, ptr %9, i64 86
  %1107 = load i8, ptr %1106, align 1, !tbaa !11
  %1108 = zext i8 %1107 to i32
  %1109 = shl nuw nsw i32 %1108, 8
  %1110 = or disjoint i32 %1105, %1109
  %1111 = getelementptr inbounds nuw i8, ptr %9, i64 87
  %1112 = load i8, ptr %1111, align 1, !tbaa !11
  %1113 = zext i8 %1112 to i32
  %1114 = or disjoint i32 %1110, %1113
  %1115 = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 %1114, ptr %1115, align 4, !tbaa !6
  %1116 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %1117 = load i8, ptr %1116, align 1, !tbaa !11
  %1118 = zext i8 %1117 to i32
  %1119 = shl nuw i32 %1118, 24
  %1120 = getelementptr inbounds nuw i8, ptr %9, i64 89
  %1121 = load i8, ptr %1120, align 1, !tbaa !11
  %1122 = zext i8 %1121 to i32
  %1123 = shl nuw nsw i32 %1122, 16
  %1124 = or disjoint i32 %1123, %1119
  %1125 = getelementptr inbounds nuw i8, ptr %9, i64 90
  %1126 = load i8, ptr %1125, align 1, !tbaa !11
  %1127 = zext i8 %1126 to i32
  %1128 = shl nuw nsw i32 %1127, 8
  %1129 = or disjoint i32 %1124, %1128
  %1130 = getelementptr inbounds nuw i8, ptr %9, i64 91
  %1131 = load i8, ptr %1130, align 1, !tbaa !11
  %1132 = zext i8 %1131 to i32
  %1133 = or disjoint i32 %1129, %1132
  %1134 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i32 %1133, ptr %1134, align 4, !tbaa !6
  %1135 = getelementptr inbounds nuw i8, ptr %9, i64 92
  %1136 = load i8, ptr %1135, align 1, !tbaa !11
  %1137 = zext i8 %1136 to i32
  %1138 = shl nuw i32 %1137, 24
  %1139 = getelementptr inbounds nuw i8, ptr %9, i64 93
  %1140 = load i8, ptr %1139, align 1, !tbaa !11
  %1141 = zext i8 %1140 to i32
  %1142 = shl nuw nsw i32 %1141, 16
  %1143 = or disjoint i32 %1142, %1138
  %1144 = getelementptr inbounds nuw i8, ptr %9, i64 94
  %1145 = load i8, ptr %1144, align 1, !tbaa !11
  %1146 = zext i8 %1145 to i32
  %1147 = shl nuw nsw i32 %1146, 8
  %1148 = or disjoint i32 %1143, %1147
  %1149 = getelementptr inbounds nuw i8, ptr %9, i64 95
  %1150 = load i8, ptr %1149, align 1, !tbaa !11
  %1151 = zext i8 %1150 to i32
  %1152 = or disjoint i32 %1148, %1151
  %1153 = getelementptr inbounds nuw i8, ptr %5, i64 28
  store i32 %1152, ptr %1153, align 4, !tbaa !6
  %1154 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %1155 = load i8, ptr %1154, align 1, !tbaa !11
  %1156 = zext i8 %1155 to i32
  %1157 = shl nuw i32 %1156, 24
  %1158 = getelementptr inbounds nuw i8, ptr %9, i64 97
  %1159 = load i8, ptr %1158, align 1, !tbaa !11
  %1160 = zext i8 %1159 to i32
  %1161 = shl nuw nsw i32 %1160, 16
  %1162 = or disjoint i32 %1161, %1157
  %1163 = getelementptr inbounds nuw i8, ptr %9, i64 98
  %1164 = load i8, ptr %1163, align 1, !tbaa !11
  %1165 = zext i8 %1164 to i32
  %1166 = shl nuw nsw i32 %1165, 8
  %1167 = or disjoint i32 %1162, %1166
  %1168 = getelementptr inbounds nuw i8, ptr %9, i64 99
  %1169 = load i8, ptr %1168, align 1, !tbaa !11
  %1170 = zext i8 %1169 to i32
  %1171 = or disjoint i32 %1167, %1170
  %1172 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i32 %1171, ptr %1172, align 4, !tbaa !6
  %1173 = getelementptr inbounds nuw i8, ptr %9, i64 100
  %1174 = load i8, ptr %1173, align 1, !tbaa !11
  %1175 = zext i8 %1174 to i32
  %1176 = shl nuw i32 %1175, 24
  %1177 = getelementptr inbounds nuw i8, ptr %9, i64 101
  %1178 = load i8, ptr %1177, align 1, !tbaa !11
  %1179 = zext i8 %1178 to i32
  %1180 = shl nuw nsw i32 %1179, 16
  %1181 = or disjoint i32 %1180, %1176
  %1182 = getelementptr inbounds nuw i8, ptr %9, i64 102
  %1183 = load i8, ptr %1182, align 1, !tbaa !11
  %1184 = zext i8 %1183 to i32
  %1185 = shl nuw nsw i32 %1184, 8
  %1186 = or disjoint i32 %1181, %1185
  %1187 = getelementptr inbounds nuw i8, ptr %9, i64 103
  %1188 = load i8, ptr %1187, align 1, !tbaa !11
  %1189 = zext i8 %1188 to i32
  %1190 = or disjoint i32 %1186, %1189
  %1191 = getelementptr inbounds nuw i8, ptr %5, i64 36
  store i32 %1190, ptr %1191, align 4, !tbaa !6
  %1192 = getelementptr inbounds nuw i8, ptr %9, i64 104
  %1193 = load i8, ptr %1192, align 1, !tbaa !11
  %1194 = zext i8 %1193 to i32
  %1195 = shl nuw i32 %1194, 24
  %1196 = getelementptr inbounds nuw i8, ptr %9, i64 105
  %1197 = load i8, ptr %1196, align 1, !tbaa !11
  %1198 = zext i8 %1197 to i32
  %1199 = shl nuw nsw i32 %1198, 16
  %1200 = or disjoint i32 %1199, %1195
  %1201 = getelementptr inbounds nuw i8, ptr %9, i64 106
  %1202 = load i8, ptr %1201, align 1, !tbaa !11
  %1203 = zext i8 %1202 to i32
  %1204 = shl nuw nsw i32 %1203, 8
  %1205 = or disjoint i32 %1200, %1204
  %1206 = getelementptr inbounds nuw i8, ptr %9, i64 107
  %1207 = load i8, ptr %1206, align 1, !tbaa !11
  %1208 = zext i8 %1207 to i32
  %1209 = or disjoint i32 %1205, %1208
  %1210 = getelementptr inbounds nuw i8, ptr %5, i64 40
  store i32 %1209, ptr %1210, align 4, !tbaa !6
  %1211 = getelementptr inbounds nuw i8, ptr %9, i64 108
  %1212 = load i8, ptr %1211, align 1, !tbaa !11
  %1213 = zext i8 %1212 to i32
  %1214 = shl nuw i32 %1213, 24
  %1215 = getelementptr inbounds nuw i8, ptr %9, i64 109
  %1216 = load i8, ptr %1215, align 1, !tbaa !11
  %1217 = zext i8 %1216 to i32
  %1218 = shl nuw nsw i32 %1217, 16
  %1219 = or disjoint i32 %1218, %1214
  %1220 = getelementptr inbounds nuw i8, ptr %9, i64 110
  %1221 = load i8, ptr %1220, align 1, !tbaa !11
  %1222 = zext i8 %1221 to i32
  %1223 = shl nuw nsw i32 %1222, 8
  %1224 = or disjoint i32 %1219, %1223
  %1225 = getelementptr inbounds nuw i8, ptr %9, i64 111
  %1226 = load i8, ptr %1225, align 1, !tbaa !11
  %1227 = zext i8 %1226 to i32
  %1228 = or disjoint i32 %1224, %1227
  %1229 = getelementptr inbounds nuw i8, ptr %5, i64 44
  store i32 %1228, ptr %1229, align 4, !tbaa !6
  %1230 = getelementptr inbounds nuw i8, ptr %9, i64 112
  %1231 = load i8, ptr %1230, align 1, !tbaa !11
  %1232 = zext i8 %1231 to i32
  %1233 = shl nuw i32 %1232, 24
  %1234 = getelementptr inbounds nuw i8, ptr %9, i64 113
  %1235 = load i8, ptr %1234, align 1, !tbaa !11
  %1236 = zext i8 %1235 to i32
  %1237 = shl nuw nsw i32 %1236, 16
  %1238 = or disjoint i32 %1237, %1233
  %1239 = getelementptr inbounds nuw i8, ptr %9, i64 114
  %1240 = load i8, ptr %1239, align 1, !tbaa !11
  %1241 = zext i8 %1240 to i32
  %1242 = shl nuw nsw i32 %1241, 8
  %1243 = or disjoint i32 %1238, %1242
  %1244 = getelementptr inbounds nuw i8, ptr %9, i64 115
  %1245 = load i8, ptr %1244, align 1, !tbaa !11
  %1246 = zext i8 %1245 to i32
  %1247 = or disjoint i32 %1243, %1246
  %1248 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store i32 %1247, ptr %1248, align 4, !tbaa !6
  %1249 = getelementptr inbounds nuw i8, ptr %9, i64 116
  %1250 = load i8, ptr %1249, align 1, !tbaa !11
  %1251 = zext i8 %1250 to i32
  %1252 = shl nuw i32 %1251, 24
  %1253 = getelementptr inbounds nuw i8, ptr %9, i64 117
  %1254 = load i8, ptr %1253, align 1, !tbaa !11
  %1255 = zext i8 %1254 to i32
  %1256 = shl nuw nsw i32 %1255, 16
  %1257 = or disjoint i32 %1256, %1252
  %1258 = getelementptr inbounds nuw i8, ptr %9, i64 118
  %1259 = load i8, ptr %1258, align 1, !tbaa !11
  %1260 = zext i8 %1259 to i32
  %1261 = shl nuw nsw i32 %1260, 8
  %1262 = or disjoint i32 %1257, %1261
  %1263 = getelementptr inbounds nuw i8, ptr %9, i64 119
  %1264 = load i8, ptr %1263, align 1, !tbaa !11
  %1265 = zext i8 %1264 to i32
  %1266 = or disjoint i32 %1262, %1265
  %1267 = getelementptr inbounds nuw i8, ptr %5, i64 52
  store i32 %1266, ptr %1267, align 4, !tbaa !6
  %1268 = getelementptr inbounds nuw i8, ptr %9, i64 120
  %1269 = load i8, ptr %1268, align 1, !tbaa !11
  %1270 = zext i8 %1269 to i32
  %1271 = shl nuw i32 %1270, 24
  %1272 = getelementptr inbounds nuw i8, ptr %9, i64 121
  %1273 = load i8, ptr %1272, align 1, !tbaa !11
  %1274 = zext i8 %1273 to i32
  %1275 = shl nuw nsw i32 %1274, 16
  %1276 = or disjoint i32 %1275, %1271
  %1277 = getelementptr inbounds nuw i8, ptr %9, i64 122
  %1278 = load i8, ptr %1277, align 1, !tbaa !11
  %1279 = zext i8 %1278 to i32
  %1280 = shl nuw nsw i32 %1279, 8
  %1281 = or disjoint i32 %1276, %1280
  %1282 = getelementptr inbounds nuw i8, ptr %9, i64 123
  %1283 = load i8, ptr %1282, align 1, !tbaa !11
  %1284 = zext i8 %1283 to i32
  %1285 = or disjoint i32 %1281, %1284
  %1286 = getelementptr inbounds nuw i8, ptr %5, i64 56
  store i32 %1285, ptr %1286, align 4, !tbaa !6
  %1287 = getelementptr inbounds nuw i8, ptr %9, i64 124
  %1288 = load i8, ptr %1287, align 1, !tbaa !11
  %1289 = zext i8 %1288 to i32
  %1290 = shl nuw i32 %1289, 24
  %1291 = getelementptr inbounds nuw i8, ptr %9, i64 125
  %1292 = load i8, ptr %1291, align 1, !tbaa !11
  %1293 = zext i8 %1292 to i32
  %1294 = shl nuw nsw i32 %1293, 16
  %1295 = or disjoint i32 %1294, %1290
  %1296 = getelementptr inbounds nuw i8, ptr %9, i64 126
  %1297 = load i8, ptr %1296, align 1, !tbaa !11
  %1298 = zext i8 %1297 to i32
  %1299 = shl nuw nsw i32 %1298, 8
  %1300 = or disjoint i32 %1295, %1299
  %1301 = getelementptr inbounds nuw i8, ptr %9, i64 127
  %1302 = load i8, ptr %1301, align 1, !tbaa !11
  %1303 = zext i8 %1302 to i32
  %1304 = or disjoint i32 %1300, %1303
  %1305 = getelementptr inbounds nuw i8, ptr %5, i64 60
  store i32 %1304, ptr %1305, align 4, !tbaa !6
  br label %1306

1306:
  %1307 = phi i32 [ 16, %1002 ], [ %1353, %1306 ]
  %1308 = zext nneg i32 %1307 to i64
  %1309 = getelementptr i32, ptr %5, i64 %1308
  %1310 = getelementptr i8, ptr %1309, i64 -60
  %1311 = load i32, ptr %1310, align 4, !tbaa !6
  %1312 = tail call i32 @llvm.fshl.i32(i32 %1311, i32 %1311, i32 25)
  %1313 = tail call i32 @llvm.fshl.i32(i32 %1311, i32 %1311, i32 14)
  %1314 = xor i32 %1312, %1313
  %1315 = lshr i32 %1311, 3
  %1316 = xor i32 %1314, %1315
  %1317 = getelementptr i8, ptr %1309, i64 -8
  %1318 = load i32, ptr %1317, align 4, !tbaa !6
  %1319 = tail call i32 @llvm.fshl.i32(i32 %1318, i32 %1318, i32 15)
  %1320 = tail call i32 @llvm.fshl.i32(i32 %1318, i32 %1318, i32 13)
  %1321 = xor i32 %1319, %1320
  %1322 = lshr i32 %1318, 10
  %1323 = xor i32 %1321, %1322
  %1324 = getelementptr i8, ptr %1309, i64 -64
  %1325 = load i32, ptr %1324, align 4, !tbaa !6
  %1326 = add i32 %1316, %1325
  %1327 = getelementptr i8, ptr %1309, i64 -28
  %1328 = load i32, ptr %1327, align 4, !tbaa !6
  %1329 = add i32 %1326, %1328
  %1330 = add i32 %1329, %1323
  store i32 %1330, ptr %1309, align 4, !tbaa !6
  %1331 = zext nneg i32 %1307 to i64
  %1332 = getelementptr i32, ptr %5, i64 %1331
  %1333 = getelementptr i8, ptr %1332, i64 4
  %1334 = getelementptr i8, ptr %1332, i64 -56
  %1335 = load i32, ptr %1334, align 4, !tbaa !6
  %1336 = tail call i32 @llvm.fshl.i32(i32 %1335, i32 %1335, i32 25)
  %1337 = tail call i32 @llvm.fshl.i32(i32 %1335, i32 %1335, i32 14)
  %1338 = xor i32 %1336, %1337
  %1339 = lshr i32 %1335, 3
  %1340 = xor i32 %1338, %1339
  %1341 = getelementptr i8, ptr %1332, i64 -4
  %1342 = load i32, ptr %1341, align 4, !tbaa !6
  %1343 = tail call i32 @llvm.fshl.i32(i32 %1342, i32 %1342, i32 15)
  %1344 = tail call i32 @llvm.fshl.i32(i32 %1342, i32 %1342, i32 13)
  %1345 = xor i32 %1343, %1344
  %1346 = lshr i32 %1342, 10
  %1347 = xor i32 %1345, %1346
  %1348 = add i32 %1340, %1311
  %1349 = getelementptr i8, ptr %1332, i64 -24
  %1350 = load i32, ptr %1349, align 4, !tbaa !6
  %1351 = add i32 %1348, %1350
  %1352 = add i32 %1351, %1347
  store i32 %1352, ptr %1333, align 4, !tbaa !6
  %1353 = add nuw nsw i32 %1307, 2
  %1354 = icmp eq i32 %1353, 64
  br i1 %1354, label %1355, label %1306, !llvm.loop !12

1355:
  %1356 = phi i32 [ %1395, %1355 ], [ 0, %1306 ]
  %1357 = phi i32 [ %1358, %1355 ], [ %1001, %1306 ]
  %1358 = phi i32 [ %1359, %1355 ], [ %1000, %1306 ]
  %1359 = phi i32 [ %1360, %1355 ], [ %999, %1306 ]
  %1360 = phi i32 [ %1393, %1355 ], [ %998, %1306 ]
  %1361 = phi i32 [ %1362, %1355 ], [ %997, %1306 ]
  %1362 = phi i32 [ %1363, %1355 ], [ %996, %1306 ]
  %1363 = phi i32 [ %1364, %1355 ], [ %995, %1306 ]
  %1364 = phi i32 [ %1394, %1355 ], [ %994, %1306 ]
  %1365 = tail call i32 @llvm.fshl.i32(i32 %1360, i32 %1360, i32 26)
  %1366 = tail call i32 @llvm.fshl.i32(i32 %1360, i32 %1360, i32 21)
  %1367 = xor i32 %1365, %1366
  %1368 = tail call i32 @llvm.fshl.i32(i32 %1360, i32 %1360, i32 7)
  %1369 = xor i32 %1367, %1368
  %1370 = and i32 %1360, %1359
  %1371 = xor i32 %1360, -1
  %1372 = and i32 %1358, %1371
  %1373 = or i32 %1372, %1370
  %1374 = zext nneg i32 %1356 to i64
  %1375 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(4) @round_key to ptr), i64 %1374
  %1376 = load i32, ptr %1375, align 4, !tbaa !6
  %1377 = getelementptr inbounds nuw i32, ptr %5, i64 %1374
  %1378 = load i32, ptr %1377, align 4, !tbaa !6
  %1379 = add i32 %1373, %1357
  %1380 = add i32 %1379, %1369
  %1381 = add i32 %1380, %1376
  %1382 = add i32 %1381, %1378
  %1383 = tail call i32 @llvm.fshl.i32(i32 %1364, i32 %1364, i32 30)
  %1384 = tail call i32 @llvm.fshl.i32(i32 %1364, i32 %1364, i32 19)
  %1385 = xor i32 %1383, %1384
  %1386 = tail call i32 @llvm.fshl.i32(i32 %1364, i32 %1364, i32 10)
  %1387 = xor i32 %1385, %1386
  %1388 = xor i32 %1363, %1362
  %1389 = and i32 %1388, %1364
  %1390 = and i32 %1363, %1362
  %1391 = xor i32 %1389, %1390
  %1392 = add i32 %1387, %1391
  %1393 = add i32 %1382, %1361
  %1394 = add i32 %1392, %1382
  %1395 = add nuw nsw i32 %1356, 1
  %1396 = icmp eq i32 %1395, 64
  br i1 %1396, label %1397, label %1355, !llvm.loop !14

1397:
  %1398 = add i32 %1394, %994
  store i32 %1398, ptr %8, align 4, !tbaa !6
  %1399 = add i32 %1364, %995
  store i32 %1399, ptr %888, align 4, !tbaa !6
  %1400 = add i32 %1363, %996
  store i32 %1400, ptr %890, align 4, !tbaa !6
  %1401 = add i32 %1362, %997
  store i32 %1401, ptr %892, align 4, !tbaa !6
  %1402 = add i32 %1393, %998
  store i32 %1402, ptr %894, align 4, !tbaa !6
  %1403 = add i32 %1360, %999
  store i32 %1403, ptr %896, align 4, !tbaa !6
  %1404 = add i32 %1359, %1000
  store i32 %1404, ptr %898, align 4, !tbaa !6
  %1405 = add i32 %1358, %1001
  store i32 %1405, ptr %900, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #8
  br label %1406

1406:
  %1407 = shl nsw i64 %18, 5
  %1408 = getelementptr inbounds nuw i8, ptr %2, i64 %1407
  br label %1410

1409:
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #8
  br label %1436

1410:
  %1411 = phi i32 [ 0, %1406 ], [ %1434, %1410 ]
  %1412 = lshr exact i32 %1411, 2
  %1413 = zext nneg i32 %1412 to i64
  %1414 = getelementptr inbounds nuw i32, ptr %8, i64 %1413
  %1415 = load i32, ptr %1414, align 4, !tbaa !6
  %1416 = lshr i32 %1415, 24
  %1417 = trunc nuw i32 %1416 to i8
  %1418 = zext nneg i32 %1411 to i64
  %1419 = getelementptr inbounds nuw i8, ptr %1408, i64 %1418
  store i8 %1417, ptr %1419, align 1, !tbaa !11
  %1420 = lshr i32 %1415, 16
  %1421 = trunc i32 %1420 to i8
  %1422 = zext nneg i32 %1411 to i64
  %1423 = getelementptr inbounds nuw i8, ptr %1408, i64 %1422
  %1424 = getelementptr inbounds nuw i8, ptr %1423, i64 1
  store i8 %1421, ptr %1424, align 1, !tbaa !11
  %1425 = lshr i32 %1415, 8
  %1426 = trunc i32 %1425 to i8
  %1427 = zext nneg i32 %1411 to i64
  %1428 = getelementptr inbounds nuw i8, ptr %1408, i64 %1427
  %1429 = getelementptr inbounds nuw i8, ptr %1428, i64 2
  store i8 %1426, ptr %1429, align 1, !tbaa !11
  %1430 = trunc i32 %1415 to i8
  %1431 = zext nneg i32 %1411 to i64
  %1432 = getelementptr inbounds nuw i8, ptr %1408, i64 %1431
  %1433 = getelementptr inbounds nuw i8, ptr %1432, i64 3
  store i8 %1430, ptr %1433, align 1, !tbaa !11
  %1434 = add nuw nsw i32 %1411, 4
  %1435 = icmp eq i32 %1434, 32
  br i1 %1435, label %1409, label %1410, !llvm.loop !22

1436:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #4

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #6

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #6

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #6

declare i32 @llvm.fshl.i32(i32, i32, i32) #7

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
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
!14 = distinct !{!14, !13}
!15 = distinct !{!15, !13}
!16 = distinct !{!16, !13, !17, !18}
!17 = !{!"llvm.loop.isvectorized", i32 1}
!18 = !{!"llvm.loop.unroll.runtime.disable"}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.unroll.disable"}
!21 = distinct !{!21, !13, !17}
!22 = distinct !{!22, !13}
