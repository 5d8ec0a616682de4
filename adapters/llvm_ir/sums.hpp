// Is there a sum or product that another one could be made of? What LLVM's nary reassociation looks for. Most functions
// have none, and that pass, which asks scalar evolution for every sum, takes up to a quarter of llc's time to find out
// (large straight-line code for AMD GPUs). Here it is one walk, whose answer is "no" only where that pass changes nothing,
// but for what is named below.
//
// Every integer and address gets a number: what it is worth where each value that is no sum, product or address is worth
// something random, modulo 2^32, twice. Expressions that are equal by the laws of sums and products have the same number,
// whatever their shape; others have with a probability of about 2^-64 (Schwartz 1980, Zippel 1979), more where factors are
// even. Truncations, and extensions from 32 bits on, keep the number: what scalar evolution tells apart by width or
// overflow may be the same here. A loop's counter is its start and its step times something random of the loop's header.
// Not known is what scalar evolution folds beyond that: by ranges, selections that are a smallest or largest, the
// smallest or largest of more than 64.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lathe::llvm_ir {

namespace detail {

/// An element of the ring, twice.
struct Residues {
  std::uint32_t first = 0, second = 0;
  static Residues constant(std::uint64_t c) { return {static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(c)}; }
  /// Something random that is the same for the same key.
  static Residues random(std::uint64_t key) {
    key += 0x9E3779B97F4A7C15ULL;  // splitmix64
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9ULL;
    key = (key ^ (key >> 27)) * 0x94D049BB133111EBULL;
    key ^= key >> 31;
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
  }
  std::uint64_t word() const { return std::uint64_t{first} << 32 | second; }
  friend Residues operator+(Residues a, Residues b) { return {a.first + b.first, a.second + b.second}; }
  friend Residues operator-(Residues a, Residues b) { return {a.first - b.first, a.second - b.second}; }
  friend Residues operator*(Residues a, Residues b) { return {a.first * b.first, a.second * b.second}; }
  bool operator==(const Residues&) const = default;
};

/// Numbers of the values of a function, one instruction after the other.
class SumNumbers {
 public:
  explicit SumNumbers(const llvm::DataLayout& layout) : layout_(layout) {}

  /// Where it was not met yet, something random of its own. O(1).
  Residues of(const llvm::Value* v) {
    if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(v)) return Residues::constant(low_bits(*c));
    if (llvm::isa<llvm::ConstantPointerNull>(v)) return {};
    const auto [at, fresh] = known_.try_emplace(v);
    if (fresh) at->second = unlike_all();
    return at->second;
  }
  /// Once for each instruction, operands first, as far as they dominate it. O(operands).
  void add(const llvm::Instruction& i) {
    if (!i.getType()->isIntegerTy() && !i.getType()->isPointerTy()) return;
    const Residues n = number(i);
    known_[&i] = n;
  }
  /// What an index of an address is multiplied by; nothing where it is not known.
  std::optional<Residues> stride(const llvm::gep_type_iterator& at) const {
    const llvm::TypeSize size = at.getSequentialElementStride(layout_);
    if (size.isScalable()) return {};
    return Residues::constant(size.getFixedValue());
  }
  /// The smallest or largest of two, by the intrinsic that computes it; nothing where it is one of too many. O(of how many).
  std::optional<Residues> extreme(llvm::Intrinsic::ID kind, const llvm::Value* a, const llvm::Value* b) {
    return by_parts(kind, parts(kind, a, b));
  }

 private:
  using Op = llvm::Instruction;
  static constexpr std::size_t most_parts = 64;  // so that long chains, and networks that sort, stay linear

