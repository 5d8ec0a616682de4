target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }
%struct.float3 = type { float, float, float }

@_ZZ10nbody_stepE4tile = internal unnamed_addr addrspace(3) global [128 x %struct.float4] undef, align 16

define dso_local ptx_kernel void @nbody_step(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds %struct.float4, ptr %0, i64 %11
  %13 = load float, ptr %12, align 16, !tbaa !11
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %15 = load float, ptr %14, align 4, !tbaa !11
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %17 = load float, ptr %16, align 8, !tbaa !11
  %18 = getelementptr inbounds nuw i8, ptr %12, i64 12
  %19 = load float, ptr %18, align 4, !tbaa !11
  %20 = icmp sgt i32 %3, 0
  br i1 %20, label %21, label %24

21:
  %22 = zext nneg i32 %9 to i64
  %23 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %22
  br label %50

24:
  %25 = phi float [ 0.000000e+00, %6 ], [ %296, %58 ]
  %26 = phi float [ 0.000000e+00, %6 ], [ %294, %58 ]
  %27 = phi float [ 0.000000e+00, %6 ], [ %292, %58 ]
  %28 = getelementptr inbounds %struct.float3, ptr %2, i64 %11
  %29 = load float, ptr %28, align 4, !tbaa !11
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 4
  %31 = load float, ptr %30, align 4, !tbaa !11
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %33 = load float, ptr %32, align 4, !tbaa !11
  %34 = fmul contract float %4, %27
  %35 = fadd contract float %34, %29
  %36 = fmul contract float %4, %26
  %37 = fadd contract float %36, %31
  %38 = fmul contract float %4, %25
  %39 = fadd contract float %38, %33
  store float %35, ptr %28, align 4, !tbaa !11
  store float %37, ptr %30, align 4, !tbaa !11
  store float %39, ptr %32, align 4, !tbaa !11
  %40 = fmul contract float %4, %35
  %41 = fadd contract float %13, %40
  %42 = fmul contract float %4, %37
  %43 = fadd contract float %15, %42
  %44 = fmul contract float %4, %39
  %45 = fadd contract float %17, %44
  %46 = getelementptr inbounds %struct.float4, ptr %1, i64 %11
  store float %41, ptr %46, align 16, !tbaa !11
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 4
  store float %43, ptr %47, align 4, !tbaa !11
  %48 = getelementptr inbounds nuw i8, ptr %46, i64 8
  store float %45, ptr %48, align 8, !tbaa !11
  %49 = getelementptr inbounds nuw i8, ptr %46, i64 12
  store float %19, ptr %49, align 4, !tbaa !11
  ret void

50:
  %51 = phi float [ 0.000000e+00, %21 ], [ %292, %58 ]
  %52 = phi float [ 0.000000e+00, %21 ], [ %294, %58 ]
  %53 = phi float [ 0.000000e+00, %21 ], [ %296, %58 ]
  %54 = phi i32 [ 0, %21 ], [ %59, %58 ]
  %55 = add nuw i32 %54, %9
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds nuw %struct.float4, ptr %0, i64 %56
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %23, ptr noundef nonnull align 16 dereferenceable(16) %57, i64 16, i1 false), !tbaa.struct !13
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %61

58:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %59 = add nuw nsw i32 %54, 128
  %60 = icmp slt i32 %59, %3
  br i1 %60, label %50, label %24, !llvm.loop !14

