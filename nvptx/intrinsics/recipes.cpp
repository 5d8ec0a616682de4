// The door of the room: finds the family of a name and lets it write the recipe.
//
// The families are put in groups by their first words once; a name is then found in its group. No state is kept between calls.
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx {
namespace {

constexpr std::string_view prefix = "llvm.nvvm.";

/// All families by a few bits of their first words: a program names few of them, so to put them in order would cost more
/// than to look a few times among some that are alike.
class Families {
 public:
  Families() {
    using namespace intrinsics;
    const std::array rooms = {math_families(),    convert_families(), register_families(), sync_families(),
                              warp_families(),    atomic_families(),  memory_families(),   async_families(),
                              bulk_families(),    matrix_families(),  wmma_families(),     tcgen05_families(),
                              texture_families(), surface_families(), cluster_families()};
    for (const auto room : rooms)
      for (const FamilyEntry& entry : room) ++first_[bits(entry.word) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    entries_.resize(first_.back());
    std::array<std::uint16_t, alike + 1> next = first_;
    // Several families may share a word; the order of the rooms decides which is asked first.
    for (const auto room : rooms)
      for (const FamilyEntry& entry : room) entries_[next[bits(entry.word)]++] = entry;
  }
  /// Those of the word and others.
  std::span<const intrinsics::FamilyEntry> near(std::string_view word) const {
    const std::size_t group = bits(word);
    return {entries_.data() + first_[group], entries_.data() + first_[group + 1]};
  }

 private:
  static constexpr std::size_t alike = 128;
  static std::size_t bits(std::string_view word) {
    if (word.empty()) return 0;
    return (word.size() * 5 + static_cast<unsigned char>(word.front()) * 3 + static_cast<unsigned char>(word.back())) %
           alike;
  }
  std::array<std::uint16_t, alike + 1> first_{};  // where each group begins
  std::vector<intrinsics::FamilyEntry> entries_;
};

const Families& families() {
  static const Families all;
  return all;
}

}  // namespace

void make_recipe_tables() { (void)families(); }

std::vector<Recipe> recipes(const IntrinsicCall& call, const Features& features, std::string& why) {
  why.clear();
  if (call.name.starts_with(prefix)) {
    const intrinsics::Name name(call.name.substr(prefix.size()));
    const std::string_view word = name.peek();
    for (const intrinsics::FamilyEntry& entry : families().near(word)) {
      if (entry.word != word) continue;
      intrinsics::Name rest = name;
      rest.next();
      intrinsics::Writer writer(call, features, why);
      if (entry.family(rest, writer)) return {std::move(writer.recipe())};
      if (!why.empty()) return {};
    }
  }
  why = "unknown intrinsic " + std::string(call.name);
  return {};
}

}  // namespace lathe::nvptx
