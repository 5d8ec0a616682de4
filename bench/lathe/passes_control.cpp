// How the passes over control flow grow: functions of 10^3 to 10^6 instructions, in a chain of what each of them looks for.
//
// sides:      triangles and diamonds whose results phis take, some with a store; behind half of them a loop of one block
// tails:      four ways to a block of two instructions, with a phi
// escaping:   the same, with results that are read some blocks behind
// jumps:      empty blocks, jumps to jumps, both ways to one block, blocks that nothing enters, common heads and tails
// comb:       half of all blocks jump to one
// cycles:     loops with two entries; in SSA form, too, where their results are read behind them
// phis:       diamonds whose phis take one value, two, or are read by nobody, and loops that hand a value round
// tops:       loops of two blocks that test at their top, out of SSA form
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/node_splitting.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/rotate_loops.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/tail_duplication.hpp>
#include <lathe/program/store.hpp>

#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using namespace lathe::program;
using passes_bench::Op;

enum : std::uint32_t { jump, branch, turned, phi, sum, product, store, select, leave };

class Code : public Store<Op> {
 public:
  using Operand = program::Operand<ValueId>;
  using Way = Branch<BlockId, InstId, ValueId>;
  static constexpr Facts facts = Store<Op>::facts | Fact::branches;

  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      if (payload(i).name == leave) f(leaving(i));
      const auto to = targets(i);
      for (std::size_t k = 0; k < to.size(); ++k) {
        Way way;
        way.target = to[k];
        way.at = i;
        way.conditional = k + 1 < to.size();
        way.negated = payload(i).name == turned;
        if (way.conditional) for_each_operand(i, [&](const Operand& o) { way.condition = o.value; });
        f(way);
      }
    }
  }
  std::optional<InstId> make_select(ValueId to, const Way& way, ValueId taken, ValueId other) {
    const Operand all[] = {{way.condition, Role::use}, {taken, Role::use}, {other, Role::use}, {to, Role::def}};
    return make({select, {}}, all);
  }
  std::optional<InstId> make_guarded(InstId i, const Way& way, bool taken) {
    std::vector<Operand> all{{way.condition, Role::guard, !taken}};
    for_each_operand(i, [&](const Operand& o) { all.push_back(o); });
    return make(Op(payload(i)), all);
  }
  InstId make_phi(ValueId to) {
    const Operand def{to, Role::def};
    return make({phi, Effect::phi}, {&def, 1});
  }
  InstId make_inverted(InstId i) {
    std::vector<Operand> all;
    for_each_operand(i, [&](const Operand& o) { all.push_back(o); });
    return make({payload(i).name == branch ? turned : branch, Effect::terminator}, all,
                std::vector{targets(i)[1], targets(i)[0]});
  }

 private:
  static Way leaving(InstId i) {
    Way way;
    way.at = i;
    way.leaves = true;
    return way;
  }
};

class Generator {
 public:
  explicit Generator(Code& code) : code_(code) {
    for (int k = 0; k < 8; ++k) {
      values_.push_back(code_.make_value());
      code_.add_parameter(values_.back());
    }
  }
  template <class Piece>
  void run(std::uint32_t instructions, Piece&& piece) {
    BlockId at = block();
    end_ = code_.make_block();
    while (made_ < instructions) at = piece(*this, at);
    code_.put_block(end_, true);
    go(at, end_);
    add(end_, leave, {any()}, Effect::terminator | Effect::side_effect);
  }

