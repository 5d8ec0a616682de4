// Imports of one module by the rule `best`: highest threshold first, so that each function is visited once.
//
// Definition. Live functions of the module have the threshold import-instr-limit. A call from a function of threshold T
// offers its callee trunc(T * multiplier of the call); if that is at least what the callee's best copy needs, the copy
// is imported, and has the threshold trunc(T * evolution of the call), of several such calls the largest. Since no
// threshold rises along a call, taking the largest first settles each function with its final one (Dijkstra's
// argument). The import budget then goes to what this admits: direct callees before those of imported functions before
// speculative ones, higher offers first, each only when a call in the module or in what is kept reaches it. Variables
// come last: those that the functions kept refer to, and that variables refer to which may be read.
//
// O((calls + references looked at) + visits * log visits) per module; 16 bytes a value, made once for all modules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/thinlto/candidates.hpp>

namespace lathe::thinlto {

/// Plans modules one by one; its memory is reused. One object per thread.
class Importer {
 public:
  Importer(const Problem& p, const Candidates& candidates, const Analysis& analysis, const Options& options)
      : p_(p),
        candidates_(candidates),
        analysis_(analysis),
        o_(options),
        entries_(p.values.size()),
        reasons_(p.values.size()) {
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      const Candidate best = candidates.best(v);
      entries_[v].copy = best.copy;
      entries_[v].need = best.need;
      reasons_[v] = best.reason;
      if (best.reason == Reason::not_a_function) remember_variable(v);
    }
  }

  /// `budget`: functions at most. `left_out` tells whether it was too small. Counts into `stats`.
  ModulePlan run(std::uint32_t module, std::uint64_t budget, bool& left_out, Stats& stats) {
    begin(module, stats);
    const Module& m = p_.modules[module];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
      if (own_body(s)) visit(s, o_.import_instr_limit, true);
    while (!queue_.empty()) {
      const std::uint64_t top = queue_.top();
      queue_.pop();
      const auto inherited = static_cast<std::uint32_t>(top >> 32);
      Slot& slot = slots_[~static_cast<std::uint32_t>(top)];
      if (slot.visited || slot.inherited != inherited) continue;
      slot.visited = true;
      visit(slot.copy, inherited, false);
    }
    if (o_.import_all_index) add_all();
    left_out = spend(budget);
    find_variables(true);
    return take();
  }

  /// The module's imports by a list of functions. O(list + references).
  ModulePlan run_workload(std::uint32_t module, std::span<const std::uint32_t> functions, Stats& stats) {
    begin(module, stats);
    for (const std::uint32_t v : functions) {
      const std::uint32_t own = own_copy(v);
      if (own != none && candidates_.prevailing(v) == own) continue;
      const Candidate found = candidates_.for_workload(v, module);
      if (found.copy != none && p_.summaries[found.copy].module == module) continue;
      Slot& slot = slot_of(v, found.copy);
      slot.called = true;
      slot.reason = found.reason;
      slot.accepted = slot.kept = found.copy != none;
      slot.attempts = 1;
      slot.pass = Pass::direct;
    }
    find_variables(false);
    ModulePlan plan = take();
    plan.workload = true;
    return plan;
  }

 private:
  static constexpr std::uint32_t defined = 0x80000000U, no_slot = 0x7fffffffU;
  static constexpr std::size_t ahead = 8;
  // Of each value: its best copy, and what the current module knows of it. Read for every call, so in one place.
  struct Entry {
    std::uint32_t copy = none, need = never;
    std::uint32_t stamp = 0;  // below: valid where equal to stamp_
    std::uint32_t slot = no_slot;
  };
  // What the current module knows of a value it calls, or a body behind an alias.
  struct Slot {
    std::uint32_t value = 0, copy = none, threshold = 0, inherited = 0, attempts = 0, next = no_slot;
    std::uint32_t body = none;  // of the copy, where it was looked up
    Hotness hotness = Hotness::unknown;
    Pass pass = Pass::speculative;
    Reason reason = Reason::none;
    bool accepted = false, kept = false, called = false, reached = false, queued = false, visited = false;
    bool variable = false, declared = false;
    bool behind = false;  // another slot of the value comes first
  };

