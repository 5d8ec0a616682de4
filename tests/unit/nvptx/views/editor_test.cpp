// MirCode: real PTX taken out and written back as it was; registers, jump tables, scopes, jumps, one by one.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <lathe/program/control_flow.hpp>

#include "unit/nvptx/views/ptx_functions.hpp"

using namespace lathe::nvptx;
using namespace ptx_functions;

namespace {

namespace program = lathe::program;

TEST_CASE("PTX that is taken out is written back as it was") {
  const std::uint32_t count = for_each_function(100'000, [](mir::Module& m, mir::Function& f) {
    const std::string before = print(m, f);
    MirCode code(m, f);
    CHECK(text_of(code, m, f) == before);
    code.write();
    CHECK(print(m, f) == before);
    std::vector<std::string> faults;
    if (f.name != "small") mir::verify(m, f, faults);
    for (const std::string& fault : faults) FAIL_CHECK(fault);
  });
  CHECK(count > 30);
}

// ---- one by one

std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part), begin = text.rfind('\n', at) + 1;
  return at == std::string::npos ? "" : text.substr(begin, text.find('\n', at) - begin);
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_CASE("registers, constants and what is written in part") {
  mir::Module m;
  parse_text(m, head + std::string(small));
  mir::Function& f = m.functions[0];
  MirCode c(m, f);
  program::Editing e(c);
  const auto find = [&](std::string_view op, unsigned nth = 0) {
    for (const mir::BlockId b : c.blocks())
      for (const MirId i : c.instructions(b))
        if (c.op(i).text == op && nth-- == 0) return i;
    return MirId();
  };
  const auto reg = [&](std::string_view name) {
    for (mir::Reg r = 0; r < f.regs.size(); ++r)
      if (f.regs[r].name == name) return r;
    return mir::none;
  };
  const auto mentions = [&](MirId i) {
    std::vector<mir::Reg> out;
    c.for_each_operand(i, [&](const auto& o) { out.push_back(o.value); });
    return out;
  };

  const mir::Reg made = e.new_value(reg("%rd1"));
  CHECK(made + 1 == f.regs.size());
  CHECK(f.regs[made].type == mir::Type::b64);
  CHECK(c.register_class(MirCode::carry) == 0);
  CHECK(mentions(find("addc.u32")).back() == MirCode::carry);

  // @!%q1 add.s32 %r2, %r1, 1: guard, old %r2, %r2, %r1.
  const MirId add = find("add.s32");
  CHECK(mentions(add) == std::vector{reg("%q1"), reg("%r2"), reg("%r2"), reg("%r1")});
  const std::string before = text_of(c, m, f);
  e.begin();
  e.set_operand(add, 2, reg("%r3"));  // what it writes
  CHECK(mentions(add) == std::vector{reg("%q1"), reg("%r2"), reg("%r3"), reg("%r1")});
  const std::string apart = text_of(c, m, f);
  CHECK(apart.find("\tmov.b32 \t%r3, %r2;\n\t@!%q1 add.s32 \t%r3, %r1, 1;\n") != std::string::npos);
  e.set_operand(add, 3, reg("%r3"));  // it reads what it writes
  const std::string swapped = text_of(c, m, f);
  CHECK(swapped.find("\t@!%q1 add.s32 \t%r7, %r3, 1;\n\tmov.b32 \t%r3, %r7;\n") != std::string::npos);
  CHECK(line_with(swapped, "mov.b32 \t%r7, %r2") != "");
  e.set_operand(add, 1, reg("%r3"));  // and both are one again
  CHECK(line_with(text_of(c, m, f), "%r7") == "");
  e.rollback();
  CHECK(text_of(c, m, f) == before);

  // phi.b32 %r5, {7, $table}
  const MirId phi = find("phi.b32");
  std::vector<std::pair<mir::BlockId, mir::Reg>> in;
  c.for_each_incoming(phi, [&](mir::BlockId from, mir::Reg v) { in.push_back({from, v}); });
  REQUIRE(in.size() == 1);
  CHECK(c.is_constant(in[0].second));
  CHECK(c.value_name(in[0].second) == "constant0");
  CHECK(c.register_class(in[0].second) == static_cast<std::uint32_t>(mir::Type::b32));
  e.begin();
  in.push_back({in[0].first, reg("%r4")});
  e.set_incoming(phi, in);
  CHECK(text_of(c, m, f).find("{7, $table}, {%r4, $table}") != std::string::npos);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
}

