// What passes over control flow ask of blocks: how one ends, jumps that are made, what phis take from where, and which
// values have one definition in front of all reads.
//
// A jump that nobody has is made by the Editor itself: make_block(to) gives a block with nothing but one. So no hook is
// needed to put an unconditional jump in the place of other branches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

/// How a block ends.
template <View P>
struct BlockEnd {
  /// How the block ends.
  enum class Kind : std::uint8_t {
    jump,                              ///< one instruction, which goes to one block
    two_way,                           ///< a condition decides between two different blocks; needs Fact::branches
    same,                              ///< several ways, all to one block, and none leaves; needs Fact::branches
    other,                             ///< tables, more ways, a return, what is not known
  } kind = Kind::other;                ///< how it ends
  std::vector<inst_t<P>> terminators;  ///< from the first on, in order
  std::vector<block_t<P>> ways;        ///< as for_each_successor names them
  bool plain = true;                   ///< the terminators do nothing besides: no results, no effects
};

/// Reads the ends of blocks. `jump_like`, from JumpMaker, tells jumps where the View has no `branches`. O(end).
template <View P>
BlockEnd<P> block_end(const P& p, const block_t<P>& b, const std::optional<inst_t<P>>& jump_like) {
  using Kind = typename BlockEnd<P>::Kind;
  BlockEnd<P> out;
  for (auto&& i : p.instructions(b)) {
    const program::Effects e = p.effects(i);
    if (!e.has(Effect::terminator)) continue;
    out.terminators.push_back(i);
    out.plain &= e.without(Effect::terminator).removable() &&
                 !e.has(Effect::convergent | Effect::fixed | Effect::call | Effect::traps | Effect::fresh);
    p.for_each_operand(i, [&](const auto& o) { out.plain &= !o.is_def(); });
  }
  p.for_each_successor(b, [&](const block_t<P>& s) { out.ways.push_back(s); });
  if (out.ways.empty() || out.terminators.empty()) return out;
  const bool one = std::all_of(out.ways.begin(), out.ways.end(), [&](const auto& s) { return s == out.ways[0]; });
  if constexpr (Facts(P::facts).has(Fact::branches)) {
    std::uint32_t conditional = 0, last = 0, all = 0;
    bool leaves = false;
    p.for_each_branch(b, [&](const auto& way) {
      ++all;
      conditional += way.conditional;
      last += !way.conditional;
      leaves |= way.leaves;
    });
    if (leaves || all != out.ways.size() || last != 1) return out;
    if (all == 1)
      out.kind = out.terminators.size() == 1 ? Kind::jump : Kind::other;
    else if (one)
      out.kind = Kind::same;
    else if (all == 2)
      out.kind = Kind::two_way;
  } else if (out.ways.size() == 1 && out.terminators.size() == 1 && jump_like) {
    bool operands = false;
    p.for_each_operand(out.terminators[0], [&](const auto&) { operands = true; });
    if (!operands && p.key(out.terminators[0]) == p.key(*jump_like)) out.kind = Kind::jump;
  }
  return out;
}

/// Makes jumps that stand nowhere, out of the one that the Editor puts into a new block.
template <Editor P>
class JumpMaker {
 public:
  /// Of a function with an entry.
  explicit JumpMaker(P& code) : code_(code), scrap_(code.make_block(*code.blocks().begin())) {
    for (auto&& i : code.instructions(scrap_)) like_ = i;
  }
  ~JumpMaker() {
    if (!like_) return;
    code_.put(*like_, program::spot_t<P>{});
    code_.drop(*like_);
  }
  JumpMaker(const JumpMaker&) = delete;
  JumpMaker& operator=(const JumpMaker&) = delete;
  /// A jump of the code; nothing: the Editor's new blocks have none.
  const std::optional<inst_t<P>>& like() const { return like_; }
  /// A new jump to a block; it stands nowhere. Precondition: like().
  inst_t<P> jump(const block_t<P>& to) {
    code_.set_successor(scrap_, 0, to);
    return code_.clone(*like_);
  }

 private:
  P& code_;
  block_t<P> scrap_;
  std::optional<inst_t<P>> like_;
};

