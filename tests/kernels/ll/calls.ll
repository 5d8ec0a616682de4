target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Small = type { i8, i16, float }
%struct.Big = type { [6 x i64] }
%struct.float4 = type { float, float, float, float }

@table = dso_local addrspace(1) externally_initialized global [5 x ptr] [ptr @_Z6op_addii, ptr @_Z6op_subii, ptr @_Z6op_mulii, ptr @_Z6op_divii, ptr @_Z6op_mixii], align 8
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @table to ptr)], section "llvm.metadata"

define dso_local noundef i32 @_Z3fibj(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 2
  br i1 %2, label %58, label %3

3:
  %4 = add i32 %0, -2
  %5 = lshr i32 %4, 1
  %6 = add nuw i32 %5, 1
  %7 = and i32 %6, 7
  %8 = icmp ult i32 %4, 14
  br i1 %8, label %44, label %9

9:
  %10 = and i32 %6, -8
  br label %11

11:
  %12 = phi i32 [ %0, %9 ], [ %36, %11 ]
  %13 = phi i32 [ 0, %9 ], [ %39, %11 ]
  %14 = phi i32 [ 0, %9 ], [ %40, %11 ]
  %15 = add i32 %12, -1
  %16 = tail call noundef i32 @_Z3fibj(i32 noundef %15) #9
  %17 = add i32 %16, %13
  %18 = add i32 %12, -3
  %19 = tail call noundef i32 @_Z3fibj(i32 noundef %18) #9
  %20 = add i32 %19, %17
  %21 = add i32 %12, -5
  %22 = tail call noundef i32 @_Z3fibj(i32 noundef %21) #9
  %23 = add i32 %22, %20
  %24 = add i32 %12, -7
  %25 = tail call noundef i32 @_Z3fibj(i32 noundef %24) #9
  %26 = add i32 %25, %23
  %27 = add i32 %12, -9
  %28 = tail call noundef i32 @_Z3fibj(i32 noundef %27) #9
  %29 = add i32 %28, %26
  %30 = add i32 %12, -11
  %31 = tail call noundef i32 @_Z3fibj(i32 noundef %30) #9
  %32 = add i32 %31, %29
  %33 = add i32 %12, -13
  %34 = tail call noundef i32 @_Z3fibj(i32 noundef %33) #9
  %35 = add i32 %34, %32
  %36 = add i32 %12, -16
  %37 = add i32 %12, -15
  %38 = tail call noundef i32 @_Z3fibj(i32 noundef %37) #9
  %39 = add i32 %38, %35
  %40 = add i32 %14, 8
  %41 = icmp eq i32 %40, %10
  br i1 %41, label %42, label %11

42:
  %43 = icmp eq i32 %7, 0
  br i1 %43, label %58, label %44

44:
  %45 = phi i32 [ %0, %3 ], [ %36, %42 ]
  %46 = phi i32 [ 0, %3 ], [ %39, %42 ]
  %47 = icmp ne i32 %7, 0
  tail call void @llvm.assume(i1 %47)
  br label %48

48:
  %49 = phi i32 [ %52, %48 ], [ %45, %44 ]
  %50 = phi i32 [ %55, %48 ], [ %46, %44 ]
  %51 = phi i32 [ %56, %48 ], [ 0, %44 ]
  %52 = add i32 %49, -2
  %53 = add i32 %49, -1
  %54 = tail call noundef i32 @_Z3fibj(i32 noundef %53) #9
  %55 = add i32 %54, %50
  %56 = add i32 %51, 1
  %57 = icmp eq i32 %56, %7
  br i1 %57, label %58, label %48, !llvm.loop !11

58:
  %59 = phi i32 [ 0, %1 ], [ %39, %42 ], [ %55, %48 ]
  %60 = phi i32 [ %0, %1 ], [ %36, %42 ], [ %52, %48 ]
  %61 = add i32 %60, %59
  ret i32 %61
}

