// Machine functions as programs of the outliner: plans of all targets pass the checker, and what the adapter says about
// registers is so.
#include <llvm/ADT/SmallVector.h>
#include <llvm/CodeGen/LiveRegUnits.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include <lathe/flow/text.hpp>
#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

#include "adapters/llvm_mir/outline.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

template <class P>
outline::Plan planned(P& view, const outline::Ingested<P>& in) {
  const outline::Problem& problem = in.problem;
  REQUIRE(outline::check_problem(problem).empty());
  outline::CostsOf costs(view, in);
  const outline::Plan plan = outline::plan(view, in);
  CHECK(plan.refusal == outline::Refusal::none);
  const auto faults = outline::check_plan(problem, plan, costs);
  CHECK_MESSAGE(faults.empty(), faults.str());
  std::string error;
  const auto read = outline::read_problem(outline::print(problem), "problem", error);
  REQUIRE_MESSAGE(read, error);
  CHECK(outline::print(*read) == outline::print(problem));
  return plan;
}

/// Bytes of .text of what LLVM assembles of a file of this folder.
std::uint64_t assembled(const char* file, const llvm::TargetMachine& like) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseIRFile(std::string("tests/unit/adapters/llvm_mir/") + file, error, context);
  REQUIRE(module != nullptr);
  const std::unique_ptr<llvm::TargetMachine> machine(like.getTarget().createTargetMachine(
      like.getTargetTriple(), like.getTargetCPU(), like.getTargetFeatureString(), llvm::TargetOptions(), {}));
  module->setTargetTriple(like.getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  REQUIRE_FALSE(machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile));
  passes.run(*module);
  auto object = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), file));
  REQUIRE(static_cast<bool>(object));
  std::uint64_t size = 0;
  for (const llvm::object::SectionRef& section : (*object)->sections())
    if (section.isText()) size += section.getSize();
  return size;
}

}  // namespace

TEST_CASE("before allocation: one function for the common part, whatever the registers are called") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("repeats.ll", target, after("finalize-isel"));
    VirtualFunctions view(*program);
    const auto in = outline::ingest(view);
    const outline::Problem& problem = in.problem;
    const outline::Plan plan = planned(view, in);
    REQUIRE(plan.rounds.size() == 1);
    // The five functions share one sequence, which reads at least their two pointers.
    std::size_t most = 0;
    for (std::uint32_t f = 0; f < plan.rounds[0].functions.size(); ++f) {
      std::size_t sites = 0;
      for (const outline::PlannedSite& s : plan.rounds[0].sites) sites += s.function == f;
      if (sites >= 5) CHECK(plan.rounds[0].functions[f].interface.parameters.size() >= 1);
      most = std::max(most, sites);
    }
    CHECK(most >= 5);
    for (const outline::PlannedSite& s : plan.rounds[0].sites) {
      const std::string name = problem.functions[problem.blocks[s.site.block].function].name;
      CHECK(name != "kept");
      for (std::uint32_t i = 0; i < plan.rounds[0].functions[s.function].interface.length; ++i)
        CHECK_FALSE(in.insts[s.site.first + i].handle->isCall());
    }
  }
}

