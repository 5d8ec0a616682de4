target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_blockIdx_t = type { i8 }
%struct.__cuda_builtin_blockDim_t = type { i8 }
%struct.__cuda_builtin_threadIdx_t = type { i8 }
%struct.Small = type { i8, i16, float }
%struct.Big = type { [6 x i64] }
%struct.float4 = type { float, float, float, float }

@blockIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_blockIdx_t, align 1
@blockDim = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_blockDim_t, align 1
@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1
@table = dso_local addrspace(1) externally_initialized global [5 x ptr] [ptr @_Z6op_addii, ptr @_Z6op_subii, ptr @_Z6op_mulii, ptr @_Z6op_divii, ptr @_Z6op_mixii], align 8
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @table to ptr)], section "llvm.metadata"

define dso_local noundef i32 @_Z3fibj(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp ult i32 %3, 2
  br i1 %4, label %5, label %7

5:
  %6 = load i32, ptr %2, align 4
  br label %15

7:
  %8 = load i32, ptr %2, align 4
  %9 = sub i32 %8, 1
  %10 = call noundef i32 @_Z3fibj(i32 noundef %9) #4
  %11 = load i32, ptr %2, align 4
  %12 = sub i32 %11, 2
  %13 = call noundef i32 @_Z3fibj(i32 noundef %12) #4
  %14 = add i32 %10, %13
  br label %15

15:
  %16 = phi i32 [ %6, %5 ], [ %14, %7 ]
  ret i32 %16
}

define dso_local noundef i32 @_Z3ackjj(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %4, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %11

8:
  %9 = load i32, ptr %5, align 4
  %10 = add i32 %9, 1
  store i32 %10, ptr %3, align 4
  br label %25

11:
  %12 = load i32, ptr %4, align 4
  %13 = sub i32 %12, 1
  %14 = load i32, ptr %5, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %17

16:
  br label %22

17:
  %18 = load i32, ptr %4, align 4
  %19 = load i32, ptr %5, align 4
  %20 = sub i32 %19, 1
  %21 = call noundef i32 @_Z3ackjj(i32 noundef %18, i32 noundef %20) #4
  br label %22

22:
  %23 = phi i32 [ 1, %16 ], [ %21, %17 ]
  %24 = call noundef i32 @_Z3ackjj(i32 noundef %13, i32 noundef %23) #4
  store i32 %24, ptr %3, align 4
  br label %25

25:
  %26 = load i32, ptr %3, align 4
  ret i32 %26
}

define dso_local noundef i32 @_Z3gcdjj(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %9

7:
  %8 = load i32, ptr %3, align 4
  br label %15

9:
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %3, align 4
  %12 = load i32, ptr %4, align 4
  %13 = urem i32 %11, %12
  %14 = call noundef i32 @_Z3gcdjj(i32 noundef %10, i32 noundef %13) #4
  br label %15

15:
  %16 = phi i32 [ %8, %7 ], [ %14, %9 ]
  ret i32 %16
}

define dso_local ptx_kernel void @recurse(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5) #1 {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i32 %5, ptr %12, align 4
  %14 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %15 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %16 = mul i32 %14, %15
  %17 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %18 = add i32 %16, %17
  store i32 %18, ptr %13, align 4
  %19 = load i32, ptr %13, align 4
  %20 = load i32, ptr %12, align 4
  %21 = icmp sge i32 %19, %20
  br i1 %21, label %22, label %23

22:
  br label %61

23:
  %24 = load ptr, ptr %7, align 8
  %25 = load i32, ptr %13, align 4
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %24, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = urem i32 %28, 20
  %30 = call noundef i32 @_Z3fibj(i32 noundef %29) #4
  %31 = load ptr, ptr %9, align 8
  %32 = load i32, ptr %13, align 4
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i32, ptr %31, i64 %33
  store i32 %30, ptr %34, align 4
  %35 = load ptr, ptr %7, align 8
  %36 = load i32, ptr %13, align 4
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %35, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = urem i32 %39, 5
  %41 = call noundef i32 @_Z3ackjj(i32 noundef 2, i32 noundef %40) #4
  %42 = load ptr, ptr %10, align 8
  %43 = load i32, ptr %13, align 4
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds i32, ptr %42, i64 %44
  store i32 %41, ptr %45, align 4
  %46 = load ptr, ptr %7, align 8
  %47 = load i32, ptr %13, align 4
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds i32, ptr %46, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = load ptr, ptr %8, align 8
  %52 = load i32, ptr %13, align 4
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i32, ptr %51, i64 %53
  %55 = load i32, ptr %54, align 4
  %56 = call noundef i32 @_Z3gcdjj(i32 noundef %50, i32 noundef %55) #4
  %57 = load ptr, ptr %11, align 8
  %58 = load i32, ptr %13, align 4
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds i32, ptr %57, i64 %59
  store i32 %56, ptr %60, align 4
  br label %61

