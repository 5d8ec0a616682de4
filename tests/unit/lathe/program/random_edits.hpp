// Random functions on a Store, with cycles of every kind, and random edits that keep them well formed: every target
// stands in the layout, the entry stays first, terminators stay at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lathe/program/editing.hpp>
#include <lathe/program/store.hpp>

namespace program_test {

using namespace lathe::program;

struct Op {
  std::uint32_t op = 0;  ///< 0: a jump; 1: a branch; 2: the end; 3: a phi; others compute
  Effects effects() const { return op < 3 ? Effect::terminator : op == 3 ? Effects(Effect::phi) : Effects(); }
  std::uint32_t key() const { return op; }
  static Op jump() { return {}; }
};
using Code = Store<Op>;

/// With a machine to run on: latencies, two kinds of units, two slots a cycle, and weights. Behind an end two values
/// are read: one of the code's, and one that no instruction mentions.
class TimedCode : public Code {
 public:
  static constexpr Facts facts =
      Code::facts | Fact::latency | Fact::units | Fact::issue | Fact::weight | Fact::live_out;
  static constexpr ValueId unmentioned{1000};
  std::uint32_t latency(InstId i) const { return payload(i).op < 4 ? 1 : 3 * (payload(i).op - 4); }
  std::vector<Unit> units() const { return {{"first", 2}, {"second", 1}}; }
  template <class F>
  void for_each_hold(InstId i, F&& f) const {
    if (payload(i).op == 4) f(Hold{0, 0, 1});
    if (payload(i).op == 5) f(Hold{1, 1, 2});
    if (payload(i).op == 6) f(Hold{0, 0, 3}), f(Hold{1, 0, 1});
  }
  std::uint32_t issue_width() const { return 2; }
  std::uint32_t issue(InstId i) const { return payload(i).op == 0 ? 0 : payload(i).op == 5 ? 2 : 1; }
  std::uint64_t weight(BlockId b) const { return b.value * 7 % 5; }
  template <class F>
  void for_each_live_out(BlockId b, F&& f) const {
    for (const InstId i : instructions(b))
      if (payload(i).op == 2) f(ValueId(1)), f(unmentioned);
  }
};

inline std::vector<BlockId> blocks_of(const Code& c) {
  std::vector<BlockId> out;
  for (const BlockId b : c.blocks()) out.push_back(b);
  return out;
}
inline std::vector<InstId> insts_of(const Code& c, BlockId b) {
  std::vector<InstId> out;
  for (const InstId i : c.instructions(b)) out.push_back(i);
  return out;
}
inline std::uint32_t ways_of(const Code& c, BlockId b) {
  std::uint32_t n = 0;
  c.for_each_successor(b, [&](BlockId) { ++n; });
  return n;
}

/// `pick(n)`: a number below n, which is not 0.
template <class Pick>
InstId random_inst(Pick&& pick, Code& c) {
  std::vector<Operand<ValueId>> operands;
  for (std::uint32_t k = pick(4); k > 0; --k)
    operands.push_back({ValueId(pick(c.value_count())), pick(3) == 0 ? Role::def : Role::use});
  return c.make({4 + pick(3)}, operands);
}
template <class Pick>
InstId random_end(Pick&& pick, Code& c, const std::vector<BlockId>& blocks) {
  const Operand<ValueId> use{ValueId(pick(c.value_count())), Role::use};
  const BlockId to[] = {blocks[pick(static_cast<std::uint32_t>(blocks.size()))],
                        blocks[pick(static_cast<std::uint32_t>(blocks.size()))]};
  const std::uint32_t what = pick(7);
  if (what == 0) return c.make({2}, std::span(&use, 1));
  return what < 3 ? c.make({0}, {}, std::span(to, 1)) : c.make({1}, std::span(&use, 1), to);
}
template <class Pick>
void fill(Pick&& pick, Code& c, std::uint32_t most_blocks) {
  for (std::uint32_t v = 3 + pick(6); v > 0; --v) c.make_value();
  c.add_parameter(ValueId(0));
  std::vector<BlockId> blocks;
  for (std::uint32_t b = 1 + pick(most_blocks); b > 0; --b) {
    blocks.push_back(c.make_block());
    c.put_block(blocks.back(), true);
  }
  for (const BlockId b : blocks) {
    for (std::uint32_t k = pick(5); k > 0; --k) c.put(random_inst(pick, c), {b, {}});
    if (pick(9) != 0) c.put(random_end(pick, c, blocks), {b, {}});
  }
  // Phis that take something from some of the blocks before them; whether from all is nobody's question here.
  for (const BlockId b : blocks) {
    if (pick(4) != 0) continue;
    const Operand<ValueId> def{ValueId(pick(c.value_count())), Role::def};
    const InstId phi = c.make({3}, std::span(&def, 1));
    std::vector<std::pair<BlockId, ValueId>> in;
    for (const BlockId p : blocks)
      c.for_each_successor(p, [&](BlockId s) {
        if (s == b && (in.empty() || !(in.back().first == p))) in.push_back({p, ValueId(pick(c.value_count()))});
      });
    c.set_incoming(phi, in);
    const auto insts = insts_of(c, b);
    c.put(phi, {b, insts.empty() ? std::nullopt : std::optional<InstId>(insts.front())});
  }
}

/// The first place where something may be put, behind the phis; the last one stands in front of the terminator.
template <class Pick>
std::optional<InstId> random_place(Pick&& pick, const Code& c, BlockId b) {
  std::vector<std::optional<InstId>> places;
  bool ended = false;
  for (const InstId i : c.instructions(b)) {
    if (!c.effects(i).has(Effect::phi) && !ended) places.push_back(i);
    ended |= c.effects(i).has(Effect::terminator);
  }
  if (!ended) places.push_back(std::nullopt);
  return places[pick(static_cast<std::uint32_t>(places.size()))];
}

/// One random edit of any kind. What has become too large only shrinks. Every number is picked in a statement of its
/// own: compilers differ in the order of arguments, and the edits must not.
template <class Pick, class E>
void random_edit(Pick&& pick, Code& c, E& e, std::uint32_t most_blocks = 24) {
  const std::vector<BlockId> blocks = blocks_of(c);
  const auto any = [&](const auto& list) { return list[pick(static_cast<std::uint32_t>(list.size()))]; };
  const BlockId b = any(blocks);
  const std::vector<InstId> insts = insts_of(c, b);
  const std::uint32_t ways = ways_of(c, b);
  const std::optional<InstId> one = insts.empty() ? std::nullopt : std::optional<InstId>(any(insts));
  const bool ends = !insts.empty() && c.effects(insts.back()).has(Effect::terminator);
  const bool room = blocks.size() < most_blocks;
  // Some block behind the entry, or the end.
  const auto layout = [&]() -> std::optional<BlockId> {
    const std::uint32_t k = pick(static_cast<std::uint32_t>(blocks.size()));
    return k == 0 ? std::nullopt : std::optional<BlockId>(blocks[k]);
  };
  switch (pick(16)) {
    case 0:
    case 1:
      if (insts.size() < 12) {
        const InstId made = random_inst(pick, c);
        e.insert(made, {b, random_place(pick, c, b)});
      }
      return;
    case 2:
      if (one && !c.effects(*one).has(Effect::terminator)) e.erase(*one);
      return;
    case 3:
      if (one && !c.effects(*one).has(Effect::terminator | Effect::phi)) {
        const BlockId to = any(blocks);
        e.move(*one, {to, random_place(pick, c, to)});
      }
      return;
    case 4:
    case 5:
      if (one) {
        std::uint32_t n = 0;
        c.for_each_operand(*one, [&](const auto&) { ++n; });
        if (n == 0) return;
        const std::uint32_t place = pick(n);
        e.set_operand(*one, place, ValueId(pick(c.value_count())));
      }
      return;
    case 6:
      if (c.value_count() < 40) e.new_value(ValueId(0));
      return;
    case 7:
      if (room) {
        const auto model = pick(2) == 0 ? std::nullopt : std::optional<BlockId>(any(blocks));
        e.new_block(model, layout());
      }
      return;
    case 8:
      if (room && ways != 0) {
        const std::uint32_t way = pick(ways);
        e.split_edge(b, way, layout());
      }
      return;
    case 9:
    case 10:
      if (ways != 0) {
        const std::uint32_t way = pick(ways);
        e.retarget(b, way, any(blocks));
      }
      return;
    case 11:
      if (room) e.clone_block(b, layout());
      return;
    case 12: {
      if (b == blocks[0]) return;
      for (const BlockId p : blocks)
        if (!(p == b)) {
          bool meets = false;
          c.for_each_successor(p, [&](BlockId s) { meets |= s == b; });
          if (meets) e.redirect(p, b, blocks[0]);
        }
      for (const BlockId p : blocks)  // whatever still names it
        for (const InstId i : insts_of(c, p)) {
          std::vector<std::pair<BlockId, ValueId>> in;
          bool found = false;
          c.for_each_incoming(i, [&](BlockId from, ValueId v) {
            found |= from == b;
            if (!(from == b)) in.push_back({from, v});
          });
          if (found) e.set_incoming(i, in);
        }
      e.erase_block(b);
      return;
    }
    case 13:
      if (!(b == blocks[0])) {
        const std::optional<BlockId> before = layout();
        e.move_block(b, before);
      }
      return;
    case 14:  // another end
      if (ends) {
        std::vector<BlockId> to;
        c.for_each_successor(b, [&](BlockId s) { to.push_back(s); });
        e.erase(insts.back());
      }
      e.append(random_end(pick, c, blocks), b);
      return;
    default:
      if (one && c.effects(*one).has(Effect::phi)) {
        std::vector<std::pair<BlockId, ValueId>> in;
        c.for_each_incoming(*one, [&](BlockId from, ValueId v) { in.push_back({from, v}); });
        for (auto& x : in)
          if (pick(2) == 0) x.second = ValueId(pick(c.value_count()));
        e.set_incoming(*one, in);
      }
  }
}

}  // namespace program_test
