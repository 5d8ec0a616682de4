target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@filter_5x5 = dso_local addrspace(4) externally_initialized constant [25 x i32] [i32 1, i32 2, i32 3, i32 2, i32 1, i32 2, i32 4, i32 6, i32 4, i32 2, i32 3, i32 6, i32 9, i32 6, i32 3, i32 2, i32 4, i32 6, i32 4, i32 2, i32 1, i32 2, i32 3, i32 2, i32 1], align 4
@_ZZ12convolve_5x5E4tile = internal unnamed_addr addrspace(3) global [20 x [21 x i32]] undef, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr)], section "llvm.metadata"

define dso_local ptx_kernel void @convolve_5x5(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = add i32 %6, -2
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %9 = shl nuw nsw i32 %8, 4
  %10 = add nsw i32 %9, -2
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %14 = add nuw nsw i32 %12, %13
  %15 = icmp samesign ult i32 %14, 400
  br i1 %15, label %174, label %16

16:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = add i32 %6, %13
  %18 = add nuw nsw i32 %9, %11
  %19 = icmp slt i32 %17, %2
  %20 = icmp slt i32 %18, %3
  %21 = and i1 %19, %20
  br i1 %21, label %22, label %206

22:
  %23 = zext nneg i32 %11 to i64
  %24 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %23
  %25 = load i32, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), align 4, !tbaa !6
  %26 = zext nneg i32 %13 to i64
  %27 = getelementptr inbounds nuw i32, ptr %24, i64 %26
  %28 = load i32, ptr %27, align 4, !tbaa !6
  %29 = mul nsw i32 %28, %25
  %30 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 4), align 4, !tbaa !6
  %31 = add nuw nsw i32 %13, 1
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr %24, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = mul nsw i32 %34, %30
  %36 = add nsw i32 %35, %29
  %37 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 8), align 4, !tbaa !6
  %38 = add nuw nsw i32 %13, 2
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw i32, ptr %24, i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = mul nsw i32 %41, %37
  %43 = add nsw i32 %42, %36
  %44 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 12), align 4, !tbaa !6
  %45 = add nuw nsw i32 %13, 3
  %46 = zext nneg i32 %45 to i64
  %47 = getelementptr inbounds nuw i32, ptr %24, i64 %46
  %48 = load i32, ptr %47, align 4, !tbaa !6
  %49 = mul nsw i32 %48, %44
  %50 = add nsw i32 %49, %43
  %51 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 16), align 4, !tbaa !6
  %52 = add nuw nsw i32 %13, 4
  %53 = zext nneg i32 %52 to i64
  %54 = getelementptr inbounds nuw i32, ptr %24, i64 %53
  %55 = load i32, ptr %54, align 4, !tbaa !6
  %56 = mul nsw i32 %55, %51
  %57 = add nsw i32 %56, %50
  %58 = zext nneg i32 %11 to i64
  %59 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %58
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 84
  %61 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 20), align 4, !tbaa !6
  %62 = getelementptr inbounds nuw i32, ptr %60, i64 %26
  %63 = load i32, ptr %62, align 4, !tbaa !6
  %64 = mul nsw i32 %63, %61
  %65 = add nsw i32 %64, %57
  %66 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 24), align 4, !tbaa !6
  %67 = getelementptr inbounds nuw i32, ptr %60, i64 %32
  %68 = load i32, ptr %67, align 4, !tbaa !6
  %69 = mul nsw i32 %68, %66
  %70 = add nsw i32 %69, %65
  %71 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 28), align 4, !tbaa !6
  %72 = getelementptr inbounds nuw i32, ptr %60, i64 %39
  %73 = load i32, ptr %72, align 4, !tbaa !6
  %74 = mul nsw i32 %73, %71
  %75 = add nsw i32 %74, %70
  %76 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 32), align 4, !tbaa !6
  %77 = getelementptr inbounds nuw i32, ptr %60, i64 %46
  %78 = load i32, ptr %77, align 4, !tbaa !6
  %79 = mul nsw i32 %78, %76
  %80 = add nsw i32 %79, %75
  %81 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 36), align 4, !tbaa !6
  %82 = getelementptr inbounds nuw i32, ptr %60, i64 %53
  %83 = load i32, ptr %82, align 4, !tbaa !6
  %84 = mul nsw i32 %83, %81
  %85 = add nsw i32 %84, %80
  %86 = zext nneg i32 %11 to i64
  %87 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %86
  %88 = getelementptr inbounds nuw i8, ptr %87, i64 168
  %89 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 40), align 4, !tbaa !6
  %90 = getelementptr inbounds nuw i32, ptr %88, i64 %26
  %91 = load i32, ptr %90, align 4, !tbaa !6
  %92 = mul nsw i32 %91, %89
  %93 = add nsw i32 %92, %85
  %94 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 44), align 4, !tbaa !6
  %95 = getelementptr inbounds nuw i32, ptr %88, i64 %32
  %96 = load i32, ptr %95, align 4, !tbaa !6
  %97 = mul nsw i32 %96, %94
  %98 = add nsw i32 %97, %93
  %99 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 48), align 4, !tbaa !6
  %100 = getelementptr inbounds nuw i32, ptr %88, i64 %39
  %101 = load i32, ptr %100, align 4, !tbaa !6
  %102 = mul nsw i32 %101, %99
  %103 = add nsw i32 %102, %98
  %104 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 52), align 4, !tbaa !6
  %105 = getelementptr inbounds nuw i32, ptr %88, i64 %46
  %106 = load i32, ptr %105, align 4, !tbaa !6
  %107 = mul nsw i32 %106, %104
  %108 = add nsw i32 %107, %103
  %109 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 56), align 4, !tbaa !6
  %110 = getelementptr inbounds nuw i32, ptr %88, i64 %53
  %111 = load i32, ptr %110, align 4, !tbaa !6
  %112 = mul nsw i32 %111, %109
  %113 = add nsw i32 %112, %108
  %114 = zext nneg i32 %11 to i64
  %115 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 252
  %117 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 60), align 4, !tbaa !6
  %118 = getelementptr inbounds nuw i32, ptr %116, i64 %26
  %119 = load i32, ptr %118, align 4, !tbaa !6
  %120 = mul nsw i32 %119, %117
  %121 = add nsw i32 %120, %113
  %122 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 64), align 4, !tbaa !6
  %123 = getelementptr inbounds nuw i32, ptr %116, i64 %32
  %124 = load i32, ptr %123, align 4, !tbaa !6
  %125 = mul nsw i32 %124, %122
  %126 = add nsw i32 %125, %121
  %127 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 68), align 4, !tbaa !6
  %128 = getelementptr inbounds nuw i32, ptr %116, i64 %39
  %129 = load i32, ptr %128, align 4, !tbaa !6
  %130 = mul nsw i32 %129, %127
  %131 = add nsw i32 %130, %126
  %132 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 72), align 4, !tbaa !6
  %133 = getelementptr inbounds nuw i32, ptr %116, i64 %46
  %134 = load i32, ptr %133, align 4, !tbaa !6
  %135 = mul nsw i32 %134, %132
  %136 = add nsw i32 %135, %131
  %137 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 76), align 4, !tbaa !6
  %138 = getelementptr inbounds nuw i32, ptr %116, i64 %53
  %139 = load i32, ptr %138, align 4, !tbaa !6
  %140 = mul nsw i32 %139, %137
  %141 = add nsw i32 %140, %136
  %142 = zext nneg i32 %11 to i64
  %143 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %142
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 336
  %145 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 80), align 4, !tbaa !6
  %146 = getelementptr inbounds nuw i32, ptr %144, i64 %26
  %147 = load i32, ptr %146, align 4, !tbaa !6
  %148 = mul nsw i32 %147, %145
  %149 = add nsw i32 %148, %141
  %150 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 84), align 4, !tbaa !6
  %151 = getelementptr inbounds nuw i32, ptr %144, i64 %32
  %152 = load i32, ptr %151, align 4, !tbaa !6
  %153 = mul nsw i32 %152, %150
  %154 = add nsw i32 %153, %149
  %155 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 88), align 4, !tbaa !6
  %156 = getelementptr inbounds nuw i32, ptr %144, i64 %39
  %157 = load i32, ptr %156, align 4, !tbaa !6
  %158 = mul nsw i32 %157, %155
  %159 = add nsw i32 %158, %154
  %160 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 92), align 4, !tbaa !6
  %161 = getelementptr inbounds nuw i32, ptr %144, i64 %46
  %162 = load i32, ptr %161, align 4, !tbaa !6
  %163 = mul nsw i32 %162, %160
  %164 = add nsw i32 %163, %159
  %165 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(4) @filter_5x5 to ptr), i64 96), align 4, !tbaa !6
  %166 = getelementptr inbounds nuw i32, ptr %144, i64 %53
  %167 = load i32, ptr %166, align 4, !tbaa !6
  %168 = mul nsw i32 %167, %165
  %169 = add nsw i32 %168, %164
  %170 = mul nsw i32 %2, %18
  %171 = add nsw i32 %170, %17
  %172 = sext i32 %171 to i64
  %173 = getelementptr inbounds i32, ptr %1, i64 %172
  store i32 %169, ptr %173, align 4, !tbaa !6
  br label %206

