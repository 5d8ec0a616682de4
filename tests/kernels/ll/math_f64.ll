target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__cudart_i2opi_d = internal unnamed_addr addrspace(1) constant [18 x i64] [i64 7780917995555872008, i64 4397547296490951402, i64 8441921394348257659, i64 5712322887342352941, i64 7869616827067468215, i64 -1211730484530615009, i64 2303758334597371919, i64 -7168499653074671557, i64 4148332274289687028, i64 -1613291254968254911, i64 -1692731182770600828, i64 -135693905287338178, i64 452944820249399836, i64 -5249950069107600672, i64 -121206125134887583, i64 -2638381946312093631, i64 -277156292786332224, i64 -6703182060581546711], align 8
@__cudart_sin_cos_coeffs = internal unnamed_addr addrspace(1) constant [16 x double] [double 0xBE5AE5F12CB0D246, double 0x3EC71DE369ACE392, double 0xBF2A01A019DB62A1, double 0x3F81111111110818, double 0xBFC5555555555554, double 0.000000e+00, double 0.000000e+00, double 0xBDA8FF8320FD8164, double 0x3E21EEA7C1EF8528, double 0xBE927E4F8E06E6D9, double 0x3EFA01A019DDBCE9, double 0xBF56C16C16C15D47, double 0x3FA5555555555551, double -5.000000e-01, double 1.000000e+00, double 0.000000e+00], align 16

define dso_local ptx_kernel void @math_trig_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %512

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds double, ptr %0, i64 %11
  %13 = load double, ptr %12, align 8, !tbaa !11
  %14 = tail call double @llvm.nvvm.fabs.f64(double %13)
  %15 = fadd contract double %14, 5.000000e-01
  %16 = fcmp oeq double %14, 0x7FF0000000000000
  br i1 %16, label %17, label %19

17:
  %18 = tail call double @llvm.nvvm.mul.rn.d(double %13, double 0.000000e+00) #8
  br label %32

19:
  %20 = fmul double %13, 0x3FE45F306DC9C883
  %21 = tail call i32 @llvm.nvvm.d2i.rn(double %20) #8
  %22 = sitofp i32 %21 to double
  %23 = fneg double %22
  %24 = tail call double @llvm.fma.f64(double %23, double 0x3FF921FB54442D18, double %13)
  %25 = tail call double @llvm.fma.f64(double %23, double 0x3C91A62633145C00, double %24)
  %26 = tail call double @llvm.fma.f64(double %23, double 0x397B839A252049C0, double %25)
  %27 = fcmp ult double %14, 0x41E0000000000000
  br i1 %27, label %32, label %28

28:
  %29 = tail call fastcc { double, i32 } @__internal_trig_reduction_slowpathd(double %13) #8
  %30 = extractvalue { double, i32 } %29, 0
  %31 = extractvalue { double, i32 } %29, 1
  br label %32

32:
  %33 = phi double [ %18, %17 ], [ %30, %28 ], [ %26, %19 ]
  %34 = phi i32 [ 0, %17 ], [ %31, %28 ], [ %21, %19 ]
  %35 = and i32 %34, 1
  %36 = shl nuw nsw i32 %35, 3
  %37 = zext nneg i32 %36 to i64
  %38 = getelementptr inbounds nuw double, ptr addrspace(1) @__cudart_sin_cos_coeffs, i64 %37
  %39 = tail call double @llvm.nvvm.mul.rn.d(double %33, double %33) #8
  %40 = icmp eq i32 %35, 0
  %41 = select i1 %40, double 0x3DE5DB65F9785EBA, double 0xBDA8FF8320FD8164
  %42 = load double, ptr addrspace(1) %38, align 16
  %43 = tail call double @llvm.fma.f64(double %41, double %39, double %42)
  %44 = getelementptr inbounds nuw i8, ptr addrspace(1) %38, i64 8
  %45 = load double, ptr addrspace(1) %44, align 8
  %46 = tail call double @llvm.fma.f64(double %43, double %39, double %45)
  %47 = getelementptr inbounds nuw i8, ptr addrspace(1) %38, i64 16
  %48 = load double, ptr addrspace(1) %47, align 16
  %49 = tail call double @llvm.fma.f64(double %46, double %39, double %48)
  %50 = getelementptr inbounds nuw i8, ptr addrspace(1) %38, i64 24
  %51 = load double, ptr addrspace(1) %50, align 8
  %52 = tail call double @llvm.fma.f64(double %49, double %39, double %51)
  %53 = getelementptr inbounds nuw i8, ptr addrspace(1) %38, i64 32
  %54 = load double, ptr addrspace(1) %53, align 16
  %55 = tail call double @llvm.fma.f64(double %52, double %39, double %54)
  %56 = getelementptr inbounds nuw i8, ptr addrspace(1) %38, i64 40
  %57 = load double, ptr addrspace(1) %56, align 8
  %58 = tail call double @llvm.fma.f64(double %55, double %39, double %57)
  %59 = tail call double @llvm.fma.f64(double %58, double %33, double %33)
  %60 = tail call double @llvm.fma.f64(double %58, double %39, double 1.000000e+00)
  %61 = select i1 %40, double %59, double %60
  %62 = and i32 %34, 2
  %63 = icmp eq i32 %62, 0
  %64 = fsub double 0.000000e+00, %61
  %65 = select i1 %63, double %61, double %64
  br i1 %16, label %66, label %68

66:
  %67 = tail call double @llvm.nvvm.mul.rn.d(double %13, double 0.000000e+00) #8
  br label %85

68:
  %69 = fmul double %13, 0x3FE45F306DC9C883
  %70 = tail call i32 @llvm.nvvm.d2i.rn(double %69) #8
  %71 = sitofp i32 %70 to double
  %72 = fneg double %71
  %73 = tail call double @llvm.fma.f64(double %72, double 0x3FF921FB54442D18, double %13)
  %74 = tail call double @llvm.fma.f64(double %72, double 0x3C91A62633145C00, double %73)
  %75 = tail call double @llvm.fma.f64(double %72, double 0x397B839A252049C0, double %74)
  %76 = fcmp ult double %14, 0x41E0000000000000
  br i1 %76, label %81, label %77

77:
  %78 = tail call fastcc { double, i32 } @__internal_trig_reduction_slowpathd(double %13) #8
  %79 = extractvalue { double, i32 } %78, 0
  %80 = extractvalue { double, i32 } %78, 1
  br label %81

81:
  %82 = phi double [ %79, %77 ], [ %75, %68 ]
  %83 = phi i32 [ %80, %77 ], [ %70, %68 ]
  %84 = add nsw i32 %83, 1
  br label %85

85:
  %86 = phi double [ %67, %66 ], [ %82, %81 ]
  %87 = phi i32 [ 1, %66 ], [ %84, %81 ]
  %88 = and i32 %87, 1
  %89 = shl nuw nsw i32 %88, 3
  %90 = zext nneg i32 %89 to i64
  %91 = getelementptr inbounds nuw double, ptr addrspace(1) @__cudart_sin_cos_coeffs, i64 %90
  %92 = tail call double @llvm.nvvm.mul.rn.d(double %86, double %86) #8
  %93 = icmp eq i32 %88, 0
  %94 = select i1 %93, double 0x3DE5DB65F9785EBA, double 0xBDA8FF8320FD8164
  %95 = load double, ptr addrspace(1) %91, align 16
  %96 = tail call double @llvm.fma.f64(double %94, double %92, double %95)
  %97 = getelementptr inbounds nuw i8, ptr addrspace(1) %91, i64 8
  %98 = load double, ptr addrspace(1) %97, align 8
  %99 = tail call double @llvm.fma.f64(double %96, double %92, double %98)
  %100 = getelementptr inbounds nuw i8, ptr addrspace(1) %91, i64 16
  %101 = load double, ptr addrspace(1) %100, align 16
  %102 = tail call double @llvm.fma.f64(double %99, double %92, double %101)
  %103 = getelementptr inbounds nuw i8, ptr addrspace(1) %91, i64 24
  %104 = load double, ptr addrspace(1) %103, align 8
  %105 = tail call double @llvm.fma.f64(double %102, double %92, double %104)
  %106 = getelementptr inbounds nuw i8, ptr addrspace(1) %91, i64 32
  %107 = load double, ptr addrspace(1) %106, align 16
  %108 = tail call double @llvm.fma.f64(double %105, double %92, double %107)
  %109 = getelementptr inbounds nuw i8, ptr addrspace(1) %91, i64 40
  %110 = load double, ptr addrspace(1) %109, align 8
  %111 = tail call double @llvm.fma.f64(double %108, double %92, double %110)
  %112 = tail call double @llvm.fma.f64(double %111, double %86, double %86)
  %113 = tail call double @llvm.fma.f64(double %111, double %92, double 1.000000e+00)
  %114 = select i1 %93, double %112, double %113
  %115 = and i32 %87, 2
  %116 = icmp eq i32 %115, 0
  %117 = fsub double 0.000000e+00, %114
  %118 = select i1 %116, double %114, double %117
  br i1 %16, label %119, label %121

119:
  %120 = tail call double @llvm.nvvm.mul.rn.d(double %13, double 0.000000e+00) #8
  br label %139

121:
  %122 = fmul double %13, 0x3FE45F306DC9C883
  %123 = tail call i32 @llvm.nvvm.d2i.rn(double %122) #8
  %124 = sitofp i32 %123 to double
  %125 = fneg double %124
  %126 = tail call double @llvm.fma.f64(double %125, double 0x3FF921FB54442D18, double %13)
  %127 = tail call double @llvm.fma.f64(double %125, double 0x3C91A62633145C00, double %126)
  %128 = tail call double @llvm.fma.f64(double %125, double 0x397B839A252049C0, double %127)
  %129 = fcmp ult double %14, 0x41E0000000000000
  br i1 %129, label %134, label %130

130:
  %131 = tail call fastcc { double, i32 } @__internal_trig_reduction_slowpathd(double %13) #8
  %132 = extractvalue { double, i32 } %131, 0
  %133 = extractvalue { double, i32 } %131, 1
  br label %134

134:
  %135 = phi double [ %132, %130 ], [ %128, %121 ]
  %136 = phi i32 [ %133, %130 ], [ %123, %121 ]
  %137 = and i32 %136, 1
  %138 = icmp eq i32 %137, 0
  br label %139

139:
  %140 = phi double [ %120, %119 ], [ %135, %134 ]
  %141 = phi i1 [ true, %119 ], [ %138, %134 ]
  %142 = fmul double %140, %140
  %143 = tail call double @llvm.fma.f64(double %142, double 0x3EE48DAC2799BCB9, double 0xBEF9757C5B27EBB1)
  %144 = tail call double @llvm.fma.f64(double %143, double %142, double 0x3F0980E90FD91E04)
  %145 = tail call double @llvm.fma.f64(double %144, double %142, double 0xBEFAE2B0417D7E1D)
  %146 = tail call double @llvm.fma.f64(double %145, double %142, double 0x3F119F5341BFBA57)
  %147 = tail call double @llvm.fma.f64(double %146, double %142, double 0x3F15E791A00F6919)
  %148 = tail call double @llvm.fma.f64(double %147, double %142, double 0x3F2FF2E7FADEC73A)
  %149 = tail call double @llvm.fma.f64(double %148, double %142, double 0x3F434BC1B206DA62)
  %150 = tail call double @llvm.fma.f64(double %149, double %142, double 0x3F57DB18EF2F83F9)
  %151 = tail call double @llvm.fma.f64(double %150, double %142, double 0x3F6D6D2E7AE49FBC)
  %152 = tail call double @llvm.fma.f64(double %151, double %142, double 0x3F8226E3A816A776)
  %153 = tail call double @llvm.fma.f64(double %152, double %142, double 0x3F9664F485D25660)
  %154 = tail call double @llvm.fma.f64(double %153, double %142, double 0x3FABA1BA1BABF31D)
  %155 = tail call double @llvm.fma.f64(double %154, double %142, double 0x3FC11111111105D2)
  %156 = tail call double @llvm.fma.f64(double %155, double %142, double 0x3FD555555555555E)
  %157 = fmul double %142, %156
  %158 = tail call double @llvm.fma.f64(double %157, double %140, double %140)
  br i1 %141, label %172, label %159

159:
  %160 = fsub double %158, %140
  %161 = fneg double %160
  %162 = tail call double @llvm.fma.f64(double %157, double %140, double %161)
  %163 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %158) #8
  %164 = fneg double %158
  %165 = tail call double @llvm.fma.f64(double %164, double %163, double 1.000000e+00)
  %166 = tail call double @llvm.fma.f64(double %165, double %165, double %165)
  %167 = tail call double @llvm.fma.f64(double %166, double %163, double %163)
  %168 = fneg double %167
  %169 = tail call double @llvm.fma.f64(double %158, double %168, double 1.000000e+00)
  %170 = tail call double @llvm.fma.f64(double %168, double %162, double %169)
  %171 = tail call double @llvm.fma.f64(double %170, double %168, double %168)
  br label %172

172:
  %173 = phi double [ %171, %159 ], [ %158, %139 ]
  %174 = fadd contract double %15, 1.000000e+00
  %175 = fdiv contract double %13, %174
  %176 = tail call i32 @llvm.nvvm.d2i.hi(double %175) #8
  %177 = bitcast i32 %176 to float
  %178 = tail call float @llvm.nvvm.fabs.f32(float %177)
  %179 = fcmp olt float %178, 0x3FFC4CCCC0000000
  br i1 %179, label %180, label %197

180:
  %181 = fmul double %175, %175
  %182 = tail call double @llvm.fma.f64(double %181, double 0x3FB0066BDC1895E9, double 0xBFB3823B180754AF)
  %183 = tail call double @llvm.fma.f64(double %182, double %181, double 0x3FB11E52CC2F79AE)
  %184 = tail call double @llvm.fma.f64(double %183, double %181, double 0xBF924EAF3526861B)
  %185 = tail call double @llvm.fma.f64(double %184, double %181, double 0x3F91DF02A31E6CB7)
  %186 = tail call double @llvm.fma.f64(double %185, double %181, double 0x3F847D18B0EEC6CC)
  %187 = tail call double @llvm.fma.f64(double %186, double %181, double 0x3F8D0AF961BA53B0)
  %188 = tail call double @llvm.fma.f64(double %187, double %181, double 0x3F91BF7734CF1C48)
  %189 = tail call double @llvm.fma.f64(double %188, double %181, double 0x3F96E91483144EF7)
  %190 = tail call double @llvm.fma.f64(double %189, double %181, double 0x3F9F1C6E0A4F9F81)
  %191 = tail call double @llvm.fma.f64(double %190, double %181, double 0x3FA6DB6DC27FA92B)
  %192 = tail call double @llvm.fma.f64(double %191, double %181, double 0x3FB333333320F91B)
  %193 = tail call double @llvm.fma.f64(double %192, double %181, double 0x3FC5555555555F4D)
  %194 = fmul double %181, %193
  %195 = tail call double @llvm.fma.f64(double %194, double %175, double %175)
  %196 = tail call double @llvm.nvvm.fabs.f64(double %175)
  br label %238

197:
  %198 = tail call double @llvm.nvvm.fabs.f64(double %175)
  %199 = tail call double @llvm.fma.f64(double %198, double -5.000000e-01, double 5.000000e-01)
  %200 = tail call double asm "rsqrt.approx.ftz.f64 $0, $1;", "=d,d"(double %199) #9
  %201 = tail call i32 @llvm.nvvm.d2i.lo(double %200) #8
  %202 = tail call i32 @llvm.nvvm.d2i.hi(double %200) #8
  %203 = add i32 %202, -1048576
  %204 = tail call double @llvm.nvvm.lohi.i2d(i32 %201, i32 %203) #8
  %205 = fmul double %199, %200
  %206 = fneg double %205
  %207 = tail call double @llvm.fma.f64(double %205, double %206, double %199)
  %208 = tail call double @llvm.fma.f64(double %207, double %204, double %205)
  %209 = fneg double %208
  %210 = tail call double @llvm.fma.f64(double %200, double %209, double 1.000000e+00)
  %211 = tail call double @llvm.fma.f64(double %210, double %204, double %204)
  %212 = tail call double @llvm.fma.f64(double %208, double %209, double %199)
  %213 = tail call double @llvm.fma.f64(double %212, double %211, double %208)
  %214 = tail call i32 @llvm.nvvm.d2i.hi(double %199) #8
  %215 = icmp slt i32 %214, 0
  %216 = select i1 %215, double 0xFFF8000000000000, double %213
  %217 = fcmp one double %199, 0.000000e+00
  %218 = select i1 %217, double %216, double %199
  %219 = tail call double @llvm.fma.f64(double %199, double 0x3FB0066BDC1895E9, double 0xBFB3823B180754AF)
  %220 = tail call double @llvm.fma.f64(double %219, double %199, double 0x3FB11E52CC2F79AE)
  %221 = tail call double @llvm.fma.f64(double %220, double %199, double 0xBF924EAF3526861B)
  %222 = tail call double @llvm.fma.f64(double %221, double %199, double 0x3F91DF02A31E6CB7)
  %223 = tail call double @llvm.fma.f64(double %222, double %199, double 0x3F847D18B0EEC6CC)
  %224 = tail call double @llvm.fma.f64(double %223, double %199, double 0x3F8D0AF961BA53B0)
  %225 = tail call double @llvm.fma.f64(double %224, double %199, double 0x3F91BF7734CF1C48)
  %226 = tail call double @llvm.fma.f64(double %225, double %199, double 0x3F96E91483144EF7)
  %227 = tail call double @llvm.fma.f64(double %226, double %199, double 0x3F9F1C6E0A4F9F81)
  %228 = tail call double @llvm.fma.f64(double %227, double %199, double 0x3FA6DB6DC27FA92B)
  %229 = tail call double @llvm.fma.f64(double %228, double %199, double 0x3FB333333320F91B)
  %230 = tail call double @llvm.fma.f64(double %229, double %199, double 0x3FC5555555555F4D)
  %231 = fmul double %199, %230
  %232 = fmul double %218, -2.000000e+00
  %233 = tail call double @llvm.fma.f64(double %232, double %231, double 0x3C91A62633145C07)
  %234 = fadd double %232, 0x3FE921FB54442D18
  %235 = fadd double %234, %233
  %236 = fadd double %235, 0x3FE921FB54442D18
  %237 = tail call double @llvm.copysign.f64(double %236, double %175) #8
  br label %238

238:
  %239 = phi double [ %196, %180 ], [ %198, %197 ]
  %240 = phi double [ %195, %180 ], [ %237, %197 ]
  %241 = tail call i32 @llvm.nvvm.d2i.hi(double %239) #8
  %242 = icmp slt i32 %241, 1071801958
  br i1 %242, label %243, label %267

243:
  %244 = fmul double %239, %239
  %245 = tail call double @llvm.fma.f64(double %244, double 0x3FB0066BDC1895E9, double 0xBFB3823B180754AF)
  %246 = tail call double @llvm.fma.f64(double %245, double %244, double 0x3FB11E52CC2F79AE)
  %247 = tail call double @llvm.fma.f64(double %246, double %244, double 0xBF924EAF3526861B)
  %248 = tail call double @llvm.fma.f64(double %247, double %244, double 0x3F91DF02A31E6CB7)
  %249 = tail call double @llvm.fma.f64(double %248, double %244, double 0x3F847D18B0EEC6CC)
  %250 = tail call double @llvm.fma.f64(double %249, double %244, double 0x3F8D0AF961BA53B0)
  %251 = tail call double @llvm.fma.f64(double %250, double %244, double 0x3F91BF7734CF1C48)
  %252 = tail call double @llvm.fma.f64(double %251, double %244, double 0x3F96E91483144EF7)
  %253 = tail call double @llvm.fma.f64(double %252, double %244, double 0x3F9F1C6E0A4F9F81)
  %254 = tail call double @llvm.fma.f64(double %253, double %244, double 0x3FA6DB6DC27FA92B)
  %255 = tail call double @llvm.fma.f64(double %254, double %244, double 0x3FB333333320F91B)
  %256 = tail call double @llvm.fma.f64(double %255, double %244, double 0x3FC5555555555F4D)
  %257 = fmul double %244, %256
  %258 = tail call double @llvm.fma.f64(double %257, double %239, double %239)
  %259 = icmp slt i32 %176, 0
  br i1 %259, label %260, label %263

260:
  %261 = tail call double @llvm.nvvm.add.rn.d(double %258, double 0x3C91A62633145C07) #8
  %262 = tail call double @llvm.nvvm.add.rn.d(double 0x3FF921FB54442D18, double %261) #8
  br label %316

263:
  %264 = tail call double @llvm.nvvm.add.rn.d(double %258, double 0xBC91A62633145C07) #8
  %265 = fneg double %264
  %266 = tail call double @llvm.nvvm.add.rn.d(double 0x3FF921FB54442D18, double %265) #8
  br label %316

