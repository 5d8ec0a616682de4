// One step away: for each rule an expression where it fires, and the same with one number, flag or order changed, where
// it must not, or must give something else. What is left says its flags, too; each rewrite is judged by its meaning.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lathe/combine/check.hpp>

#include "codegen/combine/rule_set.hpp"
#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_expr.hpp"

using namespace lathe::nvptx;

namespace {

constexpr CombineLevel types = CombineLevel::before_types, end = CombineLevel::after_operations;

std::string combined(const std::string& before, CombineLevel level) {
  Dag dag;
  const Value v = test::ExprReader(dag, level != types).read(before);
  const Vt chain = vt::chain;
  const Value entry{dag.add(Isd::entry, {&chain, 1}, {}), 0};
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, v}, {.aux = 1}));
  Features f;
  f.sm = 90;
  f.ptx = 80;
  const TargetFacts facts = target_facts(f);
  Dag copy = dag;
  CombineRules rules(dag, level, facts, float_modes(f));
  const auto done = lathe::dag::combine(rules, {.confirm = true, .trace = true});
  CombineRules replay(copy, level, facts, float_modes(f));
  DagInterp interp(numeric_traits());
  CHECK(lathe::dag::check_combine(replay, done.trace, dag, interp, {.inputs = 64}).str() == "");
  dag.root = dag.resolve(dag.root);
  return test::to_expr(dag, dag.operand(dag.root, 1), true);
}

struct Pair {
  CombineLevel level;
  const char *fires, *gives;  // empty: this part is tested elsewhere
  const char *misses, *left;  // left: empty for the expression itself
};

void check(std::initializer_list<Pair> pairs) {
  for (const Pair& pair : pairs) {
    if (*pair.fires != 0) {
      CAPTURE(std::string(pair.fires));
      CHECK(combined(pair.fires, pair.level) == std::string(pair.gives));
    }
    if (*pair.misses != 0) {
      CAPTURE(std::string(pair.misses));
      CHECK(combined(pair.misses, pair.level) == std::string(*pair.left != 0 ? pair.left : pair.misses));
    }
  }
}

}  // namespace

TEST_CASE("sums and products, one step away") {
  check({
      // (x ^ sign) + sign
      {types, "add(xor(a, -2147483648), -2147483648)", "a", "add(xor(a, -2147483648), 1073741824)", ""},
      {types, "", "", "add(xor(a, 5), 5)", ""},
      {types, "", "", "add(xor(a, -2147483648), -2147483647)", ""},
      // nuw of both sums, or of none
      {types, "add!nuw(add!nuw(a, 3), 4)", "add!nuw(a, 7)", "add!nuw(add(a, 3), 4)", "add(a, 7)"},
      {types, "", "", "add(add!nuw(a, 3), 4)", "add(a, 7)"},
      {types, "", "", "add!nsw(add!nsw(a, 3), 4)", "add(a, 7)"},
      {types, "add(or!disjoint(a, 3), 4)", "add(a, 7)", "add(or(a, 3), 4)", ""},
      // signs of differences of constants
      {types, "sub(10, sub(3, a))", "add(a, 7)", "", ""},
      {types, "sub(3, sub(10, a))", "add(a, -7)", "sub(10, sub(a, 3))", "sub(13, a)"},
      {types, "sub(10, add(a, 3))", "sub(7, a)", "", ""},
      {types, "sub(a, add(b, 3))", "add(sub(a, b), -3)", "sub(add(a, 3), b)", "add(sub(a, b), 3)"},
      {types, "add(sub(a, b), sub(b, g))", "sub(a, g)", "add(sub(a, b), sub(g, b))", ""},
      {types, "sub(a, and(a, 15))", "and(a, -16)", "sub(b, and(a, 15))", ""},
      // products: what the factor's place takes away from nsw
      {types, "mul!nsw(a, 1073741824)", "shl!nsw(a, 30)", "mul!nsw(a, -2147483648)", "shl(a, 31)"},
      {types, "mul!nuw(a, -2147483648)", "shl!nuw(a, 31)", "mul!nuw(a, -8)", "sub(0, shl(a, 3))"},
      {types, "mulhu(a, -2147483648)", "srl(a, 1)", "mulhs(a, -2147483648)", ""},
      {types, "mulhu(a, 1)", "0", "mulhs(a, 1)", "sra(a, 31)"},
      // minima and maxima
      {types, "smin(smin(a, 7), 5)", "smin(a, 5)", "smin(smax(a, 7), 5)", ""},
      {types, "umax(umax(a, 7), -5)", "umax(a, -5)", "smax(smax(a, 7), -5)", "smax(a, 7)"},
      {types, "smax(a, 2147483647)", "2147483647", "smax(a, 2147483646)", ""},
      {types, "smax(a, -2147483648)", "a", "smax(a, -2147483647)", ""},
      {types, "umin(and(a, 15), 15)", "and(a, 15)", "umin(and(a, 15), 14)", ""},
      {types, "umin(or(a, 16), 16)", "16", "umin(or(a, 16), 17)", ""},
      {types, "umax(or(a, 16), 16)", "or(a, 16)", "umax(or(a, 16), 17)", ""},
      {types, "abs(and(a, 2147483647))", "and(a, 2147483647)", "abs(and(a, -2))", ""},
      // overflow: of one bit, 1 is -1; both top bits must be clear
      {types, "smul_o(a, 1)#1", "0", "smul_o(c, 1:i1)#1", "smul_o(c, 1)#1"},
      {types, "uadd_o(and(a, 2147483647), and(b, 2147483647))#1", "0", "uadd_o(and(a, 2147483647), b)#1", ""},
      {types, "", "", "uadd_o(a, and(b, 2147483647))#1", ""},
      {types, "", "", "sadd_o(and(a, 2147483647), and(b, 2147483647))#1", ""},
      {types, "usub_o(a, 0)#1", "0", "usub_o(0, a)#1", ""},
  });
}

