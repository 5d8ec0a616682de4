; Chains of one operation of values that are there at once: integers, floating-point numbers that may be grouped, and such that
; may not; a sum that a loop carries. For any target.

define i32 @xors(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) {
  %1 = xor i32 %a, %b
  %2 = xor i32 %1, %c
  %3 = xor i32 %2, %d
  %4 = xor i32 %3, %e
  %5 = xor i32 %4, %f
  ret i32 %5
}

define i64 @products(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) {
  %1 = mul i64 %a, %b
  %2 = mul i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = mul i64 %3, %e
  ret i64 %4
}

define float @floats(float %a, float %b, float %c, float %d, float %e, float %f) {
  %1 = fadd reassoc nsz float %a, %b
  %2 = fadd reassoc nsz float %1, %c
  %3 = fadd reassoc nsz float %2, %d
  %4 = fadd reassoc nsz float %3, %e
  %5 = fadd reassoc nsz float %4, %f
  ret float %5
}

define double @doubles(double %a, double %b, double %c, double %d, double %e) {
  %1 = fmul reassoc nsz double %a, %b
  %2 = fmul reassoc nsz double %1, %c
  %3 = fmul reassoc nsz double %2, %d
  %4 = fmul reassoc nsz double %3, %e
  ret double %4
}

define float @in_order(float %a, float %b, float %c, float %d, float %e, float %f) {
  %1 = fadd float %a, %b
  %2 = fadd float %1, %c
  %3 = fadd float %2, %d
  %4 = fadd float %3, %e
  %5 = fadd float %4, %f
  ret float %5
}

define i32 @no_wrap(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) {
  %1 = add nsw i32 %a, %b
  %2 = add nsw i32 %1, %c
  %3 = add nsw i32 %2, %d
  %4 = add nsw i32 %3, %e
  %5 = add nsw i32 %4, %f
  ret i32 %5
}

define float @differences(float %a, float %b, float %c, float %d) {
  %1 = fsub reassoc nsz float %a, %b
  %2 = fsub reassoc nsz float %1, %c
  %3 = fsub reassoc nsz float %2, %d
  ret float %3
}

define float @carried(ptr %p, i64 %n, float %x, float %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %q = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %q
  %m = fmul float %v, %x
  %k = fmul float %v, %y
  %1 = fadd reassoc nsz float %s, %m
  %t = fadd reassoc nsz float %1, %k
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret float %t
}
