// DAG texts from outside: what no rule must ever see is refused before rules look, whatever is wrong with it.
#include <doctest/doctest.h>

#include "fuzz/combiner_text_body.hpp"

using namespace lathe::nvptx;

namespace {

// One block of many kinds of operations.
constexpr std::string_view sample = R"(frame 16 align 8
ret_info result(4 align 4, 0 i32)
call_info "foo" param(4 align 4, 0 i32) param(16 align 8 array, 0 i8 zext, 8 f64) result(4 align 4, 0 f32) convergent
%0 = entry chain
%1 = constant i32 -7
%2 = constant i1 1
%3 = copy_from_reg i64 aux=3
%4 = wide_constant i128 0x00000000000000010000000000000002
%5 = constant_fp f32 0x3f800000
%6 = global_address i64 @"table" imm=8
%7 = frame_index i64 imm=4
%8 = copy_from_reg i32 aux=12
%9 = add i32 %1, %8 nuw nsw
%10 = setcc i1 %9, %8 slt
%11 = setcc i1 %5, %5 ult_f nnan ninf
%12 = select i32 %10, %9, %8
%13 = build_vector v2i32 %12, %9
%14 = shuffle v2i32 %13, %13 mask(1, -1)
%15 = load i32, chain %0, %6 mem(i8 align 1 global zext invariant)
%16 = load_vec f32, f32, chain %15:1, %7 mem(f32 x2 align 8 local)
%17 = atomic_rmw i32, chain %16:2, %6, %9 mem(i32 align 4 shared acq_rel scope=cta) umax
%18 = atomic_cmpxchg i32, chain %17:1, %6, %9, %8 mem(i32 align 4 generic seq_cst fail=acquire scope=gpu volatile)
%19 = reduce i32 %14 add
%20 = trunc i8 %19
%21 = constant_fp f64 0x3ff0000000000000
%22 = call f32, chain %18:1, %1, %20, %21
%23 = shl i32 %19, %15
%24 = and i32 %23, %1
%25 = zext i64 %24
%26 = mul i64 %25, %3
%27 = srl i64 %26, %25
%28 = trunc i32 %27
%29 = mul_wide_u i64 %28, %1
%30 = trunc i32 %29
%31 = sext i128 %30
%32 = add i128 %31, %4
%33 = extract_limb i32 %32 imm=3
%34 = sext_inreg i32 %33 imm=8
%35 = extract_element i32 %14, %1
%36 = concat_vectors v4i32 %13, %14
%37 = extract_subvector v2i32 %36 imm=2
%38 = bitcast i64 %37
%39 = store chain %22:1, %38, %6 mem(i64 align 8 global)
%40 = fadd f32 %22, %16 contract
%41 = fma f32 %40, %5, %16:1
%42 = fp_to_si i32 %41
%43 = uadd_o i32, i1 %42, %34
%44 = select i32 %43:1, %43, %35
%45 = prmt i32 %44, %30, %1
%46 = bfe_u i32 %45, %1, %8
%47 = sdiv i32 %46, %1
%48 = store_vec chain %39, %7, %47, %46 mem(i32 x2 align 8 local)
%49 = token_factor chain %48, %0
%50 = ret chain %49, %47
root %50
)";

}  // namespace

TEST_CASE("a well shaped block has no fault, before and after") {
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(sample, dag, error), error);
  std::vector<std::string> faults;
  check_shapes(dag, faults);
  CHECK_MESSAGE(faults.empty(), faults[0]);
  CHECK(test::check_combiner_text(std::string(1, 0) + std::string(sample)) == "");
}

TEST_CASE("each kind of breach is told with its node") {
  const auto fault_of = [](std::string_view was, std::string_view now) {
    std::string text(sample), error;
    const std::size_t at = text.find(was);
    REQUIRE(at != std::string::npos);
    text.replace(at, was.size(), now);
    Dag dag;
    REQUIRE_MESSAGE(parse(text, dag, error), error);
    std::vector<std::string> faults;
    check_shapes(dag, faults);
    return faults.empty() ? std::string("none") : faults[0];
  };
  CHECK(fault_of("add i32 %1, %8 nuw", "add i32 %1 nuw").find("add i32: operands or results are not those") !=
        std::string::npos);
  CHECK(fault_of("bitcast i64 %37", "bitcast i32 %37").find("the widths differ") != std::string::npos);
  CHECK(fault_of("trunc i8 %19", "trunc i64 %19").find("the result is not narrower") != std::string::npos);
  CHECK(fault_of("zext i64 %24", "zext i16 %24").find("the result is not wider") != std::string::npos);
  CHECK(fault_of("extract_limb i32 %32 imm=3", "extract_limb i32 %32 imm=4").find("there is no such limb") !=
        std::string::npos);
  CHECK(fault_of("extract_subvector v2i32 %36 imm=2", "extract_subvector v2i32 %36 imm=18446744073709551615")
            .find("lanes of a vector") != std::string::npos);
  CHECK(fault_of("f32 x2 align 8", "f32 x3 align 8").find("another number of elements") != std::string::npos);
  CHECK(fault_of("f32 x2 align 8", "f32 x2 align 6").find("no power of two") != std::string::npos);
  CHECK(fault_of("mask(1, -1)", "mask(1, 4)").find("a lane is not there") != std::string::npos);
  CHECK(fault_of("%9, %8 slt", "%9, %8 oeq").find("the condition is of another kind") != std::string::npos);
  CHECK(fault_of("call f32, chain %18:1, %1, %20, %21", "call f32, chain %18:1, %1, %20").find("number of pieces") !=
        std::string::npos);
  CHECK(fault_of("imm=8\n%35", "imm=33\n%35").find("imm= is no width") != std::string::npos);
  CHECK(fault_of("frame 16 align 8\n", "").find("no such frame object") != std::string::npos);
}

TEST_CASE("spoiled texts are refused or combined, and nothing falls over") {
  std::mt19937 random(7);
  int combined = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string bytes = static_cast<char>(round % 4 == 0 ? random() % 3 : 0) + test::spoiled(sample, random);
    const std::string wrong = test::check_combiner_text(bytes, &combined);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
  CHECK(combined > 400);  // or the test is about the reader only
}
