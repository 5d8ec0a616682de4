target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Hit = type { float, i32 }
%struct.Vec = type { float, float, float }
%struct.Sphere = type { %struct.Vec, float, %struct.Vec, float }

define dso_local %struct.Hit @_Z5trace3VecS_PK6Spherei(ptr noundef readonly byval(%struct.Vec) align 4 captures(none) %0, ptr noundef readonly byval(%struct.Vec) align 4 captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %6 = load float, ptr %5, align 4, !tbaa !11
  %7 = fcmp contract olt float %6, 0xBF1A36E2E0000000
  br i1 %7, label %8, label %13

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %10 = load float, ptr %9, align 4, !tbaa !11
  %11 = fneg contract float %10
  %12 = fdiv contract float %11, %6
  br label %13

13:
  %14 = phi float [ %12, %8 ], [ 0x46293E5940000000, %4 ]
  %15 = phi i32 [ -1, %8 ], [ -2, %4 ]
  %16 = icmp sgt i32 %3, 0
  br i1 %16, label %17, label %72

17:
  %18 = load float, ptr %0, align 4, !tbaa !14
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %20 = load float, ptr %19, align 4, !tbaa !14
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %22 = load float, ptr %21, align 4, !tbaa !14
  %23 = load float, ptr %1, align 4, !tbaa !14
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %25 = load float, ptr %24, align 4, !tbaa !14
  %26 = and i32 %3, 1
  %27 = icmp eq i32 %3, 1
  br i1 %27, label %32, label %28

28:
  %29 = and i32 %3, 2147483646
  br label %77

30:
  %31 = icmp eq i32 %26, 0
  br i1 %31, label %72, label %32

32:
  %33 = phi i32 [ %15, %17 ], [ %158, %30 ]
  %34 = phi float [ %14, %17 ], [ %157, %30 ]
  %35 = phi i32 [ 0, %17 ], [ %159, %30 ]
  %36 = icmp ne i32 %26, 0
  tail call void @llvm.assume(i1 %36)
  %37 = zext nneg i32 %35 to i64
  %38 = getelementptr inbounds nuw %struct.Sphere, ptr %2, i64 %37
  %39 = load float, ptr %38, align 4, !tbaa !14
  %40 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %41 = load float, ptr %40, align 4, !tbaa !14
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %43 = load float, ptr %42, align 4, !tbaa !14
  %44 = fsub contract float %39, %18
  %45 = fsub contract float %41, %20
  %46 = fsub contract float %43, %22
  %47 = fmul contract float %44, %23
  %48 = fmul contract float %6, %45
  %49 = fadd contract float %48, %47
  %50 = fmul contract float %46, %25
  %51 = fadd contract float %49, %50
  %52 = fmul contract float %51, %51
  %53 = fmul contract float %44, %44
  %54 = fmul contract float %45, %45
  %55 = fadd contract float %53, %54
  %56 = fmul contract float %46, %46
  %57 = fadd contract float %55, %56
  %58 = fsub contract float %52, %57
  %59 = getelementptr inbounds nuw i8, ptr %38, i64 12
  %60 = load float, ptr %59, align 4, !tbaa !15
  %61 = fmul contract float %60, %60
  %62 = fadd contract float %61, %58
  %63 = fcmp contract olt float %62, 0.000000e+00
  br i1 %63, label %72, label %64

64:
  %65 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %62) #7
  %66 = fsub contract float %51, %65
  %67 = fcmp contract ogt float %66, 0x3F50624DE0000000
  %68 = fcmp contract olt float %66, %34
  %69 = select i1 %67, i1 %68, i1 false
  %70 = select i1 %69, float %66, float %34
  %71 = select i1 %69, i32 %35, i32 %33
  br label %72

72:
  %73 = phi float [ %14, %13 ], [ %157, %30 ], [ %70, %64 ], [ %34, %32 ]
  %74 = phi i32 [ %15, %13 ], [ %158, %30 ], [ %71, %64 ], [ %33, %32 ]
  %75 = insertvalue %struct.Hit poison, float %73, 0
  %76 = insertvalue %struct.Hit %75, i32 %74, 1
  ret %struct.Hit %76

