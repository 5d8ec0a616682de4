// Textures and surfaces: the fetch against the formulas of the CUDA programming guide, written out again in this
// file; kernels of a few lines for each instruction.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "simt/lanes/small_float.hpp"
#include "simt/texture/texture.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using exec::TextureDesc;
using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;
using Wrap = TextureDesc::Wrap;

namespace {

std::uint32_t bits(float f) { return std::bit_cast<std::uint32_t>(f); }
float value(std::uint32_t b) { return std::bit_cast<float>(b); }

TextureDesc describe(Kind kind, std::uint32_t width, std::uint32_t height = 0, std::uint32_t depth = 0) {
  TextureDesc d;
  d.kind = kind;
  d.width = width;
  d.height = height;
  d.depth = depth;
  d.data = 256;
  return d;
}

std::vector<float> random_floats(std::size_t n) {
  test::Random random{n};
  std::vector<float> out(n);
  for (float& f : out) f = static_cast<float>(random() % 2001) - 1000.0F;
  return out;
}

exec::Texels texels(const TextureDesc& d, const std::vector<float>& data) {
  return {d, reinterpret_cast<const std::byte*>(data.data())};
}

exec::Color at(const exec::Texels& t, float x, float y = 0, float z = 0, std::uint32_t layer = 0) {
  exec::TextureCoordinates c;
  c.f = {x, y, z};
  c.layer = layer;
  return exec::sample(t, c);
}

// ---- kernels

struct Ran {
  std::string fault;
  std::vector<std::uint32_t> out;
  std::vector<std::byte> memory;  ///< behind the object
};
// %t: the handle; %out: results; %me. The object lies over `data`.
Ran run(const std::string& body, TextureDesc desc, const std::vector<std::byte>& data, bool surface,
        unsigned threads = 1) {
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 t, .param .u64 o)\n{\n"
      "  .reg .b64 %t, %out, %rd<9>;\n  .reg .b32 %me, %r<9>;\n  .reg .f32 %f<20>;\n  .reg .b16 %h<5>;\n"
      "  .reg .pred %p<4>;\n  ld.param.u64 %t, [t];\n  ld.param.u64 %out, [o];\n  mov.u32 %me, %tid.x;\n" +
      body + "\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, "sm_90");
  Ran out;
  exec::Machine machine({.max_steps = 1U << 20});
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  desc.data = machine.allocate(data.size());
  failed(machine.write(desc.data, data));
  const exec::Address to = machine.allocate(256);
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {threads};
  launch.add(surface ? machine.make_surface(desc) : machine.make_texture(desc)).add(to);
  if (failed(machine.launch(launch))) return out;
  out.out.resize(64);
  out.memory.resize(data.size());
  failed(machine.read(to, std::as_writable_bytes(std::span(out.out))));
  failed(machine.read(desc.data, out.memory));
  return out;
}

template <class T>
std::vector<std::byte> bytes(const std::vector<T>& values) {
  std::vector<std::byte> out(values.size() * sizeof(T));
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}
template <class T>
std::vector<T> counting(std::size_t n) {
  std::vector<T> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(i + 1);
  return out;
}

const std::string store4 = "  st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};\n";
const std::string store4f = "  st.global.v4.f32 [%out], {%f1, %f2, %f3, %f4};\n";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("textures that make sense") {
  exec::TextureTable table;
  TextureDesc d = describe(Kind::array_2d, 4, 4);
  const auto texture = table.add(d, false), surface = table.add(d, true);
  CHECK(texture != 0);
  CHECK(surface != texture);
  CHECK(!exec::TextureTable::is_surface(texture));
  CHECK(exec::TextureTable::is_surface(surface));
  REQUIRE(table.find(texture) != nullptr);
  CHECK(table.find(texture)->width == 4);
  CHECK(table.find(0) == nullptr);
  CHECK(table.find(texture + 4) == nullptr);
  CHECK(table.find(texture - 1) == nullptr);
  d.height = 0;
  CHECK(table.add(d, false) == 0);
  d.height = 4;
  d.channels = 3;
  CHECK(table.add(d, false) == 0);
  d.channels = 4;
  d.texel = Texel::u32;
  d.linear_filter = true;
  CHECK(table.add(d, false) == 0);
  d.linear_filter = false;
  d.normalized_read = true;
  CHECK(table.add(d, false) == 0);
  CHECK(table.add(describe(Kind::buffer, 4), true) == 0);
  CHECK(table.add(describe(Kind::buffer, 4), false) != 0);
  CHECK(table.add(describe(Kind::array_3d, 4, 4), false) == 0);
}

TEST_CASE("texels of every type, as they are and normalized") {
  const auto one = [](Texel texel, bool normalized, std::uint32_t raw) {
    TextureDesc d = describe(Kind::array_1d, 1);
    d.texel = texel;
    d.normalized_read = normalized;
    return exec::read_texel({d, reinterpret_cast<const std::byte*>(&raw)}, 0, 0, 0, 0);
  };
  CHECK(one(Texel::u8, false, 0xff)[0] == 0xff);
  CHECK(one(Texel::s8, false, 0xff)[0] == 0xffffffffU);
  CHECK(one(Texel::u16, false, 0xfffe)[0] == 0xfffe);
  CHECK(one(Texel::s16, false, 0xfffe)[0] == 0xfffffffeU);
  CHECK(one(Texel::u32, false, 0xfffffffe)[0] == 0xfffffffeU);
  CHECK(one(Texel::f32, false, 0x7fc12345)[0] == 0x7fc12345U);
  CHECK(one(Texel::f16, false, 0x3c00)[0] == bits(1.0F));
  CHECK(one(Texel::f16, false, 0x0001)[0] == bits(std::ldexp(1.0F, -24)));
  CHECK(one(Texel::f16, false, 0xfc00)[0] == 0xff800000U);
  CHECK(one(Texel::u8, true, 255)[0] == bits(1.0F));
  CHECK(one(Texel::u8, true, 51)[0] == bits(0.2F));
  CHECK(one(Texel::s8, true, 0x80)[0] == bits(-1.0F));
  CHECK(one(Texel::s8, true, 0x81)[0] == bits(-1.0F));
  CHECK(one(Texel::s8, true, 127)[0] == bits(1.0F));
  CHECK(one(Texel::u16, true, 0xffff)[0] == bits(1.0F));
  CHECK(one(Texel::s16, true, 0x8000)[0] == bits(-1.0F));
  // What is not there: 0, alpha 1.
  const exec::Color f = one(Texel::f32, false, 0), u = one(Texel::u8, false, 0);
  CHECK(f[1] == 0);
  CHECK(f[2] == 0);
  CHECK(f[3] == bits(1.0F));
  CHECK(u[3] == 1);
}

TEST_CASE("point sampling: floor of the coordinate, all address modes") {
  const auto data = random_floats(5);
  TextureDesc d = describe(Kind::array_1d, 5);
  const auto t = texels(d, data);
  const auto is = [&](float x, float expected) { CHECK(value(at(t, x)[0]) == expected); };
  for (int i = 0; i < 5; ++i) {
    is(static_cast<float>(i), data[static_cast<std::size_t>(i)]);
    is(static_cast<float>(i) + 0.999F, data[static_cast<std::size_t>(i)]);
  }
  is(-0.001F, data[0]);
  is(5.0F, data[4]);
  is(1e30F, data[4]);
  is(-INFINITY, data[0]);
  is(NAN, data[0]);
  d.wrap = Wrap::border;
  is(-0.001F, 0);
  is(5.0F, 0);
  is(4.99F, data[4]);
  d.wrap = Wrap::repeat;  // not for unnormalized coordinates: clamp
  is(5.5F, data[4]);
  d.normalized_coords = true;
  is(0.3F, data[1]);
  is(1.3F, data[1]);
  is(-0.1F, data[4]);
  is(-0.3F, data[3]);
  d.wrap = Wrap::mirror;
  is(0.3F, data[1]);
  is(1.1F, data[4]);
  is(1.3F, data[3]);
  is(2.3F, data[1]);
  is(-0.1F, data[0]);
  is(-0.3F, data[1]);
  d.wrap = Wrap::clamp;
  is(1.3F, data[4]);
  is(-3.0F, data[0]);
  d.wrap = Wrap::border;
  is(1.3F, 0);
  is(0.99F, data[4]);
}

TEST_CASE("linear filter: weights of 8 bits") {
  const std::vector<float> data{0, 256, 1024, -512};
  TextureDesc d = describe(Kind::array_1d, 4);
  d.linear_filter = true;
  const auto t = texels(d, data);
  CHECK(value(at(t, 0.5F)[0]) == 0);  // the middle of a texel is that texel
  CHECK(value(at(t, 1.5F)[0]) == 256);
  CHECK(value(at(t, 1.0F)[0]) == 128);  // half way
  CHECK(value(at(t, 0.75F)[0]) == 64);
  CHECK(value(at(t, 0.5F + 1.0F / 256)[0]) == 1);
  CHECK(value(at(t, 0.5F + 1.4F / 256)[0]) == 1);  // between two weights: the nearer
  CHECK(value(at(t, 0.5F + 1.6F / 256)[0]) == 2);
  CHECK(value(at(t, 0.5F + 255.9F / 256)[0]) == 256);
  CHECK(value(at(t, 0.0F)[0]) == 0);  // clamped on both sides
  CHECK(value(at(t, 9.0F)[0]) == -512);
  d.wrap = Wrap::border;
  CHECK(value(at(t, 4.0F)[0]) == -256);  // half of it is border
  CHECK(value(at(t, 9.0F)[0]) == 0);
  d.normalized_coords = true;
  d.wrap = Wrap::repeat;
  CHECK(value(at(t, 0.0F)[0]) == -256);  // the last and the first
  CHECK(value(at(t, 1.0F)[0]) == -256);
  d.wrap = Wrap::mirror;
  CHECK(value(at(t, 0.0F)[0]) == 0);  // the first twice
  CHECK(value(at(t, 1.0F)[0]) == -512);
  // A weight of 0 takes nothing of an infinity.
  const std::vector<float> infinite{1, INFINITY};
  TextureDesc e = describe(Kind::array_1d, 2);
  e.linear_filter = true;
  CHECK(value(at(texels(e, infinite), 0.5F)[0]) == 1);
}

TEST_CASE("linear filter in two and three dimensions, layers, offsets") {
  const auto data = random_floats(4 * 3 * 2);
  TextureDesc d = describe(Kind::array_3d, 4, 3, 2);
  d.linear_filter = true;
  const auto t = [&](unsigned x, unsigned y, unsigned z) { return double{data[(z * 3 + y) * 4 + x]}; };
  const auto mix = [](double a, double b, double w) { return a * (1 - w) + b * w; };
  double expected = 0;
  {
    const double wx = 0.25, wy = 0.5, wz = 0.75;  // at 1.75, 2.0, 1.25: between 1 and 2, 1 and 2, 0 and 1
    const auto row = [&](unsigned y, unsigned z) { return mix(t(1, y, z), t(2, y, z), wx); };
    const auto plane = [&](unsigned z) { return mix(row(1, z), row(2, z), wy); };
    expected = mix(plane(0), plane(1), wz);
  }
  CHECK(value(at(texels(d, data), 1.75F, 2.0F, 1.25F)[0]) == static_cast<float>(expected));

  TextureDesc e = describe(Kind::array_2d, 4, 3);
  e.layers = 2;
  CHECK(value(at(texels(e, data), 2.5F, 1.5F, 0, 0)[0]) == data[1 * 4 + 2]);
  CHECK(value(at(texels(e, data), 2.5F, 1.5F, 0, 1)[0]) == data[(3 + 1) * 4 + 2]);
  CHECK(value(at(texels(e, data), 2.5F, 1.5F, 0, 7)[0]) == data[(3 + 1) * 4 + 2]);

  exec::TextureCoordinates c;
  c.f = {2.5F, 1.5F, 0};
  c.offset = {-1, 1, 0};
  CHECK(value(exec::sample(texels(e, data), c)[0]) == data[2 * 4 + 1]);
  c.integer = true;
  c.i = {3, 0, 0};
  CHECK(value(exec::sample(texels(e, data), c)[0]) == data[1 * 4 + 2]);
  c.offset = {1, 0, 0};
  CHECK(exec::sample(texels(e, data), c)[0] == 0);  // integer coordinates outside
}

TEST_CASE("gather: four texels, counter-clockwise from lower left") {
  const auto data = random_floats(4 * 3);
  const TextureDesc d = describe(Kind::array_2d, 4, 3);
  exec::TextureCoordinates c;
  c.f = {1.75F, 1.5F, 0};  // texels 1 and 2, rows 1 and 2
  const exec::Color g = exec::gather(texels(d, data), c, 0);
  CHECK(value(g[0]) == data[2 * 4 + 1]);
  CHECK(value(g[1]) == data[2 * 4 + 2]);
  CHECK(value(g[2]) == data[1 * 4 + 2]);
  CHECK(value(g[3]) == data[1 * 4 + 1]);
  CHECK(exec::gather(texels(d, data), c, 3)[1] == bits(1.0F));
}

TEST_CASE("tex: forms and geometries") {
  const auto floats = bytes(counting<float>(64));
  TextureDesc linear = describe(Kind::buffer, 16);
  linear.channels = 4;
  const Ran fetch = run("  tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {3}];\n" + store4f, linear, floats, false);
  CHECK(fetch.fault == "");
  CHECK(value(fetch.out.at(0)) == 13);
  CHECK(value(fetch.out.at(3)) == 16);
  const Ran outside = run("  mov.u32 %r1, -1;\n  tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, %r1];\n" + store4f,
                          linear, floats, false);
  CHECK(outside.fault == "");
  CHECK(outside.out.at(0) == 0);
  TextureDesc flat = describe(Kind::array_2d, 8, 8);
  const std::string point = "  mov.f32 %f5, 0f40200000;\n  mov.f32 %f6, 0f40900000;\n";  // 2.5, 4.5
  for (const char* form : {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f5, %f6}];",
                           "tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f5, %f6}], %f5;",
                           "tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f5, %f6}], {%f5, %f5}, {%f6, %f6};",
                           "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}|%p1, [%t, {%f5, %f6}];",
                           "tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {2, 4}];"}) {
    CAPTURE(form);
    const Ran r = run(point + "  " + form + "\n" + store4f, flat, floats, false);
    CHECK(r.fault == "");
    CHECK(value(r.out.at(0)) == 4 * 8 + 2 + 1);
    CHECK(value(r.out.at(3)) == 1);
  }
  const Ran moved = run(point + "  tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f5, %f6}], {1, -2};\n" + store4f,
                        flat, floats, false);
  CHECK(moved.fault == "");
  CHECK(value(moved.out.at(0)) == 2 * 8 + 3 + 1);
  TextureDesc cube = describe(Kind::array_3d, 4, 4, 4);
  const Ran solid =
      run("  tex.3d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {1, 2, 3, 3}];\n" + store4f, cube, floats, false);
  CHECK(solid.fault == "");
  CHECK(value(solid.out.at(0)) == 3 * 16 + 2 * 4 + 1 + 1);
  TextureDesc layers = describe(Kind::array_2d, 4, 4);
  layers.layers = 4;
  const Ran layered = run(
      point + "  mov.u32 %r1, 2;\n  tex.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%r1, %f5, %f5, %f5}];\n" + store4f,
      layers, floats, false);
  CHECK(layered.fault == "");
  CHECK(value(layered.out.at(0)) == 2 * 16 + 2 * 4 + 2 + 1);
  TextureDesc lines = describe(Kind::array_1d, 8);
  lines.layers = 8;
  const Ran line = run("  tex.a1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {5, 3}];\n" + store4f, lines, floats, false);
  CHECK(line.fault == "");
  CHECK(value(line.out.at(0)) == 5 * 8 + 3 + 1);
  TextureDesc small = describe(Kind::array_2d, 8, 8);
  small.texel = Texel::s8;
  small.channels = 4;
  std::vector<std::int8_t> signed_bytes(256, -3);
  const Ran ints =
      run("  tex.2d.v4.s32.f32 {%r1, %r2, %r3, %r4}, [%t, {%f5, %f5}];\n" + store4, small, bytes(signed_bytes), false);
  CHECK(ints.fault == "");
  CHECK(ints.out.at(2) == 0xfffffffdU);
  const Ran four =
      run(point + "  tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f5, %f6}];\n" + store4f, flat, floats, false);
  CHECK(four.fault == "");
  CHECK(value(four.out.at(0)) == 5 * 8 + 2 + 1);
  CHECK(value(four.out.at(3)) == 4 * 8 + 2 + 1);
}

