// The PTX parser: what it makes of each form, and its errors.
#include <doctest/doctest.h>

#include <algorithm>

#include "nvptx/mir/text.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::mir;

namespace {

struct Parsed {
  Module module;
  Diag diag;
  bool fine = false;
  std::string error() const {
    return diag.messages().empty() ? "" : std::to_string(diag.messages()[0].line) + ": " + diag.messages()[0].text;
  }
  const Function& f() const { return module.functions.back(); }
  const Inst& inst(std::size_t block, std::size_t i) const { return f().blocks.at(block).insts.at(i); }
  std::string text(std::size_t block, std::size_t i) const { return module.op(inst(block, i).op).text; }
};
void parse_into(Parsed& p, const std::string& text) { p.fine = parse(text, "t.ptx", p.module, p.diag); }
const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
// A body in a kernel with some registers.
std::string kernel(const std::string& body) {
  return head +
         ".global .u32 g;\n.visible .entry k(.param .u64 a) {\n.reg .b32 %r<100>; .reg .pred %p<9>; .reg .b64 "
         "%rd<9>;\n" +
         body + "\n}\n";
}
std::string error_of(const std::string& text) {
  Parsed p;
  parse_into(p, text);
  CHECK_FALSE(p.fine);
  CHECK(p.diag.messages().size() == 1);
  return p.error();
}

}  // namespace

TEST_CASE("blocks: split at labels and after branches, guarded ones too") {
  Parsed p;
  parse_into(p, kernel("add.s32 %r1, %r2, 3;\n@%p1 bra L;\nmov.u32 %r3, 4;\nL:\nM:\nret;"));
  REQUIRE_MESSAGE(p.fine, p.error());
  REQUIRE(p.f().blocks.size() == 4);
  CHECK(p.f().blocks[2].label == "L");
  CHECK(p.f().blocks[3].label == "M");
  CHECK(p.f().operands_of(p.inst(0, 1))[0] == Operand::make_block(2));
  CHECK(p.inst(0, 1).guard != none);
  CHECK(p.text(3, 0) == "ret");
}

TEST_CASE("a label in front of the first instruction names the entry") {
  Parsed p;
  parse_into(p, kernel("$begin: ret;"));
  REQUIRE(p.fine);
  CHECK(p.f().blocks.size() == 1);
}

TEST_CASE("registers of a range exist when they are used") {
  Parsed p;
  parse_into(p, head + ".entry k() { .reg .b32 %r<4294967295>; mov.u32 %r4294967294, 1; ret; }");
  REQUIRE(p.fine);
  CHECK(p.f().regs.size() == 1);
  CHECK(p.f().regs[0].name == "%r4294967294");
  CHECK(error_of(head + ".entry k() { .reg .b32 %r<5>; mov.u32 %r5, 1; ret; }") == "4: '%r5' is not declared");
  CHECK(error_of(head + ".entry k() { .reg .b32 %r<5>; mov.u32 %r01, 1; ret; }") == "4: '%r01' is not declared");
}

TEST_CASE("operands") {
  Parsed p;
  parse_into(p, kernel("ld.u32 %r1, [%rd1+-8]; ld.u32 %r1, [g+4]; ld.u32 %r1, [16]; mov.u32 %r1, %tid.x;"
                       "shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, -1; mov.u32 %r1, (1+2)*3; mov.u32 %r1, 0xffU;"
                       "mov.f32 %r1, -1.0; mov.u32 %r1, 7 > 3 ? 10 : 20; setp.eq.and.u32 %p1, %r1, 0, !%p2; ret;"));
  REQUIRE_MESSAGE(p.fine, p.error());
  const auto o = [&](std::size_t i, std::size_t slot) { return p.f().operands_of(p.inst(0, i))[slot]; };
  CHECK(o(0, 1).kind == Operand::Kind::mem_reg);
  CHECK(o(0, 1).value == -8);
  CHECK(o(1, 1).kind == Operand::Kind::mem_sym);
  CHECK(o(1, 1).value == 4);
  CHECK(o(2, 1).kind == Operand::Kind::mem_imm);
  CHECK(p.module.name(o(3, 1).a) == "%tid.x");
  CHECK(o(4, 0) == make_group(GroupKind::pipe, 2));
  CHECK(def_slots(p.module.op(p.inst(0, 4).op), p.f(), p.inst(0, 4)) == 3);
  CHECK(o(5, 1) == Operand::make_imm(9));
  CHECK(o(6, 1) == Operand::make_imm(255));
  CHECK(o(7, 1) == Operand::make_f32(0xbf800000));
  CHECK(o(8, 1) == Operand::make_imm(10));
  CHECK(o(9, 3).negated);
}

