// Integer arithmetic, logic, shifts and multi-word arithmetic on the executor, every type at its edges.
//
// Expectations are computed another way than the handlers do: exact values in 128 bits, products by shifts and
// adds, shifts and logic bit by bit, division by long division.
#include <doctest/doctest.h>

#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx::test;
namespace exec = lathe::nvptx::exec;

namespace {

__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;
using u64 = std::uint64_t;

struct T {
  const char* name;
  unsigned bits;
  bool sign;
};
constexpr T integers[] = {{"u16", 16, false}, {"u32", 32, false}, {"u64", 64, false},
                          {"s16", 16, true},  {"s32", 32, true},  {"s64", 64, true}};
constexpr T untyped[] = {{"b16", 16, false}, {"b32", 32, false}, {"b64", 64, false}};

u64 ones(unsigned bits) { return bits == 64 ? ~u64{0} : (u64{1} << bits) - 1; }
// The value that the bits mean.
s128 value(u64 v, const T& t) {
  return t.sign && (v >> (t.bits - 1) & 1) != 0 ? s128{v} - (s128{1} << t.bits) : s128{v};
}
u64 wrap(s128 v, unsigned bits) { return static_cast<u64>(v) & ones(bits); }
s128 clamp(s128 v, s128 low, s128 high) { return v < low ? low : v > high ? high : v; }
// The product's 2 * bits bits, by shifts and adds of the sign-extended factors.
u128 product(u64 a, u64 b, const T& t) {
  u128 x = static_cast<u128>(value(a, t)), sum = 0;
  const u128 y = static_cast<u128>(value(b, t));
  for (unsigned i = 0; i < 128; ++i, x <<= 1)
    if ((y >> i & 1) != 0) sum += x;
  return sum;
}
u64 high(u128 p, unsigned bits) { return static_cast<u64>(p >> bits) & ones(bits); }
u64 low(u128 p, unsigned bits) { return static_cast<u64>(p) & ones(bits); }
// Quotient and remainder of magnitudes by long division, then signs as C has them.
void divide(u64 a, u64 b, const T& t, u64& q, u64& r) {
  if (b == 0) {
    q = r = ones(t.bits);
    return;
  }
  const s128 x = value(a, t), y = value(b, t);
  const u128 m = static_cast<u128>(x < 0 ? -x : x), n = static_cast<u128>(y < 0 ? -y : y);
  u128 quotient = 0, rest = 0;
  for (int i = 64; i >= 0; --i) {
    rest = rest << 1 | (m >> i & 1);
    quotient <<= 1;
    if (rest >= n) {
      rest -= n;
      quotient |= 1;
    }
  }
  const s128 sq = (x < 0) != (y < 0) ? -static_cast<s128>(quotient) : static_cast<s128>(quotient);
  q = wrap(sq, t.bits);
  r = wrap(x < 0 ? -static_cast<s128>(rest) : static_cast<s128>(rest), t.bits);
}

std::string dot(const char* op, const char* type) { return std::string(op) + "." + type; }

// op.type of two or three operands of the type against f.
void check2(const std::string& mnemonic, const T& t, const std::function<u64(u64, u64)>& f, unsigned out_bits = 0) {
  const std::string type = t.name;
  const std::string to = out_bits == 0 ? type : type.substr(0, 1) + std::to_string(out_bits);
  const OpCall call{mnemonic, {to}, cross({{type, edges(type)}, {type, edges(type)}})};
  CHECK(check_op(call, [&](const Row& in) -> Row { return {f(in[0], in[1])}; }) == "");
}
void check3(const std::string& mnemonic, const T& t, const std::function<u64(u64, u64, u64)>& f,
            unsigned out_bits = 0) {
  const std::string type = t.name;
  const std::string to = out_bits == 0 ? type : type.substr(0, 1) + std::to_string(out_bits);
  const OpCall call{mnemonic, {to}, cross({{type, edges(type)}, {type, edges(type)}, {to, edges(to)}}, 6000)};
  CHECK(check_op(call, [&](const Row& in) -> Row { return {f(in[0], in[1], in[2])}; }) == "");
}
void check1(const std::string& mnemonic, const T& t, const std::function<u64(u64)>& f) {
  const OpCall call{mnemonic, {t.name}, {{t.name, edges(t.name)}}};
  CHECK(check_op(call, [&](const Row& in) -> Row { return {f(in[0])}; }) == "");
}

std::string fault_of(const std::string& code, std::vector<std::string> outputs, std::vector<OpInput> inputs) {
  return run_op({code, std::move(outputs), std::move(inputs)}).fault;
}

}  // namespace

