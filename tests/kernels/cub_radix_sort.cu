// cub_radix_sort: block radix sort of CUB, keys of several types and key-value pairs.
// Kernels: sort_u32 (128 x 4 keys), sort_f32_desc (128 x 4), sort_pairs (64 x 4)
// Launch: <<<blocks, 128>>> (sort_pairs: 64 threads)
// Expect: each block's group in order (sort_f32_desc: descending); pairs stable.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>

template <class T, bool Descending>
__device__ void sort_group(T* data) {
  using Load = cub::BlockLoad<T, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<T, 128, 4>;
  using Store = cub::BlockStore<T, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } s;
  T keys[4];
  T* group = data + blockIdx.x * 512;
  Load(s.load).Load(group, keys);
  __syncthreads();
  if (Descending)
    Sort(s.sort).SortDescending(keys);
  else
    Sort(s.sort).Sort(keys);
  __syncthreads();
  Store(s.store).Store(group, keys);
}

extern "C" __global__ void sort_u32(unsigned* data) { sort_group<unsigned, false>(data); }
extern "C" __global__ void sort_f32_desc(float* data) { sort_group<float, true>(data); }

extern "C" __global__ void sort_pairs(short* keys, int* values) {
  using Sort = cub::BlockRadixSort<short, 64, 4, int>;
  __shared__ typename Sort::TempStorage s;
  short k[4];
  int v[4];
  int at = (blockIdx.x * 64 + threadIdx.x) * 4;
  for (int i = 0; i < 4; ++i) k[i] = keys[at + i], v[i] = values[at + i];
  Sort(s).Sort(k, v);
  for (int i = 0; i < 4; ++i) keys[at + i] = k[i], values[at + i] = v[i];
}
