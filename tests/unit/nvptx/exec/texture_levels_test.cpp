// Mip levels, gradients, cubes and cube arrays: one fetch a thread, against texels picked here; and multimem.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include "nvptx/exec/exec.hpp"
#include "simt/watch/observers.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using exec::TextureDesc;
using Row = std::array<float, 8>;
using Color = std::array<float, 4>;

namespace {

struct Fetched {
  std::string fault;
  std::vector<Color> colors;
};

/// `fetch` uses %f0 to %f7, the row of a thread, and %t, and gives %c0 to %c3.
Fetched fetch(TextureDesc desc, const std::vector<float>& texels, const std::string& fetch,
              const std::vector<Row>& rows) {
  std::string ptx =
      ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 t, .param .u64 i, "
      ".param .u64 o)\n{\n  .reg .b64 %t, %in, %out, %o;\n  .reg .f32 %f<8>, %c<4>;\n  .reg .b32 %me, "
      "%l;\n  ld.param.u64 %t, [t];\n  ld.param.u64 %in, [i];\n  ld.param.u64 %out, [o];\n"
      "  mov.u32 %me, %tid.x;\n  mul.wide.u32 %o, %me, 32;\n  add.s64 %in, %in, %o;\n"
      "  mul.wide.u32 %o, %me, 16;\n  add.s64 %out, %out, %o;\n";
  for (unsigned k = 0; k < 8; ++k)
    ptx += "  ld.global.f32 %f" + std::to_string(k) + ", [%in+" + std::to_string(4 * k) + "];\n";
  ptx += "  cvt.rzi.u32.f32 %l, %f7;\n  " + fetch + "\n  st.global.v4.f32 [%out], {%c0, %c1, %c2, %c3};\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, "sm_90a");
  Fetched out;
  exec::Machine machine;
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && out.fault.empty()) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  desc.data = machine.allocate(texels.size() * 4);
  const exec::Address in = machine.allocate(rows.size() * 32), to = machine.allocate(rows.size() * 16);
  failed(machine.write(desc.data, std::as_bytes(std::span(texels))));
  failed(machine.write(in, std::as_bytes(std::span(rows))));
  const std::uint64_t handle = machine.make_texture(desc);
  if (handle == 0) {
    out.fault = "no texture";
    return out;
  }
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {static_cast<std::uint32_t>(rows.size())};
  launch.add(handle).add(in).add(to);
  if (failed(machine.launch(launch))) return out;
  out.colors.resize(rows.size());
  failed(machine.read(to, std::as_writable_bytes(std::span(out.colors))));
  return out;
}

/// 8 x 4 texels, 4 x 2, 2 x 1, 1 x 1: each texel is 100 * level + its number there.
std::vector<float> pyramid() {
  std::vector<float> texels;
  for (unsigned level = 0; level < 4; ++level)
    for (unsigned i = 0; i < std::max(8U >> level, 1U) * std::max(4U >> level, 1U); ++i)
      texels.push_back(100 * static_cast<float>(level) + static_cast<float>(i));
  return texels;
}
TextureDesc pyramid_desc() {
  TextureDesc d;
  d.kind = TextureDesc::Kind::array_2d;
  d.width = 8;
  d.height = 4;
  d.levels = 4;
  d.normalized_coords = true;
  return d;
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string level_2d = "tex.level.2d.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%f0, %f1}], %f2;";

}  // namespace

