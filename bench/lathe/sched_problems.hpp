// Regions of stated shapes for the scheduler's benchmarks, and random legal source orders of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/sched/problem.hpp>

namespace bench {

enum class Shape : std::uint8_t {
  unrolled,   ///< independent iterations load, load, multiply, add, store: step by step over all, as an unroller leaves
              ///< it
  tree,       ///< random expression trees, a few results
  window,     ///< operands are any of the last values, as straight-line code has them
  stencil,    ///< sums of neighbours, whose loads are shared
  butterfly,  ///< the network of an FFT, in place
  tile,       ///< outer products into accumulators that live through
  wide        ///< two-operand operations on any earlier values: little structure, high pressure
};
inline constexpr std::array<const char*, 7> shape_names{"unrolled",  "tree", "window", "stencil",
                                                        "butterfly", "tile", "wide"};

/// Builds a problem instruction by instruction; registers and occupancy are those of a GPU with 64 Ki registers and 64
/// warps.
class RegionMaker {
 public:
  RegionMaker() {
    using namespace lathe::sched;
    p.issue_width = 1;
    p.units = {{"alu", 1}, {"lsu", 1}, {"fma", 1}};
    RegisterSet gpr{"gpr", 255, 0, {}};
    for (std::uint32_t warps = 64; warps >= 8; warps -= 4) {
      const std::uint32_t registers = 65536 / 32 / warps / 8 * 8;
      if (gpr.steps.empty() || gpr.steps.back().registers < registers) gpr.steps.push_back({registers, warps});
    }
    p.sets = {gpr};
    p.classes = {{"b32", {{0, 1}}}, {"b64", {{0, 2}}}};
  }
  std::uint32_t live_in(std::uint32_t cls = 0) { return value(cls, lathe::sched::none); }
  void live_out(std::uint32_t v) { p.values[v].live_out = true; }
  /// Reads these values; writes one unless it is a store.
  std::uint32_t inst(const char* name, std::uint32_t latency, std::uint32_t unit, std::vector<std::uint32_t> reads,
                     bool writes = true, std::uint32_t cls = 0) {
    const std::uint32_t n = p.size();
    p.insts.push_back({name, latency, 1, 0});
    p.reservations.push_back({n, {unit, 0, unit == 1 ? 2U : 1U}});
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    for (const std::uint32_t v : reads) p.uses.push_back({n, v});
    return writes ? value(cls, n) : lathe::sched::none;
  }
  std::uint32_t load(std::uint32_t address) { return inst("ld", 33, 1, {address}); }
  std::uint32_t op(std::uint32_t a, std::uint32_t b) { return inst("add", 4, 0, {a, b}); }
  std::uint32_t fma(std::uint32_t a, std::uint32_t b, std::uint32_t c) { return inst("fma", 4, 2, {a, b, c}); }
  void store(std::uint32_t address, std::uint32_t v) { inst("st", 1, 1, {address, v}, false); }
  lathe::sched::Problem p;

