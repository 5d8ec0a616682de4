// What both methods of kernel expansion need to know of a schedule: the order of a pass, homes, lifetimes.
//
// A pass is ii cycles; in pass p an instruction of stage s runs for iteration p - s. Code is emitted one instruction
// after the other, so instructions of one cycle need an order: dependences first, then readers of a value before its
// next definition, which saves a name wherever a lifetime is a whole number of passes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/expand/data.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/modulo/schedule.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::modulo::detail {

/// Requires nothing of problem and schedule; after `refusal` is none, all is in range.
template <class = void>
class BasicPassOrder {
 public:
  BasicPassOrder(const Problem& p, const Schedule& s, std::uint64_t limit) : p_(p), s_(s) {
    if (!check_problem_numbers() || !check_schedule() || !check_edges() || !index(limit)) return;
    sort();
  }
  ExpandRefusal refusal = ExpandRefusal::none;
  std::string why;

  std::uint32_t stages = 0;
  std::vector<std::uint32_t> stage;            // per instruction
  std::vector<std::uint32_t> order, position;  // of a pass; per instruction, its place in there
  std::vector<std::uint32_t> iteration_order;  // of one iteration
  std::vector<std::uint32_t> distance;         // per value: longest of its data edges
  std::vector<std::uint32_t> homes;            // per value: how many
  Csr<std::uint32_t> values_of, reads_of,
      uses;  // inst -> values it defines, inst -> data edges in; value -> data edges

  /// Names that the value needs so that none is written before its last read.
  std::uint32_t need(std::uint32_t v) const {
    std::int64_t most = 1;
    const std::uint32_t def = p_.values[v].def;
    for (const std::uint32_t e : uses[v]) {
      const std::int64_t life = lifetime(p_.edges[e]), ii = s_.ii;
      const bool before = life % ii == 0 && life > 0 && position[p_.edges[e].to] <= position[def];
      most = std::max(most, life / ii + (before ? 0 : 1));
    }
    return static_cast<std::uint32_t>(most);
  }
  /// Passes between the definition and the read.
  std::uint32_t age(const Edge& e) const { return stage[e.to] + e.distance - stage[e.from]; }

