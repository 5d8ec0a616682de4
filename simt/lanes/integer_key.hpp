// Keys of the integer handlers: simt/lanes/integer*.cpp make them, decode_integer.cpp asks for them.
#pragma once

#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Arithmetic and logic whose operands have one width (16, 32, 64), but for the wide forms, whose d (and c) has twice.
struct IntKey {
  enum class Op : std::uint8_t {
    add,
    sub,
    add_sat,  ///< s32
    sub_sat,  ///< s32
    mul_lo,
    mul_hi,
    mul_wide,  ///< 16, 32
    mad_lo,
    mad_hi,
    mad_wide,      ///< 16, 32
    mad_hi_sat,    ///< s32
    mul24_lo,      ///< 32
    mul24_hi,      ///< 32
    mad24_lo,      ///< 32
    mad24_hi,      ///< 32
    mad24_hi_sat,  ///< s32
    sad,
    div,
    rem,
    abs,
    neg,
    min,
    max,
    min_relu,  ///< s32
    max_relu,  ///< s32
    add_x2,    ///< two halves of 32 bits: this and the next four
    min_x2,
    max_x2,
    min_relu_x2,  ///< s16x2
    max_relu_x2,  ///< s16x2
    and_,
    or_,
    xor_,
    not_,
    cnot,
    shl,      ///< b has 32 bits
    shr,      ///< b has 32 bits
    shl_mod,  ///< the same two with amounts modulo the width: 32, 64
    shr_mod,
    clmad_lo,  ///< 64
    clmad_hi,  ///< 64
  } op = Op::add;
  unsigned bits = 32;
  bool is_signed = false;
};
LATHE_PICK(pick_int, IntKey)

/// Operations on bits. Positions, lengths and counts have 32 bits; d of popc, clz, bfind too.
struct BitsKey {
  enum class Op : std::uint8_t {
    popc,         ///< 32, 64
    clz,          ///< 32, 64
    bfind,        ///< 32, 64, sign
    bfind_shift,  ///< 32, 64, sign
    brev,         ///< 32, 64
    bfe,          ///< 32, 64, sign; b position, c length
    bfi,          ///< 32, 64; the fourth source (length) is slot `x`
    bfe_mod,      ///< the same two, 32 alone, with position and length modulo 32: no field has 32 bits
    bfi_mod,
    fns,
    szext_clamp,  ///< sign
    szext_wrap,   ///< sign
    bmsk_clamp,
    bmsk_wrap,
    shf_l_clamp,
    shf_l_wrap,
    shf_r_clamp,
    shf_r_wrap,
    prmt,
    prmt_f4e,
    prmt_b4e,
    prmt_rc8,
    prmt_ecl,
    prmt_ecr,
    prmt_rc16,
    lop3,      ///< x: table
    lop3_or,   ///< x: table; imm: slot of p, then that of q from bit 32
    lop3_and,  ///< the same
    dp4a,      ///< sign, sign_b
    dp2a_lo,   ///< sign, sign_b
    dp2a_hi,   ///< sign, sign_b
    pred_and,  ///< predicates
    pred_or,
    pred_xor,
    pred_not,
  } op = Op::popc;
  unsigned bits = 32;
  bool is_signed = false;  ///< of the type, or of a
  bool sign_b = false;
};
LATHE_PICK(pick_bits, BitsKey)

/// Arithmetic with the carry flags of the warp (Warp::carry). For sub the flag is set when nothing was borrowed.
struct CarryKey {
  enum class Op : std::uint8_t { add, sub, mad_lo, mad_hi } op = Op::add;
  unsigned bits = 32;      ///< 32, 64
  bool is_signed = false;  ///< matters for mad_hi alone
  bool reads = false, writes = false;
  /// add, sub of 32 bits: the flag is the predicate in slot Code::x, and for sub it is set where something was borrowed.
  bool predicate = false;
};
LATHE_PICK(pick_carry, CarryKey)

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
