// Textures and surfaces by name and by handle, questions about them, parameters and loads through the read-only cache:
// PTX in, PTX out, by hand.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/image_handles.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;

namespace {

const std::string objects = ".global .texref t;\n.global .texref t2;\n.global .surfref s;\n.global .samplerref m;\n";
const std::string registers =
    ".reg .b32 %r<40>; .reg .b16 %rs<9>; .reg .pred %p<9>; .reg .b64 %rd<20>; .reg .f32 %f<20>; .reg .f64 %fd<9>;\n";

struct Done {
  std::string text;
  std::vector<std::string> errors;
  bool has(const std::string& part) const { return text.find(part) != std::string::npos; }
};
/// The last function of the module behind the passes, with all functions' arguments known.
Done passed(const std::string& module, const std::vector<std::string>& passes, const PassKnobs& knobs = {},
            unsigned sm = 80, unsigned ptx = 80) {
  mir::Module m;
  Diag diag;
  const std::string head = ".version 8.0\n.target sm_" + std::to_string(sm) + "\n.address_size 64\n" + objects +
                           ".global .align 4 .u32 g[8];\n";
  REQUIRE_MESSAGE(mir::parse(head + module, "t", m, diag), (diag.messages().empty() ? "" : diag.messages()[0].text));
  ImageArguments images;
  images.read(m);
  PassOptions options;
  options.verify_each = true;
  options.images = &images;
  options.order = passes;
  options.knobs = knobs;
  Features features;
  features.sm = sm;
  features.ptx = ptx;
  std::vector<std::string> faults;
  PassReport report;
  run_passes(m, m.functions.back(), features, options, faults, &report);
  for (const std::string& f : faults) FAIL_CHECK(f);
  Done out{mir::print(m, m.functions.back()), {}};
  std::erase(out.text, '\t');
  for (const PassError& e : report.errors) out.errors.push_back(std::to_string(e.line) + ": " + e.text);
  return out;
}
std::string kernel(const std::string& body, const std::string& parameters = ".param .u64 a") {
  return ".visible .entry k(" + parameters + ") {\n" + registers + body + "\n}\n";
}
const std::vector<std::string> name{"nvptx-replace-image-handles", "dead-code"};
const std::vector<std::string> optimize{"nvptx-image-optimizer", "dead-code"};

}  // namespace

TEST_CASE("image handles: names of the module's objects and of parameters that are objects") {
  const Done done = passed(
      kernel(
          "mov.u64 %rd1, t; mov.b64 %rd2, %rd1; mov.u64 %rd3, s; mov.u64 %rd4, m; mov.u64 %rd5, x;"
          "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {%r1}];"
          "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, %rd4, {%f9, %f9}];"
          "suld.b.1d.b32.trap {%r2}, [%rd3, {%r1}]; sust.b.1d.b32.trap [%rd3, {%r1}], {%r2};"
          "txq.width.b32 %r3, [%rd1]; suq.width.b32 %r4, [%rd3]; tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd5, {%r1}];"
          "st.global.u32 [g], %r3; st.global.u32 [g], %r4; st.global.f32 [g], %f1; st.global.f32 [g], %f5; ret;",
          ".param .texref x"),
      {"nvptx-replace-image-handles"});
  for (const char* part : {"[t, {%r1}]", "[t, m, {%f9, %f9}]", "{%r2}, [s, {%r1}]", "[s, {%r1}], {%r2}", "%r3, [t]",
                           "%r4, [s]", "[x, {%r1}]"})
    CHECK_MESSAGE(done.has(part), part << " in\n" << done.text);
  CHECK(done.errors.empty());
}

TEST_CASE("image handles: what is not known, or one of several, stays a handle") {
  const Done done =
      passed(kernel("ld.param.u64 %rd1, [a]; mov.u64 %rd2, t; mov.u64 %rd3, t2; selp.b64 %rd4, %rd2, %rd3, %p1;"
                    "selp.b64 %rd5, %rd2, %rd2, %p1; mov.u64 %rd6, t; @%p1 mov.u64 %rd6, t2;"
                    "mov.u64 %rd7, t; @%p1 mov.u64 %rd7, t; ld.param.u64 %rd8, [h];"
                    "txq.width.b32 %r1, [%rd1]; txq.width.b32 %r2, [%rd4]; txq.width.b32 %r3, [%rd5];"
                    "txq.width.b32 %r4, [%rd6]; txq.width.b32 %r5, [%rd7]; txq.width.b32 %r6, [%rd8];"
                    "suq.width.b32 %r7, [%rd2]; ret;",
                    ".param .u64 a, .param .u64 .ptr .texref h"),
             {"nvptx-replace-image-handles"});
  for (const char* part : {"%r1, [%rd1]", "%r2, [%rd4]", "%r3, [t]", "%r4, [%rd6]", "%r5, [t]", "%r6, [%rd8]",
                           "%r7, [%rd2]", ".param .u64 .ptr .texref h"})
    CHECK_MESSAGE(done.has(part), part << " in\n" << done.text);
}

