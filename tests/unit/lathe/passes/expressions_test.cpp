// Numbers of expressions: what has one number computes the same. By hand, each thing that the number stands for made another,
// and what it does not stand for; and random sequences of words beside a map.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/expressions.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

// Literals as well: those of an instruction by its name.
struct WithLiterals : ToldCode {
  static constexpr program::Facts facts = ToldCode::facts | Fact::literals;
  std::map<std::string, std::vector<std::pair<std::uint32_t, std::uint64_t>>> literals;
  template <class F>
  void for_each_literal(InstId i, F&& f) const {
    const auto at = literals.find(payload(i).name);
    if (at == literals.end()) return;
    for (const auto& [use, bits] : at->second) f(use, bits);
  }
};
using Mention = program::Operand<ValueId>;

struct Numbers {
  WithLiterals code;
  BlockId b = code.block();
  std::vector<ValueId> v;
  program::Known<WithLiterals> known;
  passes::Expressions<WithLiterals> all;
  Numbers()
      : v{code.parameter(), code.parameter(), code.make_value(), code.make_value(), code.make_value()},
        known(code),
        all(known) {
    code.others = {v[4]};
  }
  static Mention use(ValueId value) { return {value, Role::use}; }
  static Mention def(ValueId value) { return {value, Role::def}; }
  std::uint32_t of(std::vector<Mention> operands, Effects e = {}, const std::string& name = "op",
                   bool results = false) {
    const InstId i = code.add(b, {name, e, {}}, std::move(operands));
    return all.number(code, i, [](ValueId value) { return value; }, results);
  }
};

}  // namespace

TEST_CASE("expressions: operands, their order, and which of them commute") {
  Numbers n;
  const auto& v = n.v;
  const auto two = [&](ValueId a, ValueId b, Effects e = {}) { return n.of({n.use(a), n.use(b), n.def(v[2])}, e); };
  const std::uint32_t first = two(v[0], v[1]);
  CHECK(two(v[0], v[1]) == first);
  CHECK(two(v[1], v[0]) != first);
  CHECK(two(v[0], v[0]) != first);
  CHECK(n.of({n.use(v[0]), n.use(v[1]), n.def(v[3])}) == first);  // whatever takes the result
  CHECK(n.of({n.use(v[0]), n.use(v[1]), n.def(v[4])}) != first);  // of its class
  CHECK(n.of({n.use(v[0]), n.use(v[1])}) != first);
  CHECK(n.of({n.use(v[0]), n.use(v[1]), n.def(v[2])}, {}, "other") != first);
  CHECK(n.of({n.use(v[0]), n.def(v[2])}) != first);
  CHECK(n.of({n.use(v[0]), n.use(v[1]), n.use(v[1]), n.def(v[2])}) != first);
  Numbers m;
  const auto swaps = [&](ValueId a, ValueId b) { return m.of({m.use(a), m.use(b), m.def(m.v[2])}, Effect::commutes); };
  CHECK(swaps(m.v[0], m.v[1]) == swaps(m.v[1], m.v[0]));
  CHECK(swaps(m.v[0], m.v[0]) != swaps(m.v[1], m.v[1]));
  const auto three = [&](ValueId a, ValueId b, ValueId c) {
    return m.of({m.use(a), m.use(b), m.use(c), m.def(m.v[2])}, Effect::commutes);
  };
  CHECK(three(m.v[0], m.v[1], m.v[3]) == three(m.v[1], m.v[0], m.v[3]));
  CHECK(three(m.v[0], m.v[1], m.v[3]) != three(m.v[0], m.v[3], m.v[1]));
  const std::uint32_t one = m.of({m.use(m.v[0]), m.def(m.v[2])}, Effect::commutes);
  CHECK(m.of({m.use(m.v[0]), m.def(m.v[2])}, Effect::commutes) == one);
}

TEST_CASE("expressions: all that an operand is") {
  const auto mark = [](auto&& change, bool result) {
    Numbers n;
    Mention a = n.use(n.v[0]), r = n.def(n.v[2]);
    const std::uint32_t plain = n.of({a, n.use(n.v[1]), r});
    change(result ? r : a);
    const std::uint32_t other = n.of({a, n.use(n.v[1]), r});
    CHECK(n.of({a, n.use(n.v[1]), r}) == other);
    return plain != other;
  };
  CHECK(mark([](Mention& o) { o.implicit = true; }, false));
  CHECK(mark([](Mention& o) { o.lanes = 1; }, false));
  CHECK(mark([](Mention& o) { o.offset = 8; }, false));
  CHECK(mark([](Mention& o) { o.implicit = true; }, true));
  CHECK(mark([](Mention& o) { o.lanes = 1; }, true));
  CHECK(mark([](Mention& o) { o.early = true; }, true));
  CHECK(!mark([](Mention&) {}, true));
}

