// The poorest types that satisfy lathe::flow's concepts: what they cannot do, the analyses must not need.
#pragma once

#include <lathe/flow.hpp>

namespace archetype {

/// Three blocks: 0 -> 1, 1 -> 1 and 2. Numbers come as things that are no numbers until they are converted.
struct FlowGraph {
  struct Three {
    operator std::uint32_t() const { return 3; }
  };
  Three block_count() const { return {}; }
  template <class F>
  void for_each_successor(std::uint32_t block, F&& f) const {
    if (block < 2) f(1U);
    if (block == 1) f(2U);
  }
  FlowGraph() = default;
  FlowGraph(const FlowGraph&) = delete;
};
/// One instruction in each block: it reads variable 0, that of block 0 writes it.
struct FlowProgram : FlowGraph {
  struct One {
    operator std::uint32_t() const { return 1; }
  };
  One variable_count() const { return {}; }
  One inst_count(std::uint32_t) const { return {}; }
  template <class F>
  void for_each_operand(std::uint32_t block, std::uint32_t, F&& f) const {
    f(0U, block == 0);
  }
};
static_assert(lathe::flow::explain_control_flow<FlowGraph>());
static_assert(lathe::flow::explain_data_flow<FlowProgram>());

}  // namespace archetype
