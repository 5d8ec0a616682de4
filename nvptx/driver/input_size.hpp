// What a look at the input tells of its size, before it is read.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lathe::nvptx {

bool is_bitcode(std::string_view ir);

/// Bytes of each body in bitcode, in the order of the module; what is wrong with the bitcode is for its reader to tell.
std::vector<std::size_t> body_lengths(std::string_view ir);

/// How many threads are worth it where the caller did not say: one for so many instructions, and no more than
/// functions, as far as a look at the text tells. At most as many as there are cores.
unsigned threads_for_size(std::string_view ir);

}  // namespace lathe::nvptx
