// What the planner decides, on small call graphs where it can be seen; and against all that could be decided.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <lathe/inlining.hpp>
#include <lathe/inlining/check.hpp>
#include <lathe/inlining/text.hpp>

#include "random_problem.hpp"

using namespace inlining_test;

namespace {

Problem problem(const std::string& text) {
  std::string error;
  const auto out = read_problem("inlining\n" + text, "p", error);
  CHECK(error == "");
  return out.value_or(Problem{});
}
/// What is inlined, in order: "callee>caller".
std::string inlined(const Problem& p, const Options& o = {}) {
  const Plan plan = plan_inlining(p, o);
  CHECK(check_plan(p, plan, o).str() == "");
  std::string out;
  for (const Decision& d : plan.decisions) {
    const Instance& x = plan.instances[d.instance];
    out += (out.empty() ? "" : " ") + p.functions[p.sites[x.site].callee].name + ">" + p.functions[x.owner].name;
  }
  return out;
}
/// The reasons of what is kept, in order: "callee<caller:reason".
std::string kept(const Problem& p, const Options& o = {}) {
  const Plan plan = plan_inlining(p, o);
  std::string out;
  for (const Kept& k : plan.kept) {
    const Instance& x = plan.instances[k.instance];
    out += (out.empty() ? "" : " ") + p.functions[p.sites[x.site].callee].name + "<" + p.functions[x.owner].name + ":" +
           reason_names[static_cast<std::size_t>(k.reason)];
  }
  return out;
}

// The most that decisions of any order and number can win without a budget exceeded, for one caller of functions without
// calls: all subsets.
std::uint64_t most(const Problem& p, const Options& o) {
  std::uint64_t best = 0;
  for (std::uint32_t set = 0; set < 1U << p.sites.size(); ++set) {
    std::uint64_t cost = 0, benefit = 0;
    for (std::uint32_t s = 0; s < p.sites.size(); ++s) {
      if ((set >> s & 1) == 0) continue;
      const Site& x = p.sites[s];
      const std::uint64_t size = p.functions[x.callee].size, wins = x.saved + x.folds;
      cost += size - std::min(size, wins);
      benefit += std::uint64_t{x.frequency} * (wins + x.promotes) / once;
    }
    if (cost <= o.inline_budget) best = std::max(best, benefit);
  }
  return best;
}

}  // namespace

TEST_CASE("callees first, the best call of a caller first, until its budget is spent") {
  const Problem p = problem(
      "function main size 100\ncall big saved 10\ncall small saved 10\ncall middle saved 10\n"
      "function small size 20\nfunction middle size 40\ncall small saved 10\nfunction big size 400\n");
  CHECK(inlined(p) == "small>middle small>main middle>main big>main");
  Options o;
  o.inline_budget = 60;
  CHECK(inlined(p, o) == "small>middle small>main middle>main");
  CHECK(kept(p, o) == "big<main:budget");
  o.inline_total_budget = 60;
  CHECK(inlined(p, o) == "small>middle small>main middle>main");
  o.inline_total_budget = 30;
  CHECK(inlined(p, o) == "small>middle small>main");
  CHECK(kept(p, o) == "middle<main:total_budget big<main:budget");
}

TEST_CASE("a call in a loop goes before a larger one outside; constants and variables count") {
  CHECK(inlined(problem("function m size 9\ncall a saved 10\ncall b saved 10 frequency 160\nfunction a size "
                        "30\nfunction b size 90\n")) == "b>m a>m");
  CHECK(
      inlined(problem(
          "function m size 9\ncall a saved 10\ncall b saved 10 folds 40\nfunction a size 60\nfunction b size 60\n")) ==
      "b>m a>m");
  CHECK(inlined(problem("function m size 9\ncall a saved 10\ncall b saved 10 promotes 1\nfunction a size 60\nfunction "
                        "b size 60\n")) == "b>m a>m");
}

TEST_CASE("why a call stays") {
  CHECK(kept(problem("function m size 9\ncall x saved 1\nfunction x declared\n")) == "x<m:not_defined");
  CHECK(kept(problem("function m size 9\ncall x saved 1 noinline\nfunction x size 3\n")) == "x<m:no_inline");
  CHECK(kept(problem("function m size 9\ncall x saved 1\nfunction x size 3 noinline alwaysinline\n")) ==
        "x<m:no_inline");
  CHECK(kept(problem("function m size 9\ncall x\nfunction x size 3\n")) == "x<m:no_gain");
  CHECK(kept(problem("function m size 9\ncall x saved 5\nfunction x size 2481\n")) == "x<m:too_large");
  CHECK(kept(problem("function m size 9\ncall x saved 5\nfunction x size 2480\n")) == "");
  CHECK(kept(problem("function m size 9\ncall x saved 5 cold\nfunction x size 501\n")) == "x<m:cold");
  CHECK(kept(problem("function m size 9\ncall x saved 5 cold\nfunction x size 500\n")) == "");
  CHECK(kept(problem("function m size 9\ncall x saved 5 hot\nfunction x size 20005\n")) == "");
  CHECK(kept(problem("function m size 9\ncall x saved 5 hot\nfunction x size 20006\n")) == "x<m:budget");
  CHECK(kept(problem("function m size 9\ncall m saved 5\n")) == "m<m:recursive");
}

TEST_CASE("recursion through others is unrolled once, and comes to an end") {
  const Problem p = problem("function a size 10\ncall b saved 5\nfunction b size 10\ncall a saved 5\n");
  CHECK(inlined(p) == "b>a a>b");
  CHECK(kept(p) == "a<a:recursive a<b:recursive");
}