TEST_CASE("tex: lanes that are masked off keep their registers, each lane has its coordinate") {
  const auto floats = bytes(counting<float>(64));
  const Ran r =
      run("  mov.f32 %f1, 0f00000000;\n  and.b32 %r1, %me, 1;\n  setp.eq.u32 %p1, %r1, 0;\n"
          "  @%p1 tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {%me}];\n  mul.wide.u32 %rd1, %me, 4;\n"
          "  add.s64 %rd1, %out, %rd1;\n  st.global.f32 [%rd1], %f1;\n",
          describe(Kind::buffer, 64), floats, false, 32);
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned i = 0; i < 32; ++i) CHECK(value(r.out[i]) == (i % 2 == 0 ? static_cast<float>(i + 1) : 0.0F));
}

TEST_CASE("suld and sust: widths, vectors, bounds") {
  TextureDesc d = describe(Kind::array_2d, 8, 4);
  d.texel = Texel::u8;
  const auto data = bytes(counting<std::uint8_t>(32));
  const Ran loads =
      run("  suld.b.2d.b8.trap %h1, [%t, {3, 2}];\n  suld.b.2d.b16.clamp %h2, [%t, {100, -5}];\n"
          "  suld.b.2d.v2.b16.zero {%h3, %h4}, [%t, {4, 1}];\n  suld.b.2d.b64.zero %rd1, [%t, {8, 0}];\n"
          "  cvt.u32.u16 %r1, %h1;\n  cvt.u32.u16 %r2, %h2;\n  mov.b32 %r3, {%h3, %h4};\n"
          "  cvt.u32.u64 %r4, %rd1;\n" +
              store4,
          d, data, true);
  CHECK(loads.fault == "");
  CHECK(loads.out.at(0) == 2 * 8 + 3 + 1);
  CHECK(loads.out.at(1) == 0x0807);  // the last two bytes of the first row
  CHECK(loads.out.at(2) == 0x100f0e0dU);
  CHECK(loads.out.at(3) == 0);
  const Ran stores =
      run("  mov.u32 %r1, 0xaabbccdd;\n  mov.u16 %h1, 0x1234;\n  mov.u32 %r5, 0;\n"
          "  sust.b.2d.b32.trap [%t, {4, 3}], %r1;\n  sust.b.2d.v2.b16.clamp [%t, {50, 0}], {%h1, %h1};\n"
          "  sust.b.2d.b32.zero [%t, {0, 4}], %r5;\n  sust.b.2d.b8.trap [%t, {0, 1}], %h1;\n",
          d, data, true);
  CHECK(stores.fault == "");
  std::vector<std::uint8_t> expected = counting<std::uint8_t>(32);
  const std::uint8_t last[] = {0xdd, 0xcc, 0xbb, 0xaa}, clamped[] = {0x34, 0x12, 0x34, 0x12};
  std::memcpy(expected.data() + 28, last, 4);
  std::memcpy(expected.data() + 4, clamped, 4);
  expected[8] = 0x34;
  CHECK(stores.memory == bytes(expected));
  CHECK(contains(run("  suld.b.2d.b32.trap %r1, [%t, {5, 0}];", d, data, true).fault, "out of bounds"));
  CHECK(contains(run("  suld.b.2d.b32.trap %r1, [%t, {2, 0}];", d, data, true).fault, "misaligned"));
  CHECK(contains(run("  sust.b.2d.b32.trap [%t, {0, 4}], %r1;", d, data, true).fault, "row 4"));
}

