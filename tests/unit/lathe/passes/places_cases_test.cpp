// Places by hand: what accesses may meet, how far questions look, where control may leave, what the verifier of the numbers finds.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/places.hpp>

#include "unit/lathe/passes/place_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::Standing;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = SmallCode::Operand;

class RelatedCode : public PlaceCode {
 public:
  static constexpr program::Facts facts = PlaceCode::facts | Fact::relation;
  std::set<std::pair<InstId, InstId>> apart;
  program::MemoryRelation relation(InstId a, InstId b) const { return {apart.count({a, b}) == 0, 1, 1}; }
};
class WeighedCode : public PlaceCode {
 public:
  static constexpr program::Facts facts = PlaceCode::facts | Fact::weight;
  std::map<BlockId, std::uint64_t> weights;
  std::uint64_t weight(BlockId b) const { return weights.count(b) != 0 ? weights.at(b) : 0; }
};
class BranchCode : public PlaceCode {
 public:
  static constexpr program::Facts facts = PlaceCode::facts | Fact::branches;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      program::Branch<BlockId, InstId, ValueId> way;
      way.at = i;
      way.leaves = payload(i).name == "exit";
      if (way.leaves) f(way);
      for (const BlockId to : targets(i)) {
        way.target = to;
        f(way);
      }
    }
  }
};
class LeavingCode : public PlaceCode {
 public:
  std::set<BlockId> leaving;
  bool may_leave(BlockId b) const { return leaving.count(b) != 0; }
};

// Two accesses of places of their own; `change` makes them meet, or not.
bool meets(void (*change)(Access&, Access&), bool same_words = true) {
  Access a, b;
  a.space = b.space = 1, a.symbol = b.symbol = 1, a.bytes = b.bytes = 4;
  change(a, b);
  const bool out = passes::may_meet(a, b, same_words);
  CHECK(passes::may_meet(b, a, same_words) == out);
  return out;
}
constexpr std::int64_t far = std::int64_t{1} << 60;

}  // namespace

TEST_CASE("places: accesses of one object or base meet where their bytes do") {
  CHECK(meets([](Access&, Access&) {}));
  CHECK(meets([](Access& a, Access&) { a.offset = 3; }));
  CHECK(!meets([](Access& a, Access&) { a.offset = 4; }));
  CHECK(meets([](Access& a, Access& b) { a.offset = 4, b.bytes = 5; }));
  CHECK(!meets([](Access& a, Access& b) { a.offset = -1, a.bytes = 1, b.offset = 0; }));
  CHECK(meets([](Access& a, Access& b) { a.offset = -1, a.bytes = 2, b.offset = 0; }));
  for (const bool other_bytes : {false, true}) {
    CHECK(meets([](Access& a, Access&) { a.offset = 1000, a.bytes = 0; }));
    CHECK(meets(other_bytes ? [](Access& a, Access& b) { a.offset = 1000, a.bytes = 0, b.bytes = 1; }
                            : [](Access& a, Access& b) { a.offset = 1000, a.bytes = 0, b.bytes = 0; }));
  }
  CHECK(!meets([](Access& a, Access& b) { a.offset = 1000, a.bytes = 1, b.bytes = 1; }));
  const auto based = [](void (*change)(Access&, Access&), bool same_words) {
    Access a, b;
    a.has_base = b.has_base = true, a.base = b.base = ValueId(7), a.bytes = b.bytes = 4, b.offset = 8;
    change(a, b);
    CHECK(passes::may_meet(a, b, same_words) == passes::may_meet(b, a, same_words));
    return passes::may_meet(a, b, same_words);
  };
  CHECK(!based([](Access&, Access&) {}, true));
  CHECK(based([](Access&, Access&) {}, false));  // the register has another word there
  CHECK(based([](Access& a, Access&) { a.offset = 5; }, true));
  CHECK(based([](Access& a, Access&) { a.base = ValueId(8); }, true));
  CHECK(based([](Access& a, Access&) { a.has_base = false; }, true));
  CHECK(based([](Access& a, Access& b) { a.has_base = b.has_base = false; }, true));  // nobody knows where
  CHECK(based([](Access& a, Access&) { a.symbol = 1; }, true));
}