77:
  %78 = phi i32 [ %15, %28 ], [ %158, %156 ]
  %79 = phi float [ %14, %28 ], [ %157, %156 ]
  %80 = phi i32 [ 0, %28 ], [ %159, %156 ]
  %81 = phi i32 [ 0, %28 ], [ %160, %156 ]
  %82 = zext nneg i32 %80 to i64
  %83 = getelementptr inbounds nuw %struct.Sphere, ptr %2, i64 %82
  %84 = load float, ptr %83, align 4, !tbaa !14
  %85 = getelementptr inbounds nuw i8, ptr %83, i64 4
  %86 = load float, ptr %85, align 4, !tbaa !14
  %87 = getelementptr inbounds nuw i8, ptr %83, i64 8
  %88 = load float, ptr %87, align 4, !tbaa !14
  %89 = fsub contract float %84, %18
  %90 = fsub contract float %86, %20
  %91 = fsub contract float %88, %22
  %92 = fmul contract float %89, %23
  %93 = fmul contract float %6, %90
  %94 = fadd contract float %93, %92
  %95 = fmul contract float %91, %25
  %96 = fadd contract float %94, %95
  %97 = fmul contract float %96, %96
  %98 = fmul contract float %89, %89
  %99 = fmul contract float %90, %90
  %100 = fadd contract float %98, %99
  %101 = fmul contract float %91, %91
  %102 = fadd contract float %100, %101
  %103 = fsub contract float %97, %102
  %104 = getelementptr inbounds nuw i8, ptr %83, i64 12
  %105 = load float, ptr %104, align 4, !tbaa !15
  %106 = fmul contract float %105, %105
  %107 = fadd contract float %106, %103
  %108 = fcmp contract olt float %107, 0.000000e+00
  br i1 %108, label %117, label %109

109:
  %110 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %107) #7
  %111 = fsub contract float %96, %110
  %112 = fcmp contract ogt float %111, 0x3F50624DE0000000
  %113 = fcmp contract olt float %111, %79
  %114 = select i1 %112, i1 %113, i1 false
  %115 = select i1 %114, float %111, float %79
  %116 = select i1 %114, i32 %80, i32 %78
  br label %117

117:
  %118 = phi float [ %115, %109 ], [ %79, %77 ]
  %119 = phi i32 [ %116, %109 ], [ %78, %77 ]
  %120 = or disjoint i32 %80, 1
  %121 = zext nneg i32 %120 to i64
  %122 = getelementptr inbounds nuw %struct.Sphere, ptr %2, i64 %121
  %123 = load float, ptr %122, align 4, !tbaa !14
  %124 = getelementptr inbounds nuw i8, ptr %122, i64 4
  %125 = load float, ptr %124, align 4, !tbaa !14
  %126 = getelementptr inbounds nuw i8, ptr %122, i64 8
  %127 = load float, ptr %126, align 4, !tbaa !14
  %128 = fsub contract float %123, %18
  %129 = fsub contract float %125, %20
  %130 = fsub contract float %127, %22
  %131 = fmul contract float %128, %23
  %132 = fmul contract float %6, %129
  %133 = fadd contract float %132, %131
  %134 = fmul contract float %130, %25
  %135 = fadd contract float %133, %134
  %136 = fmul contract float %135, %135
  %137 = fmul contract float %128, %128
  %138 = fmul contract float %129, %129
  %139 = fadd contract float %137, %138
  %140 = fmul contract float %130, %130
  %141 = fadd contract float %139, %140
  %142 = fsub contract float %136, %141
  %143 = getelementptr inbounds nuw i8, ptr %122, i64 12
  %144 = load float, ptr %143, align 4, !tbaa !15
  %145 = fmul contract float %144, %144
  %146 = fadd contract float %145, %142
  %147 = fcmp contract olt float %146, 0.000000e+00
  br i1 %147, label %156, label %148

148:
  %149 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %146) #7
  %150 = fsub contract float %135, %149
  %151 = fcmp contract ogt float %150, 0x3F50624DE0000000
  %152 = fcmp contract olt float %150, %118
  %153 = select i1 %151, i1 %152, i1 false
  %154 = select i1 %153, float %150, float %118
  %155 = select i1 %153, i32 %120, i32 %119
  br label %156

156:
  %157 = phi float [ %154, %148 ], [ %118, %117 ]
  %158 = phi i32 [ %155, %148 ], [ %119, %117 ]
  %159 = add nuw nsw i32 %80, 2
  %160 = add i32 %81, 2
  %161 = icmp eq i32 %160, %29
  br i1 %161, label %30, label %77, !llvm.loop !17
}

