// Blocks of NVPTX machine IR as regions for lathe::sched, and their editor.
//
// A region is a run of instructions of a block without terminators, calls, barriers, scopes and whatever else has an
// effect of its own; between two of those everything may move. Registers are as they are named: what is written twice
// keeps its order, and so does what is written under a guard, which reads the old value. Registers are counted in
// 32-bit words, predicates apart; what ptxas needs besides (addresses that it splits, its own temporaries) is not in
// PTX. Effects, latencies and units are those of nvptx/mir/facts.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/sched.hpp>

#include "adapters/nvptx_mir/launch.hpp"
#include "adapters/nvptx_mir/liveness.hpp"
#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirSchedOptions {
  std::uint32_t max_registers = 0;  ///< of a thread; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm = 0;     ///< whose registers and warps; 0: the module's target
  std::uint32_t extra = 0;  ///< registers that ptxas needs beside those that are live
};

/// Where the regions of a function are, and what is live behind each.
class MirRegions {
 public:
  struct Place {
    std::uint32_t block = 0, first = 0, count = 0;
    std::vector<mir::Reg> live;  ///< behind the region, sorted
  };
  MirRegions(const mir::Module& module, const mir::Function& function) : m_(module), f_(function) {
    const MirLiveness live(module, function);
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) split(b, live);
  }
  const std::vector<Place>& places() const { return places_; }

 private:
  // From the block's end: what is live between its instructions.
  void split(std::uint32_t b, const MirLiveness& liveness) {
    const auto& insts = f_.blocks[b].insts;
    const auto out = liveness.live_out(b);
    std::vector<mir::Reg> members(out.begin(), out.end());
    std::vector<bool> live(f_.regs.size(), false);
    for (const mir::Reg r : members) live[r] = true;
    const auto first_place = places_.size();
    auto end = static_cast<std::uint32_t>(insts.size());
    const auto snapshot = [&] {
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      std::erase_if(members, [&](mir::Reg r) { return !live[r]; });
      return members;
    };
    std::vector<mir::Reg> behind;
    bool open = false;
    for (std::uint32_t i = end; i-- > 0;) {
      const bool bound = m_.op(insts[i].op).effects.bounds_region();
      if (!bound && !open) {
        behind = snapshot();
        end = i + 1;
        open = true;
      }
      if (bound && open) {
        places_.push_back({b, i + 1, end - i - 1, behind});
        open = false;
      }
      liveness.step_back(insts[i], live, [&](mir::Reg r) { members.push_back(r); });
    }
    if (open) places_.push_back({b, 0, end, behind});
    std::reverse(places_.begin() + static_cast<std::ptrdiff_t>(first_place), places_.end());
  }

  const mir::Module& m_;
  const mir::Function& f_;
  std::vector<Place> places_;
};

