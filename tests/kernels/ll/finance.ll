target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float2.0 = type { float, float }

@_ZZ8binomialE1v = internal unnamed_addr addrspace(3) global [128 x float] undef, align 4

define dso_local ptx_kernel void @black_scholes(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, float noundef %4, float noundef %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = mul i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %6
  br i1 %13, label %14, label %192

14:
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds float, ptr %0, i64 %15
  %17 = load float, ptr %16, align 4, !tbaa !11
  %18 = getelementptr inbounds float, ptr %1, i64 %15
  %19 = load float, ptr %18, align 4, !tbaa !11
  %20 = getelementptr inbounds float, ptr %2, i64 %15
  %21 = load float, ptr %20, align 4, !tbaa !11
  %22 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %21) #9
  %23 = fmul contract float %5, %22
  %24 = fdiv contract float %17, %19
  %25 = fcmp olt float %24, 0x3810000000000000
  %26 = fmul float %24, 0x4160000000000000
  %27 = select i1 %25, float %26, float %24
  %28 = select i1 %25, float -2.300000e+01, float 0.000000e+00
  %29 = bitcast float %27 to i32
  %30 = add i32 %29, -1059760811
  %31 = and i32 %30, -8388608
  %32 = sub i32 %29, %31
  %33 = bitcast i32 %32 to float
  %34 = sitofp i32 %31 to float
  %35 = tail call float @llvm.fma.f32(float %34, float 0x3E80000000000000, float %28)
  %36 = fadd float %33, -1.000000e+00
  %37 = tail call float @llvm.fma.f32(float %36, float 0xBFC0AA04E0000000, float 0x3FC2073EC0000000)
  %38 = tail call float @llvm.fma.f32(float %37, float %36, float 0xBFBF19B980000000)
  %39 = tail call float @llvm.fma.f32(float %38, float %36, float 0x3FC1E52AA0000000)
  %40 = tail call float @llvm.fma.f32(float %39, float %36, float 0xBFC55B1720000000)
  %41 = tail call float @llvm.fma.f32(float %40, float %36, float 0x3FC99DA160000000)
  %42 = tail call float @llvm.fma.f32(float %41, float %36, float 0xBFCFFFE440000000)
  %43 = tail call float @llvm.fma.f32(float %42, float %36, float 0x3FD5554F00000000)
  %44 = tail call float @llvm.fma.f32(float %43, float %36, float -5.000000e-01)
  %45 = fmul float %36, %44
  %46 = tail call float @llvm.fma.f32(float %45, float %36, float %36)
  %47 = tail call float @llvm.fma.f32(float %35, float 0x3FE62E4300000000, float %46)
  %48 = icmp ugt i32 %29, 2139095039
  %49 = tail call float @llvm.fma.f32(float %27, float 0x7FF0000000000000, float 0x7FF0000000000000)
  %50 = select i1 %48, float %49, float %47
  %51 = fcmp oeq float %27, 0.000000e+00
  %52 = select i1 %51, float 0xFFF0000000000000, float %50
  %53 = fmul contract float %5, 5.000000e-01
  %54 = fmul contract float %5, %53
  %55 = fadd contract float %4, %54
  %56 = fmul contract float %55, %21
  %57 = fadd contract float %56, %52
  %58 = fdiv contract float %57, %23
  %59 = fsub contract float %58, %23
  %60 = fneg contract float %4
  %61 = fmul contract float %21, %60
  %62 = tail call float @llvm.fma.f32(float %61, float 0x3F777313A0000000, float 5.000000e-01)
  %63 = tail call float @llvm.nvvm.saturate.f(float %62) #9
  %64 = tail call float @llvm.nvvm.fma.rm.f(float %63, float 2.520000e+02, float 0x4168000020000000) #9
  %65 = fadd float %64, 0xC168000FE0000000
  %66 = fneg float %65
  %67 = tail call float @llvm.fma.f32(float %61, float 0x3FF7154760000000, float %66)
  %68 = tail call float @llvm.fma.f32(float %61, float 0x3E54AE0C00000000, float %67)
  %69 = bitcast float %64 to i32
  %70 = shl i32 %69, 23
  %71 = bitcast i32 %70 to float
  %72 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %68)
  %73 = fmul float %72, %71
  %74 = fmul contract float %19, %73
  %75 = fmul contract float %58, 0xBFE6A09E60000000
  %76 = tail call float @llvm.nvvm.fabs.f32(float %75)
  %77 = fadd float %76, -4.000000e+00
  %78 = fadd float %76, 4.000000e+00
  %79 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %78) #10
  %80 = tail call float @llvm.nvvm.mul.rn.f(float %77, float %79) #9
  %81 = fadd float %80, 1.000000e+00
  %82 = tail call float @llvm.fma.f32(float %81, float -4.000000e+00, float %76)
  %83 = fneg float %80
  %84 = tail call float @llvm.fma.f32(float %83, float %76, float %82)
  %85 = tail call float @llvm.fma.f32(float %79, float %84, float %80)
  %86 = tail call float @llvm.fma.f32(float %85, float 0x3F4D341220000000, float 0x3F7CDC0B60000000)
  %87 = tail call float @llvm.fma.f32(float %86, float %85, float 0xBF903F6960000000)
  %88 = tail call float @llvm.fma.f32(float %87, float %85, float 0x3FA2A6E760000000)
  %89 = tail call float @llvm.fma.f32(float %88, float %85, float 0xBFB10F8B40000000)
  %90 = tail call float @llvm.fma.f32(float %89, float %85, float 0x3FB8043AA0000000)
  %91 = tail call float @llvm.fma.f32(float %90, float %85, float 0xBFB9DA8480000000)
  %92 = tail call float @llvm.fma.f32(float %91, float %85, float 0x3FB16E9BC0000000)
  %93 = tail call float @llvm.fma.f32(float %92, float %85, float 0x3F8F7E2E00000000)
  %94 = tail call float @llvm.fma.f32(float %93, float %85, float 0xBFC1DF1A80000000)
  %95 = tail call float @llvm.fma.f32(float %94, float %85, float 0x3FF3BA5920000000)
  %96 = tail call float @llvm.fma.f32(float %76, float 2.000000e+00, float 1.000000e+00)
  %97 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %96) #10
  %98 = tail call float @llvm.nvvm.mul.rn.f(float %95, float %97) #9
  %99 = fmul float %98, -2.000000e+00
  %100 = tail call float @llvm.fma.f32(float %76, float %99, float %95)
  %101 = fsub float %100, %98
  %102 = tail call float @llvm.fma.f32(float %101, float %97, float %98)
  %103 = fneg float %76
  %104 = fmul float %76, %103
  %105 = tail call float @llvm.nvvm.mul.rn.f(float %104, float 0x3FF7154760000000) #9
  %106 = tail call float @llvm.trunc.f32(float %105)
  %107 = tail call float @llvm.nvvm.fabs.f32(float %106)
  %108 = fcmp ogt float %107, 1.260000e+02
  %109 = tail call float @llvm.copysign.f32(float 1.260000e+02, float %106) #9
  %110 = select i1 %108, float %109, float %106
  %111 = tail call float @llvm.fma.f32(float %110, float 0xBFE62E4300000000, float %104)
  %112 = tail call float @llvm.fma.f32(float %110, float 0x3E205C6100000000, float %111)
  %113 = fmul float %112, 0x3FF7154760000000
  %114 = fadd float %110, 0x4168000FE0000000
  %115 = bitcast float %114 to i32
  %116 = shl i32 %115, 23
  %117 = bitcast i32 %116 to float
  %118 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %113)
  %119 = fmul float %118, %117
  %120 = fneg float %104
  %121 = tail call float @llvm.fma.f32(float %103, float %76, float %120)
  %122 = tail call float @llvm.fma.f32(float %119, float %121, float %119)
  %123 = fmul float %122, %102
  %124 = fcmp ogt float %76, 0x40241C2900000000
  %125 = select i1 %124, float 0.000000e+00, float %123
  %126 = fcmp olt float %75, 0.000000e+00
  %127 = fsub float 2.000000e+00, %125
  %128 = select i1 %126, float %127, float %125
  %129 = fmul contract float %128, 5.000000e-01
  %130 = fmul contract float %17, %129
  %131 = fmul contract float %59, 0xBFE6A09E60000000
  %132 = tail call float @llvm.nvvm.fabs.f32(float %131)
  %133 = fadd float %132, -4.000000e+00
  %134 = fadd float %132, 4.000000e+00
  %135 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %134) #10
  %136 = tail call float @llvm.nvvm.mul.rn.f(float %133, float %135) #9
  %137 = fadd float %136, 1.000000e+00
  %138 = tail call float @llvm.fma.f32(float %137, float -4.000000e+00, float %132)
  %139 = fneg float %136
  %140 = tail call float @llvm.fma.f32(float %139, float %132, float %138)
  %141 = tail call float @llvm.fma.f32(float %135, float %140, float %136)
  %142 = tail call float @llvm.fma.f32(float %141, float 0x3F4D341220000000, float 0x3F7CDC0B60000000)
  %143 = tail call float @llvm.fma.f32(float %142, float %141, float 0xBF903F6960000000)
  %144 = tail call float @llvm.fma.f32(float %143, float %141, float 0x3FA2A6E760000000)
  %145 = tail call float @llvm.fma.f32(float %144, float %141, float 0xBFB10F8B40000000)
  %146 = tail call float @llvm.fma.f32(float %145, float %141, float 0x3FB8043AA0000000)
  %147 = tail call float @llvm.fma.f32(float %146, float %141, float 0xBFB9DA8480000000)
  %148 = tail call float @llvm.fma.f32(float %147, float %141, float 0x3FB16E9BC0000000)
  %149 = tail call float @llvm.fma.f32(float %148, float %141, float 0x3F8F7E2E00000000)
  %150 = tail call float @llvm.fma.f32(float %149, float %141, float 0xBFC1DF1A80000000)
  %151 = tail call float @llvm.fma.f32(float %150, float %141, float 0x3FF3BA5920000000)
  %152 = tail call float @llvm.fma.f32(float %132, float 2.000000e+00, float 1.000000e+00)
  %153 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %152) #10
  %154 = tail call float @llvm.nvvm.mul.rn.f(float %151, float %153) #9
  %155 = fmul float %154, -2.000000e+00
  %156 = tail call float @llvm.fma.f32(float %132, float %155, float %151)
  %157 = fsub float %156, %154
  %158 = tail call float @llvm.fma.f32(float %157, float %153, float %154)
  %159 = fneg float %132
  %160 = fmul float %132, %159
  %161 = tail call float @llvm.nvvm.mul.rn.f(float %160, float 0x3FF7154760000000) #9
  %162 = tail call float @llvm.trunc.f32(float %161)
  %163 = tail call float @llvm.nvvm.fabs.f32(float %162)
  %164 = fcmp ogt float %163, 1.260000e+02
  %165 = tail call float @llvm.copysign.f32(float 1.260000e+02, float %162) #9
  %166 = select i1 %164, float %165, float %162
  %167 = tail call float @llvm.fma.f32(float %166, float 0xBFE62E4300000000, float %160)
  %168 = tail call float @llvm.fma.f32(float %166, float 0x3E205C6100000000, float %167)
  %169 = fmul float %168, 0x3FF7154760000000
  %170 = fadd float %166, 0x4168000FE0000000
  %171 = bitcast float %170 to i32
  %172 = shl i32 %171, 23
  %173 = bitcast i32 %172 to float
  %174 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %169)
  %175 = fmul float %174, %173
  %176 = fneg float %160
  %177 = tail call float @llvm.fma.f32(float %159, float %132, float %176)
  %178 = tail call float @llvm.fma.f32(float %175, float %177, float %175)
  %179 = fmul float %178, %158
  %180 = fcmp ogt float %132, 0x40241C2900000000
  %181 = select i1 %180, float 0.000000e+00, float %179
  %182 = fcmp olt float %131, 0.000000e+00
  %183 = fsub float 2.000000e+00, %181
  %184 = select i1 %182, float %183, float %181
  %185 = fmul contract float %184, 5.000000e-01
  %186 = fmul contract float %74, %185
  %187 = fsub contract float %130, %186
  %188 = fsub contract float %187, %17
  %189 = fadd contract float %74, %188
  %190 = getelementptr inbounds %struct.float2.0, ptr %3, i64 %15
  store float %187, ptr %190, align 8, !tbaa !11
  %191 = getelementptr inbounds nuw i8, ptr %190, i64 4
  store float %189, ptr %191, align 4, !tbaa !11
  br label %192

