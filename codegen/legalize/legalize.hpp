// DAG -> DAG with legal types only; then with legal operations only.
#pragma once

#include <string>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"
#include "codegen/support/diag.hpp"

namespace lathe::codegen {

/// After it every value's type is legal by the facts (facts.hpp), but for what an access takes as its address where pointers
/// are wider than a register (addresses.hpp has its form); check.hpp says whether a graph is so. `function` is for messages. False after an error.
/// With `faults` the way there is recorded and judged by lathe/legalize/check.hpp on a copy: for --verify-each and
/// tests.
bool legalize_types(Dag& dag, const TargetFacts& facts, const std::string& function, Diag& diag,
                    std::vector<std::string>* faults = nullptr);
/// After it every operation is one that `select` takes: the facts' action table says "legal" of each.
/// Needs legal types. `faults` as above.
bool legalize_operations(Dag& dag, const TargetFacts& facts, const std::string& function, Diag& diag,
                         std::vector<std::string>* faults = nullptr);

}  // namespace lathe::codegen