  BlockId sides(BlockId at) {
    const BlockId l = block(), join = block();
    const BlockId r = below(2) == 0 ? block() : at;
    fill(at, 6);
    fork(at, l, r == at ? join : r);
    const ValueId first = compute(l, 3), second = r == at ? values_[0] : compute(r, 2);
    if (below(4) == 0) add(l, store, {any(), first}, Effect::writes);
    go(l, join);
    if (r != at) go(r, join);
    meet(join, {{l, first}, {r, second}});
    if (below(2) == 0) return join;
    const BlockId behind = block(), loop = block();
    go(join, loop);
    fill(loop, 4);
    fork(loop, loop, behind);
    return behind;
  }
  BlockId tails(BlockId at) {
    const BlockId ways[] = {block(), block(), block(), block()}, upper = block(), lower = block(), join = block(),
                  next = block();
    fill(at, 3);
    fork(at, upper, lower);
    fork(upper, ways[0], ways[1]);
    fork(lower, ways[2], ways[3]);
    std::vector<std::pair<BlockId, ValueId>> in;
    for (const BlockId w : ways) {
      in.emplace_back(w, compute(w, 3));
      go(w, join);
    }
    meet(join, in);
    go(join, next);
    return next;
  }
  BlockId escaping(BlockId at) {
    const BlockId l = block(), r = block(), join = block(), yes = block(), no = block(), next = block();
    fill(at, 3);
    fork(at, l, r);
    const ValueId first = compute(l, 3), second = compute(r, 3);
    go(l, join), go(r, join);
    const ValueId met = take(join, {{l, first}, {r, second}});
    fork(join, yes, no);
    fill(yes, 3), fill(no, 3);
    go(yes, next), go(no, next);
    add(next, store, {any(), met}, Effect::writes);
    return next;
  }
  BlockId jumps(BlockId at) {
    const BlockId l = block(), r = block(), empty = block(), over = block(), join = block(), alone = block();
    fill(at, 4);
    fork(at, l, r);
    for (const BlockId side : {l, r}) {
      add(side, store, {values_[0], values_[1]}, Effect::writes);  // alike at their heads
      fill(side, 3);
      for (std::uint32_t k = 2; k < 6; ++k)
        add(side, store, {values_[k], values_[k + 1]}, Effect::writes);  // and tails
    }
    go(l, empty);
    go(r, over);
    go(empty, over);
    fork(over, join, join);
    go(alone, join);
    return join;
  }
  BlockId comb(BlockId at) {
    const BlockId next = block(), side = block();
    fill(at, 4);
    fork(at, side, next);
    fill(side, 4);
    go(side, end_);
    return next;
  }
  BlockId cycles(BlockId at) {
    const BlockId l = block(), r = block(), next = block();
    fill(at, 4);
    fork(at, l, r);
    fill(l, 4);
    go(l, r);
    fill(r, 4);
    fork(r, l, next);
    return next;
  }
  BlockId cycles_ssa(BlockId at) {
    const BlockId next = cycles(at), r(next.value - 1);
    const ValueId result = code_.make_value();
    const Operand<ValueId> all[] = {{any(), Role::use}, {result, Role::def}};
    code_.put(code_.make({sum, {}}, all), {r, *code_.instructions(r).begin()});
    add(next, store, {any(), result}, Effect::writes);
    return next;
  }
  BlockId phis(BlockId at) {
    const BlockId l = block(), r = block(), join = block(), loop = block(), behind = block();
    fork(at, l, r);
    const ValueId first = compute(l, 2), second = compute(r, 2), same = any();
    go(l, join), go(r, join);
    const ValueId one = take(join, {{l, same}, {r, same}}), two = take(join, {{l, first}, {r, second}});
    take(join, {{l, second}, {r, first}});
    go(join, loop);
    const ValueId round = take(loop, {{join, one}}, loop);
    add(loop, store, {round, two}, Effect::writes);
    fork(loop, loop, behind);
    return behind;
  }
  BlockId tops(BlockId at) {
    const BlockId head = block(), body = block(), next = block();
    go(at, head);
    fill(head, 2);
    fork(head, body, next);
    fill(body, 4);
    go(body, head);
    return next;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return dice_.below(n); }
  BlockId block() {
    const BlockId b = code_.make_block();
    code_.put_block(b, true);
    return b;
  }
  ValueId any() { return values_[below(8)]; }
  void add(BlockId b, std::uint32_t name, std::initializer_list<ValueId> uses, Effects e) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    code_.put(code_.make({name, e}, operands), {b, {}});
    ++made_;
  }
  ValueId compute(BlockId b, std::uint32_t count) {
    ValueId last = any();
    for (; count != 0; --count, ++made_) {
      const ValueId out = code_.make_value();
      const Operand<ValueId> all[] = {{last, Role::use}, {any(), Role::use}, {out, Role::def}};
      code_.put(code_.make({sum + below(2), {}}, all), {b, {}});
      last = out;
    }
    return last;
  }
  void fill(BlockId b, std::uint32_t count) { add(b, store, {any(), compute(b, count)}, Effect::writes); }
  void go(BlockId b, BlockId to) {
    code_.put(code_.make(Op::jump(), {}, std::vector{to}), {b, {}});
    ++made_;
  }
  void fork(BlockId b, BlockId yes, BlockId no) {
    const Operand<ValueId> on{any(), Role::use};
    code_.put(code_.make({branch, Effect::terminator}, {&on, 1}, std::vector{yes, no}), {b, {}});
    ++made_;
  }
  ValueId meet(BlockId b, const std::vector<std::pair<BlockId, ValueId>>& in) {
    const ValueId out = take(b, in);
    add(b, store, {any(), out}, Effect::writes);
    return out;
  }
  // `round`: from there it takes itself.
  ValueId take(BlockId b, std::vector<std::pair<BlockId, ValueId>> in, std::optional<BlockId> round = {}) {
    const ValueId out = code_.make_value();
    const Operand<ValueId> def{out, Role::def};
    const InstId made = code_.make({phi, Effect::phi}, {&def, 1});
    code_.put(made, {b, {}});
    if (round) in.emplace_back(*round, out);
    code_.set_incoming(made, in);
    ++made_;
    return out;
  }

  Code& code_;
  BlockId end_;
  std::vector<ValueId> values_;
  passes_bench::Dice dice_;
  std::uint32_t made_ = 0;
};

