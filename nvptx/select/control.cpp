// Branches, jump tables, calls, returns, ends of threads.
//
// Calls go by the .param protocol: a scope with the parameter variables, stores of the pieces, the call, loads of the
// results. Neighbouring pieces of one type move together (v2, v4) where the variable's alignment allows. Source: PTX
// ISA 9.0, 7.1 (function ABI), 9.7.12 (bra, brx.idx, call, ret, exit), 9.7.19 (trap, brkpt), 11.7 (.callprototype).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

// ---- parameters and calls ----------------------------------------------------------------------------

// How many pieces from `first` on one access moves: 4, 2 or 1.
std::size_t run_of_pieces(const ParamLayout& layout, std::size_t first) {
  const ParamPiece& p = layout.pieces[first];
  const std::uint32_t bytes = p.type.total_bits() / 8;
  for (const std::size_t count : {4U, 2U}) {
    const std::size_t whole = count * bytes;
    if (first + count > layout.pieces.size() || whole > 16 || p.offset % whole != 0 || layout.align % whole != 0)
      continue;
    bool same = true;
    for (std::size_t i = 1; i < count; ++i) {
      const ParamPiece& q = layout.pieces[first + i];
      same = same && q.type == p.type && q.extend == p.extend && q.offset == p.offset + i * bytes;
    }
    if (same) return count;
  }
  return 1;
}

bool load_pieces(Context& c, std::string_view symbol_name, const ParamLayout& layout, NodeId n, std::uint32_t first) {
  for (std::size_t i = 0; i < layout.pieces.size();) {
    const ParamPiece& p = layout.pieces[i];
    const std::uint32_t bits = p.type.total_bits();
    const std::uint32_t at = first + static_cast<std::uint32_t>(i);
    std::size_t count = run_of_pieces(layout, i);
    bool used = false;
    for (std::size_t k = 0; k < count; ++k) {
      if (at + k >= c.dag->result_count(n)) return c.refuse("fewer results than pieces");
      if (c.type({n, at + static_cast<std::uint32_t>(k)}) != c.type({n, at})) count = 1;
    }
    for (std::uint32_t k = 0; k < count; ++k) used |= c.wanted({n, at + k});
    const Vt value = c.type({n, at});
    if (bits < 8 || bits > value.total_bits() || bits_suffix(bits).empty() || register_type(value) == mir::Type::none)
      return c.refuse("a result piece of type " + to_string(p.type));
    if (used) {
      const bool whole = bits == value.total_bits();
      const std::string_view suffix = whole                      ? move_suffix(value)
                                      : p.extend == Extend::sign ? signed_suffix(bits)
                                                                 : bits_suffix(bits);
      c.operands.clear();
      if (count > 1) c.operands.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(count)));
      for (std::uint32_t k = 0; k < count; ++k) c.operands.push_back(c.def({n, at + k}));
      c.operands.push_back(c.memory_symbol(symbol_name, p.offset));
      c.write_span(Mnemonic("ld.param", count == 4 ? ".v4" : count == 2 ? ".v2" : "", suffix), c.operands);
    }
    i += count;
  }
  return true;
}

mir::Variable param_variable(std::string name, const ParamLayout& layout) {
  mir::Variable v;
  v.name = std::move(name);
  v.space = mir::Space::param;
  if (layout.array) {
    v.type = mir::Type::b8;
    v.align = std::max(1U, layout.align);
    v.dims = {layout.bytes};
  } else {
    v.type = layout.bytes == 8   ? mir::Type::b64
             : layout.bytes == 4 ? mir::Type::b32
             : layout.bytes == 2 ? mir::Type::b16
                                 : mir::Type::b8;
  }
  return v;
}

// Places the declaration of the variable here. One that was declared before, in a scope of its own, is kept once.
std::uint32_t declare(Context& c, mir::Variable variable) {
  const mir::NameId id = c.name(variable.name);
  const auto next = static_cast<std::uint32_t>(c.function.variables.size());
  const std::uint64_t bytes = variable.dims.empty() ? 0 : variable.dims[0];
  const auto [at, fresh] = c.calls.declared.try_emplace({id, variable.type, variable.align, bytes}, next);
  if (fresh) {
    c.function.variables.push_back(std::move(variable));
    c.function.placed.resize(c.function.variables.size(), false);
    c.function.placed[next] = true;
  }
  c.write(mir::pseudo::decl, {Operand::make_symbol(id), number(at->second)});
  return at->second;
}

