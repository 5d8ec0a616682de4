// Sums that others can be made of: never "none" where LLVM's own pass finds one.
#include <doctest/doctest.h>
#include <random>
#include <string>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/NaryReassociate.h>

#include "adapters/llvm_ir/sums.hpp"

using namespace lathe::llvm_ir;

namespace {

const llvm::Function& only(const llvm::Module& m) {
  for (const llvm::Function& f : m)
    if (!f.isDeclaration()) return f;
  return *m.begin();
}
// What is found, by its name; "none".
std::string found(const std::string& text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(text, diagnostic, context);
  REQUIRE_MESSAGE(module != nullptr, diagnostic.getMessage().str());
  const llvm::Instruction* const i = Regroupable(only(*module)).found();
  return i == nullptr ? "none" : i->getName().str();
}
std::string in(const std::string& body) {
  return "declare i32 @llvm.smax.i32(i32, i32)\ndeclare void @use(i32)\n"
         "define ptr @f(i32 %a, i32 %b, i32 %c, i64 %l, i64 %m, ptr %p) {\nentry:\n" +
         body + "  ret ptr %p\n}\n";
}

// Sums, products, shifts, extensions and addresses of few values, so that many are equal, in a loop and around it.
class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  std::string text() {
    i32_ = {"%a", "%b", "%c"};
    i64_ = {"%l", "%m"};
    pointers_ = {"%p"};
    out_ =
        "declare i32 @llvm.smax.i32(i32, i32)\ndeclare i32 @llvm.umin.i32(i32, i32)\ndefine void @f(i32 %a, i32 %b, "
        "i32 %c, i64 %l, i64 %m, ptr %p, i1 %w) {\nentry:\n";
    straight(4 + pick(8));
    out_ +=
        "  br label %loop\nloop:\n  %i = phi i32 [ %a, %entry ], [ %i2, %loop ]\n  %k = phi i64 [ 0, %entry ], [ %k2, "
        "%loop ]\n"
        "  %q = phi ptr [ %p, %entry ], [ %q2, %loop ]\n";
    i32_.push_back("%i");
    i64_.push_back("%k");
    pointers_.push_back("%q");
    const auto i32 = i32_, i64 = i64_, pointers = pointers_;
    straight(4 + pick(12));
    out_ +=
        "  %i2 = add i32 %i, %b\n  %k2 = add nuw nsw i64 %k, 1\n  %q2 = getelementptr i8, ptr %q, i64 4\n  br i1 %w, "
        "label %loop, label %done\ndone:\n";
    if (pick(2) == 0) i32_ = i32, i64_ = i64, pointers_ = pointers;
    straight(4 + pick(8));
    return out_ + "  ret void\n}\n";
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }
  const std::string& one(const std::vector<std::string>& of) { return of[pick(of.size())]; }
  std::string wrap() { return std::array{"", "nsw ", "nuw nsw "}[pick(3)]; }
  std::string integer(const std::vector<std::string>& of) {
    return pick(5) == 0 ? std::to_string(1 + pick(3)) : one(of);
  }
  void straight(std::size_t n) {
    for (; n > 0; --n) {
      const std::string name = "%v" + std::to_string(++names_);
      const bool wide = pick(3) == 0;
      auto& of = wide ? i64_ : i32_;
      const std::string type = wide ? "i64 " : "i32 ";
      switch (pick(10)) {
        case 0:
        case 1:
        case 2:
          out_ += "  " + name + " = add " + wrap() + type + one(of) + ", " + integer(of) + "\n";
          break;
        case 3:
          out_ += "  " + name + " = mul " + wrap() + type + one(of) + ", " + integer(of) + "\n";
          break;
        case 4:
          out_ += "  " + name + " = sub " + wrap() + type + one(of) + ", " + integer(of) + "\n";
          break;
        case 5:
          out_ += "  " + name + " = " + std::array{"shl ", "lshr ", "xor ", "and ", "or disjoint ", "udiv "}[pick(6)] +
                  type + one(of) + ", " + std::array{"1", "2", "-1"}[pick(3)] + "\n";
          break;
        case 7:
          if (wide) {
            ++n;
            continue;
          }
          out_ += "  " + name + " = call i32 @llvm." + std::array{"smax", "umin"}[pick(2)] + ".i32(i32 " + one(i32_) +
                  ", i32 " + integer(i32_) + ")\n";
          i32_.push_back(name);
          continue;
        case 6:
          out_ += "  " + name + " = " + std::array{"sext", "zext"}[pick(2)] + " i32 " + one(i32_) + " to i64\n";
          i64_.push_back(name);
          continue;
        default:
          out_ += "  " + name + " = getelementptr " + std::array{"i32", "i8", "[4 x i16]"}[pick(3)] + ", ptr " +
                  one(pointers_) + ", i64 " + one(i64_) + "\n";
          pointers_.push_back(name);
          continue;
      }
      of.push_back(name);
    }
  }
  std::mt19937_64 random_;
  std::string out_;
  std::vector<std::string> i32_, i64_, pointers_;
  std::uint32_t names_ = 0;
};

}  // namespace

