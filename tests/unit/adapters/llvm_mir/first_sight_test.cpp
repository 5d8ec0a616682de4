// What tells at first sight that a pass has nothing to do is right: where it says so, the pass changes nothing.
#include <string>

#include <lathe/passes/optimize_phis.hpp>

#include "adapters/llvm_mir/first_sight.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

struct Told {
  std::uint32_t nothing = 0, changed = 0;  // functions
};
bool phis_at_first_sight(llvm::MachineFunction& f) { return PhisAtFirstSight(f).any(f); }
std::uint64_t settle_phis(llvm::MachineFunction& f) {
  Code code(f, Ways::fixed, nullptr, Masks::left_out);
  return passes::optimize_phis(code).changes;
}
passes::TailDuplicationOptions early() {
  passes::TailDuplicationOptions options;
  options.early = true;
  return options;
}
bool tails_at_first_sight(llvm::MachineFunction& f) { return f.size() >= 3 && some_tail_is_short(f, early()); }
std::uint64_t duplicate(llvm::MachineFunction& f) {
  PhiCode code(f, Ways::open, nullptr, Masks::left_out);
  return passes::duplicate_tails(code, early()).changes;
}
// On all functions of the folder's files, as LLVM has them in front of its own pass.
Told on_all(const char* place, bool (*sight)(llvm::MachineFunction&), std::uint64_t (*pass)(llvm::MachineFunction&)) {
  Told out;
  for (const Target& t : {x86, arm, riscv, amd})
    for (const char* file : {"clients.ll", "loops.ll", "edits.ll", "repeats.ll", "sums.ll", "ifs.ll", "conditions.ll",
                             "tails.ll", "notes.ll"}) {
      // Whose objects on the stack are in a space of their own.
      if (t.triple == amd.triple && (std::string_view(file) == "edits.ll" || std::string_view(file) == "notes.ll"))
        continue;
      CAPTURE(std::string(t.triple));
      CAPTURE(std::string(file));
      const auto program = compile(file, t, before(place));
      for (llvm::MachineFunction* f : program->functions()) {
        CAPTURE(f->getName().str());
        const bool seen = sight(*f);
        const std::uint64_t changes = pass(*f);
        CHECK((seen || changes == 0));
        if (changes != 0) CHECK(f->verify(static_cast<llvm::Pass*>(nullptr), place, &llvm::errs(), false));
        out.nothing += !seen, out.changed += changes != 0;
      }
    }
  return out;
}

}  // namespace

TEST_CASE("first sight: phis that are no choice") {
  const Told told = on_all("opt-phis", phis_at_first_sight, settle_phis);
  MESSAGE(told.nothing << " functions with nothing, " << told.changed << " changed");
  CHECK(told.nothing > 50);
  CHECK(told.changed > 0);
}

TEST_CASE("first sight: short blocks that could be copied to all who go there") {
  const Told told = on_all("early-tailduplication", tails_at_first_sight, duplicate);
  MESSAGE(told.nothing << " functions with nothing, " << told.changed << " changed");
  CHECK(told.nothing > 50);
  CHECK(told.changed > 0);
}
