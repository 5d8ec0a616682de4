// Tokens of problem files: the text form that every algorithm's problem and plan can be read from.
//
// Words are separated by blanks; `#` starts a comment; a line is a record. The reader keeps line and column so
// that a broken file is reported as "NAME:LINE:COLUMN: what is wrong, what was expected". Never throws.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lathe {

/// Reads a problem text word by word, and tells faults with their line.
class TextReader {
 public:
  /// `first_line`: the number of the text's first line, where it is a part of a file.
  TextReader(std::string_view text, std::string name, unsigned first_line = 1)
      : text_(text), name_(std::move(name)), line_number_(first_line - 1) {}

  /// Goes to the next line that holds a word. False at the end of the text.
  bool next_line() {
    while (next_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', next_), text_.size());
      line_ = text_.substr(next_, end - next_);
      if (const std::size_t hash = line_.find('#'); hash != std::string_view::npos) line_ = line_.substr(0, hash);
      next_ = end + 1;
      ++line_number_;
      at_ = 0;
      skip_blanks();
      if (at_ < line_.size()) return true;
    }
    return false;
  }
  /// True when the line has no further word.
  bool at_end_of_line() {
    skip_blanks();
    return at_ >= line_.size();
  }
  /// The next word of the line; empty at its end.
  std::string_view word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < line_.size() && !blank(line_[at_])) ++at_;
    word_column_ = begin;
    return line_.substr(begin, at_ - begin);
  }
  /// The next word as a decimal number in [low, high]; reports an error and gives nothing otherwise.
  std::optional<std::int64_t> number(const char* what, std::int64_t low = INT64_MIN, std::int64_t high = INT64_MAX) {
    const std::string_view w = word();
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (code != std::errc{} || end != w.data() + w.size() || w.empty() || value < low || value > high) {
      fail("expected " + std::string(what) + ", a number" +
           (low == INT64_MIN ? "" : " from " + std::to_string(low) + " to " + std::to_string(high)) + ", found '" +
           std::string(w) + "'");
      return std::nullopt;
    }
    return value;
  }
  /// The next word as a 32-bit id or count in [0, high]; reports an error and gives 0 otherwise.
  std::uint32_t id(const char* what, std::int64_t high = 0xfffffffeLL) {
    return static_cast<std::uint32_t>(number(what, 0, high).value_or(0));
  }
  /// True while nothing is wrong and the line has a further word.
  bool more() { return !failed() && !at_end_of_line(); }
  /// Reports an error if the line has a further word.
  void end_line() {
    if (more()) fail("expected the end of the line, found '" + std::string(word()) + "'");
  }
  /// Goes to the first line, which must begin with `first`; what it is the first word of is for the error.
  void head(std::string_view first, const char* of) {
    if (!next_line() || word() != first) fail("expected '" + std::string(first) + "', the first word of " + of);
  }
  /// Each further line until something is wrong: take(its first word) reads it to its end.
  template <class Take>
  void records(Take&& take) {
    while (!failed() && next_line()) {
      take(word());
      end_line();
    }
  }
  /// Records the first error, at the last word read.
  void fail(const std::string& what) {
    if (error_.empty())
      error_ = name_ + ":" + std::to_string(line_number_) + ":" + std::to_string(word_column_ + 1) + ": " + what;
  }
  bool failed() const { return !error_.empty(); }  ///< was something wrong? The rest of the text is passed over then
  /// `FILE:LINE:COLUMN: what`, of the first thing that was wrong; empty: nothing was.
  const std::string& error() const { return error_; }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }
  void skip_blanks() {
    while (at_ < line_.size() && blank(line_[at_])) ++at_;
  }

  std::string_view text_, line_;
  std::string name_, error_;
  std::size_t next_ = 0, at_ = 0, word_column_ = 0;
  unsigned line_number_ = 0;
};

/// Any text as one word for a TextReader: blanks, control characters, `,`, `#`, `%` and those of `also` become %xx, the
/// empty text a lone `%`. unescaped(escaped(t)) == t.
inline std::string escaped(std::string_view text, std::string_view also = {}) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (u <= ' ' || u == 0x7f || c == ',' || c == '#' || c == '%' || also.find(c) != std::string_view::npos)
      out += {'%', digits[u >> 4], digits[u & 15]};
    else
      out += c;
  }
  return out.empty() ? "%" : out;
}
/// The text that a word stands for. A `%` without two hexadecimal digits stands for itself.
inline std::string unescaped(std::string_view word) {
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  if (word == "%") return {};
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '%' && i + 2 < word.size() && digit(word[i + 1]) >= 0 && digit(word[i + 2]) >= 0) {
      out += static_cast<char>(digit(word[i + 1]) * 16 + digit(word[i + 2]));
      i += 2;
    } else {
      out += word[i];
    }
  }
  return out;
}

}  // namespace lathe
