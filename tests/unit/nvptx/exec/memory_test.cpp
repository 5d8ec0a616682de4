// Loads and stores of every type, width and space; addresses that are wrong, each with its message; the regions.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "simt/state/memory.hpp"
#include "simt/state/observer.hpp"
#include "unit/nvptx/exec/memory_harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;
using exec::Memory;
using exec::RegionKind;

namespace {

std::string str(std::uint64_t n) { return std::to_string(n); }

struct TypeCase {
  std::string type;
  unsigned bits;
  bool is_signed = false, is_float = false;
};
const std::vector<TypeCase> types = {{"b8", 8},
                                     {"u8", 8},
                                     {"s8", 8, true},
                                     {"b16", 16},
                                     {"u16", 16},
                                     {"s16", 16, true},
                                     {"b32", 32},
                                     {"u32", 32},
                                     {"s32", 32, true},
                                     {"b64", 64},
                                     {"u64", 64},
                                     {"s64", 64, true},
                                     {"f32", 32, false, true},
                                     {"f64", 64, false, true},
                                     {"b128", 128}};

// Register prefix for a width and class.
std::string reg(unsigned bits, bool is_float, unsigned n) {
  const char* prefix = is_float     ? (bits == 32 ? "%f" : "%fd")
                       : bits == 8  ? "%b"
                       : bits == 16 ? "%h"
                       : bits == 32 ? "%r"
                       : bits == 64 ? "%rd"
                                    : "%q";
  return prefix + str(n);
}

std::string group(unsigned count, unsigned bits, bool is_float, unsigned first) {
  std::string out;
  for (unsigned e = 0; e < count; ++e) out += (e == 0 ? "" : ", ") + reg(bits, is_float, first + e);
  return count == 1 ? out : "{" + out + "}";
}

// Where lane `lane` reads: consecutive elements, a permutation, all at one place, or groups of four at one place.
enum class Shape { run, mixed, same, pairs };
unsigned place(Shape shape, unsigned lane) {
  switch (shape) {
    case Shape::run:
      return lane;
    case Shape::mixed:
      return (lane * 11 + 5) % 32;
    case Shape::same:
      return 7;
    case Shape::pairs:
      return lane / 4;
  }
  return 0;
}
// Leaves the byte offset of the lane's place in %rd12 and %r12.
std::string place_text(Shape shape, unsigned bytes) {
  std::string out;
  switch (shape) {
    case Shape::run:
      out = "mov.u32 %r12, %r0;\n";
      break;
    case Shape::mixed:
      out = "mad.lo.u32 %r12, %r0, 11, 5;\nand.b32 %r12, %r12, 31;\n";
      break;
    case Shape::same:
      out = "mov.u32 %r12, 7;\n";
      break;
    case Shape::pairs:
      out = "shr.u32 %r12, %r0, 2;\n";
      break;
  }
  return out + "mul.lo.u32 %r12, %r12, " + str(bytes) + ";\ncvt.u64.u32 %rd12, %r12;\n";
}

// How a space is reached: instructions that fill it from buffer 0 (%rd0, `bytes` bytes), and its address operand
// from the offset in %rd12 (or %r12).
struct SpaceCase {
  std::string name;  // of the instruction: ".shared"
  std::string module;
  std::string prepare;  // before, after the offset is known
  std::string address;
};

// Copies buffer 0 word by word: every thread all of it, into its own local memory or the block's shared memory.
std::string fill(const std::string& space, const std::string& base, unsigned bytes) {
  return "mov.u64 %rd13, 0;\nFILL:\nadd.u64 %rd14, %rd0, %rd13;\nld.global.u32 %r13, [%rd14];\nadd.u64 %rd15, " + base +
         ", %rd13;\nst." + space + ".u32 [%rd15], %r13;\nadd.u64 %rd13, %rd13, 4;\nsetp.lt.u64 %p1, %rd13, " +
         str(bytes) + ";\n@%p1 bra FILL;\n";
}

std::string const_variable(const Bytes& data) {
  std::string out = ".const .align 32 .b8 c[" + str(data.size()) + "] = {";
  for (std::size_t i = 0; i < data.size(); ++i) out += (i == 0 ? "" : ",") + str(std::to_integer<unsigned>(data[i]));
  return out + "};\n";
}

std::vector<SpaceCase> spaces(const Bytes& data) {
  const auto bytes = static_cast<unsigned>(data.size());
  const std::string shared = ".shared .align 32 .b8 s[" + str(bytes) + "];\n";
  const std::string local = ".local .align 32 .b8 v[" + str(bytes) + "];\n";
  return {
      {".global", "", "add.u64 %rd16, %rd0, %rd12;\nsub.u64 %rd16, %rd16, 64;\n", "%rd16+64"},
      {"", "", "add.u64 %rd16, %rd0, %rd12;\n", "%rd16"},
      {".const", const_variable(data), "mov.u64 %rd17, c;\nadd.u64 %rd16, %rd17, %rd12;\n", "%rd16"},
      {"", const_variable(data), "mov.u64 %rd17, c;\ncvta.const.u64 %rd17, %rd17;\nadd.u64 %rd16, %rd17, %rd12;\n",
       "%rd16"},
      {".shared", shared, "mov.u64 %rd17, s;\n" + fill("shared", "%rd17", bytes) + "add.u64 %rd16, %rd17, %rd12;\n",
       "%rd16"},
      {".shared::cta", shared,
       "mov.u64 %rd17, s;\n" + fill("shared", "%rd17", bytes) +
           "mov.u32 %r16, s;\nadd.u32 %r16, %r16, %r12;\nadd.u32 %r16, %r16, 16;\n",
       "%r16+-16"},
      {"", shared,
       "mov.u64 %rd17, s;\n" + fill("shared", "%rd17", bytes) +
           "cvta.shared.u64 %rd17, %rd17;\nadd.u64 %rd16, %rd17, %rd12;\n",
       "%rd16"},
      {".local", "", local + "mov.u64 %rd17, v;\n" + fill("local", "%rd17", bytes) + "add.u64 %rd16, %rd17, %rd12;\n",
       "%rd16"},
      {"", "",
       local + "cvta.local.u64 %rd17, v;\n" +
           fill("local", "%rd17", bytes).replace(0, 0, "cvta.to.local.u64 %rd17, %rd17;\n") +
           "cvta.local.u64 %rd17, %rd17;\nadd.u64 %rd16, %rd17, %rd12;\n",
       "%rd16"},
  };
}

std::uint64_t extend(std::uint64_t value, unsigned from, unsigned to, bool sign) {
  if (sign && from < 64 && (value >> (from - 1) & 1) != 0) value |= ~0ULL << from;
  return to == 64 ? value : value & ((1ULL << to) - 1);
}

std::uint64_t bits_at(const Bytes& data, std::size_t offset, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, data.data() + offset, bytes);
  return value;
}

