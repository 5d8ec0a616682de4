// Bits of LLVM IR: facts are what the operations mean (the library's checker runs them), nothing contradicts LLVM's own
// analyses, and each way from an instruction to an operation is right.
#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/Support/SourceMgr.h>

#include <lathe/bits/check.hpp>
#include <lathe/bits/problem.hpp>
#include <lathe/bits/text.hpp>

#include "adapters/llvm_ir/bits_compare.hpp"
#include "unit/adapters/llvm_ir/random_function.hpp"

using namespace lathe;
using namespace lathe::llvm_ir;
using namespace lathe::llvm_ir::test;

namespace {

struct Text {
  explicit Text(const char* text) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(text, diagnostic, context);
    REQUIRE_MESSAGE(module != nullptr, diagnostic.getMessage().str());
  }
  llvm::Function& function() const { return *module->begin(); }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};
const llvm::Value* named(const llvm::Function& f, const char* name) { return f.getValueSymbolTable()->lookup(name); }

bits::Claims ours(const FunctionBits<>& source, const FunctionProblem& p) {
  bits::Analysis<FunctionBits<>> known(source);
  bits::DemandedBits<FunctionBits<>> demanded(source, known);
  known.compute(source.operands_first());
  demanded.compute(source.users_first());
  bits::Claims out;
  for (std::size_t i = 0; i < p.values.size(); ++i) {
    // Lines without a value are negated comparisons: nothing is claimed of them.
    const unsigned w = p.problem.lines[i].operation.width;
    if (p.values[i] == nullptr)
      out.push_back({bits::Fact<>::unknown(w), bits::low_mask<std::uint64_t>(w)});
    else
      out.push_back({known.fact(p.values[i]), demanded.demanded(p.values[i]) & bits::low_mask<std::uint64_t>(w)});
  }
  return out;
}

}  // namespace

TEST_CASE("claims of straight random functions hold when the operations run, and wrong ones are seen") {
  std::size_t known = 0, undemanded = 0, seen = 0, wrong = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    llvm::LLVMContext context;
    llvm::Module module("random", context);
    const FunctionBits<> source(*RandomFunction(module, seed, {}).run("f"));
    const FunctionProblem p = to_problem(source);
    bits::Claims claims = ours(source, p);
    const auto faults = bits::check_claims(p.problem, claims, {.inputs = 40, .seed = seed});
    CHECK_MESSAGE(faults.empty(), faults.str(), bits::print(p.problem));
    // The values that run, with one known bit the other way round.
    for (std::size_t i = 0; i < claims.size(); ++i) {
      bits::Fact<>& f = claims[i].fact;
      known += static_cast<std::size_t>(bits::popcount(f.known.known()));
      undemanded += f.known.width - bits::popcount(claims[i].demanded);
      if (bits::is_zero(f.known.known()) || p.problem.lines[i].operation.op == bits::Op::constant) continue;
      if (p.values[i] == nullptr || f.known.contradicts() || wrong >= 100) continue;
      const bits::Fact<> right = f;
      const std::uint64_t bit = f.known.known() & (~f.known.known() + 1);
      f.known.zero ^= bit;
      f.known.one ^= bit;
      ++wrong;
      seen += !bits::check_claims(p.problem, claims, {.inputs = 40, .seed = seed}).empty();
      f = right;
    }
  }
  CHECK(known > 10'000);
  CHECK(undemanded > 1'000);
  CHECK(wrong == 100);
  CHECK(seen >= 60);  // the others had no result on these inputs
}

TEST_CASE("nothing contradicts LLVM's known bits, sign bits and widths, in straight and in branching code") {
  BitComparison all;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    llvm::LLVMContext context;
    llvm::Module module("random", context);
    RandomOptions options;
    options.shapes = static_cast<unsigned>(seed % 4);
    if (seed % 3 == 0) options.widths = {1, 7, 33, 64, 128};
    compare_bits(*RandomFunction(module, seed, options).run("f"), all);
  }
  std::string text;
  for (const std::string& c : all.contradictions) text += c + "\n";
  CHECK_MESSAGE(all.counts.contradictions == 0, text);
  CHECK(all.counts.values > 5'000);
  CHECK(all.counts.deep > 0);
  CHECK(all.counts.deep_only > 0);
  CHECK(all.counts.deep * 10 >= all.counts.llvm * 9);
}

TEST_CASE("instructions as operations: comparisons, overflow, vectors, ranges, phis") {
  const Text text(R"(
define i32 @f(i8 %a, i8 %b, <2 x i8> %v, i32 range(i32 16, 24) %r, i1 %c, i8 noundef %d) {
  %low = and i8 %a, 7
  %high = or i8 %b, 8
  %ugt = icmp ugt i8 %high, %low
  %ule = icmp ule i8 %high, %low
  %sge = icmp sge i8 %low, -3
  %ne = icmp ne i8 %low, %high
  %with = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %low, i8 8)
  %sum = extractvalue {i8, i1} %with, 0
  %over = extractvalue {i8, i1} %with, 1
  %odd = or <2 x i8> %v, <i8 1, i8 3>
  %lane = extractelement <2 x i8> %odd, i32 1
  %put = insertelement <2 x i8> %odd, i8 5, i32 0
  %frozen = freeze i8 %low
  %sure = and i8 %d, 1
  %sure.frozen = freeze i8 %sure
  br i1 %c, label %left, label %right
left:
  br label %right
right:
  %phi = phi i8 [ 4, %0 ], [ %sum, %left ]
  %wide = zext i8 %phi to i32
  %out = add i32 %wide, %r
  ret i32 %out
}
declare {i8, i1} @llvm.uadd.with.overflow.i8(i8, i8)
)");
  const llvm::Function& f = text.function();
  const FunctionBits<> source(f);
  bits::Analysis<FunctionBits<>> known(source);
  known.compute(source.operands_first());
  const auto is = [&](const char* name, const char* expected) {
    CAPTURE(std::string(name));
    CHECK(bits::to_string(known.known(named(f, name))) == expected);
  };
  is("low", "00000???");
  is("high", "????1???");
  is("ugt", "1");
  is("ule", "0");
  is("sge", "1");
  is("ne", "1");
  is("sum", "00001???");
  is("over", "?");
  is("odd", "???????1");
  is("lane", "???????1");
  is("put", "???????1");
  is("frozen", "????????");  // poison, perhaps: anything
  is("sure.frozen", "0000000?");
  is("r", "00000000000000000000000000010???");
  is("phi", "0000????");
  is("out", "00000000000000000000000000??????");
  CHECK(known.sign_bits(named(f, "low")) == 5);
}

