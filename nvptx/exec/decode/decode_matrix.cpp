// mma and wmma into codes: shapes, types and layouts that PTX has, and the registers of the fragments.
//
// Sparse and block-scaled products are decode_matrix_special.cpp's. Source: PTX ISA 9.0, 9.7.14.
#include <algorithm>
#include <array>

#include "nvptx/exec/decode/decode_matrix.hpp"
#include "nvptx/exec/operate/matrix.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;

/// What shapes are listed by: element types that behave alike.
enum class Group : std::uint8_t { none, f16, bf16, tf32, f64, fp8, i8, i4, b1 };

Group family_of(Element e) {
  switch (e) {
    case Element::f16:
      return Group::f16;
    case Element::bf16:
      return Group::bf16;
    case Element::tf32:
      return Group::tf32;
    case Element::f64:
      return Group::f64;
    case Element::e4m3:
    case Element::e5m2:
      return Group::fp8;
    case Element::s8:
    case Element::u8:
      return Group::i8;
    case Element::s4:
    case Element::u4:
      return Group::i4;
    case Element::b1:
      return Group::b1;
    default:
      return Group::none;
  }
}

struct ShapeRow {
  MatrixShape shape;
  Group family;
};

constexpr std::array mma_rows{
    ShapeRow{{8, 8, 4}, Group::f16},    ShapeRow{{8, 8, 4}, Group::f64},   ShapeRow{{8, 8, 16}, Group::i8},
    ShapeRow{{8, 8, 32}, Group::i4},    ShapeRow{{8, 8, 128}, Group::b1},  ShapeRow{{16, 8, 4}, Group::tf32},
    ShapeRow{{16, 8, 4}, Group::f64},   ShapeRow{{16, 8, 8}, Group::f16},  ShapeRow{{16, 8, 8}, Group::bf16},
    ShapeRow{{16, 8, 8}, Group::tf32},  ShapeRow{{16, 8, 8}, Group::f64},  ShapeRow{{16, 8, 16}, Group::f16},
    ShapeRow{{16, 8, 16}, Group::bf16}, ShapeRow{{16, 8, 16}, Group::f64}, ShapeRow{{16, 8, 16}, Group::i8},
    ShapeRow{{16, 8, 16}, Group::fp8},  ShapeRow{{16, 8, 32}, Group::i8},  ShapeRow{{16, 8, 32}, Group::i4},
    ShapeRow{{16, 8, 32}, Group::fp8},  ShapeRow{{16, 8, 64}, Group::i4},  ShapeRow{{16, 8, 128}, Group::b1},
    ShapeRow{{16, 8, 256}, Group::b1},
};
constexpr std::array wmma_rows{
    ShapeRow{{16, 16, 16}, Group::f16},  ShapeRow{{32, 8, 16}, Group::f16},  ShapeRow{{8, 32, 16}, Group::f16},
    ShapeRow{{16, 16, 16}, Group::bf16}, ShapeRow{{32, 8, 16}, Group::bf16}, ShapeRow{{8, 32, 16}, Group::bf16},
    ShapeRow{{16, 16, 16}, Group::i8},   ShapeRow{{32, 8, 16}, Group::i8},   ShapeRow{{8, 32, 16}, Group::i8},
    ShapeRow{{16, 16, 8}, Group::tf32},  ShapeRow{{8, 8, 4}, Group::f64},    ShapeRow{{8, 8, 32}, Group::i4},
    ShapeRow{{8, 8, 128}, Group::b1},
};

template <std::size_t N>
bool known(const std::array<ShapeRow, N>& rows, const MatrixShape& shape, Group family) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const ShapeRow& r) { return r.shape == shape && r.family == family; });
}

/// Whether an accumulator of this type goes with the multiplied elements.
bool accumulates(Group family, Element e) {
  switch (family) {
    case Group::f16:
    case Group::fp8:
      return e == Element::f16 || e == Element::f32;
    case Group::bf16:
    case Group::tf32:
      return e == Element::f32;
    case Group::f64:
      return e == Element::f64;
    case Group::i8:
    case Group::i4:
    case Group::b1:
      return e == Element::s32;
    case Group::none:
      break;
  }
  return false;
}

unsigned register_bits(Element e) { return e == Element::f64 ? 64 : 32; }

