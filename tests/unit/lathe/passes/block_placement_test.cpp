// Block placement: the order is one of the same blocks, never scored worse, and the code does the same; chains on graphs
// whose best order is known; loops stay together and are turned round.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lathe/passes/block_placement.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction;

std::vector<flow::Block> chains_of(const flow::Cfg& cfg, std::vector<double> weights = {}, bool rotate = true) {
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  const auto probability = flow::edge_probabilities(cfg, loops, order, weights);
  const auto frequency = flow::frequencies(cfg, loops, order, probability).block;
  return opt::chain_order(cfg, loops, order, probability, frequency, {rotate, 0.8});
}
/// Blocks end with a branch and a jump, which can be turned round.
class Branching : public passes_test::SmallCode {
 public:
  using Way = program::Branch<program::BlockId, program::InstId, program::ValueId>;
  static constexpr program::Facts facts = passes_test::SmallCode::facts | program::Fact::branches;
  template <class F>
  void for_each_branch(program::BlockId b, F&& f) const {
    for (const program::InstId i : instructions(b)) {
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Way way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = payload(i).name != "jump" && k + 1 != 2;
        way.negated = payload(i).name == "unless";
        for_each_operand(i, [&](const Operand& o) { way.condition = o.value; });
        f(way);
      }
    }
  }
  program::InstId make_inverted(program::InstId i) {
    const program::InstId made = clone(i);
    payload(made).name = payload(i).name == "if" ? "unless" : "if";
    return made;
  }
};
/// How often blocks run, or which are seldom run.
class Weighed : public Branching {
 public:
  static constexpr program::Facts facts = Branching::facts | program::Fact::weight;
  std::vector<std::uint64_t> weights;
  std::uint64_t weight(program::BlockId b) const { return weights[b.value]; }
};
class Cold : public Branching {
 public:
  std::uint32_t cold = 0;
  bool is_cold(program::BlockId b) const { return b.value == cold; }
};
/// 0 -> 1 or 2, both -> 3; the order of what is behind the entry.
template <class Code>
std::vector<std::uint32_t> order_of(Code& code) {
  const program::BlockId b[] = {code.block(), code.block(), code.block(), code.block()};
  const program::ValueId p = code.parameter();
  code.branch(b[0], p, b[1], b[2]);
  for (int k = 1; k < 3; ++k) code.jump(b[k], b[3]);
  code.ret(b[3]);
  passes::place_blocks(code);
  std::vector<std::uint32_t> out;
  for (const program::BlockId block : code.blocks()) out.push_back(block.value);
  return out;
}
flow::Cfg cfg_of(std::uint32_t blocks, std::vector<std::pair<flow::Block, flow::Block>> edges) {
  return flow::Cfg(blocks, edges);
}

}  // namespace

TEST_CASE("chains: the likely way follows, and the unlikely one stands behind") {
  // 0 -> 1 (9 of 10) or 2; both -> 3.
  const auto order = chains_of(cfg_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), {9, 1, 1, 1});
  CHECK(order == std::vector<flow::Block>{0, 1, 3, 2});
  const auto other = chains_of(cfg_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), {1, 9, 1, 1});
  CHECK(other == std::vector<flow::Block>{0, 2, 3, 1});
}

TEST_CASE("chains: a loop that tests at the top is turned round, one that tests at its bottom stays") {
  // 0 -> 1; 1 -> 2 | 3; 2 -> 1.
  const auto top = cfg_of(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}});
  CHECK(chains_of(top, {}, false) == std::vector<flow::Block>{0, 1, 2, 3});
  CHECK(chains_of(top, {1, 31, 1, 1}) == std::vector<flow::Block>{0, 2, 1, 3});
  // 0 -> 1; 1 -> 2; 2 -> 1 | 3.
  CHECK(chains_of(cfg_of(4, {{0, 1}, {1, 2}, {2, 1}, {2, 3}})) == std::vector<flow::Block>{0, 1, 2, 3});
}

