// A View and its Own that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <array>
#include <lathe/sched/of_view.hpp>

struct Near {
  using Value = unsigned;
#if MISSING == 6
  static constexpr lathe::program::Facts facts = {};
#else
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency;
#endif
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
  template <class F>
  void for_each_operand(unsigned, F&&) const {}
  lathe::program::Effects effects(unsigned) const { return {}; }
  int key(unsigned) const { return 0; }
#if MISSING != 1
  unsigned latency(unsigned) const { return 1; }
#endif
};
struct Own {
#if MISSING != 2
  std::array<lathe::program::RegisterSet, 0> sets() const { return {}; }
#endif
#if MISSING == 3
  lathe::program::RegisterClass registerclass(unsigned) const { return {}; }  // misspelt
#elif MISSING == 4
  unsigned register_class(unsigned) const { return 0; }  // no class
#else
  lathe::program::RegisterClass register_class(unsigned) const { return {}; }
#endif
#if MISSING != 5
  void reorder(std::span<const unsigned>) {}
#endif
};
#if ENTRY == 1
auto use(lathe::sched::OfView<Near, Own>& of) { return of.size(); }
#elif ENTRY == 2
auto use(const Near& view) { return lathe::sched::FunctionOf<Near, Own>(view, Own()).places().size(); }
#else
#if MISSING == 5
static_assert(lathe::sched::explain_editor<lathe::sched::OfView<Near, Own> >());
#else
static_assert(sizeof(lathe::sched::OfView<Near, Own>) > 0);
#endif
#endif
