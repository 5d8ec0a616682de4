target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"struct.cub::CUB_300001_SM_750::BlockRadixSort<short, 64, 4, int>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized" }
%"struct.cub::CUB_300001_SM_750::Uninitialized" = type { [146 x %struct.ulonglong2.0] }
%struct.ulonglong2.0 = type { i64, i64 }
%union.anon = type { %"struct.cub::CUB_300001_SM_750::BlockRadixSort<unsigned int, 128, 4>::TempStorage" }
%"struct.cub::CUB_300001_SM_750::BlockRadixSort<unsigned int, 128, 4>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.2" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.2" = type { [290 x %struct.ulonglong2.0] }
%union.anon.21 = type { %"struct.cub::CUB_300001_SM_750::BlockRadixSort<float, 128, 4>::TempStorage" }
%"struct.cub::CUB_300001_SM_750::BlockRadixSort<float, 128, 4>::TempStorage" = type { %"struct.cub::CUB_300001_SM_750::Uninitialized.23" }
%"struct.cub::CUB_300001_SM_750::Uninitialized.23" = type { [290 x %struct.ulonglong2.0] }

$_ZZ10sort_groupIjLb0EEvPT_E1s = comdat any

$_ZZ10sort_groupIfLb1EEvPT_E1s = comdat any

@_ZZ10sort_pairsE1s = internal unnamed_addr addrspace(3) global %"struct.cub::CUB_300001_SM_750::BlockRadixSort<short, 64, 4, int>::TempStorage" undef, align 16
@_ZZ10sort_groupIjLb0EEvPT_E1s = linkonce_odr dso_local local_unnamed_addr addrspace(3) global %union.anon undef, comdat, align 16
@_ZZ10sort_groupIfLb1EEvPT_E1s = linkonce_odr dso_local local_unnamed_addr addrspace(3) global %union.anon.21 undef, comdat, align 16

