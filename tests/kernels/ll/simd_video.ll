target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @simd_bytes(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %39

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds i32, ptr %1, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = mul nsw i64 %12, 40
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call noundef i32 asm "vadd4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  store i32 %19, ptr %18, align 4, !tbaa !6
  %20 = tail call noundef i32 asm "vsub4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 4
  store i32 %20, ptr %21, align 4, !tbaa !6
  %22 = tail call noundef i32 asm "vadd4.u32.u32.u32.sat $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %23 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store i32 %22, ptr %23, align 4, !tbaa !6
  %24 = tail call noundef i32 asm "vsub4.s32.s32.s32.sat $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 12
  store i32 %24, ptr %25, align 4, !tbaa !6
  %26 = tail call noundef i32 asm "vmax4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %27 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store i32 %26, ptr %27, align 4, !tbaa !6
  %28 = tail call noundef i32 asm "vmin4.s32.s32.s32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %29 = getelementptr inbounds nuw i8, ptr %18, i64 20
  store i32 %28, ptr %29, align 4, !tbaa !6
  %30 = tail call noundef i32 asm "vabsdiff4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store i32 %30, ptr %31, align 4, !tbaa !6
  %32 = tail call noundef i32 asm "vavrg4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 28
  store i32 %32, ptr %33, align 4, !tbaa !6
  %34 = tail call noundef i32 asm "vset4.u32.u32.eq $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %35 = mul i32 %34, 255
  %36 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store i32 %35, ptr %36, align 4, !tbaa !6
  %37 = tail call noundef i32 asm "vabsdiff4.u32.u32.u32.add $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %38 = getelementptr inbounds nuw i8, ptr %18, i64 36
  store i32 %37, ptr %38, align 4, !tbaa !6
  br label %39

39:
  ret void
}

define dso_local ptx_kernel void @simd_halves(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %44

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds i32, ptr %1, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = mul nsw i64 %12, 24
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call noundef i32 asm "vadd2.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  store i32 %19, ptr %18, align 4, !tbaa !6
  %20 = tail call noundef i32 asm "vsub2.s32.s32.s32.sat $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 4
  store i32 %20, ptr %21, align 4, !tbaa !6
  %22 = and i32 %14, 32768
  %23 = and i32 %22, %16
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %32, label %25

25:
  %26 = tail call noundef i32 asm "vset2.s32.s32.gt $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %27 = mul i32 %26, 65535
  %28 = and i32 %27, %14
  %29 = xor i32 %27, -1
  %30 = and i32 %16, %29
  %31 = or disjoint i32 %28, %30
  br label %34

32:
  %33 = tail call i32 asm "vmax2.s32.s32.s32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  br label %34

34:
  %35 = phi i32 [ %31, %25 ], [ %33, %32 ]
  %36 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store i32 %35, ptr %36, align 4, !tbaa !6
  %37 = tail call noundef i32 asm "vabsdiff2.s32.s32.s32 $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %38 = getelementptr inbounds nuw i8, ptr %18, i64 12
  store i32 %37, ptr %38, align 4, !tbaa !6
  %39 = tail call noundef i32 asm "vset2.s32.s32.gt $0,$1,$2,$3;", "=r,r,r,r"(i32 %14, i32 %16, i32 0) #3
  %40 = mul i32 %39, 65535
  %41 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store i32 %40, ptr %41, align 4, !tbaa !6
  %42 = tail call noundef i32 asm "vsub2.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r"(i32 0, i32 %14, i32 0) #3
  %43 = getelementptr inbounds nuw i8, ptr %18, i64 20
  store i32 %42, ptr %43, align 4, !tbaa !6
  br label %44

44:
  ret void
}

define dso_local ptx_kernel void @dot_bytes(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %32

11:
  %12 = sext i32 %9 to i64
  %13 = shl nsw i64 %12, 4
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 %13
  %15 = getelementptr inbounds i32, ptr %0, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = getelementptr inbounds i32, ptr %1, i64 %12
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = tail call noundef i32 asm sideeffect "dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %16, i32 %18, i32 100) #4
  store i32 %19, ptr %14, align 4, !tbaa !6
  %20 = load i32, ptr %15, align 4, !tbaa !6
  %21 = load i32, ptr %17, align 4, !tbaa !6
  %22 = tail call noundef i32 asm sideeffect "dp4a.u32.u32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %20, i32 %21, i32 100) #4
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 4
  store i32 %22, ptr %23, align 4, !tbaa !6
  %24 = load i32, ptr %15, align 4, !tbaa !6
  %25 = load i32, ptr %17, align 4, !tbaa !6
  %26 = tail call noundef i32 asm sideeffect "dp2a.lo.s32.s32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %24, i32 %25, i32 -5) #4
  %27 = getelementptr inbounds nuw i8, ptr %14, i64 8
  store i32 %26, ptr %27, align 4, !tbaa !6
  %28 = load i32, ptr %15, align 4, !tbaa !6
  %29 = load i32, ptr %17, align 4, !tbaa !6
  %30 = tail call noundef i32 asm sideeffect "dp2a.hi.u32.u32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %28, i32 %29, i32 5) #4
  %31 = getelementptr inbounds nuw i8, ptr %14, i64 12
  store i32 %30, ptr %31, align 4, !tbaa !6
  br label %32

32:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }

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
