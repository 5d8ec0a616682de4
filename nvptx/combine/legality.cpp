// What the combiner may make once types, and then operations, are legal.
//
// A conservative list of its own: what the rules make, on the types that the selector takes. Nothing here says that
// other operations are illegal, only that rules do not make them after operations were legalized.
#include "nvptx/combine/legality.hpp"

namespace lathe::nvptx::combining {

bool type_is_legal(Vt type, const Features& features) {
  switch (type.raw) {
    case vt::chain.raw:
    case vt::i1.raw:
    case vt::i16.raw:
    case vt::i32.raw:
    case vt::i64.raw:
    case vt::f16.raw:
    case vt::bf16.raw:
    case vt::f32.raw:
    case vt::f64.raw:
    case vt::v2f16.raw:
    case vt::v2bf16.raw:
    case vt::v2i16.raw:
    case vt::v4i8.raw:
      return true;
    case vt::v2f32.raw:
      return features.has_f32x2();
    default:
      return false;
  }
}

namespace {

bool float_math(Vt type, const Features& features, bool fma) {
  if (type == vt::f32 || type == vt::f64) return true;
  if (type == vt::f16 || type == vt::v2f16) return features.has_f16_math();
  if (type == vt::bf16 || type == vt::v2bf16) return fma ? features.has_bf16() : features.has_bf16_math();
  return type == vt::v2f32 && features.has_f32x2();
}

}  // namespace

bool operation_is_legal(Isd op, Vt type, const Features& features) {
  if (!type_is_legal(type, features)) return false;
  const bool word = type == vt::i16 || type == vt::i32 || type == vt::i64;
  const bool wide = type == vt::i32 || type == vt::i64;
  switch (op) {
    case Isd::constant:
    case Isd::constant_fp:
    case Isd::undef:
    case Isd::build_vector:
    case Isd::token_factor:
      return true;
    case Isd::global_address:
    case Isd::frame_index:
    case Isd::param_address:
      return type == vt::i64;
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
      return word || type == vt::i1;
    case Isd::add:
    case Isd::sub:
    case Isd::mul:
    case Isd::mulhs:
    case Isd::mulhu:
    case Isd::mad:
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::smin:
    case Isd::smax:
    case Isd::umin:
    case Isd::umax:
    case Isd::sdiv:
    case Isd::udiv:
    case Isd::srem:
    case Isd::urem:
    case Isd::zext:
    case Isd::sext:
    case Isd::anyext:
    case Isd::trunc:
    case Isd::sext_inreg:
      return word;
    case Isd::mul_wide_s:
    case Isd::mul_wide_u:
    case Isd::mad_wide_s:
    case Isd::mad_wide_u:
    case Isd::bfe_u:
    case Isd::bfe_s:
    case Isd::bfi:
      return wide;
    case Isd::prmt:
    case Isd::lop3:
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr:
      return type == vt::i32;
    case Isd::setcc:
      return type == vt::i1;
    case Isd::select:
      return word || type == vt::i1 || type == vt::f32 || type == vt::f64;
    case Isd::fadd:
    case Isd::fsub:
    case Isd::fmul:
      return float_math(type, features, false);
    case Isd::fma:
      return float_math(type, features, true);
    case Isd::fneg:
    case Isd::fabs:
      return type == vt::f32 || type == vt::f64;
    case Isd::fdiv:
      return type == vt::f32 || type == vt::f64;
    case Isd::fp_ext:
    case Isd::fp_trunc:
      return type == vt::f32 || type == vt::f64 || type == vt::f16;
    case Isd::bitcast:
      return true;
    case Isd::extract_limb:
      return word;
    default:
      return false;
  }
}

}  // namespace lathe::nvptx::combining
