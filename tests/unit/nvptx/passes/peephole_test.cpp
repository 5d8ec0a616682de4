// The peephole passes on PTX, by hand: what each group of rules does, what is left alone; the rules are read and end.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <lathe/combine/rules_measure.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/passes/peephole_words.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;

namespace {

/// The body behind the passes that are named, one instruction a line without blanks at its ends.
std::string peeped(const std::string& body, const std::vector<std::string>& passes, bool forms = false,
                   bool fma = false) {
  mir::Module m;
  Diag diag;
  const bool parsed = mir::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 g[8];\n.visible .entry k(.param .u64 a) {\n"
      ".reg .b32 %r<40>; .reg .b16 %rs<9>; .reg .pred %p<9>; .reg .b64 %rd<20>; .reg .f32 %f<9>;\n" +
          body + "\n}\n",
      "t", m, diag);
  REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
  PassOptions options;
  options.verify_each = true;
  options.order = passes;
  options.order.push_back("phi-elimination");
  options.knobs.nvptx_peephole_forms = forms;
  options.knobs.nvptx_peephole_fma = fma;
  std::vector<std::string> faults;
  run_passes(m, m.functions.back(), {}, options, faults);
  for (const std::string& f : faults) FAIL_CHECK(f);
  const std::string text = mir::print(m, m.functions.back());
  std::string out;
  for (std::size_t at = text.find("\n\n") + 2; at < text.size() && text.compare(at - 1, 2, "\n}") != 0; ++at) {
    const char c = text[at] == '\t' ? ' ' : text[at];
    if (c != ' ' || (!out.empty() && out.back() != '\n' && out.back() != ' ')) out += c;
  }
  return out;
}
std::string rules(const std::string& body, bool forms = false, bool fma = false) {
  return peeped(body, {"peephole-opt"}, forms, fma);
}
bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  MESSAGE("no '" << part << "' in\n" << text);
  return false;
}

}  // namespace

TEST_CASE("peephole.rules: they are read, and a measure proves that they end") {
  CHECK(peephole::rules_error() == "");
  for (const bool both : {false, true}) {
    const auto& all = peephole::rules_of(peephole::Set::usual, both, both);
    CHECK(all.list.size() > 120);
    const auto measure = lathe::rules::find_measure(all.list, peephole::vocabulary());
    for (const std::uint32_t r : measure.refused) MESSAGE("no proof that it ends: " << all.list[r].name);
    CHECK(measure.complete());
  }
  CHECK(peephole::rules_of(peephole::Set::local, false, false).list.size() == 3);
}

TEST_CASE("peephole: address spaces there and back, and accesses of generic addresses") {
  const std::string pair =
      "ld.param.u64 %rd1, [a]; cvta.local.u64 %rd2, %rd1; add.s64 %rd3, %rd2, 8; cvta.to.local.u64 %rd4, %rd3;"
      "ld.local.u32 %r1, [%rd4]; st.global.u32 [g], %r1; ret;";
  for (const char* const pass : {"peephole-opt", "nvptx-peephole", "nvptx-proxy-reg-erasure"}) {
    const std::string out = peeped(pair, {pass});
    CHECK(out.find("cvta") == std::string::npos);
    CHECK(has(out, "add.s64 %rd4, %rd1, 8;"));
  }
  const std::string access = peeped(
      "ld.param.u64 %rd1, [a]; cvta.local.u64 %rd2, %rd1; add.s64 %rd3, %rd2, 8; ld.u32 %r1, [%rd3+4];"
      "st.v2.u32 [%rd2], {%r1, %r1}; st.volatile.u32 [%rd2], %r1; ret;",
      {"nvptx-peephole"});
  CHECK(has(access, "ld.local.u32 %r1, [%rd1+12];"));
  CHECK(has(access, "st.local.v2.u32 [%rd1], {%r1, %r1};"));
  CHECK(has(access, "st.volatile.u32 [%rd2], %r1;"));
}

