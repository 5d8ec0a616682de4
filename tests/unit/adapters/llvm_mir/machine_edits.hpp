// Random edits of machine functions through llvm_mir::Code: any at all, which are taken back, and those that keep what the
// function does, which stay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/Support/raw_ostream.h>

#include <lathe/program/editing.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir::test {

using program::Effect, program::Operand;
using Block = Code::Block;
using Inst = Code::Inst;
using Value = Code::Value;

/// A small generator of numbers, the same on every machine.
struct Pick {
  std::uint64_t state;
  std::uint32_t operator()(std::uint32_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>((state >> 33) % below);
  }
  template <class List>
  auto any(const List& list) {
    return list[(*this)(static_cast<std::uint32_t>(list.size()))];
  }
};

/// All that stands in the function, but for marks of first and last reads, which edits may take off.
inline std::string text_of(const Code& c) {
  std::string out;
  llvm::raw_string_ostream to(out);
  for (const Block b : c.blocks()) {
    to << "bb." << b->getNumber() << '\n';
    std::vector<std::string> ways;
    for (auto s = b->succ_begin(); s != b->succ_end(); ++s)
      ways.push_back("-> " + std::to_string((*s)->getNumber()) + " " +
                     std::to_string(b->getSuccProbability(s).getNumerator()) + "\n");
    std::sort(ways.begin(), ways.end());
    for (const std::string& w : ways) to << w;
    for (const llvm::MachineInstr& i : *b) i.print(to);
  }
  for (const char* mark : {"killed ", "dead "})
    for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at))
      out.erase(at, std::string(mark).size());
  return out;
}
inline std::vector<Operand<Value>> operands_of(const Code& c, Inst i) {
  std::vector<Operand<Value>> out;
  c.for_each_operand(i, [&](const Operand<Value>& o) { out.push_back(o); });
  return out;
}
inline std::uint32_t ways_of(const Code& c, Block b) {
  std::uint32_t n = 0;
  c.for_each_successor(b, [&](Block) { ++n; });
  return n;
}
inline bool ends(const Code& c, Inst i) { return c.effects(i).has(Effect::terminator); }
inline bool stays(const Code& c, Inst i) { return c.effects(i).has(Effect::terminator | Effect::phi | Effect::fixed); }
inline std::optional<Inst> end_of(const Code& c, Block b) {
  for (const Inst i : c.instructions(b))
    if (ends(c, i)) return i;
  return {};
}

inline std::vector<Inst> insts_of(const Code& c, Block b) {
  std::vector<Inst> out;
  for (const Inst i : c.instructions(b)) out.push_back(i);
  return out;
}

/// One edit of any kind that an Editor has. What stands behind it may be no program any more.
template <class E>
void wild_edit(Pick& pick, Code& c, E& e, const std::vector<Value>& values) {
  const std::vector<Block> blocks = c.blocks();
  const Block b = pick.any(blocks);
  const std::vector<Inst> insts = insts_of(c, b);
  const auto layout = [&] {
    const std::uint32_t k = pick(static_cast<std::uint32_t>(blocks.size()));
    return k == 0 ? std::nullopt : std::optional<Block>(blocks[k]);
  };
  const auto place = [&]() -> Code::Spot {
    const Block to = pick.any(blocks);
    std::vector<std::optional<Inst>> places;
    for (const Inst i : c.instructions(to))
      if (!i->isPHI())
        places.push_back(i);
      else
        places.clear();
    const auto end = end_of(c, to);
    while (end && !places.empty() && places.back() != end) places.pop_back();
    if (!end) places.push_back(std::nullopt);
    return {to, places.empty() ? end : pick.any(places)};
  };
  if (insts.empty()) return;
  const Inst i = pick.any(insts);
  switch (pick(11)) {
    case 0:
      if (!stays(c, i) && place().before != i) e.move(i, place());
      return;
    case 1:
      if (!ends(c, i) && !i->isBundled()) e.erase(i);
      return;
    case 2:
    case 3: {
      const auto all = operands_of(c, i);
      if (all.empty()) return;
      const std::uint32_t k = pick(static_cast<std::uint32_t>(all.size()));
      if (c.may_rename(i, k)) e.set_operand(i, k, pick.any(values));
      return;
    }
    case 4:
      if (!stays(c, i) && c.may_clone(i)) e.insert(c.clone(i), place());
      return;
    case 5:
      if (!values.empty()) e.new_value(pick.any(values));
      return;
    case 6:
      if (const std::uint32_t n = ways_of(c, b); n != 0 && blocks.size() < 40)
        if (const std::uint32_t k = pick(n); c.may_retarget(b, k)) e.split_edge(b, k, layout());
      return;
    case 7:
      if (const std::uint32_t n = ways_of(c, b); n != 0)
        if (const std::uint32_t k = pick(n); c.may_retarget(b, k)) e.retarget(b, k, pick.any(blocks));
      return;
    case 8:
      if (b != blocks[0]) e.move_block(b, layout());
      return;
    case 9:
      if (blocks.size() < 40 && std::all_of(insts.begin(), insts.end(), [&](Inst x) { return c.may_clone(x); }))
        e.clone_block(b, layout());
      return;
    default:
      if (blocks.size() < 40)
        e.new_block(pick(2) == 0 ? std::nullopt : std::optional<Block>(pick.any(blocks)), layout());
  }
}

