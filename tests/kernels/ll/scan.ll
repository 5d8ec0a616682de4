target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11scan_hillisE1s = internal unnamed_addr addrspace(3) global [2 x [256 x i32]] undef, align 4
@_ZZ13scan_blellochE1s = internal unnamed_addr addrspace(3) global [528 x i32] undef, align 4
@_ZZ9scan_warpE4sums = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4

define dso_local ptx_kernel void @scan_hillis(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 8
  %6 = add nsw i32 %5, %3
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = zext nneg i32 %3 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %10
  store i32 %9, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %12 = icmp eq i32 %3, 0
  %13 = load i32, ptr %11, align 4, !tbaa !6
  br i1 %12, label %20, label %14

14:
  %15 = zext nneg i32 %3 to i64
  %16 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %15
  %17 = getelementptr i8, ptr %16, i64 -4
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = add nsw i32 %18, %13
  br label %20

20:
  %21 = phi i32 [ %19, %14 ], [ %13, %2 ]
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 1024
  store i32 %21, ptr %22, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %23 = icmp samesign ult i32 %3, 2
  br i1 %23, label %32, label %24

24:
  %25 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10
  %26 = load i32, ptr %25, align 4, !tbaa !6
  %27 = zext nneg i32 %3 to i64
  %28 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %27
  %29 = getelementptr i8, ptr %28, i64 -8
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = add nsw i32 %30, %26
  br label %34

32:
  %33 = load i32, ptr %22, align 4, !tbaa !6
  br label %34

34:
  %35 = phi i32 [ %31, %24 ], [ %33, %32 ]
  store i32 %35, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %36 = icmp samesign ult i32 %3, 4
  %37 = load i32, ptr %11, align 4, !tbaa !6
  br i1 %36, label %44, label %38

38:
  %39 = zext nneg i32 %3 to i64
  %40 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %39
  %41 = getelementptr i8, ptr %40, i64 -16
  %42 = load i32, ptr %41, align 4, !tbaa !6
  %43 = add nsw i32 %42, %37
  br label %44

44:
  %45 = phi i32 [ %43, %38 ], [ %37, %34 ]
  store i32 %45, ptr %22, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %46 = icmp samesign ult i32 %3, 8
  br i1 %46, label %55, label %47

47:
  %48 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10
  %49 = load i32, ptr %48, align 4, !tbaa !6
  %50 = zext nneg i32 %3 to i64
  %51 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %50
  %52 = getelementptr i8, ptr %51, i64 -32
  %53 = load i32, ptr %52, align 4, !tbaa !6
  %54 = add nsw i32 %53, %49
  br label %57

55:
  %56 = load i32, ptr %22, align 4, !tbaa !6
  br label %57

57:
  %58 = phi i32 [ %54, %47 ], [ %56, %55 ]
  store i32 %58, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %59 = icmp samesign ult i32 %3, 16
  %60 = load i32, ptr %11, align 4, !tbaa !6
  br i1 %59, label %67, label %61

61:
  %62 = zext nneg i32 %3 to i64
  %63 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %62
  %64 = getelementptr i8, ptr %63, i64 -64
  %65 = load i32, ptr %64, align 4, !tbaa !6
  %66 = add nsw i32 %65, %60
  br label %67

67:
  %68 = phi i32 [ %66, %61 ], [ %60, %57 ]
  store i32 %68, ptr %22, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %69 = icmp samesign ult i32 %3, 32
  br i1 %69, label %78, label %70

70:
  %71 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10
  %72 = load i32, ptr %71, align 4, !tbaa !6
  %73 = zext nneg i32 %3 to i64
  %74 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %73
  %75 = getelementptr i8, ptr %74, i64 -128
  %76 = load i32, ptr %75, align 4, !tbaa !6
  %77 = add nsw i32 %76, %72
  br label %80

78:
  %79 = load i32, ptr %22, align 4, !tbaa !6
  br label %80

80:
  %81 = phi i32 [ %77, %70 ], [ %79, %78 ]
  store i32 %81, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %82 = icmp samesign ult i32 %3, 64
  %83 = load i32, ptr %11, align 4, !tbaa !6
  br i1 %82, label %90, label %84

84:
  %85 = zext nneg i32 %3 to i64
  %86 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 %85
  %87 = getelementptr i8, ptr %86, i64 -256
  %88 = load i32, ptr %87, align 4, !tbaa !6
  %89 = add nsw i32 %88, %83
  br label %90

90:
  %91 = phi i32 [ %89, %84 ], [ %83, %80 ]
  store i32 %91, ptr %22, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %92 = icmp samesign ult i32 %3, 128
  br i1 %92, label %101, label %93

93:
  %94 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %10
  %95 = load i32, ptr %94, align 4, !tbaa !6
  %96 = zext nneg i32 %3 to i64
  %97 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11scan_hillisE1s to ptr), i64 1024), i64 %96
  %98 = getelementptr i8, ptr %97, i64 -512
  %99 = load i32, ptr %98, align 4, !tbaa !6
  %100 = add nsw i32 %99, %95
  br label %103

