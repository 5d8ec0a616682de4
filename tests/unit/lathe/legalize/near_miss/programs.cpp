// A graph, clients, judges and an evaluator that lack members: bit n of MISSING says that member n is not there.
// Compiled with -DMISSING=mask by concepts_test.cpp.
#include <lathe/legalize/check.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

#define HAS(n) (((MISSING) >> (n) & 1) == 0)
// One member alone is told by what asks for it first, and shortly; with several all are told that ask.
#define SEVERAL (((MISSING) & ((MISSING) - 1)) != 0)

using lathe::dag::NodeId;
using lathe::dag::Value;

struct Graph {
#if HAS(1)
  unsigned size() const;
#endif
#if HAS(2)
  bool alive(NodeId) const;
#endif
#if HAS(3)
  bool pinned(NodeId) const;
#endif
#if HAS(4)
  unsigned result_count(NodeId) const;
#endif
#if HAS(5)
  int type(Value) const;
#endif
#if HAS(6)
  unsigned operand_count(NodeId) const;
#endif
#if HAS(7)
  Value operand(NodeId, unsigned) const;
#endif
#if HAS(8)
  template <class F>
  void for_each_use(NodeId, F) const {}
#endif
#if HAS(9)
  Value resolve(Value) const;
#endif
#if HAS(10)
  NodeId set_operands(NodeId, std::span<const Value>);
#endif
#if HAS(11)
  void move_pins(NodeId, NodeId);
#endif
#if HAS(12)
  void erase_all_dead();
#endif
#if HAS(13)
  int op(NodeId) const;
#endif
#if HAS(14)
  template <class R>
  void verify(R) const {}
#endif
};
struct Types {
#if HAS(15)
  bool legal(int) const;
#endif
#if HAS(16)
  template <class Walk>
  lathe::dag::Rewrite lower(Walk&, NodeId);
#endif
};
struct Operations {
#if HAS(17)
  lathe::dag::Action action(const Graph&, NodeId) const;
#endif
#if HAS(18)
  bool expand(Graph&, NodeId, std::vector<Value>&);
#endif
};
struct TypeJudge : Types {
#if HAS(19)
  bool orders(int) const;
#endif
#if HAS(20)
  bool holds(int, std::span<const int>) const;
#endif
};
struct OperationJudge : Operations {
#if HAS(21)
  bool orders(int) const;
#endif
};
struct Evaluator {
#if HAS(22)
  int value(const Graph&, Value, std::uint64_t);
  bool refines(int, int);
#endif
#if HAS(23)
  int join(int, std::span<const int>);
#endif
};
static_assert(lathe::dag::explain_legalize_graph<Graph>());
#if ((MISSING) & 0x1ffe) == 0  // with a graph
static_assert(lathe::dag::explain_checkable_legalize_graph<Graph>());
static_assert(lathe::dag::explain_type_client<Types, Graph>());
static_assert(lathe::dag::explain_operation_client<Operations, Graph>());
#if HAS(15) || SEVERAL
static_assert(lathe::dag::explain_type_judge<TypeJudge, Graph>());
#endif
#if HAS(17) || SEVERAL
static_assert(lathe::dag::explain_operation_judge<OperationJudge, Graph>());
#endif
static_assert(lathe::dag::explain_evaluator<Evaluator, Graph>());
#if HAS(22)
static_assert(lathe::dag::explain_joining_evaluator<Evaluator, Graph>());
#endif
#endif
#if (MISSING) == 0 || SEVERAL
void run(Graph& graph, Types& types, Operations& operations) {
  lathe::dag::legalize_types(graph, types);
  lathe::dag::legalize_operations(graph, operations);
}
#endif
