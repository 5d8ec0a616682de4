// Expected results of bfs.cu: distances by a queue on the host.
#include <algorithm>
#include <deque>

#include "kernels/expect/reference_grid.hpp"

namespace {

struct Graph {
  std::vector<int> start, adjacent;
  int size() const { return static_cast<int>(start.size()) - 1; }
};

/// Sparse at random, with vertices that nothing reaches, loops to itself and double edges.
Graph random_graph(check::Case& t, int n) {
  Graph g{{0}, {}};
  for (int v = 0; v < n; ++v) {
    const auto degree = v % 17 == 0 ? 30 : static_cast<int>(t.rng() % 3);
    for (int e = 0; e < degree; ++e)
      g.adjacent.push_back(static_cast<int>(t.rng() % static_cast<unsigned>(n * 9 / 10)));
    g.start.push_back(static_cast<int>(g.adjacent.size()));
  }
  return g;
}

std::vector<int> distances(const Graph& g, int source) {
  std::vector<int> depth(static_cast<std::size_t>(g.size()), -1);
  std::deque<int> queue{source};
  depth[static_cast<std::size_t>(source)] = 0;
  while (!queue.empty()) {
    const auto v = static_cast<std::size_t>(queue.front());
    queue.pop_front();
    for (int e = g.start[v]; e < g.start[v + 1]; ++e) {
      const int w = g.adjacent[static_cast<std::size_t>(e)];
      int& d = depth[static_cast<std::size_t>(w)];
      if (d >= 0) continue;
      d = depth[v] + 1;
      queue.push_back(w);
    }
  }
  return depth;
}

}  // namespace

KERNEL_CHECK(bfs) {
  const Graph g = random_graph(t, 1000);
  const int source = 34;
  const std::vector<int> want = distances(g, source);
  const auto vertices = static_cast<std::size_t>(g.size());
  auto start = t.in(g.start), adjacent = t.in(g.adjacent);
  std::vector<int> first(vertices, -1);
  first[source] = 0;

  auto depth = t.in(first);
  auto frontier = t.out<int>(vertices), next = t.out<int>(vertices), next_size = t.out<int>(1);
  t.put(frontier, {source});
  int size = 1;
  for (int level = 0; size > 0 && level < g.size(); ++level) {
    t.put(next_size, {0});
    t.launch("bfs_queue", check::cover(static_cast<std::size_t>(size), 128), {128}, start, adjacent, depth, frontier,
             size, next, next_size, level);
    std::swap(frontier, next);
    size = t.get(next_size)[0];
    if (size > g.size()) return t.fail("bfs_queue: the queue holds " + std::to_string(size));
    std::vector<int> queue = t.get(check::Buffer<int>{frontier.address, static_cast<std::size_t>(size)}), at_level;
    std::sort(queue.begin(), queue.end());
    for (int v = 0; v < g.size(); ++v)
      if (want[static_cast<std::size_t>(v)] == level + 1) at_level.push_back(v);
    t.equal("bfs_queue, queue after level " + std::to_string(level), queue, at_level);
  }
  t.equal("bfs_queue, depth", t.get(depth), want);

  auto depth_2 = t.in(first);
  auto changed = t.out<std::uint8_t>(1);
  for (int level = 0; level < g.size(); ++level) {
    t.put(changed, {std::uint8_t{0}});
    t.launch("bfs_levels", check::cover(vertices, 128), {128}, start, adjacent, depth_2, g.size(), level, changed);
    const std::uint8_t again = t.get(changed)[0];
    t.require(again <= 1, "bfs_levels: changed is no bool");
    if (again == 0) break;
  }
  t.equal("bfs_levels, depth", t.get(depth_2), want);
}
