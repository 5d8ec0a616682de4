// Passes that fit code into few registers.
#include <lathe/passes/register_target.hpp>
#include <lathe/passes/rematerialize.hpp>
#include <lathe/passes/reschedule.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/few_registers.hpp"

namespace suite {
namespace {

const auto with_slots = [](const EditFunction& f, std::uint32_t steps) {
  return passes_test::run_with_slots(f, steps);
};

Verdict register_target(std::uint32_t n) {
  Pair<> pair(n, Form::left);
  passes::RegisterTargetOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.spill = pair.knobs.below(3) != 0;
  options.make_again = pair.knobs.below(3) != 0;
  options.from_memory = pair.knobs.below(3) != 0;
  options.most_cost = 1000;
  passes_test::FewRegisters own(pair.behind, 3 + pair.knobs.below(4));
  return pair.judge(passes::register_target(pair.behind, own, options).changes, false, with_slots);
}
Verdict rematerialize(std::uint32_t n) {
  Pair<> pair(n, Form::left);
  passes::RematerializeOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.modes = pair.knobs.below(16);
  options.internal_live = pair.knobs.below(3) != 0;
  options.loop_cost_factor = pair.knobs.below(2) == 0 ? 20 : 1;
  const passes_test::FewRegisters own(pair.behind, 2 + pair.knobs.below(4));
  return pair.judge(passes::rematerialize(pair.behind, own, options).changes, true, with_slots);
}
Verdict reschedule(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::left : Form::guarded);
  passes::RescheduleOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.how.mode = sched::Mode::pressure;
  const passes_test::FewRegisters own(pair.behind, 2 + pair.knobs.below(4));
  return pair.judge(passes::reschedule(pair.behind, own, options).changes);
}

const Add all[] = {{"rematerialize", rematerialize}, {"register_target", register_target}, {"reschedule", reschedule}};

}  // namespace
}  // namespace suite
