; Functions for llvm_ir_run.py: what flags deny, odd widths, vectors, aggregates, calls of what is only declared.
declare void @use(i32)
declare i13 @ask(i13, <4 x i16>)

define i32 @denied(i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  %more = mul nuw i32 %sum, 3
  call void @use(i32 %sum)
  %part = sdiv exact i32 %more, %b
  ret i32 %part
}

define i64 @bits(i64 %a, i64 %b) {
  %high = lshr exact i64 %a, %b
  %both = or disjoint i64 %high, 4
  %cut = trunc nuw i64 %both to i32
  %wide = zext nneg i32 %cut to i64
  %less = icmp samesign ult i64 %a, %b
  %chosen = select i1 %less, i64 %wide, i64 %both
  ret i64 %chosen
}

define i13 @narrow(i13 %a, <4 x i16> %v, i32 %at) {
  %told = call i13 @ask(i13 %a, <4 x i16> %v)
  %lane = extractelement <4 x i16> %v, i32 %at
  %small = trunc i16 %lane to i13
  %more = call i13 @llvm.fshl.i13(i13 %told, i13 %small, i13 5)
  %count = call i13 @llvm.ctlz.i13(i13 %more, i1 true)
  %least = call i13 @llvm.abs.i13(i13 %small, i1 true)
  %sum = add nsw i13 %count, %least
  ret i13 %sum
}

define { i100, <3 x i9>, i1 } @parts(i100 %a, <3 x i9> %v, [2 x i16] %few) {
  %first = extractvalue [2 x i16] %few, 0
  %second = extractvalue [2 x i16] %few, 1
  %wide = zext i16 %first to i100
  %sum = sub i100 %a, %wide
  %shuffled = shufflevector <3 x i9> %v, <3 x i9> poison, <3 x i32> <i32 2, i32 poison, i32 0>
  %tied = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %first, i16 %second)
  %over = extractvalue { i16, i1 } %tied, 1
  %one = insertvalue { i100, <3 x i9>, i1 } undef, i100 %sum, 0
  %two = insertvalue { i100, <3 x i9>, i1 } %one, <3 x i9> %shuffled, 1
  %three = insertvalue { i100, <3 x i9>, i1 } %two, i1 %over, 2
  ret { i100, <3 x i9>, i1 } %three
}

define i8 @never(i8 %a) {
  %zero = and i8 %a, 0
  %part = udiv i8 %a, %zero
  ret i8 %part
}
