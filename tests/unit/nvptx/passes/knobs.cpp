// The table of knobs (nvptx/passes/knobs.def).
#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

#include "nvptx/passes/passes.hpp"

using namespace lathe::nvptx;

TEST_CASE("whoever reads a knob is a pass that there is") {
  std::set<std::string> known;
  for (const PassInfo& pass : pass_table()) known.insert(pass.name);
  std::size_t names = 0;
  const auto check = [&](const char* knob, const std::string& passes) {
    CAPTURE(knob);
    std::istringstream words(passes);
    for (std::string name; words >> name; ++names) CHECK(known.count(name) == 1);
  };
#define LATHE_KNOB(type, member, name, otherwise, passes, help) check(name, passes);
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
  CHECK(names > 100);
}
