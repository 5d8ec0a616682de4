// What the code generator must know of a module's debug information while it builds functions.
//
// LLVM's metadata is read once, by the one thread that has the module: every location gets its file, line, scope and
// the text of where it was inlined; every record that says where a variable is becomes a row of numbers. The threads
// that build functions look up by the address of LLVM's object and touch no metadata (docs/architecture.md, "Threads").
//
// What asks for what (LLVM's emission kinds): DebugDirectivesOnly: .file and .loc. LineTablesOnly: and .debug_info with
// functions and inlined calls, without types and variables. FullDebug: all. The last two say `.target ..., debug`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "nvptx/mir/ir.hpp"

namespace llvm {
class DIFile;
class DILabel;
class DILocalScope;
class DILocalVariable;
class DILocation;
class DISubprogram;
class Module;
class Value;
}  // namespace llvm

namespace lathe::nvptx::debug {

/// A scope of the source at one place: the same block inlined twice is two.
struct Scope {
  const llvm::DILocalScope* source = nullptr;  ///< a subprogram or a lexical block
  const llvm::DILocation* inlined_at = nullptr;
  std::uint32_t parent = 0;  ///< the scope around it, that of the call for an inlined function; 0 = none
};
struct Variable {
  const llvm::DILocalVariable* source = nullptr;
  const llvm::DILocation* inlined_at = nullptr;
  std::uint32_t scope = 0;
};
/// A label of the source (of `goto`) at one place.
struct Label {
  const llvm::DILabel* source = nullptr;
  const llvm::DILocation* inlined_at = nullptr;
  std::uint32_t scope = 0;
};
/// LLVM's expression, its fragment taken off.
struct Expression {
  std::vector<std::uint64_t> operations;
  std::uint64_t fragment_offset = 0, fragment_bits = 0;  ///< bits; 0 bits: the whole variable
};
/// A variable is `value` from here on, or (declared) lies at the address `value` all the time; or a label stands here.
struct Assignment {
  const llvm::Value* value = nullptr;  ///< null: nowhere, or the constant
  bool declared = false, constant = false;
  bool label = false;  ///< `variable` is the label's number
  std::int64_t number = 0;
  std::uint32_t variable = 0, expression = 0;
};

class Plan {
 public:
  /// Null when the module has no compile unit that asks for anything. Files are appended to `files`.
  static std::shared_ptr<const Plan> make(const llvm::Module& module, unsigned ptx, std::vector<std::string>& files);

  /// True when .debug_info is asked for: the target is then `debug`.
  bool sections() const { return sections_; }
  /// Number of a DILocation's place, 0 where it has none; and the place.
  std::uint32_t place_of(const void* location) const;
  const mir::Location& place(std::uint32_t number) const { return places_[number].location; }
  std::uint32_t scope(std::uint32_t number) const { return places_[number].scope; }
  /// The place of the call that the place was inlined at, 0 = none.
  std::uint32_t caller(std::uint32_t number) const { return places_[number].caller; }
  /// What is said between the instruction before and this one.
  std::span<const Assignment> before(const void* instruction) const;
  /// The place of a function's line, 0 without a subprogram whose unit asks for sections.
  std::uint32_t function_place(const void* function) const;

  const std::vector<Scope>& scopes() const { return scopes_; }  ///< [0] is "none"
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Label>& labels() const { return labels_; }
  const std::vector<Expression>& expressions() const { return expressions_; }
  /// Names that .loc refers to as $L__info_stringN.
  const std::vector<std::string>& names() const { return names_; }

 private:
  friend class Reader;
  struct Place {
    mir::Location location;
    std::uint32_t scope = 0, caller = 0;
  };
  struct Rows {
    std::uint32_t begin = 0, end = 0;
  };
  bool sections_ = false;
  std::vector<Place> places_;
  std::vector<Scope> scopes_;
  std::vector<Variable> variables_;
  std::vector<Label> labels_;
  std::vector<Expression> expressions_;
  std::vector<Assignment> assignments_;
  std::vector<std::string> names_;
  std::unordered_map<const void*, std::uint32_t> place_of_, function_place_;
  std::unordered_map<const void*, Rows> before_;
};

/// The path as .file writes it.
std::string path_of(const llvm::DIFile& file);
/// The number of a file, which is appended if it is new.
std::uint32_t file_number(const llvm::DIFile& file, std::vector<std::string>& files);

}  // namespace lathe::nvptx::debug
