// Registers that keep their names (physical ones, flags) and never live from block to block: each block that reads one has
// written it before. Who writes one and who reads that word move together or not at all, and go where none of them lives.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/program/view.hpp>

namespace lathe::passes {

/// Of a View's pinned values, by their numbers in `known()`. Without Fact::pinned there are none, and nothing is done.
template <program::View P>
class LocalNames {
  static constexpr bool names = program::Facts(P::facts).has(program::Fact::pinned);

 public:
  /// O(mentions). What is live out of the function is not local. The chain outlives it; moves keep it true as long as no
  /// block comes to read one that it does not write first. What an instruction mentions stays.
  explicit LocalNames(Chain<P>& on) : code_(on.code()), places_(on.places()) {
    if constexpr (names) {
      std::vector<std::uint32_t> written(on.known().values.size(), program::none);  // the last block that does
      std::vector<bool> pins(written.size());
      for (std::uint32_t v = 0; v < pins.size(); ++v) pins[v] = pinned(code_, on.known().values[v]);
      local_.assign(written.size(), true);
      mentions_.assign(on.known().insts.size(), true);
      std::vector<std::uint32_t> writes;  // of an instruction, which reads before it writes
      for (const std::uint32_t block : places_.dominators.blocks())
        places_.for_each_in(block, [&](std::uint32_t n) {
          mentions_[n] = false;
          on.uses().for_each_mention_of(n, [&](std::uint32_t v, bool def) {
            if (!pins[v]) return;
            mentions_[n] = true;
            if (def)
              writes.push_back(v);
            else
              local_[v] = local_[v] && written[v] == block;
          });
          for (const std::uint32_t v : writes) written[v] = block;
          writes.clear();
        });
      for (std::uint32_t v = 0; v < local_.size(); ++v)
        local_[v] = local_[v] && written[v] != program::none && !on.live_out().has(on.known().values[v]);
    }
  }
  /// Is the value pinned and local?
  bool has(std::uint32_t value) const { return value < local_.size() && local_[value]; }

  /// f(value) for each pinned one that the instruction reads, or each that it writes; marked-dead ones, too.
  template <class F>
  void for_each(std::uint32_t inst, bool written, F&& f) const {
    if constexpr (names)
      if (inst >= mentions_.size() || mentions_[inst])
        code_.for_each_operand(places_.known().insts[inst], [&](const program::Operand<program::value_t<P>>& o) {
          if (o.is_def() == written && pinned(code_, o.value)) f(places_.known().values.find(o.value));
        });
  }

  /// The last place of the block, in front of its terminators, where none of them lives; nowhere (a standing without a block)
  /// where phis write them. O(the block's mentions).
  std::pair<Standing, program::spot_t<P>> free_place(std::uint32_t block) const {
    const Standing end = places_.end_of(block);
    std::pair<Standing, program::spot_t<P>> out(end, places_.spot_at_end(block));
    if constexpr (names) {
      std::vector<std::uint32_t> live;  // few: what the terminators read
      const std::vector<std::uint32_t> all = places_.instructions(block);
      for (std::size_t k = all.size(); k-- > 0;) {
        const Standing here = places_.of(all[k]);
        if (here.at <= end.at && live.empty()) break;
        if (places_.effects(all[k]).has(program::Effect::phi)) return {};
        for_each(all[k], true, [&](std::uint32_t v) { std::erase(live, v); });
        for_each(all[k], false, [&](std::uint32_t v) {
          if (has(v)) live.push_back(v);
        });
        out = {{block, here.at - 1}, {places_.known().blocks[block], places_.known().insts[all[k]]}};
      }
    }
    return out;
  }

 private:
  const P& code_;
  const Places<P>& places_;
  std::vector<bool> local_;     // by value
  std::vector<bool> mentions_;  // by instruction: a pinned one, perhaps; those that came later are looked at
};

}  // namespace lathe::passes
