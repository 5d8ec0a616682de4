target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.int2 = type { i32, i32 }

define dso_local noundef i32 @_Z9find_rootPii(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds i32, ptr %0, i64 %3
  %5 = load volatile i32, ptr %4, align 4, !tbaa !6
  %6 = icmp eq i32 %5, %1
  br i1 %6, label %23, label %7

7:
  %8 = sext i32 %5 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load volatile i32, ptr %9, align 4, !tbaa !6
  %11 = icmp eq i32 %10, %5
  br i1 %11, label %23, label %12

12:
  %13 = phi i32 [ %21, %12 ], [ %10, %7 ]
  %14 = phi i32 [ %13, %12 ], [ %5, %7 ]
  %15 = phi i32 [ %14, %12 ], [ %1, %7 ]
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds i32, ptr %0, i64 %16
  %18 = cmpxchg ptr %17, i32 %14, i32 %13 seq_cst seq_cst, align 4
  %19 = sext i32 %13 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  %21 = load volatile i32, ptr %20, align 4, !tbaa !6
  %22 = icmp eq i32 %21, %13
  br i1 %22, label %23, label %12, !llvm.loop !11

23:
  %24 = phi i32 [ %1, %2 ], [ %5, %7 ], [ %13, %12 ]
  ret i32 %24
}

define dso_local ptx_kernel void @hook_edges(ptr noundef readonly captures(none) %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %71

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.int2, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 8, !tbaa !13
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %15 = load i32, ptr %14, align 4, !tbaa !15
  br label %16

16:
  %17 = phi i32 [ %13, %10 ], [ %65, %64 ]
  %18 = phi i32 [ %15, %10 ], [ %66, %64 ]
  %19 = sext i32 %17 to i64
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  %21 = load volatile i32, ptr %20, align 4, !tbaa !6
  %22 = icmp eq i32 %21, %17
  br i1 %22, label %39, label %23

23:
  %24 = sext i32 %21 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load volatile i32, ptr %25, align 4, !tbaa !6
  %27 = icmp eq i32 %26, %21
  br i1 %27, label %39, label %28

28:
  %29 = phi i32 [ %37, %28 ], [ %26, %23 ]
  %30 = phi i32 [ %29, %28 ], [ %21, %23 ]
  %31 = phi i32 [ %30, %28 ], [ %17, %23 ]
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds i32, ptr %1, i64 %32
  %34 = cmpxchg ptr %33, i32 %30, i32 %29 seq_cst seq_cst, align 4
  %35 = sext i32 %29 to i64
  %36 = getelementptr inbounds i32, ptr %1, i64 %35
  %37 = load volatile i32, ptr %36, align 4, !tbaa !6
  %38 = icmp eq i32 %37, %29
  br i1 %38, label %39, label %28, !llvm.loop !11

39:
  %40 = phi i32 [ %17, %16 ], [ %21, %23 ], [ %29, %28 ]
  %41 = sext i32 %18 to i64
  %42 = getelementptr inbounds i32, ptr %1, i64 %41
  %43 = load volatile i32, ptr %42, align 4, !tbaa !6
  %44 = icmp eq i32 %43, %18
  br i1 %44, label %61, label %45

45:
  %46 = sext i32 %43 to i64
  %47 = getelementptr inbounds i32, ptr %1, i64 %46
  %48 = load volatile i32, ptr %47, align 4, !tbaa !6
  %49 = icmp eq i32 %48, %43
  br i1 %49, label %61, label %50

50:
  %51 = phi i32 [ %59, %50 ], [ %48, %45 ]
  %52 = phi i32 [ %51, %50 ], [ %43, %45 ]
  %53 = phi i32 [ %52, %50 ], [ %18, %45 ]
  %54 = sext i32 %53 to i64
  %55 = getelementptr inbounds i32, ptr %1, i64 %54
  %56 = cmpxchg ptr %55, i32 %52, i32 %51 seq_cst seq_cst, align 4
  %57 = sext i32 %51 to i64
  %58 = getelementptr inbounds i32, ptr %1, i64 %57
  %59 = load volatile i32, ptr %58, align 4, !tbaa !6
  %60 = icmp eq i32 %59, %51
  br i1 %60, label %61, label %50, !llvm.loop !11

61:
  %62 = phi i32 [ %18, %39 ], [ %43, %45 ], [ %51, %50 ]
  %63 = icmp eq i32 %40, %62
  br i1 %63, label %71, label %64

64:
  %65 = tail call i32 @llvm.smax.i32(i32 %40, i32 %62)
  %66 = tail call i32 @llvm.smin.i32(i32 %40, i32 %62)
  %67 = sext i32 %65 to i64
  %68 = getelementptr inbounds i32, ptr %1, i64 %67
  %69 = cmpxchg ptr %68, i32 %65, i32 %66 seq_cst seq_cst, align 4
  %70 = extractvalue { i32, i1 } %69, 1
  br i1 %70, label %71, label %16, !llvm.loop !16

71:
  ret void
}