TEST_CASE("places: accesses of other spaces or objects do not meet, but those of any space or of no name") {
  CHECK(!meets([](Access& a, Access&) { a.space = 2; }));
  CHECK(meets([](Access& a, Access&) { a.space = 0; }));
  CHECK(meets([](Access& a, Access& b) { a.space = b.space = 0; }));
  CHECK(!meets([](Access& a, Access&) { a.symbol = 2; }));
  CHECK(meets([](Access& a, Access&) { a.symbol = 0; }));
  CHECK(meets([](Access& a, Access& b) { a.symbol = b.symbol = 0, a.offset = 100; }));
  CHECK(meets([](Access& a, Access&) { a.symbol = 2, a.inside = false; }));
  CHECK(meets([](Access& a, Access& b) { a.symbol = 2, a.inside = b.inside = false; }));
  CHECK(!meets([](Access& a, Access& b) { a.inside = b.inside = false, a.offset = 4; }));
}

TEST_CASE("places: accesses so far off that sums of offsets may wrap round are not looked at") {
  CHECK(meets([](Access& a, Access&) { a.offset = far + 1; }));
  CHECK(meets([](Access& a, Access&) { a.offset = -far - 1; }));
  CHECK(!meets([](Access& a, Access&) { a.offset = far; }));
  CHECK(!meets([](Access& a, Access&) { a.offset = -far; }));
}

TEST_CASE("places: what may write what a load reads") {
  RelatedCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), twice = code.op(b, "op", pure, {p});
  code.write(b, "op", pure, {p}, twice);
  const auto add = [&](const char* name, Effects e, std::vector<Access> accesses) {
    const InstId i = code.add(b, {name, e, {}}, {});
    if (!accesses.empty()) code.accesses[i] = std::move(accesses);
    return i;
  };
  Access at;
  at.symbol = 1, at.bytes = 4;
  Access other = at, based = at, behind = at;
  other.offset = 4;
  based.symbol = behind.symbol = 0, based.has_base = behind.has_base = true, based.base = behind.base = p,
  behind.offset = 4;
  Access moved = based, moved_behind = behind;
  moved.base = moved_behind.base = twice;
  const InstId same = add("store", Effect::writes, {at}), else_where = add("store", Effect::writes, {other}),
               both = add("store", Effect::writes, {other, at}), unknown = add("store", Effect::writes, {}),
               fence = add("fence", Effect::ordered | Effect::writes, {other}),
               by_base = add("store", Effect::writes, {behind}),
               by_moved = add("store", Effect::writes, {moved_behind});
  const InstId load = add("load", Effect::reads, {at}), unknown_load = add("load", Effect::reads, {}),
               load_base = add("load", Effect::reads, {based}), load_moved = add("load", Effect::reads, {moved}),
               constant = add("load", Effect::constant, {at}), none = add("op", pure, {});
  const InstId later = add("store", Effect::writes, {at});
  const InstId both_ways = add("exchange", Effect::reads | Effect::writes, {at});
  const BlockId next = code.block();
  code.jump(b, next);
  const InstId far_load = code.add(next, {"load", Effect::reads, {}}, {});
  code.accesses[far_load] = {at};
  Made<RelatedCode> m(code);
  CHECK(m.places.may_write(same, load));
  CHECK(!m.places.may_write(else_where, load));
  CHECK(m.places.may_write(both, load));
  CHECK(m.places.may_write(unknown, load));
  CHECK(m.places.may_write(fence, load));
  CHECK(!m.places.may_write(fence, constant));
  CHECK(!m.places.may_write(same, none));
  CHECK(m.places.may_write(same, unknown_load));
  CHECK(m.places.may_write(else_where, unknown_load));
  CHECK(!m.places.may_write(by_base, load_base));
  CHECK(m.places.may_write(by_moved, load_moved));
  CHECK(m.places.may_write(later, load));
  code.apart = {{same, load}, {later, load}, {unknown, unknown_load}};
  CHECK(!m.places.may_write(same, load));
  CHECK(m.places.may_write(both, load));
  CHECK(m.places.may_write(later, load));  // it is asked of what stands in front
  CHECK(!m.places.may_write(unknown, unknown_load));
  code.apart = {{same, far_load}, {both_ways, both_ways}};
  CHECK(m.places.may_write(same, far_load));  // and of one block alone
  CHECK(m.places.may_write(both_ways, both_ways));
}

