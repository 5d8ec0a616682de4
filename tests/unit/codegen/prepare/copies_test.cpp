// Local variables that are only copied in and out become registers; others stay as they are.
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {
/// A kernel with a variable %a of 20 bytes, these copies and `more`.
std::string copied(std::string_view length, std::string_view more = "", std::string_view is_volatile = "false") {
  const auto copy = [&](std::string_view to, std::string_view from) {
    return "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 " + std::string(to) + ", ptr align 4 " + std::string(from) +
           ", i64 " + std::string(length) + ", i1 " + std::string(is_volatile) + ")\n";
  };
  return "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @other(ptr)\n"
         "define ptx_kernel void @k(ptr %p, ptr %q, i64 %i) {\n  %a = alloca [50 x i32], align 4\n" +
         copy("%a", "%p") + std::string(more) + copy("%q", "%a") + "  ret void\n}\n";
}
std::string after(const std::string& text) { return PtxIr(text).step("copies"); }
}  // namespace

TEST_CASE("copies: a variable that is only copied is no memory") {
  const std::string out = after(copied("20"));
  CHECK_FALSE(has(out, "alloca"));
  CHECK_FALSE(has(out, "call void @llvm.memcpy"));
  CHECK(count(out, "load i32") == 5);
  CHECK(count(out, "store i32") == 5);
  CHECK_FALSE(has(after(copied("128")), "alloca"));
}

TEST_CASE("copies: other uses, volatile ones, variable lengths, long ones stay") {
  for (const std::string& same :
       {copied("132"), copied("%i"), copied("20", "", "true"), copied("20", "  call void @other(ptr %a)\n"),
        copied("20", "  %e = getelementptr i32, ptr %a, i64 %i\n  store i32 1, ptr %e\n"),
        copied("20", "  store i32 1, ptr %a\n")}) {
    INFO(same);
    CHECK(count(after(same), "call void @llvm.memcpy") == 2);
  }
}
