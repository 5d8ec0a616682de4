target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }

@_ZZ9wmma_32x8E4tile = internal addrspace(3) global [512 x %struct.__half] undef, align 2

define dso_local ptx_kernel void @wmma_f16_f32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, float noundef %6, float noundef %7) local_unnamed_addr #0 {
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %12 = shl i32 %11, 4
  %13 = icmp sgt i32 %5, 0
  br i1 %13, label %14, label %21

14:
  %15 = mul nuw nsw i32 %5, %10
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %16
  %18 = mul nsw i32 %5, %12
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds %struct.__half, ptr %1, i64 %19
  br label %68

21:
  %22 = phi float [ 0.000000e+00, %8 ], [ %107, %68 ]
  %23 = phi float [ 0.000000e+00, %8 ], [ %106, %68 ]
  %24 = phi float [ 0.000000e+00, %8 ], [ %105, %68 ]
  %25 = phi float [ 0.000000e+00, %8 ], [ %104, %68 ]
  %26 = phi float [ 0.000000e+00, %8 ], [ %103, %68 ]
  %27 = phi float [ 0.000000e+00, %8 ], [ %102, %68 ]
  %28 = phi float [ 0.000000e+00, %8 ], [ %101, %68 ]
  %29 = phi float [ 0.000000e+00, %8 ], [ %100, %68 ]
  %30 = mul nsw i32 %4, %10
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds float, ptr %2, i64 %31
  %33 = sext i32 %12 to i64
  %34 = getelementptr inbounds float, ptr %32, i64 %33
  %35 = tail call contract { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0(ptr readonly %34, i32 %4)
  %36 = extractvalue { float, float, float, float, float, float, float, float } %35, 0
  %37 = extractvalue { float, float, float, float, float, float, float, float } %35, 1
  %38 = extractvalue { float, float, float, float, float, float, float, float } %35, 2
  %39 = extractvalue { float, float, float, float, float, float, float, float } %35, 3
  %40 = extractvalue { float, float, float, float, float, float, float, float } %35, 4
  %41 = extractvalue { float, float, float, float, float, float, float, float } %35, 5
  %42 = extractvalue { float, float, float, float, float, float, float, float } %35, 6
  %43 = extractvalue { float, float, float, float, float, float, float, float } %35, 7
  %44 = fmul contract float %6, %29
  %45 = fmul contract float %7, %36
  %46 = fadd contract float %44, %45
  %47 = fmul contract float %6, %28
  %48 = fmul contract float %7, %37
  %49 = fadd contract float %47, %48
  %50 = fmul contract float %6, %27
  %51 = fmul contract float %7, %38
  %52 = fadd contract float %50, %51
  %53 = fmul contract float %6, %26
  %54 = fmul contract float %7, %39
  %55 = fadd contract float %53, %54
  %56 = fmul contract float %6, %25
  %57 = fmul contract float %7, %40
  %58 = fadd contract float %56, %57
  %59 = fmul contract float %6, %24
  %60 = fmul contract float %7, %41
  %61 = fadd contract float %59, %60
  %62 = fmul contract float %6, %23
  %63 = fmul contract float %7, %42
  %64 = fadd contract float %62, %63
  %65 = fmul contract float %6, %22
  %66 = fmul contract float %7, %43
  %67 = fadd contract float %65, %66
  tail call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr %34, float %46, float %49, float %52, float %55, float %58, float %61, float %64, float %67, i32 %4)
  ret void

