// The steps on facts that are not those of PTX: what they leave is the other target's, and computes what it computed.
#include <random>

#include "far_target.hpp"
#include "interpreter.hpp"
#include "ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

std::string stepped(std::string_view name, std::string_view text, const PrepareFacts& facts = far_facts()) {
  Ir ir(facts, far_layout, text);
  const std::string out = ir.step(name);
  return ir.diag.failed() ? "refused: " + ir.message() : out;
}

APInt result(const llvm::Function& f, std::vector<APInt> arguments, Memory& memory) {
  std::vector<Thread> threads;
  threads.emplace_back(f, memory, std::move(arguments));
  std::mt19937 random(1);
  run_together(threads, memory, random);
  CHECK(memory.fault == "");
  return threads[0].result().bits;
}

}  // namespace

TEST_CASE("far: variables stay in the space that they are in, raised to the frame's alignment") {
  const std::string out =
      stepped("allocas",
              "define void @f(ptr %p) {\n  %x = alloca [64 x i8], align 1, addrspace(5)\n"
              "  %y = addrspacecast ptr addrspace(5) %x to ptr\n  store ptr %y, ptr %p\n  ret void\n}\n");
  CHECK(has(out, "alloca [64 x i8], align 4, addrspace(5)"));
  CHECK_FALSE(has(out, "to ptr addrspace(5)"));
}

TEST_CASE("far: a large fill counts in the pointer's own width, in units of the target") {
  const PrepareFacts facts = far_facts();
  Ir ir(facts, far_layout,
        "define void @f(ptr addrspace(3) %p, i8 %v) {\n  call void @llvm.memset.p3.i32(ptr addrspace(3) align 16 %p, "
        "i8 %v, i32 100, i1 false)\n  ret void\n}\n"
        "declare void @llvm.memset.p3.i32(ptr addrspace(3), i8, i32, i1)\n");
  const std::string out = ir.step("memory-intrinsics");
  CHECK(has(out, "phi i32"));
  CHECK(has(out, "store i64"));
  CHECK_FALSE(has(out, "<4 x i32>"));
  CHECK_FALSE(has(out, "i64 8"));
  Memory memory{std::vector<std::uint8_t>(128, 1), {}};
  CHECK(result(*ir.module->getFunction("f"), {APInt(32, 16), APInt(8, 7)}, memory).isZero());
  for (unsigned i = 0; i < 128; ++i) CHECK(memory.bytes[i] == (i >= 16 && i < 116 ? 7 : 1));
}

TEST_CASE("far: elements of copies are atomic one by one, a move of what overlaps begins at its end") {
  const PrepareFacts facts = far_facts();
  for (const unsigned size : {1U, 2U, 4U, 8U})
    for (const bool known : {false, true}) {
      const std::string a = " align " + std::to_string(size), n = known ? "i64 24" : "i64 %n", e = std::to_string(size);
      Ir ir(facts, far_layout,
            "define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i8 %v, i64 %n) {\n"
            "  call void @llvm.memmove.element.unordered.atomic.p1.p1.i64(ptr addrspace(1)" +
                a + " %p, ptr addrspace(1)" + a + " %q, " + n + ", i32 " + e +
                ")\n  %r = getelementptr i8, ptr addrspace(1) %q, i64 64\n"
                "  call void @llvm.memset.element.unordered.atomic.p1.i64(ptr addrspace(1)" +
                a + " %r, i8 %v, " + n + ", i32 " + e + ")\n  ret void\n}\n");
      const std::string out = ir.step("intrinsics");
      CHECK_FALSE(has(out, "call void"));
      CHECK(has(out, "load atomic i" + std::to_string(8 * size)));
      CHECK(has(out, "phi i64") != known);
      for (const unsigned to : {0U, 8U, 16U, 40U})
        for (const unsigned bytes : known ? std::vector<unsigned>{24} : std::vector<unsigned>{0, size, 8, 24}) {
          Memory memory{std::vector<std::uint8_t>(128), {}};
          for (unsigned i = 0; i < 128; ++i) memory.bytes[i] = static_cast<std::uint8_t>(i);
          static_cast<void>(result(*ir.module->getFunction("f"),
                                   {APInt(64, to), APInt(64, 8), APInt(8, 0xAB), APInt(64, bytes)}, memory));
          CHECK(memory.fault.empty());
          for (unsigned i = 0; i < 128; ++i) {
            const bool filled = i >= 72 && i < 72 + bytes, moved = i >= to && i < to + bytes;
            CHECK(memory.bytes[i] == (filled ? 0xAB : moved ? i - to + 8 : i));
          }
        }
    }
}

