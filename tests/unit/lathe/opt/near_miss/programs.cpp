// Programs that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/opt/dead_code.hpp>

struct Miss {
#if MISSING != 1
  unsigned instruction_count() const { return 0; }
#endif
#if MISSING != 2
  unsigned value_count() const { return 0; }
#endif
#if MISSING != 3
  bool is_root(unsigned) const { return false; }
#endif
#if MISSING != 4
  template <class F>
  void for_each_def(unsigned, F&&) const {}
#endif
#if MISSING != 5
  template <class F>
  void for_each_use(unsigned, F&&) const {}
#endif
};
static_assert(lathe::opt::explain_dead_code<Miss>());
