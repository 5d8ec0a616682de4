target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float3 = type { float, float, float }

@_ZZ13assign_pointsE1s = internal unnamed_addr addrspace(3) global [32 x %struct.float3] undef, align 4

define dso_local ptx_kernel void @assign_points(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = icmp ult i32 %6, %4
  br i1 %7, label %8, label %12

8:
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %9
  %11 = getelementptr inbounds nuw %struct.float3, ptr %1, i64 %9
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(12) %10, ptr noundef nonnull align 4 dereferenceable(12) %11, i64 12, i1 false), !tbaa.struct !11
  br label %12

12:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %15 = mul i32 %13, %14
  %16 = add i32 %15, %6
  %17 = icmp slt i32 %16, %3
  br i1 %17, label %18, label %151

18:
  %19 = icmp sgt i32 %4, 0
  %20 = sext i32 %16 to i64
  br i1 %19, label %21, label %65

21:
  %22 = getelementptr inbounds %struct.float3, ptr %0, i64 %20
  %23 = load float, ptr %22, align 4, !tbaa !14
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 4
  %25 = load float, ptr %24, align 4, !tbaa !16
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %27 = load float, ptr %26, align 4, !tbaa !17
  %28 = and i32 %4, 3
  %29 = icmp ult i32 %4, 4
  br i1 %29, label %34, label %30

30:
  %31 = and i32 %4, 2147483644
  br label %68

32:
  %33 = icmp eq i32 %28, 0
  br i1 %33, label %65, label %34

34:
  %35 = phi float [ 0x47EFF933C0000000, %21 ], [ %147, %32 ]
  %36 = phi i32 [ 0, %21 ], [ %146, %32 ]
  %37 = phi i32 [ 0, %21 ], [ %148, %32 ]
  %38 = icmp ne i32 %28, 0
  tail call void @llvm.assume(i1 %38)
  br label %39

39:
  %40 = phi float [ %35, %34 ], [ %61, %39 ]
  %41 = phi i32 [ %36, %34 ], [ %60, %39 ]
  %42 = phi i32 [ %37, %34 ], [ %62, %39 ]
  %43 = phi i32 [ 0, %34 ], [ %63, %39 ]
  %44 = zext nneg i32 %42 to i64
  %45 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %44
  %46 = load float, ptr %45, align 4, !tbaa !14
  %47 = fsub contract float %23, %46
  %48 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %49 = load float, ptr %48, align 4, !tbaa !16
  %50 = fsub contract float %25, %49
  %51 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %52 = load float, ptr %51, align 4, !tbaa !17
  %53 = fsub contract float %27, %52
  %54 = fmul contract float %47, %47
  %55 = fmul contract float %50, %50
  %56 = fadd contract float %54, %55
  %57 = fmul contract float %53, %53
  %58 = fadd contract float %56, %57
  %59 = fcmp contract olt float %58, %40
  %60 = select i1 %59, i32 %42, i32 %41
  %61 = select i1 %59, float %58, float %40
  %62 = add nuw nsw i32 %42, 1
  %63 = add i32 %43, 1
  %64 = icmp eq i32 %63, %28
  br i1 %64, label %65, label %39, !llvm.loop !18

65:
  %66 = phi i32 [ 0, %18 ], [ %146, %32 ], [ %60, %39 ]
  %67 = getelementptr inbounds i32, ptr %2, i64 %20
  store i32 %66, ptr %67, align 4, !tbaa !6
  br label %151

