// Arithmetic, casts, comparisons, addresses, aggregates, vectors, control flow and phis: IR in, operations out.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace build_test;

namespace {

void clean(const Built& built) {
  CHECK(built.parsed);
  for (const std::string& error : built.errors) FAIL_CHECK(error);
  for (const std::string& fault : built.faults) FAIL_CHECK(fault);
}

/// The one line of the DAG that has this text, without its number.
std::string line_with(const std::string& dag, std::string_view part) {
  const std::size_t at = dag.find(part);
  if (at == std::string::npos) return "nothing has '" + std::string(part) + "' in\n" + dag;
  const std::size_t begin = dag.rfind('\n', at) + 1;
  return dag.substr(begin, dag.find('\n', at) - begin);
}

}  // namespace

TEST_CASE("integer arithmetic keeps its flags") {
  const Built b = build(R"(define i32 @f(i32 %a, i32 %b) {
    %1 = add nuw nsw i32 %a, %b
    %2 = sub i32 %1, %b
    %3 = mul nsw i32 %2, %b
    %4 = udiv exact i32 %3, %b
    %5 = shl nuw i32 %4, %b
    %6 = lshr exact i32 %5, %b
    %7 = ashr i32 %6, %b
    %8 = or disjoint i32 %7, %b
    %9 = xor i32 %8, %a
    %10 = srem i32 %9, %b
    ret i32 %10
  })");
  clean(b);
  CHECK(has(line_with(b.dag(), "= add i32"), "nuw nsw"));
  CHECK(!has(line_with(b.dag(), "= sub i32"), "nsw"));
  CHECK(has(line_with(b.dag(), "= mul i32"), "nsw"));
  CHECK(has(line_with(b.dag(), "= udiv i32"), "exact"));
  CHECK(has(line_with(b.dag(), "= shl i32"), "nuw"));
  CHECK(has(line_with(b.dag(), "= srl i32"), "exact"));
  CHECK(has(line_with(b.dag(), "= or i32"), "disjoint"));
  for (const char* op : {"= sra i32", "= xor i32", "= srem i32"}) CHECK(has(b.dag(), op));
}

TEST_CASE("floats keep fast-math flags") {
  const Built b = build(R"(define float @f(float %a, half %h, <2 x half> %v) {
    %1 = fadd fast float %a, 1.5
    %2 = fmul contract float %1, %a
    %3 = fdiv nnan arcp float %2, %a
    %4 = fneg nsz float %3
    %5 = fpext half %h to float
    %6 = frem float %4, %5
    %7 = fadd <2 x half> %v, %v
    %8 = extractelement <2 x half> %7, i32 1
    %9 = fpext half %8 to float
    %10 = fsub afn float %6, %9
    ret float %10
  })");
  clean(b);
  const std::string sum = line_with(b.dag(), "= fadd f32");
  for (const char* flag : {"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"}) CHECK(has(sum, flag));
  CHECK(has(line_with(b.dag(), "= fmul f32"), "contract"));
  CHECK(has(line_with(b.dag(), "= fdiv f32"), "nnan"));
  CHECK(has(line_with(b.dag(), "= fdiv f32"), "arcp"));
  CHECK(has(line_with(b.dag(), "= fneg f32"), "nsz"));
  CHECK(has(b.dag(), "constant_fp f32 0x3fc00000"));
  CHECK(has(b.dag(), "fadd v2f16"));
  CHECK(count(b.dag(), "= fp_ext f32") == 2);
}

TEST_CASE("casts") {
  const Built b = build(R"(define i64 @f(i8 %a, float %x, ptr %p, i64 %w) {
    %1 = zext nneg i8 %a to i64
    %2 = sext i8 %a to i64
    %3 = trunc nuw i64 %w to i16
    %4 = fptoui float %x to i64
    %5 = sitofp i64 %w to double
    %6 = bitcast double %5 to i64
    %7 = ptrtoint ptr %p to i64
    %8 = inttoptr i32 7 to ptr
    %9 = ptrtoint ptr %8 to i32
    %10 = add i64 %1, %2
    %11 = zext i16 %3 to i64
    %12 = add i64 %10, %11
    %13 = add i64 %12, %4
    %14 = add i64 %13, %6
    %15 = add i64 %14, %7
    %16 = zext i32 %9 to i64
    %17 = add i64 %15, %16
    ret i64 %17
  })");
  clean(b);
  CHECK(has(line_with(b.dag(), "= zext i64"), "nneg"));
  CHECK(has(line_with(b.dag(), "= trunc i16"), "nuw"));
  for (const char* op : {"= sext i64", "= fp_to_ui i64", "= si_to_fp f64", "= bitcast i64"}) CHECK(has(b.dag(), op));
}

