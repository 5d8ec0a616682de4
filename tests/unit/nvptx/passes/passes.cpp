// Passes, PTX in and PTX out.
#include <doctest/doctest.h>

#include <algorithm>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;

namespace {

const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 g[8];\n";
const std::string registers = ".reg .b32 %r<40>; .reg .pred %p<9>; .reg .b64 %rd<20>; .reg .f32 %f<10>;\n";

// The body's instructions after the passes that are named (all when none is), one a line, blanks squeezed.
std::string printed(const std::string& body, const std::vector<std::string>& only = {},
                    const std::vector<std::string>& enabled = {}, const PassKnobs& knobs = {}) {
  mir::Module m;
  Diag diag;
  const bool parsed =
      mir::parse(head + ".visible .entry k(.param .u64 a) {\n" + registers + body + "\n}\n", "t", m, diag);
  REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
  PassOptions options;
  options.verify_each = true;
  options.enabled = enabled;
  options.knobs = knobs;
  if (!only.empty())
    for (const std::string& name : pass_names(3))
      if (std::find(only.begin(), only.end(), name) == only.end()) options.disabled.push_back(name);
  std::vector<std::string> faults;
  mir::verify(m, faults);
  run_passes(m, m.functions.back(), {}, options, faults);
  for (const std::string& f : faults) FAIL_CHECK(f);
  return mir::print(m, m.functions.back());
}
/// Its instructions alone.
std::string run(const std::string& body, const std::vector<std::string>& only = {},
                const std::vector<std::string>& enabled = {}, const PassKnobs& knobs = {}) {
  const std::string text = printed(body, only, enabled, knobs);
  std::string out;
  std::size_t at = text.find("\n\n") + 2;
  for (; at < text.size() && text[at] != '}'; ++at) {
    const char c = text[at];
    if (c == '\t') continue;
    if (c == ' ' && text[at + 1] == '\t')
      out += ' ';
    else if (!(c == ' ' && !out.empty() && out.back() == ' '))
      out += c;
  }
  return out;
}

}  // namespace

TEST_CASE("the pipeline by level") {
  CHECK(pass_names(0) == std::vector<std::string>{"phi-elimination"});
  CHECK(pass_names(3).size() > 5);
}

TEST_CASE("dead code: pure results nobody needs, blocks nobody reaches; effects stay") {
  CHECK(run("mov.u32 %r1, 1; add.s32 %r2, %r1, 2; ld.global.u32 %r3, [g]; ld.volatile.global.u32 %r4, [g];"
            "atom.global.add.u32 %r5, [g], 1; ret; L: st.global.u32 [g], 3; bra L;",
            {"dead-code"}) == "ld.volatile.global.u32 %r4, [g];\natom.global.add.u32 %r5, [g], 1;\nret;\n");
  CHECK(run("add.cc.u32 %r1, %r2, %r3; addc.u32 %r4, %r2, 0; st.global.u32 [g], %r4; ret;", {"dead-code"})
            .find("add.cc") == 0);
}

TEST_CASE("dead code: cycles of phis go") {
  CHECK(run("E: mov.u32 %r1, 1; bra L; L: phi.b32 %r2, {%r1, E}, {%r3, L}; add.s32 %r3, %r2, 1; @%p1 bra L; ret;",
            {"dead-code"}) == "bra L;\nL:\n@%p1 bra L;\nret;\n");
}

TEST_CASE("copy propagation: chains and constants, not across a second definition") {
  CHECK(run("mov.u32 %r1, %tid.x; mov.u32 %r2, %r1; mov.u32 %r3, %r2; mov.u32 %r4, 5; add.s32 %r5, %r3, %r4;"
            "st.global.u32 [g], %r5; ret;",
            {"copy-propagation", "dead-code"}) ==
        "mov.u32 %r1, %tid.x;\nadd.s32 %r5, %r1, 5;\nst.global.u32 [g], %r5;\nret;\n");
  // %r1 changes after the copy.
  const std::string two =
      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %r1;\nadd.s32 %r1, %r1, 1;\nst.global.u32 [g], %r2;\nst.global.u32 [g+4], "
      "%r1;\nret;\n";
  CHECK(run(two, {"copy-propagation", "dead-code"}) == two);
  // A guarded definition is no value.
  const std::string guarded = "mov.u32 %r1, %tid.x;\n@%p1 mov.u32 %r2, %r1;\nst.global.u32 [g], %r2;\nret;\n";
  CHECK(run(guarded, {"copy-propagation", "dead-code"}) == guarded);
  // The use comes before the definition in the loop: the value of the round before.
  const std::string round =
      "L:\nst.global.u32 [g], %r2;\nld.volatile.global.u32 %r1, [g+8];\nmov.u32 %r2, %r1;\n@%p1 bra L;\nret;\n";
  CHECK(run(round, {"copy-propagation", "dead-code"}) == round);
}

