// Trace metrics against their slow twin, against the checker, and against what real edits make of the answers to
// "what if"; few blocks are looked at again after an edit.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include <lathe/flow/check_trace.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/flow/trace_text.hpp>

#include "adapters/archetype/view.hpp"
#include "adapters/toy/stored.hpp"
#include "unit/lathe/flow/trace_twin.hpp"
#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace lathe;
using namespace lathe::flow;
using program::BlockId, program::InstId, program::ValueId, program::Role;
using program_test::blocks_of;
using program_test::insts_of;
using program_test::TimedCode;

struct Traced {
  TimedCode code;
  program::Known<TimedCode> known;
  program::ControlFlow<TimedCode> graph;
  FollowLoops<TimedCode> loops;
  FollowTrace<TimedCode> trace;
  template <class Fill>
  explicit Traced(Fill&& fill, TraceOptions options = {})
      : known((fill(code), code)), graph(code, known), loops(graph), trace(code, graph, loops, options) {}
};
auto picker(std::mt19937& rng) {
  return [&rng](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
}
auto random_code(std::mt19937& rng, std::uint32_t blocks) {
  return [&rng, blocks](TimedCode& c) { program_test::fill(picker(rng), c, blocks); };
}
// Ways lead to the next few blocks, and seldom back, so that traces are long.
auto forward_code(std::mt19937& rng, std::uint32_t n) {
  return [&rng, n](TimedCode& c) {
    const auto pick = picker(rng);
    for (std::uint32_t v = 3 + pick(6); v > 0; --v) c.make_value();
    std::vector<BlockId> b;
    for (std::uint32_t k = 0; k < n; ++k) c.put_block(b.emplace_back(c.make_block()), true);
    for (std::uint32_t k = 0; k < n; ++k) {
      for (std::uint32_t left = pick(5); left > 0; --left) c.put(program_test::random_inst(pick, c), {b[k], {}});
      const auto ahead = [&] { return b[pick(12) == 0 ? pick(n) : std::min(n - 1, k + 1 + pick(3))]; };
      const program::Operand<ValueId> use{ValueId(pick(c.value_count())), Role::use};
      const BlockId to[] = {ahead(), ahead()};
      c.put(k + 1 == n ? c.make({2}) : c.make({1}, std::span(&use, 1), to), {b[k], {}});
    }
  };
}
constexpr TraceOptions all_options[] = {{TraceStrategy::fewest_instructions, false},
                                        {TraceStrategy::fewest_instructions, true},
                                        {TraceStrategy::frequency, false},
                                        {TraceStrategy::local, true}};

std::string check(const TimedCode& c, const TraceReport& r, const TraceOptions& options) {
  return check_trace(c, r, options, [&](InstId i) { return c.latency(i); }).str();
}

TEST_CASE("random functions: equal to the twin, and the checker agrees") {
  std::uint64_t long_ones = 0, cycles = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 rng(seed);
    const TraceOptions options = all_options[seed % 4];
    const auto any = random_code(rng, 1 + seed % 16);
    const auto ahead = forward_code(rng, 2 + seed % 14);
    Traced t([&](TimedCode& c) { seed % 3 == 0 ? ahead(c) : any(c); }, options);
    const TraceReport mine = t.trace.report(), twin = trace_test::Twin<TimedCode>(t.code, options).report();
    CAPTURE(seed);
    REQUIRE_MESSAGE(mine == twin, t.code.text());
    CHECK(check(t.code, mine, options) == "");
    for (const auto& b : mine.blocks) {
      long_ones += b.previous != no_block && b.next != no_block;
      cycles += b.length;
    }
  }
  CHECK(long_ones > 100);
  CHECK(cycles > 1000);
}

