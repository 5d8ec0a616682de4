target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__cudart_i2opi_f = internal unnamed_addr addrspace(1) constant [6 x i32] [i32 1011060801, i32 -614296167, i32 -181084736, i32 -64530479, i32 1313084713, i32 -1560706194], align 4

define dso_local ptx_kernel void @math_trig_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [7 x i32], align 4
  %5 = alloca [7 x i32], align 4
  %6 = alloca [7 x i32], align 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %2
  br i1 %12, label %13, label %480

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds float, ptr %0, i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !11
  %17 = tail call float @llvm.nvvm.fabs.f32(float %16)
  %18 = fadd contract float %17, 5.000000e-01
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %19 = fmul float %16, 0x3FE45F3060000000
  %20 = tail call i32 @llvm.nvvm.f2i.rn(float %19) #6
  %21 = sitofp i32 %20 to float
  %22 = tail call float @llvm.fma.f32(float %21, float 0xBFF921FB40000000, float %16)
  %23 = tail call float @llvm.fma.f32(float %21, float 0xBE74442D00000000, float %22)
  %24 = tail call float @llvm.fma.f32(float %21, float 0xBCF84698A0000000, float %23)
  %25 = fcmp ult float %17, 1.056150e+05
  br i1 %25, label %94, label %26

26:
  %27 = fcmp oeq float %17, 0x7FF0000000000000
  br i1 %27, label %28, label %30

28:
  %29 = tail call float @llvm.nvvm.mul.rn.f(float %16, float 0.000000e+00) #6
  br label %94

30:
  %31 = bitcast float %16 to i32
  %32 = shl i32 %31, 8
  %33 = or i32 %32, -2147483648
  br label %34

34:
  %35 = phi i32 [ 0, %30 ], [ %44, %34 ]
  %36 = phi i32 [ 0, %30 ], [ %42, %34 ]
  %37 = zext nneg i32 %35 to i64
  %38 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %37
  %39 = load i32, ptr addrspace(1) %38, align 4
  %40 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %39, i32 %33, i32 %36) #7
  %41 = extractvalue { i32, i32 } %40, 0
  %42 = extractvalue { i32, i32 } %40, 1
  %43 = getelementptr inbounds nuw i32, ptr %6, i64 %37
  store i32 %41, ptr %43, align 4
  %44 = add nuw nsw i32 %35, 1
  %45 = icmp eq i32 %44, 6
  br i1 %45, label %46, label %34, !llvm.loop !14

46:
  %47 = lshr i32 %31, 23
  %48 = and i32 %47, 224
  %49 = add nsw i32 %48, -128
  %50 = lshr exact i32 %49, 5
  %51 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i32 %42, ptr %51, align 4
  %52 = sub nsw i32 6, %50
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i32, ptr %6, i64 %53
  %55 = load i32, ptr %54, align 4
  %56 = sub nsw i32 5, %50
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i32, ptr %6, i64 %57
  %59 = load i32, ptr %58, align 4
  %60 = freeze i32 %59
  %61 = and i32 %31, 260046848
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %69, label %63

63:
  %64 = sub nsw i32 4, %50
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds i32, ptr %6, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = tail call i32 @llvm.fshl.i32(i32 %60, i32 %67, i32 %47)
  br label %69

69:
  %70 = phi i32 [ %68, %63 ], [ %60, %46 ]
  %71 = tail call i32 @llvm.fshl.i32(i32 %55, i32 %60, i32 %47)
  %72 = lshr i32 %71, 30
  %73 = tail call i32 @llvm.fshl.i32(i32 %71, i32 %70, i32 2)
  %74 = shl i32 %70, 2
  %75 = lshr i32 %73, 31
  %76 = add nuw nsw i32 %75, %72
  %77 = sub nsw i32 0, %76
  %78 = icmp slt i32 %31, 0
  %79 = select i1 %78, i32 %77, i32 %76
  %80 = xor i32 %73, %31
  %81 = ashr i32 %73, 31
  %82 = xor i32 %81, %73
  %83 = xor i32 %81, %74
  %84 = zext i32 %82 to i64
  %85 = shl nuw i64 %84, 32
  %86 = zext i32 %83 to i64
  %87 = or disjoint i64 %85, %86
  %88 = sitofp i64 %87 to double
  %89 = fmul double %88, 0x3BF921FB54442D19
  %90 = fptrunc double %89 to float
  %91 = fneg float %90
  %92 = icmp slt i32 %80, 0
  %93 = select i1 %92, float %91, float %90
  br label %94

94:
  %95 = phi i32 [ %20, %13 ], [ 0, %28 ], [ %79, %69 ]
  %96 = phi float [ %24, %13 ], [ %29, %28 ], [ %93, %69 ]
  %97 = tail call float @llvm.nvvm.mul.rn.f(float %96, float %96) #6
  %98 = and i32 %95, 1
  %99 = icmp eq i32 %98, 0
  %100 = select i1 %99, float %96, float 1.000000e+00
  %101 = tail call float @llvm.fma.f32(float %97, float %100, float 0.000000e+00)
  %102 = tail call float @llvm.fma.f32(float %97, float 0x3EF9758000000000, float 0xBF56C0FDA0000000)
  %103 = select i1 %99, float 0xBF29A82A60000000, float %102
  %104 = select i1 %99, float 0x3F8110BC80000000, float 0x3FA5555760000000
  %105 = tail call float @llvm.fma.f32(float %103, float %97, float %104)
  %106 = select i1 %99, float 0xBFC5555500000000, float 0xBFDFFFFFE0000000
  %107 = tail call float @llvm.fma.f32(float %105, float %97, float %106)
  %108 = tail call float @llvm.fma.f32(float %107, float %101, float %100)
  %109 = and i32 %95, 2
  %110 = icmp eq i32 %109, 0
  %111 = fsub float 0.000000e+00, %108
  %112 = select i1 %110, float %108, float %111
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  br i1 %25, label %181, label %113

113:
  %114 = fcmp oeq float %17, 0x7FF0000000000000
  br i1 %114, label %115, label %117

115:
  %116 = tail call float @llvm.nvvm.mul.rn.f(float %16, float 0.000000e+00) #6
  br label %181

117:
  %118 = bitcast float %16 to i32
  %119 = shl i32 %118, 8
  %120 = or i32 %119, -2147483648
  br label %121

121:
  %122 = phi i32 [ 0, %117 ], [ %131, %121 ]
  %123 = phi i32 [ 0, %117 ], [ %129, %121 ]
  %124 = zext nneg i32 %122 to i64
  %125 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %124
  %126 = load i32, ptr addrspace(1) %125, align 4
  %127 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %126, i32 %120, i32 %123) #7
  %128 = extractvalue { i32, i32 } %127, 0
  %129 = extractvalue { i32, i32 } %127, 1
  %130 = getelementptr inbounds nuw i32, ptr %5, i64 %124
  store i32 %128, ptr %130, align 4
  %131 = add nuw nsw i32 %122, 1
  %132 = icmp eq i32 %131, 6
  br i1 %132, label %133, label %121, !llvm.loop !14

133:
  %134 = lshr i32 %118, 23
  %135 = and i32 %134, 224
  %136 = add nsw i32 %135, -128
  %137 = lshr exact i32 %136, 5
  %138 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i32 %129, ptr %138, align 4
  %139 = sub nsw i32 6, %137
  %140 = sext i32 %139 to i64
  %141 = getelementptr inbounds i32, ptr %5, i64 %140
  %142 = load i32, ptr %141, align 4
  %143 = sub nsw i32 5, %137
  %144 = sext i32 %143 to i64
  %145 = getelementptr inbounds i32, ptr %5, i64 %144
  %146 = load i32, ptr %145, align 4
  %147 = freeze i32 %146
  %148 = and i32 %118, 260046848
  %149 = icmp eq i32 %148, 0
  br i1 %149, label %156, label %150

150:
  %151 = sub nsw i32 4, %137
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds i32, ptr %5, i64 %152
  %154 = load i32, ptr %153, align 4
  %155 = tail call i32 @llvm.fshl.i32(i32 %147, i32 %154, i32 %134)
  br label %156

156:
  %157 = phi i32 [ %155, %150 ], [ %147, %133 ]
  %158 = tail call i32 @llvm.fshl.i32(i32 %142, i32 %147, i32 %134)
  %159 = lshr i32 %158, 30
  %160 = tail call i32 @llvm.fshl.i32(i32 %158, i32 %157, i32 2)
  %161 = shl i32 %157, 2
  %162 = lshr i32 %160, 31
  %163 = add nuw nsw i32 %162, %159
  %164 = sub nsw i32 0, %163
  %165 = icmp slt i32 %118, 0
  %166 = select i1 %165, i32 %164, i32 %163
  %167 = xor i32 %160, %118
  %168 = ashr i32 %160, 31
  %169 = xor i32 %168, %160
  %170 = xor i32 %168, %161
  %171 = zext i32 %169 to i64
  %172 = shl nuw i64 %171, 32
  %173 = zext i32 %170 to i64
  %174 = or disjoint i64 %172, %173
  %175 = sitofp i64 %174 to double
  %176 = fmul double %175, 0x3BF921FB54442D19
  %177 = fptrunc double %176 to float
  %178 = fneg float %177
  %179 = icmp slt i32 %167, 0
  %180 = select i1 %179, float %178, float %177
  br label %181

181:
  %182 = phi i32 [ %20, %94 ], [ 0, %115 ], [ %166, %156 ]
  %183 = phi float [ %24, %94 ], [ %116, %115 ], [ %180, %156 ]
  %184 = add i32 %182, 1
  %185 = tail call float @llvm.nvvm.mul.rn.f(float %183, float %183) #6
  %186 = and i32 %182, 1
  %187 = icmp eq i32 %186, 0
  %188 = select i1 %187, float 1.000000e+00, float %183
  %189 = tail call float @llvm.fma.f32(float %185, float %188, float 0.000000e+00)
  %190 = tail call float @llvm.fma.f32(float %185, float 0x3EF9758000000000, float 0xBF56C0FDA0000000)
  %191 = select i1 %187, float %190, float 0xBF29A82A60000000
  %192 = select i1 %187, float 0x3FA5555760000000, float 0x3F8110BC80000000
  %193 = tail call float @llvm.fma.f32(float %191, float %185, float %192)
  %194 = select i1 %187, float 0xBFDFFFFFE0000000, float 0xBFC5555500000000
  %195 = tail call float @llvm.fma.f32(float %193, float %185, float %194)
  %196 = tail call float @llvm.fma.f32(float %195, float %189, float %188)
  %197 = and i32 %184, 2
  %198 = icmp eq i32 %197, 0
  %199 = fsub float 0.000000e+00, %196
  %200 = select i1 %198, float %196, float %199
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  br i1 %25, label %269, label %201

201:
  %202 = fcmp oeq float %17, 0x7FF0000000000000
  br i1 %202, label %203, label %205

203:
  %204 = tail call float @llvm.nvvm.mul.rn.f(float %16, float 0.000000e+00) #6
  br label %269

205:
  %206 = bitcast float %16 to i32
  %207 = shl i32 %206, 8
  %208 = or i32 %207, -2147483648
  br label %209

209:
  %210 = phi i32 [ 0, %205 ], [ %219, %209 ]
  %211 = phi i32 [ 0, %205 ], [ %217, %209 ]
  %212 = zext nneg i32 %210 to i64
  %213 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %212
  %214 = load i32, ptr addrspace(1) %213, align 4
  %215 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %214, i32 %208, i32 %211) #7
  %216 = extractvalue { i32, i32 } %215, 0
  %217 = extractvalue { i32, i32 } %215, 1
  %218 = getelementptr inbounds nuw i32, ptr %4, i64 %212
  store i32 %216, ptr %218, align 4
  %219 = add nuw nsw i32 %210, 1
  %220 = icmp eq i32 %219, 6
  br i1 %220, label %221, label %209, !llvm.loop !14

221:
  %222 = lshr i32 %206, 23
  %223 = and i32 %222, 224
  %224 = add nsw i32 %223, -128
  %225 = lshr exact i32 %224, 5
  %226 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store i32 %217, ptr %226, align 4
  %227 = sub nsw i32 6, %225
  %228 = sext i32 %227 to i64
  %229 = getelementptr inbounds i32, ptr %4, i64 %228
  %230 = load i32, ptr %229, align 4
  %231 = sub nsw i32 5, %225
  %232 = sext i32 %231 to i64
  %233 = getelementptr inbounds i32, ptr %4, i64 %232
  %234 = load i32, ptr %233, align 4
  %235 = freeze i32 %234
  %236 = and i32 %206, 260046848
  %237 = icmp eq i32 %236, 0
  br i1 %237, label %244, label %238

238:
  %239 = sub nsw i32 4, %225
  %240 = sext i32 %239 to i64
  %241 = getelementptr inbounds i32, ptr %4, i64 %240
  %242 = load i32, ptr %241, align 4
  %243 = tail call i32 @llvm.fshl.i32(i32 %235, i32 %242, i32 %222)
  br label %244

244:
  %245 = phi i32 [ %243, %238 ], [ %235, %221 ]
  %246 = tail call i32 @llvm.fshl.i32(i32 %230, i32 %235, i32 %222)
  %247 = lshr i32 %246, 30
  %248 = tail call i32 @llvm.fshl.i32(i32 %246, i32 %245, i32 2)
  %249 = shl i32 %245, 2
  %250 = lshr i32 %248, 31
  %251 = add nuw nsw i32 %250, %247
  %252 = sub nsw i32 0, %251
  %253 = icmp slt i32 %206, 0
  %254 = select i1 %253, i32 %252, i32 %251
  %255 = xor i32 %248, %206
  %256 = ashr i32 %248, 31
  %257 = xor i32 %256, %248
  %258 = xor i32 %256, %249
  %259 = zext i32 %257 to i64
  %260 = shl nuw i64 %259, 32
  %261 = zext i32 %258 to i64
  %262 = or disjoint i64 %260, %261
  %263 = sitofp i64 %262 to double
  %264 = fmul double %263, 0x3BF921FB54442D19
  %265 = fptrunc double %264 to float
  %266 = fneg float %265
  %267 = icmp slt i32 %255, 0
  %268 = select i1 %267, float %266, float %265
  br label %269

