// Expected results of union_find: components by spreading the smallest vertex, distances by Dijkstra's algorithm, ranks
// in whole numbers.
#include <queue>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

struct Edge {
  std::int32_t from, to;
};

std::size_t index(std::int32_t v) { return static_cast<std::size_t>(v); }

std::vector<Edge> edges_of(check::Case& t, std::size_t vertices, std::size_t count) {
  const auto ends = t.random<std::int32_t>(2 * count, 0, static_cast<std::int32_t>(vertices) - 1);
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < count; ++i) edges.push_back({ends[2 * i], ends[2 * i + 1]});
  return edges;
}

void components(check::Case& t, std::size_t vertices, const std::vector<Edge>& edges) {
  std::vector<std::int32_t> parent;
  for (std::size_t v = 0; v < vertices; ++v) parent.push_back(static_cast<std::int32_t>(v));
  const auto out = t.in(parent), in = out;
  auto smallest = parent;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : edges) {
      const std::int32_t least = std::min(smallest[index(a)], smallest[index(b)]);
      changed |= smallest[index(a)] != least || smallest[index(b)] != least;
      smallest[index(a)] = smallest[index(b)] = least;
    }
  }
  t.launch("hook_edges", {covering(edges.size(), 128)}, {128}, t.in(edges), in, static_cast<int>(edges.size()));
  const auto hooked = t.get(out);
  for (std::size_t v = 0; v < vertices; ++v)
    if (hooked[v] > static_cast<std::int32_t>(v) || smallest[index(hooked[v])] != smallest[v])
      return t.fail("hook_edges: the parent of " + std::to_string(v) + " is " + std::to_string(hooked[v]));
  t.launch("flatten", {covering(vertices, 128)}, {128}, out, static_cast<int>(vertices));
  t.equal("flatten", t.get(out), smallest);
}

/// flatten alone, on long chains.
void chains(check::Case& t) {
  std::vector<std::int32_t> parent, want;
  for (std::int32_t v = 0; v < 300; ++v) parent.push_back(v < 3 ? v : v - 3), want.push_back(v % 3);
  parent.push_back(17), want.push_back(17);  // behind the end
  const auto out = t.in(parent);
  t.launch("flatten", {3}, {128}, out, 300);
  t.equal("flatten of chains", t.get(out), want);
}

void distances(check::Case& t, std::size_t vertices, const std::vector<Edge>& edges) {
  const std::uint32_t far = 0xffffffff;
  const auto weight = t.random<std::uint32_t>(edges.size(), 0, 1000);
  std::vector<std::uint32_t> start(vertices, far), want;
  start[vertices / 2] = 5;
  want = start;
  using Item = std::pair<std::uint32_t, std::size_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  open.push({5, vertices / 2});
  while (!open.empty()) {
    const auto [d, v] = open.top();
    open.pop();
    if (d > want[v]) continue;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const std::size_t to = index(edges[e].to);
      if (index(edges[e].from) != v || d + weight[e] >= want[to]) continue;
      want[to] = d + weight[e];
      open.push({want[to], to});
    }
  }
  const auto in = t.in(edges);
  const auto weights = t.in(weight), dist = t.in(start);
  const auto changed = t.out<int>(1);
  auto before = start;
  for (std::size_t round = 0;; ++round) {
    if (round > vertices) return t.fail("bellman_round: no end");
    t.put(changed, {0});
    t.launch("bellman_round", {covering(edges.size(), 128)}, {128}, in, weights, dist, changed,
             static_cast<int>(edges.size()));
    const auto now = t.get(dist);
    t.equal("bellman_round, changed", t.get(changed), {now != before ? 1 : 0});
    if (now == before) break;
    before = now;
  }
  t.equal("bellman_round", before, want);
}

void ranks(check::Case& t, std::size_t vertices, const std::vector<Edge>& edges) {
  std::vector<std::int32_t> degree(vertices);
  for (const Edge& e : edges) ++degree[index(e.from)];
  const auto rank = t.random<std::uint64_t>(vertices, 0, 1ULL << 39);
  auto next = t.random<std::uint64_t>(vertices, 0, 1ULL << 40);
  const auto out = t.in(next);
  for (const Edge& e : edges)
    next[index(e.to)] += rank[index(e.from)] * 14260633 / (static_cast<std::uint64_t>(degree[index(e.from)]) << 24);
  t.launch("rank_round", {covering(edges.size(), 128)}, {128}, t.in(edges), t.in(degree), t.in(rank), out,
           static_cast<int>(edges.size()));
  t.equal("rank_round", t.get(out), next);
}

}  // namespace

KERNEL_CHECK(union_find) {
  const struct {
    std::size_t vertices, edges;
  } shapes[] = {{1, 1}, {2, 5}, {200, 150}, {300, 290}, {500, 1000}};
  for (const auto& [vertices, count] : shapes) {
    const auto edges = edges_of(t, vertices, count);
    components(t, vertices, edges);
    distances(t, vertices, edges);
    ranks(t, vertices, edges);
  }
  std::vector<Edge> path;  // one long component, in an order that hooks badly
  for (std::int32_t v = 0; v < 255; ++v) path.push_back({(v * 37) % 256, ((v + 1) * 37) % 256});
  components(t, 256, path);
  distances(t, 256, path);
  chains(t);
}
