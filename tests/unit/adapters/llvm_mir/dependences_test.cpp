// Dependences of machine code: nothing is missing that LLVM's own dependence graph has, memory is told apart across
// iterations, and the loops are problems that the modulo scheduler takes.
#include <llvm/Support/raw_ostream.h>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/scheduler.hpp>
#include <lathe/modulo/text.hpp>

#include "adapters/llvm_mir/schedule_view.hpp"
#include "unit/adapters/llvm_mir/block.hpp"
#include "unit/adapters/llvm_mir/llvm_graph.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Which instructions come before which, by paths of our edges.
std::vector<std::vector<bool>> before(const BlockRegion& region, const std::vector<flow::Dependence>& edges) {
  const std::uint32_t n = region.size();
  std::vector<std::vector<bool>> out(n, std::vector<bool>(n, false));
  for (std::uint32_t to = 0; to < n; ++to)  // edges of one iteration go forward
    for (const flow::Dependence& d : edges) {
      if (d.to != to || d.distance != 0) continue;
      REQUIRE(d.from < d.to);
      out[d.from][to] = true;
      for (std::uint32_t k = 0; k < n; ++k)
        if (out[k][d.from]) out[k][to] = true;
    }
  return out;
}

// Every edge of LLVM's graphs of the block's regions is implied by ours. Gives the number of LLVM's edges.
std::size_t compare(Program& program, llvm::MachineBasicBlock& block) {
  llvm::MachineFunction& f = *block.getParent();
  const ScheduleView view(program, f);
  const BlockRegion region = straight(view, block);
  const auto ours = before(region, dependences(region, false));
  const auto place = places(region);
  std::size_t edges = 0;
  auto begin = block.getFirstNonPHI();
  while (begin != block.end()) {
    auto end = begin;
    while (end != block.end() && !f.getSubtarget().getInstrInfo()->isSchedulingBoundary(*end, &block, f)) ++end;
    for_each_llvm_edge(program, block, begin, end,
                       [&](const llvm::MachineInstr& from, const llvm::MachineInstr& to, const llvm::SDep&) {
                         ++edges;
                         if (ours[place.at(&from)][place.at(&to)]) return;
                         std::string text;
                         llvm::raw_string_ostream out(text);
                         out << from << " -> " << to;
                         FAIL_CHECK("missing " << text);
                       });
    begin = end == block.end() ? end : std::next(end);
  }
  return edges;
}

llvm::MachineBasicBlock& loop_of(Program& program, const char* function) {
  const auto loops = single_block_loops(*program.function(function));
  REQUIRE(loops.size() == 1);
  return *loops[0];
}

// The least distances of memory edges from stores to loads and from loads to stores; 0: there is none.
struct Carried {
  std::uint32_t store_load = 0, load_store = 0;
};
Carried carried(Program& program, const char* function) {
  const ScheduleView view(program, *program.function(function));
  const BlockRegion region = BlockRegion::of_loop(view, &loop_of(program, function));
  Carried out;
  for (const flow::Dependence& d : dependences(region, true)) {
    if (d.kind != flow::DependenceKind::memory || d.distance == 0) continue;
    const bool from_store = region.inst(d.from)->mayStore(), to_store = region.inst(d.to)->mayStore();
    if (from_store && to_store) continue;
    auto& place = from_store ? out.store_load : out.load_store;
    if (place == 0 || d.distance < place) place = d.distance;
  }
  return out;
}

}  // namespace

TEST_CASE("every dependence of LLVM's own graph is among ours, before and after allocation") {
  for (const Target& target : targets)
    for (const char* file : {"loops.ll", "repeats.ll"})
      for (const char* place : {"phi-node-elimination", "machine-scheduler", "prologepilog", ""}) {
        const bool virtual_only = std::string(target.triple).starts_with("nvptx");
        if (virtual_only && std::string(place) == "prologepilog") continue;
        CAPTURE(std::string(target.triple));
        CAPTURE(std::string(place));
        const auto program = compile(file, target, test::before(place));
        std::size_t edges = 0;
        for (llvm::MachineFunction* f : program->functions())
          for (llvm::MachineBasicBlock& block : *f) edges += compare(*program, block);
        CHECK(edges > 50);
      }
}

TEST_CASE("memory across iterations: apart, always, and at a distance") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, test::before("phi-node-elimination"));
    const Carried none = carried(*program, "saxpy"), alias = carried(*program, "saxpy_alias"),
                  same = carried(*program, "crossing"), far = carried(*program, "distant");
    CHECK(none.store_load == 0);
    CHECK(none.load_store == 0);
    CHECK(alias.store_load == 1);
    CHECK(alias.load_store == 1);
    bool stores = false;  // the pipeline for AMD GPUs keeps the place in a register
    for (const llvm::MachineInstr& inst : loop_of(*program, "crossing")) stores = stores || inst.mayStore();
    CHECK(stores != std::string(target.triple).starts_with("amdgcn"));
    CHECK(same.store_load == (stores ? 1U : 0U));
    CHECK(far.store_load == 3);
    CHECK(far.load_store == 0);
  }
}

