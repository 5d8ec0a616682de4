// The client of the operation legalizer: which operation is native on which type (facts.hpp), and what the
// others become (operations.cpp, expand_float.cpp, expand_integer.cpp).
//
// Needs: legal types (legalize_types ran).
#pragma once

#include <string>
#include <vector>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

class OperationLowering {
 public:
  OperationLowering(Dag& dag, const TargetFacts& facts) : facts_(facts), make_(dag), wide_(facts) {}

  dag::Action action(const Dag& dag, NodeId id) const;
  bool custom(Dag& dag, NodeId id, Values& out);
  bool expand(Dag& dag, NodeId id, Values& out);
  /// 16-bit floats by way of f32, i16 by way of i32.
  bool promote(Dag& dag, NodeId id, Values& out);
  bool libcall(Dag& dag, NodeId id, Values& out);

  const std::string& refusal() const { return refusal_; }

 private:
  bool unroll(Dag& dag, NodeId id, Values& out);
  bool expand_predicate(Dag& dag, NodeId id, Values& out);
  bool expand_float(Dag& dag, NodeId id, Values& out);
  bool expand_soft(Dag& dag, NodeId id, Values& out);
  Value funnel64(Value high, Value low, Value amount, bool left);
  Value wider_float(Value v);
  Value round_to_odd(Value x);
  Value bf16_from_f32(Value x);
  Value half_fma(NodeId id);
  Value float_constant(double value, Vt type);
  Value load_exponent(NodeId id, Value x, Value e);
  /// is_fpclass of classes that one comparison of floats tells, or nothing.
  Value class_by_comparison(NodeId id);
  bool convert_float(Dag& dag, NodeId id, Values& out);
  bool convert_to_integer(Dag& dag, NodeId id, Values& out);
  bool convert_to_float(Dag& dag, NodeId id, Values& out);

  const TargetFacts& facts_;
  Make make_;
  WideAddresses wide_;
  std::string refusal_;
};

}  // namespace lathe::codegen
