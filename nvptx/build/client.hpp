// What PTX says while LLVM IR is turned into graphs (codegen/build/client.hpp), and what is made besides: registers and
// phis of machine IR, recipes of intrinsics, where variables of the source are.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <llvm/IR/InlineAsm.h>

#include "codegen/build/families.hpp"
#include "nvptx/build/abi.hpp"
#include "nvptx/build/build.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/intrinsics/recipe.hpp"

namespace lathe::nvptx::build {

/// By intrinsic: the last forms of its calls, and their recipes (target_intrinsics.cpp).
using RecipeForms = llvm::DenseMap<const llvm::Value*,
                                   std::vector<std::pair<std::vector<IntrinsicCall::Argument>, std::vector<Recipe>>>>;
/// Where variables of the source are (debug.cpp).
struct DebugState {
  /// What is asked for when the block was selected.
  struct Watch {
    Value value;                                ///< of the block's DAG, or empty
    mir::Reg reg = mir::none;                   ///< or a register that is known
    std::uint32_t order = 0;                    ///< in the source
    std::uint32_t number = 0;                   ///< into notes.values
    const llvm::Argument* parameter = nullptr;  ///< that was not read yet
  };
  llvm::DenseMap<std::uint32_t, std::uint32_t> locations;  ///< by number in the plan
  std::vector<std::pair<const llvm::Value*, debug::DebugValue>> objects;
  std::vector<Watch> watches;
  debug::FunctionNotes notes;
};

struct PtxClient final : Client {
  PtxClient(const llvm::Function& source, const View& view_in, const Features& base, mir::Module& module_in,
            mir::Function& out_in);

  std::uint32_t new_register(Vt legal) override;
  std::uint32_t phi(std::uint32_t block, std::uint32_t result, Vt type, std::span<const std::uint32_t> from) override;
  void phi_input(std::uint32_t phi, std::uint32_t input, std::uint32_t reg) override;
  std::optional<ParamLayout> argument_layout(Context& c, const llvm::CallBase& call, unsigned index) override;
  ParamLayout byval_layout(Context& c, const llvm::CallBase& call, unsigned index) override;
  std::optional<ParamLayout> result_layout(Context& c, const llvm::CallBase& call) override;
  std::optional<ParamLayout> return_layout(Context& c, const llvm::Type* type) override;
  void argument(Context& c, const llvm::Argument& parameter) override;
  bool intrinsic(Context& c, const llvm::CallBase& call, llvm::StringRef name) override;
  void inline_assembly(Context& c, const llvm::CallBase& call) override;
  codegen::build::CacheHint cache_hint(const Context& c, const llvm::Instruction& instruction, Space space) override;
  std::string lacks(Ability ability) const override;
  std::uint32_t location(Context& c, const llvm::Instruction& instruction) override;
  void before(Context& c, const llvm::Instruction& instruction) override;
  FunctionModes modes() const;

  const View& view;
  Features features;  ///< the function's own
  mir::Module& module;
  mir::Function& out;
  RecipeForms recipe_forms;
  DebugState debug;
  std::unordered_map<const llvm::InlineAsm*, llvm::InlineAsm::ConstraintInfoVector> asm_constraints;  ///< as parsed

 private:
  std::vector<std::uint32_t> phi_operands_;  ///< first operand of each phi
  std::vector<mir::Operand> operands_;       ///< scratch
};

/// An intrinsic of the target by its name and arguments, through recipes (target_intrinsics.cpp).
void target_intrinsic(PtxClient& p, Context& c, const llvm::CallBase& call, llvm::StringRef name);

// ---- debug information (debug.cpp)
void start_debug(PtxClient& p, const Context& c);
/// Variables that lie in memory all the time; after the last block.
void place_objects(PtxClient& p, const Context& c);
/// After the block was selected: FunctionBuilder::say_values.
void say_values(PtxClient& p, Context& c, std::uint32_t block, const std::function<mir::Reg(Value)>& register_of);

}  // namespace lathe::nvptx::build
