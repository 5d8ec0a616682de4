// One function of the toy machine for lathe::pressure: all registers in one set.
#pragma once

#include <string>
#include <vector>

#include <lathe/pressure/ingest.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

class MachinePressure {
 public:
  struct OperandRef {
    Register reg;
    bool is_def;
  };
  struct Feed {
    std::uint32_t set = 0, weight = 1;
  };
  explicit MachinePressure(const MachineFunction& function, std::uint32_t limit = Machine::registers)
      : f_(function), limit_(limit) {}

  // What pressure::Program asks for.
  std::vector<std::uint32_t> blocks() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) out.push_back(b);
    return out;
  }
  std::vector<std::uint32_t> successors(std::uint32_t b) const {
    const MachineInst& last = f_.blocks[b].insts.back();
    if (last.op == MachineInst::Op::branch) return {last.target, last.other};
    if (last.op == MachineInst::Op::jump) return {last.target};
    return {};
  }
  std::vector<const MachineInst*> insts(std::uint32_t b) const {
    std::vector<const MachineInst*> out;
    for (const MachineInst& inst : f_.blocks[b].insts) out.push_back(&inst);
    return out;
  }
  std::vector<OperandRef> operands(const MachineInst* i) const {
    std::vector<OperandRef> out;
    for (const Register r : i->writes) out.push_back({r, true});
    for (const Register r : i->reads) out.push_back({r, false});
    return out;
  }
  std::vector<std::uint32_t> limits() const { return {limit_}; }
  std::vector<Feed> feeds(Register) const { return {{}}; }

  // What it may have.
  lathe::pressure::Flags flags(const MachineInst* i) const {
    using enum MachineInst::Op;
    switch (i->op) {
      case load:
        return lathe::pressure::loads;
      case store:
        return lathe::pressure::stores;
      case show:
      case call:
        return lathe::pressure::barrier | lathe::pressure::stores;
      case jump:
      case branch:
      case ret:
        return lathe::pressure::terminator;
      default:
        return 0;
    }
  }
  std::string name() const { return f_.name; }
  std::string name(const MachineInst* i) const {
    return std::string(machine_op_names[static_cast<std::size_t>(i->op)]);
  }

 private:
  const MachineFunction& f_;
  std::uint32_t limit_;
};

static_assert(lathe::pressure::explain<MachinePressure>());

/// A move of the tracker, done to the machine: the instruction that is `from`-th of its block is put in front of what
/// is `to`-th of block `to_block` then.
inline void move_inst(MachineFunction& f, std::uint32_t from_block, std::uint32_t from, std::uint32_t to_block,
                      std::uint32_t to) {
  const MachineInst inst = f.blocks[from_block].insts[from];
  auto& source = f.blocks[from_block].insts;
  source.erase(source.begin() + from);
  auto& target = f.blocks[to_block].insts;
  target.insert(target.begin() + to, inst);
}

}  // namespace toy
