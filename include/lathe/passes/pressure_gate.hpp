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

template <View P, class Own>
class PressureGate {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// All of them outlive it.
  PressureGate(Chain<P>& on, const Own& own, const PressureGateOptions& options)
      : p_(on.code()), on_(on), own_(own), options_(options) {}

  /// Is anything too dear? The tracker itself is made where a pass first begins a change, of the code as it is then.
  bool asks() const {
    if (!asks_) asks_ = find_asks();
    return *asks_;
  }
  /// Was more walked than may be? Then passes ask no more about changes that reach beyond a block.
  bool spent() const { return spent_ > budget_; }
  /// Null before the first begin.
  const pressure::Tracker* tracker() const { return tracker_.get(); }

  // ---- between begin and keep or back; nothing where nobody asks

  void begin() {
    if (!asks()) return;
    make();
    walked_ = tracker_->stats().block_changes;
    tracker_->begin();
  }
  void keep() {
    if (!asks()) return;
    tracker_->commit();
    spent_ += tracker_->stats().block_changes - walked_;
  }
  void back() {
    if (!asks()) return;
    tracker_->rollback();
    spent_ += tracker_->stats().block_changes - walked_;
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
      if (tracker_->contains(inst)) tracker_->rename(inst, f, t);
  }
  void rename(const Inst& i, const Value& from, const Value& to) {
    if (asks()) tracker_->rename(ids_[on_.known().insts.find(i)], on_.known().values.find(from), on_.known().values.find(to));
  }
  void erase(const Inst& i) {
    if (asks()) tracker_->erase(ids_[on_.known().insts.find(i)]);
  }
  /// In front of an instruction, or at the end of a block, before what phis take there.
  void move(const Inst& i, std::uint32_t block, const std::optional<Inst>& before) {
    if (!asks()) return;
    const std::uint32_t at = before ? ids_[on_.known().insts.find(*before)] : none;
    tracker_->move(ids_[on_.known().insts.find(i)], {block, at});
  }
  /// Has it become worse since begin: more above a limit, or a step crossed?
  bool worse() const {
    if (!asks()) return false;
    const pressure::Delta d = tracker_->delta();
    for (std::size_t s = 0; s < d.sets.size(); ++s)
      if ((options_.ignored_sets >> s & 1) == 0 &&
          (d.sets[s].excess_after > d.sets[s].excess_before || d.sets[s].level_after > d.sets[s].level_before))
        return true;
    return false;
  }
  /// Has it become better since begin, and nowhere worse?
  bool better() const {
    if (!asks() || worse()) return false;
    const pressure::Delta d = tracker_->delta();
    return std::any_of(d.sets.begin(), d.sets.end(), [](const pressure::Delta::Set& s) {
      return s.excess_after < s.excess_before || s.level_after < s.level_before;
    });
  }
  /// Is some peak of a block higher than at begin?
  bool raises() const {
    if (!asks()) return false;
    const pressure::Delta d = tracker_->delta();
    return std::any_of(d.peaks.begin(), d.peaks.end(), [](const auto& peak) { return peak.after > peak.before; });
  }
  /// Is a set above its limit somewhere in the block?
  bool above_limit(std::uint32_t block) {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracker_->problem().sets.size(); ++s)
      if (tracker_->peak(block, s) > tracker_->problem().sets[s].limit) return true;
    return false;
  }
  bool above_limit() {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracker_->problem().sets.size(); ++s)
      if (tracker_->total_excess(s) != 0) return true;
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
    if (tracker_ != nullptr) return;
    pressure::Problem problem;
    for (const program::RegisterSet& set : own_.sets()) {
      problem.sets.push_back({set.name, set.limit == 0 ? none : set.limit, {}});
      for (const program::Step& step : set.steps) problem.sets.back().steps.push_back(step.registers);
    }
    fill(problem);
    budget_ = 100'000 + options_.walks_per_instruction * problem.insts.size();
    tracker_ = std::make_unique<pressure::Tracker>(problem, options_.tracker);
  }
  // The tracker's instruction in which the k-th mention of an instruction is read.
  std::uint32_t id(const Inst& i, std::uint32_t k) const {
    const std::uint32_t n = on_.known().insts.find(i);
    if (n >= takes_.size() || takes_[n].empty()) return ids_[n];
    const std::uint32_t operands = phi_operands_[n];
    return k < operands ? ids_[n] : takes_[n][k - operands];
  }
  // Who gives references to classes gives one for a class: then it is looked at once. `last`: what was asked before.
  std::uint32_t class_of(const Value& v, pressure::Problem& problem, std::pair<const void*, std::uint32_t>& last) const {
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
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (auto&& b : p_.blocks())
        for (auto&& i : p_.instructions(b)) {
          std::uint32_t index = 0;
          p_.for_each_incoming(i, [&](const block_t<P>& from, const Value& v) {
            takes[on_.known().blocks.find(from)].push_back({on_.known().insts.add(i), index++, on_.known().values.add(v)});
          });
          if (index == 0) continue;
          const std::uint32_t n = on_.known().insts.add(i);
          if (n >= takes_.size()) takes_.resize(n + 1), phi_operands_.resize(n + 1, 0);
          takes_[n].assign(index, none);
          p_.for_each_operand(i, [&](const auto&) { ++phi_operands_[n]; });
        }
    ids_.assign(on_.known().insts.size(), none);
    for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b) {
      pressure::Problem::Block block{name("b", b),
                                     static_cast<std::uint32_t>(problem.insts.size()),
                                     0,
                                     0,
                                     0,
                                     static_cast<std::uint32_t>(problem.live.size()),
                                     0};
      if (on_.flow().contains(b)) {
        for (auto&& i : p_.instructions(on_.known().blocks[b])) add(problem, i);
        if constexpr (Facts(P::facts).has(Fact::live_out))
          p_.for_each_live_out(on_.known().blocks[b],
                               [&](const Value& v) { problem.live.push_back({on_.known().values.add(v), 1}); });
      }
      for (const Take& t : takes[b]) {
        takes_[t.phi][t.index] = static_cast<std::uint32_t>(problem.insts.size());
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
  void add(pressure::Problem& problem, const Inst& i) {
    const std::uint32_t n = on_.known().insts.add(i);
    if (n >= ids_.size()) ids_.resize(n + 1, none);
    ids_[n] = static_cast<std::uint32_t>(problem.insts.size());
    const auto first = static_cast<std::uint32_t>(problem.operands.size());
    p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      problem.operands.push_back({on_.known().values.add(o.value), !o.is_def(), o.is_def(), 1});
    });
    problem.insts.push_back({0, first, static_cast<std::uint32_t>(problem.operands.size()) - first, 0});
  }

  const P& p_;
  Chain<P>& on_;
  const Own& own_;
  PressureGateOptions options_;
  mutable std::optional<bool> asks_;
  std::unique_ptr<pressure::Tracker> tracker_;
  std::vector<std::uint32_t> ids_;                 // per instruction: the tracker's
  std::vector<std::vector<std::uint32_t>> takes_;  // per phi, in the order of what it takes
  std::vector<std::uint32_t> phi_operands_;
  std::uint64_t walked_ = 0, spent_ = 0, budget_ = 0;
};

}  // namespace lathe::passes
