// Where values come from: random code beside a twin that goes over all definitions in rounds until nothing changes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/origins.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
constexpr Effects pure{};

// What an instruction gives is in its name: `gives A B` these origins; `mix` those of its plain uses; `anything` that.
struct Names {
  const ToldCode& code;
  mutable std::uint32_t asked = 0;
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&& from) const {
    ++asked;
    const std::string& name = code.payload(i).name;
    if (name == "anything") return false;
    for (std::size_t at = 5; name.starts_with("gives") && at + 1 < name.size(); at += 2) own(name[at + 1] - 'a');
    if (name == "mix")
      code.for_each_operand(i, [&](const auto& o) {
        if (o.role == Role::use && !o.old) from(o.value);
      });
    return true;
  }
};

// The twin: a set, or anything.
struct Set {
  bool anything = false;
  std::set<std::uint32_t> all;
  void take(const Set& o) { anything |= o.anything, all.insert(o.all.begin(), o.all.end()); }
};
struct Definition {
  ValueId to;
  std::set<std::uint32_t> own;
  std::vector<ValueId> from;
  bool anything = false;
};

struct RandomCode {
  ToldCode code;
  std::vector<Definition> definitions;
  std::vector<ValueId> values, parameters;
  std::mt19937 random;
  explicit RandomCode(std::uint32_t seed) : random(seed) {}
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  ValueId any() { return values[below(static_cast<std::uint32_t>(values.size()))]; }

  void phi(BlockId b, BlockId other) {
    Definition d{any(), {}, {}};
    std::vector<std::pair<BlockId, ValueId>> in;
    for (const BlockId from : {b, other}) {
      ValueId v = any();
      if (below(4) == 0) v = code.make_value(), code.constants.insert(v), values.push_back(v);
      in.emplace_back(from, v);
      d.from.push_back(v);
    }
    code.set_incoming(code.add(b, {"phi", Effect::phi, {}}, {{d.to, Role::def}}), in);
    definitions.push_back(d);
  }
  void one(BlockId b) {
    Definition d{any(), {}, {}};
    const ValueId x = any(), y = any();
    Operand to{d.to, Role::def};
    switch (below(11)) {
      case 0:
      case 1:
      case 2: {
        const std::uint32_t first = below(5);
        std::string name = std::string("gives ") + static_cast<char>('a' + first);
        d.own = {first};
        if (below(3) == 0) d.own.insert(first + 1), name += std::string(" ") + static_cast<char>('a' + first + 1);
        code.add(b, {name, pure, {}}, {to});
        break;
      }
      case 3:
      case 4:
        code.add(b, {"copy", Effect::copy, {}}, {{x, Role::use}, to});
        d.from = {x};
        break;
      case 5:
        code.add(b, {"mix", pure, {}}, {{x, Role::use}, {y, Role::use}, to});
        d.from = {x, y};
        break;
      case 6:  // what is left of y, or x
        code.add(b, {"mix", Effect::copy, {}}, {{x, Role::use}, {y, Role::use, false, true}, to});
        d.from = {x, y};
        break;
      case 7:  // two results
        if (y == d.to) return;
        code.add(b, {"mix", pure, {}}, {{x, Role::use}, to, {y, Role::def}});
        d.from = {x};
        definitions.push_back({y, {}, {x}});
        break;
      case 8:
        if (below(3) != 0) return;
        code.add(b, {"anything", pure, {}}, {{x, Role::use}, to});
        d.anything = true;
        break;
      case 9:  // a part of it
        if (below(3) != 0) return;
        to.lanes = 1, d.anything = true;
        code.add(b, {"gives a", pure, {}}, {to});
        break;
      default:
        if (below(3) != 0) return;
        to.implicit = true, d.anything = true;
        code.add(b, {"gives a", pure, {}}, {to});
    }
    definitions.push_back(d);
  }
  using Operand = ToldCode::Operand;
  void make() {
    const BlockId a = code.block(), b = code.block();
    for (std::uint32_t k = below(3); k-- > 0;)
      parameters.push_back(code.parameter()), values.push_back(parameters.back());
    for (std::uint32_t k = 4 + below(10); k-- > 0;) values.push_back(code.make_value());
    if (below(2) == 0) code.pins.insert(any());
    for (std::uint32_t k = below(3); k-- > 0;) phi(b, a);
    for (std::uint32_t k = 3 + below(14); k-- > 0;) one(below(2) == 0 ? a : b);
    code.add(a, {"use", Effect::side_effect, {}}, {{any(), Role::use, false, false}});
    Operand part{any(), Role::use};  // a part that is read is nothing to it
    part.lanes = 1, part.implicit = true;
    code.add(b, {"use", Effect::side_effect, {}}, {part});
    code.jump(a, b);
    code.branch(b, any(), a, b);
  }
  std::map<ValueId, Set> solve(std::uint32_t most, bool anything_else) const {
    std::map<ValueId, Set> found;
    std::set<ValueId> written;
    for (const Definition& d : definitions) written.insert(d.to);
    for (const ValueId v : values) {
      bool& anything = found[v].anything;
      anything = code.pins.count(v) != 0 || (anything_else && code.constants.count(v) != 0 && written.count(v) == 0);
      for (const ValueId p : parameters) anything |= anything_else && p == v;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Definition& d : definitions) {
        Set& to = found[d.to];
        const bool was = to.anything;
        const std::size_t size = to.all.size();
        to.anything |= d.anything;
        to.all.insert(d.own.begin(), d.own.end());
        for (const ValueId v : d.from) to.take(found[v]);
        to.anything |= to.all.size() > most;
        if (to.anything) to.all.clear();
        changed |= to.anything != was || (!to.anything && to.all.size() != size);
      }
    }
    return found;
  }
};

}  // namespace

