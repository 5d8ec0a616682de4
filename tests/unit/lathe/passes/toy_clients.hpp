// Clients of passes on the toy machine: origins and handles, conditions that are constants, loads that are looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "support/edited_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

using toy::EditFunction;
using ToyOp = toy::MachineInst::Op;

// Origins in EditFunction: constants have their own, sums those of both parts, what is loaded may be anything.
struct ToyOrigins {
  const EditFunction& code;
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&& from) const {
    if (code.payload(i).kind != toy::FrameOp::Kind::plain) return false;
    const auto m = code.inst(i);
    if (m.op == ToyOp::set) own(static_cast<std::uint32_t>(m.constant) & 7);
    if (m.op == ToyOp::add)
      for (const auto r : m.reads) from(ValueId(r));
    return m.op == ToyOp::set || m.op == ToyOp::add;
  }
};
// In EditFunction a copy of what is always one constant becomes the constant.
struct ToyHandles : ToyOrigins {
  EditFunction& to_change;
  explicit ToyHandles(EditFunction& f) : ToyOrigins{f}, to_change(f) {}
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&&) const {
    const std::int64_t constant = code.inst(i).constant;
    if (!code.is_plain(i, ToyOp::set) || constant < 0 || constant > 1'000'000) return false;
    own(static_cast<std::uint32_t>(constant));
    return true;
  }
  template <class F>
  void for_each_handle(InstId i, F&& f) const {
    if (code.payload(i).kind == toy::FrameOp::Kind::move) f(0U, ValueId(code.inst(i).reads[0]));
  }
  std::optional<InstId> make_named(InstId i, std::uint32_t, std::uint32_t object) {
    const SmallCode::Operand to{ValueId(code.inst(i).writes[0]), Role::def};
    const toy::StoredOp op{ToyOp::set, static_cast<std::int64_t>(object), 0};
    return to_change.make(toy::FrameOp{toy::FrameOp::Kind::plain, op, 0}, {&to, 1});
  }
};
// Constants that are conditions.
struct ToyConditions {
  EditFunction& code;
  std::optional<bool> condition(InstId i) const {
    return code.is_plain(i, ToyOp::set) ? std::optional(code.inst(i).constant != 0) : std::nullopt;
  }
  std::optional<InstId> make_condition(InstId, bool) { return {}; }
  std::optional<InstId> make_unguarded(InstId) { return {}; }
};
inline InstId make_set(EditFunction& f, std::int64_t constant, ValueId to) {
  const SmallCode::Operand def{to, Role::def};
  return f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ToyOp::set, constant, 0}, 0}, {&def, 1});
}
// Flags for structured control flow: registers that are 0 or 1, and branches with both ways.
struct ToyGuides {
  EditFunction& code;
  ValueId make_flag() const { return code.make_value(); }
  InstId make_set(ValueId flag, bool on) const { return passes_test::make_set(code, on ? 1 : 0, flag); }
  InstId make_branch(ValueId flag, BlockId yes, BlockId no) const {
    const SmallCode::Operand use{flag, Role::use};
    const BlockId to[] = {yes, no};
    return code.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ToyOp::branch, 0, 0}, 0}, {&use, 1}, to);
  }
};
// Some branches get a constant as their condition, or the one or the other of two by the way that was taken.
inline void decide_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> branches, all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      if (f.is_plain(i, ToyOp::branch)) branches.push_back(i);
      if (f.payload(i).kind == toy::FrameOp::Kind::plain && f.effects(i).removable()) all.push_back(i);
    }
  for (const InstId branch : branches) {
    if (random.below(3) == 0) continue;
    const ValueId v = f.make_value(ValueId(0));
    const std::int64_t constant = random.below(2);
    f.put(make_set(f, constant, v), {f.parent(branch), branch});
    if (random.below(3) == 0 && !all.empty())  // a second definition elsewhere, of the same word or another
      if (const InstId at = all[random.below(static_cast<std::uint32_t>(all.size()))]; true)
        f.put(make_set(f, random.below(4) == 0 ? 1 - constant : constant, v), {f.parent(at), at});
    f.set_operand(branch, 0, v);
  }
}
struct ToyLoads {
  EditFunction& code;
  template <class F>
  void for_each_word(InstId i, F&& f) const {
    if (!code.is_plain(i, ToyOp::load)) return;
    const auto m = code.inst(i);
    for (std::uint32_t k = 0; k < m.writes.size(); ++k) f(k, 1U, 0U, ValueId(m.writes[k]));
  }
  std::optional<InstId> make_copy(InstId, ValueId to, ValueId from) { return code.make_copy(to, from); }
};
inline InstId make_load(EditFunction& f, ValueId base, std::int64_t at, const std::vector<ValueId>& to) {
  std::vector<SmallCode::Operand> operands{{base, Role::use}};
  for (const ValueId v : to) operands.push_back({v, Role::def});
  return f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ToyOp::load, at, 0}, 0}, operands);
}
// Loads of one or two words anywhere, of few places, shown at the end of their block.
inline void load_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<std::pair<BlockId, InstId>> spots;
  ValueId base;  // the first constant of the entry
  for (const InstId i : f.instructions(*f.blocks().begin()))
    if (!f.is_plain(i, ToyOp::set))
      break;
    else
      base = ValueId(f.inst(i).writes[0]);
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.payload(i).kind != toy::FrameOp::Kind::phi && random.below(3) == 0) spots.emplace_back(b, i);
  for (const auto& [b, at] : spots) {
    std::vector<ValueId> to(1 + random.below(2));
    for (ValueId& v : to) v = f.make_value(base);
    f.put(make_load(f, base, random.below(3), to), {b, at});
    for (const ValueId v : to) {
      const SmallCode::Operand shown{v, Role::use};
      f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ToyOp::show, 0, 0}, 0}, {&shown, 1}), {b, at});
    }
    if (random.below(4) == 0) {
      const SmallCode::Operand stored[] = {{base, Role::use}, {to[0], Role::use}};
      f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ToyOp::store, random.below(3), 0}, 0}, stored), {b, at});
    }
  }
}

}  // namespace passes_test