// A jump table that is copied is one until the copies differ; then each has its own, declared before it is used.
TEST_CASE("jump tables belong to their branches") {
  mir::Module m;
  parse_text(m, head + std::string(small));
  mir::Function& f = m.functions[0];
  MirCode c(m, f);
  program::Editing e(c);
  mir::BlockId table = mir::none;
  for (const mir::BlockId b : c.blocks())
    for (const MirId i : c.instructions(b))
      if (c.op(i).op == mir::Op::brx) table = b;
  const std::string before = text_of(c, m, f);
  e.begin();
  const mir::BlockId copy = e.clone_block(table);
  const auto ways = [&](mir::BlockId b) {
    std::vector<mir::BlockId> out;
    c.for_each_successor(b, [&](mir::BlockId to) { out.push_back(to); });
    return out;
  };
  CHECK(ways(copy) == ways(table));
  CHECK(count(text_of(c, m, f), ".branchtargets") == 1);
  e.retarget(copy, 1, ways(copy)[0]);
  CHECK(ways(copy) != ways(table));
  const std::string two = text_of(c, m, f);
  CHECK(two.find("\t$list_: .branchtargets\n\t\t$one,\n\t\t$one,\n\t\t$one;\n\tbrx.idx \t%r4, $list_;") !=
        std::string::npos);
  CHECK(two.find("\t$list: .branchtargets\n\t\t$one,\n\t\t$two,\n\t\t$one;\n\tbrx.idx \t%r4, $list;") !=
        std::string::npos);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
  c.write();
  CHECK(print(m, f) == before);
  CHECK(f.tables.size() == 1);
}

TEST_CASE("a copied block declares again what it declares in a scope, and nothing else") {
  mir::Module m;
  parse_text(m, head + std::string(R"(
.func g(.param .b32 a)
{
	ret;
}
.entry k()
{
	.reg .pred %q<2>;
	bra $one;
$one:
	.local .b32 deep[4];
	{
	.param .b32 x;
	st.param.b32 [x], 1;
	call g, (x);
	}
	@%q1 bra $one;
	ret;
}
)"));
  mir::Function& f = m.functions[1];
  const std::string before = print(m, f);
  MirCode c(m, f);
  program::Editing e(c);
  const std::vector<mir::BlockId> all = blocks_of(c);
  e.begin();
  e.clone_block(all[1]);
  const std::string two = text_of(c, m, f);
  CHECK(count(two, ".param .b32 x;") == 2);
  CHECK(count(two, ".local .b32 deep[4];") == 1);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
}

// Layout is free: what ran into the block behind it jumps where it has to, and no more.
TEST_CASE("jumps stand where the layout does not do their work") {
  mir::Module m;
  parse_text(m, std::string(head) +
                    ".entry k(.param .u64 p)\n{\n\t.reg .pred %q<2>;\n\t.reg .b32 %r<2>;\n\tsetp.eq.u32 %q1, %r1, 0;\n"
                    "\t@%q1 bra $b;\n\tmov.u32 %r1, 1;\n$b:\n\tmov.u32 %r1, 2;\n$c:\n\tmov.u32 %r1, 3;\n\tret;\n}\n");
  mir::Function& f = m.functions[0];
  const std::string before = print(m, f);
  MirCode c(m, f);
  program::Editing e(c);
  const std::vector<mir::BlockId> all = blocks_of(c);
  REQUIRE(all.size() == 4);
  e.begin();
  e.move_block(all[3], all[1]);
  const mir::Function moved = c.written();
  const std::string text = text_of(c, m, f);
  CHECK(text.find("bra.uni") != std::string::npos);
  CHECK(moved.blocks[0].insts.size() == 3);  // setp, bra, and a jump over what was moved
  CHECK(moved.blocks[1].insts.size() == 2);
  CHECK(moved.blocks[2].insts.size() == 1);  // runs on
  CHECK(compare_written(c, m, moved).empty());
  e.rollback();
  CHECK(text_of(c, m, f) == before);
  // An empty block that goes nowhere ends the thread's work where it stands.
  const mir::BlockId none = e.new_block({}, all[2]);
  e.retarget(all[0], 0, none);
  const mir::Function ended = c.written();
  CHECK(m.op(ended.blocks[2].insts.back().op).op == mir::Op::ret);
  std::vector<std::string> faults;
  mir::verify(m, ended, faults);
  CHECK(faults.empty());
}

}  // namespace
