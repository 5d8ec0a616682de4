// Types that lack one member are refused with the signature to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

namespace {

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_each(
      "tests/unit/lathe/outline/near_miss/programs.cpp",
      {"outline::Outlinable wants  range<Block> blocks();", "outline::Outlinable wants  range<Inst> insts(Block);",
       "outline::Outlinable wants  bool legal(Inst);", "outline::Outlinable wants  string_view or unsigned key(Inst);",
       "outline::Outlinable wants  uint32_t bytes(Inst);", "outline::Outlinable wants  range<Operand> operands(Inst);",
       "outline::Outlinable wants  range<Value> live_out(Block);", "outline::Outlinable wants  Id function(Block);",
       "outline::Outlinable wants  uint32_t call_bytes(Signature, Place);",
       "outline::Outlinable wants  uint32_t frame_bytes(Signature);",
       "outline::Editor wants  Function create(const OutlinedFunction&, const Site& first);",
       "outline::Editor wants  void replace(const Site&, Function);",
       "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);",
       "outline::Costs wants  uint32_t frame_bytes(const Interface&);"});
}

NEAR_MISS_CASE("misspelt members, and wrong fields of an operand, are told in ten lines by both compilers") {
  near_miss::together([&] {
    const char* const program = "tests/unit/lathe/outline/near_miss/programs.cpp";
    near_miss::check_short(program, 1, "outline::Outlinable wants  range<Block> blocks();");
    near_miss::check_short(program, 2, "outline::Outlinable wants  range<Inst> insts(Block);");
    near_miss::check_short(program, 6,
                           "outline::Outlinable wants  range<Operand> operands(Inst);       // {value, cls, is_def}");
    near_miss::check_short(program, 8, "outline::Outlinable wants  Id function(Block);");
    for (const int field : {15, 16})
      near_miss::check_short(program, field,
                             "outline::Outlinable wants  range<Operand> operands(Inst);       // {value, cls,");
  });
}

NEAR_MISS_CASE("what a program lacks is told where it is given to the outliner, in ten lines") {
  near_miss::together([&] {
    for (const int entry : {1, 2})
      near_miss::check_entry(
          "tests/unit/lathe/outline/near_miss/programs.cpp", entry,
          {"outline::Outlinable wants  range<Block> blocks();", "outline::Outlinable wants  range<Inst> insts(Block);",
           "outline::Outlinable wants  bool legal(Inst);",
           "outline::Outlinable wants  string_view or unsigned key(Inst);",
           "outline::Outlinable wants  uint32_t bytes(Inst);",
           "outline::Outlinable wants  range<Operand> operands(Inst);"});
  });
}

}  // namespace
