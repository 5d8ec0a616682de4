target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ10block_rankE1s = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 4

define dso_local ptx_kernel void @tile_sums(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %13 = and i32 %12, -8
  %14 = shl i32 255, %13
  %15 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 %14, i32 %11, i32 4, i32 6175)
  %16 = add nsw i32 %15, %11
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 %14, i32 %16, i32 2, i32 6175)
  %18 = add nsw i32 %17, %16
  %19 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 %14, i32 %18, i32 1, i32 6175)
  %20 = add nsw i32 %19, %18
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %14, i32 %20, i32 0, i32 6175)
  %22 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %11, i32 16, i32 31)
  %23 = add nsw i32 %22, %11
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %23, i32 8, i32 31)
  %25 = add nsw i32 %24, %23
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %25, i32 4, i32 31)
  %27 = add nsw i32 %26, %25
  %28 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %27, i32 2, i32 31)
  %29 = add nsw i32 %28, %27
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %29, i32 1, i32 31)
  %31 = add nsw i32 %30, %29
  %32 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %31, i32 0, i32 31)
  %33 = and i32 %8, 7
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %39

35:
  %36 = ashr exact i32 %8, 3
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %1, i64 %37
  store i32 %21, ptr %38, align 4, !tbaa !6
  br label %39

39:
  %40 = and i32 %8, 31
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %42, label %46

42:
  %43 = ashr exact i32 %8, 5
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds i32, ptr %2, i64 %44
  store i32 %32, ptr %45, align 4, !tbaa !6
  br label %46

46:
  ret void
}

define dso_local ptx_kernel void @coalesced_count(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %1, i64 %10
  store i32 -1, ptr %11, align 4, !tbaa !6
  %12 = getelementptr inbounds i32, ptr %0, i64 %10
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = icmp sgt i32 %13, %3
  br i1 %14, label %15, label %32

15:
  %16 = tail call noundef i32 @llvm.nvvm.activemask()
  %17 = tail call noundef i32 asm "mov.u32 $0, %lanemask_lt;", "=r"() #7
  %18 = and i32 %17, %16
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %23

20:
  %21 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %16)
  %22 = atomicrmw add ptr %2, i32 %21 seq_cst, align 4
  br label %23

23:
  %24 = phi i32 [ %22, %20 ], [ 0, %15 ]
  %25 = tail call i32 @llvm.bitreverse.i32(i32 %16)
  %26 = tail call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 %25) #8
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %16, i32 %24, i32 %26, i32 31)
  %28 = tail call noundef i32 asm "mov.u32 $0, %lanemask_lt;", "=r"() #7
  %29 = and i32 %28, %16
  %30 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %29)
  %31 = add i32 %30, %27
  store i32 %31, ptr %11, align 4, !tbaa !6
  br label %32

32:
  ret void
}

define dso_local ptx_kernel void @block_rank(ptr noundef writeonly captures(none) %0) local_unnamed_addr #2 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %8 = mul nuw nsw i32 %4, %6
  %9 = add nuw nsw i32 %8, %3
  %10 = mul nuw nsw i32 %9, %5
  %11 = add nuw nsw i32 %10, %2
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10block_rankE1s to ptr), i64 %12
  store i32 %11, ptr %13, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %15 = mul nuw nsw i32 %5, %6
  %16 = mul nuw nsw i32 %15, %7
  %17 = mul i32 %16, %14
  %18 = add i32 %11, %17
  %19 = load i32, ptr %13, align 4, !tbaa !6
  %20 = mul i32 %14, 1000
  %21 = add i32 %19, %20
  %22 = sext i32 %18 to i64
  %23 = getelementptr inbounds i32, ptr %0, i64 %22
  store i32 %21, ptr %23, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.nvvm.activemask() #4

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #3

declare noundef range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.z() #3

declare void @llvm.nvvm.barrier.cta.sync.all(i32) #5

declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #4

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #4

declare i32 @llvm.ctpop.i32(i32) #6

declare i32 @llvm.bitreverse.i32(i32) #6

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nocallback nounwind }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nounwind memory(none) }
attributes #8 = { nounwind memory(none) }

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
