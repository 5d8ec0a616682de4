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
// Thresholds are few: a level for each holds the functions that wait with it, so that only levels are put in order.
// O(calls + references looked at + levels * log levels) per module, and a sort of what is imported by its bytes.
// Memory: 13 bytes a value, made once for all modules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/thinlto/candidates.hpp>

namespace lathe::thinlto {

/// Plans modules one by one; its memory is reused. One object per thread.
template <class = void>
class BasicImporter {
 public:
  /// All four outlive it. O(values).
  BasicImporter(const Problem& p, const Candidates& candidates, const Analysis& analysis, const Options& options)
      : p_(p),
        candidates_(candidates),
        analysis_(analysis),
        o_(options),
        entries_(p.values.size()),
        copy_(p.values.size(), none),
        is_alias_(p.summaries.size()),
        reasons_(p.values.size()) {
    for (std::uint32_t s = 0; s < p.summaries.size(); ++s) is_alias_[s] = p.summaries[s].kind == Kind::alias;
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      const Candidate best = candidates.best(v);
      copy_[v] = best.copy;
      entries_[v].need = best.need;
      reasons_[v] = best.reason;
      if (best.reason == Reason::not_a_function) remember_variable(v);
    }
  }

  /// `budget`: functions at most. `left_out` tells whether it was too small. Counts into `stats`.
  ModulePlan run(std::uint32_t module, std::uint64_t budget, bool& left_out, Stats& stats) {
    begin(module, stats);
    const Module& m = p_.modules[module];
    const Offers given = opened(level_of(o_.import_instr_limit)).offers;
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
      if (own_body(s)) visit(s, given, true);
    while (!open_levels_.empty()) {
      const auto level = static_cast<std::uint32_t>(open_levels_.top());
      open_levels_.pop();
      drain(level);
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
  static constexpr std::uint32_t defined = 0x80000000U, counted = 0x40000000U, no_slot = 0x3fffffffU;
  static constexpr std::size_t ahead = 8;
  // Of each value: what its best copy needs, and what the current module knows of it: that it defines it, that it is
  // refused whatever a call offers and is counted already, the first of its slots. Read for every call, so in eight
  // bytes.
  struct Entry {
    std::uint32_t need = never;
    std::uint32_t slot = no_slot;
  };
  // What the current module knows of a value it calls, or a body behind an alias. Half a line of cache.
  struct Slot {
    std::uint32_t value = 0, copy = none, threshold = 0, inherited = 0, attempts = 0, next = no_slot;
    std::uint32_t body = none;  // of the copy, where it was looked up
    Hotness hotness : 3 = Hotness::unknown;
    Pass pass : 2 = Pass::speculative;
    Reason reason : 4 = Reason::none;
    bool accepted : 1 = false, kept : 1 = false, called : 1 = false, reached : 1 = false, queued : 1 = false;
    bool visited : 1 = false, variable : 1 = false, declared : 1 = false;
    bool behind : 1 = false;  // another slot of the value comes first
    bool best : 1 = false;    // of the value's best copy
  };
  static_assert(sizeof(Slot) == 32);
  // What calls of a function of a threshold offer, by hotness, and the levels of what they pass on.
  struct Offers {
    std::uint32_t offered[5] = {}, hot = 0, other = 0, hot_level = none, other_level = none;
  };
  struct Waiting {
    std::uint32_t slot, body;
  };
  // A threshold, and the functions that are reached with it.
  struct Level {
    std::uint32_t threshold = 0;
    bool open = false;  // its offers are known
    Offers offers;
    std::vector<Waiting> waiting;
  };

  // What is a variable wherever it is defined has one best copy for all modules, or none.
  void remember_variable(std::uint32_t v) {
    for (const std::uint32_t s : candidates_.copies(v))
      if (p_.summaries[s].kind != Kind::variable) return;
    entries_[v].need = is_variable;
    for (const std::uint32_t s : candidates_.copies(v)) {
      const Candidates::Variable fit = candidates_.variable(s, none);
      if (fit == Candidates::Variable::declaration && o_.import_declaration) {
        entries_[v].need = never;
        copy_[v] = none;
        return;
      }
      if (fit == Candidates::Variable::definition && (copy_[v] == none || candidates_.before(s, copy_[v])))
        copy_[v] = s;
    }
  }

  void begin(std::uint32_t module, Stats& stats) {
    module_ = module;
    stats_ = &stats;
    // Few programs come near this; memory should not either.
    if (levels_.size() > 4096) {
      levels_.clear();
      level_numbers_.clear();
    }
    const Module& m = p_.modules[module];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s)
      entries_[p_.summaries[s].value].slot = defined | no_slot;
  }
  // What the module knows of values is forgotten, at the price of what it looked at.
  void end() {
    const Module& m = p_.modules[module_];
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) entries_[p_.summaries[s].value].slot = no_slot;
    for (const Slot& slot : slots_) entries_[slot.value].slot = no_slot;
    for (const std::uint32_t v : counted_) entries_[v].slot = no_slot;
    slots_.clear();
    counted_.clear();
  }
  bool own_body(std::uint32_t s) const {
    const Summary& x = p_.summaries[s];
    return x.kind == Kind::function && analysis_.live[x.value] && !x.has(flag::address_space_25);
  }
  bool is_defined(std::uint32_t v) const { return (entries_[v].slot & defined) != 0; }
  std::uint32_t own_copy(std::uint32_t v) const {
    return is_defined(v) ? candidates_.copy_in(v, p_.modules[module_]) : none;
  }
  // References do not outlive the next call of it.
  Slot& slot_of(std::uint32_t v, std::uint32_t copy) {
    Entry& e = entries_[v];
    const std::uint32_t head = e.slot & no_slot;
    for (std::uint32_t at = head; at != no_slot; at = slots_[at].next)
      if (slots_[at].copy == copy) return slots_[at];
    const auto fresh = static_cast<std::uint32_t>(slots_.size());
    Slot& slot = slots_.emplace_back();
    slot.value = v;
    slot.copy = copy;
    slot.best = copy == copy_[v];
    slot.next = head;
    if (head != no_slot) slots_[head].behind = true;
    e.slot = (e.slot & ~no_slot) | fresh;
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
  Offers offers(std::uint32_t threshold) const {
    Offers out;
    for (std::uint8_t h = 0; h < 5; ++h) out.offered[h] = scaled(threshold, multiplier(static_cast<Hotness>(h)));
    out.hot = evolved(threshold, o_.import_hot_evolution_factor);
    out.other = evolved(threshold, o_.import_instr_evolution_factor);
    return out;
  }
  std::uint32_t level_of(std::uint32_t threshold) {
    const auto [at, fresh] = level_numbers_.try_emplace(threshold, static_cast<std::uint32_t>(levels_.size()));
    if (fresh) levels_.emplace_back().threshold = threshold;
    return at->second;
  }
  // References to levels do not outlive the next call of this.
  Level& opened(std::uint32_t level) {
    if (!levels_[level].open) {
      Offers known = offers(levels_[level].threshold);
      known.hot_level = level_of(known.hot);
      known.other_level = level_of(known.other);
      levels_[level].offers = known;
      levels_[level].open = true;
    }
    return levels_[level];
  }
  bool lets_in(std::uint32_t offered, std::uint32_t need, CallInfo info) const {
    return offered >= need || (o_.profile_gate && info.counted() && need <= largest_threshold);
  }

  // Visits what waits in a level, what comes to it meanwhile included.
  void drain(std::uint32_t level) {
    const Offers given = opened(level).offers;
    const std::uint32_t threshold = levels_[level].threshold;
    // Bodies are anywhere in memory: the summary was asked for by who put it here, its calls are now.
    for (std::size_t i = 0; i < levels_[level].waiting.size(); ++i) {
      const std::vector<Waiting>& waiting = levels_[level].waiting;
      if (i + 2 < waiting.size()) {
        const Summary& next = p_.summaries[waiting[i + 2].body];
        __builtin_prefetch(p_.callees.data() + next.first_call);
        __builtin_prefetch(p_.call_infos.data() + next.first_call);
        __builtin_prefetch(p_.refs.data() + next.first_ref);
      }
      const Waiting at = waiting[i];
      Slot& slot = slots_[at.slot];
      if (slot.visited || slot.inherited != threshold) continue;
      slot.visited = true;
      visit(at.body, given, false);
    }
    levels_[level].waiting.clear();
  }
  void visit(std::uint32_t body, const Offers& given, bool own) {
    const auto calls = p_.calls_of(body);
    const CallInfo* const infos = p_.call_infos_of(body);
    ++stats_->visits;
    stats_->calls_seen += calls.size();
    // What is known of a callee is anywhere in memory, too.
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
    const Entry e = entries_[v];
    if ((e.slot & (defined | counted)) != 0) return;
    const std::uint32_t offered = given.offered[static_cast<std::size_t>(info.hotness())];
    const std::uint32_t head = e.slot & no_slot;
    if (head != no_slot && slots_[head].best) return offer(slots_[head], offered, e.need, info, given, own);
    if (e.need == never && count_only(v)) return;
    if (e.need != depends_on_caller) return offer(slot_of(v, copy_[v]), offered, e.need, info, given, own);
    const Candidate found = candidates_.for_caller(v, p_.summaries[body].module);
    Slot& slot = slot_of(v, found.copy);
    slot.best = false;  // not of the next caller, at least
    slot.reason = std::max<Reason>(slot.reason, found.reason);
    offer(slot, offered, found.need, info, given, own);
  }
  // Where no record of refusals is asked for, what no module defines, or nobody may import, is only counted.
  bool count_only(std::uint32_t v) {
    if (o_.print_import_failures || copy_[v] != none) return false;
    entries_[v].slot |= counted;
    counted_.push_back(v);
    ++stats_->refused_total;
    ++stats_->refused[static_cast<std::size_t>(reasons_[v])];
    return true;
  }
  void offer(Slot& slot, std::uint32_t offered, std::uint32_t need, CallInfo info, const Offers& given, bool own) {
    ++slot.attempts;
    slot.called = true;
    if (offered > slot.threshold) slot.threshold = offered;
    if (info.hotness() > slot.hotness) slot.hotness = info.hotness();
    if (!lets_in(offered, need, info)) return;
    slot.accepted = true;
    const Pass pass = info.speculative() ? Pass::speculative : own ? Pass::direct : Pass::transitive;
    if (pass < slot.pass) slot.pass = pass;
    const bool hot = info.hotness() == Hotness::hot;
    if (slot.body == none) slot.body = is_alias_[slot.copy] ? p_.base(slot.copy) : slot.copy;
    const std::uint32_t base = slot.body;
    Slot& reached = base == slot.copy ? slot : slot_of(p_.summaries[base].value, base);
    const std::uint32_t inherited = hot ? given.hot : given.other;
    if (reached.reached && inherited <= reached.inherited) return;
    reached.reached = true;
    reached.inherited = inherited;
    Level& level = levels_[hot ? given.hot_level : given.other_level];
    if (level.waiting.empty())
      open_levels_.push(std::uint64_t{inherited} << 32 | (hot ? given.hot_level : given.other_level));
    level.waiting.push_back({number(reached), base});
    __builtin_prefetch(&p_.summaries[base]);
  }
  // Every value of the index that can be a function here. Their bodies need no visit: all that they call comes anyway.
  void add_all() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      if (is_defined(v) || copy_[v] == none || entries_[v].need == is_variable) continue;
      slot_of(v, copy_[v]).accepted = true;
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
        std::uint32_t copy = copy_[v], need = entries_[v].need;
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
      if (slots_[i].kept && !slots_[i].variable)
        refer(slots_[i].body != none ? slots_[i].body : p_.base(slots_[i].copy), work);
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
    const bool own = is_defined(v);
    if (entries_[v].need == is_variable && !own) {
      const std::uint32_t head = entries_[v].slot & no_slot;
      if (head != no_slot && slots_[head].best && slots_[head].kept) return;
      if (copy_[v] != none) add_variable(v, copy_[v], work);
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
    imports_.clear();
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      const Slot& slot = slots_[i];
      if (slot.kept || slot.declared) add(slot, slot.declared);
      if (!slot.behind) refuse(out, i);
    }
    detail::radix_sort(imports_, sorted_, [](const Import& x) { return x.summary; });
    out.imports.assign(imports_, packed_);
    std::sort(out.refused.begin(), out.refused.end(),
              [](const Refused& a, const Refused& b) { return a.value < b.value; });
    end();
    return out;
  }
  void add(const Slot& slot, bool declaration) {
    const bool function = !slot.variable;
    imports_.push_back({slot.copy, function ? slot.threshold : 0, function && !declaration ? slot.pass : Pass::direct,
                        declaration, function ? slot.hotness : Hotness::unknown});
    if (declaration) {
      ++stats_->declarations;
    } else if (slot.variable) {
      ++stats_->variables;
    } else {
      ++stats_->functions;
      stats_->hot_functions += slot.hotness == Hotness::hot;
      stats_->critical_functions += slot.hotness == Hotness::critical;
      stats_->instructions += p_.summaries[slot.body != none ? slot.body : p_.base(slot.copy)].instructions;
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
        add(slot, true);
      }
    }
  }
  Reason why_not(const Slot& slot) const {
    if (slot.accepted) return Reason::import_cutoff;
    if (slot.reason != Reason::none) return slot.reason;
    if (entries_[slot.value].need > largest_threshold && reasons_[slot.value] != Reason::none)
      return reasons_[slot.value];
    return slot.hotness <= Hotness::cold && slot.threshold == 0 && o_.import_cold_multiplier == 0 ? Reason::cold
                                                                                                  : Reason::too_large;
  }

  const Problem& p_;
  const Candidates& candidates_;
  const Analysis& analysis_;
  const Options& o_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> copy_;  // per value: the best copy, or none
  std::vector<bool> is_alias_;       // per summary
  std::vector<Reason> reasons_;      // per value: why no threshold lets it in
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> counted_;  // values that are refused and have no slot
  std::vector<Level> levels_;
  std::map<std::uint32_t, std::uint32_t> level_numbers_;  // by threshold
  std::priority_queue<std::uint64_t> open_levels_;        // with functions that wait: threshold, then number
  std::vector<Import> imports_, sorted_;                  // of the current module; scratch
  std::vector<std::uint8_t> packed_;                      // scratch
  std::uint32_t module_ = 0;
  Stats* stats_ = nullptr;
};
using Importer = BasicImporter<>;

}  // namespace lathe::thinlto
