// Loads of what a register has already, and of what nothing writes, on machine functions of LLVM: its verifier takes what the passes
// leave, and it does the same.
#include <string>
#include <string_view>

#include <llvm/CodeGen/MachinePassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <lathe/passes/hoist.hpp>

#include "adapters/llvm_mir/loads.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Accesses as LoadCode has them, told by a second look at the target: the register that the address is in, and how far behind it.
class ByRegister : public View {
 public:
  explicit ByRegister(llvm::MachineFunction& f) : View(f) {}
  template <class F>
  void for_each_access(Inst i, F&& f) const {
    View::for_each_access(i, [&](program::Access<Value> a) {
      const llvm::MachineOperand* base = nullptr;
      std::int64_t offset = 0;
      bool scalable = false;
      if (i->hasOneMemOperand() && instructions_.getMemOperandWithOffset(*i, base, offset, scalable, &registers_) &&
          !scalable && base->isReg() && base->getReg().isVirtual() && base->getSubReg() == 0 &&
          (*i->memoperands_begin())->getSize().isPrecise()) {
        a.has_base = true;
        a.base = base->getReg().id();
        a.offset = offset;
        a.bytes = static_cast<std::uint32_t>((*i->memoperands_begin())->getSize().getValue().getFixedValue());
      }
      f(a);
    });
  }
};
// Marks of memory that never changes are not believed: a load reads what was written before it.
class Unbelieving : public View {
 public:
  explicit Unbelieving(llvm::MachineFunction& f) : View(f) {}
  program::Effects effects(Inst i) const {
    const program::Effects e = View::effects(i);
    return e.has(Effect::constant) ? e.without(Effect::constant) | Effect::reads : e;
  }
};
unsigned loads_of(const llvm::MachineFunction& f) {
  unsigned out = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b) out += i.mayLoad() && !i.isCall();
  return out;
}
unsigned marked(const llvm::MachineFunction& f) {
  unsigned out = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b)
      for (const llvm::MachineMemOperand* m : i.memoperands()) out += m->isInvariant();
  return out;
}
// RISC-V's branches ask of two registers, which a View does not name: no path through a loop comes to its end there.
template <class Result>
void check_same(const Result& result, const Target& t) {
  CHECK_FALSE(result.differs());
  if (t.triple != riscv.triple) CHECK(result.equal());
}
// Loads that do not stand in the entry.
unsigned in_loops(const llvm::MachineFunction& f) {
  unsigned out = 0;
  for (const llvm::MachineBasicBlock& b : f)
    if (&b != &f.front())
      for (const llvm::MachineInstr& i : b) out += i.mayLoad();
  return out;
}
void hoist(llvm::MachineFunction& f) {
  llvm::MachineFunctionAnalysisManager analyses;
  llvm::PassBuilder().registerMachineFunctionAnalyses(analyses);
  Code code(f, Ways::fixed, &analyses.getResult<llvm::MachineBlockFrequencyAnalysis>(f), Masks::left_out);
  passes::HoistOptions options;
  options.split_edges = false;
  passes::hoist(code, options);
}
// Stores are taken for nothing.
class Damaged : public LoadCode {
 public:
  using LoadCode::LoadCode;
  program::Effects effects(Inst i) const { return LoadCode::effects(i).without(Effect::writes); }
};
// The pointer that writes is never the one that reads.
class Believing : public UnwrittenCode {
 public:
  using UnwrittenCode::UnwrittenCode;
  bool apart(std::uint32_t, std::uint32_t) const { return true; }
};
std::uint64_t mark_wrongly(llvm::MachineFunction& f) {
  Believing code(f);
  return passes::unwritten_loads(code, code).stats.proved;
}
constexpr const char* file = "repeated_loads.ll";

}  // namespace

TEST_CASE("loads: those of what a register has go, LLVM takes it, and the same is done") {
  for (const Target& t : {x86, arm, riscv, amd}) {
    CAPTURE(std::string(t.triple));
    std::uint64_t gone = 0, by_llvm = 0;
    for (const char* from : {file, "repeated_slots.ll"}) {
      if (t.triple == amd.triple && from != file) continue;  // its slots are in a space of their own
      const auto program = compile(from, t, before("machine-cse")), other = compile(from, t, before("machine-cse")),
                 llvm = compile(from, t, after("machine-cse"));
      for (llvm::MachineFunction* f : program->functions()) {
        const std::string name = f->getName().str();
        CAPTURE(name);
        llvm::MachineFunction& like = *other->function(name);
        const passes::RedundantLoadsStats stats = reuse_loads(*f);
        CHECK(loads_of(like) - loads_of(*f) == stats.loads);
        gone += stats.loads, by_llvm += loads_of(like) - loads_of(*llvm->function(name));
        CHECK(faults_of(*f) == "");
        check_same(program::equal::run(ByRegister(like), ByRegister(*f)), t);
      }
    }
    MESSAGE(std::string(t.triple) << ": " << gone << " loads go, by LLVM's CSE " << by_llvm);
    if (t.triple == amd.triple)
      CHECK(gone >= by_llvm);  // where each block has a copy of the address of its own
    else
      CHECK(gone > by_llvm);
  }
}

TEST_CASE("loads: one that is reused across a store to its place is found") {
  for (const Target& t : {x86, arm, riscv}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile(file, t, before("machine-cse")), other = compile(file, t, before("machine-cse"));
    llvm::MachineFunction &f = *program->function("beside"), &like = *other->function("beside");
    {
      Damaged code(f);
      CHECK(passes::redundant_loads(code, code).stats.loads > 0);
    }
    CHECK(program::equal::run(ByRegister(like), ByRegister(f)).differs());
  }
}

TEST_CASE("loads: of what nothing writes are marked, and then leave their loops") {
  for (const Target& t : {x86, arm, riscv, amd}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile(file, t, before("early-machinelicm")),
               other = compile(file, t, before("early-machinelicm"));
    for (llvm::MachineFunction* f : program->functions()) {
      const std::string name = f->getName().str();
      CAPTURE(name);
      llvm::MachineFunction& like = *other->function(name);
      const unsigned had = marked(*f);
      const std::uint64_t proved = mark_unwritten(*f).proved;
      CHECK(marked(*f) - had == proved);
      if (name == "unwritten" && t.triple != amd.triple) CHECK(proved == 2);  // there ends of control flow are fences
      if (name == "somewhere" || name == "called") CHECK(proved == 0);
      hoist(*f);
      CHECK(faults_of(*f) == "");
      check_same(program::equal::run(Unbelieving(like), Unbelieving(*f)), t);
      if (name != "unwritten" || t.triple == amd.triple) continue;
      const unsigned were = in_loops(like);
      hoist(like);
      CHECK(in_loops(like) == were);  // without the marks none leaves
      CHECK(in_loops(*f) + 2 == were);
    }
  }
}

TEST_CASE("loads: what is written though it was marked is found") {
  for (const Target& t : {x86, arm}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile(file, t, before("early-machinelicm")),
               other = compile(file, t, before("early-machinelicm"));
    llvm::MachineFunction &f = *program->function("written"), &like = *other->function("written");
    CHECK(mark_wrongly(f) > 0);
    hoist(f);
    CHECK(program::equal::run(Unbelieving(like), Unbelieving(f)).differs());
  }
}
