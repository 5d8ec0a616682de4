target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11block_totalE4part = internal unnamed_addr addrspace(3) global [32 x float] undef, align 4
@_ZZ10tree_totalE4part = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@_ZZ18tree_shuffle_totalE4part = internal addrspace(3) global [512 x double] undef, align 8

define dso_local ptx_kernel void @block_total(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = add i32 %7, %4
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %13

10:
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %12 = mul i32 %11, %6
  br label %27

13:
  %14 = phi float [ 0.000000e+00, %3 ], [ %33, %27 ]
  %15 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %14, i32 16, i32 31)
  %16 = fadd contract float %14, %15
  %17 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %16, i32 8, i32 31)
  %18 = fadd contract float %16, %17
  %19 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %18, i32 4, i32 31)
  %20 = fadd contract float %18, %19
  %21 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %20, i32 2, i32 31)
  %22 = fadd contract float %20, %21
  %23 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %22, i32 1, i32 31)
  %24 = fadd contract float %22, %23
  %25 = and i32 %4, 31
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %36, label %40

27:
  %28 = phi i32 [ %8, %10 ], [ %34, %27 ]
  %29 = phi float [ 0.000000e+00, %10 ], [ %33, %27 ]
  %30 = sext i32 %28 to i64
  %31 = getelementptr inbounds float, ptr %0, i64 %30
  %32 = load float, ptr %31, align 4, !tbaa !11
  %33 = fadd contract float %29, %32
  %34 = add i32 %28, %12
  %35 = icmp slt i32 %34, %2
  br i1 %35, label %27, label %13, !llvm.loop !13

36:
  %37 = lshr exact i32 %4, 5
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ11block_totalE4part to ptr), i64 %38
  store float %24, ptr %39, align 4, !tbaa !11
  br label %40

40:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %41 = icmp samesign ult i32 %4, 32
  br i1 %41, label %42, label %61

42:
  %43 = lshr i32 %6, 5
  %44 = icmp samesign ult i32 %4, %43
  br i1 %44, label %45, label %49

45:
  %46 = zext nneg i32 %4 to i64
  %47 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ11block_totalE4part to ptr), i64 %46
  %48 = load float, ptr %47, align 4, !tbaa !11
  br label %49

49:
  %50 = phi contract float [ %48, %45 ], [ 0.000000e+00, %42 ]
  %51 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %50, i32 16, i32 31)
  %52 = fadd contract float %50, %51
  %53 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %52, i32 8, i32 31)
  %54 = fadd contract float %52, %53
  %55 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %54, i32 4, i32 31)
  %56 = fadd contract float %54, %55
  %57 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %56, i32 2, i32 31)
  %58 = fadd contract float %56, %57
  %59 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %58, i32 1, i32 31)
  %60 = fadd contract float %58, %59
  br label %61

61:
  %62 = phi float [ %24, %40 ], [ %60, %49 ]
  %63 = icmp eq i32 %4, 0
  br i1 %63, label %64, label %67

64:
  %65 = zext nneg i32 %5 to i64
  %66 = getelementptr inbounds nuw float, ptr %1, i64 %65
  store float %62, ptr %66, align 4, !tbaa !11
  br label %67

67:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @tree_total(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 8
  %6 = add i32 %5, %3
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = zext nneg i32 %3 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %10
  store i32 %9, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %12 = icmp samesign ult i32 %3, 128
  br i1 %12, label %13, label %20

13:
  %14 = zext nneg i32 %3 to i64
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 512
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = load i32, ptr %11, align 4, !tbaa !6
  %19 = add nsw i32 %18, %17
  store i32 %19, ptr %11, align 4, !tbaa !6
  br label %20

20:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %21 = icmp samesign ult i32 %3, 64
  br i1 %21, label %22, label %29

22:
  %23 = zext nneg i32 %3 to i64
  %24 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 256
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = load i32, ptr %11, align 4, !tbaa !6
  %28 = add nsw i32 %27, %26
  store i32 %28, ptr %11, align 4, !tbaa !6
  br label %29

29:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %30 = icmp samesign ult i32 %3, 32
  br i1 %30, label %31, label %38

31:
  %32 = zext nneg i32 %3 to i64
  %33 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 128
  %35 = load i32, ptr %34, align 4, !tbaa !6
  %36 = load i32, ptr %11, align 4, !tbaa !6
  %37 = add nsw i32 %36, %35
  store i32 %37, ptr %11, align 4, !tbaa !6
  br label %38

38:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %39 = icmp samesign ult i32 %3, 16
  br i1 %39, label %40, label %47

40:
  %41 = zext nneg i32 %3 to i64
  %42 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 64
  %44 = load i32, ptr %43, align 4, !tbaa !6
  %45 = load i32, ptr %11, align 4, !tbaa !6
  %46 = add nsw i32 %45, %44
  store i32 %46, ptr %11, align 4, !tbaa !6
  br label %47

47:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %48 = icmp samesign ult i32 %3, 8
  br i1 %48, label %49, label %56

49:
  %50 = zext nneg i32 %3 to i64
  %51 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %50
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 32
  %53 = load i32, ptr %52, align 4, !tbaa !6
  %54 = load i32, ptr %11, align 4, !tbaa !6
  %55 = add nsw i32 %54, %53
  store i32 %55, ptr %11, align 4, !tbaa !6
  br label %56

56:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %57 = icmp samesign ult i32 %3, 4
  br i1 %57, label %58, label %65

58:
  %59 = zext nneg i32 %3 to i64
  %60 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %59
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 16
  %62 = load i32, ptr %61, align 4, !tbaa !6
  %63 = load i32, ptr %11, align 4, !tbaa !6
  %64 = add nsw i32 %63, %62
  store i32 %64, ptr %11, align 4, !tbaa !6
  br label %65

65:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %66 = icmp samesign ult i32 %3, 2
  br i1 %66, label %67, label %74

67:
  %68 = zext nneg i32 %3 to i64
  %69 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 %68
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %71 = load i32, ptr %70, align 4, !tbaa !6
  %72 = load i32, ptr %11, align 4, !tbaa !6
  %73 = add nsw i32 %72, %71
  store i32 %73, ptr %11, align 4, !tbaa !6
  br label %74

74:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %75 = icmp eq i32 %3, 0
  br i1 %75, label %76, label %80

76:
  %77 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), i64 4), align 4, !tbaa !6
  %78 = load i32, ptr %11, align 4, !tbaa !6
  %79 = add nsw i32 %78, %77
  store i32 %79, ptr %11, align 4, !tbaa !6
  br label %80

80:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %81 = icmp eq i32 %3, 0
  br i1 %81, label %82, label %86

