// Imports of one module by LLVM's rule, step by step, for comparison: LIFO worklist, first copy that fits, a callee
// tried again only under a higher offer. The answer depends on the order of functions, calls and copies in the problem.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <lathe/thinlto/candidates.hpp>

namespace lathe::thinlto {

/// Hears nothing. Another observer is told each step of the rule and gives it a number, by which later steps name it;
/// compare.hpp has one.
struct Unobserved {
  /// A body of the module itself is looked at.
  static std::uint32_t starts(std::uint32_t /*body*/, std::uint32_t /*threshold*/) { return none; }
  /// The i-th call of `from`, which step `by` had looked at with the threshold `limit`, leads to `copy`.
  static std::uint32_t passes(std::uint32_t /*by*/, std::uint32_t /*from*/, std::uint32_t /*limit*/,
                              std::uint32_t /*call*/, std::uint32_t /*copy*/, std::uint32_t /*threshold*/) {
    return none;
  }
  /// The budget is spent: calls are left out.
  static void cut() {}
  /// force-import-all gives up on what comes after the i-th call of a body.
  static void gives_up(std::uint32_t /*body*/, std::uint32_t /*call*/) {}
};

/// Plans modules one by one; import-cutoff counts over all of them, in LLVM's way. Copies of interposable linkage and
/// import priorities are treated as Options says.
template <class Observer = Unobserved>
class FirstFound {
 public:
  /// All but the observer outlive it.
  FirstFound(const Problem& p, const Candidates& candidates, const Analysis& analysis, const Options& options,
             Observer observer = {})
      : p_(p),
        candidates_(candidates),
        analysis_(analysis),
        o_(options),
        observer_(observer),
        defined_(p.values.size(), none) {}

