target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ14named_barriersE1s = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4

define dso_local ptx_kernel void @sync_votes(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = shl i32 %3, 7
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = add i32 %4, %5
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = icmp sgt i32 %9, 0
  %11 = tail call noundef i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %10)
  %12 = tail call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %10)
  %13 = tail call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %10)
  %14 = icmp eq i32 %5, 0
  br i1 %14, label %15, label %27

15:
  %16 = zext i1 %13 to i32
  %17 = zext i1 %12 to i32
  %18 = mul i32 %3, 3
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i32, ptr %1, i64 %19
  store i32 %11, ptr %20, align 4, !tbaa !6
  %21 = add i32 %18, 1
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %1, i64 %22
  store i32 %17, ptr %23, align 4, !tbaa !6
  %24 = add i32 %18, 2
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %1, i64 %25
  store i32 %16, ptr %26, align 4, !tbaa !6
  br label %27

27:
  ret void
}

define dso_local ptx_kernel void @named_barriers(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = icmp samesign ult i32 %3, 64
  br i1 %4, label %5, label %15

5:
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 6
  %8 = or disjoint i32 %7, %3
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = shl nsw i32 %11, 1
  %13 = zext nneg i32 %3 to i64
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14named_barriersE1s to ptr), i64 %13
  store i32 %12, ptr %14, align 4, !tbaa !6
  tail call void asm sideeffect "bar.arrive 1, 128;", "~{memory}"() #3
  br label %27

15:
  tail call void asm sideeffect "bar.sync 1, 128;", "~{memory}"() #3
  %16 = zext nneg i32 %3 to i64
  %17 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14named_barriersE1s to ptr), i64 %16
  %18 = getelementptr i8, ptr %17, i64 -256
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = add nsw i32 %19, 1
  %21 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = shl i32 %21, 6
  %23 = add nsw i32 %3, -64
  %24 = add i32 %23, %22
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %1, i64 %25
  store i32 %20, ptr %26, align 4, !tbaa !6
  br label %27

27:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1) #2

declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1) #2

declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1) #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nounwind }

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
