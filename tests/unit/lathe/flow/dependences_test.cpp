// Dependences of straight-line code and loops against a twin that unrolls the body and looks at every pair.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <lathe/flow/check_dependences.hpp>

namespace {

using namespace lathe::flow;
using Memory = Sequence::Memory;

struct Case {
  Sequence s;
  bool loop = false, renamed = false;
  std::vector<std::vector<Sequence::Operand>> rows;  // the operands again
  std::vector<MemoryRelation> relations;             // of a * size + b
};

Case random_case(std::mt19937& rng) {
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  Case c;
  c.loop = pick(4) != 0;
  c.renamed = pick(2) == 0;
  const std::uint32_t size = 1 + pick(7), plain = 1 + pick(4), phis = c.loop ? pick(3) : 0;
  c.s.values = plain + phis;
  c.rows.resize(size);
  std::vector<std::pair<std::uint32_t, Sequence::Operand>> operands;
  for (std::uint32_t i = 0; i < size; ++i) {
    for (std::uint32_t k = pick(3); k > 0; --k) c.rows[i].push_back({pick(c.s.values), false});
    // Each variable at most once among the definitions of an instruction; phis' results are written by phis alone.
    for (std::uint32_t v = 0; v < plain; ++v)
      if (pick(5) == 0) c.rows[i].push_back({v, true});
    for (const auto& o : c.rows[i]) operands.push_back({i, o});
    const std::uint32_t dice = pick(9);
    c.s.memory.push_back(dice < 4   ? Memory::none
                         : dice < 6 ? Memory::reads
                         : dice < 8 ? Memory::writes
                                    : Memory::fence);
  }
  c.s.operands = lathe::Csr<Sequence::Operand>(size, operands);
  for (std::uint32_t k = 0; k < phis; ++k) c.s.phis.push_back({plain + k, pick(c.s.values)});
  for (std::uint32_t k = 0; k < size * size; ++k) c.relations.push_back({pick(2) == 0, pick(4), pick(4)});
  return c;
}
std::vector<Dependence> found(const Case& c) {
  return dependences(c.s, {.loop = c.loop, .renamed = c.renamed},
                     [&](std::uint32_t a, std::uint32_t b) { return c.relations[a * c.s.size() + b]; });
}

/// Which run of which instruction wrote what a variable holds: (iteration, instruction), and the variable it wrote.
struct Origin {
  int iteration = -1;  ///< -1: before the loop
  std::uint32_t inst = 0, value = 0;
  auto operator<=>(const Origin&) const = default;
};

/// Runs the body some times and notes what each read got. In the steady state that is the data dependence.
std::set<Dependence> slow_data(const Case& c) {
  std::set<Dependence> out;
  const int iterations = c.loop ? 9 : 1;
  std::vector<Origin> now(c.s.values);
  std::vector<Origin> previous = now;
  for (int n = 0; n < iterations; ++n) {
    if (n > 0)
      for (const auto& phi : c.s.phis) now[phi.result] = previous[phi.next];
    for (std::uint32_t i = 0; i < c.rows.size(); ++i) {
      for (const auto& o : c.rows[i])
        if (!o.is_def && n == iterations - 1 && now[o.value].iteration >= 0)
          out.insert({now[o.value].inst, i, static_cast<std::uint32_t>(n - now[o.value].iteration),
                      DependenceKind::data, now[o.value].value});
      for (const auto& o : c.rows[i])
        if (o.is_def) now[o.value] = {n, i, o.value};
    }
    previous = now;
  }
  return out;
}

/// Neighbouring accesses of one variable in the unrolled code: reads between two writes against the later write, and
/// the two writes.
std::set<Dependence> slow_anti_output(const Case& c) {
  std::set<Dependence> out;
  const int iterations = c.loop ? 3 : 1;
  for (std::uint32_t v = 0; v < c.s.values; ++v) {
    std::vector<std::pair<int, std::uint32_t>> readers;
    std::pair<int, std::uint32_t> writer{-1, 0};
    for (int n = 0; n < iterations; ++n)
      for (std::uint32_t i = 0; i < c.rows.size(); ++i) {
        bool reads = false, writes = false;
        for (const auto& o : c.rows[i]) (o.value != v ? reads : o.is_def ? writes : reads) |= o.value == v;
        if (writes) {
          const auto add = [&](const std::pair<int, std::uint32_t>& from, DependenceKind kind) {
            if (from.first >= (c.loop ? 1 : 0) && !(from.first == n && from.second == i) && from.second != i)
              out.insert({from.second, i, static_cast<std::uint32_t>(n - from.first), kind, v});
          };
          for (const auto& r : readers) add(r, DependenceKind::anti);
          if (writer.first >= 0) add(writer, DependenceKind::output);
          readers.clear();
          writer = {n, i};
        }
        if (reads && !writes) readers.push_back({n, i});
      }
  }
  return out;
}

/// Is every conflicting pair of accesses of the unrolled code ordered by a path of edges, and does every edge stand for
/// a conflict? Edges of memory and order only.
std::string wrong_memory(const Case& c, const std::vector<Dependence>& edges) {
  const std::uint32_t size = c.s.size(), iterations = c.loop ? 6 : 1, all = size * iterations;
  std::vector<std::vector<bool>> path(all, std::vector<bool>(all, false));
  for (const Dependence& d : edges) {
    if (d.kind != DependenceKind::memory && d.kind != DependenceKind::order) continue;
    if (c.s.memory[d.from] == Memory::none || c.s.memory[d.to] == Memory::none) return "an edge of no access";
    for (std::uint32_t n = 0; n + d.distance < iterations; ++n)
      path[n * size + d.from][(n + d.distance) * size + d.to] = true;
  }
  for (std::uint32_t k = all; k-- > 0;)
    for (std::uint32_t i = 0; i < all; ++i)
      if (path[i][k])
        for (std::uint32_t j = 0; j < all; ++j)
          if (path[k][j]) path[i][j] = true;
  for (std::uint32_t x = 0; x < all; ++x)
    for (std::uint32_t y = x + 1; y < all; ++y) {
      const std::uint32_t a = x % size, b = y % size, d = y / size - x / size;
      const Memory m = c.s.memory[a], n = c.s.memory[b];
      if (m == Memory::none || n == Memory::none) continue;
      const bool fence = m == Memory::fence || n == Memory::fence;
      bool conflict = fence;
      if (!fence && (m == Memory::writes || n == Memory::writes)) {
        const MemoryRelation r = c.relations[std::min(a, b) * size + std::max(a, b)];
        const std::uint32_t least = a <= b ? r.forward : r.backward;
        // At greater distances than the least one `to` comes later still, by the iterations between.
        conflict = d == 0 ? r.same : least != 0 && d == least;
      }
      if (conflict && !path[x][y])
        return "not ordered: " + std::to_string(a) + " " + std::to_string(b) + " distance " + std::to_string(d);
    }
  return "";
}

TEST_CASE("dependences of random code against the unrolled twin") {
  std::map<DependenceKind, int> seen;
  for (std::uint32_t seed = 1; seed <= 6000; ++seed) {
    std::mt19937 rng(seed);
    const Case c = random_case(rng);
    const auto edges = found(c);
    CAPTURE(seed);
    std::set<Dependence> data, rest;
    for (const Dependence& d : edges) {
      ++seen[d.kind];
      if (d.kind == DependenceKind::data) data.insert(d);
      if (d.kind == DependenceKind::anti || d.kind == DependenceKind::output) rest.insert(d);
    }
    CHECK(data == slow_data(c));
    // Anti dependences through phis are the header's own rule: a register shared with `next`.
    if (c.renamed)
      CHECK(rest.empty());
    else if (c.s.phis.empty())
      CHECK(rest == slow_anti_output(c));
    CHECK(wrong_memory(c, edges) == "");
    CHECK(std::is_sorted(edges.begin(), edges.end()));
  }
  for (const auto kind : {DependenceKind::data, DependenceKind::anti, DependenceKind::output, DependenceKind::memory,
                          DependenceKind::order})
    CHECK(seen[kind] > 1000);
}

TEST_CASE("readers of a phi come before its register is written again") {
  // v1 = phi(v0); inst 0 reads v1, inst 1 writes v0, inst 2 reads v1.
  Sequence s;
  s.values = 2;
  const std::vector<std::pair<std::uint32_t, Sequence::Operand>> operands{
      {0, {1, false}}, {1, {0, true}}, {2, {1, false}}};
  s.operands = lathe::Csr<Sequence::Operand>(3, operands);
  s.memory.assign(3, Memory::none);
  s.phis = {{1, 0}};
  const auto edges = dependences(s, {.loop = true});
  CHECK(edges == std::vector<Dependence>{{0, 1, 0, DependenceKind::anti, 0},
                                         {1, 0, 1, DependenceKind::data, 0},
                                         {1, 2, 1, DependenceKind::data, 0},
                                         {2, 1, 1, DependenceKind::anti, 0}});
}

TEST_CASE("a full window of accesses becomes a fence") {
  Sequence s;
  const std::uint32_t size = 100;
  s.operands = lathe::Csr<Sequence::Operand>(size, {});
  s.memory.assign(size, Memory::writes);
  for (const bool loop : {false, true}) {
    const auto edges = dependences(s, {.loop = loop, .memory_window = 8});
    CHECK(edges.size() < size * 20);
    // Still all in order: each write is reached from the one before it.
    std::vector<bool> reached(size, false);
    for (const Dependence& d : edges)
      if (d.distance == 0) reached[d.to] = true;
    CHECK(std::count(reached.begin(), reached.end(), true) == size - 1);
  }
}

TEST_CASE("the checker takes what the walk finds, and refuses it with an edge less or an edge more") {
  int missing = 0, added = 0;
  for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
    std::mt19937 rng(seed);
    const Case c = random_case(rng);
    auto edges = found(c);
    const DependenceOptions options{.loop = c.loop, .renamed = c.renamed};
    const auto relation = [&](std::uint32_t a, std::uint32_t b) { return c.relations[a * c.s.size() + b]; };
    const auto check = [&] { return check_dependences(c.s, options, edges, relation); };
    CAPTURE(seed);
    CHECK_MESSAGE(check().empty(), check().str());
    if (edges.empty()) continue;
    const std::size_t at = rng() % edges.size();
    const Dependence kept = edges[at];
    edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(at));
    // Without a data edge something is out of order, unless another path leads there.
    missing += check().has(DependenceFault::unordered);
    Dependence other = kept;
    other.distance += 1 + rng() % 3;
    if (c.loop && !std::binary_search(edges.begin(), edges.end(), other)) {
      edges.insert(std::upper_bound(edges.begin(), edges.end(), other), other);
      added += check().has(DependenceFault::needless);
    }
  }
  CHECK(missing > 1200);
  CHECK(added > 1000);
}

