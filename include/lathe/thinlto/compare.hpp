// Two plans of one problem side by side: what one imports and the other does not, and why.
//
// Each difference has two answers. `why` is what the other plan says of the same summary. `cause` is where the two
// part: every import of the first plan hangs on a chain of calls from the module's own functions; going down that
// chain, the first call after which the second plan does not have as high a threshold. Above it both agree, or the
// second has more.
//
// Under equal options and the rules `best` and `first_found` (LLVM's) three things can part them, beside copies of one
// value, liveness of variables and bodies that no live function has: LLVM does not come back to a function for a call
// that offers it less, even if that call passes more on (not_tried_again); after a refusal and a later import it still
// remembers what the refused call had offered, so a call that the function does not fit may pass its threshold on
// (stale_threshold); and a local copy that one caller took is used for callers of other modules (stale_copy). The first
// is why `best` imports more. The others are how LLVM imports what `best` does not, and `best` is right there by the
// definition that both share, that a call which does not let its callee in passes nothing on: whether LLVM's lists have
// such an import depends on the order of calls. With that memory mended LLVM's functions are a subset of those of
// `best` (tests/unit/lathe/thinlto/compare_test.cpp has both).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include <lathe/thinlto/candidates.hpp>
#include <lathe/thinlto/first_found.hpp>
#include <lathe/thinlto/plan.hpp>

namespace lathe::thinlto {

/// What plan B says of what plan A imports.
enum class Difference : std::uint8_t {
  other_copy,        ///< B imports the value from another module
  lower_threshold,   ///< B looked at it, but no call offered as much
  caller_not_there,  ///< B never looked at it: what calls it in A is not in B, or called it too low
  refused,           ///< B refused it, and not for want of a threshold
  declared,          ///< B has a declaration, of it or of another copy
  variable           ///< a variable; follows from the functions that refer to it
};
inline constexpr std::array<const char*, 6> difference_names{"other_copy", "lower_threshold", "caller_not_there",
                                                             "refused",    "declared",        "variable"};

/// Where the two part: A comes from summary `from` to summary `to`, and B, which has `from` with as high a threshold,
/// does not.
enum class Cause : std::uint8_t {
  not_tried_again,  ///< B had offered the callee as much before, and so did not look at this call
  stale_threshold,  ///< A's callee is larger than what this call offers; A does not ask, since it is imported already
  stale_copy,       ///< A's copy is local to a module that is not the caller's; a caller there had brought it in
  other_copy,       ///< B takes another copy of the callee
  budget,           ///< B's budget was spent
  gave_up,          ///< B left the rest of the body out after a refusal under force-import-all
  rounding,         ///< A passes more on than it has, by single precision
  left_out_body,    ///< A starts at a body that B leaves out: of a dead function by a live alias, a device declaration
  not_in_other,     ///< of a variable or declaration: what names it, `from`, is imported by A only
  forbidden,        ///< of a variable: B's rule asks whether it is live, and it is not
  options,          ///< the plans have other options, or B's rule does not know one of A's
  not_by_rule       ///< the rule and options of one of the plans do not give that plan
};
inline constexpr std::array<const char*, 12> cause_names{
    "not_tried_again", "stale_threshold", "stale_copy",   "other_copy", "budget",  "gave_up",
    "rounding",        "left_out_body",   "not_in_other", "forbidden",  "options", "not_by_rule"};

/// An import that one plan has and the other has not, with its cause.
struct DifferentImport {
  std::uint32_t module = 0, summary = 0;             ///< A imports the summary into the module
  Difference why = Difference::caller_not_there;     ///< why B has it not
  Reason reason = Reason::none;                      ///< B's, where it refused
  std::uint32_t threshold = 0, other_threshold = 0;  ///< A's, and B's where it looked at it
  Cause cause = Cause::not_by_rule;
  std::uint32_t from = none, to = none;  ///< summaries; `none` where the cause has no such place
  std::uint32_t limit = 0;               ///< A's threshold of `from`
  std::uint32_t passed = 0;              ///< what A passes on to `to`
  std::uint32_t other_passed = none;     ///< B's threshold of `to`; none: B does not have it
  bool operator==(const DifferentImport&) const = default;
};

namespace detail {

/// One call that lets a function in, or the start at a body of the module itself (then `from` is none).
struct Step {
  std::uint32_t by = none;  ///< the step that brought `from`
  std::uint32_t from = none, copy = none, body = none;
  std::uint32_t limit = 0, offered = 0, threshold = 0;
  CallInfo info;
  bool taken = false;  ///< no call: the function's address
};
/// The steps of one module by a plan's rule, and what they come to.
struct Steps {
  std::vector<Step> list;
  std::map<std::uint32_t, std::uint32_t> thresholds;  ///< of bodies, the highest
  std::map<std::uint32_t, std::uint32_t> first;       ///< of copies: the first step to it
  std::map<std::uint32_t, std::uint32_t> copy;        ///< of values: what the first step took
  std::map<std::uint32_t, std::uint32_t> given_up;    ///< bodies, and after which call at the earliest
  bool cut = false;

