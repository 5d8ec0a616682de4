// Loops of one block by our modulo schedules, emitted by LLVM's own expander.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/MachineOptimizationRemarkEmitter.h>
#include <llvm/CodeGen/ModuloSchedule.h>
#include <llvm/Support/CommandLine.h>

#include "adapters/llvm_mir/pipeline.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

llvm::cl::opt<bool> stalls(
    "lathe-pipeline-stalls", llvm::cl::Hidden,
    llvm::cl::desc("what a phi takes from the iteration before is there a cycle later, as LLVM's "
                   "pipeliner has it: intervals that the processor waits in"));

// A number of LLVM's pipeliner that somebody has set.
void take(const char* name, std::uint32_t& to) {
  const auto& known = llvm::cl::getRegisteredOptions();
  const auto at = known.find(name);
  if (at == known.end() || at->second->getNumOccurrences() == 0) return;
  const int value = static_cast<llvm::cl::opt<int>*>(at->second)->getValue();
  to = value < 0 ? modulo::Options::unlimited : static_cast<std::uint32_t>(value);
}
modulo::Options options() {
  modulo::Options out;
  take("pipeliner-max-mii", out.max_mii);
  take("pipeliner-max-stages", out.max_stages);
  take("pipeliner-ii-search-range", out.ii_search_range);
  return out;
}

constexpr const char* pass = "pipeliner";  // as LLVM's remarks have it
void missed(llvm::MachineOptimizationRemarkEmitter& remarks, const llvm::MachineLoop& loop, const std::string& why,
            const modulo::Bounds& bounds = {}) {
  remarks.emit([&] {
    return llvm::MachineOptimizationRemarkMissed(pass, "lathe", loop.getStartLoc(), loop.getHeader())
           << "Unable to pipeline loop: " << why << " (bounds: resources " << llvm::ore::NV("ResMII", bounds.res_mii)
           << ", recurrences " << llvm::ore::NV("RecMII", bounds.rec_mii) << ")";
  });
}
void passed(llvm::MachineOptimizationRemarkEmitter& remarks, const llvm::MachineLoop& loop,
            const llvm_mir::LoopPipeline& plan) {
  remarks.emit([&] {
    return llvm::MachineOptimizationRemark(pass, "lathe", loop.getStartLoc(), loop.getHeader())
           << "Pipelined with initiation interval " << llvm::ore::NV("II", plan.ii()) << ", "
           << llvm::ore::NV("Stages", plan.stages()) << " stages; bounds: resources "
           << llvm::ore::NV("ResMII", plan.bounds().res_mii) << ", recurrences "
           << llvm::ore::NV("RecMII", plan.bounds().rec_mii);
  });
}

// Said in the source that it is to be left alone?
bool told_not_to(const llvm::MachineBasicBlock& block) {
  const llvm::BasicBlock* const ir = block.getBasicBlock();
  const llvm::Instruction* const end = ir == nullptr ? nullptr : ir->getTerminator();
  const llvm::MDNode* const of_loop = end == nullptr ? nullptr : end->getMetadata(llvm::LLVMContext::MD_loop);
  for (unsigned k = 1; of_loop != nullptr && k < of_loop->getNumOperands(); ++k)
    if (const auto* const one = llvm::dyn_cast<llvm::MDNode>(of_loop->getOperand(k)))
      if (one->getNumOperands() != 0)
        if (const auto* const name = llvm::dyn_cast<llvm::MDString>(one->getOperand(0)))
          if (name->getString() == "llvm.loop.pipeline.disable") return true;
  return false;
}

// What the operand reads, or the part of it, by a name of its own that is made at a place.
void copy_first(llvm::MachineOperand& from, llvm::MachineBasicBlock& block, llvm::MachineBasicBlock::iterator at,
                const llvm::TargetRegisterClass* type, llvm::LiveIntervals& intervals) {
  const llvm::TargetInstrInfo& target = *block.getParent()->getSubtarget().getInstrInfo();
  const llvm::Register out = block.getParent()->getRegInfo().createVirtualRegister(type);
  llvm::MachineInstr* const copy =
      llvm::BuildMI(block, at, block.findDebugLoc(at), target.get(llvm::TargetOpcode::COPY), out)
          .addReg(from.getReg(), llvm::getRegState(from), from.getSubReg());
  intervals.InsertMachineInstrInMaps(*copy);
  from.setReg(out);
  from.setSubReg(0);
}
// The expander wants whole registers in phis; and of a phi that takes another phi's value it makes wrong code where the
// two are read in different stages (`predict` of bench/adapters/loops, on RISC-V by LLVM's own pipeliner), so that such
// a value is copied in the loop.
void prepare_phis(llvm::MachineBasicBlock& block, llvm::LiveIntervals& intervals) {
  const llvm::MachineRegisterInfo& info = block.getParent()->getRegInfo();
  for (llvm::MachineInstr& phi : block.phis())
    for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2) {
      llvm::MachineOperand& from = phi.getOperand(k);
      llvm::MachineBasicBlock& before = *phi.getOperand(k + 1).getMBB();
      const llvm::MachineInstr* const def = info.getVRegDef(from.getReg());
      const bool carried = &before == &block && def != nullptr && def->isPHI() && def->getParent() == &block;
      if (from.getSubReg() == 0 && !carried) continue;
      copy_first(from, before, carried ? block.getFirstNonPHI() : before.getFirstTerminator(),
                 info.getRegClass(phi.getOperand(0).getReg()), intervals);
    }
}

