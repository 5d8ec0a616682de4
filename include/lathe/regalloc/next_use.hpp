// How far away is the next use of each value, in instructions, wherever it lives?
//
// Along the nearest path; an edge that leaves a loop counts as very long, so what is used in the loop comes before what
// is used behind it. Arguments of phis are used at the ends of the blocks that they come from.
//
// Cost: liveness, and per round O(live values); a round per nesting of loops, at most `rounds`. What is not settled
// then is an estimate, which costs nothing but quality.
// Source: Braun, Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009, section 4.1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/regalloc/problem.hpp>

namespace lathe::regalloc::detail {

/// Graph facts that all steps ask for.
struct Ground {
  flow::Dominators dominators;
  flow::Order order;
  flow::Loops loops;
  explicit Ground(const flow::Cfg& cfg)
      : dominators(cfg), order(flow::reverse_post_order(cfg)), loops(flow::find_loops(cfg, dominators, order)) {}
};

template <class = void>
class BasicNextUse {
 public:
  static constexpr std::uint32_t never = 0xffffffffU, far = 1U << 20, most = 1U << 30;
  static constexpr std::uint32_t rounds = 10;

  BasicNextUse(const Problem& p, const Ground& ground) : p_(p), ground_(ground) {
    find_liveness();
    const std::uint32_t blocks = p.block_count();
    in_first_.assign(blocks + 1, 0);
    out_first_.assign(blocks + 1, 0);
    for (Block b = 0; b < blocks; ++b) {
      in_first_[b + 1] = in_first_[b] + live_.live_in[b].size();
      out_first_[b + 1] = out_first_[b] + live_.live_out[b].size();
    }
    in_.assign(in_first_[blocks], most);
    out_.assign(out_first_[blocks], most);
    find_local();
    propagate();
  }

  std::span<const std::uint32_t> live_in(Block b) const { return live_.live_in[b]; }
  std::span<const std::uint32_t> live_out(Block b) const { return live_.live_out[b]; }
  /// Distance from the block's head, of the k-th of live_in(b).
  std::uint32_t at_head(Block b, std::size_t k) const { return in_[in_first_[b] + k]; }
  /// Distance from the block's end, of the k-th of live_out(b).
  std::uint32_t at_end(Block b, std::size_t k) const { return out_[out_first_[b] + k]; }
  /// Of a value, from a block's head; `most` where it is not live into it.
  std::uint32_t at_head_of(Block b, std::uint32_t value) const {
    const auto in = live_in(b);
    const auto it = std::lower_bound(in.begin(), in.end(), value);
    return it == in.end() || *it != value ? most : at_head(b, static_cast<std::size_t>(it - in.begin()));
  }

 private:
  void find_liveness() {
    flow::LivenessProblem lp;
    lp.variables = static_cast<std::uint32_t>(p_.values.size());
    std::vector<Block> home(p_.values.size(), flow::no_block);
    const auto define = [&](std::uint32_t v, Block b) {
      home[v] = b;
      lp.defs.emplace_back(v, b);
    };
    for (const Operand& o : p_.parameters) define(o.value, 0);
    for (const Problem::Phi& phi : p_.phis)
      if (ground_.order.reachable(phi.block)) define(phi.result, phi.block);
    for (const Block b : ground_.order.blocks)
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (o.is_def) define(o.value, b);
    std::vector<Block> seen(p_.values.size(), flow::no_block);
    for (const Block b : ground_.order.blocks)
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (!o.is_def && home[o.value] != b && seen[o.value] != b) {
            seen[o.value] = b;
            lp.uses.emplace_back(o.value, b);
          }
    for (const Problem::Phi& phi : p_.phis)
      if (ground_.order.reachable(phi.block))
        for (const Problem::Argument& a : p_.incoming(phi))
          if (ground_.order.reachable(a.from)) lp.edge_uses.emplace_back(a.value, a.from);
    live_ = flow::liveness(p_.cfg, lp);
  }

  // Uses in the block itself: at_head of those is settled. And arguments of phis: at_end is 0.
  void find_local() {
    std::vector<std::uint32_t> first(p_.values.size(), never);
    settled_.assign(in_.size(), false);
    for (const Block b : ground_.order.blocks) {
      for (std::uint32_t i = p_.first[b + 1]; i-- > p_.first[b];)
        for (const Operand& o : p_.operands[i])
          if (!o.is_def) first[o.value] = i - p_.first[b];
      const auto in = live_in(b);
      for (std::size_t k = 0; k < in.size(); ++k)
        if (first[in[k]] != never) {
          in_[in_first_[b] + k] = first[in[k]];
          settled_[in_first_[b] + k] = true;
        }
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i]) first[o.value] = never;
    }
    for (const Problem::Phi& phi : p_.phis)
      if (ground_.order.reachable(phi.block))
        for (const Problem::Argument& a : p_.incoming(phi))
          if (ground_.order.reachable(a.from)) {
            const auto out = live_out(a.from);
            const auto it = std::lower_bound(out.begin(), out.end(), a.value);
            out_[out_first_[a.from] + static_cast<std::size_t>(it - out.begin())] = 0;
          }
  }

  void propagate() {
    bool changed = true;
    for (std::uint32_t round = 0; changed && round < rounds; ++round) {
      changed = false;
      for (std::size_t k = ground_.order.blocks.size(); k-- > 0;) changed |= pull(ground_.order.blocks[k]);
    }
  }
  // The block's distances from those of its successors; true when one became less.
  bool pull(Block b) {
    const auto out = live_out(b);
    for (const Block s : p_.cfg.successors(b)) {
      const std::uint32_t loop = ground_.loops.innermost[b];
      const std::uint32_t length = loop != flow::no_loop && !ground_.loops.contains(loop, s) ? far : 0;
      const auto in = live_in(s);
      for (std::size_t k = 0, m = 0; k < in.size(); ++k) {
        while (m < out.size() && out[m] < in[k]) ++m;
        if (m == out.size()) break;
        if (out[m] != in[k]) continue;
        std::uint32_t& d = out_[out_first_[b] + m];
        d = std::min(d, std::min(in_[in_first_[s] + k] + length, most));
      }
    }
    const std::uint32_t size = p_.first[b + 1] - p_.first[b];
    const auto in = live_in(b);
    bool changed = false;
    for (std::size_t k = 0, m = 0; k < in.size(); ++k) {
      if (settled_[in_first_[b] + k]) continue;
      while (m < out.size() && out[m] < in[k]) ++m;
      if (m == out.size()) break;
      if (out[m] != in[k]) continue;
      std::uint32_t& d = in_[in_first_[b] + k];
      const std::uint32_t fresh = std::min(out_[out_first_[b] + m] + size, most);
      if (fresh < d) {
        d = fresh;
        changed = true;
      }
    }
    return changed;
  }

  const Problem& p_;
  const Ground& ground_;
  flow::Liveness live_;
  std::vector<std::size_t> in_first_, out_first_;
  std::vector<std::uint32_t> in_, out_;
  std::vector<bool> settled_;
};
using NextUse = BasicNextUse<>;

}  // namespace lathe::regalloc::detail
