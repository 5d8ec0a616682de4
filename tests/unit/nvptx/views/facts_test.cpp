// Compiled alone: it costs as much as all others together.
// One answer to each question: scheduler, pipeliner, grouper, pressure and View say the same of an instruction.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <lathe/group.hpp>
#include <lathe/modulo.hpp>
#include <lathe/pressure.hpp>
#include <lathe/sched.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/target/resources.hpp"
#include "nvptx/views/group.hpp"
#include "nvptx/views/modulo.hpp"
#include "nvptx/views/outline.hpp"
#include "nvptx/views/pressure.hpp"
#include "nvptx/views/sched.hpp"
#include "nvptx/views/view.hpp"

namespace {

using namespace lathe;
using namespace lathe::nvptx;

const char text[] = R"(.version 8.0
.target sm_90
.address_size 64
.const .align 4 .b32 table[4];
.visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)
.maxnreg 40
{
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<10>;
  .reg .f64 %fd<6>;
  ld.param.u64 %rd1, [k_param_0];
  mov.b32 %r1, 0;
$L:
  add.f64 %fd1, %fd2, %fd3;
  fma.rn.f64 %fd2, %fd1, %fd3, %fd1;
  mul.lo.s32 %r2, %r1, 3;
  mov.u32 %r3, %clock;
  @%p1 add.cc.u32 %r4, %r1, %r2;
  addc.cc.u32 %r5, %r2, 0;
  addc.u32 %r6, %r2, 0;
  ld.global.u32 %r7, [%rd1+4];
  ld.global.nc.u32 %r8, [%rd1+8];
  ld.const.u32 %r9, [table];
  ld.param.u32 %r10, [k_param_1];
  ld.volatile.global.u32 %r11, [%rd1];
  @!%p2 st.global.u32 [%rd1+12], %r7;
  atom.global.add.u32 %r12, [%rd1], 1;
  red.global.add.u32 [%rd1], %r8;
  cvt.rn.f64.s32 %fd3, %r9;
  rcp.rn.f64 %fd4, %fd1;
  add.s32 %r1, %r1, 1;
  setp.lt.s32 %p1, %r1, 100;
  @%p1 bra $L;
  ret;
}
)";

struct Parsed {
  mir::Module module;
  explicit Parsed(const std::string& source = text) {
    Diag diag;
    REQUIRE(mir::parse(source, "facts", module, diag));
  }
  mir::Function& function() { return module.functions.front(); }
};

using Mentions = std::vector<std::pair<std::uint32_t, bool>>;
template <class Operands, class Value>
Mentions mentions(const Operands& operands, Value value) {
  Mentions out;
  for (const auto& o : operands) out.emplace_back(value(o), o.is_def);
  std::sort(out.begin(), out.end());
  return out;
}