TEST_CASE("copy propagation minds register types") {
  // A float register cannot stand in an integer instruction.
  const std::string bits =
      "ld.global.f32 %f1, [g];\nmov.b32 %r1, %f1;\nadd.s32 %r2, %r1, 1;\nst.global.u32 [g], %r2;\nret;\n";
  CHECK(run(bits, {"copy-propagation", "dead-code"}) == bits);
  CHECK(run("ld.global.u32 %r1, [g]; mov.b32 %f1, %r1; add.f32 %f2, %f1, %f1; st.global.f32 [g], %f2; ret;",
            {"copy-propagation", "dead-code"}) ==
        "ld.global.u32 %r1, [g];\nadd.f32 %f2, %r1, %r1;\nst.global.f32 [g], %f2;\nret;\n");
}

TEST_CASE("address modes") {
  CHECK(run("ld.param.u64 %rd1, [a]; add.s64 %rd2, %rd1, 16; add.s64 %rd3, %rd2, -4; ld.global.u32 %r1, [%rd3+8];"
            "st.global.u32 [%rd2], %r1; mov.u64 %rd4, g; st.global.u32 [%rd4+4], %r1; ret;",
            {"fold-addresses", "dead-code"}) ==
        "ld.param.u64 %rd1, [a];\nld.global.u32 %r1, [%rd1+20];\nst.global.u32 [%rd1+16], %r1;\nst.global.u32 [g+4], "
        "%r1;\nret;\n");
  // Used otherwise too: stays, and no second register lives beside it.
  const std::string kept = "ld.param.u64 %rd1, [a];\nadd.s64 %rd2, %rd1, 16;\nst.global.u64 [%rd2], %rd2;\nret;\n";
  CHECK(run(kept, {"fold-addresses", "dead-code"}) == kept);
  // A generic access cannot take an address in the variable's own space.
  const std::string generic = "mov.u64 %rd4, g;\nst.u32 [%rd4+4], 1;\nret;\n";
  CHECK(run(generic, {"fold-addresses", "dead-code"}) == generic);
}

TEST_CASE("wide addresses: products by themselves where a kernel's pointer is the sum's other part") {
  const auto after = [](const std::string& body) { return run(body, {"wide-addresses"}); };
  const std::string load = "ld.param.u64 %rd1, [a];\n", global = "cvta.to.global.u64 %rd2, %rd1;\n";
  const std::string use = "st.global.u32 [%rd3], 1;\nret;\n";
  for (const char* sign : {"u", "s"}) {
    const std::string type = sign + std::string("32");
    CHECK(after(load + global + "mad.wide." + type + " %rd3, %r1, 4, %rd2;\n" + use) ==
          load + global + "mul.wide." + type + " %rd4, %r1, 4;\nadd.s64 %rd3, %rd2, %rd4;\n" + use);
  }
  CHECK(after(load + "mad.wide.u32 %rd3, %r1, 4, %rd1;\nst.u32 [%rd3], 1;\nret;\n") ==
        load + "mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd3, %rd1, %rd4;\nst.u32 [%rd3], 1;\nret;\n");
  // Another base, a factor in a register, 16 bits, a guard, two definitions of the base: as it was.
  for (const std::string& same : {"mov.u64 %rd2, g;\nmad.wide.u32 %rd3, %r1, 4, %rd2;\n" + use,
                                  load + "add.s64 %rd2, %rd1, 8;\nmad.wide.u32 %rd3, %r1, 4, %rd2;\n" + use,
                                  load + global + "mad.wide.u32 %rd3, %r1, %r2, %rd2;\n" + use,
                                  load + global + "mad.lo.s64 %rd3, %rd5, 4, %rd2;\n" + use,
                                  load + global + "@%p1 mad.wide.u32 %rd3, %r1, 4, %rd2;\n" + use,
                                  load + "ld.param.u64 %rd1, [a];\nmad.wide.u32 %rd3, %r1, 4, %rd1;\n" + use})
    CHECK(after(same) == same);
}

TEST_CASE("wide addresses: loops keep mad.wide, their preheaders do not") {
  const std::string out =
      run("ld.param.u64 %rd1, [a]; mad.wide.s32 %rd3, %r1, 4, %rd1; st.u32 [%rd3], 1; L: add.s32 %r2, %r2, 1;"
          "mad.wide.s32 %rd5, %r2, 4, %rd1; st.u32 [%rd5], 1; setp.lt.s32 %p1, %r2, 9; @%p1 bra L; ret;",
          {"wide-addresses"});
  CHECK(out.find("mul.wide.s32") < out.find("add.s32"));
  CHECK(out.find("mad.wide.s32") > out.find("add.s32"));
  CHECK(out.find("mad.wide.s32") != std::string::npos);
}

TEST_CASE("phi elimination: a counted loop without moves") {
  CHECK(run("E: ld.global.u32 %r9, [g]; bra L; L: phi.b32 %r1, {0, E}, {%r2, L}; add.s32 %r2, %r1, 1;"
            "setp.lt.s32 %p1, %r2, %r9; @%p1 bra L; st.global.u32 [g], %r2; ret;") ==
        "ld.global.u32 %r9, [g];\nmov.b32 %r1, 0;\nL:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;\n"
        "st.global.u32 [g], %r1;\nret;\n");
}

