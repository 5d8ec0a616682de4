// The machine combiner on trees by hand: roots are as soon as the best of all groupings has them, one operation is left between
// two turns of a loop, and what is left alone is told why.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow_trace.hpp>
#include <lathe/passes/machine_combiner.hpp>

#include "support/edited_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using program::BlockId, program::Effect, program::Fact, program::InstId, program::ValueId;
using Reason = passes::CombinerReason;

// Sums of leaves that are ready at given times, in a block: `turns` many with a loop around it.
struct Sums : passes_test::SmallCode {
  static constexpr program::Facts facts = SmallCode::facts | Fact::latency;
  std::map<std::string, std::uint32_t> cycles;
  std::uint32_t latency(InstId i) const {
    const auto at = cycles.find(payload(i).name);
    return at == cycles.end() ? 0 : at->second;
  }
  std::optional<std::uint32_t> regroups(InstId i) const {
    return payload(i).name == "sum" ? std::optional(0U) : std::nullopt;
  }
  ValueId leaf(BlockId b, std::uint32_t when) {
    const std::string name = "leaf" + std::to_string(when);
    cycles[name] = when;
    return op(b, name, Effect::none, {});
  }
  ValueId sum(BlockId b, ValueId x, ValueId y) { return op(b, "sum", Effect::commutes, {x, y}); }
  InstId maker(ValueId v) const {
    InstId out;
    for_each_mention(v, [&](InstId i, const Operand& o) {
      if (o.is_def()) out = i;
    });
    return out;
  }
  // What is summed in the end, and how far down each is.
  void leaves(ValueId v, std::uint32_t down, std::vector<std::pair<ValueId, std::uint32_t>>& out) const {
    const InstId i = maker(v);
    if (!i || payload(i).name != "sum") return out.emplace_back(v, down), void();
    for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def()) leaves(o.value, down + 1, out);
    });
  }
};
std::uint64_t depth(const Sums& code, ValueId v) {
  program::Known known(code);
  program::ControlFlow flow(code, known);
  const flow::FollowLoops loops(flow);
  const flow::FollowTrace trace(code, flow, loops);
  return trace.depth(code.maker(v));
}
// By all groupings: when the sum of a set is there.
std::uint64_t best(const std::vector<std::uint32_t>& when, std::uint32_t latency) {
  std::vector<std::uint64_t> of(std::size_t{1} << when.size(), ~std::uint64_t{0});
  for (std::size_t set = 1; set < of.size(); ++set) {
    if ((set & (set - 1)) == 0) {
      for (std::size_t k = 0; k < when.size(); ++k)
        if (set >> k & 1) of[set] = when[k];
      continue;
    }
    for (std::size_t part = (set - 1) & set; part != 0; part = (part - 1) & set)
      of[set] = std::min(of[set], std::max(of[part], of[set & ~part]) + latency);
  }
  return of.back();
}

}  // namespace

TEST_CASE("a root is as soon as the best of all groupings has it") {
  toy::RandomFunctions random(72);
  int regrouped = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    Sums code;
    code.cycles["sum"] = 1 + random.below(4);
    const BlockId b = code.block();
    std::vector<std::uint32_t> when;
    std::vector<ValueId> values;
    const std::uint32_t count = 3 + random.below(5);
    for (std::uint32_t k = 0; k < count; ++k) {
      when.push_back(random.below(9));
      values.push_back(code.leaf(b, when.back()));
    }
    std::vector<ValueId> open = values;
    while (open.size() > 1) {  // two neighbours, anywhere
      const std::size_t k = random.below(static_cast<std::uint32_t>(open.size() - 1));
      open[k] = code.sum(b, open[k], open[k + 1]);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    code.show(b, {open[0]});
    code.ret(b);
    regrouped += passes::combine(code, code).changes != 0;
    CHECK(depth(code, open[0]) + code.cycles["sum"] == best(when, code.cycles["sum"]));
    std::vector<std::pair<ValueId, std::uint32_t>> leaves;
    code.leaves(open[0], 0, leaves);
    std::multiset<ValueId> found, wanted(values.begin(), values.end());
    for (const auto& [v, down] : leaves) found.insert(v);
    CHECK(found == wanted);
    CHECK(passes::combine(code, code).changes == 0);
  }
  CHECK(regrouped > 200);
}