constexpr std::uint64_t preset = 0x5a5a5a5a5a5a5a5aULL;

// One load in registers of `wide` bits, with all lanes and with every third one; every lane's registers go out.
void check_load(const TypeCase& t, unsigned count, unsigned wide, const SpaceCase& space, Shape shape,
                const Bytes& data) {
  const unsigned bytes = t.bits / 8 * count, parts = t.bits == 128 ? 2 : 1;
  const unsigned part_bits = std::min(wide, 64U);
  std::string body = place_text(shape, bytes) + space.prepare + "rem.u32 %r14, %r0, 3;\nsetp.eq.u32 %p2, %r14, 0;\n";
  const std::string stride = str(2 * count * parts * 8);
  body += "mul.wide.u32 %rd18, %r0, " + stride + ";\nadd.u64 %rd18, %rd18, %rd1;\n";
  for (unsigned half = 0; half < 2; ++half) {
    // Preset of the same registers by a load from buffer 2.
    for (unsigned e = 0; e < count; ++e)
      body += wide == 128 ? "ld.global.v2.b64 {%rd40, %rd41}, [%rd2];\nmov.b128 " + reg(128, false, 20 + e) +
                                ", {%rd40, %rd41};\n"
                          : "ld.global.b" + str(wide) + " " + reg(wide, t.is_float, 20 + e) + ", [%rd2];\n";
    body += (half == 0 ? "" : "@%p2 ") + ("ld" + space.name) + (count > 1 ? ".v" + str(count) : "") + "." + t.type +
            " " + group(count, wide, t.is_float, 20) + ", [" + space.address + "];\n";
    for (unsigned e = 0; e < count; ++e) {
      const std::string to = "[%rd18+" + str((half * count + e) * parts * 8) + "]";
      body += "st.global.b" + str(wide) + " " + to + ", " + reg(wide, t.is_float, 20 + e) + ";\n";
    }
  }
  const std::size_t out_values = 32 * 2 * count * parts;
  const auto result =
      run_kernel({.body = body,
                  .buffers = {data, Bytes(out_values * 8), bytes_of_values(std::vector<std::uint64_t>{preset, preset})},
                  .module = space.module});
  INFO(t.type, " v", count, " into ", wide, " from '", space.name, "' at ", space.address, " shape ",
       static_cast<int>(shape));
  REQUIRE(result.fault == "");
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned half = 0; half < 2; ++half)
      for (unsigned e = 0; e < count; ++e)
        for (unsigned p = 0; p < parts; ++p) {
          const std::size_t from = place(shape, lane) * bytes + e * t.bits / 8 + p * 8;
          const bool loaded = half == 0 || lane % 3 == 0;
          const std::uint64_t want = loaded ? extend(bits_at(data, from, std::min(8U, t.bits / 8)),
                                                     std::min(64U, t.bits), part_bits, t.is_signed)
                                            : extend(preset, part_bits, part_bits, false);
          const auto got =
              at<std::uint64_t>(result.buffers[1], lane * 2 * count * parts + (half * count + e) * parts + p);
          if (got != want) FAIL_CHECK("lane ", lane, " half ", half, " element ", e, ": ", got, " not ", want);
        }
}

