target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ5lu_32E1a = internal unnamed_addr addrspace(3) global [32 x [33 x double]] undef, align 8

define dso_local ptx_kernel void @lu_32(ptr noundef captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = shl nuw nsw i64 %5, 13
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 %6
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr double, ptr addrspacecast (ptr addrspace(3) @_ZZ5lu_32E1a to ptr), i64 %8
  %10 = getelementptr inbounds nuw double, ptr %7, i64 %8
  %11 = load double, ptr %10, align 8, !tbaa !11
  store double %11, ptr %9, align 8, !tbaa !11
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw double, ptr %7, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %15 = load double, ptr %14, align 8, !tbaa !11
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 264
  store double %15, ptr %16, align 8, !tbaa !11
  %17 = zext nneg i32 %3 to i64
  %18 = getelementptr inbounds nuw double, ptr %7, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 512
  %20 = load double, ptr %19, align 8, !tbaa !11
  %21 = getelementptr inbounds nuw i8, ptr %9, i64 528
  store double %20, ptr %21, align 8, !tbaa !11
  %22 = zext nneg i32 %3 to i64
  %23 = getelementptr inbounds nuw double, ptr %7, i64 %22
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 768
  %25 = load double, ptr %24, align 8, !tbaa !11
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 792
  store double %25, ptr %26, align 8, !tbaa !11
  %27 = zext nneg i32 %3 to i64
  %28 = getelementptr inbounds nuw double, ptr %7, i64 %27
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 1024
  %30 = load double, ptr %29, align 8, !tbaa !11
  %31 = getelementptr inbounds nuw i8, ptr %9, i64 1056
  store double %30, ptr %31, align 8, !tbaa !11
  %32 = zext nneg i32 %3 to i64
  %33 = getelementptr inbounds nuw double, ptr %7, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 1280
  %35 = load double, ptr %34, align 8, !tbaa !11
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 1320
  store double %35, ptr %36, align 8, !tbaa !11
  %37 = zext nneg i32 %3 to i64
  %38 = getelementptr inbounds nuw double, ptr %7, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 1536
  %40 = load double, ptr %39, align 8, !tbaa !11
  %41 = getelementptr inbounds nuw i8, ptr %9, i64 1584
  store double %40, ptr %41, align 8, !tbaa !11
  %42 = zext nneg i32 %3 to i64
  %43 = getelementptr inbounds nuw double, ptr %7, i64 %42
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 1792
  %45 = load double, ptr %44, align 8, !tbaa !11
  %46 = getelementptr inbounds nuw i8, ptr %9, i64 1848
  store double %45, ptr %46, align 8, !tbaa !11
  %47 = zext nneg i32 %3 to i64
  %48 = getelementptr inbounds nuw double, ptr %7, i64 %47
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 2048
  %50 = load double, ptr %49, align 8, !tbaa !11
  %51 = getelementptr inbounds nuw i8, ptr %9, i64 2112
  store double %50, ptr %51, align 8, !tbaa !11
  %52 = zext nneg i32 %3 to i64
  %53 = getelementptr inbounds nuw double, ptr %7, i64 %52
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 2304
  %55 = load double, ptr %54, align 8, !tbaa !11
  %56 = getelementptr inbounds nuw i8, ptr %9, i64 2376
  store double %55, ptr %56, align 8, !tbaa !11
  %57 = zext nneg i32 %3 to i64
  %58 = getelementptr inbounds nuw double, ptr %7, i64 %57
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 2560
  %60 = load double, ptr %59, align 8, !tbaa !11
  %61 = getelementptr inbounds nuw i8, ptr %9, i64 2640
  store double %60, ptr %61, align 8, !tbaa !11
  %62 = zext nneg i32 %3 to i64
  %63 = getelementptr inbounds nuw double, ptr %7, i64 %62
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 2816
  %65 = load double, ptr %64, align 8, !tbaa !11
  %66 = getelementptr inbounds nuw i8, ptr %9, i64 2904
  store double %65, ptr %66, align 8, !tbaa !11
  %67 = zext nneg i32 %3 to i64
  %68 = getelementptr inbounds nuw double, ptr %7, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 3072
  %70 = load double, ptr %69, align 8, !tbaa !11
  %71 = getelementptr inbounds nuw i8, ptr %9, i64 3168
  store double %70, ptr %71, align 8, !tbaa !11
  %72 = zext nneg i32 %3 to i64
  %73 = getelementptr inbounds nuw double, ptr %7, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 3328
  %75 = load double, ptr %74, align 8, !tbaa !11
  %76 = getelementptr inbounds nuw i8, ptr %9, i64 3432
  store double %75, ptr %76, align 8, !tbaa !11
  %77 = zext nneg i32 %3 to i64
  %78 = getelementptr inbounds nuw double, ptr %7, i64 %77
  %79 = getelementptr inbounds nuw i8, ptr %78, i64 3584
  %80 = load double, ptr %79, align 8, !tbaa !11
  %81 = getelementptr inbounds nuw i8, ptr %9, i64 3696
  store double %80, ptr %81, align 8, !tbaa !11
  %82 = zext nneg i32 %3 to i64
  %83 = getelementptr inbounds nuw double, ptr %7, i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 3840
  %85 = load double, ptr %84, align 8, !tbaa !11
  %86 = getelementptr inbounds nuw i8, ptr %9, i64 3960
  store double %85, ptr %86, align 8, !tbaa !11
  %87 = zext nneg i32 %3 to i64
  %88 = getelementptr inbounds nuw double, ptr %7, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 4096
  %90 = load double, ptr %89, align 8, !tbaa !11
  %91 = getelementptr inbounds nuw i8, ptr %9, i64 4224
  store double %90, ptr %91, align 8, !tbaa !11
  %92 = zext nneg i32 %3 to i64
  %93 = getelementptr inbounds nuw double, ptr %7, i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 4352
  %95 = load double, ptr %94, align 8, !tbaa !11
  %96 = getelementptr inbounds nuw i8, ptr %9, i64 4488
  store double %95, ptr %96, align 8, !tbaa !11
  %97 = zext nneg i32 %3 to i64
  %98 = getelementptr inbounds nuw double, ptr %7, i64 %97
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 4608
  %100 = load double, ptr %99, align 8, !tbaa !11
  %101 = getelementptr inbounds nuw i8, ptr %9, i64 4752
  store double %100, ptr %101, align 8, !tbaa !11
  %102 = zext nneg i32 %3 to i64
  %103 = getelementptr inbounds nuw double, ptr %7, i64 %102
  %104 = getelementptr inbounds nuw i8, ptr %103, i64 4864
  %105 = load double, ptr %104, align 8, !tbaa !11
  %106 = getelementptr inbounds nuw i8, ptr %9, i64 5016
  store double %105, ptr %106, align 8, !tbaa !11
  %107 = zext nneg i32 %3 to i64
  %108 = getelementptr inbounds nuw double, ptr %7, i64 %107
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 5120
  %110 = load double, ptr %109, align 8, !tbaa !11
  %111 = getelementptr inbounds nuw i8, ptr %9, i64 5280
  store double %110, ptr %111, align 8, !tbaa !11
  %112 = zext nneg i32 %3 to i64
  %113 = getelementptr inbounds nuw double, ptr %7, i64 %112
  %114 = getelementptr inbounds nuw i8, ptr %113, i64 5376
  %115 = load double, ptr %114, align 8, !tbaa !11
  %116 = getelementptr inbounds nuw i8, ptr %9, i64 5544
  store double %115, ptr %116, align 8, !tbaa !11
  %117 = zext nneg i32 %3 to i64
  %118 = getelementptr inbounds nuw double, ptr %7, i64 %117
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 5632
  %120 = load double, ptr %119, align 8, !tbaa !11
  %121 = getelementptr inbounds nuw i8, ptr %9, i64 5808
  store double %120, ptr %121, align 8, !tbaa !11
  %122 = zext nneg i32 %3 to i64
  %123 = getelementptr inbounds nuw double, ptr %7, i64 %122
  %124 = getelementptr inbounds nuw i8, ptr %123, i64 5888
  %125 = load double, ptr %124, align 8, !tbaa !11
  %126 = getelementptr inbounds nuw i8, ptr %9, i64 6072
  store double %125, ptr %126, align 8, !tbaa !11
  %127 = zext nneg i32 %3 to i64
  %128 = getelementptr inbounds nuw double, ptr %7, i64 %127
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 6144
  %130 = load double, ptr %129, align 8, !tbaa !11
  %131 = getelementptr inbounds nuw i8, ptr %9, i64 6336
  store double %130, ptr %131, align 8, !tbaa !11
  %132 = zext nneg i32 %3 to i64
  %133 = getelementptr inbounds nuw double, ptr %7, i64 %132
  %134 = getelementptr inbounds nuw i8, ptr %133, i64 6400
  %135 = load double, ptr %134, align 8, !tbaa !11
  %136 = getelementptr inbounds nuw i8, ptr %9, i64 6600
  store double %135, ptr %136, align 8, !tbaa !11
  %137 = zext nneg i32 %3 to i64
  %138 = getelementptr inbounds nuw double, ptr %7, i64 %137
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 6656
  %140 = load double, ptr %139, align 8, !tbaa !11
  %141 = getelementptr inbounds nuw i8, ptr %9, i64 6864
  store double %140, ptr %141, align 8, !tbaa !11
  %142 = zext nneg i32 %3 to i64
  %143 = getelementptr inbounds nuw double, ptr %7, i64 %142
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 6912
  %145 = load double, ptr %144, align 8, !tbaa !11
  %146 = getelementptr inbounds nuw i8, ptr %9, i64 7128
  store double %145, ptr %146, align 8, !tbaa !11
  %147 = zext nneg i32 %3 to i64
  %148 = getelementptr inbounds nuw double, ptr %7, i64 %147
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 7168
  %150 = load double, ptr %149, align 8, !tbaa !11
  %151 = getelementptr inbounds nuw i8, ptr %9, i64 7392
  store double %150, ptr %151, align 8, !tbaa !11
  %152 = zext nneg i32 %3 to i64
  %153 = getelementptr inbounds nuw double, ptr %7, i64 %152
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 7424
  %155 = load double, ptr %154, align 8, !tbaa !11
  %156 = getelementptr inbounds nuw i8, ptr %9, i64 7656
  store double %155, ptr %156, align 8, !tbaa !11
  %157 = zext nneg i32 %3 to i64
  %158 = getelementptr inbounds nuw double, ptr %7, i64 %157
  %159 = getelementptr inbounds nuw i8, ptr %158, i64 7680
  %160 = load double, ptr %159, align 8, !tbaa !11
  %161 = getelementptr inbounds nuw i8, ptr %9, i64 7920
  store double %160, ptr %161, align 8, !tbaa !11
  %162 = zext nneg i32 %3 to i64
  %163 = getelementptr inbounds nuw double, ptr %7, i64 %162
  %164 = getelementptr inbounds nuw i8, ptr %163, i64 7936
  %165 = load double, ptr %164, align 8, !tbaa !11
  %166 = getelementptr inbounds nuw i8, ptr %9, i64 8184
  store double %165, ptr %166, align 8, !tbaa !11
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %167 = getelementptr inbounds nuw [33 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ5lu_32E1a to ptr), i64 %8
  %168 = icmp eq i32 %3, 0
  %169 = shl i32 %4, 5
  br label %203

170:
  %171 = load double, ptr %9, align 8, !tbaa !11
  store double %171, ptr %10, align 8, !tbaa !11
  %172 = load double, ptr %16, align 8, !tbaa !11
  store double %172, ptr %14, align 8, !tbaa !11
  %173 = load double, ptr %21, align 8, !tbaa !11
  store double %173, ptr %19, align 8, !tbaa !11
  %174 = load double, ptr %26, align 8, !tbaa !11
  store double %174, ptr %24, align 8, !tbaa !11
  %175 = load double, ptr %31, align 8, !tbaa !11
  store double %175, ptr %29, align 8, !tbaa !11
  %176 = load double, ptr %36, align 8, !tbaa !11
  store double %176, ptr %34, align 8, !tbaa !11
  %177 = load double, ptr %41, align 8, !tbaa !11
  store double %177, ptr %39, align 8, !tbaa !11
  %178 = load double, ptr %46, align 8, !tbaa !11
  store double %178, ptr %44, align 8, !tbaa !11
  %179 = load double, ptr %51, align 8, !tbaa !11
  store double %179, ptr %49, align 8, !tbaa !11
  %180 = load double, ptr %56, align 8, !tbaa !11
  store double %180, ptr %54, align 8, !tbaa !11
  %181 = load double, ptr %61, align 8, !tbaa !11
  store double %181, ptr %59, align 8, !tbaa !11
  %182 = load double, ptr %66, align 8, !tbaa !11
  store double %182, ptr %64, align 8, !tbaa !11
  %183 = load double, ptr %71, align 8, !tbaa !11
  store double %183, ptr %69, align 8, !tbaa !11
  %184 = load double, ptr %76, align 8, !tbaa !11
  store double %184, ptr %74, align 8, !tbaa !11
  %185 = load double, ptr %81, align 8, !tbaa !11
  store double %185, ptr %79, align 8, !tbaa !11
  %186 = load double, ptr %86, align 8, !tbaa !11
  store double %186, ptr %84, align 8, !tbaa !11
  %187 = load double, ptr %91, align 8, !tbaa !11
  store double %187, ptr %89, align 8, !tbaa !11
  %188 = load double, ptr %96, align 8, !tbaa !11
  store double %188, ptr %94, align 8, !tbaa !11
  %189 = load double, ptr %101, align 8, !tbaa !11
  store double %189, ptr %99, align 8, !tbaa !11
  %190 = load double, ptr %106, align 8, !tbaa !11
  store double %190, ptr %104, align 8, !tbaa !11
  %191 = load double, ptr %111, align 8, !tbaa !11
  store double %191, ptr %109, align 8, !tbaa !11
  %192 = load double, ptr %116, align 8, !tbaa !11
  store double %192, ptr %114, align 8, !tbaa !11
  %193 = load double, ptr %121, align 8, !tbaa !11
  store double %193, ptr %119, align 8, !tbaa !11
  %194 = load double, ptr %126, align 8, !tbaa !11
  store double %194, ptr %124, align 8, !tbaa !11
  %195 = load double, ptr %131, align 8, !tbaa !11
  store double %195, ptr %129, align 8, !tbaa !11
  %196 = load double, ptr %136, align 8, !tbaa !11
  store double %196, ptr %134, align 8, !tbaa !11
  %197 = load double, ptr %141, align 8, !tbaa !11
  store double %197, ptr %139, align 8, !tbaa !11
  %198 = load double, ptr %146, align 8, !tbaa !11
  store double %198, ptr %144, align 8, !tbaa !11
  %199 = load double, ptr %151, align 8, !tbaa !11
  store double %199, ptr %149, align 8, !tbaa !11
  %200 = load double, ptr %156, align 8, !tbaa !11
  store double %200, ptr %154, align 8, !tbaa !11
  %201 = load double, ptr %161, align 8, !tbaa !11
  store double %201, ptr %159, align 8, !tbaa !11
  %202 = load double, ptr %166, align 8, !tbaa !11
  store double %202, ptr %164, align 8, !tbaa !11
  ret void

203:
  %204 = phi i32 [ 0, %2 ], [ %347, %346 ]
  %205 = icmp samesign ult i32 %3, %204
  br i1 %205, label %211, label %206

206:
  %207 = zext nneg i32 %204 to i64
  %208 = getelementptr inbounds nuw double, ptr %167, i64 %207
  %209 = load double, ptr %208, align 8, !tbaa !11
  %210 = tail call noundef double @llvm.nvvm.fabs.f64(double %209)
  br label %211

211:
  %212 = phi contract double [ %210, %206 ], [ -1.000000e+00, %203 ]
  %213 = bitcast double %212 to i64
  %214 = trunc i64 %213 to i32
  %215 = lshr i64 %213, 32
  %216 = trunc nuw i64 %215 to i32
  %217 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %214, i32 16, i32 31)
  %218 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %216, i32 16, i32 31)
  %219 = zext i32 %218 to i64
  %220 = shl nuw i64 %219, 32
  %221 = zext i32 %217 to i64
  %222 = or disjoint i64 %220, %221
  %223 = bitcast i64 %222 to double
  %224 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %3, i32 16, i32 31)
  %225 = fcmp contract olt double %212, %223
  br i1 %225, label %230, label %226

