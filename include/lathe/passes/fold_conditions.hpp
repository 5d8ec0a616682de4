// Conditions that are always the same: what they decide is decided here. A branch on one becomes a jump, an instruction
// under it goes or loses its guard, and blocks that nothing reaches any more go.
//
// Which instructions' results are known the client says; copies, phis and several definitions are followed
// (passes/origins.hpp), so a condition is known where all that defines it agrees:
//   std::optional<bool> condition(Inst) const;           // its one result is this, always
//   std::optional<Inst> make_condition(Inst, bool);      // an instruction that gives the same register the constant;
//                                                        // nothing: it stays
//   std::optional<Inst> make_unguarded(Inst);            // the same without its guard; nothing: it keeps it
// All that is made stands nowhere. A condition holds where its register is not 0 (Branch::test is 0).
// Needs: an Editor that names `branches`. Cost: O(size + edges), and the edits.
// Source: what LLVM's NVPTXImageOptimizer does with one question and its direct users; here for any condition.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/origins.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct FoldConditionsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  const char* name = "fold-conditions";  ///< of the pass, in remarks
  std::uint32_t rounds = 4;              ///< what is known is asked again where blocks have gone, so often at most
  bool explain = false;                  ///< fill FoldConditionsResult::kept
};
enum class FoldConditionsReason : std::uint8_t {
  form,  ///< the client has no instruction for it
  old,   ///< what it leaves where it is not done has another register
};
inline constexpr const char* fold_conditions_reason_names[] = {"there is no such form",
                                                               "what it leaves is another register's"};
struct FoldConditionsStats {
  std::uint64_t known = 0, branches = 0, guards = 0, erased = 0, blocks = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t FoldConditionsStats::*>;
    return std::array{
        F{"conditions known", &FoldConditionsStats::known}, F{"branches decided", &FoldConditionsStats::branches},
        F{"guards decided", &FoldConditionsStats::guards}, F{"instructions never done", &FoldConditionsStats::erased},
        F{"blocks never reached", &FoldConditionsStats::blocks}};
  }
};
template <View P>
using FoldConditionsResult = PassResult<P, FoldConditionsStats, FoldConditionsReason>;

/// What is asked of a client.
template <class C, class P>
concept ConditionClient = requires(C& c, const inst_t<P>& i) {
  { c.condition(i) } -> std::convertible_to<std::optional<bool>>;
  { c.make_condition(i, true) } -> std::convertible_to<std::optional<inst_t<P>>>;
  { c.make_unguarded(i) } -> std::convertible_to<std::optional<inst_t<P>>>;
};

namespace detail {

/// What Origins asks: the numbers 0 and 1.
template <class Client>
struct ConditionOrigins {
  const Client& client;
  template <class Inst, class Value, class Own, class From>
  bool origins(const Inst& i, const Value&, Own&& own, From&&) const {
    const std::optional<bool> word = client.condition(i);
    if (word) own(std::uint32_t{*word});
    return word.has_value();
  }
};

template <Editor P, class Client, class Change, class... Observers>
class FoldConditions {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Flow = program::ControlFlow<P>;
  static_assert(Facts(P::facts).has(Fact::branches), "fold_conditions wants the fact `branches`");

