// Where values may come from: for each, the set of origins that it has, by all of its definitions, whatever way control
// takes. What passes ask that look for the object behind a handle, the pointer behind an address, the number that a
// condition always is.
//
// An origin is a number of the client's. What an instruction gives its result the client says:
//   bool origins(Inst, Value result, Own&& own, From&& from) const;
// calls own(uint32_t) for each origin that the result has of itself and from(Value) for each value whose origins it
// has; false: the result may be anything. Copies, phis and what a guarded definition leaves are followed here.
// A value that several instructions define has the origins of all of them, so no SSA form is needed; parameters, pinned
// values and constants that phis take are anything, where `anything_else` of the options says so.
// Cost: O(mentions * most) to make, O(1) per question.
// Source: sets that grow to a fixed point, as in Andersen's analysis of pointers (1994) without memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

struct OriginsOptions {
  std::uint32_t most = 8;  ///< origins of a value; one with more is anything
  bool anything_else =
      true;  ///< values that nothing defines (parameters, constants of phis) may be anything; else: none
};

/// Of each value the set of origins that all its definitions give it; see the head of the file.
template <View P>
class Origins {
  using Value = value_t<P>;
  using Inst = inst_t<P>;

 public:
  /// Reads the code as it is now. Answers stay right while edits leave the words of values as they are.
  template <class Client>
  Origins(const P& p, const Client& client, const OriginsOptions& options = {}) : known_(p), most_(options.most) {
    const std::uint32_t n = known_.values.size();
    sets_.resize(n);
    anything_.assign(n, false);
    readers_.resize(n);
    std::vector<bool> defined(n, false);
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b)) read(p, client, i, defined);
    for (std::uint32_t v = 0; v < sets_.size(); ++v) {
      const bool unseen = v >= defined.size() || !defined[v];
      if ((unseen && options.anything_else && !undefined(p, v)) || pinned(p, known_.values[v])) make_anything(v);
    }
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p.for_each_parameter([&](const Value& v) {
        if (options.anything_else) make_anything(known_.values.find(v));
      });
    solve();
  }
  /// May the value be anything?
  bool anything(const Value& v) const {
    const std::uint32_t n = known_.values.find(v);
    return n == none || anything_[n];
  }
  /// In ascending order; says nothing where anything() holds. Empty: no definition gives it any.
  std::span<const std::uint32_t> of(const Value& v) const {
    const std::uint32_t n = known_.values.find(v);
    if (n == none) return {};
    return sets_[n];
  }
  /// The one origin that the value has wherever it has any word at all; nothing: several, or who knows.
  std::optional<std::uint32_t> only(const Value& v) const {
    const auto all = of(v);
    if (anything(v) || all.size() != 1) return {};
    return all[0];
  }

 private:
  // A register without a definition has no word at all; what is no register (a phi's constant) has one.
  bool undefined(const P& p, std::uint32_t v) const { return nameable(p, known_.values[v]); }
  std::uint32_t number(const Value& v) {
    const std::uint32_t n = known_.values.add(v);
    if (n >= sets_.size()) {
      sets_.resize(n + 1);
      anything_.resize(n + 1, false);
      readers_.resize(n + 1);
    }
    return n;
  }
  void edge(const Value& from, std::uint32_t to) {
    const std::uint32_t f = number(from);
    readers_[f].push_back(to);
  }
  template <class Client>
  void read(const P& p, const Client& client, const Inst& i, std::vector<bool>& defined) {
    std::vector<Value> results, olds;
    p.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def()) results.push_back(o.value);
      if (!o.is_def() && o.old) olds.push_back(o.value);
      if (o.is_def() && (o.lanes != ~std::uint64_t{0} || o.implicit)) make_anything(number(o.value));
    });
    for (const Value& result : results) {
      const std::uint32_t to = number(result);
      if (to >= defined.size()) defined.resize(to + 1, false);
      defined[to] = true;
      if (anything_[to]) continue;
      for (const Value& old : olds) edge(old, to);
      if constexpr (Facts(P::facts).has(Fact::incoming))
        if (p.effects(i).has(Effect::phi)) {
          p.for_each_incoming(i, [&](const block_t<P>&, const Value& v) { edge(v, to); });
          continue;
        }
      if (!olds.empty() || !follow_copy(p, i, to)) ask(client, i, result, to);
    }
  }
  bool follow_copy(const P& p, const Inst& i, std::uint32_t to) {
    const auto copy = plain_copy(p, i);
    if (copy) edge(copy->from, to);
    return copy.has_value();
  }
  template <class Client>
  void ask(const Client& client, const Inst& i, const Value& result, std::uint32_t to) {
    const bool known =
        client.origins(i, result, [&](std::uint32_t origin) { put(to, origin); }, [&](const Value& v) { edge(v, to); });
    if (!known) make_anything(to);
  }

  void make_anything(std::uint32_t v) {
    if (v == none || anything_[v]) return;
    anything_[v] = true;
    sets_[v].clear();
    touch(v);
  }
  void put(std::uint32_t v, std::uint32_t origin) {
    if (anything_[v]) return;
    std::vector<std::uint32_t>& set = sets_[v];
    const auto at = std::lower_bound(set.begin(), set.end(), origin);
    if (at != set.end() && *at == origin) return;
    if (set.size() >= most_) return make_anything(v);
    set.insert(at, origin);
    touch(v);
  }
  void touch(std::uint32_t v) { work_.push_back(v); }
  void solve() {
    while (!work_.empty()) {
      const std::uint32_t v = work_.back();
      work_.pop_back();
      for (const std::uint32_t to : readers_[v]) {
        if (anything_[v]) {
          make_anything(to);
          continue;
        }
        for (std::size_t k = 0; k < sets_[v].size(); ++k) put(to, sets_[v][k]);
      }
    }
  }

  program::Known<P> known_;
  std::uint32_t most_;
  std::vector<std::vector<std::uint32_t>> sets_, readers_;  // per value
  std::vector<bool> anything_;
  std::vector<std::uint32_t> work_;
};

}  // namespace lathe::passes
