// ld, ldu, st: modifiers, addresses and registers into the Codes of lanes/memory.cpp.
//
// Ordering and scopes change nothing here: every access is made in program order by one CPU thread, on a host whose
// loads and stores are ordered as acquire and release; only 128-bit values need care to be seen whole. Cache and
// eviction hints have no effect. Source: PTX ISA 9.0, 9.7.9.8 to 9.7.9.12.
#include "nvptx/exec/decode/decode_memory.hpp"
#include "simt/machine/parts.hpp"

#include <algorithm>
#include <string>

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;
using Kind = Operand::Kind;

constexpr std::string_view common_modifiers[] = {
    "global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry", "param::func",
    // scopes
    "cta", "cluster", "gpu", "sys",
    // hints
    "ca", "cg", "cs", "cv", "lu", "wb", "wt", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
    "L1::evict_last", "L1::no_allocate", "L2::evict_normal", "L2::evict_first", "L2::evict_last", "L2::cache_hint",
    "L2::64B", "L2::128B", "L2::256B"};

bool has_memory_type(Type t) {
  switch (t) {
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::b128:
    case Type::u8:
    case Type::u16:
    case Type::u32:
    case Type::u64:
    case Type::s8:
    case Type::s16:
    case Type::s32:
    case Type::s64:
    case Type::f16:
    case Type::bf16:
    case Type::f32:
    case Type::f64:
      return true;
    default:
      return false;
  }
}

// The registers of a load or store: their slots, all with lanes of `bits`.
struct Elements {
  std::vector<Slot> slots;
  unsigned bits = 0;     // 16, 32, 64
  bool widened = false;  // the registers are wider than the type
};

// Width of the registers where all have one, and it holds the type; else 0.
unsigned common_width(const Decoder& d, const std::vector<Operand>& operands, unsigned type_bits) {
  unsigned width = 0;
  for (const Operand& o : operands) {
    if (o.kind == Kind::sink) continue;
    const unsigned bits = d.register_bits(o);
    if (bits < type_bits || bits > 64 || (width != 0 && bits != width)) return 0;
    width = bits;
  }
  return width;
}

bool read_elements(Decoder& d, const std::vector<Operand>& operands, Type type, Elements& out) {
  const unsigned type_bits = bits_of(type);
  const unsigned width = is_float(type) ? 0 : common_width(d, operands, type_bits);
  for (const Operand& o : operands) {
    if (o.kind == Kind::sink) return d.refuse("a value to store is needed, not '_'");
    // A register wider than the type is read as it is: the store takes its low part.
    if (width != 0)
      out.slots.push_back(d.read(o, width));
    else if (is_float(type) && o.kind == Kind::reg && d.register_bits(o) != type_bits)
      return d.refuse("a register of " + std::to_string(type_bits) + " bits is needed");
    else
      out.slots.push_back(d.read(o, type));
  }
  out.bits = std::max(16U, width != 0 ? width : type_bits);
  out.widened = width > type_bits;
  return true;
}

bool write_elements(Decoder& d, const std::vector<Operand>& operands, Type type, Elements& out) {
  const unsigned type_bits = bits_of(type);
  const unsigned width = is_float(type) ? 0 : common_width(d, operands, type_bits);
  for (const Operand& o : operands) {
    if (o.kind == Kind::sink)
      out.slots.push_back(d.temp(width != 0 ? width : type_bits));
    else if (is_float(type) && d.register_bits(o) != type_bits)
      return d.refuse("a register of " + std::to_string(type_bits) + " bits is needed");
    else
      out.slots.push_back(width != 0 ? d.write(o, width) : d.write(o, type));
  }
  out.bits = std::max(16U, width != 0 ? width : type_bits);
  out.widened = width > type_bits;
  return true;
}

// 128-bit registers are two rows of 64-bit lanes.
void split_128(Elements& elements) {
  std::vector<Slot> halves;
  for (const Slot slot : elements.slots) {
    halves.push_back(slot);
    halves.push_back(slot + lane_count * 8);
  }
  elements.slots = std::move(halves);
  elements.bits = 64;
}