define dso_local ptx_kernel void @sort_u32(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %3 = shl i32 %2, 9
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr %5, i64 %7
  %9 = load i32, ptr %8, align 4, !tbaa !6
  %10 = add nuw nsw i32 %6, 128
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr %5, i64 %11
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = add nuw nsw i32 %6, 256
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr %5, i64 %15
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = add nuw nsw i32 %6, 384
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds nuw i32, ptr %5, i64 %19
  %21 = load i32, ptr %20, align 4, !tbaa !6
  %22 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %23 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %7
  store i32 %9, ptr %23, align 4, !tbaa !6
  %24 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %11
  store i32 %13, ptr %24, align 4, !tbaa !6
  %25 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %15
  store i32 %17, ptr %25, align 4, !tbaa !6
  %26 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %19
  store i32 %21, ptr %26, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %27 = shl nuw nsw i32 %6, 2
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %28
  %30 = load i32, ptr %29, align 4, !tbaa !6
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %32 = load i32, ptr %31, align 4, !tbaa !6
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %34 = load i32, ptr %33, align 4, !tbaa !6
  %35 = getelementptr inbounds nuw i8, ptr %29, i64 12
  %36 = load i32, ptr %35, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %37 = lshr i32 %6, 5
  %38 = getelementptr inbounds nuw [9 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %7
  %39 = zext nneg i32 %37 to i64
  %40 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4608), i64 %39
  %41 = icmp eq i32 %37, 1
  %42 = icmp eq i32 %37, 2
  %43 = icmp eq i32 %37, 3
  %44 = icmp eq i32 %37, 0
  %45 = icmp eq i32 %6, 0
  %46 = getelementptr inbounds nuw i8, ptr %23, i64 512
  %47 = getelementptr inbounds nuw i8, ptr %23, i64 1024
  %48 = getelementptr inbounds nuw i8, ptr %23, i64 1536
  %49 = getelementptr inbounds nuw i8, ptr %23, i64 2048
  %50 = getelementptr inbounds nuw i8, ptr %23, i64 2560
  %51 = getelementptr inbounds nuw i8, ptr %23, i64 3072
  %52 = getelementptr inbounds nuw i8, ptr %23, i64 3584
  %53 = getelementptr inbounds nuw i8, ptr %23, i64 4096
  %54 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %55 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %56 = getelementptr inbounds nuw i8, ptr %38, i64 12
  %57 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %58 = getelementptr inbounds nuw i8, ptr %38, i64 20
  %59 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %60 = getelementptr inbounds nuw i8, ptr %38, i64 28
  %61 = getelementptr inbounds nuw i8, ptr %38, i64 32
  br label %62

62:
  %63 = phi i32 [ %36, %1 ], [ %192, %194 ]
  %64 = phi i32 [ %34, %1 ], [ %191, %194 ]
  %65 = phi i32 [ %32, %1 ], [ %190, %194 ]
  %66 = phi i32 [ %30, %1 ], [ %189, %194 ]
  %67 = phi i32 [ undef, %1 ], [ %144, %194 ]
  %68 = phi i32 [ 0, %1 ], [ %195, %194 ]
  store i32 0, ptr %23, align 4, !tbaa !6
  store i32 0, ptr %46, align 4, !tbaa !6
  store i32 0, ptr %47, align 4, !tbaa !6
  store i32 0, ptr %48, align 4, !tbaa !6
  store i32 0, ptr %49, align 4, !tbaa !6
  store i32 0, ptr %50, align 4, !tbaa !6
  store i32 0, ptr %51, align 4, !tbaa !6
  store i32 0, ptr %52, align 4, !tbaa !6
  store i32 0, ptr %53, align 4, !tbaa !6
  %69 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %66, i32 %68) #3
  %70 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %71 = and i32 %70, %69
  %72 = lshr i32 %71, 3
  %73 = and i32 %71, 7
  %74 = zext nneg i32 %73 to i64
  %75 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %74
  %76 = zext nneg i32 %72 to i64
  %77 = getelementptr inbounds nuw i16, ptr %75, i64 %76
  %78 = load i16, ptr %77, align 2, !tbaa !14
  %79 = add i16 %78, 1
  store i16 %79, ptr %77, align 2, !tbaa !14
  %80 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %65, i32 %68) #3
  %81 = and i32 %80, %70
  %82 = lshr i32 %81, 3
  %83 = and i32 %81, 7
  %84 = zext nneg i32 %83 to i64
  %85 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %84
  %86 = zext nneg i32 %82 to i64
  %87 = getelementptr inbounds nuw i16, ptr %85, i64 %86
  %88 = load i16, ptr %87, align 2, !tbaa !14
  %89 = add i16 %88, 1
  store i16 %89, ptr %87, align 2, !tbaa !14
  %90 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %64, i32 %68) #3
  %91 = and i32 %90, %70
  %92 = lshr i32 %91, 3
  %93 = and i32 %91, 7
  %94 = zext nneg i32 %93 to i64
  %95 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %94
  %96 = zext nneg i32 %92 to i64
  %97 = getelementptr inbounds nuw i16, ptr %95, i64 %96
  %98 = load i16, ptr %97, align 2, !tbaa !14
  %99 = add i16 %98, 1
  store i16 %99, ptr %97, align 2, !tbaa !14
  %100 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %63, i32 %68) #3
  %101 = and i32 %100, %70
  %102 = lshr i32 %101, 3
  %103 = and i32 %101, 7
  %104 = zext nneg i32 %103 to i64
  %105 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %104
  %106 = zext nneg i32 %102 to i64
  %107 = getelementptr inbounds nuw i16, ptr %105, i64 %106
  %108 = load i16, ptr %107, align 2, !tbaa !14
  %109 = add i16 %108, 1
  store i16 %109, ptr %107, align 2, !tbaa !14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %110 = load i32, ptr %38, align 4, !tbaa !6
  %111 = load i32, ptr %54, align 4, !tbaa !6
  %112 = load i32, ptr %55, align 4, !tbaa !6
  %113 = load i32, ptr %56, align 4, !tbaa !6
  %114 = load i32, ptr %57, align 4, !tbaa !6
  %115 = load i32, ptr %58, align 4, !tbaa !6
  %116 = load i32, ptr %59, align 4, !tbaa !6
  %117 = load i32, ptr %60, align 4, !tbaa !6
  %118 = load i32, ptr %61, align 4, !tbaa !6
  %119 = add i32 %111, %110
  %120 = add i32 %119, %112
  %121 = add i32 %120, %113
  %122 = add i32 %121, %114
  %123 = add i32 %122, %115
  %124 = add i32 %123, %116
  %125 = add i32 %124, %117
  %126 = add i32 %125, %118
  %127 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %128 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %126, i32 1, i32 0, i32 %126, i32 -1) #4
  %129 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %128, i32 2, i32 0, i32 %128, i32 -1) #4
  %130 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %129, i32 4, i32 0, i32 %129, i32 -1) #4
  %131 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %130, i32 8, i32 0, i32 %130, i32 -1) #4
  %132 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %131, i32 16, i32 0, i32 %131, i32 -1) #4
  %133 = sub i32 %132, %126
  %134 = icmp eq i32 %127, 31
  br i1 %134, label %135, label %136

135:
  store i32 %132, ptr %40, align 4, !tbaa !6
  br label %136

136:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %137 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4608), align 32, !tbaa !6
  %138 = select i1 %41, i32 %137, i32 %67
  %139 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4612), align 4, !tbaa !6
  %140 = add i32 %139, %137
  %141 = select i1 %42, i32 %140, i32 %138
  %142 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4616), align 8, !tbaa !6
  %143 = add i32 %142, %140
  %144 = select i1 %43, i32 %143, i32 %141
  %145 = icmp eq i32 %127, 0
  %146 = select i1 %145, i32 0, i32 %133
  %147 = add i32 %144, %146
  %148 = or i32 %127, %37
  %149 = icmp eq i32 %148, 0
  %150 = select i1 %44, i32 %133, i32 %147
  br i1 %149, label %151, label %155

151:
  %152 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4620), align 4, !tbaa !6
  %153 = add i32 %152, %143
  %154 = shl i32 %153, 16
  store i32 %154, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4628), align 4, !tbaa !6
  br label %155

