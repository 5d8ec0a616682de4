// One step at a time: what it does to a small piece of IR, and that a second run changes nothing.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

TEST_CASE("control flow: invoke becomes a call, landing pads go") {
  Ir ir(R"(
declare i32 @personality(...)
declare void @callee()
define void @f() personality ptr @personality {
  invoke void @callee() to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
})");
  const std::string out = ir.step("control-flow");
  CHECK(has(out, "call void @callee()"));
  CHECK_FALSE(has(out, "landingpad"));
  CHECK_FALSE(has(out, "define void @f() personality"));
}

TEST_CASE("control flow: an indirect branch becomes a switch over block numbers") {
  Ir ir(R"(
define i32 @f(i1 %c) {
entry:
  %t = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)
  indirectbr ptr %t, [label %a, label %b]
a:
  %x = phi i32 [ 1, %entry ]
  ret i32 %x
b:
  ret i32 2
})");
  const std::string out = ir.step("control-flow");
  CHECK_FALSE(has(out, "indirectbr"));
  CHECK_FALSE(has(out, "blockaddress"));
  CHECK(has(out, "i64 1, label %a"));
  CHECK(has(out, "i64 2, label %b"));
}

TEST_CASE("control flow: assembly that jumps gives the number of the place to go") {
  Ir ir(R"(
define i32 @f(i32 %x) {
  %o = callbr i32 asm sideeffect "add $0, $1, 1; bra ${2:l}; $$", "=r,r,!i,~{memory}"(i32 %x) to label %a [label %b]
a:
  ret i32 %o
b:
  ret i32 2
})");
  const std::string out = ir.step("control-flow");
  CHECK_FALSE(has(out, "callbr"));
  CHECK(has(out, "add $0, $2, 1; bra lathe_goto_0; $$"));
  CHECK(has(out, "\"=r,=&r,r,~{memory}\"(i32 %x)"));
  CHECK(has(out, "label %b, label %a"));  // a switch of one case is a branch
}

TEST_CASE("control flow: registers behind pointers are loaded before assembly and stored after it") {
  Ir ir(R"(
define void @f(ptr %p, ptr %q) {
  call void asm "add $0, $1, 1;", "=*r,*r"(ptr elementtype(i32) %p, ptr elementtype(i32) %q)
  ret void
})");
  const std::string out = ir.step("control-flow");
  CHECK(has(out, "load i32, ptr %q"));
  CHECK(has(out, "\"=r,r\"(i32"));
  CHECK(has(out, "store i32"));
}

TEST_CASE("control flow: assembly moves fp128 as i128") {
  Ir ir(R"(
define void @f(ptr %p) {
  %x = load fp128, ptr %p
  %r = call fp128 asm "mov.b128 $0, $1;", "=q,q"(fp128 %x)
  store fp128 %r, ptr %p
  ret void
})");
  const std::string out = ir.step("control-flow");
  CHECK_FALSE(has(out, "fp128"));
  CHECK(has(out, "call i128 asm"));
}

TEST_CASE("information goes, values stay") {
  Ir ir(R"(
declare i64 @llvm.expect.i64(i64, i64)
declare i1 @llvm.is.constant.i32(i32)
define i64 @f(i64 %x, i32 %y) {
  %p = icmp ugt i64 %x, 3
  call void @llvm.assume(i1 %p)
  %e = call i64 @llvm.expect.i64(i64 %x, i64 7)
  %k = call i1 @llvm.is.constant.i32(i32 %y)
  br i1 %k, label %yes, label %no
yes:
  ret i64 0
no:
  ret i64 %e
})");
  const std::string out = ir.step("information");
  CHECK_FALSE(has(out, " = call"));
  CHECK_FALSE(has(out, "call void"));
  CHECK(has(out, "ret i64 %x"));
  CHECK_FALSE(has(out, "yes:"));
}

TEST_CASE("kernel pointers are global, device pointers are not") {
  const char* text = R"(
define ptx_kernel void @k(ptr %p, i64 %n) {
  %q = getelementptr float, ptr %p, i64 4
  store float 1.0, ptr %q
  %r = inttoptr i64 %n to ptr
  store i32 1, ptr %r
  ret void
}
define void @d(ptr %p) {
  store float 1.0, ptr %p
  ret void
})";
  Ir ir(text);
  ir.step("arguments");
  const std::string out = ir.step("address-spaces");
  CHECK(has(out, "store float 1.000000e+00, ptr addrspace(1)"));
  CHECK(has(out, "store i32 1, ptr addrspace(1)"));
  CHECK(has(out, "store float 1.000000e+00, ptr %p"));
}

