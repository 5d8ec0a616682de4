; Loads that come again in other blocks, as a front end without optimization leaves them, with stores between that are elsewhere.

; Through a pointer, with a store beside it; and behind one that may be anywhere.
define i64 @beside(ptr %p, ptr %q, i64 %n) {
entry:
  %a = load i64, ptr %p, align 8
  %p1 = getelementptr i64, ptr %p, i64 1
  %c = icmp sgt i64 %n, %a
  br i1 %c, label %more, label %end
more:
  store i64 %n, ptr %p1, align 8
  %b = load i64, ptr %p, align 8
  %d = load i64, ptr %p1, align 8
  %m = mul i64 %b, %d
  %s = xor i64 %m, %b
  %e = icmp sgt i64 %s, 5
  br i1 %e, label %far, label %end
far:
  store i64 %s, ptr %q, align 8
  %x = load i64, ptr %p, align 8
  %y = load i64, ptr %p1, align 8
  %z = add i64 %x, %y
  br label %end
end:
  %r = phi i64 [ %a, %entry ], [ %s, %more ], [ %z, %far ]
  ret i64 %r
}

; Fields of structures through two pointers, and a call between.
declare void @call()
define i32 @fields(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  %p2 = getelementptr i32, ptr %p, i32 2
  %p3 = getelementptr i32, ptr %p, i32 3
  %a = load i32, ptr %p2
  %b = load i32, ptr %p3
  %c = icmp ult i32 %a, %n
  br i1 %c, label %one, label %two
one:
  store i32 %b, ptr %q
  %a1 = load i32, ptr %p2
  %m1 = mul i32 %a1, %n
  %m = xor i32 %m1, %a1
  store i32 %m, ptr %p3
  br label %last
two:
  call void @call()
  %a2 = load i32, ptr %p2
  br label %last
last:
  %f = phi i32 [ %m, %one ], [ %a2, %two ]
  %b3 = load i32, ptr %p3
  %r = add i32 %f, %b3
  ret i32 %r
}

; Nothing writes what %p leads to; LLVM knows that loads of it do not fault, and they are not done in every turn.
define void @unwritten(ptr noalias readonly align 8 dereferenceable(64) %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %q1 = getelementptr i64, ptr %q, i64 %i
  %v = load i64, ptr %q1, align 8
  %d = icmp sgt i64 %v, 7
  br i1 %d, label %side, label %next
side:
  %a = load i64, ptr %p, align 8
  %p4 = getelementptr i64, ptr %p, i64 4
  %b = load i64, ptr %p4, align 8
  %s = mul i64 %a, %v
  %t = xor i64 %s, %a
  %u = mul i64 %t, %b
  %w = xor i64 %u, %b
  store i64 %w, ptr %q1, align 8
  br label %next
next:
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; The same, but it is written through a pointer that is made of it.
define void @written(ptr noalias align 8 dereferenceable(64) %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = load i64, ptr %p, align 8
  %q1 = getelementptr i64, ptr %q, i64 %i
  %v = load i64, ptr %q1, align 8
  %s = mul i64 %a, %v
  %p1 = getelementptr i64, ptr %p, i64 %i
  store i64 %s, ptr %p1, align 8
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A pointer that may lead anywhere writes.
define void @somewhere(ptr noalias align 8 dereferenceable(64) %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = load i64, ptr %p, align 8
  %q1 = getelementptr i64, ptr %q, i64 %i
  store i64 %a, ptr %q1, align 8
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Others may write while somebody is called, or waited for.
define i64 @called(ptr noalias align 8 dereferenceable(64) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = load i64, ptr %p, align 8
  fence acquire
  %j = add i64 %i, %a
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i64 %j
}
