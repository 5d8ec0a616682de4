// One answer to each question: scheduler, pipeliner, grouper, pressure and View say the same of an instruction.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "adapters/nvptx_mir/group.hpp"
#include "adapters/nvptx_mir/modulo.hpp"
#include "adapters/nvptx_mir/outline.hpp"
#include "adapters/nvptx_mir/pressure.hpp"
#include "adapters/nvptx_mir/sched.hpp"
#include "adapters/nvptx_mir/view.hpp"
#include "nvptx/mir/text.hpp"

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
  Parsed() {
    Diag diag;
    REQUIRE(mir::parse(text, "facts", module, diag));
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
  const MirLiveness live(m, f);
  const MirLoop loop(m, f, 1, live);
  const MirRegions regions(m, f);
  const auto place =
      std::find_if(regions.places().begin(), regions.places().end(), [](const auto& p) { return p.block == 1; });
  REQUIRE(place != regions.places().end());
  REQUIRE(place->first == 0);
  MirRegion region(m, f, *place);
  const MirPressure pressure(m, f);
  MirGrouper group(parsed.module, f);
  const MirView view(m, f);
  const auto of_region = region.insts();
  const auto of_group = group.insts({0, 1});
  REQUIRE(of_region.size() == loop.insts().size());
  for (std::uint32_t i = 0; i < of_region.size(); ++i) {
    const mir::Inst& inst = f.blocks[1].insts[i];
    CAPTURE(m.op(inst.op).text);
    const auto value = [](const auto& o) { return o.value; };
    const Mentions sched = mentions(region.operands(of_region[i]), value);
    CHECK(sched == mentions(loop.operands(i), value));
    CHECK(sched == mentions(group.operands(of_group[i]), value));
    CHECK(sched == mentions(pressure.operands(&inst), [](const auto& o) { return o.reg.id; }));
    Mentions seen;
    view.for_each_operand(&inst, [&](const auto& o) { seen.emplace_back(o.value, o.is_def()); });
    std::sort(seen.begin(), seen.end());
    CHECK(sched == seen);
    CHECK(region.memory(of_region[i]) == loop.memory(i));
    CHECK(region.memory(of_region[i]) == group.memory(of_group[i]));
    CHECK(static_cast<int>(region.memory(of_region[i])) == static_cast<int>(view.effects(&inst).role()));
    const auto held = region.reservations(of_region[i]);
    const auto used = loop.units(i);
    REQUIRE(held.size() == used.size());
    for (std::size_t k = 0; k < held.size(); ++k) {
      CHECK(held[k].unit == used[k].unit);
      CHECK(held[k].cycles == used[k].cycles);
    }
  }
  // The limit of registers is the function's, for all.
  CHECK(loop.class_limit(0) == 40);
  CHECK(pressure.limits()[0] == 40);
  CHECK(region.sets()[0].limit == 40);
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
  const auto key = [&](std::size_t i) { return mir::key_of(parsed.module, f, f.blocks[1].insts[i]); };
  CHECK(key(7) == "ld.global.u32 r [r]");
  CHECK(key(9) == "ld.const.u32 r []table");
  CHECK(key(17) == "add.s32 r r r");
  std::vector<std::pair<std::uint32_t, std::uint64_t>> literals;
  mir::for_each_literal(parsed.module, f, f.blocks[1].insts[17],
                        [&](std::uint32_t use, std::uint64_t bits) { literals.emplace_back(use, bits); });
  CHECK(literals == std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}});
}

}  // namespace
