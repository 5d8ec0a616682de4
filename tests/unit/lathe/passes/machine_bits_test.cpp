// Known and demanded bits of machine code, asked directly: through copies and phis, of operations, of what the client says, and of what
// nobody may rely on.
#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include <lathe/passes/machine_bits.hpp>

#include "unit/lathe/passes/small_machine.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Bits = passes::MachineBits<ToldCode, SmallMachine<ToldCode>>;
constexpr std::uint64_t all = ~std::uint64_t{0};

/// The code is written before anything is asked.
struct Case {
  ToldCode c;
  BlockId b = c.block();
  ValueId x = c.parameter(), y = c.parameter();
  SmallMachine<ToldCode> machine{c};
  ValueId op(const std::string& name, std::initializer_list<ValueId> of, std::uint32_t type = 0) {
    const ValueId out = c.op(b, name, {}, of);
    machine.types[out.value] = type;
    return out;
  }
  ValueId copy(ValueId from, std::uint32_t type = 0) {
    const ValueId to = c.make_value();
    machine.types[to.value] = type;
    c.put(c.make_copy(to, from), {b, {}});
    return to;
  }
  void low(ValueId v) { c.add(b, {"low", Effect::side_effect, {}}, {{v, Role::use}}); }
};
struct Asked {
  explicit Asked(Case& k) : on(k.c), operations(on, k.machine), bits(operations), known(bits), demanded(bits, known) {}
  passes::Chain<ToldCode> on;
  passes::Operations<ToldCode, SmallMachine<ToldCode>> operations;
  Bits bits;
  bits::Analysis<Bits> known;
  bits::DemandedBits<Bits> demanded;
  std::uint64_t zeros(ValueId v) { return known.known(v).zero; }
};

}  // namespace

TEST_CASE("machine bits: masks of the low bits, whole words too") {
  CHECK(Bits::low(0) == 0);
  CHECK(Bits::low(1) == 1);
  CHECK(Bits::low(63) == all >> 1);
  CHECK(Bits::low(64) == all);
  CHECK(Bits::low(65) == all);
}

TEST_CASE("machine bits: what a value is known to be, by its definition") {
  Case k;
  const ValueId five = k.op("lit 5", {}), wide = k.op("lit 261", {}, 1);
  const ValueId masked = k.op("and 15", {k.x}), either = k.op("or", {masked, five});
  const ValueId copied = k.copy(masked), narrow = k.copy(masked, 1), wider = k.copy(masked, 2);
  const ValueId told = k.op("byte", {}), told_wide = k.op("byte", {}, 2), opaque = k.op("opaque", {k.x});
  const ValueId extended = k.op("zext", {k.op("trunc", {k.x}, 1)});
  const ValueId compared = k.op("cmp", {masked, masked});
  Asked a(k);
  CHECK(a.known.known(five) == bits::KnownBits<>::constant(5, 16));
  CHECK(a.known.known(wide) == bits::KnownBits<>::constant(5, 8));
  CHECK(a.zeros(masked) == 0xfff0);
  CHECK(a.zeros(either) == 0xfff0);
  CHECK(a.known.known(either).one == 5);
  CHECK(a.zeros(copied) == 0xfff0);
  for (const ValueId v : {k.x, narrow, wider, told_wide, opaque, compared}) {
    CHECK(a.zeros(v) == 0);
    CHECK(a.known.known(v).one == 0);
  }
  CHECK(a.known.known(narrow).width == 8);
  CHECK(a.known.known(told_wide).width == 32);
  CHECK(a.zeros(told) == 0xff00);
  CHECK(a.zeros(extended) == 0xff00);
}

TEST_CASE("machine bits: literals as operands are cut to their width") {
  Case k;
  const ValueId word = k.op("mul", {k.x, k.y});
  const ValueId masked = k.op("and 65551", {word}), part = k.op("and 271", {k.op("trunc", {word}, 1)}, 1);
  k.c.show(k.b, {masked, part});
  Asked a(k);
  CHECK(a.zeros(masked) == 0xfff0);
  CHECK(a.zeros(part) == 0xf0);
  CHECK(a.known.known(part).width == 8);
  CHECK(a.demanded.demanded(word) == 0xf);
}

