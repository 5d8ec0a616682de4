// Slots that share bytes: on random functions of the toy machine, what it shows before and behind, each prefix of the
// changes, no access beyond what an object has left; by hand, what shares, what does not and why.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <lathe/passes/color_slots.hpp>

#include "unit/lathe/passes/slot_makers.hpp"

namespace {

using namespace lathe;
using namespace slot_functions;
using passes::SlotReason;

// One block; objects by their roots; `access(o, k, words, stores)` in a row.
struct ByHand {
  EditFunction f;
  Frame frame{{f}};
  BlockId b;
  ValueId word;
  explicit ByHand(std::uint32_t count = objects) : f(toy::SsaFunction()) {
    b = f.make_block();
    f.put_block(b, true);
    word = f.make_value();
    add(Op::set, {}, {word}, 7);
    for (std::uint32_t o = 1; o <= count; ++o) {
      frame.root[o] = f.make_value();
      add(Op::set, {}, {frame.root[o]}, first_address + (o - 1) * apart);
    }
  }
  void add(Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes, std::int64_t constant = 0) {
    f.put(instruction(f, op, reads, writes, constant), {b, {}});
  }
  void store(std::uint32_t o, std::int64_t k, std::uint32_t words = 1) {
    std::vector<ValueId> reads{frame.root[o]};
    for (std::uint32_t w = 0; w < words; ++w) reads.push_back(word);
    add(Op::store, reads, {}, k);
  }
  void load(std::uint32_t o, std::int64_t k, std::uint32_t words = 1) {
    std::vector<ValueId> out;
    for (std::uint32_t w = 0; w < words; ++w) out.push_back(f.make_value());
    add(Op::load, {frame.root[o]}, out, k);
  }
  auto run(passes::ColorSlotsOptions options = {}) {
    add(Op::ret, {}, {});
    options.explain = true;
    return passes::color_slots(f, frame, options);
  }
};

}  // namespace

TEST_CASE("random functions do the same, whatever prefix of the changes is made") {
  toy::RandomFunctions random(91);
  std::uint64_t moved = 0, gone = 0, before_bytes = 0, after_bytes = 0, stopped = 0;
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(10000);
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
      EditFunction before(ssa), behind(ssa);
      toy::RandomFunctions one(seed), same(seed);
      const FrameMaker was_made(before, one), made(behind, same);
      Frame frame{{behind}, made.root};
      frame.align = seed % 2 == 0 ? 8 : 2;
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      program::Verifying verify(behind, graph, uses);
      passes::ColorSlotsOptions options;
      options.fuel = fuel;
      const auto result = passes::color_slots(behind, frame, options, NoRemarks{}, graph, uses, verify);
      if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
      CHECK(result.changes <= fuel);
      stopped += result.out_of_fuel;
      moved += result.stats.moved;
      gone += result.stats.gone;
      before_bytes += result.stats.bytes_before;
      after_bytes += result.stats.bytes_after;
      const auto was = run_with_slots(before, many_steps);
      if (!was) continue;
      std::vector<std::int64_t> touched;
      const auto is = run_with_slots(behind, 2 * many_steps, &touched);
      REQUIRE(is.has_value());
      CHECK(was->shown == is->shown);
      CHECK(was->memory == is->memory);
      if (was->shown != is->shown) MESSAGE(before.text() << "became\n" << behind.text());
      for (const std::int64_t at : touched) {
        const auto left = frame.left.find(symbol_of(at));
        CHECK(static_cast<std::uint64_t>((at - first_address) % apart) <
              (left == frame.left.end() ? size : left->second));
      }
    }
  }
  MESSAGE(moved << " moved, " << gone << " gone, " << before_bytes << " bytes, " << after_bytes << " behind");
  CHECK(moved > 300);
  CHECK(gone > 20);
  CHECK(stopped > 50);
  CHECK(after_bytes < before_bytes);
}