82:
  %83 = zext nneg i32 %4 to i64
  %84 = getelementptr inbounds nuw i32, ptr %1, i64 %83
  %85 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10tree_totalE4part to ptr), align 4, !tbaa !6
  store i32 %85, ptr %84, align 4, !tbaa !6
  br label %86

86:
  ret void
}

define dso_local ptx_kernel void @tree_shuffle_total(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 9
  %6 = add i32 %5, %3
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw double, ptr %0, i64 %7
  %9 = load double, ptr %8, align 8, !tbaa !15
  %10 = zext nneg i32 %3 to i64
  %11 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ18tree_shuffle_totalE4part to ptr), i64 %10
  store double %9, ptr %11, align 8, !tbaa !15
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %12 = icmp samesign ult i32 %3, 256
  br i1 %12, label %13, label %18

13:
  %14 = getelementptr i8, ptr %11, i64 2048
  %15 = load volatile double, ptr %14, align 8, !tbaa !15
  %16 = load volatile double, ptr %11, align 8, !tbaa !15
  %17 = fadd contract double %15, %16
  store volatile double %17, ptr %11, align 8, !tbaa !15
  br label %18

18:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %19 = icmp samesign ult i32 %3, 128
  br i1 %19, label %20, label %25

20:
  %21 = getelementptr i8, ptr %11, i64 1024
  %22 = load volatile double, ptr %21, align 8, !tbaa !15
  %23 = load volatile double, ptr %11, align 8, !tbaa !15
  %24 = fadd contract double %22, %23
  store volatile double %24, ptr %11, align 8, !tbaa !15
  br label %25

25:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %26 = icmp samesign ult i32 %3, 64
  br i1 %26, label %27, label %32

27:
  %28 = getelementptr i8, ptr %11, i64 512
  %29 = load volatile double, ptr %28, align 8, !tbaa !15
  %30 = load volatile double, ptr %11, align 8, !tbaa !15
  %31 = fadd contract double %29, %30
  store volatile double %31, ptr %11, align 8, !tbaa !15
  br label %32

32:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = icmp samesign ult i32 %3, 32
  br i1 %33, label %34, label %39

34:
  %35 = getelementptr i8, ptr %11, i64 256
  %36 = load volatile double, ptr %35, align 8, !tbaa !15
  %37 = load volatile double, ptr %11, align 8, !tbaa !15
  %38 = fadd contract double %36, %37
  store volatile double %38, ptr %11, align 8, !tbaa !15
  br label %39

39:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %40 = icmp samesign ugt i32 %3, 31
  br i1 %40, label %105, label %41

41:
  %42 = load volatile double, ptr %11, align 8, !tbaa !15
  %43 = bitcast double %42 to i64
  %44 = trunc i64 %43 to i32
  %45 = lshr i64 %43, 32
  %46 = trunc nuw i64 %45 to i32
  %47 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %44, i32 16, i32 31)
  %48 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %46, i32 16, i32 31)
  %49 = zext i32 %48 to i64
  %50 = shl nuw i64 %49, 32
  %51 = zext i32 %47 to i64
  %52 = or disjoint i64 %50, %51
  %53 = bitcast i64 %52 to double
  %54 = fadd contract double %42, %53
  %55 = bitcast double %54 to i64
  %56 = trunc i64 %55 to i32
  %57 = lshr i64 %55, 32
  %58 = trunc nuw i64 %57 to i32
  %59 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %56, i32 8, i32 31)
  %60 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %58, i32 8, i32 31)
  %61 = zext i32 %60 to i64
  %62 = shl nuw i64 %61, 32
  %63 = zext i32 %59 to i64
  %64 = or disjoint i64 %62, %63
  %65 = bitcast i64 %64 to double
  %66 = fadd contract double %54, %65
  %67 = bitcast double %66 to i64
  %68 = trunc i64 %67 to i32
  %69 = lshr i64 %67, 32
  %70 = trunc nuw i64 %69 to i32
  %71 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %68, i32 4, i32 31)
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %70, i32 4, i32 31)
  %73 = zext i32 %72 to i64
  %74 = shl nuw i64 %73, 32
  %75 = zext i32 %71 to i64
  %76 = or disjoint i64 %74, %75
  %77 = bitcast i64 %76 to double
  %78 = fadd contract double %66, %77
  %79 = bitcast double %78 to i64
  %80 = trunc i64 %79 to i32
  %81 = lshr i64 %79, 32
  %82 = trunc nuw i64 %81 to i32
  %83 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %80, i32 2, i32 31)
  %84 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %82, i32 2, i32 31)
  %85 = zext i32 %84 to i64
  %86 = shl nuw i64 %85, 32
  %87 = zext i32 %83 to i64
  %88 = or disjoint i64 %86, %87
  %89 = bitcast i64 %88 to double
  %90 = fadd contract double %78, %89
  %91 = bitcast double %90 to i64
  %92 = trunc i64 %91 to i32
  %93 = lshr i64 %91, 32
  %94 = trunc nuw i64 %93 to i32
  %95 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %92, i32 1, i32 31)
  %96 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %94, i32 1, i32 31)
  %97 = icmp eq i32 %3, 0
  br i1 %97, label %98, label %105

98:
  %99 = zext i32 %96 to i64
  %100 = shl nuw i64 %99, 32
  %101 = zext i32 %95 to i64
  %102 = or disjoint i64 %100, %101
  %103 = bitcast i64 %102 to double
  %104 = fadd contract double %90, %103
  store volatile double %104, ptr addrspacecast (ptr addrspace(3) @_ZZ18tree_shuffle_totalE4part to ptr), align 8, !tbaa !15
  br label %105

105:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %106 = icmp eq i32 %3, 0
  br i1 %106, label %107, label %111

107:
  %108 = zext nneg i32 %4 to i64
  %109 = getelementptr inbounds nuw double, ptr %1, i64 %108
  %110 = load double, ptr addrspacecast (ptr addrspace(3) @_ZZ18tree_shuffle_totalE4part to ptr), align 8, !tbaa !15
  store double %110, ptr %109, align 8, !tbaa !15
  br label %111

111:
  ret void
}

