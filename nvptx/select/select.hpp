// Legal DAG -> machine IR of one block: covering by opcode (what folds into what), then linear order by source
// position, then instructions.
#pragma once

#include "nvptx/dag/dag.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/diag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// Appends the block's instructions (after its phis). False after an error (an operation that is not legal).
bool select(Dag& dag, mir::Module& module, mir::Function& function, mir::BlockId block, const Features& features, Diag& diag);

}  // namespace lathe::nvptx