226:
  %227 = fcmp contract oeq double %212, %223
  %228 = icmp slt i32 %224, %3
  %229 = and i1 %227, %228
  br i1 %229, label %230, label %231

230:
  br label %231

231:
  %232 = phi i32 [ %218, %230 ], [ %216, %226 ]
  %233 = phi i32 [ %217, %230 ], [ %214, %226 ]
  %234 = phi i32 [ %224, %230 ], [ %3, %226 ]
  %235 = phi double [ %223, %230 ], [ %212, %226 ]
  %236 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %233, i32 8, i32 31)
  %237 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %232, i32 8, i32 31)
  %238 = zext i32 %237 to i64
  %239 = shl nuw i64 %238, 32
  %240 = zext i32 %236 to i64
  %241 = or disjoint i64 %239, %240
  %242 = bitcast i64 %241 to double
  %243 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %234, i32 8, i32 31)
  %244 = fcmp contract olt double %235, %242
  br i1 %244, label %249, label %245

245:
  %246 = fcmp contract oeq double %235, %242
  %247 = icmp slt i32 %243, %234
  %248 = and i1 %246, %247
  br i1 %248, label %249, label %250

249:
  br label %250

250:
  %251 = phi i32 [ %237, %249 ], [ %232, %245 ]
  %252 = phi i32 [ %236, %249 ], [ %233, %245 ]
  %253 = phi i32 [ %243, %249 ], [ %234, %245 ]
  %254 = phi double [ %242, %249 ], [ %235, %245 ]
  %255 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %252, i32 4, i32 31)
  %256 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %251, i32 4, i32 31)
  %257 = zext i32 %256 to i64
  %258 = shl nuw i64 %257, 32
  %259 = zext i32 %255 to i64
  %260 = or disjoint i64 %258, %259
  %261 = bitcast i64 %260 to double
  %262 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %253, i32 4, i32 31)
  %263 = fcmp contract olt double %254, %261
  br i1 %263, label %268, label %264