101:
  %102 = load i32, ptr %22, align 4, !tbaa !6
  br label %103

103:
  %104 = phi i32 [ %100, %93 ], [ %102, %101 ]
  store i32 %104, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %105 = load i32, ptr %11, align 4, !tbaa !6
  %106 = getelementptr inbounds i32, ptr %1, i64 %7
  store i32 %105, ptr %106, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @scan_blelloch(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 9
  %6 = add nsw i32 %5, %3
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = lshr i32 %3, 5
  %11 = add nuw nsw i32 %10, %3
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %12
  store i32 %9, ptr %13, align 4, !tbaa !6
  %14 = add nsw i32 %6, 256
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = add nuw nsw i32 %3, 256
  %19 = lshr i32 %18, 5
  %20 = add nuw nsw i32 %19, %18
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %21
  store i32 %17, ptr %22, align 4, !tbaa !6
  %23 = shl nuw nsw i32 %3, 1
  %24 = or disjoint i32 %23, 1
  %25 = add nuw nsw i32 %23, 2
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %26 = icmp samesign ult i32 %3, 256
  br i1 %26, label %27, label %40

27:
  %28 = lshr i32 %3, 4
  %29 = add nuw nsw i32 %28, %23
  %30 = zext nneg i32 %29 to i64
  %31 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %30
  %32 = load i32, ptr %31, align 4, !tbaa !6
  %33 = or disjoint i32 %23, 1
  %34 = lshr i32 %3, 4
  %35 = add nuw nsw i32 %34, %33
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %36
  %38 = load i32, ptr %37, align 4, !tbaa !6
  %39 = add nsw i32 %38, %32
  store i32 %39, ptr %37, align 4, !tbaa !6
  br label %40

40:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %41 = icmp samesign ult i32 %3, 128
  br i1 %41, label %42, label %58

42:
  %43 = shl nuw nsw i32 %24, 1
  %44 = add nsw i32 %43, -1
  %45 = lshr i32 %44, 5
  %46 = add nuw nsw i32 %45, %44
  %47 = zext nneg i32 %46 to i64
  %48 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %47
  %49 = load i32, ptr %48, align 4, !tbaa !6
  %50 = shl nuw nsw i32 %25, 1
  %51 = add nsw i32 %50, -1
  %52 = lshr i32 %51, 5
  %53 = add nuw nsw i32 %52, %51
  %54 = zext nneg i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %54
  %56 = load i32, ptr %55, align 4, !tbaa !6
  %57 = add nsw i32 %56, %49
  store i32 %57, ptr %55, align 4, !tbaa !6
  br label %58

58:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %59 = icmp samesign ult i32 %3, 64
  br i1 %59, label %60, label %76

60:
  %61 = shl nuw nsw i32 %24, 2
  %62 = add nsw i32 %61, -1
  %63 = lshr i32 %62, 5
  %64 = add nuw nsw i32 %63, %62
  %65 = zext nneg i32 %64 to i64
  %66 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %65
  %67 = load i32, ptr %66, align 4, !tbaa !6
  %68 = shl nuw nsw i32 %25, 2
  %69 = add nsw i32 %68, -1
  %70 = lshr i32 %69, 5
  %71 = add nuw nsw i32 %70, %69
  %72 = zext nneg i32 %71 to i64
  %73 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %72
  %74 = load i32, ptr %73, align 4, !tbaa !6
  %75 = add nsw i32 %74, %67
  store i32 %75, ptr %73, align 4, !tbaa !6
  br label %76

76:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %77 = icmp samesign ult i32 %3, 32
  br i1 %77, label %78, label %94

78:
  %79 = shl nuw nsw i32 %24, 3
  %80 = add nsw i32 %79, -1
  %81 = lshr i32 %80, 5
  %82 = add nuw nsw i32 %81, %80
  %83 = zext nneg i32 %82 to i64
  %84 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %83
  %85 = load i32, ptr %84, align 4, !tbaa !6
  %86 = shl nuw nsw i32 %25, 3
  %87 = add nsw i32 %86, -1
  %88 = lshr i32 %87, 5
  %89 = add nuw nsw i32 %88, %87
  %90 = zext nneg i32 %89 to i64
  %91 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %90
  %92 = load i32, ptr %91, align 4, !tbaa !6
  %93 = add nsw i32 %92, %85
  store i32 %93, ptr %91, align 4, !tbaa !6
  br label %94

94:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %95 = icmp samesign ult i32 %3, 16
  br i1 %95, label %96, label %112

96:
  %97 = shl nuw nsw i32 %24, 4
  %98 = add nsw i32 %97, -1
  %99 = lshr i32 %98, 5
  %100 = add nuw nsw i32 %99, %98
  %101 = zext nneg i32 %100 to i64
  %102 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %101
  %103 = load i32, ptr %102, align 4, !tbaa !6
  %104 = shl nuw nsw i32 %25, 4
  %105 = add nsw i32 %104, -1
  %106 = lshr i32 %105, 5
  %107 = add nuw nsw i32 %106, %105
  %108 = zext nneg i32 %107 to i64
  %109 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %108
  %110 = load i32, ptr %109, align 4, !tbaa !6
  %111 = add nsw i32 %110, %103
  store i32 %111, ptr %109, align 4, !tbaa !6
  br label %112

112:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %113 = icmp samesign ult i32 %3, 8
  br i1 %113, label %114, label %130

114:
  %115 = shl nuw nsw i32 %24, 5
  %116 = add nsw i32 %115, -1
  %117 = lshr i32 %116, 5
  %118 = add nuw nsw i32 %117, %116
  %119 = zext nneg i32 %118 to i64
  %120 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %119
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = shl nuw nsw i32 %25, 5
  %123 = add nsw i32 %122, -1
  %124 = lshr i32 %123, 5
  %125 = add nuw nsw i32 %124, %123
  %126 = zext nneg i32 %125 to i64
  %127 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %126
  %128 = load i32, ptr %127, align 4, !tbaa !6
  %129 = add nsw i32 %128, %121
  store i32 %129, ptr %127, align 4, !tbaa !6
  br label %130

130:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %131 = icmp samesign ult i32 %3, 4
  br i1 %131, label %132, label %148

132:
  %133 = shl nuw nsw i32 %24, 6
  %134 = add nsw i32 %133, -1
  %135 = lshr i32 %134, 5
  %136 = add nuw nsw i32 %135, %134
  %137 = zext nneg i32 %136 to i64
  %138 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %137
  %139 = load i32, ptr %138, align 4, !tbaa !6
  %140 = shl nuw nsw i32 %25, 6
  %141 = add nsw i32 %140, -1
  %142 = lshr i32 %141, 5
  %143 = add nuw nsw i32 %142, %141
  %144 = zext nneg i32 %143 to i64
  %145 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %144
  %146 = load i32, ptr %145, align 4, !tbaa !6
  %147 = add nsw i32 %146, %139
  store i32 %147, ptr %145, align 4, !tbaa !6
  br label %148

148:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %149 = icmp samesign ult i32 %3, 2
  br i1 %149, label %150, label %166

150:
  %151 = shl nuw nsw i32 %24, 7
  %152 = add nsw i32 %151, -1
  %153 = lshr i32 %152, 5
  %154 = add nuw nsw i32 %153, %152
  %155 = zext nneg i32 %154 to i64
  %156 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %155
  %157 = load i32, ptr %156, align 4, !tbaa !6
  %158 = shl nuw nsw i32 %25, 7
  %159 = add nsw i32 %158, -1
  %160 = lshr i32 %159, 5
  %161 = add nuw nsw i32 %160, %159
  %162 = zext nneg i32 %161 to i64
  %163 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %162
  %164 = load i32, ptr %163, align 4, !tbaa !6
  %165 = add nsw i32 %164, %157
  store i32 %165, ptr %163, align 4, !tbaa !6
  br label %166

166:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %167 = icmp eq i32 %3, 0
  br i1 %167, label %168, label %172

168:
  %169 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !tbaa !6
  %170 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !tbaa !6
  %171 = add nsw i32 %170, %169
  store i32 %171, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !tbaa !6
  br label %172

172:
  %173 = icmp eq i32 %3, 0
  br i1 %173, label %174, label %175

174:
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !tbaa !6
  br label %175

175:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %167, label %176, label %180

176:
  %177 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !tbaa !6
  %178 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !tbaa !6
  store i32 %178, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 1048), align 4, !tbaa !6
  %179 = add nsw i32 %178, %177
  store i32 %179, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 2104), align 4, !tbaa !6
  br label %180

180:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %149, label %181, label %197

181:
  %182 = shl nuw nsw i32 %24, 7
  %183 = add nsw i32 %182, -1
  %184 = lshr i32 %183, 5
  %185 = add nuw nsw i32 %184, %183
  %186 = shl nuw nsw i32 %25, 7
  %187 = add nsw i32 %186, -1
  %188 = lshr i32 %187, 5
  %189 = add nuw nsw i32 %188, %187
  %190 = zext nneg i32 %185 to i64
  %191 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %190
  %192 = load i32, ptr %191, align 4, !tbaa !6
  %193 = zext nneg i32 %189 to i64
  %194 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %193
  %195 = load i32, ptr %194, align 4, !tbaa !6
  store i32 %195, ptr %191, align 4, !tbaa !6
  %196 = add nsw i32 %195, %192
  store i32 %196, ptr %194, align 4, !tbaa !6
  br label %197

197:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %131, label %198, label %214

198:
  %199 = shl nuw nsw i32 %24, 6
  %200 = add nsw i32 %199, -1
  %201 = lshr i32 %200, 5
  %202 = add nuw nsw i32 %201, %200
  %203 = shl nuw nsw i32 %25, 6
  %204 = add nsw i32 %203, -1
  %205 = lshr i32 %204, 5
  %206 = add nuw nsw i32 %205, %204
  %207 = zext nneg i32 %202 to i64
  %208 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %207
  %209 = load i32, ptr %208, align 4, !tbaa !6
  %210 = zext nneg i32 %206 to i64
  %211 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %210
  %212 = load i32, ptr %211, align 4, !tbaa !6
  store i32 %212, ptr %208, align 4, !tbaa !6
  %213 = add nsw i32 %212, %209
  store i32 %213, ptr %211, align 4, !tbaa !6
  br label %214

214:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %113, label %215, label %231

215:
  %216 = shl nuw nsw i32 %24, 5
  %217 = add nsw i32 %216, -1
  %218 = lshr i32 %217, 5
  %219 = add nuw nsw i32 %218, %217
  %220 = shl nuw nsw i32 %25, 5
  %221 = add nsw i32 %220, -1
  %222 = lshr i32 %221, 5
  %223 = add nuw nsw i32 %222, %221
  %224 = zext nneg i32 %219 to i64
  %225 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %224
  %226 = load i32, ptr %225, align 4, !tbaa !6
  %227 = zext nneg i32 %223 to i64
  %228 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %227
  %229 = load i32, ptr %228, align 4, !tbaa !6
  store i32 %229, ptr %225, align 4, !tbaa !6
  %230 = add nsw i32 %229, %226
  store i32 %230, ptr %228, align 4, !tbaa !6
  br label %231

231:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %95, label %232, label %248

232:
  %233 = shl nuw nsw i32 %24, 4
  %234 = add nsw i32 %233, -1
  %235 = lshr i32 %234, 5
  %236 = add nuw nsw i32 %235, %234
  %237 = shl nuw nsw i32 %25, 4
  %238 = add nsw i32 %237, -1
  %239 = lshr i32 %238, 5
  %240 = add nuw nsw i32 %239, %238
  %241 = zext nneg i32 %236 to i64
  %242 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %241
  %243 = load i32, ptr %242, align 4, !tbaa !6
  %244 = zext nneg i32 %240 to i64
  %245 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %244
  %246 = load i32, ptr %245, align 4, !tbaa !6
  store i32 %246, ptr %242, align 4, !tbaa !6
  %247 = add nsw i32 %246, %243
  store i32 %247, ptr %245, align 4, !tbaa !6
  br label %248

248:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %77, label %249, label %265

249:
  %250 = shl nuw nsw i32 %24, 3
  %251 = add nsw i32 %250, -1
  %252 = lshr i32 %251, 5
  %253 = add nuw nsw i32 %252, %251
  %254 = shl nuw nsw i32 %25, 3
  %255 = add nsw i32 %254, -1
  %256 = lshr i32 %255, 5
  %257 = add nuw nsw i32 %256, %255
  %258 = zext nneg i32 %253 to i64
  %259 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %258
  %260 = load i32, ptr %259, align 4, !tbaa !6
  %261 = zext nneg i32 %257 to i64
  %262 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %261
  %263 = load i32, ptr %262, align 4, !tbaa !6
  store i32 %263, ptr %259, align 4, !tbaa !6
  %264 = add nsw i32 %263, %260
  store i32 %264, ptr %262, align 4, !tbaa !6
  br label %265

265:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %59, label %266, label %282

266:
  %267 = shl nuw nsw i32 %24, 2
  %268 = add nsw i32 %267, -1
  %269 = lshr i32 %268, 5
  %270 = add nuw nsw i32 %269, %268
  %271 = shl nuw nsw i32 %25, 2
  %272 = add nsw i32 %271, -1
  %273 = lshr i32 %272, 5
  %274 = add nuw nsw i32 %273, %272
  %275 = zext nneg i32 %270 to i64
  %276 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %275
  %277 = load i32, ptr %276, align 4, !tbaa !6
  %278 = zext nneg i32 %274 to i64
  %279 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %278
  %280 = load i32, ptr %279, align 4, !tbaa !6
  store i32 %280, ptr %276, align 4, !tbaa !6
  %281 = add nsw i32 %280, %277
  store i32 %281, ptr %279, align 4, !tbaa !6
  br label %282

282:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %41, label %283, label %299

283:
  %284 = shl nuw nsw i32 %24, 1
  %285 = add nsw i32 %284, -1
  %286 = lshr i32 %285, 5
  %287 = add nuw nsw i32 %286, %285
  %288 = shl nuw nsw i32 %25, 1
  %289 = add nsw i32 %288, -1
  %290 = lshr i32 %289, 5
  %291 = add nuw nsw i32 %290, %289
  %292 = zext nneg i32 %287 to i64
  %293 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %292
  %294 = load i32, ptr %293, align 4, !tbaa !6
  %295 = zext nneg i32 %291 to i64
  %296 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %295
  %297 = load i32, ptr %296, align 4, !tbaa !6
  store i32 %297, ptr %293, align 4, !tbaa !6
  %298 = add nsw i32 %297, %294
  store i32 %298, ptr %296, align 4, !tbaa !6
  br label %299

299:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %26, label %300, label %313

300:
  %301 = lshr i32 %3, 4
  %302 = add nuw nsw i32 %301, %23
  %303 = or disjoint i32 %23, 1
  %304 = lshr i32 %3, 4
  %305 = add nuw nsw i32 %304, %303
  %306 = zext nneg i32 %302 to i64
  %307 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %306
  %308 = load i32, ptr %307, align 4, !tbaa !6
  %309 = zext nneg i32 %305 to i64
  %310 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13scan_blellochE1s to ptr), i64 %309
  %311 = load i32, ptr %310, align 4, !tbaa !6
  store i32 %311, ptr %307, align 4, !tbaa !6
  %312 = add nsw i32 %311, %308
  store i32 %312, ptr %310, align 4, !tbaa !6
  br label %313

313:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %314 = load i32, ptr %13, align 4, !tbaa !6
  %315 = getelementptr inbounds i32, ptr %1, i64 %7
  store i32 %314, ptr %315, align 4, !tbaa !6
  %316 = load i32, ptr %22, align 4, !tbaa !6
  %317 = getelementptr inbounds i32, ptr %1, i64 %15
  store i32 %316, ptr %317, align 4, !tbaa !6
  ret void
}