TEST_CASE("phi elimination: the condition that the branch reads is not overwritten") {
  const std::string out =
      run("E: setp.lt.s32 %p2, %r9, 0; bra L; L: phi.pred %p1, {%p2, E}, {%p3, L};"
          "setp.lt.s32 %p3, %r9, %r8; st.global.u32 [g], 1; @%p1 bra L; ret;");
  // %p3 must not be written before the branch reads %p1, unless they are apart.
  CHECK(out.find("setp.lt.s32 %p1, %r9, %r8") == std::string::npos);
}

TEST_CASE("phi elimination: registers with several definitions take part as sources") {
  const std::string out =
      run("E: mov.u32 %r1, %tid.x; @%p1 mov.u32 %r1, 7; @%p2 bra B; A: mov.u32 %r2, %tid.y; B:"
          "phi.b32 %r3, {%r1, E}, {%r2, A}; st.global.u32 [g], %r3; ret;");
  CHECK(out.find("mov.b32 %r") != std::string::npos);
}

TEST_CASE("block order: fall-through, inverted branches, empty blocks, traps last") {
  CHECK(run("@%p1 bra A; bra B; A: st.global.u32 [g], 1; bra C; B: bra D; D: st.global.u32 [g], 2; C: ret;",
            {"block-order"}) ==
        "@%p1 bra A;\nst.global.u32 [g], 2;\nbra.uni C;\nA:\nst.global.u32 [g], 1;\nC:\nret;\n");
  CHECK(run("@%p1 bra A; trap; exit; A: st.global.u32 [g], 1; ret;", {"block-order"}) ==
        "@!%p1 bra $L__BB0_2;\nst.global.u32 [g], 1;\nret;\n$L__BB0_2:\ntrap;\nexit;\n");
  // An endless loop of empty blocks stays one.
  CHECK(run("A: bra B; B: bra A;", {"block-order"}).find("bra") != std::string::npos);
  CHECK(run("@%p1 bra A; A: ret;", {"block-order"}) == "ret;\n");
}

TEST_CASE("block order keeps running off the end") {
  CHECK(run("@%p1 bra L; bra E; L: st.global.u32 [g], 1; @%p2 bra L; E:", {"block-order"}).find("ret") ==
        std::string::npos);
}

TEST_CASE("brx.idx: its targets are reached and renamed") {
  const std::string out = run(
      "T: .branchtargets A, B; brx.idx %r1, T; A: bra X; B: st.global.u32 [g], 2; ret; X: st.global.u32 [g], 1; ret;");
  CHECK(out.find("T: .branchtargets\nX,\nB;") != std::string::npos);
}

TEST_CASE("moves that change nothing") {
  CHECK(run("mov.u32 %r1, %tid.x; mov.u32 %r2, %r1; mov.u32 %r1, %r2; mov.u32 %r2, %r2; st.global.u32 [g], %r1;"
            "st.global.u32 [g], %r2; ret;",
            {"redundant-moves"}) ==
        "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %r1;\nst.global.u32 [g], %r1;\nst.global.u32 [g], %r2;\nret;\n");
}

TEST_CASE("moves of what is there already: by a third register, across types of one size, of a constant") {
  const auto moves = [](const std::string& body) {
    const std::string out = run(body +
                                    " st.global.u32 [g], %r1; st.global.u32 [g], %r2; st.global.u32 [g], %r3;"
                                    "st.global.f32 [g], %f1; ret;",
                                {"redundant-moves"});
    std::size_t count = 0;
    for (std::size_t at = out.find("mov."); at != std::string::npos; at = out.find("mov.", at + 1)) ++count;
    return count;
  };
  CHECK(moves("mov.u32 %r2, %r1; mov.s32 %r3, %r1; mov.b32 %r3, %r2;") == 2);
  CHECK(moves("mov.u32 %r2, %r1; mov.s32 %r3, %r1; add.s32 %r1, %r1, 1; mov.b32 %r3, %r2;") == 2);
  CHECK(moves("mov.u32 %r2, %r1; add.s32 %r1, %r1, 1; mov.s32 %r3, %r1; mov.b32 %r3, %r2;") == 3);
  CHECK(moves("mov.b32 %f1, %r1; mov.b32 %r2, %f1; mov.b32 %r2, %r1; mov.b32 %r1, %f1; mov.b32 %f1, %r2;") == 2);
  CHECK(moves("mov.u32 %r2, 7; mov.u32 %r3, 7; mov.u32 %r2, 7; mov.u32 %r2, %r3; mov.u32 %r3, 8; mov.u32 %r2, 7;") ==
        3);
  CHECK(moves("mov.u32 %r2, -1; mov.u32 %r2, 4294967295; mov.f32 %f1, 0f3F800000; mov.f32 %f1, 0f3F800000;") == 2);
  CHECK(moves("mov.u32 %r2, 7; @%p1 mov.u32 %r2, 8; mov.u32 %r2, 7; @%p1 mov.u32 %r2, 7;") == 3);
  CHECK(moves("mov.u32 %r2, 7; bra L; L: mov.u32 %r2, 7;") == 2);  // late-copies and machine-latecleanup see that
  CHECK(moves("mov.u32 %r2, %tid.x; mov.u32 %r2, %tid.x; mov.u32 %r2, %clock; mov.u32 %r2, %clock;") == 4);
}

