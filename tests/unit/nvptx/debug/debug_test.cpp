// Debug information without LLVM: entries, expressions, labels and ranges of functions.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "nvptx/debug/die.hpp"
#include "nvptx/debug/expression.hpp"
#include "nvptx/debug/flow.hpp"
#include "nvptx/debug/function.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::debug;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes uleb(std::uint64_t value) {
  Bytes out;
  append_uleb(out, value);
  return out;
}
Bytes sleb(std::int64_t value) {
  Bytes out;
  append_sleb(out, value);
  return out;
}
std::string bytes(const std::optional<DebugPlace>& place) {
  if (!place) return "none";
  std::string out;
  for (const auto b : place->before) out += std::to_string(b) + " ";
  if (!place->symbol.empty()) out += place->symbol + " ";
  for (const auto b : place->after) out += std::to_string(b) + " ";
  return out;
}

}  // namespace

TEST_CASE("LEB128, by the examples of DWARF 2, figures 20 and 21") {
  CHECK(uleb(2) == Bytes{2});
  CHECK(uleb(127) == Bytes{127});
  CHECK(uleb(128) == Bytes{0x80, 1});
  CHECK(uleb(12857) == Bytes{57 + 0x80, 100});
  CHECK(sleb(2) == Bytes{2});
  CHECK(sleb(-2) == Bytes{0x7e});
  CHECK(sleb(127) == Bytes{127 + 0x80, 0});
  CHECK(sleb(-127) == Bytes{1 + 0x80, 0x7f});
  CHECK(sleb(-128) == Bytes{0 + 0x80, 0x7f});
  CHECK(sleb(-129) == Bytes{0x7f + 0x80, 0x7e});
}

TEST_CASE("entries: offsets, sizes, one abbreviation for equal shapes") {
  std::deque<Unit> units(1);
  Die& root = units[0].root();
  root.tag = 0x11;
  root.string(0x03, "a.cu");
  Die& first = units[0].add(root, 0x24);
  first.string(0x03, "int");
  first.number(0x0b, 4);
  Die& second = units[0].add(root, 0x24);
  second.string(0x03, "long");
  second.number(0x0b, 8);
  Die& pointer = units[0].add(root, 0x0f);
  pointer.refer(0x49, second);
  DebugPlace place;
  place.before = {3};
  place.symbol = "g";
  Die& variable = units[0].add(root, 0x34);
  variable.block(0x02, place);
  const std::string text = write_units(units);
  CHECK(first.abbreviation == second.abbreviation);
  CHECK(first.offset == 17);   // the header's 11, the root's code and "a.cu" with its zero
  CHECK(second.offset == 23);  // code, "int" with its zero, 4
  CHECK(pointer.offset == 30);
  CHECK(text.find(".b32 23\n") != std::string::npos);
  CHECK(text.find(".b8 9,3\n.b64 g\n") != std::string::npos);
  CHECK(text.find(".b32 43\n.b8 2,0\n.b32 .debug_abbrev\n.b8 8\n") != std::string::npos);
  Die wide;
  wide.number(1, 255);
  wide.number(1, 256);
  wide.number(1, 65536);
  wide.number(1, 1ULL << 32);
  CHECK(wide.attributes[0].form == Form::data1);
  CHECK(wide.attributes[1].form == Form::data2);
  CHECK(wide.attributes[2].form == Form::data4);
  CHECK(wide.attributes[3].form == Form::data8);
}

TEST_CASE("expressions") {
  const Expression plain, memory{{0x06}, 0, 0}, second{{0x23, 8, 0x06}, 0, 0}, sum{{0x23, 8, 0x9f}, 0, 0},
      back{{0x10, 4, 0x1c, 0x06}, 0, 0};
  CHECK(register_number("%r12") == 0x25723132);
  CHECK(register_number("%rd1234567") == 0);
  CHECK(bytes(in_register("%r1", plain)) == "144 177 228 149 1 ");  // as the reference writes %r1
  CHECK(bytes(in_register("%r1", memory)) == "146 177 228 149 1 0 ");
  CHECK(bytes(in_register("%r1", second)) == "146 177 228 149 1 8 ");
  CHECK(bytes(in_register("%r1", back)) == "146 177 228 149 1 124 ");
  CHECK(bytes(in_register("%r1", sum)) == "none");  // a value that is nowhere: DWARF 2 has no words for it
  CHECK(bytes(as_constant(77, plain)) == "17 205 0 ");
  CHECK(bytes(as_constant(77, sum)) == "none");
  CHECK(bytes(at_symbol("depot", 0, 6, plain)) == "3 depot ");
  CHECK(bytes(at_symbol("depot", 200, 6, second)) == "3 depot 35 200 1 35 8 6 ");
  const auto r1 = in_register("%r1", plain), five = as_constant(5, plain);
  const Fragment parts[] = {{0, 32, &*r1}, {64, 32, &*five}};
  CHECK(bytes(pieces(parts)) == "144 177 228 149 1 147 4 147 4 17 5 147 4 ");
  const Fragment overlap[] = {{0, 32, &*r1}, {16, 32, &*five}};
  CHECK(!pieces(overlap));
}

namespace {

// A function of PTX, and what is said of variables in it.
struct Made {
  mir::Module module;
  FunctionNotes notes;
  mir::Function& function() { return module.functions.front(); }

