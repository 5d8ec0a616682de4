target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ13split_barrierE6memory = internal addrspace(3) global [8 x i8] undef, align 8
@_ZZ13split_barrierE1s = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 4

define dso_local ptx_kernel void @split_barrier(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %6, label %7

6:
  store i64 9223371489246445440, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), align 8, !tbaa !11
  br label %7

7:
  %8 = shl i32 %4, 7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %9 = add nsw i32 %8, %3
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !6
  %13 = zext nneg i32 %3 to i64
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %13
  store i32 %12, ptr %14, align 4, !tbaa !6
  %15 = tail call noundef i32 @llvm.nvvm.activemask()
  %16 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %15, i64 1)
  %17 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %15, i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr) to i64))
  %18 = and i32 %17, %16
  %19 = tail call i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %20 = tail call i32 @llvm.bitreverse.i32(i32 %18)
  %21 = tail call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 %20) #6
  tail call void @llvm.nvvm.bar.warp.sync(i32 %15)
  %22 = icmp eq i32 %21, %19
  br i1 %22, label %23, label %38

23:
  %24 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %18)
  %25 = zext nneg i32 %24 to i64
  %26 = shl nuw nsw i64 %25, 32
  %27 = tail call i64 asm sideeffect "atom.add.acq_rel.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %26) #7
  %28 = add i64 %27, %26
  %29 = xor i64 %28, %27
  %30 = icmp sgt i64 %29, -1
  br i1 %30, label %34, label %31

31:
  %32 = shl i64 %27, 32
  %33 = tail call i64 asm sideeffect "atom.add.relaxed.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %32) #7
  br label %34

34:
  %35 = lshr i64 %27, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = and i32 %36, -2147483648
  br label %38

38:
  %39 = phi i32 [ %37, %34 ], [ 0, %7 ]
  %40 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %18, i32 0, i32 %21, i32 31)
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %18, i32 %39, i32 %21, i32 31)
  %42 = zext i32 %41 to i64
  %43 = shl nuw i64 %42, 32
  %44 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  br label %45

45:
  %46 = phi i32 [ 0, %38 ], [ %65, %64 ]
  %47 = tail call i64 asm sideeffect "ld.acquire.cta.b64 $0,[$1];", "=l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr)) #7
  %48 = xor i64 %47, %43
  %49 = icmp slt i64 %48, 0
  br i1 %49, label %66, label %50

50:
  %51 = icmp slt i32 %46, 16
  br i1 %51, label %52, label %54

52:
  %53 = add nsw i32 %46, 1
  br label %64

54:
  %55 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  %56 = sub nsw i64 %55, %44
  %57 = icmp sgt i64 %56, 3999999
  br i1 %57, label %58, label %59

58:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #7
  br label %64

59:
  %60 = icmp sgt i64 %56, 39999
  br i1 %60, label %61, label %64

61:
  %62 = lshr i64 %56, 2
  %63 = trunc nuw nsw i64 %62 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %63) #7
  br label %64

64:
  %65 = phi i32 [ %53, %52 ], [ %46, %59 ], [ %46, %61 ], [ %46, %58 ]
  br label %45, !llvm.loop !21

66:
  %67 = sub nsw i32 127, %3
  %68 = sext i32 %67 to i64
  %69 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %68
  %70 = load i32, ptr %69, align 4, !tbaa !6
  %71 = tail call noundef i32 @llvm.nvvm.activemask()
  %72 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %71, i64 1)
  %73 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %71, i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr) to i64))
  %74 = and i32 %73, %72
  %75 = tail call i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %76 = tail call i32 @llvm.bitreverse.i32(i32 %74)
  %77 = tail call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 %76) #6
  tail call void @llvm.nvvm.bar.warp.sync(i32 %71)
  %78 = icmp eq i32 %77, %75
  br i1 %78, label %79, label %94

79:
  %80 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %74)
  %81 = zext nneg i32 %80 to i64
  %82 = shl nuw nsw i64 %81, 32
  %83 = tail call i64 asm sideeffect "atom.add.acq_rel.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %82) #7
  %84 = add i64 %83, %82
  %85 = xor i64 %84, %83
  %86 = icmp sgt i64 %85, -1
  br i1 %86, label %90, label %87

87:
  %88 = shl i64 %83, 32
  %89 = tail call i64 asm sideeffect "atom.add.relaxed.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %88) #7
  br label %90

90:
  %91 = lshr i64 %83, 32
  %92 = trunc nuw i64 %91 to i32
  %93 = and i32 %92, -2147483648
  br label %94

94:
  %95 = phi i32 [ %93, %90 ], [ 0, %66 ]
  %96 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %74, i32 0, i32 %77, i32 31)
  %97 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %74, i32 %95, i32 %77, i32 31)
  %98 = zext i32 %97 to i64
  %99 = shl nuw i64 %98, 32
  %100 = load i32, ptr %11, align 4, !tbaa !6
  %101 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  br label %102

102:
  %103 = phi i32 [ 0, %94 ], [ %122, %121 ]
  %104 = tail call i64 asm sideeffect "ld.acquire.cta.b64 $0,[$1];", "=l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr)) #7
  %105 = xor i64 %104, %99
  %106 = icmp slt i64 %105, 0
  br i1 %106, label %123, label %107

