// For occupancy, on targets whose threads share registers. Behind LLVM's sinking: what was moved past branches goes back
// where fewer registers live across them then. Behind LLVM's scheduler: where more registers live than let as many threads
// run as could, another order, of least cycles below the step; for the whole function or not at all.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/CodeGen/MachineOptimizationRemarkEmitter.h>
#include <llvm/Support/CommandLine.h>

#include <lathe/passes/unsink.hpp>
#include <lathe/sched/below.hpp>
#include <lathe/sched/shorter.hpp>
#include <lathe/sched/spills.hpp>
#include <lathe/support/maybe_remarks.hpp>

#include "adapters/llvm_mir/amd_gpu.hpp"
#include "adapters/llvm_mir/crowded_problem.hpp"
#include "adapters/llvm_mir/editor.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

llvm::cl::opt<unsigned> slower("lathe-occupancy-slower", llvm::cl::init(15), llvm::cl::Hidden,
                               llvm::cl::desc("how many percent more cycles a step of occupancy may cost"));
llvm::cl::opt<unsigned> spare("lathe-occupancy-spare", llvm::cl::init(2), llvm::cl::Hidden,
                              llvm::cl::desc("registers kept back at each step, for the allocator"));

llvm::cl::opt<unsigned> shorter(
    "lathe-occupancy-shorter", llvm::cl::init(3), llvm::cl::Hidden,
    llvm::cl::desc("percent of cycles that a second order at the same registers must save"));
llvm::cl::opt<unsigned> slack("lathe-occupancy-slack", llvm::cl::init(8), llvm::cl::Hidden,
                              llvm::cl::desc("registers below the step up to which the second order fills"));
llvm::cl::opt<unsigned> unsink_fuel("lathe-unsink-fuel", llvm::cl::init(~0U), llvm::cl::Hidden,
                                    llvm::cl::desc("of how many blocks, in all functions, instructions may go up"));
unsigned unsunk = 0;  // of these

// As LLVM's remarks, by the row's name.
void tell(const llvm::MachineFunction& f, llvm::MachineOptimizationRemarkEmitter& remarks, const char* row,
          const Remark& r) {
  const llvm::MachineBasicBlock* const block = f.empty() ? nullptr : &f.front();
  const llvm::DiagnosticLocation where(f.getFunction().getSubprogram());
  if (r.kind == Remark::Kind::missed)
    remarks.emit([&] { return llvm::MachineOptimizationRemarkMissed(row, r.name, where, block) << r.text; });
  else
    remarks.emit([&] { return llvm::MachineOptimizationRemark(row, r.name, where, block) << r.text; });
}

// The set with steps as an Own, virtual registers whole.
class SteppedRegisters {
 public:
  SteppedRegisters(const llvm_mir::Code& code, const llvm_mir::OccupancySet& set) : code_(&code) {
    sets_.push_back({set.name, set.limit, 0, set.steps});
    for (const unsigned registers : set.of_class) {
      classes_.push_back({"registers", {}});
      if (registers != 0) classes_.back().shares.push_back({0, registers});
    }
  }
  const std::vector<program::RegisterSet>& sets() const { return sets_; }
  const program::RegisterClass& register_class(llvm_mir::Code::Value v) const {
    const std::uint32_t c = code_->register_class(v);
    return c < classes_.size() ? classes_[c] : nothing_;
  }

 private:
  const llvm_mir::Code* code_;
  std::vector<program::RegisterSet> sets_;
  std::vector<program::RegisterClass> classes_;  // by LLVM's number
  program::RegisterClass nothing_{"none"};
};

// The regions of a function, and orders of them.
class Orders {
 public:
  Orders(const Job& job, const llvm_mir::OccupancySet& set)
      : crowded_(job.function, *job.intervals, *job.limits, 2, &set),
        maker_(job.alias, job.function, *job.limits, &set, job.intervals) {
    const auto scalars = crowded_.set_named("SReg_32");
    for (const llvm_mir::CrowdedRegion& region : crowded_.regions()) {
      Region& r = regions_.emplace_back();
      r.weight = static_cast<double>(job.frequencies->getBlockFreq(region.insts.front()->getParent()).getFrequency());
      r.registers = region.most.back();
      most_ = std::max(most_, r.registers);
      if (scalars) scalar_ = std::max<std::uint64_t>(scalar_, region.most[*scalars]);
    }
  }
  bool empty() const { return regions_.empty(); }
  std::uint64_t most() const { return most_; }      // of registers, in LLVM's order
  std::uint64_t scalar() const { return scalar_; }  // of scalar ones, where vector registers are short

