// Handlers of what simt has not as this GPU does it, and the table of all operations.
#include "examples/toy_gpu/operations.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "simt/lanes/compare_key.hpp"
#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/lanes/move_key.hpp"
#include "simt/machine/barrier.hpp"
#include "simt/machine/control.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace toy_gpu {
namespace {

using simt::Address, simt::Dim3;
using simt::Code, simt::Dependence, simt::Flow, simt::FunctionCode, simt::Handler, simt::lane_bit, simt::lane_count,
    simt::Mask, simt::no_slot, simt::Pointing, simt::Slot, simt::Warp;

unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

// ---- handlers lane by lane
using Words = const std::array<Word, 4>&;
template <Word (*F)(Words)>
Flow each(Warp& w, const Code& c, Mask mask) {
  const auto in = [&](Slot s) { return w.in<Word>(s == no_slot ? frame_at : s); };  // what F does not read is any
  const Word *a = in(c.a), *b = in(c.b), *e = in(c.c), *f = in(c.x);
  Word* d = w.out<Word>(c.d);
  simt::for_lanes(mask, [&](unsigned l) { d[l] = F({a[l], b[l], e[l], f[l]}); });
  return Flow::next;
}
Word shl(Words s) { return s[0] << (s[1] & 31); }
Word shr(Words s) { return s[0] >> (s[1] & 31); }
Word sar(Words s) { return static_cast<Word>(static_cast<std::int32_t>(s[0]) >> (s[1] & 31)); }
Word ones(Word length) { return (1U << (length & 31)) - 1; }
Word bfe_u(Words s) { return shr(s) & ones(s[2]); }
Word bfe_s(Words s) {
  const Word field = sar(s) & ones(s[2]), top = (ones(s[2]) >> 1) + 1;  // of an empty one: 0, bit 0
  return (field ^ top) - top;
}
Word bfi(Words s) {
  const Word mask = ones(s[3]) << (s[2] & 31);
  return (s[1] & ~mask) | (s[0] << (s[2] & 31) & mask);
}
template <double (*F)(double)>
Word of_double(Words s) {
  return std::bit_cast<Word>(static_cast<float>(F(double{std::bit_cast<float>(s[0])})));
}
/// Of tid.x to clock, by Code::y.
Flow run_known(Warp& w, const Code& c, Mask mask) {
  constexpr Word lane = 3, clock = 13;
  const Dim3 dims[] = {w.block->grid->block, w.block->id, w.block->grid->grid};
  const Dim3& d = dims[(c.y - 4) / 3 % 3];
  const Word axis = (c.y - 4) % 3, one = c.y == clock ? static_cast<Word>(w.steps)
                                         : axis == 0  ? d.x
                                         : axis == 1  ? d.y
                                                      : d.z;
  simt::for_lanes(mask, [&](unsigned l) { w.out<Word>(c.d)[l] = c.y < lane ? w.tid[c.y][l] : c.y == lane ? l : one; });
  return Flow::next;
}

// ---- handlers with cc, and of lanes together
template <bool Sub, bool Reads>
Flow run_carry(Warp& w, const Code& c, Mask mask) {
  const Word *a = w.in<Word>(c.a), *b = w.in<Word>(c.b);
  const Mask in = Reads ? w.pred(cc_at) : 0;
  Mask out = 0;
  simt::for_lanes(mask, [&](unsigned l) {
    const std::uint64_t carry = in >> l & 1U, x = a[l], wide = Sub ? x - b[l] - carry : x + b[l] + carry;
    w.out<Word>(c.d)[l] = static_cast<Word>(wide);
    out |= static_cast<Mask>(wide >> 32 & 1U) << l;
  });
  w.set_pred(cc_at, out, mask);
  return Flow::next;
}
template <bool Cc>
Flow run_ballot(Warp& w, const Code& c, Mask mask) {
  const Mask value = Cc ? w.pred(cc_at) & mask : mask;
  simt::for_lanes(mask, [&](unsigned l) { w.out<Word>(c.d)[l] = value; });
  return Flow::next;
}
Flow run_read_lane(Warp& w, const Code& c, Mask mask) {
  Word values[lane_count], lanes[lane_count];
  std::memcpy(values, w.in<Word>(c.a), sizeof values);
  lanes_read(w, c, lanes);
  simt::for_lanes(mask, [&](unsigned l) { w.out<Word>(c.d)[l] = values[lanes[l]]; });
  return Flow::next;
}
Flow run_fence(Warp& w, const Code& c, Mask mask) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (simt::Observer* observer = w.block->grid->observer) observer->fence(w, c, mask);
  return Flow::next;
}

