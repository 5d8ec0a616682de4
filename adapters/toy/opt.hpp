// A function of the toy machine for lathe::opt's dead code: instructions in the order of the blocks, registers as
// values.
#pragma once

#include <vector>

#include <lathe/opt/dead_code.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

class MachineDeadCode {
 public:
  explicit MachineDeadCode(const MachineFunction& function, std::uint32_t registers = Machine::registers)
      : registers_(registers) {
    for (const MachineBlock& block : function.blocks)
      for (const MachineInst& inst : block.insts) insts_.push_back(&inst);
  }
  std::uint32_t instruction_count() const { return static_cast<std::uint32_t>(insts_.size()); }
  std::uint32_t value_count() const { return registers_; }
  bool is_root(std::uint32_t inst) const {
    using enum MachineInst::Op;
    const MachineInst::Op op = insts_[inst]->op;
    return op == store || op >= show;
  }
  template <class F>
  void for_each_def(std::uint32_t inst, F&& f) const {
    for (const Register r : insts_[inst]->writes) f(r);
  }
  template <class F>
  void for_each_use(std::uint32_t inst, F&& f) const {
    for (const Register r : insts_[inst]->reads) f(r);
  }

 private:
  std::vector<const MachineInst*> insts_;
  std::uint32_t registers_;
};
static_assert(lathe::opt::explain_dead_code<MachineDeadCode>());

}  // namespace toy
