// LLVM types -> value types, leaves and memory pieces. See types.hpp.
#include "codegen/build/types.hpp"

#include <algorithm>
#include <bit>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/build/view.hpp"

namespace lathe::codegen::build {
namespace {

constexpr std::uint32_t max_integer_bits =
    65535;  // what a Vt holds, as for lanes; what a target takes of it its facts say
constexpr std::uint32_t max_lanes = 8191;

// Moved as it is: what a register holds, or a whole part of one.
bool natural(Vt element, const TypeFacts& facts) {
  if (element.is_float()) return std::ranges::find(facts.floats, element) != facts.floats.end();
  return std::has_single_bit(element.bits()) && element.bits() >= 8 && element.bits() <= facts.integers.back();
}

}  // namespace

Vt vt_of(const llvm::Type* type, const View& view) {
  return vt_of(type, [&](unsigned space) { return view.pointer_bits(space); });
}
Vt vt_of(const llvm::Type* type, llvm::function_ref<unsigned(unsigned space)> pointer_bits) {
  switch (type->getTypeID()) {
    case llvm::Type::IntegerTyID: {
      const unsigned bits = type->getIntegerBitWidth();
      return bits <= max_integer_bits ? Vt(VtKind::integer, bits) : Vt{};
    }
    case llvm::Type::PointerTyID:
      return {VtKind::integer, pointer_bits(type->getPointerAddressSpace())};
    case llvm::Type::HalfTyID:
      return vt::f16;
    case llvm::Type::BFloatTyID:
      return vt::bf16;
    case llvm::Type::FloatTyID:
      return vt::f32;
    case llvm::Type::DoubleTyID:
      return vt::f64;
    case llvm::Type::FixedVectorTyID: {
      const auto* vector = llvm::cast<llvm::FixedVectorType>(type);
      const Vt element = vt_of(vector->getElementType(), pointer_bits);
      if (element == Vt{} || vector->getNumElements() > max_lanes ||
          element.bits() * vector->getNumElements() > 0xffffffU)
        return {};
      return element.with_lanes(vector->getNumElements());
    }
    default:
      return {};
  }
}

const llvm::Type* append_leaves(const llvm::Type* type, const View& view, std::uint64_t offset,
                                std::vector<Leaf>& out) {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (const llvm::Type* bad =
              append_leaves(structure->getElementType(i), view, offset + view.field_offset(structure, i), out))
        return bad;
    return nullptr;
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (array->getNumElements() > max_leaves) return type;
    const std::uint64_t stride = view.alloc_bytes(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      if (const llvm::Type* bad = append_leaves(array->getElementType(), view, offset + i * stride, out)) return bad;
      if (out.size() > max_leaves) return type;
    }
    return nullptr;
  }
  const Vt leaf = vt_of(type, view);
  if (leaf == Vt{}) return type;
  out.push_back({leaf, type, offset});
  return nullptr;
}

std::string spell(const llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type->print(stream, false, true);
  return text;
}

std::uint32_t aligned_at(std::uint32_t align, std::uint64_t offset) {
  const std::uint64_t bits = align | offset;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

std::uint32_t packed_lanes(Vt element, const TypeFacts& facts) {
  for (const TypeFacts::Packed& packed : facts.packed)
    if (packed.travels && packed.type.element() == element) return packed.type.lanes();
  return 1;
}

bool plain_access(Vt type, const TypeFacts& facts, std::uint32_t align) {
  const Shape shape = shape_of(type, facts, align);
  if (shape == Shape::whole || shape == Shape::lanes) return true;
  // Wide integers split into aligned halves later.
  const std::uint32_t widest = facts.integers.back();
  return shape == Shape::integer && type.is_integer() && !type.is_vector() && type.bits() > widest &&
         std::has_single_bit(type.bits()) && align >= widest / 8;
}

Shape shape_of(Vt type, const TypeFacts& facts, std::uint32_t align) {
  const Vt element = type.element();
  if (natural(element, facts) && align >= element.element_bytes())
    return type.is_vector() ? Shape::lanes : Shape::whole;
  if (type.is_vector() && element.bits() > facts.integers.back() && std::has_single_bit(element.bits()))
    return Shape::each;
  return Shape::integer;
}

void append_pieces(Vt type, const TypeFacts& facts, std::uint64_t offset, std::uint32_t base_align,
                   std::vector<ParamPiece>& out) {
  const auto push = [&](std::uint64_t at, Vt piece) {
    out.push_back({static_cast<std::uint32_t>(at), piece, Extend::none});
  };
  const Vt element = type.element();
  switch (shape_of(type, facts, aligned_at(base_align, offset))) {
    case Shape::whole:
      push(offset, type);
      return;
    case Shape::lanes:
      for (std::uint32_t lane = 0; lane < type.lanes();) {
        const std::uint64_t at = offset + std::uint64_t{lane} * element.element_bytes();
        const std::uint32_t pack = packed_lanes(element, facts);
        const bool packs =
            pack > 1 && lane + pack <= type.lanes() && aligned_at(base_align, at) >= pack * element.element_bytes();
        push(at, packs ? element.with_lanes(pack) : element);
        lane += packs ? pack : 1;
      }
      return;
    case Shape::each:
      for (std::uint32_t lane = 0; lane < type.lanes(); ++lane)
        append_pieces(element, facts, offset + std::uint64_t{lane} * element.element_bytes(), base_align, out);
      return;
    case Shape::integer:
      for (std::uint32_t at = 0, bytes = type.store_bytes(); at < bytes;) {
        const std::uint32_t most =
            std::min({facts.integers.back() / 8, bytes - at, aligned_at(base_align, offset + at)});
        const std::uint32_t size = std::bit_floor(most);
        push(offset + at, Vt(VtKind::integer, size * 8));
        at += size;
      }
      return;
  }
}

}  // namespace lathe::codegen::build
