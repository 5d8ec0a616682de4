target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"struct.cub::CUB_300001_SM_750::BlockReduce<double, 128>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized" }
%"struct.cub::CUB_300001_SM_750::Uninitialized" = type { [6 x i64] }
%"struct.cub::CUB_300001_SM_750::BlockScan<int, 128, cub::CUB_300001_SM_750::BLOCK_SCAN_WARP_SCANS>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.0" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.0" = type { [2 x %struct.ulonglong2.1] }
%struct.ulonglong2.1 = type { i64, i64 }
%"struct.cub::CUB_300001_SM_750::BlockScan<int, 128>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.2" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.2" = type { [42 x %struct.ulonglong2.1] }

@_ZZ9block_sumE1s = internal unnamed_addr addrspace(3) global %"struct.cub::CUB_300001_SM_750::BlockReduce<double, 128>::TempStorage" undef, align 8
@_ZZ14block_max_scanE1s = internal unnamed_addr addrspace(3) global %"struct.cub::CUB_300001_SM_750::BlockScan<int, 128, cub::CUB_300001_SM_750::BLOCK_SCAN_WARP_SCANS>::TempStorage" undef, align 16
@_ZZ10select_oddE1s = internal unnamed_addr addrspace(3) global %"struct.cub::CUB_300001_SM_750::BlockScan<int, 128>::TempStorage" undef, align 16

define dso_local ptx_kernel void @block_sum(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 9
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds nuw double, ptr %0, i64 %6
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds nuw double, ptr %7, i64 %8
  %10 = load double, ptr %9, align 8, !tbaa !11
  %11 = zext nneg i32 %3 to i64
  %12 = getelementptr inbounds nuw double, ptr %7, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 1024
  %14 = load double, ptr %13, align 8, !tbaa !11
  %15 = zext nneg i32 %3 to i64
  %16 = getelementptr inbounds nuw double, ptr %7, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 2048
  %18 = load double, ptr %17, align 8, !tbaa !11
  %19 = zext nneg i32 %3 to i64
  %20 = getelementptr inbounds nuw double, ptr %7, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 3072
  %22 = load double, ptr %21, align 8, !tbaa !11
  %23 = fadd contract double %10, %14
  %24 = fadd contract double %23, %18
  %25 = fadd contract double %24, %22
  %26 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %27 = tail call contract noundef double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %25, i32 1, i32 31, i32 -1) #6
  %28 = tail call contract noundef double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %27, i32 2, i32 31, i32 -1) #6
  %29 = tail call contract noundef double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %28, i32 4, i32 31, i32 -1) #6
  %30 = tail call contract noundef double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %29, i32 8, i32 31, i32 -1) #6
  %31 = tail call contract noundef double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %30, i32 16, i32 31, i32 -1) #6
  %32 = icmp eq i32 %26, 0
  br i1 %32, label %33, label %37

33:
  %34 = lshr i32 %3, 5
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9block_sumE1s to ptr), i64 8), i64 %35
  store double %31, ptr %36, align 8, !tbaa !11
  br label %37

37:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %38 = icmp eq i32 %3, 0
  br i1 %38, label %39, label %48

39:
  %40 = load double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9block_sumE1s to ptr), i64 16), align 8, !tbaa !11
  %41 = fadd contract double %31, %40
  %42 = load double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9block_sumE1s to ptr), i64 24), align 8, !tbaa !11
  %43 = fadd contract double %41, %42
  %44 = load double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9block_sumE1s to ptr), i64 32), align 8, !tbaa !11
  %45 = fadd contract double %43, %44
  %46 = zext nneg i32 %4 to i64
  %47 = getelementptr inbounds nuw double, ptr %1, i64 %46
  store double %45, ptr %47, align 8, !tbaa !11
  br label %48

48:
  ret void
}

