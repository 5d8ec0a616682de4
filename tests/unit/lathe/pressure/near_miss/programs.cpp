// Functions that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/pressure/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/pressure.hpp>

struct Operand {
  int reg;
  bool is_def;
};
struct Feed {
  unsigned set, weight;
};
template <class T>
struct Range {
  T* begin();
  T* end();
};
struct Miss {
#if MISSING != 1
  Range<int> blocks();
#endif
#if MISSING != 2
  Range<int> successors(int);
#endif
#if MISSING != 3
  Range<int> insts(int);
#endif
#if MISSING != 4
  Range<Operand> operands(int);
#endif
#if MISSING != 5
  Range<unsigned> limits();
#endif
#if MISSING != 6
  Range<Feed> feeds(int);
#endif
};
#if ENTRY == 1
auto use(Miss& function) { return lathe::pressure::ingest(function); }
#else
static_assert(lathe::pressure::explain<Miss>());
#endif