/// The rounding of f64, if one is written; .satfinite; the operation of b1.
bool read_extras(Decoder& d, MatrixName& name, Group family, Product& p) {
  p.satfinite = name.take("satfinite");
  const bool integer = family == Group::i8 || family == Group::i4;
  if (p.satfinite && !integer && family != Group::f16) return d.refuse(".satfinite does not go with these types");
  if (family == Group::b1) {
    p.bit_and = name.take("and");
    if (p.bit_and == name.take("xor") || !name.take("popc")) return d.refuse("single bits take .xor.popc or .and.popc");
  }
  if (family == Group::f64) {
    if (name.take("rz"))
      p.round = Product::Round::zero;
    else if (name.take("rm"))
      p.round = Product::Round::down;
    else if (name.take("rp"))
      p.round = Product::Round::up;
    else
      name.take("rn");
  }
  if (!name.rest.empty()) return d.refuse("." + std::string(name.rest.front()) + " is not known here");
  return true;
}

Handler pick_product(Group family, const MatrixShape& shape) {
  using Kind = MatrixKey::Kind;
  switch (family) {
    case Group::f64:
      return pick_matrix({Kind::f64});
    case Group::i8:
    case Group::i4:
      return pick_matrix({Kind::integer});
    case Group::b1:
      return pick_matrix({Kind::bits});
    case Group::f16:
      return pick_matrix({shape == MatrixShape{8, 8, 4} ? Kind::quad_pairs : Kind::real});
    default:
      return pick_matrix({Kind::real});
  }
}

/// The fragments of D, A, B and C into a code. `doubled`: A and B of f16 have 8 registers (wmma).
bool emit_product(Decoder& d, const Instruction& i, const Product& p, Group family, bool doubled) {
  const bool quad = family == Group::f16 && p.m == 8 && p.n == 8;
  // Four products of 8 x 8 x 4 share a warp there.
  const unsigned times = quad ? 4 : 1;
  const auto count = [&](unsigned elements, Element e) { return fragment_registers(times * elements, e); };
  const unsigned count_a = count(p.m * p.k, p.a), count_b = count(p.n * p.k, p.b);
  std::vector<Slot> slots, a, b, c;
  if (!write_fragment(d, i, 0, count(p.m * p.n, p.d), register_bits(p.d), slots) ||
      !read_fragment(d, i, 1, doubled ? 8 : count_a, register_bits(p.a), a) ||
      !read_fragment(d, i, 2, doubled ? 8 : count_b, register_bits(p.b), b) ||
      !read_fragment(d, i, 3, count(p.m * p.n, p.c), register_bits(p.c), c))
    return false;
  // What doubled registers hold is the same again.
  slots.insert(slots.end(), a.begin(), a.begin() + count_a);
  slots.insert(slots.end(), b.begin(), b.begin() + count_b);
  slots.insert(slots.end(), c.begin(), c.end());
  Code& code = d.emit(pick_product(family, {p.m, p.n, p.k}));
  p.pack(code);
  put_extra(d, code, slots);
  return true;
}

bool fill_product(Decoder& d, const MatrixName& name, Product& p) {
  p.d = name.types[0], p.a = name.types[1], p.b = name.types[2], p.c = name.types[3];
  p.m = name.shape.m, p.n = name.shape.n, p.k = name.shape.k;
  if (family_of(p.a) != family_of(p.b) || !accumulates(family_of(p.a), p.d) || !accumulates(family_of(p.a), p.c))
    return d.refuse("has no product of these types");
  return true;
}

unsigned number_at(std::string_view text, std::size_t& at) {
  unsigned value = 0;
  for (const std::size_t first = at; at < text.size() && at < first + 4 && text[at] >= '0' && text[at] <= '9'; ++at)
    value = value * 10 + static_cast<unsigned>(text[at] - '0');
  return value;
}

}  // namespace

bool parse_shape(std::string_view text, MatrixShape& shape) {
  std::size_t at = 0;
  MatrixShape out;
  for (const auto& [letter, value] : {std::pair{'m', &out.m}, std::pair{'n', &out.n}, std::pair{'k', &out.k}}) {
    if (at >= text.size() || text[at] != letter) return false;
    *value = number_at(text, ++at);
    if (*value == 0) return false;
  }
  if (at != text.size()) return false;
  shape = out;
  return true;
}

