target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11scan_hillisE1s = internal unnamed_addr addrspace(3) global [2 x [256 x i32]] undef, align 4
@_ZZ13scan_blellochE1s = internal unnamed_addr addrspace(3) global [528 x i32] undef, align 4
@_ZZ9scan_warpE4sums = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4

define dso_local ptx_kernel void @scan_hillis(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 !dbg !15 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !18
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !22
  %5 = shl i32 %4, 8, !dbg !25
  %6 = add nsw i32 %5, %3, !dbg !26
  %7 = sext i32 %6 to i64, !dbg !27
  %8 = getelementptr inbounds i32, ptr %0, i64 %7, !dbg !27
  %9 = load i32, ptr %8, align 4, !dbg !27, !tbaa !10
  %10 = zext nneg i32 %3 to i64, !dbg !28
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %10, !dbg !28
  store i32 %9, ptr %11, align 4, !dbg !29, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !30
  %12 = icmp eq i32 %3, 0, !dbg !31
  %13 = load i32, ptr %11, align 4, !dbg !32, !tbaa !10
  br i1 %12, label %20, label %14, !dbg !33

14:
  %15 = zext nneg i32 %3 to i64, !dbg !34
  %16 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %15, !dbg !34
  %17 = getelementptr i8, ptr %16, i64 -4, !dbg !34
  %18 = load i32, ptr %17, align 4, !dbg !34, !tbaa !10
  %19 = add nsw i32 %18, %13, !dbg !35
  br label %20, !dbg !33

20:
  %21 = phi i32 [ %19, %14 ], [ %13, %2 ], !dbg !33
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 1024, !dbg !36
  store i32 %21, ptr %22, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %23 = icmp samesign ult i32 %3, 2, !dbg !31
  br i1 %23, label %32, label %24, !dbg !33

24:
  %25 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10, !dbg !39
  %26 = load i32, ptr %25, align 4, !dbg !39, !tbaa !10
  %27 = zext nneg i32 %3 to i64, !dbg !34
  %28 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %27, !dbg !34
  %29 = getelementptr i8, ptr %28, i64 -8, !dbg !34
  %30 = load i32, ptr %29, align 4, !dbg !34, !tbaa !10
  %31 = add nsw i32 %30, %26, !dbg !35
  br label %34, !dbg !33

32:
  %33 = load i32, ptr %22, align 4, !dbg !40, !tbaa !10
  br label %34, !dbg !33

34:
  %35 = phi i32 [ %31, %24 ], [ %33, %32 ], !dbg !33
  store i32 %35, ptr %11, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %36 = icmp samesign ult i32 %3, 4, !dbg !31
  %37 = load i32, ptr %11, align 4, !dbg !32, !tbaa !10
  br i1 %36, label %44, label %38, !dbg !33

38:
  %39 = zext nneg i32 %3 to i64, !dbg !34
  %40 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %39, !dbg !34
  %41 = getelementptr i8, ptr %40, i64 -16, !dbg !34
  %42 = load i32, ptr %41, align 4, !dbg !34, !tbaa !10
  %43 = add nsw i32 %42, %37, !dbg !35
  br label %44, !dbg !33

44:
  %45 = phi i32 [ %43, %38 ], [ %37, %34 ], !dbg !33
  store i32 %45, ptr %22, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %46 = icmp samesign ult i32 %3, 8, !dbg !31
  br i1 %46, label %55, label %47, !dbg !33

47:
  %48 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10, !dbg !39
  %49 = load i32, ptr %48, align 4, !dbg !39, !tbaa !10
  %50 = zext nneg i32 %3 to i64, !dbg !34
  %51 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %50, !dbg !34
  %52 = getelementptr i8, ptr %51, i64 -32, !dbg !34
  %53 = load i32, ptr %52, align 4, !dbg !34, !tbaa !10
  %54 = add nsw i32 %53, %49, !dbg !35
  br label %57, !dbg !33

55:
  %56 = load i32, ptr %22, align 4, !dbg !40, !tbaa !10
  br label %57, !dbg !33

57:
  %58 = phi i32 [ %54, %47 ], [ %56, %55 ], !dbg !33
  store i32 %58, ptr %11, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %59 = icmp samesign ult i32 %3, 16, !dbg !31
  %60 = load i32, ptr %11, align 4, !dbg !32, !tbaa !10
  br i1 %59, label %67, label %61, !dbg !33

61:
  %62 = zext nneg i32 %3 to i64, !dbg !34
  %63 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %62, !dbg !34
  %64 = getelementptr i8, ptr %63, i64 -64, !dbg !34
  %65 = load i32, ptr %64, align 4, !dbg !34, !tbaa !10
  %66 = add nsw i32 %65, %60, !dbg !35
  br label %67, !dbg !33

67:
  %68 = phi i32 [ %66, %61 ], [ %60, %57 ], !dbg !33
  store i32 %68, ptr %22, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %69 = icmp samesign ult i32 %3, 32, !dbg !31
  br i1 %69, label %78, label %70, !dbg !33

70:
  %71 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10, !dbg !39
  %72 = load i32, ptr %71, align 4, !dbg !39, !tbaa !10
  %73 = zext nneg i32 %3 to i64, !dbg !34
  %74 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %73, !dbg !34
  %75 = getelementptr i8, ptr %74, i64 -128, !dbg !34
  %76 = load i32, ptr %75, align 4, !dbg !34, !tbaa !10
  %77 = add nsw i32 %76, %72, !dbg !35
  br label %80, !dbg !33

78:
  %79 = load i32, ptr %22, align 4, !dbg !40, !tbaa !10
  br label %80, !dbg !33

80:
  %81 = phi i32 [ %77, %70 ], [ %79, %78 ], !dbg !33
  store i32 %81, ptr %11, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %82 = icmp samesign ult i32 %3, 64, !dbg !31
  %83 = load i32, ptr %11, align 4, !dbg !32, !tbaa !10
  br i1 %82, label %90, label %84, !dbg !33

84:
  %85 = zext nneg i32 %3 to i64, !dbg !34
  %86 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %85, !dbg !34
  %87 = getelementptr i8, ptr %86, i64 -256, !dbg !34
  %88 = load i32, ptr %87, align 4, !dbg !34, !tbaa !10
  %89 = add nsw i32 %88, %83, !dbg !35
  br label %90, !dbg !33

90:
  %91 = phi i32 [ %89, %84 ], [ %83, %80 ], !dbg !33
  store i32 %91, ptr %22, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %92 = icmp samesign ult i32 %3, 128, !dbg !31
  br i1 %92, label %101, label %93, !dbg !33

93:
  %94 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10, !dbg !39
  %95 = load i32, ptr %94, align 4, !dbg !39, !tbaa !10
  %96 = zext nneg i32 %3 to i64, !dbg !34
  %97 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %96, !dbg !34
  %98 = getelementptr i8, ptr %97, i64 -512, !dbg !34
  %99 = load i32, ptr %98, align 4, !dbg !34, !tbaa !10
  %100 = add nsw i32 %99, %95, !dbg !35
  br label %103, !dbg !33

101:
  %102 = load i32, ptr %22, align 4, !dbg !40, !tbaa !10
  br label %103, !dbg !33

103:
  %104 = phi i32 [ %100, %93 ], [ %102, %101 ], !dbg !33
  store i32 %104, ptr %11, align 4, !dbg !37, !tbaa !10
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !38
  %105 = load i32, ptr %11, align 4, !dbg !41, !tbaa !10
  %106 = getelementptr inbounds i32, ptr %1, i64 %7, !dbg !42
  store i32 %105, ptr %106, align 4, !dbg !43, !tbaa !10
  ret void, !dbg !44
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @scan_blelloch(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 !dbg !45 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !46
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !48
  %5 = shl i32 %4, 9, !dbg !50
  %6 = add nsw i32 %5, %3, !dbg !51
  %7 = sext i32 %6 to i64, !dbg !52
  %8 = getelementptr inbounds i32, ptr %0, i64 %7, !dbg !52
  %9 = load i32, ptr %8, align 4, !dbg !52, !tbaa !10
  %10 = lshr i32 %3, 5, !dbg !53
  %11 = add nuw nsw i32 %10, %3, !dbg !56
  %12 = zext nneg i32 %11 to i64, !dbg !57
  %13 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %12, !dbg !57
  store i32 %9, ptr %13, align 4, !dbg !58, !tbaa !10
  %14 = add nsw i32 %6, 256, !dbg !59
  %15 = sext i32 %14 to i64, !dbg !60
  %16 = getelementptr inbounds i32, ptr %0, i64 %15, !dbg !60
  %17 = load i32, ptr %16, align 4, !dbg !60, !tbaa !10
  %18 = add nuw nsw i32 %3, 256, !dbg !61
  %19 = lshr i32 %18, 5, !dbg !62
  %20 = add nuw nsw i32 %19, %18, !dbg !64
  %21 = zext nneg i32 %20 to i64, !dbg !65
  %22 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %21, !dbg !65
  store i32 %17, ptr %22, align 4, !dbg !66, !tbaa !10
  %23 = shl nuw nsw i32 %3, 1
  %24 = or disjoint i32 %23, 1
  %25 = add nuw nsw i32 %23, 2
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %26 = icmp samesign ult i32 %3, 256, !dbg !68
  br i1 %26, label %27, label %40, !dbg !68

27:
  %28 = lshr i32 %3, 4, !dbg !69
  %29 = add nuw nsw i32 %28, %23, !dbg !71
  %30 = zext nneg i32 %29 to i64, !dbg !72
  %31 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %30, !dbg !72
  %32 = load i32, ptr %31, align 4, !dbg !72, !tbaa !10
  %33 = or disjoint i32 %23, 1, !dbg !73
  %34 = lshr i32 %3, 4, !dbg !74
  %35 = add nuw nsw i32 %34, %33, !dbg !76
  %36 = zext nneg i32 %35 to i64, !dbg !77
  %37 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %36, !dbg !77
  %38 = load i32, ptr %37, align 4, !dbg !78, !tbaa !10
  %39 = add nsw i32 %38, %32, !dbg !78
  store i32 %39, ptr %37, align 4, !dbg !78, !tbaa !10
  br label %40, !dbg !77

40:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %41 = icmp samesign ult i32 %3, 128, !dbg !68
  br i1 %41, label %42, label %58, !dbg !68

42:
  %43 = shl nuw nsw i32 %24, 1, !dbg !79
  %44 = add nsw i32 %43, -1, !dbg !80
  %45 = lshr i32 %44, 5, !dbg !69
  %46 = add nuw nsw i32 %45, %44, !dbg !71
  %47 = zext nneg i32 %46 to i64, !dbg !72
  %48 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %47, !dbg !72
  %49 = load i32, ptr %48, align 4, !dbg !72, !tbaa !10
  %50 = shl nuw nsw i32 %25, 1, !dbg !81
  %51 = add nsw i32 %50, -1, !dbg !73
  %52 = lshr i32 %51, 5, !dbg !74
  %53 = add nuw nsw i32 %52, %51, !dbg !76
  %54 = zext nneg i32 %53 to i64, !dbg !77
  %55 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %54, !dbg !77
  %56 = load i32, ptr %55, align 4, !dbg !78, !tbaa !10
  %57 = add nsw i32 %56, %49, !dbg !78
  store i32 %57, ptr %55, align 4, !dbg !78, !tbaa !10
  br label %58, !dbg !77

58:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %59 = icmp samesign ult i32 %3, 64, !dbg !68
  br i1 %59, label %60, label %76, !dbg !68

60:
  %61 = shl nuw nsw i32 %24, 2, !dbg !79
  %62 = add nsw i32 %61, -1, !dbg !80
  %63 = lshr i32 %62, 5, !dbg !69
  %64 = add nuw nsw i32 %63, %62, !dbg !71
  %65 = zext nneg i32 %64 to i64, !dbg !72
  %66 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %65, !dbg !72
  %67 = load i32, ptr %66, align 4, !dbg !72, !tbaa !10
  %68 = shl nuw nsw i32 %25, 2, !dbg !81
  %69 = add nsw i32 %68, -1, !dbg !73
  %70 = lshr i32 %69, 5, !dbg !74
  %71 = add nuw nsw i32 %70, %69, !dbg !76
  %72 = zext nneg i32 %71 to i64, !dbg !77
  %73 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %72, !dbg !77
  %74 = load i32, ptr %73, align 4, !dbg !78, !tbaa !10
  %75 = add nsw i32 %74, %67, !dbg !78
  store i32 %75, ptr %73, align 4, !dbg !78, !tbaa !10
  br label %76, !dbg !77

76:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %77 = icmp samesign ult i32 %3, 32, !dbg !68
  br i1 %77, label %78, label %94, !dbg !68

78:
  %79 = shl nuw nsw i32 %24, 3, !dbg !79
  %80 = add nsw i32 %79, -1, !dbg !80
  %81 = lshr i32 %80, 5, !dbg !69
  %82 = add nuw nsw i32 %81, %80, !dbg !71
  %83 = zext nneg i32 %82 to i64, !dbg !72
  %84 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %83, !dbg !72
  %85 = load i32, ptr %84, align 4, !dbg !72, !tbaa !10
  %86 = shl nuw nsw i32 %25, 3, !dbg !81
  %87 = add nsw i32 %86, -1, !dbg !73
  %88 = lshr i32 %87, 5, !dbg !74
  %89 = add nuw nsw i32 %88, %87, !dbg !76
  %90 = zext nneg i32 %89 to i64, !dbg !77
  %91 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %90, !dbg !77
  %92 = load i32, ptr %91, align 4, !dbg !78, !tbaa !10
  %93 = add nsw i32 %92, %85, !dbg !78
  store i32 %93, ptr %91, align 4, !dbg !78, !tbaa !10
  br label %94, !dbg !77

94:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %95 = icmp samesign ult i32 %3, 16, !dbg !68
  br i1 %95, label %96, label %112, !dbg !68

96:
  %97 = shl nuw nsw i32 %24, 4, !dbg !79
  %98 = add nsw i32 %97, -1, !dbg !80
  %99 = lshr i32 %98, 5, !dbg !69
  %100 = add nuw nsw i32 %99, %98, !dbg !71
  %101 = zext nneg i32 %100 to i64, !dbg !72
  %102 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %101, !dbg !72
  %103 = load i32, ptr %102, align 4, !dbg !72, !tbaa !10
  %104 = shl nuw nsw i32 %25, 4, !dbg !81
  %105 = add nsw i32 %104, -1, !dbg !73
  %106 = lshr i32 %105, 5, !dbg !74
  %107 = add nuw nsw i32 %106, %105, !dbg !76
  %108 = zext nneg i32 %107 to i64, !dbg !77
  %109 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %108, !dbg !77
  %110 = load i32, ptr %109, align 4, !dbg !78, !tbaa !10
  %111 = add nsw i32 %110, %103, !dbg !78
  store i32 %111, ptr %109, align 4, !dbg !78, !tbaa !10
  br label %112, !dbg !77

112:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %113 = icmp samesign ult i32 %3, 8, !dbg !68
  br i1 %113, label %114, label %130, !dbg !68

114:
  %115 = shl nuw nsw i32 %24, 5, !dbg !79
  %116 = add nsw i32 %115, -1, !dbg !80
  %117 = lshr i32 %116, 5, !dbg !69
  %118 = add nuw nsw i32 %117, %116, !dbg !71
  %119 = zext nneg i32 %118 to i64, !dbg !72
  %120 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %119, !dbg !72
  %121 = load i32, ptr %120, align 4, !dbg !72, !tbaa !10
  %122 = shl nuw nsw i32 %25, 5, !dbg !81
  %123 = add nsw i32 %122, -1, !dbg !73
  %124 = lshr i32 %123, 5, !dbg !74
  %125 = add nuw nsw i32 %124, %123, !dbg !76
  %126 = zext nneg i32 %125 to i64, !dbg !77
  %127 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %126, !dbg !77
  %128 = load i32, ptr %127, align 4, !dbg !78, !tbaa !10
  %129 = add nsw i32 %128, %121, !dbg !78
  store i32 %129, ptr %127, align 4, !dbg !78, !tbaa !10
  br label %130, !dbg !77

130:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %131 = icmp samesign ult i32 %3, 4, !dbg !68
  br i1 %131, label %132, label %148, !dbg !68

132:
  %133 = shl nuw nsw i32 %24, 6, !dbg !79
  %134 = add nsw i32 %133, -1, !dbg !80
  %135 = lshr i32 %134, 5, !dbg !69
  %136 = add nuw nsw i32 %135, %134, !dbg !71
  %137 = zext nneg i32 %136 to i64, !dbg !72
  %138 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %137, !dbg !72
  %139 = load i32, ptr %138, align 4, !dbg !72, !tbaa !10
  %140 = shl nuw nsw i32 %25, 6, !dbg !81
  %141 = add nsw i32 %140, -1, !dbg !73
  %142 = lshr i32 %141, 5, !dbg !74
  %143 = add nuw nsw i32 %142, %141, !dbg !76
  %144 = zext nneg i32 %143 to i64, !dbg !77
  %145 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %144, !dbg !77
  %146 = load i32, ptr %145, align 4, !dbg !78, !tbaa !10
  %147 = add nsw i32 %146, %139, !dbg !78
  store i32 %147, ptr %145, align 4, !dbg !78, !tbaa !10
  br label %148, !dbg !77

148:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %149 = icmp samesign ult i32 %3, 2, !dbg !68
  br i1 %149, label %150, label %166, !dbg !68

150:
  %151 = shl nuw nsw i32 %24, 7, !dbg !79
  %152 = add nsw i32 %151, -1, !dbg !80
  %153 = lshr i32 %152, 5, !dbg !69
  %154 = add nuw nsw i32 %153, %152, !dbg !71
  %155 = zext nneg i32 %154 to i64, !dbg !72
  %156 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %155, !dbg !72
  %157 = load i32, ptr %156, align 4, !dbg !72, !tbaa !10
  %158 = shl nuw nsw i32 %25, 7, !dbg !81
  %159 = add nsw i32 %158, -1, !dbg !73
  %160 = lshr i32 %159, 5, !dbg !74
  %161 = add nuw nsw i32 %160, %159, !dbg !76
  %162 = zext nneg i32 %161 to i64, !dbg !77
  %163 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %162, !dbg !77
  %164 = load i32, ptr %163, align 4, !dbg !78, !tbaa !10
  %165 = add nsw i32 %164, %157, !dbg !78
  store i32 %165, ptr %163, align 4, !dbg !78, !tbaa !10
  br label %166, !dbg !77

166:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !67
  %167 = icmp eq i32 %3, 0, !dbg !68
  br i1 %167, label %168, label %172, !dbg !68

168:
  %169 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !dbg !72, !tbaa !10
  %170 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !dbg !78, !tbaa !10
  %171 = add nsw i32 %170, %169, !dbg !78
  store i32 %171, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !dbg !78, !tbaa !10
  br label %172, !dbg !77

172:
  %173 = icmp eq i32 %3, 0, !dbg !82
  br i1 %173, label %174, label %175, !dbg !82

174:
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !dbg !83, !tbaa !10
  br label %175, !dbg !84

175:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %167, label %176, label %180, !dbg !86

176:
  %177 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !dbg !87, !tbaa !10
  %178 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !dbg !88, !tbaa !10
  store i32 %178, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !dbg !89, !tbaa !10
  %179 = add nsw i32 %178, %177, !dbg !90
  store i32 %179, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !dbg !90, !tbaa !10
  br label %180, !dbg !91

180:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %149, label %181, label %197, !dbg !86

181:
  %182 = shl nuw nsw i32 %24, 7, !dbg !92
  %183 = add nsw i32 %182, -1, !dbg !93
  %184 = lshr i32 %183, 5, !dbg !94
  %185 = add nuw nsw i32 %184, %183, !dbg !96
  %186 = shl nuw nsw i32 %25, 7, !dbg !97
  %187 = add nsw i32 %186, -1, !dbg !98
  %188 = lshr i32 %187, 5, !dbg !99
  %189 = add nuw nsw i32 %188, %187, !dbg !101
  %190 = zext nneg i32 %185 to i64, !dbg !87
  %191 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %190, !dbg !87
  %192 = load i32, ptr %191, align 4, !dbg !87, !tbaa !10
  %193 = zext nneg i32 %189 to i64, !dbg !88
  %194 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %193, !dbg !88
  %195 = load i32, ptr %194, align 4, !dbg !88, !tbaa !10
  store i32 %195, ptr %191, align 4, !dbg !89, !tbaa !10
  %196 = add nsw i32 %195, %192, !dbg !90
  store i32 %196, ptr %194, align 4, !dbg !90, !tbaa !10
  br label %197, !dbg !91

197:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %131, label %198, label %214, !dbg !86

198:
  %199 = shl nuw nsw i32 %24, 6, !dbg !92
  %200 = add nsw i32 %199, -1, !dbg !93
  %201 = lshr i32 %200, 5, !dbg !94
  %202 = add nuw nsw i32 %201, %200, !dbg !96
  %203 = shl nuw nsw i32 %25, 6, !dbg !97
  %204 = add nsw i32 %203, -1, !dbg !98
  %205 = lshr i32 %204, 5, !dbg !99
  %206 = add nuw nsw i32 %205, %204, !dbg !101
  %207 = zext nneg i32 %202 to i64, !dbg !87
  %208 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %207, !dbg !87
  %209 = load i32, ptr %208, align 4, !dbg !87, !tbaa !10
  %210 = zext nneg i32 %206 to i64, !dbg !88
  %211 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %210, !dbg !88
  %212 = load i32, ptr %211, align 4, !dbg !88, !tbaa !10
  store i32 %212, ptr %208, align 4, !dbg !89, !tbaa !10
  %213 = add nsw i32 %212, %209, !dbg !90
  store i32 %213, ptr %211, align 4, !dbg !90, !tbaa !10
  br label %214, !dbg !91

214:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %113, label %215, label %231, !dbg !86

215:
  %216 = shl nuw nsw i32 %24, 5, !dbg !92
  %217 = add nsw i32 %216, -1, !dbg !93
  %218 = lshr i32 %217, 5, !dbg !94
  %219 = add nuw nsw i32 %218, %217, !dbg !96
  %220 = shl nuw nsw i32 %25, 5, !dbg !97
  %221 = add nsw i32 %220, -1, !dbg !98
  %222 = lshr i32 %221, 5, !dbg !99
  %223 = add nuw nsw i32 %222, %221, !dbg !101
  %224 = zext nneg i32 %219 to i64, !dbg !87
  %225 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %224, !dbg !87
  %226 = load i32, ptr %225, align 4, !dbg !87, !tbaa !10
  %227 = zext nneg i32 %223 to i64, !dbg !88
  %228 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %227, !dbg !88
  %229 = load i32, ptr %228, align 4, !dbg !88, !tbaa !10
  store i32 %229, ptr %225, align 4, !dbg !89, !tbaa !10
  %230 = add nsw i32 %229, %226, !dbg !90
  store i32 %230, ptr %228, align 4, !dbg !90, !tbaa !10
  br label %231, !dbg !91

231:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %95, label %232, label %248, !dbg !86

232:
  %233 = shl nuw nsw i32 %24, 4, !dbg !92
  %234 = add nsw i32 %233, -1, !dbg !93
  %235 = lshr i32 %234, 5, !dbg !94
  %236 = add nuw nsw i32 %235, %234, !dbg !96
  %237 = shl nuw nsw i32 %25, 4, !dbg !97
  %238 = add nsw i32 %237, -1, !dbg !98
  %239 = lshr i32 %238, 5, !dbg !99
  %240 = add nuw nsw i32 %239, %238, !dbg !101
  %241 = zext nneg i32 %236 to i64, !dbg !87
  %242 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %241, !dbg !87
  %243 = load i32, ptr %242, align 4, !dbg !87, !tbaa !10
  %244 = zext nneg i32 %240 to i64, !dbg !88
  %245 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %244, !dbg !88
  %246 = load i32, ptr %245, align 4, !dbg !88, !tbaa !10
  store i32 %246, ptr %242, align 4, !dbg !89, !tbaa !10
  %247 = add nsw i32 %246, %243, !dbg !90
  store i32 %247, ptr %245, align 4, !dbg !90, !tbaa !10
  br label %248, !dbg !91

248:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %77, label %249, label %265, !dbg !86

249:
  %250 = shl nuw nsw i32 %24, 3, !dbg !92
  %251 = add nsw i32 %250, -1, !dbg !93
  %252 = lshr i32 %251, 5, !dbg !94
  %253 = add nuw nsw i32 %252, %251, !dbg !96
  %254 = shl nuw nsw i32 %25, 3, !dbg !97
  %255 = add nsw i32 %254, -1, !dbg !98
  %256 = lshr i32 %255, 5, !dbg !99
  %257 = add nuw nsw i32 %256, %255, !dbg !101
  %258 = zext nneg i32 %253 to i64, !dbg !87
  %259 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %258, !dbg !87
  %260 = load i32, ptr %259, align 4, !dbg !87, !tbaa !10
  %261 = zext nneg i32 %257 to i64, !dbg !88
  %262 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %261, !dbg !88
  %263 = load i32, ptr %262, align 4, !dbg !88, !tbaa !10
  store i32 %263, ptr %259, align 4, !dbg !89, !tbaa !10
  %264 = add nsw i32 %263, %260, !dbg !90
  store i32 %264, ptr %262, align 4, !dbg !90, !tbaa !10
  br label %265, !dbg !91

265:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %59, label %266, label %282, !dbg !86

266:
  %267 = shl nuw nsw i32 %24, 2, !dbg !92
  %268 = add nsw i32 %267, -1, !dbg !93
  %269 = lshr i32 %268, 5, !dbg !94
  %270 = add nuw nsw i32 %269, %268, !dbg !96
  %271 = shl nuw nsw i32 %25, 2, !dbg !97
  %272 = add nsw i32 %271, -1, !dbg !98
  %273 = lshr i32 %272, 5, !dbg !99
  %274 = add nuw nsw i32 %273, %272, !dbg !101
  %275 = zext nneg i32 %270 to i64, !dbg !87
  %276 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %275, !dbg !87
  %277 = load i32, ptr %276, align 4, !dbg !87, !tbaa !10
  %278 = zext nneg i32 %274 to i64, !dbg !88
  %279 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %278, !dbg !88
  %280 = load i32, ptr %279, align 4, !dbg !88, !tbaa !10
  store i32 %280, ptr %276, align 4, !dbg !89, !tbaa !10
  %281 = add nsw i32 %280, %277, !dbg !90
  store i32 %281, ptr %279, align 4, !dbg !90, !tbaa !10
  br label %282, !dbg !91

282:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %41, label %283, label %299, !dbg !86

283:
  %284 = shl nuw nsw i32 %24, 1, !dbg !92
  %285 = add nsw i32 %284, -1, !dbg !93
  %286 = lshr i32 %285, 5, !dbg !94
  %287 = add nuw nsw i32 %286, %285, !dbg !96
  %288 = shl nuw nsw i32 %25, 1, !dbg !97
  %289 = add nsw i32 %288, -1, !dbg !98
  %290 = lshr i32 %289, 5, !dbg !99
  %291 = add nuw nsw i32 %290, %289, !dbg !101
  %292 = zext nneg i32 %287 to i64, !dbg !87
  %293 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %292, !dbg !87
  %294 = load i32, ptr %293, align 4, !dbg !87, !tbaa !10
  %295 = zext nneg i32 %291 to i64, !dbg !88
  %296 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %295, !dbg !88
  %297 = load i32, ptr %296, align 4, !dbg !88, !tbaa !10
  store i32 %297, ptr %293, align 4, !dbg !89, !tbaa !10
  %298 = add nsw i32 %297, %294, !dbg !90
  store i32 %298, ptr %296, align 4, !dbg !90, !tbaa !10
  br label %299, !dbg !91

299:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !85
  br i1 %26, label %300, label %313, !dbg !86

300:
  %301 = lshr i32 %3, 4, !dbg !94
  %302 = add nuw nsw i32 %301, %23, !dbg !96
  %303 = or disjoint i32 %23, 1, !dbg !98
  %304 = lshr i32 %3, 4, !dbg !99
  %305 = add nuw nsw i32 %304, %303, !dbg !101
  %306 = zext nneg i32 %302 to i64, !dbg !87
  %307 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %306, !dbg !87
  %308 = load i32, ptr %307, align 4, !dbg !87, !tbaa !10
  %309 = zext nneg i32 %305 to i64, !dbg !88
  %310 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %309, !dbg !88
  %311 = load i32, ptr %310, align 4, !dbg !88, !tbaa !10
  store i32 %311, ptr %307, align 4, !dbg !89, !tbaa !10
  %312 = add nsw i32 %311, %308, !dbg !90
  store i32 %312, ptr %310, align 4, !dbg !90, !tbaa !10
  br label %313, !dbg !91

313:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !102
  %314 = load i32, ptr %13, align 4, !dbg !103, !tbaa !10
  %315 = getelementptr inbounds i32, ptr %1, i64 %7, !dbg !104
  store i32 %314, ptr %315, align 4, !dbg !105, !tbaa !10
  %316 = load i32, ptr %22, align 4, !dbg !106, !tbaa !10
  %317 = getelementptr inbounds i32, ptr %1, i64 %15, !dbg !107
  store i32 %316, ptr %317, align 4, !dbg !108, !tbaa !10
  ret void, !dbg !109
}

define dso_local noundef i32 @_Z9warp_scani(i32 noundef %0) local_unnamed_addr #2 !dbg !110 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = and i32 %2, 31
  %4 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %0, i32 1, i32 0), !dbg !111
  %5 = icmp eq i32 %3, 0, !dbg !115
  %6 = select i1 %5, i32 0, i32 %4, !dbg !115
  %7 = add nsw i32 %6, %0, !dbg !115
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %7, i32 2, i32 0), !dbg !111
  %9 = icmp samesign ult i32 %3, 2, !dbg !115
  %10 = select i1 %9, i32 0, i32 %8, !dbg !115
  %11 = add nsw i32 %10, %7, !dbg !115
  %12 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %11, i32 4, i32 0), !dbg !111
  %13 = icmp samesign ult i32 %3, 4, !dbg !115
  %14 = select i1 %13, i32 0, i32 %12, !dbg !115
  %15 = add nsw i32 %14, %11, !dbg !115
  %16 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %15, i32 8, i32 0), !dbg !111
  %17 = icmp samesign ult i32 %3, 8, !dbg !115
  %18 = select i1 %17, i32 0, i32 %16, !dbg !115
  %19 = add nsw i32 %18, %15, !dbg !115
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %19, i32 16, i32 0), !dbg !111
  %21 = icmp samesign ult i32 %3, 16, !dbg !115
  %22 = select i1 %21, i32 0, i32 %20, !dbg !115
  %23 = add nsw i32 %22, %19, !dbg !115
  ret i32 %23, !dbg !116
}

