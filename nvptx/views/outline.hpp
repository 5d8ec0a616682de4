// NVPTX machine IR for lathe::outline. Read only: it gives plans; outline_edit.hpp writes them.
//
// An instruction's key is its mnemonic with everything that is no register: immediates, symbols, offsets, negations.
// Sizes and costs are what ptxas makes of it, by outline_cost.hpp: for a module that is assembled whole the images of the
// problem are its kernels, each with a copy of what it reaches. Predicates cannot be passed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lathe/flow/of_view.hpp>
#include <lathe/outline/of_view.hpp>

#include "nvptx/views/outline_cost.hpp"
#include "nvptx/views/view.hpp"

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

/// What the costs of a call depend on beside what is passed.
struct OutlineSite {
  bool device = false;       ///< in a .func
  bool leaf = false;         ///< in one that calls nothing
  bool predicates = false;   ///< some live across the site
  std::uint32_t across = 0;  ///< words of 32 bits that live across it
};

/// What may move, and what calls cost.
class MirOutlineCosts {
 public:
  using Signature = outline::view_signature_t<MirOutlineView>;
  MirOutlineCosts(const mir::Module& module, OutlineLink link)
      : m_(module), costs_(outline_call[static_cast<std::size_t>(link)]) {
    for (const mir::Function& f : module.functions) {
      auto& names = locals_.emplace_back();
      for (const auto* list : {&f.variables, &f.params, &f.results})
        for (const mir::Variable& v : *list) names.insert(v.name);
      auto& fused = fused_.emplace_back();
      const std::vector<std::vector<bool>> found = sass_fused(module, f);
      for (std::size_t b = 0; b < found.size(); ++b)
        for (std::size_t i = 0; i < found[b].size(); ++i)
          if (found[b][i]) fused.insert(&f.blocks[b].insts[i]);
    }
    for (const mir::Function& f : module.functions) lives_.emplace_back(module, f);
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
  /// All of them, where ptxas makes one of it and of what reads it.
  std::uint32_t fused(std::uint32_t function, const mir::Inst* i) const {
    if (fused_[function].count(i) == 0) return 0;
    return sass_bytes[static_cast<std::size_t>(sass_kind(m_, m_.functions[function], *i))];
  }
  std::uint32_t call_bytes(const Signature& s, const outline::view_place_t<MirOutlineView>& place) const {
    const OutlineSite at = site(s, place);
    return costs_.call + costs_.argument * words(s.parameters) + costs_.result * words(s.results) +
           (s.results.size() > 1 ? costs_.several : 0) + (at.leaf ? costs_.leaf : 0) +
           (at.device ? costs_.across : costs_.kept) * at.across + (at.predicates ? costs_.predicates : 0) +
           (!at.device && at.across > outline_keeps ? costs_.over * (at.across - outline_keeps) : 0);
  }
  /// What of a place the costs of a call depend on; nothing of one that the program does not know.
  OutlineSite site(const Signature& s, const outline::view_place_t<MirOutlineView>& place) const {
    if (place.first == nullptr) return {};
    const mir::Function& f = m_.functions[place.first->function];
    const Live& lives = lives_[place.first->function];
    const auto& insts = f.blocks[place.block->handle].insts;
    const auto end = static_cast<std::size_t>(place.first->handle - insts.data()) + s.length;
    const std::uint32_t live = lives.words[place.block->handle][end], given = words(s.results);
    return {!f.kernel, !f.kernel && lives.leaf, lives.predicates[place.block->handle][end] != 0,
            live > given ? live - given : 0};
  }
  std::uint32_t frame_bytes(const Signature& s) const {
    return costs_.frame + (s.results.size() > 1 ? costs_.stored * words(s.results) : 0);
  }

 private:
  /// What lives where in a function.
  struct Live {
    Live(const mir::Module& module, const mir::Function& f) {
      const MirOutlineView view(module, f);
      const lathe::flow::OfView<MirOutlineView> source(view);
      const auto& n = source.numbering();
      const auto found = lathe::flow::liveness(lathe::flow::make_cfg(source), lathe::flow::liveness_problem(source));
      std::vector<bool> is_live(f.regs.size() + 1, false);
      words.resize(f.blocks.size());
      predicates.resize(f.blocks.size());
      for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
        const auto& insts = f.blocks[b].insts;
        std::uint32_t now = 0, bits = 0;
        std::fill(is_live.begin(), is_live.end(), false);
        const auto set = [&](mir::Reg r, bool to) {
          if (r >= f.regs.size() || is_live[r] == to) return;
          is_live[r] = to;
          const bool predicate = f.regs[r].type == mir::Type::pred;
          const std::uint32_t mine = predicate ? 1 : (mir::bits_of(f.regs[r].type) + 31) / 32;
          (predicate ? bits : now) += to ? mine : 0U - mine;
        };
        for (const std::uint32_t v : found.live_out[b]) set(n.value(v), true);
        words[b].resize(insts.size() + 1);
        predicates[b].resize(insts.size() + 1);
        words[b][insts.size()] = now;
        predicates[b][insts.size()] = bits;
        for (std::size_t i = insts.size(); i-- > 0;) {
          leaf &= module.op(insts[i].op).op != mir::Op::call;
          view.for_each_operand(&insts[i], [&](const auto& o) {
            if (o.is_def()) set(o.value, false);
          });
          view.for_each_operand(&insts[i], [&](const auto& o) {
            if (!o.is_def()) set(o.value, true);
          });
          words[b][i] = now;
          predicates[b][i] = bits;
        }
      }
    }
    bool leaf = true;  ///< it calls nothing
    /// Per block, in front of each instruction and at the end: words of 32 bits, and predicates.
    std::vector<std::vector<std::uint32_t>> words, predicates;
  };

