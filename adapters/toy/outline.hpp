// The toy machine as a program for lathe::outline: what the outliner's user writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lathe/outline.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// The members of outline::Program, and those optional ones that make registers anonymous.
class MachineProgram {
 public:
  struct BlockRef {
    std::uint32_t function, block;
  };
  struct InstRef {
    const MachineInst* inst;
  };
  struct OperandRef {
    Register value;
    unsigned cls;
    bool is_def;
  };
  explicit MachineProgram(const Machine& machine) : m_(machine) {}

  std::vector<BlockRef> blocks() const {
    std::vector<BlockRef> out;
    for (std::uint32_t f = 0; f < m_.functions.size(); ++f)
      for (std::uint32_t b = 0; b < m_.functions[f].blocks.size(); ++b) out.push_back({f, b});
    return out;
  }
  std::vector<InstRef> insts(BlockRef b) const {
    std::vector<InstRef> out;
    for (const MachineInst& inst : m_.functions[b.function].blocks[b.block].insts) out.push_back({&inst});
    return out;
  }
  bool legal(InstRef i) const { return i.inst->op < MachineInst::Op::call; }
  std::string key(InstRef i) const {
    std::string out(machine_op_names[static_cast<std::size_t>(i.inst->op)]);
    if (i.inst->op == MachineInst::Op::call) out += ":" + m_.functions[i.inst->target].name;
    return out + " " + std::to_string(i.inst->constant);
  }
  std::uint32_t bytes(InstRef) const { return 4; }
  std::uint32_t call_bytes(const lathe::outline::Interface& i, const lathe::outline::Site&) const {
    return 4 + static_cast<std::uint32_t>(i.results.size());
  }
  std::uint32_t frame_bytes(const lathe::outline::Interface&) const { return 4; }

  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    for (const Register r : i.inst->writes) out.push_back({r, 0, true});
    for (const Register r : i.inst->reads) out.push_back({r, 0, false});
    return out;
  }
  std::uint32_t function(BlockRef b) const { return b.function; }
  const std::string& name(std::uint32_t function) const { return m_.functions[function].name; }
  bool no_outline(BlockRef b) const { return m_.functions[b.function].keep; }
  /// By iteration to a fixed point, afresh for each block: a toy.
  std::vector<Register> live_out(BlockRef b) const {
    const MachineFunction& f = m_.functions[b.function];
    std::vector<std::vector<bool>> in(f.blocks.size(), std::vector<bool>(Machine::registers));
    const auto out_of = [&](std::size_t k) {
      std::vector<bool> out(Machine::registers);
      const MachineInst& last = f.blocks[k].insts.back();
      if (last.op == MachineInst::Op::ret) return out;
      for (Register r = 0; r < Machine::registers; ++r)
        out[r] = in[last.target][r] || (last.op == MachineInst::Op::branch && in[last.other][r]);
      return out;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t k = 0; k < f.blocks.size(); ++k) {
        std::vector<bool> live = out_of(k);
        for (std::size_t i = f.blocks[k].insts.size(); i-- > 0;) {
          for (const Register r : f.blocks[k].insts[i].writes) live[r] = false;
          for (const Register r : f.blocks[k].insts[i].reads) live[r] = true;
        }
        changed |= live != in[k];
        in[k] = live;
      }
    }
    std::vector<Register> out;
    const std::vector<bool> live = out_of(b.block);
    for (Register r = 0; r < Machine::registers; ++r)
      if (live[r]) out.push_back(r);
    return out;
  }

 private:
  const Machine& m_;
};

/// Writes a round into the machine. Values of the plan are numbers of the problem: function f's register r is found by
/// the order of first mention, as ingest numbers them.
class MachineEditor {
 public:
  explicit MachineEditor(Machine& machine) : m_(machine) {
    const MachineProgram program(machine);
    std::vector<std::optional<std::uint32_t>> number;
    std::uint32_t function = 0xffffffffU;
    const auto mention = [&](Register r) {
      if (number[r]) return;
      number[r] = static_cast<std::uint32_t>(registers_.size());
      registers_.push_back(r);
    };
    for (const auto& b : program.blocks()) {
      if (b.function != function) number.assign(Machine::registers, std::nullopt);
      function = b.function;
      for (std::uint32_t i = 0; i < program.insts(b).size(); ++i) places_.push_back({b.function, b.block, i});
      for (const auto& inst : program.insts(b))
        for (const auto& o : program.operands(inst)) mention(o.value);
      for (const Register r : program.live_out(b)) mention(r);
    }
  }

  std::uint32_t create(const lathe::outline::OutlinedFunction& f, const lathe::outline::PlannedSite& first) {
    const Place at = places_[first.site.first];
    const auto& insts = m_.functions[at.function].blocks[at.block].insts;
    MachineFunction fresh;
    fresh.name = f.name;
    fresh.parameters = names(first.arguments);
    fresh.blocks.resize(1);
    auto& body = fresh.blocks[0].insts;
    body.assign(insts.begin() + at.inst, insts.begin() + at.inst + f.interface.length);
    body.push_back({MachineInst::Op::ret, {}, names(first.results), 0, 0, 0});
    m_.functions.push_back(std::move(fresh));
    return static_cast<std::uint32_t>(m_.functions.size() - 1);
  }
  void replace(const lathe::outline::PlannedSite& site, std::uint32_t length, std::uint32_t callee) {
    const Place at = places_[site.site.first];
    auto& insts = m_.functions[at.function].blocks[at.block].insts;
    insts[at.inst] = {MachineInst::Op::call, names(site.results), names(site.arguments), 0, callee, 0};
    insts.erase(insts.begin() + at.inst + 1, insts.begin() + at.inst + length);
  }

 private:
  struct Place {
    std::uint32_t function, block, inst;
  };
  std::vector<Register> names(const std::vector<std::uint32_t>& values) const {
    std::vector<Register> out;
    for (const std::uint32_t v : values) out.push_back(registers_[v]);
    return out;
  }
  Machine& m_;
  std::vector<Place> places_;        // per instruction of the problem
  std::vector<Register> registers_;  // per value of the problem
};

static_assert(lathe::outline::explain_program<MachineProgram>());
static_assert(lathe::outline::explain_editor<MachineEditor>());

}  // namespace toy