define dso_local noundef i32 @_Z7to_bytef(float noundef %0) local_unnamed_addr #1 {
  %2 = tail call noundef float @llvm.maxnum.f32(float %0, float 0.000000e+00)
  %3 = tail call noundef float @llvm.minnum.f32(float %2, float 1.000000e+00)
  %4 = fmul contract float %3, 2.550000e+02
  %5 = fadd contract float %4, 5.000000e-01
  %6 = fptoui float %5 to i32
  ret i32 %6
}

define dso_local ptx_kernel void @render(ptr noundef writeonly captures(none) %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %11 = shl nuw nsw i32 %10, 3
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = add nuw nsw i32 %11, %12
  %14 = icmp slt i32 %9, %1
  %15 = icmp slt i32 %13, %2
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %471

17:
  %18 = sitofp i32 %9 to float
  %19 = sitofp i32 %1 to float
  %20 = fmul contract float %19, 5.000000e-01
  %21 = fsub contract float %18, %20
  %22 = uitofp nneg i32 %2 to float
  %23 = fdiv contract float %21, %22
  %24 = fmul contract float %22, 5.000000e-01
  %25 = uitofp nneg i32 %13 to float
  %26 = fsub contract float %24, %25
  %27 = fdiv contract float %26, %22
  %28 = fmul contract float %23, %23
  %29 = fmul contract float %27, %27
  %30 = fadd contract float %28, %29
  %31 = fadd contract float %30, 1.000000e+00
  %32 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float %31)
  %33 = fmul contract float %23, %32
  %34 = fmul contract float %27, %32
  %35 = tail call noundef float @llvm.nvvm.rsqrt.approx.f(float 0x3FF9C28F60000000)
  %36 = fmul contract float %35, 0xBFE3333340000000
  %37 = fmul contract float %35, -5.000000e-01
  %38 = icmp sgt i32 %4, 0
  %39 = fcmp contract olt float %35, 0xBF1A36E2E0000000
  %40 = select i1 %39, i32 -1, i32 -2
  %41 = add i32 %4, -1
  %42 = and i32 %4, 1
  %43 = icmp eq i32 %41, 0
  %44 = and i32 %4, 2147483646
  %45 = icmp eq i32 %42, 0
  %46 = icmp ne i32 %42, 0
  %47 = and i32 %4, 1
  %48 = icmp eq i32 %41, 0
  %49 = and i32 %4, 2147483646
  %50 = icmp eq i32 %47, 0
  %51 = icmp ne i32 %47, 0
  br label %57

52:
  %53 = add nuw nsw i32 %68, 1
  %54 = icmp samesign ult i32 %68, 3
  %55 = fcmp contract ogt float %433, 0x3F847AE140000000
  %56 = select i1 %54, i1 %55, i1 false
  br i1 %56, label %57, label %446, !llvm.loop !19

57:
  %58 = phi float [ -4.000000e+00, %17 ], [ %442, %52 ]
  %59 = phi float [ 0x3FF3333340000000, %17 ], [ %441, %52 ]
  %60 = phi float [ 0.000000e+00, %17 ], [ %440, %52 ]
  %61 = phi float [ %32, %17 ], [ %439, %52 ]
  %62 = phi float [ %34, %17 ], [ %438, %52 ]
  %63 = phi float [ %33, %17 ], [ %437, %52 ]
  %64 = phi float [ 0.000000e+00, %17 ], [ %445, %52 ]
  %65 = phi float [ 0.000000e+00, %17 ], [ %444, %52 ]
  %66 = phi float [ 0.000000e+00, %17 ], [ %443, %52 ]
  %67 = phi float [ 1.000000e+00, %17 ], [ %433, %52 ]
  %68 = phi i32 [ 0, %17 ], [ %53, %52 ]
  %69 = fcmp contract olt float %62, 0xBF1A36E2E0000000
  %70 = fneg contract float %59
  %71 = fdiv contract float %70, %62
  %72 = select i1 %69, float %71, float 0x46293E5940000000
  %73 = select i1 %69, i32 -1, i32 -2
  br i1 %38, label %74, label %200

74:
  br i1 %43, label %161, label %75

