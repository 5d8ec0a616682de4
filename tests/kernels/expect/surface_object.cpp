// Expected results of surface_object: twice the floats, the bytes of the texels reversed.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

/// Surfaces of width x height, of which w x h texels are touched.
void run(check::Case& t, std::uint32_t width, std::uint32_t height, std::uint32_t w, std::uint32_t h) {
  const std::size_t count = std::size_t{width} * height;
  auto floats = t.random<float>(count, -1e30F, 1e30F);
  const float special[] = {0x1p-149F, -0.0F, 3e38F, std::numeric_limits<float>::infinity(), 1};
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 5); ++i) floats[i] = special[i];
  auto pixels = t.random_bits<std::uint32_t>(count);
  const auto f = t.in(floats);
  const auto p = t.in(pixels);
  check::TextureDesc desc;
  desc.kind = check::TextureDesc::Kind::array_2d;
  desc.width = width;
  desc.height = height;
  desc.data = f.address;
  const std::uint64_t float_surface = t.backend.make_surface(desc);
  desc.texel = check::TextureDesc::Texel::u8;
  desc.channels = 4;
  desc.data = p.address;
  const std::uint64_t pixel_surface = t.backend.make_surface(desc);
  if (float_surface == 0 || pixel_surface == 0) return t.fail("no surface");
  t.launch("surf_double", {covering(w, 16), covering(h, 16)}, {16, 16}, float_surface, pixel_surface,
           static_cast<int>(w), static_cast<int>(h));
  for (std::size_t i = 0; i < count; ++i) {
    if (i % width >= w || i / width >= h) continue;
    floats[i] += floats[i];
    pixels[i] = pixels[i] << 24 | (pixels[i] & 0xff00U) << 8 | (pixels[i] >> 8 & 0xff00U) | pixels[i] >> 24;
  }
  t.equal("surf_double, floats", t.get(f), floats);
  t.equal("surf_double, pixels", t.get(p), pixels);
}

}  // namespace

KERNEL_CHECK(surface_object) {
  run(t, 1, 1, 1, 1);
  run(t, 16, 16, 16, 16);
  run(t, 37, 21, 37, 21);
  run(t, 40, 9, 18, 7);
}
