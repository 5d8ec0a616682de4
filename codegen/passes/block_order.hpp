// Block order and branches: jumps through empty blocks, loops contiguous, fall-through where it can be, the condition
// inverted where that saves a jump.
//
// The order is lathe::opt::place_blocks. A block's plain branches are taken off as a Tail, put right, and written again
// behind the blocks' new order. Instructions are neither copied nor moved between blocks, so convergent ones stay where
// they are.
//
// Needs: no phis, every way out of a block in its tail or in what for_each_other_way names; a code.hpp client and
//   using Branch = ...;                              the conditional branch of a tail, as the client takes it off
//   Tail<P> take_tail(Block, optional<Block> behind) off the block; `behind` it in the layout: where a target falls through
//   void put_tail(Block, Tail<P>&&, bool behind)     at its end; tail.next is `behind` it. Called behind arrange
//   bool invert(Branch&)                             it branches where it did not; false: it cannot
// which may have
//   void for_each_other_way(Block, f) const          f(Block): where else it goes once its tail is off -> nowhere
//   void redirect_others(Block, f)                   each of them becomes f(Block)
//   void redirect_tables(f)                          the same of what belongs to no block
//   bool is_empty(Block) const                       but for its tail           -> nothing but markers stands there
//   double likely(const Branch&) const               the chance that it is taken -> below 0: nobody knows
//   bool is_cold(Block) const                        seldom executed, where control does not go on     -> false
// Cost: linear.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/opt/block_placement.hpp>

#include "codegen/passes/code.hpp"

namespace lathe::codegen::passes {

/// How a block ends: to `taken` where the branch's condition holds, then to `next`.
template <class P>
struct Tail {
  typename P::Branch branch{};            ///< how the last instruction decides; of no meaning without `taken`
  std::optional<block_t<P>> taken, next;  ///< nothing: it does not go there
  bool runs_off = false;  ///< neither, and control runs off the function's end: there is no block behind
};

namespace detail {

template <View P>
class BlockOrder {
 public:
  explicit BlockOrder(P& code) : code_(code), layout_(code) {}

  void run() {
    take_tails();
    thread_jumps();
    rearrange();
    put_tails();
  }

 private:
  using Block = block_t<P>;
  struct Numbered {
    typename P::Branch branch{};
    std::uint32_t taken = none, next = none;
    bool runs_off = false;
  };

  void take_tails() {
    const std::uint32_t count = layout_.count();
    tails_.resize(count);
    for (std::uint32_t b = 0; b < count; ++b) {
      Tail<P> t = code_.take_tail(layout_[b], b + 1 < count ? std::optional<Block>(layout_[b + 1]) : std::nullopt);
      Numbered& n = tails_[b];
      n.runs_off = t.runs_off;
      if (t.next) n.next = layout_.number(*t.next);
      if (!t.taken) continue;
      n.branch = std::move(t.branch);
      n.taken = layout_.number(*t.taken);
      if (n.taken == n.next) n.taken = none;
    }
  }

  bool is_empty(std::uint32_t b) const {
    if constexpr (requires { code_.is_empty(layout_[b]); }) {
      return code_.is_empty(layout_[b]);
    } else {
      for (auto&& i : code_.instructions(layout_[b]))
        if (!says_only(code_, i)) return false;
      return true;
    }
  }

  // Where a jump to b ends up after empty blocks.
  std::uint32_t follow(std::uint32_t b) {
    std::uint32_t end = b;
    for (std::size_t steps = 0; steps < tails_.size(); ++steps) {
      const Numbered& t = tails_[end];
      if (!is_empty(end) || t.taken != none || t.next == none || t.next == end) break;
      end = forward_[end] != none ? forward_[end] : t.next;
      if (end == b) return b;  // an empty endless loop
    }
    return forward_[b] = end;
  }