TEST_CASE("image handles: names become handles where the knobs say so, and handles are wanted below sm_30") {
  const std::string body = kernel(
      "txq.width.b32 %r1, [t]; suq.width.b32 %r2, [s]; ld.param.u64 %rd1, [a];"
      "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [t, m, {%f9, %f9}]; txq.width.b32 %r3, [%rd1]; ret;");
  PassKnobs knobs;
  knobs.force_texture_handle = true;
  Done done = passed(body, {"nvptx-replace-image-handles"}, knobs);
  CHECK_MESSAGE(done.has(", t;\ntxq.width.b32 %r1, [%rd"), done.text);
  CHECK(!done.has("[t"));
  CHECK(done.has("%r2, [s]"));
  CHECK(done.has(", m, {%f9, %f9}"));
  knobs = {};
  knobs.force_surface_handle = knobs.force_sampler_handle = true;
  done = passed(body, {"nvptx-replace-image-handles"}, knobs);
  CHECK(done.has("%r1, [t]"));
  CHECK_MESSAGE(!done.has("[s]"), done.text);
  CHECK(!done.has(", m, {"));
  CHECK(passed(body, {"nvptx-replace-image-handles"}).errors.empty());
  const auto old = passed(body, {"nvptx-replace-image-handles"}, {}, 20, 32).errors;
  REQUIRE(old.size() == 1);
  CHECK(old[0].find("handles in registers need sm_30") != std::string::npos);
}

TEST_CASE("image optimizer: questions are answered where the kind is known, and arms that are dead go") {
  const std::string body =
      "E: mov.u64 %rd1, t; ld.param.u64 %rd2, [a]; istypep.texref %p1, %rd1; @%p1 bra A; mov.u32 %r1, 7; bra.uni J; A: "
      "mov.u32 %r1, 8;"
      "J: istypep.surfref %p2, %rd1; @%p2 st.global.u32 [g], 1; @!%p2 st.global.u32 [g+4], 2; istypep.texref %p3, %rd2;"
      "@%p3 st.global.u32 [g+8], %r1; ret;";
  Done done = passed(kernel(body), optimize);
  CHECK_MESSAGE(!done.has("7;"), done.text);
  CHECK(!done.has("@%p1"));
  CHECK(!done.has("[g], 1"));
  CHECK(done.has("\nst.global.u32 [g+4], 2;"));
  CHECK(done.has("istypep.texref %p3, %rd2;"));
  CHECK(done.has("@%p3 st.global.u32 [g+8], %r1;"));
  // A guarded return, and one of several of one kind.
  done = passed(kernel("mov.u64 %rd1, t; mov.u64 %rd2, t2; selp.b64 %rd3, %rd1, %rd2, %p5; istypep.texref %p1, %rd3;"
                       "@!%p1 ret; st.global.u32 [g], 1; @%p1 ret; st.global.u32 [g], 2; ret;"),
                optimize);
  CHECK_MESSAGE(done.has("[g], 1;\nret;"), done.text);
  CHECK(!done.has("[g], 2"));
  CHECK(!done.has("@"));
  // A phi of what was two ways.
  done = passed(
      kernel(
          "E: mov.u64 %rd1, s; istypep.surfref %p1, %rd1; @%p1 bra A; B: mov.u32 %r1, 7; bra.uni J; A: mov.u32 %r2, 8;"
          "bra.uni J; J: phi.b32 %r3, {%r1, B}, {%r2, A}; st.global.u32 [g], %r3; ret;"),
      {"nvptx-image-optimizer", "phi-elimination"});
  CHECK_MESSAGE(!done.has("7;"), done.text);
}

