// A graph, a target, a judge and an input of the linear order that lack members: bit n of MISSING says that member n is
// not there. Compiled with -DMISSING=mask by concepts_test.cpp.
#include <lathe/select.hpp>
#include <lathe/select/check.hpp>
#include <lathe/select/linearize_text.hpp>

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
  unsigned operand_count(NodeId) const;
  Value operand(NodeId, unsigned) const;
#endif
};
struct Target {
#if HAS(3)
  bool cover(NodeId, lathe::dag::Demand&);
#endif
#if HAS(4)
  bool emit(NodeId);
#endif
#if HAS(5)
  unsigned rank(NodeId) const;
#endif
};
struct Judge {
#if HAS(6)
  bool may_fold(NodeId, Value) const;
#endif
#if HAS(7)
  bool once(NodeId) const;
#endif
};
struct Input {
#if HAS(8)
  unsigned size() const;
#endif
#if HAS(9)
  std::span<const unsigned> before(unsigned) const;
#endif
#if HAS(10)
  unsigned rank(unsigned) const;
#endif
};
static_assert(lathe::dag::explain_select_judge<Judge>());
static_assert(lathe::dag::explain_linear_input<Input>());
static_assert(lathe::dag::explain_select_graph<Graph>());
static_assert(lathe::dag::explain_select_target<Target>());
#if (MISSING) == 0 || !HAS(5) || SEVERAL
lathe::dag::SelectResult run(const Graph& graph, Target& target, lathe::dag::Selector<Graph>& selector) {
  return selector.run(graph, {}, target);
}
#endif