TEST_CASE("elements of arrays by their number") {
  Parsed p;
  parse_into(
      p, head +
             ".global .align 4 .b32 A[16];\n.global .align 16 .v4 .f32 V[4];\n.visible .entry k(.param .align 8 .b8 "
             "m[64]) {\n"
             ".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .b16 s[64];\n"
             "ld.global.b32 %r1, A[1]; st.global.b32 A[1+1], %r1; mov.b64 %rd1, A[3]; cvta.global.u64 %rd1, A[-1];\n"
             "ld.shared.b32 %r1, s[4]; ld.param.b32 %r1, m[8]; ld.global.v4.f32 {%r1, %r2, %r3, %r4}, V[2]; ret; }");
  REQUIRE_MESSAGE(p.fine, p.error());
  const auto last = [&](std::size_t i) { return p.f().operands_of(p.inst(0, i)).back(); };
  CHECK(last(0) == Operand::make_mem_sym(p.module.name("A"), 4));
  CHECK(p.f().operands_of(p.inst(0, 1))[0] == Operand::make_mem_sym(p.module.name("A"), 8));
  CHECK(last(2) == Operand::make_symbol(p.module.name("A"), 12));
  CHECK(last(3) == Operand::make_symbol(p.module.name("A"), -4));
  CHECK(last(4) == Operand::make_mem_sym(p.module.name("s"), 8));
  CHECK(last(5) == Operand::make_mem_sym(p.module.name("m"), 8));
  CHECK(last(6) == Operand::make_mem_sym(p.module.name("V"), 32));
  // What ptxas refuses too; an index in a register would be scaled.
  CHECK(error_of(kernel("atom.global.add.u32 %r1, g[1], 1;")) ==
        "7: 'g[..]': only ld, st, mov and cvta take an element of an array");
  CHECK(error_of(kernel("ld.global.u32 %r1, [g[1]];")) == "7: this is no address");
  CHECK(error_of(kernel("ld.global.u32 %r1, g[%r2];")) ==
        "7: an index that is no constant: compute the address in a register");
  CHECK(error_of(kernel("ld.global.u32 %r1, k[1];")) == "7: 'k' has no elements");
  CHECK(error_of(kernel("ld.global.u32 %r1, g[0x7fffffffffffffff];")) == "7: an index that is too large");
}

TEST_CASE("a byte-order mark, attributes of functions") {
  Parsed p;
  parse_into(p, "\xEF\xBB\xBF" + head +
                    ".visible .func .attribute(.unified(0xAB, (1))) (.param .b32 r) f(.param .b32 a) { ret; }\n"
                    ".extern .func .attribute(.unified(1,2)) g;");
  REQUIRE_MESSAGE(p.fine, p.error());
  REQUIRE(p.module.functions[0].directives.size() == 1);
  CHECK(p.module.functions[0].directives[0].text == ".unified(0xAB, (1))");
  CHECK(p.module.functions[0].results.size() == 1);
  CHECK(p.module.functions[1].declaration);
  CHECK(error_of(head + ".func .attribute(.unified(1,2) f() { ret; }").find("')' is expected") != std::string::npos);
}