bool is_strong(const Instruction& i) {
  for (const char* m : {"relaxed", "acquire", "release", "volatile", "mmio"})
    if (i.has(m)) return true;
  return false;
}

void fill(Code& code, const Place& place) {
  code.imm = place.offset;
  code.x = place.request.pack();
}

bool emit_strong128(Decoder& d, const Place& place, bool load, Slot slot) {
  Code& code = d.emit(pick_strong128({load}), load ? slot : no_slot, place.base, load ? no_slot : slot);
  fill(code, place);
  AtomicPlace at;
  at.where = place.where == Where::regions || place.where == Where::shared ? place.where : Where::other;
  at.wide = place.base_bits == 64;
  code.y = at.pack();
  return true;
}

bool emit_access(Decoder& d, const Place& place, bool load, Type type, const Elements& elements) {
  MemoryKey key;
  key.what = place.broadcast ? MemoryKey::What::broadcast : load ? MemoryKey::What::load : MemoryKey::What::store;
  key.where = place.where;
  key.base_bits = static_cast<std::uint8_t>(place.base_bits);
  key.memory_bits = static_cast<std::uint8_t>(std::min(64U, bits_of(type)));
  key.register_bits = static_cast<std::uint8_t>(elements.bits);
  key.sign = is_signed(type) && elements.widened;  // an 8-bit register is kept zero-extended in its 16 bits
  key.elements = static_cast<std::uint8_t>(elements.slots.size());
  const Handler handler = pick_memory(key);
  if (handler == nullptr) return d.refuse("registers of this width for this type");
  const Slot only = elements.slots.size() == 1 ? elements.slots[0] : no_slot;
  const std::uint32_t extra = only == no_slot ? d.extra(elements.slots) : 0;
  Code& code = d.emit(handler, load ? only : no_slot, place.base, load ? no_slot : only);
  fill(code, place);
  if (only == no_slot) {
    code.extra = extra;
    code.extra_count = static_cast<std::uint16_t>(elements.slots.size());
  }
  return true;
}

bool decode_access(Decoder& d, const Instruction& i) {
  const bool load = i.desc.op != Op::st;
  if (!known_modifiers(
          d, i, {"weak", "relaxed", "acquire", "release", "volatile", "mmio", "nc", "unified", "v2", "v4", "v8"}))
    return false;
  if (i.has("nc") && (!load || i.desc.space != mir::Space::global || is_strong(i)))
    return d.refuse("'.nc' is for plain loads of .global memory");
  if (i.count() < 2) return d.refuse("two operands are needed");
  const Type type = i.desc.type;
  if (!has_memory_type(type)) return d.refuse("a type of 8 to 128 bits is needed");
  const unsigned bytes = bits_of(type) / 8, count = i.desc.vector;
  if (bytes * count > 32 || (count == 8 && bytes != 4)) return d.refuse("a vector of at most 32 bytes is needed");

  Place place = place_of(d, i, load ? 1 : 0);
  if (!place.valid || !cache_policy(d, i, 2)) return false;
  if (!load && place.request.space == Space::constant) return d.refuse("constants cannot be stored to");
  if (!load && place.broadcast) return d.refuse("the kernel's parameters cannot be stored to");
  place.request.kind = load ? AccessKind::read : AccessKind::write;
  place.request.bytes = place.request.align = bytes * count;

  const std::size_t values = load ? 0 : 1;
  const auto operands = i.elements(values);
  // As ptxas: braces around a single register mean nothing.
  if (operands.size() != count || (count > 1 && !i.is_group(values)))
    return d.refuse(count == 1 ? std::string("one register is needed, not a group")
                               : "a group of " + std::to_string(count) + " is needed");
  Elements elements;
  if (!(load ? write_elements(d, operands, type, elements) : read_elements(d, operands, type, elements))) return false;
  if (bytes == 16) {
    const bool shared_memory = !place.request.frame && !place.broadcast;
    if (is_strong(i) && count == 1 && shared_memory) return emit_strong128(d, place, load, elements.slots[0]);
    split_128(elements);
  }
  return emit_access(d, place, load, type, elements);
}

