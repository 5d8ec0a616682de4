// The combiner on LLVM IR: traces replay, each step keeps what values mean, functions still compute the same, and rules
// that are wrong are found out.
#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <lathe/combine/check.hpp>

#include "adapters/llvm_ir/combine_rules.hpp"
#include "unit/adapters/llvm_ir/random_function.hpp"

using namespace lathe;
using namespace lathe::llvm_ir;
using namespace lathe::llvm_ir::test;

namespace {

std::string body(const llvm::Function& f) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& inst : block) stream << inst << "\n";
  return out;
}
// The body after combining, the trace checked.
std::string combined(const char* text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(text, diagnostic, context);
  REQUIRE_MESSAGE(module != nullptr, diagnostic.getMessage().str());
  llvm::Function& f = *module->begin();
  {
    FunctionGraph graph(f), copy(graph);
    FunctionRules rules(graph), again(copy);
    const auto done = dag::combine(rules, {.confirm = true, .trace = true});
    CHECK(done.outcome == dag::CombineOutcome::fixpoint);
    FunctionEvaluator evaluator;
    const auto faults = dag::check_combine(again, done.trace, graph, evaluator, {.expect_fixpoint = true});
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  return body(f);
}

}  // namespace

TEST_CASE("random functions: the checker finds nothing, nor does LLVM's verifier, and every rule fires") {
  std::vector<std::uint64_t> fired;
  std::vector<std::string> names;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    llvm::LLVMContext context;
    llvm::Module module("random", context);
    RandomOptions options;
    options.size = 50;
    options.shapes = static_cast<unsigned>(seed % 4);
    if (seed % 2 == 0) options.widths = {1, 8, 32};
    llvm::Function& f = *RandomFunction(module, seed, options).run("f");
    REQUIRE_FALSE(llvm::verifyFunction(f, &llvm::errs()));
    {
      FunctionGraph graph(f), copy(graph);
      FunctionRules rules(graph), again(copy);
      const auto done = dag::combine(rules, {.confirm = true, .trace = true});
      CHECK(done.outcome == dag::CombineOutcome::fixpoint);
      CHECK(done.visits <= done.entries);
      FunctionEvaluator evaluator;
      const auto faults =
          dag::check_combine(again, done.trace, graph, evaluator, {.inputs = 16, .expect_fixpoint = true});
      CHECK_MESSAGE(faults.empty(), faults.str());
      fired.resize(rules.count());
      names.resize(rules.count());
      for (std::uint32_t r = 0; r < rules.count(); ++r) {
        fired[r] += done.fired[r];
        names[r] = rules.name(r);
      }
    }
    CHECK_FALSE(llvm::verifyModule(module, &llvm::errs()));
  }
  std::map<std::string, std::uint64_t> by_name;
  for (std::size_t r = 0; r < fired.size(); ++r) by_name[names[r]] += fired[r];
  for (const auto& [name, count] : by_name) {
    CAPTURE(name);
    CHECK(count > 0);
  }
}

TEST_CASE("every rule does what it says") {
  CHECK(
      combined(
          "define i32 @f(i32 %x) {\n %a = add i32 3, %x\n %b = add i32 %a, 4\n %c = sub i32 %b, 7\n ret i32 %c\n}\n") ==
      "  ret i32 %x\n");
  CHECK(combined("define i32 @f(i32 %x) {\n %a = mul i32 %x, 8\n %b = udiv i32 %a, 4\n ret i32 %b\n}\n") ==
        "  %1 = shl i32 %x, 3\n  %2 = lshr i32 %1, 2\n  ret i32 %2\n");
  CHECK(combined("define i32 @f(i32 %x) {\n %a = shl i32 %x, 8\n %b = lshr i32 %a, 8\n ret i32 %b\n}\n") ==
        "  %1 = and i32 %x, 16777215\n  ret i32 %1\n");
  CHECK(combined("define i32 @f(i32 %x) {\n %a = zext i32 %x to i64\n %b = trunc i64 %a to i32\n ret i32 %b\n}\n") ==
        "  ret i32 %x\n");
  CHECK(combined("define i1 @f(i32 %x, i1 %c) {\n %a = select i1 %c, i32 %x, i32 %x\n %b = icmp ule i32 %a, %x\n"
                 " ret i1 %b\n}\n") == "  ret i1 true\n");
  CHECK(combined("define <2 x i8> @f(<2 x i8> %x) {\n %a = urem <2 x i8> %x, splat (i8 16)\n ret <2 x i8> %a\n}\n") ==
        "  %1 = and <2 x i8> %x, splat (i8 15)\n  ret <2 x i8> %1\n");
  // Flags speak of the sums that were there; nobody says so of the new one.
  CHECK(combined("define i8 @f(i8 %x) {\n %a = add nuw i8 %x, 100\n %b = add nsw i8 %a, 100\n ret i8 %b\n}\n") ==
        "  %1 = add i8 %x, -56\n  ret i8 %1\n");
}

