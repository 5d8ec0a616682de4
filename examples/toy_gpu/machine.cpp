// The toy GPU as a client of simt: handlers of its own, the decoder, records for the watchers, launches.
//
// A frame holds s0 to s31 and v0 to v63, as far as the function uses them, 32 lanes of 32 bits each (of an s register all are alike); before
// them `frame` as a register, the 64-bit addresses of the running access, and cc. Handlers of simt that take an address take it from there;
// `run_wrapped` makes it, and does what is scalar of an instruction.
#include "examples/toy_gpu/machine.hpp"

#include <algorithm>
#include <array>
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
#include "simt/machine/grid.hpp"
#include "simt/state/memory_key.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace toy_gpu {

namespace simt = lathe::simt;

namespace {

using simt::Code, simt::Dependence, simt::Flow, simt::FunctionCode, simt::Handler, simt::lane_bit, simt::lane_count,
    simt::Mask, simt::no_slot, simt::Pointing, simt::Record, simt::RecordOperand, simt::Slot, simt::Symbol, simt::Warp;
using Kind = Operand::Kind;
using Word = std::uint32_t;
static_assert(lane_count == 32);

constexpr Slot frame_at = 0, address_at = 128, cc_at = 384, registers_at = 448;
constexpr Slot slot_of(Register r) { return registers_at + r * 4 * lane_count; }
constexpr simt::Register cc_register = scalar_registers + vector_registers;
constexpr std::uint32_t most_shared = 232448;  // of a launch

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
void lanes_read(const Warp& w, const Code& c, std::uint32_t* lanes) {
  for (unsigned l = 0; l < lane_count; ++l) {
    const Word from = w.in<Word>(c.b)[l] & 31;
    lanes[l] = (w.active & lane_bit(from)) != 0 ? from : l;
  }
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

// ---- what an operation is: its handler, and what watchers are told
struct Plan {
  Handler run = nullptr;
  Dependence kind = Dependence::any;
  Pointing pointing = Pointing::nowhere;
  bool swap = false;            ///< the first two sources
  Word x = 0;                   ///< Code::x
  simt::MemoryRecord memory{};  ///< of memory operations
  bool wide = false;            ///< addresses of 64 bits
  bool constant = false;        ///< into const memory
  bool sign = false;            ///< of loads: extended
};
constexpr Word op_count = static_cast<Word>(Op::count);

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

// ---- a loaded program

class Module final : public simt::Program {
 public:
  /// Places of variables in `memory`; "" or what is wrong.
  std::string load(const toy_gpu::Program& program, const std::string& file, simt::Memory& memory);

  std::size_t function_count() const override { return functions_.size(); }
  const FunctionCode& function(std::size_t index) const override { return functions_[index]; }
  const simt::Description& description(const FunctionCode& f) const override { return descriptions_[index_of(f)]; }
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const override {
    for (const auto& [name, symbol] : symbols_) put(name, symbol);
  }
  const Symbol* symbol(const FunctionCode& f, std::uint64_t id, std::string& name) const override {
    name = insts_[index_of(f)][id / 8]->operands[id % 8].name;
    return symbol(name);
  }
  std::string text(const FunctionCode& f, std::uint32_t inst) const override {
    return print(*insts_[index_of(f)][inst]);
  }
  std::string mnemonic(const FunctionCode& f, std::uint32_t inst) const override {
    return std::string(row(insts_[index_of(f)][inst]->op).name);
  }
  std::string register_name(const FunctionCode&, simt::Register reg) const override {
    return reg == cc_register       ? "cc"
           : reg < scalar_registers ? "s" + std::to_string(reg)
                                    : "v" + std::to_string(reg - scalar_registers);
  }

  const Symbol* symbol(const std::string& name) const {
    const auto it = symbols_.find(name);
    return it == symbols_.end() ? nullptr : &it->second;
  }
  const toy_gpu::Program& program() const { return program_; }
  const Plan& plan(Op op) const { return plans_[static_cast<Word>(op)]; }
  std::uint32_t shared_bytes = 0;  ///< of variables

 private:
  std::size_t index_of(const FunctionCode& f) const { return static_cast<std::size_t>(&f - functions_.data()); }
  std::string place(simt::Memory& memory);
  Word constant_of(const Operand& o) const;
  Slot constant(FunctionCode& f, Word value);
  void decode(const Function& function, FunctionCode& f);
  void decode(const Inst& i, const Function& function, FunctionCode& f, std::span<const std::uint32_t> starts);
  Slot address(const Operand& o, const Function& function, FunctionCode& f, Code& c);
  Record record(const Inst& i, std::size_t index, const Code& code) const;

  toy_gpu::Program program_;
  std::array<Plan, op_count> plans_{};
  std::map<std::string, Symbol> symbols_;
  std::vector<FunctionCode> functions_;
  std::vector<std::vector<const Inst*>> insts_;  // by function
  std::vector<simt::Description> descriptions_;
  std::map<Word, Slot> constants_;  // of the function that is decoded
};

/// An instruction with a 64-bit address in two registers, or a 32-bit one into const memory, or a scalar result. Behind the registers in
/// Code::extra stand its operation, whether it is scalar, the address's register (of a pair the low half), and the high half or the offset.
Flow run_wrapped(Warp& w, const Code& c, Mask mask) {
  const Slot* more = w.extra(c) + c.extra_count;
  const Plan& plan = static_cast<const Module&>(*w.block->grid->program).plan(static_cast<Op>(more[0]));
  const bool scalar = more[1] != 0;
  const Mask cc = w.pred(cc_at) & mask;
  if (scalar && mask != static_cast<Mask>(~w.exited))
    return w.fault(c, first_lane(mask),
                   "lanes are apart: a scalar instruction wants all lanes of the warp that have not exited");
  if (scalar && row(static_cast<Op>(more[0])).has('C') && cc != 0 && cc != mask)
    return w.fault(c, first_lane(mask), "cc is not the same in all lanes, which a scalar instruction reads");
  if (plan.wide || plan.constant) {
    const Word *low = w.in<Word>(more[2]), *high = plan.wide ? w.in<Word>(more[3]) : nullptr;
    for (unsigned l = 0; l < lane_count; ++l)
      w.out<Address>(address_at)[l] =
          plan.wide ? Address{high[l]} << 32 | low[l] : simt::const_base + static_cast<Word>(low[l] + more[3]);
  }
  const Flow flow = plan.run(w, c, mask);
  if (scalar && flow == Flow::next)
    for (unsigned i = 0; i < std::max<unsigned>(1, c.extra_count); ++i) {
      Word* to = w.out<Word>(c.extra_count == 0 ? c.d : w.extra(c)[i]);
      std::fill_n(to, lane_count, to[first_lane(mask)]);
    }
  return flow;
}

std::string Module::load(const toy_gpu::Program& program, const std::string& file, simt::Memory& memory) {
  program_ = program;
  for (Word op = 0; op < op_count; ++op) {
    const bool memory = rows[op].operands.find('a') != std::string_view::npos && op != static_cast<Word>(Op::lea);
    plans_[op] = memory ? plan_of_memory(rows[op]) : Plan{run_known, Dependence::defined};  // the others follow
  }
  for (const auto& [op, plan] : plans_of_registers()) plans_[static_cast<Word>(op)] = plan;
  if (std::string wrong = place(memory); !wrong.empty()) return wrong;
  functions_.resize(program_.functions.size());
  insts_.resize(functions_.size());
  descriptions_.resize(functions_.size());
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    functions_[i].file = file;
    decode(program_.functions[i], functions_[i]);
  }
  return "";
}

std::string Module::place(simt::Memory& memory) {
  for (std::uint32_t i = 0; i < program_.functions.size(); ++i)
    symbols_[program_.functions[i].name] = {Symbol::Kind::function, simt::code_window + 16 * i, 0, i};
  for (const bool empty : {false, true})  // what has no bytes stands behind the others
    for (const Variable& v : program_.variables) {
      if (v.space != Variable::Space::shared || (v.bytes == 0) != empty) continue;
      const std::uint64_t align = empty ? std::max(16U, v.align) : v.align,
                          at = (shared_bytes + align - 1) / align * align;
      if (at + v.bytes > most_shared)
        return "shared variables take more than " + std::to_string(most_shared) + " bytes";
      symbols_[v.name] = {Symbol::Kind::shared, at, v.bytes};
      shared_bytes = static_cast<std::uint32_t>(at + v.bytes);
    }
  for (const Variable& v : program_.variables) {
    if (v.space == Variable::Space::shared) continue;
    const bool constant = v.space == Variable::Space::constant;
    const simt::Region* region =
        memory.add(v.bytes, v.align, constant ? simt::RegionKind::constant : simt::RegionKind::variable, v.name);
    if (region == nullptr || (constant && region->base + v.bytes - simt::const_base > UINT32_MAX))
      return "there is no memory for variable '" + v.name + "'";
    symbols_[v.name] = {constant ? Symbol::Kind::constant : Symbol::Kind::global, region->base, v.bytes};
    std::memcpy(region->host, v.data.data(), v.data.size());
  }
  for (const Variable& v : program_.variables)
    for (const Variable::Word& word : v.words) {
      const Word value = constant_of(word.half);
      std::memcpy(memory.at(symbols_[v.name].address)->host + word.offset, &value, sizeof value);
    }
  return "";
}

Word Module::constant_of(const Operand& o) const {
  if (o.kind == Kind::number) return static_cast<Word>(o.value);
  const Symbol& s = symbols_.at(o.name);
  const bool offset = o.kind != Kind::lo && o.kind != Kind::hi;
  const Address value =
      s.address - (offset && s.kind == Symbol::Kind::constant ? simt::const_base : 0) + static_cast<Address>(o.value);
  return static_cast<Word>(o.kind == Kind::hi ? value >> 32 : value);
}

Slot Module::constant(FunctionCode& f, Word value) {
  const auto [it, fresh] = constants_.try_emplace(value, static_cast<Slot>(f.constants.size()) | simt::constant_bit);
  if (fresh) {
    const std::vector<Word> lanes(lane_count, value);
    const auto* bytes = reinterpret_cast<const std::byte*>(lanes.data());
    f.constants.insert(f.constants.end(), bytes, bytes + 4 * lane_count);
  }
  return it->second;
}

void Module::decode(const Function& function, FunctionCode& f) {
  f.name = function.name;
  f.kernel = function.kernel;
  f.defined = true;
  f.local_bytes = function.local;
  f.frame_bytes = registers_at;
  f.extra = {0, 0};  // of calls: no arguments or results but those in memory
  constants_.clear();
  std::vector<std::uint32_t> starts;
  std::uint32_t count = 0;
  for (const auto& block : function.blocks) {
    starts.push_back(count);
    count += static_cast<std::uint32_t>(block.size());
  }
  auto& insts = insts_[index_of(f)];
  for (const auto& block : function.blocks)
    for (const Inst& i : block) {
      insts.push_back(&i);
      decode(i, function, f, starts);
      f.sources.push_back({i.line});
    }
  simt::Description& d = descriptions_[index_of(f)];
  for (Register r = 0; r < cc_register; ++r)
    d.registers.push_back({slot_of(r) < f.frame_bytes ? slot_of(r) : no_slot, {simt::ValueType::Kind::raw, 32, 1}});
  d.registers.push_back({cc_at, {simt::ValueType::Kind::pred, 1, 1}});
  for (std::size_t k = 0; k < insts.size(); ++k) d.records.push_back(record(*insts[k], k, f.codes[k]));
}

/// The register that the address is of; what is added to it goes into Code::imm.
Slot Module::address(const Operand& o, const Function& function, FunctionCode& f, Code& c) {
  c.imm = static_cast<std::uint64_t>(o.value) + (o.kind == Kind::top ? function.local : 0);
  if (o.kind != Kind::address) return frame_at;
  if (!o.name.empty()) c.imm = constant_of(o);
  return o.reg == no_register ? constant(f, 0) : slot_of(o.reg);
}

void Module::decode(const Inst& i, const Function& function, FunctionCode& f, std::span<const std::uint32_t> starts) {
  const Row& r = row(i.op);
  const Plan& plan = this->plan(i.op);
  const bool memory = plan.memory.sort != simt::MemoryRecord::Sort::none;
  Code c{.run = plan.run,
         .inst = static_cast<std::uint32_t>(f.codes.size()),
         .x = plan.x,
         .branch = r.has('B') || i.op == Op::barrier};
  std::vector<Slot> results, sources;
  Slot base = no_slot, high = no_slot;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const Operand& o = i.operands[k];
    const char letter = r.operands[k];
    for (const Register used : {o.reg, o.high})
      if (used != no_register) f.frame_bytes = std::max(f.frame_bytes, slot_of(used) + 4 * lane_count);
    if (letter == 'd') results.push_back(slot_of(o.reg));
    if (letter == 's' || letter == 'r')
      sources.push_back(o.kind == Kind::reg ? slot_of(o.reg) : constant(f, constant_of(o)));
    if (letter == 'a') base = address(o, function, f, c);
    if (letter == 'a' && plan.wide) high = slot_of(o.high);
    if (letter == 'b') c.imm = starts[static_cast<std::size_t>(o.value)];
    if (letter == 'f') c.imm = symbols_.at(o.name).function;
  }
  if (i.op == Op::branch) c.guard = cc_at;
  if (i.op == Op::call || i.op == Op::call_reg) c.extra_count = 2;
  if (plan.run == run_known) c.y = static_cast<Word>(i.op) - static_cast<Word>(Op::tid_x);
  if (i.op == Op::barrier) sources = {constant(f, 0)};
  if (i.op == Op::fneg || i.op == Op::fabs)
    sources.push_back(constant(f, i.op == Op::fneg ? 0x80000000U : 0x7fffffffU));
  if (i.op == Op::lea) sources = {base, constant(f, static_cast<Word>(c.imm))};
  if (i.op == Op::cset) sources = {constant(f, 1), constant(f, 0)};
  if (i.op == Op::cset || i.op == Op::csel) sources.push_back(cc_at);
  if (plan.swap) std::swap(sources[0], sources[1]);
  if (i.op == Op::bfi) c.x = sources[3];
  if (memory) sources.insert(sources.begin(), plan.wide || plan.constant ? address_at : base);
  Slot* const at[] = {&c.a, &c.b, &c.c};
  for (std::size_t k = 0; k < std::min<std::size_t>(3, sources.size()); ++k) *at[k] = sources[k];
  c.d = !results.empty() ? results[0] : r.has('W') ? cc_at : no_slot;
  if (r.has('A')) c.y = simt::AtomicPlace{plan.wide ? simt::Where::regions : simt::Where::shared, plan.wide}.pack();
  const bool scalar = r.has('S') && is_scalar(i.operands[0].reg), wrapped = scalar || plan.wide || plan.constant;
  if (memory || wrapped) c.extra = static_cast<std::uint32_t>(f.extra.size());
  if (memory && plan.memory.elements > 1) {
    c.extra_count = plan.memory.elements;
    f.extra.insert(f.extra.end(), r.has('L') ? results.begin() : sources.begin() + 1,
                   r.has('L') ? results.end() : sources.end());
  }
  if (wrapped) {
    c.run = run_wrapped;
    f.extra.insert(f.extra.end(),
                   {static_cast<Slot>(i.op), scalar ? 1U : 0U, base, plan.wide ? high : static_cast<Slot>(c.imm)});
    if (plan.constant) c.imm = 0;
  }
  f.codes.push_back(c);
}