 public:
  FoldConditions(Chain<P>& on, Client& client, const FoldConditionsOptions& options, Change& changes,
                 FoldConditionsResult<P>& result, Observers&... observers)
      : code_(on.start().code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        jumps_(code_),
        flow_(on.flow()),
        editing_(code_, on, observers...) {}

  void run() {
    std::uint64_t gone = 1;
    for (std::uint32_t round = 0; round < options_.rounds && gone != 0 && changes_.any(); ++round) {
      words_.emplace(std::as_const(code_), ConditionOrigins<Client>{client_});
      decided_ = false;
      one_round();
      gone = decided_ ? erase_unreached<P>(editing_, flow_) : 0;
      result_.stats.blocks += gone;
    }
  }

 private:
  void one_round() {
    std::vector<Block> blocks;
    for (auto&& b : code_.blocks()) blocks.push_back(b);
    for (const Block& b : blocks) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(b)) insts.push_back(i);
      for (const Inst& i : insts)
        if (!code_.effects(i).has(Effect::terminator) && !fold(i)) return;
      while (decide(b)) {
      }
    }
  }
  std::optional<bool> word(const Value& v) const {
    const auto only = words_->only(v);
    return only ? std::optional<bool>(*only != 0) : std::nullopt;
  }
  bool change(const char* name, const Inst& i, const char* text) {
    if (!changes_.next(name)) return false;
    changes_.remark(Remark::Kind::passed, name, code_, i, [&] { return inst_name(code_, i) + text; });
    return true;
  }
  void keep(const Inst& i, FoldConditionsReason why) {
    if (options_.explain) result_.kept.push_back({why, i});
  }
  void replace(const Inst& i, const Inst& made) {
    editing_.insert_before(made, i);
    editing_.erase(i);
  }

  // ---- what is no branch. False: there is no fuel left.

