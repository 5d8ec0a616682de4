// The independent checker's view of one module: what a plan by the rule `best` must import into it. By relaxation over
// all paths of calls until nothing changes, from the definition in importer.hpp's words; shares no code with it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/thinlto/check_analysis.hpp>
#include <lathe/thinlto/plan.hpp>

namespace lathe::thinlto::detail {

/// The definition's arithmetic and its rules about single copies.
class CopyRules {
 public:
  CopyRules(const Problem& p, const Options& o, const ProgramFacts& facts) : p_(p), o_(o), facts_(facts) {}

  static constexpr std::uint64_t top = 0xfffffffcU;  ///< the largest threshold
  /// In single precision, fraction dropped.
  static std::uint64_t product(std::uint64_t threshold, float factor) {
    const float exact = static_cast<float>(static_cast<std::uint32_t>(threshold)) * factor;
    return std::isfinite(exact) && exact < 4294967296.0F ? std::min(top, static_cast<std::uint64_t>(std::trunc(exact)))
                                                         : top;
  }
  std::uint64_t offer(std::uint64_t threshold, Hotness h) const {
    if (h == Hotness::cold) return product(threshold, o_.import_cold_multiplier);
    if (h == Hotness::hot) return product(threshold, o_.import_hot_multiplier);
    if (h == Hotness::critical) return product(threshold, o_.import_critical_multiplier);
    return product(threshold, o_.default_multiplier);
  }
  std::uint64_t below(std::uint64_t threshold, Hotness h) const {
    const bool hot = h == Hotness::hot;
    return std::min(threshold,
                    product(threshold, hot ? o_.import_hot_evolution_factor : o_.import_instr_evolution_factor));
  }
  const Summary& body(std::uint32_t s) const { return p_.summaries[facts_.body(s)]; }