Record Module::record(const Inst& i, std::size_t index, const Code& code) const {
  const Row& r = row(i.op);
  const Plan& plan = this->plan(i.op);
  Record x;
  x.present = true;
  x.kind = plan.kind;
  x.pointing = plan.pointing;
  x.first = &code;
  x.from_bits = 32;  // of shifts and fields
  x.sign = plan.sign || i.op == Op::sar || i.op == Op::bfe_s;
  x.latency = 1;
  x.memory = plan.memory;
  const auto reg = [](simt::Register n) { return RecordOperand{RecordOperand::Kind::reg, false, n, 0}; };
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const Operand& o = i.operands[k];
    const char letter = r.operands[k];
    const bool addresses = i.op == Op::call_reg || (letter == 'a' && i.op != Op::lea),
               symbol = letter == 'a' || o.kind == Kind::at;
    for (const Register used : {o.reg, o.high}) {
      if (used == no_register) continue;
      if (addresses)
        x.addresses.push_back(used);
      else
        (letter == 'd' ? x.results : x.sources).push_back(reg(used));
    }
    if (addresses || letter == 'b' || letter == 'f' || o.reg != no_register) continue;
    const Word value = symbol ? 0 : constant_of(o);
    x.sources.push_back({o.name.empty() || !symbol ? RecordOperand::Kind::constant : RecordOperand::Kind::symbol, false,
                         simt::no_register, symbol ? 8 * index + k : value});
    if (x.kind == Dependence::insert && value > 31) x.kind = Dependence::any;
  }
  if (r.has('W')) x.results.push_back(reg(cc_register));
  if (i.op == Op::branch) x.guard = cc_register;
  if (r.has('C') && i.op != Op::branch) x.sources.push_back(reg(cc_register));
  if (i.op == Op::read_lane) x.shuffle = {run_read_lane, lanes_read};
  if (i.op == Op::barrier) x.barrier.level = simt::BarrierRecord::Level::block;
  return x;
}

