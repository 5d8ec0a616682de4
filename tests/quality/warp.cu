#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
#include "types.hpp"
struct Less { template <class T> __device__ bool operator()(T a, T b) const { return a < b; } };
#define M(T, S)                                                                                    \
  KERNEL warp_reduce_##S(const T* in, T* out, int valid) {                                         \
    using Reduce = cub::WarpReduce<T, 16>;                                                         \
    __shared__ typename Reduce::TempStorage storage[8];                                            \
    const T v = in[threadIdx.x], a = Reduce(storage[threadIdx.x / 16]).Sum(v, valid);              \
    const T b = Reduce(storage[threadIdx.x / 16]).TailSegmentedSum(v, threadIdx.x % 5 == 0);       \
    if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = a + b;                                      \
  }                                                                                                \
  KERNEL warp_scan_##S(const T* in, T* out) {                                                      \
    using Scan = cub::WarpScan<T>;                                                                 \
    __shared__ typename Scan::TempStorage storage[4];                                              \
    T before, with;                                                                                \
    Scan(storage[threadIdx.x / 32]).Scan(in[threadIdx.x], with, before, T(0), cuda::std::plus<>());\
    out[threadIdx.x] = before + with;                                                              \
  }                                                                                                \
  KERNEL warp_sort_##S(T* data, int valid) {                                                       \
    using Load = cub::WarpLoad<T, 4, cub::WARP_LOAD_TRANSPOSE>;                                    \
    using Sort = cub::WarpMergeSort<T, 4>;                                                         \
    using Store = cub::WarpStore<T, 4, cub::WARP_STORE_STRIPED>;                                   \
    using Exchange = cub::WarpExchange<T, 4>;                                                      \
    __shared__ union { typename Load::TempStorage load; typename Sort::TempStorage sort; typename Store::TempStorage store; typename Exchange::TempStorage exchange; } s[4]; \
    auto& mine = s[threadIdx.x / 32];                                                              \
    T items[4];                                                                                    \
    Load(mine.load).Load(data + threadIdx.x / 32 * 128, items, valid, T(9));                       \
    __syncwarp();                                                                                  \
    Sort(mine.sort).Sort(items, Less());                                                           \
    __syncwarp();                                                                                  \
    Exchange(mine.exchange).BlockedToStriped(items, items);                                        \
    __syncwarp();                                                                                  \
    Store(mine.store).Store(data + threadIdx.x / 32 * 128, items, valid);                          \
  }
ALL(M)
