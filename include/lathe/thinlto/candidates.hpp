// Which copy of a value may be imported, and under which threshold: the same for all modules, but for local copies.
//
// The best copy of a function is the one that the lowest threshold lets in; of equals the smaller one, then the one
// that prevails, then that of the first module by name. If any copy fits a threshold, this one does, so the choice
// depends neither on the threshold nor on the order of input.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <lathe/thinlto/analysis.hpp>
#include <lathe/thinlto/options.hpp>
#include <lathe/thinlto/plan.hpp>

namespace lathe::thinlto {

/// Thresholds end here; the numbers above it mean something else.
inline constexpr std::uint32_t largest_threshold = 0xfffffffcU;
/// They stand where a threshold stands, and mean something else.
inline constexpr std::uint32_t is_variable = 0xfffffffdU, depends_on_caller = 0xfffffffeU, never = 0xffffffffU;

/// threshold * factor in single precision, cut to an integer: 100 * 0.7f is 70, though in double precision it is 69.
inline std::uint32_t scaled(std::uint32_t threshold, float factor) {
  const float x = static_cast<float>(threshold) * factor;
  return x >= 4294967040.0F ? largest_threshold : std::min(largest_threshold, static_cast<std::uint32_t>(x));
}
/// What is left of a threshold one level deeper; never more than there was, whatever is lost in rounding.
inline std::uint32_t evolved(std::uint32_t threshold, float factor) {
  return std::min(threshold, scaled(threshold, factor));
}

/// The copy of a callee that would be imported, from which threshold on, or why none is.
struct Candidate {
  std::uint32_t copy = none;   ///< a summary; none: there is no copy
  std::uint32_t need = never;  ///< the least threshold that lets it in
  Reason reason = Reason::no_summary;
};

/// Answers about copies, for the planners. Refers to everything that it is given.
template <class = void>
class BasicCandidates {
 public:
  /// All five outlive it. O(values + copies).
  BasicCandidates(const Problem& p, const Copies& copies, const std::vector<bool>& outside, const Analysis& analysis,
                  const Options& options)
      : p_(p), copies_(copies), analysis_(analysis), o_(options), rank_(detail::module_ranks(p)) {
    prevailing_.resize(p.values.size(), none);
    for (std::uint32_t v = 0; v < p.values.size(); ++v)
      if (!outside[v]) prevailing_[v] = detail::prevailing_copy(p, copies[v], rank_);
  }

  /// The copy that the linker keeps; none: it is outside, or there is none.
  std::uint32_t prevailing(std::uint32_t value) const { return prevailing_[value]; }
  std::uint32_t rank(std::uint32_t module) const { return rank_[module]; }  ///< the module's place by name
  /// Summaries of the value, in the order of the problem.
  std::span<const std::uint32_t> copies(std::uint32_t value) const { return copies_[value]; }
  /// The module's own copy, or none. O(log copies).
  std::uint32_t copy_in(std::uint32_t value, const Module& m) const { return copies_.of_module(value, m); }

  /// Why a copy may not be imported as a function, its size and noinline aside. Reason::none: it may. `local_is_fine`:
  /// the caller is in its module, or it is the only copy.
  Reason illegal(std::uint32_t s, bool local_is_fine) const {
    const Summary &x = p_.summaries[s], &body = p_.summaries[p_.base(s)];
    if (x.has(flag::address_space_25) || body.has(flag::address_space_25)) return Reason::skipped_declaration;
    if (!analysis_.live[x.value]) return Reason::not_live;
    if (body.kind != Kind::function) return Reason::not_a_function;
    if (replaceable(s)) return Reason::interposable_linkage;
    if (!p_.own_names.empty() && misnamed(s)) return Reason::name_mismatch;
    if (is_local(body.linkage) && !local_is_fine) return Reason::local_linkage_elsewhere;
    if (body.has(flag::kernel)) return Reason::kernel;
    if (body.has(flag::not_eligible)) return Reason::not_eligible;
    if (priority(body) == no_priority) return Reason::not_importable;
    return Reason::none;
  }
  /// The least threshold that lets a copy's body in; `never` with noinline.
  std::uint32_t need(std::uint32_t s) const {
    const Summary& body = p_.summaries[p_.base(s)];
    const std::uint8_t level = priority(body);
    if (o_.force_import_all || level == forced_priority) return 0;
    if (body.has(flag::no_inline)) return never;
    if (body.has(flag::always_inline)) return 0;
    if (level != low_priority) return std::min(body.instructions, largest_threshold);
    return least_for_low_priority(body.instructions);
  }
  /// The best copy for calls from anywhere. need == depends_on_caller: ask for_caller.
  Candidate best(std::uint32_t value) const {
    const auto list = copies_[value];
    if (list.size() > 1)
      for (const std::uint32_t s : list)
        if (is_local(p_.summaries[p_.base(s)].linkage)) return {none, depends_on_caller, Reason::none};
    return choose(list, none);
  }
  /// The best copy for calls from the module.
  Candidate for_caller(std::uint32_t value, std::uint32_t module) const { return choose(copies_[value], module); }

