target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"struct.cub::CUB_300001_SM_750::BlockScan<int, 128>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized" }
%"struct.cub::CUB_300001_SM_750::Uninitialized" = type { [42 x %struct.ulonglong2.0] }
%struct.ulonglong2.0 = type { i64, i64 }
%struct.uint2.2 = type { i32, i32 }

@_ZZ13lookback_scanE4scan = internal unnamed_addr addrspace(3) global %"struct.cub::CUB_300001_SM_750::BlockScan<int, 128>::TempStorage" undef, align 16

define dso_local ptx_kernel void @lookback_init(ptr noundef writeonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %14

9:
  %10 = sext i32 %7 to i64
  %11 = getelementptr %struct.uint2.2, ptr %0, i64 %10
  %12 = getelementptr i8, ptr %11, i64 260
  %13 = getelementptr i8, ptr %11, i64 256
  store i32 99, ptr %13, align 8, !tbaa !6
  store i32 0, ptr %12, align 4, !tbaa !6
  br label %14

14:
  %15 = icmp eq i32 %3, 0
  %16 = icmp samesign ult i32 %6, 32
  %17 = select i1 %15, i1 %16, i1 false
  br i1 %17, label %18, label %22

18:
  %19 = zext nneg i32 %6 to i64
  %20 = getelementptr inbounds nuw %struct.uint2.2, ptr %0, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 4
  store i32 0, ptr %20, align 8, !tbaa !6
  store i32 0, ptr %21, align 4, !tbaa !6
  br label %22

22:
  ret void
}

define dso_local ptx_kernel void @lookback_scan(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = shl nsw i32 %5, 9
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds nuw i32, ptr %0, i64 %8
  %10 = shl nuw nsw i32 %6, 2
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr %9, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = zext nneg i32 %10 to i64
  %15 = getelementptr inbounds nuw i32, ptr %9, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 4
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = zext nneg i32 %10 to i64
  %19 = getelementptr inbounds nuw i32, ptr %9, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = zext nneg i32 %10 to i64
  %23 = getelementptr inbounds nuw i32, ptr %9, i64 %22
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 12
  %25 = load i32, ptr %24, align 4, !tbaa !6
  %26 = icmp eq i32 %5, 0
  %27 = add nsw i32 %17, %13
  %28 = add nsw i32 %21, %27
  %29 = add nsw i32 %25, %28
  %30 = lshr i32 %6, 2
  %31 = add nuw nsw i32 %30, %6
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13lookback_scanE4scan to ptr), i64 16), i64 %32
  store i32 %29, ptr %33, align 4, !tbaa !6
  %34 = icmp samesign ult i32 %6, 32
  br i1 %26, label %35, label %88

35:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %34, label %36, label %82

36:
  %37 = mul nuw nsw i32 %6, 5
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13lookback_scanE4scan to ptr), i64 16), i64 %38
  %40 = load i32, ptr %39, align 4, !tbaa !6
  %41 = getelementptr inbounds nuw i8, ptr %39, i64 4
  %42 = load i32, ptr %41, align 4, !tbaa !6
  %43 = getelementptr inbounds nuw i8, ptr %39, i64 8
  %44 = load i32, ptr %43, align 4, !tbaa !6
  %45 = getelementptr inbounds nuw i8, ptr %39, i64 12
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = add nsw i32 %42, %40
  %48 = add nsw i32 %47, %44
  %49 = add nsw i32 %48, %46
  %50 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %51 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %49, i32 1, i32 0, i32 -1) #8
  %52 = icmp sgt i32 %50, 0
  %53 = select i1 %52, i32 %51, i32 0
  %54 = add nsw i32 %53, %49
  %55 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %54, i32 2, i32 0, i32 -1) #8
  %56 = icmp slt i32 %50, 2
  %57 = select i1 %56, i32 0, i32 %55
  %58 = add nsw i32 %57, %54
  %59 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %58, i32 4, i32 0, i32 -1) #8
  %60 = icmp slt i32 %50, 4
  %61 = select i1 %60, i32 0, i32 %59
  %62 = add nsw i32 %61, %58
  %63 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %62, i32 8, i32 0, i32 -1) #8
  %64 = icmp slt i32 %50, 8
  %65 = select i1 %64, i32 0, i32 %63
  %66 = add nsw i32 %65, %62
  %67 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %66, i32 16, i32 0, i32 -1) #8
  %68 = icmp slt i32 %50, 16
  %69 = select i1 %68, i32 0, i32 %67
  %70 = add nsw i32 %69, %66
  %71 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %70, i32 1, i32 0, i32 -1) #8
  %72 = icmp eq i32 %6, 0
  %73 = load i32, ptr %39, align 4, !tbaa !6
  %74 = load i32, ptr %41, align 4, !tbaa !6
  %75 = load i32, ptr %43, align 4, !tbaa !6
  %76 = select i1 %72, i32 0, i32 %71
  %77 = add nsw i32 %73, %76
  %78 = add nsw i32 %74, %77
  %79 = add nsw i32 %75, %78
  store i32 %71, ptr %39, align 4, !tbaa !6
  store i32 %77, ptr %41, align 4, !tbaa !6
  store i32 %78, ptr %43, align 4, !tbaa !6
  store i32 %79, ptr %45, align 4, !tbaa !6
  %80 = icmp eq i32 %6, 31
  br i1 %80, label %81, label %82

