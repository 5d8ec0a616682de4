// Peeling: the kernel is one pass of the schedule, and copies at its end move values on to the names under which the
// next pass reads them. A prologue pass can be left for the code that drains the pipeline, so any trip count will do
// and no loop remains.
//
//   guard -> entry -> prologue 0 -> prologue 1 -> ... -> kernel (loops)
//                         |             |                  |
//                       exit 1        exit 2               v
//                         |             +-> drain 2 <- ... drain stages-1
//                         +------------------> drain 1 -> finish -> done
//
// Drain m ends iteration (started - m), which has done its stages 0 .. m-1; so it is the same code whether the pipeline
// was full or not. Name `copy a` of a value is what was written a passes ago; name `drain` is written in the drain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/expand/builder.hpp>

namespace lathe::modulo::detail {

/// How old the values are that are read, and whether the last pass's value is moved away before it is written again.
struct Ages {
  std::vector<std::uint32_t> oldest;  ///< per value, in passes
  std::vector<bool> moved;
};
template <class = void>
inline Ages ages(const Problem& p, const PassOrder& o, const ExpandOptions& options) {
  Ages a{std::vector<std::uint32_t>(p.values.size(), 0), std::vector<bool>(p.values.size(), false)};
  for (const Edge& e : p.edges) {
    if (e.value == none) continue;
    const std::uint32_t age = o.age(e);
    a.oldest[e.value] = std::max(a.oldest[e.value], age);
    if (age > 1 || (age == 1 && (options.ssa || o.position[e.to] > o.position[e.from]))) a.moved[e.value] = true;
  }
  return a;
}

template <class = void>
class BasicPeelExpander {
 public:
  BasicPeelExpander(const Problem& p, const Schedule& s, const PassOrder& o, const Ages& ages)
      : p_(p), o_(o), b_(p, s, o), ages_(ages) {
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      base_.push_back(static_cast<std::uint32_t>(b_.out.names.size()));
      for (std::uint32_t a = 0; a <= (ages.moved[v] ? ages.oldest[v] : 0); ++a)
        b_.out.names.push_back({v, NameKind::copy, a});
      first_drain_.push_back(static_cast<std::uint32_t>(b_.out.names.size()));
      for (std::uint32_t k = 0; k < drains(v); ++k) b_.out.names.push_back({v, NameKind::drain, k});
    }
    b_.add_homes();
  }

  Expansion run() {
    b_.out.method = Method::peel;
    // Numbers of blocks: guard, entry, prologues, kernel, exits 1 .. filled-1, drains filled .. 1, finish, done. The
    // last prologue pass needs no exit of its own: nothing is missing there.
    const std::uint32_t filled = o_.stages - 1, kernel = 2 + filled, first_exit = kernel + 1;
    const std::uint32_t exits = filled == 0 ? 0 : filled - 1;
    const std::uint32_t first_drain = first_exit + exits, finish = first_drain + filled, done = finish + 1;
    const auto drain_block = [&](std::uint32_t m) { return first_drain + filled - m; };
    b_.end({.role = Role::guard, .less = 1, .taken = done, .next = 1});
    entry();
    b_.end({.role = Role::entry, .next = 2});
    for (std::uint32_t pass = 0; pass < filled; ++pass) {
      const std::uint32_t out = pass < exits ? first_exit + pass : drain_block(filled);
      run_pass(pass);
      b_.end({.role = Role::prologue, .starts = 1, .less = 1, .taken = out, .next = pass + 3});
    }
    run_pass(filled);
    b_.end({.role = Role::kernel, .starts = 1, .less = 1, .taken = first_drain, .next = kernel});
    for (std::uint32_t n = 1; n <= exits; ++n) {
      initial_drains(n);
      b_.end({.role = Role::exit, .next = drain_block(n)});
    }
    for (std::uint32_t m = filled; m > 0; --m) {
      drain(m);
      b_.end({.role = Role::epilogue, .next = drain_block(m) + 1});
    }
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].live_out) b_.copy(b_.home(v, 1), drained(v, 1));
    b_.end({.role = Role::finish, .next = done});
    b_.end({.role = Role::done, .next = done});
    return b_.take();
  }

 private:
  std::uint32_t stage_of(std::uint32_t v) const { return o_.stage[p_.values[v].def]; }
  std::uint32_t aged(std::uint32_t v, std::uint32_t age) const {
    return base_[v] + (age == 1 && !ages_.moved[v] ? 0 : age);
  }
  // The drain goes through iterations in order: as many names as iterations between a definition and its last read.
  std::uint32_t drains(std::uint32_t v) const { return std::min(o_.distance[v] + 1, stage_of(v)); }
  /// The value of the m-th last iteration, as the drain sees it: from before, or its own.
  std::uint32_t drained(std::uint32_t v, std::uint32_t m) const {
    if (m > stage_of(v)) return aged(v, m - stage_of(v));
    return first_drain_[v] + m % drains(v);
  }

  void entry() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      for (std::uint32_t k = stage_of(v) + 1; k <= o_.distance[v]; ++k)
        b_.copy(aged(v, k - stage_of(v)), b_.home(v, k));
  }
  void run_pass(std::uint32_t pass) {
    for (const std::uint32_t inst : o_.order) {
      const std::uint32_t stage = o_.stage[inst];
      if (stage > pass) {  // an iteration before the first
        const std::uint32_t k = stage - pass;
        for (const std::uint32_t v : o_.values_of[inst])
          if (k <= o_.distance[v]) b_.move(inst, -std::int64_t{stage}, aged(v, 0), b_.home(v, k));
        continue;
      }
      b_.begin_instance(inst, -std::int64_t{stage});
      for (const std::uint32_t v : o_.values_of[inst]) b_.def(aged(v, 0));
      for (const std::uint32_t e : o_.reads_of[inst]) b_.read(aged(p_.edges[e].value, o_.age(p_.edges[e])));
    }
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (ages_.moved[v])
        for (std::uint32_t a = ages_.oldest[v]; a > 0; --a) b_.copy(aged(v, a), aged(v, a - 1));
  }
  /// After n iterations the drain may ask for what an iteration before the first would have written in it.
  void initial_drains(std::uint32_t n) {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      for (std::uint32_t k = 1; k <= o_.distance[v] && n + k <= stage_of(v); ++k)
        b_.copy(drained(v, n + k), b_.home(v, k));
  }
  void drain(std::uint32_t m) {
    for (const std::uint32_t inst : o_.iteration_order) {
      if (o_.stage[inst] < m) continue;
      b_.begin_instance(inst, -std::int64_t{m});
      for (const std::uint32_t v : o_.values_of[inst]) b_.def(drained(v, m));
      for (const std::uint32_t e : o_.reads_of[inst]) b_.read(drained(p_.edges[e].value, m + p_.edges[e].distance));
    }
  }

  const Problem& p_;
  const PassOrder& o_;
  ExpansionBuilder b_;
  const Ages& ages_;
  std::vector<std::uint32_t> base_, first_drain_;  // per value: its first name of the kind
};
using PeelExpander = BasicPeelExpander<>;

}  // namespace lathe::modulo::detail