267:
  %268 = fsub double 1.000000e+00, %239
  %269 = tail call i32 @llvm.nvvm.d2i.lo(double %268) #8
  %270 = tail call i32 @llvm.nvvm.d2i.hi(double %268) #8
  %271 = add i32 %270, -1048576
  %272 = tail call double @llvm.nvvm.lohi.i2d(i32 %269, i32 %271) #8
  %273 = tail call double asm "rsqrt.approx.ftz.f64 $0, $1;", "=d,d"(double %272) #9
  %274 = tail call i32 @llvm.nvvm.d2i.lo(double %273) #8
  %275 = tail call i32 @llvm.nvvm.d2i.hi(double %273) #8
  %276 = add i32 %275, -1048576
  %277 = tail call double @llvm.nvvm.lohi.i2d(i32 %274, i32 %276) #8
  %278 = fmul double %272, %273
  %279 = fneg double %278
  %280 = tail call double @llvm.fma.f64(double %278, double %279, double %272)
  %281 = tail call double @llvm.fma.f64(double %280, double %277, double %278)
  %282 = fneg double %281
  %283 = tail call double @llvm.fma.f64(double %273, double %282, double 1.000000e+00)
  %284 = tail call double @llvm.fma.f64(double %283, double %277, double %277)
  %285 = tail call double @llvm.fma.f64(double %281, double %282, double %272)
  %286 = tail call double @llvm.fma.f64(double %285, double %284, double %281)
  %287 = tail call i32 @llvm.nvvm.d2i.lo(double %286) #8
  %288 = tail call i32 @llvm.nvvm.d2i.hi(double %286) #8
  %289 = add i32 %288, 1048576
  %290 = tail call double @llvm.nvvm.lohi.i2d(i32 %287, i32 %289) #8
  %291 = tail call double @llvm.fma.f64(double %268, double 0x3EC715B371155F70, double 0xBEBAC2FE66FAAC4B)
  %292 = tail call double @llvm.fma.f64(double %291, double %268, double 0x3ED9A9B88EFCD9B8)
  %293 = tail call double @llvm.fma.f64(double %292, double %268, double 0x3EDD0F40A8A0C4C3)
  %294 = tail call double @llvm.fma.f64(double %293, double %268, double 0x3EF46D4CFA9E0E1F)
  %295 = tail call double @llvm.fma.f64(double %294, double %268, double 0x3F079C168D1E2422)
  %296 = tail call double @llvm.fma.f64(double %295, double %268, double 0x3F1C9A88C3BCA540)
  %297 = tail call double @llvm.fma.f64(double %296, double %268, double 0x3F31C4E64BD476DF)
  %298 = tail call double @llvm.fma.f64(double %297, double %268, double 0x3F46E8BA60009C8F)
  %299 = tail call double @llvm.fma.f64(double %298, double %268, double 0x3F5F1C71C62B05A2)
  %300 = tail call double @llvm.fma.f64(double %299, double %268, double 0x3F76DB6DB6DC9F2C)
  %301 = tail call double @llvm.fma.f64(double %300, double %268, double 0x3F9333333333329C)
  %302 = tail call double @llvm.fma.f64(double %301, double %268, double 0x3FB5555555555555)
  %303 = icmp slt i32 %270, 1
  %304 = tail call double @llvm.nvvm.mul.rn.d(double %239, double 0.000000e+00) #8
  %305 = fmul double %268, %302
  %306 = tail call double @llvm.fma.f64(double %305, double %290, double %290)
  %307 = select i1 %303, double %304, double %306
  %308 = icmp slt i32 %270, 0
  %309 = tail call double @llvm.nvvm.mul.rn.d(double %307, double 0x7FF0000000000000) #8
  %310 = select i1 %308, double %309, double %307
  %311 = icmp slt i32 %176, 0
  %312 = tail call double @llvm.nvvm.add.rn.d(double %310, double 0xBCA1A62633145C07) #8
  %313 = fneg double %312
  %314 = tail call double @llvm.nvvm.add.rn.d(double 0x400921FB54442D18, double %313) #8
  %315 = select i1 %311, double %314, double %310
  br label %316

316:
  %317 = phi double [ %315, %267 ], [ %262, %260 ], [ %266, %263 ]
  %318 = tail call double @llvm.nvvm.fabs.f64(double %15)
  %319 = fcmp ogt double %14, %318
  %320 = select i1 %319, double %14, double %318
  %321 = select i1 %319, double %318, double %14
  %322 = fdiv double %321, %320
  %323 = fmul double %322, %322
  %324 = tail call double @llvm.fma.f64(double %323, double 0xBEF53E1D2A25FF7E, double 0x3F2D3B63DBB65B49)
  %325 = tail call double @llvm.fma.f64(double %324, double %323, double 0xBF5312788DDE082E)
  %326 = tail call double @llvm.fma.f64(double %325, double %323, double 0x3F6F9690C8249315)
  %327 = tail call double @llvm.fma.f64(double %326, double %323, double 0xBF82CF5AABC7CF0D)
  %328 = tail call double @llvm.fma.f64(double %327, double %323, double 0x3F9162B0B2A3BFDE)
  %329 = tail call double @llvm.fma.f64(double %328, double %323, double 0xBF9A7256FEB6FC6B)
  %330 = tail call double @llvm.fma.f64(double %329, double %323, double 0x3FA171560CE4A489)
  %331 = tail call double @llvm.fma.f64(double %330, double %323, double 0xBFA4F44D841450E4)
  %332 = tail call double @llvm.fma.f64(double %331, double %323, double 0x3FA7EE3D3F36BB95)
  %333 = tail call double @llvm.fma.f64(double %332, double %323, double 0xBFAAD32AE04A9FD1)
  %334 = tail call double @llvm.fma.f64(double %333, double %323, double 0x3FAE17813D66954F)
  %335 = tail call double @llvm.fma.f64(double %334, double %323, double 0xBFB11089CA9A5BCD)
  %336 = tail call double @llvm.fma.f64(double %335, double %323, double 0x3FB3B12B2DB51738)
  %337 = tail call double @llvm.fma.f64(double %336, double %323, double 0xBFB745D022F8DC5C)
  %338 = tail call double @llvm.fma.f64(double %337, double %323, double 0x3FBC71C709DFE927)
  %339 = tail call double @llvm.fma.f64(double %338, double %323, double 0xBFC2492491FA1744)
  %340 = tail call double @llvm.fma.f64(double %339, double %323, double 0x3FC99999999840D2)
  %341 = tail call double @llvm.fma.f64(double %340, double %323, double 0xBFD555555555544C)
  %342 = fmul double %323, %341
  %343 = tail call double @llvm.fma.f64(double %342, double %322, double %322)
  %344 = tail call i32 @llvm.nvvm.d2i.hi(double %15) #8
  %345 = icmp slt i32 %344, 0
  br i1 %319, label %346, label %350

346:
  %347 = fneg double %343
  %348 = select i1 %345, double %343, double %347
  %349 = fadd double %348, 0x3FF921FB54442D18
  br label %353

350:
  %351 = fsub double 0x400921FB54442D18, %343
  %352 = select i1 %345, double %351, double %343
  br label %353

353:
  %354 = phi double [ %349, %346 ], [ %352, %350 ]
  %355 = fcmp oeq double %320, 0.000000e+00
  br i1 %355, label %356, label %360

356:
  %357 = tail call i32 @llvm.nvvm.d2i.hi(double %15) #8
  %358 = icmp slt i32 %357, 0
  %359 = select i1 %358, double 0x400921FB54442D18, double 0.000000e+00
  br label %366

360:
  %361 = fcmp oeq double %318, %14
  %362 = tail call i32 @llvm.nvvm.d2i.hi(double %15) #8
  %363 = icmp slt i32 %362, 0
  %364 = select i1 %363, double 0x4002D97C7F3321D2, double 0x3FE921FB54442D18
  %365 = select i1 %361, double %364, double %354
  br label %366

366:
  %367 = phi double [ %359, %356 ], [ %365, %360 ]
  %368 = tail call double @llvm.nvvm.add.rn.d(double %318, double %14) #8
  %369 = tail call double @llvm.nvvm.fabs.f64(double %368)
  %370 = fcmp uno double %369, 0.000000e+00
  %371 = tail call double @llvm.copysign.f64(double %367, double %13) #8
  %372 = select i1 %370, double %368, double %371
  %373 = tail call i32 @llvm.nvvm.d2i.hi(double %13) #8
  %374 = and i32 %373, 2147483647
  %375 = tail call i32 @llvm.nvvm.d2i.lo(double %13) #8
  %376 = tail call double @llvm.nvvm.lohi.i2d(i32 %375, i32 %374) #8
  %377 = icmp samesign ult i32 %374, 1072693248
  br i1 %377, label %378, label %388

378:
  %379 = fmul double %376, %376
  %380 = tail call double @llvm.fma.f64(double %379, double 0x3D6B4C75AB274C53, double 0x3DE611A561D87DEF)
  %381 = tail call double @llvm.fma.f64(double %380, double %379, double 0x3E5AE64671B18F5C)
  %382 = tail call double @llvm.fma.f64(double %381, double %379, double 0x3EC71DE3A465B1E4)
  %383 = tail call double @llvm.fma.f64(double %382, double %379, double 0x3F2A01A01A02899D)
  %384 = tail call double @llvm.fma.f64(double %383, double %379, double 0x3F811111111110A6)
  %385 = tail call double @llvm.fma.f64(double %384, double %379, double 0x3FC5555555555556)
  %386 = fmul double %379, %385
  %387 = tail call double @llvm.fma.f64(double %386, double %376, double %376)
  br label %429

388:
  %389 = tail call i32 @llvm.nvvm.d2i.hi(double %376) #8
  %390 = tail call double @llvm.fma.f64(double %376, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %391 = tail call i32 @llvm.nvvm.d2i.lo(double %390) #8
  %392 = add nsw i32 %391, -1
  %393 = tail call double @llvm.nvvm.add.rn.d(double %390, double 0xC338000000000000) #8
  %394 = tail call double @llvm.fma.f64(double %393, double 0xBFE62E42FEFA39EF, double %376)
  %395 = tail call double @llvm.fma.f64(double %393, double 0xBC7ABC9E3B39803F, double %394)
  %396 = shl i32 %389, 1
  %397 = icmp ult i32 %396, 2142496327
  %398 = select i1 %397, double %376, double %395
  %399 = select i1 %397, i32 0, i32 %392
  %400 = tail call double @llvm.fma.f64(double %398, double 0x3E21F4076ACD15B6, double 0x3E5AF86D8EBD13CD)
  %401 = tail call double @llvm.fma.f64(double %400, double %398, double 0x3E927E5092BA033D)
  %402 = tail call double @llvm.fma.f64(double %401, double %398, double 0x3EC71DDE6C5F9DA1)
  %403 = tail call double @llvm.fma.f64(double %402, double %398, double 0x3EFA01A018D034E6)
  %404 = tail call double @llvm.fma.f64(double %403, double %398, double 0x3F2A01A01B3B6940)
  %405 = tail call double @llvm.fma.f64(double %404, double %398, double 0x3F56C16C16C1B5DD)
  %406 = tail call double @llvm.fma.f64(double %405, double %398, double 0x3F8111111110F74D)
  %407 = tail call double @llvm.fma.f64(double %406, double %398, double 0x3FA555555555554D)
  %408 = tail call double @llvm.fma.f64(double %407, double %398, double 0x3FC5555555555557)
  %409 = tail call double @llvm.fma.f64(double %408, double %398, double 5.000000e-01)
  %410 = fmul double %398, %409
  %411 = tail call double @llvm.fma.f64(double %410, double %398, double %398)
  %412 = icmp eq i32 %399, 1024
  %413 = shl i32 %399, 20
  %414 = add i32 %413, 1072693248
  %415 = select i1 %412, i32 2145386496, i32 %414
  %416 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %415) #8
  %417 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 1071644672) #8
  %418 = fsub double %416, %417
  %419 = tail call double @llvm.fma.f64(double %411, double %416, double %418)
  %420 = fadd double %419, %419
  %421 = select i1 %412, double %420, double %419
  %422 = icmp eq i32 %396, 0
  %423 = select i1 %422, double %376, double %421
  %424 = tail call double @llvm.fma.f64(double %423, double 2.000000e+00, double 1.000000e+00)
  %425 = fdiv double %423, %424
  %426 = fadd double %423, %425
  %427 = fcmp oge double %376, 0x408633CE8FB9F87E
  %428 = select i1 %427, double 0x7FF0000000000000, double %426
  br label %429

429:
  %430 = phi double [ %387, %378 ], [ %428, %388 ]
  %431 = tail call noundef double @llvm.copysign.f64(double %430, double %13) #8
  %432 = fcmp ult double %376, 0x3FE4F92224DD2F1A
  br i1 %432, label %468, label %433

433:
  %434 = fmul double %376, 2.000000e+00
  %435 = fptrunc double %434 to float
  %436 = fmul float %435, 0x3FF7154760000000
  %437 = tail call float @llvm.nvvm.round.f(float %436) #8
  %438 = fpext float %437 to double
  %439 = fneg double %438
  %440 = tail call double @llvm.fma.f64(double %439, double 0x3FE62E42FEFA39EF, double %434)
  %441 = tail call double @llvm.fma.f64(double %440, double 0x3E5AE904A4741B81, double 0x3E928A27F89B6999)
  %442 = tail call double @llvm.fma.f64(double %441, double %440, double 0x3EC71DE715FF7E07)
  %443 = tail call double @llvm.fma.f64(double %442, double %440, double 0x3EFA019A6B0AC45A)
  %444 = tail call double @llvm.fma.f64(double %443, double %440, double 0x3F2A01A017EED94F)
  %445 = tail call double @llvm.fma.f64(double %444, double %440, double 0x3F56C16C17F2A71B)
  %446 = tail call double @llvm.fma.f64(double %445, double %440, double 0x3F811111111173C4)
  %447 = tail call double @llvm.fma.f64(double %446, double %440, double 0x3FA555555555211A)
  %448 = tail call double @llvm.fma.f64(double %447, double %440, double 0x3FC5555555555540)
  %449 = tail call double @llvm.fma.f64(double %448, double %440, double 0x3FE0000000000005)
  %450 = fmul double %440, %449
  %451 = tail call double @llvm.fma.f64(double %450, double %440, double %440)
  %452 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %437)
  %453 = fpext float %452 to double
  %454 = fsub double 1.000000e+00, %453
  %455 = fneg double %451
  %456 = tail call double @llvm.fma.f64(double %455, double %453, double %454)
  %457 = fsub double 2.000000e+00, %456
  %458 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %457) #8
  %459 = fneg double %457
  %460 = tail call double @llvm.fma.f64(double %459, double %458, double 1.000000e+00)
  %461 = tail call double @llvm.fma.f64(double %460, double %460, double %460)
  %462 = tail call double @llvm.fma.f64(double %461, double %458, double %458)
  %463 = fneg double %462
  %464 = tail call double @llvm.fma.f64(double %463, double 2.000000e+00, double 1.000000e+00)
  %465 = icmp samesign ugt i32 %374, 1077088193
  %466 = select i1 %465, double 1.000000e+00, double %464
  %467 = tail call double @llvm.copysign.f64(double %466, double %13) #8
  br label %482

468:
  %469 = fmul double %13, %13
  %470 = tail call double @llvm.fma.f64(double %469, double 0xBEF0BC46E2F5E964, double 0x3F14359F420AFC3D)
  %471 = tail call double @llvm.fma.f64(double %470, double %469, double 0xBF2DF9F0728C5D84)
  %472 = tail call double @llvm.fma.f64(double %471, double %469, double 0x3F4337D1CEC4F033)
  %473 = tail call double @llvm.fma.f64(double %472, double %469, double 0xBF57D6E9674335B3)
  %474 = tail call double @llvm.fma.f64(double %473, double %469, double 0x3F6D6D000D7AAD3D)
  %475 = tail call double @llvm.fma.f64(double %474, double %469, double 0xBF8226E1F3CF1EF5)
  %476 = tail call double @llvm.fma.f64(double %475, double %469, double 0x3F9664F47EC0C8CF)
  %477 = tail call double @llvm.fma.f64(double %476, double %469, double 0xBFABA1BA1B80AB40)
  %478 = tail call double @llvm.fma.f64(double %477, double %469, double 0x3FC111111110FA4A)
  %479 = tail call double @llvm.fma.f64(double %478, double %469, double 0xBFD5555555555550)
  %480 = tail call double @llvm.fma.f64(double %479, double %469, double 0.000000e+00)
  %481 = tail call double @llvm.fma.f64(double %480, double %13, double %13)
  br label %482

482:
  %483 = phi double [ %467, %433 ], [ %481, %468 ]
  %484 = getelementptr inbounds double, ptr %1, i64 %11
  store double %65, ptr %484, align 8, !tbaa !11
  %485 = add nsw i32 %2, %8
  %486 = sext i32 %485 to i64
  %487 = getelementptr inbounds double, ptr %1, i64 %486
  store double %118, ptr %487, align 8, !tbaa !11
  %488 = shl nsw i32 %2, 1
  %489 = add nsw i32 %488, %8
  %490 = sext i32 %489 to i64
  %491 = getelementptr inbounds double, ptr %1, i64 %490
  store double %173, ptr %491, align 8, !tbaa !11
  %492 = mul nsw i32 %2, 3
  %493 = add nsw i32 %492, %8
  %494 = sext i32 %493 to i64
  %495 = getelementptr inbounds double, ptr %1, i64 %494
  store double %240, ptr %495, align 8, !tbaa !11
  %496 = shl nsw i32 %2, 2
  %497 = add nsw i32 %496, %8
  %498 = sext i32 %497 to i64
  %499 = getelementptr inbounds double, ptr %1, i64 %498
  store double %317, ptr %499, align 8, !tbaa !11
  %500 = mul nsw i32 %2, 5
  %501 = add nsw i32 %500, %8
  %502 = sext i32 %501 to i64
  %503 = getelementptr inbounds double, ptr %1, i64 %502
  store double %372, ptr %503, align 8, !tbaa !11
  %504 = mul nsw i32 %2, 6
  %505 = add nsw i32 %504, %8
  %506 = sext i32 %505 to i64
  %507 = getelementptr inbounds double, ptr %1, i64 %506
  store double %431, ptr %507, align 8, !tbaa !11
  %508 = mul nsw i32 %2, 7
  %509 = add nsw i32 %508, %8
  %510 = sext i32 %509 to i64
  %511 = getelementptr inbounds double, ptr %1, i64 %510
  store double %483, ptr %511, align 8, !tbaa !11
  br label %512

512:
  ret void
}

