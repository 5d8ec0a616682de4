// warp_votes: all, any, ballot, match, every shuffle, and activemask in divergent code.
// Kernels: votes, matches, shuffles, divergent
// Launch: <<<blocks, 64>>>
// Expect: per thread i of warp w: votes: all, any, ballot of a[i] > 0, as bits 0, 1 and the ballot word in b[i].
//         matches: m[i] = mask of lanes with the same key; all[i] = mask if all are equal, else 0.
//         shuffles: out[8 * i ..]: shfl lane (i * 7) % 32, up 3, down 5, xor 9 on ints; up 1 within width 8; a double
//           and a 64-bit integer through lane 31 - lane.
//         divergent: out[i] = number of lanes of the warp on the same side of a[i] & 1.
#include <cstdint>

extern "C" __global__ void votes(const int* a, unsigned* v, unsigned* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool p = a[i] > 0;
  v[i] = (__all_sync(~0u, p) ? 1 : 0) | (__any_sync(~0u, p) ? 2 : 0);
  b[i] = __ballot_sync(~0u, p);
}

extern "C" __global__ void matches(const int* key, const unsigned long long* wide, unsigned* m, unsigned* all) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  m[i] = __match_any_sync(~0u, key[i]) & __match_any_sync(~0u, wide[i]);
  int same;
  unsigned r = __match_all_sync(~0u, key[i], &same);
  all[i] = same ? r : 0;
}

extern "C" __global__ void shuffles(const int* a, int64_t* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i % 32;
  int v = a[i];
  int64_t* o = out + 8 * (size_t)i;
  o[0] = __shfl_sync(~0u, v, lane * 7 % 32);
  o[1] = __shfl_up_sync(~0u, v, 3);
  o[2] = __shfl_down_sync(~0u, v, 5);
  o[3] = __shfl_xor_sync(~0u, v, 9);
  o[4] = __shfl_up_sync(~0u, v, 1, 8);
  o[5] = (int64_t)__shfl_sync(~0u, v * 0.5, 31 - lane);
  o[6] = __shfl_sync(~0u, ((long long)v << 32) + i, 31 - lane);
  o[7] = (int64_t)__shfl_down_sync(~0u, v * 0.25f, 2, 4);
}

extern "C" __global__ void divergent(const int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned odd = __ballot_sync(~0u, a[i] & 1);
  if (a[i] & 1)
    out[i] = __popc(odd);
  else
    out[i] = __popc(__match_any_sync(~odd, 1) & ~odd);
  __syncwarp();
  if ((__activemask() & (1u << (i % 32))) == 0) out[i] = -1;
}
