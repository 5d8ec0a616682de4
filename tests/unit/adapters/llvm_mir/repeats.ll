; The same work in several functions, with other ends: what an outliner looks for. For any target.
@state = global i64 0
@other = global i64 0

declare void @observe(i64)

define i64 @first(ptr %p, ptr %q, i64 %n) {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  %r = add i64 %h, %n
  ret i64 %r
}

define i64 @second(ptr %p, ptr %q, i64 %n) {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  %r = sub i64 %n, %h
  ret i64 %r
}

define i64 @third(ptr %p, ptr %q, i64 %n) {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  %r = and i64 %n, %g
  store i64 %r, ptr @other
  ret i64 %r
}

define i64 @fourth(ptr %p, ptr %q, i64 %n) {
  store i64 %n, ptr @other
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  ret i64 %n
}

define i64 @fifth(ptr %p, ptr %q, i64 %n) {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  call void @observe(i64 %h)
  ret i64 %n
}

; Twice in one function, in a loop and behind it.
define i64 @twice(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  store volatile i64 %g, ptr @state
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %after
after:
  %a2 = load volatile i64, ptr %p
  %b2 = load volatile i64, ptr %q
  %c2 = xor i64 %a2, %b2
  %d2 = shl i64 %c2, 13
  %e2 = add i64 %d2, %c2
  %f2 = lshr i64 %e2, 7
  %g2 = xor i64 %f2, %e2
  store volatile i64 %g2, ptr @state
  ret i64 %g2
}

; Never outlined from.
define i64 @kept(ptr %p, ptr %q, i64 %n) "nooutline" {
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %c = xor i64 %a, %b
  %d = shl i64 %c, 13
  %e = add i64 %d, %c
  %f = lshr i64 %e, 7
  %g = xor i64 %f, %e
  %h = mul i64 %g, %a
  store i64 %h, ptr @state
  store i64 %g, ptr %q
  ret i64 %h
}