TEST_CASE("sust.p converts to the texel's type") {
  const auto data = std::vector<std::byte>(64);
  const auto with = [&](Texel texel, std::uint8_t channels, const std::string& values) {
    TextureDesc d = describe(Kind::array_1d, 4);
    d.texel = texel;
    d.channels = channels;
    const Ran r =
        run("  mov.u32 %r1, 300;\n  mov.u32 %r2, -200;\n  mov.u32 %r3, 0x3fc00000;\n  mov.u32 %r4, 5;\n"
            "  sust.p.1d." +
                values + ";\n",
            d, data, true);
    CHECK(r.fault == "");
    std::vector<std::uint8_t> out(16);
    if (r.memory.size() == 64) std::memcpy(out.data(), r.memory.data() + 2 * texel_bytes(d), 16);
    return out;
  };
  const auto u = with(Texel::u8, 2, "v2.b32.trap [%t, {2}], {%r1, %r4}");
  CHECK(u[0] == 255);
  CHECK(u[1] == 5);
  const auto s = with(Texel::s8, 2, "v2.b32.trap [%t, {2}], {%r1, %r2}");
  CHECK(s[0] == 127);
  CHECK(s[1] == 0x80);
  const auto h = with(Texel::f16, 1, "b32.trap [%t, {2}], %r3");
  CHECK(h[0] == 0);
  CHECK(h[1] == 0x3e);
  const auto f = with(Texel::f32, 1, "b32.trap [%t, {2}], %r3");
  CHECK(f[3] == 0x3f);
}

