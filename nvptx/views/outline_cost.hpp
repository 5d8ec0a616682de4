// What ptxas makes of outlined code, in bytes of SASS from sm_70 on, where an instruction has 16.
//
// PTX says little about size: a mov is nothing, a division twenty instructions, a product and the sum that reads it one.
// So each instruction has a kind (sass_kind) with a size of its own, which is a mean and need be no multiple of 16; what
// one instruction takes where it stands is less where ptxas makes one of two, or has done half of it before (sass_placed).
//
// What a function costs depends on how the module is assembled (OutlineLink):
//   whole        plain ptxas: each .entry gets a copy of each .func that it reaches, within its own section. Registers are
//                allocated over both, so what is passed costs little. A .func that no .entry reaches is not there at all.
//   relocatable  ptxas -c, nvcc -rdc, modules that nvlink joins: one copy, in a section of its own of 128 bytes at least,
//                called by the ABI: arguments from R4 on, callers keep what lives across the call in registers from R16 on
//                and spill what does not fit. A kernel has nobody to keep registers for; a .func saves those that it takes.
// The figures of outline_call are fitted on cubins, see outline_sass.def; docs/decisions.md has the errors.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

/// How the module is assembled.
enum class OutlineLink : std::uint8_t { whole, relocatable };

/// Kinds of instructions by what ptxas makes of them: rows of outline_sass.def.
enum class SassKind : std::uint8_t {
#define LATHE_SASS_KIND(name, bytes, what) name,
#include "nvptx/views/outline_sass.def"
#undef LATHE_SASS_KIND
  count
};
inline constexpr std::size_t sass_kinds = static_cast<std::size_t>(SassKind::count);
/// Bytes of one of each kind, on average.
inline constexpr std::array<std::uint32_t, sass_kinds> sass_bytes{
#define LATHE_SASS_KIND(name, bytes, what) bytes,
#include "nvptx/views/outline_sass.def"
#undef LATHE_SASS_KIND
};
/// Names of the kinds, as the table has them.
inline constexpr std::array<std::string_view, sass_kinds> sass_names{
#define LATHE_SASS_KIND(name, bytes, what) #name,
#include "nvptx/views/outline_sass.def"
#undef LATHE_SASS_KIND
};

namespace sass {

using mir::Op;
using mir::OpDesc;
using mir::Type;

inline unsigned wide(const OpDesc& d) { return mir::bits_of(d.type) > 32 ? 1 : 0; }
inline bool is_half(Type type) {
  return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}

inline SassKind arithmetic(const OpDesc& d, SassKind narrow, SassKind of64) {
  if (is_half(d.type)) return SassKind::half;
  if (d.type == Type::f64) return SassKind::float64;
  if (mir::is_float(d.type)) return SassKind::float32;
  return wide(d) != 0 ? of64 : narrow;
}
inline SassKind convert(const OpDesc& d) {
  if (mir::is_float(d.type) || mir::is_float(d.dst_type)) return SassKind::convert_float;
  if (mir::bits_of(d.type) < 32 || mir::bits_of(d.dst_type) < 32) return SassKind::convert_small;
  return SassKind::convert_wide;
}
inline SassKind divide(const mir::Function& f, const mir::Inst& inst, const OpDesc& d) {
  if (d.has("approx") || d.has("full")) return d.has("ftz") ? SassKind::special : SassKind::special_scaled;
  if (d.type == Type::f64) return SassKind::div_double;
  if (mir::is_float(d.type)) return SassKind::div_float;
  if (wide(d) != 0) return SassKind::div64;
  return f.operands_of(inst).back().kind == mir::Operand::Kind::imm ? SassKind::div_const : SassKind::div32;
}
inline SassKind special(const OpDesc& d) {
  if (d.type == Type::f64) return d.has("approx") ? SassKind::special : SassKind::div_double;
  if (d.has("rn") || d.has("rz") || d.has("rm") || d.has("rp")) return SassKind::div_float;
  return d.has("ftz") || d.op == Op::sin || d.op == Op::cos || d.op == Op::tanh ? SassKind::special
                                                                                : SassKind::special_scaled;
}
inline SassKind of_bits(const OpDesc& d) { return wide(d) != 0 ? SassKind::bits64 : SassKind::bits; }

}  // namespace sass