define dso_local ptx_kernel void @guarded_rows(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 4
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = icmp slt i32 %7, %2
  br i1 %9, label %10, label %24

10:
  %11 = load float, ptr %0, align 4, !tbaa !11
  %12 = fcmp contract ogt float %11, 0.000000e+00
  br i1 %12, label %13, label %24

13:
  %14 = mul nsw i32 %7, %3
  %15 = add i32 %14, %8
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw float, ptr %0, i64 %16
  %18 = load float, ptr %17, align 4, !tbaa !11
  %19 = add nsw i32 %14, %4
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  %22 = load float, ptr %21, align 4, !tbaa !11
  %23 = fadd contract float %18, %22
  store float %23, ptr %21, align 4, !tbaa !11
  br label %24

24:
  %25 = or disjoint i32 %7, 1
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %27, label %42

27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %29 = load float, ptr %28, align 4, !tbaa !11
  %30 = fcmp contract ogt float %29, 0.000000e+00
  br i1 %30, label %31, label %42

31:
  %32 = mul nsw i32 %25, %3
  %33 = add i32 %32, %8
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw float, ptr %0, i64 %34
  %36 = load float, ptr %35, align 4, !tbaa !11
  %37 = add nsw i32 %32, %4
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds float, ptr %1, i64 %38
  %40 = load float, ptr %39, align 4, !tbaa !11
  %41 = fadd contract float %36, %40
  store float %41, ptr %39, align 4, !tbaa !11
  br label %42

42:
  %43 = or disjoint i32 %7, 2
  %44 = icmp slt i32 %43, %2
  br i1 %44, label %45, label %60

45:
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %47 = load float, ptr %46, align 4, !tbaa !11
  %48 = fcmp contract ogt float %47, 0.000000e+00
  br i1 %48, label %49, label %60

49:
  %50 = mul nsw i32 %43, %3
  %51 = add i32 %50, %8
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw float, ptr %0, i64 %52
  %54 = load float, ptr %53, align 4, !tbaa !11
  %55 = add nsw i32 %50, %4
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds float, ptr %1, i64 %56
  %58 = load float, ptr %57, align 4, !tbaa !11
  %59 = fadd contract float %54, %58
  store float %59, ptr %57, align 4, !tbaa !11
  br label %60

60:
  %61 = or disjoint i32 %7, 3
  %62 = icmp slt i32 %61, %2
  br i1 %62, label %63, label %78

63:
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %65 = load float, ptr %64, align 4, !tbaa !11
  %66 = fcmp contract ogt float %65, 0.000000e+00
  br i1 %66, label %67, label %78

67:
  %68 = mul nsw i32 %61, %3
  %69 = add i32 %68, %8
  %70 = zext i32 %69 to i64
  %71 = getelementptr inbounds nuw float, ptr %0, i64 %70
  %72 = load float, ptr %71, align 4, !tbaa !11
  %73 = add nsw i32 %68, %4
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds float, ptr %1, i64 %74
  %76 = load float, ptr %75, align 4, !tbaa !11
  %77 = fadd contract float %72, %76
  store float %77, ptr %75, align 4, !tbaa !11
  br label %78

78:
  %79 = or disjoint i32 %7, 4
  %80 = icmp slt i32 %79, %2
  br i1 %80, label %81, label %96

81:
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %83 = load float, ptr %82, align 4, !tbaa !11
  %84 = fcmp contract ogt float %83, 0.000000e+00
  br i1 %84, label %85, label %96

85:
  %86 = mul nsw i32 %79, %3
  %87 = add i32 %86, %8
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw float, ptr %0, i64 %88
  %90 = load float, ptr %89, align 4, !tbaa !11
  %91 = add nsw i32 %86, %4
  %92 = sext i32 %91 to i64
  %93 = getelementptr inbounds float, ptr %1, i64 %92
  %94 = load float, ptr %93, align 4, !tbaa !11
  %95 = fadd contract float %90, %94
  store float %95, ptr %93, align 4, !tbaa !11
  br label %96

96:
  %97 = or disjoint i32 %7, 5
  %98 = icmp slt i32 %97, %2
  br i1 %98, label %99, label %114

99:
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %101 = load float, ptr %100, align 4, !tbaa !11
  %102 = fcmp contract ogt float %101, 0.000000e+00
  br i1 %102, label %103, label %114

103:
  %104 = mul nsw i32 %97, %3
  %105 = add i32 %104, %8
  %106 = zext i32 %105 to i64
  %107 = getelementptr inbounds nuw float, ptr %0, i64 %106
  %108 = load float, ptr %107, align 4, !tbaa !11
  %109 = add nsw i32 %104, %4
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds float, ptr %1, i64 %110
  %112 = load float, ptr %111, align 4, !tbaa !11
  %113 = fadd contract float %108, %112
  store float %113, ptr %111, align 4, !tbaa !11
  br label %114

114:
  %115 = or disjoint i32 %7, 6
  %116 = icmp slt i32 %115, %2
  br i1 %116, label %117, label %132

117:
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %119 = load float, ptr %118, align 4, !tbaa !11
  %120 = fcmp contract ogt float %119, 0.000000e+00
  br i1 %120, label %121, label %132

121:
  %122 = mul nsw i32 %115, %3
  %123 = add i32 %122, %8
  %124 = zext i32 %123 to i64
  %125 = getelementptr inbounds nuw float, ptr %0, i64 %124
  %126 = load float, ptr %125, align 4, !tbaa !11
  %127 = add nsw i32 %122, %4
  %128 = sext i32 %127 to i64
  %129 = getelementptr inbounds float, ptr %1, i64 %128
  %130 = load float, ptr %129, align 4, !tbaa !11
  %131 = fadd contract float %126, %130
  store float %131, ptr %129, align 4, !tbaa !11
  br label %132

132:
  %133 = or disjoint i32 %7, 7
  %134 = icmp slt i32 %133, %2
  br i1 %134, label %135, label %150

135:
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %137 = load float, ptr %136, align 4, !tbaa !11
  %138 = fcmp contract ogt float %137, 0.000000e+00
  br i1 %138, label %139, label %150

139:
  %140 = mul nsw i32 %133, %3
  %141 = add i32 %140, %8
  %142 = zext i32 %141 to i64
  %143 = getelementptr inbounds nuw float, ptr %0, i64 %142
  %144 = load float, ptr %143, align 4, !tbaa !11
  %145 = add nsw i32 %140, %4
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr %1, i64 %146
  %148 = load float, ptr %147, align 4, !tbaa !11
  %149 = fadd contract float %144, %148
  store float %149, ptr %147, align 4, !tbaa !11
  br label %150

150:
  %151 = or disjoint i32 %7, 8
  %152 = icmp slt i32 %151, %2
  br i1 %152, label %153, label %168

153:
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %155 = load float, ptr %154, align 4, !tbaa !11
  %156 = fcmp contract ogt float %155, 0.000000e+00
  br i1 %156, label %157, label %168

157:
  %158 = mul nsw i32 %151, %3
  %159 = add i32 %158, %8
  %160 = zext i32 %159 to i64
  %161 = getelementptr inbounds nuw float, ptr %0, i64 %160
  %162 = load float, ptr %161, align 4, !tbaa !11
  %163 = add nsw i32 %158, %4
  %164 = sext i32 %163 to i64
  %165 = getelementptr inbounds float, ptr %1, i64 %164
  %166 = load float, ptr %165, align 4, !tbaa !11
  %167 = fadd contract float %162, %166
  store float %167, ptr %165, align 4, !tbaa !11
  br label %168

168:
  %169 = or disjoint i32 %7, 9
  %170 = icmp slt i32 %169, %2
  br i1 %170, label %171, label %186

171:
  %172 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %173 = load float, ptr %172, align 4, !tbaa !11
  %174 = fcmp contract ogt float %173, 0.000000e+00
  br i1 %174, label %175, label %186

175:
  %176 = mul nsw i32 %169, %3
  %177 = add i32 %176, %8
  %178 = zext i32 %177 to i64
  %179 = getelementptr inbounds nuw float, ptr %0, i64 %178
  %180 = load float, ptr %179, align 4, !tbaa !11
  %181 = add nsw i32 %176, %4
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds float, ptr %1, i64 %182
  %184 = load float, ptr %183, align 4, !tbaa !11
  %185 = fadd contract float %180, %184
  store float %185, ptr %183, align 4, !tbaa !11
  br label %186

186:
  %187 = or disjoint i32 %7, 10
  %188 = icmp slt i32 %187, %2
  br i1 %188, label %189, label %204

189:
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %191 = load float, ptr %190, align 4, !tbaa !11
  %192 = fcmp contract ogt float %191, 0.000000e+00
  br i1 %192, label %193, label %204

193:
  %194 = mul nsw i32 %187, %3
  %195 = add i32 %194, %8
  %196 = zext i32 %195 to i64
  %197 = getelementptr inbounds nuw float, ptr %0, i64 %196
  %198 = load float, ptr %197, align 4, !tbaa !11
  %199 = add nsw i32 %194, %4
  %200 = sext i32 %199 to i64
  %201 = getelementptr inbounds float, ptr %1, i64 %200
  %202 = load float, ptr %201, align 4, !tbaa !11
  %203 = fadd contract float %198, %202
  store float %203, ptr %201, align 4, !tbaa !11
  br label %204

204:
  %205 = or disjoint i32 %7, 11
  %206 = icmp slt i32 %205, %2
  br i1 %206, label %207, label %222

207:
  %208 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %209 = load float, ptr %208, align 4, !tbaa !11
  %210 = fcmp contract ogt float %209, 0.000000e+00
  br i1 %210, label %211, label %222

211:
  %212 = mul nsw i32 %205, %3
  %213 = add i32 %212, %8
  %214 = zext i32 %213 to i64
  %215 = getelementptr inbounds nuw float, ptr %0, i64 %214
  %216 = load float, ptr %215, align 4, !tbaa !11
  %217 = add nsw i32 %212, %4
  %218 = sext i32 %217 to i64
  %219 = getelementptr inbounds float, ptr %1, i64 %218
  %220 = load float, ptr %219, align 4, !tbaa !11
  %221 = fadd contract float %216, %220
  store float %221, ptr %219, align 4, !tbaa !11
  br label %222

222:
  %223 = or disjoint i32 %7, 12
  %224 = icmp slt i32 %223, %2
  br i1 %224, label %225, label %240

225:
  %226 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %227 = load float, ptr %226, align 4, !tbaa !11
  %228 = fcmp contract ogt float %227, 0.000000e+00
  br i1 %228, label %229, label %240

229:
  %230 = mul nsw i32 %223, %3
  %231 = add i32 %230, %8
  %232 = zext i32 %231 to i64
  %233 = getelementptr inbounds nuw float, ptr %0, i64 %232
  %234 = load float, ptr %233, align 4, !tbaa !11
  %235 = add nsw i32 %230, %4
  %236 = sext i32 %235 to i64
  %237 = getelementptr inbounds float, ptr %1, i64 %236
  %238 = load float, ptr %237, align 4, !tbaa !11
  %239 = fadd contract float %234, %238
  store float %239, ptr %237, align 4, !tbaa !11
  br label %240

240:
  %241 = or disjoint i32 %7, 13
  %242 = icmp slt i32 %241, %2
  br i1 %242, label %243, label %258

243:
  %244 = getelementptr inbounds nuw i8, ptr %0, i64 52
  %245 = load float, ptr %244, align 4, !tbaa !11
  %246 = fcmp contract ogt float %245, 0.000000e+00
  br i1 %246, label %247, label %258

247:
  %248 = mul nsw i32 %241, %3
  %249 = add i32 %248, %8
  %250 = zext i32 %249 to i64
  %251 = getelementptr inbounds nuw float, ptr %0, i64 %250
  %252 = load float, ptr %251, align 4, !tbaa !11
  %253 = add nsw i32 %248, %4
  %254 = sext i32 %253 to i64
  %255 = getelementptr inbounds float, ptr %1, i64 %254
  %256 = load float, ptr %255, align 4, !tbaa !11
  %257 = fadd contract float %252, %256
  store float %257, ptr %255, align 4, !tbaa !11
  br label %258

258:
  %259 = or disjoint i32 %7, 14
  %260 = icmp slt i32 %259, %2
  br i1 %260, label %261, label %276

261:
  %262 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %263 = load float, ptr %262, align 4, !tbaa !11
  %264 = fcmp contract ogt float %263, 0.000000e+00
  br i1 %264, label %265, label %276

265:
  %266 = mul nsw i32 %259, %3
  %267 = add i32 %266, %8
  %268 = zext i32 %267 to i64
  %269 = getelementptr inbounds nuw float, ptr %0, i64 %268
  %270 = load float, ptr %269, align 4, !tbaa !11
  %271 = add nsw i32 %266, %4
  %272 = sext i32 %271 to i64
  %273 = getelementptr inbounds float, ptr %1, i64 %272
  %274 = load float, ptr %273, align 4, !tbaa !11
  %275 = fadd contract float %270, %274
  store float %275, ptr %273, align 4, !tbaa !11
  br label %276

276:
  %277 = or disjoint i32 %7, 15
  %278 = icmp slt i32 %277, %2
  br i1 %278, label %279, label %294

279:
  %280 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %281 = load float, ptr %280, align 4, !tbaa !11
  %282 = fcmp contract ogt float %281, 0.000000e+00
  br i1 %282, label %283, label %294

283:
  %284 = mul nsw i32 %277, %3
  %285 = add i32 %284, %8
  %286 = zext i32 %285 to i64
  %287 = getelementptr inbounds nuw float, ptr %0, i64 %286
  %288 = load float, ptr %287, align 4, !tbaa !11
  %289 = add nsw i32 %284, %4
  %290 = sext i32 %289 to i64
  %291 = getelementptr inbounds float, ptr %1, i64 %290
  %292 = load float, ptr %291, align 4, !tbaa !11
  %293 = fadd contract float %288, %292
  store float %293, ptr %291, align 4, !tbaa !11
  br label %294

294:
  ret void
}

