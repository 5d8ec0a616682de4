// atom and red: every operation, type and space against the definition, lanes in ascending order; float edges; and
// what several CPU threads do to one word.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "unit/nvptx/exec/memory_harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::string str(std::uint64_t n) { return std::to_string(n); }

using U64 = std::uint64_t;
using U32 = std::uint32_t;
/// The new value from the old one, the operand, and the second operand (cas).
using Step = std::function<U64(U64 old, U64 b, U64 c)>;

float f32(U64 bits) { return std::bit_cast<float>(static_cast<U32>(bits)); }
double f64(U64 bits) { return std::bit_cast<double>(bits); }

// ---- 16-bit floats by exact arithmetic in double: value of the bits, and the nearest bits, ties to even
struct Format {
  int exponent_bits, mantissa_bits;
};
constexpr Format half{5, 10}, bfloat{8, 7};

double value_of(Format f, U64 bits) {
  const int bias = (1 << (f.exponent_bits - 1)) - 1;
  const U64 mantissa = bits & ((1U << f.mantissa_bits) - 1);
  const int exponent = static_cast<int>(bits >> f.mantissa_bits) & ((1 << f.exponent_bits) - 1);
  double v = 0;
  if (exponent == (1 << f.exponent_bits) - 1)
    v = mantissa != 0 ? NAN : INFINITY;
  else if (exponent == 0)
    v = std::ldexp(static_cast<double>(mantissa), 1 - bias - f.mantissa_bits);
  else
    v = std::ldexp(static_cast<double>(mantissa + (1U << f.mantissa_bits)), exponent - bias - f.mantissa_bits);
  return (bits >> 15 & 1) != 0 ? -v : v;
}
// Searches: the 16-bit formats are small, and their finite values ascend with their bits.
U64 nearest(Format f, double v) {
  if (std::isnan(v)) return 0x7fff;
  const U64 sign = std::signbit(v) ? 0x8000 : 0;
  const double a = std::fabs(v);
  const U64 infinity = ((1U << f.exponent_bits) - 1) << f.mantissa_bits;
  U64 low = 0, high = infinity;
  while (high - low > 1) {
    const U64 middle = (low + high) / 2;
    (value_of(f, middle) <= a ? low : high) = middle;
  }
  // What would come after the greatest finite value stands for infinity when rounding.
  const double top = high == infinity ? 2 * value_of(f, low) - value_of(f, low - 1) : value_of(f, high);
  const double down = a - value_of(f, low), up = top - a;
  const bool upwards = std::isinf(a) || up < down || (up == down && (low & 1) != 0);
  return sign | (upwards ? high : low);
}
Step add16(Format f) {
  return [f](U64 old, U64 b, U64) { return nearest(f, value_of(f, old) + value_of(f, b)); };
}
Step extreme16(Format f, bool least) {
  return [f, least](U64 old, U64 b, U64) -> U64 {
    const double x = value_of(f, old), y = value_of(f, b);
    if (std::isnan(x) && std::isnan(y)) return 0x7fff;
    if (std::isnan(x)) return b;
    if (std::isnan(y)) return old;
    if (x == 0 && y == 0) return least ? (old | b) : (old & b);
    return (least ? y < x : y > x) ? b : old;
  };
}
Step both(const Step& one) {
  return [one](U64 old, U64 b, U64) {
    return one(old & 0xffff, b & 0xffff, 0) | one(old >> 16 & 0xffff, b >> 16 & 0xffff, 0) << 16;
  };
}

U64 flush(U64 a) { return (a & 0x7f800000U) == 0 ? a & 0x80000000U : a; }
Step add_f32(bool flushing) {
  return [flushing](U64 old, U64 b, U64) -> U64 {
    if (flushing) {
      old = flush(old);
      b = flush(b);
    }
    const float sum = f32(old) + f32(b);
    if (std::isnan(sum)) return 0x7fffffff;
    const U64 bits = std::bit_cast<U32>(sum);
    return flushing ? flush(bits) : bits;
  };
}
U64 add_f64(U64 old, U64 b, U64) {
  const double sum = f64(old) + f64(b);
  if (!std::isnan(sum)) return std::bit_cast<U64>(sum);
  constexpr U64 quiet = 0x0008000000000000ULL;
  return std::isnan(f64(old)) ? old | quiet : std::isnan(f64(b)) ? b | quiet : 0xfff8000000000000ULL;
}

