// Block order and branches: jumps through empty blocks, loops contiguous, fall-through where it can be, the
// condition inverted where that saves a jump.
//
// The order is lathe::opt::place_blocks; here are PTX's branches. Instructions are neither copied nor moved
// between blocks, so convergent ones stay where they are.
// Needs: no phis. Cost: linear.
#include <algorithm>

#include <lathe/opt/block_placement.hpp>

#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {
namespace {

constexpr BlockId no_target = mir::none;

class BlockOrder {
 public:
  BlockOrder(Module& m, Function& f) : m_(m), f_(f) {}

  void run() {
    split_tails();
    thread_jumps();
    rearrange();
    join_tails();
  }

 private:
  // How a block ends, its plain branches taken off: branch to `taken` if the guard holds, then to `next`.
  struct Tail {
    Inst branch;  // the guarded one, when taken is a block
    BlockId taken = no_target;
    BlockId next = no_target;  // where control goes on; none: it does not, or runs off the function's end
    bool runs_off = false;
  };

  bool is_plain_branch(const Inst& inst) const {
    const auto slots = f_.operands_of(inst);
    return m_.op(inst.op).op == Op::bra && slots.size() == 1 && slots[0].kind == Operand::Kind::block;
  }
  BlockId target(const Inst& inst) const { return f_.operands_of(inst)[0].a; }

  void split_tails() {
    const auto count = static_cast<BlockId>(f_.blocks.size());
    tails_.resize(count);
    for (BlockId b = 0; b < count; ++b) {
      auto& insts = f_.blocks[b].insts;
      Tail& t = tails_[b];
      if (!insts.empty() && ends_block(m_, insts.back())) {
        if (!is_plain_branch(insts.back())) continue;  // ret, exit, brx
        t.next = target(insts.back());
        insts.pop_back();
      } else if (b + 1 < count) {
        t.next = b + 1;
      } else {
        t.runs_off = true;
        continue;
      }
      if (!insts.empty() && insts.back().guard != mir::none && is_plain_branch(insts.back())) {
        t.branch = insts.back();
        t.taken = target(t.branch);
        insts.pop_back();
        if (t.taken == t.next) t.taken = no_target;
      }
    }
  }

  // What says where variables are (nvptx/debug) is nothing that would keep a block; other lines are.
  bool is_empty(const mir::Block& block) const {
    return std::all_of(block.insts.begin(), block.insts.end(), [&](const Inst& inst) {
      return m_.op(inst.op).op == Op::p_raw && f_.operands_of(inst)[0].kind == Operand::Kind::imm;
    });
  }

  // Where a jump to b ends up after empty blocks.
  BlockId follow(BlockId b) {
    BlockId end = b;
    for (std::size_t steps = 0; steps < f_.blocks.size(); ++steps) {
      const Tail& t = tails_[end];
      if (!is_empty(f_.blocks[end]) || t.taken != no_target || t.next == no_target || t.next == end) break;
      end = forward_[end] != no_target ? forward_[end] : t.next;
      if (end == b) return b;  // an empty endless loop
    }
    return forward_[b] = end;
  }

  void thread_jumps() {
    forward_.assign(f_.blocks.size(), no_target);
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      Tail& t = tails_[b];
      if (t.next != no_target) t.next = follow(t.next);
      if (t.taken != no_target) t.taken = follow(t.taken);
      if (t.taken == t.next) t.taken = no_target;
      for (const Inst& inst : f_.blocks[b].insts) {
        if (!is_terminator(m_, inst)) continue;
        for (Operand& o : f_.operands_of(inst))
          if (o.kind == Operand::Kind::block) o.a = follow(o.a);
      }
    }
    for (mir::Table& table : f_.tables)
      for (BlockId& b : table.targets) b = follow(b);
  }

  // flow::ControlFlow over what the tails and the remaining terminators say.
  struct TailFlow {
    const BlockOrder& order;
    const FunctionFlow& rest;
    std::uint32_t block_count() const { return rest.block_count(); }
    template <class F>
    void for_each_successor(BlockId b, F&& f) const {
      const Tail& t = order.tails_[b];
      // The likely fall-through first.
      if (t.next != no_target) f(t.next);
      if (t.taken != no_target) f(t.taken);
      if (t.next == no_target || guarded_rest(b))
        rest.for_each_successor(b, [&](BlockId s) {
          if (s != b + 1 || names(b, s)) f(s);
        });
    }
    bool guarded_rest(BlockId b) const {
      const auto& insts = order.f_.blocks[b].insts;
      return !insts.empty() && is_terminator(order.m_, insts.back());
    }
    // The rest's own fall-through is not one: the tail was taken off.
    bool names(BlockId b, BlockId s) const {
      const auto& block = order.f_.blocks[b];
      for (std::uint32_t i = first_terminator(order.m_, block); i < block.insts.size(); ++i)
        for (const Operand& o : order.f_.operands_of(block.insts[i])) {
          if (o.kind == Operand::Kind::block && o.a == s) return true;
          if (o.kind == Operand::Kind::symbol)
            for (const BlockId t : rest.table(o.a))
              if (t == s) return true;
        }
      return false;
    }
  };

  bool is_cold(BlockId b) const {
    const Tail& t = tails_[b];
    if (t.next != no_target || t.taken != no_target) return false;
    for (const Inst& inst : f_.blocks[b].insts)
      if (m_.op(inst.op).op == Op::trap) return true;
    return false;
  }

  void rearrange() {
    const FunctionFlow rest(m_, f_);
    const flow::Cfg cfg = flow::make_cfg(TailFlow{*this, rest});
    const flow::Order rpo = flow::reverse_post_order(cfg);
    const flow::Dominators dominators(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, rpo);
    const auto order = opt::place_blocks(cfg, loops, rpo, [&](BlockId b) { return is_cold(b); });
    std::vector<BlockId> renamed(f_.blocks.size(), no_target);
    for (BlockId i = 0; i < order.size(); ++i) renamed[order[i]] = i;
    std::vector<Tail> tails;
    tails.reserve(order.size());
    for (const BlockId b : order) {
      Tail t = tails_[b];
      if (t.next != no_target) t.next = renamed[t.next];
      if (t.taken != no_target) t.taken = renamed[t.taken];
      tails.push_back(t);
    }
    tails_ = std::move(tails);
    rearrange_blocks(f_, order);
  }

  void join_tails() {
    const mir::OpId jump = m_.intern("bra.uni"), leave = m_.intern("ret");
    const auto count = static_cast<BlockId>(f_.blocks.size());
    for (BlockId b = 0; b < count; ++b) {
      auto& insts = f_.blocks[b].insts;
      Tail& t = tails_[b];
      if (t.runs_off && b + 1 < count) insts.push_back(f_.make(leave, {}));
      if (t.taken != no_target) {
        if (t.taken == b + 1) {
          t.branch.guard_negated = !t.branch.guard_negated;
          std::swap(t.taken, t.next);
        }
        f_.operands_of(t.branch)[0].a = t.taken;
        insts.push_back(t.branch);
      }
      if (t.next != no_target && t.next != b + 1) {
        const Operand to = Operand::make_block(t.next);
        insts.push_back(f_.make(jump, {&to, 1}));
      }
    }
  }

  Module& m_;
  Function& f_;
  std::vector<Tail> tails_;
  std::vector<BlockId> forward_;
};

}  // namespace

void order_blocks(Module& module, Function& function) {
  if (function.blocks.empty()) return;
  BlockOrder(module, function).run();
}

}  // namespace lathe::nvptx
