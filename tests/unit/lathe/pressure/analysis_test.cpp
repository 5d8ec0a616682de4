// The full analysis by hand and against a slow twin; the checker rejects wrong reports of every kind.
#include <doctest/doctest.h>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/sets.hpp>
#include <lathe/pressure/text.hpp>

#include "unit/lathe/pressure/random_problem.hpp"

namespace {

using namespace lathe::pressure;
using enum ReportFault;

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem(text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

// a loop that needs n and s all the way; half of the pair w is written in vain
constexpr char loop[] = R"(pressure
set r limit 3 steps 2 4
class b feeds r 1
class w feeds r 2
register n b
register s b
register t b
register w w lanes 2
block entry to loop
i set =n
i set =s
block loop to loop exit
i ld =w
i use w:1 =t
i add +s t
i bra n
block exit
i ret s
)";

TEST_CASE("by hand") {
  const Problem p = read(loop);
  const Report r = analyse(p);
  CHECK(r.live_in[0].empty());
  CHECK(r.live_in[1] == std::vector<std::uint32_t>{0, 1});
  CHECK(r.live_out[1] == std::vector<std::uint32_t>{0, 1});
  CHECK(r.live_in[2] == std::vector<std::uint32_t>{1});
  CHECK(r.live_out[2].empty());
  const std::vector<std::uint32_t> expected{0, 1, 2, 2, 6, 3, 2, 2, 1, 0};
  CHECK(r.pressure == expected);
  CHECK(r.peaks[1] == Report::Peak{6, 1});
  CHECK(r.peaks[0] == Report::Peak{2, 2});
  CHECK(r.peaks[2] == Report::Peak{1, 0});
  CHECK(r.maxima[0] == Report::Maximum{6, 1, 3});
  CHECK(print(p, r) ==
        "set r max 6 in loop limit 3 level 2 total excess 3\n"
        "block entry live in 0 out 2\n"
        "  r 2 at 2 (set)\n"
        "block loop live in 2 out 2\n"
        "  r 6 at 1 (ld) excess 3\n"
        "block exit live in 1 out 0\n"
        "  r 1 at 0\n");
  lathe::RemarkList remarks;
  remark_excess(p, r, remarks);
  REQUIRE(remarks.remarks.size() == 1);
  CHECK(remarks.remarks[0].text == "block loop needs 6 of r at place 1, the limit is 3");
  remark_excess(p, r, lathe::NoRemarks{});
}

TEST_CASE("a write to a part leaves the rest alive") {
  const Problem p = read(
      "pressure\nset s\nclass c feeds s 1\nregister q c lanes 4\nregister hi overlaps q:c\n"
      "block b live q:8\ni a =hi\ni b +q:1\ni c hi:1\n");
  const Report r = analyse(p);
  // Lane 0 comes from outside, is written and dropped; lane 2 is read by c through hi; lane 3 stays to the end.
  CHECK(r.live_in[0] == std::vector<std::uint32_t>{0});
  CHECK(r.pressure == std::vector<std::uint32_t>{1, 3, 3, 1});
  CHECK(check_report(p, r).str() == "");
}

TEST_CASE("nothing at all") {
  const Problem p = read("pressure\n");
  CHECK(analyse(p).maxima.empty());
  CHECK(check_report(p, analyse(p)).empty());
  CHECK(Tracker(p).report() == analyse(p));
  const Problem q = read("pressure\nset s limit 0\nblock b\n");
  CHECK(analyse(q).maxima[0] == Report::Maximum{});
  CHECK(Tracker(q).report() == analyse(q));
}

TEST_CASE("every kind of fault is caught") {
  const Problem p = read(loop);
  const Report right = analyse(p);
  REQUIRE(check_report(p, right).empty());
  const auto provoke = [&](ReportFault kind, auto&& change) {
    Report wrong = right;
    change(wrong);
    CAPTURE(static_cast<int>(kind));
    CHECK(check_report(p, wrong).has(kind));
  };
  provoke(bad_shape, [](Report& r) { r.sets = 2; });
  provoke(bad_shape, [](Report& r) { r.pressure.pop_back(); });
  provoke(bad_shape, [](Report& r) { r.first[1] = 9; });
  provoke(bad_shape, [](Report& r) { r.live_in.pop_back(); });
  provoke(live_in, [](Report& r) { r.live_in[1].pop_back(); });
  provoke(live_in, [](Report& r) { r.live_in[2].push_back(3); });
  provoke(live_out, [](Report& r) { r.live_out[1].clear(); });
  provoke(live_out, [](Report& r) { r.live_out[2].push_back(0); });
  provoke(pressure, [](Report& r) { ++r.pressure[0]; });
  provoke(pressure, [](Report& r) { r.pressure[4] = 4; });
  provoke(peak, [](Report& r) { ++r.peaks[1].pressure; });
  provoke(peak_place, [](Report& r) { r.peaks[0].place = 1; });
  provoke(peak_place, [](Report& r) { r.peaks[2].place = 1; });
  provoke(maximum, [](Report& r) { --r.maxima[0].pressure; });
  provoke(maximum_block, [](Report& r) { r.maxima[0].block = 0; });
  provoke(excess, [](Report& r) { r.maxima[0].excess = 2; });
}

TEST_CASE("random problems: the analysis is what the checker and the slow twin say") {
  std::uint64_t live = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const std::uint32_t size = pick(50);
    const Problem p = pressure_test::random_problem(pick, 1 + pick(8), size);
    CAPTURE(seed);
    REQUIRE(check_problem(p).str() == "");
    const Report r = analyse(p);
    CHECK(check_report(p, r).str() == "");
    CHECK(pressure_test::against_paths(p, r) == "");
    for (const auto& units : r.live_in) live += units.size();
    std::string error;
    const auto again = read_problem(print(p), "t", error);
    REQUIRE_MESSAGE(again, error);
    CHECK(print(*again) == print(p));
  }
  CHECK(live > 1000);  // or nothing was tested
}

TEST_CASE("of a target's sets those that count the same registers are one, with the least limit") {
  using Sets = SetsInUse<char>;
  const std::vector<std::uint32_t> limits{9, 7, 5, 5, 8};
  const auto limit = [&](std::uint32_t set) { return limits[set]; };
  // 0 and 1 are alike; 2 has another weight, 4 another register; nobody counts in 3.
  const Sets sets({{0, 'a', 1}, {0, 'b', 2}, {1, 'b', 2}, {1, 'a', 1}, {2, 'a', 1}, {2, 'b', 1}, {4, 'a', 1}}, limit);
  CHECK(sets.chosen() == std::vector<std::uint32_t>{1, 2, 4});
  CHECK(sets.set_of(0) == 0);
  CHECK(sets.set_of(1) == 0);
  CHECK(sets.set_of(2) == 1);
  CHECK(sets.set_of(3) == none);
  CHECK(sets.set_of(4) == 2);
  CHECK(sets.stands(1));
  CHECK_FALSE(sets.stands(0));
  CHECK_FALSE(sets.stands(3));
  CHECK(sets.left_out() == 0);
  std::vector<Sets::Member> many;
  for (std::uint32_t set = 0; set < max_sets + 3; ++set) many.push_back({set, static_cast<char>(set), 1});
  const Sets cut(many, [](std::uint32_t) { return 1U; });
  CHECK(cut.chosen().size() == max_sets);
  CHECK(cut.left_out() == 3);
  CHECK(cut.set_of(max_sets) == none);
}

}  // namespace
