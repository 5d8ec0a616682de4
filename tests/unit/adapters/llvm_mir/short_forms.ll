; One block without branches, whose sizes depend on constants: of eight bits and more, in the accumulator and not, in
; registers and memory, shifts by one and by more, of all widths.
declare void @use(i32, i32, i32, i32, i32, i32)

define i32 @forms(ptr %p, ptr %q, i32 %a, i32 %b, i64 %c, i16 %d) nounwind {
  %a1 = add i32 %a, 124
  %a2 = add i32 %b, 1240
  %a3 = mul i32 %a, 100
  %a4 = mul i32 %b, 100000
  %a5 = xor i32 %a2, 77
  %a6 = and i32 %a3, 1000000
  %s1 = lshr i32 %a4, 1
  %s2 = ashr i32 %a5, 1
  %s3 = lshr i32 %a6, 5
  %m = load i32, ptr %q
  %m1 = add i32 %m, 5
  store i32 %m1, ptr %q
  %q1 = getelementptr i32, ptr %q, i64 1
  %n = load i32, ptr %q1
  %n1 = or i32 %n, 70000
  store i32 %n1, ptr %q1
  %q2 = getelementptr i32, ptr %q, i64 2
  %o = load i64, ptr %q2
  %o1 = xor i64 %o, 9
  store i64 %o1, ptr %q2
  %q4 = getelementptr i32, ptr %q, i64 4
  %h = load i32, ptr %q4
  %h1 = lshr i32 %h, 1
  store i32 %h1, ptr %q4
  %w = or i16 %d, 3
  store i16 %w, ptr %p
  %c1 = mul i64 %c, 99
  %c2 = or i64 %c1, 100000
  %c3 = xor i64 %c2, 17
  %p1 = getelementptr i8, ptr %p, i64 8
  store i64 %c3, ptr %p1
  %less = icmp ult i32 %a1, 29
  %more = icmp sgt i32 %m, 4000
  %z = select i1 %less, i32 %s1, i32 %s2
  %y = select i1 %more, i32 %z, i32 %s3
  call void @use(i32 %a1, i32 %a2, i32 %s1, i32 %s2, i32 %s3, i32 %y)
  %r = load i32, ptr %q
  %r1 = xor i32 %r, 123456
  ret i32 %r1
}
