target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @wmma_s8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = icmp sgt i32 %5, 0
  br i1 %7, label %11, label %8

8:
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %51

11:
  %12 = shl i32 %5, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %14 = mul i32 %12, %13
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %18 = mul i32 %12, %17
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 %19
  br label %21

21:
  %22 = phi i32 [ 0, %11 ], [ %49, %21 ]
  %23 = phi i32 [ 0, %11 ], [ %48, %21 ]
  %24 = phi i32 [ 0, %11 ], [ %41, %21 ]
  %25 = phi i32 [ 0, %11 ], [ %42, %21 ]
  %26 = phi i32 [ 0, %11 ], [ %43, %21 ]
  %27 = phi i32 [ 0, %11 ], [ %44, %21 ]
  %28 = phi i32 [ 0, %11 ], [ %45, %21 ]
  %29 = phi i32 [ 0, %11 ], [ %46, %21 ]
  %30 = phi i32 [ 0, %11 ], [ %47, %21 ]
  %31 = zext nneg i32 %22 to i64
  %32 = getelementptr inbounds nuw i8, ptr %16, i64 %31
  %33 = tail call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.s8.p0(ptr readonly %32, i32 %5)
  %34 = extractvalue { i32, i32 } %33, 0
  %35 = extractvalue { i32, i32 } %33, 1
  %36 = getelementptr inbounds nuw i8, ptr %20, i64 %31
  %37 = tail call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.s8.p0(ptr readonly %36, i32 %5)
  %38 = extractvalue { i32, i32 } %37, 0
  %39 = extractvalue { i32, i32 } %37, 1
  %40 = tail call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.s8(i32 %34, i32 %35, i32 %38, i32 %39, i32 %24, i32 %25, i32 %26, i32 %27, i32 %28, i32 %29, i32 %30, i32 %23)
  %41 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 0
  %42 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 1
  %43 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 2
  %44 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 3
  %45 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 4
  %46 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 5
  %47 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 6
  %48 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 7
  %49 = add nuw nsw i32 %22, 16
  %50 = icmp slt i32 %49, %5
  br i1 %50, label %21, label %51, !llvm.loop !11

51:
  %52 = phi i32 [ %10, %8 ], [ %17, %21 ]
  %53 = phi i32 [ %9, %8 ], [ %13, %21 ]
  %54 = phi i32 [ 0, %8 ], [ %47, %21 ]
  %55 = phi i32 [ 0, %8 ], [ %46, %21 ]
  %56 = phi i32 [ 0, %8 ], [ %45, %21 ]
  %57 = phi i32 [ 0, %8 ], [ %44, %21 ]
  %58 = phi i32 [ 0, %8 ], [ %43, %21 ]
  %59 = phi i32 [ 0, %8 ], [ %42, %21 ]
  %60 = phi i32 [ 0, %8 ], [ %41, %21 ]
  %61 = phi i32 [ 0, %8 ], [ %48, %21 ]
  %62 = shl i32 %4, 4
  %63 = mul i32 %62, %53
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %2, i64 %64
  %66 = shl i32 %52, 4
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i32, ptr %65, i64 %67
  tail call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.s32.p0(ptr %68, i32 %60, i32 %59, i32 %58, i32 %57, i32 %56, i32 %55, i32 %54, i32 %61, i32 %4)
  ret void
}

define dso_local ptx_kernel void @wmma_u8(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = icmp sgt i32 %5, 0
  br i1 %7, label %11, label %8

8:
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %51

11:
  %12 = shl i32 %5, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %14 = mul i32 %12, %13
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %18 = mul i32 %12, %17
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 %19
  br label %21

21:
  %22 = phi i32 [ 0, %11 ], [ %49, %21 ]
  %23 = phi i32 [ 0, %11 ], [ %48, %21 ]
  %24 = phi i32 [ 0, %11 ], [ %41, %21 ]
  %25 = phi i32 [ 0, %11 ], [ %42, %21 ]
  %26 = phi i32 [ 0, %11 ], [ %43, %21 ]
  %27 = phi i32 [ 0, %11 ], [ %44, %21 ]
  %28 = phi i32 [ 0, %11 ], [ %45, %21 ]
  %29 = phi i32 [ 0, %11 ], [ %46, %21 ]
  %30 = phi i32 [ 0, %11 ], [ %47, %21 ]
  %31 = zext nneg i32 %22 to i64
  %32 = getelementptr inbounds nuw i8, ptr %16, i64 %31
  %33 = tail call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.u8.p0(ptr readonly %32, i32 %5)
  %34 = extractvalue { i32, i32 } %33, 0
  %35 = extractvalue { i32, i32 } %33, 1
  %36 = getelementptr inbounds nuw i8, ptr %20, i64 %31
  %37 = tail call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.u8.p0(ptr readonly %36, i32 %5)
  %38 = extractvalue { i32, i32 } %37, 0
  %39 = extractvalue { i32, i32 } %37, 1
  %40 = tail call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.u8(i32 %34, i32 %35, i32 %38, i32 %39, i32 %24, i32 %25, i32 %26, i32 %27, i32 %28, i32 %29, i32 %30, i32 %23)
  %41 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 0
  %42 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 1
  %43 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 2
  %44 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 3
  %45 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 4
  %46 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 5
  %47 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 6
  %48 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %40, 7
  %49 = add nuw nsw i32 %22, 16
  %50 = icmp slt i32 %49, %5
  br i1 %50, label %21, label %51, !llvm.loop !13

51:
  %52 = phi i32 [ %10, %8 ], [ %17, %21 ]
  %53 = phi i32 [ %9, %8 ], [ %13, %21 ]
  %54 = phi i32 [ 0, %8 ], [ %47, %21 ]
  %55 = phi i32 [ 0, %8 ], [ %46, %21 ]
  %56 = phi i32 [ 0, %8 ], [ %45, %21 ]
  %57 = phi i32 [ 0, %8 ], [ %44, %21 ]
  %58 = phi i32 [ 0, %8 ], [ %43, %21 ]
  %59 = phi i32 [ 0, %8 ], [ %42, %21 ]
  %60 = phi i32 [ 0, %8 ], [ %41, %21 ]
  %61 = phi i32 [ 0, %8 ], [ %48, %21 ]
  %62 = shl i32 %4, 4
  %63 = mul i32 %62, %53
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %2, i64 %64
  %66 = shl i32 %52, 4
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i32, ptr %65, i64 %67
  tail call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.s32.p0(ptr %68, i32 %60, i32 %59, i32 %58, i32 %57, i32 %56, i32 %55, i32 %54, i32 %61, i32 %4)
  ret void
}

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.s8.p0(ptr readonly captures(none), i32) #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.s8.p0(ptr readonly captures(none), i32) #1

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) #3

declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.s32.p0(ptr writeonly captures(none), i32, i32, i32, i32, i32, i32, i32, i32, i32) #4

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.u8.p0(ptr readonly captures(none), i32) #1

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.u8.p0(ptr readonly captures(none), i32) #1

declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.u8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) #3

attributes #0 = { mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind memory(none) }
attributes #4 = { nocallback nounwind memory(argmem: write) }

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
!13 = distinct !{!13, !12}
