// See module_target.hpp. Cost: one walk over the instructions.
//
// Source: PTX ISA 9.0, "PTX ISA Notes" and "Target ISA Notes" of each instruction; 4.4 for the size of parameters.
#include "nvptx/driver/module_target.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "nvptx/driver/intrinsic_version.hpp"

namespace lathe::nvptx {
namespace {

constexpr std::uint64_t small_parameters = 4352;

struct Need {
  std::string_view text;  ///< in the assembly
  unsigned sm, ptx;
};
/// Only what a target can need beyond its own lowest version: older instructions come with the target.
constexpr Need needs[] = {
    {"cp.async.bulk", 90, 80},
    {"cp.reduce.async.bulk", 90, 80},
    {"wgmma.", 90, 80},
    {"setmaxnreg", 90, 80},
    {"elect.sync", 90, 80},
    {"fence.proxy.async", 90, 80},
    {"fence.mbarrier_init", 90, 80},
    {"mbarrier.try_wait", 90, 80},
    {"mbarrier.expect_tx", 90, 80},
    {"mbarrier.arrive.expect_tx", 90, 80},
    {".s16x2", 90, 80},
    {".u16x2", 90, 80},
    {"barrier.cluster", 90, 80},
    {"multimem.", 90, 81},
    {"st.async", 90, 81},
    {"red.async", 90, 81},
    {".b128", 70, 83},
    {"fence.proxy.tensormap", 90, 83},
    {"tensormap.replace", 90, 83},
    {"createpolicy", 80, 74},
    {"::cache_hint", 80, 74},
    {"L1::evict_", 70, 74},
    {"L1::no_allocate", 70, 74},
    {"L2::64B", 75, 74},
    {"L2::128B", 75, 74},
    {"L2::256B", 80, 74},
    {"discard.", 80, 74},
    {"applypriority", 80, 74},
    {"cvta.param", 70, 77},
    {"szext", 70, 76},
    {"bmsk", 70, 76},
    {"tanh.approx", 75, 70},
    {"ex2.approx.f16", 75, 70},
    {"ex2.approx.ftz.bf16", 90, 78},
    {"stacksave", 52, 73},
    {"alloca", 52, 73},
    {"fence.proxy.alias", 70, 75},
    {"sync_restrict", 90, 86},
};

std::string version_text(unsigned ptx) { return std::to_string(ptx / 10) + "." + std::to_string(ptx % 10); }

std::uint64_t parameter_bytes(const llvm::Function& f) {
  const llvm::DataLayout& layout = f.getDataLayout();
  std::uint64_t bytes = 0;
  for (const llvm::Argument& argument : f.args()) {
    llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    if (!type->isSized() || layout.getTypeAllocSize(type).isScalable()) continue;
    bytes = llvm::alignTo(bytes, layout.getABITypeAlign(type)) + layout.getTypeAllocSize(type).getFixedValue();
  }
  return bytes;
}

/// The version, and for what.
struct Raise {
  unsigned ptx = 0;
  std::string function, what;
  void to(unsigned version, const llvm::Function& f, std::string why) {
    if (version <= ptx) return;
    ptx = version;
    function = f.getName().str();
    what = std::move(why);
  }
};

void look_at_assembly(const llvm::CallBase& call, const Features& features, Raise& raise) {
  const llvm::StringRef text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
  for (const Need& need : needs)
    if (features.sm >= need.sm && need.ptx > features.ptx && need.ptx > raise.ptx && text.contains(need.text))
      raise.to(need.ptx, *call.getFunction(), std::string(need.text) + " in inline assembly");
}

/// `seen`: intrinsics that were asked about, and pieces of assembly. Two calls of an intrinsic differ in constants, which rarely say
/// what is needed.
void look_at_call(const llvm::CallBase& call, const Features& features, llvm::SmallPtrSetImpl<const llvm::Value*>& seen,
                  Raise& raise) {
  if (call.isInlineAsm()) {
    if (seen.insert(call.getCalledOperand()).second) look_at_assembly(call, features, raise);
    return;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->getName().starts_with("llvm.nvvm.") || !seen.insert(callee).second) return;
  if (const unsigned version = needed_version(call, features))
    raise.to(version, *call.getFunction(), callee->getName().str());
}

/// Atomic operations of 128 bits, and variables of sizes that the program computes.
void look_at_memory(const llvm::Instruction& inst, const Features& features, Raise& raise) {
  const llvm::Function& f = *inst.getFunction();
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst)) {
    if (!llvm::isa<llvm::ConstantInt>(variable->getArraySize())) raise.to(73, f, "an alloca of variable size");
    return;
  }
  if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&inst);
      copy != nullptr && copy->isAtomic() && copy->getElementSizeInBytes() == 16 && features.sm >= 70)
    raise.to(84, f, "atomic elements of 128 bits");
  if (!inst.isAtomic() || llvm::isa<llvm::FenceInst>(inst)) return;
  llvm::Type* type = inst.getType();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) type = store->getValueOperand()->getType();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    type = exchange->getCompareOperand()->getType();
  const bool plain = llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst);
  if (f.getDataLayout().getTypeSizeInBits(type) != 128 || features.sm < (plain ? 70 : 90)) return;
  const bool system = llvm::getAtomicSyncScopeID(&inst) == llvm::SyncScope::System;
  raise.to(system ? 84 : 83, f, "atomic operations of 128 bits");
}

