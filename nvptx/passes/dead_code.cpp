// Dead code: unreachable blocks, then instructions whose results nobody needs.
// The algorithm is lathe::opt::live_instructions; here is what may not be dropped. Cost: linear.
#include <lathe/opt/dead_code.hpp>

#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {
namespace {

class Program {
 public:
  Program(const Module& m, const Function& f) : m_(m), f_(f) {
    std::size_t count = 0;
    for (const mir::Block& b : f.blocks) count += b.insts.size();
    insts_.reserve(count);
    for (const mir::Block& b : f.blocks)
      for (const Inst& i : b.insts) insts_.push_back(&i);
  }
  std::uint32_t instruction_count() const { return static_cast<std::uint32_t>(insts_.size()); }
  std::uint32_t value_count() const { return static_cast<std::uint32_t>(f_.regs.size()); }
  bool is_root(std::uint32_t i) const {
    const Inst& inst = *insts_[i];
    const OpDesc& d = m_.op(inst.op);
    if (d.op == Op::p_asm) {
      const auto slots = f_.operands_of(inst);
      if (slots.empty() || static_cast<std::size_t>(slots[0].value) >= f_.asms.size()) return true;
      const mir::AsmText& a = f_.asms[static_cast<std::size_t>(slots[0].value)];
      return a.side_effects || a.memory || a.outputs == 0;
    }
    if (d.op == Op::phi) return false;
    return d.side_effect || d.writes_memory || d.is_volatile || d.terminator || d.pseudo || d.defs == 0;
  }
  template <class F>
  void for_each_def(std::uint32_t i, F&& f) const {
    mir::for_each_reg(m_, f_, *insts_[i], [&](Reg r, bool def) {
      if (def && r < f_.regs.size()) f(r);
    });
  }
  template <class F>
  void for_each_use(std::uint32_t i, F&& f) const {
    // A `$raw` says where a variable is (nvptx/debug); nothing is kept for that.
    if (m_.op(insts_[i]->op).op == Op::p_raw) return;
    mir::for_each_reg(m_, f_, *insts_[i], [&](Reg r, bool def) {
      if (!def && r < f_.regs.size()) f(r);
    });
  }

 private:
  const Module& m_;
  const Function& f_;
  std::vector<const Inst*> insts_;
};

}  // namespace

void dead_code(Module& module, Function& function) {
  drop_unreachable(module, function);
  const std::vector<bool> live = opt::live_instructions(Program(module, function));
  std::size_t i = 0;
  for (mir::Block& block : function.blocks) std::erase_if(block.insts, [&](const Inst&) { return !live[i++]; });
}

}  // namespace lathe::nvptx
