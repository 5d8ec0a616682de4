// Parts of registers that are there already, and such that nobody reads, on machine functions of LLVM where LLVM has its
// detect-dead-lanes, which marks what this pass changes.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/dead_lanes.hpp>

#include "adapters/llvm_mir/lanes.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// What is put together of parts is a copy of these, lane by lane in the order of the whole's.
class Parts : public View {
 public:
  explicit Parts(llvm::MachineFunction& f) : View(f) {}
  program::Effects effects(Inst i) const { return joins(*i) ? Effect::copy : View::effects(i); }
  std::string key(Inst i) const { return joins(*i) ? "copy" : View::key(i); }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    if (!joins(*i)) return View::for_each_operand(i, f);
    std::vector<std::pair<std::uint64_t, unsigned>> parts;  // lanes of the whole, and the operand
    for (unsigned k = 1; k + 1 < i->getNumExplicitOperands(); k += 2)
      parts.emplace_back(
          registers_.getSubRegIndexLaneMask(static_cast<unsigned>(i->getOperand(k + 1).getImm())).getAsInteger(), k);
    std::sort(parts.begin(), parts.end());
    for (const auto& [unused, k] : parts) {
      program::Operand<Value> use{i->getOperand(k).getReg().id(), program::Role::use};
      use.lanes = lanes_of(i->getOperand(k));
      use.more = k != parts.back().second;
      f(use);
    }
    program::Operand<Value> def{i->getOperand(0).getReg().id(), program::Role::def};
    def.lanes = lanes_of(i->getOperand(0));
    f(def);
  }

 private:
  static bool joins(const llvm::MachineInstr& i) {
    return i.isRegSequence() && std::none_of(i.operands_begin(), i.operands_end(),
                                             [](const auto& o) { return o.isReg() && o.isUse() && o.isUndef(); });
  }
};

// Says that what is put together is so the other way round.
class Damaged : public CodeLanes {
 public:
  using CodeLanes::CodeLanes;
  template <class F>
  bool for_each_lane_copy(Code::Inst i, F&& f) const {
    std::vector<passes::LaneCopy> all;
    const bool out = CodeLanes::for_each_lane_copy(i, [&](const passes::LaneCopy& c) { all.push_back(c); });
    for (std::size_t k = 0; k < all.size(); ++k) {
      passes::LaneCopy c = all[k];
      if (i->isRegSequence()) c.to = all[all.size() - 1 - k].to;
      f(c);
    }
    return out;
  }
};

template <class Lanes>
passes::DeadLanesStats drop(llvm::MachineFunction& f) {
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  const auto out = passes::drop_dead_lanes(code, Lanes(code)).stats;
  CHECK(code.refused() == 0);
  return out;
}
std::vector<const char*> files(const Target& t) {
  if (t.triple == amd.triple) return {"clients.ll", "loops.ll", "lanes.ll"};
  if (t.triple == arm.triple) return {"clients.ll", "loops.ll", "edits.ll", "tuples.ll"};
  return {"clients.ll", "loops.ll", "edits.ll"};
}

}  // namespace

TEST_CASE("lanes: what is there already and what nobody reads, on machine functions of LLVM") {
  for (const Target& t : {x86, arm, riscv, amd}) {
    CAPTURE(std::string(t.triple));
    std::uint64_t sequences = 0, forwarded = 0, dropped = 0;
    for (const char* file : files(t)) {
      CAPTURE(std::string(file));
      const auto program = compile(file, t, before("detect-dead-lanes")),
                 other = compile(file, t, before("detect-dead-lanes"));
      for (llvm::MachineFunction* f : program->functions()) {
        CAPTURE(f->getName().str());
        llvm::MachineFunction& like = *other->function(f->getName().str());
        const auto count = [](const llvm::MachineFunction& of) {
          std::uint64_t n = 0;
          for (const llvm::MachineBasicBlock& b : of)
            for (const llvm::MachineInstr& i : b) n += i.isRegSequence();
          return n;
        };
        const passes::DeadLanesStats stats = drop<CodeLanes>(*f);
        forwarded += stats.forwarded, dropped += stats.dropped;
        sequences += count(like) - count(*f);
        CHECK(faults_of(*f) == "");
        CHECK(program::equal::run(Parts(like), Parts(*f)).equal());
      }
    }
    CHECK(forwarded + dropped > 0);
    if (t.triple == arm.triple || t.triple == amd.triple) CHECK(sequences > 0);  // what was put together again
    if (t.triple == amd.triple) CHECK(dropped > 0);
  }
}

TEST_CASE("lanes: what LLVM marks as undefined is read by nobody here") {
  const auto marks = [](llvm::MachineFunction& f) {
    std::uint64_t out = 0;
    for (const llvm::MachineBasicBlock& b : f)
      for (const llvm::MachineInstr& i : b)
        for (const llvm::MachineOperand& o : i.operands())
          out += o.isReg() && o.isUse() && o.isUndef() && o.getReg().isVirtual();
    return out;
  };
  const auto program = compile("lanes.ll", amd, before("detect-dead-lanes")),
             llvm = compile("lanes.ll", amd, after("detect-dead-lanes"));
  const std::uint64_t had = marks(*program->function("half")), theirs = marks(*llvm->function("half"));
  CHECK(theirs > had);
  CHECK(drop<CodeLanes>(*program->function("half")).dropped >= theirs - had);
}

TEST_CASE("lanes: parts that are taken for others are found") {
  const auto program = compile("lanes.ll", amd, before("detect-dead-lanes")),
             other = compile("lanes.ll", amd, before("detect-dead-lanes"));
  std::uint64_t changes = 0, unlike = 0;
  for (llvm::MachineFunction* f : program->functions()) {
    const passes::DeadLanesStats stats = drop<Damaged>(*f);
    changes += stats.forwarded + stats.dropped + stats.erased;
    unlike += program::equal::run(Parts(*other->function(f->getName().str())), Parts(*f)).differs();
  }
  CHECK(changes > 0);
  CHECK(unlike > 0);
}
