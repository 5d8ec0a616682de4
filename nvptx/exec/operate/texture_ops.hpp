// Codes of texture and surface instructions: what decode_texture.cpp makes and texture_ops.cpp runs.
//
// Code::a is the slot of the handle. Code::extra, by TextureSlot: results or data, coordinates, and the rest; no_slot
// where there is none. Private to nvptx/exec.
#pragma once

#include <array>
#include <cstdint>

#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/simt.hpp"
#include "simt/state/code.hpp"

namespace lathe::nvptx::exec {

enum TextureSlot : unsigned {
  slot_data = 0,       ///< 4: components
  slot_x = 4,          ///< 3: coordinates
  slot_layer = 7,      ///< of array textures and surfaces
  slot_offset = 8,     ///< 3: of tex
  slot_resident = 11,  ///< predicate
  slot_level = 12,     ///< level of detail
  slot_dx = 13,        ///< 3: gradients
  slot_dy = 16,        ///< 3
  texture_slots = 19,
};
using TextureSlots = std::array<Slot, texture_slots>;

/// Code::x of all but the queries.
enum : std::uint32_t {
  geometry_dimensions = 3,  ///< 1 to 3
  geometry_layered = 4,     ///< a1d, a2d
  texture_integer = 8,      ///< .s32 coordinates
  surface_formatted = 16,   ///< .p: x counts texels, not bytes
  surface_clamp = 32,       ///< bounds: clamp, zero, else trap
  surface_zero = 64,
  geometry_cube = 128,  ///< with 3 dimensions: a direction
};

Flow run_tex(Warp&, const Code&, Mask);
/// y: component.
Flow run_tld4(Warp&, const Code&, Mask);
/// y: bits of an element, and elements << 8.
Flow run_suld(Warp&, const Code&, Mask);
Flow run_sust(Warp&, const Code&, Mask);
/// y: operation, and type << 8; a formatted one takes its sign from the surface.
Flow run_sured(Warp&, const Code&, Mask);

enum class TextureQuery : std::uint8_t {
  width,
  height,
  depth,
  array_size,
  channel_data_type,
  channel_order,
  normalized_coords,
  force_unnormalized_coords,
  filter_mode,
  addr_mode,
  num_mipmap_levels,
  num_samples,
  memory_layout,
};
/// d: 32 bits; x: TextureQuery; y: 1 when a surface is asked; b: mip level or no_slot.
Flow run_texture_query(Warp&, const Code&, Mask);
/// d: predicate; y: 0 texture, 1 surface, 2 sampler.
Flow run_istypep(Warp&, const Code&, Mask);

}  // namespace lathe::nvptx::exec
