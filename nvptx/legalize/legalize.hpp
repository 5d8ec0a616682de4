// DAG -> DAG with legal types only; then with legal operations only.
#pragma once

#include <string>
#include <vector>

#include "nvptx/dag/dag.hpp"
#include "nvptx/support/diag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// After it every value's type is legal by type_rules.hpp. `function` is for messages. False after an error. With
/// `faults` the way there is recorded and judged by lathe/legalize/check.hpp on a copy: for --verify-each and
/// tests.
bool legalize_types(Dag& dag, const Features& features, const std::string& function, Diag& diag,
                    std::vector<std::string>* faults = nullptr);
/// After it every operation is one that `select` takes: the action table in legalize/actions.cpp is all "legal".
/// Needs legal types. `faults` as above.
bool legalize_operations(Dag& dag, const Features& features, const std::string& function, Diag& diag,
                         std::vector<std::string>* faults = nullptr);

/// Checkers that share no code with the above: report(node, what) for each fault.
void check_types(const Dag& dag, const Features& features, std::vector<std::string>& faults);
void check_operations(const Dag& dag, const Features& features, std::vector<std::string>& faults);

}  // namespace lathe::nvptx