TEST_CASE("places: how far a question looks") {
  const auto chain_of = [](std::uint32_t blocks, std::uint32_t writes, passes::Reach reach, bool pure_load = false) {
    PlaceCode code;
    std::vector<BlockId> all;
    for (std::uint32_t k = 0; k < blocks + 2; ++k) all.push_back(code.block());
    const ValueId p = code.parameter();
    const InstId load = code.add(all[0], {"load", pure_load ? pure : Effects(Effect::reads), 0},
                                 {{p, Role::use}, {code.make_value(), Role::def}});
    for (std::uint32_t k = 0; k < writes; ++k) code.store(all[0], p, 4, p);
    for (std::uint32_t k = 0; k < blocks + 1; ++k) code.jump(all[k], all[k + 1]);
    const InstId last =
        code.add(all.back(), {"load", Effect::reads, 0}, {{p, Role::use}, {code.make_value(), Role::def}});
    code.ret(all.back());
    Made<PlaceCode> m(code);
    return m.places.clean(load, m.of(load), m.of(last), reach);
  };
  CHECK(chain_of(5, 3, {5, 3}));
  CHECK(!chain_of(6, 3, {5, 3}));
  CHECK(!chain_of(5, 4, {5, 3}));
  CHECK(chain_of(6, 4, {5, 3}, true));
  CHECK(chain_of(0, 0, {0, 0}));
  CHECK(chain_of(64, 256, {}));
  CHECK(!chain_of(65, 256, {}));
  CHECK(!chain_of(64, 257, {}));
}

TEST_CASE("places: the nearest common block, some levels up, and of blocks that nothing reaches") {
  PlaceCode code;
  std::vector<BlockId> b;
  for (std::uint32_t k = 0; k < 6; ++k) b.push_back(code.block());
  code.branch(b[0], code.parameter(), b[1], b[2]);
  code.jump(b[1], b[3]);
  for (const std::uint32_t k : {2, 3, 4, 5}) code.ret(b[k]);
  Made<PlaceCode> m(code);
  CHECK(m.places.common(3, 2) == 0);
  CHECK(m.places.common(3, 2, 3) == 0);
  CHECK(m.places.common(3, 2, 2) == program::none);
  CHECK(m.places.common(3, 3, 1) == 3);
  CHECK(m.places.common(3, 3, 0) == program::none);
  CHECK(m.places.common(4, 3) == program::none);
}

TEST_CASE("places: a load that stays inside of named objects cannot fault") {
  PlaceCode code;
  const BlockId b = code.block();
  Access inside;
  inside.symbol = 1, inside.bytes = 4;
  const auto fine = [&](Effects e, std::vector<Access> accesses) {
    const InstId i = code.add(b, {"op", e, {}}, {});
    if (!accesses.empty()) code.accesses[i] = std::move(accesses);
    return i;
  };
  const auto with = [&](void (*change)(Access&)) {
    Access a = inside;
    change(a);
    return fine(Effect::reads, {inside, a, inside});
  };
  const std::vector<InstId> yes{fine(pure, {}), fine(Effect::reads, {inside}),
                                fine(Effect::constant, {inside, inside})};
  const std::vector<InstId> no{fine(Effect::reads, {}),
                               fine(Effect::traps, {}),
                               fine(Effect::traps | Effect::reads, {inside}),
                               fine(Effect::reads | Effect::ordered, {inside}),
                               fine(Effect::writes, {inside}),
                               with([](Access& a) { a.symbol = 0; }),
                               with([](Access& a) { a.has_base = true; }),
                               with([](Access& a) { a.inside = false; }),
                               with([](Access& a) { a.bytes = 0; })};
  Made<PlaceCode> m(code);
  for (const InstId i : yes) CHECK(m.places.cannot_fault(i));
  for (const InstId i : no) CHECK(!m.places.cannot_fault(i));
}

TEST_CASE("places: what a phi takes is read at the end of the block that it comes from") {
  PlaceCode code;
  const BlockId entry = code.block(), other = code.block(), end = code.block();
  const ValueId p = code.parameter(), q = code.parameter();
  code.branch(entry, p, other, end);
  code.jump(other, end);
  code.phi(end, {{entry, p}, {other, q}});
  code.show(end, {p});
  Made<PlaceCode> m(code);
  const InstId phi = code.all(end)[0], show = code.all(end)[1];
  constexpr std::uint64_t last = ~std::uint64_t{0};
  CHECK(m.places.read_at(phi, 1, p) == Standing{0, last});
  CHECK(m.places.read_at(phi, 2, q) == Standing{1, last});
  CHECK(m.places.read_at(phi, 2, p) == m.of(phi));  // which it does not take there
  CHECK(m.places.read_at(phi, 1, q) == m.of(phi));
  CHECK(m.places.read_at(show, 0, p) == m.of(show));
  CHECK(m.places.read_at(m.places.number(show), 0, p) == m.of(show));
}

