// Constant expressions and declarations, in modules and functions alike.
// Source: PTX ISA 9.0, 4.5 (constants), 5.4 (variables).
#include <bit>
#include <cstring>

#include "nvptx/mir/parser.hpp"

namespace lathe::nvptx::mir {

bool ParserBase::unexpected(std::string_view wanted) {
  if (token_.kind == Token::Kind::bad) return fail(std::string(token_.text));
  if (token_.kind == Token::Kind::end) return fail("the text ends where " + std::string(wanted) + " is expected");
  std::string found(token_.begin, static_cast<std::size_t>(std::min<std::ptrdiff_t>(token_.end - token_.begin, 40)));
  return fail("'" + found + "' where " + std::string(wanted) + " is expected");
}

namespace {

// Binary operators by precedence, loosest first.
constexpr unsigned levels = 10;
unsigned level_of(const Token& t) {
  if (t.kind != Token::Kind::punct) return levels;
  struct Row {
    std::string_view op;
    unsigned level;
  };
  constexpr Row rows[] = {{"||", 0}, {"&&", 1}, {"|", 2}, {"^", 3},  {"&", 4}, {"==", 5},
                          {"!=", 5}, {"<=", 6}, {"<", 6}, {">=", 6}, {">", 6}, {"<<", 7},
                          {">>", 7}, {"+", 8},  {"-", 8}, {"*", 9},  {"/", 9}, {"%", 9}};
  for (const Row& row : rows)
    if (t.text == row.op) return row.level;
  return levels;
}

}  // namespace

bool ParserBase::apply(Constant& left, std::string_view op, const Constant& right) {
  if (left.kind != Constant::Kind::integer || right.kind != Constant::Kind::integer)
    return fail("an operator between floating-point constants");
  const bool is_unsigned = left.is_unsigned || right.is_unsigned;
  const std::uint64_t a = left.value, b = right.value;
  const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
  const auto less = [&] { return is_unsigned ? a < b : sa < sb; };
  std::uint64_t r = 0;
  bool comparison = true;
  if (op == "||")
    r = a != 0 || b != 0;
  else if (op == "&&")
    r = a != 0 && b != 0;
  else if (op == "==")
    r = a == b;
  else if (op == "!=")
    r = a != b;
  else if (op == "<")
    r = less();
  else if (op == ">=")
    r = !less();
  else if (op == "<=")
    r = less() || a == b;
  else if (op == ">")
    r = !less() && a != b;
  else
    comparison = false;
  if (op == "|")
    r = a | b;
  else if (op == "^")
    r = a ^ b;
  else if (op == "&")
    r = a & b;
  else if (op == "<<")
    r = b < 64 ? a << b : 0;
  else if (op == ">>")
    r = left.is_unsigned ? (b < 64 ? a >> b : 0) : static_cast<std::uint64_t>(sa >> (b < 64 ? b : 63));
  else if (op == "+")
    r = a + b;
  else if (op == "-")
    r = a - b;
  else if (op == "*")
    r = a * b;
  else if (op == "/" || op == "%") {
    if (b == 0) return fail("division by zero in a constant");
    if (is_unsigned)
      r = op == "/" ? a / b : a % b;
    else if (sb == -1)
      r = op == "/" ? 0 - a : 0;  // also the one that overflows
    else
      r = static_cast<std::uint64_t>(op == "/" ? sa / sb : sa % sb);
  }
  left.value = r;
  left.is_unsigned = !comparison && is_unsigned;
  return true;
}

bool ParserBase::unary(Constant& value, unsigned depth) {
  if (depth > max_depth) return fail("a constant is nested too deeply");
  if (token_.is('+')) {
    advance();
    return unary(value, depth + 1);
  }
  if (token_.is('-') || token_.is('~') || token_.is('!')) {
    const char op = token_.text[0];
    advance();
    if (!unary(value, depth + 1)) return false;
    if (value.kind != Constant::Kind::integer) {
      if (op != '-') return fail("an operator between floating-point constants");
      value.value ^= value.kind == Constant::Kind::f32 ? 0x80000000U : std::uint64_t{1} << 63;
    } else if (op == '-') {
      value.value = 0 - value.value;
    } else {
      value.value = op == '~' ? ~value.value : value.value == 0;
    }
    return true;
  }
  if (accept('(')) {
    if (token_.kind == Token::Kind::word && ahead_.is(')')) {  // (.s64) and (.u64)
      if (token_.text != "s64" && token_.text != "u64") return unexpected("'.s64' or '.u64'");
      const bool is_unsigned = token_.text == "u64";
      advance();
      advance();
      if (!unary(value, depth + 1)) return false;
      value.is_unsigned = is_unsigned;
      return true;
    }
    return constant(value, depth + 1) && expect(')');
  }
  switch (token_.kind) {
    case Token::Kind::integer:
      value = {Constant::Kind::integer, token_.is_unsigned, token_.value};
      break;
    case Token::Kind::f32:
      value = {Constant::Kind::f32, false, token_.value};
      break;
    case Token::Kind::f64:
      value = {Constant::Kind::f64, false, token_.value};
      break;
    case Token::Kind::name:
      if (token_.text == "WARP_SZ") {
        value = {Constant::Kind::integer, false, 32};
        break;
      }
      [[fallthrough]];
    default:
      return unexpected("a constant");
  }
  advance();
  return true;
}

bool ParserBase::binary(Constant& value, unsigned level, unsigned depth) {
  if (level == levels) return unary(value, depth);
  if (!binary(value, level + 1, depth)) return false;
  while (level_of(token_) == level) {
    const std::string_view op = token_.text;
    advance();
    Constant right;
    if (!binary(right, level + 1, depth) || !apply(value, op, right)) return false;
  }
  return true;
}

bool ParserBase::constant(Constant& value, unsigned depth) {
  if (depth > max_depth) return fail("a constant is nested too deeply");
  if (token_.kind == Token::Kind::integer && level_of(ahead_) == levels && !ahead_.is('?')) {  // nearly always
    value = {Constant::Kind::integer, token_.is_unsigned, token_.value};
    advance();
    return true;
  }
  if (!binary(value, 0, depth)) return false;
  if (!accept('?')) return true;
  Constant yes, no;
  if (!constant(yes, depth + 1) || !expect(':') || !constant(no, depth + 1)) return false;
  value = value.value != 0 ? yes : no;
  return true;
}

bool ParserBase::integer(std::int64_t& value) {
  Constant c;
  const unsigned line = token_.line;
  if (!constant(c)) return false;
  if (c.kind != Constant::Kind::integer) return fail_at(line, "an integer is expected");
  value = static_cast<std::int64_t>(c.value);
  return true;
}

bool ParserBase::count(std::uint64_t& value) {
  std::int64_t number = 0;
  const unsigned line = token_.line;
  if (!integer(number)) return false;
  if (number < 0) return fail_at(line, "a negative count");
  value = static_cast<std::uint64_t>(number);
  return true;
}

bool ParserBase::is_space(const Token& t, Space& space) const {
  if (t.kind != Token::Kind::word) return false;
  for (const Space s :
       {Space::reg, Space::global, Space::shared, Space::constant, Space::local, Space::param, Space::tex})
    if (t.text == to_string(s)) {
      space = s;
      return true;
    }
  return false;
}

// Alignment, vector length, type and the .ptr attribute, in any order.
bool ParserBase::declarator_head(Variable& v) {
  bool typed = false;
  while (token_.kind == Token::Kind::word) {
    const std::string_view w = token_.text;
    if (w == "align") {
      advance();
      std::uint64_t n = 0;
      if (!count(n)) return false;
      if (n > 1U << 30) return fail("an alignment that is too large");
      (v.ptr ? v.ptr_align : v.align) = static_cast<std::uint32_t>(n);
      continue;
    }
    if (w == "attribute") {
      if (!attribute(v.attribute)) return false;
      continue;
    }
    Space space = Space::none;
    if (w == "v2" || w == "v4" || w == "v8")
      v.vector = static_cast<std::uint8_t>(w[1] - '0');
    else if (w == "ptr")
      v.ptr = true;
    else if (v.ptr && is_space(token_, space))
      v.ptr_space = space;
    else if (v.ptr && is_object(parse_type(w)))
      v.ptr_object = parse_type(w);
    else if (const Type type = parse_type(w); type != Type::none && type != Type::other && !typed) {
      v.type = type;
      typed = true;
    } else {
      return fail("'." + std::string(w) + "' in a declaration");
    }
    advance();
  }
  if (!typed) return unexpected("a type");
  return true;
}

// The text in the parentheses of .attribute(...).
bool ParserBase::attribute(std::string& text) {
  advance();
  const char* begin = token_.end;
  if (!expect('(')) return false;
  for (unsigned open = 1; open != 0;) {
    if (token_.kind == Token::Kind::end || token_.kind == Token::Kind::bad) return unexpected("')'");
    open += token_.is('(');
    open -= token_.is(')');
    if (open == 0) text.assign(begin, token_.begin);
    advance();
  }
  return true;
}

bool ParserBase::declarator_name(Variable& v) {
  if (!name(v.name)) return false;
  while (accept('[')) {
    if (v.dims.size() >= 32) return fail("too many array bounds");
    std::uint64_t n = 0;
    if (!token_.is(']') && !count(n)) return false;
    v.dims.push_back(n);
    if (!expect(']')) return false;
  }
  return true;
}

// After the opening parenthesis, up to and with the closing one.
bool ParserBase::parameter_list(std::vector<Variable>& list) {
  if (accept(')')) return true;
  do {
    Variable v;
    if (!is_space(token_, v.space) || (v.space != Space::param && v.space != Space::reg))
      return unexpected("'.param' or '.reg'");
    advance();
    if (!declarator_head(v)) return false;
    if (token_.kind != Token::Kind::name) return unexpected("a name");
    if (!declarator_name(v)) return false;
    list.push_back(std::move(v));
  } while (accept(','));
  return expect(')');
}

namespace {

bool takes_integers(Type t) {
  switch (t) {
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::u8:
    case Type::u16:
    case Type::u32:
    case Type::u64:
    case Type::s8:
    case Type::s16:
    case Type::s32:
    case Type::s64:
      return true;
    default:
      return false;
  }
}

}  // namespace

// One element: a number, an address, generic(address), or a byte of one: 0xFF00(address).
bool ParserBase::element(Variable& v, unsigned bytes) {
  const auto put = [&](std::uint64_t value) {
    for (unsigned i = 0; i < bytes; ++i) v.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  };
  Variable::Reloc r;
  r.offset = v.bytes.size();
  r.size = static_cast<std::uint8_t>(bytes);
  const auto address = [&](bool parenthesis) {
    r.generic = token_.kind == Token::Kind::name && token_.text == "generic" && ahead_.is('(');
    if (r.generic) {
      advance();
      advance();
    }
    if (!name(r.symbol) || (r.generic && !expect(')'))) return false;
    if ((token_.is('+') || token_.is('-')) && !integer(r.addend)) return false;
    if (parenthesis && !expect(')')) return false;
    v.relocs.push_back(r);
    put(0);
    return true;
  };
  if (token_.kind == Token::Kind::name && token_.text != "WARP_SZ") return address(false);
  if (token_.kind == Token::Kind::integer && ahead_.is('(')) {
    unsigned byte = 0;
    while (byte < 8 && token_.value != std::uint64_t{0xff} << (8 * byte)) ++byte;
    if (byte == 8) return fail("a mask must select one byte");
    if (bytes != 1) return fail("a mask in an array whose elements are not bytes");
    r.mask_byte = static_cast<std::uint8_t>(byte);
    r.size = 8;
    advance();
    advance();
    return address(true);
  }
  Constant c;
  if (!constant(c)) return false;
  const bool is_float = v.type == Type::f32 || v.type == Type::f64;
  if (c.kind == Constant::Kind::integer) {
    if (v.type == Type::f32)
      c.value = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int64_t>(c.value)));
    if (v.type == Type::f64)
      c.value = std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(c.value)));
  } else if (c.kind == Constant::Kind::f64 && v.type == Type::f32) {
    c.value = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(c.value)));
  } else if (c.kind == Constant::Kind::f32 && v.type == Type::f64) {
    c.value =
        std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(c.value))));
  } else if (!is_float && bits_of(v.type) != (c.kind == Constant::Kind::f32 ? 32U : 64U)) {
    return fail("a floating-point value in a variable of type ." + std::string(to_string(v.type)));
  }
  put(c.value);
  return true;
}

bool ParserBase::element_list(Variable& v) {
  const unsigned bytes = bits_of(v.type) / 8;
  if (!accept('{')) return element(v, bytes);
  if (accept('}')) return true;
  do {
    if (!element(v, bytes)) return false;
  } while (accept(','));
  return expect('}');
}

// After '='. Plain lists become bytes and addresses; nested lists and opaque types stay text.
bool ParserBase::initializer(Variable& v) {
  const bool bytes = (takes_integers(v.type) || v.type == Type::f32 || v.type == Type::f64) && v.dims.size() <= 1 &&
                     v.vector == 1 && !(token_.is('{') && ahead_.is('{'));
  if (bytes) return element_list(v);
  const char* begin = token_.begin;
  const char* end = begin;
  for (unsigned open = 0;;) {
    if (token_.kind == Token::Kind::end || token_.kind == Token::Kind::bad) return unexpected("an initial value");
    if (open == 0 && (token_.is(';') || token_.is(','))) break;
    if (token_.is('}') && open == 0) return unexpected("';'");
    open += token_.is('{');
    open -= token_.is('}');
    end = token_.end;
    advance();
  }
  v.initializer_text.assign(begin, end);
  return true;
}

}  // namespace lathe::nvptx::mir