174:
  %175 = phi i32 [ %204, %198 ], [ %14, %4 ]
  %176 = trunc i32 %175 to i16
  %177 = urem i16 %176, 20
  %178 = zext nneg i16 %177 to i32
  %179 = add nsw i32 %7, %178
  %180 = trunc i32 %175 to i16
  %181 = udiv i16 %180, 20
  %182 = zext nneg i16 %181 to i32
  %183 = add nsw i32 %10, %182
  %184 = icmp sgt i32 %179, -1
  %185 = icmp sgt i32 %183, -1
  %186 = select i1 %184, i1 %185, i1 false
  %187 = icmp slt i32 %179, %2
  %188 = and i1 %187, %186
  %189 = icmp slt i32 %183, %3
  %190 = select i1 %188, i1 %189, i1 false
  br i1 %190, label %191, label %198

191:
  %192 = mul nsw i32 %183, %2
  %193 = add nuw nsw i32 %192, %179
  %194 = zext nneg i32 %193 to i64
  %195 = getelementptr inbounds nuw i8, ptr %0, i64 %194
  %196 = load i8, ptr %195, align 1, !tbaa !11
  %197 = zext i8 %196 to i32
  br label %198

198:
  %199 = phi i32 [ %197, %191 ], [ 0, %174 ]
  %200 = zext nneg i16 %181 to i64
  %201 = getelementptr inbounds nuw [21 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ12convolve_5x5E4tile to ptr), i64 %200
  %202 = zext nneg i16 %177 to i64
  %203 = getelementptr inbounds nuw i32, ptr %201, i64 %202
  store i32 %199, ptr %203, align 4, !tbaa !6
  %204 = add nuw nsw i32 %175, 256
  %205 = icmp samesign ult i32 %175, 144
  br i1 %205, label %174, label %16, !llvm.loop !12

206:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @gauss_rows(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = sext i32 %2 to i64
  %7 = mul nsw i64 %6, %5
  %8 = getelementptr inbounds nuw float, ptr %0, i64 %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %60

11:
  %12 = add nsw i32 %2, -1
  %13 = getelementptr float, ptr %1, i64 %7
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %15

15:
  %16 = phi i32 [ %9, %11 ], [ %58, %15 ]
  %17 = tail call i32 @llvm.smax.i32(i32 %16, i32 2)
  %18 = add nsw i32 %17, -2
  %19 = tail call i32 @llvm.umin.i32(i32 %18, i32 %12)
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds nuw float, ptr %8, i64 %20
  %22 = load float, ptr %21, align 4, !tbaa !14
  %23 = fmul contract float %22, 6.250000e-02
  %24 = fadd contract float %23, 0.000000e+00
  %25 = tail call i32 @llvm.smax.i32(i32 %16, i32 1)
  %26 = add nsw i32 %25, -1
  %27 = tail call i32 @llvm.umin.i32(i32 %26, i32 %12)
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds nuw float, ptr %8, i64 %28
  %30 = load float, ptr %29, align 4, !tbaa !14
  %31 = fmul contract float %30, 2.500000e-01
  %32 = fadd contract float %24, %31
  %33 = tail call noundef range(i32 0, -2147483648) i32 @llvm.smax.i32(i32 %16, i32 0)
  %34 = tail call i32 @llvm.umin.i32(i32 %33, i32 %12)
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw float, ptr %8, i64 %35
  %37 = load float, ptr %36, align 4, !tbaa !14
  %38 = fmul contract float %37, 3.750000e-01
  %39 = fadd contract float %32, %38
  %40 = tail call i32 @llvm.smax.i32(i32 %16, i32 -1)
  %41 = add nsw i32 %40, 1
  %42 = tail call i32 @llvm.umin.i32(i32 %41, i32 %12)
  %43 = zext nneg i32 %42 to i64
  %44 = getelementptr inbounds nuw float, ptr %8, i64 %43
  %45 = load float, ptr %44, align 4, !tbaa !14
  %46 = fmul contract float %45, 2.500000e-01
  %47 = fadd contract float %39, %46
  %48 = tail call i32 @llvm.smax.i32(i32 %16, i32 -2)
  %49 = add nsw i32 %48, 2
  %50 = tail call i32 @llvm.umin.i32(i32 %49, i32 %12)
  %51 = zext nneg i32 %50 to i64
  %52 = getelementptr inbounds nuw float, ptr %8, i64 %51
  %53 = load float, ptr %52, align 4, !tbaa !14
  %54 = fmul contract float %53, 6.250000e-02
  %55 = fadd contract float %47, %54
  %56 = sext i32 %16 to i64
  %57 = getelementptr float, ptr %13, i64 %56
  store float %55, ptr %57, align 4, !tbaa !14
  %58 = add i32 %16, %14
  %59 = icmp slt i32 %58, %2
  br i1 %59, label %15, label %60, !llvm.loop !16

60:
  ret void
}

