// Compiled alone: it costs as much as all others together.
// SSA construction. Slow twins: phis by iterated dominance frontiers of the definitions, dominance by taking blocks out
// of the graph, liveness by search (so pruned-ness and minimality are judged, on irreducible graphs, too); and random
// walks on which every use must hold what was written last. The toy machine goes in and out with the same results.
#include <doctest/doctest.h>

#include <random>
#include <set>

#include <lathe/flow/text.hpp>
#include <lathe/program/equal.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/program/ssa_check.hpp>
#include <lathe/program/ssa_text.hpp>

#include "adapters/archetype/view.hpp"
#include "adapters/toy/ssa.hpp"
#include "support/rounds.hpp"
#include "unit/lathe/flow/random_graph.hpp"

namespace {

using namespace lathe;
namespace ssa = program::ssa;
using Set = std::set<std::pair<std::uint32_t, std::uint32_t>>;

struct Lists {
  std::vector<std::pair<std::uint32_t, ssa::Problem::Mention>> mentions;
  std::vector<std::pair<std::uint32_t, ssa::Problem::Incoming>> incoming;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> live_out, edges;
};

std::uint32_t below(std::mt19937& rng, std::size_t n) { return static_cast<std::uint32_t>(rng() % n); }

// Mentions: reads, then writes; a write that only happens sometimes reads its variable.
ssa::Problem random_problem(std::mt19937& rng, std::uint32_t blocks, std::uint32_t variables) {
  ssa::Problem p;
  Lists l;
  p.variables = variables;
  l.edges = toy::random_edges(rng, blocks);
  std::erase_if(l.edges, [](const auto& e) { return e.second == 0; });
  std::uint32_t insts = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    p.first.push_back(insts);
    for (std::uint32_t count = below(rng, 4); count > 0; --count, ++insts) {
      for (std::uint32_t reads = below(rng, 3); reads > 0; --reads)
        l.mentions.push_back({insts, {below(rng, variables), false}});
      if (rng() % 3 == 0) continue;
      const std::uint32_t v = below(rng, variables);
      if (rng() % 4 == 0) l.mentions.push_back({insts, {v, false}});
      l.mentions.push_back({insts, {v, true}});
    }
    if (rng() % 6 == 0) l.live_out.emplace_back(b, below(rng, variables));
  }
  p.first.push_back(insts);
  if (rng() % 2 == 0) p.parameters.push_back(below(rng, variables));
  p.graph = ssa::Graph(blocks, l.edges);
  p.mentions = Csr<ssa::Problem::Mention>(insts, l.mentions);
  p.incoming = Csr<ssa::Problem::Incoming>(insts, l.incoming);
  p.live_out = Csr<std::uint32_t>(blocks, l.live_out);
  p.kept.assign(variables, false);
  if (rng() % 4 == 0) p.kept[below(rng, variables)] = true;
  return p;
}

// Blocks that the entry reaches without `out`.
std::vector<bool> reached(const ssa::Graph& cfg, std::uint32_t out) {
  std::vector<bool> seen(cfg.blocks(), false);
  std::vector<std::uint32_t> work;
  if (out != 0) work.push_back(0);
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    if (seen[b]) continue;
    seen[b] = true;
    for (const std::uint32_t s : cfg.successors(b))
      if (s != out) work.push_back(s);
  }
  return seen;
}

// Where Cytron et al. put phis: iterated dominance frontiers of definitions and entry, where the variable is live.
Set expected_phis(const ssa::Problem& p) {
  const std::uint32_t blocks = p.blocks();
  const auto all = reached(p.graph, ssa::no_name);
  std::vector<std::vector<bool>> without;
  for (std::uint32_t b = 0; b < blocks; ++b) without.push_back(reached(p.graph, b));
  const auto dominates = [&](std::uint32_t a, std::uint32_t b) { return all[a] && all[b] && !without[a][b]; };
  Set out;
  for (std::uint32_t v = 0; v < p.variables; ++v) {
    if (p.kept[v]) continue;
    // Read first in the block, or written; live at the head.
    std::vector<bool> reads(blocks, false), writes(blocks, false), live(blocks, false), phi(blocks, false);
    std::vector<std::uint32_t> work;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
        for (const auto& m : p.mentions[i]) reads[b] = reads[b] || (m.variable == v && !m.is_def && !writes[b]);
        for (const auto& m : p.mentions[i]) writes[b] = writes[b] || (m.variable == v && m.is_def);
      }
      for (const std::uint32_t r : p.live_out[b]) reads[b] = reads[b] || (r == v && !writes[b]);
      if (reads[b] && all[b]) work.push_back(b);
    }
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (live[b]) continue;
      live[b] = true;
      for (const std::uint32_t from : p.graph.predecessors(b))
        if (all[from] && !writes[from]) work.push_back(from);
    }
    for (std::uint32_t b = 0; b < blocks; ++b)
      if (all[b] && (writes[b] || b == 0)) work.push_back(b);
    while (!work.empty()) {
      const std::uint32_t d = work.back();
      work.pop_back();
      for (std::uint32_t j = 0; j < blocks; ++j) {
        bool frontier = false;
        for (const std::uint32_t from : p.graph.predecessors(j)) frontier |= dominates(d, from);
        if (!frontier || (j != d && dominates(d, j)) || phi[j] || !all[j]) continue;
        phi[j] = true;
        work.push_back(j);
      }
    }
    for (std::uint32_t b = 0; b < blocks; ++b)
      if (phi[b] && live[b]) out.emplace(b, v);
  }
  return out;
}

