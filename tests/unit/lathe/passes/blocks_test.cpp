// What passes ask of blocks: how one ends, by Views that know branches and by those that know jumps; jumps that are made; phis; blocks
// that nothing reaches; which instructions are alike; which values have one definition in front of all reads, beside a twin.
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

#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
using Incoming = std::vector<std::pair<BlockId, ValueId>>;
constexpr Effects pure{};

// A branch on a value goes to its first way where that is not 0, a jump or a table's last way anyhow, an exit leaves. What may
// unwind is no branch, though it names a way.
class BranchCode : public ToldCode {
 public:
  static constexpr program::Facts facts = ToldCode::facts | Fact::branches;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      program::Branch<BlockId, InstId, ValueId> way;
      if (payload(i).name == "unwind") continue;
      way.at = i;
      way.leaves = payload(i).name == "exit" || payload(i).name == "ret";
      way.conditional = payload(i).name == "exit";
      if (way.leaves) f(way);
      way.leaves = false;
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        way.target = targets(i)[k];
        way.conditional = k + 1 < targets(i).size() || payload(i).name == "maybe";
        f(way);
      }
    }
  }
};
// New blocks are empty: what falls through needs no jump.
class FallingCode : public ToldCode {
 public:
  BlockId make_block(std::optional<BlockId> = {}) { return ToldCode::make_block(); }
};
// Literals beside the operands, by instruction.
class LiteralCode : public ToldCode {
 public:
  static constexpr program::Facts facts = ToldCode::facts | Fact::literals;
  std::map<InstId, std::vector<std::pair<std::uint32_t, std::uint64_t>>> literals;
  template <class F>
  void for_each_literal(InstId i, F&& f) const {
    if (literals.count(i) == 0) return;
    for (const auto& [use, bits] : literals.at(i)) f(use, bits);
  }
};
template <class Code>
std::vector<InstId> all(const Code& code, BlockId b) {
  std::vector<InstId> out;
  for (const InstId i : code.instructions(b)) out.push_back(i);
  return out;
}
template <class Code>
struct Fixture {
  Code code;
  BlockId entry = code.block(), yes = code.block(), no = code.block();
  ValueId p = code.parameter();
  using Kind = typename passes::BlockEnd<Code>::Kind;
  Kind kind(std::optional<InstId> jump_like = {}) const { return passes::block_end(code, entry, jump_like).kind; }
  bool plain() const { return passes::block_end(code, entry, {}).plain; }
};

}  // namespace

TEST_CASE("blocks: how one ends, where the View knows branches") {
  using Kind = passes::BlockEnd<BranchCode>::Kind;
  const auto end = [](void (*make)(Fixture<BranchCode>&)) {
    Fixture<BranchCode> f;
    f.code.op(f.entry, "op", Effect::side_effect, {f.p});
    make(f);
    return f.kind();
  };
  CHECK(end([](auto& f) { f.code.jump(f.entry, f.yes); }) == Kind::jump);
  CHECK(end([](auto& f) { f.code.branch(f.entry, f.p, f.yes, f.no); }) == Kind::two_way);
  CHECK(end([](auto& f) { f.code.branch(f.entry, f.p, f.yes, f.yes); }) == Kind::same);
  CHECK(end([](auto& f) {
          f.code.add(f.entry, {"maybe", Effect::terminator, {}}, {{f.p, Role::use}}, {f.yes});
          f.code.jump(f.entry, f.no);
        }) == Kind::two_way);
  CHECK(end([](auto& f) { f.code.ret(f.entry); }) == Kind::other);
  CHECK(end([](auto&) {}) == Kind::other);
  const auto table = [](Fixture<BranchCode>& f, std::vector<BlockId> to) {
    f.code.add(f.entry, {"table", Effect::terminator, {}}, {{f.p, Role::use}}, std::move(to));
    return f.kind();
  };
  Fixture<BranchCode> three, same;
  CHECK(table(three, {three.yes, three.no, three.yes}) == Kind::other);
  CHECK(table(same, {same.yes, same.yes, same.yes}) == Kind::same);
  const auto leaving = [](Fixture<BranchCode>& f, bool both) {
    f.code.add(f.entry, {"exit", Effect::terminator, {}}, {{f.p, Role::use}});
    if (both)
      f.code.branch(f.entry, f.p, f.yes, f.no);
    else
      f.code.jump(f.entry, f.yes);
    return f.kind();
  };
  Fixture<BranchCode> one, two;
  CHECK(leaving(one, false) == Kind::other);
  CHECK(leaving(two, true) == Kind::other);
  // A condition alone: what comes behind it, nobody says.
  CHECK(end([](auto& f) { f.code.add(f.entry, {"maybe", Effect::terminator, {}}, {{f.p, Role::use}}, {f.yes}); }) ==
        Kind::other);
  CHECK(end([](auto& f) { f.code.jump(f.entry, f.yes), f.code.jump(f.entry, f.no); }) == Kind::other);
  // A way that is no branch.
  const auto unwind = [](auto& f) { f.code.add(f.entry, {"unwind", Effect::terminator, {}}, {}, {f.no}); };
  Fixture<BranchCode> around, left;
  unwind(around);
  around.code.jump(around.entry, around.yes);
  CHECK(around.kind() == Kind::other);
  unwind(left);
  CHECK(leaving(left, false) == Kind::other);
  Fixture<BranchCode> call;
  call.code.add(call.entry, {"unwind", Effect::call, {}}, {}, {call.no});
  call.code.jump(call.entry, call.yes);
  CHECK(call.kind() == Kind::other);
  // A jump in two instructions is no jump.
  CHECK(end([](auto& f) {
          f.code.add(f.entry, {"begin", Effect::terminator, {}}, {});
          f.code.jump(f.entry, f.yes);
        }) == Kind::other);
}

