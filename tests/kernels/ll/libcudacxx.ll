target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.double2.3 = type { double, double }

define dso_local ptx_kernel void @scoped_counter(ptr noundef readonly captures(none) %0, ptr noundef %1, ptr noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %23

11:
  %12 = tail call i32 asm sideeffect "atom.add.relaxed.gpu.u32 $0,[$1],$2;", "=r,l,r,~{memory}"(ptr %1, i32 1) #7
  %13 = tail call i32 asm sideeffect "ld.acquire.sys.b32 $0,[$1];", "=r,l,~{memory}"(ptr %2) #7
  %14 = sext i32 %9 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  br label %16

16:
  %17 = phi i32 [ %13, %11 ], [ %21, %20 ]
  %18 = load i32, ptr %15, align 4, !tbaa !6
  %19 = icmp slt i32 %17, %18
  br i1 %19, label %20, label %23

20:
  %21 = tail call i32 asm sideeffect "atom.cas.acq_rel.sys.b32 $0,[$1],$2,$3;", "=r,l,r,r,~{memory}"(ptr %2, i32 %17, i32 %18) #7
  %22 = icmp eq i32 %21, %17
  br i1 %22, label %23, label %16, !llvm.loop !14

23:
  ret void
}

define dso_local ptx_kernel void @complex_power(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #1 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %126

12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds %struct.double2.3, ptr %0, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %16 = load double, ptr %14, align 8, !tbaa !16
  %17 = load double, ptr %15, align 8, !tbaa !16
  %18 = getelementptr inbounds %struct.double2.3, ptr %1, i64 %13
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %20 = load double, ptr %18, align 8, !tbaa !16
  %21 = load double, ptr %19, align 8, !tbaa !16
  %22 = icmp sgt i32 %3, 0
  br i1 %22, label %28, label %23

23:
  %24 = phi double [ %16, %12 ], [ %122, %119 ]
  %25 = phi double [ %17, %12 ], [ %123, %119 ]
  %26 = getelementptr inbounds %struct.double2.3, ptr %2, i64 %13
  store double %24, ptr %26, align 16, !tbaa !16
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store double %25, ptr %27, align 8, !tbaa !16
  br label %126

28:
  %29 = phi i32 [ %124, %119 ], [ 0, %12 ]
  %30 = phi double [ %123, %119 ], [ %17, %12 ]
  %31 = phi double [ %122, %119 ], [ %16, %12 ]
  %32 = fmul contract double %31, %31
  %33 = fmul contract double %30, %30
  %34 = fmul contract double %31, %30
  %35 = fsub contract double %32, %33
  %36 = fadd contract double %34, %34
  %37 = fcmp uno double %35, 0.000000e+00
  %38 = fcmp uno double %36, 0.000000e+00
  %39 = and i1 %37, %38
  br i1 %39, label %40, label %119

40:
  %41 = tail call double @llvm.fabs.f64(double %31)
  %42 = fcmp oeq double %41, 0x7FF0000000000000
  %43 = tail call double @llvm.fabs.f64(double %30)
  %44 = fcmp oeq double %43, 0x7FF0000000000000
  %45 = or i1 %42, %44
  br i1 %45, label %46, label %57

46:
  %47 = select contract i1 %42, double 1.000000e+00, double 0.000000e+00
  %48 = tail call contract noundef double @llvm.copysign.f64(double %47, double %31)
  %49 = select contract i1 %44, double 1.000000e+00, double 0.000000e+00
  %50 = tail call contract noundef double @llvm.copysign.f64(double %49, double %30)
  %51 = fcmp uno double %31, 0.000000e+00
  %52 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %31)
  %53 = select i1 %51, double %52, double %31
  %54 = fcmp uno double %30, 0.000000e+00
  br i1 %54, label %55, label %57

55:
  %56 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %30)
  br label %57

57:
  %58 = phi double [ 0.000000e+00, %55 ], [ %43, %46 ], [ %43, %40 ]
  %59 = phi double [ %56, %55 ], [ %30, %46 ], [ %30, %40 ]
  %60 = phi double [ %53, %55 ], [ %53, %46 ], [ %31, %40 ]
  %61 = phi double [ %50, %55 ], [ %50, %46 ], [ %30, %40 ]
  %62 = phi double [ %48, %55 ], [ %48, %46 ], [ %31, %40 ]
  %63 = tail call double @llvm.fabs.f64(double %60)
  %64 = fcmp oeq double %63, 0x7FF0000000000000
  %65 = fcmp oeq double %58, 0x7FF0000000000000
  %66 = or i1 %65, %64
  br i1 %66, label %67, label %78

67:
  %68 = select contract i1 %64, double 1.000000e+00, double 0.000000e+00
  %69 = tail call contract noundef double @llvm.copysign.f64(double %68, double %60)
  %70 = select contract i1 %65, double 1.000000e+00, double 0.000000e+00
  %71 = tail call contract noundef double @llvm.copysign.f64(double %70, double %59)
  %72 = fcmp uno double %62, 0.000000e+00
  %73 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %62)
  %74 = select i1 %72, double %73, double %62
  %75 = fcmp uno double %61, 0.000000e+00
  br i1 %75, label %76, label %78

