// Coalescing of lanes, by hand: each form and each reason, what definitions in part keep, and constants that are made again.
#include <doctest/doctest.h>

#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/joined_units.hpp>
#include <lathe/passes/lane_units.hpp>
#include <lathe/passes/name_lanes.hpp>

#include "unit/lathe/passes/lane_functions.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::CoalesceReason;
using Mention = LaneCode::Operand;
constexpr std::uint64_t whole = ~std::uint64_t{0};

/// Code by hand, and what coalescing leaves of it.
struct Hand {
  using Kind = LaneCode::Kind;
  LaneCode code;
  BlockId b = code.block();
  ValueId p = code.value(Kind::one);
  Hand() { code.add_parameter(p); }
  ValueId make(Kind k) {
    const ValueId v = code.value(k);
    code.add(b, {"make" + std::to_string(v.value), {}, {}}, {{p, Role::use}, {v, Role::def}});
    return v;
  }
  void copy(Mention from, Mention to, std::uint64_t stays = 0) {
    std::vector<Mention> operands{from};
    if (stays != 0) operands.push_back(LaneCode::lanes(to.value, Role::use, stays, true));
    operands.push_back(to);
    code.add(b, {"copy", Effect::copy, {}}, operands);
  }
  void show(ValueId v, std::uint64_t mask = whole) {
    code.add(b, {"show", Effect::side_effect, {}}, {LaneCode::lanes(v, Role::use, mask)});
  }
  static Mention from(ValueId v, std::uint64_t mask = whole) { return LaneCode::lanes(v, Role::use, mask); }
  static Mention to(ValueId v, std::uint64_t mask = whole) { return LaneCode::lanes(v, Role::def, mask); }
  passes::CoalesceResult<LaneCode> run(passes::CoalesceOptions options = {}) {
    code.ret(b);
    options.explain = true;
    return passes::coalesce(code, options);
  }
  CoalesceReason reason() {
    const auto result = run();
    REQUIRE(result.kept.size() == 1);
    CHECK(result.stats.joined == 0);
    return result.kept[0].reason;
  }
  std::string text() const { return told(code); }
};
using enum LaneCode::Kind;

}  // namespace

TEST_CASE("coalescing of lanes: a register is put together in place, and what stays beside each part is said anew") {
  Hand h;
  const ValueId w = h.code.value(four), x = h.make(one), y = h.make(two);
  h.copy(h.from(x), h.to(w, 2));  // nothing stays
  h.copy(h.from(y), h.to(w, 12), 3);
  h.show(w, 14);
  const auto result = h.run();
  CHECK(result.stats.joined == 2);
  CHECK(result.stats.lanes == 2);
  CHECK(result.stats.lane_copies == 2);
  CHECK(h.text() == "block 0\n  make2 0 =1:2\n  make3 0 old1:3 =1:12\n  show 1:14\n  ret\n");
}

TEST_CASE("coalescing of lanes: a register is taken apart in place, by lanes of lanes") {
  Hand h;
  const ValueId w = h.make(four), y = h.code.value(two), z = h.code.value(one);
  h.copy(h.from(w, 12), h.to(y));
  h.copy(h.from(y, 2), h.to(z));
  h.show(w, 3);
  h.show(y);
  h.show(z);
  const auto result = h.run();
  CHECK(result.stats.joined == 2);
  CHECK(h.text() == "block 0\n  make1 0 =1\n  show 1:3\n  show 1:12\n  show 1:8\n  ret\n");
}

TEST_CASE("coalescing of lanes: what may be left under a guard stays, beside what lives on") {
  Hand h;
  const ValueId w = h.make(four), y = h.code.value(two);
  h.copy(h.from(w, 12), h.to(y));
  h.code.add(h.b, {"change", {}, {}}, {{h.p, Role::guard}, LaneCode::lanes(y, Role::use, 3, true), h.to(y)});
  h.show(y), h.show(w, 2);
  CHECK(h.run().stats.joined == 1);
  CHECK(h.text() == "block 0\n  make1 0 =1\n  change @0 old1:15 =1:12\n  show 1:12\n  show 1:2\n  ret\n");
}

TEST_CASE("coalescing of lanes: without them only whole registers are joined") {
  Hand h;
  const ValueId w = h.make(two), z = h.code.value(one), y = h.code.value(two);
  h.copy(h.from(w, 1), h.to(z));
  h.copy(h.from(w), h.to(y));
  h.code.add(h.b, {"set", {}, {}}, {LaneCode::lanes(y, Role::use, 1, true), h.to(y, 2)});
  h.show(z), h.show(y), h.show(w, 1);
  passes::CoalesceOptions options;
  options.lanes = false;
  const auto result = h.run(options);
  CHECK(result.stats.copies == 1);
  CHECK(result.stats.joined == 0);  // both live on with two words in the upper lane, but nobody reads w's
  CHECK(result.stats.lane_copies == 0);
  const auto again = passes::coalesce(h.code);
  CHECK(again.stats.copies == 2);
  CHECK(again.stats.joined == 2);
  CHECK(h.code.count(h.b, "copy") == 0);
}