TEST_CASE("a report with one fault is found out") {
  std::uint32_t found[8] = {};
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 rng(seed);
    Traced t(random_code(rng, 10));
    const TraceReport right = t.trace.report();
    const auto b = rng() % right.blocks.size();
    const auto spoilt = [&](auto&& spoil) {
      TraceReport wrong = right;
      spoil(wrong);
      return check_trace(t.code, wrong, {}, [&](InstId i) { return t.code.latency(i); });
    };
    const auto each = [&](TraceFault kind, auto&& spoil) {
      CHECK(spoilt(spoil).has(kind));
      ++found[static_cast<std::size_t>(kind)];
    };
    each(TraceFault::size, [&](TraceReport& r) { r.insts.emplace_back(); });
    each(TraceFault::pick, [&](TraceReport& r) {
      r.blocks[b].previous = r.blocks[b].previous == no_block ? static_cast<Block>(b) : no_block;
    });
    each(TraceFault::pick,
         [&](TraceReport& r) { r.blocks[b].next = r.blocks[b].next == no_block ? static_cast<Block>(b) : no_block; });
    each(TraceFault::count, [&](TraceReport& r) { ++r.blocks[b].below; });
    each(TraceFault::held, [&](TraceReport& r) { ++r.blocks[b].held_above[1]; });
    each(TraceFault::length, [&](TraceReport& r) { ++r.blocks[b].length; });
    each(TraceFault::bound, [&](TraceReport& r) { ++r.blocks[b].bound; });
    if (right.insts.empty()) continue;
    each(TraceFault::depth, [&](TraceReport& r) { ++r.insts[rng() % r.insts.size()].depth; });
    each(TraceFault::height, [&](TraceReport& r) { ++r.insts[rng() % r.insts.size()].height; });
  }
  for (const std::uint32_t n : found) CHECK(n > 40);
}

TEST_CASE("a report comes back from its text, a broken one is refused with its place") {
  std::string error;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 rng(seed);
    Traced t(random_code(rng, 1 + seed % 12), all_options[seed % 4]);
    const TraceReport r = t.trace.report();
    const std::string text = print(r);
    const auto back = read_trace(text, "t", error);
    REQUIRE_MESSAGE(back.has_value(), error);
    CHECK(*back == r);
    // One word less, or another one: refused, or a report that prints as it reads.
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1 + rng() % 40)) {
      const std::size_t end = text.find_first_of(" \n", at + 1);
      std::string broken = text;
      broken.replace(at + 1, end - at - 1, rng() % 2 == 0 ? "" : "-7");
      const auto read = read_trace(broken, "t", error);
      if (!read)
        CHECK(error.starts_with("t:"));
      else
        CHECK(read_trace(print(*read), "t", error) == read);
    }
  }
  const auto refused = [&](const char* text) { return read_trace(text, "t", error).has_value() ? "read" : error; };
  CHECK(refused("flow") == "t:1:1: expected 'trace', the first word of what trace metrics found");
  CHECK(refused("trace units 1\nblock above 1 below 0 length 2") == "t:2:31: expected 'bound', found ''");
  CHECK(refused("trace units 1\nblock above 1 below 0 length 2 bound 1 held above 1 2 below 1") ==
        "t:2:53: expected 'below', found '2'");
  CHECK(refused("trace units 1\nblock above 1 below 0 length 2 bound 1 next 3 held above 1 below 1") ==
        "t:2:66: block 0 has a neighbour 3, which is not there");
  CHECK(refused("trace units 0\ninst depth 1 height x") ==
        "t:2:21: expected a count, a number from 0 to 9223372036854775807, found 'x'");
}

TEST_CASE("what if: what real edits make of it, taken back again") {
  std::uint32_t asked = 0, longer = 0, shorter = 0, bounded = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = picker(rng);
    const TraceOptions options{seed % 5 < 3 ? TraceStrategy::fewest_instructions : TraceStrategy::frequency,
                               seed % 3 == 0};
    const auto any = random_code(rng, 8);
    const auto ahead = forward_code(rng, 8);
    Traced t([&](TimedCode& c) { seed % 2 == 0 ? ahead(c) : any(c); }, options);
    program::Editing e(t.code, t.graph, t.loops, t.trace);
    const std::vector<BlockId> blocks = blocks_of(t.code);
    const BlockId b = blocks[pick(static_cast<std::uint32_t>(blocks.size()))];
    std::vector<InstId> added, removed;
    for (std::uint32_t k = pick(3); k > 0; --k) added.push_back(program_test::random_inst(pick, t.code));
    const auto before = program_test::random_place(pick, t.code, b);
    for (const InstId i : insts_of(t.code, b))
      if (!t.code.effects(i).has(program::Effect::terminator | program::Effect::phi) && pick(3) == 0)
        removed.push_back(i);
    const TraceOutcome told = t.trace.with(b, before, added, removed);
    const std::vector<BlockId> was = t.trace.trace(b);
    CHECK(told.length_before == t.trace.length(b));
    CHECK(told.bound_before == t.trace.bound(b));
    e.begin();
    for (const InstId i : added) e.insert(i, {b, before});
    for (const InstId i : removed) e.erase(i);
    CAPTURE(seed);
    CAPTURE(t.code.text());
    if (t.trace.trace(b) == was) {  // not where blocks pick others now
      ++asked;
      CHECK(told.length_after == t.trace.length(b));
      CHECK(told.bound_after == t.trace.bound(b));
      longer += told.longer();
      shorter += told.length_after < told.length_before;
      bounded += told.more_bound();
    }
    e.rollback();
    CHECK(t.trace.length(b) == told.length_before);
  }
  CHECK(asked > 150);
  CHECK(longer > 20);
  CHECK(shorter > 5);
  CHECK(bounded > 20);
}

