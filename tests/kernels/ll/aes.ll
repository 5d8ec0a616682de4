target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11aes_encryptE4sbox = internal unnamed_addr addrspace(3) global [256 x i8] undef, align 1
@_ZZ11aes_encryptE10round_keys = internal unnamed_addr addrspace(3) global [176 x i8] undef, align 16

define dso_local noundef zeroext i8 @_Z5xtimeh(i8 noundef zeroext %0) local_unnamed_addr #0 {
  %2 = shl i8 %0, 1
  %3 = icmp slt i8 %0, 0
  %4 = select i1 %3, i8 27, i8 0
  %5 = xor i8 %4, %2
  ret i8 %5
}

define dso_local noundef zeroext i8 @_Z9field_mulhh(i8 noundef zeroext %0, i8 noundef zeroext %1) local_unnamed_addr #0 {
  %3 = icmp eq i8 %1, 0
  br i1 %3, label %18, label %4

4:
  %5 = phi i8 [ %11, %4 ], [ 0, %2 ]
  %6 = phi i8 [ %12, %4 ], [ %1, %2 ]
  %7 = phi i8 [ %16, %4 ], [ %0, %2 ]
  %8 = and i8 %6, 1
  %9 = icmp eq i8 %8, 0
  %10 = select i1 %9, i8 0, i8 %7
  %11 = xor i8 %10, %5
  %12 = lshr i8 %6, 1
  %13 = shl i8 %7, 1
  %14 = icmp slt i8 %7, 0
  %15 = select i1 %14, i8 27, i8 0
  %16 = xor i8 %15, %13
  %17 = icmp eq i8 %12, 0
  br i1 %17, label %18, label %4, !llvm.loop !11

18:
  %19 = phi i8 [ 0, %2 ], [ %11, %4 ]
  ret i8 %19
}

define dso_local noundef zeroext i8 @_Z10sbox_entryh(i8 noundef zeroext %0) local_unnamed_addr #0 {
  %2 = icmp eq i8 %0, 0
  br i1 %2, label %17, label %3

3:
  %4 = phi i8 [ %10, %3 ], [ 0, %1 ]
  %5 = phi i8 [ %11, %3 ], [ %0, %1 ]
  %6 = phi i8 [ %15, %3 ], [ %0, %1 ]
  %7 = and i8 %5, 1
  %8 = icmp eq i8 %7, 0
  %9 = select i1 %8, i8 0, i8 %6
  %10 = xor i8 %9, %4
  %11 = lshr i8 %5, 1
  %12 = shl i8 %6, 1
  %13 = icmp slt i8 %6, 0
  %14 = select i1 %13, i8 27, i8 0
  %15 = xor i8 %14, %12
  %16 = icmp eq i8 %11, 0
  br i1 %16, label %17, label %3, !llvm.loop !11

17:
  %18 = phi i8 [ 0, %1 ], [ %10, %3 ]
  %19 = icmp eq i8 %18, 0
  br i1 %19, label %34, label %20

20:
  %21 = phi i8 [ %27, %20 ], [ 0, %17 ]
  %22 = phi i8 [ %28, %20 ], [ %18, %17 ]
  %23 = phi i8 [ %32, %20 ], [ 1, %17 ]
  %24 = and i8 %22, 1
  %25 = icmp eq i8 %24, 0
  %26 = select i1 %25, i8 0, i8 %23
  %27 = xor i8 %26, %21
  %28 = lshr i8 %22, 1
  %29 = shl i8 %23, 1
  %30 = icmp slt i8 %23, 0
  %31 = select i1 %30, i8 27, i8 0
  %32 = xor i8 %31, %29
  %33 = icmp eq i8 %28, 0
  br i1 %33, label %34, label %20, !llvm.loop !11

34:
  %35 = phi i8 [ 0, %17 ], [ %27, %20 ]
  %36 = icmp eq i8 %18, 0
  br i1 %36, label %51, label %37

37:
  %38 = phi i8 [ %44, %37 ], [ 0, %34 ]
  %39 = phi i8 [ %45, %37 ], [ %18, %34 ]
  %40 = phi i8 [ %49, %37 ], [ %18, %34 ]
  %41 = and i8 %39, 1
  %42 = icmp eq i8 %41, 0
  %43 = select i1 %42, i8 0, i8 %40
  %44 = xor i8 %43, %38
  %45 = lshr i8 %39, 1
  %46 = shl i8 %40, 1
  %47 = icmp slt i8 %40, 0
  %48 = select i1 %47, i8 27, i8 0
  %49 = xor i8 %48, %46
  %50 = icmp eq i8 %45, 0
  br i1 %50, label %51, label %37, !llvm.loop !11

51:
  %52 = phi i8 [ 0, %34 ], [ %44, %37 ]
  %53 = icmp eq i8 %52, 0
  br i1 %53, label %68, label %54

54:
  %55 = phi i8 [ %61, %54 ], [ 0, %51 ]
  %56 = phi i8 [ %62, %54 ], [ %52, %51 ]
  %57 = phi i8 [ %66, %54 ], [ %35, %51 ]
  %58 = and i8 %56, 1
  %59 = icmp eq i8 %58, 0
  %60 = select i1 %59, i8 0, i8 %57
  %61 = xor i8 %60, %55
  %62 = lshr i8 %56, 1
  %63 = shl i8 %57, 1
  %64 = icmp slt i8 %57, 0
  %65 = select i1 %64, i8 27, i8 0
  %66 = xor i8 %65, %63
  %67 = icmp eq i8 %62, 0
  br i1 %67, label %68, label %54, !llvm.loop !11

68:
  %69 = phi i8 [ 0, %51 ], [ %61, %54 ]
  %70 = icmp eq i8 %52, 0
  br i1 %70, label %85, label %71

