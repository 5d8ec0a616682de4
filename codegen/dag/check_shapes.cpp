// What each operation looks like: number, kinds and widths of operands and results, payloads within their tables.
//
// A signature reads "RESULTS:OPERANDS", one letter each: c chain, T a value of the first result's type, t a value of
// any type, i integers, b integers of one bit, w one scalar integer, `*` any number of what stands before it.
#include <algorithm>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/text_names.hpp"

namespace lathe::codegen {
namespace {

/// What the first result must be made of.
enum class Of : std::uint8_t { any, integers, floats };
struct Shape {
  std::string_view signature;
  Of of = Of::any;
};

bool between(Isd op, Isd first, Isd last) { return op >= first && op <= last; }

Shape shape_of_integer(Isd op) {
  switch (op) {
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::rotl:
    case Isd::rotr:
    case Isd::sshl_sat:
    case Isd::ushl_sat:
      return {"T:Ti", Of::integers};
    case Isd::fshl:
    case Isd::fshr:
      return {"T:TTi", Of::integers};
    case Isd::mul_wide_s:
    case Isd::mul_wide_u:
    case Isd::build_pair:
      return {"T:ii", Of::integers};
    case Isd::mad_wide_s:
    case Isd::mad_wide_u:
      return {"T:iiT", Of::integers};
    case Isd::mad:
    case Isd::lop3:
    case Isd::prmt:
      return {"T:TTT", Of::integers};
    case Isd::bfe_u:
    case Isd::bfe_s:
      return {"T:Tww", Of::integers};
    case Isd::bfi:
      return {"T:TTww", Of::integers};
    case Isd::bswap:
    case Isd::bitreverse:
    case Isd::ctlz:
    case Isd::cttz:
    case Isd::ctpop:
    case Isd::abs:
      return {"T:T", Of::integers};
    case Isd::extract_limb:
      return {"T:w", Of::integers};
    case Isd::add_limbs:
    case Isd::sub_limbs:
      return {"TT*:TT*", Of::integers};
    default:
      return between(op, Isd::sadd_o, Isd::umul_o) ? Shape{"Tb:TT", Of::integers} : Shape{"T:TT", Of::integers};
  }
}
Shape shape_of_float(Isd op) {
  switch (op) {
    case Isd::fma:
      return {"T:TTT", Of::floats};
    case Isd::fcopysign:
      return {"T:Tt", Of::floats};
    case Isd::fldexp:
      return {"T:Ti", Of::floats};
    case Isd::is_fpclass:
      return {"b:t"};
    default:
      return between(op, Isd::fadd, Isd::frem) || between(op, Isd::fminnum, Isd::fmaximumnum)
                 ? Shape{"T:TT", Of::floats}
                 : Shape{"T:T", Of::floats};
  }
}
Shape shape_of(Isd op) {
  if (between(op, Isd::add, Isd::extract_limb)) return shape_of_integer(op);
  if (between(op, Isd::fadd, Isd::is_fpclass)) return shape_of_float(op);
  switch (op) {
    case Isd::entry:
      return {"c:"};
    case Isd::token_factor:
      return {"c:c*"};
    case Isd::br_cond:
      return {"c:cb"};
    case Isd::br_table:
      return {"c:cw"};
    case Isd::ret:
      return {"c:ct*"};
    case Isd::br:
    case Isd::unreachable:
    case Isd::trap:
    case Isd::debugtrap:
    case Isd::exit:
    case Isd::fence:
      return {"c:c"};
    case Isd::constant:
    case Isd::wide_constant:
      return {"T:", Of::integers};
    case Isd::constant_fp:
      return {"T:", Of::floats};
    case Isd::global_address:
    case Isd::frame_index:
    case Isd::param_address:
      return {"w:"};
    case Isd::undef:
    case Isd::copy_from_reg:
      return {"T:"};
    case Isd::copy_to_reg:
      return {"c:ct"};
    case Isd::freeze:
      return {"T:T"};
    case Isd::trunc:
    case Isd::zext:
    case Isd::sext:
    case Isd::anyext:
      return {"T:i", Of::integers};
    case Isd::sext_inreg:
      return {"T:T", Of::integers};
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
      return {"T:t", Of::integers};
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      return {"T:i", Of::floats};
    case Isd::fp_trunc:
    case Isd::fp_ext:
      return {"T:t", Of::floats};
    case Isd::bitcast:
      return {"T:t"};
    case Isd::addrspace_cast:
      return {"w:w"};
    case Isd::setcc:
      return {"b:tt"};
    case Isd::select:
      return {"T:bTT"};
    case Isd::build_vector:
    case Isd::concat_vectors:
      return {"T:tt*"};
    case Isd::extract_element:
      return {"T:tw"};
    case Isd::insert_element:
      return {"T:Ttw"};
    case Isd::shuffle:
      return {"T:tt"};
    case Isd::extract_subvector:
      return {"T:t"};
    case Isd::reduce:
      return {"T:tt*"};
    case Isd::load:
      return {"Tc:cw"};
    case Isd::load_vec:
      return {"TT*c:cw"};
    case Isd::store:
      return {"c:ctw"};
    case Isd::store_vec:
      return {"c:cwtt*"};
    case Isd::atomic_rmw:
      return {"Tc:cwT"};
    case Isd::atomic_cmpxchg:
      return {"Tc:cwTT"};
    case Isd::dyn_alloca:
      return {"wc:cw"};
    case Isd::stack_save:
      return {"wc:c"};
    case Isd::stack_restore:
    case Isd::prefetch:
      return {"c:cw"};
    case Isd::target:
      return {"t*:t*"};
    default:  // call, inline_asm, target_chain
      return {"t*c:ct*"};
  }
}

class ShapeChecker {
 public:
  ShapeChecker(const Dag& dag, std::vector<std::string>& faults) : dag_(dag), faults_(faults) {}