TEST_CASE("far: a move of atomic elements between shared and constant memory, which never overlap, compares nothing") {
  const std::string out = stepped(
      "intrinsics",
      "define void @f(ptr addrspace(3) %p, ptr addrspace(4) %q, i32 %n) {\n"
      "  call void @llvm.memmove.element.unordered.atomic.p3.p4.i32(ptr addrspace(3) align 4 %p, ptr addrspace(4) "
      "align 4 %q, i32 %n, i32 4)\n  ret void\n}\n");
  CHECK_FALSE(has(out, "icmp ugt"));
  CHECK(has(out, "phi i32"));
}

TEST_CASE("far: copies are written out up to the target's own limit") {
  const auto copied = [](unsigned bytes) {
    return stepped("memory-intrinsics",
                   "define void @f(ptr addrspace(1) %p, ptr addrspace(3) %q) {\n  call void @llvm.memcpy.p1.p3.i64(ptr "
                   "addrspace(1) align 8 %p, ptr addrspace(3) align 8 %q, i64 " +
                       std::to_string(bytes) +
                       ", i1 false)\n  ret void\n}\ndeclare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr "
                       "addrspace(3), i64, i1)\n");
  };
  CHECK_FALSE(has(copied(32), "phi"));
  CHECK(has(copied(32), "load i64, ptr addrspace(3) %q"));
  CHECK(has(copied(40), "phi"));
}

TEST_CASE("far: three neighbours become one access of three lanes, where the target has them") {
  const auto loads = [](unsigned space, unsigned count) {
    const std::string p = "ptr addrspace(" + std::to_string(space) + ")";
    std::string text = "define void @f(" + p + " align 4 %p, ptr addrspace(5) align 4 %o) {\n";
    for (unsigned i = 0; i < count; ++i)
      text += "  %p" + std::to_string(i) + " = getelementptr i32, " + p + " %p, i64 " + std::to_string(i) + "\n  %v" +
              std::to_string(i) + " = load i32, " + p + " %p" + std::to_string(i) + ", align 4\n";
    text += "  %s0 = add i32 %v0, %v1\n";
    for (unsigned i = 2; i < count; ++i)
      text +=
          "  %s" + std::to_string(i - 1) + " = add i32 %s" + std::to_string(i - 2) + ", %v" + std::to_string(i) + "\n";
    return stepped("vectors",
                   text + "  store i32 %s" + std::to_string(count - 2) + ", ptr addrspace(5) %o\n  ret void\n}\n");
  };
  CHECK(has(loads(1, 3), "load <3 x i32>, ptr addrspace(1) %p0, align 4"));
  CHECK(has(loads(1, 4), "load <4 x i32>, ptr addrspace(1) %p0, align 4"));
  CHECK_FALSE(has(loads(3, 3), "<3 x i32>"));
  CHECK(has(loads(3, 4), "load <2 x i32>, ptr addrspace(3)"));
  CHECK_FALSE(has(loads(3, 4), "<4 x i32>"));
}

TEST_CASE("far: no jump tables, names by the target's own rule, variables to global memory") {
  const std::string tree = stepped("switches", R"(
define i32 @f(i32 %x) {
  switch i32 %x, label %d [i32 0, label %a
                           i32 1, label %b
                           i32 2, label %a
                           i32 3, label %b
                           i32 4, label %c
                           i32 5, label %a
                           i32 6, label %c
                           i32 7, label %b
                           i32 8, label %c]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
})");
  CHECK_FALSE(has(tree, "switch i32"));
  CHECK(has(stepped("names", "define void @\"a$b\"() {\n  ret void\n}\n"), "@a.b("));
  CHECK(has(stepped("globals", "@x = global i32 3\n"), "@x = addrspace(1) global i32 3"));
}