/// Edits that change nothing of what the function does.
template <class E>
class TameEdits {
 public:
  /// `shape`: blocks and branches, too.
  TameEdits(Pick& pick, Code& c, E& e, bool shape)
      : pick_(pick), c_(c), e_(e), ssa_(c.function().getProperties().hasIsSSA()), shape_(shape) {}
  std::uint32_t done = 0;

  void one() {
    const std::vector<Block> blocks = c_.blocks();
    const Block b = pick_.any(blocks);
    const std::vector<Inst> insts = insts_of(c_, b);
    if (insts.empty()) return;
    const std::uint32_t k = pick_(static_cast<std::uint32_t>(insts.size()));
    switch (pick_(8)) {
      case 0:
      case 1:
        if (k + 1 < insts.size()) swap(insts[k], insts[k + 1]);
        return;
      case 2:
      case 3:
        if (ssa_) duplicate(b, insts, k);
        return;
      case 4:
        if (ssa_) erase(insts[k]);
        return;
      case 5:
        if (const std::uint32_t n = ways_of(c_, b); shape_ && n != 0 && blocks.size() < 40)
          if (const std::uint32_t way = pick_(n); c_.may_retarget(b, way))
            e_.split_edge(b, way, layout(blocks)), ++done;
        return;
      case 6:
        if (shape_ && b != blocks[0]) e_.move_block(b, layout(blocks)), ++done;
        return;
      default:
        if (ssa_) hoist(b, insts[k]);
    }
  }

 private:
  std::optional<Block> layout(const std::vector<Block>& blocks) {
    const std::uint32_t k = pick_(static_cast<std::uint32_t>(blocks.size()));
    return k == 0 ? std::nullopt : std::optional<Block>(blocks[k]);
  }
  bool depends(Inst a, Inst b) const {
    for (const auto& x : operands_of(c_, a))
      for (const auto& y : operands_of(c_, b))
        if (x.value == y.value && (x.is_def() || y.is_def())) return true;
    return false;
  }
  bool pinned(Inst i) const {
    const auto all = operands_of(c_, i);
    return std::any_of(all.begin(), all.end(), [&](const auto& o) { return c_.pinned(o.value); });
  }
  void swap(Inst a, Inst b) {
    if (stays(c_, a) || stays(c_, b) || !may_swap(c_.effects(a), c_.effects(b)) || depends(a, b)) return;
    e_.move(b, {a->getParent(), a});
    ++done;
  }
  // A second one behind it, of which some of the block's own reads are served.
  void duplicate(Block b, const std::vector<Inst>& insts, std::uint32_t k) {
    const Inst i = insts[k];
    if (!c_.effects(i).reusable() || stays(c_, i) || !c_.may_clone(i) || pinned(i)) return;
    const Inst copy = c_.clone(i);
    std::unordered_map<Value, Value> names;
    std::uint32_t at = 0;
    for (const auto& o : operands_of(c_, i)) {
      if (o.is_def()) {
        names.emplace(o.value, e_.new_value(o.value));
        c_.set_operand(copy, at, names.at(o.value));
      }
      ++at;
    }
    e_.insert(copy, k + 1 < insts.size() ? Code::Spot{b, insts[k + 1]} : Code::Spot{b, {}});
    for (std::uint32_t later = k + 1; later < insts.size(); ++later) {
      at = 0;
      for (const auto& o : operands_of(c_, insts[later])) {
        if (!o.is_def() && names.contains(o.value) && pick_(2) == 0)
          e_.set_operand(insts[later], at, names.at(o.value));
        ++at;
      }
    }
    ++done;
  }
  bool read(Value v) const {
    for (const Block b : c_.blocks())
      for (const Inst i : c_.instructions(b)) {
        bool found = false;
        c_.for_each_operand(i, [&](const auto& o) { found = found || (!o.is_def() && o.value == v); });
        c_.for_each_incoming(i, [&](Block, Value in) { found = found || in == v; });
        if (found) return true;
      }
    return false;
  }
  void erase(Inst i) {
    if (!c_.effects(i).removable()) return;
    for (const auto& o : operands_of(c_, i))
      if (o.is_def() && (c_.pinned(o.value) ? !o.dead : read(o.value))) return;
    e_.erase(i);
    ++done;
  }
  // To the end of the block in front, where there is one.
  void hoist(Block b, Inst i) {
    if (!c_.effects(i).speculatable() || stays(c_, i) || pinned(i) || b->pred_size() != 1) return;
    const Block to = *b->pred_begin();
    if (to == b) return;
    for (const auto& o : operands_of(c_, i))
      if (!o.is_def())
        for (const Inst before : c_.instructions(b))
          for (const auto& d : operands_of(c_, before))
            if (d.is_def() && d.value == o.value) return;
    e_.move(i, {to, end_of(c_, to)});
    ++done;
  }

  Pick& pick_;
  Code& c_;
  E& e_;
  bool ssa_, shape_;
};

}  // namespace lathe::llvm_mir::test
