// Matrices between memory and fragments: ldmatrix, stmatrix, movmatrix, wmma in every shape, type, layout and space,
// all against dense matrices; what observers are told of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "unit/nvptx/exec/matrix_kernel.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test::matrices;
using test::Random;

namespace {

struct InMemory {
  bool columns;
  unsigned stride;
  std::size_t at(unsigned row, unsigned column) const {
    return columns ? std::size_t{column} * stride + row : std::size_t{row} * stride + column;
  }
};
Bytes lay_out(const Dense& m, InMemory how) {
  Bytes out((std::size_t{how.stride} * (how.columns ? m.columns : m.rows) * bits_of(m.type) + 7) / 8, std::byte{0x5a});
  for (unsigned r = 0; r < m.rows; ++r)
    for (unsigned c = 0; c < m.columns; ++c) put(out, how.at(r, c), bits_of(m.type), m.bits[r * m.columns + c]);
  return out;
}

struct WmmaCase {
  unsigned m, n, k;
  std::string a, b, c, d;  ///< element types
  std::string types;       ///< as wmma.mma writes them
  unsigned count_a, count_b;
  std::string operation{};  ///< "xor"
  bool saturate = false;
};

unsigned count_of(const std::string& type, unsigned elements) { return type == "f16" ? elements / 64 : elements / 32; }
std::string register_of(const std::string& type) { return type == "f64" ? "f64" : type == "f32" ? "f32" : "b32"; }

/// One product with the given layouts, strides and space; "" or what is wrong.
std::string check_wmma(const WmmaCase& w, unsigned layouts, unsigned wider, const std::string& space, Range range) {
  const bool columns[] = {(layouts & 1) != 0, (layouts & 2) != 0, (layouts & 4) != 0, (layouts & 8) != 0};
  Random random{layouts + wider + 1};
  const Dense a = Dense::random(w.m, w.k, w.a, random, range), b = Dense::random(w.k, w.n, w.b, random, range),
              c = Dense::random(w.m, w.n, w.c, random, range);
  const Dense want = multiply(a, b, c, w.d, w.saturate, w.operation);
  const Dense* parts[] = {&a, &b, &c, &want};
  InMemory how[4];
  std::vector<Bytes> buffers;
  std::string declarations, body, shape;
  shape = "m" + std::to_string(w.m) + "n" + std::to_string(w.n) + "k" + std::to_string(w.k);
  for (unsigned i = 0; i < 4; ++i) {
    how[i] = {columns[i], (columns[i] ? parts[i]->rows : parts[i]->columns) + wider * 128 / bits_of(parts[i]->type)};
    buffers.push_back(lay_out(*parts[i], how[i]));
    if (i == 3) std::fill(buffers[3].begin(), buffers[3].end(), std::byte{0x77});
  }
  if (space != ".global")
    for (unsigned i = 0; i < 4; ++i)
      declarations +=
          "  .shared .align 128 .b8 s" + std::to_string(i) + "[" + std::to_string(buffers[i].size()) + "];\n";
  const unsigned counts[] = {w.count_a, w.count_b, count_of(w.c, w.m * w.n), count_of(w.d, w.m * w.n)};
  const std::string names[] = {"%ra", "%rb", "%rc", "%rd"}, roles[] = {"a", "b", "c", "d"};
  std::string ends;
  for (unsigned i = 0; i < 4; ++i) {
    declarations +=
        "  .reg ." + register_of(parts[i]->type) + " " + names[i] + "<" + std::to_string(counts[i]) + ">;\n";
    std::string address = "%p" + std::to_string(i), use;
    if (space != ".global") {
      if (i < 3) body += copy(i, "s" + std::to_string(i), buffers[i].size(), 32) + "  bar.warp.sync -1;\n";
      use = "  mov.u32 %s, s" + std::to_string(i) + ";\n";
      address = "%s";
      if (space.empty()) {
        use += "  cvt.u64.u32 %base, %s;\n  cvta.shared.u64 %base, %base;\n";
        address = "%base";
      }
    }
    const std::string stride = wider == 0 && i % 2 == 0 ? "" : ", " + std::to_string(how[i].stride);
    const std::string common =
        std::string(".sync.aligned.") + (columns[i] ? "col." : "row.") + shape + space + "." + parts[i]->type + " ";
    if (i < 3)
      body += use + "  wmma.load." + roles[i] + common + registers(names[i], counts[i]) + ", [" + address + "]" +
              stride + ";\n";
    else
      ends = use + "  wmma.store.d" + common + "[" + address + "], " + registers(names[i], counts[i]) + stride + ";\n";
  }
  const std::string operation = w.operation.empty() ? "" : "." + w.operation + ".popc";
  body += "  wmma.mma" + operation + ".sync.aligned." + (columns[0] ? "col." : "row.") +
          (columns[1] ? "col." : "row.") + shape + "." + w.types + (w.saturate ? ".satfinite " : " ") +
          registers("%rd", counts[3]) + ", " + registers("%ra", counts[0]) + ", " + registers("%rb", counts[1]) + ", " +
          registers("%rc", counts[2]) + ";\n" + ends;
  if (space != ".global") {
    // The bytes between the lines come from the buffer.
    body = copy(3, "s3", buffers[3].size(), 32) + "  bar.warp.sync -1;\n" + body + "  bar.warp.sync -1;\n" +
           copy(3, "s3", buffers[3].size(), 32, true);
  }
  const Ran ran = run(kernel(4, declarations, body), buffers);
  if (!ran.fault.empty()) return ran.fault;
  Bytes expected = buffers[3];
  for (unsigned r = 0; r < w.m; ++r)
    for (unsigned col = 0; col < w.n; ++col) put(expected, how[3].at(r, col), bits_of(w.d), want.bits[r * w.n + col]);
  if (ran.buffers[3] == expected) return {};
  for (unsigned r = 0; r < w.m; ++r)
    for (unsigned col = 0; col < w.n; ++col)
      if (take(ran.buffers[3], how[3].at(r, col), bits_of(w.d)) != want.bits[r * w.n + col])
        return shape + "." + w.types + " layouts " + std::to_string(layouts) + space + ": wrong at (" +
               std::to_string(r) + ", " + std::to_string(col) + ")";
  return shape + ": bytes between the lines were written";
}

std::vector<WmmaCase> wmma_cases() {
  std::vector<WmmaCase> out;
  for (const auto& [m, n] : {std::pair{16U, 16U}, std::pair{32U, 8U}, std::pair{8U, 32U}}) {
    for (const std::string d : {"f16", "f32"})
      for (const std::string c : {"f16", "f32"}) out.push_back({m, n, 16, "f16", "f16", c, d, d + "." + c, 8, 8});
    out.push_back({m, n, 16, "bf16", "bf16", "f32", "f32", "f32.bf16.bf16.f32", m / 4, n / 4});
    for (const std::string t : {"s8", "u8"})
      for (const bool clamp : {false, true})
        out.push_back({m, n, 16, t, t, "s32", "s32", "s32." + t + "." + t + ".s32", m / 8, n / 8, "", clamp});
  }
  out.push_back({16, 16, 8, "tf32", "tf32", "f32", "f32", "f32.tf32.tf32.f32", 4, 4});
  out.push_back({8, 8, 4, "f64", "f64", "f64", "f64", "f64.f64.f64.f64", 1, 1});
  for (const std::string t : {"s4", "u4"})
    out.push_back({8, 8, 32, t, t, "s32", "s32", "s32." + t + "." + t + ".s32", 1, 1});
  for (const std::string op : {"xor", "and"})
    out.push_back({8, 8, 128, "b1", "b1", "s32", "s32", "s32.b1.b1.s32", 1, 1, op});
  return out;
}

}  // namespace

