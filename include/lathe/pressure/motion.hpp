// May an instruction move? Within its block, or over the edge to a neighbour of which one has no other: up into the
// block's only predecessor, or down into a successor whose only predecessor it is.
//
// The instructions passed are looked at one by one, in a window; registers conflict by units, so overlapping parts do.
// An instruction may move when nothing conflicts. What moves to where other paths lead must not store, need not run
// safely there (`loads` are taken not to), and must not write what they need; what moves down must not be missed on
// the other paths. Cost: O(window * operands * lanes), and O(successors * units written) between blocks.
// Source: code motion feasibility in the instruction-scheduling reference; its allocation mask is `reserved` here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/pressure/tracker.hpp>

namespace lathe::pressure {

/// What is in the way of a move.
enum class Obstacle : std::uint8_t {
  nothing,
  no_such_inst,
  bad_place,          ///< no place, or one in a block that is no neighbour
  is_fixed,           ///< the instruction stays where it is
  writes_reserved,    ///< it writes a register that is not the allocator's
  not_single,         ///< neighbours, but each edge end has others: its copy would have to go elsewhere, too
  window,             ///< more instructions to pass than the window holds
  conflict,           ///< it and one that it passes write what the other reads or writes
  memory_order,       ///< it and one that it passes must keep their order in memory
  past_terminator,    ///< it would pass one
  other_path,         ///< it has an effect, and would run, or not run, on another path
  live_on_other_path  ///< it writes what another path needs
};
inline const char* to_string(Obstacle obstacle) {
  static constexpr const char* names[] = {"nothing",
                                          "no such instruction",
                                          "no place next to its block",
                                          "it is fixed",
                                          "it writes a reserved register",
                                          "the neighbours have other neighbours",
                                          "too far for the window",
                                          "operands conflict",
                                          "order of memory accesses",
                                          "a terminator is in the way",
                                          "another path would see its effect",
                                          "another path needs what it writes"};
  return names[static_cast<int>(obstacle)];
}

/// Whether an instruction may move, and what is in its way.
struct Motion {
  Obstacle obstacle = Obstacle::nothing;  ///< the first one found
  std::uint32_t at = none;                ///< instruction (or block, on other paths) that is in the way
  std::uint32_t passed = 0;               ///< instructions looked at
  std::uint32_t conflicts = 0;  ///< units by which those in the window conflict, each instruction's for itself
  bool possible() const { return obstacle == Obstacle::nothing; }  ///< nothing is in its way
};

struct MotionOptions {
  std::uint32_t window = 256;  ///< instructions that are passed at most
};

namespace detail {

template <class = void>
class BasicMotionCheck {
 public:
  BasicMotionCheck(const Tracker& t, std::uint32_t inst, MotionOptions options)
      : t_(t), inst_(inst), options_(options) {
    units_of(inst, reads_, writes_);
  }

  Motion run(Place to) {
    if ((t_.flags(inst_) & (fixed | terminator)) != 0) return stop(Obstacle::is_fixed, inst_), out_;
    for (const Operand& o : t_.operands(inst_))
      if (o.writes && t_.problem().registers[o.reg].reserved) return stop(Obstacle::writes_reserved, inst_), out_;
    const std::uint32_t from = t_.block_of(inst_);
    if (to.block == from)
      within(to);
    else if (has(t_.cfg().predecessors(from), to.block))
      up(from, to);
    else if (has(t_.cfg().successors(from), to.block))
      down(from, to);
    else
      stop(Obstacle::bad_place, none);
    return out_;
  }

 private:
  using Units = std::vector<std::uint32_t>;