61:
  ret void
}

define dso_local noundef i32 @_Z6op_addii(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = add nsw i32 %5, %6
  ret i32 %7
}

define dso_local noundef i32 @_Z6op_subii(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = sub nsw i32 %5, %6
  ret i32 %7
}

define dso_local noundef i32 @_Z6op_mulii(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = mul nsw i32 %5, %6
  ret i32 %7
}

define dso_local noundef i32 @_Z6op_divii(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %11

7:
  %8 = load i32, ptr %3, align 4
  %9 = load i32, ptr %4, align 4
  %10 = sdiv i32 %8, %9
  br label %12

11:
  br label %12

12:
  %13 = phi i32 [ %10, %7 ], [ 0, %11 ]
  ret i32 %13
}

define dso_local noundef i32 @_Z6op_mixii(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = shl i32 %5, 7
  %7 = load i32, ptr %3, align 4
  %8 = lshr i32 %7, 25
  %9 = or i32 %6, %8
  %10 = load i32, ptr %4, align 4
  %11 = xor i32 %9, %10
  ret i32 %11
}

define dso_local ptx_kernel void @dispatch(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #1 {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i32 %4, ptr %11, align 4
  store i32 %5, ptr %12, align 4
  %15 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %17 = mul i32 %15, %16
  %18 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %19 = add i32 %17, %18
  store i32 %19, ptr %13, align 4
  %20 = load i32, ptr %13, align 4
  %21 = load i32, ptr %11, align 4
  %22 = icmp sge i32 %20, %21
  br i1 %22, label %23, label %24

23:
  br label %65

24:
  %25 = load ptr, ptr %7, align 8
  %26 = load i32, ptr %13, align 4
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds i32, ptr %25, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = icmp slt i32 %29, 5
  br i1 %30, label %31, label %40

31:
  %32 = load ptr, ptr %7, align 8
  %33 = load i32, ptr %13, align 4
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds i32, ptr %32, i64 %34
  %36 = load i32, ptr %35, align 4
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds [5 x ptr], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 %37
  %39 = load ptr, ptr %38, align 8
  br label %47

40:
  %41 = load i32, ptr %12, align 4
  %42 = icmp ne i32 %41, 0
  br i1 %42, label %43, label %44

43:
  br label %45

44:
  br label %45

45:
  %46 = phi ptr [ @_Z6op_mixii, %43 ], [ @_Z6op_addii, %44 ]
  br label %47

47:
  %48 = phi ptr [ %39, %31 ], [ %46, %45 ]
  store ptr %48, ptr %14, align 8
  %49 = load ptr, ptr %14, align 8
  %50 = load ptr, ptr %8, align 8
  %51 = load i32, ptr %13, align 4
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds i32, ptr %50, i64 %52
  %54 = load i32, ptr %53, align 4
  %55 = load ptr, ptr %9, align 8
  %56 = load i32, ptr %13, align 4
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i32, ptr %55, i64 %57
  %59 = load i32, ptr %58, align 4
  %60 = call noundef i32 %49(i32 noundef %54, i32 noundef %59) #4
  %61 = load ptr, ptr %10, align 8
  %62 = load i32, ptr %13, align 4
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds i32, ptr %61, i64 %63
  store i32 %60, ptr %64, align 4
  br label %65

65:
  ret void
}

define dso_local %struct.Small @_Z10make_smallbasf(i1 noundef zeroext %0, i8 noundef signext %1, i16 noundef signext %2, float noundef %3) #0 {
  %5 = alloca %struct.Small, align 4
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  %8 = alloca i16, align 2
  %9 = alloca float, align 4
  %10 = zext i1 %0 to i8
  store i8 %10, ptr %6, align 1
  store i8 %1, ptr %7, align 1
  store i16 %2, ptr %8, align 2
  store float %3, ptr %9, align 4
  %11 = getelementptr inbounds nuw %struct.Small, ptr %5, i32 0, i32 0
  %12 = load i8, ptr %6, align 1
  %13 = trunc i8 %12 to i1
  br i1 %13, label %14, label %17

