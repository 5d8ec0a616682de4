// What holds for the whole program: live values, prevailing copies, attributes of variables and functions.
//
// Liveness: from the roots along calls, references and aliases. Variables: read-only (or write-only) where every live
// reference says so. Functions: norecurse where all callees are (a callee that never runs twice cannot come back to its
// caller; so the least solution), nounwind where nothing in reach may throw (the greatest solution). Source: CGO 2017
// (ThinLTO) and LLVM's rules for the linkages. O(summaries + calls + references) each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lathe/thinlto/options.hpp>
#include <lathe/thinlto/plan.hpp>
#include <lathe/thinlto/problem.hpp>
#include <lathe/thinlto/radix.hpp>

namespace lathe::thinlto {

/// Items by row, flat, in the order in which `walk` tells them; it is asked twice.
template <class = void>
class BasicGrouped {
 public:
  BasicGrouped() = default;
  /// walk(f) calls f(row, item).
  template <class Walk>
  BasicGrouped(std::size_t rows, Walk&& walk) : begin_(rows + 1) {
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
using Grouped = BasicGrouped<>;

/// The summaries of each value, in the order of the problem. Most values have one or none, which takes four bytes.
/// O(summaries) to make, and sorting of what is a second copy; O(1) per question.
template <class = void>
class BasicCopies {
 public:
  explicit BasicCopies(const Problem& p) : first_(p.values.size(), none) {
    std::vector<std::uint32_t> more;  // of each value all but the first
    for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
      std::uint32_t& first = first_[p.summaries[s].value];
      if (first == none)
        first = s;
      else
        more.push_back(s);
    }
    std::vector<std::uint32_t> scratch;
    detail::radix_sort(more, scratch, [&](std::uint32_t s) { return p.summaries[s].value; });
    for (std::size_t i = 0; i < more.size();) {
      const std::uint32_t v = p.summaries[more[i]].value;
      begin_.push_back(static_cast<std::uint32_t>(items_.size()));
      items_.push_back(first_[v]);
      first_[v] = several | static_cast<std::uint32_t>(begin_.size() - 1);
      for (; i < more.size() && p.summaries[more[i]].value == v; ++i) items_.push_back(more[i]);
    }
    begin_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
  std::span<const std::uint32_t> operator[](std::uint32_t value) const {
    const std::uint32_t& first = first_[value];
    if ((first & several) == 0) return {&first, 1};
    if (first == none) return {};
    const std::uint32_t group = first & ~several;
    return {items_.data() + begin_[group], begin_[group + 1] - begin_[group]};
  }
  /// The module's own copy, or none. O(log copies).
  std::uint32_t of_module(std::uint32_t value, const Module& m) const {
    const auto list = (*this)[value];
    const auto at = std::lower_bound(list.begin(), list.end(), m.first);
    return at != list.end() && *at - m.first < m.count ? *at : none;
  }

 private:
  static constexpr std::uint32_t several = 0x80000000U;
  std::vector<std::uint32_t> first_;          // the only summary, none, or with the bit `several` a group
  std::vector<std::uint32_t> begin_, items_;  // of groups
};
using Copies = BasicCopies<>;

namespace detail {

/// Ranks of modules by name: what breaks ties must not depend on the order of input.
template <class = void>
inline std::vector<std::uint32_t> module_ranks(const Problem& p) {
  std::vector<std::uint32_t> order(p.modules.size()), rank(p.modules.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return p.modules[a].name < p.modules[b].name; });
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  return rank;
}

/// The copy that the linker keeps, or none: the one that is said to prevail; else a strong definition before weak ones
/// before commons, of equals that of the first module by name. What is available externally never prevails.
template <class = void>
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

template <class = void>
class BasicAnalyzer {
 public:
  BasicAnalyzer(const Problem& p, const Copies& copies, const std::vector<bool>& outside, const Options& options)
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
  bool is_live(std::uint32_t v) const { return (live_[v / 64] >> v % 64 & 1U) != 0; }
  void mark(std::uint32_t v, bool aliasee = false) {
    if (is_live(v)) return;
    // A value whose copy in use is none of ours is dead, unless a copy of ours may still be inlined.
    if (outside_[v] && !aliasee) {
      bool keeps = false;
      for (const std::uint32_t s : copies_[v]) {
        const Linkage l = p_.summaries[s].linkage;
        keeps |= l == Linkage::available_externally || l == Linkage::weak_odr || l == Linkage::linkonce_odr;
      }
      if (!keeps) return;
    }
    root(v);
  }
  void root(std::uint32_t v) {
    if (is_live(v)) return;
    live_[v / 64] |= std::uint64_t{1} << v % 64;
    if (fresh_[v / 64] == 0) work_.push_back(v / 64);
    fresh_[v / 64] |= std::uint64_t{1} << v % 64;
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
    sweep();
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (is_live(v)) a_.live[v] = true;
    live_ = fresh_ = {};
  }
  // First come, first served, by words of 64 values: neighbours in the index, whose summaries are near each other in
  // memory, are looked at together. Each word waits at most once at a time, each value is looked at once.
  void sweep() {
    live_.assign(p_.values.size() / 64 + 1, 0);
    fresh_ = live_;
    for (const std::uint32_t v : p_.roots) root(v);
    for (const Summary& s : p_.summaries)
      if (s.has(flag::live | flag::kernel)) root(s.value);
    for (std::vector<std::uint32_t> now; !work_.empty();) {
      now.clear();
      now.swap(work_);
      for (const std::uint32_t word : now)
        for (std::uint64_t bits = std::exchange(fresh_[word], 0); bits != 0; bits &= bits - 1)
          look(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    work_ = {};
  }
  void look(std::uint32_t v) {
    for (const std::uint32_t s : copies_[v]) {
      if (p_.summaries[s].kind == Kind::alias) {
        mark(p_.summaries[p_.summaries[s].aliasee].value, true);
        continue;
      }
      for (const std::uint32_t callee : p_.calls_of(s)) mark(callee);
      for (const std::uint32_t ref : p_.refs_of(s)) mark(ref);
    }
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
    // What references leave of a value, for all its copies: a template's tables have one in many modules.
    std::vector<std::uint16_t> left(p_.values.size(), both);
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
        left[refs[i]] &= static_cast<std::uint16_t>(kept);
      }
    }
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const std::uint32_t target = p_.base(s);
      if (p_.summaries[target].kind == Kind::variable) a_.attributes[target] &= left[p_.summaries[s].value] | ~both;
    }
  }

  // ---- functions
  //
  // Most functions are settled by one look at what they call: half of all calls go to what nothing is known of. Only
  // the rest needs to know its callers.
  static constexpr std::uint8_t no_recurse_bit = 1, no_unwind_bit = 2;
  // All there is to know of a function's properties before its callees are asked.
  enum class Start : std::uint8_t { has, open, lacks };
  Start start(std::uint32_t s, std::uint8_t bit) const {
    const Summary& x = p_.summaries[s];
    if (x.has(bit == no_recurse_bit ? flag::no_recurse : flag::no_unwind)) return Start::has;
    return !known(s) || (bit == no_unwind_bit && x.has(flag::may_throw)) ? Start::lacks : Start::open;
  }
  // Its calls are all of them.
  bool known(std::uint32_t s) const { return !p_.summaries[s].has(flag::unknown_call | flag::address_space_25); }
  bool is_function(std::uint32_t s) const { return p_.summaries[s].kind == Kind::function; }

  void functions() {
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s)) a_.attributes[s] = p_.summaries[s].flags & (flag::no_recurse | flag::no_unwind);
    if (o_.disable_thinlto_funcattrs || p_.attributes_known) return;
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (p_.summaries[s].kind == Kind::alias) aliases_.push_back({p_.base(s), p_.summaries[s].value});
    std::sort(aliases_.begin(), aliases_.end());
    // A value stands for all its copies where one of them may be called: what holds must hold for each.
    lacks_.assign(p_.values.size(), 0);
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      if (copies_[v].empty() || outside_[v]) lacks_[v] = no_recurse_bit | no_unwind_bit;
      for (const std::uint32_t s : copies_[v])
        for (const std::uint8_t bit : {no_recurse_bit, no_unwind_bit})
          if (!is_function(p_.base(s)) || start(p_.base(s), bit) == Start::lacks) lacks_[v] |= bit;
    }
    const std::vector<Asking> asking = undecided();
    callers_ = Grouped(p_.values.size(), [&](auto&& add) {
      for (const Asking& x : asking)
        for (const std::uint32_t v : p_.calls_of(x.summary)) add(v, x.summary);
    });
    no_recurse(asking);
    no_unwind(asking);
    callers_ = {};
  }
  // Functions for which a property is open after they and their callees were looked at once. What is lost on the way
  // is seen by functions further on; who stands before them hears of it in no_unwind.
  struct Asking {
    std::uint32_t summary;
    std::uint8_t open;  // properties
  };
  std::vector<Asking> undecided() {
    std::vector<Asking> out;
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      if (!is_function(s)) continue;
      const Start recurse = start(s, no_recurse_bit), unwind = start(s, no_unwind_bit);
      std::uint8_t open = (recurse == Start::open ? no_recurse_bit : 0) | (unwind == Start::open ? no_unwind_bit : 0);
      const std::uint8_t asked = open;
      const auto calls = p_.calls_of(s);
      for (std::size_t i = 0; i < calls.size() && open != 0; ++i) open &= static_cast<std::uint8_t>(~lacks_[calls[i]]);
      if (open != 0) out.push_back({s, open});
      if (const std::uint8_t lost = asked & ~open; lost != 0) lose(s, lost);
    }
    return out;
  }
  // f(value) for the value of a body and those of its aliases.
  template <class F>
  void for_each_value(std::uint32_t s, F&& f) const {
    f(p_.summaries[s].value);
    const auto first = std::lower_bound(aliases_.begin(), aliases_.end(), std::pair(s, 0U));
    for (auto at = first; at != aliases_.end() && at->first == s; ++at) f(at->second);
  }
  // A function lacks properties, and so do the values that it is a copy of.
  void lose(std::uint32_t s, std::uint8_t bits) {
    for_each_value(s, [&](std::uint32_t v) {
      if ((lacks_[v] & bits) == bits) return;
      if ((bits & ~lacks_[v] & no_unwind_bit) != 0) throwing_.push_back(v);
      lacks_[v] |= bits;
    });
  }
  void no_recurse(const std::vector<Asking>& asking) {
    // Calls of each function that are not known to be norecurse yet.
    std::vector<std::uint32_t> calls_left(p_.summaries.size(), none);
    // Copies of each value that hold; each is told once.
    std::vector<std::uint32_t> held(p_.values.size());
    std::vector<std::uint32_t> work;
    const auto settle = [&](std::uint32_t v) {
      if (++held[v] == copies_[v].size() && (lacks_[v] & no_recurse_bit) == 0) work.push_back(v);
    };
    const auto hold = [&](std::uint32_t s) {
      a_.attributes[s] |= flag::no_recurse;
      for_each_value(s, settle);
    };
    for (const Asking& x : asking)
      if ((x.open & no_recurse_bit) != 0)
        calls_left[x.summary] = static_cast<std::uint32_t>(p_.calls_of(x.summary).size());
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (is_function(s) && (p_.summaries[s].has(flag::no_recurse) || calls_left[s] == 0)) hold(s);
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      // A function that is not waiting has too many calls left for this to come to its end.
      for (const std::uint32_t s : callers_[v])
        if (--calls_left[s] == 0) hold(s);
    }
  }
  void no_unwind(const std::vector<Asking>& asking) {
    // Where something may throw, or calls what is not known, it passes on to callers that are not nounwind by
    // themselves. Who asks and hears nothing has it.
    for (const Asking& x : asking)
      if ((x.open & no_unwind_bit) != 0) a_.attributes[x.summary] |= flag::no_unwind;
    const auto lost = [&](std::uint32_t s) {
      if ((a_.attributes[s] & flag::no_unwind) == 0 || p_.summaries[s].has(flag::no_unwind)) return;
      a_.attributes[s] &= ~flag::no_unwind;
      lose(s, no_unwind_bit);
    };
    while (!throwing_.empty()) {
      const std::uint32_t v = throwing_.back();
      throwing_.pop_back();
      for (const std::uint32_t s : callers_[v]) lost(s);
    }
  }

  const Problem& p_;
  const Copies& copies_;
  const std::vector<bool>& outside_;
  const Options& o_;
  Analysis a_;
  std::vector<std::uint64_t> live_, fresh_;                       // bits of values; fresh: not looked at yet
  std::vector<std::uint32_t> work_;                               // words of fresh_
  std::vector<std::uint8_t> lacks_;                               // per value: properties that it cannot have
  std::vector<std::uint32_t> throwing_;                           // values whose callers have not heard of it
  std::vector<std::pair<std::uint32_t, std::uint32_t>> aliases_;  // a summary and the value of an alias of it
  Grouped callers_;                                               // of each value, one entry a call
};
using Analyzer = BasicAnalyzer<>;

}  // namespace detail

}  // namespace lathe::thinlto
