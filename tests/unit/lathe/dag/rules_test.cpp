// Rules as data: their text, the net, matching, the measure, and the combiner with them, checked by the replay.
#include <doctest/doctest.h>

#include <random>

#include <lathe/combine/check.hpp>
#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_text.hpp>

#include "adapters/toy/expression_rules.hpp"

namespace {

namespace dag = lathe::dag;
namespace rules = lathe::rules;
using toy::Expression;
using toy::ExpressionGraph;
using enum Expression::Op;

constexpr char identities[] = R"(
rule right                 # literals stand second
each op = and or xor add
match ($op C x)
when not_literal(x)
give ($op x C)
rule nothing
each op = or xor add shl
match ($op x 0)
give x
rule sums
match (add (add x C) D)
give (add x {C + D})
rule absorbs
match (and~ x (or~ x y))
give x
rule twice
match (add x x)
give (shl x 1)
rule shifts
match (shl s=(shl x C) D)
when C < 64, D < 64, C + D < t, one_use(s)
give (shl x {C + D})
rule same
match (xor x x)
give 0
rule high-bits
match (and (shl x C) M)
when (M & ~low(C)) == 0, C < 64
give 0
)";

rules::RuleList read(std::string_view text, std::string& error) {
  rules::RuleList out;
  const rules::Vocabulary words = toy::expression_vocabulary();
  rules::read_rules(text, "r", words, out, error);
  return out;
}
rules::RuleList read(std::string_view text) {
  std::string error;
  rules::RuleList out = read(text, error);
  REQUIRE_MESSAGE(error.empty(), error);
  return out;
}
std::string error_of(std::string_view text) {
  std::string error;
  read(text, error);
  return error;
}

void random_expressions(ExpressionGraph& g, unsigned seed, int size) {
  std::mt19937 random(seed);
  std::vector<Expression*> pool;
  for (std::uint64_t i = 0; i < 3; ++i) pool.push_back(g.make(input, {}, i));
  for (const std::uint64_t c : {0U, 1U, 12U}) pool.push_back(g.number(c));
  for (int i = 0; i < size; ++i) {
    Expression* const x = pool[random() % pool.size()];
    Expression* const y = pool[random() % pool.size()];
    pool.push_back(g.make(static_cast<Expression::Op>(2 + random() % 5), {x, y}));
  }
  for (int i = 0; i < 3; ++i) g.make(output, {pool[pool.size() - 1 - random() % 6]});
}

TEST_CASE("rules of a text rewrite random expressions; the checker replays every step") {
  const rules::Compiled compiled(read(identities), toy::expression_vocabulary());
  std::vector<std::uint64_t> fired(compiled.list.size());
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    ExpressionGraph g;
    random_expressions(g, seed, 30);
    ExpressionGraph copy = g;
    toy::ExpressionClient client(g);
    rules::RuleSet<toy::ExpressionClient> set(client, compiled);
    const auto done = dag::combine(set, {.confirm = true, .trace = true});
    CHECK(done.outcome == dag::CombineOutcome::fixpoint);
    for (std::size_t r = 0; r < fired.size(); ++r) fired[r] += done.fired[r];
    toy::ExpressionClient again(copy);
    rules::RuleSet<toy::ExpressionClient> replay(again, compiled);
    toy::ExpressionEvaluator evaluator;
    const auto faults = dag::check_combine(replay, done.trace, g, evaluator, {.expect_fixpoint = true});
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  for (std::size_t r = 0; r < fired.size(); ++r) CHECK_MESSAGE(fired[r] != 0, compiled.list[r].name);
}

TEST_CASE("a wrong rule is found by the checker") {
  const rules::Compiled compiled(read("rule wrong\nmatch (or x y)\ngive x\n"), toy::expression_vocabulary());
  ExpressionGraph g;
  g.make(output, {g.make(bit_or, {g.make(input, {}, 0), g.make(input, {}, 1)})});
  ExpressionGraph copy = g;
  toy::ExpressionClient client(g), again(copy);
  rules::RuleSet<toy::ExpressionClient> set(client, compiled), replay(again, compiled);
  const auto done = dag::combine(set, {.trace = true});
  toy::ExpressionEvaluator evaluator;
  CHECK(dag::check_combine(replay, done.trace, g, evaluator).has(dag::CombineFault::value_differs));
}

