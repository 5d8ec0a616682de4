// What an instruction does, in the words of lathe::program: the one table that all clients of machine IR ask.
//
// Effects come from opcodes.def and the mnemonic's modifiers, made once per mnemonic (OpDesc::effects); of one
// instruction there is more to say where a special register, inline assembly or a parameter's name decides. The carry
// flag is a register behind the function's own (carry_of): what has `.cc` writes it, addc, subc and madc read it.
//
// Needs: nothing of LLVM. Cost: O(operands) per question.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lathe/program/view.hpp>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {

/// Of the instruction as it stands: clocks, inline assembly, and what no instruction of the function writes.
lathe::program::Effects effects_of(const Module& module, const Function& function, const Inst& inst);

/// effects_of(...).removable(), for less: nobody has to look at the operands for that but those of inline assembly.
bool removable(const Module& module, const Function& function, const Inst& inst);

/// Where it stands in the user's source: by .loc, else the line of the PTX that it was parsed from, without a file.
SourcePlace source_place(const Module& module, const Function& function, const Inst& inst);

inline bool reads_carry(const OpDesc& d) { return d.op == Op::addc || d.op == Op::subc || d.op == Op::madc; }
/// `.cc` stands in front of a type.
inline bool writes_carry(const OpDesc& d) { return d.modifiers.size() > 1 && d.has("cc"); }
/// May it write a result before it has read all of its operands? Text that nobody reads may.
inline bool writes_early(const OpDesc& d) { return d.op == Op::p_asm; }
/// The carry flag, as a register that is behind the others.
inline Reg carry_of(const Function& function) { return static_cast<Reg>(function.regs.size()); }

/// Functional units of a sub-partition.
enum class Unit : std::uint8_t { alu, fma, fp64, xu, cvt, lsu, tex, tensor, uniform, branch, sync, none };
/// The unit that executes it: of the opcode, and fp64 for the arithmetic of f64.
Unit unit_of(const OpDesc& d);
/// Name, and cycles for which a warp holds it: 32 lanes over the lanes of a sub-partition, by the throughput table of
/// the CUDA programming guide (sm_80 and sm_90). Units from `uniform` on are not counted.
struct UnitRow {
  const char* name;
  std::uint32_t cycles;
};
inline constexpr std::array<UnitRow, 8> unit_table{
    {{"alu", 2}, {"fma", 1}, {"fp64", 2}, {"xu", 8}, {"cvt", 2}, {"lsu", 4}, {"tex", 8}, {"tensor", 8}}};

/// The one address of a plain load or store (ld, st, ldu); null for others.
const Operand* address_of(const Module& module, const Function& function, const Inst& inst);
/// Bytes that a plain load or store touches; 0: not known.
inline std::uint32_t access_bytes(const OpDesc& d) { return bits_of(d.type) * d.vector / 8; }

/// Of a variable of the function or the module: its alignment (at most 4096), and its size.
struct Extent {
  std::uint32_t align = 1;
  std::uint64_t bytes = 0;  ///< 0: not known
};
Extent extent_of(const Module& module, const Function& function, std::string_view name);

/// Where a mention stands: in a slot of the instruction (its number), as its guard, or nowhere in its text.
inline constexpr std::uint32_t in_guard = none - 1, unwritten = none;

/// What for_each_placed_mention calls, compiled once: its callers are templates that would each have the walk six times.
using MentionCall = void (*)(void* f, const lathe::program::Operand<Reg>& operand, std::uint32_t place);
void each_mention(const Module& module, const Function& function, const Inst& inst, std::span<const Reg> results,
                  void* f, MentionCall call);