71:
  %72 = phi i8 [ %78, %71 ], [ 0, %68 ]
  %73 = phi i8 [ %79, %71 ], [ %52, %68 ]
  %74 = phi i8 [ %83, %71 ], [ %52, %68 ]
  %75 = and i8 %73, 1
  %76 = icmp eq i8 %75, 0
  %77 = select i1 %76, i8 0, i8 %74
  %78 = xor i8 %77, %72
  %79 = lshr i8 %73, 1
  %80 = shl i8 %74, 1
  %81 = icmp slt i8 %74, 0
  %82 = select i1 %81, i8 27, i8 0
  %83 = xor i8 %82, %80
  %84 = icmp eq i8 %79, 0
  br i1 %84, label %85, label %71, !llvm.loop !11

85:
  %86 = phi i8 [ 0, %68 ], [ %78, %71 ]
  %87 = icmp eq i8 %86, 0
  br i1 %87, label %102, label %88

88:
  %89 = phi i8 [ %95, %88 ], [ 0, %85 ]
  %90 = phi i8 [ %96, %88 ], [ %86, %85 ]
  %91 = phi i8 [ %100, %88 ], [ %69, %85 ]
  %92 = and i8 %90, 1
  %93 = icmp eq i8 %92, 0
  %94 = select i1 %93, i8 0, i8 %91
  %95 = xor i8 %94, %89
  %96 = lshr i8 %90, 1
  %97 = shl i8 %91, 1
  %98 = icmp slt i8 %91, 0
  %99 = select i1 %98, i8 27, i8 0
  %100 = xor i8 %99, %97
  %101 = icmp eq i8 %96, 0
  br i1 %101, label %102, label %88, !llvm.loop !11

102:
  %103 = phi i8 [ 0, %85 ], [ %95, %88 ]
  %104 = icmp eq i8 %86, 0
  br i1 %104, label %119, label %105

105:
  %106 = phi i8 [ %112, %105 ], [ 0, %102 ]
  %107 = phi i8 [ %113, %105 ], [ %86, %102 ]
  %108 = phi i8 [ %117, %105 ], [ %86, %102 ]
  %109 = and i8 %107, 1
  %110 = icmp eq i8 %109, 0
  %111 = select i1 %110, i8 0, i8 %108
  %112 = xor i8 %111, %106
  %113 = lshr i8 %107, 1
  %114 = shl i8 %108, 1
  %115 = icmp slt i8 %108, 0
  %116 = select i1 %115, i8 27, i8 0
  %117 = xor i8 %116, %114
  %118 = icmp eq i8 %113, 0
  br i1 %118, label %119, label %105, !llvm.loop !11

119:
  %120 = phi i8 [ 0, %102 ], [ %112, %105 ]
  %121 = icmp eq i8 %120, 0
  br i1 %121, label %136, label %122

122:
  %123 = phi i8 [ %129, %122 ], [ 0, %119 ]
  %124 = phi i8 [ %130, %122 ], [ %120, %119 ]
  %125 = phi i8 [ %134, %122 ], [ %103, %119 ]
  %126 = and i8 %124, 1
  %127 = icmp eq i8 %126, 0
  %128 = select i1 %127, i8 0, i8 %125
  %129 = xor i8 %128, %123
  %130 = lshr i8 %124, 1
  %131 = shl i8 %125, 1
  %132 = icmp slt i8 %125, 0
  %133 = select i1 %132, i8 27, i8 0
  %134 = xor i8 %133, %131
  %135 = icmp eq i8 %130, 0
  br i1 %135, label %136, label %122, !llvm.loop !11

136:
  %137 = phi i8 [ 0, %119 ], [ %129, %122 ]
  %138 = icmp eq i8 %120, 0
  br i1 %138, label %153, label %139

139:
  %140 = phi i8 [ %146, %139 ], [ 0, %136 ]
  %141 = phi i8 [ %147, %139 ], [ %120, %136 ]
  %142 = phi i8 [ %151, %139 ], [ %120, %136 ]
  %143 = and i8 %141, 1
  %144 = icmp eq i8 %143, 0
  %145 = select i1 %144, i8 0, i8 %142
  %146 = xor i8 %145, %140
  %147 = lshr i8 %141, 1
  %148 = shl i8 %142, 1
  %149 = icmp slt i8 %142, 0
  %150 = select i1 %149, i8 27, i8 0
  %151 = xor i8 %150, %148
  %152 = icmp eq i8 %147, 0
  br i1 %152, label %153, label %139, !llvm.loop !11

153:
  %154 = phi i8 [ 0, %136 ], [ %146, %139 ]
  %155 = icmp eq i8 %154, 0
  br i1 %155, label %170, label %156

156:
  %157 = phi i8 [ %163, %156 ], [ 0, %153 ]
  %158 = phi i8 [ %164, %156 ], [ %154, %153 ]
  %159 = phi i8 [ %168, %156 ], [ %137, %153 ]
  %160 = and i8 %158, 1
  %161 = icmp eq i8 %160, 0
  %162 = select i1 %161, i8 0, i8 %159
  %163 = xor i8 %162, %157
  %164 = lshr i8 %158, 1
  %165 = shl i8 %159, 1
  %166 = icmp slt i8 %159, 0
  %167 = select i1 %166, i8 27, i8 0
  %168 = xor i8 %167, %165
  %169 = icmp eq i8 %164, 0
  br i1 %169, label %170, label %156, !llvm.loop !11

170:
  %171 = phi i8 [ 0, %153 ], [ %163, %156 ]
  %172 = icmp eq i8 %154, 0
  br i1 %172, label %187, label %173

173:
  %174 = phi i8 [ %180, %173 ], [ 0, %170 ]
  %175 = phi i8 [ %181, %173 ], [ %154, %170 ]
  %176 = phi i8 [ %185, %173 ], [ %154, %170 ]
  %177 = and i8 %175, 1
  %178 = icmp eq i8 %177, 0
  %179 = select i1 %178, i8 0, i8 %176
  %180 = xor i8 %179, %174
  %181 = lshr i8 %175, 1
  %182 = shl i8 %176, 1
  %183 = icmp slt i8 %176, 0
  %184 = select i1 %183, i8 27, i8 0
  %185 = xor i8 %184, %182
  %186 = icmp eq i8 %181, 0
  br i1 %186, label %187, label %173, !llvm.loop !11