TEST_CASE("uses by phis and stores move, and what has effects stays") {
  const std::string out = combined(R"(
define i32 @f(ptr %p, i32 %n) {
entry:
  %zero = mul i32 %n, 0
  br label %loop
loop:
  %i = phi i32 [ %zero, %entry ], [ %j, %loop ]
  %same = or i32 %i, %i
  store i32 %same, ptr %p
  %unused = load i32, ptr %p
  %j = add i32 %same, 1
  %k = xor i32 %n, %n
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = call i32 @g(i32 %k)
  ret i32 %j
}
declare i32 @g(i32)
)");
  CHECK(out == R"(  br label %loop
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  store i32 %i, ptr %p, align 4
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %exit
  %r = call i32 @g(i32 0)
  ret i32 %j
)");
}

TEST_CASE("wrong rules and traces that lie are found") {
  using Entry = FunctionRules::Table::Entry;
  using I = llvm::Instruction;
  const std::vector<Entry> wrong = {
      // Right only when no bit goes out.
      {"wrong", I::Mul,
       [](FunctionRules& r, dag::NodeId n) {
         const auto k = rules::power(r.number(n, 1));
         return k && *k > 0 && r.width(n) > *k + 1 ? r.binary(n, I::Shl, r.operand(n, 0), *k + 1) : dag::Value{};
       }},
      {"wrong", I::SDiv,
       [](FunctionRules& r, dag::NodeId n) {
         const auto k = rules::power(r.number(n, 1));
         return k && *k > 0 && *k + 1 < r.width(n) ? r.binary(n, I::AShr, r.operand(n, 0), *k) : dag::Value{};
       }},
      {"wrong", I::ICmp,
       [](FunctionRules& r, dag::NodeId n) { return r.number(n, 1) == 0 ? r.make_number(n, 0) : dag::Value{}; }}};
  for (const Entry& entry : wrong) {
    std::size_t fired = 0, seen = 0;
    RandomOptions options;
    options.size = 25;
    options.flags = false;  // or the result is poison, whatever the rule does
    options.divisions = entry.op == I::SDiv;
    for (std::uint64_t seed = 1; seed <= 1000 && fired < 40; ++seed) {
      llvm::LLVMContext context;
      llvm::Module module("random", context);
      FunctionGraph graph(*RandomFunction(module, seed, options).run("f")), copy(graph);
      FunctionRules rules(graph, {entry}), again(copy, {entry});
      const auto done = dag::combine(rules, {.trace = true});
      if (done.rewrites == 0) continue;
      ++fired;
      FunctionEvaluator evaluator;
      seen +=
          dag::check_combine(again, done.trace, graph, evaluator, {.inputs = 64}).has(dag::CombineFault::value_differs);
    }
    CHECK(fired >= 3);
    CHECK(seen * 2 >= fired);  // the others have no result on any input, or nobody sees it
  }
  // A step left out: the replay ends with another graph.
  llvm::LLVMContext context;
  llvm::Module module("random", context);
  FunctionGraph graph(*RandomFunction(module, 2, {}).run("f")), copy(graph);
  FunctionRules rules(graph), again(copy);
  auto done = dag::combine(rules, {.trace = true});
  REQUIRE(done.trace.steps.size() > 1);
  done.trace.steps.pop_back();
  FunctionEvaluator evaluator;
  CHECK_FALSE(dag::check_combine(again, done.trace, graph, evaluator).empty());
}

TEST_CASE("fuel ends combining between two rewrites, whatever the fuel") {
  for (std::uint64_t fuel = 0; fuel <= 12; ++fuel) {
    llvm::LLVMContext context;
    llvm::Module module("random", context);
    llvm::Function& f = *RandomFunction(module, 10, {}).run("f");
    FunctionGraph graph(f);
    FunctionRules rules(graph);
    const auto done = dag::combine(rules, {.fuel = fuel});
    CHECK(done.rewrites <= fuel);
    CHECK_FALSE(llvm::verifyFunction(f, &llvm::errs()));
  }
}
