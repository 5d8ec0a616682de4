// Hashes, ciphers and random numbers, several a lane: the structure of the named function, constants of our own.
#include "gpu.h"

// Structure of SHA-2: words W of 32 or 64 bits, the schedule in sixteen registers. N hashes side by side.
template <class W, int Rounds, int N>
DEVICE void sha2(const W* in, W* out) {
  constexpr bool wide = sizeof(W) == 8;
  const long t = (group() * 256 + lane()) * (long)N;
  W s[N][8], w[N][16];
  UNROLL for (int n = 0; n < N; ++n) {
    UNROLL for (int i = 0; i < 8; ++i) s[n][i] = (W)constant(900 + i);
    UNROLL for (int i = 0; i < 16; ++i) w[n][i] = in[(t + n) * 16 + i];
  }
  UNROLL for (int r = 0; r < Rounds; ++r) UNROLL for (int n = 0; n < N; ++n) {
    W *x = s[n], &here = w[n][r & 15];
    if (r >= 16) {
      const W a = w[n][(r + 1) & 15], b = w[n][(r + 14) & 15];
      here += w[n][(r + 9) & 15] + (turn(a, wide ? 63 : 25) ^ turn(a, wide ? 56 : 14) ^ (a >> (wide ? 7 : 3))) +
              (turn(b, wide ? 45 : 15) ^ turn(b, wide ? 3 : 13) ^ (b >> (wide ? 6 : 10)));
    }
    const W e = x[4], a = x[0];
    const W t1 = x[7] + (turn(e, wide ? 50 : 26) ^ turn(e, wide ? 46 : 21) ^ turn(e, wide ? 23 : 7)) +
                 ((e & x[5]) ^ (~e & x[6])) + (W)constant(r) + here;
    const W t2 = (turn(a, wide ? 36 : 30) ^ turn(a, wide ? 30 : 19) ^ turn(a, wide ? 25 : 10)) +
                 ((a & x[1]) ^ (a & x[2]) ^ (x[1] & x[2]));
    x[7] = x[6], x[6] = x[5], x[5] = x[4], x[4] = x[3] + t1, x[3] = x[2], x[2] = x[1], x[1] = x[0], x[0] = t1 + t2;
  }
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 8; ++i)
      out[(t + n) * 8 + i] = s[n][i] + (W)constant(900 + i);
}
KERNEL(256) sha256_2(const u32* in, u32* out) { sha2<u32, 64, 2>(in, out); }
KERNEL(256) sha256_4(const u32* in, u32* out) { sha2<u32, 64, 4>(in, out); }
KERNEL(256) sha512(const u64* in, u64* out) { sha2<u64, 80, 1>(in, out); }

// Structure of MD5, four messages a lane.
KERNEL(256) md5_4(const u32* in, u32* out) {
  constexpr int N = 4;
  const long t = (group() * 256 + lane()) * (long)N;
  u32 s[N][4], m[N][16];
  UNROLL for (int n = 0; n < N; ++n) {
    UNROLL for (int i = 0; i < 4; ++i) s[n][i] = (u32)constant(i);
    UNROLL for (int i = 0; i < 16; ++i) m[n][i] = in[(t + n) * 16 + i];
  }
  UNROLL for (int r = 0; r < 64; ++r) UNROLL for (int n = 0; n < N; ++n) {
    u32* x = s[n];
    const u32 f = r < 16   ? (x[1] & x[2]) | (~x[1] & x[3])
                  : r < 32 ? (x[3] & x[1]) | (~x[3] & x[2])
                  : r < 48 ? x[1] ^ x[2] ^ x[3]
                           : x[2] ^ (x[1] | ~x[3]);
    const int g = r < 16 ? r : r < 32 ? (5 * r + 1) & 15 : r < 48 ? (3 * r + 5) & 15 : (7 * r) & 15;
    const u32 next = x[1] + turn(x[0] + f + (u32)constant(r + 50) + m[n][g], 4 + (r * 5 + r / 16 * 3) % 19);
    x[0] = x[3], x[3] = x[2], x[2] = x[1], x[1] = next;
  }
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 4; ++i) out[(t + n) * 4 + i] = s[n][i];
}

