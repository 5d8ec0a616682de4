// A function of NVPTX machine IR for lathe::pressure: 32-bit registers and predicates, with the limits and the steps
// of occupancy that the function's directives and the machine give.
//
// PTX has no sub-registers: a value of 64 bits weighs two, one of 16 bits takes a register of its own, as ptxas does
// for most. What an instruction writes under a guard is read, too, since the old value stays where the guard fails. The
// carry flag is a register that weighs nothing. Phis read at the ends of their predecessors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/pressure/ingest.hpp>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirPressureOptions {
  std::uint32_t max_registers = 0;  ///< limit of 32-bit registers; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm_registers = 65536;  ///< of a multiprocessor, for the steps of occupancy
  std::uint32_t max_warps = 64;        ///< of a multiprocessor
};

/// Registers per thread beyond which fewer warps fit on a multiprocessor: registers are given out to a warp by 256,
/// warps are counted by fours.
inline std::vector<std::uint32_t> occupancy_steps(const MirPressureOptions& options) {
  std::vector<std::uint32_t> out;
  const auto warps = [&](std::uint32_t registers) {
    const std::uint32_t of_warp = (registers * 32 + 255) / 256 * 256;
    return std::min(options.max_warps, options.sm_registers / of_warp / 4 * 4);
  };
  for (std::uint32_t r = 1; r < 255; ++r)
    if (warps(r + 1) < warps(r)) out.push_back(r);
  return out;
}

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
      : m_(module), f_(function), options_(options), live_(function.blocks.size()), targets_(function.blocks.size()) {
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
      bool ends = false;
      for (const mir::Inst& inst : f_.blocks[b].insts) {
        const mir::OpDesc& d = m_.op(inst.op);
        ends = d.terminator && inst.guard == mir::none;
        if (d.op == mir::Op::phi) read_phi(inst);
        if (!d.terminator) continue;
        for (const mir::Operand& o : f_.operands_of(inst))
          if (o.kind == mir::Operand::Kind::block) targets_[b].push_back({o.a});
        if (d.op == mir::Op::brx)  // to any table: which one is named is not looked up
          for (const mir::Table& table : f_.tables)
            for (const std::uint32_t to : table.targets) targets_[b].push_back({to});
      }
      if (!ends && b + 1 < f_.blocks.size()) targets_[b].push_back({b + 1});
    }
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
    const mir::OpDesc& d = m_.op(i->op);
    const bool phi = d.op == mir::Op::phi;
    mir::for_each_reg(m_, f_, *i, [&](mir::Reg r, bool def) {
      if (!def && phi) return;
      if (def && i->guard != mir::none) out.push_back({{r}, false});
      out.push_back({{r}, def});
    });
    if (reads_carry(d)) out.push_back({carry(), false});
    if (d.has("cc")) out.push_back({carry(), true});
    return out;
  }
  std::vector<std::uint32_t> limits() const { return {register_limit(), options_.predicates}; }
  std::vector<pressure::Feed> feeds(RegRef r) const {
    if (r == carry()) return {};
    const mir::Type type = f_.regs[r.id].type;
    if (type == mir::Type::pred) return {{1, 1}};
    return {{0, (mir::bits_of(type) + 31) / 32}};
  }

  // What it may have.
  std::vector<std::uint32_t> steps(std::uint32_t set) const {
    return set == 0 ? occupancy_steps(options_) : std::vector<std::uint32_t>();
  }
  const std::vector<RegRef>& live_out(BlockRef b) const { return live_[b.id]; }
  pressure::Flags flags(InstRef i) const {
    const mir::OpDesc& d = m_.op(i->op);
    if (d.terminator) return pressure::terminator;
    if (reads_carry(d) || d.has("cc")) return 0;  // its effect is an operand here
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
  static bool reads_carry(const mir::OpDesc& d) {
    return d.op == mir::Op::addc || d.op == mir::Op::subc || d.op == mir::Op::madc;
  }
  RegRef carry() const { return {static_cast<mir::Reg>(f_.regs.size())}; }
  // {value, label} pairs behind the result.
  void read_phi(const mir::Inst& phi) {
    mir::Reg value = mir::none;
    for (const mir::Operand& o : f_.operands_of(phi)) {
      if (o.kind == mir::Operand::Kind::group) value = mir::none;
      if (o.kind == mir::Operand::Kind::reg) value = o.a;
      if (o.kind != mir::Operand::Kind::block || value == mir::none || o.a >= live_.size()) continue;
      auto& live = live_[o.a];
      if (std::find(live.begin(), live.end(), RegRef{value}) == live.end()) live.push_back({value});
    }
  }
  std::uint32_t register_limit() const {
    if (options_.max_registers != 0) return options_.max_registers;
    std::uint64_t limit = 255, threads = 0, blocks = 1;
    for (const mir::Directive& d : f_.directives) {
      if (d.values.empty()) continue;
      if (d.name == "maxnreg") limit = std::min<std::uint64_t>(limit, d.values[0]);
      if (d.name == "minnctapersm") blocks = std::max<std::uint64_t>(d.values[0], 1);
      if (d.name != "maxntid" && d.name != "reqntid") continue;
      threads = 1;
      for (const std::uint64_t n : d.values)
        threads = std::min<std::uint64_t>(threads * std::max<std::uint64_t>(n, 1), 4096);
    }
    // Warps of all blocks share the registers, which a warp is given by 256.
    const std::uint64_t warps = (threads + 31) / 32 * std::min<std::uint64_t>(blocks, 64);
    if (warps != 0) limit = std::min<std::uint64_t>(limit, options_.sm_registers / warps / 256 * 256 / 32);
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(limit, 1));
  }

  const mir::Module& m_;
  const mir::Function& f_;
  MirPressureOptions options_;
  std::vector<std::vector<RegRef>> live_;
  std::vector<std::vector<BlockRef>> targets_;
};

static_assert(pressure::explain<MirPressure>());

}  // namespace lathe::nvptx
