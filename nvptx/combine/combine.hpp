// DAG -> smaller DAG: rules by family (arith, bits, compare, float, memory, convert) run by the generic combiner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nvptx/dag/dag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// Which of the three runs: before type legalization anything goes; later only legal types, then only legal operations
/// may be made.
enum class CombineLevel { before_types, after_types, after_operations };

struct CombineOptions {
  std::uint64_t fuel = ~0ULL;  ///< rewrites allowed, for bisection
  bool trace = false;          ///< record rule, before, after
};
struct CombineStats {
  std::uint64_t nodes = 0, visits = 0, rewrites = 0, erased = 0;  ///< nodes: alive at the start
  std::vector<std::string> trace;  ///< when asked for: "rule: node 12 -> 15:0", ids of the graph at that time
};
/// Runs the rules of one level to their fixpoint; keeps dag.root at what stands for it. The first run also joins
/// adjacent memory accesses, the last one drops freezes. Visits and time are linear in the nodes (include/lathe/dag/
/// combine.hpp states the bound).
CombineStats combine(Dag& dag, CombineLevel level, const Features& features, const CombineOptions& options = {});

/// Known bits of an integer value (of one lane for vectors): depth limited as in the reference (6).
struct KnownBits64 {
  std::uint64_t zero = 0, one = 0;
};
KnownBits64 known_bits(const Dag& dag, Value value, unsigned depth = 0);
/// Number of top bits equal to the sign bit, at least 1.
unsigned sign_bits(const Dag& dag, Value value, unsigned depth = 0);

}  // namespace lathe::nvptx