// A problem of each loop of the functions: f(function, loop, problem).
template <class F>
void for_each_loop(Program& program, F&& f) {
  for (llvm::MachineFunction* function : program.functions()) {
    const ScheduleView view(program, *function);
    const LoopRegisters registers(view);
    const flow::ViewLiveness<ScheduleView> lives(view);
    for (std::uint32_t b = 0; b < lives.numbering().blocks(); ++b) {
      const auto block = lives.numbering().block(b);
      if (!block->isSuccessor(block)) continue;
      CAPTURE(function->getName().str());
      const Loop loop(lives, b, registers);
      f(*function, loop, modulo::ingest(loop));
    }
  }
}

TEST_CASE("loops are problems of the modulo scheduler, and schedules of theirs are right") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, test::before("phi-node-elimination"));
    std::size_t loops = 0, overlapped = 0, edges = 0, behind = 0;
    for_each_loop(*program, [&](const llvm::MachineFunction&, const Loop& loop, const modulo::Problem& p) {
      ++loops;
      const auto broken = modulo::check_problem(p);
      REQUIRE_MESSAGE(broken.empty(), broken.str());
      const modulo::Result result = modulo::schedule(p, modulo::Options::lifted());
      REQUIRE(result.schedule() != nullptr);
      const auto faults = modulo::check_schedule(p, *result.schedule());
      CHECK_MESSAGE(faults.empty(), faults.str());
      CHECK(result.schedule()->ii >= result.bounds.mii);
      overlapped += result.schedule()->stages() > 1;
      if (!loop.view().model().hasInstrSchedModel()) CHECK(p.units.empty());
      edges += p.edges.size();
      for (const auto& v : p.values) behind += v.live_out;
    });
    CHECK(loops == 7);
    CHECK(overlapped >= 2);
    CHECK(edges > 50);
    CHECK(behind > 0);
  }
}

TEST_CASE("registers of SSA form are new ones in every iteration, physical ones are not") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, test::before("phi-node-elimination"));
    for_each_loop(*program, [&](const llvm::MachineFunction&, const Loop& loop, const modulo::Problem& p) {
      for (const modulo::Edge& e : p.edges) {
        if (e.kind != flow::DependenceKind::anti && e.kind != flow::DependenceKind::output) continue;
        bool shared = false;  // a unit that the second one writes and the first one names
        for (const auto& o : loop.operands(e.from))
          for (const auto& d : loop.operands(e.to))
            shared |= d.is_def && d.value == o.value && loop.value(o.value) >= ScheduleView::physical;
        CHECK(shared);
      }
    });
  }
}

TEST_CASE("a chain of loads waits for the load's latency in every iteration") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, test::before("phi-node-elimination"));
    std::size_t found = 0;
    for_each_loop(*program, [&](const llvm::MachineFunction& f, const Loop& loop, const modulo::Problem& p) {
      if (f.getName() != "chase") return;
      ++found;
      unsigned latency = 0;
      for (const std::uint32_t n : loop.insts())
        if (loop.inst(n)->mayLoad()) latency = std::max(latency, loop.view().model().computeInstrLatency(loop.inst(n)));
      CHECK(modulo::bounds(p).rec_mii >= latency);
      CHECK(latency >= 1);
    });
    CHECK(found == 1);
  }
}

TEST_CASE("a call writes what its mask of registers does not keep") {
  const auto program = compile("repeats.ll", targets[0], {});
  std::size_t found = 0;
  llvm::MachineFunction& f = *program->function("fifth");
  const ScheduleView view(*program, f);
  const auto& names = *f.getSubtarget().getRegisterInfo();
  for (const llvm::MachineBasicBlock& block : f) {
    const BlockRegion region = straight(view, block);
    for (const flow::Dependence& d : dependences(region, false)) {
      if (d.kind != flow::DependenceKind::output || !region.inst(d.from)->isCall()) continue;
      const auto unit = static_cast<llvm::MCRegUnit>(region.value(d.value) - ScheduleView::physical);
      bool named = false;
      for (const llvm::MachineOperand& o : region.inst(d.from)->operands())
        named |= o.isReg() && o.getReg().isPhysical() && names.hasRegUnit(o.getReg().asMCReg(), unit);
      found += !named;
    }
  }
  CHECK(found > 0);
}