68:
  %69 = phi i32 [ 0, %14 ], [ %108, %68 ]
  %70 = phi float [ 0.000000e+00, %14 ], [ %100, %68 ]
  %71 = phi float [ 0.000000e+00, %14 ], [ %101, %68 ]
  %72 = phi float [ 0.000000e+00, %14 ], [ %102, %68 ]
  %73 = phi float [ 0.000000e+00, %14 ], [ %103, %68 ]
  %74 = phi float [ 0.000000e+00, %14 ], [ %104, %68 ]
  %75 = phi float [ 0.000000e+00, %14 ], [ %105, %68 ]
  %76 = phi float [ 0.000000e+00, %14 ], [ %106, %68 ]
  %77 = phi float [ 0.000000e+00, %14 ], [ %107, %68 ]
  %78 = zext nneg i32 %69 to i64
  %79 = getelementptr inbounds nuw %struct.__half, ptr %17, i64 %78
  %80 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr readonly %79, i32 %5)
  %81 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 0
  %82 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 1
  %83 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 2
  %84 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 3
  %85 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 4
  %86 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 5
  %87 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 6
  %88 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %80, 7
  %89 = getelementptr inbounds nuw %struct.__half, ptr %20, i64 %78
  %90 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.f16.p0(ptr readonly %89, i32 %5)
  %91 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 0
  %92 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 1
  %93 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 2
  %94 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 3
  %95 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 4
  %96 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 5
  %97 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 6
  %98 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %90, 7
  %99 = tail call contract { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %81, <2 x half> %82, <2 x half> %83, <2 x half> %84, <2 x half> %85, <2 x half> %86, <2 x half> %87, <2 x half> %88, <2 x half> %91, <2 x half> %92, <2 x half> %93, <2 x half> %94, <2 x half> %95, <2 x half> %96, <2 x half> %97, <2 x half> %98, float %70, float %71, float %72, float %73, float %74, float %75, float %76, float %77)
  %100 = extractvalue { float, float, float, float, float, float, float, float } %99, 0
  %101 = extractvalue { float, float, float, float, float, float, float, float } %99, 1
  %102 = extractvalue { float, float, float, float, float, float, float, float } %99, 2
  %103 = extractvalue { float, float, float, float, float, float, float, float } %99, 3
  %104 = extractvalue { float, float, float, float, float, float, float, float } %99, 4
  %105 = extractvalue { float, float, float, float, float, float, float, float } %99, 5
  %106 = extractvalue { float, float, float, float, float, float, float, float } %99, 6
  %107 = extractvalue { float, float, float, float, float, float, float, float } %99, 7
  %108 = add nuw nsw i32 %69, 16
  %109 = icmp slt i32 %108, %5
  br i1 %109, label %68, label %21, !llvm.loop !11
}

define dso_local ptx_kernel void @wmma_f16_f16(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %8 = shl nuw nsw i32 %7, 4
  %9 = mul i32 %4, %8
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw %struct.__half, ptr %2, i64 %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %13 = shl i32 %12, 4
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds nuw %struct.__half, ptr %11, i64 %14
  %16 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f16.p0(ptr readonly %15, i32 %4)
  %17 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %16, 0
  %18 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %16, 1
  %19 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %16, 2
  %20 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %16, 3
  %21 = icmp sgt i32 %5, 0
  br i1 %21, label %22, label %29

22:
  %23 = mul i32 %5, %8
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %24
  %26 = mul i32 %5, %13
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw %struct.__half, ptr %1, i64 %27
  br label %34

29:
  %30 = phi <2 x half> [ %17, %6 ], [ %63, %34 ]
  %31 = phi <2 x half> [ %18, %6 ], [ %64, %34 ]
  %32 = phi <2 x half> [ %19, %6 ], [ %65, %34 ]
  %33 = phi <2 x half> [ %20, %6 ], [ %66, %34 ]
  tail call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr %15, <2 x half> %30, <2 x half> %31, <2 x half> %32, <2 x half> %33, i32 %4)
  ret void