68:
  %69 = phi float [ 0x47EFF933C0000000, %30 ], [ %147, %68 ]
  %70 = phi i32 [ 0, %30 ], [ %146, %68 ]
  %71 = phi i32 [ 0, %30 ], [ %148, %68 ]
  %72 = phi i32 [ 0, %30 ], [ %149, %68 ]
  %73 = zext nneg i32 %71 to i64
  %74 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %73
  %75 = load float, ptr %74, align 4, !tbaa !14
  %76 = fsub contract float %23, %75
  %77 = getelementptr inbounds nuw i8, ptr %74, i64 4
  %78 = load float, ptr %77, align 4, !tbaa !16
  %79 = fsub contract float %25, %78
  %80 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %81 = load float, ptr %80, align 4, !tbaa !17
  %82 = fsub contract float %27, %81
  %83 = fmul contract float %76, %76
  %84 = fmul contract float %79, %79
  %85 = fadd contract float %83, %84
  %86 = fmul contract float %82, %82
  %87 = fadd contract float %85, %86
  %88 = fcmp contract olt float %87, %69
  %89 = select i1 %88, i32 %71, i32 %70
  %90 = select i1 %88, float %87, float %69
  %91 = or disjoint i32 %71, 1
  %92 = zext nneg i32 %91 to i64
  %93 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %92
  %94 = load float, ptr %93, align 4, !tbaa !14
  %95 = fsub contract float %23, %94
  %96 = getelementptr inbounds nuw i8, ptr %93, i64 4
  %97 = load float, ptr %96, align 4, !tbaa !16
  %98 = fsub contract float %25, %97
  %99 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %100 = load float, ptr %99, align 4, !tbaa !17
  %101 = fsub contract float %27, %100
  %102 = fmul contract float %95, %95
  %103 = fmul contract float %98, %98
  %104 = fadd contract float %102, %103
  %105 = fmul contract float %101, %101
  %106 = fadd contract float %104, %105
  %107 = fcmp contract olt float %106, %90
  %108 = select i1 %107, i32 %91, i32 %89
  %109 = select i1 %107, float %106, float %90
  %110 = or disjoint i32 %71, 2
  %111 = zext nneg i32 %110 to i64
  %112 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %111
  %113 = load float, ptr %112, align 4, !tbaa !14
  %114 = fsub contract float %23, %113
  %115 = getelementptr inbounds nuw i8, ptr %112, i64 4
  %116 = load float, ptr %115, align 4, !tbaa !16
  %117 = fsub contract float %25, %116
  %118 = getelementptr inbounds nuw i8, ptr %112, i64 8
  %119 = load float, ptr %118, align 4, !tbaa !17
  %120 = fsub contract float %27, %119
  %121 = fmul contract float %114, %114
  %122 = fmul contract float %117, %117
  %123 = fadd contract float %121, %122
  %124 = fmul contract float %120, %120
  %125 = fadd contract float %123, %124
  %126 = fcmp contract olt float %125, %109
  %127 = select i1 %126, i32 %110, i32 %108
  %128 = select i1 %126, float %125, float %109
  %129 = or disjoint i32 %71, 3
  %130 = zext nneg i32 %129 to i64
  %131 = getelementptr inbounds nuw %struct.float3, ptr addrspacecast (ptr addrspace(3) @_ZZ13assign_pointsE1s to ptr), i64 %130
  %132 = load float, ptr %131, align 4, !tbaa !14
  %133 = fsub contract float %23, %132
  %134 = getelementptr inbounds nuw i8, ptr %131, i64 4
  %135 = load float, ptr %134, align 4, !tbaa !16
  %136 = fsub contract float %25, %135
  %137 = getelementptr inbounds nuw i8, ptr %131, i64 8
  %138 = load float, ptr %137, align 4, !tbaa !17
  %139 = fsub contract float %27, %138
  %140 = fmul contract float %133, %133
  %141 = fmul contract float %136, %136
  %142 = fadd contract float %140, %141
  %143 = fmul contract float %139, %139
  %144 = fadd contract float %142, %143
  %145 = fcmp contract olt float %144, %128
  %146 = select i1 %145, i32 %129, i32 %127
  %147 = select i1 %145, float %144, float %128
  %148 = add nuw nsw i32 %71, 4
  %149 = add i32 %72, 4
  %150 = icmp eq i32 %149, %31
  br i1 %150, label %32, label %68, !llvm.loop !20

151:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

define dso_local ptx_kernel void @sum_clusters(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef captures(none) %2, ptr noundef captures(none) %3, i32 noundef %4) local_unnamed_addr #3 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %33

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %1, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = mul nsw i32 %15, 3
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %2, i64 %17
  %19 = getelementptr inbounds %struct.float3, ptr %0, i64 %13
  %20 = load float, ptr %19, align 4, !tbaa !14
  %21 = atomicrmw fadd ptr %18, float %20 seq_cst, align 4
  %22 = getelementptr i8, ptr %18, i64 4
  %23 = getelementptr inbounds nuw i8, ptr %19, i64 4
  %24 = load float, ptr %23, align 4, !tbaa !16
  %25 = atomicrmw fadd ptr %22, float %24 seq_cst, align 4
  %26 = getelementptr i8, ptr %18, i64 8
  %27 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %28 = load float, ptr %27, align 4, !tbaa !17
  %29 = atomicrmw fadd ptr %26, float %28 seq_cst, align 4
  %30 = sext i32 %15 to i64
  %31 = getelementptr inbounds i32, ptr %3, i64 %30
  %32 = atomicrmw add ptr %31, i32 1 seq_cst, align 4
  br label %33

33:
  ret void
}

define dso_local ptx_kernel void @move_centers(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #4 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4, !tbaa !6
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %9, label %25

9:
  %10 = mul nuw nsw i32 %4, 3
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !12
  %14 = uitofp nneg i32 %7 to float
  %15 = fdiv contract float %13, %14
  %16 = getelementptr i8, ptr %12, i64 4
  %17 = load float, ptr %16, align 4, !tbaa !12
  %18 = fdiv contract float %17, %14
  %19 = getelementptr i8, ptr %12, i64 8
  %20 = load float, ptr %19, align 4, !tbaa !12
  %21 = fdiv contract float %20, %14
  %22 = getelementptr inbounds nuw %struct.float3, ptr %2, i64 %5
  store float %15, ptr %22, align 4, !tbaa !12
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 4
  store float %18, ptr %23, align 4, !tbaa !12
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 8
  store float %21, ptr %24, align 4, !tbaa !12
  br label %25

25:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

declare void @llvm.assume(i1 noundef) #6

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
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
!11 = !{i64 0, i64 4, !12, i64 4, i64 4, !12, i64 8, i64 4, !12}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !8, i64 0}
!14 = !{!15, !13, i64 0}
!15 = !{!"_ZTS6float3", !13, i64 0, !13, i64 4, !13, i64 8}
!16 = !{!15, !13, i64 4}
!17 = !{!15, !13, i64 8}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.unroll.disable"}
!20 = distinct !{!20, !21}
!21 = !{!"llvm.loop.mustprogress"}
