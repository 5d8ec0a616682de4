target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ10matmul_f32E2as = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4
@_ZZ10matmul_f32E2bs = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4
@_ZZ10matmul_f64E2as = internal unnamed_addr addrspace(3) global [16 x [16 x double]] undef, align 8
@_ZZ10matmul_f64E2bs = internal unnamed_addr addrspace(3) global [16 x [16 x double]] undef, align 8
@_ZZ10matmul_regE2as = internal unnamed_addr addrspace(3) global [16 x [68 x float]] undef, align 4
@_ZZ10matmul_regE2bs = internal unnamed_addr addrspace(3) global [16 x [64 x float]] undef, align 4

define dso_local ptx_kernel void @matmul_f32(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 !dbg !15 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !18
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !24
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !27
  %10 = shl nuw nsw i32 %9, 4, !dbg !30
  %11 = add nuw nsw i32 %10, %8, !dbg !31
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !32
  %13 = shl i32 %12, 4, !dbg !35
  %14 = add i32 %13, %7, !dbg !36
  %15 = icmp sgt i32 %5, 0, !dbg !37
  br i1 %15, label %16, label %58, !dbg !38

16:
  %17 = icmp slt i32 %11, %3
  %18 = mul nuw nsw i32 %5, %11
  %19 = add nuw i32 %18, %7
  %20 = zext nneg i32 %8 to i64
  %21 = getelementptr inbounds nuw [16 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f32E2as to ptr), i64 %20
  %22 = zext nneg i32 %7 to i64
  %23 = getelementptr inbounds nuw float, ptr %21, i64 %22
  %24 = icmp slt i32 %14, %4
  %25 = getelementptr inbounds nuw [16 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f32E2bs to ptr), i64 %20
  %26 = getelementptr inbounds nuw float, ptr %25, i64 %22
  %27 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f32E2bs to ptr), i64 %22
  %28 = getelementptr inbounds nuw i8, ptr %21, i64 4
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 64
  %30 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 128
  %32 = getelementptr inbounds nuw i8, ptr %21, i64 12
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 192
  %34 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %35 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %36 = getelementptr inbounds nuw i8, ptr %21, i64 20
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 320
  %38 = getelementptr inbounds nuw i8, ptr %21, i64 24
  %39 = getelementptr inbounds nuw i8, ptr %27, i64 384
  %40 = getelementptr inbounds nuw i8, ptr %21, i64 28
  %41 = getelementptr inbounds nuw i8, ptr %27, i64 448
  %42 = getelementptr inbounds nuw i8, ptr %21, i64 32
  %43 = getelementptr inbounds nuw i8, ptr %27, i64 512
  %44 = getelementptr inbounds nuw i8, ptr %21, i64 36
  %45 = getelementptr inbounds nuw i8, ptr %27, i64 576
  %46 = getelementptr inbounds nuw i8, ptr %21, i64 40
  %47 = getelementptr inbounds nuw i8, ptr %27, i64 640
  %48 = getelementptr inbounds nuw i8, ptr %21, i64 44
  %49 = getelementptr inbounds nuw i8, ptr %27, i64 704
  %50 = getelementptr inbounds nuw i8, ptr %21, i64 48
  %51 = getelementptr inbounds nuw i8, ptr %27, i64 768
  %52 = getelementptr inbounds nuw i8, ptr %21, i64 52
  %53 = getelementptr inbounds nuw i8, ptr %27, i64 832
  %54 = getelementptr inbounds nuw i8, ptr %21, i64 56
  %55 = getelementptr inbounds nuw i8, ptr %27, i64 896
  %56 = getelementptr inbounds nuw i8, ptr %21, i64 60
  %57 = getelementptr inbounds nuw i8, ptr %27, i64 960
  br label %63, !dbg !38

58:
  %59 = phi float [ 0.000000e+00, %6 ], [ %150, %85 ], !dbg !39
  %60 = icmp slt i32 %11, %3, !dbg !40
  %61 = icmp slt i32 %14, %4
  %62 = and i1 %60, %61, !dbg !41
  br i1 %62, label %153, label %158, !dbg !41

63:
  %64 = phi i32 [ 0, %16 ], [ %151, %85 ]
  %65 = phi float [ 0.000000e+00, %16 ], [ %150, %85 ]
  %66 = add nuw nsw i32 %64, %7
  %67 = icmp slt i32 %66, %5
  %68 = select i1 %17, i1 %67, i1 false, !dbg !42
  br i1 %68, label %69, label %74, !dbg !42

69:
  %70 = add i32 %19, %64, !dbg !43
  %71 = sext i32 %70 to i64, !dbg !44
  %72 = getelementptr inbounds float, ptr %0, i64 %71, !dbg !44
  %73 = load float, ptr %72, align 4, !dbg !44, !tbaa !45
  br label %74, !dbg !47

74:
  %75 = phi contract float [ %73, %69 ], [ 0.000000e+00, %63 ], !dbg !47
  store float %75, ptr %23, align 4, !dbg !48, !tbaa !45
  br i1 %24, label %76, label %85, !dbg !49

76:
  %77 = add nuw nsw i32 %64, %8, !dbg !50
  %78 = icmp slt i32 %77, %5, !dbg !51
  br i1 %78, label %79, label %85, !dbg !52

79:
  %80 = mul nsw i32 %77, %4, !dbg !53
  %81 = add nsw i32 %80, %14, !dbg !54
  %82 = sext i32 %81 to i64, !dbg !55
  %83 = getelementptr inbounds float, ptr %1, i64 %82, !dbg !55
  %84 = load float, ptr %83, align 4, !dbg !55, !tbaa !45
  br label %85, !dbg !52

85:
  %86 = phi contract float [ %84, %79 ], [ 0.000000e+00, %76 ], [ 0.000000e+00, %74 ], !dbg !52
  store float %86, ptr %26, align 4, !dbg !56, !tbaa !45
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !57
  %87 = load float, ptr %21, align 4, !dbg !58, !tbaa !45
  %88 = load float, ptr %27, align 4, !dbg !59, !tbaa !45
  %89 = fmul contract float %87, %88, !dbg !60
  %90 = fadd contract float %65, %89, !dbg !61
  %91 = load float, ptr %28, align 4, !dbg !58, !tbaa !45
  %92 = load float, ptr %29, align 4, !dbg !59, !tbaa !45
  %93 = fmul contract float %91, %92, !dbg !60
  %94 = fadd contract float %90, %93, !dbg !61
  %95 = load float, ptr %30, align 4, !dbg !58, !tbaa !45
  %96 = load float, ptr %31, align 4, !dbg !59, !tbaa !45
  %97 = fmul contract float %95, %96, !dbg !60
  %98 = fadd contract float %94, %97, !dbg !61
  %99 = load float, ptr %32, align 4, !dbg !58, !tbaa !45
  %100 = load float, ptr %33, align 4, !dbg !59, !tbaa !45
  %101 = fmul contract float %99, %100, !dbg !60
  %102 = fadd contract float %98, %101, !dbg !61
  %103 = load float, ptr %34, align 4, !dbg !58, !tbaa !45
  %104 = load float, ptr %35, align 4, !dbg !59, !tbaa !45
  %105 = fmul contract float %103, %104, !dbg !60
  %106 = fadd contract float %102, %105, !dbg !61
  %107 = load float, ptr %36, align 4, !dbg !58, !tbaa !45
  %108 = load float, ptr %37, align 4, !dbg !59, !tbaa !45
  %109 = fmul contract float %107, %108, !dbg !60
  %110 = fadd contract float %106, %109, !dbg !61
  %111 = load float, ptr %38, align 4, !dbg !58, !tbaa !45
  %112 = load float, ptr %39, align 4, !dbg !59, !tbaa !45
  %113 = fmul contract float %111, %112, !dbg !60
  %114 = fadd contract float %110, %113, !dbg !61
  %115 = load float, ptr %40, align 4, !dbg !58, !tbaa !45
  %116 = load float, ptr %41, align 4, !dbg !59, !tbaa !45
  %117 = fmul contract float %115, %116, !dbg !60
  %118 = fadd contract float %114, %117, !dbg !61
  %119 = load float, ptr %42, align 4, !dbg !58, !tbaa !45
  %120 = load float, ptr %43, align 4, !dbg !59, !tbaa !45
  %121 = fmul contract float %119, %120, !dbg !60
  %122 = fadd contract float %118, %121, !dbg !61
  %123 = load float, ptr %44, align 4, !dbg !58, !tbaa !45
  %124 = load float, ptr %45, align 4, !dbg !59, !tbaa !45
  %125 = fmul contract float %123, %124, !dbg !60
  %126 = fadd contract float %122, %125, !dbg !61
  %127 = load float, ptr %46, align 4, !dbg !58, !tbaa !45
  %128 = load float, ptr %47, align 4, !dbg !59, !tbaa !45
  %129 = fmul contract float %127, %128, !dbg !60
  %130 = fadd contract float %126, %129, !dbg !61
  %131 = load float, ptr %48, align 4, !dbg !58, !tbaa !45
  %132 = load float, ptr %49, align 4, !dbg !59, !tbaa !45
  %133 = fmul contract float %131, %132, !dbg !60
  %134 = fadd contract float %130, %133, !dbg !61
  %135 = load float, ptr %50, align 4, !dbg !58, !tbaa !45
  %136 = load float, ptr %51, align 4, !dbg !59, !tbaa !45
  %137 = fmul contract float %135, %136, !dbg !60
  %138 = fadd contract float %134, %137, !dbg !61
  %139 = load float, ptr %52, align 4, !dbg !58, !tbaa !45
  %140 = load float, ptr %53, align 4, !dbg !59, !tbaa !45
  %141 = fmul contract float %139, %140, !dbg !60
  %142 = fadd contract float %138, %141, !dbg !61
  %143 = load float, ptr %54, align 4, !dbg !58, !tbaa !45
  %144 = load float, ptr %55, align 4, !dbg !59, !tbaa !45
  %145 = fmul contract float %143, %144, !dbg !60
  %146 = fadd contract float %142, %145, !dbg !61
  %147 = load float, ptr %56, align 4, !dbg !58, !tbaa !45
  %148 = load float, ptr %57, align 4, !dbg !59, !tbaa !45
  %149 = fmul contract float %147, %148, !dbg !60
  %150 = fadd contract float %146, %149, !dbg !61
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !62
  %151 = add nuw nsw i32 %64, 16, !dbg !63
  %152 = icmp slt i32 %151, %5, !dbg !37
  br i1 %152, label %63, label %58, !dbg !38, !llvm.loop !64

153:
  %154 = mul nsw i32 %4, %11, !dbg !68
  %155 = add nsw i32 %154, %14, !dbg !69
  %156 = sext i32 %155 to i64, !dbg !70
  %157 = getelementptr inbounds float, ptr %2, i64 %156, !dbg !70
  store float %59, ptr %157, align 4, !dbg !71, !tbaa !45
  br label %158, !dbg !70

158:
  ret void, !dbg !72
}

define dso_local ptx_kernel void @matmul_f64(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 !dbg !73 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !74
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !78
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !80
  %10 = shl nuw nsw i32 %9, 4, !dbg !82
  %11 = add nuw nsw i32 %10, %8, !dbg !83
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !84
  %13 = shl i32 %12, 4, !dbg !86
  %14 = add i32 %13, %7, !dbg !87
  %15 = icmp sgt i32 %5, 0, !dbg !88
  br i1 %15, label %16, label %58, !dbg !89

16:
  %17 = icmp slt i32 %11, %3
  %18 = mul nuw nsw i32 %5, %11
  %19 = add nuw i32 %18, %7
  %20 = zext nneg i32 %8 to i64
  %21 = getelementptr inbounds nuw [16 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f64E2as to ptr), i64 %20
  %22 = zext nneg i32 %7 to i64
  %23 = getelementptr inbounds nuw double, ptr %21, i64 %22
  %24 = icmp slt i32 %14, %4
  %25 = getelementptr inbounds nuw [16 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f64E2bs to ptr), i64 %20
  %26 = getelementptr inbounds nuw double, ptr %25, i64 %22
  %27 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_f64E2bs to ptr), i64 %22
  %28 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 128
  %30 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %32 = getelementptr inbounds nuw i8, ptr %21, i64 24
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 384
  %34 = getelementptr inbounds nuw i8, ptr %21, i64 32
  %35 = getelementptr inbounds nuw i8, ptr %27, i64 512
  %36 = getelementptr inbounds nuw i8, ptr %21, i64 40
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 640
  %38 = getelementptr inbounds nuw i8, ptr %21, i64 48
  %39 = getelementptr inbounds nuw i8, ptr %27, i64 768
  %40 = getelementptr inbounds nuw i8, ptr %21, i64 56
  %41 = getelementptr inbounds nuw i8, ptr %27, i64 896
  %42 = getelementptr inbounds nuw i8, ptr %21, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %27, i64 1024
  %44 = getelementptr inbounds nuw i8, ptr %21, i64 72
  %45 = getelementptr inbounds nuw i8, ptr %27, i64 1152
  %46 = getelementptr inbounds nuw i8, ptr %21, i64 80
  %47 = getelementptr inbounds nuw i8, ptr %27, i64 1280
  %48 = getelementptr inbounds nuw i8, ptr %21, i64 88
  %49 = getelementptr inbounds nuw i8, ptr %27, i64 1408
  %50 = getelementptr inbounds nuw i8, ptr %21, i64 96
  %51 = getelementptr inbounds nuw i8, ptr %27, i64 1536
  %52 = getelementptr inbounds nuw i8, ptr %21, i64 104
  %53 = getelementptr inbounds nuw i8, ptr %27, i64 1664
  %54 = getelementptr inbounds nuw i8, ptr %21, i64 112
  %55 = getelementptr inbounds nuw i8, ptr %27, i64 1792
  %56 = getelementptr inbounds nuw i8, ptr %21, i64 120
  %57 = getelementptr inbounds nuw i8, ptr %27, i64 1920
  br label %63, !dbg !89

58:
  %59 = phi double [ 0.000000e+00, %6 ], [ %150, %85 ], !dbg !90
  %60 = icmp slt i32 %11, %3, !dbg !91
  %61 = icmp slt i32 %14, %4
  %62 = and i1 %60, %61, !dbg !92
  br i1 %62, label %153, label %158, !dbg !92

63:
  %64 = phi i32 [ 0, %16 ], [ %151, %85 ]
  %65 = phi double [ 0.000000e+00, %16 ], [ %150, %85 ]
  %66 = add nuw nsw i32 %64, %7
  %67 = icmp slt i32 %66, %5
  %68 = select i1 %17, i1 %67, i1 false, !dbg !93
  br i1 %68, label %69, label %74, !dbg !93

69:
  %70 = add i32 %19, %64, !dbg !94
  %71 = sext i32 %70 to i64, !dbg !95
  %72 = getelementptr inbounds double, ptr %0, i64 %71, !dbg !95
  %73 = load double, ptr %72, align 8, !dbg !95, !tbaa !96
  br label %74, !dbg !98

74:
  %75 = phi contract double [ %73, %69 ], [ 0.000000e+00, %63 ], !dbg !98
  store double %75, ptr %23, align 8, !dbg !99, !tbaa !96
  br i1 %24, label %76, label %85, !dbg !100

76:
  %77 = add nuw nsw i32 %64, %8, !dbg !101
  %78 = icmp slt i32 %77, %5, !dbg !102
  br i1 %78, label %79, label %85, !dbg !103

79:
  %80 = mul nsw i32 %77, %4, !dbg !104
  %81 = add nsw i32 %80, %14, !dbg !105
  %82 = sext i32 %81 to i64, !dbg !106
  %83 = getelementptr inbounds double, ptr %1, i64 %82, !dbg !106
  %84 = load double, ptr %83, align 8, !dbg !106, !tbaa !96
  br label %85, !dbg !103

