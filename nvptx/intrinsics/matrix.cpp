// mma (dense, sparse, block-scaled), ldmatrix, stmatrix, wgmma's fences.
//
// Source: PTX ISA, "mma", "mma.sp", "ldmatrix", "stmatrix", "wgmma". In a name the element types are shortened: one
// type stands for A and B where the accumulator follows from it.
#include <array>
#include <string>
#include <vector>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

unsigned number_after(std::string_view shape, char letter) {
  const std::size_t at = shape.find(letter);
  unsigned value = 0;
  for (std::size_t i = at + 1; at != std::string_view::npos && i < shape.size() && shape[i] >= '0' && shape[i] <= '9';
       ++i)
    value = value * 10 + static_cast<unsigned>(shape[i] - '0');
  return value;
}

/// A product's name, read.
struct Product {
  std::string logic;  ///< "xor", "and" for single bits
  bool sparse = false, ordered = false, block_scale = false, satfinite = false;
  std::string shape, layouts, kind, scale, scale_type;
  std::string d, a, b, c;
};

bool is_small_float(std::string_view t) {
  return t == "e4m3" || t == "e5m2" || t == "e2m1" || t == "e2m3" || t == "e3m2";
}

/// Spells out the shortened types.
bool read_types(Name& name, Product& p) {
  std::vector<std::string> types;
  while (!name.done()) types.emplace_back(name.next());
  if (p.block_scale && !types.empty()) {
    p.scale_type = types.back();
    types.pop_back();
  }
  if (types.size() == 4) {
    p.d = types[0], p.a = types[1], p.b = types[2], p.c = types[3];
    return true;
  }
  if (types.empty() || types.size() > 2) return false;
  const std::string& first = types[0];
  if (first == "f16" || first == "f32") {
    if (types.size() != 2) return false;
    p.d = first, p.a = p.b = "f16", p.c = types[1];
    return true;
  }
  p.a = first, p.b = types.back();
  if (first == "f64")
    p.d = p.c = "f64";
  else if (first == "bf16" || first == "tf32")
    p.d = p.c = "f32";
  else
    p.d = p.c = "s32";
  return true;
}

bool read_product(Name& name, Product& p) {
  p.logic = name.take_one_of({"xor", "and"});
  if (!p.logic.empty() && !name.take("popc")) return false;
  p.sparse = name.take("sp");
  p.ordered = p.sparse && name.take({"ordered", "metadata"});
  p.block_scale = name.take({"block", "scale"});
  p.shape = name.next();
  const std::string a(name.take_one_of({"row", "col"})), b(name.take_one_of({"row", "col"}));
  if (number_after(p.shape, 'm') == 0 || a.empty() || b.empty()) return false;
  p.layouts = a + "." + b;
  p.satfinite = name.take("satfinite");
  if (p.block_scale || name.take("kind")) p.kind = name.next();
  if (name.take("scale")) p.scale = name.next();
  return read_types(name, p);
}

bool is_float8(std::string_view t) { return t == "e4m3" || t == "e5m2"; }

bool need_product(const Product& p, Writer& w) {
  if (p.sparse && p.block_scale && p.kind.starts_with("mxf4")) return w.need_one_of({{120}, {121}}, 87);
  if (p.kind == "f8f6f4" && is_float8(p.a) && is_float8(p.b) && !(p.sparse && p.d == "f16"))
    return w.need_one_of({{100, true}, {101, true}, {120, true}}, p.d == "f16" ? 87 : 86);
  if (!p.kind.empty()) return w.need_one_of({{120, true}}, 87);
  if (is_small_float(p.a))
    return w.need(89, p.ordered ? 85 : number_after(p.shape, 'k') == 16 || p.d == "f16" ? 87 : 84);
  if (p.sparse) return w.need(80, p.ordered ? 85 : 71);
  if (p.a == "f64") return p.shape == "m8n8k4" ? w.need(80, 70) : w.need(90, 78);
  if (p.a == "b1") {
    if (p.logic == "and") return w.need(80, 71);
    return p.shape == "m8n8k128" ? w.need(75, 70) : w.need(80, 70);
  }
  if (p.shape == "m8n8k4") return w.need(70, 64);
  const bool first_turing = (p.shape == "m16n8k8" && p.a == "f16") || p.shape == "m8n8k16" || p.shape == "m8n8k32";
  return first_turing ? w.need(75, 65) : w.need(80, 70);
}

