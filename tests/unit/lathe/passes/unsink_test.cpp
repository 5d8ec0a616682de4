// Unsinking: random functions run before and behind, pressure by the full analysis, the smallest cut beside all subsets, and by
// hand what goes up together.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <lathe/passes/unsink.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::UnsinkOptions;
using Why = passes::UnsinkReason;
constexpr Effects pure{};

Options eager() {
  Options options;
  options.least = 1;
  return options;
}

// Values that are read behind a branch alone, two by two.
struct Pairs {
  SmallCode code;
  BlockId top = code.block(), some = code.block(), end = code.block();
  std::vector<ValueId> sums;
  explicit Pairs(int pairs, Effects e = pure, bool also_inside = false) {
    const ValueId p = code.parameter();
    std::vector<ValueId> loaded;
    for (int k = 0; k < 2 * pairs; ++k) loaded.push_back(code.load(top, p, 4 * k));
    code.branch(top, p, some, end);
    if (also_inside) code.show(some, {loaded[0], loaded[1], loaded[2], loaded[3]});
    code.jump(some, end);
    for (int k = 0; k < pairs; ++k) sums.push_back(code.op(end, "add", e, {loaded[2 * k], loaded[2 * k + 1]}));
    ValueId all = sums[0];
    for (int k = 1; k < pairs; ++k) all = code.op(end, "mix", pure, {all, sums[k]});
    code.show(end, {all});
    code.ret(end);
  }
  passes::UnsinkResult<SmallCode> run(std::uint32_t limit, Options options = {}) {
    options.explain = true;
    return passes::unsink(code, Registers{limit}, options);
  }
};

}  // namespace

TEST_CASE("unsink: the code does the same, and registers above the limit do not become more") {
  std::uint64_t moved = 0;
  for (const std::uint32_t limit : {2U, 4U})
    on_random_functions(
        131 + limit,
        [&](EditFunction&, toy::RandomFunctions&) {
          return [&, limit](EditFunction& code) {
            const std::uint64_t was = excess(code, limit);
            moved += passes::unsink(code, Registers{limit}, eager()).stats.moved;
            CHECK(excess(code, limit) <= was);
          };
        },
        [](const EditFunction& before, const EditFunction& behind) { CHECK(size(before) == size(behind)); }, 200);
  CHECK(moved > 10);
}

