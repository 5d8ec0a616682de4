#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include "types.hpp"
#define M(T, S)                                                                                    \
  KERNEL block_scan_##S(const T* in, T* out, int n) {                                              \
    using Load = cub::BlockLoad<T, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;                        \
    using Store = cub::BlockStore<T, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;                     \
    using Scan = cub::BlockScan<T, 128, cub::BLOCK_SCAN_RAKING>;                                   \
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; typename Scan::TempStorage scan; } s; \
    T items[4];                                                                                    \
    Load(s.load).Load(in + blockIdx.x * 512, items, n, T());                                       \
    __syncthreads();                                                                               \
    Scan(s.scan).ExclusiveSum(items, items);                                                       \
    __syncthreads();                                                                               \
    Store(s.store).Store(out + blockIdx.x * 512, items, n);                                        \
  }                                                                                                \
  KERNEL block_scan_warps_##S(const T* in, T* out, T* total) {                                     \
    using Scan = cub::BlockScan<T, 128, cub::BLOCK_SCAN_WARP_SCANS>;                               \
    __shared__ typename Scan::TempStorage storage;                                                 \
    T value = in[blockIdx.x * 128 + threadIdx.x], all;                                             \
    Scan(storage).InclusiveSum(value, value, all);                                                 \
    out[blockIdx.x * 128 + threadIdx.x] = value;                                                   \
    if (threadIdx.x == 0) total[blockIdx.x] = all;                                                 \
  }
ALL(M)
