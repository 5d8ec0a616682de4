// Texture and surface instructions into codes (texture_ops.hpp).
//
// Objects are given as 64-bit handles in registers or as names of the module's .texref and .surfref variables, whose
// addresses stand for what Machine::bind binds to them. Refused are multi-sample textures, samplers of their own
// (independent mode), depth comparison, and tld4 of cubes. Source: PTX ISA 9.0, 9.7.10 and 9.7.11.
#include <algorithm>
#include <optional>
#include <string>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/texture_ops.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::GroupKind;
using mir::Op;
using mir::Operand;
using mir::Type;
using Kind = Operand::Kind;

bool only(Decoder& d, const Instruction& i, std::initializer_list<std::string_view> known) {
  for (const std::string& m : i.desc.modifiers)
    if (std::find(known.begin(), known.end(), m) == known.end()) return d.refuse("modifier '." + m + "'");
  return true;
}

bool operands(Decoder& d, const Instruction& i, std::size_t least, std::size_t most) {
  if (i.count() >= least && i.count() <= most) return true;
  return d.refuse("does not take " + std::to_string(i.count()) + " operands");
}

bool is_group(const Operand& o, GroupKind kind) { return o.kind == Kind::group && static_cast<GroupKind>(o.a) == kind; }

/// Code::x of the geometry in the mnemonic; nothing after refuse().
std::optional<std::uint32_t> geometry(Decoder& d, const Instruction& i) {
  constexpr std::pair<std::string_view, std::uint32_t> known[] = {{"1d", 1},
                                                                  {"2d", 2},
                                                                  {"3d", 3},
                                                                  {"a1d", 1 | geometry_layered},
                                                                  {"a2d", 2 | geometry_layered},
                                                                  {"cube", 3 | geometry_cube},
                                                                  {"acube", 3 | geometry_cube | geometry_layered}};
  for (const auto& [name, x] : known)
    if (i.has(name)) return x;
  d.refuse("not of the geometry .1d .2d .3d .a1d .a2d .cube or .acube");
  return std::nullopt;
}

Slot handle(Decoder& d, const Operand& o) {
  if (o.kind == Kind::symbol || o.kind == Kind::mem_sym) {
    const std::string& name = d.module.name(o.a);
    const Symbol* const symbol = d.symbol(name);
    if (symbol == nullptr)
      d.refuse("'" + name + "' is not defined in any of the modules");
    else if ((symbol->kind != Symbol::Kind::texture && symbol->kind != Symbol::Kind::surface) || o.value != 0)
      d.refuse("'" + name + "' is no .texref or .surfref variable");
    else
      return d.spread(symbol->address, 64);
  } else if ((o.kind != Kind::reg && o.kind != Kind::mem_reg) || (o.kind == Kind::mem_reg && o.value != 0))
    d.refuse("the object is not given by a 64-bit register");
  else
    return d.read(Operand::make_reg(o.a), 64);
  return d.temp(64);
}

/// [handle, {layer, x, y, z}] or [handle, x]: the handle's slot; coordinates into `slots`. False after refuse().
bool place(Decoder& d, const Instruction& i, std::size_t index, std::uint32_t x, Slot& object, TextureSlots& slots) {
  if (!is_group(i.operand(index), GroupKind::bracket)) return d.refuse("the object and coordinates are not [a, {..}]");
  const std::uint32_t begin = i.tops[index] + 1, end = begin + static_cast<std::uint32_t>(i.operand(index).value);
  std::vector<std::uint32_t> parts;
  for (std::uint32_t at = begin; at < end && at < i.slots.size(); at += mir::slots_of(i.slots, at)) parts.push_back(at);
  if (parts.size() == 3) return d.refuse("a sampler of its own (.target texmode_independent) is not supported");
  if (parts.size() != 2) return d.refuse("the object and coordinates are not [a, {..}]");
  std::vector<Operand> coordinates;
  for (std::uint32_t at = parts[1]; at < end && at < i.slots.size(); ++at)
    if (i.slots[at].kind != Kind::group) coordinates.push_back(i.slots[at]);
  const std::size_t layered = (x & geometry_layered) != 0 ? 1 : 0, dimensions = x & geometry_dimensions;
  const std::size_t needed = layered + dimensions;
  // Three are written as four, the last one ignored.
  if (coordinates.size() != needed && !(needed == 3 && coordinates.size() == 4))
    return d.refuse(std::to_string(coordinates.size()) + " coordinates");
  object = handle(d, i.slots[parts[0]]);
  if (layered != 0) slots[slot_layer] = d.read(coordinates[0], 32);
  for (std::size_t k = 0; k < dimensions; ++k) slots[slot_x + k] = d.read(coordinates[layered + k], 32);
  return true;
}

