target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%union.anon = type { %"struct.cub::CUB_300001_SM_750::BlockDiscontinuity<int, 128>::TempStorage" }
%"struct.cub::CUB_300001_SM_750::BlockDiscontinuity<int, 128>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.0" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.0" = type { [256 x i32] }

@_ZZ15block_histogramE6counts = internal addrspace(3) global [256 x i32] undef, align 4
@_ZZ11block_headsE1s = internal unnamed_addr addrspace(3) global %union.anon undef, align 4

define dso_local ptx_kernel void @block_histogram(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 10
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 %6
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 %8
  %10 = load i8, ptr %9, align 1, !tbaa !11
  %11 = add nuw nsw i32 %3, 128
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !11
  %15 = zext nneg i32 %3 to i64
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 256
  %18 = load i8, ptr %17, align 1, !tbaa !11
  %19 = zext nneg i32 %3 to i64
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 384
  %22 = load i8, ptr %21, align 1, !tbaa !11
  %23 = zext nneg i32 %3 to i64
  %24 = getelementptr inbounds nuw i8, ptr %7, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 512
  %26 = load i8, ptr %25, align 1, !tbaa !11
  %27 = zext nneg i32 %3 to i64
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 %27
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 640
  %30 = load i8, ptr %29, align 1, !tbaa !11
  %31 = zext nneg i32 %3 to i64
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 768
  %34 = load i8, ptr %33, align 1, !tbaa !11
  %35 = zext nneg i32 %3 to i64
  %36 = getelementptr inbounds nuw i8, ptr %7, i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 896
  %38 = load i8, ptr %37, align 1, !tbaa !11
  %39 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %8
  store i32 0, ptr %39, align 4, !tbaa !6
  %40 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %12
  store i32 0, ptr %40, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %41 = zext i8 %10 to i64
  %42 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %41
  %43 = atomicrmw add ptr %42, i32 1 seq_cst, align 4
  %44 = zext i8 %14 to i64
  %45 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %44
  %46 = atomicrmw add ptr %45, i32 1 seq_cst, align 4
  %47 = zext i8 %18 to i64
  %48 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %47
  %49 = atomicrmw add ptr %48, i32 1 seq_cst, align 4
  %50 = zext i8 %22 to i64
  %51 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %50
  %52 = atomicrmw add ptr %51, i32 1 seq_cst, align 4
  %53 = zext i8 %26 to i64
  %54 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %53
  %55 = atomicrmw add ptr %54, i32 1 seq_cst, align 4
  %56 = zext i8 %30 to i64
  %57 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %56
  %58 = atomicrmw add ptr %57, i32 1 seq_cst, align 4
  %59 = zext i8 %34 to i64
  %60 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %59
  %61 = atomicrmw add ptr %60, i32 1 seq_cst, align 4
  %62 = zext i8 %38 to i64
  %63 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %62
  %64 = atomicrmw add ptr %63, i32 1 seq_cst, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %65 = icmp samesign ult i32 %3, 256
  br i1 %65, label %66, label %68

66:
  %67 = shl i32 %4, 8
  br label %69

68:
  ret void

69:
  %70 = phi i32 [ %3, %66 ], [ %77, %69 ]
  %71 = zext nneg i32 %70 to i64
  %72 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ15block_histogramE6counts to ptr), i64 %71
  %73 = load i32, ptr %72, align 4, !tbaa !6
  %74 = add nuw nsw i32 %70, %67
  %75 = zext i32 %74 to i64
  %76 = getelementptr inbounds nuw i32, ptr %1, i64 %75
  store i32 %73, ptr %76, align 4, !tbaa !6
  %77 = add nuw nsw i32 %70, 128
  %78 = icmp samesign ult i32 %70, 128
  br i1 %78, label %69, label %68, !llvm.loop !12
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @block_heads(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 8
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = shl nuw nsw i32 %4, 1
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %8, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = zext nneg i32 %9 to i64
  %14 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = zext nneg i32 %4 to i64
  %18 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11block_headsE1s to ptr), i64 512), i64 %17
  store i32 %16, ptr %18, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %19 = icmp eq i32 %4, 0
  br i1 %19, label %27, label %20

20:
  %21 = zext nneg i32 %4 to i64
  %22 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11block_headsE1s to ptr), i64 512), i64 %21
  %23 = getelementptr i8, ptr %22, i64 -4
  %24 = load i32, ptr %23, align 4, !tbaa !6
  %25 = icmp ne i32 %24, %12
  %26 = zext i1 %25 to i32
  br label %27

27:
  %28 = phi i32 [ %26, %20 ], [ 1, %3 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %16, ptr %18, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %19, label %35, label %29

29:
  %30 = zext nneg i32 %4 to i64
  %31 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11block_headsE1s to ptr), i64 512), i64 %30
  %32 = getelementptr i8, ptr %31, i64 -4
  %33 = load i32, ptr %32, align 4, !tbaa !6
  %34 = sub nsw i32 %12, %33
  br label %35

35:
  %36 = phi i32 [ %34, %29 ], [ %12, %27 ]
  %37 = sub nsw i32 %16, %12
  %38 = icmp ne i32 %12, %16
  %39 = zext i1 %38 to i32
  %40 = getelementptr inbounds nuw i32, ptr %1, i64 %7
  %41 = getelementptr inbounds nuw i32, ptr %40, i64 %10
  store i32 %28, ptr %41, align 4, !tbaa !6
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 4
  store i32 %39, ptr %42, align 4, !tbaa !6
  %43 = getelementptr inbounds nuw i32, ptr %2, i64 %7
  %44 = getelementptr inbounds nuw i32, ptr %43, i64 %10
  store i32 %36, ptr %44, align 4, !tbaa !6
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 4
  store i32 %37, ptr %45, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = !{!8, !8, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
