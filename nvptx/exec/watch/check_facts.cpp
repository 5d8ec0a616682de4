// Instructions as the checkers see them. Cost: O(operands), once for each instruction.
#include "nvptx/exec/watch/check_facts.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;
using Kind = Facts::Kind;

bool is_integer(Type t) {
  switch (t) {
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
    case Type::tf32:
    case Type::f32:
    case Type::f64:
    case Type::f32x2:
    case Type::u16x2:
    case Type::s16x2:
      return false;
    default:
      return mir::bits_of(t) != 0;
  }
}

bool is_signed(Type t) { return t == Type::s8 || t == Type::s16 || t == Type::s32 || t == Type::s64; }

// Integer add, sub, mul.lo, mad.lo without saturation or carry.
Kind arithmetic(const mir::OpDesc& d) {
  if (!is_integer(d.type) || d.has("hi") || d.has("wide") || d.has("sat") || d.has("cc")) return Kind::any;
  return Kind::upward;
}

Kind kind_of(const mir::OpDesc& d) {
  switch (d.op) {
    case Op::mov:
      return Kind::copy;
    case Op::cvta:
      return Kind::pointer;
    case Op::cvt:
      return is_integer(d.type) && is_integer(d.dst_type) && !d.has("sat") ? Kind::convert : Kind::any;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::mad:
      return arithmetic(d);
    case Op::and_:
      return Kind::bit_and;
    case Op::or_:
      return Kind::bit_or;
    case Op::xor_:
    case Op::not_:
      return Kind::bit_xor;
    case Op::shl:
      return Kind::shift_left;
    case Op::shr:
      return Kind::shift_right;
    case Op::bfe:
      return Kind::extract;
    case Op::bfi:
      return Kind::insert;
    case Op::prmt:
      return Kind::permute;
    case Op::selp:
      return Kind::select;
    case Op::ld:
    case Op::ldu:
      return Kind::load;
    case Op::st:
      return Kind::store;
    case Op::atom:
    case Op::red:
      return Kind::atomic;
    case Op::bra:
    case Op::brx:
      return Kind::branch;
    case Op::call:
      return Kind::call;
    case Op::ret:
      return Kind::ret;
    case Op::shfl:
      return Kind::shuffle;
    case Op::vote:
    case Op::redux:
    case Op::match:
      return Kind::warp_wide;
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
      return Kind::defined;
    default:
      return Kind::any;
  }
}

// Leaves of the slots [begin, end); registers in brackets are addresses.
void flatten(std::span<const Operand> slots, std::uint32_t begin, std::uint32_t end, std::vector<Operand>& leaves,
             std::vector<mir::Reg>& addresses) {
  for (std::uint32_t i = begin; i < end && i < slots.size(); ++i) {
    const Operand& o = slots[i];
    if (o.kind == Operand::Kind::mem_reg) addresses.push_back(o.a);
    if (o.kind == Operand::Kind::mem_reg || o.kind == Operand::Kind::mem_sym || o.kind == Operand::Kind::mem_imm)
      continue;
    if (o.kind != Operand::Kind::group) {
      leaves.push_back(o);
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

std::unique_ptr<Facts> make_facts(const FunctionCode& f, std::uint32_t index, const Code& first) {
  auto facts = std::make_unique<Facts>();
  const mir::Inst* inst = f.sources[index].inst;
  facts->first = &first;
  if (inst == nullptr) return facts;
  const mir::OpDesc& d = f.module->op(inst->op);
  facts->inst = inst;
  facts->desc = &d;
  facts->guard = inst->guard;
  facts->kind = kind_of(d);
  const auto slots = f.function->operands_of(*inst);
  const std::uint32_t defs = mir::def_slots(d, *f.function, *inst);
  std::vector<mir::Reg> none;
  flatten(slots, 0, defs, facts->results, none);
  flatten(slots, defs, static_cast<std::uint32_t>(slots.size()), facts->sources, facts->addresses);
  facts->from_bits = static_cast<std::uint8_t>(mir::bits_of(d.type));
  facts->to_bits = static_cast<std::uint8_t>(mir::bits_of(d.dst_type));
  facts->sign = is_signed(d.type);
  if (facts->kind == Kind::any && facts->results.empty()) facts->kind = Kind::nothing;
  return facts;
}

}  // namespace

const Facts* FactsTable::of(const FunctionCode& function, std::uint32_t inst) {
  if (&function != last_) {
    last_ = &function;
    last_table_ = &table_[&function];
    if (last_table_->empty()) {
      last_table_->resize(function.sources.size());
      for (const Code& c : function.codes)
        if (c.inst < last_table_->size() && !(*last_table_)[c.inst])
          (*last_table_)[c.inst] = make_facts(function, c.inst, c);
    }
  }
  if (inst >= last_table_->size()) return nullptr;
  const Facts* facts = (*last_table_)[inst].get();
  return facts != nullptr && facts->inst != nullptr ? facts : nullptr;
}

void FactsTable::clear() {
  table_.clear();
  last_ = nullptr;
  last_table_ = nullptr;
}

}  // namespace lathe::nvptx::exec
