// The equivalence checker: code that moved, was renamed, copied or merged is equal; mutants are not. Its slow twin is
// the toy machine's interpreter: what the checker calls equal gives the same results on numbers, and where numbers
// differ it calls them unlike.
#include <doctest/doctest.h>

#include <random>
#include <string_view>
#include <vector>

#include <lathe/program/equal.hpp>

#include "adapters/archetype/view.hpp"
#include "adapters/toy/view.hpp"
#include "support/rounds.hpp"

namespace {

using namespace lathe;
using Op = toy::MachineInst::Op;

bool equal(const toy::MachineFunction& a, const toy::MachineFunction& b, std::uint64_t seed = 1) {
  program::equal::Options options;
  options.seed = seed;
  options.runs = 64;
  const auto answer = program::equal::run(toy::MachineView(a), toy::MachineView(b), options);
  CHECK_FALSE(answer.vacuous());  // else "unlike" could mean that nothing was compared
  return answer.equal();
}

struct Left {
  std::vector<std::int64_t> shown, memory;
  bool operator==(const Left&) const = default;
};
Left left(const toy::Machine& m, std::uint32_t function, std::uint32_t start) {
  toy::MachineRun run(m);
  for (std::uint32_t w = 0; w < run.memory.size(); ++w)
    run.memory[w] = static_cast<std::int64_t>((w + start) * 77773 % 1009);
  std::vector<std::int64_t> results;
  std::uint32_t steps = 100000;
  REQUIRE(run.run(function, {}, results, steps));
  return {run.shown, run.memory};
}

// Neighbours that do not depend on each other change places; what they read and write is looked at here by hand.
bool independent(const toy::MachineInst& a, const toy::MachineInst& b) {
  const auto memory = [](const toy::MachineInst& i) { return i.op >= Op::load; };
  if (a.op >= Op::call || b.op >= Op::call || (memory(a) && memory(b) && !(a.op == Op::load && b.op == Op::load)))
    return false;
  for (const toy::Register w : a.writes) {
    if (std::count(b.reads.begin(), b.reads.end(), w) + std::count(b.writes.begin(), b.writes.end(), w) != 0)
      return false;
  }
  for (const toy::Register w : b.writes)
    if (std::count(a.reads.begin(), a.reads.end(), w) != 0) return false;
  return true;
}

TEST_CASE("code that moved or was renamed is equal") {
  std::mt19937 rng(17);
  for (int round = 0; round < lathe::test::rounds(60); ++round) {
    const toy::Machine machine = toy::random_machine(rng, 2, 5);
    for (const toy::MachineFunction& f : machine.functions) {
      CHECK(equal(f, f));
      toy::MachineFunction moved = f;
      for (int times = 0; times < 40; ++times) {
        auto& insts = moved.blocks[rng() % moved.blocks.size()].insts;
        const std::size_t at = rng() % insts.size();
        if (at + 1 < insts.size() && independent(insts[at], insts[at + 1])) std::swap(insts[at], insts[at + 1]);
      }
      CHECK(equal(f, moved));
      toy::MachineFunction named = f;
      for (auto& block : named.blocks)
        for (auto& inst : block.insts) {
          for (toy::Register& r : inst.reads) r = (r + 5) % toy::Machine::registers;
          for (toy::Register& r : inst.writes) r = (r + 5) % toy::Machine::registers;
        }
      CHECK(equal(f, named));
      toy::MachineFunction sorted = f;  // a + b is b + a
      for (auto& block : sorted.blocks)
        for (auto& inst : block.insts)
          if (inst.op == Op::add || inst.op == Op::mul) std::swap(inst.reads[0], inst.reads[1]);
      CHECK(equal(f, sorted));
    }
  }
}

// One change somewhere. Numbers say whether it means anything.
toy::MachineFunction mutant(const toy::MachineFunction& f, std::mt19937& rng, int kind) {
  toy::MachineFunction out = f;
  auto& insts = out.blocks[rng() % out.blocks.size()].insts;
  const std::size_t at = rng() % insts.size();
  toy::MachineInst& inst = insts[at];
  switch (kind) {
    case 0:
      if (inst.op < Op::jump) insts.erase(insts.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      if (!inst.reads.empty())
        inst.reads[rng() % inst.reads.size()] = static_cast<toy::Register>(rng() % toy::Machine::registers);
      break;
    case 2:
      if (!inst.writes.empty()) inst.writes[0] = static_cast<toy::Register>(rng() % toy::Machine::registers);
      break;
    case 3:
      if (at + 1 < insts.size() && insts[at + 1].op < Op::jump) std::swap(insts[at], insts[at + 1]);
      break;
    case 4:
      if (inst.op < Op::jump) insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(at), toy::MachineInst(inst));
      break;
    case 5:
      if (inst.op == Op::branch) std::swap(inst.target, inst.other);
      break;
    case 6:
      ++inst.constant;
      break;
    default:
      if (inst.op == Op::sub) std::swap(inst.reads[0], inst.reads[1]);
      if (inst.op == Op::add) inst.op = Op::mul;
  }
  return out;
}

TEST_CASE("mutants whose numbers differ are unlike; what is called equal gives equal numbers") {
  std::mt19937 rng(29);
  std::uint32_t unlike = 0, same = 0;
  for (int round = 0; round < lathe::test::rounds(1500); ++round) {
    toy::Machine machine = toy::random_machine(rng, 1, 4);
    const toy::MachineFunction f = machine.functions[0];
    machine.functions.push_back(mutant(f, rng, round % 8));
    bool differs = false;
    for (std::uint32_t start = 0; start < 6; ++start) differs |= left(machine, 0, start) != left(machine, 1, start);
    const bool called_equal = equal(f, machine.functions[1], static_cast<std::uint64_t>(round));
    CAPTURE(round);
    if (differs) CHECK_FALSE(called_equal);
    ++(called_equal ? same : unlike);
  }
  // The others are to code that is dead or never reached.
  CHECK(unlike > lathe::test::rounds(150U));
  CHECK(same > lathe::test::rounds(100U));
}

TEST_CASE("a difference names its instructions") {
  toy::MachineFunction f;
  f.blocks.resize(1);
  f.blocks[0].insts = {{Op::set, {1}, {}, 4, 0, 0}, {Op::show, {}, {1}, 0, 0, 0}, {Op::ret, {}, {1}, 0, 0, 0}};
  toy::MachineFunction g = f;
  g.blocks[0].insts[0].constant = 5;
  const auto answer = program::equal::run(toy::MachineView(f), toy::MachineView(g));
  REQUIRE(answer.differs());
  CHECK(answer.differences[0].kind == program::equal::Difference::Kind::order);
  CHECK(answer.differences[0].first == 2);
  CHECK(answer.differences[0].second == 2);
  g = f;
  g.blocks[0].insts.insert(g.blocks[0].insts.begin() + 1, {Op::store, {}, {1, 1}, 0, 0, 0});
  const auto store = program::equal::run(toy::MachineView(f), toy::MachineView(g));
  REQUIRE(store.differs());
  CHECK(store.differences[0].kind == program::equal::Difference::Kind::writes);
  CHECK(store.differences[0].first == program::equal::none);
  CHECK(store.differences[0].second == 1);
}

TEST_CASE("two unlike Views; phis and guards are not needed") {
  using program::Effect;
  // The same function in two IRs whose keys are the same texts.
  toy::MachineFunction f;
  f.blocks.resize(2);
  f.blocks[0].insts = {{Op::set, {3}, {}, 9, 0, 0}, {Op::mul, {4}, {3, 3}, 0, 0, 0}, {Op::jump, {}, {}, 0, 1, 0}};
  f.blocks[1].insts = {{Op::ret, {}, {4}, 0, 0, 0}};
  const archetype::View g({{{"set 9", Effect::cheap, {}, {0}},
                            {"mul", Effect::commutes, {0, 0}, {1}},
                            {"jump", Effect::terminator, {}, {}}},
                           {{"ret", Effect::terminator, {1}, {}}}},
                          {{1}, {}});
  const archetype::View h({{{"set 9", Effect::cheap, {}, {0}},
                            {"mul", Effect::commutes, {0, 0}, {1}},
                            {"jump", Effect::terminator, {}, {}}},
                           {{"ret", Effect::terminator, {0}, {}}}},
                          {{1}, {}});
  CHECK(program::equal::run(toy::MachineView(f), g).equal());
  CHECK(program::equal::run(toy::MachineView(f), h).differs());
}

TEST_CASE("a phi of which nobody says what it takes is an operation of what it reads") {
  using program::Effect;
  const auto loop = [](int taken) {
    return archetype::View({{{"set 1", {}, {}, {0}}, {"set 2", {}, {}, {1}}, {"jump", Effect::terminator, {}, {}}},
                            {{"phi", Effect::phi, {0, taken}, {2}}, {"ret", Effect::terminator, {2}, {}}}},
                           {{1}, {}});
  };
  CHECK(program::equal::run(loop(1), loop(1)).equal());
  CHECK(program::equal::run(loop(1), loop(0)).differs());
}

TEST_CASE("functions without an end, empty ones, runs that are cut off") {
  toy::MachineFunction f;
  f.blocks.resize(1);
  f.blocks[0].insts = {{Op::show, {}, {1}, 0, 0, 0}, {Op::jump, {}, {}, 0, 0, 0}};
  toy::MachineFunction g = f;
  g.blocks[0].insts[0].reads = {2};  // both undefined, both the same unknown
  const program::equal::Options options{.steps = lathe::test::rounds(100'000U)};
  const auto answer = program::equal::run(toy::MachineView(f), toy::MachineView(g), options);
  CHECK(answer.vacuous());  // nothing is known of them: neither equal nor different
  CHECK_FALSE(answer.equal());
  CHECK_FALSE(answer.differs());
  CHECK(answer.ended == 0);
  CHECK(answer.cut == options.runs);
  const archetype::View empty({}, {});
  CHECK(program::equal::run(empty, empty, options).equal());
  const archetype::View turns({{}, {}}, {{1}, {0}});  // blocks of nothing, round and round
  CHECK(program::equal::run(turns, turns, options).vacuous());
}

TEST_CASE("what a terminator writes is written") {
  using program::Effect;
  const auto counted = [](int by) {
    return archetype::View({{{"set 9", Effect::cheap, {}, {0}},
                             {"set 7", Effect::cheap, {}, {1}},
                             {"count down", Effect::terminator, {by}, {2}}},
                            {{"ret", Effect::terminator, {2}, {}}}},
                           {{1}, {}});
  };
  CHECK(program::equal::run(counted(0), counted(0)).equal());
  CHECK(program::equal::run(counted(0), counted(1)).differs());
}

// Straight-line code without operands: what each instruction is called, what it does, and where.
struct Placed {
  using Value = std::uint32_t;
  struct Inst {
    const char* op;
    program::Effects effects;
    std::vector<program::Access<Value>> accesses;
  };
  std::vector<Inst> code;

  static constexpr program::Facts facts = program::Fact::access;
  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_successor(int, F&&) const {}
  template <class F>
  void for_each_operand(const Inst*, F&&) const {}
  program::Effects effects(const Inst* i) const { return i->effects; }
  std::string_view key(const Inst* i) const { return i->op; }
  template <class F>
  void for_each_access(const Inst* i, F&& f) const {
    for (const auto& a : i->accesses) f(a);
  }
};
static_assert(program::is_view<Placed>());

TEST_CASE("an access with neither base nor symbol meets whatever its space holds, wherever it says that it is") {
  using program::Effect;
  using Access = program::Access<Placed::Value>;
  const auto at = [](std::uint32_t symbol, std::int64_t offset, std::uint32_t space) {
    Access a;
    a.symbol = symbol;
    a.offset = offset;
    a.bytes = 4;
    a.space = space;
    return a;
  };
  // Two writes change places: equal exactly where they never meet.
  const auto may_swap = [](std::vector<Access> a, std::vector<Access> b) {
    const Placed::Inst first{"write a", Effect::writes, std::move(a)}, second{"write b", Effect::writes, std::move(b)},
        last{"ret", Effect::terminator, {}};
    const Placed one{{first, second, last}}, other{{second, first, last}};
    CHECK(program::equal::run(one, one).equal());
    return program::equal::run(one, other).equal();
  };
  CHECK(may_swap({at(1, 0, 1)}, {at(1, 8, 1)}));        // one object, other bytes
  CHECK(may_swap({at(1, 0, 1)}, {at(2, 0, 1)}));        // two objects
  CHECK_FALSE(may_swap({at(1, 0, 1)}, {at(1, 0, 1)}));  // the same bytes
  CHECK_FALSE(may_swap({at(0, 0, 1)}, {at(0, 8, 1)}));  // offsets from nobody knows where
  CHECK_FALSE(may_swap({at(0, 0, 1)}, {at(2, 8, 1)}));
  CHECK_FALSE(may_swap({at(1, 0, 1)}, {at(0, 8, 1)}));
  CHECK(may_swap({at(0, 0, 1)}, {at(0, 0, 2)}));        // other spaces
  CHECK_FALSE(may_swap({at(0, 0, 1)}, {at(0, 0, 0)}));  // any space
  // Beside one that has a name it still counts.
  CHECK_FALSE(may_swap({at(1, 0, 1), at(0, 0, 1)}, {at(2, 0, 1)}));
  CHECK_FALSE(may_swap({at(2, 0, 1)}, {at(1, 0, 1), at(0, 0, 1)}));
  CHECK(may_swap({at(1, 0, 1), at(0, 0, 2)}, {at(2, 0, 1)}));
}

// Straight-line code whose operands have lanes: value, mask (0: a whole), what stays of what is written in part.
struct Laned {
  struct Mention {
    std::uint32_t value;
    std::uint64_t lanes = 0;
    bool more = false;
  };
  struct Inst {
    const char* op;
    std::vector<Mention> uses, defs;
    std::uint64_t keeps = 0;  // lanes of the first definition's value
  };
  std::vector<Inst> code;

  using Value = std::uint32_t;
  static constexpr program::Facts facts = program::Fact::parameters;
  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_successor(int, F&&) const {}
  template <class F>
  void for_each_operand(const Inst* i, F&& f) const {
    const auto mention = [&](const Mention& m, program::Role role, bool old) {
      program::Operand<Value> o{m.value, role};
      if (m.lanes != 0) o.lanes = m.lanes;
      o.more = m.more;
      o.old = old;
      f(o);
    };
    for (const Mention& m : i->uses) mention(m, program::Role::use, false);
    if (i->keeps != 0) mention({i->defs[0].value, i->keeps}, program::Role::use, true);
    for (const Mention& m : i->defs) mention(m, program::Role::def, false);
  }
  program::Effects effects(const Inst* i) const {
    const std::string_view op = i->op;
    return op == "copy"  ? program::Effects(program::Effect::copy)
           : op == "sum" ? program::Effects(program::Effect::commutes)
           : op == "ret" ? program::Effects(program::Effect::terminator)
                         : program::Effects();
  }
  std::string_view key(const Inst* i) const { return i->op; }
  template <class F>
  void for_each_parameter(F&& f) const {
    f(Value{0});
  }
};
static_assert(program::is_view<Laned>());

TEST_CASE("lanes: parts that are copied, put together and read again") {
  const auto equal_lanes = [](const Laned& a, const Laned& b) { return program::equal::run(a, b).equal(); };
  // 1 has two lanes. A copy of its upper one is used; the use of the lane itself is the same, that of the other is not.
  const Laned copied{{{"make", {{0}}, {{1, 3}}}, {"copy", {{1, 2}}, {{2, 1}}}, {"ret", {{2, 1}}, {}}}};
  const Laned direct{{{"make", {{0}}, {{1, 3}}}, {"ret", {{1, 2}}, {}}}};
  const Laned lower{{{"make", {{0}}, {{1, 3}}}, {"ret", {{1, 1}}, {}}}};
  CHECK(equal_lanes(copied, direct));
  CHECK_FALSE(equal_lanes(copied, lower));
  // Taken apart and put together it is the whole again; the other way round it is not.
  const auto joined = [](std::uint64_t first, std::uint64_t second) {
    return Laned{{{"make", {{0}}, {{1, 3}}},
                  {"copy", {{1, 1}}, {{3, first}}},
                  {"copy", {{1, 2}}, {{3, second}}, first},
                  {"ret", {{3, 3}}, {}}}};
  };
  const Laned whole{{{"make", {{0}}, {{1, 3}}}, {"ret", {{1, 3}}, {}}}};
  CHECK(equal_lanes(joined(1, 2), whole));
  CHECK_FALSE(equal_lanes(joined(2, 1), whole));
  // What is written in part keeps the rest where it says so, and only there.
  const auto changed = [](std::uint64_t keeps, std::uint64_t read) {
    return Laned{{{"make", {{0}}, {{1, 3}}}, {"more", {{0}}, {{1, 2}}, keeps}, {"ret", {{1, read}}, {}}}};
  };
  CHECK(equal_lanes(changed(1, 1), lower));
  CHECK_FALSE(equal_lanes(lower, changed(0, 1)));
  CHECK_FALSE(equal_lanes(changed(1, 3), whole));
  // One operand in two values, as registers that overlap have it.
  const Laned units{
      {{"make", {{0}}, {{5, 1, true}, {6, 1}}}, {"copy", {{5, 1, true}, {6, 1}}, {{1, 3}}}, {"ret", {{1, 3}}, {}}}};
  const Laned upper{{{"make", {{0}}, {{5, 1, true}, {6, 1}}}, {"ret", {{6, 1}}, {}}}};
  CHECK(equal_lanes(units, whole));
  CHECK(equal_lanes(upper, direct));
  CHECK_FALSE(equal_lanes(upper, lower));
}

TEST_CASE("lanes: where the first reads what it left undefined, the second may have anything") {
  const auto refines = [](const Laned& a, const Laned& b) { return program::equal::run(a, b).equal(); };
  // The lanes of 1 are made apart; what makes the upper one, if anything, and how the whole is used.
  const auto made = [](const char* upper, std::vector<Laned::Inst> uses) {
    Laned out{{{"low", {{0}}, {{1, 1}}}}};
    if (upper != nullptr) out.code.push_back({upper, {{0}}, {{1, 2}}, 1});
    out.code.insert(out.code.end(), uses.begin(), uses.end());
    return out;
  };
  const std::vector<Laned::Inst> one{{"use", {{1, 3}, {0}}, {{2}}}, {"ret", {{2}}, {}}};
  CHECK(refines(made(nullptr, one), made(nullptr, one)));
  CHECK(refines(made(nullptr, one), made("high", one)));
  CHECK_FALSE(refines(made("high", one), made(nullptr, one)));
  CHECK_FALSE(refines(made("high", one), made("other", one)));
  auto other = made("high", one);
  other.code[0].op = "lower";  // the lane that is defined
  CHECK_FALSE(refines(made(nullptr, one), other));
  other = made("high", one);
  other.code[2].uses = {{1, 3}};
  CHECK_FALSE(refines(made(nullptr, one), other));
  other.code[2].uses = {{0}, {1, 3}};
  CHECK_FALSE(refines(made(nullptr, one), other));
  // Of two uses of one kind each gets the word of its own, also where their operands are the same now.
  const auto twice = [](std::uint64_t keeps) {
    return Laned{{{"low", {{0}}, {{1, 1}}},
                  {"high", {{0}}, {{1, 2}}, 1},
                  {"use", {{1, 3}}, {{2}}},
                  {"low", {{0}}, {{3, 1}}},
                  {"high", {{0}}, {{3, 2}}, keeps},
                  {"use", {{3, 3}}, {{4}}},
                  {"ret", {{2}, {4}}, {}}}};
  };
  CHECK(refines(twice(0), twice(0)));
  CHECK(refines(twice(0), twice(1)));
  CHECK_FALSE(refines(twice(1), twice(0)));
  auto swapped = twice(1);
  std::swap(swapped.code.back().uses[0], swapped.code.back().uses[1]);
  CHECK_FALSE(refines(twice(0), swapped));
  // The other order is found by the operands.
  auto turned = twice(1);
  turned.code[4].op = "height";  // 1 and 3 have two upper lanes
  auto first = turned;
  first.code[4].keeps = 0;
  std::rotate(turned.code.begin(), turned.code.begin() + 3, turned.code.begin() + 6);
  CHECK(refines(first, turned));
}

TEST_CASE("lanes: in another order what has the same operands goes first, though something open fits, too") {
  using Insts = std::vector<Laned::Inst>;
  const Insts other{{"q", {{0}}, {{1, 1}}}, {"s", {{0}}, {{1, 2}}, 1}, {"use", {{1, 3}}, {{2}}}},
      same{{"low", {{0}}, {{3, 1}}}, {"s", {{0}}, {{3, 2}}, 1}, {"use", {{3, 3}}, {{4}}}},
      open{{"low", {{0}}, {{5, 1}}}, {"use", {{5, 3}}, {{6}}}},
      filled{{"low", {{0}}, {{5, 1}}}, {"t", {{0}}, {{5, 2}}, 1}, {"use", {{5, 3}}, {{6}}}};
  const auto code = [](std::initializer_list<Insts> parts) {
    Laned out;
    for (const Insts& part : parts) out.code.insert(out.code.end(), part.begin(), part.end());
    out.code.push_back({"ret", {{2}, {4}, {6}}, {}});
    return out;
  };
  CHECK(program::equal::run(code({other, same, open}), code({same, filled, other})).equal());
  // Both open, one of them in both lanes, so that it fits whatever comes in its turn.
  const Insts nothing{{"copy", {}, {{3, 3}}}, {"use", {{3, 3}}, {{4}}}};
  CHECK(program::equal::run(code({other, open, nothing}), code({nothing, open, other})).equal());
  CHECK(program::equal::run(code({other, open, nothing}), code({open, nothing, other})).equal());
  CHECK_FALSE(program::equal::run(code({other, filled, nothing}), code({nothing, open, other})).equal());
}

TEST_CASE("lanes: a copy of nothing leaves its value undefined") {
  const auto refines = [](const Laned& a, const Laned& b) { return program::equal::run(a, b).equal(); };
  const auto code = [](std::vector<Laned::Inst> between) {
    Laned out{{{"make", {{0}}, {{1, 3}}}}};
    out.code.insert(out.code.end(), between.begin(), between.end());
    out.code.push_back({"ret", {{1, 3}, {2}}, {}});
    return out;
  };
  const Laned::Inst two{"two", {{0}}, {{2}}}, none{"copy", {}, {{1, 3}}}, upper{"copy", {}, {{1, 2}}, 1},
      all{"copy", {}, {{2}}};
  CHECK(refines(code({two, none}), code({two})));
  CHECK(refines(code({two, upper}), code({two})));
  CHECK(refines(code({two, all}), code({two})));
  CHECK(refines(code({two, upper, all}), code({two, none})) == false);  // the lower lane is defined
  CHECK_FALSE(refines(code({two}), code({two, none})));
  CHECK_FALSE(refines(code({two}), code({two, all})));
  CHECK_FALSE(refines(code({two, upper}), code({all})));
}

TEST_CASE("lanes: what is open is found in a register without lanes, and on the other side of what commutes") {
  const auto refines = [](const Laned& a, const Laned& b) { return program::equal::run(a, b).equal(); };
  // The lower lane of what is made, whichever that is, and nothing above it.
  const auto lower = [](std::uint64_t lane) {
    return Laned{
        {{"make", {{0}}, {{1, 3}}}, {"copy", {{1, lane}}, {{3, 1}}}, {"use", {{3, 3}}, {{4}}}, {"ret", {{4}}, {}}}};
  };
  const auto whole = [](const char* op) {
    return Laned{{{op, {{0}}, {{5}}}, {"use", {{5}}, {{4}}}, {"ret", {{4}}, {}}}};
  };
  CHECK(refines(lower(1), whole("make")));
  CHECK_FALSE(refines(lower(2), whole("make")));
  auto upper = lower(2);
  upper.code[1].defs = {{3, 2}};
  CHECK(refines(upper, whole("make")));
  CHECK_FALSE(refines(lower(1), whole("other")));
  const auto sum = [](const char* op, bool upper, bool swapped) {
    Laned out{{{"low", {{0}}, {{1, 1}}}}};
    if (upper) out.code.push_back({"high", {{0}}, {{1, 2}}, 1});
    const Laned::Mention two{1, 3}, other{0};
    out.code.push_back({op, swapped ? std::vector{other, two} : std::vector{two, other}, {{4}}});
    out.code.push_back({"ret", {{4}}, {}});
    return out;
  };
  CHECK(refines(sum("sum", false, false), sum("sum", true, true)));
  CHECK_FALSE(refines(sum("use", false, false), sum("use", true, true)));
}

namespace {
struct Wide : Laned {
  std::uint64_t lane_mask(Value v) const { return v == 1 ? ~std::uint64_t{0} : 1; }
};
}  // namespace

TEST_CASE("lanes: all ones are 64 lanes where the program says so") {
  constexpr std::uint64_t low = 0xffff'ffff, high = low << 32;
  const auto code = [&](bool apart) {
    Wide out;
    out.code = {{"a", {{0}}, {{1, low}}}, {"b", {{0}}, {{1, high}}, low}};
    if (!apart) out.code = {{"b", {{0}}, {{1, high}}}, {"a", {{0}}, {{1, low}}, high}};
    out.code.push_back({"ret", {{1}}, {}});
    return out;
  };
  CHECK(program::equal::run(code(true), code(false)).equal());
  const Laned one{code(true).code}, other{code(false).code};
  CHECK_FALSE(program::equal::run(one, other).equal());  // one whole: who writes last reads what was
}

}  // namespace
