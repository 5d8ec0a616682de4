// Is something so on every way to a place: the last event decides, and events are definitions of some registers and
// writes to memory. For code that is not in SSA form.
//
// Made for a function as it stands. Who erases what is known on every way need not make it anew: the event stays true.
// Cost: O(mentions log mentions) to make.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/passes/places.hpp>

namespace lathe::passes {

/// What wrote a value last, on every way that leads to a place.
template <View P>
class Events {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  struct Write {
    Standing at;
    std::uint32_t inst;
    bool operator<(const Write& o) const { return at < o.at; }
  };

 public:
  /// All of them outlive it.
  Events(const P& p, program::Known<P>& known, const Places<P>& places)
      : p_(p), known_(known), places_(places), seen_(places.flow().block_count(), 0) {
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b))
        p.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (!o.is_def()) return;
          const std::uint32_t v = known.values.add(o.value);
          if (v >= writes_.size()) writes_.resize(v + 1);
          writes_[v].push_back({places.of(i), places.number(i)});
        });
    for (std::vector<Write>& all : writes_) std::sort(all.begin(), all.end());
  }

  /// On every way to a place, is the last that wrote one of the registers `watched` (numbers of Known), or may have
  /// written what `load` reads from memory (null: nothing), one of `made` (numbers of instructions, ascending)?
  /// `across`: another block's was. O(watched * log size + writers of memory) for each of at most reach.blocks blocks.
  bool holds(const Standing& here, const Inst* load, const std::vector<std::uint32_t>& watched,
             const std::vector<std::uint32_t>& made, Reach reach, bool& across) {
    const auto good = [&](std::uint32_t inst) { return std::binary_search(made.begin(), made.end(), inst); };
    const std::uint32_t own = last(load, here.block, here.at, watched, good, reach);
    if (own != program::none) return own != unknown && good(own);
    across = true;
    ++time_;
    std::vector<std::uint32_t> work{here.block};
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (b == 0) return false;  // the entry
      bool any = false;
      for (const std::uint32_t q : places_.flow().predecessors(b)) {
        if (!places_.reachable(q)) continue;
        any = true;
        if (std::exchange(seen_[q], time_) == time_) continue;
        if (reach.blocks-- == 0) return false;
        const std::uint32_t event = last(load, q, ~std::uint64_t{0}, watched, good, reach);
        if (event == program::none)
          work.push_back(q);
        else if (event == unknown || !good(event))
          return false;
      }
      if (!any) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t unknown = program::none - 1;

  // The last event of a block in front of a position; none: there is none.
  template <class Good>
  std::uint32_t last(const Inst* load, std::uint32_t block, std::uint64_t end,
                     const std::vector<std::uint32_t>& watched, Good&& good, Reach& reach) const {
    Standing best{block, 0};
    std::uint32_t found = program::none;
    for (const std::uint32_t v : watched) {
      if (v >= writes_.size()) continue;
      const std::vector<Write>& all = writes_[v];
      auto at = std::lower_bound(all.begin(), all.end(), Write{{block, end}, 0});
      if (at == all.begin() || (--at)->at.block != block) continue;
      if (found == program::none || best < at->at) best = at->at, found = at->inst;
    }
    if (load == nullptr || !p_.effects(*load).has(Effect::reads)) return found;
    const std::vector<std::uint32_t>& writers = places_.writers(block);
    for (std::size_t k = writers.size(); k-- > 0;) {
      const Standing& at = places_.of(writers[k]);
      if (at.at >= end) continue;
      if (found != program::none && at < best) break;
      if (reach.writes-- == 0) return unknown;
      if (!good(writers[k]) && places_.may_write(known_.insts[writers[k]], *load)) return unknown;
    }
    return found;
  }

  const P& p_;
  program::Known<P>& known_;
  const Places<P>& places_;
  std::vector<std::vector<Write>> writes_;  // per value, in order
  std::vector<std::uint32_t> seen_;
  std::uint32_t time_ = 0;
};

}  // namespace lathe::passes