define dso_local ptx_kernel void @guarded_taps(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = add nsw i32 %9, -2
  %11 = icmp samesign ult i32 %9, 2
  %12 = icmp sge i32 %10, %3
  %13 = or i1 %11, %12
  %14 = mul nsw i32 %10, %2
  %15 = add nsw i32 %14, %8
  %16 = add nsw i32 %8, -2
  %17 = icmp slt i32 %8, 2
  %18 = icmp sge i32 %16, %2
  %19 = or i1 %17, %18
  %20 = select i1 %19, i1 true, i1 %13
  br i1 %20, label %27, label %21

21:
  %22 = sext i32 %15 to i64
  %23 = getelementptr float, ptr %0, i64 %22
  %24 = getelementptr i8, ptr %23, i64 -8
  %25 = load float, ptr %24, align 4, !tbaa !11
  %26 = fadd contract float %25, 0.000000e+00
  br label %27

27:
  %28 = phi float [ %26, %21 ], [ 0.000000e+00, %4 ]
  %29 = icmp slt i32 %8, 1
  %30 = icmp sgt i32 %8, %2
  %31 = or i1 %29, %30
  %32 = select i1 %31, i1 true, i1 %13
  br i1 %32, label %39, label %33

33:
  %34 = sext i32 %15 to i64
  %35 = getelementptr float, ptr %0, i64 %34
  %36 = getelementptr i8, ptr %35, i64 -4
  %37 = load float, ptr %36, align 4, !tbaa !11
  %38 = fadd contract float %28, %37
  br label %39

39:
  %40 = phi float [ %38, %33 ], [ %28, %27 ]
  %41 = icmp slt i32 %8, 0
  %42 = icmp sge i32 %8, %2
  %43 = or i1 %41, %42
  %44 = select i1 %43, i1 true, i1 %13
  br i1 %44, label %50, label %45

45:
  %46 = sext i32 %15 to i64
  %47 = getelementptr inbounds float, ptr %0, i64 %46
  %48 = load float, ptr %47, align 4, !tbaa !11
  %49 = fadd contract float %40, %48
  br label %50

50:
  %51 = phi float [ %49, %45 ], [ %40, %39 ]
  %52 = add nsw i32 %8, 1
  %53 = icmp slt i32 %8, -1
  %54 = icmp sge i32 %52, %2
  %55 = or i1 %53, %54
  %56 = select i1 %55, i1 true, i1 %13
  br i1 %56, label %63, label %57

57:
  %58 = sext i32 %15 to i64
  %59 = getelementptr float, ptr %0, i64 %58
  %60 = getelementptr i8, ptr %59, i64 4
  %61 = load float, ptr %60, align 4, !tbaa !11
  %62 = fadd contract float %51, %61
  br label %63

63:
  %64 = phi float [ %62, %57 ], [ %51, %50 ]
  %65 = add nsw i32 %8, 2
  %66 = icmp slt i32 %8, -2
  %67 = icmp sge i32 %65, %2
  %68 = or i1 %66, %67
  %69 = select i1 %68, i1 true, i1 %13
  br i1 %69, label %76, label %70

70:
  %71 = sext i32 %15 to i64
  %72 = getelementptr float, ptr %0, i64 %71
  %73 = getelementptr i8, ptr %72, i64 8
  %74 = load float, ptr %73, align 4, !tbaa !11
  %75 = fadd contract float %64, %74
  br label %76

76:
  %77 = phi float [ %75, %70 ], [ %64, %63 ]
  %78 = add nsw i32 %9, -1
  %79 = icmp eq i32 %9, 0
  %80 = icmp sgt i32 %9, %3
  %81 = or i1 %79, %80
  %82 = mul nsw i32 %78, %2
  %83 = add nsw i32 %82, %8
  %84 = or i1 %19, %81
  br i1 %84, label %91, label %85

85:
  %86 = sext i32 %83 to i64
  %87 = getelementptr float, ptr %0, i64 %86
  %88 = getelementptr i8, ptr %87, i64 -8
  %89 = load float, ptr %88, align 4, !tbaa !11
  %90 = fadd contract float %77, %89
  br label %91

91:
  %92 = phi float [ %90, %85 ], [ %77, %76 ]
  %93 = or i1 %31, %81
  br i1 %93, label %100, label %94

94:
  %95 = sext i32 %83 to i64
  %96 = getelementptr float, ptr %0, i64 %95
  %97 = getelementptr i8, ptr %96, i64 -4
  %98 = load float, ptr %97, align 4, !tbaa !11
  %99 = fadd contract float %92, %98
  br label %100

100:
  %101 = phi float [ %99, %94 ], [ %92, %91 ]
  %102 = or i1 %43, %81
  br i1 %102, label %108, label %103

103:
  %104 = sext i32 %83 to i64
  %105 = getelementptr inbounds float, ptr %0, i64 %104
  %106 = load float, ptr %105, align 4, !tbaa !11
  %107 = fadd contract float %101, %106
  br label %108

108:
  %109 = phi float [ %107, %103 ], [ %101, %100 ]
  %110 = or i1 %55, %81
  br i1 %110, label %117, label %111

111:
  %112 = sext i32 %83 to i64
  %113 = getelementptr float, ptr %0, i64 %112
  %114 = getelementptr i8, ptr %113, i64 4
  %115 = load float, ptr %114, align 4, !tbaa !11
  %116 = fadd contract float %109, %115
  br label %117

117:
  %118 = phi float [ %116, %111 ], [ %109, %108 ]
  %119 = or i1 %68, %81
  br i1 %119, label %126, label %120

120:
  %121 = sext i32 %83 to i64
  %122 = getelementptr float, ptr %0, i64 %121
  %123 = getelementptr i8, ptr %122, i64 8
  %124 = load float, ptr %123, align 4, !tbaa !11
  %125 = fadd contract float %118, %124
  br label %126

126:
  %127 = phi float [ %125, %120 ], [ %118, %117 ]
  %128 = icmp sge i32 %9, %3
  %129 = mul nsw i32 %9, %2
  %130 = add nsw i32 %129, %8
  %131 = or i1 %19, %128
  br i1 %131, label %138, label %132

132:
  %133 = sext i32 %130 to i64
  %134 = getelementptr float, ptr %0, i64 %133
  %135 = getelementptr i8, ptr %134, i64 -8
  %136 = load float, ptr %135, align 4, !tbaa !11
  %137 = fadd contract float %127, %136
  br label %138

138:
  %139 = phi float [ %137, %132 ], [ %127, %126 ]
  %140 = or i1 %31, %128
  br i1 %140, label %147, label %141

141:
  %142 = sext i32 %130 to i64
  %143 = getelementptr float, ptr %0, i64 %142
  %144 = getelementptr i8, ptr %143, i64 -4
  %145 = load float, ptr %144, align 4, !tbaa !11
  %146 = fadd contract float %139, %145
  br label %147

147:
  %148 = phi float [ %146, %141 ], [ %139, %138 ]
  %149 = or i1 %43, %128
  br i1 %149, label %155, label %150

150:
  %151 = sext i32 %130 to i64
  %152 = getelementptr inbounds float, ptr %0, i64 %151
  %153 = load float, ptr %152, align 4, !tbaa !11
  %154 = fadd contract float %148, %153
  br label %155

155:
  %156 = phi float [ %154, %150 ], [ %148, %147 ]
  %157 = or i1 %55, %128
  br i1 %157, label %164, label %158

158:
  %159 = sext i32 %130 to i64
  %160 = getelementptr float, ptr %0, i64 %159
  %161 = getelementptr i8, ptr %160, i64 4
  %162 = load float, ptr %161, align 4, !tbaa !11
  %163 = fadd contract float %156, %162
  br label %164

164:
  %165 = phi float [ %163, %158 ], [ %156, %155 ]
  %166 = or i1 %68, %128
  br i1 %166, label %173, label %167

167:
  %168 = sext i32 %130 to i64
  %169 = getelementptr float, ptr %0, i64 %168
  %170 = getelementptr i8, ptr %169, i64 8
  %171 = load float, ptr %170, align 4, !tbaa !11
  %172 = fadd contract float %165, %171
  br label %173

173:
  %174 = phi float [ %172, %167 ], [ %165, %164 ]
  %175 = add nuw nsw i32 %9, 1
  %176 = icmp sge i32 %175, %3
  %177 = mul nsw i32 %175, %2
  %178 = add nsw i32 %177, %8
  %179 = select i1 %19, i1 true, i1 %176
  br i1 %179, label %186, label %180

180:
  %181 = sext i32 %178 to i64
  %182 = getelementptr float, ptr %0, i64 %181
  %183 = getelementptr i8, ptr %182, i64 -8
  %184 = load float, ptr %183, align 4, !tbaa !11
  %185 = fadd contract float %174, %184
  br label %186

186:
  %187 = phi float [ %185, %180 ], [ %174, %173 ]
  %188 = select i1 %31, i1 true, i1 %176
  br i1 %188, label %195, label %189

189:
  %190 = sext i32 %178 to i64
  %191 = getelementptr float, ptr %0, i64 %190
  %192 = getelementptr i8, ptr %191, i64 -4
  %193 = load float, ptr %192, align 4, !tbaa !11
  %194 = fadd contract float %187, %193
  br label %195

195:
  %196 = phi float [ %194, %189 ], [ %187, %186 ]
  %197 = select i1 %43, i1 true, i1 %176
  br i1 %197, label %203, label %198

198:
  %199 = sext i32 %178 to i64
  %200 = getelementptr inbounds float, ptr %0, i64 %199
  %201 = load float, ptr %200, align 4, !tbaa !11
  %202 = fadd contract float %196, %201
  br label %203

203:
  %204 = phi float [ %202, %198 ], [ %196, %195 ]
  %205 = select i1 %55, i1 true, i1 %176
  br i1 %205, label %212, label %206

206:
  %207 = sext i32 %178 to i64
  %208 = getelementptr float, ptr %0, i64 %207
  %209 = getelementptr i8, ptr %208, i64 4
  %210 = load float, ptr %209, align 4, !tbaa !11
  %211 = fadd contract float %204, %210
  br label %212

212:
  %213 = phi float [ %211, %206 ], [ %204, %203 ]
  %214 = select i1 %68, i1 true, i1 %176
  br i1 %214, label %221, label %215

215:
  %216 = sext i32 %178 to i64
  %217 = getelementptr float, ptr %0, i64 %216
  %218 = getelementptr i8, ptr %217, i64 8
  %219 = load float, ptr %218, align 4, !tbaa !11
  %220 = fadd contract float %213, %219
  br label %221

221:
  %222 = phi float [ %220, %215 ], [ %213, %212 ]
  %223 = add nuw nsw i32 %9, 2
  %224 = icmp sge i32 %223, %3
  %225 = mul nsw i32 %223, %2
  %226 = add nsw i32 %225, %8
  %227 = select i1 %19, i1 true, i1 %224
  br i1 %227, label %234, label %228

228:
  %229 = sext i32 %226 to i64
  %230 = getelementptr float, ptr %0, i64 %229
  %231 = getelementptr i8, ptr %230, i64 -8
  %232 = load float, ptr %231, align 4, !tbaa !11
  %233 = fadd contract float %222, %232
  br label %234

234:
  %235 = phi float [ %233, %228 ], [ %222, %221 ]
  %236 = select i1 %31, i1 true, i1 %224
  br i1 %236, label %243, label %237

237:
  %238 = sext i32 %226 to i64
  %239 = getelementptr float, ptr %0, i64 %238
  %240 = getelementptr i8, ptr %239, i64 -4
  %241 = load float, ptr %240, align 4, !tbaa !11
  %242 = fadd contract float %235, %241
  br label %243

243:
  %244 = phi float [ %242, %237 ], [ %235, %234 ]
  %245 = select i1 %43, i1 true, i1 %224
  br i1 %245, label %251, label %246

246:
  %247 = sext i32 %226 to i64
  %248 = getelementptr inbounds float, ptr %0, i64 %247
  %249 = load float, ptr %248, align 4, !tbaa !11
  %250 = fadd contract float %244, %249
  br label %251

251:
  %252 = phi float [ %250, %246 ], [ %244, %243 ]
  %253 = select i1 %55, i1 true, i1 %224
  br i1 %253, label %260, label %254

254:
  %255 = sext i32 %226 to i64
  %256 = getelementptr float, ptr %0, i64 %255
  %257 = getelementptr i8, ptr %256, i64 4
  %258 = load float, ptr %257, align 4, !tbaa !11
  %259 = fadd contract float %252, %258
  br label %260

260:
  %261 = phi float [ %259, %254 ], [ %252, %251 ]
  %262 = select i1 %68, i1 true, i1 %224
  br i1 %262, label %269, label %263

263:
  %264 = sext i32 %226 to i64
  %265 = getelementptr float, ptr %0, i64 %264
  %266 = getelementptr i8, ptr %265, i64 8
  %267 = load float, ptr %266, align 4, !tbaa !11
  %268 = fadd contract float %261, %267
  br label %269

269:
  %270 = phi float [ %268, %263 ], [ %261, %260 ]
  %271 = sext i32 %130 to i64
  %272 = getelementptr inbounds float, ptr %1, i64 %271
  store float %270, ptr %272, align 4, !tbaa !11
  ret void
}