TEST_CASE("image optimizer: the four errors, with their lines") {
  const auto errors = [](const std::string& body) { return passed(kernel(body), optimize).errors; };
  const auto one = [&](const std::string& body, const std::string& expected) {
    const auto all = errors("mov.u64 %rd1, t;\nmov.u64 %rd2, s;\n" + body + "\nret;");
    REQUIRE_MESSAGE(all.size() == 1, body);
    CHECK_MESSAGE(all[0].find("13: " + expected) == 0, all[0]);
  };
  one("tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {%r1}];",
      "Invalid image type in .tex: tex.1d.v4.f32.s32 works on a texture, but what its handle is of is a surface; give "
      "it a texture");
  one("tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [s, {%r1}];",
      "Invalid image type in .tex: tex.1d.v4.f32.s32 works on a texture, but 's' is a surface");
  one("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, s, {%f9, %f9}];",
      "Invalid image type in .tex: tex.2d.v4.f32.f32 works on a sampler, but 's'");
  one("suld.b.1d.b32.trap {%r2}, [%rd1, {%r1}];", "Invalid image type in .suld: suld");
  one("sust.b.1d.b32.trap [t, {%r1}], {%r2};", "Invalid image type in .sust: sust");
  one("suq.width.b32 %r1, [%rd1];",
      "Invalid image type in suq.: suq.width.b32 works on a surface, but what its handle is of is a texture");
  one("txq.width.b32 %r1, [m];", "Invalid image type in suq.: txq");
  CHECK(errors("txq.filter_mode.b32 %r1, [m]; suq.width.b32 %r1, [s]; ret;").empty());
  // In an arm that is never taken nothing is wrong; nor where it may be either.
  CHECK(errors("mov.u64 %rd1, t; istypep.surfref %p1, %rd1; @!%p1 bra E; suq.width.b32 %r1, [%rd1]; E: ret;").empty());
  CHECK(errors("mov.u64 %rd1, t; mov.u64 %rd2, s; selp.b64 %rd3, %rd1, %rd2, %p1; suq.width.b32 %r1, [%rd3]; ret;")
            .empty());
}

TEST_CASE("images: what functions are given by all who call them") {
  const std::string use =
      "{\n" + registers +
      "ld.param.u64 %rd1, [h]; istypep.texref %p1, %rd1; @%p1 bra A; suq.width.b32 %r1, [%rd1]; bra E;"
      "A: txq.width.b32 %r1, [%rd1]; E: st.global.u32 [g], %r1; ret; }\n";
  const auto call = [](const std::string& object) {
    return "{ .param .b64 p0; mov.u64 %rd1, " + object + "; st.param.b64 [p0], %rd1; call.uni f, (p0); }\n";
  };
  const auto module = [&](const std::string& calls, const std::string& linkage = "") {
    return ".func f(.param .b64 h);\n.visible .entry k(.param .u64 q) {\n" + registers + calls + "ret; }\n" + linkage +
           ".func f(.param .b64 h) " + use;
  };
  const std::vector<std::string> both{"nvptx-image-optimizer", "nvptx-replace-image-handles"};
  Done done = passed(module(call("t") + call("t")), both);
  CHECK_MESSAGE(done.has("[t]"), done.text);
  CHECK(!done.has("suq"));
  done = passed(module(call("t") + call("t2")), both);
  CHECK_MESSAGE(done.has("txq.width.b32 %r1, [%rd1]"), done.text);
  CHECK(!done.has("suq"));
  for (const std::string& calls : {call("t") + call("s"),
                                   call("t") + "ld.param.u64 %rd2, [q]; { .param .b64 p0;"
                                               "st.param.b64 [p0], %rd2; call.uni f, (p0); }\n",
                                   call("t") + "mov.u64 %rd9, f;\n", std::string()}) {
    done = passed(module(calls), both);
    CHECK_MESSAGE(done.has("suq"), calls << done.text);
    CHECK(done.has("txq.width.b32 %r1, [%rd1]"));
  }
  CHECK(passed(module(call("t"), ".visible "), both).has("suq"));
}

