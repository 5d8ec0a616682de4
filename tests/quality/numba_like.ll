; IR in the form that Numba gives to the NVPTX target: a function with a status for every kernel, inlined or not; arrays as
; seven flat arguments (meminfo, parent, nitems, itemsize, data, shapes, strides); indices that count from the end when they
; are negative; array layouts C (strides known) and A (strides as arguments).
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@"_cudapy_smem_tile_a" = internal addrspace(3) global [256 x float] undef, align 4
@"_cudapy_smem_tile_b" = internal addrspace(3) global [256 x float] undef, align 4
@"_cudapy_smem_sums" = internal addrspace(3) global [128 x double] undef, align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; cuda.grid(1)
define linkonce_odr i32 @_numba_grid_x() alwaysinline {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %ctaid, %ntid
  %grid = add i32 %base, %tid
  ret i32 %grid
}

; def axpy(r, a, x, y): i = cuda.grid(1); if i < r.size: r[i] = a * x[i] + y[i]          layout A, float32
define linkonce_odr i32 @_ZN8__main__4axpyE(ptr nocapture writeonly %.ret, ptr %r.mem, ptr %r.parent, i64 %r.n, i64 %r.itemsize, ptr %r.data, i64 %r.shape, i64 %r.stride, float %a, ptr %x.mem, ptr %x.parent, i64 %x.n, i64 %x.itemsize, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %y.mem, ptr %y.parent, i64 %y.n, i64 %y.itemsize, ptr %y.data, i64 %y.shape, i64 %y.stride) {
entry:
  store ptr null, ptr %.ret, align 8
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %ctaid, %ntid
  %grid = add i32 %base, %tid
  %i = sext i32 %grid to i64
  %inside = icmp slt i64 %i, %r.n
  br i1 %inside, label %body, label %end
body:
  %x.negative = icmp slt i64 %i, 0
  %x.wrap = select i1 %x.negative, i64 %x.shape, i64 0
  %x.index = add i64 %x.wrap, %i
  %x.base = ptrtoint ptr %x.data to i64
  %x.offset = mul i64 %x.index, %x.stride
  %x.at = add i64 %x.offset, %x.base
  %x.ptr = inttoptr i64 %x.at to ptr
  %x.value = load float, ptr %x.ptr, align 4
  %product = fmul float %x.value, %a
  %y.wrap = select i1 %x.negative, i64 %y.shape, i64 0
  %y.index = add i64 %y.wrap, %i
  %y.base = ptrtoint ptr %y.data to i64
  %y.offset = mul i64 %y.index, %y.stride
  %y.at = add i64 %y.offset, %y.base
  %y.ptr = inttoptr i64 %y.at to ptr
  %y.value = load float, ptr %y.ptr, align 4
  %sum = fadd float %product, %y.value
  %r.wrap = select i1 %x.negative, i64 %r.shape, i64 0
  %r.index = add i64 %r.wrap, %i
  %r.base = ptrtoint ptr %r.data to i64
  %r.offset = mul i64 %r.index, %r.stride
  %r.at = add i64 %r.offset, %r.base
  %r.ptr = inttoptr i64 %r.at to ptr
  store float %sum, ptr %r.ptr, align 4
  br label %end
end:
  ret i32 0
}
define ptx_kernel void @numba_axpy(ptr %r.mem, ptr %r.parent, i64 %r.n, i64 %r.itemsize, ptr %r.data, i64 %r.shape, i64 %r.stride, float %a, ptr %x.mem, ptr %x.parent, i64 %x.n, i64 %x.itemsize, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %y.mem, ptr %y.parent, i64 %y.n, i64 %y.itemsize, ptr %y.data, i64 %y.shape, i64 %y.stride) {
entry:
  %.ret = alloca ptr, align 8
  store ptr null, ptr %.ret, align 8
  %status = call i32 @_ZN8__main__4axpyE(ptr %.ret, ptr %r.mem, ptr %r.parent, i64 %r.n, i64 %r.itemsize, ptr %r.data, i64 %r.shape, i64 %r.stride, float %a, ptr %x.mem, ptr %x.parent, i64 %x.n, i64 %x.itemsize, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %y.mem, ptr %y.parent, i64 %y.n, i64 %y.itemsize, ptr %y.data, i64 %y.shape, i64 %y.stride)
  ret void
}

