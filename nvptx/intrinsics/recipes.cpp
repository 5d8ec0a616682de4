// The door of the room: finds the family of a name and lets it write the recipe.
//
// The families are sorted by first word once; a name is then found in log time. No state is kept between calls.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx {
namespace {

constexpr std::string_view prefix = "llvm.nvvm.";

std::vector<intrinsics::FamilyEntry> all_families() {
  using namespace intrinsics;
  std::vector<FamilyEntry> all;
  const std::array rooms = {math_families(),    convert_families(), register_families(), sync_families(),
                            warp_families(),    atomic_families(),  memory_families(),   async_families(),
                            bulk_families(),    matrix_families(),  wmma_families(),     tcgen05_families(),
                            texture_families(), surface_families(), cluster_families()};
  for (const auto room : rooms) all.insert(all.end(), room.begin(), room.end());
  // Several families may share a word; the order of the rooms decides which is asked first.
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.word < b.word; });
  return all;
}

const std::vector<intrinsics::FamilyEntry>& sorted_families() {
  static const std::vector<intrinsics::FamilyEntry> families = all_families();
  return families;
}

}  // namespace

void make_recipe_tables() { (void)sorted_families(); }

std::vector<Recipe> recipes(const IntrinsicCall& call, const Features& features, std::string& why) {
  const std::vector<intrinsics::FamilyEntry>& families = sorted_families();
  why.clear();
  if (call.name.starts_with(prefix)) {
    const intrinsics::Name name(call.name.substr(prefix.size()));
    const auto [first, last] =
        std::equal_range(families.begin(), families.end(), intrinsics::FamilyEntry{name.peek(), nullptr},
                         [](const auto& a, const auto& b) { return a.word < b.word; });
    for (auto it = first; it != last; ++it) {
      intrinsics::Name rest = name;
      rest.next();
      intrinsics::Writer writer(call, features, why);
      if (it->family(rest, writer)) return {std::move(writer.recipe())};
      if (!why.empty()) return {};
    }
  }
  why = "unknown intrinsic " + std::string(call.name);
  return {};
}

}  // namespace lathe::nvptx
