target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @bits_32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %61

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds i32, ptr %1, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = shl nsw i64 %12, 6
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %14)
  store i32 %19, ptr %18, align 4, !tbaa !6
  %20 = tail call noundef range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %14, i1 false)
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 4
  store i32 %20, ptr %21, align 4, !tbaa !6
  %22 = tail call i32 @llvm.bitreverse.i32(i32 %14)
  %23 = tail call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 %22) #5
  %24 = add i32 %23, 1
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store i32 %24, ptr %25, align 4, !tbaa !6
  %26 = getelementptr inbounds nuw i8, ptr %18, i64 12
  store i32 %22, ptr %26, align 4, !tbaa !6
  %27 = tail call noundef i32 @llvm.nvvm.prmt(i32 %14, i32 %16, i32 14101)
  %28 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store i32 %27, ptr %28, align 4, !tbaa !6
  %29 = and i32 %16, 30583
  %30 = tail call noundef i32 @llvm.nvvm.prmt(i32 %14, i32 %16, i32 %29)
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 20
  store i32 %30, ptr %31, align 4, !tbaa !6
  %32 = tail call noundef i32 asm "shf.l.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %14, i32 %16, i32 11) #6
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store i32 %32, ptr %33, align 4, !tbaa !6
  %34 = tail call noundef i32 asm "shf.r.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %14, i32 %16, i32 %16) #6
  %35 = getelementptr inbounds nuw i8, ptr %18, i64 28
  store i32 %34, ptr %35, align 4, !tbaa !6
  %36 = and i32 %16, 63
  %37 = tail call noundef i32 asm "shf.l.clamp.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %14, i32 %16, i32 %36) #6
  %38 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store i32 %37, ptr %38, align 4, !tbaa !6
  %39 = tail call noundef i32 @llvm.nvvm.mulhi.ui(i32 %14, i32 %16)
  %40 = getelementptr inbounds nuw i8, ptr %18, i64 36
  store i32 %39, ptr %40, align 4, !tbaa !6
  %41 = tail call noundef i32 @llvm.nvvm.mulhi.i(i32 %14, i32 %16)
  %42 = getelementptr inbounds nuw i8, ptr %18, i64 40
  store i32 %41, ptr %42, align 4, !tbaa !6
  %43 = tail call noundef i32 @llvm.nvvm.sad.ui(i32 %14, i32 %16, i32 7)
  %44 = getelementptr inbounds nuw i8, ptr %18, i64 44
  store i32 %43, ptr %44, align 4, !tbaa !6
  %45 = tail call noundef i32 @llvm.nvvm.sad.i(i32 %14, i32 %16, i32 7)
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 48
  store i32 %45, ptr %46, align 4, !tbaa !6
  %47 = and i32 %16, %14
  %48 = xor i32 %16, %14
  %49 = lshr i32 %48, 1
  %50 = add i32 %49, %47
  %51 = getelementptr inbounds nuw i8, ptr %18, i64 52
  store i32 %50, ptr %51, align 4, !tbaa !6
  %52 = or i32 %16, %14
  %53 = sub i32 %52, %49
  %54 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store i32 %53, ptr %54, align 4, !tbaa !6
  %55 = shl i32 %14, 8
  %56 = ashr exact i32 %55, 8
  %57 = shl i32 %16, 8
  %58 = ashr exact i32 %57, 8
  %59 = mul nsw i32 %58, %56
  %60 = getelementptr inbounds nuw i8, ptr %18, i64 60
  store i32 %59, ptr %60, align 4, !tbaa !6
  br label %61

61:
  ret void
}

define dso_local ptx_kernel void @bits_64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %53

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !15
  %15 = getelementptr inbounds i64, ptr %1, i64 %12
  %16 = load i64, ptr %15, align 8, !tbaa !15
  %17 = mul nsw i64 %12, 96
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 %17
  %19 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %14)
  store i64 %19, ptr %18, align 8, !tbaa !15
  %20 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %14, i1 false)
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store i64 %20, ptr %21, align 8, !tbaa !15
  %22 = sub i64 0, %14
  %23 = and i64 %14, %22
  %24 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %23, i1 false)
  %25 = sub nuw nsw i64 64, %24
  %26 = getelementptr inbounds nuw i8, ptr %18, i64 16
  store i64 %25, ptr %26, align 8, !tbaa !15
  %27 = tail call noundef i64 @llvm.bitreverse.i64(i64 %14)
  %28 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store i64 %27, ptr %28, align 8, !tbaa !15
  %29 = tail call noundef i64 @llvm.nvvm.mulhi.ull(i64 %14, i64 %16)
  %30 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store i64 %29, ptr %30, align 8, !tbaa !15
  %31 = tail call noundef i64 @llvm.nvvm.mulhi.ll(i64 %14, i64 %16)
  %32 = getelementptr inbounds nuw i8, ptr %18, i64 40
  store i64 %31, ptr %32, align 8, !tbaa !15
  %33 = tail call i64 @llvm.fshl.i64(i64 %14, i64 %14, i64 %16)
  %34 = getelementptr inbounds nuw i8, ptr %18, i64 48
  store i64 %33, ptr %34, align 8, !tbaa !15
  %35 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store i64 %23, ptr %35, align 8, !tbaa !15
  %36 = icmp eq i64 %16, 0
  br i1 %36, label %42, label %37

37:
  %38 = udiv i64 %14, %16
  %39 = and i64 %16, 4294967294
  %40 = or disjoint i64 %39, 1
  %41 = urem i64 %14, %40
  br label %42

42:
  %43 = phi i64 [ %38, %37 ], [ 0, %11 ]
  %44 = phi i64 [ %41, %37 ], [ 0, %11 ]
  %45 = getelementptr inbounds nuw i8, ptr %18, i64 64
  store i64 %43, ptr %45, align 8, !tbaa !15
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 72
  store i64 %44, ptr %46, align 8, !tbaa !15
  %47 = udiv i64 %14, 10
  %48 = getelementptr inbounds nuw i8, ptr %18, i64 80
  store i64 %47, ptr %48, align 8, !tbaa !15
  %49 = sdiv i64 %14, 7
  %50 = srem i64 %14, 1000
  %51 = add nsw i64 %49, %50
  %52 = getelementptr inbounds nuw i8, ptr %18, i64 88
  store i64 %51, ptr %52, align 8, !tbaa !15
  br label %53

53:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare i32 @llvm.ctlz.i32(i32, i1 immarg) #2

declare i64 @llvm.ctlz.i64(i64, i1 immarg) #2

declare i32 @llvm.ctpop.i32(i32) #3

declare i64 @llvm.ctpop.i64(i64) #3

declare i32 @llvm.nvvm.prmt(i32, i32, i32) #2

declare i32 @llvm.nvvm.mulhi.i(i32, i32) #2

declare i32 @llvm.nvvm.mulhi.ui(i32, i32) #2

declare i64 @llvm.nvvm.mulhi.ll(i64, i64) #2

declare i64 @llvm.nvvm.mulhi.ull(i64, i64) #2

declare i32 @llvm.bitreverse.i32(i32) #3

declare i64 @llvm.bitreverse.i64(i64) #3

declare i32 @llvm.nvvm.sad.i(i32, i32, i32) #2

declare i32 @llvm.nvvm.sad.ui(i32, i32, i32) #2

declare i64 @llvm.fshl.i64(i64, i64, i64) #4

attributes #0 = { convergent noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind memory(none) }
attributes #6 = { convergent nounwind memory(none) }

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
!15 = !{!16, !16, i64 0}
!16 = !{!"long", !8, i64 0}
