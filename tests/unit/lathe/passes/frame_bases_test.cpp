// Bases for far places of a frame, on random functions of the toy machine: what it does before and behind, the number of
// bases beside the fewest that there can be, by trying all, every prefix.
#include <doctest/doctest.h>

#include <map>
#include <memory>

#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/frame_layout.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/random_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;
using Op = toy::MachineInst::Op;
using Kind = toy::FrameOp::Kind;

// The toy machine with a frame: its register is a parameter; loads reach some bytes down and up, stores up alone.
struct Framed {
  EditFunction f;
  ValueId frame;
  Framed(const toy::SsaFunction& ssa, std::uint32_t seed) : f(ssa) {
    copies_for_zeros(f);
    frame = f.make_value();
    f.add_parameter(frame);
    toy::RandomFunctions random(seed);
    std::vector<passes::FrameObject> objects(5);
    for (auto& o : objects) o = {1 + random.below(40), std::uint64_t{1} << random.below(3)};
    const auto layout = passes::lay_out(objects);
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) {
        if (!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) continue;
        if (random.below(4) == 0) continue;
        f.set_operand(i, 0, frame);
        const std::uint32_t k = random.below(5);
        f.payload(i).op.constant = layout->offsets[k] + random.below(static_cast<std::uint32_t>(objects[k].bytes));
      }
  }
  std::optional<std::int64_t> frame_place(InstId i) const {
    if ((!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) || f.inst(i).reads[0] != frame.value) return {};
    return f.payload(i).op.constant;
  }
  std::pair<std::int64_t, std::int64_t> frame_reach(InstId i) const {
    return f.is_plain(i, Op::load) ? std::pair{std::int64_t{-8}, std::int64_t{7}}
                                   : std::pair{std::int64_t{0}, std::int64_t{20}};
  }
  ValueId base_like() const { return frame; }
  InstId make_base(ValueId to, std::int64_t offset) {
    const program::Operand<ValueId> both[] = {{frame, program::Role::use}, {to, program::Role::def}};
    return f.make(toy::FrameOp{Kind::address, {Op::set, offset, 0}, 0}, both);
  }
  InstId make_based(InstId i, ValueId base, std::int64_t offset) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant = offset;
    f.set_operand(made, 0, base);
    return made;
  }
};

struct Far {
  std::int64_t low, high;
};
std::vector<Far> far_places(const Framed& c) {
  std::vector<Far> out;
  const toy::EditFunction& f = c.f;
  const program::Numbering<EditFunction> n(f);
  const flow::Cfg cfg = flow::make_cfg(program::FlowOf<EditFunction>(f, n));
  const flow::Dominators dominators(cfg);
  for (std::uint32_t b = 0; b < n.blocks(); ++b)
    for (std::uint32_t i = n.first(b); i < n.first(b + 1) && dominators.reachable(b); ++i)
      if (const auto place = c.frame_place(n.inst(i))) {
        const auto [down, up] = c.frame_reach(n.inst(i));
        if (*place < down || *place > up) out.push_back({*place - up, *place - down});
      }
  return out;
}
// Can so many bases serve all? The lowest that has none needs one at a place that matters: an end of some reach.
bool serves(const std::vector<Far>& all, std::uint32_t bases) {
  if (all.empty()) return true;
  if (bases == 0) return false;
  for (const Far& end : all) {
    if (end.high < all[0].low || end.high > all[0].high) continue;
    std::vector<Far> rest;
    for (const Far& x : all)
      if (end.high < x.low || end.high > x.high) rest.push_back(x);
    if (serves(rest, bases - 1)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("frame bases: random functions do the same, everything far has a base, and none is too many") {
  toy::RandomFunctions random(91);
  std::uint64_t bases = 0, rewritten = 0;
  for (std::uint32_t round = 0; round < test::rounds(200U); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    Framed was(ssa, round), is(ssa, round);
    const std::vector<Far> far = far_places(was);
    passes::FrameBasesOptions options;
    options.least = 1;
    const auto result = passes::make_frame_bases(is.f, is, options);
    passes_test::same_to_the_machine(was.f, is.f);
    CHECK(far_places(is).empty());
    CHECK(passes_test::not_in_ssa_form(is.f) == passes_test::not_in_ssa_form(was.f));
    CHECK(result.stats.rewritten == far.size());
    const auto count = static_cast<std::uint32_t>(result.stats.bases);
    CHECK(serves(far, count));
    if (count != 0) CHECK_FALSE(serves(far, count - 1));
    bases += count;
    rewritten += result.stats.rewritten;
    for (const BlockId b : is.f.blocks())
      for (const InstId i : is.f.instructions(b)) {
        if (!is.f.is_plain(i, Op::load) && !is.f.is_plain(i, Op::store)) continue;
        if (is.f.inst(i).reads[0] <= is.frame.value) continue;  // it names no base
        const auto [down, up] = is.frame_reach(i);
        CHECK(is.f.payload(i).op.constant >= down);
        CHECK(is.f.payload(i).op.constant <= up);
      }
  }
  CHECK(bases > test::rounds(150U));
  CHECK(rewritten > bases);
}

TEST_CASE("frame bases: those that nobody shares are not made, and every prefix does the same") {
  toy::RandomFunctions random(92);
  std::uint64_t kept = 0, bases = 0;
  for (std::uint32_t round = 0; round < test::rounds(100U); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    Framed was(ssa, round);
    passes::FrameBasesOptions options;
    options.explain = true;
    for (options.fuel = 0;; ++options.fuel) {
      Framed is(ssa, round);
      const auto result = passes::make_frame_bases(is.f, is, options);
      passes_test::same_to_the_machine(was.f, is.f);
      CHECK(result.stats.rewritten >= 2 * result.stats.bases);
      if (result.changes == options.fuel) continue;
      kept += result.kept.size();
      bases += result.stats.bases;
      CHECK(result.stats.rewritten + result.kept.size() == result.stats.far);
      break;
    }
  }
  CHECK(kept > test::rounds(25U));
  CHECK(bases > test::rounds(15U));
}