// A walk through the graph: each variable holds what was written last, names hold what their definitions gave them.
void walk(const ssa::Problem& p, const ssa::Plan& plan, std::mt19937& rng) {
  std::vector<std::uint64_t> variable(p.variables), name(plan.names.size(), ~std::uint64_t{0});
  std::uint64_t next = 1;
  for (std::uint32_t v = 0; v < p.variables; ++v) {
    variable[v] = next++;
    if (plan.at_entry[v] != ssa::no_name) name[plan.at_entry[v]] = variable[v];
  }
  std::uint32_t b = 0, from = ssa::no_name;
  for (int steps = 0; steps < 60; ++steps) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> merged;
    for (const auto& phi : plan.phis)
      for (std::uint32_t k = phi.begin; phi.block == b && k < phi.begin + phi.count; ++k)
        if (plan.arguments[k].from == from) merged.emplace_back(phi.name, name[plan.arguments[k].name]);
    for (const auto& [to, word] : merged) name[to] = word;
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i)
      for (const bool defs : {false, true})
        for (std::size_t k = 0; k < p.mentions[i].size(); ++k) {
          const auto& m = p.mentions[i][k];
          if (m.is_def != defs || p.kept[m.variable]) continue;
          if (defs) name[plan.mentions[i][k]] = variable[m.variable] = next++;
          REQUIRE(name[plan.mentions[i][k]] == variable[m.variable]);
        }
    for (std::size_t k = 0; k < p.live_out[b].size(); ++k)
      if (!p.kept[p.live_out[b][k]]) REQUIRE(name[plan.live_out[b][k]] == variable[p.live_out[b][k]]);
    const auto to = p.graph.successors(b);
    if (to.empty()) return;
    from = b;
    b = to[rng() % to.size()];
  }
}

TEST_CASE("values are those of the walks, phis those of iterated dominance frontiers") {
  std::mt19937 rng(3);
  std::uint64_t phis = 0, removed = 0;
  for (int round = 0; round < 3000; ++round) {
    CAPTURE(round);
    const ssa::Problem p = random_problem(rng, 1 + below(rng, 12), 1 + below(rng, 5));
    const ssa::Plan plan = ssa::construct(p);
    REQUIRE(plan.refusal == ssa::Refusal::none);
    const auto faults = ssa::check(p, plan);
    REQUIRE_MESSAGE(faults.empty(), faults.str());
    for (int times = 0; times < 4; ++times) walk(p, plan, rng);
    Set found;
    for (const auto& phi : plan.phis) CHECK(found.emplace(phi.block, plan.names[phi.name].variable).second);
    CHECK(found == expected_phis(p));
    phis += plan.stats.phis;
    removed += plan.stats.redundant;
    CHECK(plan.stats.made == plan.stats.phis + plan.stats.redundant);
  }
  CHECK(phis > 3000);
  CHECK(removed > 1000);
}

