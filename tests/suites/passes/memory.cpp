// Passes on memory: loads that are there already, objects of the frame, handles to what has a name.
#include <lathe/passes/color_slots.hpp>
#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/name_handles.hpp>
#include <lathe/passes/promote_slots.hpp>
#include <lathe/passes/redundant_loads.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/slot_makers.hpp"
#include "unit/lathe/passes/toy_clients.hpp"
#include "unit/lathe/passes/toy_frames.hpp"

namespace suite {
namespace {

const auto with_slots = [](const EditFunction& f, std::uint32_t steps) {
  return slot_functions::run_with_slots(f, steps);
};

Verdict redundant_loads(std::uint32_t n) {
  Pair<> pair(n, form_of(n), passes_test::load_some);
  passes::RedundantLoadsOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.hoist = pair.knobs.below(2) == 0;
  options.sink = pair.knobs.below(2) == 0;
  passes_test::ToyLoads client{pair.behind};
  return pair.judge(passes::redundant_loads(pair.behind, client, options).changes, false);
}
Verdict name_handles(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left);  // its client makes nothing under a guard
  passes::NameHandlesOptions options;
  options.fuel = fuel_of(pair.knobs);
  passes_test::ToyHandles client(pair.behind);
  return pair.judge(passes::name_handles(pair.behind, client, options).changes);
}
Verdict promote_slots(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left,
              [&](EditFunction& f, Random& random) { slot_functions::ObjectMaker(f, random, n % 3 != 0); });
  passes::PromoteSlotsOptions options;
  options.fuel = fuel_of(pair.knobs);
  slot_functions::Phis phis{{pair.behind}};
  slot_functions::Slots slots{pair.behind};
  const auto changes = n % 4 < 2 && n % 2 == 0 ? passes::promote_slots(pair.behind, phis, options).changes
                                               : passes::promote_slots(pair.behind, slots, options).changes;
  return pair.judge(changes, false, with_slots);
}
Verdict color_slots(std::uint32_t n) {
  std::map<std::uint32_t, ValueId> root;
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left,
              [&](EditFunction& f, Random& random) { root = slot_functions::FrameMaker(f, random).root; });
  passes::ColorSlotsOptions options;
  options.fuel = fuel_of(pair.knobs);
  slot_functions::Frame frame{{pair.behind}, root};
  frame.align = pair.knobs.below(2) == 0 ? 8 : 2;
  return pair.judge(passes::color_slots(pair.behind, frame, options).changes, false, with_slots);
}
Verdict frame_bases(std::uint32_t n) {
  Random random(n * 2U + 1U);
  const toy::SsaFunction ssa = random.next();
  passes_test::Framed before(ssa, n), behind(ssa, n);
  passes::FrameBasesOptions options;
  options.fuel = fuel_of(random);
  options.least = 1 + random.below(3);
  return ran(before.f, behind.f, passes::make_frame_bases(behind.f, behind, options).changes, random);
}

const Add all[] = {{"redundant_loads", redundant_loads},
                   {"name_handles", name_handles},
                   {"promote_slots", promote_slots},
                   {"color_slots", color_slots},
                   {"frame_bases", frame_bases}};

}  // namespace
}  // namespace suite
