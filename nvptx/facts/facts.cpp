// The facts of PTX. One row of calls per fact.
#include "nvptx/facts/facts.hpp"

#include <cassert>

#include "nvptx/target/spaces.hpp"

namespace lathe::nvptx {
namespace {

using dag::Action;

constexpr Vt all_vectors[] = {vt::v2f16, vt::v2bf16, vt::v2i16, vt::v4i8, vt::v2f32};

void on_vectors(TargetFacts& f, Isd op) {
  for (const Vt type : all_vectors) f.set({op}, {type}, Action::expand);
}

// Lane-wise operations: on packed values they are taken apart unless a row below says otherwise.
bool is_lanewise(Isd op) {
  if (op >= Isd::add && op <= Isd::umul_o) return true;
  if (op >= Isd::fadd && op <= Isd::is_fpclass) return true;
  return op >= Isd::trunc && op <= Isd::fp_round_to_int;
}

void integers(TargetFacts& f, const Features& features) {
  f.set({Isd::shl,   Isd::srl,   Isd::sra,        Isd::sdiv, Isd::udiv, Isd::srem,  Isd::urem,
         Isd::mulhs, Isd::mulhu, Isd::abs,        Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bitreverse,
         Isd::bswap, Isd::mad,   Isd::sext_inreg, Isd::rotl, Isd::rotr, Isd::fshl,  Isd::fshr},
        {vt::i1}, Action::expand);
  f.set({Isd::sadd_sat, Isd::ssub_sat, Isd::uadd_sat, Isd::usub_sat, Isd::sshl_sat, Isd::ushl_sat, Isd::sadd_o,
         Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o},
        {vt::i1, vt::i16, vt::i32, vt::i64}, Action::expand);
  f.set({Isd::sadd_sat, Isd::ssub_sat}, {vt::i32}, Action::legal);
  f.set({Isd::sadd_sat, Isd::ssub_sat, Isd::bitreverse, Isd::rotl, Isd::rotr, Isd::fshl, Isd::fshr, Isd::bfe_u,
         Isd::bfe_s, Isd::bfi},
        {vt::i16}, Action::promote);
  f.set({Isd::rotl, Isd::rotr, Isd::fshl, Isd::fshr}, {vt::i64}, Action::expand);
  f.set({Isd::and_, Isd::or_, Isd::xor_}, {vt::v2i16, vt::v4i8}, Action::legal);
  if (features.has_packed_i16())
    f.set({Isd::add, Isd::smin, Isd::smax, Isd::umin, Isd::umax}, {vt::v2i16}, Action::legal);
}

void floats(TargetFacts& f, const Features& features) {
  const bool bf16_math = features.has_bf16_math(), bf16 = features.has_bf16();
  // f16: arithmetic is native; what PTX lacks goes through f32.
  f.set({Isd::fdiv, Isd::frem, Isd::fsqrt, Isd::fround, Isd::fldexp, Isd::fsin, Isd::fcos, Isd::flog2, Isd::frsqrt,
         Isd::frcp},
        {vt::f16, vt::bf16}, Action::promote);
  f.set({Isd::fexp2, Isd::ftanh}, {vt::f16, vt::bf16}, Action::promote);
  if (features.has(75, 70)) f.set({Isd::fexp2, Isd::ftanh}, {vt::f16, vt::v2f16}, Action::legal);
  if (features.has(90, 78)) f.set({Isd::fexp2, Isd::ftanh}, {vt::bf16, vt::v2bf16}, Action::legal);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fneg, Isd::fabs, Isd::fcanonicalize}, {vt::v2f16},
        Action::legal);
  if (!features.has_f16_math())
    f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fcanonicalize}, {vt::v2f16}, Action::expand);
  if (!features.has(75, 70)) f.set({Isd::ftanh}, {vt::f32}, Action::expand);
  f.set({Isd::fneg, Isd::fabs}, {vt::v2bf16, vt::v2f32}, Action::legal);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma}, {vt::v2f32}, Action::legal);
  if (!features.has_f16_math())
    f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fcanonicalize, Isd::ffloor, Isd::fceil, Isd::ftrunc,
           Isd::frint, Isd::fnearbyint, Isd::froundeven},
          {vt::f16}, Action::promote);
  // bf16: sm_80 has the fused product and sum, from which the others are made; sm_90 has all.
  const Action sums = bf16_math ? Action::legal : bf16 ? Action::custom : Action::promote;
  f.set({Isd::fadd, Isd::fsub, Isd::fmul}, {vt::bf16}, sums);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul}, {vt::v2bf16}, bf16 ? sums : Action::expand);
  f.set({Isd::fma}, {vt::bf16}, bf16 ? Action::legal : Action::promote);
  f.set({Isd::fma}, {vt::v2bf16}, bf16 ? Action::legal : Action::expand);
  f.set({Isd::fcanonicalize, Isd::ffloor, Isd::fceil, Isd::ftrunc, Isd::frint, Isd::fnearbyint, Isd::froundeven},
        {vt::bf16}, bf16_math ? Action::legal : Action::promote);
  f.set({Isd::fcanonicalize}, {vt::v2bf16}, bf16_math ? Action::legal : Action::expand);
  // Minimum and maximum.
  const bool half_min = features.has(80, 70);
  f.set({Isd::fminnum, Isd::fmaxnum, Isd::fminimumnum, Isd::fmaximumnum, Isd::fminimum, Isd::fmaximum},
        {vt::f16, vt::bf16}, half_min ? Action::legal : Action::promote);
  f.set({Isd::fminnum, Isd::fmaxnum, Isd::fminimumnum, Isd::fmaximumnum, Isd::fminimum, Isd::fmaximum},
        {vt::v2f16, vt::v2bf16}, half_min ? Action::legal : Action::expand);
  f.set({Isd::fminimum, Isd::fmaximum}, {vt::f32}, half_min ? Action::legal : Action::expand);
  f.set({Isd::fminimum, Isd::fmaximum}, {vt::f64}, Action::expand);
  f.set({Isd::frem, Isd::fround, Isd::fldexp}, {vt::f32, vt::f64}, Action::expand);
  // Of a sign of the same type.
  f.set({Isd::fcopysign}, {vt::f32, vt::f64}, Action::custom);
  f.set({Isd::fcopysign}, {vt::f16, vt::bf16, vt::v2f16, vt::v2bf16}, Action::expand);
  f.set({Isd::is_fpclass}, {vt::f16, vt::bf16, vt::f32, vt::f64}, Action::expand);
  f.set({Isd::setcc}, {vt::bf16}, bf16_math ? Action::legal : Action::promote);
  f.set({Isd::setcc}, {vt::f16}, features.has_f16_math() ? Action::legal : Action::promote);
}

