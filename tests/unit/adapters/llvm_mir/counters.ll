; Loops whose addresses and products are computed anew in each turn. For RISC-V, without LLVM's own strength reduction (at level 0).

define i64 @products(ptr %p, i64 %n, i64 %m) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %x = mul i64 %i, %m
  %y = add i64 %x, 24
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q, align 8
  %w = mul i64 %v, %y
  %z = add i64 %w, %x
  %t = add i64 %s, %z
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i64 %t
}

define i64 @stores(ptr %p, i64 %n, i64 %m) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 3, %entry ], [ %j, %loop ]
  %x = mul i64 %i, %m
  %k = add i64 %i, 5
  %q = getelementptr i64, ptr %p, i64 %k
  store i64 %x, ptr %q, align 8
  %r = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %r, align 8
  %w = add i64 %v, 1
  store i64 %w, ptr %r, align 8
  %j = add i64 %i, 2
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i64 %x
}
