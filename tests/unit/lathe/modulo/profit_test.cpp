// The gate of the pipeliner: registers of an expansion against a walk over its code, the model of time on loops whose
// cycles can be counted by hand, and each reason to refuse.
#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <set>

#include <lathe/expand/pipeline.hpp>
#include <lathe/modulo/text.hpp>

#include "unit/lathe/modulo/expand_random.hpp"

using namespace expand_test;

namespace {

// Per set, what is live at once on any way through the blocks: a name is live at a place if some way from there reads
// it before it is written. By following ways from each place; only for small expansions.
std::vector<std::uint64_t> slow_peak(const Problem& p, const Expansion& e) {
  struct Step {
    std::vector<std::uint32_t> reads, writes;
  };
  std::vector<std::vector<Step>> code(e.blocks.size());
  for (std::size_t b = 0; b < e.blocks.size(); ++b) {
    const Block& block = e.blocks[b];
    for (const Instance& i : e.instances_of(block)) {
      Step s;
      for (const auto n : e.reads(i)) s.reads.push_back(n);
      for (const auto n : e.defs(i)) s.writes.push_back(n);
      code[b].push_back(std::move(s));
    }
    Step copies;
    for (const Copy& c : e.copies_of(block)) copies.reads.push_back(c.from), copies.writes.push_back(c.to);
    code[b].push_back(std::move(copies));
    Step end;
    for (std::uint32_t n = 0; n < e.names.size(); ++n)
      if (e.names[n].kind == NameKind::home &&
          (block.role == Role::original ||
           (block.role == Role::done && e.names[n].index == 1 && p.values[e.names[n].value].live_out)))
        end.reads.push_back(n);
    code[b].push_back(std::move(end));
  }
  const auto is_read = [&](std::uint32_t name, std::size_t b, std::size_t k) {
    std::set<std::size_t> seen;
    const std::function<bool(std::size_t, std::size_t)> from = [&](std::size_t block, std::size_t step) {
      for (; step < code[block].size(); ++step) {
        const Step& s = code[block][step];
        if (std::count(s.reads.begin(), s.reads.end(), name) != 0) return true;
        if (std::count(s.writes.begin(), s.writes.end(), name) != 0) return false;
      }
      const Block& at = e.blocks[block];
      if (at.role == Role::done) return false;
      for (const std::uint32_t to : {at.next, at.less != 0 ? at.taken : at.next})
        if (seen.insert(to).second && from(to, 0)) return true;
      return false;
    };
    return from(b, k);
  };
  std::vector<std::uint64_t> out(p.sets.size(), 0);
  for (std::size_t b = 0; b < code.size(); ++b)
    for (std::size_t k = 0; k <= code[b].size(); ++k) {
      std::vector<std::uint64_t> now(p.sets.size(), 0);
      for (std::uint32_t n = 0; n < e.names.size(); ++n) {
        const bool written = k > 0 && std::count(code[b][k - 1].writes.begin(), code[b][k - 1].writes.end(), n) != 0;
        if (!written && !is_read(n, b, k)) continue;
        const Value& v = p.values[e.names[n].value];
        now[v.set] += v.weight;
      }
      for (std::size_t s = 0; s < now.size(); ++s) out[s] = std::max(out[s], now[s]);
    }
  return out;
}

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem(text, "p", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

}  // namespace

TEST_CASE("registers of expansions are those of a walk along all ways") {
  std::mt19937 engine(3);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t looked = 0;
  for (int round = 0; round < 250; ++round) {
    const Problem p = random_loop(pick, 1 + pick(5));
    const Schedule s = random_schedule(pick, p, 1 + pick(5));
    for (const Method method : {Method::mve, Method::peel}) {
      const Expansion e = expand(p, s, {.method = method});
      if (e.refusal != ExpandRefusal::none || e.instances.size() > 60) continue;
      CAPTURE(round);
      CHECK(peak_live(p, e) == slow_peak(p, e));
      ++looked;
    }
  }
  CHECK(looked > 150);
}

TEST_CASE("the interval of the loop as it is") {
  // A load of 30 cycles, a sum that waits for it and for itself: one iteration after the other waits for its load.
  const Problem chain = read(
      "modulo\nissue 1\nop ld latency 30\nop add latency 4\norder 0 1 latency 30\norder 1 1 latency 4 distance 1\n");
  CHECK(plain_interval(chain, 1) == 31);
  // Only the sum of iteration i waits for the sum of i - 1: that is the recurrence.
  const Problem sum = read("modulo\nissue 1\nop add latency 4\norder 0 0 latency 4 distance 1\n");
  CHECK(plain_interval(sum, 1) == 4);
  // Nothing waits: issue slots.
  const Problem free = read("modulo\nissue 1\nop a latency 1\nop b latency 1\nop c latency 1\n");
  CHECK(plain_interval(free, 1) == 3);
  CHECK(plain_interval(free, 3) == 1);
  // One copy of a unit that each holds for 5 cycles.
  const Problem held = read("modulo\nissue 1\nunit u\nop a latency 1 use u for 5\nop b latency 1 use u for 5\n");
  CHECK(plain_interval(held, 1) == 10);
  // A list scheduler finds this order: both loads first.
  const Problem two = read(
      "modulo\nissue 1\nop ld latency 30\nop add latency 4\nop ld latency 30\nop add latency 4\n"
      "order 0 1 latency 30\norder 2 3 latency 30\n");
  CHECK(plain_interval(two, 1) < 40);
}

TEST_CASE("each reason to refuse") {
  Problem p = read(
      "modulo\nissue 1\nclass r limit 64\nop ld latency 30\nop add latency 4\nop st latency 1\nop inc latency 4\n"
      "value 0 class r\nvalue 1 class r\nvalue 3 class r\n"
      "data 3 0 latency 4 distance 1 value 2\ndata 0 1 latency 30 value 0\ndata 1 2 latency 4 value 1\n"
      "data 3 3 latency 4 distance 1 value 2\n");
  p.sets[0].steps = {{8, 16}, {16, 8}, {64, 2}};
  Options lifted = Options::lifted();
  const Result r = schedule(p, lifted);
  REQUIRE(r.schedule() != nullptr);
  const Expansion e = expand(p, *r.schedule());
  REQUIRE(e.refusal == ExpandRefusal::none);
  const std::uint64_t live = peak_live(p, e)[0];
  REQUIRE(live > 3);
  REQUIRE(live < 16);
  ProfitOptions o;
  o.aware = true;
  o.around = {{"r", 2, 0, 0}};
  o.overhead = 0;
  o.trips = 1000;
  // Alone on its issuer the loop wins nearly all of its latency.
  o.issuers = 16;
  p.sets[0].steps = {{64, 16}};
  const Profit alone = profit_of(p, e, o);
  CHECK(alone.why == Unprofitable::none);
  CHECK(alone.threads == 1);
  CHECK(alone.pipelined * 3 < alone.plain);
  CHECK(alone.registers_behind == live);
  // With sixteen threads on it, four issue slots each hide it already.
  o.issuers = 1;
  CHECK(profit_of(p, e, o).why == Unprofitable::no_gain);
  o.issuers = 16;
  o.least_gain = 99;
  CHECK(profit_of(p, e, o).why == Unprofitable::no_gain);
  o.least_gain = 5;
  CHECK(profit_of(p, e, o, 1).why == Unprofitable::no_gain);  // it never comes to the kernel
  o.least_issue = 50;
  CHECK(profit_of(p, e, o).why == Unprofitable::few_insts);
  o.least_issue = 0;
  // Registers.
  p.sets[0].steps = {{static_cast<std::uint32_t>(live), 16}, {64, 8}};
  CHECK(profit_of(p, e, o).why == Unprofitable::none);
  o.around[0].through = 1;
  CHECK(profit_of(p, e, o).why == Unprofitable::step);
  o.around[0].most = live + 1;  // the function needs so many anyway
  CHECK(profit_of(p, e, o).why == Unprofitable::none);
  o.around[0] = {"r", 2, 0, 0};
  o.registers.spread_most = 1;
  CHECK(profit_of(p, e, o).why == Unprofitable::step);
  o.registers.spread_most = 0;
  o.around[0].control = 61;
  CHECK(profit_of(p, e, o).why == Unprofitable::limit);
  o.registers.aware = false;
  CHECK(profit_of(p, e, o).why == Unprofitable::none);
}

TEST_CASE("one rule for rises") {
  using namespace lathe::program;
  const RegisterSet set{"r", 40, 0, {{16, 8}, {32, 4}, {40, 2}}};
  CHECK(judge_rise(set, 16, 17) == Verdict::step);
  CHECK(judge_rise(set, 17, 32) == Verdict::fine);
  CHECK(judge_rise(set, 17, 16) == Verdict::fine);
  CHECK(judge_rise(set, 39, 41) == Verdict::limit);
  CHECK(judge_rise(set, 41, 41) == Verdict::fine);
  CHECK(judge_rise(set, 10, 12, {.spread_least = 0, .spread_most = 5}) == Verdict::step);
  CHECK(judge_rise(set, 10, 12, {.spread_least = 7, .spread_most = 12}) == Verdict::fine);  // 17 or more in any case
  CHECK(judge_rise(set, 10, 50, {.aware = false}) == Verdict::fine);
  CHECK(occupancy_at(set, 16) == 8);
  CHECK(occupancy_at(set, 41) == 2);
  CHECK(occupancy_at({"r", 7}, 3) == 1);
}

namespace {

// Per iteration: 0 uses the old value of a; 1 computes b; 2 copies b to a. Or 3 instructions in another order.
struct CopyLoop {
  struct Operand {
    char value;
    bool is_def;
  };
  struct Inst {
    std::vector<Operand> operands;
    bool copy = false;
  };
  std::vector<Inst> code;
  std::vector<std::uint32_t> insts() const { return {0, 1, 2}; }
  const std::vector<Operand>& operands(std::uint32_t i) const { return code[i].operands; }
  std::uint32_t latency(std::uint32_t) const { return 2; }
  std::vector<lathe::program::Hold> holds(std::uint32_t) const { return {}; }
  bool copies(std::uint32_t i) const { return code[i].copy; }
};

}  // namespace

TEST_CASE("copytophi: readers of the old value go before what makes the new one") {
  CopyLoop loop{{{{{'a', false}}}, {{{'b', true}, {'x', false}}}, {{{'a', true}, {'b', false}}, true}}};
  const auto order_edges = [&](bool on) {
    std::uint32_t found = 0;
    for (const Edge& e : ingest(loop, {.copy_to_phi = on}).edges)
      found += e.from == 0 && e.to == 1 && e.distance == 0 && e.kind == DependenceKind::order;
    return found;
  };
  CHECK(order_edges(true) == 1);
  CHECK(order_edges(false) == 0);
  std::swap(loop.code[0], loop.code[1]);  // the reader stands behind
  CHECK(order_edges(true) == 0);
  std::swap(loop.code[0], loop.code[1]);
  loop.code[2].copy = false;
  CHECK(order_edges(true) == 0);
  loop.code[2].copy = true;
  loop.code[1].operands = {{'c', true}, {'x', false}};  // what is copied comes from elsewhere
  CHECK(order_edges(true) == 0);
}
