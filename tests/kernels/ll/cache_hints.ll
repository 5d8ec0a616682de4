target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.double2.0 = type { double, double }
%struct.uchar4 = type { i8, i8, i8, i8 }
%struct.short2 = type { i16, i16 }
%struct.float4 = type { float, float, float, float }
%struct.longlong2 = type { i64, i64 }

define dso_local ptx_kernel void @hinted_copy(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %31

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = addrspacecast ptr %14 to ptr addrspace(1)
  %16 = load i32, ptr addrspace(1) %15, align 4, !invariant.load !11
  %17 = tail call noundef i32 asm "ld.global.cg.s32 $0, [$1];", "=r,l"(ptr %14) #6
  %18 = add nsw i32 %17, %16
  %19 = tail call noundef i32 asm "ld.global.cs.s32 $0, [$1];", "=r,l"(ptr %14) #6
  %20 = add nsw i32 %18, %19
  %21 = tail call noundef i32 asm "ld.global.cv.s32 $0, [$1];", "=r,l,~{memory}"(ptr %14) #7
  %22 = add nsw i32 %20, %21
  %23 = getelementptr inbounds i32, ptr %1, i64 %13
  tail call void asm sideeffect "st.global.wt.s32 [$0], $1;", "l,r,~{memory}"(ptr %23, i32 %22) #7
  %24 = getelementptr inbounds %struct.double2.0, ptr %2, i64 %13
  %25 = tail call contract { double, double } asm "ld.global.cg.v2.f64 {$0,$1}, [$2];", "=d,=d,l"(ptr %24) #6
  %26 = extractvalue { double, double } %25, 0
  %27 = extractvalue { double, double } %25, 1
  %28 = getelementptr inbounds %struct.double2.0, ptr %3, i64 %13
  %29 = addrspacecast ptr %28 to ptr addrspace(1)
  %30 = ptrtoint ptr addrspace(1) %29 to i64
  tail call void asm sideeffect "st.global.cg.v2.f64 [$0], {$1, $2};", "l,d,d,~{memory}"(i64 %30, double %27, double %26) #7
  br label %31

31:
  ret void
}

define dso_local ptx_kernel void @read_only(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef writeonly captures(none) %5, i32 noundef %6) local_unnamed_addr #1 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = mul i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %6
  br i1 %13, label %14, label %69

