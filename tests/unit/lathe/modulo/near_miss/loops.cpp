// Loops that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/modulo/concepts.hpp>

struct Use {
  unsigned unit, first, cycles;
};
struct Operand {
  unsigned value;
  bool is_def;
};
template <class T>
struct Range {
  T* begin();
  T* end();
};
struct Miss {
#if MISSING != 1
  Range<int> insts();
#endif
#if MISSING != 2
  Range<Operand> operands(int);
#endif
#if MISSING != 3
  unsigned latency(int);
#endif
#if MISSING != 4
  Range<Use> holds(int);
#endif
};
static_assert(lathe::modulo::explain_loop<Miss>());