187:
  %188 = phi i8 [ 0, %170 ], [ %180, %173 ]
  %189 = icmp eq i8 %188, 0
  br i1 %189, label %204, label %190

190:
  %191 = phi i8 [ %197, %190 ], [ 0, %187 ]
  %192 = phi i8 [ %198, %190 ], [ %188, %187 ]
  %193 = phi i8 [ %202, %190 ], [ %171, %187 ]
  %194 = and i8 %192, 1
  %195 = icmp eq i8 %194, 0
  %196 = select i1 %195, i8 0, i8 %193
  %197 = xor i8 %196, %191
  %198 = lshr i8 %192, 1
  %199 = shl i8 %193, 1
  %200 = icmp slt i8 %193, 0
  %201 = select i1 %200, i8 27, i8 0
  %202 = xor i8 %201, %199
  %203 = icmp eq i8 %198, 0
  br i1 %203, label %204, label %190, !llvm.loop !11

204:
  %205 = phi i8 [ 0, %187 ], [ %197, %190 ]
  %206 = icmp eq i8 %188, 0
  br i1 %206, label %221, label %207

207:
  %208 = phi i8 [ %214, %207 ], [ 0, %204 ]
  %209 = phi i8 [ %215, %207 ], [ %188, %204 ]
  %210 = phi i8 [ %219, %207 ], [ %188, %204 ]
  %211 = and i8 %209, 1
  %212 = icmp eq i8 %211, 0
  %213 = select i1 %212, i8 0, i8 %210
  %214 = xor i8 %213, %208
  %215 = lshr i8 %209, 1
  %216 = shl i8 %210, 1
  %217 = icmp slt i8 %210, 0
  %218 = select i1 %217, i8 27, i8 0
  %219 = xor i8 %218, %216
  %220 = icmp eq i8 %215, 0
  br i1 %220, label %221, label %207, !llvm.loop !11

221:
  %222 = phi i8 [ 0, %204 ], [ %214, %207 ]
  %223 = icmp eq i8 %222, 0
  br i1 %223, label %238, label %224

224:
  %225 = phi i8 [ %231, %224 ], [ 0, %221 ]
  %226 = phi i8 [ %232, %224 ], [ %222, %221 ]
  %227 = phi i8 [ %236, %224 ], [ %205, %221 ]
  %228 = and i8 %226, 1
  %229 = icmp eq i8 %228, 0
  %230 = select i1 %229, i8 0, i8 %227
  %231 = xor i8 %230, %225
  %232 = lshr i8 %226, 1
  %233 = shl i8 %227, 1
  %234 = icmp slt i8 %227, 0
  %235 = select i1 %234, i8 27, i8 0
  %236 = xor i8 %235, %233
  %237 = icmp eq i8 %232, 0
  br i1 %237, label %238, label %224, !llvm.loop !11

238:
  %239 = phi i8 [ 0, %221 ], [ %231, %224 ]
  %240 = tail call i8 @llvm.fshl.i8(i8 %239, i8 %239, i8 1)
  %241 = tail call i8 @llvm.fshl.i8(i8 %239, i8 %239, i8 2)
  %242 = xor i8 %240, %241
  %243 = tail call i8 @llvm.fshl.i8(i8 %239, i8 %239, i8 3)
  %244 = xor i8 %242, %243
  %245 = tail call i8 @llvm.fshl.i8(i8 %239, i8 %239, i8 4)
  %246 = xor i8 %244, %245
  %247 = xor i8 %246, %239
  %248 = xor i8 %247, 99
  ret i8 %248
}

define dso_local ptx_kernel void @aes_encrypt(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = icmp samesign ult i32 %5, 256
  br i1 %6, label %7, label %9

7:
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %19

9:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %10 = icmp eq i32 %5, 0
  br i1 %10, label %11, label %315

11:
  %12 = load <4 x i8>, ptr %0, align 1, !tbaa !13
  store <4 x i8> %12, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), align 4, !tbaa !13
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %14 = load <4 x i8>, ptr %13, align 1, !tbaa !13
  store <4 x i8> %14, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 4), align 4, !tbaa !13
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = load <4 x i8>, ptr %15, align 1, !tbaa !13
  store <4 x i8> %16, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 8), align 4, !tbaa !13
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %18 = load <4 x i8>, ptr %17, align 1, !tbaa !13
  store <4 x i8> %18, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 12), align 4, !tbaa !13
  br label %268

19:
  %20 = phi i32 [ %5, %7 ], [ %266, %253 ]
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %38, label %22

22:
  %23 = trunc nuw i32 %20 to i8
  br label %24

24:
  %25 = phi i8 [ %31, %24 ], [ 0, %22 ]
  %26 = phi i8 [ %32, %24 ], [ %23, %22 ]
  %27 = phi i8 [ %36, %24 ], [ %23, %22 ]
  %28 = and i8 %26, 1
  %29 = icmp eq i8 %28, 0
  %30 = select i1 %29, i8 0, i8 %27
  %31 = xor i8 %30, %25
  %32 = lshr i8 %26, 1
  %33 = shl i8 %27, 1
  %34 = icmp slt i8 %27, 0
  %35 = select i1 %34, i8 27, i8 0
  %36 = xor i8 %35, %33
  %37 = icmp eq i8 %32, 0
  br i1 %37, label %38, label %24, !llvm.loop !11

38:
  %39 = phi i8 [ 0, %19 ], [ %31, %24 ]
  %40 = icmp eq i8 %39, 0
  br i1 %40, label %55, label %41

41:
  %42 = phi i8 [ %48, %41 ], [ 0, %38 ]
  %43 = phi i8 [ %49, %41 ], [ %39, %38 ]
  %44 = phi i8 [ %53, %41 ], [ 1, %38 ]
  %45 = and i8 %43, 1
  %46 = icmp eq i8 %45, 0
  %47 = select i1 %46, i8 0, i8 %44
  %48 = xor i8 %47, %42
  %49 = lshr i8 %43, 1
  %50 = shl i8 %44, 1
  %51 = icmp slt i8 %44, 0
  %52 = select i1 %51, i8 27, i8 0
  %53 = xor i8 %52, %50
  %54 = icmp eq i8 %49, 0
  br i1 %54, label %55, label %41, !llvm.loop !11

