target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Config = type { i8, [3 x i16], [16 x float], double, %struct.anon }
%struct.anon = type { i32, i64 }
%struct.Rows = type { [4 x ptr], i32 }

define dso_local ptx_kernel void @use_config(ptr noundef readonly byval(%struct.Config) align 8 captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %33

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = srem i32 %8, 16
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %11, i64 %13
  %15 = load float, ptr %14, align 4, !tbaa !11
  %16 = fpext contract float %15 to double
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %18 = load double, ptr %17, align 8, !tbaa !13
  %19 = fmul contract double %18, %16
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %21 = srem i32 %8, 3
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds i16, ptr %20, i64 %22
  %24 = load i16, ptr %23, align 2, !tbaa !18
  %25 = sitofp i16 %24 to double
  %26 = fadd contract double %19, %25
  %27 = load i8, ptr %0, align 8, !tbaa !20
  %28 = icmp ne i8 %27, 0
  %29 = uitofp i1 %28 to double
  %30 = fadd contract double %26, %29
  %31 = sext i32 %8 to i64
  %32 = getelementptr inbounds double, ptr %1, i64 %31
  store double %30, ptr %32, align 8, !tbaa !21
  br label %33

33:
  ret void
}

define dso_local noundef float @_Z5total6Config(ptr noundef readonly byval(%struct.Config) align 8 captures(none) %0) local_unnamed_addr #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load float, ptr %2, align 8, !tbaa !11
  %4 = fadd contract float %3, 0.000000e+00
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %6 = load float, ptr %5, align 4, !tbaa !11
  %7 = fadd contract float %4, %6
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load float, ptr %8, align 8, !tbaa !11
  %10 = fadd contract float %7, %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %12 = load float, ptr %11, align 4, !tbaa !11
  %13 = fadd contract float %10, %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = load float, ptr %14, align 8, !tbaa !11
  %16 = fadd contract float %13, %15
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %18 = load float, ptr %17, align 4, !tbaa !11
  %19 = fadd contract float %16, %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %21 = load float, ptr %20, align 8, !tbaa !11
  %22 = fadd contract float %19, %21
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %24 = load float, ptr %23, align 4, !tbaa !11
  %25 = fadd contract float %22, %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %27 = load float, ptr %26, align 8, !tbaa !11
  %28 = fadd contract float %25, %27
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %30 = load float, ptr %29, align 4, !tbaa !11
  %31 = fadd contract float %28, %30
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %33 = load float, ptr %32, align 8, !tbaa !11
  %34 = fadd contract float %31, %33
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 52
  %36 = load float, ptr %35, align 4, !tbaa !11
  %37 = fadd contract float %34, %36
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %39 = load float, ptr %38, align 8, !tbaa !11
  %40 = fadd contract float %37, %39
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %42 = load float, ptr %41, align 4, !tbaa !11
  %43 = fadd contract float %40, %42
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %45 = load float, ptr %44, align 8, !tbaa !11
  %46 = fadd contract float %43, %45
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 68
  %48 = load float, ptr %47, align 4, !tbaa !11
  %49 = fadd contract float %46, %48
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %51 = load i32, ptr %50, align 8, !tbaa !22
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %54 = load i64, ptr %53, align 8, !tbaa !23
  %55 = add nsw i64 %54, %52
  %56 = sitofp i64 %55 to float
  %57 = tail call contract float @llvm.copysign.f32(float 0.000000e+00, float %56)
  %58 = fadd contract float %49, %57
  ret float %58
}

define dso_local ptx_kernel void @modify_config(ptr noundef byval(%struct.Config) align 8 captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %18

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = srem i32 %8, 16
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %11, i64 %13
  store float 1.000000e+02, ptr %14, align 4, !tbaa !11
  %15 = tail call contract noundef float @_Z5total6Config(ptr noundef nonnull byval(%struct.Config) align 8 %0) #5
  %16 = sext i32 %8 to i64
  %17 = getelementptr inbounds float, ptr %1, i64 %16
  store float %15, ptr %17, align 4, !tbaa !11
  br label %18

18:
  ret void
}

define dso_local ptx_kernel void @pick_pointer(ptr noundef readonly byval(%struct.Rows) align 8 captures(none) "nvvm.grid_constant" %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #2 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %9 = load i32, ptr %8, align 8, !tbaa !24
  %10 = icmp slt i32 %7, %9
  br i1 %10, label %11, label %20

11:
  %12 = srem i32 %7, 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds ptr, ptr %0, i64 %13
  %15 = load ptr, ptr %14, align 8, !tbaa !26
  %16 = sext i32 %7 to i64
  %17 = getelementptr inbounds float, ptr %15, i64 %16
  %18 = load float, ptr %17, align 4, !tbaa !11
  %19 = getelementptr inbounds float, ptr %1, i64 %16
  store float %18, ptr %19, align 4, !tbaa !11
  br label %20

20:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare float @llvm.copysign.f32(float, float) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }

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
!13 = !{!14, !15, i64 72}
!14 = !{!"_ZTS6Config", !8, i64 0, !8, i64 2, !8, i64 8, !15, i64 72, !16, i64 80}
!15 = !{!"double", !8, i64 0}
!16 = !{!"_ZTSN6ConfigUt_E", !7, i64 0, !17, i64 8}
!17 = !{!"long long", !8, i64 0}
!18 = !{!19, !19, i64 0}
!19 = !{!"short", !8, i64 0}
!20 = !{!14, !8, i64 0}
!21 = !{!15, !15, i64 0}
!22 = !{!14, !7, i64 80}
!23 = !{!14, !17, i64 88}
!24 = !{!25, !7, i64 32}
!25 = !{!"_ZTS4Rows", !8, i64 0, !7, i64 32}
!26 = !{!27, !27, i64 0}
!27 = !{!"p1 float", !28, i64 0}
!28 = !{!"any pointer", !8, i64 0}
