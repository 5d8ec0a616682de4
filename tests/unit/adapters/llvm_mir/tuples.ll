; Pairs of vector registers of AArch64: what is loaded as a pair is stored as one, in one block and in another.

declare { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr)
declare void @llvm.aarch64.neon.st2.v4i32.p0(<4 x i32>, <4 x i32>, ptr)

define void @pair(ptr %p, ptr %q, i32 %n) {
entry:
  %v = call { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr %p)
  %a = extractvalue { <4 x i32>, <4 x i32> } %v, 0
  %b = extractvalue { <4 x i32>, <4 x i32> } %v, 1
  call void @llvm.aarch64.neon.st2.v4i32.p0(<4 x i32> %a, <4 x i32> %b, ptr %q)
  %c = icmp slt i32 %n, 3
  br i1 %c, label %more, label %end
more:
  call void @llvm.aarch64.neon.st2.v4i32.p0(<4 x i32> %a, <4 x i32> %b, ptr %p)
  call void @llvm.aarch64.neon.st2.v4i32.p0(<4 x i32> %b, <4 x i32> %a, ptr %p)
  br label %end
end:
  ret void
}