define dso_local ptx_kernel void @block_max_scan(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 8
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds nuw i32, ptr %0, i64 %6
  %8 = shl nuw nsw i32 %3, 1
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds nuw i32, ptr %7, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = zext nneg i32 %8 to i64
  %13 = getelementptr inbounds nuw i32, ptr %7, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 4
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = tail call noundef i32 @llvm.smax.i32(i32 %11, i32 %15)
  %17 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %18 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %16, i32 1, i32 0, i32 -1) #6
  %19 = tail call noundef i32 @llvm.smax.i32(i32 %18, i32 %16)
  %20 = icmp slt i32 %17, 1
  %21 = select i1 %20, i32 %16, i32 %19
  %22 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %21, i32 2, i32 0, i32 -1) #6
  %23 = tail call noundef i32 @llvm.smax.i32(i32 %22, i32 %21)
  %24 = icmp slt i32 %17, 2
  %25 = select i1 %24, i32 %21, i32 %23
  %26 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %25, i32 4, i32 0, i32 -1) #6
  %27 = tail call noundef i32 @llvm.smax.i32(i32 %26, i32 %25)
  %28 = icmp slt i32 %17, 4
  %29 = select i1 %28, i32 %25, i32 %27
  %30 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %29, i32 8, i32 0, i32 -1) #6
  %31 = tail call noundef i32 @llvm.smax.i32(i32 %30, i32 %29)
  %32 = icmp slt i32 %17, 8
  %33 = select i1 %32, i32 %29, i32 %31
  %34 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %33, i32 16, i32 0, i32 -1) #6
  %35 = tail call noundef i32 @llvm.smax.i32(i32 %34, i32 %33)
  %36 = icmp slt i32 %17, 16
  %37 = select i1 %36, i32 %33, i32 %35
  %38 = lshr i32 %3, 5
  %39 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %37, i32 1, i32 0, i32 -1) #6
  %40 = icmp eq i32 %17, 31
  br i1 %40, label %41, label %44

41:
  %42 = zext nneg i32 %38 to i64
  %43 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14block_max_scanE1s to ptr), i64 %42
  store i32 %35, ptr %43, align 4, !tbaa !6
  br label %44

44:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %45 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14block_max_scanE1s to ptr), align 32, !tbaa !6
  %46 = icmp eq i32 %38, 1
  %47 = select i1 %46, i32 %45, i32 undef
  %48 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ14block_max_scanE1s to ptr), i64 4), align 4, !tbaa !6
  %49 = tail call noundef i32 @llvm.smax.i32(i32 %45, i32 %48)
  %50 = icmp eq i32 %38, 2
  %51 = select i1 %50, i32 %49, i32 %47
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ14block_max_scanE1s to ptr), i64 8), align 8, !tbaa !6
  %53 = tail call noundef i32 @llvm.smax.i32(i32 %49, i32 %52)
  %54 = icmp eq i32 %38, 3
  %55 = select i1 %54, i32 %53, i32 %51
  %56 = icmp eq i32 %38, 0
  %57 = tail call noundef i32 @llvm.smax.i32(i32 %55, i32 %39)
  %58 = icmp eq i32 %17, 0
  %59 = select i1 %58, i32 %55, i32 %57
  %60 = select i1 %56, i32 %39, i32 %59
  %61 = icmp eq i32 %3, 0
  %62 = tail call noundef i32 @llvm.smax.i32(i32 %60, i32 %11)
  %63 = select i1 %61, i32 %11, i32 %62
  %64 = tail call noundef i32 @llvm.smax.i32(i32 %63, i32 %15)
  %65 = getelementptr inbounds nuw i32, ptr %1, i64 %6
  %66 = getelementptr inbounds nuw i32, ptr %65, i64 %9
  store i32 %63, ptr %66, align 4, !tbaa !6
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 4
  store i32 %64, ptr %67, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @select_odd(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 9
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = shl nuw nsw i32 %4, 2
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %8, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = zext nneg i32 %9 to i64
  %14 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = zext nneg i32 %9 to i64
  %18 = getelementptr inbounds nuw i32, ptr %8, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %20 = load i32, ptr %19, align 4, !tbaa !6
  %21 = zext nneg i32 %9 to i64
  %22 = getelementptr inbounds nuw i32, ptr %8, i64 %21
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 12
  %24 = load i32, ptr %23, align 4, !tbaa !6
  %25 = and i32 %12, 1
  %26 = and i32 %16, 1
  %27 = and i32 %20, 1
  %28 = and i32 %24, 1
  %29 = add nuw nsw i32 %26, %25
  %30 = add nuw nsw i32 %27, %29
  %31 = add nuw nsw i32 %28, %30
  %32 = lshr i32 %4, 2
  %33 = add nuw nsw i32 %32, %4
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10select_oddE1s to ptr), i64 16), i64 %34
  store i32 %31, ptr %35, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %36 = icmp samesign ult i32 %4, 32
  br i1 %36, label %37, label %67

