// life: Conway's game on a torus, a byte per cell, and 32 cells per word by bit-parallel adders.
// Kernels: life_bytes, life_bits
// Launch: life_bytes: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16); life_bits<<<(words * h + 127) / 128, 128>>>
// Expect: one generation; bit k of word j of a row is cell 32 * j + k.
extern "C" __global__ void life_bytes(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) count += in[(y + dy + h) % h * w + (x + dx + w) % w];
  out[y * w + x] = count == 3 || (count == 2 && in[y * w + x]);
}

extern "C" __global__ void life_bits(const unsigned* in, unsigned* out, int words, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words * h) return;
  int y = i / words, j = i % words;
  unsigned one = 0, two = 0, four = 0, self = 0;
  auto add = [&](unsigned v) {
    unsigned c = one & v;
    one ^= v;
    unsigned d = two & c;
    two ^= c;
    four |= d;
  };
  for (int dy = -1; dy <= 1; ++dy) {
    const unsigned* row = in + (y + dy + h) % h * words;
    unsigned m = row[j], l = row[(j + words - 1) % words], r = row[(j + 1) % words];
    add(m << 1 | l >> 31);
    add(m >> 1 | r << 31);
    if (dy)
      add(m);
    else
      self = m;
  }
  out[i] = two & ~four & (one | self);
}
