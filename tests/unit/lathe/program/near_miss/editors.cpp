// Editors that are wrong in one way each. Compiled with -DMISSING=n; n = 0 is right.
#include <array>
#include <lathe/program/editor.hpp>

using namespace lathe::program;

struct Near {
#if MISSING != 1
  using Value = unsigned;
#endif
#if MISSING == 11
  static constexpr Facts facts = Fact::incoming;  // and no set_incoming
#else
  static constexpr Facts facts = {};
#endif
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  void for_each_successor(unsigned, auto&&) const {}
  void for_each_operand(unsigned, auto&&) const {}
  Effects effects(unsigned) const { return {}; }
  int key(unsigned) const { return 0; }
  using At = Spot<unsigned, unsigned>;
#if MISSING == 2
  At where(unsigned) { return {}; }  // not const
#else
  At where(unsigned) const { return {}; }
#endif
#if MISSING == 3
  void putt(unsigned, At) {}
#else
  void put(unsigned, At) {}
#endif
#if MISSING == 4
  void clone(unsigned) {}  // no copy
#else
  unsigned clone(unsigned) { return 0; }
#endif
#if MISSING != 5
  void drop(unsigned) {}
#endif
#if MISSING == 6
  void set_operand(unsigned, unsigned) {}
#else
  void set_operand(unsigned, unsigned, unsigned) {}
#endif
#if MISSING != 7
  unsigned make_value(unsigned) { return 0; }
#endif
#if MISSING != 8
  void set_successor(unsigned, unsigned, unsigned) {}
#endif
#if MISSING != 9
  unsigned make_block(std::optional<unsigned>) { return 0; }
#endif
#if MISSING != 10
  void put_block(unsigned, bool, std::optional<unsigned>) {}
#endif
#if MISSING == 11
  void for_each_incoming(unsigned, auto&&) const {}
#elif MISSING == 12
  void set_incoming(unsigned, std::span<const std::pair<unsigned, unsigned> >) {}
#endif
};
static_assert(is_editor<Near>());
