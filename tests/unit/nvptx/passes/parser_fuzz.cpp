// The body of the parser's fuzz target over mutations of the committed PTX: a short run with a fixed seed.
#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "fuzz/ptx_parser_body.hpp"

TEST_CASE("mutated PTX never crashes the parser, and what is accepted prints to a fixed point") {
  std::ifstream in("tests/unit/nvptx/mir/ptx/forms.ptx");
  std::stringstream all;
  all << in.rdbuf();
  const std::string text = all.str();
  REQUIRE(text.size() > 1000);
  CHECK(lathe_fuzz::check_ptx(text) == "");
  std::mt19937 rng(11);
  const std::string letters = ".,;:{}()[]<>%@!|+-*/&^~?_$#\"\n\t 0123456789xfdULabrp";
  for (int round = 0; round < 1500; ++round) {
    std::string t = text;
    const int edits = 1 + static_cast<int>(rng() % 4);
    for (int e = 0; e < edits && !t.empty(); ++e) {
      const std::size_t at = rng() % t.size();
      switch (rng() % 6) {
        case 0:
          t[at] = letters[rng() % letters.size()];
          break;
        case 1:
          t.erase(at, 1 + rng() % 20);
          break;
        case 2:
          t.insert(at, 1, letters[rng() % letters.size()]);
          break;
        case 3: {
          const std::size_t length = rng() % 40, from = rng() % t.size();
          t.insert(at, t.substr(from, length));
          break;
        }
        case 4:
          t[at] = static_cast<char>(rng());
          break;
        default:  // swap two lines
          t.insert(t.find('\n', at) == std::string::npos ? at : t.find('\n', at) + 1,
                   t.substr(t.rfind('\n', at) == std::string::npos ? 0 : t.rfind('\n', at), 60));
          break;
      }
    }
    const std::string fault = lathe_fuzz::check_ptx(t);
    if (!fault.empty()) {
      std::ofstream("parser_fuzz_failure.ptx") << t;
      FAIL(fault << " (round " << round << ", kept in parser_fuzz_failure.ptx)");
    }
  }
}
