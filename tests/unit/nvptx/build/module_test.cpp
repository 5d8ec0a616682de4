// The skeleton: variables with initial values, order, linkage, signatures, directives, aliases.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace build_test;

namespace {

std::string skeleton(std::string_view ir, std::string_view cpu = "sm_90", std::string_view mattr = "+ptx83") {
  const Built b = build(ir, cpu, mattr);
  for (const std::string& error : b.errors) FAIL_CHECK(error);
  return b.skeleton;
}
std::string first_error(std::string_view ir, std::string_view mattr = "+ptx83") {
  const Built b = build(ir, "sm_90", mattr);
  return b.errors.empty() ? "no error" : b.errors[0];
}
std::size_t place(const std::string& text, std::string_view part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) {
    const std::string missing = std::string(part) + " is missing from\n" + text;
    FAIL_CHECK(missing);
  }
  return at;
}

}  // namespace

TEST_CASE("version and target") {
  const std::string text = skeleton("define ptx_kernel void @k() { ret void }", "sm_90a", "+ptx84");
  CHECK(has(text, ".version 8.4"));
  CHECK(has(text, ".target sm_90a"));
  CHECK(has(text, ".address_size 64"));
}

TEST_CASE("initial values") {
  const std::string text = skeleton(R"(
@i = addrspace(1) global i32 -2
@d = addrspace(1) global double 1.5
@b = addrspace(1) global i1 true
@odd = addrspace(1) global i24 12345
@s = addrspace(1) global { i8, i32, [2 x i16] } { i8 1, i32 2, [2 x i16] [i16 3, i16 undef] }
@z = addrspace(1) global [100 x i32] zeroinitializer
@v = addrspace(1) global <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1>
@w = addrspace(1) global i128 -1
@c = addrspace(4) constant [3 x i16] [i16 1, i16 2, i16 3]
@p = addrspace(1) global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @s, i64 4) to ptr), ptr null]
@q = addrspace(1) global ptr addrspace(1) @i
@n = addrspace(1) global <{ i8, ptr addrspace(1) }> <{ i8 7, ptr addrspace(1) @i }>
@m = addrspace(1) global { ptr, i32, i32 } { ptr addrspacecast (ptr addrspace(1) @i to ptr), i32 1, i32 2 }
@diff = addrspace(1) global i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @s, i64 9) to i64), i64 ptrtoint (ptr addrspace(1) @s to i64))
)");
  CHECK(has(text, ".visible .global .align 4 .u32 i = 4294967294;"));
  CHECK(has(text, ".f64 d = 0d3FF8000000000000;"));
  CHECK(has(text, ".u8 b = 1;"));
  CHECK(has(text, ".u32 odd = 12345;"));
  CHECK(has(text, ".b8 s[12] = {1, 0, 0, 0, 2, 0, 0, 0, 3};"));
  CHECK(has(text, ".b8 z[400];"));
  CHECK(has(text, ".b8 v[1] = {141};"));
  CHECK(has(text, ".b8 w[16] = {255, 255"));
  CHECK(has(text, ".visible .const .align 2 .b8 c[6] = {1, 0, 2, 0, 3};"));
  CHECK(has(text, ".u64 p[2] = {generic(s)+4}"));
  CHECK(has(text, ".u64 q = i;"));
  CHECK(has(text, ".u8 n[9] = {7, 0xFF(i), 0xFF00(i)"));
  CHECK(has(text, ".u64 m[2] = {generic(i), 8589934593};"));
  CHECK(has(text, ".u64 diff = 9;"));
}

TEST_CASE("linkage") {
  const std::string text = skeleton(R"(
@a = addrspace(1) global i32 0
@b = internal addrspace(1) global i32 0
@c = weak addrspace(1) global i32 0
@d = linkonce_odr addrspace(1) global i32 0
@e = common addrspace(1) global i32 0
@f = external addrspace(1) global i32
@unused = external addrspace(1) global i32
@sh = internal addrspace(3) global [10 x float] undef, align 4
@dyn = external addrspace(3) global [0 x i8], align 16
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @a to ptr)], section "llvm.metadata"
define void @u() {
  store i32 1, ptr addrspace(1) @f
  store i8 1, ptr addrspace(3) @dyn
  ret void
})");
  CHECK(has(text, ".visible .global .align 4 .u32 a;"));
  CHECK(has(text, "\n.global .align 4 .u32 b;"));
  CHECK(has(text, ".weak .global .align 4 .u32 c;"));
  CHECK(has(text, ".weak .global .align 4 .u32 d;"));
  CHECK(has(text, ".common .global .align 4 .u32 e;"));
  CHECK(has(text, ".extern .global .align 4 .u32 f;"));
  CHECK(has(text, "\n.shared .align 4 .b8 sh[40];"));
  CHECK(has(text, ".extern .shared .align 16 .b8 dyn[];"));
  CHECK(!has(text, "unused"));
  CHECK(!has(text, "llvm"));
}