  std::uint32_t add(const Step& step, std::uint32_t value) {
    const auto number = static_cast<std::uint32_t>(list.size());
    list.push_back(step);
    std::uint32_t& most = thresholds.try_emplace(step.body, 0).first->second;
    most = std::max(most, step.threshold);
    if (step.copy != none) {
      first.try_emplace(step.copy, number);
      copy.try_emplace(value, step.copy);
    }
    return number;
  }
};

inline std::uint32_t offer_of(const Options& o, std::uint32_t threshold, Hotness h) {
  return scaled(threshold, h == Hotness::hot        ? o.import_hot_multiplier
                           : h == Hotness::critical ? o.import_critical_multiplier
                           : h == Hotness::cold     ? o.import_cold_multiplier
                                                    : o.default_multiplier);
}

/// Hears FirstFound's steps.
struct StepObserver {
  const Problem* p;
  const Options* o;
  Steps* steps;
  std::uint32_t starts(std::uint32_t body, std::uint32_t threshold) const {
    return steps->add({none, none, none, body, 0, 0, threshold, {}, false}, none);
  }
  std::uint32_t passes(std::uint32_t by, std::uint32_t from, std::uint32_t limit, std::uint32_t call,
                       std::uint32_t copy, std::uint32_t threshold) const {
    const CallInfo info = p->call_infos_of(from)[call];
    return steps->add(
        {by, from, copy, p->base(copy), limit, offer_of(*o, limit, info.hotness()), threshold, info, false},
        p->calls_of(from)[call]);
  }
  void cut() const { steps->cut = true; }
  void gives_up(std::uint32_t body, std::uint32_t call) const {
    std::uint32_t& after = steps->given_up.try_emplace(body, call).first->second;
    after = std::min(after, call);
  }
};

/// A plan, and its rule step by step. Refers to everything that it is given.
class Side {
 public:
  Side(const Problem& p, const Copies& copies, const std::vector<bool>& outside, const Plan& made)
      : plan(made),
        p_(p),
        candidates_(p, copies, outside, made.analysis, made.options),
        first_found_(p, candidates_, made.analysis, made.options, {&p, &made.options, &steps}) {}
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  /// By the rule first_found every module must be asked for, in their order, where there is a budget.
  void walk(std::uint32_t module) {
    steps = {};
    if (plan.modules[module].workload) return;
    Stats unused;
    if (plan.options.rule == Rule::first_found)
      first_found_.run(module, unused);
    else
      best(module);
  }
  Candidate candidate(std::uint32_t v, std::uint32_t from_module) const {
    const Candidate found = candidates_.best(v);
    return found.need == depends_on_caller ? candidates_.for_caller(v, from_module) : found;
  }
  const Candidates& candidates() const { return candidates_; }

  const Plan& plan;
  Steps steps;

 private:
  // Highest threshold first, in the plainest way.
  void best(std::uint32_t module) {
    const Options& o = plan.options;
    const Module& m = p_.modules[module];
    std::set<std::uint32_t> own, done;
    std::priority_queue<std::tuple<std::uint32_t, std::uint32_t>> open;  // threshold, complement of the step
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) own.insert(p_.summaries[s].value);
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) {
      const Summary& x = p_.summaries[s];
      if (x.kind != Kind::function || !plan.analysis.live[x.value] || x.has(flag::address_space_25)) continue;
      open.push({largest_threshold, ~steps.add({none, none, none, s, 0, 0, o.import_instr_limit, {}, false}, none)});
    }
    while (!open.empty()) {
      const std::uint32_t number = ~std::get<1>(open.top());
      open.pop();
      const Step at = steps.list[number];
      if (!done.insert(at.body).second) continue;
      const auto call = [&](std::uint32_t v, CallInfo info, bool taken) {
        if (own.contains(v)) return;
        const Candidate found = candidate(v, p_.summaries[at.body].module);
        const std::uint32_t offered = offer_of(o, at.threshold, info.hotness());
        if (offered < found.need && !(o.profile_gate && info.counted() && found.need <= largest_threshold)) return;
        const std::uint32_t passed =
            evolved(at.threshold,
                    info.hotness() == Hotness::hot ? o.import_hot_evolution_factor : o.import_instr_evolution_factor);
        const std::uint32_t body = p_.base(found.copy);
        open.push(
            {passed, ~steps.add({number, at.body, found.copy, body, at.threshold, offered, passed, info, taken}, v)});
      };
      const auto calls = p_.calls_of(at.body);
      for (std::size_t i = 0; i < calls.size(); ++i) call(calls[i], p_.call_infos_of(at.body)[i], false);
      if (!o.import_address_taken) continue;
      for (const std::uint32_t v : p_.refs_of(at.body))
        for (const std::uint32_t s : candidates_.copies(v))
          if (p_.summaries[p_.base(s)].kind == Kind::function) {
            call(v, CallInfo(Hotness::unknown, false, true), true);
            break;
          }
    }
  }

