// Loads, stores, atomics, constants in memory form, and the proof for ld.global.nc.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace build_test;

namespace {

void clean(const Built& built) {
  CHECK(built.parsed);
  for (const std::string& error : built.errors) FAIL_CHECK(error);
  for (const std::string& fault : built.faults) FAIL_CHECK(fault);
}

std::string loads_of(const Built& built) {
  std::string out;
  std::string_view text = built.dag();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (has(line, "= load ") && !has(line, " param ")) out += std::string(line) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

TEST_CASE("spaces, alignment, volatile, ordering and scope of an access") {
  const Built b = build(R"(define void @f(ptr %g, ptr addrspace(1) %p, ptr addrspace(3) %s) {
    %1 = load volatile i32, ptr %g, align 4
    %2 = load i32, ptr addrspace(1) %p, align 4
    %3 = load atomic i32, ptr addrspace(3) %s syncscope("block") acquire, align 4
    store atomic i32 %2, ptr addrspace(1) %p syncscope("device") release, align 4
    store i32 %3, ptr %g, align 4
    store i32 %1, ptr addrspace(3) %s, align 4
    fence syncscope("cluster") seq_cst
    ret void
  })");
  clean(b);
  CHECK(has(b.dag(), "mem(i32 align 4 generic volatile)"));
  CHECK(has(b.dag(), "mem(i32 align 4 global)"));
  CHECK(has(b.dag(), "shared acquire scope=cta"));
  CHECK(has(b.dag(), "global release scope=gpu"));
  CHECK(has(b.dag(), "seq_cst scope=cluster"));
}

TEST_CASE("loads wait for stores before them, not for each other") {
  const Built b = build(R"(define i32 @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
    store i32 1, ptr addrspace(1) %p
    %1 = load i32, ptr addrspace(1) %p
    %2 = load i32, ptr addrspace(1) %q
    store i32 2, ptr addrspace(1) %q
    %3 = add i32 %1, %2
    ret i32 %3
  })");
  clean(b);
  const std::string loads = loads_of(b);
  REQUIRE(count(loads, "\n") == 2);
  // Both take the first store's chain; the second store joins both.
  const std::size_t at = loads.find("chain %");
  const std::string chain = loads.substr(at, loads.find(',', at) - at);
  CHECK(count(loads, chain + ",") == 2);
  CHECK(count(b.dag(), "= token_factor chain") == 1);
}

TEST_CASE("aggregates are moved leaf by leaf with their offsets and alignments") {
  const Built b = build(R"(%t = type { i8, <2 x i16>, [2 x double] }
  define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
    %v = load %t, ptr addrspace(1) %p, align 8
    store %t %v, ptr addrspace(1) %q, align 4
    ret void
  })");
  clean(b);
  const std::string loads = loads_of(b);
  CHECK(has(loads, "mem(i8 align 8 global)"));
  CHECK(has(loads, "mem(v2i16 align 4 global)"));
  CHECK(count(loads, "mem(f64 align 8 global)") == 2);
  // Doubles that are only on words go out as two words each.
  CHECK(count(b.dag(), "= store") == 2 + 4);
}

TEST_CASE("integers of odd widths and predicates in memory") {
  const Built b = build(R"(define void @f(ptr addrspace(1) %p) {
    %1 = load i1, ptr addrspace(1) %p
    %2 = load i24, ptr addrspace(1) %p
    %3 = load i96, ptr addrspace(1) %p, align 8
    %4 = load <8 x i1>, ptr addrspace(1) %p
    %5 = load <2 x i128>, ptr addrspace(1) %p, align 32
    store i1 %1, ptr addrspace(1) %p
    store i24 %2, ptr addrspace(1) %p
    store i96 %3, ptr addrspace(1) %p, align 8
    store <8 x i1> %4, ptr addrspace(1) %p
    store <2 x i128> %5, ptr addrspace(1) %p, align 32
    ret void
  })");
  clean(b);
  // Only whole registers in memory.
  for (const char* odd : {"mem(i1 ", "mem(i24 ", "mem(i96 ", "mem(v8i1 ", "mem(v2i128 "}) CHECK(!has(b.dag(), odd));
  CHECK(has(b.dag(), "= trunc i1"));
  CHECK(count(b.dag(), "mem(i16 align 4 global)") == 2);  // low part of i24, in and out
  CHECK(has(b.dag(), "= build_pair i128"));
  CHECK(count(b.dag(), "= extract_limb i64") == 4);
}

