target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"struct.cub::CUB_300001_SM_750::BlockMergeSortStrategy<unsigned long long, cub::CUB_300001_SM_750::NullType, 32, 4, cub::CUB_300001_SM_750::WarpMergeSort<unsigned long long, 4>>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.2" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.2" = type { [129 x i64] }

@_ZZ9warp_sortE1s = internal unnamed_addr addrspace(3) global [4 x %"struct.cub::CUB_300001_SM_750::BlockMergeSortStrategy<unsigned long long, cub::CUB_300001_SM_750::NullType, 32, 4, cub::CUB_300001_SM_750::WarpMergeSort<unsigned long long, 4>>::TempStorage"] undef, align 8

define dso_local ptx_kernel void @warp_reduce(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 7
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4, !tbaa !6
  %11 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %12 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %10, i32 1, i32 31, i32 -1) #5
  %13 = icmp sgt i32 %11, 30
  %14 = select i1 %13, i32 0, i32 %12
  %15 = add nsw i32 %14, %10
  %16 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %15, i32 2, i32 31, i32 -1) #5
  %17 = icmp sgt i32 %11, 29
  %18 = select i1 %17, i32 0, i32 %16
  %19 = add nsw i32 %15, %18
  %20 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %19, i32 4, i32 31, i32 -1) #5
  %21 = icmp sgt i32 %11, 27
  %22 = select i1 %21, i32 0, i32 %20
  %23 = add nsw i32 %19, %22
  %24 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %23, i32 8, i32 31, i32 -1) #5
  %25 = icmp sgt i32 %11, 23
  %26 = select i1 %25, i32 0, i32 %24
  %27 = add nsw i32 %23, %26
  %28 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %27, i32 16, i32 31, i32 -1) #5
  %29 = icmp sgt i32 %11, 15
  %30 = select i1 %29, i32 0, i32 %28
  %31 = add nsw i32 %27, %30
  %32 = and i32 %6, 31
  %33 = load i32, ptr %9, align 4, !tbaa !6
  %34 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %35 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %32, i32 1, i32 31, i32 -1) #5
  %36 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %33, i32 1, i32 31, i32 -1) #5
  %37 = icmp sgt i32 %34, 30
  br i1 %37, label %45, label %38

38:
  %39 = icmp sgt i32 %36, %33
  %40 = icmp eq i32 %36, %33
  %41 = tail call i32 @llvm.smin.i32(i32 %35, i32 %32)
  %42 = select i1 %40, i32 %41, i32 %32
  %43 = tail call i32 @llvm.smax.i32(i32 %36, i32 %33)
  %44 = select i1 %39, i32 %35, i32 %42
  br label %45

45:
  %46 = phi i32 [ %44, %38 ], [ %32, %3 ]
  %47 = phi i32 [ %43, %38 ], [ %33, %3 ]
  %48 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %46, i32 2, i32 31, i32 -1) #5
  %49 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %47, i32 2, i32 31, i32 -1) #5
  %50 = icmp sgt i32 %34, 29
  br i1 %50, label %59, label %51

51:
  %52 = icmp sgt i32 %49, %47
  br i1 %52, label %59, label %53

53:
  %54 = icmp eq i32 %49, %47
  %55 = icmp slt i32 %48, %46
  %56 = select i1 %54, i1 %55, i1 false
  %57 = select i1 %56, i32 %49, i32 %47
  %58 = select i1 %56, i32 %48, i32 %46
  br label %59

59:
  %60 = phi i32 [ %46, %45 ], [ %48, %51 ], [ %58, %53 ]
  %61 = phi i32 [ %47, %45 ], [ %49, %51 ], [ %57, %53 ]
  %62 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %60, i32 4, i32 31, i32 -1) #5
  %63 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %61, i32 4, i32 31, i32 -1) #5
  %64 = icmp sgt i32 %34, 27
  br i1 %64, label %73, label %65

65:
  %66 = icmp sgt i32 %63, %61
  br i1 %66, label %73, label %67