TEST_CASE("blocks: the ways and the terminators, and whether these do anything besides") {
  Fixture<BranchCode> f;
  f.code.op(f.entry, "op", Effect::side_effect, {f.p});
  const InstId first = f.code.add(f.entry, {"maybe", Effect::terminator, {}}, {{f.p, Role::use}}, {f.yes});
  f.code.jump(f.entry, f.no);
  const auto end = passes::block_end(f.code, f.entry, {});
  CHECK(end.terminators == std::vector<InstId>{first, all(f.code, f.entry)[2]});
  CHECK(end.ways == std::vector<BlockId>{f.yes, f.no});
  CHECK(end.plain);
  const auto plain = [](Effects e, bool writes = false) {
    Fixture<BranchCode> g;
    std::vector<Operand> operands{{g.p, Role::use}};
    if (writes) operands.push_back({g.code.make_value(), Role::def});
    g.code.add(g.entry, {"branch", e | Effect::terminator, {}}, operands, {g.yes, g.no});
    return g.plain();
  };
  CHECK(plain(pure));
  CHECK(plain(Effect::cheap | Effect::reads));
  CHECK(!plain(pure, true));
  for (const Effect e : {Effect::convergent, Effect::fixed, Effect::call, Effect::traps, Effect::fresh, Effect::writes,
                         Effect::side_effect, Effect::ordered | Effect::reads})
    CHECK(!plain(e));
}

TEST_CASE("blocks: a jump is told by one of the code's, where the View knows no branches") {
  using Kind = passes::BlockEnd<ToldCode>::Kind;
  const auto end = [](void (*make)(Fixture<ToldCode>&), bool like = true) {
    Fixture<ToldCode> f;
    make(f);
    passes::JumpMaker<ToldCode> jumps(f.code);
    REQUIRE(jumps.like());
    return f.kind(like ? jumps.like() : std::nullopt);
  };
  CHECK(end([](auto& f) { f.code.jump(f.entry, f.yes); }) == Kind::jump);
  CHECK(end([](auto& f) { f.code.jump(f.entry, f.yes); }, false) == Kind::other);
  CHECK(end([](auto& f) { f.code.branch(f.entry, f.p, f.yes, f.no); }) == Kind::other);
  CHECK(end([](auto& f) { f.code.add(f.entry, {"jump", Effect::terminator, {}}, {}, {f.yes, f.no}); }) == Kind::other);
  CHECK(end([](auto& f) { f.code.add(f.entry, {"jump", Effect::terminator, {}}, {{f.p, Role::use}}, {f.yes}); }) ==
        Kind::other);
  CHECK(end([](auto& f) { f.code.add(f.entry, {"other", Effect::terminator, {}}, {}, {f.yes}); }) == Kind::other);
  CHECK(end([](auto& f) { f.code.jump(f.entry, f.yes), f.code.add(f.entry, {"jump", Effect::terminator, {}}, {}); }) ==
        Kind::other);
  CHECK(end([](auto& f) { f.code.ret(f.entry); }) == Kind::other);
}