TEST_CASE("shifts and fields, one step away") {
  check({
      {types, "srl(srl(a, 16), 16)", "0", "srl(srl(a, 16), 15)", "srl(a, 31)"},
      {types, "shl(shl(a, 31), 1)", "0", "shl(shl(a, 30), 1)", "shl(a, 31)"},
      {types, "sra(sra(a, 16), 16)", "sra(a, 31)", "sra(sra(a, 16), 15)", "sra(a, 31)"},
      {types, "shl!nuw(shl!nuw(a, 3), 4)", "shl!nuw(a, 7)", "shl!nuw(shl!nsw(a, 3), 4)", "shl(a, 7)"},
      {types, "srl!exact(srl!exact(a, 3), 4)", "srl!exact(a, 7)", "srl(srl!exact(a, 3), 4)", "srl(a, 7)"},
      // which promise lets the pair go
      {types, "srl(shl!nuw(a, 9), 9)", "a", "srl(shl!nsw(a, 9), 9)", "and(a, 8388607)"},
      {types, "sra(shl!nsw(a, 9), 9)", "a", "sra(shl!nuw(a, 9), 9)", ""},
      {types, "srl(shl!nuw(a, 9), 11)", "srl(a, 2)", "srl(shl(a, 9), 11)", ""},
      {types, "srl(shl!nuw(a, 11), 9)", "shl!nuw(a, 2)", "sra(shl!nsw(a, 11), 9)", "shl!nsw(a, 2)"},
      {types, "shl(srl!exact(a, 9), 9)", "a", "shl(srl(a, 9), 9)", "and(a, -512)"},
      {types, "shl(srl!exact(a, 9), 11)", "shl(a, 2)", "shl(sra!exact(a, 11), 9)", "sra!exact(a, 2)"},
      {types, "sra(shl(a, 24), 24)", "sext_inreg.8(a)", "sra(shl(a, 23), 23)", ""},
      {types, "sra(shl(a, 16), 16)", "sext_inreg.16(a)", "sra(shl(a, 16), 17)", ""},
      {types, "srl(and(a, 255), 8)", "0", "srl(and(a, 511), 8)", "and(srl(a, 8), 1)"},
      {types, "shl!nuw(add!nuw(a, 3), 2)", "add!nuw(shl!nuw(a, 2), 12)", "shl!nuw(add(a, 3), 2)", "add(shl(a, 2), 12)"},
      {types, "shl(or!disjoint(a, 3), 2)", "add(shl(a, 2), 12)", "shl(or(a, 3), 2)", ""},
      // rotations and funnel shifts, at 0 and at the width
      {types, "fshl(a, b, 0)", "a", "fshl(a, b, 1)", "fshl(a, b, 1)"},
      {types, "fshr(a, b, 0)", "b", "fshr(a, b, 31)", ""},
      {types, "fshl(a, b, 32)", "a", "fshr(a, b, 32)", "b"},
      {types, "fshl(a, 0, 5)", "shl(a, 5)", "fshr(a, 0, 5)", "shl(a, 27)"},
      {types, "fshl(0, b, 5)", "srl(b, 27)", "fshr(0, b, 5)", "srl(b, 5)"},
      {types, "rotl(a, 32)", "a", "rotl(a, 31)", ""},
      {types, "rotr(a, 64)", "a", "rotr(a, 63)", "rotr(a, 31)"},
      {types, "or(shl(a, 5), srl(a, 27))", "rotl(a, 5)", "or(shl(a, 5), srl(a, 26))", ""},
      {types, "", "", "or(shl(a, 5), srl(a, 28))", ""},
      {types, "", "", "or(shl(a, 5), sra(a, 27))", ""},
      // sign extension inside
      {types, "sext_inreg.8(and(a, 255))", "sext_inreg.8(a)", "sext_inreg.8(and(a, 127))", "and(a, 127)"},
      {types, "sext_inreg.16(sext_inreg.8(a))", "sext_inreg.8(a)", "sext_inreg.8(sext_inreg.16(a))", "sext_inreg.8(a)"},
      {types, "sext_inreg.8(zext.i32(e))", "sext.i32(e)", "sext_inreg.16(zext.i32(e))", "zext.i32(e)"},
      // fields
      {end, "sext_inreg.8(srl(a, 24))", "sra(a, 24)", "sext_inreg.8(srl(a, 25))", "srl(a, 25)"},
      {end, "sext_inreg.8(srl(a, 23))", "bfe_s(a, 23, 8)", "", ""},
      {end, "sra(sext_inreg.8(a), 7)", "bfe_s(a, 7, 1)", "", ""},
      {end, "and(srl(a, 29), 7)", "srl(a, 29)", "and(srl(a, 5), 6)", ""},
      {end, "sra(shl(a, 5), 9)", "bfe_s(a, 4, 23)", "sra(shl(a, 9), 5)", ""},
      {end, "bfe_u(0xff:i32, 3:i32, 0:i32)", "0", "bfe_s(0xff:i32, 7:i32, 1:i32)", "-1"},
      {end, "bfe_u(or(a, 255), 8:i32, 8:i32)", "bfe_u(a, 8, 8)", "bfe_u(or(a, 511), 8:i32, 8:i32)",
       "bfe_u(or(a, 511), 8, 8)"},
  });
}

