// LLVM IR compiled for the toy GPU and run on its machine, against the host; and what is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "codegen/prepare/facts.hpp"
#include "examples/toy_gpu/compile.hpp"
#include "examples/toy_gpu/target.hpp"
#include "tests/unit/toy_gpu/run.hpp"

namespace {

using toy_test::Words;

const std::string layout =
    "target datalayout = "
    "\"e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64\"\n"
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";

struct Compiled {
  std::string text, errors;
};
Compiled compile(const std::string& ir) {
  toy_gpu::Program program;
  lathe::codegen::Diag diag;
  Compiled out;
  if (toy_gpu::compile(ir, "t.ll", program, diag)) out.text = toy_gpu::print(program);
  for (const auto& m : diag.messages()) out.errors += m.function + (m.function.empty() ? "" : ": ") + m.text + "\n";
  return out;
}

/// A kernel `k(in, out)` of IR on a block of 32 threads.
toy_test::Outcome run(const std::string& ir, const Words& in, std::size_t out = 32) {
  const Compiled made = compile(layout + ir);
  CHECK(made.errors == "");
  if (made.text.empty()) return {};
  INFO(made.text);
  toy_test::Outcome o = toy_test::run({.text = made.text, .in = in, .out = out});
  CHECK(o.fault == "");
  return o;
}

/// One value of a type for each thread, `in[i]` OP `in[i + 32]`.
std::string binary(const std::string& type, const std::string& operation) {
  return "define ptx_kernel void @k(ptr %in, ptr %out) {\n"
         "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  %j = add i32 %i, 32\n"
         "  %p = getelementptr " +
         type + ", ptr %in, i32 %i\n  %q = getelementptr " + type +
         ", ptr %in, i32 %j\n"
         "  %r = getelementptr " +
         type +
         ", ptr %out, i32 %i\n"
         "  %a = load " +
         type + ", ptr %p\n  %b = load " + type +
         ", ptr %q\n"
         "  %c = " +
         operation + " " + type + " %a, %b\n  store " + type + " %c, ptr %r\n  ret void\n}\n";
}

template <class T>
std::vector<T> values_of(const Words& words) {
  std::vector<T> out(words.size() * 4 / sizeof(T));
  std::memcpy(out.data(), words.data(), words.size() * 4);
  return out;
}
template <class T>
Words words_of(const std::vector<T>& values) {
  Words out(values.size() * sizeof(T) / 4);
  std::memcpy(out.data(), values.data(), out.size() * 4);
  return out;
}

}  // namespace

TEST_CASE("the facts hold together") {
  CHECK(fault_of(toy_gpu::target_facts()) == "");
  CHECK(fault_of(toy_gpu::prepare_facts()) == "");
  CHECK(lathe::codegen::machine::fault_of(toy_gpu::registers()) == "");
}

TEST_CASE("saxpy") {
  const auto o =
      run("define ptx_kernel void @k(ptr noalias %x, ptr noalias %y) {\n"
          "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
          "  %p = getelementptr float, ptr %x, i32 %i\n  %q = getelementptr float, ptr %y, i32 %i\n"
          "  %a = load float, ptr %p\n  %m = fmul float %a, 2.5\n  %s = fadd float %m, 1.0\n"
          "  store float %s, ptr %q\n  ret void\n}\n",
          words_of(std::vector<float>(32, 3.0F)));
  for (const float f : values_of<float>(o.out)) CHECK(f == 8.5F);
}

TEST_CASE("integers of 64 bits, by limbs and by the library") {
  std::vector<std::uint64_t> in;
  for (std::uint64_t i = 0; i < 64; ++i) in.push_back((i * 0x9E3779B97F4A7C15ULL >> (i % 40)) + (i >= 32 ? 3 : 0));
  const auto check = [&](const std::string& operation, auto&& f) {
    INFO(operation);
    const auto got = values_of<std::uint64_t>(run(binary("i64", operation), words_of(in), 64).out);
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == f(in[i], in[i + 32]));
  };
  using U = std::uint64_t;
  check("add", [](U a, U b) { return a + b; });
  check("sub", [](U a, U b) { return a - b; });
  check("mul", [](U a, U b) { return a * b; });
  check("udiv", [](U a, U b) { return a / b; });
  check("srem", [](U a, U b) { return static_cast<U>(static_cast<std::int64_t>(a) % static_cast<std::int64_t>(b)); });
}

TEST_CASE("floats that no register holds") {
  std::vector<double> in;
  for (int i = 0; i < 64; ++i) in.push_back(std::ldexp(1.0 + i * 0.37, i % 11 - 5) * (i % 3 == 0 ? -1 : 1));
  const auto check = [&](const std::string& operation, auto&& f) {
    INFO(operation);
    const auto got = values_of<double>(run(binary("double", operation), words_of(in), 64).out);
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == f(in[i], in[i + 32]));
  };
  check("fadd", [](double a, double b) { return a + b; });
  check("fmul", [](double a, double b) { return a * b; });
  check("fdiv", [](double a, double b) { return a / b; });
}