75:
  %76 = phi i32 [ %156, %154 ], [ %73, %74 ]
  %77 = phi float [ %155, %154 ], [ %72, %74 ]
  %78 = phi i32 [ %157, %154 ], [ 0, %74 ]
  %79 = phi i32 [ %158, %154 ], [ 0, %74 ]
  %80 = zext nneg i32 %78 to i64
  %81 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %80
  %82 = load float, ptr %81, align 4, !tbaa !14
  %83 = getelementptr inbounds nuw i8, ptr %81, i64 4
  %84 = load float, ptr %83, align 4, !tbaa !14
  %85 = getelementptr inbounds nuw i8, ptr %81, i64 8
  %86 = load float, ptr %85, align 4, !tbaa !14
  %87 = fsub contract float %82, %60
  %88 = fsub contract float %84, %59
  %89 = fsub contract float %86, %58
  %90 = fmul contract float %63, %87
  %91 = fmul contract float %62, %88
  %92 = fadd contract float %90, %91
  %93 = fmul contract float %61, %89
  %94 = fadd contract float %92, %93
  %95 = fmul contract float %94, %94
  %96 = fmul contract float %87, %87
  %97 = fmul contract float %88, %88
  %98 = fadd contract float %96, %97
  %99 = fmul contract float %89, %89
  %100 = fadd contract float %98, %99
  %101 = fsub contract float %95, %100
  %102 = getelementptr inbounds nuw i8, ptr %81, i64 12
  %103 = load float, ptr %102, align 4, !tbaa !15
  %104 = fmul contract float %103, %103
  %105 = fadd contract float %104, %101
  %106 = fcmp contract olt float %105, 0.000000e+00
  br i1 %106, label %115, label %107

107:
  %108 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %105) #7
  %109 = fsub contract float %94, %108
  %110 = fcmp contract ogt float %109, 0x3F50624DE0000000
  %111 = fcmp contract olt float %109, %77
  %112 = select i1 %110, i1 %111, i1 false
  %113 = select i1 %112, float %109, float %77
  %114 = select i1 %112, i32 %78, i32 %76
  br label %115

115:
  %116 = phi float [ %113, %107 ], [ %77, %75 ]
  %117 = phi i32 [ %114, %107 ], [ %76, %75 ]
  %118 = or disjoint i32 %78, 1
  %119 = zext nneg i32 %118 to i64
  %120 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %119
  %121 = load float, ptr %120, align 4, !tbaa !14
  %122 = getelementptr inbounds nuw i8, ptr %120, i64 4
  %123 = load float, ptr %122, align 4, !tbaa !14
  %124 = getelementptr inbounds nuw i8, ptr %120, i64 8
  %125 = load float, ptr %124, align 4, !tbaa !14
  %126 = fsub contract float %121, %60
  %127 = fsub contract float %123, %59
  %128 = fsub contract float %125, %58
  %129 = fmul contract float %63, %126
  %130 = fmul contract float %62, %127
  %131 = fadd contract float %129, %130
  %132 = fmul contract float %61, %128
  %133 = fadd contract float %131, %132
  %134 = fmul contract float %133, %133
  %135 = fmul contract float %126, %126
  %136 = fmul contract float %127, %127
  %137 = fadd contract float %135, %136
  %138 = fmul contract float %128, %128
  %139 = fadd contract float %137, %138
  %140 = fsub contract float %134, %139
  %141 = getelementptr inbounds nuw i8, ptr %120, i64 12
  %142 = load float, ptr %141, align 4, !tbaa !15
  %143 = fmul contract float %142, %142
  %144 = fadd contract float %143, %140
  %145 = fcmp contract olt float %144, 0.000000e+00
  br i1 %145, label %154, label %146

146:
  %147 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %144) #7
  %148 = fsub contract float %133, %147
  %149 = fcmp contract ogt float %148, 0x3F50624DE0000000
  %150 = fcmp contract olt float %148, %116
  %151 = select i1 %149, i1 %150, i1 false
  %152 = select i1 %151, float %148, float %116
  %153 = select i1 %151, i32 %118, i32 %117
  br label %154

154:
  %155 = phi float [ %152, %146 ], [ %116, %115 ]
  %156 = phi i32 [ %153, %146 ], [ %117, %115 ]
  %157 = add nuw nsw i32 %78, 2
  %158 = add i32 %79, 2
  %159 = icmp eq i32 %158, %44
  br i1 %159, label %160, label %75, !llvm.loop !17

160:
  br i1 %45, label %200, label %161