struct Candidate {
  llvm::MachineLoop* loop = nullptr;
  std::unique_ptr<llvm::TargetInstrInfo::PipelinerLoopInfo> info;
};
std::vector<Candidate> candidates(const Job& job) {
  std::vector<Candidate> out;
  const llvm::TargetInstrInfo& target = *job.function.getSubtarget().getInstrInfo();
  for (llvm::MachineLoop* const loop : job.loops->getLoopsInPreorder()) {
    llvm::MachineBasicBlock* const block = loop->getHeader();
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    llvm::SmallVector<llvm::MachineOperand, 4> condition;
    if (loop->getNumBlocks() != 1) continue;
    if (told_not_to(*block)) {
      missed(*job.remarks, *loop, "the source says so");
    } else if (target.analyzeBranch(*block, yes, no, condition)) {
      missed(*job.remarks, *loop, "the target cannot tell its branch");
    } else if (loop->getLoopPreheader() == nullptr) {
      missed(*job.remarks, *loop, "no block leads to it alone");
    } else if (auto info = target.analyzeLoopForPipelining(block); info != nullptr) {
      out.push_back({loop, std::move(info)});
    } else {
      missed(*job.remarks, *loop, "the target cannot tell how often it runs");
    }
  }
  return out;
}

// Who reads a phi in the loop reads a copy of it.
void copy_lasting(const Job& job, llvm::MachineBasicBlock& block, llvm_mir::LoopPipeline& plan) {
  llvm::MachineRegisterInfo& info = job.function.getRegInfo();
  const llvm::TargetInstrInfo& target = *job.function.getSubtarget().getInstrInfo();
  for (llvm::MachineInstr* const phi : plan.lasting()) {
    const llvm::Register value = phi->getOperand(0).getReg(),
                         name = info.createVirtualRegister(info.getRegClass(value));
    const auto at = block.getFirstNonPHI();
    llvm::MachineInstr* const copy =
        llvm::BuildMI(block, at, phi->getDebugLoc(), target.get(llvm::TargetOpcode::COPY), name).addReg(value);
    job.intervals->InsertMachineInstrInMaps(*copy);
    for (llvm::MachineOperand& use : llvm::make_early_inc_range(info.use_operands(value)))
      if (use.getParent()->getParent() == &block && !use.getParent()->isPHI() && use.getParent() != copy)
        use.setReg(name);
    plan.add(*copy, *phi);
  }
}

void expand(const Job& job, llvm::MachineLoop& loop, llvm_mir::LoopPipeline& plan) {
  copy_lasting(job, *loop.getHeader(), plan);
  llvm::DenseMap<llvm::MachineInstr*, int> cycle, stage;
  for (llvm::MachineInstr* const i : plan.order()) {
    cycle[i] = static_cast<int>(plan.slot(i));
    stage[i] = static_cast<int>(plan.stage(i));
  }
  std::vector<llvm::MachineInstr*> order = plan.order();
  llvm::ModuloScheduleExpander::InstrChangesTy changes;
  for (const llvm_mir::LoopPipeline::Ahead& a : plan.ahead()) {
    if (plan.iterations(a) == 0) continue;
    llvm::MachineInstr* const further = job.function.CloneMachineInstr(a.inst);
    llvm::MachineOperand& offset = further->getOperand(a.offset);
    offset.setImm(offset.getImm() + a.step * plan.iterations(a));
    std::replace(order.begin(), order.end(), a.inst, further);
    cycle[further] = static_cast<int>(plan.slot(a.inst));
    stage[further] = static_cast<int>(plan.stage(a.inst));
    changes[a.inst] = {a.next, a.step};
  }
  llvm::ModuloSchedule schedule(job.function, &loop, std::move(order), std::move(cycle), std::move(stage));
  llvm::ModuloScheduleExpander expander(job.function, schedule, *job.intervals, std::move(changes));
  expander.expand();
  expander.cleanup();
}

}  // namespace

// All loops are scheduled on the function as it is, then expanded: a loop's instructions stay what they are until it is.
bool pipeline_loops(const Job& job) {
  llvm::MachineFunction& f = job.function;
  if (f.getFunction().hasOptSize() || !f.getSubtarget().enableMachinePipeliner()) return false;
  const std::vector<Candidate> loops = candidates(job);
  if (loops.empty()) return false;
  for (const Candidate& c : loops) prepare_phis(*c.loop->getHeader(), *job.intervals);
  std::vector<std::pair<llvm::MachineLoop*, llvm_mir::LoopPipeline>> plans;
  {
    const llvm_mir::LoopView view(llvm_mir::MemoryOracle(f, job.alias, job.evolution, job.ir_loops), f,
                                  stalls ? llvm_mir::Carried::as_llvm : llvm_mir::Carried::in_full);
    const flow::ViewLiveness<llvm_mir::LoopView> lives(view);
    const llvm_mir::LoopRegisters registers(view);
    for (const Candidate& c : loops) {
      llvm_mir::LoopPipeline plan(lives, registers, *c.loop->getHeader(), *c.info);
      if (plan.run(options()))
        plans.emplace_back(c.loop, std::move(plan));
      else
        missed(*job.remarks, *c.loop, plan.refusal(), plan.bounds());
    }
  }
  for (auto& [loop, plan] : plans) {
    passed(*job.remarks, *loop, plan);
    expand(job, *loop, plan);
  }
  return true;
}

}  // namespace lathe::llvm_plugin
