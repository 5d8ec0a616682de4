// A View whose facts are wrong, given to what numbers any View, without a word of is_view. Compiled with -DMISSING=n.
#include <array>
#include <lathe/program/control_flow.hpp>
#include <lathe/program/region.hpp>

struct Near {
  using Value = unsigned;
#if MISSING == 0
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency;
#elif MISSING % 2 == 0
  static constexpr lathe::program::Facts facts = lathe::program::Fact::latency | lathe::program::Fact::access;
#else
  static constexpr lathe::program::Facts facts = {};
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
};
void use(const Near& near) {
#if MISSING == 1 || MISSING == 2
  lathe::program::Numbering number(near);
#elif MISSING == 3 || MISSING == 4
  lathe::program::Region<Near>::of_loop(near, 0);
#else
  lathe::program::Known known(near);
  lathe::program::ControlFlow flow(near, known);
#endif
}
