; Calls that may leave by a landing pad, whose registers the unwinder fills: nothing of them lives in front of the call.
declare i32 @enter(ptr)
declare void @use(i32)
declare i32 @personality(...)
declare void @resume_with(ptr, i32)

define i32 @caught(ptr %p, i32 %a, i32 %b) personality ptr @personality {
entry:
  %x = mul i32 %a, %b
  %y = add i32 %a, %b
  %first = invoke i32 @enter(ptr %p) to label %on unwind label %pad
on:
  %z = xor i32 %x, %y
  %second = invoke i32 @enter(ptr %p) to label %done unwind label %pad
done:
  %sum = add i32 %first, %second
  %all = add i32 %sum, %z
  ret i32 %all
pad:
  %both = landingpad { ptr, i32 } cleanup
  %object = extractvalue { ptr, i32 } %both, 0
  %kind = extractvalue { ptr, i32 } %both, 1
  call void @resume_with(ptr %object, i32 %kind)
  call void @use(i32 %y)
  ret i32 %x
}
