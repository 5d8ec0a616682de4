// NVPTX machine IR for lathe::outline. Read only: it gives plans; outline_edit.hpp writes them.
//
// An instruction's key is its mnemonic with everything that is no register: immediates, symbols, offsets, negations.
// Sizes and costs are what ptxas makes of it, by outline_cost.hpp: for a module that is assembled whole the images of the
// problem are its kernels, each with a copy of what it reaches. Predicates cannot be passed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "nvptx/views/outline_prices.hpp"

namespace lathe::nvptx {

struct MirOutlineOptions {
  bool protect_bounded = true;            ///< kernels under launch bounds or a register limit are unwanted
  bool only_for_size = false;             ///< what was not asked to be small is unwanted
  OutlineLink link = OutlineLink::whole;  ///< without a kernel all is relocatable
  std::string only;                       ///< the others are left alone; empty: all may be outlined from
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
  std::uint32_t bytes(const mir::Inst* i) const {
    return sass_bytes[static_cast<std::size_t>(sass_kind(module(), function(), *i))];
  }
};
static_assert(lathe::program::is_view<MirOutlineView>());
/// What may move, and what calls cost.
class MirOutlineCosts : public OutlinePrices<MirOutlineView> {
 public:
  MirOutlineCosts(const mir::Module& module, OutlineLink link) : OutlinePrices(module, link) {
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

 private:
  std::vector<std::unordered_set<std::string_view>> locals_;  // looked up only
};

class MirProgram : public outline::OfView<MirOutlineView, MirOutlineCosts> {
 public:
  explicit MirProgram(const mir::Module& module, const MirOutlineOptions& options = {})
      : MirProgram(module, options, OutlineImages(module, options.link)) {}
  OutlineLink link() const { return link_; }  ///< what its costs are of

 private:
  MirProgram(const mir::Module& module, const MirOutlineOptions& options, const OutlineImages& images)
      : OfView(MirOutlineCosts(module, images.link), outline_options(images)), link_(images.link) {
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
      const mir::Function& function = module.functions[f];
      const bool bounded = is_bounded(function);
      outline::Member<MirOutlineView> member;
      member.no_outline = (!options.only.empty() && function.name != options.only) || function.no_outline;
      member.linkonce = function.linkage == "weak";
      member.wanted = !(bounded && options.protect_bounded) && (!options.only_for_size || function.for_size);
      // A .func of its own section may take more registers than its caller's limit, and nvlink then refuses both.
      member.safe = !(bounded && images.link == OutlineLink::relocatable);
      if (images.count != 0) member.images = images.of[f];
      add(MirOutlineView(module, function), std::move(member));
    }
  }

  OutlineLink link_;
};
static_assert(outline::explain_outlinable<MirProgram>());

}  // namespace lathe::nvptx
