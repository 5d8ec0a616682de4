// The checker of `lathe combine --check` against rules that are wrong: each is right on nearly all numbers, or only
// where a promise (nuw, nsw, exact, disjoint) holds that random numbers break. The right one beside it must pass.
#include <doctest/doctest.h>

#include <array>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_expr.hpp"

using namespace lathe::nvptx;

namespace {

/// Replaces one node by what an expression says.
class OneRewrite {
 public:
  OneRewrite(Dag& dag, NodeId at, const char* after) : dag_(dag), at_(at), after_(after) {}
  Dag& graph() { return dag_; }
  std::uint32_t count() const { return 1; }
  std::string_view name(std::uint32_t) const { return "one"; }
  std::span<const std::uint32_t> candidates(Isd) { return rules_; }
  bool apply(std::uint32_t, NodeId node, std::vector<Value>& out) {
    if (node != at_) return false;
    out.assign(1, test::ExprReader(dag_, false).read(after_));
    return true;
  }

 private:
  Dag& dag_;
  NodeId at_;
  const char* after_;
  std::array<std::uint32_t, 1> rules_{0};
};

std::string judged(const char* before, const char* after, std::uint64_t seed) {
  Dag dag;
  const Value v = test::ExprReader(dag, false).read(before);
  const Vt chain = vt::chain;
  const Value entry{dag.add(Isd::entry, {&chain, 1}, {}), 0};
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, v}, {.aux = 1}));
  Dag copy = dag;
  OneRewrite rules(dag, v.node, after), replay(copy, v.node, after);
  const auto done = lathe::dag::combine(rules, {.trace = true});
  REQUIRE(done.trace.steps.size() == 1);
  DagInterp interp(numeric_traits());
  return lathe::dag::check_combine(replay, done.trace, dag, interp, {.inputs = 48, .seed = seed}).str();
}

}  // namespace

TEST_CASE("wrong rewrites at one number, or where a promise holds, are seen") {
  struct Case {
    const char *before, *right, *wrong;
  };
  static constexpr Case cases[] = {
      // at the constant, and one beside it
      {"setcc.ult(a, 100)", "setcc.ule(a, 99)", "setcc.ule(a, 100)"},
      {"setcc.ult(a, 100)", "setcc.ule(a, 99)", "setcc.ule(a, 98)"},
      {"select(setcc.eq(a, 12345), 7:i32, 7)", "7:i32", "select(setcc.eq(a, 12345), 8:i32, 7)"},
      {"setcc.eq(add(p, 1000), 77777)", "setcc.eq(p, 76777)", "setcc.eq(p, 76778)"},
      {"setcc.sgt(sext_inreg.8(a), 100)", "setcc.sge(sext_inreg.8(a), 101)", "setcc.sge(sext_inreg.8(a), 100)"},
      // one promise taken for another
      {"sra(shl!nsw(a, 9), 9)", "a", "srl(shl!nsw(a, 9), 9)"},
      {"srl(shl!nuw(a, 20), 20)", "a", "sra(shl!nuw(a, 20), 20)"},
      {"sext.i64(trunc.i16!nsw(p))", "p", "zext.i64(trunc.i16!nsw(p))"},
      {"zext.i64(trunc.i16!nuw(p))", "p", "sext.i64(trunc.i16!nuw(p))"},
      {"udiv(mul!nuw(a, b), b)", "a", "udiv(mul!nuw(a, b), a)"},
      // within a promise
      {"setcc.sgt(add!nsw(a, 1000), 5000)", "setcc.sgt(a, 4000)", "setcc.sge(a, 4000)"},
      {"setcc.ult(sub!nuw(a, 300), 77)", "setcc.ult(a, 377)", "setcc.ule(a, 377)"},
      {"sdiv!exact(a, 12)", "mul(sra(a, 2), -1431655765)", "mul(sra(a, 2), -1431655764)"},
      {"udiv!exact(a, 24)", "mul(srl(a, 3), -1431655765)", "mul(srl(a, 3), -1431655767)"},
      {"srl!exact(a, 20)", "and(sra(a, 20), 4095)", "sra(a, 20)"},
      {"srl(or!disjoint(a, b), 20)", "srl(add(a, b), 20)", "srl(or(a, shl(b, 1)), 20)"},
      // a promise that the result cannot keep
      {"mul!nsw(a, -2147483648)", "shl(a, 31)", "shl!nsw(a, 31)"},
      {"add!nuw(add(a, 300), 400)", "add(a, 700)", "add!nuw(a, 700)"},
      {"add!nsw(sub!nsw(a, 300), 400)", "add(a, 100)", "add!nuw(a, 100)"},
      {"shl!nuw(shl(a, 3), 4)", "shl(a, 7)", "shl!nuw(a, 7)"},
  };
  for (const Case& test : cases) {
    CAPTURE(std::string(test.before));
    for (std::uint64_t seed = 1; seed < 200; seed += 40) {
      CAPTURE(seed);
      CHECK(judged(test.before, test.right, seed) == "");
      CAPTURE(std::string(test.wrong));
      CHECK(judged(test.before, test.wrong, seed).find("changes the meaning") != std::string::npos);
    }
  }
}
