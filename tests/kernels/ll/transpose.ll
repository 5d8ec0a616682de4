target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ15transpose_tiledE4tile = internal unnamed_addr addrspace(3) global [32 x [33 x float]] undef, align 4
@_ZZ13transpose_f64E4tile = internal unnamed_addr addrspace(3) global [32 x [33 x double]] undef, align 8

define dso_local ptx_kernel void @transpose_naive(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = sext i32 %2 to i64
  %15 = sext i32 %8 to i64
  %16 = getelementptr float, ptr %0, i64 %15
  %17 = zext nneg i32 %3 to i64
  %18 = mul nsw i64 %17, %15
  %19 = getelementptr float, ptr %1, i64 %18
  %20 = icmp slt i32 %12, %3
  %21 = and i1 %13, %20
  br i1 %21, label %22, label %28

22:
  %23 = zext nneg i32 %12 to i64
  %24 = mul nsw i64 %23, %14
  %25 = getelementptr float, ptr %16, i64 %24
  %26 = load float, ptr %25, align 4, !tbaa !11
  %27 = getelementptr float, ptr %19, i64 %23
  store float %26, ptr %27, align 4, !tbaa !11
  br label %28

28:
  %29 = add nuw nsw i32 %12, 8
  %30 = icmp slt i32 %29, %3
  %31 = and i1 %13, %30
  br i1 %31, label %32, label %38

32:
  %33 = zext nneg i32 %29 to i64
  %34 = mul nsw i64 %33, %14
  %35 = getelementptr float, ptr %16, i64 %34
  %36 = load float, ptr %35, align 4, !tbaa !11
  %37 = getelementptr float, ptr %19, i64 %33
  store float %36, ptr %37, align 4, !tbaa !11
  br label %38

38:
  %39 = add nuw nsw i32 %12, 16
  %40 = icmp slt i32 %39, %3
  %41 = and i1 %13, %40
  br i1 %41, label %42, label %48

42:
  %43 = zext nneg i32 %39 to i64
  %44 = mul nsw i64 %43, %14
  %45 = getelementptr float, ptr %16, i64 %44
  %46 = load float, ptr %45, align 4, !tbaa !11
  %47 = getelementptr float, ptr %19, i64 %43
  store float %46, ptr %47, align 4, !tbaa !11
  br label %48

48:
  %49 = add nuw nsw i32 %12, 24
  %50 = icmp slt i32 %49, %3
  %51 = and i1 %13, %50
  br i1 %51, label %52, label %58

52:
  %53 = zext nneg i32 %49 to i64
  %54 = mul nsw i64 %53, %14
  %55 = getelementptr float, ptr %16, i64 %54
  %56 = load float, ptr %55, align 4, !tbaa !11
  %57 = getelementptr float, ptr %19, i64 %53
  store float %56, ptr %57, align 4, !tbaa !11
  br label %58

58:
  ret void
}

define dso_local ptx_kernel void @transpose_tiled(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #1 {
  tail call void @llvm.experimental.noalias.scope.decl(metadata !13)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = sext i32 %2 to i64
  %15 = sext i32 %8 to i64
  %16 = getelementptr float, ptr %0, i64 %15
  %17 = zext nneg i32 %7 to i64
  %18 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ15transpose_tiledE4tile to ptr), i64 %17
  %19 = icmp slt i32 %12, %3
  %20 = select i1 %13, i1 %19, i1 false
  br i1 %20, label %21, label %28

21:
  %22 = zext nneg i32 %11 to i64
  %23 = getelementptr inbounds nuw [33 x float], ptr %18, i64 %22
  %24 = zext nneg i32 %12 to i64
  %25 = mul nsw i64 %14, %24
  %26 = getelementptr float, ptr %16, i64 %25
  %27 = load float, ptr %26, align 4, !tbaa !11, !alias.scope !13, !noalias !16
  store float %27, ptr %23, align 4, !tbaa !11, !noalias !18
  br label %28

28:
  br i1 %13, label %29, label %62

