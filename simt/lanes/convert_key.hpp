// What a handler of cvt has to do: the key that decode_convert.cpp gives to lanes/convert*.cpp.
// Source: PTX ISA 9.0, cvt and cvt.pack.
#pragma once

#include "simt/lanes/float_key.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// What one element is converted from or to. tf32 lies in the upper bits of 32; formats of 4 and 6 bits in 8.
enum class Scalar : std::uint8_t {
  u8,
  s8,
  u16,
  s16,
  u32,
  s32,
  u64,
  s64,
  f16,
  bf16,
  f32,
  f64,
  tf32,
  e4m3,
  e5m2,
  e2m3,
  e3m2,
  e2m1,
  ue8m0,
};
inline bool is_integer(Scalar s) { return s <= Scalar::s64; }
inline bool is_signed(Scalar s) { return is_integer(s) && (static_cast<unsigned>(s) & 1U) != 0; }

struct ConvertKey {
  enum class Shape : std::uint8_t {
    single,  ///< d = a
    join,    ///< d = {a, b}, a in the upper half
    packed,  ///< both elements of a
  } shape = Shape::single;
  Scalar from = Scalar::s32, to = Scalar::s32;
  Rounding rounding = Rounding::rn;  ///< to integers and integral floats: rn is .rni, rz .rzi ...
  bool integral = false;             ///< float to the integral float
  bool ftz = false, sat = false, relu = false, satfinite = false;
};

/// The key as Code::imm, for pick_convert_any: of the handlers of pick_convert it is ignored.
inline std::uint64_t to_imm(const ConvertKey& k) {
  return static_cast<std::uint64_t>(k.shape) | static_cast<std::uint64_t>(k.from) << 8 |
         static_cast<std::uint64_t>(k.to) << 16 | static_cast<std::uint64_t>(k.rounding) << 24 |
         static_cast<std::uint64_t>(k.integral) << 32 | static_cast<std::uint64_t>(k.ftz) << 33 |
         static_cast<std::uint64_t>(k.sat) << 34 | static_cast<std::uint64_t>(k.relu) << 35 |
         static_cast<std::uint64_t>(k.satfinite) << 36;
}
inline ConvertKey from_imm(std::uint64_t imm) {
  const auto bit = [&](unsigned at) { return (imm >> at & 1U) != 0; };
  return {static_cast<ConvertKey::Shape>(imm & 0xffU),
          static_cast<Scalar>(imm >> 8 & 0xffU),
          static_cast<Scalar>(imm >> 16 & 0xffU),
          static_cast<Rounding>(imm >> 24 & 0xffU),
          bit(32),
          bit(33),
          bit(34),
          bit(35),
          bit(36)};
}

struct PackKey {
  unsigned bits = 8;  ///< of each converted value: 2, 4, 8, 16
  bool to_signed = false;
};

LATHE_PICK(pick_convert_integer, ConvertKey)  ///< integer to integer; nullptr for others
LATHE_PICK(pick_convert_float, ConvertKey)    ///< floats to integers, and what is frequent; else nullptr
LATHE_PICK(pick_convert_any, ConvertKey)      ///< to any float, element by element; Code::imm is to_imm(key)
LATHE_PICK(pick_convert_pack, PackKey)        ///< cvt.pack from s32; Code::c is the third operand, if any

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