std::vector<unsigned> register_widths(const TypeCase& t) {
  if (t.is_float || t.bits == 128) return {t.bits};
  std::vector<unsigned> out;
  for (unsigned w : {8U, 16U, 32U, 64U})
    if (w >= t.bits) out.push_back(w);
  return out;
}
bool has_vector(const TypeCase& t, unsigned count) { return t.bits / 8 * count <= 32 && (count < 8 || t.bits == 32); }

}  // namespace

TEST_CASE("loads: every type, vector, register width, space and shape of addresses") {
  const Bytes data = noise(1024, 1);
  for (const SpaceCase& space : spaces(data))
    for (const TypeCase& t : types)
      for (const unsigned count : {1U, 2U, 4U, 8U}) {
        if (!has_vector(t, count)) continue;
        for (const unsigned wide : register_widths(t)) {
          check_load(t, count, wide, space, Shape::run, data);
          if (wide == t.bits || t.type == "s8") {
            check_load(t, count, wide, space, Shape::mixed, data);
            check_load(t, count, wide, space, Shape::same, data);
            check_load(t, count, wide, space, Shape::pairs, data);
          }
        }
      }
}

namespace {

// One store from registers of `wide` bits into zeroed memory; the highest lane wins where lanes meet.
void check_store(const TypeCase& t, unsigned count, unsigned wide, const std::string& space, Shape shape, bool masked) {
  const unsigned bytes = t.bits / 8 * count, parts = t.bits == 128 ? 2 : 1, row = count * parts * 8;
  const Bytes values = noise(32 * row, 3 + wide);
  std::string body =
      place_text(shape, bytes) + "mul.wide.u32 %rd18, %r0, " + str(row) + ";\nadd.u64 %rd18, %rd18, %rd0;\n";
  for (unsigned e = 0; e < count; ++e) {
    const std::string from = "[%rd18+" + str(e * parts * 8) + "]";
    body += "ld.global.b" + str(wide) + " " + reg(wide, t.is_float, 20 + e) + ", " + from + ";\n";
  }
  body += "rem.u32 %r14, %r0, 3;\nsetp.ne.u32 %p2, %r14, 0;\n";
  const bool to_shared = space.find("shared") != std::string::npos, to_local = space == ".local";
  std::string module;
  if (to_shared) {
    module = ".shared .align 32 .b8 s[1024];\n";
    body += "mov.u64 %rd17, s;\n";
  } else if (to_local) {
    body += ".local .align 32 .b8 v[1024];\nmov.u64 %rd17, v;\n";
  } else {
    body += "mov.u64 %rd17, %rd1;\n";
  }
  if (space == ".generic_shared") body += "cvta.shared.u64 %rd17, %rd17;\n";
  const std::string mnemonic = space == ".generic" || space == ".generic_shared" ? "" : space;
  body += "add.u64 %rd16, %rd17, %rd12;\n" + std::string(masked ? "@%p2 " : "") + "st" + mnemonic +
          (count > 1 ? ".v" + str(count) : "") + "." + t.type + " [%rd16], " + group(count, wide, t.is_float, 20) +
          ";\n";
  if (to_shared || to_local) {
    // Out again: shared memory by thread 0, local memory by each thread: its own element.
    if (space == ".generic_shared") body += "cvta.to.shared.u64 %rd17, %rd17;\n";
    const std::string name = to_local ? "local" : "shared";
    body += std::string(to_local ? "mov.u32 %r15, %r0;\n" : "setp.ne.u32 %p3, %r0, 0;\n@%p3 bra END;\n");
    body += "mov.u64 %rd13, 0;\nOUT:\nadd.u64 %rd14, %rd17, %rd13;\nld." + name +
            ".u32 %r13, [%rd14];\nadd.u64 %rd15, %rd1, %rd13;\n";
    if (to_local) body += "mad.wide.u32 %rd15, %r0, 1024, %rd15;\n";
    body +=
        "st.global.u32 [%rd15], %r13;\nadd.u64 %rd13, %rd13, 4;\nsetp.lt.u64 %p1, %rd13, 1024;\n@%p1 bra OUT;\nEND:\n";
  }
  const auto result = run_kernel({.body = body, .buffers = {values, Bytes(to_local ? 32768 : 1024)}, .module = module});
  INFO(t.type, " v", count, " of ", wide, " to '", space, "' shape ", static_cast<int>(shape), " masked ", masked);
  REQUIRE(result.fault == "");
  Bytes want(result.buffers[1].size());
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (masked && lane % 3 == 0) continue;
    for (unsigned e = 0; e < count; ++e)
      std::memcpy(want.data() + (to_local ? lane * 1024 : 0) + place(shape, lane) * bytes + e * t.bits / 8,
                  values.data() + lane * row + e * parts * 8, t.bits / 8);
  }
  CHECK(result.buffers[1] == want);
}

}  // namespace

