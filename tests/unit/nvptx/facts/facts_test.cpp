// The facts of PTX's subtargets, and what is refused as no target at all.
#include "nvptx/facts/facts.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

using namespace lathe::nvptx;
using lathe::dag::Action;

namespace {

TargetFacts facts_of(const std::string& cpu) { return target_facts(*parse_cpu(cpu)); }
Vt integer(std::uint32_t bits, std::uint32_t lanes = 0) { return {VtKind::integer, bits, lanes}; }

// A target that is unlike PTX in all that TypeFacts can say.
TypeFacts other_types() {
  TypeFacts facts;
  facts.integers = {8, 32};
  facts.promoted_to = {32};
  facts.widest_integer = 256;
  facts.floats = {vt::f32};
  facts.packed = {{Vt(VtKind::ieee, 32, 3)}};
  return facts;
}

std::vector<Vt> parts(const ValueTypes& types, Vt type) {
  std::vector<Vt> out;
  REQUIRE(types.parts(type, out));
  return out;
}

}  // namespace

TEST_CASE("the facts of every subtarget are sound") {
  for (const std::string& cpu : cpu_names()) {
    INFO(cpu);
    CHECK(fault_of(facts_of(cpu)) == "");
  }
}

TEST_CASE("subtargets differ where PTX says so") {
  const TargetFacts old = facts_of("sm_52"), f75 = facts_of("sm_75"), f90 = facts_of("sm_90"),
                    f100 = facts_of("sm_100");
  CHECK(!old.computes(vt::f16));
  CHECK(f75.computes(vt::f16));
  CHECK(!f75.computes(vt::bf16));
  CHECK(f90.computes(vt::bf16));
  CHECK(f90.computes(vt::f64));
  CHECK(!f90.computes(vt::i32));
  CHECK(f75.converts(vt::bf16, vt::f32));
  CHECK(!f75.converts(vt::f32, vt::bf16));
  CHECK(!f75.converts(vt::f64, vt::bf16));
  CHECK(f90.converts(vt::f64, vt::bf16));
  CHECK(f75.converts(vt::f16, vt::f64));
  CHECK(f75.action(Isd::ftanh, vt::f16) == Action::promote);
  CHECK(f90.action(Isd::ftanh, vt::f16) == Action::legal);
  CHECK(f75.action(Isd::fadd, vt::bf16) == Action::promote);
  CHECK(facts_of("sm_80").action(Isd::fadd, vt::bf16) == Action::custom);
  Features newer = *parse_cpu("sm_90");
  newer.ptx = 80;
  CHECK(target_facts(newer).action(Isd::add, vt::v2i16) == Action::legal);
  CHECK(f90.action(Isd::add, vt::v2i16) == Action::expand);
  CHECK(f75.action(Isd::add, vt::v2i16) == Action::expand);
  CHECK(!f90.types.holds(vt::v2f32));
  CHECK(f100.types.holds(vt::v2f32));
}

TEST_CASE("accesses: 16 bytes, of global memory 32 where the target has them") {
  Features f = *parse_cpu("sm_100");
  f.ptx = 88;
  const TargetFacts wide = target_facts(f), narrow = facts_of("sm_90");
  CHECK(wide.spaces.of(Space::global).widest == 32);
  CHECK(wide.spaces.of(Space::global).most_lanes[2] == 8);
  CHECK(wide.spaces.of(Space::shared).widest == 16);
  CHECK(narrow.spaces.of(Space::global).widest == 16);
  CHECK(wide.spaces.of(Space::param).widest == 16);
}

TEST_CASE("types of another target: its widths, its limb, three lanes") {
  REQUIRE(fault_of(other_types()) == "");
  const ValueTypes types(other_types());
  CHECK(types.count() == 5);
  CHECK(types.holds(vt::i8));
  CHECK(types.holds(vt::chain));
  CHECK(types.number(vt::chain) == 0);
  CHECK(types.number(vt::i64) == 0);
  CHECK(!types.holds(vt::i64));
  CHECK(!types.holds(vt::none));
  CHECK(parts(types, vt::i1) == std::vector<Vt>{vt::i32});
  CHECK(parts(types, vt::i16) == std::vector<Vt>{vt::i32});
  CHECK(parts(types, vt::i64) == std::vector<Vt>(2, vt::i32));
  CHECK(parts(types, integer(100)) == std::vector<Vt>(4, vt::i32));
  const Vt three = Vt(VtKind::ieee, 32, 3);
  CHECK(parts(types, three) == std::vector<Vt>{three});
  CHECK(parts(types, Vt(VtKind::ieee, 32, 7)) == std::vector<Vt>(3, three));
  CHECK(parts(types, Vt(VtKind::ieee, 32, 2)) == std::vector<Vt>{three});
  CHECK(parts(types, integer(8, 3)) == std::vector<Vt>(3, vt::i8));
  std::vector<Vt> none;
  for (const Vt refused : {vt::f64, vt::f16, integer(257), vt::f64.with_lanes(2)})
    CHECK_FALSE(types.parts(refused, none));
}

