// LLVM's generic intrinsics -> operations. What has no counterpart is refused by its name.
#include "codegen/build/families.hpp"

#include <array>
#include <optional>
#include <vector>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lathe::codegen::build {

namespace {

using llvm::Intrinsic::ID;
namespace in = llvm::Intrinsic;

/// An intrinsic that is one operation on its first `operands` arguments, element by element.
struct Row {
  Isd op;
  unsigned operands;
};

std::optional<Row> operation_of(ID id) {
  switch (id) {
    case in::fma:
      return Row{Isd::fma, 3};
    case in::sqrt:
      return Row{Isd::fsqrt, 1};
    case in::minnum:
      return Row{Isd::fminnum, 2};
    case in::maxnum:
      return Row{Isd::fmaxnum, 2};
    case in::minimum:
      return Row{Isd::fminimum, 2};
    case in::maximum:
      return Row{Isd::fmaximum, 2};
    case in::minimumnum:
      return Row{Isd::fminimumnum, 2};
    case in::maximumnum:
      return Row{Isd::fmaximumnum, 2};
    case in::fabs:
      return Row{Isd::fabs, 1};
    case in::copysign:
      return Row{Isd::fcopysign, 2};
    case in::floor:
      return Row{Isd::ffloor, 1};
    case in::ceil:
      return Row{Isd::fceil, 1};
    case in::trunc:
      return Row{Isd::ftrunc, 1};
    case in::rint:
      return Row{Isd::frint, 1};
    case in::nearbyint:
      return Row{Isd::fnearbyint, 1};
    case in::round:
      return Row{Isd::fround, 1};
    case in::roundeven:
      return Row{Isd::froundeven, 1};
    case in::canonicalize:
      return Row{Isd::fcanonicalize, 1};
    case in::exp2:
      return Row{Isd::fexp2, 1};
    case in::ldexp:
      return Row{Isd::fldexp, 2};
    case in::bswap:
      return Row{Isd::bswap, 1};
    case in::bitreverse:
      return Row{Isd::bitreverse, 1};
    case in::ctpop:
      return Row{Isd::ctpop, 1};
    case in::abs:
      return Row{Isd::abs, 1};
    case in::smin:
      return Row{Isd::smin, 2};
    case in::smax:
      return Row{Isd::smax, 2};
    case in::umin:
      return Row{Isd::umin, 2};
    case in::umax:
      return Row{Isd::umax, 2};
    case in::sadd_sat:
      return Row{Isd::sadd_sat, 2};
    case in::uadd_sat:
      return Row{Isd::uadd_sat, 2};
    case in::ssub_sat:
      return Row{Isd::ssub_sat, 2};
    case in::usub_sat:
      return Row{Isd::usub_sat, 2};
    case in::sshl_sat:
      return Row{Isd::sshl_sat, 2};
    case in::ushl_sat:
      return Row{Isd::ushl_sat, 2};
    case in::fshl:
      return Row{Isd::fshl, 3};
    case in::fshr:
      return Row{Isd::fshr, 3};
    default:
      return std::nullopt;
  }
}

std::optional<Isd> overflow_of(ID id) {
  switch (id) {
    case in::sadd_with_overflow:
      return Isd::sadd_o;
    case in::uadd_with_overflow:
      return Isd::uadd_o;
    case in::ssub_with_overflow:
      return Isd::ssub_o;
    case in::usub_with_overflow:
      return Isd::usub_o;
    case in::smul_with_overflow:
      return Isd::smul_o;
    case in::umul_with_overflow:
      return Isd::umul_o;
    default:
      return std::nullopt;
  }
}

// Exponents beyond +-5000 give zero or infinity for every type there is: wide ones are brought between these first.
Value exponent_i32(Context& c, Value exponent) {
  const Vt type = c.dag.type(exponent);
  if (type.bits() > 32) {
    constexpr std::uint64_t most = 5000;
    std::vector<std::uint64_t> limbs((type.bits() + 63) / 64, ~std::uint64_t{0});
    limbs[0] = ~most + 1;
    exponent = c.node(Isd::smax, type, {exponent, c.dag.constant_limbs(limbs, type)});
    exponent = c.node(Isd::smin, type, {exponent, c.dag.constant(most, type)});
  }
  return c.resize(exponent, type.with_bits(32), Isd::sext);
}

bool plain_operation(Context& c, const llvm::IntrinsicInst& call) {
  const std::optional<Row> row = operation_of(call.getIntrinsicID());
  if (!row) return false;
  ValueList operands;
  for (unsigned i = 0; i < row->operands; ++i) operands.push_back(c.value(call.getArgOperand(i)));
  if (row->op == Isd::fldexp) operands[1] = exponent_i32(c, operands[1]);
  c.set(&call, c.dag.get(row->op, c.type_of(&call), std::span<const Value>(operands.data(), operands.size()), {},
                         flags_of(llvm::cast<llvm::Operator>(call))));
  return true;
}

bool overflow_operation(Context& c, const llvm::IntrinsicInst& call) {
  const std::optional<Isd> op = overflow_of(call.getIntrinsicID());
  if (!op) return false;
  const std::array<Value, 2> operands{c.value(call.getArgOperand(0)), c.value(call.getArgOperand(1))};
  const Vt type = c.dag.type(operands[0]);
  const std::array<Vt, 2> types{type, Vt(VtKind::integer, 1, type.lanes())};
  const dag::NodeId made = c.dag.add(*op, types, operands);
  const std::array<Value, 2> results{Value{made, 0}, Value{made, 1}};
  c.set(&call, results);
  return true;
}

// Markers and facts that make no code.
bool marker_intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case in::expect:
    case in::expect_with_probability:
    case in::annotation:
    case in::ptr_annotation:
    case in::launder_invariant_group:
    case in::strip_invariant_group:
    case in::ssa_copy:
    case in::arithmetic_fence:
    case in::preserve_static_offset:
      c.set(&call, c.value(call.getArgOperand(0)));
      return true;
    case in::assume:
    case in::donothing:
    case in::sideeffect:
    case in::lifetime_start:
    case in::lifetime_end:
    case in::invariant_start:
    case in::invariant_end:
    case in::var_annotation:
    case in::pseudoprobe:
    case in::experimental_noalias_scope_decl:
    case in::experimental_convergence_anchor:
    case in::experimental_convergence_entry:
    case in::experimental_convergence_loop:
    case in::fake_use:
    case in::dbg_declare:
    case in::dbg_value:
    case in::dbg_label:
    case in::dbg_assign:
      if (!call.getType()->isVoidTy()) c.set(&call, std::span<const Value>());
      return true;
    default:
      return false;
  }
}

