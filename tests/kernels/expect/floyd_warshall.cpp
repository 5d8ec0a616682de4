// Expected results of floyd_warshall: distances by Bellman and Ford from every start; the table of next steps by
// walking it.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

constexpr int no_edge = 1 << 29;

/// A weighted graph as its matrix; about one edge in `rarity`.
std::vector<int> graph(check::Case& t, std::size_t n, int rarity) {
  std::vector<int> d(n * n, no_edge);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i == j)
        d[i * n + j] = 0;
      else if (t.random<int>(1, 1, rarity)[0] == 1)
        d[i * n + j] = t.random<int>(1, 1, 1000)[0];
  return d;
}

std::vector<int> distances(const std::vector<int>& edges, std::size_t n) {
  std::vector<int> all;
  for (std::size_t start = 0; start < n; ++start) {
    std::vector<int> far(n, no_edge);
    far[start] = 0;
    for (std::size_t round = 1; round < n; ++round)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (far[i] < no_edge && edges[i * n + j] < no_edge) far[j] = std::min(far[j], far[i] + edges[i * n + j]);
    all.insert(all.end(), far.begin(), far.end());
  }
  return all;
}

void rounds(check::Case& t, int n, int rarity) {
  const auto size = static_cast<std::size_t>(n);
  const auto edges = graph(t, size, rarity);
  std::vector<std::int16_t> first(size * size, -1);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (edges[k] < no_edge) first[k] = static_cast<std::int16_t>(k % size);
  const auto d = t.in(edges);
  const auto next = t.in(first);
  for (int k = 0; k < n; ++k)
    t.launch("relax_round", {covering(size, 16), covering(size, 16)}, {16, 16}, d, next, n, k);
  const auto want = distances(edges, size);
  t.equal("relax_round distance", t.get(d), want);

  const auto steps = t.get(next);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      if (want[i * size + j] >= no_edge) {
        t.require(steps[i * size + j] == -1, "relax_round: a step where there is no way");
        continue;
      }
      int length = 0;
      std::size_t at = i, count = 0;
      for (; at != j && count <= size; ++count) {
        const auto to = static_cast<std::size_t>(steps[at * size + j]);
        if (to >= size || edges[at * size + to] >= no_edge) break;
        length += edges[at * size + to];
        at = to;
      }
      if (at != j || length != want[i * size + j]) return t.fail("relax_round next: not a shortest way");
    }
}

void tile(check::Case& t, int rarity) {
  const auto edges = graph(t, 16, rarity);
  const auto d = t.in(edges);
  t.launch("relax_tile", {1}, {16, 16}, d);
  t.equal("relax_tile", t.get(d), distances(edges, 16));
}

}  // namespace

KERNEL_CHECK(floyd_warshall) {
  rounds(t, 1, 1);
  rounds(t, 16, 3);
  rounds(t, 19, 8);
  tile(t, 2);
  tile(t, 7);
}