155:
  %156 = phi i32 [ %150, %136 ], [ %154, %151 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %157 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 4628), align 4, !tbaa !17
  %158 = select i1 %45, i32 0, i32 %157
  %159 = add i32 %158, %156
  %160 = add i32 %159, %110
  %161 = add i32 %160, %111
  %162 = add i32 %161, %112
  %163 = add i32 %162, %113
  %164 = add i32 %163, %114
  %165 = add i32 %164, %115
  %166 = add i32 %165, %116
  %167 = add i32 %166, %117
  store i32 %159, ptr %38, align 4, !tbaa !6
  store i32 %160, ptr %54, align 4, !tbaa !6
  store i32 %161, ptr %55, align 4, !tbaa !6
  store i32 %162, ptr %56, align 4, !tbaa !6
  store i32 %163, ptr %57, align 4, !tbaa !6
  store i32 %164, ptr %58, align 4, !tbaa !6
  store i32 %165, ptr %59, align 4, !tbaa !6
  store i32 %166, ptr %60, align 4, !tbaa !6
  store i32 %167, ptr %61, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %168 = zext i16 %78 to i64
  %169 = load i16, ptr %77, align 2, !tbaa !14
  %170 = zext i16 %169 to i64
  %171 = zext i16 %88 to i64
  %172 = load i16, ptr %87, align 2, !tbaa !14
  %173 = zext i16 %172 to i64
  %174 = zext i16 %98 to i64
  %175 = load i16, ptr %97, align 2, !tbaa !14
  %176 = zext i16 %175 to i64
  %177 = zext i16 %108 to i64
  %178 = load i16, ptr %107, align 2, !tbaa !14
  %179 = zext i16 %178 to i64
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %180 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %181 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %170
  %182 = getelementptr inbounds nuw i32, ptr %181, i64 %168
  store i32 %66, ptr %182, align 4, !tbaa !6
  %183 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %173
  %184 = getelementptr inbounds nuw i32, ptr %183, i64 %171
  store i32 %65, ptr %184, align 4, !tbaa !6
  %185 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %176
  %186 = getelementptr inbounds nuw i32, ptr %185, i64 %174
  store i32 %64, ptr %186, align 4, !tbaa !6
  %187 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIjLb0EEvPT_E1s to ptr), i64 %179
  %188 = getelementptr inbounds nuw i32, ptr %187, i64 %177
  store i32 %63, ptr %188, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %189 = load i32, ptr %29, align 4, !tbaa !6
  %190 = load i32, ptr %31, align 4, !tbaa !6
  %191 = load i32, ptr %33, align 4, !tbaa !6
  %192 = load i32, ptr %35, align 4, !tbaa !6
  %193 = icmp samesign ult i32 %68, 28
  br i1 %193, label %194, label %196

194:
  %195 = add nuw nsw i32 %68, 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %62

196:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %197 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  store i32 %189, ptr %29, align 4, !tbaa !6
  store i32 %190, ptr %31, align 4, !tbaa !6
  store i32 %191, ptr %33, align 4, !tbaa !6
  store i32 %192, ptr %35, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %198 = load i32, ptr %23, align 4, !tbaa !6
  %199 = load i32, ptr %24, align 4, !tbaa !6
  %200 = load i32, ptr %25, align 4, !tbaa !6
  %201 = load i32, ptr %26, align 4, !tbaa !6
  store i32 %198, ptr %8, align 4, !tbaa !6
  %202 = getelementptr inbounds nuw i8, ptr %8, i64 512
  store i32 %199, ptr %202, align 4, !tbaa !6
  %203 = getelementptr inbounds nuw i8, ptr %8, i64 1024
  store i32 %200, ptr %203, align 4, !tbaa !6
  %204 = getelementptr inbounds nuw i8, ptr %8, i64 1536
  store i32 %201, ptr %204, align 4, !tbaa !6
  ret void
}

