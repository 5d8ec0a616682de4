// The body of the executor's fuzz target over mutations of the committed PTX: a short run with fixed seeds. It runs
// each module with both compilations of the lane loops, so it also shows that they agree.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/executor_body.hpp"

TEST_CASE("mutated PTX runs to a result or a fault, the same one each time and in both compilations") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/executor")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= 8);
  for (const auto& file : files) {
    std::ifstream in(file);
    std::stringstream all;
    all << in.rdbuf();
    const std::string text = all.str();
    REQUIRE(text.size() > 300);
    for (unsigned seed = 0; seed < 60; ++seed) {
      const std::string t = seed == 0 ? text : lathe_fuzz::mutated(text, seed);
      const std::string fault = lathe_fuzz::check_execution(t);
      if (seed == 0) CHECK(lathe_fuzz::outcome(t, false).find("load:") == std::string::npos);
      if (!fault.empty()) FAIL(file.filename().string() << " seed " << seed << ": " << fault);
    }
  }
}