define dso_local noundef i32 @_Z3ackjj(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %25, label %4

4:
  %5 = and i32 %0, 7
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %20, label %7

7:
  %8 = phi i32 [ %17, %16 ], [ %1, %4 ]
  %9 = phi i32 [ %11, %16 ], [ %0, %4 ]
  %10 = phi i32 [ %18, %16 ], [ 0, %4 ]
  %11 = add i32 %9, -1
  %12 = icmp eq i32 %8, 0
  br i1 %12, label %16, label %13

13:
  %14 = add i32 %8, -1
  %15 = tail call noundef i32 @_Z3ackjj(i32 noundef %9, i32 noundef %14) #9
  br label %16

16:
  %17 = phi i32 [ %15, %13 ], [ 1, %7 ]
  %18 = add i32 %10, 1
  %19 = icmp eq i32 %18, %5
  br i1 %19, label %20, label %7, !llvm.loop !13

20:
  %21 = phi i32 [ poison, %4 ], [ %17, %16 ]
  %22 = phi i32 [ %1, %4 ], [ %17, %16 ]
  %23 = phi i32 [ %0, %4 ], [ %11, %16 ]
  %24 = icmp ult i32 %0, 8
  br i1 %24, label %25, label %28

25:
  %26 = phi i32 [ %1, %2 ], [ %21, %20 ], [ %86, %85 ]
  %27 = add i32 %26, 1
  ret i32 %27

28:
  %29 = phi i32 [ %86, %85 ], [ %22, %20 ]
  %30 = phi i32 [ %80, %85 ], [ %23, %20 ]
  %31 = add i32 %30, -1
  %32 = icmp eq i32 %29, 0
  br i1 %32, label %36, label %33

33:
  %34 = add i32 %29, -1
  %35 = tail call noundef i32 @_Z3ackjj(i32 noundef %30, i32 noundef %34) #9
  br label %36

36:
  %37 = phi i32 [ %35, %33 ], [ 1, %28 ]
  %38 = add i32 %30, -2
  %39 = icmp eq i32 %37, 0
  br i1 %39, label %43, label %40

40:
  %41 = add i32 %37, -1
  %42 = tail call noundef i32 @_Z3ackjj(i32 noundef %31, i32 noundef %41) #9
  br label %43

43:
  %44 = phi i32 [ %42, %40 ], [ 1, %36 ]
  %45 = add i32 %30, -3
  %46 = icmp eq i32 %44, 0
  br i1 %46, label %50, label %47

47:
  %48 = add i32 %44, -1
  %49 = tail call noundef i32 @_Z3ackjj(i32 noundef %38, i32 noundef %48) #9
  br label %50

50:
  %51 = phi i32 [ %49, %47 ], [ 1, %43 ]
  %52 = add i32 %30, -4
  %53 = icmp eq i32 %51, 0
  br i1 %53, label %57, label %54

54:
  %55 = add i32 %51, -1
  %56 = tail call noundef i32 @_Z3ackjj(i32 noundef %45, i32 noundef %55) #9
  br label %57

57:
  %58 = phi i32 [ %56, %54 ], [ 1, %50 ]
  %59 = add i32 %30, -5
  %60 = icmp eq i32 %58, 0
  br i1 %60, label %64, label %61

61:
  %62 = add i32 %58, -1
  %63 = tail call noundef i32 @_Z3ackjj(i32 noundef %52, i32 noundef %62) #9
  br label %64

64:
  %65 = phi i32 [ %63, %61 ], [ 1, %57 ]
  %66 = add i32 %30, -6
  %67 = icmp eq i32 %65, 0
  br i1 %67, label %71, label %68

68:
  %69 = add i32 %65, -1
  %70 = tail call noundef i32 @_Z3ackjj(i32 noundef %59, i32 noundef %69) #9
  br label %71

71:
  %72 = phi i32 [ %70, %68 ], [ 1, %64 ]
  %73 = add i32 %30, -7
  %74 = icmp eq i32 %72, 0
  br i1 %74, label %78, label %75

75:
  %76 = add i32 %72, -1
  %77 = tail call noundef i32 @_Z3ackjj(i32 noundef %66, i32 noundef %76) #9
  br label %78

78:
  %79 = phi i32 [ %77, %75 ], [ 1, %71 ]
  %80 = add i32 %30, -8
  %81 = icmp eq i32 %79, 0
  br i1 %81, label %85, label %82

82:
  %83 = add i32 %79, -1
  %84 = tail call noundef i32 @_Z3ackjj(i32 noundef %73, i32 noundef %83) #9
  br label %85

85:
  %86 = phi i32 [ %84, %82 ], [ 1, %78 ]
  %87 = icmp eq i32 %80, 0
  br i1 %87, label %25, label %28
}