// Questions whose answer is known.
bool known_answer(Context& c, const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case in::is_constant:
      c.set(&call, c.integer(0, vt::i1));
      return true;
    case in::allow_runtime_check:
    case in::allow_ubsan_check:
      c.set(&call, c.integer(1, vt::i1));
      return true;
    case in::objectsize: {
      const bool least = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      c.set(&call, c.integer(least ? 0 : ~std::uint64_t{0}, c.type_of(&call)));
      return true;
    }
    case in::returnaddress:
    case in::frameaddress:
    case in::addressofreturnaddress:
      c.set(&call, c.integer(0, c.type_of(&call)));
      return true;
    case in::get_rounding:
      c.set(&call, c.integer(1, c.type_of(&call)));
      return true;  // to nearest, ties to even
    default:
      return false;
  }
}

// -1, 0 or 1.
void three_way(Context& c, const llvm::IntrinsicInst& call, bool is_signed) {
  const Value left = c.value(call.getArgOperand(0)), right = c.value(call.getArgOperand(1));
  const Vt type = c.type_of(&call);
  const Value less = c.dag.setcc(is_signed ? Cond::slt : Cond::ult, left, right);
  const Value more = c.dag.setcc(is_signed ? Cond::sgt : Cond::ugt, left, right);
  c.set(&call, c.node(Isd::sub, type, {c.node(Isd::zext, type, {more}), c.node(Isd::zext, type, {less})}));
}

// Operations on integers that are more than one node, or have an argument that is a constant.
bool integer_intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case in::ptrmask: {
      const Value pointer = c.value(call.getArgOperand(0));
      c.set(&call, c.node(Isd::and_, c.dag.type(pointer),
                          {pointer, c.resize(c.value(call.getArgOperand(1)), c.dag.type(pointer), Isd::zext)}));
      return true;
    }
    case in::scmp:
      three_way(c, call, true);
      return true;
    case in::ucmp:
      three_way(c, call, false);
      return true;
    case in::ctlz:
    case in::cttz: {
      const bool poison = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      c.set(&call, c.node(call.getIntrinsicID() == in::ctlz ? Isd::ctlz : Isd::cttz, c.type_of(&call),
                          {c.value(call.getArgOperand(0))}, {poison ? 1U : 0U, 0}));
      return true;
    }
    default:
      return false;
  }
}

