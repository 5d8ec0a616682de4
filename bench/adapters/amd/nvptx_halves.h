// Half precision for nvptx.cpp, which includes it: NVPTX has halves in integers of 16 bits.
#pragma once

#include "nvptx.h"

// ---- half precision, in integers of 16 bits
INSIDE half h(u16 a) { return as<half>(a); }
INSIDE u16 bits(half a) { return as<u16>(a); }
INSIDE half2 hh(u32 a) { return as<half2>(a); }
INSIDE u32 bits2(half2 a) { return as<u32>(a); }
template <class F>
INSIDE u32 each(u32 a, F f) {
  const half2 x = hh(a);
  return bits2(half2{static_cast<half>(f(static_cast<float>(x.x))), static_cast<half>(f(static_cast<float>(x.y)))});
}
MEANS(float, "ptx { cvt.f32.f16 $0, $1;}", half_out, (u16 a)) { return static_cast<float>(h(a)); }
MEANS(u16, "ptx { cvt.rn.f16.f32 $0, $1;}", half_in, (float a)) { return bits(static_cast<half>(a)); }
MEANS(float, "ptx {.reg .f16 low,high; mov.b32 {low,high},$1; cvt.f32.f16 $0, low;}", half_low, (u32 a)) {
  return static_cast<float>(hh(a).x);
}
MEANS(float, "ptx {.reg .f16 low,high; mov.b32 {low,high},$1; cvt.f32.f16 $0, high;}", half_high, (u32 a)) {
  return static_cast<float>(hh(a).y);
}
MEANS(u32, "ptx {.reg .f16 low,high; cvt.rn.f16.f32 low, $1; cvt.rn.f16.f32 high, $2; mov.b32 $0, {low,high};}",
      halves_in, (float a, float b)) {
  return bits2(half2{static_cast<half>(a), static_cast<half>(b)});
}
MEANS(u32, "ptx {.reg .f16 low; cvt.rn.f16.f32 low, $1; mov.b32 $0, {low,low};}", halves_both, (float a)) {
  return bits2(half2{static_cast<half>(a), static_cast<half>(a)});
}
#define HALF(name, function, expression)                              \
  MEANS(u16, "ptx {" name " $0,$1,$2; }", function, (u16 x, u16 y)) { \
    const half a = h(x), b = h(y);                                    \
    return bits(expression);                                          \
  }
HALF("add.f16", half_add, a + b)
HALF("add.rn.f16", half_add_rn, a + b)
HALF("sub.f16", half_sub, a - b)
HALF("sub.rn.f16", half_sub_rn, a - b)
HALF("mul.f16", half_mul, a* b)
HALF("mul.rn.f16", half_mul_rn, a* b)
MEANS(u16, "ptx {fma.rn.f16 $0,$1,$2,$3; }", half_fma, (u16 a, u16 b, u16 c)) {
  return bits(__builtin_fmaf16(h(a), h(b), h(c)));
}
MEANS(u32, "ptx {fma.rn.f16x2 $0,$1,$2,$3; }", halves_fma, (u32 a, u32 b, u32 c)) {
  return bits2(__builtin_elementwise_fma(hh(a), hh(b), hh(c)));
}
MEANS(u32, "ptx {add.f16x2 $0,$1,$2; }", halves_add, (u32 a, u32 b)) { return bits2(hh(a) + hh(b)); }
MEANS(u16, "ptx {abs.f16 $0,$1; }", half_abs, (u16 a)) { return a & 0x7fff; }
MEANS(u32, "ptx {abs.f16x2 $0,$1; }", halves_abs, (u32 a)) { return a & 0x7fff7fff; }
MEANS(u16, "ptx { .reg .pred __$$temp3; setp.lt.f16 __$$temp3, $1, $2; selp.u16 $0, 1, 0, __$$temp3;}", half_less,
      (u16 a, u16 b)) {
  return h(a) < h(b) ? 1 : 0;
}
#define HALF_ROUNDED(kind, function, builtin)                                                       \
  MEANS(u16, "ptx cvt." kind ".f16.f16 $0, $1;", function, (u16 a)) {                               \
    return bits(static_cast<half>(builtin(static_cast<float>(h(a)))));                              \
  }                                                                                                 \
  MEANS(u32,                                                                                        \
        "ptx {.reg .f16 low,high; mov.b32 {low,high}, $1; cvt." kind ".f16.f16 low, low; cvt." kind \
        ".f16.f16 high, high; mov.b32 $0, {low,high};}",                                            \
        function##_2, (u32 a)) {                                                                    \
    return each(a, [](float x) { return builtin(x); });                                             \
  }
