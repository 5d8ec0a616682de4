; What edits have to leave whole: tables of jumps, landing pads, inline assembly, debug values, flags that cross blocks,
; wide integers, loops whose end is tested at the bottom, calls at the end.
target triple = "x86_64-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)
declare i32 @callee(i32, i32)
declare void @sink(ptr)
declare void @llvm.dbg.value(metadata, metadata, metadata)

define i32 @table(i32 %x, i32 %y, ptr %p) {
entry:
  %a = add i32 %x, %y
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %one
    i32 5, label %zero
    i32 6, label %two
  ]
zero:
  %b = mul i32 %a, 7
  br label %end
one:
  %c = xor i32 %a, %y
  store i32 %c, ptr %p
  br label %end
two:
  %d = load i32, ptr %p
  br label %end
three:
  %e = call i32 @callee(i32 %a, i32 %y)
  br label %end
other:
  %f = sub i32 %y, %a
  br label %end
end:
  %r = phi i32 [ %b, %zero ], [ %c, %one ], [ %d, %two ], [ %e, %three ], [ %f, %other ]
  %s = add i32 %r, %a
  ret i32 %s
}

define i32 @pads(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  %a = shl i32 %x, 3
  invoke void @may_throw(i32 %a) to label %next unwind label %pad
next:
  %b = add i32 %a, %x
  invoke void @may_throw(i32 %b) to label %end unwind label %pad
pad:
  %v = phi i32 [ %a, %entry ], [ %b, %next ]
  %l = landingpad { ptr, i32 } cleanup
  %w = add i32 %v, 1
  call void @may_throw(i32 %w)
  resume { ptr, i32 } %l
end:
  %r = sub i32 %b, %x
  ret i32 %r
}

define i128 @wide(i128 %x, i128 %y, i1 %z) {
  %a = add i128 %x, %y
  %b = mul i128 %a, %y
  %c = select i1 %z, i128 %a, i128 %b
  %d = call i64 asm "", "=r,r,~{memory}"(i64 7)
  %e = zext i64 %d to i128
  %f = udiv i128 %c, %e
  %g = sub i128 %f, %a
  ret i128 %g
}

define i32 @debugged(i32 %x, i32 %y, ptr %p) !dbg !4 {
entry:
  %a = mul i32 %x, %y, !dbg !8
  call void @llvm.dbg.value(metadata i32 %a, metadata !9, metadata !DIExpression()), !dbg !8
  %c = icmp sgt i32 %a, 10, !dbg !8
  br i1 %c, label %loop, label %end, !dbg !8
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ %a, %entry ], [ %t, %loop ]
  call void @llvm.dbg.value(metadata i32 %s, metadata !9, metadata !DIExpression()), !dbg !8
  %m = mul i32 %x, %y, !dbg !8
  %q = getelementptr i32, ptr %p, i32 %i
  %l = load i32, ptr %q, !dbg !8
  %u = add i32 %l, %m, !dbg !8
  %t = add i32 %s, %u, !dbg !8
  %j = add i32 %i, 1, !dbg !8
  %d = icmp slt i32 %j, %a, !dbg !8
  br i1 %d, label %loop, label %end, !dbg !8
end:
  %r = phi i32 [ %a, %entry ], [ %t, %loop ]
  ret i32 %r, !dbg !8
}

define double @floats(double %x, double %y, ptr %p, i64 %n) {
entry:
  %o = fcmp une double %x, %y
  br i1 %o, label %yes, label %no
yes:
  %a = fmul double %x, %y
  %b = fadd double %a, 1.0
  br label %no
no:
  %r = phi double [ %b, %yes ], [ %x, %entry ]
  %k = atomicrmw add ptr %p, i64 %n seq_cst
  %v = load volatile i64, ptr %p
  %m = add i64 %k, %v
  %f = sitofp i64 %m to double
  %s = fdiv double %r, %f
  ret double %s
}

define i32 @at_end(i32 %x, i32 %y) {
  %a = add i32 %x, 3
  %c = icmp ult i32 %a, %y
  br i1 %c, label %yes, label %no
yes:
  %r = tail call i32 @callee(i32 %a, i32 %y)
  ret i32 %r
no:
  %s = tail call i32 @callee(i32 %y, i32 %a)
  ret i32 %s
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "edits.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "debugged", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !4)
!9 = !DILocalVariable(name: "a", scope: !4, file: !1, line: 2, type: !7)