define dso_local ptx_kernel void @unsigned_steps(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = load i32, ptr %0, align 4, !tbaa !6
  %7 = icmp eq i32 %6, %4
  br i1 %7, label %15, label %8

8:
  %9 = shl i32 %2, 1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %1, i64 %10
  %12 = zext i32 %2 to i64
  %13 = getelementptr inbounds nuw i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  store i32 %14, ptr %11, align 4, !tbaa !6
  br label %15

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = icmp eq i32 %17, %4
  br i1 %18, label %28, label %19

19:
  %20 = add i32 %3, %2
  %21 = shl i32 %20, 1
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %1, i64 %22
  %24 = zext i32 %20 to i64
  %25 = getelementptr inbounds nuw i32, ptr %0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = add i32 %26, 1
  store i32 %27, ptr %23, align 4, !tbaa !6
  br label %28

28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = icmp eq i32 %30, %4
  br i1 %31, label %42, label %32

32:
  %33 = shl i32 %3, 1
  %34 = add i32 %33, %2
  %35 = shl i32 %34, 1
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr %1, i64 %36
  %38 = zext i32 %34 to i64
  %39 = getelementptr inbounds nuw i32, ptr %0, i64 %38
  %40 = load i32, ptr %39, align 4, !tbaa !6
  %41 = add i32 %40, 2
  store i32 %41, ptr %37, align 4, !tbaa !6
  br label %42

42:
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %44 = load i32, ptr %43, align 4, !tbaa !6
  %45 = icmp eq i32 %44, %4
  br i1 %45, label %56, label %46

46:
  %47 = mul i32 %3, 3
  %48 = add i32 %47, %2
  %49 = shl i32 %48, 1
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i32, ptr %1, i64 %50
  %52 = zext i32 %48 to i64
  %53 = getelementptr inbounds nuw i32, ptr %0, i64 %52
  %54 = load i32, ptr %53, align 4, !tbaa !6
  %55 = add i32 %54, 3
  store i32 %55, ptr %51, align 4, !tbaa !6
  br label %56

56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %58 = load i32, ptr %57, align 4, !tbaa !6
  %59 = icmp eq i32 %58, %4
  br i1 %59, label %70, label %60

60:
  %61 = shl i32 %3, 2
  %62 = add i32 %61, %2
  %63 = shl i32 %62, 1
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %1, i64 %64
  %66 = zext i32 %62 to i64
  %67 = getelementptr inbounds nuw i32, ptr %0, i64 %66
  %68 = load i32, ptr %67, align 4, !tbaa !6
  %69 = add i32 %68, 4
  store i32 %69, ptr %65, align 4, !tbaa !6
  br label %70

70:
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %72 = load i32, ptr %71, align 4, !tbaa !6
  %73 = icmp eq i32 %72, %4
  br i1 %73, label %84, label %74

74:
  %75 = mul i32 %3, 5
  %76 = add i32 %75, %2
  %77 = shl i32 %76, 1
  %78 = zext i32 %77 to i64
  %79 = getelementptr inbounds nuw i32, ptr %1, i64 %78
  %80 = zext i32 %76 to i64
  %81 = getelementptr inbounds nuw i32, ptr %0, i64 %80
  %82 = load i32, ptr %81, align 4, !tbaa !6
  %83 = add i32 %82, 5
  store i32 %83, ptr %79, align 4, !tbaa !6
  br label %84

84:
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %86 = load i32, ptr %85, align 4, !tbaa !6
  %87 = icmp eq i32 %86, %4
  br i1 %87, label %98, label %88

88:
  %89 = mul i32 %3, 6
  %90 = add i32 %89, %2
  %91 = shl i32 %90, 1
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw i32, ptr %1, i64 %92
  %94 = zext i32 %90 to i64
  %95 = getelementptr inbounds nuw i32, ptr %0, i64 %94
  %96 = load i32, ptr %95, align 4, !tbaa !6
  %97 = add i32 %96, 6
  store i32 %97, ptr %93, align 4, !tbaa !6
  br label %98

98:
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %100 = load i32, ptr %99, align 4, !tbaa !6
  %101 = icmp eq i32 %100, %4
  br i1 %101, label %112, label %102

102:
  %103 = mul i32 %3, 7
  %104 = add i32 %103, %2
  %105 = shl i32 %104, 1
  %106 = zext i32 %105 to i64
  %107 = getelementptr inbounds nuw i32, ptr %1, i64 %106
  %108 = zext i32 %104 to i64
  %109 = getelementptr inbounds nuw i32, ptr %0, i64 %108
  %110 = load i32, ptr %109, align 4, !tbaa !6
  %111 = add i32 %110, 7
  store i32 %111, ptr %107, align 4, !tbaa !6
  br label %112

112:
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %114 = load i32, ptr %113, align 4, !tbaa !6
  %115 = icmp eq i32 %114, %4
  br i1 %115, label %126, label %116

116:
  %117 = shl i32 %3, 3
  %118 = add i32 %117, %2
  %119 = shl i32 %118, 1
  %120 = zext i32 %119 to i64
  %121 = getelementptr inbounds nuw i32, ptr %1, i64 %120
  %122 = zext i32 %118 to i64
  %123 = getelementptr inbounds nuw i32, ptr %0, i64 %122
  %124 = load i32, ptr %123, align 4, !tbaa !6
  %125 = add i32 %124, 8
  store i32 %125, ptr %121, align 4, !tbaa !6
  br label %126

126:
  %127 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %128 = load i32, ptr %127, align 4, !tbaa !6
  %129 = icmp eq i32 %128, %4
  br i1 %129, label %140, label %130

130:
  %131 = mul i32 %3, 9
  %132 = add i32 %131, %2
  %133 = shl i32 %132, 1
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i32, ptr %1, i64 %134
  %136 = zext i32 %132 to i64
  %137 = getelementptr inbounds nuw i32, ptr %0, i64 %136
  %138 = load i32, ptr %137, align 4, !tbaa !6
  %139 = add i32 %138, 9
  store i32 %139, ptr %135, align 4, !tbaa !6
  br label %140

140:
  %141 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %142 = load i32, ptr %141, align 4, !tbaa !6
  %143 = icmp eq i32 %142, %4
  br i1 %143, label %154, label %144

144:
  %145 = mul i32 %3, 10
  %146 = add i32 %145, %2
  %147 = shl i32 %146, 1
  %148 = zext i32 %147 to i64
  %149 = getelementptr inbounds nuw i32, ptr %1, i64 %148
  %150 = zext i32 %146 to i64
  %151 = getelementptr inbounds nuw i32, ptr %0, i64 %150
  %152 = load i32, ptr %151, align 4, !tbaa !6
  %153 = add i32 %152, 10
  store i32 %153, ptr %149, align 4, !tbaa !6
  br label %154

154:
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %156 = load i32, ptr %155, align 4, !tbaa !6
  %157 = icmp eq i32 %156, %4
  br i1 %157, label %168, label %158

158:
  %159 = mul i32 %3, 11
  %160 = add i32 %159, %2
  %161 = shl i32 %160, 1
  %162 = zext i32 %161 to i64
  %163 = getelementptr inbounds nuw i32, ptr %1, i64 %162
  %164 = zext i32 %160 to i64
  %165 = getelementptr inbounds nuw i32, ptr %0, i64 %164
  %166 = load i32, ptr %165, align 4, !tbaa !6
  %167 = add i32 %166, 11
  store i32 %167, ptr %163, align 4, !tbaa !6
  br label %168

168:
  ret void
}