struct AtomCase {
  std::string operation;  // "add.u32"
  unsigned bits;
  Step step;
  std::vector<U64> values;  // operands and initial words come from here
  unsigned elements = 1;
  bool global_only = false;
  bool has_red = true;
};

std::vector<U64> integers(unsigned bits) {
  const U64 mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1, top = 1ULL << (bits - 1);
  std::vector<U64> out = {0, 1, 2, 5, mask, mask - 1, top, top - 1, top + 1, 0x123456789abcdefULL & mask, 77};
  return out;
}
const std::vector<U64> floats32 = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                                   0x80800000, 0x00800001, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x7f800000,
                                   0xff800000, 0x7fc12345, 0x3f800001, 0x4b800001, 0x80400000};
const std::vector<U64> floats64 = {0,
                                   1ULL << 63,
                                   1,
                                   0x000fffffffffffffULL,
                                   0x0010000000000000ULL,
                                   0x3ff0000000000000ULL,
                                   0xbff0000000000001ULL,
                                   0x7fefffffffffffffULL,
                                   0x7ff0000000000000ULL,
                                   0xfff0000000000000ULL,
                                   0x7ff0000000000001ULL,
                                   0xfff8000000001234ULL};
const std::vector<U64> halves = {0,      0x8000, 1,      0x8001, 0x3ff,  0x400,  0x8400, 0x3c00,
                                 0xbc00, 0x3c01, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x3555};
const std::vector<U64> bfloats = {0,      0x8000, 1,      0x8001, 0x7f,   0x80,   0x8080, 0x3f80,
                                  0xbf80, 0x3f81, 0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x3eab};
std::vector<U64> pairs(const std::vector<U64>& v) {
  std::vector<U64> out;
  for (std::size_t i = 0; i < v.size(); ++i) out.push_back(v[i] | v[(i * 5 + 3) % v.size()] << 16);
  return out;
}

std::vector<AtomCase> cases() {
  std::vector<AtomCase> out;
  for (const unsigned bits : {32U, 64U}) {
    const U64 mask = bits == 64 ? ~0ULL : 0xffffffffULL;
    const std::string b = "b" + str(bits), u = "u" + str(bits), s = "s" + str(bits);
    const auto v = integers(bits);
    const auto wide = [bits](U64 x) { return static_cast<std::int64_t>(x << (64 - bits)) >> (64 - bits); };
    out.push_back({"and." + b, bits, [](U64 o, U64 x, U64) { return o & x; }, v});
    out.push_back({"or." + b, bits, [](U64 o, U64 x, U64) { return o | x; }, v});
    out.push_back({"xor." + b, bits, [](U64 o, U64 x, U64) { return o ^ x; }, v});
    out.push_back({"exch." + b, bits, [](U64, U64 x, U64) { return x; }, v, 1, false, false});
    out.push_back({"cas." + b, bits, [](U64 o, U64 x, U64 y) { return o == x ? y : o; }, {1, 2, 3}, 1, false, false});
    for (const std::string& t : {u, s})
      out.push_back({"add." + t, bits, [mask](U64 o, U64 x, U64) { return (o + x) & mask; }, v});
    out.push_back({"min." + u, bits, [](U64 o, U64 x, U64) { return std::min(o, x); }, v});
    out.push_back({"max." + u, bits, [](U64 o, U64 x, U64) { return std::max(o, x); }, v});
    out.push_back({"min." + s, bits, [wide](U64 o, U64 x, U64) { return wide(x) < wide(o) ? x : o; }, v});
    out.push_back({"max." + s, bits, [wide](U64 o, U64 x, U64) { return wide(x) > wide(o) ? x : o; }, v});
  }
  out.push_back({"cas.b16", 16, [](U64 o, U64 x, U64 y) { return o == x ? y : o; }, {1, 2, 3}, 1, false, false});
  out.push_back({"inc.u32", 32, [](U64 o, U64 x, U64) { return o >= x ? 0 : o + 1; }, integers(32)});
  out.push_back({"dec.u32", 32, [](U64 o, U64 x, U64) { return o == 0 || o > x ? x : o - 1; }, integers(32)});
  out.push_back({"add.f64", 64, add_f64, floats64});
  out.push_back({"add.noftz.f16", 16, add16(half), halves});
  out.push_back({"add.noftz.bf16", 16, add16(bfloat), bfloats});
  out.push_back({"add.noftz.f16x2", 32, both(add16(half)), pairs(halves)});
  out.push_back({"add.noftz.bf16x2", 32, both(add16(bfloat)), pairs(bfloats)});
  for (const unsigned n : {2U, 4U, 8U}) {
    const std::string v = "v" + str(n) + ".";
    for (const bool is_half : {true, false}) {
      const Format f = is_half ? half : bfloat;
      const std::string t = is_half ? "f16" : "bf16";
      const auto& values = is_half ? halves : bfloats;
      out.push_back({"add.noftz." + v + t, 16, add16(f), values, n, true});
      out.push_back({"min.noftz." + v + t, 16, extreme16(f, true), values, n, true});
      out.push_back({"max.noftz." + v + t, 16, extreme16(f, false), values, n, true});
      if (n == 8) continue;
      out.push_back({"add.noftz." + v + t + "x2", 32, both(add16(f)), pairs(values), n, true});
      out.push_back({"min.noftz." + v + t + "x2", 32, both(extreme16(f, true)), pairs(values), n, true});
      out.push_back({"max.noftz." + v + t + "x2", 32, both(extreme16(f, false)), pairs(values), n, true});
    }
    if (n < 8) out.push_back({"add." + v + "f32", 32, add_f32(true), floats32, n, true});
  }
  return out;
}

