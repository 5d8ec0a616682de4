// sorts: each thread sorts its own row: quicksort with an explicit stack, heap sort, insertion sort, merge sort.
// Kernels: quick_sort, heap_sort, merge_sort
// Launch: <<<(rows + 63) / 64, 64>>>; rows of `length` ints (length <= 64 for merge_sort)
// Expect: every row ascending.
__device__ void insertion(int* a, int lo, int hi) {
  for (int i = lo + 1; i < hi; ++i) {
    int v = a[i], j = i;
    for (; j > lo && a[j - 1] > v; --j) a[j] = a[j - 1];
    a[j] = v;
  }
}

extern "C" __global__ void quick_sort(int* data, int length, int rows) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= rows) return;
  int* a = data + (size_t)id * length;
  short stack[64];
  int top = 0;
  stack[top++] = 0, stack[top++] = (short)length;
  while (top) {
    int hi = stack[--top], lo = stack[--top];
    if (hi - lo < 8) {
      insertion(a, lo, hi);
      continue;
    }
    int pivot = a[lo + (hi - lo) / 2], i = lo, j = hi - 1;
    while (i <= j) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i <= j) {
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    bool left_larger = j + 1 - lo > hi - i;
    int first_lo = left_larger ? lo : i, first_hi = left_larger ? j + 1 : hi;
    stack[top++] = (short)first_lo, stack[top++] = (short)first_hi;
    stack[top++] = (short)(left_larger ? i : lo), stack[top++] = (short)(left_larger ? hi : j + 1);
  }
}

extern "C" __global__ void heap_sort(int* data, int length, int rows) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= rows) return;
  int* a = data + (size_t)id * length;
  auto sift = [a](int i, int n) {
    int v = a[i];
    for (int c; (c = 2 * i + 1) < n; i = c) {
      if (c + 1 < n && a[c + 1] > a[c]) ++c;
      if (a[c] <= v) break;
      a[i] = a[c];
    }
    a[i] = v;
  };
  for (int i = length / 2; i-- > 0;) sift(i, length);
  for (int n = length - 1; n > 0; --n) {
    int t = a[0];
    a[0] = a[n];
    a[n] = t;
    sift(0, n);
  }
}

extern "C" __global__ void merge_sort(int* data, int length, int rows) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= rows) return;
  int buffer[64], *a = data + (size_t)id * length, *b = buffer;
  for (int width = 1; width < length; width *= 2) {
    for (int lo = 0; lo < length; lo += 2 * width) {
      int mid = min(lo + width, length), hi = min(lo + 2 * width, length), i = lo, j = mid;
      for (int k = lo; k < hi; ++k) b[k] = i < mid && (j >= hi || a[i] <= a[j]) ? a[i++] : a[j++];
    }
    int* t = a;
    a = b;
    b = t;
  }
  if (a == buffer)
    for (int k = 0; k < length; ++k) b[k] = a[k];
}
