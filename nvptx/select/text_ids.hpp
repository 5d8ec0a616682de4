// Ids of mnemonics and names by their text, as far as one function has met them.
//
// The module's own tables are shared by threads, with a lock; this one has none. O(1) expected per look-up.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::selecting {

class TextIds {
 public:
  static std::uint64_t hash(std::string_view text);
  /// Id of an entry with this hash for which same(id) holds, or none.
  template <class Same>
  std::uint32_t find(std::uint64_t hash, Same&& same) const {
    if (slots_.empty()) return mir::none;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask; slots_[at].id != mir::none; at = (at + 1) & mask)
      if (slots_[at].hash == hash && same(slots_[at].id)) return slots_[at].id;
    return mir::none;
  }
  /// Of a text that is not there yet.
  void insert(std::uint64_t hash, std::uint32_t id);

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t id = mir::none;
  };
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace lathe::nvptx::selecting