264:
  %265 = fcmp contract oeq double %254, %261
  %266 = icmp slt i32 %262, %253
  %267 = and i1 %265, %266
  br i1 %267, label %268, label %269

268:
  br label %269

269:
  %270 = phi i32 [ %256, %268 ], [ %251, %264 ]
  %271 = phi i32 [ %255, %268 ], [ %252, %264 ]
  %272 = phi i32 [ %262, %268 ], [ %253, %264 ]
  %273 = phi double [ %261, %268 ], [ %254, %264 ]
  %274 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %271, i32 2, i32 31)
  %275 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %270, i32 2, i32 31)
  %276 = zext i32 %275 to i64
  %277 = shl nuw i64 %276, 32
  %278 = zext i32 %274 to i64
  %279 = or disjoint i64 %277, %278
  %280 = bitcast i64 %279 to double
  %281 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %272, i32 2, i32 31)
  %282 = fcmp contract olt double %273, %280
  br i1 %282, label %287, label %283

283:
  %284 = fcmp contract oeq double %273, %280
  %285 = icmp slt i32 %281, %272
  %286 = and i1 %284, %285
  br i1 %286, label %287, label %288

287:
  br label %288

288:
  %289 = phi i32 [ %275, %287 ], [ %270, %283 ]
  %290 = phi i32 [ %274, %287 ], [ %271, %283 ]
  %291 = phi i32 [ %281, %287 ], [ %272, %283 ]
  %292 = phi double [ %280, %287 ], [ %273, %283 ]
  %293 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %290, i32 1, i32 31)
  %294 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %289, i32 1, i32 31)
  %295 = zext i32 %294 to i64
  %296 = shl nuw i64 %295, 32
  %297 = zext i32 %293 to i64
  %298 = or disjoint i64 %296, %297
  %299 = bitcast i64 %298 to double
  %300 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %291, i32 1, i32 31)
  %301 = fcmp contract olt double %292, %299
  br i1 %301, label %306, label %302