/// Every mention of a register: the guard, operands, bases of addresses, what is written under a guard (or by an
/// operation that reads what it writes) as read before, the carry flag, and the `results` that a ret hands over.
/// Calls f(lathe::program::Operand<Reg>, place). Of a phi only the definition.
template <class F>
void for_each_placed_mention(const Module& module, const Function& function, const Inst& inst,
                             std::span<const Reg> results, F&& f) {
  using Called = std::remove_reference_t<F>;
  // Constness is put back where f is called.
  void* const called = const_cast<void*>(static_cast<const void*>(std::addressof(f)));
  each_mention(module, function, inst, results, called,
               [](void* c, const lathe::program::Operand<Reg>& o, std::uint32_t place) {
                 (*static_cast<Called*>(c))(o, place);
               });
}
/// The same without places.
template <class F>
void for_each_mention(const Module& module, const Function& function, const Inst& inst, std::span<const Reg> results,
                      F&& f) {
  for_each_placed_mention(module, function, inst, results,
                          [&](const lathe::program::Operand<Reg>& o, std::uint32_t) { f(o); });
}

/// Calls f(operand, block) for what a phi takes, registers and constants, and from which block. Nothing for others.
template <class F>
void for_each_argument(const Module& module, const Function& function, const Inst& inst, F&& f) {
  if (module.op(inst.op).op != Op::phi) return;
  const auto slots = function.operands_of(inst);  // {value, label} pairs behind the result
  for (std::uint32_t i = 1; i + 2 < slots.size(); i += slots_of(slots, i))
    if (slots[i].kind == Operand::Kind::group && slots[i].value == 2 && slots[i + 2].kind == Operand::Kind::block)
      f(slots[i + 1], BlockId{slots[i + 2].a});
}
/// Calls f(value, block) for the registers that a phi reads, and at the end of which block. Nothing for others.
template <class F>
void for_each_incoming(const Module& module, const Function& function, const Inst& inst, F&& f) {
  for_each_argument(module, function, inst, [&](const Operand& value, BlockId from) {
    if (value.kind == Operand::Kind::reg && from < function.blocks.size()) f(Reg{value.a}, from);
  });
}

/// The registers that the function's results are: its ends read them. O(registers) for each result.
std::vector<Reg> register_results(const Function& function);

/// How many bits an integer immediate has as the `slot`-th operand behind the results. 64 where the type does not say:
/// -1 and 0xffffffff are then two things, which may be one.
unsigned literal_bits(const OpDesc& d, std::uint32_t slot);

/// Calls f(use, bits) for each immediate that stands where a register might, as the `use`-th of for_each_mention's uses
/// would (guards not counted): the number that the operand's bits are as two's complement (literal_bits).
template <class F>
void for_each_literal(const Module& module, const Function& function, const Inst& inst, F&& f) {
  const OpDesc& d = module.op(inst.op);
  const auto slots = function.operands_of(inst);
  const std::uint32_t defs = def_slots(d, function, inst);
  if (d.terminator || d.pseudo) return;
  std::uint32_t uses = 0;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    using enum Operand::Kind;
    if (slots[i].kind == mem_reg || (slots[i].kind == reg && (i >= defs || d.modifies))) ++uses;
    if (i < defs || (slots[i].kind != imm && slots[i].kind != f32 && slots[i].kind != f64) || slots[i].negated)
      continue;
    const unsigned bits = slots[i].kind == f32 ? 32 : slots[i].kind == f64 ? 64 : literal_bits(d, i - defs);
    const unsigned above = bits >= 64 ? 0 : 64 - bits;
    f(uses++, static_cast<std::uint64_t>(
                  static_cast<std::int64_t>(static_cast<std::uint64_t>(slots[i].value) << above) >> above));
  }
}

/// The mnemonic of a move between two registers of the type.
std::string_view move_text(Type type);

/// The instruction without its registers and labels: mnemonic, kinds of operands, symbols, negations; with or without
/// its immediates (for_each_literal) and the offsets from registers. Two with equal keys and equal operands do the
/// same.
std::string key_of(const Module& module, const Function& function, const Inst& inst, bool with_literals);

}  // namespace lathe::nvptx::mir
