// Functions of LLVM IR as a source for lathe::bits: known, sign and demanded bits of integers of any width that a Word
// has, and of vectors of such, of which a fact holds for every lane.
//
//   lathe::llvm_ir::FunctionBits<> source(function);
//   lathe::bits::Analysis known(source);
//   known.compute(source.operands_first());
//   known.known(instruction);
//
// What a fact means for LLVM: it holds of the value in every run in which the value is not poison. Pointers, floating
// point and what conditions or assumptions around a value tell are not looked at. Demanded bits keep what the engine
// promises: with other bits where nobody looks there is a result wherever there was one, so flags like nsw may stay.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>

#include <lathe/bits/demanded.hpp>
#include <lathe/bits/problem.hpp>

namespace lathe::llvm_ir {

/// A number of LLVM's as a word. Precondition: it has no more bits than a word.
template <bits::Word W>
W to_word(const llvm::APInt& number) {
  W out(std::uint64_t{0});
  for (unsigned i = number.getNumWords(); i-- > 0;) out = W(bits::shift_left(out, 64) | W(number.getRawData()[i]));
  return out;
}
template <bits::Word W>
bits::KnownBits<W> to_known(const llvm::KnownBits& known) {
  return {to_word<W>(known.Zero), to_word<W>(known.One), known.getBitWidth()};
}

/// Refers to the function, which must not change while this lives.
template <bits::Word W = std::uint64_t>
class FunctionBits {
 public:
  using Value = const llvm::Value*;
  using User = const llvm::Instruction*;
  using Word = W;

  /// An instruction as an operation of lathe's. `from` tells which operands of the instruction are the operation's;
  /// with `negate` the result is the other way round.
  struct Form {
    bits::Operation<W> operation;
    std::array<Value, 3> operands{};
    std::array<unsigned, 3> from{0, 1, 2};
    bool negate = false;
    unsigned count() const { return bits::operand_count(operation.op); }
  };