81:
  store i32 %70, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13lookback_scanE4scan to ptr), i64 656), align 16, !tbaa !13
  br label %82

82:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %83 = load i32, ptr %33, align 4, !tbaa !6
  %84 = icmp eq i32 %6, 0
  br i1 %84, label %85, label %259

85:
  %86 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13lookback_scanE4scan to ptr), i64 656), align 16, !tbaa !13
  %87 = getelementptr inbounds nuw i8, ptr %2, i64 256
  tail call void asm sideeffect "st.relaxed.gpu.v2.u32 [$0], {$1, $2};", "l,r,r,~{memory}"(ptr nonnull %87, i32 101, i32 %86) #8
  br label %259

88:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %34, label %89, label %257

89:
  %90 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %91 = mul nuw nsw i32 %6, 5
  %92 = zext nneg i32 %91 to i64
  %93 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ13lookback_scanE4scan to ptr), i64 16), i64 %92
  %94 = load i32, ptr %93, align 4, !tbaa !6
  %95 = getelementptr inbounds nuw i8, ptr %93, i64 4
  %96 = load i32, ptr %95, align 4, !tbaa !6
  %97 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %98 = load i32, ptr %97, align 4, !tbaa !6
  %99 = getelementptr inbounds nuw i8, ptr %93, i64 12
  %100 = load i32, ptr %99, align 4, !tbaa !6
  %101 = add nsw i32 %96, %94
  %102 = add nsw i32 %101, %98
  %103 = add nsw i32 %102, %100
  %104 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %103, i32 1, i32 0, i32 -1) #8
  %105 = icmp sgt i32 %90, 0
  %106 = select i1 %105, i32 %104, i32 0
  %107 = add nsw i32 %106, %103
  %108 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %107, i32 2, i32 0, i32 -1) #8
  %109 = icmp slt i32 %90, 2
  %110 = select i1 %109, i32 0, i32 %108
  %111 = add nsw i32 %110, %107
  %112 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %111, i32 4, i32 0, i32 -1) #8
  %113 = icmp slt i32 %90, 4
  %114 = select i1 %113, i32 0, i32 %112
  %115 = add nsw i32 %114, %111
  %116 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %115, i32 8, i32 0, i32 -1) #8
  %117 = icmp slt i32 %90, 8
  %118 = select i1 %117, i32 0, i32 %116
  %119 = add nsw i32 %118, %115
  %120 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %119, i32 16, i32 0, i32 -1) #8
  %121 = icmp slt i32 %90, 16
  %122 = select i1 %121, i32 0, i32 %120
  %123 = add nsw i32 %122, %119
  %124 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %123, i32 31, i32 31)
  %125 = tail call noundef i32 asm sideeffect "shfl.sync.up.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %123, i32 1, i32 0, i32 -1) #8
  %126 = icmp eq i32 %6, 0
  br i1 %126, label %127, label %131

127:
  %128 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %129 = zext nneg i32 %5 to i64
  %130 = getelementptr inbounds nuw %struct.uint2.2, ptr %128, i64 %129
  tail call void asm sideeffect "st.relaxed.gpu.v2.u32 [$0], {$1, $2};", "l,r,r,~{memory}"(ptr nonnull %130, i32 100, i32 %124) #8
  br label %131

131:
  %132 = xor i32 %6, -1
  %133 = add nsw i32 %5, %132
  %134 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %135 = icmp samesign ult i32 %134, 500
  br i1 %135, label %136, label %137

136:
  tail call void @llvm.nvvm.membar.cta()
  br label %138

137:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 450) #8
  br label %138

138:
  %139 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %140 = sext i32 %133 to i64
  %141 = getelementptr inbounds %struct.uint2.2, ptr %139, i64 %140
  %142 = tail call { i32, i32 } asm sideeffect "ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];", "=r,=r,l,~{memory}"(ptr nonnull %141) #8
  br label %143

