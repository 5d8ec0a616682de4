// Video instructions on the executor against the manual's formulas, computed on lists of exact values.
#include <doctest/doctest.h>

#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx::test;

namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;

// Values that differ in every byte, and edges.
std::vector<u64> values() {
  std::vector<u64> out = edges(32);
  for (const u64 v : {0x80ff7f01ULL, 0x7fff8000ULL, 0xff80007fULL, 0x00010203ULL, 0x8000ffffULL}) out.push_back(v);
  return out;
}
std::vector<OpInput> inputs(std::size_t limit = 1500) {
  return cross({{"b32", values()}, {"b32", values()}, {"b32", values()}}, limit);
}

// A part of a register by its selector ("b2", "h1", "" for all of it).
struct Place {
  unsigned at = 0, bits = 32;
};
Place place(const std::string& selector) {
  if (selector.empty()) return {};
  const unsigned width = selector[0] == 'b' ? 8 : 16;
  return {width * static_cast<unsigned>(selector[1] - '0'), width};
}
s64 extend(u64 v, unsigned bits, bool sign) {
  s64 out = 0;
  for (unsigned i = 0; i < bits; ++i)
    if ((v >> i & 1) != 0) out += sign && i + 1 == bits ? -(s64{1} << i) : s64{1} << i;
  return out;
}
s64 part(u64 v, const std::string& selector, bool sign) {
  const Place p = place(selector);
  return extend(v >> p.at, p.bits, sign);
}
long double limit(long double v, unsigned bits, bool sign) {
  long double low = 0, high = 1;
  for (unsigned i = 0; i < bits; ++i) high *= 2;
  if (sign) {
    high /= 2;
    low = -high;
  }
  return v < low ? low : v > high - 1 ? high - 1 : v;
}
// The low 32 bits of an exact value of less than 64 bits and a sign.
u64 word(long double v) {
  const bool negative = v < 0;
  u64 size = static_cast<u64>(negative ? -v : v);
  if (negative) size = 0 - size;
  return size & 0xffffffff;
}
std::string with(const std::string& name, const std::string& selector) {
  return selector.empty() ? name : name + "." + selector;
}
const char* type_of(bool sign) { return sign ? ".s32" : ".u32"; }
constexpr const char* comparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"};
bool holds(const std::string& op, s64 a, s64 b) {
  return op == "eq"   ? a == b
         : op == "ne" ? a != b
         : op == "lt" ? a < b
         : op == "le" ? a <= b
         : op == "gt" ? a > b
                      : a >= b;
}

// The second operation or the merge; `second` is "", "add", "min", "max".
u64 finish(long double t, u64 c, bool sign, const std::string& second, const std::string& dsel) {
  const auto e = static_cast<long double>(extend(c, 32, sign));
  if (second == "add") return word(t + e);
  if (second == "min") return word(t < e ? t : e);
  if (second == "max") return word(t > e ? t : e);
  if (dsel.empty()) return word(t);
  const Place p = place(dsel);
  u64 out = c;
  for (unsigned i = 0; i < p.bits; ++i) {
    const u64 bit = u64{1} << (p.at + i);
    out = (word(t) >> i & 1) != 0 ? out | bit : out & ~bit;
  }
  return out;
}

// What a variant of a scalar instruction adds: .sat, a second operation, selectors. Chosen by turns so that all meet.
struct Variant {
  bool saturate;
  std::string second, d, a, b;
  bool has_c() const { return !second.empty() || !d.empty(); }
};
std::vector<Variant> variants() {
  const std::vector<std::string> parts{"", "b0", "b1", "b2", "b3", "h0", "h1"}, seconds{"", "add", "min", "max"};
  std::vector<Variant> out;
  for (unsigned i = 0; i < 28; ++i) {
    const std::string second = seconds[i % 4];
    out.push_back({i % 3 == 0 || i % 7 == 2, second, second.empty() ? parts[i / 4 % 7] : "", parts[(i / 2) % 7],
                   parts[(3 * i + 1) % 7]});
  }
  return out;
}
std::string code_of(const std::string& head, const Variant& v, const std::string& mode = "") {
  return head + (v.saturate ? ".sat" : "") + mode + (v.second.empty() ? "" : "." + v.second) + " " + with("$d0", v.d) +
         ", " + with("$0", v.a) + ", " + with("$1", v.b) + (v.has_c() ? ", $2;" : ";");
}

