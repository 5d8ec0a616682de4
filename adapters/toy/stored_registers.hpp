// The toy machine with real registers on a program::Store: register allocation by regalloc::apply changes the code
// itself, and what comes out is run as it stands.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <lathe/program/store.hpp>
#include <lathe/regalloc/apply.hpp>

#include "adapters/toy/registers.hpp"
#include "adapters/toy/stored.hpp"

namespace toy {

/// A StoredOp, or one of those that move values between registers and the frame; or those on halves of 32 bits: pack puts
/// the low ones of its two operands together, low and high take a half of one out; address adds the constant.
struct FrameOp {
  enum class Kind : std::uint8_t {
    plain,
    phi,
    move,
    swap,
    store,
    load,
    select,
    pack,
    low,
    high,
    address
  } kind = Kind::plain;
  StoredOp op;
  std::uint32_t slot = 0;
  lathe::program::Effects effects() const {
    using lathe::program::Effect;
    switch (kind) {
      case Kind::plain:
        return op.effects();
      case Kind::phi:
        return Effect::phi;
      case Kind::move:
        return Effect::copy;
      case Kind::load:
        return Effect::reads;
      case Kind::store:
        return Effect::writes;
      default:
        break;
    }
    return {};
  }
  std::string key() const {
    const char* const names[] = {"",       "phi",  "move", "swap", "store",  "load",
                                 "select", "pack", "low",  "high", "address"};
    return kind == Kind::plain || kind == Kind::address
               ? op.key()
               : names[static_cast<std::size_t>(kind)] + (" " + std::to_string(slot));
  }
  static FrameOp jump() { return {}; }
};

class FrameFunction : public lathe::program::Store<FrameOp> {
 public:
  using BlockId = lathe::program::BlockId;
  using InstId = lathe::program::InstId;
  using ValueId = lathe::program::ValueId;
  std::vector<BlockId> made;  ///< by number of the function that it is made from

