// Registers that stand for several values which have nothing to do with each other: each gets a register of its own, and
// so does each lane that goes its own way.
//
// A web is all definitions and uses of a lane that reach each other; one operand that names several lanes makes them one.
// Of the webs of a register the one that is there at the entry keeps its name (a parameter, or what is read though nobody
// wrote it), or else the first in the code; the others are renamed. Afterwards coalescing, colouring and passes that want
// one definition see values, not the names that somebody gave them.
//
// What is written in part and names the rest as `old` does not tie the lanes together: they pass it untouched, under the
// name that they have. The rest of the renamed register is then read by `old` though nothing wrote it. Under a guard the old
// value and the new one are one web; so are a use and the definition that is tied to it (Operand::tied), where both have the
// register already: such a tie goes on holding.
// Needs: an Editor, in SSA form or not; pinned values are left alone.
// Cost: O(mentions, and lanes that live into blocks times the ways into these). Each prefix of the changes does the same.
// Sources: webs as in Chaitin et al., "Register allocation via coloring" (Computer Languages 6, 1981); lanes as in LLVM's
// RenameIndependentSubregs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RenameWebsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< webs
  bool explain = false;                    ///< fill RenameWebsResult::kept
};
enum class RenameWebsReason : std::uint8_t {
  entry  ///< it is there at the entry, as another web of the register is
};
inline constexpr const char* rename_webs_reason_names[] = {"there at the entry"};
struct RenameWebsStats {
  std::uint64_t values = 0, webs = 0, renamed = 0, mentions = 0;
  static constexpr auto fields() {
    using S = RenameWebsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"registers looked at", &S::values}, F{"webs", &S::webs}, F{"webs renamed", &S::renamed},
                      F{"mentions renamed", &S::mentions}};
  }
};
template <View P>
using RenameWebsResult = PassResult<P, RenameWebsStats, RenameWebsReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class RenameWebs {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Operand = program::Operand<Value>;
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  struct Mention {
    std::uint32_t value, node, inst, operand;
    bool incoming, def;
  };

 public:
  RenameWebs(Chain<P>& on, const RenameWebsOptions& options, Change& changes, RenameWebsResult<P>& result,
             Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        editing_(code_, on_, observers...) {}

  void run() {
    number_units();
    for (std::uint32_t b = 0; b < on_.known().blocks.size(); ++b) walk(b);
    ends();
    reach();
    rename();
  }

 private:
  std::uint32_t number(const Value& v) const { return on_.known().values.find(v); }
  // One per lane of values with lanes, one for others; none for those that keep their names whatever happens.
  void number_units() {
    masks_.assign(on_.known().values.size(), 0);
    std::vector<std::uint8_t> seen(masks_.size(), 0);
    for_each_inst([&](const Inst& i) {
      code_.for_each_operand(i, [&](const Operand& o) {
        seen[number(o.value)] = 1;
        if (o.lanes != all) masks_[number(o.value)] |= o.lanes;
      });
    });
    first_.assign(1, 0);
    for (std::uint32_t v = 0; v < masks_.size(); ++v) {
      const Value& value = on_.known().values[v];
      const bool free = seen[v] != 0 && nameable(code_, value) && !pinned(code_, value);
      result_.stats.values += free;
      const int units = !free ? 0 : masks_[v] == 0 ? 1 : std::popcount(masks_[v]);
      first_.push_back(first_.back() + static_cast<std::uint32_t>(units));
    }
    now_.assign(first_.back(), {});
  }
  template <class F>
  void for_each_inst(F&& f) const {
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) f(i);
  }
  // f(unit) for the lanes of a value that a mask names.
  template <class F>
  void for_each_unit(std::uint32_t v, std::uint64_t mask, F&& f) const {
    if (first_[v] == first_[v + 1]) return;
    if (masks_[v] == 0) return f(first_[v]);
    std::uint32_t unit = first_[v];
    for (std::uint64_t left = masks_[v]; left != 0; left &= left - 1, ++unit)
      if ((mask & left & (~left + 1)) != 0) f(unit);
  }

  // ---- webs, as sets of nodes: definitions, and what lives into a block

  std::uint32_t make_node() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);  // the older one: numbers do not depend on the order
  }
  static std::uint64_t key(std::uint32_t block, std::uint32_t unit) { return std::uint64_t{block} << 32 | unit; }
  std::uint32_t into(std::uint32_t block, std::uint32_t unit) {
    std::uint32_t n = into_.lookup(key(block, unit), none);
    if (n != none) return n;
    n = make_node();
    into_.insert(key(block, unit), n);
    work_.emplace_back(block, unit);
    return n;
  }
  std::uint32_t out_of(std::uint32_t block, std::uint32_t unit) {
    const std::uint32_t n = last_.lookup(key(block, unit), none);
    return n != none ? n : into(block, unit);
  }
  std::uint32_t current(std::uint32_t block, std::uint32_t unit) {
    if (now_[unit].first != block + 1) now_[unit] = {block + 1, into(block, unit)};
    return now_[unit].second;
  }
  // One node for the lanes of one mention that reads.
  std::uint32_t read(std::uint32_t v, std::uint64_t mask, std::uint32_t block, bool at_end) {
    std::uint32_t out = none;
    for_each_unit(v, mask, [&](std::uint32_t unit) {
      const std::uint32_t n = at_end ? out_of(block, unit) : current(block, unit);
      out == none ? void(out = n) : unite(out, n);
    });
    return out;
  }
  void add(std::uint32_t v, std::uint32_t node, const Inst& i, std::uint32_t k, bool incoming = false) {
    if (node != none && !incoming && operands_[k].implicit) fixed_.push_back(node);  // no text to write a name into
    if (node != none)
      mentions_.push_back({v, node, on_.known().insts.find(i), k, incoming, !incoming && operands_[k].is_def()});
  }

  void walk(std::uint32_t b) {
    written_.clear();
    for (auto&& i : code_.instructions(on_.known().blocks[b])) look(b, i);
    for (const std::uint32_t unit : written_) last_.insert_or_assign(key(b, unit), now_[unit].second);
  }
  void look(std::uint32_t b, const Inst& i) {
    operands_.clear();
    code_.for_each_operand(i, [&](const Operand& o) { operands_.push_back(o); });
    const auto writes = [&](const Value& v) {
      return std::any_of(operands_.begin(), operands_.end(),
                         [&](const Operand& o) { return o.is_def() && o.value == v; });
    };
    std::vector<std::uint32_t> taken(operands_.size(), none), made(operands_.size(), none);
    for (std::uint32_t k = 0; k < operands_.size(); ++k) {
      const Operand& o = operands_[k];
      if (o.is_def() || (o.old && writes(o.value))) continue;
      taken[k] = read(number(o.value), o.lanes, b, false);
      add(number(o.value), taken[k], i, k);
    }
    for (std::uint32_t k = 0; k < operands_.size(); ++k)
      if (operands_[k].is_def() && first_[number(operands_[k].value)] != first_[number(operands_[k].value) + 1])
        made[k] = make_node();
    hold_ties(taken, made);
    for (std::uint32_t k = 0; k < operands_.size(); ++k)
      if (operands_[k].old && !operands_[k].is_def()) stays(b, i, k, made);
    for (std::uint32_t k = 0; k < operands_.size(); ++k) {
      if (made[k] == none) continue;
      const std::uint32_t v = number(operands_[k].value);
      add(v, made[k], i, k);
      for_each_unit(v, operands_[k].lanes, [&](std::uint32_t unit) {
        now_[unit] = {b + 1, made[k]};
        written_.push_back(unit);
      });
    }
  }
  // A use and the definition that must have its register: where that is so already, they are one web.
  void hold_ties(const std::vector<std::uint32_t>& taken, const std::vector<std::uint32_t>& made) {
    for (std::uint32_t k = 0; k < operands_.size(); ++k) {
      if (taken[k] == none || operands_[k].tied < 0) continue;
      std::int32_t left = operands_[k].tied;
      for (std::uint32_t d = 0; d < operands_.size(); ++d)
        if (operands_[d].is_def() && left-- == 0 && made[d] != none && operands_[d].value == operands_[k].value)
          unite(taken[k], made[d]);
    }
  }
  // What stays of a register that is written in the same instruction has the new name, and is the same web where it may be
  // written or not.
  void stays(std::uint32_t b, const Inst& i, std::uint32_t k, const std::vector<std::uint32_t>& made) {
    const std::uint32_t v = number(operands_[k].value);
    std::uint32_t one = none;
    for (std::uint32_t d = 0; d < operands_.size(); ++d) {
      if (made[d] == none || !(operands_[d].value == operands_[k].value)) continue;
      one == none ? void(one = made[d]) : unite(one, made[d]);
      for_each_unit(v, operands_[k].lanes & operands_[d].lanes,
                    [&](std::uint32_t unit) { unite(made[d], current(b, unit)); });
    }
    add(v, one, i, k);
  }
  // What is read at the ends of blocks.
  void ends() {
    for_each_inst([&](const Inst& i) {
      if constexpr (Facts(P::facts).has(Fact::incoming)) {
        if (!code_.effects(i).has(Effect::phi)) return;
        std::uint32_t k = 0;
        code_.for_each_incoming(i, [&](const block_t<P>& from, const Value& value) {
          const std::uint32_t v = number(value), at = k++;
          if (v < masks_.size()) add(v, read(v, all, on_.known().blocks.find(from), true), i, at, true);
        });
      }
    });
    if constexpr (Facts(P::facts).has(Fact::live_out))
      for (auto&& b : code_.blocks())
        code_.for_each_live_out(b, [&](const Value& value) {
          const std::uint32_t v = number(value);
          if (v >= masks_.size()) return;
          if (const std::uint32_t n = read(v, all, on_.known().blocks.find(b), true); n != none) fixed_.push_back(n);
        });
  }
  void reach() {
    while (!work_.empty()) {
      const auto [b, unit] = work_.back();
      work_.pop_back();
      const std::uint32_t n = into(b, unit);
      bool any = false;
      for (const std::uint32_t p : on_.flow().predecessors(b)) {
        any = true;
        unite(n, out_of(p, unit));
      }
      if (!any || b == 0) fixed_.push_back(n);
    }
  }

  // ---- names

  void rename() {
    std::vector<std::uint8_t> fixed(parent_.size(), 0);
    for (const std::uint32_t n : fixed_) fixed[find(n)] = 1;
    for (Mention& m : mentions_) m.node = find(m.node);
    std::stable_sort(mentions_.begin(), mentions_.end(), [](const Mention& a, const Mention& b) {
      return std::pair(a.value, a.node) < std::pair(b.value, b.node);
    });
    for (std::size_t at = 0, end = 0; at < mentions_.size(); at = end) {
      const std::uint32_t v = mentions_[at].value;
      bool kept = false;
      std::vector<std::pair<std::size_t, std::size_t>> webs;
      for (end = at; end < mentions_.size() && mentions_[end].value == v;) {
        const std::size_t begin = end;
        bool defined = false;
        while (end < mentions_.size() && mentions_[end].value == v && mentions_[end].node == mentions_[begin].node)
          defined |= mentions_[end++].def;
        // Read where nothing reaches: no name is better than the one that it has.
        if (!defined && fixed[mentions_[begin].node] == 0) continue;
        webs.emplace_back(begin, end);
        if (fixed[mentions_[begin].node] == 0) continue;
        if (kept && options_.explain)
          result_.kept.push_back({RenameWebsReason::entry, on_.known().insts[mentions_[begin].inst]});
        kept = true;
      }
      result_.stats.webs += webs.size();
      for (std::size_t w = kept ? 0 : 1; w < webs.size(); ++w)
        if (fixed[mentions_[webs[w].first].node] == 0 && !rename(v, webs[w].first, webs[w].second)) return;
    }
  }
  bool rename(std::uint32_t v, std::size_t begin, std::size_t end) {
    if (!changes_.next("WebRenamed")) return false;
    const Value from = on_.known().values[v], to = editing_.new_value(from);
    changes_.remark(Remark::Kind::passed, "WebRenamed", code_, on_.known().insts[mentions_[begin].inst], [&] {
      return value_name(code_, to) + " for " + value_name(code_, from) + " at " + std::to_string(end - begin) +
             " places";
    });
    ++result_.stats.renamed;
    result_.stats.mentions += end - begin;
    for (std::size_t k = begin; k < end; ++k) {
      const Mention& m = mentions_[k];
      const Inst inst = on_.known().insts[m.inst];
      if (!m.incoming) {
        editing_.set_operand(inst, m.operand, from, to);
        continue;
      }
      if constexpr (Facts(P::facts).has(Fact::incoming)) {
        std::vector<program::incoming_t<P>> in;
        code_.for_each_incoming(inst, [&](const block_t<P>& b, const Value& x) { in.emplace_back(b, x); });
        in[m.operand].second = to;
        editing_.set_incoming(inst, in);
      }
    }
    return true;
  }

  Chain<P>& on_;
  P& code_;
  const RenameWebsOptions& options_;
  Change& changes_;
  RenameWebsResult<P>& result_;
  ChainEditing<P, Observers...> editing_;

  std::vector<std::uint64_t> masks_;                          // per value: lanes that are mentioned by themselves
  std::vector<std::uint32_t> first_;                          // per value: its first unit
  std::vector<std::pair<std::uint32_t, std::uint32_t>> now_;  // per unit: block + 1, and the node that it is in there
  std::vector<std::uint32_t> written_;                        // units that the block writes
  std::vector<Operand> operands_;
  std::vector<std::uint32_t> parent_, fixed_;                  // nodes; those whose web keeps its name
  dense::DenseMap<std::uint64_t, std::uint32_t> into_, last_;  // by block and unit
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work_;
  std::vector<Mention> mentions_;
};

}  // namespace detail

/// See the head of the file.
template <Editor P, class Sink = NoRemarks, class... Observers>
RenameWebsResult<P> rename_webs(Chain<P>& on, const RenameWebsOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  RenameWebsResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("rename-independent-subregs", options.fuel, sink, observers...);
  detail::RenameWebs<P, Change, Observers...>(on, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
RenameWebsResult<P> rename_webs(P& code, const RenameWebsOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  Chain<P> on(code);
  return rename_webs(on, options, sink, observers...);
}

}  // namespace lathe::passes
