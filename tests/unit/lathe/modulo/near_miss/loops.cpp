// Loops that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/modulo/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/modulo.hpp>

struct Use {
#if MISSING != 6
  unsigned unit, first, cycles;
#else
  unsigned unit, begin, cycles;
#endif
};
struct Operand {
#if MISSING != 5
  unsigned value;
#else
  unsigned reg;
#endif
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
#if ENTRY == 1
auto use(Miss& loop) { return lathe::modulo::ingest(loop); }
#else
static_assert(lathe::modulo::explain_loop<Miss>());
#endif