TEST_CASE("coalescing of lanes: of a narrow register by some of its lanes all become lanes of the wide one") {
  // The lane `from` of y is the lane `to` of w: y is inside w, unless it would reach beyond.
  for (const bool into : {false, true})  // which way the copy goes
    for (const std::uint32_t from : {0U, 1U})
      for (const std::uint32_t to : {0U, 1U, 2U, 3U}) {
        CAPTURE(into);
        CAPTURE(from);
        CAPTURE(to);
        Hand h;
        const ValueId w = into ? h.code.value(four) : h.make(four), y = into ? h.make(two) : h.code.value(two);
        const std::uint64_t rest = 3 & ~(1U << from);
        if (into) {
          h.copy(h.from(y, 1U << from), h.to(w, 1U << to));  // nothing stays of w
          h.show(w, 1U << to);
        } else {
          h.copy(h.from(w, 1U << to), h.to(y, 1U << from));
          h.code.add(h.b, {"rest", {}, {}}, {LaneCode::lanes(y, Role::use, 1U << from, true), h.to(y, rest)});
        }
        h.show(y);
        const bool fits = to >= from && to - from <= 2;
        const auto result = h.run();
        CHECK(result.stats.joined == fits);
        CHECK(h.code.count(h.b, "copy") == !fits);
        REQUIRE(result.kept.size() == !fits);
        if (!fits) CHECK(result.kept[0].reason == CoalesceReason::places);
        if (fits) CHECK(h.text().find("show 1:" + std::to_string(3U << (to - from)) + "\n") != std::string::npos);
      }
}

TEST_CASE("coalescing of lanes: wide registers by lanes at the same place, and not at others") {
  for (const bool elsewhere : {false, true}) {
    Hand h;
    const ValueId w = h.make(four), y = h.code.value(four);
    h.copy(h.from(w, 3), h.to(y, elsewhere ? 12 : 3));
    h.code.add(h.b, {"more", {}, {}},
               {LaneCode::lanes(y, Role::use, elsewhere ? 3 : 12, true), h.to(y, elsewhere ? 1 : 4)});
    h.show(y, elsewhere ? 13 : 7);
    h.show(w, elsewhere ? 2 : 3);
    const auto result = h.run();
    CHECK(result.stats.joined == !elsewhere);
    CHECK(result.stats.lanes_left == elsewhere);
    REQUIRE(result.kept.size() == elsewhere);
    if (elsewhere) CHECK(result.kept[0].reason == CoalesceReason::places);
  }
}

TEST_CASE("coalescing of lanes: why not") {
  {  // to other lanes of the same register
    Hand h;
    const ValueId w = h.make(two);
    h.copy(h.from(w, 1), h.to(w, 2), 1);
    h.show(w);
    CHECK(h.reason() == CoalesceReason::places);
  }
  {  // the lane is read behind
    Hand h;
    const ValueId w = h.make(two), x = h.make(one);
    h.show(w, 1);
    h.copy(h.from(x), h.to(w, 1), 2);
    h.code.add(h.b, {"change", {}, {}}, {{x, Role::use}, {x, Role::def}});
    h.show(x), h.show(w);
    CHECK(h.reason() == CoalesceReason::interferes);
  }
  {  // a parameter keeps its name
    Hand h;
    const ValueId w = h.code.value(two);
    h.copy(h.from(h.p), h.to(w, 1));
    h.show(w, 1);
    CHECK(h.reason() == CoalesceReason::parameters);
  }
  {  // there is no such lane of that kind
    Hand h;
    h.code.unnameable = {{one, two}};
    const ValueId w = h.code.value(two), x = h.make(one);
    h.copy(h.from(x), h.to(w, 1));
    h.show(w, 1);
    CHECK(h.reason() == CoalesceReason::lanes);
    CHECK(h.code.count(h.b, "copy") == 1);
  }
  {  // lanes that are none
    Hand h;
    const ValueId w = h.make(two), x = h.code.value(two);
    h.copy(h.from(w, 4), h.to(x, 4));
    h.show(w);
    CHECK(h.reason() == CoalesceReason::lanes);
  }
  {  // two lanes to a register of one
    Hand h;
    const ValueId w = h.make(two), x = h.code.value(one);
    h.copy(h.from(w), h.to(x, 1));
    h.show(w, 1);
    h.show(x);
    CHECK(h.reason() == CoalesceReason::lanes);
  }
}