define dso_local noundef i32 @_Z3gcdjj(i32 noundef %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %9, label %4

4:
  %5 = phi i32 [ %7, %4 ], [ %1, %2 ]
  %6 = phi i32 [ %5, %4 ], [ %0, %2 ]
  %7 = urem i32 %6, %5
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %4

9:
  %10 = phi i32 [ %0, %2 ], [ %5, %4 ]
  ret i32 %10
}

define dso_local ptx_kernel void @recurse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #2 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %5
  br i1 %12, label %13, label %29

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = urem i32 %16, 20
  %18 = tail call noundef i32 @_Z3fibj(i32 noundef %17) #9
  %19 = getelementptr inbounds i32, ptr %2, i64 %14
  store i32 %18, ptr %19, align 4, !tbaa !6
  %20 = load i32, ptr %15, align 4, !tbaa !6
  %21 = urem i32 %20, 5
  %22 = tail call noundef i32 @_Z3ackjj(i32 noundef 2, i32 noundef %21) #9
  %23 = getelementptr inbounds i32, ptr %3, i64 %14
  store i32 %22, ptr %23, align 4, !tbaa !6
  %24 = load i32, ptr %15, align 4, !tbaa !6
  %25 = getelementptr inbounds i32, ptr %1, i64 %14
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = tail call noundef i32 @_Z3gcdjj(i32 noundef %24, i32 noundef %26) #9
  %28 = getelementptr inbounds i32, ptr %4, i64 %14
  store i32 %27, ptr %28, align 4, !tbaa !6
  br label %29

29:
  ret void
}

define dso_local noundef i32 @_Z6op_addii(i32 noundef %0, i32 noundef %1) #3 {
  %3 = add nsw i32 %1, %0
  ret i32 %3
}

define dso_local noundef i32 @_Z6op_subii(i32 noundef %0, i32 noundef %1) #3 {
  %3 = sub nsw i32 %0, %1
  ret i32 %3
}

define dso_local noundef i32 @_Z6op_mulii(i32 noundef %0, i32 noundef %1) #3 {
  %3 = mul nsw i32 %1, %0
  ret i32 %3
}

define dso_local noundef i32 @_Z6op_divii(i32 noundef %0, i32 noundef %1) #3 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %6, label %4

4:
  %5 = sdiv i32 %0, %1
  br label %6

6:
  %7 = phi i32 [ %5, %4 ], [ 0, %2 ]
  ret i32 %7
}

define dso_local noundef i32 @_Z6op_mixii(i32 noundef %0, i32 noundef %1) #3 {
  %3 = tail call i32 @llvm.fshl.i32(i32 %0, i32 %0, i32 7)
  %4 = xor i32 %3, %1
  ret i32 %4
}

define dso_local ptx_kernel void @dispatch(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #4 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %4
  br i1 %12, label %13, label %33

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = icmp slt i32 %16, 5
  br i1 %17, label %18, label %22

18:
  %19 = sext i32 %16 to i64
  %20 = getelementptr inbounds ptr, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 %19
  %21 = load ptr, ptr %20, align 8, !tbaa !14
  br label %25

22:
  %23 = icmp eq i32 %5, 0
  %24 = select i1 %23, ptr @_Z6op_addii, ptr @_Z6op_mixii
  br label %25

25:
  %26 = phi ptr [ %21, %18 ], [ %24, %22 ]
  %27 = getelementptr inbounds i32, ptr %1, i64 %14
  %28 = load i32, ptr %27, align 4, !tbaa !6
  %29 = getelementptr inbounds i32, ptr %2, i64 %14
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = tail call noundef i32 %26(i32 noundef %28, i32 noundef %30) #10
  %32 = getelementptr inbounds i32, ptr %3, i64 %14
  store i32 %31, ptr %32, align 4, !tbaa !6
  br label %33

33:
  ret void
}

define dso_local %struct.Small @_Z10make_smallbasf(i1 noundef zeroext %0, i8 noundef signext %1, i16 noundef signext %2, float noundef %3) local_unnamed_addr #1 {
  %5 = sub i8 0, %1
  %6 = select i1 %0, i8 %1, i8 %5
  %7 = add i16 %2, 1
  %8 = fmul contract float %3, 2.000000e+00
  %9 = insertvalue %struct.Small poison, i8 %6, 0
  %10 = insertvalue %struct.Small %9, i16 %7, 1
  %11 = insertvalue %struct.Small %10, float %8, 2
  ret %struct.Small %11
}