TEST_CASE("every kind of fault of dependences is found") {
  // 0: v0 = load; 1: store v0; 2: v0 = ...; a loop.
  Sequence s;
  s.values = 1;
  const std::vector<std::pair<std::uint32_t, Sequence::Operand>> operands{
      {0, {0, true}}, {1, {0, false}}, {2, {0, true}}};
  s.operands = lathe::Csr<Sequence::Operand>(3, operands);
  s.memory = {Memory::reads, Memory::writes, Memory::none};
  const DependenceOptions options{.loop = true};
  const auto right = dependences(s, options);
  REQUIRE(check_dependences(s, options, right).empty());
  using F = DependenceFault;
  const auto expect = [&](F kind, std::vector<Dependence> edges) {
    CAPTURE(static_cast<int>(kind));
    CHECK(check_dependences(s, options, edges).has(kind));
  };
  for (std::size_t i = 0; i < right.size(); ++i) {
    auto edges = right;
    edges[i].to = 3;
    expect(F::bad_edge, edges);
    edges = right;
    edges.push_back(right[i]);
    expect(F::bad_edge, edges);
  }
  expect(F::bad_edge, {{1, 0, 0, DependenceKind::memory, Dependence::no_value}});
  expect(F::bad_edge, {{0, 1, 0, DependenceKind::data, Dependence::no_value}});
  expect(F::unordered, {});
  auto more = right;
  more.insert(std::upper_bound(more.begin(), more.end(), Dependence{1, 2, 1, DependenceKind::anti, 0}),
              {1, 2, 1, DependenceKind::anti, 0});
  expect(F::needless, more);
  CHECK(check_dependences(
            s, options, right, [](std::uint32_t, std::uint32_t) { return MemoryRelation{}; }, 2)
            .has(F::too_large));
}

}  // namespace