define dso_local ptx_kernel void @scan_warp(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 !dbg !117 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !118
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !120
  %5 = shl i32 %4, 8, !dbg !122
  %6 = add nsw i32 %5, %3, !dbg !123
  %7 = sext i32 %6 to i64, !dbg !124
  %8 = getelementptr inbounds i32, ptr %0, i64 %7, !dbg !124
  %9 = load i32, ptr %8, align 4, !dbg !124, !tbaa !10
  %10 = and i32 %3, 31
  %11 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %9, i32 1, i32 0), !dbg !125
  %12 = icmp eq i32 %10, 0, !dbg !128
  %13 = select i1 %12, i32 0, i32 %11, !dbg !128
  %14 = add nsw i32 %13, %9, !dbg !128
  %15 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %14, i32 2, i32 0), !dbg !125
  %16 = icmp samesign ult i32 %10, 2, !dbg !128
  %17 = select i1 %16, i32 0, i32 %15, !dbg !128
  %18 = add nsw i32 %17, %14, !dbg !128
  %19 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %18, i32 4, i32 0), !dbg !125
  %20 = icmp samesign ult i32 %10, 4, !dbg !128
  %21 = select i1 %20, i32 0, i32 %19, !dbg !128
  %22 = add nsw i32 %21, %18, !dbg !128
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %22, i32 8, i32 0), !dbg !125
  %24 = icmp samesign ult i32 %10, 8, !dbg !128
  %25 = select i1 %24, i32 0, i32 %23, !dbg !128
  %26 = add nsw i32 %25, %22, !dbg !128
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %26, i32 16, i32 0), !dbg !125
  %28 = icmp samesign ult i32 %10, 16, !dbg !128
  %29 = select i1 %28, i32 0, i32 %27, !dbg !128
  %30 = add nsw i32 %29, %26, !dbg !128
  %31 = icmp eq i32 %10, 31, !dbg !129
  br i1 %31, label %32, label %36, !dbg !129

