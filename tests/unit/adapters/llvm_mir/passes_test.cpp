// Lathe's passes over values on machine functions of LLVM, in SSA form, or behind it (coalescing), where LLVM's own of the same kind run: LLVM's
// verifier takes what they leave, and it does the same; flags that somebody reads are not written over.
#include <llvm/CodeGen/MachinePassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/program/equal.hpp>

#include "adapters/llvm_mir/parts.hpp"
#include "adapters/llvm_mir/registers.hpp"
#include "adapters/llvm_mir/two_address.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

enum class Which : std::uint8_t { reuse, hoist, sink, join, late };
struct Stage {
  Which which;
  const char* before;
};
constexpr Stage stages[] = {{Which::reuse, "machine-cse"},
                            {Which::hoist, "early-machinelicm"},
                            {Which::sink, "machine-sink"},
                            {Which::join, "register-coalescer"},
                            {Which::late, "machinelicm"}};

std::uint64_t run(Which which, llvm::MachineFunction& f) {
  llvm::MachineFunctionAnalysisManager analyses;
  llvm::PassBuilder().registerMachineFunctionAnalyses(analyses);
  const auto* const frequencies = &analyses.getResult<llvm::MachineBlockFrequencyAnalysis>(f);
  if (which == Which::join) {
    PartsCode code(f, Ways::fixed, frequencies, Masks::left_out);
    return passes::coalesce(code).changes;
  }
  Code code(f, Ways::fixed, frequencies, which == Which::late ? Masks::named : Masks::left_out);
  const CodeRegisters registers(code);
  passes::HoistOptions hoist;
  hoist.split_edges = false;
  hoist.pinned = which == Which::late;
  if (which == Which::late) return passes::hoist(code, hoist).changes;
  if (which == Which::reuse) return passes::common_subexpressions(code, registers).changes;
  if (which == Which::hoist) return passes::hoist(code, registers, hoist).changes;
  return passes::sink(code, registers).changes;
}
std::string invalid(const llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.verify(static_cast<llvm::Pass*>(nullptr), "behind the pass", &to, false);
  return out;
}
std::string text_of(const llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.print(to);
  return out;
}

}  // namespace

TEST_CASE("results reused, hoisted, sunk and joined: LLVM takes it, and it does the same") {
  std::uint64_t changes[5] = {};
  for (const Target& t : machines)
    for (const char* file : {"repeats.ll", "loops.ll", "edits.ll"}) {
      if (std::string_view(t.triple).starts_with("amdgcn") && std::string_view(file) == "edits.ll") continue;
      for (const Stage& stage : stages) {
        const auto program = compile(file, t, before(stage.before)), other = compile(file, t, before(stage.before));
        for (llvm::MachineFunction* f : program->functions()) {
          CAPTURE(t.triple);
          CAPTURE(file);
          CAPTURE(stage.before);
          CAPTURE(f->getName().str());
          const std::uint64_t made = run(stage.which, *f);
          changes[static_cast<int>(stage.which)] += made;
          CHECK(invalid(*f) == "");
          llvm::MachineFunction& like = *other->function(std::string_view(f->getName()));
          CHECK_MESSAGE((made == 0 || program::equal::run(View(like), View(*f)).equal()), text_of(like), text_of(*f));
        }
      }
    }
  MESSAGE(changes[0] << " reused, " << changes[1] << " hoisted, " << changes[2] << " sunk, " << changes[3]
                     << " joined, " << changes[4] << " hoisted behind allocation");
  CHECK(changes[0] > 20);
  CHECK(changes[1] > 0);
  CHECK(changes[2] > 0);
}

TEST_CASE("whether operands commute is asked of a copy that stands somewhere") {
  // x86-64 without AVX: commuted, the one move of half a vector is another instruction, with an operand more.
  const auto program = compile("halves.ll", {"x86_64-linux-gnu", "x86-64"}, before("machine-cse"));
  for (llvm::MachineFunction* f : program->functions()) {
    const std::string was = text_of(*f);
    {
      const Code code(*f);
      for (const Code::Block b : code.blocks())
        for (const Code::Inst i : code.instructions(b)) code.effects(i);
    }
    CHECK(text_of(*f) == was);
  }
}

TEST_CASE("who asks whether a tie is untrue is told so, and by most functions of some targets that none is") {
  for (const Target& target : targets) {
    if (std::string(target.triple).starts_with("nvptx")) continue;
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, before("twoaddressinstruction"));
    std::size_t with_ties = 0, all = 0;
    for (llvm::MachineFunction* f : program->functions()) {
      const bool told = begin_two_address(*f);
      std::size_t untrue = 0;
      for (const llvm::MachineBasicBlock& b : *f)
        for (const llvm::MachineInstr& i : b)
          for (const llvm::MachineOperand& o : i.all_uses())
            if (o.isTied() && !o.isUndef())
              untrue += i.getOperand(i.findTiedOperandIdx(o.getOperandNo())).getReg() != o.getReg();
      CHECK(told == (untrue > 0));
      with_ties += told;
      ++all;
    }
    const bool x86 = std::string(target.triple).starts_with("x86");
    CHECK((x86 ? with_ties == all : with_ties < all));
  }
}
