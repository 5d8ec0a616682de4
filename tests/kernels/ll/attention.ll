target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ6attendE2ks = internal unnamed_addr addrspace(3) global [64 x [32 x float]] undef, align 4
@_ZZ6attendE2vs = internal unnamed_addr addrspace(3) global [64 x [32 x float]] undef, align 4

define dso_local ptx_kernel void @attend(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef readonly captures(none) %2, ptr noalias noundef writeonly captures(none) %3, i32 noundef %4, i1 noundef zeroext %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 6
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = shl nsw i32 %10, 5
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = fmul contract float %14, 0x3FC6A09E60000000
  %16 = or disjoint i32 %11, 1
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %0, i64 %17
  %19 = load float, ptr %18, align 4, !tbaa !11
  %20 = fmul contract float %19, 0x3FC6A09E60000000
  %21 = or disjoint i32 %11, 2
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds float, ptr %0, i64 %22
  %24 = load float, ptr %23, align 4, !tbaa !11
  %25 = fmul contract float %24, 0x3FC6A09E60000000
  %26 = or disjoint i32 %11, 3
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds float, ptr %0, i64 %27
  %29 = load float, ptr %28, align 4, !tbaa !11
  %30 = fmul contract float %29, 0x3FC6A09E60000000
  %31 = or disjoint i32 %11, 4
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds float, ptr %0, i64 %32
  %34 = load float, ptr %33, align 4, !tbaa !11
  %35 = fmul contract float %34, 0x3FC6A09E60000000
  %36 = or disjoint i32 %11, 5
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds float, ptr %0, i64 %37
  %39 = load float, ptr %38, align 4, !tbaa !11
  %40 = fmul contract float %39, 0x3FC6A09E60000000
  %41 = or disjoint i32 %11, 6
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds float, ptr %0, i64 %42
  %44 = load float, ptr %43, align 4, !tbaa !11
  %45 = fmul contract float %44, 0x3FC6A09E60000000
  %46 = or disjoint i32 %11, 7
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds float, ptr %0, i64 %47
  %49 = load float, ptr %48, align 4, !tbaa !11
  %50 = fmul contract float %49, 0x3FC6A09E60000000
  %51 = or disjoint i32 %11, 8
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds float, ptr %0, i64 %52
  %54 = load float, ptr %53, align 4, !tbaa !11
  %55 = fmul contract float %54, 0x3FC6A09E60000000
  %56 = or disjoint i32 %11, 9
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds float, ptr %0, i64 %57
  %59 = load float, ptr %58, align 4, !tbaa !11
  %60 = fmul contract float %59, 0x3FC6A09E60000000
  %61 = or disjoint i32 %11, 10
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds float, ptr %0, i64 %62
  %64 = load float, ptr %63, align 4, !tbaa !11
  %65 = fmul contract float %64, 0x3FC6A09E60000000
  %66 = or disjoint i32 %11, 11
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds float, ptr %0, i64 %67
  %69 = load float, ptr %68, align 4, !tbaa !11
  %70 = fmul contract float %69, 0x3FC6A09E60000000
  %71 = or disjoint i32 %11, 12
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds float, ptr %0, i64 %72
  %74 = load float, ptr %73, align 4, !tbaa !11
  %75 = fmul contract float %74, 0x3FC6A09E60000000
  %76 = or disjoint i32 %11, 13
  %77 = sext i32 %76 to i64
  %78 = getelementptr inbounds float, ptr %0, i64 %77
  %79 = load float, ptr %78, align 4, !tbaa !11
  %80 = fmul contract float %79, 0x3FC6A09E60000000
  %81 = or disjoint i32 %11, 14
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds float, ptr %0, i64 %82
  %84 = load float, ptr %83, align 4, !tbaa !11
  %85 = fmul contract float %84, 0x3FC6A09E60000000
  %86 = or disjoint i32 %11, 15
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds float, ptr %0, i64 %87
  %89 = load float, ptr %88, align 4, !tbaa !11
  %90 = fmul contract float %89, 0x3FC6A09E60000000
  %91 = or disjoint i32 %11, 16
  %92 = sext i32 %91 to i64
  %93 = getelementptr inbounds float, ptr %0, i64 %92
  %94 = load float, ptr %93, align 4, !tbaa !11
  %95 = fmul contract float %94, 0x3FC6A09E60000000
  %96 = or disjoint i32 %11, 17
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds float, ptr %0, i64 %97
  %99 = load float, ptr %98, align 4, !tbaa !11
  %100 = fmul contract float %99, 0x3FC6A09E60000000
  %101 = or disjoint i32 %11, 18
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds float, ptr %0, i64 %102
  %104 = load float, ptr %103, align 4, !tbaa !11
  %105 = fmul contract float %104, 0x3FC6A09E60000000
  %106 = or disjoint i32 %11, 19
  %107 = sext i32 %106 to i64
  %108 = getelementptr inbounds float, ptr %0, i64 %107
  %109 = load float, ptr %108, align 4, !tbaa !11
  %110 = fmul contract float %109, 0x3FC6A09E60000000
  %111 = or disjoint i32 %11, 20
  %112 = sext i32 %111 to i64
  %113 = getelementptr inbounds float, ptr %0, i64 %112
  %114 = load float, ptr %113, align 4, !tbaa !11
  %115 = fmul contract float %114, 0x3FC6A09E60000000
  %116 = or disjoint i32 %11, 21
  %117 = sext i32 %116 to i64
  %118 = getelementptr inbounds float, ptr %0, i64 %117
  %119 = load float, ptr %118, align 4, !tbaa !11
  %120 = fmul contract float %119, 0x3FC6A09E60000000
  %121 = or disjoint i32 %11, 22
  %122 = sext i32 %121 to i64
  %123 = getelementptr inbounds float, ptr %0, i64 %122
  %124 = load float, ptr %123, align 4, !tbaa !11
  %125 = fmul contract float %124, 0x3FC6A09E60000000
  %126 = or disjoint i32 %11, 23
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr %0, i64 %127
  %129 = load float, ptr %128, align 4, !tbaa !11
  %130 = fmul contract float %129, 0x3FC6A09E60000000
  %131 = or disjoint i32 %11, 24
  %132 = sext i32 %131 to i64
  %133 = getelementptr inbounds float, ptr %0, i64 %132
  %134 = load float, ptr %133, align 4, !tbaa !11
  %135 = fmul contract float %134, 0x3FC6A09E60000000
  %136 = or disjoint i32 %11, 25
  %137 = sext i32 %136 to i64
  %138 = getelementptr inbounds float, ptr %0, i64 %137
  %139 = load float, ptr %138, align 4, !tbaa !11
  %140 = fmul contract float %139, 0x3FC6A09E60000000
  %141 = or disjoint i32 %11, 26
  %142 = sext i32 %141 to i64
  %143 = getelementptr inbounds float, ptr %0, i64 %142
  %144 = load float, ptr %143, align 4, !tbaa !11
  %145 = fmul contract float %144, 0x3FC6A09E60000000
  %146 = or disjoint i32 %11, 27
  %147 = sext i32 %146 to i64
  %148 = getelementptr inbounds float, ptr %0, i64 %147
  %149 = load float, ptr %148, align 4, !tbaa !11
  %150 = fmul contract float %149, 0x3FC6A09E60000000
  %151 = or disjoint i32 %11, 28
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds float, ptr %0, i64 %152
  %154 = load float, ptr %153, align 4, !tbaa !11
  %155 = fmul contract float %154, 0x3FC6A09E60000000
  %156 = or disjoint i32 %11, 29
  %157 = sext i32 %156 to i64
  %158 = getelementptr inbounds float, ptr %0, i64 %157
  %159 = load float, ptr %158, align 4, !tbaa !11
  %160 = fmul contract float %159, 0x3FC6A09E60000000
  %161 = or disjoint i32 %11, 30
  %162 = sext i32 %161 to i64
  %163 = getelementptr inbounds float, ptr %0, i64 %162
  %164 = load float, ptr %163, align 4, !tbaa !11
  %165 = fmul contract float %164, 0x3FC6A09E60000000
  %166 = or disjoint i32 %11, 31
  %167 = sext i32 %166 to i64
  %168 = getelementptr inbounds float, ptr %0, i64 %167
  %169 = load float, ptr %168, align 4, !tbaa !11
  %170 = fmul contract float %169, 0x3FC6A09E60000000
  %171 = icmp sgt i32 %4, 0
  br i1 %171, label %172, label %181

172:
  %173 = and i32 %9, 31
  %174 = zext nneg i32 %173 to i64
  %175 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6attendE2ks to ptr), i64 %174
  %176 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6attendE2vs to ptr), i64 %174
  %177 = lshr i32 %9, 6
  %178 = sub nsw i32 0, %177
  %179 = and i32 %178, 3
  %180 = icmp eq i32 %179, 0
  br label %279