TEST_CASE("after allocation: sites are equal with their registers, and the call's own registers are free") {
  for (const Target& target : targets) {
    if (std::string(target.triple).starts_with("nvptx")) continue;  // has no physical registers
    CAPTURE(std::string(target.triple));
    const auto program = compile("repeats.ll", target, before("machine-outliner"));
    AllocatedFunctions view(*program);
    const auto in = outline::ingest(view);
    const outline::Problem& problem = in.problem;
    const outline::Plan plan = planned(view, in);
    REQUIRE(plan.rounds.size() == 1);
    CHECK(plan.stats.bytes_saved > 0);
    const outline::Round& round = plan.rounds[0];
    for (const outline::PlannedSite& s : round.sites) {
      const std::uint32_t length = round.functions[s.function].interface.length;
      CHECK(problem.functions[problem.blocks[s.site.block].function].name != "kept");
      const outline::Interface& interface = round.functions[s.function].interface;
      CHECK(interface.parameters.empty());
      // Calls and returns stand at the end only, and are told as a result.
      for (std::uint32_t i = s.site.first; i + 1 < s.site.first + length; ++i) {
        CHECK_FALSE(in.insts[i].handle.inst->isCall());
        CHECK_FALSE(in.insts[i].handle.inst->isReturn());
      }
      const llvm::MachineInstr& last = *in.insts[s.site.first + length - 1].handle.inst;
      CHECK(interface.results.empty() == !(last.isCall() || last.isReturn()));
      if (!interface.results.empty()) {
        CHECK(s.call_bytes == view.costs().call_bytes);
        continue;
      }
      // By LLVM's own liveness, from the end of the block: what the call writes is free, or can be kept.
      const llvm::MachineBasicBlock& block = *in.blocks[s.site.block].handle;
      const llvm::TargetRegisterInfo& names = *block.getParent()->getSubtarget().getRegisterInfo();
      llvm::LiveRegUnits busy(names);
      busy.addLiveOuts(block);
      const outline::Problem::Block& numbers = problem.blocks[s.site.block];
      for (std::uint32_t i = numbers.first + numbers.count; i-- > s.site.first + length;)
        if (!in.insts[i].handle.end) busy.stepBackward(*in.insts[i].handle.inst);
      for (std::uint32_t i = s.site.first; i < s.site.first + length; ++i) busy.accumulate(*in.insts[i].handle.inst);
      const auto is_free = [&](const std::string& name) {
        for (unsigned r = 1; r < names.getNumRegs(); ++r)
          if (name == names.getName(r)) return busy.available(r);
        return false;
      };
      bool free = true, spare = false;
      for (const std::string& name : view.costs().clobbers) free = free && is_free(name);
      for (const std::string& name : view.costs().spare) spare = spare || is_free(name);
      CHECK((free || spare));
      CHECK(s.call_bytes == view.costs().call_bytes + (free ? 0 : view.costs().save_bytes));
    }
  }
}

TEST_CASE("after allocation: more rounds, of whose calls no register is known") {
  for (const Target& target : {targets[0], targets[1], targets[2]}) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("repeats.ll", target, before("machine-outliner"));
    AllocatedFunctions view(*program);
    const auto in = outline::ingest(view);
    outline::Options options;
    options.reruns = 3;
    const outline::Plan plan = outline::plan(view, in, options);
    outline::CostsOf costs(view, in);
    const auto faults = outline::check_plan(in.problem, plan, costs, options);
    CHECK_MESSAGE(faults.empty(), faults.str());
    CHECK(plan.stats.bytes_saved >= outline::plan(view, in).stats.bytes_saved);
  }
}

TEST_CASE("x86 sizes are those of the encoder") {
  const auto program = compile("repeats.ll", targets[0], before("machine-outliner"));
  AllocatedFunctions view(*program);
  std::uint32_t shifts = 0;
  for (const auto& block : view.blocks())
    for (const auto& i : view.insts(block)) {
      if (i.handle.end) continue;
      const llvm::MachineInstr& inst = *i.handle.inst;
      const auto name = inst.getMF()->getSubtarget().getInstrInfo()->getName(inst.getOpcode());
      if (name == "SHL64ri") shifts += view.bytes(i) == 4;  // 48 c1 e0 0d
      if (name == "RET64") CHECK(view.bytes(i) == 1);
    }
  CHECK(shifts > 0);
}

TEST_CASE(
    "sizes of x86 are those of the code that LLVM assembles: short constants, shifts by one, the accumulator's forms") {
  for (const char* file : {"short_forms.ll", "tail_jumps.ll"}) {
    CAPTURE(std::string(file));
    const auto program = compile(file, targets[0], {});
    Sizes sizes(program->target(), 400);  // of none of these
    std::uint64_t sum = 0;
    for (const llvm::MachineFunction* f : program->functions())
      for (const llvm::MachineBasicBlock& block : *f)
        for (const llvm::MachineInstr& i : block)
          if (!is_note(i)) sum += sizes(i);
    CHECK(sum == assembled(file, program->target()));
  }
}

TEST_CASE("at least what LLVM's own outliner saves, counted in the code that it leaves") {
  for (const Target& target : {targets[0], targets[1]}) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("repeats.ll", target, before("machine-outliner"));
    AllocatedFunctions view(*program);
    const outline::Plan plan = planned(view, outline::ingest(view));
    LoadOptions options = after("machine-outliner");
    options.outline = true;
    const auto outlined = compile("repeats.ll", target, options);
    CHECK(outlined->functions().size() > program->functions().size());
    const auto saved = view.total_bytes() - AllocatedFunctions(*outlined).total_bytes();
    CHECK(saved > 0);
    CHECK(plan.stats.bytes_saved >= saved);
  }
}
