// memcpy, memmove, memset -> loads and stores in the widest units that the alignments allow; loops when the size is
// large or not known. What !mem.cache_hint says of an operand, the loads or stores of it say.
//
// Reads of a function's parameter are always written out where the target has no dynamic offsets there
// (SpaceFacts::fixed_offsets).
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include "codegen/prepare/cache_hints.hpp"
#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/underlying.hpp"

namespace lathe::codegen {
namespace {

struct Unit {
  llvm::Type* type;
  std::uint64_t offset;
  llvm::Align from, to;
};

llvm::Type* unit_type(llvm::LLVMContext& context, std::uint64_t bytes) {
  if (bytes == 16) return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
}

/// [0, size) in naturally aligned units, widest first.
std::vector<Unit> units_of(llvm::LLVMContext& context, std::uint64_t size, llvm::Align from, llvm::Align to,
                           const PrepareCosts& costs) {
  std::vector<Unit> units;
  const std::uint64_t widest = std::min<std::uint64_t>({from.value(), to.value(), costs.copy_unit});
  std::uint64_t at = 0;
  for (std::uint64_t bytes = widest; at < size; bytes /= 2)
    for (; size - at >= bytes; at += bytes)
      units.push_back({unit_type(context, bytes), at, llvm::commonAlignment(from, at), llvm::commonAlignment(to, at)});
  return units;
}

llvm::Value* address(llvm::IRBuilder<>& builder, llvm::Value* base, std::uint64_t offset) {
  return offset == 0 ? base : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
}

llvm::Align known_alignment(llvm::Value* pointer, llvm::MaybeAlign stated, const llvm::DataLayout& layout) {
  return std::max(stated.valueOrOne(), llvm::getKnownAlignment(pointer, layout));
}

/// A copy of constant size, written out. `overlap`: every byte is read before the first is written.
void copy_straight(llvm::MemTransferInst& copy, std::uint64_t size, bool overlap, const PrepareCosts& costs) {
  llvm::IRBuilder<> builder(&copy);
  const llvm::DataLayout& layout = copy.getDataLayout();
  llvm::Value* from = copy.getRawSource();
  llvm::Value* to = copy.getRawDest();
  const std::vector<Unit> units =
      units_of(builder.getContext(), size, known_alignment(from, copy.getSourceAlign(), layout),
               known_alignment(to, copy.getDestAlign(), layout), costs);
  const llvm::AAMDNodes facts = copy.getAAMetadata();
  std::vector<llvm::LoadInst*> loads;
  for (std::size_t begin = 0; begin < units.size();) {
    const std::size_t end = overlap ? units.size() : std::min(units.size(), begin + costs.copy_batch);
    loads.clear();
    for (std::size_t i = begin; i < end; ++i) {
      llvm::LoadInst* load = builder.CreateAlignedLoad(units[i].type, address(builder, from, units[i].offset),
                                                       units[i].from, copy.isVolatile());
      load->setAAMetadata(facts.shift(units[i].offset));
      loads.push_back(load);
    }
    for (std::size_t i = begin; i < end; ++i)
      builder
          .CreateAlignedStore(loads[i - begin], address(builder, to, units[i].offset), units[i].to, copy.isVolatile())
          ->setAAMetadata(facts.shift(units[i].offset));
    begin = end;
  }
}

/// `byte` repeated to fill the type.
llvm::Value* splat(llvm::IRBuilder<>& builder, llvm::Value* byte, llvm::Type* type) {
  llvm::Type* lane = type->getScalarType();
  llvm::Value* value = byte;
  if (!lane->isIntegerTy(8)) {
    const unsigned bits = lane->getIntegerBitWidth();
    value = builder.CreateMul(builder.CreateZExt(byte, lane),
                              llvm::ConstantInt::get(lane, llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
  }
  return type->isVectorTy()
             ? builder.CreateVectorSplat(llvm::cast<llvm::FixedVectorType>(type)->getNumElements(), value)
             : value;
}

/// Stores of `size` bytes at `to`.
void fill_straight(llvm::IRBuilder<>& builder, llvm::Value* to, llvm::Value* byte, std::uint64_t size,
                   llvm::Align alignment, bool is_volatile, const PrepareCosts& costs) {
  llvm::Value* value = nullptr;
  llvm::Type* last = nullptr;
  for (const Unit& unit : units_of(builder.getContext(), size, alignment, alignment, costs)) {
    if (unit.type != last) value = splat(builder, byte, unit.type);
    last = unit.type;
    builder.CreateAlignedStore(value, address(builder, to, unit.offset), unit.to, is_volatile);
  }
}

/// A loop of units, then the rest. The size is a constant above the limit.
void fill_loop(llvm::MemSetInst& fill, std::uint64_t size, const PrepareCosts& costs) {
  llvm::IRBuilder<> before(&fill);
  const llvm::Align alignment = known_alignment(fill.getRawDest(), fill.getDestAlign(), fill.getDataLayout());
  const std::uint64_t unit = std::min<std::uint64_t>(alignment.value(), costs.copy_unit);
  const std::uint64_t looped = size / unit * unit;
  llvm::Value* value = splat(before, fill.getValue(), unit_type(before.getContext(), unit));

  llvm::BasicBlock* head = fill.getParent();
  llvm::BasicBlock* after = llvm::SplitBlock(head, &fill);
  llvm::BasicBlock* body = llvm::BasicBlock::Create(head->getContext(), "fill", head->getParent(), after);
  head->getTerminator()->setSuccessor(0, body);
  llvm::IRBuilder<> builder(body);
  llvm::Type* word = fill.getDataLayout().getIndexType(fill.getRawDest()->getType());
  const auto number = [&](std::uint64_t n) { return llvm::ConstantInt::get(word, n); };
  llvm::PHINode* at = builder.CreatePHI(word, 2);
  builder.CreateAlignedStore(value, builder.CreateInBoundsGEP(builder.getInt8Ty(), fill.getRawDest(), at),
                             llvm::Align(unit), fill.isVolatile());
  llvm::Value* next = builder.CreateNUWAdd(at, number(unit));
  builder.CreateCondBr(builder.CreateICmpULT(next, number(looped)), body, after);
  at->addIncoming(number(0), head);
  at->addIncoming(next, body);

  llvm::IRBuilder<> rest(&fill);
  if (size > looped)
    fill_straight(rest, address(rest, fill.getRawDest(), looped), fill.getValue(), size - looped,
                  llvm::commonAlignment(alignment, looped), fill.isVolatile(), costs);
}

/// True when the addresses of a copy's source must be constant.
bool reads_at_fixed_offsets(const llvm::MemTransferInst& copy, const PrepareFacts& facts) {
  const SpaceFacts* space = facts.space(copy.getSourceAddressSpace());
  return space != nullptr && space->fixed_offsets && !copy.getFunction()->hasKernelCallingConv();
}

bool is_local_array(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

/// Who reads the output unrolls the loop behind this block and then takes a local array into registers, where each
/// variable index is a choice among all of them. Such arrays as are left here have variable indices, and are copied as
/// a whole.
void keep_loop(const llvm::BasicBlock& before) {
  llvm::BasicBlock* const body = before.getSingleSuccessor() ? before.getTerminator()->getSuccessor(0) : nullptr;
  if (body == nullptr || !llvm::is_contained(llvm::successors(body), body)) return;
  llvm::LLVMContext& context = body->getContext();
  llvm::Metadata* const disable = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  llvm::MDNode* const id = llvm::MDNode::getDistinct(context, {nullptr, disable});
  id->replaceOperandWith(0, id);
  body->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, id);
}

// False where it cannot be: an error was reported.
bool lower_transfer(llvm::MemTransferInst& copy, StepContext& context, const llvm::TargetTransformInfo& target) {
  const bool overlap = llvm::isa<llvm::MemMoveInst>(copy);
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const PrepareCosts& costs = context.facts.costs;
  if (length) {
    const std::uint64_t size = length->getZExtValue();
    if (size <= costs.straight_bytes || reads_at_fixed_offsets(copy, context.facts)) {
      copy_straight(copy, size, overlap, costs);
      return true;
    }
  }
  if (auto* move = llvm::dyn_cast<llvm::MemMoveInst>(&copy)) {
    if (!llvm::expandMemMoveAsLoop(move, target)) {
      context.error(*copy.getFunction(), "memmove between address spaces that cannot be compared");
      return false;
    }
  } else {
    const bool keep =
        costs.keep_array_loops && length && (is_local_array(copy.getRawDest()) || is_local_array(copy.getRawSource()));
    const llvm::BasicBlock* const before = copy.getParent();
    llvm::expandMemCpyAsLoop(llvm::cast<llvm::MemCpyInst>(&copy), target);
    if (keep) keep_loop(*before);
  }
  return true;
}

void lower_fill(llvm::MemSetInst& fill, const PrepareCosts& costs) {
  if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill.getLength())) {
    const std::uint64_t size = length->getZExtValue();
    if (size <= costs.straight_bytes) {
      llvm::IRBuilder<> builder(&fill);
      fill_straight(builder, fill.getRawDest(), fill.getValue(), size,
                    known_alignment(fill.getRawDest(), fill.getDestAlign(), fill.getDataLayout()), fill.isVolatile(),
                    costs);
    } else {
      fill_loop(fill, size, costs);
    }
  } else {
    llvm::expandMemSetAsLoop(&fill);
  }
}

bool is_volatile(const llvm::Instruction& inst) {
  if (const auto* access = llvm::dyn_cast<llvm::MemIntrinsic>(&inst)) return access->isVolatile();
  const auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&inst);
  return pattern && pattern->isVolatile();
}

/// Appends the copies from and to the variable; false when anything else is done with it or one is not written out.
bool collect_copies(llvm::Value& pointer, llvm::SmallSetVector<llvm::MemTransferInst*, 8>& copies,
                    const PrepareCosts& costs) {
  return llvm::all_of(pointer.users(), [&](llvm::User* user) {
    if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return step->hasAllConstantIndices() && collect_copies(*step, copies, costs);
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (call && call->isLifetimeStartOrEnd()) return true;
    auto* copy = llvm::dyn_cast_or_null<llvm::MemTransferInst>(call);
    const auto* length = copy ? llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()) : nullptr;
    if (length == nullptr || copy->isVolatile() || length->getValue().ugt(costs.straight_bytes)) return false;
    copies.insert(copy);
    return true;
  });
}