namespace {

// Some sums have a literal, which stays in its instruction.
struct SumsOfLiterals : Sums {
  static constexpr program::Facts facts = Sums::facts | Fact::literals;
  std::map<std::uint32_t, std::uint64_t> literal;  // by instruction
  template <class F>
  void for_each_literal(InstId i, F&& f) const {
    if (const auto at = literal.find(i.value); at != literal.end()) f(1, at->second);
  }
  ValueId plus(BlockId b, ValueId x, std::uint64_t n) {
    const ValueId out = op(b, "sum", Effect::commutes, {x});
    literal[maker(out).value] = n;
    return out;
  }
  // Leaves, and literals as numbers below 0.
  void terms(ValueId v, std::multiset<std::int64_t>& out) const {
    const InstId i = maker(v);
    if (payload(i).name != "sum") return out.insert(v.value), void();
    for_each_literal(i, [&](std::uint32_t, std::uint64_t n) { out.insert(-static_cast<std::int64_t>(n)); });
    for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def()) terms(o.value, out);
    });
  }
};
// By all groupings; the first `literals` are none that two of them could be summed of.
std::uint64_t best_with(const std::vector<std::uint32_t>& when, std::uint32_t literals, std::uint32_t latency) {
  constexpr std::uint64_t never = 1U << 30;
  std::vector<std::uint64_t> of(std::size_t{1} << when.size(), never);
  for (std::size_t set = 1; set < of.size(); ++set) {
    for (std::size_t k = 0; k < when.size(); ++k)
      if (set == std::size_t{1} << k) of[set] = when[k];
    if (set >> literals == 0) continue;
    for (std::size_t part = (set - 1) & set; part != 0; part = (part - 1) & set)
      of[set] = std::min(of[set], std::max(of[part], of[set & ~part]) + latency);
  }
  return of.back();
}

}  // namespace

TEST_CASE("literals stay in their instructions, and the root is as soon as the best of all groupings has it") {
  toy::RandomFunctions random(73);
  int regrouped = 0, sooner = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    SumsOfLiterals code;
    const std::uint32_t latency = code.cycles["sum"] = 1 + random.below(4);
    const BlockId b = code.block();
    const std::uint32_t count = 2 + random.below(4), literals = 1 + random.below(3);
    std::vector<std::uint32_t> when(literals, 0);
    std::vector<ValueId> open;
    for (std::uint32_t k = 0; k < count; ++k) {
      when.push_back(random.below(9));
      open.push_back(code.leaf(b, when.back()));
    }
    bool at_root = false;
    for (std::uint32_t left = literals; open.size() > 1 || left != 0;) {
      at_root = left != 0 && (open.size() == 1 || random.below(2) == 0);
      const std::size_t k = random.below(static_cast<std::uint32_t>(open.size() - (at_root ? 0 : 1)));
      if (at_root) {
        open[k] = code.plus(b, open[k], left--);
      } else {
        open[k] = code.sum(b, open[k], open[k + 1]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      }
    }
    code.show(b, {open[0]});
    code.ret(b);
    at_root = code.literal.count(code.maker(open[0]).value) != 0;
    if (at_root) when.erase(when.begin());
    std::multiset<std::int64_t> before, behind;
    code.terms(open[0], before);
    const std::uint64_t was = depth(code, open[0]);
    regrouped += passes::combine(code, code).changes != 0;
    const std::uint64_t is = depth(code, open[0]);
    sooner += is < was;
    code.terms(open[0], behind);
    CHECK(before == behind);
    CHECK(is + (at_root ? 0 : latency) == best_with(when, literals - at_root, latency));
    CHECK(passes::combine(code, code).changes == 0);
  }
  CHECK(regrouped > 100);
  CHECK(sooner == regrouped);
}