std::string_view prototype(Context& c, const CallInfo& call) {
  mir::Prototype p;
  p.name = "prototype_" + std::to_string(c.function.prototypes.size());
  p.noreturn = call.noreturn && c.features.has(30, 64);
  for (const ParamLayout& r : call.results)
    if (r.bytes != 0) p.results.push_back(param_variable("_", r));
  for (const ParamLayout& a : call.params)
    if (a.bytes != 0) p.params.push_back(param_variable("_", a));
  c.function.prototypes.push_back(std::move(p));
  return c.function.prototypes.back().name;
}

// .calltargets, in place of a prototype.
std::string call_targets(Context& c, const CallInfo& call) {
  const std::string label = "targets_" + std::to_string(c.block) + "_" + std::to_string(c.calls.target_lists++);
  std::string text = label + ": .calltargets ";
  for (std::size_t i = 0; i < call.targets.size(); ++i) text += (i == 0 ? "" : ", ") + call.targets[i];
  c.write(mir::pseudo::raw, {Operand{Operand::Kind::text, false, 0, c.name(text + ";"), 0}});
  return label;
}

bool store_pieces(Context& c, std::string_view symbol_name, const ParamLayout& layout, std::span<const Value> values) {
  if (values.size() != layout.pieces.size()) return c.refuse("values and pieces of the parameter differ in number");
  for (std::size_t i = 0; i < values.size();) {
    const ParamPiece& p = layout.pieces[i];
    const std::uint32_t bits = p.type.total_bits();
    // Values of one access have one register type, so that its suffix fits them all.
    std::size_t count = run_of_pieces(layout, i);
    for (std::size_t k = 1; k < count; ++k)
      if (c.type(values[i + k]) != c.type(values[i])) count = 1;
    const Vt value = c.type(values[i]);
    if (bits < 8 || bits > value.total_bits() || bits_suffix(bits).empty() || register_type(value) == mir::Type::none)
      return c.refuse("a parameter piece of type " + to_string(p.type));
    const bool whole = bits == value.total_bits();
    Mnemonic m("st.param",
               count == 4   ? ".v4"
               : count == 2 ? ".v2"
                            : "",
               whole ? move_suffix(value) : bits_suffix(bits));
    const Vt in_memory = whole ? value : Vt(VtKind::integer, bits);
    c.operands.clear();
    c.operands.push_back(c.memory_symbol(symbol_name, p.offset));
    store_sources(c, values.subspan(i, count), in_memory);
    c.write_span(m, c.operands);
    i += count;
  }
  return true;
}

// ---- ends of blocks ----------------------------------------------------------------------------------

void jump(Context& c, std::uint64_t block) {
  c.write("bra.uni", {Operand::make_block(static_cast<mir::BlockId>(block))});
}

bool branch_if(Context& c, NodeId n) {
  const std::uint64_t yes = c.imm(n), no = c.aux(n);
  if (yes >= c.function.blocks.size() || no >= c.function.blocks.size()) return c.refuse("a block that is not there");
  c.after(c.operand(n, 0));
  Value condition = c.operand(n, 1);
  if (c.type(condition) != vt::i1) return false;
  if (const auto known = c.constant_bits(condition); known || yes == no) {
    jump(c, known == 0U ? no : yes);
    if (yes != no && !c.covering()) ++c.jumps_settled;
    return true;
  }
  bool negated = false;  // the guard takes it
  condition = c.strip_not(condition, negated);
  const Operand guard = c.reg(condition);
  if (c.covering()) return true;
  const Operand target = Operand::make_block(static_cast<mir::BlockId>(yes));
  c.write_span("bra", {&target, 1}, guard.a, negated);
  jump(c, no);
  return true;
}

bool branch_table(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  if (!c.features.has_brx()) return c.refuse("a jump table needs PTX 6.0");
  if (c.aux(n) >= c.dag->jump_tables.size()) return c.refuse("a jump table that is not there");
  const std::vector<std::uint32_t>& targets = c.dag->jump_tables[c.aux(n)];
  if (const auto known = c.constant_bits(c.operand(n, 1)); known && *known < targets.size()) {
    if (targets[*known] >= c.function.blocks.size()) return c.refuse("a block that is not there");
    jump(c, targets[*known]);
    if (!c.covering()) ++c.jumps_settled;
    return true;
  }
  const Operand index = c.reg(c.operand(n, 1));
  if (c.covering()) return true;
  const std::size_t number_of = c.function.tables.size();
  mir::Table table{"$L_brx_" + std::to_string(number_of), {}};
  for (const std::uint32_t target : targets) table.targets.push_back(target);
  const mir::NameId label = c.name(table.name);
  c.function.tables.push_back(std::move(table));
  c.write(mir::pseudo::targets, {number(static_cast<std::int64_t>(number_of))});
  c.write("brx.idx", {index, Operand::make_symbol(label)});
  return true;
}