define dso_local ptx_kernel void @conv_layer(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef readonly captures(none) %2, ptr noalias noundef writeonly captures(none) %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) local_unnamed_addr #2 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = shl i32 %8, 3
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %13 = shl nuw nsw i32 %12, 3
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %15 = add nuw nsw i32 %13, %14
  %16 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw float, ptr %2, i64 %17
  %19 = load float, ptr %18, align 4, !tbaa !14
  %20 = icmp sgt i32 %4, 0
  br i1 %20, label %21, label %63

21:
  %22 = mul nuw nsw i32 %4, %16
  %23 = icmp eq i32 %15, 0
  %24 = icmp sgt i32 %15, %6
  %25 = icmp slt i32 %11, 1
  %26 = select i1 %25, i1 true, i1 %23
  %27 = icmp sgt i32 %11, %5
  %28 = or i1 %27, %26
  %29 = select i1 %28, i1 true, i1 %24
  %30 = icmp slt i32 %11, 0
  %31 = select i1 %30, i1 true, i1 %23
  %32 = icmp sge i32 %11, %5
  %33 = or i1 %32, %31
  %34 = select i1 %33, i1 true, i1 %24
  %35 = add nsw i32 %11, 2
  %36 = icmp slt i32 %11, -1
  %37 = select i1 %36, i1 true, i1 %23
  %38 = icmp sgt i32 %35, %5
  %39 = or i1 %38, %37
  %40 = select i1 %39, i1 true, i1 %24
  %41 = icmp sge i32 %15, %6
  %42 = or i1 %27, %25
  %43 = select i1 %42, i1 true, i1 %41
  %44 = or i1 %32, %30
  %45 = select i1 %44, i1 true, i1 %41
  %46 = or i1 %38, %36
  %47 = select i1 %46, i1 true, i1 %41
  %48 = add nuw nsw i32 %15, 2
  %49 = icmp sgt i32 %48, %6
  %50 = select i1 %42, i1 true, i1 %49
  %51 = select i1 %44, i1 true, i1 %49
  %52 = select i1 %46, i1 true, i1 %49
  br label %53

