// Branch folding: what control flow does for nothing goes.
//
// - blocks that nothing reaches
// - branches of which every way leads to one block become a jump
// - a block with nothing but a jump: who goes there goes on at once (jumps to jumps)
// - a block that is entered by one jump alone is joined to the block that jumps
// - what two ways out of a block begin with alike is done in front of the branch, once
// - what blocks with one way on end with alike (tail merging) is shared: only where asked for, and only where at least
//   `tail_merge_size` instructions go. It makes jumps that are taken, and code that different threads ran apart runs
//   for all of them.
//
// Values that are defined on both sides become one where each has one definition in front of all its reads; registers
// that are written again and again must be the same on both sides. What is convergent is neither hoisted nor merged;
// what has markers (Effect::marker) between is not looked through. A block that holds nothing but a jump and markers goes
// with these where the Editor says that they say something of values alone:
//   bool says_only(Inst) const;   // optional; without it markers keep a block
//
// Needs: an Editor; with Fact::branches the conditions are known, without it nothing is done about branches. No hook.
// Cost: O(code) and the followers' for each edit; hoisting O(instructions hoisted); tail merging O(blocks * threshold)
// comparisons of tails at most.
// Source: the rules are those of LLVM's BranchFolding; tail merging and code hoisting in Muchnick, "Advanced compiler
// design and implementation", 1997, chapters 13 and 18.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct BranchFoldingOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool hoist = true;                         ///< common heads of the two ways out of a block
  bool tail_merge = false;                   ///< common tails of blocks
  std::uint32_t tail_merge_size = 3;         ///< instructions that have to go, one at least
  std::uint32_t tail_merge_threshold = 150;  ///< blocks with one successor that are compared
  bool explain = false;
};
enum class BranchFoldReason : std::uint8_t {
  phis,   ///< phis take something else along the two ways
  end,    ///< it is not known how the block ends, or its end does something besides
  bound,  ///< the two sides write different registers that must stay
};
inline constexpr const char* branch_fold_reason_names[] = {"phis tell the ways apart", "its end is not understood",
                                                           "the two sides write other registers"};