85:
  %86 = phi contract double [ %84, %79 ], [ 0.000000e+00, %76 ], [ 0.000000e+00, %74 ], !dbg !103
  store double %86, ptr %26, align 8, !dbg !107, !tbaa !96
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !108
  %87 = load double, ptr %21, align 8, !dbg !109, !tbaa !96
  %88 = load double, ptr %27, align 8, !dbg !110, !tbaa !96
  %89 = fmul contract double %87, %88, !dbg !111
  %90 = fadd contract double %65, %89, !dbg !112
  %91 = load double, ptr %28, align 8, !dbg !109, !tbaa !96
  %92 = load double, ptr %29, align 8, !dbg !110, !tbaa !96
  %93 = fmul contract double %91, %92, !dbg !111
  %94 = fadd contract double %90, %93, !dbg !112
  %95 = load double, ptr %30, align 8, !dbg !109, !tbaa !96
  %96 = load double, ptr %31, align 8, !dbg !110, !tbaa !96
  %97 = fmul contract double %95, %96, !dbg !111
  %98 = fadd contract double %94, %97, !dbg !112
  %99 = load double, ptr %32, align 8, !dbg !109, !tbaa !96
  %100 = load double, ptr %33, align 8, !dbg !110, !tbaa !96
  %101 = fmul contract double %99, %100, !dbg !111
  %102 = fadd contract double %98, %101, !dbg !112
  %103 = load double, ptr %34, align 8, !dbg !109, !tbaa !96
  %104 = load double, ptr %35, align 8, !dbg !110, !tbaa !96
  %105 = fmul contract double %103, %104, !dbg !111
  %106 = fadd contract double %102, %105, !dbg !112
  %107 = load double, ptr %36, align 8, !dbg !109, !tbaa !96
  %108 = load double, ptr %37, align 8, !dbg !110, !tbaa !96
  %109 = fmul contract double %107, %108, !dbg !111
  %110 = fadd contract double %106, %109, !dbg !112
  %111 = load double, ptr %38, align 8, !dbg !109, !tbaa !96
  %112 = load double, ptr %39, align 8, !dbg !110, !tbaa !96
  %113 = fmul contract double %111, %112, !dbg !111
  %114 = fadd contract double %110, %113, !dbg !112
  %115 = load double, ptr %40, align 8, !dbg !109, !tbaa !96
  %116 = load double, ptr %41, align 8, !dbg !110, !tbaa !96
  %117 = fmul contract double %115, %116, !dbg !111
  %118 = fadd contract double %114, %117, !dbg !112
  %119 = load double, ptr %42, align 8, !dbg !109, !tbaa !96
  %120 = load double, ptr %43, align 8, !dbg !110, !tbaa !96
  %121 = fmul contract double %119, %120, !dbg !111
  %122 = fadd contract double %118, %121, !dbg !112
  %123 = load double, ptr %44, align 8, !dbg !109, !tbaa !96
  %124 = load double, ptr %45, align 8, !dbg !110, !tbaa !96
  %125 = fmul contract double %123, %124, !dbg !111
  %126 = fadd contract double %122, %125, !dbg !112
  %127 = load double, ptr %46, align 8, !dbg !109, !tbaa !96
  %128 = load double, ptr %47, align 8, !dbg !110, !tbaa !96
  %129 = fmul contract double %127, %128, !dbg !111
  %130 = fadd contract double %126, %129, !dbg !112
  %131 = load double, ptr %48, align 8, !dbg !109, !tbaa !96
  %132 = load double, ptr %49, align 8, !dbg !110, !tbaa !96
  %133 = fmul contract double %131, %132, !dbg !111
  %134 = fadd contract double %130, %133, !dbg !112
  %135 = load double, ptr %50, align 8, !dbg !109, !tbaa !96
  %136 = load double, ptr %51, align 8, !dbg !110, !tbaa !96
  %137 = fmul contract double %135, %136, !dbg !111
  %138 = fadd contract double %134, %137, !dbg !112
  %139 = load double, ptr %52, align 8, !dbg !109, !tbaa !96
  %140 = load double, ptr %53, align 8, !dbg !110, !tbaa !96
  %141 = fmul contract double %139, %140, !dbg !111
  %142 = fadd contract double %138, %141, !dbg !112
  %143 = load double, ptr %54, align 8, !dbg !109, !tbaa !96
  %144 = load double, ptr %55, align 8, !dbg !110, !tbaa !96
  %145 = fmul contract double %143, %144, !dbg !111
  %146 = fadd contract double %142, %145, !dbg !112
  %147 = load double, ptr %56, align 8, !dbg !109, !tbaa !96
  %148 = load double, ptr %57, align 8, !dbg !110, !tbaa !96
  %149 = fmul contract double %147, %148, !dbg !111
  %150 = fadd contract double %146, %149, !dbg !112
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !113
  %151 = add nuw nsw i32 %64, 16, !dbg !114
  %152 = icmp slt i32 %151, %5, !dbg !88
  br i1 %152, label %63, label %58, !dbg !89, !llvm.loop !115

153:
  %154 = mul nsw i32 %4, %11, !dbg !117
  %155 = add nsw i32 %154, %14, !dbg !118
  %156 = sext i32 %155 to i64, !dbg !119
  %157 = getelementptr inbounds double, ptr %2, i64 %156, !dbg !119
  store double %59, ptr %157, align 8, !dbg !120, !tbaa !96
  br label %158, !dbg !119

158:
  ret void, !dbg !121
}

define dso_local ptx_kernel void @matmul_reg(ptr noalias noundef readonly captures(none) %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 !dbg !122 {
  %7 = alloca [4 x [4 x float]], align 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !123
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !125
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !127
  %11 = shl nuw nsw i32 %10, 6, !dbg !129
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !130
  %13 = shl i32 %12, 6, !dbg !132
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #6, !dbg !133
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(64) %7, i8 0, i64 64, i1 false), !dbg !134
  %14 = icmp sgt i32 %5, 0, !dbg !135
  br i1 %14, label %15, label %636, !dbg !136

15:
  %16 = shl nuw nsw i32 %8, 4, !dbg !137
  %17 = add nuw nsw i32 %16, %9, !dbg !138
  %18 = lshr i32 %17, 2
  %19 = add nuw nsw i32 %18, %11
  %20 = mul nuw nsw i32 %5, %19
  %21 = shl nuw nsw i32 %9, 2
  %22 = and i32 %21, 12
  %23 = add nuw i32 %20, %22
  %24 = zext nneg i32 %22 to i64
  %25 = getelementptr inbounds nuw [68 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 %24
  %26 = zext nneg i32 %18 to i64
  %27 = getelementptr inbounds nuw float, ptr %25, i64 %26
  %28 = getelementptr i8, ptr %25, i64 272
  %29 = getelementptr inbounds nuw float, ptr %28, i64 %26
  %30 = getelementptr i8, ptr %25, i64 544
  %31 = getelementptr inbounds nuw float, ptr %30, i64 %26
  %32 = getelementptr i8, ptr %25, i64 816
  %33 = getelementptr inbounds nuw float, ptr %32, i64 %26
  %34 = lshr i32 %17, 4
  %35 = shl nuw nsw i32 %9, 2
  %36 = and i32 %35, 60
  %37 = or disjoint i32 %36, %13
  %38 = zext nneg i32 %34 to i64
  %39 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 %38
  %40 = zext nneg i32 %36 to i64
  %41 = getelementptr inbounds nuw float, ptr %39, i64 %40
  %42 = shl nuw nsw i32 %8, 2
  %43 = shl nuw nsw i32 %9, 2
  %44 = zext nneg i32 %42 to i64
  %45 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 %44
  %46 = zext nneg i32 %42 to i64
  %47 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 %46
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 4
  %49 = zext nneg i32 %42 to i64
  %50 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 %49
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 8
  %52 = zext nneg i32 %42 to i64
  %53 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 %52
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 12
  %55 = zext nneg i32 %43 to i64
  %56 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 %55
  %57 = zext nneg i32 %43 to i64
  %58 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 %57
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %60 = zext nneg i32 %43 to i64
  %61 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 %60
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %63 = zext nneg i32 %43 to i64
  %64 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 %63
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 12
  %66 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %67 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %68 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %69 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %71 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %72 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %73 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %74 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %75 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %77 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %78 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %79 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %80 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %81 = zext nneg i32 %42 to i64
  %82 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 272), i64 %81
  %83 = zext nneg i32 %42 to i64
  %84 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 272), i64 %83
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 4
  %86 = zext nneg i32 %42 to i64
  %87 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 272), i64 %86
  %88 = getelementptr inbounds nuw i8, ptr %87, i64 8
  %89 = zext nneg i32 %42 to i64
  %90 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 272), i64 %89
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 12
  %92 = zext nneg i32 %43 to i64
  %93 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 256), i64 %92
  %94 = zext nneg i32 %43 to i64
  %95 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 256), i64 %94
  %96 = getelementptr inbounds nuw i8, ptr %95, i64 4
  %97 = zext nneg i32 %43 to i64
  %98 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 256), i64 %97
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 8
  %100 = zext nneg i32 %43 to i64
  %101 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 256), i64 %100
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 12
  %103 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %104 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %105 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %106 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %107 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %108 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %109 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %110 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %111 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %112 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %113 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %114 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %115 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %116 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %117 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %118 = zext nneg i32 %42 to i64
  %119 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 544), i64 %118
  %120 = zext nneg i32 %42 to i64
  %121 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 544), i64 %120
  %122 = getelementptr inbounds nuw i8, ptr %121, i64 4
  %123 = zext nneg i32 %42 to i64
  %124 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 544), i64 %123
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 8
  %126 = zext nneg i32 %42 to i64
  %127 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 544), i64 %126
  %128 = getelementptr inbounds nuw i8, ptr %127, i64 12
  %129 = zext nneg i32 %43 to i64
  %130 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 512), i64 %129
  %131 = zext nneg i32 %43 to i64
  %132 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 512), i64 %131
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 4
  %134 = zext nneg i32 %43 to i64
  %135 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 512), i64 %134
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 8
  %137 = zext nneg i32 %43 to i64
  %138 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 512), i64 %137
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 12
  %140 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %141 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %142 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %143 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %144 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %145 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %146 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %147 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %148 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %149 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %150 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %151 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %152 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %153 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %154 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %155 = zext nneg i32 %42 to i64
  %156 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 816), i64 %155
  %157 = zext nneg i32 %42 to i64
  %158 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 816), i64 %157
  %159 = getelementptr inbounds nuw i8, ptr %158, i64 4
  %160 = zext nneg i32 %42 to i64
  %161 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 816), i64 %160
  %162 = getelementptr inbounds nuw i8, ptr %161, i64 8
  %163 = zext nneg i32 %42 to i64
  %164 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 816), i64 %163
  %165 = getelementptr inbounds nuw i8, ptr %164, i64 12
  %166 = zext nneg i32 %43 to i64
  %167 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 768), i64 %166
  %168 = zext nneg i32 %43 to i64
  %169 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 768), i64 %168
  %170 = getelementptr inbounds nuw i8, ptr %169, i64 4
  %171 = zext nneg i32 %43 to i64
  %172 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 768), i64 %171
  %173 = getelementptr inbounds nuw i8, ptr %172, i64 8
  %174 = zext nneg i32 %43 to i64
  %175 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 768), i64 %174
  %176 = getelementptr inbounds nuw i8, ptr %175, i64 12
  %177 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %178 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %179 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %180 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %181 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %182 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %183 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %184 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %185 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %186 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %187 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %188 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %189 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %190 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %191 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %192 = zext nneg i32 %42 to i64
  %193 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1088), i64 %192
  %194 = zext nneg i32 %42 to i64
  %195 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1088), i64 %194
  %196 = getelementptr inbounds nuw i8, ptr %195, i64 4
  %197 = zext nneg i32 %42 to i64
  %198 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1088), i64 %197
  %199 = getelementptr inbounds nuw i8, ptr %198, i64 8
  %200 = zext nneg i32 %42 to i64
  %201 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1088), i64 %200
  %202 = getelementptr inbounds nuw i8, ptr %201, i64 12
  %203 = zext nneg i32 %43 to i64
  %204 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1024), i64 %203
  %205 = zext nneg i32 %43 to i64
  %206 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1024), i64 %205
  %207 = getelementptr inbounds nuw i8, ptr %206, i64 4
  %208 = zext nneg i32 %43 to i64
  %209 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1024), i64 %208
  %210 = getelementptr inbounds nuw i8, ptr %209, i64 8
  %211 = zext nneg i32 %43 to i64
  %212 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1024), i64 %211
  %213 = getelementptr inbounds nuw i8, ptr %212, i64 12
  %214 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %215 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %216 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %217 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %218 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %219 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %220 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %221 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %222 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %223 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %224 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %225 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %226 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %227 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %228 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %229 = zext nneg i32 %42 to i64
  %230 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1360), i64 %229
  %231 = zext nneg i32 %42 to i64
  %232 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1360), i64 %231
  %233 = getelementptr inbounds nuw i8, ptr %232, i64 4
  %234 = zext nneg i32 %42 to i64
  %235 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1360), i64 %234
  %236 = getelementptr inbounds nuw i8, ptr %235, i64 8
  %237 = zext nneg i32 %42 to i64
  %238 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1360), i64 %237
  %239 = getelementptr inbounds nuw i8, ptr %238, i64 12
  %240 = zext nneg i32 %43 to i64
  %241 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1280), i64 %240
  %242 = zext nneg i32 %43 to i64
  %243 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1280), i64 %242
  %244 = getelementptr inbounds nuw i8, ptr %243, i64 4
  %245 = zext nneg i32 %43 to i64
  %246 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1280), i64 %245
  %247 = getelementptr inbounds nuw i8, ptr %246, i64 8
  %248 = zext nneg i32 %43 to i64
  %249 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1280), i64 %248
  %250 = getelementptr inbounds nuw i8, ptr %249, i64 12
  %251 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %252 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %253 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %254 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %255 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %256 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %257 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %258 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %259 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %260 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %261 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %262 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %263 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %264 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %265 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %266 = zext nneg i32 %42 to i64
  %267 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1632), i64 %266
  %268 = zext nneg i32 %42 to i64
  %269 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1632), i64 %268
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 4
  %271 = zext nneg i32 %42 to i64
  %272 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1632), i64 %271
  %273 = getelementptr inbounds nuw i8, ptr %272, i64 8
  %274 = zext nneg i32 %42 to i64
  %275 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1632), i64 %274
  %276 = getelementptr inbounds nuw i8, ptr %275, i64 12
  %277 = zext nneg i32 %43 to i64
  %278 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1536), i64 %277
  %279 = zext nneg i32 %43 to i64
  %280 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1536), i64 %279
  %281 = getelementptr inbounds nuw i8, ptr %280, i64 4
  %282 = zext nneg i32 %43 to i64
  %283 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1536), i64 %282
  %284 = getelementptr inbounds nuw i8, ptr %283, i64 8
  %285 = zext nneg i32 %43 to i64
  %286 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1536), i64 %285
  %287 = getelementptr inbounds nuw i8, ptr %286, i64 12
  %288 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %289 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %290 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %291 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %292 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %293 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %294 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %295 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %296 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %297 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %298 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %299 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %300 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %301 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %302 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %303 = zext nneg i32 %42 to i64
  %304 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1904), i64 %303
  %305 = zext nneg i32 %42 to i64
  %306 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1904), i64 %305
  %307 = getelementptr inbounds nuw i8, ptr %306, i64 4
  %308 = zext nneg i32 %42 to i64
  %309 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1904), i64 %308
  %310 = getelementptr inbounds nuw i8, ptr %309, i64 8
  %311 = zext nneg i32 %42 to i64
  %312 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 1904), i64 %311
  %313 = getelementptr inbounds nuw i8, ptr %312, i64 12
  %314 = zext nneg i32 %43 to i64
  %315 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1792), i64 %314
  %316 = zext nneg i32 %43 to i64
  %317 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1792), i64 %316
  %318 = getelementptr inbounds nuw i8, ptr %317, i64 4
  %319 = zext nneg i32 %43 to i64
  %320 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1792), i64 %319
  %321 = getelementptr inbounds nuw i8, ptr %320, i64 8
  %322 = zext nneg i32 %43 to i64
  %323 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 1792), i64 %322
  %324 = getelementptr inbounds nuw i8, ptr %323, i64 12
  %325 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %326 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %327 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %328 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %329 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %330 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %331 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %332 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %333 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %334 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %335 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %336 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %337 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %338 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %339 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %340 = zext nneg i32 %42 to i64
  %341 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2176), i64 %340
  %342 = zext nneg i32 %42 to i64
  %343 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2176), i64 %342
  %344 = getelementptr inbounds nuw i8, ptr %343, i64 4
  %345 = zext nneg i32 %42 to i64
  %346 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2176), i64 %345
  %347 = getelementptr inbounds nuw i8, ptr %346, i64 8
  %348 = zext nneg i32 %42 to i64
  %349 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2176), i64 %348
  %350 = getelementptr inbounds nuw i8, ptr %349, i64 12
  %351 = zext nneg i32 %43 to i64
  %352 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2048), i64 %351
  %353 = zext nneg i32 %43 to i64
  %354 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2048), i64 %353
  %355 = getelementptr inbounds nuw i8, ptr %354, i64 4
  %356 = zext nneg i32 %43 to i64
  %357 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2048), i64 %356
  %358 = getelementptr inbounds nuw i8, ptr %357, i64 8
  %359 = zext nneg i32 %43 to i64
  %360 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2048), i64 %359
  %361 = getelementptr inbounds nuw i8, ptr %360, i64 12
  %362 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %363 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %364 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %365 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %366 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %367 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %368 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %369 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %370 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %371 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %372 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %373 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %374 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %375 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %376 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %377 = zext nneg i32 %42 to i64
  %378 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2448), i64 %377
  %379 = zext nneg i32 %42 to i64
  %380 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2448), i64 %379
  %381 = getelementptr inbounds nuw i8, ptr %380, i64 4
  %382 = zext nneg i32 %42 to i64
  %383 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2448), i64 %382
  %384 = getelementptr inbounds nuw i8, ptr %383, i64 8
  %385 = zext nneg i32 %42 to i64
  %386 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2448), i64 %385
  %387 = getelementptr inbounds nuw i8, ptr %386, i64 12
  %388 = zext nneg i32 %43 to i64
  %389 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2304), i64 %388
  %390 = zext nneg i32 %43 to i64
  %391 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2304), i64 %390
  %392 = getelementptr inbounds nuw i8, ptr %391, i64 4
  %393 = zext nneg i32 %43 to i64
  %394 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2304), i64 %393
  %395 = getelementptr inbounds nuw i8, ptr %394, i64 8
  %396 = zext nneg i32 %43 to i64
  %397 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2304), i64 %396
  %398 = getelementptr inbounds nuw i8, ptr %397, i64 12
  %399 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %400 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %401 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %402 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %403 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %404 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %405 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %406 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %407 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %408 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %409 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %410 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %411 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %412 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %413 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %414 = zext nneg i32 %42 to i64
  %415 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2720), i64 %414
  %416 = zext nneg i32 %42 to i64
  %417 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2720), i64 %416
  %418 = getelementptr inbounds nuw i8, ptr %417, i64 4
  %419 = zext nneg i32 %42 to i64
  %420 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2720), i64 %419
  %421 = getelementptr inbounds nuw i8, ptr %420, i64 8
  %422 = zext nneg i32 %42 to i64
  %423 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2720), i64 %422
  %424 = getelementptr inbounds nuw i8, ptr %423, i64 12
  %425 = zext nneg i32 %43 to i64
  %426 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2560), i64 %425
  %427 = zext nneg i32 %43 to i64
  %428 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2560), i64 %427
  %429 = getelementptr inbounds nuw i8, ptr %428, i64 4
  %430 = zext nneg i32 %43 to i64
  %431 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2560), i64 %430
  %432 = getelementptr inbounds nuw i8, ptr %431, i64 8
  %433 = zext nneg i32 %43 to i64
  %434 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2560), i64 %433
  %435 = getelementptr inbounds nuw i8, ptr %434, i64 12
  %436 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %437 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %438 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %439 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %440 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %441 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %442 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %443 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %444 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %445 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %446 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %447 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %448 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %449 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %450 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %451 = zext nneg i32 %42 to i64
  %452 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2992), i64 %451
  %453 = zext nneg i32 %42 to i64
  %454 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2992), i64 %453
  %455 = getelementptr inbounds nuw i8, ptr %454, i64 4
  %456 = zext nneg i32 %42 to i64
  %457 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2992), i64 %456
  %458 = getelementptr inbounds nuw i8, ptr %457, i64 8
  %459 = zext nneg i32 %42 to i64
  %460 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 2992), i64 %459
  %461 = getelementptr inbounds nuw i8, ptr %460, i64 12
  %462 = zext nneg i32 %43 to i64
  %463 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2816), i64 %462
  %464 = zext nneg i32 %43 to i64
  %465 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2816), i64 %464
  %466 = getelementptr inbounds nuw i8, ptr %465, i64 4
  %467 = zext nneg i32 %43 to i64
  %468 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2816), i64 %467
  %469 = getelementptr inbounds nuw i8, ptr %468, i64 8
  %470 = zext nneg i32 %43 to i64
  %471 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 2816), i64 %470
  %472 = getelementptr inbounds nuw i8, ptr %471, i64 12
  %473 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %474 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %475 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %476 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %477 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %478 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %479 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %480 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %481 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %482 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %483 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %484 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %485 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %486 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %487 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %488 = zext nneg i32 %42 to i64
  %489 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3264), i64 %488
  %490 = zext nneg i32 %42 to i64
  %491 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3264), i64 %490
  %492 = getelementptr inbounds nuw i8, ptr %491, i64 4
  %493 = zext nneg i32 %42 to i64
  %494 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3264), i64 %493
  %495 = getelementptr inbounds nuw i8, ptr %494, i64 8
  %496 = zext nneg i32 %42 to i64
  %497 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3264), i64 %496
  %498 = getelementptr inbounds nuw i8, ptr %497, i64 12
  %499 = zext nneg i32 %43 to i64
  %500 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3072), i64 %499
  %501 = zext nneg i32 %43 to i64
  %502 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3072), i64 %501
  %503 = getelementptr inbounds nuw i8, ptr %502, i64 4
  %504 = zext nneg i32 %43 to i64
  %505 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3072), i64 %504
  %506 = getelementptr inbounds nuw i8, ptr %505, i64 8
  %507 = zext nneg i32 %43 to i64
  %508 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3072), i64 %507
  %509 = getelementptr inbounds nuw i8, ptr %508, i64 12
  %510 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %511 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %512 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %513 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %514 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %515 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %516 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %517 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %518 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %519 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %520 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %521 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %522 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %523 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %524 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %525 = zext nneg i32 %42 to i64
  %526 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3536), i64 %525
  %527 = zext nneg i32 %42 to i64
  %528 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3536), i64 %527
  %529 = getelementptr inbounds nuw i8, ptr %528, i64 4
  %530 = zext nneg i32 %42 to i64
  %531 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3536), i64 %530
  %532 = getelementptr inbounds nuw i8, ptr %531, i64 8
  %533 = zext nneg i32 %42 to i64
  %534 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3536), i64 %533
  %535 = getelementptr inbounds nuw i8, ptr %534, i64 12
  %536 = zext nneg i32 %43 to i64
  %537 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3328), i64 %536
  %538 = zext nneg i32 %43 to i64
  %539 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3328), i64 %538
  %540 = getelementptr inbounds nuw i8, ptr %539, i64 4
  %541 = zext nneg i32 %43 to i64
  %542 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3328), i64 %541
  %543 = getelementptr inbounds nuw i8, ptr %542, i64 8
  %544 = zext nneg i32 %43 to i64
  %545 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3328), i64 %544
  %546 = getelementptr inbounds nuw i8, ptr %545, i64 12
  %547 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %548 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %549 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %550 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %551 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %552 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %553 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %554 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %555 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %556 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %557 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %558 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %559 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %560 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %561 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %562 = zext nneg i32 %42 to i64
  %563 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3808), i64 %562
  %564 = zext nneg i32 %42 to i64
  %565 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3808), i64 %564
  %566 = getelementptr inbounds nuw i8, ptr %565, i64 4
  %567 = zext nneg i32 %42 to i64
  %568 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3808), i64 %567
  %569 = getelementptr inbounds nuw i8, ptr %568, i64 8
  %570 = zext nneg i32 %42 to i64
  %571 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 3808), i64 %570
  %572 = getelementptr inbounds nuw i8, ptr %571, i64 12
  %573 = zext nneg i32 %43 to i64
  %574 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3584), i64 %573
  %575 = zext nneg i32 %43 to i64
  %576 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3584), i64 %575
  %577 = getelementptr inbounds nuw i8, ptr %576, i64 4
  %578 = zext nneg i32 %43 to i64
  %579 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3584), i64 %578
  %580 = getelementptr inbounds nuw i8, ptr %579, i64 8
  %581 = zext nneg i32 %43 to i64
  %582 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3584), i64 %581
  %583 = getelementptr inbounds nuw i8, ptr %582, i64 12
  %584 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %585 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %586 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %587 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %588 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %589 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %590 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %591 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %592 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %593 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %594 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %595 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %596 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %597 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %598 = getelementptr inbounds nuw i8, ptr %7, i64 60
  %599 = zext nneg i32 %42 to i64
  %600 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 4080), i64 %599
  %601 = zext nneg i32 %42 to i64
  %602 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 4080), i64 %601
  %603 = getelementptr inbounds nuw i8, ptr %602, i64 4
  %604 = zext nneg i32 %42 to i64
  %605 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 4080), i64 %604
  %606 = getelementptr inbounds nuw i8, ptr %605, i64 8
  %607 = zext nneg i32 %42 to i64
  %608 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2as to ptr), i64 4080), i64 %607
  %609 = getelementptr inbounds nuw i8, ptr %608, i64 12
  %610 = zext nneg i32 %43 to i64
  %611 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3840), i64 %610
  %612 = zext nneg i32 %43 to i64
  %613 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3840), i64 %612
  %614 = getelementptr inbounds nuw i8, ptr %613, i64 4
  %615 = zext nneg i32 %43 to i64
  %616 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3840), i64 %615
  %617 = getelementptr inbounds nuw i8, ptr %616, i64 8
  %618 = zext nneg i32 %43 to i64
  %619 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10matmul_regE2bs to ptr), i64 3840), i64 %618
  %620 = getelementptr inbounds nuw i8, ptr %619, i64 12
  %621 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %622 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %623 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %624 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %625 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %626 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %627 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %628 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %629 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %630 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %631 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %632 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %633 = getelementptr inbounds nuw i8, ptr %7, i64 52
  %634 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %635 = getelementptr inbounds nuw i8, ptr %7, i64 60
  br label %641, !dbg !136

