// Types that lack one member are refused with the signature to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

namespace {

TEST_CASE("near misses are told by name") {
  near_miss::check_each(
      "tests/unit/outline/near_miss/programs.cpp",
      {"outline::Program wants  range<Block> blocks();", "outline::Program wants  range<Inst> insts(Block);",
       "outline::Program wants  bool legal(Inst);", "outline::Program wants  string_view or unsigned key(Inst);",
       "outline::Program wants  uint32_t bytes(Inst);",
       "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);",
       "outline::Costs wants  uint32_t frame_bytes(const Interface&);",
       "outline::Editor wants  Function create(const OutlinedFunction&, const PlannedSite& first);",
       "outline::Editor wants  void replace(const PlannedSite&, uint32_t length, Function);"});
}

}  // namespace
