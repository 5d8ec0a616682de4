// The selector's door, its face towards the generic selector, and the switch from operations to families.
//
// Cost per node: its rule twice (cover, emit). Needs legal operations; gives the block's instructions, or one message
// that names the operation that no rule takes.
#include "nvptx/select/select.hpp"

#include "nvptx/select/rules.hpp"

namespace lathe::nvptx {

namespace selecting {

// ---- rules that belong to no family ------------------------------------------------------------------

bool constant(Context& c, NodeId n) {
  const Value v{n, 0};
  const Vt t = c.type(v);
  if (register_type(t) == mir::Type::none) return false;
  const auto bits = c.constant_bits(v);
  if (!bits) return false;
  c.write(Mnemonic("mov", move_suffix(t)), {c.def(v), c.immediate(*bits, t, t.is_integer() && !t.is_vector())});
  return true;
}

bool alias(Context& c, NodeId n) {
  const Operand from = c.reg(c.operand(n, 0));
  if (!c.covering()) c.regs[c.slot({n, 0})] = from.a;
  return true;
}

namespace {

bool copy_from_reg(Context& c, NodeId n) {
  const Reg r = c.aux(n);
  if (r >= c.function.regs.size()) return c.refuse("it names a register that the function does not have");
  if (!c.covering()) c.regs[c.slot({n, 0})] = r;
  return true;
}

Value strip_alias(const Context& c, Value v) {
  while (c.is_alias(v.node)) v = c.operand(v.node, 0);
  return v;
}

bool copy_to_reg(Context& c, NodeId n) {
  const Reg target = c.aux(n);
  if (target >= c.function.regs.size()) return c.refuse("it names a register that the function does not have");
  c.after(c.operand(n, 0));
  const Value v = c.operand(n, 1);
  const Vt t = c.type(v);
  if (const auto bits = c.constant_bits(v); bits && register_type(t) != mir::Type::none) {
    c.move(Operand::make_reg(target), c.immediate(*bits, t, true), t);
    return true;
  }
  const Operand from = c.reg(v);
  if (c.covering()) {
    // A value that is computed in this block can be computed right into the register.
    const Value source = strip_alias(c, v);
    const bool computed = c.op(source) != Isd::copy_from_reg && !c.constant_bits(source);
    Reg& r = c.regs[c.slot(source)];
    if (computed && r == mir::none && c.function.regs[target].type == register_type(c.type(source))) r = target;
    return true;
  }
  if (from.a != target) c.move(Operand::make_reg(target), from, t);
  return true;
}

// ---- operations to families --------------------------------------------------------------------------

bool rule(Context& c, NodeId n) {
  const Isd o = c.op(n);
  switch (o) {
    case Isd::entry:
      return true;
    case Isd::token_factor:
      c.dag->for_each_operand(n, [&](Value v) { c.after(v); });
      return true;
    case Isd::constant:
    case Isd::constant_fp:
    case Isd::undef:
      return c.result_type(n).is_chain() || constant(c, n);
    case Isd::copy_from_reg:
      return copy_from_reg(c, n);
    case Isd::copy_to_reg:
      return copy_to_reg(c, n);
    case Isd::freeze:
      return c.constant_bits({n, 0}) ? constant(c, n) : alias(c, n);
    case Isd::call:
      return call(c, n);
    case Isd::inline_asm:
      return inline_asm(c, n);
    case Isd::ptx:
      return ptx(c, n, false);
    case Isd::ptx_chain:
      return ptx(c, n, true);
    default:
      break;
  }
  if (o <= Isd::exit) return control(c, n);
  if (o >= Isd::add && o <= Isd::extract_limb) return alu(c, n);
  if (o >= Isd::fadd && o <= Isd::is_fpclass) return floating(c, n);
  if (o >= Isd::trunc && o <= Isd::addrspace_cast) return conversion(c, n);
  if (o == Isd::setcc) return setcc(c, n);
  if (o == Isd::select) return select(c, n);
  if (o >= Isd::build_vector && o <= Isd::reduce) return vector(c, n);
  if (o == Isd::atomic_rmw || o == Isd::atomic_cmpxchg || o == Isd::fence) return atomic(c, n);
  return memory(c, n);  // and the addresses of variables
}

// The message about a block that was refused: the operation, its type, and why.
std::string refusal(const Context& c, const dag::SelectResult& result) {
  const Dag& dag = *c.dag;
  std::string text = "cannot select ";
  if (result.node == dag::no_node) {
    text += "the block: ";
    text += to_string(result.why);
  } else {
    text += to_string(dag.op(result.node));
    const Value v{result.node, 0};
    Vt shown = dag.result_count(result.node) == 0 ? vt::none : dag.type(v);
    // A store or a branch gives a chain only: its first operand that is a value says more.
    for (std::uint32_t i = 0; (shown.is_chain() || shown == vt::none) && i < dag.operand_count(result.node); ++i)
      shown = dag.type(dag.operand(result.node, i));
    if (!shown.is_chain() && shown != vt::none) text += " of type " + to_string(shown);
    if (!c.why.empty())
      text += ": " + c.why;
    else if (result.why == dag::SelectWhy::over_budget)
      text += ": out of budget";
  }
  return text;
}

}  // namespace

/// The target of the generic selector: its rules over one block after another.
class Selection {
 public:
  Selection(mir::Module& module, mir::Function& function, const Features& features, Diag& diag)
      : diag_(diag), context_{module, function, features, selector_.demand()} {}