define dso_local ptx_kernel void @flatten(ptr noundef %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %32

9:
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load volatile i32, ptr %11, align 4, !tbaa !6
  %13 = icmp eq i32 %12, %7
  br i1 %13, label %30, label %14

14:
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  %17 = load volatile i32, ptr %16, align 4, !tbaa !6
  %18 = icmp eq i32 %17, %12
  br i1 %18, label %30, label %19

19:
  %20 = phi i32 [ %28, %19 ], [ %17, %14 ]
  %21 = phi i32 [ %20, %19 ], [ %12, %14 ]
  %22 = phi i32 [ %21, %19 ], [ %7, %14 ]
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %0, i64 %23
  %25 = cmpxchg ptr %24, i32 %21, i32 %20 seq_cst seq_cst, align 4
  %26 = sext i32 %20 to i64
  %27 = getelementptr inbounds i32, ptr %0, i64 %26
  %28 = load volatile i32, ptr %27, align 4, !tbaa !6
  %29 = icmp eq i32 %28, %20
  br i1 %29, label %30, label %19, !llvm.loop !11

30:
  %31 = phi i32 [ %7, %9 ], [ %12, %14 ], [ %20, %19 ]
  store i32 %31, ptr %11, align 4, !tbaa !6
  br label %32

32:
  ret void
}

define dso_local ptx_kernel void @bellman_round(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %33

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.int2, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 8, !tbaa !13
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds i32, ptr %2, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = icmp eq i32 %18, -1
  br i1 %19, label %33, label %20

20:
  %21 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %22 = load i32, ptr %21, align 4, !tbaa !15
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %2, i64 %23
  %25 = getelementptr inbounds i32, ptr %1, i64 %13
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = add i32 %26, %18
  %28 = atomicrmw umin ptr %24, i32 %27 seq_cst, align 4
  %29 = load i32, ptr %25, align 4, !tbaa !6
  %30 = add i32 %29, %18
  %31 = icmp ugt i32 %28, %30
  br i1 %31, label %32, label %33

32:
  store i32 1, ptr %3, align 4, !tbaa !6
  br label %33

33:
  ret void
}

define dso_local ptx_kernel void @rank_round(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef captures(none) %3, i32 noundef %4) local_unnamed_addr #2 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %30

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.int2, ptr %0, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %16 = load i32, ptr %15, align 4, !tbaa !15
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds i64, ptr %3, i64 %17
  %19 = load i32, ptr %14, align 8, !tbaa !13
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i64, ptr %2, i64 %20
  %22 = load i64, ptr %21, align 8, !tbaa !17
  %23 = mul i64 %22, 14260633
  %24 = getelementptr inbounds i32, ptr %1, i64 %20
  %25 = load i32, ptr %24, align 4, !tbaa !6
  %26 = sext i32 %25 to i64
  %27 = udiv i64 %23, %26
  %28 = lshr i64 %27, 24
  %29 = atomicrmw add ptr %18, i64 %28 seq_cst, align 8
  br label %30

30:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.smax.i32(i32, i32) #4

declare i32 @llvm.smin.i32(i32, i32) #4

attributes #0 = { mustprogress nofree norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { mustprogress nofree noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!14, !7, i64 0}
!14 = !{!"_ZTS4int2", !7, i64 0, !7, i64 4}
!15 = !{!14, !7, i64 4}
!16 = distinct !{!16, !12}
!17 = !{!18, !18, i64 0}
!18 = !{!"long long", !8, i64 0}
