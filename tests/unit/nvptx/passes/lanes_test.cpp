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
std::string passed(const std::string& body, const std::vector<std::string>& passes) {
  mir::Module m;
  Diag diag;
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 8 .b64 g[8];\n.visible .entry k() {\n"
      ".reg .b32 %r<20>; .reg .b16 %rs<20>; .reg .pred %p<9>; .reg .b64 %rd<20>; .reg .f32 %f<9>;\n" +
      body + "\n}\n";
  REQUIRE_MESSAGE(mir::parse(text, "t", m, diag), (diag.messages().empty() ? "" : diag.messages()[0].text));
  PassOptions options;
  options.verify_each = true;
  options.order = passes;
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
