// Every operation of lathe::bits at small widths, with every possible knowledge of its operands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/bits/demand.hpp>
#include <lathe/bits/transfer.hpp>

namespace bits_test {

using lathe::bits::Fact;
using lathe::bits::KnownBits;
using lathe::bits::Op;
using lathe::bits::Operation;
using lathe::bits::Overshift;
using lathe::bits::Sized;

/// All operations with results (or operands) of `w` bits, and the widths of their operands.
struct Case {
  Operation<> operation;
  std::vector<unsigned> widths;
  std::string name() const {
    std::string out(lathe::bits::op_names[static_cast<int>(operation.op)]);
    if (operation.over == Overshift::clamp) out += "/clamp";
    if (operation.over == Overshift::wrap) out += "/wrap";
    if (operation.no_unsigned_wrap) out += "/nuw";
    if (operation.no_signed_wrap) out += "/nsw";
    return out;
  }
};
inline std::vector<Case> cases(unsigned w) {
  std::vector<Case> out;
  const auto add = [&](Operation<> o, std::vector<unsigned> widths) {
    if (lathe::bits::misfit(o, std::span<const unsigned>(widths)) == nullptr) out.push_back({o, std::move(widths)});
  };
  for (unsigned i = 2; i < lathe::bits::op_count; ++i) {
    const Op op = static_cast<Op>(i);
    const Operation<> plain{.op = op, .width = w};
    switch (op) {
      case Op::zext:
      case Op::sext:
        for (unsigned from = 1; from <= w; ++from) add(plain, {from});
        break;
      case Op::trunc:
        for (unsigned from = w; from <= w + 2; ++from) add(plain, {from});
        break;
      case Op::extract:
        for (unsigned at = 0; at <= 2; ++at) add({.op = op, .width = w, .number = at}, {w + 2});
        break;
      case Op::sext_in_reg:
        for (unsigned inner = 1; inner <= w; ++inner) add({.op = op, .width = w, .number = inner}, {w});
        break;
      case Op::concat:
        for (unsigned low = 1; low < w; ++low) add(plain, {low, w - low});
        break;
      case Op::insert:
        for (unsigned at = 0; at < w; ++at)
          for (unsigned length = 1; at + length <= w; ++length) add({.op = op, .width = w, .number = at}, {w, length});
        break;
      case Op::select:
        add(plain, {1, w, w});
        break;
      case Op::eq:
      case Op::ult:
      case Op::slt:
        add({.op = op, .width = 1}, {w, w});
        break;
      case Op::shl:
      case Op::lshr:
      case Op::ashr:
        for (const Overshift over : {Overshift::undefined, Overshift::clamp, Overshift::wrap})
          for (const unsigned amount : {w, w + 1}) add({.op = op, .width = w, .over = over}, {w, amount});
        break;
      case Op::bswap:  // needs bytes: see the test of wide words
        break;
      default:
        add(plain, std::vector<unsigned>(lathe::bits::operand_count(op), w));
        if (op == Op::add || op == Op::sub) {
          add({.op = op, .width = w, .no_unsigned_wrap = true}, {w, w});
          add({.op = op, .width = w, .no_signed_wrap = true}, {w, w});
          add({.op = op, .width = w, .no_unsigned_wrap = true, .no_signed_wrap = true}, {w, w});
        }
        if (op == Op::mul) add({.op = op, .width = w, .no_unsigned_wrap = true}, {w, w});
    }
  }
  return out;
}

/// All knowledge of w bits that does not contradict itself.
inline std::vector<KnownBits<>> all_known(unsigned w) {
  std::vector<KnownBits<>> out;
  for (std::uint64_t zero = 0; zero < 1U << w; ++zero)
    for (std::uint64_t one = 0; one < 1U << w; ++one)
      if ((zero & one) == 0) out.push_back({zero, one, w});
  return out;
}
inline std::vector<std::uint64_t> words_of(const KnownBits<>& k) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t x = 0; x < 1U << k.width; ++x)
    if (k.contains(x)) out.push_back(x);
  return out;
}
inline unsigned sign_bits_of(std::uint64_t x, unsigned width) {
  unsigned n = 1;
  while (n < width && (x >> (width - 1 - n) & 1) == (x >> (width - 1) & 1)) ++n;
  return n;
}

/// Calls f(one element of each list).
template <class T, class F>
void for_each_choice(const std::vector<std::vector<T>>& lists, F f) {
  std::vector<T> now(lists.size());
  const auto fill = [&](const auto& self, std::size_t i) -> void {
    if (i == lists.size()) return f(now);
    for (const T& t : lists[i]) {
      now[i] = t;
      self(self, i + 1);
    }
  };
  fill(fill, 0);
}

/// The operation's result for words of its operands' widths.
inline std::optional<std::uint64_t> result(const Case& c, const std::vector<std::uint64_t>& words) {
  Sized<> x[3];
  for (std::size_t i = 0; i < words.size(); ++i) x[i] = {words[i], c.widths[i]};
  return lathe::bits::evaluate(c.operation, std::span<const Sized<>>(x, words.size()));
}

/// The smallest set of known bits that holds all results of words out of `x`; false when there is no result.
inline bool best(const Case& c, const std::vector<KnownBits<>>& x, KnownBits<>& out) {
  std::vector<std::vector<std::uint64_t>> words;
  for (const KnownBits<>& k : x) words.push_back(words_of(k));
  const std::uint64_t mask = lathe::bits::low_mask<std::uint64_t>(c.operation.width);
  out = {mask, mask, c.operation.width};
  bool any = false;
  for_each_choice(words, [&](const std::vector<std::uint64_t>& w) {
    const auto r = result(c, w);
    if (!r) return;
    any = true;
    out.zero &= ~*r & mask;
    out.one &= *r;
  });
  return any;
}

}  // namespace bits_test