TEST_CASE("a call, a loop that lanes leave at different times, an array of the thread") {
  const auto o =
      run("define internal i64 @power(i64 %base, i32 %n) noinline {\nentry:\n  %none = icmp eq i32 %n, 0\n"
          "  br i1 %none, label %done, label %loop\nloop:\n"
          "  %i = phi i32 [ 0, %entry ], [ %more, %loop ]\n  %p = phi i64 [ 1, %entry ], [ %next, %loop ]\n"
          "  %next = mul i64 %p, %base\n  %more = add i32 %i, 1\n  %again = icmp ult i32 %more, %n\n"
          "  br i1 %again, label %loop, label %done\ndone:\n"
          "  %r = phi i64 [ 1, %entry ], [ %next, %loop ]\n  ret i64 %r\n}\n"
          "define ptx_kernel void @k(ptr %in, ptr %out) {\n  %a = alloca [32 x i64]\n"
          "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %p = call i64 @power(i64 3, i32 %i)\n"
          "  %s = getelementptr [32 x i64], ptr %a, i32 0, i32 %i\n  store volatile i64 %p, ptr %s\n"
          "  %v = load volatile i64, ptr %s\n  %q = getelementptr i64, ptr %out, i32 %i\n  store i64 %v, ptr %q\n"
          "  ret void\n}\n",
          {0}, 64);
  const auto got = values_of<std::uint64_t>(o.out);
  std::uint64_t power = 1;
  for (const std::uint64_t g : got) {
    CHECK(g == power);
    power *= 3;
  }
}

TEST_CASE("uniform values are in scalar registers") {
  const Compiled made = compile(layout +
                                "define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) {\n"
                                "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %d = mul i32 %n, 12\n"
                                "  %s = add i32 %d, %i\n  %q = getelementptr i32, ptr %out, i32 %i\n"
                                "  store i32 %s, ptr %q\n  ret void\n}\n");
  CHECK(made.errors == "");
  CHECK(toy_test::missing("mul s", made.text) == "");
}

TEST_CASE("tables of addresses, calls by pointer, structures by value") {
  const auto o = run(
      "%s = type { i8, double, i32 }\n"
      "@low = addrspace(4) constant [2 x i32] [i32 5, i32 6]\n"
      "@far = addrspace(1) global %s { i8 3, double 1.5, i32 -7 }\n"
      "@table = addrspace(1) constant [2 x ptr] [ptr addrspacecast (ptr addrspace(4) getelementptr ([2 x i32], ptr "
      "addrspace(4) @low, i32 0, i32 1) to ptr), ptr addrspacecast (ptr addrspace(1) @far to ptr)]\n"
      "@calls = addrspace(1) constant [2 x ptr] [ptr @twice, ptr @again]\n"
      "define internal i32 @twice(i32 %x) noinline {\n  %r = shl i32 %x, 1\n  ret i32 %r\n}\n"
      "define internal i32 @again(i32 %x) noinline {\n  %r = add i32 %x, 100\n  ret i32 %r\n}\n"
      "define internal %s @swap(ptr byval(%s) align 8 %p, i8 signext %k) noinline {\n"
      "  %b = load i8, ptr %p\n  %q = getelementptr %s, ptr %p, i32 0, i32 1\n  %d = load double, ptr %q\n"
      "  %w = fadd double %d, 0.25\n  %v = sext i8 %b to i32\n  %e = sext i8 %k to i32\n  %sum = add i32 %v, %e\n"
      "  %r0 = insertvalue %s undef, i8 %k, 0\n  %r1 = insertvalue %s %r0, double %w, 1\n"
      "  %r2 = insertvalue %s %r1, i32 %sum, 2\n  ret %s %r2\n}\n"
      "define ptx_kernel void @k(ptr %in, ptr %out) {\n"
      "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %h = and i32 %i, 1\n"
      "  %pc = getelementptr [2 x ptr], ptr addrspace(1) @calls, i32 0, i32 %h\n  %f = load ptr, ptr addrspace(1) %pc\n"
      "  %c = call i32 %f(i32 %i)\n  %p0 = load ptr, ptr addrspace(1) @table\n  %six = load i32, ptr %p0\n"
      "  %pt = getelementptr [2 x ptr], ptr addrspace(1) @table, i32 0, i32 1\n  %p1 = load ptr, ptr addrspace(1) %pt\n"
      "  %t = call %s @swap(ptr byval(%s) align 8 %p1, i8 signext -2)\n"
      "  %b = extractvalue %s %t, 0\n  %d = extractvalue %s %t, 1\n  %n = extractvalue %s %t, 2\n"
      "  %bw = sext i8 %b to i32\n  %dw = fptosi double %d to i32\n  %quarters = fmul double %d, 4.0\n"
      "  %qw = fptosi double %quarters to i32\n  %a = add i32 %c, %six\n"
      "  %o = getelementptr [4 x i32], ptr %out, i32 %i\n  store i32 %a, ptr %o\n"
      "  %o1 = getelementptr i32, ptr %o, i32 1\n  store i32 %bw, ptr %o1\n"
      "  %o2 = getelementptr i32, ptr %o, i32 2\n  store i32 %qw, ptr %o2\n"
      "  %o3 = getelementptr i32, ptr %o, i32 3\n  store i32 %n, ptr %o3\n  ret void\n}\n",
      {0}, 128);
  REQUIRE(o.out.size() == 128);
  for (std::uint32_t i = 0; i < 32; ++i) {
    CHECK(o.out[4 * i] == (i % 2 == 0 ? 2 * i : i + 100) + 6);
    CHECK(o.out[4 * i + 1] == 0xFFFFFFFE);
    CHECK(o.out[4 * i + 2] == 7);
    CHECK(o.out[4 * i + 3] == 1);
  }
}

