// Both rules once more, in the plainest way and from the checker's own rules about copies: what each module's bodies
// are visited with. And whether what compare.hpp says of a difference is so.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/compare_text.hpp>

#include "unit/lathe/thinlto/random_problem.hpp"

namespace thinlto_test {

/// What a rule comes to in one module.
struct Walked {
  std::map<std::uint32_t, std::uint64_t> threshold;  ///< of bodies, the highest
  std::map<std::uint32_t, std::uint64_t> offered;    ///< to values, the highest that was looked at
  std::map<std::uint32_t, std::uint32_t> copy;       ///< of values
  std::set<std::uint32_t> imported;                  ///< copies
};

class Twin {
 public:
  Twin(const Problem& p, const Options& o) : p(p), o(o), facts(p, o), rules(p, o, facts) {}

  /// All that calls can reach, until nothing rises.
  Walked best(std::uint32_t m) const {
    Walked out;
    std::vector<std::uint32_t> open;
    for (const std::uint32_t s : own(m))
      if (p.summaries[s].kind == Kind::function && !p.summaries[s].has(flag::address_space_25)) {
        out.threshold[s] = o.import_instr_limit;
        open.push_back(s);
      }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::uint64_t limit = out.threshold.at(open[i]);
      for (std::size_t k = 0; k < p.calls_of(open[i]).size(); ++k) {
        const std::uint32_t v = p.calls_of(open[i])[k];
        const Hotness h = p.call_infos_of(open[i])[k].hotness();
        if (defines(m, v)) continue;
        const auto copy = rules.chosen(v, p.summaries[open[i]].module).first;
        if (!copy || !rules.fits(*copy, rules.offer(limit, h))) continue;
        out.imported.insert(*copy);
        const auto [at, fresh] = out.threshold.try_emplace(facts.body(*copy), rules.below(limit, h));
        if (!fresh && at->second >= rules.below(limit, h)) continue;
        at->second = rules.below(limit, h);
        open.push_back(facts.body(*copy));
      }
    }
    return out;
  }
  /// LLVM's walk. `mended`: with an import it remembers what let it in, and asks again whether a call fits.
  Walked llvm(std::uint32_t m, bool mended) const {
    Walked out;
    std::map<std::uint32_t, std::uint64_t> processed;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> stack;
    const auto visit = [&](std::uint32_t body, std::uint64_t limit) {
      out.threshold[body] = std::max(out.threshold[body], limit);
      for (std::size_t k = 0; k < p.calls_of(body).size(); ++k) {
        const std::uint32_t v = p.calls_of(body)[k], from = p.summaries[body].module;
        const Hotness h = p.call_infos_of(body)[k].hotness();
        if (defines(m, v)) continue;
        const std::uint64_t offer = rules.offer(limit, h);
        const bool first = !processed.contains(v);
        if (!first && offer <= processed[v]) continue;
        if (first) processed[v] = offer;
        out.offered[v] = std::max(out.offered[v], offer);
        if (!out.copy.contains(v)) {
          for (const std::uint32_t s : facts.copies(v))
            if (rules.forbidden(s, from) == Reason::none && rules.fits(s, offer)) {
              out.copy[v] = s;
              break;
            }
          if (!out.copy.contains(v) || mended) processed[v] = offer;
          if (!out.copy.contains(v)) continue;
          out.imported.insert(out.copy[v]);
        } else {
          if (mended && (!rules.fits(out.copy[v], offer) || rules.forbidden(out.copy[v], from) != Reason::none))
            continue;
          processed[v] = offer;
        }
        const float factor = h == Hotness::hot ? o.import_hot_evolution_factor : o.import_instr_evolution_factor;
        stack.push_back({facts.body(out.copy[v]), rules.product(limit, factor)});
      }
    };
    for (const std::uint32_t s : own(m))
      if (rules.body(s).kind == Kind::function && !(mended && left_out(facts.body(s))))
        visit(facts.body(s), o.import_instr_limit);
    while (!stack.empty()) {
      const auto [body, limit] = stack.back();
      stack.pop_back();
      visit(body, limit);
    }
    return out;
  }
  /// Bodies that the rule best does not start from.
  bool left_out(std::uint32_t s) const {
    return !facts.live(p.summaries[s].value) || p.summaries[s].has(flag::address_space_25);
  }
  Walked walk(std::uint32_t m) const { return o.rule == Rule::best ? best(m) : llvm(m, false); }

  bool defines(std::uint32_t m, std::uint32_t v) const {
    for (const std::uint32_t s : facts.copies(v))
      if (p.summaries[s].module == m) return true;
    return false;
  }
  std::vector<std::uint32_t> own(std::uint32_t m) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t s = p.modules[m].first; s < p.modules[m].first + p.modules[m].count; ++s)
      if (facts.live(p.summaries[s].value)) out.push_back(s);
    return out;
  }

  const Problem& p;
  const Options& o;
  const detail::ProgramFacts facts;
  const detail::CopyRules rules;
};

