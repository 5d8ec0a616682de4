// Rules of the combiner over integers of LLVM IR, and vectors of one number. None needs a value to be free of poison or
// undefined bits: each looks at a value no more often than before. What they make has no flags.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "adapters/llvm_ir/combine.hpp"

namespace lathe::llvm_ir {

class FunctionRules;
std::vector<dag::Rule<FunctionRules, unsigned>> all_rules();

/// What dag::RuleSet asks for, around a table of plain functions.
class FunctionRules {
 public:
  using NodeId = dag::NodeId;
  using Value = dag::Value;
  using Table = dag::RuleTable<FunctionRules, unsigned>;

  explicit FunctionRules(FunctionGraph& graph, std::vector<Table::Entry> rules = all_rules())
      : graph_(graph), table_(std::move(rules)) {}
  FunctionGraph& graph() { return graph_; }
  std::uint32_t count() const { return table_.count(); }
  std::string_view name(std::uint32_t rule) const { return table_.name(rule); }
  auto candidates(unsigned op) { return table_.candidates(op); }
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
    const unsigned w = FunctionBits<>::width(graph_.value(node));
    if (w == 0) return false;
    const Value v = table_.apply(rule, *this, node);
    if (v) out.push_back(v);
    return static_cast<bool>(v);
  }

  // What rules are made of.
  llvm::Value* operand(NodeId n, unsigned i) const { return graph_.operand(n, i); }
  unsigned width(NodeId n) const { return FunctionBits<>::width(graph_.value(n)); }
  std::uint64_t mask(NodeId n) const { return bits::low_mask<std::uint64_t>(width(n)); }
  static std::optional<std::uint64_t> number(const llvm::Value* v) {
    const auto* c = llvm::dyn_cast<llvm::Constant>(v);
    if (c != nullptr && c->getType()->isVectorTy()) c = c->getSplatValue();
    const auto* const n = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
    return n != nullptr && n->getBitWidth() <= 64 ? std::optional<std::uint64_t>(n->getZExtValue()) : std::nullopt;
  }
  std::optional<std::uint64_t> number(NodeId n, unsigned i) const { return number(operand(n, i)); }
  Value value(llvm::Value* v) { return graph_.node(v); }
  /// A number of the node's type.
  llvm::Value* constant(NodeId n, std::uint64_t x) {
    return llvm::ConstantInt::get(graph_.value(n)->getType(), x & mask(n));
  }
  Value make_number(NodeId n, std::uint64_t x) { return value(constant(n, x)); }
  Value binary(NodeId n, unsigned op, llvm::Value* x, llvm::Value* y) {
    return graph_.make(llvm::BinaryOperator::Create(static_cast<llvm::Instruction::BinaryOps>(op), x, y), n);
  }
  Value binary(NodeId n, unsigned op, llvm::Value* x, std::uint64_t y) { return binary(n, op, x, constant(n, y)); }
  Value cast(NodeId n, unsigned op, llvm::Value* x) {
    return graph_.make(
        llvm::CastInst::Create(static_cast<llvm::Instruction::CastOps>(op), x, graph_.value(n)->getType()), n);
  }
  /// The instruction that an operand is, if it has this opcode.
  llvm::Instruction* inner(NodeId n, unsigned i, unsigned op) const {
    auto* const inst = llvm::dyn_cast<llvm::Instruction>(operand(n, i));
    return inst != nullptr && inst->getOpcode() == op ? inst : nullptr;
  }

 private:
  FunctionGraph& graph_;
  Table table_;
};
static_assert(dag::explain_rule_set<FunctionRules>());

