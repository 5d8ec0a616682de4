#include "nvptx/exec/operate/tensor_map.hpp"

#include <cstring>
#include <type_traits>

#include "nvptx/exec/operate/async.hpp"

namespace lathe::nvptx::exec {
namespace {

using Type = TensorMapDesc::Type;
using Swizzle = TensorMapDesc::Swizzle;
using Interleave = TensorMapDesc::Interleave;

/// A map in memory. Sizes, boxes and steps less one, as they are never 0.
struct Encoded {
  std::uint64_t mark;
  std::uint64_t data;
  std::uint64_t stride[4];
  std::uint32_t size[5];
  std::uint8_t box[5], step[5];
  std::int16_t lower[3], upper[3];
  std::uint16_t channels, pixels;
  std::uint8_t type, interleave, swizzle, nan_fill, rank;
  std::uint8_t unused[29];
};
static_assert(sizeof(Encoded) == tensor_map_bytes && std::is_trivially_copyable_v<Encoded>);
constexpr std::uint64_t map_mark = 0x70616d2d65687461ULL;  // "athe-map"

bool is_packed(Type t) { return t >= Type::u4_align8; }

bool is_float(Type t) { return t >= Type::f16 && t <= Type::tf32_ftz; }

std::string number(std::uint64_t n) { return std::to_string(n); }

std::uint32_t swizzle_bytes(Swizzle s) {
  switch (s) {
    case Swizzle::none:
      return 0;
    case Swizzle::bytes_32:
      return 32;
    case Swizzle::bytes_64:
      return 64;
    default:
      return 128;
  }
}

std::string sizes_fault(const TensorMapDesc& d) {
  const TensorUnit unit = tensor_unit(d.type);
  const bool wide = unit.shared == 16;
  if (d.data == 0 || d.data % (wide ? 32 : 16) != 0)
    return "the tensor's address is not a multiple of " + number(wide ? 32 : 16);
  for (unsigned i = 0; i < d.rank; ++i)
    if (d.size[i] == 0 || d.size[i] > 1ULL << 32) return "size " + number(i) + " is not in 1 to 2^32";
  if (d.size[0] % (wide ? 128 : unit.elements) != 0)
    return "size 0 is not a multiple of " + number(wide ? 128 : unit.elements) + ", as packed elements need";
  for (unsigned i = 0; i + 1 < d.rank; ++i)
    if (d.stride[i] % (wide ? 32 : 16) != 0 || d.stride[i] >= 1ULL << 40)
      return "stride " + number(i) + " is not a multiple of " + number(wide ? 32 : 16) + " below 2^40";
  for (unsigned i = 0; i < d.rank; ++i)
    if (d.step[i] == 0 || d.step[i] > 8) return "element stride " + number(i) + " is not in 1 to 8";
  return {};
}

std::string box_fault(const TensorMapDesc& d, std::uint32_t row) {
  const TensorUnit unit = tensor_unit(d.type);
  if (unit.shared == 16 && row != 128) return "a row of the box has " + number(row) + " elements, padded ones need 128";
  const std::uint64_t bytes = std::uint64_t{row} / unit.elements * unit.shared;
  if (row % unit.elements != 0 || bytes % 16 != 0) return "a row of the box is not a multiple of 16 bytes";
  const std::uint32_t span = swizzle_bytes(d.swizzle);
  if (span != 0 && bytes > span)
    return "a row of the box has " + number(bytes) + " bytes, more than the swizzle's " + number(span);
  return {};
}

std::string pixels_fault(const TensorMapDesc& d) {
  if (d.rank < 3) return "im2col needs 3 to 5 dimensions";
  if (d.channels == 0 || d.channels > 256) return "the channels of a pixel are not in 1 to 256";
  if (d.pixels > 1024) return "the pixels of a column are more than 1024";
  const std::int32_t limit = d.rank == 3 ? 1 << 15 : d.rank == 4 ? 1 << 7 : 1 << 4;
  for (unsigned i = 0; i + 2 < d.rank; ++i) {
    if (d.lower[i] < -limit || d.lower[i] >= limit || d.upper[i] < -limit || d.upper[i] >= limit)
      return "a corner of the box is not in -" + number(static_cast<std::uint64_t>(limit)) + " to " +
             number(static_cast<std::uint64_t>(limit - 1));
    if (static_cast<std::int64_t>(d.size[i + 1]) - 1 + d.upper[i] < d.lower[i])
      return "the box of pixels is empty in dimension " + number(i + 1);
  }
  return box_fault(d, d.channels);
}

}  // namespace

TensorUnit tensor_unit(Type type) {
  switch (type) {
    case Type::u8:
      return {1, 1, 1};
    case Type::u16:
    case Type::f16:
    case Type::bf16:
      return {1, 2, 2};
    case Type::u64:
    case Type::s64:
    case Type::f64:
      return {1, 8, 8};
    case Type::u4_align8:
      return {2, 1, 1};
    case Type::u4_align16:
      return {16, 8, 16};
    case Type::u6_align16:
      return {16, 12, 16};
    default:
      return {1, 4, 4};
  }
}

void fill_strides(TensorMapDesc& d) {
  const TensorUnit unit = tensor_unit(d.type);
  std::uint64_t bytes = d.size[0] / unit.elements * unit.memory;
  for (unsigned i = 0; i + 1 < d.rank && i < d.stride.size(); ++i) {
    if (d.stride[i] == 0) d.stride[i] = bytes;
    bytes = d.stride[i] * d.size[i + 1];
  }
}

std::string tensor_map_fault(const TensorMapDesc& d) {
  if (d.rank == 0 || d.rank > 5) return "a tensor has 1 to 5 dimensions";
  if (d.interleave != Interleave::none) return "interleaved tensors are not supported";
  if (d.swizzle == Swizzle::bytes_128_atom_32_flip_8)
    return "the swizzle of 32 bytes with flipped 8 bytes is not supported: the manual shows it in a figure only";
  if (d.nan_fill && (!is_float(d.type) || is_packed(d.type))) return "only floats can be filled with NaN";
  std::string fault = sizes_fault(d);
  if (!fault.empty()) return fault;
  if (d.pixels != 0) return pixels_fault(d);
  for (unsigned i = 0; i < d.rank; ++i)
    if (d.box[i] == 0 || d.box[i] > 256) return "size " + number(i) + " of the box is not in 1 to 256";
  return box_fault(d, d.box[0]);
}

TensorMap encode_tensor_map(const TensorMapDesc& d) {
  Encoded e{};
  e.mark = map_mark;
  e.data = d.data;
  for (unsigned i = 0; i < 4; ++i) e.stride[i] = d.stride[i];
  for (unsigned i = 0; i < 5; ++i) {
    e.size[i] = static_cast<std::uint32_t>(d.size[i] - 1);
    e.box[i] = static_cast<std::uint8_t>(d.box[i] - 1);
    e.step[i] = static_cast<std::uint8_t>(d.step[i] - 1);
  }
  for (unsigned i = 0; i < 3; ++i) {
    e.lower[i] = static_cast<std::int16_t>(d.lower[i]);
    e.upper[i] = static_cast<std::int16_t>(d.upper[i]);
  }
  e.channels = static_cast<std::uint16_t>(d.channels);
  e.pixels = static_cast<std::uint16_t>(d.pixels);
  e.type = static_cast<std::uint8_t>(d.type);
  e.interleave = static_cast<std::uint8_t>(d.interleave);
  e.swizzle = static_cast<std::uint8_t>(d.swizzle);
  e.nan_fill = d.nan_fill ? 1 : 0;
  e.rank = d.rank;
  TensorMap map;
  std::memcpy(map.data(), &e, sizeof e);
  return map;
}

std::optional<TensorMapDesc> decode_tensor_map(const std::byte* map) {
  Encoded e;
  std::memcpy(&e, map, sizeof e);
  if (e.mark != map_mark) return std::nullopt;
  TensorMapDesc d;
  d.data = e.data;
  for (unsigned i = 0; i < 4; ++i) d.stride[i] = e.stride[i];
  for (unsigned i = 0; i < 5; ++i) {
    d.size[i] = std::uint64_t{e.size[i]} + 1;
    d.box[i] = e.box[i] + 1U;
    d.step[i] = e.step[i] + 1U;
  }
  for (unsigned i = 0; i < 3; ++i) {
    d.lower[i] = e.lower[i];
    d.upper[i] = e.upper[i];
  }
  d.channels = e.channels;
  d.pixels = e.pixels;
  d.type = static_cast<Type>(e.type & 15);
  d.interleave = static_cast<Interleave>(e.interleave & 3);
  d.swizzle = static_cast<Swizzle>(e.swizzle & 7);
  d.nan_fill = e.nan_fill != 0;
  d.rank = e.rank;
  return d;
}

std::string replace_in_tensor_map(TensorMapDesc& d, unsigned field, unsigned ordinal, std::uint64_t value) {
  // The manual's numbers of element types, which are not the driver's.
  static constexpr Type types[] = {Type::u8,       Type::u16,       Type::u32,        Type::s32,
                                   Type::u64,      Type::s64,       Type::f16,        Type::f32,
                                   Type::f32_ftz,  Type::f64,       Type::bf16,       Type::tf32,
                                   Type::tf32_ftz, Type::u4_align8, Type::u4_align16, Type::u6_align16};
  const auto small = static_cast<std::uint32_t>(value);
  switch (static_cast<TensorField>(field)) {
    case TensorField::global_address:
      d.data = value;
      return {};
    case TensorField::rank:
      if (value > 4) return "the rank less one is not in 0 to 4";
      d.rank = static_cast<std::uint8_t>(value + 1);
      return {};
    case TensorField::box_dim:
      if (small == 0 || small > 256) return "the size of a box is not in 1 to 256";
      d.box[ordinal] = small;
      return {};
    case TensorField::global_dim:
      if (small == 0) return "a size of 0";
      d.size[ordinal] = small;
      return {};
    case TensorField::global_stride:
      if (ordinal > 3) return "there are 4 strides";
      d.stride[ordinal] = value;
      return {};
    case TensorField::element_stride:
      if (small == 0 || small > 8) return "an element stride is not in 1 to 8";
      d.step[ordinal] = small;
      return {};
    case TensorField::elemtype:
      if (value > 15) return "the type is not in 0 to 15";
      d.type = types[value];
      return {};
    case TensorField::interleave_layout:
      if (value > 2) return "the interleaved layout is not in 0 to 2";
      d.interleave = static_cast<Interleave>(value);
      return {};
    case TensorField::swizzle_mode:
      if (value == 4) return "the swizzle of 96 bytes is not supported";
      if (value > 3) return "the swizzle mode is not in 0 to 4";
      d.swizzle = static_cast<Swizzle>(value);
      return {};
    case TensorField::swizzle_atomicity:
      if (value > 3) return "the swizzle's atomicity is not in 0 to 3";
      if (value != 0 && d.swizzle < Swizzle::bytes_128) return "only the swizzle of 128 bytes has other atoms";
      if (d.swizzle >= Swizzle::bytes_128)
        d.swizzle = static_cast<Swizzle>(static_cast<unsigned>(Swizzle::bytes_128) + static_cast<unsigned>(value));
      return {};
    case TensorField::fill_mode:
      if (value > 1) return "the fill mode is not 0 or 1";
      d.nan_fill = value != 0;
      return {};
  }
  return "an unknown field";
}

}  // namespace lathe::nvptx::exec
