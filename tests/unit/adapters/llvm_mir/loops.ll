; Loops of one block, for any target.
@table = global [64 x i32] zeroinitializer

define void @saxpy(ptr noalias %x, ptr noalias %y, float %a, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %px = getelementptr float, ptr %x, i32 %i
  %py = getelementptr float, ptr %y, i32 %i
  %vx = load float, ptr %px
  %vy = load float, ptr %py
  %m = fmul float %vx, %a
  %s = fadd float %m, %vy
  store float %s, ptr %py
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The same where the arrays may overlap.
define void @saxpy_alias(ptr %x, ptr %y, float %a, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %px = getelementptr float, ptr %x, i32 %i
  %py = getelementptr float, ptr %y, i32 %i
  %vx = load float, ptr %px
  %vy = load float, ptr %py
  %m = fmul float %vx, %a
  %s = fadd float %m, %vy
  store float %s, ptr %py
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A sum: a recurrence over one addition.
define float @dot(ptr %x, ptr %y, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %s, %loop ]
  %px = getelementptr float, ptr %x, i32 %i
  %py = getelementptr float, ptr %y, i32 %i
  %vx = load float, ptr %px
  %vy = load float, ptr %py
  %m = fmul float %vx, %vy
  %s = fadd float %sum, %m
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %s
}

; A chain of loads: nothing can overlap.
define ptr @chase(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %at
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret ptr %next
}

; Two values cross over two trips, and a store feeds the next trip's load through memory.
define i32 @crossing(ptr %p, i32 %n, i32 %a, i32 %b) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %y = phi i32 [ %b, %entry ], [ %z, %loop ]
  %old = load i32, ptr %p
  %t = mul i32 %x, 7
  %u = add i32 %t, %old
  %z = xor i32 %u, %y
  store i32 %z, ptr %p
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x
}

; Wide: many values live at once.
define void @wide(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %base = shl i32 %i, 3
  %p0 = getelementptr i32, ptr %p, i32 %base
  %p1 = getelementptr i32, ptr %p0, i32 1
  %p2 = getelementptr i32, ptr %p0, i32 2
  %p3 = getelementptr i32, ptr %p0, i32 3
  %p4 = getelementptr i32, ptr %p0, i32 4
  %p5 = getelementptr i32, ptr %p0, i32 5
  %a0 = load i32, ptr %p0
  %a1 = load i32, ptr %p1
  %a2 = load i32, ptr %p2
  %a3 = load i32, ptr %p3
  %a4 = load i32, ptr %p4
  %a5 = load i32, ptr %p5
  %s0 = mul i32 %a0, %a5
  %s1 = mul i32 %a1, %a4
  %s2 = mul i32 %a2, %a3
  %s3 = add i32 %a0, %a3
  %s4 = sub i32 %a1, %a5
  %s5 = xor i32 %a2, %a4
  %t0 = add i32 %s0, %s1
  %t1 = add i32 %s2, %s3
  %t2 = add i32 %s4, %s5
  %u0 = mul i32 %t0, %t1
  %u1 = add i32 %u0, %t2
  %pq = getelementptr i32, ptr %q, i32 %i
  store i32 %u1, ptr %pq
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; y[i + 3] of an iteration is y[i] of the third one after it.
define void @distant(ptr %y, i32 %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr i32, ptr %y, i64 %i
  %v = load i32, ptr %p
  %w = mul i32 %v, %a
  %q = getelementptr i32, ptr %p, i64 3
  store i32 %w, ptr %q
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
