target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Pair = type { float, i32 }

@_ZZ13bitonic_blockE1s = internal unnamed_addr addrspace(3) global [512 x i32] undef, align 4
@_ZZ13bitonic_pairsE1s = internal unnamed_addr addrspace(3) global [512 x %struct.Pair] undef, align 4

define dso_local ptx_kernel void @bitonic_block(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 9
  %5 = zext i32 %4 to i64
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %5
  %7 = zext nneg i32 %2 to i64
  %8 = getelementptr inbounds nuw i32, ptr %6, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %7
  store i32 %9, ptr %10, align 4, !tbaa !6
  %11 = add nuw nsw i32 %2, 256
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %6, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %12
  store i32 %14, ptr %15, align 4, !tbaa !6
  %16 = shl nuw nsw i32 %2, 1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %17
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = zext nneg i32 %16 to i64
  %21 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 4
  %23 = load i32, ptr %22, align 4, !tbaa !6
  %24 = icmp sgt i32 %19, %23
  %25 = and i32 %2, 1
  %26 = icmp ne i32 %25, 0
  %27 = xor i1 %26, %24
  br i1 %27, label %661, label %662

28:
  store i32 %672, ptr %667, align 4, !tbaa !6
  store i32 %668, ptr %671, align 4, !tbaa !6
  br label %29

29:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %30 = zext nneg i32 %16 to i64
  %31 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %30
  %32 = load i32, ptr %31, align 4, !tbaa !6
  %33 = zext nneg i32 %16 to i64
  %34 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 4
  %36 = load i32, ptr %35, align 4, !tbaa !6
  %37 = icmp sgt i32 %32, %36
  %38 = and i32 %2, 2
  %39 = icmp ne i32 %38, 0
  %40 = xor i1 %39, %37
  br i1 %40, label %41, label %42

41:
  store i32 %36, ptr %31, align 4, !tbaa !6
  store i32 %32, ptr %35, align 4, !tbaa !6
  br label %42

42:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %43 = and i32 %2, 3
  %44 = sub nsw i32 %16, %43
  %45 = and i32 %44, 8
  %46 = sext i32 %44 to i64
  %47 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %46
  %48 = load i32, ptr %47, align 4, !tbaa !6
  %49 = sext i32 %44 to i64
  %50 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %49
  %51 = getelementptr i8, ptr %50, i64 16
  %52 = load i32, ptr %51, align 4, !tbaa !6
  %53 = icmp sgt i32 %48, %52
  %54 = icmp ne i32 %45, 0
  %55 = xor i1 %54, %53
  br i1 %55, label %56, label %57

56:
  store i32 %52, ptr %47, align 4, !tbaa !6
  store i32 %48, ptr %51, align 4, !tbaa !6
  br label %57

57:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %58 = and i32 %2, 1
  %59 = sub nsw i32 %16, %58
  %60 = and i32 %59, 8
  %61 = sext i32 %59 to i64
  %62 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %61
  %63 = load i32, ptr %62, align 4, !tbaa !6
  %64 = sext i32 %59 to i64
  %65 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %64
  %66 = getelementptr i8, ptr %65, i64 8
  %67 = load i32, ptr %66, align 4, !tbaa !6
  %68 = icmp sgt i32 %63, %67
  %69 = icmp ne i32 %60, 0
  %70 = xor i1 %69, %68
  br i1 %70, label %71, label %72

71:
  store i32 %67, ptr %62, align 4, !tbaa !6
  store i32 %63, ptr %66, align 4, !tbaa !6
  br label %72

72:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %73 = zext nneg i32 %16 to i64
  %74 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %73
  %75 = load i32, ptr %74, align 4, !tbaa !6
  %76 = zext nneg i32 %16 to i64
  %77 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %76
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %79 = load i32, ptr %78, align 4, !tbaa !6
  %80 = icmp sgt i32 %75, %79
  %81 = and i32 %2, 4
  %82 = icmp ne i32 %81, 0
  %83 = xor i1 %82, %80
  br i1 %83, label %84, label %85

84:
  store i32 %79, ptr %74, align 4, !tbaa !6
  store i32 %75, ptr %78, align 4, !tbaa !6
  br label %85

85:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %86 = and i32 %2, 7
  %87 = sub nsw i32 %16, %86
  %88 = and i32 %87, 16
  %89 = sext i32 %87 to i64
  %90 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %89
  %91 = load i32, ptr %90, align 4, !tbaa !6
  %92 = sext i32 %87 to i64
  %93 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %92
  %94 = getelementptr i8, ptr %93, i64 32
  %95 = load i32, ptr %94, align 4, !tbaa !6
  %96 = icmp sgt i32 %91, %95
  %97 = icmp ne i32 %88, 0
  %98 = xor i1 %97, %96
  br i1 %98, label %99, label %100

99:
  store i32 %95, ptr %90, align 4, !tbaa !6
  store i32 %91, ptr %94, align 4, !tbaa !6
  br label %100

100:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %101 = and i32 %2, 3
  %102 = sub nsw i32 %16, %101
  %103 = and i32 %102, 16
  %104 = sext i32 %102 to i64
  %105 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %104
  %106 = load i32, ptr %105, align 4, !tbaa !6
  %107 = sext i32 %102 to i64
  %108 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %107
  %109 = getelementptr i8, ptr %108, i64 16
  %110 = load i32, ptr %109, align 4, !tbaa !6
  %111 = icmp sgt i32 %106, %110
  %112 = icmp ne i32 %103, 0
  %113 = xor i1 %112, %111
  br i1 %113, label %114, label %115

114:
  store i32 %110, ptr %105, align 4, !tbaa !6
  store i32 %106, ptr %109, align 4, !tbaa !6
  br label %115

115:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %116 = and i32 %2, 1
  %117 = sub nsw i32 %16, %116
  %118 = and i32 %117, 16
  %119 = sext i32 %117 to i64
  %120 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %119
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = sext i32 %117 to i64
  %123 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %122
  %124 = getelementptr i8, ptr %123, i64 8
  %125 = load i32, ptr %124, align 4, !tbaa !6
  %126 = icmp sgt i32 %121, %125
  %127 = icmp ne i32 %118, 0
  %128 = xor i1 %127, %126
  br i1 %128, label %129, label %130

129:
  store i32 %125, ptr %120, align 4, !tbaa !6
  store i32 %121, ptr %124, align 4, !tbaa !6
  br label %130

130:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %131 = zext nneg i32 %16 to i64
  %132 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %131
  %133 = load i32, ptr %132, align 4, !tbaa !6
  %134 = zext nneg i32 %16 to i64
  %135 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 4
  %137 = load i32, ptr %136, align 4, !tbaa !6
  %138 = icmp sgt i32 %133, %137
  %139 = and i32 %2, 8
  %140 = icmp ne i32 %139, 0
  %141 = xor i1 %140, %138
  br i1 %141, label %142, label %143

142:
  store i32 %137, ptr %132, align 4, !tbaa !6
  store i32 %133, ptr %136, align 4, !tbaa !6
  br label %143

143:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %144 = and i32 %2, 15
  %145 = sub nsw i32 %16, %144
  %146 = and i32 %145, 32
  %147 = sext i32 %145 to i64
  %148 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %147
  %149 = load i32, ptr %148, align 4, !tbaa !6
  %150 = sext i32 %145 to i64
  %151 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %150
  %152 = getelementptr i8, ptr %151, i64 64
  %153 = load i32, ptr %152, align 4, !tbaa !6
  %154 = icmp sgt i32 %149, %153
  %155 = icmp ne i32 %146, 0
  %156 = xor i1 %155, %154
  br i1 %156, label %157, label %158

157:
  store i32 %153, ptr %148, align 4, !tbaa !6
  store i32 %149, ptr %152, align 4, !tbaa !6
  br label %158

158:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %159 = and i32 %2, 7
  %160 = sub nsw i32 %16, %159
  %161 = and i32 %160, 32
  %162 = sext i32 %160 to i64
  %163 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %162
  %164 = load i32, ptr %163, align 4, !tbaa !6
  %165 = sext i32 %160 to i64
  %166 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %165
  %167 = getelementptr i8, ptr %166, i64 32
  %168 = load i32, ptr %167, align 4, !tbaa !6
  %169 = icmp sgt i32 %164, %168
  %170 = icmp ne i32 %161, 0
  %171 = xor i1 %170, %169
  br i1 %171, label %172, label %173

172:
  store i32 %168, ptr %163, align 4, !tbaa !6
  store i32 %164, ptr %167, align 4, !tbaa !6
  br label %173

173:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %174 = and i32 %2, 3
  %175 = sub nsw i32 %16, %174
  %176 = and i32 %175, 32
  %177 = sext i32 %175 to i64
  %178 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %177
  %179 = load i32, ptr %178, align 4, !tbaa !6
  %180 = sext i32 %175 to i64
  %181 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %180
  %182 = getelementptr i8, ptr %181, i64 16
  %183 = load i32, ptr %182, align 4, !tbaa !6
  %184 = icmp sgt i32 %179, %183
  %185 = icmp ne i32 %176, 0
  %186 = xor i1 %185, %184
  br i1 %186, label %187, label %188

187:
  store i32 %183, ptr %178, align 4, !tbaa !6
  store i32 %179, ptr %182, align 4, !tbaa !6
  br label %188

188:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %189 = and i32 %2, 1
  %190 = sub nsw i32 %16, %189
  %191 = and i32 %190, 32
  %192 = sext i32 %190 to i64
  %193 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %192
  %194 = load i32, ptr %193, align 4, !tbaa !6
  %195 = sext i32 %190 to i64
  %196 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %195
  %197 = getelementptr i8, ptr %196, i64 8
  %198 = load i32, ptr %197, align 4, !tbaa !6
  %199 = icmp sgt i32 %194, %198
  %200 = icmp ne i32 %191, 0
  %201 = xor i1 %200, %199
  br i1 %201, label %202, label %203

202:
  store i32 %198, ptr %193, align 4, !tbaa !6
  store i32 %194, ptr %197, align 4, !tbaa !6
  br label %203

203:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %204 = zext nneg i32 %16 to i64
  %205 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %204
  %206 = load i32, ptr %205, align 4, !tbaa !6
  %207 = zext nneg i32 %16 to i64
  %208 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %207
  %209 = getelementptr inbounds nuw i8, ptr %208, i64 4
  %210 = load i32, ptr %209, align 4, !tbaa !6
  %211 = icmp sgt i32 %206, %210
  %212 = and i32 %2, 16
  %213 = icmp ne i32 %212, 0
  %214 = xor i1 %213, %211
  br i1 %214, label %215, label %216

215:
  store i32 %210, ptr %205, align 4, !tbaa !6
  store i32 %206, ptr %209, align 4, !tbaa !6
  br label %216

216:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %217 = and i32 %2, 31
  %218 = sub nsw i32 %16, %217
  %219 = and i32 %218, 64
  %220 = sext i32 %218 to i64
  %221 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %220
  %222 = load i32, ptr %221, align 4, !tbaa !6
  %223 = sext i32 %218 to i64
  %224 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %223
  %225 = getelementptr i8, ptr %224, i64 128
  %226 = load i32, ptr %225, align 4, !tbaa !6
  %227 = icmp sgt i32 %222, %226
  %228 = icmp ne i32 %219, 0
  %229 = xor i1 %228, %227
  br i1 %229, label %230, label %231

230:
  store i32 %226, ptr %221, align 4, !tbaa !6
  store i32 %222, ptr %225, align 4, !tbaa !6
  br label %231

231:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %232 = and i32 %2, 15
  %233 = sub nsw i32 %16, %232
  %234 = and i32 %233, 64
  %235 = sext i32 %233 to i64
  %236 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %235
  %237 = load i32, ptr %236, align 4, !tbaa !6
  %238 = sext i32 %233 to i64
  %239 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %238
  %240 = getelementptr i8, ptr %239, i64 64
  %241 = load i32, ptr %240, align 4, !tbaa !6
  %242 = icmp sgt i32 %237, %241
  %243 = icmp ne i32 %234, 0
  %244 = xor i1 %243, %242
  br i1 %244, label %245, label %246

245:
  store i32 %241, ptr %236, align 4, !tbaa !6
  store i32 %237, ptr %240, align 4, !tbaa !6
  br label %246

246:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %247 = and i32 %2, 7
  %248 = sub nsw i32 %16, %247
  %249 = and i32 %248, 64
  %250 = sext i32 %248 to i64
  %251 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %250
  %252 = load i32, ptr %251, align 4, !tbaa !6
  %253 = sext i32 %248 to i64
  %254 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %253
  %255 = getelementptr i8, ptr %254, i64 32
  %256 = load i32, ptr %255, align 4, !tbaa !6
  %257 = icmp sgt i32 %252, %256
  %258 = icmp ne i32 %249, 0
  %259 = xor i1 %258, %257
  br i1 %259, label %260, label %261

260:
  store i32 %256, ptr %251, align 4, !tbaa !6
  store i32 %252, ptr %255, align 4, !tbaa !6
  br label %261

261:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %262 = and i32 %2, 3
  %263 = sub nsw i32 %16, %262
  %264 = and i32 %263, 64
  %265 = sext i32 %263 to i64
  %266 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %265
  %267 = load i32, ptr %266, align 4, !tbaa !6
  %268 = sext i32 %263 to i64
  %269 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %268
  %270 = getelementptr i8, ptr %269, i64 16
  %271 = load i32, ptr %270, align 4, !tbaa !6
  %272 = icmp sgt i32 %267, %271
  %273 = icmp ne i32 %264, 0
  %274 = xor i1 %273, %272
  br i1 %274, label %275, label %276

275:
  store i32 %271, ptr %266, align 4, !tbaa !6
  store i32 %267, ptr %270, align 4, !tbaa !6
  br label %276

276:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %277 = and i32 %2, 1
  %278 = sub nsw i32 %16, %277
  %279 = and i32 %278, 64
  %280 = sext i32 %278 to i64
  %281 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %280
  %282 = load i32, ptr %281, align 4, !tbaa !6
  %283 = sext i32 %278 to i64
  %284 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %283
  %285 = getelementptr i8, ptr %284, i64 8
  %286 = load i32, ptr %285, align 4, !tbaa !6
  %287 = icmp sgt i32 %282, %286
  %288 = icmp ne i32 %279, 0
  %289 = xor i1 %288, %287
  br i1 %289, label %290, label %291

290:
  store i32 %286, ptr %281, align 4, !tbaa !6
  store i32 %282, ptr %285, align 4, !tbaa !6
  br label %291

291:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %292 = zext nneg i32 %16 to i64
  %293 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %292
  %294 = load i32, ptr %293, align 4, !tbaa !6
  %295 = zext nneg i32 %16 to i64
  %296 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %295
  %297 = getelementptr inbounds nuw i8, ptr %296, i64 4
  %298 = load i32, ptr %297, align 4, !tbaa !6
  %299 = icmp sgt i32 %294, %298
  %300 = and i32 %2, 32
  %301 = icmp ne i32 %300, 0
  %302 = xor i1 %301, %299
  br i1 %302, label %303, label %304

303:
  store i32 %298, ptr %293, align 4, !tbaa !6
  store i32 %294, ptr %297, align 4, !tbaa !6
  br label %304

304:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %305 = and i32 %2, 63
  %306 = sub nsw i32 %16, %305
  %307 = and i32 %306, 128
  %308 = sext i32 %306 to i64
  %309 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %308
  %310 = load i32, ptr %309, align 4, !tbaa !6
  %311 = sext i32 %306 to i64
  %312 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %311
  %313 = getelementptr i8, ptr %312, i64 256
  %314 = load i32, ptr %313, align 4, !tbaa !6
  %315 = icmp sgt i32 %310, %314
  %316 = icmp ne i32 %307, 0
  %317 = xor i1 %316, %315
  br i1 %317, label %318, label %319

318:
  store i32 %314, ptr %309, align 4, !tbaa !6
  store i32 %310, ptr %313, align 4, !tbaa !6
  br label %319

319:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %320 = and i32 %2, 31
  %321 = sub nsw i32 %16, %320
  %322 = and i32 %321, 128
  %323 = sext i32 %321 to i64
  %324 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %323
  %325 = load i32, ptr %324, align 4, !tbaa !6
  %326 = sext i32 %321 to i64
  %327 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %326
  %328 = getelementptr i8, ptr %327, i64 128
  %329 = load i32, ptr %328, align 4, !tbaa !6
  %330 = icmp sgt i32 %325, %329
  %331 = icmp ne i32 %322, 0
  %332 = xor i1 %331, %330
  br i1 %332, label %333, label %334

333:
  store i32 %329, ptr %324, align 4, !tbaa !6
  store i32 %325, ptr %328, align 4, !tbaa !6
  br label %334

334:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %335 = and i32 %2, 15
  %336 = sub nsw i32 %16, %335
  %337 = and i32 %336, 128
  %338 = sext i32 %336 to i64
  %339 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %338
  %340 = load i32, ptr %339, align 4, !tbaa !6
  %341 = sext i32 %336 to i64
  %342 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %341
  %343 = getelementptr i8, ptr %342, i64 64
  %344 = load i32, ptr %343, align 4, !tbaa !6
  %345 = icmp sgt i32 %340, %344
  %346 = icmp ne i32 %337, 0
  %347 = xor i1 %346, %345
  br i1 %347, label %348, label %349

348:
  store i32 %344, ptr %339, align 4, !tbaa !6
  store i32 %340, ptr %343, align 4, !tbaa !6
  br label %349

349:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %350 = and i32 %2, 7
  %351 = sub nsw i32 %16, %350
  %352 = and i32 %351, 128
  %353 = sext i32 %351 to i64
  %354 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %353
  %355 = load i32, ptr %354, align 4, !tbaa !6
  %356 = sext i32 %351 to i64
  %357 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %356
  %358 = getelementptr i8, ptr %357, i64 32
  %359 = load i32, ptr %358, align 4, !tbaa !6
  %360 = icmp sgt i32 %355, %359
  %361 = icmp ne i32 %352, 0
  %362 = xor i1 %361, %360
  br i1 %362, label %363, label %364

363:
  store i32 %359, ptr %354, align 4, !tbaa !6
  store i32 %355, ptr %358, align 4, !tbaa !6
  br label %364

364:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %365 = and i32 %2, 3
  %366 = sub nsw i32 %16, %365
  %367 = and i32 %366, 128
  %368 = sext i32 %366 to i64
  %369 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %368
  %370 = load i32, ptr %369, align 4, !tbaa !6
  %371 = sext i32 %366 to i64
  %372 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %371
  %373 = getelementptr i8, ptr %372, i64 16
  %374 = load i32, ptr %373, align 4, !tbaa !6
  %375 = icmp sgt i32 %370, %374
  %376 = icmp ne i32 %367, 0
  %377 = xor i1 %376, %375
  br i1 %377, label %378, label %379

378:
  store i32 %374, ptr %369, align 4, !tbaa !6
  store i32 %370, ptr %373, align 4, !tbaa !6
  br label %379

379:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %380 = and i32 %2, 1
  %381 = sub nsw i32 %16, %380
  %382 = and i32 %381, 128
  %383 = sext i32 %381 to i64
  %384 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %383
  %385 = load i32, ptr %384, align 4, !tbaa !6
  %386 = sext i32 %381 to i64
  %387 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %386
  %388 = getelementptr i8, ptr %387, i64 8
  %389 = load i32, ptr %388, align 4, !tbaa !6
  %390 = icmp sgt i32 %385, %389
  %391 = icmp ne i32 %382, 0
  %392 = xor i1 %391, %390
  br i1 %392, label %393, label %394

393:
  store i32 %389, ptr %384, align 4, !tbaa !6
  store i32 %385, ptr %388, align 4, !tbaa !6
  br label %394

394:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %395 = zext nneg i32 %16 to i64
  %396 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %395
  %397 = load i32, ptr %396, align 4, !tbaa !6
  %398 = zext nneg i32 %16 to i64
  %399 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %398
  %400 = getelementptr inbounds nuw i8, ptr %399, i64 4
  %401 = load i32, ptr %400, align 4, !tbaa !6
  %402 = icmp sgt i32 %397, %401
  %403 = and i32 %2, 64
  %404 = icmp ne i32 %403, 0
  %405 = xor i1 %404, %402
  br i1 %405, label %406, label %407

406:
  store i32 %401, ptr %396, align 4, !tbaa !6
  store i32 %397, ptr %400, align 4, !tbaa !6
  br label %407

407:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %408 = and i32 %2, 127
  %409 = sub nsw i32 %16, %408
  %410 = and i32 %409, 256
  %411 = sext i32 %409 to i64
  %412 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %411
  %413 = load i32, ptr %412, align 4, !tbaa !6
  %414 = sext i32 %409 to i64
  %415 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %414
  %416 = getelementptr i8, ptr %415, i64 512
  %417 = load i32, ptr %416, align 4, !tbaa !6
  %418 = icmp sgt i32 %413, %417
  %419 = icmp ne i32 %410, 0
  %420 = xor i1 %419, %418
  br i1 %420, label %421, label %422

421:
  store i32 %417, ptr %412, align 4, !tbaa !6
  store i32 %413, ptr %416, align 4, !tbaa !6
  br label %422

422:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %423 = and i32 %2, 63
  %424 = sub nsw i32 %16, %423
  %425 = and i32 %424, 256
  %426 = sext i32 %424 to i64
  %427 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %426
  %428 = load i32, ptr %427, align 4, !tbaa !6
  %429 = sext i32 %424 to i64
  %430 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %429
  %431 = getelementptr i8, ptr %430, i64 256
  %432 = load i32, ptr %431, align 4, !tbaa !6
  %433 = icmp sgt i32 %428, %432
  %434 = icmp ne i32 %425, 0
  %435 = xor i1 %434, %433
  br i1 %435, label %436, label %437

436:
  store i32 %432, ptr %427, align 4, !tbaa !6
  store i32 %428, ptr %431, align 4, !tbaa !6
  br label %437

437:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %438 = and i32 %2, 31
  %439 = sub nsw i32 %16, %438
  %440 = and i32 %439, 256
  %441 = sext i32 %439 to i64
  %442 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %441
  %443 = load i32, ptr %442, align 4, !tbaa !6
  %444 = sext i32 %439 to i64
  %445 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %444
  %446 = getelementptr i8, ptr %445, i64 128
  %447 = load i32, ptr %446, align 4, !tbaa !6
  %448 = icmp sgt i32 %443, %447
  %449 = icmp ne i32 %440, 0
  %450 = xor i1 %449, %448
  br i1 %450, label %451, label %452

451:
  store i32 %447, ptr %442, align 4, !tbaa !6
  store i32 %443, ptr %446, align 4, !tbaa !6
  br label %452

452:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %453 = and i32 %2, 15
  %454 = sub nsw i32 %16, %453
  %455 = and i32 %454, 256
  %456 = sext i32 %454 to i64
  %457 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %456
  %458 = load i32, ptr %457, align 4, !tbaa !6
  %459 = sext i32 %454 to i64
  %460 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %459
  %461 = getelementptr i8, ptr %460, i64 64
  %462 = load i32, ptr %461, align 4, !tbaa !6
  %463 = icmp sgt i32 %458, %462
  %464 = icmp ne i32 %455, 0
  %465 = xor i1 %464, %463
  br i1 %465, label %466, label %467

466:
  store i32 %462, ptr %457, align 4, !tbaa !6
  store i32 %458, ptr %461, align 4, !tbaa !6
  br label %467

467:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %468 = and i32 %2, 7
  %469 = sub nsw i32 %16, %468
  %470 = and i32 %469, 256
  %471 = sext i32 %469 to i64
  %472 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %471
  %473 = load i32, ptr %472, align 4, !tbaa !6
  %474 = sext i32 %469 to i64
  %475 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %474
  %476 = getelementptr i8, ptr %475, i64 32
  %477 = load i32, ptr %476, align 4, !tbaa !6
  %478 = icmp sgt i32 %473, %477
  %479 = icmp ne i32 %470, 0
  %480 = xor i1 %479, %478
  br i1 %480, label %481, label %482

481:
  store i32 %477, ptr %472, align 4, !tbaa !6
  store i32 %473, ptr %476, align 4, !tbaa !6
  br label %482

482:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %483 = and i32 %2, 3
  %484 = sub nsw i32 %16, %483
  %485 = and i32 %484, 256
  %486 = sext i32 %484 to i64
  %487 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %486
  %488 = load i32, ptr %487, align 4, !tbaa !6
  %489 = sext i32 %484 to i64
  %490 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %489
  %491 = getelementptr i8, ptr %490, i64 16
  %492 = load i32, ptr %491, align 4, !tbaa !6
  %493 = icmp sgt i32 %488, %492
  %494 = icmp ne i32 %485, 0
  %495 = xor i1 %494, %493
  br i1 %495, label %496, label %497

496:
  store i32 %492, ptr %487, align 4, !tbaa !6
  store i32 %488, ptr %491, align 4, !tbaa !6
  br label %497

497:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %498 = and i32 %2, 1
  %499 = sub nsw i32 %16, %498
  %500 = and i32 %499, 256
  %501 = sext i32 %499 to i64
  %502 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %501
  %503 = load i32, ptr %502, align 4, !tbaa !6
  %504 = sext i32 %499 to i64
  %505 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %504
  %506 = getelementptr i8, ptr %505, i64 8
  %507 = load i32, ptr %506, align 4, !tbaa !6
  %508 = icmp sgt i32 %503, %507
  %509 = icmp ne i32 %500, 0
  %510 = xor i1 %509, %508
  br i1 %510, label %511, label %512

511:
  store i32 %507, ptr %502, align 4, !tbaa !6
  store i32 %503, ptr %506, align 4, !tbaa !6
  br label %512

512:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %513 = zext nneg i32 %16 to i64
  %514 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %513
  %515 = load i32, ptr %514, align 4, !tbaa !6
  %516 = zext nneg i32 %16 to i64
  %517 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %516
  %518 = getelementptr inbounds nuw i8, ptr %517, i64 4
  %519 = load i32, ptr %518, align 4, !tbaa !6
  %520 = icmp sgt i32 %515, %519
  %521 = and i32 %2, 128
  %522 = icmp ne i32 %521, 0
  %523 = xor i1 %522, %520
  br i1 %523, label %524, label %525

524:
  store i32 %519, ptr %514, align 4, !tbaa !6
  store i32 %515, ptr %518, align 4, !tbaa !6
  br label %525

525:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %526 = and i32 %2, 255
  %527 = sub nsw i32 %16, %526
  %528 = and i32 %527, 512
  %529 = sext i32 %527 to i64
  %530 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %529
  %531 = load i32, ptr %530, align 4, !tbaa !6
  %532 = sext i32 %527 to i64
  %533 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %532
  %534 = getelementptr i8, ptr %533, i64 1024
  %535 = load i32, ptr %534, align 4, !tbaa !6
  %536 = icmp sgt i32 %531, %535
  %537 = icmp ne i32 %528, 0
  %538 = xor i1 %537, %536
  br i1 %538, label %539, label %540

539:
  store i32 %535, ptr %530, align 4, !tbaa !6
  store i32 %531, ptr %534, align 4, !tbaa !6
  br label %540

540:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %541 = and i32 %2, 127
  %542 = sub nsw i32 %16, %541
  %543 = and i32 %542, 512
  %544 = sext i32 %542 to i64
  %545 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %544
  %546 = load i32, ptr %545, align 4, !tbaa !6
  %547 = sext i32 %542 to i64
  %548 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %547
  %549 = getelementptr i8, ptr %548, i64 512
  %550 = load i32, ptr %549, align 4, !tbaa !6
  %551 = icmp sgt i32 %546, %550
  %552 = icmp ne i32 %543, 0
  %553 = xor i1 %552, %551
  br i1 %553, label %554, label %555

554:
  store i32 %550, ptr %545, align 4, !tbaa !6
  store i32 %546, ptr %549, align 4, !tbaa !6
  br label %555

555:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %556 = and i32 %2, 63
  %557 = sub nsw i32 %16, %556
  %558 = and i32 %557, 512
  %559 = sext i32 %557 to i64
  %560 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %559
  %561 = load i32, ptr %560, align 4, !tbaa !6
  %562 = sext i32 %557 to i64
  %563 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %562
  %564 = getelementptr i8, ptr %563, i64 256
  %565 = load i32, ptr %564, align 4, !tbaa !6
  %566 = icmp sgt i32 %561, %565
  %567 = icmp ne i32 %558, 0
  %568 = xor i1 %567, %566
  br i1 %568, label %569, label %570

569:
  store i32 %565, ptr %560, align 4, !tbaa !6
  store i32 %561, ptr %564, align 4, !tbaa !6
  br label %570

570:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %571 = and i32 %2, 31
  %572 = sub nsw i32 %16, %571
  %573 = and i32 %572, 512
  %574 = sext i32 %572 to i64
  %575 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %574
  %576 = load i32, ptr %575, align 4, !tbaa !6
  %577 = sext i32 %572 to i64
  %578 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %577
  %579 = getelementptr i8, ptr %578, i64 128
  %580 = load i32, ptr %579, align 4, !tbaa !6
  %581 = icmp sgt i32 %576, %580
  %582 = icmp ne i32 %573, 0
  %583 = xor i1 %582, %581
  br i1 %583, label %584, label %585

584:
  store i32 %580, ptr %575, align 4, !tbaa !6
  store i32 %576, ptr %579, align 4, !tbaa !6
  br label %585

585:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %586 = and i32 %2, 15
  %587 = sub nsw i32 %16, %586
  %588 = and i32 %587, 512
  %589 = sext i32 %587 to i64
  %590 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %589
  %591 = load i32, ptr %590, align 4, !tbaa !6
  %592 = sext i32 %587 to i64
  %593 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %592
  %594 = getelementptr i8, ptr %593, i64 64
  %595 = load i32, ptr %594, align 4, !tbaa !6
  %596 = icmp sgt i32 %591, %595
  %597 = icmp ne i32 %588, 0
  %598 = xor i1 %597, %596
  br i1 %598, label %599, label %600

599:
  store i32 %595, ptr %590, align 4, !tbaa !6
  store i32 %591, ptr %594, align 4, !tbaa !6
  br label %600

600:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %601 = and i32 %2, 7
  %602 = sub nsw i32 %16, %601
  %603 = and i32 %602, 512
  %604 = sext i32 %602 to i64
  %605 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %604
  %606 = load i32, ptr %605, align 4, !tbaa !6
  %607 = sext i32 %602 to i64
  %608 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %607
  %609 = getelementptr i8, ptr %608, i64 32
  %610 = load i32, ptr %609, align 4, !tbaa !6
  %611 = icmp sgt i32 %606, %610
  %612 = icmp ne i32 %603, 0
  %613 = xor i1 %612, %611
  br i1 %613, label %614, label %615

614:
  store i32 %610, ptr %605, align 4, !tbaa !6
  store i32 %606, ptr %609, align 4, !tbaa !6
  br label %615

615:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %616 = and i32 %2, 3
  %617 = sub nsw i32 %16, %616
  %618 = and i32 %617, 512
  %619 = sext i32 %617 to i64
  %620 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %619
  %621 = load i32, ptr %620, align 4, !tbaa !6
  %622 = sext i32 %617 to i64
  %623 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %622
  %624 = getelementptr i8, ptr %623, i64 16
  %625 = load i32, ptr %624, align 4, !tbaa !6
  %626 = icmp sgt i32 %621, %625
  %627 = icmp ne i32 %618, 0
  %628 = xor i1 %627, %626
  br i1 %628, label %629, label %630

629:
  store i32 %625, ptr %620, align 4, !tbaa !6
  store i32 %621, ptr %624, align 4, !tbaa !6
  br label %630

630:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %631 = and i32 %2, 1
  %632 = sub nsw i32 %16, %631
  %633 = and i32 %632, 512
  %634 = sext i32 %632 to i64
  %635 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %634
  %636 = load i32, ptr %635, align 4, !tbaa !6
  %637 = sext i32 %632 to i64
  %638 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %637
  %639 = getelementptr i8, ptr %638, i64 8
  %640 = load i32, ptr %639, align 4, !tbaa !6
  %641 = icmp sgt i32 %636, %640
  %642 = icmp ne i32 %633, 0
  %643 = xor i1 %642, %641
  br i1 %643, label %644, label %645

644:
  store i32 %640, ptr %635, align 4, !tbaa !6
  store i32 %636, ptr %639, align 4, !tbaa !6
  br label %645

645:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %646 = zext nneg i32 %16 to i64
  %647 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %646
  %648 = load i32, ptr %647, align 4, !tbaa !6
  %649 = zext nneg i32 %16 to i64
  %650 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %649
  %651 = getelementptr inbounds nuw i8, ptr %650, i64 4
  %652 = load i32, ptr %651, align 4, !tbaa !6
  %653 = icmp sgt i32 %648, %652
  %654 = and i32 %2, 256
  %655 = icmp ne i32 %654, 0
  %656 = xor i1 %655, %653
  br i1 %656, label %657, label %658

657:
  store i32 %652, ptr %647, align 4, !tbaa !6
  store i32 %648, ptr %651, align 4, !tbaa !6
  br label %658

658:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %659 = load i32, ptr %10, align 4, !tbaa !6
  store i32 %659, ptr %8, align 4, !tbaa !6
  %660 = load i32, ptr %15, align 4, !tbaa !6
  store i32 %660, ptr %13, align 4, !tbaa !6
  ret void

661:
  store i32 %23, ptr %18, align 4, !tbaa !6
  store i32 %19, ptr %22, align 4, !tbaa !6
  br label %662

662:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %663 = and i32 %2, 1
  %664 = sub nsw i32 %16, %663
  %665 = and i32 %664, 4
  %666 = sext i32 %664 to i64
  %667 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %666
  %668 = load i32, ptr %667, align 4, !tbaa !6
  %669 = sext i32 %664 to i64
  %670 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_blockE1s to ptr), i64 %669
  %671 = getelementptr i8, ptr %670, i64 8
  %672 = load i32, ptr %671, align 4, !tbaa !6
  %673 = icmp sgt i32 %668, %672
  %674 = icmp ne i32 %665, 0
  %675 = xor i1 %674, %673
  br i1 %675, label %28, label %29
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @bitonic_pairs(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 9
  %5 = zext i32 %4 to i64
  %6 = getelementptr inbounds nuw %struct.Pair, ptr %0, i64 %5
  %7 = zext nneg i32 %2 to i64
  %8 = getelementptr inbounds nuw %struct.Pair, ptr %6, i64 %7
  %9 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %7
  %10 = load i64, ptr %8, align 4
  store i64 %10, ptr %9, align 4
  %11 = add nuw nsw i32 %2, 256
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw %struct.Pair, ptr %6, i64 %12
  %14 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %12
  %15 = load i64, ptr %13, align 4
  store i64 %15, ptr %14, align 4
  %16 = shl nuw nsw i32 %2, 1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %17
  %19 = load float, ptr %18, align 4, !tbaa !11
  %20 = zext nneg i32 %16 to i64
  %21 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %23 = load float, ptr %22, align 4, !tbaa !11
  %24 = fcmp contract ogt float %19, %23
  %25 = and i32 %2, 1
  %26 = icmp ne i32 %25, 0
  %27 = xor i1 %26, %24
  br i1 %27, label %837, label %842

28:
  %29 = getelementptr i8, ptr %849, i64 20
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = getelementptr inbounds nuw i8, ptr %846, i64 4
  %32 = load i32, ptr %31, align 4, !tbaa !6
  store float %851, ptr %846, align 4, !tbaa !11
  store i32 %30, ptr %31, align 4, !tbaa !6
  store float %847, ptr %850, align 4, !tbaa !11
  store i32 %32, ptr %29, align 4, !tbaa !6
  br label %33

33:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %34 = zext nneg i32 %16 to i64
  %35 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %34
  %36 = load float, ptr %35, align 4, !tbaa !11
  %37 = zext nneg i32 %16 to i64
  %38 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %40 = load float, ptr %39, align 4, !tbaa !11
  %41 = fcmp contract ogt float %36, %40
  %42 = and i32 %2, 2
  %43 = icmp ne i32 %42, 0
  %44 = xor i1 %43, %41
  br i1 %44, label %45, label %50

45:
  %46 = getelementptr inbounds nuw i8, ptr %38, i64 12
  %47 = load i32, ptr %46, align 4, !tbaa !6
  %48 = getelementptr inbounds nuw i8, ptr %35, i64 4
  %49 = load i32, ptr %48, align 4, !tbaa !6
  store float %40, ptr %35, align 4, !tbaa !11
  store i32 %47, ptr %48, align 4, !tbaa !6
  store float %36, ptr %39, align 4, !tbaa !11
  store i32 %49, ptr %46, align 4, !tbaa !6
  br label %50

50:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %51 = and i32 %2, 3
  %52 = sub nsw i32 %16, %51
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %53
  %55 = load float, ptr %54, align 4, !tbaa !11
  %56 = sext i32 %52 to i64
  %57 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %56
  %58 = getelementptr i8, ptr %57, i64 32
  %59 = load float, ptr %58, align 4, !tbaa !11
  %60 = fcmp contract ogt float %55, %59
  %61 = and i32 %52, 8
  %62 = icmp ne i32 %61, 0
  %63 = xor i1 %62, %60
  br i1 %63, label %64, label %69

64:
  %65 = getelementptr i8, ptr %57, i64 36
  %66 = load i32, ptr %65, align 4, !tbaa !6
  %67 = getelementptr inbounds nuw i8, ptr %54, i64 4
  %68 = load i32, ptr %67, align 4, !tbaa !6
  store float %59, ptr %54, align 4, !tbaa !11
  store i32 %66, ptr %67, align 4, !tbaa !6
  store float %55, ptr %58, align 4, !tbaa !11
  store i32 %68, ptr %65, align 4, !tbaa !6
  br label %69

69:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %70 = and i32 %2, 1
  %71 = sub nsw i32 %16, %70
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %72
  %74 = load float, ptr %73, align 4, !tbaa !11
  %75 = sext i32 %71 to i64
  %76 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %75
  %77 = getelementptr i8, ptr %76, i64 16
  %78 = load float, ptr %77, align 4, !tbaa !11
  %79 = fcmp contract ogt float %74, %78
  %80 = and i32 %71, 8
  %81 = icmp ne i32 %80, 0
  %82 = xor i1 %81, %79
  br i1 %82, label %83, label %88

83:
  %84 = getelementptr i8, ptr %76, i64 20
  %85 = load i32, ptr %84, align 4, !tbaa !6
  %86 = getelementptr inbounds nuw i8, ptr %73, i64 4
  %87 = load i32, ptr %86, align 4, !tbaa !6
  store float %78, ptr %73, align 4, !tbaa !11
  store i32 %85, ptr %86, align 4, !tbaa !6
  store float %74, ptr %77, align 4, !tbaa !11
  store i32 %87, ptr %84, align 4, !tbaa !6
  br label %88

88:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %89 = zext nneg i32 %16 to i64
  %90 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %89
  %91 = load float, ptr %90, align 4, !tbaa !11
  %92 = zext nneg i32 %16 to i64
  %93 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %95 = load float, ptr %94, align 4, !tbaa !11
  %96 = fcmp contract ogt float %91, %95
  %97 = and i32 %2, 4
  %98 = icmp ne i32 %97, 0
  %99 = xor i1 %98, %96
  br i1 %99, label %100, label %105

100:
  %101 = getelementptr inbounds nuw i8, ptr %93, i64 12
  %102 = load i32, ptr %101, align 4, !tbaa !6
  %103 = getelementptr inbounds nuw i8, ptr %90, i64 4
  %104 = load i32, ptr %103, align 4, !tbaa !6
  store float %95, ptr %90, align 4, !tbaa !11
  store i32 %102, ptr %103, align 4, !tbaa !6
  store float %91, ptr %94, align 4, !tbaa !11
  store i32 %104, ptr %101, align 4, !tbaa !6
  br label %105

105:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %106 = and i32 %2, 7
  %107 = sub nsw i32 %16, %106
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %108
  %110 = load float, ptr %109, align 4, !tbaa !11
  %111 = sext i32 %107 to i64
  %112 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %111
  %113 = getelementptr i8, ptr %112, i64 64
  %114 = load float, ptr %113, align 4, !tbaa !11
  %115 = fcmp contract ogt float %110, %114
  %116 = and i32 %107, 16
  %117 = icmp ne i32 %116, 0
  %118 = xor i1 %117, %115
  br i1 %118, label %119, label %124

119:
  %120 = getelementptr i8, ptr %112, i64 68
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = getelementptr inbounds nuw i8, ptr %109, i64 4
  %123 = load i32, ptr %122, align 4, !tbaa !6
  store float %114, ptr %109, align 4, !tbaa !11
  store i32 %121, ptr %122, align 4, !tbaa !6
  store float %110, ptr %113, align 4, !tbaa !11
  store i32 %123, ptr %120, align 4, !tbaa !6
  br label %124

124:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %125 = and i32 %2, 3
  %126 = sub nsw i32 %16, %125
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %127
  %129 = load float, ptr %128, align 4, !tbaa !11
  %130 = sext i32 %126 to i64
  %131 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %130
  %132 = getelementptr i8, ptr %131, i64 32
  %133 = load float, ptr %132, align 4, !tbaa !11
  %134 = fcmp contract ogt float %129, %133
  %135 = and i32 %126, 16
  %136 = icmp ne i32 %135, 0
  %137 = xor i1 %136, %134
  br i1 %137, label %138, label %143

138:
  %139 = getelementptr i8, ptr %131, i64 36
  %140 = load i32, ptr %139, align 4, !tbaa !6
  %141 = getelementptr inbounds nuw i8, ptr %128, i64 4
  %142 = load i32, ptr %141, align 4, !tbaa !6
  store float %133, ptr %128, align 4, !tbaa !11
  store i32 %140, ptr %141, align 4, !tbaa !6
  store float %129, ptr %132, align 4, !tbaa !11
  store i32 %142, ptr %139, align 4, !tbaa !6
  br label %143

143:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %144 = and i32 %2, 1
  %145 = sub nsw i32 %16, %144
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %146
  %148 = load float, ptr %147, align 4, !tbaa !11
  %149 = sext i32 %145 to i64
  %150 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %149
  %151 = getelementptr i8, ptr %150, i64 16
  %152 = load float, ptr %151, align 4, !tbaa !11
  %153 = fcmp contract ogt float %148, %152
  %154 = and i32 %145, 16
  %155 = icmp ne i32 %154, 0
  %156 = xor i1 %155, %153
  br i1 %156, label %157, label %162

157:
  %158 = getelementptr i8, ptr %150, i64 20
  %159 = load i32, ptr %158, align 4, !tbaa !6
  %160 = getelementptr inbounds nuw i8, ptr %147, i64 4
  %161 = load i32, ptr %160, align 4, !tbaa !6
  store float %152, ptr %147, align 4, !tbaa !11
  store i32 %159, ptr %160, align 4, !tbaa !6
  store float %148, ptr %151, align 4, !tbaa !11
  store i32 %161, ptr %158, align 4, !tbaa !6
  br label %162

162:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %163 = zext nneg i32 %16 to i64
  %164 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %163
  %165 = load float, ptr %164, align 4, !tbaa !11
  %166 = zext nneg i32 %16 to i64
  %167 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %166
  %168 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %169 = load float, ptr %168, align 4, !tbaa !11
  %170 = fcmp contract ogt float %165, %169
  %171 = and i32 %2, 8
  %172 = icmp ne i32 %171, 0
  %173 = xor i1 %172, %170
  br i1 %173, label %174, label %179

174:
  %175 = getelementptr inbounds nuw i8, ptr %167, i64 12
  %176 = load i32, ptr %175, align 4, !tbaa !6
  %177 = getelementptr inbounds nuw i8, ptr %164, i64 4
  %178 = load i32, ptr %177, align 4, !tbaa !6
  store float %169, ptr %164, align 4, !tbaa !11
  store i32 %176, ptr %177, align 4, !tbaa !6
  store float %165, ptr %168, align 4, !tbaa !11
  store i32 %178, ptr %175, align 4, !tbaa !6
  br label %179

179:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %180 = and i32 %2, 15
  %181 = sub nsw i32 %16, %180
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %182
  %184 = load float, ptr %183, align 4, !tbaa !11
  %185 = sext i32 %181 to i64
  %186 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %185
  %187 = getelementptr i8, ptr %186, i64 128
  %188 = load float, ptr %187, align 4, !tbaa !11
  %189 = fcmp contract ogt float %184, %188
  %190 = and i32 %181, 32
  %191 = icmp ne i32 %190, 0
  %192 = xor i1 %191, %189
  br i1 %192, label %193, label %198

193:
  %194 = getelementptr i8, ptr %186, i64 132
  %195 = load i32, ptr %194, align 4, !tbaa !6
  %196 = getelementptr inbounds nuw i8, ptr %183, i64 4
  %197 = load i32, ptr %196, align 4, !tbaa !6
  store float %188, ptr %183, align 4, !tbaa !11
  store i32 %195, ptr %196, align 4, !tbaa !6
  store float %184, ptr %187, align 4, !tbaa !11
  store i32 %197, ptr %194, align 4, !tbaa !6
  br label %198

198:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %199 = and i32 %2, 7
  %200 = sub nsw i32 %16, %199
  %201 = sext i32 %200 to i64
  %202 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %201
  %203 = load float, ptr %202, align 4, !tbaa !11
  %204 = sext i32 %200 to i64
  %205 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %204
  %206 = getelementptr i8, ptr %205, i64 64
  %207 = load float, ptr %206, align 4, !tbaa !11
  %208 = fcmp contract ogt float %203, %207
  %209 = and i32 %200, 32
  %210 = icmp ne i32 %209, 0
  %211 = xor i1 %210, %208
  br i1 %211, label %212, label %217

212:
  %213 = getelementptr i8, ptr %205, i64 68
  %214 = load i32, ptr %213, align 4, !tbaa !6
  %215 = getelementptr inbounds nuw i8, ptr %202, i64 4
  %216 = load i32, ptr %215, align 4, !tbaa !6
  store float %207, ptr %202, align 4, !tbaa !11
  store i32 %214, ptr %215, align 4, !tbaa !6
  store float %203, ptr %206, align 4, !tbaa !11
  store i32 %216, ptr %213, align 4, !tbaa !6
  br label %217

217:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %218 = and i32 %2, 3
  %219 = sub nsw i32 %16, %218
  %220 = sext i32 %219 to i64
  %221 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %220
  %222 = load float, ptr %221, align 4, !tbaa !11
  %223 = sext i32 %219 to i64
  %224 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %223
  %225 = getelementptr i8, ptr %224, i64 32
  %226 = load float, ptr %225, align 4, !tbaa !11
  %227 = fcmp contract ogt float %222, %226
  %228 = and i32 %219, 32
  %229 = icmp ne i32 %228, 0
  %230 = xor i1 %229, %227
  br i1 %230, label %231, label %236

231:
  %232 = getelementptr i8, ptr %224, i64 36
  %233 = load i32, ptr %232, align 4, !tbaa !6
  %234 = getelementptr inbounds nuw i8, ptr %221, i64 4
  %235 = load i32, ptr %234, align 4, !tbaa !6
  store float %226, ptr %221, align 4, !tbaa !11
  store i32 %233, ptr %234, align 4, !tbaa !6
  store float %222, ptr %225, align 4, !tbaa !11
  store i32 %235, ptr %232, align 4, !tbaa !6
  br label %236

236:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %237 = and i32 %2, 1
  %238 = sub nsw i32 %16, %237
  %239 = sext i32 %238 to i64
  %240 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %239
  %241 = load float, ptr %240, align 4, !tbaa !11
  %242 = sext i32 %238 to i64
  %243 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %242
  %244 = getelementptr i8, ptr %243, i64 16
  %245 = load float, ptr %244, align 4, !tbaa !11
  %246 = fcmp contract ogt float %241, %245
  %247 = and i32 %238, 32
  %248 = icmp ne i32 %247, 0
  %249 = xor i1 %248, %246
  br i1 %249, label %250, label %255

250:
  %251 = getelementptr i8, ptr %243, i64 20
  %252 = load i32, ptr %251, align 4, !tbaa !6
  %253 = getelementptr inbounds nuw i8, ptr %240, i64 4
  %254 = load i32, ptr %253, align 4, !tbaa !6
  store float %245, ptr %240, align 4, !tbaa !11
  store i32 %252, ptr %253, align 4, !tbaa !6
  store float %241, ptr %244, align 4, !tbaa !11
  store i32 %254, ptr %251, align 4, !tbaa !6
  br label %255

255:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %256 = zext nneg i32 %16 to i64
  %257 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %256
  %258 = load float, ptr %257, align 4, !tbaa !11
  %259 = zext nneg i32 %16 to i64
  %260 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %259
  %261 = getelementptr inbounds nuw i8, ptr %260, i64 8
  %262 = load float, ptr %261, align 4, !tbaa !11
  %263 = fcmp contract ogt float %258, %262
  %264 = and i32 %2, 16
  %265 = icmp ne i32 %264, 0
  %266 = xor i1 %265, %263
  br i1 %266, label %267, label %272

267:
  %268 = getelementptr inbounds nuw i8, ptr %260, i64 12
  %269 = load i32, ptr %268, align 4, !tbaa !6
  %270 = getelementptr inbounds nuw i8, ptr %257, i64 4
  %271 = load i32, ptr %270, align 4, !tbaa !6
  store float %262, ptr %257, align 4, !tbaa !11
  store i32 %269, ptr %270, align 4, !tbaa !6
  store float %258, ptr %261, align 4, !tbaa !11
  store i32 %271, ptr %268, align 4, !tbaa !6
  br label %272

272:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %273 = and i32 %2, 31
  %274 = sub nsw i32 %16, %273
  %275 = sext i32 %274 to i64
  %276 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %275
  %277 = load float, ptr %276, align 4, !tbaa !11
  %278 = sext i32 %274 to i64
  %279 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %278
  %280 = getelementptr i8, ptr %279, i64 256
  %281 = load float, ptr %280, align 4, !tbaa !11
  %282 = fcmp contract ogt float %277, %281
  %283 = and i32 %274, 64
  %284 = icmp ne i32 %283, 0
  %285 = xor i1 %284, %282
  br i1 %285, label %286, label %291

286:
  %287 = getelementptr i8, ptr %279, i64 260
  %288 = load i32, ptr %287, align 4, !tbaa !6
  %289 = getelementptr inbounds nuw i8, ptr %276, i64 4
  %290 = load i32, ptr %289, align 4, !tbaa !6
  store float %281, ptr %276, align 4, !tbaa !11
  store i32 %288, ptr %289, align 4, !tbaa !6
  store float %277, ptr %280, align 4, !tbaa !11
  store i32 %290, ptr %287, align 4, !tbaa !6
  br label %291

291:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %292 = and i32 %2, 15
  %293 = sub nsw i32 %16, %292
  %294 = sext i32 %293 to i64
  %295 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %294
  %296 = load float, ptr %295, align 4, !tbaa !11
  %297 = sext i32 %293 to i64
  %298 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %297
  %299 = getelementptr i8, ptr %298, i64 128
  %300 = load float, ptr %299, align 4, !tbaa !11
  %301 = fcmp contract ogt float %296, %300
  %302 = and i32 %293, 64
  %303 = icmp ne i32 %302, 0
  %304 = xor i1 %303, %301
  br i1 %304, label %305, label %310

305:
  %306 = getelementptr i8, ptr %298, i64 132
  %307 = load i32, ptr %306, align 4, !tbaa !6
  %308 = getelementptr inbounds nuw i8, ptr %295, i64 4
  %309 = load i32, ptr %308, align 4, !tbaa !6
  store float %300, ptr %295, align 4, !tbaa !11
  store i32 %307, ptr %308, align 4, !tbaa !6
  store float %296, ptr %299, align 4, !tbaa !11
  store i32 %309, ptr %306, align 4, !tbaa !6
  br label %310

310:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %311 = and i32 %2, 7
  %312 = sub nsw i32 %16, %311
  %313 = sext i32 %312 to i64
  %314 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %313
  %315 = load float, ptr %314, align 4, !tbaa !11
  %316 = sext i32 %312 to i64
  %317 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %316
  %318 = getelementptr i8, ptr %317, i64 64
  %319 = load float, ptr %318, align 4, !tbaa !11
  %320 = fcmp contract ogt float %315, %319
  %321 = and i32 %312, 64
  %322 = icmp ne i32 %321, 0
  %323 = xor i1 %322, %320
  br i1 %323, label %324, label %329

324:
  %325 = getelementptr i8, ptr %317, i64 68
  %326 = load i32, ptr %325, align 4, !tbaa !6
  %327 = getelementptr inbounds nuw i8, ptr %314, i64 4
  %328 = load i32, ptr %327, align 4, !tbaa !6
  store float %319, ptr %314, align 4, !tbaa !11
  store i32 %326, ptr %327, align 4, !tbaa !6
  store float %315, ptr %318, align 4, !tbaa !11
  store i32 %328, ptr %325, align 4, !tbaa !6
  br label %329

329:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %330 = and i32 %2, 3
  %331 = sub nsw i32 %16, %330
  %332 = sext i32 %331 to i64
  %333 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %332
  %334 = load float, ptr %333, align 4, !tbaa !11
  %335 = sext i32 %331 to i64
  %336 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %335
  %337 = getelementptr i8, ptr %336, i64 32
  %338 = load float, ptr %337, align 4, !tbaa !11
  %339 = fcmp contract ogt float %334, %338
  %340 = and i32 %331, 64
  %341 = icmp ne i32 %340, 0
  %342 = xor i1 %341, %339
  br i1 %342, label %343, label %348

343:
  %344 = getelementptr i8, ptr %336, i64 36
  %345 = load i32, ptr %344, align 4, !tbaa !6
  %346 = getelementptr inbounds nuw i8, ptr %333, i64 4
  %347 = load i32, ptr %346, align 4, !tbaa !6
  store float %338, ptr %333, align 4, !tbaa !11
  store i32 %345, ptr %346, align 4, !tbaa !6
  store float %334, ptr %337, align 4, !tbaa !11
  store i32 %347, ptr %344, align 4, !tbaa !6
  br label %348

348:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %349 = and i32 %2, 1
  %350 = sub nsw i32 %16, %349
  %351 = sext i32 %350 to i64
  %352 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %351
  %353 = load float, ptr %352, align 4, !tbaa !11
  %354 = sext i32 %350 to i64
  %355 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %354
  %356 = getelementptr i8, ptr %355, i64 16
  %357 = load float, ptr %356, align 4, !tbaa !11
  %358 = fcmp contract ogt float %353, %357
  %359 = and i32 %350, 64
  %360 = icmp ne i32 %359, 0
  %361 = xor i1 %360, %358
  br i1 %361, label %362, label %367

362:
  %363 = getelementptr i8, ptr %355, i64 20
  %364 = load i32, ptr %363, align 4, !tbaa !6
  %365 = getelementptr inbounds nuw i8, ptr %352, i64 4
  %366 = load i32, ptr %365, align 4, !tbaa !6
  store float %357, ptr %352, align 4, !tbaa !11
  store i32 %364, ptr %365, align 4, !tbaa !6
  store float %353, ptr %356, align 4, !tbaa !11
  store i32 %366, ptr %363, align 4, !tbaa !6
  br label %367

367:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %368 = zext nneg i32 %16 to i64
  %369 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %368
  %370 = load float, ptr %369, align 4, !tbaa !11
  %371 = zext nneg i32 %16 to i64
  %372 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %371
  %373 = getelementptr inbounds nuw i8, ptr %372, i64 8
  %374 = load float, ptr %373, align 4, !tbaa !11
  %375 = fcmp contract ogt float %370, %374
  %376 = and i32 %2, 32
  %377 = icmp ne i32 %376, 0
  %378 = xor i1 %377, %375
  br i1 %378, label %379, label %384

379:
  %380 = getelementptr inbounds nuw i8, ptr %372, i64 12
  %381 = load i32, ptr %380, align 4, !tbaa !6
  %382 = getelementptr inbounds nuw i8, ptr %369, i64 4
  %383 = load i32, ptr %382, align 4, !tbaa !6
  store float %374, ptr %369, align 4, !tbaa !11
  store i32 %381, ptr %382, align 4, !tbaa !6
  store float %370, ptr %373, align 4, !tbaa !11
  store i32 %383, ptr %380, align 4, !tbaa !6
  br label %384

384:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %385 = and i32 %2, 63
  %386 = sub nsw i32 %16, %385
  %387 = sext i32 %386 to i64
  %388 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %387
  %389 = load float, ptr %388, align 4, !tbaa !11
  %390 = sext i32 %386 to i64
  %391 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %390
  %392 = getelementptr i8, ptr %391, i64 512
  %393 = load float, ptr %392, align 4, !tbaa !11
  %394 = fcmp contract ogt float %389, %393
  %395 = and i32 %386, 128
  %396 = icmp ne i32 %395, 0
  %397 = xor i1 %396, %394
  br i1 %397, label %398, label %403

398:
  %399 = getelementptr i8, ptr %391, i64 516
  %400 = load i32, ptr %399, align 4, !tbaa !6
  %401 = getelementptr inbounds nuw i8, ptr %388, i64 4
  %402 = load i32, ptr %401, align 4, !tbaa !6
  store float %393, ptr %388, align 4, !tbaa !11
  store i32 %400, ptr %401, align 4, !tbaa !6
  store float %389, ptr %392, align 4, !tbaa !11
  store i32 %402, ptr %399, align 4, !tbaa !6
  br label %403

403:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %404 = and i32 %2, 31
  %405 = sub nsw i32 %16, %404
  %406 = sext i32 %405 to i64
  %407 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %406
  %408 = load float, ptr %407, align 4, !tbaa !11
  %409 = sext i32 %405 to i64
  %410 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %409
  %411 = getelementptr i8, ptr %410, i64 256
  %412 = load float, ptr %411, align 4, !tbaa !11
  %413 = fcmp contract ogt float %408, %412
  %414 = and i32 %405, 128
  %415 = icmp ne i32 %414, 0
  %416 = xor i1 %415, %413
  br i1 %416, label %417, label %422

417:
  %418 = getelementptr i8, ptr %410, i64 260
  %419 = load i32, ptr %418, align 4, !tbaa !6
  %420 = getelementptr inbounds nuw i8, ptr %407, i64 4
  %421 = load i32, ptr %420, align 4, !tbaa !6
  store float %412, ptr %407, align 4, !tbaa !11
  store i32 %419, ptr %420, align 4, !tbaa !6
  store float %408, ptr %411, align 4, !tbaa !11
  store i32 %421, ptr %418, align 4, !tbaa !6
  br label %422

422:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %423 = and i32 %2, 15
  %424 = sub nsw i32 %16, %423
  %425 = sext i32 %424 to i64
  %426 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %425
  %427 = load float, ptr %426, align 4, !tbaa !11
  %428 = sext i32 %424 to i64
  %429 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %428
  %430 = getelementptr i8, ptr %429, i64 128
  %431 = load float, ptr %430, align 4, !tbaa !11
  %432 = fcmp contract ogt float %427, %431
  %433 = and i32 %424, 128
  %434 = icmp ne i32 %433, 0
  %435 = xor i1 %434, %432
  br i1 %435, label %436, label %441

436:
  %437 = getelementptr i8, ptr %429, i64 132
  %438 = load i32, ptr %437, align 4, !tbaa !6
  %439 = getelementptr inbounds nuw i8, ptr %426, i64 4
  %440 = load i32, ptr %439, align 4, !tbaa !6
  store float %431, ptr %426, align 4, !tbaa !11
  store i32 %438, ptr %439, align 4, !tbaa !6
  store float %427, ptr %430, align 4, !tbaa !11
  store i32 %440, ptr %437, align 4, !tbaa !6
  br label %441

441:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %442 = and i32 %2, 7
  %443 = sub nsw i32 %16, %442
  %444 = sext i32 %443 to i64
  %445 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %444
  %446 = load float, ptr %445, align 4, !tbaa !11
  %447 = sext i32 %443 to i64
  %448 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %447
  %449 = getelementptr i8, ptr %448, i64 64
  %450 = load float, ptr %449, align 4, !tbaa !11
  %451 = fcmp contract ogt float %446, %450
  %452 = and i32 %443, 128
  %453 = icmp ne i32 %452, 0
  %454 = xor i1 %453, %451
  br i1 %454, label %455, label %460

455:
  %456 = getelementptr i8, ptr %448, i64 68
  %457 = load i32, ptr %456, align 4, !tbaa !6
  %458 = getelementptr inbounds nuw i8, ptr %445, i64 4
  %459 = load i32, ptr %458, align 4, !tbaa !6
  store float %450, ptr %445, align 4, !tbaa !11
  store i32 %457, ptr %458, align 4, !tbaa !6
  store float %446, ptr %449, align 4, !tbaa !11
  store i32 %459, ptr %456, align 4, !tbaa !6
  br label %460

460:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %461 = and i32 %2, 3
  %462 = sub nsw i32 %16, %461
  %463 = sext i32 %462 to i64
  %464 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %463
  %465 = load float, ptr %464, align 4, !tbaa !11
  %466 = sext i32 %462 to i64
  %467 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %466
  %468 = getelementptr i8, ptr %467, i64 32
  %469 = load float, ptr %468, align 4, !tbaa !11
  %470 = fcmp contract ogt float %465, %469
  %471 = and i32 %462, 128
  %472 = icmp ne i32 %471, 0
  %473 = xor i1 %472, %470
  br i1 %473, label %474, label %479

474:
  %475 = getelementptr i8, ptr %467, i64 36
  %476 = load i32, ptr %475, align 4, !tbaa !6
  %477 = getelementptr inbounds nuw i8, ptr %464, i64 4
  %478 = load i32, ptr %477, align 4, !tbaa !6
  store float %469, ptr %464, align 4, !tbaa !11
  store i32 %476, ptr %477, align 4, !tbaa !6
  store float %465, ptr %468, align 4, !tbaa !11
  store i32 %478, ptr %475, align 4, !tbaa !6
  br label %479

479:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %480 = and i32 %2, 1
  %481 = sub nsw i32 %16, %480
  %482 = sext i32 %481 to i64
  %483 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %482
  %484 = load float, ptr %483, align 4, !tbaa !11
  %485 = sext i32 %481 to i64
  %486 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %485
  %487 = getelementptr i8, ptr %486, i64 16
  %488 = load float, ptr %487, align 4, !tbaa !11
  %489 = fcmp contract ogt float %484, %488
  %490 = and i32 %481, 128
  %491 = icmp ne i32 %490, 0
  %492 = xor i1 %491, %489
  br i1 %492, label %493, label %498

493:
  %494 = getelementptr i8, ptr %486, i64 20
  %495 = load i32, ptr %494, align 4, !tbaa !6
  %496 = getelementptr inbounds nuw i8, ptr %483, i64 4
  %497 = load i32, ptr %496, align 4, !tbaa !6
  store float %488, ptr %483, align 4, !tbaa !11
  store i32 %495, ptr %496, align 4, !tbaa !6
  store float %484, ptr %487, align 4, !tbaa !11
  store i32 %497, ptr %494, align 4, !tbaa !6
  br label %498

498:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %499 = zext nneg i32 %16 to i64
  %500 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %499
  %501 = load float, ptr %500, align 4, !tbaa !11
  %502 = zext nneg i32 %16 to i64
  %503 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %502
  %504 = getelementptr inbounds nuw i8, ptr %503, i64 8
  %505 = load float, ptr %504, align 4, !tbaa !11
  %506 = fcmp contract ogt float %501, %505
  %507 = and i32 %2, 64
  %508 = icmp ne i32 %507, 0
  %509 = xor i1 %508, %506
  br i1 %509, label %510, label %515

510:
  %511 = getelementptr inbounds nuw i8, ptr %503, i64 12
  %512 = load i32, ptr %511, align 4, !tbaa !6
  %513 = getelementptr inbounds nuw i8, ptr %500, i64 4
  %514 = load i32, ptr %513, align 4, !tbaa !6
  store float %505, ptr %500, align 4, !tbaa !11
  store i32 %512, ptr %513, align 4, !tbaa !6
  store float %501, ptr %504, align 4, !tbaa !11
  store i32 %514, ptr %511, align 4, !tbaa !6
  br label %515

515:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %516 = and i32 %2, 127
  %517 = sub nsw i32 %16, %516
  %518 = sext i32 %517 to i64
  %519 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %518
  %520 = load float, ptr %519, align 4, !tbaa !11
  %521 = sext i32 %517 to i64
  %522 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %521
  %523 = getelementptr i8, ptr %522, i64 1024
  %524 = load float, ptr %523, align 4, !tbaa !11
  %525 = fcmp contract ogt float %520, %524
  %526 = and i32 %517, 256
  %527 = icmp ne i32 %526, 0
  %528 = xor i1 %527, %525
  br i1 %528, label %529, label %534

529:
  %530 = getelementptr i8, ptr %522, i64 1028
  %531 = load i32, ptr %530, align 4, !tbaa !6
  %532 = getelementptr inbounds nuw i8, ptr %519, i64 4
  %533 = load i32, ptr %532, align 4, !tbaa !6
  store float %524, ptr %519, align 4, !tbaa !11
  store i32 %531, ptr %532, align 4, !tbaa !6
  store float %520, ptr %523, align 4, !tbaa !11
  store i32 %533, ptr %530, align 4, !tbaa !6
  br label %534

534:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %535 = and i32 %2, 63
  %536 = sub nsw i32 %16, %535
  %537 = sext i32 %536 to i64
  %538 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %537
  %539 = load float, ptr %538, align 4, !tbaa !11
  %540 = sext i32 %536 to i64
  %541 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %540
  %542 = getelementptr i8, ptr %541, i64 512
  %543 = load float, ptr %542, align 4, !tbaa !11
  %544 = fcmp contract ogt float %539, %543
  %545 = and i32 %536, 256
  %546 = icmp ne i32 %545, 0
  %547 = xor i1 %546, %544
  br i1 %547, label %548, label %553

548:
  %549 = getelementptr i8, ptr %541, i64 516
  %550 = load i32, ptr %549, align 4, !tbaa !6
  %551 = getelementptr inbounds nuw i8, ptr %538, i64 4
  %552 = load i32, ptr %551, align 4, !tbaa !6
  store float %543, ptr %538, align 4, !tbaa !11
  store i32 %550, ptr %551, align 4, !tbaa !6
  store float %539, ptr %542, align 4, !tbaa !11
  store i32 %552, ptr %549, align 4, !tbaa !6
  br label %553

553:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %554 = and i32 %2, 31
  %555 = sub nsw i32 %16, %554
  %556 = sext i32 %555 to i64
  %557 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %556
  %558 = load float, ptr %557, align 4, !tbaa !11
  %559 = sext i32 %555 to i64
  %560 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %559
  %561 = getelementptr i8, ptr %560, i64 256
  %562 = load float, ptr %561, align 4, !tbaa !11
  %563 = fcmp contract ogt float %558, %562
  %564 = and i32 %555, 256
  %565 = icmp ne i32 %564, 0
  %566 = xor i1 %565, %563
  br i1 %566, label %567, label %572

567:
  %568 = getelementptr i8, ptr %560, i64 260
  %569 = load i32, ptr %568, align 4, !tbaa !6
  %570 = getelementptr inbounds nuw i8, ptr %557, i64 4
  %571 = load i32, ptr %570, align 4, !tbaa !6
  store float %562, ptr %557, align 4, !tbaa !11
  store i32 %569, ptr %570, align 4, !tbaa !6
  store float %558, ptr %561, align 4, !tbaa !11
  store i32 %571, ptr %568, align 4, !tbaa !6
  br label %572

572:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %573 = and i32 %2, 15
  %574 = sub nsw i32 %16, %573
  %575 = sext i32 %574 to i64
  %576 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %575
  %577 = load float, ptr %576, align 4, !tbaa !11
  %578 = sext i32 %574 to i64
  %579 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %578
  %580 = getelementptr i8, ptr %579, i64 128
  %581 = load float, ptr %580, align 4, !tbaa !11
  %582 = fcmp contract ogt float %577, %581
  %583 = and i32 %574, 256
  %584 = icmp ne i32 %583, 0
  %585 = xor i1 %584, %582
  br i1 %585, label %586, label %591

586:
  %587 = getelementptr i8, ptr %579, i64 132
  %588 = load i32, ptr %587, align 4, !tbaa !6
  %589 = getelementptr inbounds nuw i8, ptr %576, i64 4
  %590 = load i32, ptr %589, align 4, !tbaa !6
  store float %581, ptr %576, align 4, !tbaa !11
  store i32 %588, ptr %589, align 4, !tbaa !6
  store float %577, ptr %580, align 4, !tbaa !11
  store i32 %590, ptr %587, align 4, !tbaa !6
  br label %591

591:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %592 = and i32 %2, 7
  %593 = sub nsw i32 %16, %592
  %594 = sext i32 %593 to i64
  %595 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %594
  %596 = load float, ptr %595, align 4, !tbaa !11
  %597 = sext i32 %593 to i64
  %598 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %597
  %599 = getelementptr i8, ptr %598, i64 64
  %600 = load float, ptr %599, align 4, !tbaa !11
  %601 = fcmp contract ogt float %596, %600
  %602 = and i32 %593, 256
  %603 = icmp ne i32 %602, 0
  %604 = xor i1 %603, %601
  br i1 %604, label %605, label %610

605:
  %606 = getelementptr i8, ptr %598, i64 68
  %607 = load i32, ptr %606, align 4, !tbaa !6
  %608 = getelementptr inbounds nuw i8, ptr %595, i64 4
  %609 = load i32, ptr %608, align 4, !tbaa !6
  store float %600, ptr %595, align 4, !tbaa !11
  store i32 %607, ptr %608, align 4, !tbaa !6
  store float %596, ptr %599, align 4, !tbaa !11
  store i32 %609, ptr %606, align 4, !tbaa !6
  br label %610

610:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %611 = and i32 %2, 3
  %612 = sub nsw i32 %16, %611
  %613 = sext i32 %612 to i64
  %614 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %613
  %615 = load float, ptr %614, align 4, !tbaa !11
  %616 = sext i32 %612 to i64
  %617 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %616
  %618 = getelementptr i8, ptr %617, i64 32
  %619 = load float, ptr %618, align 4, !tbaa !11
  %620 = fcmp contract ogt float %615, %619
  %621 = and i32 %612, 256
  %622 = icmp ne i32 %621, 0
  %623 = xor i1 %622, %620
  br i1 %623, label %624, label %629

624:
  %625 = getelementptr i8, ptr %617, i64 36
  %626 = load i32, ptr %625, align 4, !tbaa !6
  %627 = getelementptr inbounds nuw i8, ptr %614, i64 4
  %628 = load i32, ptr %627, align 4, !tbaa !6
  store float %619, ptr %614, align 4, !tbaa !11
  store i32 %626, ptr %627, align 4, !tbaa !6
  store float %615, ptr %618, align 4, !tbaa !11
  store i32 %628, ptr %625, align 4, !tbaa !6
  br label %629

629:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %630 = and i32 %2, 1
  %631 = sub nsw i32 %16, %630
  %632 = sext i32 %631 to i64
  %633 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %632
  %634 = load float, ptr %633, align 4, !tbaa !11
  %635 = sext i32 %631 to i64
  %636 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %635
  %637 = getelementptr i8, ptr %636, i64 16
  %638 = load float, ptr %637, align 4, !tbaa !11
  %639 = fcmp contract ogt float %634, %638
  %640 = and i32 %631, 256
  %641 = icmp ne i32 %640, 0
  %642 = xor i1 %641, %639
  br i1 %642, label %643, label %648

643:
  %644 = getelementptr i8, ptr %636, i64 20
  %645 = load i32, ptr %644, align 4, !tbaa !6
  %646 = getelementptr inbounds nuw i8, ptr %633, i64 4
  %647 = load i32, ptr %646, align 4, !tbaa !6
  store float %638, ptr %633, align 4, !tbaa !11
  store i32 %645, ptr %646, align 4, !tbaa !6
  store float %634, ptr %637, align 4, !tbaa !11
  store i32 %647, ptr %644, align 4, !tbaa !6
  br label %648

648:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %649 = zext nneg i32 %16 to i64
  %650 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %649
  %651 = load float, ptr %650, align 4, !tbaa !11
  %652 = zext nneg i32 %16 to i64
  %653 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %652
  %654 = getelementptr inbounds nuw i8, ptr %653, i64 8
  %655 = load float, ptr %654, align 4, !tbaa !11
  %656 = fcmp contract ogt float %651, %655
  %657 = and i32 %2, 128
  %658 = icmp ne i32 %657, 0
  %659 = xor i1 %658, %656
  br i1 %659, label %660, label %665

660:
  %661 = getelementptr inbounds nuw i8, ptr %653, i64 12
  %662 = load i32, ptr %661, align 4, !tbaa !6
  %663 = getelementptr inbounds nuw i8, ptr %650, i64 4
  %664 = load i32, ptr %663, align 4, !tbaa !6
  store float %655, ptr %650, align 4, !tbaa !11
  store i32 %662, ptr %663, align 4, !tbaa !6
  store float %651, ptr %654, align 4, !tbaa !11
  store i32 %664, ptr %661, align 4, !tbaa !6
  br label %665

665:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %666 = and i32 %2, 255
  %667 = sub nsw i32 %16, %666
  %668 = sext i32 %667 to i64
  %669 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %668
  %670 = load float, ptr %669, align 4, !tbaa !11
  %671 = sext i32 %667 to i64
  %672 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %671
  %673 = getelementptr i8, ptr %672, i64 2048
  %674 = load float, ptr %673, align 4, !tbaa !11
  %675 = fcmp contract ogt float %670, %674
  %676 = and i32 %667, 512
  %677 = icmp ne i32 %676, 0
  %678 = xor i1 %677, %675
  br i1 %678, label %679, label %684

679:
  %680 = getelementptr i8, ptr %672, i64 2052
  %681 = load i32, ptr %680, align 4, !tbaa !6
  %682 = getelementptr inbounds nuw i8, ptr %669, i64 4
  %683 = load i32, ptr %682, align 4, !tbaa !6
  store float %674, ptr %669, align 4, !tbaa !11
  store i32 %681, ptr %682, align 4, !tbaa !6
  store float %670, ptr %673, align 4, !tbaa !11
  store i32 %683, ptr %680, align 4, !tbaa !6
  br label %684

684:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %685 = and i32 %2, 127
  %686 = sub nsw i32 %16, %685
  %687 = sext i32 %686 to i64
  %688 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %687
  %689 = load float, ptr %688, align 4, !tbaa !11
  %690 = sext i32 %686 to i64
  %691 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %690
  %692 = getelementptr i8, ptr %691, i64 1024
  %693 = load float, ptr %692, align 4, !tbaa !11
  %694 = fcmp contract ogt float %689, %693
  %695 = and i32 %686, 512
  %696 = icmp ne i32 %695, 0
  %697 = xor i1 %696, %694
  br i1 %697, label %698, label %703

698:
  %699 = getelementptr i8, ptr %691, i64 1028
  %700 = load i32, ptr %699, align 4, !tbaa !6
  %701 = getelementptr inbounds nuw i8, ptr %688, i64 4
  %702 = load i32, ptr %701, align 4, !tbaa !6
  store float %693, ptr %688, align 4, !tbaa !11
  store i32 %700, ptr %701, align 4, !tbaa !6
  store float %689, ptr %692, align 4, !tbaa !11
  store i32 %702, ptr %699, align 4, !tbaa !6
  br label %703

703:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %704 = and i32 %2, 63
  %705 = sub nsw i32 %16, %704
  %706 = sext i32 %705 to i64
  %707 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %706
  %708 = load float, ptr %707, align 4, !tbaa !11
  %709 = sext i32 %705 to i64
  %710 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %709
  %711 = getelementptr i8, ptr %710, i64 512
  %712 = load float, ptr %711, align 4, !tbaa !11
  %713 = fcmp contract ogt float %708, %712
  %714 = and i32 %705, 512
  %715 = icmp ne i32 %714, 0
  %716 = xor i1 %715, %713
  br i1 %716, label %717, label %722

717:
  %718 = getelementptr i8, ptr %710, i64 516
  %719 = load i32, ptr %718, align 4, !tbaa !6
  %720 = getelementptr inbounds nuw i8, ptr %707, i64 4
  %721 = load i32, ptr %720, align 4, !tbaa !6
  store float %712, ptr %707, align 4, !tbaa !11
  store i32 %719, ptr %720, align 4, !tbaa !6
  store float %708, ptr %711, align 4, !tbaa !11
  store i32 %721, ptr %718, align 4, !tbaa !6
  br label %722

722:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %723 = and i32 %2, 31
  %724 = sub nsw i32 %16, %723
  %725 = sext i32 %724 to i64
  %726 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %725
  %727 = load float, ptr %726, align 4, !tbaa !11
  %728 = sext i32 %724 to i64
  %729 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %728
  %730 = getelementptr i8, ptr %729, i64 256
  %731 = load float, ptr %730, align 4, !tbaa !11
  %732 = fcmp contract ogt float %727, %731
  %733 = and i32 %724, 512
  %734 = icmp ne i32 %733, 0
  %735 = xor i1 %734, %732
  br i1 %735, label %736, label %741

736:
  %737 = getelementptr i8, ptr %729, i64 260
  %738 = load i32, ptr %737, align 4, !tbaa !6
  %739 = getelementptr inbounds nuw i8, ptr %726, i64 4
  %740 = load i32, ptr %739, align 4, !tbaa !6
  store float %731, ptr %726, align 4, !tbaa !11
  store i32 %738, ptr %739, align 4, !tbaa !6
  store float %727, ptr %730, align 4, !tbaa !11
  store i32 %740, ptr %737, align 4, !tbaa !6
  br label %741

741:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %742 = and i32 %2, 15
  %743 = sub nsw i32 %16, %742
  %744 = sext i32 %743 to i64
  %745 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %744
  %746 = load float, ptr %745, align 4, !tbaa !11
  %747 = sext i32 %743 to i64
  %748 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %747
  %749 = getelementptr i8, ptr %748, i64 128
  %750 = load float, ptr %749, align 4, !tbaa !11
  %751 = fcmp contract ogt float %746, %750
  %752 = and i32 %743, 512
  %753 = icmp ne i32 %752, 0
  %754 = xor i1 %753, %751
  br i1 %754, label %755, label %760

755:
  %756 = getelementptr i8, ptr %748, i64 132
  %757 = load i32, ptr %756, align 4, !tbaa !6
  %758 = getelementptr inbounds nuw i8, ptr %745, i64 4
  %759 = load i32, ptr %758, align 4, !tbaa !6
  store float %750, ptr %745, align 4, !tbaa !11
  store i32 %757, ptr %758, align 4, !tbaa !6
  store float %746, ptr %749, align 4, !tbaa !11
  store i32 %759, ptr %756, align 4, !tbaa !6
  br label %760

760:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %761 = and i32 %2, 7
  %762 = sub nsw i32 %16, %761
  %763 = sext i32 %762 to i64
  %764 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %763
  %765 = load float, ptr %764, align 4, !tbaa !11
  %766 = sext i32 %762 to i64
  %767 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %766
  %768 = getelementptr i8, ptr %767, i64 64
  %769 = load float, ptr %768, align 4, !tbaa !11
  %770 = fcmp contract ogt float %765, %769
  %771 = and i32 %762, 512
  %772 = icmp ne i32 %771, 0
  %773 = xor i1 %772, %770
  br i1 %773, label %774, label %779

774:
  %775 = getelementptr i8, ptr %767, i64 68
  %776 = load i32, ptr %775, align 4, !tbaa !6
  %777 = getelementptr inbounds nuw i8, ptr %764, i64 4
  %778 = load i32, ptr %777, align 4, !tbaa !6
  store float %769, ptr %764, align 4, !tbaa !11
  store i32 %776, ptr %777, align 4, !tbaa !6
  store float %765, ptr %768, align 4, !tbaa !11
  store i32 %778, ptr %775, align 4, !tbaa !6
  br label %779

779:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %780 = and i32 %2, 3
  %781 = sub nsw i32 %16, %780
  %782 = sext i32 %781 to i64
  %783 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %782
  %784 = load float, ptr %783, align 4, !tbaa !11
  %785 = sext i32 %781 to i64
  %786 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %785
  %787 = getelementptr i8, ptr %786, i64 32
  %788 = load float, ptr %787, align 4, !tbaa !11
  %789 = fcmp contract ogt float %784, %788
  %790 = and i32 %781, 512
  %791 = icmp ne i32 %790, 0
  %792 = xor i1 %791, %789
  br i1 %792, label %793, label %798

793:
  %794 = getelementptr i8, ptr %786, i64 36
  %795 = load i32, ptr %794, align 4, !tbaa !6
  %796 = getelementptr inbounds nuw i8, ptr %783, i64 4
  %797 = load i32, ptr %796, align 4, !tbaa !6
  store float %788, ptr %783, align 4, !tbaa !11
  store i32 %795, ptr %796, align 4, !tbaa !6
  store float %784, ptr %787, align 4, !tbaa !11
  store i32 %797, ptr %794, align 4, !tbaa !6
  br label %798

798:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %799 = and i32 %2, 1
  %800 = sub nsw i32 %16, %799
  %801 = sext i32 %800 to i64
  %802 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %801
  %803 = load float, ptr %802, align 4, !tbaa !11
  %804 = sext i32 %800 to i64
  %805 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %804
  %806 = getelementptr i8, ptr %805, i64 16
  %807 = load float, ptr %806, align 4, !tbaa !11
  %808 = fcmp contract ogt float %803, %807
  %809 = and i32 %800, 512
  %810 = icmp ne i32 %809, 0
  %811 = xor i1 %810, %808
  br i1 %811, label %812, label %817

812:
  %813 = getelementptr i8, ptr %805, i64 20
  %814 = load i32, ptr %813, align 4, !tbaa !6
  %815 = getelementptr inbounds nuw i8, ptr %802, i64 4
  %816 = load i32, ptr %815, align 4, !tbaa !6
  store float %807, ptr %802, align 4, !tbaa !11
  store i32 %814, ptr %815, align 4, !tbaa !6
  store float %803, ptr %806, align 4, !tbaa !11
  store i32 %816, ptr %813, align 4, !tbaa !6
  br label %817

817:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %818 = zext nneg i32 %16 to i64
  %819 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %818
  %820 = load float, ptr %819, align 4, !tbaa !11
  %821 = zext nneg i32 %16 to i64
  %822 = getelementptr inbounds nuw %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %821
  %823 = getelementptr inbounds nuw i8, ptr %822, i64 8
  %824 = load float, ptr %823, align 4, !tbaa !11
  %825 = fcmp contract ogt float %820, %824
  %826 = and i32 %2, 256
  %827 = icmp ne i32 %826, 0
  %828 = xor i1 %827, %825
  br i1 %828, label %829, label %834

829:
  %830 = getelementptr inbounds nuw i8, ptr %822, i64 12
  %831 = load i32, ptr %830, align 4, !tbaa !6
  %832 = getelementptr inbounds nuw i8, ptr %819, i64 4
  %833 = load i32, ptr %832, align 4, !tbaa !6
  store float %824, ptr %819, align 4, !tbaa !11
  store i32 %831, ptr %832, align 4, !tbaa !6
  store float %820, ptr %823, align 4, !tbaa !11
  store i32 %833, ptr %830, align 4, !tbaa !6
  br label %834

834:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %835 = load i64, ptr %9, align 4
  store i64 %835, ptr %8, align 4
  %836 = load i64, ptr %14, align 4
  store i64 %836, ptr %13, align 4
  ret void

837:
  %838 = getelementptr inbounds nuw i8, ptr %21, i64 12
  %839 = load i32, ptr %838, align 4, !tbaa !6
  %840 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %841 = load i32, ptr %840, align 4, !tbaa !6
  store float %23, ptr %18, align 4, !tbaa !11
  store i32 %839, ptr %840, align 4, !tbaa !6
  store float %19, ptr %22, align 4, !tbaa !11
  store i32 %841, ptr %838, align 4, !tbaa !6
  br label %842

842:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %843 = and i32 %2, 1
  %844 = sub nsw i32 %16, %843
  %845 = sext i32 %844 to i64
  %846 = getelementptr inbounds %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %845
  %847 = load float, ptr %846, align 4, !tbaa !11
  %848 = sext i32 %844 to i64
  %849 = getelementptr %struct.Pair, ptr addrspacecast (ptr addrspace(3) @_ZZ13bitonic_pairsE1s to ptr), i64 %848
  %850 = getelementptr i8, ptr %849, i64 16
  %851 = load float, ptr %850, align 4, !tbaa !11
  %852 = fcmp contract ogt float %847, %851
  %853 = and i32 %844, 4
  %854 = icmp ne i32 %853, 0
  %855 = xor i1 %854, %852
  br i1 %855, label %28, label %33
}

define dso_local ptx_kernel void @bitonic_step(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = xor i32 %1, %8
  %10 = icmp sgt i32 %9, %8
  br i1 %10, label %11, label %23

11:
  %12 = sext i32 %8 to i64
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = sext i32 %9 to i64
  %16 = getelementptr inbounds i64, ptr %0, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = icmp ugt i64 %14, %17
  %19 = and i32 %2, %8
  %20 = icmp ne i32 %19, 0
  %21 = xor i1 %20, %18
  br i1 %21, label %22, label %23

22:
  store i64 %17, ptr %13, align 8, !tbaa !13
  store i64 %14, ptr %16, align 8, !tbaa !13
  br label %23

23:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!14, !14, i64 0}
!14 = !{!"long long", !8, i64 0}