TEST_CASE("wmma: every shape and type, layout, stride and space") {
  for (const WmmaCase& w : wmma_cases()) {
    const bool small = bits_of(w.a) < 8;
    for (unsigned layouts = 0; layouts < 16; ++layouts) {
      if (small && (layouts & 3) != 2) continue;
      for (const std::string space : {".global", ".shared", ""}) {
        // Not every pair: three spaces and two strides over 16 layouts are enough.
        const unsigned wider = (layouts + static_cast<unsigned>(space.size())) % 2;
        const Range range = layouts % 3 == 0 ? Range::small_integers : Range::fractions;
        CHECK(check_wmma(w, layouts, wider, space, range) == "");
      }
    }
  }
}

TEST_CASE("wmma f64 in the four rounding modes") {
  // 1 + 2^-60 and -1 - 2^-60: one step each way.
  const std::pair<const char*, std::pair<double, double>> modes[] = {
      {".rn", {1.0, -1.0}},
      {".rz", {1.0, -1.0}},
      {".rm", {1.0, -1.0 - 0x1p-52}},
      {".rp", {1.0 + 0x1p-52, -1.0}},
  };
  for (const auto& [mode, want] : modes)
    for (const bool negative : {false, true}) {
      Bytes one(8 * 64), small(8 * 64);
      const double c = negative ? -1.0 : 1.0, a = negative ? -0x1p-60 : 0x1p-60, b = 1.0;
      for (unsigned i = 0; i < 32; ++i) {
        // One product in each sum is not zero.
        const double at = i % 4 == 1 ? a : 0.0;
        std::memcpy(small.data() + 8 * i, &at, 8);
        std::memcpy(one.data() + 8 * i, &b, 8);
      }
      Bytes start(8 * 64);
      for (unsigned i = 0; i < 64; ++i) std::memcpy(start.data() + 8 * i, &c, 8);
      const std::string body =
          "  wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%fa}, [%p0];\n"
          "  wmma.load.b.sync.aligned.col.m8n8k4.global.f64 {%fb}, [%p1];\n"
          "  wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%c0, %c1}, [%p2];\n"
          "  wmma.mma.sync.aligned.row.col.m8n8k4" +
          std::string(mode) +
          ".f64.f64.f64.f64 {%c0, %c1}, {%fa}, {%fb}, {%c0, %c1};\n"
          "  wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%p2], {%c0, %c1};\n";
      const Ran ran = run(kernel(3, "  .reg .f64 %fa, %fb, %c0, %c1;", body), {small, one, start});
      REQUIRE(ran.fault == "");
      for (unsigned i = 0; i < 64; ++i) {
        double got = 0;
        std::memcpy(&got, ran.buffers[2].data() + 8 * i, 8);
        CHECK_MESSAGE(got == (negative ? want.second : want.first), mode);
      }
    }
}