636:
  %637 = shl nuw nsw i32 %8, 2
  %638 = add nuw nsw i32 %11, %637
  %639 = shl nuw nsw i32 %9, 2
  %640 = add i32 %639, %13
  br label %1557, !dbg !139

641:
  %642 = phi i32 [ 0, %15 ], [ %1554, %641 ]
  %643 = add i32 %23, %642, !dbg !140
  %644 = sext i32 %643 to i64, !dbg !141
  %645 = getelementptr inbounds float, ptr %0, i64 %644, !dbg !141
  %646 = load float, ptr %645, align 16, !dbg !142, !tbaa !45
  %647 = getelementptr inbounds nuw i8, ptr %645, i64 4, !dbg !142
  %648 = load float, ptr %647, align 4, !dbg !142, !tbaa !45
  %649 = getelementptr inbounds nuw i8, ptr %645, i64 8, !dbg !142
  %650 = load float, ptr %649, align 8, !dbg !142, !tbaa !45
  %651 = getelementptr inbounds nuw i8, ptr %645, i64 12, !dbg !142
  %652 = load float, ptr %651, align 4, !dbg !142, !tbaa !45
  store float %646, ptr %27, align 4, !dbg !143, !tbaa !45
  store float %648, ptr %29, align 4, !dbg !144, !tbaa !45
  store float %650, ptr %31, align 4, !dbg !145, !tbaa !45
  store float %652, ptr %33, align 4, !dbg !146, !tbaa !45
  %653 = add nuw nsw i32 %642, %34, !dbg !147
  %654 = mul nsw i32 %653, %4, !dbg !148
  %655 = add i32 %37, %654, !dbg !149
  %656 = sext i32 %655 to i64, !dbg !150
  %657 = getelementptr inbounds float, ptr %1, i64 %656, !dbg !150
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %41, ptr noundef nonnull align 16 dereferenceable(16) %657, i64 16, i1 false), !dbg !151, !tbaa.struct !152
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !153
  %658 = load float, ptr %45, align 4, !dbg !154, !tbaa !45
  %659 = load float, ptr %48, align 4, !dbg !154, !tbaa !45
  %660 = load float, ptr %51, align 4, !dbg !154, !tbaa !45
  %661 = load float, ptr %54, align 4, !dbg !154, !tbaa !45
  %662 = load float, ptr %56, align 4, !dbg !155, !tbaa !45
  %663 = load float, ptr %59, align 4, !dbg !155, !tbaa !45
  %664 = load float, ptr %62, align 4, !dbg !155, !tbaa !45
  %665 = load float, ptr %65, align 4, !dbg !155, !tbaa !45
  %666 = fmul contract float %658, %662, !dbg !156
  %667 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %668 = fadd contract float %667, %666, !dbg !157
  store float %668, ptr %7, align 4, !dbg !157, !tbaa !45
  %669 = fmul contract float %658, %663, !dbg !156
  %670 = load float, ptr %66, align 4, !dbg !157, !tbaa !45
  %671 = fadd contract float %670, %669, !dbg !157
  store float %671, ptr %66, align 4, !dbg !157, !tbaa !45
  %672 = fmul contract float %658, %664, !dbg !156
  %673 = load float, ptr %67, align 4, !dbg !157, !tbaa !45
  %674 = fadd contract float %673, %672, !dbg !157
  store float %674, ptr %67, align 4, !dbg !157, !tbaa !45
  %675 = fmul contract float %658, %665, !dbg !156
  %676 = load float, ptr %68, align 4, !dbg !157, !tbaa !45
  %677 = fadd contract float %676, %675, !dbg !157
  store float %677, ptr %68, align 4, !dbg !157, !tbaa !45
  %678 = fmul contract float %659, %662, !dbg !156
  %679 = load float, ptr %69, align 4, !dbg !157, !tbaa !45
  %680 = fadd contract float %679, %678, !dbg !157
  store float %680, ptr %69, align 4, !dbg !157, !tbaa !45
  %681 = fmul contract float %659, %663, !dbg !156
  %682 = load float, ptr %70, align 4, !dbg !157, !tbaa !45
  %683 = fadd contract float %682, %681, !dbg !157
  store float %683, ptr %70, align 4, !dbg !157, !tbaa !45
  %684 = fmul contract float %659, %664, !dbg !156
  %685 = load float, ptr %71, align 4, !dbg !157, !tbaa !45
  %686 = fadd contract float %685, %684, !dbg !157
  store float %686, ptr %71, align 4, !dbg !157, !tbaa !45
  %687 = fmul contract float %659, %665, !dbg !156
  %688 = load float, ptr %72, align 4, !dbg !157, !tbaa !45
  %689 = fadd contract float %688, %687, !dbg !157
  store float %689, ptr %72, align 4, !dbg !157, !tbaa !45
  %690 = fmul contract float %660, %662, !dbg !156
  %691 = load float, ptr %73, align 4, !dbg !157, !tbaa !45
  %692 = fadd contract float %691, %690, !dbg !157
  store float %692, ptr %73, align 4, !dbg !157, !tbaa !45
  %693 = fmul contract float %660, %663, !dbg !156
  %694 = load float, ptr %74, align 4, !dbg !157, !tbaa !45
  %695 = fadd contract float %694, %693, !dbg !157
  store float %695, ptr %74, align 4, !dbg !157, !tbaa !45
  %696 = fmul contract float %660, %664, !dbg !156
  %697 = load float, ptr %75, align 4, !dbg !157, !tbaa !45
  %698 = fadd contract float %697, %696, !dbg !157
  store float %698, ptr %75, align 4, !dbg !157, !tbaa !45
  %699 = fmul contract float %660, %665, !dbg !156
  %700 = load float, ptr %76, align 4, !dbg !157, !tbaa !45
  %701 = fadd contract float %700, %699, !dbg !157
  store float %701, ptr %76, align 4, !dbg !157, !tbaa !45
  %702 = fmul contract float %661, %662, !dbg !156
  %703 = load float, ptr %77, align 4, !dbg !157, !tbaa !45
  %704 = fadd contract float %703, %702, !dbg !157
  store float %704, ptr %77, align 4, !dbg !157, !tbaa !45
  %705 = fmul contract float %661, %663, !dbg !156
  %706 = load float, ptr %78, align 4, !dbg !157, !tbaa !45
  %707 = fadd contract float %706, %705, !dbg !157
  store float %707, ptr %78, align 4, !dbg !157, !tbaa !45
  %708 = fmul contract float %661, %664, !dbg !156
  %709 = load float, ptr %79, align 4, !dbg !157, !tbaa !45
  %710 = fadd contract float %709, %708, !dbg !157
  store float %710, ptr %79, align 4, !dbg !157, !tbaa !45
  %711 = fmul contract float %661, %665, !dbg !156
  %712 = load float, ptr %80, align 4, !dbg !157, !tbaa !45
  %713 = fadd contract float %712, %711, !dbg !157
  store float %713, ptr %80, align 4, !dbg !157, !tbaa !45
  %714 = load float, ptr %82, align 4, !dbg !154, !tbaa !45
  %715 = load float, ptr %85, align 4, !dbg !154, !tbaa !45
  %716 = load float, ptr %88, align 4, !dbg !154, !tbaa !45
  %717 = load float, ptr %91, align 4, !dbg !154, !tbaa !45
  %718 = load float, ptr %93, align 4, !dbg !155, !tbaa !45
  %719 = load float, ptr %96, align 4, !dbg !155, !tbaa !45
  %720 = load float, ptr %99, align 4, !dbg !155, !tbaa !45
  %721 = load float, ptr %102, align 4, !dbg !155, !tbaa !45
  %722 = fmul contract float %714, %718, !dbg !156
  %723 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %724 = fadd contract float %723, %722, !dbg !157
  store float %724, ptr %7, align 4, !dbg !157, !tbaa !45
  %725 = fmul contract float %714, %719, !dbg !156
  %726 = load float, ptr %103, align 4, !dbg !157, !tbaa !45
  %727 = fadd contract float %726, %725, !dbg !157
  store float %727, ptr %103, align 4, !dbg !157, !tbaa !45
  %728 = fmul contract float %714, %720, !dbg !156
  %729 = load float, ptr %104, align 4, !dbg !157, !tbaa !45
  %730 = fadd contract float %729, %728, !dbg !157
  store float %730, ptr %104, align 4, !dbg !157, !tbaa !45
  %731 = fmul contract float %714, %721, !dbg !156
  %732 = load float, ptr %105, align 4, !dbg !157, !tbaa !45
  %733 = fadd contract float %732, %731, !dbg !157
  store float %733, ptr %105, align 4, !dbg !157, !tbaa !45
  %734 = fmul contract float %715, %718, !dbg !156
  %735 = load float, ptr %106, align 4, !dbg !157, !tbaa !45
  %736 = fadd contract float %735, %734, !dbg !157
  store float %736, ptr %106, align 4, !dbg !157, !tbaa !45
  %737 = fmul contract float %715, %719, !dbg !156
  %738 = load float, ptr %107, align 4, !dbg !157, !tbaa !45
  %739 = fadd contract float %738, %737, !dbg !157
  store float %739, ptr %107, align 4, !dbg !157, !tbaa !45
  %740 = fmul contract float %715, %720, !dbg !156
  %741 = load float, ptr %108, align 4, !dbg !157, !tbaa !45
  %742 = fadd contract float %741, %740, !dbg !157
  store float %742, ptr %108, align 4, !dbg !157, !tbaa !45
  %743 = fmul contract float %715, %721, !dbg !156
  %744 = load float, ptr %109, align 4, !dbg !157, !tbaa !45
  %745 = fadd contract float %744, %743, !dbg !157
  store float %745, ptr %109, align 4, !dbg !157, !tbaa !45
  %746 = fmul contract float %716, %718, !dbg !156
  %747 = load float, ptr %110, align 4, !dbg !157, !tbaa !45
  %748 = fadd contract float %747, %746, !dbg !157
  store float %748, ptr %110, align 4, !dbg !157, !tbaa !45
  %749 = fmul contract float %716, %719, !dbg !156
  %750 = load float, ptr %111, align 4, !dbg !157, !tbaa !45
  %751 = fadd contract float %750, %749, !dbg !157
  store float %751, ptr %111, align 4, !dbg !157, !tbaa !45
  %752 = fmul contract float %716, %720, !dbg !156
  %753 = load float, ptr %112, align 4, !dbg !157, !tbaa !45
  %754 = fadd contract float %753, %752, !dbg !157
  store float %754, ptr %112, align 4, !dbg !157, !tbaa !45
  %755 = fmul contract float %716, %721, !dbg !156
  %756 = load float, ptr %113, align 4, !dbg !157, !tbaa !45
  %757 = fadd contract float %756, %755, !dbg !157
  store float %757, ptr %113, align 4, !dbg !157, !tbaa !45
  %758 = fmul contract float %717, %718, !dbg !156
  %759 = load float, ptr %114, align 4, !dbg !157, !tbaa !45
  %760 = fadd contract float %759, %758, !dbg !157
  store float %760, ptr %114, align 4, !dbg !157, !tbaa !45
  %761 = fmul contract float %717, %719, !dbg !156
  %762 = load float, ptr %115, align 4, !dbg !157, !tbaa !45
  %763 = fadd contract float %762, %761, !dbg !157
  store float %763, ptr %115, align 4, !dbg !157, !tbaa !45
  %764 = fmul contract float %717, %720, !dbg !156
  %765 = load float, ptr %116, align 4, !dbg !157, !tbaa !45
  %766 = fadd contract float %765, %764, !dbg !157
  store float %766, ptr %116, align 4, !dbg !157, !tbaa !45
  %767 = fmul contract float %717, %721, !dbg !156
  %768 = load float, ptr %117, align 4, !dbg !157, !tbaa !45
  %769 = fadd contract float %768, %767, !dbg !157
  store float %769, ptr %117, align 4, !dbg !157, !tbaa !45
  %770 = load float, ptr %119, align 4, !dbg !154, !tbaa !45
  %771 = load float, ptr %122, align 4, !dbg !154, !tbaa !45
  %772 = load float, ptr %125, align 4, !dbg !154, !tbaa !45
  %773 = load float, ptr %128, align 4, !dbg !154, !tbaa !45
  %774 = load float, ptr %130, align 4, !dbg !155, !tbaa !45
  %775 = load float, ptr %133, align 4, !dbg !155, !tbaa !45
  %776 = load float, ptr %136, align 4, !dbg !155, !tbaa !45
  %777 = load float, ptr %139, align 4, !dbg !155, !tbaa !45
  %778 = fmul contract float %770, %774, !dbg !156
  %779 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %780 = fadd contract float %779, %778, !dbg !157
  store float %780, ptr %7, align 4, !dbg !157, !tbaa !45
  %781 = fmul contract float %770, %775, !dbg !156
  %782 = load float, ptr %140, align 4, !dbg !157, !tbaa !45
  %783 = fadd contract float %782, %781, !dbg !157
  store float %783, ptr %140, align 4, !dbg !157, !tbaa !45
  %784 = fmul contract float %770, %776, !dbg !156
  %785 = load float, ptr %141, align 4, !dbg !157, !tbaa !45
  %786 = fadd contract float %785, %784, !dbg !157
  store float %786, ptr %141, align 4, !dbg !157, !tbaa !45
  %787 = fmul contract float %770, %777, !dbg !156
  %788 = load float, ptr %142, align 4, !dbg !157, !tbaa !45
  %789 = fadd contract float %788, %787, !dbg !157
  store float %789, ptr %142, align 4, !dbg !157, !tbaa !45
  %790 = fmul contract float %771, %774, !dbg !156
  %791 = load float, ptr %143, align 4, !dbg !157, !tbaa !45
  %792 = fadd contract float %791, %790, !dbg !157
  store float %792, ptr %143, align 4, !dbg !157, !tbaa !45
  %793 = fmul contract float %771, %775, !dbg !156
  %794 = load float, ptr %144, align 4, !dbg !157, !tbaa !45
  %795 = fadd contract float %794, %793, !dbg !157
  store float %795, ptr %144, align 4, !dbg !157, !tbaa !45
  %796 = fmul contract float %771, %776, !dbg !156
  %797 = load float, ptr %145, align 4, !dbg !157, !tbaa !45
  %798 = fadd contract float %797, %796, !dbg !157
  store float %798, ptr %145, align 4, !dbg !157, !tbaa !45
  %799 = fmul contract float %771, %777, !dbg !156
  %800 = load float, ptr %146, align 4, !dbg !157, !tbaa !45
  %801 = fadd contract float %800, %799, !dbg !157
  store float %801, ptr %146, align 4, !dbg !157, !tbaa !45
  %802 = fmul contract float %772, %774, !dbg !156
  %803 = load float, ptr %147, align 4, !dbg !157, !tbaa !45
  %804 = fadd contract float %803, %802, !dbg !157
  store float %804, ptr %147, align 4, !dbg !157, !tbaa !45
  %805 = fmul contract float %772, %775, !dbg !156
  %806 = load float, ptr %148, align 4, !dbg !157, !tbaa !45
  %807 = fadd contract float %806, %805, !dbg !157
  store float %807, ptr %148, align 4, !dbg !157, !tbaa !45
  %808 = fmul contract float %772, %776, !dbg !156
  %809 = load float, ptr %149, align 4, !dbg !157, !tbaa !45
  %810 = fadd contract float %809, %808, !dbg !157
  store float %810, ptr %149, align 4, !dbg !157, !tbaa !45
  %811 = fmul contract float %772, %777, !dbg !156
  %812 = load float, ptr %150, align 4, !dbg !157, !tbaa !45
  %813 = fadd contract float %812, %811, !dbg !157
  store float %813, ptr %150, align 4, !dbg !157, !tbaa !45
  %814 = fmul contract float %773, %774, !dbg !156
  %815 = load float, ptr %151, align 4, !dbg !157, !tbaa !45
  %816 = fadd contract float %815, %814, !dbg !157
  store float %816, ptr %151, align 4, !dbg !157, !tbaa !45
  %817 = fmul contract float %773, %775, !dbg !156
  %818 = load float, ptr %152, align 4, !dbg !157, !tbaa !45
  %819 = fadd contract float %818, %817, !dbg !157
  store float %819, ptr %152, align 4, !dbg !157, !tbaa !45
  %820 = fmul contract float %773, %776, !dbg !156
  %821 = load float, ptr %153, align 4, !dbg !157, !tbaa !45
  %822 = fadd contract float %821, %820, !dbg !157
  store float %822, ptr %153, align 4, !dbg !157, !tbaa !45
  %823 = fmul contract float %773, %777, !dbg !156
  %824 = load float, ptr %154, align 4, !dbg !157, !tbaa !45
  %825 = fadd contract float %824, %823, !dbg !157
  store float %825, ptr %154, align 4, !dbg !157, !tbaa !45
  %826 = load float, ptr %156, align 4, !dbg !154, !tbaa !45
  %827 = load float, ptr %159, align 4, !dbg !154, !tbaa !45
  %828 = load float, ptr %162, align 4, !dbg !154, !tbaa !45
  %829 = load float, ptr %165, align 4, !dbg !154, !tbaa !45
  %830 = load float, ptr %167, align 4, !dbg !155, !tbaa !45
  %831 = load float, ptr %170, align 4, !dbg !155, !tbaa !45
  %832 = load float, ptr %173, align 4, !dbg !155, !tbaa !45
  %833 = load float, ptr %176, align 4, !dbg !155, !tbaa !45
  %834 = fmul contract float %826, %830, !dbg !156
  %835 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %836 = fadd contract float %835, %834, !dbg !157
  store float %836, ptr %7, align 4, !dbg !157, !tbaa !45
  %837 = fmul contract float %826, %831, !dbg !156
  %838 = load float, ptr %177, align 4, !dbg !157, !tbaa !45
  %839 = fadd contract float %838, %837, !dbg !157
  store float %839, ptr %177, align 4, !dbg !157, !tbaa !45
  %840 = fmul contract float %826, %832, !dbg !156
  %841 = load float, ptr %178, align 4, !dbg !157, !tbaa !45
  %842 = fadd contract float %841, %840, !dbg !157
  store float %842, ptr %178, align 4, !dbg !157, !tbaa !45
  %843 = fmul contract float %826, %833, !dbg !156
  %844 = load float, ptr %179, align 4, !dbg !157, !tbaa !45
  %845 = fadd contract float %844, %843, !dbg !157
  store float %845, ptr %179, align 4, !dbg !157, !tbaa !45
  %846 = fmul contract float %827, %830, !dbg !156
  %847 = load float, ptr %180, align 4, !dbg !157, !tbaa !45
  %848 = fadd contract float %847, %846, !dbg !157
  store float %848, ptr %180, align 4, !dbg !157, !tbaa !45
  %849 = fmul contract float %827, %831, !dbg !156
  %850 = load float, ptr %181, align 4, !dbg !157, !tbaa !45
  %851 = fadd contract float %850, %849, !dbg !157
  store float %851, ptr %181, align 4, !dbg !157, !tbaa !45
  %852 = fmul contract float %827, %832, !dbg !156
  %853 = load float, ptr %182, align 4, !dbg !157, !tbaa !45
  %854 = fadd contract float %853, %852, !dbg !157
  store float %854, ptr %182, align 4, !dbg !157, !tbaa !45
  %855 = fmul contract float %827, %833, !dbg !156
  %856 = load float, ptr %183, align 4, !dbg !157, !tbaa !45
  %857 = fadd contract float %856, %855, !dbg !157
  store float %857, ptr %183, align 4, !dbg !157, !tbaa !45
  %858 = fmul contract float %828, %830, !dbg !156
  %859 = load float, ptr %184, align 4, !dbg !157, !tbaa !45
  %860 = fadd contract float %859, %858, !dbg !157
  store float %860, ptr %184, align 4, !dbg !157, !tbaa !45
  %861 = fmul contract float %828, %831, !dbg !156
  %862 = load float, ptr %185, align 4, !dbg !157, !tbaa !45
  %863 = fadd contract float %862, %861, !dbg !157
  store float %863, ptr %185, align 4, !dbg !157, !tbaa !45
  %864 = fmul contract float %828, %832, !dbg !156
  %865 = load float, ptr %186, align 4, !dbg !157, !tbaa !45
  %866 = fadd contract float %865, %864, !dbg !157
  store float %866, ptr %186, align 4, !dbg !157, !tbaa !45
  %867 = fmul contract float %828, %833, !dbg !156
  %868 = load float, ptr %187, align 4, !dbg !157, !tbaa !45
  %869 = fadd contract float %868, %867, !dbg !157
  store float %869, ptr %187, align 4, !dbg !157, !tbaa !45
  %870 = fmul contract float %829, %830, !dbg !156
  %871 = load float, ptr %188, align 4, !dbg !157, !tbaa !45
  %872 = fadd contract float %871, %870, !dbg !157
  store float %872, ptr %188, align 4, !dbg !157, !tbaa !45
  %873 = fmul contract float %829, %831, !dbg !156
  %874 = load float, ptr %189, align 4, !dbg !157, !tbaa !45
  %875 = fadd contract float %874, %873, !dbg !157
  store float %875, ptr %189, align 4, !dbg !157, !tbaa !45
  %876 = fmul contract float %829, %832, !dbg !156
  %877 = load float, ptr %190, align 4, !dbg !157, !tbaa !45
  %878 = fadd contract float %877, %876, !dbg !157
  store float %878, ptr %190, align 4, !dbg !157, !tbaa !45
  %879 = fmul contract float %829, %833, !dbg !156
  %880 = load float, ptr %191, align 4, !dbg !157, !tbaa !45
  %881 = fadd contract float %880, %879, !dbg !157
  store float %881, ptr %191, align 4, !dbg !157, !tbaa !45
  %882 = load float, ptr %193, align 4, !dbg !154, !tbaa !45
  %883 = load float, ptr %196, align 4, !dbg !154, !tbaa !45
  %884 = load float, ptr %199, align 4, !dbg !154, !tbaa !45
  %885 = load float, ptr %202, align 4, !dbg !154, !tbaa !45
  %886 = load float, ptr %204, align 4, !dbg !155, !tbaa !45
  %887 = load float, ptr %207, align 4, !dbg !155, !tbaa !45
  %888 = load float, ptr %210, align 4, !dbg !155, !tbaa !45
  %889 = load float, ptr %213, align 4, !dbg !155, !tbaa !45
  %890 = fmul contract float %882, %886, !dbg !156
  %891 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %892 = fadd contract float %891, %890, !dbg !157
  store float %892, ptr %7, align 4, !dbg !157, !tbaa !45
  %893 = fmul contract float %882, %887, !dbg !156
  %894 = load float, ptr %214, align 4, !dbg !157, !tbaa !45
  %895 = fadd contract float %894, %893, !dbg !157
  store float %895, ptr %214, align 4, !dbg !157, !tbaa !45
  %896 = fmul contract float %882, %888, !dbg !156
  %897 = load float, ptr %215, align 4, !dbg !157, !tbaa !45
  %898 = fadd contract float %897, %896, !dbg !157
  store float %898, ptr %215, align 4, !dbg !157, !tbaa !45
  %899 = fmul contract float %882, %889, !dbg !156
  %900 = load float, ptr %216, align 4, !dbg !157, !tbaa !45
  %901 = fadd contract float %900, %899, !dbg !157
  store float %901, ptr %216, align 4, !dbg !157, !tbaa !45
  %902 = fmul contract float %883, %886, !dbg !156
  %903 = load float, ptr %217, align 4, !dbg !157, !tbaa !45
  %904 = fadd contract float %903, %902, !dbg !157
  store float %904, ptr %217, align 4, !dbg !157, !tbaa !45
  %905 = fmul contract float %883, %887, !dbg !156
  %906 = load float, ptr %218, align 4, !dbg !157, !tbaa !45
  %907 = fadd contract float %906, %905, !dbg !157
  store float %907, ptr %218, align 4, !dbg !157, !tbaa !45
  %908 = fmul contract float %883, %888, !dbg !156
  %909 = load float, ptr %219, align 4, !dbg !157, !tbaa !45
  %910 = fadd contract float %909, %908, !dbg !157
  store float %910, ptr %219, align 4, !dbg !157, !tbaa !45
  %911 = fmul contract float %883, %889, !dbg !156
  %912 = load float, ptr %220, align 4, !dbg !157, !tbaa !45
  %913 = fadd contract float %912, %911, !dbg !157
  store float %913, ptr %220, align 4, !dbg !157, !tbaa !45
  %914 = fmul contract float %884, %886, !dbg !156
  %915 = load float, ptr %221, align 4, !dbg !157, !tbaa !45
  %916 = fadd contract float %915, %914, !dbg !157
  store float %916, ptr %221, align 4, !dbg !157, !tbaa !45
  %917 = fmul contract float %884, %887, !dbg !156
  %918 = load float, ptr %222, align 4, !dbg !157, !tbaa !45
  %919 = fadd contract float %918, %917, !dbg !157
  store float %919, ptr %222, align 4, !dbg !157, !tbaa !45
  %920 = fmul contract float %884, %888, !dbg !156
  %921 = load float, ptr %223, align 4, !dbg !157, !tbaa !45
  %922 = fadd contract float %921, %920, !dbg !157
  store float %922, ptr %223, align 4, !dbg !157, !tbaa !45
  %923 = fmul contract float %884, %889, !dbg !156
  %924 = load float, ptr %224, align 4, !dbg !157, !tbaa !45
  %925 = fadd contract float %924, %923, !dbg !157
  store float %925, ptr %224, align 4, !dbg !157, !tbaa !45
  %926 = fmul contract float %885, %886, !dbg !156
  %927 = load float, ptr %225, align 4, !dbg !157, !tbaa !45
  %928 = fadd contract float %927, %926, !dbg !157
  store float %928, ptr %225, align 4, !dbg !157, !tbaa !45
  %929 = fmul contract float %885, %887, !dbg !156
  %930 = load float, ptr %226, align 4, !dbg !157, !tbaa !45
  %931 = fadd contract float %930, %929, !dbg !157
  store float %931, ptr %226, align 4, !dbg !157, !tbaa !45
  %932 = fmul contract float %885, %888, !dbg !156
  %933 = load float, ptr %227, align 4, !dbg !157, !tbaa !45
  %934 = fadd contract float %933, %932, !dbg !157
  store float %934, ptr %227, align 4, !dbg !157, !tbaa !45
  %935 = fmul contract float %885, %889, !dbg !156
  %936 = load float, ptr %228, align 4, !dbg !157, !tbaa !45
  %937 = fadd contract float %936, %935, !dbg !157
  store float %937, ptr %228, align 4, !dbg !157, !tbaa !45
  %938 = load float, ptr %230, align 4, !dbg !154, !tbaa !45
  %939 = load float, ptr %233, align 4, !dbg !154, !tbaa !45
  %940 = load float, ptr %236, align 4, !dbg !154, !tbaa !45
  %941 = load float, ptr %239, align 4, !dbg !154, !tbaa !45
  %942 = load float, ptr %241, align 4, !dbg !155, !tbaa !45
  %943 = load float, ptr %244, align 4, !dbg !155, !tbaa !45
  %944 = load float, ptr %247, align 4, !dbg !155, !tbaa !45
  %945 = load float, ptr %250, align 4, !dbg !155, !tbaa !45
  %946 = fmul contract float %938, %942, !dbg !156
  %947 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %948 = fadd contract float %947, %946, !dbg !157
  store float %948, ptr %7, align 4, !dbg !157, !tbaa !45
  %949 = fmul contract float %938, %943, !dbg !156
  %950 = load float, ptr %251, align 4, !dbg !157, !tbaa !45
  %951 = fadd contract float %950, %949, !dbg !157
  store float %951, ptr %251, align 4, !dbg !157, !tbaa !45
  %952 = fmul contract float %938, %944, !dbg !156
  %953 = load float, ptr %252, align 4, !dbg !157, !tbaa !45
  %954 = fadd contract float %953, %952, !dbg !157
  store float %954, ptr %252, align 4, !dbg !157, !tbaa !45
  %955 = fmul contract float %938, %945, !dbg !156
  %956 = load float, ptr %253, align 4, !dbg !157, !tbaa !45
  %957 = fadd contract float %956, %955, !dbg !157
  store float %957, ptr %253, align 4, !dbg !157, !tbaa !45
  %958 = fmul contract float %939, %942, !dbg !156
  %959 = load float, ptr %254, align 4, !dbg !157, !tbaa !45
  %960 = fadd contract float %959, %958, !dbg !157
  store float %960, ptr %254, align 4, !dbg !157, !tbaa !45
  %961 = fmul contract float %939, %943, !dbg !156
  %962 = load float, ptr %255, align 4, !dbg !157, !tbaa !45
  %963 = fadd contract float %962, %961, !dbg !157
  store float %963, ptr %255, align 4, !dbg !157, !tbaa !45
  %964 = fmul contract float %939, %944, !dbg !156
  %965 = load float, ptr %256, align 4, !dbg !157, !tbaa !45
  %966 = fadd contract float %965, %964, !dbg !157
  store float %966, ptr %256, align 4, !dbg !157, !tbaa !45
  %967 = fmul contract float %939, %945, !dbg !156
  %968 = load float, ptr %257, align 4, !dbg !157, !tbaa !45
  %969 = fadd contract float %968, %967, !dbg !157
  store float %969, ptr %257, align 4, !dbg !157, !tbaa !45
  %970 = fmul contract float %940, %942, !dbg !156
  %971 = load float, ptr %258, align 4, !dbg !157, !tbaa !45
  %972 = fadd contract float %971, %970, !dbg !157
  store float %972, ptr %258, align 4, !dbg !157, !tbaa !45
  %973 = fmul contract float %940, %943, !dbg !156
  %974 = load float, ptr %259, align 4, !dbg !157, !tbaa !45
  %975 = fadd contract float %974, %973, !dbg !157
  store float %975, ptr %259, align 4, !dbg !157, !tbaa !45
  %976 = fmul contract float %940, %944, !dbg !156
  %977 = load float, ptr %260, align 4, !dbg !157, !tbaa !45
  %978 = fadd contract float %977, %976, !dbg !157
  store float %978, ptr %260, align 4, !dbg !157, !tbaa !45
  %979 = fmul contract float %940, %945, !dbg !156
  %980 = load float, ptr %261, align 4, !dbg !157, !tbaa !45
  %981 = fadd contract float %980, %979, !dbg !157
  store float %981, ptr %261, align 4, !dbg !157, !tbaa !45
  %982 = fmul contract float %941, %942, !dbg !156
  %983 = load float, ptr %262, align 4, !dbg !157, !tbaa !45
  %984 = fadd contract float %983, %982, !dbg !157
  store float %984, ptr %262, align 4, !dbg !157, !tbaa !45
  %985 = fmul contract float %941, %943, !dbg !156
  %986 = load float, ptr %263, align 4, !dbg !157, !tbaa !45
  %987 = fadd contract float %986, %985, !dbg !157
  store float %987, ptr %263, align 4, !dbg !157, !tbaa !45
  %988 = fmul contract float %941, %944, !dbg !156
  %989 = load float, ptr %264, align 4, !dbg !157, !tbaa !45
  %990 = fadd contract float %989, %988, !dbg !157
  store float %990, ptr %264, align 4, !dbg !157, !tbaa !45
  %991 = fmul contract float %941, %945, !dbg !156
  %992 = load float, ptr %265, align 4, !dbg !157, !tbaa !45
  %993 = fadd contract float %992, %991, !dbg !157
  store float %993, ptr %265, align 4, !dbg !157, !tbaa !45
  %994 = load float, ptr %267, align 4, !dbg !154, !tbaa !45
  %995 = load float, ptr %270, align 4, !dbg !154, !tbaa !45
  %996 = load float, ptr %273, align 4, !dbg !154, !tbaa !45
  %997 = load float, ptr %276, align 4, !dbg !154, !tbaa !45
  %998 = load float, ptr %278, align 4, !dbg !155, !tbaa !45
  %999 = load float, ptr %281, align 4, !dbg !155, !tbaa !45
  %1000 = load float, ptr %284, align 4, !dbg !155, !tbaa !45
  %1001 = load float, ptr %287, align 4, !dbg !155, !tbaa !45
  %1002 = fmul contract float %994, %998, !dbg !156
  %1003 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1004 = fadd contract float %1003, %1002, !dbg !157
  store float %1004, ptr %7, align 4, !dbg !157, !tbaa !45
  %1005 = fmul contract float %994, %999, !dbg !156
  %1006 = load float, ptr %288, align 4, !dbg !157, !tbaa !45
  %1007 = fadd contract float %1006, %1005, !dbg !157
  store float %1007, ptr %288, align 4, !dbg !157, !tbaa !45
  %1008 = fmul contract float %994, %1000, !dbg !156
  %1009 = load float, ptr %289, align 4, !dbg !157, !tbaa !45
  %1010 = fadd contract float %1009, %1008, !dbg !157
  store float %1010, ptr %289, align 4, !dbg !157, !tbaa !45
  %1011 = fmul contract float %994, %1001, !dbg !156
  %1012 = load float, ptr %290, align 4, !dbg !157, !tbaa !45
  %1013 = fadd contract float %1012, %1011, !dbg !157
  store float %1013, ptr %290, align 4, !dbg !157, !tbaa !45
  %1014 = fmul contract float %995, %998, !dbg !156
  %1015 = load float, ptr %291, align 4, !dbg !157, !tbaa !45
  %1016 = fadd contract float %1015, %1014, !dbg !157
  store float %1016, ptr %291, align 4, !dbg !157, !tbaa !45
  %1017 = fmul contract float %995, %999, !dbg !156
  %1018 = load float, ptr %292, align 4, !dbg !157, !tbaa !45
  %1019 = fadd contract float %1018, %1017, !dbg !157
  store float %1019, ptr %292, align 4, !dbg !157, !tbaa !45
  %1020 = fmul contract float %995, %1000, !dbg !156
  %1021 = load float, ptr %293, align 4, !dbg !157, !tbaa !45
  %1022 = fadd contract float %1021, %1020, !dbg !157
  store float %1022, ptr %293, align 4, !dbg !157, !tbaa !45
  %1023 = fmul contract float %995, %1001, !dbg !156
  %1024 = load float, ptr %294, align 4, !dbg !157, !tbaa !45
  %1025 = fadd contract float %1024, %1023, !dbg !157
  store float %1025, ptr %294, align 4, !dbg !157, !tbaa !45
  %1026 = fmul contract float %996, %998, !dbg !156
  %1027 = load float, ptr %295, align 4, !dbg !157, !tbaa !45
  %1028 = fadd contract float %1027, %1026, !dbg !157
  store float %1028, ptr %295, align 4, !dbg !157, !tbaa !45
  %1029 = fmul contract float %996, %999, !dbg !156
  %1030 = load float, ptr %296, align 4, !dbg !157, !tbaa !45
  %1031 = fadd contract float %1030, %1029, !dbg !157
  store float %1031, ptr %296, align 4, !dbg !157, !tbaa !45
  %1032 = fmul contract float %996, %1000, !dbg !156
  %1033 = load float, ptr %297, align 4, !dbg !157, !tbaa !45
  %1034 = fadd contract float %1033, %1032, !dbg !157
  store float %1034, ptr %297, align 4, !dbg !157, !tbaa !45
  %1035 = fmul contract float %996, %1001, !dbg !156
  %1036 = load float, ptr %298, align 4, !dbg !157, !tbaa !45
  %1037 = fadd contract float %1036, %1035, !dbg !157
  store float %1037, ptr %298, align 4, !dbg !157, !tbaa !45
  %1038 = fmul contract float %997, %998, !dbg !156
  %1039 = load float, ptr %299, align 4, !dbg !157, !tbaa !45
  %1040 = fadd contract float %1039, %1038, !dbg !157
  store float %1040, ptr %299, align 4, !dbg !157, !tbaa !45
  %1041 = fmul contract float %997, %999, !dbg !156
  %1042 = load float, ptr %300, align 4, !dbg !157, !tbaa !45
  %1043 = fadd contract float %1042, %1041, !dbg !157
  store float %1043, ptr %300, align 4, !dbg !157, !tbaa !45
  %1044 = fmul contract float %997, %1000, !dbg !156
  %1045 = load float, ptr %301, align 4, !dbg !157, !tbaa !45
  %1046 = fadd contract float %1045, %1044, !dbg !157
  store float %1046, ptr %301, align 4, !dbg !157, !tbaa !45
  %1047 = fmul contract float %997, %1001, !dbg !156
  %1048 = load float, ptr %302, align 4, !dbg !157, !tbaa !45
  %1049 = fadd contract float %1048, %1047, !dbg !157
  store float %1049, ptr %302, align 4, !dbg !157, !tbaa !45
  %1050 = load float, ptr %304, align 4, !dbg !154, !tbaa !45
  %1051 = load float, ptr %307, align 4, !dbg !154, !tbaa !45
  %1052 = load float, ptr %310, align 4, !dbg !154, !tbaa !45
  %1053 = load float, ptr %313, align 4, !dbg !154, !tbaa !45
  %1054 = load float, ptr %315, align 4, !dbg !155, !tbaa !45
  %1055 = load float, ptr %318, align 4, !dbg !155, !tbaa !45
  %1056 = load float, ptr %321, align 4, !dbg !155, !tbaa !45
  %1057 = load float, ptr %324, align 4, !dbg !155, !tbaa !45
  %1058 = fmul contract float %1050, %1054, !dbg !156
  %1059 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1060 = fadd contract float %1059, %1058, !dbg !157
  store float %1060, ptr %7, align 4, !dbg !157, !tbaa !45
  %1061 = fmul contract float %1050, %1055, !dbg !156
  %1062 = load float, ptr %325, align 4, !dbg !157, !tbaa !45
  %1063 = fadd contract float %1062, %1061, !dbg !157
  store float %1063, ptr %325, align 4, !dbg !157, !tbaa !45
  %1064 = fmul contract float %1050, %1056, !dbg !156
  %1065 = load float, ptr %326, align 4, !dbg !157, !tbaa !45
  %1066 = fadd contract float %1065, %1064, !dbg !157
  store float %1066, ptr %326, align 4, !dbg !157, !tbaa !45
  %1067 = fmul contract float %1050, %1057, !dbg !156
  %1068 = load float, ptr %327, align 4, !dbg !157, !tbaa !45
  %1069 = fadd contract float %1068, %1067, !dbg !157
  store float %1069, ptr %327, align 4, !dbg !157, !tbaa !45
  %1070 = fmul contract float %1051, %1054, !dbg !156
  %1071 = load float, ptr %328, align 4, !dbg !157, !tbaa !45
  %1072 = fadd contract float %1071, %1070, !dbg !157
  store float %1072, ptr %328, align 4, !dbg !157, !tbaa !45
  %1073 = fmul contract float %1051, %1055, !dbg !156
  %1074 = load float, ptr %329, align 4, !dbg !157, !tbaa !45
  %1075 = fadd contract float %1074, %1073, !dbg !157
  store float %1075, ptr %329, align 4, !dbg !157, !tbaa !45
  %1076 = fmul contract float %1051, %1056, !dbg !156
  %1077 = load float, ptr %330, align 4, !dbg !157, !tbaa !45
  %1078 = fadd contract float %1077, %1076, !dbg !157
  store float %1078, ptr %330, align 4, !dbg !157, !tbaa !45
  %1079 = fmul contract float %1051, %1057, !dbg !156
  %1080 = load float, ptr %331, align 4, !dbg !157, !tbaa !45
  %1081 = fadd contract float %1080, %1079, !dbg !157
  store float %1081, ptr %331, align 4, !dbg !157, !tbaa !45
  %1082 = fmul contract float %1052, %1054, !dbg !156
  %1083 = load float, ptr %332, align 4, !dbg !157, !tbaa !45
  %1084 = fadd contract float %1083, %1082, !dbg !157
  store float %1084, ptr %332, align 4, !dbg !157, !tbaa !45
  %1085 = fmul contract float %1052, %1055, !dbg !156
  %1086 = load float, ptr %333, align 4, !dbg !157, !tbaa !45
  %1087 = fadd contract float %1086, %1085, !dbg !157
  store float %1087, ptr %333, align 4, !dbg !157, !tbaa !45
  %1088 = fmul contract float %1052, %1056, !dbg !156
  %1089 = load float, ptr %334, align 4, !dbg !157, !tbaa !45
  %1090 = fadd contract float %1089, %1088, !dbg !157
  store float %1090, ptr %334, align 4, !dbg !157, !tbaa !45
  %1091 = fmul contract float %1052, %1057, !dbg !156
  %1092 = load float, ptr %335, align 4, !dbg !157, !tbaa !45
  %1093 = fadd contract float %1092, %1091, !dbg !157
  store float %1093, ptr %335, align 4, !dbg !157, !tbaa !45
  %1094 = fmul contract float %1053, %1054, !dbg !156
  %1095 = load float, ptr %336, align 4, !dbg !157, !tbaa !45
  %1096 = fadd contract float %1095, %1094, !dbg !157
  store float %1096, ptr %336, align 4, !dbg !157, !tbaa !45
  %1097 = fmul contract float %1053, %1055, !dbg !156
  %1098 = load float, ptr %337, align 4, !dbg !157, !tbaa !45
  %1099 = fadd contract float %1098, %1097, !dbg !157
  store float %1099, ptr %337, align 4, !dbg !157, !tbaa !45
  %1100 = fmul contract float %1053, %1056, !dbg !156
  %1101 = load float, ptr %338, align 4, !dbg !157, !tbaa !45
  %1102 = fadd contract float %1101, %1100, !dbg !157
  store float %1102, ptr %338, align 4, !dbg !157, !tbaa !45
  %1103 = fmul contract float %1053, %1057, !dbg !156
  %1104 = load float, ptr %339, align 4, !dbg !157, !tbaa !45
  %1105 = fadd contract float %1104, %1103, !dbg !157
  store float %1105, ptr %339, align 4, !dbg !157, !tbaa !45
  %1106 = load float, ptr %341, align 4, !dbg !154, !tbaa !45
  %1107 = load float, ptr %344, align 4, !dbg !154, !tbaa !45
  %1108 = load float, ptr %347, align 4, !dbg !154, !tbaa !45
  %1109 = load float, ptr %350, align 4, !dbg !154, !tbaa !45
  %1110 = load float, ptr %352, align 4, !dbg !155, !tbaa !45
  %1111 = load float, ptr %355, align 4, !dbg !155, !tbaa !45
  %1112 = load float, ptr %358, align 4, !dbg !155, !tbaa !45
  %1113 = load float, ptr %361, align 4, !dbg !155, !tbaa !45
  %1114 = fmul contract float %1106, %1110, !dbg !156
  %1115 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1116 = fadd contract float %1115, %1114, !dbg !157
  store float %1116, ptr %7, align 4, !dbg !157, !tbaa !45
  %1117 = fmul contract float %1106, %1111, !dbg !156
  %1118 = load float, ptr %362, align 4, !dbg !157, !tbaa !45
  %1119 = fadd contract float %1118, %1117, !dbg !157
  store float %1119, ptr %362, align 4, !dbg !157, !tbaa !45
  %1120 = fmul contract float %1106, %1112, !dbg !156
  %1121 = load float, ptr %363, align 4, !dbg !157, !tbaa !45
  %1122 = fadd contract float %1121, %1120, !dbg !157
  store float %1122, ptr %363, align 4, !dbg !157, !tbaa !45
  %1123 = fmul contract float %1106, %1113, !dbg !156
  %1124 = load float, ptr %364, align 4, !dbg !157, !tbaa !45
  %1125 = fadd contract float %1124, %1123, !dbg !157
  store float %1125, ptr %364, align 4, !dbg !157, !tbaa !45
  %1126 = fmul contract float %1107, %1110, !dbg !156
  %1127 = load float, ptr %365, align 4, !dbg !157, !tbaa !45
  %1128 = fadd contract float %1127, %1126, !dbg !157
  store float %1128, ptr %365, align 4, !dbg !157, !tbaa !45
  %1129 = fmul contract float %1107, %1111, !dbg !156
  %1130 = load float, ptr %366, align 4, !dbg !157, !tbaa !45
  %1131 = fadd contract float %1130, %1129, !dbg !157
  store float %1131, ptr %366, align 4, !dbg !157, !tbaa !45
  %1132 = fmul contract float %1107, %1112, !dbg !156
  %1133 = load float, ptr %367, align 4, !dbg !157, !tbaa !45
  %1134 = fadd contract float %1133, %1132, !dbg !157
  store float %1134, ptr %367, align 4, !dbg !157, !tbaa !45
  %1135 = fmul contract float %1107, %1113, !dbg !156
  %1136 = load float, ptr %368, align 4, !dbg !157, !tbaa !45
  %1137 = fadd contract float %1136, %1135, !dbg !157
  store float %1137, ptr %368, align 4, !dbg !157, !tbaa !45
  %1138 = fmul contract float %1108, %1110, !dbg !156
  %1139 = load float, ptr %369, align 4, !dbg !157, !tbaa !45
  %1140 = fadd contract float %1139, %1138, !dbg !157
  store float %1140, ptr %369, align 4, !dbg !157, !tbaa !45
  %1141 = fmul contract float %1108, %1111, !dbg !156
  %1142 = load float, ptr %370, align 4, !dbg !157, !tbaa !45
  %1143 = fadd contract float %1142, %1141, !dbg !157
  store float %1143, ptr %370, align 4, !dbg !157, !tbaa !45
  %1144 = fmul contract float %1108, %1112, !dbg !156
  %1145 = load float, ptr %371, align 4, !dbg !157, !tbaa !45
  %1146 = fadd contract float %1145, %1144, !dbg !157
  store float %1146, ptr %371, align 4, !dbg !157, !tbaa !45
  %1147 = fmul contract float %1108, %1113, !dbg !156
  %1148 = load float, ptr %372, align 4, !dbg !157, !tbaa !45
  %1149 = fadd contract float %1148, %1147, !dbg !157
  store float %1149, ptr %372, align 4, !dbg !157, !tbaa !45
  %1150 = fmul contract float %1109, %1110, !dbg !156
  %1151 = load float, ptr %373, align 4, !dbg !157, !tbaa !45
  %1152 = fadd contract float %1151, %1150, !dbg !157
  store float %1152, ptr %373, align 4, !dbg !157, !tbaa !45
  %1153 = fmul contract float %1109, %1111, !dbg !156
  %1154 = load float, ptr %374, align 4, !dbg !157, !tbaa !45
  %1155 = fadd contract float %1154, %1153, !dbg !157
  store float %1155, ptr %374, align 4, !dbg !157, !tbaa !45
  %1156 = fmul contract float %1109, %1112, !dbg !156
  %1157 = load float, ptr %375, align 4, !dbg !157, !tbaa !45
  %1158 = fadd contract float %1157, %1156, !dbg !157
  store float %1158, ptr %375, align 4, !dbg !157, !tbaa !45
  %1159 = fmul contract float %1109, %1113, !dbg !156
  %1160 = load float, ptr %376, align 4, !dbg !157, !tbaa !45
  %1161 = fadd contract float %1160, %1159, !dbg !157
  store float %1161, ptr %376, align 4, !dbg !157, !tbaa !45
  %1162 = load float, ptr %378, align 4, !dbg !154, !tbaa !45
  %1163 = load float, ptr %381, align 4, !dbg !154, !tbaa !45
  %1164 = load float, ptr %384, align 4, !dbg !154, !tbaa !45
  %1165 = load float, ptr %387, align 4, !dbg !154, !tbaa !45
  %1166 = load float, ptr %389, align 4, !dbg !155, !tbaa !45
  %1167 = load float, ptr %392, align 4, !dbg !155, !tbaa !45
  %1168 = load float, ptr %395, align 4, !dbg !155, !tbaa !45
  %1169 = load float, ptr %398, align 4, !dbg !155, !tbaa !45
  %1170 = fmul contract float %1162, %1166, !dbg !156
  %1171 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1172 = fadd contract float %1171, %1170, !dbg !157
  store float %1172, ptr %7, align 4, !dbg !157, !tbaa !45
  %1173 = fmul contract float %1162, %1167, !dbg !156
  %1174 = load float, ptr %399, align 4, !dbg !157, !tbaa !45
  %1175 = fadd contract float %1174, %1173, !dbg !157
  store float %1175, ptr %399, align 4, !dbg !157, !tbaa !45
  %1176 = fmul contract float %1162, %1168, !dbg !156
  %1177 = load float, ptr %400, align 4, !dbg !157, !tbaa !45
  %1178 = fadd contract float %1177, %1176, !dbg !157
  store float %1178, ptr %400, align 4, !dbg !157, !tbaa !45
  %1179 = fmul contract float %1162, %1169, !dbg !156
  %1180 = load float, ptr %401, align 4, !dbg !157, !tbaa !45
  %1181 = fadd contract float %1180, %1179, !dbg !157
  store float %1181, ptr %401, align 4, !dbg !157, !tbaa !45
  %1182 = fmul contract float %1163, %1166, !dbg !156
  %1183 = load float, ptr %402, align 4, !dbg !157, !tbaa !45
  %1184 = fadd contract float %1183, %1182, !dbg !157
  store float %1184, ptr %402, align 4, !dbg !157, !tbaa !45
  %1185 = fmul contract float %1163, %1167, !dbg !156
  %1186 = load float, ptr %403, align 4, !dbg !157, !tbaa !45
  %1187 = fadd contract float %1186, %1185, !dbg !157
  store float %1187, ptr %403, align 4, !dbg !157, !tbaa !45
  %1188 = fmul contract float %1163, %1168, !dbg !156
  %1189 = load float, ptr %404, align 4, !dbg !157, !tbaa !45
  %1190 = fadd contract float %1189, %1188, !dbg !157
  store float %1190, ptr %404, align 4, !dbg !157, !tbaa !45
  %1191 = fmul contract float %1163, %1169, !dbg !156
  %1192 = load float, ptr %405, align 4, !dbg !157, !tbaa !45
  %1193 = fadd contract float %1192, %1191, !dbg !157
  store float %1193, ptr %405, align 4, !dbg !157, !tbaa !45
  %1194 = fmul contract float %1164, %1166, !dbg !156
  %1195 = load float, ptr %406, align 4, !dbg !157, !tbaa !45
  %1196 = fadd contract float %1195, %1194, !dbg !157
  store float %1196, ptr %406, align 4, !dbg !157, !tbaa !45
  %1197 = fmul contract float %1164, %1167, !dbg !156
  %1198 = load float, ptr %407, align 4, !dbg !157, !tbaa !45
  %1199 = fadd contract float %1198, %1197, !dbg !157
  store float %1199, ptr %407, align 4, !dbg !157, !tbaa !45
  %1200 = fmul contract float %1164, %1168, !dbg !156
  %1201 = load float, ptr %408, align 4, !dbg !157, !tbaa !45
  %1202 = fadd contract float %1201, %1200, !dbg !157
  store float %1202, ptr %408, align 4, !dbg !157, !tbaa !45
  %1203 = fmul contract float %1164, %1169, !dbg !156
  %1204 = load float, ptr %409, align 4, !dbg !157, !tbaa !45
  %1205 = fadd contract float %1204, %1203, !dbg !157
  store float %1205, ptr %409, align 4, !dbg !157, !tbaa !45
  %1206 = fmul contract float %1165, %1166, !dbg !156
  %1207 = load float, ptr %410, align 4, !dbg !157, !tbaa !45
  %1208 = fadd contract float %1207, %1206, !dbg !157
  store float %1208, ptr %410, align 4, !dbg !157, !tbaa !45
  %1209 = fmul contract float %1165, %1167, !dbg !156
  %1210 = load float, ptr %411, align 4, !dbg !157, !tbaa !45
  %1211 = fadd contract float %1210, %1209, !dbg !157
  store float %1211, ptr %411, align 4, !dbg !157, !tbaa !45
  %1212 = fmul contract float %1165, %1168, !dbg !156
  %1213 = load float, ptr %412, align 4, !dbg !157, !tbaa !45
  %1214 = fadd contract float %1213, %1212, !dbg !157
  store float %1214, ptr %412, align 4, !dbg !157, !tbaa !45
  %1215 = fmul contract float %1165, %1169, !dbg !156
  %1216 = load float, ptr %413, align 4, !dbg !157, !tbaa !45
  %1217 = fadd contract float %1216, %1215, !dbg !157
  store float %1217, ptr %413, align 4, !dbg !157, !tbaa !45
  %1218 = load float, ptr %415, align 4, !dbg !154, !tbaa !45
  %1219 = load float, ptr %418, align 4, !dbg !154, !tbaa !45
  %1220 = load float, ptr %421, align 4, !dbg !154, !tbaa !45
  %1221 = load float, ptr %424, align 4, !dbg !154, !tbaa !45
  %1222 = load float, ptr %426, align 4, !dbg !155, !tbaa !45
  %1223 = load float, ptr %429, align 4, !dbg !155, !tbaa !45
  %1224 = load float, ptr %432, align 4, !dbg !155, !tbaa !45
  %1225 = load float, ptr %435, align 4, !dbg !155, !tbaa !45
  %1226 = fmul contract float %1218, %1222, !dbg !156
  %1227 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1228 = fadd contract float %1227, %1226, !dbg !157
  store float %1228, ptr %7, align 4, !dbg !157, !tbaa !45
  %1229 = fmul contract float %1218, %1223, !dbg !156
  %1230 = load float, ptr %436, align 4, !dbg !157, !tbaa !45
  %1231 = fadd contract float %1230, %1229, !dbg !157
  store float %1231, ptr %436, align 4, !dbg !157, !tbaa !45
  %1232 = fmul contract float %1218, %1224, !dbg !156
  %1233 = load float, ptr %437, align 4, !dbg !157, !tbaa !45
  %1234 = fadd contract float %1233, %1232, !dbg !157
  store float %1234, ptr %437, align 4, !dbg !157, !tbaa !45
  %1235 = fmul contract float %1218, %1225, !dbg !156
  %1236 = load float, ptr %438, align 4, !dbg !157, !tbaa !45
  %1237 = fadd contract float %1236, %1235, !dbg !157
  store float %1237, ptr %438, align 4, !dbg !157, !tbaa !45
  %1238 = fmul contract float %1219, %1222, !dbg !156
  %1239 = load float, ptr %439, align 4, !dbg !157, !tbaa !45
  %1240 = fadd contract float %1239, %1238, !dbg !157
  store float %1240, ptr %439, align 4, !dbg !157, !tbaa !45
  %1241 = fmul contract float %1219, %1223, !dbg !156
  %1242 = load float, ptr %440, align 4, !dbg !157, !tbaa !45
  %1243 = fadd contract float %1242, %1241, !dbg !157
  store float %1243, ptr %440, align 4, !dbg !157, !tbaa !45
  %1244 = fmul contract float %1219, %1224, !dbg !156
  %1245 = load float, ptr %441, align 4, !dbg !157, !tbaa !45
  %1246 = fadd contract float %1245, %1244, !dbg !157
  store float %1246, ptr %441, align 4, !dbg !157, !tbaa !45
  %1247 = fmul contract float %1219, %1225, !dbg !156
  %1248 = load float, ptr %442, align 4, !dbg !157, !tbaa !45
  %1249 = fadd contract float %1248, %1247, !dbg !157
  store float %1249, ptr %442, align 4, !dbg !157, !tbaa !45
  %1250 = fmul contract float %1220, %1222, !dbg !156
  %1251 = load float, ptr %443, align 4, !dbg !157, !tbaa !45
  %1252 = fadd contract float %1251, %1250, !dbg !157
  store float %1252, ptr %443, align 4, !dbg !157, !tbaa !45
  %1253 = fmul contract float %1220, %1223, !dbg !156
  %1254 = load float, ptr %444, align 4, !dbg !157, !tbaa !45
  %1255 = fadd contract float %1254, %1253, !dbg !157
  store float %1255, ptr %444, align 4, !dbg !157, !tbaa !45
  %1256 = fmul contract float %1220, %1224, !dbg !156
  %1257 = load float, ptr %445, align 4, !dbg !157, !tbaa !45
  %1258 = fadd contract float %1257, %1256, !dbg !157
  store float %1258, ptr %445, align 4, !dbg !157, !tbaa !45
  %1259 = fmul contract float %1220, %1225, !dbg !156
  %1260 = load float, ptr %446, align 4, !dbg !157, !tbaa !45
  %1261 = fadd contract float %1260, %1259, !dbg !157
  store float %1261, ptr %446, align 4, !dbg !157, !tbaa !45
  %1262 = fmul contract float %1221, %1222, !dbg !156
  %1263 = load float, ptr %447, align 4, !dbg !157, !tbaa !45
  %1264 = fadd contract float %1263, %1262, !dbg !157
  store float %1264, ptr %447, align 4, !dbg !157, !tbaa !45
  %1265 = fmul contract float %1221, %1223, !dbg !156
  %1266 = load float, ptr %448, align 4, !dbg !157, !tbaa !45
  %1267 = fadd contract float %1266, %1265, !dbg !157
  store float %1267, ptr %448, align 4, !dbg !157, !tbaa !45
  %1268 = fmul contract float %1221, %1224, !dbg !156
  %1269 = load float, ptr %449, align 4, !dbg !157, !tbaa !45
  %1270 = fadd contract float %1269, %1268, !dbg !157
  store float %1270, ptr %449, align 4, !dbg !157, !tbaa !45
  %1271 = fmul contract float %1221, %1225, !dbg !156
  %1272 = load float, ptr %450, align 4, !dbg !157, !tbaa !45
  %1273 = fadd contract float %1272, %1271, !dbg !157
  store float %1273, ptr %450, align 4, !dbg !157, !tbaa !45
  %1274 = load float, ptr %452, align 4, !dbg !154, !tbaa !45
  %1275 = load float, ptr %455, align 4, !dbg !154, !tbaa !45
  %1276 = load float, ptr %458, align 4, !dbg !154, !tbaa !45
  %1277 = load float, ptr %461, align 4, !dbg !154, !tbaa !45
  %1278 = load float, ptr %463, align 4, !dbg !155, !tbaa !45
  %1279 = load float, ptr %466, align 4, !dbg !155, !tbaa !45
  %1280 = load float, ptr %469, align 4, !dbg !155, !tbaa !45
  %1281 = load float, ptr %472, align 4, !dbg !155, !tbaa !45
  %1282 = fmul contract float %1274, %1278, !dbg !156
  %1283 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1284 = fadd contract float %1283, %1282, !dbg !157
  store float %1284, ptr %7, align 4, !dbg !157, !tbaa !45
  %1285 = fmul contract float %1274, %1279, !dbg !156
  %1286 = load float, ptr %473, align 4, !dbg !157, !tbaa !45
  %1287 = fadd contract float %1286, %1285, !dbg !157
  store float %1287, ptr %473, align 4, !dbg !157, !tbaa !45
  %1288 = fmul contract float %1274, %1280, !dbg !156
  %1289 = load float, ptr %474, align 4, !dbg !157, !tbaa !45
  %1290 = fadd contract float %1289, %1288, !dbg !157
  store float %1290, ptr %474, align 4, !dbg !157, !tbaa !45
  %1291 = fmul contract float %1274, %1281, !dbg !156
  %1292 = load float, ptr %475, align 4, !dbg !157, !tbaa !45
  %1293 = fadd contract float %1292, %1291, !dbg !157
  store float %1293, ptr %475, align 4, !dbg !157, !tbaa !45
  %1294 = fmul contract float %1275, %1278, !dbg !156
  %1295 = load float, ptr %476, align 4, !dbg !157, !tbaa !45
  %1296 = fadd contract float %1295, %1294, !dbg !157
  store float %1296, ptr %476, align 4, !dbg !157, !tbaa !45
  %1297 = fmul contract float %1275, %1279, !dbg !156
  %1298 = load float, ptr %477, align 4, !dbg !157, !tbaa !45
  %1299 = fadd contract float %1298, %1297, !dbg !157
  store float %1299, ptr %477, align 4, !dbg !157, !tbaa !45
  %1300 = fmul contract float %1275, %1280, !dbg !156
  %1301 = load float, ptr %478, align 4, !dbg !157, !tbaa !45
  %1302 = fadd contract float %1301, %1300, !dbg !157
  store float %1302, ptr %478, align 4, !dbg !157, !tbaa !45
  %1303 = fmul contract float %1275, %1281, !dbg !156
  %1304 = load float, ptr %479, align 4, !dbg !157, !tbaa !45
  %1305 = fadd contract float %1304, %1303, !dbg !157
  store float %1305, ptr %479, align 4, !dbg !157, !tbaa !45
  %1306 = fmul contract float %1276, %1278, !dbg !156
  %1307 = load float, ptr %480, align 4, !dbg !157, !tbaa !45
  %1308 = fadd contract float %1307, %1306, !dbg !157
  store float %1308, ptr %480, align 4, !dbg !157, !tbaa !45
  %1309 = fmul contract float %1276, %1279, !dbg !156
  %1310 = load float, ptr %481, align 4, !dbg !157, !tbaa !45
  %1311 = fadd contract float %1310, %1309, !dbg !157
  store float %1311, ptr %481, align 4, !dbg !157, !tbaa !45
  %1312 = fmul contract float %1276, %1280, !dbg !156
  %1313 = load float, ptr %482, align 4, !dbg !157, !tbaa !45
  %1314 = fadd contract float %1313, %1312, !dbg !157
  store float %1314, ptr %482, align 4, !dbg !157, !tbaa !45
  %1315 = fmul contract float %1276, %1281, !dbg !156
  %1316 = load float, ptr %483, align 4, !dbg !157, !tbaa !45
  %1317 = fadd contract float %1316, %1315, !dbg !157
  store float %1317, ptr %483, align 4, !dbg !157, !tbaa !45
  %1318 = fmul contract float %1277, %1278, !dbg !156
  %1319 = load float, ptr %484, align 4, !dbg !157, !tbaa !45
  %1320 = fadd contract float %1319, %1318, !dbg !157
  store float %1320, ptr %484, align 4, !dbg !157, !tbaa !45
  %1321 = fmul contract float %1277, %1279, !dbg !156
  %1322 = load float, ptr %485, align 4, !dbg !157, !tbaa !45
  %1323 = fadd contract float %1322, %1321, !dbg !157
  store float %1323, ptr %485, align 4, !dbg !157, !tbaa !45
  %1324 = fmul contract float %1277, %1280, !dbg !156
  %1325 = load float, ptr %486, align 4, !dbg !157, !tbaa !45
  %1326 = fadd contract float %1325, %1324, !dbg !157
  store float %1326, ptr %486, align 4, !dbg !157, !tbaa !45
  %1327 = fmul contract float %1277, %1281, !dbg !156
  %1328 = load float, ptr %487, align 4, !dbg !157, !tbaa !45
  %1329 = fadd contract float %1328, %1327, !dbg !157
  store float %1329, ptr %487, align 4, !dbg !157, !tbaa !45
  %1330 = load float, ptr %489, align 4, !dbg !154, !tbaa !45
  %1331 = load float, ptr %492, align 4, !dbg !154, !tbaa !45
  %1332 = load float, ptr %495, align 4, !dbg !154, !tbaa !45
  %1333 = load float, ptr %498, align 4, !dbg !154, !tbaa !45
  %1334 = load float, ptr %500, align 4, !dbg !155, !tbaa !45
  %1335 = load float, ptr %503, align 4, !dbg !155, !tbaa !45
  %1336 = load float, ptr %506, align 4, !dbg !155, !tbaa !45
  %1337 = load float, ptr %509, align 4, !dbg !155, !tbaa !45
  %1338 = fmul contract float %1330, %1334, !dbg !156
  %1339 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1340 = fadd contract float %1339, %1338, !dbg !157
  store float %1340, ptr %7, align 4, !dbg !157, !tbaa !45
  %1341 = fmul contract float %1330, %1335, !dbg !156
  %1342 = load float, ptr %510, align 4, !dbg !157, !tbaa !45
  %1343 = fadd contract float %1342, %1341, !dbg !157
  store float %1343, ptr %510, align 4, !dbg !157, !tbaa !45
  %1344 = fmul contract float %1330, %1336, !dbg !156
  %1345 = load float, ptr %511, align 4, !dbg !157, !tbaa !45
  %1346 = fadd contract float %1345, %1344, !dbg !157
  store float %1346, ptr %511, align 4, !dbg !157, !tbaa !45
  %1347 = fmul contract float %1330, %1337, !dbg !156
  %1348 = load float, ptr %512, align 4, !dbg !157, !tbaa !45
  %1349 = fadd contract float %1348, %1347, !dbg !157
  store float %1349, ptr %512, align 4, !dbg !157, !tbaa !45
  %1350 = fmul contract float %1331, %1334, !dbg !156
  %1351 = load float, ptr %513, align 4, !dbg !157, !tbaa !45
  %1352 = fadd contract float %1351, %1350, !dbg !157
  store float %1352, ptr %513, align 4, !dbg !157, !tbaa !45
  %1353 = fmul contract float %1331, %1335, !dbg !156
  %1354 = load float, ptr %514, align 4, !dbg !157, !tbaa !45
  %1355 = fadd contract float %1354, %1353, !dbg !157
  store float %1355, ptr %514, align 4, !dbg !157, !tbaa !45
  %1356 = fmul contract float %1331, %1336, !dbg !156
  %1357 = load float, ptr %515, align 4, !dbg !157, !tbaa !45
  %1358 = fadd contract float %1357, %1356, !dbg !157
  store float %1358, ptr %515, align 4, !dbg !157, !tbaa !45
  %1359 = fmul contract float %1331, %1337, !dbg !156
  %1360 = load float, ptr %516, align 4, !dbg !157, !tbaa !45
  %1361 = fadd contract float %1360, %1359, !dbg !157
  store float %1361, ptr %516, align 4, !dbg !157, !tbaa !45
  %1362 = fmul contract float %1332, %1334, !dbg !156
  %1363 = load float, ptr %517, align 4, !dbg !157, !tbaa !45
  %1364 = fadd contract float %1363, %1362, !dbg !157
  store float %1364, ptr %517, align 4, !dbg !157, !tbaa !45
  %1365 = fmul contract float %1332, %1335, !dbg !156
  %1366 = load float, ptr %518, align 4, !dbg !157, !tbaa !45
  %1367 = fadd contract float %1366, %1365, !dbg !157
  store float %1367, ptr %518, align 4, !dbg !157, !tbaa !45
  %1368 = fmul contract float %1332, %1336, !dbg !156
  %1369 = load float, ptr %519, align 4, !dbg !157, !tbaa !45
  %1370 = fadd contract float %1369, %1368, !dbg !157
  store float %1370, ptr %519, align 4, !dbg !157, !tbaa !45
  %1371 = fmul contract float %1332, %1337, !dbg !156
  %1372 = load float, ptr %520, align 4, !dbg !157, !tbaa !45
  %1373 = fadd contract float %1372, %1371, !dbg !157
  store float %1373, ptr %520, align 4, !dbg !157, !tbaa !45
  %1374 = fmul contract float %1333, %1334, !dbg !156
  %1375 = load float, ptr %521, align 4, !dbg !157, !tbaa !45
  %1376 = fadd contract float %1375, %1374, !dbg !157
  store float %1376, ptr %521, align 4, !dbg !157, !tbaa !45
  %1377 = fmul contract float %1333, %1335, !dbg !156
  %1378 = load float, ptr %522, align 4, !dbg !157, !tbaa !45
  %1379 = fadd contract float %1378, %1377, !dbg !157
  store float %1379, ptr %522, align 4, !dbg !157, !tbaa !45
  %1380 = fmul contract float %1333, %1336, !dbg !156
  %1381 = load float, ptr %523, align 4, !dbg !157, !tbaa !45
  %1382 = fadd contract float %1381, %1380, !dbg !157
  store float %1382, ptr %523, align 4, !dbg !157, !tbaa !45
  %1383 = fmul contract float %1333, %1337, !dbg !156
  %1384 = load float, ptr %524, align 4, !dbg !157, !tbaa !45
  %1385 = fadd contract float %1384, %1383, !dbg !157
  store float %1385, ptr %524, align 4, !dbg !157, !tbaa !45
  %1386 = load float, ptr %526, align 4, !dbg !154, !tbaa !45
  %1387 = load float, ptr %529, align 4, !dbg !154, !tbaa !45
  %1388 = load float, ptr %532, align 4, !dbg !154, !tbaa !45
  %1389 = load float, ptr %535, align 4, !dbg !154, !tbaa !45
  %1390 = load float, ptr %537, align 4, !dbg !155, !tbaa !45
  %1391 = load float, ptr %540, align 4, !dbg !155, !tbaa !45
  %1392 = load float, ptr %543, align 4, !dbg !155, !tbaa !45
  %1393 = load float, ptr %546, align 4, !dbg !155, !tbaa !45
  %1394 = fmul contract float %1386, %1390, !dbg !156
  %1395 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1396 = fadd contract float %1395, %1394, !dbg !157
  store float %1396, ptr %7, align 4, !dbg !157, !tbaa !45
  %1397 = fmul contract float %1386, %1391, !dbg !156
  %1398 = load float, ptr %547, align 4, !dbg !157, !tbaa !45
  %1399 = fadd contract float %1398, %1397, !dbg !157
  store float %1399, ptr %547, align 4, !dbg !157, !tbaa !45
  %1400 = fmul contract float %1386, %1392, !dbg !156
  %1401 = load float, ptr %548, align 4, !dbg !157, !tbaa !45
  %1402 = fadd contract float %1401, %1400, !dbg !157
  store float %1402, ptr %548, align 4, !dbg !157, !tbaa !45
  %1403 = fmul contract float %1386, %1393, !dbg !156
  %1404 = load float, ptr %549, align 4, !dbg !157, !tbaa !45
  %1405 = fadd contract float %1404, %1403, !dbg !157
  store float %1405, ptr %549, align 4, !dbg !157, !tbaa !45
  %1406 = fmul contract float %1387, %1390, !dbg !156
  %1407 = load float, ptr %550, align 4, !dbg !157, !tbaa !45
  %1408 = fadd contract float %1407, %1406, !dbg !157
  store float %1408, ptr %550, align 4, !dbg !157, !tbaa !45
  %1409 = fmul contract float %1387, %1391, !dbg !156
  %1410 = load float, ptr %551, align 4, !dbg !157, !tbaa !45
  %1411 = fadd contract float %1410, %1409, !dbg !157
  store float %1411, ptr %551, align 4, !dbg !157, !tbaa !45
  %1412 = fmul contract float %1387, %1392, !dbg !156
  %1413 = load float, ptr %552, align 4, !dbg !157, !tbaa !45
  %1414 = fadd contract float %1413, %1412, !dbg !157
  store float %1414, ptr %552, align 4, !dbg !157, !tbaa !45
  %1415 = fmul contract float %1387, %1393, !dbg !156
  %1416 = load float, ptr %553, align 4, !dbg !157, !tbaa !45
  %1417 = fadd contract float %1416, %1415, !dbg !157
  store float %1417, ptr %553, align 4, !dbg !157, !tbaa !45
  %1418 = fmul contract float %1388, %1390, !dbg !156
  %1419 = load float, ptr %554, align 4, !dbg !157, !tbaa !45
  %1420 = fadd contract float %1419, %1418, !dbg !157
  store float %1420, ptr %554, align 4, !dbg !157, !tbaa !45
  %1421 = fmul contract float %1388, %1391, !dbg !156
  %1422 = load float, ptr %555, align 4, !dbg !157, !tbaa !45
  %1423 = fadd contract float %1422, %1421, !dbg !157
  store float %1423, ptr %555, align 4, !dbg !157, !tbaa !45
  %1424 = fmul contract float %1388, %1392, !dbg !156
  %1425 = load float, ptr %556, align 4, !dbg !157, !tbaa !45
  %1426 = fadd contract float %1425, %1424, !dbg !157
  store float %1426, ptr %556, align 4, !dbg !157, !tbaa !45
  %1427 = fmul contract float %1388, %1393, !dbg !156
  %1428 = load float, ptr %557, align 4, !dbg !157, !tbaa !45
  %1429 = fadd contract float %1428, %1427, !dbg !157
  store float %1429, ptr %557, align 4, !dbg !157, !tbaa !45
  %1430 = fmul contract float %1389, %1390, !dbg !156
  %1431 = load float, ptr %558, align 4, !dbg !157, !tbaa !45
  %1432 = fadd contract float %1431, %1430, !dbg !157
  store float %1432, ptr %558, align 4, !dbg !157, !tbaa !45
  %1433 = fmul contract float %1389, %1391, !dbg !156
  %1434 = load float, ptr %559, align 4, !dbg !157, !tbaa !45
  %1435 = fadd contract float %1434, %1433, !dbg !157
  store float %1435, ptr %559, align 4, !dbg !157, !tbaa !45
  %1436 = fmul contract float %1389, %1392, !dbg !156
  %1437 = load float, ptr %560, align 4, !dbg !157, !tbaa !45
  %1438 = fadd contract float %1437, %1436, !dbg !157
  store float %1438, ptr %560, align 4, !dbg !157, !tbaa !45
  %1439 = fmul contract float %1389, %1393, !dbg !156
  %1440 = load float, ptr %561, align 4, !dbg !157, !tbaa !45
  %1441 = fadd contract float %1440, %1439, !dbg !157
  store float %1441, ptr %561, align 4, !dbg !157, !tbaa !45
  %1442 = load float, ptr %563, align 4, !dbg !154, !tbaa !45
  %1443 = load float, ptr %566, align 4, !dbg !154, !tbaa !45
  %1444 = load float, ptr %569, align 4, !dbg !154, !tbaa !45
  %1445 = load float, ptr %572, align 4, !dbg !154, !tbaa !45
  %1446 = load float, ptr %574, align 4, !dbg !155, !tbaa !45
  %1447 = load float, ptr %577, align 4, !dbg !155, !tbaa !45
  %1448 = load float, ptr %580, align 4, !dbg !155, !tbaa !45
  %1449 = load float, ptr %583, align 4, !dbg !155, !tbaa !45
  %1450 = fmul contract float %1442, %1446, !dbg !156
  %1451 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1452 = fadd contract float %1451, %1450, !dbg !157
  store float %1452, ptr %7, align 4, !dbg !157, !tbaa !45
  %1453 = fmul contract float %1442, %1447, !dbg !156
  %1454 = load float, ptr %584, align 4, !dbg !157, !tbaa !45
  %1455 = fadd contract float %1454, %1453, !dbg !157
  store float %1455, ptr %584, align 4, !dbg !157, !tbaa !45
  %1456 = fmul contract float %1442, %1448, !dbg !156
  %1457 = load float, ptr %585, align 4, !dbg !157, !tbaa !45
  %1458 = fadd contract float %1457, %1456, !dbg !157
  store float %1458, ptr %585, align 4, !dbg !157, !tbaa !45
  %1459 = fmul contract float %1442, %1449, !dbg !156
  %1460 = load float, ptr %586, align 4, !dbg !157, !tbaa !45
  %1461 = fadd contract float %1460, %1459, !dbg !157
  store float %1461, ptr %586, align 4, !dbg !157, !tbaa !45
  %1462 = fmul contract float %1443, %1446, !dbg !156
  %1463 = load float, ptr %587, align 4, !dbg !157, !tbaa !45
  %1464 = fadd contract float %1463, %1462, !dbg !157
  store float %1464, ptr %587, align 4, !dbg !157, !tbaa !45
  %1465 = fmul contract float %1443, %1447, !dbg !156
  %1466 = load float, ptr %588, align 4, !dbg !157, !tbaa !45
  %1467 = fadd contract float %1466, %1465, !dbg !157
  store float %1467, ptr %588, align 4, !dbg !157, !tbaa !45
  %1468 = fmul contract float %1443, %1448, !dbg !156
  %1469 = load float, ptr %589, align 4, !dbg !157, !tbaa !45
  %1470 = fadd contract float %1469, %1468, !dbg !157
  store float %1470, ptr %589, align 4, !dbg !157, !tbaa !45
  %1471 = fmul contract float %1443, %1449, !dbg !156
  %1472 = load float, ptr %590, align 4, !dbg !157, !tbaa !45
  %1473 = fadd contract float %1472, %1471, !dbg !157
  store float %1473, ptr %590, align 4, !dbg !157, !tbaa !45
  %1474 = fmul contract float %1444, %1446, !dbg !156
  %1475 = load float, ptr %591, align 4, !dbg !157, !tbaa !45
  %1476 = fadd contract float %1475, %1474, !dbg !157
  store float %1476, ptr %591, align 4, !dbg !157, !tbaa !45
  %1477 = fmul contract float %1444, %1447, !dbg !156
  %1478 = load float, ptr %592, align 4, !dbg !157, !tbaa !45
  %1479 = fadd contract float %1478, %1477, !dbg !157
  store float %1479, ptr %592, align 4, !dbg !157, !tbaa !45
  %1480 = fmul contract float %1444, %1448, !dbg !156
  %1481 = load float, ptr %593, align 4, !dbg !157, !tbaa !45
  %1482 = fadd contract float %1481, %1480, !dbg !157
  store float %1482, ptr %593, align 4, !dbg !157, !tbaa !45
  %1483 = fmul contract float %1444, %1449, !dbg !156
  %1484 = load float, ptr %594, align 4, !dbg !157, !tbaa !45
  %1485 = fadd contract float %1484, %1483, !dbg !157
  store float %1485, ptr %594, align 4, !dbg !157, !tbaa !45
  %1486 = fmul contract float %1445, %1446, !dbg !156
  %1487 = load float, ptr %595, align 4, !dbg !157, !tbaa !45
  %1488 = fadd contract float %1487, %1486, !dbg !157
  store float %1488, ptr %595, align 4, !dbg !157, !tbaa !45
  %1489 = fmul contract float %1445, %1447, !dbg !156
  %1490 = load float, ptr %596, align 4, !dbg !157, !tbaa !45
  %1491 = fadd contract float %1490, %1489, !dbg !157
  store float %1491, ptr %596, align 4, !dbg !157, !tbaa !45
  %1492 = fmul contract float %1445, %1448, !dbg !156
  %1493 = load float, ptr %597, align 4, !dbg !157, !tbaa !45
  %1494 = fadd contract float %1493, %1492, !dbg !157
  store float %1494, ptr %597, align 4, !dbg !157, !tbaa !45
  %1495 = fmul contract float %1445, %1449, !dbg !156
  %1496 = load float, ptr %598, align 4, !dbg !157, !tbaa !45
  %1497 = fadd contract float %1496, %1495, !dbg !157
  store float %1497, ptr %598, align 4, !dbg !157, !tbaa !45
  %1498 = load float, ptr %600, align 4, !dbg !154, !tbaa !45
  %1499 = load float, ptr %603, align 4, !dbg !154, !tbaa !45
  %1500 = load float, ptr %606, align 4, !dbg !154, !tbaa !45
  %1501 = load float, ptr %609, align 4, !dbg !154, !tbaa !45
  %1502 = load float, ptr %611, align 4, !dbg !155, !tbaa !45
  %1503 = load float, ptr %614, align 4, !dbg !155, !tbaa !45
  %1504 = load float, ptr %617, align 4, !dbg !155, !tbaa !45
  %1505 = load float, ptr %620, align 4, !dbg !155, !tbaa !45
  %1506 = fmul contract float %1498, %1502, !dbg !156
  %1507 = load float, ptr %7, align 4, !dbg !157, !tbaa !45
  %1508 = fadd contract float %1507, %1506, !dbg !157
  store float %1508, ptr %7, align 4, !dbg !157, !tbaa !45
  %1509 = fmul contract float %1498, %1503, !dbg !156
  %1510 = load float, ptr %621, align 4, !dbg !157, !tbaa !45
  %1511 = fadd contract float %1510, %1509, !dbg !157
  store float %1511, ptr %621, align 4, !dbg !157, !tbaa !45
  %1512 = fmul contract float %1498, %1504, !dbg !156
  %1513 = load float, ptr %622, align 4, !dbg !157, !tbaa !45
  %1514 = fadd contract float %1513, %1512, !dbg !157
  store float %1514, ptr %622, align 4, !dbg !157, !tbaa !45
  %1515 = fmul contract float %1498, %1505, !dbg !156
  %1516 = load float, ptr %623, align 4, !dbg !157, !tbaa !45
  %1517 = fadd contract float %1516, %1515, !dbg !157
  store float %1517, ptr %623, align 4, !dbg !157, !tbaa !45
  %1518 = fmul contract float %1499, %1502, !dbg !156
  %1519 = load float, ptr %624, align 4, !dbg !157, !tbaa !45
  %1520 = fadd contract float %1519, %1518, !dbg !157
  store float %1520, ptr %624, align 4, !dbg !157, !tbaa !45
  %1521 = fmul contract float %1499, %1503, !dbg !156
  %1522 = load float, ptr %625, align 4, !dbg !157, !tbaa !45
  %1523 = fadd contract float %1522, %1521, !dbg !157
  store float %1523, ptr %625, align 4, !dbg !157, !tbaa !45
  %1524 = fmul contract float %1499, %1504, !dbg !156
  %1525 = load float, ptr %626, align 4, !dbg !157, !tbaa !45
  %1526 = fadd contract float %1525, %1524, !dbg !157
  store float %1526, ptr %626, align 4, !dbg !157, !tbaa !45
  %1527 = fmul contract float %1499, %1505, !dbg !156
  %1528 = load float, ptr %627, align 4, !dbg !157, !tbaa !45
  %1529 = fadd contract float %1528, %1527, !dbg !157
  store float %1529, ptr %627, align 4, !dbg !157, !tbaa !45
  %1530 = fmul contract float %1500, %1502, !dbg !156
  %1531 = load float, ptr %628, align 4, !dbg !157, !tbaa !45
  %1532 = fadd contract float %1531, %1530, !dbg !157
  store float %1532, ptr %628, align 4, !dbg !157, !tbaa !45
  %1533 = fmul contract float %1500, %1503, !dbg !156
  %1534 = load float, ptr %629, align 4, !dbg !157, !tbaa !45
  %1535 = fadd contract float %1534, %1533, !dbg !157
  store float %1535, ptr %629, align 4, !dbg !157, !tbaa !45
  %1536 = fmul contract float %1500, %1504, !dbg !156
  %1537 = load float, ptr %630, align 4, !dbg !157, !tbaa !45
  %1538 = fadd contract float %1537, %1536, !dbg !157
  store float %1538, ptr %630, align 4, !dbg !157, !tbaa !45
  %1539 = fmul contract float %1500, %1505, !dbg !156
  %1540 = load float, ptr %631, align 4, !dbg !157, !tbaa !45
  %1541 = fadd contract float %1540, %1539, !dbg !157
  store float %1541, ptr %631, align 4, !dbg !157, !tbaa !45
  %1542 = fmul contract float %1501, %1502, !dbg !156
  %1543 = load float, ptr %632, align 4, !dbg !157, !tbaa !45
  %1544 = fadd contract float %1543, %1542, !dbg !157
  store float %1544, ptr %632, align 4, !dbg !157, !tbaa !45
  %1545 = fmul contract float %1501, %1503, !dbg !156
  %1546 = load float, ptr %633, align 4, !dbg !157, !tbaa !45
  %1547 = fadd contract float %1546, %1545, !dbg !157
  store float %1547, ptr %633, align 4, !dbg !157, !tbaa !45
  %1548 = fmul contract float %1501, %1504, !dbg !156
  %1549 = load float, ptr %634, align 4, !dbg !157, !tbaa !45
  %1550 = fadd contract float %1549, %1548, !dbg !157
  store float %1550, ptr %634, align 4, !dbg !157, !tbaa !45
  %1551 = fmul contract float %1501, %1505, !dbg !156
  %1552 = load float, ptr %635, align 4, !dbg !157, !tbaa !45
  %1553 = fadd contract float %1552, %1551, !dbg !157
  store float %1553, ptr %635, align 4, !dbg !157, !tbaa !45
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !158
  %1554 = add nuw nsw i32 %642, 16, !dbg !159
  %1555 = icmp slt i32 %1554, %5, !dbg !135
  br i1 %1555, label %641, label %636, !dbg !136, !llvm.loop !160

