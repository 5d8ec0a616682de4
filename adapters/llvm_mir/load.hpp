// Machine functions of LLVM 22, for any target that it was built with: from a .mir file as they stand in it, from LLVM
// IR by running the code generator up to a pass that is named. Read only: nothing here changes an instruction.
//
//   std::string error;
//   auto program = lathe::llvm_mir::load("loop.ll", {.triple = "amdgcn-amd-amdhsa", .cpu = "gfx90a",
//                                                    .stop_before = "greedy"}, error);
//   for (llvm::MachineFunction* f : program->functions()) ...
//
// Not for several threads at once: LLVM keeps the names of the passes to stop at in a global.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class AAResults;
class LoopInfo;
class MachineFunction;
class MachineModuleInfo;
class Module;
class ScalarEvolution;
class TargetMachine;
}  // namespace llvm

namespace lathe::llvm_mir {

struct LoadOptions {
  std::string triple;         ///< empty: the module's
  std::string cpu, features;  ///< empty: the target's choice
  std::string stop_before;    ///< LLVM IR: a pass by its name, "greedy"; with ",N" its N-th run, counted from 0
  std::string stop_after;     ///< LLVM IR: "finalize-isel", "prologepilog"; both empty: all passes but the printer
  unsigned level = 2;         ///< of optimization, 0 to 3
  bool outline = false;       ///< LLVM IR: run LLVM's own outliner on all functions when its place comes
};

/// A module with its machine functions, and all that they refer to.
class Program {
 public:
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Those that have a body, in the order of the module.
  std::span<llvm::MachineFunction* const> functions() const { return functions_; }
  llvm::MachineFunction* function(std::string_view name) const;  ///< nullptr: none of this name
  llvm::Module& module() const;
  const llvm::MachineModuleInfo& info() const;
  const llvm::TargetMachine& target() const;
  /// LLVM's analyses of the IR that the function was made of; nullptr where there is none.
  llvm::AAResults* alias(const llvm::MachineFunction& function);
  llvm::LoopInfo* loops(const llvm::MachineFunction& function);
  llvm::ScalarEvolution* evolution(const llvm::MachineFunction& function);

 private:
  friend class Loader;
  struct State;
  std::unique_ptr<State> state_;
  std::vector<llvm::MachineFunction*> functions_;
};

/// Nothing, and what is wrong in `error`, when the file, the target or a pass's name is. What LLVM itself takes for a
/// fatal error ends the process.
std::unique_ptr<Program> load(const std::string& path, const LoadOptions& options, std::string& error);
/// `name` is for messages; MIR where it ends in ".mir", LLVM IR otherwise.
std::unique_ptr<Program> load_text(std::string_view text, const std::string& name, const LoadOptions& options,
                                   std::string& error);

}  // namespace lathe::llvm_mir
