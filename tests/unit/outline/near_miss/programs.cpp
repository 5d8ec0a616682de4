// Programs, costs and editors that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/outline/apply.hpp>
#include <lathe/outline/concepts.hpp>

using lathe::outline::Interface;
using lathe::outline::OutlinedFunction;
using lathe::outline::PlannedSite;
using lathe::outline::Site;

struct Range {
  int* begin();
  int* end();
};
struct Miss {
#if MISSING != 1
  Range blocks();
#endif
#if MISSING != 2
  Range insts(int);
#endif
#if MISSING != 3
  bool legal(int);
#endif
#if MISSING != 4
  unsigned key(int);
#endif
#if MISSING != 5
  unsigned bytes(int);
#endif
#if MISSING != 6
  unsigned call_bytes(const Interface&, const Site&);
#endif
#if MISSING != 7
  unsigned frame_bytes(const Interface&);
#endif
#if MISSING != 8
  int create(const OutlinedFunction&, const PlannedSite&);
#endif
#if MISSING != 9
  void replace(const PlannedSite&, unsigned, int);
#endif
};
static_assert(lathe::outline::explain_program<Miss>());
static_assert(lathe::outline::explain_editor<Miss>());
