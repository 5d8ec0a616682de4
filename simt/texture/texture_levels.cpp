// Mip levels and cubes: which level a gradient means, filtering between levels, which face a direction meets.
//
// A direction's face is that of its largest component; where two are equal the first of x, y, z. Levels are weighted
// in 256ths, as texels are. Not known, and faults: which of two levels a level of detail exactly between them means
// without a filter, how gradients that are not along an axis are measured, linear filters across the edge of a face.
// Cost: O(1). Source: CUDA C++ programming guide 13.0, "Texture fetching", "Cubemap textures"; PTX ISA 9.0, 9.7.10.
#include <algorithm>
#include <bit>
#include <cmath>

#include "simt/texture/texture.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Kind = TextureDesc::Kind;

// A sample of a face, or of a texture that is no cube.
const char* sample_flat(const Texels& t, const TextureCoordinates& at, Color& color) {
  if (t.desc.kind != Kind::cube) {
    color = sample(t, at);
    return nullptr;
  }
  const CubePlace place = cube_place(at.f);
  // The face is a picture of its own in memory.
  TextureDesc face = t.desc;
  face.kind = Kind::array_2d;
  face.layers = 0;
  face.wrap = TextureDesc::Wrap::clamp;
  const std::uint64_t layer = t.desc.layers == 0 ? 0 : std::min(at.layer, t.desc.layers - 1);
  const std::byte* data = t.data + (layer * 6 + place.face) * bytes_of(face);
  if (face.linear_filter) {
    const float edge = 0.5F / static_cast<float>(face.width);
    if (place.s < edge || place.s > 1 - edge || place.t < edge || place.t > 1 - edge)
      return "a linear filter across the edge of a cube's face is not supported";
  }
  TextureCoordinates flat;
  flat.f = {place.s, place.t, 0};
  color = sample({face, data}, flat);
  return nullptr;
}

const char* sample_one(const Texels& t, const TextureCoordinates& at, std::uint32_t level, Color& color) {
  std::uint64_t offset = 0;
  const TextureDesc desc = level_of(t.desc, level, offset);
  return sample_flat({desc, t.data + offset}, at, color);
}

}  // namespace

CubePlace cube_place(const std::array<float, 3>& d) {
  const float x = std::fabs(d[0]), y = std::fabs(d[1]), z = std::fabs(d[2]);
  CubePlace out;
  float s, t, m;
  if (x >= y && x >= z) {
    out.face = d[0] >= 0 ? 0 : 1;
    s = d[0] >= 0 ? -d[2] : d[2], t = -d[1], m = x;
  } else if (y >= z) {
    out.face = d[1] >= 0 ? 2 : 3;
    s = d[0], t = d[1] >= 0 ? d[2] : -d[2], m = y;
  } else {
    out.face = d[2] >= 0 ? 4 : 5;
    s = d[2] >= 0 ? d[0] : -d[0], t = -d[1], m = z;
  }
  out.s = m == 0 ? 0.5F : (s / m + 1) / 2;
  out.t = m == 0 ? 0.5F : (t / m + 1) / 2;
  return out;
}

const char* sample_level(const Texels& t, const TextureCoordinates& at, double level, Color& color) {
  const TextureDesc& d = t.desc;
  const double last = static_cast<double>(d.levels) - 1;
  if (std::isnan(level)) level = 0;
  level =
      std::clamp(level + double{d.level_bias}, double{d.min_level}, std::max(double{d.min_level}, double{d.max_level}));
  level = std::clamp(level, 0.0, last);
  if (!d.linear_levels) {
    const double below = std::floor(level);
    if (level - below == 0.5) return "a level of detail exactly between two levels, without a filter";
    return sample_one(t, at, static_cast<std::uint32_t>(level - below > 0.5 ? below + 1 : below), color);
  }
  const auto fixed = static_cast<std::uint32_t>(std::floor(level * 256 + 0.5));
  const std::uint32_t first = fixed >> 8, weight = fixed & 255;
  if (const char* why = sample_one(t, at, first, color)) return why;
  if (weight == 0) return nullptr;
  Color next;
  if (const char* why = sample_one(t, at, first + 1, next)) return why;
  for (unsigned k = 0; k < 4; ++k) {
    const double a = std::bit_cast<float>(color[k]), b = std::bit_cast<float>(next[k]);
    color[k] = std::bit_cast<std::uint32_t>(static_cast<float>((a * (256 - weight) + b * weight) / 256));
  }
  return nullptr;
}

const char* level_of_gradient(const TextureDesc& d, const std::array<float, 3>& dx, const std::array<float, 3>& dy,
                              double& level) {
  if (d.kind == Kind::cube) return "gradients of a cube's directions are not supported";
  const std::array<std::uint32_t, 3> size{d.width, d.height, d.depth};
  const unsigned dimensions = d.kind == Kind::array_3d ? 3 : d.kind == Kind::array_2d ? 2 : 1;
  double longest = 0;
  for (const auto* gradient : {&dx, &dy}) {
    unsigned parts = 0;
    for (unsigned k = 0; k < dimensions; ++k) {
      if ((*gradient)[k] != 0) ++parts;
      longest = std::max(longest, std::fabs(double{(*gradient)[k]} * size[k]));
    }
    if (parts > 1) return "a gradient that is not along an axis is not supported: how it is measured is not documented";
  }
  level = longest <= 1 ? 0 : std::log2(longest);
  return nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
