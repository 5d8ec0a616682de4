// Expected results of bf16_poly.cu: each operation in double, rounded to the type.
#include "kernels/expect/reference_float.hpp"
#include "kernels/expect/reference_grid.hpp"

namespace {

using Bits = std::vector<std::uint16_t>;

struct Tagged {
  std::uint16_t h[3];
  std::int32_t tag;
};
static_assert(sizeof(Tagged) == 12);

std::uint16_t half_of(double v) {
  return std::isnan(v) ? std::uint16_t{0x7fff}
                       : check::half_bits(static_cast<float>(check::round_to(check::half_format, v)));
}

double poly(const check::Format& format, double x) {
  double p = check::round_to(format, check::add_to_odd(x, 2));
  p = check::round_to(format, p * x);
  p = check::round_to(format, check::add_to_odd(p, -1));
  return check::round_to(format, p * x);
}

/// Small numbers of the format with `exponent_bits`, special values, and any bits.
Bits inputs(check::Case& t, std::uint16_t infinity) {
  const auto one = static_cast<std::uint16_t>(infinity == 0x7c00 ? 0x3c00 : 0x3f80);
  Bits v{0,
         0x8000,
         1,
         0x8001,
         infinity,
         static_cast<std::uint16_t>(infinity | 0x8000),
         static_cast<std::uint16_t>(infinity + 1),
         static_cast<std::uint16_t>(infinity - 1),
         one,
         static_cast<std::uint16_t>(one | 0x8000)};
  const auto span = static_cast<std::uint16_t>(infinity >> 3);
  for (const std::uint16_t bits : t.random<std::uint16_t>(300, one - span, one + span))
    v.push_back(static_cast<std::uint16_t>(bits | (t.rng() & 0x8000)));
  for (const std::uint16_t bits : t.random_bits<std::uint16_t>(150)) v.push_back(bits);
  return v;
}

void check_struct(check::Case& t) {
  const std::size_t count = 130;
  std::vector<Tagged> items(count), want;
  for (Tagged& item : items) item = {{0, 0, 0}, static_cast<std::int32_t>(t.rng() & 0xffffff) - 0x800000};
  const Bits bits = inputs(t, 0x7c00);
  for (std::size_t i = 0; i < 3 * count; ++i) items[i / 3].h[i % 3] = bits[i];
  auto buffer = t.in(items);
  t.launch("half_struct", check::cover(count, 128), {128}, buffer, static_cast<int>(count));
  std::vector<std::int32_t> tags, want_tags;
  Bits halves, want_halves;
  const auto got = t.get(buffer);
  for (std::size_t i = 0; i < count; ++i) {
    tags.push_back(got[i].tag), want_tags.push_back(items[i].tag + 1);
    for (std::size_t k = 0; k < 3; ++k) {
      halves.push_back(got[i].h[k]);
      want_halves.push_back(half_of(2 * double{check::half_value(items[i].h[k])}));
    }
  }
  t.equal("half_struct, tag", tags, want_tags);
  t.equal("half_struct, h", halves, want_halves);
}

}  // namespace

KERNEL_CHECK(bf16_poly) {
  Bits in = inputs(t, 0x7c00), want;
  auto out = t.out<std::uint16_t>(in.size());
  t.launch("half_poly", check::cover(in.size(), 128), {128}, t.in(in), out, static_cast<int>(in.size()));
  for (const std::uint16_t x : in) want.push_back(half_of(poly(check::half_format, double{check::half_value(x)})));
  t.equal("half_poly", t.get(out), want);

  in = inputs(t, 0x7f80);
  out = t.out<std::uint16_t>(in.size());
  t.launch("bf16_poly", check::cover(in.size(), 128), {128}, t.in(in), out, static_cast<int>(in.size()));
  want.clear();
  for (const std::uint16_t x : in)
    want.push_back(check::bf16_bits(static_cast<float>(poly(check::bf16_format, double{check::bf16_value(x)}))));
  t.equal("bf16_poly", t.get(out), want);

  check_struct(t);
}