TEST_CASE("initial values of lanes that are no bytes, and of computed distances") {
  const auto o =
      run("@bits = addrspace(1) constant <16 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 0, i1 1, i1 1, "
          "i1 0, i1 "
          "0, i1 0, i1 0, i1 0>\n"
          "@pair = addrspace(1) global [4 x i32] zeroinitializer\n"
          "@apart = addrspace(1) constant i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr ([4 x i32], ptr "
          "addrspace(1) "
          "@pair, i32 0, i32 3) to i64), i64 ptrtoint (ptr addrspace(1) @pair to i64))\n"
          "define ptx_kernel void @k(ptr %in, ptr %out) {\n"
          "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %b = load i16, ptr addrspace(1) @bits\n"
          "  %w = zext i16 %b to i32\n  %a = load i64, ptr addrspace(1) @apart\n  %n = trunc i64 %a to i32\n"
          "  %h = shl i32 %n, 16\n  %r = or i32 %h, %w\n"
          "  %o = getelementptr i32, ptr %out, i32 %i\n  store i32 %r, ptr %o\n  ret void\n}\n",
          {0});
  REQUIRE(o.out.size() == 32);
  for (const std::uint32_t word : o.out) CHECK(word == 0x000C068D);
}

TEST_CASE("three lanes travel together") {
  const std::string kernel =
      "define ptx_kernel void @k(ptr %in, ptr %out) {\n  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
      "  %p = getelementptr [3 x i32], ptr %in, i32 %i\n  %v = load <3 x i32>, ptr %p, align 4\n"
      "  %w = add <3 x i32> %v, <i32 1, i32 2, i32 3>\n  %q = getelementptr [3 x i32], ptr %out, i32 %i\n"
      "  store <3 x i32> %w, ptr %q, align 4\n  ret void\n}\n";
  const Compiled made = compile(layout + kernel);
  CHECK(toy_test::missing("ld.global.x3", made.text) == "");
  CHECK(toy_test::missing("st.global.x3", made.text) == "");
  Words in(96);
  for (std::uint32_t i = 0; i < 96; ++i) in[i] = i * 7;
  const auto o = run(kernel, in, 96);
  for (std::uint32_t i = 0; i < 96; ++i) CHECK(o.out[i] == i * 7 + i % 3 + 1);
}

TEST_CASE("what is refused, by name") {
  CHECK(compile("target datalayout = \"e-i64:64-n16:32:64\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n").errors ==
        "space 3: the data layout has pointers of another width; clang takes -Xclang -fcuda-short-ptr -mllvm "
        "-nvptx-short-ptr\n");
  CHECK(compile("define void @f( {").errors.find("expected") != std::string::npos);
  CHECK(
      compile(layout + "define void @f(i32 %n) {\n  call void asm sideeffect \"x\", \"\"()\n  ret void\n}\n").errors ==
      "f: the toy GPU has no inline assembly\n");
  CHECK(compile(layout + "declare i32 @vprintf(ptr, ptr)\ndefine i32 @f(ptr %p) {\n"
                         "  %r = call i32 @vprintf(ptr %p, ptr %p)\n  ret i32 %r\n}\n")
            .errors == "'vprintf' is called, and no function of this module\n");
  CHECK(compile(layout + "declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()\ndefine i64 @f() {\n"
                         "  %t = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()\n  ret i64 %t\n}\n")
            .errors == "f: intrinsic llvm.nvvm.read.ptx.sreg.globaltimer has no toy GPU form\n");
}
