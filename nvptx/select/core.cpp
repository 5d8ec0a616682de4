// The selector's core: registers of values, operands, mnemonics, and the switch from operations to families.
//
// Cost per node: its rule twice (cover, emit); one hash look-up per instruction. Needs legal operations; gives the
// block's instructions, or one message that names the operation that no rule takes.
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

std::uint64_t hash_text(std::string_view text) {
  std::uint64_t h = text.size();
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 32;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + i, text.size() - i);
  h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
  return h ^ (h >> 29);
}

}  // namespace

void BlockSelector::Impl::Cache::insert(std::uint64_t hash, std::uint32_t id) {
  if ((used_ + 1) * 2 > slots_.size()) {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(128, old.size() * 2), Slot{});
    used_ = 0;
    for (const Slot& s : old)
      if (s.id != mir::none) insert(s.hash, s.id);
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].id != mir::none) at = (at + 1) & mask;
  slots_[at] = {hash, id};
  ++used_;
}

mir::OpId BlockSelector::Impl::intern(std::string_view mnemonic) {
  const std::uint64_t hash = hash_text(mnemonic);
  std::uint32_t id = op_cache_.find(hash, [&](std::uint32_t i) { return module_.op(i).text == mnemonic; });
  if (id == mir::none) op_cache_.insert(hash, id = module_.intern(mnemonic));
  return id;
}

mir::NameId BlockSelector::Impl::name(std::string_view text) {
  const std::uint64_t hash = hash_text(text);
  std::uint32_t id = name_cache_.find(hash, [&](std::uint32_t i) { return module_.name(i) == text; });
  if (id == mir::none) name_cache_.insert(hash, id = module_.name(text));
  return id;
}

// ---- the face towards the generic selector -----------------------------------------------------------

bool BlockSelector::Impl::run(Dag& dag, mir::BlockId block) {
  dag_ = &dag;
  block_ = block;
  std::size_t slots = 0;
  if (dag.size() != 0) slots = dag.node(dag.size() - 1).type_begin + dag.result_count(dag.size() - 1);
  regs_.assign(slots, mir::none);
  written_.assign(dag.size(), false);
  if (!dag.root) return true;
  const Value roots[] = {dag.root};
  const std::size_t before = function_.blocks[block].insts.size();
  const dag::SelectResult result = selector_.run(dag, roots, *this);
  stats.nodes += result.stats.nodes;
  stats.folded += result.stats.folded;
  stats.instructions += function_.blocks[block].insts.size() - before;
  if (result) return true;
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
    if (!shown.is_chain() && shown != vt::none) text += " of type " + lathe::nvptx::to_string(shown);
    if (!why_.empty())
      text += ": " + why_;
    else if (result.why == dag::SelectWhy::over_budget)
      text += ": out of budget";
  }
  diag_.error(function_.name, std::move(text));
  return false;
}

bool BlockSelector::Impl::cover(NodeId node, dag::Demand& demand) {
  demand_ = &demand;
  node_ = node;
  why_.clear();
  const bool ok = rule(node);
  demand_ = nullptr;
  return ok;
}

bool BlockSelector::Impl::emit(NodeId node) {
  if (written_[node]) return true;
  node_ = node;
  why_.clear();
  return rule(node);
}

std::uint64_t BlockSelector::Impl::rank(NodeId node) const {
  // Constants and addresses stand right before their first user, copies to registers at the end.
  constexpr std::uint64_t last = 1ULL << 40, late = 1ULL << 39;
  switch (dag_->op(node)) {
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
      return dag_->node(node).order;
  }
}

// ---- reading the graph -------------------------------------------------------------------------------

