// From machine IR to Code: what the families of instructions need to decode theirs. Private to nvptx/exec.
//
// A family is a function `Decoded decode_X(Decoder&, const Instruction&)`, named in decode.cpp's table by base
// operation. It picks a handler by mnemonic, reads operands into slots, and emits one or more Codes. The guard of
// the instruction is put on every Code that it emits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "nvptx/exec/simt.hpp"
#include "nvptx/exec/state/function.hpp"
#include "nvptx/mir/ir.hpp"
#include "simt/state/values.hpp"

namespace lathe::nvptx::exec {

class PtxProgram;
struct DecoderImpl;

/// PTX's state spaces and types as the machine has them. Of an instruction that names no space: generic.
Space memory_space(mir::Space space);
ValueType value_type(mir::Type type);

struct Instruction {
  const mir::Inst& inst;
  const mir::OpDesc& desc;
  std::span<const mir::Operand> slots;  ///< all operand slots
  /// Top-level operands: first slot of each.
  std::vector<std::uint32_t> tops;
  std::size_t count() const { return tops.size(); }
  const mir::Operand& operand(std::size_t i) const { return slots[tops[i]]; }
  /// Elements of operand i: those of a group ({..} or p|q; nested markers are skipped), or the operand itself.
  std::vector<mir::Operand> elements(std::size_t i) const;
  bool is_group(std::size_t i) const { return operand(i).kind == mir::Operand::Kind::group; }
  bool has(std::string_view modifier) const { return desc.has(modifier); }
};

/// An address operand: [reg + offset], [symbol + offset], [integer].
struct AddressOperand {
  bool valid = false;
  Space space = Space::generic;  ///< the instruction's, or what the symbol's space makes of it
  Slot base = no_slot;           ///< no_slot: the address is `offset` alone
  unsigned base_bits = 64;       ///< 32 or 64: width of the base register
  std::int64_t offset = 0;
  /// The symbol is a .param or .local variable of this function (not the kernel's parameters): `offset` is relative
  /// to Frame::local_base, and `space` is local.
  bool in_frame = false;
};

class Decoder {
 public:
  Decoder(PtxProgram& program, PtxFunction& code, const mir::Function& function, const mir::Module& module);

  // ---- operands. On a fault they record it (see `refuse`) and return a slot that is safe to use.
  /// Source of `bits` (8, 16, 32, 64, 128) per lane: a register of that width; a wider register is narrowed; an
  /// integer immediate is truncated; a special register or the address of a symbol is read into a temporary.
  /// Float immediates: 0f for 32 bits, 0d for 64; 0d (and decimal) are rounded for 32 bits, 0f widened for 64; for 16
  /// bits use read_float.
  Slot read(const mir::Operand& operand, unsigned bits);
  /// The same for the type: knows that an immediate of f16/bf16 may be given as float.
  Slot read(const mir::Operand& operand, mir::Type type);
  /// Destination of `bits` per lane. A wider register gets the value zero-extended, or sign-extended; `_` is a
  /// temporary nobody reads.
  Slot write(const mir::Operand& operand, unsigned bits, bool sign_extend = false);
  Slot write(const mir::Operand& operand, mir::Type type);
  /// Predicate source; `negated` of the operand is applied. An integer immediate is false for 0, else true.
  Slot read_pred(const mir::Operand& operand);
  Slot write_pred(const mir::Operand& operand);
  /// Width of a register operand's declared type (1 for pred); 0 when it is not a register.
  unsigned register_bits(const mir::Operand& operand) const;
  AddressOperand address(const mir::Operand& operand, Space space);
  AddressOperand address(const mir::Operand& operand, mir::Space space) {
    return address(operand, memory_space(space));
  }
  /// A module-level name, or a .shared/.global/.const variable of this function; nullptr when there is none.
  const struct Symbol* symbol(std::string_view name) const;
  /// The value of an operand that has to be an integer constant.
  bool constant(const mir::Operand& operand, std::int64_t& value) const;

  Slot temp(unsigned bits);                          ///< 1 for a predicate; lives for this instruction only
  Slot spread(std::uint64_t value, unsigned bits);   ///< constant in all lanes (bits = 1: 0 or all)
  std::uint32_t extra(std::span<const Slot> slots);  ///< for Code::extra
  Code& emit(Handler run, Slot d = no_slot, Slot a = no_slot, Slot b = no_slot, Slot c = no_slot);
  /// Converts between integer widths: truncates, or extends.
  Slot resize(Slot from, unsigned from_bits, unsigned bits, bool sign);
  /// Records that this instruction cannot be run: a launch that reaches it faults with the PTX line and this text.
  bool refuse(std::string text);

  PtxProgram& program;
  PtxFunction& code;
  const mir::Function& function;
  const mir::Module& module;
  DecoderImpl* impl = nullptr;  ///< decode.cpp's own

 private:
  Slot read_symbol(const mir::Operand& operand, unsigned bits);
};

/// Decodes one instruction; false after refuse(). "unknown" forms must be refused, never guessed.
using Family = bool (*)(Decoder&, const Instruction&);

// One per file decode_*.cpp.
bool decode_integer(Decoder&, const Instruction&);  ///< integer arithmetic, logic, shifts, bits, video, dp, mul24
bool decode_compare(Decoder&, const Instruction&);  ///< set setp selp slct testp for every type
bool decode_float(Decoder&, const Instruction&);    ///< arithmetic of f16 bf16 f32 f64 and packed forms
bool decode_convert(Decoder&, const Instruction&);  ///< cvt
bool decode_move(Decoder&, const Instruction&);     ///< mov in every form, mapa, getctarank, special registers
bool decode_memory(Decoder&, const Instruction&);   ///< ld ldu st atom red cvta isspacep prefetch discard ...
bool decode_async(Decoder&, const Instruction&);    ///< cp.async, cp.async.bulk, mbarrier, fence, membar, st.async
bool decode_texture(Decoder&, const Instruction&);  ///< tex tld4 txq suld sust sured suq istypep
bool decode_warp(Decoder&, const Instruction&);     ///< shfl vote match activemask redux elect
bool decode_matrix(Decoder&, const Instruction&);   ///< mma wmma ldmatrix stmatrix movmatrix wgmma
bool decode_tensor_memory(Decoder&, const Instruction&);  ///< tcgen05
bool decode_control(Decoder&, const Instruction&);  ///< bra brx call ret exit bar barrier trap brkpt nanosleep ...

bool decode_barrier(Decoder&, const Instruction&);  ///< bar and barrier of blocks and clusters

/// Decodes one instruction into d.code; false when it was refused (then it faults when it is reached).
bool decode_instruction(Decoder& d, const mir::Inst& inst);
/// Decodes a whole function whose `params`, `results` and identity are set.
void decode_function(PtxProgram& program, std::size_t module_index, PtxFunction& code);

/// The handler of a system function (vprintf, malloc, free, __assertfail ...); nullptr when there is none.
Handler find_system_call(std::string_view name);

}  // namespace lathe::nvptx::exec