TEST_CASE("chains are orders of the reached blocks, and loops stand together") {
  toy::RandomFunctions random(3);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const std::uint32_t n = 2 + random.below(20);
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t e = 0; e < 2 * n; ++e) edges.emplace_back(random.below(n), random.below(n));
    const flow::Cfg cfg = cfg_of(n, edges);
    const flow::Order rpo = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), rpo);
    const auto order = chains_of(cfg);
    std::vector<flow::Block> sorted = order, reached = rpo.blocks;
    std::sort(sorted.begin(), sorted.end());
    std::sort(reached.begin(), reached.end());
    REQUIRE(sorted == reached);
    CHECK(order[0] == 0);
    for (std::uint32_t l = 0; l < loops.loops.size(); ++l) {
      std::size_t first = order.size(), last = 0, count = 0;
      for (std::size_t k = 0; k < order.size(); ++k)
        if (loops.contains(l, order[k])) first = std::min(first, k), last = k, ++count;
      CHECK(last - first + 1 == count);
    }
  }
}

TEST_CASE("placement: the same blocks, no worse, and the code does the same") {
  std::uint64_t moved = 0, kept = 0;
  passes_test::on_random_functions(
      31,
      [&](EditFunction&, toy::RandomFunctions& random) {
        return [&, seed = random.below(3)](EditFunction& code) {
          passes::BlockPlacementOptions options;
          options.chains = seed != 0;
          options.ext_tsp = seed != 1;
          const auto result = passes::place_blocks(code, options);
          CHECK(result.behind <= result.before);
          const program::Numbering<EditFunction> again(code);
          CHECK(passes::plan_placement(code, again, options).before == doctest::Approx(result.behind));
          moved += result.stats.moved;
          kept += result.stats.kept;
        };
      },
      [](const EditFunction& before, const EditFunction& f) {
        CHECK(*before.blocks().begin() == *f.blocks().begin());
      });
  CHECK(moved > 100);
  CHECK(kept > 10);
}

TEST_CASE("a branch to the block behind is turned round, with what phis take; others stay") {
  using program::Effect, program::Effects, program::Role;
  struct Shape {
    int first, second;  // where the branch goes, and the jump: 1 or 2
    Effects does;
    bool together;  // one instruction
    std::uint64_t fuel, inverted;
  };
  const Effects plain = Effect::terminator;
  for (const Shape& shape :
       {Shape{1, 2, plain, false, 9, 1}, Shape{2, 1, plain, false, 9, 0}, Shape{2, 2, plain, false, 9, 0},
        Shape{1, 1, plain, false, 9, 0}, Shape{2, 3, plain, false, 9, 0}, Shape{1, 2, plain, true, 9, 0},
        Shape{1, 2, plain | Effect::side_effect, false, 9, 0}, Shape{1, 2, plain, false, 0, 0}}) {
    CAPTURE(shape.first);
    CAPTURE(shape.second);
    Branching code;
    const program::BlockId b[] = {code.block(), code.block(), code.block(), code.block()};
    const program::ValueId p = code.parameter(), q = code.parameter();
    const program::BlockId to = b[shape.first], other = b[shape.second];
    code.add(b[0], {"if", shape.does, {}}, {{p, Role::use}}, shape.together ? std::vector{to, other} : std::vector{to});
    if (!shape.together) code.jump(b[0], other);
    const auto taken = code.phi(b[1], {{b[0], q}});
    code.show(b[1], {taken});
    for (int k = 1; k < 3; ++k) code.jump(b[k], b[3]);
    code.ret(b[3]);
    passes::BlockPlacementOptions options;
    options.chains = options.ext_tsp = false;
    options.fuel = shape.fuel;
    const auto result = passes::place_blocks(code, options);
    CHECK(result.stats.inverted == shape.inverted);
    CHECK(result.changes == shape.inverted);
    CHECK(result.out_of_fuel == (shape.fuel == 0));
    CHECK(result.stats.moved == 0);
    CHECK(code.count(b[0], "unless") == shape.inverted);
    std::vector<program::BlockId> ways;
    code.for_each_successor(b[0], [&](program::BlockId s) { ways.push_back(s); });
    CHECK(ways == (shape.inverted != 0 ? std::vector{other, to} : std::vector{to, other}));
    const auto in = passes::incoming_of(code, *code.instructions(b[1]).begin());
    CHECK(in.size() == 1);
    CHECK(in[0].second == q);
  }
}