TEST_CASE("units, operands and memory are the same to all") {
  Parsed parsed;
  mir::Function& f = parsed.function();
  const mir::Module& m = parsed.module;
  REQUIRE(MirLoop::is_loop(m, f, 1));
  const MirView view(m, f);
  MirLoop loop(m, f, 1, flow::ViewLiveness<MirView>(view).behind_loop(1));
  MirScheduling scheduling(m, f);
  const auto& places = scheduling.places();
  const auto place = std::find_if(places.begin(), places.end(), [](const auto& p) { return p.block == 1; });
  REQUIRE(place != places.end());
  REQUIRE(place->first == 0);
  MirScheduling::Region& region = scheduling.regions()[static_cast<std::size_t>(place - places.begin())];
  const MirPressure pressure(m, f);
  MirGrouper group(parsed.module, f);
  const auto of_group = group.insts({0, 1});
  REQUIRE(region.size() == loop.size());
  for (const std::uint32_t i : region.insts()) {
    const mir::Inst& inst = f.blocks[1].insts[i];
    CAPTURE(m.op(inst.op).text);
    Mentions seen;
    view.for_each_operand(&inst, [&](const auto& o) { seen.emplace_back(o.value, o.is_def()); });
    std::sort(seen.begin(), seen.end());
    CHECK(seen == mentions(region.operands(i), [&](const auto& o) { return region.value(o.value); }));
    CHECK(seen == mentions(loop.operands(i), [&](const auto& o) { return loop.value(o.value); }));
    CHECK(seen.size() == group.operands(of_group[i]).size());
    CHECK(seen == mentions(pressure.operands(&inst), [](const auto& o) { return o.reg; }));
    CHECK(region.memory(i) == loop.memory(i));
    CHECK(region.memory(i) == group.memory(of_group[i]));
    CHECK(static_cast<int>(region.memory(i)) == static_cast<int>(view.effects(&inst).role()));
    CHECK(region.holds(i) == loop.holds(i));
    CHECK(region.latency(i) == loop.latency(i));
    CHECK(region.issue(i) == loop.issue(i));
    for (const std::uint32_t k : region.insts()) {
      if (k >= i) break;
      CHECK(region.may_meet(k, i) == loop.memory_relation(k, i).same);
      CHECK(region.may_meet(k, i) == group.may_meet(of_group[k], of_group[i]));
    }
  }
  for (const auto& o : loop.operands(0))
    CHECK(loop.register_class(o.value) == lathe::program::RegisterClass{"b64", {{0, 2}}});
  for (const auto& o : loop.operands(6))  // addc: the flag is no register to count
    if (loop.value(o.value) == mir::carry_of(f)) CHECK(loop.register_class(o.value).shares.empty());
  // The limit of registers is the function's, for all.
  CHECK(loop.sets()[0].limit == 40);
  CHECK(pressure.limits()[0] == 40);
  CHECK(region.sets()[0].limit == 40);
  CHECK(loop.sets()[1].limit == region.sets()[1].limit);
}

// The problems that all make of the loop: scheduler, pipeliner, grouper, pressure.
struct Problems {
  sched::Problem scheduling;
  modulo::Problem loop;
  group::Problem group;
  pressure::Problem pressure;
  explicit Problems(Parsed& parsed) {
    mir::Function& f = parsed.function();
    MirScheduling regions(parsed.module, f);
    for (std::size_t k = 0; k < regions.places().size(); ++k)
      if (regions.places()[k].block == 1) scheduling = sched::ingest(regions.regions()[k]);
    const MirView view(parsed.module, f);
    MirLoop of_block(parsed.module, f, 1, flow::ViewLiveness<MirView>(view).behind_loop(1));
    loop = modulo::ingest(of_block);
    MirGrouper grouper(parsed.module, f);
    group = group::ingest(grouper);
    MirPressure whole(parsed.module, f);
    pressure = pressure::ingest(whole).problem;
    REQUIRE(scheduling.size() == 19);
    REQUIRE(loop.size() == 19);
  }
};
template <class P>
std::string holds(const P& p, std::uint32_t inst) {
  std::string out;
  for (const auto& r : p.reservations)
    if (r.inst == inst) out += p.units[r.unit].name + " " + std::to_string(r.first) + " " + std::to_string(r.cycles);
  return out;
}