  explicit FunctionBits(const llvm::Function& function) {
    std::vector<const llvm::Instruction*> insts;
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function))
      for (const llvm::Instruction& inst : *block) insts.push_back(&inst);
    for (const llvm::Instruction* inst : insts)
      for (const llvm::Value* operand : inst->operands())
        if (llvm::isa<llvm::Constant>(operand) && operand->getType()->isIntOrIntVectorTy()) add(operand);
    for (const llvm::Argument& a : function.args()) add(&a);
    for (const llvm::Instruction* inst : insts) add(inst);
  }

  /// Constants, arguments and instructions, but for unreachable ones. Only phis may ask for later values.
  std::span<const Value> operands_first() const { return order_; }
  std::vector<Value> users_first() const { return {order_.rbegin(), order_.rend()}; }

  // What bits::Source asks for.
  std::uint32_t index(Value v) const { return index_.at(v); }
  static unsigned width(Value v) {
    const llvm::Type* const type = v->getType()->getScalarType();
    const unsigned w = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
    return w <= bits::word_bits<W> ? w : 0;
  }
  template <class Ask>
  bits::Fact<W> fact(Value v, Ask&& ask) const {
    const unsigned w = width(v);
    if (const auto* const constant = llvm::dyn_cast<llvm::Constant>(v)) return of_constant(*constant, w);
    if (const auto range = known_range(*v)) return bits::Fact<W>::of(to_known<W>(range->toKnownBits()));
    if (const auto form = FunctionBits::form(v)) {
      std::array<bits::Fact<W>, 3> x;
      for (unsigned i = 0; i < form->count(); ++i) x[i] = ask(form->operands[i]);
      const auto out = bits::transfer(form->operation, std::span<const bits::Fact<W>>(x.data(), form->count()));
      return form->negate ? bits::Fact<W>::of(bits::bit_not(out.known), out.signs) : out;
    }
    return one_of(v, w, ask);
  }
  template <class F>
  void for_each_user_value(Value v, F&& f) const {
    for (const llvm::User* user : v->users())
      if (index_.contains(user) && width(user) != 0) f(Value{user});
  }

  // What bits::DemandSource asks for.
  bool escapes(Value v) const { return llvm::isa<llvm::Constant>(v); }
  template <class F>
  void for_each_user(Value v, F&& f) const {
    for (const llvm::Use& use : v->uses())
      if (index_.contains(use.getUser()))
        f(llvm::cast<llvm::Instruction>(use.getUser()), static_cast<std::uint32_t>(use.getOperandNo()));
  }
  template <class Demanded, class Ask>
  W demand(User user, std::uint32_t operand, Demanded&& demanded, Ask&& ask) const {
    const W all = bits::low_mask<W>(bits::word_bits<W>), none(std::uint64_t{0});
    if (width(user) == 0) return all;
    if (passes(*user, operand)) return demanded(user);
    const auto form = FunctionBits::form(user);
    if (!form) {
      const bool wanted = user->mayHaveSideEffects() || !bits::is_zero(demanded(user));
      return wanted ? all : none;
    }
    std::array<bits::KnownBits<W>, 3> x;
    for (unsigned i = 0; i < form->count(); ++i) x[i] = ask(form->operands[i]).known;
    W out = none;
    bool found = false;
    for (unsigned i = 0; i < form->count(); ++i)
      if (form->from[i] == operand) {
        found = true;
        out = W(out | bits::demand(form->operation, i, W(demanded(user)),
                                   std::span<const bits::KnownBits<W>>(x.data(), form->count())));
      }
    return found ? out : all;
  }

  /// The instruction as an operation; nothing where it is none of lathe's or has too many bits.
  static std::optional<Form> form(Value v) {
    const auto* const inst = llvm::dyn_cast<llvm::Instruction>(v);
    if (inst == nullptr || width(v) == 0) return std::nullopt;
    Form out;
    out.operation.width = width(v);
    if (const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(inst)) {
      form(*compare, out);
    } else if (const auto* const extract = llvm::dyn_cast<llvm::ExtractValueInst>(inst)) {
      form(*extract, out);
    } else {
      const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(inst);
      out.operation.op = call == nullptr ? plain(inst->getOpcode()) : intrinsic(call->getIntrinsicID());
      if (out.operation.op == bits::Op::input) return std::nullopt;
      for (unsigned i = 0; i < out.count(); ++i) out.operands[i] = inst->getOperand(i);
      flags(*inst, out);
    }
    if (out.operation.op == bits::Op::input) return std::nullopt;
    std::array<unsigned, 3> widths{};
    for (unsigned i = 0; i < out.count(); ++i) widths[i] = width(out.operands[i]);
    if (bits::misfit(out.operation, std::span<const unsigned>(widths.data(), out.count())) != nullptr)
      return std::nullopt;
    return out;
  }

 private:
  void add(Value v) {
    if (index_.try_emplace(v, index_.size()).second) order_.push_back(v);
  }

  static bits::Op plain(unsigned opcode) {
    using I = llvm::Instruction;
    switch (opcode) {
      case I::And:
        return bits::Op::bit_and;
      case I::Or:
        return bits::Op::bit_or;
      case I::Xor:
        return bits::Op::bit_xor;
      case I::Add:
        return bits::Op::add;
      case I::Sub:
        return bits::Op::sub;
      case I::Mul:
        return bits::Op::mul;
      case I::UDiv:
        return bits::Op::udiv;
      case I::URem:
        return bits::Op::urem;
      case I::SDiv:
        return bits::Op::sdiv;
      case I::SRem:
        return bits::Op::srem;
      case I::Shl:
        return bits::Op::shl;
      case I::LShr:
        return bits::Op::lshr;
      case I::AShr:
        return bits::Op::ashr;
      case I::ZExt:
        return bits::Op::zext;
      case I::SExt:
        return bits::Op::sext;
      case I::Trunc:
        return bits::Op::trunc;
      case I::Select:
        return bits::Op::select;
      default:
        return bits::Op::input;
    }
  }
  static bits::Op intrinsic(llvm::Intrinsic::ID id) {
    switch (id) {
      case llvm::Intrinsic::abs:
        return bits::Op::abs;
      case llvm::Intrinsic::bitreverse:
        return bits::Op::bitreverse;
      case llvm::Intrinsic::bswap:
        return bits::Op::bswap;
      case llvm::Intrinsic::ctlz:
        return bits::Op::ctlz;
      case llvm::Intrinsic::ctpop:
        return bits::Op::ctpop;
      case llvm::Intrinsic::cttz:
        return bits::Op::cttz;
      case llvm::Intrinsic::fshl:
        return bits::Op::fshl;
      case llvm::Intrinsic::fshr:
        return bits::Op::fshr;
      case llvm::Intrinsic::sadd_sat:
        return bits::Op::sadd_sat;
      case llvm::Intrinsic::ssub_sat:
        return bits::Op::ssub_sat;
      case llvm::Intrinsic::uadd_sat:
        return bits::Op::uadd_sat;
      case llvm::Intrinsic::usub_sat:
        return bits::Op::usub_sat;
      case llvm::Intrinsic::smax:
        return bits::Op::smax;
      case llvm::Intrinsic::smin:
        return bits::Op::smin;
      case llvm::Intrinsic::umax:
        return bits::Op::umax;
      case llvm::Intrinsic::umin:
        return bits::Op::umin;
      default:
        return bits::Op::input;
    }
  }
  static void flags(const llvm::Instruction& inst, Form& out) {
    const auto* const sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&inst);
    const bits::Op op = out.operation.op;
    if (sum == nullptr || op == bits::Op::shl) return;
    out.operation.no_unsigned_wrap = sum->hasNoUnsignedWrap();
    out.operation.no_signed_wrap = op != bits::Op::mul && sum->hasNoSignedWrap();
  }
  // The predicate as one of three, with the operands in the other order or the answer the other way round.
  static void form(const llvm::ICmpInst& compare, Form& out) {
    using P = llvm::CmpInst::Predicate;
    const P p = compare.getPredicate();
    const bool swap = p == P::ICMP_UGT || p == P::ICMP_ULE || p == P::ICMP_SGT || p == P::ICMP_SLE;
    out.negate = p == P::ICMP_NE || p == P::ICMP_UGE || p == P::ICMP_ULE || p == P::ICMP_SGE || p == P::ICMP_SLE;
    out.operation.op = compare.isEquality() ? bits::Op::eq : compare.isSigned() ? bits::Op::slt : bits::Op::ult;
    if (swap) out.from = {1, 0, 2};
    for (unsigned i = 0; i < 2; ++i) out.operands[i] = compare.getOperand(out.from[i]);
  }
  // The number that an addition (subtraction, product) with a test for overflow makes.
  static void form(const llvm::ExtractValueInst& extract, Form& out) {
    const auto* const with = llvm::dyn_cast<llvm::WithOverflowInst>(extract.getAggregateOperand());
    if (with == nullptr || extract.getIndices() != llvm::ArrayRef<unsigned>{0}) return;
    out.operation.op = plain(with->getBinaryOp());
    out.operands = {with->getLHS(), with->getRHS(), nullptr};
    out.from = {~0U, ~0U, ~0U};  // it names neither
  }

  /// Values one of which, or lanes of which, the value is. Empty: none are known.
  static std::vector<Value> parts(Value v) {
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(v))
      return {phi->incoming_values().begin(), phi->incoming_values().end()};
    if (const auto* const e = llvm::dyn_cast<llvm::ExtractElementInst>(v)) return {e->getVectorOperand()};
    if (llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst>(v)) {
      const auto* const inst = llvm::cast<llvm::Instruction>(v);
      return {inst->getOperand(0), inst->getOperand(1)};
    }
    // Where it may be poison or undefined, it may be anything.
    const auto* const freeze = llvm::dyn_cast<llvm::FreezeInst>(v);
    if (freeze != nullptr && llvm::isGuaranteedNotToBeUndefOrPoison(freeze->getOperand(0)))
      return {freeze->getOperand(0)};
    return {};
  }
  /// Is that operand the value, or lanes of it, as it is?
  static bool passes(const llvm::Instruction& user, std::uint32_t operand) {
    if (llvm::isa<llvm::PHINode, llvm::FreezeInst, llvm::ShuffleVectorInst>(user)) return true;
    if (llvm::isa<llvm::ExtractElementInst>(user)) return operand == 0;
    return llvm::isa<llvm::InsertElementInst>(user) && operand < 2;
  }
  template <class Ask>
  static bits::Fact<W> one_of(Value v, unsigned w, Ask& ask) {
    std::optional<bits::Fact<W>> out;
    for (const Value part : parts(v)) {
      if (part == v || llvm::isa<llvm::PoisonValue>(part)) continue;
      const bits::Fact<W> f = ask(part);
      if (f.known.width != w) return bits::Fact<W>::unknown(w);
      out = out ? bits::join(*out, f) : f;
    }
    return out.value_or(bits::Fact<W>::unknown(w));
  }
  static bits::Fact<W> of_constant(const llvm::Constant& constant, unsigned w) {
    using Fact = bits::Fact<W>;
    const auto number = [&](const llvm::ConstantInt& n) {
      return Fact::of(bits::KnownBits<W>::constant(to_word<W>(n.getValue()), w));
    };
    if (const auto* const n = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return number(*n);
    const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
    if (type == nullptr) return Fact::unknown(w);
    std::optional<Fact> out;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const llvm::Constant* const lane = constant.getAggregateElement(i);
      if (lane != nullptr && llvm::isa<llvm::PoisonValue>(lane)) continue;
      const auto* const n = llvm::dyn_cast_or_null<llvm::ConstantInt>(lane);
      if (n == nullptr) return Fact::unknown(w);
      out = out ? bits::join(*out, number(*n)) : number(*n);
    }
    return out.value_or(Fact::unknown(w));
  }
  static std::optional<llvm::ConstantRange> known_range(const llvm::Value& v) {
    std::optional<llvm::ConstantRange> out;
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&v)) {
      out = argument->getRange();
    } else if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&v);
               call != nullptr && !FunctionBits::form(&v)) {
      out = call->getRange();
      const llvm::MDNode* const range = call->getMetadata(llvm::LLVMContext::MD_range);
      if (!out && range != nullptr) out = llvm::getConstantRangeFromMetadata(*range);
    } else if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&v)) {
      if (const llvm::MDNode* const range = load->getMetadata(llvm::LLVMContext::MD_range))
        out = llvm::getConstantRangeFromMetadata(*range);
    }
    // An empty range says that the value is always poison.
    return out && width(&v) == out->getBitWidth() && !out->isEmptySet() ? out : std::nullopt;
  }

  llvm::DenseMap<Value, std::uint32_t> index_;
  std::vector<Value> order_;
};
static_assert(bits::explain_demand_source<FunctionBits<>>());

