// Declarations and initial values of variables.
//
// Initial bytes become a list of elements, cut after the last one that is not zero. Addresses among them: when
// all are whole words in place, the variable is written as an array of words; else each byte of an address is
// written with the mask operator, 0xFF00(symbol).
// Cost: O(bytes). Source: PTX ISA 9.0, 5.4 (variables), 5.4.4 (initializers).
#include "nvptx/print/variables.hpp"

#include <algorithm>

namespace lathe::nvptx::mir {
namespace {

// Type of the elements that are written, and how many the variable has.
struct Shape {
  Type type;
  unsigned bytes;       // of one element
  std::uint64_t count;  // elements
  bool scalar;          // written without braces
};

std::uint64_t element_count(const Variable& v) {
  std::uint64_t count = v.vector;
  for (const std::uint64_t d : v.dims) count *= d;
  return count;
}

Shape shape_of(const Variable& v) {
  Shape s{v.type, std::max(1U, bits_of(v.type) / 8), element_count(v), v.dims.empty() && v.vector == 1};
  if (v.relocs.empty() || s.bytes != 1 || s.scalar) return s;
  // An array of bytes that holds addresses: words if each address is one.
  for (const unsigned word : {8U, 4U}) {
    const bool fits = s.count % word == 0 && v.align % word == 0 &&
                      std::all_of(v.relocs.begin(), v.relocs.end(), [&](const Variable::Reloc& r) {
                        return r.size == word && r.offset % word == 0 && r.mask_byte == 0xff;
                      });
    if (fits) return {word == 8 ? Type::b64 : Type::b32, word, s.count / word, false};
  }
  return s;
}

void write_address(Writer& w, const Variable::Reloc& r) {
  if (r.generic)
    w << "generic(" << r.symbol << ')';
  else
    w << r.symbol;
  if (r.addend > 0) w << '+';
  if (r.addend != 0) w.number(r.addend);
}

// One byte of an address: 0xFF00(symbol).
void write_masked(Writer& w, const Variable::Reloc& r, unsigned byte) {
  w << "0xFF";
  for (unsigned i = 0; i < byte; ++i) w << "00";
  w << '(';
  write_address(w, r);
  w << ')';
}

std::uint64_t read_element(const Variable& v, std::uint64_t offset, unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes && i < 8; ++i)
    if (offset + i < v.bytes.size()) value |= std::uint64_t{v.bytes[offset + i]} << (8 * i);
  return value;
}

void write_constant(Writer& w, Type type, std::uint64_t value) {
  switch (type) {
    case Type::f32:
      (w << "0f").hex(value, 8);
      break;
    case Type::f64:
      (w << "0d").hex(value, 16);
      break;
    case Type::f16:
    case Type::bf16:
      (w << "0x").hex(value, 4);
      break;
    case Type::s8:
      w.number(static_cast<std::int8_t>(value));
      break;
    case Type::s16:
      w.number(static_cast<std::int16_t>(value));
      break;
    case Type::s32:
      w.number(static_cast<std::int32_t>(value));
      break;
    case Type::s64:
      w.number(static_cast<std::int64_t>(value));
      break;
    default:
      w.number_unsigned(value);
      break;
  }
}

void write_initializer(Writer& w, const Variable& v, const Shape& s) {
  std::uint64_t end = v.bytes.size();
  while (end > 0 && v.bytes[end - 1] == 0) --end;
  for (const Variable::Reloc& r : v.relocs) end = std::max(end, r.offset + (r.mask_byte == 0xff ? r.size : 1));
  if (end == 0) return;
  if (v.relocs.empty() && s.bytes == 1 && s.type != Type::s8 && !s.scalar) {
    (w << " = {").list(std::span(v.bytes).first(static_cast<std::size_t>(end))) << '}';
    return;
  }
  std::vector<const Variable::Reloc*> relocs;
  relocs.reserve(v.relocs.size());
  for (const Variable::Reloc& r : v.relocs) relocs.push_back(&r);
  // Their places in one array break ties.
  std::sort(relocs.begin(), relocs.end(),
            [](auto* a, auto* b) { return a->offset != b->offset ? a->offset < b->offset : a < b; });
  const std::uint64_t elements = (end + s.bytes - 1) / s.bytes;
  w << (s.scalar ? " = " : " = {");
  std::size_t next = 0;
  for (std::uint64_t i = 0; i < elements; ++i) {
    if (i != 0) w << ", ";
    const std::uint64_t offset = i * s.bytes;
    const auto span = [](const Variable::Reloc& r) { return r.mask_byte == 0xff ? std::uint64_t{r.size} : 1U; };
    while (next < relocs.size() && relocs[next]->offset + span(*relocs[next]) <= offset) ++next;
    if (next < relocs.size() && relocs[next]->offset <= offset) {
      const Variable::Reloc& r = *relocs[next];
      if (r.mask_byte != 0xff)
        write_masked(w, r, r.mask_byte);
      else if (s.bytes == 1)
        write_masked(w, r, static_cast<unsigned>(offset - r.offset));
      else
        write_address(w, r);
    } else {
      write_constant(w, s.type, read_element(v, offset, s.bytes));
    }
  }
  if (!s.scalar) w << '}';
}

void write_head(Writer& w, const Variable& v, Type type) {
  w << '.' << to_string(v.space);
  if (!v.attribute.empty()) w << " .attribute(" << v.attribute << ')';
  if (v.align != 0 && !v.ptr) (w << " .align ").number(v.align);
  if (v.vector > 1) (w << " .v").number(v.vector);
  w << " ." << to_string(type);
  if (v.ptr) {
    w << " .ptr";
    if (v.ptr_space != Space::none && v.ptr_space != Space::generic) w << " ." << to_string(v.ptr_space);
    if (v.ptr_object != Type::none) w << " ." << to_string(v.ptr_object);
    if (v.ptr_align != 0) (w << " .align ").number(v.ptr_align);
  }
  w << ' ' << v.name;
}

void write_bounds(Writer& w, const Variable& v, const Shape& s) {
  if (s.type != v.type) {  // bytes written as words
    (w << '[').number_unsigned(s.count) << ']';
    return;
  }
  for (const std::uint64_t d : v.dims) {
    w << '[';
    if (d != 0) w.number_unsigned(d);
    w << ']';
  }
}

}  // namespace

void write_declaration(Writer& w, const Variable& v) {
  const Shape s = shape_of(v);
  write_head(w, v, s.type);
  write_bounds(w, v, s);
}

void write_variable(Writer& w, const Variable& v) {
  if (!v.linkage.empty()) w << '.' << v.linkage << ' ';
  const Shape s = shape_of(v);
  write_head(w, v, s.type);
  write_bounds(w, v, s);
  if (!v.initializer_text.empty())
    w << " = " << v.initializer_text;
  else if (v.linkage != "extern" && (!v.bytes.empty() || !v.relocs.empty()))
    write_initializer(w, v, s);
  w << ";\n";
}

}  // namespace lathe::nvptx::mir