define dso_local ptx_kernel void @sort_f32_desc(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %3 = shl i32 %2, 9
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds nuw float, ptr %0, i64 %4
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds nuw float, ptr %5, i64 %7
  %9 = load float, ptr %8, align 4, !tbaa !19
  %10 = add nuw nsw i32 %6, 128
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw float, ptr %5, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !19
  %14 = add nuw nsw i32 %6, 256
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw float, ptr %5, i64 %15
  %17 = load float, ptr %16, align 4, !tbaa !19
  %18 = add nuw nsw i32 %6, 384
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds nuw float, ptr %5, i64 %19
  %21 = load float, ptr %20, align 4, !tbaa !19
  %22 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %23 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %7
  store float %9, ptr %23, align 4, !tbaa !19
  %24 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %11
  store float %13, ptr %24, align 4, !tbaa !19
  %25 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %15
  store float %17, ptr %25, align 4, !tbaa !19
  %26 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %19
  store float %21, ptr %26, align 4, !tbaa !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %27 = shl nuw nsw i32 %6, 2
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %28
  %30 = load i32, ptr %29, align 4, !tbaa !19
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %32 = load i32, ptr %31, align 4, !tbaa !19
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %34 = load i32, ptr %33, align 4, !tbaa !19
  %35 = getelementptr inbounds nuw i8, ptr %29, i64 12
  %36 = load i32, ptr %35, align 4, !tbaa !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %37 = icmp sgt i32 %30, -1
  %38 = select i1 %37, i32 -2147483648, i32 -1
  %39 = xor i32 %38, %30
  %40 = bitcast i32 %39 to float
  %41 = icmp sgt i32 %32, -1
  %42 = select i1 %41, i32 -2147483648, i32 -1
  %43 = xor i32 %42, %32
  %44 = bitcast i32 %43 to float
  %45 = icmp sgt i32 %34, -1
  %46 = select i1 %45, i32 -2147483648, i32 -1
  %47 = xor i32 %46, %34
  %48 = bitcast i32 %47 to float
  %49 = icmp sgt i32 %36, -1
  %50 = select i1 %49, i32 -2147483648, i32 -1
  %51 = xor i32 %50, %36
  %52 = bitcast i32 %51 to float
  %53 = lshr i32 %6, 5
  %54 = getelementptr inbounds nuw [9 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %7
  %55 = zext nneg i32 %53 to i64
  %56 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4608), i64 %55
  %57 = icmp eq i32 %53, 1
  %58 = icmp eq i32 %53, 2
  %59 = icmp eq i32 %53, 3
  %60 = icmp eq i32 %53, 0
  %61 = icmp eq i32 %6, 0
  %62 = getelementptr inbounds nuw i8, ptr %23, i64 512
  %63 = getelementptr inbounds nuw i8, ptr %23, i64 1024
  %64 = getelementptr inbounds nuw i8, ptr %23, i64 1536
  %65 = getelementptr inbounds nuw i8, ptr %23, i64 2048
  %66 = getelementptr inbounds nuw i8, ptr %23, i64 2560
  %67 = getelementptr inbounds nuw i8, ptr %23, i64 3072
  %68 = getelementptr inbounds nuw i8, ptr %23, i64 3584
  %69 = getelementptr inbounds nuw i8, ptr %23, i64 4096
  %70 = getelementptr inbounds nuw i8, ptr %54, i64 4
  %71 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %72 = getelementptr inbounds nuw i8, ptr %54, i64 12
  %73 = getelementptr inbounds nuw i8, ptr %54, i64 16
  %74 = getelementptr inbounds nuw i8, ptr %54, i64 20
  %75 = getelementptr inbounds nuw i8, ptr %54, i64 24
  %76 = getelementptr inbounds nuw i8, ptr %54, i64 28
  %77 = getelementptr inbounds nuw i8, ptr %54, i64 32
  br label %78

78:
  %79 = phi float [ %52, %1 ], [ %228, %230 ]
  %80 = phi float [ %48, %1 ], [ %227, %230 ]
  %81 = phi float [ %44, %1 ], [ %226, %230 ]
  %82 = phi float [ %40, %1 ], [ %225, %230 ]
  %83 = phi i32 [ undef, %1 ], [ %180, %230 ]
  %84 = phi i32 [ 0, %1 ], [ %231, %230 ]
  store i32 0, ptr %23, align 4, !tbaa !6
  store i32 0, ptr %62, align 4, !tbaa !6
  store i32 0, ptr %63, align 4, !tbaa !6
  store i32 0, ptr %64, align 4, !tbaa !6
  store i32 0, ptr %65, align 4, !tbaa !6
  store i32 0, ptr %66, align 4, !tbaa !6
  store i32 0, ptr %67, align 4, !tbaa !6
  store i32 0, ptr %68, align 4, !tbaa !6
  store i32 0, ptr %69, align 4, !tbaa !6
  %85 = bitcast float %82 to i32
  %86 = icmp eq i32 %85, 2147483647
  %87 = select i1 %86, i32 -2147483648, i32 %85
  %88 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %87, i32 %84) #3
  %89 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %90 = and i32 %89, %88
  %91 = lshr i32 %90, 3
  %92 = and i32 %90, 7
  %93 = sub nsw i32 1, %91
  %94 = xor i32 %92, 7
  %95 = zext nneg i32 %94 to i64
  %96 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %95
  %97 = zext i32 %93 to i64
  %98 = getelementptr inbounds nuw i16, ptr %96, i64 %97
  %99 = load i16, ptr %98, align 2, !tbaa !14
  %100 = add i16 %99, 1
  store i16 %100, ptr %98, align 2, !tbaa !14
  %101 = bitcast float %81 to i32
  %102 = icmp eq i32 %101, 2147483647
  %103 = select i1 %102, i32 -2147483648, i32 %101
  %104 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %103, i32 %84) #3
  %105 = and i32 %104, %89
  %106 = lshr i32 %105, 3
  %107 = and i32 %105, 7
  %108 = sub nsw i32 1, %106
  %109 = xor i32 %107, 7
  %110 = zext nneg i32 %109 to i64
  %111 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %110
  %112 = zext i32 %108 to i64
  %113 = getelementptr inbounds nuw i16, ptr %111, i64 %112
  %114 = load i16, ptr %113, align 2, !tbaa !14
  %115 = add i16 %114, 1
  store i16 %115, ptr %113, align 2, !tbaa !14
  %116 = bitcast float %80 to i32
  %117 = icmp eq i32 %116, 2147483647
  %118 = select i1 %117, i32 -2147483648, i32 %116
  %119 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %118, i32 %84) #3
  %120 = and i32 %119, %89
  %121 = lshr i32 %120, 3
  %122 = and i32 %120, 7
  %123 = sub nsw i32 1, %121
  %124 = xor i32 %122, 7
  %125 = zext nneg i32 %124 to i64
  %126 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %125
  %127 = zext i32 %123 to i64
  %128 = getelementptr inbounds nuw i16, ptr %126, i64 %127
  %129 = load i16, ptr %128, align 2, !tbaa !14
  %130 = add i16 %129, 1
  store i16 %130, ptr %128, align 2, !tbaa !14
  %131 = bitcast float %79 to i32
  %132 = icmp eq i32 %131, 2147483647
  %133 = select i1 %132, i32 -2147483648, i32 %131
  %134 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %133, i32 %84) #3
  %135 = and i32 %134, %89
  %136 = lshr i32 %135, 3
  %137 = and i32 %135, 7
  %138 = sub nsw i32 1, %136
  %139 = xor i32 %137, 7
  %140 = zext nneg i32 %139 to i64
  %141 = getelementptr inbounds nuw [128 x [2 x i16]], ptr %23, i64 %140
  %142 = zext i32 %138 to i64
  %143 = getelementptr inbounds nuw i16, ptr %141, i64 %142
  %144 = load i16, ptr %143, align 2, !tbaa !14
  %145 = add i16 %144, 1
  store i16 %145, ptr %143, align 2, !tbaa !14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %146 = load i32, ptr %54, align 4, !tbaa !6
  %147 = load i32, ptr %70, align 4, !tbaa !6
  %148 = load i32, ptr %71, align 4, !tbaa !6
  %149 = load i32, ptr %72, align 4, !tbaa !6
  %150 = load i32, ptr %73, align 4, !tbaa !6
  %151 = load i32, ptr %74, align 4, !tbaa !6
  %152 = load i32, ptr %75, align 4, !tbaa !6
  %153 = load i32, ptr %76, align 4, !tbaa !6
  %154 = load i32, ptr %77, align 4, !tbaa !6
  %155 = add i32 %147, %146
  %156 = add i32 %155, %148
  %157 = add i32 %156, %149
  %158 = add i32 %157, %150
  %159 = add i32 %158, %151
  %160 = add i32 %159, %152
  %161 = add i32 %160, %153
  %162 = add i32 %161, %154
  %163 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %164 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %162, i32 1, i32 0, i32 %162, i32 -1) #4
  %165 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %164, i32 2, i32 0, i32 %164, i32 -1) #4
  %166 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %165, i32 4, i32 0, i32 %165, i32 -1) #4
  %167 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %166, i32 8, i32 0, i32 %166, i32 -1) #4
  %168 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %167, i32 16, i32 0, i32 %167, i32 -1) #4
  %169 = sub i32 %168, %162
  %170 = icmp eq i32 %163, 31
  br i1 %170, label %171, label %172

