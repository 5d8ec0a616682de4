target triple = "nvptx64-nvidia-cuda"

; y[i] = a * x[i] + y[i]
define ptx_kernel void @saxpy(i32 %n, float %a, ptr noalias readonly %x, ptr noalias %y) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = mul i32 %block, %threads
  %i = add i32 %base, %thread
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %body, label %exit

body:
  %wide = sext i32 %i to i64
  %px = getelementptr inbounds float, ptr %x, i64 %wide
  %py = getelementptr inbounds float, ptr %y, i64 %wide
  %vx = load float, ptr %px, align 4
  %vy = load float, ptr %py, align 4
  %product = fmul contract float %a, %vx
  %sum = fadd contract float %product, %vy
  store float %sum, ptr %py, align 4
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
