// tcgen05: products of matrices that are laid out in shared memory here by the canonical layouts of the manual, read
// back from tensor memory, against products formed naively; fragments, copies, allocation, what is wrong.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "nvptx/exec/exec.hpp"
#include "unit/nvptx/exec/matrix_reference.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using test::Random;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

namespace {

struct Ran {
  std::string fault;
  std::vector<u32> out;
};

// 128 threads; the image is at shared `data`, the tensor memory of 128 columns at %tm, %own its address for the warp;
// %me, %out; `bar`: an mbarrier for one arrival.
Ran run(const std::string& body, const std::vector<std::byte>& image, std::size_t words, unsigned columns = 128) {
  const std::string ptx =
      ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 i, .param .u64 o)\n{\n"
      "  .reg .b64 %in, %out, %rd<16>;\n  .reg .b32 %me, %tm, %own, %r<300>;\n  .reg .pred %p<8>;\n"
      "  .shared .align 1024 .b8 data[32768];\n  .shared .align 8 .b64 bar;\n  .shared .align 4 .b32 at;\n"
      "  ld.param.u64 %in, [i];\n  ld.param.u64 %out, [o];\n  mov.u32 %me, %tid.x;\n  setp.eq.u32 %p0, %me, 0;\n"
      "  shl.b32 %r1, %me, 2;\n  mov.u32 %r2, data;\nIN:\n  cvt.u64.u32 %rd1, %r1;\n  add.s64 %rd1, %in, %rd1;\n"
      "  ld.global.u32 %r3, [%rd1];\n  add.u32 %r4, %r2, %r1;\n  st.shared.u32 [%r4], %r3;\n  add.u32 %r1, %r1, 512;\n"
      "  setp.lt.u32 %p1, %r1, " +
      std::to_string(image.size()) +
      ";\n  @%p1 bra IN;\n  @%p0 mbarrier.init.shared.b64 [bar], 1;\n  fence.proxy.async.shared::cta;\n"
      "  shr.u32 %r1, %me, 5;\n  setp.ne.u32 %p2, %r1, 0;\n  @%p2 bra GOT;\n"
      "  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [at], " +
      std::to_string(columns) +
      ";\n  tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\nGOT:\n  tcgen05.fence::before_thread_sync;\n"
      "  bar.sync 0;\n  tcgen05.fence::after_thread_sync;\n  ld.shared.u32 %tm, [at];\n  shl.b32 %own, %r1, 21;\n"
      "  add.u32 %own, %tm, %own;\n" +
      body + "  bar.sync 0;\n  @%p2 bra END;\n  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, " +
      std::to_string(columns) + ";\nEND:\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, "sm_100a");
  Ran out;
  exec::Machine machine({.max_steps = 1U << 22});
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && out.fault.empty()) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  const exec::Address in = machine.allocate(image.size()), to = machine.allocate(words * 4 + 4);
  if (failed(machine.write(in, image))) return out;
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {128};
  launch.add(in).add(to);
  if (failed(machine.launch(launch))) return out;
  out.out.resize(words);
  failed(machine.read(to, std::as_writable_bytes(std::span(out.out))));
  return out;
}

std::string registers(unsigned count) {
  std::string text = "{";
  for (unsigned r = 0; r < count; ++r) text += (r != 0 ? ", %r" : "%r") + std::to_string(20 + r);
  return text + "}";
}

// All threads store their registers, thread after thread.
std::string store_all(unsigned count) {
  std::string text = "  mul.wide.u32 %rd2, %me, " + std::to_string(4 * count) + ";\n  add.s64 %rd2, %out, %rd2;\n";
  for (unsigned r = 0; r < count; ++r)
    text += "  st.global.u32 [%rd2+" + std::to_string(4 * r) + "], %r" + std::to_string(20 + r) + ";\n";
  return text;
}
// %r20 ... = 1000 * thread + register.
std::string number_all(unsigned count) {
  std::string text;
  for (unsigned r = 0; r < count; ++r)
    text += "  mad.lo.u32 %r" + std::to_string(20 + r) + ", %me, 1000, " + std::to_string(r) + ";\n";
  return text;
}

