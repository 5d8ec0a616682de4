; Ifs that decide between values: triangles and diamonds whose sides do little, and such that may not be done always. For any target.

declare void @seen(i32)

define i32 @triangle(i32 %a, i32 %b, i32 %c) {
entry:
  %k = icmp slt i32 %a, %b
  br i1 %k, label %side, label %join
side:
  %t = mul i32 %a, %c
  %u = xor i32 %t, %b
  %w = mul i32 %u, %t
  %x = or i32 %w, %a
  %v = mul i32 %x, %u
  br label %join
join:
  %r = phi i32 [ %b, %entry ], [ %v, %side ]
  call void @seen(i32 %r)
  ret i32 %r
}

define i32 @diamond(i32 %a, i32 %b, i32 %c) {
entry:
  %k = icmp ult i32 %a, %b
  br i1 %k, label %yes, label %no
yes:
  %t = xor i32 %a, %c
  %u = mul i32 %t, %b
  %v = mul i32 %u, %a
  %y = xor i32 %v, %u
  %x = shl i32 %y, 3
  br label %join
no:
  %g = or i32 %b, %c
  %h = mul i32 %g, %c
  %i = mul i32 %h, %b
  %w = or i32 %i, %g
  br label %join
join:
  %r = phi i32 [ %x, %yes ], [ %w, %no ]
  %s = phi i32 [ %a, %yes ], [ %c, %no ]
  call void @seen(i32 %r)
  ret i32 %s
}

; Two ways of three come together: the join has another predecessor.
define i64 @third_way(i64 %a, i64 %b, i64 %c, ptr %p) {
entry:
  %q = load volatile i64, ptr %p
  %e = icmp sgt i64 %q, %c
  br i1 %e, label %other, label %head
other:
  store volatile i64 %q, ptr %p
  br label %join
head:
  %k = icmp slt i64 %a, %b
  br i1 %k, label %side, label %join
side:
  %t = and i64 %a, %c
  %u = mul i64 %t, %c
  %w = mul i64 %u, %b
  %v = xor i64 %w, %u
  br label %join
join:
  %r = phi i64 [ %q, %other ], [ %b, %head ], [ %v, %side ]
  store volatile i64 %r, ptr %p
  ret i64 %r
}

define i32 @loads(i32 %a, i32 %b, ptr %p) {
entry:
  %k = icmp slt i32 %a, %b
  br i1 %k, label %side, label %join
side:
  %v = load i32, ptr %p
  br label %join
join:
  %r = phi i32 [ %b, %entry ], [ %v, %side ]
  call void @seen(i32 %r)
  ret i32 %r
}

define i32 @stores(i32 %a, i32 %b, ptr %p) {
entry:
  %k = icmp slt i32 %a, %b
  br i1 %k, label %side, label %join
side:
  store volatile i32 %a, ptr %p
  br label %join
join:
  %r = phi i32 [ %b, %entry ], [ %a, %side ]
  call void @seen(i32 %r)
  ret i32 %r
}
