// For tests of passes that fit code into few registers: the toy machine out of SSA form, run with slots, and who lives where
// by a walk that is too slow for anything else.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <lathe/program/resources.hpp>

#include "support/edited_functions.hpp"

namespace passes_test {

using toy::BlockId, toy::EditFunction, toy::FrameOp, toy::InstId, toy::MachineInst, toy::ValueId;
namespace program = lathe::program;

// As toy::run_stored, with slots; nothing where the steps were not enough.
inline std::optional<toy::Seen> run_with_slots(const EditFunction& f, std::uint32_t steps) {
  toy::Seen seen;
  std::vector<std::int64_t> value(f.value_count());
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = 0x0badbad + static_cast<std::int64_t>(v);
  std::map<std::uint32_t, std::int64_t> frame;
  std::optional<BlockId> block = *f.blocks().begin();
  while (block) {
    std::optional<BlockId> to;
    for (const InstId i : f.instructions(*block)) {
      if (steps-- == 0) return {};
      const MachineInst m = f.inst(i);
      const FrameOp& op = f.payload(i);
      std::vector<std::int64_t> in, out;
      for (const toy::Register r : m.reads) in.push_back(value[r]);
      if (op.kind == FrameOp::Kind::move) out = in;
      if (op.kind == FrameOp::Kind::store) frame[op.slot] = in[0];
      if (op.kind == FrameOp::Kind::load) out = {frame[op.slot]};
      if (op.kind == FrameOp::Kind::plain) operate(m, in, out, seen);
      for (std::size_t k = 0; k < out.size(); ++k) value[m.writes[k]] = out[k];
      const auto targets = f.targets(i);
      if (!targets.empty()) to = targets[targets.size() == 2 && in[0] == 0 ? 1 : 0];
    }
    block = to;
  }
  return seen;
}

// Out of SSA form as simply as can be: a register between the two for each phi.
inline void drop_phis(EditFunction& f) {
  std::vector<InstId> phis;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.payload(i).kind == FrameOp::Kind::phi) phis.push_back(i);
  std::vector<std::pair<ValueId, ValueId>> heads;
  for (const InstId phi : phis) {
    const ValueId result(f.inst(phi).writes[0]), between = f.make_value(result);
    std::vector<std::pair<BlockId, ValueId>> in;
    std::set<std::uint32_t> from;
    f.for_each_incoming(phi, [&](BlockId b, ValueId v) { in.emplace_back(b, v); });
    for (const auto& [b, v] : in) {
      if (!from.insert(b.value).second) continue;
      std::optional<InstId> end;
      for (const InstId i : f.instructions(b))
        if (!end && !f.targets(i).empty()) end = i;
      f.put(f.make_copy(between, v), {b, end});
    }
    heads.emplace_back(result, between);
  }
  // Phis take all at once, and copies between stand for that.
  for (std::size_t k = 0; k < phis.size(); ++k) {
    f.put(f.make_copy(heads[k].first, heads[k].second), {f.parent(phis[k]), phis[k]});
    f.put(phis[k], {});
    f.drop(phis[k]);
  }
}

/// Registers of one kind; what memory holds, slots.
class FewRegisters {
 public:
  FewRegisters(EditFunction& f, std::uint32_t limit) : f_(f) { sets_ = {{"registers", limit, 0, {}}}; }
  const std::vector<program::RegisterSet>& sets() const { return sets_; }
  const program::RegisterClass& register_class(ValueId) const { return class_; }
  template <class F>
  void for_each_held(InstId i, F&& f) const {
    const bool load = f_.is_plain(i, MachineInst::Op::load);
    if (!load && !f_.is_plain(i, MachineInst::Op::store)) return;
    const MachineInst m = f_.inst(i);
    if ((load ? m.writes.size() : m.reads.size() - 1) != 1) return;
    f_.for_each_access(i, [&](const program::Access<ValueId>& at) { f(ValueId(load ? m.writes[0] : m.reads[1]), at); });
  }
  std::optional<InstId> make_load(ValueId to, const program::Access<ValueId>& at) {
    const program::Operand<ValueId> both[] = {{at.base, program::Role::use}, {to, program::Role::def}};
    return f_.make(FrameOp{FrameOp::Kind::plain, {MachineInst::Op::load, at.offset, 0}, 0}, both);
  }
  std::uint32_t make_slot(ValueId) { return slots_++; }
  InstId make_store(std::uint32_t slot, ValueId v) {
    const program::Operand<ValueId> one[] = {{v, program::Role::use}};
    return f_.make(FrameOp{FrameOp::Kind::store, {}, slot}, one);
  }
  InstId make_reload(ValueId to, std::uint32_t slot) {
    const program::Operand<ValueId> one[] = {{to, program::Role::def}};
    return f_.make(FrameOp{FrameOp::Kind::load, {}, slot}, one);
  }

 private:
  EditFunction& f_;
  std::vector<program::RegisterSet> sets_;
  program::RegisterClass class_{"word", {{0, 1}}};
  std::uint32_t slots_ = 0;
};

/// Who lives where, by a walk back over everything until nothing changes: any View without phis.
template <class P>
struct SlowLives {
  using Inst = program::inst_t<P>;
  using Value = program::value_t<P>;
  struct Place {
    std::uint32_t inst;                     ///< handle
    std::set<std::uint32_t> before, after;  ///< values that live in front of it and behind it
    std::size_t most;                       ///< of both, with what it writes
  };
  std::vector<Place> places;  ///< of blocks that are reached, in order
  std::uint64_t excess = 0;

  SlowLives(const P& f, std::uint32_t limit) {
    std::map<std::uint32_t, std::set<std::uint32_t>> in;
    std::set<std::uint32_t> reached{(*f.blocks().begin()).value};
    for (bool grew = true; grew;) {
      grew = false;
      for (auto&& b : f.blocks())
        if (reached.count(b.value) != 0)
          f.for_each_successor(b, [&](auto s) { grew |= reached.insert(s.value).second; });
    }
    for (bool changed = true; changed;) {
      changed = false;
      excess = 0;
      places.clear();
      for (auto&& b : f.blocks()) {
        std::set<std::uint32_t> live;
        f.for_each_successor(b, [&](auto s) { live.insert(in[s.value].begin(), in[s.value].end()); });
        std::vector<Inst> all;
        for (auto&& i : f.instructions(b)) all.push_back(i);
        std::vector<Place> here;
        for (std::size_t k = all.size(); k-- > 0;) {
          Place p{all[k].value, {}, live, 0};
          std::set<std::uint32_t> reads, writes;
          f.for_each_operand(all[k], [&](const auto& o) { (o.is_def() ? writes : reads).insert(o.value.value); });
          live.insert(writes.begin(), writes.end());
          p.most = live.size();
          for (const auto w : writes) live.erase(w);
          live.insert(reads.begin(), reads.end());
          p.most = std::max(p.most, live.size());
          p.before = live;
          if (reached.count(b.value) != 0 && p.most > limit) excess += p.most - limit;
          here.push_back(std::move(p));
        }
        if (reached.count(b.value) != 0) places.insert(places.end(), here.rbegin(), here.rend());
        if (live != in[b.value]) in[b.value] = live, changed = true;
      }
    }
  }
};
inline std::uint64_t slow_excess(const EditFunction& f, std::uint32_t limit) {
  return SlowLives<EditFunction>(f, limit).excess;
}

}  // namespace passes_test
