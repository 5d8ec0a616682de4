// What ptxas makes of PTX, as outlining counts it: kinds of instructions, what is one with its reader, and copies in kernels.
#include <doctest/doctest.h>

#include <string>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/outline.hpp"

using namespace lathe::nvptx;

namespace {

void read(const std::string& functions, mir::Module& m) {
  Diag diag;
  REQUIRE(mir::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + functions, "t", m, diag));
}
const std::string registers =
    ".reg .b64 %rd<9>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n.reg .f64 %fd<9>;\n.reg .pred %p<5>;\n";
std::string body(const std::string& code) { return ".visible .entry k()\n{\n" + registers + code + "\nret;\n}\n"; }

}  // namespace

TEST_CASE("kinds of instructions by what ptxas makes of them") {
  struct Row {
    const char* text;
    SassKind kind;
  };
  const Row rows[] = {{"mov.b32 %r1, %r2;", SassKind::move},
                      {"add.s32 %r1, %r2, 3;", SassKind::add32},
                      {"add.s64 %rd1, %rd2, 3;", SassKind::add64},
                      {"mad.lo.s32 %r1, %r2, %r3, %r4;", SassKind::mul32},
                      {"mul.wide.s32 %rd1, %r2, 4;", SassKind::mul_wide},
                      {"mul.hi.u32 %r1, %r2, %r3;", SassKind::mul_wide},
                      {"mul.lo.s64 %rd1, %rd2, %rd3;", SassKind::mul64},
                      {"shl.b64 %rd1, %rd2, 3;", SassKind::shift64},
                      {"and.pred %p1, %p2, %p3;", SassKind::logic_pred},
                      {"lop3.b32 %r1, %r2, %r3, %r4, 96;", SassKind::logic32},
                      {"setp.lt.s64 %p1, %rd1, %rd2;", SassKind::compare64},
                      {"setp.lt.f64 %p1, %fd1, %fd2;", SassKind::compare},
                      {"selp.b64 %rd1, %rd2, %rd3, %p1;", SassKind::select64},
                      {"neg.f32 %f1, %f2;", SassKind::nothing},
                      {"cvta.to.global.u64 %rd1, %rd2;", SassKind::nothing},
                      {"cvta.shared.u64 %rd1, %rd2;", SassKind::address},
                      {"cvt.u64.u32 %rd1, %r1;", SassKind::convert_wide},
                      {"cvt.rn.f32.s32 %f1, %r1;", SassKind::convert_float},
                      {"div.s32 %r1, %r2, %r3;", SassKind::div32},
                      {"rem.u32 %r1, %r2, 7;", SassKind::div_const},
                      {"div.u64 %rd1, %rd2, %rd3;", SassKind::div64},
                      {"div.rn.f32 %f1, %f2, %f3;", SassKind::div_float},
                      {"sqrt.rn.f64 %fd1, %fd2;", SassKind::div_double},
                      {"rcp.approx.ftz.f32 %f1, %f2;", SassKind::special},
                      {"sqrt.approx.f32 %f1, %f2;", SassKind::special_scaled},
                      {"fma.rn.f64 %fd1, %fd2, %fd3, %fd4;", SassKind::float64},
                      {"ld.global.u32 %r1, [%rd1];", SassKind::load},
                      {"st.shared.u32 [%r1], %r2;", SassKind::store}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    mir::Module m;
    read(body(row.text), m);
    const mir::Function& f = m.functions[0];
    CHECK(sass_kind(m, f, f.blocks[0].insts[0]) == row.kind);
  }
}

TEST_CASE("what is one with its only reader, and offsets of accesses") {
  const auto fused = [](const std::string& code) {
    mir::Module m;
    read(body(code), m);
    std::string out;
    const auto found = sass_placed(m, m.functions[0]);
    for (std::size_t i = 0; i + 1 < found[0].size(); ++i)  // without the return
      out += found[0][i] == SassKind::nothing ? '1' : found[0][i] == SassKind::div32_again ? 'a' : '0';
    return out;
  };
  CHECK(fused("xor.b32 %r1, %r2, %r3; and.b32 %r4, %r1, %r5; or.b32 %r6, %r4, %r7; st.shared.u32 [%r8], %r6;") ==
        "1000");
  CHECK(fused("mul.lo.s32 %r1, %r2, %r3; add.s32 %r4, %r1, %r5; st.shared.u32 [%r8], %r4;") == "100");
  CHECK(fused("mul.lo.s32 %r1, %r2, %r3; add.s32 %r4, %r1, %r5; st.shared.u32 [%r8], %r1;") == "000");  // read twice
  CHECK(fused("mul.lo.s32 %r1, %r2, %r3; mul.lo.s32 %r1, %r2, %r2; add.s32 %r4, %r1, %r5; st.shared.u32 [%r8], %r4;") ==
        "0000");
  CHECK(fused("add.s64 %rd1, %rd2, 16; ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1+4], %r1;") == "100");
  CHECK(fused("add.s64 %rd1, %rd2, %rd3; ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1;") == "000");
  CHECK(fused("add.s64 %rd1, %rd2, 16; ld.global.u32 %r1, [%rd1]; st.global.u64 [%rd2], %rd1;") == "000");
}

