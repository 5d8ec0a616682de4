// Random functions: each is allocated or does not fit; every plan is right by the checker, reads as it is printed, and
// is the same again. LATHE_REGALLOC_FUNCTIONS=100000 in the environment makes it so many.
#include <doctest/doctest.h>

#include <lathe/regalloc.hpp>
#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <cstdlib>
#include <string>

#include "unit/lathe/regalloc/random_problem.hpp"

using namespace regalloc_test;

namespace {

std::uint32_t functions() {
  const char* const wanted = std::getenv("LATHE_REGALLOC_FUNCTIONS");
  return wanted == nullptr ? 2000 : static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10));
}

// Values that live behind each instruction, by search: does some way from there reach a use before the definition?
class Alive {
 public:
  explicit Alive(const Problem& p) : p_(p), out_(p.block_count()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (Block b = p.block_count(); b-- > 0;) {
        std::set<std::uint32_t> live;
        for (const Block s : p.cfg.successors(b)) {
          const auto in = head(s);
          live.insert(in.begin(), in.end());
          for (const Problem::Phi& phi : p.phis)
            if (phi.block == s)
              for (const Problem::Argument& a : p.incoming(phi))
                if (a.from == b) live.insert(a.value);
        }
        changed |= live != out_[b];
        out_[b] = std::move(live);
      }
    }
  }
  // f(instruction, values that live through it)
  template <class F>
  void walk(Block b, F&& f) const {
    std::set<std::uint32_t> live = out_[b];
    for (std::uint32_t i = p_.first[b + 1]; i-- > p_.first[b];) {
      for (const Operand& o : p_.operands[i])
        if (o.is_def) live.erase(o.value);
      f(i, live);
      for (const Operand& o : p_.operands[i])
        if (!o.is_def) live.insert(o.value);
    }
    f(none, live);
  }
  std::set<std::uint32_t> head(Block b) const {
    std::set<std::uint32_t> live;
    walk(b, [&](std::uint32_t, const std::set<std::uint32_t>& l) { live = l; });
    for (const Problem::Phi& phi : p_.phis)
      if (phi.block == b) live.erase(phi.result);
    return live;
  }

 private:
  const Problem& p_;
  std::vector<std::set<std::uint32_t>> out_;
};

std::vector<bool> reached(const Problem& p) {
  std::vector<bool> out(p.block_count(), false);
  std::vector<Block> queue{0};
  out[0] = true;
  while (!queue.empty()) {
    const Block b = queue.back();
    queue.pop_back();
    for (const Block s : p.cfg.successors(b))
      if (!out[s]) {
        out[s] = true;
        queue.push_back(s);
      }
  }
  return out;
}

// Is there a place in the registers for the operands of each instruction and what cannot leave?
bool fits(const Problem& p) {
  const std::vector<std::uint32_t> nothing;
  if (!Fits(p, p.parameters, none, nothing).run()) return false;
  const Alive alive(p);
  const std::vector<bool> reach = reached(p);
  for (Block b = 0; b < p.block_count(); ++b) {
    if (!reach[b]) continue;
    bool good = true;
    alive.walk(b, [&](std::uint32_t i, const std::set<std::uint32_t>& live) {
      std::vector<std::uint32_t> held;
      for (const std::uint32_t v : live)
        if (!p.can_leave(v)) held.push_back(v);
      if (i != none) {
        good = good && Fits(p, p.operands[i], p.insts[i].clobbers, held).run();
        return;
      }
      for (std::uint32_t c = 0; c < p.classes.size(); ++c) {
        std::size_t count = 0;
        for (const std::uint32_t v : held) count += p.values[v].cls == c ? 1 : 0;
        good = good && count <= p.classes[c].registers.size();
      }
    });
    if (!good) return false;
  }
  return true;
}

std::string problem_of(const Problem& p, const Options& options, Stats& total, std::vector<std::uint64_t>& refusals) {
  if (const auto faults = check_problem(p); !faults.empty()) return faults.str() + print(p);
  const Plan plan = allocate(p, options);
  ++refusals[static_cast<std::size_t>(plan.refusal)];
  if (plan.refusal == Refusal::critical_edge) return options.split_edges ? "an edge may be split" : "";
  if (plan.refusal == Refusal::no_scratch) return "";
  if ((plan.refusal == Refusal::none) != fits(p)) return "refused, and it fits, or the other way\n" + print(p);
  if (plan.refusal != Refusal::none) return "";
  if (const auto faults = check_plan(p, plan); !faults.empty()) return faults.str() + print(p) + print(p, plan);
  if (!options.split_edges && !plan.splits.empty()) return "an edge is split\n" + print(p);
  merge(total, plan.stats);
  std::string error;
  const auto again = read_problem(print(p), "p", error);
  if (!again || print(*again) != print(p)) return "text of the problem: " + error + "\n" + print(p);
  const auto reread = read_plan(p, print(p, plan), "p", error);
  if (!reread || print(p, *reread) != print(p, plan)) return "text of the plan: " + error + "\n" + print(p);
  if (print(p, allocate(p, options)) != print(p, plan)) return "another plan\n" + print(p);
  return "";
}

}  // namespace

TEST_CASE("random functions are allocated, or do not fit") {
  Stats total;
  std::vector<std::uint64_t> refusals(refusal_names.size());
  for (std::uint32_t seed = 0; seed < functions(); ++seed) {
    std::mt19937 engine(seed);
    const Shape shape = random_shape(engine);
    const Problem p = RandomProblem(engine, shape).run();
    Options options;
    if (seed % 5 == 1) options.fuel = engine() % 40;
    if (seed % 5 == 2) options.split_edges = false;
    if (seed % 5 == 3) options.rematerialise = false;
    const std::string wrong = problem_of(p, options, total, refusals);
    REQUIRE_MESSAGE(wrong.empty(), "seed " << seed << ": " << wrong);
  }
  // All of it was there.
  CHECK(refusals[static_cast<std::size_t>(Refusal::none)] > functions() / 2);
  CHECK(refusals[static_cast<std::size_t>(Refusal::instruction)] > functions() / 100);
  CHECK(refusals[static_cast<std::size_t>(Refusal::parameters)] > functions() / 100);
  CHECK(refusals[static_cast<std::size_t>(Refusal::critical_edge)] > functions() / 100);
  CHECK(refusals[static_cast<std::size_t>(Refusal::search_limit)] == 0);
  CHECK(std::min({total.stores, total.loads, total.made, total.moves, total.swaps, total.split}) > functions() / 50);
}

TEST_CASE("large functions, high pressure") {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    std::mt19937 engine(seed);
    Shape shape;
    shape.blocks = 60, shape.insts = 30, shape.variables = 40, shape.most_registers = 3 + seed;
    const Problem p = RandomProblem(engine, shape).run();
    const Plan plan = allocate(p);
    if (plan.refusal != Refusal::none) continue;
    CHECK(check_plan(p, plan).empty());
  }
}

TEST_CASE("fuel: each decision may be the last") {
  std::uint32_t tried = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    std::mt19937 engine(seed);
    const Problem p = RandomProblem(engine, random_shape(engine)).run();
    const Plan all = allocate(p);
    if (all.refusal != Refusal::none || all.stats.decisions < 10) continue;
    ++tried;
    for (std::uint64_t fuel = 0; fuel <= all.stats.decisions; ++fuel) {
      Options options;
      options.fuel = fuel;
      const Plan plan = allocate(p, options);
      CHECK(plan.stats.decisions <= fuel);
      CHECK(check_plan(p, plan).empty());
    }
  }
  CHECK(tried > 20);
}
