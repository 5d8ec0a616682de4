target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }

@_ZZ16cyclic_reductionE1s = internal unnamed_addr addrspace(3) global [2 x [128 x %struct.float4]] undef, align 16

define dso_local ptx_kernel void @thomas(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = alloca [64 x double], align 8
  %9 = alloca [64 x double], align 8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %12 = mul i32 %10, %11
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %14 = add i32 %12, %13
  %15 = icmp slt i32 %14, %6
  br i1 %15, label %16, label %211

16:
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #8
  %17 = sext i32 %14 to i64
  %18 = getelementptr inbounds double, ptr %2, i64 %17
  %19 = load double, ptr %18, align 8, !tbaa !11
  %20 = getelementptr inbounds double, ptr %1, i64 %17
  %21 = load double, ptr %20, align 8, !tbaa !11
  %22 = fdiv contract double %19, %21
  store double %22, ptr %8, align 8, !tbaa !11
  %23 = getelementptr inbounds double, ptr %3, i64 %17
  %24 = load double, ptr %23, align 8, !tbaa !11
  %25 = fdiv contract double %24, %21
  store double %25, ptr %9, align 8, !tbaa !11
  %26 = icmp sgt i32 %5, 1
  br i1 %26, label %27, label %149

27:
  %28 = load double, ptr %9, align 8
  %29 = load double, ptr %8, align 8
  %30 = add nsw i32 %5, -1
  %31 = add nsw i32 %5, -2
  %32 = and i32 %30, 1
  %33 = icmp eq i32 %31, 0
  br i1 %33, label %38, label %34

34:
  %35 = and i32 %30, -2
  br label %98

36:
  %37 = icmp eq i32 %32, 0
  br i1 %37, label %64, label %38

38:
  %39 = phi double [ %29, %27 ], [ %137, %36 ]
  %40 = phi double [ %28, %27 ], [ %144, %36 ]
  %41 = phi i32 [ 1, %27 ], [ %146, %36 ]
  %42 = icmp ne i32 %32, 0
  tail call void @llvm.assume(i1 %42)
  %43 = mul nsw i32 %41, %6
  %44 = add nsw i32 %43, %14
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds double, ptr %1, i64 %45
  %47 = load double, ptr %46, align 8, !tbaa !11
  %48 = getelementptr inbounds double, ptr %0, i64 %45
  %49 = load double, ptr %48, align 8, !tbaa !11
  %50 = fmul contract double %49, %39
  %51 = fsub contract double %47, %50
  %52 = fdiv contract double 1.000000e+00, %51
  %53 = getelementptr inbounds double, ptr %2, i64 %45
  %54 = load double, ptr %53, align 8, !tbaa !11
  %55 = fmul contract double %54, %52
  %56 = zext nneg i32 %41 to i64
  %57 = getelementptr inbounds nuw double, ptr %8, i64 %56
  store double %55, ptr %57, align 8, !tbaa !11
  %58 = getelementptr inbounds double, ptr %3, i64 %45
  %59 = load double, ptr %58, align 8, !tbaa !11
  %60 = fmul contract double %49, %40
  %61 = fsub contract double %59, %60
  %62 = fmul contract double %52, %61
  %63 = getelementptr inbounds nuw double, ptr %9, i64 %56
  store double %62, ptr %63, align 8, !tbaa !11
  br label %64

64:
  %65 = add nsw i32 %5, -1
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds double, ptr %9, i64 %66
  %68 = load double, ptr %67, align 8, !tbaa !11
  %69 = mul nsw i32 %65, %6
  %70 = add nsw i32 %69, %14
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds double, ptr %4, i64 %71
  store double %68, ptr %72, align 8, !tbaa !11
  %73 = add nsw i32 %5, -2
  %74 = and i32 %30, 3
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %94, label %76

76:
  %77 = phi i32 [ %91, %76 ], [ %73, %64 ]
  %78 = phi double [ %86, %76 ], [ %68, %64 ]
  %79 = phi i32 [ %92, %76 ], [ 0, %64 ]
  %80 = zext nneg i32 %77 to i64
  %81 = getelementptr inbounds nuw double, ptr %9, i64 %80
  %82 = load double, ptr %81, align 8, !tbaa !11
  %83 = getelementptr inbounds nuw double, ptr %8, i64 %80
  %84 = load double, ptr %83, align 8, !tbaa !11
  %85 = fmul contract double %78, %84
  %86 = fsub contract double %82, %85
  %87 = mul nsw i32 %77, %6
  %88 = add nsw i32 %87, %14
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds double, ptr %4, i64 %89
  store double %86, ptr %90, align 8, !tbaa !11
  %91 = add nsw i32 %77, -1
  %92 = add i32 %79, 1
  %93 = icmp eq i32 %92, %74
  br i1 %93, label %94, label %76, !llvm.loop !13

94:
  %95 = phi i32 [ %73, %64 ], [ %91, %76 ]
  %96 = phi double [ %68, %64 ], [ %86, %76 ]
  %97 = icmp ult i32 %31, 3
  br i1 %97, label %158, label %159

98:
  %99 = phi double [ %29, %34 ], [ %137, %98 ]
  %100 = phi double [ %28, %34 ], [ %144, %98 ]
  %101 = phi i32 [ 1, %34 ], [ %146, %98 ]
  %102 = phi i32 [ 0, %34 ], [ %147, %98 ]
  %103 = mul nsw i32 %101, %6
  %104 = add nsw i32 %103, %14
  %105 = sext i32 %104 to i64
  %106 = getelementptr inbounds double, ptr %1, i64 %105
  %107 = load double, ptr %106, align 8, !tbaa !11
  %108 = getelementptr inbounds double, ptr %0, i64 %105
  %109 = load double, ptr %108, align 8, !tbaa !11
  %110 = fmul contract double %109, %99
  %111 = fsub contract double %107, %110
  %112 = fdiv contract double 1.000000e+00, %111
  %113 = getelementptr inbounds double, ptr %2, i64 %105
  %114 = load double, ptr %113, align 8, !tbaa !11
  %115 = fmul contract double %114, %112
  %116 = zext nneg i32 %101 to i64
  %117 = getelementptr inbounds nuw double, ptr %8, i64 %116
  store double %115, ptr %117, align 8, !tbaa !11
  %118 = getelementptr inbounds double, ptr %3, i64 %105
  %119 = load double, ptr %118, align 8, !tbaa !11
  %120 = fmul contract double %109, %100
  %121 = fsub contract double %119, %120
  %122 = fmul contract double %112, %121
  %123 = getelementptr inbounds nuw double, ptr %9, i64 %116
  store double %122, ptr %123, align 8, !tbaa !11
  %124 = add nuw nsw i32 %101, 1
  %125 = mul nsw i32 %124, %6
  %126 = add nsw i32 %125, %14
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds double, ptr %1, i64 %127
  %129 = load double, ptr %128, align 8, !tbaa !11
  %130 = getelementptr inbounds double, ptr %0, i64 %127
  %131 = load double, ptr %130, align 8, !tbaa !11
  %132 = fmul contract double %131, %115
  %133 = fsub contract double %129, %132
  %134 = fdiv contract double 1.000000e+00, %133
  %135 = getelementptr inbounds double, ptr %2, i64 %127
  %136 = load double, ptr %135, align 8, !tbaa !11
  %137 = fmul contract double %136, %134
  %138 = zext nneg i32 %124 to i64
  %139 = getelementptr inbounds nuw double, ptr %8, i64 %138
  store double %137, ptr %139, align 8, !tbaa !11
  %140 = getelementptr inbounds double, ptr %3, i64 %127
  %141 = load double, ptr %140, align 8, !tbaa !11
  %142 = fmul contract double %131, %122
  %143 = fsub contract double %141, %142
  %144 = fmul contract double %134, %143
  %145 = getelementptr inbounds nuw double, ptr %9, i64 %138
  store double %144, ptr %145, align 8, !tbaa !11
  %146 = add nuw nsw i32 %101, 2
  %147 = add nuw i32 %102, 2
  %148 = icmp eq i32 %147, %35
  br i1 %148, label %36, label %98, !llvm.loop !15

149:
  %150 = add nsw i32 %5, -1
  %151 = sext i32 %150 to i64
  %152 = getelementptr inbounds double, ptr %9, i64 %151
  %153 = load double, ptr %152, align 8, !tbaa !11
  %154 = mul nsw i32 %150, %6
  %155 = add nsw i32 %154, %14
  %156 = sext i32 %155 to i64
  %157 = getelementptr inbounds double, ptr %4, i64 %156
  store double %153, ptr %157, align 8, !tbaa !11
  br label %158

158:
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #8
  br label %211

159:
  %160 = phi i32 [ %209, %159 ], [ %95, %94 ]
  %161 = phi double [ %204, %159 ], [ %96, %94 ]
  %162 = zext nneg i32 %160 to i64
  %163 = getelementptr inbounds nuw double, ptr %9, i64 %162
  %164 = load double, ptr %163, align 8, !tbaa !11
  %165 = getelementptr inbounds nuw double, ptr %8, i64 %162
  %166 = load double, ptr %165, align 8, !tbaa !11
  %167 = fmul contract double %161, %166
  %168 = fsub contract double %164, %167
  %169 = mul nsw i32 %160, %6
  %170 = add nsw i32 %169, %14
  %171 = sext i32 %170 to i64
  %172 = getelementptr inbounds double, ptr %4, i64 %171
  store double %168, ptr %172, align 8, !tbaa !11
  %173 = add nsw i32 %160, -1
  %174 = zext nneg i32 %173 to i64
  %175 = getelementptr inbounds nuw double, ptr %9, i64 %174
  %176 = load double, ptr %175, align 8, !tbaa !11
  %177 = getelementptr inbounds nuw double, ptr %8, i64 %174
  %178 = load double, ptr %177, align 8, !tbaa !11
  %179 = fmul contract double %168, %178
  %180 = fsub contract double %176, %179
  %181 = mul nsw i32 %173, %6
  %182 = add nsw i32 %181, %14
  %183 = sext i32 %182 to i64
  %184 = getelementptr inbounds double, ptr %4, i64 %183
  store double %180, ptr %184, align 8, !tbaa !11
  %185 = add nsw i32 %160, -2
  %186 = zext nneg i32 %185 to i64
  %187 = getelementptr inbounds nuw double, ptr %9, i64 %186
  %188 = load double, ptr %187, align 8, !tbaa !11
  %189 = getelementptr inbounds nuw double, ptr %8, i64 %186
  %190 = load double, ptr %189, align 8, !tbaa !11
  %191 = fmul contract double %180, %190
  %192 = fsub contract double %188, %191
  %193 = mul nsw i32 %185, %6
  %194 = add nsw i32 %193, %14
  %195 = sext i32 %194 to i64
  %196 = getelementptr inbounds double, ptr %4, i64 %195
  store double %192, ptr %196, align 8, !tbaa !11
  %197 = add nsw i32 %160, -3
  %198 = zext nneg i32 %197 to i64
  %199 = getelementptr inbounds nuw double, ptr %9, i64 %198
  %200 = load double, ptr %199, align 8, !tbaa !11
  %201 = getelementptr inbounds nuw double, ptr %8, i64 %198
  %202 = load double, ptr %201, align 8, !tbaa !11
  %203 = fmul contract double %192, %202
  %204 = fsub contract double %200, %203
  %205 = mul nsw i32 %197, %6
  %206 = add nsw i32 %205, %14
  %207 = sext i32 %206 to i64
  %208 = getelementptr inbounds double, ptr %4, i64 %207
  store double %204, ptr %208, align 8, !tbaa !11
  %209 = add nsw i32 %160, -4
  %210 = icmp eq i32 %197, 0
  br i1 %210, label %158, label %159, !llvm.loop !17

211:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @cyclic_reduction(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #2 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 7
  %6 = add i32 %5, %3
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw %struct.float4, ptr %0, i64 %7
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw %struct.float4, ptr addrspacecast (ptr addrspace(3) @_ZZ16cyclic_reductionE1s to ptr), i64 %9
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %10, ptr noundef nonnull align 16 dereferenceable(16) %8, i64 16, i1 false), !tbaa.struct !18
  br label %19

11:
  %12 = getelementptr inbounds nuw %struct.float4, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ16cyclic_reductionE1s to ptr), i64 2048), i64 %9
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 12
  %14 = load float, ptr %13, align 4, !tbaa !21
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %16 = load float, ptr %15, align 4, !tbaa !23
  %17 = fdiv contract float %14, %16
  %18 = getelementptr inbounds nuw float, ptr %1, i64 %7
  store float %17, ptr %18, align 4, !tbaa !19
  ret void

