// How many registers an expansion takes at once: its names as they live from block to block, counted exactly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/expand/data.hpp>
#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/modulo/problem.hpp>

namespace lathe::modulo {

namespace detail {

template <class = void>
class BasicNameLives {
 public:
  BasicNameLives(const Problem& p, const Expansion& e) : p_(p), e_(e), seen_(e.names.size(), none) {}

  std::vector<std::uint64_t> run() {
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    flow::LivenessProblem live;
    live.variables = static_cast<std::uint32_t>(e_.names.size());
    for (std::uint32_t b = 0; b < e_.blocks.size(); ++b) {
      const Block& block = e_.blocks[b];
      if (block.role != Role::done) edges.emplace_back(b, block.next);
      if (block.less != 0) edges.emplace_back(b, block.taken);
      const auto read = [&](std::uint32_t n) {
        if (seen_[n] != b) live.uses.emplace_back(n, b);
      };
      const auto write = [&](std::uint32_t n) {
        if (std::exchange(seen_[n], b) != b) live.defs.emplace_back(n, b);
      };
      for (const Instance& i : e_.instances_of(block)) {
        for (const std::uint32_t n : e_.reads(i)) read(n);
        for (const std::uint32_t n : e_.defs(i)) write(n);
      }
      for (const Copy& c : e_.copies_of(block)) read(c.from);
      for (const Copy& c : e_.copies_of(block)) write(c.to);
      for_each_home(block, [&](std::uint32_t n) { read(n); });
    }
    const flow::Liveness lives = flow::liveness(flow::Cfg(static_cast<std::uint32_t>(e_.blocks.size()), edges), live);
    peak_.assign(p_.sets.size(), 0);
    for (std::uint32_t b = 0; b < e_.blocks.size(); ++b) scan(b, lives.live_out[b]);
    return std::move(peak_);
  }

 private:
  // What is read at a block's end: by the loop as it was all homes, behind everything what lives on.
  template <class F>
  void for_each_home(const Block& block, F&& f) const {
    if (block.role != Role::original && block.role != Role::done) return;
    for (std::uint32_t n = 0; n < e_.names.size(); ++n) {
      const Name& name = e_.names[n];
      if (name.kind == NameKind::home &&
          (block.role == Role::original || (name.index == 1 && p_.values[name.value].live_out)))
        f(n);
    }
  }
  template <class Out>
  void scan(std::uint32_t b, const Out& live_out) {
    std::vector<std::uint64_t> now(p_.sets.size(), 0);
    std::vector<std::uint32_t> touched;
    const auto add = [&](std::uint32_t n) {
      if (live_.size() < e_.names.size()) live_.resize(e_.names.size(), false);
      if (live_[n]) return;
      live_[n] = true;
      touched.push_back(n);
      const Value& v = p_.values[e_.names[n].value];
      now[v.set] += v.weight;
    };
    const auto drop = [&](std::uint32_t n) {
      if (n >= live_.size() || !live_[n]) return;
      live_[n] = false;
      const Value& v = p_.values[e_.names[n].value];
      now[v.set] -= v.weight;
    };
    const auto look = [&] {
      for (std::size_t s = 0; s < now.size(); ++s) peak_[s] = std::max(peak_[s], now[s]);
    };
    const Block& block = e_.blocks[b];
    for (const std::uint32_t n : live_out) add(n);
    for_each_home(block, add);
    look();
    const auto copies = e_.copies_of(block);
    for (const Copy& c : copies) add(c.to);  // also what nobody reads is written somewhere
    look();
    for (const Copy& c : copies) drop(c.to);
    for (const Copy& c : copies) add(c.from);
    look();
    const auto instances = e_.instances_of(block);
    for (std::size_t k = instances.size(); k-- > 0;) {
      for (const std::uint32_t n : e_.defs(instances[k])) add(n);
      look();
      for (const std::uint32_t n : e_.defs(instances[k])) drop(n);
      for (const std::uint32_t n : e_.reads(instances[k])) add(n);
      look();
    }
    for (const std::uint32_t n : touched) live_[n] = false;
  }

  const Problem& p_;
  const Expansion& e_;
  std::vector<std::uint32_t> seen_;
  std::vector<bool> live_;
  std::vector<std::uint64_t> peak_;
};

}  // namespace detail

/// Per set of the problem, the most registers that names take at once, homes included; inside of the block `original`,
/// which is the loop as it was, nothing is looked at. Values that the loop does not write are not in it.
/// Precondition: check_expansion finds nothing. O(operands + the names that live at the ends of blocks).
template <class = void>
std::vector<std::uint64_t> peak_live(const Problem& p, const Expansion& e) {
  return detail::BasicNameLives<>(p, e).run();
}

}  // namespace lathe::modulo
