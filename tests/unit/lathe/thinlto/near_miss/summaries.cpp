// Summaries that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/thinlto/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/thinlto.hpp>

struct Call {
  unsigned long guid;
  lathe::thinlto::Hotness hotness;
};
template <class T>
struct Range {
  T* begin();
  T* end();
};
struct Miss {
#if MISSING != 1
  Range<int> modules();
#endif
#if MISSING != 2
  const char* module_name(int);
#endif
#if MISSING != 3
  Range<char> functions(int);
#endif
#if MISSING != 4
  unsigned long guid(char);
#endif
#if MISSING != 5
  unsigned instructions(char);
#endif
#if MISSING != 6
  Range<Call> calls(char);
#endif
};
#if ENTRY == 1
auto use(Miss& summaries) { return lathe::thinlto::ingest(summaries); }
#elif ENTRY == 2
auto use(Miss& summaries) { return lathe::thinlto::plan(summaries); }
#else
static_assert(lathe::thinlto::explain<Miss>());
#endif
