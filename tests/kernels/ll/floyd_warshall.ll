target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ10relax_tileE1s = internal unnamed_addr addrspace(3) global [16 x [17 x i32]] undef, align 4

define dso_local ptx_kernel void @relax_round(ptr noundef captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 4
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %12, %2
  %14 = icmp slt i32 %8, %2
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %37

16:
  %17 = mul nsw i32 %2, %12
  %18 = add nsw i32 %17, %3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = mul nsw i32 %3, %2
  %23 = add nsw i32 %22, %8
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = add nsw i32 %26, %21
  %28 = add nsw i32 %17, %8
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %0, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = icmp slt i32 %27, %31
  br i1 %32, label %33, label %37

33:
  %34 = getelementptr inbounds i16, ptr %1, i64 %29
  %35 = getelementptr inbounds i16, ptr %1, i64 %19
  store i32 %27, ptr %30, align 4, !tbaa !6
  %36 = load i16, ptr %35, align 2, !tbaa !11
  store i16 %36, ptr %34, align 2, !tbaa !11
  br label %37

37:
  ret void
}

define dso_local ptx_kernel void @relax_tile(ptr noundef captures(none) %0) local_unnamed_addr #1 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %4 = shl nuw nsw i32 %3, 4
  %5 = add nuw nsw i32 %4, %2
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw i32, ptr %0, i64 %6
  %8 = load i32, ptr %7, align 4, !tbaa !6
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw [17 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ10relax_tileE1s to ptr), i64 %9
  %11 = zext nneg i32 %2 to i64
  %12 = getelementptr inbounds nuw i32, ptr %10, i64 %11
  store i32 %8, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %13 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10relax_tileE1s to ptr), i64 %11
  %14 = load i32, ptr %10, align 4, !tbaa !6
  %15 = load i32, ptr %13, align 4, !tbaa !6
  %16 = add nsw i32 %15, %14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = load i32, ptr %12, align 4, !tbaa !6
  %18 = tail call noundef i32 @llvm.smin.i32(i32 %17, i32 %16)
  store i32 %18, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %19 = getelementptr inbounds nuw i8, ptr %10, i64 4
  %20 = load i32, ptr %19, align 4, !tbaa !6
  %21 = getelementptr inbounds nuw i8, ptr %13, i64 68
  %22 = load i32, ptr %21, align 4, !tbaa !6
  %23 = add nsw i32 %22, %20
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %24 = load i32, ptr %12, align 4, !tbaa !6
  %25 = tail call noundef i32 @llvm.smin.i32(i32 %24, i32 %23)
  store i32 %25, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %26 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %27 = load i32, ptr %26, align 4, !tbaa !6
  %28 = getelementptr inbounds nuw i8, ptr %13, i64 136
  %29 = load i32, ptr %28, align 4, !tbaa !6
  %30 = add nsw i32 %29, %27
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %31 = load i32, ptr %12, align 4, !tbaa !6
  %32 = tail call noundef i32 @llvm.smin.i32(i32 %31, i32 %30)
  store i32 %32, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = getelementptr inbounds nuw i8, ptr %10, i64 12
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = getelementptr inbounds nuw i8, ptr %13, i64 204
  %36 = load i32, ptr %35, align 4, !tbaa !6
  %37 = add nsw i32 %36, %34
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %38 = load i32, ptr %12, align 4, !tbaa !6
  %39 = tail call noundef i32 @llvm.smin.i32(i32 %38, i32 %37)
  store i32 %39, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = getelementptr inbounds nuw i8, ptr %13, i64 272
  %43 = load i32, ptr %42, align 4, !tbaa !6
  %44 = add nsw i32 %43, %41
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %45 = load i32, ptr %12, align 4, !tbaa !6
  %46 = tail call noundef i32 @llvm.smin.i32(i32 %45, i32 %44)
  store i32 %46, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %47 = getelementptr inbounds nuw i8, ptr %10, i64 20
  %48 = load i32, ptr %47, align 4, !tbaa !6
  %49 = getelementptr inbounds nuw i8, ptr %13, i64 340
  %50 = load i32, ptr %49, align 4, !tbaa !6
  %51 = add nsw i32 %50, %48
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %52 = load i32, ptr %12, align 4, !tbaa !6
  %53 = tail call noundef i32 @llvm.smin.i32(i32 %52, i32 %51)
  store i32 %53, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %54 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %55 = load i32, ptr %54, align 4, !tbaa !6
  %56 = getelementptr inbounds nuw i8, ptr %13, i64 408
  %57 = load i32, ptr %56, align 4, !tbaa !6
  %58 = add nsw i32 %57, %55
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %59 = load i32, ptr %12, align 4, !tbaa !6
  %60 = tail call noundef i32 @llvm.smin.i32(i32 %59, i32 %58)
  store i32 %60, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %61 = getelementptr inbounds nuw i8, ptr %10, i64 28
  %62 = load i32, ptr %61, align 4, !tbaa !6
  %63 = getelementptr inbounds nuw i8, ptr %13, i64 476
  %64 = load i32, ptr %63, align 4, !tbaa !6
  %65 = add nsw i32 %64, %62
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %66 = load i32, ptr %12, align 4, !tbaa !6
  %67 = tail call noundef i32 @llvm.smin.i32(i32 %66, i32 %65)
  store i32 %67, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %68 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %69 = load i32, ptr %68, align 4, !tbaa !6
  %70 = getelementptr inbounds nuw i8, ptr %13, i64 544
  %71 = load i32, ptr %70, align 4, !tbaa !6
  %72 = add nsw i32 %71, %69
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %73 = load i32, ptr %12, align 4, !tbaa !6
  %74 = tail call noundef i32 @llvm.smin.i32(i32 %73, i32 %72)
  store i32 %74, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %75 = getelementptr inbounds nuw i8, ptr %10, i64 36
  %76 = load i32, ptr %75, align 4, !tbaa !6
  %77 = getelementptr inbounds nuw i8, ptr %13, i64 612
  %78 = load i32, ptr %77, align 4, !tbaa !6
  %79 = add nsw i32 %78, %76
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %80 = load i32, ptr %12, align 4, !tbaa !6
  %81 = tail call noundef i32 @llvm.smin.i32(i32 %80, i32 %79)
  store i32 %81, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %82 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %83 = load i32, ptr %82, align 4, !tbaa !6
  %84 = getelementptr inbounds nuw i8, ptr %13, i64 680
  %85 = load i32, ptr %84, align 4, !tbaa !6
  %86 = add nsw i32 %85, %83
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %87 = load i32, ptr %12, align 4, !tbaa !6
  %88 = tail call noundef i32 @llvm.smin.i32(i32 %87, i32 %86)
  store i32 %88, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %89 = getelementptr inbounds nuw i8, ptr %10, i64 44
  %90 = load i32, ptr %89, align 4, !tbaa !6
  %91 = getelementptr inbounds nuw i8, ptr %13, i64 748
  %92 = load i32, ptr %91, align 4, !tbaa !6
  %93 = add nsw i32 %92, %90
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %94 = load i32, ptr %12, align 4, !tbaa !6
  %95 = tail call noundef i32 @llvm.smin.i32(i32 %94, i32 %93)
  store i32 %95, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %96 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %97 = load i32, ptr %96, align 4, !tbaa !6
  %98 = getelementptr inbounds nuw i8, ptr %13, i64 816
  %99 = load i32, ptr %98, align 4, !tbaa !6
  %100 = add nsw i32 %99, %97
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %101 = load i32, ptr %12, align 4, !tbaa !6
  %102 = tail call noundef i32 @llvm.smin.i32(i32 %101, i32 %100)
  store i32 %102, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %103 = getelementptr inbounds nuw i8, ptr %10, i64 52
  %104 = load i32, ptr %103, align 4, !tbaa !6
  %105 = getelementptr inbounds nuw i8, ptr %13, i64 884
  %106 = load i32, ptr %105, align 4, !tbaa !6
  %107 = add nsw i32 %106, %104
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %108 = load i32, ptr %12, align 4, !tbaa !6
  %109 = tail call noundef i32 @llvm.smin.i32(i32 %108, i32 %107)
  store i32 %109, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %110 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %111 = load i32, ptr %110, align 4, !tbaa !6
  %112 = getelementptr inbounds nuw i8, ptr %13, i64 952
  %113 = load i32, ptr %112, align 4, !tbaa !6
  %114 = add nsw i32 %113, %111
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %115 = load i32, ptr %12, align 4, !tbaa !6
  %116 = tail call noundef i32 @llvm.smin.i32(i32 %115, i32 %114)
  store i32 %116, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %117 = getelementptr inbounds nuw i8, ptr %10, i64 60
  %118 = load i32, ptr %117, align 4, !tbaa !6
  %119 = getelementptr inbounds nuw i8, ptr %13, i64 1020
  %120 = load i32, ptr %119, align 4, !tbaa !6
  %121 = add nsw i32 %120, %118
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %122 = load i32, ptr %12, align 4, !tbaa !6
  %123 = tail call noundef i32 @llvm.smin.i32(i32 %122, i32 %121)
  store i32 %123, ptr %12, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %124 = load i32, ptr %12, align 4, !tbaa !6
  store i32 %124, ptr %7, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare i32 @llvm.smin.i32(i32, i32) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
