// Compiled alone: it costs as much as all others together.
// Liveness of NVPTX machine IR, against paths that are searched one by one, and what its users make of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <lathe/pressure.hpp>
#include <lathe/pressure/report.hpp>

#include "nvptx/mir/flow.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/views/modulo_expand.hpp"
#include "nvptx/views/outline.hpp"
#include "nvptx/views/pressure.hpp"
#include "nvptx/views/sched.hpp"

using namespace lathe::nvptx;
using mir::BlockId;
using mir::Operand;
using mir::Reg;

namespace {

void parse(mir::Module& m, const std::string& functions) {
  Diag diag;
  const bool parsed =
      mir::parse(".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 g[8];\n" + functions, "t", m, diag);
  REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
  std::vector<std::string> faults;
  mir::verify(m, faults);
  for (const std::string& fault : faults) FAIL_CHECK(fault);
}
// Names of registers, sorted, blanks between them.
template <class Range>
std::string names(const mir::Function& f, const Range& regs) {
  std::set<std::string> sorted;
  for (const auto r : regs) sorted.insert(f.regs[static_cast<Reg>(r)].name);
  std::string out;
  for (const std::string& name : sorted) out += (out.empty() ? "" : " ") + name;
  return out;
}

// What flow says of a function's View, in registers; the carry flag is none.
class Live {
 public:
  Live(const mir::Module& m, const mir::Function& f) : f_(f), view_(m, f), lives_(view_) {}
  std::vector<Reg> live_in(BlockId b) const { return registers(lives_.live().live_in[b]); }
  std::vector<Reg> live_out(BlockId b) const { return registers(lives_.live().live_out[b]); }
  // From behind an instruction to in front of it.
  void step_back(const mir::Inst& inst, std::vector<bool>& live) const {
    for (const bool defs : {true, false})
      view_.for_each_operand(&inst, [&](const auto& o) {
        if (o.value < f_.regs.size() && o.is_def() == defs) live[o.value] = !defs;
      });
  }

 private:
  std::vector<Reg> registers(std::span<const std::uint32_t> numbers) const {
    std::vector<Reg> out = lives_.handles({numbers.begin(), numbers.end()});
    std::erase(out, mir::carry_of(f_));
    return out;
  }

  const mir::Function& f_;
  MirView view_;
  lathe::flow::ViewLiveness<MirView> lives_;
};

// A function whose meaning the test knows by itself: what each instruction reads and writes, and where it goes.
struct Shadow {
  struct Step {
    std::set<Reg> reads, kills;
    std::vector<BlockId> targets;
    bool stays = true;  // control may go on behind it
  };
  std::vector<std::vector<Step>> blocks;
  std::set<Reg> at_end;  // read where control runs off the end
};

// Depth first over the places of a function: is the register read before it is written?
bool live_by_search(const Shadow& s, BlockId block, std::size_t place, Reg r,
                    std::set<std::pair<BlockId, std::size_t>>& seen) {
  if (block == s.blocks.size()) return s.at_end.count(r) != 0;
  if (!seen.emplace(block, place).second) return false;
  if (place == s.blocks[block].size()) return live_by_search(s, block + 1, 0, r, seen);
  const Shadow::Step& step = s.blocks[block][place];
  if (step.reads.count(r) != 0) return true;
  if (step.kills.count(r) != 0) return false;
  for (const BlockId to : step.targets)
    if (live_by_search(s, to, 0, r, seen)) return true;
  return step.stays && live_by_search(s, block, place + 1, r, seen);
}
bool live_by_search(const Shadow& s, BlockId block, std::size_t place, Reg r) {
  std::set<std::pair<BlockId, std::size_t>> seen;
  return live_by_search(s, block, place, r, seen);
}

class Maker {
 public:
  Maker(mir::Module& m, std::mt19937& rng) : m_(m), f_(m.functions.emplace_back()), rng_(rng) {
    f_.module = &m;
    f_.locations.resize(1);
    for (int i = 0; i < 4; ++i) f_.regs.push_back({mir::Type::b32, "%r" + std::to_string(i)});
    for (int i = 0; i < 2; ++i) f_.regs.push_back({mir::Type::pred, "%p" + std::to_string(i)});
    for (Reg r = 0; r < pick(3); ++r) {
      mir::Variable v;
      v.name = f_.regs[r].name;
      v.space = mir::Space::reg;
      f_.results.push_back(v);
      shadow.at_end.insert(r);
    }
    const BlockId blocks = 1 + pick(6);
    f_.tables.push_back({"$other", {0}});
    f_.tables.push_back({"$table", {pick(blocks), pick(blocks)}});
    f_.blocks.resize(blocks);
    shadow.blocks.resize(blocks);
    for (at_ = 0; at_ < blocks; ++at_) {
      for (unsigned count = pick(5); count > 0; --count) straight();
      end(blocks);
    }
  }
  Shadow shadow;
  const mir::Function& function() const { return f_; }

