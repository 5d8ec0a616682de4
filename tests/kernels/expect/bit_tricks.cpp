// Expected results of bit_tricks.cu: each intrinsic as the CUDA math reference defines it, bit by bit or in 128 bits.
#include "kernels/expect/reference_grid.hpp"

namespace {

__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

std::uint64_t reversed(std::uint64_t v, int width) {
  std::uint64_t r = 0;
  for (int k = 0; k < width; ++k) r |= (v >> k & 1) << (width - 1 - k);
  return r;
}
unsigned ones(std::uint64_t v) {
  unsigned count = 0;
  for (int k = 0; k < 64; ++k) count += v >> k & 1;
  return count;
}
unsigned leading_zeros(std::uint64_t v, int width) {
  unsigned count = 0;
  for (int k = width - 1; k >= 0 && !(v >> k & 1); --k) ++count;
  return count;
}
/// 1 + index of the lowest one, 0 when there is none.
unsigned first_set(std::uint64_t v) {
  for (unsigned k = 0; k < 64; ++k)
    if (v >> k & 1) return k + 1;
  return 0;
}
std::uint32_t permuted(std::uint32_t x, std::uint32_t y, std::uint32_t selector) {
  const std::uint64_t both = std::uint64_t{y} << 32 | x;
  std::uint32_t r = 0;
  for (unsigned k = 0; k < 4; ++k) r |= static_cast<std::uint32_t>(both >> 8 * (selector >> 4 * k & 7) & 255) << 8 * k;
  return r;
}
std::int64_t low_24(std::uint32_t v) { return static_cast<std::int32_t>(v << 8) / 256; }

void append_32(std::vector<std::uint32_t>& want, std::uint32_t x, std::uint32_t y) {
  const std::uint64_t both = std::uint64_t{y} << 32 | x, wx = x, wy = y;
  const std::int64_t sx = static_cast<std::int32_t>(x), sy = static_cast<std::int32_t>(y);
  const unsigned clamped = (y & 63) < 32 ? y & 63 : 32;
  const std::uint64_t words[16] = {ones(x),
                                   leading_zeros(x, 32),
                                   first_set(x),
                                   reversed(x, 32),
                                   permuted(x, y, 0x3715),
                                   permuted(x, y, y & 0x7777),
                                   both << 11 >> 32,
                                   both >> (y & 31),
                                   clamped == 32 ? wx : both << clamped >> 32,
                                   wx * wy >> 32,
                                   static_cast<std::uint64_t>(sx * sy) >> 32,
                                   (x > y ? wx - wy : wy - wx) + 7,
                                   static_cast<std::uint64_t>(sx > sy ? sx - sy : sy - sx) + 7,
                                   (wx + wy) / 2,
                                   (wx + wy + 1) / 2,
                                   static_cast<std::uint64_t>(low_24(x) * low_24(y))};
  for (const std::uint64_t w : words) want.push_back(static_cast<std::uint32_t>(w));
}

void append_64(std::vector<std::uint64_t>& want, std::uint64_t x, std::uint64_t y) {
  const auto sx = static_cast<std::int64_t>(x), sy = static_cast<std::int64_t>(y);
  const auto turn = static_cast<int>(y % 64);
  const std::uint64_t divisor = static_cast<std::uint32_t>(y) | 1U;
  want.insert(want.end(), {ones(x), leading_zeros(x, 64), first_set(x), reversed(x, 64),
                           static_cast<std::uint64_t>(u128{x} * y >> 64),
                           static_cast<std::uint64_t>(static_cast<u128>(i128{sx} * sy) >> 64), std::rotl(x, turn),
                           x == 0 ? 0 : 1ULL << (first_set(x) - 1), y == 0 ? 0 : x / y, y == 0 ? 0 : x % divisor,
                           x / 10, static_cast<std::uint64_t>(sx / 7 + sx % 1000)});
}

template <class T>
void pairs(check::Case& t, std::vector<T>& a, std::vector<T>& b, std::size_t count) {
  const T top = T{1} << (8 * sizeof(T) - 1);
  const std::vector<T> edges{0, 1, 2, 31, 32, 33, 63, top, T(top - 1), T(~T{0}), T(~T{0} << 24), 0x800000, 0x7fffff};
  for (const T x : edges)
    for (const T y : edges) a.push_back(x), b.push_back(y);
  while (a.size() < count)
    for (auto* v : {&a, &b}) v->push_back(t.random_bits<T>(1)[0] >> t.rng() % (8 * sizeof(T)));
}

}  // namespace

KERNEL_CHECK(bit_tricks) {
  std::vector<std::uint32_t> a, b, want;
  pairs(t, a, b, 500);
  for (std::size_t i = 0; i < a.size(); ++i) append_32(want, a[i], b[i]);
  auto out = t.out<std::uint32_t>(want.size());
  t.launch("bits_32", check::cover(a.size(), 128), {128}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal("bits_32", t.get(out), want);

  std::vector<std::uint64_t> c, d, want_64;
  pairs(t, c, d, 500);
  for (std::size_t i = 0; i < c.size(); ++i) append_64(want_64, c[i], d[i]);
  auto out_64 = t.out<std::uint64_t>(want_64.size());
  t.launch("bits_64", check::cover(c.size(), 128), {128}, t.in(c), t.in(d), out_64, static_cast<int>(c.size()));
  t.equal("bits_64", t.get(out_64), want_64);
}