61:
  %62 = phi float [ %51, %50 ], [ %292, %61 ]
  %63 = phi float [ %52, %50 ], [ %294, %61 ]
  %64 = phi float [ %53, %50 ], [ %296, %61 ]
  %65 = phi i32 [ 0, %50 ], [ %297, %61 ]
  %66 = zext nneg i32 %65 to i64
  %67 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %66
  %68 = load float, ptr %67, align 16, !tbaa !16
  %69 = fsub contract float %68, %13
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 4
  %71 = load float, ptr %70, align 4, !tbaa !18
  %72 = fsub contract float %71, %15
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %74 = load float, ptr %73, align 8, !tbaa !19
  %75 = fsub contract float %74, %17
  %76 = fmul contract float %69, %69
  %77 = fmul contract float %72, %72
  %78 = fadd contract float %76, %77
  %79 = fmul contract float %75, %75
  %80 = fadd contract float %78, %79
  %81 = fadd contract float %5, %80
  %82 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %81)
  %83 = getelementptr inbounds nuw i8, ptr %67, i64 12
  %84 = load float, ptr %83, align 4, !tbaa !20
  %85 = fmul contract float %82, %84
  %86 = fmul contract float %82, %85
  %87 = fmul contract float %82, %86
  %88 = fmul contract float %69, %87
  %89 = fadd contract float %62, %88
  %90 = fmul contract float %72, %87
  %91 = fadd contract float %63, %90
  %92 = fmul contract float %75, %87
  %93 = fadd contract float %64, %92
  %94 = zext nneg i32 %65 to i64
  %95 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 16
  %97 = load float, ptr %96, align 16, !tbaa !16
  %98 = fsub contract float %97, %13
  %99 = getelementptr inbounds nuw i8, ptr %95, i64 20
  %100 = load float, ptr %99, align 4, !tbaa !18
  %101 = fsub contract float %100, %15
  %102 = getelementptr inbounds nuw i8, ptr %95, i64 24
  %103 = load float, ptr %102, align 8, !tbaa !19
  %104 = fsub contract float %103, %17
  %105 = fmul contract float %98, %98
  %106 = fmul contract float %101, %101
  %107 = fadd contract float %105, %106
  %108 = fmul contract float %104, %104
  %109 = fadd contract float %107, %108
  %110 = fadd contract float %5, %109
  %111 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %110)
  %112 = getelementptr inbounds nuw i8, ptr %95, i64 28
  %113 = load float, ptr %112, align 4, !tbaa !20
  %114 = fmul contract float %111, %113
  %115 = fmul contract float %111, %114
  %116 = fmul contract float %111, %115
  %117 = fmul contract float %98, %116
  %118 = fadd contract float %89, %117
  %119 = fmul contract float %101, %116
  %120 = fadd contract float %91, %119
  %121 = fmul contract float %104, %116
  %122 = fadd contract float %93, %121
  %123 = zext nneg i32 %65 to i64
  %124 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %123
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 32
  %126 = load float, ptr %125, align 16, !tbaa !16
  %127 = fsub contract float %126, %13
  %128 = getelementptr inbounds nuw i8, ptr %124, i64 36
  %129 = load float, ptr %128, align 4, !tbaa !18
  %130 = fsub contract float %129, %15
  %131 = getelementptr inbounds nuw i8, ptr %124, i64 40
  %132 = load float, ptr %131, align 8, !tbaa !19
  %133 = fsub contract float %132, %17
  %134 = fmul contract float %127, %127
  %135 = fmul contract float %130, %130
  %136 = fadd contract float %134, %135
  %137 = fmul contract float %133, %133
  %138 = fadd contract float %136, %137
  %139 = fadd contract float %5, %138
  %140 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %139)
  %141 = getelementptr inbounds nuw i8, ptr %124, i64 44
  %142 = load float, ptr %141, align 4, !tbaa !20
  %143 = fmul contract float %140, %142
  %144 = fmul contract float %140, %143
  %145 = fmul contract float %140, %144
  %146 = fmul contract float %127, %145
  %147 = fadd contract float %118, %146
  %148 = fmul contract float %130, %145
  %149 = fadd contract float %120, %148
  %150 = fmul contract float %133, %145
  %151 = fadd contract float %122, %150
  %152 = zext nneg i32 %65 to i64
  %153 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %152
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 48
  %155 = load float, ptr %154, align 16, !tbaa !16
  %156 = fsub contract float %155, %13
  %157 = getelementptr inbounds nuw i8, ptr %153, i64 52
  %158 = load float, ptr %157, align 4, !tbaa !18
  %159 = fsub contract float %158, %15
  %160 = getelementptr inbounds nuw i8, ptr %153, i64 56
  %161 = load float, ptr %160, align 8, !tbaa !19
  %162 = fsub contract float %161, %17
  %163 = fmul contract float %156, %156
  %164 = fmul contract float %159, %159
  %165 = fadd contract float %163, %164
  %166 = fmul contract float %162, %162
  %167 = fadd contract float %165, %166
  %168 = fadd contract float %5, %167
  %169 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %168)
  %170 = getelementptr inbounds nuw i8, ptr %153, i64 60
  %171 = load float, ptr %170, align 4, !tbaa !20
  %172 = fmul contract float %169, %171
  %173 = fmul contract float %169, %172
  %174 = fmul contract float %169, %173
  %175 = fmul contract float %156, %174
  %176 = fadd contract float %147, %175
  %177 = fmul contract float %159, %174
  %178 = fadd contract float %149, %177
  %179 = fmul contract float %162, %174
  %180 = fadd contract float %151, %179
  %181 = zext nneg i32 %65 to i64
  %182 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %181
  %183 = getelementptr inbounds nuw i8, ptr %182, i64 64
  %184 = load float, ptr %183, align 16, !tbaa !16
  %185 = fsub contract float %184, %13
  %186 = getelementptr inbounds nuw i8, ptr %182, i64 68
  %187 = load float, ptr %186, align 4, !tbaa !18
  %188 = fsub contract float %187, %15
  %189 = getelementptr inbounds nuw i8, ptr %182, i64 72
  %190 = load float, ptr %189, align 8, !tbaa !19
  %191 = fsub contract float %190, %17
  %192 = fmul contract float %185, %185
  %193 = fmul contract float %188, %188
  %194 = fadd contract float %192, %193
  %195 = fmul contract float %191, %191
  %196 = fadd contract float %194, %195
  %197 = fadd contract float %5, %196
  %198 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %197)
  %199 = getelementptr inbounds nuw i8, ptr %182, i64 76
  %200 = load float, ptr %199, align 4, !tbaa !20
  %201 = fmul contract float %198, %200
  %202 = fmul contract float %198, %201
  %203 = fmul contract float %198, %202
  %204 = fmul contract float %185, %203
  %205 = fadd contract float %176, %204
  %206 = fmul contract float %188, %203
  %207 = fadd contract float %178, %206
  %208 = fmul contract float %191, %203
  %209 = fadd contract float %180, %208
  %210 = zext nneg i32 %65 to i64
  %211 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %210
  %212 = getelementptr inbounds nuw i8, ptr %211, i64 80
  %213 = load float, ptr %212, align 16, !tbaa !16
  %214 = fsub contract float %213, %13
  %215 = getelementptr inbounds nuw i8, ptr %211, i64 84
  %216 = load float, ptr %215, align 4, !tbaa !18
  %217 = fsub contract float %216, %15
  %218 = getelementptr inbounds nuw i8, ptr %211, i64 88
  %219 = load float, ptr %218, align 8, !tbaa !19
  %220 = fsub contract float %219, %17
  %221 = fmul contract float %214, %214
  %222 = fmul contract float %217, %217
  %223 = fadd contract float %221, %222
  %224 = fmul contract float %220, %220
  %225 = fadd contract float %223, %224
  %226 = fadd contract float %5, %225
  %227 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %226)
  %228 = getelementptr inbounds nuw i8, ptr %211, i64 92
  %229 = load float, ptr %228, align 4, !tbaa !20
  %230 = fmul contract float %227, %229
  %231 = fmul contract float %227, %230
  %232 = fmul contract float %227, %231
  %233 = fmul contract float %214, %232
  %234 = fadd contract float %205, %233
  %235 = fmul contract float %217, %232
  %236 = fadd contract float %207, %235
  %237 = fmul contract float %220, %232
  %238 = fadd contract float %209, %237
  %239 = zext nneg i32 %65 to i64
  %240 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %239
  %241 = getelementptr inbounds nuw i8, ptr %240, i64 96
  %242 = load float, ptr %241, align 16, !tbaa !16
  %243 = fsub contract float %242, %13
  %244 = getelementptr inbounds nuw i8, ptr %240, i64 100
  %245 = load float, ptr %244, align 4, !tbaa !18
  %246 = fsub contract float %245, %15
  %247 = getelementptr inbounds nuw i8, ptr %240, i64 104
  %248 = load float, ptr %247, align 8, !tbaa !19
  %249 = fsub contract float %248, %17
  %250 = fmul contract float %243, %243
  %251 = fmul contract float %246, %246
  %252 = fadd contract float %250, %251
  %253 = fmul contract float %249, %249
  %254 = fadd contract float %252, %253
  %255 = fadd contract float %5, %254
  %256 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %255)
  %257 = getelementptr inbounds nuw i8, ptr %240, i64 108
  %258 = load float, ptr %257, align 4, !tbaa !20
  %259 = fmul contract float %256, %258
  %260 = fmul contract float %256, %259
  %261 = fmul contract float %256, %260
  %262 = fmul contract float %243, %261
  %263 = fadd contract float %234, %262
  %264 = fmul contract float %246, %261
  %265 = fadd contract float %236, %264
  %266 = fmul contract float %249, %261
  %267 = fadd contract float %238, %266
  %268 = zext nneg i32 %65 to i64
  %269 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ10nbody_stepE4tile to ptr), i64 %268
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 112
  %271 = load float, ptr %270, align 16, !tbaa !16
  %272 = fsub contract float %271, %13
  %273 = getelementptr inbounds nuw i8, ptr %269, i64 116
  %274 = load float, ptr %273, align 4, !tbaa !18
  %275 = fsub contract float %274, %15
  %276 = getelementptr inbounds nuw i8, ptr %269, i64 120
  %277 = load float, ptr %276, align 8, !tbaa !19
  %278 = fsub contract float %277, %17
  %279 = fmul contract float %272, %272
  %280 = fmul contract float %275, %275
  %281 = fadd contract float %279, %280
  %282 = fmul contract float %278, %278
  %283 = fadd contract float %281, %282
  %284 = fadd contract float %5, %283
  %285 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %284)
  %286 = getelementptr inbounds nuw i8, ptr %269, i64 124
  %287 = load float, ptr %286, align 4, !tbaa !20
  %288 = fmul contract float %285, %287
  %289 = fmul contract float %285, %288
  %290 = fmul contract float %285, %289
  %291 = fmul contract float %272, %290
  %292 = fadd contract float %263, %291
  %293 = fmul contract float %275, %290
  %294 = fadd contract float %265, %293
  %295 = fmul contract float %278, %290
  %296 = fadd contract float %267, %295
  %297 = add nuw nsw i32 %65, 8
  %298 = icmp eq i32 %297, 128
  br i1 %298, label %58, label %61, !llvm.loop !21
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @nbody_energy(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #3 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 7
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %3
  br i1 %9, label %10, label %33

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.float3, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !11
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %15 = load float, ptr %14, align 4, !tbaa !11
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %17 = load float, ptr %16, align 4, !tbaa !11
  %18 = getelementptr inbounds %struct.float4, ptr %0, i64 %11
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 12
  %20 = load float, ptr %19, align 4, !tbaa !20
  %21 = fpext contract float %20 to double
  %22 = fmul contract double %21, 5.000000e-01
  %23 = fpext contract float %13 to double
  %24 = fmul contract double %23, %23
  %25 = fpext contract float %15 to double
  %26 = fmul contract double %25, %25
  %27 = fadd contract double %24, %26
  %28 = fpext contract float %17 to double
  %29 = fmul contract double %28, %28
  %30 = fadd contract double %27, %29
  %31 = fmul contract double %22, %30
  %32 = getelementptr inbounds double, ptr %2, i64 %11
  store double %31, ptr %32, align 8, !tbaa !23
  br label %33

33:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare float @llvm.nvvm.rsqrt.approx.f(float) #5

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }

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
!13 = !{i64 0, i64 4, !11, i64 4, i64 4, !11, i64 8, i64 4, !11, i64 12, i64 4, !11}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!17, !12, i64 0}
!17 = !{!"_ZTS6float4", !12, i64 0, !12, i64 4, !12, i64 8, !12, i64 12}
!18 = !{!17, !12, i64 4}
!19 = !{!17, !12, i64 8}
!20 = !{!17, !12, i64 12}
!21 = distinct !{!21, !15, !22}
!22 = !{!"llvm.loop.unroll.disable"}
!23 = !{!24, !24, i64 0}
!24 = !{!"double", !8, i64 0}
