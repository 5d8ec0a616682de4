// Passes in random order on one chain of analyses.
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/propagate_copies.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "suites/passes/suite.hpp"

namespace suite {
namespace {

std::uint64_t one(std::uint32_t k, passes::Chain<EditFunction>& on, const passes_test::Registers& registers, bool ssa) {
  switch (k) {
    case 0:
      return passes::hoist(on, registers).changes;
    case 1:
      return passes::common_subexpressions(on, registers).changes;
    case 2:
      return passes::sink(on, registers).changes;
    case 3:
      return passes::propagate_copies(on).changes;
    case 4:
      return passes::late_cleanup(on).changes;
    case 5:
      return passes::coalesce(on).changes;
    case 6:
      return passes::split_edges(on).changes;
    case 7:
      return passes::optimize_phis(on).changes;
    case 8: {
      passes::TailDuplicationOptions options;
      options.early = options.keep_ssa = ssa;
      return passes::duplicate_tails(on, options).changes;
    }
    case 9:
      return passes::fold_branches(on).changes;
    default:
      return passes::convert_ifs(on).changes;
  }
}
Verdict chain(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left);
  passes::Chain<EditFunction> on(pair.behind);
  const passes_test::Registers registers = registers_of(pair.knobs);
  std::uint64_t changes = 0;
  bool ssa = n % 2 == 0;
  for (int k = 0; k < 8; ++k) {
    const std::uint32_t pass = pair.knobs.below(11);
    changes += one(pass, on, registers, ssa);
    if (pass == 5) ssa = false;  // what coalescing leaves
  }
  return pair.judge(changes, false);
}

const Add all[] = {{"eight in random order", chain}};

}  // namespace
}  // namespace suite
