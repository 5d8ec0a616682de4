// Graphs that nobody drew: a motif of operations, repeated n times, each copy on the one before it, and gathered at the
// end. Random motifs look for inputs on which the combiner is superlinear (bench/lathe/combine_search.cpp); what was found
// is a test (tests/unit/lathe/dag/growth_test.cpp).
//
// As text: operations with two operands, then how the copies are gathered, as in "add k0 l1; load c2 l0; fan".
// An operand is kN, the Nth operation of the copy before (of the first: an argument), lN, the Nth of this copy, gN, an
// argument of all copies, sN, the constant N, or iN, the constant N times the copy's number. Where an operation wants a
// chain, it takes the one that the operand stands behind (its own, or that of the nearest operation before it that has one).
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "bench/lathe/combine_shapes.hpp"

namespace shapes {

/// A motif and how its copies are gathered.
struct Genome {
  /// Where an operand comes from.
  enum class From : char { before = 'k', here = 'l', argument = 'g', constant = 's', counted = 'i' };
  /// An operand.
  struct Operand {
    From from = From::argument;
    unsigned number = 0;
  };
  /// One operation of the motif.
  struct Gene {
    Op op = Op::add;
    Operand a, b;
  };
  std::vector<Gene> genes;
  bool fan = true;  ///< one token factor over the chains of all copies; if not, the last copy's alone
};

inline constexpr std::pair<Op, const char*> gene_names[] = {
    {Op::add, "add"}, {Op::mul, "mul"}, {Op::load, "load"}, {Op::store, "store"}, {Op::token_factor, "join"}};

inline std::string to_text(const Genome& genome) {
  std::string out;
  const auto operand = [&](Genome::Operand o) { (out += ' ') += static_cast<char>(o.from) + std::to_string(o.number); };
  for (const Genome::Gene& gene : genome.genes) {
    for (const auto& [op, name] : gene_names)
      if (op == gene.op) out += name;
    operand(gene.a), operand(gene.b);
    out += "; ";
  }
  return out + (genome.fan ? "fan" : "line");
}

/// Nothing when the text is none.
inline std::optional<Genome> genome_of(const std::string& text) {
  Genome out;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word == "fan" || word == "line") {
      out.fan = word == "fan";
      return out;
    }
    Genome::Gene gene;
    bool known = false;
    for (const auto& [op, name] : gene_names)
      if (word == name) gene.op = op, known = true;
    for (Genome::Operand* o : {&gene.a, &gene.b}) {
      char from = 0;
      known &=
          static_cast<bool>(in >> from >> o->number) && std::string_view("klgsi").find(from) != std::string_view::npos;
      o->from = static_cast<Genome::From>(from);
    }
    if (in.peek() == ';') in.get();
    if (!known) return std::nullopt;
    out.genes.push_back(gene);
  }
  return std::nullopt;
}

/// Copies of the motif, about `n` nodes together.
inline void grow(Graph& g, const Genome& genome, std::int64_t n) {
  struct Made {
    Value value, chain;
  };
  const auto count = genome.genes.size();
  std::vector<Made> before(count), here(count);
  for (std::size_t i = 0; i < count; ++i) before[i] = {argument(g, 100 + i), entry(g)};
  std::vector<Value> chains;
  std::uint64_t copy = 0;
  const auto made = [&](Genome::Operand o, std::size_t at) -> Made {
    const Made last = at == 0 ? before[count - 1] : here[at - 1];
    switch (o.from) {
      case Genome::From::before:
        return before[o.number % count];
      case Genome::From::here:
        return at == 0 ? last : here[o.number % at];
      case Genome::From::argument:
        return {argument(g, o.number % 4), entry(g)};
      case Genome::From::constant:
        return {constant(g, o.number), last.chain};
      case Genome::From::counted:
        return {constant(g, o.number * copy), last.chain};
    }
    return last;
  };
  for (; g.size() < n; ++copy) {
    const auto size = g.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Genome::Gene& gene = genome.genes[i];
      const Made a = made(gene.a, i), b = made(gene.b, i);
      switch (gene.op) {
        case Op::add:
          here[i] = {add(g, a.value, b.value), a.chain};
          break;
        case Op::mul:
          here[i] = {mul(g, a.value, b.value), a.chain};
          break;
        case Op::load: {
          const NodeId loaded = load(g, a.chain, b.value);
          here[i] = {Value{loaded, 0}, Value{loaded, 1}};
          break;
        }
        case Op::store:
          here[i] = {a.value, store(g, a.chain, b.value, a.value)};
          break;
        default:
          here[i] = {b.value, token_factor(g, {a.chain, b.chain})};
      }
    }
    chains.push_back(here[count - 1].chain);
    before = here;
    if (g.size() == size) break;  // copies are equal, so they are one
  }
  // What the last copy computed is needed, too, and of each copy what no chain holds.
  Value end = genome.fan ? token_factor(g, chains) : before[count - 1].chain;
  for (const Made& m : before) end = store(g, end, argument(g, 50), m.value);
  root(g, end);
}

template <class Random>
Genome random_genome(Random& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  Genome out;
  const unsigned count = 1 + below(8);
  const auto operand = [&]() -> Genome::Operand {
    static constexpr Genome::From from[] = {Genome::From::before, Genome::From::here,     Genome::From::here,
                                            Genome::From::before, Genome::From::argument, Genome::From::constant,
                                            Genome::From::counted};
    const Genome::From f = from[below(7)];
    const unsigned n = f == Genome::From::constant || f == Genome::From::counted
                           ? below(3) == 0 ? below(3) : 8 * below(4)
                           : below(count);
    return {f, n};
  };
  for (unsigned i = 0; i < count; ++i) {
    const unsigned kind = below(9);
    const Op op = kind < 3   ? Op::add
                  : kind < 4 ? Op::mul
                  : kind < 6 ? Op::load
                  : kind < 8 ? Op::store
                             : Op::token_factor;
    const Genome::Operand a = operand(), b = operand();
    out.genes.push_back({op, a, b});
  }
  out.fan = below(2) == 0;
  return out;
}

}  // namespace shapes