TEST_CASE("inline assembly: results do not share a register with operands") {
  mir::Module m;
  Diag diag;
  REQUIRE(mir::parse(head + ".visible .entry k(.param .u64 a) {\n" + registers +
                         "E: mov.u32 %r1, %tid.x; bra L; L: phi.b32 %r2, {%r1, E}, {%r3, L}; add.s32 %r3, %r2, %r2;"
                         "st.global.u32 [g], %r3; @%p1 bra L; ret; }",
                     "t", m, diag));
  mir::Function& f = m.functions.back();
  f.asms.push_back({"mov.u32 $0, 1; add.u32 $0, $0, $1;", 1, false, false, false});
  mir::Inst& add = f.blocks[1].insts[1];
  const mir::Reg result = f.operands_of(add)[0].a, operand = f.operands_of(add)[1].a;
  const mir::Operand slots[] = {mir::Operand::make_imm(0), mir::Operand::make_reg(result),
                                mir::Operand::make_reg(operand)};
  add = f.make(m.intern("$asm"), slots);
  std::vector<std::string> faults;
  run_passes(m, f, {}, {}, faults);
  for (const mir::Block& b : f.blocks)
    for (const mir::Inst& i : b.insts)
      if (m.op(i.op).op == mir::Op::p_asm) CHECK(f.operands_of(i)[1].a != f.operands_of(i)[2].a);
}

TEST_CASE("ssa: one definition each between the passes, locations of what is written in part behind them") {
  const std::string code =
      "ld.global.u32 %r1, [g]; mov.u32 %r2, 0; mov.u32 %r3, 5; L: setp.gt.u32 %p1, %r2, 7;"
      "@%p1 add.u32 %r3, %r3, %r2; @!%p1 mul.lo.u32 %r3, %r3, 3; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1;"
      "@%p1 bra L; st.global.u32 [g], %r3; ret;";
  mir::Module m;
  Diag diag;
  REQUIRE(
      mir::parse(".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 g;\n.visible .entry k()\n{\n.reg .b32 "
                 "%r<9>; .reg .pred %p<4>;\n" +
                     code + "\n}\n",
                 "t", m, diag));
  mir::Function& f = m.functions.back();
  PassOptions options;
  options.verify_each = true;
  options.enabled = {"ssa"};
  options.stop_after = "ssa";
  std::vector<std::string> faults;
  run_passes(m, f, {}, options, faults);
  CHECK(faults.empty());
  std::vector<std::uint32_t> free(f.regs.size(), 0);
  std::uint32_t phis = 0, guarded = 0;
  for (const mir::Block& b : f.blocks)
    for (const mir::Inst& i : b.insts) {
      phis += m.op(i.op).op == mir::Op::phi;
      guarded += i.guard != mir::none && m.op(i.op).op != mir::Op::bra;
      if (i.guard == mir::none) mir::for_each_reg(m, f, i, [&](mir::Reg r, bool def) { free[r] += def; });
    }
  CHECK(phis == 2);
  CHECK(guarded == 2);
  for (const std::uint32_t count : free) CHECK(count <= 1);
  options.stop_after.clear();
  options.enabled.clear();
  run_passes(m, f, {}, options, faults);
  CHECK(faults.empty());
}

TEST_CASE("machine-combiner: integers always, floating point where it is let") {
  // ((1 + 2) + 3) + 4: two operations behind each other instead of three.
  const std::string whole =
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ntid.y; add.s32 %r5, %r1, %r2;"
      "add.u32 %r6, %r5, %r3; add.s32 %r7, %r6, %r4; st.global.u32 [g], %r7; ret;";
  const std::string real =
      "ld.global.f32 %f1, [g]; ld.global.f32 %f2, [g+4]; ld.global.f32 %f3, [g+8]; ld.global.f32 %f4, [g+12];"
      "mul.f32 %f5, %f1, %f2; mul.f32 %f6, %f5, %f3; mul.f32 %f7, %f6, %f4; st.global.f32 [g], %f7; ret;";
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(has(run(whole, {"none"}, {"machine-combiner"}), "%r6, %r4, %r3"));
  CHECK(has(run(real, {"none"}, {"machine-combiner"}), "%f6, %f5, %f3"));
  PassKnobs knobs;
  knobs.machine_combiner_float = true;
  CHECK(has(run(real, {"none"}, {"machine-combiner"}, knobs), "%f6, %f4, %f3"));
}

