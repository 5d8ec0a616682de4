target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.uchar4 = type { i8, i8, i8, i8 }
%struct.uchar3 = type { i8, i8, i8 }

@_ZZ10gamma_lumaE1s = internal unnamed_addr addrspace(3) global [256 x i8] undef, align 1
@_ZZ7dct_8x8E1s = internal unnamed_addr addrspace(3) global [8 x [9 x float]] undef, align 4
@_ZZ7dct_8x8E1c = internal unnamed_addr addrspace(3) global [8 x [9 x float]] undef, align 4

define dso_local ptx_kernel void @resize(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 4
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %14 = add nuw nsw i32 %12, %13
  %15 = icmp slt i32 %10, %4
  %16 = icmp slt i32 %14, %5
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %149

18:
  %19 = add nsw i32 %2, -1
  %20 = shl i32 %10, 8
  %21 = mul i32 %20, %19
  %22 = tail call i32 @llvm.smax.i32(i32 %4, i32 2)
  %23 = add nsw i32 %22, -1
  %24 = sdiv i32 %21, %23
  %25 = add nsw i32 %3, -1
  %26 = shl nuw nsw i32 %14, 8
  %27 = mul i32 %26, %25
  %28 = add nsw i32 %5, -1
  %29 = tail call i32 @llvm.umax.i32(i32 %28, i32 1)
  %30 = sdiv i32 %27, %29
  %31 = ashr i32 %24, 8
  %32 = ashr i32 %30, 8
  %33 = add nsw i32 %31, 1
  %34 = tail call noundef range(i32 -2147483648, 8388609) i32 @llvm.smin.i32(i32 range(i32 -8388607, 8388609) %33, i32 range(i32 -2147483648, 2147483647) %19)
  %35 = add nsw i32 %32, 1
  %36 = tail call noundef range(i32 -2147483648, 8388609) i32 @llvm.smin.i32(i32 range(i32 -8388607, 8388609) %35, i32 range(i32 -2147483648, 2147483647) %25)
  %37 = and i32 %24, 255
  %38 = and i32 %30, 255
  %39 = mul nsw i32 %32, %2
  %40 = add nsw i32 %39, %31
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 1
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 2
  %45 = getelementptr inbounds nuw i8, ptr %42, i64 3
  %46 = add nsw i32 %39, %34
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %47
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 1
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 2
  %51 = getelementptr inbounds nuw i8, ptr %48, i64 3
  %52 = mul nsw i32 %36, %2
  %53 = add nsw i32 %52, %31
  %54 = sext i32 %53 to i64
  %55 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %54
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 1
  %57 = getelementptr inbounds nuw i8, ptr %55, i64 2
  %58 = getelementptr inbounds nuw i8, ptr %55, i64 3
  %59 = add nsw i32 %52, %34
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %60
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 1
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 2
  %64 = getelementptr inbounds nuw i8, ptr %61, i64 3
  %65 = sub nuw nsw i32 256, %37
  %66 = sub nuw nsw i32 256, %38
  %67 = mul nsw i32 %4, %14
  %68 = add nsw i32 %67, %10
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds %struct.uchar4, ptr %1, i64 %69
  %71 = load i8, ptr %45, align 1, !tbaa !11
  %72 = load i8, ptr %44, align 2, !tbaa !11
  %73 = load i8, ptr %43, align 1, !tbaa !11
  %74 = load i8, ptr %42, align 4, !tbaa !11
  %75 = load i8, ptr %51, align 1, !tbaa !11
  %76 = load i8, ptr %50, align 2, !tbaa !11
  %77 = load i8, ptr %49, align 1, !tbaa !11
  %78 = load i8, ptr %48, align 4, !tbaa !11
  %79 = load i8, ptr %58, align 1, !tbaa !11
  %80 = load i8, ptr %57, align 2, !tbaa !11
  %81 = load i8, ptr %56, align 1, !tbaa !11
  %82 = load i8, ptr %55, align 4, !tbaa !11
  %83 = load i8, ptr %64, align 1, !tbaa !11
  %84 = load i8, ptr %63, align 2, !tbaa !11
  %85 = load i8, ptr %62, align 1, !tbaa !11
  %86 = load i8, ptr %61, align 4, !tbaa !11
  %87 = zext i8 %71 to i32
  %88 = zext i8 %72 to i32
  %89 = zext i8 %73 to i32
  %90 = zext i8 %74 to i32
  %91 = zext i8 %75 to i32
  %92 = zext i8 %76 to i32
  %93 = zext i8 %77 to i32
  %94 = zext i8 %78 to i32
  %95 = zext i8 %79 to i32
  %96 = zext i8 %80 to i32
  %97 = zext i8 %81 to i32
  %98 = zext i8 %82 to i32
  %99 = zext i8 %83 to i32
  %100 = zext i8 %84 to i32
  %101 = zext i8 %85 to i32
  %102 = zext i8 %86 to i32
  %103 = mul nuw nsw i32 %65, %87
  %104 = mul nuw nsw i32 %65, %88
  %105 = mul nuw nsw i32 %65, %89
  %106 = mul nuw nsw i32 %65, %90
  %107 = mul nuw nsw i32 %37, %91
  %108 = mul nuw nsw i32 %37, %92
  %109 = mul nuw nsw i32 %37, %93
  %110 = mul nuw nsw i32 %37, %94
  %111 = add nuw nsw i32 %107, %103
  %112 = add nuw nsw i32 %108, %104
  %113 = add nuw nsw i32 %109, %105
  %114 = add nuw nsw i32 %110, %106
  %115 = mul nuw nsw i32 %111, %66
  %116 = mul nuw nsw i32 %112, %66
  %117 = mul nuw nsw i32 %113, %66
  %118 = mul nuw nsw i32 %114, %66
  %119 = mul nuw nsw i32 %65, %95
  %120 = mul nuw nsw i32 %65, %96
  %121 = mul nuw nsw i32 %65, %97
  %122 = mul nuw nsw i32 %65, %98
  %123 = mul nuw nsw i32 %37, %99
  %124 = mul nuw nsw i32 %37, %100
  %125 = mul nuw nsw i32 %37, %101
  %126 = mul nuw nsw i32 %37, %102
  %127 = add nuw nsw i32 %123, %119
  %128 = add nuw nsw i32 %124, %120
  %129 = add nuw nsw i32 %125, %121
  %130 = add nuw nsw i32 %126, %122
  %131 = mul nuw nsw i32 %127, %38
  %132 = mul nuw nsw i32 %128, %38
  %133 = mul nuw nsw i32 %129, %38
  %134 = mul nuw nsw i32 %130, %38
  %135 = add nuw nsw i32 %115, 32768
  %136 = add nuw nsw i32 %116, 32768
  %137 = add nuw nsw i32 %117, 32768
  %138 = add nuw nsw i32 %118, 32768
  %139 = add nuw nsw i32 %135, %131
  %140 = add nuw nsw i32 %136, %132
  %141 = add nuw nsw i32 %137, %133
  %142 = add nuw nsw i32 %138, %134
  %143 = insertelement <4 x i32> poison, i32 %142, i64 0
  %144 = insertelement <4 x i32> %143, i32 %141, i64 1
  %145 = insertelement <4 x i32> %144, i32 %140, i64 2
  %146 = insertelement <4 x i32> %145, i32 %139, i64 3
  %147 = lshr <4 x i32> %146, splat (i32 16)
  %148 = trunc <4 x i32> %147 to <4 x i8>
  store <4 x i8> %148, ptr %70, align 4, !tbaa !11
  br label %149

149:
  ret void
}

