// Instructions of PTX as records: what the watchers ask. Made for a function when a watcher first asks for it, so a
// launch that nobody watches pays nothing. Cost: O(operands), once for each instruction.
#include "nvptx/exec/decode/describe.hpp"

#include <algorithm>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/operate/warp_ops.hpp"
#include "nvptx/mir/facts.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;

// Integer add, sub, mul.lo, mad.lo without saturation or carry.
Dependence arithmetic(const mir::OpDesc& d) {
  if (!is_integer(d.type) || d.has("hi") || d.has("wide") || d.has("sat") || mir::writes_carry(d))
    return Dependence::any;
  return Dependence::upward;
}

Dependence dependence(const mir::OpDesc& d) {
  switch (d.op) {
    case Op::mov:
      return Dependence::copy;
    case Op::cvta:
      return Dependence::pointer;
    case Op::cvt:
      return is_integer(d.type) && is_integer(d.dst_type) && !d.has("sat") ? Dependence::convert : Dependence::any;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::mad:
      return arithmetic(d);
    case Op::and_:
      return Dependence::bit_and;
    case Op::or_:
      return Dependence::bit_or;
    case Op::xor_:
    case Op::not_:
      return Dependence::bit_xor;
    case Op::shl:
      return Dependence::shift_left;
    case Op::shr:
      return Dependence::shift_right;
    case Op::bfe:
      return Dependence::extract;
    case Op::bfi:
      return Dependence::insert;
    case Op::prmt:  // one with a mode reads its selector in another way
      return d.modifiers.size() > 1 ? Dependence::any : Dependence::permute;
    case Op::selp:
      return Dependence::select;
    case Op::ld:
    case Op::ldu:
      return Dependence::load;
    case Op::st:
      return Dependence::store;
    case Op::atom:
    case Op::red:
      return Dependence::atomic;
    case Op::bra:
    case Op::brx:
      return Dependence::branch;
    case Op::call:
      return Dependence::call;
    case Op::ret:
      return Dependence::ret;
    case Op::shfl:
      return Dependence::shuffle;
    case Op::vote:
    case Op::redux:
    case Op::match:
      return Dependence::warp_wide;
    case Op::mma:
    case Op::wmma:
    case Op::ldmatrix:
    case Op::movmatrix:
    case Op::wgmma:
    case Op::tcgen05:
    case Op::tex:
    case Op::tld4:
    case Op::suld:
    case Op::activemask:
    case Op::elect:
    case Op::mbarrier:
    case Op::bar:
    case Op::barrier:
    case Op::txq:
    case Op::suq:
    case Op::alloca:
    case Op::stacksave:
    case Op::createpolicy:
      return Dependence::defined;
    default:
      return Dependence::any;
  }
}

Pointing pointing(Op op, const Record& r) {
  switch (op) {
    case Op::mov:
      return r.sources.size() == 1 && r.results.size() == 1 ? Pointing::first : Pointing::nowhere;
    case Op::cvta:
    case Op::cvt:
      return Pointing::first;
    case Op::add:
    case Op::or_:
    case Op::and_:
      return Pointing::either;
    case Op::sub:
      return Pointing::difference;
    case Op::mad:
      return Pointing::product;
    case Op::selp:
      return Pointing::select;
    default:
      return Pointing::nowhere;
  }
}

RecordOperand operand_of(const Operand& o) {
  switch (o.kind) {
    case Operand::Kind::reg:
      return {RecordOperand::Kind::reg, o.negated, o.a, static_cast<std::uint64_t>(o.value)};
    case Operand::Kind::imm:
      return {RecordOperand::Kind::constant, o.negated, no_register, static_cast<std::uint64_t>(o.value)};
    case Operand::Kind::symbol:
      return {RecordOperand::Kind::symbol, o.negated, no_register, o.a};
    default:
      return {};
  }
}

// Leaves of the slots [begin, end); registers in brackets are addresses.
void flatten(std::span<const Operand> slots, std::uint32_t begin, std::uint32_t end, std::vector<RecordOperand>& leaves,
             std::vector<Register>& addresses) {
  for (std::uint32_t i = begin; i < end && i < slots.size(); ++i) {
    const Operand& o = slots[i];
    if (o.kind == Operand::Kind::mem_reg) addresses.push_back(o.a);
    if (o.kind == Operand::Kind::mem_reg || o.kind == Operand::Kind::mem_sym || o.kind == Operand::Kind::mem_imm)
      continue;
    if (o.kind != Operand::Kind::group) {
      leaves.push_back(operand_of(o));
      continue;
    }
    if (static_cast<mir::GroupKind>(o.a) != mir::GroupKind::bracket) continue;
    const std::uint32_t last = i + mir::slots_of(slots, i);
    for (++i; i < last && i < slots.size(); ++i)
      if (slots[i].kind == Operand::Kind::reg || slots[i].kind == Operand::Kind::mem_reg)
        addresses.push_back(slots[i].a);
    --i;
  }
}

