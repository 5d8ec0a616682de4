// atom and red: which operations PTX has for which types, and their operands. Source: PTX ISA 9.0, 9.7.13.3 and .4.
#include <string>

#include "nvptx/exec/decode/decode_memory.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Type;
using Operation = AtomicKey::Operation;

struct Name {
  std::string_view text;
  Operation operation;
};
constexpr Name names[] = {{"and", Operation::and_},  {"or", Operation::or_},  {"xor", Operation::xor_},
                          {"exch", Operation::exch}, {"add", Operation::add}, {"inc", Operation::inc},
                          {"dec", Operation::dec},   {"min", Operation::min}, {"max", Operation::max},
                          {"cas", Operation::cas}};

bool find_operation(const Instruction& i, Operation& operation) {
  unsigned found = 0;
  for (const Name& name : names)
    if (i.has(name.text)) {
      operation = name.operation;
      ++found;
    }
  return found == 1;
}

bool is_half(Type t) { return t == Type::f16 || t == Type::bf16 || t == Type::f16x2 || t == Type::bf16x2; }

// Operations by type, as the manual lists them.
bool exists(Operation operation, Type type, unsigned elements) {
  switch (operation) {
    case Operation::and_:
    case Operation::or_:
    case Operation::xor_:
      return elements == 1 && (type == Type::b32 || type == Type::b64);
    case Operation::exch:
      return elements == 1 && (type == Type::b32 || type == Type::b64 || type == Type::b128);
    case Operation::cas:
      return elements == 1 && (type == Type::b16 || type == Type::b32 || type == Type::b64 || type == Type::b128);
    case Operation::inc:
    case Operation::dec:
      return elements == 1 && type == Type::u32;
    case Operation::add:
      if (type == Type::f32) return elements == 1 || elements == 2 || elements == 4;
      if (is_half(type)) return true;
      return elements == 1 &&
             (type == Type::u32 || type == Type::s32 || type == Type::u64 || type == Type::s64 || type == Type::f64);
    case Operation::min:
    case Operation::max:
      if (is_half(type)) return elements > 1;
      return elements == 1 && (type == Type::u32 || type == Type::s32 || type == Type::u64 || type == Type::s64);
  }
  return false;
}

// The operands of a vector operation into Code::extra: what is added, then the old values.
bool vector_slots(Decoder& d, const Instruction& i, Type type, unsigned count, bool returns, std::vector<Slot>& slots) {
  const std::size_t value = returns ? 2 : 1;
  const auto read = i.elements(value);
  if (read.size() != count || i.is_group(value) != (count > 1))
    return d.refuse("a group of " + std::to_string(count) + " is needed");
  for (const mir::Operand& o : read) slots.push_back(d.read(o, type));
  if (!returns) return true;
  const auto written = i.elements(0);
  const bool sink = written.size() == 1 && written[0].kind == mir::Operand::Kind::sink;
  if (!sink && (written.size() != count || i.is_group(0) != (count > 1)))
    return d.refuse("a group of " + std::to_string(count) + " is needed for the old values");
  for (unsigned e = 0; e < count; ++e) slots.push_back(d.write(sink ? written[0] : written[e], bits_of(type)));
  return true;
}

bool emit_vector(Decoder& d, const Instruction& i, const Place& place, Handler handler, AtomicPlace at, Type type) {
  std::vector<Slot> slots;
  if (!vector_slots(d, i, type, at.elements, at.returns, slots)) return false;
  const std::uint32_t extra = d.extra(slots);
  Code& code = d.emit(handler, no_slot, place.base);
  code.extra = extra;
  code.extra_count = static_cast<std::uint16_t>(slots.size());
  code.imm = place.offset;
  code.x = place.request.pack();
  code.y = at.pack();
  return true;
}

}  // namespace

bool decode_atomic(Decoder& d, const Instruction& i) {
  const bool returns = i.desc.op == mir::Op::atom;
  if (!known_modifiers(d, i,
                       {"relaxed", "acquire", "release", "acq_rel", "and", "or", "xor", "exch", "add", "inc", "dec",
                        "min", "max", "cas", "noftz", "v2", "v4", "v8"}))
    return false;
  Operation operation{};
  if (!find_operation(i, operation)) return d.refuse("one operation is needed: add, min, cas, ...");
  const bool cas = operation == Operation::cas;
  if (!returns && (cas || operation == Operation::exch))
    return d.refuse("red has no " + std::string(cas ? "cas" : "exch"));
  const Type type = i.desc.type;
  const unsigned elements = i.desc.vector, bytes = bits_of(type) / 8;
  if (!exists(operation, type, elements) || bytes * elements > 16)
    return d.refuse("there is no such operation for this type");
  if (is_half(type) != i.has("noftz"))
    return d.refuse(is_half(type) ? "16-bit floats need .noftz" : ".noftz is for 16-bit floats");

  const std::size_t address = returns ? 1 : 0;
  if (!cache_policy(d, i, address + (cas ? 3 : 2))) return false;
  Place place = place_of(d, i, address);
  if (!place.valid) return false;
  const Space space = place.request.space;
  if (space != Space::global && space != Space::shared && space != Space::generic)
    return d.refuse("atomic operations have global and shared memory");
  if (elements > 1 && space == Space::shared) return d.refuse("vectors are for global memory");
  place.request.kind = AccessKind::atomic;
  place.request.bytes = place.request.align = bytes * elements;

  const Handler handler = pick_atomic({operation, value_type(type), static_cast<std::uint8_t>(elements)});
  if (handler == nullptr) return d.refuse("there is no such operation for this type");
  AtomicPlace at;
  at.where = place.where;
  at.wide = place.base_bits == 64;
  at.returns = returns;
  at.elements = elements;
  if (elements > 1 || is_half(type)) return emit_vector(d, i, place, handler, at, type);

  const Slot b = d.read(i.operand(address + 1), type);
  const Slot c = cas ? d.read(i.operand(address + 2), type) : no_slot;
  const bool wanted = returns && i.operand(0).kind != mir::Operand::Kind::sink;
  Code& code = d.emit(handler, wanted ? d.write(i.operand(0), bits_of(type)) : no_slot, place.base, b, c);
  code.imm = place.offset;
  code.x = place.request.pack();
  code.y = at.pack();
  return true;
}

}  // namespace lathe::nvptx::exec
