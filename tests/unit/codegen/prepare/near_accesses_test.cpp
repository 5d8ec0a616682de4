// Which accesses the vectorizer is shown: all that are a constant apart, however the address is written.
#include "ptx_ir.hpp"

#include <algorithm>

#include "codegen/prepare/near_accesses.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

/// A kernel that loads floats from %a and %b, made by `body`.
std::string pair(std::string_view body, std::string_view first = "load float, ptr %a",
                 std::string_view second = "load float, ptr %b") {
  return "target triple = \"nvptx64-nvidia-cuda\"\n%s = type { i32, float, [4 x i16], i64 }\n"
         "define void @k(ptr %p, ptr %q, i32 %i, i32 %j, i64 %n, i1 %c, ptr addrspace(3) %h) {\nentry:\n" +
         std::string(body) + "\n  %x = " + std::string(first) + "\n  %y = " + std::string(second) + "\n  ret void\n}\n";
}

std::uint64_t any_alignment(unsigned, std::uint64_t) { return 1; }
std::uint64_t its_size(unsigned, std::uint64_t bytes) { return bytes; }

/// How many of them have none near by.
std::size_t lonely(const std::string& text, const NeededAlignment& needed = any_alignment) {
  PtxIr ir(text);
  REQUIRE(ir.module);
  bool others = false;
  const auto found = lonely_accesses(*ir.module->getFunction("k"), 64, needed, others);
  std::size_t all = 0;
  for (const llvm::BasicBlock& block : *ir.module->getFunction("k"))
    all += static_cast<std::size_t>(std::ranges::count_if(block, [](const llvm::Instruction& i) {
      return llvm::isa<llvm::LoadInst, llvm::StoreInst>(i) && !i.isVolatile() && !i.isAtomic();
    }));
  CHECK(others == (found.size() < all));
  return found.size();
}

}  // namespace

TEST_CASE("near accesses: a constant apart, in whatever form") {
  for (const char* body : {
           "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr i8, ptr %a, i64 4",
           "  %m = add i64 %n, 1\n  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %p, i64 "
           "%m",
           // extensions of sums, both ways; shifts and products as strides
           "  %e = add nsw i32 %i, 1\n  %v = sext i32 %i to i64\n  %w = sext i32 %e to i64\n"
           "  %a = getelementptr float, ptr %p, i64 %v\n  %b = getelementptr float, ptr %p, i64 %w",
           "  %k = shl i32 %i, 2\n  %e = or disjoint i32 %k, 1\n  %v = zext i32 %k to i64\n  %w = zext i32 %e to i64\n"
           "  %a = getelementptr float, ptr %p, i64 %v\n  %b = getelementptr float, ptr %p, i64 %w",
           "  %k = mul i32 %i, 12\n  %l = mul i32 %i, 4\n  %m = mul i32 %l, 3\n  %e = sub i32 %m, -1\n"
           "  %v = zext i32 %k to i64\n  %w = zext i32 %e to i64\n"
           "  %a = getelementptr float, ptr %p, i64 %v\n  %b = getelementptr float, ptr %p, i64 %w",
           // a product of a sum, an integer in between, the complement
           "  %s = add i32 %i, %j\n  %k = mul i32 %s, %j\n  %l = mul i32 %i, %j\n  %m = mul i32 %j, %j\n"
           "  %o = add i32 %l, %m\n  %e = add i32 %o, 1\n"
           "  %a = getelementptr float, ptr %p, i32 %k\n  %b = getelementptr float, ptr %p, i32 %e",
           "  %z = ptrtoint ptr %p to i64\n  %y0 = add i64 %z, 8\n  %b = inttoptr i64 %y0 to ptr\n"
           "  %a = getelementptr i8, ptr %p, i64 4",
           "  %e = xor i32 %i, -1\n  %m = sub i32 0, %i\n  %a = getelementptr float, ptr %p, i32 %e\n"
           "  %b = getelementptr float, ptr %p, i32 %m",
           // members, elements of members
           "  %a = getelementptr %s, ptr %p, i64 %n, i32 1\n  %b = getelementptr %s, ptr %p, i64 %n, i32 2, i64 0",
           // what scalar evolution may see through
           "  %a = select i1 %c, ptr %p, ptr %q\n  %u = getelementptr float, ptr %p, i64 1\n"
           "  %t = getelementptr float, ptr %q, i64 1\n  %b = select i1 %c, ptr %u, ptr %t",
       }) {
    INFO(body);
    CHECK(lonely(pair(body)) == 0);
  }
  CHECK(lonely(pair("  br label %loop\nloop:\n  %v = phi i64 [ 0, %entry ], [ %d, %loop ]\n  %w = phi i64 [ 1, %entry "
                    "], [ %g, %loop ]\n"
                    "  %d = add i64 %v, 2\n  %g = add i64 %w, 2\n  %a = getelementptr float, ptr %p, i64 %v\n"
                    "  %b = getelementptr float, ptr %p, i64 %w\n  %l = load float, ptr %a\n  %m = load float, ptr %b\n"
                    "  br i1 %c, label %loop, label %end\nend:")) == 0);
}

