// cub_lookback: a device-wide scan in one pass with the decoupled look-back of CUB's tile states.
// Kernels: lookback_init, lookback_scan
// Launch: lookback_init<<<(tiles + 127) / 128, 128>>>(state, tiles), then lookback_scan<<<tiles, 128>>>, n = 512 * tiles.
//         state is zeroed and holds (tiles + 32) * 8 bytes.
// Expect: out = inclusive prefix sums of all n values, mod 2^32.
#include <cub/agent/single_pass_scan_operators.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

using State = cub::ScanTileState<int>;
struct Plus {
  __device__ int operator()(int a, int b) const { return a + b; }
};
using Prefix = cub::TilePrefixCallbackOp<int, Plus, State>;
using Scan = cub::BlockScan<int, 128>;

extern "C" __global__ void lookback_init(void* memory, int tiles) {
  State state;
  state.Init(tiles, memory, 0);
  state.InitializeStatus(tiles);
}

extern "C" __global__ void lookback_scan(const int* in, int* out, void* memory, int tiles) {
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Prefix::TempStorage prefix;
  State state;
  state.Init(tiles, memory, 0);
  int tile = blockIdx.x, v[4];
  cub::LoadDirectBlocked(threadIdx.x, in + tile * 512, v);
  if (tile == 0) {
    int total;
    Scan(scan).InclusiveScan(v, v, Plus(), total);
    if (threadIdx.x == 0) state.SetInclusive(0, total);
  } else {
    Prefix op(state, prefix, Plus(), tile);
    Scan(scan).InclusiveScan(v, v, Plus(), op);
  }
  cub::StoreDirectBlocked(threadIdx.x, out + tile * 512, v);
}
