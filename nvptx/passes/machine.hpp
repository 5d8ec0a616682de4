// What the machine passes on PTX have in common: the table (machine_passes.def), what each is given, and how they run. One
// function of PTX is taken out as MirCode once for all passes of a stage, and written back once. Private to nvptx/passes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/stats.hpp>

#include "nvptx/passes/passes.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx {

struct MachinePassContext {
  const Features& features;
  const PassOptions& options;        ///< the knobs are options.knobs
  std::vector<std::string>& faults;  ///< where options.verify_each is set: what the pass's own checker finds
  RemarkList* remarks = nullptr;     ///< null: nobody listens
  MaybeRemarks sink() const { return {remarks}; }
};
enum class MachineStage : std::uint8_t { ssa, late };
struct MachinePass {
  static constexpr unsigned never = 99;
  const char* name;
  MachineStage stage;
  unsigned level;
  void (*run)(MirCode&, const MachinePassContext&);
};
#define LATHE_MACHINE_PASS(name, stage, level, function) \
  void function(MirCode& code, const MachinePassContext& context);
namespace machine {
#include "nvptx/passes/machine_passes.def"
}
#undef LATHE_MACHINE_PASS

/// The table, in order.
const std::vector<MachinePass>& machine_passes();
/// Does the pass run with these options?
bool runs(const MachinePass& pass, const PassOptions& options);
/// Runs those of a stage that are to run, up to the one that is stopped after. Returns whether it was met.
bool run_machine_passes(MachineStage stage, mir::Module& module, mir::Function& function, const Features& features,
                        const PassOptions& options, std::vector<std::string>& faults);

}  // namespace lathe::nvptx