// ---- control
Flow run_trap(Warp& w, const Code& c, Mask mask) { return w.fault(c, first_lane(mask), "trap"); }
Flow enter(Warp& w, const Code& c, const FunctionCode& callee, Mask lanes, Mask mask) {
  simt::serve_lanes(w, lanes, mask);
  const simt::Frame* frame = w.enter(c, callee, lanes, w.pc + 1);
  if (frame == nullptr) return Flow::stop;
  std::fill_n(w.out<Word>(frame_at), lane_count, frame->local_base);
  return Flow::split;
}
Flow run_call(Warp& w, const Code& c, Mask mask) {
  return enter(w, c, w.block->grid->program->function(c.imm), mask, mask);
}
Flow run_call_reg(Warp& w, const Code& c, Mask mask) {  // those of the first lane's function go, the rest come again
  const Word *low = w.in<Word>(c.a), *high = w.in<Word>(c.b);
  const unsigned first = first_lane(mask);
  Mask lanes = 0;
  simt::for_lanes(mask, [&](unsigned l) { lanes |= low[l] == low[first] && high[l] == high[first] ? lane_bit(l) : 0; });
  const Address to = std::uint64_t{high[first]} << 32 | low[first];
  const FunctionCode* callee = w.block->grid->program->function_at(to);
  if (callee == nullptr || callee->kernel)
    return w.fault(c, first, "call of address " + std::to_string(to) + ", where no func is");
  return enter(w, c, *callee, lanes, mask);
}
Flow run_ret(Warp& w, const Code& c, Mask mask) {
  const bool called = w.frame->parent != nullptr;
  const Flow flow = simt::run_return(w, c, mask);
  if (!called) return flow;
  for (Slot v = slot_of(scalar_registers); v < w.function->frame_bytes; v += 4 * lane_count)
    simt::for_lanes(mask, [&](unsigned l) { w.out<Word>(v)[l] = 0xdead0000U + v + l; });
  w.set_pred(cc_at, 0xaaaaaaaaU, mask);
  return flow;
}

Plan compare(simt::CompareKey::Type type, simt::CompareKey::Test test, bool negate = false, bool swap = false) {
  return {simt::pick_compare({test, type}), Dependence::any, Pointing::nowhere, swap, negate ? ~0U : 0U};
}
Plan floats(simt::FloatOp op) {
  const simt::FloatKey key{.op = op};
  return {op == simt::FloatOp::min || op == simt::FloatOp::max ? simt::pick_float_bits(key) : simt::pick_float32(key)};
}
Plan rounded(simt::Scalar from, simt::Scalar to, simt::Rounding rounding) {
  return {simt::pick_convert_float({.from = from, .to = to, .rounding = rounding, .integral = from == to})};
}
Plan integer(simt::IntKey::Op op, Dependence kind, Pointing pointing = Pointing::nowhere, bool sign = false) {
  return {simt::pick_int({op, 32, sign}), kind, pointing};
}
Plan bits(simt::BitsKey::Op op, bool swap = false) {
  return {simt::pick_bits({op, 32}), Dependence::any, Pointing::nowhere, swap};
}

