// Calls by the .param protocol: a scope with the parameter variables, stores of the pieces, the call, loads of the
// results.
//
// Neighbouring pieces of one type move together (v2, v4) where the variable's alignment allows. Source: PTX ISA
// 9.0, 7.1 (function ABI), 9.7.12.5 (call), 11.7 (.callprototype).
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

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

}  // namespace

bool BlockSelector::Impl::store_pieces(std::string_view symbol_name, const ParamLayout& layout,
                                       std::span<const Value> values) {
  if (values.size() != layout.pieces.size()) return refuse("values and pieces of the parameter differ in number");
  for (std::size_t i = 0; i < values.size();) {
    const ParamPiece& p = layout.pieces[i];
    const std::uint32_t bits = p.type.total_bits();
    // Values of one access have one register type, so that its suffix fits them all.
    std::size_t count = run_of_pieces(layout, i);
    for (std::size_t k = 1; k < count; ++k)
      if (type(values[i + k]) != type(values[i])) count = 1;
    const Vt value = type(values[i]);
    if (bits < 8 || bits > value.total_bits() || bits_suffix(bits).empty() || register_type(value) == mir::Type::none)
      return refuse("a parameter piece of type " + lathe::nvptx::to_string(p.type));
    const bool whole = bits == value.total_bits();
    Mnemonic m("st.param",
               count == 4   ? ".v4"
               : count == 2 ? ".v2"
                            : "",
               whole ? move_suffix(value) : bits_suffix(bits));
    const Vt in_memory = whole ? value : Vt(VtKind::integer, bits);
    operands_.clear();
    operands_.push_back(memory_symbol(symbol_name, p.offset));
    store_sources(values.subspan(i, count), in_memory);
    write_span(m, operands_);
    i += count;
  }
  return true;
}

bool BlockSelector::Impl::load_pieces(std::string_view symbol_name, const ParamLayout& layout, NodeId n,
                                      std::uint32_t first) {
  for (std::size_t i = 0; i < layout.pieces.size();) {
    const ParamPiece& p = layout.pieces[i];
    const std::uint32_t bits = p.type.total_bits();
    const std::uint32_t at = first + static_cast<std::uint32_t>(i);
    std::size_t count = run_of_pieces(layout, i);
    bool used = false;
    for (std::size_t k = 0; k < count; ++k) {
      if (at + k >= dag_->result_count(n)) return refuse("fewer results than pieces");
      if (type({n, at + static_cast<std::uint32_t>(k)}) != type({n, at})) count = 1;
    }
    for (std::uint32_t k = 0; k < count; ++k) used |= wanted({n, at + k});
    const Vt value = type({n, at});
    if (bits < 8 || bits > value.total_bits() || bits_suffix(bits).empty() || register_type(value) == mir::Type::none)
      return refuse("a result piece of type " + lathe::nvptx::to_string(p.type));
    if (used) {
      const bool whole = bits == value.total_bits();
      const std::string_view suffix = whole                      ? move_suffix(value)
                                      : p.extend == Extend::sign ? signed_suffix(bits)
                                                                 : bits_suffix(bits);
      operands_.clear();
      if (count > 1) operands_.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(count)));
      for (std::uint32_t k = 0; k < count; ++k) operands_.push_back(def({n, at + k}));
      operands_.push_back(memory_symbol(symbol_name, p.offset));
      write_span(Mnemonic("ld.param", count == 4 ? ".v4" : count == 2 ? ".v2" : "", suffix), operands_);
    }
    i += count;
  }
  return true;
}

