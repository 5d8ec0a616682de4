// The toy machine as a call graph, and a plan of inlining carried out on its code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/inlining.hpp>

#include "adapters/toy/machine.hpp"

namespace inlining_test {

using toy::Machine;
using toy::MachineFunction;
using toy::MachineInst;

/// Where a call stands.
struct ToyCall {
  std::uint32_t function, block, inst;
};

/// The five members of inlining::CallGraph.
struct ToyCalls {
  const Machine& machine;

  std::vector<std::uint32_t> functions() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t f = 0; f < machine.functions.size(); ++f) out.push_back(f);
    return out;
  }
  lathe::inlining::Function describe(std::uint32_t f) const {
    lathe::inlining::Function out;
    out.name = machine.functions[f].name;
    for (const toy::MachineBlock& b : machine.functions[f].blocks)
      out.size += static_cast<std::uint32_t>(b.insts.size());
    out.kept = f == 0;
    out.local = f != 0;
    out.no_inline = machine.functions[f].keep;
    // Odd ones have no register to spare, so their calls stay until they are in another's body.
    out.registers = 4;
    out.register_limit = f % 2 == 1 ? 4 : 0;
    return out;
  }
  std::vector<ToyCall> calls(std::uint32_t f) const {
    std::vector<ToyCall> out;
    const MachineFunction& function = machine.functions[f];
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < function.blocks[b].insts.size(); ++i)
        if (function.blocks[b].insts[i].op == MachineInst::Op::call) out.push_back({f, b, i});
    return out;
  }
  const MachineInst& at(const ToyCall& c) const { return machine.functions[c.function].blocks[c.block].insts[c.inst]; }
  std::uint32_t callee(const ToyCall& c) const { return at(c).target; }
  lathe::inlining::Site describe(const ToyCall& c) const {
    lathe::inlining::Site out;
    out.live = 1;
    out.saved = static_cast<std::uint32_t>(1 + at(c).reads.size() + at(c).writes.size());
    return out;
  }
};

/// Carries out a plan on a machine. A call's number is in its `constant`, which means nothing else there.
class ToyInliner {
 public:
  ToyInliner(Machine& machine, const lathe::inlining::Ingested<ToyCalls>& from, const lathe::inlining::Plan& plan)
      : m_(machine), plan_(plan) {
    for (std::uint32_t s = 0; s < from.calls.size(); ++s) {
      const ToyCall& c = from.calls[s];
      m_.functions[c.function].blocks[c.block].insts[c.inst].constant = s;
    }
  }
  void run() {
    for (const lathe::inlining::Decision& d : plan_.decisions) inline_call(d);
  }

 private:
  std::pair<std::uint32_t, std::uint32_t> find(const MachineFunction& f, std::uint32_t instance) const {
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < f.blocks[b].insts.size(); ++i)
        if (f.blocks[b].insts[i].op == MachineInst::Op::call && f.blocks[b].insts[i].constant == instance)
          return {b, i};
    return {lathe::inlining::none, 0};
  }
  MachineInst move(toy::Register to, toy::Register from, toy::Register zero) const {
    return {MachineInst::Op::add, {to}, {from, zero}, 0, 0, 0};
  }

  // The callee's blocks behind the caller's, its registers behind all others; what stood behind the call is a block.
  void inline_call(const lathe::inlining::Decision& d) {
    using enum MachineInst::Op;
    MachineFunction& f = m_.functions[plan_.instances[d.instance].owner];
    const auto [block, index] = find(f, d.instance);
    const MachineInst site = f.blocks[block].insts[index];
    const MachineFunction body = m_.functions[site.target];
    const toy::Register shift = m_.file, zero = 2 * m_.file;
    m_.file = zero + 1;
    const auto first = static_cast<std::uint32_t>(f.blocks.size());
    const auto behind = first + static_cast<std::uint32_t>(body.blocks.size());
    std::vector<MachineInst>& insts = f.blocks[block].insts;
    std::vector<MachineInst> rest(insts.begin() + index + 1, insts.end());
    insts.resize(index);
    insts.push_back({set, {zero}, {}, 0, 0, 0});
    for (std::size_t k = 0; k < body.parameters.size(); ++k)
      insts.push_back(move(body.parameters[k] + shift, site.reads[k], zero));
    insts.push_back({jump, {}, {}, 0, first, 0});
    for (const toy::MachineBlock& b : body.blocks) {
      toy::MachineBlock copy;
      for (MachineInst i : b.insts) {
        for (toy::Register& r : i.writes) r += shift;
        for (toy::Register& r : i.reads) r += shift;
        if (i.op == jump || i.op == branch) i.target += first, i.other += first;
        if (i.op == MachineInst::Op::call) i.constant = copy_of(d, i.constant);
        if (i.op == ret) {
          for (std::size_t k = 0; k < site.writes.size(); ++k)
            copy.insts.push_back(move(site.writes[k], i.reads[k], zero));
          i = {jump, {}, {}, 0, behind, 0};
        }
        copy.insts.push_back(std::move(i));
      }
      f.blocks.push_back(std::move(copy));
    }
    f.blocks.push_back({std::move(rest)});
  }
  std::int64_t copy_of(const lathe::inlining::Decision& d, std::int64_t instance) const {
    for (std::uint32_t k = d.first_copy; k < d.first_copy + d.copies; ++k)
      if (plan_.instances[k].copy_of == instance) return k;
    return -1;
  }

  Machine& m_;
  const lathe::inlining::Plan& plan_;
};

}  // namespace inlining_test
