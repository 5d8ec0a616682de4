target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @redux_i32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4, !tbaa !6
  %11 = tail call noundef i32 @llvm.nvvm.redux.sync.add(i32 %10, i32 -1)
  %12 = tail call noundef i32 @llvm.nvvm.redux.sync.min(i32 %10, i32 -1)
  %13 = tail call noundef i32 @llvm.nvvm.redux.sync.max(i32 %10, i32 -1)
  %14 = and i32 %7, 31
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %23

16:
  %17 = ashr exact i32 %7, 5
  %18 = mul nsw i32 %17, 3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  store i32 %11, ptr %20, align 4, !tbaa !6
  %21 = getelementptr i8, ptr %20, i64 4
  store i32 %12, ptr %21, align 4, !tbaa !6
  %22 = getelementptr i8, ptr %20, i64 8
  store i32 %13, ptr %22, align 4, !tbaa !6
  br label %23

23:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local ptx_kernel void @redux_u32(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca [5 x i32], align 4
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #4
  %12 = tail call noundef i32 @llvm.nvvm.redux.sync.and(i32 %11, i32 -1)
  store i32 %12, ptr %3, align 4, !tbaa !6
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %14 = tail call noundef i32 @llvm.nvvm.redux.sync.or(i32 %11, i32 -1)
  store i32 %14, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %16 = tail call noundef i32 @llvm.nvvm.redux.sync.xor(i32 %11, i32 -1)
  store i32 %16, ptr %15, align 4, !tbaa !6
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %18 = tail call noundef i32 @llvm.nvvm.redux.sync.umin(i32 %11, i32 -1)
  store i32 %18, ptr %17, align 4, !tbaa !6
  %19 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %20 = tail call noundef i32 @llvm.nvvm.redux.sync.umax(i32 %11, i32 -1)
  store i32 %20, ptr %19, align 4, !tbaa !6
  %21 = sdiv i32 %8, 32
  %22 = mul i32 %21, 32
  %23 = sub i32 %8, %22
  %24 = icmp slt i32 %23, 5
  br i1 %24, label %25, label %33

25:
  %26 = sext i32 %23 to i64
  %27 = getelementptr inbounds i32, ptr %3, i64 %26
  %28 = load i32, ptr %27, align 4, !tbaa !6
  %29 = mul nsw i32 %21, 5
  %30 = add nsw i32 %29, %23
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds i32, ptr %1, i64 %31
  store i32 %28, ptr %32, align 4, !tbaa !6
  br label %33

33:
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #4
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare i32 @llvm.nvvm.redux.sync.add(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.min(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.max(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.and(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.or(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.xor(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.umin(i32, i32) #3

declare i32 @llvm.nvvm.redux.sync.umax(i32, i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { nounwind }

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
