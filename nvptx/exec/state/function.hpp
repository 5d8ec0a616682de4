// A decoded function of PTX, with what it was decoded from. Private to nvptx/exec.
#pragma once

#include <vector>

#include "nvptx/exec/simt.hpp"
#include "nvptx/mir/ir.hpp"
#include "simt/state/code.hpp"

namespace lathe::nvptx::exec {

struct PtxFunction : FunctionCode {
  const mir::Function* function = nullptr;
  const mir::Module* module = nullptr;
  std::vector<const mir::Inst*> insts;  ///< by Code::inst; null where Codes belong to none
  std::vector<Slot> register_slots;     ///< by mir::Reg; no_slot where it has none. For traces and messages
};

}  // namespace lathe::nvptx::exec
