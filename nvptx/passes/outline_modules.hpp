// machine-outliner over modules of one program that are compiled apart: each publishes what others could share, and plans by what
// all published; of functions that several make the linker keeps one. See include/lathe/outline/global.hpp.
#pragma once

#include <string>
#include <vector>

#include <lathe/outline/global.hpp>

#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx {

/// Sequences of the module that others may have, too. O(size).
outline::Published publish_sequences(const mir::Module& module, const PassOptions& options);
/// Functions for what the module shares with others, weak and named by their hash. With verify_each the plan's faults are
/// appended; `remarks`, where it is not null, hears of each function and of what would not pay. How many sites became
/// calls.
std::uint64_t outline_shared(mir::Module& module, const outline::Published& all, const PassOptions& options,
                             std::vector<std::string>& faults, RemarkList* remarks = nullptr);

}  // namespace lathe::nvptx
