// unions_bitfields: bit fields read and written, unions that reinterpret, packed and overaligned structs.
// Kernels: pack_fields, unpack_fields, reinterpret, packed_copy
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: pack: word = a & 31 | (b & 2047) << 5 | (c & 65535) << 16; unpack: the same fields, b read as signed 11 bits.
//         reinterpret: out[4 i ..] = bits of a[i] as u32, exponent field, mantissa field, and as 4 bytes summed.
//         packed_copy: the packed struct's members (1 + 4 + 8 + 2 bytes, no padding) each incremented.
#include <cstdint>

struct Fields {
  unsigned a : 5;
  int b : 11;
  unsigned c : 16;
};

extern "C" __global__ void pack_fields(const int* a, const int* b, const int* c, Fields* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i].a = a[i];
  out[i].b = b[i];
  out[i].c = c[i];
}

extern "C" __global__ void unpack_fields(const Fields* in, int* a, int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Fields f = in[i];
  a[i] = f.a, b[i] = f.b, c[i] = f.c;
}

union Word {
  float f;
  uint32_t u;
  uint8_t bytes[4];
  struct {
    uint32_t mantissa : 23, exponent : 8, sign : 1;
  } parts;
};

extern "C" __global__ void reinterpret(const float* a, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Word w;
  w.f = a[i];
  out[4 * i] = w.u;
  out[4 * i + 1] = w.parts.exponent;
  out[4 * i + 2] = w.parts.mantissa;
  out[4 * i + 3] = w.bytes[0] + w.bytes[1] + w.bytes[2] + w.bytes[3];
}

struct __attribute__((packed)) Packed {
  uint8_t a;
  uint32_t b;
  uint64_t c;
  uint16_t d;
};

extern "C" __global__ void packed_copy(const Packed* in, Packed* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Packed p = in[i];
  ++p.a, ++p.b, ++p.c, ++p.d;
  out[i] = p;
}
