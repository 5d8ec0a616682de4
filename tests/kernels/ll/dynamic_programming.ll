target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ9lcs_blockE1d = internal unnamed_addr addrspace(3) global [3 x [129 x i16]] undef, align 2

define dso_local ptx_kernel void @edit_distance(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = alloca [33 x i8], align 1
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %4
  br i1 %12, label %13, label %173

13:
  %14 = sext i32 %11 to i64
  %15 = sext i32 %2 to i64
  %16 = mul nsw i64 %15, %14
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 %16
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #9
  %19 = icmp slt i32 %2, 0
  br i1 %19, label %37, label %20

20:
  %21 = add nuw i32 %2, 1
  %22 = icmp ult i32 %2, 3
  br i1 %22, label %35, label %23

23:
  %24 = and i32 %21, -4
  br label %25

25:
  %26 = phi i32 [ 0, %23 ], [ %30, %25 ]
  %27 = phi <4 x i8> [ <i8 0, i8 1, i8 2, i8 3>, %23 ], [ %31, %25 ]
  %28 = zext nneg i32 %26 to i64
  %29 = getelementptr inbounds nuw i8, ptr %6, i64 %28
  store <4 x i8> %27, ptr %29, align 1, !tbaa !11
  %30 = add nuw i32 %26, 4
  %31 = add <4 x i8> %27, splat (i8 4)
  %32 = icmp eq i32 %30, %24
  br i1 %32, label %33, label %25, !llvm.loop !12

33:
  %34 = icmp eq i32 %21, %24
  br i1 %34, label %37, label %35

35:
  %36 = phi i32 [ 0, %20 ], [ %24, %33 ]
  br label %46

37:
  %38 = icmp slt i32 %2, 1
  br i1 %38, label %53, label %39

39:
  %40 = load i8, ptr %6, align 1
  %41 = and i32 %2, 3
  %42 = icmp ult i32 %2, 4
  %43 = and i32 %2, 2147483644
  %44 = icmp eq i32 %41, 0
  %45 = icmp ne i32 %41, 0
  br label %58

46:
  %47 = phi i32 [ %51, %46 ], [ %36, %35 ]
  %48 = trunc i32 %47 to i8
  %49 = zext nneg i32 %47 to i64
  %50 = getelementptr inbounds nuw i8, ptr %6, i64 %49
  store i8 %48, ptr %50, align 1, !tbaa !11
  %51 = add nuw i32 %47, 1
  %52 = icmp eq i32 %47, %2
  br i1 %52, label %37, label %46, !llvm.loop !16

53:
  %54 = getelementptr inbounds i8, ptr %6, i64 %15
  %55 = load i8, ptr %54, align 1, !tbaa !11
  %56 = zext i8 %55 to i32
  %57 = getelementptr inbounds i32, ptr %3, i64 %14
  store i32 %56, ptr %57, align 4, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #9
  br label %173

58:
  %59 = phi i32 [ 1, %39 ], [ %96, %95 ]
  %60 = phi i8 [ %40, %39 ], [ %61, %95 ]
  %61 = trunc i32 %59 to i8
  store i8 %61, ptr %6, align 1, !tbaa !11
  %62 = zext nneg i32 %59 to i64
  %63 = getelementptr i8, ptr %17, i64 %62
  %64 = getelementptr i8, ptr %63, i64 -1
  %65 = load i8, ptr %64, align 1, !tbaa !11
  br i1 %42, label %67, label %98

66:
  br i1 %44, label %95, label %67

67:
  %68 = phi i8 [ %61, %58 ], [ %169, %66 ]
  %69 = phi i32 [ 1, %58 ], [ %170, %66 ]
  %70 = phi i8 [ %60, %58 ], [ %157, %66 ]
  tail call void @llvm.assume(i1 %45)
  br label %71

71:
  %72 = phi i8 [ %68, %67 ], [ %91, %71 ]
  %73 = phi i32 [ %69, %67 ], [ %92, %71 ]
  %74 = phi i8 [ %70, %67 ], [ %79, %71 ]
  %75 = phi i32 [ 0, %67 ], [ %93, %71 ]
  %76 = zext i8 %74 to i32
  %77 = zext nneg i32 %73 to i64
  %78 = getelementptr inbounds nuw i8, ptr %6, i64 %77
  %79 = load i8, ptr %78, align 1, !tbaa !11
  %80 = tail call i8 @llvm.umin.i8(i8 %79, i8 %72)
  %81 = zext i8 %80 to i32
  %82 = add nuw nsw i32 %81, 1
  %83 = sext i32 %73 to i64
  %84 = getelementptr i8, ptr %18, i64 %83
  %85 = getelementptr i8, ptr %84, i64 -1
  %86 = load i8, ptr %85, align 1, !tbaa !11
  %87 = icmp ne i8 %65, %86
  %88 = zext i1 %87 to i32
  %89 = add nuw nsw i32 %88, %76
  %90 = tail call i32 @llvm.umin.i32(i32 %82, i32 %89)
  %91 = trunc i32 %90 to i8
  store i8 %91, ptr %78, align 1, !tbaa !11
  %92 = add nuw i32 %73, 1
  %93 = add i32 %75, 1
  %94 = icmp eq i32 %93, %41
  br i1 %94, label %95, label %71, !llvm.loop !17

95:
  %96 = add nuw i32 %59, 1
  %97 = icmp eq i32 %59, %2
  br i1 %97, label %53, label %58, !llvm.loop !19

98:
  %99 = phi i8 [ %169, %98 ], [ %61, %58 ]
  %100 = phi i32 [ %170, %98 ], [ 1, %58 ]
  %101 = phi i8 [ %157, %98 ], [ %60, %58 ]
  %102 = phi i32 [ %171, %98 ], [ 0, %58 ]
  %103 = zext i8 %101 to i32
  %104 = zext nneg i32 %100 to i64
  %105 = getelementptr inbounds nuw i8, ptr %6, i64 %104
  %106 = load i8, ptr %105, align 1, !tbaa !11
  %107 = tail call i8 @llvm.umin.i8(i8 %106, i8 %99)
  %108 = zext i8 %107 to i32
  %109 = add nuw nsw i32 %108, 1
  %110 = sext i32 %100 to i64
  %111 = getelementptr i8, ptr %18, i64 %110
  %112 = getelementptr i8, ptr %111, i64 -1
  %113 = load i8, ptr %112, align 1, !tbaa !11
  %114 = icmp ne i8 %65, %113
  %115 = zext i1 %114 to i32
  %116 = add nuw nsw i32 %115, %103
  %117 = tail call i32 @llvm.umin.i32(i32 %109, i32 %116)
  %118 = trunc i32 %117 to i8
  store i8 %118, ptr %105, align 1, !tbaa !11
  %119 = add nuw nsw i32 %100, 1
  %120 = zext i8 %106 to i32
  %121 = zext nneg i32 %119 to i64
  %122 = getelementptr inbounds nuw i8, ptr %6, i64 %121
  %123 = load i8, ptr %122, align 1, !tbaa !11
  %124 = tail call i8 @llvm.umin.i8(i8 %123, i8 %118)
  %125 = zext i8 %124 to i32
  %126 = add nuw nsw i32 %125, 1
  %127 = sext i32 %119 to i64
  %128 = getelementptr i8, ptr %18, i64 %127
  %129 = getelementptr i8, ptr %128, i64 -1
  %130 = load i8, ptr %129, align 1, !tbaa !11
  %131 = icmp ne i8 %65, %130
  %132 = zext i1 %131 to i32
  %133 = add nuw nsw i32 %132, %120
  %134 = tail call i32 @llvm.umin.i32(i32 %126, i32 %133)
  %135 = trunc i32 %134 to i8
  store i8 %135, ptr %122, align 1, !tbaa !11
  %136 = add nuw nsw i32 %100, 2
  %137 = zext i8 %123 to i32
  %138 = zext nneg i32 %136 to i64
  %139 = getelementptr inbounds nuw i8, ptr %6, i64 %138
  %140 = load i8, ptr %139, align 1, !tbaa !11
  %141 = tail call i8 @llvm.umin.i8(i8 %140, i8 %135)
  %142 = zext i8 %141 to i32
  %143 = add nuw nsw i32 %142, 1
  %144 = sext i32 %136 to i64
  %145 = getelementptr i8, ptr %18, i64 %144
  %146 = getelementptr i8, ptr %145, i64 -1
  %147 = load i8, ptr %146, align 1, !tbaa !11
  %148 = icmp ne i8 %65, %147
  %149 = zext i1 %148 to i32
  %150 = add nuw nsw i32 %149, %137
  %151 = tail call i32 @llvm.umin.i32(i32 %143, i32 %150)
  %152 = trunc i32 %151 to i8
  store i8 %152, ptr %139, align 1, !tbaa !11
  %153 = add nuw i32 %100, 3
  %154 = zext i8 %140 to i32
  %155 = zext nneg i32 %153 to i64
  %156 = getelementptr inbounds nuw i8, ptr %6, i64 %155
  %157 = load i8, ptr %156, align 1, !tbaa !11
  %158 = tail call i8 @llvm.umin.i8(i8 %157, i8 %152)
  %159 = zext i8 %158 to i32
  %160 = add nuw nsw i32 %159, 1
  %161 = sext i32 %153 to i64
  %162 = getelementptr i8, ptr %18, i64 %161
  %163 = getelementptr i8, ptr %162, i64 -1
  %164 = load i8, ptr %163, align 1, !tbaa !11
  %165 = icmp ne i8 %65, %164
  %166 = zext i1 %165 to i32
  %167 = add nuw nsw i32 %166, %154
  %168 = tail call i32 @llvm.umin.i32(i32 %160, i32 %167)
  %169 = trunc i32 %168 to i8
  store i8 %169, ptr %156, align 1, !tbaa !11
  %170 = add nuw i32 %100, 4
  %171 = add i32 %102, 4
  %172 = icmp eq i32 %171, %43
  br i1 %172, label %66, label %98, !llvm.loop !20

173:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @lcs_block(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef writeonly captures(none) %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = add nuw nsw i32 %5, 1
  %7 = zext nneg i32 %6 to i64
  %8 = icmp eq i32 %5, 0
  %9 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 %7
  store i16 0, ptr %9, align 2, !tbaa !21
  br i1 %8, label %17, label %19

10:
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 %27
  %12 = icmp samesign uge i32 %5, %2
  %13 = zext nneg i32 %5 to i64
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 %13
  %15 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 %13
  %16 = tail call i32 @llvm.smax.i32(i32 %29, i32 2)
  br label %33

17:
  store i16 0, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), align 2, !tbaa !21
  %18 = getelementptr inbounds nuw i16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 258), i64 %7
  store i16 0, ptr %18, align 2, !tbaa !21
  store i16 0, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 258), align 2, !tbaa !21
  br label %21