TEST_CASE("far: divisions wider than the target's become inline code") {
  const PrepareFacts facts = far_facts();
  for (const char* op : {"udiv", "urem", "sdiv", "srem"})
    for (const unsigned bits : {64U, 48U, 96U}) {
      const std::string type = "i" + std::to_string(bits);
      CAPTURE(op + type);
      Ir ir(facts, far_layout,
            "define " + type + " @f(" + type + " %a, " + type + " %b) {\n  %r = " + op + " " + type +
                " %a, %b\n  ret " + type + " %r\n}\n");
      const std::string out = ir.step("wide-division");
      CHECK_FALSE(has(out, std::string(op) + " " + type));
      std::mt19937_64 random(bits);
      for (unsigned round = 0; round < 60; ++round) {
        const auto number = [&] {
          const APInt x(128, {random(), random()});
          return x.trunc(bits).lshr(static_cast<unsigned>(random() % bits)) *
                 APInt(bits, random() % 4 == 0 ? -1ULL : 1ULL, true, true);
        };
        const APInt a = number();
        APInt b = number();
        if (b.isZero()) b = APInt(bits, 3);
        Memory memory{{}, {}};
        const APInt got = result(*ir.module->getFunction("f"), {a, b}, memory);
        const std::string_view name = op;
        CHECK(got == (name == "udiv"   ? a.udiv(b)
                      : name == "urem" ? a.urem(b)
                      : name == "sdiv" ? a.sdiv(b)
                                       : a.srem(b)));
      }
    }
  CHECK(has(stepped("wide-division", "define i256 @f(i256 %a, i256 %b) {\n  %r = udiv i256 %a, %b\n  ret i256 %r\n}\n"),
            "refused: division of 256-bit integers is not supported; at most 128"));
  CHECK(has(stepped("wide-division", "define i32 @f(i32 %a, i32 %b) {\n  %r = udiv i32 %a, %b\n  ret i32 %r\n}\n"),
            "udiv i32"));
}

TEST_CASE("far: registers of thread numbers have the ranges of the target and its kernels") {
  const std::string text = R"(
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %p
  ret void
}
define void @d(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %x, ptr addrspace(1) %p
  ret void
})";
  const std::string out = stepped("index-ranges", text);
  CHECK(has(out, "%x = call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()"));
  CHECK(has(out, "%y = call range(i32 0, 2) i32 @llvm.amdgcn.workitem.id.y()"));
  CHECK(has(out, "%x = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()"));
}

TEST_CASE("far: sums that extend to the width of a short pointer are looked at") {
  const std::string out = stepped("index-ranges", R"(
define void @f(ptr addrspace(3) %p, i16 %a) {
  %low = and i16 %a, 7
  %x = add i16 %low, 9
  %w = zext i16 %x to i32
  %q = getelementptr i8, ptr addrspace(3) %p, i32 %w
  store i8 0, ptr addrspace(3) %q
  ret void
})");
  CHECK(has(out, "add nuw nsw i16 %low, 9"));
}

TEST_CASE("far: pointers are followed into their spaces, and questions about them answered") {
  const std::string out = stepped("address-spaces", R"(
declare i1 @llvm.amdgcn.is.shared(ptr)
define i1 @f(ptr addrspace(3) %s) {
  %g = addrspacecast ptr addrspace(3) %s to ptr
  store i32 1, ptr %g
  %r = call i1 @llvm.amdgcn.is.shared(ptr %g)
  ret i1 %r
})");
  CHECK(has(out, "store i32 1, ptr addrspace(3) %s"));
  CHECK(has(out, "ret i1 true"));
}

TEST_CASE("far: rounding modes without instructions are refused, to nearest the plain operation will do") {
  const auto lowered = [](const char* mode) {
    return stepped(
        "intrinsics",
        std::string("declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)\n") +
            "define float @f(float %a, float %b) strictfp {\n  %r = call float "
            "@llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !\"round." +
            mode + "\", metadata !\"fpexcept.ignore\") strictfp\n  ret float %r\n}\n");
  };
  CHECK(has(lowered("tonearest"), "fadd float %a, %b"));
  CHECK(has(lowered("upward"),
            "refused: intrinsic llvm.experimental.constrained.fadd.f32 has no Far form in its rounding mode"));
  CHECK(
      has(lowered("tonearestaway"),
          "refused: intrinsic llvm.experimental.constrained.fadd.f32 asks for a rounding mode that Far does not have"));
}

