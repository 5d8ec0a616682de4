target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ14atomics_scopedE1s = internal addrspace(3) global i32 undef, align 4

define dso_local ptx_kernel void @atomics_i32(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %38

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = atomicrmw add ptr %1, i32 %14 seq_cst, align 4
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %17 = sub nsw i32 0, %14
  %18 = atomicrmw add ptr %16, i32 %17 seq_cst, align 4
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %20 = atomicrmw min ptr %19, i32 %14 seq_cst, align 4
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %22 = atomicrmw max ptr %21, i32 %14 seq_cst, align 4
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %24 = atomicrmw and ptr %23, i32 %14 seq_cst, align 4
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %26 = atomicrmw or ptr %25, i32 %14 seq_cst, align 4
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = atomicrmw xor ptr %27, i32 %14 seq_cst, align 4
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %30 = atomicrmw xchg ptr %29, i32 %14 seq_cst, align 4
  %31 = atomicrmw uinc_wrap ptr %2, i32 999 seq_cst, align 4
  %32 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %33 = atomicrmw udec_wrap ptr %32, i32 999 seq_cst, align 4
  %34 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %35 = atomicrmw umin ptr %34, i32 %14 seq_cst, align 4
  %36 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %37 = atomicrmw umax ptr %36, i32 %14 seq_cst, align 4
  br label %38

38:
  ret void
}

define dso_local ptx_kernel void @atomics_u64(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %29

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !11
  %15 = atomicrmw add ptr %1, i64 %14 seq_cst, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %17 = atomicrmw umin ptr %16, i64 %14 seq_cst, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %19 = atomicrmw umax ptr %18, i64 %14 seq_cst, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = atomicrmw and ptr %20, i64 %14 seq_cst, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %23 = atomicrmw or ptr %22, i64 %14 seq_cst, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %25 = atomicrmw xor ptr %24, i64 %14 seq_cst, align 8
  %26 = atomicrmw min ptr %2, i64 %14 seq_cst, align 8
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %28 = atomicrmw max ptr %27, i64 %14 seq_cst, align 8
  br label %29

29:
  ret void
}

define dso_local ptx_kernel void @atomics_float(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %32

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !13
  %15 = atomicrmw fadd ptr %1, float %14 seq_cst, align 4
  %16 = load float, ptr %13, align 4, !tbaa !13
  %17 = fpext contract float %16 to double
  %18 = atomicrmw fadd ptr %2, double %17 seq_cst, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %20 = load float, ptr %19, align 4, !tbaa !13
  br label %21

21:
  %22 = phi float [ %20, %11 ], [ %30, %25 ]
  %23 = load float, ptr %13, align 4, !tbaa !13
  %24 = fcmp contract ult float %22, %23
  br i1 %24, label %25, label %32

25:
  %26 = bitcast float %22 to i32
  %27 = bitcast float %23 to i32
  %28 = cmpxchg ptr %19, i32 %26, i32 %27 seq_cst seq_cst, align 4
  %29 = extractvalue { i32, i1 } %28, 0
  %30 = bitcast i32 %29 to float
  %31 = fcmp contract une float %22, %30
  br i1 %31, label %21, label %32, !llvm.loop !15

32:
  ret void
}

define dso_local ptx_kernel void @atomics_small(ptr noundef readonly captures(none) %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %21

10:
  %11 = load volatile i16, ptr %1, align 2, !tbaa !17
  %12 = sext i32 %8 to i64
  %13 = getelementptr inbounds i16, ptr %0, i64 %12
  br label %14

14:
  %15 = phi i16 [ %11, %10 ], [ %19, %14 ]
  %16 = load i16, ptr %13, align 2, !tbaa !17
  %17 = add i16 %16, %15
  %18 = cmpxchg ptr %1, i16 %15, i16 %17 seq_cst seq_cst, align 2
  %19 = extractvalue { i16, i1 } %18, 0
  %20 = extractvalue { i16, i1 } %18, 1
  br i1 %20, label %21, label %14, !llvm.loop !19

21:
  ret void
}

define dso_local ptx_kernel void @atomics_scoped(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef captures(none) %2, ptr noundef captures(none) %3, i32 noundef %4) local_unnamed_addr #3 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %9

8:
  store i32 0, ptr addrspacecast (ptr addrspace(3) @_ZZ14atomics_scopedE1s to ptr), align 4, !tbaa !6
  br label %9

9:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %12 = mul i32 %10, %11
  %13 = add i32 %12, %6
  %14 = icmp slt i32 %13, %4
  br i1 %14, label %15, label %23

15:
  %16 = sext i32 %13 to i64
  %17 = getelementptr inbounds i32, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = tail call noundef i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr addrspacecast (ptr addrspace(3) @_ZZ14atomics_scopedE1s to ptr), i32 %18)
  %20 = atomicrmw add ptr %2, i32 %18 seq_cst, align 4
  %21 = load i32, ptr %17, align 4, !tbaa !6
  %22 = tail call noundef i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr %3, i32 %21)
  br label %23

23:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %7, label %24, label %28

24:
  %25 = zext nneg i32 %10 to i64
  %26 = getelementptr inbounds nuw i32, ptr %1, i64 %25
  %27 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14atomics_scopedE1s to ptr), align 4, !tbaa !6
  store i32 %27, ptr %26, align 4, !tbaa !6
  br label %28

28:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr captures(none), i32) #6

declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr captures(none), i32) #6

attributes #0 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { nofree noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nounwind memory(argmem: readwrite) }

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
!12 = !{!"long long", !8, i64 0}
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!18, !18, i64 0}
!18 = !{!"short", !8, i64 0}
!19 = distinct !{!19, !16}
