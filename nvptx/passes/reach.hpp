// How far pointers reach that functions of a module are given: the bytes that a function touches from where one points, where
// it only loads, stores, compares and hands it on to functions of which that is known. Nothing is known of weak functions, which
// a linker may replace. For who wants to know what a call
// does to the memory of its caller.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

class PointerReach {
 public:
  /// Bytes [offset, offset + bytes) from where the pointer points.
  struct Range {
    std::int64_t offset = 0;
    std::uint64_t bytes = 0;
    auto operator<=>(const Range&) const = default;
  };
  using Ranges = std::vector<Range>;

  /// Reads a function as it is now; what it calls counts as far as it was added before. Changing the function afterwards in
  /// ways that keep what it does keeps the answer right. O(size * log size).
  void add(mir::Module& module, mir::Function& function);
  /// All that the function touches through its parameter (counted from 0) while the call runs, and nothing of the pointer is
  /// left behind it; null: it may touch anything and keep it. Ordered by offset.
  const Ranges* of(std::string_view function, std::size_t parameter) const;

 private:
  std::map<std::string, std::vector<std::optional<Ranges>>, std::less<>> known_;
};

/// Indices of Module::functions, what is called in front of who calls it by name, as far as calls make no circle; otherwise
/// in the module's order. O(size).
std::vector<std::uint32_t> callees_first(const mir::Module& module);

/// Of a call, by its slots: the name of what it calls, or none where that is no name, and the names of its arguments.
struct CallNames {
  mir::NameId callee = mir::none;
  std::vector<mir::NameId> arguments;  ///< none: a register
};
CallNames call_names(const mir::Module& module, const mir::Function& function, const mir::Inst& call);

}  // namespace lathe::nvptx
