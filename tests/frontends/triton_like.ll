; A module as a tensor compiler makes it: tensors are structs of registers, global memory is read and written by inline
; assembly under predicates, one array of dynamic shared memory, data layout with short pointers, required block size.
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16
@assertFunc_0 = internal constant [8 x i8] c"unknown\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.maxnum.f32(float, float)

; Four values a thread: z = x + y where i < n.
define ptx_kernel void @add_kernel(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %z, i32 %n, ptr addrspace(1) readnone %scratch, ptr addrspace(1) readnone %profile) local_unnamed_addr #0 {
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %tid, 31
  %low = shl nuw nsw i32 %tid, 2
  %pid = tail call i32 asm sideeffect "mov.u32 $0, %ctaid.x;", "=r"()
  %base = shl i32 %pid, 8
  %i = or disjoint i32 %base, %low
  %inside = icmp slt i32 %i, %n
  %wide = sext i32 %i to i64
  %px = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %py = getelementptr float, ptr addrspace(1) %y, i64 %wide
  %pz = getelementptr float, ptr addrspace(1) %z, i64 %wide
  %a = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %px, i1 %inside)
  %b = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %py, i1 %inside)
  %a0 = extractvalue { i32, i32, i32, i32 } %a, 0
  %a1 = extractvalue { i32, i32, i32, i32 } %a, 1
  %a2 = extractvalue { i32, i32, i32, i32 } %a, 2
  %a3 = extractvalue { i32, i32, i32, i32 } %a, 3
  %b0 = extractvalue { i32, i32, i32, i32 } %b, 0
  %b1 = extractvalue { i32, i32, i32, i32 } %b, 1
  %b2 = extractvalue { i32, i32, i32, i32 } %b, 2
  %b3 = extractvalue { i32, i32, i32, i32 } %b, 3
  %fa0 = bitcast i32 %a0 to float
  %fa1 = bitcast i32 %a1 to float
  %fa2 = bitcast i32 %a2 to float
  %fa3 = bitcast i32 %a3 to float
  %fb0 = bitcast i32 %b0 to float
  %fb1 = bitcast i32 %b1 to float
  %fb2 = bitcast i32 %b2 to float
  %fb3 = bitcast i32 %b3 to float
  %s0 = fadd float %fa0, %fb0
  %s1 = fadd float %fa1, %fb1
  %s2 = fadd float %fa2, %fb2
  %s3 = fadd float %fa3, %fb3
  %t0 = insertvalue { float, float, float, float } undef, float %s0, 0
  %t1 = insertvalue { float, float, float, float } %t0, float %s1, 1
  %t2 = insertvalue { float, float, float, float } %t1, float %s2, 2
  %t3 = insertvalue { float, float, float, float } %t2, float %s3, 3
  %v0 = extractvalue { float, float, float, float } %t3, 0
  %v1 = extractvalue { float, float, float, float } %t3, 1
  %v2 = extractvalue { float, float, float, float } %t3, 2
  %v3 = extractvalue { float, float, float, float } %t3, 3
  %i0 = bitcast float %v0 to i32
  %i1 = bitcast float %v1 to i32
  %i2 = bitcast float %v2 to i32
  %i3 = bitcast float %v3 to i32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %i0, i32 %i1, i32 %i2, i32 %i3, ptr addrspace(1) %pz, i1 %inside)
  ret void
}

; A row's largest value over 64 threads: within warps by shuffles, between them by shared memory with 32-bit addresses.
define ptx_kernel void @row_max(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %stride) local_unnamed_addr #0 {
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pid = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = mul i32 %pid, %stride
  %i = add i32 %row, %tid
  %p = getelementptr float, ptr addrspace(1) %x, i32 %i
  %bits = tail call i32 asm sideeffect "mov.u32 $0, 0xff800000;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %p, i1 true)
  %v = bitcast i32 %bits to float
  br label %step