// Registers that a store writes from have one width, or the checkers do not look into them.
std::uint8_t value_bits(const mir::Function& f, std::span<const Operand> slots) {
  unsigned bits = 0;
  for (std::size_t i = 1; i < slots.size(); ++i) {
    if (slots[i].kind != Operand::Kind::reg || slots[i].a >= f.regs.size()) continue;
    const unsigned mine = std::clamp(mir::bits_of(f.regs[slots[i].a].type), 16U, 64U);
    if (bits != 0 && bits != mine) return 0;
    bits = mine;
  }
  return static_cast<std::uint8_t>(bits == 0 ? 32 : bits);  // constants alone: every lane holds the same
}

MemoryRecord memory_of(const mir::OpDesc& d, const mir::Function& f, std::span<const Operand> slots) {
  using Sort = MemoryRecord::Sort;
  MemoryRecord m;
  const bool atomic = d.op == Op::atom || d.op == Op::red, load = d.op == Op::ld || d.op == Op::ldu;
  m.sort = atomic ? Sort::atomic : d.op == Op::st ? Sort::store : load ? Sort::load : Sort::none;
  m.scope = d.has("cta") ? Scope::block : d.has("cluster") ? Scope::cluster : Scope::device;
  m.strong = atomic || d.has("volatile") || d.has("relaxed") || d.has("acquire") || d.has("release") || d.has("mmio");
  m.acquires = d.has("acquire") || d.has("acq_rel");
  m.releases = d.has("release") || d.has("acq_rel");
  m.compares = atomic && d.has("cas");
  m.replaces = atomic && d.has("exch");
  m.non_coherent = d.op == Op::ld && d.has("nc");
  m.parameter = d.space == mir::Space::param;
  m.elements = d.vector;
  if (m.sort == Sort::store) m.value_bits = value_bits(f, slots);
  if (mir::bits_of(d.type) >= 8) m.bytes = mir::bits_of(d.type) / 8 * std::uint32_t{d.vector};
  return m;
}

BarrierRecord barrier_of(const mir::OpDesc& d) {
  using Level = BarrierRecord::Level;
  BarrierRecord b;
  if (d.op != Op::bar && d.op != Op::barrier) return b;
  b.level = d.has("cluster") ? Level::cluster : d.has("warp") ? Level::warp : Level::block;
  b.arrives = d.has("arrive");
  b.waits = b.level == Level::cluster && d.has("wait");
  b.relaxed = d.has("relaxed");
  return b;
}

CopyRecord copy_of(const mir::OpDesc& d, std::span<const Operand> slots) {
  using Kind = CopyRecord::Kind;
  CopyRecord c;
  if (d.op != Op::cp || !d.has("async")) return c;
  c.kind = d.has("bulk")           ? Kind::bulk
           : d.has("mbarrier")     ? Kind::arrive
           : d.has("wait_all")     ? Kind::wait_all
           : d.has("commit_group") ? Kind::commit
           : d.has("wait_group")   ? Kind::wait
                                   : Kind::copy;
  if (c.kind == Kind::wait && !slots.empty()) c.open = static_cast<std::uint32_t>(slots[0].value);
  return c;
}

SignalRecord::Told told_by_copy(const Warp& warp, const Code& code) {
  return {warp.extra(code)[0], warp.extra(code)[1]};
}
SignalRecord::Told told_by_store(const Warp&, const Code& code) { return {code.b, no_slot}; }

SignalRecord signal_of(const mir::OpDesc& d, const CopyRecord& copy) {
  using Kind = SignalRecord::Kind;
  SignalRecord s;
  if (copy.kind == CopyRecord::Kind::bulk) s.told = told_by_copy;
  if ((d.op == Op::st || d.op == Op::red) && d.has("async")) s.told = told_by_store;
  if (copy.kind == CopyRecord::Kind::arrive) s.kind = Kind::arrive;
  if (d.has("init") || d.has("inval")) s.kind = Kind::make;
  if (d.has("try_wait") || d.has("test_wait")) s.kind = Kind::wait;
  if (d.op != Op::mbarrier) return s;
  s.name = d.text.substr(0, d.text.find('.', 9));
  if (s.kind == Kind::none) s.kind = Kind::arrive;
  return s;
}

void shuffled(const Warp& warp, const Code& code, std::uint32_t* lanes) {
  std::uint32_t own[lane_count];
  for (unsigned l = 0; l < lane_count; ++l) own[l] = l;
  warp_ops::shuffle(static_cast<ShuffleMode>(code.x & 0xff), ~warp.exited, own, warp.in<std::uint32_t>(code.b),
                    warp.in<std::uint32_t>(code.c), lanes, nullptr);
}

