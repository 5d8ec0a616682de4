target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_blockIdx_t = type { i8 }
%struct.__cuda_builtin_blockDim_t = type { i8 }
%struct.__cuda_builtin_threadIdx_t = type { i8 }
%struct.Coefficients = type { [6 x i64] }
%class.anon = type { i32 }
%class.anon.0 = type <{ ptr, %class.anon, [4 x i8], ptr, i32, [4 x i8] }>
%class.anon.1 = type { ptr, ptr }
%class.anon.2 = type { ptr, ptr }
%class.anon.3 = type { ptr, ptr }
%struct.Tuple = type { i32, %struct.Tuple.4 }
%struct.Tuple.4 = type { float, %struct.Tuple.5 }
%struct.Tuple.5 = type { i16, [2 x i8] }
%class.SmallVector = type { [64 x i32], i32 }

$_ZNK5TupleIJifsEE4foldEd = comdat any

$_ZNK5TupleIJfsEE4foldEd = comdat any

$_ZNK5TupleIJsEE4foldEd = comdat any

$_ZNK5TupleIJEE4foldEd = comdat any

$_ZN11SmallVectorIjLi64EEC1Ev = comdat any

$_ZN11SmallVectorIjLi64EE4pushEj = comdat any

$_ZNK11SmallVectorIjLi64EE5beginEv = comdat any

$_ZNK11SmallVectorIjLi64EE3endEv = comdat any

$_ZN11SmallVectorIjLi64EEC2Ev = comdat any

@blockIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_blockIdx_t, align 1
@blockDim = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_blockDim_t, align 1
@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1
@__const.polynomial.p = private unnamed_addr constant %struct.Coefficients { [6 x i64] [i64 -120, i64 274, i64 -225, i64 85, i64 -15, i64 1] }, align 8

define dso_local ptx_kernel void @lambda_map(ptr noundef %0, ptr noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #0 {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca %class.anon, align 4
  %12 = alloca %class.anon.0, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %13 = getelementptr inbounds nuw %class.anon, ptr %11, i32 0, i32 0
  %14 = load i32, ptr %8, align 4
  store i32 %14, ptr %13, align 4
  %15 = load i32, ptr %10, align 4
  %16 = getelementptr inbounds nuw %class.anon.0, ptr %12, i32 0, i32 0
  %17 = load ptr, ptr %7, align 8
  store ptr %17, ptr %16, align 8
  %18 = getelementptr inbounds nuw %class.anon.0, ptr %12, i32 0, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %18, ptr align 4 %11, i64 4, i1 false)
  %19 = getelementptr inbounds nuw %class.anon.0, ptr %12, i32 0, i32 3
  %20 = load ptr, ptr %6, align 8
  store ptr %20, ptr %19, align 8
  %21 = getelementptr inbounds nuw %class.anon.0, ptr %12, i32 0, i32 4
  %22 = load i32, ptr %9, align 4
  store i32 %22, ptr %21, align 8
  call void @_Z8for_eachIZ10lambda_mapEUliE0_EviT_(i32 noundef %15, ptr noundef byval(%class.anon.0) align 8 %12) #5
  ret void
}

define internal void @_Z8for_eachIZ10lambda_mapEUliE0_EviT_(i32 noundef %0, ptr noundef byval(%class.anon.0) align 8 %1) #1 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  store i32 %9, ptr %4, align 4
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %3, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %15

13:
  %14 = load i32, ptr %4, align 4
  call void @_ZZ10lambda_mapENKUliE0_clEi(ptr noundef nonnull align 8 dereferenceable(28) %1, i32 noundef %14) #5
  br label %15

15:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

define dso_local ptx_kernel void @tuple_fold(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %class.anon.1, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %8 = load i32, ptr %6, align 4
  %9 = getelementptr inbounds nuw %class.anon.1, ptr %7, i32 0, i32 0
  %10 = load ptr, ptr %5, align 8
  store ptr %10, ptr %9, align 8
  %11 = getelementptr inbounds nuw %class.anon.1, ptr %7, i32 0, i32 1
  %12 = load ptr, ptr %4, align 8
  store ptr %12, ptr %11, align 8
  call void @_Z8for_eachIZ10tuple_foldEUliE_EviT_(i32 noundef %8, ptr noundef byval(%class.anon.1) align 8 %7) #5
  ret void
}