161:
  %162 = phi i32 [ %73, %74 ], [ %156, %160 ]
  %163 = phi float [ %72, %74 ], [ %155, %160 ]
  %164 = phi i32 [ 0, %74 ], [ %157, %160 ]
  tail call void @llvm.assume(i1 %46)
  %165 = zext nneg i32 %164 to i64
  %166 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %165
  %167 = load float, ptr %166, align 4, !tbaa !14
  %168 = getelementptr inbounds nuw i8, ptr %166, i64 4
  %169 = load float, ptr %168, align 4, !tbaa !14
  %170 = getelementptr inbounds nuw i8, ptr %166, i64 8
  %171 = load float, ptr %170, align 4, !tbaa !14
  %172 = fsub contract float %167, %60
  %173 = fsub contract float %169, %59
  %174 = fsub contract float %171, %58
  %175 = fmul contract float %63, %172
  %176 = fmul contract float %62, %173
  %177 = fadd contract float %175, %176
  %178 = fmul contract float %61, %174
  %179 = fadd contract float %177, %178
  %180 = fmul contract float %179, %179
  %181 = fmul contract float %172, %172
  %182 = fmul contract float %173, %173
  %183 = fadd contract float %181, %182
  %184 = fmul contract float %174, %174
  %185 = fadd contract float %183, %184
  %186 = fsub contract float %180, %185
  %187 = getelementptr inbounds nuw i8, ptr %166, i64 12
  %188 = load float, ptr %187, align 4, !tbaa !15
  %189 = fmul contract float %188, %188
  %190 = fadd contract float %189, %186
  %191 = fcmp contract olt float %190, 0.000000e+00
  br i1 %191, label %200, label %192

192:
  %193 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %190) #7
  %194 = fsub contract float %179, %193
  %195 = fcmp contract ogt float %194, 0x3F50624DE0000000
  %196 = fcmp contract olt float %194, %163
  %197 = select i1 %195, i1 %196, i1 false
  %198 = select i1 %197, float %194, float %163
  %199 = select i1 %197, i32 %164, i32 %162
  br label %200

200:
  %201 = phi float [ %72, %57 ], [ %155, %160 ], [ %198, %192 ], [ %163, %161 ]
  %202 = phi i32 [ %73, %57 ], [ %156, %160 ], [ %199, %192 ], [ %162, %161 ]
  %203 = icmp eq i32 %202, -2
  br i1 %203, label %204, label %213

204:
  %205 = fadd contract float %62, 1.000000e+00
  %206 = fmul contract float %205, 5.000000e-01
  %207 = fmul contract float %206, 5.000000e-01
  %208 = fsub contract float 1.000000e+00, %207
  %209 = fmul contract float %206, 0x3FD3333340000000
  %210 = fsub contract float 1.000000e+00, %209
  %211 = fmul contract float %67, %208
  %212 = fmul contract float %67, %210
  br label %432

213:
  %214 = fmul contract float %63, %201
  %215 = fmul contract float %62, %201
  %216 = fmul contract float %61, %201
  %217 = fadd contract float %60, %214
  %218 = fadd contract float %59, %215
  %219 = fadd contract float %58, %216
  %220 = icmp eq i32 %202, -1
  br i1 %220, label %221, label %232

221:
  %222 = tail call noundef float @llvm.floor.f32(float %217)
  %223 = fptosi float %222 to i32
  %224 = tail call noundef float @llvm.floor.f32(float %219)
  %225 = fptosi float %224 to i32
  %226 = add nsw i32 %223, %225
  %227 = and i32 %226, 1
  %228 = icmp eq i32 %227, 0
  %229 = select i1 %228, float 0x3FD3333340000000, float 0x3FECCCCCC0000000
  %230 = select i1 %228, float 2.500000e-01, float 0x3FECCCCCC0000000
  %231 = select i1 %228, float 0x3FC99999A0000000, float 0x3FECCCCCC0000000
  br label %257

232:
  %233 = sext i32 %202 to i64
  %234 = getelementptr inbounds %struct.Sphere, ptr %3, i64 %233
  %235 = load float, ptr %234, align 4, !tbaa !14
  %236 = getelementptr inbounds nuw i8, ptr %234, i64 4
  %237 = load float, ptr %236, align 4, !tbaa !14
  %238 = getelementptr inbounds nuw i8, ptr %234, i64 8
  %239 = load float, ptr %238, align 4, !tbaa !14
  %240 = fsub contract float %217, %235
  %241 = fsub contract float %218, %237
  %242 = fsub contract float %219, %239
  %243 = getelementptr inbounds nuw i8, ptr %234, i64 12
  %244 = load float, ptr %243, align 4, !tbaa !15
  %245 = fdiv contract float 1.000000e+00, %244
  %246 = fmul contract float %240, %245
  %247 = fmul contract float %241, %245
  %248 = fmul contract float %242, %245
  %249 = getelementptr inbounds nuw i8, ptr %234, i64 16
  %250 = load float, ptr %249, align 4, !tbaa !14
  %251 = getelementptr inbounds nuw i8, ptr %234, i64 20
  %252 = load float, ptr %251, align 4, !tbaa !14
  %253 = getelementptr inbounds nuw i8, ptr %234, i64 24
  %254 = load float, ptr %253, align 4, !tbaa !14
  %255 = getelementptr inbounds nuw i8, ptr %234, i64 28
  %256 = load float, ptr %255, align 4, !tbaa !20
  br label %257