  void node(NodeId id) {
    id_ = id;
    results_.assign(dag_.types(id).begin(), dag_.types(id).end());
    operands_.clear();
    dag_.for_each_operand(id, [&](Value v) { operands_.push_back(dag_.type(v)); });
    const Isd op = dag_.op(id);
    const Shape shape = shape_of(op);
    const std::size_t colon = shape.signature.find(':');
    if (!fits(results_, shape.signature.substr(0, colon)) || !fits(operands_, shape.signature.substr(colon + 1)))
      return fault("operands or results are not those of the operation");
    if (shape.of == Of::integers && !results_[0].is_integer()) return fault("integers are wanted");
    if (shape.of == Of::floats && !results_[0].is_float()) return fault("floating point is wanted");
    if (const std::string_view why = payload(op); !why.empty()) return fault(why);
    if (const std::string_view why = widths(op); !why.empty()) return fault(why);
  }

 private:
  void fault(std::string_view what) {
    std::string text = "%" + std::to_string(id_) + " " + std::string(to_string(dag_.op(id_)));
    for (const Vt t : results_) text += " " + to_string(t);
    faults_.push_back(text + ": " + std::string(what));
  }
  bool is(Vt type, char letter) const {
    const bool value = type.kind() != VtKind::none && !type.is_chain() && type.bits() != 0;
    switch (letter) {
      case 'c':
        return type.is_chain();
      case 'T':
        return value && type == results_[0];
      case 'i':
        return value && type.is_integer();
      case 'b':
        return type.is_integer() && type.bits() == 1;
      case 'w':
        return value && type.is_integer() && !type.is_vector();
      default:
        return value;
    }
  }
  // What stands behind a star is taken from the end.
  bool fits(const std::vector<Vt>& types, std::string_view letters) const {
    const std::size_t star = letters.find('*');
    if (star == std::string_view::npos) {
      if (types.size() != letters.size()) return false;
      for (std::size_t i = 0; i < types.size(); ++i)
        if (!is(types[i], letters[i])) return false;
      return true;
    }
    const std::string_view front = letters.substr(0, star - 1), back = letters.substr(star + 1);
    if (types.size() < front.size() + back.size()) return false;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::size_t left = types.size() - i;
      const char letter = i < front.size()      ? front[i]
                          : left <= back.size() ? back[back.size() - left]
                                                : letters[star - 1];
      if (!is(types[i], letter)) return false;
    }
    return true;
  }