TEST_CASE("divisions by a register by which was divided before") {
  const auto placed = [](const std::string& code) {
    mir::Module m;
    read(body("ld.shared.u32 %r9, [%r8]; " + code), m);
    std::string out;
    const auto found = sass_placed(m, m.functions[0]);
    for (const SassKind kind : found[0]) out += kind == SassKind::div32_again ? 'a' : '.';
    return out;
  };
  CHECK(placed("div.u32 %r1, %r2, %r9; rem.u32 %r3, %r2, %r9; div.u32 %r4, %r5, %r9;") == "..aa.");
  CHECK(placed("div.u32 %r1, %r2, %r9; rem.s32 %r3, %r2, %r9; div.s32 %r4, %r5, %r9;") == "...a.");     // another sign
  CHECK(placed("div.u32 %r1, %r2, %r9; div.u32 %r3, %r2, 7; div.u32 %r4, %r2, 7;") == ".....");         // constants
  CHECK(placed("div.u32 %r1, %r2, %r9; ld.shared.u32 %r9, [%r7]; div.u32 %r4, %r2, %r9;") == ".....");  // another value
}

TEST_CASE("images: kernels that reach a function, through others and by address") {
  mir::Module m;
  read(
      ".func leaf()\n{\nret;\n}\n.func middle()\n{\ncall leaf;\nret;\n}\n.func alone()\n{\nret;\n}\n.visible .entry "
      "a()\n{\ncall middle;\nret;\n}\n"
      ".visible .entry b()\n{\ncall leaf;\nret;\n}\n.visible .entry c()\n{\n.reg .b64 %rd1;\nmov.u64 %rd1, "
      "middle;\nret;\n}\n",
      m);
  std::uint32_t kernels = 0;
  const auto images = images_of(m, kernels);
  CHECK(kernels == 3);
  using List = std::vector<std::uint32_t>;
  CHECK(images[0] == List{0, 1, 2});
  CHECK(images[1] == List{0, 2});
  CHECK(images[2].empty());
  CHECK(images[3] == List{0});
  CHECK(MirProgram(m).images() == 3);
  MirOutlineOptions relocatable;
  relocatable.link = OutlineLink::relocatable;
  CHECK(MirProgram(m, relocatable).images() == 0);
}

TEST_CASE("a call in relocatable code costs more, and a .func pays for what lives across it") {
  mir::Module m;
  read(
      ".func f(.reg .b32 %x)\n{\n.reg .b32 %r<9>;\nadd.s32 %r1, %x, 1;\nxor.b32 %r2, %r1, 5;\nst.shared.u32 [%r2], "
      "%r1;\nst.shared.u32 [%r1], %x;\n"
      "ret;\n}\n" +
          body("add.s32 %r1, %r3, 1;\nxor.b32 %r2, %r1, 5;\nst.shared.u32 [%r2], %r1;\nst.shared.u32 [%r1], %r3;"),
      m);
  const MirOutlineCosts whole(m, OutlineLink::whole), apart(m, OutlineLink::relocatable);
  const std::vector<std::uint32_t> classes{static_cast<std::uint32_t>(mir::Type::b32)};
  const std::vector<std::uint16_t> one{0}, none;
  const MirOutlineCosts::Signature s{2, 32, {one, classes}, {one, classes}};
  const auto at = [&](std::uint32_t function) {
    lathe::outline::Of<mir::BlockId> block{function, 0};
    lathe::outline::Of<const mir::Inst*> first{function, &m.functions[function].blocks[0].insts[0]};
    return std::pair(whole.call_bytes(s, {&block, &first}), apart.call_bytes(s, {&block, &first}));
  };
  CHECK(at(1).first < at(1).second);
  CHECK(at(1).second < at(0).second);  // f calls nothing else, and keeps %x and %r1 or %r2
  CHECK(whole.frame_bytes(s) < apart.frame_bytes(s));
}
