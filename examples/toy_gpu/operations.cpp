// The table of all operations, and handlers of what simt has not as this GPU does it.
#include "examples/toy_gpu/operations.hpp"

#include <bit>
#include <cmath>
#include <map>

#include "simt/client/arithmetic.hpp"
#include "simt/lanes/lane_tools.hpp"

namespace toy_gpu {
namespace {

using simt::Code, simt::Flow, simt::Mask, simt::Operation, simt::Warp;

template <double (*F)(double)>
Flow run_function(Warp& w, const Code& c, Mask mask) {
  simt::for_lanes(mask, [&](unsigned l) { w.out<float>(c.d)[l] = static_cast<float>(F(double{w.in<float>(c.a)[l]})); });
  return Flow::next;
}

/// Nothing is left in v registers and cc.
Flow run_ret(Warp& w, const Code& c, Mask mask) {
  const bool called = w.frame->parent != nullptr;
  const Flow flow = simt::run_return(w, c, mask);
  if (!called) return flow;
  for (simt::Slot v = slot_of(scalar_registers); v < w.function->frame_bytes; v += 4 * simt::lane_count)
    simt::for_lanes(mask, [&](unsigned l) { w.out<Word>(v)[l] = 0xdead0000U + v + l; });
  w.set_pred(cc_at, 0xaaaaaaaaU, mask);
  return flow;
}

/// Those of registers and control.
std::map<Op, Operation> operations() {
  using namespace simt;
  using I = IntKey::Op;
  using B = BitsKey::Op;
  using F = FloatOp;
  using C = CompareKey::Type;
  using S = Scalar;
  using R = Rounding;
  using enum Relation;
  using K = CarryKey::Op;
  using D = Dependence;
  return {{Op::mov, copy()},
          {Op::lea, integer(I::add)},
          {Op::add, integer(I::add)},
          {Op::sub, integer(I::sub)},
          {Op::add_c, carry(K::add, false, cc_at)},
          {Op::add_x, carry(K::add, true, cc_at)},
          {Op::sub_c, carry(K::sub, false, cc_at)},
          {Op::sub_x, carry(K::sub, true, cc_at)},
          {Op::mul, integer(I::mul_lo)},
          {Op::mulhs, integer(I::mul_hi, true)},
          {Op::mulhu, integer(I::mul_hi)},
          {Op::and_, integer(I::and_)},
          {Op::or_, integer(I::or_)},
          {Op::xor_, integer(I::xor_)},
          {Op::shl, integer(I::shl_mod)},
          {Op::shr, integer(I::shr_mod)},
          {Op::sar, integer(I::shr_mod, true)},
          {Op::fshl, swapped(bits(B::shf_l_wrap))},
          {Op::fshr, swapped(bits(B::shf_r_wrap))},
          {Op::smin, integer(I::min, true)},
          {Op::smax, integer(I::max, true)},
          {Op::umin, integer(I::min)},
          {Op::umax, integer(I::max)},
          {Op::clz, bits(B::clz)},
          {Op::popc, bits(B::popc)},
          {Op::rev, bits(B::brev)},
          {Op::bfe_u, bits(B::bfe_mod)},
          {Op::bfe_s, bits(B::bfe_mod, true)},
          {Op::bfi, bits(B::bfi_mod)},
          {Op::fadd, floats(F::add)},
          {Op::fsub, floats(F::sub)},
          {Op::fmul, floats(F::mul)},
          {Op::ffma, floats(F::fma)},
          {Op::fmin, floats(F::min)},
          {Op::fmax, floats(F::max)},
          {Op::fneg, integer(I::xor_)},
          {Op::fabs, integer(I::and_)},
          {Op::ffloor, convert(S::f32, S::f32, R::rm)},
          {Op::fceil, convert(S::f32, S::f32, R::rp)},
          {Op::ftrunc, convert(S::f32, S::f32, R::rz)},
          {Op::frint, convert(S::f32, S::f32, R::rn)},
          {Op::ex2, {run_function<std::exp2>}},
          {Op::lg2, {run_function<std::log2>}},
          {Op::sin, {run_function<std::sin>}},
          {Op::cos, {run_function<std::cos>}},
          {Op::i2f, convert(S::s32, S::f32, R::rn)},
          {Op::u2f, convert(S::u32, S::f32, R::rn)},
          {Op::f2i, convert(S::f32, S::s32, R::rz)},
          {Op::f2u, convert(S::f32, S::u32, R::rz)},
          {Op::cmp_eq, compare(C::u32, eq)},
          {Op::cmp_ne, compare(C::u32, ne)},
          {Op::cmp_slt, compare(C::s32, lt)},
          {Op::cmp_sle, compare(C::s32, le)},
          {Op::cmp_ult, compare(C::u32, lt)},
          {Op::cmp_ule, compare(C::u32, le)},
          {Op::fcmp_eq, compare(C::f32, eq)},
          {Op::fcmp_ne, compare(C::f32, ne)},
          {Op::fcmp_lt, compare(C::f32, lt)},
          {Op::fcmp_le, compare(C::f32, le)},
          {Op::fcmp_uno, compare(C::f32, unordered)},
          {Op::cset, select()},
          {Op::csel, select()},
          {Op::fence, {run_fence, D::nothing}},
          {Op::read_lane, read_lane()},
          {Op::ballot, {run_ballot, D::warp_wide}},
          {Op::active, {run_ballot, D::defined}},
          {Op::barrier, block_barrier()},
          {Op::branch, control(run_branch)},
          {Op::jump, control(run_jump)},
          {Op::call, call(false, frame_at)},
          {Op::call_reg, call(true, frame_at)},
          {Op::ret, {.run = run_ret, .kind = D::ret, .branch = true}},
          {Op::exit, control(run_exit)},
          {Op::trap, {run_trap, D::nothing}}};
}

/// By its name: ld.SPACE.ELEMENT, st.SPACE.ELEMENT, atom.SPACE.OPERATION.
Operation operation_of_memory(const Row& row) {
  using A = simt::AtomicKey::Operation;
  static const std::map<std::string_view, simt::Space> spaces = {
      {"any", simt::Space::generic},   {"global", simt::Space::global}, {"const", simt::Space::constant},
      {"shared", simt::Space::shared}, {"local", simt::Space::local},   {"arg", simt::Space::param}};
  static const std::map<std::string_view, A> atomics = {
      {"add", A::add},  {"smin", A::min}, {"smax", A::max}, {"umin", A::min},  {"umax", A::max},
      {"and", A::and_}, {"or", A::or_},   {"xor", A::xor_}, {"xchg", A::exch}, {"cas", A::cas}};
  const std::size_t dot = row.name.find('.'), last = row.name.rfind('.');
  const std::string_view element = row.name.substr(last + 1);
  const simt::Space space = spaces.at(row.name.substr(dot + 1, last - dot - 1));
  const unsigned address = space == simt::Space::generic || space == simt::Space::global ? 64 : 32;
  const bool sign = element[0] == 's', words = element[0] == 'x';
  if (row.has('A')) return simt::atomic(atomics.at(element), space, address, sign);
  return simt::transfer({.load = row.has('L'),
                         .space = space,
                         .bits = words                     ? 32U
                                 : element.ends_with("16") ? 16U
                                                           : 8U,
                         .elements = words ? static_cast<unsigned>(element[1] - '0') : 1,
                         .sign = sign,
                         .address_bits = address});
}

}  // namespace

const Operation& simt_operation(Op op) {
  static const auto all = [] {
    const auto listed = operations();
    std::array<Operation, static_cast<std::size_t>(Op::count)> made;
    for (std::size_t k = 0; k < made.size(); ++k) {
      const auto it = listed.find(static_cast<Op>(k));
      const bool memory = rows[k].operands.find('a') != std::string_view::npos;
      // What is neither listed nor memory is what the hardware knows, from tid.x on in simt's order.
      made[k] = it != listed.end() ? it->second
                : memory           ? operation_of_memory(rows[k])
                                   : simt::known(static_cast<simt::Known>(k - static_cast<std::size_t>(Op::tid_x)));
    }
    return made;
  }();
  return all.at(static_cast<std::size_t>(op));
}

}  // namespace toy_gpu