257:
  %258 = phi float [ 0x3FB99999A0000000, %221 ], [ %256, %232 ]
  %259 = phi float [ %231, %221 ], [ %250, %232 ]
  %260 = phi float [ %230, %221 ], [ %252, %232 ]
  %261 = phi float [ %229, %221 ], [ %254, %232 ]
  %262 = phi float [ 0.000000e+00, %221 ], [ %246, %232 ]
  %263 = phi float [ 1.000000e+00, %221 ], [ %247, %232 ]
  %264 = phi float [ 0.000000e+00, %221 ], [ %248, %232 ]
  %265 = fmul contract float %36, %262
  %266 = fmul contract float %35, %263
  %267 = fadd contract float %265, %266
  %268 = fmul contract float %37, %264
  %269 = fadd contract float %267, %268
  %270 = tail call noundef float @llvm.maxnum.f32(float %269, float 0.000000e+00)
  %271 = fmul contract float %262, 0x3F60624DE0000000
  %272 = fmul contract float %263, 0x3F60624DE0000000
  %273 = fmul contract float %264, 0x3F60624DE0000000
  %274 = fadd contract float %217, %271
  %275 = fadd contract float %218, %272
  %276 = fadd contract float %219, %273
  br i1 %38, label %277, label %408

277:
  %278 = fneg contract float %275
  %279 = fdiv contract float %278, %35
  %280 = select i1 %39, float %279, float 0x46293E5940000000
  br i1 %48, label %367, label %281

281:
  %282 = phi i32 [ %362, %360 ], [ %40, %277 ]
  %283 = phi float [ %361, %360 ], [ %280, %277 ]
  %284 = phi i32 [ %363, %360 ], [ 0, %277 ]
  %285 = phi i32 [ %364, %360 ], [ 0, %277 ]
  %286 = zext nneg i32 %284 to i64
  %287 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %286
  %288 = load float, ptr %287, align 4, !tbaa !14
  %289 = getelementptr inbounds nuw i8, ptr %287, i64 4
  %290 = load float, ptr %289, align 4, !tbaa !14
  %291 = getelementptr inbounds nuw i8, ptr %287, i64 8
  %292 = load float, ptr %291, align 4, !tbaa !14
  %293 = fsub contract float %288, %274
  %294 = fsub contract float %290, %275
  %295 = fsub contract float %292, %276
  %296 = fmul contract float %36, %293
  %297 = fmul contract float %35, %294
  %298 = fadd contract float %296, %297
  %299 = fmul contract float %37, %295
  %300 = fadd contract float %298, %299
  %301 = fmul contract float %300, %300
  %302 = fmul contract float %293, %293
  %303 = fmul contract float %294, %294
  %304 = fadd contract float %302, %303
  %305 = fmul contract float %295, %295
  %306 = fadd contract float %304, %305
  %307 = fsub contract float %301, %306
  %308 = getelementptr inbounds nuw i8, ptr %287, i64 12
  %309 = load float, ptr %308, align 4, !tbaa !15
  %310 = fmul contract float %309, %309
  %311 = fadd contract float %310, %307
  %312 = fcmp contract olt float %311, 0.000000e+00
  br i1 %312, label %321, label %313

313:
  %314 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %311) #7
  %315 = fsub contract float %300, %314
  %316 = fcmp contract ogt float %315, 0x3F50624DE0000000
  %317 = fcmp contract olt float %315, %283
  %318 = select i1 %316, i1 %317, i1 false
  %319 = select i1 %318, float %315, float %283
  %320 = select i1 %318, i32 %284, i32 %282
  br label %321