TEST_CASE("sums, products and addresses that another one is a part of") {
  CHECK(found(in("  %x = add i32 %a, %c\n  %y = add i32 %a, %b\n  %z = add i32 %y, %c\n")) == "z");
  CHECK(found(in("  %x = mul i32 %c, %a\n  %y = mul i32 %a, %b\n  %z = mul i32 %c, %y\n")) == "z");
  CHECK(found(in("  %w = sub i32 %a, %c\n  %x = add i32 %b, %w\n  %y = add i32 %b, 1\n  %n = sub i32 1, %c\n  %y2 = "
                 "add i32 %n, %a\n"
                 "  %z = add i32 %y2, %b\n")) == "none");  // `%n + %b` and `%a + %b` are not there
  CHECK(found(in("  %x = getelementptr i32, ptr %p, i64 %l\n  %s = add i64 %l, %m\n  %y = getelementptr i32, ptr %p, "
                 "i64 %s\n")) == "y");
  CHECK(found(in("  %x = shl i32 %a, 1\n  %x2 = add i32 %x, %b\n  %t = add i32 %a, %c\n  %u = add i32 %a, %b\n  %z = "
                 "add i32 %t, %u\n")) == "z");
  const std::string x = "  %x = call i32 @llvm.smax.i32(i32 %a, i32 %b)\n",
                    y = "  %y = call i32 @llvm.smax.i32(i32 %x, i32 %c)\n";
  CHECK(found(in(x + y)) == "none");
  CHECK(found(in("  %w = call i32 @llvm.smax.i32(i32 %c, i32 %a)\n" + x + y)) == "y");
  CHECK(found(in("  %w = call i32 @llvm.smin.i32(i32 %c, i32 %a)\n" + x + y)) == "none");
  // The largest of three, written in two ways.
  CHECK(found(in(x + y +
                 "  %u = call i32 @llvm.smax.i32(i32 %c, i32 %b)\n  %v = call i32 @llvm.smax.i32(i32 %u, i32 %a)\n"
                 "  %s = add i32 %y, %a\n  %t = add i32 %v, %b\n  %z = add i32 %t, %a\n")) == "v");
}

