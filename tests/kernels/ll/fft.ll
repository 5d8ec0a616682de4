target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float2.0 = type { float, float }

@_ZZ7fft_512E1s = internal unnamed_addr addrspace(3) global [512 x %struct.float2.0] undef, align 8

define dso_local %struct.float2.0 @_Z5times6float2S_(ptr noundef readonly byval(%struct.float2.0) align 8 captures(none) %0, ptr noundef readonly byval(%struct.float2.0) align 8 captures(none) %1) local_unnamed_addr #0 {
  %3 = load float, ptr %0, align 8, !tbaa !11
  %4 = load float, ptr %1, align 8, !tbaa !11
  %5 = fmul contract float %3, %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %7 = load float, ptr %6, align 4, !tbaa !14
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %9 = load float, ptr %8, align 4, !tbaa !14
  %10 = fmul contract float %7, %9
  %11 = fsub contract float %5, %10
  %12 = fmul contract float %3, %9
  %13 = fmul contract float %4, %7
  %14 = fadd contract float %13, %12
  %15 = insertvalue %struct.float2.0 poison, float %11, 0
  %16 = insertvalue %struct.float2.0 %15, float %14, 1
  ret %struct.float2.0 %16
}

define dso_local ptx_kernel void @fft_512(ptr noundef captures(none) %0, i1 noundef zeroext %1) local_unnamed_addr #1 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = shl nuw nsw i64 %5, 12
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 %6
  %8 = icmp samesign ult i32 %3, 512
  br i1 %8, label %10, label %9

9:
  br label %22

10:
  %11 = phi i32 [ %19, %10 ], [ %3, %2 ]
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw %struct.float2.0, ptr %7, i64 %12
  %14 = tail call noundef i32 @llvm.bitreverse.i32(i32 range(i32 -2147483648, 512) %11)
  %15 = lshr exact i32 %14, 23
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds nuw %struct.float2.0, ptr addrspacecast (ptr addrspace(3) @_ZZ7fft_512E1s to ptr), i64 %16
  %18 = load i64, ptr %13, align 8
  store i64 %18, ptr %17, align 8
  %19 = add nuw nsw i32 %11, 256
  %20 = icmp samesign ult i32 %11, 256
  br i1 %20, label %10, label %9, !llvm.loop !15

21:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %8, label %94, label %93