TEST_CASE("sured") {
  TextureDesc d = describe(Kind::array_2d, 4, 2);
  d.texel = Texel::s32;
  std::vector<std::int32_t> data(8, 10);
  const Ran r =
      run("  sured.b.add.2d.u32.trap [%t, {4, 1}], %me;\n  sured.b.min.2d.s32.trap [%t, {0, 0}], -7;\n"
          "  sured.p.max.2d.b32.trap [%t, {3, 0}], 11;\n  sured.b.or.2d.b32.clamp [%t, {8, 9}], 5;\n"
          "  sured.p.min.2d.b32.zero [%t, {4, 0}], -1;\n",
          d, bytes(data), true, 32);
  CHECK(r.fault == "");
  data[4 + 1] = 10 + 31 * 32 / 2;
  data[0] = -7;
  data[3] = 11;
  data[4 + 2] = 15;
  CHECK(r.memory == bytes(data));
}

TEST_CASE("queries and types of objects") {
  TextureDesc d = describe(Kind::array_2d, 40, 30);
  d.layers = 3;
  d.texel = Texel::u8;
  d.channels = 4;
  d.wrap = Wrap::mirror;
  d.normalized_coords = true;
  const auto data = std::vector<std::byte>(40 * 30 * 3 * 4);
  const auto ask = [&](const std::string& what, bool surface) {
    const Ran r = run("  " + what + ".b32 %r1, [%t];\n  st.global.u32 [%out], %r1;\n", d, data, surface);
    CAPTURE(what);
    CHECK(r.fault == "");
    return r.out.empty() ? 0xffffffffU : r.out[0];
  };
  CHECK(ask("txq.width", false) == 40);
  CHECK(ask("txq.height", false) == 30);
  CHECK(ask("txq.array_size", false) == 3);
  CHECK(ask("txq.channel_data_type", false) == 0x10da);
  CHECK(ask("txq.channel_order", false) == 0x10b5);
  CHECK(ask("txq.normalized_coords", false) == 1);
  CHECK(ask("txq.addr_mode_0", false) == 1);
  CHECK(ask("txq.filter_mode", false) == 0);
  CHECK(ask("txq.num_mipmap_levels", false) == 1);
  CHECK(ask("suq.width", true) == 40);
  const Ran types =
      run("  istypep.texref %p1, %t;\n  istypep.surfref %p2, %t;\n  selp.u32 %r1, 1, 0, %p1;\n"
          "  selp.u32 %r2, 1, 0, %p2;\n  txq.level.height.b32 %r3, [%t], 0;\n  mov.u32 %r4, 0;\n" +
              store4,
          d, data, false);
  CHECK(types.fault == "");
  CHECK(types.out.at(0) == 1);
  CHECK(types.out.at(1) == 0);
  CHECK(types.out.at(2) == 30);
}