67:
  %68 = icmp eq i32 %63, %61
  %69 = icmp slt i32 %62, %60
  %70 = select i1 %68, i1 %69, i1 false
  %71 = select i1 %70, i32 %63, i32 %61
  %72 = select i1 %70, i32 %62, i32 %60
  br label %73

73:
  %74 = phi i32 [ %60, %59 ], [ %62, %65 ], [ %72, %67 ]
  %75 = phi i32 [ %61, %59 ], [ %63, %65 ], [ %71, %67 ]
  %76 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %74, i32 8, i32 31, i32 -1) #5
  %77 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %75, i32 8, i32 31, i32 -1) #5
  %78 = icmp sgt i32 %34, 23
  br i1 %78, label %87, label %79

79:
  %80 = icmp sgt i32 %77, %75
  br i1 %80, label %87, label %81

81:
  %82 = icmp eq i32 %77, %75
  %83 = icmp slt i32 %76, %74
  %84 = select i1 %82, i1 %83, i1 false
  %85 = select i1 %84, i32 %77, i32 %75
  %86 = select i1 %84, i32 %76, i32 %74
  br label %87

87:
  %88 = phi i32 [ %74, %73 ], [ %76, %79 ], [ %86, %81 ]
  %89 = phi i32 [ %75, %73 ], [ %77, %79 ], [ %85, %81 ]
  %90 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %88, i32 16, i32 31, i32 -1) #5
  %91 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %89, i32 16, i32 31, i32 -1) #5
  %92 = icmp sgt i32 %34, 15
  br i1 %92, label %99, label %93

93:
  %94 = icmp sgt i32 %91, %89
  %95 = icmp eq i32 %91, %89
  %96 = tail call i32 @llvm.smin.i32(i32 %90, i32 %88)
  %97 = select i1 %95, i32 %96, i32 %88
  %98 = select i1 %94, i32 %90, i32 %97
  br label %99

99:
  %100 = phi i32 [ %98, %93 ], [ %88, %87 ]
  %101 = icmp eq i32 %32, 0
  br i1 %101, label %102, label %107

102:
  %103 = ashr exact i32 %7, 5
  %104 = sext i32 %103 to i64
  %105 = getelementptr inbounds i32, ptr %1, i64 %104
  store i32 %31, ptr %105, align 4, !tbaa !6
  %106 = getelementptr inbounds i32, ptr %2, i64 %104
  store i32 %100, ptr %106, align 4, !tbaa !6
  br label %107

107:
  ret void
}

define dso_local ptx_kernel void @warp_scan_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 7
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = add i32 %4, %5
  %7 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %8 = sext i32 %6 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  %10 = load float, ptr %9, align 4, !tbaa !13
  %11 = tail call contract noundef float asm sideeffect "{  .reg .f32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.f32 r0, r0, $4;  mov.f32 $0, r0;}", "=f,f,r,r,f,r"(float %10, i32 1, i32 0, float %10, i32 -1) #5
  %12 = tail call contract noundef float asm sideeffect "{  .reg .f32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.f32 r0, r0, $4;  mov.f32 $0, r0;}", "=f,f,r,r,f,r"(float %11, i32 2, i32 0, float %11, i32 -1) #5
  %13 = tail call contract noundef float asm sideeffect "{  .reg .f32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.f32 r0, r0, $4;  mov.f32 $0, r0;}", "=f,f,r,r,f,r"(float %12, i32 4, i32 0, float %12, i32 -1) #5
  %14 = tail call contract noundef float asm sideeffect "{  .reg .f32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.f32 r0, r0, $4;  mov.f32 $0, r0;}", "=f,f,r,r,f,r"(float %13, i32 8, i32 0, float %13, i32 -1) #5
  %15 = tail call contract noundef float asm sideeffect "{  .reg .f32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.f32 r0, r0, $4;  mov.f32 $0, r0;}", "=f,f,r,r,f,r"(float %14, i32 16, i32 0, float %14, i32 -1) #5
  %16 = fadd contract float %15, 0.000000e+00
  %17 = bitcast float %16 to i32
  %18 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %17, i32 1, i32 0, i32 -1) #5
  %19 = bitcast i32 %18 to float
  %20 = icmp eq i32 %7, 0
  %21 = select i1 %20, float 0.000000e+00, float %19
  %22 = getelementptr inbounds float, ptr %1, i64 %8
  store float %21, ptr %22, align 4, !tbaa !13
  ret void
}