TEST_CASE("unsink: every prefix, and every analysis beside") {
  every_prefix(
      141, [](EditFunction&) {},
      [&](EditFunction& code, std::uint64_t fuel) {
        Options options = eager();
        options.fuel = fuel;
        return passes::unsink(code, Registers{3}, options).out_of_fuel;
      });
  toy::RandomFunctions random(142);
  for (int round = 0; round < 20; ++round) {
    EditFunction code(random.next());
    with_followers(code, [&](EditFunction& f, auto&... observers) {
      passes::unsink(f, Registers{3}, eager(), NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("unsink: a group of which none alone saves anything") {
  Pairs all(8);
  const auto result = all.run(6);
  // One value is left of sixteen; what mixes them goes along.
  CHECK(result.stats.saved == 15);
  CHECK(result.stats.moved == 15);
  CHECK(all.code.count(all.end, "add") == 0);
  CHECK(all.code.count(all.top, "mix") == 7);
}

TEST_CASE("unsink: what stays, and why") {
  const auto reasons = [](Pairs& pairs, std::uint32_t limit, const Options& options) {
    const auto result = pairs.run(limit, options);
    CHECK(result.stats.moved == 0);
    std::vector<Why> out;
    for (const auto& k : result.kept) out.push_back(k.reason);
    return out;
  };
  Pairs roomy(8), few(2);
  CHECK(reasons(roomy, 100, {}) == std::vector{Why::enough});
  CHECK(reasons(few, 2, {}) == std::vector{Why::few});
  Pairs convergent(8, Effect::convergent);
  CHECK(reasons(convergent, 6, {}).empty());
  // Of what is read between as well nothing is saved.
  Pairs inside(2, pure, true);
  CHECK(reasons(inside, 2, eager()).empty());
  // Nobody asks for registers.
  Pairs unlimited(8);
  CHECK(reasons(unlimited, 0, {}).empty());
}

TEST_CASE("unsink: what goes up from where ways meet, and what does not") {
  enum class What { sum, traps, read_before, no_result, guarded, arm };
  const auto run = [](What what) {
    SmallCode code;
    const BlockId top = code.block(), some = code.block(), other = code.block(), end = code.block();
    const ValueId p = code.parameter(), a = code.load(top, p, 0), b = code.load(top, p, 4), v = code.parameter();
    code.branch(top, p, some, other);
    if (what == What::read_before) code.show(some, {v});  // what came in
    code.jump(some, end);
    const BlockId at = what == What::arm ? other : end;
    if (what == What::guarded)
      code.guarded(at, "add", p, false, {a, b}, v);
    else if (what == What::no_result)
      code.add(at, {"add", pure, {}}, {{a, Role::use}, {b, Role::use}});
    else
      code.write(at, "add", what == What::traps ? Effects(Effect::traps) : pure, {a, b}, v);
    if (what != What::no_result) code.show(at, {v});
    code.jump(other, end);
    code.ret(end);
    const auto moved = passes::unsink(code, Registers{1}, eager()).stats.moved;
    CHECK(code.count(top, "add") == moved);
    return moved;
  };
  CHECK(run(What::sum) == 1);
  for (const What what : {What::traps, What::read_before, What::no_result, What::guarded, What::arm}) {
    CAPTURE(static_cast<int>(what));
    CHECK(run(what) == 0);
  }
}

TEST_CASE("unsink: who is short of registers") {
  // Above, or below; by a limit, or by a step.
  struct Stepped {
    std::vector<program::RegisterSet> all;
    const std::vector<program::RegisterSet>& sets() const { return all; }
    program::RegisterClass register_class(const ValueId&) const { return {"register", {{0, 1}}}; }
  };
  const auto run = [](bool above, const Stepped& own) {
    SmallCode code;
    const BlockId top = code.block(), some = code.block(), other = code.block(), end = code.block();
    const ValueId p = code.parameter();
    if (above)
      code.show(top, {code.load(top, p, 8), code.load(top, p, 12), code.load(top, p, 16), code.load(top, p, 20)});
    const ValueId a = code.load(top, p, 0), b = code.load(top, p, 4);
    code.branch(top, p, some, other);
    code.jump(some, end), code.jump(other, end);
    code.show(end, {code.op(end, "add", pure, {a, b})});
    code.ret(end);
    return passes::unsink(code, own, eager()).stats.moved;
  };
  CHECK(run(true, {{{"registers", 4}}}) == 1);
  CHECK(run(true, {{{"registers", 9}}}) == 0);
  CHECK(run(false, {{{"registers", 4}}}) == 0);
  CHECK(run(true, {{{"registers", 255, 0, {{4, 64}, {8, 32}}}}}) == 1);
  CHECK(run(true, {{{"registers", 255, 0, {{9, 64}, {12, 32}}}}}) == 0);
}

TEST_CASE("unsink: not into a loop, and not out of one") {
  for (const std::uint32_t levels : {1U, 2U}) {
    SmallCode code;
    const BlockId top = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), a = code.load(top, p, 0), b = code.load(top, p, 4);
    code.jump(top, loop);
    code.branch(loop, p, loop, end);
    const ValueId sum = code.op(end, "add", pure, {a, b});
    code.show(end, {sum});
    code.ret(end);
    // The block above in the same loop nest is the one in front of the loop.
    Options options = eager();
    options.levels = levels;  // of the tree of dominators that are looked at
    CHECK(passes::unsink(code, Registers{1}, options).stats.moved == levels - 1);
    CHECK(code.count(loop, "add") == 0);
    CHECK(code.count(top, "add") == levels - 1);
  }
}

TEST_CASE("unsink: the smallest cut, beside all subsets") {
  using passes::detail::SmallestCut;
  std::mt19937 random(7);  // NOLINT: the same graphs each time
  for (int round = 0; round < 300; ++round) {
    struct Edge {
      std::uint32_t from, to;
      std::uint64_t capacity, back;
    };
    const std::uint32_t nodes = 3 + random() % 6;
    std::vector<Edge> edges;
    for (std::uint32_t k = 0; k < 3 * nodes; ++k) {
      const auto from = static_cast<std::uint32_t>(random() % nodes), to = static_cast<std::uint32_t>(random() % nodes);
      if (from != to)
        edges.push_back({from, to, random() % 9 == 0 ? SmallestCut::all : random() % 5,
                         random() % 4 != 0   ? 0
                         : random() % 9 == 0 ? SmallestCut::all
                                             : random() % 5});
    }
    SmallestCut cut;
    while (cut.node() + 1 < nodes) {
    }
    for (const Edge& e : edges) cut.edge(e.from, e.to, e.capacity, e.back);
    const std::uint64_t found = cut.run();
    std::uint64_t best = ~std::uint64_t{0}, set = 0;
    for (std::uint64_t s = 0; s < (std::uint64_t{1} << nodes); ++s) {
      if ((s & 1) == 0 || (s & 2) != 0) continue;  // the source is in, the sink is not
      std::uint64_t sum = 0;
      for (const Edge& e : edges) {
        if ((s >> e.from & 1) != 0 && (s >> e.to & 1) == 0) sum += e.capacity;
        if ((s >> e.to & 1) != 0 && (s >> e.from & 1) == 0) sum += e.back;
      }
      if (sum < best || (sum == best && (s & set) == s)) best = sum, set = s;
    }
    CHECK(found == best);
    if (best >= SmallestCut::all) continue;
    for (std::uint32_t n = 0; n < nodes; ++n) CHECK(cut.above(n) == ((set >> n & 1) != 0));
  }
}

TEST_CASE("unsink: registers with several definitions stay, on an archetype") {
  using archetype::Code;
  Code code;
  const auto entry = code.make_block({}), some = code.make_block({}), end = code.make_block({});
  for (const auto& b : {entry, some, end}) code.put_block(b, true, {});
  const auto put = [&](Code::Block b, std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs,
                       std::vector<int> next = {}) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), std::move(next), -1}), {b, {}});
  };
  put(entry, "one", pure, {}, {2});
  put(entry, "two", pure, {}, {3});
  put(entry, "branch", Effect::terminator, {1}, {}, {some.number(), end.number()});
  put(some, "jump", Effect::terminator, {}, {}, {end.number()});
  put(end, "add", pure, {2, 3}, {4});
  put(end, "set", pure, {2, 3}, {5});
  put(end, "set", pure, {4}, {5});
  put(end, "use", Effect::side_effect, {4, 5}, {});
  put(end, "ret", Effect::terminator, {}, {});
  passes::unsink(code, program::NoRegisters(), eager());
  CHECK(code.key(code.instructions(end).front()) == "add");
}

