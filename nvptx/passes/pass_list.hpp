// The passes, one function each; the pipeline is in pipeline.cpp. Private to nvptx/passes.
#pragma once

#include "nvptx/passes/flow.hpp"

namespace lathe::nvptx {

void dead_code(Module& module, Function& function);
void propagate_copies(Module& module, Function& function);
void fold_addresses(Module& module, Function& function);
void eliminate_phis(Module& module, Function& function);
void drop_redundant_moves(Module& module, Function& function);
void order_blocks(Module& module, Function& function);

}  // namespace lathe::nvptx
