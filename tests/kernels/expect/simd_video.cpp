// Expected results of simd_video: words taken apart into bytes and halves, and plain arithmetic on those.
#include <functional>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Words = std::vector<std::uint32_t>;

/// Part i of a word of parts of `bits`, read as unsigned or signed.
int part(std::uint32_t w, unsigned i, unsigned bits, bool is_signed) {
  const int v = static_cast<int>(w >> (i * bits) & ((1U << bits) - 1));
  return is_signed && v >> (bits - 1) != 0 ? v - (1 << bits) : v;
}

/// f on every part; the result's low bits are kept.
std::uint32_t each(std::uint32_t x, std::uint32_t y, unsigned bits, bool is_signed,
                   const std::function<int(int, int)>& f) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 32 / bits; ++i) {
    const auto r = static_cast<std::uint32_t>(f(part(x, i, bits, is_signed), part(y, i, bits, is_signed)));
    word |= (r & ((1U << bits) - 1)) << (i * bits);
  }
  return word;
}

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int largest(int a, int b) { return a > b ? a : b; }
int smallest(int a, int b) { return a < b ? a : b; }
int distance(int a, int b) { return std::abs(a - b); }

void bytes_of(Words& o, std::uint32_t x, std::uint32_t y) {
  const auto u = [&](const std::function<int(int, int)>& f) { o.push_back(each(x, y, 8, false, f)); };
  const auto s = [&](const std::function<int(int, int)>& f) { o.push_back(each(x, y, 8, true, f)); };
  u(add);
  u(sub);
  u([](int a, int b) { return std::min(a + b, 255); });
  s([](int a, int b) { return std::clamp(a - b, -128, 127); });
  u(largest);
  s(smallest);
  u(distance);
  u([](int a, int b) { return (a + b + 1) / 2; });
  u([](int a, int b) { return a == b ? 255 : 0; });
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 4; ++i)
    sum += static_cast<std::uint32_t>(distance(part(x, i, 8, false), part(y, i, 8, false)));
  o.push_back(sum);
}

void halves_of(Words& o, std::uint32_t x, std::uint32_t y) {
  const auto s = [&](const std::function<int(int, int)>& f) { o.push_back(each(x, y, 16, true, f)); };
  s(add);
  s([](int a, int b) { return std::clamp(a - b, -32768, 32767); });
  s(largest);
  s(distance);
  s([](int a, int b) { return a > b ? 0xffff : 0; });
  s([](int a, int) { return -a; });
}

void dots_of(Words& o, std::uint32_t x, std::uint32_t y) {
  std::int64_t s4 = 100, u4 = 100, low = -5, high = 5;
  for (unsigned i = 0; i < 4; ++i) {
    s4 += part(x, i, 8, true) * part(y, i, 8, true);
    u4 += part(x, i, 8, false) * part(y, i, 8, false);
  }
  for (unsigned i = 0; i < 2; ++i) {
    low += part(x, i, 16, true) * part(y, i, 8, true);
    high += std::int64_t{part(x, i, 16, false)} * part(y, i + 2, 8, false);
  }
  for (const std::int64_t v : {s4, u4, low, high}) o.push_back(static_cast<std::uint32_t>(v));
}

void run(check::Case& t, const std::string& kernel, const Words& a, const Words& b,
         void (*expect)(Words&, std::uint32_t, std::uint32_t)) {
  Words want;
  for (std::size_t i = 0; i < a.size(); ++i) expect(want, a[i], b[i]);
  const auto out = t.out<std::uint32_t>(want.size());
  t.launch(kernel, {covering(a.size(), 128)}, {128}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal(kernel, t.get(out), want);
}

}  // namespace

KERNEL_CHECK(simd_video) {
  Words a, b;
  for (const std::uint32_t x :
       {0U, 0x80808080U, 0x7f7f7f7fU, 0xffffffffU, 0x80008000U, 0x7fff7fffU, 0x00010001U, 0x01017f80U})
    for (const std::uint32_t y :
         {0U, 0x80808080U, 0x7f7f7f7fU, 0xffffffffU, 0x80008000U, 0x7fff7fffU, 0x00010001U, 0xff807f01U})
      a.push_back(x), b.push_back(y);
  for (const std::uint32_t x : t.random_bits<std::uint32_t>(1000)) {
    a.push_back(x);
    const auto other = t.random_bits<std::uint32_t>(2);  // some parts equal
    std::uint32_t keep = 0;
    for (unsigned i = 0; i < 4; ++i) keep |= (other[1] >> i & 1U) * (0xffU << (8 * i));
    b.push_back((x & keep) | (other[0] & ~keep));
  }
  run(t, "simd_bytes", a, b, bytes_of);
  run(t, "simd_halves", a, b, halves_of);
  run(t, "dot_bytes", a, b, dots_of);
}