TEST_CASE("what makes no sense is refused, by name") {
  struct Mutant {
    const char* says;
    std::function<void(TypeFacts&)> change;
  };
  const std::vector<Mutant> mutants = {
      {"integers:", [](TypeFacts& f) { f.integers.clear(); }},
      {"integers:", [](TypeFacts& f) { f.integers = {32, 8}; }},
      {"integers:", [](TypeFacts& f) { f.integers = {0, 32}; }},
      {"integers:", [](TypeFacts& f) { f.integers = {32, 32}; }},
      {"promoted_to: widths", [](TypeFacts& f) { f.promoted_to.clear(); }},
      {"promoted_to: no register", [](TypeFacts& f) { f.promoted_to = {16, 32}; }},
      {"promoted_to: the last", [](TypeFacts& f) { f.promoted_to = {8}; }},
      {"promoted_to: the last", [](TypeFacts& f) { f.integers = {8, 24}, f.promoted_to = {24}; }},
      {"widest_integer:", [](TypeFacts& f) { f.widest_integer = 31; }},
      {"floats: i32", [](TypeFacts& f) { f.floats.push_back(vt::i32); }},
      {"floats: v2f16", [](TypeFacts& f) { f.floats.push_back(vt::v2f16); }},
      {"floats: no register holds an integer of 64", [](TypeFacts& f) { f.floats.push_back(vt::f64); }},
      {"softened: i64", [](TypeFacts& f) { f.softened = {vt::i64}; }},
      {"softened: v2f16", [](TypeFacts& f) { f.softened = {vt::v2f16}; }},
      {"softened: f128", [](TypeFacts& f) { f.softened = {vt::f128}; }},
      {"softened: registers hold f32", [](TypeFacts& f) { f.softened = {vt::f32}; }},
      {"softened: f64 twice", [](TypeFacts& f) { f.softened = {vt::f64, vt::f64}; }},
      {"softened: an integer of 64 bits", [](TypeFacts& f) { f.softened = {vt::f64}, f.widest_integer = 32; }},
      {"softened: exponents",
       [](TypeFacts& f) { f.integers = {8}, f.promoted_to = {8}, f.floats.clear(), f.softened = {vt::f32}; }},
      {"packed: i32", [](TypeFacts& f) { f.packed.push_back({vt::i32}); }},
      {"packed: v2f16 from 3", [](TypeFacts& f) { f.packed.push_back({vt::v2f16, 3}); }},
      {"packed: v2f16 from 1", [](TypeFacts& f) { f.packed.push_back({vt::v2f16, 1}); }},
      {"packed: lanes of v3f32", [](TypeFacts& f) { f.packed[0].lane = vt::i32; }},
      {"packed: lanes of v4i8 in i8", [](TypeFacts& f) { f.packed.push_back({vt::v4i8, 2, true, vt::i8}); }},
      {"fast: a width", [](TypeFacts& f) { f.fast = 0; }},
      {"packed: f32 in two ways", [](TypeFacts& f) { f.packed.push_back({vt::v2f32}); }},
      {"more than 31",
       [](TypeFacts& f) {
         for (std::uint32_t bits = 33; bits < 64; ++bits) f.integers.push_back(bits);
         f.integers.push_back(64), f.promoted_to.push_back(64);
       }},
  };
  for (const Mutant& m : mutants) {
    TypeFacts facts = other_types();
    m.change(facts);
    const std::string fault = fault_of(facts);
    CHECK_MESSAGE(fault.starts_with(m.says), m.says << " / " << fault);
  }
  struct TargetMutant {
    const char* says;
    std::function<void(TargetFacts&)> change;
  };
  const std::vector<TargetMutant> targets = {
      {"arithmetic: i32", [](TargetFacts& f) { f.arithmetic.push_back(vt::i32); }},
      {"arithmetic: f128", [](TargetFacts& f) { f.arithmetic.push_back(vt::f128); }},
      {"missing_conversions: f32 to i32", [](TargetFacts& f) { f.missing_conversions.push_back({vt::f32, vt::i32}); }},
      {"missing_conversions: f128 to f32",
       [](TargetFacts& f) { f.missing_conversions.push_back({vt::f128, vt::f32}); }},
      {"spaces: global: the widest", [](TargetFacts& f) { f.spaces.change(Space::global).widest = 12; }},
      {"spaces: shared: lanes", [](TargetFacts& f) { f.spaces.change(Space::shared).most_lanes[0] = 0; }},
      {"spaces: local: an address", [](TargetFacts& f) { f.spaces.change(Space::local).pointer_bits = 24; }},
      {"spaces: local: an address", [](TargetFacts& f) { f.spaces.change(Space::local).pointer_bits = 8; }},
      {"spaces: shared: LLVM's number", [](TargetFacts& f) { f.spaces.change(Space::shared).number = 300; }},
      {"spaces: shared: number 1", [](TargetFacts& f) { f.spaces.change(Space::shared).number = 1; }},
      {"spaces: global stands twice", [](TargetFacts& f) { f.spaces.change(Space::shared).role = Space::global; }},
      {"actions: and of i32", [](TargetFacts& f) { f.set({Isd::and_}, {vt::i32}, Action::expand); }},
      {"actions: add of i64", [](TargetFacts& f) { f.set({Isd::add}, {vt::i64}, Action::promote); }},
      {"actions: mul of i64 is not", [](TargetFacts& f) { f.set({Isd::mul}, {vt::i64}, Action::expand); }},
      {"actions: setcc of i64 is not", [](TargetFacts& f) { f.set({Isd::setcc}, {vt::i64}, Action::custom); }},
      {"actions: ctpop of i32 is promoted", [](TargetFacts& f) { f.set({Isd::ctpop}, {vt::i32}, Action::promote); }},
      {"actions: fsqrt of f64 is promoted", [](TargetFacts& f) { f.set({Isd::fsqrt}, {vt::f64}, Action::promote); }},
      {"actions: fdiv of f64 is a call of no function",
       [](TargetFacts& f) { f.set({Isd::fdiv}, {vt::f64}, Action::libcall); }},
      {"name: none", [](TargetFacts& f) { f.name.clear(); }},
      {"joins: i1", [](TargetFacts& f) { f.joins.types.push_back(vt::i1); }},
      {"joins: v2f16", [](TargetFacts& f) { f.joins.types.push_back(vt::v2f16); }},
      {"joins: i8", [](TargetFacts& f) { f.joins.types.push_back(vt::i8); }},
      {"joins: the most", [](TargetFacts& f) { f.joins.most_bytes = 24; }},
      {"library: fdiv has no name",
       [](TargetFacts& f) { f.library.functions.push_back({Isd::fdiv, vt::f64, vt::f64, ""}); }},
      {"library: divide is never called",
       [](TargetFacts& f) { f.library.functions.push_back({Isd::fdiv, vt::f64, vt::f64, "divide"}); }},
      {"library: load is no function",
       [](TargetFacts& f) { f.library.functions.push_back({Isd::load, vt::f64, vt::f64, "load"}); }},
      {"library: divide is of a type",
       [](TargetFacts& f) { f.library.functions.push_back({Isd::fdiv, vt::f128, vt::f128, "divide"}); }},
      {"library: divide twice",
       [](TargetFacts& f) {
         f.library.functions = {{Isd::sdiv, vt::i128, vt::i128, "divide"}, {Isd::udiv, vt::i128, vt::i128, "divide"}};
       }},
      {"library: one and other do the same",
       [](TargetFacts& f) {
         f.library.functions = {{Isd::sdiv, vt::i128, vt::i128, "one"}, {Isd::sdiv, vt::i128, vt::i128, "other"}};
       }},
      {"numeric.fields: bfe_u of i16",
       [](TargetFacts& f) {
         f.numeric.fields = NumericTraits::Fields::undefined, f.set({Isd::bfe_u}, {vt::i16}, Action::legal);
       }},
      {"numeric.fields: bfe_u of i32", [](TargetFacts& f) { f.numeric.fields = NumericTraits::Fields::undefined; }},
      {"numeric.permute:", [](TargetFacts& f) { f.numeric.permute = NumericTraits::Permute::undefined; }},
  };
  for (const TargetMutant& m : targets) {
    TargetFacts facts = facts_of("sm_90");
    m.change(facts);
    const std::string fault = fault_of(facts);
    CHECK_MESSAGE(fault.starts_with(m.says), m.says << " / " << fault);
  }
}

TEST_CASE("modes of floating point: the level first, then the option, then flags") {
  using Fuse = FloatModes::Fuse;
  Features f;
  CHECK(float_modes(f).fuse == Fuse::always);
  f.fast_fma = false;
  CHECK(float_modes(f).fuse == Fuse::where_flagged);
  f.opt_level = 0;
  CHECK(float_modes(f).fuse == Fuse::never);
  f.fma_level = 1;
  CHECK(float_modes(f).fuse == Fuse::always);
  f.fma_level = 0, f.opt_level = 3, f.fast_fma = true;
  CHECK(float_modes(f).fuse == Fuse::never);
  CHECK(!float_modes(f).flush_f32);
  f.ftz_f32 = true;
  CHECK(float_modes(f).flush_f32);
}

TEST_CASE("a role's state space is the one of the same name") {
  for (const Space role : {Space::generic, Space::global, Space::shared, Space::constant, Space::local, Space::param})
    CHECK(mir::to_string(state_space(role)) == lathe::codegen::to_string(role));
  for (const Space role : {Space::tensor, Space::shared_cluster, Space::other})
    CHECK(state_space(role) == mir::Space::none);
}
