// What a change really costs in registers, before it is made: a pressure tracker beside the code, on which a pass does
// what it would do, reads what that changed, and keeps it or takes it back.
//
// It is no observer. FollowPressure, which is one, has what phis take as live at the ends of blocks, and is made anew
// where that changes: O(size) for each result that a phi takes. Here what a phi takes is read by an instruction of its
// own at the end of the block that it comes from, so renaming it costs what renaming any read costs.
// The registers come from an Own, as in pressure/of_view.hpp. With no sets, or none that has a limit or a step, there is
// no tracker and nothing is too dear.
// Cost: O(size) to make; an edit what the tracker says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/pressure/tracker.hpp>
#include <lathe/program/region.hpp>

namespace lathe::passes {

struct PressureGateOptions {
  bool aware = true;                        ///< false: nothing is asked
  std::uint64_t ignored_sets = 0;           ///< bit k: the Own's k-th set may get worse
  pressure::Options tracker;                ///< incremental or not, verified or not
  std::uint64_t walks_per_instruction = 2;  ///< blocks that the tracker may walk, and 100,000
};

/// A tracker of the code as it is, and the tracker's numbers: what gates of passes on one chain hand on.
template <View P>
struct TrackedCode {
  explicit TrackedCode(Chain<P>&) {}
  std::unique_ptr<pressure::Tracker> tracker;
  std::vector<std::uint32_t> ids;                 // per instruction: the tracker's
  std::vector<std::vector<std::uint32_t>> takes;  // per phi, in the order of what it takes
  std::vector<std::uint32_t> phi_operands;
  std::uint64_t instructions = 0;
  // For whom it was made, and of which code: of what the chain has heard so much.
  const void* own = nullptr;
  std::vector<program::RegisterSet> sets;
  pressure::Options options;
  std::uint64_t edits = 0;
};

template <View P, class Own>
class PressureGate {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// All of them outlive it.
  /// `hands_on`: all edits of the pass are told here as well, so that the tracker is right for the next pass.
  PressureGate(Chain<P>& on, const Own& own, const PressureGateOptions& options, bool hands_on = true)
      : p_(on.code()), on_(on), own_(own), options_(options), hands_on_(hands_on) {}
  PressureGate(const PressureGate&) = delete;
  ~PressureGate() {
    if (tracked_ == nullptr) return;
    tracked_->edits = on_.edits();
    if (!hands_on_) tracked_->tracker.reset();
  }

  /// Is anything too dear? The tracker itself is made where a pass first begins a change, of the code as it is then.
  bool asks() const {
    if (!asks_) asks_ = find_asks();
    return *asks_;
  }
  /// Was more walked than may be? Then passes ask no more about changes that reach beyond a block.
  bool spent() const { return spent_ > budget_; }
  /// Null before the first begin.
  const pressure::Tracker* tracker() const { return tracked_ == nullptr ? nullptr : tracked_->tracker.get(); }

  // ---- between begin and keep or back; nothing where nobody asks

