// Small random loops and schedules for the tests of kernel expansion, and a simulator: plain iteration against the
// expansion, on numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lathe/expand.hpp>
#include <lathe/expand/check.hpp>

namespace expand_test {

using namespace lathe::modulo;

/// Dependences of distance 0 go forward; values are read many times, up to three iterations later, and by themselves.
template <class Pick>
Problem random_loop(Pick&& pick, std::uint32_t size) {
  Problem p;
  p.name = "random";
  p.sets = {{"a", 0}, {"b", 0}};
  for (std::uint32_t inst = 0; inst < size; ++inst) {
    p.insts.push_back({"op" + std::to_string(inst), 1 + pick(4), 1});
    for (std::uint32_t k = pick(8) == 0 ? 2 : pick(4) == 0 ? 0 : 1; k > 0; --k)
      p.values.push_back({inst, pick(2), 1 + pick(2), pick(4) == 0});
  }
  const auto data = [&](std::uint32_t v, std::uint32_t to, std::uint32_t distance) {
    p.edges.push_back({p.values[v].def, to, static_cast<std::int32_t>(pick(4) == 0 ? pick(2) : p.insts[to].latency),
                       distance, DependenceKind::data, v});
  };
  for (std::uint32_t inst = 0; inst < size; ++inst)
    for (std::uint32_t reads = p.values.empty() ? 0 : pick(4); reads > 0; --reads) {
      const std::uint32_t v = pick(static_cast<std::uint32_t>(p.values.size()));
      data(v, inst, p.values[v].def < inst ? (pick(3) == 0 ? pick(4) : 0) : 1 + (pick(2) == 0 ? pick(3) : 0));
    }
  for (std::uint32_t others = pick(1 + size / 2); others > 0; --others) {
    const std::uint32_t a = pick(size), b = pick(size);
    const DependenceKind kinds[] = {DependenceKind::memory, DependenceKind::order, DependenceKind::anti,
                                    DependenceKind::output};
    p.edges.push_back({a, b, static_cast<std::int32_t>(pick(3)), a < b ? pick(3) : 1 + pick(3), kinds[pick(4)], none});
  }
  return p;
}

/// A valid schedule with random slack, resources not looked at: longest paths from random lower bounds, at the least
/// interval from `ii` at which there are any.
template <class Pick>
Schedule random_schedule(Pick&& pick, const Problem& p, std::uint32_t ii) {
  std::vector<std::int64_t> bound(p.size());
  const std::uint32_t spread = 1 + pick(20);
  for (auto& b : bound) b = pick(spread);
  for (;; ++ii) {
    std::vector<std::int64_t> at = bound;
    bool changed = true;
    for (std::uint32_t round = 0; changed && round <= p.size() + 1; ++round) {
      changed = false;
      for (const Edge& e : p.edges) {
        const std::int64_t least = at[e.from] + e.latency - std::int64_t{ii} * e.distance;
        changed |= at[e.to] < least;
        at[e.to] = std::max(at[e.to], least);
      }
    }
    if (changed) continue;
    Schedule s;
    s.ii = ii;
    const std::int64_t first = *std::min_element(at.begin(), at.end()) / ii * ii;
    for (const std::int64_t c : at) s.cycle.push_back(static_cast<std::int32_t>(c - first));
    s.copy.assign(p.reservations.size(), 0);
    return s;
  }
}

/// Numbers for everything: instruction `inst` computes from its inputs, and from a cell for each other edge that ends
/// in it; it writes a cell of its iteration for each other edge that begins in it. Cells not written yet read as 1.
class Simulator {
 public:
  explicit Simulator(const Problem& p) : p_(p), edges_(p.edges.size()), reads_(p.size()), defs_(p.size()) {
    for (std::uint32_t k = 0; k < p.edges.size(); ++k) {
      edges_[k] = p.edges[k].value == none;
      if (!edges_[k]) reads_[p.edges[k].to].push_back(k);
    }
    for (std::uint32_t v = 0; v < p.values.size(); ++v) defs_[p.values[v].def].push_back(v);
    for (const Edge& e : p.edges)
      if (e.value != none) far_ = std::max(far_, e.distance);
  }
  using Number = std::uint64_t;
  struct Result {
    std::vector<Number> live_out;  ///< per value; 0 for those that are not
    Number work = 0;               ///< of all that every instruction computed, in no order
    bool operator==(const Result&) const = default;
  };