/// A function as a problem of lathe::bits, for its checker: what is no operation is an input, and what anything else
/// reads is a root. One lane stands for all lanes of a vector.
struct FunctionProblem {
  bits::Problem problem;
  std::vector<const llvm::Value*> values;  ///< of each line; nullptr for the negation of the line before
};
inline FunctionProblem to_problem(const FunctionBits<>& source) {
  FunctionProblem out;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> line_of;
  const auto add = [&](const llvm::Value* value, bits::Line line) {
    out.values.push_back(value);
    out.problem.lines.push_back(std::move(line));
    return static_cast<std::uint32_t>(out.problem.lines.size() - 1);
  };
  const auto input = [&](const llvm::Value* value) {
    bits::Line line;
    line.operation.width = source.width(value);
    const auto known = llvm::isa<llvm::Constant>(value)
                           ? source.fact(value, [](const llvm::Value*) { return bits::Fact<>{}; }).known
                           : bits::KnownBits<>{};
    if (known.width != 0 && known.is_constant()) {
      line.operation.op = bits::Op::constant;
      line.operation.value = known.one;
    }
    return line_of[value] = add(value, std::move(line));
  };
  const auto line = [&](const llvm::Value* value) {
    const auto at = line_of.find(value);
    return at == line_of.end() ? input(value) : at->second;
  };
  for (const llvm::Value* value : source.operands_first()) {
    if (source.width(value) == 0) continue;
    const auto form = source.form(value);
    if (!form) {
      line(value);
    } else {
      bits::Line made;
      made.operation = form->operation;
      for (unsigned i = 0; i < form->count(); ++i) made.operands.push_back(line(form->operands[i]));
      std::uint32_t at = add(form->negate ? nullptr : value, std::move(made));
      if (form->negate) {
        bits::Line negation;
        negation.operation.op = bits::Op::bit_not;
        negation.operation.width = 1;
        negation.operands = {at};
        at = add(value, std::move(negation));
      }
      line_of[value] = at;
    }
  }
  for (std::uint32_t i = 0; i < out.values.size(); ++i) {
    if (out.values[i] == nullptr || llvm::isa<llvm::Constant>(out.values[i])) continue;
    source.for_each_user(out.values[i], [&](const llvm::Instruction* user, std::uint32_t) {
      if (!source.form(user)) out.problem.lines[i].root = true;
    });
  }
  return out;
}

}  // namespace lathe::llvm_ir
