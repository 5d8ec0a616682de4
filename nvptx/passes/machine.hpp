// What the machine passes on PTX have in common: the table (machine_passes.def), what each is given, and how they run. One
// function of PTX is taken out as MirCode once for all passes of a stage, and written back once. Private to nvptx/passes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/program/gate.hpp>
#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/stats.hpp>

#include "nvptx/passes/passes.hpp"
#include "nvptx/views/editor.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx {

/// A knob that counts something; below 0 is none.
inline std::uint32_t natural(int knob) { return static_cast<std::uint32_t>(std::max(0, knob)); }

/// What passes count registers by: --maxreg, or what the directives leave, on the machine that the code is for.
inline MirRegisterOptions registers_of(const Features& features, const PassOptions& options) {
  MirRegisterOptions out;
  out.sm = features.sm;
  out.max_registers = static_cast<std::uint32_t>(std::clamp(options.knobs.maxreg, 0, 255));
  out.adjust = options.knobs.reg_target_adjust;
  out.adjust_predicates = options.knobs.pred_target_adjust;
  return out;
}

/// The most registers of a thread that a setmaxnreg of the code asks for; 0: there is none. O(instructions).
inline std::uint32_t most_reconfigured(const MirCode& code) {
  std::uint32_t most = 0;
  for (const mir::BlockId b : code.blocks())
    for (const MirId i : code.instructions(b))
      if (code.op(i).op == mir::Op::setmaxnreg)
        for (const mir::Operand& o : code.slots(i))
          if (o.kind == mir::Operand::Kind::imm) most = std::max(most, static_cast<std::uint32_t>(o.value));
  return most;
}

/// The gate of passes that ask before they take registers.
inline program::GateOptions gate_of(const PassOptions& options, bool aware) {
  program::GateOptions out;
  out.aware = aware;
  out.spread_least = options.knobs.gate_spread_least;
  out.spread_most = options.knobs.gate_spread_most;
  return out;
}

struct MachinePassContext {
  const Features& features;
  const PassOptions& options;                ///< the knobs are options.knobs
  std::vector<std::string>& faults;          ///< where options.verify_each is set: what the pass's own checker finds
  RemarkList* remarks = nullptr;             ///< null: nobody listens
  std::uint64_t fuel = ~std::uint64_t{0};    ///< changes that the pass may make
  PassReport::Row* row = nullptr;            ///< null: nobody wants the figures
  std::string* printed = nullptr;            ///< what a pass prints for its user; null: nobody reads it
  std::vector<PassError>* errors = nullptr;  ///< the program's; null: nobody reads them
  /// Something is wrong with the program, at this instruction: told with its file and line where these are known.
  void error(const MirCode& code, MirId i, const std::string& text) const;
  MaybeRemarks sink() const { return {remarks}; }
  MirRegisterOptions registers() const { return registers_of(features, options); }
  /// The same of this code, whose blocks may take more registers or give some back while they run.
  MirRegisterOptions registers(const MirCode& code, bool reconfigured) const {
    MirRegisterOptions out = registers();
    if (reconfigured) out.reconfigured = most_reconfigured(code);
    return out;
  }
  MirRegisterOptions registers(const MirCode& code) const {
    return registers(code, options.knobs.cta_reconfig_aware_rpa);
  }
  /// What a pass gave back, a passes::PassResult or the like, for the report.
  template <class R>
  void count(const R& result) const {
    if (row == nullptr) return;
    row->changes += result.changes;
    for (const auto& [name, member] : decltype(result.stats)::fields())
      row->counters.emplace_back(name, result.stats.*member);
  }
};
enum class MachineStage : std::uint8_t { ssa, late, layout };
/// What passes that stand side by side share of a function. Who edits the code unheard says so by forget().
using MachineChain = lathe::passes::Chain<MirCode>;
struct MachinePass {
  PassInfo info;
  MachineStage stage;
  void (*run)(MachineChain&, const MachinePassContext&);
};
#define LATHE_MACHINE_PASS(name, reference, stage, level, function, what) \
  void function(MachineChain& on, const MachinePassContext& context);
namespace machine {
#include "nvptx/passes/machine_passes.def"
}
#undef LATHE_MACHINE_PASS

/// The table, in order.
const std::vector<MachinePass>& machine_passes();
/// Knobs of the reference that turn a pass on, or off whatever else asks for it.
bool asked_by_knob(std::string_view pass, const PassKnobs& knobs);
bool forbidden_by_knob(std::string_view pass, const PassKnobs& knobs);

}  // namespace lathe::nvptx