55:
  %56 = phi i8 [ 0, %38 ], [ %48, %41 ]
  br i1 %40, label %71, label %57

57:
  %58 = phi i8 [ %64, %57 ], [ 0, %55 ]
  %59 = phi i8 [ %65, %57 ], [ %39, %55 ]
  %60 = phi i8 [ %69, %57 ], [ %39, %55 ]
  %61 = and i8 %59, 1
  %62 = icmp eq i8 %61, 0
  %63 = select i1 %62, i8 0, i8 %60
  %64 = xor i8 %63, %58
  %65 = lshr i8 %59, 1
  %66 = shl i8 %60, 1
  %67 = icmp slt i8 %60, 0
  %68 = select i1 %67, i8 27, i8 0
  %69 = xor i8 %68, %66
  %70 = icmp eq i8 %65, 0
  br i1 %70, label %71, label %57, !llvm.loop !11

71:
  %72 = phi i8 [ 0, %55 ], [ %64, %57 ]
  %73 = icmp eq i8 %72, 0
  br i1 %73, label %88, label %74

74:
  %75 = phi i8 [ %81, %74 ], [ 0, %71 ]
  %76 = phi i8 [ %82, %74 ], [ %72, %71 ]
  %77 = phi i8 [ %86, %74 ], [ %56, %71 ]
  %78 = and i8 %76, 1
  %79 = icmp eq i8 %78, 0
  %80 = select i1 %79, i8 0, i8 %77
  %81 = xor i8 %80, %75
  %82 = lshr i8 %76, 1
  %83 = shl i8 %77, 1
  %84 = icmp slt i8 %77, 0
  %85 = select i1 %84, i8 27, i8 0
  %86 = xor i8 %85, %83
  %87 = icmp eq i8 %82, 0
  br i1 %87, label %88, label %74, !llvm.loop !11

88:
  %89 = phi i8 [ 0, %71 ], [ %81, %74 ]
  br i1 %73, label %104, label %90

90:
  %91 = phi i8 [ %97, %90 ], [ 0, %88 ]
  %92 = phi i8 [ %98, %90 ], [ %72, %88 ]
  %93 = phi i8 [ %102, %90 ], [ %72, %88 ]
  %94 = and i8 %92, 1
  %95 = icmp eq i8 %94, 0
  %96 = select i1 %95, i8 0, i8 %93
  %97 = xor i8 %96, %91
  %98 = lshr i8 %92, 1
  %99 = shl i8 %93, 1
  %100 = icmp slt i8 %93, 0
  %101 = select i1 %100, i8 27, i8 0
  %102 = xor i8 %101, %99
  %103 = icmp eq i8 %98, 0
  br i1 %103, label %104, label %90, !llvm.loop !11

104:
  %105 = phi i8 [ 0, %88 ], [ %97, %90 ]
  %106 = icmp eq i8 %105, 0
  br i1 %106, label %121, label %107

107:
  %108 = phi i8 [ %114, %107 ], [ 0, %104 ]
  %109 = phi i8 [ %115, %107 ], [ %105, %104 ]
  %110 = phi i8 [ %119, %107 ], [ %89, %104 ]
  %111 = and i8 %109, 1
  %112 = icmp eq i8 %111, 0
  %113 = select i1 %112, i8 0, i8 %110
  %114 = xor i8 %113, %108
  %115 = lshr i8 %109, 1
  %116 = shl i8 %110, 1
  %117 = icmp slt i8 %110, 0
  %118 = select i1 %117, i8 27, i8 0
  %119 = xor i8 %118, %116
  %120 = icmp eq i8 %115, 0
  br i1 %120, label %121, label %107, !llvm.loop !11

121:
  %122 = phi i8 [ 0, %104 ], [ %114, %107 ]
  br i1 %106, label %137, label %123

123:
  %124 = phi i8 [ %130, %123 ], [ 0, %121 ]
  %125 = phi i8 [ %131, %123 ], [ %105, %121 ]
  %126 = phi i8 [ %135, %123 ], [ %105, %121 ]
  %127 = and i8 %125, 1
  %128 = icmp eq i8 %127, 0
  %129 = select i1 %128, i8 0, i8 %126
  %130 = xor i8 %129, %124
  %131 = lshr i8 %125, 1
  %132 = shl i8 %126, 1
  %133 = icmp slt i8 %126, 0
  %134 = select i1 %133, i8 27, i8 0
  %135 = xor i8 %134, %132
  %136 = icmp eq i8 %131, 0
  br i1 %136, label %137, label %123, !llvm.loop !11

137:
  %138 = phi i8 [ 0, %121 ], [ %130, %123 ]
  %139 = icmp eq i8 %138, 0
  br i1 %139, label %154, label %140

140:
  %141 = phi i8 [ %147, %140 ], [ 0, %137 ]
  %142 = phi i8 [ %148, %140 ], [ %138, %137 ]
  %143 = phi i8 [ %152, %140 ], [ %122, %137 ]
  %144 = and i8 %142, 1
  %145 = icmp eq i8 %144, 0
  %146 = select i1 %145, i8 0, i8 %143
  %147 = xor i8 %146, %141
  %148 = lshr i8 %142, 1
  %149 = shl i8 %143, 1
  %150 = icmp slt i8 %143, 0
  %151 = select i1 %150, i8 27, i8 0
  %152 = xor i8 %151, %149
  %153 = icmp eq i8 %148, 0
  br i1 %153, label %154, label %140, !llvm.loop !11

154:
  %155 = phi i8 [ 0, %137 ], [ %147, %140 ]
  br i1 %139, label %170, label %156