void describe_operands(Record& r, const mir::OpDesc& d, const mir::Function& f, const mir::Inst& inst,
                       std::span<const Operand> slots) {
  const std::uint32_t defs = mir::def_slots(d, f, inst);
  std::vector<Register> none;
  flatten(slots, 0, defs, r.results, none);
  flatten(slots, defs, static_cast<std::uint32_t>(slots.size()), r.sources, r.addresses);
  if (inst.guard != mir::none) r.guard = inst.guard;
  r.register_arguments = std::any_of(slots.begin(), slots.end(), [](const Operand& o) {
    return o.kind == Operand::Kind::reg || o.kind == Operand::Kind::imm;
  });
  if (d.op == Op::brx && !slots.empty() && slots[0].kind == Operand::Kind::reg) r.branch_index = slots[0].a;
}

Record record_of(const PtxFunction& code, const mir::Inst& inst) {
  Record r;
  const mir::Function& f = *code.function;
  const mir::OpDesc& d = code.module->op(inst.op);
  const auto slots = f.operands_of(inst);
  r.present = true;
  r.kind = dependence(d);
  describe_operands(r, d, f, inst, slots);
  r.pointing = pointing(d.op, r);
  r.from_bits = static_cast<std::uint8_t>(mir::bits_of(d.type));
  r.to_bits = static_cast<std::uint8_t>(mir::bits_of(d.dst_type));
  r.sign = is_signed(d.type);
  if (r.kind == Dependence::any && r.results.empty()) r.kind = Dependence::nothing;
  r.latency = d.latency;
  r.shown = value_type(d.dst_type);
  r.memory = memory_of(d, f, slots);
  r.barrier = barrier_of(d);
  r.copy = copy_of(d, slots);
  r.signal = signal_of(d, r.copy);
  if (d.op == Op::shfl) r.shuffle = {run_shuffle, shuffled};
  if (d.has("try_cancel")) r.unseen = {run_try_cancel, 16};
  return r;
}

}  // namespace

Space memory_space(mir::Space space) {
  switch (space) {
    case mir::Space::none:
    case mir::Space::generic:
      return Space::generic;
    case mir::Space::global:
      return Space::global;
    case mir::Space::shared:
      return Space::shared;
    case mir::Space::constant:
      return Space::constant;
    case mir::Space::local:
      return Space::local;
    case mir::Space::param:
      return Space::param;
    case mir::Space::reg:
    case mir::Space::sreg:
    case mir::Space::tex:
      break;
  }
  return Space::other;
}

ValueType value_type(mir::Type type) {
  using Kind = ValueType::Kind;
  const auto bits = static_cast<std::uint8_t>(mir::bits_of(type));
  switch (type) {
    case Type::none:
    case Type::texref:
    case Type::samplerref:
    case Type::surfref:
    case Type::other:
      return {Kind::none, bits, 1};
    case Type::pred:
      return {Kind::pred, bits, 1};
    case Type::u8:
    case Type::u16:
    case Type::u32:
    case Type::u64:
      return {Kind::unsigned_integer, bits, 1};
    case Type::s8:
    case Type::s16:
    case Type::s32:
    case Type::s64:
      return {Kind::signed_integer, bits, 1};
    case Type::f16:
    case Type::f32:
    case Type::f64:
      return {Kind::floating, bits, 1};
    case Type::bf16:
      return {Kind::bfloat, bits, 1};
    case Type::f16x2:
    case Type::f32x2:
      return {Kind::floating, bits, 2};
    case Type::bf16x2:
      return {Kind::bfloat, bits, 2};
    case Type::u16x2:
      return {Kind::unsigned_integer, bits, 2};
    case Type::s16x2:
      return {Kind::signed_integer, bits, 2};
    case Type::u8x4:
      return {Kind::unsigned_integer, bits, 4};
    case Type::s8x4:
      return {Kind::signed_integer, bits, 4};
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::b128:
    case Type::tf32:
      break;
  }
  return {Kind::raw, bits, 1};
}

Description describe(const PtxFunction& code) {
  Description out;
  out.records.resize(code.sources.size());
  for (const Code& c : code.codes) {
    if (c.inst >= out.records.size() || out.records[c.inst].first != nullptr) continue;
    Record& r = out.records[c.inst];
    if (const mir::Inst* inst = code.insts[c.inst]; inst != nullptr) r = record_of(code, *inst);
    r.first = &c;
  }
  if (code.function == nullptr) return out;
  out.registers.resize(code.function->regs.size());
  for (std::size_t i = 0; i < out.registers.size(); ++i) {
    if (i < code.register_slots.size()) out.registers[i].slot = code.register_slots[i];
    out.registers[i].type = value_type(code.function->regs[i].type);
  }
  return out;
}

}  // namespace lathe::nvptx::exec