  const Problem& p_;
  const Candidates candidates_;
  FirstFound<StepObserver> first_found_;
};

/// What A imports into one module and B does not.
class ModuleDifferences {
 public:
  ModuleDifferences(const Problem& p, const Side& a, const Side& b, std::uint32_t module)
      : p_(p), a_(a), b_(b), module_(module) {
    for (const Import x : b.plan.modules[module].imports) {
      summaries_.emplace(x.summary, x.declaration);
      any_copy_.insert(p.summaries[x.summary].value);
      if (!x.declaration) values_.insert(p.summaries[x.summary].value);
      if (!x.declaration) bodies_.insert(p.base(x.summary));
    }
    for (const Refused& x : b.plan.modules[module].refused) refused_.emplace(x.value, &x);
  }
  /// True where A's import of it is none, or less, in B.
  bool differs(const Import& x) const {
    const auto same = summaries_.find(x.summary);
    return same == summaries_.end() || (same->second && !x.declaration);
  }
  DifferentImport describe(const Import& x) {
    DifferentImport d;
    d.module = module_;
    d.summary = x.summary;
    d.threshold = x.threshold;
    const std::uint32_t v = p_.summaries[x.summary].value;
    const bool variable = p_.summaries[p_.base(x.summary)].kind == Kind::variable;
    const auto no = variable ? refused_.end() : refused_.find(v);
    if (no != refused_.end()) {
      d.reason = no->second->reason;
      d.other_threshold = no->second->threshold;
    }
    if (summaries_.contains(x.summary))
      d.why = Difference::declared;
    else if (values_.contains(v))
      d.why = Difference::other_copy;
    else if (any_copy_.contains(v))
      d.why = Difference::declared;
    else if (variable)
      d.why = Difference::variable;
    else if (no != refused_.end())
      d.why = (d.reason == Reason::too_large || d.reason == Reason::cold) &&
                      (x.declaration || d.other_threshold < d.threshold)
                  ? Difference::lower_threshold
                  : Difference::refused;
    if (variable)
      variable_cause(d, x.declaration);
    else
      function_cause(d, x.declaration);
    return d;
  }

 private:
  const Options& ours() const { return a_.plan.options; }
  const Options& theirs() const { return b_.plan.options; }
  // What the rules read; not which rule it is, what is told, or how much.
  bool other_options() const {
    Options x = ours(), y = theirs();
    for (Options* o : {&x, &y}) {
      o->rule = Rule::best;
      o->print_import_failures = false;
    }
    return !(x == y) || !(a_.plan.analysis == b_.plan.analysis);
  }
  // LLVM's rule leaves out what it does not know.
  bool beyond_their_rule(const Step& step) const {
    const bool gated = ours().rule == Rule::best && step.offered < a_.candidates().need(step.copy);
    return theirs().rule == Rule::first_found && (step.taken || gated);
  }

