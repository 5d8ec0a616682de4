// LLVM IR -> selection DAG, a block at a time (codegen/build, with what is PTX in it); and the module's skeleton: globals,
// signatures, directives.
//
// Needs: the form that `prepare` gives. Blocks of one function may be asked for in any order; functions may be
// built in parallel: the LLVM module is only read, and what LLVM would fill in on the first question each thread has of
// its own (view.hpp).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"
#include "codegen/support/diag.hpp"
#include "nvptx/debug/record.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class Argument;
class Function;
class Module;
}  // namespace llvm

namespace lathe::codegen::build {
class References;
}

namespace lathe::nvptx {

namespace build {
class View;
}  // namespace build

/// Fills `out` with version, target, variables with initial values, aliases, and one Function per LLVM function
/// (signature and directives; bodies empty), in an order in which ptxas accepts it: declarations before uses,
/// variables before the variables that name them. `bodies` receives the functions to build, parallel to
/// their place in out.functions.
struct Body {
  const llvm::Function* source = nullptr;
  const llvm::Argument* arguments = nullptr;  ///< of the source: LLVM makes them when they are first asked for
  std::uint32_t index = 0;                    ///< into out.functions
  std::uint32_t instructions = 0;             ///< of the source
  std::uint32_t view = 0;                     ///< which of the views sees the source, where there are several
};
bool build_module(const llvm::Module& module, const Features& features, mir::Module& out, std::vector<Body>& bodies,
                  Diag& diag);
/// The same where the prepared bodies do not all stand in `module`: what they say of it is given. `source` of a Body is
/// then the function of `module`, to be replaced by that of the module where its body is.
bool build_module(const llvm::Module& module, const codegen::build::References& references, const Features& features,
                  mir::Module& out, std::vector<Body>& bodies, Diag& diag);

/// The features a function sees: its own attributes (denormal-fp-math-f32, unsafe-fp-math, ...) over the module's.
Features features_of(const llvm::Function& function, const Features& base);

/// Translates one function. Virtual registers for values that live across blocks are made in `out` in
/// consecutive legal parts (see legalize/facts.hpp); phis become `phi` instructions at the head of their block.
class FunctionBuilder {
 public:
  /// `view` is the thread's own; `facts` are those of `features`.
  FunctionBuilder(const Body& body, const build::View& view, const Features& features, const TargetFacts& facts,
                  mir::Module& module, mir::Function& out, Dag& dag, Diag& diag);
  ~FunctionBuilder();
  /// Blocks of out.blocks after construction; one DAG each.
  std::uint32_t block_count() const;
  /// The features of the function.
  const Features& features() const;
  /// Clears the DAG and fills it with the block. False after an error.
  bool build_block(std::uint32_t block);
  /// After the last block was built: what `finish` needs of the source is noted, so that its body may go away. Not for
  /// modules with debug information.
  void leave_source();
  /// After the last block: fills the phis, declares the frame (depot_name) and writes the last
  /// directives.
  bool finish();
  /// After a block was selected: writes into it from where on variables are where (nvptx/debug). `register_of` tells
  /// the register that holds a DAG value, or mir::none.
  void say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of);
  /// After `finish`; once.
  debug::FunctionNotes take_debug_notes();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lathe::nvptx
