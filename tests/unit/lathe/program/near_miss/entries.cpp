// A View that is wrong in one way, given to what users call: ENTRY says to which. Compiled with -DENTRY=k -DMISSING=n;
// n = 0 is right.
#include <array>
#include <lathe/flow/of_view.hpp>
#include <lathe/group/of_view.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/program/equal.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/sched/of_view.hpp>

using namespace lathe;

struct Near {
  using Value = unsigned;
#if MISSING == 1
  static constexpr program::Facts facts = program::Fact::latency | program::Fact::live_out;
#elif MISSING == 2
  static constexpr program::Facts facts = {};
#else
  static constexpr program::Facts facts = program::Fact::latency;
#endif
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::array<unsigned, 1> instructions(unsigned) const { return {0}; }
  void for_each_successor(unsigned, auto&&) const {}
#if MISSING == 3
  void for_each_operands(unsigned, auto&&) const {}
#else
  void for_each_operand(unsigned, auto&&) const {}
#endif
  program::Effects effects(unsigned) const { return {}; }
  unsigned key(unsigned) const { return 0; }
  unsigned latency(unsigned) const { return 1; }
};
struct Registers {
  std::array<program::RegisterSet, 1> sets() const { return {}; }
  program::RegisterClass register_class(unsigned) const { return {}; }
};
struct Costs {
  bool legal(unsigned, unsigned) const { return true; }
  unsigned call_bytes(const outline::Signature<unsigned>&, const auto&) const { return 4; }
  unsigned frame_bytes(const outline::Signature<unsigned>&) const { return 4; }
};
struct Grouper {
  std::optional<group::Identified> identify(const auto&, unsigned) { return {}; }
  unsigned form(std::span<const group::Candidate>) const { return 0; }
  void merge(const auto&) {}
};
void use(const Near& near) {
#if ENTRY == 1
  const flow::OfView of(near);
#elif ENTRY == 2
  const sched::FunctionOf<Near, Registers> of(near, {});
#elif ENTRY == 3
  const modulo::OfView<Near, Registers> of(near, 0, 0, {}, {});
#elif ENTRY == 4
  const group::OfView<Near, Grouper> of({&near}, {});
#elif ENTRY == 5
  program::equal::run(near, near);
#elif ENTRY == 6
  program::ssa::run(near);
#elif ENTRY == 7
  opt::dead_code(near);
#elif ENTRY == 8
  const pressure::OfView of(near, Registers());
#else
  const Costs costs;
  const outline::OfView of(std::vector<outline::Member<Near> >{{&near}}, costs);
#endif
}