TEST_CASE("by value: a kernel reads where it lies, at any offset") {
  Ir ir(R"(
%S = type { [8 x float], ptr }
define ptx_kernel void @k(ptr byval(%S) align 8 %s, i64 %i) {
  %e = getelementptr %S, ptr %s, i64 0, i32 0, i64 %i
  %v = load float, ptr %e
  %pp = getelementptr %S, ptr %s, i64 0, i32 1
  %p = load ptr, ptr %pp
  store float %v, ptr %p
  ret void
})");
  ir.step("arguments");
  ir.step("parameter-pointers");
  const std::string out = ir.step("address-spaces");
  CHECK(has(out, "load float, ptr addrspace(101)"));
  CHECK(has(out, "store float %v, ptr addrspace(1)"));  // what the host stored there is a global address
  CHECK_FALSE(has(out, "alloca"));
}

TEST_CASE("by value: a kernel copies what is written or escapes; a device function reads where it lies") {
  Ir ir(R"(
%S = type { [8 x i32] }
declare void @use(ptr)
define ptx_kernel void @writes(ptr byval(%S) align 4 %s) {
  store i32 1, ptr %s
  call void @use(ptr %s)
  ret void
}
define i32 @dynamic(ptr byval(%S) align 4 %s, i64 %i) {
  %e = getelementptr i32, ptr %s, i64 %i
  %v = load i32, ptr %e
  ret i32 %v
}
define i32 @constant(ptr byval(%S) align 4 %s) {
  %e = getelementptr i32, ptr %s, i64 3
  %v = load i32, ptr %e
  ret i32 %v
}
define i32 @written(ptr byval(%S) align 4 %s) {
  store i32 1, ptr %s
  %e = getelementptr i32, ptr %s, i64 3
  %v = load i32, ptr %e
  ret i32 %v
}
define void @escapes(ptr byval(%S) align 4 %s) {
  call void @use(ptr %s)
  ret void
})");
  std::string out = ir.step("arguments");
  CHECK(count(out, "alloca %S") == 2);
  CHECK(count(out, "call void @llvm.memcpy") == 2);
  CHECK(count(out, "addrspacecast ptr %s to ptr addrspace(5)") == 2);
  // A device function reads .param space at constant offsets: no loop, whatever the size.
  out = ir.step("memory-intrinsics");
  CHECK_FALSE(has(out, "call void @llvm.memcpy"));
  CHECK(count(out, "load i32, ptr addrspace(101)") == 16);
  out = ir.step("address-spaces");
  CHECK(has(out, "load i32, ptr addrspace(5)"));
}

TEST_CASE("by value: a kernel gives its parameter's address to who only reads") {
  const auto lowered = [](const char* attributes, const char* use, const Features& features) {
    Ir ir("%S = type { [8 x i32] }\ndeclare i32 @use(ptr " + std::string(attributes) +
          ")\ndeclare i32 @copy(ptr byval(%S) align 4)\n"
          "define ptx_kernel void @k(ptr byval(%S) align 4 %s, ptr %o, i1 %c) {\n" +
          use + "\n  ret void\n}\n");
    return ir.step("arguments", features);
  };
  const char* call = "%r = call i32 @use(ptr %s)\n store i32 %r, ptr %o";
  Features features = target("sm_90");
  features.ptx = 77;
  CHECK_FALSE(has(lowered("readonly captures(none)", call, features), "alloca"));
  CHECK(has(lowered("readonly", call, features), "alloca"));        // keeps it, for somebody who may write
  CHECK(has(lowered("captures(none)", call, features), "alloca"));  // may write
  CHECK(has(lowered("", call, features), "alloca"));
  features.ptx = 76;
  CHECK(has(lowered("readonly captures(none)", call, features), "alloca"));
  features.ptx = 77;
  features.sm = 60;
  CHECK(has(lowered("readonly captures(none)", call, features), "alloca"));
  features = target("sm_90");
  features.ptx = 83;
  // A merge with another pointer is read by its generic address; a store through it is not allowed.
  const char* merge = "%p = select i1 %c, ptr %s, ptr %o\n %r = load i32, ptr %p\n store i32 %r, ptr %o";
  CHECK_FALSE(has(lowered("", merge, features), "alloca"));
  CHECK(has(lowered("", "%p = select i1 %c, ptr %s, ptr %o\n store i32 1, ptr %p", features), "alloca"));
  CHECK(has(lowered("", "store ptr %s, ptr %o", features), "alloca"));
  CHECK(has(lowered("", "%r = atomicrmw add ptr %s, i32 1 seq_cst", features), "alloca"));
  CHECK(has(lowered("", "call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 4, i1 false)", features), "alloca"));
  CHECK_FALSE(has(lowered("", "%r = call i32 @copy(ptr byval(%S) align 4 %s)", features), "alloca"));
  // Before cvta.param the call still copies from .param space.
  features.ptx = 70;
  CHECK_FALSE(has(lowered("", "%r = call i32 @copy(ptr byval(%S) align 4 %s)", features), "alloca"));
  CHECK(has(lowered("", merge, features), "alloca"));
}

