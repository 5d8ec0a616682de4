// Toy machines as modules for lathe::thinlto, and what an import is on them: a body put where a declaration stood.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/thinlto.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// A machine that calls functions of other machines by name: a function without blocks is only declared.
struct MachineModule {
  std::string name;
  Machine machine;
};

/// The six members of thinlto::Summaries, and names, flags and roots.
class MachineSummaries {
 public:
  struct FunctionRef {
    std::uint32_t module, function;
  };
  struct Call {
    std::uint64_t guid;
    lathe::thinlto::Hotness hotness;
  };
  /// `roots`: names of functions that something outside may call.
  MachineSummaries(const std::vector<MachineModule>& modules, std::vector<std::string> roots)
      : modules_(modules), roots_(std::move(roots)) {}

  std::vector<std::uint32_t> modules() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t m = 0; m < modules_.size(); ++m) out.push_back(m);
    return out;
  }
  const std::string& module_name(std::uint32_t m) const { return modules_[m].name; }
  std::vector<FunctionRef> functions(std::uint32_t m) const {
    std::vector<FunctionRef> out;
    for (std::uint32_t f = 0; f < modules_[m].machine.functions.size(); ++f)
      if (!modules_[m].machine.functions[f].blocks.empty()) out.push_back({m, f});
    return out;
  }
  const MachineFunction& at(FunctionRef f) const { return modules_[f.module].machine.functions[f.function]; }
  std::uint64_t guid(FunctionRef f) const { return lathe::thinlto::guid_of(at(f).name); }
  std::uint32_t instructions(FunctionRef f) const {
    std::size_t out = 0;
    for (const MachineBlock& block : at(f).blocks) out += block.insts.size();
    return static_cast<std::uint32_t>(out);
  }
  /// Calls in the entry block always run: hot. Others may not.
  std::vector<Call> calls(FunctionRef f) const {
    std::vector<Call> out;
    for (std::size_t b = 0; b < at(f).blocks.size(); ++b)
      for (const MachineInst& inst : at(f).blocks[b].insts)
        if (inst.op == MachineInst::Op::call)
          out.push_back({lathe::thinlto::guid_of(modules_[f.module].machine.functions[inst.target].name),
                         b == 0 ? lathe::thinlto::Hotness::hot : lathe::thinlto::Hotness::none});
    return out;
  }
  const std::string& name(FunctionRef f) const { return at(f).name; }
  std::uint32_t flags(FunctionRef f) const { return at(f).keep ? lathe::thinlto::flag::not_eligible : 0; }
  std::vector<std::uint64_t> roots() const {
    std::vector<std::uint64_t> out;
    for (const std::string& name : roots_) out.push_back(lathe::thinlto::guid_of(name));
    return out;
  }

 private:
  const std::vector<MachineModule>& modules_;
  std::vector<std::string> roots_;
};

/// Function `name` of a machine, declared if it is not there yet.
inline std::uint32_t find_or_declare(Machine& machine, const std::string& name) {
  std::uint32_t f = 0;
  while (f < machine.functions.size() && machine.functions[f].name != name) ++f;
  if (f == machine.functions.size()) {
    machine.functions.emplace_back();
    machine.functions.back().name = name;
  }
  return f;
}
/// Puts a copy of a function's body into another machine.
inline void import_function(Machine& to, const Machine& from, const std::string& name) {
  std::uint32_t source = 0;
  while (from.functions[source].name != name) ++source;
  MachineFunction copy = from.functions[source];
  for (MachineBlock& block : copy.blocks)
    for (MachineInst& inst : block.insts)
      if (inst.op == MachineInst::Op::call) inst.target = find_or_declare(to, from.functions[inst.target].name);
  const std::uint32_t here = find_or_declare(to, name);
  to.functions[here] = std::move(copy);
}

static_assert(lathe::thinlto::explain<MachineSummaries>());

}  // namespace toy