  void begin() {
    if (!asks()) return;
    make();
    erased_ = 0;
    walked_ = tracked_->tracker->stats().block_changes;
    tracked_->tracker->begin();
  }
  void keep() {
    if (!asks()) return;
    tracked_->tracker->commit();
    spent_ += tracked_->tracker->stats().block_changes - walked_;
  }
  void back() {
    if (!asks()) return;
    tracked_->tracker->rollback();
    tracked_->instructions += erased_;
    spent_ += tracked_->tracker->stats().block_changes - walked_;
  }
  /// All reads of one value become another's.
  void replace(const Value& from, const Value& to) {
    if (!asks()) return;
    const std::uint32_t f = on_.known().values.find(from), t = on_.known().values.find(to);
    std::vector<std::uint32_t> all;
    on_.uses().for_each_use(from, [&](const Inst& i, std::uint32_t k) { all.push_back(id(i, k)); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const std::uint32_t inst : all)
      if (tracked_->tracker->contains(inst)) tracked_->tracker->rename(inst, f, t);
  }
  void rename(const Inst& i, const Value& from, const Value& to) {
    if (asks())
      tracked_->tracker->rename(tracked_->ids[on_.known().insts.find(i)], on_.known().values.find(from),
                                on_.known().values.find(to));
  }
  void erase(const Inst& i) {
    if (!asks()) return;
    tracked_->tracker->erase(tracked_->ids[on_.known().insts.find(i)]);
    --tracked_->instructions;
    ++erased_;
  }
  /// In front of an instruction, or at the end of a block, before what phis take there.
  void move(const Inst& i, std::uint32_t block, const std::optional<Inst>& before) {
    if (!asks()) return;
    const std::uint32_t at = before ? tracked_->ids[on_.known().insts.find(*before)] : none;
    tracked_->tracker->move(tracked_->ids[on_.known().insts.find(i)], {block, at});
  }
  /// Has it become worse since begin: more above a limit, or a step crossed?
  bool worse() const {
    if (!asks()) return false;
    const pressure::Delta d = tracked_->tracker->delta();
    for (std::size_t s = 0; s < d.sets.size(); ++s)
      if ((options_.ignored_sets >> s & 1) == 0 &&
          (d.sets[s].excess_after > d.sets[s].excess_before || d.sets[s].level_after > d.sets[s].level_before))
        return true;
    return false;
  }
  /// Has it become better since begin, and nowhere worse?
  bool better() const {
    if (!asks() || worse()) return false;
    const pressure::Delta d = tracked_->tracker->delta();
    return std::any_of(d.sets.begin(), d.sets.end(), [](const pressure::Delta::Set& s) {
      return s.excess_after < s.excess_before || s.level_after < s.level_before;
    });
  }
  /// Is some peak of a block higher than at begin?
  bool raises() const {
    if (!asks()) return false;
    const pressure::Delta d = tracked_->tracker->delta();
    return std::any_of(d.peaks.begin(), d.peaks.end(), [](const auto& peak) { return peak.after > peak.before; });
  }
  /// Is a set above its limit somewhere in the block?
  bool above_limit(std::uint32_t block) {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracked_->tracker->problem().sets.size(); ++s)
      if (tracked_->tracker->peak(block, s) > tracked_->tracker->problem().sets[s].limit) return true;
    return false;
  }
  bool above_limit() {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracked_->tracker->problem().sets.size(); ++s)
      if (tracked_->tracker->total_excess(s) != 0) return true;
    return false;
  }

