// Where a terminator may go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {

/// Targets of the branches of a function, those of its jump tables by name. The function outlives it and keeps its
/// tables. O(tables) to make.
class Targets {
 public:
  Targets(const Module& module, const Function& function) : m_(module), f_(function) {
    for (std::uint32_t i = 0; i < function.tables.size(); ++i) tables_.emplace(function.tables[i].name, i);
  }
  /// Targets of the .branchtargets list with this name; none when there is no such list.
  std::span<const BlockId> table(NameId name) const {
    if (tables_.empty()) return {};
    const auto it = tables_.find(m_.name(name));
    if (it == tables_.end()) return {};
    return f_.tables[it->second].targets;
  }
  /// Calls f(block) for every block that the instruction names, of a table for all its entries. O(targets).
  template <class F>
  void for_each(const Inst& inst, F&& f) const {
    if (!m_.op(inst.op).terminator) return;
    for (const Operand& o : f_.operands_of(inst)) {
      if (o.kind == Operand::Kind::block) f(o.a);
      if (o.kind == Operand::Kind::symbol)
        for (const BlockId t : table(o.a)) f(t);
    }
  }
  /// Can control go on behind the last instruction of the block?
  bool falls_through(BlockId b) const {
    const auto& insts = f_.blocks[b].insts;
    return insts.empty() || insts.back().guard != none || !m_.op(insts.back().op).terminator;
  }
  /// Calls f(block) for every block to which control may go from block b: targets in the order of the instructions,
  /// then the next block. Some may come more than once. All that want control flow of machine code ask here.
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    for (const Inst& inst : f_.blocks[b].insts) for_each(inst, f);
    if (falls_through(b) && b + 1 < f_.blocks.size()) f(b + 1);
  }

 private:
  const Module& m_;
  const Function& f_;
  std::unordered_map<std::string_view, std::uint32_t> tables_;  // looked up only
};

}  // namespace lathe::nvptx::mir