 private:
  bool refuse(ExpandRefusal r, std::string text) {
    refusal = r;
    why = std::move(text);
    return false;
  }
  std::string text(const Edge& e) const {
    const auto name = [&](std::uint32_t inst) {
      return p_.insts[inst].name.empty() ? std::to_string(inst) : "'" + p_.insts[inst].name + "'";
    };
    return "instruction " + name(e.to) + " and what it waits for, " + name(e.from);
  }
  bool check_problem_numbers() {
    if (p_.insts.empty()) return refuse(ExpandRefusal::no_insts, "no instructions");
    if (p_.insts.size() >= none || p_.values.size() >= none || p_.edges.size() >= none)
      return refuse(ExpandRefusal::too_large, "more than 32 bits count");
    for (std::size_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].def >= p_.size() || p_.values[v].set >= p_.sets.size())
        return refuse(ExpandRefusal::broken_problem, "value " + std::to_string(v) + " has no definition or class");
    for (std::size_t k = 0; k < p_.edges.size(); ++k) {
      const Edge& e = p_.edges[k];
      if (e.from >= p_.size() || e.to >= p_.size())
        return refuse(ExpandRefusal::broken_problem, "edge " + std::to_string(k) + " has no instruction at an end");
      if (e.value != none &&
          (e.kind != DependenceKind::data || e.value >= p_.values.size() || p_.values[e.value].def != e.from))
        return refuse(ExpandRefusal::broken_problem, "edge " + std::to_string(k) + " does not carry its value");
      if (e.from == e.to && e.distance == 0)
        return refuse(ExpandRefusal::no_order, "edge " + std::to_string(k) + ": an instruction waits for itself");
    }
    return true;
  }
  bool check_schedule() {
    if (s_.ii == 0 || s_.cycle.size() != p_.insts.size())
      return refuse(ExpandRefusal::invalid_schedule, "an initiation interval and one cycle per instruction are needed");
    const auto [least, most] = std::minmax_element(s_.cycle.begin(), s_.cycle.end());
    if (*least < 0 || static_cast<std::uint32_t>(*least) >= s_.ii)
      return refuse(ExpandRefusal::invalid_schedule, "the least cycle is not in stage 0");
    stages = static_cast<std::uint32_t>(*most) / s_.ii + 1;
    return true;
  }
  /// Cycles from the start of `from` to that of `to`, across iterations. No overflow: 31 bits, and 32 times 32.
  std::int64_t lifetime(const Edge& e) const {
    const std::int64_t apart = std::int64_t{s_.cycle[e.to]} - s_.cycle[e.from];
    if (e.distance != 0 && s_.ii > (INT64_MAX / 2) / e.distance) return INT64_MAX / 2;
    return apart + std::int64_t{s_.ii} * e.distance;
  }
  bool check_edges() {
    for (const Edge& e : p_.edges)
      if (lifetime(e) < e.latency) return refuse(ExpandRefusal::invalid_schedule, text(e) + ": too early");
    for (const Edge& e : p_.edges)
      if (lifetime(e) < 0) return refuse(ExpandRefusal::against_order, text(e) + ": the other way round");
    return true;
  }
  bool index(std::uint64_t limit) {
    const std::uint32_t n = p_.size();
    stage.resize(n);
    for (std::uint32_t inst = 0; inst < n; ++inst) stage[inst] = s_.stage(inst);
    distance.assign(p_.values.size(), 0);
    homes.assign(p_.values.size(), 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> values, reads, used;
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) values.emplace_back(p_.values[v].def, v);
    for (std::uint32_t k = 0; k < p_.edges.size(); ++k) {
      const Edge& e = p_.edges[k];
      if (e.value == none) continue;
      distance[e.value] = std::max(distance[e.value], e.distance);
      reads.emplace_back(e.to, k);
      used.emplace_back(e.value, k);
    }
    std::uint64_t sum = 0;
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      homes[v] = std::max(distance[v], p_.values[v].live_out ? 1U : 0U);
      sum += homes[v];
      if (sum > limit) return refuse(ExpandRefusal::too_large, "values are read too many iterations later");
    }
    values_of = Csr<std::uint32_t>(n, values);
    reads_of = Csr<std::uint32_t>(n, reads);
    uses = Csr<std::uint32_t>(static_cast<std::uint32_t>(p_.values.size()), used);
    return true;
  }

  struct Arc {
    std::uint32_t to;
    bool hard;
  };
  /// Orders the instructions of each cycle of a pass. Ready ones of late stages go first.
  void sort() {
    const std::uint32_t n = p_.size();
    std::vector<std::pair<std::uint32_t, Arc>> list;
    std::vector<std::uint32_t> hard(n, 0), soft(n, 0);
    for (const Edge& e : p_.edges) {
      if (lifetime(e) == 0 && e.from != e.to) {
        list.push_back({e.from, {e.to, true}});
        ++hard[e.to];
      } else if (e.value != none && lifetime(e) % s_.ii == 0 && e.from != e.to) {
        list.push_back({e.to, {e.from, false}});
        ++soft[e.from];
      }
    }
    const Csr<Arc> arcs(n, list);
    std::vector<std::uint32_t> rows(n);
    for (std::uint32_t inst = 0; inst < n; ++inst) rows[inst] = inst;
    std::sort(rows.begin(), rows.end(),
              [&](auto a, auto b) { return std::pair(s_.slot(a), a) < std::pair(s_.slot(b), b); });
    position.assign(n, none);
    using Key = std::pair<std::uint32_t, std::uint32_t>;
    const auto key = [&](std::uint32_t inst) { return Key{stages - stage[inst], inst}; };
    for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
      std::set<Key> ready, pressed;  // without any arc to wait for; only with soft ones
      const auto enter = [&](std::uint32_t inst) {
        if (hard[inst] == 0) (soft[inst] == 0 ? ready : pressed).insert(key(inst));
      };
      for (; end < n && s_.slot(rows[end]) == s_.slot(rows[begin]); ++end) enter(rows[end]);
      while (!ready.empty() || !pressed.empty()) {
        auto& from = ready.empty() ? pressed : ready;
        const std::uint32_t inst = from.begin()->second;
        from.erase(from.begin());
        position[inst] = static_cast<std::uint32_t>(order.size());
        order.push_back(inst);
        for (const Arc arc : arcs[inst]) {
          if (position[arc.to] != none) continue;
          --(arc.hard ? hard : soft)[arc.to];
          pressed.erase(key(arc.to));
          enter(arc.to);
        }
      }
      if (order.size() != end) {
        refuse(ExpandRefusal::no_order, "instructions of one cycle depend on each other in a ring");
        return;
      }
    }
    iteration_order = order;
    std::sort(iteration_order.begin(), iteration_order.end(),
              [&](auto a, auto b) { return std::pair(stage[a], position[a]) < std::pair(stage[b], position[b]); });
  }

  const Problem& p_;
  const Schedule& s_;
};
using PassOrder = BasicPassOrder<>;

}  // namespace lathe::modulo::detail