TEST_CASE("wmma: fragments of halves hold 16 elements for each thread, doubled where the matrix has fewer") {
  for (const auto& [load, unlike] : {std::pair{"a.sync.aligned.row.m16n16k16", 4U},
                                     {"b.sync.aligned.row.m32n8k16", 2U},
                                     {"a.sync.aligned.col.m8n32k16", 2U},
                                     {"b.sync.aligned.col.m8n32k16", 8U}}) {
    std::string body = std::string("  wmma.load.") + load +
                       ".global.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%p0];\n"
                       "  mul.wide.u32 %at, %t, 32;\n  add.s64 %at, %p1, %at;\n";
    for (unsigned i = 0; i < 8; ++i)
      body += "  st.global.b32 [%at+" + std::to_string(4 * i) + "], %r" + std::to_string(i) + ";\n";
    Bytes numbered(1024);
    for (unsigned i = 0; i < 512; ++i) put(numbered, i, 16, i);
    const Ran ran = run(kernel(2, "  .reg .b32 %r<8>;", body), {numbered, Bytes(1024)});
    REQUIRE_MESSAGE(ran.fault == "", load);
    std::map<u64, unsigned> seen;
    for (unsigned i = 0; i < 512; ++i) {
      ++seen[take(ran.buffers[1], i, 16)];
      // Register r holds what register r % unlike holds.
      CHECK(take(ran.buffers[1], i, 16) == take(ran.buffers[1], i / 16 * 16 + i % 16 % (2 * unlike), 16));
    }
    CHECK(seen.size() == 64 * unlike);
    for (const auto& [value, count] : seen) CHECK(count == 8 / unlike);
  }
}