  static bool has(std::span<const std::uint32_t> list, std::uint32_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }
  void stop(Obstacle why, std::uint32_t at) {
    if (out_.obstacle != Obstacle::nothing) return;
    out_.obstacle = why;
    out_.at = at;
  }
  void units_of(std::uint32_t inst, Units& reads, Units& writes) const {
    reads.clear();
    writes.clear();
    for (const Operand& o : t_.operands(inst))
      for_each_unit(t_.problem(), o.reg, o.lanes, [&](std::uint32_t u) {
        if (o.reads) reads.push_back(u);
        if (o.writes) writes.push_back(u);
      });
    for (Units* list : {&reads, &writes}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
  }
  static std::uint32_t common(const Units& a, const Units& b) {
    std::uint32_t n = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
      n += *x == *y;
      *x < *y ? ++x : ++y;
    }
    return n;
  }
  // False when the window is full.
  bool pass(std::uint32_t other) {
    if (out_.passed == options_.window) return stop(Obstacle::window, other), false;
    ++out_.passed;
    const Flags mine = t_.flags(inst_), theirs = t_.flags(other);
    if ((theirs & terminator) != 0) stop(Obstacle::past_terminator, other);
    const Flags memory = loads | stores | barrier;
    const bool ordered =
        ((mine & stores) != 0 && (theirs & memory) != 0) || ((theirs & stores) != 0 && (mine & memory) != 0) ||
        ((mine & barrier) != 0 && (theirs & memory) != 0) || ((theirs & barrier) != 0 && (mine & memory) != 0);
    if (ordered) stop(Obstacle::memory_order, other);
    units_of(other, other_reads_, other_writes_);
    const std::uint32_t n =
        common(writes_, other_reads_) + common(writes_, other_writes_) + common(reads_, other_writes_);
    out_.conflicts += n;
    if (n != 0) stop(Obstacle::conflict, other);
    return true;
  }
  void within(Place to) {
    const std::uint32_t here = t_.position(inst_);
    const std::uint32_t there = to.before == none ? t_.size(to.block) : t_.position(to.before);
    if (there > here) {
      for (std::uint32_t i = t_.next(inst_); i != to.before && pass(i);) i = t_.next(i);
    } else {
      for (std::uint32_t i = inst_; i != to.before && pass(i = t_.previous(i));) {
      }
    }
  }
  // All of its block in front of it, then all of the predecessor from its end to the place.
  void up(std::uint32_t from, Place to) {
    if (t_.cfg().predecessors(from).size() != 1 || from == 0) return stop(Obstacle::not_single, to.block);
    for (std::uint32_t i = t_.previous(inst_); i != none; i = t_.previous(i))
      if (!pass(i)) return;
    std::uint32_t i = t_.last(to.block);
    for (; i != none && to.before != none; i = t_.previous(i)) {
      if (!cross(i, loads | stores | barrier)) return;
      if (i == to.before) break;
    }
    // What stands in front of the place now must not end the block.
    if (i != none && to.before != none) i = t_.previous(i);
    if (i != none && (t_.flags(i) & terminator) != 0) stop(Obstacle::past_terminator, i);
    for (const std::uint32_t s : t_.cfg().successors(to.block))
      if (s != from) beside(s, loads | stores | barrier);
    pinned(to.block);
  }
  void down(std::uint32_t from, Place to) {
    if (t_.cfg().predecessors(to.block).size() != 1 || to.block == 0) return stop(Obstacle::not_single, to.block);
    for (std::uint32_t i = t_.next(inst_); i != none; i = t_.next(i))
      if (!cross(i, stores | barrier)) return;
    for (std::uint32_t i = t_.first(to.block); i != to.before; i = t_.next(i))
      if (!pass(i)) return;
    for (const std::uint32_t s : t_.cfg().successors(from))
      if (s != to.block) beside(s, stores | barrier);
    pinned(from);
  }
  // A terminator between the blocks is no obstacle for what has no effect beyond registers; it may leave the function,
  // so edges alone do not tell who sees the effect.
  bool cross(std::uint32_t other, Flags effects) {
    if ((t_.flags(other) & terminator) == 0) return pass(other);
    const Motion before = out_;
    if (!pass(other)) return false;
    if (before.obstacle == Obstacle::nothing && out_.obstacle == Obstacle::past_terminator) {
      out_.obstacle = Obstacle::nothing;
      out_.at = none;
      if ((t_.flags(inst_) & effects) != 0) stop(Obstacle::other_path, other);
      if (out_.conflicts != before.conflicts) stop(Obstacle::conflict, other);
    }
    return true;
  }
  // Another path begins at `block`: what moves up runs there, too; what moves down is missed.
  void beside(std::uint32_t block, Flags effects) {
    if ((t_.flags(inst_) & effects) != 0) stop(Obstacle::other_path, block);
    for (const std::uint32_t u : writes_)
      if (t_.unit_live_in(block, u)) return stop(Obstacle::live_on_other_path, block);
  }
  // What is live at the end of the block whatever follows must have been written there.
  void pinned(std::uint32_t block) {
    Units live;
    for (const Live& l : t_.problem().live_at_end(block))
      for_each_unit(t_.problem(), l.reg, l.lanes, [&](std::uint32_t u) { live.push_back(u); });
    std::sort(live.begin(), live.end());
    if (common(writes_, live) != 0) stop(Obstacle::live_on_other_path, block);
  }

  const Tracker& t_;
  std::uint32_t inst_;
  MotionOptions options_;
  Motion out_;
  Units reads_, writes_, other_reads_, other_writes_;
};
using MotionCheck = BasicMotionCheck<>;

}  // namespace detail

/// May the instruction stand at that place instead, with the program's meaning unchanged as far as the problem tells?
template <class = void>
inline Motion feasible(const Tracker& t, std::uint32_t inst, Place to, MotionOptions options = {}) {
  Motion wrong;
  wrong.obstacle = Obstacle::no_such_inst;
  if (!t.contains(inst)) return wrong;
  wrong.obstacle = Obstacle::bad_place;
  if (to.before != none) {
    if (!t.contains(to.before) || (to.block != none && to.block != t.block_of(to.before))) return wrong;
    to.block = t.block_of(to.before);
  }
  if (to.block >= t.problem().blocks.size()) return wrong;
  return detail::MotionCheck(t, inst, options).run(to);
}

}  // namespace lathe::pressure