302:
  %303 = fcmp contract oeq double %292, %299
  %304 = icmp slt i32 %300, %291
  %305 = and i1 %303, %304
  br i1 %305, label %306, label %307

306:
  br label %307

307:
  %308 = phi i32 [ %300, %306 ], [ %291, %302 ]
  %309 = phi double [ %299, %306 ], [ %292, %302 ]
  %310 = zext nneg i32 %204 to i64
  %311 = getelementptr inbounds nuw [33 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ5lu_32E1a to ptr), i64 %310
  %312 = getelementptr inbounds nuw double, ptr %311, i64 %8
  %313 = load double, ptr %312, align 8, !tbaa !11
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %314 = sext i32 %308 to i64
  %315 = getelementptr [33 x double], ptr %9, i64 %314
  %316 = load double, ptr %315, align 8, !tbaa !11
  store double %316, ptr %312, align 8, !tbaa !11
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %317 = icmp eq i32 %308, %204
  br i1 %317, label %319, label %318

318:
  store double %313, ptr %315, align 8, !tbaa !11
  br label %319

319:
  br i1 %168, label %320, label %324

320:
  %321 = or disjoint i32 %204, %169
  %322 = zext i32 %321 to i64
  %323 = getelementptr inbounds nuw i32, ptr %1, i64 %322
  store i32 %308, ptr %323, align 4, !tbaa !6
  br label %324

