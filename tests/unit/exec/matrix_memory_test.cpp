// Matrices between memory and fragments: ldmatrix, stmatrix, movmatrix, wmma in every shape, type, layout and space,
// wgmma with every swizzle, all against dense matrices.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "nvptx/exec/observer.hpp"
#include "unit/exec/matrix_reference.hpp"
#include "unit/exec/run_op.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test::matrices;
using test::Random;

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using Bytes = std::vector<std::byte>;

struct Ran {
  std::string fault;
  std::vector<Bytes> buffers;  ///< as they are afterwards
};

/// Runs kernel `k` with one block and a pointer to each buffer.
Ran run(const std::string& ptx, std::vector<Bytes> buffers, unsigned threads = 32, exec::Observer* observer = nullptr) {
  exec::MachineOptions options;
  options.observer = observer;
  exec::Machine machine(options);
  Ran ran;
  const auto failed = [&](const std::optional<exec::Fault>& f) {
    if (f && ran.fault.empty()) ran.fault = f->to_string();
    return f.has_value();
  };
  test::run_op_detail::dump(ptx, "sm_90a");
  if (failed(machine.load({{"k.ptx", ptx}}))) return ran;
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {threads};
  std::vector<exec::Address> at;
  for (const Bytes& b : buffers) {
    at.push_back(machine.allocate(b.size()));
    launch.add(at.back());
    if (failed(machine.write(at.back(), b))) return ran;
  }
  if (failed(machine.launch(launch))) return ran;
  for (std::size_t i = 0; i < at.size(); ++i) failed(machine.read(at[i], buffers[i]));
  ran.buffers = std::move(buffers);
  return ran;
}

/// Kernel k with pointers %p0 ... of its parameters and the thread's number in %t.
std::string kernel(unsigned pointers, const std::string& declarations, const std::string& body) {
  std::string params, loads;
  for (unsigned i = 0; i < pointers; ++i) {
    const std::string n = std::to_string(i);
    params += (i != 0 ? ", .param .u64 a" : ".param .u64 a") + n;
    loads += "  ld.param.u64 %p" + n + ", [a" + n + "];\n  cvta.to.global.u64 %p" + n + ", %p" + n + ";\n";
  }
  return ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(" + params + ")\n{\n  .reg .b64 %p<" +
         std::to_string(pointers + 1) + ">, %at, %base;\n  .reg .b32 %t, %i, %x, %s;\n" + "  .reg .pred %q;\n" +
         declarations + "\n  mov.u32 %t, %tid.x;\n" + loads + body + "  ret;\n}\n";
}

/// Copies `bytes` from %pN to shared memory `name`, or back.
std::string copy(unsigned pointer, const std::string& name, std::size_t bytes, unsigned threads, bool back = false) {
  const std::string label = (back ? "BACK" : "IN") + std::to_string(pointer), n = std::to_string(pointer);
  return "  mov.u32 %s, " + name + ";\n  shl.b32 %i, %t, 2;\n" + label +
         ":\n  cvt.u64.u32 %at, %i;\n  add.s64 %at, %p" + n + ", %at;\n  add.u32 %s, %i, 0;\n  mov.u32 %x, " + name +
         ";\n  add.u32 %s, %s, %x;\n" +
         (back ? "  ld.shared.b32 %x, [%s];\n  st.global.b32 [%at], %x;\n"
               : "  ld.global.b32 %x, [%at];\n  st.shared.b32 [%s], %x;\n") +
         "  add.u32 %i, %i, " + std::to_string(4 * threads) + ";\n  setp.lt.u32 %q, %i, " + std::to_string(bytes) +
         ";\n  @%q bra " + label + ";\n";
}

std::string registers(const std::string& prefix, std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) text += (i != 0 ? ", " : "") + prefix + std::to_string(i);
  return text + "}";
}

/// Element (line, position) of a matrix in memory, of any width.
void put(Bytes& memory, std::size_t element, unsigned bits, u64 value) {
  for (unsigned i = 0; i < bits; ++i) {
    const std::size_t bit = element * bits + i;
    const auto mask = static_cast<std::byte>(1U << bit % 8);
    memory[bit / 8] = (value >> i & 1) != 0 ? memory[bit / 8] | mask : memory[bit / 8] & ~mask;
  }
}
u64 take(const Bytes& memory, std::size_t element, unsigned bits) {
  u64 value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const std::size_t bit = element * bits + i;
    value |= static_cast<u64>(static_cast<unsigned>(memory[bit / 8]) >> bit % 8 & 1) << i;
  }
  return value;
}

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