 private:
  std::uint32_t value(std::uint32_t cls, std::uint32_t def) {
    p.values.push_back({cls, 1, def, false});
    return static_cast<std::uint32_t>(p.values.size() - 1);
  }
};

/// About `size` instructions of a shape.
inline lathe::sched::Problem make_region(Shape shape, std::mt19937& rng, std::uint32_t size) {
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  RegionMaker m;
  const std::uint32_t base = m.live_in(1), out = m.live_in(1);
  std::vector<std::uint32_t> v;
  switch (shape) {
    case Shape::unrolled: {
      const std::uint32_t trips = std::max(1U, size / 5), factor = m.live_in();
      std::vector<std::uint32_t> a, b, c;
      for (std::uint32_t i = 0; i < trips; ++i) a.push_back(m.load(base));
      for (std::uint32_t i = 0; i < trips; ++i) b.push_back(m.load(base));
      for (std::uint32_t i = 0; i < trips; ++i) c.push_back(m.op(a[i], factor));
      for (std::uint32_t i = 0; i < trips; ++i) c[i] = m.fma(c[i], b[i], a[i]);
      for (std::uint32_t i = 0; i < trips; ++i) m.store(out, c[i]);
      break;
    }
    case Shape::tree: {
      const std::uint32_t leaves = std::max(2U, size / 2);
      for (std::uint32_t i = 0; i < leaves; ++i) v.push_back(m.load(base));
      while (v.size() > 1 + pick(3)) {
        const std::uint32_t i = pick(static_cast<std::uint32_t>(v.size()) - 1);
        v[i] = m.op(v[i], v[i + 1]);
        std::swap(v[i + 1], v.back());  // neighbours need not stay neighbours
        v.pop_back();
      }
      for (const std::uint32_t x : v) m.store(out, x);
      break;
    }
    case Shape::window: {
      const std::uint32_t near = 4 + pick(40);
      for (std::uint32_t i = 0; i < 4; ++i) v.push_back(m.live_in());
      const auto any = [&] {
        return v[v.size() - 1 - pick(std::min<std::uint32_t>(near, static_cast<std::uint32_t>(v.size())))];
      };
      while (m.p.size() < size) switch (pick(6)) {
          case 0:
            v.push_back(m.load(base));
            break;
          case 1:
            m.store(out, any());
            break;
          case 2:
            v.push_back(m.fma(any(), any(), any()));
            break;
          default:
            v.push_back(m.op(any(), any()));
        }
      break;
    }
    case Shape::stencil: {
      const std::uint32_t points = std::max(1U, size / 5);
      for (std::uint32_t i = 0; i < points + 2; ++i) v.push_back(m.load(base));
      for (std::uint32_t i = 0; i < points; ++i)
        m.store(out, m.op(m.fma(v[i], v[i + 1], v[i + 2]), m.op(v[i], v[i + 2])));
      break;
    }
    case Shape::butterfly: {
      std::uint32_t points = 2, levels = 1;
      while (points * 2 * (levels + 3) <= size) points *= 2, ++levels;
      for (std::uint32_t i = 0; i < points; ++i) v.push_back(m.load(base));
      for (std::uint32_t half = 1; half < points; half *= 2)
        for (std::uint32_t i = 0; i < points; ++i)
          if ((i & half) == 0) {
            const std::uint32_t a = v[i], b = v[i | half];
            v[i] = m.op(a, b);
            v[i | half] = m.fma(a, b, a);
          }
      for (const std::uint32_t x : v) m.store(out, x);
      break;
    }
    case Shape::tile: {
      const std::uint32_t side = 4 + pick(5), steps = std::max(1U, size / (side * side + 2 * side));
      for (std::uint32_t i = 0; i < side * side; ++i) v.push_back(m.live_in());
      for (std::uint32_t k = 0; k < steps; ++k) {
        std::vector<std::uint32_t> a, b;
        for (std::uint32_t i = 0; i < side; ++i) a.push_back(m.load(base));
        for (std::uint32_t i = 0; i < side; ++i) b.push_back(m.load(base));
        for (std::uint32_t i = 0; i < side * side; ++i) v[i] = m.fma(a[i / side], b[i % side], v[i]);
      }
      for (const std::uint32_t x : v) m.live_out(x);
      break;
    }
    case Shape::wide: {
      for (std::uint32_t i = 0; i < 8; ++i) v.push_back(m.live_in());
      while (m.p.size() < size) {
        const auto count = static_cast<std::uint32_t>(v.size());
        v.push_back(m.op(v[pick(count)], v[pick(count)]));
      }
      break;
    }
  }
  return std::move(m.p);
}

/// The same region from another legal source order, taken at random.
inline lathe::sched::Problem shuffled(const lathe::sched::Problem& p, std::mt19937& rng) {
  using namespace lathe::sched;
  std::vector<std::uint32_t> waiting(p.size(), 0), ready, place(p.size());
  std::vector<std::vector<std::uint32_t>> after(p.size());
  const auto arc = [&](std::uint32_t from, std::uint32_t to) {
    after[from].push_back(to);
    ++waiting[to];
  };
  for (const Use& u : p.uses)
    if (p.values[u.value].def != none) arc(p.values[u.value].def, u.inst);
  for (const Edge& e : p.edges) arc(e.from, e.to);
  for (std::uint32_t n = 0; n < p.size(); ++n)
    if (waiting[n] == 0) ready.push_back(n);
  Problem out = p;
  for (std::uint32_t k = 0; !ready.empty(); ++k) {
    const std::size_t i = rng() % ready.size();
    const std::uint32_t n = ready[i];
    ready[i] = ready.back();
    ready.pop_back();
    place[n] = k;
    out.insts[k] = p.insts[n];
    for (const std::uint32_t to : after[n])
      if (--waiting[to] == 0) ready.push_back(to);
  }
  for (Use& u : out.uses) u.inst = place[u.inst];
  for (Value& v : out.values)
    if (v.def != none) v.def = place[v.def];
  for (Reservation& r : out.reservations) r.inst = place[r.inst];
  for (Edge& e : out.edges) e = {place[e.from], place[e.to], e.latency, e.kind};
  std::sort(out.uses.begin(), out.uses.end());
  std::sort(out.reservations.begin(), out.reservations.end(), stands_before);
  return out;
}

}  // namespace bench