171:
  store i32 %168, ptr %56, align 4, !tbaa !6
  br label %172

172:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %173 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4608), align 32, !tbaa !6
  %174 = select i1 %57, i32 %173, i32 %83
  %175 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4612), align 4, !tbaa !6
  %176 = add i32 %175, %173
  %177 = select i1 %58, i32 %176, i32 %174
  %178 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4616), align 8, !tbaa !6
  %179 = add i32 %178, %176
  %180 = select i1 %59, i32 %179, i32 %177
  %181 = icmp eq i32 %163, 0
  %182 = select i1 %181, i32 0, i32 %169
  %183 = add i32 %180, %182
  %184 = or i32 %163, %53
  %185 = icmp eq i32 %184, 0
  %186 = select i1 %60, i32 %169, i32 %183
  br i1 %185, label %187, label %191

187:
  %188 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4620), align 4, !tbaa !6
  %189 = add i32 %188, %179
  %190 = shl i32 %189, 16
  store i32 %190, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4628), align 4, !tbaa !6
  br label %191

191:
  %192 = phi i32 [ %186, %172 ], [ %190, %187 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %193 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 4628), align 4, !tbaa !17
  %194 = select i1 %61, i32 0, i32 %193
  %195 = add i32 %194, %192
  %196 = add i32 %195, %146
  %197 = add i32 %196, %147
  %198 = add i32 %197, %148
  %199 = add i32 %198, %149
  %200 = add i32 %199, %150
  %201 = add i32 %200, %151
  %202 = add i32 %201, %152
  %203 = add i32 %202, %153
  store i32 %195, ptr %54, align 4, !tbaa !6
  store i32 %196, ptr %70, align 4, !tbaa !6
  store i32 %197, ptr %71, align 4, !tbaa !6
  store i32 %198, ptr %72, align 4, !tbaa !6
  store i32 %199, ptr %73, align 4, !tbaa !6
  store i32 %200, ptr %74, align 4, !tbaa !6
  store i32 %201, ptr %75, align 4, !tbaa !6
  store i32 %202, ptr %76, align 4, !tbaa !6
  store i32 %203, ptr %77, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %204 = zext i16 %99 to i64
  %205 = load i16, ptr %98, align 2, !tbaa !14
  %206 = zext i16 %205 to i64
  %207 = zext i16 %114 to i64
  %208 = load i16, ptr %113, align 2, !tbaa !14
  %209 = zext i16 %208 to i64
  %210 = zext i16 %129 to i64
  %211 = load i16, ptr %128, align 2, !tbaa !14
  %212 = zext i16 %211 to i64
  %213 = zext i16 %144 to i64
  %214 = load i16, ptr %143, align 2, !tbaa !14
  %215 = zext i16 %214 to i64
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %216 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %217 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %206
  %218 = getelementptr inbounds nuw float, ptr %217, i64 %204
  store float %82, ptr %218, align 4, !tbaa !19
  %219 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %209
  %220 = getelementptr inbounds nuw float, ptr %219, i64 %207
  store float %81, ptr %220, align 4, !tbaa !19
  %221 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %212
  %222 = getelementptr inbounds nuw float, ptr %221, i64 %210
  store float %80, ptr %222, align 4, !tbaa !19
  %223 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_groupIfLb1EEvPT_E1s to ptr), i64 %215
  %224 = getelementptr inbounds nuw float, ptr %223, i64 %213
  store float %79, ptr %224, align 4, !tbaa !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %225 = load float, ptr %29, align 4, !tbaa !19
  %226 = load float, ptr %31, align 4, !tbaa !19
  %227 = load float, ptr %33, align 4, !tbaa !19
  %228 = load float, ptr %35, align 4, !tbaa !19
  %229 = icmp samesign ult i32 %84, 28
  br i1 %229, label %230, label %232

