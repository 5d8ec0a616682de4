// Machine functions themselves: text, what the verifier refuses, descriptions of registers, frames.
// Compiled at -O1, for it computes a lot.
#include <doctest/doctest.h>

#include "toy.hpp"

using namespace toy;

namespace {

// A loop with a sum, whose result is told.
struct Sum {
  Function f;
  Make make{f};
  BlockId entry = f.add_block(), loop = f.add_block(), end = f.add_block();
  ValueId zero, one, sum = make.value(), next, code;
  InstId told;
  Sum() {
    f.title = "sum";
    zero = make.mov(entry, 0);
    one = make.mov(entry, 1);
    f.add_jump(entry, loop);
    next = make.two(loop, op::add, sum, one);
    code = make.cmp(loop, next, zero);
    make.branch(loop, code, loop, end);
    make.phi(loop, sum, {{entry, zero}, {loop, next}});
    told = make.out(end, next);
    make.exit(end);
  }
  lathe::FaultList<FunctionFault> faults() const { return verify(f, registers()); }
};

}  // namespace

TEST_CASE("a function as text") {
  const Registers r = registers();
  Sum s;
  CHECK(text(s.f, &r) ==
        "function sum\n"
        "L0:\n"
        "  %1:v = mov 0\n"
        "  %2:v = mov 1\n"
        "  jump L1\n"
        "L1:\n"
        "  %0:v = phi [L0: %1], [L1: %3]\n"
        "  %3:v = add %0, %2\n"
        "  %4:cc = cmp %3, %1\n"
        "  branch L1, (%4)\n"
        "  jump L2\n"
        "L2:\n"
        "  out %3\n"
        "  exit\n");
  CHECK(text(s.f, s.told) == "out %3");
  CHECK(s.faults().str() == "");
  CHECK(s.f.payload(s.told).key() == "out a0.0");
  s.f.frame_object(8, 4);
  const InstId spill = s.f.make_spill(s.f.register_value(toy::s, 3), 0);
  CHECK(text(s.f, spill, &r) == "spill s3, frame0");
  CHECK(s.f.register_value(toy::s, 3) == s.f.register_value(toy::s, 3));
  CHECK(s.f.name_index("table") == s.f.name_index("table"));
  CHECK(s.f.payload(spill).key() != s.f.payload(s.f.make_spill(s.f.register_value(toy::s, 3), 1)).key());
}

TEST_CASE("what is no machine function is refused, each kind of fault") {
  SUBCASE("class") {
    Sum t;
    t.f.value_class[t.zero.value] = 9;
    CHECK(t.faults().has(FunctionFault::bad_class));
  }
  SUBCASE("field of no operand") {
    Sum t;
    t.f.payload(t.told).fields[0].index = 1;
    CHECK(t.faults().has(FunctionFault::bad_field));
  }
  SUBCASE("operand in no field") {
    Sum t;
    t.f.payload(t.told).fields.clear();
    CHECK(t.faults().has(FunctionFault::bad_field));
  }
  SUBCASE("frame object") {
    Sum t;
    t.f.put(t.f.make_spill(t.next, 3), {t.end, t.told});
    CHECK(t.faults().has(FunctionFault::bad_field));
  }
  SUBCASE("shape") {
    Sum t;
    const Operand only[] = {use(t.next)};
    const Field field[] = {reg(0)};
    t.f.put(t.f.make(Op{&operation::copy, {field[0]}}, only), {t.end, t.told});
    CHECK(t.faults().has(FunctionFault::bad_shape));
  }
  SUBCASE("copy from a thread's register to a uniform one") {
    Sum t;
    t.f.put(t.f.make_copy(t.f.make_value_of(s), t.next), {t.end, t.told});
    CHECK(t.faults().has(FunctionFault::bad_copy));
  }
  SUBCASE("tie") {
    Sum t;
    const ValueId d = t.f.make_value_of(s);
    Operand tied = use(t.next);
    tied.tied = 0;
    const Operand all[] = {def(d), tied};
    t.f.put(t.f.make(Op{&op::load, {reg(0), reg(1)}}, all), {t.end, t.told});
    CHECK(t.faults().has(FunctionFault::bad_tie));
    CHECK(t.faults().has(FunctionFault::bad_scalar));
  }
  SUBCASE("phi without a predecessor") {
    Sum t;
    t.make.phi(t.loop, t.make.value(), {{t.entry, t.zero}});
    CHECK(t.faults().has(FunctionFault::bad_phi));
  }
  SUBCASE("phi of another class") {
    Sum t;
    t.make.phi(t.loop, t.make.value(s), {{t.entry, t.zero}, {t.loop, t.next}});
    CHECK(t.faults().has(FunctionFault::bad_phi));
  }
  SUBCASE("late phi") {
    Sum t;
    const ValueId d = t.make.value();
    t.make.phi(t.end, d, {{t.loop, t.zero}});
    t.f.put(*t.f.instructions(t.end).begin(), {t.end, t.f.where(t.told).before});
    CHECK(t.faults().has(FunctionFault::bad_phi));
  }
  SUBCASE("open end") {
    Sum t;
    InstId last;
    for (const InstId i : t.f.instructions(t.loop)) last = i;
    t.f.put(last, {});
    CHECK(t.faults().has(FunctionFault::bad_end));
  }
  SUBCASE("behind the end") {
    Sum t;
    t.f.put(t.told, {t.end, {}});
    CHECK(t.faults().has(FunctionFault::bad_end));
  }
  SUBCASE("to the entry") {
    Sum t;
    t.f.set_successor(t.loop, 0, t.entry);
    CHECK(t.faults().has(FunctionFault::entry_entered));
  }
  SUBCASE("twice") {
    Sum t;
    t.f.put(t.f.make_copy(t.next, t.zero), {t.end, t.told});
    CHECK(t.faults().has(FunctionFault::defined_twice));
  }
  SUBCASE("not defined on all ways") {
    Sum t;
    t.f.put(t.f.make_copy(t.make.value(), t.next), {t.entry, *t.f.instructions(t.entry).begin()});
    CHECK(t.faults().has(FunctionFault::not_dominated));
    CHECK(t.faults().str().find("copy %3") != std::string::npos);
  }
  SUBCASE("a phi takes what is not there") {
    Sum t;
    const InstId phi = *t.f.instructions(t.loop).begin();
    const std::vector<std::pair<BlockId, ValueId>> in{{t.entry, t.next}, {t.loop, t.next}};
    t.f.set_incoming(phi, in);
    CHECK(t.faults().has(FunctionFault::not_dominated));
  }
}