TEST_CASE("tex.level: the nearest level, clamped") {
  // s, t in the middle of a texel of the level that is meant.
  const std::vector<Row> rows{{0.0625F + 0.375F, 0.125F + 0.25F, 0},
                              {0.125F + 0.5F, 0.25F + 0.5F, 1.25F},
                              {0.75F, 0.5F, 1.5625F},
                              {0.3F, 0.3F, 7},
                              {0.9F, 0.9F, -3}};
  const auto f = fetch(pyramid_desc(), pyramid(), level_2d, rows);
  CHECK(f.fault == "");
  const std::vector<float> want{8 * 1 + 3, 100 + 4 + 2, 200 + 1, 300, 3 * 8 + 7};
  REQUIRE(f.colors.size() == 5);
  for (unsigned i = 0; i < 5; ++i) CHECK(f.colors[i][0] == want[i]);
  TextureDesc limited = pyramid_desc();
  limited.level_bias = 1;
  limited.max_level = 2;
  const auto g = fetch(limited, pyramid(), level_2d, {{0.1F, 0.1F, 0}, {0.1F, 0.1F, 5}});
  CHECK(g.colors[0][0] == 100);
  CHECK(g.colors[1][0] == 200);
  CHECK(says(fetch(pyramid_desc(), pyramid(), level_2d, {{0.1F, 0.1F, 0.5F}}).fault, "exactly between two levels"));
}

TEST_CASE("tex.level: filtered between levels") {
  TextureDesc d = pyramid_desc();
  d.linear_levels = true;
  // Point sampling within: texels 9 and 104's row; weights in 256ths.
  std::vector<Row> rows;
  std::vector<float> want;
  for (unsigned w = 0; w <= 256; w += 32) {
    rows.push_back({0.15F, 0.3F, 1 + static_cast<float>(w) / 256});
    want.push_back((100 * static_cast<float>(256 - w) + 200 * static_cast<float>(w)) / 256);
  }
  const auto f = fetch(d, pyramid(), level_2d, rows);
  CHECK(f.fault == "");
  for (unsigned i = 0; i < rows.size(); ++i) CHECK(f.colors[i][0] == want[i]);
  // And within the levels, too: halfway between texels 0 and 1 of each.
  d.linear_filter = true;
  d.wrap = TextureDesc::Wrap::clamp;
  const auto both = fetch(d, pyramid(), level_2d, {{0.25F, 0, 1}, {0.125F, 0, 0}, {0.5F, 0, 2.5F}});
  CHECK(both.colors[0][0] == 100.5F);
  CHECK(both.colors[1][0] == 0.5F);
  CHECK(both.colors[2][0] == 250.25F);
}

TEST_CASE("tex.grad, tex.base and queries of levels") {
  const std::string grad = "tex.grad.2d.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%f0, %f1}], {%f2, %f3}, {%f4, %f5};";
  // Gradients in texels of level 0: 1, 2 (s), 4 (t), 1.
  const std::vector<Row> rows{{0.1F, 0.1F, 0.125F, 0, 0, 0.25F},
                              {0.1F, 0.1F, 0.25F, 0, 0, 0},
                              {0.1F, 0.1F, 0, 0, 0, 1},
                              {0.1F, 0.1F, 0, 0, 0, 0}};
  const auto f = fetch(pyramid_desc(), pyramid(), grad, rows);
  CHECK(f.fault == "");
  const std::vector<float> want{0, 100, 200, 0};
  for (unsigned i = 0; i < 4; ++i) CHECK(f.colors[i][0] == want[i]);
  CHECK(says(fetch(pyramid_desc(), pyramid(), grad, {{0.1F, 0.1F, 0.25F, 0.25F}}).fault, "not along an axis"));
  const auto base = fetch(pyramid_desc(), pyramid(), "tex.base.2d.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%f0, %f1}];",
                          {{0.99F, 0.99F}});
  CHECK(base.colors[0][0] == 31);
  const auto query =
      fetch(pyramid_desc(), pyramid(),
            "{ .reg .b32 %q<4>; txq.num_mipmap_levels.b32 %q0, [%t]; txq.level.width.b32 %q1, [%t], %l; "
            "txq.level.height.b32 %q2, [%t], %l; cvt.rn.f32.u32 %c0, %q0; cvt.rn.f32.u32 %c1, %q1; cvt.rn.f32.u32 %c2, "
            "%q2; mov.f32 %c3, 0f00000000; }",
            {{0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 2}});
  CHECK(query.fault == "");
  CHECK(query.colors[0] == Color{4, 8, 4, 0});
  CHECK(query.colors[1] == Color{4, 2, 1, 0});
  TextureDesc deep = pyramid_desc();
  deep.levels = 5;
  CHECK(fetch(deep, pyramid(), level_2d, {{0, 0, 0}}).fault == "no texture");
}

