// Atomics: what stays, what becomes a loop, what is refused; per target.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::string lower(const std::string& body, const char* cpu = "sm_90", const char* parameters = "ptr addrspace(1) %p") {
  Ir ir("define void @f(" + std::string(parameters) +
        ", i8 %b, i16 %h, i32 %w, i64 %l, float %s, double %d, half %x, bfloat %y) {\n" + body + "\n  ret void\n}\n");
  const std::string out = ir.step("atomics", target(cpu));
  return ir.diag.failed() ? "refused: " + ir.message() : out;
}

}  // namespace

TEST_CASE("native operations stay") {
  for (const char* op : {"add", "and", "or", "xor", "max", "min", "umax", "umin", "xchg"}) {
    CAPTURE(op);
    CHECK(has(lower(std::string("%r = atomicrmw ") + op + " ptr addrspace(1) %p, i32 %w seq_cst"),
              std::string("atomicrmw ") + op));
    CHECK(has(lower(std::string("%r = atomicrmw ") + op + " ptr addrspace(1) %p, i64 %l seq_cst"),
              std::string("atomicrmw ") + op));
  }
  CHECK(has(lower("%r = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %w seq_cst"), "atomicrmw uinc_wrap"));
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, double %d seq_cst"), "atomicrmw fadd"));
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, bfloat %y seq_cst", "sm_90"), "atomicrmw fadd"));
  CHECK(has(lower("%r = cmpxchg ptr addrspace(1) %p, i16 %h, i16 0 seq_cst seq_cst"),
            "cmpxchg ptr addrspace(1) %p, i16"));
}

TEST_CASE("others are rewritten or become loops") {
  CHECK(has(lower("%r = atomicrmw sub ptr addrspace(1) %p, i32 %w seq_cst"), "atomicrmw add"));
  CHECK(has(lower("%r = atomicrmw fsub ptr addrspace(1) %p, float %s seq_cst"), "fneg float %s"));
  CHECK(has(lower("%r = atomicrmw xchg ptr addrspace(1) %p, float %s seq_cst"),
            "atomicrmw xchg ptr addrspace(1) %p, i32"));
  for (const char* text : {"nand ptr addrspace(1) %p, i32 %w", "uinc_wrap ptr addrspace(1) %p, i64 %l",
                           "fmax ptr addrspace(1) %p, float %s", "usub_sat ptr addrspace(1) %p, i32 %w",
                           "fmin ptr addrspace(1) %p, double %d"}) {
    CAPTURE(text);
    const std::string out = lower(std::string("%r = atomicrmw ") + text + " acquire");
    CHECK_FALSE(has(out, "atomicrmw"));
    CHECK(has(out, "cmpxchg"));
    CHECK(has(out, "acquire monotonic"));
  }
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, bfloat %y monotonic", "sm_80"),
            "cmpxchg ptr addrspace(1) %p, i16"));
}

TEST_CASE("a sequentially consistent loop has its fence in front") {
  const std::string out = lower("%r = atomicrmw nand ptr addrspace(1) %p, i32 %w syncscope(\"block\") seq_cst");
  CHECK(has(out, "fence syncscope(\"block\") seq_cst"));
  CHECK(has(out, "syncscope(\"block\") acq_rel monotonic"));
}

TEST_CASE("bytes go through the word around them") {
  const std::string logic = lower("%r = atomicrmw or ptr addrspace(1) %p, i8 %b monotonic");
  CHECK(has(logic, "atomicrmw or ptr addrspace(1)"));
  CHECK(has(logic, "i32"));
  CHECK_FALSE(has(logic, "cmpxchg"));
  const std::string sum = lower("%r = atomicrmw add ptr addrspace(1) %p, i8 %b monotonic");
  CHECK(has(sum, "cmpxchg"));
  const std::string swap = lower("%r = cmpxchg ptr addrspace(1) %p, i8 %b, i8 1 monotonic monotonic");
  CHECK(has(swap, "atomic.missed:"));
  CHECK_FALSE(has(swap, "cmpxchg ptr addrspace(1) %p, i8"));
}

TEST_CASE("local memory belongs to one thread: no atomics") {
  const std::string out = lower(
      "%r = atomicrmw add ptr addrspace(5) %p, i32 %w seq_cst\n%q = load atomic i32, ptr addrspace(5) %p seq_cst, "
      "align 4",
      "sm_90", "ptr addrspace(5) %p");
  CHECK_FALSE(has(out, "atomic"));
}

TEST_CASE("too wide or badly aligned is refused") {
  CHECK(
      has(lower("%v = load atomic i128, ptr addrspace(1) %p monotonic, align 16"), "refused: atomic load of 128 bits"));
  CHECK(has(lower("%v = load atomic i32, ptr addrspace(1) %p monotonic, align 2"),
            "refused: atomic load of 32 bits is aligned to 2"));
  CHECK(has(lower("%r = cmpxchg ptr addrspace(1) %p, i128 0, i128 1 monotonic monotonic", "sm_80"),
            "refused: atomic cmpxchg of 128 bits"));
}
