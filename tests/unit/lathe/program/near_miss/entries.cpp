// A View that is wrong in one way, given to what users call: ENTRY says to which. Compiled with -DENTRY=k -DMISSING=n;
// n = 0 is right. 1: a fact is said and its member not there; 2: the member is there and not said; 3 to 10: a mandatory
// member is misspelt.
#include <array>
#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/regions.hpp>
#include <lathe/flow/uniformity.hpp>
#include <lathe/group/of_view.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/program/editing.hpp>
#include <lathe/program/equal.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/program/use_def.hpp>
#include <lathe/regalloc/of_view.hpp>
#include <lathe/sched/of_view.hpp>

using namespace lathe;

// The names of members, or a wrong one.
#if MISSING == 3
#define OPERAND misspelt
#else
#define OPERAND for_each_operand
#endif
#if MISSING == 4
#define INSTRUCTIONS misspelt
#else
#define INSTRUCTIONS instructions
#endif
#if MISSING == 5
#define BLOCKS misspelt
#else
#define BLOCKS blocks
#endif
#if MISSING == 6
#define SUCCESSOR misspelt
#else
#define SUCCESSOR for_each_successor
#endif
#if MISSING == 7
#define EFFECTS misspelt
#else
#define EFFECTS effects
#endif
#if MISSING == 8
#define KEY misspelt
#else
#define KEY key
#endif
#if MISSING == 9
#define VALUE Misspelt
#else
#define VALUE Value
#endif
#if MISSING == 10
#define FACTS misspelt
#else
#define FACTS facts
#endif

struct Near {
  using VALUE = unsigned;
#if MISSING == 1
  static constexpr program::Facts FACTS = program::Fact::latency | program::Fact::live_out;
#elif MISSING == 2
  static constexpr program::Facts FACTS = {};
#else
  static constexpr program::Facts FACTS = program::Fact::latency;
#endif
  std::array<unsigned, 1> BLOCKS() const { return {0}; }
  std::array<unsigned, 1> INSTRUCTIONS(unsigned) const { return {0}; }
  void SUCCESSOR(unsigned, auto&&) const {}
  void OPERAND(unsigned, auto&&) const {}
  program::Effects EFFECTS(unsigned) const { return {}; }
  unsigned KEY(unsigned) const { return 0; }
  unsigned latency(unsigned) const { return 1; }
  // An Editor, too.
  program::Spot<unsigned, unsigned> where(unsigned) const { return {}; }
  void put(unsigned, const program::Spot<unsigned, unsigned>&) {}
  unsigned clone(unsigned i) { return i; }
  void drop(unsigned) {}
  void set_operand(unsigned, unsigned, unsigned) {}
  unsigned make_value(unsigned v) { return v; }
  void set_successor(unsigned, unsigned, unsigned) {}
  unsigned make_block(std::optional<unsigned>) { return 0; }
  void put_block(unsigned, bool, std::optional<unsigned>) {}
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
struct Allocator {
  regalloc::Machine machine() const { return {}; }
  unsigned register_class(unsigned) const { return 0; }
};
struct Sources {
  flow::uniformity::Source source(unsigned) const { return {}; }
};
struct Eraser {
  void erase(unsigned, const std::vector<unsigned>&) {}
};
void use(Near& near) {
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
#elif ENTRY == 9
  const Costs costs;
  const outline::OfView of(std::vector<outline::Member<Near> >{{&near}}, costs);
#elif ENTRY == 10
  Eraser eraser;
  opt::delete_dead_code(near, eraser);
#elif ENTRY == 11
  const flow::ViewLiveness lives(near);
#elif ENTRY == 12
  const flow::Regions regions(near);
#elif ENTRY == 13
  program::Editing editing(near);
#elif ENTRY == 14
  program::Known known(near);
  program::ControlFlow cfg(near, known);
#elif ENTRY == 15
  program::Known known(near);
  program::UseDef uses(near, known);
#elif ENTRY == 16
  program::Known known(near);
  program::ControlFlow cfg(near, known);
  flow::FollowDominators dominators(cfg);
  flow::FollowPostDominators post(cfg);
  flow::FollowLoops loops(cfg);
  flow::FollowLiveness live(near, cfg);
  flow::FollowIntervals intervals(near, cfg, live);
  flow::FollowTrace trace(near, cfg, loops);
  pressure::FollowPressure pressure(near, cfg, 4);
#elif ENTRY == 17
  const program::Region<Near> region(near, std::vector<unsigned>{0});
#elif ENTRY == 18
  regalloc::allocate_view(near, Allocator());
#elif ENTRY == 19
  flow::uniformity::run(near, Sources());
#else
  const program::Numbering numbers(near);
#endif
}
