// Text forms of problems and scripts, and what is said of broken ones.
#include <doctest/doctest.h>

#include <lathe/pressure.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/text.hpp>

namespace {

using namespace lathe::pressure;

constexpr char good[] = R"(pressure the%20kernel
set r32 limit 64 steps 32 48
set p
class b32 feeds r32 1
class b64 feeds r32 2 p 1
class nothing
register %25r1 b32
register q b32 lanes 4 reserved
register d b64
register low overlaps q:3
register mix overlaps d q:8
block entry to loop exit
i mov =%25r1
i ld.v4 !load =q
block loop to loop exit live low:1
i st !store !fixed %25r1 +low:2 mix
i bra !end !barrier
block exit
)";

std::string error_of(const std::string& text) {
  std::string error;
  CHECK_FALSE(read_problem(text, "t", error));
  return error;
}

TEST_CASE("a problem comes back from its text") {
  std::string error;
  const auto p = read_problem(good, "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(p->name == "the kernel");
  CHECK(p->sets[0].limit == 64);
  CHECK(p->sets[1].limit == none);
  CHECK(p->registers[0].name == "%r1");
  CHECK(p->registers[1].reserved);
  CHECK(p->register_unit_count() == 6);
  CHECK(std::vector<std::uint32_t>(p->units_of(4).begin(), p->units_of(4).end()) == std::vector<std::uint32_t>{5, 4});
  CHECK(p->insts[2].flags == (stores | fixed));
  CHECK(p->insts[3].flags == (terminator | barrier));
  CHECK(p->operands[3] == Operand{3, true, true, 2});
  CHECK(p->blocks[2].count == 0);
  CHECK(p->successors == std::vector<std::uint32_t>{1, 2, 1, 2});
  CHECK(check_problem(*p).empty());
  CHECK(*read_problem(print(*p), "t", error) == *p);
}

TEST_CASE("broken problems are told with line and column") {
  const std::string head = "pressure\nset s\nclass c feeds s 1\nregister r c lanes 2\n";
  CHECK(error_of("") == "t:0:1: expected 'pressure', the first word of such a problem");
  CHECK(error_of("pressure\nfoo\n") == "t:2:1: expected set, class, register, block or i, found 'foo'");
  CHECK(error_of("pressure\nset\n") == "t:2:1: expected the name of a set");
  CHECK(error_of("pressure\nset a\nset a\n") == "t:3:5: set 'a' is named twice");
  CHECK(error_of("pressure\nset a limit x\n").find("t:2:13: expected a limit") == 0);
  CHECK(error_of("pressure\nset a steps 4 3\n").find("t:2:15: expected a step that ascends") == 0);
  CHECK(error_of("pressure\nset a bound 4\n") == "t:2:7: expected limit or steps, found 'bound'");
  CHECK(error_of("pressure\nclass c feeds s 1\n") == "t:2:15: no set 's'");
  CHECK(error_of("pressure\nregister r c\n") == "t:2:12: no class 'c'");
  CHECK(error_of(head + "register q c lanes 65\n").find("t:5:20: expected lanes, a number from 1 to 64") == 0);
  CHECK(error_of(head + "register q overlaps q\n") == "t:5:21: no register 'q'");
  CHECK(error_of(head + "register q overlaps\n").find("expected the registers that it overlaps") != std::string::npos);
  CHECK(error_of(head + "register q overlaps r r:1\n").find("a unit is named twice") != std::string::npos);
  CHECK(error_of(head + "i add\n") == "t:5:1: an instruction before the first block");
  CHECK(error_of(head + "block b to c\n").find("no block 'c', a successor") != std::string::npos);
  CHECK(error_of(head + "block b from c\n") == "t:5:9: expected to or live, found 'from'");
  CHECK(error_of(head + "block b\ni add =x\n") == "t:6:7: no register 'x'");
  CHECK(error_of(head + "block b\ni add r:4\n") ==
        "t:6:7: expected lanes of the register as a hexadecimal mask up to 3, found '4'");
  CHECK(error_of(head + "block b\ni add !fast\n") ==
        "t:6:7: expected !load, !store, !fixed, !barrier or !end, found '!fast'");
  std::string heavy = "pressure\nset s\nclass c feeds s 1048576\n";
  for (int k = 0; k < 9; ++k) heavy += "register r" + std::to_string(k) + " c lanes 64\n";
  CHECK(error_of(heavy).find("the units of a set weigh more than 2^29 together") != std::string::npos);
}

TEST_CASE("a problem made by hand: every breach is found") {
  std::string error;
  const auto p = *read_problem(good, "t", error);
  const auto broken = [&](auto&& change) {
    Problem q = p;
    change(q);
    return check_problem(q);
  };
  using enum ProblemFault;
  CHECK(broken([](Problem& q) { q.blocks[0].count = 1; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.blocks[1].first_live = 1; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.insts[1].count = 9; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.registers[1].first = 0; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.register_units.pop_back(); }).has(bad_range));
  CHECK(broken([](Problem& q) { q.classes[0].feeds[0].set = 2; }).has(bad_set));
  CHECK(broken([](Problem& q) { q.sets[0].steps = {3, 2}; }).has(bad_set));
  CHECK(broken([](Problem& q) { q.unit_class[0] = 9; }).has(bad_class));
  CHECK(broken([](Problem& q) { q.registers[0].cls = 9; }).has(bad_class));
  CHECK(broken([](Problem& q) { q.unit_class[5] = 0; }).has(bad_unit));
  CHECK(broken([](Problem& q) { q.register_units[0] = 3; }).has(bad_unit));
  CHECK(broken([](Problem& q) { q.register_units.back() = 5; }).has(bad_unit));
  CHECK(broken([](Problem& q) { q.register_units.back() = 77; }).has(bad_unit));
  CHECK(broken([](Problem& q) { q.operands[0].reg = 5; }).has(bad_register));
  CHECK(broken([](Problem& q) { q.live[0].reg = 5; }).has(bad_register));
  CHECK(broken([](Problem& q) { q.operands[0].lanes = 0; }).has(bad_lanes));
  CHECK(broken([](Problem& q) { q.operands[0].lanes = 2; }).has(bad_lanes));
  CHECK(broken([](Problem& q) { q.successors[0] = 3; }).has(bad_block));
  CHECK(broken([](Problem& q) { q.insts[0].op = 99; }).has(bad_op));
  CHECK(broken([](Problem& q) { q.operands[0].writes = false; }).has(bad_op));
  CHECK(broken([](Problem& q) { q.classes[0].feeds[0].weight = 1 << 30; }).has(too_large));
  CHECK(broken([](Problem& q) { q.sets.resize(33); }).has(too_large));
}

TEST_CASE("scripts come back from their text") {
  std::string error;
  const auto p = *read_problem(good, "t", error);
  const std::string text = R"(begin
move 1 before 0
move 1 after 0
move 0 start loop
move 0 end exit
erase 2
rename 1 q low
insert before 0 add !load =%25r1 q:3
insert end exit nothing
feasible 1 before 0
whatif erase 1
whatif insert start loop x +d
check
rollback
commit
)";
  const auto script = read_script(text, "s", p, error);
  REQUIRE_MESSAGE(script, error);
  std::string out;
  for (const Command& c : *script) out += print(p, c);
  CHECK(out == text);
  const auto fails = [&](const std::string& line) {
    CHECK_FALSE(read_script(line, "s", p, error));
    return error;
  };
  CHECK(fails("jump 3\n").find("s:1:1: expected move, erase,") == 0);
  CHECK(fails("move x before 3\n").find("s:1:6: expected an instruction") == 0);
  CHECK(fails("move 1 near 3\n") == "s:1:8: expected before, after, start or end, found 'near'");
  CHECK(fails("move 1 end nowhere\n") == "s:1:12: no block 'nowhere'");
  CHECK(fails("rename 1 q zz\n") == "s:1:12: no register 'zz'");
  CHECK(fails("erase 1 2\n") == "s:1:9: expected the end of the line, found '2'");
  CHECK(fails("insert end exit add =zz\n").find("no register 'zz'") != std::string::npos);
  CHECK(fails("whatif\n").find("expected move") != std::string::npos);
}

}  // namespace
