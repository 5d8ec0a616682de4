// Adjacent scalar accesses of one block become vector accesses.
#pragma once

#include <cstdint>

#include "nvptx/dag/dag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx::combining {

/// Merges plain loads from one base at consecutive offsets that hang on one chain, and runs of plain stores, into
/// load_vec and store_vec of 2 or 4 elements where the alignment allows. Returns the number of accesses made.
/// O(n log n) in the block's accesses.
std::uint64_t merge_memory(Dag& dag, const Features& features);

}  // namespace lathe::nvptx::combining