define dso_local ptx_kernel void @math_exp_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %521

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds double, ptr %0, i64 %11
  %13 = load double, ptr %12, align 8, !tbaa !11
  %14 = tail call double @llvm.nvvm.fabs.f64(double %13)
  %15 = fadd contract double %14, 5.000000e-01
  %16 = tail call double @llvm.fma.f64(double %13, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %17 = tail call i32 @llvm.nvvm.d2i.lo(double %16) #8
  %18 = tail call double @llvm.nvvm.add.rn.d(double %16, double 0xC338000000000000) #8
  %19 = tail call double @llvm.fma.f64(double %18, double 0xBFE62E42FEFA39EF, double %13)
  %20 = tail call double @llvm.fma.f64(double %18, double 0xBC7ABC9E3B39803F, double %19)
  %21 = tail call double @llvm.fma.f64(double %20, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %22 = tail call double @llvm.fma.f64(double %21, double %20, double 0x3EC71DEE62401315)
  %23 = tail call double @llvm.fma.f64(double %22, double %20, double 0x3EFA01997C89EB71)
  %24 = tail call double @llvm.fma.f64(double %23, double %20, double 0x3F2A01A014761F65)
  %25 = tail call double @llvm.fma.f64(double %24, double %20, double 0x3F56C16C1852B7AF)
  %26 = tail call double @llvm.fma.f64(double %25, double %20, double 0x3F81111111122322)
  %27 = tail call double @llvm.fma.f64(double %26, double %20, double 0x3FA55555555502A1)
  %28 = tail call double @llvm.fma.f64(double %27, double %20, double 0x3FC5555555555511)
  %29 = tail call double @llvm.fma.f64(double %28, double %20, double 0x3FE000000000000B)
  %30 = tail call double @llvm.fma.f64(double %29, double %20, double 1.000000e+00)
  %31 = tail call double @llvm.fma.f64(double %30, double %20, double 1.000000e+00)
  %32 = tail call i32 @llvm.nvvm.d2i.lo(double %31) #8
  %33 = tail call i32 @llvm.nvvm.d2i.hi(double %31) #8
  %34 = shl i32 %17, 20
  %35 = add i32 %33, %34
  %36 = tail call double @llvm.nvvm.lohi.i2d(i32 %32, i32 %35) #8
  %37 = tail call i32 @llvm.nvvm.d2i.hi(double %13) #8
  %38 = bitcast i32 %37 to float
  %39 = tail call float @llvm.nvvm.fabs.f32(float %38)
  %40 = fcmp olt float %39, 0x4010C46560000000
  br i1 %40, label %56, label %41

41:
  %42 = fcmp olt double %13, 0.000000e+00
  %43 = fadd double %13, 0x7FF0000000000000
  %44 = select i1 %42, double 0.000000e+00, double %43
  %45 = fcmp olt float %39, 0x4010E90000000000
  br i1 %45, label %46, label %56

46:
  %47 = sdiv i32 %17, 2
  %48 = shl i32 %47, 20
  %49 = add i32 %33, %48
  %50 = tail call double @llvm.nvvm.lohi.i2d(i32 %32, i32 %49) #8
  %51 = sub nsw i32 %17, %47
  %52 = shl i32 %51, 20
  %53 = add nsw i32 %52, 1072693248
  %54 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %53) #8
  %55 = fmul double %54, %50
  br label %56

56:
  %57 = phi double [ %36, %10 ], [ %55, %46 ], [ %44, %41 ]
  %58 = tail call double @llvm.nvvm.add.rn.d(double %13, double 0x4338000000000000) #8
  %59 = tail call double @llvm.nvvm.add.rn.d(double %58, double 0xC338000000000000) #8
  %60 = tail call i32 @llvm.nvvm.d2i.lo(double %58) #8
  %61 = fsub double %13, %59
  %62 = fmul double %61, 0x3C7ABC9E3B39803F
  %63 = tail call double @llvm.fma.f64(double %61, double 0x3FE62E42FEFA39EF, double %62)
  %64 = tail call double @llvm.fma.f64(double %63, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %65 = tail call double @llvm.fma.f64(double %64, double %63, double 0x3EC71DEE62401315)
  %66 = tail call double @llvm.fma.f64(double %65, double %63, double 0x3EFA01997C89EB71)
  %67 = tail call double @llvm.fma.f64(double %66, double %63, double 0x3F2A01A014761F65)
  %68 = tail call double @llvm.fma.f64(double %67, double %63, double 0x3F56C16C1852B7AF)
  %69 = tail call double @llvm.fma.f64(double %68, double %63, double 0x3F81111111122322)
  %70 = tail call double @llvm.fma.f64(double %69, double %63, double 0x3FA55555555502A1)
  %71 = tail call double @llvm.fma.f64(double %70, double %63, double 0x3FC5555555555511)
  %72 = tail call double @llvm.fma.f64(double %71, double %63, double 0x3FE000000000000B)
  %73 = tail call double @llvm.fma.f64(double %72, double %63, double 1.000000e+00)
  %74 = tail call double @llvm.fma.f64(double %73, double %63, double 1.000000e+00)
  %75 = tail call i32 @llvm.nvvm.d2i.lo(double %74) #8
  %76 = tail call i32 @llvm.nvvm.d2i.hi(double %74) #8
  %77 = shl i32 %60, 20
  %78 = add i32 %76, %77
  %79 = tail call double @llvm.nvvm.lohi.i2d(i32 %75, i32 %78) #8
  %80 = fcmp olt float %39, 0x4011FE0000000000
  br i1 %80, label %98, label %81

81:
  %82 = icmp slt i32 %37, 0
  %83 = select i1 %82, double 0.000000e+00, double 0x7FF0000000000000
  %84 = fcmp uno double %14, 0.000000e+00
  %85 = fadd double %13, %13
  %86 = select i1 %84, double %85, double %83
  %87 = fcmp olt float %39, 0x4012198000000000
  br i1 %87, label %88, label %98

88:
  %89 = sdiv i32 %60, 2
  %90 = shl i32 %89, 20
  %91 = add i32 %76, %90
  %92 = tail call double @llvm.nvvm.lohi.i2d(i32 %75, i32 %91) #8
  %93 = sub nsw i32 %60, %89
  %94 = shl i32 %93, 20
  %95 = add nsw i32 %94, 1072693248
  %96 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %95) #8
  %97 = fmul double %96, %92
  br label %98

98:
  %99 = phi double [ %79, %56 ], [ %97, %88 ], [ %86, %81 ]
  %100 = fcmp olt float %38, 0x4010C5C860000000
  %101 = fcmp ogt float %38, 0xC009500000000000
  %102 = and i1 %100, %101
  br i1 %102, label %103, label %132

103:
  %104 = shl i32 %37, 1
  %105 = icmp ult i32 %104, 2142496327
  %106 = select i1 %105, double %13, double %20
  %107 = select i1 %105, i32 0, i32 %17
  %108 = tail call double @llvm.fma.f64(double %106, double 0x3E21F4076ACD15B6, double 0x3E5AF86D8EBD13CD)
  %109 = tail call double @llvm.fma.f64(double %108, double %106, double 0x3E927E5092BA033D)
  %110 = tail call double @llvm.fma.f64(double %109, double %106, double 0x3EC71DDE6C5F9DA1)
  %111 = tail call double @llvm.fma.f64(double %110, double %106, double 0x3EFA01A018D034E6)
  %112 = tail call double @llvm.fma.f64(double %111, double %106, double 0x3F2A01A01B3B6940)
  %113 = tail call double @llvm.fma.f64(double %112, double %106, double 0x3F56C16C16C1B5DD)
  %114 = tail call double @llvm.fma.f64(double %113, double %106, double 0x3F8111111110F74D)
  %115 = tail call double @llvm.fma.f64(double %114, double %106, double 0x3FA555555555554D)
  %116 = tail call double @llvm.fma.f64(double %115, double %106, double 0x3FC5555555555557)
  %117 = tail call double @llvm.fma.f64(double %116, double %106, double 5.000000e-01)
  %118 = fmul double %106, %117
  %119 = tail call double @llvm.fma.f64(double %118, double %106, double %106)
  %120 = icmp eq i32 %107, 1024
  %121 = shl i32 %107, 20
  %122 = add i32 %121, 1072693248
  %123 = select i1 %120, i32 2145386496, i32 %122
  %124 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %123) #8
  %125 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 1072693248) #8
  %126 = fsub double %124, %125
  %127 = tail call double @llvm.fma.f64(double %119, double %124, double %126)
  %128 = fadd double %127, %127
  %129 = select i1 %120, double %128, double %127
  %130 = icmp eq i32 %104, 0
  %131 = select i1 %130, double %13, double %129
  br label %138

132:
  %133 = icmp slt i32 %37, 0
  %134 = select i1 %133, double -1.000000e+00, double 0x7FF0000000000000
  %135 = fcmp uno double %14, 0.000000e+00
  %136 = fadd double %13, %13
  %137 = select i1 %135, double %136, double %134
  br label %138

138:
  %139 = phi double [ %131, %103 ], [ %137, %132 ]
  %140 = tail call i32 @llvm.nvvm.d2i.hi(double %15) #8
  %141 = tail call i32 @llvm.nvvm.d2i.lo(double %15) #8
  %142 = icmp slt i32 %140, 1048576
  br i1 %142, label %143, label %147

143:
  %144 = fmul double %15, 0x4350000000000000
  %145 = tail call i32 @llvm.nvvm.d2i.lo(double %144) #8
  %146 = tail call i32 @llvm.nvvm.d2i.hi(double %144) #8
  br label %147

147:
  %148 = phi double [ %144, %143 ], [ %15, %138 ]
  %149 = phi i32 [ %146, %143 ], [ %140, %138 ]
  %150 = phi i32 [ %145, %143 ], [ %141, %138 ]
  %151 = phi i32 [ -1077, %143 ], [ -1023, %138 ]
  %152 = add i32 %149, -1
  %153 = icmp ult i32 %152, 2146435071
  br i1 %153, label %154, label %203

154:
  %155 = lshr i32 %149, 20
  %156 = add nsw i32 %151, %155
  %157 = and i32 %149, 1048575
  %158 = or disjoint i32 %157, 1072693248
  %159 = tail call double @llvm.nvvm.lohi.i2d(i32 %150, i32 %158) #8
  %160 = icmp samesign ugt i32 %158, 1073127582
  %161 = tail call i32 @llvm.nvvm.d2i.lo(double %159) #8
  %162 = tail call i32 @llvm.nvvm.d2i.hi(double %159) #8
  %163 = add i32 %162, -1048576
  %164 = tail call double @llvm.nvvm.lohi.i2d(i32 %161, i32 %163) #8
  %165 = select i1 %160, double %164, double %159
  %166 = zext i1 %160 to i32
  %167 = add nsw i32 %156, %166
  %168 = fadd double %165, -1.000000e+00
  %169 = fadd double %165, 1.000000e+00
  %170 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %169) #8
  %171 = fneg double %169
  %172 = tail call double @llvm.fma.f64(double %171, double %170, double 1.000000e+00)
  %173 = tail call double @llvm.fma.f64(double %172, double %172, double %172)
  %174 = tail call double @llvm.fma.f64(double %173, double %170, double %170)
  %175 = fmul double %168, %174
  %176 = fadd double %175, %175
  %177 = fmul double %176, %176
  %178 = tail call double @llvm.fma.f64(double %177, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %179 = tail call double @llvm.fma.f64(double %178, double %177, double 0x3EF3B2669F02676F)
  %180 = tail call double @llvm.fma.f64(double %179, double %177, double 0x3F1745CBA9AB0956)
  %181 = tail call double @llvm.fma.f64(double %180, double %177, double 0x3F3C71C72D1B5154)
  %182 = tail call double @llvm.fma.f64(double %181, double %177, double 0x3F624924923BE72D)
  %183 = tail call double @llvm.fma.f64(double %182, double %177, double 0x3F8999999999A3C4)
  %184 = tail call double @llvm.fma.f64(double %183, double %177, double 0x3FB5555555555554)
  %185 = fsub double %168, %176
  %186 = fmul double %185, 2.000000e+00
  %187 = fneg double %176
  %188 = tail call double @llvm.fma.f64(double %187, double %168, double %186)
  %189 = fmul double %174, %188
  %190 = fmul double %177, %184
  %191 = tail call double @llvm.fma.f64(double %190, double %176, double %189)
  %192 = xor i32 %167, -2147483648
  %193 = tail call double @llvm.nvvm.lohi.i2d(i32 %192, i32 1127219200) #8
  %194 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %195 = fsub double %193, %194
  %196 = tail call double @llvm.fma.f64(double %195, double 0x3FE62E42FEFA39EF, double %176)
  %197 = fneg double %195
  %198 = tail call double @llvm.fma.f64(double %197, double 0x3FE62E42FEFA39EF, double %196)
  %199 = fsub double %198, %176
  %200 = fsub double %191, %199
  %201 = tail call double @llvm.fma.f64(double %195, double 0x3C7ABC9E3B39803F, double %200)
  %202 = fadd double %196, %201
  br label %209

203:
  %204 = tail call double @llvm.fma.f64(double %148, double 0x7FF0000000000000, double 0x7FF0000000000000)
  %205 = tail call i32 @llvm.nvvm.d2i.hi(double %148) #8
  %206 = and i32 %205, 2147483647
  %207 = icmp eq i32 %206, 0
  %208 = select i1 %207, double 0xFFF0000000000000, double %204
  br label %209

209:
  %210 = phi double [ %202, %154 ], [ %208, %203 ]
  br i1 %142, label %211, label %215

211:
  %212 = fmul double %15, 0x4350000000000000
  %213 = tail call i32 @llvm.nvvm.d2i.lo(double %212) #8
  %214 = tail call i32 @llvm.nvvm.d2i.hi(double %212) #8
  br label %215

215:
  %216 = phi double [ %212, %211 ], [ %15, %209 ]
  %217 = phi i32 [ %214, %211 ], [ %140, %209 ]
  %218 = phi i32 [ %213, %211 ], [ %141, %209 ]
  %219 = phi i32 [ -1077, %211 ], [ -1023, %209 ]
  %220 = add i32 %217, -1
  %221 = icmp ult i32 %220, 2146435071
  br i1 %221, label %222, label %271

222:
  %223 = lshr i32 %217, 20
  %224 = add nsw i32 %219, %223
  %225 = and i32 %217, 1048575
  %226 = or disjoint i32 %225, 1072693248
  %227 = tail call double @llvm.nvvm.lohi.i2d(i32 %218, i32 %226) #8
  %228 = icmp samesign ugt i32 %226, 1073127582
  %229 = tail call i32 @llvm.nvvm.d2i.lo(double %227) #8
  %230 = tail call i32 @llvm.nvvm.d2i.hi(double %227) #8
  %231 = add i32 %230, -1048576
  %232 = tail call double @llvm.nvvm.lohi.i2d(i32 %229, i32 %231) #8
  %233 = select i1 %228, double %232, double %227
  %234 = zext i1 %228 to i32
  %235 = add nsw i32 %224, %234
  %236 = fadd double %233, -1.000000e+00
  %237 = fadd double %233, 1.000000e+00
  %238 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %237) #8
  %239 = fneg double %237
  %240 = tail call double @llvm.fma.f64(double %239, double %238, double 1.000000e+00)
  %241 = tail call double @llvm.fma.f64(double %240, double %240, double %240)
  %242 = tail call double @llvm.fma.f64(double %241, double %238, double %238)
  %243 = fmul double %236, %242
  %244 = fadd double %243, %243
  %245 = fmul double %244, %244
  %246 = tail call double @llvm.fma.f64(double %245, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %247 = tail call double @llvm.fma.f64(double %246, double %245, double 0x3EF3B2669F02676F)
  %248 = tail call double @llvm.fma.f64(double %247, double %245, double 0x3F1745CBA9AB0956)
  %249 = tail call double @llvm.fma.f64(double %248, double %245, double 0x3F3C71C72D1B5154)
  %250 = tail call double @llvm.fma.f64(double %249, double %245, double 0x3F624924923BE72D)
  %251 = tail call double @llvm.fma.f64(double %250, double %245, double 0x3F8999999999A3C4)
  %252 = tail call double @llvm.fma.f64(double %251, double %245, double 0x3FB5555555555554)
  %253 = fsub double %236, %244
  %254 = fmul double %253, 2.000000e+00
  %255 = fneg double %244
  %256 = tail call double @llvm.fma.f64(double %255, double %236, double %254)
  %257 = fmul double %242, %256
  %258 = fmul double %245, %252
  %259 = tail call double @llvm.fma.f64(double %258, double %244, double %257)
  %260 = xor i32 %235, -2147483648
  %261 = tail call double @llvm.nvvm.lohi.i2d(i32 %260, i32 1127219200) #8
  %262 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %263 = fsub double %261, %262
  %264 = tail call double @llvm.fma.f64(double %263, double 0x3FE62E42FEFA39EF, double %244)
  %265 = fneg double %263
  %266 = tail call double @llvm.fma.f64(double %265, double 0x3FE62E42FEFA39EF, double %264)
  %267 = fsub double %266, %244
  %268 = fsub double %259, %267
  %269 = tail call double @llvm.fma.f64(double %263, double 0x3C7ABC9E3B39803F, double %268)
  %270 = fadd double %264, %269
  br label %277

271:
  %272 = tail call double @llvm.fma.f64(double %216, double 0x7FF0000000000000, double 0x7FF0000000000000)
  %273 = tail call i32 @llvm.nvvm.d2i.hi(double %216) #8
  %274 = and i32 %273, 2147483647
  %275 = icmp eq i32 %274, 0
  %276 = select i1 %275, double 0xFFF0000000000000, double %272
  br label %277

277:
  %278 = phi double [ %270, %222 ], [ %276, %271 ]
  %279 = fmul double %278, 0x3C7777D0FFDA0D24
  %280 = tail call noundef double @llvm.fma.f64(double %278, double 0x3FF71547652B82FE, double %279)
  %281 = bitcast i32 %140 to float
  %282 = fcmp olt float %281, 0x3FFCAAAAA0000000
  %283 = fcmp ogt float %281, 0xBFFB333320000000
  %284 = and i1 %282, %283
  br i1 %284, label %285, label %302

285:
  %286 = fadd double %15, 2.000000e+00
  %287 = fdiv double %15, %286
  %288 = fneg double %15
  %289 = fmul double %287, %288
  %290 = fadd double %15, %289
  %291 = fmul double %290, %290
  %292 = tail call double @llvm.fma.f64(double %291, double 0x3EB372FB2FBE14B5, double 0x3ED087FFCEB2DC44)
  %293 = tail call double @llvm.fma.f64(double %292, double %291, double 0x3EF3B9FF890F468C)
  %294 = tail call double @llvm.fma.f64(double %293, double %291, double 0x3F17457EFD51BAF8)
  %295 = tail call double @llvm.fma.f64(double %294, double %291, double 0x3F3C71C8DE3CE825)
  %296 = tail call double @llvm.fma.f64(double %295, double %291, double 0x3F6249248FA4661F)
  %297 = tail call double @llvm.fma.f64(double %296, double %291, double 0x3F899999999D70C4)
  %298 = tail call double @llvm.fma.f64(double %297, double %291, double 0x3FB5555555555462)
  %299 = fmul double %291, %298
  %300 = tail call double @llvm.fma.f64(double %299, double %290, double %289)
  %301 = fadd double %15, %300
  br label %373

302:
  %303 = fadd double %15, 1.000000e+00
  %304 = tail call i32 @llvm.nvvm.d2i.hi(double %303) #8
  %305 = tail call i32 @llvm.nvvm.d2i.lo(double %303) #8
  %306 = icmp slt i32 %304, 1048576
  br i1 %306, label %307, label %311

307:
  %308 = fmul double %303, 0x4350000000000000
  %309 = tail call i32 @llvm.nvvm.d2i.lo(double %308) #8
  %310 = tail call i32 @llvm.nvvm.d2i.hi(double %308) #8
  br label %311

311:
  %312 = phi double [ %308, %307 ], [ %303, %302 ]
  %313 = phi i32 [ %310, %307 ], [ %304, %302 ]
  %314 = phi i32 [ %309, %307 ], [ %305, %302 ]
  %315 = phi i32 [ -1077, %307 ], [ -1023, %302 ]
  %316 = add i32 %313, -1
  %317 = icmp ult i32 %316, 2146435071
  br i1 %317, label %318, label %367

318:
  %319 = lshr i32 %313, 20
  %320 = add nsw i32 %315, %319
  %321 = and i32 %313, 1048575
  %322 = or disjoint i32 %321, 1072693248
  %323 = tail call double @llvm.nvvm.lohi.i2d(i32 %314, i32 %322) #8
  %324 = icmp samesign ugt i32 %322, 1073127582
  %325 = tail call i32 @llvm.nvvm.d2i.lo(double %323) #8
  %326 = tail call i32 @llvm.nvvm.d2i.hi(double %323) #8
  %327 = add i32 %326, -1048576
  %328 = tail call double @llvm.nvvm.lohi.i2d(i32 %325, i32 %327) #8
  %329 = select i1 %324, double %328, double %323
  %330 = zext i1 %324 to i32
  %331 = add nsw i32 %320, %330
  %332 = fadd double %329, -1.000000e+00
  %333 = fadd double %329, 1.000000e+00
  %334 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %333) #8
  %335 = fneg double %333
  %336 = tail call double @llvm.fma.f64(double %335, double %334, double 1.000000e+00)
  %337 = tail call double @llvm.fma.f64(double %336, double %336, double %336)
  %338 = tail call double @llvm.fma.f64(double %337, double %334, double %334)
  %339 = fmul double %332, %338
  %340 = fadd double %339, %339
  %341 = fmul double %340, %340
  %342 = tail call double @llvm.fma.f64(double %341, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %343 = tail call double @llvm.fma.f64(double %342, double %341, double 0x3EF3B2669F02676F)
  %344 = tail call double @llvm.fma.f64(double %343, double %341, double 0x3F1745CBA9AB0956)
  %345 = tail call double @llvm.fma.f64(double %344, double %341, double 0x3F3C71C72D1B5154)
  %346 = tail call double @llvm.fma.f64(double %345, double %341, double 0x3F624924923BE72D)
  %347 = tail call double @llvm.fma.f64(double %346, double %341, double 0x3F8999999999A3C4)
  %348 = tail call double @llvm.fma.f64(double %347, double %341, double 0x3FB5555555555554)
  %349 = fsub double %332, %340
  %350 = fmul double %349, 2.000000e+00
  %351 = fneg double %340
  %352 = tail call double @llvm.fma.f64(double %351, double %332, double %350)
  %353 = fmul double %338, %352
  %354 = fmul double %341, %348
  %355 = tail call double @llvm.fma.f64(double %354, double %340, double %353)
  %356 = xor i32 %331, -2147483648
  %357 = tail call double @llvm.nvvm.lohi.i2d(i32 %356, i32 1127219200) #8
  %358 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %359 = fsub double %357, %358
  %360 = tail call double @llvm.fma.f64(double %359, double 0x3FE62E42FEFA39EF, double %340)
  %361 = fneg double %359
  %362 = tail call double @llvm.fma.f64(double %361, double 0x3FE62E42FEFA39EF, double %360)
  %363 = fsub double %362, %340
  %364 = fsub double %355, %363
  %365 = tail call double @llvm.fma.f64(double %359, double 0x3C7ABC9E3B39803F, double %364)
  %366 = fadd double %360, %365
  br label %373

367:
  %368 = tail call double @llvm.fma.f64(double %312, double 0x7FF0000000000000, double 0x7FF0000000000000)
  %369 = tail call i32 @llvm.nvvm.d2i.hi(double %312) #8
  %370 = and i32 %369, 2147483647
  %371 = icmp eq i32 %370, 0
  %372 = select i1 %371, double 0xFFF0000000000000, double %368
  br label %373

373:
  %374 = phi double [ %301, %285 ], [ %366, %318 ], [ %372, %367 ]
  %375 = lshr i32 %37, 20
  %376 = and i32 %375, 2047
  %377 = add nsw i32 %376, -1012
  %378 = bitcast double %13 to i64
  %379 = zext nneg i32 %377 to i64
  %380 = shl i64 %378, %379
  %381 = icmp eq i64 %380, -9223372036854775808
  %382 = tail call double @llvm.nvvm.fabs.f64(double %15)
  %383 = icmp slt i32 %140, 0
  %384 = fcmp oeq double %15, 0.000000e+00
  br i1 %384, label %385, label %393

385:
  %386 = fcmp une double %14, 5.000000e-01
  %387 = select i1 %386, i1 %381, i1 false
  %388 = select i1 %387, i32 %140, i32 0
  %389 = icmp slt i32 %37, 0
  %390 = or i32 %388, 2146435072
  %391 = select i1 %389, i32 %390, i32 %388
  %392 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %391) #8
  br label %402

