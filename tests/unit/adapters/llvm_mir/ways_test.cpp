// Passes over blocks and branches on machine functions of LLVM: critical edges split in front of phi elimination, branches
// folded in SSA form, behind it and behind allocation, loops that test at their end, cycles with one entry.
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/node_splitting.hpp>
#include <lathe/passes/rotate_loops.hpp>
#include <lathe/passes/split_edges.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

std::uint64_t split(llvm::MachineFunction& f) {
  Code code(f, Ways::open, nullptr, Masks::left_out);
  return passes::split_edges(code).changes;
}
passes::BranchFoldingStats folds;
std::uint64_t fold(llvm::MachineFunction& f) {
  // Behind allocation what calls write counts.
  Code code(f, Ways::open, nullptr, f.getProperties().hasNoVRegs() ? Masks::named : Masks::left_out);
  passes::BranchFoldingOptions options;
  options.tail_merge = true;
  options.tail_merge_size = 2;
  const auto result = passes::fold_branches(code, options);
  for (const auto& [name, member] : passes::BranchFoldingStats::fields()) folds.*member += result.stats.*member;
  return result.changes;
}
std::uint64_t rotate(llvm::MachineFunction& f) {
  Code code(f, Ways::open, nullptr, Masks::left_out);
  return passes::rotate_loops(code, {}, [](const auto&...) { return true; }).changes;
}
std::uint64_t split_cycles(llvm::MachineFunction& f) {
  Code code(f, Ways::open, nullptr, Masks::left_out);
  return passes::split_nodes(code).changes;
}

}  // namespace

TEST_CASE("ways: edges split, branches folded, loops rotated, cycles with one entry, on machine functions of LLVM") {
  struct {
    const char* stop_before;
    std::uint64_t (*pass)(llvm::MachineFunction&);
    std::uint64_t targets = 0;  // on how many something changed
  } all[] = {{"phi-node-elimination", split}, {"early-machinelicm", fold},    {"register-coalescer", fold},
             {"branch-folder", fold},         {"register-coalescer", rotate}, {"register-coalescer", split_cycles}};
  for (const Target& t : {x86, arm, riscv, amd})
    for (auto& one : all) {
      std::uint64_t changes = 0;
      for (const char* file : {"clients.ll", "loops.ll", "edits.ll"})
        if (t.triple != amd.triple || std::string_view(file) != "edits.ll")
          changes += change_all(file, t, one.stop_before, one.pass);
      one.targets += changes != 0;
    }
  for (const auto& one : all) {
    CAPTURE(one.stop_before);
    CHECK(one.targets >= 2);
  }
  CHECK(folds.empty > 0);
  CHECK(folds.joined > 0);
  CHECK(folds.hoisted > 0);
  CHECK(folds.tails > 0);
}

TEST_CASE("ways: a branch of two registers that goes the other way is told") {
  for (const Target& t : {x86, riscv}) {
    const auto program = compile("clients.ll", t, before("branch-folder"));
    llvm::MachineFunction& f = *program->function("edges");
    Judge judge(f);
    const auto& instructions = *f.getSubtarget().getInstrInfo();
    const auto end = [&](bool reverse) {
      llvm::MachineBasicBlock &b = f.front(), *yes = nullptr, *no = nullptr;
      llvm::SmallVector<llvm::MachineOperand, 4> condition;
      REQUIRE(!instructions.analyzeBranch(b, yes, no, condition, false));
      if (no == nullptr) no = b.getFallThrough(false);
      instructions.removeBranch(b);
      if (reverse) REQUIRE(!instructions.reverseBranchCondition(condition));
      instructions.insertBranch(b, no, yes, condition, llvm::DebugLoc());
    };
    end(true);  // the question and the ways turned round
    CHECK(judge.behind(f, nullptr).verdict == Judge::Verdict::equal);
    end(false);  // the ways alone
    CHECK(judge.behind(f, nullptr).verdict == Judge::Verdict::unlike);
  }
}