TEST_CASE("objects and instructions that do not fit") {
  const auto data = std::vector<std::byte>(256);
  const std::string fetch = "  tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {0, 0}];\n";
  CHECK(contains(run(fetch, describe(Kind::array_1d, 8), data, false).fault, "number of dimensions"));
  CHECK(contains(run(fetch, describe(Kind::array_2d, 8, 8), data, true).fault, "but a surface's"));
  CHECK(contains(run(fetch, describe(Kind::array_2d, 8, 9), data, false).fault, "not within one buffer"));
  CHECK(contains(run("  mov.u64 %t, 5;\n" + fetch, describe(Kind::array_2d, 8, 8), data, false).fault,
                 "no texture object"));
  CHECK(contains(
      run("  tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1}];\n", describe(Kind::buffer, 8), data, false).fault,
      "integer coordinates"));
  TextureDesc layers = describe(Kind::array_2d, 4, 4);
  layers.layers = 2;
  CHECK(contains(run(fetch, layers, data, false).fault, "is layered"));
  const std::pair<const char*, const char*> cases[] = {
      {"tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1, %f2, %f3, %f4}];", "is no cube"},
      {"tld4.r.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1, %f2, %f3, %f4}];", "'.cube'"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1}];", "1 coordinates"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3}, [%t, {%f1, %f2}];", "vector of four"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, %t, {%f1, %f2}];", "sampler"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%r1, {%f1, %f2}];", "32 bits, not 64"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1, %f2}], %f1;", "depth comparison"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t];", "[a, {..}]"},
      {"tex.2d.f32.f32 %f1, [%t, {%f1, %f2}];", "this form"},
      {"txq.colour.b32 %r1, [%t];", "'.colour'"},
      {"txq.width.b32 %r1, %r1;", "32 bits, not 64"},
      {"suld.p.2d.b32.trap %r1, [%t, {0, 0}];", ".p has stores"},
      {"suld.b.2d.v2.b32.trap %r1, [%t, {0, 0}];", "1 values for 2"},
      {"suld.b.2d.v4.b64.trap {%rd1, %rd2, %rd3, %rd4}, [%t, {0, 0}];", "this type"},
      {"sured.b.add.2d.b32.trap [%t, {0, 0}], %r1;", "on this type"},
      {"istypep.texref %p1, %r1;", "32 bits, not 64"}};
  for (const auto& [line, text] : cases) {
    const Ran r = run(std::string("  ") + line, describe(Kind::array_2d, 8, 8), data, false);
    CAPTURE(line);
    CAPTURE(r.fault);
    CHECK(contains(r.fault, text));
  }
}