  // What is a variable wherever it is defined has one best copy for all modules, or none.
  void remember_variable(std::uint32_t v) {
    for (const std::uint32_t s : candidates_.copies(v))
      if (p_.summaries[s].kind != Kind::variable) return;
    entries_[v].need = is_variable;
    for (const std::uint32_t s : candidates_.copies(v)) {
      const Candidates::Variable fit = candidates_.variable(s, none);
      if (fit == Candidates::Variable::declaration && o_.import_declaration) return void(entries_[v] = Entry());
      if (fit == Candidates::Variable::definition &&
          (entries_[v].copy == none || candidates_.before(s, entries_[v].copy)))
        entries_[v].copy = s;
    }
  }

  void begin(std::uint32_t module, Stats& stats) {
    module_ = module;
    stats_ = &stats;
    slots_.clear();
    if (++stamp_ == 0) {  // it has run around: old stamps could be taken for new ones
      for (Entry& e : entries_) e.stamp = 0;
      stamp_ = 1;
    }
    const Module& m = p_.modules[module];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) {
      Entry& e = entries_[p_.summaries[s].value];
      e.stamp = stamp_;
      e.slot = defined | no_slot;
    }
  }
  bool own_body(std::uint32_t s) const {
    const Summary& x = p_.summaries[s];
    return x.kind == Kind::function && analysis_.live[x.value] && !x.has(flag::address_space_25);
  }
  bool is_defined(std::uint32_t v) const { return entries_[v].stamp == stamp_ && (entries_[v].slot & defined) != 0; }
  std::uint32_t own_copy(std::uint32_t v) const {
    if (is_defined(v))
      for (const std::uint32_t s : candidates_.copies(v))
        if (p_.summaries[s].module == module_) return s;
    return none;
  }
  // References do not outlive the next call of it.
  Slot& slot_of(std::uint32_t v, std::uint32_t copy) {
    Entry& e = entries_[v];
    if (e.stamp != stamp_) {
      e.stamp = stamp_;
      e.slot = no_slot;
    }
    for (std::uint32_t at = e.slot & no_slot; at != no_slot; at = slots_[at].next)
      if (slots_[at].copy == copy) return slots_[at];
    const auto fresh = static_cast<std::uint32_t>(slots_.size());
    Slot& slot = slots_.emplace_back();
    slot.value = v;
    slot.copy = copy;
    slot.next = e.slot & no_slot;
    if (slot.next != no_slot) slots_[slot.next].behind = true;
    e.slot = (e.slot & defined) | fresh;
    return slot;
  }
  std::uint32_t number(const Slot& slot) const { return static_cast<std::uint32_t>(&slot - slots_.data()); }

  // ---- functions
  float multiplier(Hotness h) const {
    switch (h) {
      case Hotness::hot:
        return o_.import_hot_multiplier;
      case Hotness::critical:
        return o_.import_critical_multiplier;
      case Hotness::cold:
        return o_.import_cold_multiplier;
      default:
        return o_.default_multiplier;
    }
  }
  // What calls of a function of a threshold offer, by hotness, and what they pass on.
  struct Offers {
    std::uint32_t offered[5], hot, other;
  };
  Offers offers(std::uint32_t threshold) const {
    Offers out{};
    for (std::uint8_t h = 0; h < 5; ++h) out.offered[h] = scaled(threshold, multiplier(static_cast<Hotness>(h)));
    out.hot = evolved(threshold, o_.import_hot_evolution_factor);
    out.other = evolved(threshold, o_.import_instr_evolution_factor);
    return out;
  }
  bool lets_in(std::uint32_t offered, std::uint32_t need, CallInfo info) const {
    return offered >= need || (o_.profile_gate && info.counted() && need <= largest_threshold);
  }

  void visit(std::uint32_t body, std::uint32_t threshold, bool own) {
    const Offers given = offers(threshold);
    const auto calls = p_.calls_of(body);
    const CallInfo* const infos = p_.call_infos_of(body);
    ++stats_->visits;
    stats_->calls_seen += calls.size();
    // What is known of a callee is anywhere in memory: asked for some calls ahead.
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (i + ahead < calls.size()) __builtin_prefetch(&entries_[calls[i + ahead]]);
      call(body, calls[i], infos[i], given, own);
    }
    if (!o_.import_address_taken) return;
    for (const std::uint32_t v : p_.refs_of(body))
      if (names_a_function(v)) call(body, v, CallInfo(Hotness::unknown, false, true), given, own);
  }
  bool names_a_function(std::uint32_t v) const {
    for (const std::uint32_t s : candidates_.copies(v))
      if (p_.summaries[p_.base(s)].kind == Kind::function) return true;
    return false;
  }
  void call(std::uint32_t body, std::uint32_t v, CallInfo info, const Offers& given, bool own) {
    Entry& e = entries_[v];
    if (e.stamp == stamp_ && (e.slot & defined) != 0) return;
    std::uint32_t copy = e.copy, need = e.need;
    Reason reason = Reason::none;
    if (need == depends_on_caller) {
      const Candidate found = candidates_.for_caller(v, p_.summaries[body].module);
      copy = found.copy, need = found.need, reason = found.reason;
    }
    const std::uint32_t offered = given.offered[static_cast<std::size_t>(info.hotness())];
    Slot& slot = slot_of(v, copy);
    ++slot.attempts;
    slot.called = true;
    slot.threshold = std::max(slot.threshold, offered);
    slot.hotness = std::max(slot.hotness, info.hotness());
    slot.reason = std::max(slot.reason, reason);
    if (!lets_in(offered, need, info)) return;
    slot.accepted = true;
    slot.pass = std::min(slot.pass, info.speculative() ? Pass::speculative : own ? Pass::direct : Pass::transitive);
    const std::uint32_t inherited = info.hotness() == Hotness::hot ? given.hot : given.other;
    if (slot.body == none) slot.body = p_.base(copy);
    const std::uint32_t base = slot.body;
    Slot& reached = base == copy ? slot : slot_of(p_.summaries[base].value, base);
    if (reached.reached && inherited <= reached.inherited) return;
    reached.reached = true;
    reached.inherited = inherited;
    queue_.push(std::uint64_t{inherited} << 32 | static_cast<std::uint32_t>(~number(reached)));
  }
  // Every value of the index that can be a function here. Their bodies need no visit: all that they call comes anyway.
  void add_all() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      if (is_defined(v) || entries_[v].copy == none || entries_[v].need == is_variable) continue;
      slot_of(v, entries_[v].copy).accepted = true;
    }
  }

  // ---- budget
  bool spend(std::uint64_t budget) {
    std::uint64_t wanted = 0;
    for (Slot& slot : slots_) wanted += slot.kept = slot.accepted;
    if (wanted <= budget) return false;
    for (Slot& slot : slots_) slot.kept = false;
    // Best first: the key's order is reversed for the heap.
    const auto worse = [&](std::uint32_t a, std::uint32_t b) { return key(slots_[a]) > key(slots_[b]); };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(worse)> open(worse);
    const auto offer_calls = [&](std::uint32_t body, std::uint32_t threshold) {
      const Offers given = offers(threshold);
      const auto offer = [&](std::uint32_t v, CallInfo info) {
        if (is_defined(v)) return;
        std::uint32_t copy = entries_[v].copy, need = entries_[v].need;
        if (need == depends_on_caller) {
          const Candidate found = candidates_.for_caller(v, p_.summaries[body].module);
          copy = found.copy, need = found.need;
        }
        if (!lets_in(given.offered[static_cast<std::size_t>(info.hotness())], need, info)) return;
        Slot& slot = slot_of(v, copy);
        if (slot.queued) return;
        slot.queued = true;
        open.push(number(slot));
      };
      const auto calls = p_.calls_of(body);
      for (std::size_t i = 0; i < calls.size(); ++i) offer(calls[i], p_.call_infos_of(body)[i]);
      if (o_.import_address_taken)
        for (const std::uint32_t v : p_.refs_of(body))
          if (names_a_function(v)) offer(v, CallInfo(Hotness::unknown, false, true));
    };
    const Module& m = p_.modules[module_];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
      if (own_body(s)) offer_calls(s, o_.import_instr_limit);
    for (std::uint64_t kept = 0; kept < budget; ++kept) {
      if (open.empty() && !add_uncalled(open)) break;
      const std::uint32_t at = open.top();
      open.pop();
      slots_[at].kept = true;
      const std::uint32_t base = p_.base(slots_[at].copy);
      const Slot& body = base == slots_[at].copy ? slots_[at] : slot_of(p_.summaries[base].value, base);
      if (body.reached) offer_calls(base, body.inherited);
    }
    return true;
  }
  // With import-all-index: what no call that was kept reaches comes after the rest.
  template <class Heap>
  bool add_uncalled(Heap& open) {
    for (Slot& slot : slots_)
      if (slot.accepted && !slot.queued && o_.import_all_index) {
        slot.queued = true;
        open.push(number(slot));
      }
    return !open.empty();
  }
  // Smaller is better.
  std::tuple<Pass, std::uint32_t, std::uint64_t, std::uint32_t> key(const Slot& slot) const {
    return {slot.pass, ~slot.threshold, p_.values[slot.value].guid, candidates_.rank(p_.summaries[slot.copy].module)};
  }

  // ---- variables
  void find_variables(bool own) {
    std::vector<std::uint32_t> work;
    const Module& m = p_.modules[module_];
    if (own)
      for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
        if (own_body(s)) refer(s, work);
    for (std::size_t i = 0, size = slots_.size(); i < size; ++i)
      if (slots_[i].kept && !slots_[i].variable) refer(p_.base(slots_[i].copy), work);
    if (o_.import_all_index)
      for (std::uint32_t v = 0; v < p_.values.size(); ++v) variable(v, none, work);
    while (!work.empty()) {
      const std::uint32_t s = work.back();
      work.pop_back();
      refer(s, work);
    }
  }
  void refer(std::uint32_t from, std::vector<std::uint32_t>& work) {
    for (const std::uint32_t v : p_.refs_of(from)) variable(v, p_.summaries[from].module, work);
  }
  void variable(std::uint32_t v, std::uint32_t from_module, std::vector<std::uint32_t>& work) {
    const Entry e = entries_[v];
    const bool own = e.stamp == stamp_ && (e.slot & defined) != 0;
    if (e.need == is_variable && !own) {
      if (e.copy != none) add_variable(v, e.copy, work);
      return;
    }
    const auto copies = candidates_.copies(v);
    if (own) {
      // A copy that the linker will drop, of a variable that may become local to its own module, is no copy.
      if (copies.size() < 2) return;
      const std::uint32_t here = own_copy(v);
      if (!is_interposable(p_.summaries[here].linkage) || candidates_.prevailing(v) == here) return;
    }
    std::uint32_t found = none, declared = none;
    for (const std::uint32_t s : copies) {
      const Candidates::Variable fit = candidates_.variable(s, from_module);
      std::uint32_t& best = fit == Candidates::Variable::definition ? found : declared;
      if (fit != Candidates::Variable::no && p_.summaries[s].module != module_ &&
          (best == none || candidates_.before(s, best)))
        best = s;
    }
    if (found != none) return add_variable(v, found, work);
    if (declared == none || !o_.import_declaration) return;
    Slot& slot = slot_of(v, declared);
    slot.variable = slot.declared = true;
  }
  void add_variable(std::uint32_t v, std::uint32_t copy, std::vector<std::uint32_t>& work) {
    Slot& slot = slot_of(v, copy);
    if (slot.kept) return;
    slot.variable = slot.kept = true;
    slot.declared = false;
    if ((analysis_.attributes[copy] & flag::write_only) == 0 && !p_.refs_of(copy).empty()) work.push_back(copy);
  }

  // ---- the answer
  ModulePlan take() {
    ModulePlan out;
    std::size_t imports = 0;
    for (const Slot& slot : slots_) imports += slot.kept || slot.declared;
    out.imports.reserve(imports);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      const Slot& slot = slots_[i];
      if (slot.kept || slot.declared) add(out, slot, slot.declared);
      if (!slot.behind) refuse(out, i);
    }
    std::sort(out.imports.begin(), out.imports.end(),
              [](const Import& a, const Import& b) { return a.summary < b.summary; });
    std::sort(out.refused.begin(), out.refused.end(),
              [](const Refused& a, const Refused& b) { return a.value < b.value; });
    return out;
  }
  void add(ModulePlan& out, const Slot& slot, bool declaration) {
    const bool function = !slot.variable;
    out.imports.push_back({slot.copy, function ? slot.threshold : 0,
                           function && !declaration ? slot.pass : Pass::direct, declaration,
                           function ? slot.hotness : Hotness::unknown});
    if (declaration) {
      ++stats_->declarations;
    } else if (slot.variable) {
      ++stats_->variables;
    } else {
      ++stats_->functions;
      stats_->hot_functions += slot.hotness == Hotness::hot;
      stats_->critical_functions += slot.hotness == Hotness::critical;
      stats_->instructions += p_.summaries[p_.base(slot.copy)].instructions;
    }
  }
  // All slots of a value together: there are several where its copies are local to several modules.
  void refuse(ModulePlan& out, std::uint32_t head) {
    Refused refused;
    refused.value = slots_[head].value;
    for (std::uint32_t at = head; at != no_slot; at = slots_[at].next) {
      const Slot& slot = slots_[at];
      if (slot.kept && !slot.variable) return;
      if (!slot.called) continue;
      refused.threshold = std::max(refused.threshold, slot.threshold);
      refused.attempts += slot.attempts;
      refused.hotness = std::max(refused.hotness, slot.hotness);
      refused.reason = std::max(refused.reason, why_not(slot));
    }
    if (refused.attempts == 0) return;
    ++stats_->refused_total;
    ++stats_->refused[static_cast<std::size_t>(refused.reason)];
    if (o_.print_import_failures) out.refused.push_back(refused);
    if (!o_.import_declaration) return;
    for (std::uint32_t at = head; at != no_slot; at = slots_[at].next) {
      const Slot& slot = slots_[at];
      const Reason reason = why_not(slot);
      if (slot.called && slot.copy != none &&
          (reason == Reason::no_inline || reason == Reason::cold || reason == Reason::too_large)) {
        out.imports.reserve(out.imports.size() + 1);
        add(out, slot, true);
      }
    }
  }
  Reason why_not(const Slot& slot) const {
    if (slot.accepted) return Reason::import_cutoff;
    const Reason known = slot.reason != Reason::none ? slot.reason : reasons_[slot.value];
    if (known != Reason::none) return known;
    return slot.hotness <= Hotness::cold && slot.threshold == 0 && o_.import_cold_multiplier == 0 ? Reason::cold
                                                                                                  : Reason::too_large;
  }

  const Problem& p_;
  const Candidates& candidates_;
  const Analysis& analysis_;
  const Options& o_;
  std::vector<Entry> entries_;
  std::vector<Reason> reasons_;  // per value: why no threshold lets it in
  std::vector<Slot> slots_;
  std::priority_queue<std::uint64_t> queue_;  // threshold, then the complement of the slot
  std::uint32_t module_ = 0, stamp_ = 0;
  Stats* stats_ = nullptr;
};

}  // namespace lathe::thinlto
