// What families want beside a View is told by name; what an operand says beside its value is not lost in outline.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <lathe/outline.hpp>
#include <lathe/outline/of_view.hpp>

#include "support/near_miss.hpp"

namespace {

using namespace lathe;

NEAR_MISS_CASE("what a family wants beside a View is told by name, in at most ten lines") {
  near_miss::check_short("tests/unit/lathe/program/near_miss/families.cpp",
                         {"a View wants  void for_each_operand(Inst, auto&& f) const;",
                          "outline::OfView wants  bool legal(uint32_t function, Inst) const;",
                          "outline::OfView wants  uint32_t call_bytes(", "outline::OfView wants  uint32_t frame_bytes(",
                          "OfView wants of its Own  range<program::RegisterSet> sets() const;",
                          "OfView wants of its Own  program::RegisterClass register_class(Value) const;",
                          "flow::OfView wants of its second argument  bool is_cold(Block) const;",
                          "opt::delete_dead_code wants  void erase(Block, const std::vector<Inst>& dead);"});
}

// Of each entry one mistake, each of them in two entries; LATHE_ENTRIES=all: each of the ten with each of the twenty.
NEAR_MISS_CASE("a wrong View is told of where a user gives it to a family, in at most ten lines") {
  const std::string program = "tests/unit/lathe/program/near_miss/entries.cpp";
  const char* const wanted[] = {"the View's facts name `live_out`, but there is no const  for_each_live_out(Block, f)",
                                "the View has  uint32_t latency(Inst)  but its facts do not name `latency`",
                                "a View wants  void for_each_operand(Inst, auto&& f) const;",
                                "a View wants  range<Inst> instructions(Block) const;",
                                "a View wants  range<Block> blocks() const;",
                                "a View wants  void for_each_successor(Block, auto&& f) const;",
                                "a View wants  program::Effects effects(Inst) const;",
                                "a View wants  key(Inst) const;",
                                "a View wants  using Value = ...;",
                                "a View wants  static constexpr program::Facts facts = ...;"};
  const bool all = std::getenv("LATHE_ENTRIES") != nullptr;
  near_miss::together([&] {
    for (int entry = 1; entry <= 20; ++entry) {
      near_miss::expect_accepted(program, near_miss::compilers().at(0), entry);
      for (int missing = 1; missing <= 10; ++missing)
        if (all || missing == 1 + entry % 10) near_miss::check_short(program, missing, wanted[missing - 1], entry);
    }
  });
}

// What an operand says beside its value is not lost: sequences that differ in it are not merged.
struct Shaped {
  using Value = unsigned;
  static constexpr program::Facts facts = program::Fact::literals;
  int offset = 0;
  bool negated = false;
  std::uint64_t literal = 0;
  std::vector<unsigned> blocks() const { return {0, 1}; }
  std::vector<unsigned> instructions(unsigned b) const { return {4 * b, 4 * b + 1, 4 * b + 2, 4 * b + 3}; }
  template <class F>
  void for_each_successor(unsigned b, F&& f) const {
    if (b == 0) f(1U);
  }
  template <class F>
  void for_each_operand(unsigned i, F&& f) const {
    program::Operand<unsigned> use{0, program::Role::use};
    if (i == 5) use.offset = offset;
    use.negated = i == 5 && negated;
    f(use);
  }
  template <class F>
  void for_each_literal(unsigned i, F&& f) const {
    f(1U, i == 5 ? literal : 0);
  }
  program::Effects effects(unsigned) const { return program::Effect::writes; }
  unsigned key(unsigned i) const { return i % 4; }
};
struct FreeCalls {
  bool legal(std::uint32_t, unsigned) const { return true; }
  std::uint32_t call_bytes(const outline::view_signature_t<Shaped>&, const outline::view_place_t<Shaped>&) const {
    return 1;
  }
  std::uint32_t frame_bytes(const outline::view_signature_t<Shaped>&) const { return 0; }
};
// The first of each block is a phi.
struct UnknownPhis : Shaped {
  program::Effects effects(unsigned i) const {
    return i % 4 == 0 ? program::Effects(program::Effect::phi) : Shaped::effects(i);
  }
};
struct WithPhis : UnknownPhis {
  static constexpr program::Facts facts = Shaped::facts | program::Fact::incoming;
  template <class F>
  void for_each_incoming(unsigned, F&&) const {}
};
template <class V>
std::uint64_t saved(const V& view) {
  const FreeCalls costs;
  outline::OfView of(std::vector<outline::Member<V>>{{&view}}, costs);
  return outline::plan(of).stats.bytes_saved;
}
TEST_CASE("offsets, negations and literals tell instructions apart") {
  CHECK(saved(Shaped{}) == 2);
  CHECK(saved(Shaped{.offset = 4}) == 0);
  CHECK(saved(Shaped{.negated = true}) == 0);
  CHECK(saved(Shaped{.literal = 9}) == 0);
  CHECK(saved(UnknownPhis{}) == 1);
  CHECK(saved(WithPhis{}) == 1);  // phis stay, whatever the costs allow
}

}  // namespace