181:
  %182 = phi float [ 0.000000e+00, %6 ], [ %695, %694 ]
  %183 = phi float [ 0.000000e+00, %6 ], [ %696, %694 ]
  %184 = phi float [ 0.000000e+00, %6 ], [ %697, %694 ]
  %185 = phi float [ 0.000000e+00, %6 ], [ %698, %694 ]
  %186 = phi float [ 0.000000e+00, %6 ], [ %699, %694 ]
  %187 = phi float [ 0.000000e+00, %6 ], [ %700, %694 ]
  %188 = phi float [ 0.000000e+00, %6 ], [ %701, %694 ]
  %189 = phi float [ 0.000000e+00, %6 ], [ %702, %694 ]
  %190 = phi float [ 0.000000e+00, %6 ], [ %703, %694 ]
  %191 = phi float [ 0.000000e+00, %6 ], [ %704, %694 ]
  %192 = phi float [ 0.000000e+00, %6 ], [ %705, %694 ]
  %193 = phi float [ 0.000000e+00, %6 ], [ %706, %694 ]
  %194 = phi float [ 0.000000e+00, %6 ], [ %707, %694 ]
  %195 = phi float [ 0.000000e+00, %6 ], [ %708, %694 ]
  %196 = phi float [ 0.000000e+00, %6 ], [ %709, %694 ]
  %197 = phi float [ 0.000000e+00, %6 ], [ %710, %694 ]
  %198 = phi float [ 0.000000e+00, %6 ], [ %711, %694 ]
  %199 = phi float [ 0.000000e+00, %6 ], [ %712, %694 ]
  %200 = phi float [ 0.000000e+00, %6 ], [ %713, %694 ]
  %201 = phi float [ 0.000000e+00, %6 ], [ %714, %694 ]
  %202 = phi float [ 0.000000e+00, %6 ], [ %715, %694 ]
  %203 = phi float [ 0.000000e+00, %6 ], [ %716, %694 ]
  %204 = phi float [ 0.000000e+00, %6 ], [ %717, %694 ]
  %205 = phi float [ 0.000000e+00, %6 ], [ %718, %694 ]
  %206 = phi float [ 0.000000e+00, %6 ], [ %719, %694 ]
  %207 = phi float [ 0.000000e+00, %6 ], [ %720, %694 ]
  %208 = phi float [ 0.000000e+00, %6 ], [ %721, %694 ]
  %209 = phi float [ 0.000000e+00, %6 ], [ %722, %694 ]
  %210 = phi float [ 0.000000e+00, %6 ], [ %723, %694 ]
  %211 = phi float [ 0.000000e+00, %6 ], [ %724, %694 ]
  %212 = phi float [ 0.000000e+00, %6 ], [ %725, %694 ]
  %213 = phi float [ 0.000000e+00, %6 ], [ %726, %694 ]
  %214 = phi float [ 0.000000e+00, %6 ], [ %727, %694 ]
  %215 = fdiv contract float %182, %214
  %216 = getelementptr inbounds float, ptr %3, i64 %12
  store float %215, ptr %216, align 4, !tbaa !11
  %217 = fdiv contract float %183, %214
  %218 = getelementptr inbounds float, ptr %3, i64 %17
  store float %217, ptr %218, align 4, !tbaa !11
  %219 = fdiv contract float %184, %214
  %220 = getelementptr inbounds float, ptr %3, i64 %22
  store float %219, ptr %220, align 4, !tbaa !11
  %221 = fdiv contract float %185, %214
  %222 = getelementptr inbounds float, ptr %3, i64 %27
  store float %221, ptr %222, align 4, !tbaa !11
  %223 = fdiv contract float %186, %214
  %224 = getelementptr inbounds float, ptr %3, i64 %32
  store float %223, ptr %224, align 4, !tbaa !11
  %225 = fdiv contract float %187, %214
  %226 = getelementptr inbounds float, ptr %3, i64 %37
  store float %225, ptr %226, align 4, !tbaa !11
  %227 = fdiv contract float %188, %214
  %228 = getelementptr inbounds float, ptr %3, i64 %42
  store float %227, ptr %228, align 4, !tbaa !11
  %229 = fdiv contract float %189, %214
  %230 = getelementptr inbounds float, ptr %3, i64 %47
  store float %229, ptr %230, align 4, !tbaa !11
  %231 = fdiv contract float %190, %214
  %232 = getelementptr inbounds float, ptr %3, i64 %52
  store float %231, ptr %232, align 4, !tbaa !11
  %233 = fdiv contract float %191, %214
  %234 = getelementptr inbounds float, ptr %3, i64 %57
  store float %233, ptr %234, align 4, !tbaa !11
  %235 = fdiv contract float %192, %214
  %236 = getelementptr inbounds float, ptr %3, i64 %62
  store float %235, ptr %236, align 4, !tbaa !11
  %237 = fdiv contract float %193, %214
  %238 = getelementptr inbounds float, ptr %3, i64 %67
  store float %237, ptr %238, align 4, !tbaa !11
  %239 = fdiv contract float %194, %214
  %240 = getelementptr inbounds float, ptr %3, i64 %72
  store float %239, ptr %240, align 4, !tbaa !11
  %241 = fdiv contract float %195, %214
  %242 = getelementptr inbounds float, ptr %3, i64 %77
  store float %241, ptr %242, align 4, !tbaa !11
  %243 = fdiv contract float %196, %214
  %244 = getelementptr inbounds float, ptr %3, i64 %82
  store float %243, ptr %244, align 4, !tbaa !11
  %245 = fdiv contract float %197, %214
  %246 = getelementptr inbounds float, ptr %3, i64 %87
  store float %245, ptr %246, align 4, !tbaa !11
  %247 = fdiv contract float %198, %214
  %248 = getelementptr inbounds float, ptr %3, i64 %92
  store float %247, ptr %248, align 4, !tbaa !11
  %249 = fdiv contract float %199, %214
  %250 = getelementptr inbounds float, ptr %3, i64 %97
  store float %249, ptr %250, align 4, !tbaa !11
  %251 = fdiv contract float %200, %214
  %252 = getelementptr inbounds float, ptr %3, i64 %102
  store float %251, ptr %252, align 4, !tbaa !11
  %253 = fdiv contract float %201, %214
  %254 = getelementptr inbounds float, ptr %3, i64 %107
  store float %253, ptr %254, align 4, !tbaa !11
  %255 = fdiv contract float %202, %214
  %256 = getelementptr inbounds float, ptr %3, i64 %112
  store float %255, ptr %256, align 4, !tbaa !11
  %257 = fdiv contract float %203, %214
  %258 = getelementptr inbounds float, ptr %3, i64 %117
  store float %257, ptr %258, align 4, !tbaa !11
  %259 = fdiv contract float %204, %214
  %260 = getelementptr inbounds float, ptr %3, i64 %122
  store float %259, ptr %260, align 4, !tbaa !11
  %261 = fdiv contract float %205, %214
  %262 = getelementptr inbounds float, ptr %3, i64 %127
  store float %261, ptr %262, align 4, !tbaa !11
  %263 = fdiv contract float %206, %214
  %264 = getelementptr inbounds float, ptr %3, i64 %132
  store float %263, ptr %264, align 4, !tbaa !11
  %265 = fdiv contract float %207, %214
  %266 = getelementptr inbounds float, ptr %3, i64 %137
  store float %265, ptr %266, align 4, !tbaa !11
  %267 = fdiv contract float %208, %214
  %268 = getelementptr inbounds float, ptr %3, i64 %142
  store float %267, ptr %268, align 4, !tbaa !11
  %269 = fdiv contract float %209, %214
  %270 = getelementptr inbounds float, ptr %3, i64 %147
  store float %269, ptr %270, align 4, !tbaa !11
  %271 = fdiv contract float %210, %214
  %272 = getelementptr inbounds float, ptr %3, i64 %152
  store float %271, ptr %272, align 4, !tbaa !11
  %273 = fdiv contract float %211, %214
  %274 = getelementptr inbounds float, ptr %3, i64 %157
  store float %273, ptr %274, align 4, !tbaa !11
  %275 = fdiv contract float %212, %214
  %276 = getelementptr inbounds float, ptr %3, i64 %162
  store float %275, ptr %276, align 4, !tbaa !11
  %277 = fdiv contract float %213, %214
  %278 = getelementptr inbounds float, ptr %3, i64 %167
  store float %277, ptr %278, align 4, !tbaa !11
  ret void

