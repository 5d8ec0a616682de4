// A View and its Own that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <array>
#include <lathe/modulo/of_view.hpp>

using lathe::program::Fact;

struct Near {
  using Value = unsigned;
#if MISSING == 1
  static constexpr lathe::program::Facts facts = Fact::latency;
#else
  static constexpr lathe::program::Facts facts = Fact::latency | Fact::units;
#endif
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
  template <class F>
  void for_each_operand(unsigned, F&&) const {}
  lathe::program::Effects effects(unsigned) const { return {}; }
  int key(unsigned) const { return 0; }
  unsigned latency(unsigned) const { return 1; }
  std::array<lathe::program::Unit, 0> units() const { return {}; }
  template <class F>
  void for_each_hold(unsigned, F&&) const {}
};
struct Own {
#if MISSING != 2
  std::array<lathe::program::RegisterSet, 0> sets() const { return {}; }
#endif
#if MISSING != 3
  lathe::program::RegisterClass register_class(unsigned) const { return {}; }
#endif
};
#if ENTRY == 1
auto use(lathe::modulo::OfView<Near, Own>& loop) { return loop.size(); }
#else
static_assert(sizeof(lathe::modulo::OfView<Near, Own>) > 0);
#endif
