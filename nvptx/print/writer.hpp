// Appending text and numbers to one string: what the printer is made of. Private to nvptx/print.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
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
    char text[16];
    for (unsigned i = 0; i < digits; ++i) text[i] = "0123456789ABCDEF"[(value >> (4 * (digits - 1 - i))) & 15];
    out_.append(text, digits);
    return *this;
  }
  /// "1, 20, 255": arrays of bytes are the longest lists there are, so without a call for each.
  Writer& list(std::span<const std::uint8_t> bytes) {
    const std::size_t start = out_.size();
    out_.resize(start + bytes.size() * 5);
    char* at = out_.data() + start;
    const auto digit = [&at](unsigned value) { *at++ = static_cast<char>('0' + value); };
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i != 0) {
        *at++ = ',';
        *at++ = ' ';
      }
      const unsigned value = bytes[i];
      if (value >= 100) digit(value / 100);
      if (value >= 10) digit(value / 10 % 10);
      digit(value % 10);
    }
    out_.resize(static_cast<std::size_t>(at - out_.data()));
    return *this;
  }
  std::string& text() { return out_; }

 private:
  std::string& out_;
};

}  // namespace lathe::nvptx::mir
