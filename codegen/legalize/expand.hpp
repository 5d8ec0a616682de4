// Operations made of plainer ones, for targets without the instruction: what the rules for types and those for
// operations share.
#pragma once

#include <vector>

#include "codegen/legalize/facts.hpp"
#include "codegen/legalize/make.hpp"

namespace lathe::codegen {

using Values = std::vector<Value>;  ///< results of an operation, or parts of a value, in order

/// Expansions of saturating, overflow, min/max and other integer operations into plain ones of the same type, any
/// width; appends one value per result. False when there is none.
bool expand_integer(Make& make, NodeId id, Values& out);

/// Expansions of an operation on integers that registers hold into shifts, logic, sums, products, comparisons and
/// selections of that type: products by halves, counts, reversals, rotations, fields, bytes, truth tables, division.
/// `facts` tells which of several ways is native. Appends one value per result; false when there is none.
bool expand_word(Make& make, const TargetFacts& facts, NodeId id, Values& out);

/// sdiv, udiv, srem, urem of integers of a power of two of bits, 16 to 64: the reciprocal by Newton's steps, the
/// quotient in two rounds, one correction. About 40 nodes for 32 bits, 12 of them products. A divisor of zero gives
/// anything.
Value divide(Make& make, Isd op, Value a, Value b);

/// An addrspace_cast of `pointer` by adding and taking away where the spaces lie, with casts that the target has between;
/// none where a space has no generic address.
Value expand_cast(Make& make, const TargetFacts& facts, NodeId id, Value pointer);

/// add_limbs and sub_limbs without a carry chain: a carry is a sum that is less than its summand. O(limbs) nodes.
void expand_carries(Make& make, NodeId id, Values& out);

}  // namespace lathe::codegen
