// dynamic_programming: edit distance per pair of words, longest common subsequence by diagonals, 0/1 knapsack rounds.
// Kernels: edit_distance, lcs_block, knapsack_item
// Launch: edit_distance<<<(pairs + 63) / 64, 64>>>; lcs_block<<<pairs, 128>>> (length <= 128); knapsack_item<<<(capacity + 128) / 128, 128>>>
// Expect: the textbook values.
extern "C" __global__ void edit_distance(const char* a, const char* b, int length, int* out, int pairs) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= pairs) return;
  const char *x = a + (size_t)id * length, *y = b + (size_t)id * length;
  unsigned char row[33];  // length <= 32
  for (int j = 0; j <= length; ++j) row[j] = (unsigned char)j;
  for (int i = 1; i <= length; ++i) {
    int diag = row[0];
    row[0] = (unsigned char)i;
    for (int j = 1; j <= length; ++j) {
      int up = row[j], best = min(min(up, (int)row[j - 1]) + 1, diag + (x[i - 1] != y[j - 1]));
      diag = up;
      row[j] = (unsigned char)best;
    }
  }
  out[id] = row[length];
}

extern "C" __global__ void lcs_block(const char* a, const char* b, int length, int* out) {
  __shared__ short d[3][129];
  int t = threadIdx.x + 1;  // column of b
  const char *x = a + blockIdx.x * length, *y = b + blockIdx.x * length;
  for (int k = 0; k < 3; ++k) {
    d[k][t] = 0;
    if (t == 1) d[k][0] = 0;
  }
  __syncthreads();
  for (int s = 2; s <= 2 * length; ++s) {
    int i = s - t;  // row of a
    short *now = d[s % 3], *last = d[(s + 2) % 3], *before = d[(s + 1) % 3];
    if (t <= length && i >= 1 && i <= length)
      now[t] = x[i - 1] == y[t - 1] ? (short)(before[t - 1] + 1) : max(last[t], last[t - 1]);
    __syncthreads();
  }
  if (t == length) out[blockIdx.x] = d[2 * length % 3][length];
}

extern "C" __global__ void knapsack_item(const int* before, int* after, int weight, int value, int capacity) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c > capacity) return;
  int keep = before[c], take = c >= weight ? before[c - weight] + value : keep;
  after[c] = max(keep, take);
}