TEST_CASE("what shares bytes, and what does not") {
  SUBCASE("two lives behind each other take one word") {
    ByHand code;
    code.store(1, 0), code.load(1, 0);
    code.store(1, 1), code.load(1, 1);
    code.store(2, 3), code.load(2, 3);
    const auto result = code.run();
    CHECK(result.stats.groups == 3);
    CHECK(result.stats.moved == 2);
    CHECK(result.changes == 2);
    CHECK(result.stats.gone == 3);  // with the two that nobody touches
    CHECK(code.frame.left[1] == 1);
    CHECK(code.frame.left[2] == 0);
  }
  SUBCASE("nobody moves where no object is left smaller") {
    ByHand code(1);
    code.store(1, 0), code.load(1, 0), code.store(1, 1), code.load(1, 1);
    code.store(1, 3, 3), code.load(1, 3, 3);  // which keeps its place at the end
    CHECK(code.run().changes == 0);
    CHECK(code.frame.left.empty());
  }
  SUBCASE("the last word of an object is room for one more") {
    ByHand code(2);
    code.store(1, 0, 5), code.store(2, 3), code.load(2, 3), code.load(1, 0, 5);
    CHECK(code.run().stats.moved == 1);
    CHECK(code.frame.left.count(1) == 0);
    CHECK(code.frame.left[2] == 0);
  }
  SUBCASE("as many places are looked at as the options say") {
    for (const std::uint32_t reach : {1U, 2U}) {
      ByHand code(1);
      code.store(1, 0), code.store(1, 1), code.load(1, 1);
      code.store(1, 2), code.load(1, 2), code.load(1, 0);
      passes::ColorSlotsOptions options;
      options.reach = reach;
      CHECK(code.run(options).stats.moved == (reach == 2 ? 1 : 0));  // behind the one it meets, to the one it does not
    }
  }
  SUBCASE("a place that one has left is free") {
    ByHand code;
    code.store(1, 0), code.load(1, 0);
    code.store(1, 1), code.store(1, 2), code.load(1, 1), code.load(1, 2);
    const auto result = code.run();
    CHECK(result.stats.moved == 2);
    CHECK(code.frame.left[1] == 2);
  }
  SUBCASE("two at once take two") {
    ByHand code;
    code.store(1, 0), code.store(1, 1);
    code.load(1, 1), code.load(1, 0);
    const auto result = code.run();
    CHECK(result.stats.moved == 0);
    CHECK(code.frame.left[1] == 2);  // four that nobody touches
  }
  SUBCASE("a pair stays even, and goes to no object that is less aligned") {
    ByHand code;
    code.store(1, 0), code.store(2, 2, 2);
    code.load(2, 2, 2), code.load(1, 0);
    code.run();
    CHECK(code.frame.left[1] == 4);
    CHECK(code.frame.left[2] == 0);
  }
  SUBCASE("what was stored in part keeps what was there") {
    ByHand code;
    code.store(1, 0, 2), code.store(2, 0), code.load(2, 0), code.store(1, 1), code.load(1, 0, 2);
    code.run();
    CHECK(code.frame.left[1] == 3);
  }
  SUBCASE("nobody reads it, and yet it is written") {
    ByHand code;
    code.store(1, 0), code.store(1, 1), code.load(1, 0);
    const auto result = code.run();
    CHECK(result.stats.moved == 0);
  }
  SUBCASE("an address that goes elsewhere keeps all, and nobody comes") {
    ByHand code;
    code.store(1, 0), code.load(1, 0), code.add(Op::show, {code.frame.root[1]}, {});
    code.store(2, 1), code.load(2, 1);
    const auto result = code.run();
    REQUIRE(!result.kept.empty());
    CHECK(result.kept[0].reason == SlotReason::escapes);
    CHECK(result.stats.escaped == 1);
    CHECK(code.frame.left.count(1) == 0);
    CHECK(code.frame.left[2] == 1);
  }
  SUBCASE("what cannot be replaced shares with nobody") {
    ByHand code;
    code.store(1, 0, 3), code.load(1, 0, 3);
    code.store(1, 4), code.load(1, 4);
    const auto result = code.run();
    REQUIRE(!result.kept.empty());
    CHECK(result.kept[0].reason == SlotReason::no_form);
    CHECK(code.frame.left[1] == 4);
  }
}

TEST_CASE("what is asked grows with the accesses") {
  // Words of one object that live behind each other, again and again: each goes to the first one's place.
  const auto asked = [](std::int64_t words, int times) {
    ByHand code;
    code.frame.bytes = static_cast<std::uint64_t>(words);
    for (int k = 0; k < times; ++k)
      for (std::int64_t w = 0; w < words; ++w) code.store(1, w), code.load(1, w);
    const auto result = code.run();
    CHECK(result.stats.moved == static_cast<std::uint64_t>(words) - 1);
    CHECK(code.frame.left[1] == 1);
    return result.stats.asked;
  };
  CHECK(asked(50, 8) == 49 * 8);
  CHECK(asked(100, 8) == 99 * 8);
  CHECK(asked(50, 16) == 49 * 16);
}