/// The kind of an instruction. O(operands).
inline SassKind sass_kind(const mir::Module& module, const mir::Function& function, const mir::Inst& inst) {
  using mir::Op;
  const mir::OpDesc& d = module.op(inst.op);
  if (d.pseudo) return d.op == Op::p_asm ? SassKind::other : SassKind::nothing;
  switch (d.op) {
    case Op::mov:
      return SassKind::move;
    case Op::cvta:
      return d.has("to") ? SassKind::nothing : SassKind::address;
    case Op::cvt:
      return sass::convert(d);
    case Op::ld:
    case Op::ldu:
      return d.space == mir::Space::param ? SassKind::parameter : SassKind::load;
    case Op::tex:
    case Op::tld4:
    case Op::suld:
      return SassKind::load;
    case Op::st:
    case Op::red:
      return SassKind::store;
    case Op::atom:
      return SassKind::atomic;
    case Op::add:
    case Op::sub:
    case Op::addc:
    case Op::subc:
      return sass::arithmetic(d, SassKind::add32, SassKind::add64);
    case Op::mul:
    case Op::mad:
    case Op::madc:
      if (d.has("wide") || d.has("hi")) return SassKind::mul_wide;
      return sass::arithmetic(d, SassKind::mul32, SassKind::mul64);
    case Op::fma:
      return sass::arithmetic(d, SassKind::float32, SassKind::float64);
    case Op::shl:
    case Op::shr:
    case Op::shf:
      return sass::wide(d) != 0 ? SassKind::shift64 : SassKind::shift32;
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::not_:
    case Op::lop3:
      if (d.type == mir::Type::pred) return SassKind::logic_pred;
      return sass::wide(d) != 0 ? SassKind::logic64 : SassKind::logic32;
    case Op::setp:
    case Op::set:
      return sass::wide(d) != 0 && d.type != mir::Type::f64 ? SassKind::compare64 : SassKind::compare;
    case Op::neg:
    case Op::abs:
      if (d.type == mir::Type::f32 || d.type == mir::Type::f64) return SassKind::nothing;
      [[fallthrough]];
    case Op::min:
    case Op::max:
    case Op::selp:
    case Op::slct:
      return sass::wide(d) != 0 ? SassKind::select64 : SassKind::select;
    case Op::div:
    case Op::rem:
      return sass::divide(function, inst, d);
    case Op::rcp:
    case Op::sqrt:
    case Op::rsqrt:
    case Op::sin:
    case Op::cos:
    case Op::lg2:
    case Op::ex2:
    case Op::tanh:
      return sass::special(d);
    case Op::prmt:
    case Op::bfe:
    case Op::bfi:
    case Op::popc:
    case Op::clz:
    case Op::bfind:
    case Op::brev:
    case Op::szext:
    case Op::bmsk:
    case Op::sad:
    case Op::dp4a:
    case Op::dp2a:
    case Op::cnot:
    case Op::copysign:
      return sass::of_bits(d);
    default:
      return SassKind::other;
  }
}

