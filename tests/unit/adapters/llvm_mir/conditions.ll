; Branches whose answer is the same on each way that leads to them: on a register that is never 0 there. They never go to blocks
; called `gone`. For targets whose branches ask whether a register is 0.

declare void @one()
declare void @two()

define i32 @always(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %one, label %two
one:
  call void @one()
  br label %sure
two:
  call void @two()
  br label %sure
sure:
  %f = phi i32 [ 1, %one ], [ 2, %two ]
  %k = icmp ne i32 %f, 0
  br i1 %k, label %here, label %gone
here:
  %x = mul i32 %f, %a
  ret i32 %x
gone:
  %y = udiv i32 %a, %b
  store volatile i32 %y, ptr %p
  br label %lost
lost:
  %z = load volatile i32, ptr %p
  %d = icmp slt i32 %z, %a
  br i1 %d, label %lost, label %end
end:
  ret i32 %z
}

define i64 @never(i64 %a, i64 %b, ptr %p) {
entry:
  %c = icmp slt i64 %a, %b
  br i1 %c, label %one, label %two
one:
  call void @one()
  br label %sure
two:
  call void @two()
  br label %sure
sure:
  %f = phi i64 [ 5, %one ], [ 10, %two ]
  %k = icmp eq i64 %f, 0
  br i1 %k, label %gone, label %here
gone:
  %y = mul i64 %a, %b
  br label %here
here:
  %r = phi i64 [ %f, %sure ], [ %y, %gone ]
  ret i64 %r
}

; The loop is left by its second branch alone.
define i32 @in_loop(i32 %n, ptr %p) {
entry:
  br label %sure
sure:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %f = phi i32 [ 4, %entry ], [ 9, %next ]
  store volatile i32 %f, ptr %p
  %k = icmp eq i32 %f, 0
  br i1 %k, label %gone, label %here
here:
  br label %next
next:
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %sure, label %end
gone:
  store i32 7, ptr %p
  br label %end
end:
  ret i32 %i
}

; Nothing is known of these.
define i32 @perhaps(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %one, label %two
one:
  call void @one()
  br label %mid
two:
  call void @two()
  br label %mid
mid:
  %f = phi i32 [ 1, %one ], [ 0, %two ]
  %k = icmp ne i32 %f, 0
  br i1 %k, label %yes, label %no
yes:
  ret i32 %a
no:
  store i32 7, ptr %p
  ret i32 %b
}
define i32 @read(i32 %a, ptr %p) {
entry:
  %k = icmp ne i32 %a, 0
  br i1 %k, label %yes, label %no
yes:
  ret i32 %a
no:
  store i32 7, ptr %p
  ret i32 5
}
