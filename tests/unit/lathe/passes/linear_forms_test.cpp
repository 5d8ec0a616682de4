// Linear forms: what random straight-line code computes is what its forms say, at every width; forms by hand; and what has none.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/linear_forms.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Step = passes::LinearStep<ValueId>;
using Term = Step::Term;

// What each instruction computes stands beside it; parameters and the rest are atoms. Values are words of so many bits.
struct Client {
  const ToldCode* f = nullptr;
  std::map<std::uint32_t, Step> steps;           // by instruction
  std::map<std::uint32_t, std::uint64_t> known;  // constants, by value
  std::optional<Step> linear(InstId i) const {
    const auto at = steps.find(i.value);
    return at == steps.end() ? std::nullopt : std::optional(at->second);
  }
  std::optional<std::uint64_t> constant_of(ValueId v) const {
    const auto at = known.find(v.value);
    return at == known.end() ? std::nullopt : std::optional(at->second);
  }
};
using Forms = passes::LinearForms<ToldCode, Client>;

struct Sums {
  ToldCode f;
  Client client;
  BlockId b = f.block();
  ValueId put(const Step& step) { return put(step, f.make_value()); }
  ValueId put(const Step& step, ValueId to) {
    std::vector<program::Operand<ValueId>> operands;
    for (std::uint32_t k = 0; k < step.count; ++k) {
      operands.push_back({step.terms[k].value, Role::use});
      if (step.terms[k].by) operands.push_back({*step.terms[k].by, Role::use});
    }
    operands.push_back({to, Role::def});
    client.steps[f.add(b, {"sum", {}, {}}, operands).value] = step;
    return to;
  }
  ValueId sum(std::vector<Term> terms, std::uint64_t constant = 0, std::uint32_t bits = 64) {
    Step s;
    s.bits = bits, s.constant = constant;
    for (const Term& t : terms) s.add(t);
    return put(s);
  }
  passes::LinearForm of(ValueId v) {
    passes::Chain<ToldCode> on(f);
    on.start();
    return Forms(on, client).of(v);
  }
};
std::uint64_t mask(std::uint32_t bits) { return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }
std::uint64_t extended(std::uint64_t n, std::uint32_t from, bool sign) {
  n &= mask(from);
  return sign && (n >> (from - 1) & 1) != 0 ? n | ~mask(from) : n;
}

}  // namespace

TEST_CASE("numbers of so many bits") {
  for (const std::uint32_t bits : {1U, 7U, 32U, 63U, 64U}) {
    CHECK(Forms::cut(~std::uint64_t{0}, bits) == mask(bits));
    CHECK(Forms::cut(mask(bits) - 1, bits) == mask(bits) - 1);
    CHECK(Forms::as_signed(mask(bits), bits) == -1);
    CHECK(Forms::as_signed(mask(bits) >> 1, bits) == static_cast<std::int64_t>(mask(bits) >> 1));
    CHECK(Forms::as_signed(mask(bits) - 1, bits) == (bits == 1 ? 0 : -2));
  }
}

TEST_CASE("forms are what is computed") {
  std::mt19937_64 engine(3);
  std::uint64_t sums = 0, products = 0, wide = 0, constants = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    Sums s;
    const auto below = [&](std::uint64_t n) { return engine() % n; };
    const std::vector<std::uint32_t> widths = round % 3 == 0   ? std::vector{64U}
                                              : round % 3 == 1 ? std::vector{32U, 64U}
                                                               : std::vector{1U, 8U, 64U};
    std::vector<ValueId> values;
    std::map<std::uint32_t, std::uint64_t> word;
    std::map<std::uint32_t, std::uint32_t> width;
    const auto add = [&](ValueId v, std::uint32_t bits, std::uint64_t n) {
      values.push_back(v), word[v.value] = n & mask(bits), width[v.value] = bits;
    };
    for (int k = 0; k < 4; ++k) add(s.f.parameter(), widths[below(widths.size())], engine());
    const ValueId seven = s.f.make_value();
    s.client.known[seven.value] = 7;
    for (const std::uint32_t bits : widths) add(seven, bits, 7), width[seven.value] = 0;
    for (int k = 0; k < 14; ++k) {
      Step step;
      step.bits = widths[below(widths.size())];
      step.constant = below(3) == 0 ? engine() : below(4);
      std::uint64_t n = step.constant;
      const auto fits = [&](ValueId v) { return width[v.value] == 0 || width[v.value] == step.bits; };
      for (std::uint64_t terms = below(3); terms > 0; --terms) {
        const ValueId a = values[values.size() - 1 - below(std::min<std::uint64_t>(values.size(), 7))],
                      b = values[below(values.size())];
        Term t{a, below(2) == 0 ? 1 : below(3) == 0 ? engine() : below(5), {}, 0, false};
        std::uint64_t x = word[a.value];
        if (fits(a)) {
          if (below(3) == 0 && fits(b)) t.by = b, x *= word[b.value];
        } else if (width[a.value] < step.bits) {
          t.from = width[a.value], t.sign = below(2) == 0;
          x = extended(x, t.from, t.sign);
        } else {
          continue;
        }
        step.add(t);
        n += t.factor * x;
      }
      add(s.put(step), step.bits, n);
    }
    passes::Chain<ToldCode> on(s.f);
    on.start();
    const Forms forms(on, s.client);
    for (const ValueId v : values) {
      const passes::LinearForm f = forms.of(v);
      if (f.bits == 0 && !f.is_constant()) {
        REQUIRE(f.terms.size() == 1);
        CHECK(on.known().values[f.terms[0].value] == v);
        continue;
      }
      CHECK(f.terms.size() <= Forms::most);
      std::uint64_t n = f.constant;
      for (std::size_t k = 0; k < f.terms.size(); ++k) {
        const passes::LinearTerm& t = f.terms[k];
        CHECK(t.factor != 0);
        if (k != 0) CHECK(f.terms[k - 1].atom() < t.atom());
        std::uint64_t x = word[on.known().values[t.value].value];
        if (t.from != 0) x = extended(x, t.from, t.sign), ++wide;
        if (t.by != program::none) {
          CHECK(t.value <= t.by);
          x *= word[on.known().values[t.by].value], ++products;
        }
        n += t.factor * x;
      }
      sums += f.terms.size() > 1;
      constants += f.is_constant();
      const std::uint32_t bits = f.bits == 0 ? 64 : f.bits;
      CHECK((n & mask(bits)) == word[v.value]);
    }
  }
  CHECK(sums > 250);
  CHECK(products > 200);
  CHECK(wide > 100);
  CHECK(constants > 300);
}