; def heat(new, old): i, j = cuda.grid(2); five points, inside only                        layout C, float64
define ptx_kernel void @numba_heat(ptr %n.mem, ptr %n.parent, i64 %n.n, i64 %n.itemsize, ptr %n.data, i64 %n.rows, i64 %n.columns, i64 %n.stride0, i64 %n.stride1, ptr %o.mem, ptr %o.parent, i64 %o.n, i64 %o.itemsize, ptr %o.data, i64 %o.rows, i64 %o.columns, i64 %o.stride0, i64 %o.stride1) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %bxnx = mul i32 %bx, %nx
  %ix = add i32 %bxnx, %tx
  %byny = mul i32 %by, %ny
  %iy = add i32 %byny, %ty
  %i = sext i32 %ix to i64
  %j = sext i32 %iy to i64
  %rows1 = add i64 %n.rows, -1
  %columns1 = add i64 %n.columns, -1
  %a = icmp sgt i64 %i, 0
  %b = icmp slt i64 %i, %rows1
  %c = icmp sgt i64 %j, 0
  %d = icmp slt i64 %j, %columns1
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %all = and i1 %ab, %cd
  br i1 %all, label %body, label %end
body:
  %up = add nsw i64 %i, -1
  %down = add nuw nsw i64 %i, 1
  %left = add nsw i64 %j, -1
  %right = add nuw nsw i64 %j, 1
  %up.negative = icmp slt i64 %up, 0
  %up.wrap = select i1 %up.negative, i64 %o.rows, i64 0
  %up.index = add i64 %up.wrap, %up
  %up.row = mul i64 %up.index, %o.columns
  %up.at = add i64 %up.row, %j
  %up.ptr = getelementptr double, ptr %o.data, i64 %up.at
  %up.value = load double, ptr %up.ptr, align 8
  %down.row = mul i64 %down, %o.columns
  %down.at = add i64 %down.row, %j
  %down.ptr = getelementptr double, ptr %o.data, i64 %down.at
  %down.value = load double, ptr %down.ptr, align 8
  %row = mul i64 %i, %o.columns
  %left.negative = icmp slt i64 %left, 0
  %left.wrap = select i1 %left.negative, i64 %o.columns, i64 0
  %left.index = add i64 %left.wrap, %left
  %left.at = add i64 %row, %left.index
  %left.ptr = getelementptr double, ptr %o.data, i64 %left.at
  %left.value = load double, ptr %left.ptr, align 8
  %right.at = add i64 %row, %right
  %right.ptr = getelementptr double, ptr %o.data, i64 %right.at
  %right.value = load double, ptr %right.ptr, align 8
  %s1 = fadd double %up.value, %down.value
  %s2 = fadd double %s1, %left.value
  %s3 = fadd double %s2, %right.value
  %mean = fmul double %s3, 2.500000e-01
  %n.row = mul i64 %i, %n.columns
  %n.at = add i64 %n.row, %j
  %n.ptr = getelementptr double, ptr %n.data, i64 %n.at
  store double %mean, ptr %n.ptr, align 8
  br label %end
end:
  ret void
}

