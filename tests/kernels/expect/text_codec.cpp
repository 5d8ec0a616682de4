// Expected results of text_codec: bits put in a row for base64, texts encoded here for the decoder of UTF-8, numbers
// written by the standard library.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Bytes = std::vector<std::uint8_t>;

void base64(check::Case& t, std::size_t groups, Bytes in) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<char> want;
  for (std::size_t bit = 0; bit < 8 * in.size(); bit += 6) {
    std::size_t v = 0;
    for (std::size_t k = bit; k < bit + 6; ++k) v = 2 * v + (in[k / 8] >> (7 - k % 8) & 1U);
    want.push_back(digits[v]);
  }
  const auto out = t.out<char>(want.size() + 4);
  t.launch("base64_encode", {covering(groups, 128)}, {128}, t.in(in), out, static_cast<int>(groups));
  want.resize(want.size() + 4);  // what lies behind stays
  t.equal("base64_encode", t.get(out), want);
}

/// A text and what the decoder must say at each byte.
struct Text {
  Bytes bytes;
  std::vector<std::int32_t> code;
  void add(std::int32_t point) {
    const auto byte = [&](std::int32_t v) { bytes.push_back(static_cast<std::uint8_t>(v)); };
    code.push_back(point);
    int more = 0;
    if (point < 0x80)
      byte(point);
    else if (point < 0x800)
      byte(0xc0 + point / 64), more = 1;
    else if (point < 0x10000)
      byte(0xe0 + point / 4096), more = 2;
    else
      byte(0xf0 + point / 262144), more = 3;
    for (int k = more - 1; k >= 0; --k) {
      byte(0x80 + (point >> (6 * k)) % 64);
      code.push_back(-1);
    }
  }
  void raw(std::initializer_list<int> values) {
    for (const int v : values) bytes.push_back(static_cast<std::uint8_t>(v)), code.push_back(v < 0x80 ? v : -1);
  }
};

void utf8(check::Case& t, Text text) {
  const std::size_t n = text.bytes.size();
  text.bytes.resize(n + 3);
  const auto out = t.out<std::int32_t>(n);
  t.launch("utf8_decode", {covering(n, 128)}, {128}, t.in(text.bytes), out, static_cast<int>(n));
  t.equal("utf8_decode", t.get(out), text.code);
}

void decode(check::Case& t) {
  Text text;
  for (const int p : {0, 0x24, 0x7f, 0x80, 0xa2, 0x7ff, 0x800, 0xfff, 0x1000, 0x20ac, 0xd7ff, 0xe000, 0xffff, 0x10000,
                      0x10348, 0x3ffff, 0x40000, 0xfffff, 0x10ffff})
    text.add(p);
  text.raw({0x80, 0xbf, 0xc0, 0x80, 0xc1, 0xbf, 0xf5, 0x80, 0x80, 0x80, 0xf8, 0xff, 0xfe});  // never a begin
  text.raw({0xc3, 0x41, 0xe2, 0x82, 0x41, 0xe2, 0x41, 0xf0, 0x90, 0x8d, 0x41, 0xf0, 0x90, 0x41, 0xf0, 0x41});  // cut
  text.raw({0xc3, 0xc3, 0xe2, 0x82, 0xe2, 0xf0, 0x90, 0x8d, 0xf0});
  for (const int limit : {0x7f, 0x7ff, 0xd7ff, 0x10ffff})
    for (const int p : t.random<int>(60, 0, limit))
      if (p < 0xd800 || p > 0xdfff) text.add(p);
  utf8(t, text);
  text.raw({0xf1, 0x80, 0x80});  // cut by the end
  utf8(t, text);
  Text one;
  one.add(0x41);
  utf8(t, one);
}

void numbers(check::Case& t, std::size_t n) {
  auto a = t.random_bits<std::int32_t>(n);
  const std::int32_t edges[] = {0, -1, 9, 10, -10, 99, 100, 2147483647, -2147483647 - 1, 1000000000, -999999999};
  for (std::size_t i = 0; i < n; ++i) {
    if (i < std::size(edges)) a[i] = edges[i];
    if (i % 3 == 2) a[i] >>= i % 30;
  }
  std::vector<char> want(12 * n, 'x');  // behind the terminating zero nothing is written
  for (std::size_t i = 0; i < n; ++i) {
    const std::string s = std::to_string(a[i]);
    std::copy_n(s.c_str(), s.size() + 1, want.begin() + static_cast<std::ptrdiff_t>(12 * i));
  }
  const auto text = t.in(std::vector<char>(12 * n, 'x'));
  t.launch("format_int", {covering(n, 128)}, {128}, t.in(a), text, static_cast<int>(n));
  t.equal("format_int", t.get(text), want);
  const auto back = t.out<std::int32_t>(n);
  t.launch("parse_int", {covering(n, 128)}, {128}, text, back, static_cast<int>(n));
  t.equal("parse_int of format_int", t.get(back), a);
}

void parse(check::Case& t) {
  const struct {
    const char* text;
    std::int32_t value;
  } cases[] = {{"", 0},
               {"-", 0},
               {"x12", 0},
               {"12x34", 12},
               {"-7-8", -7},
               {"--5", 0},
               {"007", 7},
               {"-0", 0},
               {"5 6", 5},
               {"3/4", 3},
               {"3:4", 3},
               {"+4", 0},
               {" 4", 0},
               {"123456789ab", 123456789},
               {"4294967296", 0},
               {"4294967295", -1},
               {"-4294967295", 1},
               {"2147483648", -2147483647 - 1}};
  std::vector<char> text;
  std::vector<std::int32_t> want;
  for (const auto& c : cases) {
    std::string s = c.text;
    s.resize(12);
    text.insert(text.end(), s.begin(), s.end());
    want.push_back(c.value);
  }
  const auto out = t.out<std::int32_t>(want.size());
  t.launch("parse_int", {1}, {128}, t.in(text), out, static_cast<int>(want.size()));
  t.equal("parse_int", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(text_codec) {
  base64(t, 1, {'M', 'a', 'n'});
  for (const std::size_t groups : {128U, 333U}) base64(t, groups, t.random_bits<std::uint8_t>(3 * groups));
  decode(t);
  for (const std::size_t n : {1U, 200U}) numbers(t, n);
  parse(t);
}
