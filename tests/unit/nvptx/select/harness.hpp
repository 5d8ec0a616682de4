// DAG text in, PTX text out: a table of cases per family, and ptxas on all of them when it is there.
//
// A case is the body of a block. Values that are there already: $P0 $P1 (i1) $H0 $H1 (i16) $R0 $R1 $R2 (i32) $L0 $L1
// (i64) $F0 $F1 $F2 (f32) $D0 $D1 (f64) $X0 $X1 (f16) $V0 $V1 (v2f16) $B0 $B1 (bf16) $W0 $W1 (v2i16) $C (the entry
// chain); registers print by these names. "out R %33" copies %33 into the register %RO (a second time: %RX). "end %40"
// adds a chain that must be done before the block returns. Expected text: one instruction a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx::test {

struct Case {
  std::string_view name;
  std::string_view cpu;  ///< "sm_80", or "sm_80+ptx85"
  std::string_view dag;
  std::string_view ptx;  ///< empty: only ptxas looks at it; "refused: TEXT": the message must hold TEXT
};

/// Runs every case and compares; then assembles them all, one module per target.
void run_cases(const std::vector<Case>& cases);

/// The instructions of one case, one a line, or "refused: message".
std::string select_text(const Case& c);

}  // namespace lathe::nvptx::test