define dso_local %struct.Big @_Z8make_biglRK5Small(i64 noundef %0, ptr noundef nonnull readonly align 4 captures(none) dereferenceable(8) %1) local_unnamed_addr #5 {
  %3 = load i8, ptr %1, align 4, !tbaa !16
  %4 = sext i8 %3 to i64
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 2
  %6 = load i16, ptr %5, align 2, !tbaa !20
  %7 = sext i16 %6 to i64
  %8 = add nsw i64 %4, %7
  %9 = add i64 %0, %8
  %10 = shl nsw i64 %0, 1
  %11 = add i64 %10, %8
  %12 = mul nsw i64 %0, 3
  %13 = add i64 %12, %8
  %14 = shl nsw i64 %0, 2
  %15 = add i64 %14, %8
  %16 = mul nsw i64 %0, 5
  %17 = add i64 %16, %8
  %18 = insertvalue %struct.Big poison, i64 %8, 0, 0
  %19 = insertvalue %struct.Big %18, i64 %9, 0, 1
  %20 = insertvalue %struct.Big %19, i64 %11, 0, 2
  %21 = insertvalue %struct.Big %20, i64 %13, 0, 3
  %22 = insertvalue %struct.Big %21, i64 %15, 0, 4
  %23 = insertvalue %struct.Big %22, i64 %17, 0, 5
  ret %struct.Big %23
}

define dso_local noundef double @_Z4fold5Small3Bigdmn6float4(ptr noundef readonly byval(%struct.Small) align 4 captures(none) %0, ptr noundef readonly byval(%struct.Big) align 8 captures(none) %1, double noundef %2, i64 noundef %3, i128 noundef %4, ptr noundef readonly byval(%struct.float4) align 16 captures(none) %5) local_unnamed_addr #5 {
  %7 = load i8, ptr %0, align 4, !tbaa !16
  %8 = sext i8 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %10 = load i16, ptr %9, align 2, !tbaa !20
  %11 = sext i16 %10 to i32
  %12 = add nsw i32 %11, %8
  %13 = sitofp i32 %12 to float
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %15 = load float, ptr %14, align 4, !tbaa !21
  %16 = fadd contract float %15, %13
  %17 = fpext contract float %16 to double
  %18 = fadd contract double %2, %17
  %19 = uitofp i64 %3 to double
  %20 = fadd contract double %18, %19
  %21 = lshr i128 %4, 64
  %22 = trunc nuw i128 %21 to i64
  %23 = sitofp i64 %22 to double
  %24 = fadd contract double %20, %23
  %25 = trunc i128 %4 to i64
  %26 = uitofp i64 %25 to double
  %27 = fadd contract double %24, %26
  %28 = load i64, ptr %1, align 8, !tbaa !22
  %29 = sitofp i64 %28 to double
  %30 = fadd contract double %27, %29
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %32 = load i64, ptr %31, align 8, !tbaa !22
  %33 = sitofp i64 %32 to double
  %34 = fadd contract double %30, %33
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %36 = load i64, ptr %35, align 8, !tbaa !22
  %37 = sitofp i64 %36 to double
  %38 = fadd contract double %34, %37
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %40 = load i64, ptr %39, align 8, !tbaa !22
  %41 = sitofp i64 %40 to double
  %42 = fadd contract double %38, %41
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %44 = load i64, ptr %43, align 8, !tbaa !22
  %45 = sitofp i64 %44 to double
  %46 = fadd contract double %42, %45
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %48 = load i64, ptr %47, align 8, !tbaa !22
  %49 = sitofp i64 %48 to double
  %50 = fadd contract double %46, %49
  %51 = load float, ptr %5, align 16, !tbaa !24
  %52 = fpext contract float %51 to double
  %53 = fadd contract double %50, %52
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %55 = load float, ptr %54, align 4, !tbaa !26
  %56 = fpext contract float %55 to double
  %57 = fadd contract double %53, %56
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %59 = load float, ptr %58, align 8, !tbaa !27
  %60 = fpext contract float %59 to double
  %61 = fadd contract double %57, %60
  %62 = getelementptr inbounds nuw i8, ptr %5, i64 12
  %63 = load float, ptr %62, align 4, !tbaa !28
  %64 = fpext contract float %63 to double
  %65 = fadd contract double %61, %64
  ret double %65
}