  static std::uint64_t low_bits(const llvm::ConstantInt& c) { return c.getValue().sextOrTrunc(64).getZExtValue(); }
  // Of what it is the smallest or largest, each once.
  using Parts = llvm::SmallVector<std::uint64_t, 4>;
  Parts parts(llvm::Intrinsic::ID kind, const llvm::Value* a, const llvm::Value* b) {
    Parts out;
    for (const llvm::Value* v : {a, b}) {
      const auto* const inner = llvm::dyn_cast<llvm::MinMaxIntrinsic>(v);
      const auto at = inner != nullptr && inner->getIntrinsicID() == kind ? parts_.find(inner) : parts_.end();
      if (at != parts_.end())
        out.append(at->second.begin(), at->second.end());
      else
        out.push_back(of(v).word());
    }
    llvm::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  static std::optional<Residues> by_parts(llvm::Intrinsic::ID kind, const Parts& all) {
    if (all.size() > most_parts) return {};
    if (all.size() == 1) return Residues{static_cast<std::uint32_t>(all[0] >> 32), static_cast<std::uint32_t>(all[0])};
    return by_key(kind, all);
  }
  static unsigned bits(const llvm::Value& v) {
    return v.getType()->isIntegerTy() ? v.getType()->getIntegerBitWidth() : 64;
  }
  Residues unlike_all() { return Residues::random(++leaves_); }

  Residues number(const llvm::Instruction& i) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) return counter(*phi);
    if (const auto n = arithmetic(i)) return *n;
    if (const auto* e = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&i)) {
      Parts all = parts(e->getIntrinsicID(), e->getLHS(), e->getRHS());
      const auto n = by_parts(e->getIntrinsicID(), all);
      if (n) parts_[&i] = std::move(all);
      return n ? *n : unlike_all();
    }
    switch (i.getOpcode()) {
      case Op::Shl:
      case Op::AShr:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::ZExt:
      case Op::SExt:
      case Op::AddrSpaceCast:
      case Op::ICmp:
      case Op::Select:
      case Op::Freeze:
        return by_shape(i);
      default:
        return llvm::isa<llvm::IntrinsicInst>(i) && !i.mayReadOrWriteMemory() ? by_shape(i) : unlike_all();
    }
  }
  // By the ring's laws.
  std::optional<Residues> arithmetic(const llvm::Instruction& i) {
    const auto operand = [&](unsigned k) { return of(i.getOperand(k)); };
    const auto constant = [&] { return llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(1)); };
    switch (i.getOpcode()) {
      case Op::Add:
        return operand(0) + operand(1);
      case Op::Sub:
        return operand(0) - operand(1);
      case Op::Mul:
        return operand(0) * operand(1);
      case Op::Shl:
        if (const auto* c = constant(); c != nullptr && c->getValue().ult(bits(i)))
          return operand(0) * Residues::constant(c->getZExtValue() < 32 ? std::uint64_t{1} << c->getZExtValue() : 0);
        return {};
      case Op::Or:
        if (llvm::cast<llvm::PossiblyDisjointInst>(i).isDisjoint()) return operand(0) + operand(1);
        return {};
      case Op::Xor:
        if (const auto* c = constant(); c != nullptr && c->isMinusOne()) return operand(1) - operand(0);
        if (const auto* c = constant(); c != nullptr && c->getValue().isSignMask()) return operand(0) + operand(1);
        return {};
      case Op::LShr:
      case Op::UDiv:
        return quotient(i);
      case Op::And:  // the last bits of a sum are those of its parts' sum
        if (const auto* c = constant(); c != nullptr && c->getValue().isMask() && c->getValue().countr_one() < 32)
          return last_bits(operand(0), c->getValue().countr_one());
        if (const auto* c = constant(); c != nullptr && c->isMinusOne()) return operand(0);
        return {};
      case Op::Trunc:
        return operand(0);
      case Op::ZExt:
      case Op::SExt:
        if (bits(*i.getOperand(0)) >= 32) return operand(0);
        return {};
      case Op::PtrToInt:
      case Op::IntToPtr:
        return operand(0);
      case Op::GetElementPtr:
        return address(llvm::cast<llvm::GetElementPtrInst>(i));
      case Op::ExtractValue:
        return checked(llvm::cast<llvm::ExtractValueInst>(i));
      default:
        return {};
    }
  }
  // What a value is divided by, if that is a constant; 0: by none.
  static llvm::APInt divisor(const llvm::Value* v) {
    const auto* const i = llvm::dyn_cast<llvm::BinaryOperator>(v);
    const auto* const c = i == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(i->getOperand(1));
    if (c == nullptr || (i->getOpcode() != Op::UDiv && i->getOpcode() != Op::LShr)) return llvm::APInt(bits(*v), 0);
    if (i->getOpcode() == Op::UDiv) return c->getValue();
    return c->getValue().ult(bits(*v)) ? llvm::APInt(bits(*v), 1).shl(c->getValue()) : llvm::APInt(bits(*v), 0);
  }
  // Quotients of quotients are one.
  Residues quotient(const llvm::Instruction& i) {
    llvm::APInt by = divisor(&i);
    if (by.isZero()) return by_shape(i);
    const llvm::Value* what = i.getOperand(0);
    for (llvm::APInt more = divisor(what); !more.isZero(); more = divisor(what)) {
      bool too_large = false;
      by = by.umul_ov(more, too_large);
      if (too_large) return {};
      what = llvm::cast<llvm::Instruction>(what)->getOperand(0);
    }
    if (by.isOne() || of(what) == Residues{}) return of(what);
    return by_key(std::uint64_t{Op::UDiv} << 32 | bits(i),
                  {of(what).word(), by.trunc(std::min(64U, bits(i))).getZExtValue()});
  }
  static Residues last_bits(Residues n, unsigned count) {
    const std::uint32_t mask = (std::uint32_t{1} << count) - 1;
    n = {n.first & mask, n.second & mask};
    return n.first == n.second ? Residues::constant(n.first) : by_key(count, {n.word()});
  }
  std::optional<Residues> address(const llvm::GetElementPtrInst& i) {
    Residues sum = of(i.getPointerOperand());
    unsigned operand = 1;
    for (auto at = llvm::gep_type_begin(i), end = llvm::gep_type_end(i); at != end; ++at, ++operand) {
      const llvm::Value* const index = i.getOperand(operand);
      if (llvm::StructType* const fields = at.getStructTypeOrNull()) {
        const std::uint64_t field = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
        sum = sum + Residues::constant(layout_.getStructLayout(fields)->getElementOffset(static_cast<unsigned>(field)));
      } else if (const auto size = stride(at)) {
        sum = sum + of(index) * *size;
      } else {
        return {};
      }
    }
    return sum;
  }
  // The result of arithmetic that tells of overflow.
  std::optional<Residues> checked(const llvm::ExtractValueInst& i) {
    const auto* const of_both = llvm::dyn_cast<llvm::WithOverflowInst>(i.getAggregateOperand());
    if (of_both == nullptr || i.getIndices()[0] != 0) return {};
    const Residues a = of(of_both->getLHS()), b = of(of_both->getRHS());
    if (of_both->getBinaryOp() == Op::Add) return a + b;
    return of_both->getBinaryOp() == Op::Sub ? a - b : a * b;
  }
  // Start and step, where it is one; nothing to scalar evolution where it is none.
  Residues counter(const llvm::PHINode& phi) {
    for (unsigned k = 0; phi.getNumIncomingValues() == 2 && k < 2; ++k) {
      const auto* const next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValue(k));
      const llvm::Value* const start = phi.getIncomingValue(1 - k);
      if (next == nullptr || !known(start)) continue;
      if (next->getOpcode() == Op::Add || next->getOpcode() == Op::Sub) {
        const unsigned own = next->getOperand(0) == &phi ? 0 : 1;
        const llvm::Value* const step = next->getOperand(1 - own);
        if (next->getOperand(own) != &phi || !known(step) || (next->getOpcode() == Op::Sub && own == 1)) continue;
        const Residues by = of(step) * of(phi.getParent());
        return next->getOpcode() == Op::Add ? of(start) + by : of(start) - by;
      }
      if (const auto* a = llvm::dyn_cast<llvm::GetElementPtrInst>(next);
          a != nullptr && a->getPointerOperand() == &phi) {
        bool all = true;
        for (const llvm::Use& index : a->indices()) all = all && known(index.get());
        if (!all) continue;
        known_[&phi] = {};  // so that what is added is the step
        const auto step = address(*a);
        known_.erase(&phi);
        if (step) return of(start) + *step * of(phi.getParent());
      }
    }
    return unlike_all();
  }
  bool known(const llvm::Value* v) const { return !llvm::isa<llvm::Instruction>(v) || known_.contains(v); }

  // The same operation on the same numbers is the same number.
  Residues by_shape(const llvm::Instruction& i) {
    std::uint64_t key = std::uint64_t{i.getOpcode()} << 32 | bits(i);
    if (const auto* c = llvm::dyn_cast<llvm::ICmpInst>(&i)) key += std::uint64_t{c->getPredicate()} << 48;
    if (const auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) key += std::uint64_t{c->getIntrinsicID()} << 40;
    const bool either_way = i.isCommutative();
    Residues both;
    for (const llvm::Use& u : i.operands()) {
      if (llvm::isa<llvm::Function>(u.get())) continue;
      const Residues n = of(u.get());
      if (either_way)
        both = both + Residues::random(n.word());
      else
        key = Residues::random(key ^ n.word()).word();
    }
    return Residues::random(key ^ both.word());
  }
  static Residues by_key(std::uint64_t key, llvm::ArrayRef<std::uint64_t> words) {
    for (const std::uint64_t word : words) key = Residues::random(key ^ word).word();
    return Residues::random(key);
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, Residues> known_;
  llvm::DenseMap<const llvm::Value*, Parts> parts_;  // of smallest and largest ones
  std::uint64_t leaves_ = 0;
};

}  // namespace detail

