// What is known of the bits of PTX's special registers.
//
// Source: PTX ISA 9.0, chapter 10, and the launch limits of all targets from sm_50 on.
#include <cstdint>
#include <string_view>

#include "nvptx/facts/facts.hpp"

namespace lathe::nvptx {
namespace {

std::uint64_t low_mask(std::uint32_t n) { return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1; }

}  // namespace

KnownBits64 known_bits_of(const Recipe& recipe, std::uint32_t width) {
  struct Row {
    std::string_view name;
    std::uint8_t bits;  // its values are below 2^bits
  };
  static constexpr Row rows[] = {
      {"%tid.x", 10},    {"%tid.y", 10},    {"%tid.z", 6},     {"%ntid.x", 11},  {"%ntid.y", 11},  {"%ntid.z", 7},
      {"%laneid", 5},    {"%warpid", 6},    {"%nwarpid", 7},   {"%ctaid.x", 31}, {"%ctaid.y", 16}, {"%ctaid.z", 16},
      {"%nctaid.x", 31}, {"%nctaid.y", 16}, {"%nctaid.z", 16}, {"%smid", 31},    {"%nsmid", 31},
  };
  if (!recipe.mnemonic.starts_with("mov.") || recipe.operands.size() != 2) return {};
  const std::string_view name = recipe.operands[1].text;
  if (name == "WARP_SZ" || name == "%WARP_SZ") return {low_mask(width) & ~std::uint64_t{32}, 32};
  for (const Row& row : rows)
    if (row.name == name) return {low_mask(width) & ~low_mask(row.bits), 0};
  return {};
}

}  // namespace lathe::nvptx