230:
  %231 = add nuw nsw i32 %84, 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %78

232:
  %233 = bitcast float %225 to i32
  %234 = icmp sgt i32 %233, -1
  %235 = select i1 %234, i32 -1, i32 -2147483648
  %236 = xor i32 %235, %233
  %237 = bitcast float %226 to i32
  %238 = icmp sgt i32 %237, -1
  %239 = select i1 %238, i32 -1, i32 -2147483648
  %240 = xor i32 %239, %237
  %241 = bitcast float %227 to i32
  %242 = icmp sgt i32 %241, -1
  %243 = select i1 %242, i32 -1, i32 -2147483648
  %244 = xor i32 %243, %241
  %245 = bitcast float %228 to i32
  %246 = icmp sgt i32 %245, -1
  %247 = select i1 %246, i32 -1, i32 -2147483648
  %248 = xor i32 %247, %245
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %249 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  store i32 %236, ptr %29, align 4, !tbaa !19
  store i32 %240, ptr %31, align 4, !tbaa !19
  store i32 %244, ptr %33, align 4, !tbaa !19
  store i32 %248, ptr %35, align 4, !tbaa !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %250 = load float, ptr %23, align 4, !tbaa !19
  %251 = load float, ptr %24, align 4, !tbaa !19
  %252 = load float, ptr %25, align 4, !tbaa !19
  %253 = load float, ptr %26, align 4, !tbaa !19
  store float %250, ptr %8, align 4, !tbaa !19
  %254 = getelementptr inbounds nuw i8, ptr %8, i64 512
  store float %251, ptr %254, align 4, !tbaa !19
  %255 = getelementptr inbounds nuw i8, ptr %8, i64 1024
  store float %252, ptr %255, align 4, !tbaa !19
  %256 = getelementptr inbounds nuw i8, ptr %8, i64 1536
  store float %253, ptr %256, align 4, !tbaa !19
  ret void
}