step:
  %m = phi float [ %v, %0 ], [ %n, %step ]
  %w = phi i32 [ 16, %0 ], [ %half, %step ]
  %mi = bitcast float %m to i32
  %other = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %mi, i32 %w, i32 31)
  %of = bitcast i32 %other to float
  %n = tail call float @llvm.maxnum.f32(float %m, float %of)
  %half = lshr i32 %w, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %step, label %join
join:
  %warp = lshr i32 %tid, 5
  %lane = and i32 %tid, 31
  %first = icmp eq i32 %lane, 0
  %slot = getelementptr float, ptr addrspace(3) @global_smem, i32 %warp
  %nv = insertelement <1 x float> undef, float %n, i64 0
  %ni = bitcast <1 x float> %nv to i32
  tail call void asm sideeffect "@$2 st.shared.b32 [ $0 + 0 ], $1;", "r,r,b"(ptr addrspace(3) %slot, i32 %ni, i1 %first)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %both = load <2 x float>, ptr addrspace(3) @global_smem, align 8
  %l = extractelement <2 x float> %both, i64 0
  %r = extractelement <2 x float> %both, i64 1
  %most = tail call float @llvm.maxnum.f32(float %l, float %r)
  %e = fsub float %v, %most
  %e2 = tail call float @llvm.nvvm.ex2.approx.f(float %e)
  %ei = bitcast float %e2 to i32
  %q = getelementptr float, ptr addrspace(1) %out, i32 %i
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %ei, ptr addrspace(1) %q, i1 true)
  ret void
}

; D = A * B of halves, 16x8x16, by a tensor core; wide vectors between memory and its registers.
define ptx_kernel void @dot(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %d) local_unnamed_addr #1 {
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pa = getelementptr <8 x half>, ptr addrspace(1) %a, i32 %tid
  %pb = getelementptr <4 x half>, ptr addrspace(1) %b, i32 %tid
  %va = load <8 x half>, ptr addrspace(1) %pa, align 16
  %vb = load <4 x half>, ptr addrspace(1) %pb, align 8
  %ia = bitcast <8 x half> %va to <4 x i32>
  %ib = bitcast <4 x half> %vb to <2 x i32>
  %a0 = extractelement <4 x i32> %ia, i64 0
  %a1 = extractelement <4 x i32> %ia, i64 1
  %a2 = extractelement <4 x i32> %ia, i64 2
  %a3 = extractelement <4 x i32> %ia, i64 3
  %b0 = extractelement <2 x i32> %ib, i64 0
  %b1 = extractelement <2 x i32> %ib, i64 1
  %r = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $4, $5, $6, $7 }, { $8, $9 }, { $10, $11, $12, $13 };", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float 0.0, float 0.0, float 0.0, float 0.0)
  %r0 = extractvalue { float, float, float, float } %r, 0
  %r1 = extractvalue { float, float, float, float } %r, 1
  %r2 = extractvalue { float, float, float, float } %r, 2
  %r3 = extractvalue { float, float, float, float } %r, 3
  %w0 = insertelement <4 x float> undef, float %r0, i64 0
  %w1 = insertelement <4 x float> %w0, float %r1, i64 1
  %w2 = insertelement <4 x float> %w1, float %r2, i64 2
  %w3 = insertelement <4 x float> %w2, float %r3, i64 3
  %pd = getelementptr <4 x float>, ptr addrspace(1) %d, i32 %tid
  store <4 x float> %w3, ptr addrspace(1) %pd, align 16
  ret void
}

attributes #0 = { "nvvm.reqntid"="64" }
attributes #1 = { "nvvm.reqntid"="32" "nvvm.minctasm"="1" }
!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{!2}
!llvm.ident = !{!3}
!nvvmir.version = !{!4}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!2 = !{ptr @add_kernel, !"maxntidx", i32 64}
!3 = !{!"a tensor compiler"}
!4 = !{i32 2, i32 0}