TEST_CASE("bits that nobody looks at, through casts, vectors and selects") {
  const Text text(R"(
define i8 @f(i32 %a, i32 %b, <2 x i32> %v, i1 %c) {
  %x = add i32 %a, %b
  %s = select i1 %c, i32 %x, i32 7
  %t = trunc i32 %s to i8
  %e = extractelement <2 x i32> %v, i32 0
  %k = and i32 %e, 240
  %u = trunc i32 %k to i8
  %r = xor i8 %t, %u
  ret i8 %r
}
)");
  const llvm::Function& f = text.function();
  const FunctionBits<> source(f);
  bits::Analysis<FunctionBits<>> known(source);
  bits::DemandedBits<FunctionBits<>> demanded(source, known);
  known.compute(source.operands_first());
  demanded.compute(source.users_first());
  CHECK(demanded.demanded(named(f, "r")) == 0xff);
  CHECK(demanded.demanded(named(f, "x")) == 0xff);
  CHECK(demanded.demanded(named(f, "a")) == 0xff);
  CHECK(demanded.demanded(named(f, "e")) == 0xf0);
  CHECK(demanded.demanded(named(f, "v")) == 0xf0);
  CHECK(demanded.demanded(named(f, "c")) == 1);
}

TEST_CASE("words wider than 64 bits") {
  __extension__ using Word = unsigned __int128;
  const Text text(R"(
define i128 @f(i64 %a) {
  %w = zext i64 %a to i128
  %s = shl i128 %w, 60
  %n = sub i128 0, %s
  ret i128 %n
}
)");
  const FunctionBits<Word> wide(text.function());
  bits::Analysis<FunctionBits<Word>> known(wide);
  known.compute(wide.operands_first());
  const auto s = known.known(named(text.function(), "s"));
  CHECK(s.zero == (bits::low_mask<Word>(60) | bits::high_mask<Word>(124, 128)));
  CHECK(known.known(named(text.function(), "n")).zero == bits::low_mask<Word>(60));
  // In a word of 64 bits there is no such value.
  const FunctionBits<> narrow(text.function());
  CHECK(narrow.width(named(text.function(), "s")) == 0);
  CHECK(narrow.width(named(text.function(), "a")) == 64);
}