namespace rules {

using R = FunctionRules;
using I = llvm::Instruction;
using dag::NodeId;
using dag::Value;

inline Value fold(R& r, NodeId n) {
  const auto form = FunctionBits<>::form(r.graph().value(n));
  if (!form) return {};
  std::array<bits::Sized<>, 3> x;
  for (unsigned i = 0; i < form->count(); ++i) {
    const auto number = R::number(form->operands[i]);
    if (!number) return {};
    x[i] = {*number, FunctionBits<>::width(form->operands[i])};
  }
  const auto out = bits::evaluate(form->operation, std::span<const bits::Sized<>>(x.data(), form->count()));
  return out ? r.make_number(n, form->negate ? ~*out : *out) : Value{};
}
inline Value number_right(R& r, NodeId n) {
  if (!r.number(n, 0) || r.number(n, 1)) return {};
  return r.binary(n, r.graph().op(n), r.operand(n, 1), r.operand(n, 0));
}
/// x + 0, x - 0, x | 0, x ^ 0, shifts by 0.
inline Value zero_right(R& r, NodeId n) { return r.number(n, 1) == 0 ? r.value(r.operand(n, 0)) : Value{}; }
/// x * 1, x / 1.
inline Value one_right(R& r, NodeId n) { return r.number(n, 1) == 1 ? r.value(r.operand(n, 0)) : Value{}; }
/// x & 0, x * 0.
inline Value to_zero(R& r, NodeId n) { return r.number(n, 1) == 0 ? r.make_number(n, 0) : Value{}; }
inline Value and_ones(R& r, NodeId n) { return r.number(n, 1) == r.mask(n) ? r.value(r.operand(n, 0)) : Value{}; }
inline Value or_ones(R& r, NodeId n) { return r.number(n, 1) == r.mask(n) ? r.make_number(n, r.mask(n)) : Value{}; }
/// x & x, x | x.
inline Value same_operands(R& r, NodeId n) {
  return r.operand(n, 0) == r.operand(n, 1) ? r.value(r.operand(n, 0)) : Value{};
}
/// x - x, x ^ x.
inline Value same_to_zero(R& r, NodeId n) { return r.operand(n, 0) == r.operand(n, 1) ? r.make_number(n, 0) : Value{}; }
/// The exponent of a power of two.
inline std::optional<unsigned> power(std::optional<std::uint64_t> x) {
  if (!x || !std::has_single_bit(*x)) return std::nullopt;
  return static_cast<unsigned>(std::countr_zero(*x));
}
inline Value mul_power(R& r, NodeId n) {
  const auto k = power(r.number(n, 1));
  return k && *k > 0 ? r.binary(n, I::Shl, r.operand(n, 0), *k) : Value{};
}
inline Value udiv_power(R& r, NodeId n) {
  const auto k = power(r.number(n, 1));
  return k && *k > 0 ? r.binary(n, I::LShr, r.operand(n, 0), *k) : Value{};
}
inline Value urem_power(R& r, NodeId n) {
  const auto k = power(r.number(n, 1));
  return k ? r.binary(n, I::And, r.operand(n, 0), *r.number(n, 1) - 1) : Value{};
}
/// x - c becomes x + -c.
inline Value sub_number(R& r, NodeId n) {
  const auto c = r.number(n, 1);
  return c && *c != 0 ? r.binary(n, I::Add, r.operand(n, 0), 0 - *c) : Value{};
}
/// (x op c) op d becomes x op (c op d): sums, and, or, xor, products.
inline Value reassociate(R& r, NodeId n) {
  const unsigned op = r.graph().op(n);
  const llvm::Instruction* const in = r.inner(n, 0, op);
  const auto d = r.number(n, 1);
  if (in == nullptr || !d || R::number(in->getOperand(0))) return {};
  const auto c = R::number(in->getOperand(1));
  if (!c) return {};
  const std::uint64_t both = op == I::Add   ? *c + *d
                             : op == I::Mul ? *c * *d
                             : op == I::And ? *c & *d
                             : op == I::Or  ? *c | *d
                                            : *c ^ *d;
  return r.binary(n, op, in->getOperand(0), both);
}
/// (x << a) << b, and logical shifts to the right.
inline Value shift_shift(R& r, NodeId n) {
  const unsigned op = r.graph().op(n);
  const llvm::Instruction* const in = r.inner(n, 0, op);
  const std::uint64_t w = r.width(n), b = r.number(n, 1).value_or(w);
  if (in == nullptr || R::number(in->getOperand(0))) return {};
  const std::uint64_t a = R::number(in->getOperand(1)).value_or(w);
  if (a >= w || b >= w) return {};
  return a + b < w ? r.binary(n, op, in->getOperand(0), a + b) : r.make_number(n, 0);
}
/// (x << a) >> a keeps the low bits, (x >> a) << a the high ones.
inline Value shift_back(R& r, NodeId n) {
  const bool right = r.graph().op(n) == I::LShr;
  const llvm::Instruction* const in = r.inner(n, 0, right ? I::Shl : I::LShr);
  const auto a = r.number(n, 1);
  if (in == nullptr || !a || *a == 0 || *a >= r.width(n) || R::number(in->getOperand(1)) != a) return {};
  return r.binary(n, I::And, in->getOperand(0), right ? r.mask(n) >> *a : r.mask(n) << *a);
}
/// The same extension twice, or a cut of a cut.
inline Value cast_cast(R& r, NodeId n) {
  const unsigned op = r.graph().op(n);
  const llvm::Instruction* const in = r.inner(n, 0, op);
  return in != nullptr ? r.cast(n, op, in->getOperand(0)) : Value{};
}
/// A cut of an extension: the value, less of it, or extended less far.
inline Value trunc_extension(R& r, NodeId n) {
  const llvm::Instruction* in = r.inner(n, 0, I::ZExt);
  if (in == nullptr) in = r.inner(n, 0, I::SExt);
  if (in == nullptr) return {};
  llvm::Value* const x = in->getOperand(0);
  const unsigned from = FunctionBits<>::width(x), to = r.width(n);
  if (from == 0) return {};
  if (from == to) return r.value(x);
  return r.cast(n, from > to ? static_cast<unsigned>(I::Trunc) : in->getOpcode(), x);
}
inline Value select_same(R& r, NodeId n) {
  return r.operand(n, 1) == r.operand(n, 2) ? r.value(r.operand(n, 1)) : Value{};
}
inline Value select_known(R& r, NodeId n) {
  const auto c = r.number(n, 0);
  return c ? r.value(r.operand(n, *c != 0 ? 1 : 2)) : Value{};
}
/// x compared with x.
inline Value compare_same(R& r, NodeId n) {
  if (r.operand(n, 0) != r.operand(n, 1) || FunctionBits<>::width(r.operand(n, 0)) == 0) return {};
  return r.make_number(n, llvm::cast<llvm::ICmpInst>(r.graph().value(n))->isTrueWhenEqual() ? 1 : 0);
}

}  // namespace rules

