// The pressure gate by hand: when it asks, to whom its tracker is handed on, what long living values cost, when it has walked enough.
#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include <lathe/passes/pressure_gate.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Chain = passes::Chain<ToldCode>;
using Editing = program::Editing<ToldCode, Chain>;
constexpr Effects pure{};

std::vector<InstId> all(const ToldCode& code, BlockId b) {
  std::vector<InstId> out;
  for (const InstId i : code.instructions(b)) out.push_back(i);
  return out;
}

template <class C>
struct OneOf {
  std::uint32_t limit = 1;
  std::vector<program::RegisterSet> sets() const { return {{"registers", limit}}; }
  program::RegisterClass register_class(ValueId) const { return {"register", {{0, 1}}}; }
};
using One = OneOf<ToldCode>;
using OneGate = passes::PressureGate<ToldCode, One>;

// So many blocks, one behind the other, and a value that is written in the first and read in the last.
struct Row {
  ToldCode code;
  std::vector<BlockId> blocks;
  ValueId p = code.parameter(), value;
  explicit Row(std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; ++k) blocks.push_back(code.block());
    value = code.op(blocks[0], "op", pure, {p});
    for (std::uint32_t k = 0; k + 1 < count; ++k) code.jump(blocks[k], blocks[k + 1]);
    code.show(blocks.back(), {value});
    code.ret(blocks.back());
  }
  InstId at(std::uint32_t block, std::uint32_t k) const { return all(code, blocks[block])[k]; }
};

struct Sets {
  std::vector<program::RegisterSet> all;
  const std::vector<program::RegisterSet>& sets() const { return all; }
  static program::RegisterClass register_class(ValueId) { return {"register", {}}; }
};

}  // namespace

TEST_CASE("pressure gate: where no set has a limit or a step, nothing is asked") {
  const auto asks = [](std::vector<program::RegisterSet> sets, bool aware = true) {
    Row row(2);
    Chain chain(row.code);
    const Sets own{std::move(sets)};
    passes::PressureGateOptions options;
    options.aware = aware;
    return passes::PressureGate<ToldCode, Sets>(chain, own, options).asks();
  };
  CHECK(asks({{"a", 1}}));
  CHECK(!asks({{"a", 1}}, false));
  CHECK(!asks({{"a", 0}}));
  CHECK(!asks({}));
  CHECK(asks({{"a", 0}, {"b", 2}}));
  CHECK(asks({{"a", 0, 0, {{4, 1}}}}));
  CHECK(asks(std::vector<program::RegisterSet>(pressure::max_sets, {"a", 1})));
  CHECK(!asks(std::vector<program::RegisterSet>(pressure::max_sets + 1, {"a", 1})));
}

TEST_CASE("pressure gate: nobody asks, and all is allowed") {
  Row row(2);
  Chain chain(row.code);
  chain.uses();
  const One own{0};
  OneGate gate(chain, own, {});
  gate.begin();
  gate.move(row.at(0, 0), 1, row.at(1, 0));
  gate.erase(row.at(0, 0));
  gate.rename(row.at(1, 0), row.value, row.p);
  gate.replace(row.value, row.p);
  const auto copy = gate.insert_copy(row.at(0, 0), 1, row.at(1, 0));
  CHECK(copy.result == program::none);
  CHECK(copy.inst == program::none);
  CHECK(gate.insert_phi(row.value, 1, {{0, row.p}}, 0, copy).takes.empty());
  gate.replace(row.value, copy);
  gate.made(copy, row.at(0, 0), row.value);
  CHECK(gate.register_of(row.value) == program::none);
  CHECK(gate.new_register(row.value) == program::none);
  const std::uint32_t reads[] = {0};
  CHECK(gate.insert(5, reads, 1, row.at(1, 0)).result == program::none);
  const std::pair<std::uint32_t, std::uint32_t> takes[] = {{0, 0}};
  CHECK(gate.insert_phi(5, 1, takes).result == program::none);
  gate.replace_by(row.value, 5);
  gate.rename_by(row.at(1, 0), row.value, 5);
  gate.becomes(row.at(1, 0), row.at(0, 0));
  CHECK(!gate.worse());
  CHECK(!gate.better());
  CHECK(!gate.raises());
  CHECK(!gate.above_limit());
  CHECK(!gate.above_limit(0));
  gate.back();
  gate.begin();
  gate.keep();
  CHECK(gate.tracker() == nullptr);
  CHECK(gate.walked() == 0);
  CHECK(gate.left_out() == 0);
  CHECK(!gate.spent());
}