Fault plain(std::string text) {
  Fault f;
  f.text = std::move(text);
  return f;
}

}  // namespace

// ---- the device

struct Device::State {
  explicit State(const simt::MachineOptions& o) : options(o), memory(o.memory_limit) {}
  simt::MachineOptions options;
  simt::Memory memory;
  std::unique_ptr<Module> module;
  simt::LaunchStats stats;

  std::optional<Fault> host(Address at, std::uint64_t bytes, const char* what, std::byte*& to) const {
    const simt::Region* r = memory.find(at);
    if (r == nullptr || r->freed || bytes > r->bytes - (at - r->base))
      return plain(std::string(what) + " of " + std::to_string(bytes) + " bytes at address " + std::to_string(at) +
                   " is not inside a buffer or a variable");
    to = r->host + (at - r->base);
    return std::nullopt;
  }
};

Device::Device(const simt::MachineOptions& options) : state_(std::make_unique<State>(options)) {}
Device::~Device() = default;

std::optional<Fault> Device::load(const Program& program, const std::string& name) {
  state_->module.reset();
  for (const auto kind : {simt::RegionKind::variable, simt::RegionKind::constant}) state_->memory.drop(kind);
  std::string wrong;
  Program read;  // what was made is judged as what is read
  if (!assemble(print(program), name, read, wrong)) return plain(wrong);
  auto module = std::make_unique<Module>();
  wrong = module->load(std::move(read), name, state_->memory);
  if (!wrong.empty()) return plain(name + ": " + wrong);
  state_->module = std::move(module);
  return std::nullopt;
}

