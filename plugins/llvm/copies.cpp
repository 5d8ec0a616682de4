// Copy propagation in SSA form: codegen/passes/copies.hpp for code whose registers each have one definition in front of all
// reads, so that nobody has to number or to look for them. What it does, and in which order, is the same.
#include <vector>

#include "adapters/llvm_mir/editor.hpp"
#include "codegen/passes/copies.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

class SsaCopies {
  using Code = llvm_mir::Code;
  using Value = Code::Value;
  using Inst = Code::Inst;

 public:
  explicit SsaCopies(llvm::MachineFunction& f)
      : f_(f), info_(f.getRegInfo()), code_(f, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out) {}

  /// Was there a copy? They stay, for dead code to take.
  bool run() {
    find();
    if (found_ == 0) return false;
    for (const llvm::MachineBasicBlock& b : f_)
      for (const llvm::MachineInstr& i : b)
        if (!llvm_mir::is_note(i) && reads_copy(i)) edit(&i);
    return true;
  }

 private:
  void find() {
    source_.assign(info_.getNumVirtRegs(), llvm::Register());
    for (const llvm::MachineBasicBlock& b : f_)
      for (const llvm::MachineInstr& i : b) {
        if (!i.isPHI() && !i.isCopy()) continue;
        const auto copy = codegen::passes::copied(std::as_const(code_), Inst{&i});
        if (!copy || !copy->whole || !proper(copy->to) || !proper(copy->from.value)) continue;
        if (copy->from.value == copy->to || !code_.may_stand_for(copy->from.value, copy->to)) continue;
        source_[llvm::Register(copy->to).virtRegIndex()] = llvm::Register(copy->from.value);
        ++found_;
      }
  }
  bool proper(Value v) const {
    const llvm::Register r(v);
    return r.isVirtual() && info_.hasOneDef(r);
  }
  llvm::Register source(llvm::Register r) const { return r.isVirtual() ? source_[r.virtRegIndex()] : llvm::Register(); }
  bool reads_copy(const llvm::MachineInstr& i) const {
    for (const llvm::MachineOperand& o : i.operands())
      if (o.isReg() && o.isUse() && source(o.getReg()).isValid()) return true;
    return false;
  }
  // The end of the chain of copies. No cycles: definitions are in front of reads.
  Value value_for(Value v) const {
    llvm::Register r(v);
    for (std::uint32_t steps = 0; steps < found_ && source(r).isValid(); ++steps) r = source(r);
    return r.id();
  }
  void edit(Inst i) {
    std::vector<std::pair<std::uint32_t, Value>> other;
    std::uint32_t k = 0;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      const std::uint32_t at = k++;
      if (o.is_def() || o.old || o.implicit) return;
      if (const Value to = value_for(o.value); to != o.value) other.emplace_back(at, to);
    });
    for (const auto& [at, to] : other) code_.set_operand(i, at, to);
    std::vector<Code::Incoming> in;
    bool changed = false;
    code_.for_each_incoming(i, [&](Code::Block from, Value v) {
      in.emplace_back(from, value_for(v));
      changed |= in.back().second != v;
    });
    if (changed) code_.set_incoming(i, in);
  }

  llvm::MachineFunction& f_;
  const llvm::MachineRegisterInfo& info_;
  Code code_;
  std::vector<llvm::Register> source_;  // by the number of a virtual register: what it is a copy of
  std::uint32_t found_ = 0;
};

}  // namespace

bool propagate_copies(const Job& job) {
  return job.function.getProperties().hasIsSSA() && SsaCopies(job.function).run();
}

}  // namespace lathe::llvm_plugin
