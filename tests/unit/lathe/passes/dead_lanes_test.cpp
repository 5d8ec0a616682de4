// Lanes that are there already and lanes that nobody wants, on random functions whose instructions pack and unpack halves:
// what the toy machine does before and behind, a slow twin that looks for what was left, every prefix; and code whose
// operands name their lanes, with the equivalence checker.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include <lathe/passes/dead_lanes.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_frames.hpp"

namespace {

using namespace lathe;
using passes_test::Halves, passes_test::add_halves;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;
using Kind = toy::FrameOp::Kind;
using passes::LaneCopy;

// The slow twin: everything by trying all instructions until nothing changes, and by following definitions afresh.
class Twin {
 public:
  explicit Twin(const EditFunction& f) : f_(f), halves_{f} {
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) {
        all_.push_back(i);
        f.for_each_operand(i, [&](const auto& o) {
          if (o.is_def()) defs_[o.value.value].push_back(i);
        });
      }
    for (const bool rest : {false, true})
      for (bool again = true; again;) {
        again = false;
        for (const InstId i : all_) again |= ask(i, rest);
      }
  }
  // Half h of v, as (value, half); of value -1: 0.
  std::pair<int, int> origin(std::uint32_t v, int h) const {
    const auto made = defs_.find(v);
    if (made != defs_.end() && made->second.size() == 1) {
      const InstId i = made->second[0];
      const auto m = f_.inst(i);
      switch (f_.payload(i).kind) {
        case Kind::move:
          return origin(m.reads[0], h);
        case Kind::pack:
          return origin(m.reads[static_cast<std::size_t>(h)], 0);
        case Kind::low:
          return h == 0 ? origin(m.reads[0], 0) : std::pair(-1, 0);
        case Kind::high:
          return h == 0 ? origin(m.reads[0], 1) : std::pair(-1, 0);
        default:
          break;
      }
    }
    return {static_cast<int>(v), h};
  }
  // Values that are read and are another one, instructions that nobody wants, reads for nobody.
  std::size_t left() const {
    std::size_t count = 0;
    for (const InstId i : all_) {
      const auto m = f_.inst(i);
      const Kind kind = f_.payload(i).kind;
      if (!m.writes.empty() && !active(i)) ++count;
      if (kind != Kind::pack && kind != Kind::move && kind != Kind::low && kind != Kind::high) continue;
      const auto low = origin(m.writes[0], 0), high = origin(m.writes[0], 1);
      if (low.first >= 0 && low.first != static_cast<int>(m.writes[0]) && low.second == 0 &&
          high == std::pair(low.first, 1) && f_.mentioned(ValueId(m.writes[0])) && read(m.writes[0]) &&
          defs_.at(static_cast<std::uint32_t>(low.first)).size() == 1)
        ++count;
      if (kind != Kind::pack || m.reads[0] == m.reads[1]) continue;
      const auto got = wanted_.find(m.writes[0]);
      if (got != wanted_.end() && got->second.size() == 1) ++count;
    }
    return count;
  }

 private:
  bool read(std::uint32_t v) const {
    bool found = false;
    f_.for_each_mention(ValueId(v), [&](InstId, const auto& o) { found |= !o.is_def(); });
    return found;
  }
  bool active(InstId i) const {
    if (!f_.effects(i).removable()) return true;
    for (const std::uint32_t v : f_.inst(i).writes)
      if (wanted_.count(v) != 0) return true;
    return false;
  }
  bool want(std::uint32_t v, int half) { return wanted_[v].insert(half).second; }
  bool ask(InstId i, bool rest) {
    const auto m = f_.inst(i);
    if (!active(i)) return false;
    bool more = false;
    if (f_.payload(i).kind == Kind::phi) {
      f_.for_each_incoming(i, [&](BlockId, ValueId v) {
        for (const int half : std::set(wanted_[m.writes[0]])) more |= want(v.value, half);
      });
      return more;
    }
    std::vector<LaneCopy> copies;
    if (halves_.for_each_lane_copy(i, [&](const LaneCopy& c) { copies.push_back(c); })) {
      for (const int half : std::set(wanted_[m.writes[0]]))
        for (const LaneCopy& c : copies)
          if (half >= static_cast<int>(c.to) && half < static_cast<int>(c.to + c.count))
            more |= want(m.reads[c.use], half - static_cast<int>(c.to) + static_cast<int>(c.from));
      // Nothing else is there to be read in its place.
      if (rest && f_.payload(i).kind != Kind::move && copies.size() == 1 && wanted_[m.writes[0]].count(0) == 0)
        for (const int half : {0, 1}) more |= want(m.reads[0], half);
      return more;
    }
    for (const std::uint32_t v : m.reads)
      for (const int half : {0, 1}) more |= want(v, half);
    return more;
  }
  const EditFunction& f_;
  Halves halves_;
  std::vector<InstId> all_;
  std::map<std::uint32_t, std::vector<InstId>> defs_;
  std::map<std::uint32_t, std::set<int>> wanted_;
};

