// Types that lack one member are refused with the signature to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

namespace {

TEST_CASE("near misses are told by name") {
  near_miss::check_each(
      "tests/unit/lathe/outline/near_miss/programs.cpp",
      {"outline::Program wants  range<Block> blocks();", "outline::Program wants  range<Inst> insts(Block);",
       "outline::Program wants  bool legal(Inst);", "outline::Program wants  string_view or unsigned key(Inst);",
       "outline::Program wants  uint32_t bytes(Inst);", "outline::Program wants  range<Operand> operands(Inst);",
       "outline::Program wants  range<Value> live_out(Block);", "outline::Program wants  Id function(Block);",
       "outline::Program wants  uint32_t call_bytes(Signature, Place);",
       "outline::Program wants  uint32_t frame_bytes(Signature);",
       "outline::Editor wants  Function create(const OutlinedFunction&, const Site& first);",
       "outline::Editor wants  void replace(const Site&, Function);",
       "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);",
       "outline::Costs wants  uint32_t frame_bytes(const Interface&);"});
}

TEST_CASE("misspelt members, and wrong fields of an operand, are told in ten lines by both compilers") {
  near_miss::together([&] {
    const char* const program = "tests/unit/lathe/outline/near_miss/programs.cpp";
    near_miss::check_short(program, 1, "outline::Program wants  range<Block> blocks();");
    near_miss::check_short(program, 2, "outline::Program wants  range<Inst> insts(Block);");
    near_miss::check_short(program, 6,
                           "outline::Program wants  range<Operand> operands(Inst);       // {value, cls, is_def}");
    near_miss::check_short(program, 8, "outline::Program wants  Id function(Block);");
    for (const int field : {15, 16})
      near_miss::check_short(program, field,
                             "outline::Program wants  range<Operand> operands(Inst);       // {value, cls,");
  });
}

TEST_CASE("what a program lacks is told where it is given to the outliner, in ten lines") {
  near_miss::together([&] {
    for (const int entry : {1, 2})
      near_miss::check_entry(
          "tests/unit/lathe/outline/near_miss/programs.cpp", entry,
          {"outline::Program wants  range<Block> blocks();", "outline::Program wants  range<Inst> insts(Block);",
           "outline::Program wants  bool legal(Inst);", "outline::Program wants  string_view or unsigned key(Inst);",
           "outline::Program wants  uint32_t bytes(Inst);", "outline::Program wants  range<Operand> operands(Inst);"});
  });
}

}  // namespace
