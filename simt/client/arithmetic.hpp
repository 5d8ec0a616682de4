// Operations on registers of 32 bits as Operations: the handlers of simt/lanes and simt/machine with how results depend on sources, and
// whose object an address that is computed points into, so that no client has to know that of a sum.
#pragma once

#include "simt/client/operation.hpp"
#include "simt/lanes/compare_key.hpp"
#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/move_key.hpp"
#include "simt/machine/barrier.hpp"
#include "simt/machine/common.hpp"
#include "simt/machine/control.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

inline Operation integer(IntKey::Op op, bool sign = false) {
  using I = IntKey::Op;
  using enum Dependence;
  Operation o{.run = pick_int({op, 32, sign}), .sign = sign};
  o.modulo = op == I::shl_mod || op == I::shr_mod;
  o.kind = op == I::add || op == I::sub || op == I::mul_lo ? upward
           : op == I::and_                                 ? bit_and
           : op == I::or_                                  ? bit_or
           : op == I::xor_                                 ? bit_xor
           : op == I::shl || op == I::shl_mod              ? shift_left
           : op == I::shr || op == I::shr_mod              ? shift_right
                                                           : any;
  o.pointing = op == I::sub                                                     ? Pointing::difference
               : op == I::add || op == I::and_ || op == I::or_ || op == I::xor_ ? Pointing::either
                                                                                : Pointing::nowhere;
  return o;
}
inline Operation bits(BitsKey::Op op, bool sign = false) {
  using B = BitsKey::Op;
  Operation o{.run = pick_bits({op, 32, sign}), .sign = sign};
  o.modulo = op == B::bfe_mod || op == B::bfi_mod;
  if (op == B::bfe_mod) o.kind = Dependence::extract;
  if (op == B::bfi_mod) o.kind = Dependence::insert;
  return o;
}
/// Sums and differences of several words; the carry, or borrow, is the predicate in this slot.
inline Operation carry(CarryKey::Op op, bool reads, Slot predicate) {
  const Pointing pointing = op == CarryKey::Op::sub ? Pointing::difference : Pointing::either;
  return {.run = pick_carry({.op = op, .reads = reads, .writes = true, .predicate = true}),
          .pointing = pointing,
          .x = predicate};
}

enum class Relation : std::uint8_t { eq, ne, lt, le, gt, ge, unordered };
/// Of u32, s32 and f32; of floats all but `ne` and `unordered` are false where one is a NaN.
inline Operation compare(CompareKey::Type type, Relation relation) {
  using T = CompareKey::Test;
  const bool floats = type == CompareKey::Type::f32;
  bool swap = relation == Relation::gt || (floats && relation == Relation::ge);
  bool negate = relation == Relation::ne || relation == Relation::unordered;
  T test = relation == Relation::unordered ? T::num : relation == Relation::eq || negate ? T::eq : T::lt;
  if (relation == Relation::le || relation == Relation::ge) {
    test = floats ? T::le : T::lt;
    negate = !floats;
    swap = floats ? relation == Relation::ge : relation == Relation::le;
  }
  return {.run = pick_compare({test, type}), .swap = swap, .x = negate ? ~0U : 0U};
}
/// d = c ? a : b, c a predicate.
inline Operation select() {
  return {.run = pick_select({.bits = 32}), .kind = Dependence::select, .pointing = Pointing::select};
}
inline Operation copy() { return {.run = pick_move({}), .kind = Dependence::copy, .pointing = Pointing::first}; }

/// f32: add, sub, mul, fma, min, max.
inline Operation floats(FloatOp op) {
  return {.run = op == FloatOp::min || op == FloatOp::max ? pick_float_bits({.op = op}) : pick_float32({.op = op})};
}
/// Between f32 and integers of 32 bits, and f32 to integral f32.
inline Operation convert(Scalar from, Scalar to, Rounding rounding) {
  return {.run = pick_convert_float({.from = from, .to = to, .rounding = rounding, .integral = from == to})};
}

/// What has no sources that results depend on.
inline Operation known(Known what) {
  return {.run = run_known, .kind = Dependence::defined, .y = static_cast<std::uint32_t>(what)};
}
inline Operation read_lane() {
  Operation o{.run = run_read_lane, .kind = Dependence::shuffle};
  o.shuffle = {run_read_lane, read_lane_sources};
  return o;
}
/// Of all threads of the block; source: its number.
inline Operation block_barrier() {
  Operation o{.run = run_barrier, .kind = Dependence::nothing, .branch = true};
  o.barrier.level = BarrierRecord::Level::block;
  return o;
}
/// One of branch, jump, return, exit.
inline Operation control(Handler run) {
  return {.run = run,
          .kind = run == run_branch   ? Dependence::branch
                  : run == run_return ? Dependence::ret
                                      : Dependence::nothing,
          .branch = true};
}
/// Into `frame`, a slot of the callee's frame or no_slot, goes where its local memory begins. By address: of 64 bits.
inline Operation call(bool by_address, Slot frame) {
  return {.run = by_address ? run_call_address : run_call,
          .kind = Dependence::call,
          .d = frame,
          .address_bits = by_address ? 64U : 32U};
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
