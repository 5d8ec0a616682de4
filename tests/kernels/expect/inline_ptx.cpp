// Expected results of inline_ptx: each instruction by its definition in the PTX manual.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void operations(check::Case& t, std::size_t n) {
  const auto a = t.random_bits<std::uint32_t>(n), b = t.random_bits<std::uint32_t>(n);
  auto c = t.random_bits<std::uint32_t>(n);
  for (std::size_t i = 0; i < n; i += 5) c[i] = static_cast<std::uint32_t>(i % 65);  // shifts of 0, 32, 64
  std::vector<std::uint32_t> want;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t majority = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
      majority |= (((a[i] >> bit & 1) + (b[i] >> bit & 1) + (c[i] >> bit & 1)) / 2) << bit;
    const std::uint64_t both = static_cast<std::uint64_t>(b[i]) << 32 | a[i];  // shf.l: the high word of the pair
    want.push_back(majority);
    want.push_back((a[i] & 0xffffU) | (b[i] & 0xffffU) << 16);
    want.push_back(a[i] / 32 % 2048);
    want.push_back(static_cast<std::uint32_t>(i % 32));
    want.push_back(static_cast<std::uint32_t>(both << c[i] % 32 >> 32));
    want.push_back(a[i] < b[i] ? c[i] : ~c[i]);
  }
  const auto out = t.out<std::uint32_t>(6 * n);
  t.launch("ptx_ops", {covering(n, 128)}, {128}, t.in(a), t.in(b), t.in(c), out, static_cast<int>(n));
  t.equal("ptx_ops", t.get(out), want);
}

void carry(check::Case& t, std::size_t n) {
  auto a = t.random_bits<std::uint64_t>(2 * n), b = t.random_bits<std::uint64_t>(2 * n);
  a[0] = ~0ULL, b[0] = 1;
  if (n > 1) a[2] = a[3] = b[2] = b[3] = ~0ULL;
  std::vector<std::uint64_t> want;
  for (std::size_t i = 0; i < n; ++i) {
    __extension__ using Natural = unsigned __int128;
    const Natural sum =
        (static_cast<Natural>(a[2 * i + 1]) << 64 | a[2 * i]) + (static_cast<Natural>(b[2 * i + 1]) << 64 | b[2 * i]);
    want.push_back(static_cast<std::uint64_t>(sum));
    want.push_back(static_cast<std::uint64_t>(sum >> 64));
  }
  const auto out = t.out<std::uint64_t>(2 * n);
  t.launch("ptx_carry", {covering(n, 128)}, {128}, t.in(a), t.in(b), out, static_cast<int>(n));
  t.equal("ptx_carry", t.get(out), want);
}

void memory(check::Case& t, std::size_t n) {
  auto in = t.random_bits<std::uint32_t>(n);
  in[0] = ~0U;
  const auto d = t.random<double>(n, -1e300, 1e300);
  auto h = t.random_bits<std::uint16_t>(n);
  h[0] = 0xfffe;
  std::vector<std::uint32_t> out_want;
  std::vector<double> e_want;
  std::vector<std::uint16_t> g_want;
  for (std::size_t i = 0; i < n; ++i) {
    out_want.push_back(in[i] + 1);
    e_want.push_back(2 * d[i]);
    g_want.push_back(static_cast<std::uint16_t>((h[i] + 7) % 65536));
  }
  const auto out = t.out<std::uint32_t>(n);
  const auto e = t.out<double>(n);
  const auto g = t.out<std::uint16_t>(n);
  t.launch("ptx_memory", {covering(n, 128)}, {128}, t.in(in), out, t.in(d), e, t.in(h), g, static_cast<int>(n));
  t.equal("ptx_memory out", t.get(out), out_want);
  t.equal("ptx_memory double", t.get(e), e_want);
  t.equal("ptx_memory 16 bits", t.get(g), g_want);
}

}  // namespace

KERNEL_CHECK(inline_ptx) {
  for (const std::size_t n : {1U, 128U, 333U}) {
    operations(t, n);
    carry(t, n);
    memory(t, n);
  }
}