struct WgmmaCase {
  std::string d, a, b;
  unsigned n, k;
  unsigned swizzle;  ///< bytes: 0, 32, 64, 128
  bool a_in_registers = false, transpose_a = false, transpose_b = false;
  int scale_a = 1, scale_b = 1;
  bool keep = true, saturate = false;
};

/// A matrix (rows: M or N, columns: K) in shared memory: its bytes, and the offsets of its descriptor.
struct Tile {
  Bytes bytes;
  unsigned leading = 0, stride = 0;
};

/// After the canonical layouts of the PTX manual, in units of 16 bytes of T elements each, in the form
/// ((rows), (columns)) : ((strides), (strides)):
///   K-major   none ((8, m), (T, 2)) : ((1T, S), (1, L))        swizzled by w: ((8, m), (T, 2)) : ((wT, S), (1, T))
///   MN-major  none ((T, 1, m), (8, k)) : ((1, T, S), (1T, L))  swizzled: ((T, w, m), (8, k)) : ((1, T, L), (wT, S))
Tile lay_out_tile(const Dense& m, unsigned swizzle, bool transposed, std::size_t bytes) {
  const unsigned bits = bits_of(m.type), t = 128 / bits, w = swizzle == 0 ? 1 : swizzle / 16;
  Tile tile;
  const unsigned groups = std::max(1U, (m.rows + 7) / 8);
  if (!transposed) {
    tile.leading = swizzle == 0 ? groups * 128 + 128 : 16;
    tile.stride = swizzle == 0 ? 128 : 8 * swizzle;
  } else {
    const unsigned wide = (m.rows + w * t - 1) / (w * t);
    // The one that steps along K is far enough apart for all of M or N.
    tile.stride = swizzle == 0 ? 128 : 8 * swizzle * wide;
    tile.leading = swizzle == 0 ? 128 * groups : 8 * swizzle;
  }
  tile.bytes.assign(bytes, std::byte{0x3c});
  for (unsigned r = 0; r < m.rows; ++r)
    for (unsigned c = 0; c < m.columns; ++c) {
      unsigned at = 0;  // in bytes
      unsigned within = 0;
      if (!transposed) {
        at = r % 8 * 16 * w + r / 8 * tile.stride + c / t * (swizzle == 0 ? tile.leading : 16);
        within = c % t;
      } else if (swizzle == 0) {
        at = r / t * tile.stride + c % 8 * 16 + c / 8 * tile.leading;
        within = r % t;
      } else {
        at = r / t % w * 16 + r / t / w * tile.leading + c % 8 * 16 * w + c / 8 * tile.stride;
        within = r % t;
      }
      // Swizzle: bits 4 ... 6 of the address are xored with bits 7 ... 9, as many as the width has.
      const unsigned bits_swapped = swizzle == 128 ? 7 : swizzle == 64 ? 3 : swizzle == 32 ? 1 : 0;
      at ^= (at >> 7 & bits_swapped) << 4;
      if (at + 16 > bytes) return {};
      put(tile.bytes, std::size_t{at} * 8 / bits + within, bits, m.bits[r * m.columns + c]);
    }
  return tile;
}

