// Text -> Dag: reads what `print` writes (dag_print.cpp), for tests and for `--stop-after` outputs.
//
// One line is one table entry, one node or the root; `;` begins a comment. Numbers of nodes are names: any
// unused number will do, but operands must stand above their users. Errors name the line.
#include <charconv>
#include <optional>
#include <unordered_map>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/text_names.hpp"

namespace lathe::codegen {

namespace {

template <std::size_t N>
int find_word(const std::string_view (&words)[N], std::string_view word) {
  for (std::size_t i = 0; i < N; ++i)
    if (words[i] == word) return static_cast<int>(i);
  return -1;
}

// A cursor over one line. Every take_* leaves the cursor alone when it fails.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) { skip(); }
  bool done() const { return rest_.empty() || rest_[0] == ';'; }
  std::string_view rest() const { return rest_; }
  bool take(char c) {
    if (done() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }
  std::string_view peek_word() const {
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 || rest_[n] == '_')) ++n;
    return rest_.substr(0, n);
  }
  std::string_view take_word() {
    const std::string_view word = peek_word();
    rest_.remove_prefix(word.size());
    skip();
    return word;
  }
  bool take_word(std::string_view wanted) {
    if (peek_word() != wanted) return false;
    take_word();
    return true;
  }
  // Decimal with an optional minus, or 0x and up to 16 digits.
  bool take_number(std::uint64_t& out) {
    std::string_view digits = rest_;
    const bool minus = digits.starts_with('-');
    if (minus) digits.remove_prefix(1);
    const bool hex = digits.starts_with("0x");
    if (hex) digits.remove_prefix(2);
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), out, hex ? 16 : 10);
    if (status != std::errc()) return false;
    if (minus) out = 0 - out;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    skip();
    return true;
  }
  template <class Number>
  bool take_small(Number& out) {
    std::uint64_t number = 0;
    const bool minus = rest_.starts_with('-');
    if (!take_number(number)) return false;
    out = static_cast<Number>(number);
    return minus ? static_cast<std::int64_t>(out) == static_cast<std::int64_t>(number)
                 : static_cast<std::uint64_t>(out) == number;
  }
  bool take_string(std::string& out) {
    if (done() || rest_[0] != '"') return false;
    out.clear();
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) {
      if (rest_[at] != '\\') {
        out += rest_[at];
      } else if (at + 3 < rest_.size() && rest_[at + 1] == 'x') {
        unsigned byte = 0;
        std::from_chars(&rest_[at + 2], &rest_[at + 2] + 2, byte, 16);
        out += static_cast<char>(byte);
        at += 3;
      } else if (at + 1 < rest_.size()) {
        out += rest_[++at];
      }
    }
    if (at >= rest_.size()) return false;
    rest_.remove_prefix(at + 1);
    skip();
    return true;
  }

 private:
  void skip() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

