// Checkers of the two legalizations, from their definitions; they share no code and no table with them.
//
// Definition. Types: each value is a predicate, an integer of 16, 32 or 64 bits, a float of 16, 32 or 64 bits, or a
// packed 32-bit vector (64-bit pairs of f32 where the target has them); a shift's amount has 32 bits; memory accesses
// are naturally aligned. Operations: each is one that PTX has for the type, per target, or one that `select` writes as
// a fixed sequence.
#include "nvptx/facts/check.hpp"

namespace lathe::nvptx {
namespace {

bool register_holds(Vt t, const Features& f) {
  if (t.is_chain()) return true;
  const std::uint32_t bits = t.bits(), lanes = t.lanes();
  if (lanes == 0) {
    if (t.is_integer()) return bits == 1 || bits == 16 || bits == 32 || bits == 64;
    if (t.kind() == VtKind::bfloat) return bits == 16;
    return t.kind() == VtKind::ieee && (bits == 16 || bits == 32 || bits == 64);
  }
  if (lanes == 2 && bits == 16) return true;
  if (lanes == 4 && bits == 8) return t.is_integer();
  return lanes == 2 && t == vt::v2f32 && f.sm >= 100 && f.ptx >= 86;
}

class Checker {
 public:
  Checker(const Dag& dag, const Features& features, std::vector<std::string>& faults)
      : dag_(dag), f_(features), faults_(faults) {}

  template <class Each>
  void each(Each&& f) {
    for (NodeId id = 0; id < dag_.size(); ++id)
      if (dag_.alive(id) && (dag_.use_count(id) != 0)) f(id);
  }
  void fault(NodeId id, const std::string& what) {
    std::string text = "%" + std::to_string(id) + " " + std::string(to_string(dag_.op(id)));
    for (const Vt t : dag_.types(id)) text += " " + to_string(t);
    faults_.push_back(text + ": " + what);
  }
  Vt type(NodeId id, std::uint32_t operand) const { return dag_.type(dag_.operand(id, operand)); }

  void types(NodeId id) {
    for (const Vt t : dag_.types(id))
      if (!register_holds(t, f_)) fault(id, "no register holds a " + to_string(t));
    switch (dag_.op(id)) {
      case Isd::shl:
      case Isd::srl:
      case Isd::sra:
      case Isd::rotl:
      case Isd::rotr:
        if (!dag_.types(id)[0].is_vector() && type(id, 1) != vt::i32) fault(id, "the amount is not i32");
        break;
      case Isd::fshl:
      case Isd::fshr:
        if (!dag_.types(id)[0].is_vector() && type(id, 2) != vt::i32) fault(id, "the amount is not i32");
        break;
      case Isd::load:
      case Isd::load_vec:
      case Isd::store:
      case Isd::store_vec: {
        const MemInfo& m = dag_.mem(id);
        const std::uint32_t bits = m.type.total_bits();
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
          fault(id, "no access of " + std::to_string(bits) + " bits");
        else if (m.align < bits / 8 * m.lanes)
          fault(id, "the alignment is too small");
        break;
      }
      default:
        break;
    }
  }

