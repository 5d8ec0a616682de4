// Kernel expansion: what it must be for loops small enough to be expanded by hand, options, refusals.
#include <doctest/doctest.h>

#include <random>

#include <lathe/expand/text.hpp>

#include "unit/lathe/modulo/expand_random.hpp"

using namespace expand_test;

namespace {

const DependenceKind data = DependenceKind::data;

// load (2 cycles) -> add -> store, every cycle one iteration.
Problem chain() {
  Problem p;
  p.name = "chain";
  p.sets = {{"r", 0}};
  p.insts = {{"load", 2, 1}, {"add", 1, 1}, {"store", 1, 1}};
  p.values = {{0, 0, 1, false}, {1, 0, 2, false}};
  p.edges = {{0, 1, 2, 0, data, 0}, {1, 2, 1, 0, data, 1}};
  return p;
}
const Schedule chain_schedule{1, {0, 2, 3}, {}};

TEST_CASE("modulo expand: a chain by hand, modulo variable expansion") {
  // The load's value lives two passes and is read before the third load: two names. The sum's lives one: one name, but
  // read before it is written again.
  const Expansion e = expand(chain(), chain_schedule, {.method = Method::mve});
  CHECK(print(e) == R"(expansion mve ii 1 stages 4 unroll 2
registers 4
name 0 copy 0
name 0 copy 1
name 1 copy 0
block guard starts 0 less 5 taken 6 next 1
block entry starts 0 less 0 taken 0 next 2
block prologue starts 3 less 0 taken 0 next 3
run 0 offset 0 cycle 0 defs 0 reads
run 0 offset 1 cycle 1 defs 1 reads
run 1 offset 0 cycle 2 defs 2 reads 0
run 0 offset 2 cycle 2 defs 0 reads
block kernel starts 2 less 2 taken 4 next 3
run 2 offset -3 cycle 0 defs reads 2
run 1 offset -2 cycle 0 defs 2 reads 1
run 0 offset 0 cycle 0 defs 1 reads
run 2 offset -2 cycle 1 defs reads 2
run 1 offset -1 cycle 1 defs 2 reads 0
run 0 offset 1 cycle 1 defs 0 reads
block epilogue starts 0 less 0 taken 0 next 5
run 2 offset -3 cycle 0 defs reads 2
run 1 offset -2 cycle 0 defs 2 reads 1
run 2 offset -2 cycle 1 defs reads 2
run 1 offset -1 cycle 1 defs 2 reads 0
run 2 offset -1 cycle 2 defs reads 2
block finish starts 0 less 0 taken 0 next 6
block original starts 0 less 0 taken 0 next 7 modulus 0 lead 0
block done starts 0 less 0 taken 0 next 7
)");
  CHECK(e.stats.least_trips == 5);
  CHECK(e.stats.growth == 600);  // 3 instructions: 15 instances and the loop itself
  CHECK(check_all(chain(), chain_schedule, e) == "");
}

TEST_CASE("modulo expand: a chain by hand, peeling") {
  const Expansion e = expand(chain(), chain_schedule, {.method = Method::peel});
  CHECK(print(e) == R"(expansion peel ii 1 stages 4 unroll 1
registers 7
name 0 copy 0
name 0 copy 1
name 0 copy 2
name 1 copy 0
name 1 drain 0
block guard starts 0 less 1 taken 12 next 1
block entry starts 0 less 0 taken 0 next 2
block prologue starts 1 less 1 taken 6 next 3
run 0 offset 0 cycle 0 defs 0 reads
copy 2 1
copy 1 0
block prologue starts 1 less 1 taken 7 next 4
run 0 offset 0 cycle 0 defs 0 reads
copy 2 1
copy 1 0
block prologue starts 1 less 1 taken 8 next 5
run 1 offset -2 cycle 0 defs 3 reads 2
run 0 offset 0 cycle 0 defs 0 reads
copy 2 1
copy 1 0
block kernel starts 1 less 1 taken 8 next 5
run 2 offset -3 cycle 0 defs reads 3
run 1 offset -2 cycle 0 defs 3 reads 2
run 0 offset 0 cycle 0 defs 0 reads
copy 2 1
copy 1 0
block exit starts 0 less 0 taken 0 next 10
block exit starts 0 less 0 taken 0 next 9
block epilogue starts 0 less 0 taken 0 next 9
run 2 offset -3 cycle 0 defs reads 3
block epilogue starts 0 less 0 taken 0 next 10
run 1 offset -2 cycle 0 defs 4 reads 2
run 2 offset -2 cycle 1 defs reads 4
block epilogue starts 0 less 0 taken 0 next 11
run 1 offset -1 cycle 1 defs 4 reads 1
run 2 offset -1 cycle 2 defs reads 4
block finish starts 0 less 0 taken 0 next 12
block done starts 0 less 0 taken 0 next 12
)");
  CHECK(check_all(chain(), chain_schedule, e) == "");
  // As with phis nothing may be read that the pass writes later: the sum is moved, too.
  const Expansion ssa = expand(chain(), chain_schedule, {.method = Method::peel, .ssa = true});
  CHECK(ssa.registers[0] == 9);
  CHECK(check_all(chain(), chain_schedule, ssa) == "");
}

TEST_CASE("modulo expand: how often to unroll") {
  // Lifetimes of 3 and 5 cycles at an interval of 2: two names and three.
  Problem p = chain();
  p.insts.push_back({"end", 1, 1});
  p.edges = {{0, 2, 3, 0, data, 0}, {1, 3, 5, 0, data, 1}};
  const Schedule s{2, {0, 1, 3, 6}, {}};
  const auto names = [](const Expansion& e, std::uint32_t v) {
    return std::count_if(e.names.begin(), e.names.end(), [&](const Name& n) { return n.value == v; });
  };
  const Expansion a = expand(p, s, {.method = Method::mve});
  CHECK(a.unroll == 3);
  CHECK(names(a, 0) == 3);
  CHECK(names(a, 1) == 3);
  const Expansion b = expand(p, s, {.method = Method::mve, .unroll = Unroll::multiple});
  CHECK(b.unroll == 6);
  CHECK(names(b, 0) == 2);
  CHECK(names(b, 1) == 3);
  CHECK(check_all(p, s, a) == "");
  CHECK(check_all(p, s, b) == "");
}

TEST_CASE("modulo expand: no value has a name too many") {
  // With one name less something is overwritten: the checker must say so.
  std::mt19937 engine(5);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t tried = 0;
  for (int k = 0; k < 200; ++k) {
    const Problem p = random_loop(pick, 1 + pick(7));
    const Schedule s = random_schedule(pick, p, 1 + pick(4));
    const detail::PassOrder order(p, s, 1000);
    REQUIRE(order.refusal == ExpandRefusal::none);
    const ExpandOptions options{.method = Method::mve, .unroll = Unroll::multiple, .remainder = Remainder::before};
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      detail::Rotation r = detail::rotation(p, order, options, 1000);
      if (r.names[v] == 1) continue;
      --r.names[v];
      r.unroll = 1;
      for (const std::uint32_t names : r.names) r.unroll = std::lcm(r.unroll, std::uint64_t{names});
      if (r.unroll > 30) continue;
      const Expansion e = detail::MveExpander(p, s, order, options, r).run();
      CHECK_FALSE(check_expansion(p, s, e).empty());
      ++tried;
    }
  }
  CHECK(tried > 100);
}

