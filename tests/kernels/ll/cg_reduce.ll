target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @cg_sum(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %11, i32 16, i32 31)
  %13 = add nsw i32 %12, %11
  %14 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %13, i32 8, i32 31)
  %15 = add nsw i32 %14, %13
  %16 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %15, i32 4, i32 31)
  %17 = add nsw i32 %16, %15
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %17, i32 2, i32 31)
  %19 = add nsw i32 %18, %17
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %19, i32 1, i32 31)
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %11, i32 16, i32 31)
  %22 = tail call noundef i32 @llvm.smin.i32(i32 %21, i32 %11)
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %22, i32 8, i32 31)
  %24 = tail call noundef i32 @llvm.smin.i32(i32 %23, i32 %22)
  %25 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %24, i32 4, i32 31)
  %26 = tail call noundef i32 @llvm.smin.i32(i32 %25, i32 %24)
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %26, i32 2, i32 31)
  %28 = tail call noundef i32 @llvm.smin.i32(i32 %27, i32 %26)
  %29 = tail call noundef i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %28, i32 1, i32 31)
  %30 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %31 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %32 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %33 = mul nuw nsw i32 %31, %32
  %34 = add nuw nsw i32 %33, %30
  %35 = mul nuw nsw i32 %34, %5
  %36 = add nuw nsw i32 %35, %7
  %37 = and i32 %36, 31
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %39, label %46

39:
  %40 = add nsw i32 %20, %19
  %41 = tail call noundef i32 @llvm.smin.i32(i32 %29, i32 %28)
  %42 = sdiv i32 %8, 32
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i32, ptr %1, i64 %43
  store i32 %40, ptr %44, align 4, !tbaa !6
  %45 = getelementptr inbounds i32, ptr %2, i64 %43
  store i32 %41, ptr %45, align 4, !tbaa !6
  br label %46

46:
  ret void
}

define dso_local ptx_kernel void @cg_scan(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %15 = mul nuw nsw i32 %13, %14
  %16 = add nuw nsw i32 %15, %12
  %17 = mul nuw nsw i32 %16, %5
  %18 = add nuw nsw i32 %17, %7
  %19 = and i32 %18, 15
  %20 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %21 = and i32 %20, -16
  %22 = shl i32 65535, %21
  %23 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %22, i32 %11, i32 1, i32 4096)
  %24 = icmp eq i32 %19, 0
  %25 = select i1 %24, i32 0, i32 %23
  %26 = add nsw i32 %25, %11
  %27 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %28 = and i32 %27, -16
  %29 = shl i32 65535, %28
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %29, i32 %26, i32 2, i32 4096)
  %31 = icmp samesign ult i32 %19, 2
  %32 = select i1 %31, i32 0, i32 %30
  %33 = add nsw i32 %32, %26
  %34 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %35 = and i32 %34, -16
  %36 = shl i32 65535, %35
  %37 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %36, i32 %33, i32 4, i32 4096)
  %38 = icmp samesign ult i32 %19, 4
  %39 = select i1 %38, i32 0, i32 %37
  %40 = add nsw i32 %39, %33
  %41 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %42 = and i32 %41, -16
  %43 = shl i32 65535, %42
  %44 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %43, i32 %40, i32 8, i32 4096)
  %45 = icmp samesign ult i32 %19, 8
  %46 = select i1 %45, i32 0, i32 %44
  %47 = add nsw i32 %46, %40
  %48 = getelementptr inbounds i32, ptr %1, i64 %9
  store i32 %47, ptr %48, align 4, !tbaa !6
  %49 = load i32, ptr %10, align 4, !tbaa !6
  %50 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %51 = and i32 %50, -16
  %52 = shl i32 65535, %51
  %53 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %52, i32 %49, i32 1, i32 4096)
  %54 = select i1 %24, i32 0, i32 %53
  %55 = add nsw i32 %54, %49
  %56 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %57 = and i32 %56, -16
  %58 = shl i32 65535, %57
  %59 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %58, i32 %55, i32 2, i32 4096)
  %60 = select i1 %31, i32 0, i32 %59
  %61 = add nsw i32 %60, %55
  %62 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %63 = and i32 %62, -16
  %64 = shl i32 65535, %63
  %65 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %64, i32 %61, i32 4, i32 4096)
  %66 = select i1 %38, i32 0, i32 %65
  %67 = add nsw i32 %66, %61
  %68 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #4
  %69 = and i32 %68, -16
  %70 = shl i32 65535, %69
  %71 = tail call noundef i32 @llvm.nvvm.shfl.sync.up.i32(i32 %70, i32 %67, i32 8, i32 4096)
  %72 = select i1 %45, i32 0, i32 %71
  %73 = add nsw i32 %72, %67
  %74 = sub nsw i32 %73, %49
  %75 = getelementptr inbounds i32, ptr %2, i64 %9
  store i32 %74, ptr %75, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #1

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #2

declare i32 @llvm.smin.i32(i32, i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind memory(none) }

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
