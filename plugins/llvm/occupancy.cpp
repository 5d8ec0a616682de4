// For occupancy, on targets whose threads share registers. Behind LLVM's sinking: what was moved past branches goes back
// where fewer registers live across them then. Behind LLVM's scheduler: where more registers live than let as many threads
// run as could, another order, of least cycles below the step; for the whole function or not at all.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/CodeGen/MachineOptimizationRemarkEmitter.h>
#include <llvm/Support/CommandLine.h>

#include <lathe/passes/unsink.hpp>
#include <lathe/sched/fit.hpp>
#include <lathe/sched/scheduler.hpp>
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

// The regions of a function in orders that keep below a number of registers.
class Orders {
 public:
  Orders(const Job& job, const llvm_mir::OccupancySet& set)
      : crowded_(job.function, *job.intervals, *job.limits, 2, &set) {
    llvm_mir::CrowdedProblems maker(job.alias, job.function, *job.limits, &set, job.intervals);
    for (const llvm_mir::CrowdedRegion& region : crowded_.regions()) {
      problems_.push_back(maker.make(region));
      weights_.push_back(
          static_cast<double>(job.frequencies->getBlockFreq(region.insts.front()->getParent()).getFrequency()));
      std::vector<std::uint32_t> source(problems_.back().size());
      for (std::uint32_t n = 0; n < source.size(); ++n) source[n] = n;
      const sched::Graph graph(problems_.back());
      const std::vector<std::uint64_t> needed = sched::registers_of(graph, source);
      registers_.push_back(needed[0]);
      most_ = std::max(most_, registers_.back());
      for (std::size_t s = 1; s < needed.size(); ++s)
        if (problems_.back().sets[s].name == "SReg_32") scalar_ = std::max(scalar_, needed[s]);
    }
  }
  bool empty() const { return problems_.empty(); }
  std::uint64_t most() const { return most_; }      // of registers, in LLVM's order
  std::uint64_t scalar() const { return scalar_; }  // of scalar ones, where vector registers are short

  struct Order {
    std::vector<std::uint32_t> insts;
    std::vector<std::uint64_t> registers;  // of each set
    std::uint64_t cycles_before = 0, cycles = 0;
  };
  struct Plan {
    std::vector<std::optional<Order>> plans;  // nothing: the region stays
    double cycles = 1;                        // of all regions, for LLVM's
  };
  // Nothing where some region does not fit.
  std::optional<Plan> below(std::uint32_t registers) const {
    Plan out;
    double before = 0, after = 0;
    for (std::size_t r = 0; r < problems_.size(); ++r) {
      out.plans.emplace_back();
      if (registers_[r] <= registers) continue;
      std::optional<Order> plan = within(problems_[r], registers);
      if (!plan || spills_others(*plan, problems_[r])) return {};
      before += weights_[r] * static_cast<double>(plan->cycles_before);
      after += weights_[r] * static_cast<double>(plan->cycles);
      out.plans.back() = std::move(plan);
    }
    if (before > 0) out.cycles = after / before;
    return out;
  }
  void take(const Plan& plan, llvm::LiveIntervals* intervals) {
    for (std::size_t r = 0; r < problems_.size(); ++r)
      if (plan.plans[r]) {
        llvm_mir::CrowdedRegion& region = crowded_.regions()[r];
        llvm_mir::reorder(region.insts, region.behind, plan.plans[r]->insts, intervals);
      }
  }

 private:
  // Of those that fit, the shortest order that list scheduling finds below the ceiling; where it finds none, what a search for
  // registers alone finds.
  static std::optional<Order> within(const sched::Problem& problem, std::uint32_t registers) {
    sched::Problem below = problem;
    below.sets[0].floor = registers;
    below.sets[0].steps = {{registers, 2},
                           {sched::limits::registers, 1}};  // what is asked for, not the subtarget's step
    sched::Options options;
    options.mode = sched::Mode::balanced;
    options.shorter = false;
    sched::Plan plan = sched::plan_problem(below, options);
    if (plan.refusal != sched::Refusal::none) return {};
    if (plan.after.registers[0] <= registers)
      return Order{std::move(plan.order), std::move(plan.after.registers), plan.before.makespan, plan.after.makespan};
    for (sched::RegisterSet& set : below.sets) set.limit = 0;
    below.sets[0].limit = registers;
    sched::FitPlan fit = sched::fit_problem(below);
    if (fit.refusal != sched::Refusal::none || !fit.reordered() || fit.excess != 0) return {};
    const sched::Graph graph(problem);
    const std::vector<std::uint64_t> issued = sched::issue_cycles(graph, fit.order);
    std::uint64_t cycles = 0;
    for (std::uint32_t n = 0; n < issued.size(); ++n) cycles = std::max(cycles, issued[n] + problem.insts[n].latency);
    auto needed = sched::registers_of(graph, fit.order);
    return Order{std::move(fit.order), std::move(needed), plan.before.makespan, cycles};
  }
  // Too many of the registers without steps (scalar ones), and by an estimate not fewer spills of them than before: where it
  // told as many, LLVM's allocator made more (attention_decode of bench/adapters/amd, gfx942).
  static bool spills_others(const Order& plan, const sched::Problem& problem) {
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
    const auto spills = estimate.run(plan.insts).sum();
    return spills != 0 && spills >= estimate.run(source).sum();
  }

  llvm_mir::CrowdedRegions crowded_;
  std::vector<sched::Problem> problems_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> registers_;
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
  std::optional<Orders::Plan> best;
  std::uint32_t waves = before;
  for (std::size_t s = set->steps.size(); s-- > 0;) {
    const program::Step& step = set->steps[s];
    if (step.occupancy <= before || step.registers <= spare || step.occupancy > most) continue;
    std::optional<Orders::Plan> plan = orders.below(step.registers - spare);
    if (!plan && !best && now >= step.registers + miss) plan = orders.below(step.registers);
    if (!plan || plan->cycles > 1 + slower / 100.0) break;
    best = std::move(plan);
    waves = step.occupancy;
  }
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
  if (best) orders.take(*best, job.intervals);
  return best.has_value();
}

}  // namespace lathe::llvm_plugin
