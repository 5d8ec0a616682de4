// See c_layout.hpp.
#include "codegen/build/c_layout.hpp"

#include <algorithm>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "codegen/build/view.hpp"

namespace lathe::codegen::build {

ParamLayout c_layout(const llvm::Type* type, const TypeFacts& facts, std::uint32_t most_align, const View& view) {
  const std::uint32_t word = facts.promoted_to.front();
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= word)
    return {word / 8, word / 8, false, {{0, Vt(VtKind::integer, word), Extend::none}}};
  ParamLayout out = memory_layout(type, view);
  out.align = std::min(most_align, out.align);
  std::vector<Leaf> leaves;
  append_leaves(type, view, 0, leaves);
  for (const Leaf& leaf : leaves) append_pieces(leaf.type, facts, leaf.offset, out.align, out.pieces);
  return out;
}

ParamLayout memory_layout(const llvm::Type* type, const View& view) {
  ParamLayout out;
  out.array = true;
  out.bytes = static_cast<std::uint32_t>(view.alloc_bytes(type));
  out.align = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, view.abi_align(type)));
  return out;
}

ParamLayout by_value_layout(const llvm::Type* pointee, std::uint64_t align, std::uint32_t most_align,
                            const View& view) {
  ParamLayout out = memory_layout(pointee, view);
  out.align = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(align, 1, most_align));
  return out;
}

std::uint64_t by_value_align(const llvm::Argument& parameter) { return parameter.getParamAlign().valueOrOne().value(); }

std::uint64_t by_value_align(const llvm::CallBase& call, unsigned index) {
  const llvm::Function* known = call.getCalledFunction();
  // By its attributes: a declaration's llvm::Arguments are made when they are first asked for, and threads share it.
  if (known != nullptr && index < known->arg_size() && known->hasParamAttribute(index, llvm::Attribute::ByVal))
    return known->getParamAlign(index).valueOrOne().value();
  return call.getParamAlign(index).valueOrOne().value();
}

Places places(std::span<const ParamLayout> layouts) {
  Places out;
  for (const ParamLayout& one : layouts) {
    out.bytes = (out.bytes + one.align - 1) / one.align * one.align;
    out.offsets.push_back(out.bytes);
    out.bytes += one.bytes;
  }
  return out;
}

}  // namespace lathe::codegen::build
