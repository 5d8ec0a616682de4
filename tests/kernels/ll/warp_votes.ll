target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @votes(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = icmp sgt i32 %11, 0
  %13 = tail call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %12)
  %14 = zext i1 %13 to i32
  %15 = tail call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %12)
  %16 = select i1 %15, i32 2, i32 0
  %17 = or disjoint i32 %16, %14
  %18 = getelementptr inbounds i32, ptr %1, i64 %9
  store i32 %17, ptr %18, align 4, !tbaa !6
  %19 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %12)
  %20 = getelementptr inbounds i32, ptr %2, i64 %9
  store i32 %19, ptr %20, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @matches(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = tail call noundef i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %12)
  %14 = getelementptr inbounds i64, ptr %1, i64 %10
  %15 = load i64, ptr %14, align 8, !tbaa !11
  %16 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 -1, i64 %15)
  %17 = and i32 %16, %13
  %18 = getelementptr inbounds i32, ptr %2, i64 %10
  store i32 %17, ptr %18, align 4, !tbaa !6
  %19 = load i32, ptr %11, align 4, !tbaa !6
  %20 = tail call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %19)
  %21 = extractvalue { i32, i1 } %20, 1
  %22 = extractvalue { i32, i1 } %20, 0
  %23 = select i1 %21, i32 %22, i32 0
  %24 = getelementptr inbounds i32, ptr %3, i64 %10
  store i32 %23, ptr %24, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @shuffles(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = srem i32 %7, 32
  %9 = sext i32 %7 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = shl nsw i64 %9, 6
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 %12
  %14 = trunc nsw i32 %8 to i16
  %15 = mul nsw i16 %14, 7
  %16 = srem i16 %15, 32
  %17 = sext i16 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %11, i32 %17, i32 31)
  %19 = sext i32 %18 to i64
  store i64 %19, ptr %13, align 8, !tbaa !13
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %11, i32 3, i32 0)
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i64 %21, ptr %22, align 8, !tbaa !13
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %11, i32 5, i32 31)
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %24, ptr %25, align 8, !tbaa !13
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %11, i32 9, i32 31)
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr %13, i64 24
  store i64 %27, ptr %28, align 8, !tbaa !13
  %29 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %11, i32 1, i32 6144)
  %30 = sext i32 %29 to i64
  %31 = getelementptr inbounds nuw i8, ptr %13, i64 32
  store i64 %30, ptr %31, align 8, !tbaa !13
  %32 = sitofp i32 %11 to double
  %33 = fmul contract double %32, 5.000000e-01
  %34 = sub nsw i32 31, %8
  %35 = bitcast double %33 to i64
  %36 = trunc i64 %35 to i32
  %37 = lshr i64 %35, 32
  %38 = trunc nuw i64 %37 to i32
  %39 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %36, i32 %34, i32 31)
  %40 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %38, i32 %34, i32 31)
  %41 = zext i32 %40 to i64
  %42 = shl nuw i64 %41, 32
  %43 = zext i32 %39 to i64
  %44 = or disjoint i64 %42, %43
  %45 = bitcast i64 %44 to double
  %46 = fptosi double %45 to i64
  %47 = getelementptr inbounds nuw i8, ptr %13, i64 40
  store i64 %46, ptr %47, align 8, !tbaa !13
  %48 = ashr i32 %7, 31
  %49 = add i32 %11, %48
  %50 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %7, i32 %34, i32 31)
  %51 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %49, i32 %34, i32 31)
  %52 = zext i32 %51 to i64
  %53 = shl nuw i64 %52, 32
  %54 = zext i32 %50 to i64
  %55 = or disjoint i64 %53, %54
  %56 = getelementptr inbounds nuw i8, ptr %13, i64 48
  store i64 %55, ptr %56, align 8, !tbaa !13
  %57 = sitofp i32 %11 to float
  %58 = fmul contract float %57, 2.500000e-01
  %59 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %58, i32 2, i32 7199)
  %60 = fptosi float %59 to i64
  %61 = getelementptr inbounds nuw i8, ptr %13, i64 56
  store i64 %60, ptr %61, align 8, !tbaa !13
  ret void
}

define dso_local ptx_kernel void @divergent(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #1 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4, !tbaa !6
  %11 = and i32 %10, 1
  %12 = icmp ne i32 %11, 0
  %13 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %12)
  %14 = icmp eq i32 %11, 0
  br i1 %14, label %15, label %19

15:
  %16 = xor i32 %13, -1
  %17 = tail call noundef i32 @llvm.nvvm.match.any.sync.i32(i32 %16, i32 1)
  %18 = and i32 %17, %16
  br label %19

19:
  %20 = phi i32 [ %18, %15 ], [ %13, %2 ]
  %21 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %20)
  %22 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 %21, ptr %22, align 4, !tbaa !6
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %23 = tail call noundef i32 @llvm.nvvm.activemask()
  %24 = and i32 %7, 31
  %25 = shl nuw i32 1, %24
  %26 = and i32 %23, %25
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %28, label %29

28:
  store i32 -1, ptr %22, align 4, !tbaa !6
  br label %29

29:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare i1 @llvm.nvvm.vote.all.sync(i32, i1) #3

declare i1 @llvm.nvvm.vote.any.sync(i32, i1) #3

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #3

declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32) #3

declare i32 @llvm.nvvm.match.any.sync.i64(i32, i64) #3

declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32) #3

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #3

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #3

declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #3

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #3

declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32) #3

declare void @llvm.nvvm.bar.warp.sync(i32) #4

declare i32 @llvm.nvvm.activemask() #3

declare i32 @llvm.ctpop.i32(i32) #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!14 = !{!"long", !8, i64 0}