template <class Look>
void on_halves(std::uint32_t seed, int rounds, Look&& look) {
  toy::RandomFunctions random(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const auto make = [&] {
      auto f = std::make_unique<EditFunction>(ssa);
      copies_for_zeros(*f);
      toy::RandomFunctions same(seed + static_cast<std::uint32_t>(round));
      add_halves(*f, same);
      return f;
    };
    look(make);
  }
}

}  // namespace

TEST_CASE("dead lanes: random functions do the same, and a slow twin finds nothing left") {
  passes::DeadLanesStats sum;
  std::size_t before = 0, odd = 0;
  on_halves(71, test::rounds(300), [&](auto&& make) {
    const auto was = make(), is = make();
    before += Twin(*was).left();
    const auto result = passes::drop_dead_lanes(*is, Halves{*is});
    passes_test::same_to_the_machine(*was, *is);
    odd += passes_test::not_in_ssa_form(*is) > passes_test::not_in_ssa_form(*was);
    CHECK(Twin(*is).left() == 0);
    sum.forwarded += result.stats.forwarded;
    sum.dropped += result.stats.dropped;
    sum.erased += result.stats.erased;
  });
  CHECK(odd == 0);
  CHECK(before > test::rounds(1000U));
  CHECK(sum.forwarded > test::rounds(100U));
  CHECK(sum.dropped > test::rounds(20U));
  CHECK(sum.erased > test::rounds(500U));
}

TEST_CASE("dead lanes: every prefix of the changes does the same, with several definitions, too") {
  std::uint64_t changes = 0;
  on_halves(72, test::rounds(40), [&](auto&& make) {
    for (const bool ssa : {true, false}) {
      const auto prepared = [&] {
        auto f = make();
        if (!ssa) passes_test::leave_ssa(*f);
        return f;
      };
      const auto was = prepared();
      passes::DeadLanesOptions options;
      for (options.fuel = 0;; options.fuel += 1 + options.fuel / 3) {
        const auto is = prepared();
        const auto result = passes::drop_dead_lanes(*is, Halves{*is}, options);
        CHECK(result.changes <= options.fuel);
        passes_test::same_to_the_machine(*was, *is);
        if (ssa) CHECK(passes_test::not_in_ssa_form(*is) <= passes_test::not_in_ssa_form(*was));
        if (result.changes == options.fuel) continue;
        changes += result.changes;
        break;
      }
    }
  });
  CHECK(changes > test::rounds(300U));
}

namespace {

using passes_test::SmallCode, passes_test::SmallOp, passes_test::Effect, passes_test::Effects, passes_test::Role;
using Mention = SmallCode::Operand;
Mention lanes(ValueId v, Role role, std::uint64_t mask, bool old = false) {
  Mention m{v, role};
  m.lanes = mask;
  m.old = old;
  return m;
}
Mention and_more(Mention m) {
  m.more = true;
  return m;
}
// x = {a, b}, put together at once or lane by lane; its upper lane is copied to c, which is shown.
void together(SmallCode& f, bool at_once, std::uint64_t wanted) {
  const BlockId e = f.block();
  const ValueId p = f.parameter();
  const ValueId a = f.op(e, "a", {}, {p}), b = f.op(e, "b", {}, {p}), x = f.make_value(), c = f.make_value();
  const SmallOp copy{"copy", Effect::copy, {}};
  if (at_once) {
    f.add(e, copy, {and_more({a, Role::use}), {b, Role::use}, lanes(x, Role::def, 3)});
  } else {
    f.add(e, copy, {{a, Role::use}, lanes(x, Role::def, 1)});
    f.add(e, copy, {{b, Role::use}, lanes(x, Role::use, 1, true), lanes(x, Role::def, 2)});
  }
  f.add(e, copy, {lanes(x, Role::use, wanted), {c, Role::def}});
  f.show(e, {c});
  f.ret(e);
}
// Before and behind do the same to the checker; the names of what is left.
std::string behind(bool at_once, std::uint64_t wanted, passes::DeadLanesStats* stats = nullptr) {
  SmallCode was, is;
  together(was, at_once, wanted);
  together(is, at_once, wanted);
  const auto result = passes::drop_dead_lanes(is, passes::NamedLanes<SmallCode>(is));
  CHECK(program::equal::run(was, is).equal());
  if (stats != nullptr) *stats = result.stats;
  return is.names(*is.blocks().begin());
}

}  // namespace

