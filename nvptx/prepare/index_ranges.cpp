// What launch bounds and known bits say about the arithmetic of indices: that it does not wrap.
//
// clang writes `in[blockIdx.x * 512 + threadIdx.x + 128]` without a word on wrapping, for unsigned numbers wrap; then
// the constant stays inside of the extension to 64 bits, and each such access has an address of its own. With a block
// of 128 threads at most, the sum of the first two has bits 7 and 8 clear: 128 can be added behind the extension,
// where it is the offset of an access. Only what lies under an extension to the width of an address is looked at.
// Cost: linear; LLVM's look at the bits of a value goes a bounded number of steps up.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DomConditionCache.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>

#include <array>

#include "nvptx/prepare/code_shape.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Instruction;

constexpr std::uint64_t most_threads = 1024;  ///< of a block, on every target
constexpr std::array<std::uint64_t, 3> most_along = {1024, 1024, 64};

/// Threads of a block along each axis: at most, and exactly where the kernel says so.
struct BlockBounds {
  std::array<std::uint64_t, 3> most = most_along;
  bool exact = false;
};

/// One to three numbers, at least 1; nothing for anything else (`build` complains about it).
std::optional<std::array<std::uint64_t, 3>> three_numbers(const llvm::Function& f, const char* name) {
  const llvm::Attribute attribute = f.getFnAttribute(name);
  if (!attribute.isValid()) return std::nullopt;
  std::array<std::uint64_t, 3> out = {1, 1, 1};
  llvm::StringRef rest = attribute.getValueAsString();
  for (std::size_t axis = 0; !rest.empty(); ++axis) {
    const auto [item, tail] = rest.split(',');
    if (axis == out.size() || item.trim().getAsInteger(0, out[axis]) || out[axis] == 0) return std::nullopt;
    rest = tail;
  }
  return out;
}

BlockBounds block_bounds(const llvm::Function& f) {
  BlockBounds bounds;
  if (!is_kernel(f)) return bounds;
  if (const auto exact = three_numbers(f, "nvvm.reqntid")) {
    bounds.exact = true;
    for (std::size_t axis = 0; axis < 3; ++axis) bounds.most[axis] = std::min(most_along[axis], (*exact)[axis]);
  } else if (const auto most = three_numbers(f, "nvvm.maxntid")) {
    // PTX limits the product, not each axis: 64 x 2 threads may be launched where 128 x 1 were allowed.
    std::uint64_t product = 1;
    for (const std::uint64_t length : *most) product = std::min(most_threads, product * std::min(most_threads, length));
    for (std::uint64_t& length : bounds.most) length = std::min(length, product);
  }
  return bounds;
}

struct Register {
  std::size_t axis;
  bool is_index;  ///< of a thread; otherwise the number of threads
};
std::optional<Register> block_register(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x:
      return Register{0, true};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y:
      return Register{1, true};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z:
      return Register{2, true};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return Register{0, false};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      return Register{1, false};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return Register{2, false};
    default:
      return std::nullopt;
  }
}

bool note_block_ranges(llvm::Function& f) {
  bool changed = false;
  std::optional<BlockBounds> bounds;
  for (Instruction& inst : llvm::instructions(f)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    const auto read = call ? block_register(call->getIntrinsicID()) : std::nullopt;
    if (!read || !call->getType()->isIntegerTy(32)) continue;
    if (!bounds) bounds = block_bounds(f);
    const std::uint64_t most = bounds->most[read->axis];
    const std::uint64_t least = read->is_index ? 0 : bounds->exact ? most : 1;
    const llvm::ConstantRange range(llvm::APInt(32, least), llvm::APInt(32, most + (read->is_index ? 0 : 1)));
    const std::optional<llvm::ConstantRange> known = call->getRange();
    const llvm::ConstantRange both = known ? known->intersectWith(range) : range;
    if (both.isEmptySet() || (known && both == *known)) continue;
    call->addRangeRetAttr(both);
    changed = true;
  }
  return changed;
}

/// Sums and products under the extensions of a function, each marked once.
class NoWrap {
 public:
  explicit NoWrap(llvm::Function& f) : f_(f) {}