define dso_local noundef i32 @_Z9warp_scani(i32 noundef %0) local_unnamed_addr #2 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = and i32 %2, 31
  %4 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %0, i32 1, i32 0)
  %5 = icmp eq i32 %3, 0
  %6 = select i1 %5, i32 0, i32 %4
  %7 = add nsw i32 %6, %0
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %7, i32 2, i32 0)
  %9 = icmp samesign ult i32 %3, 2
  %10 = select i1 %9, i32 0, i32 %8
  %11 = add nsw i32 %10, %7
  %12 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %11, i32 4, i32 0)
  %13 = icmp samesign ult i32 %3, 4
  %14 = select i1 %13, i32 0, i32 %12
  %15 = add nsw i32 %14, %11
  %16 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %15, i32 8, i32 0)
  %17 = icmp samesign ult i32 %3, 8
  %18 = select i1 %17, i32 0, i32 %16
  %19 = add nsw i32 %18, %15
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %19, i32 16, i32 0)
  %21 = icmp samesign ult i32 %3, 16
  %22 = select i1 %21, i32 0, i32 %20
  %23 = add nsw i32 %22, %19
  ret i32 %23
}

define dso_local ptx_kernel void @scan_warp(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 8
  %6 = add nsw i32 %5, %3
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = and i32 %3, 31
  %11 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %9, i32 1, i32 0)
  %12 = icmp eq i32 %10, 0
  %13 = select i1 %12, i32 0, i32 %11
  %14 = add nsw i32 %13, %9
  %15 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %14, i32 2, i32 0)
  %16 = icmp samesign ult i32 %10, 2
  %17 = select i1 %16, i32 0, i32 %15
  %18 = add nsw i32 %17, %14
  %19 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %18, i32 4, i32 0)
  %20 = icmp samesign ult i32 %10, 4
  %21 = select i1 %20, i32 0, i32 %19
  %22 = add nsw i32 %21, %18
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %22, i32 8, i32 0)
  %24 = icmp samesign ult i32 %10, 8
  %25 = select i1 %24, i32 0, i32 %23
  %26 = add nsw i32 %25, %22
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %26, i32 16, i32 0)
  %28 = icmp samesign ult i32 %10, 16
  %29 = select i1 %28, i32 0, i32 %27
  %30 = add nsw i32 %29, %26
  %31 = icmp eq i32 %10, 31
  br i1 %31, label %32, label %36

32:
  %33 = lshr i32 %3, 5
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %34
  store i32 %30, ptr %35, align 4, !tbaa !6
  br label %36

36:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %37 = icmp samesign ult i32 %3, 32
  br i1 %37, label %38, label %64

38:
  %39 = icmp samesign ult i32 %3, 8
  br i1 %39, label %40, label %44

40:
  %41 = zext nneg i32 %3 to i64
  %42 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %41
  %43 = load i32, ptr %42, align 4, !tbaa !6
  br label %44

44:
  %45 = phi i32 [ %43, %40 ], [ 0, %38 ]
  %46 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %45, i32 1, i32 0)
  %47 = select i1 %12, i32 0, i32 %46
  %48 = add nsw i32 %47, %45
  %49 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %48, i32 2, i32 0)
  %50 = select i1 %16, i32 0, i32 %49
  %51 = add nsw i32 %50, %48
  %52 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %51, i32 4, i32 0)
  %53 = select i1 %20, i32 0, i32 %52
  %54 = add nsw i32 %53, %51
  %55 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %54, i32 8, i32 0)
  %56 = select i1 %24, i32 0, i32 %55
  %57 = add nsw i32 %56, %54
  %58 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %57, i32 16, i32 0)
  br i1 %39, label %59, label %64

59:
  %60 = zext nneg i32 %3 to i64
  %61 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %60
  %62 = select i1 %28, i32 0, i32 %58
  %63 = add nsw i32 %62, %57
  store i32 %63, ptr %61, align 4, !tbaa !6
  br label %64

64:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %65 = icmp samesign ugt i32 %3, 31
  br i1 %65, label %66, label %72

66:
  %67 = lshr i32 %3, 5
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9scan_warpE4sums to ptr), i64 %68
  %70 = getelementptr i8, ptr %69, i64 -4
  %71 = load i32, ptr %70, align 4, !tbaa !6
  br label %72

72:
  %73 = phi i32 [ %71, %66 ], [ 0, %64 ]
  %74 = add nsw i32 %73, %30
  %75 = getelementptr inbounds i32, ptr %1, i64 %7
  store i32 %74, ptr %75, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #4

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent mustprogress norecurse nounwind memory(inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }

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
