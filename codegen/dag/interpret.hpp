// Values of DAG nodes with poison tracked lane by lane: the Evaluator of the combiner's checker, in `lathe combine`,
// the tests and the fuzz target.
//
// Undefined results are marked, not made up, so that a rewrite that uses nsw, exact and the like is judged right, and
// one that makes a defined value undefined is found. Integers to 64 bits, f32 and f64 by the host, f16 and bf16 as
// bits. Chains are the bytes written so far. Registers and memory are random functions of the seed, or chosen for the
// rewrite that is judged. Undefined and poison are one thing here, and so is the sign of a zero under nsz.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/traits.hpp"

namespace lathe::codegen {

/// A lane of a value.
struct InterpLane {
  std::uint64_t bits = 0;   ///< zero beyond its width
  bool poison = false;      ///< it has no value that may be relied on
  std::uint64_t loose = 0;  ///< bits that are undefined one by one: above an anyext
};
/// A value, or what a chain says of memory.
struct InterpValue {
  Vt type;                                     ///< of the value
  std::vector<InterpLane> lanes;               ///< one for scalars
  std::map<std::uint64_t, InterpLane> memory;  ///< of a chain: address -> byte written
  std::uint64_t seed = 0;                      ///< of a chain: what memory held before
  bool unknown = false;                        ///< an operation that the interpreter does not know: refines to anything
};

/// Computes values of a graph from a seed.
class DagInterp {
 public:
  /// What `traits` leaves undefined gives results that are unknown.
  explicit DagInterp(const NumericTraits& traits = {}) : traits_(traits) {}
  /// lathe::dag::Evaluator. O(nodes) per call.
  InterpValue value(const Dag& dag, Value v, std::uint64_t seed);
  /// May `after` stand where `before` stood? Where that is defined they are equal.
  bool refines(const InterpValue& before, const InterpValue& after) const;
  /// From now on, three of four seeds mean inputs on which a wrong replacement of `node` by `after` is likely to show:
  /// at the constants nearby and one beside, and such that nuw, nsw, exact and the like hold. O(nodes behind them).
  void choose_inputs(const Dag& dag, NodeId node, std::span<const Value> after, std::uint64_t seed);

 private:
  /// What a seed means where it was chosen: registers by number, type and lane, and bytes that memory holds.
  struct Inputs {
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, std::uint64_t> registers;
    std::map<std::uint64_t, std::uint8_t> memory;
  };
  void set_input(Inputs& inputs, NodeId id, std::uint32_t lane, std::uint64_t bits);
  std::size_t broken_promises(NodeId id);
  std::uint64_t initial_byte(std::uint64_t at, std::uint64_t seed) const;
  const std::vector<InterpValue>& node(NodeId id);
  std::vector<InterpValue> compute(NodeId id);
  std::vector<InterpValue> lanewise(NodeId id);
  InterpValue repacked(const InterpValue& v, Vt type) const;
  InterpValue operand(NodeId id, std::uint32_t i);
  InterpLane lane(NodeId id, Vt result, const std::vector<InterpLane>& x, const std::vector<Vt>& types);
  InterpLane loose_lane(NodeId id, Vt result, const std::vector<InterpLane>& x, const std::vector<Vt>& types);
  InterpLane defined_lane(NodeId id, Vt result, const std::vector<std::uint64_t>& x, const std::vector<Vt>& types);
  InterpValue load(NodeId id, Vt type);
  InterpValue store(NodeId id);
  InterpValue vector_op(NodeId id);
  std::vector<InterpValue> carries(NodeId id);

  NumericTraits traits_;
  const Dag* dag_ = nullptr;
  std::uint64_t seed_ = 0;
  std::map<NodeId, std::vector<InterpValue>> done_;
  std::map<std::uint64_t, Inputs> chosen_;  ///< by seed
};

}  // namespace lathe::codegen