/// fneg and fabs take a second source, the constant that decode gives them.
std::vector<std::pair<Op, Plan>> plans_of_registers() {
  using enum Dependence;
  using I = simt::IntKey::Op;
  using B = simt::BitsKey::Op;
  using F = simt::FloatOp;
  using T = simt::CompareKey::Test;
  using C = simt::CompareKey::Type;
  using S = simt::Scalar;
  using R = simt::Rounding;
  using P = Pointing;
  constexpr P none = P::nowhere;
  return {{Op::mov, {simt::pick_move({}), copy, P::first}},
          {Op::lea, integer(I::add, upward, P::first)},
          {Op::add, integer(I::add, upward, P::either)},
          {Op::sub, integer(I::sub, upward, P::difference)},
          {Op::add_c, {run_carry<false, false>, any, P::either}},
          {Op::add_x, {run_carry<false, true>, any, P::either}},
          {Op::sub_c, {run_carry<true, false>, any, P::difference}},
          {Op::sub_x, {run_carry<true, true>, any, P::difference}},
          {Op::mul, integer(I::mul_lo, upward)},
          {Op::mulhs, integer(I::mul_hi, any, none, true)},
          {Op::mulhu, integer(I::mul_hi, any)},
          {Op::and_, integer(I::and_, bit_and, P::either)},
          {Op::or_, integer(I::or_, bit_or, P::either)},
          {Op::xor_, integer(I::xor_, bit_xor, P::either)},
          {Op::shl, {each<shl>, shift_left}},
          {Op::shr, {each<shr>, shift_right}},
          {Op::sar, {each<sar>, shift_right}},
          {Op::fshl, bits(B::shf_l_wrap, true)},
          {Op::fshr, bits(B::shf_r_wrap, true)},
          {Op::smin, integer(I::min, any, none, true)},
          {Op::smax, integer(I::max, any, none, true)},
          {Op::umin, integer(I::min, any)},
          {Op::umax, integer(I::max, any)},
          {Op::clz, bits(B::clz)},
          {Op::popc, bits(B::popc)},
          {Op::rev, bits(B::brev)},
          {Op::bfe_u, {each<bfe_u>, extract}},
          {Op::bfe_s, {each<bfe_s>, extract}},
          {Op::bfi, {each<bfi>, insert}},
          {Op::fadd, floats(F::add)},
          {Op::fsub, floats(F::sub)},
          {Op::fmul, floats(F::mul)},
          {Op::ffma, floats(F::fma)},
          {Op::fmin, floats(F::min)},
          {Op::fmax, floats(F::max)},
          {Op::fneg, integer(I::xor_, any)},
          {Op::fabs, integer(I::and_, any)},
          {Op::ffloor, rounded(S::f32, S::f32, R::rm)},
          {Op::fceil, rounded(S::f32, S::f32, R::rp)},
          {Op::ftrunc, rounded(S::f32, S::f32, R::rz)},
          {Op::frint, rounded(S::f32, S::f32, R::rn)},
          {Op::ex2, {each<of_double<std::exp2>>}},
          {Op::lg2, {each<of_double<std::log2>>}},
          {Op::sin, {each<of_double<std::sin>>}},
          {Op::cos, {each<of_double<std::cos>>}},
          {Op::i2f, rounded(S::s32, S::f32, R::rn)},
          {Op::u2f, rounded(S::u32, S::f32, R::rn)},
          {Op::f2i, rounded(S::f32, S::s32, R::rz)},
          {Op::f2u, rounded(S::f32, S::u32, R::rz)},
          {Op::cmp_eq, compare(C::u32, T::eq)},
          {Op::cmp_ne, compare(C::u32, T::eq, true)},
          {Op::cmp_slt, compare(C::s32, T::lt)},
          {Op::cmp_sle, compare(C::s32, T::lt, true, true)},
          {Op::cmp_ult, compare(C::u32, T::lt)},
          {Op::cmp_ule, compare(C::u32, T::lt, true, true)},
          {Op::fcmp_eq, compare(C::f32, T::eq)},
          {Op::fcmp_ne, compare(C::f32, T::eq, true)},
          {Op::fcmp_lt, compare(C::f32, T::lt)},
          {Op::fcmp_le, compare(C::f32, T::le)},
          {Op::fcmp_uno, compare(C::f32, T::num, true)},
          {Op::cset, {simt::pick_select({.bits = 32})}},
          {Op::csel, {simt::pick_select({.bits = 32}), select, P::select}},
          {Op::fence, {run_fence, nothing}},
          {Op::read_lane, {run_read_lane, shuffle}},
          {Op::ballot, {run_ballot<true>, warp_wide}},
          {Op::active, {run_ballot<false>, defined}},
          {Op::barrier, {simt::run_barrier, nothing}},
          {Op::branch, {simt::run_branch, branch}},
          {Op::jump, {simt::run_jump, nothing}},
          {Op::call, {run_call, call}},
          {Op::call_reg, {run_call_reg, call}},
          {Op::ret, {run_ret, ret}},
          {Op::exit, {simt::run_exit, nothing}},
          {Op::trap, {run_trap, nothing}}};
}