; tiled matrix product with cuda.shared.array((16, 16), float32)                           layout C, float32
define ptx_kernel void @numba_matmul(ptr %a.mem, ptr %a.parent, i64 %a.n, i64 %a.itemsize, ptr %a.data, i64 %a.rows, i64 %a.columns, i64 %a.stride0, i64 %a.stride1, ptr %b.mem, ptr %b.parent, i64 %b.n, i64 %b.itemsize, ptr %b.data, i64 %b.rows, i64 %b.columns, i64 %b.stride0, i64 %b.stride1, ptr %c.mem, ptr %c.parent, i64 %c.n, i64 %c.itemsize, ptr %c.data, i64 %c.rows, i64 %c.columns, i64 %c.stride0, i64 %c.stride1) {
entry:
  %tx32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %tx = sext i32 %tx32 to i64
  %ty = sext i32 %ty32 to i64
  %bx16 = shl i32 %bx, 4
  %by16 = shl i32 %by, 4
  %x32 = add i32 %bx16, %tx32
  %y32 = add i32 %by16, %ty32
  %x = sext i32 %x32 to i64
  %y = sext i32 %y32 to i64
  %tiles = sdiv i64 %a.columns, 16
  %some = icmp sgt i64 %tiles, 0
  %here.row = shl i64 %ty, 4
  %here.at = add i64 %here.row, %tx
  %a.here = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_tile_a" to ptr), i64 0, i64 %here.at
  %b.here = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_tile_b" to ptr), i64 0, i64 %here.at
  br i1 %some, label %tile, label %end
tile:
  %t = phi i64 [ 0, %entry ], [ %t.next, %tile.end ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %tile.end ]
  %t16 = mul i64 %t, 16
  %a.column = add i64 %t16, %tx
  %a.row = mul i64 %y, %a.columns
  %a.at = add i64 %a.row, %a.column
  %a.ptr = getelementptr float, ptr %a.data, i64 %a.at
  %a.value = load float, ptr %a.ptr, align 4
  store float %a.value, ptr %a.here, align 4
  %b.row.index = add i64 %t16, %ty
  %b.row = mul i64 %b.row.index, %b.columns
  %b.at = add i64 %b.row, %x
  %b.ptr = getelementptr float, ptr %b.data, i64 %b.at
  %b.value = load float, ptr %b.ptr, align 4
  store float %b.value, ptr %b.here, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %inner
inner:
  %k = phi i64 [ 0, %tile ], [ %k.next, %inner ]
  %part = phi float [ %sum, %tile ], [ %part.next, %inner ]
  %a.k.row = shl i64 %ty, 4
  %a.k.at = add i64 %a.k.row, %k
  %a.k = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_tile_a" to ptr), i64 0, i64 %a.k.at
  %a.k.value = load float, ptr %a.k, align 4
  %b.k.row = shl i64 %k, 4
  %b.k.at = add i64 %b.k.row, %tx
  %b.k = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_tile_b" to ptr), i64 0, i64 %b.k.at
  %b.k.value = load float, ptr %b.k, align 4
  %product = fmul float %a.k.value, %b.k.value
  %part.next = fadd float %part, %product
  %k.next = add nuw nsw i64 %k, 1
  %more.k = icmp slt i64 %k.next, 16
  br i1 %more.k, label %inner, label %tile.end
tile.end:
  %sum.next = phi float [ %part.next, %inner ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp slt i64 %t.next, %tiles
  br i1 %more, label %tile, label %end
end:
  %result = phi float [ 0.0, %entry ], [ %sum.next, %tile.end ]
  %c.row = mul i64 %y, %c.columns
  %c.at = add i64 %c.row, %x
  %c.ptr = getelementptr float, ptr %c.data, i64 %c.at
  store float %result, ptr %c.ptr, align 4
  ret void
}

; @cuda.jit(device=True) def mandel(x, y, most): a function with a status and a result behind a pointer
define linkonce_odr i32 @_ZN8__main__6mandelE(ptr nocapture writeonly %.ret, double %x, double %y, i64 %most) {
entry:
  store i64 0, ptr %.ret, align 8
  %some = icmp sgt i64 %most, 0
  br i1 %some, label %loop, label %never
loop:
  %i = phi i64 [ %i.next, %next ], [ 0, %entry ]
  %re = phi double [ %re.next, %next ], [ 0.0, %entry ]
  %im = phi double [ %im.next, %next ], [ 0.0, %entry ]
  %re2 = fmul double %re, %re
  %im2 = fmul double %im, %im
  %norm = fadd double %re2, %im2
  %out = fcmp oge double %norm, 4.0
  br i1 %out, label %escaped, label %next
next:
  %difference = fsub double %re2, %im2
  %re.next = fadd double %difference, %x
  %twice = fmul double %re, 2.0
  %cross = fmul double %twice, %im
  %im.next = fadd double %cross, %y
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %most
  br i1 %more, label %loop, label %never
escaped:
  store i64 %i, ptr %.ret, align 8
  ret i32 0
never:
  store i64 %most, ptr %.ret, align 8
  ret i32 0
}
define ptx_kernel void @numba_mandel(ptr %o.mem, ptr %o.parent, i64 %o.n, i64 %o.itemsize, ptr %o.data, i64 %o.rows, i64 %o.columns, i64 %o.stride0, i64 %o.stride1, double %left, double %top, double %step, i64 %most) {
entry:
  %.ret = alloca i64, align 8
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %gx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %base = mul i32 %bx, %nx
  %first32 = add i32 %base, %tx
  %jump32 = mul i32 %gx, %nx
  %first = sext i32 %first32 to i64
  %jump = sext i32 %jump32 to i64
  %some = icmp slt i64 %first, %o.columns
  br i1 %some, label %column, label %end
column:
  %x = phi i64 [ %first, %entry ], [ %x.next, %column.end ]
  %x.real = sitofp i64 %x to double
  %x.step = fmul double %x.real, %step
  %re = fadd double %x.step, %left
  %rows = icmp sgt i64 %o.rows, 0
  br i1 %rows, label %row, label %column.end
row:
  %y = phi i64 [ 0, %column ], [ %y.next, %row.next ]
  %y.real = sitofp i64 %y to double
  %y.step = fmul double %y.real, %step
  %im = fadd double %y.step, %top
  %status = call i32 @_ZN8__main__6mandelE(ptr %.ret, double %re, double %im, i64 %most)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %row.next, label %end
row.next:
  %count = load i64, ptr %.ret, align 8
  %byte = trunc i64 %count to i8
  %y.row = mul i64 %y, %o.columns
  %o.at = add i64 %y.row, %x
  %o.ptr = getelementptr i8, ptr %o.data, i64 %o.at
  store i8 %byte, ptr %o.ptr, align 1
  %y.next = add nuw nsw i64 %y, 1
  %more.rows = icmp slt i64 %y.next, %o.rows
  br i1 %more.rows, label %row, label %column.end
column.end:
  %x.next = add nsw i64 %x, %jump
  %more = icmp slt i64 %x.next, %o.columns
  br i1 %more, label %column, label %end
end:
  ret void
}

; sum of an array by shared memory and cuda.atomic.add                                     layout C, float64
define ptx_kernel void @numba_sum(ptr %r.mem, ptr %r.parent, i64 %r.n, i64 %r.itemsize, ptr %r.data, i64 %r.shape, i64 %r.stride, ptr %x.mem, ptr %x.parent, i64 %x.n, i64 %x.itemsize, ptr %x.data, i64 %x.shape, i64 %x.stride) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %base = mul i32 %ctaid, %ntid
  %first32 = add i32 %base, %tid
  %first = sext i32 %first32 to i64
  %jump32 = mul i32 %nctaid, %ntid
  %jump = sext i32 %jump32 to i64
  %t = sext i32 %tid to i64
  %mine = getelementptr [128 x double], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_sums" to ptr), i64 0, i64 %t
  br label %test
test:
  %i = phi i64 [ %first, %entry ], [ %i.next, %add ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %add ]
  %inside = icmp slt i64 %i, %x.shape
  br i1 %inside, label %add, label %store
add:
  %negative = icmp slt i64 %i, 0
  %wrap = select i1 %negative, i64 %x.shape, i64 0
  %index = add i64 %wrap, %i
  %ptr = getelementptr double, ptr %x.data, i64 %index
  %value = load double, ptr %ptr, align 8
  %sum.next = fadd double %sum, %value
  %i.next = add nsw i64 %i, %jump
  br label %test
store:
  store double %sum, ptr %mine, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %halve
halve:
  %step = phi i64 [ 64, %store ], [ %step.next, %halved ]
  %left = icmp sgt i64 %step, 0
  br i1 %left, label %fold, label %last
fold:
  %takes = icmp slt i64 %t, %step
  br i1 %takes, label %take, label %halved
take:
  %other = add nsw i64 %t, %step
  %other.ptr = getelementptr [128 x double], ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_sums" to ptr), i64 0, i64 %other
  %a = load double, ptr %mine, align 8
  %b = load double, ptr %other.ptr, align 8
  %ab = fadd double %a, %b
  store double %ab, ptr %mine, align 8
  br label %halved
halved:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %step.next = sdiv i64 %step, 2
  br label %halve
last:
  %is.first = icmp eq i64 %t, 0
  br i1 %is.first, label %publish, label %end
publish:
  %total = load double, ptr addrspacecast (ptr addrspace(3) @"_cudapy_smem_sums" to ptr), align 8
  %old = atomicrmw fadd ptr %r.data, double %total monotonic, align 8
  br label %end
end:
  ret void
}

