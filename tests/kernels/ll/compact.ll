target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11run_lengthsE5heads = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4
@_ZZ11run_lengthsE5place = internal unnamed_addr addrspace(3) global [257 x i16] undef, align 2

define dso_local ptx_kernel void @compact_positive(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = and i32 %8, 31
  %11 = icmp slt i32 %9, %3
  br i1 %11, label %12, label %16

12:
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  br label %16

16:
  %17 = phi i32 [ %15, %12 ], [ 0, %4 ]
  %18 = icmp sgt i32 %17, 0
  %19 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %18)
  %20 = icmp eq i32 %10, 0
  %21 = icmp ne i32 %19, 0
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %26

23:
  %24 = tail call noundef range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %19)
  %25 = atomicrmw add ptr %2, i32 %24 seq_cst, align 4
  br label %26

26:
  %27 = phi i32 [ %25, %23 ], [ 0, %16 ]
  %28 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %27, i32 0, i32 31)
  br i1 %18, label %29, label %37

29:
  %30 = shl nsw i32 -1, %10
  %31 = xor i32 %30, -1
  %32 = and i32 %19, %31
  %33 = tail call noundef range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %32)
  %34 = add nsw i32 %28, %33
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds i32, ptr %1, i64 %35
  store i32 %17, ptr %36, align 4, !tbaa !6
  br label %37

37:
  ret void
}

define dso_local ptx_kernel void @run_lengths(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = and i32 %5, 31
  %7 = lshr i32 %5, 5
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = shl i32 %8, 8
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 %10
  %12 = icmp eq i32 %5, 0
  br i1 %12, label %20, label %13

13:
  %14 = zext nneg i32 %5 to i64
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 %14
  %16 = getelementptr i8, ptr %15, i64 -1
  %17 = load i8, ptr %15, align 1, !tbaa !11
  %18 = load i8, ptr %16, align 1, !tbaa !11
  %19 = icmp ne i8 %17, %18
  br label %20

20:
  %21 = phi i1 [ true, %4 ], [ %19, %13 ]
  %22 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %21)
  %23 = icmp eq i32 %6, 0
  br i1 %23, label %24, label %27

24:
  %25 = zext nneg i32 %7 to i64
  %26 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 %25
  store i32 %22, ptr %26, align 4, !tbaa !6
  br label %27

27:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %28 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), align 4, !tbaa !6
  %29 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %28)
  %30 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 4), align 4, !tbaa !6
  %31 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %30)
  %32 = add nuw nsw i32 %31, %29
  %33 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 8), align 4, !tbaa !6
  %34 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %33)
  %35 = add nuw nsw i32 %34, %32
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 12), align 4, !tbaa !6
  %37 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %36)
  %38 = add nuw nsw i32 %37, %35
  %39 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 16), align 4, !tbaa !6
  %40 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %39)
  %41 = add nuw nsw i32 %40, %38
  %42 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 20), align 4, !tbaa !6
  %43 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %42)
  %44 = add nuw nsw i32 %43, %41
  %45 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 24), align 4, !tbaa !6
  %46 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %45)
  %47 = add nuw nsw i32 %46, %44
  %48 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5heads to ptr), i64 28), align 4, !tbaa !6
  %49 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %48)
  %50 = add nuw nsw i32 %49, %47
  br i1 %21, label %51, label %89

51:
  %52 = icmp samesign ugt i32 %5, 255
  %53 = select i1 %52, i32 %49, i32 0
  %54 = icmp samesign ugt i32 %5, 223
  %55 = select i1 %54, i32 %46, i32 0
  %56 = icmp samesign ugt i32 %5, 191
  %57 = select i1 %56, i32 %43, i32 0
  %58 = icmp samesign ugt i32 %5, 159
  %59 = select i1 %58, i32 %40, i32 0
  %60 = icmp samesign ugt i32 %5, 127
  %61 = select i1 %60, i32 %37, i32 0
  %62 = icmp samesign ugt i32 %5, 95
  %63 = select i1 %62, i32 %34, i32 0
  %64 = icmp samesign ugt i32 %5, 63
  %65 = select i1 %64, i32 %31, i32 0
  %66 = icmp eq i32 %7, 0
  %67 = select i1 %66, i32 0, i32 %29
  %68 = add nuw nsw i32 %65, %67
  %69 = add nuw nsw i32 %63, %68
  %70 = add nuw nsw i32 %61, %69
  %71 = add nuw nsw i32 %59, %70
  %72 = add nuw nsw i32 %57, %71
  %73 = add nuw nsw i32 %55, %72
  %74 = add nuw nsw i32 %53, %73
  %75 = shl nsw i32 -1, %6
  %76 = xor i32 %75, -1
  %77 = and i32 %22, %76
  %78 = tail call noundef range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %77)
  %79 = add nuw nsw i32 %74, %78
  %80 = trunc nuw nsw i32 %5 to i16
  %81 = zext nneg i32 %79 to i64
  %82 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5place to ptr), i64 %81
  store i16 %80, ptr %82, align 2, !tbaa !12
  %83 = zext nneg i32 %5 to i64
  %84 = getelementptr inbounds nuw i8, ptr %11, i64 %83
  %85 = load i8, ptr %84, align 1, !tbaa !11
  %86 = add i32 %79, %9
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %1, i64 %87
  store i8 %85, ptr %88, align 1, !tbaa !11
  br label %89

89:
  br i1 %12, label %90, label %95

90:
  %91 = zext nneg i32 %8 to i64
  %92 = getelementptr inbounds nuw i32, ptr %3, i64 %91
  %93 = zext nneg i32 %50 to i64
  %94 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5place to ptr), i64 %93
  store i16 256, ptr %94, align 2, !tbaa !12
  store i32 %50, ptr %92, align 4, !tbaa !6
  br label %95

95:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %96 = icmp samesign ult i32 %5, %50
  br i1 %96, label %97, label %107

97:
  %98 = add nuw i32 %9, %5
  %99 = zext i32 %98 to i64
  %100 = getelementptr inbounds nuw i16, ptr %2, i64 %99
  %101 = zext nneg i32 %5 to i64
  %102 = getelementptr i16, ptr addrspacecast (ptr addrspace(3) @_ZZ11run_lengthsE5place to ptr), i64 %101
  %103 = getelementptr i8, ptr %102, i64 2
  %104 = load i16, ptr %103, align 2, !tbaa !12
  %105 = load i16, ptr %102, align 2, !tbaa !12
  %106 = sub i16 %104, %105
  store i16 %106, ptr %100, align 2, !tbaa !12
  br label %107

107:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #4

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #4

declare i32 @llvm.ctpop.i32(i32) #5

attributes #0 = { convergent noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
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
!11 = !{!8, !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"short", !8, i64 0}