// Structure of Keccak-f[1600] (and of its half, words of 32 bits), N states a lane.
template <class W, int N>
DEVICE void keccak(const W* in, W* out, int rounds) {
  const long t = group() * 64 + lane();
  W a[N][25];
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 25; ++i) a[n][i] = in[(n * 25 + i) * 64 + t];
  for (int r = 0; r < rounds; ++r) UNROLL for (int n = 0; n < N; ++n) {
    W *x = a[n], c[5], b[25];
    UNROLL for (int i = 0; i < 5; ++i) c[i] = x[i] ^ x[i + 5] ^ x[i + 10] ^ x[i + 15] ^ x[i + 20];
    UNROLL for (int i = 0; i < 25; ++i) x[i] ^= c[(i + 4) % 5] ^ turn(c[(i + 1) % 5], 1);
    UNROLL for (int i = 0; i < 5; ++i) UNROLL for (int j = 0; j < 5; ++j)
        b[j + 5 * ((2 * i + 3 * j) % 5)] = turn(x[i + 5 * j], (i * 13 + j * 7 + i * j) % (sizeof(W) * 8));
    UNROLL for (int j = 0; j < 25; j += 5) UNROLL for (int i = 0; i < 5; ++i)
        x[i + j] = b[i + j] ^ (~b[(i + 1) % 5 + j] & b[(i + 2) % 5 + j]);
    x[0] ^= (W)(r * 0x8082 + n);
  }
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 25; ++i) out[(n * 25 + i) * 64 + t] = a[n][i];
}
KERNEL(64) keccak_1600(const u64* in, u64* out, int rounds) { keccak<u64, 1>(in, out, rounds); }
KERNEL(64) keccak_1600_2(const u64* in, u64* out, int rounds) { keccak<u64, 2>(in, out, rounds); }
KERNEL(64) keccak_800_3(const u32* in, u32* out, int rounds) { keccak<u32, 3>(in, out, rounds); }

template <class W, int A, int B, int C, int D>
DEVICE void quarter(W& a, W& b, W& c, W& d, W x, W y) {
  a += b + x, d = turn(d ^ a, A), c += d, b = turn(b ^ c, B);
  a += b + y, d = turn(d ^ a, C), c += d, b = turn(b ^ c, D);
}
template <class W, int A, int B, int C, int D>
DEVICE void mix(W* v, const W* m, const int* at) {
  UNROLL for (int i = 0; i < 4; ++i)
      quarter<W, A, B, C, D>(v[i], v[4 + i], v[8 + i], v[12 + i], m[at[2 * i]], m[at[2 * i + 1]]);
  UNROLL for (int i = 0; i < 4; ++i)
      quarter<W, A, B, C, D>(v[i], v[4 + (i + 1) % 4], v[8 + (i + 2) % 4], v[12 + (i + 3) % 4], m[at[8 + 2 * i]],
                             m[at[9 + 2 * i]]);
}
// Structure of BLAKE2: message words in an order that changes from round to round.
template <class W, int Rounds, int N, int A, int B, int C, int D>
DEVICE void blake(const W* in, W* out) {
  const long t = (group() * 128 + lane()) * (long)N;
  W v[N][16], m[N][16];
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 16; ++i)
      v[n][i] = (W)constant(70 + i), m[n][i] = in[(t + n) * 16 + i];
  int at[16];
  UNROLL for (int i = 0; i < 16; ++i) at[i] = i;
  UNROLL for (int r = 0; r < Rounds; ++r) {
    UNROLL for (int n = 0; n < N; ++n) mix<W, A, B, C, D>(v[n], m[n], at);
    UNROLL for (int i = 0; i < 16; ++i) at[i] = (at[i] * 5 + 3 + r) & 15;
  }
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 8; ++i) out[(t + n) * 8 + i] = v[n][i] ^ v[n][i + 8];
}
KERNEL(128) blake2b(const u64* in, u64* out) { blake<u64, 12, 1, 32, 40, 48, 1>(in, out); }
KERNEL(128) blake2b_2(const u64* in, u64* out) { blake<u64, 12, 2, 32, 40, 48, 1>(in, out); }
KERNEL(128) blake3_4(const u32* in, u32* out) { blake<u32, 7, 4, 16, 20, 24, 25>(in, out); }

