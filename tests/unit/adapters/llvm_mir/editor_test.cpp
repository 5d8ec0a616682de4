// Machine functions of LLVM as Editors: any edits with every observer on are taken back exactly; edits that keep what a
// function does leave one that LLVM's verifier takes and that does the same.
#include <cstdlib>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/program/equal.hpp>
#include <lathe/program/observe.hpp>
#include <lathe/program/use_def.hpp>

#include "unit/adapters/llvm_mir/machine_edits.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

constexpr const char* stages[] = {"machine-cse", "register-coalescer", "block-placement"};
constexpr const char* files[] = {"repeats.ll", "loops.ll", "edits.ll"};

bool has_no(const Target& t, const char* file) {  // landing pads, C++ and i128 divisions
  return std::string_view(t.triple).starts_with("amdgcn") && std::string_view(file) == "edits.ll";
}
// LATHE_EDIT_ROUNDS: that many times the work of a test run.
std::uint32_t rounds() {
  const char* const text = std::getenv("LATHE_EDIT_ROUNDS");
  return text != nullptr ? static_cast<std::uint32_t>(std::atoi(text)) : 1;
}
std::string invalid(const llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.verify(static_cast<llvm::Pass*>(nullptr), "behind edits", &to, false);
  return out;
}
std::vector<Value> virtual_values(const Code& c) {
  std::vector<Value> out;
  for (const Block b : c.blocks())
    for (const Inst i : c.instructions(b))
      for (const auto& o : operands_of(c, i))
        if (o.is_def() && !c.pinned(o.value)) out.push_back(o.value);
  return out;
}

// Any edits, in transactions that nest, all of them taken back.
std::string check_wild(llvm::MachineFunction& f, std::uint64_t seed, std::uint32_t edits) {
  Pick pick{seed};
  Code c(f, Ways::open);
  program::Known known(c);
  program::ControlFlow cfg(c, known);
  program::UseDef use_def(c, known);
  flow::FollowDominators dominators(cfg);
  flow::FollowPostDominators post(cfg);
  flow::FollowLoops loops(cfg);
  flow::FollowLiveness live(c, cfg);
  flow::FollowIntervals intervals(c, cfg, live);
  program::Verifying verify(c, cfg, use_def, dominators, post, loops, live, intervals);
  program::Editing e(c, cfg, use_def, dominators, post, loops, live, intervals, verify);
  const std::vector<Value> values = virtual_values(c);
  std::vector<std::string> begun{text_of(c)};
  e.begin();
  for (std::uint32_t k = 0; k < edits; ++k) {
    const std::uint32_t what = pick(12);
    if (what == 0 && begun.size() < 4) {
      begun.push_back(text_of(c));
      e.begin();
    } else if (what == 1 && begun.size() > 1) {
      e.commit();
      begun.pop_back();
    } else if (what == 2 && begun.size() > 1) {
      e.rollback();
      if (text_of(c) != begun.back()) return "a rollback is not exact:\n" + begun.back() + "became\n" + text_of(c);
      begun.pop_back();
    } else {
      wild_edit(pick, c, e, values);
    }
    if (!verify.faults().empty()) {
      std::string which;
      for (const auto& x : verify.faults())
        if (x.kind == program::FollowFault::use_def && x.place < known.values.size())
          which = c.value_name(known.values[x.place]) + ", ";
      return which + verify.faults().str() + text_of(c);
    }
  }
  while (e.depth() != 0) e.rollback();
  if (text_of(c) != begun.front()) return "rolled back, and not as it was:\n" + begun.front() + "became\n" + text_of(c);
  if (c.refused() != 0) return "an edit was refused that the Editor had said it would do\n";
  c.settle();
  return invalid(f);
}

std::string place(const View& view, std::uint32_t inst) {
  for (const View::Block b : view.blocks())
    for (const View::Inst i : view.instructions(b))
      if (inst-- == 0) return view.block_name(b) + " " + view.inst_name(i);
  return "nothing";
}

