// See near_accesses.hpp.
#include "codegen/prepare/near_accesses.hpp"

#include <algorithm>
#include <span>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace lathe::codegen {
namespace {

/// An address modulo 2^64, twice: with one number for all phis, one for all selections and one for all calls, and with
/// numbers of their own. Two of which both are the same bytes apart are these bytes apart.
struct Place {
  std::uint64_t alike = 0, own = 0;

  friend Place operator+(const Place& a, const Place& b) { return {a.alike + b.alike, a.own + b.own}; }
  friend Place operator-(const Place& a, const Place& b) { return {a.alike - b.alike, a.own - b.own}; }
  friend Place operator*(const Place& a, const Place& b) { return {a.alike * b.alike, a.own * b.own}; }
};

class Places {
 public:
  explicit Places(const llvm::DataLayout& layout) : layout_(layout) {}

  Place of(const llvm::Value* value, unsigned depth = 0) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return number->getBitWidth() <= 64 ? constant(static_cast<std::uint64_t>(number->getSExtValue())) : invent(value);
    if (const auto found = known_.find(value); found != known_.end()) return found->second;
    // Deeper than this nobody looks; and every value on the way is known from then on.
    constexpr unsigned deepest = 500;
    const Place place = depth < deepest ? compute(value, depth + 1) : invent(value);
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
  static Place constant(std::uint64_t value) { return {value, value}; }
  Place invent(const llvm::Value* value) {
    const std::uint64_t own = mixed(++invented_ + 2);
    if (llvm::isa<llvm::PHINode>(value)) return {mixed(0), own};
    if (llvm::isa<llvm::SelectInst, llvm::CallInst>(value))
      return {mixed(value->getType()->isPointerTy() ? 1 : 2), own};
    return {own, own};
  }
  Place compute(const llvm::Value* value, unsigned depth) {
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
          return operand(0) * constant(std::uint64_t{1} << by->getZExtValue());
        break;
      case llvm::Instruction::Xor:
        if (const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
            mask != nullptr && mask->isMinusOne())
          return constant(~std::uint64_t{0}) - operand(0);
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
  Place element(const llvm::GEPOperator& gep, unsigned depth) {
    Place place = of(gep.getPointerOperand(), depth);
    for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at) {
      const llvm::Value* index = at.getOperand();
      if (llvm::StructType* type = at.getStructTypeOrNull())
        place = place + constant(layout_.getStructLayout(type)->getElementOffset(static_cast<unsigned>(
                            llvm::cast<llvm::Constant>(index)->getUniqueInteger().getZExtValue())));
      else if (const llvm::TypeSize stride = at.getSequentialElementStride(layout_); !stride.isScalable())
        place = place + of(index, depth) * constant(stride.getFixedValue());
    }
    return place;
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, Place> known_;
  std::uint64_t invented_ = 0;
};

struct Access {
  unsigned kind = 0;  ///< address space, load or store
  bool load = false;
  Place place;
  std::uint64_t bytes = 0, alignment = 0;
  const llvm::Value* pointer = nullptr;
  std::uint32_t number = 0;
};

/// What may be parts of one vector among the accesses of one block.
class Joinable {
 public:
  Joinable(std::uint64_t bytes, const NeededAlignment& needed, unsigned variables)
      : bytes_(bytes), needed_(needed), variables_(variables) {}

  /// Sorts them, and says of each by its number whether it may.
  void look(std::vector<Access>& accesses, std::vector<bool>& may) const {
    may.assign(accesses.size(), false);
    std::ranges::sort(accesses, [](const Access& a, const Access& b) {
      return a.kind != b.kind                 ? a.kind < b.kind
             : a.place.alike != b.place.alike ? a.place.alike < b.place.alike
                                              : a.number < b.number;
    });
    // Other addresses are further apart than this, but for a chance of 2^-31 for each pair.
    constexpr std::uint64_t constants_apart = std::uint64_t{1} << 32;
    each_run(accesses, constants_apart, [&](std::span<Access> related) {
      const bool vectors = aligned(related);
      // A store stays or goes with all that it is a constant from: between others they are in the way as before.
      if (!related.front().load && !vectors) return;
      each_run(related, bytes_, [&](std::span<Access> near) {
        if (!near.front().load || !known(near))
          for (const Access& access : near) may[access.number] = near.size() > 1;
        else
          each_joint(near, vectors,
                     [&](const Access& one, const Access& other) { may[one.number] = may[other.number] = true; });
      });
    });
  }

