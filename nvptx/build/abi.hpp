// The PTX calling convention: which .param variable a value becomes, seen from both sides of a call.
//
// Device functions: integers up to 64 bits, pointers, f32 and f64 are scalars of 32 or 64 bits; everything else
// is an aligned byte array with the value's memory image. A byval argument is an array that holds the pointee.
// Source: the PTX ISA's function ABI and what nvcc 13 and llc 22 agree on, so that objects can be linked.
#pragma once

#include <optional>
#include <string>

#include "codegen/build/c_layout.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"

namespace llvm {
class Argument;
class CallBase;
class Function;
class Type;
}  // namespace llvm

namespace lathe::nvptx::build {

/// Which way a value goes: pointers of 32 bits are parameters of 32 bits, and results of 64, as llc has them.
enum class Carried : std::uint8_t { argument, result };

/// Layout of a parameter or result. `align` 0 takes the ABI alignment of the type. Nothing when a member has no
/// PTX type; `refused` then names it. An empty type gives a layout without pieces and with 0 bytes.
std::optional<ParamLayout> param_layout(const llvm::Type* type, Carried as, std::uint32_t align, const TypeFacts& facts,
                                        const codegen::build::View& view, const llvm::Type*& refused);
/// Parameters by value lie as `codegen::build::by_value_layout` says, at any alignment that is asked for.
inline constexpr std::uint32_t any_align = ~0U;

/// What the parameters of a function are aligned to at least when only direct calls in this module reach it: 16, so
/// that the members of a struct travel four words at a time; else 0. O(1).
std::uint32_t own_align(const llvm::Function& function, const View& view);

/// Alignment that caller and callee agree on for an argument or for the result (`argument` < 0); 0 is the ABI's.
/// From alignstack attributes, nvvm's "align" metadata and own_align.
std::uint32_t declared_align(const llvm::Function& function, int argument, const View& view);
std::uint32_t declared_align(const llvm::CallBase& call, int argument, const View& view);

/// Where variables of a module stand that LLVM's space `number` has: global, shared or constant memory; none: PTX has
/// no variables there, or the space is the generic one. O(spaces).
mir::Space variable_space(unsigned number);

/// The variable that holds such a layout, as written in a signature.
mir::Variable param_variable(const ParamLayout& layout, std::string name);
/// A kernel's parameter, as the launch passes it.
mir::Variable kernel_variable(const llvm::Argument& argument, std::string name, const View& view);

}  // namespace lathe::nvptx::build
