// A function of NVPTX machine IR for lathe::pressure: 32-bit registers and predicates, with the limits and the steps
// of occupancy that the function's directives and the machine give.
//
// PTX has no sub-registers: a value of 64 bits weighs two, one of 16 bits takes a register of its own, as ptxas does
// for most. What an instruction writes under a guard is read, too, since the old value stays where the guard fails. The
// carry flag is a register that weighs nothing. Phis read at the ends of their predecessors, and a ret reads the
// results that are registers (liveness.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/pressure/ingest.hpp>

#include "adapters/nvptx_mir/launch.hpp"
#include "adapters/nvptx_mir/liveness.hpp"
#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirPressureOptions {
  std::uint32_t max_registers = 0;  ///< limit of 32-bit registers; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm = 0;  ///< whose registers and warps; 0: the module's target
};

class MirPressure {
 public:
  struct BlockRef {
    std::uint32_t id = 0;
    bool operator==(const BlockRef&) const = default;
    operator std::uint64_t() const { return id; }
  };
  struct RegRef {
    mir::Reg id = 0;
    bool operator==(const RegRef&) const = default;
    operator std::uint64_t() const { return id; }
  };
  using InstRef = const mir::Inst*;
  struct OperandRef {
    RegRef reg;
    bool is_def = false;
  };

  MirPressure(const mir::Module& module, const mir::Function& function, MirPressureOptions options = {})
      : m_(module),
        f_(function),
        options_(options),
        results_(register_results(function)),
        live_(function.blocks.size()),
        targets_(function.blocks.size()) {
    const mir::Targets targets(module, function);
    const auto live_at_end = [&](mir::Reg r, mir::BlockId b) {
      auto& live = live_[b];
      if (std::find(live.begin(), live.end(), RegRef{r}) == live.end()) live.push_back({r});
    };
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
      for_each_successor(f_, targets, b, [&](mir::BlockId to) { targets_[b].push_back({to}); });
      for (const mir::Inst& inst : f_.blocks[b].insts) for_each_phi_use(m_, f_, inst, live_at_end);
    }
    const auto count = static_cast<std::uint32_t>(f_.blocks.size());
    if (count != 0 && targets.falls_through(count - 1))  // control that runs off the end returns
      for (const mir::Reg r : results_) live_at_end(r, count - 1);
  }

  // What pressure::Program asks for.
  std::vector<BlockRef> blocks() const {
    std::vector<BlockRef> out;
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) out.push_back({b});
    return out;
  }
  const std::vector<BlockRef>& successors(BlockRef b) const { return targets_[b.id]; }
  std::vector<InstRef> insts(BlockRef b) const {
    std::vector<InstRef> out;
    for (const mir::Inst& inst : f_.blocks[b.id].insts) out.push_back(&inst);
    return out;
  }
  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    mir::for_each_mention(m_, f_, *i, results_,
                          [&](const lathe::program::Operand<mir::Reg>& o) { out.push_back({{o.value}, o.is_def()}); });
    return out;
  }
  std::vector<std::uint32_t> limits() const {
    const std::uint32_t all = options_.max_registers;
    return {all != 0 ? all : register_limit(machine_of(m_, options_.sm), launch_of(f_)), options_.predicates};
  }
  std::vector<pressure::Feed> feeds(RegRef r) const {
    if (r == carry()) return {};
    const mir::Type type = f_.regs[r.id].type;
    if (type == mir::Type::pred) return {{1, 1}};
    return {{0, (mir::bits_of(type) + 31) / 32}};
  }

  // What it may have.
  std::vector<std::uint32_t> steps(std::uint32_t set) const {
    std::vector<std::uint32_t> out;
    if (set != 0) return out;
    const Multiprocessor& machine = machine_of(m_, options_.sm);
    for (const RegisterStep& step : steps_within(machine, launch_of(f_), machine.thread_registers))
      out.push_back(step.registers);
    if (!out.empty()) out.pop_back();  // there is nothing beyond the last
    return out;
  }
  const std::vector<RegRef>& live_out(BlockRef b) const { return live_[b.id]; }
  pressure::Flags flags(InstRef i) const {
    const mir::OpDesc& d = m_.op(i->op);
    if (d.terminator) return pressure::terminator;
    if (mir::reads_carry(d) || mir::writes_carry(d)) return 0;  // its effect is an operand here
    if (d.pseudo || d.convergent) return pressure::fixed | pressure::barrier;
    if (d.side_effect || d.is_volatile || d.op == mir::Op::call) return pressure::barrier | pressure::stores;
    return static_cast<pressure::Flags>((d.reads_memory ? pressure::loads : 0) |
                                        (d.writes_memory ? pressure::stores : 0));
  }
  std::string set_name(std::uint32_t set) const { return set == 0 ? "r32" : "pred"; }
  const std::string& name() const { return f_.name; }
  std::string name(BlockRef b) const {
    const std::string& label = f_.blocks[b.id].label;
    return label.empty() ? "block" + std::to_string(b.id) : label;
  }
  const std::string& name(InstRef i) const { return m_.op(i->op).text; }
  std::string name(RegRef r) const {
    if (r == carry()) return "carry";
    const std::string_view text = f_.regs[r.id].name;
    return text.empty() ? "reg" + std::to_string(r.id) : std::string(text.substr(text[0] == '%' ? 1 : 0));
  }

 private:
  RegRef carry() const { return {mir::carry_of(f_)}; }

  const mir::Module& m_;
  const mir::Function& f_;
  MirPressureOptions options_;
  std::vector<mir::Reg> results_;  // registers: a ret reads them
  std::vector<std::vector<RegRef>> live_;
  std::vector<std::vector<BlockRef>> targets_;
};

static_assert(pressure::explain<MirPressure>());

}  // namespace lathe::nvptx