define dso_local ptx_kernel void @sort_pairs(ptr noundef captures(none) %0, ptr noundef captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = shl i32 %3, 8
  %6 = shl nuw nsw i32 %4, 2
  %7 = add i32 %5, %6
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds i16, ptr %0, i64 %8
  %10 = getelementptr inbounds i32, ptr %1, i64 %8
  %11 = load i32, ptr %10, align 4, !tbaa !6
  %12 = sext i32 %7 to i64
  %13 = getelementptr i32, ptr %1, i64 %12
  %14 = getelementptr i8, ptr %13, i64 4
  %15 = load i32, ptr %14, align 4, !tbaa !6
  %16 = or disjoint i32 %7, 2
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %1, i64 %17
  %19 = load i32, ptr %18, align 4, !tbaa !6
  %20 = load <4 x i16>, ptr %9, align 2, !tbaa !14
  %21 = sext i32 %7 to i64
  %22 = getelementptr i32, ptr %1, i64 %21
  %23 = getelementptr i8, ptr %22, i64 12
  %24 = load i32, ptr %23, align 4, !tbaa !6
  %25 = xor <4 x i16> %20, splat (i16 -32768)
  %26 = zext nneg i32 %4 to i64
  %27 = getelementptr inbounds nuw [2 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %26
  %28 = getelementptr inbounds nuw [9 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %26
  %29 = lshr i32 %4, 5
  %30 = zext nneg i32 %29 to i64
  %31 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 2304), i64 %30
  %32 = icmp eq i32 %29, 1
  %33 = icmp eq i32 %29, 0
  %34 = icmp eq i32 %4, 0
  %35 = zext nneg i32 %6 to i64
  %36 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %27, i64 256
  %38 = getelementptr inbounds nuw i8, ptr %27, i64 512
  %39 = getelementptr inbounds nuw i8, ptr %27, i64 768
  %40 = getelementptr inbounds nuw i8, ptr %27, i64 1024
  %41 = getelementptr inbounds nuw i8, ptr %27, i64 1280
  %42 = getelementptr inbounds nuw i8, ptr %27, i64 1536
  %43 = getelementptr inbounds nuw i8, ptr %27, i64 1792
  %44 = getelementptr inbounds nuw i8, ptr %27, i64 2048
  %45 = getelementptr inbounds nuw i8, ptr %28, i64 4
  %46 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %28, i64 12
  %48 = getelementptr inbounds nuw i8, ptr %28, i64 16
  %49 = getelementptr inbounds nuw i8, ptr %28, i64 20
  %50 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %51 = getelementptr inbounds nuw i8, ptr %28, i64 28
  %52 = getelementptr inbounds nuw i8, ptr %28, i64 32
  %53 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %35
  %54 = or disjoint i32 %6, 2
  %55 = zext nneg i32 %54 to i64
  %56 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %55
  %57 = zext nneg i32 %6 to i64
  %58 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %57
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %60 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %55
  %61 = zext nneg i32 %6 to i64
  %62 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 12
  br label %64

64:
  %65 = phi i32 [ %24, %2 ], [ %212, %214 ]
  %66 = phi i32 [ %19, %2 ], [ %211, %214 ]
  %67 = phi i32 [ %15, %2 ], [ %210, %214 ]
  %68 = phi i32 [ %11, %2 ], [ %209, %214 ]
  %69 = phi i32 [ undef, %2 ], [ %156, %214 ]
  %70 = phi i32 [ 0, %2 ], [ %215, %214 ]
  %71 = phi <4 x i16> [ %25, %2 ], [ %203, %214 ]
  store i32 0, ptr %27, align 4, !tbaa !6
  store i32 0, ptr %37, align 4, !tbaa !6
  store i32 0, ptr %38, align 4, !tbaa !6
  store i32 0, ptr %39, align 4, !tbaa !6
  store i32 0, ptr %40, align 4, !tbaa !6
  store i32 0, ptr %41, align 4, !tbaa !6
  store i32 0, ptr %42, align 4, !tbaa !6
  store i32 0, ptr %43, align 4, !tbaa !6
  store i32 0, ptr %44, align 4, !tbaa !6
  %72 = extractelement <4 x i16> %71, i64 0
  %73 = zext i16 %72 to i32
  %74 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %73, i32 %70) #3
  %75 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %76 = and i32 %75, %74
  %77 = lshr i32 %76, 3
  %78 = and i32 %77, 8191
  %79 = and i32 %76, 7
  %80 = zext nneg i32 %79 to i64
  %81 = getelementptr inbounds nuw [64 x [2 x i16]], ptr %27, i64 %80
  %82 = zext nneg i32 %78 to i64
  %83 = getelementptr inbounds nuw i16, ptr %81, i64 %82
  %84 = load i16, ptr %83, align 2, !tbaa !14
  %85 = add i16 %84, 1
  store i16 %85, ptr %83, align 2, !tbaa !14
  %86 = extractelement <4 x i16> %71, i64 1
  %87 = zext i16 %86 to i32
  %88 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %87, i32 %70) #3
  %89 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %90 = and i32 %89, %88
  %91 = lshr i32 %90, 3
  %92 = and i32 %91, 8191
  %93 = and i32 %90, 7
  %94 = zext nneg i32 %93 to i64
  %95 = getelementptr inbounds nuw [64 x [2 x i16]], ptr %27, i64 %94
  %96 = zext nneg i32 %92 to i64
  %97 = getelementptr inbounds nuw i16, ptr %95, i64 %96
  %98 = load i16, ptr %97, align 2, !tbaa !14
  %99 = add i16 %98, 1
  store i16 %99, ptr %97, align 2, !tbaa !14
  %100 = extractelement <4 x i16> %71, i64 2
  %101 = zext i16 %100 to i32
  %102 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %101, i32 %70) #3
  %103 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %104 = and i32 %103, %102
  %105 = lshr i32 %104, 3
  %106 = and i32 %105, 8191
  %107 = and i32 %104, 7
  %108 = zext nneg i32 %107 to i64
  %109 = getelementptr inbounds nuw [64 x [2 x i16]], ptr %27, i64 %108
  %110 = zext nneg i32 %106 to i64
  %111 = getelementptr inbounds nuw i16, ptr %109, i64 %110
  %112 = load i16, ptr %111, align 2, !tbaa !14
  %113 = add i16 %112, 1
  store i16 %113, ptr %111, align 2, !tbaa !14
  %114 = extractelement <4 x i16> %71, i64 3
  %115 = zext i16 %114 to i32
  %116 = tail call noundef i32 asm "shr.b32 $0, $1, $2;", "=r,r,r"(i32 %115, i32 %70) #3
  %117 = tail call noundef i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 4) #3
  %118 = and i32 %117, %116
  %119 = lshr i32 %118, 3
  %120 = and i32 %119, 8191
  %121 = and i32 %118, 7
  %122 = zext nneg i32 %121 to i64
  %123 = getelementptr inbounds nuw [64 x [2 x i16]], ptr %27, i64 %122
  %124 = zext nneg i32 %120 to i64
  %125 = getelementptr inbounds nuw i16, ptr %123, i64 %124
  %126 = load i16, ptr %125, align 2, !tbaa !14
  %127 = add i16 %126, 1
  store i16 %127, ptr %125, align 2, !tbaa !14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %128 = load i32, ptr %28, align 4, !tbaa !6
  %129 = load i32, ptr %45, align 4, !tbaa !6
  %130 = load i32, ptr %46, align 4, !tbaa !6
  %131 = load i32, ptr %47, align 4, !tbaa !6
  %132 = load i32, ptr %48, align 4, !tbaa !6
  %133 = load i32, ptr %49, align 4, !tbaa !6
  %134 = load i32, ptr %50, align 4, !tbaa !6
  %135 = load i32, ptr %51, align 4, !tbaa !6
  %136 = load i32, ptr %52, align 4, !tbaa !6
  %137 = add i32 %129, %128
  %138 = add i32 %130, %137
  %139 = add i32 %132, %131
  %140 = add i32 %133, %139
  %141 = add i32 %135, %134
  %142 = add i32 %136, %141
  %143 = add i32 %140, %138
  %144 = add i32 %142, %143
  %145 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %146 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %144, i32 1, i32 0, i32 %144, i32 -1) #4
  %147 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %146, i32 2, i32 0, i32 %146, i32 -1) #4
  %148 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %147, i32 4, i32 0, i32 %147, i32 -1) #4
  %149 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %148, i32 8, i32 0, i32 %148, i32 -1) #4
  %150 = tail call noundef i32 asm sideeffect "{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.u32 r0, r0, $4;  mov.u32 $0, r0;}", "=r,r,r,r,r,r"(i32 %149, i32 16, i32 0, i32 %149, i32 -1) #4
  %151 = sub i32 %150, %144
  %152 = icmp eq i32 %145, 31
  br i1 %152, label %153, label %154

