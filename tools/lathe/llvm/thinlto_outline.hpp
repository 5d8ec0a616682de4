// machine-outliner over the modules of `lathe thinlto`, whose PTX waits on a disk.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "nvptx/passes/passes.hpp"
#include "nvptx/support/spill_file.hpp"

namespace lathe::nvptx::cli {

/// A module's PTX, and what PTX has no words for.
struct OutlineModule {
  std::string name;                      ///< for messages
  SpillFile::Place place;                ///< of its PTX; of what was made of it, behind outline_modules
  std::vector<std::string> small, kept;  ///< functions that are to be small, and those with nooutline
  RemarkList remarks{};                  ///< with PassOptions::remarks: what was outlined, and what was not
  std::string error;                     ///< what went wrong, behind outline_modules; or nothing
};
/// What is done with the PTX at last; an error text where it fails.
using OutlineFinish = std::function<void(std::string& text, std::string& error)>;
/// Functions for what modules share, unless --disable-global-outlining, then for what each has by itself. Each module is
/// read twice and written once; the answer does not depend on the number of threads.
void outline_modules(std::span<OutlineModule> modules, const PassOptions& options, const Features& features,
                     unsigned threads, SpillFile& spill, const OutlineFinish& finish);

}  // namespace lathe::nvptx::cli
