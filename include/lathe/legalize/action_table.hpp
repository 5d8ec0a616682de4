// What becomes of an operation on a type: a dense two-dimensional table [operation][type], one byte a cell.
//
// Gives:  set and get in O(1). Types are small dense indices that the user maps its types to.
// Source: the reference's action table (one byte per operation and type; codes 0 to 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lathe::dag {

/// What becomes of an operation.
enum class Action : std::uint8_t {
  legal = 0,    ///< the selector takes it
  custom = 1,   ///< ask the client; when it makes nothing of it, expand
  expand = 2,   ///< made of other operations of the same type
  libcall = 3,  ///< a call of a library function
  promote = 4,  ///< done in a wider type and brought back
};
inline constexpr std::size_t action_count = 5;
constexpr std::string_view to_string(Action action) {
  constexpr std::string_view names[] = {"legal", "custom", "expand", "libcall", "promote"};
  return names[static_cast<std::size_t>(action)];
}

/// For each operation and type what becomes of it.
class ActionTable {
 public:
  /// Numbers of operations and of types are below these; all begin with the same action. O(operations * types).
  ActionTable(std::uint32_t operations, std::uint32_t types, Action initial = Action::legal)
      : types_(types), cells_(static_cast<std::size_t>(operations) * types, static_cast<std::uint8_t>(initial)) {}

  Action get(std::uint32_t operation, std::uint32_t type) const {
    return static_cast<Action>(cells_[static_cast<std::size_t>(operation) * types_ + type]);
  }
  /// Precondition: the numbers are in the table.
  void set(std::uint32_t operation, std::uint32_t type, Action action) {
    cells_[static_cast<std::size_t>(operation) * types_ + type] = static_cast<std::uint8_t>(action);
  }
  std::uint32_t types() const { return types_; }  ///< as it was made with

 private:
  std::uint32_t types_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace lathe::dag
