// Passes that compute in another way: only what the machine does is compared.
#include <random>

#include <lathe/passes/dead_lanes.hpp>
#include <lathe/passes/demanded_bits.hpp>
#include <lathe/passes/fuse_products.hpp>
#include <lathe/passes/machine_combiner.hpp>
#include <lathe/passes/peephole.hpp>
#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/toy_frames.hpp"
#include "unit/lathe/passes/toy_rules.hpp"
#include "unit/lathe/passes/toy_sums.hpp"
#include "unit/lathe/passes/words_of_16.hpp"

namespace suite {
namespace {

Verdict dead_lanes(std::uint32_t n) {
  Pair<> pair(n, form_of(n), passes_test::add_halves);
  passes::DeadLanesOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.forward = pair.knobs.below(4) != 0;
  return pair.judge(passes::drop_dead_lanes(pair.behind, passes_test::Halves{pair.behind}, options).changes, false);
}
Verdict machine_combiner(std::uint32_t n) {
  Pair<passes_test::Timed> pair(n, Form::ssa, passes_test::add_trees);
  passes::MachineCombinerOptions options;
  options.fuel = fuel_of(pair.knobs);
  return pair.judge(passes::combine(pair.behind, pair.behind, registers_of(pair.knobs), options).changes, false);
}
Verdict peephole(std::uint32_t n) {
  static const rules::Compiled list = peephole_test::compiled(peephole_test::right);
  Random random(n * 2U + 1U);
  const toy::SsaFunction ssa = random.next();
  peephole_test::Made before(ssa, n % 2 != 0), behind(ssa, n % 2 != 0);
  toy::PeepholeMachine<EditFunction> machine(behind);
  passes::PeepholeOptions options;
  options.fuel = fuel_of(random);
  const auto changes = passes::peephole<EditFunction>(behind, machine, list, options).changes;
  return ran(before, behind, changes, random);
}
template <class Pass>
Verdict on_loops(std::uint32_t n, Pass&& pass) {
  passes_test::Loops loops(n);
  const toy::SsaFunction ssa = loops.next();
  EditFunction before(ssa), behind(ssa);
  Random random(n);
  passes_test::ToySums sums{behind};
  const std::uint64_t changes = pass(behind, sums, random);
  return ran(before, behind, changes, random);
}
Verdict strength_reduction(std::uint32_t n) {
  return on_loops(n, [](EditFunction& f, passes_test::ToySums& sums, Random& random) {
    passes::StrengthReductionOptions options;
    options.fuel = fuel_of(random);
    options.joint = random.below(4) != 0;
    options.chain = random.below(2) == 0 ? 16 : 2;
    const passes_test::Registers own{random.below(3) != 0 ? 0 : 8 + random.below(10)};
    return passes::reduce_strength(f, sums, own, options).changes;
  });
}
Verdict reuse_sums(std::uint32_t n) {
  return on_loops(n, [](EditFunction& f, passes_test::ToySums& sums, Random& random) {
    passes::ReuseSumsOptions options;
    options.fuel = fuel_of(random);
    return passes::reuse_sums(f, sums, program::NoRegisters(), options).changes;
  });
}
Verdict fuse_products(std::uint32_t n) {
  passes_test::Sums before, behind;
  passes_test::fill(before, spoils() ? n + 1 : n);
  passes_test::fill(behind, n);
  Random random(n);
  passes::FuseProductsOptions options;
  options.fuel = fuel_of(random);
  Verdict out;
  out.changed = passes::fuse_products(behind, behind, registers_of(random), options).changes != 0;
  if (before.run() != behind.run()) out.fault = "shows something else";
  return out;
}
Verdict demanded_bits(std::uint32_t n) {
  const words_test::Made before(n, n % 2 == 0);
  words_test::Made behind(n, n % 2 == 0);
  words_test::Words machine{behind.code};
  Random random(n);
  passes::DemandedBitsOptions options;
  options.fuel = fuel_of(random);
  Verdict out;
  out.changed = passes::drop_undemanded(behind.code, machine, options).changes != 0;
  if (spoils()) behind.code.payload(*behind.code.instructions(behind.blocks[0]).begin()).name = "lit 3";
  if (!words_test::same(before, behind, n)) out.fault = "shows something else";
  return out;
}

const Add all[] = {{"peephole", peephole},          {"demanded_bits", demanded_bits},
                   {"dead_lanes", dead_lanes},      {"strength_reduction", strength_reduction},
                   {"reuse_sums", reuse_sums},      {"machine_combiner", machine_combiner},
                   {"fuse_products", fuse_products}};

}  // namespace
}  // namespace suite