TEST_CASE("parameters: what a register has already is not loaded again") {
  const std::vector<std::string> pass{"param-opt"};
  Done done = passed(
      kernel("ld.param.u64 %rd1, [a]; ld.param.v2.u32 {%r1, %r2}, [b]; @%p1 bra L; ld.param.u64 %rd2, [a]; "
             "ld.param.b32 %r3, [b+4];"
             "st.global.u64 [%rd2], %rd1; L: ld.param.f32 %f1, [b]; ld.param.u16 %rs1, [b]; ld.param.u16 %rs2, [b];"
             "ld.param.u8 %rs3, [b]; ld.param.s8 %rs4, [b]; ld.param.u64 %rd3, [b]; ret;",
             ".param .u64 a, .param .align 8 .b8 b[8]"),
      pass);
  for (const char* part : {"mov.b64 %rd2, %rd1;", "mov.b32 %r3, %r2;", "mov.b32 %f1, %r1;", "ld.param.u16 %rs1, [b];",
                           "mov.b16 %rs2, %rs1;", "ld.param.u8 %rs3", "ld.param.s8 %rs4", "ld.param.u64 %rd3, [b]"})
    CHECK_MESSAGE(done.has(part), part << " in\n" << done.text);
  // Not by what does not dominate, nor where a register has changed, nor across what writes a frame.
  done = passed(kernel("@%p1 bra L; ld.param.u64 %rd1, [a]; st.global.u64 [g], %rd1; L: ld.param.u64 %rd2, [a];"
                       "add.s64 %rd2, %rd2, 1; ld.param.u64 %rd3, [a]; st.global.u64 [%rd3], %rd2; ret;"),
                pass);
  CHECK_MESSAGE(!done.has("mov"), done.text);
  const auto frame = [&](const std::string& between) {
    return passed(
               ".func (.param .b32 r) f(.param .b32 p);\n" +
                   kernel("{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], %r1; call.uni (r0), f, (p0); "
                          "ld.param.b32 %r2, [r0];" +
                          between + "ld.param.b32 %r3, [r0]; } st.global.u32 [g], %r2; st.global.u32 [g], %r3; ret;"),
               pass)
        .has("mov.b32 %r3, %r2;");
  };
  CHECK(frame(""));
  CHECK(!frame("st.param.b32 [r0], %r1;"));
  CHECK(!frame("call.uni (r0), f, (p0);"));
}

TEST_CASE("parameters: hoisted and sunk by their knobs") {
  const std::string body = kernel(
      "@%p1 bra L; mov.u32 %r1, 1; ld.param.u64 %rd1, [a]; add.s32 %r2, %r1, 1; st.global.u32 [%rd1], %r2; L: ret;");
  const std::vector<std::string> pass{"param-opt"};
  PassKnobs knobs;
  CHECK(passed(body, pass).has("mov.u32 %r1, 1;\nld.param"));
  knobs.hoist_load_param = true;
  Done done = passed(body, pass, knobs);
  CHECK_MESSAGE(done.text.find("ld.param") < done.text.find("bra"), done.text);
  knobs.hoist_load_param = false;
  knobs.sink_ld_param = true;
  CHECK(passed(body, pass, knobs).has("add.s32 %r2, %r1, 1;\nld.param.u64 %rd1, [a];\nst.global"));
}

