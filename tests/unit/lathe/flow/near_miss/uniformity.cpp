// Facts that lack a member. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/flow/uniformity.hpp>

#include <vector>

struct View {
  using Value = int;
  static constexpr lathe::program::Facts facts = {};
  std::vector<int> blocks() const { return {}; }
  std::vector<long> instructions(int) const { return {}; }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(long, auto&&) const {}
  lathe::program::Effects effects(long) const { return {}; }
  int key(long) const { return 0; }
};
struct Facts {
#if MISSING != 1
  lathe::flow::uniformity::Source source(long) const { return {}; }
#endif
};
static_assert(lathe::flow::uniformity::explain<Facts, View>());
