// PTX tokens. Private to nvptx/mir.
#pragma once

#include <cstdint>
#include <string_view>

namespace lathe::nvptx::mir {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    name,     ///< identifier, with a leading % or $ as written
    word,     ///< .text: `text` has no dot, may hold `::`
    integer,  ///< value
    f32,      ///< value: bits, from 0f
    f64,      ///< value: bits, from 0d or a decimal literal
    string,   ///< text between the quotes
    punct,    ///< one character, or << >> && || == != <= >=
    bad,      ///< text says what is wrong
  };
  Kind kind = Kind::end;
  bool is_unsigned = false;  ///< integer with suffix U, or above the signed range
  bool decimal_float = false;
  unsigned line = 1;
  std::uint64_t value = 0;
  std::string_view text;
  const char* begin = nullptr;  ///< first character in the source
  const char* end = nullptr;    ///< after the last

  bool is(char c) const { return kind == Kind::punct && text.size() == 1 && text[0] == c; }
  bool is(std::string_view punct) const { return kind == Kind::punct && text == punct; }
  bool is_word(std::string_view w) const { return kind == Kind::word && text == w; }
};

/// Splits text into tokens, one at a time; any bytes are fine.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}
  Token next();

 private:
  void skip_blank();
  Token number();
  Token finish_integer(Token t, const char* digits, unsigned base);
  const char* at_;
  const char* end_;
  unsigned line_ = 1;
  bool open_comment_ = false;
};

}  // namespace lathe::nvptx::mir