define internal void @_Z8for_eachIZ10tuple_foldEUliE_EviT_(i32 noundef %0, ptr noundef byval(%class.anon.1) align 8 %1) #1 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  store i32 %9, ptr %4, align 4
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %3, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %15

13:
  %14 = load i32, ptr %4, align 4
  call void @_ZZ10tuple_foldENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %1, i32 noundef %14) #5
  br label %15

15:
  ret void
}

define dso_local ptx_kernel void @polynomial(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.Coefficients, align 8
  %8 = alloca %class.anon.2, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  call void @llvm.memset.p0.i64(ptr align 8 %7, i8 0, i64 48, i1 false)
  %9 = getelementptr inbounds %struct.Coefficients, ptr %7, i32 0, i32 0
  %10 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 0
  store i64 -120, ptr %10, align 8
  %11 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 1
  store i64 274, ptr %11, align 8
  %12 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 2
  store i64 -225, ptr %12, align 8
  %13 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 3
  store i64 85, ptr %13, align 8
  %14 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 4
  store i64 -15, ptr %14, align 8
  %15 = getelementptr inbounds [6 x i64], ptr %9, i32 0, i32 5
  store i64 1, ptr %15, align 8
  %16 = load i32, ptr %6, align 4
  %17 = getelementptr inbounds nuw %class.anon.2, ptr %8, i32 0, i32 0
  %18 = load ptr, ptr %4, align 8
  store ptr %18, ptr %17, align 8
  %19 = getelementptr inbounds nuw %class.anon.2, ptr %8, i32 0, i32 1
  %20 = load ptr, ptr %5, align 8
  store ptr %20, ptr %19, align 8
  call void @_Z8for_eachIZ10polynomialEUliE_EviT_(i32 noundef %16, ptr noundef byval(%class.anon.2) align 8 %8) #5
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

define internal void @_Z8for_eachIZ10polynomialEUliE_EviT_(i32 noundef %0, ptr noundef byval(%class.anon.2) align 8 %1) #1 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  store i32 %9, ptr %4, align 4
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %3, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %15

13:
  %14 = load i32, ptr %4, align 4
  call void @_ZZ10polynomialENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %1, i32 noundef %14) #5
  br label %15

15:
  ret void
}

define dso_local ptx_kernel void @small_vector(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %class.anon.3, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %8 = load i32, ptr %6, align 4
  %9 = getelementptr inbounds nuw %class.anon.3, ptr %7, i32 0, i32 0
  %10 = load ptr, ptr %4, align 8
  store ptr %10, ptr %9, align 8
  %11 = getelementptr inbounds nuw %class.anon.3, ptr %7, i32 0, i32 1
  %12 = load ptr, ptr %5, align 8
  store ptr %12, ptr %11, align 8
  call void @_Z8for_eachIZ12small_vectorEUliE_EviT_(i32 noundef %8, ptr noundef byval(%class.anon.3) align 8 %7) #5
  ret void
}

define internal void @_Z8for_eachIZ12small_vectorEUliE_EviT_(i32 noundef %0, ptr noundef byval(%class.anon.3) align 8 %1) #1 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  store i32 %9, ptr %4, align 4
  %10 = load i32, ptr %4, align 4
  %11 = load i32, ptr %3, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %15

13:
  %14 = load i32, ptr %4, align 4
  call void @_ZZ12small_vectorENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %1, i32 noundef %14) #5
  br label %15

15:
  ret void
}

