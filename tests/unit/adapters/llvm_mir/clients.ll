; Code for passes over ways and names: edges that phis make copies on, sides that begin and end alike, loops that test at
; their top or are entered twice, sums of many short-lived values, parts of wide registers. For any target.

define i32 @edges(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %more, label %end
more:
  %v = load i32, ptr %p
  %w = add i32 %v, %a
  store i32 %w, ptr %p
  %d = icmp sgt i32 %w, %b
  br i1 %d, label %end, label %last
last:
  %x = mul i32 %w, %b
  store i32 %x, ptr %p
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %w, %more ], [ %x, %last ]
  %s = phi i32 [ %b, %entry ], [ %a, %more ], [ %w, %last ]
  %t = sub i32 %r, %s
  ret i32 %t
}

; Both sides begin alike and end alike.
declare void @left(i32)
declare void @right(i32)
define void @sides(i32 %a, i32 %b, ptr %p, ptr %q) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  %v = load i32, ptr %q
  call void @left(i32 %v)
  store i32 %a, ptr %p
  store i32 %b, ptr %q
  br label %end
no:
  %w = load i32, ptr %q
  call void @right(i32 %w)
  store i32 %a, ptr %p
  store i32 %b, ptr %q
  br label %end
end:
  ret void
}

; A loop that tests at its top.
define i32 @top(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %q = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %q
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}

; A cycle that is entered in two places.
define i32 @entered_twice(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %one, label %two
one:
  %x = phi i32 [ %a, %entry ], [ %z, %two ]
  %v = load volatile i32, ptr %p
  %y = xor i32 %x, %v
  br label %two
two:
  %w = phi i32 [ %b, %entry ], [ %y, %one ]
  %z = add i32 %w, 3
  %d = icmp slt i32 %z, %b
  br i1 %d, label %one, label %end
end:
  ret i32 %z
}

define i32 @sum(ptr %p, i32 %a, i32 %b) {
  %p1 = getelementptr i32, ptr %p, i32 1
  %p2 = getelementptr i32, ptr %p, i32 2
  %p3 = getelementptr i32, ptr %p, i32 3
  %p4 = getelementptr i32, ptr %p, i32 4
  %p5 = getelementptr i32, ptr %p, i32 5
  %v0 = load i32, ptr %p
  %v1 = load i32, ptr %p1
  %v2 = load i32, ptr %p2
  %v3 = load i32, ptr %p3
  %v4 = load i32, ptr %p4
  %v5 = load i32, ptr %p5
  %s1 = xor i32 %v0, %v1
  %s2 = xor i32 %s1, %v2
  %s3 = xor i32 %s2, %v3
  %s4 = xor i32 %s3, %v4
  %s5 = xor i32 %s4, %v5
  %s6 = xor i32 %s5, %a
  %s7 = xor i32 %s6, %b
  ret i32 %s7
}

define float @floats(ptr %p, float %a, float %b) {
  %p1 = getelementptr float, ptr %p, i32 1
  %p2 = getelementptr float, ptr %p, i32 2
  %p3 = getelementptr float, ptr %p, i32 3
  %v0 = load float, ptr %p
  %v1 = load float, ptr %p1
  %v2 = load float, ptr %p2
  %v3 = load float, ptr %p3
  %s1 = fadd reassoc nsz float %v0, %v1
  %s2 = fadd reassoc nsz float %s1, %v2
  %s3 = fadd reassoc nsz float %s2, %v3
  %s4 = fadd reassoc nsz float %s3, %a
  %s5 = fadd reassoc nsz float %s4, %b
  ret float %s5
}

define float @in_order(ptr %p, float %a, float %b) {
  %p1 = getelementptr float, ptr %p, i32 1
  %p2 = getelementptr float, ptr %p, i32 2
  %v0 = load float, ptr %p
  %v1 = load float, ptr %p1
  %v2 = load float, ptr %p2
  %s1 = fadd float %v0, %v1
  %s2 = fadd float %s1, %v2
  %s3 = fadd float %s2, %a
  %s4 = fadd float %s3, %b
  ret float %s4
}

; Halves are put together and taken apart again; of the second pair nobody reads the upper half.
define i64 @halves(i32 %a, i32 %b, i64 %c, ptr %p) {
entry:
  %l = zext i32 %a to i64
  %h = zext i32 %b to i64
  %u = shl i64 %h, 32
  %w = or i64 %u, %l
  %cc = icmp slt i32 %a, %b
  br i1 %cc, label %yes, label %no
yes:
  store i64 %w, ptr %p
  %x = trunc i64 %w to i32
  store i32 %x, ptr %p
  br label %no
no:
  %m = phi i64 [ %w, %entry ], [ %c, %yes ]
  %t = trunc i64 %m to i32
  %y = add i32 %t, %a
  %z = zext i32 %y to i64
  ret i64 %z
}