/// The phis of a block, in the order of the code.
template <View P>
std::vector<inst_t<P>> phis_of(const P& p, const block_t<P>& b) {
  std::vector<inst_t<P>> out;
  for (auto&& i : p.instructions(b)) {
    const program::Effects e = p.effects(i);
    if (!e.has(Effect::phi)) break;
    out.push_back(i);
  }
  return out;
}
/// What a phi takes, by predecessor.
template <View P>
std::vector<program::incoming_t<P>> incoming_of(const P& p, const inst_t<P>& phi) {
  std::vector<program::incoming_t<P>> out;
  if constexpr (Facts(P::facts).has(Fact::incoming))
    p.for_each_incoming(phi, [&](const block_t<P>& b, const value_t<P>& v) { out.emplace_back(b, v); });
  return out;
}
/// change(vector of what a phi takes) for each phi of the block; what it makes of it is set where it differs.
template <Editor P, class E, class Change>
void change_phis(E& editing, const block_t<P>& b, Change&& change) {
  if constexpr (Facts(P::facts).has(Fact::incoming)) {
    const P& p = std::as_const(editing).program();
    for (const inst_t<P>& phi : phis_of(p, b)) {
      const std::vector<program::incoming_t<P>> was = incoming_of(p, phi);
      std::vector<program::incoming_t<P>> in = was;
      change(in);
      if (in != was) editing.set_incoming(phi, in);
    }
  }
}
/// Phis of `b` take from `to` what they took from `from`.
template <Editor P, class E>
void rename_in_phis(E& editing, const block_t<P>& b, const block_t<P>& from, const block_t<P>& to) {
  change_phis<P>(editing, b, [&](auto& in) {
    for (auto& one : in)
      if (one.first == from) one.first = to;
  });
}
/// Takes what comes from `from` out of the phis of a block.
template <Editor P, class E>
void forget_in_phis(E& editing, const block_t<P>& b, const block_t<P>& from) {
  change_phis<P>(editing, b, [&](auto& in) { std::erase_if(in, [&](const auto& one) { return one.first == from; }); });
}

/// All branches at the end of a block become one jump. Phis are the caller's. O(end).
template <Editor P, class E>
void jump_instead(E& editing, JumpMaker<P>& jumps, const block_t<P>& b, const std::vector<inst_t<P>>& terminators,
                  const block_t<P>& to) {
  editing.append(jumps.jump(to), b);  // first, so that no edge goes and comes back
  for (const inst_t<P>& i : terminators) editing.erase(i);
}

/// Blocks that the entry does not reach go. How many. O(blocks + edges), and the edits. `flow` follows `editing`.
template <Editor P, class E>
std::uint32_t erase_unreached(E& editing, const program::ControlFlow<P>& flow) {
  const P& p = std::as_const(editing).program();
  std::vector<bool> reached(flow.block_count(), false);
  std::vector<std::uint32_t> stack{0}, gone;
  reached[0] = true;
  while (!stack.empty()) {
    const std::uint32_t b = stack.back();
    stack.pop_back();
    for (const std::uint32_t s : flow.successors(b))
      if (!reached[s]) reached[s] = true, stack.push_back(s);
  }
  for (std::uint32_t b = 0; b < flow.block_count(); ++b)
    if (flow.contains(b) && !reached[b]) gone.push_back(b);
  const auto& blocks = flow.known().blocks;
  for (const std::uint32_t b : gone) {
    const block_t<P> block = blocks[b];
    for (const std::uint32_t s : std::vector(flow.successors(b).begin(), flow.successors(b).end()))
      forget_in_phis<P>(editing, block_t<P>(blocks[s]), block);
    std::vector<inst_t<P>> ends;
    for (auto&& i : p.instructions(block))
      if (p.effects(i).has(Effect::terminator)) ends.push_back(i);
    for (const inst_t<P>& i : ends) editing.erase(i);
  }
  for (const std::uint32_t b : gone) editing.erase_block(block_t<P>(blocks[b]));
  return static_cast<std::uint32_t>(gone.size());
}

