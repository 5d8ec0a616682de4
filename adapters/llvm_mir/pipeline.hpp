// A loop of one block of LLVM's machine code in SSA form, scheduled by lathe::modulo as LLVM's own expander takes it
// (llvm::ModuloSchedule): a cycle and a stage of every instruction, phis included, and an order within a cycle.
//
//   const llvm_mir::LoopView view(memory, function);
//   const flow::ViewLiveness<llvm_mir::LoopView> lives(view);
//   llvm_mir::LoopPipeline plan(lives, llvm_mir::LoopRegisters(view), block, info);
//   if (plan.run(options)) ... plan.order(), plan.slot(i), plan.stage(i)
//
// What LLVM's expander asks of a schedule, besides what dependences ask:
//
//   - What computes the branch's condition is in stage 0 (PipelinerLoopInfo::shouldIgnoreForPipelining, and what writes a
//     physical register that the branch reads): the expander copies the branch with the names of stage 0. An instruction
//     more, which is in front of all and takes nothing, stands for the first cycle; that x is in stage 0 is then an
//     edge from x to it over one iteration.
//   - Physical registers keep their names: what writes one and what reads it are in one stage, so that it never lives
//     across the kernel's edge back. Where a schedule breaks that, they are asked for stage 0 as well.
//   - A phi stands between what it takes from the iteration before and what reads it: no later than its first reader,
//     and, for the expander would else take a value that is an iteration too young, no later than what it takes.
//   - A phi is read in its own stage alone: where it lives on, the expander gives an iteration's value twice in its
//     epilogue (three_terms of bench/adapters/loops on POWER9). What is read later is a copy: `lasting()` are the phis
//     that want one, and `add()` takes it.
//   - What reads memory beside an address that a later instruction of the loop moves on by a constant (a store that
//     increments, on Hexagon) need not wait for that: iterations ahead it reads further on from where the address is.
//     `ahead()` tells by how many iterations; the expander takes that as a change of the instruction.
//   - In one cycle the older iteration comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/CodeGen/TargetInstrInfo.h>

#include <lathe/modulo/scheduler.hpp>

#include "adapters/llvm_mir/loop_view.hpp"

namespace lathe::llvm_mir {

/// The schedule of one loop. Reads the function; changes nothing.
class LoopPipeline {
 public:
  using Info = llvm::TargetInstrInfo::PipelinerLoopInfo;
  using Lives = flow::ViewLiveness<LoopView>;

  /// `block`: the loop, its own successor, of a function in SSA form. All outlive this.
  LoopPipeline(const Lives& lives, const LoopRegisters& registers, const llvm::MachineBasicBlock& block,
               const Info& info)
      : block_(block),
        target_(*block.getParent()->getSubtarget().getRegisterInfo()),
        instructions_(*block.getParent()->getSubtarget().getInstrInfo()),
        info_(block.getParent()->getRegInfo()) {
    const std::uint32_t number = lives.numbering().block_number(&block);
    const modulo::OfView<LoopView, LoopRegisters> loop(lives, number, registers);
    problem_ = modulo::ingest(loop);
    for (std::uint32_t n = 0; n < loop.size(); ++n) {
      insts_.push_back(const_cast<llvm::MachineInstr*>(loop.inst(n)));  // NOLINT: handles are pointers to const
      number_[insts_.back()] = n;
    }
    find_physical();
    for (std::uint32_t n = 0; n < loop.size(); ++n)
      if (info.shouldIgnoreForPipelining(insts_[n])) first_stage_.insert(n);
    if (refusal_.empty()) look_at();
    find_ahead();
  }

