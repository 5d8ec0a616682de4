// AMD's registers, from the subtarget's features by their names.
//
// Source of the numbers: LLVM's llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp (getVGPRAllocGranule, getTotalNumVGPRs,
// getMaxWavesPerEU, getAddressableNumVGPRs) and GCNSubtarget.cpp (getOccupancyWithNumSGPRs), which are no public headers.
// unit_adapters_llvm_mir holds each step against what LLVM prints of functions that need so many registers.
#include "adapters/llvm_mir/amd_gpu.hpp"

#include <algorithm>

#include <llvm/ADT/StringRef.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/Target/TargetMachine.h>

namespace lathe::llvm_mir {

namespace {

struct File {
  unsigned registers = 256, granule = 4, waves = 10;  // of a lane of a SIMD; given out together; at most
  unsigned addressable = 256;                         // by one wave without copies
  bool apart = false;                                 // accumulation registers are a file of their own
};

File file_of(const llvm::MCSubtargetInfo& target) {
  const auto has = [&](const char* feature) { return target.checkFeatures(feature); };
  const bool short_wave = has("+wavefrontsize32");
  if (has("+gfx90a-insts")) return {512, 8, 8};
  if (!has("+gfx10-insts")) return {256, 4, 10, 256, has("+mai-insts")};
  const unsigned waves = has("+gfx10-3-insts") ? 16 : 20;
  if (has("+allocate1_5xvgprs")) return short_wave ? File{1536, 24, waves} : File{768, 12, waves};
  const unsigned granule = has("+gfx10-3-insts") ? 8 : 4, one = has("+1024-addressable-vgprs") ? 1024 : 256;
  return short_wave ? File{1024, 2 * granule, waves, one} : File{512, granule, waves, std::min(one, 512U)};
}
bool is_accumulation(llvm::StringRef name) { return name.starts_with("AGPR"); }

}  // namespace

std::optional<OccupancySet> vector_registers(const llvm::MachineFunction& f, unsigned spare) {
  if (!f.getTarget().getTargetTriple().isAMDGCN()) return {};
  const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
  const File file = file_of(f.getSubtarget());
  OccupancySet out{"vector registers", {}, file.addressable, {}};
  for (unsigned waves = file.waves; waves > 0; --waves) {
    const unsigned room = file.registers / waves / file.granule * file.granule,
                   some = std::min(room, 2 * file.addressable);
    if (some > spare && (out.steps.empty() || some - spare > out.steps.back().registers))
      out.steps.push_back({some - spare, waves});
  }
  out.of_class.assign(target.getNumRegClasses(), 0);
  const auto vector = [](llvm::StringRef name) { return name.starts_with("VGPR") || is_accumulation(name); };
  for (const llvm::TargetRegisterClass* c : target.regclasses()) {
    if (c->getNumRegs() == 0) continue;
    // By the name of a register of it: v0, a0_a1, ... are of the vector file, whatever the class's sets say.
    const llvm::StringRef name = target.getName(*c->begin()), last = target.getName(*std::prev(c->end()));
    if (vector(name) && vector(last) && !(file.apart && is_accumulation(name)))
      out.of_class[c->getID()] = std::max(1U, static_cast<unsigned>(target.getRegSizeInBits(*c).getFixedValue()) / 32U);
  }
  for (unsigned v = 0; v < f.getRegInfo().getNumVirtRegs() && !file.apart; ++v) {
    const auto* const c = f.getRegInfo().getRegClassOrNull(llvm::Register::index2VirtReg(v));
    if (c == nullptr || !llvm::StringRef(target.getRegClassName(c)).starts_with("A")) continue;
    out.limit = std::max(out.limit,
                         std::min(file.registers, 2 * file.addressable));  // some of them in the other half of the file
    break;
  }
  return out;
}

std::vector<program::Step> scalar_steps(const llvm::MachineFunction& f) {
  if (!f.getTarget().getTargetTriple().isAMDGCN()) return {};
  const auto has = [&](const char* feature) { return f.getSubtarget().checkFeatures(feature); };
  if (has("+gfx10-insts")) return {};
  if (!has("+gfx8-insts")) return {{48, 10}, {56, 9}, {64, 8}, {72, 7}, {80, 6}, {~0U, 5}};
  if (has("+gfx90a-insts")) return {{100, 8}, {~0U, 7}};
  return {{80, 10}, {88, 9}, {100, 8}, {~0U, 7}};
}

llvm::MCRegister index_register(const llvm::MachineFunction& f) {
  const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
  for (unsigned r = 1; r < target.getNumRegs(); ++r)
    if (llvm::StringRef(target.getName(r)) == "M0") return r;
  return {};
}

}  // namespace lathe::llvm_mir