TEST_CASE("misaligned accesses are taken apart") {
  const Built b = build(R"(define void @f(ptr addrspace(1) %p, float %x) {
    %1 = load i64, ptr addrspace(1) %p, align 2
    store float %x, ptr addrspace(1) %p, align 1
    store i64 %1, ptr addrspace(1) %p, align 4
    ret void
  })");
  clean(b);
  CHECK(count(loads_of(b), "mem(i16 align 2 global)") == 4);
  CHECK(count(b.dag(), "mem(i8 align 1 global)") == 4);
  CHECK(count(b.dag(), "mem(i32 align 4 global)") == 2);
}

TEST_CASE("atomics") {
  const Built b = build(R"(define { i32, i1 } @f(ptr addrspace(1) %p, i32 %a, float %x) {
    %1 = cmpxchg ptr addrspace(1) %p, i32 %a, i32 7 syncscope("device") acq_rel monotonic
    %2 = atomicrmw umax ptr addrspace(1) %p, i32 %a monotonic
    %3 = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("block") seq_cst
    %4 = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %2 seq_cst
    ret { i32, i1 } %1
  })");
  clean(b);
  CHECK(has(b.dag(), "= atomic_cmpxchg i32"));
  CHECK(count(b.dag(), "= setcc i1") == 1);
  CHECK(has(b.dag(), "umax"));
  CHECK(has(b.dag(), "fadd"));
  CHECK(has(b.dag(), "inc_wrap"));
}

TEST_CASE("an unknown synchronization scope is refused by name") {
  const Built b = build("define void @f() {\n fence syncscope(\"village\") seq_cst\n ret void }");
  REQUIRE(b.errors.size() == 1);
  CHECK(has(b.errors[0], "f: synchronization scope \"village\" is unknown"));
}

TEST_CASE("ld.global.nc: noalias and readonly of a kernel, constants, metadata, and nothing else") {
  const auto invariant = [](const char* head, const char* pointer) {
    const Built b = build(
        std::string(
            "@c = addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n@m = addrspace(1) global i32 0\n") +
        head + " {\n %g = addrspacecast ptr %p to ptr addrspace(1)\n %e = getelementptr i32, ptr addrspace(1) " +
        pointer + ", i64 1\n %v = load i32, ptr addrspace(1) %e\n store i32 %v, ptr %q\n ret void }");
    clean(b);
    return has(loads_of(b), "invariant");
  };
  CHECK(invariant("define ptx_kernel void @f(ptr noalias readonly %p, ptr %q)", "%g"));
  CHECK(!invariant("define ptx_kernel void @f(ptr noalias %p, ptr %q)", "%g"));
  CHECK(!invariant("define ptx_kernel void @f(ptr readonly %p, ptr %q)", "%g"));
  CHECK(!invariant("define void @f(ptr noalias readonly %p, ptr %q)", "%g"));
  CHECK(invariant("define void @f(ptr %p, ptr %q)", "@c"));
  CHECK(!invariant("define void @f(ptr %p, ptr %q)", "@m"));
  // Through a phi of two such parameters.
  const Built both = build(
      R"(define ptx_kernel void @f(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias readonly %r, ptr addrspace(1) %w, i1 %c) {
    %s = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %r
    %v = load i32, ptr addrspace(1) %s
    %t = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %w
    %u = load i64, ptr addrspace(1) %t
    store i32 %v, ptr addrspace(1) %w
    store i64 %u, ptr addrspace(1) %w
    ret void
  })");
  clean(both);
  CHECK(has(both.dag(), "mem(i32 align 4 global invariant)"));
  CHECK(has(both.dag(), "mem(i64 align 8 global)"));
  const Built marked = build(
      "define void @f(ptr addrspace(1) %p, ptr %q) {\n %v = load i32, ptr addrspace(1) %p, !invariant.load !0\n store "
      "i32 %v, ptr %q\n ret void }\n!0 = !{}");
  CHECK(has(loads_of(marked), "invariant"));
}

