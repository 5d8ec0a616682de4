// Programs that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/flow/concepts.hpp>

struct Miss {
#if MISSING != 1
  unsigned block_count() const { return 0; }
#endif
#if MISSING != 2
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
#endif
#if MISSING != 3
  unsigned variable_count() const { return 0; }
#endif
#if MISSING != 4
  unsigned inst_count(unsigned) const { return 0; }
#endif
#if MISSING != 5
  template <class F>
  void for_each_operand(unsigned, unsigned, F&&) const {}
#endif
};
static_assert(lathe::flow::explain_control_flow<Miss>());
#if MISSING != 1 && MISSING != 2
static_assert(lathe::flow::explain_data_flow<Miss>());
#endif
