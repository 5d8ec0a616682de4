// Element types of `lathe run`: text to bytes and back, sequences. Cost: linear in the elements.
#include "tools/lathe/run_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace lathe::nvptx::cli {
namespace {

struct NamedElement {
  std::string_view name;
  Element element;
};
using Kind = Element::Kind;
constexpr NamedElement elements[] = {
    {"i8", {Kind::sint, 1}},      {"u8", {Kind::uint, 1}},  {"i16", {Kind::sint, 2}}, {"u16", {Kind::uint, 2}},
    {"i32", {Kind::sint, 4}},     {"u32", {Kind::uint, 4}}, {"i64", {Kind::sint, 8}}, {"u64", {Kind::uint, 8}},
    {"f16", {Kind::half, 2}},     {"f32", {Kind::real, 4}}, {"f64", {Kind::real, 8}}, {"bf16", {Kind::bfloat, 2}},
    {"bool", {Kind::boolean, 1}}, {"s8", {Kind::sint, 1}},  {"s16", {Kind::sint, 2}}, {"s32", {Kind::sint, 4}},
    {"s64", {Kind::sint, 8}},     {"b8", {Kind::uint, 1}},  {"b16", {Kind::uint, 2}}, {"b32", {Kind::uint, 4}},
    {"b64", {Kind::uint, 8}},
};

template <class T>
void store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}
template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The 16-bit float nearest to a value (ties to even): `digits` fraction bits, least exponent `least`.
std::uint16_t narrow(double value, int digits, int least, unsigned infinity) {
  const unsigned sign = std::signbit(value) ? 0x8000U : 0U;
  if (std::isnan(value)) return static_cast<std::uint16_t>(0x7fffU);
  const double size = std::abs(value);
  if (std::isinf(size)) return static_cast<std::uint16_t>(sign | infinity);
  const int exponent = size == 0 ? least : std::max(std::ilogb(size), least);
  const double scaled = std::nearbyint(std::ldexp(size, digits - exponent));
  // The hidden bit of `scaled` adds one to the exponent field.
  const double bits = scaled + std::ldexp(exponent - least, digits);
  return static_cast<std::uint16_t>(sign | (bits >= infinity ? infinity : static_cast<unsigned>(bits)));
}

double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}
double bfloat_value(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

void store_float(const Element& element, double value, std::byte* to) {
  if (element.kind == Kind::half)
    store(to, narrow(value, 10, -14, 0x7c00));
  else if (element.kind == Kind::bfloat)
    store(to, narrow(value, 7, -126, 0x7f80));
  else if (element.bytes == 4)
    store(to, static_cast<float>(value));
  else
    store(to, value);
}
double load_float(const Element& element, const std::byte* from) {
  if (element.kind == Kind::half) return half_value(load<std::uint16_t>(from));
  if (element.kind == Kind::bfloat) return bfloat_value(load<std::uint16_t>(from));
  return element.bytes == 4 ? static_cast<double>(load<float>(from)) : load<double>(from);
}
void store_integer(const Element& element, std::uint64_t value, std::byte* to) {
  std::memcpy(to, &value, element.bytes);  // little endian, as the device
}

/// -5, 5, 0x1f, -0x1f; sign and size apart.
bool parse_integer(std::string_view text, bool& negative, std::uint64_t& size, bool& hex) {
  negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hex) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size, hex ? 16 : 10);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

template <class T>
bool parse_real(std::string_view text, T& value) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hex) text.remove_prefix(2);
  if (text.empty() || text[0] == '-') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                            hex ? std::chars_format::hex : std::chars_format::general);
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: the C library rounds it to infinity or zero.
    const std::string copy = (hex ? "0x" : "") + std::string(text);
    value = sizeof(T) == 4 ? static_cast<T>(std::strtof(copy.c_str(), nullptr))
                           : static_cast<T>(std::strtod(copy.c_str(), nullptr));
  } else if (error != std::errc()) {
    return false;
  }
  if (end != text.data() + text.size()) return false;
  if (negative) value = -value;
  return true;
}

/// 0f3F800000 or 0d3FF0000000000000.
bool parse_bits(std::string_view text, double& value) {
  if (text.size() < 3 || text[0] != '0') return false;
  const bool single = text[1] == 'f' || text[1] == 'F';
  if (!single && text[1] != 'd' && text[1] != 'D') return false;
  std::uint64_t bits = 0;
  text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != (single ? 8U : 16U)) return false;
  value = single ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                 : std::bit_cast<double>(bits);
  return true;
}

bool parse_float_value(const Element& element, std::string_view text, std::byte* to) {
  double value = 0;
  if (parse_bits(text, value)) {
    store_float(element, value, to);
    return true;
  }
  if (element.kind == Kind::real && element.bytes == 4) {
    float single = 0;  // read at once: through double it would be rounded twice
    if (!parse_real(text, single)) return false;
    store(to, single);
    return true;
  }
  if (!parse_real(text, value)) return false;
  store_float(element, value, to);
  return true;
}