  void thread_jumps() {
    forward_.assign(tails_.size(), none);
    const auto followed = [&](const Block& to) { return layout_[follow(layout_.number(to))]; };
    for (std::uint32_t b = 0; b < tails_.size(); ++b) {
      Numbered& t = tails_[b];
      if (t.next != none) t.next = follow(t.next);
      if (t.taken != none) t.taken = follow(t.taken);
      if (t.taken == t.next) t.taken = none;
      if constexpr (requires { code_.redirect_others(layout_[b], followed); })
        code_.redirect_others(layout_[b], followed);
    }
    if constexpr (requires { code_.redirect_tables(followed); }) code_.redirect_tables(followed);
  }

  // flow::ControlFlow over what the tails and the other ways say.
  struct TailFlow {
    const BlockOrder& order;
    std::uint32_t block_count() const { return order.layout_.count(); }
    template <class F>
    void for_each_successor(std::uint32_t b, F&& f) const {
      const Numbered& t = order.tails_[b];
      // What is to come behind it first: where it falls through, if nobody knows better.
      const bool turned = t.taken != none && t.next != none && order.likely(t.branch) > 0.5;
      if (turned) f(t.taken);
      if (t.next != none) f(t.next);
      if (t.taken != none && !turned) f(t.taken);
      const auto other = [&](const Block& to) { f(order.layout_.number(to)); };
      if constexpr (requires { order.code_.for_each_other_way(order.layout_[b], other); })
        order.code_.for_each_other_way(order.layout_[b], other);
    }
  };

  double likely(const typename P::Branch& branch) const {
    if constexpr (requires { code_.likely(branch); })
      return code_.likely(branch);
    else
      return -1;
  }
  bool is_cold(std::uint32_t b) const {
    if constexpr (requires { code_.is_cold(layout_[b]); })
      return tails_[b].next == none && tails_[b].taken == none && code_.is_cold(layout_[b]);
    else
      return false;
  }

  void rearrange() {
    const flow::Cfg cfg = flow::make_cfg(TailFlow{*this});
    const flow::Order rpo = flow::reverse_post_order(cfg);
    const flow::Dominators dominators(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, rpo);
    const auto order = opt::place_blocks(cfg, loops, rpo, [&](std::uint32_t b) { return is_cold(b); });
    std::vector<std::uint32_t> renamed(tails_.size(), none);
    std::vector<Block> blocks;
    blocks.reserve(order.size());
    for (const std::uint32_t b : order) {
      renamed[b] = static_cast<std::uint32_t>(blocks.size());
      blocks.push_back(layout_[b]);
    }
    std::vector<Numbered> tails;
    tails.reserve(order.size());
    for (const std::uint32_t b : order) {
      Numbered t = std::move(tails_[b]);
      if (t.next != none) t.next = renamed[t.next];
      if (t.taken != none) t.taken = renamed[t.taken];
      tails.push_back(std::move(t));
    }
    tails_ = std::move(tails);
    arrange(code_, blocks);
    layout_ = Layout<P>(code_);
  }

  void put_tails() {
    const std::uint32_t count = layout_.count();
    for (std::uint32_t b = 0; b < count; ++b) {
      Numbered& t = tails_[b];
      if (t.taken != none && t.taken == b + 1 && t.next != none && code_.invert(t.branch)) std::swap(t.taken, t.next);
      Tail<P> out;
      out.branch = std::move(t.branch);
      out.runs_off = t.runs_off && b + 1 < count;
      if (t.taken != none) out.taken = layout_[t.taken];
      if (t.next != none) out.next = layout_[t.next];
      code_.put_tail(layout_[b], std::move(out), t.next == b + 1);
    }
  }

  P& code_;
  Layout<P> layout_;
  std::vector<Numbered> tails_;
  std::vector<std::uint32_t> forward_;
};

}  // namespace detail

/// Blocks that nothing reaches any more go, empty ones among them.
template <View P>
void order_blocks(P& code) {
  if (code.blocks().begin() == code.blocks().end()) return;
  detail::BlockOrder<P>(code).run();
}

}  // namespace lathe::codegen::passes