269:
  %270 = phi i32 [ %20, %181 ], [ 0, %203 ], [ %254, %244 ]
  %271 = phi float [ %24, %181 ], [ %204, %203 ], [ %268, %244 ]
  %272 = fmul float %271, %271
  %273 = tail call float @llvm.fma.f32(float %272, float 0x3F83200000000000, float 0x3F6AC00000000000)
  %274 = tail call float @llvm.fma.f32(float %273, float %272, float 0x3F98E00000000000)
  %275 = tail call float @llvm.fma.f32(float %274, float %272, float 0x3FAB600000000000)
  %276 = tail call float @llvm.fma.f32(float %275, float %272, float 0x3FC1128700000000)
  %277 = tail call float @llvm.fma.f32(float %276, float %272, float 0x3FD5555100000000)
  %278 = tail call float @llvm.nvvm.mul.rn.f(float %272, float %271) #6
  %279 = tail call float @llvm.fma.f32(float %277, float %278, float %271)
  %280 = tail call float @llvm.nvvm.fabs.f32(float %271)
  %281 = fcmp oeq float %280, 0x3F40168780000000
  %282 = select i1 %281, float %271, float %279
  %283 = and i32 %270, 1
  %284 = icmp eq i32 %283, 0
  br i1 %284, label %288, label %285

285:
  %286 = fneg float %282
  %287 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %286) #7
  br label %288

288:
  %289 = phi float [ %287, %285 ], [ %282, %269 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %290 = fadd contract float %18, 1.000000e+00
  %291 = fdiv contract float %16, %290
  %292 = tail call float @llvm.nvvm.fabs.f32(float %291)
  %293 = fneg float %292
  %294 = tail call float @llvm.fma.f32(float %293, float 5.000000e-01, float 5.000000e-01)
  %295 = tail call float @llvm.nvvm.rsqrt.approx.ftz.f(float %294) #6
  %296 = fmul float %294, %295
  %297 = fmul float %295, 5.000000e-01
  %298 = fneg float %296
  %299 = tail call float @llvm.fma.f32(float %298, float %297, float 5.000000e-01)
  %300 = tail call float @llvm.fma.f32(float %296, float %299, float %296)
  %301 = fcmp oeq float %292, 1.000000e+00
  %302 = select i1 %301, float 0.000000e+00, float %300
  %303 = fcmp ogt float %292, 0x3FE1EB8520000000
  %304 = select i1 %303, float %302, float %292
  %305 = fmul float %304, %304
  %306 = tail call float @llvm.fma.f32(float %305, float 0x3FA9BA5EE0000000, float 0x3F933952E0000000)
  %307 = tail call float @llvm.fma.f32(float %306, float %305, float 0x3FA7F21D00000000)
  %308 = tail call float @llvm.fma.f32(float %307, float %305, float 0x3FB32799E0000000)
  %309 = tail call float @llvm.fma.f32(float %308, float %305, float 0x3FC5558080000000)
  %310 = fmul float %305, %309
  %311 = tail call float @llvm.fma.f32(float %310, float %304, float %304)
  %312 = fmul float %311, -2.000000e+00
  %313 = tail call float @llvm.fma.f32(float 0x3FEDDCB020000000, float 0x3FFAEE9D60000000, float %312)
  %314 = select i1 %303, float %313, float %311
  %315 = fcmp ord float %314, 0.000000e+00
  %316 = tail call float @llvm.copysign.f32(float %314, float %291) #6
  %317 = select i1 %315, float %316, float %314
  %318 = tail call float @llvm.copysign.f32(float %304, float %291) #6
  %319 = fmul float %318, %318
  %320 = tail call float @llvm.fma.f32(float %319, float 0x3FA21D9DE0000000, float 0x3F91635760000000)
  %321 = tail call float @llvm.fma.f32(float %320, float %319, float 0x3F9F805180000000)
  %322 = tail call float @llvm.fma.f32(float %321, float %319, float 0x3FA6E42720000000)
  %323 = tail call float @llvm.fma.f32(float %322, float %319, float 0x3FB3327B60000000)
  %324 = tail call float @llvm.fma.f32(float %323, float %319, float 0x3FC55558C0000000)
  %325 = fmul float %319, %324
  %326 = tail call float @llvm.fma.f32(float %325, float %318, float %318)
  %327 = fneg float %326
  %328 = select i1 %303, float %326, float %327
  %329 = tail call float @llvm.fma.f32(float 0x3FEDDCB020000000, float 0x3FFAEE9D60000000, float %328)
  %330 = fcmp ogt float %291, 0x3FE1EB8520000000
  %331 = select i1 %330, float %326, float %329
  %332 = fmul float %331, 2.000000e+00
  %333 = select i1 %303, float %332, float %331
  %334 = fcmp ogt float %17, 1.000000e+00
  br i1 %334, label %335, label %337

335:
  %336 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %17) #7
  br label %337

337:
  %338 = phi float [ %336, %335 ], [ %17, %288 ]
  %339 = fmul float %338, %338
  %340 = tail call float @llvm.fma.f32(float %339, float 0x3F64121540000000, float 0xBF8D7C29E0000000)
  %341 = tail call float @llvm.fma.f32(float %340, float %339, float 0x3FA4672FC0000000)
  %342 = tail call float @llvm.fma.f32(float %341, float %339, float 0xBFB2914F40000000)
  %343 = tail call float @llvm.fma.f32(float %342, float %339, float 0x3FBAED6420000000)
  %344 = tail call float @llvm.fma.f32(float %343, float %339, float 0xBFC223D100000000)
  %345 = tail call float @llvm.fma.f32(float %344, float %339, float 0x3FC995EC00000000)
  %346 = tail call float @llvm.fma.f32(float %345, float %339, float 0xBFD55544E0000000)
  %347 = fmul float %339, %346
  %348 = tail call float @llvm.fma.f32(float %347, float %338, float %338)
  %349 = fneg float %348
  %350 = tail call float @llvm.fma.f32(float 0x3FEDDCB020000000, float 0x3FFAEE9D60000000, float %349)
  %351 = select i1 %334, float %350, float %348
  %352 = fcmp ord float %17, 0.000000e+00
  %353 = tail call float @llvm.copysign.f32(float %351, float %16) #6
  %354 = select i1 %352, float %353, float %348
  %355 = tail call float @llvm.nvvm.fabs.f32(float %18)
  %356 = fcmp ogt float %17, %355
  %357 = select i1 %356, float %17, float %355
  %358 = select i1 %356, float %355, float %17
  %359 = tail call float @llvm.nvvm.div.rn.f(float %358, float %357) #6
  %360 = fmul float %359, %359
  %361 = tail call float @llvm.fma.f32(float %360, float 0x3F666E2160000000, float 0xBF900EE900000000)
  %362 = tail call float @llvm.fma.f32(float %361, float %360, float 0x3FA59B5640000000)
  %363 = tail call float @llvm.fma.f32(float %362, float %360, float 0xBFB325A200000000)
  %364 = tail call float @llvm.fma.f32(float %363, float %360, float 0x3FBB3D4D80000000)
  %365 = tail call float @llvm.fma.f32(float %364, float %360, float 0xBFC22F9620000000)
  %366 = tail call float @llvm.fma.f32(float %365, float %360, float 0x3FC9979C00000000)
  %367 = tail call float @llvm.fma.f32(float %366, float %360, float 0xBFD5554FA0000000)
  %368 = fmul float %360, %367
  %369 = tail call float @llvm.fma.f32(float %368, float %359, float %359)
  %370 = bitcast float %18 to i32
  %371 = icmp slt i32 %370, 0
  br i1 %356, label %372, label %377

372:
  %373 = tail call float @llvm.fma.f32(float 0x3FEDDCB020000000, float 0x3FFAEE9D60000000, float %369)
  %374 = fneg float %369
  %375 = tail call float @llvm.fma.f32(float 0x3FEDDCB020000000, float 0x3FFAEE9D60000000, float %374)
  %376 = select i1 %371, float %373, float %375
  br label %381

377:
  %378 = fneg float %369
  %379 = tail call float @llvm.fma.f32(float 0x3FFDDCB020000000, float 0x3FFAEE9D60000000, float %378)
  %380 = select i1 %371, float %379, float %369
  br label %381

381:
  %382 = phi float [ %376, %372 ], [ %380, %377 ]
  %383 = fcmp oeq float %357, 0.000000e+00
  br i1 %383, label %384, label %388

384:
  %385 = bitcast float %18 to i32
  %386 = icmp slt i32 %385, 0
  %387 = select i1 %386, float 0x400921FB60000000, float 0.000000e+00
  br label %394

388:
  %389 = fcmp oeq float %355, %17
  %390 = bitcast float %18 to i32
  %391 = icmp slt i32 %390, 0
  %392 = select i1 %391, float 0x4002D97C80000000, float 0x3FE921FB60000000
  %393 = select i1 %389, float %392, float %382
  br label %394

394:
  %395 = phi float [ %387, %384 ], [ %393, %388 ]
  %396 = fadd float %17, %355
  %397 = tail call float @llvm.nvvm.fabs.f32(float %396)
  %398 = fcmp uno float %397, 0.000000e+00
  %399 = tail call float @llvm.copysign.f32(float %395, float %16) #6
  %400 = select i1 %398, float %396, float %399
  %401 = tail call float @llvm.nvvm.mul.rn.f(float %17, float 0x3FF7154760000000) #6
  %402 = tail call float @llvm.trunc.f32(float %401)
  %403 = tail call float @llvm.nvvm.fabs.f32(float %402)
  %404 = fcmp ogt float %403, 1.260000e+02
  %405 = tail call float @llvm.copysign.f32(float 1.260000e+02, float %402) #6
  %406 = select i1 %404, float %405, float %402
  %407 = tail call float @llvm.fma.f32(float %406, float 0xBFE62E4300000000, float %17)
  %408 = tail call float @llvm.fma.f32(float %406, float 0x3E205C6100000000, float %407)
  %409 = fmul float %408, 0x3FF7154760000000
  %410 = fadd float %406, 0x4168000FA0000000
  %411 = bitcast float %410 to i32
  %412 = shl i32 %411, 23
  %413 = bitcast i32 %412 to float
  %414 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %409)
  %415 = fmul float %414, %413
  %416 = tail call float @llvm.nvvm.div.approx.ftz.f(float -1.250000e-01, float %415)
  %417 = tail call float @llvm.fma.f32(float %415, float 2.000000e+00, float %416)
  %418 = fmul float %16, %16
  %419 = tail call float @llvm.fma.f32(float %418, float 0x3EC7A15B40000000, float 0x3F29FFE920000000)
  %420 = tail call float @llvm.fma.f32(float %419, float %418, float 0x3F81111340000000)
  %421 = tail call float @llvm.fma.f32(float %420, float %418, float 0x3FC5555560000000)
  %422 = fmul float %418, %421
  %423 = tail call float @llvm.fma.f32(float %422, float %16, float %16)
  %424 = fcmp oge float %17, 1.000000e+00
  %425 = tail call float @llvm.copysign.f32(float %417, float %16) #6
  %426 = select i1 %424, float %425, float %423
  %427 = tail call float @llvm.nvvm.div.approx.ftz.f(float 1.250000e-01, float %415)
  %428 = tail call noundef float @llvm.fma.f32(float %415, float 2.000000e+00, float %427)
  %429 = fmul float %17, 0x4007154760000000
  %430 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %429)
  %431 = fadd float %430, 1.000000e+00
  %432 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %431) #7
  %433 = tail call float @llvm.fma.f32(float %432, float -2.000000e+00, float 1.000000e+00)
  %434 = fcmp oge float %17, 0x4022059680000000
  %435 = select i1 %434, float 1.000000e+00, float %433
  %436 = tail call float @llvm.copysign.f32(float %435, float %16) #6
  %437 = tail call float @llvm.fma.f32(float %418, float 0x3F901E1040000000, float 0xBFAAC795C0000000)
  %438 = tail call float @llvm.fma.f32(float %437, float %418, float 0x3FC10B2820000000)
  %439 = tail call float @llvm.fma.f32(float %438, float %418, float 0xBFD5553DA0000000)
  %440 = tail call float @llvm.fma.f32(float %439, float %418, float 0.000000e+00)
  %441 = tail call float @llvm.fma.f32(float %440, float %16, float %16)
  %442 = fcmp oge float %17, 0x3FE3333340000000
  %443 = select i1 %442, float %436, float %441
  %444 = getelementptr inbounds float, ptr %1, i64 %14
  store float %112, ptr %444, align 4, !tbaa !11
  %445 = add nsw i32 %2, %11
  %446 = sext i32 %445 to i64
  %447 = getelementptr inbounds float, ptr %1, i64 %446
  store float %200, ptr %447, align 4, !tbaa !11
  %448 = shl nsw i32 %2, 1
  %449 = add nsw i32 %448, %11
  %450 = sext i32 %449 to i64
  %451 = getelementptr inbounds float, ptr %1, i64 %450
  store float %289, ptr %451, align 4, !tbaa !11
  %452 = mul nsw i32 %2, 3
  %453 = add nsw i32 %452, %11
  %454 = sext i32 %453 to i64
  %455 = getelementptr inbounds float, ptr %1, i64 %454
  store float %317, ptr %455, align 4, !tbaa !11
  %456 = shl nsw i32 %2, 2
  %457 = add nsw i32 %456, %11
  %458 = sext i32 %457 to i64
  %459 = getelementptr inbounds float, ptr %1, i64 %458
  store float %333, ptr %459, align 4, !tbaa !11
  %460 = mul nsw i32 %2, 5
  %461 = add nsw i32 %460, %11
  %462 = sext i32 %461 to i64
  %463 = getelementptr inbounds float, ptr %1, i64 %462
  store float %354, ptr %463, align 4, !tbaa !11
  %464 = mul nsw i32 %2, 6
  %465 = add nsw i32 %464, %11
  %466 = sext i32 %465 to i64
  %467 = getelementptr inbounds float, ptr %1, i64 %466
  store float %400, ptr %467, align 4, !tbaa !11
  %468 = mul nsw i32 %2, 7
  %469 = add nsw i32 %468, %11
  %470 = sext i32 %469 to i64
  %471 = getelementptr inbounds float, ptr %1, i64 %470
  store float %426, ptr %471, align 4, !tbaa !11
  %472 = shl nsw i32 %2, 3
  %473 = add nsw i32 %472, %11
  %474 = sext i32 %473 to i64
  %475 = getelementptr inbounds float, ptr %1, i64 %474
  store float %428, ptr %475, align 4, !tbaa !11
  %476 = mul nsw i32 %2, 9
  %477 = add nsw i32 %476, %11
  %478 = sext i32 %477 to i64
  %479 = getelementptr inbounds float, ptr %1, i64 %478
  store float %443, ptr %479, align 4, !tbaa !11
  br label %480

480:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @math_exp_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %310

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = tail call float @llvm.nvvm.fabs.f32(float %13)
  %15 = fadd contract float %14, 5.000000e-01
  %16 = tail call float @llvm.fma.f32(float %13, float 0x3F777313A0000000, float 5.000000e-01)
  %17 = tail call float @llvm.nvvm.saturate.f(float %16) #6
  %18 = tail call float @llvm.nvvm.fma.rm.f(float %17, float 2.520000e+02, float 0x4168000020000000) #6
  %19 = fadd float %18, 0xC168000FE0000000
  %20 = fneg float %19
  %21 = tail call float @llvm.fma.f32(float %13, float 0x3FF7154760000000, float %20)
  %22 = tail call float @llvm.fma.f32(float %13, float 0x3E54AE0C00000000, float %21)
  %23 = bitcast float %18 to i32
  %24 = shl i32 %23, 23
  %25 = bitcast i32 %24 to float
  %26 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %22)
  %27 = fmul float %26, %25
  %28 = tail call noundef float @llvm.nvvm.ex2.approx.f32(float %13)
  %29 = fmul contract float %13, 0x3FB99999A0000000
  %30 = tail call float @llvm.fma.f32(float %29, float 0x3F8AFF4C40000000, float 5.000000e-01)
  %31 = tail call float @llvm.nvvm.saturate.f(float %30) #6
  %32 = tail call float @llvm.nvvm.fma.rm.f(float %31, float 2.520000e+02, float 0x4168000020000000) #6
  %33 = fadd float %32, 0xC168000FE0000000
  %34 = fneg float %33
  %35 = tail call float @llvm.fma.f32(float %29, float 0x400A934F00000000, float %34)
  %36 = tail call float @llvm.fma.f32(float %29, float 0x3E72F346E0000000, float %35)
  %37 = bitcast float %32 to i32
  %38 = shl i32 %37, 23
  %39 = bitcast i32 %38 to float
  %40 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %36)
  %41 = fmul float %40, %39
  %42 = fmul float %13, 0x3FF7154760000000
  %43 = tail call float @llvm.nvvm.round.f(float %42) #6
  %44 = fcmp olt float %14, 0x3FDA3D70A0000000
  %45 = select i1 %44, float 0.000000e+00, float %43
  %46 = fneg float %45
  %47 = tail call float @llvm.fma.f32(float %46, float 0x3FE62E4000000000, float %13)
  %48 = tail call float @llvm.fma.f32(float %46, float 0x3EB7F7D1C0000000, float %47)
  %49 = fcmp oeq float %45, 1.280000e+02
  %50 = select i1 %49, float 1.270000e+02, float %45
  %51 = tail call float @llvm.fma.f32(float %48, float 0x3F56BD7CC0000000, float 0x3F812ACC60000000)
  %52 = tail call float @llvm.fma.f32(float %51, float %48, float 0x3FA5557C60000000)
  %53 = tail call float @llvm.fma.f32(float %52, float %48, float 0x3FC5553EC0000000)
  %54 = tail call float @llvm.fma.f32(float %53, float %48, float 0x3FDFFFFFC0000000)
  %55 = fmul float %48, %54
  %56 = tail call float @llvm.fma.f32(float %55, float %48, float %48)
  %57 = tail call float @llvm.nvvm.ex2.approx.f32(float %50)
  %58 = fadd float %57, -1.000000e+00
  %59 = tail call float @llvm.fma.f32(float %56, float %57, float %58)
  %60 = fadd float %59, %59
  %61 = select i1 %49, float %60, float %59
  %62 = fcmp ogt float %50, 1.280000e+02
  %63 = select i1 %62, float 0x7FF0000000000000, float %61
  %64 = fcmp olt float %50, -2.500000e+01
  %65 = select i1 %64, float -1.000000e+00, float %63
  %66 = fcmp oeq float %13, 0.000000e+00
  %67 = fadd float %13, %13
  %68 = select i1 %66, float %67, float %65
  %69 = fcmp olt float %15, 0x3810000000000000
  %70 = fmul float %15, 0x4160000000000000
  %71 = select i1 %69, float %70, float %15
  %72 = select i1 %69, float -2.300000e+01, float 0.000000e+00
  %73 = bitcast float %71 to i32
  %74 = add i32 %73, -1059760811
  %75 = and i32 %74, -8388608
  %76 = sub i32 %73, %75
  %77 = bitcast i32 %76 to float
  %78 = sitofp i32 %75 to float
  %79 = tail call float @llvm.fma.f32(float %78, float 0x3E80000000000000, float %72)
  %80 = fadd float %77, -1.000000e+00
  %81 = tail call float @llvm.fma.f32(float %80, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %82 = tail call float @llvm.fma.f32(float %81, float %80, float 0xBFBF19B980000000)
  %83 = tail call float @llvm.fma.f32(float %82, float %80, float 0x3FC1E52AA0000000)
  %84 = tail call float @llvm.fma.f32(float %83, float %80, float 0xBFC55B1720000000)
  %85 = tail call float @llvm.fma.f32(float %84, float %80, float 0x3FC99DA160000000)
  %86 = tail call float @llvm.fma.f32(float %85, float %80, float 0xBFCFFFE440000000)
  %87 = tail call float @llvm.fma.f32(float %86, float %80, float 0x3FD5554F00000000)
  %88 = tail call float @llvm.fma.f32(float %87, float %80, float -5.000000e-01)
  %89 = fmul float %80, %88
  %90 = tail call float @llvm.fma.f32(float %89, float %80, float %80)
  %91 = tail call float @llvm.fma.f32(float %79, float 0x3FE62E4300000000, float %90)
  %92 = icmp ugt i32 %73, 2139095039
  %93 = tail call float @llvm.fma.f32(float %71, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %94 = select i1 %92, float %93, float %91
  %95 = fcmp oeq float %71, 0.000000e+00
  %96 = select i1 %95, float 0xFFF0000000000000, float %94
  %97 = add i32 %73, -1060439283
  %98 = and i32 %97, -8388608
  %99 = sub i32 %73, %98
  %100 = bitcast i32 %99 to float
  %101 = sitofp i32 %98 to float
  %102 = tail call float @llvm.fma.f32(float %101, float 0x3E80000000000000, float %72)
  %103 = fadd float %100, -1.000000e+00
  %104 = tail call float @llvm.fma.f32(float %103, float 0x3FB8D64FE0000000, float 0xBFC58FE600000000)
  %105 = tail call float @llvm.fma.f32(float %104, float %103, float 0x3FC5F9E540000000)
  %106 = tail call float @llvm.fma.f32(float %105, float %103, float 0xBFC6E9C860000000)
  %107 = tail call float @llvm.fma.f32(float %106, float %103, float 0x3FCA417E80000000)
  %108 = tail call float @llvm.fma.f32(float %107, float %103, float 0xBFCEC79160000000)
  %109 = tail call float @llvm.fma.f32(float %108, float %103, float 0x3FD277F320000000)
  %110 = tail call float @llvm.fma.f32(float %109, float %103, float 0xBFD7154920000000)
  %111 = tail call float @llvm.fma.f32(float %110, float %103, float 0x3FDEC70940000000)
  %112 = tail call float @llvm.fma.f32(float %111, float %103, float 0xBFE7154760000000)
  %113 = fmul float %103, %112
  %114 = fmul float %103, %113
  %115 = tail call float @llvm.fma.f32(float %103, float 0x3FF7154760000000, float %114)
  %116 = fadd float %102, %115
  %117 = select i1 %92, float %93, float %116
  %118 = select i1 %95, float 0xFFF0000000000000, float %117
  %119 = fmul float %94, 0x3FDBCB7B20000000
  %120 = select i1 %95, float 0xFFF0000000000000, float %119
  %121 = tail call float @llvm.nvvm.add.rz.f(float %15, float 1.000000e+00) #6
  %122 = bitcast float %121 to i32
  %123 = add i32 %122, -1061158912
  %124 = and i32 %123, -8388608
  %125 = bitcast float %15 to i32
  %126 = sub i32 %125, %124
  %127 = bitcast i32 %126 to float
  %128 = sub i32 1082130432, %124
  %129 = bitcast i32 %128 to float
  %130 = tail call float @llvm.fma.f32(float %129, float 2.500000e-01, float -1.000000e+00)
  %131 = fadd float %130, %127
  %132 = sitofp i32 %124 to float
  %133 = fmul float %132, 0x3E80000000000000
  %134 = tail call float @llvm.fma.f32(float %131, float 0xBFA737EF00000000, float 0x3FBB000240000000)
  %135 = tail call float @llvm.fma.f32(float %134, float %131, float 0xBFC0EF1C00000000)
  %136 = tail call float @llvm.fma.f32(float %135, float %131, float 0x3FC28C8EA0000000)
  %137 = tail call float @llvm.fma.f32(float %136, float %131, float 0xBFC54D1BA0000000)
  %138 = tail call float @llvm.fma.f32(float %137, float %131, float 0x3FC995F3C0000000)
  %139 = tail call float @llvm.fma.f32(float %138, float %131, float 0xBFD0000840000000)
  %140 = tail call float @llvm.fma.f32(float %139, float %131, float 0x3FD5555CC0000000)
  %141 = tail call float @llvm.fma.f32(float %140, float %131, float -5.000000e-01)
  %142 = fmul float %131, %141
  %143 = tail call float @llvm.fma.f32(float %142, float %131, float %131)
  %144 = tail call float @llvm.fma.f32(float %133, float 0x3FE62E4300000000, float %143)
  %145 = icmp ugt i32 %125, 2139095039
  %146 = icmp sgt i32 %125, -1082130432
  %147 = tail call float @llvm.fma.f32(float %15, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %148 = select i1 %146, float %147, float %144
  %149 = fcmp oeq float %15, 0.000000e+00
  %150 = select i1 %149, float -0.000000e+00, float %148
  %151 = select i1 %145, float %150, float %144
  %152 = fmul float %13, 5.000000e-01
  %153 = tail call float @llvm.trunc.f32(float %152)
  %154 = fmul float %153, 2.000000e+00
  %155 = fsub float %13, %154
  %156 = tail call float @llvm.nvvm.fabs.f32(float %155)
  %157 = fcmp une float %156, 1.000000e+00
  %158 = tail call float @llvm.nvvm.fabs.f32(float %15)
  %159 = fcmp olt float %158, 0x3810000000000000
  %160 = fmul float %158, 0x4170000000000000
  %161 = select i1 %159, float %160, float %158
  %162 = select i1 %159, float -2.400000e+01, float 0.000000e+00
  %163 = bitcast float %161 to i32
  %164 = add i32 %163, -1060439283
  %165 = and i32 %164, -8388608
  %166 = sub i32 %163, %165
  %167 = bitcast i32 %166 to float
  %168 = sitofp i32 %165 to float
  %169 = tail call float @llvm.fma.f32(float %168, float 0x3E80000000000000, float %162)
  %170 = fadd float %167, -1.000000e+00
  %171 = fadd float %167, 1.000000e+00
  %172 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %171) #7
  %173 = fmul float %170, 2.000000e+00
  %174 = fmul float %173, %172
  %175 = fmul float %174, %174
  %176 = fsub float %170, %174
  %177 = fmul float %176, 2.000000e+00
  %178 = fneg float %174
  %179 = tail call float @llvm.fma.f32(float %178, float %170, float %177)
  %180 = tail call float @llvm.nvvm.mul.rn.f(float %172, float %179) #6
  %181 = tail call float @llvm.fma.f32(float %175, float 0x3F45865C80000000, float 0x3F6A5CFB60000000)
  %182 = tail call float @llvm.fma.f32(float %181, float %175, float 0x3F92776E60000000)
  %183 = tail call float @llvm.fma.f32(float %182, float %175, float 0x3FBEC709E0000000)
  %184 = tail call float @llvm.nvvm.mul.rn.f(float %183, float %175) #6
  %185 = tail call float @llvm.fma.f32(float %174, float 0x3FF7154760000000, float %169)
  %186 = fsub float %169, %185
  %187 = tail call float @llvm.fma.f32(float %174, float 0x3FF7154760000000, float %186)
  %188 = tail call float @llvm.fma.f32(float %180, float 0x3FF7154760000000, float %187)
  %189 = tail call float @llvm.fma.f32(float %174, float 0x3E54ABC680000000, float %188)
  %190 = fmul float %184, 3.000000e+00
  %191 = tail call float @llvm.fma.f32(float %190, float %180, float %189)
  %192 = tail call float @llvm.fma.f32(float %184, float %174, float %191)
  %193 = tail call float @llvm.nvvm.add.rn.f(float %185, float %192) #6
  %194 = fneg float %185
  %195 = tail call float @llvm.nvvm.add.rn.f(float %193, float %194) #6
  %196 = fneg float %195
  %197 = tail call float @llvm.nvvm.add.rn.f(float %192, float %196) #6
  %198 = tail call float @llvm.nvvm.mul.rn.f(float %193, float %13) #6
  %199 = fneg float %198
  %200 = tail call float @llvm.fma.f32(float %193, float %13, float %199)
  %201 = tail call float @llvm.fma.f32(float %197, float %13, float %200)
  %202 = tail call float @llvm.nvvm.round.f(float %198) #6
  %203 = fsub float %198, %202
  %204 = fadd float %203, %201
  %205 = tail call float @llvm.fma.f32(float %204, float 0x3F23F971C0000000, float 0x3F55F0BDA0000000)
  %206 = tail call float @llvm.fma.f32(float %205, float %204, float 0x3F83B30AC0000000)
  %207 = tail call float @llvm.fma.f32(float %206, float %204, float 0x3FAC6AF760000000)
  %208 = tail call float @llvm.fma.f32(float %207, float %204, float 0x3FCEBFBD80000000)
  %209 = tail call float @llvm.fma.f32(float %208, float %204, float 0x3FE62E4300000000)
  %210 = tail call float @llvm.fma.f32(float %209, float %204, float 1.000000e+00)
  %211 = fptosi float %202 to i32
  %212 = fcmp ogt float %202, 0.000000e+00
  %213 = select i1 %212, i32 0, i32 -2097152000
  %214 = add nsw i32 %213, 2130706432
  %215 = bitcast i32 %214 to float
  %216 = fmul float %210, %215
  %217 = shl i32 %211, 23
  %218 = sub i32 %217, %213
  %219 = bitcast i32 %218 to float
  %220 = fmul float %216, %219
  %221 = tail call float @llvm.nvvm.fabs.f32(float %198)
  %222 = fcmp ogt float %221, 1.520000e+02
  %223 = fcmp olt float %198, 0.000000e+00
  %224 = select i1 %223, float 0.000000e+00, float 0x7FF0000000000000
  %225 = select i1 %222, float %224, float %220
  %226 = fcmp oeq float %15, 1.000000e+00
  %227 = select i1 %226, i1 true, i1 %66
  br i1 %227, label %258, label %228

228:
  %229 = fcmp uno float %158, 0.000000e+00
  %230 = fcmp uno float %14, 0.000000e+00
  %231 = select i1 %229, i1 true, i1 %230
  br i1 %231, label %232, label %234

232:
  %233 = tail call float @llvm.nvvm.add.rn.f(float %15, float %13) #6
  br label %258

234:
  %235 = fcmp oeq float %158, 0x7FF0000000000000
  %236 = select i1 %149, i1 true, i1 %235
  br i1 %236, label %237, label %246

237:
  %238 = fadd float %15, %15
  %239 = bitcast float %238 to i32
  %240 = fcmp olt float %13, 0.000000e+00
  %241 = xor i32 %239, 2139095040
  %242 = select i1 %240, i32 %241, i32 %239
  %243 = and i32 %242, 2147483647
  %244 = select i1 %157, i32 %243, i32 %242
  %245 = bitcast i32 %244 to float
  br label %258

246:
  %247 = fcmp oeq float %15, -1.000000e+00
  %248 = fcmp oeq float %14, 0x7FF0000000000000
  %249 = and i1 %248, %247
  br i1 %249, label %258, label %250

250:
  %251 = fcmp olt float %15, 0.000000e+00
  br i1 %251, label %252, label %258

252:
  %253 = tail call float @llvm.floor.f32(float %13)
  %254 = fcmp une float %13, %253
  %255 = fneg float %225
  %256 = select i1 %157, float %225, float %255
  %257 = select i1 %254, float 0x7FFFFFFFE0000000, float %256
  br label %258

258:
  %259 = phi float [ 1.000000e+00, %10 ], [ %233, %232 ], [ %245, %237 ], [ 1.000000e+00, %246 ], [ %257, %252 ], [ %225, %250 ]
  %260 = tail call float @llvm.nvvm.lg2.approx.f(float %14) #6
  %261 = fmul float %260, 0xBFE5555560000000
  %262 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %261)
  %263 = fmul float %14, %262
  %264 = fneg float %263
  %265 = fmul float %262, %264
  %266 = tail call float @llvm.fma.f32(float %263, float %265, float 1.000000e+00)
  %267 = fmul float %266, 0x3FD5555560000000
  %268 = tail call float @llvm.fma.f32(float %263, float %267, float %263)
  %269 = fcmp olt float %13, 0.000000e+00
  %270 = fneg float %268
  %271 = select i1 %269, float %270, float %268
  %272 = fcmp oeq float %67, %13
  %273 = select i1 %272, float %67, float %271
  %274 = getelementptr inbounds float, ptr %1, i64 %11
  store float %27, ptr %274, align 4, !tbaa !11
  %275 = add nsw i32 %2, %8
  %276 = sext i32 %275 to i64
  %277 = getelementptr inbounds float, ptr %1, i64 %276
  store float %28, ptr %277, align 4, !tbaa !11
  %278 = shl nsw i32 %2, 1
  %279 = add nsw i32 %278, %8
  %280 = sext i32 %279 to i64
  %281 = getelementptr inbounds float, ptr %1, i64 %280
  store float %41, ptr %281, align 4, !tbaa !11
  %282 = mul nsw i32 %2, 3
  %283 = add nsw i32 %282, %8
  %284 = sext i32 %283 to i64
  %285 = getelementptr inbounds float, ptr %1, i64 %284
  store float %68, ptr %285, align 4, !tbaa !11
  %286 = shl nsw i32 %2, 2
  %287 = add nsw i32 %286, %8
  %288 = sext i32 %287 to i64
  %289 = getelementptr inbounds float, ptr %1, i64 %288
  store float %96, ptr %289, align 4, !tbaa !11
  %290 = mul nsw i32 %2, 5
  %291 = add nsw i32 %290, %8
  %292 = sext i32 %291 to i64
  %293 = getelementptr inbounds float, ptr %1, i64 %292
  store float %118, ptr %293, align 4, !tbaa !11
  %294 = mul nsw i32 %2, 6
  %295 = add nsw i32 %294, %8
  %296 = sext i32 %295 to i64
  %297 = getelementptr inbounds float, ptr %1, i64 %296
  store float %120, ptr %297, align 4, !tbaa !11
  %298 = mul nsw i32 %2, 7
  %299 = add nsw i32 %298, %8
  %300 = sext i32 %299 to i64
  %301 = getelementptr inbounds float, ptr %1, i64 %300
  store float %151, ptr %301, align 4, !tbaa !11
  %302 = shl nsw i32 %2, 3
  %303 = add nsw i32 %302, %8
  %304 = sext i32 %303 to i64
  %305 = getelementptr inbounds float, ptr %1, i64 %304
  store float %259, ptr %305, align 4, !tbaa !11
  %306 = mul nsw i32 %2, 9
  %307 = add nsw i32 %306, %8
  %308 = sext i32 %307 to i64
  %309 = getelementptr inbounds float, ptr %1, i64 %308
  store float %273, ptr %309, align 4, !tbaa !11
  br label %310

310:
  ret void
}