std::string register_of(unsigned bits, unsigned n) { return (bits == 16 ? "%h" : bits == 32 ? "%r" : "%rd") + str(n); }
std::string group(unsigned count, unsigned bits, unsigned first) {
  std::string out;
  for (unsigned e = 0; e < count; ++e) out += (e == 0 ? "" : ", ") + register_of(bits, first + e);
  return count == 1 ? out : "{" + out + "}";
}

enum class Where { global, generic, shared, generic_shared };
constexpr unsigned words = 3;  // lanes meet: lane l works on word l % 3

// Loads operands from buffer 1, works on the words of buffer 0 (or a copy in shared memory), old values to buffer 2.
std::string text_of(const AtomCase& c, Where where, bool red, bool masked) {
  const unsigned bytes = c.bits / 8 * c.elements;
  const bool in_shared = where == Where::shared || where == Where::generic_shared;
  std::string body = "rem.u32 %r11, %r0, " + str(words) + ";\nmul.wide.u32 %rd12, %r11, " + str(bytes) + ";\n";
  body += in_shared ? "mov.u64 %rd13, s;\n" : "mov.u64 %rd13, %rd0;\n";
  const std::string copy = "mov.u64 %rd14, 0;\nCOPY$:\nadd.u64 %rd15, $, %rd14;\n";
  const auto loop = [&](const std::string& n, const std::string& move) {
    return "mov.u64 %rd14, 0;\nCOPY" + n + ":\nadd.u64 %rd15, %rd0, %rd14;\nadd.u64 %rd16, %rd13, %rd14;\n" + move +
           "add.u64 %rd14, %rd14, 2;\nsetp.lt.u64 %p1, %rd14, " + str(words * bytes) + ";\n@%p1 bra COPY" + n + ";\n";
  };
  if (in_shared) body += loop("1", "ld.global.u16 %h15, [%rd15];\nst.shared.u16 [%rd16], %h15;\n");
  body += "add.u64 %rd17, %rd13, %rd12;\n";
  if (where == Where::generic_shared) body += "cvta.shared.u64 %rd17, %rd17;\n";
  body += "mul.wide.u32 %rd18, %r0, " + str(8 * 2 * c.elements) +
          ";\nadd.u64 %rd19, %rd18, %rd1;\nadd.u64 %rd18, %rd18, %rd2;\n";
  for (unsigned e = 0; e < c.elements; ++e) {
    body += "ld.global.b" + str(c.bits) + " " + register_of(c.bits, 20 + e) + ", [%rd19+" + str(16 * e) + "];\n";
    body += "ld.global.b" + str(c.bits) + " " + register_of(c.bits, 30 + e) + ", [%rd19+" + str(16 * e + 8) + "];\n";
  }
  const std::string space = where == Where::global ? ".global" : where == Where::shared ? ".shared" : "";
  const bool cas = c.operation.substr(0, 3) == "cas";
  body += "setp.ne.u32 %p2, %r11, 1;\n";
  body += std::string(masked ? "@%p2 " : "") + (red ? "red" : "atom.acq_rel.gpu") + space + "." + c.operation + " " +
          (red ? "" : group(c.elements, c.bits, 40) + ", ") + "[%rd17], " + group(c.elements, c.bits, 20) +
          (cas ? ", " + group(1, c.bits, 30) : "") + ";\n";
  for (unsigned e = 0; e < c.elements && !red; ++e)
    body += "st.global.b" + str(c.bits) + " [%rd18+" + str(16 * e) + "], " + register_of(c.bits, 40 + e) + ";\n";
  if (in_shared) body += loop("2", "ld.shared.u16 %h15, [%rd16];\nst.global.u16 [%rd15], %h15;\n");
  return body;
}