324:
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %325 = icmp samesign ugt i32 %3, %204
  %326 = fcmp contract ogt double %309, 0.000000e+00
  %327 = select i1 %325, i1 %326, i1 false
  br i1 %327, label %328, label %346

328:
  %329 = getelementptr inbounds nuw double, ptr %167, i64 %310
  %330 = load double, ptr %329, align 8, !tbaa !11
  %331 = getelementptr inbounds nuw double, ptr %311, i64 %310
  %332 = load double, ptr %331, align 8, !tbaa !11
  %333 = fdiv contract double %330, %332
  store double %333, ptr %329, align 8, !tbaa !11
  %334 = icmp eq i32 %204, 31
  br i1 %334, label %346, label %335

335:
  %336 = phi i32 [ %337, %335 ], [ %204, %328 ]
  %337 = add nuw nsw i32 %336, 1
  %338 = zext nneg i32 %337 to i64
  %339 = getelementptr inbounds nuw double, ptr %311, i64 %338
  %340 = load double, ptr %339, align 8, !tbaa !11
  %341 = fmul contract double %333, %340
  %342 = getelementptr inbounds nuw double, ptr %167, i64 %338
  %343 = load double, ptr %342, align 8, !tbaa !11
  %344 = fsub contract double %343, %341
  store double %344, ptr %342, align 8, !tbaa !11
  %345 = icmp samesign ult i32 %336, 30
  br i1 %345, label %335, label %346, !llvm.loop !13

346:
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %347 = add nuw nsw i32 %204, 1
  %348 = icmp eq i32 %347, 32
  br i1 %348, label %170, label %203, !llvm.loop !15
}