393:
  %394 = tail call fastcc double @__internal_accurate_pow(double %382, double %13)
  %395 = select i1 %383, i1 %381, i1 false
  %396 = fneg double %394
  %397 = select i1 %395, double %396, double %394
  %398 = tail call double @llvm.trunc.f64(double %13)
  %399 = fcmp une double %13, %398
  %400 = select i1 %383, i1 %399, i1 false
  %401 = select i1 %400, double 0xFFF8000000000000, double %397
  br label %402

402:
  %403 = phi double [ %392, %385 ], [ %401, %393 ]
  %404 = phi i1 [ %387, %385 ], [ %381, %393 ]
  %405 = fadd double %13, %15
  %406 = tail call i32 @llvm.nvvm.d2i.hi(double %405) #8
  %407 = and i32 %406, 2146435072
  %408 = icmp eq i32 %407, 2146435072
  br i1 %408, label %409, label %436

409:
  %410 = fcmp uno double %382, 0.000000e+00
  %411 = fcmp uno double %14, 0.000000e+00
  %412 = select i1 %410, i1 true, i1 %411
  br i1 %412, label %413, label %415

413:
  %414 = tail call double @llvm.nvvm.add.rn.d(double %15, double %13) #8
  br label %436

415:
  %416 = fcmp oeq double %14, 0x7FF0000000000000
  br i1 %416, label %417, label %424

417:
  %418 = fcmp ogt double %382, 1.000000e+00
  %419 = select i1 %418, i32 2146435072, i32 0
  %420 = icmp slt i32 %37, 0
  %421 = xor i32 %419, 2146435072
  %422 = select i1 %420, i32 %421, i32 %419
  %423 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %422) #8
  br label %436

424:
  %425 = fcmp oeq double %382, 0x7FF0000000000000
  br i1 %425, label %426, label %436

426:
  %427 = icmp slt i32 %37, 0
  %428 = select i1 %427, i32 0, i32 2146435072
  %429 = select i1 %383, i1 %404, i1 false
  %430 = and i32 %37, 2147483647
  %431 = icmp ne i32 %430, 1071644672
  %432 = select i1 %429, i1 %431, i1 false
  %433 = or disjoint i32 %428, -2147483648
  %434 = select i1 %432, i32 %433, i32 %428
  %435 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %434) #8
  br label %436

436:
  %437 = phi double [ %403, %402 ], [ %414, %413 ], [ %423, %417 ], [ %435, %426 ], [ %403, %424 ]
  %438 = fcmp oeq double %15, 1.000000e+00
  %439 = fcmp oeq double %13, 0.000000e+00
  %440 = select i1 %438, i1 true, i1 %439
  %441 = select i1 %440, double 1.000000e+00, double %437
  %442 = tail call i32 @llvm.nvvm.d2i.lo(double %13) #8
  %443 = and i32 %37, 2147483647
  %444 = lshr i32 %443, 20
  %445 = icmp eq i32 %444, 0
  br i1 %445, label %446, label %452

446:
  %447 = tail call double @llvm.nvvm.lohi.i2d(i32 %442, i32 %443) #8
  %448 = fmul double %447, 0x4350000000000000
  %449 = tail call i32 @llvm.nvvm.d2i.hi(double %448) #8
  %450 = lshr i32 %449, 20
  %451 = tail call i32 @llvm.nvvm.d2i.lo(double %448) #8
  br label %452

452:
  %453 = phi i32 [ %451, %446 ], [ %442, %436 ]
  %454 = phi i32 [ %449, %446 ], [ %443, %436 ]
  %455 = phi i32 [ %450, %446 ], [ %444, %436 ]
  %456 = phi i32 [ -18, %446 ], [ 0, %436 ]
  %457 = add nsw i32 %455, -1022
  %458 = sitofp i32 %457 to float
  %459 = fmul float %458, 0x3FD5555560000000
  %460 = tail call i32 @llvm.nvvm.f2i.rn(float %459) #8
  %461 = mul i32 %460, -3145728
  %462 = add i32 %461, %454
  %463 = tail call double @llvm.nvvm.lohi.i2d(i32 %453, i32 %462) #8
  %464 = fptrunc double %463 to float
  %465 = tail call float @llvm.nvvm.lg2.approx.ftz.f(float %464) #8
  %466 = fmul float %465, 0x3FD5555560000000
  %467 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %466)
  %468 = fpext float %467 to double
  %469 = fmul double %468, %468
  %470 = tail call i32 @llvm.nvvm.d2i.lo(double %469) #8
  %471 = tail call i32 @llvm.nvvm.d2i.hi(double %469) #8
  %472 = add i32 %471, 1048576
  %473 = tail call double @llvm.nvvm.lohi.i2d(i32 %470, i32 %472) #8
  %474 = tail call double @llvm.fma.f64(double %473, double %468, double %463)
  %475 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %474) #8
  %476 = fneg double %474
  %477 = tail call double @llvm.fma.f64(double %476, double %475, double 1.000000e+00)
  %478 = tail call double @llvm.fma.f64(double %477, double %477, double %477)
  %479 = tail call double @llvm.fma.f64(double %478, double %475, double %475)
  %480 = fneg double %468
  %481 = tail call double @llvm.fma.f64(double %469, double %480, double %463)
  %482 = fmul double %481, %479
  %483 = tail call double @llvm.fma.f64(double %468, double %482, double %468)
  %484 = tail call i32 @llvm.nvvm.d2i.lo(double %483) #8
  %485 = tail call i32 @llvm.nvvm.d2i.hi(double %483) #8
  %486 = add i32 %460, %456
  %487 = shl i32 %486, 20
  %488 = add nsw i32 %485, %487
  %489 = tail call double @llvm.nvvm.lohi.i2d(i32 %484, i32 %488) #8
  %490 = tail call double @llvm.copysign.f64(double %489, double %13) #8
  %491 = fadd double %13, %13
  %492 = tail call noundef double asm "{ .reg .pred __$$temp3;\0A  setp.equ.f64 __$$temp3, $1, $2;\0A  selp.f64 $0, $3, $4, __$$temp3;}", "=d,d,d,d,d"(double %491, double %13, double %491, double %490) #9
  %493 = getelementptr inbounds double, ptr %1, i64 %11
  store double %57, ptr %493, align 8, !tbaa !11
  %494 = add nsw i32 %2, %8
  %495 = sext i32 %494 to i64
  %496 = getelementptr inbounds double, ptr %1, i64 %495
  store double %99, ptr %496, align 8, !tbaa !11
  %497 = shl nsw i32 %2, 1
  %498 = add nsw i32 %497, %8
  %499 = sext i32 %498 to i64
  %500 = getelementptr inbounds double, ptr %1, i64 %499
  store double %139, ptr %500, align 8, !tbaa !11
  %501 = mul nsw i32 %2, 3
  %502 = add nsw i32 %501, %8
  %503 = sext i32 %502 to i64
  %504 = getelementptr inbounds double, ptr %1, i64 %503
  store double %210, ptr %504, align 8, !tbaa !11
  %505 = shl nsw i32 %2, 2
  %506 = add nsw i32 %505, %8
  %507 = sext i32 %506 to i64
  %508 = getelementptr inbounds double, ptr %1, i64 %507
  store double %280, ptr %508, align 8, !tbaa !11
  %509 = mul nsw i32 %2, 5
  %510 = add nsw i32 %509, %8
  %511 = sext i32 %510 to i64
  %512 = getelementptr inbounds double, ptr %1, i64 %511
  store double %374, ptr %512, align 8, !tbaa !11
  %513 = mul nsw i32 %2, 6
  %514 = add nsw i32 %513, %8
  %515 = sext i32 %514 to i64
  %516 = getelementptr inbounds double, ptr %1, i64 %515
  store double %441, ptr %516, align 8, !tbaa !11
  %517 = mul nsw i32 %2, 7
  %518 = add nsw i32 %517, %8
  %519 = sext i32 %518 to i64
  %520 = getelementptr inbounds double, ptr %1, i64 %519
  store double %492, ptr %520, align 8, !tbaa !11
  br label %521

521:
  ret void
}

define dso_local ptx_kernel void @math_special_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %877

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds double, ptr %0, i64 %11
  %13 = load double, ptr %12, align 8, !tbaa !11
  %14 = tail call double @llvm.nvvm.fabs.f64(double %13)
  %15 = fadd contract double %14, 5.000000e-01
  %16 = tail call double @llvm.fma.f64(double %14, double 0xBCF0679AFBA6F279, double 0x3D47088FDB46FA5F)
  %17 = tail call double @llvm.fma.f64(double %16, double %14, double 0xBD8DF9F9B976A9B2)
  %18 = tail call double @llvm.fma.f64(double %17, double %14, double 0x3DC7F1F5590CC332)
  %19 = tail call double @llvm.fma.f64(double %18, double %14, double 0xBDFA28A3CD2D56C4)
  %20 = tail call double @llvm.fma.f64(double %19, double %14, double 0x3E2485EE67835925)
  %21 = tail call double @llvm.fma.f64(double %20, double %14, double 0xBE476DB45919F583)
  %22 = tail call double @llvm.fma.f64(double %21, double %14, double 0x3E62D698D98C8D71)
  %23 = tail call double @llvm.fma.f64(double %22, double %14, double 0xBE720A2C7155D5C6)
  %24 = tail call double @llvm.fma.f64(double %23, double %14, double 0xBE41D29B37CA1397)
  %25 = tail call double @llvm.fma.f64(double %24, double %14, double 0x3EA2EF6CC0F67A49)
  %26 = tail call double @llvm.fma.f64(double %25, double %14, double 0xBEC102B892333B6F)
  %27 = tail call double @llvm.fma.f64(double %26, double %14, double 0x3ECA30375BA9A84E)
  %28 = tail call double @llvm.fma.f64(double %27, double %14, double 0x3ECAAD18DEDEA43E)
  %29 = tail call double @llvm.fma.f64(double %28, double %14, double 0xBEFF05355BC5B225)
  %30 = tail call double @llvm.fma.f64(double %29, double %14, double 0x3F10E37A3108BC8B)
  %31 = tail call double @llvm.fma.f64(double %30, double %14, double 0x3EFB292D828E5CB2)
  %32 = tail call double @llvm.fma.f64(double %31, double %14, double 0xBF4356626EBF9BFA)
  %33 = tail call double @llvm.fma.f64(double %32, double %14, double 0x3F5BCA68F73D6AFC)
  %34 = tail call double @llvm.fma.f64(double %33, double %14, double 0xBF2B6B69EBBC280B)
  %35 = tail call double @llvm.fma.f64(double %34, double %14, double 0xBF9396685912A453)
  %36 = tail call double @llvm.fma.f64(double %35, double %14, double 0x3FBA4F4E2A1ABEF8)
  %37 = tail call double @llvm.fma.f64(double %36, double %14, double 0x3FE45F306DC9C8BB)
  %38 = tail call double @llvm.fma.f64(double %37, double %14, double 0x3FC06EBA8214DB69)
  %39 = tail call double @llvm.fma.f64(double %38, double %14, double %14)
  %40 = fsub double %14, %39
  %41 = tail call double @llvm.fma.f64(double %38, double %14, double %40)
  %42 = fneg double %39
  %43 = fneg double %41
  %44 = fptrunc double %42 to float
  %45 = fmul float %44, 0x3FF7154760000000
  %46 = tail call float @llvm.nvvm.round.f(float %45) #8
  %47 = fpext float %46 to double
  %48 = fneg double %47
  %49 = tail call double @llvm.fma.f64(double %48, double 0x3FE62E42FEFA39EF, double %42)
  %50 = tail call double @llvm.fma.f64(double %49, double 0x3E5AE904A4741B81, double 0x3E928A27F89B6999)
  %51 = tail call double @llvm.fma.f64(double %50, double %49, double 0x3EC71DE715FF7E07)
  %52 = tail call double @llvm.fma.f64(double %51, double %49, double 0x3EFA019A6B0AC45A)
  %53 = tail call double @llvm.fma.f64(double %52, double %49, double 0x3F2A01A017EED94F)
  %54 = tail call double @llvm.fma.f64(double %53, double %49, double 0x3F56C16C17F2A71B)
  %55 = tail call double @llvm.fma.f64(double %54, double %49, double 0x3F811111111173C4)
  %56 = tail call double @llvm.fma.f64(double %55, double %49, double 0x3FA555555555211A)
  %57 = tail call double @llvm.fma.f64(double %56, double %49, double 0x3FC5555555555540)
  %58 = tail call double @llvm.fma.f64(double %57, double %49, double 0x3FE0000000000005)
  %59 = fmul double %49, %58
  %60 = tail call double @llvm.fma.f64(double %59, double %49, double %43)
  %61 = fadd double %49, %60
  %62 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %46)
  %63 = fpext float %62 to double
  %64 = fsub double 1.000000e+00, %63
  %65 = fneg double %61
  %66 = tail call double @llvm.fma.f64(double %65, double %63, double %64)
  %67 = fcmp oge double %14, 0x4017AFB48DC96626
  %68 = select i1 %67, double 1.000000e+00, double %66
  %69 = tail call noundef double @llvm.copysign.f64(double %68, double %13) #8
  %70 = tail call i32 @llvm.nvvm.d2i.hi(double %13) #8
  %71 = and i32 %70, 2147483647
  %72 = tail call i32 @llvm.nvvm.d2i.lo(double %13) #8
  %73 = icmp samesign ult i32 %71, 2146435072
  br i1 %73, label %74, label %161