/// Perhaps reads what a function, no kernel, got by value: how that is written depends on the space that inference finds
/// (reads_at_fixed_offsets).
bool reads_by_value(const llvm::Instruction& inst) {
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&inst);
  if (copy == nullptr || inst.getFunction()->hasKernelCallingConv()) return false;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  return !underlying_objects(copy->getRawSource(), objects) || llvm::any_of(objects, [](const llvm::Value* object) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    return argument != nullptr && argument->hasByValAttr();
  });
}

// In front of the intrinsic, which stays; false where it cannot be: an error was reported.
bool lower_one(llvm::IntrinsicInst& call, StepContext& context, const llvm::TargetTransformInfo& target) {
  const WrittenOut hinted(call);
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) return lower_transfer(*copy, context, target);
  if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    lower_fill(*fill, context.facts.costs);
    return true;
  }
  if (auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call)) {
    llvm::expandMemSetPatternAsLoop(pattern);
    return true;
  }
  context.error(*call.getFunction(), "intrinsic '" + call.getCalledFunction()->getName().str() + "' is not supported");
  return false;
}

bool lower(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target, bool only_early) {
  const unsigned hint = cache_hint_kind(f.getContext());
  llvm::SmallVector<llvm::IntrinsicInst*, 8> calls;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& inst : block)
      if (llvm::isa<llvm::AnyMemIntrinsic, llvm::MemSetPatternInst>(inst) &&
          (!only_early || is_volatile(inst) || (inst.hasMetadata(hint) && !reads_by_value(inst))))
        calls.push_back(llvm::cast<llvm::IntrinsicInst>(&inst));
  for (llvm::IntrinsicInst* call : calls) {
    if (!lower_one(*call, context, target)) return true;
    call->eraseFromParent();
  }
  return !calls.empty();
}

}  // namespace

bool lower_memory_intrinsics(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target) {
  return lower(f, context, target, false);
}
bool lower_early_copies(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target) {
  return lower(f, context, target, true);
}

/// What SROA leaves of a structure that is copied in, changed in other parts and copied out. As loads and stores it
/// needs no memory.
bool write_out_copies(llvm::Function& f, StepContext& context) {
  const PrepareCosts& costs = context.facts.costs;
  llvm::SmallSetVector<llvm::MemTransferInst*, 8> copies;
  for (llvm::Instruction& inst : f.getEntryBlock()) {
    llvm::SmallSetVector<llvm::MemTransferInst*, 8> here;
    if (llvm::isa<llvm::AllocaInst>(inst) && collect_copies(inst, here, costs)) copies.insert(here.begin(), here.end());
  }
  for (llvm::MemTransferInst* copy : copies) {
    {
      const WrittenOut hinted(*copy);
      copy_straight(*copy, llvm::cast<llvm::ConstantInt>(copy->getLength())->getZExtValue(),
                    llvm::isa<llvm::MemMoveInst>(*copy), costs);
    }
    copy->eraseFromParent();
  }
  return !copies.empty();
}

}  // namespace lathe::codegen
