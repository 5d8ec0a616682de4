// Expected results of unions_bitfields: fields by arithmetic, members of packed structs by their bytes.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

std::uint32_t modulo(std::int32_t v, std::int64_t m) { return static_cast<std::uint32_t>(((v % m) + m) % m); }

void fields(check::Case& t, std::size_t n) {
  auto a = t.random_bits<std::int32_t>(n), b = t.random_bits<std::int32_t>(n), c = t.random_bits<std::int32_t>(n);
  a[0] = 31, b[0] = -1024, c[0] = 65535;
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < n; ++i)
    words.push_back(modulo(a[i], 32) + modulo(b[i], 2048) * 32 + modulo(c[i], 65536) * 65536);
  const auto packed = t.in(t.random_bits<std::uint32_t>(n));
  const auto x = t.in(a), y = t.in(b), z = t.in(c);
  t.launch("pack_fields", {covering(n, 128)}, {128}, x, y, z, packed, static_cast<int>(n));
  t.equal("pack_fields", t.get(packed), words);

  words = t.random_bits<std::uint32_t>(n);
  words[0] = 0x0000ffff;
  std::vector<std::int32_t> want_a, want_b, want_c;
  for (const std::uint32_t w : words) {
    want_a.push_back(static_cast<std::int32_t>(w % 32));
    const auto middle = static_cast<std::int32_t>(w / 32 % 2048);
    want_b.push_back(middle < 1024 ? middle : middle - 2048);
    want_c.push_back(static_cast<std::int32_t>(w / 65536));
  }
  t.launch("unpack_fields", {covering(n, 128)}, {128}, t.in(words), x, y, z, static_cast<int>(n));
  t.equal("unpack_fields a", t.get(x), want_a);
  t.equal("unpack_fields b", t.get(y), want_b);
  t.equal("unpack_fields c", t.get(z), want_c);
}

void reinterpret(check::Case& t, std::size_t n) {
  const auto bits = t.random_bits<std::uint32_t>(n);
  std::vector<std::uint32_t> want;
  for (const std::uint32_t w : bits)
    want.insert(want.end(),
                {w, w / 0x800000 % 256, w % 0x800000, w % 256 + w / 256 % 256 + w / 65536 % 256 + w / 16777216});
  const auto out = t.out<std::uint32_t>(want.size());
  t.launch("reinterpret", {covering(n, 128)}, {128}, t.in(bits), out, static_cast<int>(n));
  t.equal("reinterpret", t.get(out), want);
}

/// Adds 1 to the little-endian number in `size` bytes.
void increment(std::uint8_t* bytes, std::size_t size) {
  while (size-- > 0 && ++*bytes++ == 0) {
  }
}

void packed(check::Case& t, std::size_t n) {
  auto v = t.random_bits<std::uint8_t>(15 * n);
  std::fill_n(v.begin(), 15, std::uint8_t{0xff});  // all wrap
  for (std::size_t i = 1; i < n; i += 5)
    std::fill_n(v.begin() + static_cast<std::ptrdiff_t>(15 * i), i % 15, std::uint8_t{0xff});
  const auto in = t.in(v);
  v.resize(v.size() + 16, 0xab);
  const auto out = t.in(v);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t* p = v.data() + 15 * i;
    for (const std::size_t size : {1U, 4U, 8U, 2U}) increment(p, size), p += size;
  }
  t.launch("packed_copy", {covering(n, 128)}, {128}, in, out, static_cast<int>(n));
  t.equal("packed_copy", t.get(out), v);
}

}  // namespace

KERNEL_CHECK(unions_bitfields) {
  for (const std::size_t n : {1U, 128U, 300U}) {
    fields(t, n);
    reinterpret(t, n);
    packed(t, n);
  }
}
