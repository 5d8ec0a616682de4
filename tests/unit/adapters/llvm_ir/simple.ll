; What the combiner's example takes apart: sums of numbers, powers of two, shifts back and forth, a loop.
define i32 @scaled(i32 %x, i32 %y) {
  %a = add i32 7, %x
  %b = sub i32 %a, 3
  %c = mul i32 %b, 16
  %d = udiv i32 %y, 8
  %e = urem i32 %d, 32
  %f = xor i32 %c, %c
  %g = or i32 %e, %f
  %h = add i32 %c, %g
  ret i32 %h
}

define i64 @low(i64 %x, i1 %p) {
  %a = shl i64 %x, 24
  %b = shl i64 %a, 8
  %c = lshr i64 %b, 32
  %d = trunc i64 %c to i32
  %e = zext i32 %d to i64
  %f = select i1 %p, i64 %e, i64 %e
  ret i64 %f
}

define i32 @count(i32 %n) {
entry:
  %zero = mul i32 %n, 0
  br label %loop
loop:
  %i = phi i32 [ %zero, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %t = add i32 %s, %i
  %same = or i32 %i, %i
  %j = add i32 %same, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %t
}