  bool fold(const Inst& i) {
    const auto guard = guard_of(i);
    if (guard)
      if (const auto holds = word(guard->first)) return under(i, *holds != guard->second);
    const auto is = client_.condition(i);
    if (!is) return true;
    const std::optional<Inst> made = client_.make_condition(i, *is);
    if (!made) return keep(i, FoldConditionsReason::form), true;
    if (!change("ConditionKnown", i, ": always the same")) return code_.drop(*made), false;
    replace(i, *made);
    ++result_.stats.known;
    return true;
  }
  /// Its guard, and whether it is done where that does not hold.
  std::optional<std::pair<Value, bool>> guard_of(const Inst& i) const {
    std::optional<std::pair<Value, bool>> out;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.role == Role::guard) out.emplace(o.value, o.negated);
    });
    return out;
  }
  bool under(const Inst& i, bool done) {
    if (done) {
      const std::optional<Inst> made = client_.make_unguarded(i);
      if (!made) return keep(i, FoldConditionsReason::form), true;
      if (!change("GuardDecided", i, ": its guard always holds")) return code_.drop(*made), false;
      replace(i, *made);
      ++result_.stats.guards;
      return true;
    }
    if (!leaves_itself(i)) return keep(i, FoldConditionsReason::old), true;
    if (!change("GuardDecided", i, ": its guard never holds")) return false;
    editing_.erase(i);
    ++result_.stats.guards;
    ++result_.stats.erased;
    return true;
  }
  // What it would have written has the register that its old value has.
  bool leaves_itself(const Inst& i) const {
    std::vector<Value> olds, results;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def()) results.push_back(o.value);
      if (o.old) olds.push_back(o.value);
    });
    return olds == results;
  }

  // ---- branches. True: one was decided, and there may be more at the end of the block.

  bool decide(const Block& b) {
    if (!changes_.any()) return false;
    const std::vector<Block> ways = successors(b);
    std::uint32_t number = 0, target = 0;
    std::optional<Way> found;
    bool taken = false;  // the last that is never taken, in front of the first that always is: each is decided once
    code_.for_each_branch(b, [&](const Way& way) {
      bool known = false, always = way.negated;  // by hand, for g++ 12 sees an optional that is not there
      if (!taken && way.conditional && way.test == 0)
        if (const auto holds = word(way.condition)) known = true, always = *holds != way.negated;
      if (known && (way.leaves || decides(ways, number, always))) {
        if (!always || !found) found = way, target = number, taken = always;
      }
      number += !way.leaves;
    });
    if (!found) return false;
    return found->leaves ? decide_end(b, found->at, taken) : decide_way(b, ways, target, taken);
  }
  // Is there anything to do about the target-th way? The way behind it, or itself, is where control goes for certain; where
  // these are one block already, what is left of it is the branch folder's.
  static bool decides(const std::vector<Block>& ways, std::uint32_t target, bool taken) {
    if (target + 1 >= ways.size()) return false;
    if (!taken) return !(ways[target] == ways[target + 1]);
    return std::any_of(ways.begin() + target + 1, ways.end(), [&](const Block& to) { return !(to == ways[target]); });
  }
  using Way = program::Branch<Block, Inst, Value>;

  // A guarded return, or the like: it goes, or it is the last of the block.
  bool decide_end(const Block& b, const Inst& at, bool taken) {
    if (!taken) {
      if (!change("BranchDecided", at, ": never taken")) return false;
      editing_.erase(at);
      ++result_.stats.branches;
      return true;
    }
    const std::optional<Inst> made = client_.make_unguarded(at);
    if (!made) return keep(at, FoldConditionsReason::form), false;
    if (!change("BranchDecided", at, ": always taken")) return code_.drop(*made), false;
    std::vector<Inst> behind;
    bool met = false;
    for (auto&& i : code_.instructions(b)) {
      met |= i == at;
      if (met) behind.push_back(i);
    }
    const std::vector<Block> was = successors(b);
    editing_.insert_before(*made, at);
    for (const Inst& i : behind) editing_.erase(i);
    forget(b, was);
    ++result_.stats.branches;
    decided_ = true;
    return false;
  }
  // The target-th way out of a block, by a condition.
  bool decide_way(const Block& b, const std::vector<Block>& was, std::uint32_t target, bool taken) {
    const BlockEnd<P> end = block_end(std::as_const(code_), b, jumps_.like());
    const bool plain = end.kind == BlockEnd<P>::Kind::two_way && end.plain;
    if (!change("BranchDecided", end.terminators.back(), taken ? ": always taken" : ": never taken")) return false;
    const Block to = was[taken ? target : target + 1];
    if (plain) {
      jump_instead<P>(editing_, jumps_, b, end.terminators, to);
    } else if (taken) {
      for (std::uint32_t k = target + 1; k < was.size(); ++k) editing_.retarget(b, k, to);
    } else {
      editing_.retarget(b, target, to);
    }
    forget(b, was);
    ++result_.stats.branches;
    decided_ = true;
    return true;
  }
  std::vector<Block> successors(const Block& b) const {
    std::vector<Block> out;
    code_.for_each_successor(b, [&](const Block& s) { out.push_back(s); });
    return out;
  }
  // Phis of blocks that it does not go to any more.
  void forget(const Block& b, const std::vector<Block>& was) {
    const std::vector<Block> now = successors(b);
    for (const Block& old : was)
      if (std::find(now.begin(), now.end(), old) == now.end()) forget_in_phis<P>(editing_, old, b);
  }

  P& code_;
  Client& client_;
  const FoldConditionsOptions& options_;
  Change& changes_;
  FoldConditionsResult<P>& result_;
  JumpMaker<P> jumps_;
  const Flow& flow_;
  std::optional<Origins<P>> words_;
  ChainEditing<P, Observers...> editing_;
  bool decided_ = false;
};

}  // namespace detail

/// Decides what is known.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires ConditionClient<Client, P>
FoldConditionsResult<P> fold_conditions(Chain<P>& on, Client& client, const FoldConditionsOptions& options = {},
                                        Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  FoldConditionsResult<P> result;
  Change changes(options.name, options.fuel, sink, observers...);
  detail::FoldConditions<P, Client, Change, Observers...>(on, client, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires ConditionClient<Client, P>
FoldConditionsResult<P> fold_conditions(P& code, Client& client, const FoldConditionsOptions& options = {},
                                        Sink&& sink = {}, Observers&... observers) {
  Chain<P> on(code);
  return fold_conditions(on, client, options, sink, observers...);
}

}  // namespace lathe::passes