192:
  ret void
}

define dso_local ptx_kernel void @binomial(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, float noundef %3, float noundef %4, float noundef %5, float noundef %6) local_unnamed_addr #1 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds nuw float, ptr %0, i64 %10
  %12 = load float, ptr %11, align 4, !tbaa !11
  %13 = getelementptr inbounds nuw float, ptr %1, i64 %10
  %14 = load float, ptr %13, align 4, !tbaa !11
  %15 = uitofp nneg i32 %8 to float
  %16 = fmul float %15, 5.000000e-01
  %17 = tail call float @llvm.trunc.f32(float %16)
  %18 = fmul float %17, 2.000000e+00
  %19 = fsub float %15, %18
  %20 = tail call float @llvm.nvvm.fabs.f32(float %19)
  %21 = fcmp une float %20, 1.000000e+00
  %22 = tail call float @llvm.nvvm.fabs.f32(float %3)
  %23 = fcmp olt float %22, 0x3810000000000000
  %24 = fmul float %22, 0x4170000000000000
  %25 = select i1 %23, float %24, float %22
  %26 = select i1 %23, float -2.400000e+01, float 0.000000e+00
  %27 = bitcast float %25 to i32
  %28 = add i32 %27, -1060439283
  %29 = and i32 %28, -8388608
  %30 = sub i32 %27, %29
  %31 = bitcast i32 %30 to float
  %32 = sitofp i32 %29 to float
  %33 = tail call float @llvm.fma.f32(float %32, float 0x3E80000000000000, float %26)
  %34 = fadd float %31, -1.000000e+00
  %35 = fadd float %31, 1.000000e+00
  %36 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %35) #10
  %37 = fmul float %34, 2.000000e+00
  %38 = fmul float %37, %36
  %39 = fmul float %38, %38
  %40 = fsub float %34, %38
  %41 = fmul float %40, 2.000000e+00
  %42 = fneg float %38
  %43 = tail call float @llvm.fma.f32(float %42, float %34, float %41)
  %44 = tail call float @llvm.nvvm.mul.rn.f(float %36, float %43) #9
  %45 = tail call float @llvm.fma.f32(float %39, float 0x3F45865C80000000, float 0x3F6A5CFB60000000)
  %46 = tail call float @llvm.fma.f32(float %45, float %39, float 0x3F92776E60000000)
  %47 = tail call float @llvm.fma.f32(float %46, float %39, float 0x3FBEC709E0000000)
  %48 = tail call float @llvm.nvvm.mul.rn.f(float %47, float %39) #9
  %49 = tail call float @llvm.fma.f32(float %38, float 0x3FF7154760000000, float %33)
  %50 = fsub float %33, %49
  %51 = tail call float @llvm.fma.f32(float %38, float 0x3FF7154760000000, float %50)
  %52 = tail call float @llvm.fma.f32(float %44, float 0x3FF7154760000000, float %51)
  %53 = tail call float @llvm.fma.f32(float %38, float 0x3E54ABC680000000, float %52)
  %54 = fmul float %48, 3.000000e+00
  %55 = tail call float @llvm.fma.f32(float %54, float %44, float %53)
  %56 = tail call float @llvm.fma.f32(float %48, float %38, float %55)
  %57 = tail call float @llvm.nvvm.add.rn.f(float %49, float %56) #9
  %58 = fneg float %49
  %59 = tail call float @llvm.nvvm.add.rn.f(float %57, float %58) #9
  %60 = fneg float %59
  %61 = tail call float @llvm.nvvm.add.rn.f(float %56, float %60) #9
  %62 = tail call float @llvm.nvvm.mul.rn.f(float %57, float %15) #9
  %63 = fneg float %62
  %64 = tail call float @llvm.fma.f32(float %57, float %15, float %63)
  %65 = tail call float @llvm.fma.f32(float %61, float %15, float %64)
  %66 = tail call float @llvm.nvvm.round.f(float %62) #9
  %67 = fsub float %62, %66
  %68 = fadd float %67, %65
  %69 = tail call float @llvm.fma.f32(float %68, float 0x3F23F971C0000000, float 0x3F55F0BDA0000000)
  %70 = tail call float @llvm.fma.f32(float %69, float %68, float 0x3F83B30AC0000000)
  %71 = tail call float @llvm.fma.f32(float %70, float %68, float 0x3FAC6AF760000000)
  %72 = tail call float @llvm.fma.f32(float %71, float %68, float 0x3FCEBFBD80000000)
  %73 = tail call float @llvm.fma.f32(float %72, float %68, float 0x3FE62E4300000000)
  %74 = tail call float @llvm.fma.f32(float %73, float %68, float 1.000000e+00)
  %75 = fptosi float %66 to i32
  %76 = fcmp ogt float %66, 0.000000e+00
  %77 = select i1 %76, i32 0, i32 -2097152000
  %78 = add nsw i32 %77, 2130706432
  %79 = bitcast i32 %78 to float
  %80 = fmul float %74, %79
  %81 = shl i32 %75, 23
  %82 = sub i32 %81, %77
  %83 = bitcast i32 %82 to float
  %84 = fmul float %80, %83
  %85 = tail call float @llvm.nvvm.fabs.f32(float %62)
  %86 = fcmp ogt float %85, 1.520000e+02
  %87 = fcmp olt float %62, 0.000000e+00
  %88 = select i1 %87, float 0.000000e+00, float 0x7FF0000000000000
  %89 = select i1 %86, float %88, float %84
  %90 = fcmp oeq float %3, 1.000000e+00
  %91 = icmp eq i32 %8, 0
  %92 = or i1 %91, %90
  br i1 %92, label %117, label %93