define internal void @_ZZ10lambda_mapENKUliE0_clEi(ptr noundef nonnull align 8 dereferenceable(28) %0, i32 noundef %1) #1 align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %class.anon.0, ptr %5, i32 0, i32 1
  %7 = getelementptr inbounds nuw %class.anon.0, ptr %5, i32 0, i32 3
  %8 = load ptr, ptr %7, align 8
  %9 = load i32, ptr %4, align 4
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %8, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = call noundef i32 @_ZZ10lambda_mapENKUliE_clEi(ptr noundef nonnull align 4 dereferenceable(4) %6, i32 noundef %12) #5
  %14 = getelementptr inbounds nuw %class.anon.0, ptr %5, i32 0, i32 3
  %15 = load ptr, ptr %14, align 8
  %16 = load i32, ptr %4, align 4
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %15, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds nuw %class.anon.0, ptr %5, i32 0, i32 4
  %21 = load i32, ptr %20, align 8
  %22 = ashr i32 %19, %21
  %23 = xor i32 %13, %22
  %24 = getelementptr inbounds nuw %class.anon.0, ptr %5, i32 0, i32 0
  %25 = load ptr, ptr %24, align 8
  %26 = load i32, ptr %4, align 4
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds i32, ptr %25, i64 %27
  store i32 %23, ptr %28, align 4
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

define internal noundef i32 @_ZZ10lambda_mapENKUliE_clEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %1) #1 align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = getelementptr inbounds nuw %class.anon, ptr %5, i32 0, i32 0
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %6, %8
  %10 = add i32 %9, 1
  ret i32 %10
}

define internal void @_ZZ10tuple_foldENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) #1 align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %class.anon.1, ptr %5, i32 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = load i32, ptr %4, align 4
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds %struct.Tuple, ptr %7, i64 %9
  %11 = call contract noundef double @_ZNK5TupleIJifsEE4foldEd(ptr noundef nonnull align 4 dereferenceable(12) %10, double noundef 1.000000e+00) #5
  %12 = getelementptr inbounds nuw %class.anon.1, ptr %5, i32 0, i32 0
  %13 = load ptr, ptr %12, align 8
  %14 = load i32, ptr %4, align 4
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds double, ptr %13, i64 %15
  store double %11, ptr %16, align 8
  ret void
}

define linkonce_odr dso_local noundef double @_ZNK5TupleIJifsEE4foldEd(ptr noundef nonnull align 4 dereferenceable(12) %0, double noundef %1) #1 comdat align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.Tuple, ptr %5, i32 0, i32 0
  %8 = load i32, ptr %7, align 4
  %9 = sitofp i32 %8 to double
  %10 = fmul contract double %6, %9
  %11 = getelementptr inbounds nuw %struct.Tuple, ptr %5, i32 0, i32 1
  %12 = load double, ptr %4, align 8
  %13 = fadd contract double %12, 1.000000e+00
  %14 = call contract noundef double @_ZNK5TupleIJfsEE4foldEd(ptr noundef nonnull align 4 dereferenceable(8) %11, double noundef %13) #5
  %15 = fadd contract double %10, %14
  ret double %15
}

define linkonce_odr dso_local noundef double @_ZNK5TupleIJfsEE4foldEd(ptr noundef nonnull align 4 dereferenceable(8) %0, double noundef %1) #1 comdat align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.Tuple.4, ptr %5, i32 0, i32 0
  %8 = load float, ptr %7, align 4
  %9 = fpext contract float %8 to double
  %10 = fmul contract double %6, %9
  %11 = getelementptr inbounds nuw %struct.Tuple.4, ptr %5, i32 0, i32 1
  %12 = load double, ptr %4, align 8
  %13 = fadd contract double %12, 1.000000e+00
  %14 = call contract noundef double @_ZNK5TupleIJsEE4foldEd(ptr noundef nonnull align 2 dereferenceable(4) %11, double noundef %13) #5
  %15 = fadd contract double %10, %14
  ret double %15
}

