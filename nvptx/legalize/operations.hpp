// The client of the operation legalizer: which operation `select` takes on which type (actions.cpp), and what the
// others become (operations.cpp, expand_float.cpp, expand_integer.cpp).
//
// Needs: legal types (legalize_types ran).
#pragma once

#include <string>
#include <vector>

#include <lathe/legalize/action_table.hpp>

#include "nvptx/legalize/lower.hpp"

namespace lathe::nvptx {

/// Dense index of the legal types, for the action table.
enum class TypeIndex : std::uint8_t {
  other,
  i1,
  i16,
  i32,
  i64,
  f16,
  bf16,
  f32,
  f64,
  v2f16,
  v2bf16,
  v2i16,
  v4i8,
  v2f32,
  count
};
TypeIndex type_index(Vt type);

/// fp_ext and fp_trunc between these types as one cvt: the one fact about conversions that the table cannot hold.
bool is_native_conversion(Vt from, Vt to, const Features& features);
/// The action table of a target: rows are operations, columns TypeIndex. The type that decides is the result's, or the
/// first operand's where the result says little (see deciding_type).
dag::ActionTable action_table(const Features& features);
/// The same, made once per thread and target; valid as long as the thread lives.
const dag::ActionTable& shared_action_table(const Features& features);
Vt deciding_type(const Dag& dag, NodeId id);

class OperationLowering {
 public:
  OperationLowering(Dag& dag, const Features& features)
      : features_(features), make_(dag), table_(shared_action_table(features)) {}

  dag::Action action(const Dag& dag, NodeId id) const;
  bool custom(Dag& dag, NodeId id, Values& out);
  bool expand(Dag& dag, NodeId id, Values& out);
  /// 16-bit floats by way of f32, i16 by way of i32.
  bool promote(Dag& dag, NodeId id, Values& out);

  const std::string& refusal() const { return refusal_; }

 private:
  bool unroll(Dag& dag, NodeId id, Values& out);
  bool expand_predicate(Dag& dag, NodeId id, Values& out);
  bool expand_float(Dag& dag, NodeId id, Values& out);
  Value funnel64(Value high, Value low, Value amount, bool left);
  Value wider_float(Value v);
  Value round_to_odd(Value x);
  Value bf16_from_f32(Value x);
  Value float_constant(double value, Vt type);
  Value fpclass(Value x, std::uint64_t classes);
  Value load_exponent(NodeId id, Value x, Value e);
  bool convert_float(Dag& dag, NodeId id, Values& out);
  bool convert_to_integer(Dag& dag, NodeId id, Values& out);
  bool convert_to_float(Dag& dag, NodeId id, Values& out);

  const Features& features_;
  Make make_;
  const dag::ActionTable& table_;
  std::string refusal_;
};

}  // namespace lathe::nvptx
