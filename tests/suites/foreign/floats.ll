; Functions for llvm_ir_run.py: liberties of floats, conversions, loops, memory behind pointers, tables.
@table = internal constant [4 x float] [float 1.5, float -2.0, float 0.0, float 0x7FF0000000000000]

define float @free(float %a, float %b) {
  %sum = fadd nnan ninf float %a, %b
  %product = fmul fast float %sum, %b
  %less = fcmp nnan olt float %a, %product
  %chosen = select i1 %less, float %product, float %a
  ret float %chosen
}

define i16 @whole(double %a, half %b) {
  %one = fptosi double %a to i16
  %two = fptoui half %b to i16
  %sum = add i16 %one, %two
  ret i16 %sum
}

define <2 x i32> @seen(<2 x float> %a, <2 x float> %b) {
  %part = fdiv <2 x float> %a, %b
  %away = fneg <2 x float> %part
  %raw = bitcast <2 x float> %away to <2 x i32>
  ret <2 x i32> %raw
}

define float @looked_up(i32 %n) {
  %low = and i32 %n, 3
  %place = getelementptr inbounds [4 x float], ptr @table, i32 0, i32 %low
  %value = load float, ptr %place
  ret float %value
}

define void @summed(ptr noalias %to, ptr readonly %from, i32 %n) {
entry:
  br label %head
head:
  %at = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %going = icmp slt i32 %at, %n
  br i1 %going, label %body, label %done
body:
  %low = and i32 %at, 31
  %here = getelementptr inbounds i32, ptr %from, i32 %low
  %value = load i32, ptr %here, !range !0
  %more = add i32 %sum, %value
  %next = add nsw i32 %at, 1
  br label %head
done:
  store i32 %sum, ptr %to
  %behind = getelementptr i8, ptr %to, i64 5
  store i24 -1, ptr %behind, align 1
  ret void
}

!0 = !{i32 0, i32 100}