// Edits that keep what it does.
std::string check_tame(llvm::MachineFunction& f, const llvm::MachineFunction& other, std::uint64_t seed,
                       std::uint32_t edits, std::uint32_t& done) {
  Pick pick{seed};
  // RISC-V's branches compare two registers, which no Branch says: what other branches do is not known to be the same.
  const bool told = !f.getTarget().getTargetTriple().isRISCV(), shape = told || pick(2) == 0;
  {
    Code c(f, Ways::open);
    program::Known known(c);
    program::ControlFlow cfg(c, known);
    program::UseDef use_def(c, known);
    program::Editing e(c, cfg, use_def);
    TameEdits<decltype(e)> tame(pick, c, e, shape);
    for (std::uint32_t k = 0; k < edits; ++k) tame.one();
    done += tame.done;
    if (c.refused() != 0) return "an edit was refused\n";
  }
  const std::string wrong = invalid(f);
  if (!wrong.empty()) return wrong;
  if (shape && !told) return "";
  const View a(const_cast<llvm::MachineFunction&>(other)), b(f);  // NOLINT: it is not changed
  const auto answer = program::equal::run(a, b);
  if (answer.equal()) return "";
  // RISC-V's branches ask of two registers, which a View does not name: no path through a loop comes to its end there.
  if (answer.vacuous()) return f.getTarget().getTargetTriple().isRISCV() ? "" : "no path ends\n";
  return "it does something else:\n" + place(a, answer.differences.front().first) + " | " +
         place(b, answer.differences.front().second) + "\n";
}

}  // namespace

TEST_CASE("any edits, with all who follow them, are taken back exactly") {
  for (const Target& t : machines)
    for (const char* stage : stages)
      for (const char* file : files) {
        if (has_no(t, file) || (rounds() == 1 && file == files[0])) continue;
        const auto program = compile(file, t, before(stage));
        std::uint64_t seed = 1;
        for (llvm::MachineFunction* f : program->functions()) {
          const std::string wrong = check_wild(*f, ++seed, 8 * rounds());
          CHECK_MESSAGE(wrong.empty(), t.triple, " ", stage, " ", file, " ", f->getName().str(), "\n", wrong);
          if (!wrong.empty()) break;
        }
      }
}

TEST_CASE("edits that keep what a function does leave one that LLVM takes and that does the same") {
  std::uint32_t done = 0;
  for (const Target& t : machines)
    for (const char* stage : stages)
      for (const char* file : files) {
        if (has_no(t, file)) continue;
        const auto program = compile(file, t, before(stage)), other = compile(file, t, before(stage));
        std::uint64_t seed = 7;
        for (llvm::MachineFunction* f : program->functions()) {
          llvm::MachineFunction* const like = other->function(std::string_view(f->getName()));
          const std::string wrong = check_tame(*f, *like, ++seed, 40 * rounds(), done);
          CHECK_MESSAGE(wrong.empty(), t.triple, " ", stage, " ", file, " ", f->getName().str(), "\n", wrong);
        }
      }
  CHECK(done > 1000);
  MESSAGE(done << " edits");
}

TEST_CASE("what cannot be done is refused, and counted by its reason") {
  const auto program = compile("edits.ll", machines[0], before("machine-cse"));
  llvm::MachineFunction& pads = *program->function("pads");
  {
    Code c(pads, Ways::open);
    std::uint32_t landing = 0;
    for (const Block b : c.blocks()) {
      std::uint32_t k = 0;
      c.for_each_successor(b, [&](Block s) {
        if (s->isEHPad()) {
          CHECK_FALSE(c.may_retarget(b, k));
          ++landing;
        }
        ++k;
      });
    }
    CHECK(landing == 2);
    const Block first = c.blocks().front();
    c.set_successor(first, 1, first);  // the landing pad
    CHECK(c.refusals()[static_cast<int>(Refused::fixed_branch)] == 1);
    c.put_block(first, false, {});
    CHECK(c.refusals()[static_cast<int>(Refused::fixed_ways)] == 1);
    for (const Inst i : c.instructions(first))
      if (i->isPosition()) {
        CHECK(c.clone(i) == nullptr);
        break;
      }
    CHECK(c.refusals()[static_cast<int>(Refused::no_copy)] == 1);
    const Inst copy = c.instructions(first).front();  // of a register that an argument comes in
    REQUIRE(copy->isCopy());
    c.set_operand(copy, 0, c.make_value(operands_of(c, copy)[1].value));
    CHECK(c.refusals()[static_cast<int>(Refused::fixed_operand)] == 1);
    c.put(nullptr, {});
    c.drop(copy);
    CHECK(c.refusals()[static_cast<int>(Refused::no_place)] == 2);
    CHECK(c.refused() == 6);
  }
  CHECK(invalid(pads).empty());
  Code fixed(*program->function("table"));
  fixed.set_successor(fixed.blocks().front(), 0, fixed.blocks().back());
  CHECK(fixed.refusals()[static_cast<int>(Refused::fixed_ways)] == 1);
}