TEST_CASE("order: variables after those they name, functions declared before they are named") {
  const std::string text = skeleton(R"(
@first = addrspace(1) global ptr addrspace(1) @second
@second = addrspace(1) global ptr @late
@table = addrspace(1) global [1 x ptr] [ptr @late]
define void @early() {
  call void @late()
  ret void
}
define void @late() {
  call void @late()
  ret void
}
define void @alone() { ret void }
)");
  CHECK(place(text, ".u64 second = late") < place(text, ".u64 first = second"));
  CHECK(place(text, ".visible .func late") < place(text, ".u64 second"));
  CHECK(count(text, ".func late") == 2);
  CHECK(count(text, ".func alone") == 1);
  CHECK(count(text, ".func early") == 1);
}

TEST_CASE("what PTX cannot say in variables is refused by name") {
  CHECK(has(first_error("@a = addrspace(1) global ptr addrspace(1) @b\n@b = addrspace(1) global ptr addrspace(1) @a"),
            "form a cycle through 'a'"));
  CHECK(has(first_error("@a = addrspace(1) global ptr addrspace(1) @a"), "form a cycle through 'a'"));
  CHECK(has(first_error("@a = addrspace(3) global i32 5"), "shared variable 'a' has an initial value"));
  CHECK(has(first_error("@a = addrspace(5) global i32 5"), "'a' is in address space 5"));
  CHECK(has(first_error("@a = thread_local addrspace(1) global i32 5"), "thread-local variable 'a'"));
  CHECK(has(first_error("@s = addrspace(3) global i32 undef\n@a = addrspace(1) global ptr addrspace(3) @s"),
            "names 's', which is in neither"));
  CHECK(has(first_error("@a = addrspace(1) global i64 ptrtoint (ptr blockaddress(@f, %x) to i64)\ndefine void @f() {\n "
                        "br label %x\nx:\n ret void }"),
            "in the initial value of 'a'"));
}

TEST_CASE("signatures: the device ABI") {
  const std::string text = skeleton(R"(
define i8 @f(i1 %a, i24 %b, i33 %c, half %d, bfloat %e, i128 %g, { i8, i64 } %h, <3 x float> %i, ptr byval(i32) align 8 %j, double %k) { ret i8 0 }
define { i8, float } @r() { ret { i8, float } zeroinitializer }
define void @n() noreturn { unreachable }
)");
  CHECK(has(text, ".visible .func (.param .b32 func_retval0) f("));
  CHECK(has(text, ".param .b32 f_param_0,"));
  CHECK(has(text, ".param .b32 f_param_1,"));
  CHECK(has(text, ".param .b64 f_param_2,"));
  CHECK(has(text, ".param .align 2 .b8 f_param_3[2],"));
  CHECK(has(text, ".param .align 2 .b8 f_param_4[2],"));
  CHECK(has(text, ".param .align 16 .b8 f_param_5[16],"));
  CHECK(has(text, ".param .align 8 .b8 f_param_6[16],"));
  CHECK(has(text, ".param .align 16 .b8 f_param_7[16],"));
  CHECK(has(text, ".param .align 8 .b8 f_param_8[4],"));
  CHECK(has(text, ".param .b64 f_param_9\n"));
  CHECK(has(text, "(.param .align 4 .b8 func_retval0[8]) r"));
  CHECK(has(text, ".noreturn"));
}

TEST_CASE("signatures: kernels and their bounds") {
  const std::string text = skeleton(R"(
define ptx_kernel void @k(i1 %a, i16 %b, i24 %c, float %d, ptr %e, ptr addrspace(1) align 16 %f, <4 x float> %g, ptr byval([3 x i32]) align 4 %h)
  "nvvm.maxntid"="128,2" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" "nvvm.cluster_dim"="2,1,1" "nvvm.maxclusterrank"="8" { ret void }
)");
  CHECK(has(text, ".visible .entry k("));
  CHECK(has(text, ".param .u8 k_param_0,"));
  CHECK(has(text, ".param .u16 k_param_1,"));
  CHECK(has(text, ".param .u32 k_param_2,"));
  CHECK(has(text, ".param .f32 k_param_3,"));
  CHECK(has(text, ".param .u64 .ptr .align 1 k_param_4,"));
  CHECK(has(text, ".param .u64 .ptr .global .align 16 k_param_5,"));
  CHECK(has(text, ".param .align 16 .b8 k_param_6[16],"));
  CHECK(has(text, ".param .align 4 .b8 k_param_7[12]"));
  for (const char* directive : {".maxntid 128, 2", ".minnctapersm 2", ".maxnreg 64", ".explicitcluster",
                                ".reqnctapercluster 2, 1, 1", ".maxclusterrank 8"})
    CHECK(has(text, directive));
  CHECK(!has(skeleton("define ptx_kernel void @k() \"nvvm.cluster_dim\"=\"2\" { ret void }", "sm_80", "+ptx83"),
             "cluster"));
  CHECK(first_error("define ptx_kernel i32 @k() { ret i32 1 }") == "k: a kernel cannot return a value");
}