TEST_CASE("branches at the end of the code: in front of the last block, in it, and with more ways") {
  // The branch in block `from` goes to `yes`, the jump behind it to `no`.
  const auto inverted = [](int from, int yes, int no, int third = -1) {
    Branching code;
    const program::BlockId b[] = {code.block(), code.block(), code.block(), code.block()};
    const program::ValueId p = code.parameter();
    for (int k = 0; k < 4; ++k) {
      if (k == from) {
        std::vector<program::BlockId> to{b[yes]};
        if (third >= 0) to.push_back(b[third]);
        code.add(b[k], {"if", program::Effect::terminator, {}}, {{p, program::Role::use}}, to);
        code.jump(b[k], b[no]);
      } else if (k == 0) {
        code.jump(b[k], b[from]);
      } else {
        code.ret(b[k]);
      }
    }
    passes::BlockPlacementOptions options;
    options.chains = options.ext_tsp = false;
    return passes::place_blocks(code, options).stats.inverted;
  };
  CHECK(inverted(2, 3, 1) == 1);
  CHECK(inverted(3, 1, 2) == 0);
  CHECK(inverted(1, 2, 3) == 1);
  CHECK(inverted(1, 2, 3, 0) == 0);
}

TEST_CASE("an order that stays and a branch that is not turned round have their reasons") {
  for (const bool one : {false, true}) {
    Branching code;
    const program::BlockId b[] = {code.block(), code.block(), code.block()};
    const program::ValueId p = code.parameter();
    if (one) {  // targets of one instruction
      code.branch(b[0], p, b[1], b[2]);
    } else {
      code.add(b[0], {"if", program::Effect::terminator, {}}, {{p, program::Role::use}}, {b[1]});
      code.jump(b[0], b[2]);
    }
    code.ret(b[1]);
    code.ret(b[2]);
    passes::BlockPlacementOptions options;
    options.explain = true;
    const auto result = passes::place_blocks(code, options);
    CHECK(result.refused == passes::BlockPlacementReason::cheapest);
    CHECK(result.stats.inverted + result.kept.size() == 1);
    CHECK(result.kept.size() == (one ? 1 : 0));
  }
}

TEST_CASE("weights of blocks decide between two ways, and cold blocks stand behind") {
  for (const std::uint32_t likely : {1U, 2U}) {
    const std::vector<std::uint32_t> wanted{0, likely, 3, 3 - likely};
    Weighed weighed;
    weighed.weights = {10, likely == 1 ? 9U : 1U, likely == 2 ? 9U : 1U, 10};
    CHECK(order_of(weighed) == wanted);
    Cold cold;
    cold.cold = 3 - likely;
    CHECK(order_of(cold) == wanted);
  }
}

TEST_CASE("each of the two orders is tried where it is asked for") {
  for (int which = 0; which < 3; ++which) {
    Branching code;
    const program::BlockId b[] = {code.block(), code.block(), code.block(), code.block()};
    const program::ValueId p = code.parameter();
    code.jump(b[0], b[2]);
    code.ret(b[1]);
    code.jump(b[2], b[3]);
    code.branch(b[3], p, b[2], b[1]);
    passes::BlockPlacementOptions options;
    options.chains = which == 1, options.ext_tsp = which == 2;
    CHECK((passes::place_blocks(code, options).stats.moved == 3) == (which != 0));
  }
}

TEST_CASE("an Editor that knows nothing besides gets an order") {
  archetype::Code code;
  const auto terminator = program::Effect::terminator;
  std::vector<archetype::Code::Block> b;
  for (int k = 0; k < 4; ++k) {
    b.push_back(code.make_block({}));
    code.put_block(b.back(), true, {});
  }
  const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
  const auto put = [&](int at, std::vector<int> next) {
    code.put(code.make({"op", terminator, {}, {}, next, -1}), {b[static_cast<std::size_t>(at)], {}});
  };
  put(0, {n(2)});
  put(1, {});
  put(2, {n(3)});
  put(3, {n(2), n(1)});
  passes::BlockPlacementOptions options;
  options.fuel = 0;
  CHECK(passes::place_blocks(code, options).out_of_fuel);
  CHECK(code.blocks().front() == b[0]);
  const auto result = passes::place_blocks(code);
  CHECK(result.stats.moved == 3);
  std::vector<int> order;
  for (const auto& block : code.blocks()) order.push_back(block.number());
  CHECK(order == std::vector{n(0), n(2), n(3), n(1)});
}
