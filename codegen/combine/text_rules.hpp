// Rules from a text over the DAG: the vocabulary of its operations, and what include/lathe/combine/rules_set.hpp asks
// of a client. No target: every operation may be made, nothing is known of the target's own.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <lathe/combine/rules_set.hpp>

#include "codegen/combine/combine.hpp"

namespace lathe::codegen {

/// Operations that compute, flags, conditions and types of the DAG, by their names in its text.
const rules::Vocabulary& dag_vocabulary();

/// Reads a file of rules and proves that they end; nothing, and why not in `error`, otherwise. `unproved`: rules without
/// a proof are taken too, and the combiner's bound on visits holds. `measure`, when not null: the proof as text.
std::optional<rules::Compiled> read_text_rules(const std::string& text, const std::string& name, bool unproved,
                                               std::string* measure, std::string& error);

/// The DAG as rules see it. Refers to `dag`.
class DagClient {
 public:
  using RuleValue = Value;  ///< what rules match and make
  /// The DAG outlives it; `limits`: how far questions for bits go.
  explicit DagClient(Dag& dag, const KnownBitsLimits& limits = {}) : dag_(dag), limits_(limits) {}
  Dag& graph() { return dag_; }  ///< the DAG

  std::uint32_t operation(Value v) const;  ///< The number of the node's operation, as the vocabulary has it.
  std::uint32_t operand_count(Value v) const { return dag_.operand_count(v.node); }  ///< how many values its node takes
  Value operand(Value v, std::uint32_t i) const { return dag_.operand(v.node, i); }  ///< The i-th of them.
  /// The word of a constant, or of a splat of one, of at most 64 bits.
  std::optional<std::uint64_t> literal(Value v) const;
  std::uint32_t type(Value v) const { return dag_.type(v).raw; }  ///< Vt::raw
  static std::uint32_t width(std::uint32_t type);  ///< Bits of a literal of the type; 0: no literal has it.
  std::uint32_t flags(Value v) const { return dag_.flags(v.node); }  ///< of its node, see namespace flag
  /// Of its node: the condition of a setcc, say.
  std::uint64_t attribute(Value v) const { return dag_.payload(v.node).imm; }
  bool one_use(Value v) const { return dag_.one_use(v); }  ///< nobody else uses it
  /// These bits are known to be zero.
  bool zeros(Value v, std::uint64_t mask) { return (known(v).zero & mask) == mask; }
  bool ones(Value v, std::uint64_t mask) { return (known(v).one & mask) == mask; }  ///< these bits are known to be one
  unsigned sign_bits(Value v);       ///< Bits at the top that are known to equal the sign bit.
  bool never_poison(Value v) const;  ///< It is known to be no poison, whatever the inputs are.

  /// For rules::Build: a node, or an empty value where the operation has no such form.
  Value make(std::uint32_t operation, std::uint32_t type, std::span<const Value> operands,
             std::optional<std::uint64_t> attribute, std::uint32_t flags);
  Value literal(std::uint64_t bits, std::uint32_t type);  ///< A constant; vectors get a splat.
  /// What is made from here on has the place of this node in the source.
  void replacing(NodeId node) { dag_.set_position(dag_.node(node).order, dag_.node(node).location); }
  /// Keeps dag.root at the node that stands for it.
  void replaced(NodeId node, std::span<const Value> out);
  const KnownBitsStats& known_bits_stats() const { return stats_; }

 private:
  KnownBits64 known(Value v);

  Dag& dag_;
  KnownBitsLimits limits_;
  KnownBitsStats stats_;
};

static_assert(dag::explain_rule_set<rules::RuleSet<DagClient>>());

}  // namespace lathe::codegen
