; Slots that were never promoted.
define i32 @slots(i32 %a, i32 %b, ptr noalias %p) {
entry:
  %x = alloca i32
  %y = alloca i32
  store i32 %a, ptr %x
  store i32 %b, ptr %y
  %c = icmp slt i32 %a, 9
  br i1 %c, label %loop, label %end
loop:
  %v = load i32, ptr %x
  %w = load i32, ptr %y
  store i32 %v, ptr %p
  %t = add i32 %w, 1
  store i32 %t, ptr %y
  %v1 = load i32, ptr %x
  %d = icmp slt i32 %t, %v1
  br i1 %d, label %side, label %next
side:
  %v2 = load i32, ptr %x
  store i32 %v2, ptr %p
  br label %next
next:
  %v3 = load i32, ptr %x
  %w3 = load i32, ptr %y
  %e = icmp slt i32 %w3, %v3
  br i1 %e, label %loop, label %end
end:
  %v4 = load i32, ptr %x
  %w4 = load i32, ptr %y
  %r = add i32 %v4, %w4
  ret i32 %r
}
