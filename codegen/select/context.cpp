// The base's rules, its face towards the generic selector, and the text of refusals.
//
// Cost per node: its rule twice (cover, emit).
#include "codegen/select/context.hpp"

namespace lathe::codegen::selecting {

// ---- reading the graph -------------------------------------------------------------------------------

std::optional<std::uint64_t> Context::hidden_constant(Value v, unsigned depth) const {
  switch (op(v)) {
    case Isd::constant:
    case Isd::constant_fp:
      return imm(v.node);
    case Isd::undef:
      return type(v).total_bits() <= 64 ? std::optional<std::uint64_t>(0) : std::nullopt;
    case Isd::bitcast:
    case Isd::freeze:
      return depth < 4 ? hidden_constant(operand(v.node, 0), depth + 1) : std::nullopt;
    case Isd::build_vector: {
      const std::uint32_t width = type(v).bits();
      if (type(v).total_bits() > 64 || width == 0 || depth >= 4) return std::nullopt;
      std::uint64_t bits = 0;
      for (std::uint32_t i = 0; i < dag->operand_count(v.node); ++i) {
        const auto lane = hidden_constant(operand(v.node, i), depth + 1);
        if (!lane) return std::nullopt;
        const std::uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
        bits |= (*lane & mask) << (width * i);
      }
      return bits;
    }
    default:
      return std::nullopt;
  }
}

Value Context::strip_not(Value v, bool& negated) const {
  for (bool more = true; more;) {
    more = false;
    if (op(v) != Isd::xor_) break;
    for (std::uint32_t i = 0; i < 2; ++i)
      if (constant_bits(operand(v.node, i)) == 1U) {
        v = operand(v.node, 1 - i);
        negated = !negated;
        more = true;
        break;
      }
  }
  return v;
}

// ---- rules that belong to no target ------------------------------------------------------------------

bool Context::alias(NodeId n) {
  const Reg from = reg_of(operand(n, 0));
  if (!covering()) regs[slot({n, 0})] = from;
  return true;
}

bool Context::copy_from_reg(NodeId n) {
  const Reg r = aux(n);
  if (!covering())
    regs[slot({n, 0})] = r;
  else if (r >= register_count())
    return refuse("it names a register that the function does not have");
  return true;
}

bool Context::copy_to_reg(NodeId n) {
  const Reg target = aux(n);
  if (covering() && target >= register_count()) return refuse("it names a register that the function does not have");
  after(operand(n, 0));
  const Value v = operand(n, 1);
  if (constant_bits(v) && same_registers(type(v), type(v))) {
    if (!covering()) move(target, v);
    return true;
  }
  const Reg from = reg_of(v);
  if (covering()) {
    // A value that is computed in this block can be computed right into the register.
    const Value source = strip_alias(v);
    const bool computed = op(source) != Isd::copy_from_reg && !constant_bits(source);
    Reg& r = regs[slot(source)];
    if (computed && r == no_reg && holds(target, type(source))) r = target;
    return true;
  }
  if (from != target) move(target, v);
  return true;
}

bool Context::frozen(NodeId n) { return constant_bits({n, 0}) ? constant(n) : alias(n); }

bool Context::join(NodeId n) {
  if (covering()) dag->for_each_operand(n, [&](Value v) { after(v); });
  return true;
}

// Calls at its ends alone, so that it needs no frame.
bool Context::visit(NodeId n) {
  switch (op(n)) {
    case Isd::entry:
      return true;
    case Isd::token_factor:
      return join(n);
    case Isd::constant:
    case Isd::constant_fp:
    case Isd::undef:
      return result_type(n).is_chain() || constant(n);
    case Isd::copy_from_reg:
      return copy_from_reg(n);
    case Isd::copy_to_reg:
      return copy_to_reg(n);
    case Isd::freeze:
      return frozen(n);
    default:
      return rule(n);
  }
}

// ---- the generic selector ----------------------------------------------------------------------------

// The message about a block that was refused: the operation, its type, and why.
std::string Context::refusal(const dag::SelectResult& result) const {
  std::string text = "cannot select ";
  if (result.node == dag::no_node) return text + "the block: " + std::string(to_string(result.why));
  text += to_string(dag->op(result.node));
  Vt shown = dag->result_count(result.node) == 0 ? vt::none : result_type(result.node);
  // A store or a branch gives a chain only: its first operand that is a value says more.
  for (std::uint32_t i = 0; (shown.is_chain() || shown == vt::none) && i < dag->operand_count(result.node); ++i)
    shown = dag->type(dag->operand(result.node, i));
  if (!shown.is_chain() && shown != vt::none) text += " of type " + to_string(shown);
  if (!why.empty())
    text += ": " + why;
  else if (result.why == dag::SelectWhy::over_budget)
    text += ": out of budget";
  return text;
}

bool Context::run(Dag& block, const std::string& function, Diag& diag) {
  dag = &block;
  std::size_t slots = 0;
  if (block.size() != 0) slots = block.node(block.size() - 1).type_begin + block.result_count(block.size() - 1);
  regs.assign(slots, no_reg);
  written.assign(block.size(), false);
  if (!block.root) return true;
  const Value roots[] = {block.root};
  const dag::SelectResult result = selector_.run(block, roots, *this);
  stats_.nodes += result.stats.nodes;
  stats_.folded += result.stats.folded;
  if (result) return true;
  diag.error(function, refusal(result));
  return false;
}

bool Context::cover(NodeId n, dag::Demand& demand) {
  asking_ = &demand;
  node = n;
  why.clear();
  const bool ok = visit(n);
  asking_ = nullptr;
  return ok;
}

bool Context::emit(NodeId n) {
  if (written[n]) return true;
  node = n;
  why.clear();
  return visit(n);
}

std::uint64_t Context::rank(NodeId n) const {
  // Constants and addresses stand right before their first user, copies to registers at the end.
  constexpr std::uint64_t last = 1ULL << 40, late = 1ULL << 39;
  switch (op(n)) {
    case Isd::constant:
    case Isd::constant_fp:
    case Isd::undef:
    case Isd::global_address:
    case Isd::frame_index:
    case Isd::param_address:
      return last;
    case Isd::copy_to_reg:
    case Isd::token_factor:
      return late;
    default:
      return dag->node(n).order;
  }
}

}  // namespace lathe::codegen::selecting