TEST_CASE("aliases") {
  const std::string text = skeleton(
      "@b = alias void (), ptr @a\ndefine void @a() { ret void }\ndefine void @c() {\n call void @b()\n ret void }");
  CHECK(has(text, ".alias b, a;"));
  CHECK(place(text, ".visible .func b") < place(text, ".visible .func c"));
  CHECK(place(text, ".func a()\n{") < place(text, ".alias b, a;"));
  CHECK(has(first_error("@v = addrspace(1) global i32 0\n@b = alias i32, ptr addrspace(1) @v"),
            "alias 'b' does not name a device function"));
  CHECK(has(first_error("@b = alias void (), ptr @a\ndefine weak void @a() { ret void }"),
            "names the weak function 'a'"));
}

TEST_CASE("opaque variables, managed memory, module assembly") {
  const std::string text = skeleton(R"(module asm ".weak .global .b32 raw;"
@tex = addrspace(1) global i64 0
@sur = addrspace(1) global i64 0
@sam = addrspace(1) global i64 24
@man = addrspace(1) global i32 0
!nvvm.annotations = !{!1, !2, !3, !4}
!1 = !{ptr addrspace(1) @tex, !"texture", i32 1}
!2 = !{ptr addrspace(1) @sur, !"surface", i32 1}
!3 = !{ptr addrspace(1) @sam, !"sampler", i32 1}
!4 = !{ptr addrspace(1) @man, !"managed", i32 1}
)");
  CHECK(has(text, ".texref tex;"));
  CHECK(has(text, ".surfref sur;"));
  CHECK(has(text,
            ".samplerref sam = { addr_mode_0 = wrap, addr_mode_1 = wrap, addr_mode_2 = wrap, filter_mode = linear }"));
  CHECK(has(text, ".attribute(.managed)"));
  CHECK(has(text, ".weak .global .b32 raw;"));
}

TEST_CASE("managed variables need sm_30 and PTX 4.0") {
  const std::string ir =
      "@man = addrspace(1) global i32 0\n!nvvm.annotations = !{!0}\n"
      "!0 = !{ptr addrspace(1) @man, !\"managed\", i32 1}\n";
  const auto errors = [&](std::string_view cpu, std::string_view mattr) { return build(ir, cpu, mattr).errors; };
  REQUIRE(errors("sm_20", "").size() == 1);
  CHECK(
      has(errors("sm_20", "")[0], "managed variable 'man' needs sm_30 and PTX 4.0 (the target is sm_20 with PTX 3.2)"));
  CHECK(errors("sm_30", "").size() == 1);
  CHECK(errors("sm_20", "+ptx40").size() == 1);
  CHECK(errors("sm_30", "+ptx40").empty());
}

TEST_CASE("kernel parameters that are surfaces, textures and samplers are used by name") {
  const std::string kernel = R"(
declare { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64, i64, i32)
define ptx_kernel void @k(i64 %t, i64 %s, ptr %p) {
  %v = call { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64 %t, i64 %s, i32 7)
  %x = extractvalue { float, float, float, float } %v, 0
  store float %x, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"rdoimage", i32 0}
!1 = !{ptr @k, !"sampler", i32 1}
)";
  const Built b = build(kernel);
  for (const std::string& error : b.errors) FAIL_CHECK(error);
  CHECK(has(b.skeleton, ", texmode_independent"));
  CHECK(has(b.skeleton, ".param .texref k_param_0"));
  CHECK(has(b.dag(), "k_param_0"));
  CHECK(has(b.dag(), "k_param_1"));
  CHECK_FALSE(has(skeleton("define ptx_kernel void @k() { ret void }"), "texmode"));
}

TEST_CASE("line tables") {
  const Built b = build(R"(define void @f(ptr %p) !dbg !4 {
    store i32 1, ptr %p, !dbg !7
    ret void, !dbg !8
  }
  !llvm.dbg.cu = !{!0}
  !llvm.module.flags = !{!2}
  !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
  !1 = !DIFile(filename: "a.cu", directory: "/src")
  !2 = !{i32 2, !"Debug Info Version", i32 3}
  !4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
  !5 = !DISubroutineType(types: !6)
  !6 = !{}
  !7 = !DILocation(line: 12, column: 3, scope: !4)
  !8 = !DILocation(line: 13, column: 1, scope: !4))");
  CHECK(b.errors.empty());
  CHECK(has(b.skeleton, ".file\t1 \"/src/a.cu\""));
  CHECK(has(b.dag(), "loc=3"));  // 1 is the line of the function
  CHECK(has(b.dag(), "loc=2"));
}