321:
  %322 = phi float [ %319, %313 ], [ %283, %281 ]
  %323 = phi i32 [ %320, %313 ], [ %282, %281 ]
  %324 = or disjoint i32 %284, 1
  %325 = zext nneg i32 %324 to i64
  %326 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %325
  %327 = load float, ptr %326, align 4, !tbaa !14
  %328 = getelementptr inbounds nuw i8, ptr %326, i64 4
  %329 = load float, ptr %328, align 4, !tbaa !14
  %330 = getelementptr inbounds nuw i8, ptr %326, i64 8
  %331 = load float, ptr %330, align 4, !tbaa !14
  %332 = fsub contract float %327, %274
  %333 = fsub contract float %329, %275
  %334 = fsub contract float %331, %276
  %335 = fmul contract float %36, %332
  %336 = fmul contract float %35, %333
  %337 = fadd contract float %335, %336
  %338 = fmul contract float %37, %334
  %339 = fadd contract float %337, %338
  %340 = fmul contract float %339, %339
  %341 = fmul contract float %332, %332
  %342 = fmul contract float %333, %333
  %343 = fadd contract float %341, %342
  %344 = fmul contract float %334, %334
  %345 = fadd contract float %343, %344
  %346 = fsub contract float %340, %345
  %347 = getelementptr inbounds nuw i8, ptr %326, i64 12
  %348 = load float, ptr %347, align 4, !tbaa !15
  %349 = fmul contract float %348, %348
  %350 = fadd contract float %349, %346
  %351 = fcmp contract olt float %350, 0.000000e+00
  br i1 %351, label %360, label %352

352:
  %353 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %350) #7
  %354 = fsub contract float %339, %353
  %355 = fcmp contract ogt float %354, 0x3F50624DE0000000
  %356 = fcmp contract olt float %354, %322
  %357 = select i1 %355, i1 %356, i1 false
  %358 = select i1 %357, float %354, float %322
  %359 = select i1 %357, i32 %324, i32 %323
  br label %360

360:
  %361 = phi float [ %358, %352 ], [ %322, %321 ]
  %362 = phi i32 [ %359, %352 ], [ %323, %321 ]
  %363 = add nuw nsw i32 %284, 2
  %364 = add i32 %285, 2
  %365 = icmp eq i32 %364, %49
  br i1 %365, label %366, label %281, !llvm.loop !17

366:
  br i1 %50, label %405, label %367

367:
  %368 = phi i32 [ %40, %277 ], [ %362, %366 ]
  %369 = phi float [ %280, %277 ], [ %361, %366 ]
  %370 = phi i32 [ 0, %277 ], [ %363, %366 ]
  tail call void @llvm.assume(i1 %51)
  %371 = zext nneg i32 %370 to i64
  %372 = getelementptr inbounds nuw %struct.Sphere, ptr %3, i64 %371
  %373 = load float, ptr %372, align 4, !tbaa !14
  %374 = getelementptr inbounds nuw i8, ptr %372, i64 4
  %375 = load float, ptr %374, align 4, !tbaa !14
  %376 = getelementptr inbounds nuw i8, ptr %372, i64 8
  %377 = load float, ptr %376, align 4, !tbaa !14
  %378 = fsub contract float %373, %274
  %379 = fsub contract float %375, %275
  %380 = fsub contract float %377, %276
  %381 = fmul contract float %36, %378
  %382 = fmul contract float %35, %379
  %383 = fadd contract float %381, %382
  %384 = fmul contract float %37, %380
  %385 = fadd contract float %383, %384
  %386 = fmul contract float %385, %385
  %387 = fmul contract float %378, %378
  %388 = fmul contract float %379, %379
  %389 = fadd contract float %387, %388
  %390 = fmul contract float %380, %380
  %391 = fadd contract float %389, %390
  %392 = fsub contract float %386, %391
  %393 = getelementptr inbounds nuw i8, ptr %372, i64 12
  %394 = load float, ptr %393, align 4, !tbaa !15
  %395 = fmul contract float %394, %394
  %396 = fadd contract float %395, %392
  %397 = fcmp contract olt float %396, 0.000000e+00
  br i1 %397, label %405, label %398

398:
  %399 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %396) #7
  %400 = fsub contract float %385, %399
  %401 = fcmp contract ogt float %400, 0x3F50624DE0000000
  %402 = fcmp contract olt float %400, %369
  %403 = select i1 %401, i1 %402, i1 false
  %404 = select i1 %403, i32 %370, i32 %368
  br label %405

405:
  %406 = phi i32 [ %362, %366 ], [ %404, %398 ], [ %368, %367 ]
  %407 = icmp sgt i32 %406, -1
  br label %408

