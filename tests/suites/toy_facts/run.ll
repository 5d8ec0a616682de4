; What no generated program does, and what the facts of the toy GPU say of it (toy_facts.py). One thread, and
;   ; want NAME: 32-bit words that NAME leaves in its output
; The input has 40,000 words, the n-th of which is 3 n + 1.
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Vectors of three, aligned as their elements are.
; want three: 1 4 7
define ptx_kernel void @three(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <3 x i32>, ptr addrspace(1) %in, align 4
  store <3 x i32> %v, ptr addrspace(1) %out, align 4
  ret void
}

; Farther from the pointer than an offset says.
; want far: 75001
define ptx_kernel void @far(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p = getelementptr i8, ptr addrspace(1) %in, i64 100000
  %v = load i32, ptr addrspace(1) %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; 7 + 10 * 2^32 + 13 * 2^64 + 16 * 2^96 over what has three words: quotient and remainder.
; want divide: 2576980377 1 0 0 2576980387 3435973844 7 0
define ptx_kernel void @divide(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p = getelementptr i32, ptr addrspace(1) %in, i64 2
  %x = load i128, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %in, i64 1
  %w = load i96, ptr addrspace(1) %q, align 4
  %y = zext i96 %w to i128
  %a = udiv i128 %x, %y
  %b = urem i128 %x, %y
  store i128 %a, ptr addrspace(1) %out, align 4
  %r = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i128 %b, ptr addrspace(1) %r, align 4
  ret void
}

; A truth value shifted by less than its one bit stays what it is; by more it is poison, which is not looked at.
; want shift: 1 0
define ptx_kernel void @shift(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %w = load i32, ptr addrspace(1) %in
  %x = trunc i32 %w to i1
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %u = load i32, ptr addrspace(1) %p
  %y = trunc i32 %u to i1
  %s = shl i1 %x, %y
  %t = shl i1 %y, %y
  %c = zext i1 %s to i32
  %d = zext i1 %t to i32
  store i32 %c, ptr addrspace(1) %out
  %q = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %d, ptr addrspace(1) %q
  ret void
}