struct BranchFoldingStats {
  std::uint64_t unreachable = 0, same_target = 0, empty = 0, joined = 0, hoisted = 0, tails = 0, tail_insts = 0;
  static constexpr auto fields() {
    using S = BranchFoldingStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"unreachable blocks", &S::unreachable},
                      F{"branches with one target", &S::same_target},
                      F{"empty blocks", &S::empty},
                      F{"blocks joined", &S::joined},
                      F{"instructions hoisted", &S::hoisted},
                      F{"tails merged", &S::tails},
                      F{"instructions of merged tails", &S::tail_insts}};
  }
};
template <View P>
using BranchFoldingResult = PassResult<P, BranchFoldingStats, BranchFoldReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class BranchFolding {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using End = BlockEnd<P>;
  using Kind = typename End::Kind;

 public:
  BranchFolding(Chain<P>& on, const BranchFoldingOptions& options, Sink& sink, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        jumps_(code_),
        single_(code_, on_.known(), on_.uses(), on_.live_out(), on_.flow()),
        editing_(code_, on_, observers...),
        changes_("branch-folder", options.fuel, sink, observers...) {}

  BranchFoldingResult<P> run() {
    drop_unreachable();
    enqueue_all();
    do {
      fold();
    } while (options_.tail_merge && changes_.any() && merge_tails());
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  // ---- the worklist

  void enqueue_all() {
    // In reverse post-order: the first block of a chain takes in all that follow, each once.
    const flow::Order order = flow::reverse_post_order(flow::cfg_of(on_.flow()));
    for (std::size_t k = order.blocks.size(); k-- > 0;) enqueue(order.blocks[k]);
  }
  void enqueue(std::uint32_t b) {
    if (b >= queued_.size()) queued_.resize(b + 1, false);
    if (queued_[b]) return;
    queued_[b] = true;
    work_.push_back(b);
  }
  void enqueue_around(std::uint32_t b) {
    enqueue(b);
    for (const std::uint32_t p : on_.flow().predecessors(b)) enqueue(p);
  }
  void fold() {
    while (!work_.empty() && changes_.any()) {
      const std::uint32_t b = work_.back();
      work_.pop_back();
      queued_[b] = false;
      if (!on_.flow().contains(b)) continue;
      while (on_.flow().contains(b) && changes_.any() &&
             (fold_same(b) || fold_empty(b) || join(b) || (options_.hoist && hoist(b)))) {
      }
    }
  }
  const Block& block(std::uint32_t b) const { return on_.known().blocks[b]; }
  std::uint32_t number(const Block& b) const { return on_.known().blocks.find(b); }
  End end_of(std::uint32_t b) const { return block_end(std::as_const(code_), block(b), jumps_.like()); }
  bool change(const char* name, std::uint32_t b) {
    if (!changes_.next(name)) return false;
    changes_.remark(Remark::Kind::passed, name, code_, InBlock{block(b)}, [&] { return "block " + place(b); });
    return true;
  }
  std::string place(std::uint32_t b) const {
    if constexpr (Facts(P::facts).has(Fact::names)) return std::string(code_.block_name(block(b)));
    return std::to_string(b);
  }
  bool keep(const Inst& i, BranchFoldReason why) {
    if (options_.explain) result_.kept.push_back({why, i});
    return false;
  }

  // ---- unreachable blocks

  void drop_unreachable() {
    const flow::Order order = flow::reverse_post_order(flow::cfg_of(on_.flow()));
    if (order.blocks.size() == on_.flow().size() || !change("Unreachable", 0)) return;
    result_.stats.unreachable += erase_unreached<P>(editing_, on_.flow());
  }

  // ---- all ways lead to one block

  bool fold_same(std::uint32_t b) {
    const End end = end_of(b);
    if (end.kind != Kind::same) return false;
    if (!end.plain) return keep(end.terminators.back(), BranchFoldReason::end);
    const Block to = end.ways[0];
    for (const Inst& phi : phis_of(std::as_const(code_), to)) {
      std::optional<Value> first;
      for (const auto& [from, v] : incoming_of(std::as_const(code_), phi))
        if (from == block(b)) {
          if (first && !(*first == v)) return keep(phi, BranchFoldReason::phis);
          first = v;
        }
    }
    if (!change("SameTarget", b)) return false;
    jump_instead<P>(editing_, jumps_, block(b), end.terminators, to);
    change_phis<P>(editing_, to, [&](auto& in) {  // one way is left
      bool met = false;
      std::erase_if(in, [&](const auto& one) { return one.first == block(b) && std::exchange(met, true); });
    });
    ++result_.stats.same_target;
    enqueue(number(to));
    return true;
  }

  // ---- nothing but a jump

  bool goes_along(const Inst& i) const {
    if constexpr (requires { bool(std::as_const(code_).says_only(i)); })
      return code_.effects(i).has(Effect::marker) && std::as_const(code_).says_only(i);
    else
      return false;
  }
  bool fold_empty(std::uint32_t b) {
    if (b == 0) return false;
    std::uint32_t insts = 0;
    for (auto&& i : code_.instructions(block(b))) {
      if (code_.effects(i).has(Effect::terminator) ? ++insts > 1 : !goes_along(i)) return false;
    }
    const End end = end_of(b);
    if (end.kind != Kind::jump || !end.plain || end.ways[0] == block(b)) return false;
    const Block to = end.ways[0];
    const std::uint32_t next = number(to);
    const std::vector<std::uint32_t> before(on_.flow().predecessors(b).begin(), on_.flow().predecessors(b).end());
    for (const std::uint32_t p : before) {
      const auto ways = on_.flow().successors(p);
      if (std::find(ways.begin(), ways.end(), next) == ways.end()) continue;
      for (const Inst& phi : phis_of(std::as_const(code_), to)) {  // a block in front goes to both
        std::optional<Value> here, there;
        for (const auto& [from, v] : incoming_of(std::as_const(code_), phi)) {
          if (from == block(b)) here = v;
          if (from == block(p)) there = v;
        }
        if (!(here == there)) return keep(phi, BranchFoldReason::phis);
      }
    }
    if (!change("EmptyBlock", b)) return false;
    change_phis<P>(editing_, to, [&](auto& in) {
      const auto at = std::find_if(in.begin(), in.end(), [&](const auto& one) { return one.first == block(b); });
      if (at == in.end()) return;
      const Value v = at->second;
      std::erase_if(in, [&](const auto& one) { return one.first == block(b); });
      for (const std::uint32_t p : before) {
        const auto has = [&](const auto& one) { return one.first == block(p); };
        if (std::none_of(in.begin(), in.end(), has)) in.emplace_back(block(p), v);
      }
    });
    for (const std::uint32_t p : before) editing_.redirect(block(p), block(b), to);
    editing_.erase_block(block(b));
    ++result_.stats.empty;
    for (const std::uint32_t p : before) enqueue(p);
    enqueue_around(next);
    return true;
  }

  // ---- one way in, one way out

  bool join(std::uint32_t b) {
    const End end = end_of(b);
    if (end.kind != Kind::jump || !end.plain) return false;
    const Block to = end.ways[0];
    const std::uint32_t next = number(to);
    if (next == 0 || next == b || on_.flow().predecessors(next).size() != 1) return false;
    if (const auto phis = phis_of(std::as_const(code_), to); !phis.empty())
      return keep(phis[0], BranchFoldReason::phis);
    if (!change("Join", b)) return false;
    std::vector<Inst> insts;
    for (auto&& i : code_.instructions(to)) insts.push_back(i);
    for (const Inst& i : insts)
      if (!code_.effects(i).has(Effect::terminator)) editing_.move(i, {block(b), end.terminators[0]});
    const std::vector<std::uint32_t> behind(on_.flow().successors(next).begin(), on_.flow().successors(next).end());
    for (const Inst& i : insts)
      if (code_.effects(i).has(Effect::terminator)) editing_.move(i, {block(b), std::nullopt});
    editing_.erase(end.terminators[0]);
    for (const std::uint32_t s : behind) rename_in_phis<P>(editing_, block(s), to, block(b));
    editing_.erase_block(to);
    ++result_.stats.joined;
    for (const std::uint32_t s : behind) enqueue(s);
    for (const std::uint32_t p : on_.flow().predecessors(b)) enqueue(p);  // they may have the same head now
    return true;
  }

  // ---- the same head on both ways

  std::optional<Inst> head(const Block& b) const {
    for (auto&& i : code_.instructions(b)) return Inst(i);
    return {};
  }
  bool may_move(const Inst& i) const {
    return !code_.effects(i).has(Effect::convergent | Effect::fixed | Effect::terminator | Effect::phi |
                                 Effect::marker | Effect::call);
  }
  bool hoist(std::uint32_t b) {
    const End end = end_of(b);
    if (end.kind != Kind::two_way || !end.plain) return false;
    const Block left = end.ways[0], right = end.ways[1];
    if (left == block(b) || right == block(b) || on_.flow().predecessors(number(left)).size() != 1 ||
        on_.flow().predecessors(number(right)).size() != 1)
      return false;
    const std::optional<Inst> x = head(left), y = head(right);
    if (!x || !y || !may_move(*x)) return false;
    bool bound = false;
    std::vector<std::pair<Value, Value>> merged;  // of the right, of the left
    const bool equal = alike(std::as_const(code_), *x, *y, [&](const auto& l, const auto& r) {
      if (l.value == r.value) return true;
      if (!l.is_def()) return false;
      if (!single_.has(on_.known().values.find(l.value)) || !single_.has(on_.known().values.find(r.value)))
        bound = true;
      merged.emplace_back(r.value, l.value);
      return true;
    });
    if (!equal || touches_end(*x, end)) return false;
    const program::spot_t<P> spot{block(b), end.terminators[0]};
    if (bound || !may_stand(std::as_const(code_), *x, spot)) return keep(*y, BranchFoldReason::bound);
    if (!change("Hoist", b)) return false;
    editing_.move(*x, spot);
    for (const auto& [from, to] : merged) replace_reads<decltype(editing_), P>(editing_, on_.uses(), from, to);
    editing_.erase(*y);
    ++result_.stats.hoisted;
    enqueue(number(left));
    enqueue(number(right));
    for (const std::uint32_t p : on_.flow().predecessors(b)) enqueue(p);  // it may begin like the other way there now
    return true;
  }
  // Does it write what the branches read? (They write nothing.)
  bool touches_end(const Inst& i, const End& end) const {
    bool touches = false;
    if (!code_.effects(i).removable())
      for (const Inst& t : end.terminators) touches |= code_.effects(t).touches_memory();
    code_.for_each_operand(i, [&](const auto& d) {
      if (!d.is_def()) return;
      for (const Inst& t : end.terminators)
        code_.for_each_operand(t, [&](const auto& u) { touches |= u.value == d.value; });
    });
    return touches;
  }

  // ---- the same tail

  struct Tail {
    std::uint32_t block;
    std::vector<Inst> insts;  // last first, without the jump where there is one
    std::optional<Inst> jump;
    bool whole = false;  // no phis are left out
  };
  Tail tail_of(std::uint32_t b, const End& end) const {
    Tail t{b, {}, {}, true};
    for (auto&& i : code_.instructions(block(b))) {
      const program::Effects e = code_.effects(i);
      if (e.has(Effect::phi)) t.whole = false;
      if (!e.has(Effect::phi)) t.insts.push_back(i);
    }
    if (end.kind == Kind::jump) t.jump = t.insts.back(), t.insts.pop_back();
    std::reverse(t.insts.begin(), t.insts.end());
    return t;
  }
  // Blocks that go on to one and the same block, or leave for good.
  bool merge_tails() {
    std::map<std::uint32_t, std::vector<Tail>> groups;
    for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b) {
      if (!on_.flow().contains(b)) continue;
      const End end = end_of(b);
      const bool leaves = end.ways.empty() && !end.terminators.empty();
      if (!leaves && (end.kind != Kind::jump || !end.plain)) continue;
      std::vector<Tail>& group = groups[leaves ? none : number(end.ways[0])];
      if (group.size() < options_.tail_merge_threshold) group.push_back(tail_of(b, end));
    }
    behind_.assign(on_.known().blocks.size(), none);
    std::uint32_t last = none;
    for (auto&& b : code_.blocks()) {
      if (last != none) behind_[last] = number(b);
      last = number(b);
    }
    bool any = false;
    for (auto& [to, group] : groups) any |= merge_group(to, group);
    return any;
  }
  bool merge_group(std::uint32_t to, std::vector<Tail>& group) {
    bool any = false;
    for (std::size_t x = 0; x < group.size(); ++x)
      for (std::size_t y = x + 1; y < group.size() && changes_.any(); ++y) {
        const std::size_t n = common(to, group[x], group[y]);
        // What goes, less the jump that comes where none was.
        if (n < std::max(options_.tail_merge_size, 1U) + (to == none ? 1U : 0U)) continue;
        if (!change("TailMerge", group[y].block)) return any;
        share(to, group[x], group[y], n);
        group.erase(group.begin() + static_cast<std::ptrdiff_t>(y--));
        any = true;
      }
    return any;
  }
  // How many instructions at the end are the same, where values that only the tails know may have other names.
  std::size_t common(std::uint32_t to, const Tail& x, const Tail& y) const {
    const std::size_t most = std::min(x.insts.size(), y.insts.size());
    std::size_t best = 0;
    std::vector<std::pair<Value, Value>> others;  // reads of other names (left, right) whose definitions must come
    if (to != none)
      for (const Inst& phi : phis_of(std::as_const(code_), block(to))) {
        std::optional<Value> l, r;
        for (const auto& [from, v] : incoming_of(std::as_const(code_), phi)) {
          if (from == block(x.block)) l = v;
          if (from == block(y.block)) r = v;
        }
        if (!l || !r) return 0;
        if (!(*l == *r)) others.emplace_back(*l, *r);
      }
    for (std::size_t k = 0; k < most; ++k) {
      const Inst &a = x.insts[k], &b = y.insts[k];
      if (code_.effects(a).has(Effect::convergent | Effect::marker)) break;
      std::vector<std::pair<Value, Value>> reads;
      bool fine = true;
      const bool equal = alike(std::as_const(code_), a, b, [&](const auto& l, const auto& r) {
        if (!l.is_def()) {
          if (!(l.value == r.value)) reads.emplace_back(l.value, r.value);
          return true;
        }
        if (l.value == r.value) return true;
        const auto pair = std::pair(l.value, r.value);
        fine &= within(r.value, y, k, to) && within(l.value, x, k, to);
        std::erase(others, pair);
        return true;
      });
      // A name that one side reads as its own and the other as an older value.
      if (!equal || !fine) break;
      for (const auto& r : reads)
        if (std::find(others.begin(), others.end(), r) == others.end()) others.push_back(r);
      if (others.empty()) best = k + 1;
    }
    return best;
  }
  // Is a value of one definition, the k-th from the end, read by the tail and the phis behind it alone?
  bool within(const Value& v, const Tail& t, std::size_t k, std::uint32_t to) const {
    if (!single_.has(on_.known().values.find(v))) return false;
    bool fine = true;
    on_.uses().for_each_use(v, [&](const Inst& i, std::uint32_t) {
      const auto stop = t.insts.begin() + static_cast<std::ptrdiff_t>(k);
      bool here = std::find(t.insts.begin(), stop, i) != stop;
      if (to != none && code_.effects(i).has(Effect::phi)) {
        here = code_.where(i).block == block(to);
        for (const auto& [from, taken] : incoming_of(std::as_const(code_), i))
          here &= !(taken == v) || from == block(t.block);
      }
      fine &= here;
    });
    return fine;
  }
  // y's tail goes, and y jumps to x's, which gets a block of its own where it has none.
  void share(std::uint32_t to, Tail& x, Tail& y, std::size_t n) {
    Block shared = block(x.block);
    if (n != x.insts.size() || !x.whole || x.block == 0) {
      shared = new_block_behind(x.block);
      for (std::size_t k = n; k-- > 0;) editing_.move(x.insts[k], {shared, std::nullopt});
      if (x.jump) editing_.move(*x.jump, {shared, std::nullopt});
      editing_.append(jumps_.jump(shared), block(x.block));
      if (to != none) rename_in_phis<P>(editing_, block(to), block(x.block), shared);
      enqueue(x.block);
      x.insts.erase(x.insts.begin() + static_cast<std::ptrdiff_t>(n), x.insts.end());
      x.whole = true;
      x.block = number(shared);
    }
    editing_.append(jumps_.jump(shared), block(y.block));
    if (y.jump) editing_.erase(*y.jump);
    for (std::size_t k = 0; k < n; ++k) editing_.erase(y.insts[k]);
    if (to != none) forget_in_phis<P>(editing_, block(to), block(y.block));
    ++result_.stats.tails;
    result_.stats.tail_insts += n;
    enqueue_around(y.block);
    enqueue(x.block);
  }
  // A new block, in the layout behind another.
  Block new_block_behind(std::uint32_t b) {
    const std::uint32_t next = behind_[b];
    const Block made = editing_.new_block({}, next == none ? std::optional<Block>() : std::optional(block(next)));
    behind_[b] = number(made);
    behind_.resize(on_.known().blocks.size(), none);
    behind_[number(made)] = next;
    return made;
  }

  Chain<P>& on_;
  P& code_;
  const BranchFoldingOptions& options_;
  JumpMaker<P> jumps_;
  std::vector<std::uint32_t> behind_;  // per block, in the layout, while tails are merged
  SingleValues<P> single_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  BranchFoldingResult<P> result_;
  std::vector<std::uint32_t> work_;
  std::vector<bool> queued_;
};

}  // namespace detail

/// Folds until nothing is left to fold. The code stays in SSA form where it was; dominance may change, the order of the
/// blocks that stay does not.
template <Editor P, class Sink = NoRemarks, class... Observers>
BranchFoldingResult<P> fold_branches(Chain<P>& on, const BranchFoldingOptions& options = {}, Sink&& sink = {},
                                     Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::BranchFolding<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...).run();
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
BranchFoldingResult<P> fold_branches(P& code, const BranchFoldingOptions& options = {}, Sink&& sink = {},
                                     Observers&... observers) {
  Chain<P> on(code);
  return fold_branches(on, options, sink, observers...);
}

}  // namespace lathe::passes