 private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(rng_() % below); }
  Reg any() { return pick(4); }

  // One instruction; what it reads and writes but for its guard is in `step`. One in so many has a guard; 0: none.
  void put(const char* text, const std::vector<Operand>& slots, Shadow::Step step, unsigned guards = 3) {
    const bool guarded = guards != 0 && pick(guards) == 0;
    const Reg guard = guarded ? 4 + pick(2) : mir::none;
    f_.blocks[at_].insts.push_back(f_.make(m_.intern(text), slots, guard, pick(2) == 0));
    if (guarded) {
      step.reads.insert(guard);
      step.reads.insert(step.kills.begin(), step.kills.end());  // the old value may stay
      step.kills.clear();
      step.stays = true;
    }
    shadow.blocks[at_].push_back(step);
  }
  void straight() {
    const Reg a = any(), b = any(), c = any(), p = 4 + pick(2);
    const auto reg = [](Reg r) { return Operand::make_reg(r); };
    switch (pick(9)) {
      case 0:
        return put("mov.b32", {reg(a), Operand::make_imm(1)}, {{}, {a}, {}});
      case 1:
        return put("add.s32", {reg(a), reg(b), reg(c)}, {{b, c}, {a}, {}});
      case 2:
        return put("setp.lt.s32", {reg(p), reg(a), reg(b)}, {{a, b}, {p}, {}});
      case 3:
        return put("ld.shared.b32", {reg(a), Operand::make_mem_reg(b, 4)}, {{b}, {a}, {}});
      case 4:
        return put("st.shared.b32", {Operand::make_mem_reg(a), reg(b)}, {{a, b}, {}, {}});
      case 5:
        return put("ret", {}, {shadow.at_end, {}, {}, false}, 1);
      case 6:
        if (a == b) return;
        return put("ld.shared.v2.b32",
                   {mir::make_group(mir::GroupKind::tuple, 2), reg(a), reg(b), Operand::make_mem_reg(c)},
                   {{c}, {a, b}, {}});
      case 7: {
        const auto paren = [](unsigned n) { return mir::make_group(mir::GroupKind::paren, n); };
        const Operand callee = Operand::make_symbol(m_.name("callee"));
        if (pick(2) == 0) return put("call", {callee, paren(2), reg(b), reg(c)}, {{b, c}, {}, {}});
        return put("call", {paren(1), reg(a), callee, paren(1), reg(b)}, {{b}, {a}, {}});
      }
      default:
        return put("selp.b32", {reg(a), reg(b), reg(c), reg(p)}, {{b, c, p}, {a}, {}});
    }
  }
  void end(BlockId blocks) {
    const BlockId to = pick(blocks);
    switch (pick(5)) {
      case 0:
        return;
      case 1:
        return put("ret", {}, {shadow.at_end, {}, {}, false});
      case 2:
        return put("exit", {}, {{}, {}, {}, false});
      case 3: {
        const Reg index = any();
        return put("brx.idx", {Operand::make_reg(index), Operand::make_symbol(m_.name("$table"))},
                   {{index}, {}, f_.tables[1].targets, false});
      }
      default:
        put("bra", {Operand::make_block(to)}, {{}, {}, {to}, false});
        if (f_.blocks[at_].insts.back().guard != mir::none && pick(2) == 0) {
          const BlockId other = pick(blocks);
          put("bra", {Operand::make_block(other)}, {{}, {}, {other}, false}, 0);
        }
    }
  }

  mir::Module& m_;
  mir::Function& f_;
  std::mt19937& rng_;
  BlockId at_ = 0;
};

}  // namespace

