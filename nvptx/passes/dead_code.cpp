// Dead code: unreachable blocks, then instructions whose results nobody needs.
// The algorithm is lathe::opt::live_instructions; here is what may not be dropped. Cost: linear.
#include <lathe/opt/dead_code.hpp>

#include "nvptx/mir/facts.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {
namespace {

class Program {
 public:
  Program(const Module& m, const Function& f) : m_(m), f_(f), results_(mir::register_results(f)) {
    std::size_t count = 0;
    for (const mir::Block& b : f.blocks) count += b.insts.size();
    insts_.reserve(count);
    for (const mir::Block& b : f.blocks)
      for (const Inst& i : b.insts) insts_.push_back(&i);
  }
  std::uint32_t instruction_count() const { return static_cast<std::uint32_t>(insts_.size()); }
  std::uint32_t value_count() const { return static_cast<std::uint32_t>(f_.regs.size()) + 1; }
  bool is_root(std::uint32_t i) const { return !mir::removable(m_, f_, *insts_[i]); }
  template <class F>
  void for_each_def(std::uint32_t i, F&& f) const {
    for_each(*insts_[i], true, f);
  }
  template <class F>
  void for_each_use(std::uint32_t i, F&& f) const {
    // A `$raw` says where a variable is (nvptx/debug); nothing is kept for that.
    if (m_.op(insts_[i]->op).op != Op::p_raw) for_each(*insts_[i], false, f);
    mir::for_each_incoming(m_, f_, *insts_[i], [&](Reg r, BlockId) { f(r); });
  }

 private:
  // Registers, the carry flag, and what a ret hands over.
  template <class F>
  void for_each(const Inst& inst, bool defs, F&& f) const {
    mir::for_each_mention(m_, f_, inst, results_, [&](const program::Operand<Reg>& o) {
      if (o.is_def() == defs) f(o.value);
    });
  }

  const Module& m_;
  const Function& f_;
  std::vector<Reg> results_;
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