Element parse_element(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Element>, 13> names{{
      {"f16", Element::f16},
      {"bf16", Element::bf16},
      {"tf32", Element::tf32},
      {"f32", Element::f32},
      {"f64", Element::f64},
      {"e4m3", Element::e4m3},
      {"e5m2", Element::e5m2},
      {"s8", Element::s8},
      {"u8", Element::u8},
      {"s4", Element::s4},
      {"u4", Element::u4},
      {"b1", Element::b1},
      {"s32", Element::s32},
  }};
  for (const auto& [name, element] : names)
    if (name == text) return element;
  return Element::none;
}

MatrixName::MatrixName(const mir::OpDesc& desc) {
  for (const std::string& m : desc.modifiers) {
    if (m == "sync" || m == "aligned" || m == "global" || m == "shared" || m == "shared::cta") continue;
    if (m == "row" || m == "col")
      columns.push_back(m == "col");
    else if (const Element e = parse_element(m); e != Element::none)
      types.push_back(e);
    else if (!parse_shape(m, shape))
      rest.push_back(m);
  }
}

bool MatrixName::take(std::string_view modifier) {
  const auto it = std::find(rest.begin(), rest.end(), modifier);
  if (it == rest.end()) return false;
  rest.erase(it);
  return true;
}

namespace {

bool wrong_fragment(Decoder& d, std::size_t index, std::size_t count, unsigned wanted) {
  return d.refuse("operand " + std::to_string(index + 1) + " has " + std::to_string(count) + " registers, not " +
                  std::to_string(wanted));
}

}  // namespace

bool read_fragment(Decoder& d, const Instruction& i, std::size_t index, unsigned count, unsigned bits,
                   std::vector<Slot>& slots) {
  const auto elements = i.elements(index);
  if (elements.size() != count) return wrong_fragment(d, index, elements.size(), count);
  for (const mir::Operand& o : elements) slots.push_back(d.read(o, bits));
  return true;
}

bool write_fragment(Decoder& d, const Instruction& i, std::size_t index, unsigned count, unsigned bits,
                    std::vector<Slot>& slots) {
  const auto elements = i.elements(index);
  if (elements.size() != count) return wrong_fragment(d, index, elements.size(), count);
  for (const mir::Operand& o : elements) slots.push_back(d.write(o, bits));
  return true;
}

void put_extra(Decoder& d, Code& code, const std::vector<Slot>& slots) {
  code.extra = d.extra(slots);
  code.extra_count = static_cast<std::uint16_t>(slots.size());
}

bool decode_mma(Decoder& d, const Instruction& i) {
  if (is_special_product(i)) return decode_special_product(d, i);
  MatrixName name(i.desc);
  if (i.count() != 4 || name.types.size() != 4 || name.columns.size() != 2)
    return d.refuse("is not of the form mma.sync.aligned.shape.layout.layout.dtype.atype.btype.ctype d, a, b, c");
  Product p;
  if (!fill_product(d, name, p)) return false;
  const Group family = family_of(p.a);
  if (!known(mma_rows, name.shape, family)) return d.refuse("has no such shape for these types");
  p.a_col = name.columns[0], p.b_col = name.columns[1];
  const bool quad = family == Group::f16 && name.shape == MatrixShape{8, 8, 4};
  if (!quad && (p.a_col || !p.b_col)) return d.refuse("this shape takes .row.col");
  if (p.c != p.d && !(quad && p.d == Element::f32)) return d.refuse("this shape takes C and D of one type");
  if (family == Group::fp8) name.take("kind::f8f6f4");
  if (!read_extras(d, name, family, p)) return false;
  if (p.satfinite && family == Group::f16) return d.refuse(".satfinite does not go with these types");
  return emit_product(d, i, p, family, false);
}

