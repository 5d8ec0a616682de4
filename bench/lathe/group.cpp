// The grouper over doubling sizes: growth order in time for code-like blocks and for the shapes that could be slow; and
// a peer that looks for partners pair by pair, as load and store optimizers of compilers do within a window.
#include <benchmark/benchmark.h>

#include <random>

#include <lathe/group.hpp>
#include <lathe/group/check.hpp>

namespace {

using namespace lathe::group;

Problem empty_problem(std::uint32_t n, std::uint32_t block) {
  Problem p;
  p.kinds = {{"load", 0, 2, 4, true, false, Kind::Place::early}, {"store", 0, 2, 4, true, false, Kind::Place::late}};
  for (std::uint32_t i = 0; i < n; i += block) p.blocks.push_back({i, std::min(block, n - i)});
  return p;
}
// A third memory accesses off two bases that change along the way, two operands each from what is near.
Problem code(std::uint32_t n, std::uint32_t block) {
  std::mt19937 random(1);
  Problem p = empty_problem(n, block);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t inside = i % block;
    if (random() % 3 == 0)
      p.candidates.push_back({i, random() % 3 == 0 ? 1U : 0U, i / 64 * 2 + random() % 2,
                              static_cast<std::int64_t>(random() % 16) * 4, 4, 16});
    for (int e = 0; e < 2; ++e)
      if (inside != 0 && random() % 2 == 0)
        p.edges.push_back({i - 1 - static_cast<std::uint32_t>(random() % std::min(inside, 32U)), i});
  }
  return p;
}
Problem one_key(std::uint32_t n) {
  Problem p = empty_problem(n, n);
  for (std::uint32_t i = 0; i < n; ++i)
    p.candidates.push_back({i, 0, 0, static_cast<std::int64_t>(i * 0x9E3779B1U % n), 1, 1});
  return p;
}
Problem equal_orders(std::uint32_t n) {
  Problem p = empty_problem(n, n);
  for (std::uint32_t i = 0; i < n; ++i) p.candidates.push_back({i, 0, 0, i < n / 2 ? 0 : 1, 1, 1});
  return p;
}
// Each pair is kept apart, so every try is in vain.
Problem chained(std::uint32_t n) {
  Problem p = one_key(n);
  for (std::uint32_t i = 1; i < n; ++i) p.edges.push_back({i - 1, i});
  return p;
}

// For each candidate, looks through all that follow in its block for the one that touches it, and for a dependence
// between them along all paths: quadratic. Takes pairs.
std::uint64_t pairwise(const Problem& p) {
  std::vector<char> taken(p.candidates.size());
  lathe::Csr<std::uint32_t> after;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Edge& e : p.edges) pairs.emplace_back(e.from, e.to);
  after = lathe::Csr<std::uint32_t>(p.insts(), pairs);
  std::uint64_t made = 0;
  std::vector<std::uint32_t> work, seen(p.insts(), 0);
  std::uint32_t stamp = 0;
  for (std::size_t a = 0; a < p.candidates.size(); ++a) {
    if (taken[a]) continue;
    for (std::size_t b = a + 1; b < p.candidates.size(); ++b) {
      const Candidate &x = p.candidates[a], &y = p.candidates[b];
      const bool touch = x.order + x.size == y.order || y.order + y.size == x.order;
      if (taken[b] || x.key != y.key || x.kind != y.kind || !touch) continue;
      bool reached = false;
      work.assign(1, x.inst);
      ++stamp;
      while (!work.empty() && !reached) {
        const std::uint32_t i = work.back();
        work.pop_back();
        for (const std::uint32_t to : after[i]) {
          reached = reached || to == y.inst;
          if (to < y.inst && seen[to] != stamp) seen[to] = stamp, work.push_back(to);
        }
      }
      if (reached) continue;
      taken[a] = taken[b] = 1;
      ++made;
      break;
    }
  }
  return made;
}

template <class Make>
void plan(benchmark::State& state, Make&& make) {
  const Problem p = make(static_cast<std::uint32_t>(state.range(0)));
  Stats stats;
  for (auto _ : state) stats = plan_problem(p).stats;
  state.counters["saved"] = static_cast<double>(stats.saved);
  state.SetComplexityN(state.range(0));
}
void code_blocks(benchmark::State& state) {
  plan(state, [](std::uint32_t n) { return code(n, 64); });
}
void code_one_block(benchmark::State& state) {
  plan(state, [](std::uint32_t n) { return code(n, n); });
}
void key_in_all(benchmark::State& state) { plan(state, one_key); }
void orders_equal(benchmark::State& state) { plan(state, equal_orders); }
void dependence_chain(benchmark::State& state) { plan(state, chained); }
void check(benchmark::State& state) {
  const Problem p = code(static_cast<std::uint32_t>(state.range(0)), 64);
  const Plan made = plan_problem(p);
  std::size_t faults = 0;
  for (auto _ : state) faults += check_plan(p, made).size();
  if (faults != 0) state.SkipWithError("the checker finds fault");
  state.SetComplexityN(state.range(0));
}
void peer_pairwise(benchmark::State& state) {
  const Problem p = code(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(0)));
  std::uint64_t made = 0;
  for (auto _ : state) made = pairwise(p);
  state.counters["saved"] = static_cast<double>(made);
  state.SetComplexityN(state.range(0));
}

constexpr std::int64_t million = 1 << 20;
BENCHMARK(code_blocks)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(code_one_block)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(key_in_all)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(orders_equal)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(dependence_chain)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(check)->RangeMultiplier(4)->Range(1 << 12, million)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(peer_pairwise)->RangeMultiplier(2)->Range(1 << 10, 1 << 13)->Complexity()->Unit(benchmark::kMillisecond);

}  // namespace