TEST_CASE("stores: every type, vector, register width, space and shape of addresses") {
  for (const std::string space : {".global", ".generic", ".shared", ".shared::cta", ".generic_shared", ".local"})
    for (const TypeCase& t : types)
      for (const unsigned count : {1U, 2U, 4U, 8U}) {
        if (!has_vector(t, count)) continue;
        for (const unsigned wide : register_widths(t))
          for (const bool masked : {false, true}) {
            check_store(t, count, wide, space, Shape::run, masked);
            if (wide == t.bits) check_store(t, count, wide, space, Shape::mixed, masked);
            if (wide == t.bits) check_store(t, count, wide, space, Shape::pairs, masked);
          }
      }
}

TEST_CASE("forms: modifiers, immediates, sinks, policies, constant addresses") {
  const std::string body = R"(
    createpolicy.fractional.L2::evict_last.b64 %rd20, 1.0;
    add.u64 %rd21, %rd0, %rd10;
    ld.relaxed.gpu.global.L1::evict_last.L2::cache_hint.u64 %rd22, [%rd21], %rd20;
    ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%r20, _}, [%rd21];
    ld.volatile.u32 %r21, [%rd21+4];
    ldu.global.u32 %r22, [%rd21];
    ld.global.cv.v2.u16 {_, %h20}, [%rd21];
    add.u64 %rd23, %rd1, %rd10;
    shl.b64 %rd24, %rd10, 2;
    add.u64 %rd23, %rd1, %rd24;
    st.release.sys.global.u64 [%rd23], %rd22;
    st.global.wt.L2::cache_hint.v2.u32 [%rd23+8], {%r20, %r21}, %rd20;
    st.weak.global.v2.b32 [%rd23+16], {-2, 0f3f800000};
    st.mmio.relaxed.sys.global.u16 [%rd23+24], %h20;
    st.global.u8 [%rd23+26], 0x1ff;
    st.global.u32 [%rd23+28], %tid.x;
    setp.eq.u32 %p20, %r22, %r20;
    @!%p20 st.global.u32 [%rd23+28], 77777;
    st.global.u32 [word], 5;
    ld.global.u32 %r23, [word+4];
    @!%p20 st.global.u32 [word+8], %r23;
  )";
  const Bytes in = noise(32 * 8, 9);
  const auto r = run_kernel({.body = body, .buffers = {in, Bytes(32 * 32)}, .module = ".global .u32 word[3];\n"});
  REQUIRE(r.fault == "");
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(at<std::uint64_t>(r.buffers[1], 4 * l) == at<std::uint64_t>(in, l));
    CHECK(at<std::uint64_t>(r.buffers[1], 4 * l + 1) == at<std::uint64_t>(in, l));
    CHECK(at<std::uint32_t>(r.buffers[1], 8 * l + 4) == 0xfffffffeU);
    CHECK(at<std::uint32_t>(r.buffers[1], 8 * l + 5) == 0x3f800000U);
    CHECK(at<std::uint16_t>(r.buffers[1], 16 * l + 12) == at<std::uint16_t>(in, 4 * l + 1));
    CHECK(at<std::uint8_t>(r.buffers[1], 32 * l + 26) == 0xff);
    CHECK(at<std::uint32_t>(r.buffers[1], 8 * l + 7) == l);
  }
}

