// The machine combiner: trees of one associative and commutative operation are regrouped so that their result is there
// sooner, by trace metrics (flow/follow_trace.hpp).
//
// A tree is a root and, over and over, operands that an operation of the same kind makes in the same block, which nobody
// else reads. Its leaves are combined anew, the two that are ready first before all others: no other grouping has the
// root earlier, where each operation takes as long. A leaf that is the root's own result of the loop's turn before (what
// a phi takes of it, or its register) is combined last, so that one operation, not the chain, stands between two turns.
// As many operations as before are done, in the same block, each by one of the instructions that were there: no unit is
// held longer. An operation stands where it stood or further down, and no further down than it must; a change that makes
// a set of registers worse is taken back (pressure_gate.hpp).
//
// A tree is regrouped where its root comes sooner by more cycles than it could wait (its slack in the trace), or where
// the way around the loop becomes shorter by more than the tree becomes longer. What is regrouped once stays.
//
// Needs: an Editor; of the client (`algebra`, which may be the program itself)
//   optional<uint32_t> regroups(Inst) const;   // operations of one number, which is the client's, may take each other's
//                                              // operands in any order and grouping: a sum of integers that wraps, a
//                                              // sum of floating-point numbers under a flag. Nothing: it is none, or
//                                              // it promises what would not hold then (no wrap)
// Its operands are two values and one result, whole, under no guard; or a value and a literal, where the View knows
// literals. Names that it writes besides though nobody reads them there (flags; rewrite.hpp, SaysWhere) do not count, where all
// of one number write the same: an operation goes nowhere but beside another of its tree. A literal stays in its instruction: it is combined with what is ready first, that of the root last of all.
// Registers come from an Own, or there are none.
// Cost: O(size + operations log tree), and one look at each trace; in blocks of at most `inc_threshold` instructions one
// more look per change. Each prefix of the changes does the same.
// Sources: Baer, Bovet, "Compilation of arithmetic expressions for parallel computations" (IFIP 1968) for the height of
// trees; Golumbic, "Combinatorial merging" (IEEE Trans. Computers C-25(11), 1976): the two soonest first is best;
// LLVM's MachineCombiner, whose patterns turn two operations at a time, for depths, slack and the threshold.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/flow/follow_trace.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct MachineCombinerOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< trees
  PressureGateOptions pressure;            ///< what a change may cost in registers
  flow::TraceOptions trace;                ///< of the metrics that decide
  /// In blocks of more instructions the length of the trace is not read again behind each change.
  std::uint32_t inc_threshold = 500;
  std::uint32_t limit = 1024;  ///< operations of a tree; what is below counts as leaves
  bool explain = false;        ///< fill MachineCombinerResult::kept
};
enum class CombinerReason : std::uint8_t {
  depth,     ///< no grouping has the result sooner
  slack,     ///< it would be sooner, but something else takes longer by as much
  pressure,  ///< a set would get further above its limit, or cross a step, or the tracker has walked enough
  redefined  ///< a leaf's register is written again before the root
};
inline constexpr const char* combiner_reason_names[] = {"no grouping is sooner", "not on the critical path",
                                                        "pressure would cross a limit or step",
                                                        "an operand is written again"};
struct MachineCombinerStats {
  std::uint64_t trees = 0, regrouped = 0, operations = 0, moved = 0, cycles = 0, carried = 0, pressure = 0;
  static constexpr auto fields() {
    using S = MachineCombinerStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"trees looked at", &S::trees},
                      F{"trees regrouped", &S::regrouped},
                      F{"operations in them", &S::operations},
                      F{"operations moved down", &S::moved},
                      F{"cycles by which roots are sooner", &S::cycles},
                      F{"cycles between two turns saved", &S::carried},
                      F{"left for pressure", &S::pressure}};
  }
};
template <View P>
using MachineCombinerResult = PassResult<P, MachineCombinerStats, CombinerReason>;

/// What combine asks of a client.
template <class A, class P>
concept RegroupingAlgebra = requires(const A& a, const inst_t<P>& i) {
  { a.regroups(i) } -> std::convertible_to<std::optional<std::uint32_t>>;
};

namespace detail {

template <Editor P, class Algebra, class Own, class Change, class... Observers>
class MachineCombiner {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Cycles = std::uint64_t;
  using Why = CombinerReason;

