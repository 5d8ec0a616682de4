; Values of several registers of an AMD GPU: put together in one block and taken apart in another, and such of which nobody reads a half.

define void @together(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %v = load volatile <4 x i32>, ptr addrspace(1) %p
  %c = icmp slt i32 %n, 3
  br i1 %c, label %more, label %end
more:
  %a = extractelement <4 x i32> %v, i32 0
  %b = extractelement <4 x i32> %v, i32 1
  %d = extractelement <4 x i32> %v, i32 2
  %e = extractelement <4 x i32> %v, i32 3
  store volatile i32 %d, ptr addrspace(1) %q
  br label %again
again:
  %w0 = insertelement <4 x i32> undef, i32 %a, i32 0
  %w1 = insertelement <4 x i32> %w0, i32 %b, i32 1
  %w2 = insertelement <4 x i32> %w1, i32 %d, i32 2
  %w3 = insertelement <4 x i32> %w2, i32 %e, i32 3
  store volatile <4 x i32> %w3, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

define void @half(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %a = load volatile i32, ptr addrspace(1) %p
  %b = load volatile i32, ptr addrspace(1) %p
  %m = mul i32 %b, %a
  %al = zext i32 %a to i64
  %bl = zext i32 %m to i64
  %bh = shl i64 %bl, 32
  %v = or i64 %bh, %al
  %c = icmp slt i32 %n, 3
  br i1 %c, label %more, label %end
more:
  %d = load volatile i32, ptr addrspace(1) %q
  %e = mul i32 %d, %b
  %dl = zext i32 %d to i64
  %el = zext i32 %e to i64
  %eh = shl i64 %el, 32
  %w = or i64 %eh, %dl
  br label %end
end:
  %r = phi i64 [ %v, %entry ], [ %w, %more ]
  %t = trunc i64 %r to i32
  store volatile i32 %t, ptr addrspace(1) %q
  ret void
}