TEST_CASE("a local function goes with its last call, which may be dearer") {
  const Problem p = problem(
      "function m size 9\ncall once saved 5\ncall twice saved 5\ncall twice saved 5\nfunction once size 9000 local\n"
      "function twice size 9000 local\n");
  CHECK(inlined(p) == "once>m");
  const Plan plan = plan_inlining(p);
  CHECK(plan.decisions[0].last_call);
  CHECK(plan.vanished == std::vector<bool>{false, true, false});
  CHECK(plan.size[0] == 9 + 9000 - 5);
  // With the last call but one gone, the last is worth more.
  CHECK(inlined(problem("function m size 9\ncall f saved 5\ncall g saved 30 alwaysinline\ncall f saved 5 alwaysinline\n"
                        "function f size 90 local\nfunction g size 90\n")) == "g>m f>m f>m");
  // Kept functions and those that others can call do not go.
  CHECK(inlined(problem("function m size 9\ncall x saved 5\nfunction x size 9000 local kept\n")) == "");
  CHECK(inlined(problem("function m size 9\ncall x saved 5\nfunction x size 9000\n")) == "");
  // What nobody calls is no caller.
  CHECK(inlined(problem("function m size 9\nfunction x size 20 local\ncall y saved 5\nfunction y size 20 local\n")) ==
        "");
}

TEST_CASE("a kernel does not cross its step of registers") {
  const std::string text =
      "function k size 9 registers 30 limit 40 kept\ncall x saved 5 live 12\nfunction x size 20 registers ";
  CHECK(inlined(problem(text + "28\n")) == "x>k");
  CHECK(kept(problem(text + "29\n")) == "x<k:pressure");
  Options o;
  o.pressure = false;
  CHECK(inlined(problem(text + "29\n"), o) == "x>k");
  // Beyond the limit anyway, there is nothing to keep.
  CHECK(inlined(problem(
            "function k size 9 registers 41 limit 40\ncall x saved 5 live 12\nfunction x size 20 registers 99\n")) ==
        "x>k");
  // Of what is moved twice, all that lives across both calls counts.
  const std::string nested =
      "function k size 9 limit 40\ncall x saved 5 live 12\nfunction x size 20 registers 9\n"
      "call y saved 5 live 8 noinline\nfunction y size 20 registers ";
  CHECK(inlined(problem(nested + "30\n")) == "x>k");
  Problem loose = problem(nested + "20\n");
  loose.sites[1].no_inline = false;
  loose.functions[1].size = 3000;  // too large for itself, so k gets it in two steps
  CHECK(plan_inlining(loose).registers[0] <= 40);
}

TEST_CASE("always is always, and fuel ends it") {
  const Problem p =
      problem("function m size 9\ncall a saved 1\ncall b alwaysinline\nfunction a size 20\nfunction b size 90000\n");
  CHECK(inlined(p) == "b>m");
  CHECK(kept(p) == "a<m:budget");
  Options o;
  o.fuel = 0;
  CHECK(inlined(p, o) == "");
  CHECK(plan_inlining(p, o).stats.out_of_fuel == 1);
}

TEST_CASE("random graphs: the checker agrees, the text comes back, each prefix of fuel is a prefix") {
  Random r(7);
  std::uint64_t decisions = 0, gone = 0, reasons[reason_count] = {};
  for (int round = 0; round < 4000; ++round) {
    const Problem p = random_problem(r, 7, 12);
    const Options o = random_options(r);
    const Plan plan = plan_inlining(p, o);
    const auto faults = check_plan(p, plan, o);
    CAPTURE(round);
    REQUIRE(faults.str() == "");
    std::string error;
    const auto again = read_problem(print(p), "p", error);
    REQUIRE(again.has_value());
    REQUIRE(*again == p);
    decisions += plan.decisions.size();
    gone += plan.stats.vanished;
    for (std::size_t k = 0; k < reason_count; ++k) reasons[k] += plan.stats.reasons[k];
    if (plan.decisions.empty() || plan.stats.out_of_fuel != 0) continue;
    Options less = o;
    less.fuel = r.below(static_cast<std::uint32_t>(plan.decisions.size()));
    const Plan part = plan_inlining(p, less);
    REQUIRE(part.decisions.size() == less.fuel);
    for (std::size_t d = 0; d < part.decisions.size(); ++d) REQUIRE(part.decisions[d] == plan.decisions[d]);
  }
  CHECK(decisions > 2000);
  CHECK(gone > 1000);
  for (std::size_t k = 1; k < reason_count; ++k) CHECK(reasons[k] > 50);
}

TEST_CASE("beside the best of all subsets") {
  Random r(11);
  double logs = 0, worst = 1;
  int cases = 0;
  for (int round = 0; round < 600; ++round) {
    Problem p;
    p.functions.resize(9);
    for (Function& f : p.functions) f.size = 20 + r.below(200);
    for (std::uint32_t s = 0; s < 8; ++s) {
      Site x;
      x.callee = s + 1;
      x.saved = 1 + r.below(20);
      x.folds = r.one_in(3) ? r.below(60) : 0;
      x.frequency = once * (1 + r.below(8));
      p.sites.push_back(x);
    }
    Options o;
    o.inline_budget = 300 + r.below(300);
    std::uint64_t got = 0;
    for (const Decision& d : plan_inlining(p, o).decisions) got += d.benefit;
    const double share = static_cast<double>(got) / static_cast<double>(most(p, o));
    logs += std::log(share);
    worst = std::min(worst, share);
    ++cases;
  }
  MESSAGE("share of the best: mean " << std::exp(logs / cases) << ", worst " << worst);
  CHECK(std::exp(logs / cases) > 0.97);
  CHECK(worst > 0.7);
}
