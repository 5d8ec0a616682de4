// OpenMP for nvptx64: a loop over teams and threads, and a sum over all of them.
#pragma omp declare target
int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp end declare target

void axpy(float* y, const float* x, float a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n]) map(to : x[0 : n])
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i] + table[i & 7];
}

void rows(int* out, int n, int m) {
#pragma omp target teams distribute map(from : out[0 : n])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < m; ++j) sum += i * j;
    out[i] = sum;
  }
}