; histogram: bins counted with atomics, an index error as a status                         layout A int32, layout C int64
define linkonce_odr i32 @_ZN8__main__4histE(ptr nocapture writeonly %.ret, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %b.data, i64 %b.shape) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %base = mul i32 %ctaid, %ntid
  %first32 = add i32 %base, %tid
  %first = sext i32 %first32 to i64
  %jump32 = mul i32 %nctaid, %ntid
  %jump = sext i32 %jump32 to i64
  %some = icmp slt i64 %first, %x.shape
  br i1 %some, label %loop, label %end
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %count ]
  %x.base = ptrtoint ptr %x.data to i64
  %x.offset = mul i64 %i, %x.stride
  %x.at = add i64 %x.offset, %x.base
  %x.ptr = inttoptr i64 %x.at to ptr
  %value = load i32, ptr %x.ptr, align 4
  %bin = sext i32 %value to i64
  %negative = icmp slt i64 %bin, 0
  %wrap = select i1 %negative, i64 %b.shape, i64 0
  %index = add i64 %wrap, %bin
  %low = icmp slt i64 %index, 0
  %high = icmp sge i64 %index, %b.shape
  %bad = or i1 %low, %high
  br i1 %bad, label %error, label %count
count:
  %b.ptr = getelementptr i64, ptr %b.data, i64 %index
  %old = atomicrmw add ptr %b.ptr, i64 1 monotonic, align 8
  %i.next = add nsw i64 %i, %jump
  %more = icmp slt i64 %i.next, %x.shape
  br i1 %more, label %loop, label %end
error:
  ret i32 1
end:
  store ptr null, ptr %.ret, align 8
  ret i32 0
}
define ptx_kernel void @numba_hist(ptr %x.mem, ptr %x.parent, i64 %x.n, i64 %x.itemsize, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %b.mem, ptr %b.parent, i64 %b.n, i64 %b.itemsize, ptr %b.data, i64 %b.shape, i64 %b.stride, ptr %error) {
entry:
  %.ret = alloca ptr, align 8
  %status = call i32 @_ZN8__main__4histE(ptr %.ret, ptr %x.data, i64 %x.shape, i64 %x.stride, ptr %b.data, i64 %b.shape)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %end, label %raise
raise:
  %first = cmpxchg ptr %error, i32 0, i32 %status monotonic monotonic, align 4
  br label %end
end:
  ret void
}
