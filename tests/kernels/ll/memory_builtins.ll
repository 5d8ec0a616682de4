target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Record = type { i32, [20 x i8], [2 x double] }

@_ZZ10copy_fixedE1s = internal unnamed_addr addrspace(3) global [64 x %struct.Record] undef, align 8

define dso_local ptx_kernel void @copy_fixed(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %17

10:
  %11 = zext nneg i32 %7 to i64
  %12 = getelementptr inbounds nuw %struct.Record, ptr addrspacecast (ptr addrspace(3) @_ZZ10copy_fixedE1s to ptr), i64 %11
  %13 = sext i32 %8 to i64
  %14 = getelementptr inbounds %struct.Record, ptr %0, i64 %13
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(40) %12, ptr noundef nonnull align 1 dereferenceable(40) %14, i64 40, i1 false)
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i64 0, ptr %15, align 1
  %16 = getelementptr inbounds %struct.Record, ptr %1, i64 %13
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %16, ptr noundef nonnull align 8 dereferenceable(40) %12, i64 40, i1 false)
  br label %17

17:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

define dso_local void @_Z7move_upPci(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1
  %4 = sext i32 %1 to i64
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 1 %3, ptr align 1 %0, i64 %4, i1 false)
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #1

define dso_local ptx_kernel void @copy_variable(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #3 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %24

12:
  %13 = sext i32 %10 to i64
  %14 = sext i32 %3 to i64
  %15 = mul nsw i64 %14, %13
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 %15
  tail call void @llvm.memset.p0.i64(ptr align 1 %16, i8 -18, i64 range(i64 -2147483648, 2147483648) %14, i1 false)
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %18 = getelementptr inbounds i32, ptr %2, i64 %13
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = sext i32 %19 to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %17, i64 range(i64 -2147483648, 2147483648) %20, i1 false)
  %21 = add nsw i32 %3, -1
  %22 = getelementptr inbounds nuw i8, ptr %16, i64 1
  %23 = sext i32 %21 to i64
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 1 %22, ptr align 1 %16, i64 %23, i1 false)
  br label %24

24:
  ret void
}

define dso_local ptx_kernel void @heap_list(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #4 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %43

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = srem i32 %13, 10
  %15 = icmp sgt i32 %14, 0
  br i1 %15, label %16, label %29

16:
  %17 = phi ptr [ %25, %24 ], [ null, %10 ]
  %18 = phi i32 [ %26, %24 ], [ 0, %10 ]
  %19 = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #11
  %20 = icmp eq ptr %19, null
  br i1 %20, label %24, label %21

21:
  %22 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %23 = mul nuw nsw i32 %18, %18
  store ptr %17, ptr %19, align 8, !tbaa !11
  store i32 %23, ptr %22, align 8, !tbaa !15
  br label %24

24:
  %25 = phi ptr [ %19, %21 ], [ %17, %16 ]
  %26 = add nuw nsw i32 %18, 1
  %27 = icmp eq i32 %26, %14
  %28 = select i1 %20, i1 true, i1 %27
  br i1 %28, label %29, label %16, !llvm.loop !16

29:
  %30 = phi ptr [ null, %10 ], [ %25, %24 ]
  %31 = icmp eq ptr %30, null
  br i1 %31, label %40, label %32

32:
  %33 = phi i32 [ %37, %32 ], [ 0, %29 ]
  %34 = phi ptr [ %38, %32 ], [ %30, %29 ]
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %36 = load i32, ptr %35, align 8, !tbaa !15
  %37 = add nsw i32 %36, %33
  %38 = load ptr, ptr %34, align 8, !tbaa !11
  tail call void @free(ptr noundef nonnull %34) #12
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %32, !llvm.loop !18

40:
  %41 = phi i32 [ 0, %29 ], [ %37, %32 ]
  %42 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %41, ptr %42, align 4, !tbaa !6
  br label %43

43:
  ret void
}

declare dso_local noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #5

declare dso_local void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #6

