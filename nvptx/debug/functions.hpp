// Functions of one compile unit: abstract and concrete instances, blocks, variables. Private to nvptx/debug.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "nvptx/debug/plan.hpp"
#include "nvptx/debug/types.hpp"

namespace lathe::nvptx::debug {

/// The two sections of lists that entries point into, shared by all units. PTX knows no place within a section but by
/// a label or its number of bytes; the numbers are used.
struct Lists {
  std::string locations, ranges;  ///< text of .debug_loc and .debug_ranges
  std::uint32_t location_bytes = 0, range_bytes = 0;
};

class FunctionEntries {
 public:
  /// `inlined`: subprograms that some call was inlined of; they get an abstract entry.
  FunctionEntries(TypeBuilder& types, const Plan& plan, const std::set<const llvm::DISubprogram*>& inlined,
                  std::vector<std::string>& files, Lists& lists, bool full)
      : types_(types), plan_(plan), inlined_(inlined), files_(files), lists_(lists), full_(full) {
    by_scope();
  }
  void function(const llvm::DISubprogram* source, const DebugRecord& record, std::uint32_t number);

 private:
  void by_scope();
  Die& abstract(const llvm::DISubprogram* source);
  Die& subprogram(const llvm::DISubprogram* source);
  void scope(Die& parent, std::uint32_t number);
  void children(Die& die, std::uint32_t number);
  void variables(Die& die, std::uint32_t number);
  void labels(Die& die, std::uint32_t number);
  Die& label_entry(Die& parent, const llvm::DILabel* source);
  void variable(Die& parent, const llvm::DILocalVariable* source, const llvm::DILocation* at,
                const DebugRecord::Variable* record);
  void place(Die& die, const DebugRecord::Variable& record);
  void ranges(Die& die, const std::vector<DebugRecord::Range>& list);
  std::vector<const llvm::DILocalVariable*> known_variables(const llvm::DISubprogram* source) const;
  std::vector<const llvm::DILabel*> known_labels(const llvm::DISubprogram* source) const;
  std::string text(std::uint32_t label) const;
  bool worth_an_entry(std::uint32_t scope) const;

  TypeBuilder& types_;
  const Plan& plan_;
  const std::set<const llvm::DISubprogram*>& inlined_;
  std::vector<std::string>& files_;
  Lists& lists_;
  const bool full_;

  std::vector<std::vector<std::uint32_t>> inner_, variables_of_, labels_of_;  // by scope
  std::unordered_map<const llvm::DISubprogram*, std::vector<const llvm::DILocalVariable*>> all_variables_;
  std::unordered_map<const llvm::DISubprogram*, std::vector<const llvm::DILabel*>> all_labels_;
  std::unordered_map<const llvm::MDNode*, Die*> abstract_;  // subprograms, their variables and labels
  // Of the function that is written:
  std::uint32_t number_ = 0;
  std::unordered_map<std::uint32_t, const DebugRecord::Scope*> scopes_;
  std::unordered_map<std::uint32_t, const DebugRecord::Variable*> places_;
  std::unordered_map<std::uint32_t, std::uint32_t> label_places_;  // label of the source: that of the text
};

}  // namespace lathe::nvptx::debug