/// For each block and instruction of a function the kind that it counts as where it stands, by registers that are written
/// once. `nothing`: ptxas makes one of it and of the one instruction that reads its result, which stands behind it in its
/// block and takes one such at most, or of all accesses that have it as their address. `div32_again`: another one before
/// it divides by the same register, and what ptxas computes of that is there.
/// O(size log divisions).
inline std::vector<std::vector<SassKind>> sass_placed(const mir::Module& module, const mir::Function& function) {
  static constexpr std::pair<SassKind, SassKind> pairs[] = {
#define LATHE_SASS_KIND(name, bytes, what)
#define LATHE_SASS_FUSED(first, second) {SassKind::first, SassKind::second},
#include "nvptx/views/outline_sass.def"
#undef LATHE_SASS_FUSED
#undef LATHE_SASS_KIND
  };
  struct Seen {
    std::uint32_t defs = 0, uses = 0, bases = 0, block = 0, at = 0;  // bases: uses as address; the last definition
  };
  std::vector<Seen> seen(function.regs.size());
  std::vector<std::vector<SassKind>> out(function.blocks.size());
  std::set<std::pair<mir::Reg, bool>> divisors;  // and whether they have a sign
  const auto each = [&](const mir::Inst& inst, auto&& f) {
    mir::for_each_mention(module, function, inst, {}, [&](const lathe::program::Operand<mir::Reg>& o) {
      if (o.value < seen.size()) f(o.value, o.is_def());
    });
  };
  for (const mir::Block& block : function.blocks)
    for (const mir::Inst& inst : block.insts) {
      each(inst, [&](mir::Reg r, bool is_def) { ++(is_def ? seen[r].defs : seen[r].uses); });
      for (const mir::Operand& o : function.operands_of(inst))
        if (o.kind == mir::Operand::Kind::mem_reg && o.a < seen.size()) ++seen[o.a].bases;
    }
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    const auto& insts = function.blocks[b].insts;
    std::vector<bool> takes(insts.size(), false);  // it is one with what its operand was
    std::vector<SassKind> kinds;
    for (std::uint32_t i = 0; i < insts.size(); ++i) {
      kinds.push_back(sass_kind(module, function, insts[i]));
      out[b].push_back(kinds.back());
      if (kinds.back() == SassKind::div32)
        if (const mir::Operand& by = function.operands_of(insts[i]).back();
            by.kind == mir::Operand::Kind::reg && seen[by.a].defs == 1)
          if (!divisors.emplace(by.a, mir::is_signed(module.op(insts[i].op).type)).second)
            out[b].back() = SassKind::div32_again;
      each(insts[i], [&](mir::Reg r, bool is_def) {
        Seen& s = seen[r];
        if (is_def || s.defs != 1 || s.uses != 1 || s.block != b + 1 || takes[i] || takes[s.at]) return;
        const std::pair<SassKind, SassKind> both{kinds[s.at], kinds[i]};
        if (std::find(std::begin(pairs), std::end(pairs), both) == std::end(pairs)) return;
        out[b][s.at] = SassKind::nothing;
        takes[i] = true;
      });
      each(insts[i], [&](mir::Reg r, bool is_def) {
        if (!is_def) return;
        seen[r].block = b + 1;
        seen[r].at = i;
        // A sum with a constant is the offset of the accesses that alone read it.
        const bool sum = kinds[i] == SassKind::add32 || kinds[i] == SassKind::add64;
        if (sum && seen[r].defs == 1 && seen[r].uses > 0 && seen[r].uses == seen[r].bases &&
            function.operands_of(insts[i]).back().kind == mir::Operand::Kind::imm)
          out[b][i] = SassKind::nothing;
      });
    }
  }
  return out;
}

/// Costs of a call and of a function beside its body; bytes.
struct OutlineCall {
  std::uint32_t call = 0;      ///< the call itself, with what sets it up
  std::uint32_t argument = 0;  ///< for each 32 bits passed
  std::uint32_t result = 0;    ///< for each 32 bits given back
  std::uint32_t several = 0;   ///< where there are several results, which go through .param
  std::uint32_t leaf = 0;      ///< in a .func that called nothing: it gets a frame for its return address
  std::uint32_t across = 0;    ///< in a .func, for each 32 bits that live across: what keeps them is saved and restored
  std::uint32_t kept = 0;      ///< in a kernel, for each 32 bits that live across
  std::uint32_t over = 0;      ///< and for each more than outline_keeps: it is spilled
  std::uint32_t predicates = 0;  ///< where predicates live across: they go through a register
  std::uint32_t frame = 0;       ///< of a function: the return and what rounds its section up
  std::uint32_t stored = 0;      ///< of one with several results, for each 32 bits
  std::uint32_t margin =
      0;  ///< so many in a hundred of what calls and frame cost, a function must save by these estimates
};
/// Of an OutlineLink. The margins are what it takes for the sign to be right: code that became larger is worse than code that
/// stayed. See outline::Options::benefit_margin.
inline constexpr OutlineCall outline_call[] = {{34, 7, 1, 4, 4, 3, 1, 0, 4, 54, 0, 125},
                                               {82, 11, 3, 6, 19, 8, 0, 0, 20, 109, 5, 125}};
/// Words of 32 bits that a kernel's registers keep over a call.
inline constexpr std::uint32_t outline_keeps = 24;

}  // namespace lathe::nvptx