  // ---- functions
  void function_cause(DifferentImport& d, bool declaration) const {
    if (declaration) return declaration_cause(d);
    const auto at = a_.steps.first.find(d.summary);
    if (at == a_.steps.first.end()) {  // workloads and whole indexes have no chain of calls
      const bool whole = ours().import_all_index && (!theirs().import_all_index || theirs().rule != Rule::best);
      d.cause = whole || other_options() ? Cause::options : Cause::not_by_rule;
      return;
    }
    if (b_.steps.first.contains(d.summary)) {
      d.cause = theirs().import_cutoff >= 0 || theirs().fuel != UINT64_MAX ? Cause::budget : Cause::not_by_rule;
      return;
    }
    std::vector<std::uint32_t> chain;
    for (std::uint32_t i = at->second; i != none; i = a_.steps.list[i].by) chain.push_back(i);
    for (auto i = chain.rbegin(); i != chain.rend(); ++i) {
      const Step& step = a_.steps.list[*i];
      const auto theirs_at = b_.steps.thresholds.find(step.body);
      const bool there = theirs_at != b_.steps.thresholds.end();
      if (there && theirs_at->second >= step.threshold && *i != at->second) continue;
      d.from = step.from;
      d.to = step.copy != none ? step.copy : step.body;
      d.limit = step.limit;
      d.passed = step.threshold;
      d.other_passed = there ? theirs_at->second : none;
      d.cause = step.from == none ? start_cause(there) : call_cause(step);
      return;
    }
  }
  void declaration_cause(DifferentImport& d) const {
    const std::uint32_t v = p_.summaries[d.summary].value;
    if (other_options()) {
      d.cause = Cause::options;
      return;
    }
    if (any_copy_.contains(v)) {
      d.cause = Cause::other_copy;
      return;
    }
    // The walk of the best rule knows no budget: the plan may lack a caller that it reached, or the function itself,
    // imported and not declared.
    const Module& m = p_.modules[module_];
    bool held = false;
    const bool taken = b_.steps.copy.contains(v) || theirs().import_all_index;
    for (const auto& [body, threshold] : a_.steps.thresholds) {
      const auto calls = p_.calls_of(body);
      if (std::find(calls.begin(), calls.end(), v) == calls.end()) continue;
      d.from = body;
      d.to = d.summary;
      d.limit = threshold;
      held = held || body - m.first < m.count || bodies_.contains(body);
      if (b_.steps.thresholds.contains(body)) continue;
      d.cause = Cause::not_in_other;
      return;
    }
    const bool first_found = theirs().rule == Rule::first_found;
    if (d.from == none) {  // no call: an address that is taken
      if (first_found && ours().import_address_taken) d.cause = Cause::options;
      return;
    }
    d.cause = d.reason == Reason::import_cutoff || b_.steps.cut ? Cause::budget
              : first_found && theirs().force_import_all        ? Cause::gave_up
              : first_found                                     ? Cause::not_tried_again
              : held && !taken                                  ? Cause::not_by_rule
                                                                : Cause::budget;
  }
  Cause start_cause(bool there) const {
    if (other_options()) return Cause::options;
    return there ? Cause::not_by_rule : Cause::left_out_body;
  }
  Cause call_cause(const Step& step) const {
    const std::uint32_t v = p_.summaries[step.copy].value, from = p_.summaries[step.from].module;
    if (other_options() || beyond_their_rule(step)) return Cause::options;
    if (ours().rule == Rule::first_found) {
      const auto copies = a_.candidates().copies(v);
      if (a_.candidates().illegal(step.copy, copies.size() == 1 || p_.summaries[step.copy].module == from) !=
          Reason::none)
        return Cause::stale_copy;
      if (step.offered < a_.candidates().need(step.copy)) return Cause::stale_threshold;
    }
    if (theirs().rule == Rule::best) {
      if (b_.candidate(v, from).copy != step.copy) return Cause::other_copy;
      return step.threshold > step.limit ? Cause::rounding : Cause::not_by_rule;
    }
    if (const auto taken = b_.steps.copy.find(v); taken != b_.steps.copy.end() && taken->second != step.copy)
      return Cause::other_copy;
    if (const auto given_up = b_.steps.given_up.find(step.from); given_up != b_.steps.given_up.end()) {
      const auto calls = p_.calls_of(step.from);
      if (std::find(calls.begin() + given_up->second, calls.end(), v) != calls.end()) return Cause::gave_up;
    }
    return b_.steps.cut ? Cause::budget : Cause::not_tried_again;
  }