TEST_CASE("peephole: what orders and caches an access stands around its space; what the space has no words for stays") {
  const auto in = [](const std::string& space, const std::string& access) {
    const std::string out =
        peeped("ld.param.u64 %rd1, [a]; cvta." + space + ".u64 %rd2, %rd1; " + access + " st.global.u32 [g], %r1; ret;",
               {"nvptx-peephole"});
    return out.substr(out.find(access.substr(0, 2)) == std::string::npos ? 0 : out.find("%rd1, [a];") + 11);
  };
  const auto becomes = [&](const std::string& space, const std::string& from, const std::string& to) {
    CHECK_MESSAGE(has(in(space, from), to), space << " " << from << " became " << in(space, from));
  };
  becomes("global", "ld.volatile.u32 %r1, [%rd2];", "ld.volatile.global.u32 %r1, [%rd1];");
  becomes("global", "ld.acquire.gpu.u32 %r1, [%rd2];", "ld.acquire.gpu.global.u32 %r1, [%rd1];");
  becomes("global", "ld.cg.u32 %r1, [%rd2];", "ld.global.cg.u32 %r1, [%rd1];");
  becomes("global", "st.release.gpu.u32 [%rd2], %r1;", "st.release.gpu.global.u32 [%rd1], %r1;");
  becomes("shared", "atom.relaxed.cta.add.u32 %r1, [%rd2], 1;", "atom.relaxed.cta.shared.add.u32 %r1, [%rd1], 1;");
  becomes("shared", "red.add.u32 [%rd2], 1;", "red.shared.add.u32 [%rd1], 1;");
  becomes("const", "ld.u32 %r1, [%rd2];", "ld.const.u32 %r1, [%rd1];");
  becomes("local", "ld.weak.u32 %r1, [%rd2];", "ld.weak.local.u32 %r1, [%rd1];");
  // ptxas takes none of these with the space.
  for (const char* const local : {"atom.add.u32 %r1, [%rd2], 1;", "ld.volatile.u32 %r1, [%rd2];",
                                  "ld.relaxed.gpu.u32 %r1, [%rd2];", "ld.L1::evict_last.u32 %r1, [%rd2];"})
    becomes("local", local, local);
  becomes("shared", "ld.L2::128B.u32 %r1, [%rd2];", "ld.L2::128B.u32 %r1, [%rd2];");
  becomes("const", "st.u32 [%rd2], %r1;", "st.u32 [%rd2], %r1;");
  // An address that was made generic from one that was made global: the space is not forgotten.
  const std::string there = peeped(
      "ld.param.u64 %rd1, [a]; cvta.to.global.u64 %rd2, %rd1; cvta.global.u64 %rd3, %rd2; ld.u32 %r1, [%rd3+8];"
      "st.global.u32 [%rd2], %r1; ret;",
      {"nvptx-peephole"});
  CHECK(has(there, "ld.global.u32 %r1, [%rd2+8];"));
}

TEST_CASE("peephole: predicates into what reads them, and negations into guards") {
  const std::string out = peeped(
      "ld.global.u32 %r1, [g]; setp.lt.s32 %p1, %r1, 7; selp.u32 %r2, 1, 0, %p1; setp.ne.s32 %p2, %r2, 0;"
      "not.pred %p3, %p2; @%p3 bra L; st.global.u32 [g], %r1; L: @!%p3 st.global.u32 [g+4], %r1; ret;",
      {"nvptx-peephole"});
  CHECK(out.find("selp") == std::string::npos);
  CHECK(out.find("not.pred") == std::string::npos);
  CHECK(has(out, "setp.ge.s32 %p3, %r1, 7;"));
  const std::string two = peeped(
      "ld.global.u32 %r1, [g]; setp.lt.s32 %p1, %r1, 7; setp.lt.s32 %p2, %r1, 9; and.pred %p3, %p1, %p2;"
      "not.pred %p4, %p3; @%p4 bra L; st.global.u32 [g], %r1; L: @!%p4 st.global.u32 [g+4], %r1; ret;",
      {"nvptx-peephole"});
  CHECK(two.find("not.pred") == std::string::npos);
  CHECK(has(two, "@!%p3 bra"));
  CHECK(has(two, "@%p3 st.global.u32 [g+4], %r1;"));
}