TEST_CASE("control flow in SSA form: loops with two entries, tails with phis, branches at which threads part") {
  const auto count = [](const std::string& text, const char* part) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  const std::string two =
      "ld.global.u32 %r1, [g]; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, 0; @%p1 bra R; L: add.u32 %r2, %r2, 1;"
      "R: add.u32 %r2, %r2, 2; setp.lt.u32 %p2, %r2, 100; @%p2 bra L; st.global.u32 [g], %r2; ret;";
  for (const bool ssa : {false, true}) {
    std::vector<std::string> enabled{"structurizecfg"};
    if (ssa) enabled.push_back("ssa");
    PassKnobs knobs;
    CHECK(count(run(two, {"none"}, enabled, knobs), "setp.lt.u32") == 2);
    knobs.structurizecfg_check = true;
    CHECK(count(run(two, {"none"}, enabled, knobs), "setp.lt.u32") == 1);
  }
  const std::string tail =
      "ld.global.u32 %r1, [g]; setp.eq.u32 %p1, %r1, 0; @%p1 bra A; mov.u32 %r2, %r1; bra J; A: mov.u32 %r2, 2;"
      "J: add.u32 %r3, %r2, 1; @%p2 bra C; st.global.u32 [g], %r3; C: st.global.u32 [g+4], %r3; ret;";
  PassKnobs longer;
  longer.tail_dup_size = 4;
  CHECK(count(run(tail, {"none"}, {"ssa", "early-tailduplication"}, longer), "add.u32") == 2);
  const auto converted = [&](const char* special, int penalty) {
    PassKnobs knobs;
    knobs.early_ifcvt_penalty = 0;
    knobs.early_ifcvt_divergent_penalty = penalty;
    return count(run("mov.u32 %r1, " + std::string(special) +
                         "; setp.eq.u32 %p1, %r1, 3; mov.u32 %r2, %r1; @%p1 bra J; mul.lo.u32 %r2, %r2, %r2;"
                         "mul.lo.u32 %r2, %r2, %r2; mul.lo.u32 %r2, %r2, %r2; J: st.global.u32 [g], %r2; ret;",
                     {"none"}, {"ssa", "early-ifcvt"}, knobs),
                 "selp") == 1;
  };
  CHECK(converted("%tid.x", 100));
  CHECK(!converted("%tid.x", 0));
  CHECK(!converted("%ctaid.x", 100));
}

TEST_CASE("sinking: by its knobs, in SSA form and behind phi elimination") {
  const std::string body =
      "mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 5; setp.eq.s32 %p1, %r1, 7; @%p1 bra L; st.global.u32 [g], %r1; ret;"
      "L: st.global.u32 [g], %r2; ret;";
  const auto sunk = [&](const std::vector<std::string>& enabled, const PassKnobs& knobs) {
    const std::string out = run(body, {"none"}, enabled, knobs);
    return out.find("L:") < out.find("add.s32");
  };
  PassKnobs asked, off;
  asked.nvptx_enable_machine_sink = true;
  off.disable_machine_sink = off.nvptx_enable_machine_sink = true;
  CHECK(!sunk({}, {}));
  CHECK(sunk({}, asked));
  CHECK(!sunk({}, off));
  CHECK(sunk({"postra-machine-sink"}, off));
  off.disable_postra_machine_sink = true;
  CHECK(!sunk({"postra-machine-sink"}, off));
  CHECK(sunk({"machine-sink"}, {}));
  CHECK(!sunk({"machine-sink"}, off));
}

TEST_CASE("machine-latecleanup: under guards") {
  const std::string guarded = "@%p1 add.u32 %r3, %r1, %r2;\n", tail = "st.global.u32 [g], %r3;\nret;\n";
  CHECK(run(guarded + guarded + tail, {"none"}, {"machine-latecleanup"}) == guarded + tail);
  const std::string other = guarded + "@!%p1 add.u32 %r3, %r1, %r2;\n" + tail;
  CHECK(run(other, {"none"}, {"machine-latecleanup"}) == other);
}

TEST_CASE("stack-slot-coloring and nvptx-prolog-epilog: one word for two lives, one depot for two variables") {
  const std::string body =
      ".local .align 8 .b8 depot[16]; .local .align 4 .b32 other; mov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;"
      "mov.u32 %r1, %tid.x; st.u32 [%rd2+4], %r1; ld.u32 %r2, [%rd2+4]; st.local.u32 [%rd1+12], %r2;"
      "ld.local.u32 %r3, [%rd1+12]; st.local.u32 [other], %r3; ld.local.u32 %r4, [other]; st.global.u32 [g], %r4; ret;";
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const std::string colored = printed(body, {"none"}, {"stack-slot-coloring"});
  for (const char* part :
       {".local .align 8 .b8 depot[4];", "st.local.u32 \t[depot], %r1", "ld.local.u32 \t%r2, [depot]",
        "st.local.u32 \t[depot], %r2", "st.local.u32 \t[depot], %r3", "ld.local.u32 \t%r4, [depot]"})
    CHECK_MESSAGE(has(colored, part), part);
  CHECK(!has(colored, "other"));
  CHECK(!has(colored, "cvta"));
  PassKnobs off;
  off.disable_ssc = true;
  CHECK(has(printed(body, {"none"}, {"stack-slot-coloring"}, off), "depot[16]"));
  const std::string laid = printed(body, {"none"}, {"nvptx-prolog-epilog"});
  for (const char* part :
       {".local .align 8 .b8 __local_depot0[20];", "%rd1, __local_depot0;", "st.local.u32 \t[__local_depot0+16], %r3"})
    CHECK_MESSAGE(has(laid, part), part);
  CHECK(!has(laid, "other"));
}