  std::string_view payload(Isd op) const {
    const DagPayload& p = dag_.payload(id_);
    bool known = true;
    switch (text::style(op)) {
      case text::Style::wide:
        return p.aux < dag_.wide_constants.size() && dag_.wide_constants[p.aux].size() == (results_[0].bits() + 63) / 64
                   ? ""
                   : "no such wide constant";
      case text::Style::integer:
        if (results_[0].bits() > 64) return "a constant of more than 64 bits is a wide_constant";
        return results_[0].bits() == 64 || p.imm >> results_[0].bits() == 0 ? ""
                                                                            : "the constant is wider than its type";
      case text::Style::condition:
        if (p.imm < 64) parse_cond(to_string(static_cast<Cond>(p.imm)), known);
        if (p.imm >= 64 || !known) return "no such condition";
        return is_integer(static_cast<Cond>(p.imm)) == operands_[0].is_integer() ? ""
                                                                                 : "the condition is of another kind";
      case text::Style::symbol:
        return p.aux < dag_.names.size() ? "" : "no such symbol";
      case text::Style::mask:
        return mask(p.aux);
      case text::Style::memory:
        return p.aux < dag_.memory.size() ? memory(op, dag_.memory[p.aux]) : "mem(...) is missing";
      case text::Style::reduction:
        return p.imm < static_cast<std::uint64_t>(Isd::count) ? "" : "no such operation to reduce by";
      default:
        return table(op, p);
    }
  }
  std::string_view mask(std::uint32_t index) const {
    if (index >= dag_.masks.size() || operands_[0] != operands_[1] || !results_[0].is_vector() ||
        !operands_[0].is_vector() || results_[0].element() != operands_[0].element())
      return "a shuffle wants two equal vectors and a mask";
    const std::vector<std::int32_t>& lanes = dag_.masks[index];
    if (lanes.size() != results_[0].lanes()) return "the mask has another number of lanes";
    for (const std::int32_t lane : lanes)
      if (lane < -1 || lane >= static_cast<std::int32_t>(2 * operands_[0].lanes())) return "a lane is not there";
    return "";
  }
  std::string_view memory(Isd op, const MemInfo& m) const {
    if (m.align == 0 || (m.align & (m.align - 1)) != 0) return "the alignment is no power of two";
    if (op == Isd::fence || op == Isd::prefetch) return "";
    if (m.type.bits() == 0) return "the type in memory is missing";
    const std::size_t values = op == Isd::load_vec    ? results_.size() - 1
                               : op == Isd::store_vec ? operands_.size() - 2
                                                      : 1;
    return values == m.lanes ? "" : "mem(...) names another number of elements";
  }
  static std::size_t pieces(const std::vector<ParamLayout>& layouts) {
    std::size_t out = 0;
    for (const ParamLayout& l : layouts) out += l.pieces.size();
    return out;
  }
  std::string_view table(Isd op, const DagPayload& p) const {
    if (op == Isd::call) {
      if (p.aux >= dag_.calls.size()) return "no such call_info";
      const CallInfo& c = dag_.calls[p.aux];
      return operands_.size() == 1 + (c.callee.empty() ? 1 : 0) + pieces(c.params) &&
                     results_.size() == 1 + pieces(c.results)
                 ? ""
                 : "the call_info has another number of pieces";
    }
    if (op == Isd::ret)
      return p.aux < dag_.rets.size() && operands_.size() == 1 + pieces(dag_.rets[p.aux].results) ? ""
                                                                                                  : "no such ret_info";
    if (op == Isd::inline_asm) return p.aux < dag_.asms.size() ? "" : "no such asm_info";
    if (op == Isd::target || op == Isd::target_chain) return p.aux < dag_.recipes.size() ? "" : "no such recipe";
    if (op == Isd::br_table) return p.aux < dag_.jump_tables.size() ? "" : "no such jump table";
    if (op == Isd::frame_index) return p.aux < dag_.frame.size() ? "" : "no such frame object";
    if (op == Isd::sext_inreg) return p.imm >= 1 && p.imm <= results_[0].bits() ? "" : "imm= is no width in the type";
    return "";
  }

