target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local ptx_kernel void @chacha_blocks(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = mul i32 %6, %7
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %185

12:
  %13 = load i32, ptr %0, align 4, !tbaa !6
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %23 = load i32, ptr %22, align 4, !tbaa !6
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %25 = load i32, ptr %24, align 4, !tbaa !6
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %27 = load i32, ptr %26, align 4, !tbaa !6
  %28 = add i32 %2, %10
  %29 = load i32, ptr %1, align 4, !tbaa !6
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %33 = load i32, ptr %32, align 4, !tbaa !6
  br label %69

34:
  %35 = sext i32 %10 to i64
  %36 = shl nsw i64 %35, 6
  %37 = getelementptr inbounds nuw i8, ptr %3, i64 %36
  %38 = add i32 %141, 1634760805
  %39 = add i32 %153, 857760878
  %40 = add i32 %165, 2036477234
  %41 = add i32 %177, 1797285236
  store i32 %38, ptr %37, align 16, !tbaa !6
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 4
  store i32 %39, ptr %42, align 4, !tbaa !6
  %43 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i32 %40, ptr %43, align 8, !tbaa !6
  %44 = getelementptr inbounds nuw i8, ptr %37, i64 12
  store i32 %41, ptr %44, align 4, !tbaa !6
  %45 = add i32 %13, %182
  %46 = add i32 %15, %146
  %47 = add i32 %17, %158
  %48 = add i32 %19, %170
  %49 = getelementptr inbounds nuw i8, ptr %37, i64 16
  store i32 %45, ptr %49, align 16, !tbaa !6
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 20
  store i32 %46, ptr %50, align 4, !tbaa !6
  %51 = getelementptr inbounds nuw i8, ptr %37, i64 24
  store i32 %47, ptr %51, align 8, !tbaa !6
  %52 = getelementptr inbounds nuw i8, ptr %37, i64 28
  store i32 %48, ptr %52, align 4, !tbaa !6
  %53 = add i32 %21, %168
  %54 = add i32 %23, %180
  %55 = add i32 %25, %144
  %56 = add i32 %27, %156
  %57 = getelementptr inbounds nuw i8, ptr %37, i64 32
  store i32 %53, ptr %57, align 16, !tbaa !6
  %58 = getelementptr inbounds nuw i8, ptr %37, i64 36
  store i32 %54, ptr %58, align 4, !tbaa !6
  %59 = getelementptr inbounds nuw i8, ptr %37, i64 40
  store i32 %55, ptr %59, align 8, !tbaa !6
  %60 = getelementptr inbounds nuw i8, ptr %37, i64 44
  store i32 %56, ptr %60, align 4, !tbaa !6
  %61 = add i32 %28, %155
  %62 = add i32 %29, %167
  %63 = add i32 %31, %179
  %64 = add i32 %33, %143
  %65 = getelementptr inbounds nuw i8, ptr %37, i64 48
  store i32 %61, ptr %65, align 16, !tbaa !6
  %66 = getelementptr inbounds nuw i8, ptr %37, i64 52
  store i32 %62, ptr %66, align 4, !tbaa !6
  %67 = getelementptr inbounds nuw i8, ptr %37, i64 56
  store i32 %63, ptr %67, align 8, !tbaa !6
  %68 = getelementptr inbounds nuw i8, ptr %37, i64 60
  store i32 %64, ptr %68, align 4, !tbaa !6
  br label %185

69:
  %70 = phi i32 [ 0, %12 ], [ %183, %69 ]
  %71 = phi i32 [ %13, %12 ], [ %182, %69 ]
  %72 = phi i32 [ 1634760805, %12 ], [ %141, %69 ]
  %73 = phi i32 [ %28, %12 ], [ %155, %69 ]
  %74 = phi i32 [ %21, %12 ], [ %168, %69 ]
  %75 = phi i32 [ %15, %12 ], [ %146, %69 ]
  %76 = phi i32 [ 857760878, %12 ], [ %153, %69 ]
  %77 = phi i32 [ %29, %12 ], [ %167, %69 ]
  %78 = phi i32 [ %23, %12 ], [ %180, %69 ]
  %79 = phi i32 [ %17, %12 ], [ %158, %69 ]
  %80 = phi i32 [ 2036477234, %12 ], [ %165, %69 ]
  %81 = phi i32 [ %31, %12 ], [ %179, %69 ]
  %82 = phi i32 [ %25, %12 ], [ %144, %69 ]
  %83 = phi i32 [ %19, %12 ], [ %170, %69 ]
  %84 = phi i32 [ 1797285236, %12 ], [ %177, %69 ]
  %85 = phi i32 [ %33, %12 ], [ %143, %69 ]
  %86 = phi i32 [ %27, %12 ], [ %156, %69 ]
  %87 = add i32 %72, %71
  %88 = xor i32 %73, %87
  %89 = tail call i32 @llvm.fshl.i32(i32 %88, i32 %88, i32 16)
  %90 = add i32 %74, %89
  %91 = xor i32 %90, %71
  %92 = tail call i32 @llvm.fshl.i32(i32 %91, i32 %91, i32 12)
  %93 = add i32 %92, %87
  %94 = xor i32 %93, %89
  %95 = tail call i32 @llvm.fshl.i32(i32 %94, i32 %94, i32 8)
  %96 = add i32 %95, %90
  %97 = xor i32 %96, %92
  %98 = tail call i32 @llvm.fshl.i32(i32 %97, i32 %97, i32 7)
  %99 = add i32 %76, %75
  %100 = xor i32 %77, %99
  %101 = tail call i32 @llvm.fshl.i32(i32 %100, i32 %100, i32 16)
  %102 = add i32 %78, %101
  %103 = xor i32 %102, %75
  %104 = tail call i32 @llvm.fshl.i32(i32 %103, i32 %103, i32 12)
  %105 = add i32 %104, %99
  %106 = xor i32 %105, %101
  %107 = tail call i32 @llvm.fshl.i32(i32 %106, i32 %106, i32 8)
  %108 = add i32 %107, %102
  %109 = xor i32 %108, %104
  %110 = tail call i32 @llvm.fshl.i32(i32 %109, i32 %109, i32 7)
  %111 = add i32 %80, %79
  %112 = xor i32 %81, %111
  %113 = tail call i32 @llvm.fshl.i32(i32 %112, i32 %112, i32 16)
  %114 = add i32 %82, %113
  %115 = xor i32 %114, %79
  %116 = tail call i32 @llvm.fshl.i32(i32 %115, i32 %115, i32 12)
  %117 = add i32 %116, %111
  %118 = xor i32 %117, %113
  %119 = tail call i32 @llvm.fshl.i32(i32 %118, i32 %118, i32 8)
  %120 = add i32 %119, %114
  %121 = xor i32 %120, %116
  %122 = tail call i32 @llvm.fshl.i32(i32 %121, i32 %121, i32 7)
  %123 = add i32 %84, %83
  %124 = xor i32 %85, %123
  %125 = tail call i32 @llvm.fshl.i32(i32 %124, i32 %124, i32 16)
  %126 = add i32 %86, %125
  %127 = xor i32 %126, %83
  %128 = tail call i32 @llvm.fshl.i32(i32 %127, i32 %127, i32 12)
  %129 = add i32 %128, %123
  %130 = xor i32 %129, %125
  %131 = tail call i32 @llvm.fshl.i32(i32 %130, i32 %130, i32 8)
  %132 = add i32 %131, %126
  %133 = xor i32 %132, %128
  %134 = tail call i32 @llvm.fshl.i32(i32 %133, i32 %133, i32 7)
  %135 = add i32 %110, %93
  %136 = xor i32 %131, %135
  %137 = tail call i32 @llvm.fshl.i32(i32 %136, i32 %136, i32 16)
  %138 = add i32 %137, %120
  %139 = xor i32 %138, %110
  %140 = tail call i32 @llvm.fshl.i32(i32 %139, i32 %139, i32 12)
  %141 = add i32 %140, %135
  %142 = xor i32 %141, %137
  %143 = tail call i32 @llvm.fshl.i32(i32 %142, i32 %142, i32 8)
  %144 = add i32 %143, %138
  %145 = xor i32 %144, %140
  %146 = tail call i32 @llvm.fshl.i32(i32 %145, i32 %145, i32 7)
  %147 = add i32 %122, %105
  %148 = xor i32 %147, %95
  %149 = tail call i32 @llvm.fshl.i32(i32 %148, i32 %148, i32 16)
  %150 = add i32 %132, %149
  %151 = xor i32 %150, %122
  %152 = tail call i32 @llvm.fshl.i32(i32 %151, i32 %151, i32 12)
  %153 = add i32 %152, %147
  %154 = xor i32 %153, %149
  %155 = tail call i32 @llvm.fshl.i32(i32 %154, i32 %154, i32 8)
  %156 = add i32 %155, %150
  %157 = xor i32 %156, %152
  %158 = tail call i32 @llvm.fshl.i32(i32 %157, i32 %157, i32 7)
  %159 = add i32 %134, %117
  %160 = xor i32 %159, %107
  %161 = tail call i32 @llvm.fshl.i32(i32 %160, i32 %160, i32 16)
  %162 = add i32 %161, %96
  %163 = xor i32 %162, %134
  %164 = tail call i32 @llvm.fshl.i32(i32 %163, i32 %163, i32 12)
  %165 = add i32 %164, %159
  %166 = xor i32 %165, %161
  %167 = tail call i32 @llvm.fshl.i32(i32 %166, i32 %166, i32 8)
  %168 = add i32 %167, %162
  %169 = xor i32 %168, %164
  %170 = tail call i32 @llvm.fshl.i32(i32 %169, i32 %169, i32 7)
  %171 = add i32 %129, %98
  %172 = xor i32 %171, %119
  %173 = tail call i32 @llvm.fshl.i32(i32 %172, i32 %172, i32 16)
  %174 = add i32 %173, %108
  %175 = xor i32 %174, %98
  %176 = tail call i32 @llvm.fshl.i32(i32 %175, i32 %175, i32 12)
  %177 = add i32 %176, %171
  %178 = xor i32 %177, %173
  %179 = tail call i32 @llvm.fshl.i32(i32 %178, i32 %178, i32 8)
  %180 = add i32 %179, %174
  %181 = xor i32 %180, %176
  %182 = tail call i32 @llvm.fshl.i32(i32 %181, i32 %181, i32 7)
  %183 = add nuw nsw i32 %70, 1
  %184 = icmp eq i32 %183, 10
  br i1 %184, label %34, label %69, !llvm.loop !11

185:
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.fshl.i32(i32, i32, i32) #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
