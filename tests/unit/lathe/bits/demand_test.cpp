// Demanded bits by their definition, and what simplify() makes of them, for every knowledge of small operands.
#include <doctest/doctest.h>

#include "exhaustive.hpp"
#include "support/rounds.hpp"

namespace {

using namespace bits_test;
namespace bits = lathe::bits;

// Words that agree with x where `kept` has a bit.
std::vector<std::uint64_t> alike(std::uint64_t x, std::uint64_t kept, unsigned width) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t y = 0; y < 1U << width; ++y)
    if (((x ^ y) & kept) == 0) out.push_back(y);
  return out;
}

std::uint64_t broken_demands(const Case& c, const std::vector<KnownBits<>>& x, std::uint64_t d) {
  const std::span<const KnownBits<>> known(x);
  std::vector<std::uint64_t> demands;
  std::vector<std::vector<std::uint64_t>> words;
  for (unsigned i = 0; i < x.size(); ++i) {
    demands.push_back(bits::demand(c.operation, i, d, known));
    words.push_back(words_of(x[i]));
  }
  std::uint64_t wrong = 0;
  for (unsigned i = 0; i < x.size(); ++i) wrong += (demands[i] & ~x[i].mask()) != 0;
  for_each_choice(words, [&](const std::vector<std::uint64_t>& v) {
    const auto before = result(c, v);
    if (!before) return;
    std::vector<std::vector<std::uint64_t>> others;
    for (unsigned i = 0; i < v.size(); ++i) others.push_back(alike(v[i], demands[i], c.widths[i]));
    for_each_choice(others, [&](const std::vector<std::uint64_t>& w) {
      const auto after = result(c, w);
      wrong += !after || ((*before ^ *after) & d) != 0;
    });
  });
  return wrong;
}

TEST_CASE("undemanded bits of all operands at once may change") {
  for (unsigned w = 1; w <= (lathe::test::sanitized ? 2U : 3U); ++w)
    for (const Case& c : cases(w)) {
      unsigned bits_in = 0;
      for (const unsigned width : c.widths) bits_in += width;
      if (bits_in > 6) continue;
      std::vector<std::vector<KnownBits<>>> lists;
      for (const unsigned width : c.widths) lists.push_back(all_known(width));
      std::uint64_t wrong = 0;
      for_each_choice(lists, [&](const std::vector<KnownBits<>>& x) {
        for (std::uint64_t d = 0; d < 1U << c.operation.width; ++d) wrong += broken_demands(c, x, d);
      });
      CAPTURE(c.name());
      CAPTURE(w);
      CHECK(wrong == 0);
    }
}

TEST_CASE("what simplify() gives agrees on the demanded bits") {
  using Kind = bits::Simplification<>::Kind;
  std::uint64_t found[4] = {};
  for (unsigned w = 1; w <= 3; ++w)
    for (const Case& c : cases(w)) {
      std::vector<std::vector<KnownBits<>>> lists;
      for (const unsigned width : c.widths) lists.push_back(all_known(width));
      if (lists.size() > 2 && w > 2) continue;
      std::uint64_t wrong = 0;
      for_each_choice(lists, [&](const std::vector<KnownBits<>>& x) {
        const std::span<const KnownBits<>> known(x);
        const KnownBits<> out = bits::known(c.operation, known);
        for (std::uint64_t d = 0; d < 1U << c.operation.width; ++d) {
          const auto s = bits::simplify(c.operation, d, known, out);
          ++found[static_cast<int>(s.kind)];
          if (s.kind == Kind::none) continue;
          std::vector<std::vector<std::uint64_t>> words;
          for (const auto& k : x) words.push_back(words_of(k));
          for_each_choice(words, [&](std::vector<std::uint64_t> v) {
            const auto before = result(c, v);
            if (!before) return;
            std::optional<std::uint64_t> after = s.value;
            if (s.kind == Kind::operand) after = v[s.index];
            if (s.kind == Kind::shrink) {
              v[s.index] = s.value;
              after = result(c, v);
            }
            wrong += !after || ((*before ^ *after) & d) != 0;
          });
        }
      });
      CAPTURE(c.name());
      CHECK(wrong == 0);
    }
  for (const std::uint64_t n : found) CHECK(n > 0);
}

TEST_CASE("some demands, by hand") {
  const auto demand = [](Op op, unsigned operand, std::uint64_t d, std::vector<KnownBits<>> x, unsigned number = 0) {
    return bits::demand(Operation<>{.op = op, .width = 8, .number = number}, operand, d,
                        std::span<const KnownBits<>>(x));
  };
  const auto any = KnownBits<>::unknown(8);
  const auto c = [](std::uint64_t v) { return KnownBits<>::constant(v, 8); };
  CHECK(demand(Op::bit_and, 0, 0xff, {any, c(0x0f)}) == 0x0f);
  CHECK(demand(Op::bit_or, 0, 0xff, {any, c(0x0f)}) == 0xf0);
  CHECK(demand(Op::add, 0, 0x10, {any, any}) == 0x1f);
  CHECK(demand(Op::mul, 0, 0xff, {any, c(16)}) == 0x0f);
  CHECK(demand(Op::shl, 0, 0xff, {any, c(4)}) == 0x0f);
  CHECK(demand(Op::lshr, 0, 0x0f, {any, c(4)}) == 0xf0);
  CHECK(demand(Op::ashr, 0, 0x80, {any, c(4)}) == 0x80);
  CHECK(demand(Op::umax, 1, 0x30, {any, any}) == 0xf0);
  CHECK(demand(Op::urem, 0, 0xff, {any, c(8)}) == 0x07);
  CHECK(demand(Op::bswap, 0, 0x0f, {any}) == 0x0f);
  CHECK(demand(Op::bitreverse, 0, 0x0f, {any}) == 0xf0);
}

}  // namespace