  Result plain(std::uint64_t trips) {
    start(trips);
    for (std::uint64_t i = 0; i < trips; ++i) iteration(i);
    Result r{std::vector<Number>(p_.values.size(), 0), work_};
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].live_out) r.live_out[v] = value(v, static_cast<std::int64_t>(trips) - 1);
    return r;
  }
  /// Nothing if it does not end.
  std::optional<Result> expanded(const Expansion& e, std::uint64_t trips) {
    start(trips);
    std::vector<Number> r(e.names.size(), 77);
    for (std::uint32_t k = 0; k < r.size(); ++k)
      if (e.names[k].kind == NameKind::home) r[k] = initial(e.names[k].value, e.names[k].index);
    std::uint64_t left = trips, steps = 0;
    std::uint32_t at = 0;
    for (; e.blocks[at].role != Role::done; ++steps) {
      if (steps > (trips + 2) * (e.blocks.size() + 2)) return std::nullopt;
      const Block& b = e.blocks[at];
      if (b.role == Role::original) {
        const std::uint64_t runs = Expansion::original_runs(b, left);
        original(e, r, trips - left, runs);
        left -= runs;
      } else {
        for (const Instance& i : e.instances_of(b)) {
          const auto defs = e.defs(i), reads = e.reads(i);
          std::vector<Number> in, out;
          for (const std::uint32_t name : reads) in.push_back(r[name]);
          if (i.move)
            out = in;
          else
            out = compute(i.inst, static_cast<std::int64_t>(trips - left) + i.offset, in);
          for (std::size_t k = 0; k < defs.size(); ++k) r[defs[k]] = out[k];
        }
      }
      std::vector<Number> from;
      for (const Copy& c : e.copies_of(b)) from.push_back(r[c.from]);
      for (std::size_t k = 0; k < from.size(); ++k) r[e.copies_of(b)[k].to] = from[k];
      left -= b.starts;
      at = left < b.less ? b.taken : b.next;
    }
    Result out{std::vector<Number>(p_.values.size(), 0), work_};
    for (std::uint32_t k = 0; k < r.size(); ++k)
      if (e.names[k].kind == NameKind::home && e.names[k].index == 1 && p_.values[e.names[k].value].live_out)
        out.live_out[e.names[k].value] = r[k];
    return out;
  }

 private:
  static Number mix(Number a, Number b) {
    Number x = a * 0x9E3779B97F4A7C15ULL + b + 0x632BE59BD9B4E019ULL;
    x ^= x >> 29;
    return x * 0xBF58476D1CE4E5B9ULL;
  }
  static Number initial(std::uint32_t v, std::uint32_t k) { return mix(v + 1000, k); }
  void start(std::uint64_t trips) {
    work_ = 0;
    values_.assign(p_.values.size() * trips, 0);
    cells_.assign(p_.edges.size() * trips, 1);
    trips_ = trips;
  }
  Number value(std::uint32_t v, std::int64_t i) const {
    return i < 0 ? initial(v, static_cast<std::uint32_t>(-i))
                 : values_[static_cast<std::size_t>(i) * p_.values.size() + v];
  }
  std::vector<Number> compute(std::uint32_t inst, std::int64_t i, const std::vector<Number>& in) {
    Number x = inst;
    for (const Number n : in) x = mix(x, n);
    for (std::uint32_t k = 0; k < p_.edges.size(); ++k)
      if (edges_[k] && p_.edges[k].to == inst) {
        const std::int64_t other = i - p_.edges[k].distance;
        x = mix(x, other < 0 ? 2 : cells_[static_cast<std::size_t>(other) * p_.edges.size() + k]);
      }
    for (std::uint32_t k = 0; k < p_.edges.size(); ++k)
      if (edges_[k] && p_.edges[k].from == inst && i >= 0 && static_cast<std::uint64_t>(i) < trips_)
        cells_[static_cast<std::size_t>(i) * p_.edges.size() + k] = mix(x, k);
    work_ += mix(x, static_cast<Number>(i));
    std::vector<Number> out;
    for (const std::uint32_t v : defs_[inst]) out.push_back(mix(x, v));
    return out;
  }
  // In the order of instructions, which dependences of distance 0 follow.
  void iteration(std::uint64_t i) {
    for (std::uint32_t inst = 0; inst < p_.size(); ++inst) {
      std::vector<Number> in;
      for (const std::uint32_t k : reads_[inst])
        in.push_back(value(p_.edges[k].value, static_cast<std::int64_t>(i) - p_.edges[k].distance));
      const std::vector<Number> out = compute(inst, static_cast<std::int64_t>(i), in);
      for (std::size_t k = 0; k < out.size(); ++k) values_[i * p_.values.size() + defs_[inst][k]] = out[k];
    }
  }
  void original(const Expansion& e, std::vector<Number>& r, std::uint64_t first, std::uint64_t runs) {
    // Homes of before are where iterations before `first` are read; afterwards they are the last ones.
    std::vector<std::vector<Number>> home(p_.values.size(), std::vector<Number>(far_ + 2, 0));
    for (std::uint32_t k = 0; k < r.size(); ++k)
      if (e.names[k].kind == NameKind::home) home[e.names[k].value][e.names[k].index] = r[k];
    for (std::uint64_t i = first; i < first + runs; ++i) {
      std::vector<Number> now(p_.values.size(), 0);
      for (std::uint32_t inst = 0; inst < p_.size(); ++inst) {
        std::vector<Number> in;
        for (const std::uint32_t k : reads_[inst]) {
          const Edge& edge = p_.edges[k];
          in.push_back(edge.distance == 0 ? now[edge.value] : home[edge.value][edge.distance]);
        }
        const std::vector<Number> out = compute(inst, static_cast<std::int64_t>(i), in);
        for (std::size_t k = 0; k < out.size(); ++k) now[defs_[inst][k]] = out[k];
      }
      for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
        for (std::size_t k = home[v].size() - 1; k > 1; --k) home[v][k] = home[v][k - 1];
        home[v][1] = now[v];
      }
    }
    for (std::uint32_t k = 0; k < r.size(); ++k)
      if (e.names[k].kind == NameKind::home) r[k] = home[e.names[k].value][e.names[k].index];
  }

  const Problem& p_;
  std::vector<bool> edges_;  // those that carry no value
  std::vector<std::vector<std::uint32_t>> reads_, defs_;
  std::uint32_t far_ = 0;
  std::uint64_t trips_ = 0;
  Number work_ = 0;
  std::vector<Number> values_, cells_;
};