  /// The copy that the linker keeps, by flag or by strength.
  std::optional<std::uint32_t> kept_by_linker(std::uint32_t v) const {
    if (facts_.outside(v)) return std::nullopt;
    std::optional<std::tuple<int, std::string, std::uint32_t>> first;
    for (const std::uint32_t s : facts_.copies(v)) {
      const Summary& x = p_.summaries[s];
      int strength = 1;
      if (x.linkage == Linkage::common || x.linkage == Linkage::extern_weak) strength = 3;
      for (const Linkage weak : {Linkage::weak, Linkage::weak_odr, Linkage::linkonce, Linkage::linkonce_odr})
        if (x.linkage == weak) strength = 2;
      if (x.has(flag::prevailing)) strength = 0;
      if (strength != 0 && (x.linkage == Linkage::available_externally || x.has(flag::address_space_25))) continue;
      const std::tuple<int, std::string, std::uint32_t> here{strength, p_.modules[x.module].name, s};
      if (!first || here < *first) first = here;
    }
    return first ? std::optional(std::get<2>(*first)) : std::nullopt;
  }
  bool replaceable(std::uint32_t s) const {
    const Linkage l = p_.summaries[s].linkage;
    if (l != Linkage::common && l != Linkage::linkonce && l != Linkage::weak && l != Linkage::extern_weak) return false;
    return o_.interposable == Interposable::never || kept_by_linker(p_.summaries[s].value) != s;
  }
  bool usable_from(std::uint32_t s, std::uint32_t module) const {
    const Linkage l = body(s).linkage;
    return (l != Linkage::internal && l != Linkage::private_) || p_.summaries[s].module == module ||
           facts_.copies(p_.summaries[s].value).size() == 1;
  }
  /// What forbids a copy whatever the threshold is.
  Reason forbidden(std::uint32_t s, std::uint32_t from_module) const {
    const Summary& x = p_.summaries[s];
    if (x.has(flag::address_space_25) || body(s).has(flag::address_space_25)) return Reason::skipped_declaration;
    if (!facts_.live(x.value)) return Reason::not_live;
    if (body(s).kind != Kind::function) return Reason::not_a_function;
    if (replaceable(s)) return Reason::interposable_linkage;
    for (const auto& [summary, name] : p_.own_names)
      if (summary == s && name != p_.name(x.value)) return Reason::name_mismatch;
    if (!usable_from(s, from_module)) return Reason::local_linkage_elsewhere;
    if (body(s).has(flag::kernel)) return Reason::kernel;
    if (body(s).has(flag::not_eligible)) return Reason::not_eligible;
    return level(s) == no_priority ? Reason::not_importable : Reason::none;
  }
  int level(std::uint32_t s) const { return std::max<int>(body(s).priority, o_.force_priority); }
  bool always(std::uint32_t s) const {
    return o_.force_import_all || level(s) == forced_priority ||
           (body(s).has(flag::always_inline) && !body(s).has(flag::no_inline));
  }
  bool never(std::uint32_t s) const {
    return !always(s) && (body(s).has(flag::no_inline) || (level(s) == low_priority && !fits(s, top)));
  }
  bool fits(std::uint32_t s, std::uint64_t offered) const {
    if (always(s)) return true;
    if (body(s).has(flag::no_inline)) return false;
    const std::uint64_t room = level(s) == low_priority ? product(offered, o_.low_priority_factor) : offered;
    return room >= std::min<std::uint64_t>(body(s).instructions, level(s) == low_priority ? UINT64_MAX : top);
  }
  /// The least offer that fits, for the order of copies; past the largest one where none does.
  std::uint64_t least(std::uint32_t s) const {
    if (!fits(s, top)) return UINT64_MAX;
    std::uint64_t low = 0, high = top;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (fits(s, middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
  /// The copy that calls from a module mean, and if there is none, why.
  std::pair<std::optional<std::uint32_t>, Reason> chosen(std::uint32_t v, std::uint32_t from_module) const {
    std::optional<std::tuple<std::uint64_t, std::uint64_t, bool, std::string, std::uint32_t>> best;
    Reason why = Reason::no_summary;
    for (const std::uint32_t s : facts_.copies(v)) {
      const Reason reason = forbidden(s, from_module);
      if (reason != Reason::none) {
        why = std::max(why, reason);
        continue;
      }
      const std::tuple here{least(s), std::uint64_t{body(s).instructions}, kept_by_linker(v) != s,
                            p_.modules[p_.summaries[s].module].name, s};
      if (!best || here < *best) best = here;
    }
    if (!best) return {std::nullopt, why};
    return {std::get<4>(*best), Reason::none};
  }

 private:
  const Problem& p_;
  const Options& o_;
  const ProgramFacts& facts_;
};

/// What is expected of a module.
struct Expected {
  std::map<std::uint32_t, Import> imports;   ///< by summary
  std::map<std::uint32_t, Refused> refused;  ///< by value
  bool cut = false;                          ///< the budget was too small
};

class ModuleExpectation {
 public:
  ModuleExpectation(const Problem& p, const Options& o, const ProgramFacts& facts, const CopyRules& rules,
                    std::uint32_t module)
      : p_(p), o_(o), facts_(facts), rules_(rules), module_(module) {
    const Module& m = p.modules[module];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) own_.emplace(p.summaries[s].value, s);
  }

  Expected by_thresholds(std::uint64_t budget) {
    relax();
    for (const auto& [body, threshold] : threshold_) look(body, threshold, false);
    for (const std::uint32_t s : own_bodies()) look(s, o_.import_instr_limit, true);
    if (o_.import_all_index) want_all();
    spend(budget);
    std::vector<std::uint32_t> bodies = own_bodies();
    for (const std::uint32_t s : kept_) bodies.push_back(facts_.body(s));
    variables(bodies);
    return finish();
  }
  Expected by_list(const std::set<std::uint32_t>& functions) {
    for (const std::uint32_t v : functions) {
      if (own_.contains(v) && rules_.kept_by_linker(v) == own_.at(v)) continue;
      std::optional<std::tuple<bool, std::uint32_t, std::string, std::uint32_t>> best;
      Reason why = Reason::no_summary;
      for (const std::uint32_t s : facts_.copies(v)) {
        const Reason reason = rules_.forbidden(s, module_);
        why = std::max(why, reason);
        const std::tuple here{rules_.kept_by_linker(v) != s, rules_.body(s).instructions,
                              p_.modules[p_.summaries[s].module].name, s};
        if (reason == Reason::none && (!best || here < *best)) best = here;
      }
      if (!best)
        out_.refused[v] = {v, 0, 1, why, Hotness::unknown};
      else if (const std::uint32_t s = std::get<3>(*best); p_.summaries[s].module != module_)
        out_.imports[s] = {s, 0, Pass::direct, false, Hotness::unknown};
    }
    std::vector<std::uint32_t> bodies;
    bodies.reserve(out_.imports.size());
    for (const auto& [s, import] : out_.imports) bodies.push_back(facts_.body(s));
    variables(bodies);
    return std::move(out_);
  }

 private:
  // What calls of a value have offered, and what came of it.
  struct Wanted {
    std::uint64_t offered = 0;
    std::uint32_t attempts = 0;
    Hotness hotness = Hotness::unknown;
    Pass pass = Pass::speculative;
    Reason reason = Reason::none;
    bool let_in = false;
  };
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // value, copy or none

  std::vector<std::uint32_t> own_bodies() const {
    std::vector<std::uint32_t> out;
    for (const auto& [value, s] : own_)
      if (p_.summaries[s].kind == Kind::function && facts_.live(value) && !p_.summaries[s].has(flag::address_space_25))
        out.push_back(s);
    return out;
  }
  // f(callee, info) for what a body calls, and what is treated so.
  template <class F>
  void for_each_call(std::uint32_t body, F&& f) const {
    for (std::size_t i = 0; i < p_.calls_of(body).size(); ++i) f(p_.calls_of(body)[i], p_.call_infos_of(body)[i]);
    if (!o_.import_address_taken) return;
    for (const std::uint32_t v : p_.refs_of(body)) {
      bool function = false;
      for (const std::uint32_t s : facts_.copies(v)) function |= rules_.body(s).kind == Kind::function;
      if (function) f(v, CallInfo(Hotness::unknown, false, true));
    }
  }
  bool enters(std::uint32_t s, std::uint64_t offered, CallInfo info) const {
    return rules_.fits(s, offered) || (o_.profile_gate && info.counted() && !rules_.never(s));
  }
  const std::pair<std::optional<std::uint32_t>, Reason>& chosen(std::uint32_t v, std::uint32_t from) {
    const auto [at, fresh] = chosen_.try_emplace({v, from});
    if (fresh) at->second = rules_.chosen(v, from);
    return at->second;
  }
  void relax() {
    std::deque<std::pair<std::uint32_t, std::uint64_t>> open;
    for (const std::uint32_t s : own_bodies()) open.push_back({s, o_.import_instr_limit});
    while (!open.empty()) {
      const auto [from, threshold] = open.front();
      open.pop_front();
      for_each_call(from, [&, from = from, threshold = threshold](std::uint32_t v, CallInfo info) {
        if (own_.contains(v)) return;
        const auto copy = chosen(v, p_.summaries[from].module).first;
        if (!copy || !enters(*copy, rules_.offer(threshold, info.hotness()), info)) return;
        const std::uint32_t body = facts_.body(*copy);
        const std::uint64_t passed = rules_.below(threshold, info.hotness());
        const auto [at, fresh] = threshold_.try_emplace(body, passed);
        if (!fresh && passed <= at->second) return;
        at->second = passed;
        open.push_back({body, passed});
      });
    }
  }
  void look(std::uint32_t from, std::uint64_t threshold, bool own) {
    for_each_call(from, [&](std::uint32_t v, CallInfo info) {
      if (own_.contains(v)) return;
      const auto [copy, why] = chosen(v, p_.summaries[from].module);
      Wanted& wanted = wanted_[{v, copy.value_or(none)}];
      const std::uint64_t offered = rules_.offer(threshold, info.hotness());
      wanted.offered = std::max(wanted.offered, offered);
      wanted.hotness = std::max(wanted.hotness, info.hotness());
      wanted.reason = std::max(wanted.reason, why);
      ++wanted.attempts;
      if (!copy || !enters(*copy, offered, info)) return;
      wanted.let_in = true;
      wanted.pass = std::min(wanted.pass, info.speculative() ? Pass::speculative
                                          : own              ? Pass::direct
                                                             : Pass::transitive);
    });
  }
  void want_all() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      bool local = false;
      for (const std::uint32_t s : facts_.copies(v)) local |= !rules_.usable_from(s, none);
      if (own_.contains(v) || local) continue;
      if (const auto copy = chosen(v, none).first) wanted_[{v, *copy}].let_in = true;
    }
  }

