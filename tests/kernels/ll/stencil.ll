target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@coef = dso_local addrspace(4) externally_initialized constant [7 x float] [float 0xBF91111120000000, float 0x3FC3333340000000, float -7.500000e-01, float 0.000000e+00, float 7.500000e-01, float 0xBFC3333340000000, float 0x3F91111120000000], align 4
@_ZZ10stencil_1dE1s = internal unnamed_addr addrspace(3) global [134 x float] undef, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @coef to ptr)], section "llvm.metadata"

define dso_local ptx_kernel void @stencil_1d(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 7
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %2
  br i1 %8, label %9, label %13

9:
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds float, ptr %0, i64 %10
  %12 = load float, ptr %11, align 4, !tbaa !11
  br label %13

13:
  %14 = phi contract float [ %12, %9 ], [ 0.000000e+00, %3 ]
  %15 = zext nneg i32 %6 to i64
  %16 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 12
  store float %14, ptr %17, align 4, !tbaa !11
  %18 = icmp samesign ult i32 %6, 3
  br i1 %18, label %19, label %37

19:
  %20 = icmp sgt i32 %7, 2
  br i1 %20, label %21, label %26

21:
  %22 = zext nneg i32 %7 to i64
  %23 = getelementptr float, ptr %0, i64 %22
  %24 = getelementptr i8, ptr %23, i64 -12
  %25 = load float, ptr %24, align 4, !tbaa !11
  br label %26

26:
  %27 = phi contract float [ %25, %21 ], [ 0.000000e+00, %19 ]
  store float %27, ptr %16, align 4, !tbaa !11
  %28 = add nsw i32 %7, 128
  %29 = icmp slt i32 %28, %2
  br i1 %29, label %30, label %34

30:
  %31 = sext i32 %28 to i64
  %32 = getelementptr inbounds float, ptr %0, i64 %31
  %33 = load float, ptr %32, align 4, !tbaa !11
  br label %34

34:
  %35 = phi contract float [ %33, %30 ], [ 0.000000e+00, %26 ]
  %36 = getelementptr inbounds nuw i8, ptr %16, i64 524
  store float %35, ptr %36, align 4, !tbaa !11
  br label %37

37:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %8, label %38, label %80

38:
  %39 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 24), align 4, !tbaa !11
  %40 = zext nneg i32 %6 to i64
  %41 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %40
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 24
  %43 = load float, ptr %42, align 4, !tbaa !11
  %44 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 20), align 4, !tbaa !11
  %45 = zext nneg i32 %6 to i64
  %46 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 20
  %48 = load float, ptr %47, align 4, !tbaa !11
  %49 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 16), align 4, !tbaa !11
  %50 = zext nneg i32 %6 to i64
  %51 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %50
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 16
  %53 = load float, ptr %52, align 4, !tbaa !11
  %54 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 12), align 4, !tbaa !11
  %55 = zext nneg i32 %6 to i64
  %56 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 12
  %58 = load float, ptr %57, align 4, !tbaa !11
  %59 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 8), align 4, !tbaa !11
  %60 = zext nneg i32 %6 to i64
  %61 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %60
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %63 = load float, ptr %62, align 4, !tbaa !11
  %64 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 4), align 4, !tbaa !11
  %65 = zext nneg i32 %6 to i64
  %66 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10stencil_1dE1s to ptr), i64 %65
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 4
  %68 = load float, ptr %67, align 4, !tbaa !11
  %69 = load float, ptr addrspacecast (ptr addrspace(4) @coef to ptr), align 4, !tbaa !11
  %70 = load float, ptr %16, align 4, !tbaa !11
  %71 = tail call noundef float @llvm.fma.f32(float %69, float %70, float 0.000000e+00)
  %72 = tail call noundef float @llvm.fma.f32(float %64, float %68, float %71)
  %73 = tail call noundef float @llvm.fma.f32(float %59, float %63, float %72)
  %74 = tail call noundef float @llvm.fma.f32(float %54, float %58, float %73)
  %75 = tail call noundef float @llvm.fma.f32(float %49, float %53, float %74)
  %76 = tail call noundef float @llvm.fma.f32(float %44, float %48, float %75)
  %77 = tail call noundef float @llvm.fma.f32(float %39, float %43, float %76)
  %78 = sext i32 %7 to i64
  %79 = getelementptr inbounds float, ptr %1, i64 %78
  store float %77, ptr %79, align 4, !tbaa !11
  br label %80

80:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @stencil_2d(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = icmp slt i32 %12, %3
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %16, label %80

16:
  %17 = icmp sgt i32 %8, -1
  br i1 %17, label %18, label %25

18:
  %19 = mul nsw i32 %2, %12
  %20 = add nuw nsw i32 %19, %8
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds nuw float, ptr %0, i64 %21
  %23 = load float, ptr %22, align 4, !tbaa !11
  %24 = fmul contract float %23, 5.000000e-01
  br label %25

25:
  %26 = phi float [ %24, %18 ], [ 0.000000e+00, %16 ]
  %27 = icmp sgt i32 %8, 0
  br i1 %27, label %28, label %35

28:
  %29 = add nsw i32 %8, -1
  %30 = mul nsw i32 %2, %12
  %31 = add nuw nsw i32 %29, %30
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw float, ptr %0, i64 %32
  %34 = load float, ptr %33, align 4, !tbaa !11
  br label %35

35:
  %36 = phi contract float [ %34, %28 ], [ 0.000000e+00, %25 ]
  %37 = add nsw i32 %8, 1
  %38 = icmp sgt i32 %8, -2
  %39 = icmp slt i32 %37, %2
  %40 = and i1 %38, %39
  br i1 %40, label %41, label %47

41:
  %42 = mul nsw i32 %2, %12
  %43 = add nuw nsw i32 %42, %37
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds nuw float, ptr %0, i64 %44
  %46 = load float, ptr %45, align 4, !tbaa !11
  br label %47

47:
  %48 = phi contract float [ %46, %41 ], [ 0.000000e+00, %35 ]
  %49 = fadd contract float %36, %48
  %50 = add nsw i32 %12, -1
  %51 = or i32 %50, %8
  %52 = icmp slt i32 %51, 0
  br i1 %52, label %59, label %53

53:
  %54 = mul nsw i32 %2, %50
  %55 = add nuw nsw i32 %54, %8
  %56 = zext nneg i32 %55 to i64
  %57 = getelementptr inbounds nuw float, ptr %0, i64 %56
  %58 = load float, ptr %57, align 4, !tbaa !11
  br label %59

59:
  %60 = phi contract float [ %58, %53 ], [ 0.000000e+00, %47 ]
  %61 = fadd contract float %49, %60
  br i1 %17, label %62, label %71

62:
  %63 = add nuw nsw i32 %12, 1
  %64 = icmp samesign ult i32 %63, %3
  br i1 %64, label %65, label %71

65:
  %66 = mul nsw i32 %2, %63
  %67 = add nuw nsw i32 %66, %8
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr inbounds nuw float, ptr %0, i64 %68
  %70 = load float, ptr %69, align 4, !tbaa !11
  br label %71

71:
  %72 = phi contract float [ %70, %65 ], [ 0.000000e+00, %62 ], [ 0.000000e+00, %59 ]
  %73 = fadd contract float %61, %72
  %74 = fmul contract float %73, 1.250000e-01
  %75 = fadd contract float %26, %74
  %76 = mul nsw i32 %2, %12
  %77 = add nsw i32 %76, %8
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds float, ptr %1, i64 %78
  store float %75, ptr %79, align 4, !tbaa !11
  br label %80

80:
  ret void
}

define dso_local ptx_kernel void @stencil_3d(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, double noundef %5) local_unnamed_addr #3 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 4
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %14 = add nuw nsw i32 %12, %13
  %15 = icmp slt i32 %10, %2
  %16 = icmp slt i32 %14, %3
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %170

18:
  %19 = sext i32 %2 to i64
  %20 = zext nneg i32 %3 to i64
  %21 = mul nsw i64 %20, %19
  %22 = icmp sgt i32 %10, 0
  %23 = icmp ne i32 %14, 0
  %24 = and i1 %22, %23
  %25 = add nsw i32 %2, -1
  %26 = icmp slt i32 %10, %25
  %27 = select i1 %24, i1 %26, i1 false
  %28 = add nsw i32 %3, -1
  %29 = icmp samesign ult i32 %14, %28
  %30 = select i1 %27, i1 %29, i1 false
  %31 = getelementptr double, ptr %0, i64 %21
  %32 = icmp sgt i32 %4, 0
  br i1 %32, label %33, label %170

