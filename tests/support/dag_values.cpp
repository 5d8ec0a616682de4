// The interpreter of DAGs as the evaluator of `lathe combine --check`.
#include "nvptx/driver/program/dag_values.hpp"

#include "support/dag_interp.hpp"

namespace lathe::nvptx::program {

DagValues::DagValues() : interp_(std::make_unique<test::DagInterp>()) {}
DagValues::~DagValues() = default;
DagValues::Result DagValues::value(const Dag& dag, Value v, std::uint64_t seed) {
  return std::make_shared<const test::InterpValue>(interp_->value(dag, v, seed));
}
bool DagValues::refines(const Result& before, const Result& after) const { return interp_->refines(*before, *after); }

}  // namespace lathe::nvptx::program
