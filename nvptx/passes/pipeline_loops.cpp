// Software pipelining as a pass: counted loops of one block, by the modulo scheduler and its expansion, where it is
// worth its registers and its code (lathe/expand/profit.hpp). Loops that test at their top are turned round for it.
// Needs: no phis, blocks in their final order. Gives: a pipelined loop in front of the original one, which stays as
// its remainder. Cost: lathe/modulo.hpp, and O(function) where a loop can be turned round.
#include <algorithm>
#include <array>

#include <lathe/modulo/check.hpp>
#include <lathe/passes/rotate_loops.hpp>

#include "nvptx/passes/flow.hpp"
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/measure.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/plans.hpp"
#include "nvptx/views/modulo_expand.hpp"

namespace lathe::nvptx {

modulo::Result schedule_loop(const modulo::Problem& problem, const modulo::Options& options, RemarkList* remarks) {
  return remarks == nullptr ? modulo::schedule(problem, options) : modulo::schedule(problem, options, *remarks);
}
modulo::Expansion expand_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                              const modulo::ExpandOptions& options) {
  return modulo::expand(problem, schedule, options);
}
FaultList<modulo::ScheduleFault> check_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                                            std::uint32_t issue_width) {
  return modulo::check_schedule(problem, schedule, issue_width);
}
FaultList<modulo::ExpandFault> check_expanded_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                                                   const modulo::Expansion& expansion) {
  return modulo::check_expansion(problem, schedule, expansion);
}
std::vector<MirPipelined> pipeline_module(mir::Module& module, const MirPipelineOptions& options) {
  return pipeline_loops(module, options);
}

namespace {

struct PipelineStats {
  std::uint64_t loops = 0, pipelined = 0, rotated = 0, not_counted = 0, no_schedule = 0, limit = 0, step = 0, few = 0,
                no_gain = 0;
  static constexpr auto fields() {
    using S = PipelineStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"loops of one block", &S::loops},
                      F{"loops pipelined", &S::pipelined},
                      F{"of these turned round", &S::rotated},
                      F{"not counted", &S::not_counted},
                      F{"no schedule or no expansion", &S::no_schedule},
                      F{"more registers than there are", &S::limit},
                      F{"a step of occupancy", &S::step},
                      F{"too few instructions", &S::few},
                      F{"too few cycles won", &S::no_gain}};
  }
  void add(const MirPipelined& loop) {
    ++loops;
    switch (loop.profit.why) {
      case modulo::Unprofitable::none:
        ++(loop.why.empty() ? pipelined : loop.loop != LoopRefusal::none ? not_counted : no_schedule);
        break;
      case modulo::Unprofitable::limit:
        ++limit;
        break;
      case modulo::Unprofitable::step:
        ++step;
        break;
      case modulo::Unprofitable::few_insts:
        ++few;
        break;
      case modulo::Unprofitable::no_gain:
        ++no_gain;
        break;
    }
  }
};
struct PipelineResult {
  PipelineStats stats;
  std::uint64_t changes = 0;
};

MirPipelineOptions options_of(const Module& module, const Function& function, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  MirPipelineOptions how;
  how.check = context.options.verify_each;
  static_cast<MirRegisterOptions&>(how.registers) = context.registers();
  how.writes = context.fuel;
  how.schedule.max_mii = natural(knobs.pipeliner_max_mii);
  how.schedule.max_stages = natural(knobs.pipeliner_max_stages);
  how.schedule.ii_search_range = natural(knobs.pipeliner_ii_search_range);
  how.schedule.ignore_recmii = knobs.pipeliner_ignore_recmii;
  how.schedule.register_pressure = knobs.pipeliner_register_pressure;
  how.schedule.register_pressure_margin = natural(knobs.pipeliner_register_pressure_margin);
  how.schedule.opt_size = knobs.enable_pipeliner_opt_size;
  how.schedule.for_size = function.for_size;
  how.schedule.force_ii = natural(knobs.pipeliner_force_ii);
  how.schedule.force_issue_width = natural(knobs.pipeliner_force_issue_width);
  how.schedule.show_mask = knobs.pipeliner_show_mask;
  how.schedule.debug_resource = knobs.pipeliner_dbg_res;
  how.ingest.copy_to_phi = knobs.pipeliner_enable_copytophi;
  how.ingest.prune_deps = knobs.pipeliner_prune_deps;
  how.ingest.prune_loop_carried = knobs.pipeliner_prune_loop_carried;
  how.expand.method = modulo::method_of_knobs(knobs.pipeliner_annotate_for_testing, knobs.pipeliner_experimental_cg,
                                              knobs.pipeliner_mve_cg);
  how.profit.aware = knobs.pipeliner_gate;
  how.profit.registers = gate_of(context.options, true);
  how.profit.issuers = machine_of(module, how.registers.sm).partitions;
  how.profit.trips = natural(knobs.pipeliner_gate_trips);
  how.profit.least_gain = natural(knobs.pipeliner_gate_gain);
  how.profit.least_issue = natural(knobs.pipeliner_gate_issue);
  return how;
}
void measure_for(MirPipelineOptions& how, const Module& module, const Function& function) {
  const Measured measured = measure(module, function);
  how.registers.most_words = measured.registers;
  how.registers.most_predicates = measured.predicates;
}

/// Turns the loops round that test at their top, of a header and a block more, where `wanted(block)`. The blocks.
template <class Wanted>
std::vector<mir::BlockId> rotate(Module& module, Function& function, Wanted&& wanted, RemarkList* remarks) {
  MirCode code(module, function);
  lathe::passes::RotateLoopsOptions options;
  options.blocks = 2;
  auto result = lathe::passes::rotate_loops(code, options, wanted, MaybeRemarks{remarks});
  code.write();
  return std::move(result.rotated);
}
/// Only those that are pipelined then: this is tried on a copy first.
std::uint64_t rotate_what_pays(Module& module, Function& function, const MachinePassContext& context) {
  drop_unreachable(module, function);
  Function trial = function;
  std::vector<mir::BlockId> turned = rotate(module, trial, [](mir::BlockId) { return true; }, nullptr);
  if (turned.empty()) return 0;
  MirPipelineOptions how = options_of(module, trial, context);
  if (how.profit.aware) measure_for(how, module, trial);
  std::vector<mir::BlockId> wanted;
  for (const MirPipelined& loop : pipeline_loops(module, trial, how))
    if (loop.why.empty() && std::count(turned.begin(), turned.end(), loop.block) != 0) wanted.push_back(loop.block);
  if (wanted.empty()) return 0;
  return rotate(
             module, function, [&](mir::BlockId b) { return std::count(wanted.begin(), wanted.end(), b) != 0; },
             context.remarks)
      .size();
}

}  // namespace

void pipeline_loops(Module& module, Function& function, const MachinePassContext& context) {
  PipelineResult result;
  if (context.options.knobs.pipeliner_rotate && context.fuel != 0)
    result.stats.rotated = rotate_what_pays(module, function, context);
  MirPipelineOptions how = options_of(module, function, context);
  how.remarks = context.remarks;
  bool any = false;
  for (mir::BlockId b = 0; b < function.blocks.size() && !any; ++b) any = MirLoop::is_loop(module, function, b);
  if (!any) return;
  if (how.profit.aware) measure_for(how, module, function);
  for (const MirPipelined& loop : pipeline_loops(module, function, how)) {
    result.stats.add(loop);
    if (!loop.faults.empty()) context.faults.push_back(loop.name + ": " + loop.faults);
  }
  result.changes = result.stats.pipelined;
  context.count(result);
}

}  // namespace lathe::nvptx
