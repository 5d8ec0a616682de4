// Halves and quarters of registers, and registers for several values: PTX in, PTX out, by hand.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;

namespace {

// What is left of the body, one instruction a line, blanks squeezed.
std::string passed(const std::string& body, const std::vector<std::string>& passes, const PassKnobs& knobs = {},
                   const std::string& version = "8.0") {
  mir::Module m;
  Diag diag;
  const std::string text =
      ".version " + version +
      "\n.target sm_80\n.address_size 64\n.global .align 8 .b64 g[8];\n.visible .entry k() {\n"
      ".reg .b32 %r<20>; .reg .b16 %rs<20>; .reg .pred %p<9>; .reg .b64 %rd<20>; .reg .f32 %f<9>;\n" +
      body + "\n}\n";
  REQUIRE_MESSAGE(mir::parse(text, "t", m, diag), (diag.messages().empty() ? "" : diag.messages()[0].text));
  PassOptions options;
  options.verify_each = true;
  options.order = passes;
  options.knobs = knobs;
  std::vector<std::string> faults;
  mir::verify(m, faults);
  run_passes(m, m.functions.back(), {}, options, faults);
  for (const std::string& f : faults) FAIL_CHECK(f);
  const std::string all = mir::print(m, m.functions.back());
  std::string out;
  for (std::size_t at = all.find("\n\n") + 2; at < all.size() && (all[at] != '}' || all[at - 1] != '\n'); ++at) {
    const char c = all[at] == '\t' ? ' ' : all[at];
    if (c == ' ' && (out.empty() || out.back() == ' ' || out.back() == '\n')) continue;
    out += c;
  }
  return out;
}
std::string lanes(const std::string& body) { return passed(body, {"detect-dead-lanes"}); }
const std::string loads = "ld.global.u32 %r1, [g];\nld.global.u32 %r2, [g+4];\nld.global.u64 %rd9, [g+8];\n";

}  // namespace

TEST_CASE("detect-dead-lanes: what is unpacked of a pack was there already, and so is what is packed of halves") {
  CHECK(lanes(loads + "mov.b64 %rd1, {%r1, %r2}; mov.b64 {%r3, %r4}, %rd1; add.s32 %r5, %r3, %r4;"
                      "st.global.u32 [g], %r5; st.global.u64 [g], %rd9; ret;") ==
        loads + "add.s32 %r5, %r1, %r2;\nst.global.u32 [g], %r5;\nst.global.u64 [g], %rd9;\nret;\n");
  CHECK(lanes(loads + "mov.b64 {%r3, %r4}, %rd9; mov.b64 %rd2, {%r3, %r4}; st.global.u64 [g], %rd2;"
                      "st.global.u32 [g], %r1; st.global.u32 [g], %r2; ret;")
            .find("st.global.u64 [g], %rd9;") != std::string::npos);
  // The halves the other way round are another word.
  CHECK(lanes(loads + "mov.b64 {%r3, %r4}, %rd9; mov.b64 %rd2, {%r4, %r3}; st.global.u64 [g], %rd2;"
                      "st.global.u32 [g], %r1; st.global.u32 [g], %r2; ret;")
            .find("st.global.u64 [g], %rd2;") != std::string::npos);
}

TEST_CASE("detect-dead-lanes: parts that nobody reads have no register, from PTX 7.1 on") {
  const auto first = [](const std::string& body, const std::string& version = "8.0") {
    const std::string out = passed("ld.global.u64 %rd1, [g]; setp.ne.s64 %p1, %rd1, 0;" + body + " ret;",
                                   {"detect-dead-lanes"}, {}, version);
    const std::size_t at = out.rfind('\n', out.find('{')) + 1;  // of the line with parts
    return out.substr(at, out.find('\n', at) - at);
  };
  const std::string halves = "mov.b64 {%r1, %r2}, %rd1; st.global.u32 [g], ";
  CHECK(first(halves + "%r1;") == "mov.b64 {%r1, _}, %rd1;");
  CHECK(first(halves + "%r2;") == "mov.b64 {_, %r2}, %rd1;");
  CHECK(first(halves + "%r1; st.global.u32 [g+4], %r2;") == "mov.b64 {%r1, %r2}, %rd1;");
  CHECK(first(halves + "%r1;", "7.1") == "mov.b64 {%r1, _}, %rd1;");
  CHECK(first(halves + "%r1;", "7.0") == "mov.b64 {%r1, %r2}, %rd1;");
  CHECK(first("mov.b64 {%rs1, %rs2, %rs3, %rs4}, %rd1; st.global.u16 [g], %rs3;") == "mov.b64 {_, _, %rs3, _}, %rd1;");
  CHECK(first("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [g]; st.global.u32 [g], %r2;") ==
        "ld.global.v4.u32 {_, %r2, _, _}, [g];");
  // Done whoever reads it; the type is a register's.
  CHECK(first("ld.volatile.global.v2.u32 {%r1, %r2}, [g];") == "ld.volatile.global.v2.u32 {_, %r2}, [g];");
  // What stays where the guard does not hold is read.
  CHECK(first("@%p1 mov.b64 {%r1, %r2}, %rd1; st.global.u32 [g], %r1;") == "@%p1 mov.b64 {%r1, %r2}, %rd1;");
}