TEST_CASE("comparisons and select, of pointers, vectors and aggregates too") {
  const Built b = build(R"(define {i32, ptr} @f(ptr %p, ptr %q, float %x, <4 x i32> %v, {i32, ptr} %s) {
    %1 = icmp ult ptr %p, %q
    %2 = fcmp nnan ult float %x, 0.0
    %3 = icmp sgt <4 x i32> %v, zeroinitializer
    %4 = select <4 x i1> %3, <4 x i32> %v, <4 x i32> zeroinitializer
    %5 = extractelement <4 x i32> %4, i32 2
    %6 = insertvalue {i32, ptr} %s, i32 %5, 0
    %7 = and i1 %1, %2
    %8 = select i1 %7, {i32, ptr} %6, {i32, ptr} %s
    ret {i32, ptr} %8
  })");
  clean(b);
  CHECK(has(line_with(b.dag(), "ult_f"), "nnan"));
  CHECK(count(b.dag(), " ult order") == 1);
  CHECK(has(b.dag(), "= setcc v4i1"));
  CHECK(has(b.dag(), "= select v4i32"));
  CHECK(has(b.dag(), "= select i32"));
  CHECK(has(b.dag(), "= select i64"));
}

TEST_CASE("getelementptr: strides by shift or product, one constant at the end") {
  const Built b = build(R"(%t = type { i8, [5 x i32], i64 }
  define ptr @f(ptr %p, i32 %i, i64 %j) {
    %1 = getelementptr inbounds %t, ptr %p, i32 %i, i32 1, i64 %j
    %2 = getelementptr i8, ptr %1, i64 16
    ret ptr %2
  })");
  clean(b);
  CHECK(has(b.dag(), "= constant i64 5 "));  // 32 bytes each
  CHECK(has(line_with(b.dag(), "= shl i64"), "nsw"));
  CHECK(count(b.dag(), "= constant i64 4 ") == 1);  // offset of the array
  CHECK(has(b.dag(), "= sext i64"));
}

TEST_CASE("a vector of pointers") {
  const Built b = build(R"(define <2 x ptr> @f(ptr %p, <2 x i32> %i) {
    %1 = getelementptr float, ptr %p, <2 x i32> %i
    ret <2 x ptr> %1
  })");
  clean(b);
  CHECK(has(b.dag(), "= build_vector v2i64"));
  CHECK(has(b.dag(), "= sext v2i64"));
  CHECK(has(b.dag(), "= add v2i64"));
}

TEST_CASE("vectors: lanes, shuffles of equal and of other lengths, poison for lanes that are not there") {
  const Built b = build(R"(define <4 x i32> @f(<4 x i32> %v, i32 %i) {
    %1 = insertelement <4 x i32> %v, i32 9, i32 %i
    %2 = shufflevector <4 x i32> %1, <4 x i32> %v, <4 x i32> <i32 0, i32 5, i32 poison, i32 3>
    %3 = shufflevector <4 x i32> %2, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
    %4 = extractelement <2 x i32> %3, i32 7
    %5 = insertelement <4 x i32> %2, i32 %4, i32 0
    ret <4 x i32> %5
  })");
  clean(b);
  CHECK(has(line_with(b.dag(), "= shuffle v4i32"), "mask(0, 5, -1, 3)"));
  CHECK(has(b.dag(), "= undef i32"));
  CHECK(has(b.dag(), "= insert_element v4i32"));
}

TEST_CASE("phis: one instruction per legal part, constants in registers of their own") {
  const Built b = build(R"(define i128 @f(i1 %c, i128 %w, i8 %x) {
  entry:
    br i1 %c, label %left, label %join
  left:
    %l = add i128 %w, 1
    br label %join
  join:
    %p = phi i128 [ %l, %left ], [ 5, %entry ]
    %q = phi i8 [ %x, %left ], [ 5, %entry ]
    %e = zext i8 %q to i128
    %s = add i128 %p, %e
    ret i128 %s
  })");
  clean(b);
  const std::string& text = b.functions.at("f");
  CHECK(count(text, "phi.b64") == 2);
  CHECK(count(text, "phi.b32") == 1);
  // The entry block copies two constants, and the two arguments that the left block wants.
  CHECK(count(b.dag(0), "= copy_to_reg") == 4);
  CHECK(has(b.dag(0), "= br_cond"));
  CHECK(count(b.dag(2), "= copy_from_reg i128") == 1);
  CHECK(count(b.dag(2), "= copy_from_reg i8") == 1);
}

