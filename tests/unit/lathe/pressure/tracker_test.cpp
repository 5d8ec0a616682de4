// The tracker by hand: sub-registers, loops, undo, what-if, refusals, verification.
#include <doctest/doctest.h>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/text.hpp>

#include "unit/lathe/pressure/random_problem.hpp"

namespace lathe::pressure {
/// Breaks a tracker from within.
struct TrackerCorruptor {
  static void raise_peak(Tracker& t) { ++t.state_.peaks[0]; }
  static void lose_live_in(Tracker& t, std::uint32_t block, std::uint32_t unit) {
    t.state_.web.blocks[block].find(unit)->in = false;
  }
  static void shift_pressure(Tracker& t, std::uint32_t inst) {
    auto& order = t.state_.order;
    const std::int32_t delta = order.delta(inst, 0), extra = order.extra(inst, 0);
    order.count_again(inst, [&](auto&& add) { add(0, delta + 1, extra); });
  }
};
}  // namespace lathe::pressure

namespace {

using namespace lathe::pressure;

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem(text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
constexpr char head[] = R"(pressure
set r limit 3 steps 2 4
class b feeds r 1
class w feeds r 2
register a b
register b b
register c b
register d b
register q b lanes 4
register hi overlaps q:c
)";
enum Reg : std::uint32_t { a, b, c, d, q, hi };

void agrees(const Tracker& t) {
  const Problem now = t.snapshot();
  REQUIRE(check_problem(now).str() == "");
  CHECK(check_report(now, t.report()).str() == "");
}

TEST_CASE("moves, erasures, insertions and renames in one block") {
  const Problem p = read(std::string(head) + "block x\ni set =a\ni set =b\ni set =c\ni use a b\ni use c\n");
  Tracker t(p);
  CHECK(t.maximum(0) == 3);
  CHECK(t.peak_place(0, 0) == 3);
  CHECK(t.pressure_before(3, 0) == 3);
  CHECK(t.pressure_after(3, 0) == 1);
  CHECK(t.move(3, {0, 2}) == Refusal::none);  // use a b before c is set
  CHECK(t.maximum(0) == 2);
  CHECK(t.next(3) == 2);
  CHECK(t.position(3) == 2);
  agrees(t);
  CHECK(t.erase(3) == Refusal::none);
  CHECK_FALSE(t.contains(3));
  CHECK(t.maximum(0) == 1);
  CHECK(t.pressure_at(0, 0) == 1);  // written in vain
  CHECK(t.pressure_after(0, 0) == 0);
  agrees(t);
  CHECK(t.insert({0, none}, "use", {{a, true, false, 1}, {q, true, true, 1}}) == Refusal::none);
  CHECK(t.last_inserted() == 5);
  CHECK(t.live_in(0, q) == 1);
  CHECK(t.live_after(0, a) == 1);
  CHECK(t.live_after(5, a) == 0);
  agrees(t);
  CHECK(t.rename(5, a, b) == Refusal::none);
  CHECK(t.live_after(0, a) == 0);
  CHECK(t.live_after(1, b) == 1);
  agrees(t);
  t.insert({0, none}, "both", {{a, true, false, 1}, {c, true, false, 1}, {a, false, true, 1}});
  CHECK(t.rename(6, a, d) == Refusal::none);  // every mention
  CHECK(t.operands(6)[0].reg == d);
  CHECK(t.operands(6)[1].reg == c);
  CHECK(t.operands(6)[2].reg == d);
  CHECK(t.stats().moves == 1);
  CHECK(t.stats().renames == 2);
}

TEST_CASE("sub-registers overlap") {
  const Problem p = read(std::string(head) + "block x live q:1\ni w =q\ni n a\ni r hi:1\ni n a\ni r q:8\ni n a\n");
  Tracker t(p);
  CHECK(t.live_after(0, q) == 13);  // lane 1 is written in vain
  CHECK(t.live_after(0, hi) == 3);
  CHECK(t.live_after(2, hi) == 2);
  CHECK(t.live_between(3, 3, hi) == 2);
  CHECK(t.live_between(2, 3, hi) == 3);
  CHECK(t.live_between(0, 0, q) == 15);
  CHECK(t.live_between(5, 5, q) == 1);
  CHECK(t.live_between(1, 5, q) == 13);
  CHECK(t.live_out(0, q) == 1);
  CHECK(t.insert({0, 3}, "w", {{hi, false, true, 3}}) == Refusal::none);
  CHECK(t.live_after(2, hi) == 0);
  CHECK(t.live_after(0, q) == 5);
  agrees(t);
}

TEST_CASE("liveness in other blocks follows, also round loops") {
  const Problem p = read(std::string(head) +
                         "block e to h\ni set =a\ni set =b\n"
                         "block h to l x\ni n\n"
                         "block l to m\ni use a\n"
                         "block m to h m\ni n\n"
                         "block x\ni use b\n");
  Tracker t(p);
  for (const std::uint32_t block : {1U, 2U, 3U}) CHECK(t.live_in(block, a) == 1);
  CHECK(t.live_in(4, a) == 0);
  const auto words = t.words();
  CHECK(t.begin() == Refusal::none);
  CHECK(t.erase(3) == Refusal::none);  // the only use of a: nothing but the loop itself would keep it alive
  for (const std::uint32_t block : {1U, 2U, 3U}) {
    CHECK(t.live_in(block, a) == 0);
    CHECK(t.live_in(block, b) == 1);
  }
  CHECK(t.stats().searched > 0);
  agrees(t);
  CHECK(t.insert({3, none}, "use", {{a, true, false, 1}}) == Refusal::none);
  for (const std::uint32_t block : {1U, 2U, 3U}) CHECK(t.live_in(block, a) == 1);
  agrees(t);
  CHECK(t.move(0, {2, none}) == Refusal::none);  // set in the loop
  CHECK(t.live_in(1, a) == 0);
  CHECK(t.live_in(3, a) == 1);
  agrees(t);
  CHECK(t.rollback() == Refusal::none);
  CHECK(t.words() == words);
  CHECK(t.last_inserted() == 5);
}

// What goes with its definition is dead, not live from the entry on; what is taken back unsettled walks nothing.
TEST_CASE("a result that gives way to another in its block is walked as far as it lives") {
  std::string text = head;
  for (int k = 0; k < 50; ++k) text += "block r" + std::to_string(k) + " to r" + std::to_string(k + 1) + "\n";
  text += "block r50 to y\ni set =b\ni set =a\nblock y to z\nblock z\ni use a\n";  // instructions 0, 1 and 2
  Tracker t(read(text));
  const auto words = t.words();
  const auto change = [&] {
    t.begin();
    t.hold();
    CHECK(t.rename(2, a, b) == Refusal::none);
    CHECK(t.erase(1) == Refusal::none);
  };
  change();
  CHECK(t.rollback() == Refusal::none);
  CHECK(t.stats().block_changes == 0);
  CHECK(t.words() == words);
  change();
  CHECK(t.commit() == Refusal::none);
  CHECK(t.stats().block_changes == 4);  // b comes to live into y and z, a lives there no more
  CHECK(t.live_in(50, a) == 0);
  CHECK(t.live_in(52, b) == 1);
  agrees(t);
}

TEST_CASE("speculation nests; rollback is exact") {
  const Problem p = read(std::string(head) + "block x to x\ni set =a\ni set =b !load\ni use a b =c\n");
  Tracker t(p, {.verify_update_mcse = true});
  const auto first = t.words();
  t.begin();
  t.move(2, {0, 0});
  const auto second = t.words();
  t.begin();
  CHECK(t.depth() == 2);
  t.erase(0);
  t.insert({0, none}, "fresh", {{d, true, true, 1}});
  const auto [refusal, e] = t.new_register("e", 1, 2);
  CHECK(refusal == Refusal::none);
  t.insert({0, none}, "fresh", {{e, true, true, 2}});
  t.rename(2, c, d);
  t.rename(t.last_inserted(), e, e);
  CHECK(t.maximum(0) == 5);  // behind the second of its four: a, b, d and two of e
  agrees(t);
  t.rollback();
  CHECK(t.words() == second);
  CHECK(t.problem().registers.size() == p.registers.size());
  t.begin();
  t.erase(1);
  t.commit();
  CHECK(t.words() != second);
  t.rollback();
  CHECK(t.words() == first);
  CHECK(t.depth() == 0);
  CHECK(t.commit() == Refusal::nothing_begun);
  CHECK(t.rollback() == Refusal::nothing_begun);
  t.begin();
  t.erase(1);
  t.commit();
  CHECK_FALSE(t.contains(1));
  CHECK(t.stats().rolled_back == 2);
  CHECK(t.stats().undone == 8);
  CHECK(t.error() == "");
  // A name that came with an instruction goes with it.
  for (const char* const name : {"later", "last"}) {
    t.begin();
    t.insert({0, none}, name, {});
    t.rollback();
  }
  t.insert({0, none}, "last", {});
  t.insert({0, none}, "later", {});
  const Problem now = t.snapshot();
  REQUIRE(check_problem(now).str() == "");
  CHECK(now.ops[now.insts[now.insts.size() - 2].op] == "last");
  CHECK(now.ops[now.insts.back().op] == "later");
}

TEST_CASE("what-if tells the change and changes nothing") {
  const Problem p =
      read(std::string(head) + "block x to y\ni set =a\ni set =b\ni set =c\ni use a b c\nblock y\ni use q:1\n");
  Tracker t(p, {.fuel = 3});
  std::vector<Edit> trace;
  t.record(&trace);
  const auto words = t.words();
  const Report report = t.report();
  CHECK(t.maximum(0) == 4);  // a lane of q passes through
  const auto [refusal, d] = t.what_if(Edit::erase(3));
  CHECK(refusal == Refusal::none);
  CHECK(d.sets[0] == Delta::Set{4, 2, 1, 0, 1, 0});
  REQUIRE(d.peaks.size() == 1);
  CHECK(d.peaks[0] == Delta::Peak{0, 0, 4, 2});
  CHECK(d.crosses_step());
  CHECK_FALSE(d.worsens());
  CHECK(print(p, d) == "  set r max 4 -> 2 total excess 1 -> 0 crosses a step\n  block x r 4 -> 2\n");
  const auto [none_, worse] = t.what_if(Edit::insert({0, 3}, "x", {{q, false, true, 14}}));
  CHECK(none_ == Refusal::none);
  CHECK(worse.worsens());
  CHECK(t.what_if(Edit::erase(77)).first == Refusal::no_such_inst);
  CHECK(t.words() == words);
  CHECK(t.report() == report);
  CHECK(trace.empty());
  // Keep what does not make it worse.
  const auto accept = [](const Delta& delta) { return !delta.worsens(); };
  const std::vector<Edit> two{Edit::rename(3, c, b), Edit::erase(2)};
  CHECK(t.speculate(two, accept).first == Refusal::none);
  CHECK(t.maximum(0) == 3);
  CHECK(t.total_excess(0) == 0);
  CHECK(trace.size() == 4);
  CHECK(t.erase(3) == Refusal::none);
  CHECK(t.erase(0) == Refusal::out_of_fuel);
  // A trace does the same again.
  Tracker again(p);
  for (const Edit& e : trace) CHECK(again.apply(e) == Refusal::none);
  CHECK(again.words() == t.words());
}

TEST_CASE("refused edits change nothing") {
  const Problem p = read(std::string(head) + "block x to y\ni set =a\ni use a\nblock y\ni n\n");
  Tracker t(p);
  t.erase(1);
  const auto words = t.words();
  CHECK(t.move(1, {0, 0}) == Refusal::no_such_inst);
  CHECK(t.move(9, {0, 0}) == Refusal::no_such_inst);
  CHECK(t.erase(1) == Refusal::no_such_inst);
  CHECK(t.move(0, {1, 0}) == Refusal::bad_place);
  CHECK(t.move(0, {0, 1}) == Refusal::bad_place);
  CHECK(t.move(0, {none, none}) == Refusal::no_such_block);
  CHECK(t.move(0, {2, none}) == Refusal::no_such_block);
  CHECK(t.rename(0, a, 99) == Refusal::no_such_register);
  CHECK(t.rename(0, a, q) == Refusal::other_lanes);
  CHECK(t.insert({0, none}, "x", {{99, true, false, 1}}) == Refusal::no_such_register);
  CHECK(t.insert({0, none}, "x", {{a, true, false, 2}}) == Refusal::bad_operands);
  CHECK(t.insert({0, none}, "x", {{a, false, false, 1}}) == Refusal::bad_operands);
  CHECK(t.insert({0, none}, "x", {{a, true, false, 0}}) == Refusal::bad_operands);
  CHECK(t.new_register("x", 9).first == Refusal::no_such_register);
  CHECK(t.new_register("x", 0, 65).first == Refusal::no_such_register);
  CHECK(t.words() == words);
  CHECK(t.stats().refused == 13);
  CHECK(t.move(0, {0, 0}) == Refusal::none);  // where it is
  CHECK(t.words() == words);
  // Weights of units may not overflow.
  std::string heavy = "pressure\nset s\nclass c feeds s 1048576\n";
  for (int k = 0; k < 8; ++k) heavy += "register r" + std::to_string(k) + " c lanes 64\n";
  Tracker full(read(heavy));
  CHECK(full.new_register("x", 0, 1).first == Refusal::too_large);
}

// 512 units of 1048576 weigh 2^29, which is the most; what is rolled back weighs nothing any more.
TEST_CASE("the heaviest program, and registers that are taken back") {
  std::string heavy = "pressure\nset s\nclass c feeds s 1048576\n";
  for (int k = 0; k < 7; ++k) heavy += "register r" + std::to_string(k) + " c lanes 64\n";
  Tracker t(read(heavy));
  CHECK(t.new_register("x", 0, 60).first == Refusal::none);
  CHECK(t.new_register("y", 0, 5).first == Refusal::too_large);
  const auto words = t.words();
  for (int round = 0; round < 3; ++round) {
    REQUIRE(t.begin() == Refusal::none);
    const auto [one, y] = t.new_register("y", 0, 3);
    CHECK(one == Refusal::none);
    CHECK(y == 8);
    CHECK(t.new_register("z", 0, 2).first == Refusal::too_large);
    CHECK(t.new_register("z", 0, 1).first == Refusal::none);
    CHECK(t.new_register("full", 0, 1).first == Refusal::too_large);
    REQUIRE(t.rollback() == Refusal::none);
    CHECK(t.words() == words);
    CHECK(t.problem().registers.size() == 8);
    CHECK(t.problem().register_unit_count() == 7 * 64 + 60);
  }
  CHECK(t.new_register("y", 0, 4).first == Refusal::none);
  CHECK(t.new_register("z", 0, 1).first == Refusal::too_large);
}

TEST_CASE("verification finds what is broken, and says it as the reference does") {
  const Problem p = read(std::string(head) + "block x to x\ni set =a\ni use a b\ni n\n");
  Tracker silent(p, {.verify_update_mcse = true});
  CHECK(silent.move(2, {0, 0}) == Refusal::none);
  CHECK(silent.stats().verified == 1);
  CHECK(silent.error() == "");
  TrackerCorruptor::lose_live_in(silent, 0, 1);
  CHECK(silent.move(2, {0, none}) == Refusal::mismatch);
  CHECK(silent.error() == "Incorrect RP info from incremental MRPA update\n");
  CHECK(silent.stats().mismatches == 1);

  Tracker loud(p, {.verify_update_mcse = true, .print_verify = true});
  TrackerCorruptor::lose_live_in(loud, 0, 1);
  TrackerCorruptor::raise_peak(loud);
  TrackerCorruptor::shift_pressure(loud, 0);
  CHECK(loud.move(2, {0, 0}) == Refusal::mismatch);
  CHECK(loud.error().find(std::string(mismatch_message) + "\n  block x: other units live in\n") == 0);
  CHECK(loud.error().find("  block x: r at 2 is 2, tracked as 3\n") != std::string::npos);
  CHECK(loud.error().find("  block x: peak of r is 2, tracked as ") != std::string::npos);
  // Not asked for, or nothing incremental to verify: no verification.
  Tracker deaf(p);
  TrackerCorruptor::raise_peak(deaf);
  CHECK(deaf.erase(2) == Refusal::none);
  Tracker afresh(p, {.incremental_update_mcse = false, .verify_update_mcse = true});
  TrackerCorruptor::lose_live_in(afresh, 0, 1);
  CHECK(afresh.move(2, {0, 0}) == Refusal::none);
  CHECK(afresh.stats().verified == 0);
  CHECK(afresh.verify());  // it computed everything afresh
}

}  // namespace
