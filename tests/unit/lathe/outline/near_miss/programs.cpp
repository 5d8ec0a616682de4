// Programs and editors that lack one member each, or have it misspelt. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/outline/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/outline.hpp>
#include <lathe/outline/apply.hpp>

using lathe::outline::Interface;
using lathe::outline::OutlinedFunction;

template <class T>
struct Range {
  T* begin();
  T* end();
};
struct Operand {
  int value;
#if MISSING != 15
  unsigned cls;
#else
  unsigned clas;
#endif
#if MISSING != 16
  bool is_def;
#else
  bool defines;
#endif
};
struct Miss {
  using Signature = lathe::outline::Signature<unsigned>;
  using Place = lathe::outline::Place<int, int>;
  using Site = lathe::outline::SiteAt<int, int, int>;
#if MISSING != 1
  Range<int> blocks();
#endif
#if MISSING != 2
  Range<int> insts(int);
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
  Range<Operand> operands(int);
#else
  Range<Operand> operand(int);  // was taken for a program without operands
#endif
#if MISSING != 7
  Range<int> live_out(int);
#endif
#if MISSING != 8
  int function(int);
#else
  int functoin(int);  // was taken for one function
#endif
#if MISSING != 9
  unsigned call_bytes(const Signature&, const Place&);
#endif
#if MISSING != 10
  unsigned frame_bytes(const Signature&);
#endif
};
struct MissingEditor {
#if MISSING != 11
  int create(const OutlinedFunction&, const Miss::Site&);
#endif
#if MISSING != 12
  void replace(const Miss::Site&, int);
#endif
};
#if ENTRY == 1
auto use(Miss& program) { return lathe::outline::ingest(program); }
#elif ENTRY == 2
auto use(Miss& program) { return lathe::outline::plan(program); }
#else
static_assert(lathe::outline::explain_outlinable<Miss>());
#if MISSING == 0 || MISSING > 10
static_assert(lathe::outline::explain_editor<MissingEditor, Miss>());
#endif

struct Costs {
#if MISSING != 13
  unsigned call_bytes(const Interface&, const lathe::outline::Site&);
#endif
#if MISSING != 14
  unsigned frame_bytes(const Interface&);
#endif
};
static_assert(lathe::outline::explain_costs<Costs>());
#endif
