target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ14reduce_sum_i32E8warp_sum = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 4
@_ZZ14reduce_max_f32E1s = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ14reduce_sum_f64E1s = internal unnamed_addr addrspace(3) global [256 x double] undef, align 8

define dso_local ptx_kernel void @reduce_sum_i32(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %13

10:
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %12 = mul i32 %11, %5
  br label %26

13:
  %14 = phi i32 [ 0, %3 ], [ %32, %26 ]
  %15 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %14, i32 16, i32 31)
  %16 = add nsw i32 %15, %14
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %16, i32 8, i32 31)
  %18 = add nsw i32 %17, %16
  %19 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %18, i32 4, i32 31)
  %20 = add nsw i32 %19, %18
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %20, i32 2, i32 31)
  %22 = add nsw i32 %21, %20
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %22, i32 1, i32 31)
  %24 = and i32 %7, 31
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %35, label %40

26:
  %27 = phi i32 [ %8, %10 ], [ %33, %26 ]
  %28 = phi i32 [ 0, %10 ], [ %32, %26 ]
  %29 = sext i32 %27 to i64
  %30 = getelementptr inbounds i32, ptr %0, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = add nsw i32 %31, %28
  %33 = add i32 %27, %12
  %34 = icmp slt i32 %33, %2
  br i1 %34, label %26, label %13, !llvm.loop !11

35:
  %36 = add nsw i32 %23, %22
  %37 = lshr exact i32 %7, 5
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_i32E8warp_sum to ptr), i64 %38
  store i32 %36, ptr %39, align 4, !tbaa !6
  br label %40

40:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %41 = icmp samesign ult i32 %7, 8
  br i1 %41, label %42, label %55

42:
  %43 = zext nneg i32 %7 to i64
  %44 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_i32E8warp_sum to ptr), i64 %43
  %45 = load i32, ptr %44, align 4, !tbaa !6
  %46 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 255, i32 %45, i32 4, i32 31)
  %47 = add nsw i32 %46, %45
  %48 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 255, i32 %47, i32 2, i32 31)
  %49 = add nsw i32 %48, %47
  %50 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 255, i32 %49, i32 1, i32 31)
  %51 = icmp eq i32 %7, 0
  br i1 %51, label %52, label %55

52:
  %53 = add nsw i32 %50, %49
  %54 = atomicrmw add ptr %1, i32 %53 seq_cst, align 4
  br label %55

55:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @reduce_max_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %13

10:
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %12 = mul i32 %11, %5
  br label %18

13:
  %14 = phi float [ 0xFFF0000000000000, %3 ], [ %24, %18 ]
  %15 = zext nneg i32 %7 to i64
  %16 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %15
  store float %14, ptr %16, align 4, !tbaa !13
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = icmp samesign ult i32 %7, 128
  br i1 %17, label %27, label %34

18:
  %19 = phi i32 [ %8, %10 ], [ %25, %18 ]
  %20 = phi float [ 0xFFF0000000000000, %10 ], [ %24, %18 ]
  %21 = sext i32 %19 to i64
  %22 = getelementptr inbounds float, ptr %0, i64 %21
  %23 = load float, ptr %22, align 4, !tbaa !13
  %24 = tail call noundef float @llvm.maxnum.f32(float %20, float %23)
  %25 = add i32 %19, %12
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %18, label %13, !llvm.loop !15

27:
  %28 = zext nneg i32 %7 to i64
  %29 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 512
  %31 = load float, ptr %16, align 4, !tbaa !13
  %32 = load float, ptr %30, align 4, !tbaa !13
  %33 = tail call noundef float @llvm.maxnum.f32(float %31, float %32)
  store float %33, ptr %16, align 4, !tbaa !13
  br label %34

34:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %35 = icmp samesign ult i32 %7, 64
  br i1 %35, label %36, label %43

36:
  %37 = zext nneg i32 %7 to i64
  %38 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 256
  %40 = load float, ptr %16, align 4, !tbaa !13
  %41 = load float, ptr %39, align 4, !tbaa !13
  %42 = tail call noundef float @llvm.maxnum.f32(float %40, float %41)
  store float %42, ptr %16, align 4, !tbaa !13
  br label %43

43:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %44 = icmp samesign ult i32 %7, 32
  br i1 %44, label %45, label %52

45:
  %46 = zext nneg i32 %7 to i64
  %47 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %46
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 128
  %49 = load float, ptr %16, align 4, !tbaa !13
  %50 = load float, ptr %48, align 4, !tbaa !13
  %51 = tail call noundef float @llvm.maxnum.f32(float %49, float %50)
  store float %51, ptr %16, align 4, !tbaa !13
  br label %52

52:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %53 = icmp samesign ult i32 %7, 16
  br i1 %53, label %54, label %61

54:
  %55 = zext nneg i32 %7 to i64
  %56 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 64
  %58 = load float, ptr %16, align 4, !tbaa !13
  %59 = load float, ptr %57, align 4, !tbaa !13
  %60 = tail call noundef float @llvm.maxnum.f32(float %58, float %59)
  store float %60, ptr %16, align 4, !tbaa !13
  br label %61

61:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %62 = icmp samesign ult i32 %7, 8
  br i1 %62, label %63, label %70

63:
  %64 = zext nneg i32 %7 to i64
  %65 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 32
  %67 = load float, ptr %16, align 4, !tbaa !13
  %68 = load float, ptr %66, align 4, !tbaa !13
  %69 = tail call noundef float @llvm.maxnum.f32(float %67, float %68)
  store float %69, ptr %16, align 4, !tbaa !13
  br label %70

70:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %71 = icmp samesign ult i32 %7, 4
  br i1 %71, label %72, label %79

72:
  %73 = zext nneg i32 %7 to i64
  %74 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %73
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 16
  %76 = load float, ptr %16, align 4, !tbaa !13
  %77 = load float, ptr %75, align 4, !tbaa !13
  %78 = tail call noundef float @llvm.maxnum.f32(float %76, float %77)
  store float %78, ptr %16, align 4, !tbaa !13
  br label %79

79:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %80 = icmp samesign ult i32 %7, 2
  br i1 %80, label %81, label %88

81:
  %82 = zext nneg i32 %7 to i64
  %83 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 8
  %85 = load float, ptr %16, align 4, !tbaa !13
  %86 = load float, ptr %84, align 4, !tbaa !13
  %87 = tail call noundef float @llvm.maxnum.f32(float %85, float %86)
  store float %87, ptr %16, align 4, !tbaa !13
  br label %88

88:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %89 = icmp eq i32 %7, 0
  br i1 %89, label %90, label %94

90:
  %91 = load float, ptr %16, align 4, !tbaa !13
  %92 = load float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), i64 4), align 4, !tbaa !13
  %93 = tail call noundef float @llvm.maxnum.f32(float %91, float %92)
  store float %93, ptr %16, align 4, !tbaa !13
  br label %94

94:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %95 = icmp eq i32 %7, 0
  br i1 %95, label %96, label %100

96:
  %97 = zext nneg i32 %4 to i64
  %98 = getelementptr inbounds nuw float, ptr %1, i64 %97
  %99 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_max_f32E1s to ptr), align 4, !tbaa !13
  store float %99, ptr %98, align 4, !tbaa !13
  br label %100

100:
  ret void
}

define dso_local ptx_kernel void @reduce_sum_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %13

10:
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %12 = mul i32 %11, %5
  br label %18

13:
  %14 = phi double [ 0.000000e+00, %3 ], [ %24, %18 ]
  %15 = zext nneg i32 %7 to i64
  %16 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %15
  store double %14, ptr %16, align 8, !tbaa !16
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = icmp samesign ult i32 %7, 128
  br i1 %17, label %27, label %34

18:
  %19 = phi i32 [ %8, %10 ], [ %25, %18 ]
  %20 = phi double [ 0.000000e+00, %10 ], [ %24, %18 ]
  %21 = sext i32 %19 to i64
  %22 = getelementptr inbounds double, ptr %0, i64 %21
  %23 = load double, ptr %22, align 8, !tbaa !16
  %24 = fadd contract double %20, %23
  %25 = add i32 %19, %12
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %18, label %13, !llvm.loop !18