void check(const AtomCase& c, Where where, bool red, bool masked) {
  const unsigned bytes = c.bits / 8;
  INFO(c.operation, " space ", static_cast<int>(where), " red ", red, " masked ", masked);
  std::vector<U64> memory;
  Bytes initial(words * c.elements * bytes);
  for (unsigned i = 0; i < words * c.elements; ++i) {
    memory.push_back(c.values[(i * 7 + 2) % c.values.size()]);
    std::memcpy(initial.data() + i * bytes, &memory.back(), bytes);
  }
  std::vector<U64> operands(32 * 2 * c.elements);
  for (std::size_t i = 0; i < operands.size(); ++i) operands[i] = c.values[(i * 5 + i / 7) % c.values.size()];
  const std::string module =
      where == Where::shared || where == Where::generic_shared ? ".shared .align 16 .b8 s[64];\n" : "";
  const auto r = run_kernel({.body = text_of(c, where, red, masked),
                             .buffers = {initial, bytes_of_values(operands), Bytes(operands.size() * 8)},
                             .module = module});
  REQUIRE(r.fault == "");
  for (unsigned l = 0; l < 32; ++l) {
    if (masked && l % words == 1) continue;
    for (unsigned e = 0; e < c.elements; ++e) {
      U64& word = memory[l % words * c.elements + e];
      const U64 got = at<U64>(r.buffers[2], (l * c.elements + e) * 2);
      if (!red && got != word) FAIL_CHECK("lane ", l, " element ", e, ": old value ", got, ", not ", word);
      word = c.step(word, operands[(l * c.elements + e) * 2], operands[(l * c.elements + e) * 2 + 1]);
    }
  }
  for (unsigned i = 0; i < memory.size(); ++i) {
    U64 got = 0;
    std::memcpy(&got, r.buffers[0].data() + i * bytes, bytes);
    CHECK(got == memory[i]);
  }
}

void check_all(const AtomCase& c, Where where) {
  for (const bool masked : {false, true}) {
    check(c, where, false, masked);
    if (c.has_red) check(c, where, true, masked);
  }
}

}  // namespace

TEST_CASE("atomics: every operation and type in every space, many lanes on one word") {
  for (const AtomCase& c : cases()) {
    check_all(c, Where::global);
    check_all(c, Where::generic);
    if (c.global_only) continue;
    check_all(c, Where::shared);
    check_all(c, Where::generic_shared);
  }
}

TEST_CASE("atomics: sums of f32 flush subnormals in global memory, and keep them in shared memory") {
  const AtomCase global{"add.f32", 32, add_f32(true), floats32}, shared{"add.f32", 32, add_f32(false), floats32};
  check_all(global, Where::global);
  check_all(global, Where::generic);
  check_all(shared, Where::shared);
  check_all(shared, Where::generic_shared);
  // Both at once: even lanes in global memory, odd ones in shared memory.
  const auto r = run_kernel({.body = R"(
      st.shared.u32 [s], 1;
      mov.u64 %rd20, s;
      cvta.shared.u64 %rd20, %rd20;
      and.b32 %r20, %r0, 1;
      setp.eq.u32 %p20, %r20, 1;
      selp.b64 %rd21, %rd20, %rd0, %p20;
      mov.b32 %f20, 0x00000001;
      atom.add.f32 %f20, [%rd21], %f20;
      mad.wide.u32 %rd22, %r0, 4, %rd0;
      @%p20 st.global.f32 [%rd22], %f20;
    )",
                             .buffers = {bytes_of_values(std::vector<U32>(32, 7))},
                             .module = ".shared .align 4 .b32 s;\n"});
  REQUIRE(r.fault == "");
  CHECK(at<U32>(r.buffers[0], 0) == 0);
  for (unsigned l = 1; l < 32; l += 2) CHECK(at<U32>(r.buffers[0], l) == 1 + l / 2);
}

