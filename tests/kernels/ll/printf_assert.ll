target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%printf_args = type { i32, i32, i64, i32, double, ptr, i32, i32 }

@.str = private unnamed_addr constant [47 x i8] c"t=%d u=%u l=%lld x=%08x f=%.3f s=%s c=%c p=%d\0A\00", align 1
@.str1 = private unnamed_addr constant [4 x i8] c"odd\00", align 1
@.str2 = private unnamed_addr constant [5 x i8] c"even\00", align 1
@.str3 = private unnamed_addr constant [6 x i8] c"done\0A\00", align 1
@.str5 = private unnamed_addr constant [37 x i8] c"a[t] < limit && \22input out of range\22\00", align 1
@.str6 = private unnamed_addr constant [17 x i8] c"printf_assert.cu\00", align 1
@__PRETTY_FUNCTION__.check_range = private unnamed_addr constant [69 x i8] c"void check_range(const unsigned int *, unsigned int *, unsigned int)\00", align 1

define dso_local ptx_kernel void @print_values(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca %printf_args, align 8
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4, !tbaa !6
  %8 = zext i32 %7 to i64
  %9 = shl i64 %8, 33
  %10 = sitofp i32 %7 to float
  %11 = fmul contract float %10, 2.500000e-01
  %12 = fpext contract float %11 to double
  %13 = and i32 %7, 1
  %14 = icmp eq i32 %13, 0
  %15 = select i1 %14, ptr @.str2, ptr @.str1
  %16 = trunc nuw nsw i32 %4 to i16
  %17 = urem i16 %16, 26
  %18 = add nuw nsw i16 %17, 97
  %19 = zext nneg i16 %18 to i32
  %20 = mul nuw nsw i32 %4, 100
  store i32 %4, ptr %3, align 8
  %21 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %7, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 %9, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i32 %7, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store double %12, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store ptr %15, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %3, i64 40
  store i32 %19, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %3, i64 44
  store i32 %20, ptr %27, align 4
  %28 = call i32 @vprintf(ptr nonnull @.str, ptr nonnull %3) #6
  %29 = getelementptr inbounds nuw i32, ptr %1, i64 %5
  store i32 %28, ptr %29, align 4, !tbaa !6
  %30 = icmp eq i32 %4, 0
  br i1 %30, label %31, label %33

31:
  %32 = call i32 @vprintf(ptr nonnull @.str3, ptr null) #6
  br label %33

33:
  ret void
}

declare i32 @vprintf(ptr, ptr) local_unnamed_addr

define dso_local ptx_kernel void @check_range(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #1 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4, !tbaa !6
  %8 = icmp ult i32 %7, %2
  br i1 %8, label %11, label %9

9:
  tail call void @__assertfail(ptr noundef nonnull @.str5, ptr noundef nonnull @.str6, i32 noundef 22, ptr noundef nonnull @__PRETTY_FUNCTION__.check_range, i64 noundef 1) #7
  %10 = load i32, ptr %6, align 4, !tbaa !6
  br label %11

11:
  %12 = phi i32 [ %7, %3 ], [ %10, %9 ]
  %13 = shl i32 %12, 1
  %14 = getelementptr inbounds nuw i32, ptr %1, i64 %5
  store i32 %13, ptr %14, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @trap_on(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4, !tbaa !6
  %8 = icmp eq i32 %7, %2
  br i1 %8, label %9, label %10

9:
  tail call void @llvm.trap()
  unreachable

10:
  %11 = getelementptr inbounds nuw i32, ptr %1, i64 %5
  store i32 %7, ptr %11, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare dso_local void @__assertfail(ptr noundef, ptr noundef, i32 noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare void @llvm.trap() #5

attributes #0 = { mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #5 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #6 = { nounwind }
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