TEST_CASE("near accesses: not near") {
  for (const char* body : {
           "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %q, i64 %n",
           "  %a = getelementptr float, ptr %p, i32 %i\n  %b = getelementptr float, ptr %p, i32 %j",
           "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr double, ptr %p, i64 %n",
           "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %a, i64 17",
           "  %a = getelementptr float, ptr %p, i64 -17\n  %b = getelementptr float, ptr %p, i64 0",
           "  %v = lshr i32 %i, 1\n  %w = lshr i32 %j, 1\n  %a = getelementptr float, ptr %p, i32 %v\n"
           "  %b = getelementptr float, ptr %p, i32 %w",
       }) {
    INFO(body);
    CHECK(lonely(pair(body)) == 2);
  }
  const char* near = "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %a, i64 1";
  CHECK(lonely(pair(near)) == 0);
  CHECK(lonely(pair(near, "load volatile float, ptr %a")) == 1);
  CHECK(lonely(pair(near, "load atomic float, ptr %a monotonic, align 4")) == 1);
  CHECK(lonely(pair(near, "load float, ptr %a\n  store float 0.0, ptr %b", "load float, ptr %q")) == 3);
  CHECK(lonely(pair(near, "load float, ptr %a\n  br label %next\nnext:")) == 2);
  CHECK(lonely(pair("  %a = getelementptr i8, ptr addrspace(3) %h, i64 0\n  %b = getelementptr i8, ptr %p, i64 4",
                    "load float, ptr addrspace(3) %a")) == 2);
}

TEST_CASE("near accesses: loads with bytes between them are no vector, stores are left to alias analysis") {
  const auto apart = [](int bytes) {
    return "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr i8, ptr %a, i64 " + std::to_string(bytes);
  };
  CHECK(lonely(pair(apart(4))) == 0);
  CHECK(lonely(pair(apart(-4))) == 0);
  CHECK(lonely(pair(apart(5))) == 2);
  CHECK(lonely(pair(apart(-8))) == 2);
  CHECK(lonely(pair(apart(8), "load double, ptr %a")) == 0);
  CHECK(lonely(pair(apart(8),
                    "load float, ptr %a\n  %m = getelementptr i8, ptr %a, i64 4\n  %l = load float, ptr %m")) == 0);
  CHECK(lonely(pair(apart(16), "load float, ptr %a\n  store float %x, ptr %b",
                    "load float, ptr %q\n  store float %x, "
                    "ptr %a")) == 2);
  // Two phis may be further apart, or nearer, than their steps say.
  CHECK(lonely(pair("  br label %loop\nloop:\n  %v = phi i64 [ 0, %entry ], [ %d, %loop ]\n  %w = phi i64 [ 5, %entry "
                    "], [ %g, %loop ]\n"
                    "  %d = add i64 %v, 4\n  %g = add i64 %w, 4\n  %a = getelementptr float, ptr %p, i64 %d\n"
                    "  %b = getelementptr float, ptr %p, i64 %w\n  %l = load float, ptr %a\n  %m = load float, ptr %b\n"
                    "  br i1 %c, label %loop, label %end\nend:",
                    "load float, ptr %p", "load float, ptr %q")) == 2);
}

