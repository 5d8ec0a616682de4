// Texture and surface objects of a Machine, and their texels: what a fetch reads and a surface store writes.
//
// A handle is a number that no other value of a program is likely to be. Fetches follow the texture appendix of the
// CUDA programming guide: T[i] by point sampling; linear filtering with weights of 8 fractional bits.
// Cost: O(1) for a handle. Source: CUDA C++ programming guide 13.0, "Texture fetching"; PTX ISA 9.0, 9.7.10, 9.7.11.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "simt/texture/desc.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Bytes of one texel, all channels.
std::uint32_t texel_bytes(const TextureDesc& desc);
/// Whether such an object can be made: channels, the dimensions its kind needs, no surfaces over buffers.
bool makes_sense(const TextureDesc& desc, bool surface);
/// Bytes of memory that it describes, all levels.
std::uint64_t bytes_of(const TextureDesc& desc);
/// One mip level as a texture of its own, and where it begins.
TextureDesc level_of(const TextureDesc& desc, std::uint32_t level, std::uint64_t& offset);

/// Read by the threads of a launch, written between launches only.
class TextureTable {
 public:
  /// The handle; 0 when the description makes no sense.
  std::uint64_t add(const TextureDesc& desc, bool surface);
  /// From now on `name`, an address of a variable, stands for the object, in place of what it stood for. False when `object` is no handle.
  bool bind(std::uint64_t name, std::uint64_t object);
  void forget_names() { names_.clear(); }
  /// The handle that a name stands for; what is no name stays as it is. O(names) where it is no handle.
  std::uint64_t object_of(std::uint64_t handle) const;
  /// nullptr when it is no handle of this table.
  const TextureDesc* find(std::uint64_t handle) const;
  static bool is_surface(std::uint64_t handle) { return (handle & 1U) != 0; }

 private:
  std::vector<TextureDesc> descs_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> names_;  // and what they stand for
};

/// A texture or surface and its memory on the host, at least bytes_of(desc).
struct Texels {
  const TextureDesc& desc;
  const std::byte* data = nullptr;
};
/// Four components of 32 bits: floats as their bits, integers extended. What a texel lacks is 0, its alpha 1.
using Color = std::array<std::uint32_t, 4>;
Color read_texel(const Texels& texels, std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t layer);

struct TextureCoordinates {
  bool integer = false;  ///< `i` holds them: a texel, no filter, 0 outside; else `f`
  std::array<float, 3> f{};
  std::array<std::int32_t, 3> i{};
  std::uint32_t layer = 0;               ///< clamped
  std::array<std::int32_t, 3> offset{};  ///< in texels
};
/// tex: a texel, or the weighted mean of its 2, 4 or 8 neighbours.
Color sample(const Texels& texels, const TextureCoordinates& at);
/// The same at a level of detail: of the nearest level, or between two. Nothing, and why, when no one says what the
/// hardware does there.
const char* sample_level(const Texels& texels, const TextureCoordinates& at, double level, Color& color);
/// The level of detail that belongs to two gradients of the coordinates; a fault's text when they lie askew.
const char* level_of_gradient(const TextureDesc& desc, const std::array<float, 3>& dx, const std::array<float, 3>& dy,
                              double& level);
/// A direction in a cube as face and coordinates in it, both in [0, 1].
struct CubePlace {
  std::uint32_t face = 0;
  float s = 0, t = 0;
};
CubePlace cube_place(const std::array<float, 3>& direction);
/// tld4: component `component` of the 4 texels that a linear filter takes, counter-clockwise from lower left.
Color gather(const Texels& texels, const TextureCoordinates& at, unsigned component);

/// Texel as it lies in memory, from four components (sust.p): integers saturate, floats round to nearest even.
void write_texel(const TextureDesc& desc, std::byte* to, const Color& color);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