19:
  %20 = getelementptr inbounds nuw i16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 258), i64 %7
  store i16 0, ptr %20, align 2, !tbaa !21
  br label %21

21:
  %22 = getelementptr inbounds nuw i16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 516), i64 %7
  store i16 0, ptr %22, align 2, !tbaa !21
  br i1 %8, label %23, label %24

23:
  store i16 0, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 516), align 2, !tbaa !21
  br label %24

24:
  %25 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %26 = mul i32 %2, %25
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 %27
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %29 = shl i32 %2, 1
  %30 = icmp slt i32 %2, 1
  br i1 %30, label %31, label %10

31:
  %32 = icmp eq i32 %6, %2
  br i1 %32, label %71, label %81

33:
  %34 = phi i32 [ 2, %10 ], [ %42, %69 ]
  %35 = sub nsw i32 %34, %6
  %36 = urem i32 %34, 3
  %37 = zext nneg i32 %36 to i64
  %38 = add nuw nsw i32 %34, 2
  %39 = urem i32 %38, 3
  %40 = zext nneg i32 %39 to i64
  %41 = getelementptr inbounds nuw [129 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 %40
  %42 = add nuw nsw i32 %34, 1
  %43 = urem i32 %42, 3
  %44 = zext nneg i32 %43 to i64
  %45 = icmp slt i32 %35, 1
  %46 = icmp sgt i32 %35, %2
  %47 = or i1 %45, %46
  %48 = select i1 %12, i1 true, i1 %47
  br i1 %48, label %69, label %49

49:
  %50 = zext nneg i32 %35 to i64
  %51 = getelementptr i8, ptr %28, i64 %50
  %52 = getelementptr i8, ptr %51, i64 -1
  %53 = load i8, ptr %52, align 1, !tbaa !11
  %54 = load i8, ptr %14, align 1, !tbaa !11
  %55 = icmp eq i8 %53, %54
  br i1 %55, label %56, label %60

56:
  %57 = getelementptr inbounds nuw [129 x i16], ptr %15, i64 %44
  %58 = load i16, ptr %57, align 2, !tbaa !21
  %59 = add i16 %58, 1
  br label %66

60:
  %61 = getelementptr inbounds nuw i16, ptr %41, i64 %7
  %62 = load i16, ptr %61, align 2, !tbaa !21
  %63 = getelementptr inbounds nuw i16, ptr %41, i64 %13
  %64 = load i16, ptr %63, align 2, !tbaa !21
  %65 = tail call i16 @llvm.smax.i16(i16 %62, i16 %64)
  br label %66

66:
  %67 = phi i16 [ %59, %56 ], [ %65, %60 ]
  %68 = getelementptr inbounds nuw [129 x i16], ptr %9, i64 %37
  store i16 %67, ptr %68, align 2, !tbaa !21
  br label %69

69:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %70 = icmp eq i32 %34, %16
  br i1 %70, label %31, label %33, !llvm.loop !23

71:
  %72 = srem i32 %29, 3
  %73 = sext i32 %72 to i64
  %74 = getelementptr inbounds [129 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ9lcs_blockE1d to ptr), i64 %73
  %75 = zext nneg i32 %2 to i64
  %76 = getelementptr inbounds nuw i16, ptr %74, i64 %75
  %77 = load i16, ptr %76, align 2, !tbaa !21
  %78 = sext i16 %77 to i32
  %79 = zext nneg i32 %25 to i64
  %80 = getelementptr inbounds nuw i32, ptr %3, i64 %79
  store i32 %78, ptr %80, align 4, !tbaa !6
  br label %81

81:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

define dso_local ptx_kernel void @knapsack_item(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #4 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp sgt i32 %10, %4
  br i1 %11, label %27, label %12

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = icmp slt i32 %10, %2
  br i1 %16, label %24, label %17

17:
  %18 = sub nsw i32 %10, %2
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = add nsw i32 %21, %3
  %23 = tail call i32 @llvm.smax.i32(i32 %15, i32 %22)
  br label %24

24:
  %25 = phi i32 [ %23, %17 ], [ %15, %12 ]
  %26 = getelementptr inbounds i32, ptr %1, i64 %13
  store i32 %25, ptr %26, align 4, !tbaa !6
  br label %27

27:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare i32 @llvm.smax.i32(i32, i32) #6

declare i32 @llvm.umin.i32(i32, i32) #7

declare i8 @llvm.umin.i8(i8, i8) #7

declare i16 @llvm.smax.i16(i16, i16) #7

declare void @llvm.assume(i1 noundef) #8

attributes #0 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { nounwind }

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
!12 = distinct !{!12, !13, !14, !15}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!"llvm.loop.isvectorized", i32 1}
!15 = !{!"llvm.loop.unroll.runtime.disable"}
!16 = distinct !{!16, !13, !15, !14}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.unroll.disable"}
!19 = distinct !{!19, !13}
!20 = distinct !{!20, !13}
!21 = !{!22, !22, i64 0}
!22 = !{!"short", !8, i64 0}
!23 = distinct !{!23, !13}