void look(const llvm::Function& f, const Features& features, llvm::SmallPtrSetImpl<const llvm::Value*>& seen,
          Raise& raise) {
  if (f.getCallingConv() == llvm::CallingConv::PTX_Kernel && features.sm >= 70 && parameter_bytes(f) > small_parameters)
    raise.to(81, f, "parameters of more than " + std::to_string(small_parameters) + " bytes");
  for (const llvm::Instruction& inst : llvm::instructions(f)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) look_at_call(*call, features, seen, raise);
    look_at_memory(inst, features, raise);
  }
}

}  // namespace

bool take_module_target(const llvm::Module& module, const std::string& name, Features& features, Diag& diag) {
  const unsigned asked = features.ptx > minimum_ptx(features.name()) ? features.ptx : 0;  // on the command line
  bool first = true;
  for (const llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    const auto fail = [&](const std::string& text) {
      diag.add({Message::Level::error, name, 0, f.getName().str(), text, 0});
      return false;
    };
    const llvm::StringRef cpu = f.getFnAttribute("target-cpu").getValueAsString();
    std::string error;
    if (!cpu.empty()) {
      const std::optional<Features> own = parse_cpu(cpu.str());
      if (!own) return fail("attribute target-cpu names the unknown target '" + cpu.str() + "'; give one with --mcpu");
      if (first) {
        features.sm = own->sm;
        features.suffix = own->suffix;
        features.ptx = std::max(own->ptx, asked);
        first = false;
      } else if (!apply_attribute(features, "+" + cpu.str(), error)) {
        return fail("attribute target-cpu: " + error);
      }
    }
    llvm::SmallVector<llvm::StringRef, 4> items;
    f.getFnAttribute("target-features").getValueAsString().split(items, ',', -1, false);
    for (const llvm::StringRef item : items) {
      // A version that the target needs more than is no wish: clang without CUDA writes +ptx42.
      unsigned version = 0;
      const bool is_version = item.starts_with("+ptx") && !item.drop_front(4).getAsInteger(10, version);
      if (is_version && version < minimum_ptx(features.name())) continue;
      if (!apply_attribute(features, item.str(), error)) return fail("attribute target-features: " + error);
    }
  }
  return true;
}

void raise_version(const llvm::Module& module, const std::string& name, bool fixed, Features& features, Diag& diag) {
  Raise raise;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  for (const llvm::Function& f : module)
    if (!f.isDeclaration()) look(f, features, seen, raise);
  if (raise.ptx <= features.ptx) return;
  if (fixed) {
    diag.add({Message::Level::warning, name, 0, raise.function,
              raise.what + " needs PTX " + version_text(raise.ptx) + ", and -mattr says " + version_text(features.ptx),
              0});
    return;
  }
  diag.add({Message::Level::note, name, 0, raise.function,
            "PTX version raised from " + version_text(features.ptx) + " to " + version_text(raise.ptx) + " for " +
                raise.what,
            0});
  features.ptx = raise.ptx;
}

}  // namespace lathe::nvptx
