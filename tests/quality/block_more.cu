#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include "types.hpp"
struct Most { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
#define M(T, S)                                                                                    \
  KERNEL block_shuffle_##S(T* data) {                                                              \
    using Shuffle = cub::BlockShuffle<T, 128>;                                                     \
    __shared__ typename Shuffle::TempStorage storage;                                              \
    T items[4], before[4];                                                                         \
    for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x * 4 + k];           \
    Shuffle(storage).Up(items, before);                                                            \
    if (threadIdx.x == 0) before[0] = items[0];                                                    \
    for (int k = 0; k < 4; ++k) data[blockIdx.x * 512 + threadIdx.x * 4 + k] = items[k] + before[k]; \
  }                                                                                                \
  KERNEL block_load_store_##S(const T* in, T* out, int valid) {                                    \
    using Load = cub::BlockLoad<T, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;                             \
    using Store = cub::BlockStore<T, 128, 4, cub::BLOCK_STORE_VECTORIZE>;                          \
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } s;    \
    T items[4];                                                                                    \
    Load(s.load).Load(in + blockIdx.x * 512, items, valid, T(3));                                  \
    __syncthreads();                                                                               \
    Store(s.store).Store(out + blockIdx.x * 512, items);                                           \
  }                                                                                                \
  KERNEL block_scan_prefix_##S(const T* in, T* out, int tiles) {                                   \
    using Scan = cub::BlockScan<T, 128>;                                                           \
    struct Running { T total; __device__ T operator()(T more) { const T old = total; total += more; return old; } }; \
    __shared__ typename Scan::TempStorage storage;                                                 \
    Running running{T()};                                                                          \
    for (int tile = 0; tile < tiles; ++tile) {                                                     \
      T items[2] = {in[tile * 256 + threadIdx.x * 2], in[tile * 256 + threadIdx.x * 2 + 1]};       \
      Scan(storage).ExclusiveSum(items, items, running);                                           \
      __syncthreads();                                                                             \
      out[tile * 256 + threadIdx.x * 2] = items[0], out[tile * 256 + threadIdx.x * 2 + 1] = items[1]; \
    }                                                                                              \
  }                                                                                                \
  KERNEL block_commutative_##S(const T* in, T* out) {                                              \
    using Reduce = cub::BlockReduce<T, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>;            \
    __shared__ typename Reduce::TempStorage storage;                                               \
    T items[3];                                                                                    \
    for (int k = 0; k < 3; ++k) items[k] = in[blockIdx.x * 384 + k * 128 + threadIdx.x];           \
    const T sum = Reduce(storage).Sum(items);                                                      \
    if (threadIdx.x == 0) out[blockIdx.x] = sum;                                                   \
  }                                                                                                \
  KERNEL warp_segments_##S(const T* in, T* out) {                                                  \
    using Reduce = cub::WarpReduce<T>;                                                             \
    using Scan = cub::WarpScan<T, 8>;                                                              \
    __shared__ union { typename Reduce::TempStorage reduce[4]; typename Scan::TempStorage scan[16]; } s; \
    const T v = in[threadIdx.x];                                                                   \
    const T most = Reduce(s.reduce[threadIdx.x / 32]).HeadSegmentedReduce(v, threadIdx.x % 7 == 0, Most()); \
    __syncthreads();                                                                               \
    T before, total;                                                                               \
    Scan(s.scan[threadIdx.x / 8]).ExclusiveSum(v, before, total);                                  \
    out[threadIdx.x] = before + most + total;                                                      \
  }
ALL(M)
KERNEL block_rank(unsigned* keys, int* ranks) {
  using Rank = cub::BlockRadixRank<128, 4, false>;
  __shared__ typename Rank::TempStorage storage;
  unsigned mine[4];
  int at[4];
  for (int k = 0; k < 4; ++k) mine[k] = keys[threadIdx.x * 4 + k];
  Rank(storage).RankKeys(mine, at, cub::BFEDigitExtractor<unsigned>(4, 4));
  for (int k = 0; k < 4; ++k) ranks[threadIdx.x * 4 + k] = at[k];
}