define dso_local ptx_kernel void @math_special_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [7 x i32], align 4
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %956

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = tail call float @llvm.nvvm.fabs.f32(float %14)
  %16 = fadd contract float %15, 5.000000e-01
  %17 = fcmp oge float %15, 0x3FF00C1FC0000000
  %18 = fmul float %14, %14
  %19 = select i1 %17, float %15, float %18
  %20 = select i1 %17, float 0x3F1D698740000000, float 0x3F163D2D40000000
  %21 = select i1 %17, float 0xBF55C00B60000000, float 0xBF4AE9A400000000
  %22 = tail call float @llvm.fma.f32(float %20, float %19, float %21)
  %23 = select i1 %17, float 0x3F813233E0000000, float 0x3F755ABD40000000
  %24 = tail call float @llvm.fma.f32(float %22, float %19, float %23)
  %25 = select i1 %17, float 0xBFA49B3340000000, float 0xBF9B837CE0000000
  %26 = tail call float @llvm.fma.f32(float %24, float %19, float %25)
  %27 = select i1 %17, float 0x3FC46AA320000000, float 0x3FBCE315E0000000
  %28 = tail call float @llvm.fma.f32(float %26, float %19, float %27)
  %29 = select i1 %17, float 0x3FED369F20000000, float 0xBFD8127580000000
  %30 = tail call float @llvm.fma.f32(float %28, float %19, float %29)
  %31 = select i1 %17, float 0x3FE4214280000000, float 0x3FC06EBA60000000
  %32 = tail call float @llvm.fma.f32(float %30, float %19, float %31)
  %33 = fneg float %19
  %34 = select i1 %17, float %33, float %14
  %35 = tail call float @llvm.fma.f32(float %32, float %34, float %34)
  br i1 %17, label %36, label %40

36:
  %37 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %35)
  %38 = fsub float 1.000000e+00, %37
  %39 = tail call float @llvm.copysign.f32(float %38, float %14) #6
  br label %40

40:
  %41 = phi float [ %39, %36 ], [ %35, %11 ]
  %42 = fadd float %15, -4.000000e+00
  %43 = fadd float %15, 4.000000e+00
  %44 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %43) #7
  %45 = tail call float @llvm.nvvm.mul.rn.f(float %42, float %44) #6
  %46 = fadd float %45, 1.000000e+00
  %47 = tail call float @llvm.fma.f32(float %46, float -4.000000e+00, float %15)
  %48 = fneg float %45
  %49 = tail call float @llvm.fma.f32(float %48, float %15, float %47)
  %50 = tail call float @llvm.fma.f32(float %44, float %49, float %45)
  %51 = tail call float @llvm.fma.f32(float %50, float 0x3F4D341220000000, float 0x3F7CDC0B60000000)
  %52 = tail call float @llvm.fma.f32(float %51, float %50, float 0xBF903F6960000000)
  %53 = tail call float @llvm.fma.f32(float %52, float %50, float 0x3FA2A6E760000000)
  %54 = tail call float @llvm.fma.f32(float %53, float %50, float 0xBFB10F8B40000000)
  %55 = tail call float @llvm.fma.f32(float %54, float %50, float 0x3FB8043AA0000000)
  %56 = tail call float @llvm.fma.f32(float %55, float %50, float 0xBFB9DA8480000000)
  %57 = tail call float @llvm.fma.f32(float %56, float %50, float 0x3FB16E9BC0000000)
  %58 = tail call float @llvm.fma.f32(float %57, float %50, float 0x3F8F7E2E00000000)
  %59 = tail call float @llvm.fma.f32(float %58, float %50, float 0xBFC1DF1A80000000)
  %60 = tail call float @llvm.fma.f32(float %59, float %50, float 0x3FF3BA5920000000)
  %61 = tail call float @llvm.fma.f32(float %15, float 2.000000e+00, float 1.000000e+00)
  %62 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %61) #7
  %63 = tail call float @llvm.nvvm.mul.rn.f(float %60, float %62) #6
  %64 = fmul float %63, -2.000000e+00
  %65 = tail call float @llvm.fma.f32(float %15, float %64, float %60)
  %66 = fsub float %65, %63
  %67 = tail call float @llvm.fma.f32(float %66, float %62, float %63)
  %68 = fneg float %15
  %69 = fmul float %15, %68
  %70 = tail call float @llvm.nvvm.mul.rn.f(float %69, float 0x3FF7154760000000) #6
  %71 = tail call float @llvm.trunc.f32(float %70)
  %72 = tail call float @llvm.nvvm.fabs.f32(float %71)
  %73 = fcmp ogt float %72, 1.260000e+02
  %74 = tail call float @llvm.copysign.f32(float 1.260000e+02, float %71) #6
  %75 = select i1 %73, float %74, float %71
  %76 = tail call float @llvm.fma.f32(float %75, float 0xBFE62E4300000000, float %69)
  %77 = tail call float @llvm.fma.f32(float %75, float 0x3E205C6100000000, float %76)
  %78 = fmul float %77, 0x3FF7154760000000
  %79 = fadd float %75, 0x4168000FE0000000
  %80 = bitcast float %79 to i32
  %81 = shl i32 %80, 23
  %82 = bitcast i32 %81 to float
  %83 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %78)
  %84 = fmul float %83, %82
  %85 = fneg float %69
  %86 = tail call float @llvm.fma.f32(float %68, float %15, float %85)
  %87 = tail call float @llvm.fma.f32(float %84, float %86, float %84)
  %88 = fmul float %87, %67
  %89 = fcmp ogt float %15, 0x40241C2900000000
  %90 = select i1 %89, float 0.000000e+00, float %88
  %91 = fcmp olt float %14, 0.000000e+00
  %92 = fsub float 2.000000e+00, %90
  %93 = select i1 %91, float %92, float %90
  %94 = fadd contract float %16, 1.000000e+00
  %95 = fdiv contract float %14, %94
  %96 = fneg float %95
  %97 = tail call float @llvm.fma.f32(float %95, float %96, float 1.000000e+00)
  %98 = tail call float @llvm.nvvm.lg2.approx.ftz.f(float %97) #6
  %99 = fneg float %98
  %100 = tail call float @llvm.fma.f32(float %99, float 0xBDF14C6E00000000, float 0x3E443EC8A0000000)
  %101 = tail call float @llvm.fma.f32(float %100, float %99, float 0xBE802DFB40000000)
  %102 = tail call float @llvm.fma.f32(float %101, float %99, float 0x3E8D1F08C0000000)
  %103 = tail call float @llvm.fma.f32(float %102, float %99, float 0x3EE0E85540000000)
  %104 = tail call float @llvm.fma.f32(float %103, float %99, float 0xBF009B69A0000000)
  %105 = tail call float @llvm.fma.f32(float %104, float %99, float 0xBF495FD420000000)
  %106 = tail call float @llvm.fma.f32(float %105, float %99, float 0x3F76B804E0000000)
  %107 = tail call float @llvm.fma.f32(float %106, float %99, float 0x3FC495C1E0000000)
  %108 = tail call float @llvm.fma.f32(float %107, float %99, float 0x3FEC5BF880000000)
  %109 = fmul float %95, %108
  %110 = fcmp olt float %98, 0xC020666660000000
  br i1 %110, label %111, label %123

111:
  %112 = tail call float @llvm.nvvm.rsqrt.approx.ftz.f(float %99) #6
  %113 = tail call float @llvm.fma.f32(float %112, float 0xBFE2E09420000000, float 0xBFE53754A0000000)
  %114 = tail call float @llvm.fma.f32(float %113, float %112, float 0x3FF98D5B80000000)
  %115 = tail call float @llvm.fma.f32(float %114, float %112, float 0xBFE59B5DA0000000)
  %116 = tail call float @llvm.fma.f32(float %115, float %112, float 0xBFB860A6E0000000)
  %117 = tail call float @llvm.fma.f32(float %116, float %112, float 0x3FEABB3720000000)
  %118 = fmul float %112, %99
  %119 = fmul float %118, %117
  %120 = fcmp oeq float %98, 0xFFF0000000000000
  %121 = select i1 %120, float 0x7FF0000000000000, float %119
  %122 = tail call float @llvm.copysign.f32(float %121, float %95) #6
  br label %123