Address Device::allocate(std::uint64_t bytes) {
  const simt::Region* r = state_->memory.add(std::max<std::uint64_t>(1, bytes), 256, simt::RegionKind::buffer);
  return r == nullptr ? 0 : r->base;
}
std::optional<Fault> Device::release(Address address) {
  if (state_->memory.release(address, simt::RegionKind::buffer)) return std::nullopt;
  return plain("free of address " + std::to_string(address) + ", where no buffer starts");
}
std::optional<Fault> Device::write(Address to, std::span<const std::byte> bytes) {
  std::byte* host = nullptr;
  if (bytes.empty()) return std::nullopt;
  if (auto fault = state_->host(to, bytes.size(), "write", host)) return fault;
  std::memcpy(host, bytes.data(), bytes.size());
  if (state_->options.observer != nullptr) state_->options.observer->host_write(to, bytes.size());
  return std::nullopt;
}
std::optional<Fault> Device::read(Address from, std::span<std::byte> bytes) {
  std::byte* host = nullptr;
  if (bytes.empty()) return std::nullopt;
  if (auto fault = state_->host(from, bytes.size(), "read", host)) return fault;
  std::memcpy(bytes.data(), host, bytes.size());
  return std::nullopt;
}
std::optional<std::pair<Address, std::uint64_t>> Device::symbol(const std::string& name) const {
  const Symbol* s = state_->module ? state_->module->symbol(name) : nullptr;
  if (s == nullptr || s->kind == Symbol::Kind::shared || s->kind == Symbol::Kind::function) return std::nullopt;
  return std::pair{s->address, s->bytes};
}
const simt::LaunchStats& Device::stats() const { return state_->stats; }