74:
  %75 = tail call double @llvm.nvvm.lohi.i2d(i32 %72, i32 %71) #8
  %76 = fadd double %75, -4.000000e+00
  %77 = fadd double %75, 4.000000e+00
  %78 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %77) #8
  %79 = fneg double %77
  %80 = tail call double @llvm.fma.f64(double %79, double %78, double 1.000000e+00)
  %81 = tail call double @llvm.fma.f64(double %80, double %80, double %80)
  %82 = tail call double @llvm.fma.f64(double %81, double %78, double %78)
  %83 = fmul double %76, %82
  %84 = tail call double @llvm.nvvm.add.rn.d(double %83, double 1.000000e+00) #8
  %85 = tail call double @llvm.fma.f64(double %84, double -4.000000e+00, double %75)
  %86 = fneg double %83
  %87 = tail call double @llvm.fma.f64(double %86, double %75, double %85)
  %88 = tail call double @llvm.fma.f64(double %82, double %87, double %83)
  %89 = tail call double @llvm.fma.f64(double %88, double 0xBDF8774AD4E0BFD7, double 0xBE44E1C6FD03D328)
  %90 = tail call double @llvm.fma.f64(double %89, double %88, double 0xBE4330149F7A56B6)
  %91 = tail call double @llvm.fma.f64(double %90, double %88, double 0x3E7BEDDED8376273)
  %92 = tail call double @llvm.fma.f64(double %91, double %88, double 0x3E6F9254C3ABF22B)
  %93 = tail call double @llvm.fma.f64(double %92, double %88, double 0xBEAB9068C2148CF0)
  %94 = tail call double @llvm.fma.f64(double %93, double %88, double 0x3E94C6454DB34009)
  %95 = tail call double @llvm.fma.f64(double %94, double %88, double 0x3ED7F1C378F2311D)
  %96 = tail call double @llvm.fma.f64(double %95, double %88, double 0xBEE78E051C6D5C58)
  %97 = tail call double @llvm.fma.f64(double %96, double %88, double 0xBEF995B4EAD14A90)
  %98 = tail call double @llvm.fma.f64(double %97, double %88, double 0x3F23BE27CF0A29B2)
  %99 = tail call double @llvm.fma.f64(double %98, double %88, double 0xBF2A1DEF3E81672E)
  %100 = tail call double @llvm.fma.f64(double %99, double %88, double 0xBF48D4ABE68C1713)
  %101 = tail call double @llvm.fma.f64(double %100, double %88, double 0x3F749C67210DD6B4)
  %102 = tail call double @llvm.fma.f64(double %101, double %88, double 0xBF9096238568E357)
  %103 = tail call double @llvm.fma.f64(double %102, double %88, double 0x3FA3079EDF8C2DC9)
  %104 = tail call double @llvm.fma.f64(double %103, double %88, double 0xBFB0FB06DFF601FC)
  %105 = tail call double @llvm.fma.f64(double %104, double %88, double 0x3FB7FEE004DFBCDC)
  %106 = tail call double @llvm.fma.f64(double %105, double %88, double 0xBFB9DDB23C3DB8C6)
  %107 = tail call double @llvm.fma.f64(double %106, double %88, double 0x3FB16ECEFCFA5FDA)
  %108 = tail call double @llvm.fma.f64(double %107, double %88, double 0x3F8F7F5DF66FB6D6)
  %109 = tail call double @llvm.fma.f64(double %108, double %88, double 0xBFC1DF1AD154A29D)
  %110 = tail call double @llvm.fma.f64(double %109, double %88, double 0x3FF3BA5916E9FD7F)
  %111 = tail call double @llvm.fma.f64(double %75, double 2.000000e+00, double 1.000000e+00)
  %112 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %111) #8
  %113 = fneg double %111
  %114 = tail call double @llvm.fma.f64(double %113, double %112, double 1.000000e+00)
  %115 = tail call double @llvm.fma.f64(double %114, double %114, double %114)
  %116 = tail call double @llvm.fma.f64(double %115, double %112, double %112)
  %117 = fmul double %116, %110
  %118 = fmul double %117, -2.000000e+00
  %119 = tail call double @llvm.fma.f64(double %75, double %118, double %110)
  %120 = fneg double %117
  %121 = tail call double @llvm.nvvm.add.rn.d(double %119, double %120) #8
  %122 = tail call double @llvm.fma.f64(double %121, double %116, double %117)
  %123 = fneg double %75
  %124 = fmul double %75, %123
  %125 = tail call double @llvm.fma.f64(double %124, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %126 = tail call i32 @llvm.nvvm.d2i.lo(double %125) #8
  %127 = tail call double @llvm.nvvm.add.rn.d(double %125, double 0xC338000000000000) #8
  %128 = tail call double @llvm.fma.f64(double %127, double 0xBFE62E42FEFA39EF, double %124)
  %129 = tail call double @llvm.fma.f64(double %127, double 0xBC7ABC9E3B39803F, double %128)
  %130 = tail call double @llvm.fma.f64(double %129, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %131 = tail call double @llvm.fma.f64(double %130, double %129, double 0x3EC71DEE62401315)
  %132 = tail call double @llvm.fma.f64(double %131, double %129, double 0x3EFA01997C89EB71)
  %133 = tail call double @llvm.fma.f64(double %132, double %129, double 0x3F2A01A014761F65)
  %134 = tail call double @llvm.fma.f64(double %133, double %129, double 0x3F56C16C1852B7AF)
  %135 = tail call double @llvm.fma.f64(double %134, double %129, double 0x3F81111111122322)
  %136 = tail call double @llvm.fma.f64(double %135, double %129, double 0x3FA55555555502A1)
  %137 = tail call double @llvm.fma.f64(double %136, double %129, double 0x3FC5555555555511)
  %138 = tail call double @llvm.fma.f64(double %137, double %129, double 0x3FE000000000000B)
  %139 = tail call double @llvm.fma.f64(double %138, double %129, double 1.000000e+00)
  %140 = tail call double @llvm.fma.f64(double %139, double %129, double 1.000000e+00)
  %141 = sdiv i32 %126, 2
  %142 = tail call i32 @llvm.nvvm.d2i.lo(double %140) #8
  %143 = tail call i32 @llvm.nvvm.d2i.hi(double %140) #8
  %144 = shl i32 %141, 20
  %145 = add i32 %143, %144
  %146 = tail call double @llvm.nvvm.lohi.i2d(i32 %142, i32 %145) #8
  %147 = sub nsw i32 %126, %141
  %148 = shl i32 %147, 20
  %149 = add nsw i32 %148, 1072693248
  %150 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %149) #8
  %151 = fmul double %150, %146
  %152 = fneg double %124
  %153 = tail call double @llvm.fma.f64(double %123, double %75, double %152)
  %154 = tail call double @llvm.fma.f64(double %151, double %153, double %151)
  %155 = fmul double %154, %122
  %156 = icmp samesign ugt i32 %71, 1077624832
  %157 = select i1 %156, double 0.000000e+00, double %155
  %158 = icmp slt i32 %70, 0
  %159 = fsub double 2.000000e+00, %157
  %160 = select i1 %158, double %159, double %157
  br label %169

161:
  %162 = icmp eq i32 %71, 2146435072
  %163 = icmp eq i32 %72, 0
  %164 = select i1 %162, i1 %163, i1 false
  %165 = icmp slt i32 %70, 0
  %166 = select i1 %165, double 2.000000e+00, double 0.000000e+00
  %167 = fadd double %13, %13
  %168 = select i1 %164, double %166, double %167
  br label %169

169:
  %170 = phi double [ %160, %74 ], [ %168, %161 ]
  %171 = tail call i32 @llvm.nvvm.d2i.hi(double %15) #8
  %172 = bitcast i32 %171 to float
  %173 = fcmp ult double %15, 0.000000e+00
  br i1 %173, label %389, label %174

174:
  %175 = fcmp olt float %172, 2.250000e+00
  br i1 %175, label %176, label %214

176:
  %177 = fcmp oge float %172, 2.187500e+00
  %178 = fadd double %15, -1.000000e+00
  %179 = select i1 %177, double %178, double 1.000000e+00
  %180 = select i1 %177, double %178, double %15
  %181 = fcmp oge float %172, 2.062500e+00
  %182 = fneg double %179
  %183 = tail call double @llvm.fma.f64(double %180, double %179, double %182)
  %184 = fadd double %180, -1.000000e+00
  %185 = select i1 %181, double %183, double 1.000000e+00
  %186 = select i1 %181, double %184, double %15
  %187 = fcmp oge float %172, 1.937500e+00
  %188 = fneg double %185
  %189 = tail call double @llvm.fma.f64(double %186, double %185, double %188)
  %190 = fadd double %186, -1.000000e+00
  %191 = select i1 %187, double %189, double 1.000000e+00
  %192 = select i1 %187, double %190, double %15
  %193 = fcmp oge float %172, 1.750000e+00
  %194 = fadd double %192, -1.000000e+00
  %195 = select i1 %193, double %194, double %15
  %196 = tail call double @llvm.fma.f64(double %195, double 0x3E381B4960FCF5C9, double 0xBE8AF7049AE8A594)
  %197 = tail call double @llvm.fma.f64(double %196, double %195, double 0x3EB301D46D4B22F5)
  %198 = tail call double @llvm.fma.f64(double %197, double %195, double 0xBEB50272AEED0FC4)
  %199 = tail call double @llvm.fma.f64(double %198, double %195, double 0xBEF51CE1A40516F8)
  %200 = tail call double @llvm.fma.f64(double %199, double %195, double 0x3F20C8AA7419084C)
  %201 = tail call double @llvm.fma.f64(double %200, double %195, double 0xBF2C3650196BAD8A)
  %202 = tail call double @llvm.fma.f64(double %201, double %195, double 0xBF531711365A3E26)
  %203 = tail call double @llvm.fma.f64(double %202, double %195, double 0x3F7D919C52A7DF35)
  %204 = tail call double @llvm.fma.f64(double %203, double %195, double 0xBF83B4AF28386F4D)
  %205 = tail call double @llvm.fma.f64(double %204, double %195, double 0xBFA59AF103C37B4D)
  %206 = tail call double @llvm.fma.f64(double %205, double %195, double 0x3FC5512320B439EF)
  %207 = tail call double @llvm.fma.f64(double %206, double %195, double 0xBFA5815E8FA26F4F)
  %208 = tail call double @llvm.fma.f64(double %207, double %195, double 0xBFE4FCF4026AFA2B)
  %209 = tail call double @llvm.fma.f64(double %208, double %195, double 0x3FE2788CFC6FB619)
  %210 = tail call double @llvm.fma.f64(double %209, double %195, double 1.000000e+00)
  %211 = fmul double %15, %210
  %212 = select i1 %193, double %210, double %211
  %213 = fdiv double %191, %212
  br label %558

214:
  %215 = tail call i32 @llvm.nvvm.d2i.lo(double %15) #8
  %216 = lshr i32 %171, 20
  %217 = icmp eq i32 %216, 0
  %218 = fmul double %15, 0x4350000000000000
  %219 = tail call i32 @llvm.nvvm.d2i.hi(double %218) #8
  %220 = tail call i32 @llvm.nvvm.d2i.lo(double %218) #8
  %221 = lshr i32 %219, 20
  %222 = add nsw i32 %221, -54
  %223 = select i1 %217, i32 %220, i32 %215
  %224 = select i1 %217, i32 %219, i32 %171
  %225 = select i1 %217, i32 %222, i32 %216
  %226 = and i32 %224, -2146435073
  %227 = or disjoint i32 %226, 1072693248
  %228 = tail call double @llvm.nvvm.lohi.i2d(i32 %223, i32 %227) #8
  %229 = icmp ugt i32 %227, 1073127582
  %230 = tail call i32 @llvm.nvvm.d2i.lo(double %228) #8
  %231 = tail call i32 @llvm.nvvm.d2i.hi(double %228) #8
  %232 = add i32 %231, -1048576
  %233 = tail call double @llvm.nvvm.lohi.i2d(i32 %230, i32 %232) #8
  %234 = select i1 %229, double %233, double %228
  %235 = select i1 %229, i32 -1022, i32 -1023
  %236 = add nsw i32 %235, %225
  %237 = fadd double %234, -1.000000e+00
  %238 = fadd double %234, 1.000000e+00
  %239 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %238) #8
  %240 = fneg double %238
  %241 = tail call double @llvm.fma.f64(double %240, double %239, double 1.000000e+00)
  %242 = tail call double @llvm.fma.f64(double %241, double %241, double %241)
  %243 = tail call double @llvm.fma.f64(double %242, double %239, double %239)
  %244 = fmul double %237, %243
  %245 = fadd double %244, %244
  %246 = fmul double %245, %245
  %247 = tail call double @llvm.fma.f64(double %246, double 0x3EB0F5FF7D2CAFE2, double 0x3ED0F5D241AD3B5A)
  %248 = tail call double @llvm.fma.f64(double %247, double %246, double 0x3EF3B20A75488A3F)
  %249 = tail call double @llvm.fma.f64(double %248, double %246, double 0x3F1745CDE4FAECD5)
  %250 = tail call double @llvm.fma.f64(double %249, double %246, double 0x3F3C71C7258A578B)
  %251 = tail call double @llvm.fma.f64(double %250, double %246, double 0x3F6249249242B910)
  %252 = tail call double @llvm.fma.f64(double %251, double %246, double 0x3F89999999999DFB)
  %253 = fmul double %246, %252
  %254 = fsub double %237, %245
  %255 = fmul double %254, 2.000000e+00
  %256 = fneg double %245
  %257 = tail call double @llvm.fma.f64(double %256, double %237, double %255)
  %258 = fmul double %243, %257
  %259 = fadd double %253, 0x3FB5555555555555
  %260 = fsub double 0x3FB5555555555555, %259
  %261 = fadd double %253, %260
  %262 = fadd double %261, 0xBC46A4CB00B9E7B0
  %263 = fadd double %259, %262
  %264 = fsub double %259, %263
  %265 = fadd double %262, %264
  %266 = tail call double @llvm.nvvm.mul.rn.d(double %245, double %245) #8
  %267 = fneg double %266
  %268 = tail call double @llvm.fma.f64(double %245, double %245, double %267)
  %269 = tail call i32 @llvm.nvvm.d2i.lo(double %258) #8
  %270 = tail call i32 @llvm.nvvm.d2i.hi(double %258) #8
  %271 = add i32 %270, 1048576
  %272 = tail call double @llvm.nvvm.lohi.i2d(i32 %269, i32 %271) #8
  %273 = tail call double @llvm.fma.f64(double %245, double %272, double %268)
  %274 = tail call double @llvm.nvvm.mul.rn.d(double %266, double %245) #8
  %275 = fneg double %274
  %276 = tail call double @llvm.fma.f64(double %266, double %245, double %275)
  %277 = tail call double @llvm.fma.f64(double %266, double %258, double %276)
  %278 = tail call double @llvm.fma.f64(double %273, double %245, double %277)
  %279 = tail call double @llvm.nvvm.mul.rn.d(double %263, double %274) #8
  %280 = fneg double %279
  %281 = tail call double @llvm.fma.f64(double %263, double %274, double %280)
  %282 = tail call double @llvm.fma.f64(double %263, double %278, double %281)
  %283 = tail call double @llvm.fma.f64(double %265, double %274, double %282)
  %284 = fadd double %279, %283
  %285 = fsub double %279, %284
  %286 = fadd double %283, %285
  %287 = fadd double %245, %284
  %288 = fsub double %245, %287
  %289 = fadd double %284, %288
  %290 = fadd double %286, %289
  %291 = fadd double %258, %290
  %292 = fadd double %287, %291
  %293 = fsub double %287, %292
  %294 = fadd double %291, %293
  %295 = xor i32 %236, -2147483648
  %296 = tail call double @llvm.nvvm.lohi.i2d(i32 %295, i32 1127219200) #8
  %297 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %298 = fsub double %296, %297
  %299 = tail call double @llvm.fma.f64(double %298, double 0x3FE62E42FEFA39EF, double %292)
  %300 = fneg double %298
  %301 = tail call double @llvm.fma.f64(double %300, double 0x3FE62E42FEFA39EF, double %299)
  %302 = fsub double %301, %292
  %303 = fsub double %294, %302
  %304 = tail call double @llvm.fma.f64(double %298, double 0x3C7ABC9E3B39803F, double %303)
  %305 = fadd double %299, %304
  %306 = fsub double %299, %305
  %307 = fadd double %304, %306
  %308 = fadd double %15, -5.000000e-01
  %309 = tail call double @llvm.nvvm.mul.rn.d(double %305, double %308) #8
  %310 = fneg double %309
  %311 = tail call double @llvm.fma.f64(double %305, double %308, double %310)
  %312 = tail call double @llvm.fma.f64(double %307, double %308, double %311)
  %313 = fadd double %309, %312
  %314 = fsub double %309, %313
  %315 = fadd double %312, %314
  %316 = fsub double %313, %15
  %317 = fsub double %313, %316
  %318 = fsub double %317, %15
  %319 = fadd double %315, %318
  %320 = fadd double %316, %319
  %321 = fsub double %316, %320
  %322 = fadd double %319, %321
  %323 = tail call double @llvm.fma.f64(double %320, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %324 = tail call i32 @llvm.nvvm.d2i.lo(double %323) #8
  %325 = tail call double @llvm.nvvm.add.rn.d(double %323, double 0xC338000000000000) #8
  %326 = tail call double @llvm.fma.f64(double %325, double 0xBFE62E42FEFA39EF, double %320)
  %327 = tail call double @llvm.fma.f64(double %325, double 0xBC7ABC9E3B39803F, double %326)
  %328 = tail call double @llvm.fma.f64(double %327, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %329 = tail call double @llvm.fma.f64(double %328, double %327, double 0x3EC71DEE62401315)
  %330 = tail call double @llvm.fma.f64(double %329, double %327, double 0x3EFA01997C89EB71)
  %331 = tail call double @llvm.fma.f64(double %330, double %327, double 0x3F2A01A014761F65)
  %332 = tail call double @llvm.fma.f64(double %331, double %327, double 0x3F56C16C1852B7AF)
  %333 = tail call double @llvm.fma.f64(double %332, double %327, double 0x3F81111111122322)
  %334 = tail call double @llvm.fma.f64(double %333, double %327, double 0x3FA55555555502A1)
  %335 = tail call double @llvm.fma.f64(double %334, double %327, double 0x3FC5555555555511)
  %336 = tail call double @llvm.fma.f64(double %335, double %327, double 0x3FE000000000000B)
  %337 = tail call double @llvm.fma.f64(double %336, double %327, double 1.000000e+00)
  %338 = tail call double @llvm.fma.f64(double %337, double %327, double 1.000000e+00)
  %339 = tail call i32 @llvm.nvvm.d2i.lo(double %338) #8
  %340 = tail call i32 @llvm.nvvm.d2i.hi(double %338) #8
  %341 = shl i32 %324, 20
  %342 = add i32 %340, %341
  %343 = tail call double @llvm.nvvm.lohi.i2d(i32 %339, i32 %342) #8
  %344 = tail call i32 @llvm.nvvm.d2i.hi(double %320) #8
  %345 = bitcast i32 %344 to float
  %346 = tail call float @llvm.nvvm.fabs.f32(float %345)
  %347 = fcmp olt float %346, 0x4010C46560000000
  br i1 %347, label %363, label %348

348:
  %349 = fcmp olt double %320, 0.000000e+00
  %350 = fadd double %320, 0x7FF0000000000000
  %351 = select i1 %349, double 0.000000e+00, double %350
  %352 = fcmp olt float %346, 0x4010E90000000000
  br i1 %352, label %353, label %363

353:
  %354 = sdiv i32 %324, 2
  %355 = shl i32 %354, 20
  %356 = add i32 %340, %355
  %357 = tail call double @llvm.nvvm.lohi.i2d(i32 %339, i32 %356) #8
  %358 = sub nsw i32 %324, %354
  %359 = shl i32 %358, 20
  %360 = add nsw i32 %359, 1072693248
  %361 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %360) #8
  %362 = fmul double %361, %357
  br label %363

363:
  %364 = phi double [ %343, %214 ], [ %362, %353 ], [ %351, %348 ]
  %365 = tail call double @llvm.fma.f64(double %322, double %364, double %364)
  %366 = fmul double %365, 0xBCAA6A0D6F814637
  %367 = tail call double @llvm.fma.f64(double %365, double 0x40040D931FF62706, double %366)
  %368 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %15) #8
  %369 = fneg double %15
  %370 = tail call double @llvm.fma.f64(double %369, double %368, double 1.000000e+00)
  %371 = tail call double @llvm.fma.f64(double %370, double %370, double %370)
  %372 = tail call double @llvm.fma.f64(double %371, double %368, double %368)
  %373 = tail call double @llvm.fma.f64(double %372, double 0xBF64BEE47C38A637, double 0x3F73C25DA81303D5)
  %374 = tail call double @llvm.fma.f64(double %373, double %372, double 0xBF6B7C37A96CFC72)
  %375 = tail call double @llvm.fma.f64(double %374, double %372, double 0x3F35A85ABDE1E324)
  %376 = tail call double @llvm.fma.f64(double %375, double %372, double 0x3F4A8B28F07B3F05)
  %377 = tail call double @llvm.fma.f64(double %376, double %372, double 0xBF0A15D1D45A282F)
  %378 = tail call double @llvm.fma.f64(double %377, double %372, double 0xBF4367D3468CB5BE)
  %379 = tail call double @llvm.fma.f64(double %378, double %372, double 0x3F12471B0E9F1005)
  %380 = tail call double @llvm.fma.f64(double %379, double %372, double 0x3F49B1004744D5C4)
  %381 = tail call double @llvm.fma.f64(double %380, double %372, double 0xBF2E13CE69AB4B7F)
  %382 = tail call double @llvm.fma.f64(double %381, double %372, double 0xBF65F7268ECF8A01)
  %383 = tail call double @llvm.fma.f64(double %382, double %372, double 0x3F6C71C71C71ACE0)
  %384 = tail call double @llvm.fma.f64(double %383, double %372, double 0x3FB5555555555556)
  %385 = fmul double %372, %384
  %386 = tail call double @llvm.fma.f64(double %385, double %367, double %367)
  %387 = fcmp oge double %15, 0x406573FAE561F648
  %388 = select i1 %387, double 0x7FF0000000000000, double %386
  br label %558

389:
  %390 = fcmp olt double %15, 0.000000e+00
  br i1 %390, label %391, label %556

391:
  %392 = tail call double @llvm.trunc.f64(double %15)
  %393 = fcmp oeq double %15, %392
  br i1 %393, label %558, label %394

394:
  %395 = fcmp ogt float %172, -2.250000e+00
  br i1 %395, label %396, label %434

396:
  %397 = fcmp ole float %172, -2.187500e+00
  %398 = tail call double @llvm.fma.f64(double %15, double %15, double %15)
  %399 = fadd double %15, 1.000000e+00
  %400 = select i1 %397, double %398, double %15
  %401 = select i1 %397, double %399, double %15
  %402 = fcmp ole float %172, -2.062500e+00
  %403 = tail call double @llvm.fma.f64(double %401, double %400, double %400)
  %404 = fadd double %401, 1.000000e+00
  %405 = select i1 %402, double %403, double %15
  %406 = select i1 %402, double %404, double %15
  %407 = fcmp ole float %172, -1.937500e+00
  %408 = tail call double @llvm.fma.f64(double %406, double %405, double %405)
  %409 = fadd double %406, 1.000000e+00
  %410 = select i1 %407, double %408, double %15
  %411 = select i1 %407, double %409, double %15
  %412 = fcmp ole float %172, -1.750000e+00
  %413 = tail call double @llvm.fma.f64(double %411, double %410, double %410)
  %414 = fadd double %411, 1.000000e+00
  %415 = select i1 %412, double %413, double %15
  %416 = select i1 %412, double %414, double %15
  %417 = tail call double @llvm.fma.f64(double %416, double 0x3E381B4960FCF5C9, double 0xBE8AF7049AE8A594)
  %418 = tail call double @llvm.fma.f64(double %417, double %416, double 0x3EB301D46D4B22F5)
  %419 = tail call double @llvm.fma.f64(double %418, double %416, double 0xBEB50272AEED0FC4)
  %420 = tail call double @llvm.fma.f64(double %419, double %416, double 0xBEF51CE1A40516F8)
  %421 = tail call double @llvm.fma.f64(double %420, double %416, double 0x3F20C8AA7419084C)
  %422 = tail call double @llvm.fma.f64(double %421, double %416, double 0xBF2C3650196BAD8A)
  %423 = tail call double @llvm.fma.f64(double %422, double %416, double 0xBF531711365A3E26)
  %424 = tail call double @llvm.fma.f64(double %423, double %416, double 0x3F7D919C52A7DF35)
  %425 = tail call double @llvm.fma.f64(double %424, double %416, double 0xBF83B4AF28386F4D)
  %426 = tail call double @llvm.fma.f64(double %425, double %416, double 0xBFA59AF103C37B4D)
  %427 = tail call double @llvm.fma.f64(double %426, double %416, double 0x3FC5512320B439EF)
  %428 = tail call double @llvm.fma.f64(double %427, double %416, double 0xBFA5815E8FA26F4F)
  %429 = tail call double @llvm.fma.f64(double %428, double %416, double 0xBFE4FCF4026AFA2B)
  %430 = tail call double @llvm.fma.f64(double %429, double %416, double 0x3FE2788CFC6FB619)
  %431 = tail call double @llvm.fma.f64(double %430, double %416, double 1.000000e+00)
  %432 = fmul double %415, %431
  %433 = fdiv double 1.000000e+00, %432
  br label %558

434:
  %435 = fcmp ogt float %172, 0xC00CE40000000000
  br i1 %435, label %436, label %548