TEST_CASE(
    "pressure gate: the tracker is handed on to the next that asks the same, where the code is as it was heard of") {
  Row row(20);
  Chain chain(row.code);
  const One own{1};
  // Walks that the tracker of a gate has counted when it is begun.
  const auto found = [&](passes::PressureGateOptions options = {}, bool hands_on = true, std::uint32_t changes = 0) {
    OneGate gate(chain, own, options, hands_on);
    CHECK(gate.tracker() == nullptr);
    CHECK(gate.walked() == 0);
    gate.begin();
    const std::uint64_t out = gate.walked();
    gate.back();
    for (std::uint32_t k = 0; k < 1 + changes; ++k) {
      gate.begin();
      gate.erase(row.at(19, 0));
      static_cast<void>(gate.worse());  // what is taken back unasked is never walked
      gate.back();
    }
    CHECK(gate.walked() > out);
    return out;
  };
  const std::uint64_t fresh = found();
  const auto handed_on = [&](passes::PressureGateOptions options = {}) { return found(options) != fresh; };
  CHECK(handed_on());
  CHECK(handed_on());
  passes::PressureGateOptions other;
  other.live = 100'000;
  CHECK(!handed_on(other));
  CHECK(handed_on(other));
  CHECK(!handed_on());
  other = {};
  other.live_per_instruction = 9;
  CHECK(!handed_on(other));
  CHECK(!handed_on());
  other = {};
  other.clobbers = false;
  CHECK(!handed_on(other));
  CHECK(!handed_on());
  other = {};
  other.tracker.print_verify = true;
  CHECK(!handed_on(other));
  CHECK(!handed_on());
  other = {};
  other.ignored_sets = 1;
  other.walks_per_instruction = 1;
  CHECK(handed_on(other));  // which the tracker does not know
  {                         // another client, with other sets
    const One two{2};
    OneGate gate(chain, two, {});
    gate.begin();
    CHECK(gate.walked() == fresh);
    gate.back();
  }
  CHECK(!handed_on());
  {
    const Sets other_kind{{{"registers", 1}}};
    passes::PressureGate<ToldCode, Sets> gate(chain, other_kind, {});
    gate.begin();
    CHECK(gate.walked() == fresh);
    gate.back();
  }
  CHECK(!handed_on());
  CHECK(found({}, false) != fresh);  // it was handed on to this one, which does not
  CHECK(found() == fresh);
  CHECK(handed_on());
  Editing editing(row.code, chain);  // by somebody who has told no gate
  editing.set_operand(row.at(19, 0), 0, row.p);
  CHECK(!handed_on());
}