TEST_CASE("addresses that the host passed as numbers are global") {
  const auto lowered = [](const char* body) {
    Ir ir(
        "%S = type { i64, ptr, i32 }\ndefine ptx_kernel void @k(ptr byval(%S) align 8 %s, i64 %n, ptr %o, i32 %i) {\n" +
        std::string(body) + "\n  store i32 1, ptr %p\n  ret void\n}\n");
    ir.step("arguments");
    ir.step("parameter-pointers");
    return ir.step("address-spaces");
  };
  const char* global = "store i32 1, ptr addrspace(1)";
  CHECK(has(lowered("%a = load i64, ptr %s\n %p = inttoptr i64 %a to ptr"), global));
  CHECK(has(lowered("%a = load i64, ptr %s\n %b = add i64 %a, 16\n %p = inttoptr i64 %b to ptr"), global));
  CHECK(has(lowered("%a = load i64, ptr %s\n %x = sext i32 %i to i64\n %y = shl i64 %x, 2\n %b = add i64 %y, %a\n %p = "
                    "inttoptr i64 %b to ptr"),
            global));
  CHECK(has(lowered("%p = inttoptr i64 %n to ptr"), global));
  CHECK(has(lowered("%b = and i64 %n, -16\n %p = inttoptr i64 %b to ptr"), global));
  CHECK(has(lowered("%q = getelementptr i8, ptr %s, i64 8\n %p = load ptr, ptr %q"), global));
  // A number of the host may also be a distance from an address that is made here, perhaps of shared memory.
  CHECK_FALSE(has(lowered("%q = ptrtoint ptr %s to i64\n %b = add i64 %n, %q\n %p = inttoptr i64 %b to ptr"), global));
  CHECK_FALSE(has(lowered("%b = sub i64 0, %n\n %p = inttoptr i64 %b to ptr"), global));
  CHECK_FALSE(has(lowered("%b = mul i64 %n, 4\n %p = inttoptr i64 %b to ptr"), global));
}

TEST_CASE("by value: a grid constant that escapes gives out its generic address") {
  Ir ir(R"(
%S = type { [8 x i32] }
declare void @use(ptr)
define ptx_kernel void @k(ptr byval(%S) align 4 "nvvm.grid_constant" %s) {
  call void @use(ptr %s)
  ret void
})");
  ir.step("arguments");
  const std::string out = ir.step("cast-pairs");
  CHECK(has(out, "addrspacecast ptr %s to ptr addrspace(101)"));
  CHECK(has(out, "to ptr\n"));
  CHECK_FALSE(has(out, "alloca"));
}

TEST_CASE("variables without an address space move to global memory") {
  Ir ir(R"(
@g = internal global [4 x i32] zeroinitializer, align 16
@h = global ptr getelementptr ([4 x i32], ptr @g, i64 0, i64 2)
define i32 @f() {
  %v = load i32, ptr getelementptr ([4 x i32], ptr @g, i64 0, i64 1)
  ret i32 %v
})");
  ir.step("globals");
  const std::string out = ir.step("address-spaces");
  CHECK(has(out, "@g = internal addrspace(1) global [4 x i32] zeroinitializer, align 16"));
  CHECK(has(out, "@h = addrspace(1) global ptr"));
  CHECK(has(out, "load i32, ptr addrspace(1)"));
}

TEST_CASE("local variables: constant ones to the entry, addresses local") {
  Ir ir(R"(
define i32 @f(i1 %c, i64 %i) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = alloca i32, i32 16
  %p = getelementptr i32, ptr %x, i64 %i
  store i32 5, ptr %p
  %v = load i32, ptr %x
  ret i32 %v
b:
  ret i32 0
})");
  ir.step("allocas");
  const std::string out = ir.step("address-spaces");
  CHECK(out.find("alloca [16 x i32]") < out.find("br i1"));
  CHECK(has(out, "store i32 5, ptr addrspace(5)"));
  CHECK(has(out, "load i32, ptr addrspace(5)"));
}