/// All rules, by opcode, in the order in which they are tried.
inline std::vector<dag::Rule<FunctionRules, unsigned>> all_rules() {
  using I = llvm::Instruction;
  std::vector<dag::Rule<FunctionRules, unsigned>> out;
  for (const unsigned op :
       {I::Add, I::Sub, I::Mul, I::UDiv, I::SDiv, I::URem, I::SRem, I::And, I::Or, I::Xor, I::Shl, I::LShr, I::AShr})
    out.push_back({"fold-numbers", op, rules::fold});
  for (const unsigned op : {I::ZExt, I::SExt, I::Trunc}) out.push_back({"fold-numbers", op, rules::fold});
  out.push_back({"fold-numbers", I::ICmp, rules::fold});
  for (const unsigned op : {I::Add, I::Mul, I::And, I::Or, I::Xor}) {
    out.push_back({"number-right", op, rules::number_right});
    out.push_back({"reassociate", op, rules::reassociate});
  }
  for (const unsigned op : {I::Add, I::Sub, I::Or, I::Xor, I::Shl, I::LShr, I::AShr})
    out.push_back({"zero-right", op, rules::zero_right});
  for (const unsigned op : {I::Mul, I::UDiv, I::SDiv}) out.push_back({"one-right", op, rules::one_right});
  for (const unsigned op : {I::And, I::Mul}) out.push_back({"to-zero", op, rules::to_zero});
  out.push_back({"and-ones", I::And, rules::and_ones});
  out.push_back({"or-ones", I::Or, rules::or_ones});
  for (const unsigned op : {I::And, I::Or}) out.push_back({"same-operands", op, rules::same_operands});
  for (const unsigned op : {I::Sub, I::Xor}) out.push_back({"same-to-zero", op, rules::same_to_zero});
  out.push_back({"mul-power", I::Mul, rules::mul_power});
  out.push_back({"udiv-power", I::UDiv, rules::udiv_power});
  out.push_back({"urem-power", I::URem, rules::urem_power});
  out.push_back({"sub-number", I::Sub, rules::sub_number});
  for (const unsigned op : {I::Shl, I::LShr}) {
    out.push_back({"shift-shift", op, rules::shift_shift});
    out.push_back({"shift-back", op, rules::shift_back});
  }
  for (const unsigned op : {I::ZExt, I::SExt, I::Trunc}) out.push_back({"cast-cast", op, rules::cast_cast});
  out.push_back({"trunc-extension", I::Trunc, rules::trunc_extension});
  out.push_back({"select-same", I::Select, rules::select_same});
  out.push_back({"select-known", I::Select, rules::select_known});
  out.push_back({"compare-same", I::ICmp, rules::compare_same});
  return out;
}

}  // namespace lathe::llvm_ir