TEST_CASE("stores to read-only spaces are refused") {
  const Built b = build("define void @f(ptr addrspace(4) %p) {\n store i32 1, ptr addrspace(4) %p\n ret void }");
  REQUIRE(b.errors.size() == 1);
  CHECK(b.errors[0] == "f: a store to const space, which is read-only");
}

TEST_CASE("local variables of variable size") {
  const char* ir = "define void @f(i32 %n) {\n %a = alloca i64, i32 %n, align 16\n store i64 1, ptr %a\n ret void }";
  const Built b = build(ir);
  clean(b);
  CHECK(has(b.dag(), "= dyn_alloca i64"));
  CHECK(has(b.dag(), "= addrspace_cast i64"));
  const Built old = build(ir, "sm_75", "+ptx70");
  REQUIRE(old.errors.size() == 1);
  CHECK(has(old.errors[0], "needs PTX 7.3"));
}

TEST_CASE("constants: wide, vectors, expressions, addresses") {
  const Built b = build(R"(@g = addrspace(1) global [8 x i32] zeroinitializer
  define void @f(ptr addrspace(1) %p) {
    store i128 18446744073709551617, ptr addrspace(1) %p
    store <4 x i32> <i32 1, i32 2, i32 poison, i32 4>, ptr addrspace(1) %p
    store ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 12) to ptr), ptr addrspace(1) %p
    store i64 add (i64 ptrtoint (ptr addrspace(1) @g to i64), i64 5), ptr addrspace(1) %p
    store [2 x i16] [i16 3, i16 4], ptr addrspace(1) %p
    store { half, <2 x float> } zeroinitializer, ptr addrspace(1) %p
    ret void
  })");
  clean(b);
  CHECK(has(b.dag(), "= wide_constant i128"));
  CHECK(has(b.dag(), "= build_vector v4i32"));
  CHECK(has(b.dag(), "= global_address i64 @\"g\" imm=12"));
  CHECK(has(b.dag(), "= addrspace_cast i64"));
  CHECK(has(b.dag(), "= constant i16 3"));
  CHECK(has(b.dag(), "= constant_fp f16 0x0"));
}

TEST_CASE("a parameter by value: in .param space, in local memory once its address is taken, or passed on") {
  const Built b = build(R"(%S = type { [4 x i32] }
  declare void @g(ptr byval(%S) align 4)
  define i32 @f(ptr byval(%S) align 4 %s, i64 %i) {
    %l = addrspacecast ptr %s to ptr addrspace(5)
    %p = getelementptr i32, ptr addrspace(5) %l, i64 %i
    %v = load i32, ptr addrspace(5) %p
    call void @g(ptr byval(%S) align 4 %s)
    ret i32 %v
  })");
  clean(b);
  CHECK(has(b.dag(), "addrspace_cast"));
  CHECK(has(b.dag(), "local"));
  // What the call copies is read there, too: it may have been written.
  CHECK_FALSE(has(loads_of(b), "generic"));
  const Built k = build(R"(%S = type { [4 x i32] }
  declare void @g(ptr byval(%S) align 4)
  define ptx_kernel void @f(ptr byval(%S) align 4 %s) {
    call void @g(ptr byval(%S) align 4 %s)
    ret void
  })");
  clean(k);
  CHECK_FALSE(has(k.dag(), "addrspace_cast"));
}
