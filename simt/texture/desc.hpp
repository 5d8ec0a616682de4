// What a texture or surface is.
#pragma once

#include <cstdint>

#include "simt/state/options.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// A texture or surface object over plain memory. Dimensions in texels; 0 = dimension not there.
struct TextureDesc {
  /// A cube has six faces of width x width, in the order of CUDA's cubemaps: +x -x +y -y +z -z.
  enum class Kind : std::uint8_t { buffer, array_1d, array_2d, array_3d, cube } kind = Kind::buffer;
  enum class Texel : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 } texel = Texel::f32;
  std::uint8_t channels = 1;  ///< 1, 2, 4
  std::uint32_t width = 0, height = 0, depth = 0, layers = 0;
  bool normalized_coords = false, linear_filter = false, normalized_read = false;
  enum class Wrap : std::uint8_t { repeat, clamp, mirror, border } wrap = Wrap::clamp;
  std::uint32_t levels = 1;    ///< mip levels, each half of the one before and behind it; layers within a level
  bool linear_levels = false;  ///< between levels, too
  float level_bias = 0, min_level = 0, max_level = 1000;
  Address data = 0;  ///< rows of width * channels * texel size bytes, tightly packed
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