TEST_CASE("unsink: what is read on a way that has passed does not live across") {
  // Of a way that joins above, of a phi there, and inside a loop that makes the values anew.
  for (const bool looped : {false, true})
    for (const bool made_outside : {false, true}) {
      SmallCode code;
      const BlockId entry = code.block(), top = code.block(), arm = code.block(), join = code.block(),
                    some = code.block(), end = code.block(), out = code.block();
      const ValueId p = code.parameter();
      std::vector<ValueId> loaded;
      for (int k = 0; k < 8; ++k) loaded.push_back(code.load(made_outside ? entry : top, p, 4 * k));
      code.jump(entry, top);
      code.branch(top, p, arm, join);
      code.show(arm, {loaded[0], loaded[1]});
      code.jump(arm, join);
      const ValueId chosen = code.phi(join, {{top, loaded[2]}, {arm, loaded[3]}});
      code.branch(join, p, some, end);
      code.show(some, {chosen});
      code.jump(some, end);
      ValueId sum = chosen;
      for (int k = 0; k < 8; ++k) sum = code.op(end, "add", pure, {sum, loaded[k]});
      code.show(end, {sum});
      code.branch(end, p, looped ? top : out, out);
      code.ret(out);
      CAPTURE(looped);
      CAPTURE(made_outside);
      const auto result = passes::unsink(code, Registers{2}, eager());
      // What is made outside of a loop lives through all of it: then adding sooner saves nothing.
      const bool saves = !(looped && made_outside);
      CHECK(code.count(join, "add") == (saves ? 8 : 0));
      CHECK(result.stats.saved == (saves ? 7 : 0));
    }
}

namespace {

// Sums behind a branch, each of which needs a flag that is written right before it.
struct Flagged {
  ToldCode code;
  BlockId top = code.block(), some = code.block(), end = code.block();
  ValueId p = code.parameter(), flag = code.make_value(), of_branch = code.make_value();
  explicit Flagged(bool branch_reads_flag = false, bool shown = false, bool read_before = false) {
    code.pins = {flag};
    std::vector<ValueId> loaded;
    for (int k = 0; k < 12; ++k) loaded.push_back(code.load(top, p, 4 * k));
    code.write(top, "test", pure, {p}, branch_reads_flag ? flag : of_branch);
    code.branch(top, branch_reads_flag ? flag : of_branch, some, end);
    code.jump(some, end);
    if (read_before) code.show(end, {flag});
    ValueId all = loaded[0];
    for (int k = 1; k + 1 < 12; k += 2) {
      code.write(end, "compare", pure, {loaded[k], loaded[k + 1]}, flag);
      if (shown && k == 5) code.show(end, {flag});
      all = code.op(end, "select", pure, {flag, all, loaded[k], loaded[k + 1]});
    }
    code.show(end, {all});
    code.ret(end);
  }
  auto run() { return passes::unsink(code, Registers{4}, eager()); }
};

}  // namespace