define dso_local ptx_kernel void @invariant_tests(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10) local_unnamed_addr #3 {
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = icmp slt i32 %12, %2
  br i1 %13, label %14, label %30

14:
  %15 = icmp slt i32 %3, %4
  %16 = icmp slt i32 %4, %5
  %17 = icmp slt i32 %5, %6
  %18 = icmp slt i32 %6, %7
  %19 = icmp slt i32 %7, %8
  %20 = icmp slt i32 %8, %9
  %21 = icmp slt i32 %9, %10
  %22 = icmp slt i32 %10, %3
  %23 = icmp slt i32 %3, %5
  %24 = shl nsw i32 %3, 1
  %25 = icmp slt i32 %4, %6
  %26 = shl nsw i32 %4, 1
  %27 = icmp slt i32 %5, %7
  %28 = shl nsw i32 %5, 1
  %29 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %34

30:
  %31 = phi float [ 0.000000e+00, %11 ], [ %128, %126 ]
  %32 = zext nneg i32 %12 to i64
  %33 = getelementptr inbounds nuw float, ptr %1, i64 %32
  store float %31, ptr %33, align 4, !tbaa !11
  ret void

34:
  %35 = phi i32 [ %12, %14 ], [ %129, %126 ]
  %36 = phi float [ 0.000000e+00, %14 ], [ %128, %126 ]
  %37 = sext i32 %35 to i64
  %38 = getelementptr inbounds float, ptr %0, i64 %37
  %39 = load float, ptr %38, align 4, !tbaa !11
  br i1 %15, label %40, label %46

