; What the toy GPU has no way to do: refused by its name, and with another name or not at all when the facts change.
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @count(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %old = atomicrmw add ptr addrspace(1) %out, i64 1 monotonic
  ret void
}