std::string fault_of(const std::string& code) {
  const OpInput in{"b32", {1}};
  return run_op({code, {"b32"}, {in, in, in}}).fault;
}

}  // namespace

TEST_CASE("vadd, vsub, vabsdiff, vmin, vmax") {
  for (const std::string op : {"vadd", "vsub", "vabsdiff", "vmin", "vmax"})
    for (unsigned signs = 0; signs < 8; ++signs) {
      const bool sd = (signs & 1) != 0, sa = (signs & 2) != 0, sb = (signs & 4) != 0;
      std::string wrong;
      for (const Variant& v : variants()) {
        const OpCall call{code_of(op + type_of(sd) + type_of(sa) + type_of(sb), v), {"b32"}, inputs(300)};
        wrong += check_op(call, [&](const Row& r) -> Row {
          const s64 a = part(r[0], v.a, sa), b = part(r[1], v.b, sb);
          long double t = op == "vadd"       ? a + b
                          : op == "vsub"     ? a - b
                          : op == "vabsdiff" ? (a > b ? a - b : b - a)
                          : op == "vmin"     ? std::min(a, b)
                                             : std::max(a, b);
          if (v.saturate) t = limit(t, place(v.d).bits, sd);
          return {finish(t, r[2], sd, v.second, v.d)};
        });
      }
      CHECK(wrong == "");
    }
}

TEST_CASE("vshl and vshr") {
  for (const bool left : {true, false})
    for (const bool clamp : {true, false})
      for (unsigned signs = 0; signs < 4; ++signs) {
        const bool sd = (signs & 1) != 0, sa = (signs & 2) != 0;
        std::string wrong;
        for (const Variant& v : variants()) {
          const auto in = cross({{"b32", values()},
                                 {"b32", {0, 1, 2, 7, 31, 32, 33, 0x1f20, 0xff, 0x01020304, 0xffffffff}},
                                 {"b32", {0, 5, 0x80000000, 0xffffffff}}},
                                700);
          const OpCall call{code_of(std::string(left ? "vshl" : "vshr") + type_of(sd) + type_of(sa) + ".u32", v,
                                    clamp ? ".clamp" : ".wrap"),
                            {"b32"},
                            in};
          wrong += check_op(call, [&](const Row& r) -> Row {
            const s64 n = part(r[1], v.b, false), by = clamp ? std::min<s64>(n, 32) : n % 32;
            long double t = static_cast<long double>(part(r[0], v.a, sa));
            // Right shifts round down.
            if (left)
              for (s64 i = 0; i < by; ++i) t *= 2;
            else
              t = static_cast<long double>(part(r[0], v.a, sa) >> by);
            if (v.saturate) t = limit(t, place(v.d).bits, sd);
            return {finish(t, r[2], sd, v.second, v.d)};
          });
        }
        CHECK(wrong == "");
      }
}

TEST_CASE("vset") {
  for (const std::string op : comparisons)
    for (unsigned signs = 0; signs < 4; ++signs) {
      const bool sa = (signs & 1) != 0, sb = (signs & 2) != 0;
      std::string wrong;
      for (Variant v : variants()) {
        v.saturate = false;
        const OpCall call{code_of(std::string("vset") + type_of(sa) + type_of(sb) + "." + op, v), {"b32"}, inputs(300)};
        wrong += check_op(call, [&](const Row& r) -> Row {
          return {finish(holds(op, part(r[0], v.a, sa), part(r[1], v.b, sb)) ? 1 : 0, r[2], false, v.second, v.d)};
        });
      }
      CHECK(wrong == "");
    }
}