/// One region, and its editor. The function outlives it.
class MirRegion {
 public:
  struct InstRef {
    const mir::Inst* inst = nullptr;
    std::uint32_t base_version = 0;  ///< how often the register of its address was written before
  };
  struct OperandRef {
    std::uint32_t value = 0, cls = 0;
    bool is_def = false;
  };
  struct Held {
    std::uint32_t unit = 0, cycles = 1;
  };
  MirRegion(const mir::Module& module, mir::Function& function, const MirRegions::Place& place,
            MirSchedOptions options = {})
      : m_(module), f_(function), place_(place), options_(options) {
    std::vector<std::uint32_t> versions(f_.regs.size(), 0);
    for (std::uint32_t i = 0; i < place.count; ++i) {
      const mir::Inst& inst = f_.blocks[place.block].insts[place.first + i];
      InstRef ref{&inst, 0};
      if (const mir::Operand* address = address_of(inst); address != nullptr)
        if (address->kind == mir::Operand::Kind::mem_reg) ref.base_version = versions[address->a];
      insts_.push_back(ref);
      mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) { versions[r] += def; });
    }
  }

  std::string name() const { return f_.name + ":" + std::to_string(place_.block) + ":" + std::to_string(place_.first); }
  const std::vector<InstRef>& insts() const { return insts_; }
  const std::string& name(InstRef i) const { return m_.op(i.inst->op).text; }
  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    mir::for_each_mention(m_, f_, *i.inst, {}, [&](const lathe::program::Operand<mir::Reg>& o) {
      out.push_back({o.value, class_of(o.value), o.is_def()});
    });
    return out;
  }
  std::vector<OperandRef> live_out() const {
    std::vector<OperandRef> out;
    for (const mir::Reg r : place_.live) out.push_back({r, class_of(r), false});
    return out;
  }
  sched::Memory memory(InstRef i) const {
    switch (mir::effects_of(m_, f_, *i.inst).role()) {
      case lathe::program::MemoryRole::fence:
        return sched::Memory::fence;
      case lathe::program::MemoryRole::writes:
        return sched::Memory::writes;
      case lathe::program::MemoryRole::reads:
        return sched::Memory::reads;
      default:
        return sched::Memory::none;
    }
  }
  /// False where the state spaces differ, or the addresses do by their offsets.
  bool may_meet(InstRef a, InstRef b) const {
    const mir::OpDesc &x = m_.op(a.inst->op), &y = m_.op(b.inst->op);
    if (!plain(x) || !plain(y)) return true;
    if (x.space != mir::Space::generic && y.space != mir::Space::generic && x.space != y.space) return false;
    const mir::Operand *p = address_of(*a.inst), *q = address_of(*b.inst);
    if (p == nullptr || q == nullptr || p->kind != q->kind || p->a != q->a || a.base_version != b.base_version)
      return true;
    const std::int64_t first = bytes(x), second = bytes(y);
    if (first == 0 || second == 0) return true;
    return p->value < q->value + second && q->value < p->value + first;
  }
  std::uint32_t latency(InstRef i) const { return std::max<std::uint32_t>(1, m_.op(i.inst->op).latency); }
  std::vector<sched::Unit> units() const {
    std::vector<sched::Unit> out;
    for (const auto& [unit, cycles] : mir::unit_table) out.push_back({unit, 1});
    return out;
  }
  std::vector<Held> reservations(InstRef i) const {
    const auto unit = static_cast<std::uint32_t>(mir::unit_of(m_.op(i.inst->op)));
    if (unit >= mir::unit_table.size()) return {};
    return {{unit, mir::unit_table[unit].cycles}};
  }
  std::vector<sched::PressureSet> sets() const {
    const Multiprocessor& machine = machine_of(m_, options_.sm);
    const MirLaunch launch = launch_of(f_);
    const std::uint32_t limit = options_.max_registers != 0 ? options_.max_registers : register_limit(machine, launch);
    const auto live = [&](std::uint32_t registers) { return registers - std::min(registers, options_.extra); };
    std::vector<sched::Step> steps;
    for (const RegisterStep& step : steps_within(machine, launch, limit))
      if (steps.empty() || live(step.registers) > steps.back().registers)
        steps.push_back({live(step.registers), step.warps});
    return {{"gpr", std::max(live(limit), 1U), 0, steps}, {"pred", options_.predicates, 0, {}}};
  }
  /// Classes are 32-bit words of a register; predicates and the carry flag have their own.
  std::vector<sched::RegisterClass::Share> shares(std::uint32_t cls) const {
    if (cls == carry) return {};
    return cls == predicate ? std::vector<sched::RegisterClass::Share>{{1, 1}}
                            : std::vector<sched::RegisterClass::Share>{{0, cls}};
  }
  std::string class_name(std::uint32_t cls) const {
    return cls == carry ? "carry" : cls == predicate ? "pred" : "b" + std::to_string(32 * cls);
  }

  void reorder(std::span<const std::uint32_t> order) {
    auto& insts = f_.blocks[place_.block].insts;
    std::vector<mir::Inst> fresh;
    for (const std::uint32_t n : order) fresh.push_back(insts[place_.first + n]);
    std::copy(fresh.begin(), fresh.end(), insts.begin() + place_.first);
  }

 private:
  static constexpr std::uint32_t predicate = 1000, carry = 1001;

  std::uint32_t class_of(mir::Reg r) const {
    if (r == mir::carry_of(f_)) return carry;
    const mir::Type type = f_.regs[r].type;
    return type == mir::Type::pred ? predicate : std::max(1U, (mir::bits_of(type) + 31) / 32);
  }
  static bool plain(const mir::OpDesc& d) { return d.op == mir::Op::ld || d.op == mir::Op::st; }
  static std::int64_t bytes(const mir::OpDesc& d) { return mir::access_bytes(d); }
  const mir::Operand* address_of(const mir::Inst& inst) const {
    if (!plain(m_.op(inst.op))) return nullptr;
    for (const mir::Operand& o : f_.operands_of(inst))
      if (o.kind == mir::Operand::Kind::mem_reg || o.kind == mir::Operand::Kind::mem_sym) return &o;
    return nullptr;
  }
  const mir::Module& m_;
  mir::Function& f_;
  const MirRegions::Place& place_;
  MirSchedOptions options_;
  std::vector<InstRef> insts_;
};

static_assert(sched::explain_region<MirRegion>());
static_assert(sched::explain_editor<MirRegion>());

/// The regions of a function with their problems, to be planned together: sched::plan_regions(problems), then `apply`.
class MirScheduling {
 public:
  MirScheduling(const mir::Module& module, mir::Function& function, MirSchedOptions options = {})
      : regions_(module, function) {
    for (const auto& place : regions_.places()) {
      adapters_.emplace_back(module, function, place, options);
      problems.push_back(sched::ingest(adapters_.back()));
    }
  }
  MirScheduling(const MirScheduling&) = delete;
  MirScheduling& operator=(const MirScheduling&) = delete;

  std::vector<sched::Problem> problems;

  /// Moves the instructions as the plan says. Precondition: it is a plan for `problems`, of the function as it was.
  void apply(const sched::FunctionPlan& plan) {
    for (std::size_t r = 0; r < problems.size(); ++r) sched::apply(adapters_[r], plan.plans[r]);
  }

 private:
  MirRegions regions_;
  std::vector<MirRegion> adapters_;
};
/// What `lathe sched` and the pass take unless told otherwise: of PTX, which ptxas schedules and allocates again, only
/// an order counts that saves registers, and not fewer than its allocation may miss MaxLive by.
inline sched::Options mir_sched_defaults() {
  sched::Options out;
  out.shorter = false;
  out.least_gain = 4;
  return out;
}

}  // namespace lathe::nvptx
