// Block order and branches: codegen's pass; here are PTX's branches.
#include "codegen/passes/block_order.hpp"

#include <algorithm>

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {
namespace {

class BranchCode : public Code {
 public:
  using Code::Code;
  using Branch = Inst;  ///< a guarded one
  using Tail = codegen::passes::Tail<BranchCode>;

  Tail take_tail(BlockId b, std::optional<BlockId> behind) {
    auto& insts = f_.blocks[b].insts;
    Tail t;
    if (!insts.empty() && ends_block(m_, insts.back())) {
      if (!is_plain_branch(insts.back())) return t;  // ret, exit, brx
      t.next = target(insts.back());
      insts.pop_back();
    } else {
      t.next = behind;
      t.runs_off = !behind;
      if (t.runs_off) return t;
    }
    if (!insts.empty() && insts.back().guard != mir::none && is_plain_branch(insts.back())) {
      t.branch = insts.back();
      t.taken = target(t.branch);
      insts.pop_back();
    }
    return t;
  }
  void put_tail(BlockId b, Tail&& t, bool behind) {
    auto& insts = f_.blocks[b].insts;
    if (t.runs_off) insts.push_back(f_.make(m_.intern("ret"), {}));
    if (t.taken) {
      f_.operands_of(t.branch)[0].a = *t.taken;
      insts.push_back(t.branch);
    }
    if (!t.next || behind) return;
    const Operand to = Operand::make_block(*t.next);
    if (jump_ == mir::none) jump_ = m_.intern("bra.uni");
    insts.push_back(f_.make(jump_, {&to, 1}));
  }
  static bool invert(Branch& branch) {
    mir::invert(branch);
    return true;
  }

  static double likely(const Branch& branch) { return mir::likely(branch); }

  /// What terminators name that stay: of a ret nothing, of a brx its table.
  template <class F>
  void for_each_other_way(BlockId b, F&& f) const {
    const mir::Block& block = f_.blocks[b];
    for (std::uint32_t i = first_terminator(m_, block); i < block.insts.size(); ++i)
      targets().for_each(block.insts[i], f);
  }
  template <class F>
  void redirect_others(BlockId b, F&& f) {
    const mir::Block& block = f_.blocks[b];
    for (std::uint32_t i = first_terminator(m_, block); i < block.insts.size(); ++i)
      for (Operand& o : f_.operands_of(block.insts[i]))
        if (o.kind == Operand::Kind::block) o.a = f(BlockId{o.a});
  }
  template <class F>
  void redirect_tables(F&& f) {
    for (mir::Table& table : f_.tables)
      for (BlockId& b : table.targets) b = f(b);
  }
  // What says where variables are (nvptx/debug) is nothing that would keep a block; other lines are.
  bool is_empty(BlockId b) const {
    return std::all_of(f_.blocks[b].insts.begin(), f_.blocks[b].insts.end(), [&](const Inst& inst) {
      return says_only(&inst) && f_.operands_of(inst)[0].kind == Operand::Kind::imm;
    });
  }
  bool is_cold(BlockId b) const {
    return std::any_of(f_.blocks[b].insts.begin(), f_.blocks[b].insts.end(),
                       [&](const Inst& inst) { return op(&inst).op == Op::trap; });
  }

 private:
  bool is_plain_branch(const Inst& inst) const {
    const auto slots = f_.operands_of(inst);
    return op(&inst).op == Op::bra && slots.size() == 1 && slots[0].kind == Operand::Kind::block;
  }
  BlockId target(const Inst& inst) const { return f_.operands_of(inst)[0].a; }

  mir::OpId jump_ = mir::none;
};

}  // namespace

void order_blocks(Module& module, Function& function) {
  BranchCode code(module, function);
  codegen::passes::order_blocks(code);
}

}  // namespace lathe::nvptx
