// mma.sp and mma with .block_scale or elements of 4 and 6 bits into codes.
//
// Which shapes, types and scales go together: PTX ISA 9.0, 9.7.14.5.14 and 9.7.14.6.3, and ptxas of CUDA 13.
#include <algorithm>
#include <optional>

#include "nvptx/exec/decode/decode_matrix.hpp"
#include "nvptx/exec/operate/matrix_special.hpp"

namespace lathe::nvptx::exec {
namespace {

using Result = SpecialProduct::Result;

std::optional<SmallElement> parse_small(std::string_view text) {
  constexpr std::pair<std::string_view, SmallElement> names[] = {
      {"f16", SmallElement::f16},   {"bf16", SmallElement::bf16}, {"tf32", SmallElement::tf32},
      {"e4m3", SmallElement::e4m3}, {"e5m2", SmallElement::e5m2}, {"e2m3", SmallElement::e2m3},
      {"e3m2", SmallElement::e3m2}, {"e2m1", SmallElement::e2m1}, {"s8", SmallElement::s8},
      {"u8", SmallElement::u8},     {"s4", SmallElement::s4},     {"u4", SmallElement::u4}};
  for (const auto& [name, element] : names)
    if (name == text) return element;
  return std::nullopt;
}

std::optional<Result> parse_result(std::string_view text) {
  if (text == "f16") return Result::f16;
  if (text == "f32") return Result::f32;
  if (text == "s32") return Result::s32;
  return std::nullopt;
}

bool is_eight(SmallElement e) { return e >= SmallElement::e4m3 && e <= SmallElement::e2m1; }

/// What the mnemonic says.
struct Name {
  SpecialProduct p;
  MatrixShape shape;
  std::string_view kind;
  bool scaled = false, row = false, column = false;
  std::vector<std::string_view> types;
  std::string_view other;  ///< a modifier that is not known

  explicit Name(const mir::OpDesc& desc) {
    for (const std::string& m : desc.modifiers) take(m);
  }

