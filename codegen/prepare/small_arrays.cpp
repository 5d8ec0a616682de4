// Small local arrays with variable indices: an index into local memory becomes a choice among registers.
//
// Without it one variable index puts the whole array into local memory. A read is a tree of selects over the bits of
// the index, a write a compare and a select for each element. Counted in instructions, where each is a little cheaper
// than the access it stands for (PrepareCosts::instructions_for_access): a local access occupies the load-store unit
// for about four arithmetic instructions and has the latency of a dozen. SROA runs behind this step and turns the
// elements into values.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <bit>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

constexpr unsigned most_accesses = 256;  ///< looked at

/// A load or store at base + constant + sum of variable * scale, in elements.
struct Place {
  llvm::SmallVector<std::pair<llvm::Value*, std::int64_t>, 2> variables;
  std::int64_t constant = 0;
};
struct Access {
  llvm::Instruction* inst;
  Place place;
};

/// Bytes of the place; null where an offset is not a plain sum.
bool add_step(const llvm::GEPOperator& step, const llvm::DataLayout& layout, Place& place) {
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
  const unsigned bits = layout.getIndexTypeSizeInBits(step.getType());
  llvm::APInt constant(bits, 0);
  if (!step.getType()->isPointerTy() || !step.collectOffset(layout, bits, variables, constant)) return false;
  place.constant += constant.getSExtValue();
  for (const auto& [variable, scale] : variables) place.variables.emplace_back(variable, scale.getSExtValue());
  return true;
}

class Array {
 public:
  Array(llvm::AllocaInst& variable, const llvm::DataLayout& layout, const PrepareCosts& costs)
      : variable_(variable), layout_(layout), costs_(costs) {}

  /// True when all that is done with the variable is known, and choosing is cheap enough.
  bool worth_it() {
    const auto size = variable_.getAllocationSize(layout_);
    if (!variable_.isStaticAlloca() || !size || size->isScalable() ||
        size->getFixedValue() > std::uint64_t{costs_.register_bytes} * costs_.array_registers ||
        !collect(variable_, {}) || element_ == nullptr)
      return false;
    bytes_ = layout_.getTypeStoreSize(element_).getFixedValue();
    if (size->getFixedValue() % bytes_ != 0 || layout_.getTypeAllocSize(element_) != bytes_) return false;
    count_ = static_cast<unsigned>(size->getFixedValue() / bytes_);
    for (Access& access : accesses_)
      if (!in_elements(access.place) || !inside(access)) return false;
    return is_cheap();
  }

