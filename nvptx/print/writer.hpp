// Appending text and numbers to one string: what the printer is made of. Private to nvptx/print.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace lathe::nvptx::mir {

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}
  Writer& operator<<(std::string_view text) {
    out_.append(text);
    return *this;
  }
  Writer& operator<<(char c) {
    out_.push_back(c);
    return *this;
  }
  Writer& number(std::int64_t value) {
    char text[24];
    out_.append(text, static_cast<std::size_t>(std::to_chars(text, text + sizeof text, value).ptr - text));
    return *this;
  }
  Writer& number_unsigned(std::uint64_t value) {
    char text[24];
    out_.append(text, static_cast<std::size_t>(std::to_chars(text, text + sizeof text, value).ptr - text));
    return *this;
  }
  /// Upper-case hexadecimal digits, `digits` of them.
  Writer& hex(std::uint64_t value, unsigned digits) {
    for (unsigned i = digits; i-- > 0;) out_.push_back("0123456789ABCDEF"[(value >> (4 * i)) & 15]);
    return *this;
  }
  std::string& text() { return out_; }

 private:
  std::string& out_;
};

}  // namespace lathe::nvptx::mir
