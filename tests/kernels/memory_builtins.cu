// memory_builtins: memcpy, memset and memmove of fixed and of variable size, struct copies between spaces, device malloc,
//                  and dynamic stack allocation.
// Kernels: copy_fixed, copy_variable, heap_list, stack_alloc
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: copy_fixed: out[i] = in[i] (40-byte records) with bytes 8..15 zero. copy_variable: row i = first len[i] bytes of row i, the
//         rest 0xee, then moved up by one. heap_list: out[i] = sum of the squares below a[i] % 10. stack_alloc: the
//         same for a[i] % 20.
struct Record {
  int id;
  char text[20];
  double value[2];
};

extern "C" __global__ void copy_fixed(const Record* in, Record* out, int n) {
  __shared__ Record s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  memcpy(&s[threadIdx.x], &in[i], sizeof(Record));
  memset((char*)&s[threadIdx.x] + 8, 0, 8);
  Record mine = s[threadIdx.x];
  out[i] = mine;
}

__device__ void move_up(char* row, int n) {
#if defined(__clang__)
  __builtin_memmove(row + 1, row, n);
#else
  for (int k = n; k > 0; --k) row[k] = row[k - 1];
#endif
}

extern "C" __global__ void copy_variable(const char* in, char* out, const int* len, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char* row = out + (size_t)i * stride;
  memset(row, 0xee, stride);
  memcpy(row, in + (size_t)i * stride, len[i]);
  move_up(row, stride - 1);
}

struct Node {
  Node* next;
  int value;
};

extern "C" __global__ void heap_list(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Node* head = nullptr;
  for (int k = 0; k < a[i] % 10; ++k) {
    Node* node = (Node*)malloc(sizeof(Node));
    if (!node) break;
    node->next = head, node->value = k * k;
    head = node;
  }
  int sum = 0;
  while (head) {
    Node* dead = head;
    sum += head->value;
    head = head->next;
    free(dead);
  }
  out[i] = sum;
}

extern "C" __global__ void stack_alloc(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int count = a[i] % 20;
  int* v = (int*)__builtin_alloca((count + 1) * sizeof(int));
  for (int k = 0; k < count; ++k) v[count - 1 - k] = k * k;
  int sum = 0;
  for (int k = 0; k < count; ++k) sum += v[k];
  out[i] = sum;
}
