// mov on the executor: registers of every type, constants, packing and unpacking, vectors, addresses.
#include <doctest/doctest.h>

#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx::test;

namespace {

using u64 = std::uint64_t;

u64 ones(unsigned bits) { return bits == 64 ? ~u64{0} : (u64{1} << bits) - 1; }
std::string number(unsigned n) { return std::to_string(n); }

// "{$0, $1}" of so many placeholders.
std::string tuple(const std::string& prefix, unsigned count) {
  std::string out;
  for (unsigned i = 0; i < count; ++i) out += (i == 0 ? "{" : ", ") + prefix + number(i);
  return out + "}";
}
std::vector<OpInput> columns(unsigned bits, unsigned count) {
  std::vector<OpInput> out(count, OpInput{"b" + number(bits), edges(bits)});
  return cross(std::move(out), 1000);
}

}  // namespace

TEST_CASE("registers of every type") {
  for (const std::string type : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"})
    CHECK(check_op({"mov." + type, {type}, {{type, edges(type)}}}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.pred", {"pred"}, {{"pred", {0, 1, 1, 0, 1, 0, 0}}}}, [](const Row& r) -> Row { return r; }) ==
        "");
  CHECK(check_op({"mov.pred $d0, !$0;", {"pred"}, {{"pred", {0, 1, 1, 0, 1, 0, 0}}}},
                 [](const Row& r) -> Row { return {1 - r[0]}; }) == "");
  OpInput wide{"b128", {}};
  Random random{3};
  for (unsigned i = 0; i < 200; ++i) wide.values.push_back(random());
  CHECK(check_op({"mov.b128", {"b128"}, {wide}}, [](const Row& r) -> Row { return r; }) == "");
  // Types of one width go into each other.
  CHECK(check_op({"mov.b32", {"f32"}, {{"s32", edges(32)}}}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.f64", {"b64"}, {{"f64", edges(64)}}}, [](const Row& r) -> Row { return r; }) == "");
}

TEST_CASE("constants") {
  const auto gives = [](const std::string& code, const std::string& type, u64 value) {
    CHECK(check_op({code, {type}, {}}, [value](const Row&) -> Row { return {value}; }) == "");
  };
  gives("mov.u16 $d0, 65535;", "u16", 0xffff);
  gives("mov.s16 $d0, -3;", "s16", 0xfffd);
  gives("mov.b32 $d0, 0x12345678;", "b32", 0x12345678);
  gives("mov.s32 $d0, -1;", "s32", 0xffffffff);
  gives("mov.u64 $d0, 0xfedcba9876543210;", "u64", 0xfedcba9876543210);
  gives("mov.s64 $d0, -2;", "s64", ~u64{1});
  gives("mov.f32 $d0, 0f40490FDB;", "f32", 0x40490fdb);
  gives("mov.f32 $d0, 0.5;", "f32", 0x3f000000);
  gives("mov.f32 $d0, 0d3FF8000000000000;", "f32", 0x3fc00000);
  gives("mov.f64 $d0, 0d400921FB54442D18;", "f64", 0x400921fb54442d18);
  gives("mov.f64 $d0, 0f3FC00000;", "f64", 0x3ff8000000000000);
  gives("mov.b32 $d0, 0f40490FDB;", "b32", 0x40490fdb);
  gives("mov.b64 $d0, 0d400921FB54442D18;", "b64", 0x400921fb54442d18);
  gives("mov.pred $d0, 1;", "pred", 1);
  gives("mov.pred $d0, 0;", "pred", 0);
  gives("mov.u32 $d0, WARP_SZ;", "u32", 32);
  gives("mov.b32 $d0, {0x1234, 0x89ab};", "b32", 0x89ab1234);
  CHECK(check_op({"mov.b128 $d0, 5;", {"b128"}, {}}, [](const Row&) -> Row { return {5, 0}; }) == "");
}

TEST_CASE("elements into a wider register, and apart") {
  struct Shape {
    unsigned bits, count;
  };
  for (const Shape s : {Shape{16, 2}, {32, 2}, {32, 4}, {64, 2}, {64, 4}}) {
    const unsigned part = s.bits / s.count;
    const std::string type = "b" + number(s.bits), small = "b" + number(part);
    CAPTURE(type);
    CHECK(check_op({"mov." + type + " $d0, " + tuple("$", s.count) + ";", {type}, columns(part, s.count)},
                   [&](const Row& r) -> Row {
                     u64 v = 0;
                     for (unsigned i = 0; i < s.count; ++i) v |= r[i] << (part * i);
                     return {v};
                   }) == "");
    CHECK(check_op({"mov." + type + " " + tuple("$d", s.count) + ", $0;",
                    std::vector<std::string>(s.count, small),
                    {{type, edges(s.bits)}}},
                   [&](const Row& r) -> Row {
                     Row out;
                     for (unsigned i = 0; i < s.count; ++i) out.push_back(r[0] >> (part * i) & ones(part));
                     return out;
                   }) == "");
    // A sink in the first place.
    std::string sunk = "{_";
    for (unsigned i = 1; i < s.count; ++i) sunk += ", $d" + number(i - 1);
    CHECK(check_op({"mov." + type + " " + sunk + "}, $0;",
                    std::vector<std::string>(s.count - 1, small),
                    {{type, edges(s.bits)}}},
                   [&](const Row& r) -> Row {
                     Row out;
                     for (unsigned i = 1; i < s.count; ++i) out.push_back(r[0] >> (part * i) & ones(part));
                     return out;
                   }) == "");
  }
  CHECK(check_op({"mov.b32 $d0, {$0};", {"b32"}, {{"b32", edges(32)}}}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.b32 {$d0}, $0;", {"b32"}, {{"b32", edges(32)}}}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.b64 {$d0, $d1}, $0;", {"f32", "b32"}, {{"f64", edges(64)}}},
                 [](const Row& r) -> Row { return {r[0] & 0xffffffff, r[0] >> 32}; }) == "");
  CHECK(check_op({"mov.b64 $d0, {$0, 7};", {"b64"}, {{"b32", edges(32)}}},
                 [](const Row& r) -> Row { return {r[0] | u64{7} << 32}; }) == "");
}

TEST_CASE("128 bits: two and four elements") {
  CHECK(check_op({"mov.b128 $d0, {$0, $1};", {"b128"}, columns(64, 2)}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.b128 $d0, {$0, $1, $2, $3};", {"b128"}, columns(32, 4)},
                 [](const Row& r) -> Row { return {r[0] | r[1] << 32, r[2] | r[3] << 32}; }) == "");
  OpInput wide{"b128", {}};
  Random random{4};
  for (unsigned i = 0; i < 200; ++i) wide.values.push_back(random());
  CHECK(check_op({"mov.b128 {$d0, $d1}, $0;", {"b64", "b64"}, {wide}}, [](const Row& r) -> Row { return r; }) == "");
  CHECK(check_op({"mov.b128 {_, $d0}, $0;", {"b64"}, {wide}}, [](const Row& r) -> Row { return {r[1]}; }) == "");
  CHECK(check_op({"mov.b128 {$d0, $d1, $d2, $d3}, $0;", {"b32", "b32", "b32", "b32"}, {wide}}, [](const Row& r) -> Row {
          return {r[0] & 0xffffffff, r[0] >> 32, r[1] & 0xffffffff, r[1] >> 32};
        }) == "");
}

TEST_CASE("vectors: all are read before one is written") {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string type = "b" + number(bits);
    CHECK(check_op({"mov.v2." + type + " {$d0, $d1}, {$1, $0};", {type, type}, columns(bits, 2)},
                   [](const Row& r) -> Row { return {r[1], r[0]}; }) == "");
    CHECK(check_op({"mov.v2." + type + " {$0, $1}, {$1, $0}; mov." + type + " $d0, $0; mov." + type + " $d1, $1;",
                    {type, type},
                    columns(bits, 2),
                    "",
                    "",
                    false},
                   [](const Row& r) -> Row { return {r[1], r[0]}; }) == "");
    if (bits == 64) continue;
    CHECK(
        check_op(
            {"mov.v4." + type + " {$d0, $d1, $d2, $d3}, {$3, $0, 5, $1};", {type, type, type, type}, columns(bits, 4)},
            [](const Row& r) -> Row { return {r[3], r[0], 5, r[1]}; }) == "");
  }
  CHECK(check_op({"mov.v2.f32 {$d0, _}, {$1, $0};", {"f32"}, {{"f32", {1, 2}}, {"f32", {3, 4}}}},
                 [](const Row& r) -> Row { return {r[1]}; }) == "");
}

TEST_CASE("addresses and special registers") {
  const std::string table =
      ".global .u32 table[4] = {11, 22, 33, 44};\n.shared .u32 first[4];\n.shared .u32 second[4];\n";
  CHECK(check_op({"{ .reg .b64 %p; mov.u64 %p, table; ld.global.u32 $d0, [%p+4]; mov.u64 %p, table+12; "
                  "ld.global.u32 $d1, [%p]; }",
                  {"u32", "u32"},
                  {},
                  "",
                  table},
                 [](const Row&) -> Row { return {22, 44}; }) == "");
  CHECK(
      check_op({"{ .reg .b64 %p, %q; mov.u64 %p, first; mov.u64 %q, second; sub.u64 %p, %q, %p; cvt.u32.u64 $d0, %p; }",
                {"u32"},
                {},
                "",
                table},
               [](const Row&) -> Row { return {16}; }) == "");
  // The lane is the row modulo 32; the row is an input here.
  OpInput rows{"u32", {}};
  for (unsigned i = 0; i < 300; ++i) rows.values.push_back(i);
  CHECK(check_op({"mov.u32 $d0, %laneid; mov.u32 $d1, %tid.x; mov.u32 $d2, %ctaid.x; mov.u32 $d3, %lanemask_lt; "
                  "mov.u32 $d4, %ntid.x; mov.u32 $d5, %nctaid.x;",
                  {"u32", "u32", "u32", "u32", "u32", "u32"},
                  {rows},
                  "",
                  "",
                  false},
                 [](const Row& r) -> Row {
                   return {r[0] % 96 % 32, r[0] % 96, r[0] / 96, (u64{1} << (r[0] % 96 % 32)) - 1, 96, 4};
                 }) == "");
  CHECK(check_op({"mov.b64 $d0, {$0, %laneid};", {"b64"}, {rows}},
                 [](const Row& r) -> Row { return {r[0] | (r[0] % 96 % 32) << 32}; }) == "");
}

TEST_CASE("the address of a function calls it") {
  const std::string twice =
      ".func (.param .u32 out) twice(.param .u32 in)\n{\n  .reg .u32 %v;\n  ld.param.u32 %v, [in];\n  add.u32 %v, %v, "
      "%v;\n"
      "  st.param.u32 [out], %v;\n  ret;\n}\n";
  CHECK(check_op({"{ .reg .b64 %f; .param .u32 a; .param .u32 r; mov.u64 %f, twice; st.param.u32 [a], $0;\n"
                  "  shape: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
                  "  call (r), %f, (a), shape; ld.param.u32 $d0, [r]; }",
                  {"u32"},
                  {{"u32", edges(32)}},
                  "",
                  twice,
                  false},
                 [](const Row& r) -> Row { return {2 * r[0] & 0xffffffff}; }) == "");
}

TEST_CASE("forms of mov that PTX does not have are refused") {
  const OpInput r32{"b32", {1}}, r64{"b64", {1}}, r16{"b16", {1}}, p{"pred", {1}};
  const auto refused = [&](const std::string& code, const OpInput& in, const char* out) {
    CAPTURE(code);
    CHECK(run_op({code, {out}, {in, in, p}}).fault.find("instruction '") != std::string::npos);
  };
  for (const char* code :
       {"mov.u8 $d0, $0;", "mov.f16 $d0, $0;", "mov.b32 $d0, -$0;", "mov.b32 $d0, $0.h1;", "mov.b32 $d0, 1.5;",
        "mov.f32 $d0, 1;", "mov.u32 $d0, 0f3F800000;", "mov.b32 _, $0;", "mov.b32 5, $0;", "mov.b32 $d0, $0, $1;",
        "mov.u32 $d0, {$0};", "mov.b64 {$d0, $1}, {$0, $1};", "mov.v2.b32 {$d0, $1}, $0;",
        "mov.v2.pred {$2, $2}, {$2, $2};", "mov.pred $2, $0;", "mov.b32.b32 $d0, $0;", "mov.sat.b32 $d0, $0;",
        "mov.b64 $d0, $0;"})
    refused(code, r32, "b32");
  refused("mov.b32 {$d0, $0, $1}, 5;", r16, "b16");
  refused("mov.b16 $d0, {$0, $1, $0, $1};", r16, "b16");
  refused("mov.b64 $d0, {$0, $1};", r64, "b64");
  refused("mov.b64 $d0, 0f3F800000;", r64, "b64");
}