define linkonce_odr dso_local noundef double @_ZNK5TupleIJsEE4foldEd(ptr noundef nonnull align 2 dereferenceable(4) %0, double noundef %1) #1 comdat align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.Tuple.5, ptr %5, i32 0, i32 0
  %8 = load i16, ptr %7, align 2
  %9 = sext i16 %8 to i32
  %10 = sitofp i32 %9 to double
  %11 = fmul contract double %6, %10
  %12 = getelementptr inbounds i8, ptr %5, i64 2
  %13 = load double, ptr %4, align 8
  %14 = fadd contract double %13, 1.000000e+00
  %15 = call contract noundef double @_ZNK5TupleIJEE4foldEd(ptr noundef nonnull align 1 dereferenceable(1) %12, double noundef %14) #5
  %16 = fadd contract double %11, %15
  ret double %16
}

define linkonce_odr dso_local noundef double @_ZNK5TupleIJEE4foldEd(ptr noundef nonnull align 1 dereferenceable(1) %0, double noundef %1) #1 comdat align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  ret double 0.000000e+00
}

define internal void @_ZZ10polynomialENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) #1 align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %7 = load ptr, ptr %3, align 8
  store i64 0, ptr %5, align 8
  store i32 5, ptr %6, align 4
  br label %8

8:
  %9 = load i32, ptr %6, align 4
  %10 = icmp sge i32 %9, 0
  br i1 %10, label %11, label %29

11:
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw %class.anon.2, ptr %7, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  %15 = load i32, ptr %4, align 4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds i32, ptr %14, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = sext i32 %18 to i64
  %20 = mul nsw i64 %12, %19
  %21 = load i32, ptr %6, align 4
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds [6 x i64], ptr @__const.polynomial.p, i64 0, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = add nsw i64 %20, %24
  store i64 %25, ptr %5, align 8
  br label %26

26:
  %27 = load i32, ptr %6, align 4
  %28 = add nsw i32 %27, -1
  store i32 %28, ptr %6, align 4
  br label %8, !llvm.loop !7

29:
  %30 = load i64, ptr %5, align 8
  %31 = getelementptr inbounds nuw %class.anon.2, ptr %7, i32 0, i32 1
  %32 = load ptr, ptr %31, align 8
  %33 = load i32, ptr %4, align 4
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds i64, ptr %32, i64 %34
  store i64 %30, ptr %35, align 8
  ret void
}

define internal void @_ZZ12small_vectorENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) #1 align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca %class.SmallVector, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %12 = load ptr, ptr %3, align 8
  call void @_ZN11SmallVectorIjLi64EEC1Ev(ptr noundef nonnull align 4 dereferenceable(260) %5) #5
  store i32 1, ptr %6, align 4
  br label %13

13:
  %14 = load i32, ptr %6, align 4
  %15 = getelementptr inbounds nuw %class.anon.3, ptr %12, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8
  %17 = load i32, ptr %4, align 4
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds i32, ptr %16, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = icmp ule i32 %14, %20
  br i1 %21, label %22, label %40

22:
  %23 = getelementptr inbounds nuw %class.anon.3, ptr %12, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = load i32, ptr %4, align 4
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %24, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = load i32, ptr %6, align 4
  %30 = urem i32 %28, %29
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %36

32:
  %33 = load i32, ptr %6, align 4
  %34 = call noundef zeroext i1 @_ZN11SmallVectorIjLi64EE4pushEj(ptr noundef nonnull align 4 dereferenceable(260) %5, i32 noundef %33) #5
  br i1 %34, label %36, label %35

35:
  br label %40

36:
  br label %37

37:
  %38 = load i32, ptr %6, align 4
  %39 = add i32 %38, 1
  store i32 %39, ptr %6, align 4
  br label %13, !llvm.loop !9

40:
  store i32 0, ptr %7, align 4
  store ptr %5, ptr %8, align 8
  %41 = load ptr, ptr %8, align 8, !nonnull !10, !align !11
  %42 = call noundef ptr @_ZNK11SmallVectorIjLi64EE5beginEv(ptr noundef nonnull align 4 dereferenceable(260) %41) #5
  store ptr %42, ptr %9, align 8
  %43 = load ptr, ptr %8, align 8, !nonnull !10, !align !11
  %44 = call noundef ptr @_ZNK11SmallVectorIjLi64EE3endEv(ptr noundef nonnull align 4 dereferenceable(260) %43) #5
  store ptr %44, ptr %10, align 8
  br label %45

