// Regions and editors that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/sched/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/sched.hpp>

struct Operand {
  unsigned value;
#if MISSING != 7
  bool is_def;
#else
  bool isdef;
#endif
};
struct Range {
  Operand* begin();
  Operand* end();
};
struct Values {
  unsigned* begin();
  unsigned* end();
};
struct Hold {
#if MISSING != 8
  unsigned unit, first, cycles;
#else
  unsigned unit, cycles;
#endif
};
struct Holds {
  Hold* begin();
  Hold* end();
};
struct Units {
  lathe::program::Unit* begin();
  lathe::program::Unit* end();
};
struct Miss {
  Holds holds(Operand);
#if MISSING != 9
  Units units();
#endif
#if MISSING != 1
  Range insts();
#endif
#if MISSING != 2
  Range operands(Operand);
#endif
#if MISSING != 3
  lathe::sched::Memory memory(Operand);
#endif
#if MISSING != 4
  unsigned latency(Operand);
#endif
#if MISSING != 5
  Values live_out();
#endif
#if MISSING != 6
  void reorder(std::span<const Operand>);
#endif
};
#if ENTRY == 1
auto use(Miss& region) { return lathe::sched::ingest(region); }
#elif ENTRY == 2
auto use(Miss& region) { return lathe::sched::plan(region); }
#elif ENTRY == 3
auto use(Miss& editor) { return lathe::sched::apply(editor, {}); }
#else
static_assert(lathe::sched::explain_region<Miss>());
#if MISSING != 1
static_assert(lathe::sched::explain_editor<Miss>());
#endif
#endif
