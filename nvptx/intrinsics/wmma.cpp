// Warp matrix fragments: wmma.<shape>.{load,store,mma}....
//
// Source: PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions". The number of registers of a fragment is in
// the call; how the arguments of mma divide into A, B and C follows from the shape.
#include <algorithm>
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

bool is_integer8(std::string_view type) { return type == "s8" || type == "u8"; }
bool is_bits(std::string_view type) { return type == "s4" || type == "u4" || type == "b1"; }

/// What shape and element type of the multiplied matrices need.
bool need_shape(Writer& w, std::string_view shape, std::string_view type) {
  if (type == "bf16" || type == "tf32" || type == "f64" || shape == "m16n16k8") return w.need(80, 70);
  if (is_integer8(type)) return w.need(72, 63);
  if (is_bits(type) || shape == "m8n8k32" || shape == "m8n8k128") return w.need(75, 63);
  if (type == "s32") return w.need(72, 63);
  return w.need(70, shape == "m16n16k16" ? 60 : 61);
}

/// m, n or k of "m16n8k32".
unsigned extent(std::string_view shape, char which) {
  const std::size_t at = shape.find(which);
  unsigned value = 0;
  for (std::size_t i = at + 1; at != std::string_view::npos && i < shape.size() && shape[i] >= '0' && shape[i] <= '9';
       ++i)
    value = value * 10 + static_cast<unsigned>(shape[i] - '0');
  return value;
}

/// load.{a,b,c}.{row,col}[.stride].TYPE
bool load(const std::string& shape, Name& name, Writer& w) {
  const std::string which(name.take_one_of({"a", "b", "c"}));
  const std::string layout(name.take_one_of({"row", "col"}));
  const bool stride = name.take("stride");
  const std::string type(name.next());
  if (which.empty() || layout.empty() || type.empty() || !name.done() || !need_shape(w, shape, type)) return false;
  w.op("wmma.load." + which + ".sync.aligned." + layout + "." + shape + std::string(space_suffix(w.space_of(0))) + "." +
       type);
  w.results_tuple().address(0);
  if (stride) w.in(1);
  return w.convergent().finish();
}

/// store.d.{row,col}[.stride].TYPE(address, fragment... [, stride])
bool store(const std::string& shape, Name& name, Writer& w) {
  if (!name.take("d")) return false;
  const std::string layout(name.take_one_of({"row", "col"}));
  const bool stride = name.take("stride");
  const std::string type(name.next());
  if (layout.empty() || type.empty() || !name.done() || !need_shape(w, shape, type)) return false;
  w.op("wmma.store.d.sync.aligned." + layout + "." + shape + std::string(space_suffix(w.space_of(0))) + "." + type);
  const auto count = static_cast<unsigned>(w.arguments());
  if (count < (stride ? 3U : 2U)) return w.refuse("has too few arguments");
  const unsigned fragment = count - (stride ? 2 : 1);
  w.address(0).in_tuple(1, fragment);
  if (stride) w.in(1 + fragment);
  return w.convergent().finish();
}

/// The registers of A, B and C among the arguments, then the instruction.
bool write_mma(const std::string& mnemonic, std::string_view shape, bool halves, Writer& w) {
  const auto count = static_cast<unsigned>(w.arguments());
  unsigned a = 8, b = 8;  // half precision: always 8 registers each
  if (!halves) {
    const auto c = static_cast<unsigned>(w.results_count());
    const unsigned m = extent(shape, 'm'), n = extent(shape, 'n');
    if (count <= c || m + n == 0) return w.refuse("has too few arguments");
    a = (count - c) * m / (m + n);
    b = count - c - a;
  }
  if (count <= a + b) return w.refuse("has too few arguments");
  // A product is a function of its operands, but of those of the whole warp.
  w.recipe().convergent = true;
  return w.op(mnemonic).results_tuple().in_tuple(0, a).in_tuple(a, b).in_tuple(a + b, count - a - b).finish();
}

/// mma[.{xor,and}.popc].LAYOUT.LAYOUT[.rounding].TYPE[.TYPE][.satfinite]
bool multiply(const std::string& shape, Name& name, Writer& w) {
  const std::string logic(name.take_one_of({"xor", "and"}));
  if (!logic.empty() && !name.take("popc")) return false;
  const std::string a(name.take_one_of({"row", "col"})), b(name.take_one_of({"row", "col"}));
  const std::string rounding(name.take_one_of({"rn", "rz", "rm", "rp"}));
  const std::string type(name.next());
  if (a.empty() || b.empty() || type.empty()) return false;
  std::string second;
  if (name.peek() == "f16" || name.peek() == "f32") second = name.next();
  const bool satfinite = name.take("satfinite");
  if (!name.done() || !need_shape(w, shape, type)) return false;
  if (logic == "and" && !w.need(80, 71)) return false;
  if (satfinite && !second.empty() && w.features().ptx >= 65) return w.refuse("has no instruction from PTX 6.5 on");
  std::string mnemonic =
      "wmma.mma" + (logic.empty() ? "" : "." + logic + ".popc") + ".sync.aligned." + a + "." + b + "." + shape;
  if (!rounding.empty()) mnemonic += "." + rounding;
  if (!second.empty())
    mnemonic += "." + type + "." + second;
  else if (type == "f64")
    mnemonic += ".f64.f64.f64.f64";
  else if (type == "bf16" || type == "tf32")
    mnemonic += ".f32." + type + "." + type + ".f32";
  else
    mnemonic += ".s32." + type + "." + type + ".s32";
  if (satfinite) mnemonic += ".satfinite";
  return write_mma(mnemonic, shape, !second.empty(), w);
}

bool wmma_family(Name& name, Writer& w) {
  const std::string shape(name.next());
  if (name.take("load")) return load(shape, name, w);
  if (name.take("store")) return store(shape, name, w);
  return name.take("mma") && multiply(shape, name, w);
}

constexpr std::array entries = {FamilyEntry{"wmma", wmma_family}};

}  // namespace

std::span<const FamilyEntry> wmma_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
