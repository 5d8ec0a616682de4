// Dag -> text. The form is described at `print` in dag.hpp and read by dag_text.cpp.
//
// Side tables come first, one entry a line; then the nodes, operands before users and small ids first, numbered
// from 0 in that order; then the root. Memory facts, masks and wide constants stand in the node's own line.
#include <algorithm>
#include <queue>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/text_names.hpp"

namespace lathe::codegen {

namespace {

std::string quoted(std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 32 || byte >= 127) {
      out += "\\x";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string hex(std::uint64_t value, unsigned digits = 0) {
  static constexpr char letters[] = "0123456789abcdef";
  std::string out;
  do {
    out += letters[value & 15];
    value >>= 4;
  } while (value != 0);
  while (out.size() < digits) out += '0';
  std::reverse(out.begin(), out.end());
  return out;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

class Printer {
 public:
  explicit Printer(const Dag& dag) : dag_(dag) {}
  std::string run() {
    tables();
    number_nodes();
    for (const NodeId id : order_) node(id);
    if (dag_.root) out_ += "root " + value(dag_.root) + "\n";
    return std::move(out_);
  }

 private:
  void layouts(std::string_view word, const std::vector<ParamLayout>& list) {
    for (const ParamLayout& l : list) {
      out_ += ' ';
      out_ += word;
      out_ += '(' + number(l.bytes) + " align " + number(l.align);
      if (l.array) out_ += " array";
      for (const ParamPiece& p : l.pieces) {
        out_ += ", " + number(p.offset) + ' ' + to_string(p.type);
        if (p.extend != Extend::none) out_ += ' ' + std::string(text::extends[static_cast<std::size_t>(p.extend)]);
      }
      out_ += ')';
    }
  }
  void flag(bool on, std::string_view word) {
    if (on) out_ += ' ' + std::string(word);
  }
  void types(std::string_view word, const std::vector<Vt>& list) {
    out_ += ' ' + std::string(word) + '(';
    for (std::size_t i = 0; i < list.size(); ++i) out_ += (i != 0 ? ", " : "") + to_string(list[i]);
    out_ += ')';
  }
  template <class List>
  void numbers(std::string_view word, const List& list) {
    out_ += ' ' + std::string(word) + '(';
    for (std::size_t i = 0; i < list.size(); ++i) out_ += (i != 0 ? ", " : "") + std::to_string(list[i]);
    out_ += ')';
  }

  void recipe_operand(const RecipeOperand& o) {
    using Kind = RecipeOperand::Kind;
    out_ += ' ';
    out_ += text::recipe_kinds[static_cast<std::size_t>(o.kind)];
    if (o.kind == Kind::result || o.kind == Kind::input || o.kind == Kind::address) out_ += ' ' + number(o.index);
    if (o.kind == Kind::immediate || (o.kind == Kind::address && o.value != 0)) out_ += ' ' + std::to_string(o.value);
    if (!o.text.empty() || o.kind == Kind::literal) out_ += ' ' + quoted(o.text);
  }

  void tables() {
    for (const FrameObject& f : dag_.frame) out_ += "frame " + number(f.bytes) + " align " + number(f.align) + "\n";
    for (const auto& table : dag_.jump_tables) {
      out_ += "jump_table";
      numbers("blocks", table);
      out_ += '\n';
    }
    for (const CallInfo& c : dag_.calls) {
      out_ += "call_info " + quoted(c.callee);
      for (const std::string& target : c.targets) out_ += " target " + quoted(target);
      layouts("param", c.params);
      layouts("result", c.results);
      flag(c.noreturn, "noreturn");
      flag(c.variadic, "variadic");
      flag(c.convergent, "convergent");
      out_ += '\n';
    }
    for (const RetInfo& r : dag_.rets) {
      out_ += "ret_info";
      layouts("result", r.results);
      out_ += '\n';
    }
    for (const AsmInfo& a : dag_.asms) {
      out_ += "asm_info " + quoted(a.text);
      for (const AsmOperand& o : a.operands)
        out_ += std::string(o.output ? " out(" : " in(") + o.letter + ' ' + to_string(o.type) + " slot " +
                std::to_string(o.slot) + (o.tied_to >= 0 ? " tied " + std::to_string(o.tied_to) : "") + ')';
      flag(a.side_effects, "side_effects");
      flag(a.memory_clobber, "memory");
      flag(a.convergent, "convergent");
      out_ += '\n';
    }
    for (const Recipe& r : dag_.recipes) {
      out_ += "recipe " + quoted(r.mnemonic) + " operands(";
      for (std::size_t i = 0; i < r.operands.size(); ++i) {
        if (i != 0) out_ += ',';
        recipe_operand(r.operands[i]);
      }
      out_ += ')';
      types("results", r.result_types);
      types("inputs", r.input_types);
      numbers("args", r.input_args);
      numbers("extend", r.input_extend);
      flag(r.chained, "chained");
      flag(r.convergent, "convergent");
      out_ += '\n';
    }
  }

  // Operands before users; among the free nodes the one with the smallest id. O(n log n).
  void number_nodes() {
    std::vector<std::uint32_t> waiting(dag_.size(), 0);
    std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> ready;
    numbers_.assign(dag_.size(), 0);
    for (NodeId id = 0; id < dag_.size(); ++id) {
      if (!dag_.alive(id)) continue;
      waiting[id] = dag_.operand_count(id);
      if (waiting[id] == 0) ready.push(id);
    }
    while (!ready.empty()) {
      const NodeId id = ready.top();
      ready.pop();
      numbers_[id] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(id);
      dag_.for_each_use(id, [&](NodeId user, std::uint32_t, Value) {
        if (--waiting[user] == 0) ready.push(user);
      });
    }
  }
  std::string value(Value v) const {
    return '%' + number(numbers_[v.node]) + (v.result != 0 ? ':' + number(v.result) : std::string());
  }

  void node(NodeId id) {
    const Dag::Node& n = dag_.node(id);
    out_ += '%' + number(numbers_[id]) + " = ";
    out_ += to_string(n.op);
    for (std::uint32_t r = 0; r < n.result_count; ++r) out_ += (r != 0 ? ", " : " ") + to_string(dag_.types(id)[r]);
    for (std::uint32_t i = 0; i < n.operand_count; ++i) out_ += (i != 0 ? ", " : " ") + value(dag_.operand(id, i));
    payload(n.op, n.payload, n.result_count != 0 ? dag_.types(id)[0] : Vt{});
    for (std::size_t bit = 0; bit < std::size(text::flags); ++bit)
      if ((n.flags >> bit & 1) != 0) out_ += ' ' + std::string(text::flags[bit]);
    if (n.order != 0) out_ += " order=" + number(n.order);
    if (n.location != 0) out_ += " loc=" + number(n.location);
    out_ += '\n';
  }

  void memory(const MemInfo& m) {
    out_ +=
        " mem(" + to_string(m.type) + (m.lanes != 1 ? " x" + number(m.lanes) : "") + " align " + number(m.align) + ' ';
    out_ += to_string(m.space);
    if (m.extend != Extend::none) out_ += ' ' + std::string(text::extends[static_cast<std::size_t>(m.extend)]);
    if (m.ordering != Ordering::none) out_ += ' ' + std::string(text::orderings[static_cast<std::size_t>(m.ordering)]);
    if (m.failure_ordering != Ordering::none)
      out_ += " fail=" + std::string(text::orderings[static_cast<std::size_t>(m.failure_ordering)]);
    if (m.scope != Scope::sys) out_ += " scope=" + std::string(text::scopes[static_cast<std::size_t>(m.scope)]);
    flag(m.is_volatile, "volatile");
    flag(m.invariant, "invariant");
    if (m.cache != 0) out_ += " cache=" + number(m.cache);
    if (m.policy != 0) out_ += " policy=" + number(m.policy);
    out_ += ')';
  }

  void generic(const DagPayload& p) {
    if (p.imm != 0) out_ += " imm=" + number(p.imm);
    if (p.aux != 0) out_ += " aux=" + number(p.aux);
  }
  void payload(Isd op, const DagPayload& p, Vt type) {
    const text::Style style = text::style(op);
    if (!fits(style, op, p)) return generic(p);
    switch (style) {
      case text::Style::plain:
        return generic(p);
      case text::Style::integer: {
        const unsigned unused = type.bits() < 64 && type.bits() > 0 ? 64 - type.bits() : 0;
        // i1 is written 0 or 1, the others as signed numbers.
        out_ += ' ' + (type.bits() == 1 ? number(p.imm)
                                        : std::to_string(static_cast<std::int64_t>(p.imm << unused) >> unused));
        return;
      }
      case text::Style::bits:
        out_ += " 0x" + hex(p.imm);
        return;
      case text::Style::wide: {
        out_ += " 0x";
        const auto& limbs = dag_.wide_constants[p.aux];
        for (std::size_t i = limbs.size(); i-- > 0;) out_ += hex(limbs[i], 16);
        return;
      }
      case text::Style::condition:
        out_ += ' ' + std::string(to_string(static_cast<Cond>(p.imm)));
        return;
      case text::Style::symbol:
        out_ += " @" + quoted(dag_.names[p.aux]);
        if (p.imm != 0) out_ += " imm=" + number(p.imm);
        return;
      case text::Style::mask: {
        out_ += " mask(";
        const auto& mask = dag_.masks[p.aux];
        for (std::size_t i = 0; i < mask.size(); ++i) out_ += (i != 0 ? ", " : "") + std::to_string(mask[i]);
        out_ += ')';
        return;
      }
      case text::Style::memory:
        memory(dag_.memory[p.aux]);
        if (op == Isd::atomic_rmw)
          out_ += ' ' + std::string(to_string(static_cast<RmwOp>(p.imm)));
        else if (p.imm != 0)
          out_ += " imm=" + number(p.imm);
        return;
      case text::Style::reduction:
        out_ += ' ' + std::string(to_string(static_cast<Isd>(p.imm)));
        return;
    }
  }
  // Whether the payload is what the operation's own form can hold; broken graphs are printed with imm= and aux=.
  bool fits(text::Style style, Isd op, const DagPayload& p) const {
    bool known = false;
    switch (style) {
      case text::Style::plain:
        return true;
      case text::Style::integer:
      case text::Style::bits:
        return p.aux == 0;
      case text::Style::wide:
        return p.imm == 0 && p.aux < dag_.wide_constants.size();
      case text::Style::condition:
        if (p.imm < 64) parse_cond(to_string(static_cast<Cond>(p.imm)), known);
        return known && p.aux == 0;
      case text::Style::symbol:
        return p.aux < dag_.names.size();
      case text::Style::mask:
        return p.imm == 0 && p.aux < dag_.masks.size();
      case text::Style::memory:
        return p.aux < dag_.memory.size() &&
               (op != Isd::atomic_rmw || p.imm <= static_cast<std::uint64_t>(RmwOp::usub_sat));
      case text::Style::reduction:
        return p.aux == 0 && p.imm < static_cast<std::uint64_t>(Isd::count);
    }
    return false;
  }

  const Dag& dag_;
  std::string out_;
  std::vector<NodeId> order_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace

std::string print(const Dag& dag) { return Printer(dag).run(); }

}  // namespace lathe::codegen
