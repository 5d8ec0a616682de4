// Rules from a text over the toy's expressions: what a user writes to have them, 60 lines.
#pragma once

#include <optional>
#include <span>

#include <lathe/combine/rules_set.hpp>

#include "adapters/toy/expression.hpp"

namespace toy {

/// All expressions are numbers of 64 bits.
inline lathe::rules::Vocabulary expression_vocabulary() {
  using Kind = Expression::Op;
  lathe::rules::Vocabulary words;
  const auto add = [&](const char* name, Kind op, bool commutes) {
    words.operations.push_back({name, static_cast<std::uint32_t>(op), 2, commutes, {}, false});
  };
  add("and", Kind::bit_and, true);
  add("or", Kind::bit_or, true);
  add("xor", Kind::bit_xor, true);
  add("add", Kind::add, true);
  add("shl", Kind::shift_left, false);
  words.types.push_back({"word", 0, 64});
  return words;
}

/// A rules::Source and a builder over an ExpressionGraph.
class ExpressionClient {
 public:
  using RuleValue = lathe::dag::Value;
  explicit ExpressionClient(ExpressionGraph& graph) : graph_(graph) {}
  ExpressionGraph& graph() { return graph_; }

  std::uint32_t operation(RuleValue v) const { return static_cast<std::uint32_t>(at(v).op); }
  std::uint32_t operand_count(RuleValue v) const { return static_cast<std::uint32_t>(at(v).operands.size()); }
  RuleValue operand(RuleValue v, std::uint32_t i) const { return {at(v).operands[i]->id, 0}; }
  std::optional<std::uint64_t> literal(RuleValue v) const {
    return at(v).op == Expression::Op::number ? std::optional(at(v).number) : std::nullopt;
  }
  static std::uint32_t type(RuleValue) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 64; }
  static std::uint32_t flags(RuleValue) { return 0; }
  static std::uint64_t attribute(RuleValue) { return 0; }
  bool one_use(RuleValue v) const { return at(v).users.size() == 1; }

  RuleValue make(std::uint32_t operation, std::uint32_t, std::span<const RuleValue> operands,
                 std::optional<std::uint64_t>, std::uint32_t) {
    std::vector<Expression*> list;
    for (const RuleValue v : operands) list.push_back(graph_.at(v.node));
    return {graph_.make(static_cast<Expression::Op>(operation), std::move(list))->id, 0};
  }
  RuleValue literal(std::uint64_t bits, std::uint32_t) { return {graph_.number(bits)->id, 0}; }
  void replacing(lathe::dag::NodeId) {}
  void replaced(lathe::dag::NodeId, std::span<const RuleValue>) {}

 private:
  const Expression& at(RuleValue v) const { return *graph_.at(v.node); }
  ExpressionGraph& graph_;
};

}  // namespace toy
