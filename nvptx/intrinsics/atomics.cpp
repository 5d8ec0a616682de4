// llvm.nvvm.atomic.<op>.gen.{i,f}.{cta,sys}: read-modify-write with a scope narrower or wider than the device.
//
// The address space comes from the pointer argument. Source: PTX ISA, "atom".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// Type suffix and gate of an operation on `type`; "" when PTX has none.
std::string atomic_type(std::string_view op, Vt type, Writer& w) {
  const bool word = type == vt::i32 || type == vt::i64;
  if (op == "add") {
    if (word) return type_suffix(type, 'u');
    if (type == vt::f32 || type == vt::f64) return type_suffix(type);
    if (type == vt::f16) return w.need(70, 63) ? "noftz.f16" : "";
    if (type == vt::v2f16) return w.need(60, 62) ? "noftz.f16x2" : "";
    if (type == vt::bf16 || type == vt::v2bf16) return w.need(90, 78) ? "noftz." + type_suffix(type) : "";
    return "";
  }
  if (op == "inc" || op == "dec") return type == vt::i32 ? "u32" : "";
  if (op == "min" || op == "max") return word ? type_suffix(type, 's') : "";
  if (op == "cas" && type == vt::i16) return w.need(70, 63) ? "b16" : "";
  return word ? type_suffix(type, 'b') : "";
}

bool atomic_family(Name& name, Writer& w) {
  const std::string op(name.take_one_of({"add", "and", "or", "xor", "exch", "cas", "inc", "dec", "min", "max"}));
  if (op.empty() || !name.take("gen") || name.take_one_of({"i", "f"}).empty()) return false;
  const std::string scope(name.take_one_of({"cta", "cluster", "gpu", "sys"}));
  if (scope.empty()) return false;
  name.skip_overload();
  if (!w.need(60, 50)) return false;
  const int space = w.space_of(0);
  if (space == 4 || space == 5 || space == 101) return w.refuse("wants a generic, global or shared address");
  const std::string type = atomic_type(op, w.result_type(), w);
  if (type.empty()) return w.refuse("has no PTX instruction for this type");
  w.op("atom." + scope + std::string(space_suffix(space)) + "." + op + "." + type);
  w.results().address(0);
  w.in_range(1, op == "cas" ? 2 : 1);
  return w.chained().finish();
}

constexpr std::array entries = {FamilyEntry{"atomic", atomic_family}};

}  // namespace

std::span<const FamilyEntry> atomic_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