TEST_CASE("one sum is left between two turns of a loop") {
  for (const bool carried_ready_late : {false, true}) {
    Sums code;
    code.cycles["sum"] = 4;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId start = code.leaf(entry, carried_ready_late ? 90 : 0);
    code.jump(entry, loop);
    const ValueId total = code.phi(loop, {{entry, start}});
    ValueId sum = total;
    for (std::uint32_t k = 0; k < 8; ++k) sum = code.sum(loop, sum, code.leaf(loop, k % 3));
    const std::pair<BlockId, ValueId> in[] = {{entry, start}, {loop, sum}};
    code.set_incoming(code.maker(total), in);
    code.branch(loop, code.leaf(loop, 1), loop, end);
    code.show(end, {sum});
    code.ret(end);
    RemarkList remarks;
    const auto result = passes::combine(code, code, program::NoRegisters(), {}, remarks);
    CHECK(result.stats.regrouped == 1);
    CHECK(result.stats.carried == 28);
    CHECK(remarks.remarks.at(0).text.find("28 fewer between two turns") != std::string::npos);
    std::vector<std::pair<ValueId, std::uint32_t>> leaves;
    code.leaves(sum, 0, leaves);
    CHECK(leaves.size() == 9);
    for (const auto& [v, down] : leaves)
      if (v == total) CHECK(down == 1);
    CHECK(passes::combine(code, code).changes == 0);
  }
}

TEST_CASE("a tree that could wait as long as it would be sooner is left") {
  // Three sums of 2 cycles each, 6 in all, or 4; what else is shown is there so much later.
  for (std::uint32_t other = 5; other < 10; ++other) {
    Sums code;
    code.cycles["sum"] = 2;
    const BlockId b = code.block();
    ValueId sum = code.leaf(b, 0);
    for (int k = 0; k < 3; ++k) sum = code.sum(b, sum, code.leaf(b, 0));
    code.show(b, {sum, code.leaf(b, other)});
    code.ret(b);
    passes::MachineCombinerOptions options;
    options.explain = true;
    const auto result = passes::combine(code, code, options);
    CHECK(result.stats.regrouped == (other < 8 ? 1 : 0));
    if (other >= 8) CHECK(result.kept.at(0).reason == Reason::slack);
  }
}

TEST_CASE("operations that are where they have to be stay, and what is read late is told by what makes it") {
  Sums code;
  code.cycles["sum"] = 2;
  const BlockId b = code.block();
  const ValueId early = code.leaf(b, 9), late = code.op(b, "more", Effect::none, {early});  // at once, of what is late
  const ValueId x = code.leaf(b, 0), y = code.leaf(b, 0), z = code.leaf(b, 0);
  const ValueId root = code.sum(b, code.sum(b, code.sum(b, x, y), late), z);
  code.show(b, {root});
  code.ret(b);
  RemarkList remarks;
  const auto result = passes::combine(code, code, program::NoRegisters(), {}, remarks);
  CHECK(result.stats.regrouped == 1);
  CHECK(result.stats.moved == 1);  // the second, behind what z is read by: the first one stays
  CHECK(depth(code, root) == 9);
  REQUIRE(remarks.remarks.size() == 1);
  CHECK(remarks.remarks[0].text.find("turns") == std::string::npos);
}