107:
  %108 = icmp slt i32 %103, 16
  br i1 %108, label %109, label %111

109:
  %110 = add nsw i32 %103, 1
  br label %121

111:
  %112 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  %113 = sub nsw i64 %112, %101
  %114 = icmp sgt i64 %113, 3999999
  br i1 %114, label %115, label %116

115:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #7
  br label %121

116:
  %117 = icmp sgt i64 %113, 39999
  br i1 %117, label %118, label %121

118:
  %119 = lshr i64 %113, 2
  %120 = trunc nuw nsw i64 %119 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %120) #7
  br label %121

121:
  %122 = phi i32 [ %110, %109 ], [ %103, %116 ], [ %103, %118 ], [ %103, %115 ]
  br label %102, !llvm.loop !21

123:
  store i32 %100, ptr %14, align 4, !tbaa !6
  %124 = tail call noundef i32 @llvm.nvvm.activemask()
  %125 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %124, i64 1)
  %126 = tail call noundef i32 @llvm.nvvm.match.any.sync.i64(i32 %124, i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr) to i64))
  %127 = and i32 %126, %125
  %128 = tail call i32 asm "mov.u32 $0, %laneid;", "=r"() #5
  %129 = tail call i32 @llvm.bitreverse.i32(i32 %127)
  %130 = tail call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 %129) #6
  tail call void @llvm.nvvm.bar.warp.sync(i32 %124)
  %131 = icmp eq i32 %130, %128
  br i1 %131, label %132, label %147

132:
  %133 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %127)
  %134 = zext nneg i32 %133 to i64
  %135 = shl nuw nsw i64 %134, 32
  %136 = tail call i64 asm sideeffect "atom.add.acq_rel.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %135) #7
  %137 = add i64 %136, %135
  %138 = xor i64 %137, %136
  %139 = icmp sgt i64 %138, -1
  br i1 %139, label %143, label %140

140:
  %141 = shl i64 %136, 32
  %142 = tail call i64 asm sideeffect "atom.add.relaxed.cta.u64 $0,[$1],$2;", "=l,l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr), i64 %141) #7
  br label %143

143:
  %144 = lshr i64 %136, 32
  %145 = trunc nuw i64 %144 to i32
  %146 = and i32 %145, -2147483648
  br label %147

147:
  %148 = phi i32 [ %146, %143 ], [ 0, %123 ]
  %149 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %127, i32 0, i32 %130, i32 31)
  %150 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %127, i32 %148, i32 %130, i32 31)
  %151 = zext i32 %150 to i64
  %152 = shl nuw i64 %151, 32
  %153 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  br label %154

154:
  %155 = phi i32 [ 0, %147 ], [ %174, %173 ]
  %156 = tail call i64 asm sideeffect "ld.acquire.cta.b64 $0,[$1];", "=l,l,~{memory}"(ptr nonnull align 8 dereferenceable(8) addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE6memory to ptr)) #7
  %157 = xor i64 %156, %152
  %158 = icmp slt i64 %157, 0
  br i1 %158, label %175, label %159

159:
  %160 = icmp slt i32 %155, 16
  br i1 %160, label %161, label %163

161:
  %162 = add nsw i32 %155, 1
  br label %173

163:
  %164 = tail call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"() #7
  %165 = sub nsw i64 %164, %153
  %166 = icmp sgt i64 %165, 3999999
  br i1 %166, label %167, label %168

167:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 1000000) #7
  br label %173

168:
  %169 = icmp sgt i64 %165, 39999
  br i1 %169, label %170, label %173

170:
  %171 = lshr i64 %165, 2
  %172 = trunc nuw nsw i64 %171 to i32
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 %172) #7
  br label %173

173:
  %174 = phi i32 [ %162, %161 ], [ %155, %168 ], [ %155, %170 ], [ %155, %167 ]
  br label %154, !llvm.loop !21

175:
  %176 = add nuw nsw i32 %3, 1
  %177 = and i32 %176, 127
  %178 = zext nneg i32 %177 to i64
  %179 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ13split_barrierE1s to ptr), i64 %178
  %180 = load i32, ptr %179, align 4, !tbaa !6
  %181 = add nsw i32 %180, %70
  %182 = getelementptr inbounds i32, ptr %1, i64 %10
  store i32 %181, ptr %182, align 4, !tbaa !6
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare i32 @llvm.nvvm.activemask() #3

declare i32 @llvm.nvvm.match.any.sync.i64(i32, i64) #3

declare void @llvm.nvvm.bar.warp.sync(i32) #1

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #3

declare i32 @llvm.ctpop.i32(i32) #4

declare i32 @llvm.bitreverse.i32(i32) #4

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nounwind memory(none) }
attributes #6 = { nounwind memory(none) }
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
!11 = !{!12, !13, i64 0}
!12 = !{!"_ZTSN4cuda3std3__416__atomic_storageImEE", !13, i64 0}
!13 = !{!"long", !8, i64 0}
!21 = distinct !{!21, !22}
!22 = !{!"llvm.loop.mustprogress"}
