// What Decoder keeps between its calls. Private to decode.cpp, decode_function.cpp and decode_control.cpp.
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/simt.hpp"
#include "simt/state/code.hpp"

namespace lathe::nvptx::exec {

/// Bytes of a register of this many bits (1: predicate).
inline std::uint32_t slot_bytes(unsigned bits) {
  return bits <= 1 ? 4 : bits <= 16 ? 2 * lane_count : bits / 8 * lane_count;
}

struct DecoderImpl {
  DecoderImpl(PtxFunction& c, const mir::Function& f, std::size_t module)
      : code(c), function(f), module_index(module) {}

  PtxFunction& code;
  const mir::Function& function;
  std::size_t module_index;

  // ---- registers
  std::vector<Slot> reg_slots;  ///< by register; no_slot until it is met
  /// Temporaries of one width. Widths share nothing: a turn may end between two Codes of an instruction, and what other
  /// lanes then do with a temporary of another width would lie elsewhere in the slot, in what these lanes keep there.
  struct Temps {
    std::vector<Slot> slots;
    std::size_t used = 0;  ///< by the instruction that is being decoded
  };
  std::map<std::uint32_t, Temps> temps;  ///< by bytes of a slot
  std::uint32_t temp_top = 0;
  std::map<std::pair<std::uint64_t, unsigned>, Slot> constants;
  Slot reg_slot(mir::Reg r) const { return r < reg_slots.size() && reg_slots[r] != no_slot ? reg_slots[r] : 0; }
  std::string reg_name(mir::Reg r) const {
    return r < function.regs.size() && !function.regs[r].name.empty() ? "'" + function.regs[r].name.get() + "'"
                                                                      : "number " + std::to_string(r);
  }

  // ---- variables in the frame, and the kernel's parameters
  std::unordered_map<std::string, FrameVariable> frame;
  std::uint32_t frame_top = 0;
  std::vector<std::uint32_t> scopes;  ///< frame_top at each open brace
  const FrameVariable* frame_variable(const std::string& name) const {
    const auto it = frame.find(name);
    return it == frame.end() ? nullptr : &it->second;
  }
  const FrameVariable* kernel_param(const std::string& name) const {
    for (const FrameVariable& v : code.kernel_params)
      if (v.name == name) return &v;
    return nullptr;
  }
  FrameVariable& place(const mir::Variable& v, std::uint64_t bytes, std::uint32_t align);

  // ---- the instruction that is being decoded
  Slot guard = no_slot;
  bool guard_negated = false;
  std::uint32_t source = 0;
  std::string refusal;
  struct Pending {
    Slot to, from;
    unsigned to_bits, from_bits;
    bool sign;
  };
  std::vector<Pending> pending;
  void begin_instruction(const mir::Inst& inst) {
    guard = inst.guard == mir::none ? no_slot : reg_slot(inst.guard);
    guard_negated = inst.guard_negated;
    source = static_cast<std::uint32_t>(code.sources.size());
    code.sources.push_back({inst.line});
    code.insts.push_back(&inst);
    for (auto& [bytes, of_width] : temps) of_width.used = 0;
    pending.clear();
    refusal.clear();
  }

  // ---- branches: Code index and the block whose pc goes into it
  struct Patch {
    std::uint32_t code;
    mir::BlockId block;
  };
  std::vector<Patch> patches;
  std::vector<Patch> table_patches;  ///< `code` is an index into FunctionCode::extra
};

/// Bytes and alignment of a variable; 0 bytes for [] and scalars of no size.
std::uint64_t variable_bytes(const mir::Variable& v);
std::uint32_t variable_align(const mir::Variable& v);

/// Gives each register that is used a slot; registers whose lives do not meet may share one. Returns frame bytes.
std::uint32_t assign_slots(const mir::Function& function, const mir::Module& module, std::vector<Slot>& slots);

/// Order in which the blocks are laid out: reverse post-order, exits of a loop after the loop.
std::vector<mir::BlockId> block_layout(const mir::Function& function, const mir::Module& module);

}  // namespace lathe::nvptx::exec