TEST_CASE("forms that PTX has no more, or never had, are refused by name") {
  CHECK(error_of(kernel("ld.const[2].b32 %r1, [g];")) ==
        "7: a constant bank, as in .const[2]: PTX 2.2 and later have none; leave it out");
  CHECK(error_of(kernel("tex.1d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd1+8, {%r5}];")) ==
        "7: an offset inside of [a, {..}]: PTX has none; add it to the register before");
}

TEST_CASE("scopes: straight ones keep their braces, their registers get names of their own") {
  Parsed p;
  parse_into(
      p, kernel("{ .reg .b32 t; .param .b32 x; mov.u32 t, 1; }\n{ .reg .b32 t; .param .b32 x; mov.u32 t, 2; }\nret;"));
  REQUIRE_MESSAGE(p.fine, p.error());
  REQUIRE(p.f().regs.size() == 2);
  CHECK(p.f().regs[0].name == "t");
  CHECK(p.f().regs[1].name == "t_1");
  REQUIRE(p.f().variables.size() == 2);
  CHECK(p.f().variables[0].name == p.f().variables[1].name);
  CHECK(p.f().placed[0]);
  CHECK(p.text(0, 0) == "$open");
  CHECK(p.text(0, 1) == "$decl");
}

TEST_CASE("scopes with labels inside lose their braces") {
  Parsed p;
  parse_into(
      p,
      kernel("{ .local .b32 x; L: st.local.u32 [x], 1; bra L; }\n{ .local .b32 x; L: st.local.u32 [x], 2; bra L; }"));
  REQUIRE_MESSAGE(p.fine, p.error());
  CHECK(p.f().variables[0].name == "x");
  CHECK(p.f().variables[1].name == "x_1");
  CHECK_FALSE(p.f().placed[1]);
  std::vector<std::string> labels;
  for (const Block& b : p.f().blocks) {
    if (!b.label.empty()) labels.push_back(b.label);
    for (const Inst& i : b.insts) CHECK(p.module.op(i.op).text[0] != '$');
  }
  CHECK(labels == std::vector<std::string>{"L", "L_1"});
  std::vector<std::string> faults;
  verify(p.module, faults);
  CHECK(faults.empty());
}

TEST_CASE("a jump out of a scope finds the outer label, before or after it") {
  Parsed p;
  parse_into(p, kernel("A: { @%p1 bra A; @%p2 bra B; { bra B; } }\nB: ret;"));
  REQUIRE_MESSAGE(p.fine, p.error());
}

TEST_CASE("initial values become bytes and addresses") {
  Parsed p;
  parse_into(p, head +
                    ".global .u32 g = 258; .global .b8 t[9] = {1, 0xFF(g), 0xFF00(g+4), 0};\n"
                    ".global .u64 q[2] = {generic(g)+8, g-4}; .global .f32 f[2] = {1.0, 0f40000000};");
  REQUIRE_MESSAGE(p.fine, p.error());
  CHECK(p.module.variables[0].bytes == std::vector<std::uint8_t>{2, 1, 0, 0});
  REQUIRE(p.module.variables[1].relocs.size() == 2);
  CHECK(p.module.variables[1].relocs[1].mask_byte == 1);
  CHECK(p.module.variables[1].relocs[1].addend == 4);
  REQUIRE(p.module.variables[2].relocs.size() == 2);
  CHECK(p.module.variables[2].relocs[0].generic);
  CHECK(p.module.variables[2].relocs[1].addend == -4);
  CHECK(p.module.variables[3].bytes[2] == 0x80);
  CHECK(p.module.variables[3].bytes[7] == 0x40);
}