define dso_local ptx_kernel void @warp_sort(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %3 = zext nneg i32 %2 to i64
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = shl nuw nsw i32 %4, 2
  %6 = zext nneg i32 %5 to i64
  %7 = shl nuw nsw i64 %3, 12
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 %7
  %9 = getelementptr inbounds nuw i64, ptr %8, i64 %6
  %10 = load i64, ptr %9, align 8, !tbaa !17
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !17
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !17
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %16 = load i64, ptr %15, align 8, !tbaa !17
  %17 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %18 = tail call i64 @llvm.umax.i64(i64 %12, i64 %10)
  %19 = tail call i64 @llvm.umin.i64(i64 %12, i64 %10)
  %20 = tail call i64 @llvm.umax.i64(i64 %16, i64 %14)
  %21 = tail call i64 @llvm.umin.i64(i64 %16, i64 %14)
  %22 = tail call i64 @llvm.umax.i64(i64 %21, i64 %18)
  %23 = tail call i64 @llvm.umin.i64(i64 %21, i64 %18)
  %24 = icmp ult i64 %21, %19
  %25 = select i1 %24, i64 %19, i64 %23
  %26 = select i1 %24, i64 %23, i64 %19
  %27 = icmp ugt i64 %18, %20
  %28 = select i1 %27, i64 %22, i64 %20
  %29 = select i1 %27, i64 %20, i64 %22
  %30 = tail call i64 @llvm.umax.i64(i64 %29, i64 %25)
  %31 = tail call i64 @llvm.umin.i64(i64 %29, i64 %25)
  %32 = lshr i32 %4, 5
  %33 = zext nneg i32 %32 to i64
  %34 = getelementptr inbounds nuw %"struct.cub::CUB_300001_SM_750::BlockMergeSortStrategy<unsigned long long, cub::CUB_300001_SM_750::NullType, 32, 4, cub::CUB_300001_SM_750::WarpMergeSort<unsigned long long, 4>>::TempStorage", ptr addrspacecast (ptr addrspace(3) @_ZZ9warp_sortE1s to ptr), i64 %33
  %35 = shl i32 %17, 2
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i64, ptr %34, i64 %36
  %38 = sext i32 %35 to i64
  %39 = getelementptr i64, ptr %34, i64 %38
  %40 = getelementptr i8, ptr %39, i64 8
  %41 = sext i32 %35 to i64
  %42 = getelementptr i64, ptr %34, i64 %41
  %43 = getelementptr i8, ptr %42, i64 16
  %44 = sext i32 %35 to i64
  %45 = getelementptr i64, ptr %34, i64 %44
  %46 = getelementptr i8, ptr %45, i64 24
  br label %48

47:
  store i64 %115, ptr %9, align 8, !tbaa !17
  store i64 %138, ptr %11, align 8, !tbaa !17
  store i64 %161, ptr %13, align 8, !tbaa !17
  store i64 %181, ptr %15, align 8, !tbaa !17
  ret void

48:
  %49 = phi i64 [ %28, %1 ], [ %181, %174 ]
  %50 = phi i64 [ %30, %1 ], [ %161, %174 ]
  %51 = phi i64 [ %31, %1 ], [ %138, %174 ]
  %52 = phi i64 [ %26, %1 ], [ %115, %174 ]
  %53 = phi i32 [ 2, %1 ], [ %58, %174 ]
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i64 %52, ptr %37, align 8, !tbaa !19
  store i64 %51, ptr %40, align 8, !tbaa !19
  store i64 %50, ptr %43, align 8, !tbaa !19
  store i64 %49, ptr %46, align 8, !tbaa !19
  %54 = add nsw i32 %53, -1
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %55 = sub nsw i32 0, %53
  %56 = and i32 %17, %55
  %57 = shl nsw i32 %56, 2
  %58 = shl nuw nsw i32 %53, 1
  %59 = and i32 %54, %17
  %60 = shl nsw i32 %59, 2
  %61 = tail call i32 @llvm.smin.i32(i32 %60, i32 128)
  %62 = tail call i32 @llvm.smin.i32(i32 %57, i32 128)
  %63 = add nsw i32 %62, %58
  %64 = tail call i32 @llvm.smin.i32(i32 %63, i32 128)
  %65 = add nsw i32 %64, %58
  %66 = tail call i32 @llvm.smin.i32(i32 %65, i32 128)
  %67 = sub nsw i32 %64, %62
  %68 = sub nsw i32 %66, %64
  %69 = sext i32 %62 to i64
  %70 = getelementptr inbounds i64, ptr %34, i64 %69
  %71 = sext i32 %64 to i64
  %72 = getelementptr inbounds i64, ptr %34, i64 %71
  %73 = icmp slt i32 %61, %68
  %74 = sub nsw i32 %61, %68
  %75 = select i1 %73, i32 0, i32 %74
  %76 = tail call i32 @llvm.smin.i32(i32 %67, i32 %61)
  %77 = icmp slt i32 %75, %76
  br i1 %77, label %78, label %97

78:
  %79 = phi i32 [ %95, %78 ], [ %75, %48 ]
  %80 = phi i32 [ %94, %78 ], [ %76, %48 ]
  %81 = sub nsw i32 %80, %79
  %82 = lshr i32 %81, 1
  %83 = add nsw i32 %82, %79
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds i64, ptr %70, i64 %84
  %86 = load i64, ptr %85, align 8, !tbaa !17
  %87 = xor i32 %83, -1
  %88 = add i32 %61, %87
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds i64, ptr %72, i64 %89
  %91 = load i64, ptr %90, align 8, !tbaa !17
  %92 = icmp ult i64 %91, %86
  %93 = add nsw i32 %83, 1
  %94 = select i1 %92, i32 %83, i32 %80
  %95 = select i1 %92, i32 %79, i32 %93
  %96 = icmp slt i32 %95, %94
  br i1 %96, label %78, label %97, !llvm.loop !20

97:
  %98 = phi i32 [ %75, %48 ], [ %95, %78 ]
  %99 = add nsw i32 %98, %62
  %100 = add nsw i32 %64, %61
  %101 = sub i32 %100, %98
  %102 = sext i32 %99 to i64
  %103 = getelementptr inbounds i64, ptr %34, i64 %102
  %104 = load i64, ptr %103, align 8, !tbaa !17
  %105 = sext i32 %101 to i64
  %106 = getelementptr inbounds i64, ptr %34, i64 %105
  %107 = load i64, ptr %106, align 8, !tbaa !17
  %108 = icmp slt i32 %101, %66
  br i1 %108, label %109, label %113

109:
  %110 = icmp sge i32 %99, %64
  %111 = icmp ult i64 %107, %104
  %112 = select i1 %110, i1 true, i1 %111
  br label %113

113:
  %114 = phi i1 [ false, %97 ], [ %112, %109 ]
  %115 = select i1 %114, i64 %107, i64 %104
  %116 = add nsw i32 %101, 1
  %117 = add nsw i32 %99, 1
  %118 = select i1 %114, i32 %116, i32 %101
  %119 = select i1 %114, i32 %99, i32 %117
  br i1 %114, label %120, label %124

120:
  %121 = sext i32 %116 to i64
  %122 = getelementptr inbounds i64, ptr %34, i64 %121
  %123 = load i64, ptr %122, align 8, !tbaa !17
  br label %128

124:
  %125 = sext i32 %117 to i64
  %126 = getelementptr inbounds i64, ptr %34, i64 %125
  %127 = load i64, ptr %126, align 8, !tbaa !17
  br label %128

128:
  %129 = phi i64 [ %104, %120 ], [ %127, %124 ]
  %130 = phi i64 [ %123, %120 ], [ %107, %124 ]
  %131 = icmp slt i32 %118, %66
  br i1 %131, label %132, label %136

132:
  %133 = icmp sge i32 %119, %64
  %134 = icmp ult i64 %130, %129
  %135 = select i1 %133, i1 true, i1 %134
  br label %136

136:
  %137 = phi i1 [ false, %128 ], [ %135, %132 ]
  %138 = select i1 %137, i64 %130, i64 %129
  %139 = add nsw i32 %118, 1
  %140 = add nsw i32 %119, 1
  %141 = select i1 %137, i32 %139, i32 %118
  %142 = select i1 %137, i32 %119, i32 %140
  br i1 %137, label %147, label %143

143:
  %144 = sext i32 %140 to i64
  %145 = getelementptr inbounds i64, ptr %34, i64 %144
  %146 = load i64, ptr %145, align 8, !tbaa !17
  br label %151

147:
  %148 = sext i32 %139 to i64
  %149 = getelementptr inbounds i64, ptr %34, i64 %148
  %150 = load i64, ptr %149, align 8, !tbaa !17
  br label %151

151:
  %152 = phi i64 [ %129, %147 ], [ %146, %143 ]
  %153 = phi i64 [ %150, %147 ], [ %130, %143 ]
  %154 = icmp slt i32 %141, %66
  br i1 %154, label %155, label %159

155:
  %156 = icmp sge i32 %142, %64
  %157 = icmp ult i64 %153, %152
  %158 = select i1 %156, i1 true, i1 %157
  br label %159

159:
  %160 = phi i1 [ false, %151 ], [ %158, %155 ]
  %161 = select i1 %160, i64 %153, i64 %152
  %162 = add nsw i32 %141, 1
  %163 = add nsw i32 %142, 1
  %164 = select i1 %160, i32 %162, i32 %141
  %165 = select i1 %160, i32 %142, i32 %163
  br i1 %160, label %170, label %166

166:
  %167 = sext i32 %163 to i64
  %168 = getelementptr inbounds i64, ptr %34, i64 %167
  %169 = load i64, ptr %168, align 8, !tbaa !17
  br label %174

170:
  %171 = sext i32 %162 to i64
  %172 = getelementptr inbounds i64, ptr %34, i64 %171
  %173 = load i64, ptr %172, align 8, !tbaa !17
  br label %174

174:
  %175 = phi i64 [ %152, %170 ], [ %169, %166 ]
  %176 = phi i64 [ %173, %170 ], [ %153, %166 ]
  %177 = icmp slt i32 %164, %66
  %178 = icmp slt i32 %165, %64
  %179 = tail call i64 @llvm.umin.i64(i64 %176, i64 %175)
  %180 = select i1 %178, i64 %179, i64 %176
  %181 = select i1 %177, i64 %180, i64 %175
  %182 = icmp samesign ult i32 %53, 17
  br i1 %182, label %48, label %47, !llvm.loop !22
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.bar.warp.sync(i32) #2

declare i32 @llvm.smin.i32(i32, i32) #3

declare i32 @llvm.smax.i32(i32, i32) #3

declare i64 @llvm.umax.i64(i64, i64) #3

declare i64 @llvm.umin.i64(i64, i64) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind memory(none) }
attributes #5 = { convergent nounwind }

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
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!17 = !{!18, !18, i64 0}
!18 = !{!"long long", !8, i64 0}
!19 = !{!8, !8, i64 0}
!20 = distinct !{!20, !21}
!21 = !{!"llvm.loop.mustprogress"}
!22 = distinct !{!22, !21}