40:
  %41 = add nsw i32 %35, %3
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds float, ptr %0, i64 %42
  %44 = load float, ptr %43, align 4, !tbaa !11
  %45 = fadd contract float %39, %44
  br label %46

46:
  %47 = phi float [ %45, %40 ], [ %39, %34 ]
  br i1 %16, label %48, label %54

48:
  %49 = add nsw i32 %35, %4
  %50 = sext i32 %49 to i64
  %51 = getelementptr inbounds float, ptr %0, i64 %50
  %52 = load float, ptr %51, align 4, !tbaa !11
  %53 = fmul contract float %47, %52
  br label %54

54:
  %55 = phi float [ %53, %48 ], [ %47, %46 ]
  br i1 %17, label %56, label %62

56:
  %57 = add nsw i32 %35, %5
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds float, ptr %0, i64 %58
  %60 = load float, ptr %59, align 4, !tbaa !11
  %61 = fsub contract float %55, %60
  br label %62

62:
  %63 = phi float [ %61, %56 ], [ %55, %54 ]
  br i1 %18, label %64, label %70

64:
  %65 = add nsw i32 %35, %6
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds float, ptr %0, i64 %66
  %68 = load float, ptr %67, align 4, !tbaa !11
  %69 = fadd contract float %63, %68
  br label %70

