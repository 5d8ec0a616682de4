target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @calls_f64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %24

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds double, ptr %0, i64 %11
  %13 = load double, ptr %12, align 8, !tbaa !8
  %14 = tail call contract noundef double @__nv_fabs(double noundef %13) #3
  %15 = fadd contract double %14, 1.000000e+00
  %16 = tail call contract noundef double @__nv_log(double noundef %15) #3
  %17 = load double, ptr %12, align 8, !tbaa !8
  %18 = tail call contract noundef double @__nv_erf(double noundef %17) #3
  %19 = fadd contract double %16, %18
  %20 = load double, ptr %12, align 8, !tbaa !8
  %21 = tail call contract noundef double @__nv_atan2(double noundef %20, double noundef 2.000000e+00) #3
  %22 = fadd contract double %19, %21
  %23 = getelementptr inbounds double, ptr %1, i64 %11
  store double %22, ptr %23, align 8, !tbaa !8
  br label %24

24:
  ret void
}

define dso_local ptx_kernel void @calls_integer(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %31

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !4
  %15 = tail call noundef i32 @__nv_popc(i32 noundef %14) #3
  %16 = shl nsw i32 %9, 2
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %2, i64 %17
  store i32 %15, ptr %18, align 4, !tbaa !4
  %19 = load i32, ptr %13, align 4, !tbaa !4
  %20 = tail call noundef i32 @__nv_clz(i32 noundef %19) #3
  %21 = getelementptr i8, ptr %18, i64 4
  store i32 %20, ptr %21, align 4, !tbaa !4
  %22 = load i32, ptr %13, align 4, !tbaa !4
  %23 = getelementptr inbounds i32, ptr %1, i64 %12
  %24 = load i32, ptr %23, align 4, !tbaa !4
  %25 = tail call noundef i32 @__nv_mulhi(i32 noundef %22, i32 noundef %24) #3
  %26 = getelementptr i8, ptr %18, i64 8
  store i32 %25, ptr %26, align 4, !tbaa !4
  %27 = load i32, ptr %13, align 4, !tbaa !4
  %28 = load i32, ptr %23, align 4, !tbaa !4
  %29 = tail call noundef i32 @__nv_rhadd(i32 noundef %27, i32 noundef %28) #3
  %30 = getelementptr i8, ptr %18, i64 12
  store i32 %29, ptr %30, align 4, !tbaa !4
  br label %31

31:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare dso_local double @__nv_log(double noundef) local_unnamed_addr #2

declare dso_local double @__nv_fabs(double noundef) local_unnamed_addr #2

declare dso_local double @__nv_erf(double noundef) local_unnamed_addr #2

declare dso_local double @__nv_atan2(double noundef, double noundef) local_unnamed_addr #2

declare dso_local i32 @__nv_popc(i32 noundef) local_unnamed_addr #2

declare dso_local i32 @__nv_clz(i32 noundef) local_unnamed_addr #2

declare dso_local i32 @__nv_mulhi(i32 noundef, i32 noundef) local_unnamed_addr #2

declare dso_local i32 @__nv_rhadd(i32 noundef, i32 noundef) local_unnamed_addr #2

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
!9 = !{!"double", !6, i64 0}