// Blocks in a row, each with a branch to the next two: n blocks, and in each one instruction that reads the last one's.
void ladder(TimedCode& c, std::uint32_t n) {
  const ValueId x = c.make_value(), y = c.make_value();
  std::vector<BlockId> blocks;
  for (std::uint32_t k = 0; k < n; ++k) {
    blocks.push_back(c.make_block());
    c.put_block(blocks.back(), true);
  }
  for (std::uint32_t k = 0; k < n; ++k) {
    const program::Operand<ValueId> both[] = {{x, Role::use}, {x, Role::def}}, use[] = {{y, Role::use}};
    c.put(c.make({5}, both), {blocks[k], {}});
    const BlockId to[] = {blocks[std::min(k + 1, n - 1)], blocks[std::min(k + 2, n - 1)]};
    if (k + 1 < n) c.put(c.make({1}, use, to), {blocks[k], {}});
  }
}

TEST_CASE("after an edit the blocks near it are looked at again, and no others") {
  constexpr std::uint32_t n = 200;
  Traced t([](TimedCode& c) { ladder(c, n); });
  program::Editing e(t.code, t.graph, t.loops, t.trace);
  const std::vector<BlockId> blocks = blocks_of(t.code);
  t.trace.report();
  const TraceStatistics first = t.trace.statistics();
  CHECK(first.read == n);
  CHECK(first.picked == 2 * n);
  CHECK(first.depths == n);
  CHECK(first.heights == n);
  CHECK(first.lengths == n);
  // The trace jumps over every other block: 100 instructions of 3 cycles, the last issues in cycle 3 * 100.
  CHECK(t.trace.trace(blocks[0]).size() == n / 2 + 1);
  CHECK(t.trace.length(blocks[0]) == 3 * (n / 2));
  CHECK(t.trace.slack(insts_of(t.code, blocks[0])[0]) == 0);
  CHECK(t.trace.slack(insts_of(t.code, blocks[0])[1]) == 3 * (n / 2));

  // An operand: nobody picks anew. Depths of the block asked for, from the one that changed on.
  const InstId in_middle = insts_of(t.code, blocks[100])[0];
  e.set_operand(in_middle, 0, ValueId(1));
  CHECK(t.trace.depth(in_middle) == 0);
  CHECK(t.trace.depth(insts_of(t.code, blocks[104])[0]) == 6);
  TraceStatistics now = t.trace.statistics();
  CHECK(now.read == first.read + 1);
  CHECK(now.picked == first.picked);
  CHECK(now.depths == first.depths + 3);
  CHECK(now.heights == first.heights);
  // What stands in front of the block is as deep as it was, and nothing behind it is asked about.
  CHECK(t.trace.depth(insts_of(t.code, blocks[98])[0]) == 3 * 49);
  CHECK(t.trace.statistics().depths == now.depths);

  // An instruction more: those behind pick anew, when they are asked.
  e.insert_before(t.code.clone(in_middle), in_middle);
  CHECK(t.trace.previous(blocks[102]) == blocks[100]);
  now = t.trace.statistics();
  CHECK(now.read == first.read + 2);
  CHECK(now.picked < first.picked + 8);
  CHECK(check(t.code, t.trace.report(), {}) == "");
}