TEST_CASE("peephole: arithmetic in both widths; literals that registers have; guards and several definitions stay") {
  CHECK(has(rules("ld.global.u32 %r1, [g]; mov.u32 %r2, 8; mul.lo.s32 %r3, %r1, %r2; add.s32 %r4, %r3, 3;"
                  "add.s32 %r5, %r4, 4; st.global.u32 [g], %r5; ret;"),
            "shl.b32 %r3, %r1, 3;\nadd.s32 %r5, %r3, 7;"));
  CHECK(has(rules("ld.global.u32 %r1, [g]; div.s32 %r2, %r1, 4; st.global.u32 [g], %r2; ret;"), "shr.s32 %r2, "));
  CHECK(has(rules("mov.u32 %r1, %tid.x; rem.s32 %r2, %r1, 10; st.global.u32 [g], %r2; ret;"), "mul.hi.u32"));
  CHECK(has(rules("ld.global.u32 %r1, [g]; shl.b32 %r2, %r1, 7; shr.u32 %r3, %r1, 25; or.b32 %r4, %r2, %r3;"
                  "st.global.u32 [g], %r4; ret;"),
            "shf.l.wrap.b32 %r4, %r1, %r1, 7;"));
  CHECK(
      has(rules("ld.global.u32 %r1, [g]; cvt.u64.u32 %rd1, %r1; shl.b64 %rd2, %rd1, 2; st.global.u64 [g], %rd2; ret;"),
          "mul.wide.u32 %rd2, %r1, 4;"));
  // What a guard writes is written in part, and what has two definitions has no one word.
  const std::string guarded = rules(
      "ld.global.u32 %r1, [g]; setp.lt.s32 %p1, %r1, 7; mov.u32 %r2, 1; @%p1 add.s32 %r2, %r1, 3; add.s32 %r3, %r2, 4;"
      "st.global.u32 [g], %r3; ret;");
  CHECK(has(guarded, "add.s32 %r3, %r2, 4;"));
  CHECK(has(guarded, "@%p1 add.s32 %r2, %r1, 3;"));
  // A register of floats is none of an integer instruction's.
  CHECK(has(rules("ld.global.f32 %f1, [g]; shl.b32 %r1, %f1, 4; shr.u32 %r2, %r1, 4; st.global.u32 [g], %r2; ret;"),
            "and.b32 %r2, %f1, 268435455;"));
}

TEST_CASE("peephole: fma and forms only where they are asked for, and never of what rounds by itself") {
  const std::string sum =
      "ld.global.f32 %f1, [g]; mul.f32 %f2, %f1, %f1; add.f32 %f3, %f2, %f1; st.global.f32 [g], %f3; ret;";
  CHECK(has(rules(sum), "mul.f32 %f2, %f1, %f1;"));
  CHECK(has(rules(sum, false, true), "fma.rn.f32 %f3, %f1, %f1, %f1;"));
  const std::string rounded =
      "ld.global.f32 %f1, [g]; mul.rn.f32 %f2, %f1, %f1; add.f32 %f3, %f2, %f1; st.global.f32 [g], %f3; ret;";
  CHECK(has(rules(rounded, false, true), "mul.rn.f32 %f2, %f1, %f1;"));
  const std::string logic =
      "ld.global.u32 %r1, [g]; ld.global.u32 %r2, [g+4]; and.b32 %r3, %r1, %r2; xor.b32 %r4, %r3, %r1;"
      "mul.lo.s32 %r5, %r4, %r2; add.s32 %r6, %r5, %r1; st.global.u32 [g], %r6; ret;";
  CHECK(has(rules(logic), "xor.b32 %r4, %r3, %r1;"));
  CHECK(has(rules(logic, true), "lop3.b32 %r4, %r1, %r2, %r1, 106;\nmad.lo.s32 %r6, %r4, %r2, %r1;"));
}

TEST_CASE("nvptx-trunc-opts: masks whose bits nobody looks at, or that are clear") {
  const auto drop = [](const std::string& body) { return peeped(body, {"nvptx-trunc-opts"}); };
  CHECK(drop("ld.global.u32 %r1, [g]; and.b32 %r2, %r1, 65535; cvt.u16.u32 %rs1, %r2; st.global.u16 [g], %rs1; ret;")
            .find("and") == std::string::npos);
  CHECK(drop("ld.global.u8 %rs1, [g]; and.b16 %rs2, %rs1, 255; st.global.u16 [g], %rs2; ret;").find("and") ==
        std::string::npos);
  CHECK(drop("ld.global.u16 %rs1, [g]; and.b16 %rs2, %rs1, 255; st.global.u8 [g], %rs2; ret;").find("and") ==
        std::string::npos);
  CHECK(has(drop("ld.global.u16 %rs1, [g]; and.b16 %rs2, %rs1, 255; st.global.u16 [g], %rs2; ret;"), "and.b16"));
  CHECK(drop("mov.u32 %r1, %tid.x; cvt.u16.u32 %rs1, %r1; cvt.u32.u16 %r2, %rs1; st.global.u32 [g], %r2; ret;")
            .find("cvt") == std::string::npos);
}
