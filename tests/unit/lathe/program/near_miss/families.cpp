// What the families want beside a View, one member missing or misspelt each. Compiled with -DMISSING=n; 0 is right.
#include <lathe/program/view.hpp>  // first: the fewer files between, the shorter what is told

#include <array>

#include <lathe/flow/of_view.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/pressure/of_view.hpp>

using namespace lathe;

struct View {
  using Value = unsigned;
  static constexpr program::Facts facts = {};
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  template <class F>
  void for_each_successor(unsigned, F&&) const {}
  template <class F>
#if MISSING == 1
  void for_each_operands(unsigned, F&&) const {
  }
#else
  void for_each_operand(unsigned, F&&) const {
  }
#endif
  program::Effects effects(unsigned) const { return {}; }
  unsigned key(unsigned) const { return 0; }
};
using Signature = outline::Signature<unsigned>;
using Place = outline::Place<outline::Of<unsigned>, outline::Of<unsigned>>;
struct Costs {
#if MISSING == 2
  bool lgeal(unsigned, unsigned) const { return true; }
#else
  bool legal(unsigned, unsigned) const { return true; }
#endif
#if MISSING != 3
  unsigned call_bytes(const Signature&, const Place&) const { return 4; }
#endif
#if MISSING == 4
  unsigned frame_bytes() const { return 4; }
#else
  unsigned frame_bytes(const Signature&) const { return 4; }
#endif
};
struct Registers {
#if MISSING != 5
  std::array<program::RegisterSet, 1> sets() const { return {}; }
#endif
#if MISSING == 6
  program::RegisterClass registerclass(unsigned) const { return {}; }
#else
  program::RegisterClass register_class(unsigned) const { return {}; }
#endif
};
struct Cold {
#if MISSING == 7
  bool is_clod(unsigned) const { return false; }
#else
  bool is_cold(unsigned) const { return false; }
#endif
};
struct Editor {
#if MISSING != 8
  void erase(unsigned, const std::vector<unsigned>&) {}
#endif
};

#if MISSING == 1
static_assert(program::is_view<View>());
#elif MISSING == 0 || (MISSING >= 2 && MISSING <= 4)
const View view;
const Costs costs;
outline::OfView of_outline(std::vector<outline::Member<View>>{{&view}}, costs);
#endif
#if MISSING == 0 || MISSING == 5 || MISSING == 6
const View pressed;
const Registers registers;
pressure::OfView of_pressure(pressed, registers);
#endif
#if MISSING == 0 || MISSING == 7
const View flowing;
flow::OfView of_flow(flowing, Cold());
#endif
#if MISSING == 0 || MISSING == 8
Editor editor;
const auto gone = opt::delete_dead_code(View(), editor);
#endif
