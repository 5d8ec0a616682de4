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
llvm::cl::opt<unsigned> search("lathe-occupancy-search", llvm::cl::init(20000), llvm::cl::Hidden,
                               llvm::cl::desc("instructions looked at to get a region's lowest order lower"));
llvm::cl::opt<unsigned> tries(
    "lathe-occupancy-tries", llvm::cl::init(64), llvm::cl::Hidden,
    llvm::cl::desc("instructions looked at, for each of a region, to find an order where none fits"));
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
      : job_(job), set_(set), crowded_(job.function, *job.intervals, 2, &set) {
    const auto scalars = crowded_.set_named("SReg_32");
    for (const llvm_mir::CrowdedRegion& region : crowded_.regions()) {
      Region& r = regions_.emplace_back();
      r.weight = static_cast<double>(job.frequencies->getBlockFreq(region.insts.front()->getParent()).getFrequency());
      r.registers = region.most.back();
      most_ = std::max(most_, r.registers);
      if (scalars) scalar_ = std::max<std::uint64_t>(scalar_, region.most[*scalars]);
    }
    by_need_.resize(regions_.size());
    std::iota(by_need_.begin(), by_need_.end(), 0);
    std::stable_sort(by_need_.begin(), by_need_.end(),
                     [&](std::size_t a, std::size_t b) { return regions_[a].registers > regions_[b].registers; });
  }
  bool empty() const { return regions_.empty(); }
  std::uint64_t most() const { return most_; }      // of registers, in LLVM's order
  std::uint64_t scalar() const { return scalar_; }  // of scalar ones, where vector registers are short

  struct Plan {
    std::vector<std::optional<sched::MeasuredOrder>> orders;  // nothing: the region stays
    double cycles = 1;                                        // of those that do not stay, for LLVM's
  };
  using Effort = sched::OrdersBelow::Effort;
  // Does each region have an order of no more registers, as far as the effort tells? The region that needs most comes first.
  bool fit(std::uint32_t registers, Effort effort) {
    for (const std::size_t k : by_need_) {
      if (regions_[k].registers <= registers) break;
      make(k);
      if (std::cmp_greater(regions_[k].least, registers) || !regions_[k].below->fits(0, registers, effort))
        return false;
    }
    return true;
  }
  // Nothing where some region does not fit.
  std::optional<Plan> below(std::uint32_t registers) {
    if (!fit(registers, Effort::search)) return {};
    Plan out;
    out.orders.resize(regions_.size());
    double before = 0, after = 0;
    for (const std::size_t k : by_need_) {
      Region& r = regions_[k];
      if (r.registers <= registers) break;
      auto& order = out.orders[k] = r.below->run(0, registers);
      if (!order || spills_others(*order, *r.problem)) return {};
      if (r.cycles == 0) r.cycles = r.below->source_cycles();
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
    std::uint64_t registers = 0, cycles = 0;  // in LLVM's order; cycles 0: not asked for
    std::int64_t least = 0;                   // no order has fewer; with the problem
    sched::MeasuredOrder now;
    bool moved = false;
  };
  // Only of regions that are asked for: what may be exchanged in memory is most of the work.
  void make(std::size_t k) {
    Region& r = regions_[k];
    if (r.problem) return;
    if (!maker_) maker_.emplace(job_.alias, job_.function, &set_, job_.intervals);
    r.problem = std::make_unique<sched::Problem>(maker_->make(crowded_.regions()[k]));
    r.graph = std::make_unique<sched::Graph>(*r.problem);
    r.below = std::make_unique<sched::OrdersBelow>(*r.graph, sched::Options{.search = search}, tries);
    r.least = sched::least_registers(*r.graph)[0];
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

  const Job& job_;
  const llvm_mir::OccupancySet& set_;
  llvm_mir::CrowdedRegions crowded_;
  std::optional<llvm_mir::CrowdedProblems> maker_;  // where some region is asked for
  std::vector<Region> regions_;
  std::vector<std::size_t> by_need_;  // the region that needs most registers first
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

namespace {

// Step by step as far as it goes. List schedules are dear and tell of cycles alone, so that steps which orders that are there fit
// wait, and the furthest of them is weighed first: where it may be had for its cycles, those before it need not be.
class Climb {
 public:
  Climb(Orders& orders, const llvm_mir::OccupancySet& set, std::uint32_t before, std::uint32_t most)
      : orders_(orders), waves_(before) {
    std::uint32_t now = ~std::uint32_t{0};  // registers that there may be without losing what there is
    for (const program::Step& step : set.steps)
      if (step.occupancy == before) now = step.registers;
    for (std::size_t s = set.steps.size(); s-- > 0;) {
      const program::Step& step = set.steps[s];
      if (step.occupancy <= before || step.registers <= spare || step.occupancy > most) continue;
      if (!go_on(step, now)) break;
    }
    weigh();
  }
  bool raised() const { return raised_; }
  std::uint32_t waves() const { return waves_; }
  std::uint32_t registers() const { return registers_; }  // of the step that is reached

 private:
  struct Fitting {
    program::Step step;
    std::uint32_t registers = 0;  // asked for
    bool all = false;             // may they be all that the step has?
  };
  // The first step may be had without registers kept back, too, where the allocator may miss it and lose nothing. Asked first:
  // what is not to be had with them is not to be had without, and most steps are not to be had at all.
  bool go_on(const program::Step& step, std::uint32_t now) {
    constexpr std::uint32_t miss = 16;  // so many registers more than live the allocator may take; a guess
    const bool may_miss = !raised_ && fitting_.empty() && now >= step.registers + miss;
    if (may_miss && !fits(step.registers)) return false;
    const std::uint32_t kept_back = step.registers - spare;
    if (fits(kept_back))
      fitting_.push_back({step, kept_back, may_miss});
    else if (may_miss)
      fitting_.push_back({step, step.registers, true});
    else
      return false;
    return true;
  }
  // Where others have to be looked for, what is there already has to be worth its cycles.
  bool fits(std::uint32_t registers) {
    return orders_.fit(registers, Orders::Effort::there) || (weigh() && orders_.fit(registers, Orders::Effort::search));
  }
  // The furthest of those that wait that may be had. False: it is not the last one.
  bool weigh() {
    bool last = true;
    for (; !fitting_.empty(); fitting_.pop_back(), last = false) {
      const Fitting& f = fitting_.back();
      auto plan = orders_.below(f.registers);
      if (!plan && f.all) plan = orders_.below(f.step.registers);
      if (!plan || plan->cycles > 1 + slower / 100.0) continue;
      orders_.choose(std::move(*plan));
      raised_ = true;
      waves_ = f.step.occupancy;
      registers_ = f.step.registers;
      fitting_.clear();
      break;
    }
    return last;
  }

  Orders& orders_;
  bool raised_ = false;
  std::uint32_t waves_, registers_ = 0;
  std::vector<Fitting> fitting_;  // not weighed yet
};

}  // namespace

bool raise_occupancy(const Job& job) {
  const auto set = llvm_mir::vector_registers(job.function);
  if (!set) return false;
  Orders orders(job, *set);
  if (orders.empty()) return false;
  constexpr std::uint32_t always = 2;  // scalar registers that count beside those that live, at least: VCC
  const auto scalar = llvm_mir::scalar_steps(job.function);
  const std::uint32_t most = scalar.empty() ? ~0U : sched::occupancy_of({"", 0, 0, scalar}, orders.scalar() + always);
  const std::uint32_t before = sched::occupancy_of({"", 0, 0, set->steps}, orders.most());
  const Climb climb(orders, *set, before, most);
  if (climb.raised()) orders.make_shorter(climb.registers() - std::min<std::uint32_t>(climb.registers(), slack));
  llvm::MachineOptimizationRemarkEmitter remarks(job.function, nullptr);
  if (remarks.allowExtraAnalysis("occupancy")) {
    const std::string from = std::to_string(before) + " waves";
    if (climb.raised())
      tell(job.function, remarks, "occupancy",
           {Remark::Kind::passed, "", "Raised", "", from + " become " + std::to_string(climb.waves()), {}});
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
