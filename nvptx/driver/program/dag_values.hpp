// Values of DAG nodes on random inputs: what the combiner's checker compares in `lathe combine`.
#pragma once

#include <cstdint>
#include <memory>

#include "nvptx/dag/dag.hpp"

namespace lathe::nvptx::test {
class DagInterp;
struct InterpValue;
}  // namespace lathe::nvptx::test

namespace lathe::nvptx::program {

/// A dag::Evaluator: the interpreter that the tests have, which this header keeps out of the program's sources
/// (tests/support/dag_values.cpp; cmake/program.cmake brings it in). Operations that it does not know refine to
/// anything.
class DagValues {
 public:
  using Result = std::shared_ptr<const test::InterpValue>;
  DagValues();
  ~DagValues();
  /// O(nodes) per call.
  Result value(const Dag& dag, Value v, std::uint64_t seed);
  bool refines(const Result& before, const Result& after) const;

 private:
  std::unique_ptr<test::DagInterp> interp_;
};

}  // namespace lathe::nvptx::program
