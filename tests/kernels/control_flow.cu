// control_flow: shapes of control flow: irreducible loops by goto, switch in a loop (Duff), deep nests with breaks,
//               early returns, dense and sparse switches, long chains of conditions.
// Kernels: goto_maze, duff_copy, switches, nested_breaks
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: the same C++ on the host, on wrapping unsigned integers.
extern "C" __global__ void goto_maze(const unsigned* a, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], steps = 0;
  if (x & 1) goto odd;
even:
  if (++steps > 200) goto done;
  x = x / 2 + 7;
  if (x % 3 == 0) goto odd;
  if (x % 5 == 0) goto done;
  if (x & 1) goto even;
odd:
  if (++steps > 200) goto done;
  x = x * 3 + 1;
  if (x & 4) goto even;
  if (x % 7) goto odd;
done:
  out[i] = x ^ steps << 24;
}

extern "C" __global__ void duff_copy(const int* in, int* out, const int* count, int stride, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n || count[id] <= 0) return;
  const int* from = in + id * stride;
  int *to = out + id * stride, rounds = (count[id] + 3) / 4;
  switch (count[id] % 4) {
    case 0: do { *to++ = *from++ + 1;
    case 3: *to++ = *from++ + 2;
    case 2: *to++ = *from++ + 3;
    case 1: *to++ = *from++ + 4;
      } while (--rounds > 0);
  }
}

extern "C" __global__ void switches(const int* a, const long long* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = a[i];
  switch (a[i]) {  // dense
    case 0: r += 11; break;
    case 1: r *= 3; break;
    case 2: r ^= 0x55; break;
    case 3: r -= a[(i + 1) % n];
    case 4: r <<= 2; break;
    case 5: r = r * r + a[(i + 2) % n]; break;
    case 6: r = ~r; break;
    case 7: out[i] = -7; return;
    case 8: r = r / 3; break;
    case 9: r = r % 4 + a[i / 2]; break;
    default: r = 1000;
  }
  switch (b[i]) {  // sparse, 64 bits
    case -5000000000LL: r += 1; break;
    case 17: r += 2; break;
    case 100000: r += 3; break;
    case 1LL << 40: r += 4; break;
    case (1LL << 62) + 3: r += 5; break;
  }
  switch ((unsigned char)(b[i] & 255)) {  // values only: a table
    case 10: r += 170; break;
    case 11: r += 23; break;
    case 12: r += 999; break;
    case 13: r += 4; break;
    case 14: r += 75; break;
    case 200: case 201: case 202: case 203: case 204: case 205: case 206:
    case 207: case 208: case 209: case 210: case 211: case 212: case 213:
    case 214: case 215: case 216: case 217: case 218: case 219: case 220: r -= 3; break;
  }
  out[i] = r;
}

extern "C" __global__ void nested_breaks(const unsigned* a, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned sum = 0;
  for (unsigned p = 0; p < 10; ++p) {
    for (unsigned q = p; q < 10; ++q) {
      unsigned v = a[(i + p * q) % n];
      if (v % 11 == 0) continue;
      if (v % 13 == 0) break;
      for (unsigned r = v & 7; r; r &= r - 1) {
        if (sum > 5000) goto out;
        sum += v % 17 + r;
      }
      if (v % 19 == 0) goto next;
    }
    sum ^= p;
  next:;
  }
out:
  out[i] = sum;
}