  struct Operation {  // an instruction of a tree
    Inst inst;
    std::array<Value, 2> reads;
    Value result;
    std::uint32_t at;     // its place in the block
    std::uint32_t count;  // values that it reads; one: and a literal
  };
  struct Leaf {
    Value value;
    std::uint32_t slot;    // which operation of the tree reads it now; later: behind which it can be read
    std::uint32_t height;  // operations from there to the root, both counted
    Cycles ready;
    bool carried;
  };
  struct Tree {
    std::vector<Operation> ops;  // as they stand; the root is last
    std::vector<Leaf> leaves;
    Cycles latency = 0;
  };
  struct Node {  // of the new tree: a leaf, or an operation
    std::array<std::uint32_t, 2> under{};
    std::uint32_t slot = 0;
    Cycles ready = 0;
    std::uint32_t op = none;  // the operation whose literal it has
  };
  struct Grouping {
    std::vector<Node> nodes;           // leaves first
    std::vector<std::uint32_t> made;   // per operation of the tree: the node that it becomes
    std::vector<std::uint32_t> place;  // per operation: the one that it stands behind, or beside, then
    std::vector<std::uint32_t> order;  // operations as they stand then
    Cycles carried_before = 0, carried_after = 0;
  };

 public:
  MachineCombiner(Chain<P>& on, const Algebra& algebra, const Own& own, const MachineCombinerOptions& options,
                  Change& changes, MachineCombinerResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        algebra_(algebra),
        options_(options),
        changes_(changes),
        result_(result),
        trace_(code_, on_.flow(), on_.template get<flow::FollowLoops<P>>(), options.trace),
        gate_(on, own, options.pressure, false),
        editing_(code_, on_, trace_, observers...) {}

  void run() {
    for (const std::uint32_t b : flow::reverse_post_order(flow::cfg_of(on_.flow())).blocks)
      if (changes_.any()) look(b);
  }

 private:
  // ---- a block

  void look(std::uint32_t b) {
    block_ = b;
    insts_.clear();
    for (auto&& i : code_.instructions(on_.known().blocks[b])) insts_.push_back(i);
    bool any = false;
    for (std::uint32_t k = 0; k < insts_.size(); ++k) {
      const std::uint32_t n = on_.known().insts.find(insts_[k]);
      if (n >= place_.size()) place_.resize(n + 1);
      place_[n] = {b, k, kind(insts_[k])};
      any |= place_[n].kind.has_value();
    }
    if (!any) return;
    height_.clear();
    for (const Inst& i : insts_) height_.push_back(place(i).kind ? trace_.height(i) : 0);
    phi_depth_.clear();
    for (const Inst& i : insts_) phi_depth_.push_back(code_.effects(i).has(Effect::phi) ? trace_.depth(i) : 0);
    length_ = trace_.length(on_.known().blocks[b]);
    ++round_;
    for (std::uint32_t k = 0; k < insts_.size() && changes_.any(); ++k) {
      if (place(insts_[k]).kind && is_root(insts_[k])) tree(insts_[k]);
      write_results(k);
    }
  }
  struct Place {
    std::uint32_t block = none, at = 0;
    std::optional<std::uint32_t> kind;
  };
  const Place& place(const Inst& i) const {
    static constexpr Place nowhere;
    const std::uint32_t n = on_.known().insts.find(i);
    return n < place_.size() && place_[n].block == block_ ? place_[n] : nowhere;
  }
  // When what the k-th instruction writes can be read.
  void write_results(std::uint32_t k) {
    const Inst& i = insts_[k];
    Cycles depth = phi_depth_[k];
    if (!code_.effects(i).has(Effect::phi))
      code_.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def()) depth = std::max(depth, ready(o.value));
      });
    const Cycles when = depth + latency(i);
    code_.for_each_operand(i, [&](const auto& o) {
      if (o.is_def()) set_ready(o.value, when);
    });
  }
  Cycles latency(const Inst& i) const {
    const program::Effects e = code_.effects(i);
    if (e.has(Effect::phi) || e.has(Effect::marker)) return 0;
    if constexpr (Facts(P::facts).has(Fact::latency))
      return code_.latency(i);
    else
      return 1;
  }
  void set_ready(const Value& v, Cycles when) {
    const std::uint32_t n = on_.known().values.add(v);
    if (n >= ready_.size()) ready_.resize(n + 1);
    ready_[n] = {round_, when};
  }
  Cycles ready(const Value& v) {
    const std::uint32_t n = on_.known().values.add(v);
    if (n >= ready_.size() || ready_[n].round != round_) set_ready(v, trace_.ready_in(on_.known().blocks[block_], v));
    return ready_[n].when;
  }

  // ---- a tree

  std::uint32_t literals(const Inst& i) const {
    std::uint32_t out = 0;
    if constexpr (Facts(P::facts).has(Fact::literals))
      code_.for_each_literal(i, [&](std::uint32_t, std::uint64_t) { ++out; });
    return out;
  }
  // Two whole values, or one and a literal, and a result, and all that is done is the operation.
  std::optional<std::uint32_t> kind(const Inst& i) const {
    const std::optional<std::uint32_t> out = algebra_.regroups(i);
    if (!out || !code_.effects(i).speculatable()) return {};
    std::uint32_t uses = 0, defs = 0;
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (scratched(std::as_const(code_), o)) return;
      fine &= o.role != Role::guard && !o.old && !o.implicit && !o.more && o.offset == 0 &&
              o.lanes == ~std::uint64_t{0} && nameable(code_, o.value);
      ++(o.is_def() ? defs : uses);
    });
    if (!fine || uses == 0 || uses + literals(i) != 2 || defs != 1) return {};
    const Operation op = operation(i);
    if (op.count == 2 && op.reads[0] == op.reads[1]) return {};
    return out;
  }
  Operation operation(const Inst& i) const {
    std::array<std::optional<Value>, 2> reads;
    std::optional<Value> result;
    code_.for_each_operand(i, [&](const auto& o) {
      if (!scratched(std::as_const(code_), o)) (o.is_def() ? result : reads[0] ? reads[1] : reads[0]) = o.value;
    });
    return {i, {*reads[0], reads[1].value_or(*reads[0])}, *result, 0, reads[1] ? 2U : 1U};
  }
  // The operation of the same kind, further down in the block, that alone reads the result; nothing: there is none.
  std::optional<Inst> parent(const Inst& i, const Value& result) const {
    if (on_.uses().uses(result) != 1 || on_.uses().defs(result) != 1) return {};
    std::optional<Inst> by;
    on_.uses().for_each_use(result, [&](const Inst& u, std::uint32_t) { by = u; });
    const Place &above = place(i), &below = place(*by);
    if (!below.kind || below.kind != above.kind || below.at <= above.at) return {};
    if (pinned(code_, result) || on_.live_out().has(result)) return {};
    if (class_of(code_, result) != class_of(code_, operation(*by).result)) return {};
    return by;
  }
  bool is_root(const Inst& i) const { return !parent(i, operation(i).result); }

  void tree(const Inst& root) {
    Tree t = collect(root);
    if (t.ops.size() < 2) return;
    ++result_.stats.trees;
    if (!find_leaves(t)) return keep(root, Why::redefined);
    const Grouping g = group(t);
    Cycles was = 0;
    for (const Leaf& l : t.leaves) was = std::max(was, l.ready + l.height * t.latency);
    const Cycles now = g.nodes.back().ready;
    const Cycles depth = was - std::min(was, t.latency);
    const Cycles slack = length_ - std::min(length_, depth + height_[place(root).at]);
    const bool sooner = now < was && g.carried_after <= g.carried_before;
    const Cycles turn = g.carried_before - std::min(g.carried_before, g.carried_after);
    const bool turns = turn != 0 && now < was + turn;
    if (!sooner && !turns) return keep(root, Why::depth);
    if (!turns && slack >= was - now) return keep(root, Why::slack);
    if (!regroup(t, g)) return;
    ++result_.stats.regrouped;
    result_.stats.operations += t.ops.size();
    result_.stats.cycles += was - std::min(was, now);
    result_.stats.carried += turn;
    changes_.remark(Remark::Kind::passed, "Regrouped", code_, root, [&] {
      return std::to_string(t.ops.size()) + " operations of " + inst_name(code_, root) + ": " + std::to_string(now) +
             " cycles instead of " + std::to_string(was) +
             (turn != 0 ? ", " + std::to_string(turn) + " fewer between two turns" : "");
    });
    if (insts_.size() <= options_.inc_threshold) length_ = trace_.length(on_.known().blocks[block_]);
  }
  // The operations that hang on the root, no more than `limit`: those near the root.
  Tree collect(const Inst& root) {
    Tree t;
    std::vector<Operation> found{operation(root)};
    for (std::size_t k = 0; k < found.size(); ++k)
      for (std::uint32_t j = 0; j < found[k].count; ++j) {
        const Value v = found[k].reads[j];
        if (found.size() >= options_.limit || on_.uses().defs(v) != 1) continue;
        std::optional<Inst> above;
        on_.uses().for_each_def(v, [&](const Inst& i, std::uint32_t) { above = i; });
        if (place(*above).block != block_ || !place(*above).kind) continue;
        const auto by = parent(*above, v);
        if (by && *by == found[k].inst) found.push_back(operation(*above));
      }
    for (Operation& op : found) op.at = place(op.inst).at, t.latency = std::max(t.latency, latency(op.inst));
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    t.ops = std::move(found);
    return t;
  }
  // False: some register would have another word where it is read then.
  bool find_leaves(Tree& t) {
    const auto count = static_cast<std::uint32_t>(t.ops.size());
    std::vector<std::uint32_t> height(count, 1);
    const auto maker = [&](const Value& v) {
      std::uint32_t found = none;
      if (on_.uses().defs(v) != 1) return found;
      on_.uses().for_each_def(v, [&](const Inst& i, std::uint32_t) {
        const Place& at = place(i);
        const auto op = std::lower_bound(t.ops.begin(), t.ops.end(), at.at,
                                         [](const Operation& o, std::uint32_t p) { return o.at < p; });
        if (op != t.ops.end() && op->inst == i) found = static_cast<std::uint32_t>(op - t.ops.begin());
      });
      return found;
    };
    for (std::uint32_t k = count; k-- > 0;)
      for (std::uint32_t j = 0; j < t.ops[k].count; ++j) {
        const Value& v = t.ops[k].reads[j];
        if (const std::uint32_t above = maker(v); above < k) {
          height[above] = height[k] + 1;
          continue;
        }
        if (written_between(v, t.ops[k].at, t.ops.back().at)) return false;
        t.leaves.push_back({v, k, height[k], ready(v), is_carried(v, t.ops.back().result)});
      }
    return true;
  }
  bool written_between(const Value& v, std::uint32_t from, std::uint32_t to) const {
    if (on_.uses().defs(v) > 64) return true;
    bool out = false;
    on_.uses().for_each_def(v, [&](const Inst& i, std::uint32_t) {
      const Place& at = place(i);
      out |= at.block == block_ && at.at > from && at.at < to;
    });
    return out;
  }
  // Is it, around a loop, what the root made?
  bool is_carried(const Value& v, const Value& root) const {
    if (v == root) return true;
    bool out = false;
    if constexpr (Facts(P::facts).has(Fact::incoming))
      if (on_.uses().defs(v) == 1)
        on_.uses().for_each_def(v, [&](const Inst& phi, std::uint32_t) {
          if (code_.effects(phi).has(Effect::phi))
            code_.for_each_incoming(phi, [&](const block_t<P>&, const Value& in) { out |= in == root; });
        });
    return out;
  }

  // ---- the new grouping

  // The two that are ready first, again and again; what is carried last. Equals by their order in the tree.
  Grouping group(const Tree& t) const {
    Grouping g;
    using Next = std::tuple<Cycles, std::uint32_t, std::uint32_t>;  // ready, slot, node
    std::priority_queue<Next, std::vector<Next>, std::greater<>> soonest;
    std::vector<std::uint32_t> carried;
    for (const Leaf& l : t.leaves) {
      const auto n = static_cast<std::uint32_t>(g.nodes.size());
      g.nodes.push_back({{}, l.slot, l.ready});
      if (l.carried)
        carried.push_back(n), g.carried_before = std::max(g.carried_before, l.height * t.latency);
      else
        soonest.emplace(l.ready, l.slot, n);
    }
    if (soonest.empty()) {  // all are: what grouping they have does as well
      for (const std::uint32_t n : carried) soonest.emplace(g.nodes[n].ready, g.nodes[n].slot, n);
      carried.clear();
    }
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
      const Node &x = g.nodes[a], &y = g.nodes[b];
      g.nodes.push_back({{a, b}, std::max(x.slot, y.slot), std::max(x.ready, y.ready) + t.latency});
      return static_cast<std::uint32_t>(g.nodes.size() - 1);
    };
    const auto take = [&] {
      const std::uint32_t n = std::get<2>(soonest.top());
      soonest.pop();
      return n;
    };
    const auto with_literal = [&](std::uint32_t a, std::uint32_t op) {
      const Node x = g.nodes[a];
      g.nodes.push_back({{a, none}, std::max(x.slot, op), x.ready + t.latency, op});
      return static_cast<std::uint32_t>(g.nodes.size() - 1);
    };
    const auto root = static_cast<std::uint32_t>(t.ops.size() - 1);
    const std::uint32_t last = t.ops.back().count == 1 ? 1 : 0;
    for (std::uint32_t k = 0; k < root; ++k)
      if (t.ops[k].count == 1) {
        const std::uint32_t made = with_literal(take(), k);
        soonest.emplace(g.nodes[made].ready, g.nodes[made].slot, made);
      }
    while (soonest.size() > 1) {
      const std::uint32_t a = take(), b = take(), made = join(a, b);
      soonest.emplace(g.nodes[made].ready, g.nodes[made].slot, made);
    }
    std::uint32_t top = take();
    for (const std::uint32_t n : carried) top = join(top, n);
    if (last != 0) with_literal(top, root);
    g.carried_after = (carried.size() + last) * t.latency;
    if (carried.empty()) g.carried_after = g.carried_before;
    g.nodes.back().slot = root;
    assign(t, g);
    return g;
  }
  // Which operation makes which node, and where: literals where they are, the others in order; none before what it reads.
  static void assign(const Tree& t, Grouping& g) {
    const auto first = static_cast<std::uint32_t>(t.leaves.size()), end = static_cast<std::uint32_t>(g.nodes.size());
    std::vector<std::uint32_t> free;
    for (std::uint32_t n = first; n < end; ++n)
      if (g.nodes[n].op == none) free.push_back(n);
    std::stable_sort(free.begin(), free.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return g.nodes[a].slot < g.nodes[b].slot; });
    auto next = free.begin();
    for (std::uint32_t k = 0; k < t.ops.size(); ++k)
      if (t.ops[k].count == 2) g.nodes[*next++].op = k;
    g.made.resize(t.ops.size());
    g.place.resize(t.ops.size());
    for (std::uint32_t n = first; n < end; ++n) {
      const Node& node = g.nodes[n];
      std::uint32_t at = std::max(node.slot, node.op);
      for (const std::uint32_t u : node.under)
        if (u != none && u >= first) at = std::max(at, g.place[g.nodes[u].op]);
      g.made[node.op] = n;
      g.place[node.op] = at;
    }
    for (std::uint32_t k = 0; k < t.ops.size(); ++k) g.order.push_back(k);
    std::stable_sort(g.order.begin(), g.order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(g.place[a], g.made[a]) < std::pair(g.place[b], g.made[b]);
    });
  }
  // What each operation reads, and in front of what it stands; nothing: it stays where it is.
  struct Rewrite {
    std::array<Value, 2> reads;
    std::optional<Inst> before;
  };
  std::vector<Rewrite> rewrites(const Tree& t, const Grouping& g) const {
    const std::size_t count = t.ops.size();
    // Behind each operation the first instruction that is none of the tree's; the root for the last.
    std::vector<Inst> anchor(count, t.ops.back().inst);
    for (std::size_t k = count - 1; k-- > 0;) {
      const Inst next = *code_.where(t.ops[k].inst).before;
      anchor[k] = next == t.ops[k + 1].inst ? anchor[k + 1] : next;
    }
    std::vector<Rewrite> out(count);
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint32_t k = g.order[j];
      const auto value = [&](std::uint32_t node) {
        return node < t.leaves.size() ? t.leaves[node].value : t.ops[g.nodes[node].op].result;
      };
      const Operation& op = t.ops[k];
      const auto& under = g.nodes[g.made[k]].under;
      std::array<Value, 2> reads{value(under[0]), op.count == 2 ? value(under[1]) : value(under[0])};
      if (op.count == 2 && (op.reads[0] == reads[1] || op.reads[1] == reads[0])) std::swap(reads[0], reads[1]);
      std::optional<Inst> before;
      if (j + 1 < count && (g.place[k] != k || g.order[j + 1] != k + 1)) {
        // In front of the next one where that comes to stand in front of the same.
        const std::uint32_t next = g.order[j + 1];
        before = anchor[g.place[k]] == anchor[g.place[next]] ? t.ops[next].inst : anchor[g.place[k]];
      }
      out[k] = {reads, before};
    }
    return out;
  }
  // From the root up: at each step everything is computed before it is read.
  bool regroup(const Tree& t, const Grouping& g) {
    if (gate_.spent()) return keep(t.ops.back().inst, Why::pressure), false;
    const std::vector<Rewrite> all = rewrites(t, g);
    gate_.begin();
    for (std::size_t n = all.size(); n-- > 0;) {
      const std::uint32_t k = g.order[n];
      if (all[k].before) gate_.move(t.ops[k].inst, block_, *all[k].before);
      for (std::size_t j = 0; j < t.ops[k].count; ++j)
        if (!(t.ops[k].reads[j] == all[k].reads[j])) gate_.rename(t.ops[k].inst, t.ops[k].reads[j], all[k].reads[j]);
    }
    const bool worse = gate_.worse();
    if (worse || !changes_.next("Regrouped")) {
      gate_.back();
      if (worse) ++result_.stats.pressure, keep(t.ops.back().inst, Why::pressure);
      return false;
    }
    gate_.keep();
    for (std::size_t n = all.size(); n-- > 0;) {
      const std::uint32_t k = g.order[n];
      const Operation& op = t.ops[k];
      if (all[k].before) {
        editing_.move(op.inst, {on_.known().blocks[block_], *all[k].before});
        ++result_.stats.moved;
      }
      std::array<std::uint32_t, 2> at{};
      std::uint32_t operand = 0, use = 0;
      code_.for_each_operand(op.inst, [&](const auto& o) {
        if (!o.is_def()) at[use++] = operand;
        ++operand;
      });
      for (std::size_t j = 0; j < op.count; ++j)
        if (!(op.reads[j] == all[k].reads[j])) editing_.set_operand(op.inst, at[j], op.reads[j], all[k].reads[j]);
      set_ready(op.result, g.nodes[g.made[k]].ready);
    }
    return true;
  }
  void keep(const Inst& i, Why why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "NotRegrouped", code_, i,
                    [&] { return inst_name(code_, i) + ": " + combiner_reason_names[static_cast<int>(why)]; });
  }

  Chain<P>& on_;
  P& code_;
  const Algebra& algebra_;
  const MachineCombinerOptions& options_;
  Change& changes_;
  MachineCombinerResult<P>& result_;
  flow::FollowTrace<P> trace_;
  PressureGate<P, Own> gate_;
  ChainEditing<P, flow::FollowTrace<P>, Observers...> editing_;

  // Of the block that is looked at, as it was: instructions, and by place heights and depths of phis.
  std::uint32_t block_ = 0;
  std::vector<Inst> insts_;
  std::vector<Cycles> height_, phi_depth_;
  Cycles length_ = 0;
  std::vector<Place> place_;  // by number
  struct Ready {
    std::uint32_t round = 0;
    Cycles when = 0;
  };
  std::vector<Ready> ready_;  // by number of the value
  std::uint32_t round_ = 0;
};

}  // namespace detail