TEST_CASE("dead lanes: operands that name their lanes") {
  passes::DeadLanesStats stats;
  // c is b, and nobody reads x then.
  CHECK(behind(true, 2, &stats) == "b show ret");
  CHECK(stats.forwarded == 1);
  CHECK(stats.dropped == 0);
  CHECK(behind(true, 1) == "a show ret");
  // x has two definitions: nothing is followed, but the lower lane is written for nobody.
  CHECK(behind(false, 2, &stats) == "b copy copy show ret");
  CHECK(stats.forwarded == 0);
  CHECK(stats.erased == 2);
  CHECK(behind(false, 1) == "a copy copy show ret");
}

TEST_CASE("dead lanes: a register that is written again hands on other lanes") {
  const auto twice = [](SmallCode& f) {
    const BlockId e = f.block();
    const ValueId p = f.parameter(), x = f.make_value(), y = f.make_value(), z = f.make_value();
    for (const ValueId v : {y, z}) {
      f.add(e, {v == y ? "a" : "b", {}, {}}, {{p, Role::use}, lanes(x, Role::def, 3)});
      f.add(e, {"copy", Effect::copy, {}}, {lanes(x, Role::use, 1), {v, Role::def}});
    }
    f.show(e, {y, z});
    f.ret(e);
  };
  SmallCode was, is;
  twice(was);
  twice(is);
  CHECK(passes::drop_dead_lanes(is, passes::NamedLanes<SmallCode>(is)).changes == 0);
  CHECK(program::equal::run(was, is).equal());
}

namespace {

struct WithResults : SmallCode {
  static constexpr program::Facts facts = SmallCode::facts | passes_test::Fact::live_out;
  ValueId result;
  template <class F>
  void for_each_live_out(BlockId, F&& f) const {
    f(result);
  }
};

}  // namespace

TEST_CASE("dead lanes: what a guard may leave, what has another name, what is read behind the end") {
  const SmallOp copy{"copy", Effect::copy, {}};
  WithResults f;
  const BlockId e = f.block();
  const ValueId p = f.parameter(), q = f.parameter();
  const ValueId a = f.op(e, "a", {}, {p}), b = f.op(e, "b", {}, {p}), x = f.make_value(), y = f.make_value(),
                z = f.make_value();
  f.add(e, copy, {{a, Role::use}, {x, Role::def}});
  // x is a still where the guard does not hold.
  f.add(e, copy, {{b, Role::use}, {q, Role::guard}, {x, Role::use, false, true}, {x, Role::def}});
  // y is b, or what z was.
  f.op(e, "c", {}, {p});
  f.write(e, "d", {}, {p}, z);
  f.add(e, copy, {{b, Role::use}, {q, Role::guard}, {z, Role::use, false, true}, {y, Role::def}});
  f.show(e, {x, y});
  f.result = f.op(e, "e", {}, {p});
  f.ret(e);
  const auto result = passes::drop_dead_lanes(f, passes::NamedLanes<WithResults>(f));
  CHECK(f.names(e) == "a b copy copy d copy show e ret");
  CHECK(result.stats.forwarded == 0);
}

namespace {

// Halves of all values; a pack's result is named last.
struct Packs {
  const SmallCode& f;
  std::uint32_t lanes(ValueId) const { return 2; }
  template <class F>
  bool for_each_lane_copy(InstId i, F&& tell) const {
    if (f.payload(i).name != "pack") return false;
    std::uint32_t count = 0;
    f.for_each_operand(i, [&](const Mention&) { ++count; });
    tell(LaneCopy{0, 0, count - 1, 0, 1});
    tell(LaneCopy{1, 0, count - 1, 1, 1});
    return true;
  }
};

}  // namespace

