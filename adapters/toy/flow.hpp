// A function of the toy machine for lathe::flow.
#pragma once

#include <string>

#include <lathe/flow.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

class MachineFlow {
 public:
  explicit MachineFlow(const MachineFunction& function, std::uint32_t registers = Machine::registers)
      : f_(function), registers_(registers) {}

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(f_.blocks.size()); }
  template <class F>
  void for_each_successor(std::uint32_t block, F&& f) const {
    using enum MachineInst::Op;
    for (const MachineInst& inst : f_.blocks[block].insts) {
      if (inst.op == jump || inst.op == branch) f(inst.target);
      if (inst.op == branch) f(inst.other);
    }
  }
  std::uint32_t variable_count() const { return registers_; }
  std::uint32_t inst_count(std::uint32_t block) const {
    return static_cast<std::uint32_t>(f_.blocks[block].insts.size());
  }
  template <class F>
  void for_each_operand(std::uint32_t block, std::uint32_t inst, F&& f) const {
    for (const Register r : f_.blocks[block].insts[inst].reads) f(r, false);
    for (const Register r : f_.blocks[block].insts[inst].writes) f(r, true);
  }
  const std::string& name() const { return f_.name; }

 private:
  const MachineFunction& f_;
  std::uint32_t registers_;
};
static_assert(lathe::flow::explain_program<MachineFlow>());

}  // namespace toy