TEST_CASE("values that are the same, however they are written") {
  // `%v + %c` is there; is `(%w + %b) + %c` one more than it?
  const auto same = [](const std::string& v, const std::string& w) {
    return found(
               "declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)\ndeclare { i32, i1 } "
               "@llvm.usub.with.overflow.i32(i32, i32)\n" +
               in(v + w + "  %x = add i32 %v, %c\n  %y = add i32 %w, %b\n  %z = add i32 %y, %c\n")) == "z";
  };
  CHECK(same("  %v = xor i32 %a, -1\n", "  %w = sub i32 -1, %a\n"));
  CHECK(same("  %v = xor i32 %a, -2147483648\n", "  %w = add i32 %a, -2147483648\n"));
  CHECK(same("  %u = udiv i32 %a, 2\n  %v = udiv i32 %u, 3\n", "  %w = udiv i32 %a, 6\n"));
  CHECK(same("  %v = lshr i32 %a, 2\n", "  %w = udiv i32 %a, 4\n"));
  CHECK(same("  %v = and i32 %a, %b\n", "  %w = and i32 %b, %a\n"));
  CHECK_FALSE(same("  %v = srem i32 %a, %b\n", "  %w = srem i32 %b, %a\n"));
  CHECK(same(
      "  %u = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)\n  %v = extractvalue { i32, i1 } %u, 0\n",
      "  %w = mul i32 %a, %b\n"));
  CHECK(same(
      "  %u = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)\n  %v = extractvalue { i32, i1 } %u, 0\n",
      "  %w = sub i32 %a, %b\n"));
  CHECK_FALSE(same("  %t = icmp eq i32 %a, %b\n  %v = zext i1 %t to i32\n",
                   "  %u = icmp ne i32 %a, %b\n  %w = zext i1 %u to i32\n"));
  CHECK(same("  %s = add i32 %a, %b\n  %v = and i32 %s, 7\n", "  %t = add i32 %s, 8\n  %w = and i32 %t, 7\n"));
  CHECK_FALSE(same("  %v = and i32 %a, 7\n", "  %w = and i32 %a, 15\n"));
  CHECK(found(in("  %f = getelementptr { i64, i32 }, ptr %p, i64 0, i32 1\n  %g = getelementptr i8, ptr %p, i64 8\n"
                 "  %x = getelementptr i32, ptr %g, i64 %l\n  %s = add i64 %l, %m\n  %y = getelementptr i32, ptr %f, "
                 "i64 %s\n")) == "y");
}

TEST_CASE("what is written so, has more readers, comes later or has another type is none") {
  CHECK(found(in("  %y = add i32 %a, %b\n  %z = add i32 %y, %c\n")) == "none");
  CHECK(found(in("  %y = add i32 %a, %b\n  %z = add i32 %y, %b\n")) == "none");
  CHECK(found(in("  %x = add i32 %a, %c\n  %y = add i32 %a, %b\n  call void @use(i32 %y)\n  %z = add i32 %y, %c\n")) ==
        "none");
  CHECK(found(in("  %y = add i32 %a, %b\n  %z = add i32 %y, %c\n  %x = add i32 %a, %c\n")) == "none");
  CHECK(found(in("  %x = add i32 %a, %c\n  %y = mul i32 %a, %b\n  %z = mul i32 %y, %c\n")) == "none");
  CHECK(found(in("  %e = sext i32 %a to i64\n  %x = add i64 %e, %l\n  %y = add i64 %e, %m\n  %n = trunc i64 %l to "
                 "i32\n  %z = add i32 %a, %b\n"
                 "  %z2 = add i32 %z, %n\n")) == "none");
  CHECK(found("declare void @f()\n") == "none");
}

TEST_CASE("where it says none, LLVM's nary reassociation changes nothing") {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  unsigned changed = 0, none = 0, in_vain = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    CAPTURE(seed);
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseAssemblyString(Random(seed).text(), diagnostic, context);
    REQUIRE_MESSAGE(module != nullptr, diagnostic.getMessage().str());
    llvm::Function& f = *module->getFunction("f");
    const bool any = Regroupable(f).found() != nullptr;
    llvm::NaryReassociatePass pass;
    const bool does = !pass.run(f, functions).areAllPreserved();
    functions.clear();
    if (!any) CHECK(!does);
    changed += does;
    none += !any;
    in_vain += any && !does;
  }
  CHECK(changed > 300);
  CHECK(none > 300);
  MESSAGE(changed << " changed, none in " << none << ", looked at in vain " << in_vain);
}
