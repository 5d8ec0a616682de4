// Instructions and their operands, in every form PTX has.
// Cost: linear. Source: PTX ISA 9.0, chapters 6 (operands) and 9 (instructions).
#include <algorithm>
#include <bit>

#include "nvptx/mir/parser.hpp"
#include "nvptx/mir/selector.hpp"

namespace lathe::nvptx::mir {
namespace {

// Names of special registers, without number and component.
bool is_special(std::string_view name) {
  constexpr std::string_view names[] = {"aggr_smem_size",
                                        "clock",
                                        "clock64",
                                        "clock_hi",
                                        "cluster_ctaid",
                                        "cluster_ctarank",
                                        "cluster_nctaid",
                                        "cluster_nctarank",
                                        "clusterid",
                                        "ctaid",
                                        "current_graph_exec",
                                        "dynamic_smem_size",
                                        "envreg",
                                        "globaltimer",
                                        "globaltimer_hi",
                                        "globaltimer_lo",
                                        "gridid",
                                        "is_explicit_cluster",
                                        "laneid",
                                        "lanemask_eq",
                                        "lanemask_ge",
                                        "lanemask_gt",
                                        "lanemask_le",
                                        "lanemask_lt",
                                        "nclusterid",
                                        "nctaid",
                                        "nsmid",
                                        "ntid",
                                        "nwarpid",
                                        "pm",
                                        "smid",
                                        "tid",
                                        "total_smem_size",
                                        "warpid"};
  if (name.size() < 2 || name[0] != '%') return false;
  name.remove_prefix(1);
  if (std::binary_search(std::begin(names), std::end(names), name)) return true;
  if (name.substr(0, 21) == "reserved_smem_offset_") return true;
  // %pm0, %pm3_64, %envreg17
  const std::size_t digit = name.find_first_of("0123456789");
  if (digit == std::string_view::npos) return false;
  return name.substr(0, digit) == "pm" || name.substr(0, digit) == "envreg";
}

}  // namespace

void FunctionParser::emit(OpId op, std::span<const Operand> slots, Reg guard, bool negated) {
  // In code with phis, which name blocks, a block ends with both ways of a branch, as it was printed.
  const bool second_way = phis_ && ended_ && guard == none && module_.op(op).op == Op::bra && !block().insts.empty() &&
                          block().insts.back().guard != none && module_.op(block().insts.back().op).op == Op::bra;
  if (ended_ && !second_way) start_block();
  ended_ = false;
  Inst inst = f_->make(op, slots, guard, negated);
  inst.loc = location_;
  inst.line = inst_line_ <= Inst::most_line ? inst_line_ & Inst::most_line : 0;
  block().insts.push_back(inst);
}

bool FunctionParser::mnemonic(std::string_view& text) {
  if (token_.kind != Token::Kind::name) return unexpected("an instruction");
  const char* begin = token_.begin;
  const char* end = token_.end;
  bool together = true;
  text_.assign(token_.text);
  advance();
  while (token_.kind == Token::Kind::word) {
    together &= token_.begin == end;
    end = token_.end;
    text_ += '.';
    text_ += token_.text;
    const bool constant_space = token_.text == "const";
    advance();
    if (constant_space && token_.is('[') && token_.begin == end)
      return fail("a constant bank, as in .const[2]: PTX 2.2 and later have none; leave it out");
  }
  if (text_.size() > 1000) return fail("a mnemonic that is too long");
  text = together ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view(text_);
  return true;
}

bool FunctionParser::instruction() {
  inst_line_ = token_.line;
  Reg guard = none;
  bool negated = false;
  if (accept('@')) {
    negated = accept('!');
    Entry entry;
    if (token_.kind != Token::Kind::name || !lookup(token_.text, entry) || entry.kind != Entry::Kind::reg)
      return unexpected("a predicate register");
    if (f_->regs[entry.value].type != Type::pred)
      return fail("the guard '" + std::string(token_.text) + "' is no predicate");
    guard = entry.value;
    advance();
  }
  std::string_view text;
  if (!mnemonic(text)) return false;
  const OpId op = module_.intern(text);
  desc_ = &module_.op(op);
  slots_.clear();
  if (!token_.is(';') && !token_.is('}') && !operands()) return false;
  if (!expect(';')) return false;
  emit(op, slots_, guard, negated);
  if (desc_->terminator) {
    ended_ = true;
    for (Scope& s : scopes_) s.has_flow = true;
  }
  return true;
}

bool FunctionParser::operands() {
  do {
    if (!operand(0)) return false;
  } while (accept(','));
  return true;
}

bool FunctionParser::operand(unsigned depth) {
  if (depth > max_depth) return fail("operands are nested too deeply");
  const std::size_t begin = slots_.size();
  bool fine = false;
  if (token_.is('{'))
    fine = group(GroupKind::tuple, '}', depth);
  else if (token_.is('['))
    fine = bracket(depth);
  else if (token_.is('(') && desc_->op == Op::call)
    fine = group(GroupKind::paren, ')', depth);
  else if (desc_->op == Op::bra && depth == 0)
    fine = label_operand();
  else
    fine = leaf();
  if (!fine) return false;
  if (!token_.is('|')) return true;
  advance();
  if (!operand(depth + 1)) return false;
  const Operand marker = make_group(GroupKind::pipe, static_cast<unsigned>(slots_.size() - begin));
  slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(begin), marker);
  return true;
}