123:
  %124 = phi float [ %122, %111 ], [ %109, %40 ]
  %125 = fcmp olt float %16, 0.000000e+00
  %126 = tail call float @llvm.nvvm.fabs.f32(float %16)
  %127 = fcmp ult float %126, 1.500000e+00
  br i1 %127, label %263, label %128

128:
  %129 = fcmp ogt float %126, 0x40448CCCC0000000
  %130 = select i1 %129, float 0x40448CCCC0000000, float %16
  %131 = tail call float @llvm.nvvm.fabs.f32(float %130)
  %132 = fcmp olt float %131, 0x3810000000000000
  %133 = fmul float %131, 0x4170000000000000
  %134 = select i1 %132, float %133, float %131
  %135 = select i1 %132, float -2.400000e+01, float 0.000000e+00
  %136 = bitcast float %134 to i32
  %137 = add i32 %136, -1060439283
  %138 = and i32 %137, -8388608
  %139 = sub i32 %136, %138
  %140 = bitcast i32 %139 to float
  %141 = sitofp i32 %138 to float
  %142 = tail call float @llvm.fma.f32(float %141, float 0x3E80000000000000, float %135)
  %143 = fadd float %140, -1.000000e+00
  %144 = fadd float %140, 1.000000e+00
  %145 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %144) #7
  %146 = fmul float %143, 2.000000e+00
  %147 = fmul float %146, %145
  %148 = fmul float %147, %147
  %149 = fsub float %143, %147
  %150 = fmul float %149, 2.000000e+00
  %151 = fneg float %147
  %152 = tail call float @llvm.fma.f32(float %151, float %143, float %150)
  %153 = tail call float @llvm.nvvm.mul.rn.f(float %145, float %152) #6
  %154 = tail call float @llvm.fma.f32(float %148, float 0x3F45865C80000000, float 0x3F6A5CFB60000000)
  %155 = tail call float @llvm.fma.f32(float %154, float %148, float 0x3F92776E60000000)
  %156 = tail call float @llvm.fma.f32(float %155, float %148, float 0x3FBEC709E0000000)
  %157 = tail call float @llvm.nvvm.mul.rn.f(float %156, float %148) #6
  %158 = tail call float @llvm.fma.f32(float %147, float 0x3FF7154760000000, float %142)
  %159 = fsub float %142, %158
  %160 = tail call float @llvm.fma.f32(float %147, float 0x3FF7154760000000, float %159)
  %161 = tail call float @llvm.fma.f32(float %153, float 0x3FF7154760000000, float %160)
  %162 = tail call float @llvm.fma.f32(float %147, float 0x3E54ABC680000000, float %161)
  %163 = tail call float @llvm.fma.f32(float %157, float %147, float %162)
  %164 = tail call float @llvm.nvvm.add.rn.f(float %158, float %163) #6
  %165 = fneg float %158
  %166 = tail call float @llvm.nvvm.add.rn.f(float %164, float %165) #6
  %167 = fneg float %166
  %168 = tail call float @llvm.nvvm.add.rn.f(float %163, float %167) #6
  %169 = fadd float %131, -5.000000e-01
  %170 = tail call float @llvm.nvvm.mul.rn.f(float %164, float %169) #6
  %171 = fneg float %170
  %172 = tail call float @llvm.fma.f32(float %164, float %169, float %171)
  %173 = tail call float @llvm.fma.f32(float %168, float %169, float %172)
  %174 = tail call float @llvm.nvvm.mul.rn.f(float 0x3FF7154760000000, float %131) #6
  %175 = fneg float %174
  %176 = tail call float @llvm.fma.f32(float %131, float 0x3FF7154760000000, float %175)
  %177 = tail call float @llvm.fma.f32(float %131, float 0x3E54AE0C00000000, float %176)
  %178 = tail call float @llvm.nvvm.add.rn.f(float %170, float %175) #6
  %179 = tail call float @llvm.nvvm.add.rn.f(float %178, float %174) #6
  %180 = fneg float %179
  %181 = tail call float @llvm.nvvm.add.rn.f(float %178, float %180) #6
  %182 = tail call float @llvm.nvvm.add.rn.f(float %170, float %180) #6
  %183 = fneg float %181
  %184 = tail call float @llvm.nvvm.add.rn.f(float %175, float %183) #6
  %185 = tail call float @llvm.nvvm.add.rn.f(float %182, float %184) #6
  %186 = fsub float %173, %177
  %187 = fadd float %186, %185
  %188 = fneg float %178
  %189 = fneg float %187
  %190 = fcmp ogt float %131, 3.300000e+01
  %191 = fsub float 4.800000e+01, %178
  %192 = select i1 %190, float %191, float %188
  %193 = select i1 %125, float %192, float %178
  %194 = select i1 %125, float %189, float %187
  %195 = tail call float @llvm.nvvm.round.f(float %193) #6
  %196 = fsub float %193, %195
  %197 = fadd float %196, %194
  %198 = tail call float @llvm.fma.f32(float %197, float 0x3F23F971C0000000, float 0x3F55F0BDA0000000)
  %199 = tail call float @llvm.fma.f32(float %198, float %197, float 0x3F83B30AC0000000)
  %200 = tail call float @llvm.fma.f32(float %199, float %197, float 0x3FAC6AF760000000)
  %201 = tail call float @llvm.fma.f32(float %200, float %197, float 0x3FCEBFBD80000000)
  %202 = tail call float @llvm.fma.f32(float %201, float %197, float 0x3FE62E4300000000)
  %203 = tail call float @llvm.fma.f32(float %202, float %197, float 1.000000e+00)
  %204 = fptosi float %195 to i32
  %205 = fcmp ogt float %195, 0.000000e+00
  %206 = select i1 %205, i32 0, i32 -2097152000
  %207 = add nsw i32 %206, 2130706432
  %208 = bitcast i32 %207 to float
  %209 = fmul float %203, %208
  %210 = shl i32 %204, 23
  %211 = sub i32 %210, %206
  %212 = bitcast i32 %211 to float
  %213 = fmul float %209, %212
  %214 = fmul float %213, 0x40040D9320000000
  %215 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %131) #7
  %216 = tail call float @llvm.fma.f32(float %215, float 0x3F11EF2E20000000, float 0xBF0A87DB00000000)
  %217 = tail call float @llvm.fma.f32(float %216, float %215, float 0xBF3BB4D7C0000000)
  %218 = tail call float @llvm.fma.f32(float %217, float %215, float 0x3F504157C0000000)
  %219 = tail call float @llvm.fma.f32(float %218, float %215, float 0xBF32415FA0000000)
  %220 = tail call float @llvm.fma.f32(float %219, float %215, float 0xBF65E9AC80000000)
  %221 = tail call float @llvm.fma.f32(float %220, float %215, float 0x3F6C70E640000000)
  %222 = tail call float @llvm.fma.f32(float %221, float %215, float 0x3FB5555580000000)
  %223 = fmul float %215, %222
  br i1 %125, label %224, label %261

224:
  %225 = tail call float @llvm.fma.f32(float %223, float %130, float %130)
  %226 = fadd float %131, %131
  %227 = tail call float @llvm.nvvm.round.f(float %226) #6
  %228 = tail call i32 @llvm.nvvm.f2i.rz(float %227) #6
  %229 = tail call float @llvm.fma.f32(float %227, float -5.000000e-01, float %131)
  %230 = and i32 %228, 1
  %231 = tail call float @llvm.nvvm.mul.rn.f(float %229, float %229) #6
  %232 = icmp eq i32 %230, 0
  %233 = select i1 %232, float %229, float 1.000000e+00
  %234 = tail call float @llvm.fma.f32(float %231, float %233, float 0.000000e+00)
  %235 = tail call float @llvm.fma.f32(float %231, float 0x3FCD09C240000000, float 0xBFF55A5C00000000)
  %236 = select i1 %232, float 0xBFE2F59920000000, float %235
  %237 = select i1 %232, float 0x400466B200000000, float 0x40103C19E0000000
  %238 = tail call float @llvm.fma.f32(float %236, float %231, float %237)
  %239 = select i1 %232, float 0xC014ABBEC0000000, float 0xC013BD3CC0000000
  %240 = tail call float @llvm.fma.f32(float %238, float %231, float %239)
  %241 = select i1 %232, float 0.000000e+00, float 1.000000e+00
  %242 = tail call float @llvm.fma.f32(float %240, float %234, float %241)
  %243 = tail call float @llvm.fma.f32(float %229, float 0x400921FB60000000, float %242)
  %244 = select i1 %232, float %243, float %242
  %245 = and i32 %228, 2
  %246 = icmp eq i32 %245, 0
  %247 = fsub float 0.000000e+00, %244
  %248 = select i1 %246, float %244, float %247
  %249 = tail call float @llvm.nvvm.mul.rn.f(float %225, float %248) #6
  %250 = fneg float %249
  %251 = tail call float @llvm.fma.f32(float %225, float %248, float %250)
  %252 = tail call float @llvm.nvvm.div.approx.f(float 1.000000e+00, float %249) #6
  %253 = fneg float %252
  %254 = fmul float %252, %253
  %255 = fmul float %251, %254
  %256 = fmul float %214, %255
  %257 = tail call float @llvm.fma.f32(float %214, float %252, float %256)
  %258 = fmul float %257, 5.000000e-01
  %259 = fmul float %258, 0x3CF0000000000000
  %260 = select i1 %190, float %259, float %258
  br label %283

261:
  %262 = tail call float @llvm.fma.f32(float %223, float %214, float %214)
  br label %283

263:
  %264 = fcmp olt float %16, -5.000000e-01
  %265 = select i1 %264, float %16, float 1.000000e+00
  %266 = fcmp oeq float %16, 0.000000e+00
  %267 = tail call float @llvm.nvvm.round.f(float %16) #6
  %268 = fsub float %16, %267
  %269 = select i1 %266, float %16, float %268
  %270 = fcmp ole float %16, 5.000000e-01
  %271 = select i1 %270, float %269, float 1.000000e+00
  %272 = fmul float %265, %271
  %273 = tail call float @llvm.fma.f32(float %269, float 0xBF5193ECC0000000, float 0x3F7D207AE0000000)
  %274 = tail call float @llvm.fma.f32(float %273, float %269, float 0xBF83C01600000000)
  %275 = tail call float @llvm.fma.f32(float %274, float %269, float 0xBFA598A440000000)
  %276 = tail call float @llvm.fma.f32(float %275, float %269, float 0x3FC5513660000000)
  %277 = tail call float @llvm.fma.f32(float %276, float %269, float 0xBFA58180A0000000)
  %278 = tail call float @llvm.fma.f32(float %277, float %269, float 0xBFE4FCF440000000)
  %279 = tail call float @llvm.fma.f32(float %278, float %269, float 0x3FE2788D00000000)
  %280 = tail call float @llvm.fma.f32(float %279, float %272, float 0.000000e+00)
  %281 = tail call float @llvm.fma.f32(float %280, float %269, float %272)
  %282 = tail call float @llvm.nvvm.div.approx.f(float 1.000000e+00, float %281) #6
  br label %283

283:
  %284 = phi float [ %282, %263 ], [ %260, %224 ], [ %262, %261 ]
  br i1 %125, label %285, label %295

285:
  %286 = tail call float @llvm.trunc.f32(float %16)
  %287 = fcmp oeq float %16, %286
  br i1 %287, label %295, label %288

288:
  %289 = fcmp olt float %16, 0xC0448CCCC0000000
  br i1 %289, label %290, label %295

290:
  %291 = tail call i32 @llvm.nvvm.f2i.rz(float %16)
  %292 = and i32 %291, 1
  %293 = icmp eq i32 %292, 0
  %294 = select i1 %293, float %284, float 0.000000e+00
  br label %295

295:
  %296 = phi float [ %284, %283 ], [ %294, %290 ], [ %284, %288 ], [ 0x7FFFFFFFE0000000, %285 ]
  %297 = fcmp ult float %126, 3.000000e+00
  br i1 %297, label %348, label %298

298:
  %299 = fcmp ult float %126, 0x401F333340000000
  br i1 %299, label %336, label %300

