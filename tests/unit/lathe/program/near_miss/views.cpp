// Views that are wrong in one way each. Compiled with -DMISSING=n; n = 0 is right.
#include <array>
#include <lathe/program/view.hpp>

struct Near {
#if MISSING != 1
  using Value = unsigned;
#endif
#if MISSING == 2
#elif MISSING == 9
  static constexpr lathe::program::Facts facts =
      lathe::program::Fact::latency | lathe::program::Fact::weight;  // the other is misspelt
#elif MISSING == 10
  static constexpr lathe::program::Facts facts = {};  // latency is not said
#elif MISSING == 13
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency | lathe::program::Fact::relation;
#elif MISSING == 14
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency | lathe::program::Fact::pinned;
#else
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency;
#endif
#if MISSING != 3
  std::array<unsigned, 1> blocks() const { return {0}; }
#endif
#if MISSING != 4
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
#endif
#if MISSING != 5
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
#endif
#if MISSING != 6
  template <class F>
#if MISSING == 11
  void for_each_operand(unsigned, F&&) {
  }  // not const
#else
  void for_each_operand(unsigned, F&&) const {
  }
#endif
#endif
#if MISSING != 7
  lathe::program::Effects effects(unsigned) const { return {}; }
#endif
#if MISSING == 8
  double key(unsigned) const { return 0; }  // neither text nor number
#else
  int key(unsigned) const { return 0; }
#endif
#if MISSING == 12
  const char* latency(unsigned) const { return "long"; }
#else
  unsigned latency(unsigned) const { return 1; }
#endif
#if MISSING == 13
  bool relation(unsigned, unsigned) const { return true; }  // of one iteration alone
#elif MISSING == 14
  bool pinned(const char*) const { return true; }
#elif MISSING == 15
  int edge_latency(unsigned, unsigned, const lathe::program::Dependence<unsigned>&) const { return 1; }  // not said
#endif
  unsigned wieght(unsigned) const { return 1; }
};
static_assert(lathe::program::is_view<Near>());
