// Slots that share bytes: on random functions of the toy machine, what it shows before and behind, each prefix of the
// changes, no access beyond what an object has left; by hand, what shares, what does not and why.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <lathe/passes/color_slots.hpp>

#include "unit/lathe/passes/slot_functions.hpp"

namespace {

using namespace lathe;
using namespace slot_functions;
using passes::SlotReason;

// As promote_slots has them, and what colouring asks besides. An object's address is what `root` has.
struct Frame : Slots {
  std::map<std::uint32_t, ValueId> root = {};
  std::map<std::uint32_t, std::uint64_t> left = {};
  std::uint64_t align = 8, bytes = size;
  std::uint64_t slot_bytes(std::uint32_t) const { return bytes; }
  std::uint64_t slot_align(std::uint32_t) const { return align; }
  InstId make_placed(InstId i, std::uint32_t symbol, std::int64_t offset) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant = offset;
    f.set_operand(made, 0, root.at(symbol));
    return made;
  }
  void resize_slot(std::uint32_t symbol, std::uint64_t bytes) { left[symbol] = bytes; }
};

// An object's words are written at the entry or not; those that are not are read in a block only behind a store there.
class Maker {
 public:
  Maker(EditFunction& f, toy::RandomFunctions& random) : f_(f), random_(random) {
    const BlockId entry = *f.blocks().begin();
    InstId last = *f.instructions(entry).begin();
    for (const InstId i : f.instructions(entry)) {
      if (f.is_plain(i, Op::set)) values_.push_back(ValueId(f.inst(i).writes[0]));
      last = i;
    }
    at_ = {entry, last};
    for (std::uint32_t o = 0; o < objects; ++o) {
      const ValueId made = f.make_value();
      put(Op::set, {}, {made}, first_address + o * apart);
      root[o + 1] = made;
    }
    for (std::uint32_t w = 0; w < objects * size; ++w) {
      at_entry_.push_back(random.below(4) == 0);
      if (at_entry_[w]) store(w, 1);
    }
    const std::vector<BlockId> blocks(f.blocks().begin(), f.blocks().end());
    for (const BlockId b : blocks) {
      if (b == entry) continue;
      stored_.assign(objects * size, false);
      const std::vector<InstId> insts(f.instructions(b).begin(), f.instructions(b).end());
      for (const InstId i : insts)
        if (f.payload(i).kind != toy::FrameOp::Kind::phi && random.below(2) == 0) {
          at_ = {b, i};
          access();
        }
    }
    // The last object is shown in some functions.
    if (random.below(3) == 0) plain(Op::show, {root[objects]});
  }
  std::map<std::uint32_t, ValueId> root;

 private:
  void access() {
    const std::uint32_t words = random_.below(5) == 0 ? 2 : 1;
    const std::uint32_t w = random_.below(objects) * size + random_.below(size - words + 1);
    bool known = true;
    for (std::uint32_t k = 0; k < words; ++k) known &= at_entry_[w + k] || stored_[w + k];
    if (!known || random_.below(3) == 0) return store(w, words);
    std::vector<ValueId> out;
    for (std::uint32_t k = 0; k < words; ++k) out.push_back(f_.make_value());
    put(Op::load, {root[w / size + 1]}, out, w % size);
    plain(Op::show, {out.back()});
  }
  void store(std::uint32_t w, std::uint32_t words) {
    std::vector<ValueId> reads{root[w / size + 1]};
    for (std::uint32_t k = 0; k < words; ++k)
      reads.push_back(values_[random_.below(static_cast<std::uint32_t>(values_.size()))]);
    put(Op::store, reads, {}, w % size);
    for (std::uint32_t k = 0; k < words && !stored_.empty(); ++k) stored_[w + k] = true;
  }
  void plain(Op op, std::vector<ValueId> reads) { put(op, reads, {}, 0); }
  void put(Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes, std::int64_t constant) {
    f_.put(instruction(f_, op, reads, writes, constant), at_);
  }
  EditFunction& f_;
  toy::RandomFunctions& random_;
  program::Spot<BlockId, InstId> at_;
  std::vector<ValueId> values_;
  std::vector<bool> at_entry_, stored_;
};

// One block; objects by their roots; `access(o, k, words, stores)` in a row.
struct ByHand {
  EditFunction f;
  Frame frame{{f}};
  BlockId b;
  ValueId word;
  ByHand() : f(toy::SsaFunction()) {
    b = f.make_block();
    f.put_block(b, true);
    word = f.make_value();
    add(Op::set, {}, {word}, 7);
    for (std::uint32_t o = 1; o <= objects; ++o) {
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
  auto run() {
    add(Op::ret, {}, {});
    passes::ColorSlotsOptions options;
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
      const Maker was_made(before, one), made(behind, same);
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
    CHECK(code.frame.left[1] == 1);
    CHECK(code.frame.left[2] == 0);
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
