// string_search: substring search by brute force and by Horspool's skips, and case-insensitive equality.
// Kernels: find_all, horspool, equal_fold
// Launch: find_all<<<(n + 255) / 256, 256>>>; horspool and equal_fold: one thread per text, texts of equal length.
// Expect: find_all: hit[i] = 1 if the pattern starts at text[i]. horspool: pos[i] = first place of the pattern in text i,
//         or -1. equal_fold: eq[i] = texts a[i] and b[i] (zero-terminated) equal without regard to ASCII case.
extern "C" __global__ void find_all(const char* text, int n, const char* pattern, int m, char* hit) {
  __shared__ char p[64];
  if (threadIdx.x < m) p[threadIdx.x] = pattern[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = 0;
  while (k < m && i + k < n && text[i + k] == p[k]) ++k;
  hit[i] = k == m;
}

extern "C" __global__ void horspool(const char* texts, int length, const char* pattern, int m, int* pos, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  unsigned char skip[256];
  for (int c = 0; c < 256; ++c) skip[c] = (unsigned char)m;
  for (int k = 0; k + 1 < m; ++k) skip[(unsigned char)pattern[k]] = (unsigned char)(m - 1 - k);
  const char* t = texts + (size_t)id * length;
  int at = 0, found = -1;
  while (at + m <= length && found < 0) {
    int k = m - 1;
    while (k >= 0 && t[at + k] == pattern[k]) --k;
    if (k < 0) found = at;
    at += skip[(unsigned char)t[at + m - 1]];
  }
  pos[id] = found;
}

__device__ char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

extern "C" __global__ void equal_fold(const char* const* a, const char* const* b, bool* eq, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  const char *x = a[id], *y = b[id];
  while (*x && lower(*x) == lower(*y)) ++x, ++y;
  eq[id] = lower(*x) == lower(*y);
}