HALF_ROUNDED("rmi", half_floor, __builtin_floorf)
HALF_ROUNDED("rpi", half_ceil, __builtin_ceilf)
HALF_ROUNDED("rni", half_rint, __builtin_rintf)
HALF_ROUNDED("rzi", half_trunc, __builtin_truncf)
// Functions of halves as CUDA's header has them: by f32, and two results of the logarithm put right.
#define OF_HALF(text, text2, function, expression)                                                             \
  MEANS(u16, "ptx {.reg.b32 f" text "mov.b16 $0,r; }", function, (u16 a)) {                                    \
    const float f = static_cast<float>(h(a));                                                                  \
    return bits(static_cast<half>(expression));                                                                \
  }                                                                                                            \
  MEANS(u32, "ptx {.reg.b16 hl, hu; .reg.b32 fl, fu" text2 "mov.b32 $0, {hl, hu}; }", function##_2, (u32 a)) { \
    return each(a, [](float f) { return expression; });                                                        \
  }
INSIDE float nudged(float a) { return __builtin_fmaf(a, as<float>(0x33800000U), a); }
OF_HALF(
    ", ULP; .reg.b16 r; mov.b16 r,$1; cvt.f32.f16 f,r; ex2.approx.ftz.f32 f,f; mov.b32 ULP, 0x33800000U; fma.rn.f32 "
    "f,f,ULP,f; cvt.rn.f16.f32 r,f; ",
    ", ULP; mov.b32 {hl, hu}, $1; cvt.f32.f16 fl, hl; cvt.f32.f16 fu, hu; ex2.approx.ftz.f32 fl, fl; "
    "ex2.approx.ftz.f32 fu, fu; mov.b32 ULP, 0x33800000U; "
    "fma.rn.f32 fl,fl,ULP,fl; fma.rn.f32 fu,fu,ULP,fu; cvt.rn.f16.f32 hl, fl; cvt.rn.f16.f32 hu, fu; ",
    half_exp2, nudged(__builtin_amdgcn_exp2f(f)))
OF_HALF("; .reg.b16 r; mov.b16 r,$1; cvt.f32.f16 f,r; sqrt.approx.ftz.f32 f,f; cvt.rn.f16.f32 r,f; ",
        "; mov.b32 {hl, hu}, $1; cvt.f32.f16 fl, hl; cvt.f32.f16 fu, hu; sqrt.approx.ftz.f32 fl, fl; "
        "sqrt.approx.ftz.f32 fu, fu; cvt.rn.f16.f32 hl, fl; "
        "cvt.rn.f16.f32 hu, fu; ",
        half_sqrt, __builtin_amdgcn_sqrtf(f))
OF_HALF("; .reg.b16 r; mov.b16 r,$1; cvt.f32.f16 f,r; rcp.approx.ftz.f32 f,f; cvt.rn.f16.f32 r,f; ",
        "; mov.b32 {hl, hu}, $1; cvt.f32.f16 fl, hl; cvt.f32.f16 fu, hu; rcp.approx.ftz.f32 fl, fl; rcp.approx.ftz.f32 "
        "fu, fu; cvt.rn.f16.f32 hl, fl; "
        "cvt.rn.f16.f32 hu, fu; ",
        half_rcp, __builtin_amdgcn_rcpf(f))
