// What the printer makes of machine IR that was built, not parsed.
#include <doctest/doctest.h>

#include "nvptx/print/print.hpp"

using namespace lathe::nvptx::mir;

namespace {

std::string variable(const Variable& v) {
  Module m;
  m.target = {"sm_80"};
  m.variables.push_back(v);
  m.items.push_back({Item::Kind::variable, 0, {}});
  const std::string text = print(m);
  const std::size_t at = text.find("\n\n") + 2;
  return text.substr(at, text.size() - at - 1);
}
Variable bytes(std::vector<std::uint8_t> value, std::uint64_t size) {
  Variable v;
  v.name = "v";
  v.space = Space::global;
  v.type = Type::b8;
  v.align = 8;
  v.dims = {size};
  v.bytes = std::move(value);
  return v;
}
Function& body(Module& m) {
  m.functions.emplace_back();
  Function& f = m.functions.back();
  f.module = &m;
  f.name = "f";
  f.kernel = true;
  f.blocks.resize(1);
  m.items.push_back({Item::Kind::function, 0, {}});
  return f;
}

}  // namespace

TEST_CASE("initial bytes end with the last one that is not zero") {
  CHECK(variable(bytes({1, 2, 3, 0, 0}, 5)) == ".global .align 8 .b8 v[5] = {1, 2, 3};");
  CHECK(variable(bytes({0, 0}, 2)) == ".global .align 8 .b8 v[2];");
  CHECK(variable(bytes({}, 0)) == ".global .align 8 .b8 v[];");
}

TEST_CASE("initial bytes: each value, and signed ones") {
  std::vector<std::uint8_t> all;
  std::string unsigned_text, signed_text;
  for (int i = 1; i < 256; ++i) {
    all.push_back(static_cast<std::uint8_t>(i));
    unsigned_text += (i == 1 ? "" : ", ") + std::to_string(i);
    signed_text += (i == 1 ? "" : ", ") + std::to_string(i < 128 ? i : i - 256);
  }
  CHECK(variable(bytes(all, 255)) == ".global .align 8 .b8 v[255] = {" + unsigned_text + "};");
  Variable v = bytes(all, 255);
  v.type = Type::s8;
  CHECK(variable(v) == ".global .align 8 .s8 v[255] = {" + signed_text + "};");
}

TEST_CASE("addresses: words in place make an array of words, others are masked") {
  Variable v = bytes({7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 16);
  v.relocs = {{8, 8, "f", 4, true, 0xff}};
  CHECK(variable(v) == ".global .align 8 .b64 v[2] = {7, generic(f)+4};");
  v = bytes({7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}, 17);
  v.relocs = {{8, 8, "f", -4, false, 0xff}};
  CHECK(variable(v) ==
        ".global .align 8 .b8 v[17] = {7, 0, 0, 0, 0, 0, 0, 0, 0xFF(f-4), 0xFF00(f-4), 0xFF0000(f-4), 0xFF000000(f-4), "
        "0xFF00000000(f-4), 0xFF0000000000(f-4), 0xFF000000000000(f-4), 0xFF00000000000000(f-4), 9};");
}

TEST_CASE("scalars, linkage, attributes") {
  Variable v = bytes({0, 0, 0x80, 0x3f}, 0);
  v.dims.clear();
  v.type = Type::f32;
  v.linkage = "visible";
  v.attribute = ".managed";
  CHECK(variable(v) == ".visible .global .attribute(.managed) .align 8 .f32 v = 0f3F800000;");
  v.linkage = "extern";
  CHECK(variable(v) == ".extern .global .attribute(.managed) .align 8 .f32 v;");
}

TEST_CASE("registers are numbered by type, those that occur") {
  Module m;
  Function& f = body(m);
  const Reg a = f.new_reg(Type::b32), unused = f.new_reg(Type::b32), b = f.new_reg(Type::b32),
            p = f.new_reg(Type::pred);
  (void)unused;
  const Operand slots[] = {Operand::make_reg(a), Operand::make_reg(b), Operand::make_imm(-1)};
  f.blocks[0].insts.push_back(f.make(m.intern("add.s32"), slots, p, true));
  CHECK(print(m, f) ==
        ".entry f()\n{\n\t.reg .pred \t%p<2>;\n\t.reg .b32 \t%r<3>;\n\n\t@!%p1 add.s32 \t%r1, %r2, -1;\n}\n");
}

TEST_CASE("new registers beside named ones keep clear of them") {
  Module m;
  Function& f = body(m);
  f.regs.push_back({Type::b32, "%r7"});
  f.regs.push_back({Type::f32, "%f"});
  const Reg a = f.new_reg(Type::b32), b = f.new_reg(Type::f32);
  const Operand slots[] = {Operand::make_reg(0), Operand::make_reg(1), Operand::make_reg(a), Operand::make_reg(b)};
  f.blocks[0].insts.push_back(f.make(m.intern("x"), slots));
  CHECK(print(m, f).find("%r7, %f, %r8, %fn1;") != std::string::npos);
}

TEST_CASE("inline assembly: operands, dollars, unique numbers, several lines") {
  Module m;
  Function& f = body(m);
  const Reg a = f.new_reg(Type::b32), b = f.new_reg(Type::b64);
  f.asms.push_back({"{ .reg .b32 t; $$L${:uid}:\n mov.u32 $0, ${1:r};\n ld.u32 t, $2; $9 }", 1, true, false, false});
  const Operand slots[] = {Operand::make_imm(0), Operand::make_reg(a), Operand::make_imm(5),
                           Operand::make_mem_reg(b, 8)};
  f.blocks[0].insts.push_back(f.make(m.intern("$asm"), slots));
  const std::string text = print(m, f);
  CHECK(text.find("\t// begin inline asm\n\t{ .reg .b32 t; $L1:\n\t mov.u32 %r1, 5;\n\t ld.u32 t, [%rd1+8];  }\n"
                  "\t// end inline asm\n") != std::string::npos);
}

TEST_CASE("labels only where something jumps; prototypes, tables, scopes, locations") {
  Module m;
  Function& f = body(m);
  f.blocks.resize(3);
  f.locations.resize(2);
  f.locations[1] = {1, 5, 3, ""};
  const Operand to = Operand::make_block(2), zero = Operand::make_imm(0);
  f.blocks[0].insts.push_back(f.make(m.intern("bra.uni"), {&to, 1}));
  f.blocks[0].insts.back().loc = 1;
  Variable param;
  param.name = "_";
  f.prototypes.push_back({"proto", {}, {param}, true});
  f.tables.push_back({"table", {2}});
  Variable local;
  local.name = "x";
  local.space = Space::local;
  f.variables = {local};
  f.placed = {true};
  for (const char* op : {"$open", "$decl", "$proto", "$targets", "$close"})
    f.blocks[1].insts.push_back(f.make(m.intern(op), {&zero, 1}));
  CHECK(print(m, f) ==
        ".entry f()\n{\n\n\t.loc\t1 5 3\n\tbra.uni \t$L__BB0_2;\n\t{\n\t.local .b32 x;\n\tproto: .callprototype _ "
        "(.param "
        ".b32 _) .noreturn;\n\ttable: .branchtargets\n\t\t$L__BB0_2;\n\t}\n$L__BB0_2:\n}\n");
}