TEST_CASE("the text form, read and printed again") {
  std::mt19937 rng(5);
  for (int round = 0; round < 200; ++round) {
    const ssa::Problem p = random_problem(rng, 1 + below(rng, 8), 4);
    const std::string text = ssa::print("a name", p);
    std::string error;
    const auto again = ssa::read_problem(text, "text", error);
    REQUIRE_MESSAGE(again, error);
    CHECK(again->first == "a name");
    CHECK(ssa::print(again->first, again->second) == text);
    CHECK(ssa::print(ssa::construct(again->second)) == ssa::print(ssa::construct(p)));
  }
  std::string error;
  for (const auto& [text, what] : {std::pair("", "1:1: expected 'ssa'"),
                                   {"ssa x\nvariables 1\nblock to 3", "not there"},
                                   {"ssa x\nvariables 1\nblock to\ninst read 1", "a variable that is not there"},
                                   {"ssa x\nvariables 1\nblock to\ninst take 1", "expected read, write or from"},
                                   {"ssa x\ninst read 0", "expected variables"},
                                   {"ssa x\nvariables 1\nblock to\nphi write 0 from 0 0", "no predecessor"},
                                   {"ssa x\nvariables 1\nkeep 1\nblock to", "kept"}}) {
    CHECK_FALSE(ssa::read_problem(text, "x", error));
    CAPTURE(error);
    if (*text != 0) CHECK(error.find(what) != std::string::npos);
  }
}

TEST_CASE("fuel takes the first variables; every amount is right") {
  std::mt19937 rng(7);
  for (int round = 0; round < 100; ++round) {
    ssa::Problem p = random_problem(rng, 2 + below(rng, 8), 4);
    for (std::uint32_t fuel = 0; fuel <= 5; ++fuel) {
      const ssa::Plan plan = ssa::construct(p, {fuel});
      const auto faults = ssa::check(p, plan, {fuel});
      REQUIRE_MESSAGE(faults.empty(), faults.str());
      const auto kept = std::count(p.kept.begin(), p.kept.end(), true);
      CHECK(plan.stats.variables == std::min<std::uint64_t>(fuel, 4 - static_cast<std::uint64_t>(kept)));
      for (const auto& name : plan.names) CHECK_FALSE(p.kept[name.variable]);
    }
  }
}

TEST_CASE("a phi at the entry is refused, one that is not needed there is not") {
  const auto problem = [](const std::string& body) {
    std::string error;
    auto p = ssa::read_problem("ssa f\nvariables 1\n" + body, "f", error);
    REQUIRE_MESSAGE(p, error);
    return p->second;
  };
  CHECK(ssa::construct(problem("block to 0 1\ninst read 0 write 0\nblock to")).refusal == ssa::Refusal::entry_phi);
  const auto loop = problem("block to 0 1\ninst write 0\nblock to\ninst read 0");
  CHECK(ssa::construct(loop).refusal == ssa::Refusal::none);
  CHECK(ssa::check(loop, ssa::construct(loop)).empty());
  const auto read_only = problem("parameter 0\nblock to 0 1\ninst read 0\nblock to\ninst read 0");
  CHECK(ssa::construct(read_only).phis.empty());
  CHECK(ssa::check(read_only, ssa::construct(read_only)).empty());
  ssa::Problem broken = loop;
  broken.variables = 0;
  CHECK(ssa::construct(broken).refusal == ssa::Refusal::bad_problem);
  CHECK(ssa::construct(ssa::Problem{}).names.empty());
}

TEST_CASE("phis that are there already: SSA form that was broken is made again") {
  std::string error;
  // Block 3 merges 1 and 2; a second definition of variable 1 was put behind.
  const auto p = ssa::read_problem(
      "ssa f\nvariables 2\nparameter 0\nblock to 1 2\nblock to 3\ninst write 1\nblock to 3\nblock to 3 4\n"
      "phi write 1 from 1 1 from 2 0 from 3 1\ninst read 1\ninst read 1 write 1\nblock to\ninst read 1\n",
      "f", error);
  REQUIRE_MESSAGE(p, error);
  const ssa::Plan plan = ssa::construct(p->second);
  const auto faults = ssa::check(p->second, plan);
  CHECK_MESSAGE(faults.empty(), faults.str());
  CHECK(plan.phis.empty());
  CHECK(ssa::print(plan) ==
        "plan\nname 0 variable 0 version 0\nname 1 variable 1 version 0\nname 2 variable 1 version 1\n"
        "name 3 variable 1 version 2\nentry 0\ninst 1\ninst 2 from 1 from 0 from 3\ninst 2\ninst 2 3\ninst 3\n");
}

