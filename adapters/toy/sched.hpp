// The toy machine as regions for lathe::sched: what the scheduler's user writes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/sched.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// Registers that are live at the end of each block of a function.
inline std::vector<std::vector<bool>> live_at_ends(const MachineFunction& f) {
  std::vector<std::vector<bool>> in(f.blocks.size(), std::vector<bool>(Machine::registers)), out = in;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = f.blocks.size(); b-- > 0;) {
      const auto& insts = f.blocks[b].insts;
      std::vector<bool> live(Machine::registers);
      if (!insts.empty() && insts.back().op != MachineInst::Op::ret) {
        live = in[insts.back().target];
        if (insts.back().op == MachineInst::Op::branch)
          for (Register r = 0; r < Machine::registers; ++r) live[r] = live[r] || in[insts.back().other][r];
      }
      out[b] = live;
      for (std::size_t i = insts.size(); i-- > 0;) {
        for (const Register r : insts[i].writes) live[r] = false;
        for (const Register r : insts[i].reads) live[r] = true;
      }
      changed |= live != in[b];
      in[b] = live;
    }
  }
  return out;
}

/// A block but for the jump at its end; `live` of live_at_ends. Its editor, too.
class MachineRegion {
 public:
  struct Operand {
    Register value;
    unsigned cls;
    bool is_def;
  };
  MachineRegion(MachineBlock& block, const std::vector<bool>& live) : block_(block), live_(live) {
    size_ = block.insts.size();
    while (size_ > 0 && block.insts[size_ - 1].op >= MachineInst::Op::jump) --size_;
  }

  std::span<const MachineInst> insts() const { return {block_.insts.data(), size_}; }
  std::vector<Operand> operands(const MachineInst& i) const {
    std::vector<Operand> out;
    for (const Register r : i.writes) out.push_back({r, 0, true});
    for (const Register r : i.reads) out.push_back({r, 0, false});
    return out;
  }
  /// What is shown is memory as well, of its own: the order of what is shown stays.
  lathe::sched::Memory memory(const MachineInst& i) const {
    using enum MachineInst::Op;
    using lathe::sched::Memory;
    return i.op == call                    ? Memory::fence
           : i.op == load                  ? Memory::reads
           : i.op == store || i.op == show ? Memory::writes
                                           : Memory::none;
  }
  bool may_meet(const MachineInst& a, const MachineInst& b) const {
    return (a.op == MachineInst::Op::show) == (b.op == MachineInst::Op::show);
  }
  std::uint32_t latency(const MachineInst& i) const {
    return i.op == MachineInst::Op::load ? 20 : i.op == MachineInst::Op::mul ? 5 : 2;
  }
  std::vector<Operand> live_out() const {
    std::vector<bool> live = live_;
    for (std::size_t i = size_; i < block_.insts.size(); ++i)
      for (const Register r : block_.insts[i].reads) live[r] = true;
    std::vector<Operand> out;
    for (Register r = 0; r < Machine::registers; ++r)
      if (live[r]) out.push_back({r, 0, false});
    return out;
  }

  void reorder(std::span<const std::uint32_t> order) {
    std::vector<MachineInst> fresh;
    for (const std::uint32_t n : order) fresh.push_back(block_.insts[n]);
    std::copy(fresh.begin(), fresh.end(), block_.insts.begin());
  }

 private:
  MachineBlock& block_;
  std::vector<bool> live_;
  std::size_t size_ = 0;
};

static_assert(lathe::sched::explain_region<MachineRegion>());
static_assert(lathe::sched::explain_editor<MachineRegion>());

}  // namespace toy