void finish(Decoder& d, Handler run, Slot object, const TextureSlots& slots, std::uint32_t x, std::uint32_t y) {
  Code& code = d.emit(run, no_slot, object);
  code.x = x;
  code.y = y;
  code.extra = d.extra(slots);
  code.extra_count = texture_slots;
}

// {a, b, c, d} or {a, b, c, d}|p.
bool colors(Decoder& d, const Instruction& i, TextureSlots& slots) {
  const auto parts = i.elements(0);
  const bool resident = is_group(i.operand(0), GroupKind::pipe);
  if (!i.is_group(0) || parts.size() != (resident ? 5U : 4U)) return d.refuse("the result is not a vector of four");
  for (unsigned k = 0; k < 4; ++k) slots[slot_data + k] = d.write(parts[k], 32);
  if (resident && parts[4].kind != Kind::sink) slots[slot_resident] = d.write_pred(parts[4]);
  return true;
}

bool offsets(Decoder& d, const Instruction& i, std::size_t index, std::uint32_t x, TextureSlots& slots) {
  if (!is_group(i.operand(index), GroupKind::tuple)) return d.refuse("depth comparison is not supported");
  const auto parts = i.elements(index);
  const std::size_t dimensions = x & geometry_dimensions;
  if (parts.size() < dimensions || parts.size() > 4) return d.refuse(std::to_string(parts.size()) + " offsets");
  for (std::size_t k = 0; k < dimensions; ++k) slots[slot_offset + k] = d.read(parts[k], 32);
  return true;
}

bool texture(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "base", "level", "grad", "v4", "u32", "s32", "f32"}))
    return false;
  const auto geometry_bits = geometry(d, i);
  if (!geometry_bits) return false;
  std::uint32_t x = *geometry_bits;
  const bool level = i.has("level"), grad = i.has("grad");
  // Two types: of the result, and of the coordinates.
  if (i.desc.vector != 4 || i.desc.modifiers.size() < 4 || (level && grad)) return d.refuse("this form");
  if (mir::parse_type(i.desc.modifiers[i.desc.modifiers.size() - 2]) == Type::none)
    return d.refuse("needs the types of result and coordinates");
  if (i.desc.type == Type::s32)
    x |= texture_integer;
  else if (i.desc.type != Type::f32)
    return d.refuse("coordinates are .s32 or .f32");
  if ((x & geometry_cube) != 0 && (x & texture_integer) != 0) return d.refuse("directions in a cube are .f32");
  const std::size_t base = level ? 3 : grad ? 4 : 2;
  if (!operands(d, i, base, base + 2)) return false;
  TextureSlots slots;
  slots.fill(no_slot);
  Slot object = no_slot;
  if (!place(d, i, 1, x, object, slots) || !colors(d, i, slots)) return false;
  if (level) slots[slot_level] = d.read(i.operand(2), 32);
  for (std::size_t k = 2; grad && k < 4; ++k) {
    const auto parts = i.elements(k);
    if (parts.size() < (x & geometry_dimensions) || parts.size() > 4) return d.refuse("this gradient");
    for (unsigned n = 0; n < (x & geometry_dimensions); ++n)
      slots[(k == 2 ? slot_dx : slot_dy) + n] = d.read(parts[n], 32);
  }
  if (i.count() > base && !offsets(d, i, base, x, slots)) return false;
  if (i.count() > base + 1) return d.refuse("depth comparison is not supported");
  finish(d, run_tex, object, slots, x, 0);
  return true;
}

