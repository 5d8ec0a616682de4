// Editors that lack one member are refused with the signature to write; the poorest one is enough.
#include <doctest/doctest.h>

#include "adapters/archetype/modulo_expand.hpp"
#include "support/near_miss.hpp"
#include "unit/lathe/modulo/expand_random.hpp"

namespace {

NEAR_MISS_CASE("modulo expand: near misses are told by name") {
  near_miss::check_short(
      "tests/unit/lathe/modulo/near_miss/editors.cpp",
      {"modulo::ExpansionEditor wants  void begin(uint32_t number, const Block&);",
       "modulo::ExpansionEditor wants  void run(uint32_t inst, int32_t offset, NameSpan defs, NameSpan reads);",
       "modulo::ExpansionEditor wants  void copy(uint32_t to, uint32_t from);",
       "modulo::ExpansionEditor wants  uint32_t temporary(uint32_t like);",
       "modulo::ExpansionEditor wants  void original(const Block&);",
       "modulo::ExpansionEditor wants  void end(const Block&);"});
}

TEST_CASE("modulo expand: the poorest editor") {
  using namespace lathe::modulo;
  Problem p;
  p.insts = {{"a", 1, 1}};
  const Expansion e = expand(p, {1, {0}, {}});
  REQUIRE(e.refusal == ExpandRefusal::none);
  archetype::ExpansionEditor editor;
  apply_expansion(e, editor);
}

}  // namespace