/// What is wrong with an explanation; empty when it is true. Preconditions: equal options but for the rule, and none of
/// budgets, gates, addresses taken and whole indexes.
class Judge {
 public:
  Judge(const Problem& p, const Plan& a, const Plan& b)
      : p_(p), a_(a), b_(b), twin_a_(p, a.options), twin_b_(p, b.options) {}

  std::string wrong(const DifferentImport& d) {
    if (d.module != module_) {
      walked_a_ = twin_a_.walk(d.module);
      walked_b_ = twin_b_.walk(d.module);
      module_ = d.module;
    }
    std::string out = why(d);
    if (d.cause == Cause::not_by_rule || d.cause == Cause::options || d.cause == Cause::budget ||
        d.cause == Cause::gave_up)
      return out + "no such cause under equal options\n";
    if (p_.summaries[p_.base(d.summary)].kind == Kind::variable) return out + variable(d);
    if (find(a_, d.summary)->declaration) return out + declaration(d);
    return out + function(d);
  }

 private:
  std::optional<Import> find(const Plan& plan, std::uint32_t s) const {
    for (const Import x : plan.modules[module_].imports)
      if (x.summary == s) return x;
    return std::nullopt;
  }
  bool has_value(const Plan& plan, std::uint32_t v, bool declarations) const {
    for (const Import x : plan.modules[module_].imports)
      if (p_.summaries[x.summary].value == v && (declarations || !x.declaration)) return true;
    return false;
  }
  bool has_body(const Plan& plan, std::uint32_t body) const {
    for (const Import x : plan.modules[module_].imports)
      if (!x.declaration && p_.base(x.summary) == body) return true;
    return false;
  }
  const Refused* refusal(std::uint32_t v) const {
    for (const Refused& r : b_.modules[module_].refused)
      if (r.value == v) return &r;
    return nullptr;
  }
  std::string why(const DifferentImport& d) const {
    const std::uint32_t v = p_.summaries[d.summary].value;
    const std::optional<Import> ours = find(a_, d.summary), theirs = find(b_, d.summary);
    if (!ours || (theirs && (!theirs->declaration || ours->declaration))) return "no difference\n";
    const Refused* no = refusal(v);
    const bool size = no != nullptr && (no->reason == Reason::too_large || no->reason == Reason::cold);
    const bool variable = p_.summaries[p_.base(d.summary)].kind == Kind::variable;
    bool right = false;
    switch (d.why) {
      case Difference::other_copy:
        right = has_value(b_, v, false);
        break;
      case Difference::lower_threshold:  // a declaration needs no threshold
        right = size && (ours->declaration || (d.other_threshold < d.threshold && d.threshold == ours->threshold &&
                                               d.other_threshold == no->threshold));
        break;
      case Difference::caller_not_there:
        right = no == nullptr && !variable && !has_value(b_, v, true);
        break;
      case Difference::refused:
        right = no != nullptr && (!size || no->threshold >= ours->threshold) && no->reason == d.reason;
        break;
      case Difference::declared:
        right = theirs ? theirs->declaration : has_value(b_, v, true) && !has_value(b_, v, false);
        break;
      case Difference::variable:
        right = variable && !has_value(b_, v, true);
        break;
    }
    return right ? "" : std::string("not ") + difference_names[static_cast<std::size_t>(d.why)] + "\n";
  }
  std::string variable(const DifferentImport& d) const {
    const std::uint32_t v = p_.summaries[d.summary].value;
    if (d.cause != Cause::left_out_body) {
      const auto refs = p_.refs_of(d.from);
      if (std::find(refs.begin(), refs.end(), v) == refs.end()) return "no reference\n";
    }
    switch (d.cause) {
      case Cause::not_in_other:
        return has_body(a_, d.from) && !has_body(b_, d.from) ? "" : "the referrer is in both\n";
      case Cause::other_copy:
        return has_value(b_, v, find(a_, d.summary)->declaration) ? "" : "no other copy\n";
      case Cause::forbidden:
        return b_.options.rule == Rule::best && !twin_b_.facts.live(v) && d.reason == Reason::not_live
                   ? ""
                   : "not forbidden\n";
      case Cause::left_out_body:
        return p_.summaries[d.from].module == module_ && twin_a_.left_out(d.from) ? "" : "B starts there too\n";
      default:
        return "not a cause of variables\n";
    }
  }
  std::string declaration(const DifferentImport& d) const {
    const std::uint32_t v = p_.summaries[d.summary].value;
    if (d.cause == Cause::other_copy) return has_value(b_, v, true) ? "" : "no other copy is declared\n";
    if (d.cause == Cause::not_in_other)
      return walked_a_.threshold.contains(d.from) && !walked_b_.threshold.contains(d.from) ? ""
                                                                                           : "the caller is in both\n";
    return d.cause == Cause::not_tried_again && b_.options.rule == Rule::first_found && walked_b_.offered.contains(v)
               ? ""
               : "it was tried\n";
  }
  std::string function(const DifferentImport& d) const {
    if (d.from == none) {
      const Summary& x = p_.summaries[d.to];
      return d.cause == Cause::left_out_body && x.module == module_ && twin_a_.left_out(d.to) ? leads_to(d)
                                                                                              : "B starts there too\n";
    }
    const auto at_a = walked_a_.threshold.find(d.from), at_b = walked_b_.threshold.find(d.from);
    if (at_a == walked_a_.threshold.end() || at_a->second < d.limit) return "A does not get that far\n";
    if (at_b == walked_b_.threshold.end() || at_b->second < d.limit) return "B does not get that far\n";
    const auto there = walked_b_.threshold.find(p_.base(d.to));
    if ((there == walked_b_.threshold.end()) != (d.other_passed == none) ||
        (d.other_passed != none && there->second != d.other_passed))
      return "B's threshold is another\n";
    if (d.other_passed != none && d.other_passed >= d.passed && d.cause != Cause::other_copy &&
        (d.to != d.summary || find(b_, d.to)))
      return "B has as much\n";
    for (std::size_t i = 0; i < p_.calls_of(d.from).size(); ++i)
      if (p_.calls_of(d.from)[i] == p_.summaries[d.to].value && is_so(d, p_.call_infos_of(d.from)[i].hotness()))
        return leads_to(d);
    return "no call is like that\n";
  }
  bool is_so(const DifferentImport& d, Hotness h) const {
    const auto& rules = twin_a_.rules;
    const std::uint32_t v = p_.summaries[d.to].value, from = p_.summaries[d.from].module;
    const bool llvm = a_.options.rule == Rule::first_found;
    const float factor =
        h == Hotness::hot ? a_.options.import_hot_evolution_factor : a_.options.import_instr_evolution_factor;
    if ((llvm ? rules.product(d.limit, factor) : rules.below(d.limit, h)) != d.passed) return false;
    const std::uint64_t offer = rules.offer(d.limit, h);
    const bool fits = rules.fits(d.to, offer), legal = rules.forbidden(d.to, from) == Reason::none;
    switch (d.cause) {
      case Cause::stale_threshold:
        return llvm && legal && !fits;
      case Cause::stale_copy:
        return llvm && !legal && rules.forbidden(d.to, p_.summaries[d.to].module) == Reason::none;
      case Cause::not_tried_again:
        return fits && legal && b_.options.rule == Rule::first_found && walked_b_.offered.contains(v) &&
               walked_b_.offered.at(v) >= offer;
      case Cause::other_copy:
        return b_.options.rule == Rule::first_found ? walked_b_.copy.contains(v) && walked_b_.copy.at(v) != d.to
                                                    : twin_b_.rules.chosen(v, from).first != d.to;
      case Cause::rounding:
        return llvm && d.passed > d.limit;
      default:
        return false;
    }
  }
  // From the place where they part, A's imports go on to what differs.
  std::string leads_to(const DifferentImport& d) const {
    std::set<std::uint32_t> seen{p_.base(d.to)};
    std::vector<std::uint32_t> open(seen.begin(), seen.end());
    if (d.to == d.summary) return "";
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const std::uint32_t v : p_.calls_of(open[i]))
        for (const std::uint32_t s : twin_a_.facts.copies(v)) {
          if (!walked_a_.imported.contains(s)) continue;
          if (s == d.summary) return "";
          if (seen.insert(p_.base(s)).second) open.push_back(p_.base(s));
        }
    return "it does not lead there\n";
  }

  const Problem& p_;
  const Plan &a_, &b_;
  const Twin twin_a_, twin_b_;
  Walked walked_a_, walked_b_;
  std::uint32_t module_ = none;
};