bool gather_four(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"r", "g", "b", "a", "2d", "a2d", "v4", "u32", "s32", "f32"})) return false;
  const auto x = geometry(d, i);
  if (!x || !operands(d, i, 2, 4)) return false;
  const std::size_t component = std::string_view("rgba").find(i.desc.modifiers[0]);
  if (component > 3 || i.desc.modifiers[0].size() != 1) return d.refuse("the component is none of .r .g .b .a");
  if (i.desc.vector != 4 || i.desc.type != Type::f32) return d.refuse("this form");
  TextureSlots slots;
  slots.fill(no_slot);
  Slot object = no_slot;
  if (!place(d, i, 1, *x, object, slots) || !colors(d, i, slots)) return false;
  if (i.count() > 2 && !offsets(d, i, 2, *x, slots)) return false;
  if (i.count() > 3) return d.refuse("depth comparison is not supported");
  finish(d, run_tld4, object, slots, *x, static_cast<std::uint32_t>(component));
  return true;
}

/// Code::x of a surface operation; nothing after refuse().
std::optional<std::uint32_t> surface_bits(Decoder& d, const Instruction& i) {
  const auto x = geometry(d, i);
  if (!x) return std::nullopt;
  const bool plain = i.has("b"), formatted = i.has("p");
  if (plain == formatted) {
    d.refuse("is neither .b nor .p");
    return std::nullopt;
  }
  return *x | (formatted ? surface_formatted : 0U) | (i.has("clamp") ? surface_clamp : 0U) |
         (i.has("zero") ? surface_zero : 0U);
}

// suld d, [a, b] and sust [a, b], c.
bool load_store(Decoder& d, const Instruction& i, bool load) {
  if (!only(d, i, {"b",  "p",  "1d", "2d", "3d", "a1d", "a2d", "ca",  "cg",   "cs",    "cv",
                   "wb", "wt", "v2", "v4", "b8", "b16", "b32", "b64", "trap", "clamp", "zero"}) ||
      !operands(d, i, 2, 2))
    return false;
  const auto x = surface_bits(d, i);
  if (!x) return false;
  const unsigned bits = mir::bits_of(i.desc.type), count = i.desc.vector;
  const bool formatted = (*x & surface_formatted) != 0;
  if (formatted && (load || bits != 32)) return d.refuse(".p has stores of .b32 only");
  if (bits < 8 || count > 4 || bits * count > 128) return d.refuse("this type");
  const auto parts = i.elements(load ? 0 : 1);
  if (parts.size() != count) return d.refuse(std::to_string(parts.size()) + " values for " + std::to_string(count));
  TextureSlots slots;
  slots.fill(no_slot);
  Slot object = no_slot;
  if (!place(d, i, load ? 1 : 0, *x, object, slots)) return false;
  for (unsigned k = 0; k < count; ++k) slots[slot_data + k] = load ? d.write(parts[k], bits) : d.read(parts[k], bits);
  finish(d, load ? run_suld : run_sust, object, slots, *x, bits | count << 8);
  return true;
}

