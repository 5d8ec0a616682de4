// What matching costs as rules and nodes grow: the net beside trying every rule of the operation, on chains of sums.
//
// The rules of one operation differ two levels down, as the many cases of a real rule do; one in four fires somewhere.
// Expected: time per node of the net flat in the number of rules, that of trying all linear; both linear in nodes.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include <lathe/combine/rules_text.hpp>

#include "adapters/toy/expression_rules.hpp"

namespace {

namespace dag = lathe::dag;
namespace rules = lathe::rules;
using toy::Expression;
using toy::ExpressionGraph;
using enum Expression::Op;

constexpr const char* names[] = {"and", "or", "xor", "add", "shl"};

// Rule i: the root is an add, and what stands two and three levels down spells i in digits of base 5.
rules::Compiled make_rules(std::int64_t count) {
  std::string text;
  for (std::int64_t i = 0; i < count; ++i) {
    std::string pattern = "x";
    for (std::int64_t digits = i, k = 0; k < 4; ++k, digits /= 5)
      pattern = "(" + std::string(names[digits % 5]) + " " + pattern + " C" + std::to_string(k) + ")";
    text += "rule r" + std::to_string(i) + "\nmatch (add " + pattern + " D)\nwhen D == " + std::to_string(i) +
            ", C0 == 77\ngive x\n";
  }
  rules::RuleList list;
  std::string error;
  const rules::Vocabulary words = toy::expression_vocabulary();
  rules::read_rules(text, "bench", words, list, error);
  return rules::Compiled(std::move(list), words);
}
void make_graph(ExpressionGraph& g, std::int64_t nodes) {
  std::mt19937 random(7);
  Expression* at = g.make(input, {}, 0);
  // A number of its own for each: walking the users of a shared one is quadratic in this IR.
  for (std::int64_t i = 0; i < nodes; ++i)
    at = g.make(static_cast<Expression::Op>(2 + random() % 5), {at, g.number(random() % 16)});
  g.make(output, {at});
}

// Who tries all rules of the operation: the set without candidates_at.
class TriesAll {
 public:
  explicit TriesAll(rules::RuleSet<toy::ExpressionClient>& set) : set_(set) {}
  ExpressionGraph& graph() { return set_.graph(); }
  std::uint32_t count() const { return set_.count(); }
  std::string_view name(std::uint32_t rule) const { return set_.name(rule); }
  std::span<const std::uint32_t> candidates(Expression::Op op) const { return set_.candidates(op); }
  bool apply(std::uint32_t rule, dag::NodeId node, std::vector<dag::Value>& out) { return set_.apply(rule, node, out); }

 private:
  rules::RuleSet<toy::ExpressionClient>& set_;
};

template <bool net>
void match(benchmark::State& state) {
  const rules::Compiled compiled = make_rules(state.range(0));
  ExpressionGraph g;
  make_graph(g, state.range(1));
  toy::ExpressionClient client(g);
  rules::RuleSet<toy::ExpressionClient> set(client, compiled);
  TriesAll all(set);
  std::uint64_t attempts = 0, runs = 0;
  for (auto _ : state) {
    const auto done = net ? dag::combine(set, {.count_rules = false}) : dag::combine(all, {.count_rules = false});
    attempts += done.attempts;
    ++runs;
  }
  const auto nodes = static_cast<double>(state.range(1));
  state.counters["tests/node"] = static_cast<double>(set.stats().steps) / nodes / static_cast<double>(runs);
  state.counters["attempts/node"] = static_cast<double>(attempts) / nodes / static_cast<double>(runs);
  state.counters["time/node"] =
      benchmark::Counter(nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
// Reading, and building the net.
void compile(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_rules(state.range(0)).net.size());
  state.SetComplexityN(state.range(0));
}

}  // namespace

BENCHMARK(match<true>)->Name("net, rules")->ArgsProduct({{16, 64, 256, 625}, {1 << 13}});
BENCHMARK(match<false>)->Name("all, rules")->ArgsProduct({{16, 64, 256, 625}, {1 << 13}});
BENCHMARK(match<true>)->Name("net, nodes")->ArgsProduct({{256}, {1 << 10, 1 << 12, 1 << 14, 1 << 16}});
BENCHMARK(compile)->Name("compile")->RangeMultiplier(4)->Range(16, 4096)->Complexity();
