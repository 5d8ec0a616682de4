// set, setp, testp, selp, slct on the executor: every comparison of every type, joined with predicates.
//
// A float is compared by what it is: class and value are taken from its bits here, by sign, exponent and fraction,
// and compared as the exact integers that they stand for.
// Compiled at -O1
#include <doctest/doctest.h>

#include <array>

#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx::test;

namespace {

__extension__ typedef __int128 s128;
using u64 = std::uint64_t;

// ---- floats from their bits
struct Format {
  const char* name;
  unsigned bits, fraction;
};
constexpr Format f16{"f16", 16, 10}, bf16{"bf16", 16, 7}, f32{"f32", 32, 23}, f64{"f64", 64, 52};

struct Float {
  bool nan = false, infinite = false, zero = false, subnormal = false, negative = false;
  u64 exponent = 0, fraction = 0;
};
Float take_apart(u64 v, const Format& f, bool flush) {
  Float x;
  const u64 top = (u64{1} << (f.bits - 1 - f.fraction)) - 1;
  x.negative = (v >> (f.bits - 1) & 1) != 0;
  x.exponent = v >> f.fraction & top;
  x.fraction = v & ((u64{1} << f.fraction) - 1);
  x.subnormal = x.exponent == 0 && x.fraction != 0;
  if (flush && x.subnormal) x.fraction = 0;
  x.nan = x.exponent == top && x.fraction != 0;
  x.infinite = x.exponent == top && x.fraction == 0;
  x.zero = x.exponent == 0 && x.fraction == 0;
  return x;
}
// -1, 0, 1; neither is a NaN.
int order(const Float& a, const Float& b) {
  if (a.zero && b.zero) return 0;
  const int sa = a.zero ? 0 : a.negative ? -1 : 1, sb = b.zero ? 0 : b.negative ? -1 : 1;
  if (sa != sb) return sa < sb ? -1 : 1;
  const int size = a.exponent != b.exponent   ? (a.exponent < b.exponent ? -1 : 1)
                   : a.fraction != b.fraction ? (a.fraction < b.fraction ? -1 : 1)
                                              : 0;
  return sa * size;
}
bool holds(const std::string& op, int order, bool nan) {
  if (op == "num") return !nan;
  if (op == "nan") return nan;
  if (nan) return op.size() == 3;  // equ neu ltu leu gtu geu
  const std::string two = op.substr(0, 2);
  return two == "eq"   ? order == 0
         : two == "ne" ? order != 0
         : two == "lt" ? order < 0
         : two == "le" ? order <= 0
         : two == "gt" ? order > 0
                       : order >= 0;
}
bool compare_floats(const std::string& op, u64 a, u64 b, const Format& f, bool flush) {
  const Float x = take_apart(a, f, flush), y = take_apart(b, f, flush);
  const bool nan = x.nan || y.nan;
  return holds(op, nan ? 0 : order(x, y), nan);
}

std::vector<u64> float_edges(const Format& f) {
  const u64 sign = u64{1} << (f.bits - 1), inf = (sign - 1) >> f.fraction << f.fraction, one = inf >> 1 & inf;
  const u64 least_normal = u64{1} << f.fraction;
  std::vector<u64> out;
  for (const u64 v : {u64{0}, u64{1}, u64{2}, least_normal - 1, least_normal, least_normal + 1, one, one + 1, inf - 1,
                      inf, inf + 1, inf | least_normal >> 1, sign - 1}) {
    out.push_back(v);
    out.push_back(v | sign);
  }
  Random random{f.bits};
  for (unsigned i = 0; i < 4; ++i) out.push_back(random() & (sign | (sign - 1)));
  return out;
}

// ---- integers
bool compare_integers(const std::string& op, u64 a, u64 b, unsigned bits, bool sign) {
  const auto value = [&](u64 v) { return sign && (v >> (bits - 1) & 1) != 0 ? s128{v} - (s128{1} << bits) : s128{v}; };
  const s128 d = value(a) - value(b);
  const std::string name = op == "lo" ? "lt" : op == "ls" ? "le" : op == "hi" ? "gt" : op == "hs" ? "ge" : op;
  return holds(name, d < 0 ? -1 : d > 0 ? 1 : 0, false);
}

bool join(const std::string& op, bool t, bool c) { return op == "and" ? t && c : op == "or" ? t || c : t != c; }
constexpr const char* joins[] = {"and", "or", "xor"};
constexpr const char* ordered[] = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr const char* unsigned_ops[] = {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
constexpr const char* float_ops[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                     "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

// One comparison in all forms of setp, and of set into the types given with what they hold for true.
using Compare = std::function<bool(u64, u64)>;
struct Into {
  const char* type;
  u64 value;
};
std::string check_all(const std::string& op, const std::string& flush, const std::string& type,
                      const std::vector<u64>& values, const Compare& f, const std::vector<Into>& sets, bool pairs) {
  std::string wrong;
  const std::vector<OpInput> two = cross({{type, values}, {type, values}}, 1500);
  const std::vector<OpInput> three = cross({{type, values}, {type, values}, {"pred", {0, 1}}}, 1500);
  const std::string tail = flush + "." + type + " ";
  wrong += check_op({"setp." + op + tail + "$d0, $0, $1;", {"pred"}, two},
                    [&](const Row& r) -> Row { return {f(r[0], r[1])}; });
  if (pairs)
    wrong += check_op({"setp." + op + tail + "$d0|$d1, $0, $1;", {"pred", "pred"}, two},
                      [&](const Row& r) -> Row { return {f(r[0], r[1]), !f(r[0], r[1])}; });
  for (const std::string j : joins) {
    const std::string head = "setp." + op + "." + j + tail;
    wrong += check_op({head + "$d0, $0, $1, !$2;", {"pred"}, three},
                      [&](const Row& r) -> Row { return {join(j, f(r[0], r[1]), r[2] == 0)}; });
    if (!pairs) continue;
    wrong += check_op({head + "$d0|$d1, $0, $1, $2;", {"pred", "pred"}, three}, [&](const Row& r) -> Row {
      return {join(j, f(r[0], r[1]), r[2] != 0), join(j, !f(r[0], r[1]), r[2] != 0)};
    });
  }
  for (const Into& into : sets) {
    if (!flush.empty() && std::string(into.type) == "bf16") continue;  // PTX has no such set
    const std::string types = flush + "." + into.type + "." + type + " ";
    wrong += check_op({"set." + op + types + "$d0, $0, $1;", {into.type}, two},
                      [&](const Row& r) -> Row { return {f(r[0], r[1]) ? into.value : 0}; });
    const std::string j = joins[op.size() % 3];
    wrong += check_op({"set." + op + "." + j + types + "$d0, $0, $1, $2;", {into.type}, three},
                      [&](const Row& r) -> Row { return {join(j, f(r[0], r[1]), r[2] != 0) ? into.value : 0}; });
  }
  return wrong;
}
const std::vector<Into> sets_of_words{
    {"u32", 0xffffffff}, {"s32", 0xffffffff}, {"f32", 0x3f800000}, {"f16", 0x3c00}, {"bf16", 0x3f80}};

}  // namespace

TEST_CASE("integers: setp and set") {
  for (const unsigned bits : {16U, 32U, 64U})
    for (const char kind : {'b', 'u', 's'}) {
      const std::string type = kind + std::to_string(bits);
      CAPTURE(type);
      const auto check = [&](const std::string& op) {
        CHECK(check_all(
                  op, "", type, edges(bits),
                  [&](u64 a, u64 b) { return compare_integers(op, a, b, bits, kind == 's'); }, sets_of_words,
                  true) == "");
      };
      if (kind == 'b') {
        check("eq");
        check("ne");
      } else if (kind == 's') {
        for (const char* op : ordered) check(op);
      } else {
        for (const char* op : unsigned_ops) check(op);
      }
    }
}

TEST_CASE("f32 and f64: setp and set, with and without ftz") {
  for (const Format& f : {f32, f64})
    for (const bool flush : {false, true}) {
      if (flush && f.bits == 64) continue;
      for (const std::string op : float_ops) {
        CAPTURE(op);
        CHECK(check_all(
                  op, flush ? ".ftz" : "", f.name, float_edges(f),
                  [&](u64 a, u64 b) { return compare_floats(op, a, b, f, flush); }, sets_of_words, true) == "");
      }
    }
}

TEST_CASE("f16 and bf16: setp and set, with and without ftz") {
  for (const Format& f : {f16, bf16})
    for (const bool flush : {false, true}) {
      const bool brain = std::string(f.name) == "bf16";
      if (flush && brain) continue;
      std::vector<Into> sets{
          {"u16", 0xffff}, {"s16", 0xffff}, {"u32", 0xffffffff}, {"s32", 0xffffffff}, {"bf16", 0x3f80}};
      if (!brain) sets.push_back({"f16", 0x3c00});
      for (const std::string op : float_ops) {
        CAPTURE(op);
        CHECK(check_all(
                  op, flush ? ".ftz" : "", f.name, float_edges(f),
                  [&](u64 a, u64 b) { return compare_floats(op, a, b, f, flush); }, sets, false) == "");
      }
    }
}

TEST_CASE("f16x2 and bf16x2: one result for each half") {
  for (const Format& f : {f16, bf16})
    for (const bool flush : {false, true}) {
      const bool brain = std::string(f.name) == "bf16";
      if (flush && brain) continue;
      const std::string type = std::string(f.name) + "x2", tail = std::string(flush ? ".ftz." : ".") + type + " ";
      std::vector<u64> values;
      const auto halves = float_edges(f);
      for (std::size_t i = 0; i < halves.size(); ++i)
        values.push_back(halves[i] << 16 | halves[(7 * i + 3) % halves.size()]);
      const auto two = cross({{type, values}, {type, values}});
      const auto three = cross({{type, values}, {type, values}, {"pred", {0, 1}}});
      for (const std::string op : float_ops) {
        CAPTURE(op);
        const auto t = [&](const Row& r, unsigned h) {
          return compare_floats(op, r[0] >> (16 * h) & 0xffff, r[1] >> (16 * h) & 0xffff, f, flush);
        };
        CHECK(check_op({"setp." + op + tail + "$d0|$d1, $0, $1;", {"pred", "pred"}, two},
                       [&](const Row& r) -> Row { return {t(r, 0), t(r, 1)}; }) == "");
        CHECK(check_op({"setp." + op + ".xor" + tail + "$d0|$d1, $0, $1, $2;", {"pred", "pred"}, three},
                       [&](const Row& r) -> Row { return {t(r, 0) != (r[2] != 0), t(r, 1) != (r[2] != 0)}; }) == "");
        const std::vector<Into> sets{
            {"u32", 0xffffffff}, {"s32", 0xffffffff}, {type.c_str(), brain ? 0x3f803f80U : 0x3c003c00U}};
        for (const Into& into : sets) {
          const std::string types = std::string(flush ? ".ftz." : ".") + into.type + "." + type + " ";
          CHECK(check_op({"set." + op + types + "$d0, $0, $1;", {into.type}, two}, [&](const Row& r) -> Row {
                  return {(t(r, 0) ? into.value & 0xffff : 0) | (t(r, 1) ? into.value & 0xffff0000 : 0)};
                }) == "");
          CHECK(check_op(
                    {"set." + op + ".and" + types + "$d0, $0, $1, !$2;", {into.type}, three}, [&](const Row& r) -> Row {
                      const bool c = r[2] == 0;
                      return {(t(r, 0) && c ? into.value & 0xffff : 0) | (t(r, 1) && c ? into.value & 0xffff0000 : 0)};
                    }) == "");
        }
      }
    }
}

TEST_CASE("setp: sinks, constants, a source predicate that is also written") {
  const auto in = cross({{"s32", edges(32)}, {"s32", edges(32)}, {"pred", {0, 1}}});
  const auto below = [](const Row& r) { return compare_integers("lt", r[0], r[1], 32, true); };
  CHECK(check_op({"setp.lt.s32 _|$d0, $0, $1;", {"pred"}, in}, [&](const Row& r) -> Row { return {!below(r)}; }) == "");
  CHECK(check_op({"setp.lt.s32 $d0|_, $0, $1;", {"pred"}, in}, [&](const Row& r) -> Row { return {below(r)}; }) == "");
  CHECK(check_op({"setp.lt.s32 $d0, $0, -7;", {"pred"}, in},
                 [&](const Row& r) -> Row { return {below({r[0], 0xfffffff9})}; }) == "");
  CHECK(check_op({"setp.gt.s32 $d0, 100, $1;", {"pred"}, in},
                 [&](const Row& r) -> Row { return {below({r[1], 100})}; }) == "");
  CHECK(check_op({"setp.lt.and.s32 $2|$d1, $0, $1, $2; not.pred $d0, $2;", {"pred", "pred"}, in, "", "", false},
                 [&](const Row& r) -> Row { return {!(below(r) && r[2] != 0), !below(r) && r[2] != 0}; }) == "");
  CHECK(check_op({"setp.lt.or.s32 $d0, $0, $1, 1;", {"pred"}, in}, [&](const Row&) -> Row { return {1}; }) == "");
  const OpInput floats{"f32", float_edges(f32)};
  CHECK(check_op({"setp.ge.f32 $d0, $0, 0f3F800000;", {"pred"}, {floats}},
                 [&](const Row& r) -> Row { return {compare_floats("ge", r[0], 0x3f800000, f32, false)}; }) == "");
  CHECK(check_op({"setp.ltu.f32 $d0, $0, 1.5;", {"pred"}, {floats}},
                 [&](const Row& r) -> Row { return {compare_floats("ltu", r[0], 0x3fc00000, f32, false)}; }) == "");
}

TEST_CASE("testp") {
  for (const Format& f : {f32, f64})
    for (const std::string op : {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
      CAPTURE(op);
      CHECK(check_op({"testp." + op + "." + f.name, {"pred"}, {{f.name, float_edges(f)}}}, [&](const Row& r) -> Row {
              const Float x = take_apart(r[0], f, false);
              return {op == "finite"       ? !x.nan && !x.infinite
                      : op == "infinite"   ? x.infinite
                      : op == "number"     ? !x.nan
                      : op == "notanumber" ? x.nan
                      : op == "subnormal"  ? x.subnormal
                                           : !x.nan && !x.infinite && !x.subnormal};
            }) == "");
    }
}

TEST_CASE("selp and slct") {
  for (const std::string type : {"b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"}) {
    CAPTURE(type);
    const OpInput a{type, edges(type)}, b{type, edges(type)};
    const auto by_pred = cross({a, b, {"pred", {0, 1, 1}}});
    CHECK(check_op({"selp." + type, {type}, by_pred}, [](const Row& r) -> Row { return {r[2] != 0 ? r[0] : r[1]}; }) ==
          "");
    CHECK(check_op({"selp." + type + " $d0, $0, $1, !$2;", {type}, by_pred},
                   [](const Row& r) -> Row { return {r[2] == 0 ? r[0] : r[1]}; }) == "");
    CHECK(check_op({"slct." + type + ".s32", {type}, cross({a, b, {"s32", edges(32)}})},
                   [](const Row& r) -> Row { return {(r[2] >> 31) == 0 ? r[0] : r[1]}; }) == "");
    for (const bool flush : {false, true})
      CHECK(check_op({std::string(flush ? "slct.ftz." : "slct.") + type + ".f32",
                      {type},
                      cross({{type, edges(type)}, {type, {7, 0}}, {"f32", float_edges(f32)}})},
                     [&](const Row& r) -> Row { return {compare_floats("ge", r[2], 0, f32, flush) ? r[0] : r[1]}; }) ==
            "");
  }
  CHECK(check_op({"selp.b32 $d0, 1, 0f3F800000, $0;", {"b32"}, {{"pred", {0, 1, 1, 0, 0}}}},
                 [](const Row& r) -> Row { return {r[0] != 0 ? u64{1} : u64{0x3f800000}}; }) == "");
  CHECK(check_op({"selp.u32 $0, $1, $0, $2; mov.u32 $d0, $0;",
                  {"u32"},
                  cross({{"u32", edges(32)}, {"u32", {5, 9}}, {"pred", {0, 1}}}),
                  "",
                  "",
                  false},
                 [](const Row& r) -> Row { return {r[2] != 0 ? r[1] : r[0]}; }) == "");
}

TEST_CASE("comparisons that PTX does not have are refused") {
  const OpInput r32{"b32", {1}}, r64{"b64", {1}}, r16{"b16", {1}}, p{"pred", {1}};
  const auto refused = [&](const std::string& code, const OpInput& in, const char* out) {
    CAPTURE(code);
    CHECK(run_op({code, {out}, {in, in, p}}).fault.find("instruction '") != std::string::npos);
  };
  for (const char* code :
       {"setp.lo.s32 $d0, $0, $1;", "setp.lt.b32 $d0, $0, $1;", "setp.equ.u32 $d0, $0, $1;", "setp.lo.f32 $d0, $0, $1;",
        "setp.eq.ftz.u32 $d0, $0, $1;", "setp.eq.lt.u32 $d0, $0, $1;", "setp.u32 $d0, $0, $1;",
        "setp.eq.and.u32 $d0, $0, $1;", "setp.eq.u32 $d0, $0, $1, $2;", "setp.eq.and.or.u32 $d0, $0, $1, $2;",
        "setp.eq.and.u32 $d0, $0, $1, $0;", "setp.eq.u32 $d0, $0, 0f3F800000;", "setp.eq.f32 $d0, $0, 1;",
        "setp.eq.u32 {$d0, $2}, $0, $1;", "setp.eq.u32 $d0|$2|$2, $0, $1;"})
    refused(code, r32, "pred");
  refused("setp.eq.ftz.f64 $d0, $0, $1;", r64, "pred");
  refused("setp.eq.ftz.bf16 $d0, $0, $1;", r16, "pred");
  refused("setp.eq.f16 $d0|$2, $0, $1;", r16, "pred");
  refused("set.eq.u16.u32 $d0, $0, $1;", r32, "b16");
  refused("set.eq.f32.f16 $d0, $0, $1;", r16, "b32");
  refused("set.eq.f16.bf16 $d0, $0, $1;", r16, "b16");
  refused("set.eq.b32.u32 $d0, $0, $1;", r32, "b32");
  refused("set.eq.ftz.bf16.f32 $d0, $0, $1;", r32, "b16");
  refused("set.eq.u32 $d0, $0, $1;", r32, "b32");
  refused("selp.pred $d0, $2, $2, $2;", r32, "pred");
  refused("selp.f16 $d0, $0, $1, $2;", r16, "b16");
  refused("selp.f32 $d0, $0, 1, $2;", r32, "b32");
  refused("slct.b32.u32 $d0, $0, $1, $0;", r32, "b32");
  refused("slct.ftz.b32.s32 $d0, $0, $1, $0;", r32, "b32");
  refused("testp.finite.f16 $d0, $0;", r16, "pred");
  refused("testp.finite.normal.f32 $d0, $0;", r32, "pred");
}