76:
  %77 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %61)
  br label %78

78:
  %79 = phi i1 [ %45, %57 ], [ true, %76 ], [ true, %67 ]
  %80 = phi double [ %59, %57 ], [ %71, %76 ], [ %71, %67 ]
  %81 = phi double [ %60, %57 ], [ %69, %76 ], [ %69, %67 ]
  %82 = phi double [ %61, %57 ], [ %77, %76 ], [ %61, %67 ]
  %83 = phi double [ %62, %57 ], [ %74, %76 ], [ %74, %67 ]
  br i1 %79, label %106, label %84

84:
  %85 = tail call double @llvm.fabs.f64(double %32)
  %86 = fcmp oeq double %85, 0x7FF0000000000000
  %87 = tail call double @llvm.fabs.f64(double %33)
  %88 = fcmp oeq double %87, 0x7FF0000000000000
  %89 = or i1 %86, %88
  %90 = tail call double @llvm.fabs.f64(double %34)
  %91 = fcmp oeq double %90, 0x7FF0000000000000
  %92 = or i1 %91, %89
  br i1 %92, label %93, label %119

93:
  %94 = fcmp uno double %83, 0.000000e+00
  %95 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %83)
  %96 = select i1 %94, double %95, double %83
  %97 = fcmp uno double %82, 0.000000e+00
  %98 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %82)
  %99 = select i1 %97, double %98, double %82
  %100 = fcmp uno double %81, 0.000000e+00
  %101 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %81)
  %102 = select i1 %100, double %101, double %81
  %103 = fcmp uno double %80, 0.000000e+00
  br i1 %103, label %104, label %106

104:
  %105 = tail call contract noundef double @llvm.copysign.f64(double 0.000000e+00, double %80)
  br label %106

106:
  %107 = phi double [ %80, %78 ], [ %80, %93 ], [ %105, %104 ]
  %108 = phi double [ %81, %78 ], [ %102, %93 ], [ %102, %104 ]
  %109 = phi double [ %82, %78 ], [ %99, %93 ], [ %99, %104 ]
  %110 = phi double [ %83, %78 ], [ %96, %93 ], [ %96, %104 ]
  %111 = fmul contract double %108, %110
  %112 = fmul contract double %107, %109
  %113 = fmul contract double %107, %110
  %114 = fmul contract double %108, %109
  %115 = fsub contract double %111, %112
  %116 = fmul contract double %115, 0x7FF0000000000000
  %117 = fadd contract double %114, %113
  %118 = fmul contract double %117, 0x7FF0000000000000
  br label %119

119:
  %120 = phi double [ %116, %106 ], [ %35, %84 ], [ %35, %28 ]
  %121 = phi double [ %118, %106 ], [ %36, %84 ], [ %36, %28 ]
  %122 = fadd contract double %20, %120
  %123 = fadd contract double %21, %121
  %124 = add nuw nsw i32 %29, 1
  %125 = icmp eq i32 %124, %3
  br i1 %125, label %23, label %28, !llvm.loop !18

126:
  ret void
}

define dso_local ptx_kernel void @bit_functions(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %33

10:
  %11 = shl nsw i32 %8, 2
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  %14 = sext i32 %8 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4, !tbaa !6
  %17 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %16)
  store i32 %17, ptr %13, align 4, !tbaa !6
  %18 = load i32, ptr %15, align 4, !tbaa !6
  %19 = tail call noundef range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %18, i1 false)
  %20 = getelementptr inbounds nuw i8, ptr %13, i64 4
  store i32 %19, ptr %20, align 4, !tbaa !6
  %21 = load i32, ptr %15, align 4, !tbaa !6
  %22 = and i32 %21, 65535
  %23 = add nsw i32 %22, -1
  %24 = tail call noundef i32 asm "bfind.u32 $0, $1;", "=r,r"(i32 %23) #8
  %25 = add nsw i32 %24, 1
  %26 = tail call noundef i32 asm "shl.b32 $0, $1, $2;", "=r,r,r"(i32 1, i32 %25) #8
  %27 = tail call noundef i32 @llvm.umax.i32(i32 %26, i32 1)
  %28 = icmp uge i32 %27, %22
  tail call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i32 %27, ptr %29, align 4, !tbaa !6
  %30 = load i32, ptr %15, align 4, !tbaa !6
  %31 = tail call noundef i32 asm "shf.l.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r"(i32 %30, i32 %30, i32 5) #8
  %32 = getelementptr inbounds nuw i8, ptr %13, i64 12
  store i32 %31, ptr %32, align 4, !tbaa !6
  br label %33

33:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare void @llvm.assume(i1 noundef) #4

declare double @llvm.copysign.f64(double, double) #5

declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

declare i32 @llvm.ctpop.i32(i32) #5

declare double @llvm.fabs.f64(double) #6

declare i32 @llvm.umax.i32(i32, i32) #6

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nounwind }
attributes #8 = { convergent nounwind memory(none) }

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
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!17, !17, i64 0}
!17 = !{!"double", !8, i64 0}
!18 = distinct !{!18, !15}