/// Does a sum, product or address of `f` have a part, other than those it is written with, that an instruction computes in front
/// of it? `(a + b) + c` with a single reader of `a + b` where `a + c` is there already; an address whose index is a sum where the
/// address with one of the two is; the smallest or largest of three. Where it says no, LLVM's nary reassociation (22.1) leaves
/// the function as it is, but for what this header's first lines call not known. O(instructions), expected. Blocks that nobody reaches are not looked at. Deterministic.
class Regroupable {
 public:
  explicit Regroupable(const llvm::Function& f) : layout_(f.getParent()->getDataLayout()), numbers_(layout_) {
    if (f.isDeclaration()) return;
    for (const llvm::BasicBlock* b : llvm::ReversePostOrderTraversal(&f))
      for (const llvm::Instruction& i : *b)
        if (look(i)) {
          found_ = &i;
          return;
        }
  }
  /// The first that has; nullptr: there is none.
  const llvm::Instruction* found() const { return found_; }

 private:
  using Op = llvm::Instruction;

  bool look(const llvm::Instruction& i) {
    numbers_.add(i);
    if (const auto* e = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&i); e != nullptr && i.getType()->isIntegerTy()) {
      if (look_at_extremes(*e)) return true;
      seen_.insert(name(numbers_.of(&i), *i.getType()));
    }
    const bool number = i.getType()->isIntegerTy() && (i.getOpcode() == Op::Add || i.getOpcode() == Op::Mul);
    const auto* const address = i.getType()->isPointerTy() ? llvm::dyn_cast<llvm::GetElementPtrInst>(&i) : nullptr;
    if ((number && look_at_operands(i)) || (address != nullptr && look_at_indices(*address))) return true;
    if (number || address != nullptr) seen_.insert(name(numbers_.of(&i), *i.getType()));
    return false;
  }
  bool look_at_operands(const llvm::Instruction& i) {
    for (unsigned k = 0; k < 2; ++k) {
      const auto* const inner = llvm::dyn_cast<llvm::BinaryOperator>(i.getOperand(k));
      if (inner == nullptr || inner->getOpcode() != i.getOpcode() || !inner->hasOneUse()) continue;
      const detail::Residues other = numbers_.of(i.getOperand(1 - k));
      for (unsigned part = 0; part < 2; ++part) {
        const detail::Residues one = numbers_.of(inner->getOperand(part));
        if (numbers_.of(inner->getOperand(1 - part)) == other) continue;
        if (there(i.getOpcode() == Op::Add ? one + other : one * other, *i.getType())) return true;
      }
    }
    return false;
  }
  bool look_at_extremes(const llvm::MinMaxIntrinsic& i) {
    for (unsigned k = 0; k < 2; ++k) {
      const auto* const inner = llvm::dyn_cast<llvm::MinMaxIntrinsic>(i.getArgOperand(k));
      if (inner == nullptr || inner->getIntrinsicID() != i.getIntrinsicID() || inner->hasNUsesOrMore(3)) continue;
      const llvm::Value* const other = i.getArgOperand(1 - k);
      for (const llvm::Value* one : {inner->getLHS(), inner->getRHS()})
        if (const auto n = numbers_.extreme(i.getIntrinsicID(), one, other); n && there(*n, *i.getType())) return true;
    }
    return false;
  }
  bool look_at_indices(const llvm::GetElementPtrInst& i) {
    unsigned operand = 1;
    for (auto at = llvm::gep_type_begin(i), end = llvm::gep_type_end(i); at != end; ++at, ++operand) {
      if (at.isStruct()) continue;
      const llvm::Value* index = i.getOperand(operand);
      while (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(index))
        index = llvm::cast<llvm::Instruction>(index)->getOperand(0);
      const auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
      if (sum == nullptr || sum->getOpcode() != Op::Add) continue;
      const auto size = numbers_.stride(at);
      if (!size) return true;
      for (const llvm::Use& part : sum->operands())
        if (there(numbers_.of(&i) - numbers_.of(part.get()) * *size, *i.getType())) return true;
    }
    return false;
  }
  bool there(detail::Residues n, const llvm::Type& type) const { return seen_.contains(name(n, type)); }
  // Numbers of different types are nothing to each other.
  static std::uint64_t name(detail::Residues n, const llvm::Type& type) {
    const std::uint64_t kind =
        type.isPointerTy() ? std::uint64_t{1} << 32 | type.getPointerAddressSpace() : type.getIntegerBitWidth();
    // Keys of the set: all but its two largest.
    return detail::Residues::random(n.word() ^ kind).word() >> 1;
  }

  const llvm::DataLayout& layout_;
  detail::SumNumbers numbers_;
  llvm::DenseSet<std::uint64_t> seen_;
  const llvm::Instruction* found_ = nullptr;
};

}  // namespace lathe::llvm_ir
