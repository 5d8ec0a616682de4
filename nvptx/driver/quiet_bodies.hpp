// Bodies that a copy of the module can do without, found in LLVM's text without reading it.
//
// Where several threads read the same text, each for itself (copies.hpp), most of what they read is the bodies that
// another of them will compile. A body is quiet when nothing outside of it depends on it: a function that others can
// see, whose instructions are plain, name no function or variable but intrinsics that no step of the module looks at,
// and have no debug information. Each quiet body is dealt to one copy; in the others' text `unreachable` stands for it.
//
// What is not in the form that LLVM's printer writes is not quiet, as far as a look at its lines tells. Text can be
// written in ways that it does not foresee, and LLVM's reader replaces what is old; so who has read a body that was
// dealt to it looks again (has_what_was_dealt in quiet_functions.hpp), and a mistake here costs time, nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx {

/// The metadata on the `unreachable` that stands for a body.
inline constexpr const char* elsewhere_mark = "lathe.elsewhere";

/// The metadata on a function whose body was dealt to the copy that reads it.
inline constexpr const char* own_mark = "lathe.own";

/// Does an instruction with this opcode, as LLVM spells it, say nothing to anybody outside of its function? Of loads
/// and stores that is said of those that are not atomic, of calls nothing.
bool is_plain_opcode(std::string_view name);

/// Is this an intrinsic (its name behind `llvm.`) that no step of the module looks at?
bool is_plain_intrinsic(std::string_view name);

/// Who of `to` gets which piece: each goes to who has least, the longest first.
std::vector<unsigned> deal(const std::vector<std::size_t>& lengths, unsigned to);

class QuietBodies {
 public:
  /// Looks at the text, which must outlive this, and deals its quiet bodies, as evenly as their lengths allow. None
  /// where the module has debug information, whose metadata is one whole, or has strings over several lines. O(text).
  QuietBodies(std::string_view ir, unsigned copies);
  bool empty() const { return bodies_.empty(); }
  std::size_t size() const { return bodies_.size(); }
  /// How many of them this copy has.
  std::size_t dealt_to(unsigned copy) const;
  /// The text that this copy reads: own_mark on the functions whose bodies it alone has, elsewhere_mark in those that
  /// it has not. O(text).
  std::string text_for(unsigned copy) const;

 private:
  struct Body {
    std::size_t brace = 0;           ///< where it is opened
    std::size_t begin = 0, end = 0;  ///< what stands between the lines with the braces
    unsigned copy = 0;
  };
  std::string_view ir_;
  std::vector<Body> bodies_;  ///< in the order of the text
};

}  // namespace lathe::nvptx
