// NVPTX machine IR for lathe::outline. Read only: it gives plans; outline_edit.hpp writes them.
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

#include <lathe/outline/of_view.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

struct MirOutlineOptions {
  bool protect_bounded = true;  ///< leave kernels under launch bounds or a register limit alone
  std::uint32_t inst_bytes = 16;
  std::uint32_t call_bytes = 16, frame_bytes = 16;  ///< the call; the return
  std::string only;                                 ///< the others are left alone; empty: all may be outlined from
};

/// MirView with all that is no register in the key, as published sequences have it; without the carry flag.
class MirOutlineView : public MirView {
 public:
  static constexpr lathe::program::Facts facts = MirView::facts.without(Fact::literals);
  using MirView::MirView;
  std::string key(const mir::Inst* i) const {
    const std::string guard = i->guard == mir::none ? "" : i->guard_negated ? "@!p " : "@p ";
    return guard + mir::key_of(module(), function(), *i, true);
  }
  template <class F>
  void for_each_operand(const mir::Inst* i, F&& f) const {
    using lathe::program::Operand, lathe::program::Role;
    MirView::for_each_operand(i, [&](const Operand<mir::Reg>& o) {
      if (o.value < function().regs.size()) f(Operand<mir::Reg>{o.value, o.is_def() ? Role::def : Role::use});
    });
  }
  void for_each_literal() const = delete;  // in the key
};
static_assert(lathe::program::is_view<MirOutlineView>());

/// What may move, and what calls cost.
class MirOutlineCosts {
 public:
  using Signature = outline::view_signature_t<MirOutlineView>;
  MirOutlineCosts(const mir::Module& module, MirOutlineOptions options) : m_(module), options_(options) {
    for (const mir::Function& f : module.functions) {
      auto& names = locals_.emplace_back();
      for (const auto* list : {&f.variables, &f.params, &f.results})
        for (const mir::Variable& v : *list) names.insert(v.name);
    }
  }

  /// Computes or touches memory, and nothing else: no branch, call, barrier, warp-wide operation or carry flag, no name
  /// that means something in its function only.
  bool legal(std::uint32_t function, const mir::Inst* i) const {
    using lathe::program::Effect;
    const mir::Function& f = m_.functions[function];
    const mir::OpDesc& d = m_.op(i->op);
    const lathe::program::Effects e = mir::effects_of(m_, f, *i);
    if (e.bounds_region() || e.has(Effect::convergent)) return false;
    if (e.has(Effect::side_effect) && d.op != mir::Op::red) return false;
    if (mir::reads_carry(d) || mir::writes_carry(d) || d.space == mir::Space::param) return false;
    for (const mir::Operand& o : f.operands_of(*i)) {
      using enum mir::Operand::Kind;
      if (o.kind == block || o.kind == text) return false;
      if ((o.kind == symbol || o.kind == mem_sym) && locals_[function].count(m_.name(o.a)) != 0) return false;
    }
    return true;
  }
  std::uint32_t call_bytes(const Signature& s, const outline::view_place_t<MirOutlineView>&) const {
    std::uint32_t moves = 0;
    for (const auto* list : {&s.parameters, &s.results})
      for (std::uint32_t k = 0; k < list->size(); ++k)
        moves += (mir::bits_of(static_cast<mir::Type>((*list)[k])) + 31) / 32;
    return options_.call_bytes + options_.inst_bytes * moves;
  }
  std::uint32_t frame_bytes(const Signature&) const { return options_.frame_bytes; }

 private:
  const mir::Module& m_;
  MirOutlineOptions options_;
  std::vector<std::unordered_set<std::string_view>> locals_;  // looked up only
};

class MirProgram : public outline::OfView<MirOutlineView, MirOutlineCosts> {
 public:
  explicit MirProgram(const mir::Module& module, const MirOutlineOptions& options = {})
      : OfView(MirOutlineCosts(module, options), view_options(options)) {
    for (const mir::Function& f : module.functions) {
      bool keep = !options.only.empty() && f.name != options.only;
      for (const mir::Directive& d : f.directives)
        keep |= options.protect_bounded &&
                (d.name == "maxntid" || d.name == "reqntid" || d.name == "minnctapersm" || d.name == "maxnreg");
      add(MirOutlineView(module, f), keep, f.linkage == "weak");
    }
  }

 private:
  static outline::ViewOptions view_options(const MirOutlineOptions& options) {
    outline::ViewOptions out;
    out.least_call_bytes = options.call_bytes;
    for (std::uint32_t t = 0; t <= static_cast<std::uint32_t>(mir::Type::other); ++t)  // no predicates, nothing opaque
      if (mir::bits_of(static_cast<mir::Type>(t)) < 16) out.unpassable.push_back(t);
    return out;
  }
};
static_assert(outline::explain_outlinable<MirProgram>());

}  // namespace lathe::nvptx
