; A module as GPUCompiler hands one to a back end: kernel state by value in front of the arguments, arrays as structs of a pointer
; in global memory and sizes, bounds checks whose failure sets a flag and leaves, runtime functions of its own, reflection.
source_filename = "start"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%state = type { i64, i32 }
%array = type { ptr addrspace(1), i64, [2 x i64], i64 }

@exception = private unnamed_addr constant [12 x i8] c"BoundsError\00"
@ftz_name = private unnamed_addr addrspace(4) constant [11 x i8] c"__CUDA_FTZ\00"
@arch_name = private unnamed_addr constant [12 x i8] c"__CUDA_ARCH\00"
@sqrt_name = private constant [17 x i8] c"__CUDA_PREC_SQRT\00"
@heap = internal addrspace(1) global [4096 x i8] zeroinitializer, align 16
@used = internal addrspace(1) global i64 0

declare i32 @__nvvm_reflect(ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare double @llvm.fma.f64(double, double, double)
declare void @llvm.trap()
declare void @llvm.assume(i1)
declare i32 @vprintf(ptr, ptr)

; Sets the flag that the host looks at.
define internal fastcc void @gpu_signal_exception(%state %s) unnamed_addr #1 {
  %address = extractvalue %state %s, 0
  %null = icmp eq i64 %address, 0
  br i1 %null, label %done, label %set
set:
  %flag = inttoptr i64 %address to ptr
  store volatile i32 1, ptr %flag, align 4
  call void asm sideeffect "membar.sys;", "~{memory}"()
  br label %done
done:
  ret void
}

define internal fastcc void @gpu_report_exception(i64 %text) unnamed_addr #1 {
  ret void
}

define internal fastcc void @julia_throw_boundserror(%state %s) unnamed_addr #2 {
  call fastcc void @gpu_report_exception(i64 ptrtoint (ptr @exception to i64))
  call fastcc void @gpu_signal_exception(%state %s)
  call void asm sideeffect "exit;", ""() #3
  unreachable
}

; The collector's allocation, without a collector: a pointer that is tracked by nobody.
define internal fastcc noalias nonnull ptr @gpu_gc_pool_alloc(%state %s, i64 %size) unnamed_addr #1 {
  %up = add i64 %size, 15
  %whole = and i64 %up, -16
  %old = atomicrmw add ptr addrspace(1) @used, i64 %whole monotonic
  %end = add i64 %old, %whole
  %over = icmp ugt i64 %end, 4096
  br i1 %over, label %none, label %some
none:
  call void @llvm.trap()
  call void asm sideeffect "exit;", ""()
  unreachable
some:
  %p = getelementptr i8, ptr addrspace(1) @heap, i64 %old
  %g = addrspacecast ptr addrspace(1) %p to ptr
  ret ptr %g
}

define internal fastcc double @julia_muladd(double %a, double %b, double %c) unnamed_addr {
  %ftz = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(4) @ftz_name to ptr))
  %arch = call i32 @__nvvm_reflect(ptr @arch_name)
  %new = icmp sge i32 %arch, 700
  br i1 %new, label %fused, label %apart
fused:
  %f = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %f
apart:
  %m = fmul double %a, %b
  %s = fadd double %m, %c
  ret double %s
}

; y[i] = a * x[i] + y[i], columns by blocks, indices from 1.
define internal fastcc void @julia_saxpy(%state %s, %array %y, %array %x, double %a) unnamed_addr #1 {
conversion:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !4
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !range !5
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !range !6
  %bn = mul i32 %b, %n
  %i0 = add i32 %bn, %t
  %i = add nuw nsw i32 %i0, 1
  %wide = zext i32 %i to i64
  %length = extractvalue %array %x, 3
  %beyond = icmp slt i64 %length, %wide
  br i1 %beyond, label %L, label %body
body:
  %rows = extractvalue %array %y, 2, 0
  %columns = extractvalue %array %y, 2, 1
  %all = mul i64 %rows, %columns
  %bad = icmp ugt i64 %wide, %all
  br i1 %bad, label %oob, label %idxend
oob:
  call fastcc void @julia_throw_boundserror(%state %s)
  unreachable
idxend:
  %px = extractvalue %array %x, 0
  %py = extractvalue %array %y, 0
  %at = add nsw i64 %wide, -1
  %qx = getelementptr inbounds double, ptr addrspace(1) %px, i64 %at
  %qy = getelementptr inbounds double, ptr addrspace(1) %py, i64 %at
  %vx = load double, ptr addrspace(1) %qx, align 8, !tbaa !7
  %vy = load double, ptr addrspace(1) %qy, align 8, !tbaa !7
  %r = call fastcc double @julia_muladd(double %a, double %vx, double %vy)
  store double %r, ptr addrspace(1) %qy, align 8, !tbaa !7
  br label %L