// From the opening character to the closing one.
bool FunctionParser::group(GroupKind kind, char close, unsigned depth) {
  advance();
  const std::size_t begin = slots_.size();
  slots_.push_back(make_group(kind, 0));
  if (!token_.is(close)) {
    unsigned index = 0;
    do {
      const bool is_label = desc_->op == Op::phi && index++ == 1;
      if (!(is_label ? label_operand() : operand(depth + 1))) return false;
    } while (accept(','));
  }
  slots_[begin].value = static_cast<std::int64_t>(slots_.size() - begin - 1);
  return expect(close);
}

bool FunctionParser::label_operand() {
  if (token_.kind != Token::Kind::name) return unexpected("a label");
  slots_.push_back(Operand::make_block(label_in_scope(token_.text)));
  advance();
  return true;
}

bool FunctionParser::offset(std::int64_t& value) {
  value = 0;
  return !(token_.is('+') || token_.is('-')) || integer(value);
}

// [a], [a+n], [n], or [a, {..}, ..] as a group.
bool FunctionParser::bracket(unsigned depth) {
  advance();
  const std::size_t begin = slots_.size();
  if (!token_.is('{')) {
    if (!leaf()) return false;
    Operand& o = slots_.back();
    const bool single = slots_.size() == begin + 1;
    std::int64_t extra = 0;
    if (single && o.kind == Operand::Kind::reg && !offset(extra)) return false;
    if (single && accept(']')) {
      switch (o.kind) {
        case Operand::Kind::reg:
          if (o.negated || o.reserved != 0) return fail("an address cannot be negated or part of a register");
          o = Operand::make_mem_reg(o.a, extra);
          return true;
        case Operand::Kind::symbol:
          o = Operand::make_mem_sym(o.a, o.value);
          return true;
        case Operand::Kind::imm:
          o = {Operand::Kind::mem_imm, false, 0, none, o.value};
          return true;
        default:
          return fail("this is no address");
      }
    }
    if (extra != 0) return fail("an offset inside of [a, {..}]: PTX has none; add it to the register before");
    if (!token_.is(',')) return unexpected("']'");
    advance();
  }
  slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(begin), make_group(GroupKind::bracket, 0));
  do {
    if (!operand(depth + 1)) return false;
  } while (accept(','));
  slots_[begin].value = static_cast<std::int64_t>(slots_.size() - begin - 1);
  return expect(']');
}

bool FunctionParser::leaf() {
  if (token_.is('!') && ahead_.kind == Token::Kind::name) {
    advance();
    return name_operand(true);
  }
  if (token_.is('-') && ahead_.kind == Token::Kind::name && ahead_.text != "WARP_SZ") {
    advance();
    return name_operand(true);
  }
  if (token_.kind == Token::Kind::name && token_.text != "WARP_SZ") return name_operand(false);
  return constant_operand();
}

bool FunctionParser::constant_operand() {
  Constant c;
  const bool decimal = token_.decimal_float || (token_.is('-') && ahead_.decimal_float);
  if (!constant(c)) return false;
  switch (c.kind) {
    case Constant::Kind::integer:
      slots_.push_back(Operand::make_imm(static_cast<std::int64_t>(c.value)));
      break;
    case Constant::Kind::f32:
      slots_.push_back(Operand::make_f32(static_cast<std::uint32_t>(c.value)));
      break;
    case Constant::Kind::f64:
      // A decimal literal takes the instruction's type.
      if (decimal && desc_->type == Type::f32)
        slots_.push_back(
            Operand::make_f32(std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(c.value)))));
      else
        slots_.push_back(Operand::make_f64(c.value));
      break;
  }
  return true;
}

