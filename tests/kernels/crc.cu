// crc: CRC-32 (reflected 0xEDB88320) and CRC-16/CCITT-FALSE (0x1021), table in shared memory and bit by bit.
// Kernels: crc32_table, crc32_bits, crc16_bits
// Launch: <<<(count + 127) / 128, 128>>>(bytes, length, out, count), message i at bytes + i * length.
// Expect: the published CRCs: of "123456789" 0xCBF43926 and 0x29B1.
#include <cstdint>

extern "C" __global__ void crc32_table(const uint8_t* bytes, int length, uint32_t* out, int count) {
  __shared__ uint32_t table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
    table[i] = c;
  }
  __syncthreads();
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint32_t c = ~0u;
  for (int i = 0; i < length; ++i) c = table[(c ^ bytes[(size_t)id * length + i]) & 255] ^ c >> 8;
  out[id] = ~c;
}

extern "C" __global__ void crc32_bits(const uint8_t* bytes, int length, uint32_t* out, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint32_t c = ~0u;
  for (int i = 0; i < length; ++i) {
    c ^= bytes[(size_t)id * length + i];
    for (int k = 0; k < 8; ++k) c = c >> 1 ^ (0xEDB88320u & (0u - (c & 1)));
  }
  out[id] = ~c;
}

extern "C" __global__ void crc16_bits(const uint8_t* bytes, int length, uint16_t* out, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint16_t c = 0xffff;
  for (int i = 0; i < length; ++i) {
    c ^= (uint16_t)(bytes[(size_t)id * length + i] << 8);
    for (int k = 0; k < 8; ++k) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1);
  }
  out[id] = c;
}
