// Machine IR to Code: operands into slots, instructions to their families, blocks into one line.
//
// Blocks are laid out in reverse post-order with loop exits after the loop, which is the order in which diverged
// fragments are run. Registers get slots by their live ranges (slots.cpp). An instruction that cannot be run
// becomes one that faults when it is reached, so a module may hold what a kernel never executes.
// Cost: linear in instructions, but for the slots. Source: PTX ISA 9.0, chapters 6 and 9.
#include "nvptx/exec/decode/decode.hpp"

#include <algorithm>
#include <bit>

#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/exec/decode/special.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/lanes/core_key.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;
using Kind = Operand::Kind;

// The operations that are both integer's and float's go by their type.
Family arithmetic(const mir::OpDesc& d) { return is_float(d.type) ? decode_float : decode_integer; }

Family family_of(const mir::OpDesc& d) {
  switch (d.op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::mad:
    case Op::div:
    case Op::abs:
    case Op::neg:
    case Op::min:
    case Op::max:
      return arithmetic(d);
    case Op::copysign:
    case Op::fma:
    case Op::rcp:
    case Op::sqrt:
    case Op::rsqrt:
    case Op::sin:
    case Op::cos:
    case Op::lg2:
    case Op::ex2:
    case Op::tanh:
      return decode_float;
    case Op::set:
    case Op::setp:
    case Op::selp:
    case Op::slct:
    case Op::testp:
      return decode_compare;
    case Op::mov:
      return decode_move;
    case Op::cvt:
      return decode_convert;
    case Op::ld:
    case Op::ldu:
    case Op::cvta:
    case Op::isspacep:
    case Op::prefetch:
    case Op::prefetchu:
    case Op::applypriority:
    case Op::discard:
    case Op::createpolicy:
    case Op::atom:
    case Op::stacksave:
    case Op::stackrestore:
    case Op::alloca:
      return decode_memory;
    case Op::st:
    case Op::red:
      return d.has("async") ? decode_async : decode_memory;
    case Op::cp:
    case Op::multimem:
    case Op::tensormap:
    case Op::membar:
    case Op::fence:
    case Op::mbarrier:
    case Op::mapa:
    case Op::getctarank:
    case Op::griddepcontrol:
    case Op::clusterlaunchcontrol:
    case Op::setmaxnreg:
      return decode_async;
    case Op::tex:
    case Op::tld4:
    case Op::txq:
    case Op::istypep:
    case Op::suld:
    case Op::sust:
    case Op::sured:
    case Op::suq:
      return decode_texture;
    case Op::vote:
    case Op::match:
    case Op::activemask:
    case Op::redux:
    case Op::shfl:
    case Op::elect:
      return decode_warp;
    case Op::mma:
    case Op::wmma:
    case Op::ldmatrix:
    case Op::stmatrix:
    case Op::movmatrix:
    case Op::wgmma:
      return decode_matrix;
    case Op::bra:
    case Op::brx:
    case Op::call:
    case Op::ret:
    case Op::exit:
    case Op::brkpt:
    case Op::trap:
    case Op::nanosleep:
    case Op::pmevent:
      return decode_control;
    case Op::bar:
    case Op::barrier:
      return d.has("warp") ? decode_warp : decode_control;
    case Op::tcgen05:
      return decode_tensor_memory;
    case Op::phi:
    case Op::p_asm:
    case Op::other:
    case Op::count:
      return nullptr;
    default:
      return decode_integer;
  }
}

unsigned width_of(Type t) {
  switch (t) {
    case Type::texref:
    case Type::samplerref:
    case Type::surfref:
      return 64;
    default:
      return mir::bits_of(t);
  }
}

std::uint16_t half_bits(float f) {
  // Round to nearest even by integer arithmetic.
  const auto u = std::bit_cast<std::uint32_t>(f);
  const std::uint32_t sign = u >> 16 & 0x8000U;
  const std::uint32_t a = u & 0x7fffffffU;
  if (a > 0x7f800000U) return static_cast<std::uint16_t>(sign | 0x7fffU);
  if (a >= 0x477ff000U) return static_cast<std::uint16_t>(sign | 0x7c00U);
  if (a < 0x33000001U) return static_cast<std::uint16_t>(sign);
  const unsigned exponent = a >> 23;
  std::uint32_t mantissa = (a & 0x7fffffU) | 0x800000U;
  const unsigned shift = exponent >= 113 ? 13 : 126 - exponent;
  const std::uint32_t half = 1U << (shift - 1), rest = mantissa & ((1U << shift) - 1);
  mantissa >>= shift;
  mantissa += rest > half || (rest == half && (mantissa & 1U) != 0);
  return static_cast<std::uint16_t>(sign | (exponent >= 113 ? mantissa + ((exponent - 113) << 10) : mantissa));
}

