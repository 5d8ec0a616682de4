// Legal DAG -> machine IR of one block: covering by opcode (what folds into what), then linear order by source
// position, then instructions.
//
// Contract with the other rooms:
//  - frame objects are addressed as [depot_name + FrameObject::offset + imm]; `build` declares the variable
//  - function.params[i].name and function.results[0].name are the .param symbols that are read and written
//  - Graph::Node::location is an index into function.locations
#pragma once

#include <memory>

#include "codegen/dag/dag.hpp"
#include "codegen/support/diag.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

namespace selecting {
struct Context;
}

struct BlockSelectStats {
  std::uint64_t nodes = 0;     ///< DAG nodes reachable from the roots
  std::uint64_t folded = 0;    ///< of these, those that became part of others
  std::uint64_t branches = 0;  ///< that became jumps: edges are gone, and phis still name them
};

/// Selects the blocks of one function; keeps its memory and its mnemonics from block to block.
class BlockSelector {
 public:
  BlockSelector(mir::Module& module, mir::Function& function, const Features& features, Diag& diag);
  ~BlockSelector();
  /// Appends the block's instructions (after its phis). False after an error: an operation that is not legal, named
  /// with its type. The instructions' `line` is their order in the source. O(n log n) in the nodes of the block.
  bool select(Dag& dag, mir::BlockId block);
  BlockSelectStats stats() const;
  /// Where a value of the block that was selected last is; mir::none when it has no register of its own.
  mir::Reg register_of(Value value) const;

 private:
  Diag& diag_;
  std::unique_ptr<selecting::Context> context_;
};

/// The same for one block alone; several blocks of a function are faster with one BlockSelector.
bool select(Dag& dag, mir::Module& module, mir::Function& function, mir::BlockId block, const Features& features,
            Diag& diag);

}  // namespace lathe::nvptx