class Reader {
 public:
  Reader(Dag& dag, std::string& error) : dag_(dag), error_(error) {}
  bool run(std::string_view text, unsigned first_line) {
    unsigned number = first_line - 1;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      Line line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number;
      if (line.done()) continue;
      if (!statement(line)) {
        if (message_.empty()) message_ = "cannot read this: " + std::string(line.rest());
        error_ = "line " + std::to_string(number) + ": " + message_;
        return false;
      }
    }
    return true;
  }

 private:
  bool fail(std::string text) {
    message_ = std::move(text);
    return false;
  }
  bool statement(Line& line) {
    if (line.take('%')) return node(line);
    const std::string_view word = line.take_word();
    bool ok = false;
    if (word == "root") {
      Value v;
      ok = value(line, v);
      if (ok) dag_.set_root(v);
    } else if (word == "frame") {
      FrameObject f;
      ok = line.take_small(f.bytes) && line.take_word("align") && line.take_small(f.align);
      dag_.frame.push_back(f);
    } else if (word == "jump_table") {
      ok = numbers(line, "blocks", dag_.jump_tables.emplace_back());
    } else if (word == "call_info") {
      ok = call_info(line, dag_.calls.emplace_back());
    } else if (word == "ret_info") {
      ok = layouts(line, "result", dag_.rets.emplace_back().results);
    } else if (word == "asm_info") {
      ok = asm_info(line, dag_.asms.emplace_back());
    } else if (word == "recipe") {
      Recipe recipe;
      ok = recipe_line(line, recipe);
      dag_.recipe_index(recipe);
    } else {
      return fail("unknown word '" + std::string(word) + "'");
    }
    return ok && line.done();
  }

  // ---- side tables
  bool layouts(Line& line, std::string_view word, std::vector<ParamLayout>& out) {
    while (line.take_word(word)) {
      ParamLayout& l = out.emplace_back();
      if (!line.take('(') || !line.take_small(l.bytes) || !line.take_word("align") || !line.take_small(l.align))
        return false;
      l.array = line.take_word("array");
      while (line.take(',')) {
        ParamPiece& p = l.pieces.emplace_back();
        if (!line.take_small(p.offset) || !type(line, p.type)) return false;
        if (const int extend = find_word(text::extends, line.peek_word()); extend >= 0) {
          p.extend = static_cast<Extend>(extend);
          line.take_word();
        }
      }
      if (!line.take(')')) return false;
    }
    return true;
  }
  bool call_info(Line& line, CallInfo& c) {
    if (!line.take_string(c.callee)) return false;
    while (line.take_word("target"))
      if (!line.take_string(c.targets.emplace_back())) return false;
    if (!layouts(line, "param", c.params) || !layouts(line, "result", c.results)) return false;
    c.noreturn = line.take_word("noreturn");
    c.variadic = line.take_word("variadic");
    c.convergent = line.take_word("convergent");
    return true;
  }
  bool asm_info(Line& line, AsmInfo& a) {
    if (!line.take_string(a.text)) return false;
    while (line.peek_word() == "in" || line.peek_word() == "out") {
      AsmOperand& o = a.operands.emplace_back();
      o.output = line.take_word() == "out";
      if (!line.take('(')) return false;
      const std::string_view letter = line.take_word();
      if (letter.size() != 1) return fail("an asm operand begins with its letter");
      o.letter = letter[0];
      if (!type(line, o.type) || !line.take_word("slot") || !line.take_small(o.slot)) return false;
      if (line.take_word("tied") && !line.take_small(o.tied_to)) return false;
      if (!line.take(')')) return false;
    }
    a.side_effects = line.take_word("side_effects");
    a.memory_clobber = line.take_word("memory");
    a.convergent = line.take_word("convergent");
    return true;
  }
  template <class Number>
  bool numbers(Line& line, std::string_view word, std::vector<Number>& out) {
    if (!line.take_word(word) || !line.take('(')) return false;
    if (line.take(')')) return true;
    do {
      if (!line.take_small(out.emplace_back())) return false;
    } while (line.take(','));
    return line.take(')');
  }
  bool types(Line& line, std::string_view word, std::vector<Vt>& out) {
    if (!line.take_word(word) || !line.take('(')) return false;
    if (line.take(')')) return true;
    do {
      if (!type(line, out.emplace_back())) return false;
    } while (line.take(','));
    return line.take(')');
  }
  bool recipe_operand(Line& line, RecipeOperand& o) {
    using Kind = RecipeOperand::Kind;
    const int kind = find_word(text::recipe_kinds, line.take_word());
    if (kind < 0) return fail("unknown kind of recipe operand");
    o.kind = static_cast<Kind>(kind);
    if ((o.kind == Kind::result || o.kind == Kind::input || o.kind == Kind::address) && !line.take_small(o.index))
      return false;
    if (o.kind == Kind::immediate && !line.take_small(o.value)) return false;
    if (o.kind == Kind::address) line.take_small(o.value);
    line.take_string(o.text);
    return true;
  }
  bool recipe_line(Line& line, Recipe& r) {
    if (!line.take_string(r.mnemonic) || !line.take_word("operands") || !line.take('(')) return false;
    if (!line.take(')')) {
      do {
        if (!recipe_operand(line, r.operands.emplace_back())) return false;
      } while (line.take(','));
      if (!line.take(')')) return false;
    }
    if (!types(line, "results", r.result_types) || !types(line, "inputs", r.input_types) ||
        !numbers(line, "args", r.input_args) || !numbers(line, "extend", r.input_extend))
      return false;
    r.chained = line.take_word("chained");
    r.convergent = line.take_word("convergent");
    return true;
  }

  // ---- nodes
  bool type(Line& line, Vt& out) {
    out = parse_vt(line.peek_word());
    if (out == Vt{} && line.peek_word() != "none") return fail("no type: '" + std::string(line.peek_word()) + "'");
    line.take_word();
    return true;
  }
  bool value(Line& line, Value& out) {
    std::uint64_t number = 0;
    if (!line.take('%') || !line.take_number(number)) return fail("an operand is written %N or %N:R");
    const auto found = nodes_.find(number);
    if (found == nodes_.end()) return fail("%" + std::to_string(number) + " is not defined above");
    out = {found->second, 0};
    if (line.take(':') && !line.take_small(out.result)) return false;
    if (out.result >= dag_.result_count(out.node))
      return fail("%" + std::to_string(number) + " has no result " + std::to_string(out.result));
    return true;
  }
  bool node(Line& line) {
    std::uint64_t number = 0;
    if (!line.take_number(number) || !line.take('=')) return false;
    const std::string_view word = line.take_word();
    const Isd op = parse_isd(word);
    if (op == Isd::count) return fail("unknown operation '" + std::string(word) + "'");
    std::vector<Vt> types;
    std::vector<Value> operands;
    if (is_type(line.peek_word())) {
      do {
        if (!type(line, types.emplace_back())) return false;
      } while (line.take(','));
    }
    if (line.rest().starts_with('%')) {
      do {
        if (!value(line, operands.emplace_back())) return false;
      } while (line.take(','));
    }
    DagPayload payload;
    if (!own_form(line, op, types, payload)) return false;
    std::uint16_t flags = 0;
    std::uint32_t order = 0, location = 0;
    while (!line.done()) {
      const std::string_view attribute = line.take_word();
      if (const int bit = find_word(text::flags, attribute); bit >= 0)
        flags = static_cast<std::uint16_t>(flags | 1U << bit);
      else if (!line.take('='))
        return fail("unknown attribute '" + std::string(attribute) + "'");
      else if (!assign(line, attribute, payload, order, location))
        return false;
    }
    dag_.set_position(order, location);
    nodes_[number] = dag_.add(op, types, operands, payload, flags);
    return true;
  }
  static bool is_type(std::string_view word) { return word == "none" || parse_vt(word) != Vt{}; }
  bool assign(Line& line, std::string_view name, DagPayload& payload, std::uint32_t& order, std::uint32_t& location) {
    if (name == "imm") return line.take_number(payload.imm);
    if (name == "aux") return line.take_small(payload.aux);
    if (name == "order") return line.take_small(order);
    if (name == "loc") return line.take_small(location);
    return fail("unknown attribute '" + std::string(name) + "'");
  }
  // The part of a node that is written in its operation's own way; none is needed when imm= and aux= follow.
  bool own_form(Line& line, Isd op, const std::vector<Vt>& types, DagPayload& payload) {
    if (line.done()) return true;
    switch (text::style(op)) {
      case text::Style::plain:
        return true;
      case text::Style::integer:
        if (!line.take_number(payload.imm)) return true;
        if (!types.empty() && types[0].bits() < 64) payload.imm &= (1ULL << types[0].bits()) - 1;
        return true;
      case text::Style::bits:
        line.take_number(payload.imm);
        return true;
      case text::Style::wide:
        return wide(line, types, payload);
      case text::Style::condition: {
        bool ok = false;
        const Cond cond = parse_cond(line.peek_word(), ok);
        if (ok) payload.imm = static_cast<std::uint64_t>(cond);
        if (ok) line.take_word();
        return true;
      }
      case text::Style::symbol: {
        std::string name;
        if (line.take('@') && !line.take_string(name)) return fail("a symbol is written @\"name\"");
        payload.aux = dag_.name_index(name);
        return true;
      }
      case text::Style::mask: {
        std::vector<std::int32_t> mask;
        if (line.peek_word() == "mask" && !numbers(line, "mask", mask)) return false;
        payload.aux = dag_.mask_index(mask);
        return true;
      }
      case text::Style::memory: {
        if (line.peek_word() != "mem") return true;
        MemInfo m;
        if (!memory(line, m)) return false;
        payload.aux = dag_.memory_index(m);
        if (op == Isd::atomic_rmw) return rmw(line, payload);
        return true;
      }
      case text::Style::reduction: {
        const Isd inner = parse_isd(line.peek_word());
        if (inner == Isd::count) return true;
        payload.imm = static_cast<std::uint64_t>(inner);
        line.take_word();
        return true;
      }
    }
    return true;
  }
  bool rmw(Line& line, DagPayload& payload) {
    for (unsigned i = 0; i <= static_cast<unsigned>(RmwOp::usub_sat); ++i)
      if (to_string(static_cast<RmwOp>(i)) == line.peek_word()) {
        payload.imm = i;
        line.take_word();
        return true;
      }
    return fail("unknown atomic operation");
  }
  bool wide(Line& line, const std::vector<Vt>& types, DagPayload& payload) {
    const std::string_view word = line.take_word();
    if (!word.starts_with("0x") || types.empty()) return fail("a wide constant is written in hexadecimal");
    std::vector<std::uint64_t> limbs((types[0].bits() + 63) / 64);
    std::size_t bit = 0;
    for (std::size_t i = word.size(); i-- > 2; bit += 4) {
      std::uint64_t digit = 0;
      if (std::from_chars(&word[i], &word[i] + 1, digit, 16).ec != std::errc()) return fail("no hexadecimal digit");
      if (bit / 64 < limbs.size()) limbs[bit / 64] |= digit << (bit % 64);
    }
    if (types[0].bits() % 64 != 0) limbs.back() &= (1ULL << types[0].bits() % 64) - 1;
    payload.aux = dag_.wide_index(limbs);
    return true;
  }
  bool memory(Line& line, MemInfo& m) {
    if (!line.take_word("mem") || !line.take('(') || !type(line, m.type)) return false;
    if (line.peek_word().starts_with('x')) {
      const std::string_view lanes = line.take_word().substr(1);
      std::from_chars(lanes.data(), lanes.data() + lanes.size(), m.lanes);
    }
    if (!line.take_word("align") || !line.take_small(m.align)) return false;
    while (!line.take(')')) {
      if (line.done()) return fail("mem( is not closed");
      if (!memory_word(line, m, line.take_word())) return false;
    }
    return true;
  }
  bool memory_word(Line& line, MemInfo& m, std::string_view word) {
    for (const Space space : text::spaces)
      if (to_string(space) == word) return m.space = space, true;
    if (const int i = find_word(text::extends, word); i >= 0) return m.extend = static_cast<Extend>(i), true;
    if (const int i = find_word(text::orderings, word); i >= 0) return m.ordering = static_cast<Ordering>(i), true;
    if (word == "volatile") return m.is_volatile = true;
    if (word == "invariant") return m.invariant = true;
    if (!line.take('=')) return fail("unknown word in mem(): '" + std::string(word) + "'");
    if (word == "cache") return line.take_small(m.cache);
    if (word == "policy") return line.take_small(m.policy);
    const std::string_view what = line.take_word();
    if (const int i = find_word(text::scopes, what); i >= 0 && word == "scope")
      return m.scope = static_cast<Scope>(i), true;
    if (const int i = find_word(text::orderings, what); i >= 0 && word == "fail")
      return m.failure_ordering = static_cast<Ordering>(i), true;
    return fail("unknown word in mem(): '" + std::string(word) + "'");
  }

  Dag& dag_;
  std::string& error_;
  std::string message_;
  std::unordered_map<std::uint64_t, NodeId> nodes_;  // looked up only, never walked
};

}  // namespace

bool parse(std::string_view text, Dag& dag, std::string& error, unsigned first_line) {
  dag.clear_block();
  dag.frame.clear();
  dag.jump_tables.clear();
  error.clear();
  return Reader(dag, error).run(text, first_line);
}

}  // namespace lathe::codegen