std::string check_wgmma(const WgmmaCase& w, Range range) {
  Random random{w.n + w.swizzle};
  const Dense a = Dense::random(64, w.k, w.a, random, range), bt = Dense::random(w.n, w.k, w.b, random, range),
              c = Dense::random(64, w.n, w.d, random, range);
  Dense b{w.k, w.n, w.b, {}};
  for (unsigned k = 0; k < w.k; ++k)
    for (unsigned n = 0; n < w.n; ++n) b.bits.push_back(bt.bits[n * w.k + k]);
  Dense signed_a = a, start = c;
  if (w.scale_a * w.scale_b < 0)
    for (auto& v : signed_a.bits) v ^= 1ULL << (bits_of(w.a) - 1);
  if (!w.keep) std::fill(start.bits.begin(), start.bits.end(), 0);
  const Dense want = multiply(signed_a, b, start, w.d, w.saturate, w.a == "b1" ? "and" : "");
  const Tile tile_a = lay_out_tile(a, w.swizzle, w.transpose_a, 12288),
             tile_b = lay_out_tile(bt, w.swizzle, w.transpose_b, 36864);
  // Fragments of D, and of A in registers: by thread, then element.
  const unsigned per_d = 32 / bits_of(w.d), regs_d = w.n / 2 / per_d, per_a = 32 / bits_of(w.a);
  const auto at_d = [](unsigned thread, unsigned i) {
    const unsigned l = thread % 32;
    return Cell{thread / 32 * 16 + l / 4 + i / 2 % 2 * 8, i / 4 * 8 + l % 4 * 2 + i % 2};
  };
  const auto at_a = [&](unsigned thread, unsigned i) {
    const unsigned l = thread % 32, r = i / per_a;
    return Cell{thread / 32 * 16 + l / 4 + r % 2 * 8, r / 2 * 4 * per_a + l % 4 * per_a + i % per_a};
  };
  Bytes fragments(128 * regs_d * 4), fragments_a(128 * 16);
  for (unsigned t = 0; t < 128; ++t) {
    for (unsigned i = 0; i < regs_d * per_d; ++i) {
      const Cell cell = at_d(t, i);
      put(fragments, t * regs_d * per_d + i, bits_of(w.d), c.bits[cell.row * w.n + cell.column]);
    }
    for (unsigned i = 0; i < 4 * per_a && w.a_in_registers; ++i) {
      const Cell cell = at_a(t, i);
      put(fragments_a, t * 4 * per_a + i, bits_of(w.a), a.bits[cell.row * w.k + cell.column]);
    }
  }
  const auto descriptor = [&](const Tile& tile, const std::string& name, const std::string& reg) {
    const u64 mode = w.swizzle == 0 ? 0 : w.swizzle == 128 ? 1 : w.swizzle == 64 ? 2 : 3;
    const u64 rest = mode << 62 | u64{tile.stride >> 4} << 32 | u64{tile.leading >> 4} << 16;
    return "  mov.u32 %x, " + name + ";\n  shr.u32 %x, %x, 4;\n  cvt.u64.u32 " + reg + ", %x;\n  or.b64 " + reg + ", " +
           reg + ", " + std::to_string(static_cast<std::int64_t>(rest)) + ";\n";
  };
  const std::string type_d = w.d == "f32" ? "f32" : "b32";
  std::string declarations =
      "  .shared .align 1024 .b8 sa[12288];\n  .shared .align 1024 .b8 sb[36864];\n"
      "  .reg .b64 %da, %db;\n  .reg .b32 %ra<4>;\n  .reg .pred %keep;\n  .reg ." +
      type_d + " %d<" + std::to_string(regs_d) + ">;\n";
  std::string body = copy(0, "sa", tile_a.bytes.size(), 128) + copy(1, "sb", tile_b.bytes.size(), 128) +
                     "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n";
  const auto each = [&](const std::string& op, unsigned pointer, const std::string& reg, unsigned count,
                        const std::string& type, bool store) {
    std::string text = "  mul.wide.u32 %at, %t, " + std::to_string(4 * count) + ";\n  add.s64 %at, %p" +
                       std::to_string(pointer) + ", %at;\n";
    for (unsigned i = 0; i < count; ++i) {
      const std::string address = "[%at+" + std::to_string(4 * i) + "]", r = reg + std::to_string(i);
      text += "  " + op + "." + type + " " + (store ? address + ", " + r : r + ", " + address) + ";\n";
    }
    return text;
  };
  body += each("ld.global", 2, "%d", regs_d, type_d, false) + each("ld.global", 3, "%ra", 4, "b32", false);
  body += descriptor(tile_a, "sa", "%da") + descriptor(tile_b, "sb", "%db");
  body += std::string("  mov.u32 %x, ") + (w.keep ? "1" : "0") + ";\n  setp.ne.u32 %keep, %x, 0;\n";
  const bool integer = w.d == "s32", half = w.a == "f16" || w.a == "bf16";
  body += "  wgmma.fence.sync.aligned;\n  wgmma.mma_async.sync.aligned.m64n" + std::to_string(w.n) + "k" +
          std::to_string(w.k) + (w.saturate ? ".satfinite" : "") + "." + w.d + "." + w.a + "." + w.b +
          (w.a == "b1" ? ".and.popc " : " ") + registers("%d", regs_d) + ", " +
          (w.a_in_registers ? registers("%ra", 4) : "%da") + ", %db, %keep";
  if (!integer) body += ", " + std::to_string(w.scale_a) + ", " + std::to_string(w.scale_b);
  if (half && !w.a_in_registers) body += w.transpose_a ? ", 1" : ", 0";
  if (half) body += w.transpose_b ? ", 1" : ", 0";
  body += ";\n  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n" +
          each("st.global", 2, "%d", regs_d, type_d, true);
  const Ran ran = run(kernel(4, declarations, body), {tile_a.bytes, tile_b.bytes, fragments, fragments_a}, 128);
  if (!ran.fault.empty()) return ran.fault;
  for (unsigned t = 0; t < 128; ++t)
    for (unsigned i = 0; i < regs_d * per_d; ++i) {
      const Cell cell = at_d(t, i);
      if (take(ran.buffers[2], t * regs_d * per_d + i, bits_of(w.d)) != want.bits[cell.row * w.n + cell.column])
        return w.d + "." + w.a + "." + w.b + " n " + std::to_string(w.n) + " swizzle " + std::to_string(w.swizzle) +
               ": wrong at (" + std::to_string(cell.row) + ", " + std::to_string(cell.column) + ")";
    }
  return {};
}

}  // namespace

