target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.double3 = type { double, double, double }

@dir_x = dso_local addrspace(4) externally_initialized constant [9 x i32] [i32 0, i32 1, i32 0, i32 -1, i32 0, i32 1, i32 -1, i32 -1, i32 1], align 4
@dir_y = dso_local addrspace(4) externally_initialized constant [9 x i32] [i32 0, i32 0, i32 1, i32 0, i32 -1, i32 1, i32 1, i32 -1, i32 -1], align 4
@dir_w = dso_local addrspace(4) externally_initialized constant [9 x float] [float 0x3FDC71C720000000, float 0x3FBC71C720000000, float 0x3FBC71C720000000, float 0x3FBC71C720000000, float 0x3FBC71C720000000, float 0x3F9C71C720000000, float 0x3F9C71C720000000, float 0x3F9C71C720000000, float 0x3F9C71C720000000], align 4
@llvm.compiler.used = appending global [3 x ptr] [ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), ptr addrspacecast (ptr addrspace(4) @dir_y to ptr)], section "llvm.metadata"

define dso_local ptx_kernel void @lorenz(ptr noundef captures(none) %0, double noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %105

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds %struct.double3, ptr %0, i64 %12
  %14 = load double, ptr %13, align 8, !tbaa !11
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 8
  %16 = load double, ptr %15, align 8, !tbaa !11
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %18 = load double, ptr %17, align 8, !tbaa !11
  %19 = icmp sgt i32 %2, 0
  br i1 %19, label %20, label %23

20:
  %21 = fmul contract double %1, 5.000000e-01
  %22 = fdiv contract double %1, 6.000000e+00
  br label %27

23:
  %24 = phi double [ %14, %11 ], [ %88, %27 ]
  %25 = phi double [ %16, %11 ], [ %95, %27 ]
  %26 = phi double [ %18, %11 ], [ %102, %27 ]
  store double %24, ptr %13, align 8, !tbaa !11
  store double %25, ptr %15, align 8, !tbaa !11
  store double %26, ptr %17, align 8, !tbaa !11
  br label %105

27:
  %28 = phi double [ %18, %20 ], [ %102, %27 ]
  %29 = phi double [ %16, %20 ], [ %95, %27 ]
  %30 = phi double [ %14, %20 ], [ %88, %27 ]
  %31 = phi i32 [ 0, %20 ], [ %103, %27 ]
  %32 = fsub contract double %29, %30
  %33 = fmul contract double %32, 1.000000e+01
  %34 = fsub contract double 2.800000e+01, %28
  %35 = fmul contract double %30, %34
  %36 = fsub contract double %35, %29
  %37 = fmul contract double %30, %29
  %38 = fmul contract double %28, 0x4005555555555555
  %39 = fsub contract double %37, %38
  %40 = fmul contract double %21, %33
  %41 = fadd contract double %30, %40
  %42 = fmul contract double %21, %36
  %43 = fadd contract double %29, %42
  %44 = fmul contract double %21, %39
  %45 = fadd contract double %28, %44
  %46 = fsub contract double %43, %41
  %47 = fmul contract double %46, 1.000000e+01
  %48 = fsub contract double 2.800000e+01, %45
  %49 = fmul contract double %41, %48
  %50 = fsub contract double %49, %43
  %51 = fmul contract double %41, %43
  %52 = fmul contract double %45, 0x4005555555555555
  %53 = fsub contract double %51, %52
  %54 = fmul contract double %21, %47
  %55 = fadd contract double %30, %54
  %56 = fmul contract double %21, %50
  %57 = fadd contract double %29, %56
  %58 = fmul contract double %21, %53
  %59 = fadd contract double %28, %58
  %60 = fsub contract double %57, %55
  %61 = fmul contract double %60, 1.000000e+01
  %62 = fsub contract double 2.800000e+01, %59
  %63 = fmul contract double %55, %62
  %64 = fsub contract double %63, %57
  %65 = fmul contract double %57, %55
  %66 = fmul contract double %59, 0x4005555555555555
  %67 = fsub contract double %65, %66
  %68 = fmul contract double %1, %61
  %69 = fadd contract double %30, %68
  %70 = fmul contract double %1, %64
  %71 = fadd contract double %29, %70
  %72 = fmul contract double %1, %67
  %73 = fadd contract double %28, %72
  %74 = fsub contract double %71, %69
  %75 = fmul contract double %74, 1.000000e+01
  %76 = fsub contract double 2.800000e+01, %73
  %77 = fmul contract double %69, %76
  %78 = fsub contract double %77, %71
  %79 = fmul contract double %69, %71
  %80 = fmul contract double %73, 0x4005555555555555
  %81 = fsub contract double %79, %80
  %82 = fmul contract double %47, 2.000000e+00
  %83 = fadd contract double %33, %82
  %84 = fmul contract double %61, 2.000000e+00
  %85 = fadd contract double %83, %84
  %86 = fadd contract double %85, %75
  %87 = fmul contract double %22, %86
  %88 = fadd contract double %30, %87
  %89 = fmul contract double %50, 2.000000e+00
  %90 = fadd contract double %36, %89
  %91 = fmul contract double %64, 2.000000e+00
  %92 = fadd contract double %90, %91
  %93 = fadd contract double %92, %78
  %94 = fmul contract double %22, %93
  %95 = fadd contract double %29, %94
  %96 = fmul contract double %53, 2.000000e+00
  %97 = fadd contract double %39, %96
  %98 = fmul contract double %67, 2.000000e+00
  %99 = fadd contract double %97, %98
  %100 = fadd contract double %99, %81
  %101 = fmul contract double %22, %100
  %102 = fadd contract double %28, %101
  %103 = add nuw nsw i32 %31, 1
  %104 = icmp eq i32 %103, %2
  br i1 %104, label %23, label %27, !llvm.loop !13

105:
  ret void
}