  std::string_view widths(Isd op) const {
    const Vt r = results_.empty() ? Vt{} : results_[0], x = operands_.empty() ? Vt{} : operands_[0];
    const bool lanes = r.lanes() == x.lanes();
    switch (op) {
      case Isd::trunc:
      case Isd::fp_trunc:
        return lanes && r.bits() <= x.bits() && r.is_integer() == x.is_integer() ? "" : "the result is not narrower";
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext:
      case Isd::fp_ext:
        return lanes && r.bits() >= x.bits() && r.is_integer() == x.is_integer() ? "" : "the result is not wider";
      case Isd::fp_to_si:
      case Isd::fp_to_ui:
      case Isd::fp_to_si_sat:
      case Isd::fp_to_ui_sat:
      case Isd::fp_round_to_int:
      case Isd::is_fpclass:
        return lanes && x.is_float() ? "" : "the operand is no number of the kind";
      case Isd::si_to_fp:
      case Isd::ui_to_fp:
        return lanes ? "" : "another number of lanes";
      case Isd::bitcast:
        return r.total_bits() == x.total_bits() ? "" : "the widths differ";
      case Isd::setcc:
        return lanes && operands_[1] == x ? "" : "the operands differ in type";
      case Isd::select:
        return !x.is_vector() || lanes ? "" : "another number of conditions";
      case Isd::mul_wide_s:
      case Isd::mul_wide_u:
      case Isd::mad_wide_s:
      case Isd::mad_wide_u:
      case Isd::build_pair:
        return lanes && operands_[1] == x && r.bits() == 2 * x.bits() ? "" : "the result is not twice as wide";
      case Isd::extract_limb:
        return r.bits() != 0 && dag_.payload(id_).imm < x.bits() / r.bits() ? "" : "there is no such limb";
      case Isd::add_limbs:
      case Isd::sub_limbs:
        return operands_.size() == 2 * results_.size() ? "" : "two limbs for each result are wanted";
      case Isd::shl:
      case Isd::srl:
      case Isd::sra:
      case Isd::rotl:
      case Isd::rotr:
      case Isd::sshl_sat:
      case Isd::ushl_sat:
      case Isd::fshl:
      case Isd::fshr:
        return operands_.back().lanes() == r.lanes() ? "" : "another number of amounts";
      default:
        return vectors(op, r, x);
    }
  }
  std::string_view vectors(Isd op, Vt r, Vt x) const {
    switch (op) {
      case Isd::build_vector:
        return r.is_vector() && r.lanes() == operands_.size() && all_equal() && x.lanes() == 0 &&
                       x.is_integer() == r.is_integer() && x.bits() >= r.bits()
                   ? ""
                   : "one element for each lane is wanted";
      case Isd::concat_vectors:
        return x.is_vector() && all_equal() && r.element() == x.element() && r.lanes() == x.lanes() * operands_.size()
                   ? ""
                   : "equal vectors that make up the result are wanted";
      case Isd::extract_element:
        return x.is_vector() && !r.is_vector() && r.is_integer() == x.is_integer() && r.bits() >= x.bits()
                   ? ""
                   : "an element of a vector is wanted";
      case Isd::insert_element:
        return x.is_vector() && !operands_[1].is_vector() && operands_[1].is_integer() == x.is_integer() &&
                       operands_[1].bits() >= x.bits()
                   ? ""
                   : "an element for a vector is wanted";
      case Isd::extract_subvector:
        return x.is_vector() && r.element() == x.element() && dag_.payload(id_).imm < x.lanes() &&
                       dag_.payload(id_).imm + r.lanes() <= x.lanes()
                   ? ""
                   : "lanes of a vector are wanted";
      case Isd::reduce:
        return x.is_vector() && operands_.size() <= 2 && r == x.element() ? ""
                                                                          : "a vector, and at most a start, are wanted";
      default:
        return "";
    }
  }
  bool all_equal() const {
    return std::all_of(operands_.begin(), operands_.end(), [&](Vt t) { return t == operands_[0]; });
  }

  const Dag& dag_;
  std::vector<std::string>& faults_;
  NodeId id_ = 0;
  std::vector<Vt> results_, operands_;
};

}  // namespace

void check_shapes(const Dag& dag, std::vector<std::string>& faults) {
  ShapeChecker checker(dag, faults);
  for (NodeId id = 0; id < dag.size(); ++id)
    if (dag.alive(id)) checker.node(id);
}

}  // namespace lathe::codegen