TEST_CASE("registers of 8 bits hold 8 bits, whatever was loaded into them") {
  const Bytes in = bytes_of_values(std::vector<std::uint8_t>{0x80, 0xff, 0x7f, 0x81});
  const auto r = run_kernel({.body = R"(
      ld.global.s8 %b20, [%rd0];
      ld.global.v2.s8 {%b21, %b22}, [%rd0+2];
      cvt.u32.u8 %r20, %b20;
      cvt.s32.s8 %r21, %b20;
      cvt.u32.u8 %r22, %b22;
      cvt.u32.u8 %r23, %b21;
      st.global.v4.u32 [%rd1], {%r20, %r21, %r22, %r23};
    )",
                             .buffers = {in, Bytes(16)}});
  REQUIRE(r.fault == "");
  CHECK(r.buffers[1] == bytes_of_values(std::vector<std::uint32_t>{0x80, 0xffffff80, 0x81, 0x7f}));
}

TEST_CASE("kernel parameters: every width, vectors, structures, computed and generic addresses") {
  const std::string body = R"(
    mad.wide.u32 %rd20, %r0, 64, %rd0;
    ld.param.u8 %r20, [a];
    ld.param.s8 %r21, [a+1];
    ld.param.s16 %rd21, [a+2];
    ld.param.v2.u32 {%r22, %r23}, [a+8];
    ld.param.v4.u16 {%h20, %h21, %h22, %h23}, [a+16];
    ld.param.f64 %fd20, [a+24];
    st.global.u32 [%rd20], %r20;
    st.global.u32 [%rd20+4], %r21;
    st.global.u64 [%rd20+8], %rd21;
    st.global.v2.u32 [%rd20+16], {%r22, %r23};
    st.global.v4.u16 [%rd20+24], {%h20, %h21, %h22, %h23};
    st.global.f64 [%rd20+32], %fd20;
    mov.b64 %rd22, a;
    and.b32 %r24, %r0, 7;
    cvt.u64.u32 %rd23, %r24;
    add.u64 %rd24, %rd22, %rd23;
    ld.param.u8 %r25, [%rd24];
    st.global.u32 [%rd20+40], %r25;
    cvta.param.u64 %rd25, %rd24;
    ld.u8 %r26, [%rd25+1];
    st.global.u32 [%rd20+44], %r26;
    cvta.to.global.u64 %rd26, %rd25;
    ld.global.u8 %r27, [%rd26+2];
    st.global.u32 [%rd20+48], %r27;
    setp.gt.u32 %p20, %r0, 9;
    mov.u32 %r28, 1;
    @%p20 ld.param.u32 %r28, [a+4];
    st.global.u32 [%rd20+52], %r28;
  )";
  const Bytes a = noise(32, 4);
  const auto r =
      run_kernel({.body = body, .buffers = {Bytes(32 * 64)}, .params = ", .param .align 8 .b8 a[32]", .values = {a}});
  REQUIRE(r.fault == "");
  for (unsigned l = 0; l < 32; ++l) {
    const auto word = [&](unsigned i) { return at<std::uint32_t>(r.buffers[0], l * 16 + i); };
    CHECK(word(0) == at<std::uint8_t>(a, 0));
    CHECK(word(1) == static_cast<std::uint32_t>(at<std::int8_t>(a, 1)));
    CHECK(at<std::uint64_t>(r.buffers[0], l * 8 + 1) == static_cast<std::uint64_t>(at<std::int16_t>(a, 1)));
    CHECK(at<std::uint64_t>(r.buffers[0], l * 8 + 2) == at<std::uint64_t>(a, 1));
    CHECK(at<std::uint64_t>(r.buffers[0], l * 8 + 3) == at<std::uint64_t>(a, 2));
    CHECK(at<std::uint64_t>(r.buffers[0], l * 8 + 4) == at<std::uint64_t>(a, 3));
    CHECK(word(10) == at<std::uint8_t>(a, l % 8));
    CHECK(word(11) == at<std::uint8_t>(a, l % 8 + 1));
    CHECK(word(12) == at<std::uint8_t>(a, l % 8 + 2));
    CHECK(word(13) == (l > 9 ? at<std::uint32_t>(a, 1) : 1U));
  }
}