TEST_CASE("modulo expand: annotation, automatic choice, knobs") {
  const Expansion noted = expand(chain(), chain_schedule, {.method = Method::annotate});
  CHECK(print(noted) == R"(expansion annotate ii 1 stages 4 unroll 1
registers 0
block original starts 0 less 0 taken 0 next 1 modulus 0 lead 0
run 0 offset 0 cycle 0 defs reads
run 1 offset 0 cycle 2 defs reads
run 2 offset 0 cycle 3 defs reads
block done starts 0 less 0 taken 0 next 1
)");
  CHECK(check_expansion(chain(), chain_schedule, noted).empty());

  CHECK(expand(chain(), chain_schedule).method == Method::mve);
  CHECK(expand(chain(), chain_schedule, {.automatic_factor = 50}).method == Method::peel);
  // 15 instances and 3 instructions, or 12 instances and 8 copies.
  CHECK(expand(chain(), chain_schedule, {.max_growth = 599}).refusal == ExpandRefusal::code_growth);
  CHECK(expand(chain(), chain_schedule, {.max_growth = 600}).method == Method::mve);

  CHECK(method_of_knobs() == Method::automatic);
  CHECK(method_of_knobs(true, true, true) == Method::annotate);
  CHECK(method_of_knobs(false, true, true) == Method::peel);
  CHECK(method_of_knobs(false, false, false) == Method::peel);
}

