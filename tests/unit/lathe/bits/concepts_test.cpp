// Types that lack members are refused with the signature to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_groups(
      "tests/unit/lathe/bits/near_miss/sources.cpp",
      {"bits::Source wants  using Value = ...;", "bits::Source wants  uint32_t index(Value) const;",
       "bits::Source wants  unsigned width(Value) const;", "bits::Source wants  Fact<Word> fact(Value, Ask ask) const;",
       "bits::DemandSource wants  using User = ...;", "bits::DemandSource wants  bool escapes(Value) const;",
       "bits::DemandSource wants  void for_each_user(Value, F f) const;",
       "bits::DemandSource wants  Word demand(User, uint32_t operand, Demanded demanded, Ask ask) const;",
       "bits::Source wants  using Word = an unsigned integer type;"},
      {{1}, {2, 3, 4, 6, 7, 8}, {5}, {9}});
}

NEAR_MISS_CASE("one member that is missing is told in ten lines by both compilers") {
  near_miss::check_short_masks("tests/unit/lathe/bits/near_miss/sources.cpp",
                               {{1, "bits::Source wants  using Value = ...;"},
                                {4, "bits::Source wants  Fact<Word> fact(Value, Ask ask) const;"},
                                {8, "bits::DemandSource wants  Word demand(User, uint32_t operand,"},
                                {9, "bits::Source wants  using Word = an unsigned integer type;"}});
}
