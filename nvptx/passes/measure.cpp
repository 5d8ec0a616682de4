// See measure.hpp.
#include "nvptx/passes/measure.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/problem.hpp>

#include "nvptx/mir/flow.hpp"

namespace lathe::nvptx {
namespace {

/// Which registers are live, and how much they take.
class LiveNow {
 public:
  explicit LiveNow(const mir::Function& function) : f_(function), in_(function.regs.size()) {}
  void set(mir::Reg r, bool live) {
    if (in_[r] == live) return;
    in_[r] = live;
    const mir::Type type = f_.regs[r].type;
    const bool predicate = type == mir::Type::pred;
    std::uint32_t& sum = predicate ? predicates : words;
    const std::uint32_t weight = predicate ? 1 : std::max(1U, (mir::bits_of(type) + 31) / 32);
    sum += live ? weight : 0U - weight;
  }
  std::uint32_t words = 0, predicates = 0;

 private:
  const mir::Function& f_;
  std::vector<bool> in_;
};

}  // namespace

Measured measure(const mir::Module& module, const mir::Function& function) {
  Measured out;
  const mir::Flow code(module, function);
  const flow::Cfg cfg = flow::make_cfg(code);
  const flow::Liveness live = flow::liveness(cfg, flow::liveness_problem(code));
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), flow::reverse_post_order(cfg));
  LiveNow now(function);
  std::vector<mir::Reg> seen;
  for (mir::BlockId b = 0; b < function.blocks.size(); ++b) {
    const auto& insts = function.blocks[b].insts;
    out.weight += static_cast<double>(insts.size()) * std::pow(8.0, std::min(loops.depth(b), 8U));
    seen.assign(live.live_out[b].begin(), live.live_out[b].end());
    for (const mir::Reg r : seen) now.set(r, true);
    const auto look = [&] {
      out.registers = std::max(out.registers, now.words);
      out.predicates = std::max(out.predicates, now.predicates);
    };
    look();
    for (auto i = insts.rbegin(); i != insts.rend(); ++i) {
      mir::for_each_reg(module, function, *i, [&](mir::Reg r, bool def) {
        if (def && i->guard == mir::none) now.set(r, false);
      });
      code.for_each_register(*i, [&](mir::Reg r, bool def) {
        if (def) return;
        now.set(r, true);
        seen.push_back(r);
      });
      look();
    }
    for (const mir::Reg r : seen) now.set(r, false);
  }
  return out;
}

bool no_worse(const Measured& now, const Measured& before) {
  return now.registers <= before.registers && now.predicates <= std::max(before.predicates, 7U) &&
         now.weight <= before.weight;
}

}  // namespace lathe::nvptx