37:
  %38 = mul nuw nsw i32 %4, 5
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10select_oddE1s to ptr), i64 16), i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %43 = load i32, ptr %42, align 4, !tbaa !6
  %44 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %45 = load i32, ptr %44, align 4, !tbaa !6
  %46 = getelementptr inbounds nuw i8, ptr %40, i64 12
  %47 = load i32, ptr %46, align 4, !tbaa !6
  %48 = add nsw i32 %43, %41
  %49 = add nsw i32 %48, %45
  %50 = add nsw i32 %49, %47
  %51 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %52 = tail call noundef i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %50, i32 1, i32 0, i32 %50, i32 -1) #6
  %53 = tail call noundef i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %52, i32 2, i32 0, i32 %52, i32 -1) #6
  %54 = tail call noundef i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %53, i32 4, i32 0, i32 %53, i32 -1) #6
  %55 = tail call noundef i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %54, i32 8, i32 0, i32 %54, i32 -1) #6
  %56 = tail call noundef i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %55, i32 16, i32 0, i32 %55, i32 -1) #6
  %57 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %56, i32 31, i32 31)
  %58 = sub nsw i32 %56, %50
  %59 = load i32, ptr %40, align 4, !tbaa !6
  %60 = load i32, ptr %42, align 4, !tbaa !6
  %61 = load i32, ptr %44, align 4, !tbaa !6
  %62 = add nsw i32 %59, %58
  %63 = add nsw i32 %60, %62
  %64 = add nsw i32 %61, %63
  store i32 %58, ptr %40, align 4, !tbaa !6
  store i32 %62, ptr %42, align 4, !tbaa !6
  store i32 %63, ptr %44, align 4, !tbaa !6
  store i32 %64, ptr %46, align 4, !tbaa !6
  %65 = icmp eq i32 %4, 0
  br i1 %65, label %66, label %67

66:
  store i32 %57, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10select_oddE1s to ptr), i64 656), align 16, !tbaa !17
  br label %67

67:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %68 = load i32, ptr %35, align 4, !tbaa !6
  %69 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10select_oddE1s to ptr), i64 656), align 16, !tbaa !17
  %70 = add nsw i32 %68, %25
  %71 = add nsw i32 %26, %70
  %72 = add nsw i32 %27, %71
  %73 = icmp eq i32 %25, 0
  br i1 %73, label %78, label %74

74:
  %75 = add i32 %68, %6
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds nuw i32, ptr %1, i64 %76
  store i32 %12, ptr %77, align 4, !tbaa !6
  br label %78

78:
  %79 = icmp eq i32 %26, 0
  br i1 %79, label %84, label %80

80:
  %81 = add i32 %70, %6
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw i32, ptr %1, i64 %82
  store i32 %16, ptr %83, align 4, !tbaa !6
  br label %84

84:
  %85 = icmp eq i32 %27, 0
  br i1 %85, label %90, label %86

86:
  %87 = add i32 %71, %6
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i32, ptr %1, i64 %88
  store i32 %20, ptr %89, align 4, !tbaa !6
  br label %90

90:
  %91 = icmp eq i32 %28, 0
  br i1 %91, label %96, label %92

92:
  %93 = add i32 %72, %6
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i32, ptr %1, i64 %94
  store i32 %24, ptr %95, align 4, !tbaa !6
  br label %96

96:
  %97 = icmp eq i32 %4, 0
  br i1 %97, label %98, label %101

98:
  %99 = zext nneg i32 %5 to i64
  %100 = getelementptr inbounds nuw i32, ptr %2, i64 %99
  store i32 %69, ptr %100, align 4, !tbaa !6
  br label %101

101:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #3

declare i32 @llvm.smax.i32(i32, i32) #4

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nounwind memory(none) }
attributes #6 = { convergent nounwind }

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
!17 = !{!18, !7, i64 656}
!18 = !{!"_ZTSN3cub17CUB_300001_SM_7506detail15BlockScanRakingIiLi128ELi1ELi1ELb0EE12_TempStorageE", !19, i64 0, !21, i64 16, !7, i64 656}
!19 = !{!"_ZTSN3cub17CUB_300001_SM_7508WarpScanIiLi32EE11TempStorageE", !20, i64 0}
!20 = !{!"_ZTSN3cub17CUB_300001_SM_75013UninitializedINS0_6detail12WarpScanShflIiLi32EE11TempStorageEEE", !8, i64 0}
!21 = !{!"_ZTSN3cub17CUB_300001_SM_75017BlockRakingLayoutIiLi128EE11TempStorageE", !22, i64 0}
!22 = !{!"_ZTSN3cub17CUB_300001_SM_75013UninitializedINS0_17BlockRakingLayoutIiLi128EE12_TempStorageEEE", !8, i64 0}