  ModulePlan run(std::uint32_t module, Stats& stats) {
    module_ = module;
    stats_ = &stats;
    seen_.clear();
    order_.clear();
    imported_.clear();
    imports_.clear();
    const Module& m = p_.modules[module];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) defined_[p_.summaries[s].value] = s;
    std::vector<Work> work;
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) {
      const std::uint32_t body = p_.base(s);
      if (analysis_.live[p_.summaries[s].value] && p_.summaries[body].kind == Kind::function)
        visit({body, o_.import_instr_limit, observer_.starts(body, o_.import_instr_limit)}, work);
    }
    while (!work.empty()) {
      const Work next = work.back();
      work.pop_back();
      visit(next, work);
    }
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) defined_[p_.summaries[s].value] = none;
    return take();
  }

 private:
  struct Work {
    std::uint32_t body, threshold, step;
  };
  struct Seen {
    std::uint32_t value = 0, threshold = 0, copy = none, attempts = 0;
    std::uint32_t offered = 0;  // at most; `threshold` is what LLVM remembers
    Hotness hotness = Hotness::unknown;
    Reason reason = Reason::none;
  };

  void visit(Work at, std::vector<Work>& work) {
    ++stats_->visits;
    refer(at.body);
    const auto calls = p_.calls_of(at.body);
    const CallInfo* const infos = p_.call_infos_of(at.body);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      ++stats_->calls_seen;
      if (o_.import_cutoff >= 0 && count_ >= static_cast<std::uint64_t>(o_.import_cutoff)) {
        observer_.cut();
        continue;
      }
      if (defined_[calls[i]] != none) continue;
      if (call(at, static_cast<std::uint32_t>(i), infos[i].hotness(), work)) continue;
      observer_.gives_up(at.body, static_cast<std::uint32_t>(i));
      break;
    }
  }
  // False: force-import-all gives up on the rest of the function.
  bool call(Work at, std::uint32_t number, Hotness hotness, std::vector<Work>& work) {
    const std::uint32_t v = p_.calls_of(at.body)[number];
    const std::uint32_t offered = scaled(at.threshold, multiplier(hotness));
    const auto [place, fresh] = seen_.try_emplace(v, static_cast<std::uint32_t>(order_.size()));
    if (fresh) order_.push_back({v, offered, none, 0, 0, Hotness::unknown, Reason::none});
    Seen& seen = order_[place->second];
    ++seen.attempts;
    seen.offered = std::max(seen.offered, offered);
    if (!fresh && offered <= seen.threshold) return true;
    seen.hotness = std::max(seen.hotness, hotness);
    if (seen.copy == none) {
      std::uint32_t declarable = none;
      seen.copy = select(v, offered, p_.summaries[at.body].module, declarable, seen.reason);
      if (seen.copy == none) {
        seen.threshold = offered;
        if (o_.import_declaration && declarable != none) import(declarable, true);
        return !o_.force_import_all;
      }
      // LLVM forgets here to raise what it remembers of an earlier refusal: a later call that offers more than that, if
      // not enough for the callee's size, then passes its threshold on all the same.
      import(seen.copy, false);
    } else {
      seen.threshold = offered;
      ++stats_->revisits;
    }
    ++count_;
    const float factor = hotness == Hotness::hot ? o_.import_hot_evolution_factor : o_.import_instr_evolution_factor;
    const std::uint32_t passed = scaled(at.threshold, factor);
    work.push_back(
        {p_.base(seen.copy), passed, observer_.passes(at.step, at.body, at.threshold, number, seen.copy, passed)});
    return true;
  }
  float multiplier(Hotness hotness) const {
    return hotness == Hotness::hot        ? o_.import_hot_multiplier
           : hotness == Hotness::cold     ? o_.import_cold_multiplier
           : hotness == Hotness::critical ? o_.import_critical_multiplier
                                          : o_.default_multiplier;
  }
  std::uint32_t select(std::uint32_t v, std::uint32_t offered, std::uint32_t from, std::uint32_t& declarable,
                       Reason& reason) const {
    const auto copies = candidates_.copies(v);
    reason = Reason::no_summary;
    for (const std::uint32_t s : copies) {
      reason = candidates_.illegal(s, copies.size() == 1 || p_.summaries[s].module == from);
      if (reason != Reason::none) continue;
      const std::uint32_t need = candidates_.need(s);
      if (need <= offered) return s;
      declarable = s;
      reason = need == never ? Reason::no_inline : Reason::too_large;
    }
    return none;
  }
  bool import(std::uint32_t s, bool declaration) {
    const auto [at, fresh] = imported_.try_emplace(s, static_cast<std::uint32_t>(imports_.size()));
    if (fresh) imports_.push_back({s, 0, Pass::direct, declaration, Hotness::unknown});
    const bool news = fresh || (imports_[at->second].declaration && !declaration);
    if (!declaration) imports_[at->second].declaration = false;
    return news;
  }
  void refer(std::uint32_t body) {
    std::vector<std::uint32_t> work{body};
    while (!work.empty()) {
      const std::uint32_t from = work.back();
      work.pop_back();
      for (const std::uint32_t v : p_.refs_of(from)) {
        const auto copies = candidates_.copies(v);
        const std::uint32_t own = defined_[v];
        if (own != none &&
            (copies.size() == 1 || !is_interposable(p_.summaries[own].linkage) || candidates_.prevailing(v) == own))
          continue;
        for (const std::uint32_t s : copies) {
          const Candidates::Variable fit = candidates_.variable(s, p_.summaries[from].module);
          if (fit == Candidates::Variable::declaration && o_.import_declaration) import(s, true);
          if (fit != Candidates::Variable::definition) continue;
          if (import(s, false) && (analysis_.attributes[s] & flag::write_only) == 0) work.push_back(s);
          break;
        }
      }
    }
  }

  ModulePlan take() {
    ModulePlan out;
    for (const Seen& seen : order_) {
      if (seen.copy == none) {
        ++stats_->refused_total;
        ++stats_->refused[static_cast<std::size_t>(seen.reason)];
        if (o_.print_import_failures)
          out.refused.push_back({seen.value, seen.threshold, seen.attempts, seen.reason, seen.hotness});
        continue;
      }
      Import& import = imports_[imported_.at(seen.copy)];
      import.threshold = std::min(seen.offered, largest_told) & largest_told;
      import.hotness = seen.hotness;
      import.pass = Pass::transitive;
      stats_->hot_functions += seen.hotness == Hotness::hot;
      stats_->critical_functions += seen.hotness == Hotness::critical;
    }
    for (const Import& import : imports_) {
      const Summary& x = p_.summaries[import.summary];
      if (import.declaration)
        ++stats_->declarations;
      else if (x.kind == Kind::variable)
        ++stats_->variables;
      else
        ++stats_->functions;
      if (!import.declaration) stats_->instructions += p_.summaries[p_.base(import.summary)].instructions;
    }
    std::sort(imports_.begin(), imports_.end(), [](const Import& a, const Import& b) { return a.summary < b.summary; });
    out.imports.assign(imports_);
    std::sort(out.refused.begin(), out.refused.end(),
              [](const Refused& a, const Refused& b) { return a.value < b.value; });
    return out;
  }

  const Problem& p_;
  const Candidates& candidates_;
  const Analysis& analysis_;
  const Options& o_;
  Observer observer_;
  std::vector<std::uint32_t> defined_;  // per value: the module's own copy
  // Looked up only, never walked.
  std::unordered_map<std::uint32_t, std::uint32_t> seen_, imported_;
  std::vector<Seen> order_;
  std::vector<Import> imports_;
  std::uint64_t count_ = 0;
  std::uint32_t module_ = 0;
  Stats* stats_ = nullptr;
};

}  // namespace lathe::thinlto
