// What a user may ask of the steps on LLVM's IR, whatever the target.
#pragma once

#include <string>
#include <vector>

namespace lathe::codegen {

struct StepOptions {
  bool verify_each = false;       ///< run LLVM's verifier after each step
  unsigned jump_table_min = 0;    ///< smallest number of cases for a jump table; 0: the target's
  bool trap_unreachable = false;  ///< -trap-unreachable: a trap where control must not come
  bool vectorize = true;          ///< join neighbouring loads and stores
  /// Functions with more loops are left to the DAG's merging of adjacent accesses: LLVM's vectorizer asks scalar
  /// evolution about pairs of addresses, which is quadratic in the loops of a function.
  unsigned vectorize_most_loops = 100;
  std::vector<std::string> disabled;  ///< names of optional steps to leave out, see step_names
};

}  // namespace lathe::codegen
