target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Tuple = type { i32, %struct.Tuple.4 }
%struct.Tuple.4 = type { float, %struct.Tuple.5 }
%struct.Tuple.5 = type { i16, [2 x i8] }
%class.SmallVector = type { [64 x i32], i32 }

define dso_local ptx_kernel void @lambda_map(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %21

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = mul i32 %15, %2
  %17 = add i32 %16, 1
  %18 = ashr i32 %15, %3
  %19 = xor i32 %17, %18
  %20 = getelementptr inbounds i32, ptr %1, i64 %13
  store i32 %19, ptr %20, align 4, !tbaa !6
  br label %21

21:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @tuple_fold(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %27

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.Tuple, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !11
  %14 = sitofp i32 %13 to double
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %16 = load float, ptr %15, align 4, !tbaa !18
  %17 = fpext contract float %16 to double
  %18 = fmul contract double %17, 2.000000e+00
  %19 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %20 = load i16, ptr %19, align 4, !tbaa !19
  %21 = sitofp i16 %20 to double
  %22 = fmul contract double %21, 3.000000e+00
  %23 = fadd contract double %22, 0.000000e+00
  %24 = fadd contract double %18, %23
  %25 = fadd contract double %24, %14
  %26 = getelementptr inbounds double, ptr %1, i64 %11
  store double %25, ptr %26, align 8, !tbaa !20
  br label %27

27:
  ret void
}

define dso_local ptx_kernel void @polynomial(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %25

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = sext i32 %13 to i64
  %15 = add nsw i64 %14, -15
  %16 = mul nsw i64 %15, %14
  %17 = add nsw i64 %16, 85
  %18 = mul nsw i64 %17, %14
  %19 = add nsw i64 %18, -225
  %20 = mul nsw i64 %19, %14
  %21 = add nsw i64 %20, 274
  %22 = mul nsw i64 %21, %14
  %23 = add nsw i64 %22, -120
  %24 = getelementptr inbounds i64, ptr %1, i64 %11
  store i64 %23, ptr %24, align 8, !tbaa !22
  br label %25

25:
  ret void
}

define dso_local ptx_kernel void @small_vector(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = alloca %class.SmallVector, align 4
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %11, label %49

11:
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #4
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store i32 0, ptr %12, align 4, !tbaa !24
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %33, label %17

17:
  %18 = phi i32 [ %29, %28 ], [ 1, %11 ]
  %19 = urem i32 %15, %18
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %28

21:
  %22 = load i32, ptr %12, align 4, !tbaa !24
  %23 = icmp eq i32 %22, 64
  br i1 %23, label %33, label %24

24:
  %25 = add nsw i32 %22, 1
  %26 = sext i32 %22 to i64
  %27 = getelementptr inbounds i32, ptr %4, i64 %26
  store i32 %25, ptr %12, align 4, !tbaa !24
  store i32 %18, ptr %27, align 4, !tbaa !6
  br label %28

28:
  %29 = add i32 %18, 1
  %30 = icmp ugt i32 %29, %15
  br i1 %30, label %31, label %17, !llvm.loop !26

31:
  %32 = load i32, ptr %12, align 4, !tbaa !24
  br label %33, !llvm.loop !26

33:
  %34 = phi i32 [ 0, %11 ], [ %32, %31 ], [ 64, %21 ]
  %35 = sext i32 %34 to i64
  %36 = shl nsw i64 %35, 2
  %37 = getelementptr inbounds i8, ptr %4, i64 %36
  %38 = icmp eq i32 %34, 0
  br i1 %38, label %46, label %39

39:
  %40 = phi ptr [ %44, %39 ], [ %4, %33 ]
  %41 = phi i32 [ %43, %39 ], [ 0, %33 ]
  %42 = load i32, ptr %40, align 4, !tbaa !6
  %43 = add i32 %42, %41
  %44 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %45 = icmp eq ptr %44, %37
  br i1 %45, label %46, label %39

46:
  %47 = phi i32 [ 0, %33 ], [ %43, %39 ]
  %48 = getelementptr inbounds i32, ptr %1, i64 %13
  store i32 %47, ptr %48, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #4
  br label %49

49:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }

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
!11 = !{!12, !7, i64 0}
!12 = !{!"_ZTS5TupleIJifsEE", !7, i64 0, !13, i64 4}
!13 = !{!"_ZTS5TupleIJfsEE", !14, i64 0, !15, i64 4}
!14 = !{!"float", !8, i64 0}
!15 = !{!"_ZTS5TupleIJsEE", !16, i64 0, !17, i64 2}
!16 = !{!"short", !8, i64 0}
!17 = !{!"_ZTS5TupleIJEE"}
!18 = !{!13, !14, i64 0}
!19 = !{!15, !16, i64 0}
!20 = !{!21, !21, i64 0}
!21 = !{!"double", !8, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"long long", !8, i64 0}
!24 = !{!25, !7, i64 256}
!25 = !{!"_ZTS11SmallVectorIjLi64EE", !8, i64 0, !7, i64 256}
!26 = distinct !{!26, !27}
!27 = !{!"llvm.loop.mustprogress"}