TEST_CASE("forms by hand: one whatever way they are computed") {
  Sums s;
  const ValueId a = s.f.parameter(), b = s.f.parameter(), c = s.f.parameter();
  const auto same = [&](ValueId x, ValueId y) {
    const auto f = s.of(x), g = s.of(y);
    return f.bits == 64 && f.bits == g.bits && f.constant == g.constant && f.terms == g.terms;
  };
  const ValueId ab = s.sum({{a, 1, b}}), ba = s.sum({{b, 1, a}});
  CHECK(same(ab, ba));
  const ValueId four = s.sum({}, 4), more = s.sum({{a}}, 3);
  CHECK(same(s.sum({{more, 1, four}}), s.sum({{a, 4}}, 12)));
  CHECK(same(s.sum({{four, 1, more}}), s.sum({{a, 4}}, 12)));
  // (a + 3) * b and b * (a + 3), of which the one with several terms is opened.
  CHECK(same(s.sum({{more, 1, b}}), s.sum({{a, 1, b}, {b, 3}})));
  CHECK(same(s.sum({{b, 2, more}}), s.sum({{a, 2, b}, {b, 6}})));
  const ValueId twice = s.sum({{a, 2}});
  CHECK(same(s.sum({{twice, 1, b}}), s.sum({{a, 2, b}})));
  CHECK(same(s.sum({{twice, 1, more}}), s.sum({{a, 2, a}, {a, 6}})));
  // A product is no single value for another product.
  CHECK(same(s.sum({{ab, 1, c}}), s.sum({{c, 1, ab}})));
  CHECK(s.of(s.sum({{ab, 1, c}})).terms.size() == 1);
  const ValueId none = s.sum({{a}, {a, ~std::uint64_t{0}}});
  CHECK(s.of(none).is_constant());
  CHECK(s.of(none).bits == 64);
  const ValueId seven = s.f.make_value();  // a constant that no instruction makes, of any width
  s.client.known[seven.value] = 7;
  CHECK(same(s.sum({{a, 1, seven}, {seven, 2}}), s.sum({{a, 7}}, 14)));
  // Five terms are too many: what is a sum itself is taken as it is.
  const ValueId d = s.f.parameter(), e = s.f.parameter();
  const ValueId three = s.sum({{a}, {b}, {c}}), five = s.sum({{three}, {d}, {e}});
  CHECK(s.of(five).terms.size() == 3);
  CHECK(s.of(s.sum({{three}, {d}})).terms.size() == 4);
}

TEST_CASE("what is written twice, must keep its name, or is not settled where it is read has no form") {
  for (const int how : {0, 1, 2, 3}) {
    Sums s;
    const ValueId a = s.f.parameter(), v = s.f.make_value(), u = how == 3 ? s.f.make_value() : a;
    Step step;
    step.add({u}), step.constant = 3;
    s.put(step, v);
    if (how == 1) s.put(step, v);
    if (how == 2) s.f.pins = {v};
    if (how == 3) s.f.write(s.b, "late", {}, {}, u);
    CHECK((s.of(v).bits == 0) == (how != 0));
  }
}

TEST_CASE("forms follow the code") {
  Sums s;
  const ValueId a = s.f.parameter(), b = s.f.make_value();
  const InstId made = s.f.write(s.b, "atom", {}, {a}, b);
  const ValueId v = s.sum({{b}}, 1), w = s.sum({{a, 1, b}}, 1);
  passes::Chain<ToldCode> on(s.f);
  on.start();
  Forms forms(on, s.client);
  CHECK(forms.of(v).bits == 64);
  CHECK(forms.of(w).bits == 64);
  forms.forget(b);
  CHECK(forms.of(v).bits == 0);
  CHECK(forms.of(w).bits == 0);
  Step step;
  step.constant = 5;
  s.client.steps[made.value] = step;
  forms.renew(made);
  CHECK(forms.of(b).constant == 5);
  CHECK(forms.of(v).bits == 64);
}