93:
  %94 = fcmp uno float %22, 0.000000e+00
  br i1 %94, label %98, label %95

95:
  %96 = tail call float @llvm.nvvm.fabs.f32(float %15)
  %97 = fcmp uno float %96, 0.000000e+00
  br i1 %97, label %98, label %100

98:
  %99 = tail call float @llvm.nvvm.add.rn.f(float %3, float %15) #9
  br label %117

100:
  %101 = fcmp oeq float %3, 0.000000e+00
  %102 = fcmp oeq float %22, 0x7FF0000000000000
  %103 = select i1 %101, i1 true, i1 %102
  br i1 %103, label %104, label %108

104:
  %105 = fadd float %3, %3
  %106 = tail call float @llvm.fabs.f32(float %105)
  %107 = select i1 %21, float %106, float %105
  br label %117

108:
  %109 = fcmp oeq float %3, -1.000000e+00
  %110 = fcmp oeq float %96, 0x7FF0000000000000
  %111 = and i1 %110, %109
  br i1 %111, label %117, label %112

112:
  %113 = fcmp olt float %3, 0.000000e+00
  br i1 %113, label %114, label %117

114:
  %115 = fneg float %89
  %116 = select i1 %21, float %89, float %115
  br label %117

117:
  %118 = phi float [ 1.000000e+00, %7 ], [ %99, %98 ], [ %107, %104 ], [ 1.000000e+00, %108 ], [ %116, %114 ], [ %89, %112 ]
  %119 = fmul contract float %12, %118
  %120 = sub nsw i32 127, %8
  %121 = sitofp i32 %120 to float
  %122 = fmul float %121, 5.000000e-01
  %123 = tail call float @llvm.trunc.f32(float %122)
  %124 = fmul float %123, 2.000000e+00
  %125 = fsub float %121, %124
  %126 = tail call float @llvm.nvvm.fabs.f32(float %125)
  %127 = fcmp une float %126, 1.000000e+00
  %128 = tail call float @llvm.nvvm.fabs.f32(float %4)
  %129 = fcmp olt float %128, 0x3810000000000000
  %130 = fmul float %128, 0x4170000000000000
  %131 = select i1 %129, float %130, float %128
  %132 = select i1 %129, float -2.400000e+01, float 0.000000e+00
  %133 = bitcast float %131 to i32
  %134 = add i32 %133, -1060439283
  %135 = and i32 %134, -8388608
  %136 = sub i32 %133, %135
  %137 = bitcast i32 %136 to float
  %138 = sitofp i32 %135 to float
  %139 = tail call float @llvm.fma.f32(float %138, float 0x3E80000000000000, float %132)
  %140 = fadd float %137, -1.000000e+00
  %141 = fadd float %137, 1.000000e+00
  %142 = tail call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %141) #10
  %143 = fmul float %140, 2.000000e+00
  %144 = fmul float %143, %142
  %145 = fmul float %144, %144
  %146 = fsub float %140, %144
  %147 = fmul float %146, 2.000000e+00
  %148 = fneg float %144
  %149 = tail call float @llvm.fma.f32(float %148, float %140, float %147)
  %150 = tail call float @llvm.nvvm.mul.rn.f(float %142, float %149) #9
  %151 = tail call float @llvm.fma.f32(float %145, float 0x3F45865C80000000, float 0x3F6A5CFB60000000)
  %152 = tail call float @llvm.fma.f32(float %151, float %145, float 0x3F92776E60000000)
  %153 = tail call float @llvm.fma.f32(float %152, float %145, float 0x3FBEC709E0000000)
  %154 = tail call float @llvm.nvvm.mul.rn.f(float %153, float %145) #9
  %155 = tail call float @llvm.fma.f32(float %144, float 0x3FF7154760000000, float %139)
  %156 = fsub float %139, %155
  %157 = tail call float @llvm.fma.f32(float %144, float 0x3FF7154760000000, float %156)
  %158 = tail call float @llvm.fma.f32(float %150, float 0x3FF7154760000000, float %157)
  %159 = tail call float @llvm.fma.f32(float %144, float 0x3E54ABC680000000, float %158)
  %160 = fmul float %154, 3.000000e+00
  %161 = tail call float @llvm.fma.f32(float %160, float %150, float %159)
  %162 = tail call float @llvm.fma.f32(float %154, float %144, float %161)
  %163 = tail call float @llvm.nvvm.add.rn.f(float %155, float %162) #9
  %164 = fneg float %155
  %165 = tail call float @llvm.nvvm.add.rn.f(float %163, float %164) #9
  %166 = fneg float %165
  %167 = tail call float @llvm.nvvm.add.rn.f(float %162, float %166) #9
  %168 = tail call float @llvm.nvvm.mul.rn.f(float %163, float %121) #9
  %169 = fneg float %168
  %170 = tail call float @llvm.fma.f32(float %163, float %121, float %169)
  %171 = tail call float @llvm.fma.f32(float %167, float %121, float %170)
  %172 = tail call float @llvm.nvvm.round.f(float %168) #9
  %173 = fsub float %168, %172
  %174 = fadd float %173, %171
  %175 = tail call float @llvm.fma.f32(float %174, float 0x3F23F971C0000000, float 0x3F55F0BDA0000000)
  %176 = tail call float @llvm.fma.f32(float %175, float %174, float 0x3F83B30AC0000000)
  %177 = tail call float @llvm.fma.f32(float %176, float %174, float 0x3FAC6AF760000000)
  %178 = tail call float @llvm.fma.f32(float %177, float %174, float 0x3FCEBFBD80000000)
  %179 = tail call float @llvm.fma.f32(float %178, float %174, float 0x3FE62E4300000000)
  %180 = tail call float @llvm.fma.f32(float %179, float %174, float 1.000000e+00)
  %181 = fptosi float %172 to i32
  %182 = fcmp ogt float %172, 0.000000e+00
  %183 = select i1 %182, i32 0, i32 -2097152000
  %184 = add nsw i32 %183, 2130706432
  %185 = bitcast i32 %184 to float
  %186 = fmul float %180, %185
  %187 = shl i32 %181, 23
  %188 = sub i32 %187, %183
  %189 = bitcast i32 %188 to float
  %190 = fmul float %186, %189
  %191 = tail call float @llvm.nvvm.fabs.f32(float %168)
  %192 = fcmp ogt float %191, 1.520000e+02
  %193 = fcmp olt float %168, 0.000000e+00
  %194 = select i1 %193, float 0.000000e+00, float 0x7FF0000000000000
  %195 = select i1 %192, float %194, float %190
  %196 = fcmp oeq float %4, 1.000000e+00
  %197 = icmp eq i32 %8, 127
  %198 = or i1 %197, %196
  br i1 %198, label %228, label %199

