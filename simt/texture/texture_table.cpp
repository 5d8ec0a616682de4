// Texture and surface objects: what can be made, and their handles.
#include "simt/texture/texture.hpp"

#include <algorithm>
#include <bit>

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

// Handles are this, plus twice the index, plus one for a surface: outside every window of the address space.
constexpr std::uint64_t handle_base = 0x7458'0000'0000'0000ULL;

using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;

// Levels down to one texel, of textures with normalized coordinates.
bool levels_fit(const TextureDesc& d, bool surface) {
  const std::uint32_t most = std::max({d.width, d.height, d.depth});
  return !surface && d.kind != Kind::buffer && d.normalized_coords &&
         d.levels <= static_cast<std::uint32_t>(std::bit_width(most));
}

}  // namespace

std::uint32_t texel_bytes(const TextureDesc& desc) {
  switch (desc.texel) {
    case Texel::u8:
    case Texel::s8:
      return desc.channels;
    case Texel::u16:
    case Texel::s16:
    case Texel::f16:
      return 2U * desc.channels;
    case Texel::u32:
    case Texel::s32:
    case Texel::f32:
      break;
  }
  return 4U * desc.channels;
}

bool makes_sense(const TextureDesc& d, bool surface) {
  // The devices' largest arrays; their product does not overflow.
  constexpr std::uint32_t max_width = 1U << 28, max_height = 1U << 17, max_depth = 1U << 14;
  if (d.channels != 1 && d.channels != 2 && d.channels != 4) return false;
  if (d.data == 0 || d.width == 0 || d.width > max_width || d.height > max_height) return false;
  if (d.depth > max_depth || d.layers > max_depth) return false;
  // A filter gives floats, and normalized reads are of 8 and 16 bits.
  const bool integer = d.texel != Texel::f16 && d.texel != Texel::f32;
  if (!surface && d.normalized_read && (d.texel == Texel::u32 || d.texel == Texel::s32)) return false;
  if (!surface && d.linear_filter && integer && !d.normalized_read) return false;
  if (d.levels == 0 || (d.levels > 1 && !levels_fit(d, surface))) return false;
  switch (d.kind) {
    case Kind::buffer:
      return !surface && d.layers == 0;
    case Kind::array_1d:
      return true;
    case Kind::array_2d:
      return d.height != 0;
    case Kind::array_3d:
      return d.height != 0 && d.depth != 0 && d.layers == 0;
    case Kind::cube:
      return !surface && d.height == d.width && d.normalized_coords;
  }
  return false;
}

TextureDesc level_of(const TextureDesc& d, std::uint32_t level, std::uint64_t& offset) {
  TextureDesc out = d;
  offset = 0;
  out.levels = 1;
  for (; level != 0; --level) {
    offset += bytes_of(out);
    const auto half = [](std::uint32_t& n) { n = n > 1 ? n / 2 : n; };
    half(out.width);
    half(out.height);
    half(out.depth);
  }
  return out;
}

std::uint64_t bytes_of(const TextureDesc& d) {
  if (d.levels > 1) {
    std::uint64_t offset = 0;
    const TextureDesc last = level_of(d, d.levels - 1, offset);
    return offset + bytes_of(last);
  }
  std::uint64_t bytes = std::uint64_t{texel_bytes(d)} * d.width;
  if (d.kind != Kind::buffer && d.kind != Kind::array_1d) bytes *= d.height;
  if (d.kind == Kind::cube) bytes *= 6;
  if (d.kind == Kind::array_3d) bytes *= d.depth;
  return d.layers != 0 ? bytes * d.layers : bytes;
}

std::uint64_t TextureTable::add(const TextureDesc& desc, bool surface) {
  if (!makes_sense(desc, surface)) return 0;
  descs_.push_back(desc);
  return handle_base + 2 * (descs_.size() - 1) + (surface ? 1 : 0);
}

bool TextureTable::bind(std::uint64_t name, std::uint64_t object) {
  if (find(object) == nullptr) return false;
  for (auto& [known, stands_for] : names_)
    if (known == name) {
      stands_for = object;
      return true;
    }
  names_.emplace_back(name, object);
  return true;
}

std::uint64_t TextureTable::object_of(std::uint64_t handle) const {
  if (handle < handle_base)
    for (const auto& [name, object] : names_)
      if (name == handle) return object;
  return handle;
}

const TextureDesc* TextureTable::find(std::uint64_t handle) const {
  const std::uint64_t index = (handle - handle_base) >> 1;
  return handle >= handle_base && index < descs_.size() ? &descs_[index] : nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