TEST_CASE("the net lets through what trying every rule would") {
  const rules::Compiled compiled(read(identities), toy::expression_vocabulary());
  std::uint64_t matched = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    ExpressionGraph g;
    random_expressions(g, seed, 25);
    toy::ExpressionClient client(g);
    rules::RuleSet<toy::ExpressionClient> set(client, compiled);
    for (dag::NodeId id = 0; id < g.size(); ++id) {
      std::vector<std::uint32_t> all, net;
      for (const std::uint32_t rule : set.candidates_at(id)) net.push_back(rule);
      rules::Binding<dag::Value> binding;
      for (std::uint32_t rule = 0; rule < compiled.list.size(); ++rule)
        for (std::uint32_t turned = 0; turned < compiled.turns[rule]; ++turned)
          if (rules::Match<toy::ExpressionClient>(client, compiled.list[rule], compiled.words, binding)
                  .at({id, 0}, turned) &&
              (all.empty() || all.back() != rule))
            all.push_back(rule);
      for (const std::uint32_t rule : all) CHECK(std::find(net.begin(), net.end(), rule) != net.end());
      CHECK(std::is_sorted(net.begin(), net.end()));
      matched += all.size();
    }
  }
  CHECK(matched > 100);
}

TEST_CASE("words of a rule that are wrong are told with their place") {
  CHECK(error_of("match (add x y)\n") == "r:1:1: expected 'rule', the first word of a file of rules, found 'match'");
  CHECK(error_of("rule a\nmatch (ad x y)\ngive x\n") == "r:2:8: expected an operation's name, found 'ad'");
  CHECK(error_of("rule a\nmatch (add x)\ngive x\n") == "r:2:13: add has 2 operands, not 1, found ')'");
  CHECK(error_of("rule a\nmatch (add x y)\ngive z\n").starts_with("r:3:6: the match has no 'z'"));
  CHECK(error_of("rule a\nmatch (add x y)\n").starts_with("r:1:1: rule a gives nothing"));
  CHECK(error_of("rule a\ngive x\n").starts_with("r:3:6") == false);
  CHECK(error_of("rule a\nmatch (add x C)\nwhen C <\ngive x\n").starts_with("r:3:9: expected a number"));
  CHECK(error_of("rule a\nmatch (add x C)\nwhen D == 1\ngive x\n").find("no literal or type variable") !=
        std::string::npos);
  CHECK(error_of("rule a\nmatch (add x C)\nwhen zeros(y, 1)\ngive x\n").find("the match has no value 'y'") !=
        std::string::npos);
  CHECK(error_of("rule a\nmatch (add.nuw x y)\ngive x\n").find("a flag or a word") != std::string::npos);
  CHECK(error_of("rule a\ntypes t = i3\nmatch (add x y)\ngive x\n").find("no type 'i3'; there are word") !=
        std::string::npos);
  CHECK(error_of("rule a\nmatch (shl~ x y)\ngive x\n").find("commute") != std::string::npos);
  CHECK(error_of("rule a\nmatch ($op x y)\ngive x\n").find("no 'each op = ...'") != std::string::npos);
  CHECK(error_of("rule a\nmatch (add x 0)\ngive x\nrule a\nmatch (or x 0)\ngive x\n").find("in line 1") !=
        std::string::npos);
}

TEST_CASE("a broken text never crashes the reader") {
  std::mt19937 random(5);
  const std::string whole = identities;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (int i = 0; i < 3; ++i) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0)
        text.erase(at, 1 + random() % 4);
      else
        text[at] = "()~{}.:@$=,# C0x"[random() % 16];
    }
    std::string error;
    const rules::RuleList list = read(text, error);
    if (error.empty()) (void)rules::find_measure(list, toy::expression_vocabulary());
  }
}

// The measure judged by numbers: both sides are weighed at values of their variables.
std::int64_t weigh(const rules::Rule& rule, std::uint32_t at, const rules::Level& level,
                   const std::vector<std::int64_t>& values) {
  const rules::Term& t = rule.terms[at];
  if (t.kind == rules::Term::Kind::value) {
    for (const std::uint32_t named : rules::Net::reachable(rule, rule.match))
      if (named != at && rule.terms[named].kind == rules::Term::Kind::operation && rule.terms[named].slot == t.slot)
        return weigh(rule, named, level, values);
    return values[t.slot];
  }
  if (t.kind != rules::Term::Kind::operation) return 1;
  const auto found = level.weights.find(t.operation);
  const rules::Weight w = found != level.weights.end() ? found->second : rules::Weight{};
  std::int64_t sum = 0;
  for (const std::uint32_t operand : t.operands) sum += weigh(rule, operand, level, values);
  return w.own + w.times * sum;
}