TEST_CASE("blocks: jumps that are made, and put in the place of other branches") {
  Fixture<ToldCode> f;
  f.code.branch(f.entry, f.p, f.yes, f.no);
  {
    passes::Chain<ToldCode> chain(f.code);
    const auto& flow = chain.flow();
    program::Editing<ToldCode, passes::Chain<ToldCode>> editing(f.code, chain);
    passes::JumpMaker<ToldCode> jumps(f.code);
    passes::jump_instead(editing, jumps, f.entry, all(f.code, f.entry), f.no);
    CHECK(f.code.names(f.entry) == "jump");
    CHECK(std::vector(flow.successors(0).begin(), flow.successors(0).end()) == std::vector<std::uint32_t>{2});
    editing.append(jumps.jump(f.yes), f.no);
    CHECK(f.code.targets(all(f.code, f.no)[0])[0] == f.yes);
    CHECK(f.code.targets(all(f.code, f.entry)[0])[0] == f.no);
  }
  std::uint32_t blocks = 0;
  for ([[maybe_unused]] const BlockId b : f.code.blocks()) ++blocks;
  CHECK(blocks == 3);
}

TEST_CASE("blocks: where new blocks have no jump there is none to be like") {
  FallingCode code;
  const BlockId entry = code.block();
  const passes::JumpMaker<FallingCode> jumps(code);
  CHECK(!jumps.like());
  CHECK(code.names(entry).empty());
}

TEST_CASE("blocks: what phis take") {
  Fixture<ToldCode> f;
  f.code.branch(f.entry, f.p, f.yes, f.no);
  f.code.jump(f.yes, f.no);
  const ValueId q = f.code.parameter();
  f.code.phi(f.no, {{f.entry, f.p}, {f.yes, q}});
  f.code.phi(f.no, {{f.yes, f.p}, {f.entry, f.p}});
  f.code.show(f.no, {q});
  f.code.phi(f.no, {{f.entry, q}});  // behind what is no phi: not at the head
  const auto here = all(f.code, f.no);
  CHECK(passes::phis_of(f.code, f.no) == std::vector<InstId>{here[0], here[1]});
  CHECK(passes::phis_of(f.code, f.entry).empty());
  CHECK(passes::incoming_of(f.code, here[0]) == Incoming{{f.entry, f.p}, {f.yes, q}});
  struct Heard {
    std::uint32_t edits = 0;
    void before(const ToldCode&, const program::Edit<ToldCode>&) {}
    void after(const ToldCode&, const program::Edit<ToldCode>&) { ++edits; }
  } heard;
  program::Editing<ToldCode, Heard> editing(f.code, heard);
  passes::change_phis<ToldCode>(editing, f.no, [](auto&) {});
  CHECK(heard.edits == 0);  // nothing differs
  passes::change_phis<ToldCode>(editing, f.no, [&](auto& in) {
    for (auto& one : in)
      if (one.second == q) one.second = f.p;
  });
  CHECK(heard.edits == 1);
  CHECK(passes::incoming_of(f.code, here[0]) == Incoming{{f.entry, f.p}, {f.yes, f.p}});
  passes::rename_in_phis<ToldCode>(editing, f.no, f.entry, f.no);
  CHECK(passes::incoming_of(f.code, here[0]) == Incoming{{f.no, f.p}, {f.yes, f.p}});
  CHECK(passes::incoming_of(f.code, here[1]) == Incoming{{f.yes, f.p}, {f.no, f.p}});
  passes::forget_in_phis<ToldCode>(editing, f.no, f.yes);
  for (const std::uint32_t k : {0, 1}) CHECK(passes::incoming_of(f.code, here[k]) == Incoming{{f.no, f.p}});
  CHECK(passes::incoming_of(f.code, here[3]) == Incoming{{f.entry, q}});
}