TEST_CASE("errors: line and one clear line") {
  CHECK(error_of("") == "1: no .target directive");
  CHECK(error_of("hello") == "1: 'hello' where a directive is expected");
  CHECK(error_of(head + ".entry k() {\n  add.s32 %r1, 2, 3;\n}") == "5: '%r1' is not declared");
  CHECK(error_of(kernel("bra nowhere;")) == "7: label 'nowhere' is not defined");
  CHECK(error_of(kernel("ret")) == "8: '}' where ';' is expected");
  CHECK(error_of(kernel("mov.u32 %r1, 99999999999999999999;")) == "7: the number is too large for 64 bits");
  CHECK(error_of(kernel("mov.u32 %r1, 1/0;")) == "7: division by zero in a constant");
  CHECK(error_of(kernel("@%r1 ret;")) == "7: the guard '%r1' is no predicate");
  CHECK(error_of(kernel("L: L: ret;")) == "7: label 'L' is defined twice");
  CHECK(error_of(kernel(".reg .b32 x, x;")) == "7: 'x' is declared twice");
  CHECK(error_of(kernel("{ ret;")) == "9: the text ends where an instruction is expected");
  CHECK(error_of(head + "/* open") == "4: a comment is not closed");
  CHECK(error_of(head + ".global .b8 x[2] = {300(y)};") == "4: a mask must select one byte");
  CHECK(error_of(head + ".wrong") == "4: unknown directive '.wrong'");
  CHECK(error_of(head + "\x01") == "4: a character that PTX does not know");
}

TEST_CASE("nesting is bounded") {
  std::string deep(100000, '(');
  CHECK(error_of(kernel("mov.u32 %r1, " + deep + ";")) == "7: a constant is nested too deeply");
  CHECK(error_of(kernel(std::string(100000, '{'))) == "7: scopes are nested too deeply");
  CHECK(error_of(kernel("mov.u32 %r1, " + std::string(100000, '-') + "1;")) == "7: a constant is nested too deeply");
  CHECK(error_of(kernel("mov.b32 " + std::string(100000, '{'))) == "7: operands are nested too deeply");
  CHECK(error_of(kernel("tex " + std::string(100000, '['))).find("7: ") == 0);
}

TEST_CASE("the checker finds what is wrong") {
  Parsed p;
  parse_into(p, kernel("mov.u32 %r1, 1; L: phi.b32 %r2, {%r1, M}; ret; M: bra L;"));
  REQUIRE_MESSAGE(p.fine, p.error());
  std::vector<std::string> faults;
  verify(p.module, faults);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find("predecessors") != std::string::npos);

  const auto faults_after = [&](auto&& change) {
    Parsed q;
    parse_into(q, kernel("add.s32 %r1, %r2, 3; @%p1 bra L; L: ret;"));
    REQUIRE(q.fine);
    Function& f = q.module.functions.back();
    change(f, q.module);
    std::vector<std::string> found;
    verify(q.module, found);
    return found.size();
  };
  CHECK(faults_after([](Function&, Module&) {}) == 0);
  CHECK(faults_after([](Function& f, Module&) { f.operands[0].a = 999; }) == 1);
  CHECK(faults_after([](Function& f, Module&) { f.blocks[0].insts[0].count = 99; }) == 1);
  CHECK(faults_after([](Function& f, Module&) { f.blocks[0].insts[1].guard = f.operands[0].a; }) == 1);
  CHECK(faults_after([](Function& f, Module&) { f.operands[3].a = 77; }) == 1);
  CHECK(faults_after([](Function& f, Module&) { std::swap(f.blocks[0].insts[0], f.blocks[0].insts[1]); }) == 1);
  CHECK(faults_after([](Function& f, Module&) { f.regs[f.operands[0].a].type = Type::b64; }) == 1);
  CHECK(faults_after([](Function& f, Module&) { f.operands[1] = make_group(GroupKind::tuple, 7); }) == 1);
  CHECK(faults_after([](Function& f, Module& m) { f.blocks[0].insts[0].op = m.intern("$decl"); }) == 1);
}