 private:
  void take(std::string_view m) {
    if (m == "sync" || m == "aligned") return;
    if (m == "sp" || m == "sp::ordered_metadata") {
      p.sparse = true;
      p.ordered = m != "sp";
    } else if (m == "row") {
      row = true;
    } else if (m == "col") {
      column = true;
    } else if (m == "satfinite") {
      p.satfinite = true;
    } else if (m == "block_scale") {
      scaled = true;
    } else if (m.starts_with("scale_vec::") && m.size() == 13 && m[12] == 'X') {
      p.scales = static_cast<unsigned>(m[11] - '0');
    } else if (m.starts_with("kind::")) {
      kind = m.substr(6);
    } else if (parse_small(m) || parse_result(m) || m == "ue8m0" || m == "ue4m3") {
      types.push_back(m);
    } else if (!parse_shape(m, shape)) {
      other = m;
    }
  }
};

/// The shape and the accumulator that go with the elements.
bool fits(const Name& n) {
  const SpecialProduct& p = n.p;
  const unsigned k = n.shape.k, halves = p.sparse ? 2 : 1;
  const bool whole = p.d == Result::s32;
  if (n.scaled) {
    if (n.kind == "mxf8f6f4") return k == 32 * halves && is_eight(p.a) && is_eight(p.b) && p.d == Result::f32;
    return k == 64 * halves && p.d == Result::f32;
  }
  switch (p.a) {
    case SmallElement::f16:
    case SmallElement::bf16:
      return p.sparse && p.a == p.b && (k == 16 || k == 32) && !whole &&
             (p.d == Result::f32 || p.a == SmallElement::f16);
    case SmallElement::tf32:
      return p.sparse && p.b == p.a && (k == 8 || k == 16) && p.d == Result::f32;
    case SmallElement::s8:
    case SmallElement::u8:
      return p.sparse && small_integer(p.b) && small_bits(p.b) == 8 && (k == 32 || k == 64) && whole;
    case SmallElement::s4:
    case SmallElement::u4:
      return p.sparse && small_bits(p.b) == 4 && (k == 64 || k == 128) && whole;
    default:
      return is_eight(p.a) && is_eight(p.b) && k == 32 * halves && !whole;
  }
}

/// Kinds, scales and their types; the refusal, or nullptr.
const char* scales(Name& n) {
  SpecialProduct& p = n.p;
  if (!n.scaled) return n.kind.empty() || n.kind == "f8f6f4" ? nullptr : "this kind needs .block_scale";
  const std::string_view type = n.types.back();
  p.scale_e4m3 = type == "ue4m3";
  if (n.kind == "mxf8f6f4") {
    if (p.scales == 0) p.scales = 1;
    return p.scales == 1 && type == "ue8m0" ? nullptr : ".kind::mxf8f6f4 has one scale, of type .ue8m0";
  }
  if (n.kind != "mxf4" && n.kind != "mxf4nvf4") return "this kind with .block_scale";
  if (p.a != SmallElement::e2m1 || p.b != SmallElement::e2m1) return "this kind has elements .e2m1";
  p.a = p.b = SmallElement::e2m1_packed;
  if (n.kind == "mxf4") {
    if (p.scales == 0) p.scales = 2;
    return p.scales == 2 && type == "ue8m0" ? nullptr : ".kind::mxf4 has two scales, of type .ue8m0";
  }
  const bool known = (p.scales == 2 && type == "ue8m0") || p.scales == 4;
  return known ? nullptr : ".kind::mxf4nvf4 has two scales .ue8m0 or four";
}

const char* check(Name& n) {
  SpecialProduct& p = n.p;
  const std::size_t count = n.scaled ? 5 : 4;
  if (!n.other.empty() || !n.row || !n.column || n.types.size() != count)
    return "is no product of a form that is known";
  const auto a = parse_small(n.types[1]), b = parse_small(n.types[2]);
  const auto c = parse_result(n.types[3]), d = parse_result(n.types[0]);
  if (!a || !b || !c || !d || *c != *d) return "has no product of these types";
  p.a = *a, p.b = *b, p.d = *d;
  p.k = n.shape.k;
  if (n.shape.m != 16 || n.shape.n != 8) return "has no such shape for these types";
  if (const char* why = scales(n)) return why;
  if (!fits(n)) return "has no such shape for these types";
  return p.satfinite && !small_integer(p.a) ? ".satfinite does not go with these types" : nullptr;
}

}  // namespace

bool is_special_product(const Instruction& i) {
  return std::any_of(i.desc.modifiers.begin(), i.desc.modifiers.end(), [](const std::string& m) {
    return m == "sp" || m.starts_with("sp::") || m == "block_scale" || m.starts_with("kind::mx") || m == "e2m3" ||
           m == "e3m2" || m == "e2m1";
  });
}

bool decode_special_product(Decoder& d, const Instruction& i) {
  Name n(i.desc);
  if (const char* why = check(n)) return d.refuse(why);
  SpecialProduct& p = n.p;
  const std::size_t count = 4 + (p.sparse ? 2U : 0U) + (n.scaled ? 4U : 0U);
  if (i.count() != count) return d.refuse("does not take " + std::to_string(i.count()) + " operands");
  std::vector<Slot> slots;
  if (!write_fragment(d, i, 0, p.registers_c(), 32, slots) || !read_fragment(d, i, 1, p.registers_a(), 32, slots) ||
      !read_fragment(d, i, 2, p.registers_b(), 32, slots) || !read_fragment(d, i, 3, p.registers_c(), 32, slots))
    return false;
  std::size_t at = 4;
  if (p.sparse) {
    slots.push_back(d.read(i.operand(at++), 32));
    std::int64_t selector = 0;
    const unsigned choices = 4 / p.metadata_threads();
    if (!d.constant(i.operand(at++), selector) || selector < 0 || selector >= choices)
      return d.refuse("the sparsity selector is no constant below " + std::to_string(choices));
    p.selector = static_cast<unsigned>(selector);
  }
  for (unsigned matrix = 0; n.scaled && matrix < 2; ++matrix) {
    slots.push_back(d.read(i.operand(at++), 32));
    const auto parts = i.elements(at++);
    if (parts.size() != 2) return d.refuse("a scale selector is {byte, thread}");
    for (const mir::Operand& o : parts) slots.push_back(d.read(o, 16));
  }
  Code& code = d.emit(run_special_product);
  code.imm = p.pack();
  put_extra(d, code, slots);
  return true;
}

}  // namespace lathe::nvptx::exec