TEST_CASE("modulo expand: refusals") {
  const auto why = [](const Problem& p, const Schedule& s, const ExpandOptions& o = {}) {
    lathe::RemarkList remarks;
    const ExpandRefusal refusal = expand(p, s, o, remarks).refusal;
    CHECK(remarks.remarks.size() == 1);
    CHECK(remarks.remarks[0].name == (refusal == ExpandRefusal::none ? "Expanded" : "NotExpanded"));
    return refusal;
  };
  using enum ExpandRefusal;
  const Problem p = chain();
  const Schedule s = chain_schedule;
  CHECK(why(p, s) == ExpandRefusal::none);
  CHECK(why({}, s) == no_insts);
  CHECK(expand({}, s).why == to_string(no_insts));
  CHECK(why(p, {0, {0, 2, 3}, {}}) == invalid_schedule);
  CHECK(why(p, {1, {0, 2}, {}}) == invalid_schedule);
  CHECK(why(p, {1, {0, 1, 3}, {}}) == invalid_schedule);
  CHECK(why(p, {1, {1, 3, 4}, {}}) == invalid_schedule);
  CHECK(why(p, {1, {-1, 2, 3}, {}}) == invalid_schedule);
  CHECK(why(p, s, {.fuel = 0}) == out_of_fuel);
  CHECK(why(p, s, {.max_growth = 300}) == code_growth);
  CHECK(why(p, s, {.max_instances = 10}) == too_large);
  CHECK(why(p, {1, {0, 2, INT32_MAX}, {}}) == too_large);
  const auto changed = [&](auto&& change) {
    Problem q = chain();
    change(q);
    return why(q, s);
  };
  CHECK(changed([](Problem& q) { q.values[0].def = 3; }) == broken_problem);
  CHECK(changed([](Problem& q) { q.values[0].set = 1; }) == broken_problem);
  CHECK(changed([](Problem& q) { q.edges[0].to = 3; }) == broken_problem);
  CHECK(changed([](Problem& q) { q.edges[0].value = 1; }) == broken_problem);
  CHECK(changed([](Problem& q) { q.edges[0].distance = 0xffffffff; }) == too_large);
  CHECK(changed([](Problem& q) { q.edges.push_back({1, 0, -5, 0, DependenceKind::anti, lathe::modulo::none}); }) ==
        against_order);
  CHECK(changed([](Problem& q) { q.edges.push_back({1, 1, 0, 0, DependenceKind::order, lathe::modulo::none}); }) ==
        no_order);
  Problem ring = chain();
  ring.edges.push_back({2, 1, 0, 0, DependenceKind::order, lathe::modulo::none});
  ring.edges[1] = {1, 2, 0, 0, DependenceKind::order, lathe::modulo::none};
  CHECK(why(ring, {1, {0, 2, 2}, {}}) == no_order);
  // Limits: 4 registers by one method, 7 by the other.
  Problem tight = chain();
  tight.sets[0].limit = 3;
  CHECK(why(tight, s) == register_limit);
  CHECK(why(tight, s, {.respect_limits = false}) == ExpandRefusal::none);
  tight.sets[0].limit = 4;
  CHECK(why(tight, s, {.automatic_factor = 0}) == ExpandRefusal::none);
  CHECK(why(tight, s, {.method = Method::peel}) == register_limit);
}

TEST_CASE("modulo expand: text comes back, and broken text is told") {
  std::mt19937 engine(2);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::string error;
  for (int k = 0; k < 100; ++k) {
    const Problem p = random_loop(pick, 1 + pick(7));
    const Schedule s = random_schedule(pick, p, 1 + pick(4));
    const Expansion e = expand(p, s, random_expand_options(pick));
    if (e.refusal != ExpandRefusal::none) continue;
    const auto back = read_expansion(print(e), "t", error);
    REQUIRE_MESSAGE(back, error);
    CHECK(print(*back) == print(e));
    CHECK(back->names == e.names);
    CHECK(back->instances == e.instances);
    CHECK(back->operands == e.operands);
    CHECK(back->copies == e.copies);
    CHECK(back->blocks == e.blocks);
    CHECK(back->registers == e.registers);
  }
  const auto broken = [&](const std::string& text) {
    CHECK_FALSE(read_expansion(text, "t", error));
    return error;
  };
  const std::string head = "expansion mve ii 1 stages 1 unroll 1\n";
  CHECK(broken("") == "t:0:1: expected 'expansion', the first word of an expansion");
  CHECK(broken("plan") == "t:1:1: expected 'expansion', the first word of an expansion");
  CHECK(broken("expansion fast ii 1") == "t:1:11: expected a method, found 'fast'");
  CHECK(broken("expansion mve stages 1") == "t:1:15: expected 'ii', found 'stages'");
  CHECK(broken(head + "run 0") == "t:2:1: expected 'block' before what is in it");
  CHECK(broken(head + "name 0 old 1") == "t:2:8: expected copy, drain or home, found 'old'");
  CHECK(broken(head + "block done starts 0 less 0 taken 0 next 0 0") ==
        "t:2:43: expected the end of the line, found '0'");
  CHECK(broken(head + "block done starts 0 less 0 taken 0 next 0\nrun 1 offset 0 cycle 0 defs 1 x") ==
        "t:3:31: expected a name, found 'x'");
  CHECK(broken(head + "block done starts 0 less 0 taken 0 next 0\nrun 1 offset 0 cycle 0 defs 1") ==
        "t:3:29: expected 'reads' and names");
}

}  // namespace