TEST_CASE("the checker tells wrong plans") {
  std::mt19937 rng(11);
  std::uint32_t tried = 0, told = 0;
  for (int round = 0; round < 2000; ++round) {
    const ssa::Problem p = random_problem(rng, 2 + below(rng, 7), 1 + below(rng, 3));
    const ssa::Plan plan = ssa::construct(p);
    if (plan.names.empty()) continue;
    ssa::Plan bad = plan;
    switch (round % 6) {
      case 0: {  // one mention has another name
        std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
        for (std::uint32_t i = 0; i < plan.mentions.rows(); ++i)
          for (const std::uint32_t n : plan.mentions[i]) rows.emplace_back(i, n);
        if (rows.empty()) continue;
        auto& row = rows[rng() % rows.size()];
        const std::uint32_t other = below(rng, plan.names.size());
        if (row.second == other || row.second == ssa::no_name) continue;
        row.second = other;
        bad.mentions = Csr<std::uint32_t>(plan.mentions.rows(), rows);
        break;
      }
      case 1:  // an argument is another name
        if (bad.arguments.empty()) continue;
        {
          auto& a = bad.arguments[rng() % bad.arguments.size()];
          const std::uint32_t other = below(rng, plan.names.size());
          if (a.name == other) continue;
          a.name = other;
        }
        break;
      case 2:  // a phi is gone
        if (bad.phis.empty()) continue;
        bad.phis.erase(bad.phis.begin() + static_cast<std::ptrdiff_t>(rng() % bad.phis.size()));
        break;
      case 3:  // a phi stands elsewhere
        if (bad.phis.empty()) continue;
        {
          auto& phi = bad.phis[rng() % bad.phis.size()];
          phi.block = (phi.block + 1) % p.blocks();
        }
        break;
      case 4:  // the entry's value is forgotten
      {
        auto& entry = bad.at_entry[below(rng, p.variables)];
        if (entry == ssa::no_name) continue;
        entry = ssa::no_name;
      } break;
      default:
        bad.names[rng() % bad.names.size()].version += 1;
    }
    ++tried;
    told += !ssa::check(p, bad).empty();
  }
  CHECK(tried > 700);
  CHECK(told == tried);
}

TEST_CASE("the poorest View") {
  using program::Effect;
  // 0 is written in both arms of a branch, and read where they meet.
  const archetype::View v({{{"a", {}, {}, {1}}, {"branch", Effect::terminator, {1}, {}}},
                           {{"b", {}, {}, {0}}},
                           {{"c", {}, {1}, {0}}},
                           {{"d", {}, {0, 1}, {}}}},
                          {{1, 2}, {3}, {3}, {}});
  const auto answer = ssa::run(v);
  CHECK(answer.refusal() == ssa::Refusal::none);
  CHECK(ssa::check(answer.problem(), answer.plan()).empty());
  std::uint32_t phis = 0;
  answer.for_each_phi([&](const auto& block, std::uint32_t name, auto arguments) {
    ++phis;
    CHECK(block == v.blocks().back());
    CHECK(arguments.size() == 2);
    CHECK(answer.version(name) == 2);
    CHECK(answer.operand(v.instructions(block).front(), 0) == name);
  });
  CHECK(phis == 1);
  CHECK(answer.undefined().empty());
}

TEST_CASE("what phis mention stays as it is where the View does not say what they take from where") {
  using program::Effect;
  // A loop: 2 is 0 or, from within, 3. Both 1 and 3 are written twice; 1 alone can be renamed.
  const archetype::View v({{{"a", {}, {}, {0}}, {"b", {}, {}, {1}}, {"c", {}, {}, {3}}},
                           {{"phi", Effect::phi, {0, 3}, {2}}, {"d", {}, {1, 2}, {3}}, {"e", {}, {3}, {1}}},
                           {{"f", {}, {1, 3}, {}}}},
                          {{1}, {1, 2}, {}});
  const auto answer = ssa::run(v);
  REQUIRE(answer.refusal() == ssa::Refusal::none);
  CHECK(ssa::check(answer.problem(), answer.plan()).empty());
  const auto blocks = v.blocks();
  const auto phi = v.instructions(*std::next(blocks.begin())).front(), last = v.instructions(blocks.back()).front();
  for (std::uint32_t k = 0; k < 3; ++k) CHECK(answer.operand(phi, k) == ssa::no_name);
  CHECK(answer.operand(last, 0) != ssa::no_name);
  CHECK(answer.operand(last, 1) == ssa::no_name);
  answer.for_each_phi(
      [&](const auto&, std::uint32_t name, auto) { CHECK(answer.register_of(name) == archetype::View::Value(1)); });
}

// The same, and values that live on behind their blocks.
class LivesOn : public archetype::View {
 public:
  static constexpr program::Facts facts = program::Fact::live_out;
  LivesOn(archetype::View v, std::vector<std::vector<Value>> live) : View(std::move(v)), live_(std::move(live)) {}
  template <class F>
  void for_each_live_out(Block b, F&& f) const {
    std::size_t at = 0;
    for (const Block& other : blocks()) {
      if (other == b)
        for (const Value& v : live_[at]) f(v);
      ++at;
    }
  }