32:
  %33 = lshr i32 %3, 5
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %34
  store i32 %30, ptr %35, align 4, !dbg !130, !tbaa !10
  br label %36, !dbg !131

36:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !132
  %37 = icmp samesign ult i32 %3, 32, !dbg !133
  br i1 %37, label %38, label %64, !dbg !133

38:
  %39 = icmp samesign ult i32 %3, 8, !dbg !134
  br i1 %39, label %40, label %44, !dbg !135

40:
  %41 = zext nneg i32 %3 to i64
  %42 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %41
  %43 = load i32, ptr %42, align 4, !dbg !136, !tbaa !10
  br label %44, !dbg !135

44:
  %45 = phi i32 [ %43, %40 ], [ 0, %38 ], !dbg !135
  %46 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %45, i32 1, i32 0), !dbg !137
  %47 = select i1 %12, i32 0, i32 %46, !dbg !140
  %48 = add nsw i32 %47, %45, !dbg !140
  %49 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %48, i32 2, i32 0), !dbg !137
  %50 = select i1 %16, i32 0, i32 %49, !dbg !140
  %51 = add nsw i32 %50, %48, !dbg !140
  %52 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %51, i32 4, i32 0), !dbg !137
  %53 = select i1 %20, i32 0, i32 %52, !dbg !140
  %54 = add nsw i32 %53, %51, !dbg !140
  %55 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %54, i32 8, i32 0), !dbg !137
  %56 = select i1 %24, i32 0, i32 %55, !dbg !140
  %57 = add nsw i32 %56, %54, !dbg !140
  %58 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %57, i32 16, i32 0), !dbg !137
  br i1 %39, label %59, label %64, !dbg !141

