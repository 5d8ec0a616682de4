// Passes that put things in another order: instructions of a block, blocks of a function.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include <llvm/CodeGen/MachineBranchProbabilityInfo.h>

#include <lathe/opt/block_placement.hpp>
#include <lathe/opt/ext_tsp.hpp>
#include <lathe/passes/read_before_copies.hpp>
#include <lathe/sched/fit.hpp>

#include "adapters/llvm_mir/crowded_problem.hpp"
#include "adapters/llvm_mir/editor.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// LLVM's live intervals, which follow what moves within its block.
struct FollowMoves {
  llvm::LiveIntervals& intervals;
  using Edit = program::Edit<llvm_mir::Code>;
  void before(const llvm_mir::Code&, const Edit&) {}
  void after(const llvm_mir::Code&, const Edit& e) {
    if (e.kind == Edit::Kind::put && e.from && e.to)
      intervals.handleMove(const_cast<llvm::MachineInstr&>(**e.inst));  // NOLINT: handles are pointers to const
  }
};

// What stands between a copy and a reader, as far as it keeps the reader from going in front of the copy.
class Between {
 public:
  explicit Between(const llvm_mir::CodeOf& code) : code_(code) {}
  void add(const llvm::MachineInstr& inst) {
    effects_ |= code_.effects(&inst);
    for (const llvm::MachineOperand& o : inst.operands())
      if (o.isReg() && o.getReg() && o.isDef() && !o.isDead()) written_.push_back(o.getReg());
  }
  bool keeps(const llvm::MachineInstr& reader) const {
    const program::Effects effects = code_.effects(&reader);
    if (effects.bounds_region() || !may_swap(effects_, effects)) return true;
    unsigned results = 0;
    for (const llvm::MachineOperand& o : reader.operands()) {
      if (!o.isReg() || !o.getReg()) continue;
      if (o.isDef() && o.getReg().isPhysical() && !o.isDead()) return true;
      results += o.isDef() && o.getReg().isVirtual() ? 1 : 0;
      if (o.isUse() && llvm::is_contained(written_, o.getReg())) return true;
    }
    return results > 1;
  }

 private:
  const llvm_mir::CodeOf& code_;
  program::Effects effects_;
  llvm::SmallVector<llvm::Register, 16> written_;
};

// May all that reads what is copied, up to `end`, go in front of the copy? "Perhaps" is enough.
bool readers_may_go(const llvm_mir::CodeOf& code, const llvm::MachineInstr& copy, const llvm::LiveIntervals& intervals,
                    llvm::SlotIndex end) {
  const passes::ReadBeforeCopiesOptions limits;
  const llvm::Register from = copy.getOperand(1).getReg();
  Between between(code);
  std::uint32_t seen = 0, readers = 0;
  for (auto at = std::next(copy.getIterator()); at != copy.getParent()->end(); ++at) {
    if (llvm_mir::is_debug(*at)) continue;
    if (intervals.getInstructionIndex(*at).getRegSlot() > end) return readers != 0;
    if (++seen > limits.window) return false;
    if (!at->readsVirtualRegister(from)) {
      between.add(*at);
      continue;
    }
    if (++readers > limits.readers || at->isCopy() || at->definesRegister(from, nullptr) || between.keeps(*at))
      return false;
  }
  return readers != 0;
}

// A copy of what is read behind it in its block, and not behind that, by what may go in front of it? Asked of LLVM's
// intervals, for our own view of a function costs more than all else, and in most functions there is none.
bool copies_live_on(llvm::MachineFunction& f, const llvm::LiveIntervals& intervals) {
  const llvm_mir::CodeOf code(f);
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b) {
      if (!i.isFullCopy() || !i.getOperand(0).getReg().isVirtual() || !i.getOperand(1).getReg().isVirtual()) continue;
      const llvm::Register from = i.getOperand(1).getReg();
      if (from == i.getOperand(0).getReg() || !intervals.hasInterval(from)) continue;
      const llvm::LiveInterval& life = intervals.getInterval(from);
      const llvm::LiveQueryResult here = life.Query(intervals.getInstructionIndex(i));
      if (!here.isKill() && !intervals.isLiveOutOfMBB(life, &b) && readers_may_go(code, i, intervals, here.endPoint()))
        return true;
    }
  return false;
}

}  // namespace

