// A graph, a rule set and an evaluator that lack members: bit n of MISSING says that member n is not there. Compiled
// with -DMISSING=mask by concepts_test.cpp.
#include <lathe/combine.hpp>

#define HAS(n) (((MISSING) >> (n) & 1) == 0)
// One member alone is told by what asks for it first, and shortly; with several all are told that ask.
#define SEVERAL (((MISSING) & ((MISSING) - 1)) != 0)

using lathe::dag::NodeId;
using lathe::dag::Value;

struct Graph {
#if HAS(1)
  unsigned size() const, live() const;
#endif
#if HAS(2)
  bool alive(NodeId) const;
#endif
#if HAS(3)
  int op(NodeId) const;
#endif
#if HAS(4)
  unsigned result_count(NodeId) const;
#endif
#if HAS(5)
  unsigned use_count(NodeId) const;
#endif
#if HAS(6)
  template <class F>
  void for_each_operand(NodeId, F) const {}
#endif
#if HAS(7)
  template <class F>
  void for_each_use(NodeId, F) const {}
#endif
#if HAS(8)
  template <class O>
  void replace_node(NodeId, std::span<const Value>, O&&) {}
#endif
#if HAS(9)
  template <class O>
  void erase_dead(NodeId, O&&) {}
#endif
#if HAS(10)
  void rollback(NodeId);
#endif
#if HAS(11)
  bool pinned(NodeId) const;
#endif
#if HAS(12)
  template <class R>
  void verify(R) const {}
#endif
};
struct Rules {
#if HAS(13)
  Graph& graph();
#endif
#if HAS(14)
  unsigned count() const;
#endif
#if HAS(15)
  const char* name(unsigned) const;
#endif
#if HAS(16)
  std::span<const unsigned> candidates(int);
#endif
#if HAS(17)
  bool apply(unsigned, NodeId, std::vector<Value>&);
#endif
};
struct Evaluator {
#if HAS(18)
  int value(const Graph&, Value, std::uint64_t);
#endif
#if HAS(19)
  bool refines(int, int);
#endif
};
static_assert(lathe::dag::explain_combine_graph<Graph>());
static_assert(lathe::dag::explain_evaluator<Evaluator, Graph>());
#if ((MISSING) & 0x7fe) == 0 || SEVERAL
static_assert(lathe::dag::explain_checkable_graph<Graph>());
static_assert(lathe::dag::explain_rule_set<Rules>());
#endif
#if (MISSING) == 0 || SEVERAL
lathe::dag::CombineResult run(Rules& rules) { return lathe::dag::combine(rules); }
#endif