TEST_CASE("vmad: scale, plus one, negation, saturation") {
  __extension__ typedef __int128 s128;
  struct Signs {
    bool product, c, one;
  };
  for (unsigned signs = 0; signs < 8; ++signs)
    for (const Signs n : {Signs{false, false, false}, {true, false, false}, {false, true, false}, {false, false, true}})
      for (const unsigned scale : {0U, 7U, 15U})
        for (const bool saturate : {false, true}) {
          const bool sd = (signs & 1) != 0, sa = (signs & 2) != 0, sb = (signs & 4) != 0;
          const std::string asel = scale == 7 ? "h1" : "", bsel = saturate && scale == 15 ? "b2" : "";
          const OpCall call{std::string("vmad") + type_of(sd) + type_of(sa) + type_of(sb) + (n.one ? ".po" : "") +
                                (saturate ? ".sat" : "") +
                                (scale == 0   ? ""
                                 : scale == 7 ? ".shr7"
                                              : ".shr15") +
                                " $d0, " + (n.product ? "-" : "") + with("$0", asel) + ", " + with("$1", bsel) + ", " +
                                (n.c ? "-" : "") + "$2;",
                            {"b32"},
                            inputs(500)};
          CHECK(check_op(call, [&](const Row& r) -> Row {
                  const bool sign = sa || sb || n.product || n.c;
                  s128 t = s128{part(r[0], asel, sa)} * part(r[1], bsel, sb);
                  if (n.product) t = -t;
                  // The manual complements c and extends it afterwards; the one comes with the sum.
                  t += extend(n.c ? ~r[2] : r[2], 32, sign);
                  if (n.c || n.one) t += 1;
                  const s128 unit = s128{1} << scale;
                  t = t >= 0 ? t / unit : -((-t + unit - 1) / unit);
                  if (saturate) {
                    const s128 low = sign ? -(s128{1} << 31) : 0,
                               high = sign ? (s128{1} << 31) - 1 : (s128{1} << 32) - 1;
                    t = t < low ? low : t > high ? high : t;
                  }
                  return {static_cast<u64>(t) & 0xffffffff};
                }) == "");
        }
}

namespace {

// One instruction of two or four values in its forms.
void check_simd(const std::string& head, unsigned count, bool saturating, bool sd, bool sa, bool sb,
                const std::function<s64(s64, s64)>& f) {
  const unsigned bits = 32 / count;
  struct Choice {
    const char *mask, *a, *b;
  };
  const std::vector<Choice> choices =
      count == 2 ? std::vector<Choice>{{"", "", ""}, {"h0", "h23", "h01"}, {"h1", "h31", "h20"}, {"h10", "h00", "h33"}}
                 : std::vector<Choice>{{"", "", ""},
                                       {"b0", "b7531", "b0246"},
                                       {"b3", "b0000", "b7777"},
                                       {"b20", "b4567", "b3210"},
                                       {"b321", "b6273", "b1504"},
                                       {"b3210", "b0123", "b4567"}};
  std::string wrong;
  for (const Choice& c : choices)
    for (const std::string tail : {"", ".sat", ".add"}) {
      if (tail == ".sat" && !saturating) continue;
      const OpCall call{
          head + tail + " " + with("$d0", c.mask) + ", " + with("$0", c.a) + ", " + with("$1", c.b) + ", $2;",
          {"b32"},
          inputs(400)};
      wrong += check_op(call, [&](const Row& r) -> Row {
        // All values of a, then those of b; a selector's last digit is for value 0.
        const auto pick = [&](const std::string& selector, unsigned first, unsigned i, bool sign) {
          const unsigned from = selector.empty() ? first + i : static_cast<unsigned>(selector[count - i] - '0');
          return extend((from < count ? r[0] : r[1]) >> (bits * (from % count)), bits, sign);
        };
        u64 out = tail == ".add" ? r[2] : 0;
        for (unsigned i = 0; i < count; ++i) {
          s64 t = f(pick(c.a, 0, i, sa), pick(c.b, count, i, sb));
          if (tail == ".sat") t = static_cast<s64>(limit(static_cast<long double>(t), bits, sd));
          const bool mine =
              c.mask[0] == 0 || std::string(c.mask + 1).find(static_cast<char>('0' + i)) != std::string::npos;
          const u64 low = (u64{1} << bits) - 1;
          if (tail == ".add")
            out += mine ? static_cast<u64>(t) : 0;
          else
            out |= ((mine ? static_cast<u64>(t) : r[2] >> (bits * i)) & low) << (bits * i);
        }
        return {out & 0xffffffff};
      });
    }
  CHECK(wrong == "");
}

}  // namespace

