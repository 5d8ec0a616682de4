// tensor: of `lathe run --arg`: tensor maps as the driver's cuTensorMapEncode functions take them.
#include <fmt/format.h>

#include "tools/lathe/run.hpp"
#include "tools/lathe/run_keys.hpp"

namespace lathe::nvptx::cli {
namespace {

using exec::TensorMapDesc;
using Type = TensorMapDesc::Type;
using Swizzle = TensorMapDesc::Swizzle;

constexpr std::pair<std::string_view, Type> types[] = {{"u8", Type::u8},
                                                       {"u16", Type::u16},
                                                       {"u32", Type::u32},
                                                       {"i32", Type::s32},
                                                       {"u64", Type::u64},
                                                       {"i64", Type::s64},
                                                       {"f16", Type::f16},
                                                       {"f32", Type::f32},
                                                       {"f64", Type::f64},
                                                       {"bf16", Type::bf16},
                                                       {"f32_ftz", Type::f32_ftz},
                                                       {"tf32", Type::tf32},
                                                       {"tf32_ftz", Type::tf32_ftz},
                                                       {"u4x16_8", Type::u4_align8},
                                                       {"u4x16_16", Type::u4_align16},
                                                       {"u6x16_16", Type::u6_align16}};
constexpr std::pair<std::string_view, Swizzle> swizzles[] = {{"none", Swizzle::none},
                                                             {"32", Swizzle::bytes_32},
                                                             {"64", Swizzle::bytes_64},
                                                             {"128", Swizzle::bytes_128},
                                                             {"128a32", Swizzle::bytes_128_atom_32},
                                                             {"128a32f8", Swizzle::bytes_128_atom_32_flip_8},
                                                             {"128a64", Swizzle::bytes_128_atom_64}};

/// One KEY=VALUE. `has` gets how many numbers the dimensions and the box have.
bool apply(std::string_view key, std::string_view value, RunTensor& tensor, std::size_t& dimensions,
           std::string& reason) {
  TensorMapDesc& map = tensor.map;
  std::size_t count = 0;
  const auto of_rank = [&](std::size_t wanted) {
    if (dimensions == 0) {
      reason = "dim= has to come first";
      return false;
    }
    if (count == wanted) return true;
    reason = fmt::format("{}={} needs {} numbers for {} dimensions", key, value, wanted, dimensions);
    return false;
  };
  if (key == "dim") {
    if (!numbers(value, map.size, dimensions, reason)) return false;
    map.rank = static_cast<std::uint8_t>(dimensions);
    return true;
  }
  if (key == "box") return numbers(value, map.box, count, reason) && of_rank(dimensions);
  if (key == "step") return numbers(value, map.step, count, reason) && of_rank(dimensions);
  if (key == "stride") return numbers(value, map.stride, count, reason) && of_rank(dimensions - 1);
  if (key == "lower") return numbers(value, map.lower, count, reason) && of_rank(dimensions < 2 ? 0 : dimensions - 2);
  if (key == "upper") return numbers(value, map.upper, count, reason) && of_rank(dimensions < 2 ? 0 : dimensions - 2);
  std::array<std::uint32_t, 1> one{};
  if (key == "pixels" || key == "channels") {
    if (!numbers(value, one, count, reason)) return false;
    (key == "pixels" ? map.pixels : map.channels) = one[0];
    return true;
  }
  if (key == "swizzle") return choose(value, swizzles, "swizzle", map.swizzle, reason);
  if (key == "type") return tensor.typed = choose(value, types, "type", map.type, reason);
  if (key == "fill") {
    constexpr std::pair<std::string_view, bool> fills[] = {{"zero", false}, {"nan", true}};
    return choose(value, fills, "fill", map.nan_fill, reason);
  }
  reason = fmt::format("no '{}='; known: dim box stride step type swizzle fill lower upper channels pixels", key);
  return false;
}

}  // namespace

bool parse_tensor(std::string_view& text, RunTensor& tensor, std::string& reason) {
  std::size_t dimensions = 0;
  bool box = false;
  const auto one = [&](std::string_view key, std::string_view value) {
    box = box || key == "box" || key == "pixels";
    return apply(key, value, tensor, dimensions, reason);
  };
  if (!read_keys(text, "the tensor's memory is missing; write tensor:dim=..:box=..:of:BUFFER", reason, one))
    return false;
  if (dimensions != 0 && box) return true;
  reason = dimensions == 0 ? "dim= is missing" : "box= is missing (im2col: pixels= and channels=)";
  return false;
}

bool element_of_tensor(const Element& element, TensorMapDesc& map) {
  const std::string name = element_name(element);
  std::string reason;
  if (element.bytes == 1)
    map.type = Type::u8;
  else if (name == "i16")
    map.type = Type::u16;
  else
    return choose(std::string_view(name), types, "type", map.type, reason);
  return true;
}

}  // namespace lathe::nvptx::cli