  static std::uint32_t words(const outline::Classes<std::uint32_t>& list) {
    std::uint32_t out = 0;
    for (std::uint32_t k = 0; k < list.size(); ++k) out += (mir::bits_of(static_cast<mir::Type>(list[k])) + 31) / 32;
    return out;
  }

  const mir::Module& m_;
  OutlineCall costs_;
  std::vector<std::unordered_set<std::string_view>> locals_;  // looked up only
  std::vector<std::unordered_set<const mir::Inst*>> fused_;   // likewise
  std::vector<Live> lives_;                                   // by function
};

/// For each function the kernels that get a copy of it, by number among the kernels: those that reach it by what their
/// code names. O(kernels * (functions + mentions)).
inline std::vector<std::vector<std::uint32_t>> images_of(const mir::Module& module, std::uint32_t& kernels) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) numbers.emplace(module.functions[f].name, f);
  std::vector<std::vector<std::uint32_t>> names(module.functions.size()), out(module.functions.size());
  for (std::uint32_t f = 0; f < module.functions.size(); ++f)
    for (const mir::Operand& o : module.functions[f].operands)
      if (o.kind == mir::Operand::Kind::symbol)
        if (const auto at = numbers.find(module.name(o.a)); at != numbers.end()) names[f].push_back(at->second);
  kernels = 0;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    if (!module.functions[f].kernel || module.functions[f].declaration) continue;
    std::vector<std::uint32_t> open{f};
    while (!open.empty()) {
      const std::uint32_t g = open.back();
      open.pop_back();
      if (!out[g].empty() && out[g].back() == kernels) continue;
      out[g].push_back(kernels);
      open.insert(open.end(), names[g].begin(), names[g].end());
    }
    ++kernels;
  }
  return out;
}

class MirProgram : public outline::OfView<MirOutlineView, MirOutlineCosts> {
 public:
  explicit MirProgram(const mir::Module& module, const MirOutlineOptions& options = {})
      : MirProgram(module, options, Images(module, options)) {}
  OutlineLink link() const { return link_; }  ///< what its costs are of

 private:
  struct Images {
    Images(const mir::Module& module, const MirOutlineOptions& options) {
      if (options.link == OutlineLink::whole) of = images_of(module, count);
      link = count == 0 ? OutlineLink::relocatable : OutlineLink::whole;
    }
    std::uint32_t count = 0;
    std::vector<std::vector<std::uint32_t>> of;
    OutlineLink link;
  };
  MirProgram(const mir::Module& module, const MirOutlineOptions& options, const Images& images)
      : OfView(MirOutlineCosts(module, images.link), view_options(images)), link_(images.link) {
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
      const mir::Function& function = module.functions[f];
      bool bounded = false;
      for (const mir::Directive& d : function.directives)
        bounded |= d.name == "maxntid" || d.name == "reqntid" || d.name == "minnctapersm" || d.name == "maxnreg";
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
  static outline::ViewOptions view_options(const Images& images) {
    outline::ViewOptions out;
    out.least_call_bytes = outline_call[static_cast<std::size_t>(images.link)].call;
    out.images = images.count;
    for (std::uint32_t t = 0; t <= static_cast<std::uint32_t>(mir::Type::other); ++t)  // no predicates, nothing opaque
      if (mir::bits_of(static_cast<mir::Type>(t)) < 16) out.unpassable.push_back(t);
    return out;
  }

  OutlineLink link_;
};
static_assert(outline::explain_outlinable<MirProgram>());

}  // namespace lathe::nvptx