void conversions(TargetFacts& f, const Features& features) {
  f.arithmetic = {vt::f32, vt::f64};
  if (features.has_f16_math()) f.arithmetic.push_back(vt::f16);
  if (features.has_bf16_math()) f.arithmetic.push_back(vt::bf16);
  if (!features.has(90, 78)) {
    // bf16 is the upper half of an f32, so one way always is.
    f.missing_conversions = {{vt::bf16, vt::f16}, {vt::bf16, vt::f64}, {vt::f16, vt::bf16}, {vt::f64, vt::bf16}};
    if (!features.has_bf16()) f.missing_conversions.push_back({vt::f32, vt::bf16});
  }
  // What is native depends on both types: the client looks.
  f.set({Isd::fp_to_si, Isd::fp_to_ui, Isd::fp_to_si_sat, Isd::fp_to_ui_sat, Isd::fp_round_to_int},
        {vt::f16, vt::bf16, vt::f32, vt::f64}, Action::custom);
  f.set({Isd::si_to_fp, Isd::ui_to_fp}, {vt::bf16}, Action::custom);
  f.set({Isd::fp_trunc, Isd::fp_ext}, {vt::f16, vt::bf16, vt::f32, vt::f64}, Action::custom);
  for (const Vt type : all_vectors) f.set({Isd::extract_element, Isd::insert_element}, {type}, Action::custom);
  f.set({Isd::addrspace_cast}, {vt::i64}, Action::custom);
}