define dso_local ptx_kernel void @boltzmann(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, float noundef %4) local_unnamed_addr #1 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %11 = shl nuw nsw i32 %10, 4
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = add nuw nsw i32 %11, %12
  %14 = icmp slt i32 %9, %2
  %15 = icmp slt i32 %13, %3
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %417

17:
  %18 = add i32 %2, %9
  %19 = add nuw i32 %3, %13
  %20 = load i32, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), align 4, !tbaa !6
  %21 = sub i32 %18, %20
  %22 = srem i32 %21, %2
  %23 = load i32, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), align 4, !tbaa !6
  %24 = sub i32 %19, %23
  %25 = srem i32 %24, %3
  %26 = mul nsw i32 %25, %2
  %27 = add nsw i32 %26, %22
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds float, ptr %0, i64 %28
  %30 = load float, ptr %29, align 4, !tbaa !15
  %31 = fadd contract float %30, 0.000000e+00
  %32 = sitofp i32 %20 to float
  %33 = fmul contract float %30, %32
  %34 = fadd contract float %33, 0.000000e+00
  %35 = sitofp i32 %23 to float
  %36 = fmul contract float %30, %35
  %37 = fadd contract float %36, 0.000000e+00
  %38 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 4), align 4, !tbaa !6
  %39 = sub i32 %18, %38
  %40 = srem i32 %39, %2
  %41 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 4), align 4, !tbaa !6
  %42 = sub i32 %19, %41
  %43 = srem i32 %42, %3
  %44 = add nsw i32 %43, %3
  %45 = mul nsw i32 %44, %2
  %46 = add nsw i32 %45, %40
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds float, ptr %0, i64 %47
  %49 = load float, ptr %48, align 4, !tbaa !15
  %50 = fadd contract float %31, %49
  %51 = sitofp i32 %38 to float
  %52 = fmul contract float %49, %51
  %53 = fadd contract float %34, %52
  %54 = sitofp i32 %41 to float
  %55 = fmul contract float %49, %54
  %56 = fadd contract float %37, %55
  %57 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 8), align 4, !tbaa !6
  %58 = sub i32 %18, %57
  %59 = srem i32 %58, %2
  %60 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 8), align 4, !tbaa !6
  %61 = sub i32 %19, %60
  %62 = srem i32 %61, %3
  %63 = shl nuw nsw i32 %3, 1
  %64 = add nsw i32 %62, %63
  %65 = mul nsw i32 %64, %2
  %66 = add nsw i32 %65, %59
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds float, ptr %0, i64 %67
  %69 = load float, ptr %68, align 4, !tbaa !15
  %70 = fadd contract float %50, %69
  %71 = sitofp i32 %57 to float
  %72 = fmul contract float %69, %71
  %73 = fadd contract float %53, %72
  %74 = sitofp i32 %60 to float
  %75 = fmul contract float %69, %74
  %76 = fadd contract float %56, %75
  %77 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 12), align 4, !tbaa !6
  %78 = sub i32 %18, %77
  %79 = srem i32 %78, %2
  %80 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 12), align 4, !tbaa !6
  %81 = sub i32 %19, %80
  %82 = srem i32 %81, %3
  %83 = mul nsw i32 %3, 3
  %84 = add nsw i32 %82, %83
  %85 = mul nsw i32 %84, %2
  %86 = add nsw i32 %85, %79
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds float, ptr %0, i64 %87
  %89 = load float, ptr %88, align 4, !tbaa !15
  %90 = fadd contract float %70, %89
  %91 = sitofp i32 %77 to float
  %92 = fmul contract float %89, %91
  %93 = fadd contract float %73, %92
  %94 = sitofp i32 %80 to float
  %95 = fmul contract float %89, %94
  %96 = fadd contract float %76, %95
  %97 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 16), align 4, !tbaa !6
  %98 = sub i32 %18, %97
  %99 = srem i32 %98, %2
  %100 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 16), align 4, !tbaa !6
  %101 = sub i32 %19, %100
  %102 = srem i32 %101, %3
  %103 = shl nsw i32 %3, 2
  %104 = add nsw i32 %102, %103
  %105 = mul nsw i32 %104, %2
  %106 = add nsw i32 %105, %99
  %107 = sext i32 %106 to i64
  %108 = getelementptr inbounds float, ptr %0, i64 %107
  %109 = load float, ptr %108, align 4, !tbaa !15
  %110 = fadd contract float %90, %109
  %111 = sitofp i32 %97 to float
  %112 = fmul contract float %109, %111
  %113 = fadd contract float %93, %112
  %114 = sitofp i32 %100 to float
  %115 = fmul contract float %109, %114
  %116 = fadd contract float %96, %115
  %117 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 20), align 4, !tbaa !6
  %118 = sub i32 %18, %117
  %119 = srem i32 %118, %2
  %120 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 20), align 4, !tbaa !6
  %121 = sub i32 %19, %120
  %122 = srem i32 %121, %3
  %123 = mul nsw i32 %3, 5
  %124 = add nsw i32 %122, %123
  %125 = mul nsw i32 %124, %2
  %126 = add nsw i32 %125, %119
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr %0, i64 %127
  %129 = load float, ptr %128, align 4, !tbaa !15
  %130 = fadd contract float %110, %129
  %131 = sitofp i32 %117 to float
  %132 = fmul contract float %129, %131
  %133 = fadd contract float %113, %132
  %134 = sitofp i32 %120 to float
  %135 = fmul contract float %129, %134
  %136 = fadd contract float %116, %135
  %137 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 24), align 4, !tbaa !6
  %138 = sub i32 %18, %137
  %139 = srem i32 %138, %2
  %140 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 24), align 4, !tbaa !6
  %141 = sub i32 %19, %140
  %142 = srem i32 %141, %3
  %143 = mul nsw i32 %3, 6
  %144 = add nsw i32 %142, %143
  %145 = mul nsw i32 %144, %2
  %146 = add nsw i32 %145, %139
  %147 = sext i32 %146 to i64
  %148 = getelementptr inbounds float, ptr %0, i64 %147
  %149 = load float, ptr %148, align 4, !tbaa !15
  %150 = fadd contract float %130, %149
  %151 = sitofp i32 %137 to float
  %152 = fmul contract float %149, %151
  %153 = fadd contract float %133, %152
  %154 = sitofp i32 %140 to float
  %155 = fmul contract float %149, %154
  %156 = fadd contract float %136, %155
  %157 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 28), align 4, !tbaa !6
  %158 = sub i32 %18, %157
  %159 = srem i32 %158, %2
  %160 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 28), align 4, !tbaa !6
  %161 = sub i32 %19, %160
  %162 = srem i32 %161, %3
  %163 = mul nsw i32 %3, 7
  %164 = add nsw i32 %162, %163
  %165 = mul nsw i32 %164, %2
  %166 = add nsw i32 %165, %159
  %167 = sext i32 %166 to i64
  %168 = getelementptr inbounds float, ptr %0, i64 %167
  %169 = load float, ptr %168, align 4, !tbaa !15
  %170 = fadd contract float %150, %169
  %171 = sitofp i32 %157 to float
  %172 = fmul contract float %169, %171
  %173 = fadd contract float %153, %172
  %174 = sitofp i32 %160 to float
  %175 = fmul contract float %169, %174
  %176 = fadd contract float %156, %175
  %177 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 32), align 4, !tbaa !6
  %178 = sub i32 %18, %177
  %179 = srem i32 %178, %2
  %180 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 32), align 4, !tbaa !6
  %181 = sub i32 %19, %180
  %182 = srem i32 %181, %3
  %183 = shl nsw i32 %3, 3
  %184 = add nsw i32 %182, %183
  %185 = mul nsw i32 %184, %2
  %186 = add nsw i32 %185, %179
  %187 = sext i32 %186 to i64
  %188 = getelementptr inbounds float, ptr %0, i64 %187
  %189 = load float, ptr %188, align 4, !tbaa !15
  %190 = fadd contract float %170, %189
  %191 = sitofp i32 %177 to float
  %192 = fmul contract float %189, %191
  %193 = fadd contract float %173, %192
  %194 = sitofp i32 %180 to float
  %195 = fmul contract float %189, %194
  %196 = fadd contract float %176, %195
  %197 = fdiv contract float %193, %190
  %198 = fdiv contract float %196, %190
  %199 = fmul contract float %197, %197
  %200 = fmul contract float %198, %198
  %201 = fadd contract float %199, %200
  %202 = fmul contract float %201, 1.500000e+00
  %203 = load i32, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), align 4, !tbaa !6
  %204 = sitofp i32 %203 to float
  %205 = fmul contract float %197, %204
  %206 = load i32, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), align 4, !tbaa !6
  %207 = sitofp i32 %206 to float
  %208 = fmul contract float %198, %207
  %209 = fadd contract float %205, %208
  %210 = fmul contract float %209, 3.000000e+00
  %211 = load float, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), align 4, !tbaa !15
  %212 = fmul contract float %190, %211
  %213 = fadd contract float %210, 1.000000e+00
  %214 = fmul contract float %210, 5.000000e-01
  %215 = fmul contract float %210, %214
  %216 = fadd contract float %213, %215
  %217 = fsub contract float %216, %202
  %218 = fmul contract float %212, %217
  %219 = fsub contract float %218, %30
  %220 = fmul contract float %4, %219
  %221 = fadd contract float %30, %220
  %222 = mul nsw i32 %13, %2
  %223 = add nsw i32 %222, %9
  %224 = sext i32 %223 to i64
  %225 = getelementptr inbounds float, ptr %1, i64 %224
  store float %221, ptr %225, align 4, !tbaa !15
  %226 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 4), align 4, !tbaa !6
  %227 = sitofp i32 %226 to float
  %228 = fmul contract float %197, %227
  %229 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 4), align 4, !tbaa !6
  %230 = sitofp i32 %229 to float
  %231 = fmul contract float %198, %230
  %232 = fadd contract float %228, %231
  %233 = fmul contract float %232, 3.000000e+00
  %234 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 4), align 4, !tbaa !15
  %235 = fmul contract float %190, %234
  %236 = fadd contract float %233, 1.000000e+00
  %237 = fmul contract float %233, 5.000000e-01
  %238 = fmul contract float %233, %237
  %239 = fadd contract float %236, %238
  %240 = fsub contract float %239, %202
  %241 = fmul contract float %235, %240
  %242 = fsub contract float %241, %49
  %243 = fmul contract float %4, %242
  %244 = fadd contract float %49, %243
  %245 = mul nsw i32 %19, %2
  %246 = add nsw i32 %245, %9
  %247 = sext i32 %246 to i64
  %248 = getelementptr inbounds float, ptr %1, i64 %247
  store float %244, ptr %248, align 4, !tbaa !15
  %249 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 8), align 4, !tbaa !6
  %250 = sitofp i32 %249 to float
  %251 = fmul contract float %197, %250
  %252 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 8), align 4, !tbaa !6
  %253 = sitofp i32 %252 to float
  %254 = fmul contract float %198, %253
  %255 = fadd contract float %251, %254
  %256 = fmul contract float %255, 3.000000e+00
  %257 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 8), align 4, !tbaa !15
  %258 = fmul contract float %190, %257
  %259 = fadd contract float %256, 1.000000e+00
  %260 = fmul contract float %256, 5.000000e-01
  %261 = fmul contract float %256, %260
  %262 = fadd contract float %259, %261
  %263 = fsub contract float %262, %202
  %264 = fmul contract float %258, %263
  %265 = fsub contract float %264, %69
  %266 = fmul contract float %4, %265
  %267 = fadd contract float %69, %266
  %268 = add nuw nsw i32 %63, %13
  %269 = mul nsw i32 %268, %2
  %270 = add nsw i32 %269, %9
  %271 = sext i32 %270 to i64
  %272 = getelementptr inbounds float, ptr %1, i64 %271
  store float %267, ptr %272, align 4, !tbaa !15
  %273 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 12), align 4, !tbaa !6
  %274 = sitofp i32 %273 to float
  %275 = fmul contract float %197, %274
  %276 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 12), align 4, !tbaa !6
  %277 = sitofp i32 %276 to float
  %278 = fmul contract float %198, %277
  %279 = fadd contract float %275, %278
  %280 = fmul contract float %279, 3.000000e+00
  %281 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 12), align 4, !tbaa !15
  %282 = fmul contract float %190, %281
  %283 = fadd contract float %280, 1.000000e+00
  %284 = fmul contract float %280, 5.000000e-01
  %285 = fmul contract float %280, %284
  %286 = fadd contract float %283, %285
  %287 = fsub contract float %286, %202
  %288 = fmul contract float %282, %287
  %289 = fsub contract float %288, %89
  %290 = fmul contract float %4, %289
  %291 = fadd contract float %89, %290
  %292 = add nuw nsw i32 %83, %13
  %293 = mul nsw i32 %292, %2
  %294 = add nsw i32 %293, %9
  %295 = sext i32 %294 to i64
  %296 = getelementptr inbounds float, ptr %1, i64 %295
  store float %291, ptr %296, align 4, !tbaa !15
  %297 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 16), align 4, !tbaa !6
  %298 = sitofp i32 %297 to float
  %299 = fmul contract float %197, %298
  %300 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 16), align 4, !tbaa !6
  %301 = sitofp i32 %300 to float
  %302 = fmul contract float %198, %301
  %303 = fadd contract float %299, %302
  %304 = fmul contract float %303, 3.000000e+00
  %305 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 16), align 4, !tbaa !15
  %306 = fmul contract float %190, %305
  %307 = fadd contract float %304, 1.000000e+00
  %308 = fmul contract float %304, 5.000000e-01
  %309 = fmul contract float %304, %308
  %310 = fadd contract float %307, %309
  %311 = fsub contract float %310, %202
  %312 = fmul contract float %306, %311
  %313 = fsub contract float %312, %109
  %314 = fmul contract float %4, %313
  %315 = fadd contract float %109, %314
  %316 = add nuw nsw i32 %103, %13
  %317 = mul nsw i32 %316, %2
  %318 = add nsw i32 %317, %9
  %319 = sext i32 %318 to i64
  %320 = getelementptr inbounds float, ptr %1, i64 %319
  store float %315, ptr %320, align 4, !tbaa !15
  %321 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 20), align 4, !tbaa !6
  %322 = sitofp i32 %321 to float
  %323 = fmul contract float %197, %322
  %324 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 20), align 4, !tbaa !6
  %325 = sitofp i32 %324 to float
  %326 = fmul contract float %198, %325
  %327 = fadd contract float %323, %326
  %328 = fmul contract float %327, 3.000000e+00
  %329 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 20), align 4, !tbaa !15
  %330 = fmul contract float %190, %329
  %331 = fadd contract float %328, 1.000000e+00
  %332 = fmul contract float %328, 5.000000e-01
  %333 = fmul contract float %328, %332
  %334 = fadd contract float %331, %333
  %335 = fsub contract float %334, %202
  %336 = fmul contract float %330, %335
  %337 = fsub contract float %336, %129
  %338 = fmul contract float %4, %337
  %339 = fadd contract float %129, %338
  %340 = add nuw nsw i32 %123, %13
  %341 = mul nsw i32 %340, %2
  %342 = add nsw i32 %341, %9
  %343 = sext i32 %342 to i64
  %344 = getelementptr inbounds float, ptr %1, i64 %343
  store float %339, ptr %344, align 4, !tbaa !15
  %345 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 24), align 4, !tbaa !6
  %346 = sitofp i32 %345 to float
  %347 = fmul contract float %197, %346
  %348 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 24), align 4, !tbaa !6
  %349 = sitofp i32 %348 to float
  %350 = fmul contract float %198, %349
  %351 = fadd contract float %347, %350
  %352 = fmul contract float %351, 3.000000e+00
  %353 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 24), align 4, !tbaa !15
  %354 = fmul contract float %190, %353
  %355 = fadd contract float %352, 1.000000e+00
  %356 = fmul contract float %352, 5.000000e-01
  %357 = fmul contract float %352, %356
  %358 = fadd contract float %355, %357
  %359 = fsub contract float %358, %202
  %360 = fmul contract float %354, %359
  %361 = fsub contract float %360, %149
  %362 = fmul contract float %4, %361
  %363 = fadd contract float %149, %362
  %364 = add nuw nsw i32 %143, %13
  %365 = mul nsw i32 %364, %2
  %366 = add nsw i32 %365, %9
  %367 = sext i32 %366 to i64
  %368 = getelementptr inbounds float, ptr %1, i64 %367
  store float %363, ptr %368, align 4, !tbaa !15
  %369 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 28), align 4, !tbaa !6
  %370 = sitofp i32 %369 to float
  %371 = fmul contract float %197, %370
  %372 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 28), align 4, !tbaa !6
  %373 = sitofp i32 %372 to float
  %374 = fmul contract float %198, %373
  %375 = fadd contract float %371, %374
  %376 = fmul contract float %375, 3.000000e+00
  %377 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 28), align 4, !tbaa !15
  %378 = fmul contract float %190, %377
  %379 = fadd contract float %376, 1.000000e+00
  %380 = fmul contract float %376, 5.000000e-01
  %381 = fmul contract float %376, %380
  %382 = fadd contract float %379, %381
  %383 = fsub contract float %382, %202
  %384 = fmul contract float %378, %383
  %385 = fsub contract float %384, %169
  %386 = fmul contract float %4, %385
  %387 = fadd contract float %169, %386
  %388 = add nuw nsw i32 %163, %13
  %389 = mul nsw i32 %388, %2
  %390 = add nsw i32 %389, %9
  %391 = sext i32 %390 to i64
  %392 = getelementptr inbounds float, ptr %1, i64 %391
  store float %387, ptr %392, align 4, !tbaa !15
  %393 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_x to ptr), i64 32), align 4, !tbaa !6
  %394 = sitofp i32 %393 to float
  %395 = fmul contract float %197, %394
  %396 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_y to ptr), i64 32), align 4, !tbaa !6
  %397 = sitofp i32 %396 to float
  %398 = fmul contract float %198, %397
  %399 = fadd contract float %395, %398
  %400 = fmul contract float %399, 3.000000e+00
  %401 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @dir_w to ptr), i64 32), align 4, !tbaa !15
  %402 = fmul contract float %190, %401
  %403 = fadd contract float %400, 1.000000e+00
  %404 = fmul contract float %400, 5.000000e-01
  %405 = fmul contract float %400, %404
  %406 = fadd contract float %403, %405
  %407 = fsub contract float %406, %202
  %408 = fmul contract float %402, %407
  %409 = fsub contract float %408, %189
  %410 = fmul contract float %4, %409
  %411 = fadd contract float %189, %410
  %412 = add nuw nsw i32 %183, %13
  %413 = mul nsw i32 %412, %2
  %414 = add nsw i32 %413, %9
  %415 = sext i32 %414 to i64
  %416 = getelementptr inbounds float, ptr %1, i64 %415
  store float %411, ptr %416, align 4, !tbaa !15
  br label %417

