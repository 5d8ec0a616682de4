// Registers into slots of the frame, and blocks into one line.
//
// PTX has registers without end; a frame that held each would not fit a cache. Live ranges by block (flow/liveness)
// and a linear walk: a slot is free again after the last use in the block where its register dies. What threads of
// a warp do in other blocks does not matter: each lane has its own copy. Only registers of one width share.
// Cost: O(instructions + size of the live sets). Source: linear scan, Poletto and Sarkar 1999.
#include <algorithm>
#include <array>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/problem.hpp>

#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/mir/flow.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::BlockId;
using mir::Function;
using mir::Inst;
using mir::Module;
using mir::Operand;

/// The way on comes first: of two ways out of a block it is the one that is laid out next to it.
struct Flowing : mir::Flow {
  using mir::Flow::Flow;
  template <class F>
  void for_each_successor(BlockId b, F&& put) const {
    if (falls_through(b) && b + 1 < block_count()) put(b + 1);
    mir::Flow::for_each_successor(b, put);
  }
};

/// Reverse post-order in which the ways out of a loop come after what stays in it.
std::vector<BlockId> loop_order(const flow::Cfg& cfg, const flow::Loops& loops) {
  struct Visit {
    BlockId block;
    std::vector<BlockId> todo;
  };
  std::vector<bool> seen(cfg.block_count(), false);
  std::vector<BlockId> post;
  const auto open = [&](BlockId b) {
    // The last one taken comes first in reverse post-order: shallow ones are visited first.
    Visit v{b, {cfg.successors(b).begin(), cfg.successors(b).end()}};
    std::reverse(v.todo.begin(), v.todo.end());
    std::stable_sort(v.todo.begin(), v.todo.end(),
                     [&](BlockId x, BlockId y) { return loops.depth(x) < loops.depth(y); });
    std::reverse(v.todo.begin(), v.todo.end());  // taken from the back
    seen[b] = true;
    return v;
  };
  std::vector<Visit> stack;
  stack.push_back(open(0));
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.todo.empty()) {
      post.push_back(top.block);
      stack.pop_back();
      continue;
    }
    const BlockId next = top.todo.back();
    top.todo.pop_back();
    if (!seen[next]) stack.push_back(open(next));
  }
  std::reverse(post.begin(), post.end());
  return post;
}

unsigned reg_bits(const Function& f, mir::Reg r) {
  const mir::Type t = f.regs[r].type;
  const unsigned bits = mir::bits_of(t);
  return bits == 0 ? 64 : bits;  // opaque handles
}

class Assigner {
 public:
  Assigner(const Function& f, const Module& m, std::vector<Slot>& slots) : f_(f), m_(m), slots_(slots) {}