TEST_CASE("pressure gate: what long living values cost, they are left out, and what touches them is too dear") {
  // Values that live from block to block: so many places of live sets in sum.
  struct Long : Row {
    ValueId far, near;
    Long() : Row(6) {
      code.parameter();  // which nothing mentions
      far = code.make_value(), near = code.make_value();
      put(0, "far", {}, far);
      put(1, "near", {}, near);
      put(3, "read", {near}, code.make_value());
      put(5, "read", {far}, code.make_value());
    }
    InstId put(std::uint32_t b, const char* name, std::initializer_list<ValueId> uses, ValueId to) {
      const InstId i = code.write(blocks[b], name, pure, uses, to);
      code.put(i, {blocks[b], at(b, 0)});
      return i;
    }
  };
  constexpr std::uint64_t places = 5 + 5 + 2;  // `value` and `far`, `near`
  const auto left_out = [](std::uint64_t live, std::uint64_t per_instruction = 0) {
    Long code;
    Chain chain(code.code);
    const One own{3};
    passes::PressureGateOptions options;
    options.live = live, options.live_per_instruction = per_instruction;
    OneGate gate(chain, own, options);
    gate.begin();
    gate.back();
    return gate.left_out();
  };
  CHECK(left_out(places) == 0);
  CHECK(left_out(places - 1) == 1);
  CHECK(left_out(places - 5) == 1);
  CHECK(left_out(places - 6) == 2);
  CHECK(left_out(2) == 2);
  CHECK(left_out(1) == 3);
  CHECK(left_out(0, 1) == 0);  // twelve instructions
  CHECK(left_out(12, 1) == 0);
  CHECK(left_out(1000) == 0);

  Long code;
  const One own{3};
  passes::PressureGateOptions options;
  options.live_per_instruction = 0;
  {  // one alone is left out, the longest one that is written last
    Chain chain(code.code);
    chain.uses();
    options.live = places - 1;
    OneGate gate(chain, own, options);
    gate.begin();
    CHECK(gate.left_out() == 1);
    gate.move(code.at(5, 1), 5, code.at(5, 0));
    gate.move(code.at(5, 0), 5, code.at(5, 2));
    CHECK(gate.worse());
    gate.back();
  }
  Chain chain(code.code);
  chain.uses();
  options.live = 2;
  OneGate gate(chain, own, options);
  const auto worse = [&](auto&& change) {
    gate.begin();
    change();
    const bool out = gate.worse();
    gate.back();
    return out;
  };
  const InstId read_near = code.at(3, 0), read_far = code.at(5, 0);
  CHECK(!worse([] {}));
  CHECK(gate.left_out() == 2);
  CHECK(!worse([&] { gate.erase(read_near); }));
  CHECK(!worse([&] { gate.rename(read_near, code.near, code.near); }));
  CHECK(worse([&] { gate.rename(read_near, code.near, code.p); }));  // which lives longer then
  CHECK(worse([&] { gate.rename(read_far, code.far, code.p); }));
  CHECK(worse([&] { gate.rename(read_near, code.near, code.far); }));
  CHECK(worse([&] { gate.replace(code.far, code.near); }));
  CHECK(worse([&] { gate.replace(code.near, code.far); }));
  CHECK(worse([&] { gate.move(read_far, 5, code.at(5, 1)); }));
  CHECK(!worse([&] { gate.move(read_near, 3, code.at(3, 1)); }));
  CHECK(worse([&] { gate.insert_copy(read_far, 5, code.at(5, 1)); }));
  CHECK(worse([&] { gate.rename_by(read_far, code.far, 0); }));
  CHECK(worse([&] { (void)gate.register_of(code.far); }));
  CHECK(!worse([&] { (void)gate.register_of(code.near); }));
  CHECK(
      worse([&] { gate.insert_phi(code.near, 5, {{4, code.far}}, 4, gate.insert_copy(read_near, 4, code.at(4, 0))); }));
  // A peak that is higher, below the limit though what is known of it may be.
  CHECK(worse([&] { gate.move(read_near, 4, code.at(4, 0)); }));
}

TEST_CASE("pressure gate: values that loops read live to the loop's end") {
  // entry, head, body, end; `value` is read in the head and lives through the body, `inner` within the loop.
  ToldCode code;
  const BlockId entry = code.block(), head = code.block(), body = code.block(), end = code.block();
  const ValueId value = code.op(entry, "op", pure, {});
  code.jump(entry, head);
  const ValueId inner = code.op(head, "op", pure, {value});
  code.branch(head, inner, body, end);
  const ValueId taken = code.op(body, "op", pure, {});
  code.jump(body, head);
  code.phi(end, {{head, inner}, {body, taken}});
  code.phi(end, {{head, code.make_value()}, {body, taken}});  // of nothing that the code mentions besides
  code.ret(end);
  // `value` 0..2, `inner` none, `taken` none: what phis take is read where it comes from.
  for (const std::uint64_t live : {1, 2}) {
    Chain chain(code);
    const One own{3};
    passes::PressureGateOptions options;
    options.live = live, options.live_per_instruction = 0;
    OneGate gate(chain, own, options);
    gate.begin();
    gate.back();
    CHECK(gate.left_out() == (live == 1 ? 1 : 0));
  }
}

TEST_CASE("pressure gate: it has walked enough") {
  Row row(400);
  Chain chain(row.code);
  chain.uses();
  const One own{1};
  passes::PressureGateOptions options;
  options.walks_per_instruction = 10;
  OneGate gate(chain, own, options);
  gate.begin();
  gate.back();
  const std::uint64_t begun = gate.walked(), budget = 100'000 + 10 * 402;
  std::uint32_t changes = 0;
  bool there = true;
  while (!gate.spent() && changes < 10'000) {
    CHECK(gate.walked() - begun <= budget);
    gate.begin();
    if (changes % 2 == 0) {
      gate.rename(row.at(399, 0), there ? row.value : row.p, there ? row.p : row.value);
      there = !there;
      gate.keep();
    } else {
      gate.erase(row.at(399, 0));
      gate.back();
    }
    ++changes;
  }
  CHECK(gate.walked() - begun > budget);
  CHECK(changes > 100);
}

