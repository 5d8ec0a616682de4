// The toy machine as a lathe::passes::Machine: what a user writes to have rules over instructions, 60 lines.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lathe/combine/rules_compiled.hpp>
#include <lathe/passes/operations.hpp>

#include "adapters/toy/stored_registers.hpp"

namespace toy {

/// All registers are numbers of 64 bits; only `set` has a literal.
inline lathe::rules::Vocabulary machine_vocabulary() {
  lathe::rules::Vocabulary words;
  for (const auto op : {MachineInst::Op::add, MachineInst::Op::sub, MachineInst::Op::mul})
    words.operations.push_back({std::string(machine_op_names[static_cast<std::size_t>(op)]),
                                static_cast<std::uint32_t>(op),
                                2,
                                op != MachineInst::Op::sub,
                                {},
                                false});
  words.types.push_back({"word", 0, 64});
  return words;
}

/// `Code`: a FrameFunction, or what is made of it.
template <class Code>
class PeepholeMachine {
 public:
  using InstId = typename Code::InstId;
  using Value = typename Code::ValueId;
  using Operation = lathe::passes::MachineOperation<Value>;
  explicit PeepholeMachine(Code& code) : code_(code) {}

  bool read(InstId i, Operation& out) const {
    const auto op = code_.payload(i).op.op;
    if (!plain(i) || (op != MachineInst::Op::add && op != MachineInst::Op::sub && op != MachineInst::Op::mul))
      return false;
    out.operation = static_cast<std::uint32_t>(op);
    out.type = 0;
    code_.for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) out.operands.push_back({o.value, false, false, 0, 0});
    });
    return true;
  }
  std::optional<std::uint64_t> literal(InstId i) const {
    if (!plain(i) || code_.payload(i).op.op != MachineInst::Op::set) return {};
    return static_cast<std::uint64_t>(code_.payload(i).op.constant);
  }
  static std::uint32_t type(Value) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 64; }
  bool makes(const Operation& o, const Value*) const {
    for (const auto& operand : o.operands)
      if (operand.literal) return false;
    return true;
  }
  std::optional<InstId> make(const Operation& o, Value result) {
    return make(static_cast<MachineInst::Op>(o.operation), 0, {o.operands[0].value, o.operands[1].value}, result);
  }
  std::optional<InstId> make_literal(std::uint64_t bits, Value result) {
    return make(MachineInst::Op::set, static_cast<std::int64_t>(bits), {}, result);
  }
  std::optional<InstId> make_copy(Value from, Value result) {
    using lathe::program::Role;
    const lathe::program::Operand<Value> both[] = {{from, Role::use}, {result, Role::def}};
    return code_.make(FrameOp{FrameOp::Kind::move, {}, 0}, both);
  }
  static Value like(std::uint32_t) { return Value(0); }

 private:
  bool plain(InstId i) const { return code_.payload(i).kind == FrameOp::Kind::plain; }
  InstId make(MachineInst::Op op, std::int64_t constant, const std::vector<Value>& reads, Value result) {
    using lathe::program::Role;
    std::vector<lathe::program::Operand<Value>> operands;
    for (const Value v : reads) operands.push_back({v, Role::use});
    operands.push_back({result, Role::def});
    return code_.make(FrameOp{FrameOp::Kind::plain, {op, constant, 0}, 0}, operands);
  }
  Code& code_;
};

}  // namespace toy
