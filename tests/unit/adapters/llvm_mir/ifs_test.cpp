// Ifs that become selects, on machine functions of LLVM. A select is another computation to the equivalence checker than a branch and
// a phi, so each is made a branch and a phi again, by hand and not by what made it.
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/if_conversion.hpp>

#include "adapters/llvm_mir/selects.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// x86: CMOV result, other, taken, condition; AArch64: CSEL result, taken, other, condition.
bool is_select(const llvm::MachineInstr& i) {
  const llvm::StringRef name = i.getMF()->getSubtarget().getInstrInfo()->getName(i.getOpcode());
  return name == "CMOV32rr" || name == "CMOV64rr" || name == "CSELWr" || name == "CSELXr";
}
unsigned selects(const llvm::MachineFunction& f) {
  unsigned out = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b) out += is_select(i);
  return out;
}
// The select becomes a phi of the block behind it, to which control comes at once or through an empty block.
void expand(llvm::MachineInstr& i) {
  llvm::MachineBasicBlock& b = *i.getParent();
  llvm::MachineFunction& f = *b.getParent();
  const auto& instructions = *f.getSubtarget().getInstrInfo();
  llvm::MachineBasicBlock *const other = f.CreateMachineBasicBlock(), *const rest = f.CreateMachineBasicBlock();
  f.insert(std::next(b.getIterator()), other);
  f.insert(std::next(other->getIterator()), rest);
  rest->splice(rest->begin(), &b, std::next(i.getIterator()), b.end());
  rest->transferSuccessorsAndUpdatePHIs(&b);
  b.addSuccessor(rest);
  b.addSuccessor(other);
  other->addSuccessor(rest);
  const bool x86 = instructions.getName(i.getOpcode()).starts_with("CMOV");
  const llvm::MachineOperand condition[] = {llvm::MachineOperand::CreateImm(i.getOperand(3).getImm())};
  llvm::BuildMI(*rest, rest->begin(), llvm::DebugLoc(), instructions.get(llvm::TargetOpcode::PHI),
                i.getOperand(0).getReg())
      .addReg(i.getOperand(x86 ? 2 : 1).getReg())
      .addMBB(&b)
      .addReg(i.getOperand(x86 ? 1 : 2).getReg())
      .addMBB(other);
  instructions.insertBranch(b, rest, other, condition, llvm::DebugLoc());
  i.eraseFromParent();
}
void expand_all(llvm::MachineFunction& f) {
  for (bool any = true; any;) {
    llvm::MachineInstr* found = nullptr;
    for (llvm::MachineBasicBlock& b : f)
      for (llvm::MachineInstr& i : b)
        if (found == nullptr && is_select(i)) found = &i;
    any = found != nullptr;
    if (any) expand(*found);
  }
}

// Takes what the other way brings.
class Damaged : public SelectCode {
 public:
  using SelectCode::SelectCode;
  std::optional<Inst> make_select(Value to, const Branch& way, Value taken, Value other) {
    return SelectCode::make_select(to, way, other, taken);
  }
};
template <class C>
passes::IfConversionStats convert(llvm::MachineFunction& f) {
  C code(f);
  passes::IfConversionOptions options;
  options.always = true;
  const auto out = passes::convert_ifs(code, options).stats;
  CHECK(code.refused() == 0);
  return out;
}

}  // namespace

TEST_CASE("ifs: they become selects, LLVM takes it, and the same is done") {
  for (const Target& t : {x86, arm}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile("ifs.ll", t, before("early-ifcvt")),
               other = compile("ifs.ll", t, before("early-ifcvt"));
    passes::IfConversionStats all;
    for (llvm::MachineFunction* f : program->functions()) {
      const std::string name = f->getName().str();
      CAPTURE(name);
      llvm::MachineFunction& like = *other->function(name);
      const unsigned had = selects(*f);
      const passes::IfConversionStats stats = convert<SelectCode>(*f);
      for (const auto& [unused, member] : passes::IfConversionStats::fields()) all.*member += stats.*member;
      CHECK(faults_of(*f) == "");
      CHECK(selects(*f) == had + stats.selects);
      if (name == "stores" || name == "loads") CHECK(stats.selects == 0);
      expand_all(*f);
      expand_all(like);
      CHECK(program::equal::run(View(like), View(*f)).equal());
    }
    CHECK(all.triangles > 0);
    CHECK(all.diamonds > 0);
    CHECK(all.speculated > 3);
  }
}

TEST_CASE("ifs: a select that takes what the other way brings is found") {
  for (const Target& t : {x86, arm}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile("ifs.ll", t, before("early-ifcvt")),
               other = compile("ifs.ll", t, before("early-ifcvt"));
    std::uint64_t made = 0, unlike = 0;
    for (llvm::MachineFunction* f : program->functions()) {
      llvm::MachineFunction& like = *other->function(f->getName().str());
      const bool any = convert<Damaged>(*f).selects != 0;
      expand_all(*f);
      expand_all(like);
      made += any;
      unlike += any && program::equal::run(View(like), View(*f)).differs();
    }
    CHECK(made > 0);
    CHECK(unlike == made);
  }
}
