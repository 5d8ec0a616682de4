// Coalescing of parts of registers on LLVM's machine code, in front of LLVM's coalescer: fewer copies stay than without parts,
// LLVM's verifier takes what is left, in front of LLVM's coalescer and behind it, and the equivalence checker finds it
// equal. And by classes of registers: which lanes there are, which are lost, what may be a part of what.
#include <llvm/CodeGen/MachinePassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <lathe/passes/coalesce.hpp>
#include <lathe/program/equal.hpp>

#include "adapters/llvm_mir/parts.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

constexpr Target parted[] = {machines[0], machines[1], machines[2], {"amdgcn-amd-amdhsa", "gfx1100"}};
constexpr int machine_count = 4;

std::string fault_of(const llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.verify(static_cast<llvm::Pass*>(nullptr), "behind coalescing of parts", &to, false);
  return out;
}
std::uint32_t copies_of(const llvm::MachineFunction& f) {
  std::uint32_t n = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b) n += i.isCopy() || i.isSubregToReg();
  return n;
}
std::uint64_t undefined_rests(const llvm::MachineFunction& f) {
  std::uint64_t n = 0;
  for (const llvm::MachineBasicBlock& b : f)
    for (const llvm::MachineInstr& i : b)
      for (const llvm::MachineOperand& o : i.operands())
        n += o.isReg() && o.isDef() && o.getSubReg() != 0 && o.isUndef();
  return n;
}
// A register class of the function's target.
const llvm::TargetRegisterClass* class_named(const llvm::MachineFunction& f, std::string_view name) {
  const llvm::TargetRegisterInfo& registers = *f.getSubtarget().getRegisterInfo();
  for (const llvm::TargetRegisterClass* c : registers.regclasses())
    if (name == registers.getRegClassName(c)) return c;
  return nullptr;
}
struct Registers {
  std::unique_ptr<Program> program;
  llvm::MachineFunction& function;
  PartsCode code;
  explicit Registers(const Target& t)
      : program(compile("loops.ll", t, before("register-coalescer"))),
        function(*program->functions().front()),
        code(function) {}
  Code::Value make(std::string_view name) {
    const llvm::TargetRegisterClass* const c = class_named(function, name);
    REQUIRE_MESSAGE(c != nullptr, std::string(name));
    return function.getRegInfo().createVirtualRegister(c).id();
  }
};

}  // namespace

TEST_CASE("parts of registers: copies go, LLVM takes it, and it does the same") {
  std::uint64_t before_all[machine_count] = {}, whole_all[machine_count] = {}, behind_all[machine_count] = {};
  std::uint64_t undefined = 0;
  for (int t = 0; t < machine_count; ++t)
    for (const char* file : {"repeats.ll", "loops.ll", "edits.ll", "lanes.ll"}) {
      const bool gpu = std::string_view(parted[t].triple).starts_with("amdgcn");
      if (gpu && std::string_view(file) == "edits.ll") continue;
      const auto program = compile(file, parted[t], before("register-coalescer")),
                 other = compile(file, parted[t], before("register-coalescer")),
                 whole = compile(file, parted[t], before("register-coalescer"));
      for (llvm::MachineFunction* f : program->functions()) {
        CAPTURE(parted[t].triple);
        CAPTURE(file);
        CAPTURE(f->getName().str());
        llvm::MachineFunction &like = *other->function(std::string_view(f->getName())),
                              &plain = *whole->function(std::string_view(f->getName()));
        before_all[t] += copies_of(*f);
        std::uint64_t changes = 0;
        {
          PartsCode code(*f, Ways::fixed, nullptr, Masks::left_out);
          changes = passes::coalesce(code).changes;
          CHECK(code.refused() == 0);
        }
        {
          Code code(plain, Ways::fixed, nullptr, Masks::left_out);
          passes::coalesce(code);
        }
        behind_all[t] += copies_of(*f), whole_all[t] += copies_of(plain);
        undefined += undefined_rests(*f);
        CHECK(fault_of(*f) == "");
        CHECK((changes == 0 || program::equal::run(View(like), View(*f)).equal()));
      }
    }
  for (int t = 0; t < machine_count; ++t) {
    MESSAGE(std::string(parted[t].triple) << ": " << before_all[t] << " copies, " << whole_all[t] << " without parts, "
                                          << behind_all[t] << " with them");
    CHECK(behind_all[t] <= whole_all[t]);
  }
  CHECK(behind_all[0] < whole_all[0]);
  CHECK(behind_all[1] < whole_all[1]);
  CHECK(behind_all[3] < whole_all[3]);
  CHECK(undefined > 0);
}

TEST_CASE("parts of registers: what no lane stands for goes with who writes the part, and is none of its lanes") {
  Registers x86(parted[0]);
  const auto wide = x86.make("GR64"), half = x86.make("GR32"), vector = x86.make("VR256"), small = x86.make("VR128");
  const std::uint64_t of_half = x86.code.lane_mask(half), of_wide = x86.code.lane_mask(wide);
  CHECK((of_half & ~of_wide) == 0);
  CHECK(std::popcount(of_wide & ~of_half) == 1);
  CHECK(x86.code.lanes_lost(wide, of_half) == (of_wide & ~of_half));
  CHECK(x86.code.lanes_lost(wide, 1) == 0);  // a byte leaves the others
  CHECK(x86.code.may_be_lanes(half, wide, of_half));
  CHECK(!x86.code.may_be_lanes(half, wide, of_wide));
  CHECK(!x86.code.may_be_lanes(small, wide, of_half));
  const std::uint64_t lower = x86.code.lane_mask(vector) & ((std::uint64_t{1} << 60) - 1);  // those that LLVM has
  CHECK(std::popcount(x86.code.lane_mask(vector)) == std::popcount(lower) + 1);
  CHECK(x86.code.may_be_lanes(small, vector, lower));
  CHECK(!x86.code.may_be_lanes(half, vector, lower));

  Registers arm(parted[1]);
  const auto x = arm.make("GPR64"), w = arm.make("GPR32");
  const std::uint64_t of_x = arm.code.lane_mask(x), of_w = of_x & (~of_x + 1);
  CHECK(std::popcount(of_x) == 2);
  CHECK(std::popcount(arm.code.lane_mask(w)) == 1);
  CHECK(arm.code.may_be_lanes(w, x, of_w));
  CHECK(arm.code.lanes_lost(x, of_w) == (of_x & ~of_w));  // X0 has no upper half that is a register

  Registers gpu(parted[3]);
  const auto tuple = gpu.make("VReg_128"), one = gpu.make("VGPR_32"), scalar = gpu.make("SReg_32");
  const std::uint64_t of_one = gpu.code.lane_mask(one);
  CHECK(gpu.code.lanes_lost(tuple, of_one) == 0);
  CHECK(gpu.code.may_be_lanes(one, tuple, of_one));
  CHECK(gpu.code.may_be_lanes(one, tuple, of_one << std::popcount(of_one)));
  CHECK(!gpu.code.may_be_lanes(scalar, tuple, of_one));
}
