// What !mem.cache_hint says stays with the accesses: of copies that are written out, of neighbours that become one.
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

constexpr std::string_view hints =
    "!0 = !{i32 0, !1}\n!1 = !{!\"nvvm.l2_cache_hint\", i64 5}\n!2 = !{i32 0, !3}\n"
    "!3 = !{!\"nvvm.l1_eviction\", !\"last\"}\n!4 = !{i32 0, !1, i32 1, !3}\n";

/// A kernel with these lines, after a step.
std::string after(const char* step, std::string_view body) {
  return PtxIr(
             "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
             "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, "
             "i1)\ndefine ptx_kernel void @k(ptr %p, ptr %q, i64 %n) {\n  %own = load i16, ptr %p\n" +
             std::string(body) + "\n  store i16 %own, ptr %q\n  ret void\n}\n" + std::string(hints))
      .step(step);
}
/// The name of the node that is `!{i32 N, !M}` where !M has this key.
std::string node(const std::string& text, int operand, std::string_view key) {
  const std::size_t at = text.find(std::string("!{!\"") + std::string(key));
  if (at == std::string::npos) return "no such key";
  const std::size_t line = text.rfind('\n', at) + 1;
  const std::string inner = text.substr(line, text.find(' ', line) - line);
  const std::size_t outer = text.find("!{i32 " + std::to_string(operand) + ", " + inner + "}");
  if (outer == std::string::npos) return "no such node";
  const std::size_t begin = text.rfind('\n', outer) + 1;
  return text.substr(begin, text.find(' ', begin) - begin);
}
std::size_t hinted(const std::string& text, std::string_view what, const std::string& node) {
  std::size_t found = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    found += has(line, what) && line.ends_with("!mem.cache_hint " + node) ? 1 : 0;
    if (text.find('\n', at) == std::string::npos) break;
  }
  return found;
}

}  // namespace

TEST_CASE("cache hints: loads and stores of a copy say what it says of its operands") {
  for (const char* step : {"early-copies", "memory-intrinsics"})
    for (const char* call : {"memcpy", "memmove"})
      for (const char* length : {"40", "4000", "%n"}) {
        const std::string out =
            after(step, std::string("  call void @llvm.") + call + ".p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 " +
                            length + ", i1 false), !mem.cache_hint !4");
        CAPTURE(out);
        CHECK_FALSE(has(out, "call void"));
        const std::size_t loads = count(out, " = load "), stores = count(out, "  store ");
        CHECK(loads > 1);
        CHECK(hinted(out, " = load ", node(out, 0, "nvvm.l1_eviction")) == loads - 1);
        CHECK(hinted(out, "store ", node(out, 1, "nvvm.l2_cache_hint")) == stores - 1);
      }
}

TEST_CASE("cache hints: fills, copies of one hint, copies without") {
  for (const char* length : {"40", "4000", "%n"}) {
    const std::string out =
        after("memory-intrinsics", std::string("  call void @llvm.memset.p0.i64(ptr align 8 %q, i8 7, "
                                               "i64 ") +
                                       length + ", i1 false), !mem.cache_hint !4");
    CAPTURE(out);
    CHECK(hinted(out, "store ", node(out, 1, "nvvm.l2_cache_hint")) == count(out, "  store ") - 1);
  }
  const std::string copy = "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 40, i1 false)";
  const std::string one = after("early-copies", copy + ", !mem.cache_hint !2");
  CHECK(count(one, "!mem.cache_hint") == 5);
  CHECK(hinted(one, "store ", node(one, 1, "nvvm.l1_eviction")) == 5);
  CHECK(count(after("early-copies", copy), "call void @llvm.memcpy") == 1);  // its address spaces are inferred first
}

TEST_CASE("cache hints: neighbours that say the same become one that says it") {
  const auto loads = [](const char* first, const char* second, const char* third, const char* fourth) {
    std::string body;
    int n = 0;
    for (const char* hint : {first, second, third, fourth}) {
      const std::string i = std::to_string(n);
      body += "  %a" + i + " = getelementptr i8, ptr %p, i64 " + std::to_string(16 + 4 * n) + "\n  %x" + i +
              " = load float, ptr %a" + i + ", align " + (n % 2 == 0 ? "8" : "4") + hint + "\n";
      ++n;
    }
    return after("vectors", body);
  };
  const char *five = ", !mem.cache_hint !0", *last = ", !mem.cache_hint !2", *none = "";
  const std::string both = loads(five, five, last, last);
  CHECK(hinted(both, "load <2 x float>", node(both, 0, "nvvm.l2_cache_hint")) == 1);
  CHECK(hinted(both, "load <2 x float>", node(both, 0, "nvvm.l1_eviction")) == 1);
  const std::string half = loads(five, five, none, none);
  CHECK(count(half, "load <2 x float>") == 2);
  CHECK(hinted(half, "load <2 x float>", node(half, 0, "nvvm.l2_cache_hint")) == 1);
  CHECK(count(half, "!mem.cache_hint") == 1);
  for (const std::string& apart : {loads(five, last, none, five), loads(none, five, last, none)}) {
    CHECK(count(apart, "load float") == 4);
    CHECK_FALSE(has(apart, "unordered"));
  }
}
