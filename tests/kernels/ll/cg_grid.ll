target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @grid_two_phase(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 asm "mov.u32 $0, %envreg2;", "=r"() #4
  %5 = zext i32 %4 to i64
  %6 = tail call noundef i32 asm "mov.u32 $0, %envreg1;", "=r"() #4
  %7 = zext i32 %6 to i64
  %8 = shl nuw i64 %7, 32
  %9 = or disjoint i64 %8, %5
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %15 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %16 = mul nuw i32 %12, %14
  %17 = zext i32 %16 to i64
  %18 = zext nneg i32 %13 to i64
  %19 = zext nneg i32 %11 to i64
  %20 = add nuw nsw i64 %17, %19
  %21 = mul nuw nsw i64 %20, %18
  %22 = zext nneg i32 %10 to i64
  %23 = add nuw nsw i64 %21, %22
  %24 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %25 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %26 = mul nuw nsw i32 %24, %25
  %27 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %28 = mul nuw nsw i32 %26, %27
  %29 = zext nneg i32 %28 to i64
  %30 = mul i64 %23, %29
  %31 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %32 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %33 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %34 = mul nuw nsw i32 %33, %25
  %35 = add nuw nsw i32 %34, %32
  %36 = mul nuw nsw i32 %35, %24
  %37 = add nuw nsw i32 %36, %31
  %38 = zext nneg i32 %37 to i64
  %39 = add i64 %30, %38
  %40 = getelementptr inbounds nuw i32, ptr %0, i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = shl nsw i32 %41, 1
  %43 = getelementptr inbounds nuw i32, ptr %1, i64 %39
  store i32 %42, ptr %43, align 4, !tbaa !6
  %44 = icmp eq i64 %9, 0
  br i1 %44, label %45, label %46

45:
  tail call void @llvm.trap()
  unreachable

46:
  %47 = inttoptr i64 %9 to ptr
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 4
  tail call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %49 = add nuw nsw i32 %31, %32
  %50 = sub nsw i32 0, %33
  %51 = icmp eq i32 %49, %50
  br i1 %51, label %54, label %52

52:
  %53 = mul nuw i32 %14, %15
  br label %67

54:
  %55 = add nuw i32 %10, %11
  %56 = sub nsw i32 0, %12
  %57 = icmp eq i32 %55, %56
  %58 = mul nuw i32 %15, %14
  %59 = mul i32 %58, %13
  %60 = sub i32 -2147483647, %59
  %61 = select i1 %57, i32 %60, i32 1
  %62 = tail call i32 asm sideeffect "atom.add.release.gpu.u32 $0,[$1],$2;", "=r,l,r,~{memory}"(ptr nonnull %48, i32 %61) #5
  br label %63

63:
  %64 = tail call i32 asm sideeffect "ld.acquire.gpu.u32 $0,[$1];", "=r,l,~{memory}"(ptr nonnull %48) #5
  %65 = xor i32 %64, %62
  %66 = icmp slt i32 %65, 0
  br i1 %66, label %67, label %63, !llvm.loop !15

67:
  %68 = phi i32 [ %53, %52 ], [ %58, %63 ]
  %69 = zext i32 %68 to i64
  %70 = mul nuw nsw i64 %69, %18
  %71 = mul i64 %70, %29
  tail call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %72 = load i32, ptr %43, align 4, !tbaa !6
  %73 = xor i64 %39, -1
  %74 = getelementptr i32, ptr %1, i64 %71
  %75 = getelementptr i32, ptr %74, i64 %73
  %76 = load i32, ptr %75, align 4, !tbaa !6
  %77 = add nsw i32 %76, %72
  %78 = getelementptr inbounds nuw i32, ptr %2, i64 %39
  store i32 %77, ptr %78, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #1

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #1

declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y() #1

declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.z() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #1

declare noundef range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.z() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #1

declare void @llvm.trap() #2

declare void @llvm.nvvm.barrier.cta.sync.all(i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nounwind memory(none) }
attributes #5 = { convergent nounwind }

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
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