  /// Why it is not pipelined; empty while nothing is in the way.
  const std::string& refusal() const { return refusal_; }
  /// Schedules it; false, and a refusal, where that cannot be done.
  bool run(const modulo::Options& options) {
    if (!refusal_.empty()) return false;
    if (!ahead_.empty()) {
      if (schedule(options) && ahead_is_right()) return true;
      ahead_.clear();
      refusal_.clear();
    }
    if (schedule(options)) return true;
    if (refusal_ != wraps || !pin_physical()) return false;
    refusal_.clear();
    return schedule(options);
  }
  /// After run(): the loop's phis and instructions in the kernel's order.
  const std::vector<llvm::MachineInstr*>& order() const { return order_; }
  /// After run(): phis that are read in stages behind their own.
  std::vector<llvm::MachineInstr*> lasting() const {
    std::vector<llvm::MachineInstr*> out;
    for (llvm::MachineInstr* const i : order_)
      if (i->isPHI())
        for (const llvm::MachineInstr& user : info_.use_nodbg_instructions(i->getOperand(0).getReg()))
          if (user.getParent() == &block_ && !user.isPHI() && at_.count(&user) != 0 && stage(&user) > stage(i)) {
            out.push_back(i);
            break;
          }
    return out;
  }
  /// A copy of a phi, which stands in the block now, in front of all that reads it, is done when the phi is.
  void add(const llvm::MachineInstr& copy, const llvm::MachineInstr& phi) {
    at_[&copy] = at_.at(&phi);
    put_in_order();
  }
  /// What reads ahead of the address that it names: `inst` reads `stages` times `step` bytes further on; in front of the
  /// kernel the expander finds that by `next`, the address's name behind `step`.
  struct Ahead {
    llvm::MachineInstr* inst = nullptr;
    const llvm::MachineInstr* phi = nullptr;   ///< the address
    const llvm::MachineInstr* last = nullptr;  ///< what moves it on
    llvm::Register next;
    std::int64_t step = 0;
    unsigned offset = 0;  ///< its operand for the offset
  };
  const std::vector<Ahead>& ahead() const { return ahead_; }
  /// By how many iterations, after run().
  std::uint32_t iterations(const Ahead& a) const { return stage(a.last) - stage(a.inst); }
  std::uint32_t ii() const { return ii_; }          ///< cycles between iterations
  std::uint32_t stages() const { return stages_; }  ///< 2 at least
  const modulo::Bounds& bounds() const { return bounds_; }
  /// Of one of order(): its stage, and its cycle within that.
  std::uint32_t stage(const llvm::MachineInstr* i) const { return static_cast<std::uint32_t>(at_.at(i)) / ii_; }
  std::uint32_t slot(const llvm::MachineInstr* i) const { return static_cast<std::uint32_t>(at_.at(i)) % ii_; }

 private:
  static constexpr const char* wraps = "a physical register would live across the kernel's edge back";
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 4;