TEST_CASE("add, sub, mul, mad, sad, min, max of every integer type") {
  for (const T& t : integers) {
    CAPTURE(t.name);
    const unsigned n = t.bits;
    const auto v = [&](u64 x) { return value(x, t); };
    check2(dot("add", t.name), t, [&](u64 a, u64 b) { return wrap(v(a) + v(b), n); });
    check2(dot("sub", t.name), t, [&](u64 a, u64 b) { return wrap(v(a) - v(b), n); });
    check2(dot("mul.lo", t.name), t, [&](u64 a, u64 b) { return low(product(a, b, t), n); });
    check2(dot("mul.hi", t.name), t, [&](u64 a, u64 b) { return high(product(a, b, t), n); });
    check3(dot("mad.lo", t.name), t, [&](u64 a, u64 b, u64 c) { return (low(product(a, b, t), n) + c) & ones(n); });
    check3(dot("mad.hi", t.name), t, [&](u64 a, u64 b, u64 c) { return (high(product(a, b, t), n) + c) & ones(n); });
    check3(dot("sad", t.name), t, [&](u64 a, u64 b, u64 c) {
      const s128 x = v(a) - v(b);
      return wrap((x < 0 ? -x : x) + v(c), n);
    });
    check2(dot("min", t.name), t, [&](u64 a, u64 b) { return v(a) < v(b) ? a : b; });
    check2(dot("max", t.name), t, [&](u64 a, u64 b) { return v(a) < v(b) ? b : a; });
    if (n == 64) continue;
    check2(dot("mul.wide", t.name), t, [&](u64 a, u64 b) { return low(product(a, b, t), 2 * n); }, 2 * n);
    check3(
        dot("mad.wide", t.name), t,
        [&](u64 a, u64 b, u64 c) { return (low(product(a, b, t), 2 * n) + c) & ones(2 * n); }, 2 * n);
  }
}

TEST_CASE("division: by long division, by zero all ones, the least number by -1") {
  for (const T& t : integers) {
    CAPTURE(t.name);
    u64 q = 0, r = 0;
    check2(dot("div", t.name), t, [&](u64 a, u64 b) { return divide(a, b, t, q, r), q; });
    check2(dot("rem", t.name), t, [&](u64 a, u64 b) { return divide(a, b, t, q, r), r; });
  }
}

TEST_CASE("abs and neg") {
  for (const T& t : integers) {
    if (!t.sign) continue;
    check1(dot("abs", t.name), t, [&](u64 a) { return wrap(value(a, t) < 0 ? -value(a, t) : value(a, t), t.bits); });
    check1(dot("neg", t.name), t, [&](u64 a) { return wrap(-value(a, t), t.bits); });
  }
}

TEST_CASE("saturation") {
  const T s32{"s32", 32, true};
  const s128 top = 0x7fffffff, bottom = -top - 1;
  const auto v = [&](u64 x) { return value(x, s32); };
  check2("add.sat.s32", s32, [&](u64 a, u64 b) { return wrap(clamp(v(a) + v(b), bottom, top), 32); });
  check2("sub.sat.s32", s32, [&](u64 a, u64 b) { return wrap(clamp(v(a) - v(b), bottom, top), 32); });
  check3("mad.hi.sat.s32", s32, [&](u64 a, u64 b, u64 c) {
    const T h{"s32", 32, true};
    return wrap(clamp(value(high(product(a, b, h), 32), h) + v(c), bottom, top), 32);
  });
  check2("min.relu.s32", s32, [&](u64 a, u64 b) { return wrap(std::max<s128>(std::min(v(a), v(b)), 0), 32); });
  check2("max.relu.s32", s32, [&](u64 a, u64 b) { return wrap(std::max<s128>(std::max(v(a), v(b)), 0), 32); });
}

