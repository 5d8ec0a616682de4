// The toy machine as a client of codegen/passes: what they may be told beside an Editor's members.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "codegen/passes/block_order.hpp"
#include "codegen/passes/copies.hpp"
#include "support/edited_functions.hpp"

namespace toy {

/// It says what the passes cannot do without, and which constants stand where. A jump with slot 1 is not written: control
/// runs into the block behind.
class PassFunction : public EditFunction {
 public:
  using EditFunction::EditFunction;

  // ---- copies

  struct Source {
    std::optional<std::int64_t> constant;
    ValueId value;
  };
  static bool is_value(const Source& s) { return !s.constant; }
  static ValueId value_of(const Source& s) { return s.value; }
  static Source source_of(ValueId v) { return {{}, v}; }
  std::optional<lathe::codegen::passes::Copy<ValueId, Source>> copied(InstId i) const {
    const MachineInst m = inst(i);
    if (payload(i).kind == FrameOp::Kind::move) return {{ValueId(m.writes[0]), {{}, ValueId(m.reads[0])}, true}};
    if (is_plain(i, Op::set)) return {{ValueId(m.writes[0]), {m.constant, {}}, true}};
    return {};
  }
  bool takes_constant(InstId i, std::uint32_t k, const Source&) const {
    return payload(i).kind == FrameOp::Kind::move && k == 0;
  }
  void put_constant(InstId i, std::uint32_t, const Source& s) {
    put(make_move(ValueId(inst(i).writes[0]), s), {parent(i), i});
    put(i, {});
    drop(i);
  }
  InstId make_move(ValueId to, const Source& from) {
    using lathe::program::Operand, lathe::program::Role;
    const Operand<ValueId> use{from.value, Role::use}, def{to, Role::def};
    if (from.constant) return make(FrameOp{FrameOp::Kind::plain, {Op::set, *from.constant, 0}, 0}, std::span(&def, 1));
    const Operand<ValueId> both[] = {use, def};
    return make(FrameOp{FrameOp::Kind::move, {}, 0}, both);
  }

  // ---- ends of blocks

  struct Branch {
    ValueId condition;
    bool negated = false;
  };
  using Tail = lathe::codegen::passes::Tail<PassFunction>;
  Tail take_tail(BlockId b, std::optional<BlockId>) {
    Tail t;
    std::optional<InstId> last;
    for (const InstId i : instructions(b)) last = i;
    if (!last || targets(*last).empty()) return t;
    const auto to = targets(*last);
    t.next = to.back();
    if (to.size() == 2) {
      t.taken = to[0];
      t.branch.condition = condition_of(*last);
    }
    put(*last, {});
    drop(*last);
    return t;
  }
  void put_tail(BlockId b, Tail&& t, bool behind) {
    if (!t.next) return;
    const bool both = t.taken.has_value(), negated = both && t.branch.negated;
    std::vector<BlockId> to;
    if (both) to.push_back(negated ? *t.next : *t.taken);
    to.push_back(negated ? *t.taken : *t.next);
    const lathe::program::Operand<ValueId> condition{t.branch.condition, lathe::program::Role::use};
    const FrameOp op{FrameOp::Kind::plain, {both ? Op::branch : Op::jump, 0, 0}, behind ? 1U : 0U};
    put(make(op, std::span(&condition, both ? 1 : 0), to), {b, {}});
  }
  static bool invert(Branch& branch) {
    branch.negated = !branch.negated;
    return true;
  }
};

}  // namespace toy
