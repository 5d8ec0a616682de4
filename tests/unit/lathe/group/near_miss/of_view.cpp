// A View and its Own that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <array>
#include <lathe/group/of_view.hpp>

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
#if MISSING != 4
  program::Effects effects(unsigned) const { return {}; }
#endif
  int key(unsigned) const { return 0; }
};
struct Own {
#if MISSING != 1 && MISSING != 4
  std::optional<group::Identified> identify(const program::Region<Near>&, unsigned) { return {}; }
#endif
#if MISSING != 2 && MISSING != 4
  void merge(const group::BlockGroups<Near>&) {}
#endif
#if MISSING != 3
  unsigned form(std::span<const group::Candidate>) const { return 0; }
#endif
};
#if ENTRY == 1
auto use(group::OfView<Near, Own>& of) { return of.blocks(); }
#else
static_assert(group::explain_own<Near, Own>());
#endif