bool float_intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  const bool scalar = !call.getType()->isVoidTy() && !call.getType()->isAggregateType();
  const Vt type = scalar ? c.type_of(call.getType()) : vt::i32;
  const std::uint16_t flags = llvm::isa<llvm::FPMathOperator>(call) ? flags_of(llvm::cast<llvm::Operator>(call)) : 0;
  const auto operand = [&](unsigned i) { return c.value(call.getArgOperand(i)); };
  const auto approximate = [&](Isd op) {
    // The hardware's forms have absolute errors only: allowed where the program says that approximations will do.
    if ((flags & flag::afn) == 0 && !c.modes.approximate)
      c.error("intrinsic " + call.getCalledFunction()->getName().str() +
              " needs the flag afn (there is only an approximate instruction), or a library function");
    c.set(&call, c.node(op, type, {operand(0)}, {}, flags));
    return true;
  };
  const auto rounded = [&](std::uint64_t way) {
    c.set(&call, c.node(Isd::fp_round_to_int, type, {operand(0)}, {way, 0}));
    return true;
  };
  switch (call.getIntrinsicID()) {
    case in::fmuladd: {
      if (c.modes.fuse_multiply_add)
        c.set(&call, c.node(Isd::fma, type, {operand(0), operand(1), operand(2)}, {}, flags));
      else
        c.set(&call, c.node(Isd::fadd, type, {c.node(Isd::fmul, type, {operand(0), operand(1)}, {}, flags), operand(2)},
                            {}, flags));
      return true;
    }
    case in::sin:
      return approximate(Isd::fsin);
    case in::cos:
      return approximate(Isd::fcos);
    case in::log2:
      return approximate(Isd::flog2);
    case in::tanh:
      return approximate(Isd::ftanh);
    case in::lrint:
    case in::llrint:
      return rounded(0);
    case in::lround:
    case in::llround:
      return rounded(1);
    case in::fptosi_sat:
      c.set(&call, c.node(Isd::fp_to_si_sat, type, {operand(0)}, {type.bits(), 0}));
      return true;
    case in::fptoui_sat:
      c.set(&call, c.node(Isd::fp_to_ui_sat, type, {operand(0)}, {type.bits(), 0}));
      return true;
    case in::is_fpclass:
      c.set(&call, c.node(Isd::is_fpclass, type, {operand(0)},
                          {llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue(), 0}));
      return true;
    case in::convert_to_fp16:
      c.set(&call, c.bitcast(c.node(Isd::fp_trunc, vt::f16, {operand(0)}), vt::i16));
      return true;
    case in::convert_from_fp16:
      c.set(&call, c.node(Isd::fp_ext, type, {c.bitcast(operand(0), vt::f16)}));
      return true;
    default:
      return false;
  }
}

bool effect_intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case in::trap:
    case in::ubsantrap:
      c.set_chain(c.node(Isd::trap, vt::chain, {c.ordered_chain()}));
      return true;
    case in::debugtrap:
      c.set_chain(c.node(Isd::debugtrap, vt::chain, {c.ordered_chain()}));
      return true;
    case in::stacksave: {
      if (std::string why = c.client.lacks(Ability::stack_save); !why.empty()) c.error(std::move(why));
      const std::array<Vt, 2> types{c.facts.address(Space::local), vt::chain};
      const std::array<Value, 1> operands{c.ordered_chain()};
      const dag::NodeId made = c.dag.add(Isd::stack_save, types, operands);
      c.set_chain({made, 1});
      c.set(&call, c.cast_space({made, 0}, Space::local, c.role_of(call.getType()->getPointerAddressSpace())));
      return true;
    }
    case in::stackrestore: {
      const llvm::Value* saved = call.getArgOperand(0);
      const Value address =
          c.cast_space(c.value(saved), c.role_of(saved->getType()->getPointerAddressSpace()), Space::local);
      c.set_chain(c.node(Isd::stack_restore, vt::chain, {c.ordered_chain(), address}));
      return true;
    }
    case in::prefetch: {
      MemInfo info = access(c, call.getArgOperand(0), 1, false);
      info.type = vt::i8;
      if (!c.facts.spaces.of(info.space).prefetches) return true;
      const Value address = c.value(call.getArgOperand(0));
      c.set_chain(c.node(Isd::prefetch, vt::chain, {c.ordered_chain(), address}, {0, c.dag.memory_index(info)}));
      return true;
    }
    default:
      return false;
  }
}

// ---- vectors ------------------------------------------------------------------------------------------

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
  info.space = c.role_of(pointer->getType()->getScalarType()->getPointerAddressSpace());
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

}  // namespace

void intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (c.client.intrinsic(c, call, name)) return;
  if (plain_operation(c, call) || overflow_operation(c, call) || marker_intrinsic(c, call) || known_answer(c, call) ||
      integer_intrinsic(c, call) || float_intrinsic(c, call) || vector_intrinsic(c, call) ||
      effect_intrinsic(c, call) || masked_access(c, call))
    return;
  c.no_form("intrinsic " + name.str());
  c.set(&call, std::span<const Value>());
}

}  // namespace lathe::codegen::build