27:
  %28 = zext nneg i32 %7 to i64
  %29 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 1024
  %31 = load double, ptr %30, align 8, !tbaa !16
  %32 = load double, ptr %16, align 8, !tbaa !16
  %33 = fadd contract double %31, %32
  store double %33, ptr %16, align 8, !tbaa !16
  br label %34

34:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %35 = icmp samesign ult i32 %7, 64
  br i1 %35, label %36, label %43

36:
  %37 = zext nneg i32 %7 to i64
  %38 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 512
  %40 = load double, ptr %39, align 8, !tbaa !16
  %41 = load double, ptr %16, align 8, !tbaa !16
  %42 = fadd contract double %40, %41
  store double %42, ptr %16, align 8, !tbaa !16
  br label %43

43:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %44 = icmp samesign ult i32 %7, 32
  br i1 %44, label %45, label %52

45:
  %46 = zext nneg i32 %7 to i64
  %47 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %46
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 256
  %49 = load double, ptr %48, align 8, !tbaa !16
  %50 = load double, ptr %16, align 8, !tbaa !16
  %51 = fadd contract double %49, %50
  store double %51, ptr %16, align 8, !tbaa !16
  br label %52

52:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %53 = icmp samesign ult i32 %7, 16
  br i1 %53, label %54, label %61

54:
  %55 = zext nneg i32 %7 to i64
  %56 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 128
  %58 = load double, ptr %57, align 8, !tbaa !16
  %59 = load double, ptr %16, align 8, !tbaa !16
  %60 = fadd contract double %58, %59
  store double %60, ptr %16, align 8, !tbaa !16
  br label %61

61:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %62 = icmp samesign ult i32 %7, 8
  br i1 %62, label %63, label %70

63:
  %64 = zext nneg i32 %7 to i64
  %65 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 64
  %67 = load double, ptr %66, align 8, !tbaa !16
  %68 = load double, ptr %16, align 8, !tbaa !16
  %69 = fadd contract double %67, %68
  store double %69, ptr %16, align 8, !tbaa !16
  br label %70

70:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %71 = icmp samesign ult i32 %7, 4
  br i1 %71, label %72, label %79

72:
  %73 = zext nneg i32 %7 to i64
  %74 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %73
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 32
  %76 = load double, ptr %75, align 8, !tbaa !16
  %77 = load double, ptr %16, align 8, !tbaa !16
  %78 = fadd contract double %76, %77
  store double %78, ptr %16, align 8, !tbaa !16
  br label %79

79:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %80 = icmp samesign ult i32 %7, 2
  br i1 %80, label %81, label %88

81:
  %82 = zext nneg i32 %7 to i64
  %83 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 16
  %85 = load double, ptr %84, align 8, !tbaa !16
  %86 = load double, ptr %16, align 8, !tbaa !16
  %87 = fadd contract double %85, %86
  store double %87, ptr %16, align 8, !tbaa !16
  br label %88

88:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %89 = icmp eq i32 %7, 0
  br i1 %89, label %90, label %94

90:
  %91 = load double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), i64 8), align 8, !tbaa !16
  %92 = load double, ptr %16, align 8, !tbaa !16
  %93 = fadd contract double %91, %92
  store double %93, ptr %16, align 8, !tbaa !16
  br label %94

94:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %95 = icmp eq i32 %7, 0
  br i1 %95, label %96, label %100

96:
  %97 = zext nneg i32 %4 to i64
  %98 = getelementptr inbounds nuw double, ptr %1, i64 %97
  %99 = load double, ptr addrspacecast (ptr addrspace(3) @_ZZ14reduce_sum_f64E1s to ptr), align 8, !tbaa !16
  store double %99, ptr %98, align 8, !tbaa !16
  br label %100

100:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #3

declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #4

declare float @llvm.maxnum.f32(float, float) #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!15 = distinct !{!15, !12}
!16 = !{!17, !17, i64 0}
!17 = !{!"double", !8, i64 0}
!18 = distinct !{!18, !12}