const std::string wait_bar =
    "WAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;\n  @!%p3 bra WAIT;\n"
    "  tcgen05.fence::after_thread_sync;\n";

/// Bits of a number by the definition of its type; e2m1 in 4 bits.
double value_of(const std::string& type, u32 v) {
  if (type == "e2m1") return std::array{0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0}[v & 7] * ((v & 8) != 0 ? -1 : 1);
  if (type == "e2m3" || type == "e3m2") {
    const unsigned fraction = type == "e2m3" ? 3 : 2, e = (v & 31) >> fraction;
    const int bias = type == "e2m3" ? 1 : 3;
    const double m = double(v % (1U << fraction)) / (1U << fraction);
    const double size = e == 0 ? std::ldexp(m, 1 - bias) : std::ldexp(1 + m, int(e) - bias);
    return (v & 32) != 0 ? -size : size;
  }
  return test::matrices::value_of(v, type);
}
unsigned bits_of(const std::string& type) {
  return type == "e2m1" ? 4 : type == "e2m3" || type == "e3m2" ? 6 : test::matrices::bits_of(type);
}
u32 pick(const std::string& type, Random& random) {
  const unsigned bits = bits_of(type);
  for (;;) {
    u32 v = static_cast<u32>(random());
    if (bits < 32) v &= (1U << bits) - 1;
    if (bits < 8 || type == "s8" || type == "u8") return v;
    if (type == "tf32") v = (v & 0x80001fff) | std::bit_cast<u32>(float(1 + random() % 64) / 8);
    const double size = std::fabs(value_of(type, v));
    if (size >= 0.25 && size < 8) return v;
  }
}

struct Layout {
  bool columns = false;  ///< M or N contiguous
  unsigned swizzle = 0;  ///< bytes
};

/// A matrix in one of the canonical layouts.
class Matrix {
 public:
  Matrix(std::string t, unsigned r, unsigned d, Layout l, Random& random)
      : type(std::move(t)), rows(r), depth(d), layout(l), bits(r * d) {
    for (u32& v : bits) v = pick(type, random);
  }
  std::string type;
  unsigned rows, depth;
  Layout layout;
  std::vector<u32> bits;
  double value(unsigned r, unsigned k) const { return value_of(type, bits[r * depth + k]); }

  /// Puts the matrix at byte `at` of the image; the descriptor.
  u64 place(std::vector<std::byte>& image, unsigned at) const {
    const unsigned width = layout.swizzle == 0 ? 16 : layout.swizzle, across = width / 16;
    const unsigned lines = layout.columns ? depth : rows;
    // Eight lines of a chunk's width follow each other; blocks of eight are `stride` apart, chunks `leading`. Both with
    // a gap, which nothing may touch.
    unsigned leading = 8 * 16 + 32, stride = 0;
    const unsigned chunks = layout.columns ? (rows * bits_of(type) + 127) / 128 : 2;
    if (layout.swizzle != 0) {
      stride = 8 * width;
      leading = stride * ((lines + 7) / 8);
    } else {
      stride = leading * (layout.columns ? (lines + 7) / 8 : chunks) + 16;
      // Not swizzled M or N order: the leading offset is between blocks of lines, the other between chunks.
    }
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned k = 0; k < depth; ++k) {
        const unsigned size = bits_of(type), per = size < 8 ? 16 : 128 / size;
        const unsigned line = layout.columns ? k : r, along = layout.columns ? r : k;
        const unsigned chunk = along / per, inner = along % per * size;
        unsigned byte;
        if (layout.swizzle == 0)
          byte = layout.columns ? line % 8 * 16 + line / 8 * leading + chunk * stride
                                : line % 8 * 16 + line / 8 * stride + chunk * leading;
        else
          byte = line % 8 * width + line / 8 * stride + chunk / across * leading + chunk % across * 16;
        byte += at;
        // The tables of the manual: chunk c of line l is where c xor l was, within the span.
        if (layout.swizzle != 0) byte = byte / 128 * 128 + (byte / 16 % 8 ^ (byte / 128 % 8 & (across - 1))) * 16;
        for (unsigned b = 0; b < size; ++b) {
          const unsigned bit = inner + b;
          const auto one = static_cast<std::byte>(1U << bit % 8);
          std::byte& to = image.at(byte + bit / 8);
          to = (bits[r * depth + k] >> b & 1) != 0 ? to | one : to & ~one;
        }
      }
    const std::map<unsigned, u64> codes{{0, 0}, {32, 6}, {64, 4}, {128, 2}};
    return u64{at >> 4} | u64{leading >> 4} << 16 | u64{stride >> 4} << 32 | 1ULL << 46 |
           codes.at(layout.swizzle) << 61;
  }
};