143:
  %144 = phi { i32, i32 } [ %142, %138 ], [ %152, %151 ]
  %145 = extractvalue { i32, i32 } %144, 0
  %146 = icmp eq i32 %145, 99
  %147 = tail call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %146)
  br i1 %147, label %148, label %153

148:
  br i1 %135, label %149, label %150

149:
  tail call void @llvm.nvvm.membar.cta()
  br label %151

150:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 350) #8
  br label %151

151:
  %152 = tail call { i32, i32 } asm sideeffect "ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];", "=r,=r,l,~{memory}"(ptr nonnull %141) #8
  br label %143, !llvm.loop !22

153:
  %154 = extractvalue { i32, i32 } %144, 1
  %155 = icmp eq i32 %145, 101
  %156 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %157 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %155)
  %158 = tail call noundef i32 asm "mov.u32 $0, %lanemask_ge;", "=r"() #7
  %159 = and i32 %158, %157
  %160 = or i32 %159, -2147483648
  %161 = tail call range(i32 0, 32) i32 @llvm.cttz.i32(i32 %160, i1 true)
  %162 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %154, i32 1, i32 %161, i32 -1) #8
  %163 = icmp slt i32 %156, %161
  %164 = select i1 %163, i32 %162, i32 0
  %165 = add nsw i32 %164, %154
  %166 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %165, i32 2, i32 %161, i32 -1) #8
  %167 = add nsw i32 %156, 2
  %168 = icmp sgt i32 %167, %161
  %169 = select i1 %168, i32 0, i32 %166
  %170 = add nsw i32 %165, %169
  %171 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %170, i32 4, i32 %161, i32 -1) #8
  %172 = add nsw i32 %156, 4
  %173 = icmp sgt i32 %172, %161
  %174 = select i1 %173, i32 0, i32 %171
  %175 = add nsw i32 %170, %174
  %176 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %175, i32 8, i32 %161, i32 -1) #8
  %177 = add nsw i32 %156, 8
  %178 = icmp sgt i32 %177, %161
  %179 = select i1 %178, i32 0, i32 %176
  %180 = add nsw i32 %175, %179
  %181 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %180, i32 16, i32 %161, i32 -1) #8
  %182 = add nsw i32 %156, 16
  %183 = icmp sgt i32 %182, %161
  %184 = select i1 %183, i32 0, i32 %181
  %185 = add nsw i32 %180, %184
  br label %186

186:
  %187 = phi i32 [ %145, %153 ], [ %199, %207 ]
  %188 = phi i32 [ %185, %153 ], [ %240, %207 ]
  %189 = phi i32 [ %133, %153 ], [ %193, %207 ]
  %190 = icmp ne i32 %187, 101
  %191 = tail call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %190)
  br i1 %191, label %192, label %241

192:
  %193 = add nsw i32 %189, -32
  %194 = sext i32 %193 to i64
  %195 = getelementptr inbounds %struct.uint2.2, ptr %139, i64 %194
  %196 = tail call { i32, i32 } asm sideeffect "ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];", "=r,=r,l,~{memory}"(ptr nonnull %195) #8
  br label %197

197:
  %198 = phi { i32, i32 } [ %196, %192 ], [ %206, %205 ]
  %199 = extractvalue { i32, i32 } %198, 0
  %200 = icmp eq i32 %199, 99
  %201 = tail call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %200)
  br i1 %201, label %202, label %207

202:
  br i1 %135, label %203, label %204

203:
  tail call void @llvm.nvvm.membar.cta()
  br label %205

204:
  tail call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 350) #8
  br label %205

205:
  %206 = tail call { i32, i32 } asm sideeffect "ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];", "=r,=r,l,~{memory}"(ptr nonnull %195) #8
  br label %197, !llvm.loop !22

207:
  %208 = extractvalue { i32, i32 } %198, 1
  %209 = icmp eq i32 %199, 101
  %210 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %211 = tail call noundef i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %209)
  %212 = tail call noundef i32 asm "mov.u32 $0, %lanemask_ge;", "=r"() #7
  %213 = and i32 %212, %211
  %214 = or i32 %213, -2147483648
  %215 = tail call range(i32 0, 32) i32 @llvm.cttz.i32(i32 %214, i1 true)
  %216 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %208, i32 1, i32 %215, i32 -1) #8
  %217 = icmp slt i32 %210, %215
  %218 = select i1 %217, i32 %216, i32 0
  %219 = add nsw i32 %218, %208
  %220 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %219, i32 2, i32 %215, i32 -1) #8
  %221 = add nsw i32 %210, 2
  %222 = icmp sgt i32 %221, %215
  %223 = select i1 %222, i32 0, i32 %220
  %224 = add nsw i32 %219, %223
  %225 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %224, i32 4, i32 %215, i32 -1) #8
  %226 = add nsw i32 %210, 4
  %227 = icmp sgt i32 %226, %215
  %228 = select i1 %227, i32 0, i32 %225
  %229 = add nsw i32 %224, %228
  %230 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %229, i32 8, i32 %215, i32 -1) #8
  %231 = add nsw i32 %210, 8
  %232 = icmp sgt i32 %231, %215
  %233 = select i1 %232, i32 0, i32 %230
  %234 = add nsw i32 %229, %233
  %235 = tail call noundef i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %234, i32 16, i32 %215, i32 -1) #8
  %236 = add nsw i32 %210, 16
  %237 = icmp sgt i32 %236, %215
  %238 = select i1 %237, i32 0, i32 %235
  %239 = add i32 %238, %188
  %240 = add i32 %239, %234
  br label %186, !llvm.loop !26