  // What the expander does not copy, or what this does not look through.
  void look_at() {
    for (const llvm::MachineInstr& i : block_) {
      if (i.isTerminator() || i.isDebugInstr() || i.isPHI() || i.isImplicitDef()) continue;
      if (number_.count(&i) == 0) refusal_ = "it has an instruction that is no code";
      if (i.isCall() || i.isInlineAsm()) refusal_ = "it calls";
      if (i.isPosition() || i.isBundled() || i.hasUnmodeledSideEffects() || i.isConvergent())
        refusal_ = "it has an instruction that must stay where it is";
    }
  }
  void find_ahead() {
    for (const auto& [inst, number] : number_) {
      Ahead a;
      a.inst = insts_[number];
      unsigned base = 0, last_base = 0, last_step = 0;
      if (!inst->mayLoad() || inst->mayStore() || instructions_.isPostIncrement(*inst) ||
          !instructions_.getBaseAndOffsetPosition(*inst, base, a.offset) || !inst->getOperand(a.offset).isImm())
        continue;
      if (!inst->getOperand(base).isReg() || !inst->getOperand(base).getReg().isVirtual()) continue;
      a.phi = info_.getVRegDef(inst->getOperand(base).getReg());
      if (a.phi == nullptr || !a.phi->isPHI() || a.phi->getParent() != &block_) continue;
      a.next = next_of(*a.phi);
      a.last = info_.getVRegDef(a.next);
      if (a.last == nullptr || number_.count(a.last) == 0 || !instructions_.isPostIncrement(*a.last) ||
          !instructions_.getBaseAndOffsetPosition(*a.last, last_base, last_step) ||
          !a.last->getOperand(last_step).isImm() ||
          a.last->getOperand(last_base).getReg() != a.phi->getOperand(0).getReg() || number > number_.at(a.last))
        continue;
      a.step = a.last->getOperand(last_step).getImm();
      ahead_.push_back(a);
    }
    std::sort(ahead_.begin(), ahead_.end(),
              [&](const Ahead& a, const Ahead& b) { return number_.at(a.inst) < number_.at(b.inst); });
  }
  // As the expander counts: in front of the kernel the address is moved on once at most, and nothing else reads it before.
  bool ahead_is_right() const {
    return std::all_of(ahead_.begin(), ahead_.end(), [&](const Ahead& a) {
      return stage(a.inst) == stage(a.last) || (stage(a.last) + 2 >= stages_ && stage(a.phi) == stage(a.last));
    });
  }
  bool is_ahead(const llvm::MachineInstr& i) const {
    return std::any_of(ahead_.begin(), ahead_.end(),
                       [&](const Ahead& a) { return a.inst == &i && stage(a.inst) != stage(a.last); });
  }
  // Definitions of physical registers that somebody reads, with those readers: in the block, or its branch.
  void find_physical() {
    std::map<unsigned, std::uint32_t> writer;  // of a register unit
    for (const llvm::MachineInstr& i : block_) {
      if (i.isDebugInstr()) continue;
      const auto at = number_.find(&i);
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg().isPhysical() && o.readsReg() && !info_.isConstantPhysReg(o.getReg()))
          for (const llvm::MCRegUnit unit : target_.regunits(o.getReg())) read(static_cast<unsigned>(unit), i, writer);
      if (at == number_.end()) continue;
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg().isPhysical() && o.isDef())
          for (const llvm::MCRegUnit unit : target_.regunits(o.getReg()))
            writer[static_cast<unsigned>(unit)] = at->second;
    }
  }
  void read(unsigned unit, const llvm::MachineInstr& by, const std::map<unsigned, std::uint32_t>& writer) {
    const auto from = writer.find(unit);
    if (from == writer.end()) {
      // Stack pointers and modes of rounding are nobody's to allocate; what else is read must be written here.
      if (!reserved(unit)) refusal_ = "it reads a physical register that it does not write";
      return;
    }
    if (by.isTerminator())
      first_stage_.insert(from->second);
    else if (const auto to = number_.find(&by); to != number_.end() && !reserved(unit))
      physical_.emplace_back(from->second, to->second);
  }
  bool reserved(unsigned unit) const {
    for (llvm::MCRegUnitRootIterator root(static_cast<llvm::MCRegUnit>(unit), &target_); root.isValid(); ++root)
      if (info_.isReserved(*root)) return true;
    return false;
  }
  bool pin_physical() {
    const std::size_t before = first_stage_.size();
    for (const auto& [from, to] : physical_) first_stage_.insert({from, to});
    return first_stage_.size() != before;
  }

  bool schedule(const modulo::Options& options) {
    modulo::Problem p = problem_;
    const auto start = static_cast<std::uint32_t>(insts_.size());
    modulo::Inst first;
    first.name = "first cycle";
    first.latency = first.issue = 0;
    p.insts.push_back(first);
    using enum modulo::DependenceKind;
    for (std::uint32_t n = 0; n < start; ++n) p.edges.push_back({start, n, 0, 0, order, modulo::none});
    for (const std::uint32_t n : first_stage_) p.edges.push_back({n, start, 1, 1, order, modulo::none});
    for (const Ahead& a : ahead_) {
      const std::uint32_t inst = number_.at(a.inst), last = number_.at(a.last);
      std::erase_if(p.edges, [&](const modulo::Edge& e) {
        return e.from == last && e.to == inst && e.kind == data && e.distance == 1;
      });
      p.edges.push_back({inst, last, 0, 0, order, modulo::none});
    }
    std::sort(p.edges.begin(), p.edges.end(), [](const modulo::Edge& a, const modulo::Edge& b) {
      return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
    const modulo::Result result = modulo::schedule(p, options);
    bounds_ = result.bounds;
    const modulo::Schedule* const s = result.schedule();
    if (s == nullptr) return refuse(modulo::to_string(result.refusal()->why));
    ii_ = s->ii;
    at_.clear();
    for (std::uint32_t n = 0; n < start; ++n) at_[insts_[n]] = s->cycle[n] - s->cycle[start];
    for (const llvm::MachineInstr& i : block_)
      if (i.isImplicitDef()) at_[&i] = 0;
    for (const auto& [from, to] : physical_)
      if (stage(insts_[from]) != stage(insts_[to])) return refuse(wraps);
    place_phis();
    put_in_order();
    return stages_ > 1 || refuse(modulo::to_string(modulo::Why::single_stage));
  }
  bool refuse(const char* why) {
    refusal_ = why;
    return false;
  }

  // What the phi takes from the iteration before, by the name that it has there.
  llvm::Register next_of(const llvm::MachineInstr& phi) const {
    for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
      if (phi.getOperand(k + 1).getMBB() == &block_) return phi.getOperand(k).getReg();
    return {};
  }
  // As late as readers and what it takes allow. A phi that takes another one's value stands at most an iteration
  // in front of that.
  void place_phis() {
    std::map<const llvm::MachineInstr*, std::int64_t> late;
    for (const llvm::MachineInstr& phi : block_.phis()) {
      std::int64_t& at = late[&phi] = never;
      for (const llvm::MachineInstr& user : info_.use_nodbg_instructions(phi.getOperand(0).getReg()))
        if (const auto found = at_.find(&user); found != at_.end() && !is_ahead(user))
          at = std::min(at, std::int64_t{found->second});
      const llvm::MachineInstr* const next = info_.getVRegDef(next_of(phi));
      if (const auto found = at_.find(next); found != at_.end()) at = std::min(at, std::int64_t{found->second});
    }
    for (bool more = true; more;) {
      more = false;
      for (const llvm::MachineInstr& phi : block_.phis()) {
        const auto next = late.find(info_.getVRegDef(next_of(phi)));
        if (next == late.end()) continue;
        more |= lower(late[&phi], next->second) | lower(next->second, late[&phi] + ii_);
      }
    }
    for (llvm::MachineInstr& phi : const_cast<llvm::MachineBasicBlock&>(block_).phis()) {  // NOLINT: as above
      const std::int64_t at = late[&phi];
      at_[&phi] = at >= never ? 0 : static_cast<std::int32_t>(at);
    }
  }
  static bool lower(std::int64_t& value, std::int64_t to) {
    if (value <= to) return false;
    value = to;
    return true;
  }
  void put_in_order() {
    order_.clear();
    stages_ = 0;
    for (llvm::MachineInstr& i : const_cast<llvm::MachineBasicBlock&>(block_)) {  // NOLINT: as above
      if (at_.count(&i) == 0) continue;
      order_.push_back(&i);
      stages_ = std::max(stages_, stage(&i) + 1);
    }
    std::stable_sort(order_.begin(), order_.end(), [&](const llvm::MachineInstr* a, const llvm::MachineInstr* b) {
      if (slot(a) != slot(b)) return slot(a) < slot(b);
      if (a->isPHI() != b->isPHI()) return a->isPHI();
      return stage(a) > stage(b);
    });
  }

  const llvm::MachineBasicBlock& block_;
  const llvm::TargetRegisterInfo& target_;
  const llvm::TargetInstrInfo& instructions_;
  const llvm::MachineRegisterInfo& info_;
  modulo::Problem problem_;
  std::vector<llvm::MachineInstr*> insts_;                               // of the problem
  std::unordered_map<const llvm::MachineInstr*, std::uint32_t> number_;  // looked up only
  std::set<std::uint32_t> first_stage_;                                  // must be in stage 0
  std::vector<std::pair<std::uint32_t, std::uint32_t>> physical_;        // who writes, who reads
  std::unordered_map<const llvm::MachineInstr*, std::int32_t> at_;       // looked up only
  std::vector<Ahead> ahead_;
  std::vector<llvm::MachineInstr*> order_;
  std::uint32_t ii_ = 1, stages_ = 0;
  modulo::Bounds bounds_;
  std::string refusal_;
};

}  // namespace lathe::llvm_mir