/// Are two instructions the same but for the values that they name? `same(x, y)` decides of each pair of mentions.
/// O(operands).
template <View P, class Same>
bool alike(const P& p, const inst_t<P>& a, const inst_t<P>& b, Same&& same) {
  if (!(p.effects(a) == p.effects(b)) || !(p.key(a) == p.key(b))) return false;
  std::vector<program::Operand<value_t<P>>> left;
  p.for_each_operand(a, [&](const auto& o) { left.push_back(o); });
  std::size_t k = 0;
  bool equal = true;
  p.for_each_operand(b, [&](const program::Operand<value_t<P>>& o) {
    if (!equal || k >= left.size()) return void(equal = false);
    const auto& l = left[k++];
    equal = l.role == o.role && l.negated == o.negated && l.old == o.old && l.implicit == o.implicit &&
            l.early == o.early && l.offset == o.offset && l.tied == o.tied && l.lanes == o.lanes && l.more == o.more &&
            class_of(p, l.value) == class_of(p, o.value) && same(l, o);
  });
  if (!equal || k != left.size()) return false;
  if constexpr (Facts(P::facts).has(Fact::literals)) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> x, y;
    p.for_each_literal(a, [&](std::uint32_t use, std::uint64_t bits) { x.emplace_back(use, bits); });
    p.for_each_literal(b, [&](std::uint32_t use, std::uint64_t bits) { y.emplace_back(use, bits); });
    return x == y;
  }
  return true;
}

/// The values that have one definition, which writes all of them under no guard and stands in front of every read on
/// every path; nothing reads them behind the function's back. In SSA form these are all but the bound ones. Reads may
/// name another value that is equal there. O(mentions + blocks log blocks) to make; a pass that keeps it so asks on.
template <View P>
class SingleValues {
 public:
  /// All are of the function as it stands, and are read here alone.
  SingleValues(const P& p, const program::Known<P>& known, const program::UseDef<P>& uses, const LiveOut<P>& live_out,
               const program::ControlFlow<P>& flow) {
    const flow::Dominators dominators(flow::cfg_of(flow));
    std::vector<std::uint32_t> place(known.insts.size(), 0), block(known.insts.size(), none);
    std::uint32_t at = 0;
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b)) {
        const std::uint32_t n = known.insts.find(i);
        place[n] = ++at;
        block[n] = known.blocks.find(b);
      }
    single_.assign(known.values.size(), false);
    Phis phis(p, known);
    for (std::uint32_t v = 0; v < single_.size(); ++v) {
      const value_t<P>& value = known.values[v];
      if (!renamable(p, uses, live_out, value)) continue;
      std::uint32_t def = none;
      uses.for_each_def(value, [&](const inst_t<P>& i, std::uint32_t) { def = known.insts.find(i); });
      bool fine = true;
      const auto reads = [&](std::uint32_t in) { fine &= dominators.dominates(block[def], in); };
      uses.for_each_use(value, [&](const inst_t<P>& i, std::uint32_t k) {
        const std::uint32_t use = known.insts.find(i);
        if constexpr (Facts(P::facts).has(Fact::incoming))
          if (p.effects(i).has(Effect::phi)) {
            const auto& [operands, from] = phis.of(use, i);
            if (k >= operands) return reads(from[k - operands]);  // at the end of the block that it comes from
          }
        reads(block[use]);
        fine &= block[use] != block[def] || place[use] > place[def];
      });
      single_[v] = fine;
    }
    for_parameters(p, known);
  }
  /// By number; false for values that came later.
  bool has(std::uint32_t v) const { return v < single_.size() && single_[v]; }

 private:
  // How many operands a phi has besides, and the blocks that its values come from. Each is read once, however many of
  // its values are asked about.
  class Phis {
   public:
    Phis(const P& p, const program::Known<P>& known) : p_(p), known_(known) {}
    const std::pair<std::uint32_t, std::vector<std::uint32_t>>& of(std::uint32_t number, const inst_t<P>& inst) {
      const auto [at, added] = read_.try_emplace(number);
      if (!added) return at->second;
      p_.for_each_operand(inst, [&](const auto&) { ++at->second.first; });
      if constexpr (Facts(P::facts).has(Fact::incoming))
        p_.for_each_incoming(inst, [&](const block_t<P>& from, const value_t<P>&) {
          at->second.second.push_back(known_.blocks.find(from));
        });
      return at->second;
    }

   private:
    const P& p_;
    const program::Known<P>& known_;
    std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::vector<std::uint32_t>>> read_;
  };
  // They have a definition that no instruction shows.
  void for_parameters(const P& p, const program::Known<P>& known) {
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p.for_each_parameter([&](const value_t<P>& v) { single_[known.values.find(v)] = false; });
  }
  std::vector<bool> single_;
};

}  // namespace lathe::passes