34:
  %35 = phi <2 x half> [ %20, %22 ], [ %66, %34 ]
  %36 = phi <2 x half> [ %19, %22 ], [ %65, %34 ]
  %37 = phi <2 x half> [ %18, %22 ], [ %64, %34 ]
  %38 = phi <2 x half> [ %17, %22 ], [ %63, %34 ]
  %39 = phi i32 [ 0, %22 ], [ %62, %34 ]
  %40 = zext nneg i32 %39 to i64
  %41 = getelementptr inbounds nuw %struct.__half, ptr %25, i64 %40
  %42 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr readonly %41, i32 %5)
  %43 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 0
  %44 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 1
  %45 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 2
  %46 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 3
  %47 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 4
  %48 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 5
  %49 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 6
  %50 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %42, 7
  %51 = getelementptr inbounds nuw %struct.__half, ptr %28, i64 %40
  %52 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.f16.p0(ptr readonly %51, i32 %5)
  %53 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 0
  %54 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 1
  %55 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 2
  %56 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 3
  %57 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 4
  %58 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 5
  %59 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 6
  %60 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %52, 7
  %61 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half> %43, <2 x half> %44, <2 x half> %45, <2 x half> %46, <2 x half> %47, <2 x half> %48, <2 x half> %49, <2 x half> %50, <2 x half> %53, <2 x half> %54, <2 x half> %55, <2 x half> %56, <2 x half> %57, <2 x half> %58, <2 x half> %59, <2 x half> %60, <2 x half> %38, <2 x half> %37, <2 x half> %36, <2 x half> %35)
  %62 = add nuw nsw i32 %39, 16
  %63 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %61, 0
  %64 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %61, 1
  %65 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %61, 2
  %66 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %61, 3
  %67 = icmp slt i32 %62, %5
  br i1 %67, label %34, label %29, !llvm.loop !13
}

define dso_local ptx_kernel void @wmma_32x8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #1 {
  %7 = icmp sgt i32 %5, 0
  br i1 %7, label %12, label %8

8:
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %176

12:
  %13 = shl i32 %5, 3
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %15 = shl nuw nsw i32 %14, 5
  %16 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = add nuw nsw i32 %15, %16
  %18 = mul i32 %5, %17
  %19 = shl nuw nsw i32 %16, 4
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %21 = mul i32 %20, %13
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw %struct.__half, ptr %1, i64 %22
  %24 = zext nneg i32 %19 to i64
  %25 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %24
  %26 = zext nneg i32 %19 to i64
  %27 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 2
  %29 = zext nneg i32 %19 to i64
  %30 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %29
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 4
  %32 = zext nneg i32 %19 to i64
  %33 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 6
  %35 = zext nneg i32 %19 to i64
  %36 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %38 = zext nneg i32 %19 to i64
  %39 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %38
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 10
  %41 = zext nneg i32 %19 to i64
  %42 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 12
  %44 = zext nneg i32 %19 to i64
  %45 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %44
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 14
  %47 = zext nneg i32 %19 to i64
  %48 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %47
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 16
  %50 = zext nneg i32 %19 to i64
  %51 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %50
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 18
  %53 = zext nneg i32 %19 to i64
  %54 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %53
  %55 = getelementptr inbounds nuw i8, ptr %54, i64 20
  %56 = zext nneg i32 %19 to i64
  %57 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %56
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 22
  %59 = zext nneg i32 %19 to i64
  %60 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %59
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 24
  %62 = zext nneg i32 %19 to i64
  %63 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %62
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 26
  %65 = zext nneg i32 %19 to i64
  %66 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %65
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 28
  %68 = zext nneg i32 %19 to i64
  %69 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 30
  br label %71