// Structure of ChaCha20, four blocks a lane, and the text that they cover.
KERNEL(256) chacha_4(const uint4* text, uint4* out, const u32* key) {
  constexpr int N = 4;
  const u32 t = (group() * 256 + lane()) * N;
  u32 s[N][16];
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 16; ++i) s[n][i] = i == 12 ? t + n : key[i];
  for (int r = 0; r < 10; ++r) UNROLL for (int n = 0; n < N; ++n) {
    UNROLL for (int i = 0; i < 4; ++i) quarter<u32, 16, 12, 8, 7>(s[n][i], s[n][4 + i], s[n][8 + i], s[n][12 + i], 0u, 0u);
    UNROLL for (int i = 0; i < 4; ++i)
        quarter<u32, 16, 12, 8, 7>(s[n][i], s[n][4 + (i + 1) % 4], s[n][8 + (i + 2) % 4], s[n][12 + (i + 3) % 4], 0u, 0u);
  }
  UNROLL for (int n = 0; n < N; ++n) UNROLL for (int i = 0; i < 4; ++i) {
    uint4 x = text[(t + n) * 4 + i];
    UNROLL for (int j = 0; j < 4; ++j) x[j] ^= s[n][4 * i + j] + (i * 4 + j == 12 ? t + n : key[4 * i + j]);
    out[(t + n) * 4 + i] = x;
  }
}

// A cipher of bits across words (a round like AES's): 8 planes, an inversion in GF(2^8) by multiplications.
DEVICE void times_planes(u32* out, const u32* a, const u32* b) {
  u32 p[15] = {};
  UNROLL for (int i = 0; i < 8; ++i) UNROLL for (int j = 0; j < 8; ++j) p[i + j] ^= a[i] & b[j];
  UNROLL for (int i = 14; i >= 8; --i) p[i - 4] ^= p[i], p[i - 5] ^= p[i], p[i - 7] ^= p[i], p[i - 8] ^= p[i];
  UNROLL for (int i = 0; i < 8; ++i) out[i] = p[i];
}
KERNEL(256) bitsliced_cipher(const u32* in, u32* out, const u32* keys, int rounds) {
  const u32 t = group() * 256 + lane();
  u32 x[2][8];
  UNROLL for (int h = 0; h < 2; ++h) UNROLL for (int i = 0; i < 8; ++i) x[h][i] = in[(h * 8 + i) * 65536 + t];
  for (int r = 0; r < rounds; ++r) {
    UNROLL for (int h = 0; h < 2; ++h) {
      u32 square[8], cube[8], high[8];
      times_planes(square, x[h], x[h]);
      times_planes(cube, square, x[h]);
      times_planes(square, cube, cube);
      times_planes(high, square, square);
      times_planes(x[h], high, cube);
      UNROLL for (int i = 0; i < 8; ++i) x[h][i] ^= keys[r * 16 + h * 8 + i];
    }
    UNROLL for (int i = 0; i < 8; ++i) {
      const u32 a = x[0][i], b = x[1][(i + 3) & 7];
      x[0][i] = a ^ turn(b, 8), x[1][(i + 3) & 7] = b ^ turn(a, 16);
    }
  }
  UNROLL for (int h = 0; h < 2; ++h) UNROLL for (int i = 0; i < 8; ++i) out[(h * 8 + i) * 65536 + t] = x[h][i];
}

// Counter-based random numbers (the shape of Philox), eight counters a lane, summed as an option's pay-off.
KERNEL(256) philox_8(float* out, u32 seed, int steps, float strike) {
  constexpr int N = 8;
  const u32 t = group() * 256 + lane();
  float price[N];
  UNROLL for (int n = 0; n < N; ++n) price[n] = 1;
  for (int s = 0; s < steps; ++s) {
    u32 c[N][4];
    UNROLL for (int n = 0; n < N; ++n) c[n][0] = t, c[n][1] = (u32)n, c[n][2] = (u32)s, c[n][3] = seed;
    u32 k0 = seed, k1 = seed ^ 0x55555555u;
    UNROLL for (int r = 0; r < 10; ++r) {
      UNROLL for (int n = 0; n < N; ++n) {
        const u64 a = (u64)c[n][0] * 0xD2511F53u, b = (u64)c[n][2] * 0xCD9E8D57u;
        const u32 c1 = c[n][1], c3 = c[n][3];
        c[n][0] = (u32)(b >> 32) ^ c1 ^ k0, c[n][1] = (u32)b, c[n][2] = (u32)(a >> 32) ^ c3 ^ k1, c[n][3] = (u32)a;
      }
      k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    UNROLL for (int n = 0; n < N; ++n) {
      float sum = 0;
      UNROLL for (int i = 0; i < 4; ++i) sum += (float)c[n][i] * 2.3283064e-10f;
      price[n] *= exp2_of((sum - 2) * 0.05f);
    }
  }
  float sum = 0;
  UNROLL for (int n = 0; n < N; ++n) sum += most(price[n] - strike, 0.0f);
  out[t] = sum;
}
