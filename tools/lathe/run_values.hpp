// Elements of buffers and scalars of `lathe run`: their types, as text, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx::cli {

struct Element {
  enum class Kind : std::uint8_t { sint, uint, real, half, bfloat, boolean } kind = Kind::uint;
  unsigned bytes = 1;
  bool is_float() const { return kind == Kind::real || kind == Kind::half || kind == Kind::bfloat; }
  bool operator==(const Element&) const = default;
};
/// i8 u8 ... i64 u64 (s and b for i and u too), f16 bf16 f32 f64, bool.
std::optional<Element> parse_element(std::string_view name);
std::string element_name(const Element& element);
inline constexpr std::string_view element_names = "i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 bool";

/// Writes element.bytes bytes. Integers in decimal or 0x; floats also as inf, nan, 0x1.8p3 and as PTX has them
/// (0f3F800000, 0d3FF0000000000000). False and a reason when the text is no such value.
bool parse_value(const Element& element, std::string_view text, std::byte* to, std::string& reason);
/// The shortest text that gives the same value back.
std::string value_text(const Element& element, const std::byte* from);

/// Number `index` of the random sequence `seed`: the output function of SplitMix64 (Steele, Lea, Flood, 2014).
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index);
/// Uniform in [low, high) for floats, [low, high] for integers. Limits as parse_value reads them; empty limits:
/// [0, 1) and all values of the type.
bool fill_random(const Element& element, std::span<std::byte> to, std::uint64_t seed, std::string_view low,
                 std::string_view high, std::string& reason);
/// 0, 1, 2, ... (rounded, or modulo the type)
void fill_iota(const Element& element, std::span<std::byte> to);

}  // namespace lathe::nvptx::cli