define dso_local ptx_kernel void @pass_types(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = alloca %struct.Small, align 4
  %5 = alloca %struct.Big, align 8
  %6 = alloca %struct.float4, align 16
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %2
  br i1 %12, label %13, label %60

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = and i32 %16, 1023
  %18 = and i32 %16, 1
  %19 = icmp ne i32 %18, 0
  %20 = trunc i32 %16 to i8
  %21 = and i8 %20, 63
  %22 = trunc nuw nsw i32 %17 to i16
  %23 = uitofp nneg i32 %17 to float
  %24 = tail call %struct.Small @_Z10make_smallbasf(i1 noundef zeroext %19, i8 noundef signext %21, i16 noundef signext %22, float noundef %23) #9
  %25 = extractvalue %struct.Small %24, 0
  store i8 %25, ptr %4, align 4
  %26 = getelementptr inbounds nuw i8, ptr %4, i64 2
  %27 = extractvalue %struct.Small %24, 1
  store i16 %27, ptr %26, align 2
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %29 = extractvalue %struct.Small %24, 2
  store float %29, ptr %28, align 4
  %30 = zext nneg i32 %17 to i64
  %31 = call %struct.Big @_Z8make_biglRK5Small(i64 noundef %30, ptr noundef nonnull align 4 dereferenceable(8) %4) #9
  %32 = extractvalue %struct.Big %31, 0
  %33 = extractvalue [6 x i64] %32, 0
  %34 = extractvalue [6 x i64] %32, 1
  %35 = extractvalue [6 x i64] %32, 2
  %36 = extractvalue [6 x i64] %32, 3
  %37 = extractvalue [6 x i64] %32, 4
  %38 = extractvalue [6 x i64] %32, 5
  store i64 %33, ptr %5, align 8
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %34, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i64 %35, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i64 %36, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 %37, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 40
  store i64 %38, ptr %43, align 8, !tbaa !29
  %44 = uitofp nneg i32 %17 to double
  %45 = fmul contract double %44, 5.000000e-01
  %46 = shl nuw nsw i64 %30, 20
  %47 = zext nneg i32 %17 to i128
  %48 = mul nuw nsw i128 %47, 18446744073709551617
  %49 = add nuw nsw i32 %17, 1
  %50 = uitofp nneg i32 %49 to float
  %51 = add nuw nsw i32 %17, 2
  %52 = uitofp nneg i32 %51 to float
  %53 = add nuw nsw i32 %17, 3
  %54 = uitofp nneg i32 %53 to float
  store float %23, ptr %6, align 16
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store float %50, ptr %55, align 4
  %56 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store float %52, ptr %56, align 8
  %57 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store float %54, ptr %57, align 4
  %58 = tail call contract noundef double @_Z4fold5Small3Bigdmn6float4(ptr noundef nonnull byval(%struct.Small) align 4 %4, ptr noundef nonnull byval(%struct.Big) align 8 %5, double noundef %45, i64 noundef %46, i128 noundef %48, ptr noundef nonnull byval(%struct.float4) align 16 %6) #9
  %59 = getelementptr inbounds double, ptr %1, i64 %14
  store double %58, ptr %59, align 8, !tbaa !30
  br label %60

60:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #6

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #6

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #6

declare i32 @llvm.fshl.i32(i32, i32, i32) #7

declare void @llvm.assume(i1 noundef) #8

attributes #0 = { mustprogress nofree noinline nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #4 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { nounwind }
attributes #10 = { convergent nounwind }

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
!12 = !{!"llvm.loop.unroll.disable"}
!13 = distinct !{!13, !12}
!14 = !{!15, !15, i64 0}
!15 = !{!"any pointer", !8, i64 0}
!16 = !{!17, !8, i64 0}
!17 = !{!"_ZTS5Small", !8, i64 0, !18, i64 2, !19, i64 4}
!18 = !{!"short", !8, i64 0}
!19 = !{!"float", !8, i64 0}
!20 = !{!17, !18, i64 2}
!21 = !{!17, !19, i64 4}
!22 = !{!23, !23, i64 0}
!23 = !{!"long", !8, i64 0}
!24 = !{!25, !19, i64 0}
!25 = !{!"_ZTS6float4", !19, i64 0, !19, i64 4, !19, i64 8, !19, i64 12}
!26 = !{!25, !19, i64 4}
!27 = !{!25, !19, i64 8}
!28 = !{!25, !19, i64 12}
!29 = !{!8, !8, i64 0}
!30 = !{!31, !31, i64 0}
!31 = !{!"double", !8, i64 0}