  std::uint32_t run() {
    const auto n = static_cast<std::uint32_t>(f_.regs.size());
    slots_.assign(n, no_slot);
    number_.assign(n, mir::none);
    const Flowing source(m_, f_);
    const flow::Cfg cfg = flow::make_cfg(source);
    const flow::Liveness live = flow::liveness(cfg, flow::liveness_problem(source));
    // A register that lives across blocks keeps one number for good; the others share by class, block by block.
    std::vector<bool> global(n, false);
    for (BlockId b = 0; b < f_.blocks.size(); ++b)
      for (const auto r : live.live_in[b]) global[r] = true;
    // One that is met in several blocks has one number too, though each block may start it anew.
    std::vector<BlockId> met(n, mir::none);
    for (BlockId b = 0; b < f_.blocks.size(); ++b)
      for (const Inst& inst : f_.blocks[b].insts)
        mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool) {
          if (r >= n) return;
          if (met[r] != mir::none && met[r] != b) global[r] = true;
          met[r] = b;
        });
    colour_globals(live, global);
    const auto first_local = next_;
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      next_ = first_local;
      for (auto& list : free_) list.clear();
      local_block(b, global);
      for (unsigned c = 0; c < classes; ++c) high_[c] = std::max(high_[c], next_[c]);
    }
    return lay_out();
  }

 private:
  static constexpr unsigned classes = 5;  // pred, 16, 32, 64, 128 bits
  static unsigned class_of(unsigned bits) {
    return bits <= 1 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : bits <= 64 ? 3 : 4;
  }

  // Greedy colouring of the registers that cross blocks: those that are live together anywhere in a block's
  // borders, or of which one is met in a block where the other is live, get unlike numbers.
  void colour_globals(const flow::Liveness& live, const std::vector<bool>& global) {
    std::vector<std::vector<BlockId>> where(f_.regs.size());
    std::vector<std::vector<mir::Reg>> present(f_.blocks.size());
    const auto add = [&](mir::Reg r, BlockId b) {
      if (!where[r].empty() && where[r].back() == b) return;
      where[r].push_back(b);
    };
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      for (const auto r : live.live_in[b]) add(r, b);
      for (const auto r : live.live_out[b]) add(r, b);
      for (const Inst& inst : f_.blocks[b].insts)
        mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool) {
          if (r < f_.regs.size() && global[r]) add(r, b);
        });
    }
    for (auto& list : where) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    // Numbers taken in a block, by class: a register takes the lowest that is free in all its blocks.
    std::array<std::vector<std::vector<bool>>, classes> taken;
    for (auto& t : taken) t.resize(f_.blocks.size());
    for (mir::Reg r = 0; r < f_.regs.size(); ++r) {
      if (!global[r] || where[r].empty()) continue;
      const unsigned c = class_of(reg_bits(f_, r));
      std::uint32_t number = 0;
      for (bool again = true; again;) {
        again = false;
        for (const BlockId b : where[r])
          while (number < taken[c][b].size() && taken[c][b][number]) {
            ++number;
            again = true;
          }
      }
      for (const BlockId b : where[r]) {
        if (taken[c][b].size() <= number) taken[c][b].resize(number + 1, false);
        taken[c][b][number] = true;
      }
      number_[r] = number;
      next_[c] = std::max(next_[c], number + 1);
    }
    high_ = next_;
  }

  void local_block(BlockId b, const std::vector<bool>& global) {
    const auto& insts = f_.blocks[b].insts;
    std::unordered_map<mir::Reg, std::uint32_t> last;
    for (std::uint32_t i = 0; i < insts.size(); ++i)
      mir::for_each_reg(m_, f_, insts[i], [&](mir::Reg r, bool) {
        if (r < f_.regs.size() && !global[r]) last[r] = i;
      });
    std::vector<mir::Reg> dying;
    for (std::uint32_t i = 0; i < insts.size(); ++i) {
      dying.clear();
      mir::for_each_reg(m_, f_, insts[i], [&](mir::Reg r, bool) {
        if (r >= f_.regs.size() || global[r]) return;
        if (number_[r] == mir::none) {
          auto& list = free_[class_of(reg_bits(f_, r))];
          if (list.empty()) {
            number_[r] = next_[class_of(reg_bits(f_, r))]++;
          } else {
            number_[r] = list.back();
            list.pop_back();
          }
        }
        if (last[r] == i) dying.push_back(r);
      });
      // Free after the whole instruction: sources and results of one instruction never share.
      std::sort(dying.begin(), dying.end());
      dying.erase(std::unique(dying.begin(), dying.end()), dying.end());
      for (const mir::Reg r : dying) free_[class_of(reg_bits(f_, r))].push_back(number_[r]);
    }
  }

  std::uint32_t lay_out() {
    constexpr std::array<std::uint32_t, classes> bytes{4, 64, 128, 256, 512};
    std::array<std::uint32_t, classes> base{};
    std::uint32_t at = 0;
    for (unsigned c = 0; c < classes; ++c) {
      at = (at + 63) / 64 * 64;
      base[c] = at;
      at += high_[c] * bytes[c];
    }
    for (mir::Reg r = 0; r < f_.regs.size(); ++r) {
      const unsigned c = class_of(reg_bits(f_, r));
      if (number_[r] != mir::none) slots_[r] = base[c] + number_[r] * bytes[c];
    }
    return (at + 63) / 64 * 64;
  }

  const Function& f_;
  const Module& m_;
  std::vector<Slot>& slots_;
  std::vector<std::uint32_t> number_;  // within the class
  std::array<std::uint32_t, classes> next_{}, high_{};
  std::array<std::vector<std::uint32_t>, classes> free_;
};

}  // namespace

std::uint32_t assign_slots(const mir::Function& function, const mir::Module& module, std::vector<Slot>& slots) {
  return Assigner(function, module, slots).run();
}

std::vector<mir::BlockId> block_layout(const mir::Function& function, const mir::Module& module) {
  if (function.blocks.empty()) return {};
  const flow::Cfg cfg = flow::make_cfg(Flowing(module, function));
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Dominators dominators(cfg);
  return loop_order(cfg, flow::find_loops(cfg, dominators, order));
}

}  // namespace lathe::nvptx::exec