mir::Variable BlockSelector::Impl::param_variable(std::string name, const ParamLayout& layout) const {
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
std::uint32_t BlockSelector::Impl::declare(mir::Variable variable) {
  const mir::NameId id = name(variable.name);
  const auto next = static_cast<std::uint32_t>(function_.variables.size());
  const std::uint64_t bytes = variable.dims.empty() ? 0 : variable.dims[0];
  const auto [at, fresh] = declared_.try_emplace({id, variable.type, variable.align, bytes}, next);
  if (fresh) {
    function_.variables.push_back(std::move(variable));
    function_.placed.resize(function_.variables.size(), false);
    function_.placed[next] = true;
  }
  write(mir::pseudo::decl, {Operand::make_symbol(id), number(at->second)});
  return at->second;
}

std::string_view BlockSelector::Impl::prototype(const CallInfo& call) {
  mir::Prototype p;
  p.name = "prototype_" + std::to_string(function_.prototypes.size());
  p.noreturn = call.noreturn && features_.has(30, 64);
  for (const ParamLayout& r : call.results)
    if (r.bytes != 0) p.results.push_back(param_variable("_", r));
  for (const ParamLayout& a : call.params)
    if (a.bytes != 0) p.params.push_back(param_variable("_", a));
  function_.prototypes.push_back(std::move(p));
  return function_.prototypes.back().name;
}

// .calltargets, in place of a prototype.
std::string BlockSelector::Impl::call_targets(const CallInfo& call) {
  const std::string label = "targets_" + std::to_string(block_) + "_" + std::to_string(call_target_lists_++);
  std::string text = label + ": .calltargets ";
  for (std::size_t i = 0; i < call.targets.size(); ++i) text += (i == 0 ? "" : ", ") + call.targets[i];
  write(mir::pseudo::raw, {Operand{Operand::Kind::text, false, 0, name(text + ";"), 0}});
  return label;
}

bool BlockSelector::Impl::call(NodeId n) {
  if (aux(n) >= dag_->calls.size()) return refuse("a call that is not there");
  const CallInfo& info = dag_->calls[aux(n)];
  const bool indirect = info.callee.empty();
  after(operand(n, 0));
  std::uint32_t next = indirect ? 2 : 1;
  std::size_t pieces = 0;
  for (const ParamLayout& layout : info.params) pieces += layout.pieces.size();
  if (next + pieces != dag_->operand_count(n)) return refuse("operands and parameter pieces differ in number");
  const Operand target = indirect ? reg(operand(n, 1)) : symbol(info.callee);
  write(mir::pseudo::open, {});
  more_operands_.clear();
  std::vector<std::string>& names = param_names_;
  names.clear();
  for (std::size_t i = 0; i < info.params.size(); ++i) {
    const ParamLayout& layout = info.params[i];
    values_.clear();
    for (std::size_t k = 0; k < layout.pieces.size(); ++k) values_.push_back(operand(n, next++));
    if (layout.bytes == 0) continue;
    const std::string symbol_name = "param" + std::to_string(names.size());
    if (!covering()) declare(param_variable(symbol_name, layout));
    if (!store_pieces(symbol_name, layout, values_)) return false;
    names.push_back(symbol_name);
  }
  const bool returns = !info.results.empty() && info.results[0].bytes != 0;
  if (!covering()) {
    if (returns) declare(param_variable("retval0", info.results[0]));
    std::vector<Operand>& list = more_operands_;
    if (returns) {
      list.push_back(mir::make_group(mir::GroupKind::paren, 1));
      list.push_back(symbol("retval0"));
    }
    list.push_back(target);
    if (!names.empty() || indirect) {
      list.push_back(mir::make_group(mir::GroupKind::paren, static_cast<unsigned>(names.size())));
      for (const std::string& text : names) list.push_back(symbol(text));
    }
    if (indirect && !info.targets.empty()) {
      list.push_back(symbol(call_targets(info)));
    } else if (indirect) {
      const std::size_t number_of = function_.prototypes.size();
      const std::string label(prototype(info));
      write(mir::pseudo::proto, {number(static_cast<std::int64_t>(number_of))});
      list.push_back(symbol(label));
    }
    // The callee is one function for all threads, unless an address says which.
    write_span(indirect ? "call" : "call.uni", list);
  }
  if (returns && !load_pieces("retval0", info.results[0], n, 0)) return false;
  write(mir::pseudo::close, {});
  return true;
}

}  // namespace lathe::nvptx
