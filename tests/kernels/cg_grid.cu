// cg_grid: a grid-wide barrier between two phases (cooperative launch).
// Kernels: grid_two_phase
// Launch: cooperative, <<<blocks, 128>>>, n = 128 * blocks.
// Expect: phase 1: tmp[i] = a[i] * 2; phase 2: out[i] = tmp[i] + tmp[n - 1 - i].
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void grid_two_phase(const int* a, int* tmp, int* out) {
  auto grid = cg::this_grid();
  unsigned long long i = grid.thread_rank(), n = grid.size();
  tmp[i] = a[i] * 2;
  grid.sync();
  out[i] = tmp[i] + tmp[n - 1 - i];
}
