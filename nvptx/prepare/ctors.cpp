// Global constructors and destructors -> the kernels nvptx$device$init and nvptx$device$fini, which a host launches
// with one thread before and after everything else. Constructors run by ascending priority, destructors by descending.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

struct Entry {
  std::uint64_t priority;
  llvm::Function* function;
};

std::vector<Entry> entries_of(const llvm::GlobalVariable& list) {
  std::vector<Entry> entries;
  const auto* array = list.hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list.getInitializer()) : nullptr;
  if (!array) return entries;
  for (const llvm::Use& use : array->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (!entry) continue;
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    if (function && priority) entries.push_back({priority->getZExtValue(), function});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.priority < b.priority; });
  return entries;
}

void make_kernel(llvm::Module& module, const char* list_name, const char* kernel_name, bool backwards) {
  llvm::GlobalVariable* list = module.getNamedGlobal(list_name);
  if (!list) return;
  std::vector<Entry> entries = entries_of(*list);
  list->eraseFromParent();
  if (entries.empty()) return;
  if (backwards) std::reverse(entries.begin(), entries.end());
  llvm::LLVMContext& context = module.getContext();
  auto* kernel = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                        llvm::GlobalValue::WeakODRLinkage, kernel_name, module);
  kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
  kernel->addFnAttr("nvvm.maxntid", "1");
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  for (const Entry& entry : entries)
    builder.CreateCall(entry.function->getFunctionType(), entry.function)
        ->setCallingConv(entry.function->getCallingConv());
  builder.CreateRetVoid();
}

}  // namespace

void lower_ctors(StepContext& context) {
  if (!context.asked.lower_ctors) return;
  make_kernel(context.module, "llvm.global_ctors", "nvptx$device$init", false);
  make_kernel(context.module, "llvm.global_dtors", "nvptx$device$fini", true);
}

}  // namespace lathe::nvptx
