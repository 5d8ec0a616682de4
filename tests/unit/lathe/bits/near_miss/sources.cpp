// A source of values that lacks members: bit n of MISSING says that member n is not there. Compiled with
// -DMISSING=mask by concepts_test.cpp.
#include <lathe/bits/demanded.hpp>

#define HAS(n) (((MISSING) >> (n) & 1) == 0)
// One member alone is told by what asks for it first, and shortly; with several all are told that ask.
#define SEVERAL (((MISSING) & ((MISSING) - 1)) != 0)

struct Source {
#if HAS(1)
  using Value = int;
#endif
#if HAS(2)
  unsigned index(int) const;
#endif
#if HAS(3)
  unsigned width(int) const;
#endif
#if HAS(4)
  template <class Ask>
  lathe::bits::Fact<> fact(int, Ask) const;
#endif
#if HAS(5)
  using User = int;
#endif
#if HAS(6)
  bool escapes(int) const;
#endif
#if HAS(7)
  template <class F>
  void for_each_user(int, F) const;
#endif
#if HAS(8)
  template <class Demanded, class Ask>
  std::uint64_t demand(int, unsigned, Demanded, Ask) const;
#endif
#if !HAS(9)
  using Word = double;
#endif
};
static_assert(lathe::bits::explain_source<Source>());
#if ((MISSING) & 0x21e) == 0 || SEVERAL
static_assert(lathe::bits::explain_demand_source<Source>());
#endif