TEST_CASE("near accesses: none is aligned as a vector of two must be") {
  const char* near = "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %a, i64 1";
  CHECK(lonely(pair(near, "load float, ptr %a, align 4", "load float, ptr %b, align 4"), its_size) == 2);
  CHECK(lonely(pair(near, "load float, ptr %a, align 8", "load float, ptr %b, align 4"), its_size) == 0);
  CHECK(lonely(pair(near, "load float, ptr %a, align 4", "load float, ptr %b, align 8"), its_size) == 0);
  // One that is further off says it of both.
  CHECK(lonely(pair("  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %a, i64 1\n"
                    "  %f = getelementptr float, ptr %a, i64 1000\n  %z = load float, ptr %f, align 16",
                    "load float, ptr %a, align 4", "load float, ptr %b, align 4"),
               its_size) == 1);
  // The same bytes twice are no vector, but one load.
  CHECK(lonely(pair(near, "load float, ptr %a, align 4", "load float, ptr %a, align 4"), its_size) == 0);
  CHECK(lonely(pair("  %a = getelementptr i8, ptr %p, i64 %n\n  %b = getelementptr i8, ptr %a, i64 2",
                    "load i32, ptr %a, align 2", "load i16, ptr %b, align 2"),
               its_size) == 0);
  const auto stores = [&](const std::string& alignment) {
    return pair(near, "load float, ptr %q\n  store float %x, ptr %a, align " + alignment,
                "load volatile float, ptr %q\n  store float %x, ptr %b, align 4");
  };
  CHECK(lonely(stores("4"), its_size) == 3);
  CHECK(lonely(stores("8"), its_size) == 1);
  // A variable is moved to where a vector may be, where its pointers are of the space that it is made in.
  CHECK(lonely(pair("  %a = alloca [4 x float]\n  %b = getelementptr float, ptr %a, i64 1",
                    "load float, ptr %a, align 4", "load float, ptr %b, align 4"),
               its_size) == 0);
}

TEST_CASE("near accesses: hidden for a while, then as before") {
  PtxIr ir(
      pair("  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %q, i64 %n\n"
           "  store float 0.0, ptr %q"));
  const std::string before = ir.print();
  bool others = true;
  {
    const HiddenAccesses hidden(lonely_accesses(*ir.module->getFunction("k"), 64, any_alignment, others));
    CHECK_FALSE(others);
    CHECK(count(ir.print(), "unordered") == 3);
  }
  CHECK(ir.print() == before);
}

TEST_CASE("near accesses: the vectorizer joins what it joined, beside others") {
  const std::string text = pair(
      "  %a = getelementptr float, ptr %p, i64 %n\n  %b = getelementptr float, ptr %a, i64 1\n"
      "  %o = load float, ptr %q",
      "load float, ptr %a, align 8", "load float, ptr %b, align 4");
  const std::string out = PtxIr(text).step("vectors");
  CHECK(has(out, "load <2 x float>, ptr %a"));
  CHECK(has(out, "%o = load float, ptr %q"));
  CHECK_FALSE(has(out, "unordered"));
}

TEST_CASE("near accesses: a hidden load that the vectorizer deletes") {
  // The address of %b needs %o until the two loads are one.
  const std::string text = pair(
      "  %o = load i64, ptr %q\n  %z = sub i64 %o, %o\n  %a = getelementptr i8, ptr %p, i64 0\n"
      "  %g = getelementptr i8, ptr %p, i64 %z\n  %b = getelementptr i8, ptr %g, i64 4",
      "load float, ptr %a, align 8", "load float, ptr %b, align 4");
  CHECK(lonely(text) == 1);
  const std::string out = PtxIr(text).step("vectors");
  CHECK(has(out, "load <2 x float>"));
  CHECK_FALSE(has(out, "unordered"));
}