TEST_CASE("two halves: add, min, max, relu") {
  for (const T& t : {T{"u16x2", 16, false}, T{"s16x2", 16, true}}) {
    const T b32{"b32", 32, false};
    const auto halves = [&](const std::function<s128(s128, s128)>& f) {
      return [&t, f](u64 a, u64 b) {
        u64 out = 0;
        for (unsigned i = 0; i < 32; i += 16)
          out |= wrap(f(value(a >> i & 0xffff, t), value(b >> i & 0xffff, t)), 16) << i;
        return out;
      };
    };
    check2(dot("add", t.name), b32, halves([](s128 a, s128 b) { return a + b; }));
    check2(dot("min", t.name), b32, halves([](s128 a, s128 b) { return a < b ? a : b; }));
    check2(dot("max", t.name), b32, halves([](s128 a, s128 b) { return a < b ? b : a; }));
    if (!t.sign) continue;
    check2("min.relu.s16x2", b32, halves([](s128 a, s128 b) { return std::max<s128>(a < b ? a : b, 0); }));
    check2("max.relu.s16x2", b32, halves([](s128 a, s128 b) { return std::max<s128>(a < b ? b : a, 0); }));
  }
}

TEST_CASE("mul24 and mad24: 48-bit products of the low 24 bits") {
  for (const T& t : {T{"u32", 32, false}, T{"s32", 32, true}}) {
    const T narrow{"", 24, t.sign};
    const auto part = [&](u64 a, u64 b, unsigned shift) {
      return wrap((value(a & 0xffffff, narrow) * value(b & 0xffffff, narrow)) >> shift, 32);
    };
    std::vector<u64> factors = edges(32);
    for (const u64 v : {0x7fffffULL, 0x800000ULL, 0x800001ULL, 0xffffffULL, 0x1000000ULL, 0xff800000ULL, 0x7f7fffffULL})
      factors.push_back(v);
    const std::vector<OpInput> in = cross({{t.name, factors}, {t.name, factors}});
    CHECK(check_op({dot("mul24.lo", t.name), {t.name}, in},
                   [&](const Row& r) -> Row { return {part(r[0], r[1], 0)}; }) == "");
    CHECK(check_op({dot("mul24.hi", t.name), {t.name}, in},
                   [&](const Row& r) -> Row { return {part(r[0], r[1], 16)}; }) == "");
    check3(dot("mad24.lo", t.name), t, [&](u64 a, u64 b, u64 c) { return (part(a, b, 0) + c) & ones(32); });
    check3(dot("mad24.hi", t.name), t, [&](u64 a, u64 b, u64 c) { return (part(a, b, 16) + c) & ones(32); });
    if (t.sign)
      check3("mad24.hi.sat.s32", t, [&](u64 a, u64 b, u64 c) {
        return wrap(clamp(value(part(a, b, 16), t) + value(c, t), -0x80000000LL, 0x7fffffff), 32);
      });
  }
}