TEST_CASE("comparisons with what known bits leave, one step away") {
  check({
      {types, "setcc.ule(and(a, 15), 15)", "1", "setcc.uge(and(a, 15), 15)", ""},
      {types, "setcc.ugt(and(a, 15), 15)", "0", "setcc.ugt(and(a, 15), 14)", ""},
      {types, "setcc.ult(and(a, 15), 16)", "1", "setcc.ult(and(a, 15), 15)", ""},
      {types, "setcc.eq(and(a, 15), 16)", "0", "setcc.eq(and(a, 15), 15)", ""},
      {types, "setcc.uge(or(a, 16), 16)", "1", "setcc.ugt(or(a, 16), 16)", ""},
      {types, "setcc.ult(or(a, 16), 16)", "0", "setcc.ule(or(a, 16), 16)", ""},
      {types, "setcc.ne(or(a, 16), 15)", "1", "setcc.ne(or(a, 16), 16)", ""},
      // the sign is known
      {types, "setcc.sgt(srl(a, 1), -1)", "1", "setcc.sgt(sra(a, 1), -1)", "setcc.sgt(a, -1)"},
      {types, "setcc.slt(or(a, -2147483648), 0)", "1", "setcc.slt(or(a, 1073741824), 0)", "setcc.slt(a, 0)"},
      {types, "setcc.sgt(or(a, -2147483648), -1)", "0", "setcc.sgt(or(a, -2147483648), -2)", ""},
      {types, "setcc.slt(and(a, 2147483647), -5)", "0", "setcc.ult(and(a, 2147483647), -5)", "1"},
      {types, "setcc.sle(and(a, 15), 15)", "1", "setcc.sle(and(a, -15), 15)", ""},
      // extended numbers, and what they cannot be
      {types, "setcc.eq(zext.i32(e), 256)", "0", "setcc.eq(zext.i32(e), 255)", "setcc.eq(e, -1)"},
      {types, "setcc.ult(zext.i32(e), 256)", "1", "setcc.ult(zext.i32(e), 254)", "setcc.ult(e, -2)"},
      {types, "setcc.slt(zext.i32(e), 200)", "setcc.ult(e, -56)", "setcc.slt(sext.i32(e), 100)", "setcc.slt(e, 100)"},
      {types, "setcc.eq(sext.i32(e), -128)", "setcc.eq(e, -128)", "setcc.eq(sext.i32(e), 128)", ""},
      {types, "setcc.ult(sext.i32(e), -128)", "setcc.ult(e, -128)", "setcc.ult(sext.i32(e), 128)", ""},
      {types, "setcc.slt(sext.i32(h), sext.i32(k))", "setcc.slt(h, k)", "setcc.slt(sext.i32(h), zext.i32(k))", ""},
      {types, "setcc.slt(zext.i32(h), zext.i32(k))", "setcc.ult(h, k)", "", ""},
      // sums, products and shifts of what is compared
      {types, "setcc.eq(add(a, 3), 10)", "setcc.eq(a, 7)", "setcc.ult(add(a, 3), 10)", ""},
      {types, "setcc.eq(sub(3, a), 10)", "setcc.eq(a, -7)", "setcc.eq(sub(a, b), 1)", ""},
      {types, "setcc.eq(and(a, 8), 8)", "setcc.ne(and(a, 8), 0)", "setcc.eq(and(a, 12), 12)", ""},
      {types, "", "", "setcc.eq(and(a, 12), 8)", ""},
      {types, "setcc.eq(shl!nuw(a, 3), 0)", "setcc.eq(a, 0)", "setcc.eq(shl(a, 3), 0)", ""},
      {types, "setcc.eq(srl!exact(a, 3), 0)", "setcc.eq(a, 0)", "setcc.eq(srl(a, 3), 0)", "setcc.ult(a, 8)"},
      // both in one
      {types, "or(setcc.slt(a, b), setcc.sgt(a, b))", "setcc.ne(a, b)", "or(setcc.slt(a, b), setcc.ugt(a, b))", ""},
      {types, "and(setcc.sle(a, b), setcc.sge(a, b))", "setcc.eq(a, b)", "and(setcc.sle(a, b), setcc.uge(a, b))", ""},
      {types, "and(setcc.ult(a, b), setcc.ult(b, a))", "0", "or(setcc.ule(a, b), setcc.ule(b, a))", "1"},
      {types, "and(setcc.eq(a, 0), setcc.eq(b, 0))", "setcc.eq(or(a, b), 0)", "or(setcc.eq(a, 0), setcc.eq(b, 0))", ""},
      {types, "and(setcc.olt(x, y), setcc.ogt(x, y))", "0", "or(setcc.olt(x, y), setcc.ogt(x, y))", "setcc.one(x, y)"},
      // half of a 64-bit number: the order becomes unsigned
      {types, "setcc.slt(and(p, 0xffff0000), 0x90000000)", "setcc.ult(and(trunc.i32(p), -65536), -1879048192)",
       "setcc.slt(and(p, 0x1ffff0000), 0x90000000)", "setcc.slt(and(p, 8589869056), 2415919104)"},
  });
}

