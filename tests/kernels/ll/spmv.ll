target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @spmv_csr(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef readonly captures(none) %2, ptr noalias noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %5
  br i1 %12, label %13, label %98

13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = getelementptr i8, ptr %15, i64 4
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = icmp slt i32 %16, %18
  br i1 %19, label %20, label %47

20:
  %21 = sub i32 %18, %16
  %22 = and i32 %21, 3
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %41, label %24

24:
  %25 = phi i32 [ %38, %24 ], [ %16, %20 ]
  %26 = phi double [ %37, %24 ], [ 0.000000e+00, %20 ]
  %27 = phi i32 [ %39, %24 ], [ 0, %20 ]
  %28 = sext i32 %25 to i64
  %29 = getelementptr inbounds double, ptr %2, i64 %28
  %30 = load double, ptr %29, align 8, !tbaa !11
  %31 = getelementptr inbounds i32, ptr %1, i64 %28
  %32 = load i32, ptr %31, align 4, !tbaa !6
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds double, ptr %3, i64 %33
  %35 = load double, ptr %34, align 8, !tbaa !11
  %36 = fmul contract double %30, %35
  %37 = fadd contract double %26, %36
  %38 = add nsw i32 %25, 1
  %39 = add i32 %27, 1
  %40 = icmp eq i32 %39, %22
  br i1 %40, label %41, label %24, !llvm.loop !13

41:
  %42 = phi double [ poison, %20 ], [ %37, %24 ]
  %43 = phi i32 [ %16, %20 ], [ %38, %24 ]
  %44 = phi double [ 0.000000e+00, %20 ], [ %37, %24 ]
  %45 = sub i32 %16, %18
  %46 = icmp ugt i32 %45, -4
  br i1 %46, label %47, label %50

47:
  %48 = phi double [ 0.000000e+00, %13 ], [ %42, %41 ], [ %95, %50 ]
  %49 = getelementptr inbounds double, ptr %4, i64 %14
  store double %48, ptr %49, align 8, !tbaa !11
  br label %98

50:
  %51 = phi i32 [ %96, %50 ], [ %43, %41 ]
  %52 = phi double [ %95, %50 ], [ %44, %41 ]
  %53 = sext i32 %51 to i64
  %54 = getelementptr inbounds double, ptr %2, i64 %53
  %55 = load double, ptr %54, align 8, !tbaa !11
  %56 = getelementptr inbounds i32, ptr %1, i64 %53
  %57 = load i32, ptr %56, align 4, !tbaa !6
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds double, ptr %3, i64 %58
  %60 = load double, ptr %59, align 8, !tbaa !11
  %61 = fmul contract double %55, %60
  %62 = fadd contract double %52, %61
  %63 = add nsw i32 %51, 1
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds double, ptr %2, i64 %64
  %66 = load double, ptr %65, align 8, !tbaa !11
  %67 = getelementptr inbounds i32, ptr %1, i64 %64
  %68 = load i32, ptr %67, align 4, !tbaa !6
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds double, ptr %3, i64 %69
  %71 = load double, ptr %70, align 8, !tbaa !11
  %72 = fmul contract double %66, %71
  %73 = fadd contract double %62, %72
  %74 = add nsw i32 %51, 2
  %75 = sext i32 %74 to i64
  %76 = getelementptr inbounds double, ptr %2, i64 %75
  %77 = load double, ptr %76, align 8, !tbaa !11
  %78 = getelementptr inbounds i32, ptr %1, i64 %75
  %79 = load i32, ptr %78, align 4, !tbaa !6
  %80 = sext i32 %79 to i64
  %81 = getelementptr inbounds double, ptr %3, i64 %80
  %82 = load double, ptr %81, align 8, !tbaa !11
  %83 = fmul contract double %77, %82
  %84 = fadd contract double %73, %83
  %85 = add nsw i32 %51, 3
  %86 = sext i32 %85 to i64
  %87 = getelementptr inbounds double, ptr %2, i64 %86
  %88 = load double, ptr %87, align 8, !tbaa !11
  %89 = getelementptr inbounds i32, ptr %1, i64 %86
  %90 = load i32, ptr %89, align 4, !tbaa !6
  %91 = sext i32 %90 to i64
  %92 = getelementptr inbounds double, ptr %3, i64 %91
  %93 = load double, ptr %92, align 8, !tbaa !11
  %94 = fmul contract double %88, %93
  %95 = fadd contract double %84, %94
  %96 = add nsw i32 %51, 4
  %97 = icmp eq i32 %96, %18
  br i1 %97, label %47, label %50, !llvm.loop !15

98:
  ret void
}