14:
  %15 = load i8, ptr %7, align 1
  %16 = sext i8 %15 to i32
  br label %21

17:
  %18 = load i8, ptr %7, align 1
  %19 = sext i8 %18 to i32
  %20 = sub nsw i32 0, %19
  br label %21

21:
  %22 = phi i32 [ %16, %14 ], [ %20, %17 ]
  %23 = trunc i32 %22 to i8
  store i8 %23, ptr %11, align 4
  %24 = getelementptr inbounds nuw %struct.Small, ptr %5, i32 0, i32 1
  %25 = load i16, ptr %8, align 2
  %26 = sext i16 %25 to i32
  %27 = add nsw i32 %26, 1
  %28 = trunc i32 %27 to i16
  store i16 %28, ptr %24, align 2
  %29 = getelementptr inbounds nuw %struct.Small, ptr %5, i32 0, i32 2
  %30 = load float, ptr %9, align 4
  %31 = fmul contract float %30, 2.000000e+00
  store float %31, ptr %29, align 4
  %32 = load %struct.Small, ptr %5, align 4
  ret %struct.Small %32
}

define dso_local %struct.Big @_Z8make_biglRK5Small(i64 noundef %0, ptr noundef nonnull align 4 dereferenceable(8) %1) #0 {
  %3 = alloca %struct.Big, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 0, ptr %6, align 4
  br label %7

7:
  %8 = load i32, ptr %6, align 4
  %9 = icmp slt i32 %8, 6
  br i1 %9, label %10, label %32

10:
  %11 = load i64, ptr %4, align 8
  %12 = load i32, ptr %6, align 4
  %13 = sext i32 %12 to i64
  %14 = mul nsw i64 %11, %13
  %15 = load ptr, ptr %5, align 8, !nonnull !7, !align !8
  %16 = getelementptr inbounds nuw %struct.Small, ptr %15, i32 0, i32 0
  %17 = load i8, ptr %16, align 4
  %18 = sext i8 %17 to i64
  %19 = add nsw i64 %14, %18
  %20 = load ptr, ptr %5, align 8, !nonnull !7, !align !8
  %21 = getelementptr inbounds nuw %struct.Small, ptr %20, i32 0, i32 1
  %22 = load i16, ptr %21, align 2
  %23 = sext i16 %22 to i64
  %24 = add nsw i64 %19, %23
  %25 = getelementptr inbounds nuw %struct.Big, ptr %3, i32 0, i32 0
  %26 = load i32, ptr %6, align 4
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds [6 x i64], ptr %25, i64 0, i64 %27
  store i64 %24, ptr %28, align 8
  br label %29

29:
  %30 = load i32, ptr %6, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %6, align 4
  br label %7, !llvm.loop !9

32:
  %33 = load %struct.Big, ptr %3, align 8
  ret %struct.Big %33
}

define dso_local noundef double @_Z4fold5Small3Bigdmn6float4(ptr noundef byval(%struct.Small) align 4 %0, ptr noundef byval(%struct.Big) align 8 %1, double noundef %2, i64 noundef %3, i128 noundef %4, ptr noundef byval(%struct.float4) align 16 %5) #0 {
  %7 = alloca double, align 8
  %8 = alloca i64, align 8
  %9 = alloca i128, align 16
  %10 = alloca double, align 8
  %11 = alloca i32, align 4
  store double %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  store i128 %4, ptr %9, align 16
  %12 = getelementptr inbounds nuw %struct.Small, ptr %0, i32 0, i32 0
  %13 = load i8, ptr %12, align 4
  %14 = sext i8 %13 to i32
  %15 = getelementptr inbounds nuw %struct.Small, ptr %0, i32 0, i32 1
  %16 = load i16, ptr %15, align 2
  %17 = sext i16 %16 to i32
  %18 = add nsw i32 %14, %17
  %19 = sitofp i32 %18 to float
  %20 = getelementptr inbounds nuw %struct.Small, ptr %0, i32 0, i32 2
  %21 = load float, ptr %20, align 4
  %22 = fadd contract float %19, %21
  %23 = fpext contract float %22 to double
  %24 = load double, ptr %7, align 8
  %25 = fadd contract double %23, %24
  %26 = load i64, ptr %8, align 8
  %27 = uitofp i64 %26 to double
  %28 = fadd contract double %25, %27
  %29 = load i128, ptr %9, align 16
  %30 = ashr i128 %29, 64
  %31 = trunc i128 %30 to i64
  %32 = sitofp i64 %31 to double
  %33 = fadd contract double %28, %32
  %34 = load i128, ptr %9, align 16
  %35 = trunc i128 %34 to i64
  %36 = uitofp i64 %35 to double
  %37 = fadd contract double %33, %36
  store double %37, ptr %10, align 8
  store i32 0, ptr %11, align 4
  br label %38

