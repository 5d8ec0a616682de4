// `mad.wide` with a kernel's pointer becomes `mul.wide` and `add.s64`, but in loops.
//
// ptxas makes one instruction of the two where the pointer still lies in constant memory, and shares the product with
// other addresses; of mad.wide it first loads the pointer into registers. In a loop the pointer is in registers anyway,
// and a product that is shared there costs two more. Figures: docs/decisions.md.
// Needs: SSA form. Cost: linear, and finding loops.
#include <algorithm>
#include <optional>

#include <lathe/flow/loops.hpp>
#include <lathe/program/editing.hpp>

#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/ssa.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx {
namespace {

/// The OpId of mul.wide for mad.wide of 32 bits; none for anything else.
mir::OpId product(Module& m, const OpDesc& mad) {
  if (mad.op != Op::mad || mad.modifiers.size() != 2 || !mad.has("wide")) return mir::none;
  if (mad.has("u32")) return m.intern("mul.wide.u32");
  return mad.has("s32") ? m.intern("mul.wide.s32") : mir::none;
}

class WideAddresses {
 public:
  WideAddresses(Module& m, Function& f) : m_(m), f_(f) {}

  void run() {
    const auto may_split = [&](const Inst& inst) { return product(m_, m_.op(inst.op)) != mir::none; };
    if (std::none_of(f_.blocks.begin(), f_.blocks.end(), [&](const mir::Block& block) {
          return std::any_of(block.insts.begin(), block.insts.end(), may_split);
        }))
      return;
    ssa_.emplace(m_, f_);
    std::vector<std::pair<BlockId, MirId>> found;
    std::uint32_t id = 0;
    for (BlockId b = 0; b < f_.blocks.size(); ++b)
      for (const Inst& inst : f_.blocks[b].insts) {
        if (splits(inst)) found.emplace_back(b, MirId(id));
        ++id;
      }
    if (found.empty()) return;
    const flow::Cfg cfg = flow::make_cfg(FunctionFlow(m_, f_));
    const flow::Dominators dominators(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, flow::reverse_post_order(cfg));
    std::erase_if(found, [&](const auto& at) { return loops.depth(at.first) != 0; });
    if (found.empty()) return;
    MirCode code(m_, f_);
    program::Editing edit(code);
    for (const auto& [b, inst] : found) split(edit, inst);
    code.write();
  }

 private:
  bool splits(const Inst& inst) const {
    if (inst.guard != mir::none || product(m_, m_.op(inst.op)) == mir::none) return false;
    const auto s = f_.operands_of(inst);
    return s.size() == 4 && s[2].kind == Operand::Kind::imm && s[3].kind == Operand::Kind::reg && is_parameter(s[3].a);
  }
  /// A parameter as it was loaded, or the address in its space.
  bool is_parameter(Reg r) const {
    for (int step = 0; step < 2; ++step) {
      const Inst* const def = ssa_->proper(r) ? ssa_->definition(r) : nullptr;
      if (def == nullptr) return false;
      const OpDesc& d = m_.op(def->op);
      const auto s = f_.operands_of(*def);
      if (d.op == Op::ld) return d.space == mir::Space::param && d.vector == 1;
      if (d.op != Op::cvta || s.size() != 2 || s[1].kind != Operand::Kind::reg) return false;
      r = s[1].a;
    }
    return false;
  }
  void split(program::Editing<MirCode>& edit, MirId mad) {
    const Inst inst = edit.program().inst(mad);
    const auto slots = f_.operands_of(inst);
    const std::vector<Operand> s(slots.begin(), slots.end());
    const Operand offset = Operand::make_reg(f_.new_reg(mir::Type::b64));
    const Operand of_product[] = {offset, s[1], s[2]}, of_sum[] = {s[0], s[3], offset};
    for (Inst made : {f_.make(product(m_, m_.op(inst.op)), of_product), f_.make(m_.intern("add.s64"), of_sum)}) {
      made.loc = inst.loc;
      edit.insert_before(edit.program().make(made), mad);
    }
    edit.erase(mad);
  }

  Module& m_;
  Function& f_;
  std::optional<SsaFacts> ssa_;
};

}  // namespace

void split_wide_addresses(Module& module, Function& function) {
  if (function.kernel) WideAddresses(module, function).run();
}

}  // namespace lathe::nvptx
