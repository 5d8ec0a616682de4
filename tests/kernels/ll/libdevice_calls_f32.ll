target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @calls_f32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %22

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !8
  %14 = tail call contract noundef float @__nv_sinf(float noundef %13) #3
  %15 = fdiv contract float %13, -3.000000e+00
  %16 = tail call contract noundef float @__nv_expf(float noundef %15) #3
  %17 = fmul contract float %14, %16
  %18 = tail call contract noundef float @__nv_fabsf(float noundef %13) #3
  %19 = tail call contract noundef float @__nv_powf(float noundef %18, float noundef 1.500000e+00) #3
  %20 = fadd contract float %17, %19
  %21 = getelementptr inbounds float, ptr %1, i64 %11
  store float %20, ptr %21, align 4, !tbaa !8
  br label %22

22:
  ret void
}

define dso_local ptx_kernel void @calls_steps(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %23

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !8
  %14 = icmp sgt i32 %1, 0
  br i1 %14, label %17, label %15

15:
  %16 = phi float [ %13, %10 ], [ %20, %17 ]
  store float %16, ptr %12, align 4, !tbaa !8
  br label %23

17:
  %18 = phi i32 [ %21, %17 ], [ 0, %10 ]
  %19 = phi float [ %20, %17 ], [ %13, %10 ]
  %20 = tail call contract noundef float @__nv_cosf(float noundef %19) #3
  %21 = add nuw nsw i32 %18, 1
  %22 = icmp eq i32 %21, %1
  br i1 %22, label %15, label %17, !llvm.loop !10

23:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare dso_local float @__nv_sinf(float noundef) local_unnamed_addr #2

declare dso_local float @__nv_expf(float noundef) local_unnamed_addr #2

declare dso_local float @__nv_powf(float noundef, float noundef) local_unnamed_addr #2

declare dso_local float @__nv_fabsf(float noundef) local_unnamed_addr #2

declare dso_local float @__nv_cosf(float noundef) local_unnamed_addr #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #3 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2}
!llvm.errno.tbaa = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!2 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C++ TBAA"}
!8 = !{!9, !9, i64 0}
!9 = !{!"float", !6, i64 0}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.mustprogress"}