  bool run() {
    for (Instruction& inst : llvm::instructions(f_))
      if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(inst) && inst.getType()->isIntegerTy(64))
        gather(inst.getOperand(0));
    // Operands first: what is known of them is known better then.
    for (Instruction* inst : sums_) mark(*inst);
    return changed_;
  }

 private:
  void gather(llvm::Value* value) {
    llvm::SmallVector<std::pair<Instruction*, unsigned>, 16> path;
    const auto enter = [&](llvm::Value* operand) {
      auto* inst = llvm::dyn_cast<Instruction>(operand);
      if (inst && is_sum(*inst) && seen_.insert(inst).second) path.emplace_back(inst, 0);
    };
    enter(value);
    while (!path.empty()) {
      auto& [inst, next] = path.back();
      if (next < 2) {
        enter(inst->getOperand(next++));
      } else {
        sums_.push_back(inst);
        path.pop_back();
      }
    }
  }
  static bool is_sum(const Instruction& inst) {
    if (!inst.getType()->isIntegerTy() || inst.getType()->getIntegerBitWidth() > 64) return false;
    const unsigned code = inst.getOpcode();
    return code == Instruction::Add || code == Instruction::Sub || code == Instruction::Mul ||
           code == Instruction::Shl || code == Instruction::Or;
  }

  void mark(Instruction& inst) {
    const llvm::SimplifyQuery query = ask(inst);
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&inst)) {
      if (either->isDisjoint() || !llvm::haveNoCommonBitsSet(a, b, query)) return;
      either->setIsDisjoint(true);
      changed_ = true;
      return;
    }
    if (!inst.hasNoUnsignedWrap() && never_wraps(inst, query, false)) {
      inst.setHasNoUnsignedWrap(true);
      changed_ = true;
    }
    if (!inst.hasNoSignedWrap() && never_wraps(inst, query, true)) {
      inst.setHasNoSignedWrap(true);
      changed_ = true;
    }
  }

  static bool never_wraps(const Instruction& inst, const llvm::SimplifyQuery& query, bool is_signed) {
    using llvm::OverflowResult;
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    switch (inst.getOpcode()) {
      case Instruction::Add:
        return (is_signed ? llvm::computeOverflowForSignedAdd(llvm::WithCache<const llvm::Value*>(a), b, query)
                          : llvm::computeOverflowForUnsignedAdd(llvm::WithCache<const llvm::Value*>(a), b, query)) ==
               OverflowResult::NeverOverflows;
      case Instruction::Sub:
        return (is_signed ? llvm::computeOverflowForSignedSub(a, b, query)
                          : llvm::computeOverflowForUnsignedSub(a, b, query)) == OverflowResult::NeverOverflows;
      case Instruction::Mul:
        return (is_signed ? llvm::computeOverflowForSignedMul(a, b, query)
                          : llvm::computeOverflowForUnsignedMul(a, b, query)) == OverflowResult::NeverOverflows;
      case Instruction::Shl: {
        const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(b);
        if (!amount || amount->getValue().uge(inst.getType()->getIntegerBitWidth())) return false;
        const llvm::KnownBits bits = llvm::computeKnownBits(a, query);
        const auto shift = static_cast<unsigned>(amount->getZExtValue());
        return is_signed ? bits.countMinSignBits() > shift : bits.countMinLeadingZeros() >= shift;
      }
      default:
        return false;
    }
  }

  llvm::SimplifyQuery ask(const Instruction& at) {
    if (!dominators_) {
      dominators_.emplace(f_);
      for (llvm::BasicBlock& block : f_)
        if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()); branch && branch->isConditional())
          conditions_.registerBranch(branch);
    }
    return {f_.getDataLayout(), nullptr, &*dominators_, nullptr, &at, true, true, &conditions_};
  }

  llvm::Function& f_;
  std::optional<llvm::DominatorTree> dominators_;
  llvm::DomConditionCache conditions_;
  llvm::SmallPtrSet<const Instruction*, 32> seen_;
  llvm::SmallVector<Instruction*, 32> sums_;
  bool changed_ = false;
};

}  // namespace

bool note_index_ranges(llvm::Function& f, StepContext&) {
  const bool ranges = note_block_ranges(f);
  return NoWrap(f).run() || ranges;
}

}  // namespace lathe::nvptx
