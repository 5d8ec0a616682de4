// Instructions go that may go and whose results nobody reads behind them, on any way: dead code by liveness, so that of a
// register with several definitions those go that are overwritten first. What opt/dead_code.hpp cannot see, which keeps all
// definitions of what is read anywhere.
//
// Needs: no phis. Cost: O(size and live sets) for each time that what went lets something in another block go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::passes {

/// next(inst) is asked before each; false ends it. How many went.
template <class E, Editor P, class Next>
std::uint64_t erase_dead_definitions(E& editing, P& code, Next&& next) {
  std::uint64_t gone = 0;
  for (bool again = true; again;) {
    again = false;
    const program::Numbering<P> n(code);
    const flow::Problem all = flow::ingest(program::FlowOf<P>(code, n));
    const flow::Cfg cfg = flow::make_cfg(program::FlowOf<P>(code, n));
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Liveness live = flow::liveness(cfg, flow::liveness_problem(all));
    std::vector<std::uint8_t> now(n.values(), 0);
    std::vector<inst_t<P>> dead;
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      if (!order.reachable(b)) continue;
      for (const std::uint32_t v : live.live_out[b]) now[v] = 1;
      for (std::uint32_t i = n.first(b + 1); i-- > n.first(b);) {
        bool written = false, read = false;
        code.for_each_operand(n.inst(i), [&](const program::Operand<value_t<P>>& o) {
          if (!o.is_def()) return;
          written = true;
          read |= now[n.value_number(o.value)] != 0 || pinned(code, o.value);
        });
        if (written && !read && code.effects(n.inst(i)).removable() && !code.effects(n.inst(i)).has(Effect::marker)) {
          dead.push_back(n.inst(i));
          continue;
        }
        // What is written under a guard or in part is read by the same instruction as what it was.
        code.for_each_operand(n.inst(i), [&](const program::Operand<value_t<P>>& o) {
          if (o.is_def() && !o.more && o.lanes == ~std::uint64_t{0}) now[n.value_number(o.value)] = 0;
        });
        code.for_each_operand(n.inst(i), [&](const program::Operand<value_t<P>>& o) {
          if (!o.is_def()) now[n.value_number(o.value)] = 1;
        });
      }
      for (const std::uint32_t v : live.live_in[b]) now[v] = 0;
      for (std::uint32_t i = n.first(b); i < n.first(b + 1); ++i)
        code.for_each_operand(n.inst(i),
                              [&](const program::Operand<value_t<P>>& o) { now[n.value_number(o.value)] = 0; });
    }
    for (const inst_t<P>& i : dead) {  // readers before what they read
      if (!next(i)) return gone;
      editing.erase(i);
      ++gone;
      again = true;
    }
  }
  return gone;
}

}  // namespace lathe::passes