TEST_CASE("what is left alone, and why") {
  const auto chain = [](Sums& code, BlockId b, std::vector<ValueId>& made) {
    code.cycles["sum"] = 2;
    ValueId sum = code.leaf(b, 0);
    for (int k = 0; k < 4; ++k) made.push_back(sum = code.sum(b, sum, code.leaf(b, 0)));
    return sum;
  };
  passes::MachineCombinerOptions options;
  options.explain = true;
  SUBCASE("results that somebody else reads") {
    Sums code;
    const BlockId b = code.block();
    std::vector<ValueId> made;
    code.show(b, {chain(code, b, made), made[0], made[1], made[2]});
    code.ret(b);
    const auto result = passes::combine(code, code, options);
    CHECK(result.changes == 0);
    CHECK(result.stats.trees == 0);
  }
  SUBCASE("what is not critical") {
    Sums code;
    const BlockId b = code.block();
    std::vector<ValueId> made;
    code.show(b, {chain(code, b, made), code.leaf(b, 50)});
    code.ret(b);
    const auto result = passes::combine(code, code, options);
    REQUIRE(result.kept.size() == 1);
    CHECK(result.kept[0].reason == Reason::slack);
  }
  SUBCASE("a register that is written again") {
    Sums code;
    code.cycles["sum"] = 2;
    const BlockId b = code.block();
    const ValueId r = code.leaf(b, 0);
    const ValueId one = code.sum(b, r, code.leaf(b, 0));
    code.write(b, "again", Effect::none, {}, r);
    code.show(b, {code.sum(b, code.sum(b, one, code.leaf(b, 0)), code.leaf(b, 0)), r});
    code.ret(b);
    const auto result = passes::combine(code, code, options);
    REQUIRE(result.kept.size() == 1);
    CHECK(result.kept[0].reason == Reason::redefined);
  }
  SUBCASE("a result that is read under its old word by the turn before") {
    Sums code;
    code.cycles["sum"] = 2;
    const BlockId b = code.block();
    const ValueId late = code.make_value();
    ValueId sum = late;
    for (int k = 0; k < 4; ++k) sum = code.sum(b, sum, code.leaf(b, 0));
    const ValueId x = code.leaf(b, 0), y = code.leaf(b, 0);
    const InstId writes = code.write(b, "sum", Effect::commutes, {x, y}, late);
    code.show(b, {sum});
    code.ret(b);
    CHECK(passes::combine(code, code, options).stats.operations == 4);
    std::vector<std::pair<ValueId, std::uint32_t>> leaves;
    code.leaves(sum, 0, leaves);
    CHECK(leaves.size() == 6);  // with the two of the next turn's word
    CHECK(code.payload(*code.where(writes).before).name == "show");
    std::vector<ValueId> reads;
    code.for_each_operand(writes, [&](const auto& o) { reads.push_back(o.value); });
    CHECK(reads == std::vector{x, y, late});
  }
  SUBCASE("a tree beyond the limit is taken in parts") {
    Sums code;
    const BlockId b = code.block();
    std::vector<ValueId> made;
    code.show(b, {chain(code, b, made)});
    code.ret(b);
    options.limit = 2;
    CHECK(passes::combine(code, code, options).stats.operations <= 2);
  }
}

namespace {

// Sums that write flags on the way, which something else may read.
struct Flagged : passes_test::FlagCode {
  std::optional<std::uint32_t> regroups(InstId i) const {
    return payload(i).name == "sum" ? std::optional(0U) : std::nullopt;
  }
};

}  // namespace

TEST_CASE("sums that write flags which nobody reads are regrouped, those whose flags are read are not") {
  for (const bool read : {false, true}) {
    CAPTURE(read);
    Flagged code;
    const BlockId b = code.block();
    std::vector<ValueId> leaves;
    for (std::uint32_t k = 0; k < 4; ++k) leaves.push_back(code.parameter());
    ValueId sum = leaves[0];
    for (std::uint32_t k = 1; k < 4; ++k) {
      if (read) {
        const ValueId out = code.make_value();
        code.add(b, {"sum", Effect::commutes, {}},
                 {{sum, program::Role::use},
                  {leaves[k], program::Role::use},
                  {out, program::Role::def},
                  {code.flag, program::Role::def}});
        sum = out;
      } else {
        sum = code.flagged(b, "sum", Effect::commutes, {sum, leaves[k]});
      }
    }
    code.show(b, {sum});
    code.ret(b);
    passes::MachineCombinerOptions options;
    const auto result = passes::combine(code, code, options);
    CHECK(result.changes == (read ? 0 : 1));
    CHECK(result.stats.operations == (read ? 0 : 3));
    std::map<ValueId, std::uint32_t> reads;
    for (const InstId i : code.instructions(b))
      code.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def()) ++reads[o.value];
      });
    for (const ValueId v : leaves) CHECK(reads[v] == 1);
  }
}

