// Calls, returns, intrinsics, inline assembly.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace build_test;

namespace {

void clean(const Built& built) {
  CHECK(built.parsed);
  for (const std::string& error : built.errors) FAIL_CHECK(error);
  for (const std::string& fault : built.faults) FAIL_CHECK(fault);
}

std::string first_error(const Built& built) { return built.errors.empty() ? "no error" : built.errors[0]; }

}  // namespace

TEST_CASE("arguments and results as pieces of .param variables") {
  const Built b = build(R"(%t = type { i8, float, <4 x half>, i128 }
  declare %t @g(i8 signext, i1, half, i128, %t, <3 x i32>, ptr)
  define %t @f(i8 %a, i1 %c, half %h, i128 %w, %t %s, <3 x i32> %v, ptr %p) {
    %r = call %t @g(i8 signext %a, i1 %c, half %h, i128 %w, %t %s, <3 x i32> %v, ptr %p)
    ret %t %r
  })");
  clean(b);
  const std::string& dag = b.dag();
  CHECK(has(dag,
            "call_info \"g\" param(4 align 4, 0 i32) param(4 align 4, 0 i32) param(2 align 2 array, 0 f16) "
            "param(16 align 16 array, 0 i64, 8 i64)"));
  CHECK(has(dag, "param(32 align 16 array, 0 i8, 4 f32, 8 v2f16, 12 v2f16, 16 i64, 24 i64)"));
  CHECK(has(dag, "param(16 align 16 array, 0 i32, 4 i32, 8 i32)"));
  CHECK(has(dag, "result(32 align 16 array, 0 i8, 4 f32, 8 v2f16, 12 v2f16, 16 i64, 24 i64)"));
  CHECK(has(dag, "= sext i32"));
  CHECK(has(dag, "= zext i32"));
  CHECK(has(dag, "= build_pair i128"));
  CHECK(has(dag, "= build_vector v4f16"));
  CHECK(has(dag, "ret_info result(32 align 16 array"));
}

TEST_CASE("packed structs: pieces are as small as the alignment asks") {
  const Built b = build(R"(%t = type <{ i8, i32, double }>
  declare void @g(%t)
  define void @f(%t %s) {
    call void @g(%t %s)
    ret void
  })");
  clean(b);
  CHECK(has(b.dag(), "param(13 align 1 array, 0 i8, 1 i8, 2 i8, 3 i8, 4 i8, 5 i8"));
}

TEST_CASE("parameters of functions that only direct calls reach are aligned to 16, on both sides") {
  const auto module = [](const std::string& linkage, const std::string& more) {
    return R"(%t = type { float, float, float, float }
  define )" +
           linkage + R"( %t @g(%t %s, ptr byval(%t) align 4 %p) noinline {
    ret %t %s
  }
  define %t @f(%t %s, ptr %p) {
    %r = call %t @g(%t %s, ptr byval(%t) align 4 %p)
    ret %t %r
  }
  )" + more;
  };
  const Built own = build(module("internal", ""));
  clean(own);
  CHECK(count(own.skeleton, ".align 16 .b8") == 3);  // of g
  CHECK(count(own.skeleton, ".align 4 .b8") == 2);   // of f
  const std::string pieces = "(16 align 16 array, 0 f32, 4 f32, 8 f32, 12 f32)";
  CHECK(has(own.blocks.at("f")[0], "param" + pieces));
  CHECK(has(own.blocks.at("f")[0], "result" + pieces));
  CHECK(has(own.blocks.at("g")[0], "ret_info result" + pieces));
  for (const Built& other : {build(module("", "")), build(module("internal", "@p = global ptr @g"))}) {
    clean(other);
    CHECK_FALSE(has(other.skeleton, ".align 16 .b8"));
    CHECK_FALSE(has(other.blocks.at("f")[0], "align 16 array"));
  }
}

TEST_CASE("equal calls of an intrinsic share a recipe, other constants do not") {
  const Built b = build(R"(declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
  define i32 @f(i32 %x) {
    %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 1, i32 31)
    %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 1, i32 31)
    %c = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %b, i32 2, i32 31)
    ret i32 %c
  })");
  clean(b);
  CHECK(count(b.dag(), "= target_chain i32") == 3);
}