bool FunctionParser::range_register(std::string_view name, Entry& entry) {
  std::size_t digits = name.size();
  while (digits > 1 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  const std::string_view tail = name.substr(digits);
  if (tail.empty() || tail.size() > 10 || (tail[0] == '0' && tail.size() > 1)) return false;
  std::uint64_t number = 0;
  for (const char c : tail) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  for (std::size_t s = scopes_.size(); s-- > 0;) {
    // A longer prefix may hold some of the digits: %r1<5> gives %r10 to %r14.
    for (std::size_t cut = digits; cut < name.size(); ++cut) {
      const auto it = scopes_[s].ranges.find(name.substr(0, cut));
      if (it == scopes_[s].ranges.end()) continue;
      std::uint64_t index = 0;
      for (const char c : name.substr(cut)) index = index * 10 + static_cast<std::uint64_t>(c - '0');
      if (index >= it->second.count || (name[cut] == '0' && cut + 1 < name.size())) continue;
      entry = {Entry::Kind::reg, make_reg(it->second.type, name), 1};
      scopes_[s].names[name] = entry;
      return true;
    }
  }
  return false;
}

bool FunctionParser::lookup(std::string_view name, Entry& entry) {
  for (std::size_t s = scopes_.size(); s-- > 0;) {
    const auto it = scopes_[s].names.find(name);
    if (it != scopes_[s].names.end()) {
      entry = it->second;
      return true;
    }
    // A range of an inner scope hides an outer name.
    if (s > 0 && scopes_[s].ranges.empty()) continue;
    if (s > 0 && range_register(name, entry)) return true;
  }
  if (range_register(name, entry)) return true;
  if (symbols_.count(std::string(name)) == 0) return false;
  entry = {Entry::Kind::symbol, module_.name(name), 1};
  return true;
}

// Bytes of an element of a variable that is in sight; 0 for what is no variable.
unsigned FunctionParser::element_bytes(std::string_view name) {
  const auto bytes = [](const Variable& v) { return (bits_of(v.type) * v.vector + 7) / 8; };
  for (std::size_t i = f_->variables.size(); i-- > 0;)
    if (f_->variables[i].name == name) return bytes(f_->variables[i]);
  for (const auto* list : {&f_->params, &f_->results})
    for (const Variable& v : *list)
      if (v.name == name) return bytes(v);
  for (std::size_t i = variables_.size(); i < module_.variables.size(); ++i)
    variables_.emplace(module_.variables[i].name, static_cast<std::uint32_t>(i));
  const auto it = variables_.find(name);
  return it == variables_.end() ? 0 : bytes(module_.variables[it->second]);
}

// A[n]: the address of an element; what is there, for a load or store.
bool FunctionParser::indexed(Operand& o) {
  const std::string& name = module_.name(o.a);
  const bool memory = desc_->op == Op::ld || desc_->op == Op::ldu || desc_->op == Op::st;
  if (!memory && desc_->op != Op::mov && desc_->op != Op::cvta)
    return fail("'" + name.substr(0, 80) + "[..]': only ld, st, mov and cvta take an element of an array");
  const std::int64_t size = element_bytes(name);
  if (size == 0) return fail("'" + name.substr(0, 80) + "' has no elements");
  advance();
  if (token_.kind == Token::Kind::name && token_.text != "WARP_SZ")
    return fail("an index that is no constant: compute the address in a register");
  std::int64_t index = 0;
  if (!integer(index)) return false;
  if (__builtin_mul_overflow(index, size, &o.value)) return fail("an index that is too large");
  if (memory) o.kind = Operand::Kind::mem_sym;
  return expect(']');
}

// A component after a register: .x of a vector, .b2 of a video operand.
bool FunctionParser::selector(Operand& o) {
  o.reserved = encode_selector(token_.text);
  if (o.reserved == 0) return fail("'." + std::string(token_.text) + "' after a register");
  advance();
  return true;
}

bool FunctionParser::name_operand(bool negated) {
  const Token name = token_;
  advance();
  const bool dotted = token_.kind == Token::Kind::word && token_.begin == name.end;
  if (name.text == "_") {
    slots_.push_back({Operand::Kind::sink, negated, 0, none, 0});
    return true;
  }
  Entry entry;
  if (!lookup(name.text, entry)) {
    if (!is_special(name.text))
      return fail_at(name.line, "'" + std::string(name.text.substr(0, 80)) + "' is not declared");
    std::string text(name.text);
    if (dotted) {
      text += "." + std::string(token_.text);
      advance();
    }
    Operand o = Operand::make_special(module_.name(text));
    o.negated = negated;
    slots_.push_back(o);
    return true;
  }
  if (entry.kind == Entry::Kind::symbol) {
    if (dotted || negated) return fail("an operator that a symbol cannot have");
    Operand o = Operand::make_symbol(entry.value);
    if (token_.is('[') ? !indexed(o) : !offset(o.value)) return false;
    slots_.push_back(o);
    return true;
  }
  if (entry.kind == Entry::Kind::vector) {
    if (dotted) {
      const std::size_t lane = std::string_view("xyzw").find(token_.text);
      const std::size_t color = std::string_view("rgba").find(token_.text);
      const std::size_t index = std::min(lane, color);
      if (token_.text.size() != 1 || index >= entry.lanes) return fail("no such component");
      advance();
      slots_.push_back(Operand::make_reg(entry.value + static_cast<Reg>(index)));
      slots_.back().negated = negated;
      return true;
    }
    slots_.push_back(make_group(GroupKind::tuple, entry.lanes));
    for (unsigned i = 0; i < entry.lanes; ++i) slots_.push_back(Operand::make_reg(entry.value + i));
    return true;
  }
  Operand o = Operand::make_reg(entry.value);
  o.negated = negated;
  if (dotted && !selector(o)) return false;
  slots_.push_back(o);
  return true;
}

}  // namespace lathe::nvptx::mir
