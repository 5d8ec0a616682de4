; Short blocks that several jump to, one of them with a table at its end, and phis that are no choice once copies are looked through.

define i32 @short(i32 %a, i32 %b, ptr %p) {
entry:
  switch i32 %a, label %no [ i32 1, label %one
                             i32 2, label %two
                             i32 77, label %two ]
one:
  %x = load volatile i32, ptr %p
  br label %join
two:
  %y = mul i32 %a, %b
  store volatile i32 %y, ptr %p
  br label %join
no:
  %z = load volatile i32, ptr %p
  %z1 = add i32 %z, %b
  br label %join
join:
  %v = phi i32 [ %x, %one ], [ %y, %two ], [ %z1, %no ]
  %c = icmp slt i32 %v, %b
  br i1 %c, label %left, label %right
left:
  store volatile i32 %v, ptr %p
  ret i32 %a
right:
  store volatile i32 %b, ptr %p
  ret i32 %v
}

; One after the other: a machine of states whose block of the table is reached from all.
define i32 @states(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %s = phi i32 [ 0, %entry ], [ %s0, %a0 ], [ %s1, %a1 ], [ %s2, %a2 ], [ %s3, %a3 ], [ %s4, %a4 ]
  switch i32 %s, label %end [ i32 0, label %a0
                              i32 1, label %a1
                              i32 2, label %a2
                              i32 3, label %a3
                              i32 4, label %a4 ]
a0:
  %s0 = load volatile i32, ptr %p
  br label %head
a1:
  %t1 = load volatile i32, ptr %p
  %s1 = add i32 %t1, 1
  br label %head
a2:
  %t2 = load volatile i32, ptr %p
  %s2 = sub i32 %t2, %n
  br label %head
a3:
  %t3 = load volatile i32, ptr %p
  %s3 = xor i32 %t3, %n
  br label %head
a4:
  %t4 = load volatile i32, ptr %p
  %s4 = and i32 %t4, 7
  br label %head
end:
  ret i32 %s
}

; The values that two loops hand on are never anything else, and nobody reads the count of the last one.
define i32 @same(i32 %a, i32 %n, ptr %p) {
entry:
  br label %outer
outer:
  %v = phi i32 [ %a, %entry ], [ %w, %next ]
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %dead = phi i32 [ 3, %entry ], [ %dead1, %next ]
  br label %inner
inner:
  %w = phi i32 [ %v, %outer ], [ %w, %inner ]
  %dead1 = phi i32 [ %dead, %outer ], [ %n, %inner ]
  %x = load volatile i32, ptr %p
  %c = icmp slt i32 %x, %w
  br i1 %c, label %inner, label %next
next:
  %k1 = add i32 %k, 1
  %d = icmp slt i32 %k1, %n
  br i1 %d, label %outer, label %end
end:
  ret i32 %w
}