 private:
  template <class F>
  static void each_run(std::span<Access> accesses, std::uint64_t most, F&& f) {
    for (std::size_t first = 0, end = 1; first < accesses.size(); first = end++) {
      while (end < accesses.size() && accesses[end].kind == accesses[first].kind &&
             accesses[end].place.alike - accesses[end - 1].place.alike <= most)
        ++end;
      f(accesses.subspan(first, end - first));
    }
  }
  /// Whether one of them is aligned as a vector of two must be. Variables in their own space are aligned as the vectorizer
  /// wants them.
  bool aligned(std::span<const Access> related) const {
    const std::uint64_t least = std::ranges::min(related, {}, &Access::bytes).bytes;
    const std::uint64_t best = std::ranges::max(related, {}, &Access::alignment).alignment;
    if (best >= needed_(related.front().kind / 2, 2 * least)) return true;
    return related.front().kind / 2 == variables_ &&
           llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(related.front().pointer));
  }
  /// Whether they are as far apart as their places say.
  static bool known(std::span<const Access> accesses) {
    const auto off = [](const Access& access) { return access.place.own - access.place.alike; };
    return std::ranges::all_of(accesses, [&](const Access& access) { return off(access) == off(accesses.front()); });
  }
  /// Calls f with two of which one begins within the other, or where it ends, if that may be one vector.
  template <class F>
  static void each_joint(std::span<const Access> accesses, bool at_end, F&& f) {
    const Access* furthest = &accesses.front();  // of those before, the one that ends last
    const auto end = [&](const Access& access) {
      return access.place.alike - accesses.front().place.alike + access.bytes;
    };
    for (const Access& access : accesses.subspan(1)) {
      const std::uint64_t begin = access.place.alike - accesses.front().place.alike;
      if (begin < end(*furthest) + at_end) f(*furthest, access);
      if (end(access) > end(*furthest)) furthest = &access;
    }
  }

  std::uint64_t bytes_;
  const NeededAlignment& needed_;
  unsigned variables_;  // the space that allocas are made in
};

}  // namespace

std::vector<llvm::Instruction*> lonely_accesses(llvm::Function& f, std::uint64_t bytes, const NeededAlignment& needed,
                                                bool& others) {
  const llvm::DataLayout& layout = f.getDataLayout();
  Places places(layout);
  const Joinable joinable(bytes, needed, layout.getAllocaAddrSpace());
  std::vector<llvm::Instruction*> lonely, here;
  std::vector<Access> accesses;
  std::vector<bool> may;
  others = false;
  for (llvm::BasicBlock& block : f) {
    here.clear();
    for (llvm::Instruction& inst : block) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
      if ((load != nullptr && load->isSimple()) || (store != nullptr && store->isSimple())) here.push_back(&inst);
    }
    // Nothing to find in most blocks: no address is looked at.
    accesses.clear();
    for (std::size_t i = 0; here.size() > 1 && i < here.size(); ++i) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(here[i]);
      const bool load = llvm::isa<llvm::LoadInst>(here[i]);
      accesses.push_back({pointer->getType()->getPointerAddressSpace() * 2 + !load, load, places.of(pointer),
                          layout.getTypeStoreSize(llvm::getLoadStoreType(here[i])).getKnownMinValue(),
                          llvm::getLoadStoreAlignment(here[i]).value(), pointer, static_cast<std::uint32_t>(i)});
    }
    joinable.look(accesses, may);
    for (std::size_t i = 0; i < here.size(); ++i) {
      const bool stays = i < may.size() && may[i];
      others |= stays;
      if (!stays) lonely.push_back(here[i]);
    }
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