/// Regroups trees of operations as the head of this file says.
template <Editor P, class Algebra, class Own, class Listener = NoRemarks, class... Observers>
  requires(RegroupingAlgebra<Algebra, P> && program::RegionOwn<P, Own>)
MachineCombinerResult<P> combine(Chain<P>& on, const Algebra& algebra, const Own& own,
                                 const MachineCombinerOptions& options = {}, Listener&& listener = {},
                                 Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Listener>, Observers...>;
  MachineCombinerResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("machine-combiner", options.fuel, listener, observers...);
  detail::MachineCombiner<P, Algebra, Own, Change, Observers...>(on, algebra, own, options, changes, result,
                                                                 observers...)
      .run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Algebra, class Own, class Listener = NoRemarks, class... Observers>
  requires(RegroupingAlgebra<Algebra, P> && program::RegionOwn<P, Own>)
MachineCombinerResult<P> combine(P& code, const Algebra& algebra, const Own& own,
                                 const MachineCombinerOptions& options = {}, Listener&& listener = {},
                                 Observers&... observers) {
  Chain<P> on(code);
  return combine(on, algebra, own, options, listener, observers...);
}
/// Without a limit of registers, on a chain of its own.
template <Editor P, class Algebra>
MachineCombinerResult<P> combine(P& code, const Algebra& algebra, const MachineCombinerOptions& options = {}) {
  return combine(code, algebra, program::NoRegisters(), options);
}

}  // namespace lathe::passes
