// See check.hpp. Written from the contract, not from the rules: it shares with them the facts alone.
#include "codegen/legalize/check.hpp"

#include <algorithm>
#include <bit>

namespace lathe::codegen {
namespace {

class Checker {
 public:
  Checker(const Dag& dag, const TargetFacts& facts, std::vector<std::string>& faults)
      : dag_(dag), facts_(facts), faults_(faults) {}

  template <class Each>
  void each(Each&& f) const {
    for (NodeId id = 0; id < dag_.size(); ++id)
      if (dag_.alive(id) && dag_.use_count(id) != 0) f(id);
  }
  void types(NodeId id) const {
    const Isd op = dag_.op(id);
    for (std::uint32_t r = 0; r < dag_.result_count(id); ++r) {
      const Vt type = dag_.types(id)[r];
      if (!facts_.types.holds(type) && !is_wide_address(id)) fault(id, "no register holds a " + to_string(type));
    }
    for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
      const Value v = dag_.operand(id, i);
      if (facts_.types.holds(dag_.type(v))) continue;
      if (!reads_wide_address(id, i, v)) fault(id, "operand " + std::to_string(i) + " is wider than a register");
    }
    if (accesses(op)) access(id);
  }
  void operation(NodeId id) const {
    const Isd op = dag_.op(id);
    if (op == Isd::addrspace_cast && !facts_.casts(dag_, id)) fault(id, "the target makes no such cast");
    const Vt type = deciding_type(dag_, id);
    if (facts_.types.number(type) == 0 || limb_of_symbol(id)) return;
    dag::Action action = facts_.action(op, type);
    if (action == dag::Action::custom) action = custom(id, op);
    if (action != dag::Action::legal) fault(id, facts_.name + " has no such operation");
  }

 private:
  void fault(NodeId id, const std::string& what) const {
    std::string text = "%" + std::to_string(id) + " " + std::string(to_string(dag_.op(id)));
    for (const Vt t : dag_.types(id)) text += " " + to_string(t);
    faults_.push_back(text + ": " + what);
  }
  static bool accesses(Isd op) {
    return op == Isd::load || op == Isd::load_vec || op == Isd::store || op == Isd::store_vec ||
           op == Isd::atomic_rmw || op == Isd::atomic_cmpxchg || op == Isd::prefetch;
  }
  static std::uint32_t place_of_address(Isd op) { return op == Isd::store ? 2 : 1; }
  // An integer of two of the widest registers that is what some space's addresses are.
  bool is_wide(Vt type) const {
    return type == Vt(VtKind::integer, 2 * facts_.types.limb().bits()) &&
           std::ranges::any_of(facts_.spaces.rows(),
                               [&](const SpaceFacts& s) { return s.pointer_bits == type.bits(); });
  }
  bool is_pair(Value v) const {
    return dag_.op(v) == Isd::build_pair && facts_.types.holds(dag_.type(dag_.operand(v, 0))) &&
           facts_.types.holds(dag_.type(dag_.operand(v, 1)));
  }
  bool is_symbol(Value v) const {
    return dag_.op(v) == Isd::global_address || dag_.op(v) == Isd::frame_index || dag_.op(v) == Isd::param_address;
  }
  bool is_wide_address(NodeId id) const {
    const Value v{id, 0};
    if (dag_.result_count(id) != 1 || !is_wide(dag_.type(v))) return false;
    if (dag_.op(id) == Isd::add) return is_pair(dag_.operand(id, 0)) && dag_.op(dag_.operand(id, 1)) == Isd::constant;
    return is_pair(v) || is_symbol(v) || dag_.op(id) == Isd::constant;
  }
  bool limb_of_symbol(NodeId id) const {
    return dag_.op(id) == Isd::extract_limb && is_symbol(dag_.operand(id, 0)) &&
           is_wide(dag_.type(dag_.operand(id, 0)));
  }
  bool reads_wide_address(NodeId id, std::uint32_t i, Value v) const {
    if (!is_wide(dag_.type(v)) || !is_wide_address(v.node)) return false;
    const Isd op = dag_.op(id);
    if (op == Isd::extract_limb) return is_symbol(v);
    if (op == Isd::add) return is_wide_address(id);
    if (op == Isd::call) return i == 1 && dag_.calls[dag_.payload(id).aux].callee.empty() && is_pair(v);
    if (!accesses(op) || i != place_of_address(op)) return false;
    if (is_pair(v)) return true;
    if (dag_.op(v) != Isd::add) return false;
    const SpaceFacts& space = facts_.spaces.of(dag_.mem(id).space);
    const auto by = static_cast<std::int64_t>(dag_.payload(dag_.operand(v, 1).node).imm);
    return by >= space.least_offset && by <= space.most_offset;
  }
  void access(NodeId id) const {
    const Isd op = dag_.op(id);
    const MemInfo& m = dag_.mem(id);
    if (dag_.type(dag_.operand(id, place_of_address(op))) != facts_.address(m.space))
      fault(id, "addresses of " + std::string(to_string(m.space)) + " are " + to_string(facts_.address(m.space)));
    if (op == Isd::prefetch) return;
    const std::uint32_t bits = m.type.total_bits();
    if (!std::has_single_bit(bits) || bits < 8 || bits > facts_.types.limb().bits())
      fault(id, "no access of " + std::to_string(bits) + " bits");
    else if ((op == Isd::load || op == Isd::store) && m.align < bits / 8)
      fault(id, "the alignment is too small");
  }
  dag::Action custom(NodeId id, Isd op) const {
    using dag::Action;
    if (op == Isd::addrspace_cast) return Action::legal;  // asked for above
    if (op == Isd::extract_element || op == Isd::insert_element)
      return dag_.is_constant(dag_.operand(id, op == Isd::extract_element ? 1 : 2)) ? Action::legal : Action::custom;
    return facts_.custom_action(op, dag_.types(id)[0], dag_.type(dag_.operand(id, 0)),
                                dag_.operand_count(id) > 1 ? dag_.type(dag_.operand(id, 1)) : Vt{},
                                dag_.payload(id).imm);
  }

  const Dag& dag_;
  const TargetFacts& facts_;
  std::vector<std::string>& faults_;
};

}  // namespace

void check_types(const Dag& dag, const TargetFacts& facts, std::vector<std::string>& faults) {
  const Checker checker(dag, facts, faults);
  checker.each([&](NodeId id) { checker.types(id); });
}

void check_operations(const Dag& dag, const TargetFacts& facts, std::vector<std::string>& faults) {
  const Checker checker(dag, facts, faults);
  checker.each([&](NodeId id) { checker.operation(id); });
}

}  // namespace lathe::codegen