241:
  br i1 %126, label %242, label %246

242:
  %243 = add nsw i32 %188, %124
  %244 = zext nneg i32 %5 to i64
  %245 = getelementptr inbounds nuw %struct.uint2.2, ptr %139, i64 %244
  tail call void asm sideeffect "st.relaxed.gpu.v2.u32 [$0], {$1, $2};", "l,r,r,~{memory}"(ptr nonnull %245, i32 101, i32 %243) #8
  br label %246

246:
  %247 = phi i32 [ %125, %241 ], [ 0, %242 ]
  %248 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #7
  %249 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %188, i32 0, i32 31)
  %250 = add nsw i32 %249, %247
  %251 = load i32, ptr %93, align 4, !tbaa !6
  %252 = load i32, ptr %95, align 4, !tbaa !6
  %253 = load i32, ptr %97, align 4, !tbaa !6
  %254 = add nsw i32 %251, %250
  %255 = add nsw i32 %252, %254
  %256 = add nsw i32 %253, %255
  store i32 %250, ptr %93, align 4, !tbaa !6
  store i32 %254, ptr %95, align 4, !tbaa !6
  store i32 %255, ptr %97, align 4, !tbaa !6
  store i32 %256, ptr %99, align 4, !tbaa !6
  br label %257

257:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %258 = load i32, ptr %33, align 4, !tbaa !6
  br label %259

259:
  %260 = phi i32 [ 0, %85 ], [ %83, %82 ], [ %258, %257 ]
  %261 = add nsw i32 %260, %13
  %262 = add nsw i32 %17, %261
  %263 = add nsw i32 %21, %262
  %264 = add nsw i32 %25, %263
  %265 = getelementptr inbounds nuw i32, ptr %1, i64 %8
  %266 = getelementptr inbounds nuw i32, ptr %265, i64 %11
  store i32 %261, ptr %266, align 4, !tbaa !6
  %267 = getelementptr inbounds nuw i8, ptr %266, i64 4
  store i32 %262, ptr %267, align 4, !tbaa !6
  %268 = getelementptr inbounds nuw i8, ptr %266, i64 8
  store i32 %263, ptr %268, align 4, !tbaa !6
  %269 = getelementptr inbounds nuw i8, ptr %266, i64 12
  store i32 %264, ptr %269, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #4

declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #2

declare void @llvm.nvvm.membar.cta() #5

declare i1 @llvm.nvvm.vote.any.sync(i32, i1) #4

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #4

declare i1 @llvm.nvvm.vote.all.sync(i32, i1) #4

declare i32 @llvm.cttz.i32(i32, i1 immarg) #6

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nounwind }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nounwind memory(none) }
attributes #8 = { convergent nounwind }

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
!13 = !{!14, !7, i64 656}
!14 = !{!"_ZTSN3cub17CUB_300001_SM_7506detail15BlockScanRakingIiLi128ELi1ELi1ELb0EE12_TempStorageE", !15, i64 0, !17, i64 16, !7, i64 656}
!15 = !{!"_ZTSN3cub17CUB_300001_SM_7508WarpScanIiLi32EE11TempStorageE", !16, i64 0}
!16 = !{!"_ZTSN3cub17CUB_300001_SM_75013UninitializedINS0_6detail12WarpScanShflIiLi32EE11TempStorageEEE", !8, i64 0}
!17 = !{!"_ZTSN3cub17CUB_300001_SM_75017BlockRakingLayoutIiLi128EE11TempStorageE", !18, i64 0}
!18 = !{!"_ZTSN3cub17CUB_300001_SM_75013UninitializedINS0_17BlockRakingLayoutIiLi128EE12_TempStorageEEE", !8, i64 0}
!22 = distinct !{!22, !23}
!23 = !{!"llvm.loop.mustprogress"}
!26 = distinct !{!26, !23}