/// Judges all differences, both ways, and sends their text through its reader. Counts causes.
inline std::string judge_differences(const Problem& p, const Plan& a, const Plan& b,
                                     std::map<Cause, std::uint32_t>& causes) {
  std::string out, error;
  for (const bool swap : {false, true}) {
    const Plan &first = swap ? b : a, &second = swap ? a : b;
    const auto list = only_in_first(p, first, second);
    Judge judge(p, first, second);
    for (const DifferentImport& d : list) {
      ++causes[d.cause];
      if (const std::string wrong = judge.wrong(d); !wrong.empty()) out += wrong + print(p, {d});
    }
    const std::string text = print(p, list);
    const auto again = read_differences(p, text, "differences", error);
    if (!again || *again != list) out += "the text of differences does not come back: " + error + "\n" + text;
    // None is left out.
    std::size_t differing = 0;
    for (std::uint32_t m = 0; m < p.modules.size(); ++m) {
      std::map<std::uint32_t, bool> theirs;
      for (const Import x : second.modules[m].imports) theirs.emplace(x.summary, x.declaration);
      for (const Import x : first.modules[m].imports) {
        const auto at = theirs.find(x.summary);
        differing += at == theirs.end() || (at->second && !x.declaration);
      }
    }
    if (differing != list.size()) out += "differences are left out\n";
  }
  return out;
}

}  // namespace thinlto_test
