// Passes over registers with several definitions, on machine functions of LLVM in front of allocation: webs that get names of
// their own, results that are there already, copies forward and backward. What LLVM leaves seldom at that place is put in
// first: names that stand for several values, and results that are computed again.
#include <map>
#include <set>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachinePassManager.h>
#include <llvm/CodeGen/SlotIndexes.h>
#include <llvm/Passes/PassBuilder.h>

#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/propagate_copies.hpp>

#include "adapters/llvm_mir/webs.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"
#include "unit/adapters/llvm_mir/machine_edits.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

bool plain(const Code& c, Inst i) {
  bool fine = !c.effects(i).has(Effect::fixed | Effect::terminator | Effect::phi);
  c.for_each_operand(i, [&](const auto& o) {
    fine = fine && !c.pinned(o.value) && o.tied < 0 && !o.old && !o.early && o.lanes == ~std::uint64_t{0};
  });
  return fine;
}
struct Span {
  std::size_t first = 0, last = 0;
  std::uint32_t defs = 0;
  bool local = true;
};
// Values that live within a block take the name of one that has had its last read there. How many.
std::uint64_t use_names_again(llvm::MachineFunction& f) {
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  std::uint64_t out = 0;
  std::map<Value, Span> spans;
  std::map<Value, Block> home;
  for (const Block b : code.blocks()) {
    std::size_t at = 0;
    for (const Inst i : code.instructions(b)) {
      ++at;
      code.for_each_operand(i, [&](const auto& o) {
        Span& s = spans[o.value];
        s.local = s.local && home.try_emplace(o.value, b).first->second == b && plain(code, i);
        s.defs += o.is_def();
        if (o.is_def()) s.first = at;
        s.last = at;
      });
    }
  }
  for (const Block b : code.blocks()) {
    std::map<std::uint32_t, std::pair<Value, std::size_t>> free;  // by class: the name, and until where it is taken
    std::size_t at = 0;
    for (const Inst i : insts_of(code, b)) {
      ++at;
      for (const auto& o : operands_of(code, i)) {
        const Span s = spans[o.value];
        if (!o.is_def() || !s.local || s.defs != 1 || s.last == s.first || code.pinned(o.value)) continue;
        const auto [known, fresh] = free.try_emplace(code.register_class(o.value), o.value, s.last);
        if (fresh || known->second.second > at) continue;
        const Value to = known->second.first;
        known->second.second = s.last;
        std::size_t place = 0;
        for (const Inst k : insts_of(code, b)) {
          if (++place < at || place > s.last) continue;
          std::uint32_t n = 0;
          for (const auto& x : operands_of(code, k)) {
            if (x.value == o.value && (!x.is_def() || k == i)) code.set_operand(k, n, to);
            ++n;
          }
        }
        ++out;
      }
    }
  }
  return out;
}
// Results are computed again at the block's end, where they are in their register still.
std::uint64_t compute_again(llvm::MachineFunction& f) {
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  std::uint64_t out = 0;
  std::set<Value> written;  // twice now
  for (const Block b : code.blocks()) {
    const std::vector<Inst> insts = insts_of(code, b);
    for (std::size_t k = 0; k < insts.size(); ++k) {
      const Inst i = insts[k];
      if (!plain(code, i) || !code.effects(i).reusable() || code.effects(i).touches_memory() || !code.may_clone(i))
        continue;
      bool fine = true, writes = false;
      for (const auto& o : operands_of(code, i)) {
        writes = writes || o.is_def();
        fine = fine && !written.contains(o.value);
        for (const auto& other : operands_of(code, i))
          fine = fine && (o.is_def() == other.is_def() || o.value != other.value);
        for (std::size_t later = k + 1; later < insts.size(); ++later)
          for (const auto& x : operands_of(code, insts[later])) fine = fine && (!x.is_def() || x.value != o.value);
      }
      if (!fine || !writes) continue;
      for (const auto& o : operands_of(code, i))
        if (o.is_def()) written.insert(o.value);
      code.put(code.clone(i), {b, end_of(code, b)});
      ++out;
    }
  }
  return out;
}
// As LLVM's live intervals see it: a register is written in front of each read.
std::string faults_of_lives(llvm::MachineFunction& f) {
  llvm::MachineFunctionAnalysisManager analyses;
  llvm::PassBuilder().registerMachineFunctionAnalyses(analyses);
  std::string out;
  llvm::raw_string_ostream to(out);
  f.verify(&analyses.getResult<llvm::LiveIntervalsAnalysis>(f), &analyses.getResult<llvm::SlotIndexesAnalysis>(f),
           "behind the pass", &to, false);
  return out;
}

std::uint64_t again = 0, named = 0;
std::uint64_t rename(llvm::MachineFunction& f) {
  const std::uint64_t out = rename_webs(f);
  CHECK(faults_of_lives(f) == "");
  return out;
}
std::uint64_t rename_used_again(llvm::MachineFunction& f) {
  const std::uint64_t made = use_names_again(f);
  CHECK(faults_of_lives(f) == "");
  named += made;
  const std::uint64_t found = rename(f);
  CHECK(found >= made);
  return found;
}
std::uint64_t clean(llvm::MachineFunction& f) {
  const std::uint64_t made = compute_again(f);
  again += made;
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  const std::uint64_t found = passes::late_cleanup(code).changes;
  CHECK(found >= made);
  return found;
}
std::uint64_t copies(llvm::MachineFunction& f) {
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  return passes::propagate_copies(code).changes;
}

}  // namespace

TEST_CASE("names: webs, results that are there and copies, on machine functions of LLVM behind two-address form") {
  for (const Target& t : {x86, arm, riscv, amd}) {
    CAPTURE(std::string(t.triple));
    std::uint64_t webs = 0, used = 0, cleaned = 0, copied = 0;
    again = named = 0;
    for (const char* file : {"clients.ll", "loops.ll"}) {
      webs += change_all(file, t, "rename-independent-subregs", rename);
      used += change_all(file, t, "rename-independent-subregs", rename_used_again);
      cleaned += change_all(file, t, "rename-independent-subregs", clean);
      copied += change_all(file, t, "register-coalescer", copies);
    }
    if (t.triple == amd.triple)
      CHECK(webs > 0);  // LLVM leaves halves of wide registers there
    else
      CHECK(named > 5);
    CHECK(used >= named);
    CHECK(again > 5);
    CHECK(cleaned >= again);
    CHECK(copied > 20);
  }
}