std::uint16_t bfloat_bits(float f) {
  const auto u = std::bit_cast<std::uint32_t>(f);
  if ((u & 0x7fffffffU) > 0x7f800000U) return 0x7fff;
  return static_cast<std::uint16_t>((u + 0x7fffU + (u >> 16 & 1U)) >> 16);
}

// The code of an instruction that cannot be run.
Flow run_refused(Warp& w, const Code& code, Mask mask) {
  const auto& texts = w.function->refusals;
  return w.fault(code, static_cast<unsigned>(std::countr_zero(mask)), texts[code.x]);
}

}  // namespace

std::vector<Operand> Instruction::elements(std::size_t i) const {
  const std::uint32_t first = tops[i];
  const Operand& o = slots[first];
  if (o.kind != Kind::group) return {o};
  std::vector<Operand> out;
  for (std::uint32_t k = 1; k <= static_cast<std::uint32_t>(o.value); ++k)
    if (slots[first + k].kind != Kind::group) out.push_back(slots[first + k]);
  return out;
}

Decoder::Decoder(PtxProgram& p, PtxFunction& c, const mir::Function& f, const mir::Module& m)
    : program(p), code(c), function(f), module(m) {}

const Symbol* Decoder::symbol(std::string_view name) const {
  for (const auto& [own, s] : code.statics)
    if (own == name) return &s;
  return program.find(impl->module_index, name);
}

unsigned Decoder::register_bits(const Operand& o) const {
  if (o.kind != Kind::reg || o.a >= function.regs.size()) return 0;
  return width_of(function.regs[o.a].type);
}

Slot Decoder::temp(unsigned bits) {
  const std::uint32_t bytes = slot_bytes(bits), align = std::min(bytes, 64U);
  DecoderImpl::Temps& temps = impl->temps[bytes];
  if (temps.used == temps.slots.size()) {
    impl->temp_top = (impl->temp_top + align - 1) / align * align;
    temps.slots.push_back(impl->temp_top);
    impl->temp_top += bytes;
    code.frame_bytes = std::max(code.frame_bytes, impl->temp_top);
  }
  return temps.slots[temps.used++];
}

Slot Decoder::spread(std::uint64_t value, unsigned bits) {
  if (bits == 1) {
    value = value != 0 ? all_lanes : 0;
  } else if (bits < 64) {
    value &= (std::uint64_t{1} << bits) - 1;
  }
  const auto [it, fresh] = impl->constants.emplace(std::pair{value, bits}, 0);
  if (!fresh) return it->second;
  const std::uint32_t bytes = slot_bytes(bits), align = std::min(bytes, 64U);
  auto& pool = code.constants;
  pool.resize((pool.size() + align - 1) / align * align);
  const auto at = static_cast<Slot>(pool.size());
  pool.resize(at + bytes);
  const auto put = [&](auto v, unsigned count) {
    for (unsigned l = 0; l < count; ++l) std::memcpy(pool.data() + at + l * sizeof v, &v, sizeof v);
  };
  if (bits == 1)
    put(static_cast<std::uint32_t>(value), 1);
  else if (bits <= 16)
    put(static_cast<std::uint16_t>(value), lane_count);
  else if (bits == 32)
    put(static_cast<std::uint32_t>(value), lane_count);
  else
    put(value, lane_count);  // of 128 bits the high halves stay 0
  return it->second = at | constant_bit;
}

std::uint32_t Decoder::extra(std::span<const Slot> slots) {
  const auto at = static_cast<std::uint32_t>(code.extra.size());
  code.extra.insert(code.extra.end(), slots.begin(), slots.end());
  return at;
}

Code& Decoder::emit(Handler run, Slot d, Slot a, Slot b, Slot c) {
  Code& out = code.codes.emplace_back();
  out.run = run;
  out.d = d;
  out.a = a;
  out.b = b;
  out.c = c;
  out.guard = impl->guard;
  out.guard_negated = impl->guard_negated;
  out.inst = impl->source;
  return out;
}

bool Decoder::refuse(std::string text) {
  if (impl->refusal.empty()) impl->refusal = text.empty() ? "cannot be run" : std::move(text);
  return false;
}