define dso_local ptx_kernel void @gamma_luma(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #1 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %7 = shl nuw nsw i32 %6, 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add nuw nsw i32 %7, %8
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 %10
  %12 = load i8, ptr %11, align 1, !tbaa !11
  %13 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10gamma_lumaE1s to ptr), i64 %10
  store i8 %12, ptr %13, align 1, !tbaa !11
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %15 = shl i32 %14, 4
  %16 = add i32 %15, %8
  %17 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %18 = shl nuw nsw i32 %17, 4
  %19 = add nuw nsw i32 %18, %6
  %20 = icmp slt i32 %16, %3
  %21 = icmp slt i32 %19, %4
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %45

23:
  %24 = mul nsw i32 %3, %19
  %25 = add nsw i32 %24, %16
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds %struct.uchar3, ptr %0, i64 %26
  %28 = load i8, ptr %27, align 1, !tbaa !11
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 1
  %30 = load i8, ptr %29, align 1, !tbaa !11
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 2
  %32 = load i8, ptr %31, align 1, !tbaa !11
  %33 = zext i8 %28 to i64
  %34 = mul nuw nsw i64 %33, 77
  %35 = zext i8 %30 to i64
  %36 = mul nuw nsw i64 %35, 150
  %37 = add nuw nsw i64 %36, %34
  %38 = zext i8 %32 to i64
  %39 = mul nuw nsw i64 %38, 29
  %40 = add nuw nsw i64 %37, %39
  %41 = lshr i64 %40, 8
  %42 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10gamma_lumaE1s to ptr), i64 %41
  %43 = load i8, ptr %42, align 1, !tbaa !11
  %44 = getelementptr inbounds i8, ptr %2, i64 %26
  store i8 %43, ptr %44, align 1, !tbaa !11
  br label %45

45:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @dct_8x8(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #3 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %5 = icmp eq i32 %4, 0
  %6 = select contract i1 %5, float 0x3FD6A09E60000000, float 5.000000e-01
  %7 = shl nuw nsw i32 %3, 1
  %8 = or disjoint i32 %7, 1
  %9 = mul nuw nsw i32 %8, %4
  %10 = uitofp nneg i32 %9 to float
  %11 = fmul contract float %10, 6.250000e-02
  %12 = tail call float @llvm.nvvm.fabs.f32(float %11)
  %13 = fcmp ogt float %12, 0x4170000000000000
  %14 = tail call float @llvm.nvvm.mul.rn.f(float %11, float 0.000000e+00) #9
  %15 = select i1 %13, float %14, float %11
  %16 = fadd float %15, %15
  %17 = tail call float @llvm.nvvm.round.f(float %16) #9
  %18 = tail call i32 @llvm.nvvm.f2i.rz(float %17)
  %19 = fneg float %17
  %20 = tail call float @llvm.fma.f32(float %19, float 5.000000e-01, float %15)
  %21 = add i32 %18, 1
  %22 = tail call float @llvm.nvvm.mul.rn.f(float %20, float %20) #9
  %23 = and i32 %18, 1
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, float 1.000000e+00, float %20
  %26 = tail call float @llvm.fma.f32(float %22, float %25, float 0.000000e+00)
  %27 = tail call float @llvm.fma.f32(float %22, float 0x3FCD09C240000000, float 0xBFF55A5C00000000)
  %28 = select i1 %24, float %27, float 0xBFE2F59920000000
  %29 = select i1 %24, float 0x40103C19E0000000, float 0x400466B200000000
  %30 = tail call float @llvm.fma.f32(float %28, float %22, float %29)
  %31 = select i1 %24, float 0xC013BD3CC0000000, float 0xC014ABBEC0000000
  %32 = tail call float @llvm.fma.f32(float %30, float %22, float %31)
  %33 = select i1 %24, float 1.000000e+00, float 0.000000e+00
  %34 = tail call float @llvm.fma.f32(float %32, float %26, float %33)
  %35 = tail call float @llvm.fma.f32(float %20, float 0x400921FB60000000, float %34)
  %36 = select i1 %24, float %34, float %35
  %37 = and i32 %21, 2
  %38 = icmp eq i32 %37, 0
  %39 = fsub float 0.000000e+00, %36
  %40 = select i1 %38, float %36, float %39
  %41 = fmul contract float %6, %40
  %42 = zext nneg i32 %4 to i64
  %43 = getelementptr inbounds nuw [9 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7dct_8x8E1c to ptr), i64 %42
  %44 = zext nneg i32 %3 to i64
  %45 = getelementptr inbounds nuw float, ptr %43, i64 %44
  store float %41, ptr %45, align 4, !tbaa !12
  %46 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %47 = shl i32 %46, 6
  %48 = shl nuw nsw i32 %4, 3
  %49 = add nuw nsw i32 %48, %3
  %50 = add i32 %49, %47
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw float, ptr %0, i64 %51
  %53 = load float, ptr %52, align 4, !tbaa !12
  %54 = getelementptr inbounds nuw [9 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7dct_8x8E1s to ptr), i64 %42
  %55 = getelementptr inbounds nuw float, ptr %54, i64 %44
  store float %53, ptr %55, align 4, !tbaa !12
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %56 = getelementptr inbounds nuw [9 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7dct_8x8E1c to ptr), i64 %44
  %57 = load float, ptr %56, align 4, !tbaa !12
  %58 = load float, ptr %54, align 4, !tbaa !12
  %59 = fmul contract float %57, %58
  %60 = fadd contract float %59, 0.000000e+00
  %61 = getelementptr inbounds nuw i8, ptr %56, i64 4
  %62 = load float, ptr %61, align 4, !tbaa !12
  %63 = getelementptr inbounds nuw i8, ptr %54, i64 4
  %64 = load float, ptr %63, align 4, !tbaa !12
  %65 = fmul contract float %62, %64
  %66 = fadd contract float %60, %65
  %67 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %68 = load float, ptr %67, align 4, !tbaa !12
  %69 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %70 = load float, ptr %69, align 4, !tbaa !12
  %71 = fmul contract float %68, %70
  %72 = fadd contract float %66, %71
  %73 = getelementptr inbounds nuw i8, ptr %56, i64 12
  %74 = load float, ptr %73, align 4, !tbaa !12
  %75 = getelementptr inbounds nuw i8, ptr %54, i64 12
  %76 = load float, ptr %75, align 4, !tbaa !12
  %77 = fmul contract float %74, %76
  %78 = fadd contract float %72, %77
  %79 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %80 = load float, ptr %79, align 4, !tbaa !12
  %81 = getelementptr inbounds nuw i8, ptr %54, i64 16
  %82 = load float, ptr %81, align 4, !tbaa !12
  %83 = fmul contract float %80, %82
  %84 = fadd contract float %78, %83
  %85 = getelementptr inbounds nuw i8, ptr %56, i64 20
  %86 = load float, ptr %85, align 4, !tbaa !12
  %87 = getelementptr inbounds nuw i8, ptr %54, i64 20
  %88 = load float, ptr %87, align 4, !tbaa !12
  %89 = fmul contract float %86, %88
  %90 = fadd contract float %84, %89
  %91 = getelementptr inbounds nuw i8, ptr %56, i64 24
  %92 = load float, ptr %91, align 4, !tbaa !12
  %93 = getelementptr inbounds nuw i8, ptr %54, i64 24
  %94 = load float, ptr %93, align 4, !tbaa !12
  %95 = fmul contract float %92, %94
  %96 = fadd contract float %90, %95
  %97 = getelementptr inbounds nuw i8, ptr %56, i64 28
  %98 = load float, ptr %97, align 4, !tbaa !12
  %99 = getelementptr inbounds nuw i8, ptr %54, i64 28
  %100 = load float, ptr %99, align 4, !tbaa !12
  %101 = fmul contract float %98, %100
  %102 = fadd contract float %96, %101
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store float %102, ptr %55, align 4, !tbaa !12
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %103 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ7dct_8x8E1s to ptr), i64 %44
  %104 = load float, ptr %43, align 4, !tbaa !12
  %105 = load float, ptr %103, align 4, !tbaa !12
  %106 = fmul contract float %104, %105
  %107 = fadd contract float %106, 0.000000e+00
  %108 = getelementptr inbounds nuw i8, ptr %43, i64 4
  %109 = load float, ptr %108, align 4, !tbaa !12
  %110 = getelementptr inbounds nuw i8, ptr %103, i64 36
  %111 = load float, ptr %110, align 4, !tbaa !12
  %112 = fmul contract float %109, %111
  %113 = fadd contract float %107, %112
  %114 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %115 = load float, ptr %114, align 4, !tbaa !12
  %116 = getelementptr inbounds nuw i8, ptr %103, i64 72
  %117 = load float, ptr %116, align 4, !tbaa !12
  %118 = fmul contract float %115, %117
  %119 = fadd contract float %113, %118
  %120 = getelementptr inbounds nuw i8, ptr %43, i64 12
  %121 = load float, ptr %120, align 4, !tbaa !12
  %122 = getelementptr inbounds nuw i8, ptr %103, i64 108
  %123 = load float, ptr %122, align 4, !tbaa !12
  %124 = fmul contract float %121, %123
  %125 = fadd contract float %119, %124
  %126 = getelementptr inbounds nuw i8, ptr %43, i64 16
  %127 = load float, ptr %126, align 4, !tbaa !12
  %128 = getelementptr inbounds nuw i8, ptr %103, i64 144
  %129 = load float, ptr %128, align 4, !tbaa !12
  %130 = fmul contract float %127, %129
  %131 = fadd contract float %125, %130
  %132 = getelementptr inbounds nuw i8, ptr %43, i64 20
  %133 = load float, ptr %132, align 4, !tbaa !12
  %134 = getelementptr inbounds nuw i8, ptr %103, i64 180
  %135 = load float, ptr %134, align 4, !tbaa !12
  %136 = fmul contract float %133, %135
  %137 = fadd contract float %131, %136
  %138 = getelementptr inbounds nuw i8, ptr %43, i64 24
  %139 = load float, ptr %138, align 4, !tbaa !12
  %140 = getelementptr inbounds nuw i8, ptr %103, i64 216
  %141 = load float, ptr %140, align 4, !tbaa !12
  %142 = fmul contract float %139, %141
  %143 = fadd contract float %137, %142
  %144 = getelementptr inbounds nuw i8, ptr %43, i64 28
  %145 = load float, ptr %144, align 4, !tbaa !12
  %146 = getelementptr inbounds nuw i8, ptr %103, i64 252
  %147 = load float, ptr %146, align 4, !tbaa !12
  %148 = fmul contract float %145, %147
  %149 = fadd contract float %143, %148
  %150 = getelementptr inbounds nuw float, ptr %1, i64 %51
  store float %149, ptr %150, align 4, !tbaa !12
  ret void
}

