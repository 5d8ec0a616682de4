// Bases for far places of a frame, on random functions of the toy machine: what it does before and behind, the number of
// bases beside the fewest that there can be, by trying all, every prefix.
#include <doctest/doctest.h>

#include <map>
#include <memory>

#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/frame_layout.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_frames.hpp"

namespace {

using namespace lathe;
using passes_test::Framed;
using Op = toy::MachineInst::Op;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

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

TEST_CASE(
    "frame bases: as many as share one, in front of the first of them; the others are told where that is asked for") {
  using passes_test::SmallCode, passes_test::Effect, passes_test::Role;
  struct Client {
    SmallCode& code;
    ValueId frame;
    std::optional<std::int64_t> frame_place(InstId i) const { return code.payload(i).place; }
    std::pair<std::int64_t, std::int64_t> frame_reach(InstId) const { return {-8, 7}; }
    ValueId base_like() const { return frame; }
    InstId make_base(ValueId to, std::int64_t offset) {
      const SmallCode::Operand both[] = {{frame, Role::use}, {to, Role::def}};
      return code.make({"base " + std::to_string(offset), {}, {}}, both);
    }
    InstId make_based(InstId i, ValueId base, std::int64_t offset) {
      const InstId made = code.clone(i);
      code.payload(made).place = offset;
      code.payload(made).name = "based";
      code.set_operand(made, 0, base);
      return made;
    }
  };
  const auto run = [](std::initializer_list<std::int64_t> places, std::uint32_t least, bool explain = true) {
    SmallCode code;
    const BlockId b = code.block();
    const ValueId frame = code.parameter();
    for (const std::int64_t place : places) code.load(b, frame, place);
    code.ret(b);
    Client client{code, frame};
    passes::FrameBasesOptions options;
    options.least = least;
    options.explain = explain;
    const auto result = passes::make_frame_bases(code, client, options);
    std::string out = code.names(b);
    for (const InstId i : code.instructions(b))
      if (code.payload(i).name == "based") out += " " + std::to_string(*code.payload(i).place);
    return out + ", " + std::to_string(result.kept.size()) + " kept";
  };
  // A base stands where the lowest of them reaches up to.
  CHECK(run({100, 110}, 2) == "base 108 based based ret -8 2, 0 kept");
  CHECK(run({110, 100}, 2) == "base 108 based based ret 2 -8, 0 kept");
  CHECK(run({100, 110}, 3) == "load load ret, 2 kept");
  CHECK(run({100, 110}, 3, false) == "load load ret, 0 kept");
  CHECK(run({100, 115}, 2) == "base 108 based based ret -8 7, 0 kept");
  CHECK(run({100, 116}, 2) == "load load ret, 2 kept");
  CHECK(run({-8, 7, -9}, 1) == "load load base -1 based ret -8, 0 kept");
  CHECK(run({0, 8, 300, 301}, 2) == "load load base 308 based based ret -8 -7, 1 kept");
  CHECK(run({100}, 0) == "base 108 based ret -8, 0 kept");
  // Of places on two ways it stands at the end of the block in front of both.
  SmallCode two;
  const BlockId b = two.block(), l = two.block(), r = two.block();
  const ValueId frame = two.parameter();
  two.op(b, "op", {}, {frame});
  two.branch(b, frame, l, r);
  for (const BlockId side : {l, r}) two.load(side, frame, 100), two.ret(side);
  Client client{two, frame};
  CHECK(passes::make_frame_bases(two, client).stats.bases == 1);
  CHECK(two.names(b) == "op base 108 branch");
}
