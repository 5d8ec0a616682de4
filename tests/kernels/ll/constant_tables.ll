target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Month = type { ptr, i8, float }

@cube = dso_local addrspace(4) externally_initialized constant [16 x i32] [i32 0, i32 1, i32 8, i32 27, i32 64, i32 125, i32 216, i32 343, i32 512, i32 729, i32 1000, i32 1331, i32 1728, i32 2197, i32 2744, i32 3375], align 4
@.str = private unnamed_addr constant [8 x i8] c"January\00", align 1
@.str1 = private unnamed_addr constant [9 x i8] c"February\00", align 1
@.str2 = private unnamed_addr constant [6 x i8] c"March\00", align 1
@.str3 = private unnamed_addr constant [6 x i8] c"April\00", align 1
@.str4 = private unnamed_addr constant [4 x i8] c"May\00", align 1
@.str5 = private unnamed_addr constant [5 x i8] c"June\00", align 1
@.str6 = private unnamed_addr constant [5 x i8] c"July\00", align 1
@.str7 = private unnamed_addr constant [7 x i8] c"August\00", align 1
@.str8 = private unnamed_addr constant [10 x i8] c"September\00", align 1
@.str9 = private unnamed_addr constant [8 x i8] c"October\00", align 1
@.str10 = private unnamed_addr constant [9 x i8] c"November\00", align 1
@.str11 = private unnamed_addr constant [9 x i8] c"December\00", align 1
@months = dso_local addrspace(4) externally_initialized constant [12 x %struct.Month] [%struct.Month { ptr @.str, i8 31, float 1.500000e+00 }, %struct.Month { ptr @.str1, i8 28, float 2.500000e+00 }, %struct.Month { ptr @.str2, i8 31, float 5.000000e+00 }, %struct.Month { ptr @.str3, i8 30, float 9.000000e+00 }, %struct.Month { ptr @.str4, i8 31, float 1.400000e+01 }, %struct.Month { ptr @.str5, i8 30, float 1.700000e+01 }, %struct.Month { ptr @.str6, i8 31, float 1.900000e+01 }, %struct.Month { ptr @.str7, i8 31, float 1.850000e+01 }, %struct.Month { ptr @.str8, i8 30, float 1.400000e+01 }, %struct.Month { ptr @.str9, i8 31, float 9.750000e+00 }, %struct.Month { ptr @.str10, i8 30, float 5.000000e+00 }, %struct.Month { ptr @.str11, i8 31, float 2.000000e+00 }], align 8
@counter = dso_local addrspace(1) externally_initialized global i32 7, align 4
@scale = dso_local addrspace(1) externally_initialized global [4 x double] [double 5.000000e-01, double 1.000000e+00, double -2.000000e+00, double 1.000000e-03], align 8
@_ZL6tables = internal unnamed_addr addrspace(4) constant [3 x ptr] [ptr addrspacecast (ptr addrspace(4) @_ZL3odd to ptr), ptr addrspacecast (ptr addrspace(4) @_ZL4even to ptr), ptr addrspacecast (ptr addrspace(4) @_ZL5prime to ptr)], align 8
@_ZL3odd = internal addrspace(4) constant [5 x i16] [i16 1, i16 3, i16 5, i16 7, i16 9], align 2
@_ZL4even = internal addrspace(4) constant [5 x i16] [i16 0, i16 2, i16 4, i16 6, i16 8], align 2
@_ZL5prime = internal addrspace(4) constant [5 x i16] [i16 2, i16 3, i16 5, i16 7, i16 11], align 2
@llvm.compiler.used = appending global [4 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr addrspacecast (ptr addrspace(4) @cube to ptr), ptr addrspacecast (ptr addrspace(4) @months to ptr), ptr addrspacecast (ptr addrspace(1) @scale to ptr)], section "llvm.metadata"

define dso_local ptx_kernel void @look_up(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %30

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = and i32 %13, 15
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(4) @cube to ptr), i64 %15
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = urem i32 %13, 12
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds nuw %struct.Month, ptr addrspacecast (ptr addrspace(4) @months to ptr), i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %22 = load i8, ptr %21, align 8, !tbaa !11
  %23 = zext i8 %22 to i32
  %24 = add nsw i32 %17, %23
  %25 = load ptr, ptr %20, align 8, !tbaa !16
  %26 = load i8, ptr %25, align 1, !tbaa !17
  %27 = sext i8 %26 to i32
  %28 = add nsw i32 %24, %27
  %29 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %28, ptr %29, align 4, !tbaa !6
  br label %30

30:
  ret void
}

define dso_local ptx_kernel void @device_state(ptr noundef writeonly captures(none) %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %19

9:
  %10 = atomicrmw add ptr addrspacecast (ptr addrspace(1) @counter to ptr), i32 1 seq_cst, align 4
  %11 = srem i32 %7, 4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds double, ptr addrspacecast (ptr addrspace(1) @scale to ptr), i64 %12
  %14 = load double, ptr %13, align 8, !tbaa !18
  %15 = sitofp i32 %7 to double
  %16 = fmul contract double %14, %15
  %17 = sext i32 %7 to i64
  %18 = getelementptr inbounds double, ptr %0, i64 %17
  store double %16, ptr %18, align 8, !tbaa !18
  br label %19

19:
  ret void
}

define dso_local ptx_kernel void @table_of_tables(ptr noundef writeonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %21

9:
  %10 = srem i32 %7, 3
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds ptr, ptr addrspacecast (ptr addrspace(4) @_ZL6tables to ptr), i64 %11
  %13 = load ptr, ptr %12, align 8, !tbaa !20
  %14 = srem i32 %7, 5
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds i16, ptr %13, i64 %15
  %17 = load i16, ptr %16, align 2, !tbaa !22
  %18 = sext i16 %17 to i32
  %19 = sext i32 %7 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  store i32 %18, ptr %20, align 4, !tbaa !6
  br label %21

21:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
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
!11 = !{!12, !8, i64 8}
!12 = !{!"_ZTS5Month", !13, i64 0, !8, i64 8, !15, i64 12}
!13 = !{!"p1 omnipotent char", !14, i64 0}
!14 = !{!"any pointer", !8, i64 0}
!15 = !{!"float", !8, i64 0}
!16 = !{!12, !13, i64 0}
!17 = !{!8, !8, i64 0}
!18 = !{!19, !19, i64 0}
!19 = !{!"double", !8, i64 0}
!20 = !{!21, !21, i64 0}
!21 = !{!"p1 short", !14, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"short", !8, i64 0}