TEST_CASE("logic of words and predicates") {
  const auto bitwise = [](unsigned bits, const std::function<bool(bool, bool)>& f) {
    return [bits, f](u64 a, u64 b) {
      u64 out = 0;
      for (unsigned i = 0; i < bits; ++i) out |= u64{f((a >> i & 1) != 0, (b >> i & 1) != 0)} << i;
      return out;
    };
  };
  struct Logic {
    const char* name;
    std::function<bool(bool, bool)> f;
  };
  const Logic ops[] = {{"and", [](bool a, bool b) { return a && b; }},
                       {"or", [](bool a, bool b) { return a || b; }},
                       {"xor", [](bool a, bool b) { return a != b; }}};
  for (const Logic& op : ops) {
    for (const T& t : untyped) check2(dot(op.name, t.name), t, bitwise(t.bits, op.f));
    const OpCall call{dot(op.name, "pred"), {"pred"}, cross({{"pred", {0, 1, 1, 0, 1}}, {"pred", {0, 1, 0}}})};
    CHECK(check_op(call, [&](const Row& in) -> Row { return {op.f(in[0] != 0, in[1] != 0)}; }) == "");
  }
  for (const T& t : untyped) {
    check1(dot("not", t.name), t, [&](u64 a) { return wrap(-s128{a} - 1, t.bits); });
    check1(dot("cnot", t.name), t, [](u64 a) { return a == 0 ? 1 : 0; });
  }
  CHECK(check_op({"not.pred", {"pred"}, {{"pred", {0, 1, 1, 0, 0, 1, 0}}}},
                 [](const Row& in) -> Row { return {1 - in[0]}; }) == "");
}

TEST_CASE("shifts: every amount up to the width and far above") {
  std::vector<u64> amounts;
  for (u64 i = 0; i <= 66; ++i) amounts.push_back(i);
  for (const u64 v : {127, 128, 255, 256, 257}) amounts.push_back(v);
  for (const u64 v : {0x10000ULL, 0x7fffffffULL, 0x80000000ULL, 0xffffffe0ULL, 0xffffffffULL}) amounts.push_back(v);
  const auto check = [&](const std::string& mnemonic, const T& t, const std::function<u64(u64, u64)>& f) {
    const OpCall call{mnemonic, {t.name}, cross({{t.name, edges(t.name)}, {"u32", amounts}})};
    CHECK(check_op(call, [&](const Row& in) -> Row { return {f(in[0], in[1])}; }) == "");
  };
  const auto left = [](const T& t) {
    return [t](u64 a, u64 n) {
      u64 out = 0;
      for (unsigned i = 0; i < t.bits; ++i)
        if (i >= n) out |= (a >> (i - n) & 1) << i;
      return out;
    };
  };
  const auto right = [](const T& t) {
    return [t](u64 a, u64 n) {
      u64 out = 0;
      const u64 fill = t.sign ? a >> (t.bits - 1) & 1 : 0;
      for (unsigned i = 0; i < t.bits; ++i) out |= (i + n < t.bits ? a >> (i + n) & 1 : fill) << i;
      return out;
    };
  };
  for (const T& t : untyped) {
    check(dot("shl", t.name), t, left(t));
    check(dot("shr", t.name), t, right(t));
  }
  for (const T& t : integers) check(dot("shr", t.name), t, right(t));
}

TEST_CASE("multi-word arithmetic: single steps with carry in and out") {
  // The first addition sets the flag to the input's. What addc reads after a subtraction is that nothing was borrowed:
  // ptxas makes the same reading of the flag from add.cc and from sub.cc, which adds the complement.
  const char* set = "{ .reg .b32 %f; add.cc.u32 %f, $2, 0xffffffff; ";
  for (const T& t : {T{"u32", 32, false}, T{"s32", 32, true}, T{"u64", 64, false}, T{"s64", 64, true}}) {
    const std::string type = t.name;
    const std::vector<OpInput> in = cross({{type, edges(type)}, {type, edges(type)}, {"u32", {0, 1}}});
    for (const bool sub : {false, true}) {
      const std::string op = sub ? "sub" : "add", tail = "." + type + " $d0, $0, $1; addc.u32 $d1, 0, 0; }";
      const auto exact = [&](const Row& r, bool reads) {
        const s128 one = !reads ? 0 : sub ? 1 - s128{r[2]} : s128{r[2]};
        return sub ? s128{r[0]} - r[1] - one : s128{r[0]} + r[1] + one;
      };
      const auto flag = [&](s128 v) -> u64 { return sub ? v >= 0 : v > s128{ones(t.bits)}; };
      CHECK(check_op({set + op + "c.cc" + tail, {type, "u32"}, in},
                     [&](const Row& r) -> Row { return {wrap(exact(r, true), t.bits), flag(exact(r, true))}; }) == "");
      // Without .cc the flag stays.
      CHECK(check_op({set + op + "c" + tail, {type, "u32"}, in},
                     [&](const Row& r) -> Row { return {wrap(exact(r, true), t.bits), r[2]}; }) == "");
      CHECK(check_op({set + op + ".cc" + tail, {type, "u32"}, in}, [&](const Row& r) -> Row {
              return {wrap(exact(r, false), t.bits), flag(exact(r, false))};
            }) == "");
    }
  }
}

