// What llc, `cicc -libnvvm` and opt call their options, in words of `lathe compile`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx::cli {

/// Rewrites options of theirs that mean what one of ours does, and takes away those that ask for what is so anyway. What
/// is wrong, or empty: an option whose meaning cannot be had is refused by its name, with the reason. Words that are
/// nobody's are left to whoever reads the rest.
std::string respell(std::vector<std::string>& words);

}  // namespace lathe::nvptx::cli
