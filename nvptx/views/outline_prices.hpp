// What outlining pays by outline_cost.hpp: where a call stands, what lives across it, and which kernels get a copy of what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lathe/flow/of_view.hpp>
#include <lathe/outline/of_view.hpp>

#include "nvptx/views/outline_cost.hpp"
#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

/// What the costs of a call depend on beside what is passed.
struct OutlineSite {
  bool device = false;       ///< in a .func
  bool leaf = false;         ///< in one that calls nothing
  bool predicates = false;   ///< some live across the site
  std::uint32_t across = 0;  ///< words of 32 bits that live across it
};

/// What calls cost in the functions of a module that `View`s show. Refers to the module.
template <class View>
class OutlinePrices {
 public:
  using Signature = outline::view_signature_t<View>;  ///< what is passed
  using Place = outline::view_place_t<View>;          ///< where a site stands
  /// Liveness of every function. O(size).
  OutlinePrices(const mir::Module& module, OutlineLink link)
      : m_(module), costs_(outline_call[static_cast<std::size_t>(link)]) {
    for (const mir::Function& f : module.functions) {
      auto& placed = placed_.emplace_back();
      const std::vector<std::vector<SassKind>> found = sass_placed(module, f);
      for (std::size_t b = 0; b < found.size(); ++b)
        for (std::size_t i = 0; i < found[b].size(); ++i)
          if (const mir::Inst& inst = f.blocks[b].insts[i]; found[b][i] != sass_kind(module, f, inst))
            placed.emplace(&inst, found[b][i]);
    }
    for (const mir::Function& f : module.functions) lives_.emplace_back(module, f);
  }
  /// What it takes less where it stands, for what stands beside it.
  std::uint32_t fused(std::uint32_t function, const mir::Inst* i) const {
    const std::uint32_t whole = sass_bytes[static_cast<std::size_t>(sass_kind(m_, m_.functions[function], *i))];
    return whole - std::min(whole, sass_bytes[static_cast<std::size_t>(placed(function, i))]);
  }
  /// The kind that it counts as where it stands.
  SassKind placed(std::uint32_t function, const mir::Inst* i) const {
    const auto at = placed_[function].find(i);
    return at != placed_[function].end() ? at->second : sass_kind(m_, m_.functions[function], *i);
  }
  /// What the call at a place costs.
  std::uint32_t call_bytes(const Signature& s, const Place& place) const {
    const OutlineSite at = site(s, place);
    return costs_.call + costs_.argument * words(s.parameters) + costs_.result * words(s.results) +
           (s.results.size() > 1 ? costs_.several : 0) + (at.leaf ? costs_.leaf : 0) +
           (at.device ? costs_.across : costs_.kept) * at.across + (at.predicates ? costs_.predicates : 0) +
           (!at.device && at.across > outline_keeps ? costs_.over * (at.across - outline_keeps) : 0);
  }
  /// What of a place the costs of a call depend on; nothing of one that the program does not know.
  OutlineSite site(const Signature& s, const Place& place) const {
    if (place.first == nullptr) return {};
    const mir::Function& f = m_.functions[place.first->function];
    const Live& lives = lives_[place.first->function];
    const auto& insts = f.blocks[place.block->handle].insts;
    const auto end = static_cast<std::size_t>(place.first->handle - insts.data()) + s.length;
    const std::uint32_t live = lives.words[place.block->handle][end], given = words(s.results);
    return {!f.kernel, !f.kernel && lives.leaf, lives.predicates[place.block->handle][end] != 0,
            live > given ? live - given : 0};
  }
  /// What the function costs beside its instructions.
  std::uint32_t frame_bytes(const Signature& s) const {
    return costs_.frame + (s.results.size() > 1 ? costs_.stored * words(s.results) : 0);
  }

 protected:
  const mir::Module& m_;  ///< whose functions they are

 private:
  /// What lives where in a function.
  struct Live {
    Live(const mir::Module& module, const mir::Function& f) {
      const View view(module, f);
      const lathe::flow::OfView<View> source(view);
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

  OutlineCall costs_;
  std::vector<std::unordered_map<const mir::Inst*, SassKind>> placed_;  // those that count as others; looked up only
  std::vector<Live> lives_;                                             // by function
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

/// The kernels as images of the problem, and what its costs are of: without a kernel all is relocatable.
struct OutlineImages {
  /// O(kernels * (functions + mentions)) for a module that is assembled whole.
  OutlineImages(const mir::Module& module, OutlineLink asked) {
    if (asked == OutlineLink::whole) of = images_of(module, count);
    link = count == 0 ? OutlineLink::relocatable : OutlineLink::whole;
  }
  std::uint32_t count = 0;                     ///< kernels; 0: no images
  std::vector<std::vector<std::uint32_t>> of;  ///< by function
  OutlineLink link;                            ///< what its costs are of
};

/// What values cannot be passed, and the least that a call costs.
inline outline::ViewOptions outline_options(const OutlineImages& images) {
  outline::ViewOptions out;
  out.least_call_bytes = outline_call[static_cast<std::size_t>(images.link)].call;
  out.images = images.count;
  for (std::uint32_t t = 0; t <= static_cast<std::uint32_t>(mir::Type::other); ++t)  // no predicates, nothing opaque
    if (mir::bits_of(static_cast<mir::Type>(t)) < 16) out.unpassable.push_back(t);
  return out;
}

/// Under launch bounds or a register limit.
inline bool is_bounded(const mir::Function& f) {
  return std::any_of(f.directives.begin(), f.directives.end(), [](const mir::Directive& d) {
    return d.name == "maxntid" || d.name == "reqntid" || d.name == "minnctapersm" || d.name == "maxnreg";
  });
}

}  // namespace lathe::nvptx