namespace {

struct SumsRead : Sums {  // some are read behind the block
  static constexpr program::Facts facts = Sums::facts | Fact::live_out;
  std::vector<ValueId> outs;
  template <class F>
  void for_each_live_out(BlockId, F&& f) const {
    for (const ValueId v : outs) f(v);
  }
};

}  // namespace

TEST_CASE("four in a row: a cycle less, but not where one may fault, names a part, or is read behind the block") {
  enum class With : std::uint8_t { nothing, traps, part, read, twice };
  const auto run = [](With with) {
    SumsRead code;
    code.cycles["sum"] = 1;
    const BlockId b = code.block();
    const ValueId x = code.leaf(b, 0), y = code.leaf(b, 0), z = code.leaf(b, 0), w = code.leaf(b, 0),
                  first = code.make_value();
    std::vector<passes_test::SmallCode::Operand> operands{
        {x, program::Role::use}, {with == With::twice ? x : y, program::Role::use}, {first, program::Role::def}};
    if (with == With::part) operands[1].lanes = 1;
    code.add(b,
             {"sum", with == With::traps ? Effect::commutes | Effect::traps : program::Effects(Effect::commutes), {}},
             operands);
    const ValueId second = code.sum(b, first, z);
    if (with == With::read) code.outs = {second};
    code.show(b, {code.sum(b, second, w)});
    code.ret(b);
    return passes::combine(code, code).stats;
  };
  const auto plain = run(With::nothing);
  CHECK(plain.operations == 3);
  CHECK(plain.cycles == 1);
  for (const With with : {With::traps, With::part, With::twice}) CHECK(run(with).operations == 2);  // the other two
  CHECK(run(With::read).operations == 0);
}

TEST_CASE("a phi is there at once, and who sums up in one register has its own word for a leaf") {
  Sums code;
  code.cycles["sum"] = 1, code.cycles["phi"] = 5;
  const BlockId entry = code.block(), b = code.block();
  const ValueId p = code.parameter();
  code.jump(entry, b);
  const ValueId phi = code.phi(b, {{entry, p}});
  code.show(b, {code.sum(b, code.sum(b, phi, code.leaf(b, 0)), code.leaf(b, 2))});
  code.ret(b);
  CHECK(passes::combine(code, code).changes == 0);
  Sums loop;
  loop.cycles["sum"] = 1;
  const BlockId head = loop.block(), body = loop.block(), end = loop.block();
  const ValueId q = loop.parameter(), sum = loop.make_value();
  loop.jump(head, body);
  ValueId all = loop.leaf(body, 0);
  for (int k = 0; k < 3; ++k) all = loop.sum(body, all, loop.leaf(body, 0));
  loop.write(body, "sum", Effect::commutes, {sum, all}, sum);
  loop.branch(body, q, body, end);
  loop.show(end, {sum});
  loop.ret(end);
  CHECK(passes::combine(loop, loop).stats.operations == 4);
  CHECK(loop.count(body, "sum") == 4);
  std::uint32_t reads = 0;
  for (const InstId i : loop.instructions(body))
    loop.for_each_operand(i, [&](const auto& o) { reads += !o.is_def() && o.value == sum; });
  CHECK(reads == 1);
}
