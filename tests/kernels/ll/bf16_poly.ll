target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }
%struct.__nv_bfloat16 = type { i16 }
%struct.Tagged = type { [3 x %struct.__half], i32 }

define dso_local ptx_kernel void @half_poly(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %21

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.__half, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2, !tbaa !11
  %14 = tail call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float 2.000000e+00) #2
  %15 = tail call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float 1.000000e+00) #2
  %16 = tail call i16 asm "{add.rn.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %13, i16 %14) #2
  %17 = tail call i16 asm "{mul.rn.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %16, i16 %13) #2
  %18 = tail call i16 asm "{sub.rn.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %17, i16 %15) #2
  %19 = tail call i16 asm "{mul.rn.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %18, i16 %13) #2
  %20 = getelementptr inbounds %struct.__half, ptr %1, i64 %11
  store i16 %19, ptr %20, align 2, !tbaa !11
  br label %21

21:
  ret void
}

define dso_local ptx_kernel void @bf16_poly(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %21

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.__nv_bfloat16, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2, !tbaa !11
  %14 = tail call i16 asm "{  cvt.rn.bf16.f32 $0, $1;}\0A", "=h,f"(float 2.000000e+00) #2
  %15 = tail call i16 asm "{  cvt.rn.bf16.f32 $0, $1;}\0A", "=h,f"(float 1.000000e+00) #2
  %16 = tail call i16 asm "{.reg .b16 c;\0A  mov.b16 c, 0x3f80U;\0A  fma.rn.bf16 $0,$1,c,$2;}\0A", "=h,h,h"(i16 %13, i16 %14) #2
  %17 = tail call i16 asm "{.reg .b16 c;\0A  mov.b16 c, 0x8000U;\0A  fma.rn.bf16 $0,$1,$2,c;}\0A", "=h,h,h"(i16 %16, i16 %13) #2
  %18 = tail call i16 asm "{.reg .b16 c;\0A  mov.b16 c, 0xbf80U;\0A  fma.rn.bf16 $0,$2,c,$1;}\0A", "=h,h,h"(i16 %17, i16 %15) #2
  %19 = tail call i16 asm "{.reg .b16 c;\0A  mov.b16 c, 0x8000U;\0A  fma.rn.bf16 $0,$1,$2,c;}\0A", "=h,h,h"(i16 %18, i16 %13) #2
  %20 = getelementptr inbounds %struct.__nv_bfloat16, ptr %1, i64 %11
  store i16 %19, ptr %20, align 2, !tbaa !11
  br label %21

21:
  ret void
}

define dso_local ptx_kernel void @half_struct(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %23

9:
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds %struct.Tagged, ptr %0, i64 %10
  %12 = load i16, ptr %11, align 4
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 2
  %14 = load i16, ptr %13, align 2
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 4
  %16 = load i16, ptr %15, align 4, !tbaa !21
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = tail call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %12, i16 %12) #2
  %20 = tail call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %14, i16 %14) #2
  %21 = tail call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %16, i16 %16) #2
  %22 = add nsw i32 %18, 1
  store i16 %19, ptr %11, align 4
  store i16 %20, ptr %13, align 2
  store i16 %21, ptr %15, align 4, !tbaa !21
  store i32 %22, ptr %17, align 4, !tbaa !6
  br label %23

23:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
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
!21 = !{!8, !8, i64 0}