TEST_CASE("wmma: faults of addresses and strides") {
  const auto fault = [](const std::string& body, std::size_t bytes) {
    return run(kernel(1, "  .reg .b32 %r<8>;\n  .reg .b64 %far;", body), {Bytes(bytes)}).fault;
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const std::string load =
      "  wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, ";
  CHECK(fault(load + "[%p0];\n", 512) == "");
  CHECK(has(fault(load + "[%p0];\n", 511), "out of bounds"));
  CHECK(has(fault(load + "[%p0], 32;\n", 512), "out of bounds"));
  CHECK(has(fault(load + "[%p0+2];\n", 1024), "misaligned"));
  CHECK(has(fault(load + "[%p0], 17;\n", 1024), "misaligned"));
  CHECK(has(fault("  mul.wide.u32 %far, %t, 32;\n  add.s64 %far, %far, %p0;\n" + load + "[%far];\n", 4096),
            "unlike addresses"));
  CHECK(has(fault("  add.u32 %s, %t, 16;\n" + load + "[%p0], %s;\n", 4096), "unlike addresses or strides"));
  CHECK(has(fault("  wmma.load.a.sync.aligned.col.m8n8k32.global.s4 {%r0}, [%p0];\n", 512), "less than a byte"));
  CHECK(has(fault("  wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r0}, [%p0];\n", 512), "1 registers, not 2"));
  CHECK(has(fault("  wmma.load.a.sync.aligned.row.m16n16k16.global.tf32 {%r0}, [%p0];\n", 512), "no such shape"));
}

TEST_CASE("ldmatrix and stmatrix: rows of 16 bytes, plain and transposed") {
  for (const unsigned count : {1U, 2U, 4U})
    for (const bool transposed : {false, true})
      for (const bool generic : {false, true}) {
        // Rows lie in a shuffled order, at 16 bytes each; halves are numbered.
        Bytes image(512);
        Random random{count};
        for (unsigned i = 0; i < 256; ++i) put(image, i, 16, random() & 0xffff);
        const std::string n = std::to_string(count), form = ".sync.aligned.m8n8.x" + n + (transposed ? ".trans" : "") +
                                                            (generic ? "" : ".shared") + ".b16 ";
        const auto place = [](unsigned row) { return row * 5 % 32; };
        const std::string address = "  mul.lo.u32 %s, %t, 5;\n  and.b32 %s, %s, 31;\n  shl.b32 %s, %s, 4;\n";
        const auto pointer = [&](const char* memory) {
          return address + "  mov.u32 %x, " + memory + ";\n  add.u32 %s, %s, %x;\n" +
                 (generic ? "  cvt.u64.u32 %base, %s;\n  cvta.shared.u64 %base, %base;\n" : "");
        };
        const std::string at = generic ? "[%base]" : "[%s]";
        std::string body = copy(0, "from", 512, 32) + copy(1, "to", 512, 32) + "  bar.warp.sync -1;\n" +
                           pointer("from") + "  ldmatrix" + form + registers("%r", count) + ", " + at + ";\n" +
                           "  shl.b32 %i, %t, 4;\n  cvt.u64.u32 %at, %i;\n  add.s64 %at, %p2, %at;\n";
        for (unsigned i = 0; i < count; ++i)
          body += "  st.global.b32 [%at+" + std::to_string(4 * i) + "], %r" + std::to_string(i) + ";\n";
        body += pointer("to") + "  stmatrix" + form + at + ", " + registers("%r", count) + ";\n  bar.warp.sync -1;\n" +
                copy(1, "to", 512, 32, true);
        const Ran ran = run(kernel(3,
                                   "  .reg .b32 %r<4>;\n  .shared .align 16 .b8 from[512];\n"
                                   "  .shared .align 16 .b8 to[512];\n",
                                   body),
                            {image, Bytes(512, std::byte{0x11}), Bytes(512, std::byte{0x22})});
        CHECK_MESSAGE(ran.fault == "", form);
        if (!ran.fault.empty()) continue;
        for (unsigned lane = 0; lane < 32; ++lane)
          for (unsigned j = 0; j < 4; ++j)
            for (unsigned e = 0; e < 2; ++e) {
              const unsigned major = lane / 4, minor = lane % 4 * 2 + e;
              const unsigned row = 8 * j + (transposed ? minor : major), column = transposed ? major : minor;
              const u64 got = take(ran.buffers[2], lane * 8 + j * 2 + e, 16);
              CHECK(got == (j < count ? take(image, place(row) * 8 + column, 16) : 0x2222));
            }
        // Back where they came from; rows of no matrix are as they were.
        for (unsigned row = 0; row < 32; ++row)
          for (unsigned column = 0; column < 8; ++column) {
            const std::size_t i = place(row) * 8 + column;
            CHECK(take(ran.buffers[1], i, 16) == (row < 8 * count ? take(image, i, 16) : 0x1111));
          }
      }
}

TEST_CASE("ldmatrix wants rows at multiples of 16 bytes, inside shared memory") {
  const auto fault = [](const std::string& address) {
    return run(kernel(0, "  .reg .b32 %r0;\n  .shared .align 16 .b8 m[128];\n",
                      "  shl.b32 %s, %t, 4;\n  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [" + address + "];\n"),
               {})
        .fault;
  };
  CHECK(fault("%s") == "");
  CHECK(fault("%s+8").find("misaligned") != std::string::npos);
  CHECK(fault("%s+16").find("thread (7,0,0)") != std::string::npos);
  CHECK(fault("%s+16").find("past the end") != std::string::npos);
}

TEST_CASE("movmatrix transposes") {
  Bytes in(128);
  for (unsigned i = 0; i < 64; ++i) put(in, i, 16, 100 + i);
  const std::string body =
      "  shl.b32 %i, %t, 2;\n  cvt.u64.u32 %at, %i;\n  add.s64 %at, %p0, %at;\n"
      "  ld.global.b32 %x, [%at];\n  movmatrix.sync.aligned.m8n8.trans.b16 %x, %x;\n"
      "  st.global.b32 [%at], %x;\n";
  const Ran ran = run(kernel(1, "", body), {in});
  REQUIRE(ran.fault == "");
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned c = 0; c < 8; ++c) CHECK(take(ran.buffers[0], r * 8 + c, 16) == 100 + c * 8 + r);
}