TEST_CASE("detect-dead-lanes: shifts, masks and conversions hand lanes on; signs and odd places do not") {
  const auto upper = [](const std::string& how) {
    return lanes("ld.global.u32 %r1, [g];\nld.global.u32 %r2, [g+4];\nmov.b64 %rd1, {%r1, %r2}; " + how +
                 " cvt.u32.u64 %r3, %rd2; st.global.u32 [g], %r3; ret;");
  };
  const std::string taken = "ld.global.u32 %r2, [g+4];\nst.global.u32 [g], %r2;\nret;\n";
  CHECK(upper("shr.u64 %rd2, %rd1, 32;").find(taken) != std::string::npos);
  CHECK(upper("shr.s64 %rd2, %rd1, 32;").find(taken) == std::string::npos);
  CHECK(upper("shr.u64 %rd2, %rd1, 31;").find(taken) == std::string::npos);
  const std::string low = "ld.global.u32 %r1, [g];\n";
  CHECK(upper("and.b64 %rd2, %rd1, 4294967295;").find("st.global.u32 [g], %r1;") != std::string::npos);
  CHECK(upper("and.b64 %rd2, %rd1, 4294901760;").find("st.global.u32 [g], %r3;") != std::string::npos);
  // An extension of the low half is what a mask of it is, and a pack with 0.
  CHECK(
      lanes(
          low +
          "cvt.u64.u32 %rd1, %r1; mov.b64 %rd2, {%r1, 0}; st.global.u64 [g], %rd1; st.global.u64 [g+8], %rd2; ret;") ==
      low + "cvt.u64.u32 %rd1, %r1;\nst.global.u64 [g], %rd1;\nst.global.u64 [g+8], %rd1;\nret;\n");
  CHECK(lanes(low +
              "cvt.s64.s32 %rd1, %r1; mov.b64 %rd2, {%r1, 0}; st.global.u64 [g], %rd1; st.global.u64 [g+8], %rd2; ret;")
            .find("[g+8], %rd2;") != std::string::npos);
}

TEST_CASE("detect-dead-lanes: a half that nobody wants frees the register that gave it") {
  // Of %rd1 the upper half alone is looked at, shifted to an odd place: %r1 is read no more, and its sum goes.
  CHECK(lanes(loads +
              "add.s32 %r3, %r1, %r2; mov.b64 %rd1, {%r3, %r2}; shr.u64 %rd2, %rd1, 32; add.s64 %rd3, %rd2, %rd9;"
              "st.global.u64 [g], %rd3; ret;") ==
        "ld.global.u32 %r2, [g+4];\nld.global.u64 %rd9, [g+8];\nmov.b64 %rd1, {%r2, %r2};\nshr.u64 %rd2, %rd1, 32;\n"
        "add.s64 %rd3, %rd2, %rd9;\nst.global.u64 [g], %rd3;\nret;\n");
  // Volatile loads stay.
  CHECK(lanes("ld.volatile.global.u32 %r1, [g]; ret;") == "ld.volatile.global.u32 %r1, [g];\nret;\n");
}

TEST_CASE("rename-independent-subregs: one register for two values becomes two, what a guard may leave stays one") {
  const std::string two =
      "ld.global.u32 %r1, [g];\nst.global.u32 [g+4], %r1;\nld.global.u32 %r1, [g+8];\nst.global.u32 [g+12], "
      "%r1;\nret;\n";
  const std::string behind = passed(two, {"rename-independent-subregs"});
  CHECK(behind.find("st.global.u32 [g+4], %r1;") != std::string::npos);
  CHECK(behind.find("st.global.u32 [g+12], %r1;") == std::string::npos);
  const std::string guarded =
      "ld.global.u32 %r1, [g];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 ld.global.u32 %r1, [g+8];\nst.global.u32 [g+12], "
      "%r1;\nret;\n";
  CHECK(passed(guarded, {"rename-independent-subregs"}) == guarded);
}