Slot Decoder::resize(Slot from, unsigned from_bits, unsigned bits, bool sign) {
  const Slot to = temp(bits);
  const Handler h = pick_core({CoreKey::Kind::resize, from_bits, bits, sign});
  if (h == nullptr) {
    refuse("a value of " + std::to_string(from_bits) + " bits where " + std::to_string(bits) + " are meant");
    return to;
  }
  emit(h, to, from);
  return to;
}

Slot Decoder::read_symbol(const Operand& o, unsigned bits) {
  if (bits != 64 && bits != 32) {
    refuse("an address in " + std::to_string(bits) + " bits");
    return temp(bits);
  }
  const std::string& name = module.name(o.a);
  if (const FrameVariable* v = impl->frame_variable(name)) {
    // Local memory of the frame: the frame's base is added when it runs.
    const Slot to = temp(64);
    emit(pick_core({CoreKey::Kind::frame_address, 64, 64, false}), to).imm =
        v->offset + static_cast<std::uint64_t>(o.value);
    return bits == 64 ? to : resize(to, 64, 32, false);
  }
  if (const FrameVariable* v = impl->kernel_param(name))
    return spread(v->offset + static_cast<std::uint64_t>(o.value), bits);
  const Symbol* s = symbol(name);
  if (s == nullptr) {
    refuse("'" + name + "' is not defined in any of the modules");
    return temp(bits);
  }
  return spread(s->address + static_cast<std::uint64_t>(o.value), bits);
}

Slot Decoder::read(const Operand& o, unsigned bits) {
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
    refuse("an operand of " + std::to_string(bits) + " bits");
    return temp(64);
  }
  switch (o.kind) {
    case Kind::reg: {
      const unsigned have = register_bits(o);
      const Slot slot = impl->reg_slot(o.a);
      if (have == bits && bits != 8) return slot;
      if (have <= 1 || have < bits) {
        refuse("register " + impl->reg_name(o.a) + " has " + std::to_string(have) + " bits, not " +
               std::to_string(bits));
        return temp(bits);
      }
      if (have == 8 && bits == 8) return slot;
      return resize(slot, have, bits, false);
    }
    case Kind::imm:
      return spread(static_cast<std::uint64_t>(o.value), bits);
    case Kind::f32:
      if (bits == 64)
        return spread(std::bit_cast<std::uint64_t>(double{std::bit_cast<float>(static_cast<std::uint32_t>(o.value))}),
                      64);
      return spread(static_cast<std::uint32_t>(o.value), bits);
    case Kind::f64:
      if (bits == 32)
        return spread(std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.value))), 32);
      return spread(static_cast<std::uint64_t>(o.value), bits);
    case Kind::special:
      return read_special(*this, module.name(o.a), bits);
    case Kind::symbol:
      return read_symbol(o, bits);
    default:
      refuse("an operand of this form");
      return temp(bits);
  }
}

Slot Decoder::read(const Operand& o, Type type) {
  const bool immediate = o.kind == Kind::f32 || o.kind == Kind::f64;
  if (immediate && (type == Type::f16 || type == Type::bf16)) {
    const float f = o.kind == Kind::f32 ? std::bit_cast<float>(static_cast<std::uint32_t>(o.value))
                                        : static_cast<float>(std::bit_cast<double>(o.value));
    return spread(type == Type::f16 ? half_bits(f) : bfloat_bits(f), 16);
  }
  return read(o, mir::bits_of(type));
}

Slot Decoder::write(const Operand& o, unsigned bits, bool sign_extend) {
  if (o.kind == Kind::sink) return temp(bits);
  const unsigned have = register_bits(o);
  if (have <= 1 || have < bits) {
    refuse(o.kind == Kind::reg ? "register " + impl->reg_name(o.a) + " has " + std::to_string(have) + " bits, not " +
                                     std::to_string(bits)
                               : std::string("the result is not a register"));
    return temp(bits);
  }
  const Slot slot = impl->reg_slot(o.a);
  if (have == bits || (bits == 8 && have == 16 && !sign_extend)) return slot;
  const Slot narrow = temp(bits);
  impl->pending.push_back({slot, narrow, have, bits, sign_extend});
  return narrow;
}

Slot Decoder::write(const Operand& o, Type type) { return write(o, mir::bits_of(type), mir::is_signed(type)); }

