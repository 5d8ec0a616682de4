// See spaces.hpp.
#include "codegen/legalize/spaces.hpp"

namespace lathe::codegen {

Spaces::Spaces(std::vector<SpaceFacts> rows) : rows_(std::move(rows)) {
  by_role_.fill(static_cast<std::uint8_t>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].number < by_number_.size()) by_number_[rows_[i].number] = static_cast<std::uint8_t>(i + 1);
    by_role_[static_cast<std::size_t>(rows_[i].role)] = static_cast<std::uint8_t>(i);
  }
  rows_.emplace_back();
}

}  // namespace lathe::codegen
