// multimem.ld_reduce, multimem.st and multimem.red into codes. Source: PTX ISA 9.0, 9.7.9.14.
#include <optional>

#include "nvptx/exec/decode/decode_async.hpp"
#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/operate/multimem.hpp"

namespace lathe::nvptx::exec::async_decode {
namespace {

using mir::Type;

bool has_type(AsyncOperation operation, Type type) {
  const bool small = type == Type::f16 || type == Type::bf16, real = type == Type::f32 || type == Type::f64;
  const bool integer = type == Type::u32 || type == Type::s32 || type == Type::u64 || type == Type::s64;
  switch (operation) {
    case AsyncOperation::store:
      return integer || small || real || type == Type::b32 || type == Type::b64;
    case AsyncOperation::add:
      return integer || small || real;
    case AsyncOperation::min:
    case AsyncOperation::max:
      return integer || small;
    default:
      return type == Type::b32 || type == Type::b64;
  }
}

}  // namespace

bool multimem(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"ld_reduce", "st",  "red",    "weak", "relaxed", "acquire", "release", "cta", "cluster",
                   "gpu",       "sys", "global", "add",  "min",     "max",     "and",     "or",  "xor",
                   "acc::f32",  "v2",  "v4",     "v8",   "b32",     "b64",     "u32",     "u64", "s32",
                   "s64",       "f16", "f16x2",  "bf16", "bf16x2",  "f32",     "f64"}))
    return false;
  const bool load = i.has("ld_reduce"), store = i.has("st");
  Type type = i.desc.type;
  unsigned packed = 1;
  if (type == Type::f16x2) type = Type::f16, packed = 2;
  if (type == Type::bf16x2) type = Type::bf16, packed = 2;
  const auto found = operation_of(i);
  if (store == found.has_value()) return d.refuse(store ? "a store with an operation" : "an unknown operation");
  const AsyncOperation operation = found.value_or(AsyncOperation::store);
  if (!has_type(operation, type)) return d.refuse("this operation on this type");
  const bool wide = i.has("acc::f32"), small = type == Type::f16 || type == Type::bf16;
  if (wide && (!load || !small || operation != AsyncOperation::add))
    return d.refuse(".acc::f32 is for additions of f16 and bf16");
  const unsigned size = mir::bits_of(type) / 8, count = i.desc.vector * packed;
  if (size * count > 16 || (i.desc.vector > 1 && !small && type != Type::f32)) return d.refuse("this vector");
  if (!operands(d, i, 2, 2)) return false;
  bool fine = true;
  const Slot at = address(d, i, load ? 1 : 0, Space::global, fine);
  const auto parts = i.elements(load ? 0 : 1);
  if (parts.size() != i.desc.vector) return d.refuse(std::to_string(parts.size()) + " values");
  std::vector<Slot> values;
  for (const mir::Operand& o : parts)
    values.push_back(load ? d.write(o, 8 * size * packed) : d.read(o, 8 * size * packed));
  if (!fine) return false;
  Code& code = d.emit(load ? run_multimem_load : run_multimem_store, no_slot, at);
  code.x = count | packed << 8 | (wide ? 1U << 16 : 0U);
  code.y = static_cast<std::uint32_t>(operation) | static_cast<std::uint32_t>(type) << 8;
  code.extra = d.extra(values);
  code.extra_count = static_cast<std::uint16_t>(values.size());
  return true;
}

}  // namespace lathe::nvptx::exec::async_decode
