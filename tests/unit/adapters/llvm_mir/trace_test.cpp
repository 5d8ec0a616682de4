// Trace metrics of machine code beside LLVM's MachineTraceMetrics.
//
// LLVM shows of a trace the number of its instructions and the cycles of its instructions. They are the same here
// where the two mean the same: no block of the trace chose among equals (LLVM then takes its own order), no
// instruction on it has a latency that depends on who reads the result, and, for heights, the trace does not end in
// front of a loop's header, whose phis LLVM takes for readers.
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/MachineTraceMetrics.h>

#include <map>

#include <lathe/flow/check_trace.hpp>
#include <lathe/flow/follow_trace.hpp>

#include "adapters/llvm_mir/timed_view.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

struct Compared {
  std::uint32_t functions = 0, blocks = 0, counts = 0, depths = 0, heights = 0, cycles = 0;
};

class Comparison {
 public:
  Comparison(llvm::MachineFunction& f, Compared& out)
      : f_(f),
        view_(f),
        known_(view_),
        graph_(view_, known_),
        loops_(graph_),
        trace_(view_, graph_, loops_),
        out_(out) {}

  void run() {
    llvm::MachineDominatorTree dominators(f_);
    const llvm::MachineLoopInfo info(dominators);
    llvm::MachineTraceMetrics metrics(f_, info);
    auto* const ensemble = metrics.getEnsemble(llvm::MachineTraceStrategy::TS_MinInstrCount);
    ++out_.functions;
    for (const llvm::MachineBasicBlock& b : f_) {
      ++out_.blocks;
      const auto theirs = ensemble->getTrace(&b);
      const View::Block block = &b;
      ++out_.counts;
      CHECK(theirs.getInstrCount() ==
            trace_.instructions_above(block) + trace_.instructions_in(block) + trace_.instructions_below(block));
      const auto blocks = trace_.trace(block);
      if (tied(blocks, b) || !one_latency(blocks)) continue;
      const bool latch = [&] {
        const llvm::MachineLoop* const loop = info.getLoopFor(blocks.back());
        return loop != nullptr && blocks.back()->isSuccessor(loop->getHeader());
      }();
      for (const View::Inst i : view_.instructions(block)) {
        const auto cycles = theirs.getInstrCycles(*i);
        ++out_.depths;
        out_.cycles += cycles.Depth;
        CHECK(cycles.Depth == trace_.depth(i));
        if (latch) continue;
        ++out_.heights;
        CHECK(cycles.Height == trace_.height(i));
      }
    }
    const auto faults = flow::check_trace(view_, trace_.report(), {}, [&](View::Inst i) { return view_.latency(i); });
    CHECK_MESSAGE(faults.empty(), faults.str());
  }

 private:
  // Did a block of the trace have several best candidates? By counts alone, whoever is a candidate.
  bool tied(const std::vector<View::Block>& blocks, const llvm::MachineBasicBlock& center) const {
    bool below = false;
    for (const View::Block b : blocks) {
      below = below || b == &center;
      std::map<std::uint64_t, int> above_counts, below_counts;
      for (const llvm::MachineBasicBlock* p : b->predecessors())
        ++above_counts[trace_.instructions_above(p) + trace_.instructions_in(p)];
      for (const llvm::MachineBasicBlock* s : b->successors())
        ++below_counts[trace_.instructions_below(s) + trace_.instructions_in(s)];
      const auto several = [](const auto& counts, std::uint64_t best) {
        const auto at = counts.find(best);
        return at != counts.end() && at->second > 1;
      };
      if ((!below || b == &center) && several(above_counts, trace_.instructions_above(b))) return true;
      if (below && several(below_counts, trace_.instructions_below(b))) return true;
    }
    return false;
  }
  // Is each latency from a register's writer to its readers that of the writer? A register of the machine must be
  // written in front of its reader in the block, by its name: LLVM forgets what comes from other blocks where it goes
  // on with a trace that it knows in part.
  bool one_latency(const std::vector<View::Block>& blocks) const {
    for (const View::Block b : blocks)
      for (const View::Inst i : view_.instructions(b))
        for (unsigned k = 0; k < i->getNumOperands(); ++k) {
          const llvm::MachineOperand& o = i->getOperand(k);
          if (!o.isReg() || !o.getReg() || !o.readsReg()) continue;
          const bool physical = o.getReg().isPhysical();
          if (physical && (f_.getRegInfo().isConstantPhysReg(o.getReg()) || b->isEntryBlock())) {
            // What comes into the function is read in its first block, by copies, and is written nowhere else.
            if (!b->isEntryBlock() || i->isCopy()) continue;
          }
          const llvm::MachineInstr* const def =
              physical ? last(*i, o.getReg()) : f_.getRegInfo().getVRegDef(o.getReg());
          if (def == nullptr) return false;
          if (def->isTransient()) continue;
          const unsigned at = static_cast<unsigned>(def->findRegisterDefOperandIdx(o.getReg(), nullptr));
          if (view_.model().computeOperandLatency(def, at, i, k) != view_.latency(def)) return false;
        }
    return true;
  }
  const llvm::MachineInstr* last(const llvm::MachineInstr& reader, llvm::Register r) const {
    const auto& names = *f_.getSubtarget().getRegisterInfo();
    for (auto at = reader.getReverseIterator(); ++at != reader.getParent()->instr_rend();)
      if (at->modifiesRegister(r, &names)) return at->findRegisterDefOperandIdx(r, nullptr) < 0 ? nullptr : &*at;
    return nullptr;
  }

  llvm::MachineFunction& f_;
  TimedView view_;
  program::Known<TimedView> known_;
  program::ControlFlow<TimedView> graph_;
  flow::FollowLoops<TimedView> loops_;
  flow::FollowTrace<TimedView> trace_;
  Compared& out_;
};

}  // namespace

TEST_CASE("traces of machine code are as LLVM's where both mean the same") {
  Compared sum;
  for (const Target& target : targets) {
    Compared here;
    for (const char* file : {"loops.ll", "repeats.ll"}) {
      CAPTURE(std::string(target.triple));
      const auto program = compile(file, target, test::before("phi-node-elimination"));
      for (llvm::MachineFunction* f : program->functions()) {
        CAPTURE(f->getName().str());
        Comparison(*f, here).run();
      }
    }
    MESSAGE(std::string(target.triple) << ": " << here.blocks << " blocks, " << here.depths << " depths, "
                                       << here.heights << " heights, " << here.cycles << " cycles");
    sum.blocks += here.blocks;
    sum.depths += here.depths;
    sum.heights += here.heights;
    sum.cycles += here.cycles;
  }
  CHECK(sum.blocks > 100);
  CHECK(sum.depths > 100);
  CHECK(sum.heights > 100);
  CHECK(sum.cycles > 100);
}