Plan plan_of_memory(const Row& row) {
  using A = simt::AtomicKey::Operation;
  using Sort = simt::MemoryRecord::Sort;
  static const std::map<std::string_view, simt::Space> spaces = {
      {"any", simt::Space::generic},   {"global", simt::Space::global}, {"const", simt::Space::constant},
      {"shared", simt::Space::shared}, {"local", simt::Space::local},   {"arg", simt::Space::param}};
  static const std::map<std::string_view, A> atomics = {
      {"add", A::add},  {"smin", A::min}, {"smax", A::max}, {"umin", A::min},  {"umax", A::max},
      {"and", A::and_}, {"or", A::or_},   {"xor", A::xor_}, {"xchg", A::exch}, {"cas", A::cas}};
  static const std::map<simt::Space, simt::Where> places = {{simt::Space::shared, simt::Where::shared},
                                                            {simt::Space::local, simt::Where::local},
                                                            {simt::Space::param, simt::Where::other}};
  const std::size_t dot = row.name.find('.'), last = row.name.rfind('.');
  const std::string_view element = row.name.substr(last + 1);
  const simt::Space space = spaces.at(row.name.substr(dot + 1, last - dot - 1));
  const bool atomic = row.has('A'), words = element[0] == 'x' && !atomic;
  Plan p;
  p.wide = space == simt::Space::generic || space == simt::Space::global;
  p.constant = space == simt::Space::constant;
  p.sign = element[0] == 's';
  p.memory.sort = row.has('L') ? Sort::load : atomic ? Sort::atomic : Sort::store;
  p.memory.compares = element == "cas";
  p.memory.replaces = element == "xchg";
  p.memory.parameter = space == simt::Space::param;
  p.memory.elements = words ? static_cast<std::uint8_t>(element[1] - '0') : 1;
  p.memory.bytes = words ? 4U * p.memory.elements : atomic ? 4 : element.ends_with("16") ? 2 : 1;
  p.memory.value_bits = row.has('T') ? 32 : 0;
  const auto kind = row.has('L') ? simt::AccessKind::read : atomic ? simt::AccessKind::atomic : simt::AccessKind::write;
  const std::uint32_t align = p.memory.elements == 3 ? 4 : p.memory.bytes;
  p.x = simt::AccessRequest{.space = space, .kind = kind, .bytes = p.memory.bytes, .align = align}.pack();
  p.kind = row.has('L') ? Dependence::load : atomic ? Dependence::atomic : Dependence::store;
  if (atomic) {
    const auto type = p.sign ? simt::ValueType::Kind::signed_integer : simt::ValueType::Kind::unsigned_integer;
    p.run = simt::pick_atomic({atomics.at(element), {type, 32, 1}});
    return p;
  }
  simt::MemoryKey key{.what = row.has('L') ? simt::MemoryKey::What::load : simt::MemoryKey::What::store};
  if (const auto it = places.find(space); it != places.end()) key.where = it->second;
  key.base_bits = p.wide || p.constant ? 64 : 32;
  key.memory_bits = static_cast<std::uint8_t>(8 * p.memory.bytes / p.memory.elements);
  key.sign = p.sign;
  key.elements = p.memory.elements;
  p.run = simt::pick_memory(key);
  return p;
}

}  // namespace

void lanes_read(const Warp& w, const Code& c, std::uint32_t* lanes) {
  for (unsigned l = 0; l < lane_count; ++l) {
    const Word from = w.in<Word>(c.b)[l] & 31;
    lanes[l] = (w.active & lane_bit(from)) != 0 ? from : l;
  }
}

std::array<Plan, static_cast<std::size_t>(Op::count)> plans() {
  std::array<Plan, static_cast<std::size_t>(Op::count)> all;
  for (std::size_t op = 0; op < all.size(); ++op) {
    const bool memory = rows[op].operands.find('a') != std::string_view::npos && static_cast<Op>(op) != Op::lea;
    all[op] = memory ? plan_of_memory(rows[op]) : Plan{run_known, Dependence::defined};  // the others follow
  }
  for (const auto& [op, plan] : plans_of_registers()) all[static_cast<std::size_t>(op)] = plan;
  return all;
}

}  // namespace toy_gpu