TEST_CASE("local variables stay in the entry block when a copy between them becomes a loop") {
  Ir ir(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @f(ptr %from, i64 %i) {
  %a = alloca [256 x i8], align 128
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %from, i64 256, i1 false)
  %b = alloca [256 x i8], align 128
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %from, i64 256, i1 false)
  %p = getelementptr i8, ptr %a, i64 %i
  %q = getelementptr i8, ptr %b, i64 %i
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %sum = add i32 %x, %y
  ret i32 %sum
})");
  ir.step("allocas");
  ir.step("address-spaces");
  const std::string out = ir.step("memory-intrinsics");
  CHECK(has(out, "br i1"));
  CHECK(count(out, "= alloca [256 x i8]") == 2);
  CHECK(out.rfind("= alloca") < out.find("br "));
}

TEST_CASE("local variables whose lives do not meet share a slot, the others keep their own") {
  Ir ir(R"(
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @use(ptr)
define void @f() {
  %first = alloca [7 x i32], align 4
  %second = alloca [5 x double], align 8
  %both = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %both)
  call void @llvm.lifetime.start.p0(ptr %first)
  store i32 1, ptr %first, !tbaa !1
  call void @use(ptr %first)
  call void @llvm.lifetime.end.p0(ptr %first)
  call void @llvm.lifetime.start.p0(ptr %second)
  store double 2.0, ptr %second, !tbaa !1
  call void @use(ptr %second)
  call void @llvm.lifetime.end.p0(ptr %second)
  call void @use(ptr %both)
  call void @llvm.lifetime.end.p0(ptr %both)
  ret void
}
!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"t", !0})");
  const std::string out = ir.step("slots");
  CHECK_FALSE(has(out, "alloca [7 x i32]"));
  CHECK(has(out, "alloca [5 x double], align 8"));
  CHECK(has(out, "alloca [3 x i32]"));
  CHECK(has(out, "store i32 1, ptr %second, align"));
  CHECK_FALSE(has(out, "!tbaa"));
  CHECK_FALSE(has(out, "call void @llvm.lifetime"));
}

TEST_CASE("loops that test at their head test at their end afterwards") {
  Ir ir(R"(
declare void @work(i32)
define void @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %done
body:
  call void @work(i32 %i)
  %next = add i32 %i, 1
  br label %head
done:
  ret void
})");
  const std::string out = ir.step("loop-rotation");
  CHECK(has(out, "icmp slt i32 0, %n"));
  CHECK(has(out, "icmp slt i32 %next, %n"));
  CHECK_FALSE(has(out, "icmp slt i32 %i, %n"));
}

TEST_CASE("a call of the function itself that comes last is a loop, and no other") {
  const auto calls = [](const char* result, const char* before, const char* more) {
    Ir ir(std::string("declare void @take(ptr)\ndeclare i32 @g(i32)\ndefine i32 @f(i32 %a) convergent {\n  %go = icmp "
                      "ugt i32 %a, 1\n"
                      "  br i1 %go, label %more, label %done\nmore:\n") +
          before + "  %b = lshr i32 %a, 1\n" + more + "  br label %done\ndone:\n  %r = phi i32 [ %a, %0 ], [ " +
          result + ", %more ]\n  ret i32 %r\n}\n");
    const std::string out = ir.step("tail-recursion");
    return has(out, "call i32 @f(");
  };
  CHECK_FALSE(calls("%c", "", "  %c = call i32 @f(i32 %b)\n"));
  CHECK_FALSE(calls("%d", "", "  %c = call i32 @f(i32 %b)\n  %d = add i32 %c, %a\n"));  // what is joined goes on
  CHECK(calls("%d", "", "  %c = call i32 @f(i32 %b)\n  %d = sub i32 %a, %c\n"));
  CHECK(calls("%d", "", "  %c = call i32 @f(i32 %b)\n  %d = call i32 @g(i32 %c)\n"));
  // Somebody has the address of what is this call's own.
  CHECK(calls("%c", "  %x = alloca i32\n  call void @take(ptr %x)\n", "  %c = call i32 @f(i32 %b)\n"));
}