TEST_CASE("unsink: who writes a flag and who reads it go together") {
  Flagged plain, branch(true);
  CHECK(plain.run().stats.moved == 10);
  CHECK(plain.code.names(plain.end) == "show ret");
  CHECK(
      plain.code.names(plain.top).ends_with("test compare select compare select compare select compare select "
                                            "compare select branch"));
  // The branch's own flag lives from its test on: they go in front of it.
  CHECK(branch.run().stats.moved == 10);
  CHECK(branch.code.names(branch.top).ends_with("compare select test branch"));
}

TEST_CASE("unsink: flags that somebody else reads, and flags that live from block to block, stay") {
  Flagged shown(false, true), lives(false, false, true);
  // Two go; the third compare is shown, so it stays, and with it all that is behind.
  CHECK(shown.run().stats.moved == 4);
  CHECK(shown.code.names(shown.end) == "compare show select compare select compare select show ret");
  CHECK(lives.run().stats.moved == 0);
  Flagged out;
  out.code.outs.emplace_back(out.end, out.flag);
  CHECK(out.run().stats.moved == 0);
}

TEST_CASE("unsink: no more candidates than `most`, and what stands in front of them is passed over") {
  Options options = eager();
  for (const std::uint32_t most : {1U, 3U, 4U}) {
    options.most = most;
    Pairs pairs(8);
    CHECK(pairs.run(6, options).stats.candidates == most);
  }
  // What stays stands first: there may be none yet, and more to come.
  SmallCode code;
  const BlockId top = code.block(), some = code.block(), end = code.block();
  const ValueId p = code.parameter(), a = code.load(top, p, 0), b = code.load(top, p, 4);
  code.branch(top, p, some, end);
  code.jump(some, end);
  code.show(end, {p});
  code.show(end, {code.op(end, "add", pure, {a, b})});
  code.ret(end);
  CHECK(passes::unsink(code, Registers{1}, eager()).stats.moved == 1);
}

TEST_CASE("unsink: who reads a flag is looked for behind the last candidate") {
  // The compare is all that may go, and its reader stands behind another instruction.
  for (const std::uint32_t most : {1U, 2U}) {
    ToldCode code;
    const BlockId top = code.block(), some = code.block(), end = code.block();
    const ValueId p = code.parameter(), flag = code.make_value();
    code.pins = {flag};
    const ValueId a = code.load(top, p, 0), b = code.load(top, p, 4);
    code.branch(top, p, some, end);
    code.jump(some, end);
    code.write(end, "compare", pure, {a, b}, flag);
    const ValueId stays = code.load(end, p, 8);
    const ValueId also = code.load(end, p, 12);
    code.show(end, {stays, also, code.op(end, "select", pure, {flag, p})});
    code.ret(end);
    Options options = eager();
    options.most = most;
    const auto moved = passes::unsink(code, Registers{1}, options).stats.moved;
    CHECK(moved == (most == 1 ? 0 : 2));
    CHECK(code.count(top, "compare") == code.count(top, "select"));
  }
}

TEST_CASE("unsink: who reads a flag that stays, stays; so does what keeps a word or is guarded") {
  enum class What { plain, flag_stays, keeps, guarded };
  for (const What what : {What::plain, What::flag_stays, What::keeps, What::guarded}) {
    CAPTURE(static_cast<int>(what));
    ToldCode code;
    const BlockId top = code.block(), some = code.block(), end = code.block();
    const ValueId p = code.parameter(), flag = code.make_value(), out = code.make_value();
    code.pins = {flag};
    const ValueId a = code.load(top, p, 0), b = code.load(top, p, 4);
    code.branch(top, p, some, end);
    code.jump(some, end);
    std::vector<SmallCode::Operand> operands{{a, Role::use}, {b, Role::use}};
    if (what == What::flag_stays) {
      code.write(end, "test", Effect::reads, {p}, flag);  // reads memory, so it stays
      operands.push_back({flag, Role::use});
    }
    if (what == What::keeps) operands.push_back({p, Role::use, false, true});
    if (what == What::guarded) operands.push_back({p, Role::guard});
    operands.push_back({out, Role::def});
    code.add(end, {"add", pure, {}}, operands);
    code.show(end, {out});
    code.ret(end);
    CHECK(passes::unsink(code, Registers{1}, eager()).stats.moved == (what == What::plain ? 1 : 0));
    CHECK(code.count(end, "add") == (what == What::plain ? 0 : 1));
  }
}
