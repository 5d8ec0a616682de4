target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }

define dso_local ptx_kernel void @quantize_rows(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = sext i32 %3 to i64
  %8 = mul nsw i64 %7, %6
  %9 = getelementptr inbounds nuw float, ptr %0, i64 %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = icmp slt i32 %10, %3
  br i1 %11, label %25, label %12

12:
  %13 = phi float [ 0.000000e+00, %4 ], [ %32, %25 ]
  %14 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %13, i32 16, i32 31)
  %15 = tail call noundef float @llvm.maxnum.f32(float %13, float %14)
  %16 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %15, i32 8, i32 31)
  %17 = tail call noundef float @llvm.maxnum.f32(float %15, float %16)
  %18 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %17, i32 4, i32 31)
  %19 = tail call noundef float @llvm.maxnum.f32(float %17, float %18)
  %20 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 2, i32 31)
  %21 = tail call noundef float @llvm.maxnum.f32(float %19, float %20)
  %22 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %21, i32 1, i32 31)
  %23 = tail call noundef float @llvm.maxnum.f32(float %21, float %22)
  %24 = fdiv contract float %23, 1.270000e+02
  br i1 %11, label %35, label %38

25:
  %26 = phi float [ %32, %25 ], [ 0.000000e+00, %4 ]
  %27 = phi i32 [ %33, %25 ], [ %10, %4 ]
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds nuw float, ptr %9, i64 %28
  %30 = load float, ptr %29, align 4, !tbaa !11
  %31 = tail call noundef float @llvm.nvvm.fabs.f32(float %30)
  %32 = tail call noundef float @llvm.maxnum.f32(float %26, float %31)
  %33 = add nuw nsw i32 %27, 32
  %34 = icmp slt i32 %33, %3
  br i1 %34, label %25, label %12, !llvm.loop !13

35:
  %36 = fcmp contract ogt float %24, 0.000000e+00
  %37 = getelementptr i8, ptr %1, i64 %8
  br label %40

38:
  %39 = icmp eq i32 %10, 0
  br i1 %39, label %54, label %56

40:
  %41 = phi i32 [ %10, %35 ], [ %52, %49 ]
  %42 = zext nneg i32 %41 to i64
  br i1 %36, label %43, label %49

43:
  %44 = getelementptr inbounds nuw float, ptr %9, i64 %42
  %45 = load float, ptr %44, align 4, !tbaa !11
  %46 = fdiv contract float %45, %24
  %47 = tail call noundef i32 @llvm.nvvm.f2i.rn(float %46)
  %48 = trunc i32 %47 to i8
  br label %49

49:
  %50 = phi i8 [ %48, %43 ], [ 0, %40 ]
  %51 = getelementptr i8, ptr %37, i64 %42
  store i8 %50, ptr %51, align 1, !tbaa !15
  %52 = add nuw nsw i32 %41, 32
  %53 = icmp slt i32 %52, %3
  br i1 %53, label %40, label %38, !llvm.loop !16

54:
  %55 = getelementptr inbounds nuw float, ptr %2, i64 %6
  store float %24, ptr %55, align 4, !tbaa !11
  br label %56

56:
  ret void
}

define dso_local ptx_kernel void @product_i8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #1 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 4
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %14 = add nuw nsw i32 %12, %13
  %15 = icmp slt i32 %14, %3
  %16 = icmp slt i32 %10, %4
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %43

18:
  %19 = icmp sgt i32 %5, 0
  br i1 %19, label %20, label %23

20:
  %21 = mul nuw nsw i32 %5, %14
  %22 = mul nsw i32 %5, %10
  br label %29

23:
  %24 = phi i32 [ 0, %18 ], [ %40, %29 ]
  %25 = mul nsw i32 %4, %14
  %26 = add nsw i32 %25, %10
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds i32, ptr %2, i64 %27
  store i32 %24, ptr %28, align 4, !tbaa !6
  br label %43