// Operations that no type rule and no input brings to these types; nobody may make them there.
void shapes(TargetFacts& f) {
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(Isd::count); ++i) {
    const auto op = static_cast<Isd>(i);
    const bool integer = (op >= Isd::add && op <= Isd::extract_limb) || (op >= Isd::trunc && op <= Isd::sext_inreg);
    const bool real = (op >= Isd::fadd && op <= Isd::is_fpclass) || op == Isd::fp_trunc || op == Isd::fp_ext;
    if (integer) f.set({op}, {vt::f16, vt::bf16, vt::f32, vt::f64}, Action::expand);
    if (real) f.set({op}, {vt::i1, vt::i16, vt::i32, vt::i64}, Action::expand);
  }
  for (const Isd op : {Isd::prmt, Isd::lop3, Isd::bfe_u, Isd::bfe_s, Isd::bfi, Isd::mul_wide_s, Isd::mul_wide_u,
                       Isd::mad_wide_s, Isd::mad_wide_u}) {
    on_vectors(f, op);
    f.set({op}, {vt::i1}, Action::expand);
  }
  f.set({Isd::prmt, Isd::lop3}, {vt::i16, vt::i64}, Action::expand);
  f.set({Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u}, {vt::i16}, Action::expand);
}

}  // namespace

NumericTraits numeric_traits() {
  return {.fields = NumericTraits::Fields::clamped,
          .permute = NumericTraits::Permute::nibbles,
          .signalling = NumericTraits::Signalling::number,
          .orders_zeros = true};
}

TypeFacts type_facts(const Features& features) {
  TypeFacts facts;
  facts.integers = {1, 16, 32, 64};
  facts.promoted_to = {32, 64};
  facts.widest_integer = 65535;
  facts.floats = {vt::f16, vt::bf16, vt::f32, vt::f64};
  // Two bytes stay two registers: as a quarter-empty .b32 they would only be taken apart again.
  facts.packed = {{vt::v2f16}, {vt::v2bf16}, {vt::v2i16}, {vt::v4i8, 3, true, vt::i32}};
  if (features.has_f32x2()) facts.packed.push_back({.type = vt::v2f32, .travels = false});
  return facts;
}

TargetFacts target_facts(const Features& features) {
  TargetFacts f(type_facts(features));
  shapes(f);
  for (std::uint32_t op = 0; op < static_cast<std::uint32_t>(Isd::count); ++op)
    if (is_lanewise(static_cast<Isd>(op))) on_vectors(f, static_cast<Isd>(op));
  integers(f, features);
  floats(f, features);
  conversions(f, features);
  f.spaces = Spaces(address_spaces(features));
  // Vectors of three lanes are for the steps on IR alone: legalization takes them apart.
  for (const SpaceFacts& space : address_spaces(features)) f.spaces.change(space.role).odd_lanes = false;
  f.scopes = scope_names;
  f.unreachable = Isd::exit;  // so that ptxas sees no path into the next block
  f.name = "PTX";
  f.hooks.known_bits = known_bits_of;
  f.name = "PTX";
  f.numeric = numeric_traits();
  f.joins = {{vt::i16, vt::i32, vt::i64, vt::f32, vt::f64}, 16};
  assert(fault_of(f).empty());
  return f;
}

FloatModes float_modes(const Features& features) {
  using Fuse = FloatModes::Fuse;
  const bool by_level = features.fma_level >= 0;
  const Fuse fuse = by_level                  ? (features.fma_level > 0 ? Fuse::always : Fuse::never)
                    : features.opt_level == 0 ? Fuse::never
                    : features.fast_fma       ? Fuse::always
                                              : Fuse::where_flagged;
  return {.fuse = fuse, .flush_f32 = features.ftz_f32};
}

mir::Type register_type(Vt legal) {
  switch (legal.total_bits()) {
    case 1:
      return mir::Type::pred;
    case 16:
      return mir::Type::b16;
    case 32:
      return legal == vt::f32 ? mir::Type::f32 : mir::Type::b32;
    case 64:
      return legal == vt::f64 ? mir::Type::f64 : mir::Type::b64;
    default:
      return mir::Type::none;
  }
}

mir::Space state_space(Space role) {
  switch (role) {
    case Space::generic:
      return mir::Space::generic;
    case Space::global:
      return mir::Space::global;
    case Space::shared:
      return mir::Space::shared;
    case Space::constant:
      return mir::Space::constant;
    case Space::local:
      return mir::Space::local;
    case Space::param:
      return mir::Space::param;
    case Space::tensor:
    case Space::shared_cluster:
    case Space::other:
      break;
  }
  return mir::Space::none;
}

}  // namespace lathe::nvptx