TEST_CASE("variables of a module stand for what they are bound to, until the next load") {
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.global .texref t;\n.global .surfref s;\n.global .u32 g;\n"
      ".visible .entry k(.param .u64 o)\n{\n  .reg .b64 %rd<4>;\n  .reg .b32 %r<5>;\n  ld.param.u64 %rd1, [o];\n"
      "  mov.u64 %rd2, t;\n  txq.width.b32 %r1, [%rd2];\n  txq.height.b32 %r2, [t];\n  suq.width.b32 %r3, [s];\n"
      "  st.global.v2.u32 [%rd1], {%r1, %r2};\n  st.global.u32 [%rd1+8], %r3;\n  ret;\n}\n";
  exec::Machine machine;
  const auto text = [](const std::optional<exec::Fault>& fault) { return fault ? fault->text : std::string(); };
  const exec::Address data = machine.allocate(1024), out = machine.allocate(12);
  TextureDesc d = describe(Kind::array_2d, 8, 4);
  d.data = data;
  const auto texture = machine.make_texture(d), surface = machine.make_surface(d);
  d.width = 16;
  const auto other = machine.make_texture(d);
  CHECK(contains(text(machine.bind("t", texture)), "nothing is loaded"));
  REQUIRE(text(machine.load({{"k.ptx", ptx}})) == "");
  exec::Launch launch;
  launch.kernel = "k";
  launch.add(out);
  CHECK(contains(text(machine.launch(launch)), "is no texture object"));
  CHECK(contains(text(machine.bind("u", texture)), "there is no variable 'u'"));
  CHECK(contains(text(machine.bind("g", texture)), "'g' is no .texref or .surfref"));
  CHECK(contains(text(machine.bind("t", surface)), "'t' wants a texture"));
  CHECK(contains(text(machine.bind("t", 0)), "'t' wants a texture"));
  CHECK(contains(text(machine.bind("s", texture)), "'s' wants a surface"));
  const auto sizes = [&] {
    std::array<std::uint32_t, 3> found{};
    CHECK(text(machine.launch(launch)) == "");
    CHECK(text(machine.read(out, std::as_writable_bytes(std::span(found)))) == "");
    return found;
  };
  CHECK(text(machine.bind("s", surface)) == "");
  CHECK(text(machine.bind("t", texture)) == "");
  CHECK(sizes() == std::array<std::uint32_t, 3>{8, 4, 8});
  CHECK(text(machine.bind("t", other)) == "");
  CHECK(sizes() == std::array<std::uint32_t, 3>{16, 4, 8});
  REQUIRE(text(machine.load({{"k.ptx", ptx}})) == "");
  CHECK(contains(text(machine.launch(launch)), "is no texture object"));
}

