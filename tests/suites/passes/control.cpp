// Passes on control flow.
#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/fold_conditions.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/node_splitting.hpp>
#include <lathe/passes/rotate_loops.hpp>
#include <lathe/passes/structurize.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/toy_clients.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace suite {
namespace {

Verdict block_placement(std::uint32_t n) {
  Pair<> pair(n, form_of(n));
  passes::BlockPlacementOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.chains = pair.knobs.below(3) != 0;
  options.ext_tsp = pair.knobs.below(3) != 0;
  return pair.judge(passes::place_blocks(pair.behind, options).changes);
}
Verdict branch_folding(std::uint32_t n) {
  Pair<> pair(n, n % 4 == 0 ? Form::left : Form::ssa, [&](EditFunction& f, Random& random) {
    if (n % 4 != 0) passes_test::add_copies(f, random);
  });
  passes::BranchFoldingOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.tail_merge = pair.knobs.below(2) == 0;
  options.tail_merge_size = 1 + pair.knobs.below(3);
  return pair.judge(passes::fold_branches(pair.behind, options).changes);
}
Verdict fold_conditions(std::uint32_t n) {
  Pair<> pair(n, form_of(n), [](EditFunction& f, Random& random) { passes_test::decide_some(f, random); });
  passes::FoldConditionsOptions options;
  options.fuel = fuel_of(pair.knobs);
  passes_test::ToyConditions client{pair.behind};
  return pair.judge(passes::fold_conditions(pair.behind, client, options).changes, false);
}
Verdict if_conversion(std::uint32_t n) {
  Pair<> pair(n, Form::ssa, passes_test::add_sides);
  passes::IfConversionOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.always = pair.knobs.below(2) == 0;
  return pair.judge(passes::convert_ifs(pair.behind, options).changes, false);
}
Verdict node_splitting(std::uint32_t n) {
  const bool ssa = n % 2 == 0;
  Pair<> pair(n, ssa ? Form::ssa : Form::guarded);
  passes::NodeSplittingOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.growth = 10000;
  options.keep_ssa = ssa;
  return pair.judge(passes::split_nodes(pair.behind, options).changes);
}
Verdict structurize(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::left : Form::guarded);
  passes::StructurizeOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.growth = 10000;
  passes_test::ToyGuides guides{pair.behind};
  return pair.judge(passes::structurize(pair.behind, guides, options).changes, false);
}
Verdict rotate_loops(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::left : Form::guarded);
  passes::RotateLoopsOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::rotate_loops(pair.behind, options, [](const auto&) { return true; }).changes);
}
Verdict tail_duplication(std::uint32_t n) {
  const bool ssa = n % 2 == 0;
  Pair<> pair(n, ssa ? Form::ssa : Form::guarded);
  passes::TailDuplicationOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.size = 1 + pair.knobs.below(8);
  options.early = ssa && pair.knobs.below(2) == 0;
  options.keep_ssa = ssa;
  return pair.judge(passes::duplicate_tails(pair.behind, options).changes);
}

const Add all[] = {{"fold_conditions", fold_conditions},   {"node_splitting", node_splitting},
                   {"tail_duplication", tail_duplication}, {"if_conversion", if_conversion},
                   {"branch_folding", branch_folding},     {"rotate_loops", rotate_loops},
                   {"block_placement", block_placement},   {"structurize", structurize}};

}  // namespace
}  // namespace suite
