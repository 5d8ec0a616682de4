// Values of DAG nodes with poison tracked lane by lane: the Evaluator of the combiner's checker, in `lathe combine`,
// the tests and the fuzz target.
//
// Undefined results are marked, not made up, so that a rewrite that uses nsw, exact and the like is judged right, and
// one that makes a defined value undefined is found. Integers to 64 bits, f32 and f64 by the host, f16 and bf16 as
// bits. Chains are the bytes written so far. Registers and memory are random functions of the seed. Undefined and
// poison are one thing here, and so is the sign of a zero under nsz.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "nvptx/dag/dag.hpp"

namespace lathe::nvptx {

struct InterpLane {
  std::uint64_t bits = 0;
  bool poison = false;
  std::uint64_t loose = 0;  ///< bits that are undefined one by one: above an anyext
};
struct InterpValue {
  Vt type;
  std::vector<InterpLane> lanes;               ///< one for scalars
  std::map<std::uint64_t, InterpLane> memory;  ///< of a chain: address -> byte written
  std::uint64_t seed = 0;                      ///< of a chain: what memory held before
  bool unknown = false;                        ///< an operation that the interpreter does not know: refines to anything
};

class DagInterp {
 public:
  /// lathe::dag::Evaluator. O(nodes) per call.
  InterpValue value(const Dag& dag, Value v, std::uint64_t seed);
  bool refines(const InterpValue& before, const InterpValue& after) const;

 private:
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

  const Dag* dag_ = nullptr;
  std::uint64_t seed_ = 0;
  std::map<NodeId, std::vector<InterpValue>> done_;
};

}  // namespace lathe::nvptx
