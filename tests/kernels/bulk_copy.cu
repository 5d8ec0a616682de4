// bulk_copy: asynchronous bulk copies of sm_90 with a transaction barrier in shared memory, in inline PTX.
// Kernels: bulk_scale
// Launch: <<<blocks, 128>>>, 1024 floats per block, 16-byte aligned
// Expect: out[i] = 3 * in[i].
extern "C" __global__ void bulk_scale(const float* in, float* out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ alignas(8) unsigned long long barrier;
  unsigned bar = (unsigned)__cvta_generic_to_shared(&barrier), at = (unsigned)__cvta_generic_to_shared(tile);
  const float* from = in + blockIdx.x * 1024;
  float* to = out + blockIdx.x * 1024;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(bar) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"(at),
                 "l"(__cvta_generic_to_global(from)), "r"(bar)
                 : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n\t.reg .pred done;\nwait:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n\t@!done bra wait;\n\t}" ::"r"(bar)
      : "memory");
  for (int k = threadIdx.x; k < 1024; k += 128) tile[k] *= 3;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 4096;" ::"l"(__cvta_generic_to_global(to)), "r"(at) : "memory");
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
  }
}
