// What holds for the whole program: live values, prevailing copies, attributes of variables and functions.
//
// Liveness: from the roots along calls, references and aliases. Variables: read-only (or write-only) where every live
// reference says so. Functions: norecurse where all callees are (a callee that never runs twice cannot come back to its
// caller; so the least solution), nounwind where nothing in reach may throw (the greatest solution). Source: CGO 2017
// (ThinLTO) and LLVM's rules for the linkages. O(summaries + calls + references) each.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <lathe/thinlto/options.hpp>
#include <lathe/thinlto/plan.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

/// Items by row, flat, in the order in which `walk` tells them; it is asked twice.
class Grouped {
 public:
  Grouped() = default;
  /// walk(f) calls f(row, item).
  template <class Walk>
  Grouped(std::size_t rows, Walk&& walk) : begin_(rows + 1) {
    walk([&](std::uint32_t row, std::uint32_t) { ++begin_[row + 1]; });
    for (std::size_t row = 0; row < rows; ++row) begin_[row + 1] += begin_[row];
    items_.resize(begin_[rows]);
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    walk([&](std::uint32_t row, std::uint32_t item) { items_[next[row]++] = item; });
  }
  std::span<const std::uint32_t> operator[](std::uint32_t row) const {
    return {items_.data() + begin_[row], begin_[row + 1] - begin_[row]};
  }

 private:
  std::vector<std::uint32_t> begin_, items_;
};

/// The summaries of each value, in the order of the problem.
inline Grouped copies_of_values(const Problem& p) {
  return {p.values.size(), [&](auto&& add) {
            for (std::uint32_t s = 0; s < p.summaries.size(); ++s) add(p.summaries[s].value, s);
          }};
}

namespace detail {

/// Ranks of modules by name: what breaks ties must not depend on the order of input.
inline std::vector<std::uint32_t> module_ranks(const Problem& p) {
  std::vector<std::uint32_t> order(p.modules.size()), rank(p.modules.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return p.modules[a].name < p.modules[b].name; });
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  return rank;
}

/// The copy that the linker keeps, or none: the one that is said to prevail; else a strong definition before weak ones
/// before commons, of equals that of the first module by name. What is available externally never prevails.
inline std::uint32_t prevailing_copy(const Problem& p, std::span<const std::uint32_t> copies,
                                     const std::vector<std::uint32_t>& rank) {
  const auto weakness = [](Linkage l) {
    return l == Linkage::common || l == Linkage::extern_weak                            ? 2
           : is_interposable(l) || l == Linkage::linkonce_odr || l == Linkage::weak_odr ? 1
                                                                                        : 0;
  };
  std::uint32_t best = none;
  for (const std::uint32_t s : copies) {
    const Summary& x = p.summaries[s];
    if (x.has(flag::prevailing)) return s;
    if (x.linkage == Linkage::available_externally || x.has(flag::address_space_25)) continue;
    if (best != none) {
      const int a = weakness(x.linkage), b = weakness(p.summaries[best].linkage);
      if (a > b || (a == b && rank[x.module] > rank[p.summaries[best].module])) continue;
    }
    best = s;
  }
  return best;
}

class Analyzer {
 public:
  Analyzer(const Problem& p, const Grouped& copies, const std::vector<bool>& outside, const Options& options)
      : p_(p), copies_(copies), outside_(outside), o_(options) {}

  Analysis run() {
    liveness();
    a_.attributes.assign(p_.summaries.size(), 0);
    variables();
    functions();
    return std::move(a_);
  }

 private:
  // ---- liveness
  void mark(std::uint32_t v, bool aliasee = false) {
    if (a_.live[v]) return;
    // A value whose copy in use is none of ours is dead, unless a copy of ours may still be inlined.
    if (outside_[v] && !aliasee) {
      bool keeps = false;
      for (const std::uint32_t s : copies_[v]) {
        const Linkage l = p_.summaries[s].linkage;
        keeps |= l == Linkage::available_externally || l == Linkage::weak_odr || l == Linkage::linkonce_odr;
      }
      if (!keeps) return;
    }
    a_.live[v] = true;
    work_.push_back(v);
  }
  void root(std::uint32_t v) {
    if (!a_.live[v]) work_.push_back(v);
    a_.live[v] = true;
  }
  void liveness() {
    a_.live.assign(p_.values.size(), false);
    bool any = !p_.roots.empty();
    for (const Summary& s : p_.summaries) any |= s.has(flag::kernel);
    if (p_.liveness_known) {
      for (const Summary& s : p_.summaries)
        if (s.has(flag::live)) a_.live[s.value] = true;
      return;
    }
    // Without roots nothing can be called dead.
    if (!o_.compute_dead || !any) return a_.live.assign(p_.values.size(), true);
    for (const std::uint32_t v : p_.roots) root(v);
    for (const Summary& s : p_.summaries)
      if (s.has(flag::live | flag::kernel)) root(s.value);
    while (!work_.empty()) {
      const std::uint32_t v = work_.back();
      work_.pop_back();
      for (const std::uint32_t s : copies_[v]) {
        if (p_.summaries[s].kind == Kind::alias) {
          mark(p_.summaries[p_.summaries[s].aliasee].value, true);
          continue;
        }
        for (const std::uint32_t callee : p_.calls_of(s)) mark(callee);
        for (const std::uint32_t ref : p_.refs_of(s)) mark(ref);
      }
    }
    work_ = {};
  }