struct Product {
  std::string kind, a, b, d = "f32";
  unsigned m = 128, n = 16;
  Layout at_a{}, at_b{};
  bool in_tensor = false, keep = false, negate = false, masked = false;
  int scale = -1;
};

u32 instruction_descriptor(const Product& p) {
  const std::map<std::string, u32> formats{{"f16", 0},  {"bf16", 1}, {"tf32", 2}, {"e4m3", 0}, {"e5m2", 1},
                                           {"e2m3", 3}, {"e3m2", 4}, {"e2m1", 5}, {"u8", 0},   {"s8", 1}};
  const std::map<std::string, u32> results{{"f16", 0}, {"f32", 1}, {"s32", 2}};
  return results.at(p.d) << 4 | formats.at(p.a) << 7 | formats.at(p.b) << 10 | u32{p.negate} << 13 |
         u32{p.at_a.columns} << 15 | u32{p.at_b.columns} << 16 | (p.n / 8) << 17 | (p.m / 16) << 24;
}

void check(const Product& p) {
  Random random{p.m + p.n + p.a.size() + p.at_a.swizzle};
  const unsigned depth = bits_of(p.a) == 32 ? 8 : bits_of(p.a) == 16 ? 16 : 32;
  const Matrix a(p.a, p.m, depth, p.at_a, random), b(p.b, p.n, depth, p.at_b, random);
  std::vector<std::byte> image(32768, std::byte{0xa5});
  const std::string descriptor_a = std::to_string(a.place(image, 0)),
                    descriptor_b = std::to_string(b.place(image, 20480));
  const unsigned words = bits_of(p.a) * depth / 32;
  std::string body, from = "%rd4";
  if (p.in_tensor) {
    // Rows of A packed at the end of the image, one row a thread, into column 64 of tensor memory.
    for (unsigned r = 0; r < p.m; ++r)
      for (unsigned k = 0; k < depth; ++k) {
        const unsigned bits = bits_of(p.a), bit = k * bits;
        for (unsigned i = 0; i < bits; i += 8)
          image.at(24576 + r * words * 4 + (bit + i) / 8) = static_cast<std::byte>(a.bits[r * depth + k] >> i);
      }
    body +=
        "  mul.lo.u32 %r5, %me, " + std::to_string(words * 4) + ";\n  mov.u32 %r6, data;\n  add.u32 %r5, %r5, %r6;\n";
    for (unsigned r = 0; r < words; ++r)
      body += "  ld.shared.u32 %r" + std::to_string(20 + r) + ", [%r5+" + std::to_string(24576 + 4 * r) + "];\n";
    body += "  tcgen05.st.sync.aligned.32x32b.x" + std::to_string(words) + ".b32 [%own+64], " + registers(words) +
            ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n"
            "  tcgen05.fence::after_thread_sync;\n";
    from = "[%r7]";
  }
  if (p.keep) {
    // D is the thread's number at first.
    const std::string one = p.d == "s32" ? "  mov.b32 %r20, %me;\n" : "  cvt.rn.f32.u32 %r20, %me;\n";
    body += one;
    for (unsigned r = 1; r < p.n; ++r) body += "  mov.b32 %r" + std::to_string(20 + r) + ", %r20;\n";
    body += "  tcgen05.st.sync.aligned.32x32b.x" + std::to_string(p.n) + ".b32 [%own], " + registers(p.n) +
            ";\n  tcgen05.wait::st.sync.aligned;\n  bar.sync 0;\n";
  }
  body += "  mov.b64 %rd4, " + descriptor_a + ";\n  mov.b64 %rd5, " + descriptor_b + ";\n  mov.b32 %r8, " +
          std::to_string(instruction_descriptor(p)) + ";\n  setp.ne.u32 %p4, " + (p.keep ? "1" : "0") +
          ", 0;\n  add.u32 %r7, %tm, 64;\n  mov.b32 %r9, 0xffff0000;\n  mov.b32 %r10, 0;\n"
          "  // Where data begins.\n  mov.u32 %r11, data;\n  shr.u32 %r11, %r11, 4;\n  cvt.u64.u32 %rd6, %r11;\n"
          "  add.s64 %rd4, %rd4, %rd6;\n  add.s64 %rd5, %rd5, %rd6;\n"
          "  @!%p0 bra SKIP;\n  tcgen05.mma.cta_group::1.kind::" +
          p.kind + " [%tm], " + from + ", %rd5, %r8, " + (p.masked ? "{%r9, %r10, %r10, %r10}, " : "") + "%p4" +
          (p.scale >= 0 ? ", " + std::to_string(p.scale) : "") +
          ";\n  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];\nSKIP:\n" + wait_bar +
          "  tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(p.n) + ".b32 " + registers(p.n) +
          ", [%own];\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(p.n);
  const Ran r = run(body, image, 128 * p.n);
  INFO(p.kind, " ", p.a, " ", p.b, " ", p.d, " m ", p.m, " n ", p.n, " swizzle ", p.at_a.swizzle, " columns ",
       p.at_a.columns, p.at_b.columns, " in tensor memory ", p.in_tensor);
  REQUIRE(r.fault == "");
  unsigned wrong = 0;
  for (unsigned i = 0; i < p.m; ++i)
    for (unsigned j = 0; j < p.n; ++j) {
      const unsigned lane = p.m == 64 ? i / 16 * 32 + i % 16 : i;
      long double sum = p.keep ? std::ldexp(double(lane), p.scale > 0 ? -p.scale : 0) : 0;
      for (unsigned k = 0; k < depth; ++k)
        sum += (p.negate ? -1 : 1) * static_cast<long double>(a.value(i, k)) * b.value(j, k);
      u32 want = p.d == "s32"   ? static_cast<u32>(static_cast<std::int64_t>(sum))
                 : p.d == "f16" ? static_cast<u32>(test::matrices::nearest_f16(sum))
                                : std::bit_cast<u32>(static_cast<float>(sum));
      if (p.masked && lane >= 16 && lane < 32) want = p.d == "s32" ? lane : std::bit_cast<u32>(float(lane));
      wrong += r.out[lane * p.n + j] != want ? 1 : 0;
    }
  CHECK(wrong == 0);
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("tcgen05.mma: kinds, types and shapes") {
  for (const unsigned m : {64U, 128U}) {
    for (const std::string d : {"f16", "f32"}) {
      check({.kind = "f16", .a = "f16", .b = "f16", .d = d, .m = m, .n = 32});
      check({.kind = "f8f6f4", .a = "e4m3", .b = "e5m2", .d = d, .m = m});
    }
    check({.kind = "f16", .a = "bf16", .b = "bf16", .m = m});
    check({.kind = "tf32", .a = "tf32", .b = "tf32", .m = m});
    for (const std::string t : {"e2m3", "e3m2", "e2m1"}) check({.kind = "f8f6f4", .a = t, .b = "e4m3", .m = m});
    for (const std::string t : {"e2m3", "e3m2", "e2m1"}) check({.kind = "f8f6f4", .a = "e5m2", .b = t, .m = m});
    for (const std::string t : {"s8", "u8"}) check({.kind = "i8", .a = t, .b = "s8", .d = "s32", .m = m});
  }
}

TEST_CASE("tcgen05.mma: layouts of shared memory") {
  for (const unsigned a : {0U, 32U, 64U, 128U})
    for (const unsigned b : {0U, 128U}) {
      check({.kind = "f16", .a = "f16", .b = "bf16", .at_a = {false, a}, .at_b = {false, b}});
      check({.kind = "f16", .a = "f16", .b = "f16", .n = 64, .at_a = {true, a}, .at_b = {false, b}});
      check({.kind = "f16", .a = "f16", .b = "f16", .n = 64, .at_a = {false, a}, .at_b = {true, b}});
      check({.kind = "f8f6f4", .a = "e4m3", .b = "e4m3", .at_a = {false, a}, .at_b = {false, b}});
    }
  check({.kind = "i8", .a = "s8", .b = "u8", .d = "s32", .n = 128, .at_a = {true, 128}, .at_b = {true, 128}});
}

TEST_CASE("tcgen05.mma: accumulation, A in tensor memory, negation, masked lanes, scaled D") {
  for (const std::string type : {"f16", "e4m3"}) {
    const std::string kind = type == "f16" ? "f16" : "f8f6f4";
    check({.kind = kind, .a = type, .b = type, .keep = true});
    check({.kind = kind, .a = type, .b = type, .in_tensor = true, .keep = true});
    check({.kind = kind, .a = type, .b = type, .in_tensor = true, .negate = true});
    check({.kind = kind, .a = type, .b = type, .keep = true, .masked = true});
  }
  check({.kind = "tf32", .a = "tf32", .b = "tf32", .in_tensor = true, .keep = true, .scale = 3});
  check({.kind = "i8", .a = "u8", .b = "s8", .d = "s32", .in_tensor = true, .keep = true});
}

TEST_CASE("tcgen05.mma: block scales, brought from shared memory by tcgen05.cp") {
  struct Row {
    std::string kind, suffix, a, b;
    unsigned depth, scales, byte;
    bool e4m3;
  };
  for (const Row& row : {Row{"mxf8f6f4", ".scale_vec::1X", "e4m3", "e2m1", 32, 1, 0, false},
                         Row{"mxf8f6f4", "", "e2m3", "e5m2", 32, 1, 3, false},
                         Row{"mxf4", ".scale_vec::2X", "e2m1", "e2m1", 64, 2, 0, false},
                         Row{"mxf4", ".block32", "e2m1", "e2m1", 64, 2, 2, false},
                         Row{"mxf4nvf4", ".scale_vec::4X", "e2m1", "e2m1", 64, 4, 0, true},
                         Row{"mxf4nvf4", ".block16", "e2m1", "e2m1", 64, 4, 0, true}}) {
    Random random{row.byte + row.depth};
    constexpr unsigned n = 48;
    std::vector<std::byte> image(32768, std::byte{0x11});
    // Rows of 32 bytes, eight together, the chunks of a block 128 bytes apart.
    std::vector<std::vector<double>> matrix[2];
    const std::array<unsigned, 2> start{0, 8192}, lines{128, n};
    for (unsigned m = 0; m < 2; ++m) {
      const std::string& type = m == 0 ? row.a : row.b;
      const unsigned size = bits_of(type);
      for (unsigned i = 0; i < lines[m]; ++i) {
        matrix[m].emplace_back();
        for (unsigned k = 0; k < row.depth; ++k) {
          const u32 v = pick(type, random);
          matrix[m][i].push_back(value_of(type, v));
          const unsigned per = row.depth / 2, bit = k % per * size;
          const unsigned byte = start[m] + i / 8 * 256 + k / per * 128 + i % 8 * 16;
          for (unsigned x = 0; x < size; ++x) {
            const auto one = static_cast<std::byte>(1U << (bit + x) % 8);
            std::byte& to = image[byte + (bit + x) / 8];
            to = (v >> x & 1) != 0 ? to | one : to & ~one;
          }
        }
      }
      // cuBLAS: the scale of row r and block j is byte r % 32 * 16 + r / 32 * 4 + j of 512.
      for (unsigned i = 0; i < 128; ++i)
        for (unsigned j = 0; j < 4; ++j) {
          const u32 v = row.e4m3 ? 0x28 + random() % 0x20 : 124 + random() % 7;
          image[16384 + m * 512 + i % 32 * 16 + i / 32 * 4 + j] = static_cast<std::byte>(v);
          if (i >= lines[m] || j < row.byte || j >= row.byte + row.scales) continue;
          const double f = row.e4m3 ? value_of("e4m3", v) : std::ldexp(1, int(v) - 127);
          const unsigned part = row.depth / row.scales;
          for (unsigned k = (j - row.byte) * part; k < (j - row.byte + 1) * part; ++k) matrix[m][i][k] *= f;
        }
    }
    const auto descriptor = [](unsigned at, unsigned leading, unsigned stride) {
      return std::to_string(u64{at >> 4} | u64{leading >> 4} << 16 | u64{stride >> 4} << 32 | 1ULL << 46);
    };
    const std::map<std::string, u32> formats{{"e4m3", 0}, {"e5m2", 1}, {"e2m3", 3}, {"e2m1", 5}};
    const u32 a = row.depth == 64 ? 1 : formats.at(row.a), b = row.depth == 64 ? 1 : formats.at(row.b);
    const u32 idesc =
        row.byte << 4 | a << 7 | b << 10 | (n / 8) << 17 | u32{!row.e4m3} << 23 | 8U << 24 | row.byte << 29;
    std::string body = "  mov.u32 %r11, data;\n  shr.u32 %r11, %r11, 4;\n  cvt.u64.u32 %rd6, %r11;\n";
    const std::array<std::string, 4> all{descriptor(0, 128, 256), descriptor(8192, 128, 256),
                                         descriptor(16384, 16, 128), descriptor(16896, 16, 128)};
    for (unsigned k = 0; k < 4; ++k)
      body += "  mov.b64 %rd" + std::to_string(8 + k) + ", " + all[k] + ";\n  add.s64 %rd" + std::to_string(8 + k) +
              ", %rd" + std::to_string(8 + k) + ", %rd6;\n";
    body += "  mov.b32 %r8, " + std::to_string(idesc) +
            ";\n  setp.ne.u32 %p4, 0, 0;\n  add.u32 %r6, %tm, 64;\n  add.u32 %r7, %tm, 68;\n  @!%p0 bra SKIP;\n"
            "  tcgen05.cp.cta_group::1.32x128b.warpx4 [%r6], %rd10;\n  tcgen05.cp.cta_group::1.32x128b.warpx4 [%r7], "
            "%rd11;\n"
            "  tcgen05.mma.cta_group::1.kind::" +
            row.kind + ".block_scale" + row.suffix +
            " [%tm], %rd8, %rd9, %r8, [%r6], [%r7], %p4;\n"
            "  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];\nSKIP:\n" +
            wait_bar + "  tcgen05.ld.sync.aligned.32x32b.x32.b32 " + registers(32) +
            ", [%own];\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(32);
    const Ran r = run(body, image, 128 * 32);
    INFO(row.kind, row.suffix, " ", row.a, " byte ", row.byte);
    REQUIRE(r.fault == "");
    unsigned wrong = 0;
    for (unsigned i = 0; i < 128; ++i)
      for (unsigned j = 0; j < 32; ++j) {
        long double sum = 0;
        for (unsigned k = 0; k < row.depth; ++k) sum += static_cast<long double>(matrix[0][i][k]) * matrix[1][j][k];
        wrong += r.out[i * 32 + j] != std::bit_cast<u32>(static_cast<float>(sum)) ? 1 : 0;
      }
    CHECK(wrong == 0);
  }
}

TEST_CASE("tcgen05.ld and st: fragments of every shape") {
  // Stored as 32x32b, each cell holds 1000 * lane + column; read in the other shapes, and the other way round.
  struct Row {
    std::string shape;
    unsigned times, each;
  };
  const auto cell = [](const std::string& shape, unsigned t, unsigned r) -> std::pair<unsigned, unsigned> {
    if (shape == "16x64b") return {t / 4 + t % 2 * 8, 2 * r + t / 2 % 2};
    if (shape == "16x128b") return {t / 4 + r % 2 * 8, r / 2 * 4 + t % 4};
    if (shape == "16x256b") return {t / 4 + r / 2 % 2 * 8, r / 4 * 8 + t % 4 * 2 + r % 2};
    return {t, r};
  };
  for (const Row& row : {Row{"32x32b", 8, 1}, Row{"16x64b", 4, 1}, Row{"16x128b", 2, 2}, Row{"16x256b", 2, 4}})
    for (const unsigned half : {0U, 16U}) {
      if (row.shape == "32x32b" && half != 0) continue;
      const unsigned count = row.times * row.each;
      const std::string name = row.shape + ".x" + std::to_string(row.times) + ".b32 ",
                        at = "[%own+" + std::to_string((half << 16) + 3) + "]";
      const Ran loaded =
          run(number_all(32) + "  tcgen05.st.sync.aligned.32x32b.x32.b32 [%own], " + registers(32) +
                  ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld.sync.aligned." + name + registers(count) + ", " +
                  at + ";\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(count),
              std::vector<std::byte>(512), 128 * count);
      const Ran stored = run(number_all(count) + "  tcgen05.st.sync.aligned." + name + at + ", " + registers(count) +
                                 ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld.sync.aligned.32x32b.x32.b32 " +
                                 registers(32) + ", [%own];\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(32),
                             std::vector<std::byte>(512), 128 * 32);
      CHECK(loaded.fault == "");
      CHECK(stored.fault == "");
      REQUIRE(loaded.out.size() == 128 * count);
      unsigned wrong = 0;
      for (unsigned t = 0; t < 128; ++t)
        for (unsigned r = 0; r < count; ++r) {
          const auto [lane, column] = cell(row.shape, t % 32, r);
          const unsigned whole = t / 32 * 32 + half + lane;
          wrong += loaded.out[t * count + r] != 1000 * whole + column + 3 ? 1 : 0;
          wrong += stored.out[whole * 32 + column + 3] != 1000 * t + r ? 1 : 0;
        }
      CHECK(wrong == 0);
    }
  // Pairs of cells as halves of a register.
  const Ran packed = run(number_all(4) + "  tcgen05.st.sync.aligned.32x32b.x4.unpack::16b.b32 [%own], " + registers(4) +
                             ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld.sync.aligned.32x32b.x8.b32 " +
                             registers(8) + ", [%own];\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(8),
                         std::vector<std::byte>(512), 128 * 8);
  REQUIRE(packed.fault == "");
  for (unsigned i = 0; i < packed.out.size(); ++i) {
    const u32 whole = 1000 * (i / 8) + i % 8 / 2;
    CHECK(packed.out[i] == (i % 2 == 0 ? whole & 0xffff : whole >> 16));
  }
}

TEST_CASE("tcgen05.cp: rows of shared memory to the lanes of one, two or four warps") {
  struct Row {
    std::string shape;
    unsigned rows, chunks;
    std::array<unsigned, 4> part;  ///< which 32 rows each warp's lanes get
  };
  for (const Row& row :
       {Row{"128x256b", 128, 2, {0, 1, 2, 3}}, Row{"128x128b", 128, 1, {0, 1, 2, 3}},
        Row{"64x128b.warpx2::02_13", 64, 1, {0, 1, 0, 1}}, Row{"64x128b.warpx2::01_23", 64, 1, {0, 0, 1, 1}},
        Row{"32x128b.warpx4", 32, 1, {0, 0, 0, 0}}}) {
    std::vector<std::byte> image(16384);
    // Chunks 2048 bytes apart, blocks of eight rows 128.
    for (unsigned i = 0; i < image.size() / 4; ++i) std::memcpy(&image[4 * std::size_t{i}], &i, 4);
    const u64 descriptor = (2048ULL >> 4) << 16 | (128ULL >> 4) << 32 | 1ULL << 46;
    const unsigned count = row.chunks * 4;
    const Ran r = run("  mov.b64 %rd4, " + std::to_string(descriptor) +
                          ";\n  mov.u32 %r11, data;\n  shr.u32 %r11, %r11, 4;\n  cvt.u64.u32 %rd6, %r11;\n"
                          "  add.s64 %rd4, %rd4, %rd6;\n  @!%p0 bra SKIP;\n  tcgen05.cp.cta_group::1." +
                          row.shape +
                          " [%tm], %rd4;\n  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                          "[bar];\nSKIP:\n" +
                          wait_bar + "  tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(count) + ".b32 " +
                          registers(count) + ", [%own];\n  tcgen05.wait::ld.sync.aligned;\n" + store_all(count),
                      image, 128 * count);
    REQUIRE(r.fault == "");
    unsigned wrong = 0;
    for (unsigned t = 0; t < 128; ++t)
      for (unsigned k = 0; k < count; ++k) {
        const unsigned source = row.part[t / 32] * 32 + t % 32;
        const unsigned byte = source / 8 * 128 + source % 8 * 16 + k / 4 * 2048 + k % 4 * 4;
        wrong += r.out[t * count + k] != byte / 4 ? 1 : 0;
      }
    CHECK(wrong == 0);
  }
}

TEST_CASE("tcgen05: what is wrong is told") {
  const std::vector<std::byte> image(512);
  const std::string load = "  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r20}, ";
  CHECK(run(load + "[%own];\n", image, 1).fault == "");
  CHECK(says(run(load + "[%own+128];\n", image, 1).fault, "columns 128 to 128 of tensor memory are not allocated"));
  CHECK(says(run(load + "[%tm];\n", image, 1).fault, "this warp reaches lanes "));
  CHECK(says(run("  @%p2 bra END;\n  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 64;\n", image, 1).fault,
             "no allocation of 64 columns"));
  CHECK(says(
      run("  @%p2 bra END;\n  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [at], 32;\n", image, 1).fault,
      "after tcgen05.relinquish_alloc_permit"));
  CHECK(says(run("", image, 1, 48).fault, "no power of two"));
  const auto product = [&](const std::string& text, u32 idesc) {
    return run("  mov.b64 %rd4, " + std::to_string(1ULL << 46) + ";\n  mov.b32 %r8, " + std::to_string(idesc) +
                   ";\n  setp.ne.u32 %p4, 0, 0;\n  @%p0 " + text + ";\n",
               image, 1)
        .fault;
  };
  const u32 good = instruction_descriptor({.kind = "f16", .a = "f16", .b = "f16"});
  const std::string mma = "tcgen05.mma.cta_group::1.kind::f16 [%tm], %rd4, %rd4, %r8, %p4";
  CHECK(product(mma, good) == "");
  CHECK(says(product(mma, good | 4), "a sparse product"));
  CHECK(says(product(mma, good & ~(63U << 17)), "N is none of this M"));
  CHECK(says(product(mma, good | 16U << 17), "outside of the tensor memory that is allocated"));
  CHECK(
      says(product("tcgen05.mma.ws.cta_group::1.kind::f16 [%tm], %rd4, %rd4, %r8, %p4", good), ".ws is not supported"));
  CHECK(says(product("tcgen05.mma.cta_group::2.kind::f16 [%tm], %rd4, %rd4, %r8, %p4", good), ".cta_group::2"));
  CHECK(says(product("tcgen05.shift.cta_group::1.down [%tm]", good), "shift is not supported"));
}
