// Software pipelining as a pass: counted loops of one block, by the modulo scheduler and its expansion.
// Needs: no phis, blocks in their final order. Gives: a pipelined loop in front of the original one, which stays as its
// remainder. Cost: lathe/modulo.hpp.
#include <lathe/modulo/check.hpp>
#include "nvptx/passes/machine.hpp"
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

void pipeline_loops(Module& module, Function& function, const Features& features, const PassOptions& options,
                    Faults& faults) {
  MirPipelineOptions how;
  how.check = options.verify_each;
  how.max_registers = registers_of(features, options).max_registers;
  for (const MirPipelined& loop : pipeline_loops(module, function, how))
    if (!loop.faults.empty()) faults.push_back(loop.name + ": " + loop.faults);
}

}  // namespace lathe::nvptx
