target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.uchar4 = type { i8, i8, i8, i8 }
%struct.float4 = type { float, float, float, float }

define dso_local ptx_kernel void @tex_fetch(i64 noundef %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %2
  br i1 %9, label %10, label %15

10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = tail call contract { float, float, float, float } asm "tex.1d.v4.f32.s32\09{$0, $1, $2, $3}, [$4, {$5}];", "=f,=f,=f,=f,l,r"(i64 %0, i32 %8) #2
  %14 = extractvalue { float, float, float, float } %13, 0
  store float %14, ptr %12, align 4, !tbaa !12
  br label %15

15:
  ret void
}

define dso_local ptx_kernel void @tex_2d(i64 noundef %0, i64 noundef %1, ptr noundef writeonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = shl i32 %7, 4
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %12 = shl nuw nsw i32 %11, 4
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %14 = add nuw nsw i32 %12, %13
  %15 = icmp slt i32 %10, %4
  %16 = icmp slt i32 %14, %5
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %40

18:
  %19 = sitofp i32 %10 to float
  %20 = fadd contract float %19, 5.000000e-01
  %21 = uitofp nneg i32 %14 to float
  %22 = fadd contract float %21, 5.000000e-01
  %23 = tail call contract { float, float, float, float } asm "tex.2d.v4.f32.f32\09{$0, $1, $2, $3}, [$4, {$5, $6}];", "=f,=f,=f,=f,l,f,f"(i64 %0, float %20, float %22) #2
  %24 = extractvalue { float, float, float, float } %23, 0
  %25 = mul nsw i32 %4, %14
  %26 = add nsw i32 %25, %10
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds float, ptr %2, i64 %27
  store float %24, ptr %28, align 4, !tbaa !12
  %29 = tail call { i32, i32, i32, i32 } asm "tex.2d.v4.u32.f32\09{$0, $1, $2, $3}, [$4, {$5, $6}];", "=r,=r,=r,=r,l,f,f"(i64 %1, float %20, float %22) #2
  %30 = extractvalue { i32, i32, i32, i32 } %29, 0
  %31 = extractvalue { i32, i32, i32, i32 } %29, 1
  %32 = extractvalue { i32, i32, i32, i32 } %29, 2
  %33 = extractvalue { i32, i32, i32, i32 } %29, 3
  %34 = getelementptr inbounds %struct.uchar4, ptr %3, i64 %27
  %35 = insertelement <4 x i32> poison, i32 %30, i64 0
  %36 = insertelement <4 x i32> %35, i32 %31, i64 1
  %37 = insertelement <4 x i32> %36, i32 %32, i64 2
  %38 = insertelement <4 x i32> %37, i32 %33, i64 3
  %39 = trunc <4 x i32> %38 to <4 x i8>
  store <4 x i8> %39, ptr %34, align 4, !tbaa !16
  br label %40

40:
  ret void
}

define dso_local ptx_kernel void @tex_3d(i64 noundef %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 4
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %11 = shl nuw nsw i32 %10, 4
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = add nuw nsw i32 %11, %12
  %14 = icmp slt i32 %9, %2
  %15 = icmp slt i32 %13, %3
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %55

17:
  %18 = icmp sgt i32 %4, 0
  br i1 %18, label %19, label %24

19:
  %20 = sitofp i32 %9 to float
  %21 = fadd contract float %20, 5.000000e-01
  %22 = uitofp nneg i32 %13 to float
  %23 = fadd contract float %22, 5.000000e-01
  br label %36

24:
  %25 = phi float [ 0.000000e+00, %17 ], [ %49, %36 ]
  %26 = phi float [ 0.000000e+00, %17 ], [ %50, %36 ]
  %27 = phi float [ 0.000000e+00, %17 ], [ %51, %36 ]
  %28 = phi float [ 0.000000e+00, %17 ], [ %52, %36 ]
  %29 = mul nsw i32 %2, %13
  %30 = add nsw i32 %29, %9
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds %struct.float4, ptr %1, i64 %31
  store float %25, ptr %32, align 16, !tbaa !12
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store float %26, ptr %33, align 4, !tbaa !12
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store float %27, ptr %34, align 8, !tbaa !12
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 12
  store float %28, ptr %35, align 4, !tbaa !12
  br label %55

36:
  %37 = phi float [ 0.000000e+00, %19 ], [ %52, %36 ]
  %38 = phi float [ 0.000000e+00, %19 ], [ %51, %36 ]
  %39 = phi float [ 0.000000e+00, %19 ], [ %50, %36 ]
  %40 = phi i32 [ 0, %19 ], [ %53, %36 ]
  %41 = phi float [ 0.000000e+00, %19 ], [ %49, %36 ]
  %42 = uitofp nneg i32 %40 to float
  %43 = fadd contract float %42, 5.000000e-01
  %44 = tail call contract { float, float, float, float } asm "tex.3d.v4.f32.f32\09{$0, $1, $2, $3}, [$4, {$5, $6, $7, $7}];", "=f,=f,=f,=f,l,f,f,f"(i64 %0, float %21, float %23, float %43) #2
  %45 = extractvalue { float, float, float, float } %44, 0
  %46 = extractvalue { float, float, float, float } %44, 1
  %47 = extractvalue { float, float, float, float } %44, 2
  %48 = extractvalue { float, float, float, float } %44, 3
  %49 = fadd contract float %41, %45
  %50 = fadd contract float %39, %46
  %51 = fadd contract float %38, %47
  %52 = fadd contract float %37, %48
  %53 = add nuw nsw i32 %40, 1
  %54 = icmp eq i32 %53, %4
  br i1 %54, label %24, label %36, !llvm.loop !18

55:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind memory(none) }

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
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !8, i64 0}
!16 = !{!8, !8, i64 0}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.mustprogress"}