  // ---- variables
  void variables() {
    constexpr std::uint32_t both = flag::read_only | flag::write_only;
    if (!o_.propagate_attrs && !p_.attributes_known) return;
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (p_.summaries[s].kind == Kind::variable) a_.attributes[s] = p_.summaries[s].flags & both;
    if (p_.attributes_known) return;
    std::vector<bool> is_root(p_.values.size());
    for (const std::uint32_t v : p_.roots) is_root[v] = true;
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const Summary& x = p_.summaries[s];
      if (!a_.live[x.value]) continue;
      const std::uint32_t base = p_.base(s);
      if (p_.summaries[base].kind == Kind::variable &&
          (is_interposable(x.linkage) || x.has(flag::not_eligible) || is_root[x.value]))
        a_.attributes[base] &= ~both;
      const auto refs = p_.refs_of(s);
      for (std::size_t i = 0; i < refs.size(); ++i) {
        // What an initializer does with an address is not known.
        const Access access = x.kind == Kind::function ? p_.accesses_of(s)[i] : Access::any;
        const std::uint32_t kept = access == Access::read_only    ? flag::read_only
                                   : access == Access::write_only ? flag::write_only
                                                                  : 0;
        for (const std::uint32_t copy : copies_[refs[i]]) {
          const std::uint32_t target = p_.base(copy);
          if (p_.summaries[target].kind == Kind::variable) a_.attributes[target] &= kept | ~both;
        }
      }
    }
  }

  // ---- functions
  bool is_function(std::uint32_t s) const { return p_.summaries[s].kind == Kind::function; }
  // A value stands for all its copies where one of them may be called: what holds must hold for each.
  bool value_has(std::uint32_t v, std::uint32_t bit) const {
    if (copies_[v].empty() || outside_[v]) return false;
    for (const std::uint32_t s : copies_[v]) {
      const std::uint32_t base = p_.base(s);
      if (!is_function(base) || (a_.attributes[base] & bit) == 0) return false;
    }
    return true;
  }
  void functions() {
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s)) a_.attributes[s] = p_.summaries[s].flags & (flag::no_recurse | flag::no_unwind);
    if (o_.disable_thinlto_funcattrs || p_.attributes_known) return;
    callers_ = Grouped(p_.values.size(), [&](auto&& add) {
      for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
        for (const std::uint32_t v : p_.calls_of(s)) add(v, s);
    });
    aliases_ = Grouped(p_.summaries.size(), [&](auto&& add) {
      for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
        if (p_.summaries[s].kind == Kind::alias) add(p_.base(s), p_.summaries[s].value);
    });
    no_recurse();
    no_unwind();
    callers_ = {};
  }
  void no_recurse() {
    // Calls of each function that are not known to be norecurse yet.
    std::vector<std::uint32_t> open(p_.summaries.size());
    std::vector<bool> done(p_.values.size());
    std::vector<std::uint32_t> work;
    const auto settle = [&](std::uint32_t v) {
      if (done[v] || !value_has(v, flag::no_recurse)) return;
      done[v] = true;
      work.push_back(v);
    };
    const auto hold = [&](std::uint32_t s) {
      a_.attributes[s] |= flag::no_recurse;
      settle(p_.summaries[s].value);
      for (const std::uint32_t v : aliases_[s]) settle(v);
    };
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) open[s] = static_cast<std::uint32_t>(p_.calls_of(s).size());
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s) && ((a_.attributes[s] & flag::no_recurse) != 0 || (open[s] == 0 && known(s)))) hold(s);
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      for (const std::uint32_t s : callers_[v])
        if (--open[s] == 0 && known(s) && (a_.attributes[s] & flag::no_recurse) == 0) hold(s);
    }
  }
  void no_unwind() {
    // Where something may throw, or calls what is not known, it passes on to callers that are not nounwind by
    // themselves.
    std::vector<bool> throws(p_.values.size());
    std::vector<std::uint32_t> work;
    const auto spread = [&](std::uint32_t v) {
      if (throws[v]) return;
      throws[v] = true;
      work.push_back(v);
    };
    const auto fixed = [&](std::uint32_t s) { return p_.summaries[s].has(flag::no_unwind); };
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s)) a_.attributes[s] |= flag::no_unwind;
    const auto lose = [&](std::uint32_t s) {
      if ((a_.attributes[s] & flag::no_unwind) == 0 || fixed(s)) return;
      a_.attributes[s] &= ~flag::no_unwind;
      spread(p_.summaries[s].value);
      for (const std::uint32_t v : aliases_[s]) spread(v);
    };
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (!value_has(v, flag::no_unwind)) spread(v);
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s) && (p_.summaries[s].has(flag::may_throw) || !known(s))) lose(s);
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      for (const std::uint32_t s : callers_[v]) lose(s);
    }
  }
  // Its calls are all of them.
  bool known(std::uint32_t s) const { return !p_.summaries[s].has(flag::unknown_call | flag::address_space_25); }

  const Problem& p_;
  const Grouped& copies_;
  const std::vector<bool>& outside_;
  const Options& o_;
  Analysis a_;
  std::vector<std::uint32_t> work_;
  Grouped callers_;  // of each value, one entry a call
  Grouped aliases_;  // values of aliases of each summary
};

}  // namespace detail

}  // namespace lathe::thinlto