29:
  %30 = add nuw nsw i32 %12, 8
  %31 = icmp slt i32 %30, %3
  br i1 %31, label %32, label %40

32:
  %33 = zext nneg i32 %11 to i64
  %34 = getelementptr inbounds nuw [33 x float], ptr %18, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 1056
  %36 = zext nneg i32 %30 to i64
  %37 = mul nsw i64 %14, %36
  %38 = getelementptr float, ptr %16, i64 %37
  %39 = load float, ptr %38, align 4, !tbaa !11, !alias.scope !13, !noalias !16
  store float %39, ptr %35, align 4, !tbaa !11, !noalias !18
  br label %40

40:
  %41 = add nuw nsw i32 %12, 16
  %42 = icmp slt i32 %41, %3
  br i1 %42, label %43, label %51

43:
  %44 = zext nneg i32 %11 to i64
  %45 = getelementptr inbounds nuw [33 x float], ptr %18, i64 %44
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 2112
  %47 = zext nneg i32 %41 to i64
  %48 = mul nsw i64 %14, %47
  %49 = getelementptr float, ptr %16, i64 %48
  %50 = load float, ptr %49, align 4, !tbaa !11, !alias.scope !13, !noalias !16
  store float %50, ptr %46, align 4, !tbaa !11, !noalias !18
  br label %51

51:
  %52 = add nuw nsw i32 %12, 24
  %53 = icmp slt i32 %52, %3
  br i1 %53, label %54, label %62

54:
  %55 = zext nneg i32 %11 to i64
  %56 = getelementptr inbounds nuw [33 x float], ptr %18, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 3168
  %58 = zext nneg i32 %52 to i64
  %59 = mul nsw i64 %14, %58
  %60 = getelementptr float, ptr %16, i64 %59
  %61 = load float, ptr %60, align 4, !tbaa !11, !alias.scope !13, !noalias !16
  store float %61, ptr %57, align 4, !tbaa !11, !noalias !18
  br label %62

62:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !noalias !18
  %63 = add nuw nsw i32 %10, %7
  %64 = add i32 %6, %11
  %65 = icmp slt i32 %63, %3
  %66 = getelementptr inbounds nuw [33 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ15transpose_tiledE4tile to ptr), i64 %17
  %67 = sext i32 %3 to i64
  %68 = zext nneg i32 %63 to i64
  %69 = getelementptr float, ptr %1, i64 %68
  %70 = icmp slt i32 %64, %2
  %71 = and i1 %70, %65
  br i1 %71, label %72, label %79

72:
  %73 = sext i32 %64 to i64
  %74 = mul nsw i64 %67, %73
  %75 = getelementptr float, ptr %69, i64 %74
  %76 = zext nneg i32 %11 to i64
  %77 = getelementptr inbounds nuw float, ptr %66, i64 %76
  %78 = load float, ptr %77, align 4, !tbaa !11, !noalias !18
  store float %78, ptr %75, align 4, !tbaa !11, !alias.scope !16, !noalias !13
  br label %79

79:
  br i1 %65, label %80, label %113

80:
  %81 = add nsw i32 %64, 8
  %82 = icmp slt i32 %81, %2
  br i1 %82, label %83, label %91

83:
  %84 = sext i32 %81 to i64
  %85 = mul nsw i64 %67, %84
  %86 = getelementptr float, ptr %69, i64 %85
  %87 = zext nneg i32 %11 to i64
  %88 = getelementptr inbounds nuw float, ptr %66, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 32
  %90 = load float, ptr %89, align 4, !tbaa !11, !noalias !18
  store float %90, ptr %86, align 4, !tbaa !11, !alias.scope !16, !noalias !13
  br label %91

91:
  %92 = add nsw i32 %64, 16
  %93 = icmp slt i32 %92, %2
  br i1 %93, label %94, label %102

94:
  %95 = sext i32 %92 to i64
  %96 = mul nsw i64 %67, %95
  %97 = getelementptr float, ptr %69, i64 %96
  %98 = zext nneg i32 %11 to i64
  %99 = getelementptr inbounds nuw float, ptr %66, i64 %98
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 64
  %101 = load float, ptr %100, align 4, !tbaa !11, !noalias !18
  store float %101, ptr %97, align 4, !tbaa !11, !alias.scope !16, !noalias !13
  br label %102