// One block of instructions whose comparisons are counted.
struct Line {
  struct Inst {
    std::uint32_t value;
    static inline std::uint64_t compared = 0;
    friend bool operator==(const Inst& a, const Inst& b) {
      ++compared;
      return a.value == b.value;
    }
  };
  using Value = unsigned;
  static constexpr program::Facts facts = {};
  std::uint32_t size;
  std::vector<unsigned> blocks() const { return {0}; }
  std::vector<Inst> instructions(unsigned) const {
    std::vector<Inst> out;
    for (std::uint32_t k = 0; k < size; ++k) out.push_back({k});
    return out;
  }
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
  template <class F>
  void for_each_operand(Inst, F&& f) const {
    f(program::Operand<unsigned>{0, Role::def});
    f(program::Operand<unsigned>{0, Role::use});
  }
  program::Effects effects(Inst) const { return {}; }
  int key(Inst) const { return 0; }
};
static_assert(program::is_view<Line>());

TEST_CASE("what if all of a block went: in time linear in the block") {
  std::uint64_t compared[2] = {};
  for (const std::uint32_t n : {64U, 512U}) {
    const Line line{n};
    program::Known known(line);
    program::ControlFlow graph(line, known);
    const FollowLoops loops(graph);
    const FollowTrace trace(line, graph, loops);
    const std::vector<Line::Inst> all = line.instructions(0);
    CHECK(trace.length(0) == n - 1);
    Line::Inst::compared = 0;
    CHECK(trace.with(0, all.back(), {}, std::span(all).first(n - 1)).length_after == 0);
    compared[n == 512] = Line::Inst::compared;
    CHECK(trace.with(0, {}, {}, std::vector<Line::Inst>{{n + 9}}).length_after == n - 1);  // it is not there
  }
  CHECK(compared[1] < 9 * compared[0]);  // eight times as many; by pairs it would be 64
}

TEST_CASE("what if: values that cross a block to one behind it are listed once") {
  constexpr std::uint32_t n = 50;
  std::vector<BlockId> b;
  Traced t([&](TimedCode& c) {
    for (int k = 0; k < 3; ++k) c.put_block(b.emplace_back(c.make_block()), true);
    for (std::uint32_t k = 0; k < n; ++k) {
      const ValueId v = c.make_value();
      c.put(c.make({5}, std::vector<program::Operand<ValueId>>{{v, Role::def}}), {b[0], {}});
      c.put(c.make({5}, std::vector<program::Operand<ValueId>>{{v, Role::use}}), {b[2], {}});
    }
    for (std::size_t k = 0; k < 2; ++k) c.put(c.make({0}, {}, std::span(&b[k + 1], 1)), {b[k], {}});
  });
  const InstId added = t.code.make({5}, std::vector<program::Operand<ValueId>>{{ValueId(0), Role::def}});
  t.trace.length(b[1]);
  const std::uint64_t before = t.trace.statistics().crossed;
  t.trace.with(b[1], {}, {&added, 1});
  CHECK(t.trace.statistics().crossed == before + n);
}

TEST_CASE("a writer that comes and goes leaves nothing behind") {
  std::vector<BlockId> b;
  InstId reader;
  Traced t([&](TimedCode& c) {
    const ValueId x = c.make_value();
    for (int k = 0; k < 2; ++k) c.put_block(b.emplace_back(c.make_block()), true);
    c.put(c.make({5}, std::vector<program::Operand<ValueId>>{{x, Role::def}}), {b[0], {}});
    c.put(c.make({0}, {}, std::span(&b[1], 1)), {b[0], {}});
    reader = c.make({5}, std::vector<program::Operand<ValueId>>{{x, Role::use}});
    c.put(reader, {b[1], {}});
  });
  program::Editing e(t.code, t.graph, t.loops, t.trace);
  const InstId writer = insts_of(t.code, b[0])[0];
  for (int k = 0; k < 1000; ++k) {
    const InstId copy = t.code.clone(writer);
    e.insert_before(copy, reader);
    REQUIRE(t.trace.depth(reader) == 3);
    e.erase(copy);
    REQUIRE(t.trace.depth(reader) == 3);
  }
  CHECK(t.trace.writer_entries() <= 4);
}

// A View with a fault: instructions hold units that it does not have, the first of them where issue slots are counted.
struct WrongUnits : TimedCode {
  template <class F>
  void for_each_hold(InstId i, F&& f) const {
    TimedCode::for_each_hold(i, f);
    f(program::Hold{2, 0, 1}), f(program::Hold{1U << 20, 0, 1});
  }
};