TEST_CASE("multi-word arithmetic: mad.cc and madc") {
  for (const T& t : {T{"u32", 32, false}, T{"s32", 32, true}, T{"u64", 64, false}, T{"s64", 64, true}}) {
    const std::string type = t.name;
    const auto in = cross({{type, edges(type)}, {type, edges(type)}, {type, edges(type)}, {"u32", {0, 1}}}, 5000);
    for (const bool hi : {false, true})
      for (const bool carry_in : {false, true}) {
        const std::string op = std::string(carry_in ? "madc." : "mad.") + (hi ? "hi" : "lo") + ".cc." + type;
        const OpCall call{
            "{ .reg .b32 %f; add.cc.u32 %f, $3, 0xffffffff; " + op + " $d0, $0, $1, $2; addc.u32 $d1, 0, 0; }",
            {type, "u32"},
            in};
        CHECK(check_op(call, [&](const Row& r) -> Row {
                const u128 p = product(r[0], r[1], t);
                const s128 exact = s128{hi ? high(p, t.bits) : low(p, t.bits)} + r[2] + (carry_in ? r[3] : 0);
                return {wrap(exact, t.bits), exact > s128{ones(t.bits)}};
              }) == "");
        if (!carry_in) continue;
        const OpCall last{"{ .reg .b32 %f; add.cc.u32 %f, $3, 0xffffffff; madc." + std::string(hi ? "hi." : "lo.") +
                              type + " $d0, $0, $1, $2; addc.u32 $d1, 0, 0; }",
                          {type, "u32"},
                          in};
        CHECK(check_op(last, [&](const Row& r) -> Row {
                const u128 p = product(r[0], r[1], t);
                return {wrap(s128{hi ? high(p, t.bits) : low(p, t.bits)} + r[2] + r[3], t.bits), r[3]};
              }) == "");
      }
  }
}

TEST_CASE("a chain of carries over 96 and 256 bits; each thread has its own flag") {
  const auto words = edges(32);
  OpCall call{
      "add.cc.u32 $d0, $0, $3; addc.cc.u32 $d1, $1, $4; addc.u32 $d2, $2, $5;"
      "sub.cc.u32 $d3, $0, $3; subc.cc.u32 $d4, $1, $4; subc.u32 $d5, $2, $5;",
      std::vector<std::string>(6, "u32"), cross(std::vector<OpInput>(6, OpInput{"u32", words}), 3000)};
  CHECK(check_op(call, [](const Row& r) -> Row {
          const u128 a = u128{r[2]} << 64 | u128{r[1]} << 32 | r[0], b = u128{r[5]} << 64 | u128{r[4]} << 32 | r[3];
          const auto word = [](u128 v, unsigned i) { return static_cast<u64>(v >> (32 * i)) & 0xffffffff; };
          const u128 s = a + b, d = a - b;
          return {word(s, 0), word(s, 1), word(s, 2), word(d, 0), word(d, 1), word(d, 2)};
        }) == "");
  // Threads whose predicate is false keep the flag of the first addition.
  const OpCall masked{
      "add.cc.u32 $d0, $0, $1;\n  { .reg .b32 %f; .reg .pred %q; setp.lt.u32 %q, $0, $1; @%q add.cc.u32 %f, "
      "0xffffffff, "
      "1; }\n  addc.u32 $d1, 0, 0;",
      {"u32", "u32"},
      cross({{"u32", words}, {"u32", words}})};
  CHECK(check_op(masked, [](const Row& r) -> Row {
          const u64 sum = r[0] + r[1];
          return {sum & 0xffffffff, r[0] < r[1] ? 1 : sum >> 32};
        }) == "");
}

