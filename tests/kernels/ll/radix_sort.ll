target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11radix_countE1s = internal addrspace(3) global [16 x i32] undef, align 4
@_ZZ13radix_scatterE10warp_count = internal unnamed_addr addrspace(3) global [8 x [16 x i16]] undef, align 2

define dso_local ptx_kernel void @radix_count(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp samesign ult i32 %4, 16
  br i1 %5, label %6, label %9

6:
  %7 = zext nneg i32 %4 to i64
  %8 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11radix_countE1s to ptr), i64 %7
  store i32 0, ptr %8, align 4, !tbaa !6
  br label %9

9:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = shl i32 %10, 8
  %12 = add i32 %11, %4
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = lshr i32 %15, %2
  %17 = and i32 %16, 15
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11radix_countE1s to ptr), i64 %18
  %20 = atomicrmw add ptr %19, i32 1 seq_cst, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %5, label %21, label %30

21:
  %22 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %23 = mul i32 %4, %22
  %24 = add i32 %23, %10
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %1, i64 %25
  %27 = zext nneg i32 %4 to i64
  %28 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11radix_countE1s to ptr), i64 %27
  %29 = load i32, ptr %28, align 4, !tbaa !6
  store i32 %29, ptr %26, align 4, !tbaa !6
  br label %30

30:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @radix_scatter(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = and i32 %5, 31
  %7 = lshr i32 %5, 5
  %8 = icmp samesign ult i32 %5, 128
  br i1 %8, label %9, label %12

9:
  %10 = zext nneg i32 %5 to i64
  %11 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ13radix_scatterE10warp_count to ptr), i64 %10
  store i16 0, ptr %11, align 2, !tbaa !11
  br label %12

12:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = shl i32 %13, 8
  %15 = add i32 %14, %5
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw i32, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = lshr i32 %18, %3
  %20 = and i32 %19, 15
  %21 = and i32 %19, 1
  %22 = icmp ne i32 %21, 0
  %23 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %22)
  %24 = add nsw i32 %21, -1
  %25 = xor i32 %23, %24
  %26 = lshr i32 %19, 1
  %27 = and i32 %26, 1
  %28 = icmp ne i32 %27, 0
  %29 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %28)
  %30 = add nsw i32 %27, -1
  %31 = xor i32 %29, %30
  %32 = and i32 %31, %25
  %33 = lshr i32 %19, 2
  %34 = and i32 %33, 1
  %35 = icmp ne i32 %34, 0
  %36 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %35)
  %37 = add nsw i32 %34, -1
  %38 = xor i32 %36, %37
  %39 = and i32 %38, %32
  %40 = lshr i32 %20, 3
  %41 = icmp ne i32 %40, 0
  %42 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %41)
  %43 = add nsw i32 %40, -1
  %44 = xor i32 %42, %43
  %45 = and i32 %44, %39
  %46 = shl nsw i32 -1, %6
  %47 = xor i32 %46, -1
  %48 = and i32 %45, %47
  %49 = tail call noundef range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %48)
  %50 = icmp eq i32 %48, 0
  br i1 %50, label %51, label %58

51:
  %52 = zext nneg i32 %7 to i64
  %53 = getelementptr inbounds nuw [16 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ13radix_scatterE10warp_count to ptr), i64 %52
  %54 = zext nneg i32 %20 to i64
  %55 = getelementptr inbounds nuw i16, ptr %53, i64 %54
  %56 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %45)
  %57 = trunc nuw nsw i32 %56 to i16
  store i16 %57, ptr %55, align 2, !tbaa !11
  br label %58

58:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %59 = icmp eq i32 %7, 0
  br i1 %59, label %85, label %60

60:
  %61 = zext nneg i32 %20 to i64
  %62 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ13radix_scatterE10warp_count to ptr), i64 %61
  %63 = and i32 %7, 7
  %64 = icmp samesign ult i32 %5, 256
  br i1 %64, label %69, label %65

65:
  %66 = and i32 %7, 24
  br label %96

67:
  %68 = icmp eq i32 %63, 0
  br i1 %68, label %85, label %69