436:
  %437 = tail call i32 @llvm.nvvm.d2i.lo(double %15) #8
  %438 = add i32 %171, 1048576
  %439 = tail call double @llvm.nvvm.lohi.i2d(i32 %437, i32 %438) #8
  %440 = tail call double @llvm.nvvm.round.d(double %439) #8
  %441 = fptosi double %440 to i64
  %442 = trunc i64 %441 to i32
  %443 = fneg double %440
  %444 = tail call double @llvm.fma.f64(double %443, double 5.000000e-01, double %15)
  %445 = fmul double %444, 0x3CA1A62633145C07
  %446 = tail call double @llvm.fma.f64(double %444, double 0x400921FB54442D18, double %445)
  %447 = and i32 %442, 1
  %448 = shl nuw nsw i32 %447, 3
  %449 = zext nneg i32 %448 to i64
  %450 = getelementptr inbounds nuw double, ptr addrspace(1) @__cudart_sin_cos_coeffs, i64 %449
  %451 = tail call double @llvm.nvvm.mul.rn.d(double %446, double %446) #8
  %452 = icmp eq i32 %447, 0
  %453 = select i1 %452, double 0x3DE5DB65F9785EBA, double 0xBDA8FF8320FD8164
  %454 = load double, ptr addrspace(1) %450, align 16
  %455 = tail call double @llvm.fma.f64(double %453, double %451, double %454)
  %456 = getelementptr inbounds nuw i8, ptr addrspace(1) %450, i64 8
  %457 = load double, ptr addrspace(1) %456, align 8
  %458 = tail call double @llvm.fma.f64(double %455, double %451, double %457)
  %459 = getelementptr inbounds nuw i8, ptr addrspace(1) %450, i64 16
  %460 = load double, ptr addrspace(1) %459, align 16
  %461 = tail call double @llvm.fma.f64(double %458, double %451, double %460)
  %462 = getelementptr inbounds nuw i8, ptr addrspace(1) %450, i64 24
  %463 = load double, ptr addrspace(1) %462, align 8
  %464 = tail call double @llvm.fma.f64(double %461, double %451, double %463)
  %465 = getelementptr inbounds nuw i8, ptr addrspace(1) %450, i64 32
  %466 = load double, ptr addrspace(1) %465, align 16
  %467 = tail call double @llvm.fma.f64(double %464, double %451, double %466)
  %468 = getelementptr inbounds nuw i8, ptr addrspace(1) %450, i64 40
  %469 = load double, ptr addrspace(1) %468, align 8
  %470 = tail call double @llvm.fma.f64(double %467, double %451, double %469)
  %471 = tail call double @llvm.fma.f64(double %470, double %446, double %446)
  %472 = tail call double @llvm.fma.f64(double %470, double %451, double 1.000000e+00)
  %473 = select i1 %452, double %471, double %472
  %474 = and i32 %442, 2
  %475 = icmp eq i32 %474, 0
  %476 = fsub double 0.000000e+00, %473
  %477 = select i1 %475, double %473, double %476
  %478 = tail call double @llvm.nvvm.fabs.f64(double %15)
  %479 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %478) #8
  %480 = fneg double %478
  %481 = tail call double @llvm.fma.f64(double %480, double %479, double 1.000000e+00)
  %482 = tail call double @llvm.fma.f64(double %481, double %481, double %481)
  %483 = tail call double @llvm.fma.f64(double %482, double %479, double %479)
  %484 = tail call double @llvm.fma.f64(double %483, double 0xBF64BEE47C38A637, double 0x3F73C25DA81303D5)
  %485 = tail call double @llvm.fma.f64(double %484, double %483, double 0xBF6B7C37A96CFC72)
  %486 = tail call double @llvm.fma.f64(double %485, double %483, double 0x3F35A85ABDE1E324)
  %487 = tail call double @llvm.fma.f64(double %486, double %483, double 0x3F4A8B28F07B3F05)
  %488 = tail call double @llvm.fma.f64(double %487, double %483, double 0xBF0A15D1D45A282F)
  %489 = tail call double @llvm.fma.f64(double %488, double %483, double 0xBF4367D3468CB5BE)
  %490 = tail call double @llvm.fma.f64(double %489, double %483, double 0x3F12471B0E9F1005)
  %491 = tail call double @llvm.fma.f64(double %490, double %483, double 0x3F49B1004744D5C4)
  %492 = tail call double @llvm.fma.f64(double %491, double %483, double 0xBF2E13CE69AB4B7F)
  %493 = tail call double @llvm.fma.f64(double %492, double %483, double 0xBF65F7268ECF8A01)
  %494 = tail call double @llvm.fma.f64(double %493, double %483, double 0x3F6C71C71C71ACE0)
  %495 = tail call double @llvm.fma.f64(double %494, double %483, double 0x3FB5555555555556)
  %496 = fmul double %483, %495
  %497 = tail call double @llvm.fma.f64(double %496, double %477, double %477)
  %498 = fmul double %478, %497
  %499 = tail call double @llvm.fma.f64(double %478, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %500 = tail call i32 @llvm.nvvm.d2i.lo(double %499) #8
  %501 = tail call double @llvm.nvvm.add.rn.d(double %499, double 0xC338000000000000) #8
  %502 = tail call double @llvm.fma.f64(double %501, double 0xBFE62E42FEFA39EF, double %478)
  %503 = tail call double @llvm.fma.f64(double %501, double 0xBC7ABC9E3B39803F, double %502)
  %504 = tail call double @llvm.fma.f64(double %503, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %505 = tail call double @llvm.fma.f64(double %504, double %503, double 0x3EC71DEE62401315)
  %506 = tail call double @llvm.fma.f64(double %505, double %503, double 0x3EFA01997C89EB71)
  %507 = tail call double @llvm.fma.f64(double %506, double %503, double 0x3F2A01A014761F65)
  %508 = tail call double @llvm.fma.f64(double %507, double %503, double 0x3F56C16C1852B7AF)
  %509 = tail call double @llvm.fma.f64(double %508, double %503, double 0x3F81111111122322)
  %510 = tail call double @llvm.fma.f64(double %509, double %503, double 0x3FA55555555502A1)
  %511 = tail call double @llvm.fma.f64(double %510, double %503, double 0x3FC5555555555511)
  %512 = tail call double @llvm.fma.f64(double %511, double %503, double 0x3FE000000000000B)
  %513 = tail call double @llvm.fma.f64(double %512, double %503, double 1.000000e+00)
  %514 = tail call double @llvm.fma.f64(double %513, double %503, double 1.000000e+00)
  %515 = tail call i32 @llvm.abs.i32(i32 %500, i1 false)
  %516 = icmp slt i32 %515, 1023
  br i1 %516, label %517, label %520

517:
  %518 = shl i32 %500, 20
  %519 = add i32 %518, 1072693248
  br label %528

520:
  %521 = add nsw i32 %500, 2046
  %522 = shl i32 %521, 19
  %523 = and i32 %522, -1048576
  %524 = shl i32 %521, 20
  %525 = sub i32 %524, %523
  %526 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %523) #8
  %527 = fmul double %526, %514
  br label %528

528:
  %529 = phi double [ %514, %517 ], [ %527, %520 ]
  %530 = phi i32 [ %519, %517 ], [ %525, %520 ]
  %531 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %530) #8
  %532 = fmul double %529, %531
  %533 = fmul double %532, 0xBC9A6A0D6F814637
  %534 = tail call double @llvm.fma.f64(double %532, double 0x3FF40D931FF62706, double %533)
  %535 = fdiv double %534, %498
  %536 = fadd double %478, -5.000000e-01
  %537 = fcmp ole float %172, 0xC00C3C8000000000
  %538 = tail call i32 @llvm.nvvm.d2i.lo(double %536) #8
  %539 = tail call i32 @llvm.nvvm.d2i.hi(double %536) #8
  %540 = add i32 %539, -1048576
  %541 = tail call double @llvm.nvvm.lohi.i2d(i32 %538, i32 %540) #8
  %542 = select i1 %537, double %541, double %536
  %543 = fneg double %542
  %544 = tail call fastcc double @__internal_accurate_pow(double %478, double %543)
  %545 = fmul double %544, %535
  %546 = select i1 %537, double %545, double %535
  %547 = fmul double %544, %546
  br label %558

548:
  %549 = tail call double @llvm.floor.f64(double %15)
  %550 = fmul double %549, 5.000000e-01
  %551 = tail call double @llvm.floor.f64(double %550)
  %552 = fmul double %551, 2.000000e+00
  %553 = fsub double %549, %552
  %554 = fcmp oeq double %553, 1.000000e+00
  %555 = select i1 %554, double -0.000000e+00, double 0.000000e+00
  br label %558

556:
  %557 = fadd double %15, %15
  br label %558

558:
  %559 = phi double [ %388, %363 ], [ %213, %176 ], [ %557, %556 ], [ %555, %548 ], [ %433, %396 ], [ %547, %528 ], [ 0xFFF8000000000000, %391 ]
  %560 = tail call double @llvm.nvvm.fabs.f64(double %15)
  %561 = fcmp uno double %560, 0.000000e+00
  br i1 %561, label %693, label %562

562:
  %563 = tail call fastcc double @__internal_lgamma_pos(double %560)
  %564 = icmp slt i32 %171, 0
  br i1 %564, label %565, label %695

565:
  %566 = tail call double @llvm.trunc.f64(double %560)
  %567 = fcmp oeq double %560, %566
  br i1 %567, label %695, label %568

568:
  %569 = tail call i32 @llvm.nvvm.d2i.hi(double %560) #8
  %570 = icmp slt i32 %569, 1006632960
  br i1 %570, label %617, label %571

571:
  %572 = tail call i32 @llvm.nvvm.d2i.lo(double %560) #8
  %573 = add nuw i32 %569, 1048576
  %574 = tail call double @llvm.nvvm.lohi.i2d(i32 %572, i32 %573) #8
  %575 = tail call double @llvm.nvvm.round.d(double %574) #8
  %576 = fptosi double %575 to i64
  %577 = trunc i64 %576 to i32
  %578 = fneg double %575
  %579 = tail call double @llvm.fma.f64(double %578, double 5.000000e-01, double %560)
  %580 = fmul double %579, 0x3CA1A62633145C07
  %581 = tail call double @llvm.fma.f64(double %579, double 0x400921FB54442D18, double %580)
  %582 = and i32 %577, 1
  %583 = shl nuw nsw i32 %582, 3
  %584 = zext nneg i32 %583 to i64
  %585 = getelementptr inbounds nuw double, ptr addrspace(1) @__cudart_sin_cos_coeffs, i64 %584
  %586 = tail call double @llvm.nvvm.mul.rn.d(double %581, double %581) #8
  %587 = icmp eq i32 %582, 0
  %588 = select i1 %587, double 0x3DE5DB65F9785EBA, double 0xBDA8FF8320FD8164
  %589 = load double, ptr addrspace(1) %585, align 16
  %590 = tail call double @llvm.fma.f64(double %588, double %586, double %589)
  %591 = getelementptr inbounds nuw i8, ptr addrspace(1) %585, i64 8
  %592 = load double, ptr addrspace(1) %591, align 8
  %593 = tail call double @llvm.fma.f64(double %590, double %586, double %592)
  %594 = getelementptr inbounds nuw i8, ptr addrspace(1) %585, i64 16
  %595 = load double, ptr addrspace(1) %594, align 16
  %596 = tail call double @llvm.fma.f64(double %593, double %586, double %595)
  %597 = getelementptr inbounds nuw i8, ptr addrspace(1) %585, i64 24
  %598 = load double, ptr addrspace(1) %597, align 8
  %599 = tail call double @llvm.fma.f64(double %596, double %586, double %598)
  %600 = getelementptr inbounds nuw i8, ptr addrspace(1) %585, i64 32
  %601 = load double, ptr addrspace(1) %600, align 16
  %602 = tail call double @llvm.fma.f64(double %599, double %586, double %601)
  %603 = getelementptr inbounds nuw i8, ptr addrspace(1) %585, i64 40
  %604 = load double, ptr addrspace(1) %603, align 8
  %605 = tail call double @llvm.fma.f64(double %602, double %586, double %604)
  %606 = tail call double @llvm.fma.f64(double %605, double %581, double %581)
  %607 = tail call double @llvm.fma.f64(double %605, double %586, double 1.000000e+00)
  %608 = select i1 %587, double %606, double %607
  %609 = and i32 %577, 2
  %610 = icmp eq i32 %609, 0
  %611 = fsub double 0.000000e+00, %608
  %612 = select i1 %610, double %608, double %611
  %613 = tail call double @llvm.nvvm.fabs.f64(double %612)
  %614 = fmul double %560, %613
  %615 = fdiv double 0x400921FB54442D18, %614
  %616 = tail call i32 @llvm.nvvm.d2i.hi(double %615) #8
  br label %617

617:
  %618 = phi i32 [ %616, %571 ], [ %569, %568 ]
  %619 = phi double [ %615, %571 ], [ %560, %568 ]
  %620 = tail call i32 @llvm.nvvm.d2i.lo(double %619) #8
  %621 = icmp slt i32 %618, 1048576
  br i1 %621, label %622, label %626

622:
  %623 = fmul double %619, 0x4350000000000000
  %624 = tail call i32 @llvm.nvvm.d2i.lo(double %623) #8
  %625 = tail call i32 @llvm.nvvm.d2i.hi(double %623) #8
  br label %626

626:
  %627 = phi double [ %623, %622 ], [ %619, %617 ]
  %628 = phi i32 [ %625, %622 ], [ %618, %617 ]
  %629 = phi i32 [ %624, %622 ], [ %620, %617 ]
  %630 = phi i32 [ -1077, %622 ], [ -1023, %617 ]
  %631 = add i32 %628, -1
  %632 = icmp ult i32 %631, 2146435071
  br i1 %632, label %633, label %682

633:
  %634 = lshr i32 %628, 20
  %635 = add nsw i32 %630, %634
  %636 = and i32 %628, 1048575
  %637 = or disjoint i32 %636, 1072693248
  %638 = tail call double @llvm.nvvm.lohi.i2d(i32 %629, i32 %637) #8
  %639 = icmp samesign ugt i32 %637, 1073127582
  %640 = tail call i32 @llvm.nvvm.d2i.lo(double %638) #8
  %641 = tail call i32 @llvm.nvvm.d2i.hi(double %638) #8
  %642 = add i32 %641, -1048576
  %643 = tail call double @llvm.nvvm.lohi.i2d(i32 %640, i32 %642) #8
  %644 = select i1 %639, double %643, double %638
  %645 = zext i1 %639 to i32
  %646 = add nsw i32 %635, %645
  %647 = fadd double %644, -1.000000e+00
  %648 = fadd double %644, 1.000000e+00
  %649 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %648) #8
  %650 = fneg double %648
  %651 = tail call double @llvm.fma.f64(double %650, double %649, double 1.000000e+00)
  %652 = tail call double @llvm.fma.f64(double %651, double %651, double %651)
  %653 = tail call double @llvm.fma.f64(double %652, double %649, double %649)
  %654 = fmul double %647, %653
  %655 = fadd double %654, %654
  %656 = fmul double %655, %655
  %657 = tail call double @llvm.fma.f64(double %656, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %658 = tail call double @llvm.fma.f64(double %657, double %656, double 0x3EF3B2669F02676F)
  %659 = tail call double @llvm.fma.f64(double %658, double %656, double 0x3F1745CBA9AB0956)
  %660 = tail call double @llvm.fma.f64(double %659, double %656, double 0x3F3C71C72D1B5154)
  %661 = tail call double @llvm.fma.f64(double %660, double %656, double 0x3F624924923BE72D)
  %662 = tail call double @llvm.fma.f64(double %661, double %656, double 0x3F8999999999A3C4)
  %663 = tail call double @llvm.fma.f64(double %662, double %656, double 0x3FB5555555555554)
  %664 = fsub double %647, %655
  %665 = fmul double %664, 2.000000e+00
  %666 = fneg double %655
  %667 = tail call double @llvm.fma.f64(double %666, double %647, double %665)
  %668 = fmul double %653, %667
  %669 = fmul double %656, %663
  %670 = tail call double @llvm.fma.f64(double %669, double %655, double %668)
  %671 = xor i32 %646, -2147483648
  %672 = tail call double @llvm.nvvm.lohi.i2d(i32 %671, i32 1127219200) #8
  %673 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %674 = fsub double %672, %673
  %675 = tail call double @llvm.fma.f64(double %674, double 0x3FE62E42FEFA39EF, double %655)
  %676 = fneg double %674
  %677 = tail call double @llvm.fma.f64(double %676, double 0x3FE62E42FEFA39EF, double %675)
  %678 = fsub double %677, %655
  %679 = fsub double %670, %678
  %680 = tail call double @llvm.fma.f64(double %674, double 0x3C7ABC9E3B39803F, double %679)
  %681 = fadd double %675, %680
  br label %688

682:
  %683 = tail call double @llvm.fma.f64(double %627, double 0x7FF0000000000000, double 0x7FF0000000000000)
  %684 = tail call i32 @llvm.nvvm.d2i.hi(double %627) #8
  %685 = and i32 %684, 2147483647
  %686 = icmp eq i32 %685, 0
  %687 = select i1 %686, double 0xFFF0000000000000, double %683
  br label %688

688:
  %689 = phi double [ %681, %633 ], [ %687, %682 ]
  %690 = fneg double %689
  %691 = fsub double %689, %563
  %692 = select i1 %570, double %690, double %691
  br label %695

693:
  %694 = fadd double %15, %15
  br label %695

695:
  %696 = phi double [ %694, %693 ], [ %563, %562 ], [ %692, %688 ], [ 0x7FF0000000000000, %565 ]
  %697 = bitcast double %560 to i64
  %698 = bitcast double %14 to i64
  %699 = tail call i64 @llvm.umin.i64(i64 %697, i64 %698) #8
  %700 = bitcast i64 %699 to double
  %701 = tail call i64 @llvm.umax.i64(i64 %698, i64 %697) #8
  %702 = bitcast i64 %701 to double
  %703 = tail call i32 @llvm.nvvm.d2i.hi(double %702) #8
  %704 = and i32 %703, -4194304
  %705 = sub i32 2144337920, %704
  %706 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %705) #8
  %707 = fmul double %706, %700
  %708 = fmul double %706, %702
  %709 = fmul double %707, %707
  %710 = tail call double @llvm.fma.f64(double %708, double %708, double %709)
  %711 = tail call double @llvm.minnum.f64(double %710, double 0x7FEFFFFFFFFFFFFF)
  %712 = tail call double asm "rsqrt.approx.ftz.f64 $0, $1;", "=d,d"(double %711) #9
  %713 = tail call double @llvm.nvvm.mul.rn.d(double %712, double %712) #8
  %714 = fneg double %713
  %715 = tail call double @llvm.fma.f64(double %711, double %714, double 1.000000e+00)
  %716 = tail call double @llvm.fma.f64(double %715, double 3.750000e-01, double 5.000000e-01)
  %717 = tail call double @llvm.nvvm.mul.rn.d(double %715, double %712) #8
  %718 = tail call double @llvm.fma.f64(double %716, double %717, double %712)
  %719 = fmul double %710, %718
  %720 = or disjoint i32 %704, 1048576
  %721 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %720) #8
  %722 = fmul double %721, %719
  %723 = fcmp oeq double %700, 0.000000e+00
  %724 = select i1 %723, double %702, double %722
  %725 = tail call i32 @llvm.nvvm.d2i.hi(double %700) #8
  %726 = tail call i32 @llvm.nvvm.d2i.hi(double 0x7FF0000000000000) #8
  %727 = icmp ult i32 %725, %726
  %728 = select i1 %727, double %724, double %700
  %729 = tail call i32 @llvm.nvvm.d2i.hi(double 0x3FE6666666666666) #8
  %730 = and i32 %729, 2147483647
  %731 = tail call i32 @llvm.nvvm.d2i.lo(double 0x3FE6666666666666) #8
  %732 = tail call double @llvm.nvvm.lohi.i2d(i32 %72, i32 %71) #8
  %733 = tail call double @llvm.nvvm.lohi.i2d(i32 %731, i32 %730) #8
  %734 = icmp samesign ugt i32 %71, 2146435071
  %735 = icmp samesign ugt i32 %730, 2146435071
  %736 = select i1 %734, i1 true, i1 %735
  br i1 %736, label %737, label %746

737:
  %738 = fcmp ord double %732, 0.000000e+00
  %739 = fcmp ord double %733, 0.000000e+00
  %740 = select i1 %738, i1 %739, i1 false
  br i1 %740, label %743, label %741

741:
  %742 = tail call double @llvm.nvvm.add.rn.d(double %13, double 0x3FE6666666666666) #8
  br label %813

743:
  %744 = fcmp oeq double %732, 0x7FF0000000000000
  %745 = select i1 %744, double 0xFFF8000000000000, double %13
  br label %813

746:
  %747 = fcmp oeq double %733, 0.000000e+00
  br i1 %747, label %813, label %748

748:
  %749 = fcmp ult double %732, %733
  br i1 %749, label %813, label %750

750:
  %751 = tail call i32 @llvm.nvvm.d2i.hi(double %732) #8
  %752 = lshr i32 %751, 20
  %753 = tail call i32 @llvm.nvvm.d2i.hi(double %733) #8
  %754 = lshr i32 %753, 20
  %755 = icmp eq i32 %752, 0
  %756 = fmul double %732, 0x4350000000000000
  %757 = tail call i32 @llvm.nvvm.d2i.hi(double %756) #8
  %758 = lshr i32 %757, 20
  %759 = add nsw i32 %758, -54
  %760 = select i1 %755, double %756, double %732
  %761 = select i1 %755, i32 %759, i32 %752
  %762 = icmp eq i32 %754, 0
  %763 = fmul double %733, 0x4350000000000000
  %764 = tail call i32 @llvm.nvvm.d2i.hi(double %763) #8
  %765 = lshr i32 %764, 20
  %766 = add nsw i32 %765, -54
  %767 = select i1 %762, double %763, double %733
  %768 = select i1 %762, i32 %766, i32 %754
  %769 = bitcast double %760 to i64
  %770 = bitcast double %767 to i64
  %771 = and i64 %769, 4503599627370495
  %772 = or disjoint i64 %771, 4503599627370496
  %773 = and i64 %770, 4503599627370495
  %774 = or disjoint i64 %773, 4503599627370496
  %775 = sub nsw i32 %761, %768
  br label %776

776:
  %777 = phi i64 [ %772, %750 ], [ %784, %776 ]
  %778 = phi i32 [ %775, %750 ], [ %785, %776 ]
  %779 = sub i64 %777, %774
  %780 = bitcast i64 %779 to double
  %781 = tail call i32 @llvm.nvvm.d2i.hi(double %780) #8
  %782 = icmp slt i32 %781, 0
  %783 = select i1 %782, i64 %777, i64 %779
  %784 = shl i64 %783, 1
  %785 = add nsw i32 %778, -1
  %786 = icmp sgt i32 %778, 0
  br i1 %786, label %776, label %787

787:
  %788 = and i64 %783, 9223372036854775807
  %789 = icmp eq i64 %788, 0
  br i1 %789, label %809, label %790

790:
  %791 = bitcast i64 %788 to double
  %792 = fmul double %791, 0x4350000000000000
  %793 = tail call i32 @llvm.nvvm.d2i.hi(double %792) #8
  %794 = lshr i32 %793, 20
  %795 = sub nsw i32 55, %794
  %796 = sub nsw i32 %768, %795
  %797 = zext nneg i32 %795 to i64
  %798 = shl i64 %788, %797
  %799 = icmp slt i32 %796, 1
  br i1 %799, label %800, label %804

800:
  %801 = sub nsw i32 1, %796
  %802 = zext nneg i32 %801 to i64
  %803 = lshr i64 %798, %802
  br label %809

804:
  %805 = add nuw nsw i32 %796, 4095
  %806 = zext nneg i32 %805 to i64
  %807 = shl i64 %806, 52
  %808 = add i64 %807, %798
  br label %809

809:
  %810 = phi i64 [ 0, %787 ], [ %803, %800 ], [ %808, %804 ]
  %811 = bitcast i64 %810 to double
  %812 = tail call double @llvm.copysign.f64(double %811, double %13) #8
  br label %813

813:
  %814 = phi double [ %742, %741 ], [ %745, %743 ], [ %13, %748 ], [ %812, %809 ], [ 0xFFF8000000000000, %746 ]
  %815 = tail call noundef double @llvm.nvvm.rsqrt.approx.d(double %15)
  %816 = bitcast double %13 to i64
  %817 = fcmp uno double %14, %560
  br i1 %817, label %818, label %820

818:
  %819 = fadd double %13, %15
  br label %847