TEST_CASE("names are valid and unique") {
  Ir ir(R"(
@"a.b" = addrspace(1) global i32 0
@"a_$_b" = addrspace(1) global i32 0
@0 = addrspace(1) global i32 0
@"7up" = addrspace(1) global i32 0
define void @"f@x"() { ret void }
define void @_() { ret void }
define void @"\01raw"() { ret void })");
  const std::string out = ir.step("names");
  CHECK(has(out, "@\"a_$_b_$_1\" ="));
  CHECK(has(out, "@__unnamed_1 ="));
  CHECK(has(out, "@\"_$_7up\" ="));
  CHECK(has(out, "@\"f_$_x\"()"));
  CHECK(has(out, "@\"_$_\"()"));
  CHECK(has(out, "@raw()"));
}

TEST_CASE("copies: written out when small, in the widest units that both alignments allow") {
  Ir ir(R"(
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
define void @f(ptr addrspace(1) %d, ptr addrspace(1) %s) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %d, ptr addrspace(1) align 16 %s, i64 39, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 2 %d, ptr addrspace(1) align 8 %s, i64 5, i1 true)
  ret void
})");
  const std::string out = ir.step("memory-intrinsics");
  CHECK(count(out, "load <4 x i32>") == 2);
  CHECK(count(out, "load i32") == 1);
  CHECK(count(out, "load i16") == 1);
  CHECK(count(out, "load i8") == 1);
  CHECK(count(out, "load volatile i16") == 2);
  CHECK(count(out, "store volatile i8") == 1);
}

TEST_CASE("copies and fills: loops when large or of unknown size; a move reads all before it writes") {
  Ir ir(R"(
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
define void @unknown(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %d, ptr addrspace(1) align 16 %s, i64 %n, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %d, i8 3, i64 %n, i1 false)
  ret void
}
define void @large(ptr addrspace(1) %d, i8 %v) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %d, i8 %v, i64 1003, i1 false)
  ret void
}
define void @move(ptr addrspace(1) %d, ptr addrspace(1) %s) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %d, ptr addrspace(1) align 4 %s, i64 64, i1 false)
  ret void
})");
  const std::string out = ir.step("memory-intrinsics");
  CHECK_FALSE(has(out, "call void @llvm.mem"));
  CHECK(has(out, ", 992"));
  const std::string move = out.substr(out.find("@move"));
  CHECK(move.rfind("load i32") < move.find("store i32"));
}

TEST_CASE("reflect decides branches") {
  Ir ir(R"(
@q = private unnamed_addr constant [12 x i8] c"__CUDA_ARCH\00"
declare i32 @__nvvm_reflect(ptr)
define i32 @f() {
  %a = call i32 @__nvvm_reflect(ptr @q)
  %c = icmp sge i32 %a, 900
  br i1 %c, label %new, label %old
new:
  ret i32 1
old:
  ret i32 2
})");
  const std::string out = ir.step("reflect", target("sm_90"));
  CHECK(has(out, "ret i32 1"));
  CHECK_FALSE(has(out, "ret i32 2"));
  CHECK_FALSE(has(out, "__nvvm_reflect"));
}

TEST_CASE("unused internal symbols go, all that others can see stays") {
  Ir ir(R"(
@kept = internal addrspace(1) global i32 0
@gone = internal addrspace(1) global ptr @gone_function
define internal void @gone_function() { call void @gone_too() ret void }
define internal void @gone_too() { call void @gone_function() ret void }
define internal void @callee() { store i32 1, ptr addrspace(1) @kept ret void }
define void @visible() { call void @callee() ret void })");
  const std::string out = ir.step("unused");
  CHECK_FALSE(has(out, "gone"));
  CHECK(has(out, "@kept"));
  CHECK(has(out, "@callee"));
}

TEST_CASE("variadic functions take a pointer to their arguments") {
  Ir ir(R"(
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @sum(i32 %n, ...) {
  %l = alloca ptr
  call void @llvm.va_start.p0(ptr %l)
  %v = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %v
}
define i32 @f() {
  %r = call i32 (i32, ...) @sum(i32 1, i32 7, double 2.0)
  ret i32 %r
})");
  const std::string out = ir.step("variadics");
  CHECK(has(out, "define i32 @sum(i32 %n, ptr"));
  CHECK_FALSE(has(out, "va_start"));
  CHECK_FALSE(has(out, "va_arg ptr"));
  CHECK(has(out, "@llvm.ptrmask.p0.i64(ptr"));
}