22:
  %23 = phi i32 [ %91, %22 ], [ 1, %9 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %24 = add nuw nsw i32 %23, 1023
  %25 = and i32 %24, %3
  %26 = sub nsw i32 %3, %25
  %27 = shl nsw i32 %26, 1
  %28 = add nsw i32 %27, %25
  %29 = uitofp nneg i32 %25 to float
  %30 = fneg contract float %29
  %31 = select contract i1 %1, float %29, float %30
  %32 = uitofp nneg i32 %23 to float
  %33 = fdiv contract float %31, %32
  %34 = fadd float %33, %33
  %35 = tail call float @llvm.nvvm.round.f(float %34) #7
  %36 = tail call i32 @llvm.nvvm.f2i.rz(float %35)
  %37 = fneg float %35
  %38 = tail call float @llvm.fma.f32(float %37, float 5.000000e-01, float %33)
  %39 = tail call float @llvm.nvvm.mul.rn.f(float %38, float %38) #7
  %40 = tail call float @llvm.fma.f32(float %39, float 0xBFE2F59920000000, float 0x400466B200000000)
  %41 = tail call float @llvm.fma.f32(float %39, float 0x3FCD09C240000000, float 0xBFF55A5C00000000)
  %42 = tail call float @llvm.fma.f32(float %40, float %39, float 0xC014ABBEC0000000)
  %43 = tail call float @llvm.fma.f32(float %41, float %39, float 0x40103C19E0000000)
  %44 = tail call float @llvm.fma.f32(float %39, float %38, float 0.000000e+00)
  %45 = tail call float @llvm.fma.f32(float %43, float %39, float 0xC013BD3CC0000000)
  %46 = tail call float @llvm.fma.f32(float %42, float %44, float 0.000000e+00)
  %47 = tail call float @llvm.fma.f32(float %45, float %39, float 1.000000e+00)
  %48 = tail call float @llvm.fma.f32(float %38, float 0x400921FB60000000, float %46)
  %49 = and i32 %36, 1
  %50 = icmp eq i32 %49, 0
  %51 = select i1 %50, float %48, float %47
  %52 = select i1 %50, float %47, float %48
  %53 = and i32 %36, 2
  %54 = icmp eq i32 %53, 0
  %55 = fneg float %51
  %56 = select i1 %54, float %51, float %55
  %57 = add i32 %36, 1
  %58 = and i32 %57, 2
  %59 = icmp eq i32 %58, 0
  %60 = fsub float 0.000000e+00, %52
  %61 = select i1 %59, float %52, float %60
  %62 = tail call float @llvm.trunc.f32(float %33)
  %63 = fcmp oeq float %33, %62
  %64 = tail call float @llvm.nvvm.mul.rn.f(float %33, float 0.000000e+00) #7
  %65 = select i1 %63, float %64, float %56
  %66 = tail call float @llvm.nvvm.fabs.f32(float %33)
  %67 = fcmp ogt float %66, 0x4170000000000000
  %68 = tail call float @llvm.nvvm.add.rn.f(float %65, float 1.000000e+00) #7
  %69 = select i1 %67, float %68, float %61
  %70 = sext i32 %28 to i64
  %71 = getelementptr inbounds %struct.float2.0, ptr addrspacecast (ptr addrspace(3) @_ZZ7fft_512E1s to ptr), i64 %70
  %72 = load float, ptr %71, align 8, !tbaa !17
  %73 = getelementptr inbounds nuw i8, ptr %71, i64 4
  %74 = load float, ptr %73, align 4, !tbaa !17
  %75 = add nsw i32 %28, %23
  %76 = sext i32 %75 to i64
  %77 = getelementptr inbounds %struct.float2.0, ptr addrspacecast (ptr addrspace(3) @_ZZ7fft_512E1s to ptr), i64 %76
  %78 = load float, ptr %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %80 = load float, ptr %79, align 4
  %81 = fmul contract float %69, %78
  %82 = fmul contract float %65, %80
  %83 = fsub contract float %81, %82
  %84 = fmul contract float %65, %78
  %85 = fmul contract float %69, %80
  %86 = fadd contract float %84, %85
  %87 = fadd contract float %72, %83
  %88 = fadd contract float %74, %86
  store float %87, ptr %71, align 8, !tbaa !17
  store float %88, ptr %73, align 4, !tbaa !17
  %89 = fsub contract float %72, %83
  %90 = fsub contract float %74, %86
  store float %89, ptr %77, align 8, !tbaa !17
  store float %90, ptr %79, align 4, !tbaa !17
  %91 = shl nuw nsw i32 %23, 1
  %92 = icmp samesign ult i32 %23, 256
  br i1 %92, label %22, label %21, !llvm.loop !18

93:
  ret void

94:
  %95 = phi i32 [ %100, %94 ], [ %3, %21 ]
  %96 = zext nneg i32 %95 to i64
  %97 = getelementptr inbounds nuw %struct.float2.0, ptr addrspacecast (ptr addrspace(3) @_ZZ7fft_512E1s to ptr), i64 %96
  %98 = getelementptr inbounds nuw %struct.float2.0, ptr %7, i64 %96
  %99 = load i64, ptr %97, align 8
  store i64 %99, ptr %98, align 8
  %100 = add nuw nsw i32 %95, 256
  %101 = icmp samesign ult i32 %95, 256
  br i1 %101, label %94, label %93, !llvm.loop !19
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @butterfly_4(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %44

9:
  %10 = sext i32 %7 to i64
  %11 = shl nsw i64 %10, 6
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 %11
  %13 = load double, ptr %12, align 16, !tbaa !20
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %15 = load double, ptr %14, align 8, !tbaa !20
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %17 = load double, ptr %16, align 16, !tbaa !20
  %18 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %19 = load double, ptr %18, align 8, !tbaa !20
  %20 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %21 = load double, ptr %20, align 16, !tbaa !20
  %22 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %23 = load double, ptr %22, align 8, !tbaa !20
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 48
  %25 = load double, ptr %24, align 16, !tbaa !20
  %26 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %27 = load double, ptr %26, align 8, !tbaa !20
  %28 = fadd contract double %13, %21
  %29 = fadd contract double %15, %23
  %30 = fsub contract double %13, %21
  %31 = fsub contract double %15, %23
  %32 = fadd contract double %17, %25
  %33 = fadd contract double %19, %27
  %34 = fsub contract double %17, %25
  %35 = fsub contract double %19, %27
  %36 = fadd contract double %28, %32
  %37 = fadd contract double %29, %33
  store double %36, ptr %12, align 16, !tbaa !20
  store double %37, ptr %14, align 8, !tbaa !20
  %38 = fadd contract double %30, %35
  %39 = fsub contract double %31, %34
  store double %38, ptr %16, align 16, !tbaa !20
  store double %39, ptr %18, align 8, !tbaa !20
  %40 = fsub contract double %28, %32
  %41 = fsub contract double %29, %33
  store double %40, ptr %20, align 16, !tbaa !20
  store double %41, ptr %22, align 8, !tbaa !20
  %42 = fsub contract double %30, %35
  %43 = fadd contract double %31, %34
  store double %42, ptr %24, align 16, !tbaa !20
  store double %43, ptr %26, align 8, !tbaa !20
  br label %44

44:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare i32 @llvm.bitreverse.i32(i32) #5

declare float @llvm.nvvm.round.f(float) #4

declare i32 @llvm.nvvm.f2i.rz(float) #4

declare float @llvm.nvvm.mul.rn.f(float, float) #4

declare float @llvm.nvvm.fabs.f32(float) #4

declare float @llvm.nvvm.add.rn.f(float, float) #4

declare float @llvm.fma.f32(float, float, float) #6

declare float @llvm.trunc.f32(float) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }

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
!11 = !{!12, !13, i64 0}
!12 = !{!"_ZTS6float2", !13, i64 0, !13, i64 4}
!13 = !{!"float", !8, i64 0}
!14 = !{!12, !13, i64 4}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!13, !13, i64 0}
!18 = distinct !{!18, !16}
!19 = distinct !{!19, !16}
!20 = !{!21, !21, i64 0}
!21 = !{!"double", !8, i64 0}
