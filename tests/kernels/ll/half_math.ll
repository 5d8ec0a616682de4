target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }
%struct.__half2 = type { %struct.__half, %struct.__half }

define dso_local ptx_kernel void @half_elementary(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %53

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.__half, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2, !tbaa !11
  %14 = tail call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float 1.000000e+00) #2
  %15 = tail call i16 asm "{abs.f16 $0,$1;\0A}", "=h,h"(i16 %13) #2
  %16 = tail call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %15, i16 %14) #2
  %17 = tail call i16 asm "{.reg.b32         f, ULP;         \0A .reg.b16         r;              \0A  mov.b16         r,$1;           \0A  cvt.f32.f16     f,r;            \0A  ex2.approx.ftz.f32      f,f;    \0A  mov.b32         ULP, 0x33800000U;\0A  fma.rn.f32      f,f,ULP,f;      \0A  cvt.rn.f16.f32      r,f;        \0A  mov.b16         $0,r;           \0A}", "=h,h"(i16 %13) #2
  %18 = getelementptr inbounds %struct.__half, ptr %1, i64 %11
  store i16 %17, ptr %18, align 2, !tbaa !11
  %19 = tail call i16 asm "{.reg.b16         h, r;           \0A .reg.b32         f;              \0A  mov.b16         h, $1;          \0A  cvt.f32.f16     f, h;           \0A  lg2.approx.ftz.f32  f, f;       \0A  cvt.rn.f16.f32      r, f;       \0A{.reg.b16 spc, ulp, p;\0A  mov.b16 spc,0xA2E2U;\0A  mov.b16 ulp,0x8080U;\0A  set.eq.f16.f16 p,r, spc;\0A  fma.rn.f16 r,p,ulp,r;\0A}\0A{.reg.b16 spc, ulp, p;\0A  mov.b16 spc,0xBF46U;\0A  mov.b16 ulp,0x9400U;\0A  set.eq.f16.f16 p,r, spc;\0A  fma.rn.f16 r,p,ulp,r;\0A}\0A  mov.b16         $0, r;          \0A}", "=h,h"(i16 %16) #2
  %20 = add nsw i32 %2, %8
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds %struct.__half, ptr %1, i64 %21
  store i16 %19, ptr %22, align 2, !tbaa !11
  %23 = tail call i16 asm "{.reg.b32         f;        \0A .reg.b16         r;        \0A  mov.b16         r,$1;     \0A  cvt.f32.f16     f,r;      \0A  sqrt.approx.ftz.f32   f,f;  \0A  cvt.rn.f16.f32      r,f;  \0A  mov.b16         $0,r;     \0A}", "=h,h"(i16 %15) #2
  %24 = shl nsw i32 %2, 1
  %25 = add nsw i32 %24, %8
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds %struct.__half, ptr %1, i64 %26
  store i16 %23, ptr %27, align 2, !tbaa !11
  %28 = tail call i16 asm "{.reg.b32         f;        \0A .reg.b16         r;        \0A  mov.b16         r,$1;     \0A  cvt.f32.f16     f,r;      \0A  rcp.approx.ftz.f32   f,f;  \0A  cvt.rn.f16.f32      r,f;  \0A  mov.b16         $0,r;     \0A}", "=h,h"(i16 %16) #2
  %29 = mul nsw i32 %2, 3
  %30 = add nsw i32 %29, %8
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds %struct.__half, ptr %1, i64 %31
  store i16 %28, ptr %32, align 2, !tbaa !11
  %33 = tail call i16 asm "cvt.rmi.f16.f16 $0, $1;", "=h,h"(i16 %13) #2
  %34 = shl nsw i32 %2, 2
  %35 = add nsw i32 %34, %8
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds %struct.__half, ptr %1, i64 %36
  store i16 %33, ptr %37, align 2, !tbaa !11
  %38 = tail call i16 asm "cvt.rpi.f16.f16 $0, $1;", "=h,h"(i16 %13) #2
  %39 = mul nsw i32 %2, 5
  %40 = add nsw i32 %39, %8
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds %struct.__half, ptr %1, i64 %41
  store i16 %38, ptr %42, align 2, !tbaa !11
  %43 = tail call i16 asm "cvt.rni.f16.f16 $0, $1;", "=h,h"(i16 %13) #2
  %44 = mul nsw i32 %2, 6
  %45 = add nsw i32 %44, %8
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds %struct.__half, ptr %1, i64 %46
  store i16 %43, ptr %47, align 2, !tbaa !11
  %48 = tail call i16 asm "cvt.rzi.f16.f16 $0, $1;", "=h,h"(i16 %13) #2
  %49 = mul nsw i32 %2, 7
  %50 = add nsw i32 %49, %8
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds %struct.__half, ptr %1, i64 %51
  store i16 %48, ptr %52, align 2, !tbaa !11
  br label %53