TEST_CASE("coalescing of lanes: lanes that nobody can keep are taken with the others") {
  const auto copies = [](bool read_upper, bool write_again) {
    Hand h;
    const ValueId w = h.make(lossy), x = h.code.value(one);
    h.copy(h.from(w, 1), h.to(x));
    if (write_again) h.code.add(h.b, {"change", {}, {}}, {{x, Role::use}, {x, Role::def}});
    h.show(x);
    if (read_upper) h.show(w, 2);
    h.run();
    return h.code.count(h.b, "copy");
  };
  CHECK(copies(false, false) == 0);
  CHECK(copies(true, false) == 0);
  CHECK(copies(false, true) == 0);
  CHECK(copies(true, true) == 1);  // the change would take the upper lane
}

TEST_CASE("coalescing of lanes: a copy that becomes nothing takes no lanes, whichever way it goes") {
  Hand h;
  const ValueId x = h.make(one), w = h.code.value(lossy);
  h.copy(h.from(x), h.to(w, 1));
  h.show(w, 1);
  h.code.add(h.b, {"again", {}, {}}, {{h.p, Role::use}, h.to(w)});
  h.copy(h.from(w, 1), h.to(x));  // the upper lane lives on
  h.show(x), h.show(w);
  const auto result = h.run();
  CHECK(result.kept.empty());
  CHECK(result.stats.joined == 1);
  CHECK(h.code.count(h.b, "copy") == 0);
}

TEST_CASE("coalescing of lanes: what the copy says of the lanes that it does not hand on is the narrow one's to keep") {
  // x, whose writes leave 0 above it, is taken as the lower lane of w; u's upper lane is something else.
  for (const bool narrow : {false, true}) {
    Hand h;
    const ValueId u = h.make(lossy), x = h.code.value(one), w = h.code.value(lossy);
    if (narrow)
      h.code.add(h.b, {"zeroes", {}, {}}, {{h.p, Role::use}, {x, Role::def}});
    else
      h.copy(h.from(u, 1), h.to(x));
    h.copy(h.from(x), h.to(w, 1));
    h.show(w);
    h.run();
    CHECK(h.code.count(h.b, "copy") == (narrow ? 0 : 1));
  }
}

TEST_CASE("coalescing of lanes: a constant is made again in a whole register by what writes one, not in lanes") {
  for (const bool target : {false, true}) {  // which of the two has become lanes
    CAPTURE(target);
    Hand h;
    const ValueId w = target ? h.make(two) : h.code.value(two), x = h.code.value(one), y = h.code.value(one);
    const auto constant = [&](ValueId v) { h.code.add(h.b, {"5", Effect::cheap, {}}, {h.to(v)}); };
    constant(x);
    if (target) h.copy(h.from(w, 1), h.to(y)), h.show(y);
    if (!target) h.code.add(h.b, {"upper", {}, {}}, {h.to(w, 2)}), h.copy(h.from(x), h.to(w, 1), 2);
    h.copy(h.from(x), h.to(y));
    h.code.add(h.b, {"change", {}, {}}, {{y, Role::use}, {y, Role::def}});
    h.show(y), h.show(x), h.show(w, target ? 2 : 3);
    const auto result = h.run();
    CHECK(result.stats.remade == 0);
    CHECK(result.stats.joined == 1);
    CHECK(h.code.count(h.b, "5") == 1);
    CHECK(h.code.count(h.b, "copy") == 1);
  }
}

TEST_CASE("coalescing of lanes: a constant that was made again becomes a lane, beside others that live on") {
  Hand h;
  const ValueId w = h.code.value(two), x = h.code.value(one), y = h.code.value(one);
  h.code.add(h.b, {"5", Effect::cheap, {}}, {h.to(x)});
  h.code.add(h.b, {"lower", {}, {}}, {{h.p, Role::use}, h.to(w, 1)});
  h.copy(h.from(x), h.to(y));
  h.code.add(h.b, {"change", {}, {}}, {{y, Role::use}, {y, Role::def}});
  h.copy(h.from(y), h.to(w, 2), 1);
  h.show(w), h.show(x);
  const auto result = h.run();
  CHECK(result.stats.remade == 1);
  CHECK(result.stats.joined == 1);
  CHECK(h.text() ==
        "block 0\n  5 =2\n  lower 0 =1:1\n  5 old1:1 =1:2\n  change 1:2 old1:1 =1:2\n  show 1\n  show 2\n  ret\n");
}

