// The steps of codegen/prepare on the facts of PTX: the tests that were written with its addresses, registers and
// costs.
#pragma once

#include "ir.hpp"
#include "nvptx/prepare/facts.hpp"

namespace lathe::codegen::test {

inline constexpr const char* ptx_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

inline const PrepareFacts& ptx_facts() {
  static const lathe::nvptx::Features features = *lathe::nvptx::parse_cpu("sm_90");
  static const PrepareFacts facts = lathe::nvptx::prepare_facts(features);
  return facts;
}

struct PtxIr : Ir {
  explicit PtxIr(std::string_view text) : Ir(ptx_facts(), ptx_layout, text) {}
};

}  // namespace lathe::codegen::test
