// LLVM's generic intrinsics -> operations. What has no counterpart is refused by its name.
#include "nvptx/build/families.hpp"

#include <array>
#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lathe::nvptx::build {

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
    if ((flags & flag::afn) == 0 && !c.features.unsafe_fp)
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
      if (c.features.fma_level != 0)
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
    case in::readcyclecounter:
      target_intrinsic(c, call, "llvm.nvvm.read.ptx.sreg.clock64");
      return true;
    case in::readsteadycounter:
      target_intrinsic(c, call, "llvm.nvvm.read.ptx.sreg.globaltimer");
      return true;
    case in::stacksave: {
      if (!c.features.has(52, 73)) c.error("stack save and restore need PTX 7.3 and sm_52");
      const std::array<Vt, 2> types{vt::i64, vt::chain};
      const std::array<Value, 1> operands{c.ordered_chain()};
      const dag::NodeId made = c.dag.add(Isd::stack_save, types, operands);
      c.set_chain({made, 1});
      c.set(&call, c.cast_space({made, 0}, 5, call.getType()->getPointerAddressSpace()));
      return true;
    }
    case in::stackrestore: {
      const llvm::Value* saved = call.getArgOperand(0);
      const Value address = c.cast_space(c.value(saved), saved->getType()->getPointerAddressSpace(), 5);
      c.set_chain(c.node(Isd::stack_restore, vt::chain, {c.ordered_chain(), address}));
      return true;
    }
    case in::prefetch: {
      MemInfo info = access(c, call.getArgOperand(0), 1, false);
      info.type = vt::i8;
      // PTX prefetches from generic and global memory only; elsewhere the hint says nothing.
      if (info.space != Space::generic && info.space != Space::global) return true;
      const Value address = c.value(call.getArgOperand(0));
      c.set_chain(c.node(Isd::prefetch, vt::chain, {c.ordered_chain(), address}, {0, c.dag.memory_index(info)}));
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

void intrinsic(Context& c, const llvm::IntrinsicInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (name.starts_with("llvm.nvvm.")) return target_intrinsic(c, call, name);
  if (plain_operation(c, call) || overflow_operation(c, call) || marker_intrinsic(c, call) || known_answer(c, call) ||
      integer_intrinsic(c, call) || float_intrinsic(c, call) || vector_intrinsic(c, call) ||
      effect_intrinsic(c, call) || masked_access(c, call))
    return;
  c.error("intrinsic " + name.str() + " has no PTX form");
  c.set(&call, std::span<const Value>());
}

}  // namespace lathe::nvptx::build