// What a comparison with a constant says is a set of numbers; where that is empty, full, one number or all but one, the
// comparison is gone or an equality, else it stays as it is.
TEST_CASE("comparisons with the ends of the range, and one and two steps from them") {
  static constexpr Cond conds[] = {Cond::slt, Cond::sle, Cond::sgt, Cond::sge,
                                   Cond::ult, Cond::ule, Cond::ugt, Cond::uge};
  for (const Cond cond : conds)
    for (const int k : {-128, -127, -126, -3, -2, -1, 0, 1, 2, 3, 125, 126, 127}) {
      const auto holds = [&](int x) {
        const auto c = static_cast<unsigned>(cond);
        const int a = (c & 32U) != 0 ? x & 255 : x, b = (c & 32U) != 0 ? k & 255 : k;
        return (static_cast<unsigned>(cond) & (a < b ? 4U : a > b ? 2U : 1U)) != 0;
      };
      std::vector<int> yes, no;
      for (int x = -128; x < 128; ++x) (holds(x) ? yes : no).push_back(x);
      const std::string before = "setcc." + std::string(to_string(cond)) + "(e, " + std::to_string(k) + ")";
      const std::string after = yes.empty()       ? "0"
                                : no.empty()      ? "1"
                                : yes.size() == 1 ? "setcc.eq(e, " + std::to_string(yes[0]) + ")"
                                : no.size() == 1  ? "setcc.ne(e, " + std::to_string(no[0]) + ")"
                                                  : before;
      CAPTURE(before);
      CHECK(combined(before, types) == after);
    }
}

