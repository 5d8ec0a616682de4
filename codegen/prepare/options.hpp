// What a user may ask of the steps on LLVM's IR, whatever the target.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lathe::codegen {

/// What becomes of loops of which the source says nothing (by llvm.loop.unroll: that is kept to).
struct UnrollOptions {
  /// What is done with them.
  enum class Mode : std::uint8_t {
    as_they_are,  ///< they stay as they came; who reads the output may unroll them
    none,         ///< nor does who reads it
    full,         ///< those whose number of turns is known become straight code
    count         ///< the innermost ones do `count` turns at once
  };
  Mode mode = Mode::as_they_are;  ///< what is done
  unsigned count = 2;             ///< turns at once
  unsigned most = 4096;           ///< instructions that a loop may become; others stay as they are
};

struct StepOptions {
  bool verify_each = false;       ///< run LLVM's verifier after each step
  unsigned jump_table_min = 0;    ///< smallest number of cases for a jump table; 0: the target's
  bool trap_unreachable = false;  ///< -trap-unreachable: a trap where control must not come
  bool vectorize = true;          ///< join neighbouring loads and stores
  /// Functions with more loops are left to the DAG's merging of adjacent accesses: LLVM's vectorizer asks scalar
  /// evolution about pairs of addresses, which is quadratic in the loops of a function.
  unsigned vectorize_most_loops = 100;
  UnrollOptions unroll;               ///< of loops, at -O1 and above
  std::vector<std::string> disabled;  ///< names of optional steps to leave out, see step_names
};

}  // namespace lathe::codegen
