target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @ptx_ops(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %33

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds i32, ptr %1, i64 %13
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = getelementptr inbounds i32, ptr %2, i64 %13
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = tail call i32 asm "lop3.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,n"(i32 %15, i32 %17, i32 %19, i32 232) #3
  %21 = tail call i32 asm "prmt.b32 $0, $1, $2, 0x5410;", "=r,r,r"(i32 %15, i32 %17) #3
  %22 = tail call i32 asm "bfe.u32 $0, $1, $2, $3;", "=r,r,n,n"(i32 %15, i32 5, i32 11) #3
  %23 = tail call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"() #4
  %24 = tail call i32 asm "shf.l.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %15, i32 %17, i32 %19) #3
  %25 = tail call i32 asm "{\0A\09.reg .pred p;\0A\09setp.lt.u32 p, $1, $2;\0A\09@p mov.b32 $0, $3;\0A\09@!p not.b32 $0, $3;\0A\09}", "=r,r,r,r"(i32 %15, i32 %17, i32 %19) #3
  %26 = mul nsw i64 %13, 24
  %27 = getelementptr inbounds nuw i8, ptr %3, i64 %26
  store i32 %20, ptr %27, align 4, !tbaa !6
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 4
  store i32 %21, ptr %28, align 4, !tbaa !6
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i32 %22, ptr %29, align 4, !tbaa !6
  %30 = getelementptr inbounds nuw i8, ptr %27, i64 12
  store i32 %23, ptr %30, align 4, !tbaa !6
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 16
  store i32 %24, ptr %31, align 4, !tbaa !6
  %32 = getelementptr inbounds nuw i8, ptr %27, i64 20
  store i32 %25, ptr %32, align 4, !tbaa !6
  br label %33

33:
  ret void
}

define dso_local ptx_kernel void @ptx_carry(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %29

11:
  %12 = shl nsw i32 %9, 1
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds i64, ptr %0, i64 %13
  %15 = load i64, ptr %14, align 8, !tbaa !17
  %16 = or disjoint i32 %12, 1
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds i64, ptr %0, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !17
  %20 = getelementptr inbounds i64, ptr %1, i64 %13
  %21 = load i64, ptr %20, align 8, !tbaa !17
  %22 = getelementptr inbounds i64, ptr %1, i64 %17
  %23 = load i64, ptr %22, align 8, !tbaa !17
  %24 = tail call { i64, i64 } asm "add.cc.u64 $0, $0, $2;\0A\09addc.u64 $1, $1, $3;", "=l,=l,l,l,0,1"(i64 %21, i64 %23, i64 %15, i64 %19) #3
  %25 = extractvalue { i64, i64 } %24, 0
  %26 = extractvalue { i64, i64 } %24, 1
  %27 = getelementptr inbounds i64, ptr %2, i64 %13
  store i64 %25, ptr %27, align 8, !tbaa !17
  %28 = getelementptr inbounds i64, ptr %2, i64 %17
  store i64 %26, ptr %28, align 8, !tbaa !17
  br label %29

29:
  ret void
}

define dso_local ptx_kernel void @ptx_memory(ptr noundef %0, ptr noundef %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef writeonly captures(none) %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = mul i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %6
  br i1 %13, label %14, label %35

14:
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  %17 = addrspacecast ptr %16 to ptr addrspace(1)
  %18 = ptrtoint ptr addrspace(1) %17 to i64
  %19 = tail call i32 asm sideeffect "ld.global.cg.u32 $0, [$1];", "=r,l,~{memory}"(i64 %18) #4
  %20 = getelementptr inbounds i32, ptr %1, i64 %15
  %21 = addrspacecast ptr %20 to ptr addrspace(1)
  %22 = ptrtoint ptr addrspace(1) %21 to i64
  %23 = add i32 %19, 1
  tail call void asm sideeffect "st.global.u32 [$0], $1;", "l,r,~{memory}"(i64 %22, i32 %23) #4
  %24 = getelementptr inbounds double, ptr %2, i64 %15
  %25 = load double, ptr %24, align 8, !tbaa !22
  %26 = tail call contract double asm "add.rn.f64 $0, $1, $1;", "=d,d"(double %25) #3
  %27 = getelementptr inbounds double, ptr %3, i64 %15
  store double %26, ptr %27, align 8, !tbaa !22
  %28 = getelementptr inbounds i16, ptr %4, i64 %15
  %29 = load i16, ptr %28, align 2, !tbaa !25
  %30 = tail call i16 asm "add.u16 $0, $1, $2;", "=h,h,h"(i16 %29, i16 7) #3
  %31 = getelementptr inbounds i16, ptr %5, i64 %15
  %32 = tail call contract float asm "cvt.rn.f32.u32 $0, $1;", "=f,r"(i32 %19) #3
  %33 = fcmp contract olt float %32, 0.000000e+00
  %34 = select i1 %33, i16 0, i16 %30
  store i16 %34, ptr %31, align 2, !tbaa !25
  br label %35

35:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }

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
!17 = !{!18, !18, i64 0}
!18 = !{!"long", !8, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"double", !8, i64 0}
!25 = !{!26, !26, i64 0}
!26 = !{!"short", !8, i64 0}
