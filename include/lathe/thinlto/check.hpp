// Is a plan right, by the definition? Starts from check_analysis.hpp and check_module.hpp, which say what must be
// found; shares no code with the planner. Meant for tests and for looking at one plan: maps and sweeps, not speed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/thinlto/check_module.hpp>

namespace lathe::thinlto {

enum class PlanFault {
  wrong_shape,      ///< ids out of range, out of order or twice; not a plan of this problem
  wrong_liveness,   ///< place: value
  wrong_attribute,  ///< place: summary
  missing_import,   ///< place: summary, here and below
  unwanted_import,  ///< too large, forbidden, or nothing calls it
  wrong_budget,     ///< it should have been left out, or kept, within the budget
  wrong_threshold,  ///< or hotness
  wrong_pass,
  wrong_declaration,  ///< a definition where a declaration is due, or the other way round
  missing_refusal,    ///< place: value, here and below
  unwanted_refusal,
  wrong_reason,   ///< or threshold, attempts or hotness of a refusal
  wrong_export,   ///< place: summary
  wrong_workload  ///< place: module
};

namespace detail {

class PlanChecker {
 public:
  PlanChecker(const Problem& p, const Plan& plan, const Options& o)
      : p_(p), plan_(plan), o_(o), facts_(p, o), rules_(p, o, facts_) {}

  FaultList<PlanFault> run() {
    shape();
    if (!faults_.empty()) return std::move(faults_);
    analysis();
    const std::map<std::uint32_t, std::set<std::uint32_t>> lists = workloads();
    std::map<std::string, std::uint32_t> by_name;
    for (std::uint32_t m = 0; m < p_.modules.size(); ++m) by_name.emplace(p_.modules[m].name, m);
    for (const auto& [name, m] : by_name) module(m, lists);
    exports();
    return std::move(faults_);
  }

 private:
  using enum PlanFault;
  void fault(PlanFault kind, std::uint32_t place, const std::string& text) { faults_.add(kind, place, text); }
  std::string summary_text(std::uint32_t s) const {
    return "'" + p_.label(p_.summaries[s].value) + "' of " + p_.modules[p_.summaries[s].module].name;
  }

  void shape() {
    if (plan_.modules.size() != p_.modules.size() || plan_.analysis.live.size() != p_.values.size() ||
        plan_.analysis.attributes.size() != p_.summaries.size())
      return fault(wrong_shape, 0, "not a plan of this problem");
    for (std::uint32_t m = 0; m < plan_.modules.size(); ++m) {
      std::uint64_t least = 0;  // that the next summary may be
      for (const Import import : plan_.modules[m].imports) {
        if (import.summary >= p_.summaries.size() || import.summary < least || p_.summaries[import.summary].module == m)
          return fault(wrong_shape, m, "imports that are out of order, of no summary or of the module's own");
        least = std::uint64_t{import.summary} + 1;
      }
      const auto& refused = plan_.modules[m].refused;
      for (std::size_t i = 0; i < refused.size(); ++i)
        if (refused[i].value >= p_.values.size() || (i > 0 && refused[i - 1].value >= refused[i].value))
          return fault(wrong_shape, m, "refusals that are out of order or of no value");
    }
    for (std::size_t i = 0; i < plan_.exports.size(); ++i)
      if (plan_.exports[i].summary >= p_.summaries.size() ||
          (i > 0 && plan_.exports[i - 1].summary >= plan_.exports[i].summary))
        return fault(wrong_shape, 0, "exports that are out of order or of no summary");
  }

  void analysis() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (plan_.analysis.live[v] != facts_.live(v))
        fault(wrong_liveness, v, "'" + p_.label(v) + "' is " + (facts_.live(v) ? "live" : "dead"));
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (plan_.analysis.attributes[s] != facts_.attributes(s))
        fault(wrong_attribute, s, "attributes of " + summary_text(s) + " are others");
  }

  std::map<std::uint32_t, std::set<std::uint32_t>> workloads() const {
    std::map<std::uint32_t, std::set<std::uint32_t>> out;
    for (const Workload& w : p_.workloads)
      if (const auto& copies = facts_.copies(w.root); copies.size() == 1)
        out[p_.summaries[copies[0]].module].insert(w.functions.begin(), w.functions.end());
    return out;
  }

