target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ13split_barrierE6memory = internal addrspace(3) global [8 x i8] undef, align 8
@_ZZ13split_barrierE1s = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 4

define dso_local ptx_kernel void @split_barrier(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %6, label %7

6:
  tail call void asm sideeffect "mbarrier.init.shared.b64 [$0], $1;", "r,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32), i32 128) #3
  br label %7

7:
  %8 = shl i32 %4, 7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %9 = add nsw i32 %8, %3
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = zext nneg i32 %3 to i64
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %13
  store i32 %12, ptr %14, align 4, !tbaa !6
  %15 = tail call noundef i64 asm "mbarrier.arrive.shared.b64                                  $0,  [$1];           // 1. ", "=l,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32)) #3
  %16 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  br label %17

17:
  %18 = phi i32 [ 0, %7 ], [ %36, %35 ]
  %19 = tail call i32 asm sideeffect "{\0A\09.reg .pred p;\0A\09mbarrier.test_wait.shared.b64 p, [$1], $2;\0A\09selp.b32 $0, 1, 0, p;\0A\09}", "=r,r,l,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32), i64 %15) #3
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %37

21:
  %22 = icmp slt i32 %18, 16
  br i1 %22, label %23, label %25

23:
  %24 = add nsw i32 %18, 1
  br label %35

25:
  %26 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  %27 = sub nsw i64 %26, %16
  %28 = icmp sgt i64 %27, 3999999
  br i1 %28, label %29, label %30

29:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #3
  br label %35

30:
  %31 = icmp sgt i64 %27, 39999
  br i1 %31, label %32, label %35

32:
  %33 = lshr i64 %27, 2
  %34 = trunc nuw nsw i64 %33 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %34) #3
  br label %35

35:
  %36 = phi i32 [ %24, %23 ], [ %18, %30 ], [ %18, %32 ], [ %18, %29 ]
  br label %17, !llvm.loop !16

37:
  %38 = sub nsw i32 127, %3
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = tail call noundef i64 asm "mbarrier.arrive.shared.b64                                  $0,  [$1];           // 1. ", "=l,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32)) #3
  %43 = load i32, ptr %11, align 4, !tbaa !6
  %44 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  br label %45

45:
  %46 = phi i32 [ 0, %37 ], [ %64, %63 ]
  %47 = tail call i32 asm sideeffect "{\0A\09.reg .pred p;\0A\09mbarrier.test_wait.shared.b64 p, [$1], $2;\0A\09selp.b32 $0, 1, 0, p;\0A\09}", "=r,r,l,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32), i64 %42) #3
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %65

49:
  %50 = icmp slt i32 %46, 16
  br i1 %50, label %51, label %53

51:
  %52 = add nsw i32 %46, 1
  br label %63

53:
  %54 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  %55 = sub nsw i64 %54, %44
  %56 = icmp sgt i64 %55, 3999999
  br i1 %56, label %57, label %58

57:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #3
  br label %63

58:
  %59 = icmp sgt i64 %55, 39999
  br i1 %59, label %60, label %63

60:
  %61 = lshr i64 %55, 2
  %62 = trunc nuw nsw i64 %61 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %62) #3
  br label %63

63:
  %64 = phi i32 [ %52, %51 ], [ %46, %58 ], [ %46, %60 ], [ %46, %57 ]
  br label %45, !llvm.loop !16

65:
  store i32 %43, ptr %14, align 4, !tbaa !6
  %66 = tail call noundef i64 asm "mbarrier.arrive.shared.b64                                  $0,  [$1];           // 1. ", "=l,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32)) #3
  %67 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  br label %68

68:
  %69 = phi i32 [ 0, %65 ], [ %87, %86 ]
  %70 = tail call i32 asm sideeffect "{\0A\09.reg .pred p;\0A\09mbarrier.test_wait.shared.b64 p, [$1], $2;\0A\09selp.b32 $0, 1, 0, p;\0A\09}", "=r,r,l,~{memory}"(i32 ptrtoint (ptr addrspace(3) @_ZZ13split_barrierE6memory to i32), i64 %66) #3
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %72, label %88

72:
  %73 = icmp slt i32 %69, 16
  br i1 %73, label %74, label %76

74:
  %75 = add nsw i32 %69, 1
  br label %86

76:
  %77 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #3
  %78 = sub nsw i64 %77, %67
  %79 = icmp sgt i64 %78, 3999999
  br i1 %79, label %80, label %81

80:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #3
  br label %86

81:
  %82 = icmp sgt i64 %78, 39999
  br i1 %82, label %83, label %86

83:
  %84 = lshr i64 %78, 2
  %85 = trunc nuw nsw i64 %84 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %85) #3
  br label %86

86:
  %87 = phi i32 [ %75, %74 ], [ %69, %81 ], [ %69, %83 ], [ %69, %80 ]
  br label %68, !llvm.loop !16

88:
  %89 = add nuw nsw i32 %3, 1
  %90 = and i32 %89, 127
  %91 = zext nneg i32 %90 to i64
  %92 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %91
  %93 = load i32, ptr %92, align 4, !tbaa !6
  %94 = add nsw i32 %93, %41
  %95 = getelementptr inbounds i32, ptr %1, i64 %10
  store i32 %94, ptr %95, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind }

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
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
