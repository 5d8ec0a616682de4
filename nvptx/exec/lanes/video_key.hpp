// Keys of the video handlers: nvptx/exec/lanes/video.cpp makes them, decode_video.cpp asks for them.
#pragma once

#include "nvptx/exec/simt.hpp"
#include "simt/state/level.hpp"

namespace lathe::nvptx::exec {

struct Instruction;
class Decoder;

/// The video instructions (vadd, vset4 ...); decode_integer hands them on.
bool decode_video(Decoder&, const Instruction&);

/// All modifiers are in Code::x, as VideoFields packs them; sources a, b, c of 32 bits.
struct VideoKey {
  enum class Op : std::uint8_t {
    add,
    sub,
    absdiff,
    min,
    max,
    average,  ///< not of one value
    shl,      ///< of one value: these two
    shr,
    eq,  ///< from here on 1 or 0
    ne,
    lt,
    le,
    gt,
    ge,
  } op = Op::add;
  std::uint8_t count = 1;  ///< 1, 2 or 4 values of a register
  bool mad = false;        ///< vmad
};
LATHE_PICK(pick_video, VideoKey)

/// What a handler needs beside its key, packed in Code::x. Of several values Code::y says in four bits each which of
/// the values of a (0 ..) and b (count ..) are taken: those of the first operand from bit 0, of the second from 16.
struct VideoFields {
  enum class Part : std::uint8_t { word, b0, b1, b2, b3, h0, h1 };
  enum class Second : std::uint8_t { none, add, min, max, merge };
  bool sign_d = false, sign_a = false, sign_b = false;
  bool saturate = false;
  bool wrap = false;  ///< shifts: the amount counts modulo 32, else 32 at most
  Part part_d = Part::word, part_a = Part::word, part_b = Part::word;
  Second second = Second::none;
  std::uint8_t mask = 0;  ///< of several: which values of d are written
  // vmad
  bool negate_product = false, negate_c = false, plus_one = false;
  std::uint8_t scale = 0;  ///< 0, 7, 15

  constexpr std::uint32_t pack() const {
    return static_cast<std::uint32_t>(sign_d) | sign_a << 1U | sign_b << 2U | saturate << 3U | wrap << 4U |
           static_cast<std::uint32_t>(part_d) << 5U | static_cast<std::uint32_t>(part_a) << 8U |
           static_cast<std::uint32_t>(part_b) << 11U | static_cast<std::uint32_t>(second) << 14U |
           static_cast<std::uint32_t>(mask) << 17U | static_cast<std::uint32_t>(negate_product) << 21U |
           static_cast<std::uint32_t>(negate_c) << 22U | static_cast<std::uint32_t>(plus_one) << 23U |
           static_cast<std::uint32_t>(scale) << 24U;
  }
  static constexpr VideoFields unpack(std::uint32_t x) {
    VideoFields f;
    f.sign_d = (x & 1) != 0;
    f.sign_a = (x >> 1 & 1) != 0;
    f.sign_b = (x >> 2 & 1) != 0;
    f.saturate = (x >> 3 & 1) != 0;
    f.wrap = (x >> 4 & 1) != 0;
    f.part_d = static_cast<Part>(x >> 5 & 7);
    f.part_a = static_cast<Part>(x >> 8 & 7);
    f.part_b = static_cast<Part>(x >> 11 & 7);
    f.second = static_cast<Second>(x >> 14 & 7);
    f.mask = static_cast<std::uint8_t>(x >> 17 & 15);
    f.negate_product = (x >> 21 & 1) != 0;
    f.negate_c = (x >> 22 & 1) != 0;
    f.plus_one = (x >> 23 & 1) != 0;
    f.scale = static_cast<std::uint8_t>(x >> 24 & 15);
    return f;
  }
};

}  // namespace lathe::nvptx::exec