TEST_CASE("senseless descriptions of registers are refused by name") {
  REQUIRE(fault_of(registers()) == "");
  const auto fault = [](auto&& change) {
    Registers r = registers();
    change(r);
    return fault_of(r);
  };
  CHECK(fault([](Registers& r) { r.files.clear(); }) == "there are no register files");
  CHECK(fault([](Registers& r) { r.files.resize(300, r.files[0]); }) == "there are more than 255 register files");
  CHECK(fault([](Registers& r) { r.files[1].name = ""; }) == "file 1 has no name");
  CHECK(fault([](Registers& r) { r.files[1].name = "vector"; }) == "two files are called 'vector'");
  CHECK(fault([](Registers& r) { r.files[1].prefix = ""; }) == "file 'scalar': its registers have no names");
  CHECK(fault([](Registers& r) { r.files[1].prefix = "v"; }) ==
        "file 'scalar': its register v0 is called like one of 'vector'");
  CHECK(fault([](Registers& r) { r.files[0].count = 0; }) == "file 'vector': it has no registers");
  CHECK(fault([](Registers& r) { r.files[0].count = 1 << 20; }) == "file 'vector': it has more than 65535 registers");
  CHECK(fault([](Registers& r) { r.files[0].slot_align = 3; }) ==
        "file 'vector': slots are aligned to no power of two");
  CHECK(fault([](Registers& r) { r.files[0].slot_align = 8; }) ==
        "file 'vector': slots are no multiple of their alignment");
  CHECK(fault([](Registers& r) { r.files[0].reserved = {6}; }) ==
        "file 'vector': a register is reserved that is not there");
  CHECK(fault([](Registers& r) { r.files[0].reserved = {2, 1, 2}; }) == "file 'vector': a register is reserved twice");
  CHECK(fault([](Registers& r) { r.files[2].reserved = {0}; }) == "file 'code': all its registers are reserved");
  CHECK(fault([](Registers& r) { r.files[2].swap = true; }) == "file 'code': of one register there are no two to swap");
  CHECK(fault([](Registers& r) { r.files[1].twin = 7; }) == "file 'scalar': its twin is not there");
  CHECK(fault([](Registers& r) { r.files[1].twin = 1; }) == "file 'scalar': its twin 'scalar' is uniform");
  CHECK(fault([](Registers& r) { r.files[1].slot_bytes = 8; }) ==
        "file 'scalar': its twin 'vector' has slots of another size");
  CHECK(fault([](Registers& r) {
          r.files.push_back(r.files[1]);
          r.files[3].name = "other";
          r.files[3].prefix = "o";
        }) == "file 'other': its twin 'vector' has another uniform file");
}

TEST_CASE("objects of a frame: the most aligned first, none meets another") {
  Function f;
  f.title = "big";
  for (const auto& [bytes, align] : {std::pair{1U, 1U}, {8U, 8U}, {6U, 2U}, {16U, 16U}, {4U, 4U}, {0U, 1U}})
    f.frame_object(bytes, align);
  const FrameLayout layout = lay_out_frame(f, 64, 4);
  CHECK(layout.fault == "");
  CHECK(layout.align == 16);
  CHECK(layout.bytes == 48);
  for (std::size_t a = 0; a < f.frame.size(); ++a) {
    CHECK(f.frame[a].offset % f.frame[a].align == 0);
    CHECK(f.frame[a].offset + f.frame[a].bytes <= layout.bytes);
    for (std::size_t b = 0; b < a; ++b)
      CHECK((f.frame[a].offset >= f.frame[b].offset + f.frame[b].bytes ||
             f.frame[b].offset >= f.frame[a].offset + f.frame[a].bytes));
  }
  CHECK(lay_out_frame(f, 47, 4).fault == "function 'big': its frame has more than 47 bytes");
  CHECK(lay_out_frame(f, 34, 1).fault != "");
  Function none;
  CHECK(lay_out_frame(none, 0, 8).bytes == 0);
  CHECK(lay_out_frame(none, 0, 8).align == 8);
}