33:
  %34 = zext nneg i32 %14 to i64
  %35 = mul nsw i64 %19, %34
  %36 = sext i32 %10 to i64
  %37 = add nsw i64 %35, %36
  %38 = getelementptr inbounds nuw double, ptr %0, i64 %37
  %39 = load double, ptr %38, align 8, !tbaa !13
  %40 = add nsw i32 %4, -1
  %41 = icmp eq i32 %4, 1
  br i1 %41, label %45, label %42

42:
  %43 = getelementptr double, ptr %31, i64 %37
  %44 = load double, ptr %43, align 8, !tbaa !13
  br label %45

45:
  %46 = phi contract double [ %44, %42 ], [ 0.000000e+00, %33 ]
  %47 = getelementptr inbounds nuw double, ptr %1, i64 %37
  store double 0.000000e+00, ptr %47, align 8, !tbaa !13
  %48 = icmp eq i32 %4, 1
  br i1 %48, label %170, label %49

49:
  %50 = add nsw i32 %4, -1
  %51 = and i32 %50, 1
  %52 = icmp eq i32 %4, 2
  br i1 %52, label %131, label %53

53:
  %54 = and i32 %50, -2
  br label %55

55:
  %56 = phi i32 [ 1, %53 ], [ %95, %124 ]
  %57 = phi double [ %46, %53 ], [ %101, %124 ]
  %58 = phi double [ %39, %53 ], [ %68, %124 ]
  %59 = phi i64 [ %37, %53 ], [ %94, %124 ]
  %60 = phi i32 [ 0, %53 ], [ %127, %124 ]
  %61 = add i64 %59, %21
  %62 = add nuw nsw i32 %56, 1
  %63 = icmp slt i32 %62, %4
  br i1 %63, label %64, label %67

64:
  %65 = getelementptr double, ptr %31, i64 %61
  %66 = load double, ptr %65, align 8, !tbaa !13
  br label %67

67:
  %68 = phi contract double [ %66, %64 ], [ 0.000000e+00, %55 ]
  %69 = icmp slt i32 %56, %40
  %70 = select i1 %30, i1 %69, i1 false
  br i1 %70, label %71, label %91

71:
  %72 = fadd contract double %58, %68
  %73 = getelementptr double, ptr %0, i64 %61
  %74 = getelementptr i8, ptr %73, i64 -8
  %75 = load double, ptr %74, align 8, !tbaa !13
  %76 = fadd contract double %72, %75
  %77 = getelementptr i8, ptr %73, i64 8
  %78 = load double, ptr %77, align 8, !tbaa !13
  %79 = fadd contract double %76, %78
  %80 = sub i64 %61, %19
  %81 = getelementptr inbounds nuw double, ptr %0, i64 %80
  %82 = load double, ptr %81, align 8, !tbaa !13
  %83 = fadd contract double %79, %82
  %84 = getelementptr double, ptr %73, i64 %19
  %85 = load double, ptr %84, align 8, !tbaa !13
  %86 = fadd contract double %83, %85
  %87 = fmul contract double %57, 6.000000e+00
  %88 = fsub contract double %86, %87
  %89 = fmul contract double %5, %88
  %90 = fadd contract double %57, %89
  br label %91

91:
  %92 = phi double [ %90, %71 ], [ 0.000000e+00, %67 ]
  %93 = getelementptr inbounds nuw double, ptr %1, i64 %61
  store double %92, ptr %93, align 8, !tbaa !13
  %94 = add i64 %61, %21
  %95 = add nuw nsw i32 %56, 2
  %96 = icmp slt i32 %95, %4
  br i1 %96, label %97, label %100

97:
  %98 = getelementptr double, ptr %31, i64 %94
  %99 = load double, ptr %98, align 8, !tbaa !13
  br label %100