TEST_CASE("small floats: every f16 and bf16 goes to double and back, ties to even") {
  for (const auto* format : {&exec::f16_format, &exec::bf16_format})
    for (unsigned v = 0; v < 0x10000; ++v) {
      const double d = exec::small_to_double(static_cast<std::uint16_t>(v), *format);
      const std::uint16_t back = exec::double_to_small(d, *format);
      const bool nan = d != d;
      if (back != (nan ? 0x7fff : v)) FAIL_CHECK(v);
      if (nan || (v & 0x7fff) >= format->max_exponent() << format->fraction_bits) continue;
      // Half way to the next number goes to the even one, a little more to the next.
      const double next = exec::small_to_double(static_cast<std::uint16_t>(v + 1), *format);
      if (((v + 1) & 0x7fff) == format->max_exponent() << format->fraction_bits) continue;
      const double middle = d + (next - d) / 2;
      if (exec::double_to_small(middle, *format) != (v % 2 == 0 ? v : v + 1)) FAIL_CHECK(v);
      if (exec::double_to_small(middle + (next - d) / 1024, *format) != v + 1) FAIL_CHECK(v);
    }
  CHECK(exec::double_to_small(65520.0, exec::f16_format) == 0x7c00);
  CHECK(exec::double_to_small(65519.9, exec::f16_format) == 0x7bff);
  CHECK(exec::double_to_small(-1e300, exec::f16_format) == 0xfc00);
  CHECK(exec::double_to_small(-1e-300, exec::f16_format) == 0x8000);
}
