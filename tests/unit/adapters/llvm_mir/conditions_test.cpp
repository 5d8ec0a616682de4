// Branches on registers that are never 0 where they are asked, on machine functions of LLVM: each is decided. To the equivalence
// checker a branch that is decided is another path, so it is told which way is never taken by the names that blocks have in the file.
#include <algorithm>
#include <string>
#include <utility>

#include <lathe/passes/fold_conditions.hpp>

#include "adapters/llvm_mir/conditions.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// A way to a block that is called `gone` is never taken; jumps are no instructions.
class Sure : public View {
 public:
  explicit Sure(llvm::MachineFunction& f) : View(f) {}
  static bool is_sure(Block b) {
    return std::any_of(b->succ_begin(), b->succ_end(), [](Block to) { return to->getName() == "gone"; });
  }
  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out = View::instructions(b);
    std::erase_if(out, [&](Inst i) { return i->isUnconditionalBranch() || (i->isBranch() && is_sure(b)); });
    return out;
  }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    View::for_each_successor(b, [&](Block to) {
      if (to->getName() != "gone") f(to);
    });
  }
  template <class F>
  void for_each_branch(Block b, F&& f) const {
    if (!is_sure(b)) return View::for_each_branch(b, f);
    for_each_successor(b, [&](Block to) {
      Branch way;
      way.target = to;
      f(way);
    });
  }
};

// Everything that is a number is said to be 0.
class Damaged : public ConditionCode {
 public:
  using ConditionCode::ConditionCode;
  std::optional<bool> condition(Inst i) const {
    const auto out = ConditionCode::condition(i);
    return out ? std::optional(false) : out;
  }
};

template <class C>
passes::FoldConditionsStats fold(llvm::MachineFunction& f) {
  C code(f);
  const auto out = passes::fold_conditions(code, code).stats;
  CHECK(code.refused() == 0);
  return out;
}
bool has(const llvm::MachineFunction& f, const char* block) {
  for (const llvm::MachineBasicBlock& b : f)
    if (b.getName() == block) return true;
  return false;
}

}  // namespace

TEST_CASE("conditions: branches whose answer is known are decided, LLVM takes it, and the same is done") {
  for (const Target& t : {arm, riscv}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile("conditions.ll", t, before("machine-cse")),
               other = compile("conditions.ll", t, before("machine-cse"));
    std::uint64_t branches = 0, blocks = 0;
    for (llvm::MachineFunction* f : program->functions()) {
      const std::string name = f->getName().str();
      CAPTURE(name);
      llvm::MachineFunction& like = *other->function(name);
      const passes::FoldConditionsStats stats = fold<ConditionCode>(*f);
      CHECK(faults_of(*f) == "");
      branches += stats.branches, blocks += stats.blocks;
      if (name == "perhaps" || name == "read") CHECK(stats.branches == 0);
      CHECK((stats.branches != 0) == (has(like, "gone") && !has(*f, "gone")));
      CHECK(program::equal::run(Sure(like), Sure(*f)).equal());
    }
    CHECK(branches >= 2);
    CHECK(blocks >= 2);
  }
}

TEST_CASE("conditions: a branch that is decided the wrong way is found") {
  for (const Target& t : {arm, riscv}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile("conditions.ll", t, before("machine-cse")),
               other = compile("conditions.ll", t, before("machine-cse"));
    llvm::MachineFunction& f = *program->function("always");
    CHECK(fold<Damaged>(f).branches > 0);
    CHECK(faults_of(f) == "");
    CHECK(program::equal::run(Sure(*other->function("always")), Sure(f)).differs());
  }
}