  // By looking at every candidate for every place in the budget.
  void spend(std::uint64_t budget) {
    std::set<std::uint32_t> candidates;
    for (const auto& [key, wanted] : wanted_)
      if (wanted.let_in) candidates.insert(key.second);
    out_.cut = candidates.size() > budget;
    if (!out_.cut) {
      kept_ = candidates;
      return;
    }
    std::set<std::uint32_t> supported;
    const auto support = [&](std::uint32_t body, std::uint64_t threshold) {
      for_each_call(body, [&](std::uint32_t v, CallInfo info) {
        const auto copy = own_.contains(v) ? std::nullopt : chosen(v, p_.summaries[body].module).first;
        if (copy && enters(*copy, rules_.offer(threshold, info.hotness()), info)) supported.insert(*copy);
      });
    };
    for (const std::uint32_t s : own_bodies()) support(s, o_.import_instr_limit);
    while (kept_.size() < budget) {
      std::optional<std::tuple<bool, Pass, std::uint64_t, std::uint64_t, std::string, std::uint32_t>> best;
      for (const std::uint32_t s : candidates) {
        const bool reached = supported.contains(s);
        if (kept_.contains(s) || (!reached && !o_.import_all_index)) continue;
        const std::uint32_t v = p_.summaries[s].value;
        const Wanted& wanted = wanted_.at({v, s});
        const std::tuple here{!reached,
                              wanted.pass,
                              UINT64_MAX - wanted.offered,
                              p_.values[v].guid,
                              p_.modules[p_.summaries[s].module].name,
                              s};
        if (!best || here < *best) best = here;
      }
      if (!best) break;
      const std::uint32_t s = std::get<5>(*best);
      kept_.insert(s);
      if (const auto at = threshold_.find(facts_.body(s)); at != threshold_.end()) support(at->first, at->second);
    }
  }

