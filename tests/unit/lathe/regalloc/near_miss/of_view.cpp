// A View and its Own that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <array>
#include <lathe/regalloc/of_view.hpp>

using namespace lathe;

struct Near {
  using Value = unsigned;
  static constexpr program::Facts facts = {};
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
  template <class F>
  void for_each_operand(unsigned, F&&) const {}
#if MISSING != 3
  program::Effects effects(unsigned) const { return {}; }
#endif
  int key(unsigned) const { return 0; }
};
struct Own {
#if MISSING != 1
  regalloc::Machine machine() const { return {}; }
#endif
#if MISSING != 2
  unsigned register_class(unsigned) const { return 0; }
#endif
};
static_assert(regalloc::explain_own<Near, Own>());
