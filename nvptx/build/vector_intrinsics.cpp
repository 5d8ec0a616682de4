// Intrinsics of vectors, and masked accesses whose mask is known.
#include <optional>
#include <vector>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

namespace {

using llvm::Intrinsic::ID;
namespace in = llvm::Intrinsic;

/// The scalar operation of a reduction; `start` when it takes an initial value first.
std::optional<Isd> reduction_of(ID id, bool& start) {
  start = id == in::vector_reduce_fadd || id == in::vector_reduce_fmul;
  switch (id) {
    case in::vector_reduce_add:
      return Isd::add;
    case in::vector_reduce_mul:
      return Isd::mul;
    case in::vector_reduce_and:
      return Isd::and_;
    case in::vector_reduce_or:
      return Isd::or_;
    case in::vector_reduce_xor:
      return Isd::xor_;
    case in::vector_reduce_smax:
      return Isd::smax;
    case in::vector_reduce_smin:
      return Isd::smin;
    case in::vector_reduce_umax:
      return Isd::umax;
    case in::vector_reduce_umin:
      return Isd::umin;
    case in::vector_reduce_fmax:
      return Isd::fmaxnum;
    case in::vector_reduce_fmin:
      return Isd::fminnum;
    case in::vector_reduce_fmaximum:
      return Isd::fmaximum;
    case in::vector_reduce_fminimum:
      return Isd::fminimum;
    case in::vector_reduce_fadd:
      return Isd::fadd;
    case in::vector_reduce_fmul:
      return Isd::fmul;
    default:
      return std::nullopt;
  }
}

// Where the lanes of a result come from: numbers into lanes in a row.
using Order = std::vector<std::size_t>;

void append_lanes(Context& c, const llvm::Value* from, ValueList& lanes) {
  const Value v = c.value(from);
  for (std::uint32_t i = 0; i < c.dag.type(v).lanes(); ++i) lanes.push_back(c.lane(v, i));
}

// Beyond the last lane, undefined.
Value picked(Context& c, const ValueList& lanes, const Order& order, Vt type) {
  ValueList chosen;
  for (const std::size_t at : order) chosen.push_back(at < lanes.size() ? lanes[at] : c.dag.undef(type.element()));
  return c.vector(type, chosen);
}

std::size_t number_of(const llvm::IntrinsicInst& call, unsigned argument) {
  return static_cast<std::size_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getSExtValue());
}

bool reduction(Context& c, const llvm::IntrinsicInst& call) {
  bool start = false;
  const std::optional<Isd> op = reduction_of(call.getIntrinsicID(), start);
  if (!op) return false;
  const std::uint16_t flags = llvm::isa<llvm::FPMathOperator>(call) ? flags_of(llvm::cast<llvm::Operator>(call)) : 0;
  const DagPayload payload{static_cast<std::uint64_t>(*op), 0};
  if (start)
    c.set(&call, c.node(Isd::reduce, c.type_of(&call), {c.value(call.getArgOperand(1)), c.value(call.getArgOperand(0))},
                        payload, flags));
  else
    c.set(&call, c.node(Isd::reduce, c.type_of(&call), {c.value(call.getArgOperand(0))}, payload, flags));
  return true;
}

// The lanes of both in a row: from lane `number` on, or the last whole vector moved down by it.
void splice(Context& c, const llvm::IntrinsicInst& call, ValueList& lanes, Order& order) {
  append_lanes(c, call.getArgOperand(0), lanes);
  const std::size_t count = lanes.size(), by = number_of(call, 2);
  append_lanes(c, call.getArgOperand(1), lanes);
  const bool left = call.getIntrinsicID() == in::vector_splice_left;
  const std::size_t first = left ? by : by <= count ? count - by : by + count;
  for (std::size_t i = 0; i < count; ++i) order.push_back(first + i);
}

// Lane i of operand k goes to i * factor + k.
void interleave(Context& c, const llvm::IntrinsicInst& call, unsigned factor, ValueList& lanes, Order& order) {
  for (unsigned k = 0; k < factor; ++k) append_lanes(c, call.getArgOperand(k), lanes);
  const std::size_t part = lanes.size() / factor;
  for (std::size_t i = 0; i < lanes.size(); ++i) order.push_back(i % factor * part + i / factor);
}

// Back again: result k has the lanes of operand k.
void deinterleave(Context& c, const llvm::IntrinsicInst& call, unsigned factor) {
  ValueList lanes, results;
  append_lanes(c, call.getArgOperand(0), lanes);
  const Vt part = c.leaves(call.getType())[0].type;
  Order order;
  for (unsigned k = 0; k < factor; ++k) {
    order.clear();
    for (std::size_t i = k; i < lanes.size(); i += factor) order.push_back(i);
    results.push_back(picked(c, lanes, order, part));
  }
  c.set(&call, std::span<const Value>(results.data(), results.size()));
}

}  // namespace