TEST_CASE("atomics: 128 bits") {
  for (const bool in_shared : {false, true})
    for (const bool threads : {false, true}) {
      const std::string base = in_shared ? "s" : "%rd0", space = in_shared ? ".shared" : ".global";
      KernelRun run{.body = "mov.u64 %rd20, " + base + ";\n" + R"(
        SPACE_ST.v2.u64 [%rd20], {100, 200};
        SPACE_ST.v2.u64 [%rd20+16], {7, 8};
        add.u64 %rd21, %rd10, 1;
        mov.b128 %q20, {%rd10, %rd21};
        atom.SPACE.exch.b128 %q21, [%rd20], %q20;
        add.u64 %rd23, %rd10, 7;
        mov.b128 %q22, {%rd23, 8};
        add.u64 %rd24, %rd23, 8;
        mov.b128 %q23, {%rd24, 8};
        atom.relaxed.gpu.SPACE.cas.b128 %q24, [%rd20+16], %q22, %q23;
        mov.b128 {%rd30, %rd31}, %q21;
        mov.b128 {%rd32, %rd33}, %q24;
        ld.relaxed.gpu.SPACE.b128 %q25, [%rd20+16];
        st.release.gpu.SPACE.b128 [%rd20], %q25;
        SPACE_LD.v2.u64 {%rd34, %rd35}, [%rd20];
        mad.wide.u32 %rd36, %r0, 48, %rd1;
        st.global.v2.u64 [%rd36], {%rd30, %rd31};
        st.global.v2.u64 [%rd36+16], {%rd32, %rd33};
        st.global.v2.u64 [%rd36+32], {%rd34, %rd35};
      )",
                    .buffers = {Bytes(32), Bytes(32 * 48)},
                    .module = ".shared .align 16 .b8 s[32];\n"};
      for (const auto& [mark, to] : {std::pair<std::string, std::string>{"SPACE_ST", "st" + space},
                                     {"SPACE_LD", "ld" + space},
                                     {".SPACE", space}})
        for (std::size_t p; (p = run.body.find(mark)) != std::string::npos;) run.body.replace(p, mark.size(), to);
      run.options.threads = threads ? 2 : 1;
      const auto r = run_kernel(run);
      INFO("shared ", in_shared, " threads ", threads);
      REQUIRE(r.fault == "");
      for (U64 l = 0; l < 32; ++l) {
        const auto word = [&](U64 i) { return at<U64>(r.buffers[1], 6 * l + i); };
        CHECK(word(0) == (l == 0 ? 100 : 8 * (l - 1)));
        CHECK(word(1) == (l == 0 ? 200 : 8 * (l - 1) + 1));
        CHECK(word(2) == 8 * l + 7);
        CHECK(word(3) == 8);
        CHECK(word(4) == 32 * 8 + 7);
        CHECK(word(5) == 8);
      }
    }
}

TEST_CASE("atomics: sinks, constants, 32-bit addresses, hints, operand and result in one register") {
  const auto r = run_kernel({.body = R"(
      atom.global.add.u32 _, [%rd0], 3;
      createpolicy.fractional.L2::evict_first.b64 %rd20;
      atom.global.min.L2::cache_hint.u32 %r20, [%rd0+4], 5, %rd20;
      mov.u32 %r21, s;
      st.shared.u32 [s], 0;
      mov.u32 %r22, %r0;
      atom.shared::cta.add.u32 %r22, [%r21], %r22;
      atom.shared.cas.b32 %r23, [s+4], 0, 9;
      mad.wide.u32 %rd21, %r0, 4, %rd1;
      st.global.u32 [%rd21], %r22;
      red.async.dummy.u32 [s], 1;
    )",
                             .buffers = {bytes_of_values(std::vector<U32>{1, 99}), Bytes(128)},
                             .module = ".shared .align 4 .b32 s[2];\n"});
  // red.async is another family's, and none that has .dummy.
  CHECK(r.fault.find("red.async.dummy") != std::string::npos);
  CHECK(at<U32>(r.buffers[0], 0) == 97);
  CHECK(at<U32>(r.buffers[0], 1) == 5);
  for (U32 l = 0; l < 32; ++l) CHECK(at<U32>(r.buffers[1], l) == l * (l - 1) / 2);
}