  void module(std::uint32_t m, const std::map<std::uint32_t, std::set<std::uint32_t>>& lists) {
    const ModulePlan& plan = plan_.modules[m];
    const auto list = lists.find(m);
    const bool by_list = list != lists.end() && !list->second.empty();
    if (plan.workload != by_list)
      fault(wrong_workload, m, p_.modules[m].name + (by_list ? " has a workload" : " has no workload"));
    if (o_.rule == Rule::first_found && !by_list) return first_found(m);
    std::uint64_t budget = o_.fuel - std::min(o_.fuel, spent_);
    if (o_.import_cutoff >= 0) budget = std::min(budget, static_cast<std::uint64_t>(o_.import_cutoff));
    ModuleExpectation expectation(p_, o_, facts_, rules_, m);
    const Expected expected = by_list ? expectation.by_list(list->second) : expectation.by_thresholds(budget);
    for (const Import import : plan.imports)
      spent_ += !import.declaration && p_.summaries[facts_.body(import.summary)].kind == Kind::function;
    imports(m, expected);
    if (o_.print_import_failures)
      refusals(m, expected);
    else if (!plan.refused.empty())
      fault(unwanted_refusal, plan.refused[0].value, "refusals that nobody asked for");
  }
  void imports(std::uint32_t m, const Expected& expected) {
    const std::string into = " into " + p_.modules[m].name;
    std::map<std::uint32_t, Import> found;
    for (const Import import : plan_.modules[m].imports) found.emplace(import.summary, import);
    for (const auto& [s, import] : expected.imports)
      if (!found.contains(s))
        fault(expected.cut ? wrong_budget : missing_import, s, summary_text(s) + " is not imported" + into);
    for (const auto& [s, import] : found) {
      const auto at = expected.imports.find(s);
      if (at == expected.imports.end()) {
        fault(expected.cut ? wrong_budget : unwanted_import, s, summary_text(s) + " is imported" + into);
        continue;
      }
      const Import& right = at->second;
      if (import.declaration != right.declaration)
        fault(wrong_declaration, s,
              summary_text(s) + " is imported as a " + (import.declaration ? "declaration" : "definition") + into);
      else if (import.threshold != right.threshold || import.hotness != right.hotness)
        fault(wrong_threshold, s,
              summary_text(s) + " has threshold " + std::to_string(import.threshold) + into + ", right is " +
                  std::to_string(right.threshold));
      else if (import.pass != right.pass)
        fault(wrong_pass, s, summary_text(s) + " belongs to another pass" + into);
    }
  }
  void refusals(std::uint32_t m, const Expected& expected) {
    const std::string into = " into " + p_.modules[m].name;
    std::map<std::uint32_t, Refused> found;
    for (const Refused& r : plan_.modules[m].refused) found.emplace(r.value, r);
    for (const auto& [v, right] : expected.refused) {
      const auto at = found.find(v);
      if (at == found.end())
        fault(missing_refusal, v, "no word why '" + p_.label(v) + "' is not imported" + into);
      else if (!(at->second == right))
        fault(wrong_reason, v,
              "'" + p_.label(v) + "' is refused for another reason" + into + ": " +
                  reason_names[static_cast<std::size_t>(right.reason)]);
    }
    for (const auto& [v, r] : found)
      if (!expected.refused.contains(v)) fault(unwanted_refusal, v, "'" + p_.label(v) + "' was not refused" + into);
  }

  // One walk over what calls can reach. A copy that some call lets in gets thresholds from all calls of it: LLVM
  // forgets at times that a call did not offer enough.
  void reach(std::uint32_t m, const std::set<std::uint32_t>& own, std::map<std::uint32_t, std::uint64_t>& offered,
             std::set<std::uint32_t>& due) const {
    std::map<std::uint32_t, std::uint64_t> threshold;  // of bodies
    std::vector<std::pair<std::uint32_t, std::uint64_t>> open;
    for (std::uint32_t s = p_.modules[m].first; s < p_.modules[m].first + p_.modules[m].count; ++s)
      if (rules_.body(s).kind == Kind::function && facts_.live(p_.summaries[s].value))
        open.push_back({facts_.body(s), o_.import_instr_limit});
    const std::size_t direct = open.size();
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto [from, limit] = open[i];
      for (std::size_t k = 0; k < p_.calls_of(from).size(); ++k) {
        const std::uint32_t v = p_.calls_of(from)[k];
        const Hotness h = p_.call_infos_of(from)[k].hotness();
        if (own.contains(v)) continue;
        for (const std::uint32_t copy : facts_.copies(v)) {
          const std::uint64_t offer = rules_.offer(limit, h);
          const bool fits = rules_.fits(copy, offer);
          if (!fits && !offered.contains(copy)) continue;
          // A local copy that a caller of its module took is kept for other callers too.
          if (rules_.forbidden(copy, p_.summaries[copy].module) != Reason::none) continue;
          if (fits && i < direct && rules_.usable_from(copy, p_.summaries[from].module)) due.insert(v);
          if (fits) offered[copy] = std::max(offered[copy], offer);
          const std::uint64_t passed = rules_.below(limit, h);
          const auto [at, fresh] = threshold.try_emplace(facts_.body(copy), passed);
          if (!fresh && passed <= at->second) continue;
          at->second = passed;
          open.push_back({facts_.body(copy), passed});
        }
      }
    }
  }