417:
  ret void
}

define dso_local ptx_kernel void @ising(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #1 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = shl i32 %7, 5
  %14 = shl nuw nsw i32 %8, 1
  %15 = add i32 %13, %14
  %16 = add i32 %5, %11
  %17 = and i32 %16, 1
  %18 = or disjoint i32 %17, %15
  %19 = icmp slt i32 %18, %3
  %20 = icmp slt i32 %12, %4
  %21 = and i1 %20, %19
  br i1 %21, label %22, label %75

22:
  %23 = mul nsw i32 %3, %12
  %24 = add nsw i32 %18, 1
  %25 = srem i32 %24, %3
  %26 = add nsw i32 %25, %23
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds i8, ptr %0, i64 %27
  %29 = load i8, ptr %28, align 1, !tbaa !17
  %30 = sext i8 %29 to i32
  %31 = add nsw i32 %3, -1
  %32 = add i32 %31, %18
  %33 = srem i32 %32, %3
  %34 = add nsw i32 %33, %23
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds i8, ptr %0, i64 %35
  %37 = load i8, ptr %36, align 1, !tbaa !17
  %38 = sext i8 %37 to i32
  %39 = add nsw i32 %38, %30
  %40 = add nuw nsw i32 %12, 1
  %41 = urem i32 %40, %4
  %42 = mul nsw i32 %41, %3
  %43 = add nsw i32 %42, %18
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds i8, ptr %0, i64 %44
  %46 = load i8, ptr %45, align 1, !tbaa !17
  %47 = sext i8 %46 to i32
  %48 = add nsw i32 %39, %47
  %49 = add nsw i32 %12, -1
  %50 = add i32 %49, %4
  %51 = urem i32 %50, %4
  %52 = mul nsw i32 %51, %3
  %53 = add nsw i32 %52, %18
  %54 = sext i32 %53 to i64
  %55 = getelementptr inbounds i8, ptr %0, i64 %54
  %56 = load i8, ptr %55, align 1, !tbaa !17
  %57 = sext i8 %56 to i32
  %58 = add nsw i32 %48, %57
  %59 = add nsw i32 %18, %23
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds i8, ptr %0, i64 %60
  %62 = load i8, ptr %61, align 1, !tbaa !17
  %63 = sext i8 %62 to i32
  %64 = mul nsw i32 %58, %63
  %65 = icmp slt i32 %64, 1
  br i1 %65, label %73, label %66

66:
  %67 = getelementptr inbounds i32, ptr %1, i64 %60
  %68 = load i32, ptr %67, align 4, !tbaa !6
  %69 = zext nneg i32 %64 to i64
  %70 = getelementptr inbounds nuw i32, ptr %2, i64 %69
  %71 = load i32, ptr %70, align 4, !tbaa !6
  %72 = icmp ult i32 %68, %71
  br i1 %72, label %73, label %75

73:
  %74 = sub i8 0, %62
  store i8 %74, ptr %61, align 1, !tbaa !17
  br label %75

75:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!15 = !{!16, !16, i64 0}
!16 = !{!"float", !8, i64 0}
!17 = !{!8, !8, i64 0}
