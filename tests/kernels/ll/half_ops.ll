target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }
%struct.__half2 = type { %struct.__half, %struct.__half }

define dso_local ptx_kernel void @half_axpy(ptr noundef readonly byval(%struct.__half) align 2 captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %19

11:
  %12 = load i16, ptr %0, align 2, !tbaa !11
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds %struct.__half, ptr %1, i64 %13
  %15 = load i16, ptr %14, align 2, !tbaa !11
  %16 = getelementptr inbounds %struct.__half, ptr %2, i64 %13
  %17 = load i16, ptr %16, align 2, !tbaa !11
  %18 = tail call i16 asm "{fma.rn.f16 $0,$1,$2,$3;\0A}", "=h,h,h,h"(i16 %12, i16 %15, i16 %17) #4
  store i16 %18, ptr %16, align 2, !tbaa !11
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @half2_axpy(ptr noundef readonly byval(%struct.__half2) align 4 captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %19

11:
  %12 = load i32, ptr %0, align 4, !tbaa !6
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds %struct.__half2, ptr %1, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds %struct.__half2, ptr %2, i64 %13
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = tail call i32 asm "{fma.rn.f16x2 $0,$1,$2,$3;\0A}", "=r,r,r,r"(i32 %12, i32 %15, i32 %17) #4
  store i32 %18, ptr %16, align 4, !tbaa !6
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @half_from_float(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %21

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  %15 = load float, ptr %14, align 4, !tbaa !15
  %16 = tail call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float %15) #4
  %17 = getelementptr inbounds %struct.__half, ptr %1, i64 %13
  store i16 %16, ptr %17, align 2, !tbaa !11
  %18 = tail call contract noundef float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %16) #4
  %19 = getelementptr inbounds float, ptr %2, i64 %13
  store float %18, ptr %19, align 4, !tbaa !15
  %20 = getelementptr inbounds i16, ptr %3, i64 %13
  store i16 %16, ptr %20, align 2, !tbaa !11
  br label %21

21:
  ret void
}

define dso_local ptx_kernel void @half_dot(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = icmp slt i32 %5, %3
  br i1 %6, label %19, label %7

7:
  %8 = phi float [ 0.000000e+00, %4 ], [ %30, %19 ]
  %9 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %8, i32 16, i32 31)
  %10 = fadd contract float %8, %9
  %11 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %10, i32 8, i32 31)
  %12 = fadd contract float %10, %11
  %13 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %12, i32 4, i32 31)
  %14 = fadd contract float %12, %13
  %15 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %14, i32 2, i32 31)
  %16 = fadd contract float %14, %15
  %17 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %16, i32 1, i32 31)
  %18 = icmp eq i32 %5, 0
  br i1 %18, label %33, label %35

19:
  %20 = phi i32 [ %31, %19 ], [ %5, %4 ]
  %21 = phi float [ %30, %19 ], [ 0.000000e+00, %4 ]
  %22 = zext nneg i32 %20 to i64
  %23 = getelementptr inbounds nuw %struct.__half, ptr %0, i64 %22
  %24 = load i16, ptr %23, align 2, !tbaa !11
  %25 = tail call contract noundef float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %24) #4
  %26 = getelementptr inbounds nuw %struct.__half, ptr %1, i64 %22
  %27 = load i16, ptr %26, align 2, !tbaa !11
  %28 = tail call contract noundef float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %27) #4
  %29 = fmul contract float %25, %28
  %30 = fadd contract float %21, %29
  %31 = add nuw nsw i32 %20, 32
  %32 = icmp slt i32 %31, %3
  br i1 %32, label %19, label %7, !llvm.loop !19

33:
  %34 = fadd contract float %16, %17
  store float %34, ptr %2, align 4, !tbaa !15
  br label %35

35:
  ret void
}

define dso_local ptx_kernel void @half_minmax(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %26

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds %struct.__half, ptr %0, i64 %12
  %14 = load i16, ptr %13, align 2, !tbaa !11
  %15 = getelementptr inbounds %struct.__half, ptr %1, i64 %12
  %16 = load i16, ptr %15, align 2, !tbaa !11
  %17 = tail call i16 asm "{ .reg .pred __$$temp3;\0A  setp.lt.f16  __$$temp3, $1, $2;\0A  selp.u16 $0, 1, 0, __$$temp3;}", "=h,h,h"(i16 %14, i16 %16) #4
  %18 = icmp eq i16 %17, 0
  br i1 %18, label %21, label %19

19:
  %20 = tail call i16 asm "{sub.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %16, i16 %14) #4
  br label %23

21:
  %22 = tail call i16 asm "{mul.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %14, i16 %16) #4
  br label %23

23:
  %24 = phi i16 [ %20, %19 ], [ %22, %21 ]
  %25 = getelementptr inbounds %struct.__half, ptr %2, i64 %12
  store i16 %24, ptr %25, align 2, !tbaa !11
  br label %26

26:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { convergent nounwind memory(none) }

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
!12 = !{!"short", !8, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"float", !8, i64 0}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.mustprogress"}