TEST_CASE("dead lanes: a pack under a guard is none that another may take") {
  for (const bool guarded : {false, true}) {
    SmallCode f;
    const BlockId e = f.block();
    const ValueId p = f.parameter(), q = f.parameter(), z = f.parameter(), v = f.make_value();
    if (guarded)
      f.add(e, {"pack", {}, {}},
            {{p, Role::use}, {q, Role::use}, {q, Role::guard}, {z, Role::use, false, true}, {v, Role::def}});
    else
      f.write(e, "pack", {}, {p, q}, v);
    f.show(e, {v, f.op(e, "pack", {}, {p, q})});
    f.ret(e);
    CHECK(passes::drop_dead_lanes(f, Packs{f}).stats.forwarded == (guarded ? 0 : 1));
  }
}

TEST_CASE("dead lanes: guards, other readers, pinned lives") {
  const SmallOp copy{"copy", Effect::copy, {}};
  SmallCode f;
  const BlockId e = f.block();
  const ValueId p = f.parameter(), q = f.parameter();
  const ValueId a = f.op(e, "a", {}, {p}), b = f.op(e, "b", {}, {p}), c = f.op(e, "c", {}, {p}), x = f.make_value(),
                y = f.make_value();
  f.add(e, copy, {and_more({a, Role::use}), {b, Role::use}, lanes(x, Role::def, 3)});
  // Under a guard, the lower lane of x is c; the upper one is wanted alone: the guarded copy goes, and what it reads.
  f.add(e, copy, {{c, Role::use}, {q, Role::guard}, lanes(x, Role::use, 3, true), lanes(x, Role::def, 1)});
  f.add(e, copy, {lanes(x, Role::use, 2), {y, Role::def}});
  f.show(e, {y});
  f.ret(e);
  passes::DeadLanesOptions options;
  options.explain = true;
  const auto result = passes::drop_dead_lanes(f, passes::NamedLanes<SmallCode>(f), options);
  CHECK(f.names(e) == "b copy copy show ret");
  CHECK(result.stats.erased == 3);
  CHECK(result.stats.dropped == 1);  // b stands for a, whose lane nobody wants
}

TEST_CASE("dead lanes: masks, and which copies hand lanes on") {
  static_assert(passes::lane_mask(0, 1) == 1 && passes::lane_mask(3, 2) == 24 &&
                passes::lane_mask(63, 1) == ~(~std::uint64_t{0} >> 1));
  static_assert(passes::lane_mask(0, 64) == ~std::uint64_t{0} && passes::lane_mask(0, 70) == ~std::uint64_t{0});
  CHECK(passes::lane_mask(64, 1) == 0);
  CHECK(passes::lane_mask(65, 64) == 0);
  SmallCode f;
  const BlockId e = f.block();
  const ValueId a = f.parameter(), x = f.make_value(), y = f.make_value();
  const SmallOp copy{"copy", Effect::copy, {}};
  const InstId whole = f.add(e, copy, {{a, Role::use}, lanes(x, Role::def, 2)}),
               more = f.add(e, copy, {{a, Role::use}, lanes(x, Role::def, 3)});
  Mention implicit{a, Role::use}, moved{a, Role::use};
  implicit.implicit = true;
  moved.offset = 4;
  const InstId odd = f.add(e, copy, {implicit, {y, Role::def}}), far = f.add(e, copy, {moved, {y, Role::def}});
  const passes::NamedLanes<SmallCode> named(f);
  const auto hands_on = [&](InstId i) { return named.for_each_lane_copy(i, [](const LaneCopy&) {}); };
  CHECK(hands_on(whole));
  CHECK(!hands_on(more));
  CHECK(!hands_on(odd));
  CHECK(!hands_on(far));
}

TEST_CASE("dead lanes: a guarded part of a register keeps its guard, what makes that, and what is there besides") {
  const SmallOp copy{"copy", Effect::copy, {}};
  SmallCode f;
  const BlockId e = f.block();
  const ValueId p = f.parameter(), q = f.op(e, "q", {}, {p}), b = f.op(e, "b", {}, {p}), c = f.op(e, "c", {}, {p}),
                x = f.make_value(), y = f.make_value();
  f.add(e, copy, {and_more({b, Role::use}), {b, Role::use}, lanes(x, Role::def, 3)});
  const InstId guarded =
      f.add(e, copy, {{c, Role::use}, {q, Role::guard}, lanes(x, Role::use, 3, true), lanes(x, Role::def, 1)});
  f.add(e, copy, {lanes(x, Role::use, 3), lanes(y, Role::def, 3)});
  f.show(e, {y});
  f.ret(e);
  passes::DeadLanesOptions options;
  options.explain = true;
  const auto result = passes::drop_dead_lanes(f, passes::NamedLanes<SmallCode>(f), options);
  CHECK(result.kept.empty());
  CHECK(f.names(e).find("q b c copy copy") == 0);
  bool found = false;
  f.for_each_operand(guarded, [&](const Mention& o) { found |= o.role == Role::guard && o.value == q; });
  CHECK(found);
}