Slot Decoder::read_pred(const Operand& o) {
  if (o.kind == Kind::imm) return spread(static_cast<std::uint64_t>((o.value != 0) != o.negated), 1);
  if (register_bits(o) != 1) {
    refuse("a predicate is needed here");
    return temp(1);
  }
  if (!o.negated) return impl->reg_slot(o.a);
  const Slot to = temp(1);
  emit(pick_core({CoreKey::Kind::not_pred, 1, 1, false}), to, impl->reg_slot(o.a));
  return to;
}

Slot Decoder::write_pred(const Operand& o) {
  if (o.kind == Kind::sink) return temp(1);
  if (register_bits(o) == 1) return impl->reg_slot(o.a);
  refuse("the result is a predicate");
  return temp(1);
}

bool Decoder::constant(const Operand& o, std::int64_t& value) const {
  if (o.kind != Kind::imm) return false;
  value = o.value;
  return true;
}

AddressOperand Decoder::address(const Operand& o, Space space) {
  AddressOperand out;
  out.space = space;
  // A device function's parameters are in its frame.
  if (out.space == Space::param && !code.kernel) out.space = Space::local;
  out.offset = o.value;
  out.valid = true;
  switch (o.kind) {
    case Kind::mem_imm:
      return out;
    case Kind::mem_reg:
      out.base_bits = width_of(o.a < function.regs.size() ? function.regs[o.a].type : Type::none);
      if (out.base_bits != 32 && out.base_bits != 64) {
        out.valid = refuse("an address register of 32 or 64 bits is needed");
        return out;
      }
      out.base = impl->reg_slot(o.a);
      return out;
    case Kind::mem_sym:
      break;
    default:
      out.valid = refuse("an address is needed here");
      return out;
  }
  const std::string& name = module.name(o.a);
  if (const FrameVariable* v = impl->frame_variable(name)) {
    out.space = Space::local;
    out.in_frame = true;
    out.offset += v->offset;
    return out;
  }
  if (const FrameVariable* v = impl->kernel_param(name)) {
    out.offset += static_cast<std::int64_t>(out.space == Space::generic ? param_window + v->offset : v->offset);
    return out;
  }
  const Symbol* s = symbol(name);
  if (s == nullptr) {
    out.valid = refuse("'" + name + "' is not defined in any of the modules");
    return out;
  }
  out.offset += static_cast<std::int64_t>(s->address);
  if (s->kind == Symbol::Kind::shared && out.space == Space::generic)
    out.offset += static_cast<std::int64_t>(shared_window);
  return out;
}

namespace {
// A loop around such an instruction may wait for another thread.
bool polls(const mir::OpDesc& d) {
  if (d.op == Op::atom) return d.has("cas") || d.has("exch");
  return d.op == Op::ld && (d.is_volatile || d.has("volatile"));
}
}  // namespace

bool decode_instruction(Decoder& d, const mir::Inst& inst) {
  DecoderImpl& impl = *d.impl;
  const mir::OpDesc& desc = d.module.op(inst.op);
  Instruction i{inst, desc, d.function.operands_of(inst), {}};
  for (std::uint32_t at = 0; at < i.slots.size(); at += mir::slots_of(i.slots, at)) i.tops.push_back(at);
  impl.begin_instruction(inst);
  const std::size_t first = d.code.codes.size();
  const Family family = family_of(desc);
  bool fine = family != nullptr ? family(d, i) : d.refuse("cannot be run on the CPU");
  for (std::size_t k = 0; fine && impl.refusal.empty() && k < impl.pending.size(); ++k) {
    const auto& p = impl.pending[k];
    const Handler h = pick_core({CoreKey::Kind::resize, p.from_bits, p.to_bits, p.sign});
    if (h == nullptr)
      fine = d.refuse("a result of " + std::to_string(p.from_bits) + " bits in a register of " +
                      std::to_string(p.to_bits));
    else
      d.emit(h, p.to, p.from);
  }
  if (fine && impl.refusal.empty()) {
    if (polls(desc) && d.code.codes.size() > first) d.code.codes.back().poll = true;
    return true;
  }
  d.code.codes.resize(first);
  d.code.refusals.push_back("instruction '" + desc.text +
                            "': " + (impl.refusal.empty() ? "not in a form that can be run" : impl.refusal));
  Code& out = d.emit(run_refused);
  out.x = static_cast<std::uint32_t>(d.code.refusals.size() - 1);
  return false;
}

}  // namespace lathe::nvptx::exec