820:
  %821 = bitcast double %15 to i64
  %822 = or i64 %821, %816
  %823 = and i64 %822, 9223372036854775807
  %824 = icmp eq i64 %823, 0
  br i1 %824, label %847, label %825

825:
  %826 = fcmp oeq double %13, 0.000000e+00
  br i1 %826, label %827, label %829

827:
  %828 = tail call double @llvm.copysign.f64(double 4.940660e-324, double %15) #8
  br label %847

829:
  %830 = fcmp olt double %13, %15
  %831 = fcmp olt double %13, 0.000000e+00
  %832 = and i1 %831, %830
  %833 = sext i1 %832 to i64
  %834 = add i64 %833, %816
  %835 = fcmp ogt double %13, 0.000000e+00
  %836 = and i1 %835, %830
  %837 = zext i1 %836 to i64
  %838 = add i64 %834, %837
  %839 = fcmp ogt double %13, %15
  %840 = and i1 %831, %839
  %841 = zext i1 %840 to i64
  %842 = add i64 %838, %841
  %843 = and i1 %835, %839
  %844 = sext i1 %843 to i64
  %845 = add i64 %842, %844
  %846 = bitcast i64 %845 to double
  br label %847

847:
  %848 = phi double [ %819, %818 ], [ %846, %829 ], [ %828, %827 ], [ %15, %820 ]
  %849 = getelementptr inbounds double, ptr %1, i64 %11
  store double %69, ptr %849, align 8, !tbaa !11
  %850 = add nsw i32 %2, %8
  %851 = sext i32 %850 to i64
  %852 = getelementptr inbounds double, ptr %1, i64 %851
  store double %170, ptr %852, align 8, !tbaa !11
  %853 = shl nsw i32 %2, 1
  %854 = add nsw i32 %853, %8
  %855 = sext i32 %854 to i64
  %856 = getelementptr inbounds double, ptr %1, i64 %855
  store double %559, ptr %856, align 8, !tbaa !11
  %857 = mul nsw i32 %2, 3
  %858 = add nsw i32 %857, %8
  %859 = sext i32 %858 to i64
  %860 = getelementptr inbounds double, ptr %1, i64 %859
  store double %696, ptr %860, align 8, !tbaa !11
  %861 = shl nsw i32 %2, 2
  %862 = add nsw i32 %861, %8
  %863 = sext i32 %862 to i64
  %864 = getelementptr inbounds double, ptr %1, i64 %863
  store double %728, ptr %864, align 8, !tbaa !11
  %865 = mul nsw i32 %2, 5
  %866 = add nsw i32 %865, %8
  %867 = sext i32 %866 to i64
  %868 = getelementptr inbounds double, ptr %1, i64 %867
  store double %814, ptr %868, align 8, !tbaa !11
  %869 = mul nsw i32 %2, 6
  %870 = add nsw i32 %869, %8
  %871 = sext i32 %870 to i64
  %872 = getelementptr inbounds double, ptr %1, i64 %871
  store double %815, ptr %872, align 8, !tbaa !11
  %873 = mul nsw i32 %2, 7
  %874 = add nsw i32 %873, %8
  %875 = sext i32 %874 to i64
  %876 = getelementptr inbounds double, ptr %1, i64 %875
  store double %848, ptr %876, align 8, !tbaa !11
  br label %877

877:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare double @llvm.nvvm.fabs.f64(double) #1

declare double @llvm.nvvm.rsqrt.approx.d(double) #2

declare double @llvm.nvvm.mul.rn.d(double, double) #1

declare i32 @llvm.nvvm.d2i.rn(double) #1

define internal fastcc { double, i32 } @__internal_trig_reduction_slowpathd(double %0) unnamed_addr #3 {
  %2 = alloca [5 x i64], align 8
  %3 = tail call i32 @llvm.nvvm.d2i.hi(double %0) #8
  %4 = and i32 %3, -2147483648
  %5 = lshr i32 %3, 20
  %6 = and i32 %5, 2047
  %7 = icmp eq i32 %6, 2047
  br i1 %7, label %104, label %8

8:
  %9 = add nsw i32 %6, -1024
  %10 = bitcast double %0 to i64
  %11 = shl i64 %10, 11
  %12 = or i64 %11, -9223372036854775808
  %13 = lshr i32 %9, 6
  %14 = sub nsw i32 15, %13
  %15 = sub nsw i32 19, %13
  %16 = tail call i32 @llvm.smin.i32(i32 %15, i32 18) #8
  %17 = icmp slt i32 %14, %16
  br i1 %17, label %18, label %32

18:
  %19 = phi i32 [ %30, %18 ], [ %14, %8 ]
  %20 = phi i64 [ %26, %18 ], [ 0, %8 ]
  %21 = sext i32 %19 to i64
  %22 = getelementptr inbounds i64, ptr addrspace(1) @__cudart_i2opi_d, i64 %21
  %23 = load i64, ptr addrspace(1) %22, align 8
  %24 = tail call { i64, i64 } asm "{\0A\09.reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi, clo, chi;\0A\09mov.b64         {alo,ahi}, $2;    \0A\09mov.b64         {blo,bhi}, $3;    \0A\09mov.b64         {clo,chi}, $4;    \0A\09mad.lo.cc.u32   r0, alo, blo, clo;\0A\09madc.hi.cc.u32  r1, alo, blo, chi;\0A\09madc.hi.u32     r2, alo, bhi,   0;\0A\09mad.lo.cc.u32   r1, alo, bhi,  r1;\0A\09madc.hi.cc.u32  r2, ahi, blo,  r2;\0A\09madc.hi.u32     r3, ahi, bhi,   0;\0A\09mad.lo.cc.u32   r1, ahi, blo,  r1;\0A\09madc.lo.cc.u32  r2, ahi, bhi,  r2;\0A\09addc.u32        r3,  r3,   0;     \0A\09mov.b64         $0, {r0,r1};      \0A\09mov.b64         $1, {r2,r3};      \0A\09}", "=l,=l,l,l,l"(i64 %23, i64 %12, i64 %20) #9
  %25 = extractvalue { i64, i64 } %24, 0
  %26 = extractvalue { i64, i64 } %24, 1
  %27 = sub nsw i32 %19, %14
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds i64, ptr %2, i64 %28
  store i64 %25, ptr %29, align 8
  %30 = add nsw i32 %19, 1
  %31 = icmp eq i32 %30, %16
  br i1 %31, label %32, label %18, !llvm.loop !17

32:
  %33 = phi i64 [ 0, %8 ], [ %26, %18 ]
  %34 = phi i32 [ %14, %8 ], [ %16, %18 ]
  %35 = sub nsw i32 %34, %14
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i64, ptr %2, i64 %36
  store i64 %33, ptr %37, align 8
  %38 = and i32 %5, 63
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i32 %38, 0
  br i1 %43, label %56, label %44

44:
  %45 = sub nuw nsw i32 64, %38
  %46 = zext nneg i32 %38 to i64
  %47 = shl i64 %42, %46
  %48 = zext nneg i32 %45 to i64
  %49 = lshr i64 %40, %48
  %50 = or i64 %47, %49
  %51 = shl i64 %40, %46
  %52 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = lshr i64 %53, %48
  %55 = or i64 %54, %51
  br label %56

56:
  %57 = phi i64 [ %50, %44 ], [ %42, %32 ]
  %58 = phi i64 [ %55, %44 ], [ %40, %32 ]
  %59 = lshr i64 %57, 62
  %60 = trunc nuw nsw i64 %59 to i32
  %61 = tail call i64 @llvm.fshl.i64(i64 %57, i64 %58, i64 2)
  %62 = shl i64 %58, 2
  %63 = lshr i64 %61, 63
  %64 = trunc nuw nsw i64 %63 to i32
  %65 = add nuw nsw i32 %64, %60
  %66 = icmp eq i32 %4, 0
  %67 = sub nsw i32 0, %65
  %68 = select i1 %66, i32 %65, i32 %67
  %69 = icmp sgt i64 %61, -1
  br i1 %69, label %75, label %70

70:
  %71 = xor i32 %4, -2147483648
  %72 = tail call { i64, i64 } asm "{\0A\09.reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3;\0A\09mov.b64         {a0,a1}, $2;\0A\09mov.b64         {a2,a3}, $3;\0A\09mov.b64         {b0,b1}, $4;\0A\09mov.b64         {b2,b3}, $5;\0A\09sub.cc.u32      r0, a0, b0; \0A\09subc.cc.u32     r1, a1, b1; \0A\09subc.cc.u32     r2, a2, b2; \0A\09subc.u32        r3, a3, b3; \0A\09mov.b64         $0, {r0,r1};\0A\09mov.b64         $1, {r2,r3};\0A\09}", "=l,=l,l,l,l,l"(i64 0, i64 0, i64 %62, i64 %61) #9
  %73 = extractvalue { i64, i64 } %72, 0
  %74 = extractvalue { i64, i64 } %72, 1
  br label %75

75:
  %76 = phi i64 [ %74, %70 ], [ %61, %56 ]
  %77 = phi i64 [ %73, %70 ], [ %62, %56 ]
  %78 = phi i32 [ %71, %70 ], [ %4, %56 ]
  %79 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %76, i1 false)
  %80 = freeze i64 %77
  %81 = tail call i64 @llvm.fshl.i64(i64 %76, i64 %80, i64 %79)
  %82 = tail call { i64, i64 } asm "{\0A\09.reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi;\0A\09mov.b64         {alo,ahi}, $2;   \0A\09mov.b64         {blo,bhi}, $3;   \0A\09mul.lo.u32      r0, alo, blo;    \0A\09mul.hi.u32      r1, alo, blo;    \0A\09mad.lo.cc.u32   r1, alo, bhi, r1;\0A\09madc.hi.u32     r2, alo, bhi,  0;\0A\09mad.lo.cc.u32   r1, ahi, blo, r1;\0A\09madc.hi.cc.u32  r2, ahi, blo, r2;\0A\09madc.hi.u32     r3, ahi, bhi,  0;\0A\09mad.lo.cc.u32   r2, ahi, bhi, r2;\0A\09addc.u32        r3, r3,  0;      \0A\09mov.b64         $0, {r0,r1};     \0A\09mov.b64         $1, {r2,r3};     \0A\09}", "=l,=l,l,l"(i64 %81, i64 -3958705157555305931) #9
  %83 = extractvalue { i64, i64 } %82, 1
  %84 = icmp sgt i64 %83, 0
  br i1 %84, label %85, label %90

85:
  %86 = add nuw nsw i64 %79, 1
  %87 = extractvalue { i64, i64 } %82, 0
  %88 = tail call { i64, i64 } asm "{\0A\09.reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3;\0A\09mov.b64         {a0,a1}, $2;\0A\09mov.b64         {a2,a3}, $3;\0A\09mov.b64         {b0,b1}, $4;\0A\09mov.b64         {b2,b3}, $5;\0A\09add.cc.u32      r0, a0, b0; \0A\09addc.cc.u32     r1, a1, b1; \0A\09addc.cc.u32     r2, a2, b2; \0A\09addc.u32        r3, a3, b3; \0A\09mov.b64         $0, {r0,r1};\0A\09mov.b64         $1, {r2,r3};\0A\09}", "=l,=l,l,l,l,l"(i64 %87, i64 %83, i64 %87, i64 %83) #9
  %89 = extractvalue { i64, i64 } %88, 1
  br label %90

90:
  %91 = phi i64 [ %89, %85 ], [ %83, %75 ]
  %92 = phi i64 [ %86, %85 ], [ %79, %75 ]
  %93 = zext i32 %78 to i64
  %94 = shl nuw i64 %93, 32
  %95 = add i64 %91, 1
  %96 = lshr i64 %95, 10
  %97 = add nuw nsw i64 %96, 1
  %98 = lshr i64 %97, 1
  %99 = shl nuw nsw i64 %92, 52
  %100 = sub nsw i64 %98, %99
  %101 = add nsw i64 %100, 4602678819172646912
  %102 = or i64 %101, %94
  %103 = bitcast i64 %102 to double
  br label %104

104:
  %105 = phi double [ %103, %90 ], [ %0, %1 ]
  %106 = phi i32 [ %68, %90 ], [ 0, %1 ]
  %107 = insertvalue { double, i32 } poison, double %105, 0
  %108 = insertvalue { double, i32 } %107, i32 %106, 1
  ret { double, i32 } %108
}

declare i32 @llvm.nvvm.d2i.hi(double) #1

declare i32 @llvm.nvvm.d2i.lo(double) #1

declare double @llvm.nvvm.lohi.i2d(i32, i32) #1

declare i32 @llvm.smin.i32(i32, i32) #4

declare i64 @llvm.ctlz.i64(i64, i1 immarg) #1

declare double @llvm.nvvm.rcp.approx.ftz.d(double) #2

declare double @llvm.nvvm.add.rn.d(double, double) #1

declare float @llvm.nvvm.fabs.f32(float) #1

declare double @llvm.copysign.f64(double, double) #4

declare float @llvm.nvvm.round.f(float) #1

declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #2

declare i64 @llvm.umin.i64(i64, i64) #4

declare i64 @llvm.umax.i64(i64, i64) #4

declare i32 @llvm.nvvm.f2i.rn(float) #1

declare float @llvm.nvvm.lg2.approx.ftz.f(float) #2

define internal fastcc double @__internal_accurate_pow(double %0, double %1) unnamed_addr #5 {
  %3 = tail call i32 @llvm.nvvm.d2i.hi(double %0) #8
  %4 = tail call i32 @llvm.nvvm.d2i.lo(double %0) #8
  %5 = lshr i32 %3, 20
  %6 = icmp eq i32 %5, 0
  %7 = fmul double %0, 0x4350000000000000
  %8 = tail call i32 @llvm.nvvm.d2i.hi(double %7) #8
  %9 = tail call i32 @llvm.nvvm.d2i.lo(double %7) #8
  %10 = lshr i32 %8, 20
  %11 = add nsw i32 %10, -54
  %12 = select i1 %6, i32 %9, i32 %4
  %13 = select i1 %6, i32 %8, i32 %3
  %14 = select i1 %6, i32 %11, i32 %5
  %15 = and i32 %13, -2146435073
  %16 = or disjoint i32 %15, 1072693248
  %17 = tail call double @llvm.nvvm.lohi.i2d(i32 %12, i32 %16) #8
  %18 = icmp ugt i32 %16, 1073127582
  %19 = tail call i32 @llvm.nvvm.d2i.lo(double %17) #8
  %20 = tail call i32 @llvm.nvvm.d2i.hi(double %17) #8
  %21 = add i32 %20, -1048576
  %22 = tail call double @llvm.nvvm.lohi.i2d(i32 %19, i32 %21) #8
  %23 = select i1 %18, double %22, double %17
  %24 = select i1 %18, i32 -1022, i32 -1023
  %25 = add nsw i32 %24, %14
  %26 = fadd double %23, -1.000000e+00
  %27 = fadd double %23, 1.000000e+00
  %28 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %27) #8
  %29 = fneg double %27
  %30 = tail call double @llvm.fma.f64(double %29, double %28, double 1.000000e+00)
  %31 = tail call double @llvm.fma.f64(double %30, double %30, double %30)
  %32 = tail call double @llvm.fma.f64(double %31, double %28, double %28)
  %33 = fmul double %26, %32
  %34 = fadd double %33, %33
  %35 = fmul double %34, %34
  %36 = tail call double @llvm.fma.f64(double %35, double 0x3EB0F5FF7D2CAFE2, double 0x3ED0F5D241AD3B5A)
  %37 = tail call double @llvm.fma.f64(double %36, double %35, double 0x3EF3B20A75488A3F)
  %38 = tail call double @llvm.fma.f64(double %37, double %35, double 0x3F1745CDE4FAECD5)
  %39 = tail call double @llvm.fma.f64(double %38, double %35, double 0x3F3C71C7258A578B)
  %40 = tail call double @llvm.fma.f64(double %39, double %35, double 0x3F6249249242B910)
  %41 = tail call double @llvm.fma.f64(double %40, double %35, double 0x3F89999999999DFB)
  %42 = fmul double %35, %41
  %43 = fsub double %26, %34
  %44 = fmul double %43, 2.000000e+00
  %45 = fneg double %34
  %46 = tail call double @llvm.fma.f64(double %45, double %26, double %44)
  %47 = fmul double %32, %46
  %48 = fadd double %42, 0x3FB5555555555555
  %49 = fsub double 0x3FB5555555555555, %48
  %50 = fadd double %42, %49
  %51 = fadd double %50, 0xBC46A4CB00B9E7B0
  %52 = fadd double %48, %51
  %53 = fsub double %48, %52
  %54 = fadd double %51, %53
  %55 = tail call double @llvm.nvvm.mul.rn.d(double %34, double %34) #8
  %56 = fneg double %55
  %57 = tail call double @llvm.fma.f64(double %34, double %34, double %56)
  %58 = tail call i32 @llvm.nvvm.d2i.lo(double %47) #8
  %59 = tail call i32 @llvm.nvvm.d2i.hi(double %47) #8
  %60 = add i32 %59, 1048576
  %61 = tail call double @llvm.nvvm.lohi.i2d(i32 %58, i32 %60) #8
  %62 = tail call double @llvm.fma.f64(double %34, double %61, double %57)
  %63 = tail call double @llvm.nvvm.mul.rn.d(double %55, double %34) #8
  %64 = fneg double %63
  %65 = tail call double @llvm.fma.f64(double %55, double %34, double %64)
  %66 = tail call double @llvm.fma.f64(double %55, double %47, double %65)
  %67 = tail call double @llvm.fma.f64(double %62, double %34, double %66)
  %68 = tail call double @llvm.nvvm.mul.rn.d(double %52, double %63) #8
  %69 = fneg double %68
  %70 = tail call double @llvm.fma.f64(double %52, double %63, double %69)
  %71 = tail call double @llvm.fma.f64(double %52, double %67, double %70)
  %72 = tail call double @llvm.fma.f64(double %54, double %63, double %71)
  %73 = fadd double %68, %72
  %74 = fsub double %68, %73
  %75 = fadd double %72, %74
  %76 = fadd double %34, %73
  %77 = fsub double %34, %76
  %78 = fadd double %73, %77
  %79 = fadd double %75, %78
  %80 = fadd double %47, %79
  %81 = fadd double %76, %80
  %82 = fsub double %76, %81
  %83 = fadd double %80, %82
  %84 = xor i32 %25, -2147483648
  %85 = tail call double @llvm.nvvm.lohi.i2d(i32 %84, i32 1127219200) #8
  %86 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %87 = fsub double %85, %86
  %88 = tail call double @llvm.fma.f64(double %87, double 0x3FE62E42FEFA39EF, double %81)
  %89 = fneg double %87
  %90 = tail call double @llvm.fma.f64(double %89, double 0x3FE62E42FEFA39EF, double %88)
  %91 = fsub double %90, %81
  %92 = fsub double %83, %91
  %93 = tail call double @llvm.fma.f64(double %87, double 0x3C7ABC9E3B39803F, double %92)
  %94 = fadd double %88, %93
  %95 = fsub double %88, %94
  %96 = fadd double %93, %95
  %97 = tail call i32 @llvm.nvvm.d2i.hi(double %1) #8
  %98 = tail call i32 @llvm.nvvm.d2i.lo(double %1) #8
  %99 = shl i32 %97, 1
  %100 = icmp ugt i32 %99, -33554433
  %101 = and i32 %97, -15728641
  %102 = select i1 %100, i32 %101, i32 %97
  %103 = tail call double @llvm.nvvm.lohi.i2d(i32 %98, i32 %102) #8
  %104 = tail call double @llvm.nvvm.mul.rn.d(double %94, double %103) #8
  %105 = fneg double %104
  %106 = tail call double @llvm.fma.f64(double %94, double %103, double %105)
  %107 = tail call double @llvm.fma.f64(double %96, double %103, double %106)
  %108 = fadd double %104, %107
  %109 = tail call double @llvm.fma.f64(double %108, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %110 = tail call i32 @llvm.nvvm.d2i.lo(double %109) #8
  %111 = tail call double @llvm.nvvm.add.rn.d(double %109, double 0xC338000000000000) #8
  %112 = tail call double @llvm.fma.f64(double %111, double 0xBFE62E42FEFA39EF, double %108)
  %113 = tail call double @llvm.fma.f64(double %111, double 0xBC7ABC9E3B39803F, double %112)
  %114 = tail call double @llvm.fma.f64(double %113, double 0x3E5ADE1569CE2BDF, double 0x3E928AF3FCA213EA)
  %115 = tail call double @llvm.fma.f64(double %114, double %113, double 0x3EC71DEE62401315)
  %116 = tail call double @llvm.fma.f64(double %115, double %113, double 0x3EFA01997C89EB71)
  %117 = tail call double @llvm.fma.f64(double %116, double %113, double 0x3F2A01A014761F65)
  %118 = tail call double @llvm.fma.f64(double %117, double %113, double 0x3F56C16C1852B7AF)
  %119 = tail call double @llvm.fma.f64(double %118, double %113, double 0x3F81111111122322)
  %120 = tail call double @llvm.fma.f64(double %119, double %113, double 0x3FA55555555502A1)
  %121 = tail call double @llvm.fma.f64(double %120, double %113, double 0x3FC5555555555511)
  %122 = tail call double @llvm.fma.f64(double %121, double %113, double 0x3FE000000000000B)
  %123 = tail call double @llvm.fma.f64(double %122, double %113, double 1.000000e+00)
  %124 = tail call double @llvm.fma.f64(double %123, double %113, double 1.000000e+00)
  %125 = tail call i32 @llvm.nvvm.d2i.lo(double %124) #8
  %126 = tail call i32 @llvm.nvvm.d2i.hi(double %124) #8
  %127 = shl i32 %110, 20
  %128 = add i32 %126, %127
  %129 = tail call double @llvm.nvvm.lohi.i2d(i32 %125, i32 %128) #8
  %130 = tail call i32 @llvm.nvvm.d2i.hi(double %108) #8
  %131 = bitcast i32 %130 to float
  %132 = tail call float @llvm.nvvm.fabs.f32(float %131)
  %133 = fcmp olt float %132, 0x4010C46560000000
  br i1 %133, label %149, label %134

134:
  %135 = fcmp olt double %108, 0.000000e+00
  %136 = fadd double %108, 0x7FF0000000000000
  %137 = select i1 %135, double 0.000000e+00, double %136
  %138 = fcmp olt float %132, 0x4010E90000000000
  br i1 %138, label %139, label %149

139:
  %140 = sdiv i32 %110, 2
  %141 = shl i32 %140, 20
  %142 = add i32 %126, %141
  %143 = tail call double @llvm.nvvm.lohi.i2d(i32 %125, i32 %142) #8
  %144 = sub nsw i32 %110, %140
  %145 = shl i32 %144, 20
  %146 = add nsw i32 %145, 1072693248
  %147 = tail call double @llvm.nvvm.lohi.i2d(i32 0, i32 %146) #8
  %148 = fmul double %147, %143
  br label %149

149:
  %150 = phi double [ %129, %2 ], [ %148, %139 ], [ %137, %134 ]
  %151 = fsub double %104, %108
  %152 = fadd double %107, %151
  %153 = tail call double @llvm.nvvm.fabs.f64(double %150)
  %154 = fcmp oeq double %153, 0x7FF0000000000000
  %155 = tail call double @llvm.fma.f64(double %150, double %152, double %150)
  %156 = select i1 %154, double %150, double %155
  ret double %156
}

