target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@words = external dso_local local_unnamed_addr addrspace(3) global [0 x i32], align 4
@_ZZ13split_dynamicE4bias = internal unnamed_addr addrspace(3) global i32 undef, align 4
@doubles = external dso_local local_unnamed_addr addrspace(3) global [0 x double], align 8

define dso_local ptx_kernel void @reverse_dynamic(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = add nsw i32 %5, %2
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = zext nneg i32 %2 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @words to ptr), i64 %10
  store i32 %9, ptr %11, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %12 = xor i32 %2, -1
  %13 = add nsw i32 %4, %12
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @words to ptr), i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  store i32 %16, ptr %8, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @split_dynamic(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %6

5:
  store i32 0, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_dynamicE4bias to ptr), align 4, !tbaa !6
  br label %6

6:
  %7 = zext nneg i32 %3 to i64
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = sitofp i32 %9 to double
  %11 = fmul contract double %10, 2.000000e+00
  %12 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 %7
  store double %11, ptr %12, align 8, !tbaa !11
  %13 = sitofp i32 %9 to float
  %14 = fmul contract float %13, 5.000000e-01
  %15 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 512), i64 %7
  store float %14, ptr %15, align 4, !tbaa !13
  %16 = trunc i32 %9 to i16
  %17 = getelementptr inbounds nuw i16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 768), i64 %7
  store i16 %16, ptr %17, align 2, !tbaa !15
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %18 = sub nsw i32 63, %3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds double, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 %19
  %21 = load double, ptr %20, align 8, !tbaa !11
  %22 = add nuw nsw i32 %3, 1
  %23 = and i32 %22, 63
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 512), i64 %24
  %26 = load float, ptr %25, align 4, !tbaa !13
  %27 = fpext contract float %26 to double
  %28 = fadd contract double %21, %27
  %29 = add nuw nsw i32 %3, 2
  %30 = and i32 %29, 63
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw i16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @doubles to ptr), i64 768), i64 %31
  %33 = load i16, ptr %32, align 2, !tbaa !15
  %34 = sitofp i16 %33 to double
  %35 = fadd contract double %28, %34
  %36 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_dynamicE4bias to ptr), align 4, !tbaa !6
  %37 = sitofp i32 %36 to double
  %38 = fadd contract double %35, %37
  %39 = getelementptr inbounds nuw double, ptr %1, i64 %7
  store double %38, ptr %39, align 8, !tbaa !11
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"short", !8, i64 0}