TEST_CASE("parameters and variables of functions lie in each lane's frame") {
  const std::string module = R"(
    .func (.param .b64 out) sum(.param .align 8 .b8 in[24], .param .b32 k)
    {
      .reg .b64 %a<9>;
      .reg .b32 %k<9>;
      .local .align 8 .b8 copy[24];
      ld.param.u32 %k1, [k];
      ld.param.v2.u64 {%a1, %a2}, [in];
      ld.param.u64 %a3, [in+16];
      st.local.u64 [copy], %a1;
      st.local.u64 [copy+8], %a2;
      st.local.u64 [copy+16], %a3;
      mul.wide.u32 %a4, %k1, 8;
      mov.u64 %a5, copy;
      add.u64 %a5, %a5, %a4;
      ld.local.u64 %a6, [%a5];
      mov.b64 %a7, in;
      add.u64 %a7, %a7, %a4;
      ld.param.u64 %a8, [%a7];
      add.u64 %a6, %a6, %a8;
      st.param.b64 [out], %a6;
      ret;
    })";
  const std::string body = R"(
    rem.u32 %r20, %r0, 3;
    .param .align 16 .b8 args[24];
    .param .b32 which;
    .param .b64 result;
    st.param.v2.b64 [args], {%rd10, 1000};
    add.u64 %rd20, %rd10, 5000;
    st.param.b64 [args+16], %rd20;
    st.param.b32 [which], %r20;
    call.uni (result), sum, (args, which);
    ld.param.b64 %rd21, [result];
    add.u64 %rd22, %rd0, %rd10;
    st.global.u64 [%rd22], %rd21;
  )";
  const auto r = run_kernel({.body = body, .buffers = {Bytes(256)}, .module = module});
  REQUIRE(r.fault == "");
  for (std::uint64_t l = 0; l < 32; ++l) {
    const std::uint64_t of[] = {8 * l, 1000, 8 * l + 5000};
    CHECK(at<std::uint64_t>(r.buffers[0], l) == 2 * of[l % 3]);
  }
}