TEST_CASE("machine-combiner: immediates are leaves, and stay in their instructions") {
  // The load is there last: what has an immediate is done before it comes.
  const std::string body =
      "mov.u32 %r9, %tid.x;\nld.global.u32 %r1, [g];\nadd.s32 %r2, %r1, 5;\nadd.s32 %r3, %r2, %r9;\n"
      "add.s32 %r4, %r3, 7;\nadd.s32 %r5, %r4, %r9;\nst.global.u32 [g], %r5;\nret;\n";
  const std::string behind = passed(body, {"machine-combiner"});
  CHECK(behind != body);
  CHECK(behind.find(", 5;") != std::string::npos);
  CHECK(behind.find(", 7;") != std::string::npos);
  CHECK(behind.find("add.s32 %r2, %r9, 5;") != std::string::npos);
}

TEST_CASE("strength-reduction: products of counters become counters, and sums below others offsets") {
  const std::string loop =
      "ld.global.b64 %rd1, [g];\nld.global.b64 %rd2, [g+8];\nld.global.b64 %rd3, [g+16];\nmov.b64 %rd4, 0;\n"
      "L:\nmul.lo.s64 %rd5, %rd4, %rd3;\nadd.s64 %rd6, %rd1, %rd5;\nld.global.f32 %f1, [%rd6];\n"
      "add.s64 %rd7, %rd6, 4;\nst.global.f32 [%rd7+8], %f1;\nadd.s64 %rd4, %rd4, 1;\nsetp.lt.s64 %p1, %rd4, %rd2;\n"
      "@%p1 bra L;\nshl.b64 %rd8, %rd2, 2;\nadd.s64 %rd9, %rd1, %rd8;\nst.global.f32 [%rd9], %f1;\n"
      "add.s64 %rd10, %rd2, 5;\nmul.lo.s64 %rd11, %rd10, 4;\nadd.s64 %rd12, %rd11, %rd1;\nst.global.f32 [%rd12], "
      "%f1;\nret;\n";
  const std::string behind = passed(loop, {"ssa", "strength-reduction", "phi-elimination"});
  CHECK(behind.find("mul.lo") == std::string::npos);
  CHECK(behind.find("+12], %f1;") != std::string::npos);
  CHECK(behind.find("+20], %f1;") != std::string::npos);
  // Of 32 bits made wider: the counter may wrap.
  const std::string wide =
      "ld.global.b64 %rd1, [g];\nld.global.b32 %r2, [g+8];\nmov.b32 %r1, 0;\nL:\nmul.wide.s32 %rd5, %r1, 400;\n"
      "add.s64 %rd6, %rd1, %rd5;\nadd.s64 %rd7, %rd6, %rd5;\nld.global.f32 %f1, [%rd7];\nst.global.f32 [%rd6], %f1;\n"
      "add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r1, %r2;\n@%p1 bra L;\nret;\n";
  CHECK(passed(wide, {"ssa", "strength-reduction", "phi-elimination"}).find("mul.wide.s32") != std::string::npos);
}

TEST_CASE("machine-combiner: products and sums become one instruction where they may") {
  PassKnobs knobs;
  knobs.machine_combiner_fuse = true;
  const auto fused = [&](const std::string& product, const std::string& sum, const char* ends) {
    return passed(std::string("ld.global.b32 %r1, [g];\nld.global.b64 %rd1, [g];\nld.global.f32 %f1, [g+4];\n") +
                      product + "\n" + sum + "\n" + ends + "\nret;\n",
                  {"machine-combiner"}, knobs);
  };
  const char *whole = "st.global.b32 [g], %r3;", *real = "st.global.f32 [g], %f3;", *wide = "st.global.b64 [g], %rd3;";
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(has(fused("mul.lo.s32 %r2, %r1, 5;", "add.u32 %r3, %r1, %r2;", whole), "mad.lo.u32 %r3, %r1, 5, %r1;"));
  CHECK(
      has(fused("mul.wide.s32 %rd2, %r1, 4;", "add.s64 %rd3, %rd2, %rd1;", wide), "mad.wide.s32 %rd3, %r1, 4, %rd1;"));
  CHECK(has(fused("mul.f32 %f2, %f1, %f1;", "add.f32 %f3, %f2, %f1;", real), "fma.rn.f32 %f3, %f1, %f1, %f1;"));
  CHECK(has(fused("mul.ftz.f32 %f2, %f1, %f1;", "add.ftz.f32 %f3, %f2, %f1;", real), "fma.rn.ftz.f32"));
  for (const char* sum : {"add.rn.f32 %f3, %f2, %f1;", "add.ftz.f32 %f3, %f2, %f1;", "add.sat.f32 %f3, %f2, %f1;",
                          "add.f32 %f3, %f2, %f2;"})
    CHECK(!has(fused("mul.f32 %f2, %f1, %f1;", sum, real), "fma"));
  CHECK(!has(fused("mul.rn.f32 %f2, %f1, %f1;", "add.f32 %f3, %f2, %f1;", real), "fma"));
}