14:
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds %struct.uchar4, ptr %0, i64 %15
  %17 = addrspacecast ptr %16 to ptr addrspace(1)
  %18 = load i8, ptr addrspace(1) %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr addrspace(1) %17, i64 1
  %20 = load i8, ptr addrspace(1) %19, align 1
  %21 = getelementptr inbounds nuw i8, ptr addrspace(1) %17, i64 2
  %22 = load i8, ptr addrspace(1) %21, align 2
  %23 = getelementptr inbounds nuw i8, ptr addrspace(1) %17, i64 3
  %24 = load i8, ptr addrspace(1) %23, align 1
  %25 = getelementptr inbounds %struct.short2, ptr %1, i64 %15
  %26 = addrspacecast ptr %25 to ptr addrspace(1)
  %27 = load i16, ptr addrspace(1) %26, align 4
  %28 = getelementptr inbounds nuw i8, ptr addrspace(1) %26, i64 2
  %29 = load i16, ptr addrspace(1) %28, align 2
  %30 = getelementptr inbounds %struct.float4, ptr %2, i64 %15
  %31 = addrspacecast ptr %30 to ptr addrspace(1)
  %32 = load float, ptr addrspace(1) %31, align 16
  %33 = getelementptr inbounds nuw i8, ptr addrspace(1) %31, i64 4
  %34 = load float, ptr addrspace(1) %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr addrspace(1) %31, i64 8
  %36 = load float, ptr addrspace(1) %35, align 8
  %37 = getelementptr inbounds nuw i8, ptr addrspace(1) %31, i64 12
  %38 = load float, ptr addrspace(1) %37, align 4
  %39 = getelementptr inbounds %struct.longlong2, ptr %4, i64 %15
  %40 = addrspacecast ptr %39 to ptr addrspace(1)
  %41 = load i64, ptr addrspace(1) %40, align 16
  %42 = getelementptr inbounds nuw i8, ptr addrspace(1) %40, i64 8
  %43 = load i64, ptr addrspace(1) %42, align 8
  %44 = zext i8 %18 to i32
  %45 = zext i8 %20 to i32
  %46 = add nuw nsw i32 %45, %44
  %47 = zext i8 %22 to i32
  %48 = add nuw nsw i32 %46, %47
  %49 = zext i8 %24 to i32
  %50 = add nuw nsw i32 %48, %49
  %51 = sext i16 %27 to i32
  %52 = add nsw i32 %50, %51
  %53 = sext i16 %29 to i32
  %54 = add nsw i32 %52, %53
  %55 = sitofp i32 %54 to float
  %56 = fadd contract float %32, %55
  %57 = fadd contract float %34, %56
  %58 = fadd contract float %36, %57
  %59 = fadd contract float %38, %58
  %60 = fpext contract float %59 to double
  %61 = getelementptr inbounds double, ptr %3, i64 %15
  %62 = addrspacecast ptr %61 to ptr addrspace(1)
  %63 = load double, ptr addrspace(1) %62, align 8, !invariant.load !11
  %64 = fadd contract double %63, %60
  %65 = add nsw i64 %43, %41
  %66 = sitofp i64 %65 to double
  %67 = fadd contract double %64, %66
  %68 = getelementptr inbounds double, ptr %5, i64 %15
  store double %67, ptr %68, align 8, !tbaa !18
  br label %69

69:
  ret void
}

define dso_local ptx_kernel void @registers(ptr noundef writeonly captures(none) %0) local_unnamed_addr #2 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %4 = mul nuw i32 %2, %3
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %6 = add nuw i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %13 = mul nuw nsw i32 %11, %12
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %15 = add nuw nsw i32 %13, %14
  %16 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %17 = mul nuw nsw i32 %15, %16
  %18 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %19 = add nuw nsw i32 %17, %18
  %20 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %21 = mul nuw nsw i32 %12, %16
  %22 = mul nuw nsw i32 %21, %20
  %23 = mul i32 %22, %10
  %24 = add i32 %23, %19
  %25 = tail call noundef i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %26 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.clock()
  tail call void @llvm.nvvm.membar.cta()
  %27 = shl i32 %24, 2
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  store i32 %24, ptr %29, align 4, !tbaa !6
  %30 = and i32 %19, 31
  %31 = or disjoint i32 %27, 1
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr %0, i64 %32
  store i32 %30, ptr %33, align 4, !tbaa !6
  %34 = or disjoint i32 %27, 2
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %0, i64 %35
  store i32 32, ptr %36, align 4, !tbaa !6
  %37 = tail call noundef i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %38 = icmp slt i64 %37, %25
  br i1 %38, label %44, label %39

39:
  %40 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.clock()
  %41 = sub i32 %40, %26
  %42 = icmp sgt i32 %41, -1
  %43 = zext i1 %42 to i32
  br label %44

44:
  %45 = phi i32 [ 0, %1 ], [ %43, %39 ]
  %46 = or disjoint i32 %27, 3
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds nuw i32, ptr %0, i64 %47
  store i32 %45, ptr %48, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #3

declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y() #3

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #3

declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

declare noundef range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.z() #3

declare noundef i64 @llvm.nvvm.read.ptx.sreg.clock64() #4

declare noundef i32 @llvm.nvvm.read.ptx.sreg.clock() #4

declare void @llvm.nvvm.membar.cta() #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nounwind }
attributes #6 = { convergent nounwind memory(none) }
attributes #7 = { convergent nounwind }

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
!11 = !{}
!18 = !{!19, !19, i64 0}
!19 = !{!"double", !8, i64 0}
