// Texels of plain memory: reading one, address modes, point and linear filter, writing one.
//
// Linear filtering: the coordinate less half a texel is rounded to 8 fractional bits; its integer part is the first
// texel, its fraction the weight of the second. The mean is formed exactly and rounded once.
// Cost: O(1). Source: CUDA C++ programming guide 13.0, "Texture fetching".
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/lanes/small_float.hpp"
#include "simt/texture/texture.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;
using Wrap = TextureDesc::Wrap;

constexpr std::int64_t outside = -1;

unsigned dimensions(const TextureDesc& d) {
  return d.kind == Kind::array_3d ? 3 : d.kind == Kind::array_2d || d.kind == Kind::cube ? 2 : 1;
}
std::uint32_t extent(const TextureDesc& d, unsigned dimension) {
  return dimension == 0 ? d.width : dimension == 1 ? d.height : d.depth;
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::uint32_t bits_of_float(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

// Integers of up to 16 bits to [0, 1] or [-1, 1].
template <class T>
std::uint32_t component(const std::byte* from, bool normalized) {
  const T value = load<T>(from);
  if (!normalized) return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
  const double v = static_cast<double>(value) / static_cast<double>(std::numeric_limits<T>::max());
  return bits_of_float(std::max(v, -1.0));
}

std::uint32_t component(const TextureDesc& d, const std::byte* from) {
  switch (d.texel) {
    case Texel::u8:
      return component<std::uint8_t>(from, d.normalized_read);
    case Texel::s8:
      return component<std::int8_t>(from, d.normalized_read);
    case Texel::u16:
      return component<std::uint16_t>(from, d.normalized_read);
    case Texel::s16:
      return component<std::int16_t>(from, d.normalized_read);
    case Texel::f16:
      return bits_of_float(small_to_double(load<std::uint16_t>(from), f16_format));
    default:
      return load<std::uint32_t>(from);
  }
}

bool gives_floats(const TextureDesc& d) { return d.texel == Texel::f16 || d.texel == Texel::f32 || d.normalized_read; }

// Wrapping and mirroring are for normalized coordinates; others are clamped.
Wrap wrap_of(const TextureDesc& d) {
  return !d.normalized_coords && (d.wrap == Wrap::repeat || d.wrap == Wrap::mirror) ? Wrap::clamp : d.wrap;
}

// Which texel of a row of n is meant by i; `outside` where the border is.
std::int64_t in_row(Wrap wrap, std::int64_t i, std::int64_t n) {
  if (i >= 0 && i < n) return i;
  switch (wrap) {
    case Wrap::clamp:
      return i < 0 ? 0 : n - 1;
    case Wrap::repeat:
      return (i % n + n) % n;
    case Wrap::mirror: {
      const std::int64_t m = (i % (2 * n) + 2 * n) % (2 * n);
      return m < n ? m : 2 * n - 1 - m;
    }
    case Wrap::border:
      break;
  }
  return outside;
}

// A coordinate in texels. Not a number is 0; what is far outside stays far outside.
double in_texels(const TextureDesc& d, float coordinate, unsigned dimension) {
  if (std::isnan(coordinate)) return 0;
  const double u = d.normalized_coords ? double{coordinate} * extent(d, dimension) : double{coordinate};
  return std::clamp(u, -1e15, 1e15);
}

Color at_indices(const Texels& t, Wrap wrap, const std::array<std::int64_t, 3>& index, std::uint32_t layer) {
  std::array<std::uint32_t, 3> at{};
  for (unsigned k = 0; k < dimensions(t.desc); ++k) {
    const std::int64_t i = in_row(wrap, index[k], extent(t.desc, k));
    if (i == outside) return {};
    at[k] = static_cast<std::uint32_t>(i);
  }
  return read_texel(t, at[0], at[1], at[2], layer);
}

std::uint32_t layer_of(const TextureDesc& d, std::uint32_t layer) {
  return d.layers == 0 ? 0 : std::min(layer, d.layers - 1);
}

/// The texels between which a coordinate lies: the first, and the weight of the second in 256ths.
struct Between {
  std::int64_t first = 0;
  unsigned weight = 0;
};
Between between(const TextureDesc& d, float coordinate, unsigned dimension, std::int32_t offset) {
  const double fixed = std::floor((in_texels(d, coordinate, dimension) - 0.5) * 256 + 0.5);
  const auto scaled = static_cast<std::int64_t>(fixed);
  return {(scaled >> 8) + offset, static_cast<unsigned>(scaled & 255)};
}

Color filter(const Texels& t, const TextureCoordinates& at) {
  const unsigned n = dimensions(t.desc);
  std::array<Between, 3> b{};
  for (unsigned k = 0; k < n; ++k) b[k] = between(t.desc, at.f[k], k, at.offset[k]);
  std::array<double, 4> sum{};
  for (unsigned corner = 0; corner < 1U << n; ++corner) {
    double weight = 1;
    std::array<std::int64_t, 3> index{};
    for (unsigned k = 0; k < n; ++k) {
      const bool second = (corner >> k & 1U) != 0;
      index[k] = b[k].first + (second ? 1 : 0);
      weight *= (second ? b[k].weight : 256 - b[k].weight) / 256.0;
    }
    // A weight of 0 takes nothing, not even an infinity.
    if (weight == 0) continue;
    const Color c = at_indices(t, wrap_of(t.desc), index, layer_of(t.desc, at.layer));
    for (unsigned k = 0; k < 4; ++k) sum[k] += weight * std::bit_cast<float>(c[k]);
  }
  Color out;
  for (unsigned k = 0; k < 4; ++k) out[k] = bits_of_float(sum[k]);
  return out;
}

template <class T>
void put(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}
template <class T>
void put_unsigned(std::byte* to, std::uint32_t value) {
  put(to, static_cast<T>(std::min<std::uint32_t>(value, std::numeric_limits<T>::max())));
}
template <class T>
void put_signed(std::byte* to, std::uint32_t value) {
  put(to, static_cast<T>(std::clamp<std::int32_t>(static_cast<std::int32_t>(value), std::numeric_limits<T>::min(),
                                                  std::numeric_limits<T>::max())));
}

}  // namespace

Color read_texel(const Texels& t, std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t layer) {
  const TextureDesc& d = t.desc;
  const std::uint64_t rows = dimensions(d) > 1 ? d.height : 1;
  // Of a cube, z is the face.
  const std::uint64_t slice = d.kind == Kind::cube ? std::uint64_t{layer} * 6 + z : d.layers != 0 ? layer : z;
  const std::uint32_t size = texel_bytes(d), one = size / d.channels;
  const std::byte* from = t.data + ((slice * rows + y) * d.width + x) * size;
  Color color{0, 0, 0, gives_floats(d) ? std::bit_cast<std::uint32_t>(1.0F) : 1U};
  for (unsigned k = 0; k < d.channels; ++k) color[k] = component(d, from + std::size_t{k} * one);
  return color;
}

Color sample(const Texels& t, const TextureCoordinates& at) {
  const TextureDesc& d = t.desc;
  if (!at.integer && d.linear_filter) return filter(t, at);
  std::array<std::int64_t, 3> index{};
  for (unsigned k = 0; k < dimensions(d); ++k) {
    const std::int64_t i = at.integer ? at.i[k] : static_cast<std::int64_t>(std::floor(in_texels(d, at.f[k], k)));
    index[k] = i + at.offset[k];
  }
  return at_indices(t, at.integer ? Wrap::border : wrap_of(d), index, layer_of(d, at.layer));
}

Color gather(const Texels& t, const TextureCoordinates& at, unsigned component) {
  const Between x = between(t.desc, at.f[0], 0, at.offset[0]), y = between(t.desc, at.f[1], 1, at.offset[1]);
  const std::uint32_t layer = layer_of(t.desc, at.layer);
  const auto one = [&](unsigned dx, unsigned dy) {
    return at_indices(t, wrap_of(t.desc), {x.first + dx, y.first + dy, 0}, layer)[component];
  };
  return {one(0, 1), one(1, 1), one(1, 0), one(0, 0)};
}

void write_texel(const TextureDesc& d, std::byte* to, const Color& color) {
  const std::uint32_t one = texel_bytes(d) / d.channels;
  for (unsigned k = 0; k < d.channels; ++k) {
    std::byte* at = to + std::size_t{k} * one;
    switch (d.texel) {
      case Texel::u8:
        put_unsigned<std::uint8_t>(at, color[k]);
        break;
      case Texel::s8:
        put_signed<std::int8_t>(at, color[k]);
        break;
      case Texel::u16:
        put_unsigned<std::uint16_t>(at, color[k]);
        break;
      case Texel::s16:
        put_signed<std::int16_t>(at, color[k]);
        break;
      case Texel::f16:
        put(at, double_to_small(std::bit_cast<float>(color[k]), f16_format));
        break;
      default:
        put(at, color[k]);
    }
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