199:
  %200 = fcmp uno float %128, 0.000000e+00
  br i1 %200, label %204, label %201

201:
  %202 = tail call float @llvm.nvvm.fabs.f32(float %121)
  %203 = fcmp uno float %202, 0.000000e+00
  br i1 %203, label %204, label %206

204:
  %205 = tail call float @llvm.nvvm.add.rn.f(float %4, float %121) #9
  br label %228

206:
  %207 = fcmp oeq float %4, 0.000000e+00
  %208 = fcmp oeq float %128, 0x7FF0000000000000
  %209 = select i1 %207, i1 true, i1 %208
  br i1 %209, label %210, label %219

210:
  %211 = fadd float %4, %4
  %212 = bitcast float %211 to i32
  %213 = icmp samesign ugt i32 %8, 127
  %214 = xor i32 %212, 2139095040
  %215 = select i1 %213, i32 %214, i32 %212
  %216 = and i32 %215, 2147483647
  %217 = select i1 %127, i32 %216, i32 %215
  %218 = bitcast i32 %217 to float
  br label %228

219:
  %220 = fcmp oeq float %4, -1.000000e+00
  %221 = fcmp oeq float %202, 0x7FF0000000000000
  %222 = and i1 %221, %220
  br i1 %222, label %228, label %223