TEST_CASE("dead lanes: who stands for what nobody wants") {
  enum class What { fine, pinned, part, tied };
  for (const What what : {What::fine, What::pinned, What::part, What::tied}) {
    passes_test::ToldCode f;
    const SmallOp copy{"copy", Effect::copy, {}};
    const BlockId e = f.block();
    const ValueId p = f.parameter();
    const ValueId a = f.op(e, "a", {}, {p}), b = f.op(e, "b", {}, {p}), x = f.make_value(), y = f.make_value();
    if (what == What::part) f.add(e, {"lanes", {}, {}}, {{p, Role::use}, lanes(b, Role::def, 2)});
    Mention first{a, Role::use}, second{b, Role::use};
    if (what == What::pinned) f.pins = {b};
    if (what == What::part) second.lanes = 2;
    if (what == What::tied) first.tied = 0;
    const InstId made = f.add(e, copy, {and_more(first), second, lanes(x, Role::def, 3)});
    f.add(e, copy, {lanes(x, Role::use, 2), {y, Role::def}});
    f.show(e, {y});
    f.add(e, {"keep", Effect::side_effect, {}}, {lanes(x, Role::use, 2)});
    f.ret(e);
    passes::DeadLanesOptions options;
    options.forward = false;
    const auto result = passes::drop_dead_lanes(f, passes::NamedLanes<passes_test::ToldCode>(f), options);
    CHECK(result.stats.dropped == (what == What::fine ? 1 : 0));
    CHECK((f.names(e).find("a b") == 0) == (what != What::fine));
    CHECK(f.count(e, "copy") == 2);
    CHECK(f.where(made).block == e);
  }
}

namespace {

// Lanes of words: "low" is the lower lane and 0, "part" writes the lower one alone.
struct Words {
  const passes_test::ToldCode& f;
  std::uint32_t lanes(ValueId) const { return 2; }
  template <class F>
  bool for_each_lane_copy(InstId i, F&& tell) const {
    const std::string& name = f.payload(i).name;
    if (name == "whole") tell(LaneCopy{0, 0, 1, 0, 2});
    if (name == "low" || name == "part") tell(LaneCopy{0, 0, 1, 0, 1});
    return name == "whole" || name == "low" || name == "part";
  }
};
struct Stands : passes_test::ToldCode {
  bool any = false;
  bool may_stand_for(ValueId, ValueId) const { return any; }
};

}  // namespace

TEST_CASE("dead lanes: what is written in part is no word, what is pinned is nobody else, what has effects is done") {
  passes_test::ToldCode f;
  const BlockId e = f.block();
  const ValueId p = f.parameter(), x = f.parameter(), v = f.make_value(), w = f.make_value();
  f.add(e, {"part", {}, {}}, {{p, Role::use}, lanes(x, Role::def, 1)});  // the upper lane is what came in
  f.write(e, "low", {}, {p}, v);
  f.write(e, "low", {}, {p}, w);
  f.op(e, "swap", Effect::side_effect, {p});
  f.show(e, {x, v, w});
  f.ret(e);
  f.pins = {w};
  passes::DeadLanesOptions options;
  options.explain = true;
  const auto result = passes::drop_dead_lanes(f, Words{f}, options);
  CHECK(result.changes == 0);
  CHECK(result.kept.empty());
  CHECK(f.names(e) == "part low low swap show ret");
}

TEST_CASE("dead lanes: a register of another class stands for one where that is said") {
  for (const bool any : {false, true}) {
    Stands f;
    f.any = any;
    const BlockId e = f.block();
    const ValueId p = f.parameter(), v = f.make_value();
    f.write(e, "whole", {}, {p}, v);
    f.show(e, {v});
    f.ret(e);
    f.others = {v};
    passes::DeadLanesOptions options;
    options.explain = true;
    const auto result = passes::drop_dead_lanes(f, Words{f}, options);
    CHECK(result.stats.forwarded == (any ? 1 : 0));
    CHECK(result.kept.size() == (any ? 0 : 1));
  }
}