bool reduce(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"b",  "p",   "1d",  "2d",  "3d",  "a1d", "a2d", "add",  "min",   "max", "and",
                   "or", "u32", "s32", "b32", "u64", "s64", "b64", "trap", "clamp", "zero"}) ||
      !operands(d, i, 2, 2))
    return false;
  const auto x = surface_bits(d, i);
  if (!x) return false;
  constexpr std::pair<std::string_view, AsyncOperation> names[] = {{"add", AsyncOperation::add},
                                                                   {"min", AsyncOperation::min},
                                                                   {"max", AsyncOperation::max},
                                                                   {"and", AsyncOperation::bit_and},
                                                                   {"or", AsyncOperation::bit_or}};
  std::optional<AsyncOperation> operation;
  for (const auto& [name, value] : names)
    if (i.has(name)) operation = value;
  const Type type = i.desc.type;
  const bool bitwise = operation == AsyncOperation::bit_and || operation == AsyncOperation::bit_or;
  const bool bit_type = type == Type::b32 || type == Type::b64, formatted = (*x & surface_formatted) != 0;
  if (!operation || type == Type::none || bit_type != (bitwise || formatted))
    return d.refuse("this operation on this type");
  TextureSlots slots;
  slots.fill(no_slot);
  Slot object = no_slot;
  if (!place(d, i, 0, *x, object, slots)) return false;
  slots[slot_data] = d.read(i.operand(1), mir::bits_of(type));
  finish(d, run_sured, object, slots, *x,
         static_cast<std::uint32_t>(*operation) | static_cast<std::uint32_t>(type) << 8);
  return true;
}

bool query(Decoder& d, const Instruction& i, bool surface) {
  constexpr std::pair<std::string_view, TextureQuery> names[] = {
      {"width", TextureQuery::width},
      {"height", TextureQuery::height},
      {"depth", TextureQuery::depth},
      {"array_size", TextureQuery::array_size},
      {"channel_data_type", TextureQuery::channel_data_type},
      {"channel_order", TextureQuery::channel_order},
      {"normalized_coords", TextureQuery::normalized_coords},
      {"force_unnormalized_coords", TextureQuery::force_unnormalized_coords},
      {"filter_mode", TextureQuery::filter_mode},
      {"addr_mode_0", TextureQuery::addr_mode},
      {"addr_mode_1", TextureQuery::addr_mode},
      {"addr_mode_2", TextureQuery::addr_mode},
      {"num_mipmap_levels", TextureQuery::num_mipmap_levels},
      {"num_samples", TextureQuery::num_samples},
      {"memory_layout", TextureQuery::memory_layout}};
  const bool level = i.has("level");
  if (!operands(d, i, level ? 3 : 2, level ? 3 : 2)) return false;
  const std::size_t at = level ? 1 : 0;
  const auto& modifiers = i.desc.modifiers;
  if (modifiers.size() != at + 2 || modifiers.back() != "b32" || (level && modifiers[0] != "level"))
    return d.refuse("this form");
  const auto it =
      std::find_if(std::begin(names), std::end(names), [&](const auto& n) { return n.first == modifiers[at]; });
  if (it == std::end(names)) return d.refuse("the attribute '." + modifiers[at] + "'");
  const Slot of = level ? d.read(i.operand(2), 32) : no_slot;
  const Slot object = handle(d, i.operand(1));
  Code& code = d.emit(run_texture_query, d.write(i.operand(0), 32), object, of);
  code.x = static_cast<std::uint32_t>(it->second);
  code.y = surface ? 1 : 0;
  return true;
}

bool is_type(Decoder& d, const Instruction& i) {
  if (!operands(d, i, 2, 2)) return false;
  const std::string type = i.desc.modifiers.size() == 1 ? i.desc.modifiers[0] : "";
  if (type != "texref" && type != "surfref" && type != "samplerref") return d.refuse("this type");
  const Slot object = handle(d, i.operand(1));
  d.emit(run_istypep, d.write_pred(i.operand(0)), object).y = type == "texref" ? 0 : type == "surfref" ? 1 : 2;
  return true;
}

}  // namespace

bool decode_texture(Decoder& d, const Instruction& i) {
  if (i.desc.modifiers.empty()) return d.refuse("needs modifiers");
  switch (i.desc.op) {
    case Op::tex:
      return texture(d, i);
    case Op::tld4:
      return gather_four(d, i);
    case Op::txq:
      return query(d, i, false);
    case Op::suq:
      return query(d, i, true);
    case Op::suld:
      return load_store(d, i, true);
    case Op::sust:
      return load_store(d, i, false);
    case Op::sured:
      return reduce(d, i);
    case Op::istypep:
      return is_type(d, i);
    default:
      return d.refuse("not a texture operation that can be run");
  }
}

}  // namespace lathe::nvptx::exec
