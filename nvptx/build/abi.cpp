// The PTX calling convention. See abi.hpp.
#include "nvptx/build/abi.hpp"

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "nvptx/facts/facts.hpp"
#include "nvptx/target/spaces.hpp"

namespace lathe::nvptx::build {
namespace {

/// Width of the .param scalar that holds the type, 0 when it is passed as bytes.
unsigned scalar_bits(const llvm::Type* type, Carried as, const codegen::build::View& view) {
  if (type->isPointerTy()) return as == Carried::result ? 64 : view.pointer_bits(type->getPointerAddressSpace());
  if (type->isIntegerTy()) {
    const unsigned bits = type->getIntegerBitWidth();
    return bits <= 32 ? 32 : bits <= 64 ? 64 : 0;
  }
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  return 0;
}

/// The most that a .param variable is aligned to, as nvcc and llc have it.
constexpr std::uint64_t max_align = 128;

std::uint32_t abi_align(const llvm::Type* type, const codegen::build::View& view) {
  return static_cast<std::uint32_t>(std::min(max_align, view.abi_align(type)));
}

}  // namespace

std::optional<ParamLayout> param_layout(const llvm::Type* type, Carried as, std::uint32_t align, const TypeFacts& facts,
                                        const codegen::build::View& view, const llvm::Type*& refused) {
  std::vector<Leaf> leaves;
  refused = append_leaves(type, view, 0, leaves);
  if (refused != nullptr) return std::nullopt;
  ParamLayout out;
  if (const unsigned bits = scalar_bits(type, as, view); bits != 0) {
    out.bytes = out.align = bits / 8;
    // Narrow integers travel in whole registers, and so do narrow pointers that are results.
    out.pieces.push_back({0, type->isFloatingPointTy() ? leaves[0].type : Vt(VtKind::integer, bits), Extend::none});
    return out;
  }
  out.array = true;
  out.bytes = static_cast<std::uint32_t>(view.alloc_bytes(type));
  out.align = std::max(align, abi_align(type, view));
  if (leaves.empty()) out.bytes = 0;
  for (const Leaf& leaf : leaves) append_pieces(leaf.type, facts, leaf.offset, out.align, out.pieces);
  return out;
}

std::uint32_t own_align(const llvm::Function& function, const View& view) {
  return view.only_called_here(function) ? 16 : 0;
}

std::uint32_t declared_align(const llvm::Function& function, int argument, const View& view) {
  const llvm::AttributeList attributes = function.getAttributes();
  const llvm::MaybeAlign stack = argument < 0 ? attributes.getRetStackAlignment()
                                              : attributes.getParamStackAlignment(static_cast<unsigned>(argument));
  return std::max(stack ? static_cast<std::uint32_t>(stack->value()) : 0, own_align(function, view));
}

std::uint32_t declared_align(const llvm::CallBase& call, int argument, const View& view) {
  const llvm::AttributeList attributes = call.getAttributes();
  const llvm::MaybeAlign stack = argument < 0 ? attributes.getRetStackAlignment()
                                              : attributes.getParamStackAlignment(static_cast<unsigned>(argument));
  if (const llvm::Function* callee = call.getCalledFunction(); callee != nullptr && own_align(*callee, view) != 0)
    return declared_align(*callee, argument, view);
  if (stack) return static_cast<std::uint32_t>(stack->value());
  // Indirect calls carry theirs as !callalign: (index << 16) | bytes, index 0 for the result.
  if (const llvm::MDNode* node = view.metadata(call, build::View::Metadata::call_align))
    for (const llvm::MDOperand& operand : node->operands())
      if (const auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(operand)) {
        const std::uint64_t word = value->getZExtValue();
        if ((word >> 16) == static_cast<std::uint64_t>(argument + 1)) return static_cast<std::uint32_t>(word & 0xffff);
      }
  if (const llvm::Function* callee = call.getCalledFunction()) return declared_align(*callee, argument, view);
  return 0;
}

mir::Space variable_space(unsigned number) {
  // Numbers and roles are the same on all targets.
  for (const codegen::SpaceFacts& one : address_spaces({}))
    if (one.number == number && one.of_module && one.role != codegen::Space::generic) return state_space(one.role);
  return mir::Space::none;
}

mir::Variable param_variable(const ParamLayout& layout, std::string name) {
  mir::Variable out;
  out.name = std::move(name);
  out.space = mir::Space::param;
  if (layout.array) {
    out.type = mir::Type::b8;
    out.align = layout.align;
    out.dims = {layout.bytes};
  } else {
    out.type = layout.bytes == 8 ? mir::Type::b64 : mir::Type::b32;
  }
  return out;
}

mir::Variable kernel_variable(const llvm::Argument& argument, std::string name, const View& view) {
  const llvm::Type* type = argument.getType();
  mir::Variable out;
  out.name = std::move(name);
  out.space = mir::Space::param;
  const auto bytes = [&](const llvm::Type* of, std::uint32_t align) {
    out.type = mir::Type::b8;
    out.align = std::max(align, abi_align(of, view));
    out.dims = {view.alloc_bytes(of)};
  };
  if (const llvm::Type* pointee = argument.getParamByValType()) {
    bytes(pointee, static_cast<std::uint32_t>(codegen::build::by_value_align(argument)));
  } else if (type->isPointerTy()) {
    out.type = view.alloc_bytes(type) == 4 ? mir::Type::u32 : mir::Type::u64;
    out.ptr = true;
    out.ptr_space = variable_space(type->getPointerAddressSpace());
    out.noalias = argument.hasNoAliasAttr();
    out.ptr_align = static_cast<std::uint32_t>(argument.getParamAlign().valueOrOne().value());
  } else if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
    const std::uint64_t size = view.alloc_bytes(type);
    out.type = size == 1 ? mir::Type::u8 : size == 2 ? mir::Type::u16 : size <= 4 ? mir::Type::u32 : mir::Type::u64;
  } else if (type->isFloatTy() || type->isDoubleTy()) {
    out.type = type->isFloatTy() ? mir::Type::f32 : mir::Type::f64;
  } else {
    bytes(type, declared_align(*argument.getParent(), static_cast<int>(argument.getArgNo()), view));
  }
  return out;
}

}  // namespace lathe::nvptx::build