53:
  %54 = phi float [ %19, %21 ], [ %186, %185 ]
  %55 = phi i32 [ 0, %21 ], [ %187, %185 ]
  %56 = mul nsw i32 %55, %6
  %57 = add i32 %56, -1
  %58 = add nuw nsw i32 %55, %22
  %59 = add i32 %15, %57
  %60 = mul nsw i32 %59, %5
  %61 = add i32 %60, -1
  %62 = mul nuw nsw i32 %58, 9
  br i1 %29, label %81, label %72

63:
  %64 = phi float [ %19, %7 ], [ %186, %185 ]
  %65 = tail call noundef float @llvm.maxnum.f32(float %64, float 0.000000e+00)
  %66 = mul nsw i32 %6, %16
  %67 = add nsw i32 %66, %15
  %68 = mul nsw i32 %67, %5
  %69 = add nsw i32 %68, %11
  %70 = sext i32 %69 to i64
  %71 = getelementptr inbounds float, ptr %3, i64 %70
  store float %65, ptr %71, align 4, !tbaa !14
  ret void

72:
  %73 = add i32 %61, %11
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds float, ptr %0, i64 %74
  %76 = load float, ptr %75, align 4, !tbaa !14
  %77 = zext nneg i32 %62 to i64
  %78 = getelementptr inbounds nuw float, ptr %1, i64 %77
  %79 = load float, ptr %78, align 4, !tbaa !14
  %80 = tail call noundef float @llvm.fma.f32(float %76, float %79, float %54)
  br label %81

81:
  %82 = phi float [ %80, %72 ], [ %54, %53 ]
  br i1 %34, label %93, label %83

83:
  %84 = add i32 %60, %11
  %85 = sext i32 %84 to i64
  %86 = getelementptr inbounds float, ptr %0, i64 %85
  %87 = load float, ptr %86, align 4, !tbaa !14
  %88 = zext nneg i32 %62 to i64
  %89 = getelementptr inbounds nuw float, ptr %1, i64 %88
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 4
  %91 = load float, ptr %90, align 4, !tbaa !14
  %92 = tail call noundef float @llvm.fma.f32(float %87, float %91, float %82)
  br label %93

93:
  %94 = phi float [ %92, %83 ], [ %82, %81 ]
  br i1 %40, label %105, label %95

95:
  %96 = add i32 %61, %35
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds float, ptr %0, i64 %97
  %99 = load float, ptr %98, align 4, !tbaa !14
  %100 = zext nneg i32 %62 to i64
  %101 = getelementptr inbounds nuw float, ptr %1, i64 %100
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 8
  %103 = load float, ptr %102, align 4, !tbaa !14
  %104 = tail call noundef float @llvm.fma.f32(float %99, float %103, float %94)
  br label %105

105:
  %106 = phi float [ %104, %95 ], [ %94, %93 ]
  %107 = add i32 %15, %56
  %108 = mul nsw i32 %107, %5
  %109 = add i32 %108, -1
  %110 = mul nuw i32 %58, 9
  br i1 %43, label %121, label %111

111:
  %112 = add nuw i32 %110, 3
  %113 = add i32 %109, %11
  %114 = sext i32 %113 to i64
  %115 = getelementptr inbounds float, ptr %0, i64 %114
  %116 = load float, ptr %115, align 4, !tbaa !14
  %117 = zext nneg i32 %112 to i64
  %118 = getelementptr inbounds nuw float, ptr %1, i64 %117
  %119 = load float, ptr %118, align 4, !tbaa !14
  %120 = tail call noundef float @llvm.fma.f32(float %116, float %119, float %106)
  br label %121

121:
  %122 = phi float [ %120, %111 ], [ %106, %105 ]
  br i1 %45, label %133, label %123