102:
  %103 = add nsw i32 %64, 24
  %104 = icmp slt i32 %103, %2
  br i1 %104, label %105, label %113

105:
  %106 = sext i32 %103 to i64
  %107 = mul nsw i64 %67, %106
  %108 = getelementptr float, ptr %69, i64 %107
  %109 = zext nneg i32 %11 to i64
  %110 = getelementptr inbounds nuw float, ptr %66, i64 %109
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 96
  %112 = load float, ptr %111, align 4, !tbaa !11, !noalias !18
  store float %112, ptr %108, align 4, !tbaa !11, !alias.scope !16, !noalias !13
  br label %113

113:
  ret void
}

define dso_local ptx_kernel void @transpose_f64(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #1 {
  tail call void @llvm.experimental.noalias.scope.decl(metadata !19)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !22)
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = sext i32 %2 to i64
  %15 = sext i32 %8 to i64
  %16 = getelementptr double, ptr %0, i64 %15
  %17 = zext nneg i32 %7 to i64
  %18 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ13transpose_f64E4tile to ptr), i64 %17
  %19 = icmp slt i32 %12, %3
  %20 = select i1 %13, i1 %19, i1 false
  br i1 %20, label %21, label %28

21:
  %22 = zext nneg i32 %11 to i64
  %23 = getelementptr inbounds nuw [33 x double], ptr %18, i64 %22
  %24 = zext nneg i32 %12 to i64
  %25 = mul nsw i64 %14, %24
  %26 = getelementptr double, ptr %16, i64 %25
  %27 = load double, ptr %26, align 8, !tbaa !24, !alias.scope !19, !noalias !22
  store double %27, ptr %23, align 8, !tbaa !24, !noalias !26
  br label %28

28:
  br i1 %13, label %29, label %62

29:
  %30 = add nuw nsw i32 %12, 8
  %31 = icmp slt i32 %30, %3
  br i1 %31, label %32, label %40

32:
  %33 = zext nneg i32 %11 to i64
  %34 = getelementptr inbounds nuw [33 x double], ptr %18, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 2112
  %36 = zext nneg i32 %30 to i64
  %37 = mul nsw i64 %14, %36
  %38 = getelementptr double, ptr %16, i64 %37
  %39 = load double, ptr %38, align 8, !tbaa !24, !alias.scope !19, !noalias !22
  store double %39, ptr %35, align 8, !tbaa !24, !noalias !26
  br label %40

40:
  %41 = add nuw nsw i32 %12, 16
  %42 = icmp slt i32 %41, %3
  br i1 %42, label %43, label %51

43:
  %44 = zext nneg i32 %11 to i64
  %45 = getelementptr inbounds nuw [33 x double], ptr %18, i64 %44
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 4224
  %47 = zext nneg i32 %41 to i64
  %48 = mul nsw i64 %14, %47
  %49 = getelementptr double, ptr %16, i64 %48
  %50 = load double, ptr %49, align 8, !tbaa !24, !alias.scope !19, !noalias !22
  store double %50, ptr %46, align 8, !tbaa !24, !noalias !26
  br label %51

51:
  %52 = add nuw nsw i32 %12, 24
  %53 = icmp slt i32 %52, %3
  br i1 %53, label %54, label %62

54:
  %55 = zext nneg i32 %11 to i64
  %56 = getelementptr inbounds nuw [33 x double], ptr %18, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 6336
  %58 = zext nneg i32 %52 to i64
  %59 = mul nsw i64 %14, %58
  %60 = getelementptr double, ptr %16, i64 %59
  %61 = load double, ptr %60, align 8, !tbaa !24, !alias.scope !19, !noalias !22
  store double %61, ptr %57, align 8, !tbaa !24, !noalias !26
  br label %62

62:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !noalias !26
  %63 = add nuw nsw i32 %10, %7
  %64 = add i32 %6, %11
  %65 = icmp slt i32 %63, %3
  %66 = getelementptr inbounds nuw [33 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ13transpose_f64E4tile to ptr), i64 %17
  %67 = sext i32 %3 to i64
  %68 = zext nneg i32 %63 to i64
  %69 = getelementptr double, ptr %1, i64 %68
  %70 = icmp slt i32 %64, %2
  %71 = and i1 %70, %65
  br i1 %71, label %72, label %79

72:
  %73 = sext i32 %64 to i64
  %74 = mul nsw i64 %67, %73
  %75 = getelementptr double, ptr %69, i64 %74
  %76 = zext nneg i32 %11 to i64
  %77 = getelementptr inbounds nuw double, ptr %66, i64 %76
  %78 = load double, ptr %77, align 8, !tbaa !24, !noalias !26
  store double %78, ptr %75, align 8, !tbaa !24, !alias.scope !22, !noalias !19
  br label %79

79:
  br i1 %65, label %80, label %113

80:
  %81 = add nsw i32 %64, 8
  %82 = icmp slt i32 %81, %2
  br i1 %82, label %83, label %91

83:
  %84 = sext i32 %81 to i64
  %85 = mul nsw i64 %67, %84
  %86 = getelementptr double, ptr %69, i64 %85
  %87 = zext nneg i32 %11 to i64
  %88 = getelementptr inbounds nuw double, ptr %66, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 64
  %90 = load double, ptr %89, align 8, !tbaa !24, !noalias !26
  store double %90, ptr %86, align 8, !tbaa !24, !alias.scope !22, !noalias !19
  br label %91

91:
  %92 = add nsw i32 %64, 16
  %93 = icmp slt i32 %92, %2
  br i1 %93, label %94, label %102

94:
  %95 = sext i32 %92 to i64
  %96 = mul nsw i64 %67, %95
  %97 = getelementptr double, ptr %69, i64 %96
  %98 = zext nneg i32 %11 to i64
  %99 = getelementptr inbounds nuw double, ptr %66, i64 %98
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 128
  %101 = load double, ptr %100, align 8, !tbaa !24, !noalias !26
  store double %101, ptr %97, align 8, !tbaa !24, !alias.scope !22, !noalias !19
  br label %102

102:
  %103 = add nsw i32 %64, 24
  %104 = icmp slt i32 %103, %2
  br i1 %104, label %105, label %113

105:
  %106 = sext i32 %103 to i64
  %107 = mul nsw i64 %67, %106
  %108 = getelementptr double, ptr %69, i64 %107
  %109 = zext nneg i32 %11 to i64
  %110 = getelementptr inbounds nuw double, ptr %66, i64 %109
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 192
  %112 = load double, ptr %111, align 8, !tbaa !24, !noalias !26
  store double %112, ptr %108, align 8, !tbaa !24, !alias.scope !22, !noalias !19
  br label %113

113:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #2

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

declare void @llvm.experimental.noalias.scope.decl(metadata) #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

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
!12 = !{!"float", !8, i64 0}
!13 = !{!14}
!14 = distinct !{!14, !15, !"_Z5tiledIfEvPKT_PS0_iiPA33_S0_: argument 0"}
!15 = distinct !{!15, !"_Z5tiledIfEvPKT_PS0_iiPA33_S0_"}
!16 = !{!17}
!17 = distinct !{!17, !15, !"_Z5tiledIfEvPKT_PS0_iiPA33_S0_: argument 1"}
!18 = !{!14, !17}
!19 = !{!20}
!20 = distinct !{!20, !21, !"_Z5tiledIdEvPKT_PS0_iiPA33_S0_: argument 0"}
!21 = distinct !{!21, !"_Z5tiledIdEvPKT_PS0_iiPA33_S0_"}
!22 = !{!23}
!23 = distinct !{!23, !21, !"_Z5tiledIdEvPKT_PS0_iiPA33_S0_: argument 1"}
!24 = !{!25, !25, i64 0}
!25 = !{!"double", !8, i64 0}
!26 = !{!20, !23}