TEST_CASE("blocks: those that the entry does not reach go, and what phis take from them") {
  Fixture<ToldCode> f;
  const BlockId lost = f.code.block(), other = f.code.block(), end = f.code.block();
  f.code.jump(f.entry, f.yes);
  f.code.branch(f.yes, f.p, f.yes, f.no);  // a loop
  f.code.jump(f.no, end);
  f.code.show(lost, {f.p});
  f.code.branch(lost, f.p, other, end);
  f.code.branch(other, f.p, lost, other);  // a cycle that nothing comes to
  f.code.phi(end, {{f.no, f.p}, {lost, f.p}});
  f.code.ret(end);
  passes::Chain<ToldCode> chain(f.code);
  const auto& flow = chain.flow();
  struct Goes {  // a block to which nothing goes any more
    void before(const ToldCode& code, const program::Edit<ToldCode>& e) {
      if (e.kind != program::Edit<ToldCode>::Kind::block) return;
      for (const BlockId b : code.blocks()) code.for_each_successor(b, [&](BlockId to) { CHECK(to != *e.block); });
    }
    void after(const ToldCode&, const program::Edit<ToldCode>&) {}
  } goes;
  program::Editing<ToldCode, passes::Chain<ToldCode>, Goes> editing(f.code, chain, goes);
  CHECK(passes::erase_unreached(editing, flow) == 2);
  std::vector<BlockId> left;
  for (const BlockId b : f.code.blocks()) left.push_back(b);
  CHECK(left == std::vector<BlockId>{f.entry, f.yes, f.no, end});
  CHECK(passes::incoming_of(f.code, all(f.code, end)[0]) == Incoming{{f.no, f.p}});
  CHECK(f.code.names(f.yes) == "branch");
  CHECK(passes::erase_unreached(editing, flow) == 0);  // numbers without a block are none
  program::FollowFaults faults;
  chain.verify(f.code, faults);
  CHECK(faults.str() == "");
}

TEST_CASE("blocks: two are alike but for the values that they name") {
  using Literals = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
  struct Two {
    std::string name = "op";
    Effects e;
    std::vector<Operand> operands;
    Literals literals;
  };
  const auto alike = [](auto&& change, bool ask = true) {
    LiteralCode code;
    const BlockId b = code.block();
    const ValueId x = code.make_value(), y = code.make_value(), other = code.make_value();
    code.others.insert(other);
    Two one{"op", {}, {{x, Role::use}, {y, Role::use}, {code.make_value(), Role::def}}, {{1, 7}}};
    Two two = one;
    two.operands[0].value = y;
    two.operands[2].value = code.make_value();
    change(two, other);
    std::vector<InstId> made;
    for (const Two& t : {one, two}) {
      made.push_back(code.add(b, {t.name, t.e, {}}, t.operands));
      code.literals[made.back()] = t.literals;
    }
    const auto same = [&](const Operand&, const Operand&) { return ask; };
    const bool out = passes::alike(code, made[0], made[1], same);
    CHECK(passes::alike(code, made[1], made[0], same) == out);
    return out;
  };
  CHECK(alike([](Two&, ValueId) {}));
  CHECK(!alike([](Two&, ValueId) {}, false));
  CHECK(!alike([](Two& t, ValueId) { t.name = "other"; }));
  CHECK(!alike([](Two& t, ValueId) { t.e = Effect::cheap; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands.pop_back(); }));
  CHECK(!alike([](Two& t, ValueId) { t.operands.clear(); }));
  CHECK(!alike([](Two& t, ValueId other) { t.operands[0].value = other; }));
  CHECK(!alike([](Two& t, ValueId) { t.literals[0].second = 8; }));
  CHECK(!alike([](Two& t, ValueId) { t.literals[0].first = 0; }));
  CHECK(!alike([](Two& t, ValueId) { t.literals.clear(); }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].role = Role::guard; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].negated = true; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].old = true; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].implicit = true; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].more = true; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].offset = 4; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].tied = 0; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[0].lanes = 1; }));
  CHECK(!alike([](Two& t, ValueId) { t.operands[2].early = true; }));
  CHECK(alike([](Two& t, ValueId) { t.operands[2].dead = true; }));  // who reads it is no part of what it does
}

TEST_CASE("blocks: what is asked of pairs of mentions is which values they name") {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId x = code.make_value(), y = code.make_value();
  const InstId one = code.add(b, {"op", pure, {}}, {{x, Role::use}, {y, Role::def}});
  const InstId two = code.add(b, {"op", pure, {}}, {{y, Role::use}, {x, Role::def}});
  std::vector<std::pair<ValueId, ValueId>> asked;
  CHECK(passes::alike(code, one, two, [&](const Operand& l, const Operand& r) {
    asked.emplace_back(l.value, r.value);
    return true;
  }));
  CHECK(asked == std::vector<std::pair<ValueId, ValueId>>{{x, y}, {y, x}});
}

