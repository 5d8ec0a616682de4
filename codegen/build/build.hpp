// LLVM IR -> selection graphs, a block at a time, for any target.
//
// Needs: IR in which a `switch` is a jump table (condition below the number of cases, default unreachable), blocks are in
// reverse post-order, and no instruction is left that only a front end knows; what a target's `prepare` gives. Blocks of
// one function may be asked for in any order; functions may be built in parallel: the LLVM module is only read, and
// what LLVM would fill in on the first question each thread has of its own (view.hpp).
// Gives: graphs of any types; registers and phis for what lives across blocks, through the Client.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "codegen/build/client.hpp"
#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"
#include "codegen/support/diag.hpp"

namespace lathe::codegen::build {

class View;

/// A function to build.
struct Source {
  const llvm::Function* function = nullptr;  ///< the function, with a body
  const llvm::Argument* arguments =
      nullptr;                     ///< LLVM makes them when they are first asked for: who has the module alone does
  std::uint32_t instructions = 0;  ///< of the function, for the size of tables
};

/// Makes the graphs of one function's blocks, in any order. One thread has it.
class FunctionGraphs {
 public:
  /// Numbers values and makes registers and phis. `view` is the thread's own. The references are kept.
  FunctionGraphs(const Source& source, const View& view, const FunctionModes& modes, const TargetFacts& facts,
                 Client& client, Dag& dag, Diag& diag);
  ~FunctionGraphs();
  std::uint32_t block_count() const;
  /// Clears the graph and fills it with the block. False after an error.
  bool build_block(std::uint32_t block);
  /// After the last block was built: what is needed of the source behind it is noted, so that its body may go away.
  void leave_source();
  /// After the last block: that every phi has its inputs. False after an error.
  bool finish();
  /// Heads of loops whose source forbids unrolling, as often as edges go back to them.
  const std::vector<std::uint32_t>& kept_loops();
  /// For the client's own families.
  Context& context() { return *context_; }

 private:
  std::unique_ptr<Context> context_;
};

}  // namespace lathe::codegen::build
