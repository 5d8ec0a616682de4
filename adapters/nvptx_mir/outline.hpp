// NVPTX machine IR as a program for lathe::outline. Read only: it gives plans; rewriting PTX by a plan is the work of
// a machine pass.
//
// An instruction's key is its mnemonic with everything that is no register: immediates, symbols, offsets, negations.
// Sizes are those of SASS from sm_70 on, 16 bytes an instruction; a passed value costs a move on either side for each
// 32 bits of it, which is what ptxas makes of .func parameters that it keeps. Predicates cannot be passed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/outline/concepts.hpp>

#include "adapters/nvptx_mir/liveness.hpp"
#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirOutlineOptions {
  bool protect_bounded = true;  ///< leave kernels under launch bounds or a register limit alone
  std::uint32_t inst_bytes = 16;
  std::uint32_t call_bytes = 16, frame_bytes = 16;  ///< the call; the return
};

class MirProgram {
 public:
  struct BlockRef {
    std::uint32_t function = 0, block = 0;
  };
  struct InstRef {
    const mir::Function* function = nullptr;
    const mir::Inst* inst = nullptr;
  };
  struct OperandRef {
    mir::Reg value = 0;
    mir::Type cls = mir::Type::none;
    bool is_def = false;
  };

  explicit MirProgram(const mir::Module& module, MirOutlineOptions options = {}) : m_(module), options_(options) {
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
      const mir::Function& function = module.functions[f];
      for (std::uint32_t b = 0; b < function.blocks.size(); ++b) blocks_.push_back({f, b});
      facts_.push_back(analyse(function));
    }
  }

  const std::vector<BlockRef>& blocks() const { return blocks_; }
  std::vector<InstRef> insts(BlockRef b) const {
    const mir::Function& f = m_.functions[b.function];
    std::vector<InstRef> out;
    for (const mir::Inst& inst : f.blocks[b.block].insts) out.push_back({&f, &inst});
    return out;
  }

  /// Computes or touches memory, and nothing else: no branch, call, barrier, warp-wide operation or carry flag, no name
  /// that means something in its function only.
  bool legal(InstRef i) const {
    const mir::OpDesc& d = m_.op(i.inst->op);
    const lathe::program::Effects e = mir::effects_of(m_, *i.function, *i.inst);
    if (e.bounds_region() || e.has(lathe::program::Effect::convergent)) return false;
    if (e.has(lathe::program::Effect::side_effect) && d.op != mir::Op::red) return false;
    if (mir::reads_carry(d) || mir::writes_carry(d) || d.space == mir::Space::param) return false;
    for (const mir::Operand& o : i.function->operands_of(*i.inst)) {
      using enum mir::Operand::Kind;
      if (o.kind == block || o.kind == text) return false;
      if ((o.kind == symbol || o.kind == mem_sym) && local_name(*i.function, o.a)) return false;
    }
    return true;
  }

  std::string key(InstRef i) const {
    std::string out;
    if (i.inst->guard != mir::none) out = i.inst->guard_negated ? "@!p " : "@p ";
    out += m_.op(i.inst->op).text;
    for (const mir::Operand& o : i.function->operands_of(*i.inst)) {
      using enum mir::Operand::Kind;
      out += o.negated ? " !" : " ";
      if (o.reserved != 0) out += "." + std::to_string(o.reserved) + ".";
      const bool named = o.kind == symbol || o.kind == special || o.kind == mem_sym || o.kind == text;
      out += kind_names[static_cast<std::size_t>(o.kind)];
      if (named) out += m_.name(o.a);
      if (o.kind == group) out += std::to_string(o.a) + "/";
      if (o.kind != reg && o.kind != sink && !(named && o.value == 0)) out += "+" + std::to_string(o.value);
    }
    return out;
  }
  std::uint32_t bytes(InstRef) const { return options_.inst_bytes; }

  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    for_each_access(m_, *i.function, *i.inst, facts_[index_of(*i.function)].live.results(),
                    [&](mir::Reg r, bool def) { out.push_back({r, i.function->regs[r].type, def}); });
    return out;
  }
  std::span<const std::uint32_t> live_out(BlockRef b) const { return facts_[b.function].live.live_out(b.block); }
  std::uint32_t function(BlockRef b) const { return b.function; }
  const std::string& name(std::uint32_t function) const { return m_.functions[function].name; }
  bool no_outline(BlockRef b) const { return options_.protect_bounded && facts_[b.function].bounded; }
  bool linkonce(BlockRef b) const { return m_.functions[b.function].linkage == "weak"; }
  /// A power of ten for each loop around the block.
  std::uint64_t weight(BlockRef b) const { return facts_[b.function].weight[b.block]; }
  std::string class_name(mir::Type type) const { return std::string(mir::to_string(type)); }
  bool class_passable(mir::Type type) const { return mir::bits_of(type) >= 16; }  // no predicates, nothing opaque

  /// Classes of an Interface are those of the problem: told by `learn`, since costs go by their sizes.
  template <class Problem>
  void learn(const Problem& problem) {
    for (const auto& c : problem.classes) moves_.push_back((mir::bits_of(mir::parse_type(c.name)) + 31) / 32);
  }
  std::uint32_t call_bytes(const outline::Interface& i, const outline::Site&) const {
    std::uint32_t moves = 0;
    for (const auto* list : {&i.parameters, &i.results})
      for (const std::uint16_t c : *list) moves += c < moves_.size() ? moves_[c] : 1;
    return options_.call_bytes + options_.inst_bytes * moves;
  }
  std::uint32_t frame_bytes(const outline::Interface&) const { return options_.frame_bytes; }
  std::uint32_t least_call_bytes() const { return options_.call_bytes; }

 private:
  static constexpr std::string_view kind_names[] = {"r", "i", "f", "d", "", "", "L", "[r]", "[]", "[i]", "_", "g", "t"};
  struct Facts {
    MirLiveness live;
    std::vector<std::uint64_t> weight{};
    std::unordered_set<std::string_view> locals{};  // looked up only
    bool bounded = false;
  };

  bool local_name(const mir::Function& f, mir::NameId name) const {
    return facts_[static_cast<std::size_t>(index_of(f))].locals.count(m_.name(name)) != 0;
  }
  std::uint32_t index_of(const mir::Function& f) const { return index_.at(&f); }

  Facts analyse(const mir::Function& f) {
    index_.emplace(&f, static_cast<std::uint32_t>(facts_.size()));
    Facts out{MirLiveness(m_, f)};
    for (const auto* list : {&f.variables, &f.params, &f.results})
      for (const mir::Variable& v : *list) out.locals.insert(v.name);
    for (const mir::Directive& d : f.directives)
      out.bounded |= d.name == "maxntid" || d.name == "reqntid" || d.name == "minnctapersm" || d.name == "maxnreg";
    const auto count = static_cast<std::uint32_t>(f.blocks.size());
    const flow::Cfg& cfg = out.live.cfg();
    out.weight.assign(count, 1);
    if (count == 0) return out;
    const flow::Dominators dominators(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, flow::reverse_post_order(cfg));
    for (std::uint32_t b = 0; b < count; ++b)
      for (std::uint32_t k = 0; k < loops.depth(b) && k < 18; ++k) out.weight[b] *= 10;
    return out;
  }

  const mir::Module& m_;
  MirOutlineOptions options_;
  std::vector<BlockRef> blocks_;
  std::vector<Facts> facts_;
  std::unordered_map<const mir::Function*, std::uint32_t> index_;  // looked up only
  std::vector<std::uint32_t> moves_;                               // per class of the problem
};

static_assert(outline::explain_program<MirProgram>());

}  // namespace lathe::nvptx
