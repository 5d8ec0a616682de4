// Random loops for tests and the benchmark: `pick(n)` gives numbers below n.
#pragma once

#include <random>
#include <string>

#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>

namespace modulo_test {

using namespace lathe::modulo;

/// A stated shape. Operations are loads, stores, additions, multiplications and divisions in program order; each reads
/// one or two earlier ones, near ones more often; some read a later one of an iteration before.
struct Shape {
  std::uint32_t insts = 16;
  std::uint32_t recurrences = 1;   ///< operands that come from an earlier iteration
  std::uint32_t max_distance = 3;  ///< of those
  std::uint32_t reach = 8;         ///< how far back operands usually are
  std::uint32_t machine = 0;       ///< 0 .. 4
  bool memory = true;              ///< edges between stores and loads
};
inline constexpr std::uint32_t machines = 5;

struct Kind {
  const char* name;
  std::uint32_t latency, unit, cycles;
  bool load, store;
};
/// Machines: 0 a VLIW, pipelined; 1 one unit of each kind, divider held; 2 issue only; 3 units held for several cycles,
/// two of each; 4 two register classes, instructions that take two units one after the other.
inline std::vector<Kind> set_up(Problem& p, std::uint32_t machine) {
  p.sets = {{"r", 0}};
  switch (machine) {
    case 0:
      p.units = {{"mem", 2}, {"alu", 2}, {"mul", 1}};
      p.issue_width = 4;
      return {{"load", 4, 0, 1, true, false}, {"store", 1, 0, 1, false, true}, {"add", 1, 1, 1, false, false},
              {"mul", 3, 2, 1, false, false}, {"add", 1, 1, 1, false, false},  {"div", 8, 2, 1, false, false}};
    case 1:
      p.units = {{"mem", 1}, {"add", 1}, {"mul", 1}, {"div", 1}};
      return {{"load", 2, 0, 1, true, false}, {"store", 1, 0, 1, false, true}, {"add", 3, 1, 1, false, false},
              {"mul", 4, 2, 1, false, false}, {"add", 3, 1, 1, false, false},  {"div", 9, 3, 6, false, false}};
    case 2:
      p.issue_width = 2;
      return {{"load", 6, none, 1, true, false}, {"store", 1, none, 1, false, true},
              {"add", 2, none, 1, false, false}, {"mul", 4, none, 1, false, false},
              {"add", 2, none, 1, false, false}, {"div", 12, none, 1, false, false}};
    case 3:
      p.units = {{"mem", 2}, {"fp", 2}};
      return {{"load", 5, 0, 2, true, false}, {"store", 1, 0, 1, false, true}, {"add", 2, 1, 1, false, false},
              {"mul", 4, 1, 2, false, false}, {"add", 2, 1, 1, false, false},  {"div", 9, 1, 5, false, false}};
    default:
      p.sets = {{"r", 0}, {"f", 0}};
      p.units = {{"issue", 3}, {"port", 1}, {"bus", 2}};
      return {{"load", 3, 1, 1, true, false}, {"store", 1, 1, 1, false, true}, {"add", 1, 0, 1, false, false},
              {"mul", 3, 0, 2, false, false}, {"add", 1, 0, 1, false, false},  {"div", 7, 0, 4, false, false}};
  }
}

template <class Pick>
Problem random_loop(Pick&& pick, const Shape& shape) {
  Problem p;
  const std::vector<Kind> kinds = set_up(p, shape.machine);
  std::vector<std::uint32_t> computes, loads, stores, value(shape.insts, none);
  std::vector<const Kind*> of;
  const auto reads = [&](std::uint32_t to, std::uint32_t from, std::uint32_t distance) {
    p.edges.push_back(
        {from, to, static_cast<std::int32_t>(of[from]->latency), distance, DependenceKind::data, value[from]});
  };
  for (std::uint32_t i = 0; i < shape.insts; ++i) {
    const std::uint32_t dice = pick(20);
    const std::size_t k = i == 0 || dice < 5 ? 0 : dice < 7 ? 1 : dice < 12 ? 2 : dice < 15 ? 3 : dice < 19 ? 4 : 5;
    const Kind& kind = kinds[k];
    of.push_back(&kind);
    p.insts.push_back({kind.name, kind.latency, 1});
    if (kind.unit != none) p.reservations.push_back({i, {kind.unit, 0, kind.cycles}});
    if (shape.machine == 4 && !kind.store) p.reservations.push_back({i, {2, kind.latency, 1}});
    const auto operand = [&] {
      const auto n = static_cast<std::uint32_t>(computes.size());
      const std::uint32_t far = std::min(n, pick(4) == 0 ? n : shape.reach);
      return computes[n - 1 - pick(far)];
    };
    if (!computes.empty() && (!kind.load || pick(3) == 0)) reads(i, operand(), 0);
    if (!computes.empty() && !kind.load && pick(3) != 0) reads(i, operand(), 0);
    if (!kind.store) {
      value[i] = static_cast<std::uint32_t>(p.values.size());
      p.values.push_back({i, static_cast<std::uint32_t>(p.sets.size() > 1 && (k == 3 || k == 5)), 1, false});
      computes.push_back(i);
    }
    if (kind.load) loads.push_back(i);
    if (kind.store) stores.push_back(i);
  }
  for (std::uint32_t r = 0; r < shape.recurrences && !computes.empty(); ++r) {
    const std::uint32_t from = computes[pick(static_cast<std::uint32_t>(computes.size()))];
    std::uint32_t to = pick(from + 1);
    if (of[to]->load && pick(2) == 0) to = from;
    reads(to, from, 1 + pick(shape.max_distance));
  }
  if (shape.memory)
    for (const std::uint32_t s : stores)
      for (const std::uint32_t l : loads)
        if (pick(6) == 0) {
          if (l < s)
            p.edges.push_back({l, s, 0, 0, DependenceKind::memory, none});
          else
            p.edges.push_back({s, l, 1, 0, DependenceKind::memory, none});
          if (pick(3) == 0) p.edges.push_back({s, l, 1, 1 + pick(3), DependenceKind::memory, none});
        }
  return p;
}
inline Problem seeded_loop(std::uint32_t seed, const Shape& shape) {
  std::mt19937 rng(seed);
  return random_loop([&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; }, shape);
}

/// Everything that must hold of an answer; empty when all is well.
inline std::string check_everything(const Problem& p, const Options& options, const Result& r) {
  std::string out;
  if (!proves_rec_mii(p, r.bounds.cycle, r.bounds.rec_mii)) out += "the cycle does not prove RecMII\n";
  const Schedule* const s = r.schedule();
  if (s == nullptr) return out;
  out += check_schedule(p, *s, options.force_issue_width).str();
  if (!out.empty()) return out;
  if (max_live(p, *s) != r.max_live) out += "MaxLive is not what the checker counts\n";
  if (s->ii < r.bounds.res_mii || s->ii < r.bounds.rec_mii) out += "II below its bounds\n";
  if (options.max_stages != Options::unlimited && s->stages() > options.max_stages + 1) out += "too many stages\n";
  return out;
}

}  // namespace modulo_test