  // By LLVM's rule the answer depends on orders, but it stays within bounds: nothing is imported that no path of calls
  // lets in, whatever copies are taken; and what a call of the module itself lets in is imported.
  void first_found(std::uint32_t m) {
    std::set<std::uint32_t> own;
    for (std::uint32_t s = p_.modules[m].first; s < p_.modules[m].first + p_.modules[m].count; ++s)
      own.insert(p_.summaries[s].value);
    std::map<std::uint32_t, std::uint64_t> offered;  // to copies that it lets in
    std::set<std::uint32_t> due;                     // values
    std::size_t before = 0;
    do {
      before = offered.size();
      reach(m, own, offered, due);
    } while (offered.size() != before);
    std::set<std::uint32_t> imported;
    for (const Import import : plan_.modules[m].imports) {
      const std::uint32_t s = import.summary;
      if (rules_.body(s).kind != Kind::function || import.declaration) continue;
      imported.insert(p_.summaries[s].value);
      if (!offered.contains(s))
        fault(unwanted_import, s, "no path of calls lets " + summary_text(s) + " into " + p_.modules[m].name);
      else if (import.threshold > offered[s] || (import.threshold < largest_told && !rules_.fits(s, import.threshold)))
        fault(wrong_threshold, s, summary_text(s) + " has an impossible threshold in " + p_.modules[m].name);
    }
    if (o_.import_cutoff < 0 && !o_.force_import_all)
      for (const std::uint32_t v : due)
        if (!imported.contains(v))
          fault(missing_import, facts_.copies(v)[0],
                "'" + p_.label(v) + "' is not imported into " + p_.modules[m].name);
  }

  void exports() {
    std::map<std::uint32_t, bool> right;  // summary -> only declared
    for (const ModulePlan& plan : plan_.modules)
      for (const Import import : plan.imports) {
        const auto [at, fresh] = right.try_emplace(import.summary, import.declaration);
        if (!fresh) at->second = at->second && import.declaration;
      }
    std::set<std::uint32_t> referred;
    for (const auto& [s, declaration] : right) {
      const std::uint32_t body = facts_.body(s);
      if (declaration || (facts_.attributes(body) & flag::write_only) != 0) continue;
      std::set<std::uint32_t> values(p_.calls_of(body).begin(), p_.calls_of(body).end());
      values.insert(p_.refs_of(body).begin(), p_.refs_of(body).end());
      for (const std::uint32_t v : values)
        for (const std::uint32_t copy : facts_.copies(v))
          if (p_.summaries[copy].module == p_.summaries[s].module) referred.insert(copy);
    }
    for (const std::uint32_t s : referred) right.try_emplace(s, true);
    std::map<std::uint32_t, bool> found;
    for (const Export& e : plan_.exports) found.emplace(e.summary, e.declaration);
    for (const auto& [s, declaration] : right)
      if (const auto at = found.find(s); at == found.end() || at->second != declaration)
        fault(wrong_export, s, summary_text(s) + " must be exported" + (declaration ? " as a declaration" : ""));
    for (const auto& [s, declaration] : found)
      if (!right.contains(s)) fault(wrong_export, s, summary_text(s) + " is exported for nobody");
  }

  const Problem& p_;
  const Plan& plan_;
  const Options& o_;
  const ProgramFacts facts_;
  const CopyRules rules_;
  std::uint64_t spent_ = 0;  // functions, in the modules before
  FaultList<PlanFault> faults_;
};

}  // namespace detail

/// Every fault of a plan. Preconditions: check_problem(p) finds nothing, valid(options), and the plan is no refusal.
/// Slow: sweeps over the program, and per module O(calls in reach * depth) with maps.
inline FaultList<PlanFault> check_plan(const Problem& p, const Plan& plan, const Options& options = {}) {
  return detail::PlanChecker(p, plan, options).run();
}

}  // namespace lathe::thinlto