TEST_CASE("places: what an instruction does may change with what it takes") {
  PlaceCode code;
  const BlockId entry = code.block(), end = code.block();
  const ValueId q = code.parameter();
  code.jump(entry, end);
  code.phi(end, {{entry, q}});
  code.ret(end);
  const InstId odd = code.all(end)[0];
  code.payload(odd).name = "odd";
  Made<PlaceCode> m(code);
  auto editing = m.editing();
  for (const ValueId v : {code.writing, q}) {
    const std::vector<std::pair<BlockId, ValueId>> in{{entry, v}};
    editing.set_incoming(odd, in);
    CHECK(m.places.writes(1) == (v == code.writing));
    CHECK(m.faults() == "");
  }
}

TEST_CASE("places: frequencies are the View's, where it knows any") {
  WeighedCode code;
  const BlockId entry = code.block(), rare = code.block(), end = code.block();
  code.branch(entry, code.parameter(), rare, end);
  code.jump(rare, end);
  code.ret(end);
  {
    Made<WeighedCode> m(code);  // it knows none
    CHECK(m.places.frequency[0] > 0);
    CHECK(m.places.frequency[1] > 0);
    CHECK(m.places.frequency[1] < m.places.frequency[0]);
  }
  code.weights = {{entry, 100}, {rare, 0}, {end, 70}};
  Made<WeighedCode> m(code);
  CHECK(m.places.frequency == std::vector<double>{100, 0, 70});
}

TEST_CASE("places: who knows branches, or says it, says where control may leave") {
  const auto make = [](SmallCode& code) {
    const BlockId entry = code.block(), end = code.block();
    code.add(entry, {"exit", Effect::terminator, {}}, {});
    code.jump(entry, end);
    const BlockId loop = code.block();
    code.add(loop, {"plain", Effect::terminator, {}}, {});
    code.jump(loop, loop);
    code.ret(end);
    return std::pair(entry, loop);
  };
  {
    BranchCode code;
    make(code);
    Made<BranchCode> m(code);
    CHECK(m.places.may_leave(0));
    CHECK(m.places.may_leave(1));
    CHECK(!m.places.may_leave(2));
  }
  LeavingCode code;
  const auto [entry, loop] = make(code);
  code.leaving = {loop};
  Made<LeavingCode> m(code);
  CHECK(!m.places.may_leave(0));
  CHECK(m.places.may_leave(1));
  CHECK(m.places.may_leave(2));
}

TEST_CASE("places: the verifier finds what nobody was told of") {
  PlaceCode code;
  const BlockId entry = code.block(), end = code.block();
  const InstId first = code.add(entry, {"op", pure, {}}, {}), second = code.add(entry, {"op", pure, {}}, {}),
               jump = code.add(entry, {"jump", Effect::terminator, {}}, {}, {end});
  const InstId ret = code.add(end, {"ret", Effect::terminator, {}}, {});
  Made<PlaceCode> m(code);
  CHECK(m.faults() == "");
  const std::string elsewhere = "block 0 has an instruction that is said to stand elsewhere";
  code.put(second, {entry, first});
  CHECK(m.faults() == elsewhere);
  code.put(second, {});
  CHECK(m.faults() == elsewhere);
  code.put(second, {end, ret});
  CHECK(m.faults() == elsewhere);
  code.put(second, {entry, jump});
  CHECK(m.faults() == "");
  const InstId unknown = code.make({"op", pure, {}}, std::vector<Operand>());
  code.put(unknown, {entry, {}});
  CHECK(m.faults() == elsewhere);
  code.put(unknown, {});
  code.payload(second).does = Effect::writes;
  CHECK(m.faults() == "block 0 has an instruction that does something else");
  code.payload(second).does = pure;
  code.put(ret, {});
  CHECK(m.faults() == "block 1 has another last instruction");
  code.put(ret, {end, {}});
  CHECK(m.faults() == "");
  code.block();
  CHECK(m.faults().ends_with(" is not known"));
}
