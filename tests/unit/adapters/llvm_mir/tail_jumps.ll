; Instructions that x86 names otherwise until they are lowered: jumps to functions, near, by a register (with a prefix and
; without) and by memory, under a condition; the high half of a product alone.
declare i32 @other(i32)

define i32 @direct(i32 %x) #0 {
  %y = add i32 %x, 1
  %r = tail call i32 @other(i32 %y)
  ret i32 %r
}

define i32 @by_register(ptr %table, i32 %x) #0 {
  %f = load ptr, ptr %table
  %r = tail call i32 %f(ptr %table, i32 %x)
  ret i32 %r
}

define i32 @by_high_register(ptr %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, ptr %g) #0 {
  %h = load ptr, ptr %g
  %r = tail call i32 %h(ptr %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f)
  ret i32 %r
}

define i32 @by_memory(ptr %object) #0 {
  %table = load ptr, ptr %object
  %place = getelementptr i8, ptr %table, i64 24
  %f = load ptr, ptr %place
  %r = tail call i32 %f(ptr %object)
  ret i32 %r
}

define i32 @under_a_condition(i32 %x) #0 {
  %c = icmp ult i32 %x, 100
  br i1 %c, label %then, label %else
then:
  %r = tail call i32 @other(i32 %x)
  ret i32 %r
else:
  ret i32 7
}

define i64 @high(i64 %a, i64 %b) #0 {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %s = lshr i128 %p, 64
  %r = trunc i128 %s to i64
  ret i64 %r
}

attributes #0 = { minsize optsize nounwind "target-features"="+bmi2" }
