// What a View says of two instructions at once: where their accesses meet, the cycles between them, which values keep
// their names; in the problems of the families that ask.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/modulo/scheduler.hpp>
#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

namespace {

using namespace lathe;
using program::DependenceKind, program::Effect, program::Fact, program::MemoryRelation;

// A loop: 0 loads r1 from r0, 1 adds r2 = r1 + r1, 2 stores r2 at r0 + 2, 3 adds r2 = r2 + r0.
struct Plain {
  struct Inst {
    unsigned number;
    std::vector<unsigned> writes, reads;
    program::Effects effects;
  };
  std::vector<Inst> insts = {
      {0, {1}, {0}, Effect::reads}, {1, {2}, {1, 1}, {}}, {2, {}, {2, 0}, Effect::writes}, {3, {2}, {2, 0}, {}}};

  using Value = unsigned;
  static constexpr program::Facts facts = Fact::access | Fact::latency;
  std::vector<unsigned> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(unsigned) const {
    std::vector<const Inst*> out;
    for (const Inst& i : insts) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_successor(unsigned b, F&& f) const {
    f(b);
  }
  template <class F>
  void for_each_operand(const Inst* i, F&& f) const {
    for (const unsigned v : i->reads) f(program::Operand<unsigned>{v, program::Role::use});
    for (const unsigned v : i->writes) f(program::Operand<unsigned>{v, program::Role::def});
  }
  program::Effects effects(const Inst* i) const { return i->effects; }
  unsigned key(const Inst* i) const { return i->number; }
  std::uint32_t latency(const Inst*) const { return 3; }
  template <class F>
  void for_each_access(const Inst* i, F&& f) const {
    if (i->effects == program::Effects{}) return;
    program::Access<unsigned> a;
    a.has_base = true;
    a.base = 0;
    a.offset = i->number;
    a.bytes = 4;
    f(a);
  }
};
// Says of the load and the store that they meet two iterations later at the soonest, and never the other way round.
struct Told : Plain {
  static constexpr program::Facts facts = Plain::facts | Fact::relation | Fact::edge_latency | Fact::pinned;
  MemoryRelation relation(const Inst* a, const Inst* b) const {
    return a == b ? MemoryRelation{true, 0, 0} : MemoryRelation{false, 2, 0};
  }
  std::int32_t edge_latency(const Inst* from, const Inst* to, const program::Dependence<unsigned>& d) const {
    // The value is told by its handle, and nothing of memory.
    const bool of_value =
        d.kind == DependenceKind::data || d.kind == DependenceKind::anti || d.kind == DependenceKind::output;
    CHECK((d.value != nullptr) == of_value);
    if (d.kind == DependenceKind::data) CHECK(d.usual == 3);
    return d.kind == DependenceKind::data && *d.value == 2 ? static_cast<std::int32_t>(10 + from->number + to->number)
                                                           : d.usual;
  }
  bool pinned(unsigned v) const { return v == 2; }
};
static_assert(program::is_view<Plain>() && program::is_view<Told>());

template <class V>
modulo::Problem loop_of(const V& view) {
  modulo::OfView<V, program::NoRegisters> loop(flow::ViewLiveness<V>(view), 0, {});
  return modulo::ingest(loop);
}
const modulo::Edge* edge(const modulo::Problem& p, std::uint32_t from, std::uint32_t to, DependenceKind kind) {
  for (const modulo::Edge& e : p.edges)
    if (e.from == from && e.to == to && e.kind == kind) return &e;
  return nullptr;
}

TEST_CASE("where accesses meet is what places and the relation both say") {
  const Plain plain;
  const Told told;
  const auto a = program::Region<Plain>::of_loop(plain, 0);
  const auto b = program::Region<Told>::of_loop(told, 0);
  CHECK(a.memory_relation(0, 2) == MemoryRelation{true, 1, 1});  // a base that stands still: they overlap
  CHECK(b.memory_relation(0, 2) == MemoryRelation{false, 2, 0});
  CHECK((MemoryRelation{true, 3, 0} & MemoryRelation{true, 2, 5}) == MemoryRelation{true, 3, 0});
  const modulo::Problem p = loop_of(plain), q = loop_of(told);
  CHECK(edge(p, 0, 2, DependenceKind::memory) != nullptr);
  CHECK(edge(p, 2, 0, DependenceKind::memory) != nullptr);
  REQUIRE(edge(q, 0, 2, DependenceKind::memory) != nullptr);
  CHECK(edge(q, 0, 2, DependenceKind::memory)->distance == 2);
  CHECK(edge(q, 2, 0, DependenceKind::memory) == nullptr);
}

TEST_CASE("cycles between two are the View's, by the value that they hand on") {
  const modulo::Problem p = loop_of(Told{});
  REQUIRE(edge(p, 0, 1, DependenceKind::data) != nullptr);
  CHECK(edge(p, 0, 1, DependenceKind::data)->latency == 3);
  CHECK(edge(p, 1, 2, DependenceKind::data)->latency == 13);
  CHECK(edge(p, 1, 3, DependenceKind::data)->latency == 14);
  const Told told;
  sched::FunctionOf<Told, program::NoRegisters> function(told, {});
  const auto problems = function.problems();
  REQUIRE(problems.size() == 1);
  const auto& insts = problems[0].insts;
  CHECK(insts[0].latency == 3);
  CHECK(insts[1].latency == 13);  // to the first of its readers; the other has an edge
  CHECK(insts[3].latency == 3);   // nobody reads it there
  const auto later =
      std::ranges::find_if(problems[0].edges, [](const auto& e) { return e.kind == DependenceKind::data; });
  REQUIRE(later != problems[0].edges.end());
  CHECK((*later == sched::Edge{1, 3, 14, DependenceKind::data}));
}

TEST_CASE("values that keep their names have anti and output edges, all others are renamed") {
  const modulo::Problem renamed = loop_of(Plain{}), p = loop_of(Told{});
  const auto names = [](const modulo::Problem& q) {
    return std::ranges::count_if(q.edges, [](const modulo::Edge& e) {
      return e.kind == DependenceKind::anti || e.kind == DependenceKind::output;
    });
  };
  CHECK(names(renamed) == 0);
  CHECK(names(p) > 0);
  REQUIRE(edge(p, 2, 3, DependenceKind::anti) != nullptr);
  REQUIRE(edge(p, 3, 1, DependenceKind::output) != nullptr);
  CHECK(edge(p, 3, 1, DependenceKind::output)->distance == 1);
  CHECK(edge(p, 1, 0, DependenceKind::anti) == nullptr);  // of r1, which is not pinned
  const modulo::Result result = modulo::schedule(p, modulo::Options::lifted());
  REQUIRE(result.schedule() != nullptr);
  CHECK(modulo::check_schedule(p, *result.schedule()).empty());
  // r2 is written, read ten and more cycles later, and written again: the interval is at least that.
  CHECK(result.schedule()->ii > 14);
  CHECK(modulo::schedule(renamed, modulo::Options::lifted()).schedule()->ii < 14);
}

}  // namespace