408:
  %409 = phi i1 [ false, %257 ], [ %407, %405 ]
  %410 = fsub contract float 1.000000e+00, %258
  %411 = fmul contract float %67, %410
  %412 = fmul contract float %270, 0x3FEB333340000000
  %413 = fadd contract float %412, 0x3FC3333340000000
  %414 = select i1 %409, float 0x3FC3333340000000, float %413
  %415 = fmul contract float %411, %414
  %416 = fmul contract float %259, %415
  %417 = fmul contract float %260, %415
  %418 = fmul contract float %261, %415
  %419 = fmul contract float %67, %258
  %420 = fmul contract float %63, %262
  %421 = fmul contract float %62, %263
  %422 = fadd contract float %420, %421
  %423 = fmul contract float %61, %264
  %424 = fadd contract float %422, %423
  %425 = fmul contract float %424, 2.000000e+00
  %426 = fmul contract float %262, %425
  %427 = fmul contract float %263, %425
  %428 = fmul contract float %264, %425
  %429 = fsub contract float %63, %426
  %430 = fsub contract float %62, %427
  %431 = fsub contract float %61, %428
  br label %432

432:
  %433 = phi float [ %67, %204 ], [ %419, %408 ]
  %434 = phi float [ %211, %204 ], [ %416, %408 ]
  %435 = phi float [ %212, %204 ], [ %417, %408 ]
  %436 = phi float [ %67, %204 ], [ %418, %408 ]
  %437 = phi float [ %63, %204 ], [ %429, %408 ]
  %438 = phi float [ %62, %204 ], [ %430, %408 ]
  %439 = phi float [ %61, %204 ], [ %431, %408 ]
  %440 = phi float [ %60, %204 ], [ %274, %408 ]
  %441 = phi float [ %59, %204 ], [ %275, %408 ]
  %442 = phi float [ %58, %204 ], [ %276, %408 ]
  %443 = fadd contract float %66, %436
  %444 = fadd contract float %65, %435
  %445 = fadd contract float %64, %434
  br i1 %203, label %446, label %52

446:
  %447 = tail call noundef float @llvm.maxnum.f32(float %443, float 0.000000e+00)
  %448 = tail call noundef float @llvm.minnum.f32(float %447, float 1.000000e+00)
  %449 = fmul contract float %448, 2.550000e+02
  %450 = fadd contract float %449, 5.000000e-01
  %451 = fptoui float %450 to i32
  %452 = shl i32 %451, 16
  %453 = tail call noundef float @llvm.maxnum.f32(float %444, float 0.000000e+00)
  %454 = tail call noundef float @llvm.minnum.f32(float %453, float 1.000000e+00)
  %455 = fmul contract float %454, 2.550000e+02
  %456 = fadd contract float %455, 5.000000e-01
  %457 = fptoui float %456 to i32
  %458 = shl i32 %457, 8
  %459 = tail call noundef float @llvm.maxnum.f32(float %445, float 0.000000e+00)
  %460 = tail call noundef float @llvm.minnum.f32(float %459, float 1.000000e+00)
  %461 = fmul contract float %460, 2.550000e+02
  %462 = fadd contract float %461, 5.000000e-01
  %463 = fptoui float %462 to i32
  %464 = or i32 %452, %458
  %465 = or i32 %464, %463
  %466 = or i32 %465, -16777216
  %467 = mul nsw i32 %1, %13
  %468 = add nsw i32 %467, %9
  %469 = sext i32 %468 to i64
  %470 = getelementptr inbounds i32, ptr %0, i64 %469
  store i32 %466, ptr %470, align 4, !tbaa !6
  br label %471

471:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare float @llvm.nvvm.rsqrt.approx.f(float) #4

declare float @llvm.nvvm.sqrt.approx.f(float) #4

declare float @llvm.floor.f32(float) #5

declare float @llvm.minnum.f32(float, float) #5

declare float @llvm.maxnum.f32(float, float) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #7 = { nounwind }

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
!11 = !{!12, !13, i64 4}
!12 = !{!"_ZTS3Vec", !13, i64 0, !13, i64 4, !13, i64 8}
!13 = !{!"float", !8, i64 0}
!14 = !{!13, !13, i64 0}
!15 = !{!16, !13, i64 12}
!16 = !{!"_ZTS6Sphere", !12, i64 0, !13, i64 12, !12, i64 16, !13, i64 28}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.mustprogress"}
!19 = distinct !{!19, !18}
!20 = !{!16, !13, i64 28}
