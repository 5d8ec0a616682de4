// Scheduling behind register assignment: code of the toy machine on real registers, as regalloc::apply has written it,
// put into a shorter order with its registers as they are. It does the same, mentions the same registers, and is
// shorter.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include <lathe/passes/reschedule.hpp>
#include <lathe/sched/options.hpp>

#include "adapters/toy/stored_registers.hpp"

using namespace lathe;

namespace {

// What a scheduler has to know besides: registers that a call destroys, and when results are there.
struct Assigned : toy::FrameFunction {
  static constexpr program::Facts facts = toy::FrameFunction::facts | program::Fact::latency;
  const toy::RegisterFiles* files = nullptr;
  std::uint32_t base = 0;
  using toy::FrameFunction::FrameFunction;
  template <class F>
  void for_each_operand(InstId i, F&& f) const {
    toy::FrameFunction::for_each_operand(i, f);
    if (payload(i).kind != toy::FrameOp::Kind::plain || files == nullptr) return;
    const toy::MachineInst what = inst(i);
    files->for_each_clobber(&what, [&](std::uint32_t r) {
      program::Operand<ValueId> o{ValueId(base + r), program::Role::def};
      o.implicit = true;
      f(o);
    });
  }
  std::uint32_t latency(InstId i) const {
    if (payload(i).kind == toy::FrameOp::Kind::load) return 6;
    if (payload(i).kind != toy::FrameOp::Kind::plain) return 1;
    const auto op = payload(i).op.op;
    return op == toy::MachineInst::Op::load ? 6 : op == toy::MachineInst::Op::mul ? 3 : 1;
  }
};

std::vector<std::uint32_t> mentions(const Assigned& f) {
  std::vector<std::uint32_t> out;
  for (const auto b : f.blocks())
    for (const auto i : f.instructions(b)) f.for_each_operand(i, [&](const auto& o) { out.push_back(o.value.value); });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("code on real registers does the same in a shorter order") {
  std::uint64_t reordered = 0, moved = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    std::mt19937 engine(seed);
    toy::RegisterFiles files;
    files.size[0] = 3 + engine() % 6;
    files.size[1] = 3 + engine() % 4;
    files.swap = engine() % 2 == 0;
    const toy::SsaFunction f = toy::random_registers(engine, files);
    Assigned code(f);
    const auto base = static_cast<std::uint32_t>(f.registers);
    const auto got = regalloc::allocate_view(static_cast<toy::FrameFunction&>(code), toy::FrameFiles{&code, files});
    if (got.plan().refusal != regalloc::Refusal::none) continue;
    toy::FrameMaker make{code, base};
    regalloc::apply(static_cast<toy::FrameFunction&>(code), got, make);
    code.files = &files;
    code.base = base;
    const toy::Seen seen = toy::run_frame(code, files, base, {}, 300);
    if (!(toy::run_frame(code, files, base, {}, 600) == seen)) continue;  // stopped in the middle of a block
    const auto had = mentions(code);
    passes::RescheduleOptions options;
    options.how = sched::after_assignment();
    const auto result = passes::reschedule(code, program::NoRegisters(), options);
    CHECK(result.refusal == sched::Refusal::none);
    CHECK(toy::run_frame(code, files, base, {}, 300) == seen);
    CHECK(mentions(code) == had);
    reordered += result.stats.reordered;
    moved += result.stats.moved;
  }
  MESSAGE(reordered, " regions, ", moved, " instructions");
  CHECK(reordered > 50);
}