TEST_CASE("constants, the same register twice, results in place") {
  const std::vector<u64> words = edges(32);
  CHECK(check_op({"add.s32 $d0, $0, -5;", {"s32"}, {{"s32", words}}},
                 [](const Row& r) -> Row { return {(r[0] - 5) & 0xffffffff}; }) == "");
  CHECK(check_op({"mad.lo.s32 $d0, $0, $0, 0x80000001;", {"s32"}, {{"s32", words}}},
                 [](const Row& r) -> Row { return {(r[0] * r[0] + 0x80000001) & 0xffffffff}; }) == "");
  CHECK(check_op({"add.u32 $0, $0, $1; add.u32 $1, $0, $1; mov.b32 $d0, $1;",
                  {"u32"},
                  cross({{"u32", words}, {"u32", words}}),
                  "",
                  "",
                  false},
                 [](const Row& r) -> Row { return {(r[0] + 2 * r[1]) & 0xffffffff}; }) == "");
  CHECK(check_op({"shl.b64 $0, $0, 7; shr.u64 $d0, $0, 3;", {"u64"}, {{"u64", edges(64)}}, "", "", false},
                 [](const Row& r) -> Row { return {r[0] << 7 >> 3}; }) == "");
}

TEST_CASE("what PTX does not have is refused") {
  const OpInput r32{"u32", {1}}, r64{"u64", {1}}, r16{"u16", {1}};
  const auto refused = [&](const std::string& code, const OpInput& in, const char* out) {
    CAPTURE(code);
    const std::string fault = fault_of(code, {out}, {in, in, in});
    CHECK(fault.find("instruction '") != std::string::npos);
    CHECK(fault.find("op.ptx:") == 0);
  };
  refused("add.b32 $d0, $0, $1;", r32, "u32");
  refused("add.u8 $d0, $0, $1;", r16, "u16");
  refused("add.sat.u32 $d0, $0, $1;", r32, "u32");
  refused("add.u32 $d0, $0;", r32, "u32");
  refused("add.u32 $d0, $0, $1, $2;", r32, "u32");
  refused("add.u32.u32 $d0, $0, $1;", r32, "u32");
  refused("add.foo.u32 $d0, $0, $1;", r32, "u32");
  refused("sub.u16x2 $d0, $0, $1;", r32, "u32");
  refused("mul.u32 $d0, $0, $1;", r32, "u32");
  refused("mul.lo.hi.u32 $d0, $0, $1;", r32, "u32");
  refused("mul.wide.u64 $d0, $0, $1;", r64, "u64");
  refused("mad.lo.sat.s32 $d0, $0, $1, $2;", r32, "u32");
  refused("mad24.lo.sat.s32 $d0, $0, $1, $2;", r32, "u32");
  refused("mul24.lo.u64 $d0, $0, $1;", r64, "u64");
  refused("abs.u32 $d0, $0;", r32, "u32");
  refused("min.relu.u32 $d0, $0, $1;", r32, "u32");
  refused("addc.cc.u16 $d0, $0, $1;", r16, "u16");
  refused("and.u32 $d0, $0, $1;", r32, "u32");
  refused("shl.u32 $d0, $0, $1;", r32, "u32");
  refused("add.u32 $d0, $0, 0f3f800000;", r32, "u32");
  refused("add.u32 $d0, -$0, $1;", r32, "u32");
  refused("add.u32 $d0, $0.b1, $1;", r32, "u32");
  refused("add.u32 $d0, {$0, $1}, $1;", r32, "u32");
  refused("add.u64 $d0, $0, $1;", r32, "u32");
}