TEST_CASE("read-only cache: where nothing writes, and only in kernels") {
  const std::vector<std::string> pass{"ldgxform"};
  const std::string two = ".param .u64 .ptr a, .param .u64 .ptr b, .param .u64 n";
  const auto body = [](const std::string& write) {
    return "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [n]; cvta.to.global.u64 %rd4, %rd1; "
           "cvta.to.global.u64 %rd5, %rd2;"
           "mov.u32 %r1, %tid.x; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd7, %rd4, %rd6; add.s64 %rd7, %rd7, %rd3; "
           "ld.global.L1::no_allocate.u32 %r2, [%rd7];"
           "add.s64 %rd8, %rd5, %rd6;" +
           write + " ret;";
  };
  const auto proved = [&](const std::string& write, bool restricted) {
    PassKnobs knobs;
    knobs.nvptx_kernel_params_restrict = restricted;
    return passed(kernel(body(write), two), pass, knobs).has("ld.global.nc.L1::no_allocate.u32 %r2, [%rd7];");
  };
  for (const char* harmless : {"", "bar.sync 0;", "st.shared.u32 [%r3], %r2;", "atom.shared.add.u32 %r4, [%r3], 1;",
                               "st.local.u32 [%r3], %r2;"})
    CHECK_MESSAGE(proved(harmless, false), harmless);
  for (const char* writes : {"st.global.u32 [%rd8], %r2;", "st.u32 [%rd8], %r2;", "st.global.u32 [g], %r2;"}) {
    CHECK_MESSAGE(!proved(writes, false), writes);
    CHECK_MESSAGE(proved(writes, true), writes);
  }
  for (const char* never :
       {"st.global.u32 [%rd7], %r2;", "st.global.u32 [%rd9], %r2;", "membar.gl;", "fence.acq_rel.gpu;",
        "atom.global.add.u32 %r4, [%rd8], 1;", "red.global.add.u32 [%rd8], 1;", "ld.volatile.global.u32 %r4, [%rd8];",
        "griddepcontrol.wait;", "mov.b64 %rd9, {%r1, %r2}; st.global.u32 [%rd9], %r2;",
        "ld.global.u64 %rd9, [%rd8]; st.global.u32 [%rd9], %r2;"})
    CHECK_MESSAGE(!proved(never, true), never);
  CHECK(!passed(".visible .func k(.param .u64 a, .param .u64 b, .param .u64 n) {\n" + registers + body("") + "\n}\n",
                pass)
             .has(".nc"));
  PassKnobs off;
  off.ldg = false;
  CHECK(!passed(kernel(body(""), two), pass, off).has(".nc"));
  CHECK(!passed(kernel(body(""), two), pass, {}, 30, 32).has(".nc"));
  // An integer of 64 bits that both addresses have as an index is no pointer to common memory; what was shifted to the
  // right, or divided, before may be one without its low bits.
  const auto indexed = [&](const std::string& index) {
    PassKnobs knobs;
    knobs.nvptx_kernel_params_restrict = true;
    return passed(kernel("ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [n]; mov.u32 %r1, %tid.x;"
                         "cvt.u64.u32 %rd6, %r1; " +
                             index +
                             " add.s64 %rd7, %rd1, %rd9; add.s64 %rd8, %rd2, %rd9;"
                             "ld.global.u32 %r2, [%rd7]; st.global.u32 [%rd8], %r2; ret;",
                         ".param .u64 a, .param .u64 b, .param .u64 n"),
                  pass, knobs)
        .has("ld.global.nc.u32 %r2, [%rd7];");
  };
  for (const char* index : {"add.s64 %rd8, %rd6, %rd3; shl.b64 %rd9, %rd8, 2;", "mul.lo.s64 %rd9, %rd3, 4;",
                            "mad.lo.s64 %rd9, %rd3, 8, 16;", "mul.lo.s64 %rd9, %rd3, %rd6;",
                            "mul.lo.s64 %rd8, %rd3, %rd6; add.s64 %rd8, %rd8, 7; shl.b64 %rd9, %rd8, 3;"})
    CHECK_MESSAGE(indexed(index), index);
  for (const char* pointer :
       {"mov.b64 %rd9, %rd3;", "shr.u64 %rd8, %rd3, 4; shl.b64 %rd9, %rd8, 4;",
        "shr.u64 %rd8, %rd3, 4; add.s64 %rd8, %rd8, 1; mul.lo.s64 %rd9, %rd8, 16;",
        "div.u64 %rd8, %rd3, 16; shl.b64 %rd9, %rd8, 4;", "shl.b64 %rd9, %rd3, 0;",
        "mul.hi.u64 %rd8, %rd3, 1152921504606846976; mad.lo.s64 %rd9, %rd8, 16, 4;", "mul.lo.s64 %rd9, %rd3, 1;"})
    CHECK_MESSAGE(!indexed(pointer), pointer);
  // A carry flag is no register of the function.
  CHECK(proved("add.cc.u32 %r5, %r1, %r2; addc.u32 %r6, %r1, 0; add.cc.s64 %rd10, %rd3, 1; addc.s64 %rd11, %rd3, 0;",
               false));
  // A variable of the module beside another one.
  CHECK(
      passed(kernel("ld.global.u32 %r1, [g]; st.shared.u32 [%r2], %r1; ret;"), pass).has("ld.global.nc.u32 %r1, [g];"));
}

TEST_CASE("read-only cache: loads of 32 bytes are split where the target has none, or the knob says so") {
  const std::vector<std::string> pass{"ldgxform"};
  const std::string body = kernel(
      "ld.param.u64 %rd1, [a]; cvta.to.global.u64 %rd2, %rd1; ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, "
      "%r8}, [%rd2+32];"
      "ld.global.v4.f64 {%fd1, %fd2, %fd3, %fd4}, [%rd2]; mov.b64 %rd9, %rd2;"
      "ld.global.v4.b64 {%rd9, %rd3, %rd4, %rd5}, [%rd9]; ret;");
  PassKnobs knobs;
  Done done = passed(body, pass, knobs, 100, 88);
  CHECK_MESSAGE(done.has("ld.global.nc.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%rd2+32];"), done.text);
  knobs.enable_256_bit_load_store = false;
  done = passed(body, pass, knobs, 100, 88);
  for (const char* part :
       {"ld.global.nc.v4.b32 {%r1, %r2, %r3, %r4}, [%rd2+32];", "ld.global.nc.v4.b32 {%r5, %r6, %r7, %r8}, [%rd2+48];",
        "ld.global.nc.v2.f64 {%fd1, %fd2}, [%rd2];", "ld.global.nc.v2.f64 {%fd3, %fd4}, [%rd2+16];",
        "ld.global.v4.b64"})
    CHECK_MESSAGE(done.has(part), part << " in\n" << done.text);
  CHECK(passed(body, pass, {}, 90, 87).has("ld.global.nc.v4.b32 {%r5"));
}
