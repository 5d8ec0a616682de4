// Looks for graphs on which the combiner is superlinear: random motifs (combine_genome.hpp) at two sizes; a motif that
// costs more per node at the larger one, is visited more than eight times a node, or does not come to a fixpoint, is made as
// small as it stays so, and told. Prints the worst ones in any case.
//
//   bench_combine_search [--seconds 20] [--seed 1] [--small 2048] [--large 32768] [--limit 3]
//   bench_combine_search --genome "load k0 l1; ...; fan"      one motif, at doubling sizes
//
// CPU time, the least of three runs; what seems too slow is measured three times more before it is believed. Exit 1 with a
// finding. Equal work takes up to twice as long at the larger size, which does not fit the caches; quadratic work 16 times.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "bench/lathe/combine_genome.hpp"

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Cost {
  double nanoseconds = 0, visits = 0;  // per node
  bool fixpoint = true;
};

// Small graphs are combined as often as make up the large one, so that the clock sees them.
Cost cost(const shapes::Genome& genome, std::int64_t size, int rounds) {
  static shapes::Graph g;
  static lathe::dag::CombineScratch scratch;
  Cost out{1e300, 0, true};
  for (int round = 0; round < rounds; ++round) {
    double seconds = 0, nodes = 0;
    for (std::int64_t done = 0; done < 16384; done += size) {
      g.clear();
      shapes::grow(g, genome, size);
      const auto made = g.size();  // what nobody needs costs, too: it is taken away
      shapes::Rules rules(g);
      const double start = cpu_seconds();
      const auto result = lathe::dag::combine(rules, {}, scratch);
      seconds += cpu_seconds() - start;
      nodes += static_cast<double>(made);
      out.visits = static_cast<double>(result.visits) / static_cast<double>(made);
      out.fixpoint &= result.outcome == lathe::dag::CombineOutcome::fixpoint;
    }
    out.nanoseconds = std::min(out.nanoseconds, seconds / nodes * 1e9);
  }
  return out;
}

struct Search {
  std::int64_t small = 2048, large = 32768;
  double limit = 3;
  // Why it is a finding; null when it is none.
  const char* fault(const shapes::Genome& genome, double& ratio) const {
    const Cost big = cost(genome, large, 1);
    ratio = 0;
    if (!big.fixpoint) return "no fixpoint";
    if (big.visits > 8) return "more than eight visits a node";
    ratio = big.nanoseconds / cost(genome, small, 1).nanoseconds;
    for (int again = 0; again < 3 && ratio > limit; ++again)
      ratio = std::min(ratio, cost(genome, large, 3).nanoseconds / cost(genome, small, 3).nanoseconds);
    return ratio > limit ? "more time a node" : nullptr;
  }
  shapes::Genome smallest(shapes::Genome genome) const {
    for (std::size_t i = 0; i < genome.genes.size() && genome.genes.size() > 1;) {
      shapes::Genome less = genome;
      less.genes.erase(less.genes.begin() + static_cast<std::ptrdiff_t>(i));
      double ratio = 0;
      if (fault(less, ratio) != nullptr)
        genome = less, i = 0;
      else
        ++i;
    }
    return genome;
  }
};

int show(const char* text) {
  const auto genome = shapes::genome_of(text);
  if (!genome || genome->genes.empty()) {
    std::fprintf(stderr, "bench_combine_search: not a motif: %s\n", text);
    return 2;
  }
  for (std::int64_t size = 1 << 10; size <= 1 << 20; size *= 4) {
    const Cost c = cost(*genome, size, 3);
    std::printf("%8lld nodes %8.0f ns, %6.2f visits a node%s\n", static_cast<long long>(size), c.nanoseconds, c.visits,
                c.fixpoint ? "" : ", no fixpoint");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Search search;
  double seconds = 20;
  std::uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--genome")) return show(argv[i + 1]);
    if (!std::strcmp(argv[i], "--seconds"))
      seconds = std::atof(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--seed"))
      seed = std::strtoull(argv[i + 1], nullptr, 10);
    else if (!std::strcmp(argv[i], "--small"))
      search.small = std::atoll(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--large"))
      search.large = std::atoll(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--limit"))
      search.limit = std::atof(argv[i + 1]);
    else
      return std::fprintf(stderr, "bench_combine_search: unknown option %s\n", argv[i]), 2;
  }
  std::mt19937_64 random(seed);
  const double start = cpu_seconds();
  int tried = 0, found = 0;
  double worst = 0;
  std::string where;
  for (; cpu_seconds() - start < seconds; ++tried) {
    const shapes::Genome genome = shapes::random_genome(random);
    double ratio = 0;
    if (const char* why = search.fault(genome, ratio)) {
      std::printf("%s: %s\n", why, shapes::to_text(search.smallest(genome)).c_str());
      std::fflush(stdout);
      ++found;
    } else if (ratio > worst) {
      worst = ratio, where = shapes::to_text(genome);
    }
  }
  std::printf(
      "%d motifs, %d findings; of the others the worst takes %.2f times as long a node at %lld as at %lld: %s\n", tried,
      found, worst, static_cast<long long>(search.large), static_cast<long long>(search.small), where.c_str());
  return found == 0 ? 0 : 1;
}