TEST_CASE("nvptx-prolog-epilog: arrays, then variables whose address goes somewhere, then the rest") {
  const std::string laid = printed(
      ".local .align 8 .b64 plain; .local .align 8 .b64 taken; .local .align 4 .b8 small[4]; .local .align 4 .b8 "
      "large[12];"
      "mov.u64 %rd1, plain; st.local.u64 [%rd1], %rd9; mov.u64 %rd2, taken; st.global.u64 [g], %rd2;"
      "st.local.u32 [small], %r1; st.local.u32 [large+8], %r1; ret;",
      {"none"}, {"nvptx-prolog-epilog"});
  for (const char* part : {".local .align 8 .b8 __local_depot0[32];", "%rd1, __local_depot0+24;",
                           "%rd2, __local_depot0+16;", "[__local_depot0+12], %r1", "[__local_depot0+8], %r1"})
    CHECK_MESSAGE(laid.find(part) != std::string::npos, part << " in " << laid);
}

TEST_CASE("optional passes run where they are enabled, and nowhere else") {
  CHECK(optional_pass_names() == std::vector<std::string>{"ssa",
                                                          "nvptx-image-optimizer",
                                                          "opt-phis",
                                                          "param-opt",
                                                          "ldgxform",
                                                          "nvptx-mem2reg",
                                                          "structurizecfg",
                                                          "early-tailduplication",
                                                          "early-machinelicm",
                                                          "machine-cse",
                                                          "machine-sink",
                                                          "unsink",
                                                          "peephole-opt",
                                                          "nvptx-peephole",
                                                          "nvptx-trunc-opts",
                                                          "detect-dead-lanes",
                                                          "strength-reduction",
                                                          "early-ifcvt",
                                                          "machine-combiner",
                                                          "phi-edge-splitting",
                                                          "register-coalescer",
                                                          "rename-independent-subregs",
                                                          "machinelicm",
                                                          "postra-machine-sink",
                                                          "late-copies",
                                                          "machine-latecleanup",
                                                          "nvptx-proxy-reg-erasure",
                                                          "nvptx-replace-image-handles",
                                                          "tailduplication",
                                                          "branch-folder",
                                                          "structurizecfg-flags",
                                                          "nvptx-remat-block",
                                                          "register-target",
                                                          "stack-slot-coloring",
                                                          "nvptx-prolog-epilog",
                                                          "machine-rpa",
                                                          "extra-machineinstr-printer",
                                                          "chain-placement",
                                                          "group-accesses",
                                                          "group-textures",
                                                          "pipeline-loops",
                                                          "schedule",
                                                          "post-schedule",
                                                          "machine-outliner"});
  const std::string loads =
      ".shared .align 16 .b32 s[8]; ld.shared.u32 %r1, [s]; ld.shared.u32 %r2, [s+4]; add.s32 %r3, %r1, %r2;"
      "st.global.u32 [g], %r3; ret;";
  CHECK(run(loads, {"none"}).find(".v2") == std::string::npos);
  CHECK(run(loads, {"none"}, {"group-textures"}).find(".v2") == std::string::npos);
  CHECK(run(loads, {"none"}, {"group-accesses"}) == "ld.shared.v2.u32 {%r1, %r2");  // up to the first brace

  const std::string loop =
      "mov.b32 %r1, 0; mov.b32 %r4, 0; mov.b64 %rd1, 0; L: ld.global.f32 %f1, [%rd1]; mul.f32 %f2, %f1, %f1;"
      "st.shared.f32 [%r4], %f2; add.s64 %rd1, %rd1, 4; add.s32 %r4, %r4, 4; add.s32 %r1, %r1, 1;"
      "setp.lt.s32 %p1, %r1, 100; @%p1 bra L; ret;";
  const auto loads_in = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("ld.global.f32", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  CHECK(loads_in(run(loop, {"none"})) == 1);
  PassKnobs free;
  free.pipeliner_gate = false;
  CHECK(loads_in(run(loop, {"none"}, {"pipeline-loops"}, free)) > 1);
  free.pipeliner_max_mii = 1;
  CHECK(loads_in(run(loop, {"none"}, {"pipeline-loops"}, free)) == 1);
  // With so many warps on a scheduler nothing is won; with all registers taken there are few.
  CHECK(loads_in(run(loop, {"none"}, {"pipeline-loops"})) == 1);

  // Ten values at once, or one: a step of registers, where the limit is low enough.
  std::string wide = "mov.b32 %r30, 1;";
  for (int k = 0; k < 10; ++k)
    wide += "ld.shared.u32 %r" + std::to_string(k) + ", [%r30+" + std::to_string(4 * k) + "];";
  for (int k = 0; k < 10; ++k)
    wide += "st.global.u32 [g+" + std::to_string(4 * (k % 8)) + "], %r" + std::to_string(k) + ";";
  CHECK(run(wide + "ret;", {"none"}) == run(wide + "ret;", {"none"}, {"schedule"}));  // 11 registers: nothing to gain
}

TEST_CASE("unsink: sums behind a branch go up where registers are short; fuel, figures and reasons") {
  std::string loads, sums;
  for (int k = 0; k < 8; ++k) loads += "ld.shared.u32 %r" + std::to_string(k) + ", [s+" + std::to_string(4 * k) + "];";
  for (int k = 1; k < 8; ++k)
    sums += "add.s32 %r" + std::to_string(20 + k) + ", %r" + std::to_string(k == 1 ? 0 : 19 + k) + ", %r" +
            std::to_string(k) + ";";
  const std::string body = ".shared .align 16 .b32 s[8];" + loads +
                           "setp.eq.s32 %p1, %r0, 0; @%p1 bra E; st.global.u32 [g+4], %r1; E: " + sums +
                           "st.global.u32 [g], %r27;";
  const auto report = [&](int maxreg, int least, std::uint64_t fuel, std::string& text) {
    mir::Module m;
    Diag diag;
    REQUIRE(mir::parse(head + ".visible .entry k() {\n" + registers + body + "ret;\n}\n", "t", m, diag));
    PassOptions options;
    options.order = {"unsink"};
    options.knobs.maxreg = maxreg;
    options.knobs.unsink_least = least;
    options.limit = 1;
    options.last_fuel = fuel;
    options.verify_each = options.remarks = true;
    std::vector<std::string> faults;
    PassReport out;
    run_passes(m, m.functions.back(), {}, options, faults, &out);
    CHECK(faults.empty());
    text = mir::print(m, m.functions.back());
    return out;
  };
  const auto told = [](const PassReport& r, const std::string& name) {
    return std::any_of(r.remarks.remarks.begin(), r.remarks.remarks.end(),
                       [&](const auto& remark) { return remark.name == name; });
  };
  constexpr std::uint64_t all = ~std::uint64_t{0};
  const auto below_branch = [](const std::string& text) { return text.find("add.s32") > text.find("bra"); };
  std::string text;
  const PassReport short_of_them = report(6, 4, all, text);
  CHECK(short_of_them.rows.at(0).changes == 1);
  CHECK(!below_branch(text));
  CHECK(told(short_of_them, "Unsunk"));
  const PassReport roomy = report(64, 4, all, text);
  CHECK(below_branch(text));
  CHECK(told(roomy, "UnsinkKept"));
  report(6, 8, all, text);  // six are saved
  CHECK(below_branch(text));
  report(6, 4, 0, text);
  CHECK(below_branch(text));
}

TEST_CASE("gates: what takes registers over a step is refused, counted and told; limits come from --maxreg") {
  // Four loads, each used at once: together they need three registers more.
  std::string body = ".shared .align 16 .b32 s[8]; mov.b32 %r30, 0;";
  for (int k = 0; k < 4; ++k) {
    const std::string n = std::to_string(k);
    body += "ld.shared.u32 %r" + n + ", [s+" + std::to_string(4 * k) + "]; add.s32 %r30, %r30, %r" + n + ";";
  }
  body += "st.global.u32 [g], %r30;";
  const auto report = [&](int maxreg, bool gate, std::string& text) {
    mir::Module m;
    Diag diag;
    REQUIRE(mir::parse(head + ".visible .entry k() {\n" + registers + body + "ret;\n}\n", "t", m, diag));
    PassOptions options;
    options.order = {"group-accesses"};
    options.knobs.maxreg = maxreg;
    options.knobs.group_gate = gate;
    options.knobs.gate_spread_most = maxreg == 0 ? 12 : 0;
    options.verify_each = options.remarks = true;
    std::vector<std::string> faults;
    PassReport out;
    run_passes(m, m.functions.back(), {}, options, faults, &out);
    CHECK(faults.empty());
    text = mir::print(m, m.functions.back());
    return out;
  };
  const auto counter = [](const PassReport& r, const std::string& name) {
    for (const auto& [what, n] : r.rows.at(0).counters)
      if (what == name) return n;
    return ~std::uint64_t{0};
  };
  std::string text;
  CHECK(counter(report(0, true, text), "groups") == 1);  // far from a step
  CHECK(text.find(".v4") != std::string::npos);
  const PassReport tight = report(2, true, text);
  CHECK(counter(tight, "groups") == 0);
  CHECK(counter(tight, "limit") == 3);
  CHECK(counter(tight, "shape") == 1);  // from the second word on nothing is aligned
  CHECK(text.find("ld.shared.v") == std::string::npos);
  bool told = false;
  for (const auto& remark : tight.remarks.remarks)
    told |= remark.name == "NotMerged" && remark.arguments[0].second == "limit";
  CHECK(told);
  CHECK(counter(report(4, true, text), "groups") == 1);  // one pair fits: three live, one lost
  CHECK(counter(report(5, true, text), "groups") == 2);
  CHECK(text.find(".v2") != std::string::npos);
  CHECK(counter(report(2, false, text), "groups") == 1);
}

TEST_CASE("pipeline-loops: a loop that tests at its top is turned round where it is pipelined then") {
  const std::string loop =
      "mov.b32 %r1, 0; mov.b32 %r4, 0; mov.b64 %rd1, 0; T: setp.ge.s32 %p1, %r1, 100; @%p1 bra E;"
      "ld.global.f32 %f1, [%rd1]; mul.f32 %f2, %f1, %f1; st.shared.f32 [%r4], %f2; add.s64 %rd1, %rd1, 4;"
      "add.s32 %r4, %r4, 4; add.s32 %r1, %r1, 1; bra.uni T; E: ret;";
  const auto setps = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("setp.ge.s32", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  PassKnobs knobs;
  knobs.pipeliner_gate = false;
  CHECK(setps(run(loop, {"none"}, {"pipeline-loops"}, knobs)) == 2);  // in front, and in the loop as it was
  CHECK(run(loop, {"none"}, {"pipeline-loops"}, knobs).size() > 2 * run(loop, {"none"}).size());
  knobs.pipeliner_rotate = false;
  CHECK(run(loop, {"none"}, {"pipeline-loops"}, knobs) == run(loop, {"none"}));
  CHECK(run(loop, {"none"}, {"pipeline-loops"}) == run(loop, {"none"}));  // the gate sees nothing won
}

TEST_CASE("group-textures takes the sum between two fetches along") {
  const std::string body =
      "tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1, %r2}]; mul.f32 %f9, %f1, %f1; add.s32 %r3, %r1, 1;"
      "tex.2d.v4.f32.s32 {%f5, %f6, %f7, %f8}, [t, {%r3, %r2}]; st.global.f32 [g], %f9; st.global.f32 [g+4], %f5; ret;";
  mir::Module m;
  Diag diag;
  REQUIRE(mir::parse(head + ".global .texref t;\n.visible .entry k() {\n" + registers + body + "\n}\n", "t", m, diag));
  PassOptions options;
  options.order = {"group-textures"};
  options.verify_each = true;
  std::vector<std::string> faults;
  run_passes(m, m.functions.back(), {}, options, faults);
  CHECK(faults.empty());
  const std::string text = mir::print(m, m.functions.back());
  const std::size_t sum = text.find("add.s32"), first = text.find("tex."), second = text.find("tex.", first + 1),
                    use = text.find("mul.f32");
  CHECK(sum < first);
  CHECK(second < use);
}

TEST_CASE("the address of a device function's parameter stays a register: it is one of local memory") {
  mir::Module m;
  Diag diag;
  REQUIRE(mir::parse(
      head + ".visible .func (.param .b32 r) f(.param .align 8 .b8 p[16]) {\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
             "mov.b64 %rd1, p;\nadd.s64 %rd2, %rd1, 4;\nld.local.b32 %r1, [%rd2];\nst.param.b32 [r], %r1;\nret;\n}\n",
      "t", m, diag));
  std::vector<std::string> faults;
  run_passes(m, m.functions.back(), {}, {}, faults);
  const std::string text = mir::print(m, m.functions.back());
  CHECK(text.find("mov.b64") != std::string::npos);
  CHECK(text.find("[p+4]") == std::string::npos);
  CHECK(text.find("+4]") != std::string::npos);
}

TEST_CASE("register-coalescer: registers of copies become one, of bits where types differ; constants are made again") {
  const auto coalesced = [](const std::string& body) { return run(body, {"none"}, {"register-coalescer"}); };
  const auto movs = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("mov.", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const std::string loop =
      "mov.b32 %r1, %r5; L: mov.b32 %r2, %r1; add.s32 %r3, %r2, 3; mov.b32 %r1, %r3; setp.lt.s32 %p1, %r1, 100;"
      "@%p1 bra L; st.global.u32 [g], %r1; ret;";
  CHECK(movs(run(loop, {"none"})) == 3);
  CHECK(movs(coalesced(loop)) == 0);
  const std::string bits =
      "ld.global.f32 %f1, [g]; mov.b32 %r1, %f1; add.s32 %r1, %r1, 1; st.global.u32 [g], %r1; ret;";
  CHECK(movs(coalesced(bits)) == 0);
  CHECK(coalesced(bits).find("%f1") == std::string::npos);
  // A predicate's old word lives on under the guard.
  const std::string guarded =
      "mov.b32 %r2, %r1; @%p1 add.s32 %r2, %r2, 1; st.global.u32 [g], %r2; st.global.u32 [g+4], %r1; ret;";
  CHECK(movs(coalesced(guarded)) == 1);
  const std::string constant =
      "mov.b32 %r1, 7; mov.b32 %r2, %r1; add.s32 %r2, %r2, %r1; st.global.u32 [g], %r2; st.global.u32 [g+4], %r1; ret;";
  CHECK(movs(coalesced(constant)) == 2);
  CHECK(coalesced(constant).find("mov.b32 %r2, 7") != std::string::npos);
}
