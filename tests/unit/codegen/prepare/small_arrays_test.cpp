// Which local arrays become choices among registers.
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

std::string lower(const std::string& type, const std::string& body, unsigned level = 3) {
  PtxIr ir(
      "declare void @use(ptr)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
      "define void @f(ptr %o, i64 %i, i32 %j, float %x, double %d, i32 %w) {\n  %a = alloca " +
      type + "\n" + body + "\n  ret void\n}\n");
  ir.level = level;
  return ir.step("small-arrays");
}

std::string read(const std::string& element) {
  return "%p = getelementptr " + element + ", ptr %a, i64 %i\n %r = load " + element + ", ptr %p\n store " + element +
         " %r, ptr %o\n";
}
std::string write(const std::string& element, const std::string& value) {
  return "%q = getelementptr " + element + ", ptr %a, i64 %i\n store " + element + " " + value + ", ptr %q\n";
}
bool stays(const std::string& out) { return has(out, "alloca"); }

}  // namespace

TEST_CASE("a read is a tree over the bits of the index, a write a choice per element") {
  const std::string four = lower("[4 x float]", "store float 1.0, ptr %a\n" + read("float"));
  CHECK_FALSE(stays(four));
  CHECK(count(four, "select i1") == 3);
  CHECK(count(four, "icmp ne") == 2);
  const std::string written =
      lower("[4 x float]", write("float", "%x") + "%r = load float, ptr %a\n store float %r, ptr %o");
  CHECK_FALSE(stays(written));
  CHECK(count(written, "icmp eq") == 4);
}

TEST_CASE("only small ones") {
  CHECK_FALSE(stays(lower("[4 x i32]", read("i32") + write("i32", "%w"))));
  CHECK(stays(lower("[5 x i32]", read("i32"))));
  CHECK(stays(lower("[64 x i32]", read("i32"))));
  CHECK_FALSE(stays(lower("[2 x double]", read("double") + write("double", "%d"))));
  CHECK_FALSE(stays(lower("[3 x double]", read("double"))));
  CHECK(stays(lower("[3 x double]", read("double") + write("double", "%d"))));  // the write would cost 9
  CHECK_FALSE(stays(lower("[4 x i8]", read("i8"))));
  CHECK(stays(lower("[16 x i8]", read("i8"))));
  CHECK_FALSE(stays(lower("[2 x [2 x i32]]", read("i32"))));
  // Too many accesses to write out.
  std::string many;
  for (int n = 0; n < 40; ++n) {
    const std::string k = std::to_string(n);
    many += "%p" + k + " = getelementptr i32, ptr %a, i64 %i\n %r" + k + " = load i32, ptr %p" + k + "\n store i32 %r" +
            k + ", ptr %o\n";
  }
  CHECK(stays(lower("[4 x i32]", many)));
}

TEST_CASE("only what is known entirely") {
  CHECK(stays(lower("[4 x i32]", read("i32") + "call void @use(ptr %a)")));
  CHECK(stays(lower("[4 x i32]", read("i32") + "%v = load volatile i32, ptr %a\n store i32 %v, ptr %o")));
  CHECK(stays(lower("[4 x i32]", read("i32") + "%v = load i16, ptr %a\n store i16 %v, ptr %o")));
  CHECK(stays(
      lower("[4 x i32]", "%p = getelementptr i8, ptr %a, i64 %i\n %r = load i32, ptr %p\n store i32 %r, ptr %o")));
  CHECK(stays(lower("[4 x i32]", read("i32") + "%b = getelementptr i8, ptr %a, i64 2\n store i32 %w, ptr %b")));
  CHECK(stays(lower("[4 x i32]", read("i32") + "store ptr %a, ptr %o")));
  // Without a variable index it is SROA's.
  CHECK(stays(lower("[4 x i32]", "store i32 %w, ptr %a")));
}

TEST_CASE("other types of the size, filling, offsets, narrow indices") {
  CHECK_FALSE(stays(lower("[4 x i32]", "store float %x, ptr %a\n" + read("i32"))));
  CHECK_FALSE(
      stays(lower("[4 x i32]", "call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)\n" + read("i32"))));
  const std::string moved =
      lower("[4 x i32]",
            "%s = sext i32 %j to i64\n %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %s\n"
            "%q = getelementptr i32, ptr %p, i64 -1\n %r = load i32, ptr %q\n store i32 %r, ptr %o");
  CHECK_FALSE(stays(moved));
}