TEST_CASE("units that are not there are held by nobody") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    WrongUnits c;
    program_test::fill(picker(rng), c, 9);
    program::Known<WrongUnits> known(c);
    program::ControlFlow<WrongUnits> graph(c, known);
    const FollowLoops<WrongUnits> loops(graph);
    const FollowTrace<WrongUnits> trace(c, graph, loops);
    CAPTURE(seed);
    CHECK(check_trace(c, trace.report(), {}, [&](InstId i) { return c.latency(i); }).str() == "");
  }
}

// Far from its readers a value is written twice: the nearer one counts, whichever came first.
TEST_CASE("the nearest writer far up a trace") {
  std::vector<BlockId> b;
  InstId reader;
  Traced t([&](TimedCode& c) {
    const ValueId x = c.make_value();
    for (int k = 0; k < 60; ++k) c.put_block(b.emplace_back(c.make_block()), true);
    for (int k = 0; k < 59; ++k) {
      if (k == 2) c.put(c.make({5}, std::vector<program::Operand<ValueId>>{{x, Role::def}}), {b[2], {}});
      c.put(c.make({0}, {}, std::span(&b[static_cast<std::size_t>(k) + 1], 1)), {b[static_cast<std::size_t>(k)], {}});
    }
    reader = c.make({4}, std::vector<program::Operand<ValueId>>{{x, Role::use}});
    c.put(reader, {b[59], {}});
  });
  program::Editing e(t.code, t.graph, t.loops, t.trace);
  CHECK(t.trace.depth(reader) == 3);
  const InstId slow = t.code.make({6}, std::vector<program::Operand<ValueId>>{{ValueId(0), Role::def}});
  e.insert_before(slow, insts_of(t.code, b[0])[0]);
  CHECK(t.trace.depth(reader) == 3);
  e.erase(insts_of(t.code, b[2])[0]);
  CHECK(t.trace.depth(reader) == 6);
}

// entry -> head; head -> body, side; body, side -> latch; latch -> head, exit
TEST_CASE("traces keep to their loops") {
  std::vector<BlockId> b;
  std::optional<InstId> phi;
  Traced t([&](TimedCode& c) {
    const ValueId x = c.make_value(), y = c.make_value();
    for (int k = 0; k < 6; ++k) {
      b.push_back(c.make_block());
      c.put_block(b.back(), true);
    }
    const auto add = [&](BlockId at, std::uint32_t op, std::vector<program::Operand<ValueId>> operands,
                         std::vector<BlockId> to = {}) {
      const InstId i = c.make({op}, operands, to);
      c.put(i, {at, {}});
      return i;
    };
    add(b[0], 6, {{x, Role::def}});
    add(b[0], 0, {}, {b[1]});
    add(b[1], 5, {{x, Role::use}, {x, Role::def}});
    add(b[1], 1, {{x, Role::use}}, {b[2], b[3]});
    add(b[2], 6, {{x, Role::use}, {y, Role::def}});
    add(b[2], 5, {{y, Role::use}, {y, Role::def}});
    add(b[2], 0, {}, {b[4]});
    add(b[3], 0, {}, {b[4]});
    phi = add(b[4], 3, {{y, Role::def}});
    const std::pair<BlockId, ValueId> in[] = {{b[2], y}, {b[3], x}};
    c.set_incoming(*phi, in);
    add(b[4], 1, {{y, Role::use}}, {b[1], b[5]});
    add(b[5], 2, {{y, Role::use}});
  });
  using Trace = std::vector<BlockId>;
  CHECK(t.trace.trace(b[0]) == Trace{b[0], b[1], b[3], b[4]});  // into the loop, by the short way
  CHECK(t.trace.trace(b[1]) == Trace{b[1], b[3], b[4]});        // a header is the head
  CHECK(t.trace.trace(b[2]) == Trace{b[1], b[2], b[4]});
  CHECK(t.trace.trace(b[5]) == Trace{b[1], b[3], b[4], b[5]});  // out of the loop upwards
  CHECK(t.trace.head(b[5]) == b[1]);
  CHECK(t.trace.tail(b[1]) == b[4]);
  CHECK_FALSE(t.trace.next(b[4]).has_value());
  // x is ready in 3; by the body y is in 3 + 6 + 3.
  CHECK(t.trace.depth(*phi) == 3);
  CHECK(t.trace.phi_depth(*phi, b[2]) == 12);
  CHECK(t.trace.phi_depth(*phi, b[3]) == 3);
  CHECK(t.trace.length(b[2]) == 12);
  CHECK(t.trace.length(b[1]) == 3);
  CHECK(t.trace.instructions_above(b[4]) == 2);  // the jump issues in no slot
  CHECK(t.trace.instructions_below(b[1]) == 1);
  CHECK(t.trace.instructions_in(b[2]) == 2);
  // Unit `second`: 2 cycles in the head, 1 + 2 in the body.
  CHECK(t.trace.held_above(b[4], 1) == 2);
  CHECK(t.trace.held_in(b[2], 1) == 3);
  CHECK(t.trace.held_below(b[1], 1) == 0);
  CHECK(t.trace.bound(b[2]) == 5);
  CHECK(t.trace.resource_depth(b[2]) == 2);
  CHECK(t.trace.resource_height(b[2]) == 3);
  // The body's code in front of the head's branch would be 12 cycles where 3 were.
  const auto body = insts_of(t.code, b[2]);
  const TraceOutcome merged = t.trace.with(b[1], insts_of(t.code, b[1])[1], {body.data(), 2});
  CHECK(merged.length_before == 3);
  CHECK(merged.length_after == 9);  // and y's last one issues then; nobody waits for it on the short way
  CHECK(merged.bound_after == 5);
}

