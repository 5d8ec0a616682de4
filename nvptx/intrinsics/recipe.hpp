// What one target intrinsic becomes: recipes of PTX instructions, or plain operations (codegen/dag/recipe.hpp).
//
// They are made from the grammar of the intrinsics' names, not from a table of thousands of entries; `build` turns a
// call into a `target` or `target_chain` node that carries the recipe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/dag/recipe.hpp"
#include "codegen/types/vt.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {

struct Features;

/// What a call of an intrinsic looks like to the grammar.
struct IntrinsicCall {
  struct Argument {
    Vt type;                   ///< pointers are i64
    int pointer_space = -1;    ///< LLVM address space, or -1 when no pointer
    bool is_constant = false;  ///< integer constant: `value` holds it
    std::int64_t value = 0;
    std::string
        symbol;  ///< a global's PTX name when the argument is its address (textures, surfaces); or metadata text
    bool operator==(const Argument&) const = default;
  };
  std::string_view name;  ///< "llvm.nvvm.fma.rn.ftz.f"
  std::vector<Argument> arguments;
  std::vector<Vt> results;  ///< a struct's members in order; empty for void
};

/// The recipes for this call in the order of execution, usually one. On refusal it is empty and `why` says what
/// is missing in one line: "llvm.nvvm.x needs sm_90 (the target is sm_80)" or "unknown intrinsic llvm.nvvm.y".
/// When there are several recipes, the last one gives the results; results of earlier ones are numbered first and
/// can be inputs of later ones (input index >= 1000 means result index-1000 of the previous recipes).
std::vector<Recipe> recipes(const IntrinsicCall& call, const Features& features, std::string& why);
/// Makes the table of families, which the first call makes otherwise: before threads, as make_combine_tables does.
void make_recipe_tables();

}  // namespace lathe::nvptx