define dso_local ptx_kernel void @spmv_csr_warp(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef readonly captures(none) %2, ptr noalias noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #1 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = lshr i32 %11, 5
  %13 = and i32 %10, 31
  %14 = icmp slt i32 %12, %5
  br i1 %14, label %15, label %53

15:
  %16 = zext nneg i32 %12 to i64
  %17 = getelementptr inbounds nuw i32, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !6
  %19 = add nsw i32 %18, %13
  %20 = getelementptr inbounds nuw i8, ptr %17, i64 4
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = icmp slt i32 %19, %21
  br i1 %22, label %35, label %23

23:
  %24 = phi float [ 0.000000e+00, %15 ], [ %47, %35 ]
  %25 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %24, i32 16, i32 31)
  %26 = fadd contract float %24, %25
  %27 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %26, i32 8, i32 31)
  %28 = fadd contract float %26, %27
  %29 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %28, i32 4, i32 31)
  %30 = fadd contract float %28, %29
  %31 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %30, i32 2, i32 31)
  %32 = fadd contract float %30, %31
  %33 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %32, i32 1, i32 31)
  %34 = icmp eq i32 %13, 0
  br i1 %34, label %50, label %53

35:
  %36 = phi i32 [ %48, %35 ], [ %19, %15 ]
  %37 = phi float [ %47, %35 ], [ 0.000000e+00, %15 ]
  %38 = sext i32 %36 to i64
  %39 = getelementptr inbounds float, ptr %2, i64 %38
  %40 = load float, ptr %39, align 4, !tbaa !17
  %41 = getelementptr inbounds i32, ptr %1, i64 %38
  %42 = load i32, ptr %41, align 4, !tbaa !6
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds float, ptr %3, i64 %43
  %45 = load float, ptr %44, align 4, !tbaa !17
  %46 = fmul contract float %40, %45
  %47 = fadd contract float %37, %46
  %48 = add nsw i32 %36, 32
  %49 = icmp slt i32 %48, %21
  br i1 %49, label %35, label %23, !llvm.loop !19

50:
  %51 = fadd contract float %32, %33
  %52 = getelementptr inbounds nuw float, ptr %4, i64 %16
  store float %51, ptr %52, align 4, !tbaa !17
  br label %53

53:
  ret void
}