/// Checker and simulator on one expansion: empty when all is well.
inline std::string check_all(const Problem& p, const Schedule& s, const Expansion& e) {
  std::string out = check_expansion(p, s, e).str();
  if (!out.empty()) return out;
  Simulator plain(p), fast(p);
  const std::uint64_t most = std::max<std::uint64_t>(4ULL * e.stages, e.stages + 3ULL * e.unroll);
  for (std::uint64_t n = 0; n <= most; ++n) {
    const auto want = plain.plain(n);
    const auto got = fast.expanded(e, n);
    if (!got || *got != want) out += "other results than plain iteration, " + std::to_string(n) + " iterations\n";
  }
  return out;
}

/// Every kind of options.
template <class Pick>
ExpandOptions random_expand_options(Pick&& pick) {
  ExpandOptions o;
  o.method = static_cast<Method>(pick(4));
  o.unroll = static_cast<Unroll>(pick(2));
  o.remainder = static_cast<Remainder>(pick(2));
  o.ssa = pick(2) == 0;
  return o;
}

/// One number of an expansion, changed.
template <class Pick>
void mutate(Expansion& e, Pick&& pick) {
  const auto any = [&](auto& list) -> auto& { return list[pick(static_cast<std::uint32_t>(list.size()))]; };
  const auto name = [&] { return pick(static_cast<std::uint32_t>(e.names.size())); };
  const auto near = [&](std::uint32_t& n) { n = pick(2) == 0 ? n + 1 : n - 1; };
  switch (pick(8)) {
    case 0:
    case 1:
    case 2:
      if (!e.operands.empty()) {
        // Mostly another name of the same value.
        std::uint32_t& o = any(e.operands);
        for (int tries = 0; tries < 20; ++tries)
          if (const std::uint32_t n = name(); n != o && e.names[n].value == e.names[o].value) {
            o = n;
            break;
          }
      }
      break;
    case 3:
      if (!e.copies.empty()) near(pick(2) == 0 ? any(e.copies).to : any(e.copies).from);
      break;
    case 4:
      if (!e.instances.empty()) {
        Instance& i = any(e.instances);
        const std::int32_t by = pick(2) == 0 ? 1 : -1;
        i.offset += by;
        i.cycle += std::int64_t{e.ii} * by;
      }
      break;
    case 5:
      if (e.instances.size() > 1) {
        const std::uint32_t k = pick(static_cast<std::uint32_t>(e.instances.size() - 1));
        std::swap(e.instances[k], e.instances[k + 1]);
      }
      break;
    default: {
      Block& b = any(e.blocks);
      std::uint32_t* const fields[] = {&b.starts, &b.less, &b.taken, &b.next, &b.modulus, &b.lead, &b.copies};
      near(*fields[pick(7)]);
    }
  }
}

}  // namespace expand_test