279:
  %280 = phi float [ 0.000000e+00, %172 ], [ %695, %694 ]
  %281 = phi float [ 0.000000e+00, %172 ], [ %696, %694 ]
  %282 = phi float [ 0.000000e+00, %172 ], [ %697, %694 ]
  %283 = phi float [ 0.000000e+00, %172 ], [ %698, %694 ]
  %284 = phi float [ 0.000000e+00, %172 ], [ %699, %694 ]
  %285 = phi float [ 0.000000e+00, %172 ], [ %700, %694 ]
  %286 = phi float [ 0.000000e+00, %172 ], [ %701, %694 ]
  %287 = phi float [ 0.000000e+00, %172 ], [ %702, %694 ]
  %288 = phi float [ 0.000000e+00, %172 ], [ %703, %694 ]
  %289 = phi float [ 0.000000e+00, %172 ], [ %704, %694 ]
  %290 = phi float [ 0.000000e+00, %172 ], [ %705, %694 ]
  %291 = phi float [ 0.000000e+00, %172 ], [ %706, %694 ]
  %292 = phi float [ 0.000000e+00, %172 ], [ %707, %694 ]
  %293 = phi float [ 0.000000e+00, %172 ], [ %708, %694 ]
  %294 = phi float [ 0.000000e+00, %172 ], [ %709, %694 ]
  %295 = phi float [ 0.000000e+00, %172 ], [ %710, %694 ]
  %296 = phi float [ 0.000000e+00, %172 ], [ %711, %694 ]
  %297 = phi float [ 0.000000e+00, %172 ], [ %712, %694 ]
  %298 = phi float [ 0.000000e+00, %172 ], [ %713, %694 ]
  %299 = phi float [ 0.000000e+00, %172 ], [ %714, %694 ]
  %300 = phi float [ 0.000000e+00, %172 ], [ %715, %694 ]
  %301 = phi float [ 0.000000e+00, %172 ], [ %716, %694 ]
  %302 = phi float [ 0.000000e+00, %172 ], [ %717, %694 ]
  %303 = phi float [ 0.000000e+00, %172 ], [ %718, %694 ]
  %304 = phi float [ 0.000000e+00, %172 ], [ %719, %694 ]
  %305 = phi float [ 0.000000e+00, %172 ], [ %720, %694 ]
  %306 = phi float [ 0.000000e+00, %172 ], [ %721, %694 ]
  %307 = phi float [ 0.000000e+00, %172 ], [ %722, %694 ]
  %308 = phi float [ 0.000000e+00, %172 ], [ %723, %694 ]
  %309 = phi float [ 0.000000e+00, %172 ], [ %724, %694 ]
  %310 = phi float [ 0.000000e+00, %172 ], [ %725, %694 ]
  %311 = phi float [ 0.000000e+00, %172 ], [ %726, %694 ]
  %312 = phi float [ 0xC6293E5940000000, %172 ], [ %728, %694 ]
  %313 = phi float [ 0.000000e+00, %172 ], [ %727, %694 ]
  %314 = phi i32 [ 0, %172 ], [ %729, %694 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %315 = shl nsw i32 %314, 5
  br i1 %180, label %332, label %316

316:
  %317 = phi i32 [ %329, %316 ], [ %9, %279 ]
  %318 = phi i32 [ %330, %316 ], [ 0, %279 ]
  %319 = add nuw nsw i32 %317, %315
  %320 = zext nneg i32 %319 to i64
  %321 = getelementptr inbounds nuw float, ptr %1, i64 %320
  %322 = load float, ptr %321, align 4, !tbaa !11
  %323 = lshr i32 %317, 5
  %324 = zext nneg i32 %323 to i64
  %325 = getelementptr inbounds nuw [32 x float], ptr %175, i64 %324
  store float %322, ptr %325, align 4, !tbaa !11
  %326 = getelementptr inbounds nuw float, ptr %2, i64 %320
  %327 = load float, ptr %326, align 4, !tbaa !11
  %328 = getelementptr inbounds nuw [32 x float], ptr %176, i64 %324
  store float %327, ptr %328, align 4, !tbaa !11
  %329 = add nuw nsw i32 %317, 64
  %330 = add i32 %318, 1
  %331 = icmp eq i32 %330, %179
  br i1 %331, label %332, label %316, !llvm.loop !13

332:
  %333 = phi i32 [ %9, %279 ], [ %329, %316 ]
  br label %335

334:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %382

335:
  %336 = phi i32 [ %333, %332 ], [ %380, %335 ]
  %337 = add nuw nsw i32 %336, %315
  %338 = zext nneg i32 %337 to i64
  %339 = getelementptr inbounds nuw float, ptr %1, i64 %338
  %340 = load float, ptr %339, align 4, !tbaa !11
  %341 = lshr i32 %336, 5
  %342 = zext nneg i32 %341 to i64
  %343 = getelementptr inbounds nuw [32 x float], ptr %175, i64 %342
  store float %340, ptr %343, align 4, !tbaa !11
  %344 = getelementptr inbounds nuw float, ptr %2, i64 %338
  %345 = load float, ptr %344, align 4, !tbaa !11
  %346 = getelementptr inbounds nuw [32 x float], ptr %176, i64 %342
  store float %345, ptr %346, align 4, !tbaa !11
  %347 = add nuw nsw i32 %336, 64
  %348 = add nuw nsw i32 %347, %315
  %349 = zext nneg i32 %348 to i64
  %350 = getelementptr inbounds nuw float, ptr %1, i64 %349
  %351 = load float, ptr %350, align 4, !tbaa !11
  %352 = lshr i32 %347, 5
  %353 = zext nneg i32 %352 to i64
  %354 = getelementptr inbounds nuw [32 x float], ptr %175, i64 %353
  store float %351, ptr %354, align 4, !tbaa !11
  %355 = getelementptr inbounds nuw float, ptr %2, i64 %349
  %356 = load float, ptr %355, align 4, !tbaa !11
  %357 = getelementptr inbounds nuw [32 x float], ptr %176, i64 %353
  store float %356, ptr %357, align 4, !tbaa !11
  %358 = add nuw nsw i32 %336, 128
  %359 = add nuw nsw i32 %358, %315
  %360 = zext nneg i32 %359 to i64
  %361 = getelementptr inbounds nuw float, ptr %1, i64 %360
  %362 = load float, ptr %361, align 4, !tbaa !11
  %363 = lshr i32 %358, 5
  %364 = zext nneg i32 %363 to i64
  %365 = getelementptr inbounds nuw [32 x float], ptr %175, i64 %364
  store float %362, ptr %365, align 4, !tbaa !11
  %366 = getelementptr inbounds nuw float, ptr %2, i64 %360
  %367 = load float, ptr %366, align 4, !tbaa !11
  %368 = getelementptr inbounds nuw [32 x float], ptr %176, i64 %364
  store float %367, ptr %368, align 4, !tbaa !11
  %369 = add nuw nsw i32 %336, 192
  %370 = add nuw nsw i32 %369, %315
  %371 = zext nneg i32 %370 to i64
  %372 = getelementptr inbounds nuw float, ptr %1, i64 %371
  %373 = load float, ptr %372, align 4, !tbaa !11
  %374 = lshr i32 %369, 5
  %375 = zext nneg i32 %374 to i64
  %376 = getelementptr inbounds nuw [32 x float], ptr %175, i64 %375
  store float %373, ptr %376, align 4, !tbaa !11
  %377 = getelementptr inbounds nuw float, ptr %2, i64 %371
  %378 = load float, ptr %377, align 4, !tbaa !11
  %379 = getelementptr inbounds nuw [32 x float], ptr %176, i64 %375
  store float %378, ptr %379, align 4, !tbaa !11
  %380 = add nuw nsw i32 %336, 256
  %381 = icmp ult i32 %336, 1792
  br i1 %381, label %335, label %334, !llvm.loop !15

382:
  %383 = phi float [ %280, %334 ], [ %597, %557 ]
  %384 = phi float [ %281, %334 ], [ %600, %557 ]
  %385 = phi float [ %282, %334 ], [ %603, %557 ]
  %386 = phi float [ %283, %334 ], [ %606, %557 ]
  %387 = phi float [ %284, %334 ], [ %609, %557 ]
  %388 = phi float [ %285, %334 ], [ %612, %557 ]
  %389 = phi float [ %286, %334 ], [ %615, %557 ]
  %390 = phi float [ %287, %334 ], [ %618, %557 ]
  %391 = phi float [ %288, %334 ], [ %621, %557 ]
  %392 = phi float [ %289, %334 ], [ %624, %557 ]
  %393 = phi float [ %290, %334 ], [ %627, %557 ]
  %394 = phi float [ %291, %334 ], [ %630, %557 ]
  %395 = phi float [ %292, %334 ], [ %633, %557 ]
  %396 = phi float [ %293, %334 ], [ %636, %557 ]
  %397 = phi float [ %294, %334 ], [ %639, %557 ]
  %398 = phi float [ %295, %334 ], [ %642, %557 ]
  %399 = phi float [ %296, %334 ], [ %645, %557 ]
  %400 = phi float [ %297, %334 ], [ %648, %557 ]
  %401 = phi float [ %298, %334 ], [ %651, %557 ]
  %402 = phi float [ %299, %334 ], [ %654, %557 ]
  %403 = phi float [ %300, %334 ], [ %657, %557 ]
  %404 = phi float [ %301, %334 ], [ %660, %557 ]
  %405 = phi float [ %302, %334 ], [ %663, %557 ]
  %406 = phi float [ %303, %334 ], [ %666, %557 ]
  %407 = phi float [ %304, %334 ], [ %669, %557 ]
  %408 = phi float [ %305, %334 ], [ %672, %557 ]
  %409 = phi float [ %306, %334 ], [ %675, %557 ]
  %410 = phi float [ %307, %334 ], [ %678, %557 ]
  %411 = phi float [ %308, %334 ], [ %681, %557 ]
  %412 = phi float [ %309, %334 ], [ %684, %557 ]
  %413 = phi float [ %310, %334 ], [ %687, %557 ]
  %414 = phi float [ %311, %334 ], [ %690, %557 ]
  %415 = phi float [ %312, %334 ], [ %591, %557 ]
  %416 = phi float [ %313, %334 ], [ %691, %557 ]
  %417 = phi i32 [ 0, %334 ], [ %692, %557 ]
  %418 = or disjoint i32 %417, %314
  %419 = icmp sgt i32 %418, %10
  %420 = select i1 %5, i1 %419, i1 false
  br i1 %420, label %694, label %421

421:
  %422 = zext nneg i32 %417 to i64
  %423 = getelementptr inbounds nuw [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ6attendE2ks to ptr), i64 %422
  %424 = load float, ptr %423, align 4, !tbaa !11
  %425 = tail call noundef float @llvm.fma.f32(float %15, float %424, float 0.000000e+00)
  %426 = getelementptr inbounds nuw i8, ptr %423, i64 4
  %427 = load float, ptr %426, align 4, !tbaa !11
  %428 = tail call noundef float @llvm.fma.f32(float %20, float %427, float %425)
  %429 = getelementptr inbounds nuw i8, ptr %423, i64 8
  %430 = load float, ptr %429, align 4, !tbaa !11
  %431 = tail call noundef float @llvm.fma.f32(float %25, float %430, float %428)
  %432 = getelementptr inbounds nuw i8, ptr %423, i64 12
  %433 = load float, ptr %432, align 4, !tbaa !11
  %434 = tail call noundef float @llvm.fma.f32(float %30, float %433, float %431)
  %435 = getelementptr inbounds nuw i8, ptr %423, i64 16
  %436 = load float, ptr %435, align 4, !tbaa !11
  %437 = tail call noundef float @llvm.fma.f32(float %35, float %436, float %434)
  %438 = getelementptr inbounds nuw i8, ptr %423, i64 20
  %439 = load float, ptr %438, align 4, !tbaa !11
  %440 = tail call noundef float @llvm.fma.f32(float %40, float %439, float %437)
  %441 = getelementptr inbounds nuw i8, ptr %423, i64 24
  %442 = load float, ptr %441, align 4, !tbaa !11
  %443 = tail call noundef float @llvm.fma.f32(float %45, float %442, float %440)
  %444 = getelementptr inbounds nuw i8, ptr %423, i64 28
  %445 = load float, ptr %444, align 4, !tbaa !11
  %446 = tail call noundef float @llvm.fma.f32(float %50, float %445, float %443)
  %447 = getelementptr inbounds nuw i8, ptr %423, i64 32
  %448 = load float, ptr %447, align 4, !tbaa !11
  %449 = tail call noundef float @llvm.fma.f32(float %55, float %448, float %446)
  %450 = getelementptr inbounds nuw i8, ptr %423, i64 36
  %451 = load float, ptr %450, align 4, !tbaa !11
  %452 = tail call noundef float @llvm.fma.f32(float %60, float %451, float %449)
  %453 = getelementptr inbounds nuw i8, ptr %423, i64 40
  %454 = load float, ptr %453, align 4, !tbaa !11
  %455 = tail call noundef float @llvm.fma.f32(float %65, float %454, float %452)
  %456 = getelementptr inbounds nuw i8, ptr %423, i64 44
  %457 = load float, ptr %456, align 4, !tbaa !11
  %458 = tail call noundef float @llvm.fma.f32(float %70, float %457, float %455)
  %459 = getelementptr inbounds nuw i8, ptr %423, i64 48
  %460 = load float, ptr %459, align 4, !tbaa !11
  %461 = tail call noundef float @llvm.fma.f32(float %75, float %460, float %458)
  %462 = getelementptr inbounds nuw i8, ptr %423, i64 52
  %463 = load float, ptr %462, align 4, !tbaa !11
  %464 = tail call noundef float @llvm.fma.f32(float %80, float %463, float %461)
  %465 = getelementptr inbounds nuw i8, ptr %423, i64 56
  %466 = load float, ptr %465, align 4, !tbaa !11
  %467 = tail call noundef float @llvm.fma.f32(float %85, float %466, float %464)
  %468 = getelementptr inbounds nuw i8, ptr %423, i64 60
  %469 = load float, ptr %468, align 4, !tbaa !11
  %470 = tail call noundef float @llvm.fma.f32(float %90, float %469, float %467)
  %471 = getelementptr inbounds nuw i8, ptr %423, i64 64
  %472 = load float, ptr %471, align 4, !tbaa !11
  %473 = tail call noundef float @llvm.fma.f32(float %95, float %472, float %470)
  %474 = getelementptr inbounds nuw i8, ptr %423, i64 68
  %475 = load float, ptr %474, align 4, !tbaa !11
  %476 = tail call noundef float @llvm.fma.f32(float %100, float %475, float %473)
  %477 = getelementptr inbounds nuw i8, ptr %423, i64 72
  %478 = load float, ptr %477, align 4, !tbaa !11
  %479 = tail call noundef float @llvm.fma.f32(float %105, float %478, float %476)
  %480 = getelementptr inbounds nuw i8, ptr %423, i64 76
  %481 = load float, ptr %480, align 4, !tbaa !11
  %482 = tail call noundef float @llvm.fma.f32(float %110, float %481, float %479)
  %483 = getelementptr inbounds nuw i8, ptr %423, i64 80
  %484 = load float, ptr %483, align 4, !tbaa !11
  %485 = tail call noundef float @llvm.fma.f32(float %115, float %484, float %482)
  %486 = getelementptr inbounds nuw i8, ptr %423, i64 84
  %487 = load float, ptr %486, align 4, !tbaa !11
  %488 = tail call noundef float @llvm.fma.f32(float %120, float %487, float %485)
  %489 = getelementptr inbounds nuw i8, ptr %423, i64 88
  %490 = load float, ptr %489, align 4, !tbaa !11
  %491 = tail call noundef float @llvm.fma.f32(float %125, float %490, float %488)
  %492 = getelementptr inbounds nuw i8, ptr %423, i64 92
  %493 = load float, ptr %492, align 4, !tbaa !11
  %494 = tail call noundef float @llvm.fma.f32(float %130, float %493, float %491)
  %495 = getelementptr inbounds nuw i8, ptr %423, i64 96
  %496 = load float, ptr %495, align 4, !tbaa !11
  %497 = tail call noundef float @llvm.fma.f32(float %135, float %496, float %494)
  %498 = getelementptr inbounds nuw i8, ptr %423, i64 100
  %499 = load float, ptr %498, align 4, !tbaa !11
  %500 = tail call noundef float @llvm.fma.f32(float %140, float %499, float %497)
  %501 = getelementptr inbounds nuw i8, ptr %423, i64 104
  %502 = load float, ptr %501, align 4, !tbaa !11
  %503 = tail call noundef float @llvm.fma.f32(float %145, float %502, float %500)
  %504 = getelementptr inbounds nuw i8, ptr %423, i64 108
  %505 = load float, ptr %504, align 4, !tbaa !11
  %506 = tail call noundef float @llvm.fma.f32(float %150, float %505, float %503)
  %507 = getelementptr inbounds nuw i8, ptr %423, i64 112
  %508 = load float, ptr %507, align 4, !tbaa !11
  %509 = tail call noundef float @llvm.fma.f32(float %155, float %508, float %506)
  %510 = getelementptr inbounds nuw i8, ptr %423, i64 116
  %511 = load float, ptr %510, align 4, !tbaa !11
  %512 = tail call noundef float @llvm.fma.f32(float %160, float %511, float %509)
  %513 = getelementptr inbounds nuw i8, ptr %423, i64 120
  %514 = load float, ptr %513, align 4, !tbaa !11
  %515 = tail call noundef float @llvm.fma.f32(float %165, float %514, float %512)
  %516 = getelementptr inbounds nuw i8, ptr %423, i64 124
  %517 = load float, ptr %516, align 4, !tbaa !11
  %518 = tail call noundef float @llvm.fma.f32(float %170, float %517, float %515)
  %519 = fcmp contract ogt float %518, %415
  br i1 %519, label %520, label %557

520:
  %521 = fsub contract float %415, %518
  %522 = fmul float %521, 0x3FF7154760000000
  %523 = tail call noundef float @llvm.nvvm.ex2.approx.f32(float %522)
  %524 = fmul contract float %523, %383
  %525 = fmul contract float %523, %384
  %526 = fmul contract float %523, %385
  %527 = fmul contract float %523, %386
  %528 = fmul contract float %523, %387
  %529 = fmul contract float %523, %388
  %530 = fmul contract float %523, %389
  %531 = fmul contract float %523, %390
  %532 = fmul contract float %523, %391
  %533 = fmul contract float %523, %392
  %534 = fmul contract float %523, %393
  %535 = fmul contract float %523, %394
  %536 = fmul contract float %523, %395
  %537 = fmul contract float %523, %396
  %538 = fmul contract float %523, %397
  %539 = fmul contract float %523, %398
  %540 = fmul contract float %523, %399
  %541 = fmul contract float %523, %400
  %542 = fmul contract float %523, %401
  %543 = fmul contract float %523, %402
  %544 = fmul contract float %523, %403
  %545 = fmul contract float %523, %404
  %546 = fmul contract float %523, %405
  %547 = fmul contract float %523, %406
  %548 = fmul contract float %523, %407
  %549 = fmul contract float %523, %408
  %550 = fmul contract float %523, %409
  %551 = fmul contract float %523, %410
  %552 = fmul contract float %523, %411
  %553 = fmul contract float %523, %412
  %554 = fmul contract float %523, %413
  %555 = fmul contract float %523, %414
  %556 = fmul contract float %416, %523
  br label %557

557:
  %558 = phi float [ %524, %520 ], [ %383, %421 ]
  %559 = phi float [ %525, %520 ], [ %384, %421 ]
  %560 = phi float [ %526, %520 ], [ %385, %421 ]
  %561 = phi float [ %527, %520 ], [ %386, %421 ]
  %562 = phi float [ %528, %520 ], [ %387, %421 ]
  %563 = phi float [ %529, %520 ], [ %388, %421 ]
  %564 = phi float [ %530, %520 ], [ %389, %421 ]
  %565 = phi float [ %531, %520 ], [ %390, %421 ]
  %566 = phi float [ %532, %520 ], [ %391, %421 ]
  %567 = phi float [ %533, %520 ], [ %392, %421 ]
  %568 = phi float [ %534, %520 ], [ %393, %421 ]
  %569 = phi float [ %535, %520 ], [ %394, %421 ]
  %570 = phi float [ %536, %520 ], [ %395, %421 ]
  %571 = phi float [ %537, %520 ], [ %396, %421 ]
  %572 = phi float [ %538, %520 ], [ %397, %421 ]
  %573 = phi float [ %539, %520 ], [ %398, %421 ]
  %574 = phi float [ %540, %520 ], [ %399, %421 ]
  %575 = phi float [ %541, %520 ], [ %400, %421 ]
  %576 = phi float [ %542, %520 ], [ %401, %421 ]
  %577 = phi float [ %543, %520 ], [ %402, %421 ]
  %578 = phi float [ %544, %520 ], [ %403, %421 ]
  %579 = phi float [ %545, %520 ], [ %404, %421 ]
  %580 = phi float [ %546, %520 ], [ %405, %421 ]
  %581 = phi float [ %547, %520 ], [ %406, %421 ]
  %582 = phi float [ %548, %520 ], [ %407, %421 ]
  %583 = phi float [ %549, %520 ], [ %408, %421 ]
  %584 = phi float [ %550, %520 ], [ %409, %421 ]
  %585 = phi float [ %551, %520 ], [ %410, %421 ]
  %586 = phi float [ %552, %520 ], [ %411, %421 ]
  %587 = phi float [ %553, %520 ], [ %412, %421 ]
  %588 = phi float [ %554, %520 ], [ %413, %421 ]
  %589 = phi float [ %555, %520 ], [ %414, %421 ]
  %590 = phi float [ %556, %520 ], [ %416, %421 ]
  %591 = phi float [ %518, %520 ], [ %415, %421 ]
  %592 = fsub contract float %518, %591
  %593 = fmul float %592, 0x3FF7154760000000
  %594 = tail call noundef float @llvm.nvvm.ex2.approx.f32(float %593)
  %595 = getelementptr inbounds nuw [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ6attendE2vs to ptr), i64 %422
  %596 = load float, ptr %595, align 4, !tbaa !11
  %597 = tail call noundef float @llvm.fma.f32(float %594, float %596, float %558)
  %598 = getelementptr inbounds nuw i8, ptr %595, i64 4
  %599 = load float, ptr %598, align 4, !tbaa !11
  %600 = tail call noundef float @llvm.fma.f32(float %594, float %599, float %559)
  %601 = getelementptr inbounds nuw i8, ptr %595, i64 8
  %602 = load float, ptr %601, align 4, !tbaa !11
  %603 = tail call noundef float @llvm.fma.f32(float %594, float %602, float %560)
  %604 = getelementptr inbounds nuw i8, ptr %595, i64 12
  %605 = load float, ptr %604, align 4, !tbaa !11
  %606 = tail call noundef float @llvm.fma.f32(float %594, float %605, float %561)
  %607 = getelementptr inbounds nuw i8, ptr %595, i64 16
  %608 = load float, ptr %607, align 4, !tbaa !11
  %609 = tail call noundef float @llvm.fma.f32(float %594, float %608, float %562)
  %610 = getelementptr inbounds nuw i8, ptr %595, i64 20
  %611 = load float, ptr %610, align 4, !tbaa !11
  %612 = tail call noundef float @llvm.fma.f32(float %594, float %611, float %563)
  %613 = getelementptr inbounds nuw i8, ptr %595, i64 24
  %614 = load float, ptr %613, align 4, !tbaa !11
  %615 = tail call noundef float @llvm.fma.f32(float %594, float %614, float %564)
  %616 = getelementptr inbounds nuw i8, ptr %595, i64 28
  %617 = load float, ptr %616, align 4, !tbaa !11
  %618 = tail call noundef float @llvm.fma.f32(float %594, float %617, float %565)
  %619 = getelementptr inbounds nuw i8, ptr %595, i64 32
  %620 = load float, ptr %619, align 4, !tbaa !11
  %621 = tail call noundef float @llvm.fma.f32(float %594, float %620, float %566)
  %622 = getelementptr inbounds nuw i8, ptr %595, i64 36
  %623 = load float, ptr %622, align 4, !tbaa !11
  %624 = tail call noundef float @llvm.fma.f32(float %594, float %623, float %567)
  %625 = getelementptr inbounds nuw i8, ptr %595, i64 40
  %626 = load float, ptr %625, align 4, !tbaa !11
  %627 = tail call noundef float @llvm.fma.f32(float %594, float %626, float %568)
  %628 = getelementptr inbounds nuw i8, ptr %595, i64 44
  %629 = load float, ptr %628, align 4, !tbaa !11
  %630 = tail call noundef float @llvm.fma.f32(float %594, float %629, float %569)
  %631 = getelementptr inbounds nuw i8, ptr %595, i64 48
  %632 = load float, ptr %631, align 4, !tbaa !11
  %633 = tail call noundef float @llvm.fma.f32(float %594, float %632, float %570)
  %634 = getelementptr inbounds nuw i8, ptr %595, i64 52
  %635 = load float, ptr %634, align 4, !tbaa !11
  %636 = tail call noundef float @llvm.fma.f32(float %594, float %635, float %571)
  %637 = getelementptr inbounds nuw i8, ptr %595, i64 56
  %638 = load float, ptr %637, align 4, !tbaa !11
  %639 = tail call noundef float @llvm.fma.f32(float %594, float %638, float %572)
  %640 = getelementptr inbounds nuw i8, ptr %595, i64 60
  %641 = load float, ptr %640, align 4, !tbaa !11
  %642 = tail call noundef float @llvm.fma.f32(float %594, float %641, float %573)
  %643 = getelementptr inbounds nuw i8, ptr %595, i64 64
  %644 = load float, ptr %643, align 4, !tbaa !11
  %645 = tail call noundef float @llvm.fma.f32(float %594, float %644, float %574)
  %646 = getelementptr inbounds nuw i8, ptr %595, i64 68
  %647 = load float, ptr %646, align 4, !tbaa !11
  %648 = tail call noundef float @llvm.fma.f32(float %594, float %647, float %575)
  %649 = getelementptr inbounds nuw i8, ptr %595, i64 72
  %650 = load float, ptr %649, align 4, !tbaa !11
  %651 = tail call noundef float @llvm.fma.f32(float %594, float %650, float %576)
  %652 = getelementptr inbounds nuw i8, ptr %595, i64 76
  %653 = load float, ptr %652, align 4, !tbaa !11
  %654 = tail call noundef float @llvm.fma.f32(float %594, float %653, float %577)
  %655 = getelementptr inbounds nuw i8, ptr %595, i64 80
  %656 = load float, ptr %655, align 4, !tbaa !11
  %657 = tail call noundef float @llvm.fma.f32(float %594, float %656, float %578)
  %658 = getelementptr inbounds nuw i8, ptr %595, i64 84
  %659 = load float, ptr %658, align 4, !tbaa !11
  %660 = tail call noundef float @llvm.fma.f32(float %594, float %659, float %579)
  %661 = getelementptr inbounds nuw i8, ptr %595, i64 88
  %662 = load float, ptr %661, align 4, !tbaa !11
  %663 = tail call noundef float @llvm.fma.f32(float %594, float %662, float %580)
  %664 = getelementptr inbounds nuw i8, ptr %595, i64 92
  %665 = load float, ptr %664, align 4, !tbaa !11
  %666 = tail call noundef float @llvm.fma.f32(float %594, float %665, float %581)
  %667 = getelementptr inbounds nuw i8, ptr %595, i64 96
  %668 = load float, ptr %667, align 4, !tbaa !11
  %669 = tail call noundef float @llvm.fma.f32(float %594, float %668, float %582)
  %670 = getelementptr inbounds nuw i8, ptr %595, i64 100
  %671 = load float, ptr %670, align 4, !tbaa !11
  %672 = tail call noundef float @llvm.fma.f32(float %594, float %671, float %583)
  %673 = getelementptr inbounds nuw i8, ptr %595, i64 104
  %674 = load float, ptr %673, align 4, !tbaa !11
  %675 = tail call noundef float @llvm.fma.f32(float %594, float %674, float %584)
  %676 = getelementptr inbounds nuw i8, ptr %595, i64 108
  %677 = load float, ptr %676, align 4, !tbaa !11
  %678 = tail call noundef float @llvm.fma.f32(float %594, float %677, float %585)
  %679 = getelementptr inbounds nuw i8, ptr %595, i64 112
  %680 = load float, ptr %679, align 4, !tbaa !11
  %681 = tail call noundef float @llvm.fma.f32(float %594, float %680, float %586)
  %682 = getelementptr inbounds nuw i8, ptr %595, i64 116
  %683 = load float, ptr %682, align 4, !tbaa !11
  %684 = tail call noundef float @llvm.fma.f32(float %594, float %683, float %587)
  %685 = getelementptr inbounds nuw i8, ptr %595, i64 120
  %686 = load float, ptr %685, align 4, !tbaa !11
  %687 = tail call noundef float @llvm.fma.f32(float %594, float %686, float %588)
  %688 = getelementptr inbounds nuw i8, ptr %595, i64 124
  %689 = load float, ptr %688, align 4, !tbaa !11
  %690 = tail call noundef float @llvm.fma.f32(float %594, float %689, float %589)
  %691 = fadd contract float %590, %594
  %692 = add nuw nsw i32 %417, 1
  %693 = icmp eq i32 %692, 64
  br i1 %693, label %694, label %382, !llvm.loop !17

694:
  %695 = phi float [ %383, %382 ], [ %597, %557 ]
  %696 = phi float [ %384, %382 ], [ %600, %557 ]
  %697 = phi float [ %385, %382 ], [ %603, %557 ]
  %698 = phi float [ %386, %382 ], [ %606, %557 ]
  %699 = phi float [ %387, %382 ], [ %609, %557 ]
  %700 = phi float [ %388, %382 ], [ %612, %557 ]
  %701 = phi float [ %389, %382 ], [ %615, %557 ]
  %702 = phi float [ %390, %382 ], [ %618, %557 ]
  %703 = phi float [ %391, %382 ], [ %621, %557 ]
  %704 = phi float [ %392, %382 ], [ %624, %557 ]
  %705 = phi float [ %393, %382 ], [ %627, %557 ]
  %706 = phi float [ %394, %382 ], [ %630, %557 ]
  %707 = phi float [ %395, %382 ], [ %633, %557 ]
  %708 = phi float [ %396, %382 ], [ %636, %557 ]
  %709 = phi float [ %397, %382 ], [ %639, %557 ]
  %710 = phi float [ %398, %382 ], [ %642, %557 ]
  %711 = phi float [ %399, %382 ], [ %645, %557 ]
  %712 = phi float [ %400, %382 ], [ %648, %557 ]
  %713 = phi float [ %401, %382 ], [ %651, %557 ]
  %714 = phi float [ %402, %382 ], [ %654, %557 ]
  %715 = phi float [ %403, %382 ], [ %657, %557 ]
  %716 = phi float [ %404, %382 ], [ %660, %557 ]
  %717 = phi float [ %405, %382 ], [ %663, %557 ]
  %718 = phi float [ %406, %382 ], [ %666, %557 ]
  %719 = phi float [ %407, %382 ], [ %669, %557 ]
  %720 = phi float [ %408, %382 ], [ %672, %557 ]
  %721 = phi float [ %409, %382 ], [ %675, %557 ]
  %722 = phi float [ %410, %382 ], [ %678, %557 ]
  %723 = phi float [ %411, %382 ], [ %681, %557 ]
  %724 = phi float [ %412, %382 ], [ %684, %557 ]
  %725 = phi float [ %413, %382 ], [ %687, %557 ]
  %726 = phi float [ %414, %382 ], [ %690, %557 ]
  %727 = phi float [ %416, %382 ], [ %691, %557 ]
  %728 = phi float [ %415, %382 ], [ %591, %557 ]
  %729 = add nuw nsw i32 %314, 64
  %730 = icmp slt i32 %729, %4
  br i1 %730, label %279, label %181, !llvm.loop !18
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare float @llvm.nvvm.ex2.approx.f32(float) #3

declare float @llvm.fma.f32(float, float, float) #4

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
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
!12 = !{!"float", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = distinct !{!17, !16}
!18 = distinct !{!18, !16}