TEST_CASE("expressions: operands of several registers") {
  Numbers n;
  const auto pair = [&](ValueId a, ValueId b, ValueId c, bool first, Effects e) {
    Mention x = n.use(a), y = n.use(b);
    (first ? x : y).more = true;
    return n.of({x, y, n.use(c), n.def(n.v[2])}, e);
  };
  const auto& v = n.v;
  // (a b) c and a (b c) are not one; c (a b) is (a b) c where they commute.
  CHECK(pair(v[0], v[1], v[3], true, {}) != pair(v[0], v[1], v[3], false, {}));
  CHECK(pair(v[0], v[1], v[3], true, Effect::commutes) == pair(v[3], v[0], v[1], false, Effect::commutes));
  CHECK(pair(v[0], v[1], v[3], true, {}) != pair(v[3], v[0], v[1], false, {}));
}

TEST_CASE("expressions: literals, by where they stand") {
  // What commutes with a literal is the same on either side; the names say who has which.
  struct SameKey : WithLiterals {
    std::string key(InstId) const { return "op"; }
  } code;
  code.literals = {{"front5", {{0, 5}}},
                   {"behind5", {{1, 5}}},
                   {"behind6", {{1, 6}}},
                   {"both", {{0, 5}, {1, 5}}},
                   {"pair5", {{1, 5}}}};
  const BlockId b = code.block();
  const ValueId a = code.parameter(), to = code.make_value(), more = code.parameter();
  program::Known<SameKey> known(code);
  passes::Expressions<SameKey> all(known);
  const auto number = [&](const std::string& name, Effects e, bool pair = false) {
    std::vector<Mention> operands{{a, Role::use}, {to, Role::def}};
    if (pair) operands.insert(operands.begin() + 1, {more, Role::use}), operands[0].more = true;
    const InstId i = code.add(b, {name, e, {}}, operands);
    return all.number(code, i, [](ValueId value) { return value; });
  };
  CHECK(number("front5", {}) != number("behind5", {}));
  CHECK(number("front5", Effect::commutes) == number("behind5", Effect::commutes));
  CHECK(number("behind5", {}) == number("behind5", {}));
  CHECK(number("behind5", {}) != number("behind6", {}));
  CHECK(number("behind5", {}) != number("none", {}));
  CHECK(number("both", {}) != number("behind5", {}));
  CHECK(number("pair5", {}, true) != number("none", {}, true));
  CHECK(number("pair5", {}, true) != number("front5", {}, true));
  CHECK(number("pair5", Effect::commutes, true) == number("front5", Effect::commutes, true));
  const std::uint32_t before = number("none", {});
  code.add(b, {"none", {}, {}}, {});
  const InstId other = code.add(b, {"none", {}, {}}, {{a, Role::use}, {code.make_value(), Role::def}});
  CHECK(all.number(code, other, [](ValueId value) { return value; }) == before);
}

TEST_CASE("expressions: with results, guards and what was there before") {
  const auto mark = [](auto&& change) {
    Numbers n;
    std::vector<Mention> all{n.use(n.v[0]), {n.v[1], Role::guard}, {n.v[2], Role::use, false, true}, n.def(n.v[2])};
    const std::uint32_t plain = n.of(all, {}, "op", true), without = n.of(all);
    change(all, n);
    return std::pair(n.of(all, {}, "op", true) != plain, n.of(all) != without);
  };
  using Pair = std::pair<bool, bool>;
  CHECK(mark([](auto& all, Numbers&) { all[1].negated = true; }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers& n) { all[1].value = n.v[3]; }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers&) { all.erase(all.begin() + 1); }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers&) { all.erase(all.begin() + 2); }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers& n) { all[2].value = n.v[3]; }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers& n) { all[3].value = n.v[3]; }) == Pair(true, false));
  CHECK(mark([](auto& all, Numbers& n) { all[0].value = n.v[3]; }) == Pair(true, true));
  // No two marks are one.
  Numbers n;
  std::vector<std::uint32_t> found;
  for (const int how : {0, 1, 2, 3, 4, 5, 6, 7}) {
    Mention m = how < 4 ? n.use(n.v[1]) : n.def(n.v[1]);
    if (how < 3) m.role = Role::guard;
    m.negated = how == 1;
    m.implicit = how == 2 || how == 5;
    m.old = how == 3 || how == 7;
    m.early = how == 6;
    found.push_back(n.of({n.use(n.v[0]), m}, {}, "op", true));
  }
  std::sort(found.begin(), found.end());
  CHECK(std::unique(found.begin(), found.end()) == found.end());
}

TEST_CASE("sequences: a number for each content") {
  std::mt19937_64 random(7);
  passes::Sequences sequences;
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers;
  for (int k = 0; k < 3000; ++k) {
    std::vector<std::uint64_t> words(random() % 4);
    for (auto& w : words) w = random() % 5 << (random() % 2 * 32);
    const std::uint32_t n = sequences.add(words);
    const auto [at, added] = numbers.try_emplace(words, n);
    CHECK(at->second == n);
    CHECK(sequences.size() == numbers.size());
    if (added) CHECK(n + 1 == numbers.size());
  }
}