TEST_CASE("the problems of all say the same of units, fences, the carry flag and limits") {
  Parsed parsed;
  const Problems all(parsed);
  for (std::uint32_t i = 0; i < all.loop.size(); ++i) {
    CAPTURE(i);
    CHECK(all.scheduling.insts[i].name == all.loop.insts[i].name);
    CHECK(holds(all.scheduling, i) == holds(all.loop, i));
  }
  CHECK(holds(all.loop, 0) == "fp64 0 2");  // add.f64
  // %clock, the fourth, keeps its place before the first access behind it; to the pressure analysis nothing passes it.
  const std::uint32_t clock = 3, access = 7, first = all.group.blocks[1].first;
  CHECK(std::count_if(all.scheduling.edges.begin(), all.scheduling.edges.end(),
                      [&](const sched::Edge& e) { return e.from == clock && e.to == access; }) == 1);
  CHECK(std::count_if(all.loop.edges.begin(), all.loop.edges.end(), [&](const modulo::Edge& e) {
          return e.from == clock && e.to == access && e.distance == 0;
        }) == 1);
  CHECK(std::count(all.group.edges.begin(), all.group.edges.end(), group::Edge{first + clock, first + access}) == 1);
  const pressure::Problem& p = all.pressure;
  const pressure::Problem::Inst& mov = p.insts[p.blocks[1].first + clock];
  CHECK(p.ops[mov.op] == "mov.u32");
  CHECK((mov.flags & pressure::barrier) != 0);
  // @%p1 add.cc, the fifth, reads the carry: of the iteration before, of before the region, of its block.
  const std::uint32_t add = 4, last_writer = 5;
  CHECK(std::any_of(all.loop.edges.begin(), all.loop.edges.end(), [&](const modulo::Edge& e) {
    return e.from == last_writer && e.to == add && e.distance == 1 && e.value != modulo::none &&
           all.loop.values[e.value].weight == 0;
  }));
  CHECK(std::any_of(all.scheduling.uses.begin(), all.scheduling.uses.end(), [&](const sched::Use& u) {
    const sched::Value& v = all.scheduling.values[u.value];
    return u.inst == add && v.def == sched::none && all.scheduling.classes[v.cls].shares.empty();
  }));
  const auto operands = p.operands_of(p.insts[p.blocks[1].first + add]);
  CHECK(std::any_of(operands.begin(), operands.end(),
                    [&](const auto& o) { return o.reads && p.feeds(p.units_of(o.reg)[0]).empty(); }));
  // How many registers there are: the machine's and the directives' word, in one place.
  for (const char* directive : {".maxnreg 40", ".reqntid 1024, 1, 1", ".maxntid 256, 1, 1 .minnctapersm 5", ""}) {
    CAPTURE(directive);
    std::string source = text;
    source.replace(source.find(".maxnreg 40"), std::string_view(".maxnreg 40").size(), directive);
    Parsed other(source);
    const std::uint32_t limit = register_limit(machine_of(other.module), launch_of(other.function()));
    const Problems of(other);
    CHECK(of.scheduling.sets[0].limit == limit);
    CHECK(of.loop.sets[0].limit == limit);
    CHECK(of.pressure.sets[0].limit == limit);
    CHECK(of.loop.sets[1].limit == of.scheduling.sets[1].limit);
    CHECK(of.loop.sets[1].limit == of.pressure.sets[1].limit);
  }
}

TEST_CASE("what the facts are") {
  Parsed parsed;
  const mir::Function& f = parsed.function();
  const MirView view(parsed.module, f);
  const auto inst = [&](std::size_t i) { return &f.blocks[1].insts[i]; };
  const auto unit = [&](std::size_t i) {
    return mir::unit_table[static_cast<std::size_t>(mir::unit_of(parsed.module.op(inst(i)->op)))].name;
  };
  using lathe::program::Effect, lathe::program::MemoryRole;
  CHECK(unit(0) == std::string("fp64"));
  CHECK(unit(1) == std::string("fp64"));
  CHECK(unit(2) == std::string("fma"));
  CHECK(unit(16) == std::string("xu"));
  CHECK(view.effects(inst(3)).role() == MemoryRole::fence);
  CHECK_FALSE(view.effects(inst(3)).reusable());
  CHECK(view.effects(inst(4)).removable());
  bool reads = false, writes = false;
  view.for_each_operand(inst(4), [&](const auto& o) { (o.is_def() ? writes : reads) |= o.value == mir::carry_of(f); });
  CHECK((reads && writes));  // a guarded add.cc leaves the old flag where its guard fails
  CHECK(view.effects(inst(7)).role() == MemoryRole::reads);
  for (const std::size_t constant : {8U, 9U, 10U}) CHECK(view.effects(inst(constant)).role() == MemoryRole::none);
  CHECK(view.effects(inst(11)).role() == MemoryRole::fence);
  CHECK_FALSE(view.effects(inst(11)).removable());
  CHECK(view.effects(inst(12)).role() == MemoryRole::writes);
  CHECK(view.effects(inst(13)).role() == MemoryRole::fence);
  CHECK(view.effects(inst(14)).role() == MemoryRole::fence);
  CHECK(view.effects(inst(17)).has(Effect::adds));
  CHECK(lathe::program::describe<MirView>().find("+ literals") != std::string::npos);
}