TEST_CASE("pressure gate: a copy of what writes flags on the way has one new register") {
  FlagCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), was = code.flagged(b, "op", pure, {p});
  code.show(b, {was});
  code.ret(b);
  std::vector<InstId> insts;
  for (const InstId i : code.instructions(b)) insts.push_back(i);
  passes::Chain<FlagCode> chain(code);
  chain.uses();
  const OneOf<FlagCode> own{4};
  passes::PressureGate<FlagCode, OneOf<FlagCode>> gate(chain, own, {});
  gate.begin();
  const std::size_t registers = gate.tracker()->problem().registers.size();
  const auto draft = gate.insert_copy(insts[0], 0, insts[1]);
  CHECK(gate.tracker()->problem().registers.size() == registers + 1);
  CHECK(draft.result == registers);
  gate.replace(was, draft);
  CHECK(!gate.worse());
  gate.back();
}

TEST_CASE(
    "pressure gate: at the end of a block is in front of what phis take there, and a phi that goes takes nothing") {
  ToldCode code;
  const BlockId entry = code.block(), middle = code.block(), end = code.block();
  const ValueId p = code.parameter(), value = code.op(entry, "op", pure, {p}), other = code.op(entry, "op", pure, {p});
  code.jump(entry, middle);
  code.show(middle, {p});
  code.jump(middle, end);
  code.phi(end, {{middle, value}});
  code.show(end, {code.phi(end, {{middle, other}})});
  code.ret(end);
  Chain chain(code);
  chain.uses();
  const One own{1};
  OneGate gate(chain, own, {});
  const auto peaks = [&] { return std::pair(gate.tracker()->peak(0, 0), gate.tracker()->peak(1, 0)); };
  gate.begin();
  CHECK(peaks() == std::pair(3U, 3U));
  gate.move(all(code, entry)[0], 1, {});
  gate.worse();
  CHECK(peaks() == std::pair(2U, 2U));  // it is made of p, behind what shows it, and lives to the end
  gate.back();
  gate.begin();
  gate.insert_copy(all(code, entry)[0], 1, {});  // reads p at the end
  gate.worse();
  CHECK(peaks() == std::pair(3U, 3U));
  gate.back();
  gate.begin();
  gate.erase(all(code, end)[0]);
  gate.worse();
  CHECK(peaks() == std::pair(2U, 2U));  // nobody wants the first value any more
  CHECK(gate.tracker()->size(1) == 3);
  gate.back();
  CHECK(gate.tracker()->size(1) == 4);
  // Who gets the number of what was taken back reads for no phi.
  gate.begin();
  gate.insert_phi(p, 2, {}, 1, gate.insert_copy(all(code, entry)[0], 0, all(code, entry)[2]));
  gate.back();
  gate.begin();
  const auto one = gate.insert_copy(all(code, entry)[0], 1, {}), two = gate.insert_copy(all(code, entry)[0], 1, {}),
             three = gate.insert_copy(all(code, entry)[0], 1, {}), four = gate.insert_copy(all(code, entry)[0], 1, {});
  gate.worse();
  CHECK(gate.tracker()->next(one.inst) == two.inst);
  CHECK(gate.tracker()->next(two.inst) == three.inst);
  CHECK(gate.tracker()->next(three.inst) == four.inst);
  gate.back();
}

namespace {

struct PinnedRow : ToldCode {
  static constexpr program::Facts facts = ToldCode::facts | program::Fact::pinned;
  ValueId pin;
  bool pinned(ValueId v) const { return v == pin; }
};
struct CountsPinned {
  ValueId pin;
  bool counted = true;
  std::vector<program::RegisterSet> sets() const { return {{"registers", 4}}; }
  program::RegisterClass register_class(ValueId v) const {
    if (v == pin && !counted) return {"nothing", {}};
    return {"register", {{0, 1}}};
  }
};

}  // namespace

TEST_CASE("pressure gate: where pinned values live that no set counts is not followed") {
  for (const bool counted : {true, false}) {
    CAPTURE(counted);
    PinnedRow code;
    const BlockId a = code.block(), b = code.block();
    code.pin = code.make_value();
    const ValueId p = code.parameter(), x = code.op(a, "op", pure, {p});
    code.write(a, "set", Effect::side_effect, {}, code.pin);
    code.jump(a, b);
    code.show(b, {code.pin, x});
    code.ret(b);
    passes::Chain<PinnedRow> chain(code);
    const CountsPinned own{code.pin, counted};
    passes::PressureGate<PinnedRow, CountsPinned> gate(chain, own, {});
    gate.begin();
    const pressure::Report report = gate.tracker()->report();
    CHECK(report.live_in[1].size() == (counted ? 2 : 1));
    CHECK(report.maxima[0].pressure == (counted ? 2 : 1));
    gate.back();
  }
}
