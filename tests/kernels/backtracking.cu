// backtracking: n queens counted with bit masks and an explicit stack, and a 4 x 4 Sudoku solved by recursion.
// Kernels: queens, sudoku_4
// Launch: queens<<<1, n>>> (first queen in column threadIdx.x); sudoku_4<<<(count + 31) / 32, 32>>>
// Expect: count[0] = number of solutions (8: 92). sudoku_4: the lexicographically first solution in place, ok[i] = found.
extern "C" __global__ void queens(int n, unsigned* count) {
  unsigned full = (1u << n) - 1, columns[16], left[16], right[16], open[16];
  int row = 1;
  unsigned found = 0, first = 1u << threadIdx.x;
  columns[1] = first, left[1] = first << 1, right[1] = first >> 1;
  open[1] = full & ~(columns[1] | left[1] | right[1]);
  while (row >= 1) {
    if (row == n) {
      ++found;
      --row;
    } else if (open[row] == 0) {
      --row;
    } else {
      unsigned bit = open[row] & (0u - open[row]);
      open[row] ^= bit;
      columns[row + 1] = columns[row] | bit;
      left[row + 1] = (left[row] | bit) << 1;
      right[row + 1] = (right[row] | bit) >> 1;
      ++row;
      open[row] = full & ~(columns[row] | left[row] | right[row]);
    }
  }
  atomicAdd(count, found);
}

__device__ bool fits(const unsigned char* g, int at, int v) {
  int r = at / 4, c = at % 4, box = r / 2 * 8 + c / 2 * 2;
  for (int k = 0; k < 4; ++k)
    if (g[4 * r + k] == v || g[4 * k + c] == v || g[box + k / 2 * 4 + k % 2] == v) return false;
  return true;
}

__device__ bool solve(unsigned char* g, int at) {
  while (at < 16 && g[at]) ++at;
  if (at == 16) return true;
  for (int v = 1; v <= 4; ++v) {
    if (!fits(g, at, v)) continue;
    g[at] = (unsigned char)v;
    if (solve(g, at + 1)) return true;
  }
  g[at] = 0;
  return false;
}

extern "C" __global__ void sudoku_4(unsigned char* grids, bool* ok, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) ok[i] = solve(grids + 16 * i, 0);
}
