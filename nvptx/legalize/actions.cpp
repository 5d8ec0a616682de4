// The action table: what PTX, and so `select`, takes natively. One row of calls per fact.
//
// Source: PTX ISA 9.0, chapter 9.7, by type and target.
#include "nvptx/legalize/operations.hpp"

#include <memory>

namespace lathe::nvptx {

using dag::Action;

TypeIndex type_index(Vt type) {
  switch (type.raw) {
    case vt::i1.raw:
      return TypeIndex::i1;
    case vt::i16.raw:
      return TypeIndex::i16;
    case vt::i32.raw:
      return TypeIndex::i32;
    case vt::i64.raw:
      return TypeIndex::i64;
    case vt::f16.raw:
      return TypeIndex::f16;
    case vt::bf16.raw:
      return TypeIndex::bf16;
    case vt::f32.raw:
      return TypeIndex::f32;
    case vt::f64.raw:
      return TypeIndex::f64;
    case vt::v2f16.raw:
      return TypeIndex::v2f16;
    case vt::v2bf16.raw:
      return TypeIndex::v2bf16;
    case vt::v2i16.raw:
      return TypeIndex::v2i16;
    case vt::v4i8.raw:
      return TypeIndex::v4i8;
    case vt::v2f32.raw:
      return TypeIndex::v2f32;
    default:
      return TypeIndex::other;
  }
}

Vt deciding_type(const Dag& dag, NodeId id) {
  switch (dag.op(id)) {
    case Isd::setcc:
    case Isd::is_fpclass:
    case Isd::extract_element:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
      return dag.type(dag.operand(id, 0));
    default:
      return dag.types(id)[0];
  }
}

namespace {

using T = TypeIndex;
constexpr T all_vectors[] = {T::v2f16, T::v2bf16, T::v2i16, T::v4i8, T::v2f32};

class Filler {
 public:
  explicit Filler(dag::ActionTable& table) : table_(table) {}
  void set(std::initializer_list<Isd> ops, std::initializer_list<T> types, Action action) {
    for (const Isd op : ops)
      for (const T type : types) table_.set(static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(type), action);
  }
  void vectors(Isd op, Action action) {
    for (const T type : all_vectors) set({op}, {type}, action);
  }