  explicit FrameFunction(const SsaFunction& f) {
    using lathe::program::Operand, lathe::program::Role;
    while (value_count() < f.registers) make_value();
    for (const Register r : f.code.parameters) add_parameter(ValueId(r));
    for (std::size_t b = 0; b < f.code.blocks.size(); ++b) {
      made.push_back(make_block());
      put_block(made.back(), true);
    }
    for (std::size_t b = 0; b < f.code.blocks.size(); ++b) {
      for (std::size_t k = 0; k < f.phis[b].size(); ++k) {
        const Operand<ValueId> def{ValueId(f.phis[b][k].writes[0]), Role::def};
        const InstId phi = make(FrameOp{FrameOp::Kind::phi, {}, 0}, std::span(&def, 1));
        std::vector<std::pair<BlockId, ValueId>> in;
        for (std::size_t j = 0; j < f.from[b][k].size(); ++j)
          in.emplace_back(made[f.from[b][k][j]], ValueId(f.phis[b][k].reads[j]));
        set_incoming(phi, in);
        put(phi, {made[b], {}});
      }
      for (const MachineInst& i : f.code.blocks[b].insts) {
        std::vector<Operand<ValueId>> operands;
        for (const Register r : i.reads) operands.push_back({ValueId(r), Role::use});
        if (RegisterView::tied(i)) operands[0].tied = 0;
        for (const Register r : i.writes) {
          operands.push_back({ValueId(r), Role::def});
          operands.back().early = RegisterView::early(i);
        }
        std::vector<BlockId> to;
        if (i.op == MachineInst::Op::jump || i.op == MachineInst::Op::branch) to.push_back(made[i.target]);
        if (i.op == MachineInst::Op::branch) to.push_back(made[i.other]);
        const StoredOp op{i.op, i.constant, i.op == MachineInst::Op::call ? i.target : 0};
        put(make(FrameOp{FrameOp::Kind::plain, op, 0}, operands, to), {made[b], {}});
      }
    }
  }
  /// The instruction as the toy machine has it; targets, guard and what is left where that does not hold left alone.
  MachineInst inst(InstId i) const {
    MachineInst out;
    out.op = payload(i).op.op;
    out.constant = payload(i).op.constant;
    out.target = payload(i).op.callee;
    for_each_operand(i, [&](const auto& o) {
      if (o.role != lathe::program::Role::guard && !o.old)
        (o.is_def() ? out.writes : out.reads).push_back(o.value.value);
    });
    return out;
  }
};
static_assert(lathe::program::is_view<FrameFunction>() && lathe::program::is_editor<FrameFunction>());

/// What the allocator asks for besides; RegisterFiles by ids.
struct FrameFiles {
  const FrameFunction* function;
  RegisterFiles files;
  using InstId = FrameFunction::InstId;
  lathe::regalloc::Machine machine() const { return files.machine(); }
  std::uint32_t register_class(FrameFunction::ValueId v) const { return files.file_of[v.value]; }
  lathe::regalloc::Constraint constraint(InstId i, std::uint32_t k) const {
    const MachineInst inst = function->inst(i);
    return files.constraint(&inst, k);
  }
  template <class F>
  void for_each_clobber(InstId i, F&& f) const {
    if (function->payload(i).kind != FrameOp::Kind::plain) return;
    const MachineInst inst = function->inst(i);
    files.for_each_clobber(&inst, f);
  }
};

/// Registers are values behind those of the program: register r is value base + r.
struct FrameMaker {
  FrameFunction& f;
  std::uint32_t base;
  using InstId = FrameFunction::InstId;
  using ValueId = FrameFunction::ValueId;
  ValueId physical(std::uint32_t r) {
    while (f.value_count() <= base + r) f.make_value();
    return ValueId(base + r);
  }
  InstId make(FrameOp::Kind kind, std::uint32_t slot, std::uint32_t to, std::uint32_t from) {
    using lathe::program::Operand, lathe::program::Role;
    std::vector<Operand<ValueId>> operands;
    if (kind != FrameOp::Kind::load) operands.push_back({physical(from), Role::use});
    if (kind == FrameOp::Kind::swap) operands.push_back({physical(to), Role::use});
    if (kind != FrameOp::Kind::store) operands.push_back({physical(to), Role::def});
    if (kind == FrameOp::Kind::swap) operands.push_back({physical(from), Role::def});
    return f.make(FrameOp{kind, {}, slot}, operands);
  }
  InstId move(std::uint32_t to, std::uint32_t from) { return make(FrameOp::Kind::move, 0, to, from); }
  InstId swap(std::uint32_t a, std::uint32_t b) { return make(FrameOp::Kind::swap, 0, a, b); }
  InstId store(std::uint32_t slot, std::uint32_t from) { return make(FrameOp::Kind::store, slot, 0, from); }
  InstId load(std::uint32_t to, std::uint32_t slot) { return make(FrameOp::Kind::load, slot, to, 0); }
};

/// Runs the code as it stands, for at most `steps` plain instructions; behind a call the registers that `files`
/// clobbers are garbage. `at_entry` holds what values have there.
inline Seen run_frame(const FrameFunction& f, const RegisterFiles& files, std::uint32_t base,
                      const std::map<std::uint32_t, std::int64_t>& at_entry, std::uint32_t steps) {
  Seen seen;
  std::map<std::uint32_t, std::int64_t> value = at_entry, frame;
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t b = 0; b < f.made.size(); ++b) number.emplace(f.made[b].value, b);
  std::int64_t garbage = 0x0badbad;
  const auto next = [&](FrameFunction::BlockId b, auto&& again) -> bool {
    const auto it = number.find(b.value);
    const bool added = it == number.end();  // on a split edge: its jump is no step
    if (!added) seen.blocks.push_back(it->second);
    for (const auto i : f.instructions(b)) {
      const FrameOp& op = f.payload(i);
      const MachineInst inst = f.inst(i);
      std::vector<std::int64_t> in, out;
      for (const Register r : inst.reads) in.push_back(value[r]);
      if (op.kind == FrameOp::Kind::store) frame[op.slot] = in[0];
      if (op.kind == FrameOp::Kind::load) out = {frame[op.slot]};
      if (op.kind == FrameOp::Kind::move || op.kind == FrameOp::Kind::swap) out = in;
      if (op.kind == FrameOp::Kind::plain) {
        if (!added && counts(inst) && steps-- == 0) return steps = 0, false;
        operate(inst, in, out, seen);
        files.for_each_clobber(&inst, [&](std::uint32_t r) { value[base + r] = ++garbage; });
      }
      for (std::size_t k = 0; k < out.size(); ++k) value[inst.writes[k]] = out[k];
      const auto to = f.targets(i);
      if (to.empty()) continue;
      if (steps == 0) return false;
      return again(to[inst.op == MachineInst::Op::branch && in[0] == 0 ? 1 : 0]);
    }
    return false;
  };
  std::optional<FrameFunction::BlockId> at = f.made[0];
  while (at) {
    std::optional<FrameFunction::BlockId> to;
    next(*at, [&](FrameFunction::BlockId b) {
      to = b;
      return true;
    });
    at = to;
  }
  return seen;
}

}  // namespace toy