TEST_CASE("byval arguments are copied into the call's variable") {
  const Built b = build(R"(%t = type { i32, i64, i8 }
  declare void @g(ptr byval(%t) align 8)
  define void @f(ptr %p) {
    call void @g(ptr byval(%t) align 8 %p)
    ret void
  })");
  clean(b);
  CHECK(has(b.dag(), "param(24 align 8 array, 0 i64, 8 i64, 16 i64)"));
  CHECK(count(b.dag(), "mem(i64 align 8 generic)") == 3);
}

TEST_CASE("indirect calls, noreturn, vprintf") {
  const Built b = build(R"(declare i32 @vprintf(ptr, ptr)
  declare void @stop() noreturn
  define void @f(ptr %fn, i32 %x) {
    %r = call i32 %fn(i32 %x)
    %q = call i32 @vprintf(ptr null, ptr null)
    call void @stop() noreturn
    unreachable
  })");
  clean(b);
  CHECK(has(b.dag(), "call_info \"\" param(4 align 4, 0 i32) result(4 align 4, 0 i32)"));
  CHECK(has(b.dag(), "call_info \"vprintf\""));
  CHECK(has(b.dag(), "call_info \"stop\" noreturn"));
  CHECK(has(b.dag(), "= exit"));
}

TEST_CASE("a callee of another type is called through its address") {
  const Built b = build("declare i32 @g(i32)\ndefine i64 @f() {\n %r = call i64 @g(i64 1)\n ret i64 %r }");
  clean(b);
  CHECK(has(b.dag(), "call_info \"\" param(8 align 8, 0 i64)"));
  CHECK(has(b.dag(), "= global_address i64 @\"g\""));
}

TEST_CASE("generic intrinsics") {
  const Built b = build(R"(
  declare {i32, i1} @llvm.umul.with.overflow.i32(i32, i32)
  declare i32 @llvm.ctlz.i32(i32, i1)
  declare i32 @llvm.fshl.i32(i32, i32, i32)
  declare float @llvm.fmuladd.f32(float, float, float)
  declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
  declare i1 @llvm.is.fpclass.f32(float, i32)
  declare i32 @llvm.lround.i32.f32(float)
  declare i32 @llvm.scmp.i32.i32(i32, i32)
  declare void @llvm.assume(i1)
  declare i32 @llvm.expect.i32(i32, i32)
  define i32 @f(i32 %a, i32 %b, float %x, <4 x float> %v) {
    %1 = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
    %2 = extractvalue {i32, i1} %1, 0
    %3 = extractvalue {i32, i1} %1, 1
    %4 = call i32 @llvm.ctlz.i32(i32 %2, i1 true)
    %5 = call i32 @llvm.fshl.i32(i32 %4, i32 %b, i32 3)
    %6 = call contract float @llvm.fmuladd.f32(float %x, float %x, float 1.0)
    %7 = call float @llvm.vector.reduce.fadd.v4f32(float %6, <4 x float> %v)
    %8 = call i1 @llvm.is.fpclass.f32(float %7, i32 3)
    %9 = call i32 @llvm.lround.i32.f32(float %7)
    %10 = call i32 @llvm.scmp.i32.i32(i32 %9, i32 %5)
    call void @llvm.assume(i1 %8)
    %11 = call i32 @llvm.expect.i32(i32 %10, i32 0)
    %12 = fadd float %7, %7
    %13 = fptosi float %12 to i32
    %14 = add i32 %13, %11
    %15 = zext i1 %3 to i32
    %16 = add i32 %14, %15
    ret i32 %16
  })");
  clean(b);
  for (const char* part : {"= umul_o i32, i1", "= ctlz i32", "= fshl i32", "= fma f32", "= reduce f32",
                           "= fp_round_to_int i32", "= fadd f32"})
    CHECK(has(b.dag(), part));
}

TEST_CASE("intrinsics without a PTX form are refused by name") {
  CHECK(first_error(build("declare float @llvm.pow.f32(float, float)\ndefine float @f(float %x) {\n %r = call float "
                          "@llvm.pow.f32(float %x, float %x)\n ret float %r }")) ==
        "f: intrinsic llvm.pow.f32 has no PTX form");
  CHECK(has(first_error(build("declare float @llvm.sin.f32(float)\ndefine float @f(float %x) {\n %r = call float "
                              "@llvm.sin.f32(float %x)\n ret float %r }")),
            "llvm.sin.f32 needs the flag afn"));
  clean(
      build("declare float @llvm.sin.f32(float)\ndefine float @f(float %x) {\n %r = call afn float @llvm.sin.f32(float "
            "%x)\n ret float %r }"));
}