  void variables(std::vector<std::uint32_t> from) {
    std::set<std::uint32_t> seen(from.begin(), from.end());
    if (o_.import_all_index)
      for (std::uint32_t v = 0; v < p_.values.size(); ++v) variable(v, none, seen, from);
    while (!from.empty()) {
      const std::uint32_t s = from.back();
      from.pop_back();
      for (const std::uint32_t v : p_.refs_of(s)) variable(v, p_.summaries[s].module, seen, from);
    }
  }
  void variable(std::uint32_t v, std::uint32_t from_module, std::set<std::uint32_t>& seen,
                std::vector<std::uint32_t>& open) {
    if (const auto own = own_.find(v); own != own_.end()) {
      const Linkage l = p_.summaries[own->second].linkage;
      const bool weak =
          l == Linkage::common || l == Linkage::linkonce || l == Linkage::weak || l == Linkage::extern_weak;
      if (!weak || facts_.copies(v).size() == 1 || rules_.kept_by_linker(v) == own->second) return;
    }
    using Order = std::tuple<bool, bool, std::string, std::uint32_t>;
    std::optional<Order> best;
    for (const std::uint32_t s : facts_.copies(v)) {
      const Summary& x = p_.summaries[s];
      // LLVM's rule does not ask: what refers to it is live, but for what a workload names.
      const bool dead = o_.rule == Rule::best && !facts_.live(v);
      if (x.kind != Kind::variable || x.module == module_ || dead || rules_.replaceable(s) ||
          x.has(flag::not_eligible) || !rules_.usable_from(s, from_module))
        continue;
      const bool only = (facts_.attributes(s) & (flag::read_only | flag::write_only)) != 0;
      const bool whole = p_.refs_of(s).empty() || only || (x.has(flag::constant) && o_.import_constants_with_refs);
      const Order here{!whole, rules_.kept_by_linker(v) != s, p_.modules[x.module].name, s};
      if (!best || here < *best) best = here;
    }
    if (!best || (std::get<0>(*best) && !o_.import_declaration)) return;
    const std::uint32_t s = std::get<3>(*best);
    const bool declaration = std::get<0>(*best);
    out_.imports[s] = {s, 0, Pass::direct, declaration, Hotness::unknown};
    if (!declaration && (facts_.attributes(s) & flag::write_only) == 0 && seen.insert(s).second) open.push_back(s);
  }

