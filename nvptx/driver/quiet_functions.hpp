// Which functions of bitcode a copy of the module can do without: quiet_bodies.hpp, where the bodies can be looked at.
//
// LLVM reads bitcode lazily, so each copy reads its share of the bodies first and says which of them are quiet; then,
// of the others' shares, those that are not known to be. Nobody waits: what is not said in time is read once too often.
// LLVM's verifier looks at each body in one copy, too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace llvm {
class Error;
class Function;
class Module;
}  // namespace llvm

namespace lathe::nvptx {

/// Makes the table that the first question makes otherwise: before threads, as make_combine_tables does.
void make_quiet_tables();

/// Do neither other functions nor a step of the module depend on this body? O(instructions).
bool is_quiet(const llvm::Function& f);

/// Does `unreachable` with elsewhere_mark (quiet_bodies.hpp) stand for the body?
bool is_elsewhere(const llvm::Function& f);

/// Has a copy that read its part of a text `own` bodies that it alone has, all of them quiet, and not those of
/// `elsewhere` others? Takes own_mark away. O(instructions of its own).
bool has_what_was_dealt(llvm::Module& module, std::size_t own, std::size_t elsewhere);

/// What the copies tell each other. Any thread may call these, each copy once.
class QuietFunctions {
 public:
  /// `lengths`: of the bodies, in the order of the module, in any unit; they are dealt as evenly as these allow.
  QuietFunctions(const std::vector<std::size_t>& lengths, unsigned copies);
  /// Reads the bodies of a module that was read lazily, all but those that another copy has: these become `unreachable`
  /// with elsewhere_mark. All, where there is debug information or `lengths` are not of this module.
  llvm::Error read(llvm::Module& module, unsigned copy);
  /// Behind `read`: has LLVM's verifier nothing against the module and all bodies of this copy, by what it said here or of
  /// another copy's? False, too, where bodies were not read in parts.
  bool known_valid(llvm::Module& module, unsigned copy);

 private:
  enum State : std::uint8_t { unknown, quiet, needed };
  enum Verdict : std::uint8_t { none, in_work, valid };
  struct Copy {
    std::vector<llvm::Function*> bodies;  ///< by number
    bool in_parts = false;                ///< and valid but for the bodies
  };
  std::vector<unsigned> owners_;  ///< by number of the body
  std::vector<std::atomic<State>> states_;
  std::vector<std::atomic<Verdict>> verdicts_;
  std::vector<Copy> copies_;
};

}  // namespace lathe::nvptx
