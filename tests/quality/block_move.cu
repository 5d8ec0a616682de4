#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_shuffle.cuh>
#include "types.hpp"
struct Differ { template <class T> __device__ bool operator()(T a, T b) const { return a != b; } };
struct Minus { template <class T> __device__ T operator()(T a, T b) const { return a - b; } };
#define M(T, S)                                                                                    \
  KERNEL block_exchange_##S(T* data) {                                                             \
    using Exchange = cub::BlockExchange<T, 128, 4>;                                                \
    __shared__ typename Exchange::TempStorage storage;                                             \
    T items[4];                                                                                    \
    for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x + k * 128];         \
    Exchange(storage).StripedToBlocked(items, items);                                              \
    for (int k = 0; k < 4; ++k) data[blockIdx.x * 512 + threadIdx.x * 4 + k] = items[k];           \
  }                                                                                                \
  KERNEL block_flags_##S(const T* data, int* flags) {                                              \
    using Flag = cub::BlockDiscontinuity<T, 128>;                                                  \
    __shared__ typename Flag::TempStorage storage;                                                 \
    T items[4]; int heads[4];                                                                      \
    for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x * 4 + k];           \
    Flag(storage).FlagHeads(heads, items, Differ());                                               \
    for (int k = 0; k < 4; ++k) flags[blockIdx.x * 512 + threadIdx.x * 4 + k] = heads[k];          \
  }                                                                                                \
  KERNEL block_difference_##S(T* data, int valid) {                                                \
    using Difference = cub::BlockAdjacentDifference<T, 128>;                                       \
    __shared__ typename Difference::TempStorage storage;                                           \
    T items[4], answers[4];                                                                        \
    for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x * 4 + k];           \
    Difference(storage).SubtractLeftPartialTile(items, answers, Minus(), valid);                   \
    for (int k = 0; k < 4; ++k) data[blockIdx.x * 512 + threadIdx.x * 4 + k] = answers[k];         \
  }                                                                                                \
  KERNEL block_decode_##S(const T* values, const unsigned* lengths, T* out) {                      \
    using Decode = cub::BlockRunLengthDecode<T, 128, 2, 4>;                                        \
    __shared__ typename Decode::TempStorage storage;                                               \
    T runs[2]; unsigned long_runs[2], size = 0;                                                    \
    for (int k = 0; k < 2; ++k) runs[k] = values[threadIdx.x * 2 + k], long_runs[k] = lengths[threadIdx.x * 2 + k]; \
    Decode decode(storage, runs, long_runs, size);                                                 \
    for (unsigned at = 0; at < size; at += 512) {                                                  \
      T items[4];                                                                                  \
      decode.RunLengthDecode(items, at);                                                           \
      for (int k = 0; k < 4; ++k) if (at + threadIdx.x * 4 + k < size) out[at + threadIdx.x * 4 + k] = items[k]; \
    }                                                                                              \
  }
ALL(M)
KERNEL block_histogram(const unsigned char* data, int* bins) {
  using Histogram = cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ int counts[256];
  unsigned char items[4];
  for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x * 4 + k];
  Histogram(storage).Histogram(items, counts);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 128) atomicAdd(bins + i, counts[i]);
}