300:
  %301 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %126) #7
  %302 = fmul float %301, %301
  %303 = tail call float @llvm.fma.f32(float %302, float 0x3F497CEAA0000000, float 0xBF66C12A60000000)
  %304 = tail call float @llvm.fma.f32(float %303, float %302, float 0x3FB5555460000000)
  %305 = tail call float @llvm.fma.f32(float %304, float %301, float 0x3FED67F1C0000000)
  %306 = bitcast float %126 to i32
  %307 = add nsw i32 %306, -1059760811
  %308 = and i32 %307, -8388608
  %309 = sub i32 %306, %308
  %310 = bitcast i32 %309 to float
  %311 = sitofp i32 %308 to float
  %312 = tail call float @llvm.fma.f32(float %311, float 0x3E80000000000000, float 0.000000e+00)
  %313 = fadd float %310, -1.000000e+00
  %314 = tail call float @llvm.fma.f32(float %313, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %315 = tail call float @llvm.fma.f32(float %314, float %313, float 0xBFBF19B980000000)
  %316 = tail call float @llvm.fma.f32(float %315, float %313, float 0x3FC1E52AA0000000)
  %317 = tail call float @llvm.fma.f32(float %316, float %313, float 0xBFC55B1720000000)
  %318 = tail call float @llvm.fma.f32(float %317, float %313, float 0x3FC99DA160000000)
  %319 = tail call float @llvm.fma.f32(float %318, float %313, float 0xBFCFFFE440000000)
  %320 = tail call float @llvm.fma.f32(float %319, float %313, float 0x3FD5554F00000000)
  %321 = tail call float @llvm.fma.f32(float %320, float %313, float -5.000000e-01)
  %322 = fmul float %313, %321
  %323 = tail call float @llvm.fma.f32(float %322, float %313, float %313)
  %324 = tail call float @llvm.fma.f32(float %312, float 0x3FE62E4300000000, float %323)
  %325 = icmp ugt i32 %306, 2139095039
  %326 = tail call float @llvm.fma.f32(float %126, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %327 = select i1 %325, float %326, float %324
  %328 = fmul float %327, 5.000000e-01
  %329 = fadd float %126, -5.000000e-01
  %330 = tail call float @llvm.nvvm.mul.rn.f(float %328, float %329) #6
  %331 = fsub float %330, %126
  %332 = tail call float @llvm.nvvm.add.rn.f(float %330, float %305) #6
  %333 = fadd float %331, %332
  %334 = fcmp oeq float %126, 0x7FF0000000000000
  %335 = select i1 %334, float 0x7FF0000000000000, float %333
  br label %414

336:
  %337 = fadd float %126, -3.000000e+00
  %338 = tail call float @llvm.fma.f32(float %337, float 0xC087671F60000000, float 0xC0C81EDF00000000)
  %339 = tail call float @llvm.fma.f32(float %338, float %337, float 0xC0E40CAC00000000)
  %340 = tail call float @llvm.fma.f32(float %339, float %337, float 0xC0E796D540000000)
  %341 = tail call float @llvm.fma.f32(float %340, float %337, float 0xC10175CB40000000)
  %342 = fadd float %337, 0xC070340400000000
  %343 = tail call float @llvm.fma.f32(float %342, float %337, float 0xC0C50C9700000000)
  %344 = tail call float @llvm.fma.f32(float %343, float %337, float 0xC0F6A0D0C0000000)
  %345 = tail call float @llvm.fma.f32(float %344, float %337, float 0xC109308CA0000000)
  %346 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %345) #7
  %347 = tail call float @llvm.fma.f32(float %341, float %346, float %337)
  br label %414

348:
  br i1 %127, label %361, label %349

349:
  %350 = fadd float %126, -2.000000e+00
  %351 = tail call float @llvm.fma.f32(float %350, float 0x3F0A00FF40000000, float 0xBF2CF40040000000)
  %352 = tail call float @llvm.fma.f32(float %351, float %350, float 0x3F41BCDF80000000)
  %353 = tail call float @llvm.fma.f32(float %352, float %350, float 0xBF53BC1C40000000)
  %354 = tail call float @llvm.fma.f32(float %353, float %350, float 0x3F67A0B6E0000000)
  %355 = tail call float @llvm.fma.f32(float %354, float %350, float 0xBF7E3D6200000000)
  %356 = tail call float @llvm.fma.f32(float %355, float %350, float 0x3F95134500000000)
  %357 = tail call float @llvm.fma.f32(float %356, float %350, float 0xBFB13E0340000000)
  %358 = tail call float @llvm.fma.f32(float %357, float %350, float 0x3FD4A34CC0000000)
  %359 = tail call float @llvm.fma.f32(float %358, float %350, float 0x3FDB0EE600000000)
  %360 = fmul float %350, %359
  br label %414

361:
  %362 = fcmp ult float %126, 0x3FE6666660000000
  br i1 %362, label %376, label %363

363:
  %364 = fsub float 1.000000e+00, %126
  %365 = tail call float @llvm.fma.f32(float %364, float 0x3FA77DEEC0000000, float 0x3FBA8EAEE0000000)
  %366 = tail call float @llvm.fma.f32(float %365, float %364, float 0x3FBF700F20000000)
  %367 = tail call float @llvm.fma.f32(float %366, float %364, float 0x3FC052B6A0000000)
  %368 = tail call float @llvm.fma.f32(float %367, float %364, float 0x3FC254ECA0000000)
  %369 = tail call float @llvm.fma.f32(float %368, float %364, float 0x3FC5AD0CE0000000)
  %370 = tail call float @llvm.fma.f32(float %369, float %364, float 0x3FCA8C57E0000000)
  %371 = tail call float @llvm.fma.f32(float %370, float %364, float 0x3FD1514E40000000)
  %372 = tail call float @llvm.fma.f32(float %371, float %364, float 0x3FD9A4D480000000)
  %373 = tail call float @llvm.fma.f32(float %372, float %364, float 0x3FEA51A640000000)
  %374 = tail call float @llvm.fma.f32(float %373, float %364, float 0x3FE2788D00000000)
  %375 = fmul float %364, %374
  br label %414

376:
  %377 = tail call float @llvm.fma.f32(float %126, float 0x3F6D6390C0000000, float 0xBF76690F00000000)
  %378 = tail call float @llvm.fma.f32(float %377, float %126, float 0xBFA6D95DE0000000)
  %379 = tail call float @llvm.fma.f32(float %378, float %126, float 0x3FC56AAAA0000000)
  %380 = tail call float @llvm.fma.f32(float %379, float %126, float 0xBFA592D8E0000000)
  %381 = tail call float @llvm.fma.f32(float %380, float %126, float 0xBFE4FCDD60000000)
  %382 = tail call float @llvm.fma.f32(float %381, float %126, float 0x3FE2788C60000000)
  %383 = fmul float %126, %382
  %384 = tail call float @llvm.fma.f32(float %383, float %126, float %126)
  %385 = fcmp olt float %384, 0x3810000000000000
  %386 = fmul float %384, 0x4160000000000000
  %387 = select i1 %385, float %386, float %384
  %388 = select i1 %385, float -2.300000e+01, float 0.000000e+00
  %389 = bitcast float %387 to i32
  %390 = add i32 %389, -1059760811
  %391 = and i32 %390, -8388608
  %392 = sub i32 %389, %391
  %393 = bitcast i32 %392 to float
  %394 = sitofp i32 %391 to float
  %395 = tail call float @llvm.fma.f32(float %394, float 0x3E80000000000000, float %388)
  %396 = fadd float %393, -1.000000e+00
  %397 = tail call float @llvm.fma.f32(float %396, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %398 = tail call float @llvm.fma.f32(float %397, float %396, float 0xBFBF19B980000000)
  %399 = tail call float @llvm.fma.f32(float %398, float %396, float 0x3FC1E52AA0000000)
  %400 = tail call float @llvm.fma.f32(float %399, float %396, float 0xBFC55B1720000000)
  %401 = tail call float @llvm.fma.f32(float %400, float %396, float 0x3FC99DA160000000)
  %402 = tail call float @llvm.fma.f32(float %401, float %396, float 0xBFCFFFE440000000)
  %403 = tail call float @llvm.fma.f32(float %402, float %396, float 0x3FD5554F00000000)
  %404 = tail call float @llvm.fma.f32(float %403, float %396, float -5.000000e-01)
  %405 = fmul float %396, %404
  %406 = tail call float @llvm.fma.f32(float %405, float %396, float %396)
  %407 = tail call float @llvm.fma.f32(float %395, float 0x3FE62E4300000000, float %406)
  %408 = icmp ugt i32 %389, 2139095039
  %409 = tail call float @llvm.fma.f32(float %387, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %410 = select i1 %408, float %409, float %407
  %411 = fcmp oeq float %387, 0.000000e+00
  %412 = fneg float %410
  %413 = select i1 %411, float 0x7FF0000000000000, float %412
  br label %414

414:
  %415 = phi float [ %347, %336 ], [ %335, %300 ], [ %360, %349 ], [ %375, %363 ], [ %413, %376 ]
  %416 = fcmp ult float %16, 0.000000e+00
  br i1 %416, label %417, label %507

417:
  %418 = tail call float @llvm.floor.f32(float %126)
  %419 = fcmp oeq float %126, %418
  br i1 %419, label %507, label %420

420:
  %421 = fcmp olt float %126, 0x3BFD83C940000000
  br i1 %421, label %422, label %452

422:
  %423 = fcmp olt float %126, 0x3810000000000000
  %424 = fmul float %126, 0x4160000000000000
  %425 = select i1 %423, float %424, float %126
  %426 = select i1 %423, float -2.300000e+01, float 0.000000e+00
  %427 = bitcast float %425 to i32
  %428 = add i32 %427, -1059760811
  %429 = and i32 %428, -8388608
  %430 = sub i32 %427, %429
  %431 = bitcast i32 %430 to float
  %432 = sitofp i32 %429 to float
  %433 = tail call float @llvm.fma.f32(float %432, float 0x3E80000000000000, float %426)
  %434 = fadd float %431, -1.000000e+00
  %435 = tail call float @llvm.fma.f32(float %434, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %436 = tail call float @llvm.fma.f32(float %435, float %434, float 0xBFBF19B980000000)
  %437 = tail call float @llvm.fma.f32(float %436, float %434, float 0x3FC1E52AA0000000)
  %438 = tail call float @llvm.fma.f32(float %437, float %434, float 0xBFC55B1720000000)
  %439 = tail call float @llvm.fma.f32(float %438, float %434, float 0x3FC99DA160000000)
  %440 = tail call float @llvm.fma.f32(float %439, float %434, float 0xBFCFFFE440000000)
  %441 = tail call float @llvm.fma.f32(float %440, float %434, float 0x3FD5554F00000000)
  %442 = tail call float @llvm.fma.f32(float %441, float %434, float -5.000000e-01)
  %443 = fmul float %434, %442
  %444 = tail call float @llvm.fma.f32(float %443, float %434, float %434)
  %445 = tail call float @llvm.fma.f32(float %433, float 0x3FE62E4300000000, float %444)
  %446 = icmp ugt i32 %427, 2139095039
  %447 = tail call float @llvm.fma.f32(float %425, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %448 = select i1 %446, float %447, float %445
  %449 = fcmp oeq float %425, 0.000000e+00
  %450 = fneg float %448
  %451 = select i1 %449, float 0x7FF0000000000000, float %450
  br label %507

452:
  %453 = fmul float %126, 2.000000e+00
  %454 = tail call float @llvm.nvvm.round.f(float %453) #6
  %455 = fptosi float %454 to i32
  %456 = fneg float %454
  %457 = tail call float @llvm.fma.f32(float %456, float 5.000000e-01, float %126)
  %458 = fmul float %457, 0x400921FB60000000
  %459 = tail call float @llvm.nvvm.mul.rn.f(float %458, float %458) #6
  %460 = and i32 %455, 1
  %461 = icmp eq i32 %460, 0
  %462 = select i1 %461, float %458, float 1.000000e+00
  %463 = tail call float @llvm.fma.f32(float %459, float %462, float 0.000000e+00)
  %464 = tail call float @llvm.fma.f32(float %459, float 0x3EF9758000000000, float 0xBF56C0FDA0000000)
  %465 = select i1 %461, float 0xBF29A82A60000000, float %464
  %466 = select i1 %461, float 0x3F8110BC80000000, float 0x3FA5555760000000
  %467 = tail call float @llvm.fma.f32(float %465, float %459, float %466)
  %468 = select i1 %461, float 0xBFC5555500000000, float 0xBFDFFFFFE0000000
  %469 = tail call float @llvm.fma.f32(float %467, float %459, float %468)
  %470 = tail call float @llvm.fma.f32(float %469, float %463, float %462)
  %471 = and i32 %455, 2
  %472 = icmp eq i32 %471, 0
  %473 = fsub float 0.000000e+00, %470
  %474 = select i1 %472, float %470, float %473
  %475 = tail call float @llvm.nvvm.fabs.f32(float %474)
  %476 = fmul float %126, %475
  %477 = fcmp olt float %476, 0x3810000000000000
  %478 = fmul float %476, 0x4160000000000000
  %479 = select i1 %477, float -2.300000e+01, float 0.000000e+00
  %480 = select i1 %477, float %478, float %476
  %481 = bitcast float %480 to i32
  %482 = add i32 %481, -1059760811
  %483 = and i32 %482, -8388608
  %484 = sub i32 %481, %483
  %485 = bitcast i32 %484 to float
  %486 = sitofp i32 %483 to float
  %487 = tail call float @llvm.fma.f32(float %486, float 0x3E80000000000000, float %479)
  %488 = fadd float %485, -1.000000e+00
  %489 = tail call float @llvm.fma.f32(float %488, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %490 = tail call float @llvm.fma.f32(float %489, float %488, float 0xBFBF19B980000000)
  %491 = tail call float @llvm.fma.f32(float %490, float %488, float 0x3FC1E52AA0000000)
  %492 = tail call float @llvm.fma.f32(float %491, float %488, float 0xBFC55B1720000000)
  %493 = tail call float @llvm.fma.f32(float %492, float %488, float 0x3FC99DA160000000)
  %494 = tail call float @llvm.fma.f32(float %493, float %488, float 0xBFCFFFE440000000)
  %495 = tail call float @llvm.fma.f32(float %494, float %488, float 0x3FD5554F00000000)
  %496 = tail call float @llvm.fma.f32(float %495, float %488, float -5.000000e-01)
  %497 = fmul float %488, %496
  %498 = tail call float @llvm.fma.f32(float %497, float %488, float %488)
  %499 = tail call float @llvm.fma.f32(float %487, float 0x3FE62E4300000000, float %498)
  %500 = icmp ugt i32 %481, 2139095039
  %501 = tail call float @llvm.fma.f32(float %480, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %502 = select i1 %500, float %501, float %499
  %503 = fcmp oeq float %480, 0.000000e+00
  %504 = fsub float 0x3FF250D040000000, %502
  %505 = select i1 %503, float 0x7FF0000000000000, float %504
  %506 = fsub float %505, %415
  br label %507

507:
  %508 = phi float [ %506, %452 ], [ %415, %414 ], [ %451, %422 ], [ 0x7FF0000000000000, %417 ]
  %509 = bitcast float %126 to i32
  %510 = bitcast float %15 to i32
  %511 = tail call i32 @llvm.smin.i32(i32 %509, i32 %510) #6
  %512 = bitcast i32 %511 to float
  %513 = tail call i32 @llvm.smax.i32(i32 %510, i32 %509) #6
  %514 = bitcast i32 %513 to float
  %515 = and i32 %513, -33554432
  %516 = sub i32 2122317824, %515
  %517 = bitcast i32 %516 to float
  %518 = fmul float %512, %517
  %519 = fmul float %514, %517
  %520 = fmul float %518, %518
  %521 = tail call float @llvm.fma.f32(float %519, float %519, float %520)
  %522 = tail call float @llvm.nvvm.sqrt.approx.f(float %521) #6
  %523 = or disjoint i32 %515, 8388608
  %524 = bitcast i32 %523 to float
  %525 = fmul float %522, %524
  %526 = fcmp oeq float %512, 0.000000e+00
  %527 = select i1 %526, float %514, float %525
  %528 = fcmp oeq float %512, 0x7FF0000000000000
  %529 = select i1 %528, float 0x7FF0000000000000, float %527
  %530 = fcmp olt float %15, 0x3FE6666660000000
  br i1 %530, label %590, label %531

531:
  %532 = fcmp ugt float %15, 0x4156666660000000
  br i1 %532, label %558, label %533

533:
  %534 = tail call float @llvm.nvvm.div.approx.f(float %15, float 0x3FE6666660000000) #6
  %535 = tail call float @llvm.trunc.f32(float %534)
  %536 = tail call float @llvm.fma.f32(float %535, float 0xBFE6666660000000, float %15)
  %537 = bitcast float %536 to i32
  %538 = icmp ugt i32 %537, 1060320050
  br i1 %538, label %539, label %555

539:
  %540 = icmp ugt i32 %537, -2147483648
  br i1 %540, label %541, label %546

541:
  %542 = fadd float %535, -1.000000e+00
  %543 = fcmp olt float %536, 0xBFE6666660000000
  %544 = fadd float %542, -1.000000e+00
  %545 = select i1 %543, float %544, float %542
  br label %555

546:
  %547 = fadd float %535, 1.000000e+00
  %548 = fcmp ult float %536, 0x3FF6666660000000
  br i1 %548, label %555, label %549

549:
  %550 = tail call float @llvm.fma.f32(float -3.000000e+00, float 0x3FE6666660000000, float %536)
  %551 = fcmp oge float %550, 0.000000e+00
  %552 = fadd float %547, 1.000000e+00
  %553 = fadd float %552, 1.000000e+00
  %554 = select i1 %551, float %553, float %552
  br label %555

555:
  %556 = phi float [ %535, %533 ], [ %545, %541 ], [ %554, %549 ], [ %547, %546 ]
  %557 = tail call float @llvm.fma.f32(float %556, float 0xBFE6666660000000, float %15)
  br label %590

558:
  %559 = and i32 %510, -8388608
  %560 = and i32 %510, 8388607
  %561 = or disjoint i32 %560, 1065353216
  %562 = bitcast i32 %561 to float
  %563 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float 0x3FF6666660000000) #7
  %564 = add i32 %559, -1056964608
  %565 = icmp eq i32 %564, 0
  br i1 %565, label %584, label %566

566:
  %567 = phi i32 [ %580, %566 ], [ %561, %558 ]
  %568 = phi i32 [ %579, %566 ], [ %564, %558 ]
  %569 = tail call i32 @llvm.umin.i32(i32 %568, i32 192937984) #6
  %570 = add i32 %567, %569
  %571 = bitcast i32 %570 to float
  %572 = fmul float %563, %571
  %573 = tail call float @llvm.fma.f32(float %572, float 0xBFF6666660000000, float %571)
  %574 = tail call float @llvm.fma.f32(float %573, float %563, float %572)
  %575 = tail call float @llvm.fma.f32(float %574, float 0xBFF6666660000000, float %571)
  %576 = tail call float @llvm.nvvm.fma.rz.f(float %575, float %563, float %574) #6
  %577 = tail call float @llvm.trunc.f32(float %576)
  %578 = tail call float @llvm.fma.f32(float %577, float 0xBFF6666660000000, float %571)
  %579 = sub i32 %568, %569
  %580 = bitcast float %578 to i32
  %581 = icmp ne i32 %579, 0
  %582 = icmp ne i32 %580, 0
  %583 = select i1 %581, i1 %582, i1 false
  br i1 %583, label %566, label %584

584:
  %585 = phi float [ %562, %558 ], [ %578, %566 ]
  %586 = icmp ugt i32 %510, 2139095039
  %587 = select i1 %586, float 0x7FFFFFFFE0000000, float 0x4150000000000000
  %588 = fmul float %585, 0x3E80000000000000
  %589 = fmul float %587, %588
  br label %590

590:
  %591 = phi float [ %15, %507 ], [ %557, %555 ], [ %589, %584 ]
  %592 = tail call float @llvm.nvvm.fabs.f32(float %591)
  %593 = fcmp uno float %592, 0.000000e+00
  %594 = tail call float @llvm.copysign.f32(float %591, float %14) #6
  %595 = select i1 %593, float %591, float %594
  %596 = fcmp olt float %15, %126
  br i1 %596, label %681, label %597

597:
  %598 = fmul float %126, 0x4160000000000000
  %599 = fcmp ugt float %15, %598
  br i1 %599, label %628, label %600

600:
  %601 = tail call float @llvm.nvvm.div.approx.f(float %15, float %126) #6
  %602 = tail call float @llvm.trunc.f32(float %601)
  %603 = fneg float %126
  %604 = tail call float @llvm.fma.f32(float %603, float %602, float %15)
  %605 = bitcast float %604 to i32
  %606 = icmp ult i32 %605, %509
  br i1 %606, label %624, label %607

607:
  %608 = icmp ugt i32 %605, -2147483648
  br i1 %608, label %609, label %614

609:
  %610 = fadd float %602, -1.000000e+00
  %611 = fcmp olt float %604, %603
  %612 = fadd float %610, -1.000000e+00
  %613 = select i1 %611, float %612, float %610
  br label %624

614:
  %615 = fadd float %602, 1.000000e+00
  %616 = fmul float %126, 2.000000e+00
  %617 = fcmp ult float %604, %616
  br i1 %617, label %624, label %618

618:
  %619 = tail call float @llvm.fma.f32(float %126, float -3.000000e+00, float %604)
  %620 = fcmp oge float %619, 0.000000e+00
  %621 = fadd float %615, 1.000000e+00
  %622 = fadd float %621, 1.000000e+00
  %623 = select i1 %620, float %622, float %621
  br label %624

624:
  %625 = phi float [ %602, %600 ], [ %613, %609 ], [ %623, %618 ], [ %615, %614 ]
  %626 = fptoui float %625 to i32
  %627 = tail call float @llvm.fma.f32(float %603, float %625, float %15)
  br label %681

628:
  %629 = bitcast float %598 to i32
  %630 = and i32 %629, -8388608
  %631 = and i32 %510, 8388607
  %632 = or disjoint i32 %631, 1065353216
  %633 = and i32 %629, 8388607
  %634 = or disjoint i32 %633, 1065353216
  %635 = bitcast i32 %632 to float
  %636 = bitcast i32 %634 to float
  %637 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %636) #7
  %638 = add i32 %510, 192937984
  %639 = sub i32 %638, %630
  %640 = and i32 %639, -8388608
  %641 = icmp eq i32 %640, 0
  br i1 %641, label %671, label %642

642:
  %643 = fneg float %636
  br label %644

644:
  %645 = phi i32 [ %632, %642 ], [ %659, %644 ]
  %646 = phi i32 [ %640, %642 ], [ %658, %644 ]
  %647 = phi i32 [ 0, %642 ], [ %663, %644 ]
  %648 = tail call i32 @llvm.umin.i32(i32 %646, i32 192937984) #6
  %649 = add i32 %645, %648
  %650 = bitcast i32 %649 to float
  %651 = fmul float %637, %650
  %652 = tail call float @llvm.fma.f32(float %643, float %651, float %650)
  %653 = tail call float @llvm.fma.f32(float %652, float %637, float %651)
  %654 = tail call float @llvm.fma.f32(float %643, float %653, float %650)
  %655 = tail call float @llvm.nvvm.fma.rz.f(float %654, float %637, float %653) #6
  %656 = tail call float @llvm.trunc.f32(float %655)
  %657 = tail call float @llvm.fma.f32(float %643, float %656, float %650)
  %658 = sub i32 %646, %648
  %659 = bitcast float %657 to i32
  %660 = lshr i32 %648, 23
  %661 = shl i32 %647, %660
  %662 = fptoui float %656 to i32
  %663 = add i32 %661, %662
  %664 = icmp ne i32 %658, 0
  %665 = icmp ne i32 %659, 0
  %666 = select i1 %664, i1 %665, i1 false
  br i1 %666, label %644, label %667

667:
  %668 = lshr i32 %658, 23
  %669 = tail call i32 @llvm.umin.i32(i32 %668, i32 3) #6
  %670 = shl i32 %663, %669
  br label %671

671:
  %672 = phi float [ %635, %628 ], [ %657, %667 ]
  %673 = phi i32 [ 0, %628 ], [ %670, %667 ]
  %674 = bitcast i32 %630 to float
  %675 = fcmp ule float %126, 0.000000e+00
  %676 = icmp ugt i32 %510, 2139095039
  %677 = or i1 %676, %675
  %678 = select i1 %677, float 0x7FFFFFFFE0000000, float %674
  %679 = fmul float %672, 0x3E80000000000000
  %680 = fmul float %678, %679
  br label %681

681:
  %682 = phi i32 [ 0, %590 ], [ %626, %624 ], [ %673, %671 ]
  %683 = phi float [ %15, %590 ], [ %627, %624 ], [ %680, %671 ]
  %684 = fmul float %683, 2.000000e+00
  %685 = fcmp ogt float %684, %126
  br i1 %685, label %691, label %686

686:
  %687 = fcmp oeq float %684, %126
  %688 = and i32 %682, 1
  %689 = icmp ne i32 %688, 0
  %690 = select i1 %687, i1 %689, i1 false
  br i1 %690, label %691, label %693

691:
  %692 = fsub float %683, %126
  br label %693

693:
  %694 = phi float [ %692, %691 ], [ %683, %686 ]
  %695 = bitcast float %14 to i32
  %696 = tail call float @llvm.nvvm.fabs.f32(float %694)
  %697 = fcmp ord float %696, 0.000000e+00
  %698 = fneg float %694
  %699 = icmp slt i32 %695, 0
  %700 = select i1 %699, i1 %697, i1 false
  %701 = select i1 %700, float %698, float %694
  %702 = fcmp ogt float %15, 1.450000e+01
  %703 = tail call float @llvm.copysign.f32(float 1.450000e+01, float %14) #6
  %704 = select i1 %702, float %703, float %14
  %705 = tail call float @llvm.nvvm.mul.rn.f(float %704, float 0xBFE6A09E60000000) #6
  %706 = fneg float %705
  %707 = tail call float @llvm.fma.f32(float %704, float 0xBFE6A09E60000000, float %706)
  %708 = tail call float @llvm.fma.f32(float %704, float 0xBE49FCEF40000000, float %707)
  %709 = tail call float @llvm.nvvm.add.rn.f(float %705, float %708) #6
  %710 = tail call float @llvm.nvvm.fabs.f32(float %709)
  %711 = fadd float %710, -4.000000e+00
  %712 = fadd float %710, 4.000000e+00
  %713 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %712) #7
  %714 = tail call float @llvm.nvvm.mul.rn.f(float %711, float %713) #6
  %715 = fadd float %714, 1.000000e+00
  %716 = tail call float @llvm.fma.f32(float %715, float -4.000000e+00, float %710)
  %717 = fneg float %714
  %718 = tail call float @llvm.fma.f32(float %717, float %710, float %716)
  %719 = tail call float @llvm.fma.f32(float %713, float %718, float %714)
  %720 = tail call float @llvm.fma.f32(float %719, float 0x3F4D341220000000, float 0x3F7CDC0B60000000)
  %721 = tail call float @llvm.fma.f32(float %720, float %719, float 0xBF903F6960000000)
  %722 = tail call float @llvm.fma.f32(float %721, float %719, float 0x3FA2A6E760000000)
  %723 = tail call float @llvm.fma.f32(float %722, float %719, float 0xBFB10F8B40000000)
  %724 = tail call float @llvm.fma.f32(float %723, float %719, float 0x3FB8043AA0000000)
  %725 = tail call float @llvm.fma.f32(float %724, float %719, float 0xBFB9DA8480000000)
  %726 = tail call float @llvm.fma.f32(float %725, float %719, float 0x3FB16E9BC0000000)
  %727 = tail call float @llvm.fma.f32(float %726, float %719, float 0x3F8F7E2E00000000)
  %728 = tail call float @llvm.fma.f32(float %727, float %719, float 0xBFC1DF1A80000000)
  %729 = tail call float @llvm.fma.f32(float %728, float %719, float 0x3FF3BA5920000000)
  %730 = tail call float @llvm.fma.f32(float %710, float 2.000000e+00, float 1.000000e+00)
  %731 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %730) #7
  %732 = tail call float @llvm.nvvm.mul.rn.f(float %729, float %731) #6
  %733 = fmul float %732, -2.000000e+00
  %734 = tail call float @llvm.fma.f32(float %710, float %733, float %729)
  %735 = fsub float %734, %732
  %736 = tail call float @llvm.fma.f32(float %735, float %731, float %732)
  %737 = fneg float %710
  %738 = fmul float %710, %737
  %739 = tail call float @llvm.nvvm.mul.rn.f(float %738, float 0x3FF7154760000000) #6
  %740 = tail call float @llvm.trunc.f32(float %739)
  %741 = tail call float @llvm.nvvm.fabs.f32(float %740)
  %742 = fcmp ogt float %741, 1.260000e+02
  %743 = tail call float @llvm.copysign.f32(float 1.260000e+02, float %740) #6
  %744 = select i1 %742, float %743, float %740
  %745 = tail call float @llvm.fma.f32(float %744, float 0xBFE62E4300000000, float %738)
  %746 = tail call float @llvm.fma.f32(float %744, float 0x3E205C6100000000, float %745)
  %747 = fmul float %746, 0x3FF7154760000000
  %748 = fadd float %744, 0x4168000FE0000000
  %749 = bitcast float %748 to i32
  %750 = shl i32 %749, 23
  %751 = bitcast i32 %750 to float
  %752 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %747)
  %753 = fmul float %752, %751
  %754 = fneg float %738
  %755 = tail call float @llvm.fma.f32(float %737, float %710, float %754)
  %756 = tail call float @llvm.fma.f32(float %753, float %755, float %753)
  %757 = fmul float %756, %736
  %758 = fcmp ogt float %710, 0x40241C2900000000
  %759 = select i1 %758, float 0.000000e+00, float %757
  %760 = fcmp olt float %709, 0.000000e+00
  %761 = fsub float 2.000000e+00, %759
  %762 = select i1 %760, float %761, float %759
  %763 = fcmp olt float %704, -1.000000e+00
  %764 = fsub float %705, %709
  %765 = tail call float @llvm.nvvm.add.rn.f(float %764, float %708) #6
  %766 = fmul float %709, -2.000000e+00
  %767 = fmul float %766, %762
  %768 = tail call float @llvm.fma.f32(float %767, float %765, float %762)
  %769 = select i1 %763, float %768, float %762
  %770 = fmul float %769, 5.000000e-01
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %771 = fcmp ugt float %15, 8.000000e+00
  br i1 %771, label %795, label %772

772:
  %773 = fadd float %15, 0xC0033D1520000000
  %774 = fadd float %773, 0xBE7D2E3660000000
  %775 = tail call float @llvm.fma.f32(float %774, float 0xBCD6771CE0000000, float 0xBD35953660000000)
  %776 = tail call float @llvm.fma.f32(float %775, float %774, float 0x3D87E1C300000000)
  %777 = tail call float @llvm.fma.f32(float %776, float %774, float 0xBD9A82F020000000)
  %778 = tail call float @llvm.fma.f32(float %777, float %774, float 0xBDFD21E700000000)
  %779 = tail call float @llvm.fma.f32(float %778, float %774, float 0x3E04060B60000000)
  %780 = tail call float @llvm.fma.f32(float %779, float %774, float 0x3E6F2E2860000000)
  %781 = tail call float @llvm.fma.f32(float %780, float %774, float 0x3E1EEDF0A0000000)
  %782 = tail call float @llvm.fma.f32(float %781, float %774, float 0xBED6DBF8C0000000)
  %783 = tail call float @llvm.fma.f32(float %782, float %774, float 0xBEDECCB920000000)
  %784 = tail call float @llvm.fma.f32(float %783, float %774, float 0x3F33C5BD60000000)
  %785 = tail call float @llvm.fma.f32(float %784, float %774, float 0x3F495C6680000000)
  %786 = tail call float @llvm.fma.f32(float %785, float %774, float 0xBF7DD54360000000)
  %787 = tail call float @llvm.fma.f32(float %786, float %774, float 0xBF9B4EE8E0000000)
  %788 = fmul float %774, %787
  %789 = fadd float %15, 0xC016148F60000000
  %790 = fadd float %789, 0x3E734F46E0000000
  %791 = fmul float %790, %788
  %792 = fadd float %15, 0xC0214EB560000000
  %793 = fadd float %792, 0xBE9999BDA0000000
  %794 = fmul float %793, %791
  br label %918

795:
  %796 = tail call float @llvm.nvvm.fabs.f32(float %15)
  %797 = fcmp oeq float %796, 0x7FF0000000000000
  br i1 %797, label %918, label %798

798:
  %799 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %15) #7
  %800 = fmul float %799, %799
  %801 = tail call float @llvm.fma.f32(float %800, float 0x400ADFD260000000, float 0xBFE076F840000000)
  %802 = tail call float @llvm.fma.f32(float %801, float %800, float 0x3FBA767E60000000)
  %803 = tail call float @llvm.fma.f32(float %802, float %800, float 0xBFAFFFF6C0000000)
  %804 = tail call float @llvm.fma.f32(float %803, float %800, float 1.000000e+00)
  %805 = tail call float @llvm.fma.f32(float %800, float 0x3FF23C0120000000, float 0xBFCA4825A0000000)
  %806 = tail call float @llvm.fma.f32(float %805, float %800, float 0x3FB0A9DA20000000)
  %807 = tail call float @llvm.fma.f32(float %806, float %800, float 0xBFBFFFFFE0000000)
  %808 = tail call float @llvm.fma.f32(float %807, float %799, float %15)
  %809 = tail call float @llvm.nvvm.rsqrt.approx.f(float %15) #6
  %810 = fmul float %809, 0x3FE9884540000000
  %811 = fmul float %810, %804
  %812 = fmul float %808, 0x3FE45F3060000000
  %813 = tail call i32 @llvm.nvvm.f2i.rn(float %812) #6
  %814 = sitofp i32 %813 to float
  %815 = tail call float @llvm.fma.f32(float %814, float 0xBFF921FB40000000, float %808)
  %816 = tail call float @llvm.fma.f32(float %814, float 0xBE74442D00000000, float %815)
  %817 = tail call float @llvm.fma.f32(float %814, float 0xBCF84698A0000000, float %816)
  %818 = tail call float @llvm.nvvm.fabs.f32(float %808)
  %819 = fcmp ult float %818, 1.056150e+05
  br i1 %819, label %888, label %820

820:
  %821 = fcmp oeq float %818, 0x7FF0000000000000
  br i1 %821, label %822, label %824

822:
  %823 = tail call float @llvm.nvvm.mul.rn.f(float %808, float 0.000000e+00) #6
  br label %888

824:
  %825 = bitcast float %808 to i32
  %826 = shl i32 %825, 8
  %827 = or i32 %826, -2147483648
  br label %828

828:
  %829 = phi i32 [ 0, %824 ], [ %838, %828 ]
  %830 = phi i32 [ 0, %824 ], [ %836, %828 ]
  %831 = zext nneg i32 %829 to i64
  %832 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %831
  %833 = load i32, ptr addrspace(1) %832, align 4
  %834 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %833, i32 %827, i32 %830) #7
  %835 = extractvalue { i32, i32 } %834, 0
  %836 = extractvalue { i32, i32 } %834, 1
  %837 = getelementptr inbounds nuw i32, ptr %4, i64 %831
  store i32 %835, ptr %837, align 4
  %838 = add nuw nsw i32 %829, 1
  %839 = icmp eq i32 %838, 6
  br i1 %839, label %840, label %828, !llvm.loop !14