53:
  ret void
}

define dso_local ptx_kernel void @half2_elementary(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %53

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.__half2, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = tail call i32 asm "{abs.f16x2 $0,$1;\0A}", "=r,r"(i32 %13) #2
  %15 = tail call i32 asm "{.reg .f16 low;\0A  cvt.rn.f16.f32 low, $1;\0A  mov.b32 $0, {low,low};}\0A", "=r,f"(float 1.000000e+00) #2
  %16 = tail call i32 asm "{add.f16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %14, i32 %15) #2
  %17 = tail call i32 asm "{.reg.b16         hl, hu;         \0A .reg.b32         fl, fu, ULP;    \0A  mov.b32         {hl, hu}, $1;   \0A  cvt.f32.f16     fl, hl;         \0A  cvt.f32.f16     fu, hu;         \0A  ex2.approx.ftz.f32  fl, fl;     \0A  ex2.approx.ftz.f32  fu, fu;     \0A  mov.b32         ULP, 0x33800000U;\0A  fma.rn.f32      fl,fl,ULP,fl;   \0A  fma.rn.f32      fu,fu,ULP,fu;   \0A  cvt.rn.f16.f32      hl, fl;     \0A  cvt.rn.f16.f32      hu, fu;     \0A  mov.b32         $0, {hl, hu};   \0A}", "=r,r"(i32 %13) #2
  %18 = getelementptr inbounds %struct.__half2, ptr %1, i64 %11
  store i32 %17, ptr %18, align 4, !tbaa !6
  %19 = tail call i32 asm "{.reg.b16         hl, hu;         \0A .reg.b32         fl, fu, r, p;   \0A  mov.b32         {hl, hu}, $1;   \0A  cvt.f32.f16     fl, hl;         \0A  cvt.f32.f16     fu, hu;         \0A  lg2.approx.ftz.f32  fl, fl;     \0A  lg2.approx.ftz.f32  fu, fu;     \0A  cvt.rn.f16.f32      hl, fl;     \0A  cvt.rn.f16.f32      hu, fu;     \0A  mov.b32         r, {hl, hu};    \0A{.reg.b32 spc, ulp, p;\0A  mov.b32 spc,0xA2E2A2E2U;\0A  mov.b32 ulp,0x80808080U;\0A  set.eq.f16x2.f16x2 p,r, spc;\0A  fma.rn.f16x2 r,p,ulp,r;\0A}\0A{.reg.b32 spc, ulp, p;\0A  mov.b32 spc,0xBF46BF46U;\0A  mov.b32 ulp,0x94009400U;\0A  set.eq.f16x2.f16x2 p,r, spc;\0A  fma.rn.f16x2 r,p,ulp,r;\0A}\0A  mov.b32         $0, r;          \0A}", "=r,r"(i32 %16) #2
  %20 = add nsw i32 %2, %8
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds %struct.__half2, ptr %1, i64 %21
  store i32 %19, ptr %22, align 4, !tbaa !6
  %23 = tail call i32 asm "{.reg.b16         hl, hu;         \0A .reg.b32         fl, fu;         \0A  mov.b32         {hl, hu}, $1;   \0A  cvt.f32.f16     fl, hl;         \0A  cvt.f32.f16     fu, hu;         \0A  sqrt.approx.ftz.f32   fl, fl;     \0A  sqrt.approx.ftz.f32   fu, fu;     \0A  cvt.rn.f16.f32      hl, fl;     \0A  cvt.rn.f16.f32      hu, fu;     \0A  mov.b32         $0, {hl, hu};   \0A}", "=r,r"(i32 %14) #2
  %24 = shl nsw i32 %2, 1
  %25 = add nsw i32 %24, %8
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds %struct.__half2, ptr %1, i64 %26
  store i32 %23, ptr %27, align 4, !tbaa !6
  %28 = tail call i32 asm "{.reg.b16         hl, hu;         \0A .reg.b32         fl, fu;         \0A  mov.b32         {hl, hu}, $1;   \0A  cvt.f32.f16     fl, hl;         \0A  cvt.f32.f16     fu, hu;         \0A  rcp.approx.ftz.f32   fl, fl;     \0A  rcp.approx.ftz.f32   fu, fu;     \0A  cvt.rn.f16.f32      hl, fl;     \0A  cvt.rn.f16.f32      hu, fu;     \0A  mov.b32         $0, {hl, hu};   \0A}", "=r,r"(i32 %16) #2
  %29 = mul nsw i32 %2, 3
  %30 = add nsw i32 %29, %8
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds %struct.__half2, ptr %1, i64 %31
  store i32 %28, ptr %32, align 4, !tbaa !6
  %33 = tail call i32 asm "{.reg .f16 low,high;\0A  mov.b32 {low,high}, $1;\0A  cvt.rmi.f16.f16 low, low;\0A  cvt.rmi.f16.f16 high, high;\0A  mov.b32 $0, {low,high};}\0A", "=r,r"(i32 %13) #2
  %34 = shl nsw i32 %2, 2
  %35 = add nsw i32 %34, %8
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds %struct.__half2, ptr %1, i64 %36
  store i32 %33, ptr %37, align 4, !tbaa !6
  %38 = tail call i32 asm "{.reg .f16 low,high;\0A  mov.b32 {low,high}, $1;\0A  cvt.rpi.f16.f16 low, low;\0A  cvt.rpi.f16.f16 high, high;\0A  mov.b32 $0, {low,high};}\0A", "=r,r"(i32 %13) #2
  %39 = mul nsw i32 %2, 5
  %40 = add nsw i32 %39, %8
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds %struct.__half2, ptr %1, i64 %41
  store i32 %38, ptr %42, align 4, !tbaa !6
  %43 = tail call i32 asm "{.reg .f16 low,high;\0A  mov.b32 {low,high}, $1;\0A  cvt.rni.f16.f16 low, low;\0A  cvt.rni.f16.f16 high, high;\0A  mov.b32 $0, {low,high};}\0A", "=r,r"(i32 %13) #2
  %44 = mul nsw i32 %2, 6
  %45 = add nsw i32 %44, %8
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds %struct.__half2, ptr %1, i64 %46
  store i32 %43, ptr %47, align 4, !tbaa !6
  %48 = tail call i32 asm "{.reg .f16 low,high;\0A  mov.b32 {low,high}, $1;\0A  cvt.rzi.f16.f16 low, low;\0A  cvt.rzi.f16.f16 high, high;\0A  mov.b32 $0, {low,high};}\0A", "=r,r"(i32 %13) #2
  %49 = mul nsw i32 %2, 7
  %50 = add nsw i32 %49, %8
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds %struct.__half2, ptr %1, i64 %51
  store i32 %48, ptr %52, align 4, !tbaa !6
  br label %53

53:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
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
