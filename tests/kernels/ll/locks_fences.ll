target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ14last_block_sumE1s = internal addrspace(3) global i32 undef, align 4
@_ZZ14last_block_sumE4last = internal unnamed_addr addrspace(3) global i8 undef, align 1
@_ZZ13volatile_mailE3box = internal addrspace(3) global [64 x i32] undef, align 4
@_ZZ13volatile_mailE5ready = internal addrspace(3) global [64 x i16] undef, align 2

define dso_local ptx_kernel void @spin_lock(ptr noundef captures(none) %0, ptr noundef %1) local_unnamed_addr #0 {
  br label %3

3:
  %4 = cmpxchg ptr %0, i32 0, i32 1 seq_cst seq_cst, align 4
  %5 = extractvalue { i32, i1 } %4, 1
  br i1 %5, label %6, label %3

6:
  tail call void @llvm.nvvm.membar.gl()
  %7 = load volatile i32, ptr %1, align 4, !tbaa !6
  %8 = add nsw i32 %7, 1
  store volatile i32 %8, ptr %1, align 4, !tbaa !6
  tail call void @llvm.nvvm.membar.gl()
  %9 = atomicrmw xchg ptr %0, i32 0 seq_cst, align 4
  ret void
}

define dso_local ptx_kernel void @ticket_lock(ptr noundef captures(none) %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = and i32 %4, 31
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %18

7:
  %8 = atomicrmw add ptr %0, i32 1 seq_cst, align 4
  %9 = load volatile i32, ptr %1, align 4, !tbaa !6
  %10 = icmp eq i32 %9, %8
  br i1 %10, label %14, label %11

11:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 20) #6
  %12 = load volatile i32, ptr %1, align 4, !tbaa !6
  %13 = icmp eq i32 %12, %8
  br i1 %13, label %14, label %11, !llvm.loop !12

14:
  tail call void @llvm.nvvm.membar.gl()
  %15 = load volatile i32, ptr %2, align 4, !tbaa !6
  %16 = add nsw i32 %15, 1
  store volatile i32 %16, ptr %2, align 4, !tbaa !6
  tail call void @llvm.nvvm.membar.gl()
  %17 = add i32 %8, 1
  store volatile i32 %17, ptr %1, align 4, !tbaa !6
  br label %18

18:
  ret void
}

define dso_local ptx_kernel void @last_block_sum(ptr noundef readonly captures(none) %0, ptr noundef %1, ptr noundef captures(none) %2, ptr noundef writeonly captures(none) %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8

7:
  store i32 0, ptr addrspacecast (ptr addrspace(3) @_ZZ14last_block_sumE1s to ptr), align 4, !tbaa !6
  br label %8

8:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = shl i32 %9, 7
  %11 = add i32 %10, %5
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = atomicrmw add ptr addrspacecast (ptr addrspace(3) @_ZZ14last_block_sumE1s to ptr), i32 %14 seq_cst, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %6, label %16, label %25

16:
  %17 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14last_block_sumE1s to ptr), align 4, !tbaa !6
  %18 = zext nneg i32 %9 to i64
  %19 = getelementptr inbounds nuw i32, ptr %1, i64 %18
  store i32 %17, ptr %19, align 4, !tbaa !6
  tail call void @llvm.nvvm.membar.gl()
  %20 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %21 = add nsw i32 %20, -1
  %22 = atomicrmw uinc_wrap ptr %2, i32 %21 seq_cst, align 4
  %23 = icmp eq i32 %22, %21
  %24 = zext i1 %23 to i8
  store i8 %24, ptr addrspacecast (ptr addrspace(3) @_ZZ14last_block_sumE4last to ptr), align 1, !tbaa !14
  br label %25

25:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %26 = load i8, ptr addrspacecast (ptr addrspace(3) @_ZZ14last_block_sumE4last to ptr), align 1, !tbaa !14, !range !16, !noundef !17
  %27 = trunc nuw i8 %26 to i1
  %28 = and i1 %6, %27
  br i1 %28, label %29, label %100

29:
  %30 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %31 = and i32 %30, 7
  %32 = icmp samesign ult i32 %30, 8
  br i1 %32, label %37, label %33

33:
  %34 = and i32 %30, 2147483640
  br label %54

35:
  %36 = icmp eq i32 %31, 0
  br i1 %36, label %52, label %37

37:
  %38 = phi i32 [ 0, %29 ], [ %97, %35 ]
  %39 = phi i32 [ 0, %29 ], [ %96, %35 ]
  %40 = icmp ne i32 %31, 0
  tail call void @llvm.assume(i1 %40)
  br label %41

