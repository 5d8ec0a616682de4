// printf of device code: %[flags][width][.precision][size]type as the CUDA Programming Guide has it (its section on
// formatted output), each conversion done by the host's snprintf, so numbers look as they do on the host.
#include "nvptx/exec/operate/printf_format.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <vector>

namespace lathe::nvptx::exec {
namespace {

constexpr unsigned most_arguments = 32;
constexpr unsigned most_columns = 1U << 16;  // wider fields than this are cut, so that a wild '*' cannot fill memory

constexpr bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// One conversion of the format, taken apart.
struct Conversion {
  std::string flags;
  bool width_argument = false, precision_argument = false, has_precision = false;
  unsigned width = 0, precision = 0;
  unsigned size = 4;      // bytes of an integer argument
  unsigned narrowed = 4;  // hh 1, h 2
  char type = 0;          // 0: the format ends here
  std::size_t length = 0;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  bool at(std::string_view set) const { return at_ < text_.size() && is_one_of(text_[at_], set); }
  char take() { return at_ < text_.size() ? text_[at_++] : '\0'; }
  bool accept(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  unsigned number() {
    unsigned n = 0;
    while (at("0123456789")) n = std::min(most_columns, n * 10 + static_cast<unsigned>(take() - '0'));
    return n;
  }
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// `text` begins behind the '%'.
Conversion scan(std::string_view text) {
  Scanner s(text);
  Conversion c;
  while (s.at("-+ #0")) c.flags += s.take();
  c.width_argument = s.accept('*');
  if (!c.width_argument) c.width = s.number();
  if (s.accept('.')) {
    c.has_precision = true;
    c.precision_argument = s.accept('*');
    if (!c.precision_argument) c.precision = s.number();
  }
  if (s.accept('h')) {
    c.narrowed = s.accept('h') ? 1 : 2;
  } else if (s.at("lzjt")) {
    const char first = s.take();
    if (first == 'l') s.accept('l');
    c.size = c.narrowed = 8;
  }
  c.type = s.take();
  c.length = s.position();
  return c;
}

unsigned arguments_of(const Conversion& c) {
  return (c.width_argument ? 1U : 0U) + (c.precision_argument ? 1U : 0U) + 1U;
}

template <class T>
void print(std::string& out, const std::string& format, unsigned width, int precision, T value) {
  std::vector<char> buffer(512);
  for (;;) {
    const int n =
        std::snprintf(buffer.data(), buffer.size(), format.c_str(), static_cast<int>(width), precision, value);
    if (n < 0) return;
    if (static_cast<std::size_t>(n) < buffer.size()) {
      out.append(buffer.data(), static_cast<std::size_t>(n));
      return;
    }
    buffer.resize(static_cast<std::size_t>(n) + 1);
  }
}

class Formatter {
 public:
  Formatter(PrintfArguments& arguments, std::string& out) : arguments_(arguments), out_(out) {}

  bool run(std::string_view format) {
    for (std::size_t at = 0; at < format.size();) {
      const std::size_t percent = std::min(format.find('%', at), format.size());
      out_.append(format, at, percent - at);
      if (percent == format.size()) break;
      const Conversion c = scan(format.substr(percent + 1));
      at = percent + 1 + c.length;
      if (c.type == '%' && c.length == 1)
        out_ += '%';
      else if (!is_one_of(c.type, "diouxXcspfFeEgGaA") || c.type == 0 || count_ + arguments_of(c) > most_arguments)
        out_.append(format, percent, at - percent);
      else if (!convert(c))
        return false;
    }
    return true;
  }
  unsigned count() const { return count_; }

 private:
  bool next(unsigned bytes, std::uint64_t& value) {
    ++count_;
    return arguments_.next(bytes, value);
  }

  bool convert(Conversion c) {
    std::uint64_t value = 0;
    if (c.width_argument) {
      if (!next(4, value)) return false;
      auto width = static_cast<std::int64_t>(static_cast<std::int32_t>(value));
      if (width < 0) {
        c.flags += '-';
        width = -width;
      }
      c.width = static_cast<unsigned>(std::min<std::int64_t>(width, most_columns));
    }
    int precision = c.has_precision ? static_cast<int>(c.precision) : -1;
    if (c.precision_argument) {
      if (!next(4, value)) return false;
      precision = std::min(static_cast<std::int32_t>(value), static_cast<std::int32_t>(most_columns));
    }
    const std::string head = "%" + c.flags + "*.*";
    if (is_one_of(c.type, "fFeEgGaA")) {
      if (!next(8, value)) return false;
      print(out_, head + c.type, c.width, precision, std::bit_cast<double>(value));
    } else if (c.type == 's') {
      return convert_string(c, head, precision);
    } else if (c.type == 'p') {
      if (!next(8, value)) return false;
      print(out_, head + "p", c.width, precision, reinterpret_cast<void*>(static_cast<std::uintptr_t>(value)));
    } else if (c.type == 'c') {
      if (!next(4, value)) return false;
      print(out_, head + "c", c.width, precision, static_cast<int>(static_cast<unsigned char>(value)));
    } else {
      if (!next(c.size, value)) return false;
      print(out_, head + "ll" + c.type, c.width, precision, narrow(value, c));
    }
    return true;
  }

  static long long narrow(std::uint64_t value, const Conversion& c) {
    const unsigned unused = 64 - 8 * std::min(c.size, c.narrowed);
    const auto top = value << unused;
    return is_one_of(c.type, "di") ? static_cast<long long>(top) >> unused : static_cast<long long>(top >> unused);
  }

  bool convert_string(const Conversion& c, const std::string& head, int precision) {
    std::uint64_t address = 0;
    if (!next(8, address)) return false;
    std::string text = "(null)";
    const std::size_t most =
        precision < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(precision);
    if (address != 0 && !arguments_.string(address, most, text)) return false;
    print(out_, head + "s", c.width, precision, text.c_str());
    return true;
  }

  PrintfArguments& arguments_;
  std::string& out_;
  unsigned count_ = 0;
};

}  // namespace

std::optional<unsigned> format_printf(std::string_view format, PrintfArguments& arguments, std::string& text) {
  Formatter formatter(arguments, text);
  if (!formatter.run(format)) return std::nullopt;
  return formatter.count();
}

}  // namespace lathe::nvptx::exec
