// Loops as signal processors run them: filters, transforms, conversions, checks, images, in floating and fixed point.
#include "loops.h"

LOOP(fir4) {
  for (int i = 0; i < n; ++i) fa[i] = 0.4F * fb[i] + 0.3F * fb[i + 1] + 0.2F * fb[i + 2] + 0.1F * fb[i + 3];
}
LOOP(fir8) {
  for (int i = 0; i < n; ++i)
    fa[i] = 0.4F * fb[i] + 0.3F * fb[i + 1] + 0.2F * fb[i + 2] + 0.1F * fb[i + 3] + 0.05F * fb[i + 4] + 0.04F * fb[i + 5] +
            0.03F * fb[i + 6] + 0.02F * fb[i + 7];
}
LOOP(fir_window) {
  float x0 = fb[0], x1 = fb[1], x2 = fb[2];
  for (int i = 3; i < n; ++i) {
    const float x3 = fb[i];
    fa[i] = 0.4F * x0 + 0.3F * x1 + 0.2F * x2 + 0.1F * x3;
    x0 = x1, x1 = x2, x2 = x3;
  }
}
LOOP(iir1) {
  float y = 0;
  for (int i = 0; i < n; ++i) {
    y = 0.9F * y + 0.1F * fb[i];
    fa[i] = y;
  }
}
LOOP(biquad) {
  float z1 = 0, z2 = 0;
  for (int i = 0; i < n; ++i) {
    const float x = fb[i], y = 0.2F * x + z1;
    z1 = 0.4F * x - 0.5F * y + z2;
    z2 = 0.2F * x - 0.25F * y;
    fa[i] = y;
  }
}
LOOP(two_biquads) {
  float z1 = 0, z2 = 0, w1 = 0, w2 = 0;
  for (int i = 0; i < n; ++i) {
    const float x = fb[i], y = 0.2F * x + z1, z = 0.3F * y + w1;
    z1 = 0.4F * x - 0.5F * y + z2;
    z2 = 0.2F * x - 0.25F * y;
    w1 = 0.1F * y - 0.5F * z + w2;
    w2 = 0.3F * y - 0.25F * z;
    fa[i] = z;
  }
}
LOOP(lattice) {
  float b0 = 0;
  for (int i = 0; i < n; ++i) {
    const float f = fb[i] - 0.3F * b0;
    fa[i] = b0 + 0.3F * f;
    b0 = f;
  }
}
LOOP(complex_product) {
  for (int i = 0; i < n / 2; ++i) {
    fa[2 * i] = fb[2 * i] * fc[2 * i] - fb[2 * i + 1] * fc[2 * i + 1];
    fa[2 * i + 1] = fb[2 * i] * fc[2 * i + 1] + fb[2 * i + 1] * fc[2 * i];
  }
}
LOOP(complex_dot) {
  float re = 0, im = 0;
  for (int i = 0; i < n / 2; ++i) {
    re += fb[2 * i] * fc[2 * i] - fb[2 * i + 1] * fc[2 * i + 1];
    im += fb[2 * i] * fc[2 * i + 1] + fb[2 * i + 1] * fc[2 * i];
  }
  result = re + im;
}
LOOP(magnitude) { for (int i = 0; i < n / 2; ++i) fa[i] = fb[2 * i] * fb[2 * i] + fb[2 * i + 1] * fb[2 * i + 1]; }
LOOP(butterfly) {
  for (int i = 0; i < n / 4; ++i) {
    const float re = fb[2 * i + 240] * 0.8F - fb[2 * i + 241] * 0.6F, im = fb[2 * i + 240] * 0.6F + fb[2 * i + 241] * 0.8F;
    fa[2 * i] = fb[2 * i] + re;
    fa[2 * i + 1] = fb[2 * i + 1] + im;
    fa[2 * i + 240] = fb[2 * i] - re;
    fa[2 * i + 241] = fb[2 * i + 1] - im;
  }
}
LOOP(haar) {
  for (int i = 0; i < n / 2; ++i) {
    fa[i] = (fb[2 * i] + fb[2 * i + 1]) * 0.5F;
    fc[i] = (fb[2 * i] - fb[2 * i + 1]) * 0.5F;
  }
}
LOOP(lms_update) { for (int i = 0; i < n; ++i) fa[i] += 0.01F * fb[i] * fc[i]; }
LOOP(autocorrelation) {
  float s = 0;
  for (int i = 0; i < n - 8; ++i) s += fa[i] * fa[i + 8];
  result = s;
}
LOOP(energy_short) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += sa[i] * sa[i];
  result = s;
}
LOOP(dot_short) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += sa[i] * sb[i];
  result = s;
}
LOOP(mix_short) { for (int i = 0; i < n; ++i) sc[i] = (short)((sa[i] * 21000 + sb[i] * 11000 + 16384) >> 15); }
LOOP(saturating_add) {
  for (int i = 0; i < n; ++i) {
    int s = sa[i] + sb[i];
    s = s > 32767 ? 32767 : s;
    sc[i] = (short)(s < -32768 ? -32768 : s);
  }
}
LOOP(fixed_iir) {
  int y = 0;
  for (int i = 0; i < n; ++i) {
    y += ((sa[i] << 8) - y) >> 4;
    sc[i] = (short)(y >> 8);
  }
}
LOOP(adpcm_like) {
  int value = 0, step = 7;
  for (int i = 0; i < n; ++i) {
    const int d = ((ua[i] & 7) * step) >> 2;
    value += ua[i] & 8 ? -d : d;
    step = (step * ((ua[i] & 3) + 3)) >> 2;
    step = step < 7 ? 7 : step > 8191 ? 8191 : step;
    sc[i] = (short)value;
  }
}
LOOP(gray_image) { for (int i = 0; i < n / 3; ++i) ub[i] = (unsigned char)((77 * ua[3 * i] + 150 * ua[3 * i + 1] + 29 * ua[3 * i + 2]) >> 8); }
LOOP(blend_image) { for (int i = 0; i < n; ++i) ub[i] = (unsigned char)((ua[i] * 200 + ub[i] * 56 + 128) >> 8); }
LOOP(sobel_row) {
  for (int i = 1; i < n - 1; ++i) {
    const int d = ua[i - 1] + 2 * ua[i] + ua[i + 1] - ub[i - 1] - 2 * ub[i] - ub[i + 1];
    sa[i] = (short)(d < 0 ? -d : d);
  }
}
LOOP(sad) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    const int d = ua[i] - ub[i];
    s += d < 0 ? -d : d;
  }
  result = s;
}
LOOP(adler) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < n; ++i) {
    a += ua[i];
    b += a;
  }
  result = b ^ a;
}
LOOP(fletcher) {
  unsigned a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    a = (a + ua[i]) & 0xffff;
    b = (b + a) & 0xffff;
  }
  result = b << 8 ^ a;
}
LOOP(crc_nibble) {
  unsigned c = 0xffffffffU;
  for (int i = 0; i < n; ++i) {
    c ^= ua[i];
    c = c >> 4 ^ (unsigned)ib[c & 15];
    c = c >> 4 ^ (unsigned)ib[c & 15];
  }
  result = c;
}
LOOP(xorshift) {
  unsigned s = 2463534242U;
  for (int i = 0; i < n; ++i) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    ia[i] = (int)s;
  }
}
LOOP(interleave) {
  for (int i = 0; i < n / 2; ++i) {
    sa[2 * i] = sb[i];
    sa[2 * i + 1] = sc[i];
  }
}
LOOP(window) { for (int i = 0; i < n; ++i) fa[i] = fb[i] * fc[i] * (1.0F - fd[i] * fd[i]); }
LOOP(soft_clip) { for (int i = 0; i < n; ++i) fa[i] = fb[i] - fb[i] * fb[i] * fb[i] * 0.25F; }
LOOP(envelope) {
  float e = 0;
  for (int i = 0; i < n; ++i) {
    const float x = fb[i] < 0 ? -fb[i] : fb[i];
    e = x > e ? x : e * 0.99F;
    fa[i] = e;
  }
}
LOOP(goertzel) {
  float s1 = 0, s2 = 0;
  for (int i = 0; i < n; ++i) {
    const float s = fb[i] + 1.6F * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  result = s1 * s1 + s2 * s2;
}
LOOP(rotate_points) {
  for (int i = 0; i < n / 2; ++i) {
    const float x = fa[2 * i], y = fa[2 * i + 1];
    fa[2 * i] = 0.8F * x - 0.6F * y;
    fa[2 * i + 1] = 0.6F * x + 0.8F * y;
  }
}
LOOP(matrix_row) {
  for (int i = 0; i < n / 4; ++i) {
    const float x = fb[4 * i], y = fb[4 * i + 1], z = fb[4 * i + 2];
    fa[4 * i] = 0.5F * x + 0.25F * y + 0.125F * z + 1.0F;
    fa[4 * i + 1] = 0.25F * x + 0.5F * y - 0.125F * z + 2.0F;
    fa[4 * i + 2] = 0.125F * x - 0.25F * y + 0.5F * z + 3.0F;
  }
}