156:
  %157 = phi i8 [ %163, %156 ], [ 0, %154 ]
  %158 = phi i8 [ %164, %156 ], [ %138, %154 ]
  %159 = phi i8 [ %168, %156 ], [ %138, %154 ]
  %160 = and i8 %158, 1
  %161 = icmp eq i8 %160, 0
  %162 = select i1 %161, i8 0, i8 %159
  %163 = xor i8 %162, %157
  %164 = lshr i8 %158, 1
  %165 = shl i8 %159, 1
  %166 = icmp slt i8 %159, 0
  %167 = select i1 %166, i8 27, i8 0
  %168 = xor i8 %167, %165
  %169 = icmp eq i8 %164, 0
  br i1 %169, label %170, label %156, !llvm.loop !11

170:
  %171 = phi i8 [ 0, %154 ], [ %163, %156 ]
  %172 = icmp eq i8 %171, 0
  br i1 %172, label %187, label %173

173:
  %174 = phi i8 [ %180, %173 ], [ 0, %170 ]
  %175 = phi i8 [ %181, %173 ], [ %171, %170 ]
  %176 = phi i8 [ %185, %173 ], [ %155, %170 ]
  %177 = and i8 %175, 1
  %178 = icmp eq i8 %177, 0
  %179 = select i1 %178, i8 0, i8 %176
  %180 = xor i8 %179, %174
  %181 = lshr i8 %175, 1
  %182 = shl i8 %176, 1
  %183 = icmp slt i8 %176, 0
  %184 = select i1 %183, i8 27, i8 0
  %185 = xor i8 %184, %182
  %186 = icmp eq i8 %181, 0
  br i1 %186, label %187, label %173, !llvm.loop !11

187:
  %188 = phi i8 [ 0, %170 ], [ %180, %173 ]
  br i1 %172, label %203, label %189

189:
  %190 = phi i8 [ %196, %189 ], [ 0, %187 ]
  %191 = phi i8 [ %197, %189 ], [ %171, %187 ]
  %192 = phi i8 [ %201, %189 ], [ %171, %187 ]
  %193 = and i8 %191, 1
  %194 = icmp eq i8 %193, 0
  %195 = select i1 %194, i8 0, i8 %192
  %196 = xor i8 %195, %190
  %197 = lshr i8 %191, 1
  %198 = shl i8 %192, 1
  %199 = icmp slt i8 %192, 0
  %200 = select i1 %199, i8 27, i8 0
  %201 = xor i8 %200, %198
  %202 = icmp eq i8 %197, 0
  br i1 %202, label %203, label %189, !llvm.loop !11

203:
  %204 = phi i8 [ 0, %187 ], [ %196, %189 ]
  %205 = icmp eq i8 %204, 0
  br i1 %205, label %220, label %206

206:
  %207 = phi i8 [ %213, %206 ], [ 0, %203 ]
  %208 = phi i8 [ %214, %206 ], [ %204, %203 ]
  %209 = phi i8 [ %218, %206 ], [ %188, %203 ]
  %210 = and i8 %208, 1
  %211 = icmp eq i8 %210, 0
  %212 = select i1 %211, i8 0, i8 %209
  %213 = xor i8 %212, %207
  %214 = lshr i8 %208, 1
  %215 = shl i8 %209, 1
  %216 = icmp slt i8 %209, 0
  %217 = select i1 %216, i8 27, i8 0
  %218 = xor i8 %217, %215
  %219 = icmp eq i8 %214, 0
  br i1 %219, label %220, label %206, !llvm.loop !11

220:
  %221 = phi i8 [ 0, %203 ], [ %213, %206 ]
  br i1 %205, label %236, label %222

222:
  %223 = phi i8 [ %229, %222 ], [ 0, %220 ]
  %224 = phi i8 [ %230, %222 ], [ %204, %220 ]
  %225 = phi i8 [ %234, %222 ], [ %204, %220 ]
  %226 = and i8 %224, 1
  %227 = icmp eq i8 %226, 0
  %228 = select i1 %227, i8 0, i8 %225
  %229 = xor i8 %228, %223
  %230 = lshr i8 %224, 1
  %231 = shl i8 %225, 1
  %232 = icmp slt i8 %225, 0
  %233 = select i1 %232, i8 27, i8 0
  %234 = xor i8 %233, %231
  %235 = icmp eq i8 %230, 0
  br i1 %235, label %236, label %222, !llvm.loop !11

236:
  %237 = phi i8 [ 0, %220 ], [ %229, %222 ]
  %238 = icmp eq i8 %237, 0
  br i1 %238, label %253, label %239

239:
  %240 = phi i8 [ %246, %239 ], [ 0, %236 ]
  %241 = phi i8 [ %247, %239 ], [ %237, %236 ]
  %242 = phi i8 [ %251, %239 ], [ %221, %236 ]
  %243 = and i8 %241, 1
  %244 = icmp eq i8 %243, 0
  %245 = select i1 %244, i8 0, i8 %242
  %246 = xor i8 %245, %240
  %247 = lshr i8 %241, 1
  %248 = shl i8 %242, 1
  %249 = icmp slt i8 %242, 0
  %250 = select i1 %249, i8 27, i8 0
  %251 = xor i8 %250, %248
  %252 = icmp eq i8 %247, 0
  br i1 %252, label %253, label %239, !llvm.loop !11

253:
  %254 = phi i8 [ 0, %236 ], [ %246, %239 ]
  %255 = tail call i8 @llvm.fshl.i8(i8 %254, i8 %254, i8 1)
  %256 = tail call i8 @llvm.fshl.i8(i8 %254, i8 %254, i8 2)
  %257 = tail call i8 @llvm.fshl.i8(i8 %254, i8 %254, i8 3)
  %258 = tail call i8 @llvm.fshl.i8(i8 %254, i8 %254, i8 4)
  %259 = xor i8 %256, %255
  %260 = xor i8 %259, %257
  %261 = xor i8 %260, %258
  %262 = xor i8 %261, %254
  %263 = xor i8 %262, 99
  %264 = zext nneg i32 %20 to i64
  %265 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %264
  store i8 %263, ptr %265, align 1, !tbaa !13
  %266 = add nuw nsw i32 %20, %8
  %267 = icmp samesign ult i32 %266, 256
  br i1 %267, label %19, label %9, !llvm.loop !14