153:
  store i32 %150, ptr %31, align 4, !tbaa !6
  br label %154

154:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %155 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 2304), align 32, !tbaa !6
  %156 = select i1 %32, i32 %155, i32 %69
  %157 = icmp eq i32 %145, 0
  %158 = select i1 %157, i32 0, i32 %151
  %159 = add i32 %156, %158
  %160 = or i32 %29, %145
  %161 = icmp eq i32 %160, 0
  %162 = select i1 %33, i32 %151, i32 %159
  br i1 %161, label %163, label %167

163:
  %164 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 2308), align 4, !tbaa !6
  %165 = add i32 %164, %155
  %166 = shl i32 %165, 16
  store i32 %166, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 2316), align 4, !tbaa !6
  br label %167

167:
  %168 = phi i32 [ %162, %154 ], [ %166, %163 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %169 = load i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 2316), align 4, !tbaa !21
  %170 = select i1 %34, i32 0, i32 %169
  %171 = add i32 %170, %168
  %172 = add i32 %171, %128
  %173 = add i32 %129, %172
  %174 = add i32 %130, %173
  %175 = add i32 %131, %174
  %176 = add i32 %132, %175
  %177 = add i32 %133, %176
  %178 = add i32 %134, %177
  %179 = add i32 %135, %178
  store i32 %171, ptr %28, align 4, !tbaa !6
  store i32 %172, ptr %45, align 4, !tbaa !6
  store i32 %173, ptr %46, align 4, !tbaa !6
  store i32 %174, ptr %47, align 4, !tbaa !6
  store i32 %175, ptr %48, align 4, !tbaa !6
  store i32 %176, ptr %49, align 4, !tbaa !6
  store i32 %177, ptr %50, align 4, !tbaa !6
  store i32 %178, ptr %51, align 4, !tbaa !6
  store i32 %179, ptr %52, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %180 = zext i16 %84 to i64
  %181 = load i16, ptr %83, align 2, !tbaa !14
  %182 = zext i16 %181 to i64
  %183 = add nuw nsw i64 %182, %180
  %184 = zext i16 %98 to i64
  %185 = load i16, ptr %97, align 2, !tbaa !14
  %186 = zext i16 %185 to i64
  %187 = add nuw nsw i64 %186, %184
  %188 = zext i16 %112 to i64
  %189 = load i16, ptr %111, align 2, !tbaa !14
  %190 = zext i16 %189 to i64
  %191 = add nuw nsw i64 %190, %188
  %192 = zext i16 %126 to i64
  %193 = load i16, ptr %125, align 2, !tbaa !14
  %194 = zext i16 %193 to i64
  %195 = add nuw nsw i64 %194, %192
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %196 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %197 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %183
  store i16 %72, ptr %197, align 2, !tbaa !14
  %198 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %187
  store i16 %86, ptr %198, align 2, !tbaa !14
  %199 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %191
  store i16 %100, ptr %199, align 2, !tbaa !14
  %200 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %195
  store i16 %114, ptr %200, align 2, !tbaa !14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %201 = load <2 x i16>, ptr %53, align 2, !tbaa !14
  %202 = load <2 x i16>, ptr %56, align 2, !tbaa !14
  %203 = load <4 x i16>, ptr %53, align 2, !tbaa !14
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %204 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"() #3
  %205 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %183
  store i32 %68, ptr %205, align 4, !tbaa !6
  %206 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %187
  store i32 %67, ptr %206, align 4, !tbaa !6
  %207 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %191
  store i32 %66, ptr %207, align 4, !tbaa !6
  %208 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ10sort_pairsE1s to ptr), i64 %195
  store i32 %65, ptr %208, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %209 = load i32, ptr %36, align 4, !tbaa !6
  %210 = load i32, ptr %59, align 4, !tbaa !6
  %211 = load i32, ptr %60, align 4, !tbaa !6
  %212 = load i32, ptr %63, align 4, !tbaa !6
  %213 = icmp samesign ult i32 %70, 12
  br i1 %213, label %214, label %216

214:
  %215 = add nuw nsw i32 %70, 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %64

216:
  %217 = getelementptr inbounds i16, ptr %0, i64 %17
  %218 = xor <2 x i16> %201, splat (i16 -32768)
  %219 = xor <2 x i16> %202, splat (i16 -32768)
  store i32 %209, ptr %10, align 4, !tbaa !6
  store <2 x i16> %218, ptr %9, align 2, !tbaa !14
  store i32 %210, ptr %14, align 4, !tbaa !6
  store i32 %211, ptr %18, align 4, !tbaa !6
  store <2 x i16> %219, ptr %217, align 2, !tbaa !14
  store i32 %212, ptr %23, align 4, !tbaa !6
  ret void
}

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }

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
!14 = !{!15, !15, i64 0}
!15 = !{!"short", !8, i64 0}
!17 = !{!18, !7, i64 20}
!18 = !{!"_ZTSN3cub17CUB_300001_SM_7506detail18BlockScanWarpScansIjLi128ELi1ELi1EE12_TempStorageE", !8, i64 0, !8, i64 16, !7, i64 20}
!19 = !{!20, !20, i64 0}
!20 = !{!"float", !8, i64 0}
!21 = !{!22, !7, i64 12}
!22 = !{!"_ZTSN3cub17CUB_300001_SM_7506detail18BlockScanWarpScansIjLi64ELi1ELi1EE12_TempStorageE", !8, i64 0, !8, i64 8, !7, i64 12}
