// PTX tokens: names, .words, numbers in every form, strings, punctuation; comments and # lines are skipped.
// Cost: linear in the text. Source: PTX ISA 9.0, 4.1 to 4.5.
#include "nvptx/mir/lexer.hpp"

#include <bit>
#include <charconv>
#include <string>

namespace lathe::nvptx::mir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool in_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
bool begins_name(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }
int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

void Lexer::skip_blank() {
  bool line_start = false;
  while (at_ < end_) {
    const char c = *at_;
    if (c == '\n') {
      ++line_;
      ++at_;
      line_start = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (c == '/' && at_ + 1 < end_ && at_[1] == '/') {
      while (at_ < end_ && *at_ != '\n') ++at_;
    } else if (c == '/' && at_ + 1 < end_ && at_[1] == '*') {
      const char* p = at_ + 2;
      while (p + 1 < end_ && !(p[0] == '*' && p[1] == '/')) line_ += *p++ == '\n';
      if (p + 1 >= end_) {
        open_comment_ = true;
        at_ = end_;
        return;
      }
      at_ = p + 2;
    } else if (c == '#' && (line_start || line_ == 1)) {
      while (at_ < end_ && *at_ != '\n') ++at_;  // a preprocessor's line mark
    } else {
      return;
    }
  }
}

Token Lexer::finish_integer(Token t, const char* digits, unsigned base) {
  t.kind = Token::Kind::integer;
  bool overflow = false;
  const char* p = digits;
  for (; p < end_ && digit_of(*p) < static_cast<int>(base); ++p) {
    const auto d = static_cast<std::uint64_t>(digit_of(*p));
    overflow |= t.value > (~std::uint64_t{0} - d) / base;
    t.value = t.value * base + d;
  }
  const bool none = p == digits;
  at_ = p;
  if (at_ < end_ && (*at_ == 'U' || *at_ == 'u')) {
    t.is_unsigned = true;
    ++at_;
  }
  if (t.value >> 63 != 0) t.is_unsigned = true;
  t.end = at_;
  t.text = {t.begin, static_cast<std::size_t>(at_ - t.begin)};
  if (overflow || none || (at_ < end_ && in_name(*at_))) {
    t.kind = Token::Kind::bad;
    t.text = overflow ? "the number is too large for 64 bits" : "malformed number";
  }
  return t;
}

Token Lexer::number() {
  Token t;
  t.line = line_;
  t.begin = at_;
  const char second = at_ + 1 < end_ ? at_[1] : '\0';
  if (*at_ == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D')) {
    const bool wide = second == 'd' || second == 'D';
    const unsigned digits = wide ? 16 : 8;
    const char* p = at_ + 2;
    unsigned count = 0;
    for (; p < end_ && digit_of(*p) < 16; ++p, ++count) t.value = t.value << 4 | static_cast<unsigned>(digit_of(*p));
    at_ = t.end = p;
    t.kind = count == digits ? (wide ? Token::Kind::f64 : Token::Kind::f32) : Token::Kind::bad;
    t.text = count == digits ? std::string_view(t.begin, static_cast<std::size_t>(p - t.begin))
                             : std::string_view("a float in hexadecimal has 8 digits after 0f, 16 after 0d");
    return t;
  }
  if (*at_ == '0' && (second == 'x' || second == 'X')) return finish_integer(t, at_ + 2, 16);
  if (*at_ == '0' && (second == 'b' || second == 'B')) return finish_integer(t, at_ + 2, 2);
  const char* p = at_;
  while (p < end_ && is_digit(*p)) ++p;
  const bool point = p + 1 < end_ && *p == '.' && (is_digit(p[1]) || p[1] == 'e' || p[1] == 'E');
  if (point || (p < end_ && (*p == 'e' || *p == 'E'))) {
    double value = 0;
    const auto [rest, error] = std::from_chars(at_, end_, value);
    at_ = t.end = rest > p ? rest : p;
    t.kind = error == std::errc() ? Token::Kind::f64 : Token::Kind::bad;
    t.decimal_float = true;
    t.value = std::bit_cast<std::uint64_t>(value);
    t.text = error == std::errc() ? std::string_view(t.begin, static_cast<std::size_t>(at_ - t.begin))
                                  : std::string_view("malformed number");
    return t;
  }
  return finish_integer(t, at_, *at_ == '0' && is_digit(second) ? 8 : 10);
}

Token Lexer::next() {
  skip_blank();
  Token t;
  t.line = line_;
  t.begin = t.end = at_;
  if (at_ == end_) {
    if (open_comment_) {
      t.kind = Token::Kind::bad;
      t.text = "a comment is not closed";
      open_comment_ = false;
    }
    return t;
  }
  const auto take = [&](Token::Kind kind, const char* text, const char* end) {
    t.kind = kind;
    t.text = {text, static_cast<std::size_t>(end - text)};
    at_ = t.end = end;
    return t;
  };
  const char c = *at_;
  if (is_digit(c)) return number();
  if (begins_name(c)) {
    const char* p = at_ + 1;
    while (p < end_ && in_name(*p)) ++p;
    return take(Token::Kind::name, at_, p);
  }
  if (c == '.' && at_ + 1 < end_ && in_name(at_[1])) {
    const char* p = at_ + 1;
    while (p < end_ && (in_name(*p) || (*p == ':' && p + 2 < end_ && p[1] == ':' && in_name(p[2]))))
      p += *p == ':' ? 2 : 1;
    return take(Token::Kind::word, at_ + 1, p);
  }
  if (c == '"') {
    const char* p = at_ + 1;
    while (p < end_ && *p != '"' && *p != '\n') p += *p == '\\' && p + 1 < end_ && p[1] != '\n' ? 2 : 1;
    if (p >= end_ || *p != '"') {
      at_ = p < end_ ? p : end_;
      t.kind = Token::Kind::bad;
      t.text = "a string is not closed";
      return t;
    }
    take(Token::Kind::string, at_ + 1, p);
    at_ = t.end = p + 1;
    return t;
  }
  for (const std::string_view pair : {"<<", ">>", "&&", "||", "==", "!=", "<=", ">="})
    if (end_ - at_ >= 2 && std::string_view(at_, 2) == pair) return take(Token::Kind::punct, at_, at_ + 2);
  if (c > ' ' && c < 127) return take(Token::Kind::punct, at_, at_ + 1);
  take(Token::Kind::bad, at_, at_ + 1);
  t.text = "a character that PTX does not know";
  return t;
}

}  // namespace lathe::nvptx::mir
