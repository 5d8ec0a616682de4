// Expected results of texture_object: the texels themselves; outside the nearest one, or zeros.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Desc = check::TextureDesc;
using Color = std::array<float, 4>;

Desc desc_of(Desc::Kind kind, Desc::Texel texel, std::uint8_t channels, check::Address data) {
  Desc d;
  d.kind = kind;
  d.texel = texel;
  d.channels = channels;
  d.data = data;
  return d;
}
int size(std::uint32_t n) { return static_cast<int>(n); }

void fetch(check::Case& t, std::uint32_t n) {
  const auto v = t.random<float>(n, -1e20F, 1e20F);
  const auto texels = t.in(v);
  Desc d = desc_of(Desc::Kind::buffer, Desc::Texel::f32, 1, texels.address);
  d.width = n;
  const std::uint64_t texture = t.backend.make_texture(d);
  if (texture == 0) return t.fail("no texture of a buffer");
  const auto out = t.out<float>(n);
  t.launch("tex_fetch", {covering(n, 128)}, {128}, texture, out, size(n));
  t.equal("tex_fetch", t.get(out), v);
}

/// Reads w x h texels of two textures of width x height.
void plane(check::Case& t, std::uint32_t width, std::uint32_t height, std::uint32_t w, std::uint32_t h, bool border,
           bool linear) {
  const auto v = t.random<float>(std::size_t{width} * height, -1e6F, 1e6F);
  const auto p = t.random_bits<std::uint32_t>(v.size());
  const auto texels = t.in(v);
  const auto pixels = t.in(p);
  Desc d = desc_of(Desc::Kind::array_2d, Desc::Texel::f32, 1, texels.address);
  d.width = width;
  d.height = height;
  d.wrap = border ? Desc::Wrap::border : Desc::Wrap::clamp;
  d.linear_filter = linear;  // no difference in the middle of texels
  const std::uint64_t floats = t.backend.make_texture(d);
  d.texel = Desc::Texel::u8;
  d.channels = 4;
  d.data = pixels.address;
  d.linear_filter = false;
  const std::uint64_t bytes = t.backend.make_texture(d);
  if (floats == 0 || bytes == 0) return t.fail("no texture of two dimensions");
  const auto out = t.out<float>(std::size_t{w} * h);
  const auto pixel = t.out<std::uint32_t>(std::size_t{w} * h);
  t.launch("tex_2d", {covering(w, 16), covering(h, 16)}, {16, 16}, floats, bytes, out, pixel, size(w), size(h));
  std::vector<float> want;
  std::vector<std::uint32_t> want_pixel;
  for (std::uint32_t y = 0; y < h; ++y)
    for (std::uint32_t x = 0; x < w; ++x) {
      const bool outside = x >= width || y >= height;
      const std::size_t at = std::size_t{std::min(y, height - 1)} * width + std::min(x, width - 1);
      want.push_back(outside && border ? 0 : v[at]);
      want_pixel.push_back(outside && border ? 0 : p[at]);
    }
  t.near("tex_2d floats", t.get(out), want, 0);
  t.equal("tex_2d pixels", t.get(pixel), want_pixel);
}

void space(check::Case& t, std::uint32_t w, std::uint32_t h, std::uint32_t d, bool linear) {
  std::vector<Color> texels, want(std::size_t{w} * h);
  for (std::size_t i = 0; i < std::size_t{w} * h * d; ++i) {
    Color c;
    for (std::size_t k = 0; k < 4; ++k) {
      c[k] = static_cast<float>(t.random<int>(1, -100000, 100000)[0]);
      want[i % want.size()][k] += c[k];
    }
    texels.push_back(c);
  }
  const auto memory = t.in(texels);
  Desc desc = desc_of(Desc::Kind::array_3d, Desc::Texel::f32, 4, memory.address);
  desc.width = w;
  desc.height = h;
  desc.depth = d;
  desc.linear_filter = linear;
  const std::uint64_t texture = t.backend.make_texture(desc);
  if (texture == 0) return t.fail("no texture of three dimensions");
  const auto out = t.out<Color>(want.size());
  t.launch("tex_3d", {covering(w, 16), covering(h, 16)}, {16, 16}, texture, out, size(w), size(h), size(d));
  const auto flat = [](const std::vector<Color>& colors) {
    std::vector<float> v;
    for (const Color& c : colors) v.insert(v.end(), c.begin(), c.end());
    return v;
  };
  t.near("tex_3d", flat(t.get(out)), flat(want), 0);
}

}  // namespace

KERNEL_CHECK(texture_object) {
  for (const std::uint32_t n : {1U, 128U, 301U}) fetch(t, n);
  plane(t, 1, 1, 1, 1, false, false);
  plane(t, 16, 16, 16, 16, false, true);
  plane(t, 37, 21, 37, 21, true, true);
  plane(t, 20, 12, 40, 17, false, false);
  plane(t, 20, 12, 40, 17, true, false);
  space(t, 1, 1, 1, false);
  space(t, 19, 17, 5, false);
  space(t, 4, 8, 4, true);
}