// ---- values with one definition in front of all reads

namespace {

struct Twin {
  const ToldCode& code;
  std::vector<BlockId> blocks;
  explicit Twin(const ToldCode& c) : code(c) {
    for (const BlockId b : code.blocks()) blocks.push_back(b);
  }
  std::set<BlockId> reached(std::optional<BlockId> without) const {
    std::set<BlockId> seen;
    std::vector<BlockId> work{blocks[0]};
    while (!work.empty()) {
      const BlockId b = work.back();
      work.pop_back();
      if (without == b || !seen.insert(b).second) continue;
      code.for_each_successor(b, [&](BlockId to) { work.push_back(to); });
    }
    return seen;
  }
  bool dominates(BlockId a, BlockId b) const { return reached(a).count(b) == 0; }
  bool single(ValueId v) const {
    std::uint32_t defs = 0;
    bool fine = code.pins.count(v) == 0, parameter = false;
    code.for_each_parameter([&](ValueId q) { parameter |= q == v; });
    for (const auto& [block, out] : code.outs) fine &= out != v;
    BlockId home;
    std::uint32_t where = 0, at = 0;
    for (const BlockId b : blocks)
      for (const InstId i : code.instructions(b)) {
        ++at;
        bool guarded = false, defines = false;
        code.for_each_operand(i, [&](const Operand& o) {
          guarded |= o.role == Role::guard;
          if (o.value != v) return;
          if (o.is_def()) ++defs, home = b, where = at, defines = true;
          fine &= !o.old && (!o.is_def() || o.lanes == ~std::uint64_t{0});
        });
        fine &= !(guarded && defines);
      }
    if (defs != 1 || !fine || parameter) return false;
    at = 0;
    for (const BlockId b : blocks)
      for (const InstId i : code.instructions(b)) {
        ++at;
        code.for_each_operand(i, [&](const Operand& o) {
          if (o.value == v && !o.is_def()) fine &= b == home ? at > where : dominates(home, b);
        });
        code.for_each_incoming(i, [&](BlockId from, ValueId taken) {
          if (taken == v) fine &= from == home || dominates(home, from);
        });
      }
    return fine;
  }
};

}  // namespace

TEST_CASE("blocks: values with one definition in front of every read, beside a twin") {
  std::uint32_t yes = 0, no = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    ToldCode code;
    std::vector<BlockId> blocks;
    std::vector<ValueId> values{code.parameter(), code.make_value()};
    for (std::uint32_t k = 2 + below(5); k > 0; --k) blocks.push_back(code.block());
    const auto any = [&] { return values[below(values.size())]; };
    const auto fresh = [&] {
      if (below(10) == 0) return any();
      values.push_back(code.make_value());
      return values.back();
    };
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      if (k != 0 && below(2) == 0)
        values.push_back(code.phi(blocks[k], {{blocks[below(k)], any()}, {blocks[k - 1], any()}}));
      for (std::uint32_t n = 1 + below(4); n > 0; --n) {
        if (below(8) == 0)
          code.guarded(blocks[k], "op", any(), false, {any()}, fresh());
        else
          code.write(blocks[k], "op", pure, {any(), any()}, fresh());
      }
      if (k + 1 == blocks.size())
        code.ret(blocks[k]);
      else
        code.branch(blocks[k], any(), blocks[k + 1], blocks[1 + below(blocks.size() - 1)]);
    }
    if (below(3) == 0) code.pins.insert(any());
    if (below(3) == 0) code.outs.emplace_back(blocks[0], any());
    passes::Chain<ToldCode> chain(code);
    const auto& known = chain.known();
    const passes::SingleValues<ToldCode> single(code, known, chain.uses(), chain.live_out(), chain.flow());
    const Twin twin(code);
    for (const ValueId v : values) {
      if (known.values.find(v) == program::none) continue;
      const bool is = twin.single(v);
      CHECK(single.has(known.values.find(v)) == is);
      (is ? yes : no)++;
    }
    CHECK(!single.has(static_cast<std::uint32_t>(known.values.size())));
  }
  CHECK(yes > 400);
  CHECK(no > 400);
}
