// Known bits of every operation, for every knowledge of operands of one to four bits: right, and where the headers
// claim so the best. Sign bits likewise, up to three bits.
#include <doctest/doctest.h>

#include <cstdio>
#include <map>
#include <set>

#include "exhaustive.hpp"

namespace {

using namespace bits_test;
namespace bits = lathe::bits;

struct Share {
  std::uint64_t all = 0, best = 0, bits = 0, best_bits = 0;
};

// Compares transfer and the best answer for all knowledge of the operands.
void compare(const Case& c, Share& share) {
  std::vector<std::vector<KnownBits<>>> lists;
  for (const unsigned w : c.widths) lists.push_back(all_known(w));
  for_each_choice(lists, [&](const std::vector<KnownBits<>>& x) {
    KnownBits<> wanted;
    if (!best(c, x, wanted)) return;
    const KnownBits<> got = bits::known(c.operation, std::span<const KnownBits<>>(x));
    if ((got.zero & ~wanted.zero) != 0 || (got.one & ~wanted.one) != 0 || got.width != c.operation.width) {
      std::string text = c.name() + " width " + std::to_string(c.operation.width);
      for (const auto& k : x) text += " {" + std::to_string(k.zero) + "," + std::to_string(k.one) + "}";
      FAIL_CHECK(text << " gives {" << got.zero << "," << got.one << "}");
    }
    ++share.all;
    share.best += got == wanted;
    share.bits += bits::popcount(got.known());
    share.best_bits += bits::popcount(wanted.known());
  });
}

std::map<std::string, Share> compare_all(unsigned from, unsigned to) {
  std::map<std::string, Share> out;
  for (unsigned w = from; w <= to; ++w)
    for (const Case& c : cases(w))
      if (c.widths.size() < 3 || w < 4 || c.operation.op == Op::select) compare(c, out[c.name()]);
  return out;
}

TEST_CASE("known bits are right, and the best but for products and quotients") {
  const std::set<std::string> not_best = {"mul",  "mul/nuw", "mul_high_unsigned", "mul_high_signed", "udiv", "urem",
                                          "sdiv", "srem"};
  for (const auto& [name, share] : compare_all(1, 4)) {
    CAPTURE(name);
    CHECK(share.all > 0);
    if (!not_best.contains(name)) CHECK(share.best == share.all);
  }
}

// unit_bits -ns -tc="share of best answers" prints the table.
TEST_CASE("share of best answers" * doctest::skip()) {
  std::printf("%-20s%12s%12s%12s\n", "widths 1 to 4", "arguments", "best", "bits found");
  for (const auto& [name, s] : compare_all(1, 4))
    if (s.best != s.all || name == "add" || name == "umax")
      std::printf("%-20s%12llu%11.1f%%%11.1f%%\n", name.c_str(), static_cast<unsigned long long>(s.all),
                  100.0 * static_cast<double>(s.best) / static_cast<double>(s.all),
                  100.0 * static_cast<double>(s.bits) / static_cast<double>(s.best_bits));
}

TEST_CASE("sign bits are right, and tell known bits what they know") {
  for (unsigned w = 1; w <= 3; ++w)
    for (const Case& c : cases(w)) {
      if (c.widths.size() > 2 && w > 2) continue;
      std::vector<std::vector<Fact<>>> lists;
      for (const unsigned width : c.widths) {
        lists.emplace_back();
        for (const KnownBits<>& k : all_known(width))
          for (unsigned signs = 1; signs <= width; ++signs) {
            const Fact<> f = Fact<>::of(k, signs);
            if (f.signs == signs && !f.known.contradicts()) lists.back().push_back(f);
          }
      }
      std::uint64_t wrong = 0;
      for_each_choice(lists, [&](const std::vector<Fact<>>& x) {
        const Fact<> got = bits::transfer(c.operation, std::span<const Fact<>>(x));
        std::vector<std::vector<std::uint64_t>> words;
        for (const Fact<>& f : x) {
          words.emplace_back();
          for (const std::uint64_t v : words_of(f.known))
            if (sign_bits_of(v, f.known.width) >= f.signs) words.back().push_back(v);
        }
        for_each_choice(words, [&](const std::vector<std::uint64_t>& v) {
          const auto r = result(c, v);
          if (r) wrong += !got.known.contains(*r) || sign_bits_of(*r, c.operation.width) < got.signs;
        });
      });
      CAPTURE(c.name());
      CHECK(wrong == 0);
    }
}

TEST_CASE("ranges, comparisons, and what is at least a bound") {
  for (unsigned w = 1; w <= 4; ++w)
    for (std::uint64_t low = 0; low < 1U << w; ++low) {
      for (std::uint64_t high = low; high < 1U << w; ++high) {
        const auto k = KnownBits<>::range(low, high, w);
        std::uint64_t zero = k.mask(), one = k.mask();
        for (std::uint64_t x = low; x <= high; ++x) zero &= ~x, one &= x;
        CHECK((k.zero == zero && k.one == one));
      }
      for (const auto& k : all_known(w)) {
        std::uint64_t zero = k.mask(), one = k.mask();
        bool any = false;
        for (const std::uint64_t x : words_of(k))
          if (x >= low) any = true, zero &= ~x, one &= x;
        const auto got = bits::make_ge(k, low);
        CHECK((any ? got == KnownBits<>{zero, one, w} : got == k));
      }
    }
}

}  // namespace
