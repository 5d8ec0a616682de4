// text_codec: base64 encoding, UTF-8 decoding, decimal formatting and parsing of integers.
// Kernels: base64_encode, utf8_decode, format_int, parse_int
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: base64_encode: 4 characters for each 3 bytes (RFC 4648; n groups). utf8_decode: code[i] = code point that starts
//         at byte i, or -1 at a continuation or malformed byte (text padded by 3 zeros). format_int: up to 12 characters
//         with a terminating zero; parse_int: the value back, stopping at the first other character.
extern "C" __global__ void base64_encode(const unsigned char* in, char* out, int n) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  *(char4*)&out[4 * i] = make_char4(digits[w >> 18], digits[w >> 12 & 63], digits[w >> 6 & 63], digits[w & 63]);
}

extern "C" __global__ void utf8_decode(const unsigned char* s, int* code, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = s[i], more = c < 0x80 ? 0 : c < 0xc2 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : -1;
  int v = more < 0 ? -1 : more == 0 ? c : c & (0x3f >> more);
  for (int k = 1; k <= more; ++k) {
    if ((s[i + k] & 0xc0) != 0x80) {
      v = -1;
      break;
    }
    v = v << 6 | (s[i + k] & 0x3f);
  }
  code[i] = v;
}

extern "C" __global__ void format_int(const int* a, char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char buffer[12], *p = out + 12 * i;
  unsigned v = a[i] < 0 ? 0u - (unsigned)a[i] : a[i];
  int k = 0;
  do buffer[k++] = (char)('0' + v % 10);
  while (v /= 10);
  if (a[i] < 0) *p++ = '-';
  while (k) *p++ = buffer[--k];
  *p = 0;
}

extern "C" __global__ void parse_int(const char* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const char* p = in + 12 * i;
  bool minus = *p == '-';
  if (minus) ++p;
  unsigned v = 0;
  for (; *p >= '0' && *p <= '9'; ++p) v = 10 * v + (*p - '0');
  out[i] = (int)(minus ? 0u - v : v);
}