71:
  %72 = phi i32 [ 0, %12 ], [ %174, %71 ]
  %73 = phi float [ 0.000000e+00, %12 ], [ %173, %71 ]
  %74 = phi float [ 0.000000e+00, %12 ], [ %166, %71 ]
  %75 = phi float [ 0.000000e+00, %12 ], [ %167, %71 ]
  %76 = phi float [ 0.000000e+00, %12 ], [ %168, %71 ]
  %77 = phi float [ 0.000000e+00, %12 ], [ %169, %71 ]
  %78 = phi float [ 0.000000e+00, %12 ], [ %170, %71 ]
  %79 = phi float [ 0.000000e+00, %12 ], [ %171, %71 ]
  %80 = phi float [ 0.000000e+00, %12 ], [ %172, %71 ]
  %81 = add i32 %72, %18
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %82
  %84 = load i16, ptr %83, align 2, !tbaa !14
  store i16 %84, ptr %25, align 2, !tbaa !14
  %85 = add i32 %81, 1
  %86 = zext i32 %85 to i64
  %87 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %86
  %88 = load i16, ptr %87, align 2, !tbaa !14
  store i16 %88, ptr %28, align 2, !tbaa !14
  %89 = add i32 %81, 2
  %90 = zext i32 %89 to i64
  %91 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %90
  %92 = load i16, ptr %91, align 2, !tbaa !14
  store i16 %92, ptr %31, align 2, !tbaa !14
  %93 = add i32 %81, 3
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %94
  %96 = load i16, ptr %95, align 2, !tbaa !14
  store i16 %96, ptr %34, align 2, !tbaa !14
  %97 = add i32 %81, 4
  %98 = zext i32 %97 to i64
  %99 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %98
  %100 = load i16, ptr %99, align 2, !tbaa !14
  store i16 %100, ptr %37, align 2, !tbaa !14
  %101 = add i32 %81, 5
  %102 = zext i32 %101 to i64
  %103 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %102
  %104 = load i16, ptr %103, align 2, !tbaa !14
  store i16 %104, ptr %40, align 2, !tbaa !14
  %105 = add i32 %81, 6
  %106 = zext i32 %105 to i64
  %107 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %106
  %108 = load i16, ptr %107, align 2, !tbaa !14
  store i16 %108, ptr %43, align 2, !tbaa !14
  %109 = add i32 %81, 7
  %110 = zext i32 %109 to i64
  %111 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %110
  %112 = load i16, ptr %111, align 2, !tbaa !14
  store i16 %112, ptr %46, align 2, !tbaa !14
  %113 = add i32 %81, 8
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %114
  %116 = load i16, ptr %115, align 2, !tbaa !14
  store i16 %116, ptr %49, align 2, !tbaa !14
  %117 = add i32 %81, 9
  %118 = zext i32 %117 to i64
  %119 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %118
  %120 = load i16, ptr %119, align 2, !tbaa !14
  store i16 %120, ptr %52, align 2, !tbaa !14
  %121 = add i32 %81, 10
  %122 = zext i32 %121 to i64
  %123 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %122
  %124 = load i16, ptr %123, align 2, !tbaa !14
  store i16 %124, ptr %55, align 2, !tbaa !14
  %125 = add i32 %81, 11
  %126 = zext i32 %125 to i64
  %127 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %126
  %128 = load i16, ptr %127, align 2, !tbaa !14
  store i16 %128, ptr %58, align 2, !tbaa !14
  %129 = add i32 %81, 12
  %130 = zext i32 %129 to i64
  %131 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %130
  %132 = load i16, ptr %131, align 2, !tbaa !14
  store i16 %132, ptr %61, align 2, !tbaa !14
  %133 = add i32 %81, 13
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %134
  %136 = load i16, ptr %135, align 2, !tbaa !14
  store i16 %136, ptr %64, align 2, !tbaa !14
  %137 = add i32 %81, 14
  %138 = zext i32 %137 to i64
  %139 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %138
  %140 = load i16, ptr %139, align 2, !tbaa !14
  store i16 %140, ptr %67, align 2, !tbaa !14
  %141 = add i32 %81, 15
  %142 = zext i32 %141 to i64
  %143 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %142
  %144 = load i16, ptr %143, align 2, !tbaa !14
  store i16 %144, ptr %70, align 2, !tbaa !14
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %145 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.a.row.stride.f16.p0(ptr addrspacecast (ptr addrspace(3) @_ZZ9wmma_32x8E4tile to ptr), i32 16)
  %146 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 0
  %147 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 1
  %148 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 2
  %149 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 3
  %150 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 4
  %151 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 5
  %152 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 6
  %153 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %145, 7
  %154 = zext nneg i32 %72 to i64
  %155 = getelementptr inbounds nuw %struct.__half, ptr %23, i64 %154
  %156 = tail call contract { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr readonly %155, i32 %5)
  %157 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 0
  %158 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 1
  %159 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 2
  %160 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 3
  %161 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 4
  %162 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 5
  %163 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 6
  %164 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %156, 7
  %165 = tail call contract { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m32n8k16.mma.row.col.f32.f32(<2 x half> %146, <2 x half> %147, <2 x half> %148, <2 x half> %149, <2 x half> %150, <2 x half> %151, <2 x half> %152, <2 x half> %153, <2 x half> %157, <2 x half> %158, <2 x half> %159, <2 x half> %160, <2 x half> %161, <2 x half> %162, <2 x half> %163, <2 x half> %164, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %73)
  %166 = extractvalue { float, float, float, float, float, float, float, float } %165, 0
  %167 = extractvalue { float, float, float, float, float, float, float, float } %165, 1
  %168 = extractvalue { float, float, float, float, float, float, float, float } %165, 2
  %169 = extractvalue { float, float, float, float, float, float, float, float } %165, 3
  %170 = extractvalue { float, float, float, float, float, float, float, float } %165, 4
  %171 = extractvalue { float, float, float, float, float, float, float, float } %165, 5
  %172 = extractvalue { float, float, float, float, float, float, float, float } %165, 6
  %173 = extractvalue { float, float, float, float, float, float, float, float } %165, 7
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %174 = add nuw nsw i32 %72, 16
  %175 = icmp slt i32 %174, %5
  br i1 %175, label %71, label %176, !llvm.loop !16

176:
  %177 = phi i32 [ %11, %8 ], [ %20, %71 ]
  %178 = phi i32 [ %10, %8 ], [ %15, %71 ]
  %179 = phi float [ 0.000000e+00, %8 ], [ %172, %71 ]
  %180 = phi float [ 0.000000e+00, %8 ], [ %171, %71 ]
  %181 = phi float [ 0.000000e+00, %8 ], [ %170, %71 ]
  %182 = phi float [ 0.000000e+00, %8 ], [ %169, %71 ]
  %183 = phi float [ 0.000000e+00, %8 ], [ %168, %71 ]
  %184 = phi float [ 0.000000e+00, %8 ], [ %167, %71 ]
  %185 = phi float [ 0.000000e+00, %8 ], [ %166, %71 ]
  %186 = phi float [ 0.000000e+00, %8 ], [ %173, %71 ]
  %187 = mul i32 %178, %4
  %188 = zext i32 %187 to i64
  %189 = getelementptr inbounds nuw float, ptr %2, i64 %188
  %190 = shl i32 %177, 3
  %191 = zext i32 %190 to i64
  %192 = getelementptr inbounds nuw float, ptr %189, i64 %191
  tail call void @llvm.nvvm.wmma.m32n8k16.store.d.row.stride.f32.p0(ptr %192, float %185, float %184, float %183, float %182, float %181, float %180, float %179, float %186, i32 %4)
  ret void
}

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr readonly captures(none), i32) #3

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.f16.p0(ptr readonly captures(none), i32) #3

declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float) #4

declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0(ptr readonly captures(none), i32) #3

declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr writeonly captures(none), float, float, float, float, float, float, float, float, i32) #5

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f16.p0(ptr readonly captures(none), i32) #3

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>) #4

declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr writeonly captures(none), <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32) #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare void @llvm.nvvm.bar.warp.sync(i32) #6

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.a.row.stride.f16.p0(ptr readonly captures(none), i32) #3

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr readonly captures(none), i32) #3

declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m32n8k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float) #4

declare void @llvm.nvvm.wmma.m32n8k16.store.d.row.stride.f32.p0(ptr writeonly captures(none), float, float, float, float, float, float, float, float, i32) #5

attributes #0 = { mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #4 = { nocallback nofree nosync nounwind memory(none) }
attributes #5 = { nocallback nounwind memory(argmem: write) }
attributes #6 = { convergent nocallback nounwind }

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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = distinct !{!13, !12}
!14 = !{!15, !15, i64 0}
!15 = !{!"short", !8, i64 0}
!16 = distinct !{!16, !12}
