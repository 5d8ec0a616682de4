// Any View for the pressure analysis. Two members come from the user besides, in an object of its own, the same that
// sched/of_view.hpp and modulo/of_view.hpp ask for:
//
//   range<program::RegisterSet> sets() const;              // name, limit, steps of each pressure set
//   program::RegisterClass register_class(Value) const;    // what one live register weighs in which sets
//
//   const MyView view(function);
//   pressure::OfView of(view, registers);
//   const auto in = pressure::ingest(of);                  // in.insts[i], in.registers[r]: the user's own handles
//
// What an instruction does beside its operands is what program::Effects say.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure/ingest.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/region.hpp>

namespace lathe::pressure {

/// What the tracker must know of an instruction's effects.
inline Flags flags_of(program::Effects e) {
  using program::Effect;
  if (e.has(Effect::terminator)) return terminator;
  if (e.bounds_region() || e.has(Effect::convergent)) return fixed | barrier;
  if (e.role() == program::MemoryRole::fence) return barrier | stores;
  return static_cast<Flags>((e.has(Effect::reads) ? loads : 0) | (e.has(Effect::writes) ? stores : 0));
}

/// Registers that are one unit each.
struct OneSet {
  std::uint32_t limit = 0;                                                           ///< 0: none
  std::vector<program::RegisterSet> sets() const { return {{"registers", limit}}; }  ///< One set, with that limit.
  /// Each register counts as one.
  program::RegisterClass register_class(const auto&) const { return {"register", {{0, 1}}}; }
};

/// A pressure::RegisterCode. The View outlives it.
template <class V, class Own>
class OfView : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/own.def>
  using Nothing::Nothing;
};
template <class V, class Own>
  requires program::RegionOwn<V, Own>
class OfView<V, Own> {
  static constexpr bool named = program::Facts(V::facts).has(program::Fact::names);

 public:
  using Block = program::block_t<V>;  ///< as the View names blocks
  using Inst = program::inst_t<V>;    ///< as the View names instructions
  using Value = program::value_t<V>;  ///< as the View names registers
  /// A register that an instruction mentions.
  struct Operand {
    Value reg;    ///< the register
    bool is_def;  ///< it is written; else read
  };

  /// Takes the sets from `own`, and finds what is live out of blocks. The View outlives it.
  OfView(const V& view, Own own) : view_(view), own_(std::move(own)) {
    for (const program::RegisterSet& set : own_.sets()) {
      sets_.push_back({set.name, set.limit == 0 ? none : set.limit, {}});
      for (const program::Step& step : set.steps) sets_.back().steps.push_back(step.registers);
    }
    for (auto&& b : view.blocks()) blocks_.add(b);
    live_.resize(blocks_.size());
    find_live_out();
  }

  decltype(auto) blocks() const { return view_.blocks(); }  ///< those of the View
  /// Blocks that it leads to, in order.
  std::vector<Block> successors(const Block& b) const {
    std::vector<Block> out;
    view_.for_each_successor(b, [&](const Block& to) { out.push_back(to); });
    return out;
  }
  decltype(auto) insts(const Block& b) const { return view_.instructions(b); }  ///< of the block, in order
  /// What the instruction mentions, in the View's order.
  std::vector<Operand> operands(const Inst& i) const {
    std::vector<Operand> out;
    view_.for_each_operand(i, [&](const program::Operand<Value>& o) { out.push_back({o.value, o.is_def()}); });
    return out;
  }
  /// Per set: its limit, `none` where it has none.
  std::vector<std::uint32_t> limits() const {
    std::vector<std::uint32_t> out;
    out.reserve(sets_.size());
    for (const Problem::Set& set : sets_) out.push_back(set.limit);
    return out;
  }
  /// What one unit of the register weighs, by the Own.
  std::vector<Feed> feeds(const Value& v) const {
    std::vector<Feed> out;
    for (const program::RegisterShare& share : own_.register_class(v).shares) out.push_back({share.set, share.factor});
    return out;
  }
  const Own& own() const { return own_; }

  /// Pressures above which the set is on a higher level, ascending.
  const std::vector<std::uint32_t>& steps(std::uint32_t set) const { return sets_[set].steps; }
  const std::string& set_name(std::uint32_t set) const { return sets_[set].name; }  ///< for texts
  /// Registers that are read behind the block.
  const std::vector<Value>& live_out(const Block& b) const { return live_[blocks_.find(b)]; }
  /// What the instruction does beside its operands.
  Flags flags(const Inst& i) const { return flags_of(view_.effects(i)); }
  /// The View's name of the function.
  std::string name() const
    requires(named)
  {
    return std::string(view_.name());
  }
  /// The View's name of the block.
  std::string block_name(const Block& b) const
    requires(named)
  {
    return std::string(view_.block_name(b));
  }
  /// The View's name of the instruction.
  std::string inst_name(const Inst& i) const
    requires(named)
  {
    return std::string(view_.inst_name(i));
  }
  /// The View's name of the register.
  std::string value_name(const Value& v) const
    requires(named)
  {
    return std::string(view_.value_name(v));
  }

 private:
  // What phis read is live at the ends of the blocks that it comes from.
  void find_live_out() {
    using program::Fact;
    constexpr program::Facts facts = V::facts;
    std::vector<program::Handles<Value>> known(live_.size());
    const auto add = [&](std::uint32_t b, const Value& v) {
      if (b < live_.size() && known[b].add(v) == live_[b].size()) live_[b].push_back(v);
    };
    if constexpr (facts.has(Fact::incoming))
      for (std::uint32_t b = 0; b < blocks_.size(); ++b)
        for (auto&& i : view_.instructions(blocks_[b]))
          view_.for_each_incoming(i, [&](const Block& from, const Value& v) { add(blocks_.find(from), v); });
    if constexpr (facts.has(Fact::live_out))
      for (std::uint32_t b = 0; b < blocks_.size(); ++b)
        view_.for_each_live_out(blocks_[b], [&](const Value& v) { add(b, v); });
  }

  const V& view_;
  Own own_;
  std::vector<Problem::Set> sets_;
  program::Handles<Block> blocks_;
  std::vector<std::vector<Value>> live_;  // per block
};

template <class V, class Own>
OfView(const V&, Own) -> OfView<V, Own>;

}  // namespace lathe::pressure