  // What PTX lacks, as a list of "not on this type": empty text when all is well.
  std::string lack(NodeId id) const {
    const Isd op = dag_.op(id);
    const Vt t = dag_.types(id)[0], a = dag_.operand_count(id) != 0 ? type(id, 0) : Vt{};
    const bool word = t == vt::i16 || t == vt::i32 || t == vt::i64, predicate = t == vt::i1;
    const auto computes = [&](Vt x) {
      const Vt e = x.element();
      if (e == vt::f64) return !x.is_vector();
      if (e == vt::f32) return !x.is_vector() || (f_.sm >= 100 && f_.ptx >= 86);
      if (x.kind() == VtKind::ieee) return f_.sm >= 53;
      return f_.sm >= 90 && f_.ptx >= 78;
    };
    switch (op) {
      case Isd::add:
        return word || predicate || (t == vt::v2i16 && f_.sm >= 90 && f_.ptx >= 80) ? "" : "no such sum";
      case Isd::smin:
      case Isd::smax:
      case Isd::umin:
      case Isd::umax:
        return word || predicate || (t == vt::v2i16 && f_.sm >= 90 && f_.ptx >= 80) ? "" : "no such minimum";
      case Isd::sub:
      case Isd::mul:
        return word || predicate ? "" : "integer words only";
      case Isd::mulhs:
      case Isd::mulhu:
      case Isd::mad:
      case Isd::sdiv:
      case Isd::udiv:
      case Isd::srem:
      case Isd::urem:
      case Isd::shl:
      case Isd::srl:
      case Isd::sra:
      case Isd::abs:
      case Isd::bswap:
      case Isd::ctlz:
      case Isd::cttz:
      case Isd::ctpop:
      case Isd::sext_inreg:
        return word ? "" : "integer words only";
      case Isd::mul_wide_s:
      case Isd::mul_wide_u:
      case Isd::mad_wide_s:
      case Isd::mad_wide_u:
      case Isd::bitreverse:
      case Isd::bfe_u:
      case Isd::bfe_s:
      case Isd::bfi:
      case Isd::add_limbs:
      case Isd::sub_limbs:
        return t == vt::i32 || t == vt::i64 ? "" : "32 and 64 bits only";
      case Isd::rotl:
      case Isd::rotr:
      case Isd::fshl:
      case Isd::fshr:
      case Isd::sadd_sat:
      case Isd::ssub_sat:
      case Isd::prmt:
      case Isd::lop3:
        return t == vt::i32 ? "" : "32 bits only";
      case Isd::uadd_sat:
      case Isd::usub_sat:
      case Isd::sshl_sat:
      case Isd::ushl_sat:
      case Isd::sadd_o:
      case Isd::uadd_o:
      case Isd::ssub_o:
      case Isd::usub_o:
      case Isd::smul_o:
      case Isd::umul_o:
        return "PTX has none";
      case Isd::fadd:
      case Isd::fsub:
      case Isd::fmul:
        return computes(t) ? "" : "no arithmetic of this type";
      case Isd::fma:
        return computes(t) || (t.kind() == VtKind::bfloat && f_.sm >= 80 && f_.ptx >= 70)
                   ? ""
                   : "no arithmetic of this type";
      case Isd::fdiv:
      case Isd::fsqrt:
      case Isd::frsqrt:
      case Isd::frcp:
        return t == vt::f32 || t == vt::f64 ? "" : "f32 and f64 only";
      case Isd::fcopysign:
        return (t == vt::f32 || t == vt::f64) && type(id, 1) == t ? "" : "f32 and f64 only, of one type";
      case Isd::ffloor:
      case Isd::fceil:
      case Isd::ftrunc:
      case Isd::frint:
      case Isd::fnearbyint:
      case Isd::froundeven:
        return !t.is_vector() && computes(t) ? "" : "no rounding of this type";
      case Isd::ftanh:
        return f_.sm >= 75 && f_.ptx >= 70 ? "" : "tanh is newer";
      case Isd::fround:
      case Isd::frem:
      case Isd::fldexp:
      case Isd::is_fpclass:
        return "PTX has none";
      case Isd::fsin:
      case Isd::fcos:
      case Isd::flog2:
        return t == vt::f32 || t == vt::f64 ? "" : "f32 only";
      case Isd::fminnum:
      case Isd::fmaxnum:
      case Isd::fminimumnum:
      case Isd::fmaximumnum:
        if (t == vt::f32 || t == vt::f64) return "";
        return t.bits() == 16 && f_.sm >= 80 && f_.ptx >= 70 ? "" : "no minimum of this type";
      case Isd::fminimum:
      case Isd::fmaximum:
        return (t == vt::f32 || t.bits() == 16) && f_.sm >= 80 && f_.ptx >= 70 ? ""
                                                                               : "no minimum with NaN of this type";
      case Isd::fp_to_si:
      case Isd::fp_to_ui:
      case Isd::fp_to_si_sat:
      case Isd::fp_to_ui_sat:
      case Isd::fp_round_to_int:
        if (!word || a.is_vector() || !computes(a)) return "no such conversion";
        if (op == Isd::fp_round_to_int) return dag_.payload(id).imm == 0 ? "" : "PTX does not round half away";
        return (op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat) && dag_.payload(id).imm != t.bits()
                   ? "clamps to the register"
                   : "";
      case Isd::si_to_fp:
      case Isd::ui_to_fp:
        return !t.is_vector() && (a == vt::i1 || t == vt::f16 || computes(t)) && !a.is_vector() ? ""
                                                                                                : "no such conversion";
      case Isd::fp_ext:
      case Isd::fp_trunc: {
        if (t.is_vector()) return "scalars only";
        if (t != vt::bf16 && a != vt::bf16) return "";
        if (f_.sm >= 90 && f_.ptx >= 78) return "";
        return (a == vt::bf16 && t == vt::f32) || (a == vt::f32 && t == vt::bf16 && f_.sm >= 80 && f_.ptx >= 70)
                   ? ""
                   : "no such conversion";
      }
      case Isd::trunc:
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext:
        return t.is_vector() ? "scalars only" : "";
      case Isd::setcc:
        if (a.is_vector()) return "scalars only";
        return a.is_float() && !computes(a) ? "no comparison of this type" : "";
      case Isd::select:
        return a == vt::i1 ? "" : "the condition is no predicate";
      case Isd::extract_element:
        return dag_.op(dag_.operand(id, 1)) == Isd::constant ? "" : "the lane is not a constant";
      case Isd::insert_element:
        return dag_.op(dag_.operand(id, 2)) == Isd::constant ? "" : "the lane is not a constant";
      case Isd::concat_vectors:
      case Isd::extract_subvector:
      case Isd::reduce:
        return "PTX has none";
      case Isd::wide_constant:
        return "wider than 64 bits";
      default:
        return "";
    }
  }

  void operations(NodeId id) {
    if (const std::string why = lack(id); !why.empty()) fault(id, why);
  }

 private:
  const Dag& dag_;
  const Features& f_;
  std::vector<std::string>& faults_;
};

}  // namespace

void check_types(const Dag& dag, const Features& features, std::vector<std::string>& faults) {
  Checker c(dag, features, faults);
  c.each([&](NodeId id) { c.types(id); });
}

void check_operations(const Dag& dag, const Features& features, std::vector<std::string>& faults) {
  Checker c(dag, features, faults);
  c.each([&](NodeId id) { c.operations(id); });
}

}  // namespace lathe::nvptx
