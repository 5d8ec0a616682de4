// A function held against what it was: what is moved where nobody can tell is equal, what LLVM's alias analysis allows is said to
// be so, and what nobody allows, or computes something else, is told.
#include "adapters/llvm_mir/judge.hpp"

#include <functional>
#include <vector>

#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;
using Verdict = Judge::Verdict;
using Insts = std::vector<llvm::MachineInstr*>;

namespace {

// Of %q nobody knows that it is not behind %p.
constexpr const char* kernel = R"(
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %from = getelementptr i32, ptr addrspace(1) %q, i32 %t
  %a = load i32, ptr addrspace(1) %at
  %far = getelementptr i8, ptr addrspace(1) %at, i32 512
  %b = load i32, ptr addrspace(1) %far
  %d = sub i32 %a, %b
  %e = xor i32 %a, %b
  store i32 %d, ptr addrspace(1) %at
  store i32 %e, ptr addrspace(1) %far
  %c = load i32, ptr addrspace(1) %from
  %s = ashr i32 %c, 3
  store i32 %s, ptr addrspace(1) %from
  ret void
}
)";
llvm::MachineInstr* with(const Insts& all, const char* part) {
  for (llvm::MachineInstr* i : all)
    if (i->getMF()->getSubtarget().getInstrInfo()->getName(i->getOpcode()).contains(part)) return i;
  return nullptr;
}
void put_in_front(llvm::MachineInstr* inst, llvm::MachineInstr* of) {
  inst->getParent()->splice(of->getIterator(), inst->getParent(), inst->getIterator());
}
// What is said of the kernel behind an edit; `loads` and `stores` in their order.
Judge::Answer judged(const std::function<void(const Insts& all, const Insts& loads, const Insts& stores)>& edit) {
  LoadOptions options = before("machine-scheduler");
  options.cpu = "gfx90a";
  std::string error;
  const auto program = load_text(kernel, "kernel.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  llvm::MachineFunction& f = *program->functions()[0];
  Judge judge(f);
  Insts all, loads, stores;
  for (llvm::MachineBasicBlock& b : f)
    for (llvm::MachineInstr& i : b) {
      all.push_back(&i);
      if (i.mayStore()) stores.push_back(&i);
      if (i.mayLoad() && !i.isDereferenceableInvariantLoad()) loads.push_back(&i);
    }
  REQUIRE(loads.size() == 3);
  REQUIRE(stores.size() == 3);
  edit(all, loads, stores);
  return judge.behind(f, program->alias(f));
}

}  // namespace

TEST_CASE("judge: nothing, and what has no order") {
  CHECK(judged([](const Insts&, const Insts&, const Insts&) {}).verdict == Verdict::equal);
  const auto sums =
      judged([](const Insts& all, const Insts&, const Insts&) { put_in_front(with(all, "XOR"), with(all, "SUB")); });
  CHECK(sums.verdict == Verdict::equal);
  // Two loads with no write between.
  CHECK(judged([](const Insts&, const Insts& loads, const Insts&) { put_in_front(loads[1], loads[0]); }).verdict ==
        Verdict::equal);
}

TEST_CASE("judge: the order of accesses is LLVM's to say") {
  const auto apart =
      judged([](const Insts&, const Insts&, const Insts& stores) { put_in_front(stores[1], stores[0]); });
  CHECK(apart.verdict == Verdict::by_alias);
  CHECK(apart.swapped == 1);
  const auto meets =
      judged([](const Insts&, const Insts& loads, const Insts& stores) { put_in_front(loads[2], stores[1]); });
  CHECK(meets.verdict == Verdict::unknown);
  CHECK(meets.where.find("STORE") != std::string::npos);
}

TEST_CASE("judge: other words are unlike") {
  const auto other = judged([](const Insts& all, const Insts&, const Insts&) {
    llvm::MachineInstr* const sub = with(all, "SUB");
    std::vector<llvm::MachineOperand*> uses;
    for (llvm::MachineOperand& o : sub->explicit_uses())
      if (o.isReg() && o.getReg().isVirtual()) uses.push_back(&o);
    REQUIRE(uses.size() == 2);
    const llvm::Register a = uses[0]->getReg();
    uses[0]->setReg(uses[1]->getReg());
    uses[1]->setReg(a);
  });
  CHECK(other.verdict == Verdict::unlike);
  // A load that stands behind the store to its own place is another load.
  const auto late =
      judged([](const Insts&, const Insts& loads, const Insts& stores) { put_in_front(stores[2], loads[2]); });
  CHECK(late.verdict != Verdict::equal);
  CHECK(late.verdict != Verdict::by_alias);
  // A store that is gone.
  CHECK(judged([](const Insts&, const Insts&, const Insts& stores) { stores[0]->eraseFromParent(); }).verdict ==
        Verdict::unlike);
}
