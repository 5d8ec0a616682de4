// What `select` takes for PTX, stated a second time, for checks of what legalization left.
#pragma once

#include <string>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// Appends a text for each value whose type registers do not hold (and for amounts and accesses of a wrong kind), or
/// for each operation that PTX has not. They share no code and no table with legalization or its facts. O(nodes).
void check_types(const Dag& dag, const Features& features, std::vector<std::string>& faults);
void check_operations(const Dag& dag, const Features& features, std::vector<std::string>& faults);

}  // namespace lathe::nvptx