TEST_CASE("bits that nobody asks for, and the next ones") {
  check({
      // a masked shift to the right, then to the left: copies of the sign are no bits of the number
      {types, "and(shl(sra(a, 16), 8), 0xffff00)", "and(srl(a, 8), 16776960)", "and(shl(sra(a, 16), 8), 0x1ffff00)",
       "and(shl(sra(a, 16), 8), 33554176)"},
      {types, "and(shl(srl(a, 3), 8), 0xff00)", "and(shl(a, 5), 65280)", "and(shl(srl(a, 3), 8), 0xff80)",
       "and(shl(srl(a, 3), 8), 65408)"},
      {types, "and(sra(or(a, 1073741824), 24), 0x81)", "and(srl(a, 24), 129)",
       "and(sra(or(a, -2147483648), 24), 0x181)", "and(sra(or(a, -2147483648), 24), 385)"},
      // which way a rotation turns
      {types, "trunc.i8(rotr(or(a, 255), 8))", "trunc.i8(rotr(a, 8))", "trunc.i8(rotl(xor(a, 0xff000000), 8))",
       "trunc.i8(rotl(xor(a, -16777216), 8))"},
      {types, "trunc.i8(rotl(or(a, 255), 8))", "trunc.i8(rotl(a, 8))", "trunc.i8(rotr(xor(a, 0xff00), 8))",
       "trunc.i8(rotr(xor(a, 65280), 8))"},
      // the sign of what is extended
      {types, "and(sext.i32(or(e, 64)), 0x10f)", "and(sext.i32(e), 271)", "and(sext.i32(xor(e, -128)), 0x10f)",
       "and(sext.i32(xor(e, -128)), 271)"},
      {types, "and(sext_inreg.8(or(a, 64)), 0x10f)", "and(sext_inreg.8(a), 271)",
       "and(sext_inreg.8(xor(a, 128)), 0x10f)", "and(sext_inreg.8(xor(a, 128)), 271)"},
      // promises about the bits that would change
      {types, "or(and(a, -16), 15)", "or(a, 15)", "or!disjoint(and(a, -16), 15)", ""},
      {types, "mul(and(a, 2147483647), 6)", "mul(a, 6)", "mul!nuw(and(a, 2147483647), 6)", ""},
      {types, "shl(and(a, 65535), 16)", "shl(a, 16)", "shl!nuw(and(a, 65535), 16)", ""},
      {types, "sra(and(a, -256), 8)", "sra(a, 8)", "sra!exact(and(a, -256), 8)", ""},
      {types, "trunc.i8(and(a, 255))", "trunc.i8(a)", "trunc.i8!nuw(and(a, 255))", "trunc.i8(a)"},
      // amounts: only of widths that are powers of two
      {types, "fshl(a, b, and(g, 31))", "fshl(a, b, g)", "fshl(a, b, and(g, 15))", ""},
      {types, "", "", "zext.i32(fshl(trunc.i24(a), trunc.i24(b), and(trunc.i24(g), 23)))",
       "zext.i32(fshl(trunc.i24(a), trunc.i24(b), and(trunc.i24(g), 23)))"},
      {types, "trunc.i8(mul(or(a, 256), b))", "trunc.i8(mul(a, b))", "trunc.i8(mul(or(a, 128), b))", ""},
      {types, "trunc.i8(add(or(a, 256), b))", "trunc.i8(add(a, b))", "trunc.i8(add(or(a, 128), b))", ""},
  });
}

TEST_CASE("offsets of addresses end at 32 bits") {
  const auto after = [](const char* address, const char* by) {
    Dag dag;
    std::string error;
    const std::string text = std::string("%0 = entry chain\n%1 = ") + address + "\n%2 = constant i64 " + by +
                             "\n%3 = add i64 %1, %2\n%4 = copy_to_reg chain %0, %3 aux=1\nroot %4\n";
    REQUIRE_MESSAGE(parse(text, dag, error), error);
    Features f;
    combine(dag, types, target_facts(f), float_modes(f));
    return print(dag);
  };
  const char* symbol = "global_address i64 @\"s\" imm=8";
  CHECK(after(symbol, "2147483639").find("imm=2147483647") != std::string::npos);
  CHECK(after(symbol, "2147483640").find("add i64") != std::string::npos);
  CHECK(after(symbol, "18446744071562067960").find("imm=18446744071562067968") != std::string::npos);
  CHECK(after(symbol, "18446744071562067959").find("add i64") != std::string::npos);
}
