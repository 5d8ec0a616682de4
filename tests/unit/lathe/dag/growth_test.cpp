// Motifs on which the combiner, or the rules of its benchmark, once were superlinear: as many visits a node in a graph of
// eight times the size, few of them, and a graph without faults behind it. Found by bench/lathe/combine_search.cpp, but for
// the last one, which is drawn: loads and stores of neighbouring places.
#include <doctest/doctest.h>

#include "bench/lathe/combine_genome.hpp"

namespace {

const char* const found[] = {
    "join s16 i16; store l0 l1; store l1 i16; fan",       // a token factor hashed anew for each chain that changes
    "join l0 s0; fan",                                    // token factors opened one by one
    "join s16 l2; store g4 i8; join s1 l0; line",         // each of them opened for itself, and copied
    "store i24 k0; join s8 l3; fan",                      // the same, gathered by one
    "add i8 g0; load k2 l0; store l1 l0; add l1 l0; fan"  // loads that look past stores
};

struct Work {
  double visits = 0;
  bool fixpoint = false;
  unsigned faults = 0;
};
Work work(const shapes::Genome& genome, std::int64_t size) {
  shapes::Graph g;
  shapes::grow(g, genome, size);
  const double nodes = g.size();
  shapes::Rules rules(g);
  const auto done = lathe::dag::combine(rules, {});
  Work out{static_cast<double>(done.visits) / nodes, done.outcome == lathe::dag::CombineOutcome::fixpoint, 0};
  g.verify([&](lathe::dag::NodeId, const char*) { ++out.faults; });
  return out;
}

}  // namespace

TEST_CASE("motifs that were superlinear") {
  for (const char* text : found) {
    CAPTURE(text);
    const auto genome = shapes::genome_of(text);
    REQUIRE(genome);
    CHECK(shapes::to_text(*genome) == text);
    const Work small = work(*genome, 1024), large = work(*genome, 8192);
    CHECK(small.fixpoint);
    CHECK(large.fixpoint);
    CHECK(large.visits <= 8);
    CHECK(large.visits <= small.visits * 1.25 + 0.1);
    CHECK(small.faults + large.faults == 0);
  }
}

TEST_CASE("random motifs come to a fixpoint, and the graph stays whole") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    const auto genome = shapes::random_genome(random);
    CAPTURE(shapes::to_text(genome));
    const Work done = work(genome, 600);
    CHECK(done.fixpoint);
    CHECK(done.faults == 0);
  }
}