 private:
  dag::ActionTable& table_;
};

// Lane-wise operations: on packed values they are taken apart unless a row below says otherwise.
bool is_lanewise(Isd op) {
  if (op >= Isd::add && op <= Isd::umul_o) return true;
  if (op >= Isd::fadd && op <= Isd::is_fpclass) return true;
  return op >= Isd::trunc && op <= Isd::fp_round_to_int;
}

void integers(Filler& f, const Features& features) {
  f.set({Isd::shl,   Isd::srl,   Isd::sra,        Isd::sdiv, Isd::udiv, Isd::srem,  Isd::urem,
         Isd::mulhs, Isd::mulhu, Isd::abs,        Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bitreverse,
         Isd::bswap, Isd::mad,   Isd::sext_inreg, Isd::rotl, Isd::rotr, Isd::fshl,  Isd::fshr},
        {T::i1}, Action::expand);
  f.set({Isd::sadd_sat, Isd::ssub_sat, Isd::uadd_sat, Isd::usub_sat, Isd::sshl_sat, Isd::ushl_sat, Isd::sadd_o,
         Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o},
        {T::i1, T::i16, T::i32, T::i64}, Action::expand);
  f.set({Isd::sadd_sat, Isd::ssub_sat}, {T::i32}, Action::legal);
  f.set({Isd::sadd_sat, Isd::ssub_sat, Isd::bitreverse, Isd::rotl, Isd::rotr, Isd::fshl, Isd::fshr, Isd::bfe_u,
         Isd::bfe_s, Isd::bfi},
        {T::i16}, Action::promote);
  f.set({Isd::rotl, Isd::rotr, Isd::fshl, Isd::fshr}, {T::i64}, Action::expand);
  f.set({Isd::and_, Isd::or_, Isd::xor_}, {T::v2i16, T::v4i8}, Action::legal);
  if (features.has_packed_i16())
    f.set({Isd::add, Isd::smin, Isd::smax, Isd::umin, Isd::umax}, {T::v2i16}, Action::legal);
}

void floats(Filler& f, const Features& features) {
  const bool bf16_math = features.has_bf16_math(), bf16 = features.has_bf16();
  // f16: arithmetic is native; what PTX lacks goes through f32.
  f.set({Isd::fdiv, Isd::frem, Isd::fsqrt, Isd::fround, Isd::fldexp, Isd::fsin, Isd::fcos, Isd::flog2, Isd::frsqrt,
         Isd::frcp},
        {T::f16, T::bf16}, Action::promote);
  f.set({Isd::fexp2, Isd::ftanh}, {T::f16, T::bf16}, Action::promote);
  if (features.has(75, 70)) f.set({Isd::fexp2, Isd::ftanh}, {T::f16, T::v2f16}, Action::legal);
  if (features.has(90, 78)) f.set({Isd::fexp2, Isd::ftanh}, {T::bf16, T::v2bf16}, Action::legal);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fneg, Isd::fabs, Isd::fcanonicalize}, {T::v2f16},
        Action::legal);
  if (!features.has_f16_math())
    f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fcanonicalize}, {T::v2f16}, Action::expand);
  if (!features.has(75, 70)) f.set({Isd::ftanh}, {T::f32}, Action::expand);
  f.set({Isd::fneg, Isd::fabs}, {T::v2bf16, T::v2f32}, Action::legal);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma}, {T::v2f32}, Action::legal);
  if (!features.has_f16_math())
    f.set({Isd::fadd, Isd::fsub, Isd::fmul, Isd::fma, Isd::fcanonicalize, Isd::ffloor, Isd::fceil, Isd::ftrunc,
           Isd::frint, Isd::fnearbyint, Isd::froundeven},
          {T::f16}, Action::promote);
  // bf16: sm_80 has the fused product and sum, from which the others are made; sm_90 has all.
  const Action sums = bf16_math ? Action::legal : bf16 ? Action::custom : Action::promote;
  f.set({Isd::fadd, Isd::fsub, Isd::fmul}, {T::bf16}, sums);
  f.set({Isd::fadd, Isd::fsub, Isd::fmul}, {T::v2bf16}, bf16 ? sums : Action::expand);
  f.set({Isd::fma}, {T::bf16}, bf16 ? Action::legal : Action::promote);
  f.set({Isd::fma}, {T::v2bf16}, bf16 ? Action::legal : Action::expand);
  f.set({Isd::fcanonicalize, Isd::ffloor, Isd::fceil, Isd::ftrunc, Isd::frint, Isd::fnearbyint, Isd::froundeven},
        {T::bf16}, bf16_math ? Action::legal : Action::promote);
  f.set({Isd::fcanonicalize}, {T::v2bf16}, bf16_math ? Action::legal : Action::expand);
  // Minimum and maximum.
  const bool half_min = features.has(80, 70);
  f.set({Isd::fminnum, Isd::fmaxnum, Isd::fminimumnum, Isd::fmaximumnum, Isd::fminimum, Isd::fmaximum},
        {T::f16, T::bf16}, half_min ? Action::legal : Action::promote);
  f.set({Isd::fminnum, Isd::fmaxnum, Isd::fminimumnum, Isd::fmaximumnum, Isd::fminimum, Isd::fmaximum},
        {T::v2f16, T::v2bf16}, half_min ? Action::legal : Action::expand);
  f.set({Isd::fminimum, Isd::fmaximum}, {T::f32}, half_min ? Action::legal : Action::expand);
  f.set({Isd::fminimum, Isd::fmaximum}, {T::f64}, Action::expand);
  f.set({Isd::frem, Isd::fround, Isd::fldexp}, {T::f32, T::f64}, Action::expand);
  f.set({Isd::fcopysign}, {T::f16, T::bf16, T::f32, T::f64, T::v2f16, T::v2bf16}, Action::custom);
  f.set({Isd::is_fpclass}, {T::f16, T::bf16, T::f32, T::f64}, Action::expand);
  f.set({Isd::setcc}, {T::bf16}, bf16_math ? Action::legal : Action::promote);
  f.set({Isd::setcc}, {T::f16}, features.has_f16_math() ? Action::legal : Action::promote);
}