declare double @llvm.nvvm.round.d(double) #1

define internal fastcc double @__internal_lgamma_pos(double %0) unnamed_addr #5 {
  %2 = tail call i32 @llvm.nvvm.d2i.hi(double %0) #8
  %3 = icmp sgt i32 %2, 1074266111
  br i1 %3, label %4, label %100

4:
  %5 = icmp samesign ugt i32 %2, 1075838975
  br i1 %5, label %6, label %82

6:
  %7 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %0) #8
  %8 = fneg double %0
  %9 = tail call double @llvm.fma.f64(double %8, double %7, double 1.000000e+00)
  %10 = tail call double @llvm.fma.f64(double %9, double %9, double %9)
  %11 = tail call double @llvm.fma.f64(double %10, double %7, double %7)
  %12 = fmul double %11, %11
  %13 = tail call double @llvm.fma.f64(double %12, double 0xBF5AC321034783F9, double 0x3F4B68B992738FBF)
  %14 = tail call double @llvm.fma.f64(double %13, double %12, double 0xBF4380D01E4F7B8C)
  %15 = tail call double @llvm.fma.f64(double %14, double %12, double 0x3F4A019FA29F7264)
  %16 = tail call double @llvm.fma.f64(double %15, double %12, double 0xBF66C16C16B2ACEC)
  %17 = tail call double @llvm.fma.f64(double %16, double %12, double 0x3FB5555555555545)
  %18 = tail call double @llvm.fma.f64(double %17, double %11, double 0x3FED67F1C864BEAE)
  %19 = icmp samesign ult i32 %2, 2146435072
  br i1 %19, label %20, label %68

20:
  %21 = tail call i32 @llvm.nvvm.d2i.lo(double %0) #8
  %22 = lshr i32 %2, 20
  %23 = and i32 %2, 1048575
  %24 = or disjoint i32 %23, 1072693248
  %25 = tail call double @llvm.nvvm.lohi.i2d(i32 %21, i32 %24) #8
  %26 = icmp samesign ugt i32 %24, 1073127582
  %27 = tail call i32 @llvm.nvvm.d2i.lo(double %25) #8
  %28 = tail call i32 @llvm.nvvm.d2i.hi(double %25) #8
  %29 = add i32 %28, -1048576
  %30 = tail call double @llvm.nvvm.lohi.i2d(i32 %27, i32 %29) #8
  %31 = select i1 %26, double %30, double %25
  %32 = select i1 %26, i32 2147482626, i32 2147482625
  %33 = add nuw i32 %32, %22
  %34 = fadd double %31, -1.000000e+00
  %35 = fadd double %31, 1.000000e+00
  %36 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %35) #8
  %37 = fneg double %35
  %38 = tail call double @llvm.fma.f64(double %37, double %36, double 1.000000e+00)
  %39 = tail call double @llvm.fma.f64(double %38, double %38, double %38)
  %40 = tail call double @llvm.fma.f64(double %39, double %36, double %36)
  %41 = fmul double %34, %40
  %42 = fadd double %41, %41
  %43 = fmul double %42, %42
  %44 = tail call double @llvm.fma.f64(double %43, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %45 = tail call double @llvm.fma.f64(double %44, double %43, double 0x3EF3B2669F02676F)
  %46 = tail call double @llvm.fma.f64(double %45, double %43, double 0x3F1745CBA9AB0956)
  %47 = tail call double @llvm.fma.f64(double %46, double %43, double 0x3F3C71C72D1B5154)
  %48 = tail call double @llvm.fma.f64(double %47, double %43, double 0x3F624924923BE72D)
  %49 = tail call double @llvm.fma.f64(double %48, double %43, double 0x3F8999999999A3C4)
  %50 = tail call double @llvm.fma.f64(double %49, double %43, double 0x3FB5555555555554)
  %51 = fsub double %34, %42
  %52 = fmul double %51, 2.000000e+00
  %53 = fneg double %42
  %54 = tail call double @llvm.fma.f64(double %53, double %34, double %52)
  %55 = fmul double %40, %54
  %56 = fmul double %43, %50
  %57 = tail call double @llvm.fma.f64(double %56, double %42, double %55)
  %58 = tail call double @llvm.nvvm.lohi.i2d(i32 %33, i32 1127219200) #8
  %59 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %60 = fsub double %58, %59
  %61 = tail call double @llvm.fma.f64(double %60, double 0x3FE62E42FEFA39EF, double %42)
  %62 = fneg double %60
  %63 = tail call double @llvm.fma.f64(double %62, double 0x3FE62E42FEFA39EF, double %61)
  %64 = fsub double %63, %42
  %65 = fsub double %57, %64
  %66 = tail call double @llvm.fma.f64(double %60, double 0x3C7ABC9E3B39803F, double %65)
  %67 = fadd double %61, %66
  br label %70

68:
  %69 = tail call double @llvm.fma.f64(double %0, double 0x7FF0000000000000, double 0x7FF0000000000000)
  br label %70

70:
  %71 = phi double [ %67, %20 ], [ %69, %68 ]
  %72 = tail call i32 @llvm.nvvm.d2i.lo(double %71) #8
  %73 = tail call i32 @llvm.nvvm.d2i.hi(double %71) #8
  %74 = add i32 %73, -1048576
  %75 = tail call double @llvm.nvvm.lohi.i2d(i32 %72, i32 %74) #8
  %76 = fadd double %0, -5.000000e-01
  %77 = tail call double @llvm.fma.f64(double %75, double %76, double %18)
  %78 = tail call double @llvm.fma.f64(double %75, double %76, double %8)
  %79 = fadd double %78, %77
  %80 = fcmp oeq double %0, 0x7FF0000000000000
  %81 = select i1 %80, double 0x7FF0000000000000, double %79
  br label %238

82:
  %83 = fadd double %0, -3.000000e+00
  %84 = tail call double @llvm.fma.f64(double %83, double 0xC0AF7040BB18FB05, double 0xC1122B7730207EF3)
  %85 = tail call double @llvm.fma.f64(double %84, double %83, double 0xC1585A0DB81DE7D0)
  %86 = tail call double @llvm.fma.f64(double %85, double %83, double 0xC18A992B8BA94677)
  %87 = tail call double @llvm.fma.f64(double %86, double %83, double 0xC1AAC5CB6957CC20)
  %88 = tail call double @llvm.fma.f64(double %87, double %83, double 0xC1BC0E2B308774BE)
  %89 = tail call double @llvm.fma.f64(double %88, double %83, double 0xC1C6BA13DCAE7F67)
  %90 = tail call double @llvm.fma.f64(double %89, double %83, double 0xC1CCF33B9C3D120C)
  %91 = fadd double %83, 0xC08FF62E0BE189FE
  %92 = tail call double @llvm.fma.f64(double %91, double %83, double 0xC10074FACE10C93F)
  %93 = tail call double @llvm.fma.f64(double %92, double %83, double 0xC151B662F8D75791)
  %94 = tail call double @llvm.fma.f64(double %93, double %83, double 0xC18EE64AB4D207F7)
  %95 = tail call double @llvm.fma.f64(double %94, double %83, double 0xC1B9051687C9951A)
  %96 = tail call double @llvm.fma.f64(double %95, double %83, double 0xC1D2B866BF0B853D)
  %97 = tail call double @llvm.fma.f64(double %96, double %83, double 0xC1D4E2130E9DC133)
  %98 = fdiv double %90, %97
  %99 = fadd double %83, %98
  br label %238

100:
  %101 = icmp sgt i32 %2, 1073217535
  br i1 %101, label %102, label %124

102:
  %103 = fadd double %0, -2.000000e+00
  %104 = tail call double @llvm.fma.f64(double %103, double 0x3E452636124338B3, double 0xBE71FA71D78C0EE2)
  %105 = tail call double @llvm.fma.f64(double %104, double %103, double 0x3E8D111F31E61306)
  %106 = tail call double @llvm.fma.f64(double %105, double %103, double 0xBEA0502BBE1B2706)
  %107 = tail call double @llvm.fma.f64(double %106, double %103, double 0x3EB06850B2970292)
  %108 = tail call double @llvm.fma.f64(double %107, double %103, double 0xBEC108474875033D)
  %109 = tail call double @llvm.fma.f64(double %108, double %103, double 0x3ED24ACCC62909DC)
  %110 = tail call double @llvm.fma.f64(double %109, double %103, double 0xBEE3CB25209E63BE)
  %111 = tail call double @llvm.fma.f64(double %110, double %103, double 0x3EF581CBBC8CDC7B)
  %112 = tail call double @llvm.fma.f64(double %111, double %103, double 0xBF078E04B85C7597)
  %113 = tail call double @llvm.fma.f64(double %112, double %103, double 0x3F1A12730CF45051)
  %114 = tail call double @llvm.fma.f64(double %113, double %103, double 0xBF2D3FD354062012)
  %115 = tail call double @llvm.fma.f64(double %114, double %103, double 0x3F40B36B0B4DE323)
  %116 = tail call double @llvm.fma.f64(double %115, double %103, double 0xBF538AC5C6D0317A)
  %117 = tail call double @llvm.fma.f64(double %116, double %103, double 0x3F67ADD6EAAB19FC)
  %118 = tail call double @llvm.fma.f64(double %117, double %103, double 0xBF7E404FC20E4D5B)
  %119 = tail call double @llvm.fma.f64(double %118, double %103, double 0x3F951322AC7DA390)
  %120 = tail call double @llvm.fma.f64(double %119, double %103, double 0xBFB13E001A5578A3)
  %121 = tail call double @llvm.fma.f64(double %120, double %103, double 0x3FD4A34CC4A60FA3)
  %122 = tail call double @llvm.fma.f64(double %121, double %103, double 0x3FDB0EE6072093CF)
  %123 = fmul double %103, %122
  br label %238

124:
  %125 = icmp sgt i32 %2, 1072064101
  br i1 %125, label %126, label %150

126:
  %127 = fsub double 1.000000e+00, %0
  %128 = tail call double @llvm.fma.f64(double %127, double 0x3F881F6D2A4C4310, double 0x3FA3EB504359EB88)
  %129 = tail call double @llvm.fma.f64(double %128, double %127, double 0x3FAE35D8DEB06317)
  %130 = tail call double @llvm.fma.f64(double %129, double %127, double 0x3FAED469A8B6ECCE)
  %131 = tail call double @llvm.fma.f64(double %130, double %127, double 0x3FACC1B1C357BEFE)
  %132 = tail call double @llvm.fma.f64(double %131, double %127, double 0x3FAD7154DB67F79F)
  %133 = tail call double @llvm.fma.f64(double %132, double %127, double 0x3FAFCC622CF2F7BB)
  %134 = tail call double @llvm.fma.f64(double %133, double %127, double 0x3FB11747A4D1CC43)
  %135 = tail call double @llvm.fma.f64(double %134, double %127, double 0x3FB24CE16A21B8AC)
  %136 = tail call double @llvm.fma.f64(double %135, double %127, double 0x3FB3B1C21A7BCB00)
  %137 = tail call double @llvm.fma.f64(double %136, double %127, double 0x3FB556723452ED57)
  %138 = tail call double @llvm.fma.f64(double %137, double %127, double 0x3FB748C00891544F)
  %139 = tail call double @llvm.fma.f64(double %138, double %127, double 0x3FB9A0207808CF40)
  %140 = tail call double @llvm.fma.f64(double %139, double %127, double 0x3FBC80673B8AE26B)
  %141 = tail call double @llvm.fma.f64(double %140, double %127, double 0x3FC010B364B7E555)
  %142 = tail call double @llvm.fma.f64(double %141, double %127, double 0x3FC2703A1D239658)
  %143 = tail call double @llvm.fma.f64(double %142, double %127, double 0x3FC5B40CB1137E6E)
  %144 = tail call double @llvm.fma.f64(double %143, double %127, double 0x3FCA8B9C17AC4F03)
  %145 = tail call double @llvm.fma.f64(double %144, double %127, double 0x3FD151322AC7CB52)
  %146 = tail call double @llvm.fma.f64(double %145, double %127, double 0x3FD9A4D55BEAB1D4)
  %147 = tail call double @llvm.fma.f64(double %146, double %127, double 0x3FEA51A6625307D6)
  %148 = tail call double @llvm.fma.f64(double %147, double %127, double 0x3FE2788CFC6FB619)
  %149 = fmul double %127, %148
  br label %238

150:
  %151 = tail call double @llvm.fma.f64(double %0, double 0xBE7844988BFE6590, double 0x3EA7B77CEB0625E8)
  %152 = tail call double @llvm.fma.f64(double %151, double %0, double 0xBE998C69C8710CC4)
  %153 = tail call double @llvm.fma.f64(double %152, double %0, double 0xBEF6527A5A11CF6E)
  %154 = tail call double @llvm.fma.f64(double %153, double %0, double 0x3F20EC2950B1B5DE)
  %155 = tail call double @llvm.fma.f64(double %154, double %0, double 0xBF2C4D80C24BA278)
  %156 = tail call double @llvm.fma.f64(double %155, double %0, double 0xBF5315B4E8CC0D09)
  %157 = tail call double @llvm.fma.f64(double %156, double %0, double 0x3F7D917F15D50020)
  %158 = tail call double @llvm.fma.f64(double %157, double %0, double 0xBF83B4ABB41CB6FA)
  %159 = tail call double @llvm.fma.f64(double %158, double %0, double 0xBFA59AF1275B7120)
  %160 = tail call double @llvm.fma.f64(double %159, double %0, double 0x3FC5512321A168A0)
  %161 = tail call double @llvm.fma.f64(double %160, double %0, double 0xBFA5815E8FDCE74C)
  %162 = tail call double @llvm.fma.f64(double %161, double %0, double 0xBFE4FCF4026ADD1A)
  %163 = tail call double @llvm.fma.f64(double %162, double %0, double 0x3FE2788CFC6FB5C8)
  %164 = fmul double %0, %163
  %165 = tail call double @llvm.fma.f64(double %164, double %0, double %0)
  %166 = tail call i32 @llvm.nvvm.d2i.hi(double %165) #8
  %167 = tail call i32 @llvm.nvvm.d2i.lo(double %165) #8
  %168 = icmp slt i32 %166, 1048576
  br i1 %168, label %169, label %173

169:
  %170 = fmul double %165, 0x4350000000000000
  %171 = tail call i32 @llvm.nvvm.d2i.lo(double %170) #8
  %172 = tail call i32 @llvm.nvvm.d2i.hi(double %170) #8
  br label %173

173:
  %174 = phi double [ %170, %169 ], [ %165, %150 ]
  %175 = phi i32 [ %172, %169 ], [ %166, %150 ]
  %176 = phi i32 [ %171, %169 ], [ %167, %150 ]
  %177 = phi i32 [ -1077, %169 ], [ -1023, %150 ]
  %178 = add i32 %175, -1
  %179 = icmp ult i32 %178, 2146435071
  br i1 %179, label %180, label %229

180:
  %181 = lshr i32 %175, 20
  %182 = add nsw i32 %177, %181
  %183 = and i32 %175, 1048575
  %184 = or disjoint i32 %183, 1072693248
  %185 = tail call double @llvm.nvvm.lohi.i2d(i32 %176, i32 %184) #8
  %186 = icmp samesign ugt i32 %184, 1073127582
  %187 = tail call i32 @llvm.nvvm.d2i.lo(double %185) #8
  %188 = tail call i32 @llvm.nvvm.d2i.hi(double %185) #8
  %189 = add i32 %188, -1048576
  %190 = tail call double @llvm.nvvm.lohi.i2d(i32 %187, i32 %189) #8
  %191 = select i1 %186, double %190, double %185
  %192 = zext i1 %186 to i32
  %193 = add nsw i32 %182, %192
  %194 = fadd double %191, -1.000000e+00
  %195 = fadd double %191, 1.000000e+00
  %196 = tail call double @llvm.nvvm.rcp.approx.ftz.d(double %195) #8
  %197 = fneg double %195
  %198 = tail call double @llvm.fma.f64(double %197, double %196, double 1.000000e+00)
  %199 = tail call double @llvm.fma.f64(double %198, double %198, double %198)
  %200 = tail call double @llvm.fma.f64(double %199, double %196, double %196)
  %201 = fmul double %194, %200
  %202 = fadd double %201, %201
  %203 = fmul double %202, %202
  %204 = tail call double @llvm.fma.f64(double %203, double 0x3EB1380B3AE80F1E, double 0x3ED0EE258B7A8B04)
  %205 = tail call double @llvm.fma.f64(double %204, double %203, double 0x3EF3B2669F02676F)
  %206 = tail call double @llvm.fma.f64(double %205, double %203, double 0x3F1745CBA9AB0956)
  %207 = tail call double @llvm.fma.f64(double %206, double %203, double 0x3F3C71C72D1B5154)
  %208 = tail call double @llvm.fma.f64(double %207, double %203, double 0x3F624924923BE72D)
  %209 = tail call double @llvm.fma.f64(double %208, double %203, double 0x3F8999999999A3C4)
  %210 = tail call double @llvm.fma.f64(double %209, double %203, double 0x3FB5555555555554)
  %211 = fsub double %194, %202
  %212 = fmul double %211, 2.000000e+00
  %213 = fneg double %202
  %214 = tail call double @llvm.fma.f64(double %213, double %194, double %212)
  %215 = fmul double %200, %214
  %216 = fmul double %203, %210
  %217 = tail call double @llvm.fma.f64(double %216, double %202, double %215)
  %218 = xor i32 %193, -2147483648
  %219 = tail call double @llvm.nvvm.lohi.i2d(i32 %218, i32 1127219200) #8
  %220 = tail call double @llvm.nvvm.lohi.i2d(i32 -2147483648, i32 1127219200) #8
  %221 = fsub double %219, %220
  %222 = tail call double @llvm.fma.f64(double %221, double 0x3FE62E42FEFA39EF, double %202)
  %223 = fneg double %221
  %224 = tail call double @llvm.fma.f64(double %223, double 0x3FE62E42FEFA39EF, double %222)
  %225 = fsub double %224, %202
  %226 = fsub double %217, %225
  %227 = tail call double @llvm.fma.f64(double %221, double 0x3C7ABC9E3B39803F, double %226)
  %228 = fadd double %222, %227
  br label %235

229:
  %230 = tail call double @llvm.fma.f64(double %174, double 0x7FF0000000000000, double 0x7FF0000000000000)
  %231 = tail call i32 @llvm.nvvm.d2i.hi(double %174) #8
  %232 = and i32 %231, 2147483647
  %233 = icmp eq i32 %232, 0
  %234 = select i1 %233, double 0xFFF0000000000000, double %230
  br label %235

235:
  %236 = phi double [ %228, %180 ], [ %234, %229 ]
  %237 = fneg double %236
  br label %238

238:
  %239 = phi double [ %99, %82 ], [ %81, %70 ], [ %123, %102 ], [ %149, %126 ], [ %237, %235 ]
  ret double %239
}

declare double @llvm.fma.f64(double, double, double) #6

declare i64 @llvm.fshl.i64(i64, i64, i64) #6

declare double @llvm.minnum.f64(double, double) #6

declare double @llvm.trunc.f64(double) #6

declare double @llvm.floor.f64(double) #6

declare i32 @llvm.abs.i32(i32, i1 immarg) #7

attributes #0 = { noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nofree noinline norecurse nosync nounwind memory(none) "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }
attributes #9 = { nounwind memory(none) }

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
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.unroll.count", i32 1}