TEST_CASE("a switch is a table; one predecessor counts once in phis") {
  const Built b = build(R"(define i32 @f(i32 %i) {
  entry:
    switch i32 %i, label %never [ i32 0, label %a
                                  i32 2, label %a
                                  i32 1, label %b ]
  a:
    %p = phi i32 [ 7, %entry ], [ 7, %entry ]
    ret i32 %p
  b:
    ret i32 1
  never:
    unreachable
  })");
  clean(b);
  CHECK(has(b.dag(0), "= br_table"));
  CHECK(has(b.dag(0), "jump_table blocks(1, 2, 1)"));
  CHECK(count(b.functions.at("f"), "phi.b32") == 1);
  CHECK(count(line_with(b.functions.at("f"), "phi.b32"), "{") == 1);
  CHECK(has(b.dag(3), "= exit"));
}

TEST_CASE("both targets of a branch the same") {
  const Built b = build("define void @f(i1 %c) {\n br i1 %c, label %x, label %x\nx:\n ret void }");
  clean(b);
  CHECK(has(b.dag(0), "= br chain"));
}

TEST_CASE(
    "local variables: the largest alignment first; arrays and taken addresses in front of the rest on a protected "
    "stack") {
  const std::string body = R"( {
    %a = alloca i8
    %b = alloca i64
    %c = alloca i32
    %d = alloca [3 x i8]
    %e = alloca i64
    store volatile i8 1, ptr %a
    store volatile i64 2, ptr %b
    store volatile i32 3, ptr %c
    store volatile i8 4, ptr %d
    call void @taken(ptr %e)
    ret void
  }
  )";
  const Built b = build("declare void @taken(ptr)\ndefine void @f()" + body);
  const Built g = build("declare void @taken(ptr)\ndefine void @g() ssp" + body);
  clean(b);
  clean(g);
  // One behind the other, with nothing between them; and with three bytes lost behind the array.
  CHECK(has(b.functions.at("f"), ".local .align 8 .b8 __local_depot[24]"));
  CHECK(has(b.dag(0), "frame 8 align 8\nframe 8 align 8\nframe 4 align 4\nframe 1 align 1\nframe 3 align 1\n"));
  CHECK(has(g.functions.at("g"), ".local .align 8 .b8 __local_depot[29]"));
  CHECK(has(g.dag(0), "frame 3 align 1\nframe 8 align 8\nframe 8 align 8\nframe 4 align 4\nframe 1 align 1\n"));
}

TEST_CASE("addresses of local variables are made anew in each block, never copied through registers") {
  const Built b = build(R"(define i32 @f(i1 %c) {
  entry:
    %a = alloca [4 x i32]
    %l = addrspacecast ptr %a to ptr addrspace(5)
    %e = getelementptr i32, ptr addrspace(5) %l, i32 2
    br i1 %c, label %x, label %y
  x:
    store i32 1, ptr addrspace(5) %e
    br label %y
  y:
    %v = load i32, ptr addrspace(5) %e
    ret i32 %v
  })");
  clean(b);
  CHECK(!has(b.dag(0), "copy_to_reg"));
  CHECK(has(b.dag(1), "= frame_index i64 imm=8"));
  CHECK(has(b.dag(2), "= frame_index i64 imm=8"));
  CHECK(has(b.functions.at("f"), ".local .align 4 .b8 __local_depot[16]"));
}

TEST_CASE("types PTX cannot hold are refused by name, with the function") {
  for (const char* type : {"x86_fp80", "fp128", "ppc_fp128", "<vscale x 4 x i32>"}) {
    const Built b = build(std::string("define void @bad(ptr %p, ptr %q) {\n %v = load ") + type + ", ptr %p\n store " +
                          type + " %v, ptr %q\n ret void }");
    REQUIRE(b.errors.size() >= 1);
    CHECK(b.errors[0] == std::string("bad: type ") + type + " has no PTX form");
  }
  for (const char* type : {"i65536", "<8192 x i8>"}) {
    const Built wide =
        build(std::string("define void @bad(ptr %p) {\n store ") + type + " zeroinitializer, ptr %p\n ret void }");
    REQUIRE(wide.errors.size() >= 1);
    CHECK(has(wide.errors[0], std::string("type ") + type + " has no PTX form"));
  }
}

TEST_CASE("types are taken as wide as a value type can say") {
  for (const char* type : {"i65535", "<8191 x i8>", "<2048 x float>"})
    clean(build(std::string("define void @good(ptr %p) {\n %v = load ") + type + ", ptr %p\n store " + type +
                " %v, ptr %p\n ret void }"));
}

TEST_CASE("instructions and terminators without a PTX form are refused by name") {
  const Built b = build("define void @f(ptr %p) {\n indirectbr ptr %p, [label %x]\nx:\n ret void }");
  REQUIRE(b.errors.size() == 1);
  CHECK(b.errors[0] == "f: terminator 'indirectbr' has no PTX form");
}
