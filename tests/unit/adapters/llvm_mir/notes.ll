; What `end` reads comes from two ways once `tail` is copied, and the object's life ends where the phi for it is to stand.
declare void @use(ptr)
declare i32 @left_of(i32)
declare i32 @right_of(i32)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define i32 @marked(i1 %c, i32 %a) {
entry:
  %slot = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %slot)
  call void @use(ptr %slot)
  br i1 %c, label %left, label %right
left:
  %x = call i32 @left_of(i32 %a)
  br label %tail
right:
  %y = call i32 @right_of(i32 %a)
  br label %tail
tail:
  %z = phi i32 [ %x, %left ], [ %y, %right ]
  %negative = icmp slt i32 %z, 0
  br i1 %negative, label %more, label %end
more:
  call void @use(ptr %slot)
  br label %end
end:
  call void @llvm.lifetime.end.p0(ptr %slot)
  ret i32 %z
}