45:
  %46 = load ptr, ptr %9, align 8
  %47 = load ptr, ptr %10, align 8
  %48 = icmp ne ptr %46, %47
  br i1 %48, label %49, label %58

49:
  %50 = load ptr, ptr %9, align 8
  %51 = load i32, ptr %50, align 4
  store i32 %51, ptr %11, align 4
  %52 = load i32, ptr %11, align 4
  %53 = load i32, ptr %7, align 4
  %54 = add i32 %53, %52
  store i32 %54, ptr %7, align 4
  br label %55

55:
  %56 = load ptr, ptr %9, align 8
  %57 = getelementptr inbounds nuw i32, ptr %56, i32 1
  store ptr %57, ptr %9, align 8
  br label %45

58:
  %59 = load i32, ptr %7, align 4
  %60 = getelementptr inbounds nuw %class.anon.3, ptr %12, i32 0, i32 1
  %61 = load ptr, ptr %60, align 8
  %62 = load i32, ptr %4, align 4
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds i32, ptr %61, i64 %63
  store i32 %59, ptr %64, align 4
  ret void
}

define linkonce_odr dso_local void @_ZN11SmallVectorIjLi64EEC1Ev(ptr noundef nonnull align 4 dereferenceable(260) %0) unnamed_addr #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @_ZN11SmallVectorIjLi64EEC2Ev(ptr noundef nonnull align 4 dereferenceable(260) %3) #5
  ret void
}

define linkonce_odr dso_local noundef zeroext i1 @_ZN11SmallVectorIjLi64EE4pushEj(ptr noundef nonnull align 4 dereferenceable(260) %0, i32 noundef %1) #1 comdat align 2 {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %class.SmallVector, ptr %6, i32 0, i32 1
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 64
  br i1 %9, label %10, label %11

10:
  store i1 false, ptr %3, align 1
  br label %19

11:
  %12 = load i32, ptr %5, align 4
  %13 = getelementptr inbounds nuw %class.SmallVector, ptr %6, i32 0, i32 0
  %14 = getelementptr inbounds nuw %class.SmallVector, ptr %6, i32 0, i32 1
  %15 = load i32, ptr %14, align 4
  %16 = add nsw i32 %15, 1
  store i32 %16, ptr %14, align 4
  %17 = sext i32 %15 to i64
  %18 = getelementptr inbounds [64 x i32], ptr %13, i64 0, i64 %17
  store i32 %12, ptr %18, align 4
  store i1 true, ptr %3, align 1
  br label %19

19:
  %20 = load i1, ptr %3, align 1
  ret i1 %20
}

define linkonce_odr dso_local noundef ptr @_ZNK11SmallVectorIjLi64EE5beginEv(ptr noundef nonnull align 4 dereferenceable(260) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %class.SmallVector, ptr %3, i32 0, i32 0
  %5 = getelementptr inbounds [64 x i32], ptr %4, i64 0, i64 0
  ret ptr %5
}

define linkonce_odr dso_local noundef ptr @_ZNK11SmallVectorIjLi64EE3endEv(ptr noundef nonnull align 4 dereferenceable(260) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %class.SmallVector, ptr %3, i32 0, i32 0
  %5 = getelementptr inbounds [64 x i32], ptr %4, i64 0, i64 0
  %6 = getelementptr inbounds nuw %class.SmallVector, ptr %3, i32 0, i32 1
  %7 = load i32, ptr %6, align 4
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %5, i64 %8
  ret ptr %9
}

define linkonce_odr dso_local void @_ZN11SmallVectorIjLi64EEC2Ev(ptr noundef nonnull align 4 dereferenceable(260) %0) unnamed_addr #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %class.SmallVector, ptr %3, i32 0, i32 1
  store i32 0, ptr %4, align 4
  ret void
}

attributes #0 = { convergent mustprogress noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!nvvmir.version = !{!6}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i32 2, i32 0}
!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.mustprogress"}
!9 = distinct !{!9, !8}
!10 = !{}
!11 = !{i64 4}