38:
  %39 = load i32, ptr %11, align 4
  %40 = icmp slt i32 %39, 6
  br i1 %40, label %41, label %53

41:
  %42 = getelementptr inbounds nuw %struct.Big, ptr %1, i32 0, i32 0
  %43 = load i32, ptr %11, align 4
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds [6 x i64], ptr %42, i64 0, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = sitofp i64 %46 to double
  %48 = load double, ptr %10, align 8
  %49 = fadd contract double %48, %47
  store double %49, ptr %10, align 8
  br label %50

50:
  %51 = load i32, ptr %11, align 4
  %52 = add nsw i32 %51, 1
  store i32 %52, ptr %11, align 4
  br label %38, !llvm.loop !11

53:
  %54 = load double, ptr %10, align 8
  %55 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 0
  %56 = load float, ptr %55, align 16
  %57 = fpext contract float %56 to double
  %58 = fadd contract double %54, %57
  %59 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 1
  %60 = load float, ptr %59, align 4
  %61 = fpext contract float %60 to double
  %62 = fadd contract double %58, %61
  %63 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 2
  %64 = load float, ptr %63, align 8
  %65 = fpext contract float %64 to double
  %66 = fadd contract double %62, %65
  %67 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 3
  %68 = load float, ptr %67, align 4
  %69 = fpext contract float %68 to double
  %70 = fadd contract double %66, %69
  ret double %70
}

define dso_local ptx_kernel void @pass_types(ptr noundef %0, ptr noundef %1, i32 noundef %2) #1 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca %struct.Small, align 4
  %10 = alloca %struct.Big, align 8
  %11 = alloca %struct.Small, align 4
  %12 = alloca %struct.Big, align 8
  %13 = alloca %struct.float4, align 16
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %14 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %15 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %16 = mul i32 %14, %15
  %17 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %18 = add i32 %16, %17
  store i32 %18, ptr %7, align 4
  %19 = load i32, ptr %7, align 4
  %20 = load i32, ptr %6, align 4
  %21 = icmp sge i32 %19, %20
  br i1 %21, label %22, label %23