// The toy machine's stored programs, with latencies of the test's own: verified after every edit, checked at the end.
TEST_CASE("functions of the toy machine are followed") {
  struct Slow {
    const toy::StoredFunction* f;
    std::uint32_t latency(InstId i) const {
      using enum toy::MachineInst::Op;
      const auto op = f->payload(i).op;
      return op == load ? 5 : op == mul ? 3 : 1;
    }
  };
  std::mt19937 rng(3);
  std::uint64_t edits = 0;
  for (int k = 0; k < 4; ++k) {
    const toy::Machine machine = toy::random_machine(rng, 6, 8);
    for (const toy::MachineFunction& f : machine.functions) {
      toy::StoredFunction c(f);
      program::Known known(c);
      program::ControlFlow graph(c, known);
      FollowLoops loops(graph);
      const Slow slow{&c};
      FollowTrace<toy::StoredFunction, Slow> trace(c, graph, loops, {}, slow);
      program::Verifying verify(c, trace);
      program::Editing e(c, graph, loops, trace, verify);
      for (int n = 0; n < 20; ++n) {
        std::vector<BlockId> blocks;
        for (const BlockId b : c.blocks()) blocks.push_back(b);
        const BlockId b = blocks[rng() % blocks.size()];
        std::vector<InstId> insts;
        for (const InstId i : c.instructions(b)) insts.push_back(i);
        const InstId one = insts[rng() % insts.size()], other = insts[rng() % insts.size()];
        if (n % 4 == 3 && blocks.size() < 20) e.split_edge(blocks[0], 0);
        if (c.effects(one).has(program::Effect::terminator)) continue;
        if (n % 4 == 0) e.insert_before(c.clone(one), other);
        if (n % 4 == 1) e.move(one, {b, other});
        if (n % 4 == 2) e.erase(one);
      }
      CHECK_MESSAGE(verify.faults().empty(), verify.faults().str());
      CHECK(check_trace(c, trace.report(), {}, [&](InstId i) { return slow.latency(i); }).str() == "");
      edits += verify.edits();
    }
  }
  CHECK(edits > 100);
}

TEST_CASE("any View will do, and a latency of the user's own") {
  using program::Effect;
  const archetype::View view({{{"a", {}, {}, {1}}, {"b", {}, {1}, {2}}}, {{"c", {}, {2}, {3}}}}, {{1}, {}});
  program::Known known(view);
  program::ControlFlow graph(view, known);
  const FollowLoops loops(graph);
  const FollowTrace trace(view, graph, loops);
  const auto first = view.blocks().front();
  CHECK(trace.length(first) == 2);
  struct Slow {
    std::uint32_t latency(archetype::View::Inst) const { return 10; }
  };
  const FollowTrace<archetype::View, Slow> slow(view, graph, loops, {TraceStrategy::fewest_instructions, true});
  CHECK(slow.length(first) == 30);
  CHECK(slow.bound(first) == 0);
  CHECK(check_trace(view, slow.report(), slow.options(), [](const auto&) { return 10U; }).empty());
}

}  // namespace