define dso_local ptx_kernel void @stack_alloc(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #7 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %165

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = srem i32 %13, 20
  %15 = add nsw i32 %14, 1
  %16 = sext i32 %15 to i64
  %17 = shl nsw i64 %16, 2
  %18 = alloca i8, i64 %17, align 8
  %19 = icmp sgt i32 %14, 0
  br i1 %19, label %20, label %116

20:
  %21 = and i32 %14, 7
  %22 = icmp ult i32 %14, 8
  br i1 %22, label %80, label %23

23:
  %24 = and i32 %14, 2147483640
  br label %25

25:
  %26 = phi i32 [ 0, %23 ], [ %75, %25 ]
  %27 = phi i32 [ 0, %23 ], [ %76, %25 ]
  %28 = mul nuw nsw i32 %26, %26
  %29 = xor i32 %26, -1
  %30 = add nsw i32 %14, %29
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds i32, ptr %18, i64 %31
  store i32 %28, ptr %32, align 4, !tbaa !6
  %33 = or disjoint i32 %26, 1
  %34 = mul nuw nsw i32 %33, %33
  %35 = xor i32 %26, -2
  %36 = add nsw i32 %14, %35
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %18, i64 %37
  store i32 %34, ptr %38, align 4, !tbaa !6
  %39 = or disjoint i32 %26, 2
  %40 = mul nuw nsw i32 %39, %39
  %41 = xor i32 %26, -3
  %42 = add nsw i32 %14, %41
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i32, ptr %18, i64 %43
  store i32 %40, ptr %44, align 4, !tbaa !6
  %45 = or disjoint i32 %26, 3
  %46 = mul nuw nsw i32 %45, %45
  %47 = xor i32 %26, -4
  %48 = add nsw i32 %14, %47
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds i32, ptr %18, i64 %49
  store i32 %46, ptr %50, align 4, !tbaa !6
  %51 = or disjoint i32 %26, 4
  %52 = mul nuw nsw i32 %51, %51
  %53 = xor i32 %26, -5
  %54 = add nsw i32 %14, %53
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds i32, ptr %18, i64 %55
  store i32 %52, ptr %56, align 4, !tbaa !6
  %57 = or disjoint i32 %26, 5
  %58 = mul nuw nsw i32 %57, %57
  %59 = xor i32 %26, -6
  %60 = add nsw i32 %14, %59
  %61 = sext i32 %60 to i64
  %62 = getelementptr inbounds i32, ptr %18, i64 %61
  store i32 %58, ptr %62, align 4, !tbaa !6
  %63 = or disjoint i32 %26, 6
  %64 = mul nuw nsw i32 %63, %63
  %65 = xor i32 %26, -7
  %66 = add nsw i32 %14, %65
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds i32, ptr %18, i64 %67
  store i32 %64, ptr %68, align 4, !tbaa !6
  %69 = or disjoint i32 %26, 7
  %70 = mul nuw nsw i32 %69, %69
  %71 = xor i32 %26, -8
  %72 = add nsw i32 %14, %71
  %73 = sext i32 %72 to i64
  %74 = getelementptr inbounds i32, ptr %18, i64 %73
  store i32 %70, ptr %74, align 4, !tbaa !6
  %75 = add nuw nsw i32 %26, 8
  %76 = add i32 %27, 8
  %77 = icmp eq i32 %76, %24
  br i1 %77, label %78, label %25, !llvm.loop !19

78:
  %79 = icmp eq i32 %21, 0
  br i1 %79, label %94, label %80

80:
  %81 = phi i32 [ 0, %20 ], [ %75, %78 ]
  %82 = icmp ne i32 %21, 0
  tail call void @llvm.assume(i1 %82)
  br label %83

83:
  %84 = phi i32 [ %91, %83 ], [ %81, %80 ]
  %85 = phi i32 [ %92, %83 ], [ 0, %80 ]
  %86 = mul nuw nsw i32 %84, %84
  %87 = xor i32 %84, -1
  %88 = add nsw i32 %14, %87
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds i32, ptr %18, i64 %89
  store i32 %86, ptr %90, align 4, !tbaa !6
  %91 = add nuw nsw i32 %84, 1
  %92 = add i32 %85, 1
  %93 = icmp eq i32 %92, %21
  br i1 %93, label %94, label %83, !llvm.loop !20

94:
  %95 = and i32 %14, 7
  %96 = icmp ult i32 %14, 8
  br i1 %96, label %101, label %97

97:
  %98 = and i32 %14, 2147483640
  br label %119

99:
  %100 = icmp eq i32 %95, 0
  br i1 %100, label %116, label %101

101:
  %102 = phi i32 [ 0, %94 ], [ %162, %99 ]
  %103 = phi i32 [ 0, %94 ], [ %161, %99 ]
  %104 = icmp ne i32 %95, 0
  tail call void @llvm.assume(i1 %104)
  br label %105

105:
  %106 = phi i32 [ %113, %105 ], [ %102, %101 ]
  %107 = phi i32 [ %112, %105 ], [ %103, %101 ]
  %108 = phi i32 [ %114, %105 ], [ 0, %101 ]
  %109 = zext nneg i32 %106 to i64
  %110 = getelementptr inbounds nuw i32, ptr %18, i64 %109
  %111 = load i32, ptr %110, align 4, !tbaa !6
  %112 = add nsw i32 %111, %107
  %113 = add nuw nsw i32 %106, 1
  %114 = add i32 %108, 1
  %115 = icmp eq i32 %114, %95
  br i1 %115, label %116, label %105, !llvm.loop !22

116:
  %117 = phi i32 [ 0, %10 ], [ %161, %99 ], [ %112, %105 ]
  %118 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %117, ptr %118, align 4, !tbaa !6
  br label %165

119:
  %120 = phi i32 [ 0, %97 ], [ %162, %119 ]
  %121 = phi i32 [ 0, %97 ], [ %161, %119 ]
  %122 = phi i32 [ 0, %97 ], [ %163, %119 ]
  %123 = zext nneg i32 %120 to i64
  %124 = getelementptr inbounds nuw i32, ptr %18, i64 %123
  %125 = load i32, ptr %124, align 8, !tbaa !6
  %126 = add nsw i32 %125, %121
  %127 = zext nneg i32 %120 to i64
  %128 = getelementptr inbounds nuw i32, ptr %18, i64 %127
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 4
  %130 = load i32, ptr %129, align 4, !tbaa !6
  %131 = add nsw i32 %130, %126
  %132 = zext nneg i32 %120 to i64
  %133 = getelementptr inbounds nuw i32, ptr %18, i64 %132
  %134 = getelementptr inbounds nuw i8, ptr %133, i64 8
  %135 = load i32, ptr %134, align 8, !tbaa !6
  %136 = add nsw i32 %135, %131
  %137 = zext nneg i32 %120 to i64
  %138 = getelementptr inbounds nuw i32, ptr %18, i64 %137
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 12
  %140 = load i32, ptr %139, align 4, !tbaa !6
  %141 = add nsw i32 %140, %136
  %142 = zext nneg i32 %120 to i64
  %143 = getelementptr inbounds nuw i32, ptr %18, i64 %142
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 16
  %145 = load i32, ptr %144, align 8, !tbaa !6
  %146 = add nsw i32 %145, %141
  %147 = zext nneg i32 %120 to i64
  %148 = getelementptr inbounds nuw i32, ptr %18, i64 %147
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 20
  %150 = load i32, ptr %149, align 4, !tbaa !6
  %151 = add nsw i32 %150, %146
  %152 = zext nneg i32 %120 to i64
  %153 = getelementptr inbounds nuw i32, ptr %18, i64 %152
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 24
  %155 = load i32, ptr %154, align 8, !tbaa !6
  %156 = add nsw i32 %155, %151
  %157 = zext nneg i32 %120 to i64
  %158 = getelementptr inbounds nuw i32, ptr %18, i64 %157
  %159 = getelementptr inbounds nuw i8, ptr %158, i64 28
  %160 = load i32, ptr %159, align 4, !tbaa !6
  %161 = add nsw i32 %160, %156
  %162 = add nuw nsw i32 %120, 8
  %163 = add i32 %122, 8
  %164 = icmp eq i32 %163, %98
  br i1 %164, label %99, label %119, !llvm.loop !23

165:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #8

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #8

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #8

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #9

declare void @llvm.assume(i1 noundef) #10

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { convergent mustprogress noinline norecurse nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { convergent mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #6 = { convergent mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #7 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #11 = { convergent nounwind allocsize(0) }
attributes #12 = { convergent nounwind }

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
!11 = !{!12, !13, i64 0}
!12 = !{!"_ZTS4Node", !13, i64 0, !7, i64 8}
!13 = !{!"p1 _ZTS4Node", !14, i64 0}
!14 = !{!"any pointer", !8, i64 0}
!15 = !{!12, !7, i64 8}
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
!18 = distinct !{!18, !17}
!19 = distinct !{!19, !17}
!20 = distinct !{!20, !21}
!21 = !{!"llvm.loop.unroll.disable"}
!22 = distinct !{!22, !21}
!23 = distinct !{!23, !17}