TEST_CASE("two and four values: arithmetic") {
  for (const unsigned count : {2U, 4U})
    for (const std::string op : {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"})
      for (unsigned signs = 0; signs < 8; ++signs) {
        const bool sd = (signs & 1) != 0, sa = (signs & 2) != 0, sb = (signs & 4) != 0;
        check_simd(op + std::to_string(count) + type_of(sd) + type_of(sa) + type_of(sb), count, true, sd, sa, sb,
                   [&](s64 a, s64 b) -> s64 {
                     const s64 sum = a + b;
                     if (op == "vadd") return sum;
                     if (op == "vsub") return a - b;
                     if (op == "vabsdiff") return a > b ? a - b : b - a;
                     if (op == "vmin") return std::min(a, b);
                     if (op == "vmax") return std::max(a, b);
                     // The half rounded away from zero: up when the sum is not negative, else down.
                     return sum >= 0 ? (sum + 1) / 2 : -((-sum + 1) / 2);
                   });
      }
}

TEST_CASE("two and four values: comparisons") {
  for (const unsigned count : {2U, 4U})
    for (const std::string op : comparisons)
      for (unsigned signs = 0; signs < 4; ++signs) {
        const bool sa = (signs & 1) != 0, sb = (signs & 2) != 0;
        check_simd("vset" + std::to_string(count) + type_of(sa) + type_of(sb) + "." + op, count, false, false, sa, sb,
                   [&](s64 a, s64 b) -> s64 { return holds(op, a, b); });
      }
}

TEST_CASE("video forms that PTX does not have are refused") {
  for (const char* code : {"vadd.u32.u32 $d0, $0, $1;",
                           "vadd.u32.u32.u64 $d0, $0, $1;",
                           "vadd.u32.u32.u32.add $d0, $0, $1;",
                           "vadd.u32.u32.u32 $d0, $0, $1, $2;",
                           "vadd.u32.u32.u32.add.min $d0, $0, $1, $2;",
                           "vadd.u32.u32.u32.add $d0.h1, $0, $1, $2;",
                           "vadd.u32.u32.u32 $d0.h1, $0, $1;",
                           "vadd.u32.u32.u32 $d0, $0.h2, $1;",
                           "vadd.u32.u32.u32 $d0, $0.b4, $1;",
                           "vadd.u32.u32.u32 $d0, $0.h10, $1;",
                           "vadd.u32.u32.u32 $d0, -$0, $1;",
                           "vadd.u32.u32.u32.add $d0, $0, $1, $2.h0;",
                           "vshl.u32.u32.u32 $d0, $0, $1;",
                           "vshl.u32.u32.s32.clamp $d0, $0, $1;",
                           "vset.u32.u32 $d0, $0, $1;",
                           "vset.u32.u32.lt.eq $d0, $0, $1;",
                           "vmad.s32.s32.s32.po $d0, $0, $1, -$2;",
                           "vmad.s32.s32.s32 $d0, -$0, $1, -$2;",
                           "vmad.s32.s32.s32.shr7.shr15 $d0, $0, $1, $2;",
                           "vmad.s32.s32.s32 $d0, $0, $1;",
                           "vadd2.u32.u32.u32 $d0, $0, $1;",
                           "vadd2.u32.u32.u32.sat.add $d0, $0, $1, $2;",
                           "vadd2.u32.u32.u32 $d0.b1, $0, $1, $2;",
                           "vadd2.u32.u32.u32 $d0.h01, $0, $1, $2;",
                           "vadd2.u32.u32.u32 $d0, $0.h14, $1, $2;",
                           "vadd2.u32.u32.u32 $d0, $0.h1, $1, $2;",
                           "vadd4.u32.u32.u32 $d0, $0.b321, $1, $2;",
                           "vset4.u32.u32 $d0, $0, $1, $2;",
                           "vavrg4.u32.u32.u32.max $d0, $0, $1, $2;"}) {
    CAPTURE(code);
    CHECK(fault_of(code).find("instruction '") != std::string::npos);
  }
}