std::optional<std::uint64_t> BlockSelector::Impl::constant_bits(Value v, unsigned depth) const {
  switch (op(v)) {
    case Isd::constant:
    case Isd::constant_fp:
      return imm(v.node);
    case Isd::undef:
      return type(v).total_bits() <= 64 ? std::optional<std::uint64_t>(0) : std::nullopt;
    case Isd::bitcast:
    case Isd::freeze:
      return depth < 4 ? constant_bits(operand(v.node, 0), depth + 1) : std::nullopt;
    case Isd::build_vector: {
      const std::uint32_t width = type(v).bits();
      if (type(v).total_bits() > 64 || width == 0 || depth >= 4) return std::nullopt;
      std::uint64_t bits = 0;
      for (std::uint32_t i = 0; i < dag_->operand_count(v.node); ++i) {
        const auto lane = constant_bits(operand(v.node, i), depth + 1);
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

bool BlockSelector::Impl::is_alias(NodeId n) const {
  const Isd o = dag_->op(n);
  if (o == Isd::freeze) return true;
  return o == Isd::bitcast && register_type(result_type(n)) == register_type(type(operand(n, 0)));
}

Value BlockSelector::Impl::strip_alias(Value v) const {
  while (is_alias(v.node)) v = operand(v.node, 0);
  return v;
}

// ---- operands ----------------------------------------------------------------------------------------

mir::Operand BlockSelector::Impl::immediate(std::uint64_t bits, Vt t, bool is_signed) const {
  if (t == vt::f32) return Operand::make_f32(static_cast<std::uint32_t>(bits));
  if (t == vt::f64) return Operand::make_f64(bits);
  const std::uint32_t width = t.total_bits();
  if (width >= 64 || width == 0) return number(static_cast<std::int64_t>(bits));
  const std::uint64_t kept = bits & ((1ULL << width) - 1);
  // Halves of floats read better as numbers without a sign.
  if (!is_signed || !t.is_integer() || width == 1) return number(static_cast<std::int64_t>(kept));
  const std::uint64_t sign = 1ULL << (width - 1);
  return number(static_cast<std::int64_t>((kept ^ sign) - sign));
}

mir::Operand BlockSelector::Impl::reg(Value v) {
  if (covering()) {
    (*demand_)(v);
    return {};
  }
  const Reg r = regs_[slot(v)];
  if (r == mir::none) why_ = "internal error: an operand has no register";
  return Operand::make_reg(r);
}

mir::Operand BlockSelector::Impl::src(Value v) {
  if (type(v) != vt::i1)
    if (const auto bits = constant_bits(v)) return immediate(*bits, type(v), true);
  return reg(v);
}

mir::Operand BlockSelector::Impl::usrc(Value v) {
  if (type(v) != vt::i1)
    if (const auto bits = constant_bits(v)) return immediate(*bits, type(v), false);
  return reg(v);
}

mir::Operand BlockSelector::Impl::def(Value v) {
  if (covering()) return {};
  Reg& r = regs_[slot(v)];
  if (r == mir::none) r = function_.new_reg(register_type(type(v)));
  return Operand::make_reg(r);
}

mir::Operand BlockSelector::Impl::symbol(std::string_view text, std::int64_t offset) {
  return covering() ? Operand{} : Operand::make_symbol(name(text), offset);
}

mir::Operand BlockSelector::Impl::memory_symbol(std::string_view text, std::int64_t offset) {
  return covering() ? Operand{} : Operand::make_mem_sym(name(text), offset);
}

// ---- writing -----------------------------------------------------------------------------------------

void BlockSelector::Impl::write_span(std::string_view mnemonic, std::span<const Operand> operands, Reg guard,
                                     bool negated) {
  if (covering()) return;
  mir::Inst inst = function_.make(intern(mnemonic), operands, guard, negated);
  inst.loc = dag_->node(node_).location;
  inst.line = dag_->node(node_).order & 0x7fffffffU;
  function_.blocks[block_].insts.push_back(inst);
}

// ---- rules that belong to no family ------------------------------------------------------------------

bool BlockSelector::Impl::constant(NodeId n) {
  const Value v{n, 0};
  const Vt t = type(v);
  if (register_type(t) == mir::Type::none) return false;
  const auto bits = constant_bits(v);
  if (!bits) return false;
  write(Mnemonic("mov", move_suffix(t)), {def(v), immediate(*bits, t, t.is_integer() && !t.is_vector())});
  return true;
}

bool BlockSelector::Impl::copy_from_reg(NodeId n) {
  const Reg r = aux(n);
  if (r >= function_.regs.size()) return refuse("it names a register that the function does not have");
  if (!covering()) regs_[slot({n, 0})] = r;
  return true;
}

bool BlockSelector::Impl::copy_to_reg(NodeId n) {
  const Reg target = aux(n);
  if (target >= function_.regs.size()) return refuse("it names a register that the function does not have");
  after(operand(n, 0));
  const Value v = operand(n, 1);
  const Vt t = type(v);
  if (const auto bits = constant_bits(v); bits && register_type(t) != mir::Type::none) {
    move(Operand::make_reg(target), immediate(*bits, t, true), t);
    return true;
  }
  const Operand from = reg(v);
  if (covering()) {
    // A value that is computed in this block can be computed right into the register.
    const Value source = strip_alias(v);
    const bool computed = op(source) != Isd::copy_from_reg && !constant_bits(source);
    Reg& r = regs_[slot(source)];
    if (computed && r == mir::none && function_.regs[target].type == register_type(type(source))) r = target;
    return true;
  }
  if (from.a != target) move(Operand::make_reg(target), from, t);
  return true;
}

bool BlockSelector::Impl::alias(NodeId n) {
  const Operand from = reg(operand(n, 0));
  if (!covering()) regs_[slot({n, 0})] = from.a;
  return true;
}

// ---- operations to families ----------------------------------------------------------------------------

bool BlockSelector::Impl::rule(NodeId n) {
  const Isd o = dag_->op(n);
  switch (o) {
    case Isd::entry:
      return true;
    case Isd::token_factor:
      dag_->for_each_operand(n, [&](Value v) { after(v); });
      return true;
    case Isd::constant:
    case Isd::constant_fp:
    case Isd::undef:
      return result_type(n).is_chain() || constant(n);
    case Isd::copy_from_reg:
      return copy_from_reg(n);
    case Isd::copy_to_reg:
      return copy_to_reg(n);
    case Isd::freeze:
      return constant_bits({n, 0}) ? constant(n) : alias(n);
    case Isd::call:
      return call(n);
    case Isd::inline_asm:
      return inline_asm(n);
    case Isd::ptx:
      return ptx(n, false);
    case Isd::ptx_chain:
      return ptx(n, true);
    default:
      break;
  }
  if (o <= Isd::exit) return control(n);
  if (o >= Isd::add && o <= Isd::extract_limb) return alu(n);
  if (o >= Isd::fadd && o <= Isd::is_fpclass) return floating(n);
  if (o >= Isd::trunc && o <= Isd::addrspace_cast) return conversion(n);
  if (o == Isd::setcc) return setcc(n);
  if (o == Isd::select) return select(n);
  if (o >= Isd::build_vector && o <= Isd::reduce) return vector(n);
  if (o == Isd::atomic_rmw || o == Isd::atomic_cmpxchg || o == Isd::fence) return atomic(n);
  return memory(n);  // and the addresses of variables
}

// ---- the door ------------------------------------------------------------------------------------------

BlockSelector::BlockSelector(mir::Module& module, mir::Function& function, const Features& features, Diag& diag)
    : impl_(std::make_unique<Impl>(module, function, features, diag)) {}
BlockSelector::~BlockSelector() = default;
bool BlockSelector::select(Dag& dag, mir::BlockId block) { return impl_->run(dag, block); }
const BlockSelectStats& BlockSelector::stats() const { return impl_->stats; }
mir::Reg BlockSelector::register_of(Value value) const { return impl_->register_of(value); }

bool select(Dag& dag, mir::Module& module, mir::Function& function, mir::BlockId block, const Features& features,
            Diag& diag) {
  return BlockSelector(module, function, features, diag).select(dag, block);
}

}  // namespace lathe::nvptx