std::string mnemonic_of(const Product& p) {
  std::string text = "mma";
  if (p.sparse) text += p.ordered ? ".sp::ordered_metadata" : ".sp";
  text += ".sync.aligned." + p.shape + "." + p.layouts;
  if (p.satfinite) text += ".satfinite";
  if (!p.kind.empty()) text += ".kind::" + p.kind;
  if (p.block_scale) text += ".block_scale";
  if (!p.scale.empty()) text += ".scale_vec::" + p.scale.substr(0, 1) + "X";
  text += "." + p.d + "." + p.a + "." + p.b + "." + p.c;
  if (!p.scale_type.empty()) text += "." + p.scale_type;
  if (!p.logic.empty()) text += "." + p.logic + ".popc";
  return text;
}

/// (A..., B..., C... [, metadata, selector] [, scale A, byte, thread, scale B, byte, thread])
bool mma_family(Name& name, Writer& w) {
  Product p;
  if (!read_product(name, p)) return false;
  if (!need_product(p, w)) return false;
  const auto count = static_cast<unsigned>(w.arguments());
  const unsigned extra = (p.sparse ? 2U : 0U) + (p.block_scale ? 6U : 0U);
  auto c = static_cast<unsigned>(w.results_count());
  // D and C are equal matrices; f16 packs two elements a register.
  if (p.d == "f32" && p.c == "f16") c /= 2;
  if (p.d == "f16" && p.c == "f32") c *= 2;
  if (count <= c + extra) return w.refuse("has too few arguments");
  const unsigned ab = count - c - extra, m = number_after(p.shape, 'm') / (p.sparse ? 2 : 1),
                 n = number_after(p.shape, 'n');
  if (m + n == 0) return false;
  const unsigned a = ab * m / (m + n);
  w.op(mnemonic_of(p)).results_tuple().in_tuple(0, a).in_tuple(a, ab - a).in_tuple(ab, c);
  unsigned next = ab + c;
  if (p.sparse) {
    w.in(next).imm_arg(next + 1);
    next += 2;
  }
  if (p.block_scale) w.in(next).in_tuple(next + 1, 2).in(next + 3).in_tuple(next + 4, 2);
  w.recipe().convergent = true;  // a function of its operands, but of those of the whole warp
  return w.finish();
}

/// {ld,st}matrix.sync.aligned.SHAPE.xN[.trans].TYPE[.SOURCE]: the space goes before the type.
std::string matrix_mnemonic(const char* base, Name& name, Writer& w) {
  std::string text = std::string(base) + ".sync.aligned." + std::string(name.next());
  text += "." + std::string(name.next());
  if (name.take("trans")) text += ".trans";
  text += space_suffix(w.space_of(0));
  while (!name.done()) text += "." + std::string(name.next());
  return text;
}

bool need_matrix(Writer& w, std::string_view shape, unsigned sm, unsigned ptx) {
  if (shape == "m8n8") return w.need(sm, ptx);
  return w.need_one_of({{100, true}, {101, true}, {120, true}}, 86);
}

bool shared_or_generic(Writer& w) {
  const int space = w.space_of(0);
  return space == 0 || space == 3 || w.refuse("wants a generic or shared address");
}

bool ldmatrix_family(Name& name, Writer& w) {
  if (!name.take({"sync", "aligned"}) || name.left() < 3) return false;
  if (!need_matrix(w, name.peek(), 75, 65) || !shared_or_generic(w)) return false;
  return w.op(matrix_mnemonic("ldmatrix", name, w)).results_tuple().address(0).convergent().finish();
}

bool stmatrix_family(Name& name, Writer& w) {
  if (!name.take({"sync", "aligned"}) || name.left() < 3) return false;
  if (!need_matrix(w, name.peek(), 90, 78) || !shared_or_generic(w)) return false;
  w.op(matrix_mnemonic("stmatrix", name, w)).address(0);
  return w.in_tuple(1, static_cast<unsigned>(w.arguments()) - 1).convergent().finish();
}

bool wgmma_family(Name& name, Writer& w) {
  const std::string action(name.take_one_of({"fence", "commit_group", "wait_group"}));
  if (action.empty() || !name.take({"sync", "aligned"}) || !name.done() || !w.need_one_of({{90}}, 80)) return false;
  w.op("wgmma." + action + ".sync.aligned").convergent();
  if (action == "wait_group") w.imm_arg(0);
  return w.finish();
}

constexpr std::array entries = {
    FamilyEntry{"mma", mma_family},
    FamilyEntry{"ldmatrix", ldmatrix_family},
    FamilyEntry{"stmatrix", stmatrix_family},
    FamilyEntry{"wgmma", wgmma_family},
};

}  // namespace

std::span<const FamilyEntry> matrix_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
