// Editors of expansions that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/expand/apply.hpp>

using lathe::modulo::Block;
using lathe::modulo::NameSpan;

struct Miss {
#if MISSING != 1
  void begin(unsigned, const Block&);
#endif
#if MISSING != 2
  void run(unsigned, int, NameSpan, NameSpan);
#endif
#if MISSING != 3
  void copy(unsigned, unsigned);
#endif
#if MISSING != 4
  unsigned temporary(unsigned);
#endif
#if MISSING != 5
  void original(const Block&);
#endif
#if MISSING != 6
  void end(const Block&);
#endif
};
static_assert(lathe::modulo::explain_expansion_editor<Miss>());