define dso_local ptx_kernel void @cholesky_6(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %280

10:
  %11 = mul nsw i32 %8, 36
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !16
  %15 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %14) #6
  %16 = add nsw i32 %11, 6
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %0, i64 %17
  %19 = load float, ptr %18, align 4, !tbaa !16
  %20 = fdiv contract float %19, %15
  %21 = sext i32 %11 to i64
  %22 = getelementptr float, ptr %0, i64 %21
  %23 = getelementptr i8, ptr %22, i64 28
  %24 = load float, ptr %23, align 4, !tbaa !16
  %25 = fmul contract float %20, %20
  %26 = fsub contract float %24, %25
  %27 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %26) #6
  %28 = add nsw i32 %11, 12
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds float, ptr %0, i64 %29
  %31 = load float, ptr %30, align 4, !tbaa !16
  %32 = fdiv contract float %31, %15
  %33 = sext i32 %11 to i64
  %34 = getelementptr float, ptr %0, i64 %33
  %35 = getelementptr i8, ptr %34, i64 52
  %36 = load float, ptr %35, align 4, !tbaa !16
  %37 = fmul contract float %32, %20
  %38 = fsub contract float %36, %37
  %39 = fdiv contract float %38, %27
  %40 = sext i32 %11 to i64
  %41 = getelementptr float, ptr %0, i64 %40
  %42 = getelementptr i8, ptr %41, i64 56
  %43 = load float, ptr %42, align 4, !tbaa !16
  %44 = fmul contract float %32, %32
  %45 = fsub contract float %43, %44
  %46 = fmul contract float %39, %39
  %47 = fsub contract float %45, %46
  %48 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %47) #6
  %49 = add nsw i32 %11, 18
  %50 = sext i32 %49 to i64
  %51 = getelementptr inbounds float, ptr %0, i64 %50
  %52 = load float, ptr %51, align 4, !tbaa !16
  %53 = fdiv contract float %52, %15
  %54 = sext i32 %11 to i64
  %55 = getelementptr float, ptr %0, i64 %54
  %56 = getelementptr i8, ptr %55, i64 76
  %57 = load float, ptr %56, align 4, !tbaa !16
  %58 = fmul contract float %53, %20
  %59 = fsub contract float %57, %58
  %60 = fdiv contract float %59, %27
  %61 = sext i32 %11 to i64
  %62 = getelementptr float, ptr %0, i64 %61
  %63 = getelementptr i8, ptr %62, i64 80
  %64 = load float, ptr %63, align 4, !tbaa !16
  %65 = fmul contract float %53, %32
  %66 = fsub contract float %64, %65
  %67 = fmul contract float %60, %39
  %68 = fsub contract float %66, %67
  %69 = fdiv contract float %68, %48
  %70 = sext i32 %11 to i64
  %71 = getelementptr float, ptr %0, i64 %70
  %72 = getelementptr i8, ptr %71, i64 84
  %73 = load float, ptr %72, align 4, !tbaa !16
  %74 = fmul contract float %53, %53
  %75 = fsub contract float %73, %74
  %76 = fmul contract float %60, %60
  %77 = fsub contract float %75, %76
  %78 = fmul contract float %69, %69
  %79 = fsub contract float %77, %78
  %80 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %79) #6
  %81 = add nsw i32 %11, 24
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds float, ptr %0, i64 %82
  %84 = load float, ptr %83, align 4, !tbaa !16
  %85 = fdiv contract float %84, %15
  %86 = sext i32 %11 to i64
  %87 = getelementptr float, ptr %0, i64 %86
  %88 = getelementptr i8, ptr %87, i64 100
  %89 = load float, ptr %88, align 4, !tbaa !16
  %90 = fmul contract float %85, %20
  %91 = fsub contract float %89, %90
  %92 = fdiv contract float %91, %27
  %93 = sext i32 %11 to i64
  %94 = getelementptr float, ptr %0, i64 %93
  %95 = getelementptr i8, ptr %94, i64 104
  %96 = load float, ptr %95, align 4, !tbaa !16
  %97 = fmul contract float %85, %32
  %98 = fsub contract float %96, %97
  %99 = fmul contract float %92, %39
  %100 = fsub contract float %98, %99
  %101 = fdiv contract float %100, %48
  %102 = sext i32 %11 to i64
  %103 = getelementptr float, ptr %0, i64 %102
  %104 = getelementptr i8, ptr %103, i64 108
  %105 = load float, ptr %104, align 4, !tbaa !16
  %106 = fmul contract float %85, %53
  %107 = fsub contract float %105, %106
  %108 = fmul contract float %92, %60
  %109 = fsub contract float %107, %108
  %110 = fmul contract float %101, %69
  %111 = fsub contract float %109, %110
  %112 = fdiv contract float %111, %80
  %113 = sext i32 %11 to i64
  %114 = getelementptr float, ptr %0, i64 %113
  %115 = getelementptr i8, ptr %114, i64 112
  %116 = load float, ptr %115, align 4, !tbaa !16
  %117 = fmul contract float %85, %85
  %118 = fsub contract float %116, %117
  %119 = fmul contract float %92, %92
  %120 = fsub contract float %118, %119
  %121 = fmul contract float %101, %101
  %122 = fsub contract float %120, %121
  %123 = fmul contract float %112, %112
  %124 = fsub contract float %122, %123
  %125 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %124) #6
  %126 = add nsw i32 %11, 30
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr %0, i64 %127
  %129 = load float, ptr %128, align 4, !tbaa !16
  %130 = fdiv contract float %129, %15
  %131 = add nsw i32 %11, 31
  %132 = sext i32 %131 to i64
  %133 = getelementptr inbounds float, ptr %0, i64 %132
  %134 = load float, ptr %133, align 4, !tbaa !16
  %135 = fmul contract float %130, %20
  %136 = fsub contract float %134, %135
  %137 = fdiv contract float %136, %27
  %138 = sext i32 %11 to i64
  %139 = getelementptr float, ptr %0, i64 %138
  %140 = getelementptr i8, ptr %139, i64 128
  %141 = load float, ptr %140, align 4, !tbaa !16
  %142 = fmul contract float %130, %32
  %143 = fsub contract float %141, %142
  %144 = fmul contract float %137, %39
  %145 = fsub contract float %143, %144
  %146 = fdiv contract float %145, %48
  %147 = sext i32 %11 to i64
  %148 = getelementptr float, ptr %0, i64 %147
  %149 = getelementptr i8, ptr %148, i64 132
  %150 = load float, ptr %149, align 4, !tbaa !16
  %151 = fmul contract float %130, %53
  %152 = fsub contract float %150, %151
  %153 = fmul contract float %137, %60
  %154 = fsub contract float %152, %153
  %155 = fmul contract float %146, %69
  %156 = fsub contract float %154, %155
  %157 = fdiv contract float %156, %80
  %158 = sext i32 %11 to i64
  %159 = getelementptr float, ptr %0, i64 %158
  %160 = getelementptr i8, ptr %159, i64 136
  %161 = load float, ptr %160, align 4, !tbaa !16
  %162 = fmul contract float %130, %85
  %163 = fsub contract float %161, %162
  %164 = fmul contract float %137, %92
  %165 = fsub contract float %163, %164
  %166 = fmul contract float %146, %101
  %167 = fsub contract float %165, %166
  %168 = fmul contract float %157, %112
  %169 = fsub contract float %167, %168
  %170 = fdiv contract float %169, %125
  %171 = sext i32 %11 to i64
  %172 = getelementptr float, ptr %0, i64 %171
  %173 = getelementptr i8, ptr %172, i64 140
  %174 = load float, ptr %173, align 4, !tbaa !16
  %175 = fmul contract float %130, %130
  %176 = fsub contract float %174, %175
  %177 = fmul contract float %137, %137
  %178 = fsub contract float %176, %177
  %179 = fmul contract float %146, %146
  %180 = fsub contract float %178, %179
  %181 = fmul contract float %157, %157
  %182 = fsub contract float %180, %181
  %183 = fmul contract float %170, %170
  %184 = fsub contract float %182, %183
  %185 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %184) #6
  %186 = getelementptr inbounds float, ptr %1, i64 %12
  store float %15, ptr %186, align 4, !tbaa !16
  %187 = sext i32 %11 to i64
  %188 = getelementptr float, ptr %1, i64 %187
  %189 = getelementptr i8, ptr %188, i64 4
  store float 0.000000e+00, ptr %189, align 4, !tbaa !16
  %190 = sext i32 %11 to i64
  %191 = getelementptr float, ptr %1, i64 %190
  %192 = getelementptr i8, ptr %191, i64 8
  store float 0.000000e+00, ptr %192, align 4, !tbaa !16
  %193 = sext i32 %11 to i64
  %194 = getelementptr float, ptr %1, i64 %193
  %195 = getelementptr i8, ptr %194, i64 12
  store float 0.000000e+00, ptr %195, align 4, !tbaa !16
  %196 = sext i32 %11 to i64
  %197 = getelementptr float, ptr %1, i64 %196
  %198 = getelementptr i8, ptr %197, i64 16
  store float 0.000000e+00, ptr %198, align 4, !tbaa !16
  %199 = sext i32 %11 to i64
  %200 = getelementptr float, ptr %1, i64 %199
  %201 = getelementptr i8, ptr %200, i64 20
  store float 0.000000e+00, ptr %201, align 4, !tbaa !16
  %202 = getelementptr inbounds float, ptr %1, i64 %17
  store float %20, ptr %202, align 4, !tbaa !16
  %203 = sext i32 %11 to i64
  %204 = getelementptr float, ptr %1, i64 %203
  %205 = getelementptr i8, ptr %204, i64 28
  store float %27, ptr %205, align 4, !tbaa !16
  %206 = sext i32 %11 to i64
  %207 = getelementptr float, ptr %1, i64 %206
  %208 = getelementptr i8, ptr %207, i64 32
  store float 0.000000e+00, ptr %208, align 4, !tbaa !16
  %209 = sext i32 %11 to i64
  %210 = getelementptr float, ptr %1, i64 %209
  %211 = getelementptr i8, ptr %210, i64 36
  store float 0.000000e+00, ptr %211, align 4, !tbaa !16
  %212 = sext i32 %11 to i64
  %213 = getelementptr float, ptr %1, i64 %212
  %214 = getelementptr i8, ptr %213, i64 40
  store float 0.000000e+00, ptr %214, align 4, !tbaa !16
  %215 = sext i32 %11 to i64
  %216 = getelementptr float, ptr %1, i64 %215
  %217 = getelementptr i8, ptr %216, i64 44
  store float 0.000000e+00, ptr %217, align 4, !tbaa !16
  %218 = getelementptr inbounds float, ptr %1, i64 %29
  store float %32, ptr %218, align 4, !tbaa !16
  %219 = sext i32 %11 to i64
  %220 = getelementptr float, ptr %1, i64 %219
  %221 = getelementptr i8, ptr %220, i64 52
  store float %39, ptr %221, align 4, !tbaa !16
  %222 = sext i32 %11 to i64
  %223 = getelementptr float, ptr %1, i64 %222
  %224 = getelementptr i8, ptr %223, i64 56
  store float %48, ptr %224, align 4, !tbaa !16
  %225 = sext i32 %11 to i64
  %226 = getelementptr float, ptr %1, i64 %225
  %227 = getelementptr i8, ptr %226, i64 60
  store float 0.000000e+00, ptr %227, align 4, !tbaa !16
  %228 = sext i32 %11 to i64
  %229 = getelementptr float, ptr %1, i64 %228
  %230 = getelementptr i8, ptr %229, i64 64
  store float 0.000000e+00, ptr %230, align 4, !tbaa !16
  %231 = sext i32 %11 to i64
  %232 = getelementptr float, ptr %1, i64 %231
  %233 = getelementptr i8, ptr %232, i64 68
  store float 0.000000e+00, ptr %233, align 4, !tbaa !16
  %234 = getelementptr inbounds float, ptr %1, i64 %50
  store float %53, ptr %234, align 4, !tbaa !16
  %235 = sext i32 %11 to i64
  %236 = getelementptr float, ptr %1, i64 %235
  %237 = getelementptr i8, ptr %236, i64 76
  store float %60, ptr %237, align 4, !tbaa !16
  %238 = sext i32 %11 to i64
  %239 = getelementptr float, ptr %1, i64 %238
  %240 = getelementptr i8, ptr %239, i64 80
  store float %69, ptr %240, align 4, !tbaa !16
  %241 = sext i32 %11 to i64
  %242 = getelementptr float, ptr %1, i64 %241
  %243 = getelementptr i8, ptr %242, i64 84
  store float %80, ptr %243, align 4, !tbaa !16
  %244 = sext i32 %11 to i64
  %245 = getelementptr float, ptr %1, i64 %244
  %246 = getelementptr i8, ptr %245, i64 88
  store float 0.000000e+00, ptr %246, align 4, !tbaa !16
  %247 = sext i32 %11 to i64
  %248 = getelementptr float, ptr %1, i64 %247
  %249 = getelementptr i8, ptr %248, i64 92
  store float 0.000000e+00, ptr %249, align 4, !tbaa !16
  %250 = getelementptr inbounds float, ptr %1, i64 %82
  store float %85, ptr %250, align 4, !tbaa !16
  %251 = sext i32 %11 to i64
  %252 = getelementptr float, ptr %1, i64 %251
  %253 = getelementptr i8, ptr %252, i64 100
  store float %92, ptr %253, align 4, !tbaa !16
  %254 = sext i32 %11 to i64
  %255 = getelementptr float, ptr %1, i64 %254
  %256 = getelementptr i8, ptr %255, i64 104
  store float %101, ptr %256, align 4, !tbaa !16
  %257 = sext i32 %11 to i64
  %258 = getelementptr float, ptr %1, i64 %257
  %259 = getelementptr i8, ptr %258, i64 108
  store float %112, ptr %259, align 4, !tbaa !16
  %260 = sext i32 %11 to i64
  %261 = getelementptr float, ptr %1, i64 %260
  %262 = getelementptr i8, ptr %261, i64 112
  store float %125, ptr %262, align 4, !tbaa !16
  %263 = sext i32 %11 to i64
  %264 = getelementptr float, ptr %1, i64 %263
  %265 = getelementptr i8, ptr %264, i64 116
  store float 0.000000e+00, ptr %265, align 4, !tbaa !16
  %266 = getelementptr inbounds float, ptr %1, i64 %127
  store float %130, ptr %266, align 4, !tbaa !16
  %267 = getelementptr inbounds float, ptr %1, i64 %132
  store float %137, ptr %267, align 4, !tbaa !16
  %268 = sext i32 %11 to i64
  %269 = getelementptr float, ptr %1, i64 %268
  %270 = getelementptr i8, ptr %269, i64 128
  store float %146, ptr %270, align 4, !tbaa !16
  %271 = sext i32 %11 to i64
  %272 = getelementptr float, ptr %1, i64 %271
  %273 = getelementptr i8, ptr %272, i64 132
  store float %157, ptr %273, align 4, !tbaa !16
  %274 = sext i32 %11 to i64
  %275 = getelementptr float, ptr %1, i64 %274
  %276 = getelementptr i8, ptr %275, i64 136
  store float %170, ptr %276, align 4, !tbaa !16
  %277 = sext i32 %11 to i64
  %278 = getelementptr float, ptr %1, i64 %277
  %279 = getelementptr i8, ptr %278, i64 140
  store float %185, ptr %279, align 4, !tbaa !16
  br label %280

280:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare void @llvm.nvvm.bar.warp.sync(i32) #3

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare double @llvm.nvvm.fabs.f64(double) #2

declare float @llvm.nvvm.sqrt.approx.f(float) #5

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
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
!11 = !{!12, !12, i64 0}
!12 = !{!"double", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = distinct !{!15, !14}
!16 = !{!17, !17, i64 0}
!17 = !{!"float", !8, i64 0}