TEST_CASE("machine bits: an operation of another width than its register, and operands of another") {
  Case k;
  const ValueId word = k.op("and 15", {k.x}, 2);  // a word of 16 bits in a register of 32
  k.machine.result_types["and"] = 0;
  k.c.show(k.b, {word});
  Asked a(k);
  CHECK(a.zeros(word) == 0);
  CHECK(a.known.known(word).width == 32);
  CHECK(a.demanded.demanded(k.x) == 0xffff);
}

TEST_CASE("machine bits: what has no width, more than one definition, or a name that others write") {
  Case k;
  const ValueId handle = k.op("lit 5", {}, 3), constant = k.op("lit 5", {}), pinned = k.op("lit 5", {}),
                twice = k.op("lit 5", {});
  k.c.write(k.b, "lit 4", {}, {}, twice);
  k.c.constants.insert(constant);
  k.c.pins.insert(pinned);
  const ValueId out = k.op("lit 5", {});
  k.c.outs.emplace_back(k.b, out);
  for (const ValueId v : {handle, pinned, twice, out}) k.low(v);
  Asked a(k);
  CHECK(a.bits.width(handle) == 0);
  CHECK(a.bits.width(constant) == 0);
  CHECK(a.bits.width(twice) == 16);
  CHECK(a.known.known(pinned).is_unknown());
  CHECK(a.known.known(twice).is_unknown());
  CHECK(a.known.known(out) == bits::KnownBits<>::constant(5, 16));
  CHECK(a.demanded.demanded(pinned) == 0xffff);
  CHECK(a.demanded.demanded(twice) == 0xffff);
  CHECK(a.demanded.demanded(out) == 0xffff);
}

TEST_CASE("machine bits: through phis, where each way brings a known word of that width") {
  for (const std::string other : {"and 240", "twice", "narrow", "constant", "parameter"}) {
    CAPTURE(other);
    Case k;
    const BlockId left = k.c.block(), right = k.c.block(), end = k.c.block();
    k.c.branch(k.b, k.x, left, right);
    const ValueId one = k.c.op(left, "and 15", {}, {k.x});
    k.c.jump(left, end);
    ValueId two = k.c.op(right, "and 240", {}, {k.x});
    if (other == "twice") k.c.write(right, "mul", {}, {k.x, k.x}, two);
    if (other == "narrow") k.machine.types[two.value] = 1;
    if (other == "constant") k.c.constants.insert(two);
    if (other == "parameter") two = k.y;
    k.c.jump(right, end);
    const ValueId met = k.c.phi(end, {{left, one}, {right, two}}), turned = k.c.phi(end, {{right, two}, {left, one}});
    const ValueId alone = k.c.phi(end, {{left, one}, {right, one}});
    k.c.ret(end);
    Asked a(k);
    CHECK(a.zeros(met) == (other == "and 240" ? 0xff00 : 0));
    CHECK(a.zeros(turned) == a.zeros(met));
    CHECK(a.known.known(met).width == 16);
    CHECK(a.zeros(alone) == 0);  // what it takes is not there on the other way
  }
}

TEST_CASE("machine bits: a phi that takes a register before its one definition knows nothing of that") {
  // x is a parameter; the loop writes it behind the phi, and the phi has the parameter's word first.
  for (const bool written : {false, true}) {
    Case k;
    const BlockId loop = k.c.block(), end = k.c.block();
    const ValueId first = k.op("and 15", {k.y});
    k.c.jump(k.b, loop);
    const ValueId next = written ? k.x : k.c.make_value();
    const ValueId met = k.c.phi(loop, {{k.b, written ? k.x : first}, {loop, next}});
    k.c.write(loop, "and 3", {}, {k.y}, next);
    k.c.branch(loop, k.y, loop, end);
    k.c.show(end, {met});
    k.c.ret(end);
    Asked a(k);
    CHECK(a.zeros(met) == (written ? 0 : 0xfff0));
  }
}

