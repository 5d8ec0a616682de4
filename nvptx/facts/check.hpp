// What `select` takes for PTX, stated a second time, for checks of what legalization left.
#pragma once

#include <string>
#include <vector>

#include "nvptx/dag/dag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// Checkers that share no code and no table with legalization or its facts: report(node, what) for each fault.
void check_types(const Dag& dag, const Features& features, std::vector<std::string>& faults);
void check_operations(const Dag& dag, const Features& features, std::vector<std::string>& faults);

}  // namespace lathe::nvptx
