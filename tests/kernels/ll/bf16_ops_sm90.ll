target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__nv_bfloat16 = type { i16 }
%struct.__nv_bfloat162 = type { %struct.__nv_bfloat16, %struct.__nv_bfloat16 }

define dso_local ptx_kernel void @bf16_axpy(ptr noundef readonly byval(%struct.__nv_bfloat16) align 2 captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
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
  %14 = getelementptr inbounds %struct.__nv_bfloat16, ptr %1, i64 %13
  %15 = load i16, ptr %14, align 2, !tbaa !11
  %16 = getelementptr inbounds %struct.__nv_bfloat16, ptr %2, i64 %13
  %17 = load i16, ptr %16, align 2, !tbaa !11
  %18 = tail call i16 asm "{fma.rn.bf16 $0,$1,$2,$3;\0A}", "=h,h,h,h"(i16 %12, i16 %15, i16 %17) #2
  store i16 %18, ptr %16, align 2, !tbaa !11
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @bf162_axpy(ptr noundef readonly byval(%struct.__nv_bfloat162) align 4 captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
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
  %14 = getelementptr inbounds %struct.__nv_bfloat162, ptr %1, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds %struct.__nv_bfloat162, ptr %2, i64 %13
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = tail call i32 asm "{fma.rn.bf16x2 $0,$1,$2,$3;\0A}", "=r,r,r,r"(i32 %12, i32 %15, i32 %17) #2
  store i32 %18, ptr %16, align 4, !tbaa !6
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @bf16_from_float(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %19

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !15
  %15 = tail call i16 asm "{  cvt.rn.bf16.f32 $0, $1;}\0A", "=h,f"(float %14) #2
  %16 = tail call contract noundef float asm "{ cvt.f32.bf16 $0, $1;}\0A", "=f,h"(i16 %15) #2
  %17 = getelementptr inbounds float, ptr %1, i64 %12
  store float %16, ptr %17, align 4, !tbaa !15
  %18 = getelementptr inbounds i16, ptr %2, i64 %12
  store i16 %15, ptr %18, align 2, !tbaa !11
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @bf16_relu(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %22

11:
  %12 = tail call i16 asm "{  cvt.rn.bf16.f32 $0, $1;}\0A", "=h,f"(float 0.000000e+00) #2
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds %struct.__nv_bfloat16, ptr %0, i64 %13
  %15 = load i16, ptr %14, align 2, !tbaa !11
  %16 = tail call i16 asm "{ max.bf16 $0,$1,$2;\0A}", "=h,h,h"(i16 %15, i16 %12) #2
  %17 = getelementptr inbounds %struct.__nv_bfloat16, ptr %1, i64 %13
  %18 = load i16, ptr %17, align 2, !tbaa !11
  %19 = tail call i16 asm "{ min.bf16 $0,$1,$2;\0A}", "=h,h,h"(i16 %18, i16 %12) #2
  %20 = tail call i16 asm "{ add.bf16 $0,$1,$2; }\0A", "=h,h,h"(i16 %16, i16 %19) #2
  %21 = getelementptr inbounds %struct.__nv_bfloat16, ptr %2, i64 %13
  store i16 %20, ptr %21, align 2, !tbaa !11
  br label %22

22:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind memory(none) }

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