bool give_back(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const std::uint32_t count = c.dag->operand_count(n) - 1;
  if (count != 0) {
    if (c.aux(n) >= c.dag->rets.size() || c.dag->rets[c.aux(n)].results.empty() || c.function.results.empty())
      return c.refuse("a value from a function that returns none");
    c.values.clear();
    for (std::uint32_t i = 0; i < count; ++i) c.values.push_back(c.operand(n, i + 1));
    if (!store_pieces(c, c.function.results[0].name, c.dag->rets[c.aux(n)].results[0], c.values)) return false;
  }
  c.write("ret", {});
  return true;
}

// ptxas believes that a trap returns; the exit tells it that nothing follows.
bool unreachable(Context& c, NodeId n) {
  Value before = c.operand(n, 0);
  c.after(before);
  while (c.op(before) == Isd::token_factor && c.dag->operand_count(before.node) == 1)
    before = c.operand(before.node, 0);
  const bool ended =
      c.op(before) == Isd::trap || (c.op(before) == Isd::call && c.dag->calls[c.aux(before.node)].noreturn);
  if (!ended) c.write("trap", {});
  c.write("exit", {});
  return true;
}

}  // namespace

bool control(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::br:
      c.after(c.operand(n, 0));
      if (c.imm(n) >= c.function.blocks.size()) return c.refuse("a block that is not there");
      jump(c, c.imm(n));
      return true;
    case Isd::br_cond:
      return branch_if(c, n);
    case Isd::br_table:
      return branch_table(c, n);
    case Isd::ret:
      return give_back(c, n);
    case Isd::unreachable:
      return unreachable(c, n);
    case Isd::trap:
      c.after(c.operand(n, 0));
      c.write("trap", {});
      return true;
    case Isd::debugtrap:
      c.after(c.operand(n, 0));
      c.write("brkpt", {});
      return true;
    case Isd::exit:
      c.after(c.operand(n, 0));
      c.write("exit", {});
      return true;
    default:
      return false;
  }
}

bool call(Context& c, NodeId n) {
  if (c.aux(n) >= c.dag->calls.size()) return c.refuse("a call that is not there");
  const CallInfo& info = c.dag->calls[c.aux(n)];
  const bool indirect = info.callee.empty();
  c.after(c.operand(n, 0));
  std::uint32_t next = indirect ? 2 : 1;
  std::size_t pieces = 0;
  for (const ParamLayout& layout : info.params) pieces += layout.pieces.size();
  if (next + pieces != c.dag->operand_count(n)) return c.refuse("operands and parameter pieces differ in number");
  const Operand target = indirect ? c.reg(c.operand(n, 1)) : c.symbol(info.callee);
  c.write(mir::pseudo::open, {});
  std::vector<Operand>& list = c.calls.operands;
  list.clear();
  std::vector<std::string>& names = c.calls.names;
  names.clear();
  for (std::size_t i = 0; i < info.params.size(); ++i) {
    const ParamLayout& layout = info.params[i];
    c.values.clear();
    for (std::size_t k = 0; k < layout.pieces.size(); ++k) c.values.push_back(c.operand(n, next++));
    if (layout.bytes == 0) continue;
    const std::string symbol_name = "param" + std::to_string(names.size());
    if (!c.covering()) declare(c, param_variable(symbol_name, layout));
    if (!store_pieces(c, symbol_name, layout, c.values)) return false;
    names.push_back(symbol_name);
  }
  const bool returns = !info.results.empty() && info.results[0].bytes != 0;
  if (!c.covering()) {
    if (returns) declare(c, param_variable("retval0", info.results[0]));
    if (returns) {
      list.push_back(mir::make_group(mir::GroupKind::paren, 1));
      list.push_back(c.symbol("retval0"));
    }
    list.push_back(target);
    if (!names.empty() || indirect) {
      list.push_back(mir::make_group(mir::GroupKind::paren, static_cast<unsigned>(names.size())));
      for (const std::string& text : names) list.push_back(c.symbol(text));
    }
    if (indirect && !info.targets.empty()) {
      list.push_back(c.symbol(call_targets(c, info)));
    } else if (indirect) {
      const std::size_t number_of = c.function.prototypes.size();
      const std::string label(prototype(c, info));
      c.write(mir::pseudo::proto, {number(static_cast<std::int64_t>(number_of))});
      list.push_back(c.symbol(label));
    }
    // The callee is one function for all threads, unless an address says which.
    c.write_span(indirect ? "call" : "call.uni", list);
  }
  if (returns && !load_pieces(c, "retval0", info.results[0], n, 0)) return false;
  c.write(mir::pseudo::close, {});
  return true;
}
}  // namespace lathe::nvptx::selecting