  void replace() {
    llvm::IRBuilder<> builder(&variable_);
    for (unsigned i = 0; i < count_; ++i)
      elements_.push_back(builder.CreateAlloca(element_, nullptr, variable_.getName()));
    // In one block LLVM promotes variables in one walk, unless one is read before it is written: then in one each.
    if (llvm::all_of(accesses_, [&](const Access& a) { return a.inst->getParent() == variable_.getParent(); }))
      for (llvm::AllocaInst* element : elements_) builder.CreateStore(llvm::UndefValue::get(element_), element);
    for (const Access& access : accesses_) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access.inst))
        read(*load, access.place);
      else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access.inst))
        write(*store, access.place);
      else
        fill(llvm::cast<llvm::MemSetInst>(*access.inst), access.place);
      access.inst->eraseFromParent();
    }
    for (llvm::Instruction* inst : llvm::reverse(others_)) inst->eraseFromParent();
    variable_.eraseFromParent();
  }

 private:
  bool collect(llvm::Value& pointer, const Place& place) {
    for (llvm::Use& use : pointer.uses()) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user || accesses_.size() > most_accesses) return false;
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!load->isSimple() || !take(load->getType())) return false;
        accesses_.push_back({load, place});
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (!store->isSimple() || use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex() ||
            !take(store->getValueOperand()->getType()))
          return false;
        accesses_.push_back({store, place});
      } else if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(user)) {
        if (set->isVolatile() || !place.variables.empty() || !llvm::isa<llvm::ConstantInt>(set->getLength()))
          return false;
        accesses_.push_back({set, place});
      } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        Place there = place;
        if (!add_step(llvm::cast<llvm::GEPOperator>(*step), layout_, there)) return false;
        others_.push_back(step);
        if (!collect(*step, there)) return false;
      } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user); call && call->isLifetimeStartOrEnd()) {
        others_.push_back(call);
      } else {
        return false;
      }
    }
    return true;
  }

  /// All accesses are of one size, by one type or reinterpreted.
  bool take(llvm::Type* type) {
    if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy()) return false;
    const std::uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue();
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
    if (element_ == nullptr) element_ = type;
    if (element_ == type) return true;
    if (layout_.getTypeSizeInBits(element_) != bits || element_->isPointerTy() || type->isPointerTy()) return false;
    element_ = llvm::Type::getIntNTy(type->getContext(), static_cast<unsigned>(bits));
    return true;
  }

  bool in_elements(Place& place) const {
    const auto bytes = static_cast<std::int64_t>(bytes_);
    if (place.constant % bytes != 0) return false;
    place.constant /= bytes;
    for (auto& [variable, scale] : place.variables) {
      if (scale % bytes != 0) return false;
      scale /= bytes;
    }
    return true;
  }
  bool inside(const Access& access) const {
    if (!access.place.variables.empty()) return true;  // beyond the array it is undefined
    std::uint64_t length = 1;
    if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(access.inst)) {
      const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(set->getLength())->getZExtValue();
      if (bytes % bytes_ != 0 || element_->isPointerTy()) return false;
      length = bytes / bytes_;
    }
    return access.place.constant >= 0 && length <= count_ &&
           static_cast<std::uint64_t>(access.place.constant) + length <= count_;
  }

  bool is_cheap() const {
    const auto words = static_cast<unsigned>((bytes_ + costs_.register_bytes - 1) / costs_.register_bytes);
    if (count_ < 2 || count_ * words > costs_.array_registers) return false;
    const unsigned read = (count_ - 1) * words + 2 * static_cast<unsigned>(std::bit_width(count_ - 1));
    const unsigned write = count_ * (words + 1);
    unsigned total = 0;
    for (const Access& access : accesses_) {
      if (access.place.variables.empty()) continue;
      const unsigned cost = llvm::isa<llvm::LoadInst>(access.inst) ? read : write;
      if (cost > costs_.instructions_for_access) return false;
      total += cost;
    }
    return total > 0 && total <= costs_.instructions_for_accesses;
  }

  llvm::Value* index(llvm::IRBuilder<>& builder, const Place& place) const {
    llvm::Value* sum = builder.getInt32(static_cast<std::uint32_t>(place.constant));
    for (const auto& [variable, scale] : place.variables) {
      llvm::Value* term = builder.CreateZExtOrTrunc(variable, builder.getInt32Ty());
      if (variable->getType()->getIntegerBitWidth() < 32) term = builder.CreateSExt(variable, builder.getInt32Ty());
      sum = builder.CreateAdd(sum, builder.CreateMul(term, builder.getInt32(static_cast<std::uint32_t>(scale))));
    }
    return sum;
  }

  void read(llvm::LoadInst& load, const Place& place) {
    llvm::IRBuilder<> builder(&load);
    llvm::SmallVector<llvm::Value*, 8> values;
    if (place.variables.empty()) {
      values.push_back(builder.CreateLoad(element_, elements_[static_cast<std::size_t>(place.constant)]));
    } else {
      for (llvm::AllocaInst* element : elements_) values.push_back(builder.CreateLoad(element_, element));
      llvm::Value* at = index(builder, place);
      for (unsigned bit = 1; values.size() > 1; bit *= 2) {
        llvm::Value* odd = builder.CreateICmpNE(builder.CreateAnd(at, bit), builder.getInt32(0));
        llvm::SmallVector<llvm::Value*, 8> half;
        for (std::size_t i = 0; i < values.size(); i += 2)
          half.push_back(i + 1 < values.size() ? builder.CreateSelect(odd, values[i + 1], values[i]) : values[i]);
        values = std::move(half);
      }
    }
    load.replaceAllUsesWith(builder.CreateBitCast(values[0], load.getType()));
  }

  void write(llvm::StoreInst& store, const Place& place) {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* value = builder.CreateBitCast(store.getValueOperand(), element_);
    if (place.variables.empty()) {
      builder.CreateStore(value, elements_[static_cast<std::size_t>(place.constant)]);
      return;
    }
    llvm::Value* at = index(builder, place);
    for (unsigned i = 0; i < count_; ++i) {
      llvm::Value* old = builder.CreateLoad(element_, elements_[i]);
      builder.CreateStore(builder.CreateSelect(builder.CreateICmpEQ(at, builder.getInt32(i)), value, old),
                          elements_[i]);
    }
  }

  void fill(llvm::MemSetInst& set, const Place& place) {
    llvm::IRBuilder<> builder(&set);
    const auto bits = static_cast<unsigned>(bytes_ * 8);
    llvm::Type* word = builder.getIntNTy(bits);
    llvm::Value* value =
        builder.CreateMul(builder.CreateZExt(set.getValue(), word),
                          llvm::ConstantInt::get(word, llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
    value = builder.CreateBitCast(value, element_);
    const std::uint64_t length = llvm::cast<llvm::ConstantInt>(set.getLength())->getZExtValue() / bytes_;
    for (std::uint64_t i = 0; i < length; ++i)
      builder.CreateStore(value, elements_[static_cast<std::size_t>(place.constant) + i]);
  }

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  const PrepareCosts& costs_;
  llvm::SmallVector<Access, 16> accesses_;
  llvm::SmallVector<llvm::Instruction*, 16> others_;  // steps and markers, each behind those it uses
  llvm::SmallVector<llvm::AllocaInst*, 8> elements_;
  llvm::Type* element_ = nullptr;
  std::uint64_t bytes_ = 0;
  unsigned count_ = 0;
};

}  // namespace

bool choose_in_small_arrays(llvm::Function& f, StepContext& context) {
  llvm::SmallVector<llvm::AllocaInst*, 8> variables;
  for (llvm::Instruction& inst : f.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst)) variables.push_back(variable);
  bool changed = false;
  for (llvm::AllocaInst* variable : variables) {
    Array array(*variable, f.getDataLayout(), context.facts.costs);
    if (!array.worth_it()) continue;
    array.replace();
    changed = true;
  }
  return changed;
}

}  // namespace lathe::codegen