 private:
  bool find_asks() const {
    if (!options_.aware) return false;
    bool any = false;
    std::uint32_t sets = 0;
    for (const program::RegisterSet& set : own_.sets()) {
      any |= set.limit != 0 || !set.steps.empty();
      ++sets;
    }
    return any && sets <= pressure::max_sets;
  }
  void make() {
    if (tracked_ != nullptr) return;
    auto& t = on_.template get<TrackedCode<P>>();
    tracked_ = &t;
    std::vector<program::RegisterSet> sets;
    for (const program::RegisterSet& set : own_.sets()) sets.push_back(set);
    const bool there = t.tracker != nullptr && t.own == &kind && t.sets == sets && t.options == options_.tracker &&
                       t.edits == on_.edits();
    if (!there) make(sets);
    budget_ = 100'000 + options_.walks_per_instruction * t.instructions;
  }
  void make(const std::vector<program::RegisterSet>& sets) {
    TrackedCode<P>& t = *tracked_;
    t = TrackedCode<P>(on_);
    t.own = &kind;
    t.sets = sets;
    t.options = options_.tracker;
    pressure::Problem problem;
    for (const program::RegisterSet& set : sets) {
      problem.sets.push_back({set.name, set.limit == 0 ? none : set.limit, {}});
      for (const program::Step& step : set.steps) problem.sets.back().steps.push_back(step.registers);
    }
    fill(problem);
    t.instructions = problem.insts.size();
    t.tracker = std::make_unique<pressure::Tracker>(std::move(problem), options_.tracker);
  }
  // The tracker's instruction in which the k-th mention of an instruction is read.
  std::uint32_t id(const Inst& i, std::uint32_t k) const {
    const std::uint32_t n = on_.known().insts.find(i);
    if (n >= tracked_->takes.size() || tracked_->takes[n].empty()) return tracked_->ids[n];
    const std::uint32_t operands = tracked_->phi_operands[n];
    return k < operands ? tracked_->ids[n] : tracked_->takes[n][k - operands];
  }
  // Who gives references to classes gives one for a class: then it is looked at once. `last`: what was asked before.
  std::uint32_t class_of(const Value& v, pressure::Problem& problem,
                         std::pair<const void*, std::uint32_t>& last) const {
    if constexpr (std::is_lvalue_reference_v<decltype(own_.register_class(v))>) {
      const void* const c = nameable(p_, v) ? &own_.register_class(v) : nullptr;
      if (c == nullptr || c != last.first) last = {c, find_class(v, problem)};
      return last.second;
    } else {
      return find_class(v, problem);
    }
  }
  std::uint32_t find_class(const Value& v, pressure::Problem& problem) const {
    std::vector<pressure::Feed> feeds;
    if (nameable(p_, v))
      for (const program::RegisterShare& share : own_.register_class(v).shares)
        feeds.push_back({share.set, share.factor});
    for (std::uint32_t c = 0; c < problem.classes.size(); ++c)
      if (problem.classes[c].feeds == feeds) return c;
    problem.classes.push_back({"class" + std::to_string(problem.classes.size()), std::move(feeds)});
    return static_cast<std::uint32_t>(problem.classes.size() - 1);
  }
  // Only what the tracker's checks print.
  std::string name(const char* what, std::uint32_t n) const {
    return options_.tracker.print_verify ? what + std::to_string(n) : std::string();
  }
  void fill(pressure::Problem& problem) {
    problem.ops = {"op"};
    struct Take {
      std::uint32_t phi, index, value;
    };
    std::vector<std::vector<Take>> takes(on_.flow().block_count());
    const Places<P>& places = on_.places();
    const program::UseDef<P>& uses = on_.uses();
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b)
        for (const std::uint32_t n : places.instructions(b)) {
          if (!places.effects(n).has(Effect::phi)) continue;
          std::uint32_t index = 0, mentions = 0;
          p_.for_each_incoming(on_.known().insts[n], [&](const block_t<P>& from, const Value& v) {
            takes[on_.known().blocks.find(from)].push_back({n, index++, on_.known().values.add(v)});
          });
          if (index == 0) continue;
          if (n >= tracked_->takes.size()) tracked_->takes.resize(n + 1), tracked_->phi_operands.resize(n + 1, 0);
          tracked_->takes[n].assign(index, none);
          uses.for_each_mention_of(n, [&](std::uint32_t, bool) { ++mentions; });
          tracked_->phi_operands[n] = mentions - index;
        }
    tracked_->ids.assign(on_.known().insts.size(), none);
    for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b) {
      pressure::Problem::Block block{name("b", b),
                                     static_cast<std::uint32_t>(problem.insts.size()),
                                     0,
                                     0,
                                     0,
                                     static_cast<std::uint32_t>(problem.live.size()),
                                     0};
      if (on_.flow().contains(b)) {
        for (const std::uint32_t n : places.instructions(b)) add(problem, n);
        if constexpr (Facts(P::facts).has(Fact::live_out))
          p_.for_each_live_out(on_.known().blocks[b],
                               [&](const Value& v) { problem.live.push_back({on_.known().values.add(v), 1}); });
      }
      for (const Take& t : takes[b]) {
        tracked_->takes[t.phi][t.index] = static_cast<std::uint32_t>(problem.insts.size());
        problem.insts.push_back({0, static_cast<std::uint32_t>(problem.operands.size()), 1, 0});
        problem.operands.push_back({t.value, true, false, 1});
      }
      block.count = static_cast<std::uint32_t>(problem.insts.size()) - block.first;
      block.live_count = static_cast<std::uint32_t>(problem.live.size()) - block.first_live;
      block.first_successor = static_cast<std::uint32_t>(problem.successors.size());
      for (const std::uint32_t s : on_.flow().successors(b)) problem.successors.push_back(s);
      block.successor_count = static_cast<std::uint32_t>(problem.successors.size()) - block.first_successor;
      problem.blocks.push_back(std::move(block));
    }
    std::pair<const void*, std::uint32_t> last{nullptr, 0};
    for (std::uint32_t v = 0; v < on_.known().values.size(); ++v) {
      const std::uint32_t cls = class_of(on_.known().values[v], problem, last);
      problem.registers.push_back({name("v", v), cls, v, 1, false});
      problem.register_units.push_back(v);
      problem.unit_class.push_back(cls);
    }
  }
  // An instruction with its own operands; what a phi takes is read elsewhere.
  void add(pressure::Problem& problem, std::uint32_t n) {
    tracked_->ids[n] = static_cast<std::uint32_t>(problem.insts.size());
    const auto first = static_cast<std::uint32_t>(problem.operands.size());
    const bool phi = n < tracked_->takes.size() && !tracked_->takes[n].empty();
    std::uint32_t own = phi ? tracked_->phi_operands[n] : none;
    on_.uses().for_each_mention_of(n, [&](std::uint32_t value, bool def) {
      if (own == 0) return;
      --own;
      problem.operands.push_back({value, !def, def, 1});
    });
    problem.insts.push_back({0, first, static_cast<std::uint32_t>(problem.operands.size()) - first, 0});
  }

  const P& p_;
  Chain<P>& on_;
  const Own& own_;
  PressureGateOptions options_;
  static inline const char kind = 0;  // one for each type of Own
  mutable std::optional<bool> asks_;
  const bool hands_on_;
  TrackedCode<P>* tracked_ = nullptr;  // the chain's, once it is of this code
  std::uint64_t erased_ = 0;           // by the change that is looked at
  std::uint64_t walked_ = 0, spent_ = 0, budget_ = 0;
};

}  // namespace lathe::passes