std::uint64_t largest(const Element& element) {
  const unsigned bits = element.bytes * 8;
  return bits == 64 ? ~0ULL : (1ULL << bits) - 1;
}

bool parse_integer_value(const Element& element, std::string_view text, std::byte* to, std::string& reason) {
  bool negative = false, hex = false;
  std::uint64_t size = 0;
  if (!parse_integer(text, negative, size, hex)) {
    reason = fmt::format("'{}' is no integer", text);
    return false;
  }
  const std::uint64_t all = largest(element);
  const bool is_signed = element.kind == Kind::sint;
  // Hexadecimal names bits: 0xffffffff is an i32 too.
  const std::uint64_t most = is_signed && !hex ? all / 2 : all;
  const bool fits = negative ? (is_signed ? size <= all / 2 + 1 : size == 0) : size <= most;
  if (!fits) {
    reason = fmt::format("{} does not fit into {}", text, element_name(element));
    return false;
  }
  store_integer(element, negative ? 0 - size : size, to);
  return true;
}

}  // namespace

std::optional<Element> parse_element(std::string_view name) {
  for (const NamedElement& e : elements)
    if (e.name == name) return e.element;
  return std::nullopt;
}

std::string element_name(const Element& element) {
  for (const NamedElement& e : elements)
    if (e.element == element) return std::string(e.name);
  return "?";
}

bool parse_value(const Element& element, std::string_view text, std::byte* to, std::string& reason) {
  if (element.is_float()) {
    if (parse_float_value(element, text, to)) return true;
    reason = fmt::format("'{}' is no number", text);
    return false;
  }
  if (element.kind == Kind::boolean) {
    if (text != "0" && text != "1" && text != "true" && text != "false") {
      reason = fmt::format("'{}' is not 0, 1, true or false", text);
      return false;
    }
    store(to, static_cast<std::uint8_t>(text == "1" || text == "true"));
    return true;
  }
  return parse_integer_value(element, text, to, reason);
}

std::string value_text(const Element& element, const std::byte* from) {
  if (element.kind == Kind::real && element.bytes == 4) return fmt::format("{}", load<float>(from));
  if (element.kind == Kind::real) return fmt::format("{}", load<double>(from));
  if (element.is_float()) return fmt::format("{}", static_cast<float>(load_float(element, from)));
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, element.bytes);
  if (element.kind != Kind::sint) return fmt::format("{}", bits);
  const unsigned unused = 64 - element.bytes * 8;
  return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return z ^ z >> 31;
}

bool fill_random(const Element& element, std::span<std::byte> to, std::uint64_t seed, std::string_view low,
                 std::string_view high, std::string& reason) {
  std::byte first[8] = {}, last[8] = {};
  const std::size_t count = to.size() / element.bytes;
  if (element.is_float()) {
    const Element wide{Kind::real, 8};
    if (!parse_value(wide, low.empty() ? "0" : low, first, reason)) return false;
    if (!parse_value(wide, high.empty() ? "1" : high, last, reason)) return false;
    const double a = load<double>(first), span = load<double>(last) - a;
    if (!(span >= 0) || std::isinf(span)) {
      reason = "LOW is not below HIGH";
      return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double u = static_cast<double>(random_bits(seed, i) >> 11) * 0x1p-53;
      store_float(element, a + span * u, to.data() + i * element.bytes);
    }
    return true;
  }
  const std::uint64_t all = element.kind == Kind::boolean ? 1 : largest(element);
  std::uint64_t a = element.kind == Kind::sint ? 0 - (all / 2 + 1) : 0, span = all;
  if (!low.empty()) {
    if (!parse_value(element, low, first, reason) || !parse_value(element, high, last, reason)) return false;
    // Sign-extended by the shift up and down.
    const unsigned unused = 64 - element.bytes * 8;
    const auto wide = [&](const std::byte* p) {
      std::uint64_t v = 0;
      std::memcpy(&v, p, element.bytes);
      return element.kind == Kind::sint ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v << unused) >> unused)
                                        : v;
    };
    a = wide(first);
    const std::uint64_t b = wide(last);
    const bool ordered =
        element.kind == Kind::sint ? static_cast<std::int64_t>(a) <= static_cast<std::int64_t>(b) : a <= b;
    if (!ordered) {
      reason = "LOW is above HIGH";
      return false;
    }
    span = b - a;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = random_bits(seed, i);
    store_integer(element, a + (span == ~0ULL ? bits : bits % (span + 1)), to.data() + i * element.bytes);
  }
  return true;
}

void fill_iota(const Element& element, std::span<std::byte> to) {
  for (std::size_t i = 0; i < to.size() / element.bytes; ++i) {
    std::byte* at = to.data() + i * element.bytes;
    if (element.is_float())
      store_float(element, static_cast<double>(i), at);
    else
      store_integer(element, element.kind == Kind::boolean ? i & 1U : i, at);
  }
}

}  // namespace lathe::nvptx::cli