using Piece = BlockId (Generator::*)(BlockId);
template <class Pass>
void grow(benchmark::State& state, Piece piece, Pass&& pass) {
  passes_bench::grow(
      state,
      [&] {
        auto code = std::make_unique<Code>();
        Generator(*code).run(static_cast<std::uint32_t>(state.range(0)),
                             [&](Generator& g, BlockId at) { return (g.*piece)(at); });
        return code;
      },
      [&](Code& code) { return pass(code).changes; });
}

void if_conversion(benchmark::State& s, Piece piece, bool always) {
  passes::IfConversionOptions options;
  options.always = always;
  grow(s, piece, [&](Code& c) { return passes::convert_ifs(c, options); });
}
void tail_duplication(benchmark::State& s, Piece piece, bool early) {
  passes::TailDuplicationOptions options;
  options.early = early;
  grow(s, piece, [&](Code& c) { return passes::duplicate_tails(c, options); });
}
void branch_folding(benchmark::State& s, Piece piece, bool tails) {
  passes::BranchFoldingOptions options;
  options.tail_merge = tails;
  grow(s, piece, [&](Code& c) { return passes::fold_branches(c, options); });
}
void placement(benchmark::State& s, Piece piece) {
  grow(s, piece, [&](Code& c) { return passes::place_blocks(c); });
}
void node_splitting(benchmark::State& s, Piece piece, bool ssa) {
  passes::NodeSplittingOptions options;
  options.keep_ssa = ssa;
  grow(s, piece, [&](Code& c) { return passes::split_nodes(c, options); });
}
void optimize_phis(benchmark::State& s, Piece piece) {
  grow(s, piece, [&](Code& c) { return passes::optimize_phis(c); });
}
void split_edges(benchmark::State& s, Piece piece) {
  passes::SplitEdgesOptions options;
  options.jump_cost = 0.5;  // so that one copy is enough
  grow(s, piece, [&](Code& c) { return passes::split_edges(c, options); });
}
void rotate_loops(benchmark::State& s, Piece piece) {
  grow(s, piece, [&](Code& c) { return passes::rotate_loops(c, {}, [](BlockId) { return true; }); });
}
#define GROWTH(f, name, ...)              \
  BENCHMARK_CAPTURE(f, name, __VA_ARGS__) \
      ->RangeMultiplier(10)               \
      ->Range(1000, 1'000'000)            \
      ->Complexity()                      \
      ->Unit(benchmark::kMillisecond)     \
      ->Iterations(1)
GROWTH(if_conversion, sides, &Generator::sides, false);
GROWTH(if_conversion, sides_always, &Generator::sides, true);
GROWTH(if_conversion, comb, &Generator::comb, false);
GROWTH(tail_duplication, tails, &Generator::tails, false);
GROWTH(tail_duplication, tails_early, &Generator::tails, true);
GROWTH(tail_duplication, comb, &Generator::comb, false);
GROWTH(tail_duplication, escaping_early, &Generator::escaping, true);
GROWTH(branch_folding, jumps, &Generator::jumps, false);
GROWTH(branch_folding, jumps_merged, &Generator::jumps, true);
GROWTH(branch_folding, comb_merged, &Generator::comb, true);
GROWTH(placement, sides, &Generator::sides);
GROWTH(placement, jumps, &Generator::jumps);
GROWTH(placement, comb, &Generator::comb);
GROWTH(node_splitting, cycles, &Generator::cycles, false);
GROWTH(optimize_phis, phis, &Generator::phis);
GROWTH(split_edges, sides, &Generator::sides);
GROWTH(rotate_loops, tops, &Generator::tops);
GROWTH(node_splitting, cycles_ssa, &Generator::cycles_ssa, true);

}  // namespace

BENCHMARK_MAIN();
