target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local noundef i32 @_Z5mix32j(i32 noundef %0) local_unnamed_addr #0 {
  %2 = lshr i32 %0, 16
  %3 = xor i32 %2, %0
  %4 = mul i32 %3, 2146121005
  %5 = lshr i32 %4, 15
  %6 = xor i32 %5, %4
  %7 = mul i32 %6, -2073254261
  %8 = lshr i32 %7, 16
  %9 = xor i32 %8, %7
  ret i32 %9
}

define dso_local ptx_kernel void @table_insert(ptr noundef captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, i32 noundef %4) local_unnamed_addr #1 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %38

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %2, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = getelementptr inbounds i32, ptr %3, i64 %13
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = zext i32 %19 to i64
  %21 = or disjoint i64 %17, %20
  %22 = lshr i32 %15, 16
  %23 = xor i32 %22, %15
  %24 = mul i32 %23, 2146121005
  %25 = lshr i32 %24, 15
  %26 = xor i32 %25, %24
  %27 = mul i32 %26, -2073254261
  %28 = lshr i32 %27, 16
  %29 = xor i32 %28, %27
  br label %30

30:
  %31 = phi i32 [ %29, %12 ], [ %37, %30 ]
  %32 = and i32 %31, %1
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i64, ptr %0, i64 %33
  %35 = cmpxchg ptr %34, i64 -1, i64 %21 seq_cst seq_cst, align 8
  %36 = extractvalue { i64, i1 } %35, 1
  %37 = add i32 %32, 1
  br i1 %36, label %38, label %30, !llvm.loop !11

38:
  ret void
}

define dso_local ptx_kernel void @table_find(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %43

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %2, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = lshr i32 %15, 16
  %17 = xor i32 %16, %15
  %18 = mul i32 %17, 2146121005
  %19 = lshr i32 %18, 15
  %20 = xor i32 %19, %18
  %21 = mul i32 %20, -2073254261
  %22 = lshr i32 %21, 16
  %23 = xor i32 %22, %21
  br label %24

24:
  %25 = phi i32 [ -1, %12 ], [ %37, %24 ]
  %26 = phi i32 [ %23, %12 ], [ %40, %24 ]
  %27 = and i32 %26, %1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i64, ptr %0, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !13
  %31 = icmp eq i64 %30, -1
  %32 = lshr i64 %30, 32
  %33 = trunc nuw i64 %32 to i32
  %34 = icmp ne i32 %15, %33
  %35 = trunc i64 %30 to i32
  %36 = select i1 %31, i1 true, i1 %34
  %37 = select i1 %36, i32 %25, i32 %35
  %38 = xor i1 %31, true
  %39 = select i1 %38, i1 %34, i1 false
  %40 = add i32 %27, 1
  br i1 %39, label %24, label %41, !llvm.loop !15

41:
  %42 = getelementptr inbounds i32, ptr %3, i64 %13
  store i32 %37, ptr %42, align 4, !tbaa !6
  br label %43

43:
  ret void
}

define dso_local ptx_kernel void @bloom_add(ptr noundef captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, i32 noundef %3) local_unnamed_addr #3 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %64

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %2, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = lshr i32 %14, 16
  %16 = xor i32 %15, %14
  %17 = mul i32 %16, 2146121005
  %18 = lshr i32 %17, 15
  %19 = xor i32 %18, %17
  %20 = mul i32 %19, -2073254261
  %21 = lshr i32 %20, 16
  %22 = xor i32 %21, %20
  %23 = xor i32 %22, 1540483477
  %24 = lshr i32 %23, 16
  %25 = xor i32 %24, %23
  %26 = mul i32 %25, 2146121005
  %27 = lshr i32 %26, 15
  %28 = xor i32 %27, %26
  %29 = mul i32 %28, -2073254261
  %30 = lshr i32 %29, 16
  %31 = xor i32 %30, %29
  %32 = or i32 %31, 1
  %33 = and i32 %22, %1
  %34 = lshr i32 %33, 5
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %0, i64 %35
  %37 = and i32 %33, 31
  %38 = shl nuw i32 1, %37
  %39 = atomicrmw or ptr %36, i32 %38 seq_cst, align 4
  %40 = add i32 %22, %32
  %41 = and i32 %40, %1
  %42 = lshr i32 %41, 5
  %43 = zext nneg i32 %42 to i64
  %44 = getelementptr inbounds nuw i32, ptr %0, i64 %43
  %45 = and i32 %41, 31
  %46 = shl nuw i32 1, %45
  %47 = atomicrmw or ptr %44, i32 %46 seq_cst, align 4
  %48 = add i32 %40, %32
  %49 = and i32 %48, %1
  %50 = lshr i32 %49, 5
  %51 = zext nneg i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %0, i64 %51
  %53 = and i32 %49, 31
  %54 = shl nuw i32 1, %53
  %55 = atomicrmw or ptr %52, i32 %54 seq_cst, align 4
  %56 = add i32 %48, %32
  %57 = and i32 %56, %1
  %58 = lshr i32 %57, 5
  %59 = zext nneg i32 %58 to i64
  %60 = getelementptr inbounds nuw i32, ptr %0, i64 %59
  %61 = and i32 %57, 31
  %62 = shl nuw i32 1, %61
  %63 = atomicrmw or ptr %60, i32 %62 seq_cst, align 4
  br label %64

64:
  ret void
}

define dso_local ptx_kernel void @bloom_query(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %53

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %2, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = lshr i32 %15, 16
  %17 = xor i32 %16, %15
  %18 = mul i32 %17, 2146121005
  %19 = lshr i32 %18, 15
  %20 = xor i32 %19, %18
  %21 = mul i32 %20, -2073254261
  %22 = lshr i32 %21, 16
  %23 = xor i32 %22, %21
  %24 = xor i32 %23, 1540483477
  %25 = lshr i32 %24, 16
  %26 = xor i32 %25, %24
  %27 = mul i32 %26, 2146121005
  %28 = lshr i32 %27, 15
  %29 = xor i32 %28, %27
  %30 = mul i32 %29, -2073254261
  %31 = lshr i32 %30, 16
  %32 = xor i32 %31, %30
  %33 = or i32 %32, 1
  br label %37

34:
  %35 = getelementptr inbounds i8, ptr %3, i64 %13
  %36 = zext i1 %48 to i8
  store i8 %36, ptr %35, align 1, !tbaa !16
  br label %53

37:
  %38 = phi i32 [ 0, %12 ], [ %49, %37 ]
  %39 = phi i32 [ %23, %12 ], [ %50, %37 ]
  %40 = and i32 %39, %1
  %41 = lshr i32 %40, 5
  %42 = zext nneg i32 %41 to i64
  %43 = getelementptr inbounds nuw i32, ptr %0, i64 %42
  %44 = load i32, ptr %43, align 4, !tbaa !6
  %45 = and i32 %40, 31
  %46 = shl nuw i32 1, %45
  %47 = and i32 %44, %46
  %48 = icmp ne i32 %47, 0
  %49 = add nuw nsw i32 %38, 1
  %50 = add i32 %39, %33
  %51 = icmp samesign ult i32 %38, 3
  %52 = select i1 %51, i1 %48, i1 false
  br i1 %52, label %37, label %34, !llvm.loop !18

53:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nofree noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!14, !14, i64 0}
!14 = !{!"long long", !8, i64 0}
!15 = distinct !{!15, !12}
!16 = !{!17, !17, i64 0}
!17 = !{!"bool", !8, i64 0}
!18 = distinct !{!18, !12}