268:
  %269 = phi i8 [ 1, %11 ], [ %304, %303 ]
  %270 = phi i32 [ 16, %11 ], [ %313, %303 ]
  %271 = zext nneg i32 %270 to i64
  %272 = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %271
  %273 = getelementptr i8, ptr %272, i64 -4
  %274 = load <4 x i8>, ptr %273, align 1, !tbaa !13
  %275 = and i32 %270, 12
  %276 = icmp eq i32 %275, 0
  br i1 %276, label %277, label %303

277:
  %278 = extractelement <4 x i8> %274, i64 1
  %279 = zext i8 %278 to i64
  %280 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %279
  %281 = load i8, ptr %280, align 1, !tbaa !13
  %282 = extractelement <4 x i8> %274, i64 2
  %283 = zext i8 %282 to i64
  %284 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %283
  %285 = extractelement <4 x i8> %274, i64 3
  %286 = zext i8 %285 to i64
  %287 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %286
  %288 = extractelement <4 x i8> %274, i64 0
  %289 = zext i8 %288 to i64
  %290 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %289
  %291 = xor i8 %281, %269
  %292 = load i8, ptr %284, align 1, !tbaa !13
  %293 = load i8, ptr %287, align 1, !tbaa !13
  %294 = load i8, ptr %290, align 1, !tbaa !13
  %295 = shl i8 %269, 1
  %296 = icmp slt i8 %269, 0
  %297 = select i1 %296, i8 27, i8 0
  %298 = xor i8 %297, %295
  %299 = insertelement <4 x i8> poison, i8 %291, i64 0
  %300 = insertelement <4 x i8> %299, i8 %292, i64 1
  %301 = insertelement <4 x i8> %300, i8 %293, i64 2
  %302 = insertelement <4 x i8> %301, i8 %294, i64 3
  br label %303

303:
  %304 = phi i8 [ %298, %277 ], [ %269, %268 ]
  %305 = phi <4 x i8> [ %302, %277 ], [ %274, %268 ]
  %306 = zext nneg i32 %270 to i64
  %307 = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %306
  %308 = getelementptr i8, ptr %307, i64 -16
  %309 = zext nneg i32 %270 to i64
  %310 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %309
  %311 = load <4 x i8>, ptr %308, align 1, !tbaa !13
  %312 = xor <4 x i8> %305, %311
  store <4 x i8> %312, ptr %310, align 1, !tbaa !13
  %313 = add nuw nsw i32 %270, 4
  %314 = icmp samesign ult i32 %270, 172
  br i1 %314, label %268, label %315, !llvm.loop !15

315:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %316 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %317 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %318 = mul i32 %316, %317
  %319 = add i32 %318, %5
  %320 = icmp slt i32 %319, %3
  br i1 %320, label %321, label %592

321:
  %322 = sext i32 %319 to i64
  %323 = shl nsw i64 %322, 4
  %324 = getelementptr inbounds nuw i8, ptr %1, i64 %323
  %325 = load <16 x i8>, ptr %324, align 1, !tbaa !13
  %326 = load <16 x i8>, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), align 16, !tbaa !13
  %327 = xor <16 x i8> %326, %325
  br label %328

328:
  %329 = phi i32 [ 1, %321 ], [ %585, %563 ]
  %330 = phi <16 x i8> [ %327, %321 ], [ %591, %563 ]
  %331 = extractelement <16 x i8> %330, i64 0
  %332 = zext i8 %331 to i64
  %333 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %332
  %334 = load i8, ptr %333, align 1, !tbaa !13
  %335 = extractelement <16 x i8> %330, i64 5
  %336 = zext i8 %335 to i64
  %337 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %336
  %338 = load i8, ptr %337, align 1, !tbaa !13
  %339 = extractelement <16 x i8> %330, i64 10
  %340 = zext i8 %339 to i64
  %341 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %340
  %342 = load i8, ptr %341, align 1, !tbaa !13
  %343 = extractelement <16 x i8> %330, i64 15
  %344 = zext i8 %343 to i64
  %345 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %344
  %346 = load i8, ptr %345, align 1, !tbaa !13
  %347 = extractelement <16 x i8> %330, i64 4
  %348 = zext i8 %347 to i64
  %349 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %348
  %350 = load i8, ptr %349, align 1, !tbaa !13
  %351 = extractelement <16 x i8> %330, i64 9
  %352 = zext i8 %351 to i64
  %353 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %352
  %354 = load i8, ptr %353, align 1, !tbaa !13
  %355 = extractelement <16 x i8> %330, i64 14
  %356 = zext i8 %355 to i64
  %357 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %356
  %358 = load i8, ptr %357, align 1, !tbaa !13
  %359 = extractelement <16 x i8> %330, i64 3
  %360 = zext i8 %359 to i64
  %361 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %360
  %362 = load i8, ptr %361, align 1, !tbaa !13
  %363 = extractelement <16 x i8> %330, i64 8
  %364 = zext i8 %363 to i64
  %365 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %364
  %366 = load i8, ptr %365, align 1, !tbaa !13
  %367 = extractelement <16 x i8> %330, i64 13
  %368 = zext i8 %367 to i64
  %369 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %368
  %370 = load i8, ptr %369, align 1, !tbaa !13
  %371 = extractelement <16 x i8> %330, i64 2
  %372 = zext i8 %371 to i64
  %373 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %372
  %374 = load i8, ptr %373, align 1, !tbaa !13
  %375 = extractelement <16 x i8> %330, i64 7
  %376 = zext i8 %375 to i64
  %377 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %376
  %378 = load i8, ptr %377, align 1, !tbaa !13
  %379 = extractelement <16 x i8> %330, i64 12
  %380 = zext i8 %379 to i64
  %381 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %380
  %382 = load i8, ptr %381, align 1, !tbaa !13
  %383 = extractelement <16 x i8> %330, i64 1
  %384 = zext i8 %383 to i64
  %385 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %384
  %386 = load i8, ptr %385, align 1, !tbaa !13
  %387 = extractelement <16 x i8> %330, i64 6
  %388 = zext i8 %387 to i64
  %389 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %388
  %390 = load i8, ptr %389, align 1, !tbaa !13
  %391 = extractelement <16 x i8> %330, i64 11
  %392 = zext i8 %391 to i64
  %393 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE4sbox to ptr), i64 %392
  %394 = load i8, ptr %393, align 1, !tbaa !13
  %395 = icmp eq i32 %329, 10
  %396 = insertelement <4 x i8> poison, i8 %334, i64 0
  %397 = insertelement <4 x i8> %396, i8 %338, i64 1
  %398 = insertelement <4 x i8> %397, i8 %342, i64 2
  %399 = insertelement <4 x i8> %398, i8 %346, i64 3
  br i1 %395, label %440, label %405