namespace {

/// Bytes that lanes read and wrote, by state space.
struct Listener final : exec::Observer {
  std::map<std::pair<std::string, bool>, std::size_t> bytes;
  void access(const exec::Warp&, const exec::Code&, const exec::Access& a) override {
    bytes[{std::string(to_string(a.space)), a.kind == exec::AccessKind::write}] +=
        static_cast<std::size_t>(std::popcount(a.mask)) * a.bytes;
  }
  std::size_t count(const char* space, bool write) { return bytes[{space, write}]; }
};

}  // namespace

TEST_CASE("observers are told of every byte, in the space where it lies") {
  Listener listener;
  const std::string body =
      "  mov.u32 %s, m;\n  cvt.u64.u32 %base, %s;\n  cvta.shared.u64 %base, %base;\n"
      "  wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%p0];\n"
      "  wmma.load.b.sync.aligned.row.m8n32k16.s8 {%r0, %r1, %r2, %r3}, [%base];\n"
      "  wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [%s], {%r0, %r1, %r2, %r3};\n"
      "  ldmatrix.sync.aligned.m8n8.x2.b16 {%r0, %r1}, [%base];\n"
      "  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%s], {%r0, %r1, %r2, %r3};\n";
  CHECK(run(kernel(1, "  .reg .b32 %r<8>;\n  .shared .align 16 .b8 m[512];\n", body), {Bytes(512)}, 32, &listener)
            .fault == "");
  CHECK(listener.count("global", false) == 512);
  CHECK(listener.count("shared", false) == 512 + 2 * 8 * 16);
  CHECK(listener.count("shared", true) == 512 + 4 * 8 * 16);
  // wgmma: each warp reads its rows of A and all of B.
  Listener products;
  const std::string product =
      "  mov.u32 %s, m;\n  shr.u32 %s, %s, 4;\n  cvt.u64.u32 %base, %s;\n  setp.eq.u32 %q, 0, 0;\n"
      "  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %base, %base, %q, 1, 1, 0, 0;\n";
  CHECK(run(kernel(0, "  .reg .f32 %d<4>;\n  .shared .align 128 .b8 m[512];\n", product), {}, 128, &products).fault ==
        "");
  CHECK(products.count("shared", false) == 4 * (16 + 8) * 32);
}