std::optional<Fault> Device::launch(const Launch& l) {
  const std::string who = "launch of '" + l.kernel + "': ";
  const Symbol* s = state_->module ? state_->module->symbol(l.kernel) : nullptr;
  if (s == nullptr || s->kind != Symbol::Kind::function || !state_->module->function(s->function).kernel)
    return plain(who + "there is no kernel of this name");
  const Function& f = state_->module->program().functions[s->function];
  if (l.grid.count() == 0 || l.block.count() == 0 || l.block.count() > 1024)
    return plain(who + "a grid has blocks, and a block 1 to 1024 threads");
  if (l.arguments.size() != f.args)
    return plain(who + std::to_string(l.arguments.size()) + " bytes of arguments, the kernel has " +
                 std::to_string(f.args));
  if (l.dynamic_shared > most_shared - state_->module->shared_bytes || f.local > state_->options.local_limit)
    return plain(who + "it wants more shared or local memory than there is");
  simt::Grid grid;
  grid.program = state_->module.get();
  grid.kernel = &state_->module->function(s->function);
  grid.grid = l.grid;
  grid.block = l.block;
  grid.cluster = {1, 1, 1};
  grid.dynamic_shared = l.dynamic_shared;
  grid.shared_bytes = state_->module->shared_bytes + l.dynamic_shared;
  grid.params = l.arguments;
  grid.memory = &state_->memory;
  grid.observer = state_->options.observer;
  grid.options = &state_->options;
  simt::GridResult result = simt::run_grid(grid, std::max(1U, state_->options.threads), false);
  state_->stats = result.stats;
  if (result.fault)
    for (const Function& at : state_->module->program().functions)
      for (const auto& block : at.blocks)
        for (const Inst& i : block)
          if (at.name == result.fault->function && i.line == result.fault->line && i.line != 0)
            result.fault->text += ", in '" + print(i) + "'";
  return result.fault;
}

}  // namespace toy_gpu