INSIDE half log_of(half a) {
  const half r = static_cast<half>(__builtin_amdgcn_logf(static_cast<float>(a)));
  return bits(r) == 0xA2E2 ? r + h(0x8080) : bits(r) == 0xBF46 ? r + h(0x9400) : r;
}
MEANS(u16,
      "ptx {.reg.b16 h, r; .reg.b32 f; mov.b16 h, $1; cvt.f32.f16 f, h; lg2.approx.ftz.f32 f, f; cvt.rn.f16.f32 r, f; "
      "{.reg.b16 spc, ulp, p; "
      "mov.b16 spc,0xA2E2U; mov.b16 ulp,0x8080U; set.eq.f16.f16 p,r, spc; fma.rn.f16 r,p,ulp,r; } {.reg.b16 spc, ulp, "
      "p; mov.b16 spc,0xBF46U; "
      "mov.b16 ulp,0x9400U; set.eq.f16.f16 p,r, spc; fma.rn.f16 r,p,ulp,r; } mov.b16 $0, r; }",
      half_log2, (u16 a)) {
  return bits(log_of(h(a)));
}
MEANS(u32,
      "ptx {.reg.b16 hl, hu; .reg.b32 fl, fu, r, p; mov.b32 {hl, hu}, $1; cvt.f32.f16 fl, hl; cvt.f32.f16 fu, hu; "
      "lg2.approx.ftz.f32 fl, fl; "
      "lg2.approx.ftz.f32 fu, fu; cvt.rn.f16.f32 hl, fl; cvt.rn.f16.f32 hu, fu; mov.b32 r, {hl, hu}; {.reg.b32 spc, "
      "ulp, p; mov.b32 spc,0xA2E2A2E2U; "
      "mov.b32 ulp,0x80808080U; set.eq.f16x2.f16x2 p,r, spc; fma.rn.f16x2 r,p,ulp,r; } {.reg.b32 spc, ulp, p; mov.b32 "
      "spc,0xBF46BF46U; "
      "mov.b32 ulp,0x94009400U; set.eq.f16x2.f16x2 p,r, spc; fma.rn.f16x2 r,p,ulp,r; } mov.b32 $0, r; }",
      halves_log2, (u32 a)) {
  return bits2(half2{log_of(hh(a).x), log_of(hh(a).y)});
}
// bfloat16: the upper half of a float, rounded to even.
INSIDE float b(u16 a) { return as<float>(static_cast<u32>(a) << 16); }
INSIDE u16 brain(float a) {
  const u32 x = as<u32>(a);
  return __builtin_isnan(a) ? static_cast<u16>(0x7fff) : static_cast<u16>((x + 0x7fff + (x >> 16 & 1)) >> 16);
}
MEANS(u16, "ptx { cvt.rn.bf16.f32 $0, $1;}", brain_in, (float a)) { return brain(a); }
MEANS(float, "ptx { mov.b32 $0, {0,$1};}", brain_out, (u16 a)) { return b(a); }
MEANS(float, "ptx { cvt.f32.bf16 $0, $1;}", brain_out_text, (u16 a)) { return b(a); }
MEANS(u16, "ptx { add.bf16 $0,$1,$2; }", brain_add, (u16 x, u16 y)) { return brain(b(x) + b(y)); }
MEANS(u16, "ptx { min.bf16 $0,$1,$2; }", brain_min, (u16 x, u16 y)) { return brain(__builtin_fminf(b(x), b(y))); }
MEANS(u16, "ptx { max.bf16 $0,$1,$2; }", brain_max, (u16 x, u16 y)) { return brain(__builtin_fmaxf(b(x), b(y))); }
MEANS(u16, "ptx {fma.rn.bf16 $0,$1,$2,$3; }", brain_fma, (u16 x, u16 y, u16 z)) {
  return brain(__builtin_fmaf(b(x), b(y), b(z)));
}
MEANS(u32, "ptx {fma.rn.bf16x2 $0,$1,$2,$3; }", brains_fma, (u32 x, u32 y, u32 z)) {
  const auto one = [&](u32 n) {
    return static_cast<u32>(
        brain(__builtin_fmaf(b(static_cast<u16>(x >> n)), b(static_cast<u16>(y >> n)), b(static_cast<u16>(z >> n)))));
  };
  return one(0) | one(16) << 16;
}
#define BRAIN_WITH(constant, order, function, expression)                                                         \
  MEANS(u16, "ptx {.reg .b16 c; mov.b16 c, " constant "; fma.rn.bf16 $0," order ";}", function, (u16 x, u16 y)) { \
    return brain(expression);                                                                                     \
  }
BRAIN_WITH("0x3f80U", "$1,c,$2", brain_sum, b(x) + b(y))
BRAIN_WITH("0x8000U", "$1,$2,c", brain_product, b(x) * b(y))
BRAIN_WITH("0xbf80U", "$2,c,$1", brain_difference, b(x) - b(y))