TEST_CASE("liveness is what a search over all paths says, at each block's borders and behind each instruction") {
  std::mt19937 rng(22);
  std::size_t live_places = 0, dead_places = 0;
  for (int round = 0; round < 1500; ++round) {
    mir::Module m;
    const Maker maker(m, rng);
    const mir::Function& f = maker.function();
    const Shadow& shadow = maker.shadow;
    const Live live(m, f);
    CAPTURE(round);
    bool same = true;
    for (BlockId b = 0; b < f.blocks.size(); ++b) {
      const auto in = live.live_in(b), out = live.live_out(b);
      REQUIRE(std::is_sorted(in.begin(), in.end()));
      REQUIRE(std::is_sorted(out.begin(), out.end()));
      const auto& insts = f.blocks[b].insts;
      std::vector<bool> now(f.regs.size(), false);
      for (const Reg r : out) now[r] = true;
      std::size_t i = insts.size();
      // The branches at the end are one place; a ret reads what it reads where it stands.
      for (; i > 0 && m.op(insts[i - 1].op).terminator; --i) live.step_back(insts[i - 1], now);
      for (;; --i) {
        for (Reg r = 0; r < f.regs.size(); ++r) {
          const bool wanted = live_by_search(shadow, b, i, r);
          same &= now[r] == wanted;
          ++(wanted ? live_places : dead_places);
        }
        if (i == 0) break;
        live.step_back(insts[i - 1], now);
      }
      for (Reg r = 0; r < f.regs.size(); ++r)
        same &= std::binary_search(in.begin(), in.end(), r) == live_by_search(shadow, b, 0, r);
    }
    CHECK(same);
  }
  CHECK(live_places > 10000);
  CHECK(dead_places > 10000);
}

// What families find by the View is what the one statement says: mir::Flow.
void check_one_statement(mir::Module& m, mir::Function& f) {
  const mir::Flow flow(m, f);
  const lathe::flow::Cfg cfg = lathe::flow::make_cfg(flow);
  const lathe::flow::Liveness live = lathe::flow::liveness(cfg, lathe::flow::liveness_problem(flow));
  const MirView view(m, f);
  const lathe::flow::ViewLiveness<MirView> of_view(view);
  MirPressure registers(m, f);
  const auto in = lathe::pressure::ingest(registers);
  const lathe::pressure::Report report = lathe::pressure::analyse(in.problem);
  REQUIRE(report.live_in.size() == f.blocks.size());
  for (BlockId b = 0; b < f.blocks.size(); ++b) {
    CAPTURE(b);
    std::set<BlockId> ways, shown;
    flow.for_each_successor(b, [&](BlockId to) { ways.insert(to); });
    view.for_each_successor(b, [&](BlockId to) { shown.insert(to); });
    const auto of_problem = in.problem.successors_of(b), of_cfg = cfg.successors(b),
               of_regions = of_view.cfg().successors(b);
    CHECK(shown == ways);
    CHECK(std::set<BlockId>(of_problem.begin(), of_problem.end()) == ways);
    CHECK(std::set<BlockId>(of_cfg.begin(), of_cfg.end()) == ways);
    CHECK(std::set<BlockId>(of_regions.begin(), of_regions.end()) == ways);
    std::set<Reg> wanted, of_families[2];
    for (const Reg r : live.live_in[b]) wanted.insert(r);
    for (const std::uint32_t v : of_view.live().live_in[b]) of_families[0].insert(of_view.numbering().value(v));
    for (std::uint32_t r = 0; r < in.registers.size(); ++r)
      if (std::binary_search(report.live_in[b].begin(), report.live_in[b].end(), in.problem.units_of(r)[0]))
        of_families[1].insert(in.registers[r]);
    // The flag has no place among registers.
    for (std::set<Reg>& some : of_families) some.erase(mir::carry_of(f));
    CHECK(names(f, of_families[0]) == names(f, wanted));
    CHECK(names(f, of_families[1]) == names(f, wanted));
  }
}

TEST_CASE("families find the control flow and the liveness that is stated once") {
  std::size_t functions = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/executor")) {
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    mir::Module m;
    Diag diag;
    REQUIRE(mir::parse(source, entry.path().string(), m, diag));
    CAPTURE(entry.path().string());
    for (mir::Function& f : m.functions)
      if (!f.blocks.empty()) ++functions, check_one_statement(m, f);
  }
  CHECK(functions >= 12);
  std::mt19937 rng(23);
  for (int round = 0; round < 300; ++round) {
    mir::Module m;
    const Maker maker(m, rng);
    CAPTURE(round);
    check_one_statement(m, m.functions.back());
  }
}

