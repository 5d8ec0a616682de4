// Several modules as one: linked by LLVM's linker, and optimized where a front end has not.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "codegen/support/diag.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class Module;
}

namespace lathe::nvptx {

struct JoinInput {
  std::string_view bytes;  ///< .ll or .bc
  std::string name;        ///< for messages
  bool lazy = false;       ///< a library: what the others need of it is linked, and seen by no other module
};

struct JoinOptions {
  Features features;                   ///< for LLVM's passes
  bool module_target = false;          ///< as CompileOptions has it
  std::string triple;                  ///< likewise
  std::optional<bool> short_pointers;  ///< likewise; nothing: as their layouts say, which must agree
  bool optimize = false;               ///< LLVM's own pipeline of features.opt_level
  bool internal_only = false;          ///< what no kernel and no llvm.used keeps alive may go
  bool only_lines = false;             ///< of debug information, lines alone
};

/// The modules joined, as bitcode; empty after an error, which is in `diag` with file and line. The first that defines a
/// symbol keeps it where it is weak; two strong ones are an error.
std::string join(std::span<const JoinInput> inputs, const JoinOptions& options, Diag& diag);

/// Reads one module and says what is wrong with it; nothing is kept.
void check_module(std::string_view ir, const std::string& name, const JoinOptions& options, Diag& diag);

/// LLVM's pipeline for whole programs without a link behind it, at the level of `features`, asking our facts about the
/// target. docs/decisions.md says what is set unlike clang's.
void optimize(llvm::Module& module, const Features& features);

}  // namespace lathe::nvptx