void conversions(Filler& f) {
  // What is native depends on both types: the client looks.
  f.set({Isd::fp_to_si, Isd::fp_to_ui, Isd::fp_to_si_sat, Isd::fp_to_ui_sat, Isd::fp_round_to_int},
        {T::f16, T::bf16, T::f32, T::f64}, Action::custom);
  f.set({Isd::si_to_fp, Isd::ui_to_fp}, {T::bf16}, Action::custom);
  f.set({Isd::fp_trunc, Isd::fp_ext}, {T::f16, T::bf16, T::f32, T::f64}, Action::custom);
  for (const T type : all_vectors) f.set({Isd::extract_element, Isd::insert_element}, {type}, Action::custom);
  f.set({Isd::addrspace_cast}, {T::i64}, Action::custom);
}

// Operations that no type rule and no input brings to these types; nobody may make them there.
void shapes(Filler& f) {
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(Isd::count); ++i) {
    const auto op = static_cast<Isd>(i);
    const bool integer = (op >= Isd::add && op <= Isd::extract_limb) || (op >= Isd::trunc && op <= Isd::sext_inreg);
    const bool real = (op >= Isd::fadd && op <= Isd::is_fpclass) || op == Isd::fp_trunc || op == Isd::fp_ext;
    if (integer) f.set({op}, {T::f16, T::bf16, T::f32, T::f64}, Action::expand);
    if (real) f.set({op}, {T::i1, T::i16, T::i32, T::i64}, Action::expand);
  }
  for (const Isd op : {Isd::prmt, Isd::lop3, Isd::bfe_u, Isd::bfe_s, Isd::bfi, Isd::mul_wide_s, Isd::mul_wide_u,
                       Isd::mad_wide_s, Isd::mad_wide_u}) {
    f.vectors(op, Action::expand);
    f.set({op}, {T::i1}, Action::expand);
  }
  f.set({Isd::prmt, Isd::lop3}, {T::i16, T::i64}, Action::expand);
  f.set({Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u}, {T::i16}, Action::expand);
}

}  // namespace

dag::ActionTable action_table(const Features& features) {
  dag::ActionTable table(static_cast<std::uint32_t>(Isd::count), static_cast<std::uint32_t>(T::count));
  Filler f(table);
  shapes(f);
  for (std::uint32_t op = 0; op < static_cast<std::uint32_t>(Isd::count); ++op)
    if (is_lanewise(static_cast<Isd>(op))) f.vectors(static_cast<Isd>(op), Action::expand);
  integers(f, features);
  floats(f, features);
  conversions(f);
  return table;
}

const dag::ActionTable& shared_action_table(const Features& features) {
  struct Entry {
    unsigned sm, ptx;
    char suffix;
    dag::ActionTable table;
  };
  // Few targets occur in one process; the one of last time stands first in line.
  thread_local std::vector<std::unique_ptr<Entry>> entries;
  for (auto& entry : entries)
    if (entry->sm == features.sm && entry->ptx == features.ptx && entry->suffix == features.suffix) {
      std::swap(entry, entries.front());
      return entries.front()->table;
    }
  entries.push_back(std::make_unique<Entry>(Entry{features.sm, features.ptx, features.suffix, action_table(features)}));
  return entries.back()->table;
}

}  // namespace lathe::nvptx
