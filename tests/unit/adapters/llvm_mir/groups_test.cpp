// Operations grouped anew on machine functions of LLVM, beside its own machine combiner. Another grouping is another text to the
// equivalence checker, so there a tree of such operations is one operation of its leaves.
#include <algorithm>
#include <string>
#include <vector>

#include <lathe/passes/machine_combiner.hpp>

#include "adapters/llvm_mir/algebra.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Trees as one operation: an operation that is read once, in its block, by one of its kind is a part of that. Leaves by the
// numbers of their registers, which grouping does not change.
class Flat : public View {
 public:
  explicit Flat(llvm::MachineFunction& f) : View(f) {}
  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out = View::instructions(b);
    std::erase_if(out, [&](Inst i) { return inner(*i); });
    return out;
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    if (!groups(*i)) return View::for_each_operand(i, f);
    std::vector<Value> leaves;
    collect(*i, leaves);
    std::sort(leaves.begin(), leaves.end());
    for (const Value v : leaves) f(program::Operand<Value>{v, program::Role::use});
    f(program::Operand<Value>{i->getOperand(0).getReg().id(), program::Role::def});
  }

 private:
  bool groups(const llvm::MachineInstr& i) const { return instructions_.isAssociativeAndCommutative(i); }
  bool inner(const llvm::MachineInstr& i) const {
    const llvm::MachineRegisterInfo& info = f_.getRegInfo();
    if (!groups(i) || !info.hasOneNonDBGUse(i.getOperand(0).getReg())) return false;
    const llvm::MachineInstr& by = *info.use_instr_nodbg_begin(i.getOperand(0).getReg());
    return by.getOpcode() == i.getOpcode() && by.getFlags() == i.getFlags() && by.getParent() == i.getParent();
  }
  void collect(const llvm::MachineInstr& i, std::vector<Value>& leaves) const {
    for (const llvm::MachineOperand& o : i.explicit_uses()) {
      if (!o.isReg()) continue;
      const llvm::MachineInstr* const above = f_.getRegInfo().getVRegDef(o.getReg());
      if (above != nullptr && inner(*above) && above->getOpcode() == i.getOpcode())
        collect(*above, leaves);
      else
        leaves.push_back(o.getReg().id());
    }
  }
};

// Operations of the tallest tree, one above the other.
unsigned height(const llvm::MachineFunction& f, const llvm::MachineInstr& i) {
  unsigned out = 0;
  for (const llvm::MachineOperand& o : i.explicit_uses())
    if (o.isReg())
      if (const llvm::MachineInstr* const above = f.getRegInfo().getVRegDef(o.getReg()))
        if (above->getOpcode() == i.getOpcode()) out = std::max(out, height(f, *above));
  return out + 1;
}
unsigned height(const llvm::MachineFunction& f) {
  unsigned out = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b)
      if (f.getSubtarget().getInstrInfo()->isAssociativeAndCommutative(i)) out = std::max(out, height(f, i));
  return out;
}

// Everything of two registers may be grouped: what no target says.
struct Damaged {
  const Code& code;
  std::optional<std::uint32_t> regroups(Code::Inst i) const { return static_cast<std::uint32_t>(code.key(i)); }
};

}  // namespace

TEST_CASE(
    "groups: LLVM takes it, of the same leaves the same operation is done, and no tree is taller than LLVM makes it") {
  for (const Target& t : {x86, arm, riscv}) {
    CAPTURE(std::string(t.triple));
    std::uint64_t changes = 0;
    const auto program = compile("sums.ll", t, before("machine-combiner")),
               other = compile("sums.ll", t, before("machine-combiner")),
               llvm = compile("sums.ll", t, before("early-machinelicm"));
    for (llvm::MachineFunction* f : program->functions()) {
      const std::string name = f->getName().str();
      CAPTURE(name);
      llvm::MachineFunction& like = *other->function(name);
      std::uint64_t made = 0;
      {
        Code code(*f, Ways::fixed, nullptr, Masks::left_out);
        made = passes::combine(code, Algebra(code)).changes;
        CHECK(code.refused() == 0);
      }
      changes += made;
      if (name == "in_order" || name == "differences") CHECK(made == 0);  // nobody says that they may be
      if (name == "floats" || name == "xors") CHECK(made == 1);
      CHECK(height(*f) <= height(like));
      if (made != 0 && name != "carried") CHECK(height(*f) == height(*llvm->function(name)));
      CHECK(faults_of(*f) == "");
      CHECK(program::equal::run(Flat(like), Flat(*f)).equal());
      if (made != 0) CHECK(program::equal::run(View(like), View(*f)).differs());
    }
    CHECK(changes > 0);
  }
}

TEST_CASE("groups: differences are grouped by nobody, and would be found") {
  for (const Target& t : {x86, arm, riscv}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile("sums.ll", t, before("machine-combiner")),
               other = compile("sums.ll", t, before("machine-combiner"));
    llvm::MachineFunction& f = *program->function("differences");
    {
      Code code(f, Ways::fixed, nullptr, Masks::left_out);
      CHECK(passes::combine(code, Algebra(code)).changes == 0);
      CHECK(passes::combine(code, Damaged{code}).changes > 0);
    }
    CHECK(faults_of(f) == "");
    CHECK(program::equal::run(Flat(*other->function("differences")), Flat(f)).differs());
  }
}