TEST_CASE("phis read at the ends of the blocks that they name") {
  mir::Module m;
  mir::Function& f = m.functions.emplace_back();
  for (const char* name : {"a", "b", "c", "d"}) f.regs.push_back({mir::Type::b32, name});
  f.regs.push_back({mir::Type::pred, "p"});
  f.blocks.resize(3);
  const auto add = [&](BlockId b, const char* text, const std::vector<Operand>& slots, Reg guard = mir::none) {
    f.blocks[b].insts.push_back(f.make(m.intern(text), slots, guard));
  };
  const auto reg = [](Reg r) { return Operand::make_reg(r); };
  const auto tuple = mir::make_group(mir::GroupKind::tuple, 2);
  add(0, "mov.b32", {reg(0), Operand::make_imm(1)});
  add(1, "phi.b32", {reg(2), tuple, reg(0), Operand::make_block(0), tuple, reg(3), Operand::make_block(1)});
  add(1, "add.s32", {reg(3), reg(2), reg(1)});
  add(1, "bra", {Operand::make_block(1)}, 4);
  add(2, "st.shared.b32", {Operand::make_mem_reg(2), reg(3)});
  const Live live(m, f);
  CHECK(names(f, live.live_in(0)) == "b p");
  CHECK(names(f, live.live_out(0)) == "a b p");
  CHECK(names(f, live.live_in(1)) == "b p");
  CHECK(names(f, live.live_out(1)) == "b c d p");
  CHECK(names(f, live.live_in(2)) == "c d");

  // So does the phi behind a loop, which reads what the loop made.
  f.regs.push_back({mir::Type::b32, "e"});
  f.blocks[2].insts.insert(
      f.blocks[2].insts.begin(),
      f.make(m.intern("phi.b32"), std::vector<Operand>{reg(4 + 1), tuple, reg(3), Operand::make_block(1)}));
  const MirView view(m, f);
  CHECK(names(f, lathe::flow::ViewLiveness<MirView>(view).behind_loop(1)) == "c d");
}

TEST_CASE("results in registers are read by each ret, and where control runs off the end") {
  mir::Module m;
  parse(m, R"(.func (.reg .b32 %out) f(.reg .b32 %in) {
  .reg .b32 %t; .reg .pred %p;
  add.s32 %t, %in, 1;
  setp.eq.s32 %p, %t, 0;
  @%p bra L;
  add.s32 %out, %t, 2;
  ret;
L: mov.b32 %out, 7;
})");
  const mir::Function& f = m.functions.back();
  const Live live(m, f);
  CHECK(names(f, live.live_in(1)) == "%t");
  CHECK(live.live_in(2).empty());
  CHECK(names(f, live.live_out(2)) == "%out");
  const MirView view(m, f);
  std::vector<Reg> at_end[2];
  for (const BlockId b : {1U, 2U}) view.for_each_live_out(b, [&](Reg r) { at_end[b - 1].push_back(r); });
  CHECK(at_end[0].empty());
  CHECK(names(f, at_end[1]) == "%out");

  // The list scheduler counts it, which it did not.
  const lathe::flow::Regions<MirView> regions(view);
  REQUIRE(regions.places().size() == 3);
  CHECK(names(f, regions.places()[1].live) == "%out");
  CHECK(names(f, regions.places()[2].live) == "%out");

  // The pressure analysis, too.
  const MirPressure pressure(m, f);
  const auto reads = pressure.operands(&f.blocks[1].insts.back());
  REQUIRE(reads.size() == 1);
  CHECK(f.regs[reads[0].reg].name == "%out");
  CHECK(names(f, pressure.live_out(2)) == "%out");

  const MirProgram program(m);
  CHECK(names(f, program.live_out({0, BlockId{2}})) == "%out");
}

TEST_CASE("a loop's live-outs are what is read behind it, whoever else names the register") {
  mir::Module m;
  parse(m, R"(.func (.reg .b32 %out) f(.reg .b32 %n) {
  .reg .b32 %i, %s, %t; .reg .pred %p;
  mov.b32 %i, 0;
  mov.b32 %s, 0;
  mov.b32 %t, %s;
L: add.s32 %t, %s, %i;
  add.s32 %s, %t, 3;
  add.s32 %i, %i, 1;
  setp.lt.s32 %p, %i, %n;
  @%p bra L;
  mov.b32 %t, 1;
  add.s32 %out, %t, %s;
  ret;
}
.func (.reg .b32 %out) last(.reg .b32 %n) {
  .reg .pred %p;
  mov.b32 %out, 0;
L: add.s32 %out, %out, 1;
  setp.lt.s32 %p, %out, %n;
  @%p bra L;
})");
  const auto live_out = [&](std::size_t function, BlockId block) {
    const mir::Function& f = m.functions[function];
    REQUIRE(MirLoop::is_loop(m, f, block));
    const MirView view(m, f);
    const MirLoop loop(m, f, block, lathe::flow::ViewLiveness<MirView>(view).behind_loop(block));
    std::vector<mir::Reg> out;
    for (const std::uint32_t v : loop.live_out()) out.push_back(loop.value(v));
    return names(f, out);
  };
  CHECK(live_out(0, 1) == "%s");  // %t is read behind the loop, but written first
  CHECK(live_out(1, 1) == "%out");
}
