// Expressions of a rule's text: literals, type variables and numbers, with the usual operators.
#pragma once

#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include <lathe/combine/rules.hpp>

namespace lathe::rules::detail {

/// Reads one expression into `rule`. What it names must be in the rule already.
template <class = void>
class BasicExpressionReader {
 public:
  using Kind = Expression::Kind;
  BasicExpressionReader(Rule& rule, std::string_view text) : rule_(rule), text_(text) {}

  /// Its place in rule.expressions; none after an error.
  std::uint32_t read() {
    const std::uint32_t e = level(0);
    skip();
    if (e != none && at_ < text_.size()) return wrong("expected an operator or the end of the expression");
    return failed_ ? none : e;
  }
  const std::string& error() const { return error_; }
  std::size_t column() const { return at_; }

 private:
  struct Operator {
    std::string_view text;
    int level;
    Kind kind;
  };
  // From those that bind least; longer ones before those that they begin with.
  static constexpr Operator operators[] = {
      {"or", 0, Kind::either},     {"and", 1, Kind::both},       {"==", 3, Kind::equal},   {"!=", 3, Kind::not_equal},
      {"<<", 7, Kind::shift_left}, {">>", 7, Kind::shift_right}, {"<=", 3, Kind::at_most}, {">=", 3, Kind::at_least},
      {"<", 3, Kind::less},        {">", 3, Kind::greater},      {"|", 4, Kind::bit_or},   {"^", 5, Kind::bit_xor},
      {"&", 6, Kind::bit_and},     {"+", 8, Kind::add},          {"-", 8, Kind::sub},      {"*", 9, Kind::mul}};
  struct Function {
    std::string_view name;
    unsigned operands;
    Kind kind;
  };
  static constexpr Function functions[] = {
      {"low", 1, Kind::low},         {"sign", 1, Kind::sign},      {"sext", 2, Kind::extend},
      {"pow2", 1, Kind::power},      {"log2", 1, Kind::logarithm}, {"trailing", 1, Kind::trailing},
      {"slt", 2, Kind::less_signed}, {"min", 2, Kind::least},      {"sle", 2, Kind::at_most_signed},
      {"max", 2, Kind::most},        {"div", 2, Kind::divide},     {"choose", 3, Kind::choose},
      {"inverse", 1, Kind::inverse}, {"mod", 2, Kind::modulo},     {"ashr", 2, Kind::shift_signed}};

  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  std::uint32_t wrong(const std::string& what) {
    if (!failed_) error_ = what + (at_ < text_.size() ? ", found '" + std::string(text_.substr(at_)) + "'" : "");
    failed_ = true;
    return none;
  }
  std::uint32_t add(Kind kind, std::uint32_t a = none, std::uint32_t b = none, std::uint32_t c = none) {
    rule_.expressions.push_back({kind, 0, {a, b, c}});
    return static_cast<std::uint32_t>(rule_.expressions.size() - 1);
  }
  std::uint32_t add_number(Kind kind, std::uint64_t number) {
    const std::uint32_t e = add(kind);
    rule_.expressions[e].number = number;
    return e;
  }
  const Operator* next_operator(int at_least) {
    skip();
    for (const Operator& o : operators) {
      if (!text_.substr(at_).starts_with(o.text)) continue;
      const bool word = is_word(o.text[0]);
      if (word && at_ + o.text.size() < text_.size() && is_word(text_[at_ + o.text.size()])) continue;
      return o.level >= at_least ? &o : nullptr;
    }
    return nullptr;
  }
  std::uint32_t level(int least) {
    if (++depth_ > 200) return wrong("this expression is nested too deep");
    std::uint32_t left = unary(least);
    while (left != none) {
      const Operator* const o = next_operator(least);
      if (o == nullptr) break;
      at_ += o->text.size();
      const std::uint32_t right = level(o->level + 1);
      left = right == none ? none : add(o->kind, left, right);
    }
    --depth_;
    return left;
  }
  std::uint32_t unary(int least) {
    skip();
    if (text_.substr(at_).starts_with("not") && (at_ + 3 >= text_.size() || !is_word(text_[at_ + 3]))) {
      at_ += 3;
      const std::uint32_t x = level(std::max(least, 2));
      return x == none ? none : add(Kind::negated, x);
    }
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '~')) {
      const Kind kind = text_[at_++] == '-' ? Kind::negate : Kind::bit_not;
      const std::uint32_t x = level(10);
      return x == none ? none : add(kind, x);
    }
    return atom();
  }
  std::uint32_t atom() {
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      const std::uint32_t inner = level(0);
      if (inner == none) return none;
      skip();
      if (at_ >= text_.size() || text_[at_] != ')') return wrong("expected ')'");
      ++at_;
      return inner;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) return wrong("expected a number, a literal, a type variable or a function");
    if (word[0] >= '0' && word[0] <= '9') {
      const bool hex = word.starts_with("0x");
      std::uint64_t number = 0;
      const char* const first = word.data() + (hex ? 2 : 0);
      const auto [end, code] = std::from_chars(first, word.data() + word.size(), number, hex ? 16 : 10);
      if (code == std::errc{} && end == word.data() + word.size()) return add_number(Kind::number, number);
      at_ = begin;
      return wrong("expected a number of 64 bits");
    }
    if (at_ < text_.size() && text_[at_] == '(') return call(word, begin);
    for (std::uint32_t i = 0; i < rule_.slots.size(); ++i)
      if (rule_.slots[i].literal && rule_.slots[i].name == word) return add_number(Kind::literal, i);
    for (std::uint32_t i = 0; i < rule_.types.size(); ++i)
      if (rule_.types[i].name == word) return add_number(Kind::width, i);
    at_ = begin;
    return wrong("the match has no literal or type variable of this name");
  }
  std::uint32_t call(std::string_view name, std::size_t begin) {
    for (const Function& f : functions) {
      if (f.name != name) continue;
      ++at_;
      std::uint32_t x[3] = {none, none, none};
      for (unsigned i = 0; i < f.operands; ++i) {
        if ((x[i] = level(0)) == none) return none;
        skip();
        const char wanted = i + 1 < f.operands ? ',' : ')';
        if (at_ >= text_.size() || text_[at_] != wanted)
          return wrong(std::string("expected '") + wanted + "'; " + std::string(name) + " takes " +
                       std::to_string(f.operands) + " operands");
        ++at_;
      }
      return add(f.kind, x[0], x[1], x[2]);
    }
    at_ = begin;
    return wrong("there is no such function");
  }

  Rule& rule_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  std::string error_;
};

}  // namespace lathe::rules::detail