TEST_CASE("wgmma of f16 and bf16: swizzles, transposed matrices, A in registers, signs, scale-d") {
  for (const unsigned swizzle : {0U, 32U, 64U, 128U})
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true})
        for (const bool in_registers : {false, true}) {
          if (in_registers && transpose_a) continue;
          WgmmaCase w{"f32", "f16", "f16", 64, 16, swizzle, in_registers, transpose_a, transpose_b};
          CHECK(check_wgmma(w, Range::fractions) == "");
          w.scale_a = -1, w.keep = false, w.n = 8;
          CHECK(check_wgmma(w, Range::fractions) == "");
          w.scale_b = -1, w.n = 256, w.d = "f16";
          CHECK(check_wgmma(w, Range::small_integers) == "");
          WgmmaCase bf{"f32", "bf16", "bf16", 40, 16, swizzle, in_registers, transpose_a, transpose_b};
          CHECK(check_wgmma(bf, Range::fractions) == "");
        }
}

TEST_CASE("wgmma of the other types") {
  for (const unsigned swizzle : {0U, 32U, 64U, 128U})
    for (const bool in_registers : {false, true}) {
      for (const unsigned n : {8U, 96U}) {
        CHECK(check_wgmma({"f32", "tf32", "tf32", n, 8, swizzle, in_registers}, Range::fractions) == "");
        CHECK(check_wgmma({"f32", "e4m3", "e5m2", n, 32, swizzle, in_registers}, Range::fractions) == "");
        CHECK(check_wgmma({"f16", "e5m2", "e4m3", n, 32, swizzle, in_registers}, Range::fractions) == "");
        WgmmaCase i8{"s32", "s8", "u8", n, 32, swizzle, in_registers};
        CHECK(check_wgmma(i8, Range::special) == "");
        i8.saturate = true, i8.a = "u8", i8.b = "u8";
        CHECK(check_wgmma(i8, Range::special) == "");
        CHECK(check_wgmma({"s32", "b1", "b1", n, 256, swizzle, in_registers}, Range::special) == "");
      }
    }
}

namespace {

/// Bytes that lanes read and wrote, by state space.
struct Listener final : exec::Observer {
  std::map<std::pair<std::string, bool>, std::size_t> bytes;
  void access(const exec::Warp&, const exec::Code&, const exec::Access& a) override {
    bytes[{std::string(mir::to_string(a.space)), a.kind == exec::AccessKind::write}] +=
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