840:
  %841 = lshr i32 %825, 23
  %842 = and i32 %841, 224
  %843 = add nsw i32 %842, -128
  %844 = lshr exact i32 %843, 5
  %845 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store i32 %836, ptr %845, align 4
  %846 = sub nsw i32 6, %844
  %847 = sext i32 %846 to i64
  %848 = getelementptr inbounds i32, ptr %4, i64 %847
  %849 = load i32, ptr %848, align 4
  %850 = sub nsw i32 5, %844
  %851 = sext i32 %850 to i64
  %852 = getelementptr inbounds i32, ptr %4, i64 %851
  %853 = load i32, ptr %852, align 4
  %854 = freeze i32 %853
  %855 = and i32 %825, 260046848
  %856 = icmp eq i32 %855, 0
  br i1 %856, label %863, label %857

857:
  %858 = sub nsw i32 4, %844
  %859 = sext i32 %858 to i64
  %860 = getelementptr inbounds i32, ptr %4, i64 %859
  %861 = load i32, ptr %860, align 4
  %862 = tail call i32 @llvm.fshl.i32(i32 %854, i32 %861, i32 %841)
  br label %863

863:
  %864 = phi i32 [ %862, %857 ], [ %854, %840 ]
  %865 = tail call i32 @llvm.fshl.i32(i32 %849, i32 %854, i32 %841)
  %866 = lshr i32 %865, 30
  %867 = tail call i32 @llvm.fshl.i32(i32 %865, i32 %864, i32 2)
  %868 = shl i32 %864, 2
  %869 = lshr i32 %867, 31
  %870 = add nuw nsw i32 %869, %866
  %871 = sub nsw i32 0, %870
  %872 = icmp slt i32 %825, 0
  %873 = select i1 %872, i32 %871, i32 %870
  %874 = xor i32 %867, %825
  %875 = ashr i32 %867, 31
  %876 = xor i32 %875, %867
  %877 = xor i32 %875, %868
  %878 = zext i32 %876 to i64
  %879 = shl nuw i64 %878, 32
  %880 = zext i32 %877 to i64
  %881 = or disjoint i64 %879, %880
  %882 = sitofp i64 %881 to double
  %883 = fmul double %882, 0x3BF921FB54442D19
  %884 = fptrunc double %883 to float
  %885 = fneg float %884
  %886 = icmp slt i32 %874, 0
  %887 = select i1 %886, float %885, float %884
  br label %888

