// inline_ptx: inline assembly with every common constraint, several outputs, predicates, and immediates.
// Kernels: ptx_ops, ptx_carry, ptx_memory
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: ptx_ops: o0 = lop3 majority(a, b, c); o1 = prmt(a, b, 0x5410); o2 = bfe(a, 5, 11); o3 = lane id (i % 32 for
//           blocks of whole warps); o4 = shf.l.wrap(a, b, c); o5 = a < b ? c : ~c.
//         ptx_carry: (hi, lo) = 128-bit sum of (a_hi, a_lo) and (b_hi, b_lo).
//         ptx_memory: out[i] = in[i] + 1 through ld.global / st.global; d[i] = 2 * (double) and h[i] = bits of a 16-bit add.
#include <cstdint>

extern "C" __global__ void ptx_ops(const uint32_t* a, const uint32_t* b, const uint32_t* c, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t x = a[i], y = b[i], z = c[i], o0, o1, o2, o3, o4, o5;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(o0) : "r"(x), "r"(y), "r"(z), "n"(0xe8));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(o1) : "r"(x), "r"(y));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(o2) : "r"(x), "n"(5), "n"(11));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(o3));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o4) : "r"(x), "r"(y), "r"(z));
  asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\t@p mov.b32 %0, %3;\n\t@!p not.b32 %0, %3;\n\t}"
      : "=r"(o5)
      : "r"(x), "r"(y), "r"(z));
  uint32_t* o = out + 6 * (size_t)i;
  o[0] = o0, o[1] = o1, o[2] = o2, o[3] = o3, o[4] = o4, o[5] = o5;
}

extern "C" __global__ void ptx_carry(const uint64_t* a, const uint64_t* b, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint64_t lo = a[2 * i], hi = a[2 * i + 1];
  asm("add.cc.u64 %0, %0, %2;\n\taddc.u64 %1, %1, %3;" : "+l"(lo), "+l"(hi) : "l"(b[2 * i]), "l"(b[2 * i + 1]));
  out[2 * i] = lo;
  out[2 * i + 1] = hi;
}

extern "C" __global__ void ptx_memory(const uint32_t* in, uint32_t* out, const double* d, double* e, const uint16_t* h, uint16_t* g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t v;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(in + i)) : "memory");
  asm volatile("st.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(out + i)), "r"(v + 1) : "memory");
  double y;
  asm("add.rn.f64 %0, %1, %1;" : "=d"(y) : "d"(d[i]));
  e[i] = y;
  uint16_t s;
  asm("add.u16 %0, %1, %2;" : "=h"(s) : "h"(h[i]), "h"((uint16_t)7));
  g[i] = s;
  float f;
  asm("cvt.rn.f32.u32 %0, %1;" : "=f"(f) : "r"(v));
  if (f < 0.0f) g[i] = 0;
}