  /// The copy of a workload's function for a module: the one that prevails, else the smallest.
  Candidate for_workload(std::uint32_t value, std::uint32_t module) const {
    Candidate out;
    for (const std::uint32_t s : copies_[value]) {
      const Reason why = illegal(s, copies_[value].size() == 1 || p_.summaries[s].module == module);
      if (why != Reason::none) {
        if (out.copy == none) out.reason = std::max(out.reason, why);
      } else if (out.copy == none || workload_order(s) < workload_order(out.copy)) {
        out = {s, 0, Reason::none};
      }
    }
    return out;
  }

  /// What can be imported of a variable.
  enum class Variable : std::uint8_t { no, declaration, definition };
  /// Whether a copy of a variable can be imported where summary `from` refers to it. A declaration can be where only
  /// what the initializer refers to is in the way.
  Variable variable(std::uint32_t s, std::uint32_t from_module) const {
    const Summary& x = p_.summaries[s];
    // LLVM's rule does not ask whether a variable is live: what refers to it is.
    const bool dead = !analysis_.live[x.value] && o_.rule == Rule::best;
    if (x.kind != Kind::variable || dead || replaceable(s) || x.has(flag::not_eligible)) return Variable::no;
    if (is_local(x.linkage) && copies_[x.value].size() > 1 && x.module != from_module) return Variable::no;
    const bool bound = !p_.refs_of(s).empty() && !(o_.import_constants_with_refs && x.has(flag::constant)) &&
                       (analysis_.attributes[s] & (flag::read_only | flag::write_only)) == 0;
    return bound ? Variable::declaration : Variable::definition;
  }
  /// Which of two copies goes first: the one that prevails, then that of the first module by name.
  bool before(std::uint32_t a, std::uint32_t b) const {
    const auto key = [&](std::uint32_t s) {
      return std::pair(prevailing_[p_.summaries[s].value] != s, rank_[p_.summaries[s].module]);
    };
    return key(a) < key(b);
  }
  /// May the linker put another definition in its place?
  bool replaceable(std::uint32_t s) const {
    const Summary& x = p_.summaries[s];
    return is_interposable(x.linkage) && (o_.interposable == Interposable::never || prevailing_[x.value] != s);
  }

 private:
  std::uint8_t priority(const Summary& body) const { return std::max(body.priority, o_.force_priority); }
  bool misnamed(std::uint32_t s) const {
    const auto at = std::lower_bound(p_.own_names.begin(), p_.own_names.end(), s,
                                     [](const auto& entry, std::uint32_t x) { return entry.first < x; });
    return at != p_.own_names.end() && at->first == s && at->second != p_.name(p_.summaries[s].value);
  }
  std::uint32_t least_for_low_priority(std::uint32_t size) const {
    if (scaled(largest_threshold, o_.low_priority_factor) < size) return never;
    std::uint32_t low = 0, high = largest_threshold;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (scaled(middle, o_.low_priority_factor) >= size)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
  // need, size, is not the prevailing one, rank of the module: smaller is better.
  using Order = std::tuple<std::uint32_t, std::uint32_t, bool, std::uint32_t>;
  Order order(std::uint32_t s, std::uint32_t need) const {
    const Summary& x = p_.summaries[s];
    return {need, p_.summaries[p_.base(s)].instructions, prevailing_[x.value] != s, rank_[x.module]};
  }
  std::tuple<bool, std::uint32_t, std::uint32_t> workload_order(std::uint32_t s) const {
    const Summary& x = p_.summaries[s];
    return {prevailing_[x.value] != s, p_.summaries[p_.base(s)].instructions, rank_[x.module]};
  }
  // A copy that only noinline, or its size under priority 1, keeps out is still named: a declaration of it may do.
  Candidate choose(std::span<const std::uint32_t> list, std::uint32_t module) const {
    Candidate out;
    for (const std::uint32_t s : list) {
      const Reason why = illegal(s, list.size() == 1 || p_.summaries[s].module == module);
      if (why != Reason::none) {
        if (out.copy == none) out.reason = std::max(out.reason, why);
        continue;
      }
      const std::uint32_t wanted = need(s);
      if (out.copy != none && order(s, wanted) > order(out.copy, out.need)) continue;
      out = {s, wanted,
             wanted != never                                 ? Reason::none
             : p_.summaries[p_.base(s)].has(flag::no_inline) ? Reason::no_inline
                                                             : Reason::too_large};
    }
    return out;
  }

  const Problem& p_;
  const Copies& copies_;
  const Analysis& analysis_;
  const Options& o_;
  std::vector<std::uint32_t> rank_, prevailing_;
};
using Candidates = BasicCandidates<>;

}  // namespace lathe::thinlto