400:
  %401 = getelementptr inbounds nuw i8, ptr %2, i64 %323
  store <4 x i8> %569, ptr %401, align 1, !tbaa !13
  %402 = getelementptr inbounds nuw i8, ptr %401, i64 4
  store <4 x i8> %574, ptr %402, align 1, !tbaa !13
  %403 = getelementptr inbounds nuw i8, ptr %401, i64 8
  store <4 x i8> %579, ptr %403, align 1, !tbaa !13
  %404 = getelementptr inbounds nuw i8, ptr %401, i64 12
  store <4 x i8> %584, ptr %404, align 1, !tbaa !13
  br label %592

405:
  %406 = xor i8 %338, %342
  %407 = shl i8 %406, 1
  %408 = icmp slt i8 %406, 0
  %409 = select i1 %408, i8 27, i8 0
  %410 = xor i8 %407, %409
  %411 = xor i8 %342, %346
  %412 = icmp slt i8 %411, 0
  %413 = select i1 %412, i8 27, i8 0
  %414 = xor i8 %338, %334
  %415 = shl i8 %414, 1
  %416 = icmp slt i8 %414, 0
  %417 = select i1 %416, i8 27, i8 0
  %418 = shl i8 %411, 1
  %419 = xor i8 %334, %346
  %420 = shl i8 %419, 1
  %421 = xor i8 %418, %413
  %422 = xor i8 %414, %342
  %423 = xor i8 %415, %417
  %424 = icmp slt i8 %419, 0
  %425 = select i1 %424, i8 27, i8 0
  %426 = xor i8 %425, %420
  %427 = xor i8 %421, %346
  %428 = xor i8 %422, %346
  %429 = xor i8 %423, %334
  %430 = xor i8 %410, %338
  %431 = insertelement <4 x i8> poison, i8 %428, i64 0
  %432 = insertelement <4 x i8> %431, i8 %430, i64 1
  %433 = insertelement <4 x i8> %432, i8 %414, i64 2
  %434 = insertelement <4 x i8> %433, i8 %422, i64 3
  %435 = insertelement <4 x i8> poison, i8 %429, i64 0
  %436 = insertelement <4 x i8> %435, i8 %428, i64 1
  %437 = insertelement <4 x i8> %436, i8 %427, i64 2
  %438 = insertelement <4 x i8> %437, i8 %426, i64 3
  %439 = xor <4 x i8> %438, %434
  br label %440

440:
  %441 = phi <4 x i8> [ %399, %328 ], [ %439, %405 ]
  %442 = insertelement <4 x i8> poison, i8 %350, i64 0
  %443 = insertelement <4 x i8> %442, i8 %354, i64 1
  %444 = insertelement <4 x i8> %443, i8 %358, i64 2
  %445 = insertelement <4 x i8> %444, i8 %362, i64 3
  br i1 %395, label %481, label %446

446:
  %447 = xor i8 %354, %358
  %448 = shl i8 %447, 1
  %449 = icmp slt i8 %447, 0
  %450 = select i1 %449, i8 27, i8 0
  %451 = xor i8 %448, %450
  %452 = xor i8 %358, %362
  %453 = icmp slt i8 %452, 0
  %454 = select i1 %453, i8 27, i8 0
  %455 = xor i8 %354, %350
  %456 = shl i8 %455, 1
  %457 = icmp slt i8 %455, 0
  %458 = select i1 %457, i8 27, i8 0
  %459 = shl i8 %452, 1
  %460 = xor i8 %350, %362
  %461 = shl i8 %460, 1
  %462 = xor i8 %459, %454
  %463 = xor i8 %455, %358
  %464 = xor i8 %456, %458
  %465 = icmp slt i8 %460, 0
  %466 = select i1 %465, i8 27, i8 0
  %467 = xor i8 %466, %461
  %468 = xor i8 %462, %362
  %469 = xor i8 %463, %362
  %470 = xor i8 %464, %350
  %471 = xor i8 %451, %354
  %472 = insertelement <4 x i8> poison, i8 %469, i64 0
  %473 = insertelement <4 x i8> %472, i8 %471, i64 1
  %474 = insertelement <4 x i8> %473, i8 %455, i64 2
  %475 = insertelement <4 x i8> %474, i8 %463, i64 3
  %476 = insertelement <4 x i8> poison, i8 %470, i64 0
  %477 = insertelement <4 x i8> %476, i8 %469, i64 1
  %478 = insertelement <4 x i8> %477, i8 %468, i64 2
  %479 = insertelement <4 x i8> %478, i8 %467, i64 3
  %480 = xor <4 x i8> %479, %475
  br label %481

481:
  %482 = phi <4 x i8> [ %445, %440 ], [ %480, %446 ]
  %483 = insertelement <4 x i8> poison, i8 %366, i64 0
  %484 = insertelement <4 x i8> %483, i8 %370, i64 1
  %485 = insertelement <4 x i8> %484, i8 %374, i64 2
  %486 = insertelement <4 x i8> %485, i8 %378, i64 3
  br i1 %395, label %522, label %487