namespace {

/// wmma.load.{a,b,c} and wmma.store.d.
bool decode_fragment_move(Decoder& d, const Instruction& i, MatrixName& name, bool store) {
  FragmentAccess f;
  if (store ? name.take("d") : name.take("c"))
    f.role = FragmentAccess::Role::accumulator;
  else if (!store && name.take("b"))
    f.role = FragmentAccess::Role::b;
  else if (store || !name.take("a"))
    return d.refuse("moves a, b, c or d");
  if (!name.rest.empty()) return d.refuse("." + std::string(name.rest.front()) + " is not known here");
  if (name.types.size() != 1 || name.columns.size() != 1 || (i.count() != 2 && i.count() != 3))
    return d.refuse("takes one layout, one type, a fragment, an address and perhaps a stride");
  f.type = name.types[0];
  f.columns = name.columns[0];
  const bool accumulator = f.role == FragmentAccess::Role::accumulator;
  const bool fits = std::any_of(wmma_rows.begin(), wmma_rows.end(), [&](const ShapeRow& r) {
    return r.shape == name.shape && (accumulator ? accumulates(r.family, f.type) : r.family == family_of(f.type));
  });
  if (!fits) return d.refuse("has no such shape for this type");
  const unsigned bits = element_bits(f.type);
  if (bits < 8 && f.columns != (f.role == FragmentAccess::Role::b))
    return d.refuse("elements of less than a byte: A is .row and B is .col");
  const AddressOperand at = d.address(i.operand(store ? 0 : 1), i.desc.space);
  if (!at.valid) return false;
  if (at.in_frame || (at.space != Space::generic && at.space != Space::global && at.space != Space::shared))
    return d.refuse("takes global and shared memory");
  f.space = at.space;
  f.narrow = at.base != no_slot && at.base_bits == 32;
  const unsigned rows = f.role == FragmentAccess::Role::b ? name.shape.k : name.shape.m;
  const unsigned columns = f.role == FragmentAccess::Role::a ? name.shape.k : name.shape.n;
  const bool doubled = !accumulator && f.type == Element::f16;
  const unsigned count = doubled ? 8 : fragment_registers(rows * columns, f.type);
  std::vector<Slot> slots;
  if (!(store ? read_fragment(d, i, 1, count, register_bits(f.type), slots)
              : write_fragment(d, i, 0, count, register_bits(f.type), slots)))
    return false;
  const Slot stride = i.count() == 3 ? d.read(i.operand(2), 32) : no_slot;
  Code& code = d.emit(store ? run_wmma_store : run_wmma_load, no_slot, at.base, stride);
  code.imm = static_cast<std::uint64_t>(at.offset);
  code.x = name.shape.m | name.shape.n << 10 | name.shape.k << 20;
  code.y = f.pack();
  put_extra(d, code, slots);
  return true;
}

/// wmma.mma: products of f16 name the types of D and C alone.
bool decode_wmma_product(Decoder& d, const Instruction& i, MatrixName& name) {
  if (name.types.size() == 2) name.types.insert(name.types.begin() + 1, 2, Element::f16);
  if (i.count() != 4 || name.types.size() != 4 || name.columns.size() != 2)
    return d.refuse("is not of the form wmma.mma.sync.aligned.layout.layout.shape.types d, a, b, c");
  Product p;
  if (!fill_product(d, name, p)) return false;
  const Group family = family_of(p.a);
  if (!known(wmma_rows, name.shape, family)) return d.refuse("has no such shape for these types");
  // Layouts matter to loads alone: a fragment lies in registers the same way.
  if (element_bits(p.a) < 8 && (name.columns[0] || !name.columns[1])) return d.refuse("this shape takes .row.col");
  if (!read_extras(d, name, family, p)) return false;
  return emit_product(d, i, p, family, family == Group::f16);
}

}  // namespace

bool decode_wmma(Decoder& d, const Instruction& i) {
  MatrixName name(i.desc);
  if (name.take("load")) return decode_fragment_move(d, i, name, false);
  if (name.take("store")) return decode_fragment_move(d, i, name, true);
  if (name.take("mma")) return decode_wmma_product(d, i, name);
  return d.refuse("has none of .load .store .mma");
}

bool decode_matrix(Decoder& d, const Instruction& i) {
  switch (i.desc.op) {
    case Op::mma:
      return decode_mma(d, i);
    case Op::wmma:
      return decode_wmma(d, i);
    case Op::ldmatrix:
    case Op::stmatrix:
    case Op::movmatrix:
      return decode_matrix_move(d, i);
    case Op::wgmma:
      return decode_wgmma(d, i);
    default:
      return d.refuse("is no matrix operation");
  }
}

}  // namespace lathe::nvptx::exec