// Only what needs more registers than there are is put in another order. Each region for itself: LLVM's allocator spills
// where registers are short, not in the whole function. Short regions stay: there an order saves one or two of many
// registers that live throughout, which is less than what the allocator's choice of whom to spill varies by.
bool schedule_regions(const Job& job) {
  bool changed = false;
  if (copies_live_on(job.function, *job.intervals)) {
    llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out);
    FollowMoves follow{*job.intervals};
    changed = passes::read_before_copies(code, {}, NoRemarks(), follow).changes != 0;
  }
  constexpr std::size_t short_region = 7;
  constexpr std::uint64_t least_share = 20;  // a twentieth
  llvm_mir::CrowdedRegions crowded(job.function, *job.intervals, short_region + 1);
  if (crowded.regions().empty()) return changed;
  llvm_mir::CrowdedProblems problems(job.alias, job.function);
  // More orders, and the search, find nothing more in code of programs, and cost twice as much (plugins/llvm/README.md).
  sched::FitOptions options;
  options.search = 0;
  options.tries = 3;
  for (llvm_mir::CrowdedRegion& region : crowded.regions()) {
    const sched::FitPlan plan = sched::fit_valid_problem(problems.make(region), options);
    if (!plan.reordered()) continue;
    // Of many registers that are too many a few saved are worth nothing.
    if (plan.excess <= plan.excess_before && (plan.excess_before - plan.excess) * least_share < plan.excess_before)
      continue;
    llvm_mir::reorder(region.insts, region.behind, plan.order, job.intervals);
    changed = true;
  }
  return changed;
}

namespace {

using Block = llvm_mir::Code::Block;

// The function's blocks by their place in the layout, with counts of edges and sizes in bytes.
class Layout {
 public:
  Layout(const llvm_mir::Code& code, const llvm::MachineBlockFrequencyInfo& frequencies)
      : code_(code), blocks_(code.blocks()) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) number_.emplace(blocks_[b], b);
    cfg_ = flow::make_cfg(*this);
    counts_.resize(cfg_.edge_count());
    const double entry = std::max<double>(1, static_cast<double>(frequencies.getEntryFreq().getFrequency()));
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      for (auto s = blocks_[b]->succ_begin(); s != blocks_[b]->succ_end(); ++s) {
        const llvm::BranchProbability odds = blocks_[b]->getSuccProbability(s);
        const double runs = static_cast<double>(frequencies.getBlockFreq(blocks_[b]).getFrequency()) / entry;
        const auto next = cfg_.successors(b);
        const auto at = std::find(next.begin(), next.end(), number_.at(*s)) - next.begin();
        counts_[cfg_.first_edge(b) + static_cast<std::uint32_t>(at)] =
            runs * odds.getNumerator() / llvm::BranchProbability::getDenominator();
      }
    for (const Block b : blocks_) sizes_.push_back(bytes(*b));
  }
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    code_.for_each_successor(blocks_[b], [&](Block s) { f(number_.at(s)); });
  }
  // Those that nothing reaches stay behind the others.
  std::vector<Block> best() const {
    const flow::Order rpo = flow::reverse_post_order(cfg_);
    const flow::Dominators dominators(cfg_);
    const flow::Loops loops = flow::find_loops(cfg_, dominators, rpo);
    const auto start = opt::place_blocks(
        cfg_, loops, rpo, [&](flow::Block b) { return blocks_[b]->succ_empty() && !blocks_[b]->isReturnBlock(); });
    const opt::ExtTspOrder found = opt::ext_tsp(cfg_, start, counts_, sizes_);
    std::vector<bool> placed(blocks_.size(), false);
    std::vector<Block> out;
    for (const flow::Block b : found.refusal == opt::ExtTspRefusal::none ? found.blocks : start) {
      out.push_back(blocks_[b]);
      placed[b] = true;
    }
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      if (!placed[b]) out.push_back(blocks_[b]);
    return out;
  }

 private:
  static std::uint32_t bytes(const llvm::MachineBasicBlock& b) {
    constexpr unsigned usual = 4;  // of an instruction whose size the target does not say
    const llvm::TargetInstrInfo& target = *b.getParent()->getSubtarget().getInstrInfo();
    std::uint32_t sum = 0;
    for (const llvm::MachineInstr& i : b) {
      if (i.isMetaInstruction()) continue;
      const unsigned known = target.getInstSizeInBytes(i);
      sum += known == 0 || known == ~0U ? usual : known;
    }
    return sum;
  }

  const llvm_mir::Code& code_;
  std::vector<Block> blocks_;
  std::unordered_map<Block, std::uint32_t> number_;  // looked up only
  flow::Cfg cfg_;
  std::vector<double> counts_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace

bool place_blocks(const Job& job) {
  if (job.function.size() < 3 || job.function.hasEHFunclets() || job.function.hasBBSections()) return false;
  llvm_mir::Code code(job.function, llvm_mir::Ways::open, job.frequencies);
  const std::vector<Block> order = Layout(code, *job.frequencies).best();
  if (order == code.blocks()) return false;
  for (std::size_t k = 1; k < order.size(); ++k) code.put_block(order[k], true, {});
  return true;
}

}  // namespace lathe::llvm_plugin
