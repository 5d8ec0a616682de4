// The independent checker's view of a whole program: which values are live, which attributes hold. By sweeps until
// nothing changes, from the written definitions; shares no code with analysis.hpp.
//
// Live: roots and kernels and what is flagged live; what a live value's copies call, refer to or are aliases of. A
// value whose copy in use is outside is live only with a copy that may still be inlined (available_externally, *_odr),
// or as what a live alias stands for. Everything is live where nothing is a root, or where dead symbols are not looked
// for. A variable's copy is read-only (write-only) iff flagged so, no copy of it or alias of it that is live is a root,
// interposable or not eligible, and every live reference to it from a function says so, and none is from a variable.
// norecurse: the least set with the flagged functions and those whose calls are all known and all go to values all of
// whose copies are functions in the set, none of them outside. nounwind: the greatest set in which each function is
// flagged, or may not throw, and calls only such values.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include <lathe/thinlto/options.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto::detail {

class ProgramFacts {
 public:
  ProgramFacts(const Problem& p, const Options& o) : p_(p), o_(o), copies_(p.values.size()) {
    for (std::uint32_t s = 0; s < p.summaries.size(); ++s) copies_[p.summaries[s].value].push_back(s);
    outside_.insert(p.defined_outside.begin(), p.defined_outside.end());
    live_ = find_live();
    find_attributes();
  }
  bool live(std::uint32_t value) const { return live_[value]; }
  std::uint32_t attributes(std::uint32_t summary) const { return attributes_[summary]; }
  const std::vector<std::uint32_t>& copies(std::uint32_t value) const { return copies_[value]; }
  bool outside(std::uint32_t value) const { return outside_.contains(value); }
  /// What a summary is a copy of the body of.
  std::uint32_t body(std::uint32_t s) const {
    return p_.summaries[s].aliasee == none ? s : body(p_.summaries[s].aliasee);
  }

 private:
  std::vector<bool> find_live() const {
    std::vector<bool> live(p_.values.size());
    if (p_.liveness_known) {
      for (const Summary& s : p_.summaries)
        if (s.has(flag::live)) live[s.value] = true;
      return live;
    }
    std::set<std::uint32_t> roots(p_.roots.begin(), p_.roots.end());
    for (const Summary& s : p_.summaries)
      if (s.has(flag::kernel)) roots.insert(s.value);
    if (roots.empty() || !o_.compute_dead) return std::vector<bool>(p_.values.size(), true);
    for (const std::uint32_t v : roots) live[v] = true;
    for (const Summary& s : p_.summaries)
      if (s.has(flag::live)) live[s.value] = true;
    bool changed = true;
    const auto reach = [&](std::uint32_t v, bool through_alias) {
      if (live[v] || (!through_alias && outside(v) && !stays_inlinable(v))) return;
      live[v] = changed = true;
    };
    // Forwards and backwards in turn, so that chains either way do not cost a sweep a link.
    for (bool forwards = true; changed; forwards = !forwards) {
      changed = false;
      const auto size = static_cast<std::uint32_t>(p_.summaries.size());
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t s = forwards ? i : size - 1 - i;
        if (!live[p_.summaries[s].value]) continue;
        if (p_.summaries[s].aliasee != none) reach(p_.summaries[p_.summaries[s].aliasee].value, true);
        for (const std::uint32_t v : p_.calls_of(s)) reach(v, false);
        for (const std::uint32_t v : p_.refs_of(s)) reach(v, false);
      }
    }
    return live;
  }
  bool stays_inlinable(std::uint32_t v) const {
    for (const std::uint32_t s : copies_[v])
      if (p_.summaries[s].linkage == Linkage::available_externally ||
          p_.summaries[s].linkage == Linkage::linkonce_odr || p_.summaries[s].linkage == Linkage::weak_odr)
        return true;
    return false;
  }

  void find_attributes() {
    attributes_.assign(p_.summaries.size(), 0);
    constexpr std::uint32_t functions = flag::no_recurse | flag::no_unwind,
                            variables = flag::read_only | flag::write_only;
    const std::vector<std::uint32_t> broken = broken_promises();
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const Summary& x = p_.summaries[s];
      if (x.kind == Kind::function) attributes_[s] = x.flags & functions;
      if (x.kind == Kind::variable && (p_.attributes_known || o_.propagate_attrs))
        attributes_[s] = x.flags & variables & (p_.attributes_known ? variables : ~broken[s]);
    }
    if (p_.attributes_known || o_.disable_thinlto_funcattrs) return;
    sweep(flag::no_recurse, false);
    sweep(flag::no_unwind, true);
  }
  // Per variable: what some live use of it contradicts.
  std::vector<std::uint32_t> broken_promises() const {
    constexpr std::uint32_t both = flag::read_only | flag::write_only;
    std::vector<std::uint32_t> broken(p_.summaries.size());
    const std::set<std::uint32_t> roots(p_.roots.begin(), p_.roots.end());
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const Summary& x = p_.summaries[s];
      if (!live_[x.value]) continue;
      const bool replaceable = x.linkage == Linkage::common || x.linkage == Linkage::linkonce ||
                               x.linkage == Linkage::weak || x.linkage == Linkage::extern_weak;
      if (replaceable || x.has(flag::not_eligible) || roots.contains(x.value)) broken[body(s)] |= both;
      for (std::size_t i = 0; i < p_.refs_of(s).size(); ++i)
        for (const std::uint32_t target : copies_[p_.refs_of(s)[i]]) {
          const Access access = p_.accesses_of(s)[i];
          if (x.kind != Kind::function || access != Access::read_only) broken[body(target)] |= flag::read_only;
          if (x.kind != Kind::function || access != Access::write_only) broken[body(target)] |= flag::write_only;
        }
    }
    return broken;
  }
  // Adds the bit where the definition allows it, or takes it away where it does not, until nothing changes.
  void sweep(std::uint32_t bit, bool greatest) {
    if (greatest)
      for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
        if (p_.summaries[s].kind == Kind::function) attributes_[s] |= bit;
    bool changed = true;
    for (bool forwards = true; changed; forwards = !forwards) {
      changed = false;
      const auto size = static_cast<std::uint32_t>(p_.summaries.size());
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t s = forwards ? i : size - 1 - i;
        if (p_.summaries[s].kind != Kind::function || ((attributes_[s] & bit) != 0) != greatest) continue;
        if (holds(s, bit) == greatest) continue;
        attributes_[s] ^= bit;
        changed = true;
      }
    }
  }
  bool holds(std::uint32_t s, std::uint32_t bit) const {
    const Summary& x = p_.summaries[s];
    if (x.has(bit)) return true;
    if (x.has(flag::unknown_call) || x.has(flag::address_space_25)) return false;
    if (bit == flag::no_unwind && x.has(flag::may_throw)) return false;
    for (const std::uint32_t v : p_.calls_of(s)) {
      if (copies_[v].empty() || outside(v)) return false;
      for (const std::uint32_t copy : copies_[v])
        if (p_.summaries[body(copy)].kind != Kind::function || (attributes_[body(copy)] & bit) == 0) return false;
    }
    return true;
  }

  const Problem& p_;
  const Options& o_;
  std::vector<std::vector<std::uint32_t>> copies_;
  std::set<std::uint32_t> outside_;
  std::vector<bool> live_;
  std::vector<std::uint32_t> attributes_;
};

}  // namespace lathe::thinlto::detail
