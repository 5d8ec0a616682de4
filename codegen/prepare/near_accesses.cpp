// See near_accesses.hpp.
#include "codegen/prepare/near_accesses.hpp"

#include <algorithm>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace lathe::codegen {
namespace {

class Places {
 public:
  explicit Places(const llvm::DataLayout& layout) : layout_(layout) {}

  std::uint64_t of(const llvm::Value* value, unsigned depth = 0) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return number->getBitWidth() <= 64 ? static_cast<std::uint64_t>(number->getSExtValue()) : invent(value);
    if (const auto found = known_.find(value); found != known_.end()) return found->second;
    // Deeper than this nobody looks; and every value on the way is known from then on.
    constexpr unsigned deepest = 500;
    const std::uint64_t place = depth < deepest ? compute(value, depth + 1) : invent(value);
    known_[value] = place;
    return place;
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }
  std::uint64_t invent(const llvm::Value* value) {
    if (llvm::isa<llvm::PHINode>(value)) return mixed(0);
    if (llvm::isa<llvm::SelectInst, llvm::CallInst>(value)) return mixed(value->getType()->isPointerTy() ? 1 : 2);
    return mixed(++invented_ + 2);
  }
  std::uint64_t compute(const llvm::Value* value, unsigned depth) {
    const auto* operation = llvm::dyn_cast<llvm::Operator>(value);
    if (operation == nullptr) return invent(value);
    const auto operand = [&](unsigned i) { return of(operation->getOperand(i), depth); };
    switch (operation->getOpcode()) {
      case llvm::Instruction::GetElementPtr:
        return element(*llvm::cast<llvm::GEPOperator>(operation), depth);
      case llvm::Instruction::Add:
      case llvm::Instruction::Or:  // of what has no bit in common, else nobody finds a constant
        return operand(0) + operand(1);
      case llvm::Instruction::Sub:
        return operand(0) - operand(1);
      case llvm::Instruction::Mul:
        return operand(0) * operand(1);
      case llvm::Instruction::Shl:
        if (const auto* by = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
            by != nullptr && by->getValue().ult(64))
          return operand(0) << by->getZExtValue();
        break;
      case llvm::Instruction::Xor:
        if (const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
            mask != nullptr && mask->isMinusOne())
          return ~operand(0);
        break;
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::PtrToAddr:
      case llvm::Instruction::IntToPtr:
      case llvm::Instruction::BitCast:
      case llvm::Instruction::AddrSpaceCast:
      case llvm::Instruction::Freeze:
        return operand(0);
      default:
        break;
    }
    return invent(value);
  }
  std::uint64_t element(const llvm::GEPOperator& gep, unsigned depth) {
    std::uint64_t place = of(gep.getPointerOperand(), depth);
    for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at) {
      const llvm::Value* index = at.getOperand();
      if (llvm::StructType* type = at.getStructTypeOrNull())
        place += layout_.getStructLayout(type)->getElementOffset(
            static_cast<unsigned>(llvm::cast<llvm::Constant>(index)->getUniqueInteger().getZExtValue()));
      else if (const llvm::TypeSize stride = at.getSequentialElementStride(layout_); !stride.isScalable())
        place += of(index, depth) * stride.getFixedValue();
    }
    return place;
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t> known_;
  std::uint64_t invented_ = 0;
};

struct Access {
  unsigned kind = 0;  ///< address space, load or store
  std::uint64_t place = 0;
  std::uint32_t number = 0;
};

}  // namespace

std::vector<llvm::Instruction*> lonely_accesses(llvm::Function& f, std::uint64_t bytes, bool& others) {
  Places places(f.getDataLayout());
  std::vector<llvm::Instruction*> lonely, here;
  std::vector<Access> accesses;
  std::vector<bool> near;
  others = false;
  for (llvm::BasicBlock& block : f) {
    here.clear();
    accesses.clear();
    for (llvm::Instruction& inst : block) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
      if (!(load != nullptr && load->isSimple()) && !(store != nullptr && store->isSimple())) continue;
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
      accesses.push_back({pointer->getType()->getPointerAddressSpace() * 2 + (store != nullptr), 0,
                          static_cast<std::uint32_t>(here.size())});
      here.push_back(&inst);
    }
    // Nothing to find in most blocks: no address is looked at.
    near.assign(here.size(), false);
    if (here.size() > 1) {
      for (Access& access : accesses) access.place = places.of(llvm::getLoadStorePointerOperand(here[access.number]));
      std::ranges::sort(accesses, [](const Access& a, const Access& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.place != b.place ? a.place < b.place : a.number < b.number;
      });
      for (std::size_t i = 0; i + 1 < accesses.size(); ++i) {
        if (accesses[i].kind != accesses[i + 1].kind || accesses[i + 1].place - accesses[i].place > bytes) continue;
        near[accesses[i].number] = near[accesses[i + 1].number] = true;
        others = true;
      }
    }
    for (std::size_t i = 0; i < here.size(); ++i)
      if (!near[i]) lonely.push_back(here[i]);
  }
  return lonely;
}

HiddenAccesses::HiddenAccesses(const std::vector<llvm::Instruction*>& accesses)
    : accesses_(accesses.begin(), accesses.end()) {
  order(llvm::AtomicOrdering::Unordered);
}
HiddenAccesses::~HiddenAccesses() { order(llvm::AtomicOrdering::NotAtomic); }

void HiddenAccesses::order(llvm::AtomicOrdering order) {
  for (const llvm::WeakVH& access : accesses_) {
    llvm::Value* value = access;
    if (auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(value)) load->setOrdering(order);
    if (auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(value)) store->setOrdering(order);
  }
}

}  // namespace lathe::codegen