  Expected finish() {
    std::map<std::uint32_t, Refused> refused;
    std::set<std::uint32_t> imported;
    for (const auto& [key, wanted] : wanted_) {
      const auto& [v, s] = key;
      const auto threshold = static_cast<std::uint32_t>(wanted.offered);
      if (kept_.contains(s)) {
        imported.insert(v);
        out_.imports[s] = {s, threshold, wanted.pass, false, wanted.hotness};
      } else if (wanted.attempts != 0) {
        Refused& r = refused.try_emplace(v, Refused{v, 0, 0, Reason::none, Hotness::unknown}).first->second;
        r.threshold = std::max(r.threshold, threshold);
        r.attempts += wanted.attempts;
        r.hotness = std::max(r.hotness, wanted.hotness);
        r.reason = std::max(r.reason, why(s, wanted));
      }
    }
    for (const auto& [v, r] : refused)
      if (!imported.contains(v)) out_.refused[v] = r;
    if (!o_.import_declaration) return std::move(out_);
    for (const auto& [key, wanted] : wanted_) {
      if (key.second == none || !out_.refused.contains(key.first) || wanted.let_in) continue;
      out_.imports[key.second] = {key.second, static_cast<std::uint32_t>(wanted.offered), Pass::direct, true,
                                  wanted.hotness};
    }
    return std::move(out_);
  }
  Reason why(std::uint32_t s, const Wanted& wanted) const {
    if (wanted.let_in) return Reason::import_cutoff;
    if (s == none) return wanted.reason;
    if (!rules_.always(s) && rules_.body(s).has(flag::no_inline)) return Reason::no_inline;
    const bool cold = wanted.offered == 0 && wanted.hotness <= Hotness::cold && o_.import_cold_multiplier == 0;
    return cold && !rules_.never(s) ? Reason::cold : Reason::too_large;
  }

  const Problem& p_;
  const Options& o_;
  const ProgramFacts& facts_;
  const CopyRules& rules_;
  std::uint32_t module_;
  std::map<std::uint32_t, std::uint32_t> own_;        // value -> the module's summary of it
  std::map<std::uint32_t, std::uint64_t> threshold_;  // of bodies that are reached
  std::map<Key, Wanted> wanted_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::optional<std::uint32_t>, Reason>> chosen_;
  std::set<std::uint32_t> kept_;
  Expected out_;
};

}  // namespace lathe::thinlto::detail