 private:
  std::vector<std::vector<Value>> live_;
};

TEST_CASE("values that are live out are counted as the View names them, mentioned or not") {
  // 9 and 8 are in no instruction; they stand before and behind one that is.
  const auto value = [](int n) { return archetype::View::Value(n); };
  const LivesOn v(archetype::View({{{"a", {}, {}, {1}}, {"b", {}, {1}, {1}}}, {{"c", {}, {}, {}}}}, {{1}, {}}),
                  {{value(9), value(1), value(8), value(1)}, {value(9)}});
  const auto answer = ssa::run(v);
  REQUIRE(answer.refusal() == ssa::Refusal::none);
  CHECK(ssa::check(answer.problem(), answer.plan()).empty());
  const auto entry = v.blocks().front();
  const std::uint32_t last = answer.operand(v.instructions(entry).back(), 1);
  CHECK(answer.live_out(entry, 0) == ssa::no_name);
  CHECK(answer.live_out(entry, 1) == last);
  CHECK(answer.live_out(entry, 2) == ssa::no_name);
  CHECK(answer.live_out(entry, 3) == last);
  CHECK(answer.live_out(v.blocks().back(), 0) == ssa::no_name);
}

// Loops, too: branches go anywhere but to the entry.
toy::Machine with_loops(std::mt19937& rng) {
  toy::Machine m = toy::random_machine(rng, 1, 6);
  auto& blocks = m.functions[0].blocks;
  for (auto& block : blocks) {
    toy::MachineInst& last = block.insts.back();
    const auto any = [&] { return 1 + static_cast<std::uint32_t>(rng() % (blocks.size() - 1)); };
    if (last.op == toy::MachineInst::Op::branch && rng() % 2 == 0) last.target = any();
    if (last.op == toy::MachineInst::Op::branch && rng() % 4 == 0) last.other = any();
  }
  // What nobody reaches goes.
  const toy::MachineView view(m.functions[0]);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const std::uint32_t b : view.blocks())
    view.for_each_successor(b, [&](std::uint32_t to) { edges.emplace_back(b, to); });
  const auto seen = reached(ssa::Graph(static_cast<std::uint32_t>(blocks.size()), edges), ssa::no_name);
  std::vector<std::uint32_t> place(blocks.size());
  std::vector<toy::MachineBlock> kept;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    place[b] = static_cast<std::uint32_t>(kept.size());
    if (seen[b]) kept.push_back(blocks[b]);
  }
  for (auto& block : kept) {
    block.insts.back().target = place[block.insts.back().target];
    block.insts.back().other = place[block.insts.back().other];
  }
  blocks = std::move(kept);
  return m;
}

TEST_CASE("the toy machine in SSA form and back: equal, and the same numbers") {
  std::mt19937 rng(13);
  std::uint32_t ended = 0, phis = 0, vacuous = 0;
  for (int round = 0; round < lathe::test::rounds(400); ++round) {
    CAPTURE(round);
    toy::Machine m = with_loops(rng);
    const auto form = toy::into_ssa(m.functions[0]);
    REQUIRE(form);
    std::set<toy::Register> written;
    for (std::size_t b = 0; b < form->phis.size(); ++b) {
      for (const auto& phi : form->phis[b]) CHECK(written.insert(phi.writes[0]).second);
      for (const auto& inst : form->code.blocks[b].insts)
        for (const toy::Register r : inst.writes) CHECK(written.insert(r).second);
      phis += static_cast<std::uint32_t>(form->phis[b].size());
    }
    const auto answer = program::equal::run(toy::MachineView(m.functions[0]), toy::SsaView(*form));
    CHECK_FALSE(answer.differs());
    vacuous += answer.vacuous() ? 1 : 0;  // random jumps: some have no way out of a loop
    toy::Machine back;
    back.functions.push_back(toy::out_of_ssa(*form, back.file));
    toy::MachineRun a(m), b(back);
    std::vector<std::int64_t> results;
    std::uint32_t steps = 3000, more = 30000;
    const bool end = a.run(0, {}, results, steps);
    CHECK(b.run(0, {}, results, more) == end);
    if (end) {
      CHECK(a.shown == b.shown);
      CHECK(a.memory == b.memory);
      ++ended;
    } else {
      REQUIRE(a.shown.size() <= b.shown.size());
      b.shown.resize(a.shown.size());
      CHECK(a.shown == b.shown);
    }
  }
  CHECK(ended > lathe::test::rounds(100U));
  CHECK(phis > lathe::test::rounds(500U));
  CHECK(vacuous < lathe::test::rounds(40U));
}

}  // namespace
