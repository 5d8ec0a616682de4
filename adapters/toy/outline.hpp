// The toy machine for lathe::outline: what it needs beside MachineView, and the editor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/outline.hpp>
#include <lathe/outline/of_view.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

struct MachineCosts {
  using Signature = lathe::outline::view_signature_t<MachineView>;
  bool legal(std::uint32_t, const MachineInst* i) const { return i->op < MachineInst::Op::call; }
  std::uint32_t call_bytes(const Signature& s, const lathe::outline::view_place_t<MachineView>&) const {
    return 4 + s.results.size();
  }
  std::uint32_t frame_bytes(const Signature&) const { return 4; }
};

struct MachineProgram : lathe::outline::OfView<MachineView, MachineCosts> {
  explicit MachineProgram(const Machine& machine) : OfView(MachineCosts()) {
    for (const MachineFunction& f : machine.functions) add(MachineView(f), f.keep);
  }
};

/// Writes a round into the machine.
class MachineEditor {
 public:
  using Site = lathe::outline::site_of_t<MachineProgram>;
  explicit MachineEditor(Machine& machine) : m_(machine) {}

  std::uint32_t create(const lathe::outline::OutlinedFunction& f, const Site& first) {
    const auto begin = insts(first).begin() + first.at;
    MachineFunction fresh;
    fresh.name = f.name;
    fresh.parameters = first.arguments;
    fresh.blocks.push_back({{begin, begin + first.length}});
    fresh.blocks[0].insts.push_back({MachineInst::Op::ret, {}, first.results, 0, 0, 0});
    m_.functions.push_back(std::move(fresh));
    return static_cast<std::uint32_t>(m_.functions.size() - 1);
  }
  void replace(const Site& site, std::uint32_t callee) {
    const auto begin = insts(site).begin() + site.at;
    *begin = {MachineInst::Op::call, site.results, site.arguments, 0, callee, 0};
    insts(site).erase(begin + 1, begin + site.length);
  }

 private:
  std::vector<MachineInst>& insts(const Site& s) { return m_.functions[s.block.function].blocks[s.block.handle].insts; }
  Machine& m_;
};

static_assert(lathe::outline::explain_outlinable<MachineProgram>());
static_assert(lathe::outline::explain_editor<MachineEditor, MachineProgram>());

}  // namespace toy