TEST_CASE("tex.cube and tex.acube: faces, levels, layers") {
  // Texel: 1000 * cube + 100 * face + number in the face; level 1 is 10000 more.
  std::vector<float> texels;
  for (const unsigned side : {4U, 2U})
    for (unsigned cube = 0; cube < 2; ++cube)
      for (unsigned face = 0; face < 6; ++face)
        for (unsigned i = 0; i < side * side; ++i)
          texels.push_back(static_cast<float>((side == 2 ? 10000 : 0) + 1000 * cube + 100 * face + i));
  TextureDesc d;
  d.kind = TextureDesc::Kind::cube;
  d.width = d.height = 4;
  d.layers = 2;
  d.levels = 2;
  d.normalized_coords = true;
  // Texel (3, 1) of each face, which is at s = 0.75, t = -0.25 of [-1, 1]: directions by the guide's table.
  const float s = 0.75F, t = -0.25F;
  const std::vector<std::array<float, 3>> directions{{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                                     {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
  std::vector<Row> rows;
  for (unsigned face = 0; face < 6; ++face)
    for (const float scale : {1.0F, 5.0F})
      for (unsigned cube = 0; cube < 2; ++cube)
        rows.push_back({directions[face][0] * scale, directions[face][1] * scale, directions[face][2] * scale, 0, 0, 0,
                        0, static_cast<float>(cube)});
  const auto f = fetch(d, texels, "tex.acube.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%l, %f0, %f1, %f2}];", rows);
  CHECK(f.fault == "");
  const auto g =
      fetch(d, texels, "tex.level.acube.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%l, %f0, %f1, %f2}], 0f3F800000;", rows);
  CHECK(g.fault == "");
  REQUIRE(g.colors.size() == 24);
  for (unsigned i = 0; i < 24; ++i) {
    const float base = static_cast<float>(1000 * (i % 2) + 100 * (i / 4));
    CHECK(f.colors[i][0] == base + 1 * 4 + 3);
    CHECK(g.colors[i][0] == 10000 + base + 0 * 2 + 1);
  }
  d.layers = 0;
  d.levels = 1;
  d.linear_filter = true;
  const std::string cube = "tex.cube.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%f0, %f1, %f2, %f3}];";
  const auto linear = fetch(d, texels, cube, {{1, -0.25F, -0.5F}});
  CHECK(linear.fault == "");
  CHECK(linear.colors[0][0] == 2 * 4 + 2.5F);
  CHECK(says(fetch(d, texels, cube, {{1, 0.9F, 0}}).fault, "edge of a cube's face"));
  CHECK(says(fetch(d, texels, "tex.3d.v4.f32.f32 {%c0, %c1, %c2, %c3}, [%t, {%f0, %f1, %f2, %f3}];", {{1, 0, 0}}).fault,
             "is a cube"));
}

namespace {

struct Multi {
  std::string fault;
  std::vector<std::vector<std::uint32_t>> buffers;
  std::size_t findings = 0;
};

// Three buffers of 64 words behind %multi, %me; %out is a buffer of its own (the last of the result).
Multi multimem(const std::string& body, const std::function<std::uint32_t(unsigned, unsigned)>& value) {
  const std::string ptx =
      ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 m, .param .u64 o)\n{\n"
      "  .reg .b64 %multi, %out, %o;\n  .reg .b32 %me, %r<8>;\n  .reg .f32 %f<4>;\n  ld.param.u64 %multi, [m];\n"
      "  ld.param.u64 %out, [o];\n  mov.u32 %me, %tid.x;\n  mul.wide.u32 %o, %me, 4;\n  add.s64 %out, %out, %o;\n" +
      body + "\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, "sm_90a");
  Multi out;
  const auto checker = exec::make_race_checker();
  exec::Machine machine({.observer = checker.get()});
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && out.fault.empty()) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  std::vector<exec::Address> at;
  for (unsigned b = 0; b < 4; ++b) {
    std::vector<std::uint32_t> words(64);
    for (unsigned i = 0; i < 64 && b < 3; ++i) words[i] = value(b, i);
    at.push_back(machine.allocate(256));
    failed(machine.write(at.back(), std::as_bytes(std::span(words))));
  }
  const exec::Address multi = machine.make_multicast({at[0], at[1], at[2]}, 256);
  CHECK(machine.make_multicast({at[0], at[1]}, 257) == 0);
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {32};
  launch.add(multi).add(at[3]);
  failed(machine.launch(launch));
  for (unsigned b = 0; b < 4; ++b) {
    out.buffers.emplace_back(64);
    failed(machine.read(at[b], std::as_writable_bytes(std::span(out.buffers.back()))));
  }
  out.findings = checker->findings().size();
  return out;
}

const std::string own = "  add.s64 %multi, %multi, %o;\n";

}  // namespace

TEST_CASE("multimem: reductions over several buffers, stores and reductions to all of them") {
  const auto number = [](unsigned b, unsigned i) { return 1000 * b + 7 * i + 5; };
  Multi m =
      multimem(own +
                   "  multimem.ld_reduce.relaxed.gpu.global.add.u32 %r1, [%multi];\n  st.global.u32 [%out], %r1;\n"
                   "  multimem.ld_reduce.relaxed.gpu.global.min.u32 %r1, [%multi];\n  st.global.u32 [%out+128], %r1;",
               number);
  CHECK(m.fault == "");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(m.buffers[3][i] == 3015 + 21 * i);
    CHECK(m.buffers[3][32 + i] == 5 + 7 * i);
  }
  CHECK(m.findings == 0);
  m = multimem(own +
                   "  multimem.st.relaxed.gpu.global.u32 [%multi], %me;\n"
                   "  multimem.red.relaxed.gpu.global.add.u32 [%multi+128], %me;",
               number);
  CHECK(m.fault == "");
  for (unsigned b = 0; b < 3; ++b)
    for (unsigned i = 0; i < 32; ++i) {
      CHECK(m.buffers[b][i] == i);
      CHECK(m.buffers[b][32 + i] == number(b, 32 + i) + i);
    }
  // Vectors of halves: 0.5, 1.0 and 2.0 in each half; sums in f32.
  const auto halves = [](unsigned b, unsigned) { return 0x38003800U + b * 0x04000400U; };
  m = multimem("  shl.b64 %o, %o, 1;\n" + own +
                   "  multimem.ld_reduce.weak.global.add.acc::f32.v2.f16x2 {%r1, %r2}, [%multi];\n"
                   "  st.global.u32 [%out], %r1;\n  st.global.u32 [%out+128], %r2;",
               halves);
  CHECK(m.fault == "");
  for (unsigned i = 0; i < 64; ++i) CHECK(m.buffers[3][i] == 0x43004300U);
  // Plain stores of all threads to one place race.
  CHECK(multimem("  multimem.st.weak.global.u32 [%multi], %me;", number).findings != 0);
}

TEST_CASE("multimem: what is wrong is told") {
  const auto number = [](unsigned, unsigned) { return 0U; };
  CHECK(says(multimem("  multimem.st.weak.global.u32 [%out], %me;", number).fault, "no multimem address"));
  CHECK(says(multimem("  multimem.st.weak.global.u32 [%multi+256], %me;", number).fault, "no multimem address"));
  CHECK(says(multimem("  multimem.st.weak.global.u64 [%multi+252], %o;", number).fault, "out of bounds"));
  CHECK(says(multimem("  ld.global.u32 %r1, [%multi];", number).fault, "out of bounds"));
}
