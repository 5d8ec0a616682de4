// Random graphs of the toy DAG through the selector, judged by the checker and by running the lines; and the fuzz body
// on random bytes and on texts.
#include <doctest/doctest.h>

#include <random>

#include "fuzz/select_body.hpp"
#include "unit/lathe/select/random_select.hpp"

TEST_CASE("random graphs") {
  std::mt19937 rng(21);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng() % below); };
  lathe::dag::Selector<select_test::Graph> selector;
  for (std::uint32_t round = 0; round < 500; ++round) {
    select_test::Graph g;
    const bool unsupported = round % 7 == 0;
    const auto roots = select_test::random_graph(g, pick, 3 + pick(60), unsupported);
    CAPTURE(round);
    REQUIRE(select_test::select_and_check(g, roots, 4, unsupported, selector) == "");
  }
}

TEST_CASE("the fuzz body on random bytes and on texts") {
  std::mt19937 rng(22);
  for (std::uint32_t round = 0; round < 400; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 200);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng());
    CAPTURE(round);
    REQUIRE(select_test::check_select_bytes(bytes) == "");
  }
  for (const std::string text :
       {"item 0 after 1\nitem 3 after 0", "item 5", "emit 0\nemit 1 wants 0:0", "emit 3 wants 9:9", "emit 0\nemit 0"}) {
    CAPTURE(text);
    REQUIRE(select_test::check_select_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}) == "");
  }
}
