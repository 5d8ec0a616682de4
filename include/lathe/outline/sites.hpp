// One site seen without the names of its values: which operands are the same value, which values come from outside,
// which are used later.
//
// Values are numbered in the order in which a site first mentions them, an instruction's reads before its writes. Two
// sites of the same symbols do the same up to renaming exactly when their operands have the same numbers. Because
// numbers are given in order, this holds for prefixes too: sites that differ somewhere agree up to there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/outline/problem.hpp>

namespace lathe::outline {

/// For each operand of a problem: is its value live right behind its instruction? O(operands).
template <class = void>
inline std::vector<bool> live_after(const Problem& p) {
  std::vector<bool> out(p.operands.size());
  std::vector<std::uint32_t> live_in(p.values, 0);  // block + 1 for which the value is live here
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const std::uint32_t yes = b + 1;
    for (const std::uint32_t v : p.live_out(b)) live_in[v] = yes;
    for (std::uint32_t i = p.blocks[b].first + p.blocks[b].count; i-- > p.blocks[b].first;) {
      const auto operands = p.operands_of(i);
      for (std::uint32_t k = 0; k < operands.size(); ++k) out[p.insts[i].first + k] = live_in[operands[k].value] == yes;
      for (const Operand& o : operands)
        if (o.is_def) live_in[o.value] = 0;
      for (const Operand& o : operands)
        if (!o.is_def) live_in[o.value] = yes;
    }
  }
  return out;
}

/// The values of one site by number.
struct SiteValues {
  /// A value that the site mentions.
  struct Value {
    std::uint32_t value = 0;  ///< in the problem
    std::uint16_t cls = 0;    ///< as it is first mentioned
    bool parameter = false;   ///< read before the site writes it
    bool defined = false;     ///< written by the site
    bool live = false;        ///< live behind the site
  };
  std::vector<Value> values;
  std::vector<std::uint32_t> numbers;  ///< of the operands: reads before writes within an instruction
};

/// Numbers the values of sites; reusable.
template <class = void>
class BasicSiteReader {
 public:
  /// `live`: by value, whether somebody reads it behind the site; kept up to date by the caller. Both outlive it.
  BasicSiteReader(const Problem& p, const std::vector<bool>& live)
      : p_(p), live_(live), stamp_(p.values), number_(p.values) {}

  /// O(operands of the site).
  void read(std::uint32_t first, std::uint32_t length, SiteValues& out) {
    out.values.clear();
    out.numbers.clear();
    ++now_;
    for (std::uint32_t i = first; i < first + length; ++i) {
      for (const bool defs : {false, true})
        for (std::uint32_t k = 0; k < p_.insts[i].count; ++k) {
          const Operand& o = p_.operands[p_.insts[i].first + k];
          if (o.is_def == defs) mention(o, live_[p_.insts[i].first + k], out);
        }
    }
  }

 private:
  void mention(const Operand& o, bool live, SiteValues& out) {
    if (stamp_[o.value] != now_) {
      stamp_[o.value] = now_;
      number_[o.value] = static_cast<std::uint32_t>(out.values.size());
      out.values.push_back({o.value, o.cls, !o.is_def, false, false});
    }
    SiteValues::Value& v = out.values[number_[o.value]];
    v.defined |= o.is_def;
    v.live = live;
    out.numbers.push_back(number_[o.value]);
  }

  const Problem& p_;
  const std::vector<bool>& live_;
  std::vector<std::uint32_t> stamp_, number_;
  std::uint32_t now_ = 0;
};
using SiteReader = BasicSiteReader<>;

}  // namespace lathe::outline