TEST_CASE("machine bits: what readers ask for, through copies, phis and operations") {
  Case k;
  const BlockId end = k.c.block();
  const ValueId byte = k.op("mul", {k.x, k.y}), word = k.op("mul", {k.x, k.y}), both = k.op("mul", {k.x, k.y});
  const ValueId copied = k.op("mul", {k.x, k.y}), into_narrow = k.op("mul", {k.x, k.y});
  const ValueId first = k.op("mul", {k.x, k.y}), second = k.op("mul", {k.x, k.y}), third = k.op("mul", {k.x, k.y}, 2);
  const ValueId masked = k.op("mul", {k.x, k.y}), by_value = k.op("mul", {k.x, k.y}), mask = k.op("and 15", {k.y});
  const ValueId unread = k.op("mul", {k.x, k.y}), unknown = k.op("mul", {k.x, k.y});
  k.low(byte), k.low(both);
  k.c.show(k.b, {word, both});
  k.low(k.copy(copied));
  k.low(k.copy(into_narrow, 1));
  k.c.show(k.b, {k.op("and 255", {k.op("and", {by_value, mask})}), k.op("and 15", {masked})});
  k.low(k.op("cmp", {unknown, unknown}));
  k.c.jump(k.b, end);
  const ValueId met = k.c.phi(end, {{k.b, first}}), shown = k.c.phi(end, {{k.b, second}}),
                wide = k.c.phi(end, {{k.b, third}});
  k.c.add(end, {"low", Effect::side_effect, {}}, {{met, Role::use}});
  k.c.add(end, {"low", Effect::side_effect, {}}, {{wide, Role::use}});
  k.c.show(end, {shown});
  k.c.ret(end);
  Asked a(k);
  CHECK(a.demanded.demanded(byte) == 0xff);
  CHECK(a.demanded.demanded(word) == 0xffff);
  CHECK(a.demanded.demanded(both) == 0xffff);
  CHECK(a.demanded.demanded(copied) == 0xff);
  CHECK(a.demanded.demanded(into_narrow) == 0xffff);  // nobody says what a copy to 8 bits does
  CHECK(a.demanded.demanded(first) == 0xff);
  CHECK(a.demanded.demanded(second) == 0xffff);
  CHECK(a.demanded.demanded(third) == 0xffffffff);
  CHECK(a.demanded.demanded(masked) == 0xf);
  CHECK(a.demanded.demanded(by_value) == 0xf);
  CHECK(a.demanded.demanded(unread) == 0);
  CHECK(a.demanded.demanded(unknown) == 0xffff);
}

TEST_CASE("machine bits: phis with several ways ask each for what is asked of them") {
  Case k;
  const BlockId left = k.c.block(), right = k.c.block(), end = k.c.block();
  k.c.branch(k.b, k.x, left, right);
  const ValueId one = k.c.op(left, "mul", {}, {k.x, k.x}), two = k.c.op(right, "mul", {}, {k.x, k.x});
  k.machine.types[two.value] = 2;
  k.c.jump(left, end);
  k.c.jump(right, end);
  const ValueId met = k.c.phi(end, {{left, one}, {right, two}});
  k.c.add(end, {"low", Effect::side_effect, {}}, {{met, Role::use}});
  k.c.ret(end);
  Asked a(k);
  CHECK(a.demanded.demanded(one) == 0xff);
  CHECK(a.demanded.demanded(two) == 0xffffffff);
}

TEST_CASE("machine bits: operands that are not settled, and operations with many operands") {
  // The mask is written again in front of the `and`: what its first word asked of the other operand is nothing.
  for (const bool again : {false, true}) {
    Case k;
    const ValueId value = k.op("mul", {k.x, k.y}), mask = k.op("and 15", {k.y});
    if (again) k.c.write(k.b, "mul", {}, {k.y, k.y}, mask);
    const ValueId out = k.op("and", {value, mask});
    k.c.show(k.b, {out});
    Asked a(k);
    CHECK(a.demanded.demanded(value) == (again ? 0xffff : 0xf));
    CHECK(a.zeros(out) == (again ? 0 : 0xfff0));
  }
  Case many;  // five operands are not looked into, though four of them were none of the operation's either
  const ValueId sum = many.op("add", {many.x, many.y, many.x, many.y, many.x});
  many.c.show(many.b, {sum});
  Asked a(many);
  CHECK(a.zeros(sum) == 0);
  CHECK(a.demanded.demanded(many.x) == 0xffff);
}