223:
  %224 = fcmp olt float %4, 0.000000e+00
  br i1 %224, label %225, label %228

225:
  %226 = fneg float %195
  %227 = select i1 %127, float %195, float %226
  br label %228

228:
  %229 = phi float [ 1.000000e+00, %117 ], [ %205, %204 ], [ %218, %210 ], [ 1.000000e+00, %219 ], [ %227, %225 ], [ %195, %223 ]
  %230 = fmul contract float %119, %229
  %231 = fsub contract float %230, %14
  %232 = tail call noundef float @llvm.maxnum.f32(float %231, float 0.000000e+00)
  %233 = zext nneg i32 %8 to i64
  %234 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ8binomialE1v to ptr), i64 %233
  store float %232, ptr %234, align 4, !tbaa !11
  %235 = getelementptr i8, ptr %234, i64 4
  %236 = fsub contract float 1.000000e+00, %5
  br label %238

237:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %91, label %254, label %257

238:
  %239 = phi i32 [ 127, %228 ], [ %252, %251 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %240 = load float, ptr %234, align 4, !tbaa !11
  %241 = icmp samesign ult i32 %8, %239
  br i1 %241, label %242, label %244

242:
  %243 = load float, ptr %235, align 4, !tbaa !11
  br label %244

244:
  %245 = phi contract float [ %243, %242 ], [ 0.000000e+00, %238 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %241, label %246, label %251

246:
  %247 = fmul contract float %5, %245
  %248 = fmul contract float %236, %240
  %249 = fadd contract float %248, %247
  %250 = fmul contract float %6, %249
  store float %250, ptr %234, align 4, !tbaa !11
  br label %251

251:
  %252 = add nsw i32 %239, -1
  %253 = icmp samesign ugt i32 %239, 1
  br i1 %253, label %238, label %237, !llvm.loop !14

254:
  %255 = getelementptr inbounds nuw float, ptr %2, i64 %10
  %256 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ8binomialE1v to ptr), align 4, !tbaa !11
  store float %256, ptr %255, align 4, !tbaa !11
  br label %257

257:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @interest(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #3 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %73

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i64, ptr %0, i64 %13
  %15 = load i64, ptr %14, align 8, !tbaa !16
  %16 = icmp sgt i32 %3, 0
  br i1 %16, label %17, label %41

17:
  %18 = getelementptr inbounds i32, ptr %1, i64 %13
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = sext i32 %19 to i64
  %21 = and i32 %3, 3
  %22 = icmp ult i32 %3, 4
  br i1 %22, label %27, label %23

23:
  %24 = and i32 %3, 2147483644
  br label %44

25:
  %26 = icmp eq i32 %21, 0
  br i1 %26, label %41, label %27

27:
  %28 = phi i64 [ %15, %17 ], [ %70, %25 ]
  %29 = icmp ne i32 %21, 0
  tail call void @llvm.assume(i1 %29)
  br label %30

30:
  %31 = phi i64 [ %28, %27 ], [ %38, %30 ]
  %32 = phi i32 [ 0, %27 ], [ %39, %30 ]
  %33 = mul nsw i64 %31, %20
  %34 = icmp slt i64 %31, 0
  %35 = select i1 %34, i64 -5000, i64 5000
  %36 = add nsw i64 %33, %35
  %37 = sdiv i64 %36, 10000
  %38 = add nsw i64 %37, %31
  %39 = add i32 %32, 1
  %40 = icmp eq i32 %39, %21
  br i1 %40, label %41, label %30, !llvm.loop !18

41:
  %42 = phi i64 [ %15, %12 ], [ %70, %25 ], [ %38, %30 ]
  %43 = getelementptr inbounds i64, ptr %2, i64 %13
  store i64 %42, ptr %43, align 8, !tbaa !16
  br label %73

44:
  %45 = phi i64 [ %15, %23 ], [ %70, %44 ]
  %46 = phi i32 [ 0, %23 ], [ %71, %44 ]
  %47 = mul nsw i64 %45, %20
  %48 = icmp slt i64 %45, 0
  %49 = select i1 %48, i64 -5000, i64 5000
  %50 = add nsw i64 %47, %49
  %51 = sdiv i64 %50, 10000
  %52 = add nsw i64 %51, %45
  %53 = mul nsw i64 %52, %20
  %54 = icmp slt i64 %52, 0
  %55 = select i1 %54, i64 -5000, i64 5000
  %56 = add nsw i64 %53, %55
  %57 = sdiv i64 %56, 10000
  %58 = add nsw i64 %57, %52
  %59 = mul nsw i64 %58, %20
  %60 = icmp slt i64 %58, 0
  %61 = select i1 %60, i64 -5000, i64 5000
  %62 = add nsw i64 %59, %61
  %63 = sdiv i64 %62, 10000
  %64 = add nsw i64 %63, %58
  %65 = mul nsw i64 %64, %20
  %66 = icmp slt i64 %64, 0
  %67 = select i1 %66, i64 -5000, i64 5000
  %68 = add nsw i64 %65, %67
  %69 = sdiv i64 %68, 10000
  %70 = add nsw i64 %69, %64
  %71 = add i32 %46, 4
  %72 = icmp eq i32 %71, %24
  br i1 %72, label %25, label %44, !llvm.loop !20

73:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare float @llvm.nvvm.sqrt.approx.f(float) #5

declare float @llvm.nvvm.saturate.f(float) #4

declare float @llvm.nvvm.fma.rm.f(float, float, float) #4

declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #5

declare float @llvm.nvvm.fabs.f32(float) #4

declare float @llvm.nvvm.mul.rn.f(float, float) #4

declare float @llvm.copysign.f32(float, float) #6

declare float @llvm.nvvm.add.rn.f(float, float) #4

declare float @llvm.nvvm.round.f(float) #4

declare float @llvm.maxnum.f32(float, float) #7

declare float @llvm.fma.f32(float, float, float) #7

declare float @llvm.trunc.f32(float) #7

declare float @llvm.fabs.f32(float) #7

declare void @llvm.assume(i1 noundef) #8

attributes #0 = { noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { nounwind }
attributes #10 = { nounwind memory(none) }

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
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!17, !17, i64 0}
!17 = !{!"long long", !8, i64 0}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.unroll.disable"}
!20 = distinct !{!20, !15}
