// The facts of a GPU that is unlike PTX: registers of 1 and 32 bits and f32, nothing wider, no division, no square
// root, no conversion of halves, shifts and fields that mask. For tests of what is written for such targets.
#pragma once

#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "codegen/legalize/facts.hpp"

namespace lathe::codegen::testing {

struct SmallGpu {
  bool fma = true;           ///< of f32
  bool high_product = true;  ///< mulhu, mulhs
  bool counts = true;        ///< ctlz, cttz, ctpop, bitreverse
  bool carries = true;       ///< add_limbs, sub_limbs
  bool funnels = true;       ///< fshl, fshr
  bool fields = true;        ///< bfe, bfi
  bool floats = true;        ///< any arithmetic and comparison of f32
  bool min_max = true;       ///< of integers
};

inline TargetFacts small_gpu(const SmallGpu& has = {}) {
  using dag::Action;
  TypeFacts types;
  types.integers = {1, 32};
  types.promoted_to = {32};
  types.widest_integer = 512;
  types.floats = {vt::f32};
  types.softened = {vt::f64, vt::f16, vt::bf16};
  TargetFacts f(types);
  f.name = "the small GPU";
  f.numeric = {.fields = NumericTraits::Fields::masked, .permute = NumericTraits::Permute::undefined};
  const auto lacks = [&](std::initializer_list<Isd> ops) { f.set(ops, {vt::i1, vt::i32, vt::f32}, Action::expand); };
  // Whatever is a row of its own elsewhere is native here unless it stands below.
  lacks({Isd::sdiv,       Isd::udiv,       Isd::srem,       Isd::urem,       Isd::rotl,       Isd::rotr,
         Isd::bswap,      Isd::abs,        Isd::mad,        Isd::sadd_sat,   Isd::uadd_sat,   Isd::ssub_sat,
         Isd::usub_sat,   Isd::sshl_sat,   Isd::ushl_sat,   Isd::sadd_o,     Isd::uadd_o,     Isd::ssub_o,
         Isd::usub_o,     Isd::smul_o,     Isd::umul_o,     Isd::prmt,       Isd::lop3,       Isd::sext_inreg,
         Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u, Isd::build_pair, Isd::extract_limb});
  f.set({Isd::shl, Isd::srl, Isd::sra, Isd::mulhs, Isd::mulhu, Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bitreverse,
         Isd::fshl, Isd::fshr, Isd::bfe_u, Isd::bfe_s, Isd::bfi},
        {vt::i1}, Action::expand);
  f.set({Isd::zext, Isd::sext, Isd::anyext}, {vt::i32}, Action::expand);
  if (!has.high_product) lacks({Isd::mulhs, Isd::mulhu});
  if (!has.counts) lacks({Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bitreverse});
  if (!has.carries) lacks({Isd::add_limbs, Isd::sub_limbs});
  if (!has.funnels) lacks({Isd::fshl, Isd::fshr});
  if (!has.fields) lacks({Isd::bfe_u, Isd::bfe_s, Isd::bfi});
  if (!has.min_max) lacks({Isd::smin, Isd::smax, Isd::umin, Isd::umax});
  // f32: sums, products, comparisons, conversions of i32, rounding to whole numbers.
  lacks({Isd::fdiv, Isd::frem, Isd::fsqrt, Isd::fcopysign, Isd::fminimum, Isd::fmaximum, Isd::fminimumnum,
         Isd::fmaximumnum, Isd::fround, Isd::fcanonicalize, Isd::fldexp, Isd::is_fpclass, Isd::frcp, Isd::frsqrt,
         Isd::fp_round_to_int, Isd::fp_to_si_sat, Isd::fp_to_ui_sat});
  f.arithmetic = {vt::f32};
  f.set({Isd::fp_to_si, Isd::fp_to_ui}, {vt::f32}, Action::custom);
  if (!has.fma) lacks({Isd::fma});
  if (!has.floats) {
    f.arithmetic.clear();
    lacks({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fneg, Isd::fabs, Isd::fminnum, Isd::fmaxnum, Isd::ffloor,
           Isd::fceil, Isd::ftrunc, Isd::frint, Isd::fnearbyint, Isd::froundeven, Isd::fp_to_si, Isd::fp_to_ui,
           Isd::si_to_fp, Isd::ui_to_fp});
    f.set({Isd::setcc}, {vt::f32}, Action::expand);
  }
  return f;
}

/// The same with functions for what is long in place.
inline TargetFacts small_gpu_with_library(const SmallGpu& has = {}) {
  TargetFacts f = small_gpu(has);
  const auto add = [&](Isd op, Vt result, Vt operand, const char* name) {
    f.library.functions.push_back({op, result, operand, name});
  };
  for (const Vt type : {vt::i32, vt::i64})
    for (const Isd op : {Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem})
      add(op, type, type, ("__" + std::string(to_string(op)) + to_string(type)).c_str());
  for (const Isd op : {Isd::fadd, Isd::fsub, Isd::fmul, Isd::fdiv, Isd::fma, Isd::fsqrt})
    add(op, vt::f64, vt::f64, ("__" + std::string(to_string(op)) + "f64").c_str());
  add(Isd::fdiv, vt::f32, vt::f32, "__fdivf32");
  add(Isd::si_to_fp, vt::f64, vt::i64, "__floatdidf");
  add(Isd::fp_to_si, vt::i64, vt::f64, "__fixdfdi");
  f.set({Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem}, {vt::i32}, dag::Action::libcall);
  f.set({Isd::fdiv}, {vt::f32}, dag::Action::libcall);
  return f;
}

/// The same with spaces: global and generic pointers of 64 bits, in two registers, all others of 32, which lie in windows
/// of generic space. Accesses to global take offsets of 16 bits, others of 12.
inline std::vector<SpaceFacts> far_spaces() {
  std::vector<SpaceFacts> spaces;
  const auto add = [&](unsigned number, Space role, std::uint8_t bits) -> SpaceFacts& {
    SpaceFacts space;
    space.number = number;
    space.role = role;
    space.pointer_bits = bits;
    space.widest = 16;
    space.most_lanes = {1, 1, 4, 1};
    space.least_offset = bits == 64 ? -32768 : -2048;
    space.most_offset = bits == 64 ? 32767 : 2047;
    spaces.push_back(space);
    return spaces.back();
  };
  for (const auto& [number, role] : {std::pair{0U, Space::generic}, std::pair{1U, Space::global}})
    add(number, role, 64).to_generic = ToGeneric::same_bits;
  constexpr std::tuple<unsigned, Space, std::uint64_t> near[] = {{3, Space::shared, 0x6100'0000'0000ULL},
                                                                 {4, Space::constant, 0x6400'0000'0000ULL},
                                                                 {5, Space::local, 0x7000'0000'0000ULL},
                                                                 {101, Space::param, 0x6300'1234'5600ULL}};
  for (const auto& [number, role, window] : near) {
    SpaceFacts& space = add(number, role, 32);
    space.casts = false;
    space.window = window;
  }
  return spaces;
}

inline TargetFacts far_gpu(const SmallGpu& has = {}) {
  TargetFacts f = small_gpu(has);
  const std::vector<SpaceFacts> spaces = far_spaces();
  f.spaces = Spaces(spaces);
  f.joins = {{vt::i32, vt::f32}, 16};
  return f;
}

}  // namespace lathe::codegen::testing
