// What is computed in front of loops already: a table from expressions (expressions.hpp) to the instructions that stand in
// blocks that it was told of, or went there. Who is found is passed before the block and has the same word (reuse.hpp is
// for what is done then). Needs numbers, places and lists of mentions, of a Chain.
// Cost: the View's key for each instruction of such a block, once, and O(operands) for those of which somebody asks for one
// of the same key, for most of them nobody does; a question O(operands) and for each of those that compute the same,
// Reach::blocks of them at most, what Places::clean takes.
// Source: the tables of LLVM's MachineLICM, which has one for each preheader; here operands must be settled instead of in
// SSA form.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/expressions.hpp>
#include <lathe/passes/reuse.hpp>

namespace lathe::passes::detail {

/// What is computed in blocks in front of loops, by expression.
template <Editor P>
class InFront {
  using Inst = inst_t<P>;
  struct Entry {
    Inst inst;
    std::uint32_t below;  // the one that was entered before it; none: it was the first
  };
  struct Met {
    Inst inst;
    std::uint32_t next;  // the one of the same key that was met behind it; none: there is none
  };
  struct Line {
    std::uint32_t first = none, last = none;
  };

 public:
  explicit InFront(Chain<P>& on) : on_(on) {}

  /// All that the block computes, once.
  void add_all(std::uint32_t block) {
    if (block >= added_.size()) added_.resize(on_.flow().block_count(), false);
    if (added_[block]) return;
    added_[block] = true;
    on_.places().for_each_in(block, [&](std::uint32_t n) {
      const program::Effects e = on_.places().effects(n);
      if (e.reusable() && !e.has(Effect::terminator) && !e.has(Effect::copy)) add(Inst(on_.known().insts[n]));
    });
  }
  /// It came to stand in such a block, or goes to another one.
  void add(const Inst& i) {
    Line& line = *met_.insert(key(i), Line()).first;
    const auto k = static_cast<std::uint32_t>(all_met_.size());
    all_met_.push_back({i, none});
    (line.first == none ? line.first : all_met_[line.last].next) = k;
    line.last = k;
  }
  /// What computes the same as `i`, of the same words, and is passed before `end`, from where `i` is passed.
  std::optional<Inst> find(const Inst& i, std::uint32_t end, Reach reach) {
    Line* const line = met_.find(key(i));
    if (line == nullptr) return {};
    for (std::uint32_t k = std::exchange(line->first, none); k != none; k = all_met_[k].next) enter(all_met_[k].inst);
    const std::uint32_t e = number(i);
    std::uint32_t tries = reach.blocks;
    Places<P>& places = on_.places();
    for (std::uint32_t k = e < last_.size() ? last_[e] : none; k != none && tries-- > 0; k = entries_[k].below) {
      const Inst& other = entries_[k].inst;
      const Standing there = places.of(other);
      if (!(other == i) && places.dominators.dominates(there.block, end) && computes(other) &&
          places.clean(i, there, places.of(i), reach))
        return other;
    }
    return {};
  }

 private:
  // Do its results keep their words, and had what it reads its only word there? Nothing under a guard, or that keeps what
  // was there before.
  bool computes(const Inst& i) const {
    const P& code = std::as_const(on_.code());
    bool fine = true;
    code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      fine &= o.role != Role::guard && !o.old && (!o.is_def() || scratched(code, o) || o.lanes == ~std::uint64_t{0});
    });
    if (!fine || !on_.places().reads_settled(i, on_.places().of(i))) return false;
    const auto results = results_of(code, i);
    return !results.empty() && lasting(code, on_.uses(), results);
  }
  void enter(const Inst& i) {
    if (!computes(i)) return;
    const std::uint32_t e = number(i);
    if (e >= last_.size()) last_.resize(e + 1, none);
    for (std::uint32_t k = last_[e]; k != none; k = entries_[k].below)
      if (entries_[k].inst == i) return;
    entries_.push_back({i, std::exchange(last_[e], static_cast<std::uint32_t>(entries_.size()))});
  }
  Expressions<P>& expressions() {
    if (!expressions_) expressions_.emplace(on_.known());
    return *expressions_;
  }
  // Two keys may share a line.
  std::uint64_t key(const Inst& i) { return expressions().key(on_.code(), i) & ~(std::uint64_t{1} << 63); }
  std::uint32_t number(const Inst& i) {
    return expressions().number(on_.code(), i, [](const value_t<P>& v) { return v; });
  }

  Chain<P>& on_;
  std::optional<Expressions<P>> expressions_;  // once somebody asks
  std::vector<Met> all_met_;                   // in the order in which they were met
  dense::DenseMap<std::uint64_t, Line> met_;   // by key: those that are not entered yet
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> last_;  // per expression: the last of those that compute it
  std::vector<bool> added_;          // per block
};

}  // namespace lathe::passes::detail
