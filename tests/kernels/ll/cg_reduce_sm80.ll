target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @cg_sum(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call i64 asm "{\0A\09 .reg .u32 start;\0A\09 .reg .u64 extended;\0A\09 mov.u32 start, %reserved_smem_offset_1;\0A\09 cvt.u64.u32 extended, start;\0A\09 cvta.shared.u64 $0, extended;\0A\09}", "=l"() #3
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = tail call noundef i32 @llvm.nvvm.redux.sync.add(i32 %12, i32 -1)
  %14 = tail call noundef i32 @llvm.nvvm.redux.sync.min(i32 %12, i32 -1)
  %15 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %16 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %17 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %18 = mul nuw nsw i32 %16, %17
  %19 = add nuw nsw i32 %18, %15
  %20 = mul nuw nsw i32 %19, %6
  %21 = add nuw nsw i32 %20, %8
  %22 = and i32 %21, 31
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %24, label %29

24:
  %25 = sdiv i32 %9, 32
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %1, i64 %26
  store i32 %13, ptr %27, align 4, !tbaa !6
  %28 = getelementptr inbounds i32, ptr %2, i64 %26
  store i32 %14, ptr %28, align 4, !tbaa !6
  br label %29

29:
  ret void
}

define dso_local ptx_kernel void @cg_scan(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call i64 asm "{\0A\09 .reg .u32 start;\0A\09 .reg .u64 extended;\0A\09 mov.u32 start, %reserved_smem_offset_1;\0A\09 cvt.u64.u32 extended, start;\0A\09 cvta.shared.u64 $0, extended;\0A\09}", "=l"() #3
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %16 = mul nuw nsw i32 %14, %15
  %17 = add nuw nsw i32 %16, %13
  %18 = mul nuw nsw i32 %17, %6
  %19 = add nuw nsw i32 %18, %8
  %20 = and i32 %19, 15
  %21 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %22 = and i32 %21, -16
  %23 = shl i32 65535, %22
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %23, i32 %12, i32 1, i32 4096)
  %25 = icmp eq i32 %20, 0
  %26 = select i1 %25, i32 0, i32 %24
  %27 = add nsw i32 %26, %12
  %28 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %29 = and i32 %28, -16
  %30 = shl i32 65535, %29
  %31 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %30, i32 %27, i32 2, i32 4096)
  %32 = icmp samesign ult i32 %20, 2
  %33 = select i1 %32, i32 0, i32 %31
  %34 = add nsw i32 %33, %27
  %35 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %36 = and i32 %35, -16
  %37 = shl i32 65535, %36
  %38 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %37, i32 %34, i32 4, i32 4096)
  %39 = icmp samesign ult i32 %20, 4
  %40 = select i1 %39, i32 0, i32 %38
  %41 = add nsw i32 %40, %34
  %42 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %43 = and i32 %42, -16
  %44 = shl i32 65535, %43
  %45 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %44, i32 %41, i32 8, i32 4096)
  %46 = icmp samesign ult i32 %20, 8
  %47 = select i1 %46, i32 0, i32 %45
  %48 = add nsw i32 %47, %41
  %49 = getelementptr inbounds i32, ptr %1, i64 %10
  store i32 %48, ptr %49, align 4, !tbaa !6
  %50 = load i32, ptr %11, align 4, !tbaa !6
  %51 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %52 = and i32 %51, -16
  %53 = shl i32 65535, %52
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %53, i32 %50, i32 1, i32 4096)
  %55 = select i1 %25, i32 0, i32 %54
  %56 = add nsw i32 %55, %50
  %57 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %58 = and i32 %57, -16
  %59 = shl i32 65535, %58
  %60 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %59, i32 %56, i32 2, i32 4096)
  %61 = select i1 %32, i32 0, i32 %60
  %62 = add nsw i32 %61, %56
  %63 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %64 = and i32 %63, -16
  %65 = shl i32 65535, %64
  %66 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %65, i32 %62, i32 4, i32 4096)
  %67 = select i1 %39, i32 0, i32 %66
  %68 = add nsw i32 %67, %62
  %69 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %70 = and i32 %69, -16
  %71 = shl i32 65535, %70
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %71, i32 %68, i32 8, i32 4096)
  %73 = select i1 %46, i32 0, i32 %72
  %74 = add nsw i32 %73, %68
  %75 = sub nsw i32 %74, %50
  %76 = getelementptr inbounds i32, ptr %2, i64 %10
  store i32 %75, ptr %76, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.redux.sync.add(i32, i32) #2

declare i32 @llvm.nvvm.redux.sync.min(i32, i32) #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #1

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nounwind memory(none) }

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