define dso_local ptx_kernel void @integral_rows(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #4 {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %14

5:
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = mul i32 %2, %7
  %9 = icmp eq i32 %6, 0
  %10 = icmp samesign ult i32 %6, 2
  %11 = icmp samesign ult i32 %6, 4
  %12 = icmp samesign ult i32 %6, 8
  %13 = icmp samesign ult i32 %6, 16
  br label %15

14:
  ret void

15:
  %16 = phi i32 [ 0, %5 ], [ %49, %48 ]
  %17 = phi i32 [ 0, %5 ], [ %50, %48 ]
  %18 = add nuw i32 %17, %6
  %19 = icmp slt i32 %18, %2
  br i1 %19, label %20, label %26

20:
  %21 = add i32 %18, %8
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 %22
  %24 = load i8, ptr %23, align 1, !tbaa !11
  %25 = zext i8 %24 to i32
  br label %26

26:
  %27 = phi i32 [ %25, %20 ], [ 0, %15 ]
  %28 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %27, i32 1, i32 0)
  %29 = select i1 %9, i32 0, i32 %28
  %30 = add i32 %29, %27
  %31 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %30, i32 2, i32 0)
  %32 = select i1 %10, i32 0, i32 %31
  %33 = add i32 %32, %30
  %34 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %33, i32 4, i32 0)
  %35 = select i1 %11, i32 0, i32 %34
  %36 = add i32 %35, %33
  %37 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %36, i32 8, i32 0)
  %38 = select i1 %12, i32 0, i32 %37
  %39 = add i32 %38, %36
  %40 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %39, i32 16, i32 0)
  %41 = select i1 %13, i32 0, i32 %40
  %42 = add i32 %41, %39
  %43 = add i32 %42, %16
  br i1 %19, label %44, label %48

44:
  %45 = add i32 %18, %8
  %46 = zext i32 %45 to i64
  %47 = getelementptr inbounds nuw i32, ptr %1, i64 %46
  store i32 %43, ptr %47, align 4, !tbaa !6
  br label %48

48:
  %49 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %43, i32 31, i32 31)
  %50 = add nuw nsw i32 %17, 32
  %51 = icmp slt i32 %50, %2
  br i1 %51, label %15, label %14, !llvm.loop !14
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #5

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #6

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #6

declare i32 @llvm.smin.i32(i32, i32) #7

declare i32 @llvm.smax.i32(i32, i32) #7

declare float @llvm.nvvm.fabs.f32(float) #5

declare float @llvm.nvvm.mul.rn.f(float, float) #5

declare float @llvm.nvvm.round.f(float) #5

declare i32 @llvm.nvvm.f2i.rz(float) #5

declare float @llvm.fma.f32(float, float, float) #8

declare i32 @llvm.umax.i32(i32, i32) #8

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #7 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }

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
!11 = !{!8, !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !8, i64 0}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.mustprogress"}
