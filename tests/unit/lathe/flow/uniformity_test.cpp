// Compiled alone: it costs as much as the others of its folder together.
// Uniformity: each rule by a small program, random programs against the slow twin, the checker and threads that run.
#include <doctest/doctest.h>

#include <lathe/flow/check_uniformity.hpp>
#include <lathe/flow/uniformity.hpp>
#include <lathe/flow/uniformity_text.hpp>
#include <lathe/support/stats.hpp>

#include "support/rounds.hpp"
#include "tests/unit/lathe/flow/uniformity_model.hpp"
#include "tests/unit/lathe/flow/uniformity_twin.hpp"

namespace {

using lathe::flow::Block, lathe::flow::Cfg, lathe::flow::Order, lathe::flow::Cycles, lathe::flow::CyclesFault,
    lathe::flow::Dominators, lathe::flow::check_cycles, lathe::flow::reverse_post_order;
using namespace lathe::flow::uniformity;
using uniformity_test::RandomProblem, uniformity_test::Shape, uniformity_test::Twin, uniformity_test::Warp;
constexpr std::uint32_t nothing = lathe::ids::none;

Problem read(const std::string& text) {
  std::string error;
  auto p = read_problem("uniformity t\nvariables 8\nparameter 0\nparameter 1 uniform\n" + text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
// What print says of a problem in which variable 0 differs between threads and 1 does not, without the first line.
std::string answer(const std::string& text) {
  const Problem p = read(text);
  const Result r = analyse(p);
  CHECK(check(p, r).str() == "");
  const std::string out = print(p, r);
  return out.substr(out.find('\n') + 1);
}

TEST_CASE("operands, sources and guards") {
  CHECK(answer("block to\n"
               "inst read 0 1 write 2\n"
               "inst uniform read 0 write 3\n"
               "inst divergent read 1 write 4\n"
               "inst guard 0 read 1 write 5 old 1 write 1\n"  // 1 is kept by some
               "inst guard 0 old 6 read 3 write 6\n"          // nothing defined 6: all may be taken to have the new one
               "inst write 0\n"                               // the same register, another value
               "inst read 0 write 7\n") ==
        "block 0\ninst 0 d u d 2\ninst 1 d u 3\ninst 2 u d 4\ninst 3 d u d 5 u d 1\ninst 4 d u u u 6\ninst 5 u 0\n"
        "inst 6 u u 7\n");
}

TEST_CASE("threads meet where two ways do, and phis that bring several values are divergent") {
  // 4 takes one value from both ways, though from three blocks; 5 does not.
  CHECK(answer("block to 1 2 by 0\ninst write 2\n"
               "block to 3\ninst write 3\n"
               "block to 3\ninst write 3\n"
               "block to\nphi write 4 from 1 2 from 2 2\ninst read 3 write 5\n") ==
        "block 0 branch divergent until 3 d\ninst 0 u 2\nblock 1 diverged\ninst 1 u 3\nblock 2 diverged\ninst 2 u 3\n"
        "block 3 join\ninst 3 u 4 u u\ninst 4 d d 5\n");
  // A block that all pass ends it: 5 is chosen by what is uniform.
  CHECK(answer("block to 1 2 by 0\n"
               "block to 2\n"
               "block to 3 4 by 1\ninst write 2\n"
               "block to 4\ninst write 2\n"
               "block to\ninst read 2 write 5\n")
            .find("block 4\ninst 2 u u 5") != std::string::npos);
  // What comes from a third way that no diverged thread takes does not count.
  CHECK(answer("block to 1 2 by 1\ninst write 2\ninst write 3\n"
               "block to 3 4 by 0\n"
               "block to 5\n"
               "block to 5\n"
               "block to 5\n"
               "block to\nphi write 4 from 2 3 from 3 2 from 4 2\n")
            .find("inst 2 u 4") != std::string::npos);
}

TEST_CASE("threads that leave are met by nobody") {
  CHECK(answer("block to 1 by 0 leaves\n"
               "block to 2 3 by 1\n"
               "block to 3\ninst write 2\n"
               "block to\ninst read 2 1 write 3\n") ==
        "block 0 branch divergent until - d\nblock 1 diverged u\nblock 2 diverged\ninst 0 u 2\nblock 3 diverged\n"
        "inst 1 u u u 3\n");
}

TEST_CASE("a loop left in different turns: what turns change is divergent outside") {
  CHECK(answer("block to 1\ninst write 2\n"
               "block to 1 2 by 3\ninst read 2 write 2\ninst read 0 2 write 3\ninst changing read 1 write 4\n"
               "inst read 1 write 5\n"
               "block to\ninst read 2 write 6\ninst read 4 write 6\ninst read 5 write 6\n") ==
        "block 0\ninst 0 u 2\n"
        "block 1 diverged branch divergent until 2 d\ninst 1 u u 2\ninst 2 d u d 3\ninst 3 u u 4\ninst 4 u u 5\n"
        "block 2\ninst 5 t d 6\ninst 6 t d 6\ninst 7 u u 6\ncycle 0 header 1 apart\n");
}

TEST_CASE("a loop with two exits, one of them divergent: threads meet behind both") {
  // 0: in; 1: header, leaves by 1 (uniform); 2: leaves by 0; 3 and 4 behind; 5 joins
  const std::string out = answer(
      "block to 1\ninst write 2\ninst write 5\n"
      "block to 2 3 by 2\ninst read 2 write 2\n"
      "block to 1 4 by 0\n"
      "block to 5\ninst write 5\n"
      "block to 5\n"
      "block to\ninst read 5 write 6\n");
  CHECK(out.find("block 5 join\ninst 4 d d 6") != std::string::npos);
  CHECK(out.find("block 3 diverged") != std::string::npos);
}

TEST_CASE("a divergent way back: the header's phi is divergent only if the ways bring several values") {
  const std::string head =
      "block to 1\ninst write 2\ninst write 3\n"
      "block to 2 3 by 0\ninst read 2 write 2\n"
      "block to 1\ninst read 3 write 3\n"
      "block to 1 4 by 2\n"
      "block to\ninst read 3 write 4\n";
  const std::string out = answer(head);
  CHECK(out.find("inst 2 u u 2") != std::string::npos);  // counted in both
  CHECK(out.find("inst 3 d d 3") != std::string::npos);  // counted in one
}

TEST_CASE("irreducible cycles") {
  // 1 and 2 are a cycle with two entries; in it 1 branches by 3.
  const auto cycle = [](const std::string& by) {
    return "block to 1 2 by 1\ninst write 2\n"
           "block to 2 3 by " +
           by +
           "\ninst read 2 write 2\ninst read 1 write 5\n"
           "block to 1\ninst read 2 1 write 4\n"
           "block to\ninst read 2 write 6\ninst read 5 write 7\n";
  };
  const std::string together = answer(cycle("1")), apart = answer(cycle("0"));
  CHECK(together.find("divergent") == std::string::npos);
  CHECK(together.find(" irreducible\n") != std::string::npos);
  CHECK(apart.find(" irreducible mixed apart") != std::string::npos);
  CHECK(apart.find("inst 1 d d 2\ninst 2 u u 5") != std::string::npos);  // 5 does not change
  CHECK(apart.find("inst 4 d d 6\ninst 5 u u 7") != std::string::npos);
}

TEST_CASE("the forest of cycles, and what its checker notices") {
  // 0 -> 1 -> 2 -> 1, 2 -> 3 -> 4 -> 5 -> 3, 2 -> 5, 4 -> 4: a loop, and an irreducible cycle with one in it.
  const std::vector<std::pair<Block, Block>> edges{{0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 4},
                                                   {4, 5}, {5, 3}, {2, 5}, {4, 4}};
  const auto forest = [](const std::vector<std::pair<Block, Block>>& e) {
    const Cfg cfg(6, e);
    return Cycles(cfg, Dominators(cfg), reverse_post_order(cfg));
  };
  const Cfg cfg(6, edges);
  const Order order = reverse_post_order(cfg);
  const Cycles cycles = forest(edges);
  CHECK(check_cycles(cfg, order, cycles).str() == "");
  REQUIRE(cycles.size() == 3);
  CHECK(cycles.innermost(2) != cycles.innermost(3));
  CHECK(cycles[cycles.innermost(5)].irreducible);
  CHECK(cycles[cycles.innermost(4)].parent == cycles.innermost(5));
  CHECK(cycles.blocks(cycles.innermost(5)).size() == 3);
  CHECK(cycles.depth(4) == 2);
  const auto found = [&](const std::vector<std::pair<Block, Block>>& other) {
    return check_cycles(cfg, order, forest(other));
  };
  CHECK(found({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}).has(CyclesFault::left_out));
  CHECK(found({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {4, 4}, {5, 3}}).has(CyclesFault::bad_entries));
  CHECK(found({{0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 4}, {4, 5}, {5, 2}}).has(CyclesFault::not_connected));
}

TEST_CASE("why: a chain of causes, and remarks") {
  const Problem p = read("block to 1 2 by 0\nblock to 2\ninst write 2\nblock to\ninst read 2 1 write 3\n");
  lathe::RemarkList remarks;
  const Result r = analyse(p, remarks);
  REQUIRE(remarks.remarks.size() == 1);
  CHECK(remarks.remarks[0].text == "the branch of block 0 is divergent, since parameter variable 0 is divergent");
  CHECK(r.events.size() == 2);  // before the branch 2 is undefined: nothing is chosen at block 2
  CHECK(why(p, r, 0) == "parameter variable 0 is divergent");
  CHECK(r.stats.divergent_branches == 1);
}

TEST_CASE("texts: there and back, and what is wrong with them") {
  std::mt19937 engine(3);
  for (int k = 0; k < 200; ++k) {
    const Problem p = RandomProblem(engine, {}).run();
    std::string error;
    const auto again = read_problem(print(p), "again", error);
    REQUIRE_MESSAGE(again, error);
    CHECK(print(*again) == print(p));
  }
  const auto fails = [](const char* text) {
    std::string error;
    CHECK_FALSE(read_problem(text, "p", error));
    return error;
  };
  CHECK(fails("flow x") ==
        "p:1:1: expected 'uniformity', the first word of a problem of uniformity: 'uniformity NAME'");
  CHECK(fails("uniformity x\nvariables 1\nblock to 1").find("an edge to a block that is not there") !=
        std::string::npos);
  CHECK(fails("uniformity x\nvariables 1\nblock to\ninst read 1").find("a variable that is not there") !=
        std::string::npos);
  CHECK(fails("uniformity x\nvariables 1\nblock to\nphi write 0 from 0 0").find("no predecessor") != std::string::npos);
  CHECK(fails("uniformity x\nvariables 1\nblock to\ninst write 0\nphi write 0").find("a phi behind what is none") !=
        std::string::npos);
  CHECK(fails("uniformity x\ninst read 0").find("expected 'block' before 'inst'") != std::string::npos);
  CHECK(fails("uniformity x\nvariables 1\nblock by 0 sideways").find("expected a variable") != std::string::npos);
  CHECK(fails("uniformity x\nvariables 1\nparameter 0 maybe").find("expected 'uniform'") != std::string::npos);
  Problem broken;
  broken.first = {0, 1};
  CHECK(check_problem(broken).has(ProblemFault::bad_size));
  CHECK(analyse(broken).refusal == Refusal::bad_problem);
  CHECK(print(broken, analyse(broken)) == "refused: the problem is broken\n");
}

Problem random_problem(std::uint32_t seed) {
  std::mt19937 engine(seed);
  Shape s;
  s.blocks = 2 + seed % 11;
  s.structured = seed % 3 == 0;
  s.guards = seed % 2 != 0;
  s.variables = 3 + seed % 6;
  return RandomProblem(engine, s).run();
}
bool is_definition(const Problem& p, const Places& places, std::uint32_t place) {
  for (std::uint32_t i = 0; i < p.inst_count() && place < places.incoming; ++i)
    if (places.mention(i) <= place && place < places.mention(i + 1))
      return p.mentions[i][place - places.mention(i)].role == Role::def;
  return false;
}

TEST_CASE("random programs: the slow twin finds the same, the checker nothing") {
  Stats sum;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    const Problem p = random_problem(seed);
    const Result r = analyse(p);
    CAPTURE(seed);
    CHECK(check(p, r).str() == "");
    Twin twin(p, r);
    twin.run();
    const Places places(p, r.names);
    for (std::uint32_t n = 0; n < r.value_event.size(); ++n)
      CHECK((r.value_event[n] != nothing) == (twin.names.count(n) != 0));
    for (Block b = 0; b < p.block_count(); ++b) CHECK(r.branch[b] == (twin.branches.count(b) != 0));
    for (std::uint32_t c = 0; c < r.cycles.size(); ++c) {
      CHECK((r.apart[c] != nothing) == (twin.apart.count(c) != 0));
      CHECK((r.mixed[c] != nothing) == (twin.mixed.count(c) != 0));
    }
    for (std::uint32_t u = 0; u < places.count; ++u)
      if (!is_definition(p, places, u)) CHECK(r.divergent[u] == twin.reads_divergent(u));
    lathe::merge(sum, r.stats);
  }
  CHECK(sum.mixed > 60);
  CHECK(sum.irreducible > sum.mixed + 30);
  CHECK(sum.temporal > 100);
  CHECK(sum.divergent_values * 2 < sum.values);
}

TEST_CASE("threads that run have the same values where that is claimed") {
  std::uint64_t compared = 0;
  for (std::uint32_t seed = 0; seed < lathe::test::rounds(2000U); ++seed) {
    const Problem p = random_problem(seed);
    const Result r = analyse(p);
    Warp warp(p, r);
    for (std::uint32_t run = 0; run < 2; ++run) {
      const std::string wrong = warp.run(4, run, 100);
      CHECK_MESSAGE(wrong.empty(), seed, ": ", wrong);
    }
    compared += warp.compared;
  }
  CHECK(compared > lathe::test::rounds(300'000U));
}

TEST_CASE("the threads notice each claim that is taken away") {
  // A divergent place that is called uniform: do threads differ there in some program?
  std::uint32_t places = 0, noticed = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    const Problem p = random_problem(seed);
    const Result r = analyse(p);
    for (std::uint32_t u = 0; u < r.divergent.size(); u += 3) {
      if (!r.divergent[u]) continue;
      Result broken = r;
      broken.divergent[u] = false;
      Warp warp(p, broken);
      bool found = false;
      for (std::uint32_t run = 0; run < 3 && !found; ++run) found = !warp.run(6, run, 100).empty();
      noticed += found;
      ++places;
    }
  }
  MESSAGE(noticed, " of ", places, " divergent places were seen to differ");
  CHECK(noticed * 8 > places);
}

TEST_CASE("the checker notices every kind of fault") {
  const Problem p = read(
      "block to 1\ninst write 2\n"
      "block to 1 2 by 3\ninst read 2 write 2\ninst read 0 2 write 3\n"
      "block to 3 4 by 0\ninst read 2 write 6\n"
      "block to 4\ninst write 7\n"
      "block to\ninst read 7 6 write 5\n");
  const Result good = analyse(p);
  REQUIRE(check(p, good).empty());
  const auto faults = [&](auto&& change) {
    Result r = good;
    change(r);
    return check(p, r);
  };
  CHECK(faults([](Result& r) { r.branch.pop_back(); }).has(ResultFault::bad_size));
  CHECK(faults([](Result& r) { r.names.names.front().version += 1; }).has(ResultFault::bad_names));
  CHECK(faults([](Result& r) { r.cycles = Cycles(); }).has(ResultFault::bad_size));
  const Problem two_loops = read("block to 1\nblock to 1 2 by 1\nblock to 2 3 by 1\nblock to\n");
  Result other = analyse(p);
  other.cycles = analyse(read("block to 1\nblock to 2\nblock to 2 3 by 1\nblock to 4\nblock to\n")).cycles;
  CHECK(check(p, other).has(ResultFault::bad_cycles));
  CHECK(check(two_loops, analyse(two_loops)).empty());
  const auto forget = [](Event::Kind kind) {
    return [kind](Result& r) {
      std::vector<Event> kept;
      for (const Event& e : r.events) {
        if (e.kind == kind && e.reason != Event::Reason::parameter) break;
        kept.push_back(e);
      }
      const auto size = static_cast<std::uint32_t>(kept.size());
      r.events = kept;
      for (auto* list : {&r.apart, &r.mixed, &r.value_event, &r.use_event})
        for (std::uint32_t& e : *list)
          if (e >= size) e = nothing;
    };
  };
  CHECK(faults(forget(Event::Kind::value)).has(ResultFault::bad_list));
  CHECK(faults([&](Result& r) {
          forget(Event::Kind::branch)(r);
          r.branch.assign(r.branch.size(), false);
        }).has(ResultFault::missing_value));
  CHECK(faults(forget(Event::Kind::apart)).has(ResultFault::missing_cycle));
  CHECK(faults([](Result& r) { r.join.assign(r.join.size(), false); }).has(ResultFault::missing_join));
  CHECK(faults([](Result& r) { r.diverged[1] = false; }).has(ResultFault::bad_diverged));
  CHECK(faults([](Result& r) { r.until[2] = 3; }).has(ResultFault::bad_diverged));
  CHECK(faults([](Result& r) { r.divergent[0] = !r.divergent[0]; }).has(ResultFault::bad_list));
  CHECK(faults([](Result& r) {
          for (Event& e : r.events)
            if (e.reason == Event::Reason::operand) e.reason = Event::Reason::guard;
        }).has(ResultFault::unfounded));
  CHECK(faults([](Result& r) {
          for (Event& e : r.events)
            if (e.kind == Event::Kind::branch && e.subject == 2) e.at = e.at - 1;
        }).has(ResultFault::unfounded));
}

TEST_CASE("stepping over closed regions changes the time alone") {
  // Conditions one behind the other, all of which go to one place at the end: each is looked at once.
  std::string text = "uniformity t\nvariables 2\nparameter 0\n";
  const int count = 2000;
  for (int b = 0; b < count; ++b)
    text += "block to " + std::to_string(b + 1) + " " + std::to_string(count) + " by 0\ninst write 1\n";
  std::string error;
  const auto p = read_problem(text + "block to\ninst read 1 write 1\n", "t", error);
  REQUIRE_MESSAGE(p, error);
  const Result r = analyse(*p);
  CHECK(r.stats.divergent_branches == count - 1);  // the last one's ways are one
  CHECK(r.stats.steps < 10 * count);
  CHECK(r.divergent[Places(*p, r.names).mention(count)]);
}

}  // namespace