TEST_CASE("immediates and offsets are not in the key, and all else is") {
  Parsed parsed;
  const mir::Function& f = parsed.function();
  const auto key = [&](std::size_t i) { return mir::key_of(parsed.module, f, f.blocks[1].insts[i], false); };
  CHECK(key(7) == "ld.global.u32 r [r]");
  CHECK(key(9) == "ld.const.u32 r []table");
  CHECK(key(17) == "add.s32 r r r");
  CHECK(mir::key_of(parsed.module, f, f.blocks[1].insts[7], true) == "ld.global.u32 r [r]+4");
  CHECK(mir::key_of(parsed.module, f, f.blocks[1].insts[17], true) == "add.s32 r r i+1");
  std::vector<std::pair<std::uint32_t, std::uint64_t>> literals;
  mir::for_each_literal(parsed.module, f, f.blocks[1].insts[17],
                        [&](std::uint32_t use, std::uint64_t bits) { literals.emplace_back(use, bits); });
  CHECK(literals == std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}});
}

}  // namespace

TEST_CASE("an immediate has the bits of its operand, not of the instruction") {
  struct Form {
    const char* before;
    std::int64_t a, b;
    bool same;
  };
  const std::int64_t k32 = std::int64_t{1} << 32;
  const Form forms[] = {{"add.s32 %r1, %r1, ", -1, k32 - 1, true},
                        {"add.s64 %d1, %d1, ", -1, k32 - 1, false},
                        {"mul.wide.u32 %d1, %r1, ", -1, k32 - 1, true},
                        {"mad.wide.u32 %d1, %r1, 3, ", k32, 2 * k32, false},
                        {"mad.wide.u32 %d1, %r1, 3, ", -1, k32 - 1, false},
                        {"mad.wide.u16 %r1, %h1, 3, ", 1, 65537, false},
                        {"mad.lo.u32 %r1, %r1, 3, ", -1, k32 - 1, true},
                        {"shl.b16 %h1, %h1, ", 0, 65536, false},
                        {"shr.u64 %d1, %d1, ", -1, k32 - 1, true},
                        {"bfe.u32 %r1, %r1, 3, ", 1, k32 + 1, true},
                        {"slct.b64.s32 %d1, %d1, ", -1, k32 - 1, false},
                        {"selp.b64 %d1, %d1, ", -1, k32 - 1, false},
                        {"vote.sync.any.pred %p1, %p1, ", 1, k32 - 1, false},
                        {"cvt.u64.u32 %d1, ", -1, k32 - 1, true},
                        {"st.global.b8 [%d1], ", -1, 255, true},
                        {"st.global.b64 [%d1], ", -1, k32 - 1, false}};
  for (const Form& form : forms) {
    CAPTURE(form.before);
    const auto literals = [&](std::int64_t value) {
      const std::string end = std::string(form.before).starts_with("slct")   ? ", %r1"
                              : std::string(form.before).starts_with("selp") ? ", %p1"
                                                                             : "";
      mir::Module module;
      Diag diag;
      REQUIRE(
          mir::parse(".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .pred %p<2>;\n"
                     ".reg .b16 %h<2>;\n.reg .b32 %r<2>;\n.reg .b64 %d<2>;\n" +
                         std::string(form.before) + std::to_string(value) + end + ";\nret;\n}\n",
                     "form", module, diag));
      const mir::Function& f = module.functions.front();
      std::vector<std::pair<std::uint32_t, std::uint64_t>> out;
      mir::for_each_literal(module, f, f.blocks[0].insts[0],
                            [&](std::uint32_t use, std::uint64_t bits) { out.emplace_back(use, bits); });
      REQUIRE_FALSE(out.empty());
      return out;
    };
    CHECK((literals(form.a) == literals(form.b)) == form.same);
  }
}