  struct Plan {
    std::vector<std::optional<sched::MeasuredOrder>> orders;  // nothing: the region stays
    double cycles = 1;                                        // of those that do not stay, for LLVM's
  };
  // Nothing where some region does not fit. The one that needs most comes first.
  std::optional<Plan> below(std::uint32_t registers) {
    Plan out;
    out.orders.resize(regions_.size());
    std::vector<std::size_t> by_need(regions_.size());
    std::iota(by_need.begin(), by_need.end(), 0);
    std::stable_sort(by_need.begin(), by_need.end(),
                     [&](std::size_t a, std::size_t b) { return regions_[a].registers > regions_[b].registers; });
    double before = 0, after = 0;
    for (const std::size_t k : by_need) {
      Region& r = regions_[k];
      if (r.registers <= registers) break;
      make(k);
      if (sched::least_registers(*r.graph)[0] > std::int64_t{registers}) return {};
      auto& order = out.orders[k] = r.below->run(0, registers);
      if (!order || spills_others(*order, *r.problem)) return {};
      before += r.weight * static_cast<double>(r.cycles);
      after += r.weight * static_cast<double>(order->cycles);
    }
    if (before > 0) out.cycles = after / before;
    return out;
  }
  void choose(Plan&& plan) {
    for (std::size_t k = 0; k < regions_.size(); ++k)
      if (plan.orders[k]) {
        regions_[k].now = std::move(*plan.orders[k]);
        regions_[k].moved = true;
      }
  }
  // Regions that have another order already in clearly fewer cycles, at the registers that they have. Not where something is
  // to be spilled, and filled up to `ceiling` only: the allocator does not find a place for all that could live at once.
  void make_shorter(std::uint64_t ceiling) {
    for (Region& r : regions_) {
      if (!r.moved) continue;
      bool over = false;
      for (std::size_t s = 0; s < r.now.registers.size(); ++s)
        over |= sched::excess_of(r.problem->sets[s], r.now.registers[s]) != 0;
      if (over) continue;
      std::vector<std::uint64_t> ceilings = r.now.registers;
      ceilings[0] = ceiling;
      if (auto found = sched::shorter_order(*r.graph, r.now, ceilings, r.now.cycles * 100 / (100 + shorter)))
        r.now = std::move(*found);
    }
  }
  bool apply(llvm::LiveIntervals* intervals) {
    bool any = false;
    for (std::size_t k = 0; k < regions_.size(); ++k) {
      if (!regions_[k].moved) continue;
      llvm_mir::CrowdedRegion& at = crowded_.regions()[k];
      llvm_mir::reorder(at.insts, at.behind, regions_[k].now.order, intervals);
      any = true;
    }
    return any;
  }

 private:
  struct Region {
    std::unique_ptr<sched::Problem> problem;  // and what stands on it: nothing where it was not asked for
    std::unique_ptr<sched::Graph> graph;
    std::unique_ptr<sched::OrdersBelow> below;
    double weight = 0;
    std::uint64_t registers = 0, cycles = 0;  // in LLVM's order; cycles with the problem
    sched::MeasuredOrder now;
    bool moved = false;
  };
  // Only of regions that are asked for: what may be exchanged in memory is most of the work.
  void make(std::size_t k) {
    Region& r = regions_[k];
    if (r.problem) return;
    r.problem = std::make_unique<sched::Problem>(maker_.make(crowded_.regions()[k]));
    r.graph = std::make_unique<sched::Graph>(*r.problem);
    r.below = std::make_unique<sched::OrdersBelow>(*r.graph);
    std::vector<std::uint32_t> source(r.problem->size());
    std::iota(source.begin(), source.end(), 0);
    r.now = sched::measured(*r.graph, std::move(source));
    r.cycles = r.now.cycles;
  }
  // Too many of the registers without steps (scalar ones), and by an estimate not fewer spills of them than before: where it
  // told as many, LLVM's allocator made more (attention_decode of bench/adapters/amd, gfx942).
  static bool spills_others(const sched::MeasuredOrder& plan, const sched::Problem& problem) {
    bool above = false;
    for (std::size_t s = 1; s < problem.sets.size(); ++s)
      above |= sched::excess_of(problem.sets[s], plan.registers[s]) != 0;
    if (!above) return false;
    sched::Problem others = problem;
    others.sets[0].limit = 0;
    const sched::Graph graph(others);
    sched::SpillEstimate estimate(graph);
    std::vector<std::uint32_t> source(others.size());
    std::iota(source.begin(), source.end(), 0);
    const auto spills = estimate.run(plan.order).sum();
    return spills != 0 && spills >= estimate.run(source).sum();
  }