TEST_CASE("atomics: blocks on several CPU threads meet in one word, and nothing is lost") {
  constexpr U32 blocks = 96, per_block = 64, total = blocks * per_block, rounds = 40;
  KernelRun run{.body = R"(
      mov.u32 %r20, %ctaid.x;
      mad.lo.u32 %r20, %r20, 64, %r0;
      mov.u32 %r30, 0;
    AGAIN:
      atom.global.add.u32 %r21, [%rd0], 1;
      mad.wide.u32 %rd20, %r21, 4, %rd1;
      red.global.add.u32 [%rd20], 1;
      cvt.u64.u32 %rd21, %r20;
      red.global.add.u64 [%rd0+8], %rd21;
      red.global.add.f32 [%rd0+16], 0f3f800000;
      red.global.add.f64 [%rd0+24], 0d3ff0000000000000;
      red.global.max.u32 [%rd0+32], %r20;
      red.global.xor.b32 [%rd0+36], %r20;
      red.global.inc.u32 [%rd0+40], 99;
      mov.b32 %r22, 0x3c003c00;
      and.b32 %r23, %r20, 127;
      mad.wide.u32 %rd22, %r23, 4, %rd2;
      setp.lt.u32 %p24, %r30, 4;
      @%p24 red.global.add.noftz.f16x2 [%rd22], %r22;
      ld.relaxed.gpu.global.u32 %r24, [%rd0+44];
    CAS:
      add.u32 %r25, %r24, 2;
      atom.global.cas.b32 %r26, [%rd0+44], %r24, %r25;
      setp.ne.u32 %p20, %r26, %r24;
      mov.u32 %r24, %r26;
      @%p20 bra CAS;
      mov.b128 %q20, {0, 0};
      ld.relaxed.gpu.global.b128 %q20, [%rd0+48];
    CAS128:
      mov.b128 {%rd30, %rd31}, %q20;
      add.u64 %rd32, %rd30, 1;
      sub.u64 %rd33, %rd31, 1;
      mov.b128 %q21, {%rd32, %rd33};
      atom.global.cas.b128 %q22, [%rd0+48], %q20, %q21;
      mov.b128 {%rd34, %rd35}, %q22;
      setp.ne.u64 %p21, %rd34, %rd30;
      setp.ne.u64 %p22, %rd35, %rd31;
      or.pred %p21, %p21, %p22;
      mov.b128 %q20, %q22;
      @%p21 bra CAS128;
      add.u32 %r30, %r30, 1;
      setp.lt.u32 %p23, %r30, 40;
      @%p23 bra AGAIN;
    )",
                .buffers = {Bytes(64), Bytes(total * rounds * 4), Bytes(512)},
                .grid = {blocks},
                .block = {per_block}};
  run.options.threads = 2;
  const auto r = run_kernel(run);
  REQUIRE(r.fault == "");
  constexpr U32 times = rounds * total;
  CHECK(at<U32>(r.buffers[0], 0) == times);
  const auto all_once = [&] {
    for (U32 i = 0; i < times; ++i)
      if (at<U32>(r.buffers[1], i) != 1) return false;
    return true;
  };
  CHECK(all_once());
  CHECK(at<U64>(r.buffers[0], 1) == rounds * U64{total} * (total - 1) / 2);
  CHECK(at<float>(r.buffers[0], 4) == static_cast<float>(times));
  CHECK(at<double>(r.buffers[0], 3) == times);
  CHECK(at<U32>(r.buffers[0], 8) == total - 1);
  CHECK(at<U32>(r.buffers[0], 9) == 0);
  CHECK(at<U32>(r.buffers[0], 10) == times % 100);
  CHECK(at<U32>(r.buffers[0], 11) == 2 * times);
  CHECK(at<U64>(r.buffers[0], 6) == times);
  CHECK(at<U64>(r.buffers[0], 7) == 0 - U64{times});
  const U64 each = nearest(half, 4 * total / 128.0);
  for (unsigned i = 0; i < 128; ++i) CHECK(at<U32>(r.buffers[2], i) == (each | each << 16));
}