bool vector_intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  if (reduction(c, call)) return true;
  const ID id = call.getIntrinsicID();
  ValueList lanes;
  Order order;
  switch (id) {
    case in::vector_reverse:
      append_lanes(c, call.getArgOperand(0), lanes);
      for (std::size_t i = lanes.size(); i-- > 0;) order.push_back(i);
      break;
    case in::vector_insert: {
      append_lanes(c, call.getArgOperand(0), lanes);
      const std::size_t whole = lanes.size(), at = number_of(call, 2);
      append_lanes(c, call.getArgOperand(1), lanes);
      for (std::size_t i = 0; i < whole; ++i)
        order.push_back(i >= at && i < at + (lanes.size() - whole) ? whole + i - at : i);
      break;
    }
    case in::vector_extract:
      append_lanes(c, call.getArgOperand(0), lanes);
      for (std::size_t i = 0; i < c.type_of(&call).lanes(); ++i) order.push_back(number_of(call, 1) + i);
      break;
    case in::vector_splice_left:
    case in::vector_splice_right:
      splice(c, call, lanes, order);
      break;
    case in::stepvector: {
      const Vt type = c.type_of(&call);
      const std::uint64_t mask = type.bits() < 64 ? (std::uint64_t{1} << type.bits()) - 1 : ~std::uint64_t{0};
      for (std::uint32_t i = 0; i < type.lanes(); ++i) {
        lanes.push_back(c.integer(i & mask, type.element()));
        order.push_back(i);
      }
      break;
    }
    default:
      if (const unsigned factor = llvm::getInterleaveIntrinsicFactor(id)) {
        interleave(c, call, factor, lanes, order);
        break;
      }
      if (const unsigned factor = llvm::getDeinterleaveIntrinsicFactor(id)) {
        deinterleave(c, call, factor);
        return true;
      }
      return false;
  }
  c.set(&call, picked(c, lanes, order, c.type_of(&call)));
  return true;
}

// With a mask that is known, one access per lane; `prepare` turns the others into branches.
bool masked_access(Context& c, const llvm::IntrinsicInst& call) {
  const ID id = call.getIntrinsicID();
  const bool loads = id == in::masked_load || id == in::masked_gather;
  const bool lists = id == in::masked_gather || id == in::masked_scatter;
  if (!loads && id != in::masked_store && id != in::masked_scatter) return false;
  const unsigned first = loads ? 0 : 1;
  const auto* mask = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(first + 1));
  const llvm::Value* pointer = call.getArgOperand(first);
  const llvm::Type* vector_type = loads ? call.getType() : call.getArgOperand(0)->getType();
  const Vt type = c.type_of(vector_type);
  ValueList bits;
  if (mask != nullptr) {
    const Value known = constant_vector(c, mask, Vt(VtKind::integer, 1, type.lanes()));
    for (std::uint32_t i = 0; i < c.dag.operand_count(known.node); ++i) bits.push_back(c.dag.operand(known, i));
  }
  std::uint64_t set_bit = 0;
  if (bits.size() != type.lanes() || type.bits() % 8 != 0) {
    c.error("a masked access whose mask is not constant must be expanded before");
    if (loads) c.set(&call, std::span<const Value>());
    return true;
  }
  const std::uint64_t align = call.getParamAlign(first).valueOrOne().value();
  const Value addresses = c.value(pointer);
  const Value whole = loads ? c.value(call.getArgOperand(2)) : c.value(call.getArgOperand(0));
  MemInfo info;
  info.space = static_cast<Space>(pointer->getType()->getScalarType()->getPointerAddressSpace());
  ValueList lanes;
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    const bool on = c.dag.is_constant(bits[i], set_bit) && set_bit != 0;
    const std::uint64_t distance = lists ? 0 : std::uint64_t{i} * type.element_bytes();
    info.align = aligned_at(static_cast<std::uint32_t>(align), distance);
    const Value address = lists ? c.lane(addresses, i) : c.add_offset(addresses, static_cast<std::int64_t>(distance));
    if (!loads) {
      if (on) store_leaf(c, c.lane(whole, i), address, info);
      continue;
    }
    lanes.push_back(on ? load_leaf(c, type.element(), address, info) : c.lane(whole, i));
  }
  if (loads) c.set(&call, c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size())));
  return true;
}

}  // namespace lathe::nvptx::build
