target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Circle = type <{ %struct.Shape, float, [4 x i8] }>
%struct.Shape = type { ptr }
%struct.Rectangle = type { %struct.Shape, float, float }
%struct.Triangle = type { %struct.Rectangle }

$_ZNK6Circle4areaEv = comdat any

$_ZNK6Circle4nameEv = comdat any

$_ZNK9Rectangle4areaEv = comdat any

$_ZNK9Rectangle4nameEv = comdat any

$_ZNK8Triangle4areaEv = comdat any

$_ZNK8Triangle4nameEv = comdat any

$_ZTV6Circle = comdat any

$_ZTV9Rectangle = comdat any

$_ZTV8Triangle = comdat any

@_ZTV6Circle = linkonce_odr dso_local unnamed_addr constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr null, ptr @_ZNK6Circle4areaEv, ptr @_ZNK6Circle4nameEv] }, comdat, align 8
@_ZTV9Rectangle = linkonce_odr dso_local unnamed_addr constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr null, ptr @_ZNK9Rectangle4areaEv, ptr @_ZNK9Rectangle4nameEv] }, comdat, align 8
@_ZTV8Triangle = linkonce_odr dso_local unnamed_addr constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr null, ptr @_ZNK8Triangle4areaEv, ptr @_ZNK8Triangle4nameEv] }, comdat, align 8

define dso_local noundef float @_Z7measurePK5Shape(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr %0, align 8, !tbaa !11
  %3 = load ptr, ptr %2, align 8
  %4 = tail call contract noundef float %3(ptr noundef nonnull align 8 dereferenceable(8) %0) #5
  %5 = fmul contract float %4, 2.000000e+00
  ret float %5
}

define dso_local noundef signext i8 @_Z5labelPK5Shape(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr %0, align 8, !tbaa !11
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = tail call noundef signext i8 %4(ptr noundef nonnull align 8 dereferenceable(8) %0) #5
  ret i8 %5
}

define dso_local ptx_kernel void @shapes_area(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #1 {
  %6 = alloca %struct.Circle, align 8
  %7 = alloca %struct.Rectangle, align 8
  %8 = alloca %struct.Triangle, align 8
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = mul i32 %9, %10
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = add i32 %11, %12
  %14 = icmp slt i32 %13, %4
  br i1 %14, label %15, label %35

15:
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #6
  %16 = sext i32 %13 to i64
  %17 = getelementptr inbounds float, ptr %0, i64 %16
  %18 = load float, ptr %17, align 4, !tbaa !13
  store ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @_ZTV6Circle, i64 16), ptr %6, align 8, !tbaa !11
  %19 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store float %18, ptr %19, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #6
  %20 = getelementptr inbounds float, ptr %1, i64 %16
  %21 = load float, ptr %20, align 4, !tbaa !13
  store ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @_ZTV9Rectangle, i64 16), ptr %7, align 8, !tbaa !11
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store float %18, ptr %22, align 8, !tbaa !18
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store float %21, ptr %23, align 4, !tbaa !20
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #6
  store ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @_ZTV9Rectangle, i64 16), ptr %8, align 8, !tbaa !11
  %24 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store float %18, ptr %24, align 8, !tbaa !18
  %25 = getelementptr inbounds nuw i8, ptr %8, i64 12
  store float %21, ptr %25, align 4, !tbaa !20
  store ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @_ZTV8Triangle, i64 16), ptr %8, align 8, !tbaa !11
  %26 = srem i32 %13, 3
  %27 = icmp eq i32 %26, 1
  %28 = select i1 %27, ptr %7, ptr %6
  %29 = icmp eq i32 %26, 2
  %30 = select i1 %29, ptr %8, ptr %28
  %31 = call contract noundef float @_Z7measurePK5Shape(ptr noundef nonnull %30) #5
  %32 = getelementptr inbounds float, ptr %2, i64 %16
  store float %31, ptr %32, align 4, !tbaa !13
  %33 = call noundef signext i8 @_Z5labelPK5Shape(ptr noundef nonnull %30) #5
  %34 = getelementptr inbounds i8, ptr %3, i64 %16
  store i8 %33, ptr %34, align 1, !tbaa !21
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #6
  br label %35

35:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

define linkonce_odr dso_local noundef float @_ZNK6Circle4areaEv(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #4 comdat align 2 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load float, ptr %2, align 8, !tbaa !15
  %4 = fmul contract float %3, 3.000000e+00
  %5 = fmul contract float %3, %4
  ret float %5
}

define linkonce_odr dso_local noundef signext i8 @_ZNK6Circle4nameEv(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #4 comdat align 2 {
  ret i8 99
}

define linkonce_odr dso_local noundef float @_ZNK9Rectangle4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #4 comdat align 2 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load float, ptr %2, align 8, !tbaa !18
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %5 = load float, ptr %4, align 4, !tbaa !20
  %6 = fmul contract float %3, %5
  ret float %6
}

define linkonce_odr dso_local noundef signext i8 @_ZNK9Rectangle4nameEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #4 comdat align 2 {
  ret i8 114
}

define linkonce_odr dso_local noundef float @_ZNK8Triangle4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #4 comdat align 2 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load float, ptr %2, align 8, !tbaa !18
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %5 = load float, ptr %4, align 4, !tbaa !20
  %6 = fmul contract float %3, %5
  %7 = fmul contract float %6, 5.000000e-01
  ret float %7
}

define linkonce_odr dso_local noundef signext i8 @_ZNK8Triangle4nameEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #4 comdat align 2 {
  ret i8 116
}

attributes #0 = { convergent mustprogress noinline nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #5 = { convergent nounwind }
attributes #6 = { nounwind }

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
!11 = !{!12, !12, i64 0}
!12 = !{!"vtable pointer", !9, i64 0}
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !8, i64 0}
!15 = !{!16, !14, i64 8}
!16 = !{!"_ZTS6Circle", !17, i64 0, !14, i64 8}
!17 = !{!"_ZTS5Shape"}
!18 = !{!19, !14, i64 8}
!19 = !{!"_ZTS9Rectangle", !17, i64 0, !14, i64 8, !14, i64 12}
!20 = !{!19, !14, i64 12}
!21 = !{!8, !8, i64 0}