123:
  %124 = add i32 %108, %11
  %125 = sext i32 %124 to i64
  %126 = getelementptr inbounds float, ptr %0, i64 %125
  %127 = load float, ptr %126, align 4, !tbaa !14
  %128 = add nuw i32 %110, 4
  %129 = zext nneg i32 %128 to i64
  %130 = getelementptr inbounds nuw float, ptr %1, i64 %129
  %131 = load float, ptr %130, align 4, !tbaa !14
  %132 = tail call noundef float @llvm.fma.f32(float %127, float %131, float %122)
  br label %133

133:
  %134 = phi float [ %132, %123 ], [ %122, %121 ]
  br i1 %47, label %145, label %135

135:
  %136 = add i32 %109, %35
  %137 = sext i32 %136 to i64
  %138 = getelementptr inbounds float, ptr %0, i64 %137
  %139 = load float, ptr %138, align 4, !tbaa !14
  %140 = add nuw i32 %110, 5
  %141 = zext nneg i32 %140 to i64
  %142 = getelementptr inbounds nuw float, ptr %1, i64 %141
  %143 = load float, ptr %142, align 4, !tbaa !14
  %144 = tail call noundef float @llvm.fma.f32(float %139, float %143, float %134)
  br label %145

145:
  %146 = phi float [ %144, %135 ], [ %134, %133 ]
  %147 = add i32 %48, %57
  %148 = mul nsw i32 %147, %5
  %149 = add i32 %148, -1
  %150 = mul nuw i32 %58, 9
  br i1 %50, label %161, label %151

151:
  %152 = add nuw i32 %150, 6
  %153 = add i32 %149, %11
  %154 = sext i32 %153 to i64
  %155 = getelementptr inbounds float, ptr %0, i64 %154
  %156 = load float, ptr %155, align 4, !tbaa !14
  %157 = zext nneg i32 %152 to i64
  %158 = getelementptr inbounds nuw float, ptr %1, i64 %157
  %159 = load float, ptr %158, align 4, !tbaa !14
  %160 = tail call noundef float @llvm.fma.f32(float %156, float %159, float %146)
  br label %161

161:
  %162 = phi float [ %160, %151 ], [ %146, %145 ]
  br i1 %51, label %173, label %163

163:
  %164 = add i32 %148, %11
  %165 = sext i32 %164 to i64
  %166 = getelementptr inbounds float, ptr %0, i64 %165
  %167 = load float, ptr %166, align 4, !tbaa !14
  %168 = add nuw i32 %150, 7
  %169 = zext nneg i32 %168 to i64
  %170 = getelementptr inbounds nuw float, ptr %1, i64 %169
  %171 = load float, ptr %170, align 4, !tbaa !14
  %172 = tail call noundef float @llvm.fma.f32(float %167, float %171, float %162)
  br label %173

173:
  %174 = phi float [ %172, %163 ], [ %162, %161 ]
  br i1 %52, label %185, label %175

175:
  %176 = add i32 %149, %35
  %177 = sext i32 %176 to i64
  %178 = getelementptr inbounds float, ptr %0, i64 %177
  %179 = load float, ptr %178, align 4, !tbaa !14
  %180 = add nuw i32 %150, 8
  %181 = zext nneg i32 %180 to i64
  %182 = getelementptr inbounds nuw float, ptr %1, i64 %181
  %183 = load float, ptr %182, align 4, !tbaa !14
  %184 = tail call noundef float @llvm.fma.f32(float %179, float %183, float %174)
  br label %185

185:
  %186 = phi float [ %184, %175 ], [ %174, %173 ]
  %187 = add nuw nsw i32 %55, 1
  %188 = icmp eq i32 %187, %4
  br i1 %188, label %63, label %53, !llvm.loop !17
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #3

declare i32 @llvm.smax.i32(i32, i32) #4

declare float @llvm.maxnum.f32(float, float) #5

declare float @llvm.fma.f32(float, float, float) #5

declare i32 @llvm.umin.i32(i32, i32) #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!15, !15, i64 0}
!15 = !{!"float", !8, i64 0}
!16 = distinct !{!16, !13}
!17 = distinct !{!17, !13}