Where where_of(const AddressOperand& address) {
  if (address.in_frame) return Where::frame;
  switch (address.space) {
    case Space::shared:
      return Where::shared;
    case Space::local:
      return Where::local;
    case Space::param:
      return Where::other;
    default:
      return Where::regions;
  }
}

}  // namespace

bool known_modifiers(Decoder& d, const Instruction& i, std::initializer_list<std::string_view> more) {
  for (const std::string& m : i.desc.modifiers) {
    if (mir::parse_type(m) != Type::none) continue;
    if (std::find(std::begin(common_modifiers), std::end(common_modifiers), m) != std::end(common_modifiers)) continue;
    if (std::find(more.begin(), more.end(), m) == more.end()) return d.refuse("unknown modifier '." + m + "'");
  }
  return true;
}

bool cache_policy(Decoder& d, const Instruction& i, std::size_t index) {
  const bool hinted = i.has("L2::cache_hint");
  if (i.count() != index + (hinted ? 1 : 0))
    return d.refuse(std::to_string(index + (hinted ? 1 : 0)) + " operands are needed" +
                    (hinted ? ", the last one a cache policy" : ""));
  if (hinted && d.register_bits(i.operand(index)) != 64) return d.refuse("the cache policy is a 64-bit register");
  return true;
}

Place place_of(Decoder& d, const Instruction& i, std::size_t operand) {
  Place place;
  if (operand >= i.count()) {
    d.refuse("an address is needed");
    return place;
  }
  AddressOperand address = d.address(i.operand(operand), i.desc.space);
  if (!address.valid) return place;
  // Kernel parameters from a device function: the decoder takes .param there as the function's own.
  if (i.has("param::entry") && !address.in_frame) address.space = Space::param;
  place.valid = true;
  place.where = where_of(address);
  place.request.space = address.space;
  place.request.cluster = i.has("shared::cluster");
  place.request.frame = address.in_frame;
  place.request.function_param = address.in_frame && i.desc.space == mir::Space::param;
  place.offset = static_cast<std::uint64_t>(address.offset);
  place.base = address.base;
  place.base_bits = address.base == no_slot ? 64 : address.base_bits;
  place.broadcast = address.space == Space::param && address.base == no_slot;
  if (address.base == no_slot && !address.in_frame && !place.broadcast) {
    place.base = d.spread(place.offset, 64);
    place.offset = 0;
  } else if (address.space == Space::constant && place.base_bits == 32) {
    // An address of 32 bits is an offset in the window of constants.
    const Slot wide = d.temp(64);
    Code& code = d.emit(run_window, wide, address.base);
    code.x = static_cast<std::uint32_t>(place.offset);
    code.y = static_cast<std::uint32_t>(const_base >> 32);
    place.base = wide;
    place.base_bits = 64;
    place.offset = 0;
  }
  return place;
}

bool decode_memory(Decoder& d, const Instruction& i) {
  switch (i.desc.op) {
    case Op::ld:
    case Op::ldu:
    case Op::st:
      return decode_access(d, i);
    case Op::atom:
    case Op::red:
      return decode_atomic(d, i);
    case Op::cvta:
      return decode_cvta(d, i);
    case Op::isspacep:
      return decode_isspacep(d, i);
    case Op::prefetch:
    case Op::prefetchu:
    case Op::applypriority:
    case Op::discard:
    case Op::createpolicy:
      return decode_hint(d, i);
    case Op::alloca:
    case Op::stacksave:
    case Op::stackrestore:
      return decode_stack(d, i);
    default:
      return d.refuse("not a memory instruction that is known");
  }
}

}  // namespace lathe::nvptx::exec