define dso_local ptx_kernel void @spmv_ell(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %4
  br i1 %12, label %13, label %127

13:
  %14 = icmp sgt i32 %5, 0
  br i1 %14, label %15, label %49

15:
  %16 = and i32 %5, 3
  %17 = icmp ult i32 %5, 4
  br i1 %17, label %22, label %18

18:
  %19 = and i32 %5, 2147483644
  br label %53

20:
  %21 = icmp eq i32 %16, 0
  br i1 %21, label %49, label %22

22:
  %23 = phi i32 [ 0, %15 ], [ %124, %20 ]
  %24 = phi float [ 0.000000e+00, %15 ], [ %123, %20 ]
  %25 = icmp ne i32 %16, 0
  tail call void @llvm.assume(i1 %25)
  br label %26

26:
  %27 = phi i32 [ %46, %44 ], [ %23, %22 ]
  %28 = phi float [ %45, %44 ], [ %24, %22 ]
  %29 = phi i32 [ %47, %44 ], [ 0, %22 ]
  %30 = mul nsw i32 %27, %4
  %31 = add nsw i32 %30, %11
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds i32, ptr %0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = icmp sgt i32 %34, -1
  br i1 %35, label %36, label %44

36:
  %37 = zext nneg i32 %34 to i64
  %38 = getelementptr inbounds nuw float, ptr %2, i64 %37
  %39 = getelementptr inbounds float, ptr %1, i64 %32
  %40 = load float, ptr %39, align 4, !tbaa !17
  %41 = load float, ptr %38, align 4, !tbaa !17
  %42 = fmul contract float %40, %41
  %43 = fadd contract float %28, %42
  br label %44

44:
  %45 = phi float [ %43, %36 ], [ %28, %26 ]
  %46 = add nuw nsw i32 %27, 1
  %47 = add i32 %29, 1
  %48 = icmp eq i32 %47, %16
  br i1 %48, label %49, label %26, !llvm.loop !20

49:
  %50 = phi float [ 0.000000e+00, %13 ], [ %123, %20 ], [ %45, %44 ]
  %51 = sext i32 %11 to i64
  %52 = getelementptr inbounds float, ptr %3, i64 %51
  store float %50, ptr %52, align 4, !tbaa !17
  br label %127

53:
  %54 = phi i32 [ 0, %18 ], [ %124, %122 ]
  %55 = phi float [ 0.000000e+00, %18 ], [ %123, %122 ]
  %56 = phi i32 [ 0, %18 ], [ %125, %122 ]
  %57 = mul nsw i32 %54, %4
  %58 = add nsw i32 %57, %11
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds i32, ptr %0, i64 %59
  %61 = load i32, ptr %60, align 4, !tbaa !6
  %62 = icmp sgt i32 %61, -1
  br i1 %62, label %63, label %71

63:
  %64 = zext nneg i32 %61 to i64
  %65 = getelementptr inbounds nuw float, ptr %2, i64 %64
  %66 = getelementptr inbounds float, ptr %1, i64 %59
  %67 = load float, ptr %66, align 4, !tbaa !17
  %68 = load float, ptr %65, align 4, !tbaa !17
  %69 = fmul contract float %67, %68
  %70 = fadd contract float %55, %69
  br label %71

71:
  %72 = phi float [ %70, %63 ], [ %55, %53 ]
  %73 = or disjoint i32 %54, 1
  %74 = mul nsw i32 %73, %4
  %75 = add nsw i32 %74, %11
  %76 = sext i32 %75 to i64
  %77 = getelementptr inbounds i32, ptr %0, i64 %76
  %78 = load i32, ptr %77, align 4, !tbaa !6
  %79 = icmp sgt i32 %78, -1
  br i1 %79, label %80, label %88

80:
  %81 = zext nneg i32 %78 to i64
  %82 = getelementptr inbounds nuw float, ptr %2, i64 %81
  %83 = getelementptr inbounds float, ptr %1, i64 %76
  %84 = load float, ptr %83, align 4, !tbaa !17
  %85 = load float, ptr %82, align 4, !tbaa !17
  %86 = fmul contract float %84, %85
  %87 = fadd contract float %72, %86
  br label %88

88:
  %89 = phi float [ %87, %80 ], [ %72, %71 ]
  %90 = or disjoint i32 %54, 2
  %91 = mul nsw i32 %90, %4
  %92 = add nsw i32 %91, %11
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds i32, ptr %0, i64 %93
  %95 = load i32, ptr %94, align 4, !tbaa !6
  %96 = icmp sgt i32 %95, -1
  br i1 %96, label %97, label %105

97:
  %98 = zext nneg i32 %95 to i64
  %99 = getelementptr inbounds nuw float, ptr %2, i64 %98
  %100 = getelementptr inbounds float, ptr %1, i64 %93
  %101 = load float, ptr %100, align 4, !tbaa !17
  %102 = load float, ptr %99, align 4, !tbaa !17
  %103 = fmul contract float %101, %102
  %104 = fadd contract float %89, %103
  br label %105

105:
  %106 = phi float [ %104, %97 ], [ %89, %88 ]
  %107 = or disjoint i32 %54, 3
  %108 = mul nsw i32 %107, %4
  %109 = add nsw i32 %108, %11
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds i32, ptr %0, i64 %110
  %112 = load i32, ptr %111, align 4, !tbaa !6
  %113 = icmp sgt i32 %112, -1
  br i1 %113, label %114, label %122

114:
  %115 = zext nneg i32 %112 to i64
  %116 = getelementptr inbounds nuw float, ptr %2, i64 %115
  %117 = getelementptr inbounds float, ptr %1, i64 %110
  %118 = load float, ptr %117, align 4, !tbaa !17
  %119 = load float, ptr %116, align 4, !tbaa !17
  %120 = fmul contract float %118, %119
  %121 = fadd contract float %106, %120
  br label %122

122:
  %123 = phi float [ %121, %114 ], [ %106, %105 ]
  %124 = add nuw nsw i32 %54, 4
  %125 = add i32 %56, 4
  %126 = icmp eq i32 %125, %19
  br i1 %126, label %20, label %53, !llvm.loop !21

127:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32) #3

declare void @llvm.assume(i1 noundef) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

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
!12 = !{!"double", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!18, !18, i64 0}
!18 = !{!"float", !8, i64 0}
!19 = distinct !{!19, !16}
!20 = distinct !{!20, !14}
!21 = distinct !{!21, !16}
