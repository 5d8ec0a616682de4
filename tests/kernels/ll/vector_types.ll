target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }
%struct.float2.0 = type { float, float }
%struct.uchar4 = type { i8, i8, i8, i8 }
%struct.int3 = type { i32, i32, i32 }
%struct.short4 = type { i16, i16, i16, i16 }
%struct.double2.1 = type { double, double }
%struct.longlong2 = type { i64, i64 }

define dso_local ptx_kernel void @float4_affine(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef readonly byval(%struct.float4) align 16 captures(none) %2, ptr noundef readonly byval(%struct.float2.0) align 8 captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %40

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.float4, ptr %0, i64 %13
  %15 = load float, ptr %14, align 16, !tbaa !11
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %17 = load float, ptr %16, align 4, !tbaa !11
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %19 = load float, ptr %18, align 8, !tbaa !11
  %20 = getelementptr inbounds nuw i8, ptr %14, i64 12
  %21 = load float, ptr %20, align 4, !tbaa !11
  %22 = load float, ptr %2, align 16, !tbaa !13
  %23 = load float, ptr %3, align 8, !tbaa !15
  %24 = tail call noundef float @llvm.fma.f32(float %15, float %22, float %23)
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %26 = load float, ptr %25, align 4, !tbaa !17
  %27 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %28 = load float, ptr %27, align 4, !tbaa !18
  %29 = tail call noundef float @llvm.fma.f32(float %17, float %26, float %28)
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %31 = load float, ptr %30, align 8, !tbaa !19
  %32 = tail call noundef float @llvm.fma.f32(float %19, float %31, float %23)
  %33 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %34 = load float, ptr %33, align 4, !tbaa !20
  %35 = tail call noundef float @llvm.fma.f32(float %21, float %34, float %28)
  %36 = getelementptr inbounds %struct.float4, ptr %1, i64 %13
  store float %24, ptr %36, align 16, !tbaa !11
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 4
  store float %29, ptr %37, align 4, !tbaa !11
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 8
  store float %32, ptr %38, align 8, !tbaa !11
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 12
  store float %35, ptr %39, align 4, !tbaa !11
  br label %40

40:
  ret void
}

define dso_local ptx_kernel void @uchar4_blend(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i8 noundef zeroext %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %56

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %13
  %15 = load i8, ptr %14, align 4, !tbaa !21
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 1
  %17 = load i8, ptr %16, align 1, !tbaa !21
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 2
  %19 = load i8, ptr %18, align 2, !tbaa !21
  %20 = getelementptr inbounds %struct.uchar4, ptr %1, i64 %13
  %21 = load i8, ptr %20, align 4, !tbaa !21
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 1
  %23 = load i8, ptr %22, align 1, !tbaa !21
  %24 = getelementptr inbounds nuw i8, ptr %20, i64 2
  %25 = load i8, ptr %24, align 2, !tbaa !21
  %26 = zext i8 %15 to i32
  %27 = zext i8 %21 to i32
  %28 = zext i8 %3 to i32
  %29 = mul nuw nsw i32 %26, %28
  %30 = xor i32 %28, 255
  %31 = mul nuw nsw i32 %30, %27
  %32 = add nuw nsw i32 %29, 127
  %33 = add nuw nsw i32 %32, %31
  %34 = udiv i32 %33, 255
  %35 = trunc i32 %34 to i8
  %36 = zext i8 %17 to i32
  %37 = zext i8 %23 to i32
  %38 = mul nuw nsw i32 %36, %28
  %39 = mul nuw nsw i32 %30, %37
  %40 = add nuw nsw i32 %38, 127
  %41 = add nuw nsw i32 %40, %39
  %42 = udiv i32 %41, 255
  %43 = trunc i32 %42 to i8
  %44 = zext i8 %19 to i32
  %45 = zext i8 %25 to i32
  %46 = mul nuw nsw i32 %44, %28
  %47 = mul nuw nsw i32 %30, %45
  %48 = add nuw nsw i32 %46, 127
  %49 = add nuw nsw i32 %48, %47
  %50 = udiv i32 %49, 255
  %51 = trunc i32 %50 to i8
  %52 = getelementptr inbounds %struct.uchar4, ptr %2, i64 %13
  store i8 %35, ptr %52, align 4, !tbaa !21
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 1
  store i8 %43, ptr %53, align 1, !tbaa !21
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 2
  store i8 %51, ptr %54, align 2, !tbaa !21
  %55 = getelementptr inbounds nuw i8, ptr %52, i64 3
  store i8 -1, ptr %55, align 1, !tbaa !21
  br label %56

56:
  ret void
}

define dso_local ptx_kernel void @mixed_vectors(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %43

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.int3, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = trunc i32 %15 to i16
  %21 = trunc i32 %17 to i16
  %22 = trunc i32 %19 to i16
  %23 = add nsw i32 %17, %15
  %24 = add nsw i32 %23, %19
  %25 = trunc i32 %24 to i16
  %26 = getelementptr inbounds %struct.short4, ptr %1, i64 %13
  store i16 %20, ptr %26, align 8, !tbaa !22
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 2
  store i16 %21, ptr %27, align 2, !tbaa !22
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 4
  store i16 %22, ptr %28, align 4, !tbaa !22
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 6
  store i16 %25, ptr %29, align 2, !tbaa !22
  %30 = sitofp i32 %15 to double
  %31 = sitofp i32 %17 to double
  %32 = fadd contract double %30, %31
  %33 = sitofp i32 %19 to double
  %34 = getelementptr inbounds %struct.double2.1, ptr %2, i64 %13
  store double %32, ptr %34, align 16, !tbaa !24
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  store double %33, ptr %35, align 8, !tbaa !24
  %36 = sext i32 %15 to i64
  %37 = sext i32 %17 to i64
  %38 = mul nsw i64 %37, %36
  %39 = sext i32 %19 to i64
  %40 = mul nsw i64 %39, %37
  %41 = getelementptr inbounds %struct.longlong2, ptr %3, i64 %13
  store i64 %38, ptr %41, align 16, !tbaa !26
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 8
  store i64 %40, ptr %42, align 8, !tbaa !26
  br label %43

43:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare float @llvm.fma.f32(float, float, float) #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!14, !12, i64 0}
!14 = !{!"_ZTS6float4", !12, i64 0, !12, i64 4, !12, i64 8, !12, i64 12}
!15 = !{!16, !12, i64 0}
!16 = !{!"_ZTS6float2", !12, i64 0, !12, i64 4}
!17 = !{!14, !12, i64 4}
!18 = !{!16, !12, i64 4}
!19 = !{!14, !12, i64 8}
!20 = !{!14, !12, i64 12}
!21 = !{!8, !8, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"short", !8, i64 0}
!24 = !{!25, !25, i64 0}
!25 = !{!"double", !8, i64 0}
!26 = !{!27, !27, i64 0}
!27 = !{!"long long", !8, i64 0}