19:
  %20 = phi i32 [ 0, %2 ], [ %78, %74 ]
  %21 = phi i32 [ 1, %2 ], [ %84, %74 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %22 = zext nneg i32 %20 to i64
  %23 = getelementptr inbounds nuw [128 x %struct.float4], ptr addrspacecast (ptr addrspace(3) @_ZZ16cyclic_reductionE1s to ptr), i64 %22
  %24 = getelementptr inbounds nuw %struct.float4, ptr %23, i64 %9
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 4
  %26 = load float, ptr %25, align 4, !tbaa !19
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %28 = load float, ptr %27, align 8, !tbaa !19
  %29 = getelementptr inbounds nuw i8, ptr %24, i64 12
  %30 = load float, ptr %29, align 4, !tbaa !19
  %31 = icmp samesign ult i32 %3, %21
  br i1 %31, label %51, label %32

32:
  %33 = load float, ptr %24, align 16, !tbaa !19
  %34 = sub nuw nsw i32 %3, %21
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw %struct.float4, ptr %23, i64 %35
  %37 = load float, ptr %36, align 16, !tbaa !19
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 4
  %39 = load float, ptr %38, align 4, !tbaa !19
  %40 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %41 = load float, ptr %40, align 8, !tbaa !19
  %42 = getelementptr inbounds nuw i8, ptr %36, i64 12
  %43 = load float, ptr %42, align 4, !tbaa !19
  %44 = fdiv contract float %33, %39
  %45 = fneg contract float %37
  %46 = fmul contract float %44, %45
  %47 = fmul contract float %41, %44
  %48 = fsub contract float %26, %47
  %49 = fmul contract float %44, %43
  %50 = fsub contract float %30, %49
  br label %51

51:
  %52 = phi float [ %46, %32 ], [ 0.000000e+00, %19 ]
  %53 = phi float [ %48, %32 ], [ %26, %19 ]
  %54 = phi float [ %50, %32 ], [ %30, %19 ]
  %55 = add nuw nsw i32 %21, %3
  %56 = icmp samesign ult i32 %55, 128
  br i1 %56, label %57, label %74

57:
  %58 = zext nneg i32 %55 to i64
  %59 = getelementptr inbounds nuw %struct.float4, ptr %23, i64 %58
  %60 = load float, ptr %59, align 16, !tbaa !19
  %61 = getelementptr inbounds nuw i8, ptr %59, i64 4
  %62 = load float, ptr %61, align 4, !tbaa !19
  %63 = getelementptr inbounds nuw i8, ptr %59, i64 8
  %64 = load float, ptr %63, align 8, !tbaa !19
  %65 = getelementptr inbounds nuw i8, ptr %59, i64 12
  %66 = load float, ptr %65, align 4, !tbaa !19
  %67 = fdiv contract float %28, %62
  %68 = fneg contract float %64
  %69 = fmul contract float %67, %68
  %70 = fmul contract float %60, %67
  %71 = fsub contract float %53, %70
  %72 = fmul contract float %67, %66
  %73 = fsub contract float %54, %72
  br label %74

74:
  %75 = phi float [ %71, %57 ], [ %53, %51 ]
  %76 = phi float [ %69, %57 ], [ 0.000000e+00, %51 ]
  %77 = phi float [ %73, %57 ], [ %54, %51 ]
  %78 = xor i32 %20, 1
  %79 = zext nneg i32 %78 to i64
  %80 = getelementptr inbounds nuw [128 x %struct.float4], ptr %10, i64 %79
  store float %52, ptr %80, align 16, !tbaa !19
  %81 = getelementptr inbounds nuw i8, ptr %80, i64 4
  store float %75, ptr %81, align 4, !tbaa !19
  %82 = getelementptr inbounds nuw i8, ptr %80, i64 8
  store float %76, ptr %82, align 8, !tbaa !19
  %83 = getelementptr inbounds nuw i8, ptr %80, i64 12
  store float %77, ptr %83, align 4, !tbaa !19
  %84 = shl nuw nsw i32 %21, 1
  %85 = icmp samesign ult i32 %21, 64
  br i1 %85, label %19, label %11, !llvm.loop !24
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

define dso_local ptx_kernel void @jacobi(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #5 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %11 = shl nuw nsw i32 %10, 4
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = add nuw nsw i32 %11, %12
  %14 = mul nsw i32 %3, %13
  %15 = add nsw i32 %14, %9
  %16 = icmp slt i32 %9, %3
  %17 = icmp slt i32 %13, %4
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %56

19:
  %20 = icmp eq i32 %9, 0
  %21 = icmp eq i32 %13, 0
  %22 = or i1 %20, %21
  %23 = add nsw i32 %3, -1
  %24 = icmp eq i32 %9, %23
  %25 = select i1 %22, i1 true, i1 %24
  %26 = add nsw i32 %4, -1
  %27 = icmp eq i32 %13, %26
  %28 = select i1 %25, i1 true, i1 %27
  %29 = sext i32 %15 to i64
  %30 = getelementptr float, ptr %0, i64 %29
  br i1 %28, label %31, label %33

31:
  %32 = load float, ptr %30, align 4, !tbaa !19
  br label %53

33:
  %34 = getelementptr i8, ptr %30, i64 -4
  %35 = load float, ptr %34, align 4, !tbaa !19
  %36 = getelementptr i8, ptr %30, i64 4
  %37 = load float, ptr %36, align 4, !tbaa !19
  %38 = fadd contract float %35, %37
  %39 = sub nsw i32 %15, %3
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds float, ptr %0, i64 %40
  %42 = load float, ptr %41, align 4, !tbaa !19
  %43 = fadd contract float %38, %42
  %44 = add nsw i32 %15, %3
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds float, ptr %0, i64 %45
  %47 = load float, ptr %46, align 4, !tbaa !19
  %48 = fadd contract float %43, %47
  %49 = getelementptr inbounds float, ptr %1, i64 %29
  %50 = load float, ptr %49, align 4, !tbaa !19
  %51 = fsub contract float %48, %50
  %52 = fmul contract float %51, 2.500000e-01
  br label %53

53:
  %54 = phi contract float [ %52, %33 ], [ %32, %31 ]
  %55 = getelementptr inbounds float, ptr %2, i64 %29
  store float %54, ptr %55, align 4, !tbaa !19
  br label %56

56:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #6

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #6

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #6

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #6

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #6

declare void @llvm.assume(i1 noundef) #7

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
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
!11 = !{!12, !12, i64 0}
!12 = !{!"double", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = distinct !{!17, !16}
!18 = !{i64 0, i64 4, !19, i64 4, i64 4, !19, i64 8, i64 4, !19, i64 12, i64 4, !19}
!19 = !{!20, !20, i64 0}
!20 = !{!"float", !8, i64 0}
!21 = !{!22, !20, i64 12}
!22 = !{!"_ZTS6float4", !20, i64 0, !20, i64 4, !20, i64 8, !20, i64 12}
!23 = !{!22, !20, i64 4}
!24 = distinct !{!24, !16}