22:
  br label %89

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load i32, ptr %7, align 4
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %24, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = and i32 %28, 1023
  store i32 %29, ptr %8, align 4
  %30 = load i32, ptr %8, align 4
  %31 = and i32 %30, 1
  %32 = icmp ne i32 %31, 0
  %33 = load i32, ptr %8, align 4
  %34 = and i32 %33, 63
  %35 = trunc i32 %34 to i8
  %36 = load i32, ptr %8, align 4
  %37 = trunc i32 %36 to i16
  %38 = load i32, ptr %8, align 4
  %39 = sitofp i32 %38 to float
  %40 = call %struct.Small @_Z10make_smallbasf(i1 noundef zeroext %32, i8 noundef signext %35, i16 noundef signext %37, float noundef %39) #4
  %41 = getelementptr inbounds nuw %struct.Small, ptr %9, i32 0, i32 0
  %42 = extractvalue %struct.Small %40, 0
  store i8 %42, ptr %41, align 4
  %43 = getelementptr inbounds nuw %struct.Small, ptr %9, i32 0, i32 1
  %44 = extractvalue %struct.Small %40, 1
  store i16 %44, ptr %43, align 2
  %45 = getelementptr inbounds nuw %struct.Small, ptr %9, i32 0, i32 2
  %46 = extractvalue %struct.Small %40, 2
  store float %46, ptr %45, align 4
  %47 = load i32, ptr %8, align 4
  %48 = sext i32 %47 to i64
  %49 = call %struct.Big @_Z8make_biglRK5Small(i64 noundef %48, ptr noundef nonnull align 4 dereferenceable(8) %9) #4
  %50 = getelementptr inbounds nuw %struct.Big, ptr %10, i32 0, i32 0
  %51 = extractvalue %struct.Big %49, 0
  store [6 x i64] %51, ptr %50, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %11, ptr align 4 %9, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %12, ptr align 8 %10, i64 48, i1 false)
  %52 = load i32, ptr %8, align 4
  %53 = sitofp i32 %52 to double
  %54 = fmul contract double %53, 5.000000e-01
  %55 = load i32, ptr %8, align 4
  %56 = sext i32 %55 to i64
  %57 = shl i64 %56, 20
  %58 = load i32, ptr %8, align 4
  %59 = sext i32 %58 to i128
  %60 = shl i128 %59, 64
  %61 = load i32, ptr %8, align 4
  %62 = sext i32 %61 to i128
  %63 = add nsw i128 %60, %62
  %64 = load i32, ptr %8, align 4
  %65 = sitofp i32 %64 to float
  %66 = load i32, ptr %8, align 4
  %67 = add nsw i32 %66, 1
  %68 = sitofp i32 %67 to float
  %69 = load i32, ptr %8, align 4
  %70 = add nsw i32 %69, 2
  %71 = sitofp i32 %70 to float
  %72 = load i32, ptr %8, align 4
  %73 = add nsw i32 %72, 3
  %74 = sitofp i32 %73 to float
  %75 = call %struct.float4 @_ZL11make_float4ffff(float noundef %65, float noundef %68, float noundef %71, float noundef %74) #4
  %76 = getelementptr inbounds nuw %struct.float4, ptr %13, i32 0, i32 0
  %77 = extractvalue %struct.float4 %75, 0
  store float %77, ptr %76, align 16
  %78 = getelementptr inbounds nuw %struct.float4, ptr %13, i32 0, i32 1
  %79 = extractvalue %struct.float4 %75, 1
  store float %79, ptr %78, align 4
  %80 = getelementptr inbounds nuw %struct.float4, ptr %13, i32 0, i32 2
  %81 = extractvalue %struct.float4 %75, 2
  store float %81, ptr %80, align 8
  %82 = getelementptr inbounds nuw %struct.float4, ptr %13, i32 0, i32 3
  %83 = extractvalue %struct.float4 %75, 3
  store float %83, ptr %82, align 4
  %84 = call contract noundef double @_Z4fold5Small3Bigdmn6float4(ptr noundef byval(%struct.Small) align 4 %11, ptr noundef byval(%struct.Big) align 8 %12, double noundef %54, i64 noundef %57, i128 noundef %63, ptr noundef byval(%struct.float4) align 16 %13) #4
  %85 = load ptr, ptr %5, align 8
  %86 = load i32, ptr %7, align 4
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds double, ptr %85, i64 %87
  store double %84, ptr %88, align 8
  br label %89

89:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

define internal %struct.float4 @_ZL11make_float4ffff(float noundef %0, float noundef %1, float noundef %2, float noundef %3) #0 {
  %5 = alloca %struct.float4, align 16
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = alloca float, align 4
  %9 = alloca float, align 4
  store float %0, ptr %6, align 4
  store float %1, ptr %7, align 4
  store float %2, ptr %8, align 4
  store float %3, ptr %9, align 4
  %10 = load float, ptr %6, align 4
  %11 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 0
  store float %10, ptr %11, align 16
  %12 = load float, ptr %7, align 4
  %13 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 1
  store float %12, ptr %13, align 4
  %14 = load float, ptr %8, align 4
  %15 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 2
  store float %14, ptr %15, align 8
  %16 = load float, ptr %9, align 4
  %17 = getelementptr inbounds nuw %struct.float4, ptr %5, i32 0, i32 3
  store float %16, ptr %17, align 4
  %18 = load %struct.float4, ptr %5, align 16
  ret %struct.float4 %18
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!nvvmir.version = !{!6}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i32 2, i32 0}
!7 = !{}
!8 = !{i64 4}
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
!11 = distinct !{!11, !10}