TEST_CASE("origins: as a twin that goes over all definitions in rounds") {
  std::uint32_t single = 0, several = 0, unknown = 0, empty = 0;
  for (std::uint32_t seed = 0; seed < 800; ++seed) {
    RandomCode r(seed);
    r.make();
    const std::uint32_t most = 1 + seed % 4;
    const bool anything_else = seed % 3 != 0;
    const lathe::passes::Origins<ToldCode> origins(r.code, Names{r.code}, {most, anything_else});
    const auto wanted = r.solve(most, anything_else);
    // What only phis take whose results may be anything is not always looked at.
    std::set<ValueId> mentioned(r.parameters.begin(), r.parameters.end()), perhaps;
    for (const BlockId b : r.code.blocks())
      for (const InstId i : r.code.instructions(b)) {
        r.code.for_each_operand(i, [&](const auto& o) { mentioned.insert(o.value); });
        r.code.for_each_incoming(i, [&](BlockId, ValueId v) {
          (wanted.at(lathe::passes::result_of(r.code, i)).anything ? perhaps : mentioned).insert(v);
        });
      }
    for (const auto& [v, set] : wanted) {
      if (mentioned.count(v) == 0 && perhaps.count(v) != 0) continue;
      if (mentioned.count(v) == 0) {
        CHECK(origins.anything(v));
        CHECK(origins.of(v).empty());
        continue;
      }
      CHECK(origins.anything(v) == set.anything);
      ++(set.anything ? unknown : set.all.empty() ? empty : set.all.size() == 1 ? single : several);
      if (set.anything) {
        CHECK(!origins.only(v).has_value());
        continue;
      }
      const auto of = origins.of(v);
      CHECK(std::vector<std::uint32_t>(of.begin(), of.end()) ==
            std::vector<std::uint32_t>(set.all.begin(), set.all.end()));
      CHECK(origins.only(v) == (set.all.size() == 1 ? std::optional(*set.all.begin()) : std::nullopt));
    }
  }
  CHECK(single > 300);
  CHECK(several > 300);
  CHECK(unknown > 300);
  CHECK(empty > 300);
}

TEST_CASE("origins: eight of a value, and parameters may be anything, where nobody says otherwise") {
  for (std::uint32_t n : {8U, 9U}) {
    ToldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), v = code.make_value(), constant = code.make_value();
    code.constants.insert(constant);
    for (std::uint32_t k = 0; k < n; ++k)
      code.write(b, std::string("gives ") + static_cast<char>('a' + k), pure, {}, v);
    const ValueId phi = code.phi(b, {{b, constant}});
    code.show(b, {p, v, phi});
    code.ret(b);
    const lathe::passes::Origins<ToldCode> origins(code, Names{code});
    CHECK(origins.anything(v) == (n == 9));
    CHECK(origins.of(v).size() == (n == 8 ? 8 : 0));
    CHECK(origins.anything(p));
    CHECK(origins.anything(phi));
  }
}

TEST_CASE("origins: nobody asks of copies, phis and what may be anything already") {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), pin = code.make_value(), v = code.make_value();
  code.write(b, "copy", Effect::copy, {p}, v);
  code.phi(b, {{b, v}});
  code.add(b, {"gives a", pure, {}}, {{pin, Role::def, false, false, true}});
  code.ret(b);
  const Names names{code};
  const lathe::passes::Origins<ToldCode> origins(code, names);
  CHECK(names.asked == 0);
  CHECK(origins.anything(pin));
}