  explicit Made(const std::string& body) {
    const std::string ptx =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n\t.reg .pred %p<4>;\n\t.reg "
        ".b32 %r<9>;\n" +
        body + "}\n";
    Diag diag;
    REQUIRE(mir::parse(ptx, "a.ptx", module, diag));
    notes.scope = 1;
    notes.scopes.assign(function().locations.size() + 1, 1);
  }
  // Says of a variable, before instruction `index` of a block, that it is in a register (or a number).
  void say(mir::BlockId block, std::size_t index, std::uint32_t variable, const std::string& where) {
    DebugValue value;
    value.variable = variable;
    std::vector<mir::Operand> slots{mir::Operand::make_imm(static_cast<std::int64_t>(notes.values.size()))};
    if (where.empty()) {
      value.kind = DebugValue::Kind::none;
    } else if (where[0] != '%') {
      value.kind = DebugValue::Kind::constant;
      value.number = std::stol(where);
    } else {
      value.kind = DebugValue::Kind::reg;
      for (mir::Reg r = 0; r < function().regs.size(); ++r)
        if (function().regs[r].name == where) slots.push_back(mir::Operand::make_reg(r));
      REQUIRE(slots.size() == 2);
    }
    notes.values.push_back(value);
    auto& insts = function().blocks[block].insts;
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(index),
                 function().make(module.intern(mir::pseudo::raw), slots));
  }
  // "variable:where[from,to) ..." with positions counted without the values themselves.
  std::string ranges() {
    std::vector<std::uint32_t> real{0};
    for (const mir::Block& block : function().blocks)
      for (const mir::Inst& inst : block.insts) real.push_back(real.back() + !is_value(module, function(), inst));
    std::string out;
    std::vector<std::string> all;
    const std::vector<Expression> expressions(1);
    for (const ValueRange& r : value_ranges(module, function(), expressions, notes)) {
      if (real[r.from] == real[r.to]) continue;
      const DebugValue& v = notes.values[r.value];
      all.push_back(std::to_string(v.variable) + ":" +
                    (v.kind == DebugValue::Kind::reg ? function().regs[r.reg].name.get() : std::to_string(v.number)) +
                    "[" + std::to_string(real[r.from]) + "," + std::to_string(real[r.to]) + ")");
    }
    std::sort(all.begin(), all.end());
    for (const std::string& one : all) out += (out.empty() ? "" : " ") + one;
    return out;
  }
};

}  // namespace

TEST_CASE("a value holds until the next one, or until its register is written") {
  Made made("\tmov.b32 %r1, 1;\n\tadd.s32 %r2, %r1, 1;\n\tmov.b32 %r1, 3;\n\tadd.s32 %r3, %r2, %r1;\n\tret;\n");
  made.say(0, 1, 0, "%r1");
  made.say(0, 3, 1, "%r2");
  made.say(0, 5, 1, "7");
  CHECK(made.ranges() == "0:%r1[1,2) 1:%r2[2,3) 1:7[3,5)");
}

TEST_CASE("across blocks a value holds where all ways agree") {
  const std::string diamond =
      "\tmov.b32 %r1, 1;\n\tsetp.eq.s32 %p1, %r1, 0;\n\t@%p1 bra $A;\n"
      "\tmov.b32 %r2, 2;\n\tbra.uni $B;\n$A:\n\tmov.b32 %r3, 3;\n$B:\n\tmov.b32 %r4, 4;\n\tret;\n";
  Made same(diamond);
  REQUIRE(same.function().blocks.size() == 4);
  same.say(0, 1, 0, "%r1");
  CHECK(same.ranges() == "0:%r1[1,3) 0:%r1[3,5) 0:%r1[5,6) 0:%r1[6,8)");
  Made differs(diamond);
  differs.say(0, 1, 0, "%r1");
  differs.say(1, 1, 0, "%r2");
  CHECK(differs.ranges() == "0:%r1[1,3) 0:%r1[3,4) 0:%r1[5,6) 0:%r2[4,5)");
  Made both(diamond);
  both.say(1, 0, 0, "5");
  both.say(2, 0, 0, "5");
  CHECK(both.ranges() == "0:5[3,5) 0:5[5,6) 0:5[6,8)");
}

TEST_CASE("a loop that writes the register ends the value, and one that does not keeps it") {
  Made made(
      "\tmov.b32 %r1, 0;\n\tmov.b32 %r2, 9;\n$L:\n\tadd.s32 %r1, %r1, 1;\n\tsetp.lt.s32 %p1, %r1, %r2;\n\t@%p1 bra "
      "$L;\n"
      "\tret;\n");
  made.say(0, 1, 0, "%r1");
  made.say(0, 3, 1, "%r2");
  CHECK(made.ranges() == "0:%r1[1,2) 1:%r2[2,5) 1:%r2[5,6)");
}

TEST_CASE("a register that nothing writes holds nothing") {
  Made made("\tmov.b32 %r1, 1;\n\tret;\n");
  made.say(0, 0, 0, "3");
  made.function().new_reg(mir::Type::b32);
  made.function().regs.back().name = "%r77";
  made.say(0, 2, 0, "%r77");
  CHECK(made.ranges() == "0:3[0,1)");
}