29:
  %30 = phi i32 [ 0, %20 ], [ %41, %29 ]
  %31 = phi i32 [ 0, %20 ], [ %40, %29 ]
  %32 = add nuw nsw i32 %30, %21
  %33 = zext nneg i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %0, i64 %33
  %35 = load i32, ptr %34, align 4, !tbaa !6
  %36 = add nsw i32 %30, %22
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds i32, ptr %1, i64 %37
  %39 = load i32, ptr %38, align 4, !tbaa !6
  %40 = tail call noundef i32 asm sideeffect "dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %35, i32 %39, i32 %31) #6
  %41 = add nuw nsw i32 %30, 1
  %42 = icmp eq i32 %41, %5
  br i1 %42, label %23, label %29, !llvm.loop !18

43:
  ret void
}

define dso_local ptx_kernel void @unpack_4bit(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %68

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = sdiv i32 %9, 16
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds float, ptr %1, i64 %16
  %18 = load float, ptr %17, align 4, !tbaa !11
  %19 = fmul contract float %18, 8.000000e+00
  %20 = and i32 %14, 15
  %21 = uitofp nneg i32 %20 to float
  %22 = fmul contract float %18, %21
  %23 = fsub contract float %22, %19
  %24 = lshr i32 %14, 4
  %25 = and i32 %24, 15
  %26 = uitofp nneg i32 %25 to float
  %27 = fmul contract float %18, %26
  %28 = fsub contract float %27, %19
  %29 = lshr i32 %14, 8
  %30 = and i32 %29, 15
  %31 = uitofp nneg i32 %30 to float
  %32 = fmul contract float %18, %31
  %33 = fsub contract float %32, %19
  %34 = lshr i32 %14, 12
  %35 = and i32 %34, 15
  %36 = uitofp nneg i32 %35 to float
  %37 = fmul contract float %18, %36
  %38 = fsub contract float %37, %19
  %39 = lshr i32 %14, 16
  %40 = and i32 %39, 15
  %41 = uitofp nneg i32 %40 to float
  %42 = fmul contract float %18, %41
  %43 = fsub contract float %42, %19
  %44 = lshr i32 %14, 20
  %45 = and i32 %44, 15
  %46 = uitofp nneg i32 %45 to float
  %47 = fmul contract float %18, %46
  %48 = fsub contract float %47, %19
  %49 = lshr i32 %14, 24
  %50 = and i32 %49, 15
  %51 = uitofp nneg i32 %50 to float
  %52 = fmul contract float %18, %51
  %53 = fsub contract float %52, %19
  %54 = lshr i32 %14, 28
  %55 = uitofp nneg i32 %54 to float
  %56 = fmul contract float %18, %55
  %57 = fsub contract float %56, %19
  %58 = shl nsw i32 %9, 1
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds %struct.float4, ptr %2, i64 %59
  store float %23, ptr %60, align 16, !tbaa !11
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 4
  store float %28, ptr %61, align 4, !tbaa !11
  %62 = getelementptr inbounds nuw i8, ptr %60, i64 8
  store float %33, ptr %62, align 8, !tbaa !11
  %63 = getelementptr inbounds nuw i8, ptr %60, i64 12
  store float %38, ptr %63, align 4, !tbaa !11
  %64 = getelementptr i8, ptr %60, i64 16
  store float %43, ptr %64, align 16, !tbaa !11
  %65 = getelementptr i8, ptr %60, i64 20
  store float %48, ptr %65, align 4, !tbaa !11
  %66 = getelementptr i8, ptr %60, i64 24
  store float %53, ptr %66, align 8, !tbaa !11
  %67 = getelementptr i8, ptr %60, i64 28
  store float %57, ptr %67, align 4, !tbaa !11
  br label %68

68:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #4

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare float @llvm.nvvm.fabs.f32(float) #3

declare i32 @llvm.nvvm.f2i.rn(float) #3

declare float @llvm.maxnum.f32(float, float) #5

attributes #0 = { convergent noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind }

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
!12 = !{!"float", !8, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!8, !8, i64 0}
!16 = distinct !{!16, !14}
!18 = distinct !{!18, !14}