  llvm_mir::CrowdedRegions crowded_;
  llvm_mir::CrowdedProblems maker_;
  std::vector<Region> regions_;
  std::uint64_t most_ = 0, scalar_ = 0;
};

}  // namespace

// In SSA form, of vector registers alone.
bool unsink_for_occupancy(const Job& job) {
  const auto set = llvm_mir::vector_registers(job.function);
  if (!set || job.function.size() < 3) return false;
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out);
  if (const llvm::MCRegister index = llvm_mir::index_register(job.function)) code.open_register(index);
  llvm::MachineOptimizationRemarkEmitter remarks(job.function, nullptr);
  RemarkList list;
  passes::UnsinkOptions options;
  options.fuel = unsink_fuel - std::min<unsigned>(unsunk, unsink_fuel);
  const auto result = passes::unsink(code, SteppedRegisters(code, *set), options,
                                     MaybeRemarks{remarks.allowExtraAnalysis("unsink") ? &list : nullptr});
  unsunk += static_cast<unsigned>(result.changes);
  for (const Remark& r : list.remarks) tell(job.function, remarks, "unsink", r);
  return result.changes != 0;
}

// Step by step as far as it goes: the next one is only tried where the last could be had for the cycles it may cost. The first
// one may be had without registers kept back, too, where the allocator may miss it and lose nothing.
bool raise_occupancy(const Job& job) {
  constexpr std::uint32_t miss = 16;  // so many registers more than live the allocator may take; a guess
  const auto set = llvm_mir::vector_registers(job.function);
  if (!set) return false;
  job.limits->runOnMachineFunction(job.function);
  Orders orders(job, *set);
  if (orders.empty()) return false;
  constexpr std::uint32_t always = 2;  // scalar registers that count beside those that live, at least: VCC
  const auto scalar = llvm_mir::scalar_steps(job.function);
  const std::uint32_t most = scalar.empty() ? ~0U : sched::occupancy_of({"", 0, 0, scalar}, orders.scalar() + always);
  const std::uint32_t before = sched::occupancy_of({"", 0, 0, set->steps}, orders.most());
  std::uint32_t now = ~std::uint32_t{0};  // registers that there may be without losing what there is
  for (const program::Step& step : set->steps)
    if (step.occupancy == before) now = step.registers;
  bool best = false;
  std::uint32_t waves = before, there = now;
  for (std::size_t s = set->steps.size(); s-- > 0;) {
    const program::Step& step = set->steps[s];
    if (step.occupancy <= before || step.registers <= spare || step.occupancy > most) continue;
    // What is not to be had with them is not to be had without, and most steps are not to be had at all.
    std::optional<Orders::Plan> plan;
    const bool may_miss = !best && now >= step.registers + miss;
    if (may_miss) plan = orders.below(step.registers);
    if (may_miss && !plan) break;
    if (auto kept_back = orders.below(step.registers - spare)) plan = std::move(kept_back);
    if (!plan || plan->cycles > 1 + slower / 100.0) break;
    orders.choose(std::move(*plan));
    best = true;
    waves = step.occupancy;
    there = step.registers;
  }
  if (best) orders.make_shorter(there - std::min<std::uint32_t>(there, slack));
  llvm::MachineOptimizationRemarkEmitter remarks(job.function, nullptr);
  if (remarks.allowExtraAnalysis("occupancy")) {
    const std::string from = std::to_string(before) + " waves";
    if (best)
      tell(job.function, remarks, "occupancy",
           {Remark::Kind::passed, "", "Raised", "", from + " become " + std::to_string(waves), {}});
    else
      tell(job.function, remarks, "occupancy",
           {Remark::Kind::missed,
            "",
            "NotRaised",
            "",
            from + ": no order of all regions has fewer registers for the cycles that it may cost",
            {}});
  }
  return orders.apply(job.intervals);
}

}  // namespace lathe::llvm_plugin