888:
  %889 = phi i32 [ %813, %798 ], [ 0, %822 ], [ %873, %863 ]
  %890 = phi float [ %817, %798 ], [ %823, %822 ], [ %887, %863 ]
  %891 = and i32 %889, 3
  %892 = uitofp nneg i32 %891 to float
  %893 = tail call float @llvm.fma.f32(float %892, float 0x3FF921FB60000000, float 0xBFE921FB60000000)
  %894 = fadd float %890, %893
  %895 = fmul float %894, 0x3FE45F3060000000
  %896 = tail call i32 @llvm.nvvm.f2i.rn(float %895) #6
  %897 = sitofp i32 %896 to float
  %898 = tail call float @llvm.fma.f32(float %897, float 0xBFF921FB40000000, float %894)
  %899 = tail call float @llvm.fma.f32(float %897, float 0xBE74442D00000000, float %898)
  %900 = add i32 %896, 1
  %901 = tail call float @llvm.nvvm.mul.rn.f(float %899, float %899) #6
  %902 = and i32 %896, 1
  %903 = icmp eq i32 %902, 0
  %904 = select i1 %903, float 1.000000e+00, float %899
  %905 = tail call float @llvm.fma.f32(float %901, float %904, float 0.000000e+00)
  %906 = tail call float @llvm.fma.f32(float %901, float 0x3EF9758000000000, float 0xBF56C0FDA0000000)
  %907 = select i1 %903, float %906, float 0xBF29A82A60000000
  %908 = select i1 %903, float 0x3FA5555760000000, float 0x3F8110BC80000000
  %909 = tail call float @llvm.fma.f32(float %907, float %901, float %908)
  %910 = select i1 %903, float 0xBFDFFFFFE0000000, float 0xBFC5555500000000
  %911 = tail call float @llvm.fma.f32(float %909, float %901, float %910)
  %912 = tail call float @llvm.fma.f32(float %911, float %905, float %904)
  %913 = and i32 %900, 2
  %914 = icmp eq i32 %913, 0
  %915 = fsub float 0.000000e+00, %912
  %916 = select i1 %914, float %912, float %915
  %917 = fmul float %811, %916
  br label %918

918:
  %919 = phi float [ %794, %772 ], [ %917, %888 ], [ 0.000000e+00, %795 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %920 = getelementptr inbounds float, ptr %1, i64 %12
  store float %41, ptr %920, align 4, !tbaa !11
  %921 = add nsw i32 %2, %9
  %922 = sext i32 %921 to i64
  %923 = getelementptr inbounds float, ptr %1, i64 %922
  store float %93, ptr %923, align 4, !tbaa !11
  %924 = shl nsw i32 %2, 1
  %925 = add nsw i32 %924, %9
  %926 = sext i32 %925 to i64
  %927 = getelementptr inbounds float, ptr %1, i64 %926
  store float %124, ptr %927, align 4, !tbaa !11
  %928 = mul nsw i32 %2, 3
  %929 = add nsw i32 %928, %9
  %930 = sext i32 %929 to i64
  %931 = getelementptr inbounds float, ptr %1, i64 %930
  store float %296, ptr %931, align 4, !tbaa !11
  %932 = shl nsw i32 %2, 2
  %933 = add nsw i32 %932, %9
  %934 = sext i32 %933 to i64
  %935 = getelementptr inbounds float, ptr %1, i64 %934
  store float %508, ptr %935, align 4, !tbaa !11
  %936 = mul nsw i32 %2, 5
  %937 = add nsw i32 %936, %9
  %938 = sext i32 %937 to i64
  %939 = getelementptr inbounds float, ptr %1, i64 %938
  store float %529, ptr %939, align 4, !tbaa !11
  %940 = mul nsw i32 %2, 6
  %941 = add nsw i32 %940, %9
  %942 = sext i32 %941 to i64
  %943 = getelementptr inbounds float, ptr %1, i64 %942
  store float %595, ptr %943, align 4, !tbaa !11
  %944 = mul nsw i32 %2, 7
  %945 = add nsw i32 %944, %9
  %946 = sext i32 %945 to i64
  %947 = getelementptr inbounds float, ptr %1, i64 %946
  store float %701, ptr %947, align 4, !tbaa !11
  %948 = shl nsw i32 %2, 3
  %949 = add nsw i32 %948, %9
  %950 = sext i32 %949 to i64
  %951 = getelementptr inbounds float, ptr %1, i64 %950
  store float %770, ptr %951, align 4, !tbaa !11
  %952 = mul nsw i32 %2, 9
  %953 = add nsw i32 %952, %9
  %954 = sext i32 %953 to i64
  %955 = getelementptr inbounds float, ptr %1, i64 %954
  store float %919, ptr %955, align 4, !tbaa !11
  br label %956

956:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare float @llvm.nvvm.fabs.f32(float) #2

declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #3

declare float @llvm.nvvm.ex2.approx.f32(float) #3

declare float @llvm.copysign.f32(float, float) #4

declare i32 @llvm.nvvm.f2i.rn(float) #2

declare float @llvm.nvvm.mul.rn.f(float, float) #2

declare float @llvm.nvvm.saturate.f(float) #2

declare float @llvm.nvvm.fma.rm.f(float, float, float) #2

declare float @llvm.nvvm.div.approx.ftz.f(float, float) #3

declare float @llvm.nvvm.div.rn.f(float, float) #3

declare float @llvm.nvvm.rsqrt.approx.ftz.f(float) #3

declare float @llvm.nvvm.add.rz.f(float, float) #2

declare float @llvm.nvvm.round.f(float) #2

declare i32 @llvm.smin.i32(i32, i32) #4

declare i32 @llvm.smax.i32(i32, i32) #4

declare float @llvm.nvvm.sqrt.approx.f(float) #3

declare float @llvm.nvvm.lg2.approx.ftz.f(float) #3

declare float @llvm.nvvm.lg2.approx.f(float) #3

declare float @llvm.nvvm.rsqrt.approx.f(float) #3

declare float @llvm.nvvm.add.rn.f(float, float) #2

declare float @llvm.nvvm.div.approx.f(float, float) #3

declare i32 @llvm.umin.i32(i32, i32) #4

declare float @llvm.nvvm.fma.rz.f(float, float, float) #2

declare i32 @llvm.nvvm.f2i.rz(float) #2

declare float @llvm.fma.f32(float, float, float) #5

declare i32 @llvm.fshl.i32(i32, i32, i32) #5

declare float @llvm.trunc.f32(float) #5

declare float @llvm.floor.f32(float) #5

attributes #0 = { noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }
attributes #7 = { nounwind memory(none) }

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
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.unroll.count", i32 1}