TEST_CASE("a measure is found, and is one: each rule lowers its level and raises none before") {
  const rules::RuleList list = read(identities);
  const rules::Measure m = rules::find_measure(list, toy::expression_vocabulary());
  CHECK(m.complete());
  std::mt19937 random(3);
  for (std::size_t r = 0; r < list.size(); ++r)
    for (int round = 0; round < 50; ++round) {
      std::vector<std::int64_t> values;
      for (std::size_t i = 0; i < list[r].slots.size(); ++i)
        values.push_back(static_cast<std::int64_t>(1 + random() % 1000));
      for (std::uint32_t l = 0; l <= m.level_of[r]; ++l) {
        if (m.levels[l].places) continue;
        const std::int64_t before = weigh(list[r], list[r].match, m.levels[l], values),
                           after = weigh(list[r], list[r].give, m.levels[l], values);
        CHECK_MESSAGE((l == m.level_of[r] ? before > after : before >= after), list[r].name);
      }
    }
  CHECK(rules::print(m, list, toy::expression_vocabulary()).find("rule sums lowers level 0") != std::string::npos);
}

TEST_CASE("rules that undo each other have no measure, and are named") {
  const auto refused = [](std::string_view text) {
    const rules::RuleList list = read(text);
    std::string names;
    for (const std::uint32_t r : rules::find_measure(list, toy::expression_vocabulary()).refused)
      names += list[r].name + " ";
    return names;
  };
  CHECK(refused("rule turn\nmatch (add x y)\ngive (add y x)\n") == "turn ");
  CHECK(refused("rule there\nmatch (or x y)\ngive (xor x y)\nrule back\nmatch (xor x y)\ngive (or x y)\n"
                "rule fine\nmatch (add x 0)\ngive x\n") == "there back ");
  CHECK(refused("rule grows\nmatch (add x y)\ngive (or (or x x) y)\n").empty());  // add counts its operands twice
  CHECK(refused("rule forever\nmatch (add x y)\ngive (add (add x x) y)\n") == "forever ");
  CHECK(refused("rule first\nmatch (add C x)\ngive (add x C)\n") == "first ");  // x may be a literal, too
}

TEST_CASE("fuel and statistics") {
  const rules::Compiled compiled(read(identities), toy::expression_vocabulary());
  ExpressionGraph g;
  Expression* x = g.make(input, {}, 0);
  for (int i = 0; i < 5; ++i) x = g.make(add, {x, g.number(3)});
  g.make(output, {x});
  toy::ExpressionClient client(g);
  rules::RuleSet<toy::ExpressionClient> set(client, compiled);
  const auto done = dag::combine(set, {.fuel = 2});
  CHECK(done.outcome == dag::CombineOutcome::out_of_fuel);
  CHECK(done.rewrites == 2);
  CHECK(set.stats().asked == done.visits);
  CHECK(set.stats().matched >= 2);
  CHECK(set.stats().passed >= set.stats().matched);
}

// A program of numbered values with one definition each: a rule looks through it as through a graph.
struct Listing {
  struct Line {
    std::uint32_t operation = rules::none;
    std::vector<int> operands;
    std::optional<std::uint64_t> number;
  };
  using RuleValue = int;
  std::vector<Line> lines;
  std::uint32_t operation(int v) const { return lines[static_cast<std::size_t>(v)].operation; }
  std::uint32_t operand_count(int v) const {
    return static_cast<std::uint32_t>(lines[static_cast<std::size_t>(v)].operands.size());
  }
  int operand(int v, std::uint32_t i) const { return lines[static_cast<std::size_t>(v)].operands[i]; }
  std::optional<std::uint64_t> literal(int v) const { return lines[static_cast<std::size_t>(v)].number; }
  static std::uint32_t type(int) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 64; }
  static std::uint32_t flags(int) { return 0; }
  static std::uint64_t attribute(int) { return 0; }
  static bool one_use(int) { return true; }
};
static_assert(rules::explain_source<Listing>());

TEST_CASE("rules match over anything whose values have a definition") {
  const rules::RuleList list = read("rule sums\nmatch (add (add x C) D)\nwhen C + D == 7\ngive (add x {C + D})\n");
  const rules::Vocabulary words = toy::expression_vocabulary();
  const auto plus = static_cast<std::uint32_t>(add);
  Listing program{{{}, {rules::none, {}, 3}, {plus, {0, 1}, {}}, {rules::none, {}, 4}, {plus, {2, 3}, {}}}};
  rules::Net net(list);
  std::vector<rules::Candidate> found;
  rules::MatchStats stats;
  net.find(program, 4, found, stats);
  REQUIRE(found.size() == 1);
  rules::Binding<int> binding;
  CHECK(rules::Match<Listing>(program, list[0], words, binding).at(4, 0));
  CHECK(binding.values[0] == 0);
  program.lines[3].number = 5;
  CHECK_FALSE(rules::Match<Listing>(program, list[0], words, binding).at(4, 0));
  net.find(program, 2, found, stats);
  CHECK(found.empty());
}

}  // namespace