  bool run(Dag& dag, mir::BlockId block);
  bool cover(NodeId node, dag::Demand& demand);
  bool emit(NodeId node);
  std::uint64_t rank(NodeId node) const;

  BlockSelectStats stats;
  Reg register_of(Value value) const {
    return context_.slot(value) < context_.regs.size() ? context_.regs[context_.slot(value)] : mir::none;
  }

 private:
  Diag& diag_;
  dag::Selector<Dag> selector_;
  Context context_;
};

bool Selection::run(Dag& dag, mir::BlockId block) {
  context_.dag = &dag;
  context_.block = block;
  std::size_t slots = 0;
  if (dag.size() != 0) slots = dag.node(dag.size() - 1).type_begin + dag.result_count(dag.size() - 1);
  context_.regs.assign(slots, mir::none);
  context_.written.assign(dag.size(), false);
  if (!dag.root) return true;
  const Value roots[] = {dag.root};
  const std::size_t before = context_.function.blocks[block].insts.size();
  const dag::SelectResult result = selector_.run(dag, roots, *this);
  stats.nodes += result.stats.nodes;
  stats.folded += result.stats.folded;
  stats.instructions += context_.function.blocks[block].insts.size() - before;
  stats.branches = context_.jumps_settled;
  if (result) return true;
  diag_.error(context_.function.name, refusal(context_, result));
  return false;
}

bool Selection::cover(NodeId node, dag::Demand& demand) {
  context_.asking = &demand;
  context_.node = node;
  context_.why.clear();
  const bool ok = rule(context_, node);
  context_.asking = nullptr;
  return ok;
}

bool Selection::emit(NodeId node) {
  if (context_.written[node]) return true;
  context_.node = node;
  context_.why.clear();
  return rule(context_, node);
}

std::uint64_t Selection::rank(NodeId node) const {
  // Constants and addresses stand right before their first user, copies to registers at the end.
  constexpr std::uint64_t last = 1ULL << 40, late = 1ULL << 39;
  switch (context_.op(node)) {
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
      return context_.dag->node(node).order;
  }
}

}  // namespace selecting

// ---- the door ------------------------------------------------------------------------------------------

BlockSelector::BlockSelector(mir::Module& module, mir::Function& function, const Features& features, Diag& diag)
    : selection_(std::make_unique<selecting::Selection>(module, function, features, diag)) {}
BlockSelector::~BlockSelector() = default;
bool BlockSelector::select(Dag& dag, mir::BlockId block) { return selection_->run(dag, block); }
const BlockSelectStats& BlockSelector::stats() const { return selection_->stats; }
mir::Reg BlockSelector::register_of(Value value) const { return selection_->register_of(value); }

bool select(Dag& dag, mir::Module& module, mir::Function& function, mir::BlockId block, const Features& features,
            Diag& diag) {
  return BlockSelector(module, function, features, diag).select(dag, block);
}

}  // namespace lathe::nvptx