59:
  %60 = zext nneg i32 %3 to i64
  %61 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %60
  %62 = select i1 %28, i32 0, i32 %58, !dbg !140
  %63 = add nsw i32 %62, %57, !dbg !140
  store i32 %63, ptr %61, align 4, !dbg !142, !tbaa !10
  br label %64, !dbg !143

64:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !144
  %65 = icmp samesign ugt i32 %3, 31, !dbg !145
  br i1 %65, label %66, label %72, !dbg !146

66:
  %67 = lshr i32 %3, 5
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %68
  %70 = getelementptr i8, ptr %69, i64 -4
  %71 = load i32, ptr %70, align 4, !dbg !147, !tbaa !10
  br label %72, !dbg !146

72:
  %73 = phi i32 [ %71, %66 ], [ 0, %64 ], !dbg !146
  %74 = add nsw i32 %73, %30, !dbg !148
  %75 = getelementptr inbounds i32, ptr %1, i64 %7, !dbg !149
  store i32 %74, ptr %75, align 4, !dbg !150, !tbaa !10
  ret void, !dbg !151
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #4

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent mustprogress norecurse nounwind memory(inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!llvm.errno.tbaa = !{!10}
!nvvmir.version = !{!14}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "scan.cu", directory: ".")
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C++ TBAA"}
!14 = !{i32 2, i32 0}
!15 = distinct !DISubprogram(name: "scan_hillis", scope: !7, file: !7, line: 6, type: !16, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!16 = !DISubroutineType(types: !17)
!17 = !{}
!18 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !21)
!19 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 53, type: !16, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!20 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!21 = distinct !DILocation(line: 8, column: 11, scope: !15)
!22 = !DILocation(line: 66, column: 27, scope: !23, inlinedAt: !24)
!23 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 66, type: !16, scopeLine: 66, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!24 = distinct !DILocation(line: 8, column: 31, scope: !15)
!25 = !DILocation(line: 8, column: 42, scope: !15)
!26 = !DILocation(line: 9, column: 21, scope: !15)
!27 = !DILocation(line: 9, column: 13, scope: !15)
!28 = !DILocation(line: 9, column: 3, scope: !15)
!29 = !DILocation(line: 9, column: 11, scope: !15)
!30 = !DILocation(line: 10, column: 3, scope: !15)
!31 = !DILocation(line: 12, column: 24, scope: !15)
!32 = !DILocation(line: 12, scope: !15)
!33 = !DILocation(line: 12, column: 22, scope: !15)
!34 = !DILocation(line: 12, column: 44, scope: !15)
!35 = !DILocation(line: 12, column: 42, scope: !15)
!36 = !DILocation(line: 12, column: 5, scope: !15)
!37 = !DILocation(line: 12, column: 20, scope: !15)
!38 = !DILocation(line: 14, column: 5, scope: !15)
!39 = !DILocation(line: 12, column: 31, scope: !15)
!40 = !DILocation(line: 12, column: 61, scope: !15)
!41 = !DILocation(line: 16, column: 19, scope: !15)
!42 = !DILocation(line: 16, column: 3, scope: !15)
!43 = !DILocation(line: 16, column: 17, scope: !15)
!44 = !DILocation(line: 17, column: 1, scope: !15)
!45 = distinct !DISubprogram(name: "scan_blelloch", scope: !7, file: !7, line: 21, type: !16, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!46 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !47)
!47 = distinct !DILocation(line: 23, column: 11, scope: !45)
!48 = !DILocation(line: 66, column: 27, scope: !23, inlinedAt: !49)
!49 = distinct !DILocation(line: 23, column: 31, scope: !45)
!50 = !DILocation(line: 23, column: 42, scope: !45)
!51 = !DILocation(line: 24, column: 26, scope: !45)
!52 = !DILocation(line: 24, column: 18, scope: !45)
!53 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !55)
!54 = distinct !DISubprogram(name: "padded", scope: !7, file: !7, line: 19, type: !16, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!55 = distinct !DILocation(line: 24, column: 5, scope: !45)
!56 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !55)
!57 = !DILocation(line: 24, column: 3, scope: !45)
!58 = !DILocation(line: 24, column: 16, scope: !45)
!59 = !DILocation(line: 25, column: 36, scope: !45)
!60 = !DILocation(line: 25, column: 24, scope: !45)
!61 = !DILocation(line: 25, column: 14, scope: !45)
!62 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !63)
!63 = distinct !DILocation(line: 25, column: 5, scope: !45)
!64 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !63)
!65 = !DILocation(line: 25, column: 3, scope: !45)
!66 = !DILocation(line: 25, column: 22, scope: !45)
!67 = !DILocation(line: 28, column: 5, scope: !45)
!68 = !DILocation(line: 29, column: 11, scope: !45)
!69 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !70)
!70 = distinct !DILocation(line: 29, column: 57, scope: !45)
!71 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !70)
!72 = !DILocation(line: 29, column: 55, scope: !45)
!73 = !DILocation(line: 29, column: 46, scope: !45)
!74 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !75)
!75 = distinct !DILocation(line: 29, column: 18, scope: !45)
!76 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !75)
!77 = !DILocation(line: 29, column: 16, scope: !45)
!78 = !DILocation(line: 29, column: 52, scope: !45)
!79 = !DILocation(line: 29, column: 71, scope: !45)
!80 = !DILocation(line: 29, column: 85, scope: !45)
!81 = !DILocation(line: 29, column: 32, scope: !45)
!82 = !DILocation(line: 32, column: 9, scope: !45)
!83 = !DILocation(line: 32, column: 30, scope: !45)
!84 = !DILocation(line: 32, column: 15, scope: !45)
!85 = !DILocation(line: 35, column: 5, scope: !45)
!86 = !DILocation(line: 36, column: 11, scope: !45)
!87 = !DILocation(line: 38, column: 15, scope: !45)
!88 = !DILocation(line: 39, column: 14, scope: !45)
!89 = !DILocation(line: 39, column: 12, scope: !45)
!90 = !DILocation(line: 40, column: 12, scope: !45)
!91 = !DILocation(line: 41, column: 5, scope: !45)
!92 = !DILocation(line: 37, column: 29, scope: !45)
!93 = !DILocation(line: 37, column: 43, scope: !45)
!94 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !95)
!95 = distinct !DILocation(line: 37, column: 15, scope: !45)
!96 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !95)
!97 = !DILocation(line: 37, column: 67, scope: !45)
!98 = !DILocation(line: 37, column: 81, scope: !45)
!99 = !DILocation(line: 19, column: 53, scope: !54, inlinedAt: !100)
!100 = distinct !DILocation(line: 37, column: 53, scope: !45)
!101 = !DILocation(line: 19, column: 48, scope: !54, inlinedAt: !100)
!102 = !DILocation(line: 43, column: 3, scope: !45)
!103 = !DILocation(line: 44, column: 19, scope: !45)
!104 = !DILocation(line: 44, column: 3, scope: !45)
!105 = !DILocation(line: 44, column: 17, scope: !45)
!106 = !DILocation(line: 45, column: 25, scope: !45)
!107 = !DILocation(line: 45, column: 3, scope: !45)
!108 = !DILocation(line: 45, column: 23, scope: !45)
!109 = !DILocation(line: 46, column: 1, scope: !45)
!110 = distinct !DISubprogram(name: "warp_scan", scope: !7, file: !7, line: 48, type: !16, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!111 = !DILocation(line: 177, column: 38, scope: !112, inlinedAt: !114)
!112 = distinct !DISubprogram(name: "__shfl_up_sync", scope: !113, file: !113, line: 177, type: !16, scopeLine: 177, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!113 = !DIFile(filename: "clang/__clang_cuda_intrinsics.h", directory: "")
!114 = distinct !DILocation(line: 50, column: 13, scope: !110)
!115 = !DILocation(line: 51, column: 26, scope: !110)
!116 = !DILocation(line: 53, column: 3, scope: !110)
!117 = distinct !DISubprogram(name: "scan_warp", scope: !7, file: !7, line: 56, type: !16, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!118 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !119)
!119 = distinct !DILocation(line: 58, column: 11, scope: !117)
!120 = !DILocation(line: 66, column: 27, scope: !23, inlinedAt: !121)
!121 = distinct !DILocation(line: 58, column: 31, scope: !117)
!122 = !DILocation(line: 58, column: 42, scope: !117)
!123 = !DILocation(line: 59, column: 29, scope: !117)
!124 = !DILocation(line: 59, column: 21, scope: !117)
!125 = !DILocation(line: 177, column: 38, scope: !112, inlinedAt: !126)
!126 = distinct !DILocation(line: 50, column: 13, scope: !110, inlinedAt: !127)
!127 = distinct !DILocation(line: 59, column: 11, scope: !117)
!128 = !DILocation(line: 51, column: 26, scope: !110, inlinedAt: !127)
!129 = !DILocation(line: 60, column: 14, scope: !117)
!130 = !DILocation(line: 60, column: 34, scope: !117)
!131 = !DILocation(line: 60, column: 21, scope: !117)
!132 = !DILocation(line: 61, column: 3, scope: !117)
!133 = !DILocation(line: 62, column: 9, scope: !117)
!134 = !DILocation(line: 63, column: 25, scope: !117)
!135 = !DILocation(line: 63, column: 23, scope: !117)
!136 = !DILocation(line: 63, column: 31, scope: !117)
!137 = !DILocation(line: 177, column: 38, scope: !112, inlinedAt: !138)
!138 = distinct !DILocation(line: 50, column: 13, scope: !110, inlinedAt: !139)
!139 = distinct !DILocation(line: 63, column: 13, scope: !117)
!140 = !DILocation(line: 51, column: 26, scope: !110, inlinedAt: !139)
!141 = !DILocation(line: 64, column: 11, scope: !117)
!142 = !DILocation(line: 64, column: 24, scope: !117)
!143 = !DILocation(line: 64, column: 16, scope: !117)
!144 = !DILocation(line: 66, column: 3, scope: !117)
!145 = !DILocation(line: 67, column: 26, scope: !117)
!146 = !DILocation(line: 67, column: 24, scope: !117)
!147 = !DILocation(line: 67, column: 34, scope: !117)
!148 = !DILocation(line: 67, column: 21, scope: !117)
!149 = !DILocation(line: 67, column: 3, scope: !117)
!150 = !DILocation(line: 67, column: 17, scope: !117)
!151 = !DILocation(line: 68, column: 1, scope: !117)