TEST_CASE("constructors are refused, or become kernels") {
  const char* text = R"(
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @late, ptr null }, { i32, ptr, ptr } { i32 100, ptr @early, ptr null }]
define internal void @late() { ret void }
define internal void @early() { ret void })";
  Ir refused(text);
  refused.step("unsupported");
  CHECK(has(refused.message(), "llvm.global_ctors"));
  Ir lowered(text);
  PrepareOptions options;
  options.lower_ctors = true;
  const std::string out = lowered.step("ctors", target(), options);
  CHECK(has(out, "define weak_odr ptx_kernel void @\"nvptx$device$init\"()"));
  CHECK(out.find("call void @early") < out.find("call void @late"));
}

TEST_CASE("what PTX cannot hold is refused by name") {
  Ir ir(R"(
@t = thread_local global i32 0
@i = ifunc void (), ptr @resolve
define ptr @resolve() { ret ptr null }
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v) { ret <vscale x 4 x i32> %v })");
  ir.step("unsupported");
  REQUIRE(ir.diag.messages().size() == 3);
  CHECK(has(ir.diag.messages()[0].text, "ifunc 'i'"));
  CHECK(has(ir.diag.messages()[1].text, "'t' is thread-local"));
  CHECK(has(ir.diag.messages()[2].text, "PTX cannot hold the type <vscale x 4 x i32>"));
}

TEST_CASE("invariant loads: noalias readonly kernel arguments and constants only") {
  Ir ir(R"(
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %b, ptr addrspace(1) readonly %c) {
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr addrspace(1) %b
  %z = load i32, ptr addrspace(1) %c
  %v = load volatile i32, ptr addrspace(1) %a
  store i32 %x, ptr addrspace(1) %b
  ret void
})");
  const std::string out = ir.step("invariant-loads");
  CHECK(has(out, "%x = load i32, ptr addrspace(1) %a, align 4, !invariant.load"));
  CHECK(count(out, "!invariant.load") == 1);
}

TEST_CASE("neighbouring loads and stores become vectors") {
  Ir ir(R"(
define void @f(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 16 noalias %q) {
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 12
  %a = load float, ptr addrspace(1) %p, align 16
  %b = load float, ptr addrspace(1) %p1, align 4
  %c = load float, ptr addrspace(1) %p2, align 8
  %d = load float, ptr addrspace(1) %p3, align 4
  %q1 = getelementptr i8, ptr addrspace(1) %q, i64 4
  store float %b, ptr addrspace(1) %q, align 8
  store float %a, ptr addrspace(1) %q1, align 4
  %s = fadd float %c, %d
  store float %s, ptr addrspace(1) %p, align 4
  ret void
})");
  const std::string out = ir.step("vectors");
  CHECK(has(out, "load <4 x float>"));
  CHECK(has(out, "store <2 x float>"));
}

TEST_CASE("long blocks are vectorized piece by piece, and are one block again") {
  // 1200 neighbouring stores with loads between them: five pieces, cut within vectors.
  std::string body;
  const auto line = [&](auto... parts) { ((body += parts), ...) += "\n"; };
  for (int i = 0; i < 1200; ++i) {
    const std::string n = std::to_string(i), at = std::to_string(4 * i);
    line("  %p", n, " = getelementptr i8, ptr addrspace(1) %p, i64 ", at);
    line("  store i32 %v, ptr addrspace(1) %p", n, ", align ", i % 4 == 0 ? "16" : "4");
    if (i % 100 == 0) line("  %l", n, " = load volatile i32, ptr addrspace(3) @shared");
  }
  Ir ir(
      "@shared = internal addrspace(3) global i32 undef\n"
      "define void @f(ptr addrspace(1) align 16 %p, i32 %v) {\nentry:\n" +
      body +
      "  br label %end\nend:\n  %r = phi i32 [ %v, %entry ]\n  store i32 %r, ptr addrspace(1) %p\n  ret void\n}\n");
  const std::string out = ir.step("vectors");
  CHECK(ir.module->getFunction("f")->size() == 2);
  CHECK(count(out, "store <4 x i32>") == 300);
  CHECK(count(out, "  store i32") == 1);
  CHECK(count(out, "load volatile") == 12);
}

TEST_CASE("an alias of an alias names the function") {
  Ir ir(R"(
@b = alias i32 (), ptr @a
@c = alias i32 (), ptr @b
define i32 @a() { ret i32 0 })");
  CHECK(has(ir.step("unsupported"), "@c = alias i32 (), ptr @a"));
  Ir bad(R"(
@v = addrspace(1) global i32 0
@w = alias i32, ptr addrspace(1) @v)");
  bad.step("unsupported");
  CHECK(has(bad.message(), "alias 'w'"));
}
