// A block of the toy machine as a loop for lathe::modulo: what the scheduler's user writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/modulo.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// The body of a block that branches to itself, the branch left out. The machine: two loads or stores a cycle, two
/// adders and one multiplier that takes a new multiplication every second cycle.
class MachineLoop {
 public:
  struct InstRef {
    const MachineInst* inst;
  };
  struct OperandRef {
    Register value;
    bool is_def;
  };
  struct UseRef {
    std::uint32_t unit, first, cycles;
  };
  explicit MachineLoop(const MachineBlock& block, std::vector<Register> live_out = {})
      : block_(block), live_out_(std::move(live_out)) {}

  std::vector<InstRef> insts() const {
    std::vector<InstRef> out;
    for (const MachineInst& inst : block_.insts)
      if (inst.op < MachineInst::Op::jump) out.push_back({&inst});
    return out;
  }
  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    for (const Register r : i.inst->reads) out.push_back({r, false});
    for (const Register r : i.inst->writes) out.push_back({r, true});
    return out;
  }
  std::uint32_t latency(InstRef i) const {
    using enum MachineInst::Op;
    return i.inst->op == load ? 4 : i.inst->op == mul ? 3 : 1;
  }
  std::vector<UseRef> units(InstRef i) const {
    using enum MachineInst::Op;
    switch (i.inst->op) {
      case load:
      case store:
      case show:
        return {{0, 0, 1}};
      case mul:
        return {{2, 0, 2}};
      case call:
        return {{0, 0, 1}, {1, 0, 1}, {2, 0, 1}};
      default:
        return {{1, 0, 1}};
    }
  }

  // Optional ones.
  lathe::flow::Sequence::Memory memory(InstRef i) const {
    using Memory = lathe::flow::Sequence::Memory;
    using enum MachineInst::Op;
    const MachineInst::Op op = i.inst->op;
    return op == load                 ? Memory::reads
           : op == store              ? Memory::writes
           : op == show || op == call ? Memory::fence
                                      : Memory::none;
  }
  std::string unit_name(std::uint32_t unit) const { return unit == 0 ? "memory" : unit == 1 ? "adder" : "multiplier"; }
  std::uint32_t unit_copies(std::uint32_t unit) const { return unit == 2 ? 1 : 2; }
  std::string name(InstRef i) const { return std::string(machine_op_names[static_cast<std::size_t>(i.inst->op)]); }
  const std::vector<Register>& live_out() const { return live_out_; }

 private:
  const MachineBlock& block_;
  std::vector<Register> live_out_;
};

static_assert(lathe::modulo::explain_loop<MachineLoop>());

}  // namespace toy
