// Passes on values: what is computed twice, in loops, too early; copies, names, lanes of instructions alone.
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/propagate_copies.hpp>
#include <lathe/passes/read_before_copies.hpp>
#include <lathe/passes/rename_webs.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/two_address.hpp>
#include <lathe/passes/unsink.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace suite {
namespace {

Verdict cse(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::CommonSubexpressionsOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.partial = pair.knobs.below(2) == 0;
  options.copy_propagate = pair.knobs.below(4) != 0;
  options.hoist = pair.knobs.below(4) != 0;
  options.cheap_across = pair.knobs.below(2) == 0;
  return pair.judge(passes::common_subexpressions(pair.behind, registers_of(pair.knobs), options).changes);
}
Verdict hoist(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::HoistOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.split_edges = pair.knobs.below(3) != 0;
  options.cheap_raises = pair.knobs.below(2) == 0;
  options.reuse = pair.knobs.below(4) != 0;
  options.sink_to_avoid_spills = pair.knobs.below(2) == 0;
  return pair.judge(passes::hoist(pair.behind, registers_of(pair.knobs), options).changes);
}
Verdict hoist_assigned(std::uint32_t n) {
  const std::uint32_t percent = 40 + n % 60;
  Pair<passes_test::Assigned> pair(n, Form::ssa, [&](EditFunction& f, Random&) { passes_test::assign(f, percent); });
  passes::HoistOptions options;
  options.pinned = true;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::hoist(pair.behind, options).changes);
}
Verdict sink(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::SinkOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.split_critical_edges = pair.knobs.below(2) == 0;
  return pair.judge(passes::sink(pair.behind, registers_of(pair.knobs), options).changes);
}
Verdict unsink(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::UnsinkOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.levels = 1 + pair.knobs.below(16);
  options.least = 1 + pair.knobs.below(2);
  const passes_test::Registers few{1 + pair.knobs.below(6)};  // where registers are not short it does nothing
  return pair.judge(passes::unsink(pair.behind, few, options).changes);
}
Verdict read_before_copies(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::ReadBeforeCopiesOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::read_before_copies(pair.behind, options).changes);
}
Verdict optimize_phis(std::uint32_t n) {
  Pair<> pair(n, Form::ssa, passes_test::add_phis);
  passes::OptimizePhisOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::optimize_phis(pair.behind, options).changes);
}
Verdict propagate_copies(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::PropagateCopiesOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.window = pair.knobs.below(2) == 0 ? 64 : 4;
  return pair.judge(passes::propagate_copies(pair.behind, options).changes);
}
Verdict late_cleanup(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::LateCleanupOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::late_cleanup(pair.behind, options).changes);
}
Verdict coalesce(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::CoalesceOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.values = pair.knobs.below(4) != 0;
  options.rematerialise = pair.knobs.below(4) != 0;
  return pair.judge(passes::coalesce(pair.behind, options).changes);
}
Verdict rename_webs(std::uint32_t n) {
  Pair<> pair(n, Form::ssa, [&](EditFunction& f, Random& random) {
    passes_test::use_names_again(f);
    if (n % 2 == 0) add_guards(f, random);
  });
  passes::RenameWebsOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::rename_webs(pair.behind, options).changes);
}
Verdict two_address(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::TwoAddressOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.commute = pair.knobs.below(4) != 0;
  return pair.judge(passes::two_address(pair.behind, options).changes);
}
Verdict split_edges(std::uint32_t n) {
  Pair<> pair(n, Form::ssa);
  passes::SplitEdgesOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.all = pair.knobs.below(2) == 0;
  return pair.judge(passes::split_edges(pair.behind, options).changes);
}

const Add all[] = {{"optimize_phis", optimize_phis},
                   {"common_subexpressions", cse},
                   {"hoist", hoist},
                   {"hoist of assigned registers", hoist_assigned},
                   {"sink", sink},
                   {"unsink", unsink},
                   {"read_before_copies", read_before_copies},
                   {"propagate_copies", propagate_copies},
                   {"late_cleanup", late_cleanup},
                   {"split_edges", split_edges},
                   {"two_address", two_address},
                   {"coalesce", coalesce},
                   {"rename_webs", rename_webs}};

}  // namespace
}  // namespace suite