487:
  %488 = xor i8 %370, %374
  %489 = shl i8 %488, 1
  %490 = icmp slt i8 %488, 0
  %491 = select i1 %490, i8 27, i8 0
  %492 = xor i8 %489, %491
  %493 = xor i8 %374, %378
  %494 = icmp slt i8 %493, 0
  %495 = select i1 %494, i8 27, i8 0
  %496 = xor i8 %370, %366
  %497 = shl i8 %496, 1
  %498 = icmp slt i8 %496, 0
  %499 = select i1 %498, i8 27, i8 0
  %500 = shl i8 %493, 1
  %501 = xor i8 %366, %378
  %502 = shl i8 %501, 1
  %503 = xor i8 %500, %495
  %504 = xor i8 %496, %374
  %505 = xor i8 %497, %499
  %506 = icmp slt i8 %501, 0
  %507 = select i1 %506, i8 27, i8 0
  %508 = xor i8 %507, %502
  %509 = xor i8 %503, %378
  %510 = xor i8 %504, %378
  %511 = xor i8 %505, %366
  %512 = xor i8 %492, %370
  %513 = insertelement <4 x i8> poison, i8 %510, i64 0
  %514 = insertelement <4 x i8> %513, i8 %512, i64 1
  %515 = insertelement <4 x i8> %514, i8 %496, i64 2
  %516 = insertelement <4 x i8> %515, i8 %504, i64 3
  %517 = insertelement <4 x i8> poison, i8 %511, i64 0
  %518 = insertelement <4 x i8> %517, i8 %510, i64 1
  %519 = insertelement <4 x i8> %518, i8 %509, i64 2
  %520 = insertelement <4 x i8> %519, i8 %508, i64 3
  %521 = xor <4 x i8> %520, %516
  br label %522

522:
  %523 = phi <4 x i8> [ %486, %481 ], [ %521, %487 ]
  %524 = insertelement <4 x i8> poison, i8 %382, i64 0
  %525 = insertelement <4 x i8> %524, i8 %386, i64 1
  %526 = insertelement <4 x i8> %525, i8 %390, i64 2
  %527 = insertelement <4 x i8> %526, i8 %394, i64 3
  br i1 %395, label %563, label %528

528:
  %529 = xor i8 %386, %390
  %530 = shl i8 %529, 1
  %531 = icmp slt i8 %529, 0
  %532 = select i1 %531, i8 27, i8 0
  %533 = xor i8 %530, %532
  %534 = xor i8 %390, %394
  %535 = icmp slt i8 %534, 0
  %536 = select i1 %535, i8 27, i8 0
  %537 = xor i8 %386, %382
  %538 = shl i8 %537, 1
  %539 = icmp slt i8 %537, 0
  %540 = select i1 %539, i8 27, i8 0
  %541 = shl i8 %534, 1
  %542 = xor i8 %382, %394
  %543 = shl i8 %542, 1
  %544 = xor i8 %541, %536
  %545 = xor i8 %537, %390
  %546 = xor i8 %538, %540
  %547 = icmp slt i8 %542, 0
  %548 = select i1 %547, i8 27, i8 0
  %549 = xor i8 %548, %543
  %550 = xor i8 %544, %394
  %551 = xor i8 %545, %394
  %552 = xor i8 %546, %382
  %553 = xor i8 %533, %386
  %554 = insertelement <4 x i8> poison, i8 %551, i64 0
  %555 = insertelement <4 x i8> %554, i8 %553, i64 1
  %556 = insertelement <4 x i8> %555, i8 %537, i64 2
  %557 = insertelement <4 x i8> %556, i8 %545, i64 3
  %558 = insertelement <4 x i8> poison, i8 %552, i64 0
  %559 = insertelement <4 x i8> %558, i8 %551, i64 1
  %560 = insertelement <4 x i8> %559, i8 %550, i64 2
  %561 = insertelement <4 x i8> %560, i8 %549, i64 3
  %562 = xor <4 x i8> %561, %557
  br label %563

563:
  %564 = phi <4 x i8> [ %527, %522 ], [ %562, %528 ]
  %565 = shl nuw nsw i32 %329, 4
  %566 = zext nneg i32 %565 to i64
  %567 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %566
  %568 = load <4 x i8>, ptr %567, align 1, !tbaa !13
  %569 = xor <4 x i8> %568, %441
  %570 = zext nneg i32 %565 to i64
  %571 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %570
  %572 = getelementptr inbounds nuw i8, ptr %571, i64 4
  %573 = load <4 x i8>, ptr %572, align 1, !tbaa !13
  %574 = xor <4 x i8> %573, %482
  %575 = zext nneg i32 %565 to i64
  %576 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %575
  %577 = getelementptr inbounds nuw i8, ptr %576, i64 8
  %578 = load <4 x i8>, ptr %577, align 1, !tbaa !13
  %579 = xor <4 x i8> %578, %523
  %580 = zext nneg i32 %565 to i64
  %581 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @_ZZ11aes_encryptE10round_keys to ptr), i64 %580
  %582 = getelementptr inbounds nuw i8, ptr %581, i64 12
  %583 = load <4 x i8>, ptr %582, align 1, !tbaa !13
  %584 = xor <4 x i8> %583, %564
  %585 = add nuw nsw i32 %329, 1
  %586 = icmp eq i32 %585, 11
  %587 = shufflevector <4 x i8> %569, <4 x i8> %574, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %588 = shufflevector <4 x i8> %579, <4 x i8> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %589 = shufflevector <16 x i8> %587, <16 x i8> %588, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %590 = shufflevector <4 x i8> %584, <4 x i8> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %591 = shufflevector <16 x i8> %589, <16 x i8> %590, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  br i1 %586, label %400, label %328, !llvm.loop !16

592:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare i8 @llvm.fshl.i8(i8, i8, i8) #4

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!13 = !{!8, !8, i64 0}
!14 = distinct !{!14, !12}
!15 = distinct !{!15, !12}
!16 = distinct !{!16, !12}