69:
  %70 = phi i32 [ 0, %60 ], [ %147, %67 ]
  %71 = phi i32 [ %49, %60 ], [ %146, %67 ]
  %72 = icmp ne i32 %63, 0
  tail call void @llvm.assume(i1 %72)
  br label %73

73:
  %74 = phi i32 [ %70, %69 ], [ %82, %73 ]
  %75 = phi i32 [ %71, %69 ], [ %81, %73 ]
  %76 = phi i32 [ 0, %69 ], [ %83, %73 ]
  %77 = zext nneg i32 %74 to i64
  %78 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %77
  %79 = load i16, ptr %78, align 2, !tbaa !11
  %80 = zext i16 %79 to i32
  %81 = add i32 %75, %80
  %82 = add nuw nsw i32 %74, 1
  %83 = add i32 %76, 1
  %84 = icmp eq i32 %83, %63
  br i1 %84, label %85, label %73, !llvm.loop !13

85:
  %86 = phi i32 [ %49, %58 ], [ %146, %67 ], [ %81, %73 ]
  %87 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %88 = mul i32 %20, %87
  %89 = add i32 %88, %13
  %90 = zext i32 %89 to i64
  %91 = getelementptr inbounds nuw i32, ptr %2, i64 %90
  %92 = load i32, ptr %91, align 4, !tbaa !6
  %93 = add i32 %92, %86
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i32, ptr %1, i64 %94
  store i32 %18, ptr %95, align 4, !tbaa !6
  ret void

96:
  %97 = phi i32 [ 0, %65 ], [ %147, %96 ]
  %98 = phi i32 [ %49, %65 ], [ %146, %96 ]
  %99 = phi i32 [ 0, %65 ], [ %148, %96 ]
  %100 = zext nneg i32 %97 to i64
  %101 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %100
  %102 = load i16, ptr %101, align 2, !tbaa !11
  %103 = zext i16 %102 to i32
  %104 = add i32 %98, %103
  %105 = zext nneg i32 %97 to i64
  %106 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %105
  %107 = getelementptr inbounds nuw i8, ptr %106, i64 32
  %108 = load i16, ptr %107, align 2, !tbaa !11
  %109 = zext i16 %108 to i32
  %110 = add i32 %104, %109
  %111 = zext nneg i32 %97 to i64
  %112 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %111
  %113 = getelementptr inbounds nuw i8, ptr %112, i64 64
  %114 = load i16, ptr %113, align 2, !tbaa !11
  %115 = zext i16 %114 to i32
  %116 = add i32 %110, %115
  %117 = zext nneg i32 %97 to i64
  %118 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %117
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 96
  %120 = load i16, ptr %119, align 2, !tbaa !11
  %121 = zext i16 %120 to i32
  %122 = add i32 %116, %121
  %123 = zext nneg i32 %97 to i64
  %124 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %123
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 128
  %126 = load i16, ptr %125, align 2, !tbaa !11
  %127 = zext i16 %126 to i32
  %128 = add i32 %122, %127
  %129 = zext nneg i32 %97 to i64
  %130 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %129
  %131 = getelementptr inbounds nuw i8, ptr %130, i64 160
  %132 = load i16, ptr %131, align 2, !tbaa !11
  %133 = zext i16 %132 to i32
  %134 = add i32 %128, %133
  %135 = zext nneg i32 %97 to i64
  %136 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %135
  %137 = getelementptr inbounds nuw i8, ptr %136, i64 192
  %138 = load i16, ptr %137, align 2, !tbaa !11
  %139 = zext i16 %138 to i32
  %140 = add i32 %134, %139
  %141 = zext nneg i32 %97 to i64
  %142 = getelementptr inbounds nuw [16 x i16], ptr %62, i64 %141
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 224
  %144 = load i16, ptr %143, align 2, !tbaa !11
  %145 = zext i16 %144 to i32
  %146 = add i32 %140, %145
  %147 = add nuw nsw i32 %97, 8
  %148 = add i32 %99, 8
  %149 = icmp eq i32 %148, %66
  br i1 %149, label %67, label %96, !llvm.loop !15
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #3

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #4

declare i32 @llvm.ctpop.i32(i32) #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

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
!12 = !{!"short", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
