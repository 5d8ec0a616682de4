// Edits as a pass makes them, for the benchmarks of the pressure tracker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <lathe/pressure.hpp>
#include <lathe/pressure/edit.hpp>

namespace bench {

/// What is legal stays legal, so that liveness changes about the place of the edit only. Each is done and undone, two
/// updates: a possible move over up to 20 instructions and the move back; an insertion and its rollback, an erasure of
/// what nobody reads and its rollback; a rename of a use to another value and its rollback. One instruction in
/// `stride` has one, of the kinds by turns as far as it has the operands.
class Editor {
 public:
  Editor(const lathe::pressure::Problem& p, bool random) : Editor(p, random, 5, [](std::uint32_t) { return true; }) {}
  /// Of those for which `wanted` is true.
  template <class Wanted>
  Editor(const lathe::pressure::Problem& p, bool random, std::uint32_t stride, Wanted&& wanted) : tracker_(p) {
    const auto count = static_cast<std::uint32_t>(p.insts.size());
    std::mt19937 rng(7);
    for (std::uint32_t inst = 0; inst < count; inst += stride)
      if (const auto number = static_cast<std::uint32_t>(rng()); wanted(inst)) add(inst, number);
    if (random) std::shuffle(steps_.begin(), steps_.end(), rng);
  }
  /// Steps until the first comes again.
  std::size_t size() const { return steps_.size(); }
  /// The instruction that step `k` is about.
  std::uint32_t inst(std::size_t k) const { return steps_[k].about; }
  /// The next step, two updates. Precondition: there are steps.
  void step() {
    const Step& s = steps_[at_];
    if (++at_ == steps_.size()) at_ = 0;
    if (s.there.kind == lathe::pressure::Edit::Kind::move) {
      tracker_.apply(s.there);
      tracker_.move(s.there.inst, s.back);
      return;
    }
    tracker_.begin();
    tracker_.apply(s.there);
    tracker_.rollback();
  }
  const lathe::pressure::Tracker& tracker() const { return tracker_; }

 private:
  using Edit = lathe::pressure::Edit;
  using Place = lathe::pressure::Place;
  struct Step {
    Edit there;
    Place back;
    std::uint32_t about = 0;
  };
  void add(std::uint32_t inst, std::uint32_t number) {
    std::vector<lathe::pressure::Operand> read;
    for (const auto& o : tracker_.operands(inst))
      if (o.reads && !o.writes) read.push_back({o.reg, true, false, o.lanes});
    const std::uint32_t kind = number % 4;
    if (kind == 0 && read.size() > 1 && fit(read[0].reg, read[1].reg)) {
      steps_.push_back({Edit::rename(inst, read[0].reg, read[1].reg), {}, inst});
    } else if (kind == 1 && read.size() > 1) {
      steps_.push_back({Edit::insert({tracker_.block_of(inst), inst}, "op", {read[0], read[1]}), {}, inst});
    } else if (kind == 2 && unread(inst)) {
      steps_.push_back({Edit::erase(inst), {}, inst});
    } else {
      add_move(inst, (number & 16) != 0);
    }
  }
  void add_move(std::uint32_t inst, bool down) {
    const Place back{tracker_.block_of(inst), tracker_.next(inst)};
    Place best{back.block, lathe::pressure::none};
    std::uint32_t at = inst, far = 0;
    for (std::uint32_t n = 0; n < 20 && at != lathe::pressure::none; ++n) {
      at = down ? tracker_.next(at) : tracker_.previous(at);
      if (at == lathe::pressure::none || !feasible(tracker_, inst, {back.block, at}).possible()) break;
      best.before = at;
      ++far;
    }
    if (far > 1) steps_.push_back({Edit::move(inst, best), back, inst});
  }
  bool fit(std::uint32_t a, std::uint32_t b) const {
    const auto& registers = tracker_.problem().registers;
    return registers[a].count == registers[b].count;
  }
  // Is nothing that it writes live behind it?
  bool unread(std::uint32_t inst) const {
    const auto operands = tracker_.operands(inst);
    return !operands.empty() && std::none_of(operands.begin(), operands.end(), [&](const auto& o) {
      return o.writes && tracker_.live_after(inst, o.reg) != 0;
    });
  }
  lathe::pressure::Tracker tracker_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
};

}  // namespace bench