1556:
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #6, !dbg !162
  ret void, !dbg !162

1557:
  %1558 = phi i32 [ 0, %636 ], [ %1576, %1557 ]
  %1559 = zext nneg i32 %1558 to i64, !dbg !163
  %1560 = getelementptr inbounds nuw [4 x float], ptr %7, i64 %1559, !dbg !163
  %1561 = load float, ptr %1560, align 4, !dbg !163, !tbaa !45
  %1562 = getelementptr inbounds nuw i8, ptr %1560, i64 4, !dbg !164
  %1563 = load float, ptr %1562, align 4, !dbg !164, !tbaa !45
  %1564 = getelementptr inbounds nuw i8, ptr %1560, i64 8, !dbg !165
  %1565 = load float, ptr %1564, align 4, !dbg !165, !tbaa !45
  %1566 = getelementptr inbounds nuw i8, ptr %1560, i64 12, !dbg !166
  %1567 = load float, ptr %1566, align 4, !dbg !166, !tbaa !45
  %1568 = add nuw nsw i32 %1558, %638, !dbg !167
  %1569 = mul i32 %1568, %4, !dbg !168
  %1570 = add i32 %640, %1569, !dbg !169
  %1571 = zext i32 %1570 to i64, !dbg !170
  %1572 = getelementptr inbounds nuw float, ptr %2, i64 %1571, !dbg !170
  store float %1561, ptr %1572, align 16, !dbg !171, !tbaa !45
  %1573 = getelementptr inbounds nuw i8, ptr %1572, i64 4, !dbg !171
  store float %1563, ptr %1573, align 4, !dbg !171, !tbaa !45
  %1574 = getelementptr inbounds nuw i8, ptr %1572, i64 8, !dbg !171
  store float %1565, ptr %1574, align 8, !dbg !171, !tbaa !45
  %1575 = getelementptr inbounds nuw i8, ptr %1572, i64 12, !dbg !171
  store float %1567, ptr %1575, align 4, !dbg !171, !tbaa !45
  %1576 = add nuw nsw i32 %1558, 1, !dbg !172
  %1577 = icmp eq i32 %1576, 4, !dbg !173
  br i1 %1577, label %1556, label %1557, !dbg !139, !llvm.loop !174
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #5

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #5

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!llvm.errno.tbaa = !{!10}
!nvvmir.version = !{!14}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "matmul_tiled.cu", directory: ".")
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C++ TBAA"}
!14 = !{i32 2, i32 0}
!15 = distinct !DISubprogram(name: "matmul_f32", scope: !7, file: !7, line: 22, type: !16, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!16 = !DISubroutineType(types: !17)
!17 = !{}
!18 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !21)
!19 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 53, type: !16, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!20 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!21 = distinct !DILocation(line: 8, column: 12, scope: !22, inlinedAt: !23)
!22 = distinct !DISubprogram(name: "tile_product<float>", scope: !7, file: !7, line: 7, type: !16, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!23 = distinct !DILocation(line: 24, column: 3, scope: !15)
!24 = !DILocation(line: 54, column: 27, scope: !25, inlinedAt: !26)
!25 = distinct !DISubprogram(name: "__fetch_builtin_y", scope: !20, file: !20, line: 54, type: !16, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!26 = distinct !DILocation(line: 8, column: 30, scope: !22, inlinedAt: !23)
!27 = !DILocation(line: 67, column: 27, scope: !28, inlinedAt: !29)
!28 = distinct !DISubprogram(name: "__fetch_builtin_y", scope: !20, file: !20, line: 67, type: !16, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!29 = distinct !DILocation(line: 9, column: 13, scope: !22, inlinedAt: !23)
!30 = !DILocation(line: 9, column: 24, scope: !22, inlinedAt: !23)
!31 = !DILocation(line: 9, column: 29, scope: !22, inlinedAt: !23)
!32 = !DILocation(line: 66, column: 27, scope: !33, inlinedAt: !34)
!33 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 66, type: !16, scopeLine: 66, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!34 = distinct !DILocation(line: 9, column: 41, scope: !22, inlinedAt: !23)
!35 = !DILocation(line: 9, column: 52, scope: !22, inlinedAt: !23)
!36 = !DILocation(line: 9, column: 57, scope: !22, inlinedAt: !23)
!37 = !DILocation(line: 11, column: 21, scope: !22, inlinedAt: !23)
!38 = !DILocation(line: 11, column: 3, scope: !22, inlinedAt: !23)
!39 = !DILocation(line: 10, column: 5, scope: !22, inlinedAt: !23)
!40 = !DILocation(line: 19, column: 11, scope: !22, inlinedAt: !23)
!41 = !DILocation(line: 19, column: 15, scope: !22, inlinedAt: !23)
!42 = !DILocation(line: 12, column: 26, scope: !22, inlinedAt: !23)
!43 = !DILocation(line: 12, column: 56, scope: !22, inlinedAt: !23)
!44 = !DILocation(line: 12, column: 42, scope: !22, inlinedAt: !23)
!45 = !{!46, !46, i64 0}
!46 = !{!"float", !12, i64 0}
!47 = !DILocation(line: 12, column: 18, scope: !22, inlinedAt: !23)
!48 = !DILocation(line: 12, column: 16, scope: !22, inlinedAt: !23)
!49 = !DILocation(line: 13, column: 26, scope: !22, inlinedAt: !23)
!50 = !DILocation(line: 13, column: 31, scope: !22, inlinedAt: !23)
!51 = !DILocation(line: 13, column: 36, scope: !22, inlinedAt: !23)
!52 = !DILocation(line: 13, column: 18, scope: !22, inlinedAt: !23)
!53 = !DILocation(line: 13, column: 53, scope: !22, inlinedAt: !23)
!54 = !DILocation(line: 13, column: 57, scope: !22, inlinedAt: !23)
!55 = !DILocation(line: 13, column: 42, scope: !22, inlinedAt: !23)
!56 = !DILocation(line: 13, column: 16, scope: !22, inlinedAt: !23)
!57 = !DILocation(line: 14, column: 5, scope: !22, inlinedAt: !23)
!58 = !DILocation(line: 16, column: 41, scope: !22, inlinedAt: !23)
!59 = !DILocation(line: 16, column: 53, scope: !22, inlinedAt: !23)
!60 = !DILocation(line: 16, column: 51, scope: !22, inlinedAt: !23)
!61 = !DILocation(line: 16, column: 38, scope: !22, inlinedAt: !23)
!62 = !DILocation(line: 17, column: 5, scope: !22, inlinedAt: !23)
!63 = !DILocation(line: 11, column: 28, scope: !22, inlinedAt: !23)
!64 = distinct !{!64, !38, !65, !66, !67}
!65 = !DILocation(line: 18, column: 3, scope: !22, inlinedAt: !23)
!66 = !{!"llvm.loop.mustprogress"}
!67 = !{!"llvm.loop.unroll.disable"}
!68 = !DILocation(line: 19, column: 33, scope: !22, inlinedAt: !23)
!69 = !DILocation(line: 19, column: 37, scope: !22, inlinedAt: !23)
!70 = !DILocation(line: 19, column: 27, scope: !22, inlinedAt: !23)
!71 = !DILocation(line: 19, column: 44, scope: !22, inlinedAt: !23)
!72 = !DILocation(line: 25, column: 1, scope: !15)
!73 = distinct !DISubprogram(name: "matmul_f64", scope: !7, file: !7, line: 27, type: !16, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!74 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !75)
!75 = distinct !DILocation(line: 8, column: 12, scope: !76, inlinedAt: !77)
!76 = distinct !DISubprogram(name: "tile_product<double>", scope: !7, file: !7, line: 7, type: !16, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!77 = distinct !DILocation(line: 29, column: 3, scope: !73)
!78 = !DILocation(line: 54, column: 27, scope: !25, inlinedAt: !79)
!79 = distinct !DILocation(line: 8, column: 30, scope: !76, inlinedAt: !77)
!80 = !DILocation(line: 67, column: 27, scope: !28, inlinedAt: !81)
!81 = distinct !DILocation(line: 9, column: 13, scope: !76, inlinedAt: !77)
!82 = !DILocation(line: 9, column: 24, scope: !76, inlinedAt: !77)
!83 = !DILocation(line: 9, column: 29, scope: !76, inlinedAt: !77)
!84 = !DILocation(line: 66, column: 27, scope: !33, inlinedAt: !85)
!85 = distinct !DILocation(line: 9, column: 41, scope: !76, inlinedAt: !77)
!86 = !DILocation(line: 9, column: 52, scope: !76, inlinedAt: !77)
!87 = !DILocation(line: 9, column: 57, scope: !76, inlinedAt: !77)
!88 = !DILocation(line: 11, column: 21, scope: !76, inlinedAt: !77)
!89 = !DILocation(line: 11, column: 3, scope: !76, inlinedAt: !77)
!90 = !DILocation(line: 10, column: 5, scope: !76, inlinedAt: !77)
!91 = !DILocation(line: 19, column: 11, scope: !76, inlinedAt: !77)
!92 = !DILocation(line: 19, column: 15, scope: !76, inlinedAt: !77)
!93 = !DILocation(line: 12, column: 26, scope: !76, inlinedAt: !77)
!94 = !DILocation(line: 12, column: 56, scope: !76, inlinedAt: !77)
!95 = !DILocation(line: 12, column: 42, scope: !76, inlinedAt: !77)
!96 = !{!97, !97, i64 0}
!97 = !{!"double", !12, i64 0}
!98 = !DILocation(line: 12, column: 18, scope: !76, inlinedAt: !77)
!99 = !DILocation(line: 12, column: 16, scope: !76, inlinedAt: !77)
!100 = !DILocation(line: 13, column: 26, scope: !76, inlinedAt: !77)
!101 = !DILocation(line: 13, column: 31, scope: !76, inlinedAt: !77)
!102 = !DILocation(line: 13, column: 36, scope: !76, inlinedAt: !77)
!103 = !DILocation(line: 13, column: 18, scope: !76, inlinedAt: !77)
!104 = !DILocation(line: 13, column: 53, scope: !76, inlinedAt: !77)
!105 = !DILocation(line: 13, column: 57, scope: !76, inlinedAt: !77)
!106 = !DILocation(line: 13, column: 42, scope: !76, inlinedAt: !77)
!107 = !DILocation(line: 13, column: 16, scope: !76, inlinedAt: !77)
!108 = !DILocation(line: 14, column: 5, scope: !76, inlinedAt: !77)
!109 = !DILocation(line: 16, column: 41, scope: !76, inlinedAt: !77)
!110 = !DILocation(line: 16, column: 53, scope: !76, inlinedAt: !77)
!111 = !DILocation(line: 16, column: 51, scope: !76, inlinedAt: !77)
!112 = !DILocation(line: 16, column: 38, scope: !76, inlinedAt: !77)
!113 = !DILocation(line: 17, column: 5, scope: !76, inlinedAt: !77)
!114 = !DILocation(line: 11, column: 28, scope: !76, inlinedAt: !77)
!115 = distinct !{!115, !89, !116, !66, !67}
!116 = !DILocation(line: 18, column: 3, scope: !76, inlinedAt: !77)
!117 = !DILocation(line: 19, column: 33, scope: !76, inlinedAt: !77)
!118 = !DILocation(line: 19, column: 37, scope: !76, inlinedAt: !77)
!119 = !DILocation(line: 19, column: 27, scope: !76, inlinedAt: !77)
!120 = !DILocation(line: 19, column: 44, scope: !76, inlinedAt: !77)
!121 = !DILocation(line: 30, column: 1, scope: !73)
!122 = distinct !DISubprogram(name: "matmul_reg", scope: !7, file: !7, line: 32, type: !16, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!123 = !DILocation(line: 54, column: 27, scope: !25, inlinedAt: !124)
!124 = distinct !DILocation(line: 35, column: 11, scope: !122)
!125 = !DILocation(line: 53, column: 27, scope: !19, inlinedAt: !126)
!126 = distinct !DILocation(line: 35, column: 30, scope: !122)
!127 = !DILocation(line: 67, column: 27, scope: !28, inlinedAt: !128)
!128 = distinct !DILocation(line: 36, column: 14, scope: !122)
!129 = !DILocation(line: 36, column: 25, scope: !122)
!130 = !DILocation(line: 66, column: 27, scope: !33, inlinedAt: !131)
!131 = distinct !DILocation(line: 36, column: 38, scope: !122)
!132 = !DILocation(line: 36, column: 49, scope: !122)
!133 = !DILocation(line: 37, column: 3, scope: !122)
!134 = !DILocation(line: 37, column: 9, scope: !122)
!135 = !DILocation(line: 38, column: 21, scope: !122)
!136 = !DILocation(line: 38, column: 3, scope: !122)
!137 = !DILocation(line: 35, column: 23, scope: !122)
!138 = !DILocation(line: 35, column: 28, scope: !122)
!139 = !DILocation(line: 60, column: 3, scope: !122)
!140 = !DILocation(line: 39, column: 59, scope: !122)
!141 = !DILocation(line: 39, column: 34, scope: !122)
!142 = !DILocation(line: 39, column: 17, scope: !122)
!143 = !DILocation(line: 40, column: 30, scope: !122)
!144 = !DILocation(line: 41, column: 30, scope: !122)
!145 = !DILocation(line: 42, column: 30, scope: !122)
!146 = !DILocation(line: 43, column: 30, scope: !122)
!147 = !DILocation(line: 44, column: 63, scope: !122)
!148 = !DILocation(line: 44, column: 73, scope: !122)
!149 = !DILocation(line: 44, column: 84, scope: !122)
!150 = !DILocation(line: 44, column: 58, scope: !122)
!151 = !DILocation(line: 44, column: 39, scope: !122)
!152 = !{i64 0, i64 4, !45, i64 4, i64 4, !45, i64 8, i64 4, !45, i64 12, i64 4, !45}
!153 = !DILocation(line: 45, column: 5, scope: !122)
!154 = !DILocation(line: 50, column: 43, scope: !122)
!155 = !DILocation(line: 52, column: 43, scope: !122)
!156 = !DILocation(line: 56, column: 56, scope: !122)
!157 = !DILocation(line: 56, column: 47, scope: !122)
!158 = !DILocation(line: 58, column: 5, scope: !122)
!159 = !DILocation(line: 38, column: 28, scope: !122)
!160 = distinct !{!160, !136, !161, !66, !67}
!161 = !DILocation(line: 59, column: 3, scope: !122)
!162 = !DILocation(line: 64, column: 1, scope: !122)
!163 = !DILocation(line: 61, column: 28, scope: !122)
!164 = !DILocation(line: 61, column: 39, scope: !122)
!165 = !DILocation(line: 61, column: 50, scope: !122)
!166 = !DILocation(line: 61, column: 61, scope: !122)
!167 = !DILocation(line: 62, column: 42, scope: !122)
!168 = !DILocation(line: 62, column: 47, scope: !122)
!169 = !DILocation(line: 62, column: 58, scope: !122)
!170 = !DILocation(line: 62, column: 16, scope: !122)
!171 = !DILocation(line: 62, column: 77, scope: !122)
!172 = !DILocation(line: 60, column: 26, scope: !122)
!173 = !DILocation(line: 60, column: 21, scope: !122)
!174 = distinct !{!174, !139, !175, !66, !67}
!175 = !DILocation(line: 63, column: 3, scope: !122)