41:
  %42 = phi i32 [ %38, %37 ], [ %49, %41 ]
  %43 = phi i32 [ %39, %37 ], [ %48, %41 ]
  %44 = phi i32 [ 0, %37 ], [ %50, %41 ]
  %45 = zext nneg i32 %42 to i64
  %46 = getelementptr inbounds nuw i32, ptr %1, i64 %45
  %47 = load volatile i32, ptr %46, align 4, !tbaa !6
  %48 = add nsw i32 %47, %43
  %49 = add nuw nsw i32 %42, 1
  %50 = add i32 %44, 1
  %51 = icmp eq i32 %50, %31
  br i1 %51, label %52, label %41, !llvm.loop !18

52:
  %53 = phi i32 [ %96, %35 ], [ %48, %41 ]
  store i32 %53, ptr %3, align 4, !tbaa !6
  br label %100

54:
  %55 = phi i32 [ 0, %33 ], [ %97, %54 ]
  %56 = phi i32 [ 0, %33 ], [ %96, %54 ]
  %57 = phi i32 [ 0, %33 ], [ %98, %54 ]
  %58 = zext nneg i32 %55 to i64
  %59 = getelementptr inbounds nuw i32, ptr %1, i64 %58
  %60 = load volatile i32, ptr %59, align 4, !tbaa !6
  %61 = add nsw i32 %60, %56
  %62 = zext nneg i32 %55 to i64
  %63 = getelementptr inbounds nuw i32, ptr %1, i64 %62
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 4
  %65 = load volatile i32, ptr %64, align 4, !tbaa !6
  %66 = add nsw i32 %65, %61
  %67 = zext nneg i32 %55 to i64
  %68 = getelementptr inbounds nuw i32, ptr %1, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 8
  %70 = load volatile i32, ptr %69, align 4, !tbaa !6
  %71 = add nsw i32 %70, %66
  %72 = zext nneg i32 %55 to i64
  %73 = getelementptr inbounds nuw i32, ptr %1, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 12
  %75 = load volatile i32, ptr %74, align 4, !tbaa !6
  %76 = add nsw i32 %75, %71
  %77 = zext nneg i32 %55 to i64
  %78 = getelementptr inbounds nuw i32, ptr %1, i64 %77
  %79 = getelementptr inbounds nuw i8, ptr %78, i64 16
  %80 = load volatile i32, ptr %79, align 4, !tbaa !6
  %81 = add nsw i32 %80, %76
  %82 = zext nneg i32 %55 to i64
  %83 = getelementptr inbounds nuw i32, ptr %1, i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 20
  %85 = load volatile i32, ptr %84, align 4, !tbaa !6
  %86 = add nsw i32 %85, %81
  %87 = zext nneg i32 %55 to i64
  %88 = getelementptr inbounds nuw i32, ptr %1, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 24
  %90 = load volatile i32, ptr %89, align 4, !tbaa !6
  %91 = add nsw i32 %90, %86
  %92 = zext nneg i32 %55 to i64
  %93 = getelementptr inbounds nuw i32, ptr %1, i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 28
  %95 = load volatile i32, ptr %94, align 4, !tbaa !6
  %96 = add nsw i32 %95, %91
  %97 = add nuw nsw i32 %55, 8
  %98 = add i32 %57, 8
  %99 = icmp eq i32 %98, %34
  br i1 %99, label %35, label %54, !llvm.loop !20

100:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @volatile_mail(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #1 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ13volatile_mailE5ready to ptr), i64 %4
  store volatile i16 0, ptr %5, align 2, !tbaa !21
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  %7 = load i32, ptr %6, align 4, !tbaa !6
  %8 = add nsw i32 %7, 1
  %9 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13volatile_mailE3box to ptr), i64 %4
  store volatile i32 %8, ptr %9, align 4, !tbaa !6
  tail call void @llvm.nvvm.membar.cta()
  store volatile i16 1, ptr %5, align 2, !tbaa !21
  tail call void @llvm.nvvm.membar.sys()
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %10 = xor i32 %3, 32
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ13volatile_mailE5ready to ptr), i64 %11
  %13 = load volatile i16, ptr %12, align 2, !tbaa !21
  %14 = icmp eq i16 %13, 0
  br i1 %14, label %18, label %15

15:
  %16 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13volatile_mailE3box to ptr), i64 %11
  %17 = load volatile i32, ptr %16, align 4, !tbaa !6
  br label %18

18:
  %19 = phi i32 [ %17, %15 ], [ -1, %2 ]
  %20 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  store i32 %19, ptr %20, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.membar.gl() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #4

declare void @llvm.nvvm.membar.cta() #3

declare void @llvm.nvvm.membar.sys() #3

declare void @llvm.assume(i1 noundef) #5

attributes #0 = { mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nocallback nounwind }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #6 = { convergent nounwind }

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
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!15, !15, i64 0}
!15 = !{!"bool", !8, i64 0}
!16 = !{i8 0, i8 2}
!17 = !{}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.unroll.disable"}
!20 = distinct !{!20, !13}
!21 = !{!22, !22, i64 0}
!22 = !{!"short", !8, i64 0}