TEST_CASE("target intrinsics carry their recipe; effects are ordered") {
  const Built b = build(R"(
  declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  declare void @llvm.nvvm.barrier0()
  declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
  define i32 @f(ptr addrspace(3) %p) {
    %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    store i32 %t, ptr addrspace(3) %p
    call void @llvm.nvvm.barrier0()
    %v = load i32, ptr addrspace(3) %p
    %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 1, i32 31)
    ret i32 %s
  })");
  clean(b);
  CHECK(has(b.dag(), "= target i32"));
  CHECK(count(b.dag(), "= target_chain") == 2);
  CHECK(has(b.dag(), "shfl.sync.down.b32"));
  const Built unknown = build(
      "declare void @llvm.nvvm.no.such.thing()\ndefine void @f() {\n call void @llvm.nvvm.no.such.thing()\n ret void "
      "}");
  CHECK(has(first_error(unknown), "llvm.nvvm.no.such.thing"));
}

TEST_CASE("inline assembly: registers, immediates, tied operands, several outputs, memory") {
  const Built b = build(R"(define float @f(i32 %a, i16 %h, i8 %c, float %x, ptr %p) {
    %1 = call { i32, float } asm sideeffect "{ mad $0, $2, $3, $4; mov $1, $5; $6 }", "=r,=f,r,n,0,f,h,~{memory}"(i32 %a, i32 4, i32 %a, float %x, i8 %c)
    %2 = extractvalue { i32, float } %1, 1
    call void asm sideeffect "st $0;", "*m"(ptr elementtype(i32) %p)
    %3 = call i32 asm "mov $0, $1;", "=r,r"(float %x) memory(none)
    %4 = sitofp i32 %3 to float
    %5 = fadd float %2, %4
    ret float %5
  })");
  clean(b);
  CHECK(has(b.dag(), "= inline_asm i32, f32, chain"));
  CHECK(has(b.dag(), "= bitcast i32"));  // a float in an r register
  CHECK(has(b.dag(), "= anyext i16"));   // a byte in an h register
  CHECK(count(b.dag(), "= inline_asm") == 3);
}

TEST_CASE("inline assembly: faults as the reference words them") {
  const auto fault = [](const char* constraints, const char* arguments, const char* result = "i32") {
    return first_error(build(std::string("define ") + result + " @f(i64 %l, i32 %r, float %x) {\n %1 = call " + result +
                             " asm \"foo\", \"" + constraints + "\"(" + arguments + ")\n ret " + result + " %1 }"));
  };
  CHECK(fault("=r,f", "i64 %l") == "f: couldn't allocate input reg for constraint 'f'");
  CHECK(fault("=f,r", "i32 %r", "double") == "f: couldn't allocate output register for constraint 'f'");
  CHECK(fault("=r,n", "i32 %r") == "f: invalid operand for inline asm constraint 'n'");
  CHECK(fault("=r,k", "i32 %r") == "f: couldn't allocate input reg for constraint 'k'");
  CHECK(fault("=r,r", "i32 %r") == "no error");
}

TEST_CASE("inline assembly: 128-bit operands travel as two words and meet in a .b128 register") {
  const Built b = build(R"(define i128 @f(i128 %w, i32 %a) {
    %1 = call { i128, i32 } asm "op $0, $2, $1; x $3, ${4:x}, $$", "=q,=r,q,0,r"(i128 %w, i128 7, i32 %a)
    %2 = extractvalue { i128, i32 } %1, 0
    ret i128 %2
  })");
  clean(b);
  CHECK(has(b.dag(), "= inline_asm i64, i64, i32, chain"));
  CHECK(has(b.dag(), ".reg .b128 %wide0, %wide2;"));
  CHECK(has(b.dag(), "mov.b128 %wide2, {$3, $4};"));
  CHECK(has(b.dag(), "mov.b128 %wide0, {$5, $6};"));
  CHECK(has(b.dag(), "op %wide0, %wide2, $2; x %wide0, $7, $$"));
  CHECK(has(b.dag(), "mov.b128 {$0, $1}, %wide0;"));
  CHECK(has(b.dag(), "= build_pair i128"));
}