  // ---- variables
  // Who refers to A's variables, nearest to functions first.
  void find_referrers() {
    referrers_known_ = true;
    std::map<std::uint32_t, bool> here;  // is it a declaration?
    std::vector<std::uint32_t> open;
    const Module& m = p_.modules[module_];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
      if (starts(a_, s)) open.push_back(p_.base(s));
    for (const Import x : a_.plan.modules[module_].imports) {
      here.emplace(x.summary, x.declaration);
      if (!x.declaration && p_.summaries[p_.base(x.summary)].kind == Kind::function) open.push_back(p_.base(x.summary));
    }
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const std::uint32_t v : p_.refs_of(open[i]))
        for (const std::uint32_t s : a_.candidates().copies(v)) {
          const auto at = here.find(s);
          if (at == here.end() || a_.candidates().variable(s, p_.summaries[open[i]].module) == Candidates::Variable::no)
            continue;  // nothing that A takes, or local to another module
          if (!referrer_.try_emplace(s, open[i]).second) continue;
          if (!at->second && (a_.plan.analysis.attributes[s] & flag::write_only) == 0) open.push_back(s);
        }
  }
  // LLVM starts at bodies of live aliases too.
  bool starts(const Side& side, std::uint32_t s) const {
    const Summary& x = p_.summaries[s];
    if (!side.plan.analysis.live[x.value] || p_.summaries[p_.base(s)].kind != Kind::function) return false;
    return side.plan.options.rule == Rule::first_found || (x.kind == Kind::function && !x.has(flag::address_space_25));
  }
  bool forbidden(std::uint32_t s) const {
    return theirs().rule == Rule::best && !b_.plan.analysis.live[p_.summaries[s].value];
  }
  void variable_cause(DifferentImport& d, bool declaration) {
    if (!referrers_known_) find_referrers();
    const auto at = referrer_.find(d.summary);
    if (at == referrer_.end()) {
      const bool whole = ours().import_all_index && (!theirs().import_all_index || theirs().rule != Rule::best);
      d.cause = whole || other_options() ? Cause::options : Cause::not_by_rule;
      if (d.cause == Cause::not_by_rule && forbidden(d.summary)) {  // a whole index with a workload
        d.cause = Cause::forbidden;
        d.reason = Reason::not_live;
      }
      return;
    }
    d.from = at->second;
    d.to = d.summary;
    const Module& m = p_.modules[module_];
    if (d.from - m.first < m.count) {
      bool there = false;
      for (std::uint32_t s = m.first; s < m.first + m.count; ++s) there |= starts(b_, s) && p_.base(s) == d.from;
      if (!there) {
        d.cause = other_options() ? Cause::options : Cause::left_out_body;
        return;
      }
    } else if (!bodies_.contains(d.from)) {
      d.cause = Cause::not_in_other;
      return;
    }
    const std::uint32_t v = p_.summaries[d.summary].value;
    if (values_.contains(v) || (declaration && any_copy_.contains(v))) {
      d.cause = Cause::other_copy;
    } else if (other_options()) {
      d.cause = Cause::options;
    } else if (forbidden(d.summary)) {
      d.cause = Cause::forbidden;
      d.reason = Reason::not_live;
    }
  }

  const Problem& p_;
  const Side &a_, &b_;
  std::uint32_t module_;
  // B's: summaries, values, bodies and variables that are there, values that are so or as a declaration, refusals.
  std::map<std::uint32_t, bool> summaries_;  // is it a declaration?
  std::set<std::uint32_t> values_, bodies_, any_copy_;
  std::map<std::uint32_t, const Refused*> refused_;
  std::map<std::uint32_t, std::uint32_t> referrer_;  // of A's variables
  bool referrers_known_ = false;
};

}  // namespace detail

/// What A imports and B does not, in the order of modules and summaries. Preconditions: both are plans of `p`, made
/// with the options that they say; B with print_import_failures, else `why` cannot tell what B refused from what it
/// never saw. O(planning of the modules that differ, with maps: steps * log steps).
inline std::vector<DifferentImport> only_in_first(const Problem& p, const Plan& a, const Plan& b) {
  std::vector<DifferentImport> out;
  const Copies copies(p);
  std::vector<bool> outside(p.values.size());
  for (const std::uint32_t v : p.defined_outside) outside[v] = true;
  detail::Side first(p, copies, outside, a), second(p, copies, outside, b);
  const auto in_order = [](const Plan& plan) {
    return plan.options.rule == Rule::first_found && plan.options.import_cutoff >= 0;
  };
  for (std::uint32_t m = 0; m < a.modules.size() && m < b.modules.size(); ++m) {
    detail::ModuleDifferences differences(p, first, second, m);
    const auto& imports = a.modules[m].imports;
    const bool any =
        std::any_of(imports.begin(), imports.end(), [&](const Import& x) { return differences.differs(x); });
    if (any || in_order(a)) first.walk(m);
    if (any || in_order(b)) second.walk(m);
    if (!any) continue;
    for (const Import x : imports)
      if (differences.differs(x)) out.push_back(differences.describe(x));
  }
  return out;
}

}  // namespace lathe::thinlto