TEST_CASE("far: math functions that are exact are ours, with and without a library") {
  const PrepareFacts facts = far_facts();
  Ir ir(facts, far_layout, R"(
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare float @llvm.sin.f32(float)
define double @f(double %x, double %y, float %z) {
  %r = frem double %x, %y
  %p = call { double, i32 } @llvm.frexp.f64.i32(double %r)
  %m = extractvalue { double, i32 } %p, 0
  %s = call float @llvm.sin.f32(float %z)
  %w = fpext float %s to double
  %d = fadd double %m, %w
  ret double %d
})");
  CHECK(has(ir.step("math"), "@__lathe_fmod_f64"));
  const std::string out = ir.step("inline");
  CHECK(ir.message() == "");
  CHECK_FALSE(has(out, "frem"));
  CHECK_FALSE(has(out, "= call double @__lathe"));
  CHECK(has(out, "call float @llvm.sin.f32"));  // no library: it stays
}

TEST_CASE("far: a library of the target is named, asked for and called by its own names") {
  static constexpr MathFunction functions[] = {
      {llvm::Intrinsic::sin, "sine"}, {llvm::Intrinsic::exp2, "exp2", MathForm::plain, NativeMath::approximate}};
  static constexpr MathLibrary library{functions, "far_",   "_f32",          "from-far",   "",
                                       "Far's ",  "libfar", "--libfar FILE", "--no-libfar"};
  PrepareFacts facts = far_facts();
  facts.library = &library;
  CHECK(fault_of(facts) == "");
  const char* text = R"(
declare float @llvm.sin.f32(float)
declare double @llvm.sin.f64(double)
declare float @llvm.exp2.f32(float)
define float @f(float %x, double %y) {
  %s = call float @llvm.sin.f32(float %x)
  %d = call double @llvm.sin.f64(double %y)
  %e = call afn float @llvm.exp2.f32(float %s)
  ret float %e
})";
  const auto run = [&](Ir& ir, std::string_view path, bool use) {
    StepContext context = ir.made();
    context.library = path;
    context.use_library = use;
    link_math(context);
    return ir.message();
  };
  Ir missing(facts, far_layout, text);
  CHECK(run(missing, "", true) ==
        "llvm.sin.f32 has no Far instruction and needs Far's libfar, which was not found; give it with --libfar FILE");
  Ir left(facts, far_layout, text);
  CHECK(run(left, "", false) ==
        "llvm.sin.f32 has no Far instruction and needs Far's libfar, which --no-libfar leaves out");
  Ir called(facts, far_layout, text);
  CHECK(has(run(called, "/nowhere/far.bc", true), "cannot read libfar: "));
  const std::string out = called.print();
  CHECK(has(out, "call float @far_sine_f32(float %x)"));
  CHECK(has(out, "call double @far_sine(double %y)"));
  CHECK(has(out, "call afn float @llvm.exp2.f32"));
}

TEST_CASE("far: all steps over a kernel, with LLVM's verifier after each") {
  const PrepareFacts facts = far_facts();
  Ir ir(facts, far_layout, R"(
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.memcpy.p5.p1.i64(ptr addrspace(5), ptr addrspace(1), i64, i1)
define amdgpu_kernel void @k(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) %out, i64 %n, i64 %d) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %a = alloca [4 x i32], align 4, addrspace(5)
  call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) align 4 %a, ptr addrspace(1) align 4 %in, i64 16, i1 false)
  %i = and i32 %x, 3
  %p = getelementptr [4 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  %v = load i32, ptr addrspace(5) %p, align 4
  %t = getelementptr [4 x i32], ptr @table, i64 0, i32 %i
  %w = load i32, ptr %t, align 4
  %s = add i32 %v, %w
  %q = udiv i64 %n, %d
  %k = trunc i64 %q to i32
  %b = trunc i32 %s to i8
  %z = atomicrmw add ptr addrspace(1) %out, i8 %b syncscope("agent") monotonic
  switch i32 %k, label %end [i32 1, label %one
                             i32 2, label %two]
one:
  store i32 %s, ptr addrspace(1) %out, align 4
  br label %end
two:
  store i32 %k, ptr addrspace(1) %out, align 4
  br label %end
end:
  ret void
})");
  const std::string out = ir.all();
  CHECK(ir.message() == "");
  CHECK(has(out, "@table = internal addrspace(1) constant"));
  CHECK_FALSE(has(out, "atomicrmw add ptr addrspace(1) %out, i8"));
  CHECK_FALSE(has(out, "switch i32"));
  CHECK_FALSE(has(out, "call void @llvm.memcpy"));
  CHECK_FALSE(has(out, "udiv i64"));
}