100:
  %101 = phi contract double [ %99, %97 ], [ 0.000000e+00, %91 ]
  %102 = icmp slt i32 %62, %40
  %103 = select i1 %30, i1 %102, i1 false
  br i1 %103, label %104, label %124

104:
  %105 = fadd contract double %57, %101
  %106 = getelementptr double, ptr %0, i64 %94
  %107 = getelementptr i8, ptr %106, i64 -8
  %108 = load double, ptr %107, align 8, !tbaa !13
  %109 = fadd contract double %105, %108
  %110 = getelementptr i8, ptr %106, i64 8
  %111 = load double, ptr %110, align 8, !tbaa !13
  %112 = fadd contract double %109, %111
  %113 = sub i64 %94, %19
  %114 = getelementptr inbounds nuw double, ptr %0, i64 %113
  %115 = load double, ptr %114, align 8, !tbaa !13
  %116 = fadd contract double %112, %115
  %117 = getelementptr double, ptr %106, i64 %19
  %118 = load double, ptr %117, align 8, !tbaa !13
  %119 = fadd contract double %116, %118
  %120 = fmul contract double %68, 6.000000e+00
  %121 = fsub contract double %119, %120
  %122 = fmul contract double %5, %121
  %123 = fadd contract double %68, %122
  br label %124

124:
  %125 = phi double [ %123, %104 ], [ 0.000000e+00, %100 ]
  %126 = getelementptr inbounds nuw double, ptr %1, i64 %94
  store double %125, ptr %126, align 8, !tbaa !13
  %127 = add i32 %60, 2
  %128 = icmp eq i32 %127, %54
  br i1 %128, label %129, label %55, !llvm.loop !15

129:
  %130 = icmp eq i32 %51, 0
  br i1 %130, label %170, label %131

131:
  %132 = phi i32 [ 1, %49 ], [ %95, %129 ]
  %133 = phi double [ %46, %49 ], [ %101, %129 ]
  %134 = phi double [ %39, %49 ], [ %68, %129 ]
  %135 = phi i64 [ %37, %49 ], [ %94, %129 ]
  %136 = icmp ne i32 %51, 0
  tail call void @llvm.assume(i1 %136)
  %137 = add i64 %135, %21
  %138 = add nuw nsw i32 %132, 1
  %139 = icmp slt i32 %138, %4
  br i1 %139, label %140, label %143

140:
  %141 = getelementptr double, ptr %31, i64 %137
  %142 = load double, ptr %141, align 8, !tbaa !13
  br label %143

143:
  %144 = phi contract double [ %142, %140 ], [ 0.000000e+00, %131 ]
  %145 = icmp slt i32 %132, %40
  %146 = select i1 %30, i1 %145, i1 false
  br i1 %146, label %147, label %167

147:
  %148 = fadd contract double %134, %144
  %149 = getelementptr double, ptr %0, i64 %137
  %150 = getelementptr i8, ptr %149, i64 -8
  %151 = load double, ptr %150, align 8, !tbaa !13
  %152 = fadd contract double %148, %151
  %153 = getelementptr i8, ptr %149, i64 8
  %154 = load double, ptr %153, align 8, !tbaa !13
  %155 = fadd contract double %152, %154
  %156 = sub i64 %137, %19
  %157 = getelementptr inbounds nuw double, ptr %0, i64 %156
  %158 = load double, ptr %157, align 8, !tbaa !13
  %159 = fadd contract double %155, %158
  %160 = getelementptr double, ptr %149, i64 %19
  %161 = load double, ptr %160, align 8, !tbaa !13
  %162 = fadd contract double %159, %161
  %163 = fmul contract double %133, 6.000000e+00
  %164 = fsub contract double %162, %163
  %165 = fmul contract double %5, %164
  %166 = fadd contract double %133, %165
  br label %167

167:
  %168 = phi double [ %166, %147 ], [ 0.000000e+00, %143 ]
  %169 = getelementptr inbounds nuw double, ptr %1, i64 %137
  store double %168, ptr %169, align 8, !tbaa !13
  br label %170

170:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #4

declare float @llvm.fma.f32(float, float, float) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

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
!14 = !{!"double", !8, i64 0}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.peeled.count", i32 1}