70:
  %71 = phi float [ %69, %64 ], [ %63, %62 ]
  br i1 %19, label %72, label %78

72:
  %73 = add nsw i32 %35, %7
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds float, ptr %0, i64 %74
  %76 = load float, ptr %75, align 4, !tbaa !11
  %77 = fmul contract float %71, %76
  br label %78

78:
  %79 = phi float [ %77, %72 ], [ %71, %70 ]
  br i1 %20, label %80, label %86

80:
  %81 = add nsw i32 %35, %8
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds float, ptr %0, i64 %82
  %84 = load float, ptr %83, align 4, !tbaa !11
  %85 = fsub contract float %79, %84
  br label %86

86:
  %87 = phi float [ %85, %80 ], [ %79, %78 ]
  br i1 %21, label %88, label %94

88:
  %89 = add nsw i32 %35, %9
  %90 = sext i32 %89 to i64
  %91 = getelementptr inbounds float, ptr %0, i64 %90
  %92 = load float, ptr %91, align 4, !tbaa !11
  %93 = fadd contract float %87, %92
  br label %94

94:
  %95 = phi float [ %93, %88 ], [ %87, %86 ]
  br i1 %22, label %96, label %102

96:
  %97 = add nsw i32 %35, %10
  %98 = sext i32 %97 to i64
  %99 = getelementptr inbounds float, ptr %0, i64 %98
  %100 = load float, ptr %99, align 4, !tbaa !11
  %101 = fmul contract float %95, %100
  br label %102

102:
  %103 = phi float [ %101, %96 ], [ %95, %94 ]
  br i1 %23, label %104, label %110

104:
  %105 = add nsw i32 %35, %24
  %106 = sext i32 %105 to i64
  %107 = getelementptr inbounds float, ptr %0, i64 %106
  %108 = load float, ptr %107, align 4, !tbaa !11
  %109 = fsub contract float %103, %108
  br label %110

110:
  %111 = phi float [ %109, %104 ], [ %103, %102 ]
  br i1 %25, label %112, label %118

112:
  %113 = add nsw i32 %35, %26
  %114 = sext i32 %113 to i64
  %115 = getelementptr inbounds float, ptr %0, i64 %114
  %116 = load float, ptr %115, align 4, !tbaa !11
  %117 = fadd contract float %111, %116
  br label %118

118:
  %119 = phi float [ %117, %112 ], [ %111, %110 ]
  br i1 %27, label %120, label %126

120:
  %121 = add nsw i32 %35, %28
  %122 = sext i32 %121 to i64
  %123 = getelementptr inbounds float, ptr %0, i64 %122
  %124 = load float, ptr %123, align 4, !tbaa !11
  %125 = fmul contract float %119, %124
  br label %126

126:
  %127 = phi float [ %125, %120 ], [ %119, %118 ]
  %128 = fadd contract float %36, %127
  %129 = add i32 %35, %29
  %130 = icmp slt i32 %129, %2
  br i1 %130, label %34, label %30, !llvm.loop !17
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #4

declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32) #5

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #4

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }

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
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !16, i64 0}
!16 = !{!"double", !8, i64 0}
!17 = distinct !{!17, !14}