TEST_CASE("coalescing of lanes: constants, remarks, and a value that is there lane by lane") {
  Hand h;
  const ValueId w = h.make(two), y = h.code.value(two), z = h.code.value(one);
  h.copy(h.from(w), h.to(y));
  h.copy(h.from(w, 2), h.to(z));
  h.copy(h.from(z), h.to(y, 2), 1);  // is there already
  h.show(w), h.show(y), h.show(z);
  RemarkList remarks;
  h.code.ret(h.b);
  const auto result = passes::coalesce(h.code, {}, remarks);
  CHECK(h.code.count(h.b, "copy") == 0);
  CHECK(result.stats.redundant == 1);
  CHECK(result.stats.joined == 2);
  CHECK(std::count_if(remarks.remarks.begin(), remarks.remarks.end(),
                      [](const auto& r) { return r.text.find("is lanes of") != std::string::npos; }) == 1);
}

TEST_CASE("coalescing of lanes: of two with as many mentions the copy's target gives the name") {
  Hand h;
  const ValueId x = h.make(one), y = h.code.value(one);
  h.copy(h.from(x), h.to(y));
  h.show(y);
  CHECK(h.run().stats.joined == 1);
  CHECK(h.text() == "block 0\n  make1 0 =2\n  show 2\n  ret\n");
}

TEST_CASE("coalescing of lanes: what is a constant in some of its lanes alone is not made again") {
  for (const bool upper : {false, true}) {
    CAPTURE(upper);
    Hand h;
    const ValueId x = h.code.value(two), y = h.code.value(two);
    h.code.add(h.b, {"7", Effect::cheap, {}}, {h.to(x)});
    const std::uint64_t changed = upper ? 2 : 1;
    h.code.add(h.b, {"part", {}, {}}, {LaneCode::lanes(x, Role::use, 3 & ~changed, true), h.to(x, changed)});
    h.copy(h.from(x), h.to(y));
    h.code.add(h.b, {"change", {}, {}}, {{y, Role::use}, {y, Role::def}});
    h.show(y), h.show(x);
    const auto result = h.run();
    CHECK(result.stats.remade == 0);
    CHECK(h.code.count(h.b, "copy") == 1);
  }
}

TEST_CASE("coalescing of lanes: a constant whose second maker went is made again by the first one") {
  Hand h;
  const ValueId x = h.code.value(one), y = h.code.value(one), z = h.code.value(one);
  for (const ValueId v : {x, y}) h.code.add(h.b, {"5", Effect::cheap, {}}, {h.to(v)});
  h.copy(h.from(x), h.to(y));
  h.copy(h.from(y), h.to(z));
  h.code.add(h.b, {"change", {}, {}}, {{z, Role::use}, {z, Role::def}});
  h.show(z), h.show(y), h.show(x);
  const auto result = h.run();
  CHECK(result.stats.redundant == 1);
  CHECK(result.stats.remade == 1);
  CHECK(h.code.count(h.b, "copy") == 0);
  CHECK(h.code.count(h.b, "5") == 2);
}

TEST_CASE("coalescing of lanes: lost lanes that the same instruction writes are none") {
  Hand h;
  const ValueId w = h.code.value(lossy), x = h.code.value(one);
  h.code.add(h.b, {"both", {}, {}}, {{h.p, Role::use}, {x, Role::def}, h.to(w, 2)});
  h.copy(h.from(x), h.to(w, 1), 2);
  h.show(x), h.show(w, 2);
  CHECK(h.run().stats.joined == 1);
}

TEST_CASE("coalescing of lanes: what comes into a block takes no lanes there") {
  Hand h;
  const ValueId w = h.make(lossy), x = h.code.value(one);
  const BlockId left = h.code.block(), right = h.code.block(), end = h.code.block();
  h.code.branch(h.b, h.p, left, right);
  for (const BlockId b : {left, right}) {
    h.b = b;
    h.copy(h.from(w, 1), h.to(x));
    h.code.jump(b, end);
  }
  h.b = end;
  h.show(x), h.show(w, 2);
  CHECK(h.run().stats.joined == 1);
  CHECK(h.code.count(left, "copy") + h.code.count(right, "copy") == 0);
}

TEST_CASE("coalescing of lanes: what is written early keeps nothing of itself") {
  Hand h;
  const ValueId w = h.code.value(two), x = h.code.value(one);
  Mention early{x, Role::def};
  early.early = true;
  h.code.add(h.b, {"early", {}, {}}, {{h.p, Role::use}, early});
  h.copy(h.from(x), h.to(w, 1));
  h.show(w, 1);
  CHECK(h.run().stats.joined == 1);
  CHECK(h.text() == "block 0\n  early 0 =1:1\n  show 1:1\n  ret\n");
}
