// Is a graph what legalization promises? By the facts, node by node: for checks after any stage behind it.
#pragma once

#include <string>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"

namespace lathe::codegen {

/// Appends a text "%N add i64: what" for each needed node with a value that registers do not hold, but for addresses wider
/// than a register where an access reads them (addresses.hpp has their form); for addresses that are not of their space's
/// type; for accesses of a width or an alignment that no access has. O(nodes + operands).
void check_types(const Dag& dag, const TargetFacts& facts, std::vector<std::string>& faults);
/// The same for each needed operation that the facts do not call legal, and each cast that the target does not make. Needs
/// legal types. O(nodes).
void check_operations(const Dag& dag, const TargetFacts& facts, std::vector<std::string>& faults);

}  // namespace lathe::codegen