L:
  ret void
}

; A boxed tuple each thread: allocated, filled in local memory (space 5), copied, read again.
define internal fastcc void @julia_boxes(%state %s, ptr byval({ [4 x i32], ptr addrspace(1) }) align 8 %arguments) unnamed_addr #1 {
  %tuple = alloca [4 x i32], align 8, addrspace(5)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %k = phi i32 [ 0, %0 ], [ %k1, %fill ]
  %p = getelementptr [4 x i32], ptr addrspace(5) %tuple, i32 0, i32 %k
  %from = getelementptr { [4 x i32], ptr addrspace(1) }, ptr %arguments, i32 0, i32 0, i32 %k
  %w = load i32, ptr %from, align 4
  %v = mul i32 %w, %t
  store i32 %v, ptr addrspace(5) %p, align 4
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, 4
  br i1 %more, label %fill, label %box
box:
  %b = call fastcc ptr @gpu_gc_pool_alloc(%state %s, i64 16)
  %local = addrspacecast ptr addrspace(5) %tuple to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %local, i64 16, i1 false)
  %place = and i32 %t, 3
  %q = getelementptr i32, ptr %b, i32 %place
  %r = load i32, ptr %q, align 4
  %field = getelementptr { [4 x i32], ptr addrspace(1) }, ptr %arguments, i32 0, i32 1
  %out = load ptr addrspace(1), ptr %field, align 8
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptx_kernel void @_Z5saxpy13CuDeviceArrayI7Float64Li2ELi1EES_S1_(%state %s, %array %y, %array %x, double %a) local_unnamed_addr #0 {
  call fastcc void @julia_saxpy(%state %s, %array %y, %array %x, double %a)
  ret void
}
define ptx_kernel void @_Z5boxes(%state %s, ptr byval({ [4 x i32], ptr addrspace(1) }) align 8 %arguments) local_unnamed_addr #0 {
  call fastcc void @julia_boxes(%state %s, ptr byval({ [4 x i32], ptr addrspace(1) }) align 8 %arguments)
  ret void
}

; The same for a host that cannot put addresses into structs: the test.
define ptx_kernel void @saxpy_flat(ptr %flag, ptr addrspace(1) %y, i64 %rows, i64 %columns, ptr addrspace(1) %x, i64 %length, double %a) {
  %address = ptrtoint ptr %flag to i64
  %s = insertvalue %state undef, i64 %address, 0
  %y0 = insertvalue %array undef, ptr addrspace(1) %y, 0
  %y1 = insertvalue %array %y0, i64 %rows, 2, 0
  %y2 = insertvalue %array %y1, i64 %columns, 2, 1
  %x0 = insertvalue %array undef, ptr addrspace(1) %x, 0
  %x1 = insertvalue %array %x0, i64 %length, 3
  call fastcc void @julia_saxpy(%state %s, %array %y2, %array %x1, double %a)
  ret void
}
define ptx_kernel void @boxes_flat(ptr addrspace(1) %out, <4 x i32> %tuple) {
  %arguments = alloca { [4 x i32], ptr addrspace(1) }, align 16
  store <4 x i32> %tuple, ptr %arguments, align 16
  %place = getelementptr { [4 x i32], ptr addrspace(1) }, ptr %arguments, i32 0, i32 1
  store ptr addrspace(1) %out, ptr %place, align 8
  call fastcc void @julia_boxes(%state zeroinitializer, ptr byval({ [4 x i32], ptr addrspace(1) }) align 8 %arguments)
  ret void
}

attributes #0 = { "probe-stack"="inline-asm" }
attributes #1 = { noinline nounwind }
attributes #2 = { noinline noreturn nounwind }
attributes #3 = { noreturn }
!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{!2, !3}
!nvvm.reflection = !{!10, !11}
!nvvmir.version = !{!12}
!julia.kernel = !{!13}
!0 = !{i32 2, !"Dwarf Version", i32 2}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!2 = !{ptr @_Z5saxpy13CuDeviceArrayI7Float64Li2ELi1EES_S1_, !"kernel", i32 1}
!3 = !{ptr @_Z5boxes, !"kernel", i32 1, !"maxntidx", i32 64}
!4 = !{i32 0, i32 1023}
!5 = !{i32 0, i32 2147483646}
!6 = !{i32 1, i32 1024}
!7 = !{!8, !8, i64 0, i64 0}
!8 = !{!"custom_tbaa_addrspace(1)", !9, i64 0}
!9 = !{!"custom_tbaa"}
!10 = !{!"__CUDA_FTZ", i32 0}
!11 = !{!"__CUDA_ARCH", i32 800}
!12 = !{i32 2, i32 0}
!13 = !{ptr @_Z5saxpy13CuDeviceArrayI7Float64Li2ELi1EES_S1_}
