// Two functions of NVVM IR that choose by an argument what LLVM has an intrinsic for each of:
//
//     { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32 mask, i32 mode, i32 value, i32 lane, i32 clamp)   idx, up, down, bfly
//     { i32, i1 } @llvm.nvvm.vote.sync(i32 mask, i32 mode, i1 condition)                         all, any, uni, ballot
//
// Of a vote one result means something: the number for a ballot, else the bit; the other is 0. Modes that there are not
// are the last one. Source: NVIDIA, "NVVM IR Specification", "Warp-level Intrinsics".
#include "nvptx/prepare/nvvm_names.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <array>

namespace lathe::nvptx {
namespace {

using llvm::IRBuilder;
using llvm::Value;

/// A function of that name and type, to be defined; null: the module has none.
llvm::Function* declared(llvm::Module& module, llvm::StringRef name, llvm::ArrayRef<unsigned> widths) {
  llvm::Function* function = module.getFunction(name);
  if (function == nullptr || !function->isDeclaration()) return nullptr;
  llvm::LLVMContext& context = module.getContext();
  llvm::SmallVector<llvm::Type*, 5> parameters;
  for (const unsigned width : widths) parameters.push_back(llvm::Type::getIntNTy(context, width));
  llvm::Type* const result = llvm::StructType::get(llvm::Type::getInt32Ty(context), llvm::Type::getInt1Ty(context));
  return function->getFunctionType() == llvm::FunctionType::get(result, parameters, false) ? function : nullptr;
}

/// A body that chooses among four by the second argument; one(builder, which) gives the result.
template <class One>
void define(llvm::Function& function, llvm::StringRef name, One&& one) {
  function.setName(name);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setAttributes({});
  function.setConvergent();
  function.addFnAttr(llvm::Attribute::NoUnwind);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::LLVMContext& context = function.getContext();
  std::array<llvm::BasicBlock*, 4> blocks{};
  auto* const entry = llvm::BasicBlock::Create(context, "", &function);
  for (llvm::BasicBlock*& block : blocks) block = llvm::BasicBlock::Create(context, "", &function);
  IRBuilder<> choose(entry);
  llvm::SwitchInst* const ways = choose.CreateSwitch(function.getArg(1), blocks[3], 3);
  for (unsigned which = 0; which < blocks.size(); ++which) {
    if (which != 3) ways->addCase(choose.getInt32(which), blocks[which]);
    IRBuilder<> builder(blocks[which]);
    builder.CreateRet(one(builder, which));
  }
}

}  // namespace

void define_nvvm_names(llvm::Module& module) {
  using namespace llvm::Intrinsic;
  if (llvm::Function* shuffle = declared(module, "llvm.nvvm.shfl.sync.i32", {32, 32, 32, 32, 32}))
    define(*shuffle, "lathe_nvvm_shfl_sync_i32", [&](IRBuilder<>& builder, unsigned which) {
      constexpr std::array<ID, 4> modes = {nvvm_shfl_sync_idx_i32p, nvvm_shfl_sync_up_i32p, nvvm_shfl_sync_down_i32p,
                                           nvvm_shfl_sync_bfly_i32p};
      return builder.CreateIntrinsic(modes[which], {},
                                     {shuffle->getArg(0), shuffle->getArg(2), shuffle->getArg(3), shuffle->getArg(4)});
    });
  if (llvm::Function* vote = declared(module, "llvm.nvvm.vote.sync", {32, 32, 1}))
    define(*vote, "lathe_nvvm_vote_sync", [&](IRBuilder<>& builder, unsigned which) -> Value* {
      constexpr std::array<ID, 4> modes = {nvvm_vote_all_sync, nvvm_vote_any_sync, nvvm_vote_uni_sync,
                                           nvvm_vote_ballot_sync};
      Value* const said = builder.CreateIntrinsic(modes[which], {}, {vote->getArg(0), vote->getArg(2)});
      return builder.CreateInsertValue(llvm::Constant::getNullValue(vote->getReturnType()), said, which == 3 ? 0 : 1);
    });
}

}  // namespace lathe::nvptx
