// Knobs and diagnostics: each refusal is provoked, each limit lifted.
#include <doctest/doctest.h>

#include <string_view>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/text.hpp>

#include "unit/lathe/modulo/random_loop.hpp"

namespace {

using namespace lathe::modulo;

Problem read(std::string_view text) {
  std::string error;
  const auto p = read_problem(text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
// A load, a chain behind it, a store; one unit each.
const char* const chain = R"(modulo chain
unit mem
unit alu
class r
op load latency 4 use mem
op add latency 4 use alu
op add latency 4 use alu
op add latency 4 use alu
op store latency 1 use mem
value 0 class r
value 1 class r
value 2 class r
value 3 class r
data 0 1 latency 4 value 0
data 1 2 latency 4 value 1
data 2 3 latency 4 value 2
data 3 4 latency 4 value 3
)";

Why why(const Problem& p, const Options& options) {
  const Result r = schedule(p, options);
  REQUIRE(r.refusal() != nullptr);
  return r.refusal()->why;
}

TEST_CASE("defaults are those of the reference") {
  const Options o;
  CHECK(o.enable);
  CHECK(o.max_mii == 27);
  CHECK(o.force_ii == 0);
  CHECK(o.max_stages == 3);
  CHECK(o.ii_search_range == 10);
  CHECK_FALSE(o.ignore_recmii);
  CHECK_FALSE(o.register_pressure);
  CHECK(o.register_pressure_margin == 5);
  CHECK(o.force_issue_width == 0);
  CHECK_FALSE(o.show_mask);
  CHECK_FALSE(o.debug_resource);
  CHECK(IngestOptions{}.prune_deps);
  CHECK(IngestOptions{}.prune_loop_carried);
}

TEST_CASE("refusals") {
  Problem p = read(chain);
  CHECK(why(p, {.enable = false}) == Why::disabled);
  CHECK(why(Problem{}, {}) == Why::empty_loop);
  // MII 3 and 17 cycles of latencies: six stages.
  CHECK(why(p, {.ii_search_range = 1}) == Why::too_many_stages);
  CHECK(schedule(p, {.max_stages = 5}).schedule() != nullptr);
  CHECK(schedule(p, {.max_stages = Options::unlimited}).schedule()->ii == 3);
  // With room upwards an II is met at which four stages are enough.
  const Result up = schedule(p, {.ii_search_range = 40});
  REQUIRE(up.schedule() != nullptr);
  CHECK(up.schedule()->stages() <= 4);
  CHECK(why(p, {.force_ii = 2}) == Why::unable);
  CHECK(schedule(p, {.force_ii = 7}).schedule()->ii == 7);
  CHECK(why(p, {.force_ii = 40}) == Why::single_stage);
  CHECK(schedule(p, {.force_ii = 40, .want_overlap = false}).schedule()->stages() == 1);

  p.edges.push_back({4, 0, 20, 1, DependenceKind::memory, none});
  Result r = schedule(p);
  REQUIRE(r.refusal() != nullptr);
  CHECK(r.refusal()->why == Why::mii_too_large);
  CHECK(r.refusal()->mii == 36);
  CHECK(why(p, {.max_mii = 36}) == Why::single_stage);
  // Without RecMII the search starts at ResMII and finds nothing within its range.
  CHECK(why(p, {.max_mii = 3, .ignore_recmii = true}) == Why::unable);
  CHECK(
      schedule(p, {.max_mii = 3, .ii_search_range = 33, .ignore_recmii = true, .want_overlap = false}).schedule()->ii ==
      36);

  Problem idle;
  idle.insts.resize(2);
  CHECK(why(idle, {}) == Why::mii_zero);
  idle.issue_width = 1;
  CHECK(schedule(idle, {.want_overlap = false}).schedule()->ii == 2);
  CHECK(schedule(idle, {.force_issue_width = 2, .want_overlap = false}).schedule()->ii == 1);

  Problem huge = read("modulo\nop a\ndata 0 0 latency 65536 distance 1\n");
  CHECK(schedule(huge, Options::lifted()).schedule()->ii == 65536);
  for (int k = 0; k < 20; ++k) {
    huge.insts.emplace_back();
    huge.edges.back().to = huge.size() - 1;
    huge.edges.back().distance = 0;
    huge.edges.push_back({huge.size() - 1, 0, 65536, 1, DependenceKind::order, none});
  }
  CHECK(why(huge, Options::lifted()) == Why::too_large);
}

TEST_CASE("register pressure: a limit raises the II, its margin too") {
  Problem p = read(chain);
  Options o = Options::lifted();
  o.exact = true;
  const Result free = schedule(p, o);
  REQUIRE(free.schedule() != nullptr);
  REQUIRE(free.max_live[0] > 3);
  o.register_pressure = true;
  o.register_pressure_margin = 0;
  p.sets[0].limit = static_cast<std::uint32_t>(free.max_live[0]);
  CHECK(schedule(p, o).schedule()->ii == free.schedule()->ii);
  o.register_pressure_margin = 30;
  const Result margin = schedule(p, o);
  CHECK(margin.schedule()->ii > free.schedule()->ii);
  CHECK(margin.max_live[0] <= free.max_live[0] * 7 / 10);
  CHECK(margin.stats.pressure_rejects > 0);
  o.ii_search_range = 0;
  CHECK(why(p, o) == Why::pressure);
  o.register_pressure = false;
  CHECK(schedule(p, o).schedule() != nullptr);
}

TEST_CASE("remarks carry the messages of the reference") {
  const auto remark = [](const Problem& p, const Options& o) {
    lathe::RemarkList list;
    schedule(p, o, list);
    REQUIRE(!list.remarks.empty());
    return list.remarks.front();
  };
  const Problem p = read(chain);
  CHECK(remark(p, {.max_stages = 9}).text == "Pipelined succesfully!");
  CHECK(remark(p, {.max_stages = 9}).kind == lathe::Remark::Kind::passed);
  CHECK(remark(p, {.ii_search_range = 1}).text ==
        "Too many stages in schedule: 4 > 3. Refer to -pipeliner-max-stages.");
  CHECK(remark(p, {.ii_search_range = 1}).kind == lathe::Remark::Kind::missed);
  CHECK(remark(p, {.max_mii = 2}).text == "Minimal Initiation Interval too large: 3 > 2. Refer to -pipeliner-max-mii.");
  CHECK(remark(p, {.for_size = true}).text == "The code is to be small. Refer to -enable-pipeliner-opt-size.");
  CHECK(remark(p, {.opt_size = true, .for_size = true, .max_stages = 9}).text == "Pipelined succesfully!");
  CHECK(remark(p, {.force_ii = 1}).text == "Unable to find schedule");
  CHECK(remark(p, {.force_ii = 40}).text == "No need to pipeline - no overlapped iterations in schedule.");
  Problem idle;
  idle.insts.resize(1);
  CHECK(remark(idle, {}).text == "Invalid Minimal Initiation Interval: 0");
  lathe::RemarkList list;
  schedule(p, {.max_stages = 9, .show_mask = true, .debug_resource = true}, list);
  CHECK(list.remarks.size() == 5);
  CHECK(list.remarks[1].text.find(" is taken by instructions 0") != std::string::npos);
  CHECK(list.remarks.back().text == "unit alu is held 3 of 3 cycles");
}

TEST_CASE("ResMII: sums, long reservations, issue slots") {
  const auto bound = [](const char* text) { return resource_bound(read(text), read(text).issue_width); };
  CHECK(bound("modulo\nunit u copies 2\nop a use u\nop b use u\nop c use u\n").res_mii == 2);
  CHECK(bound("modulo\nunit u copies 4\nop a use u for 7\n").res_mii == 7);
  // Three reservations of 2 on two copies: sums say 3, but one copy must hold two of them.
  CHECK(bound("modulo\nunit u copies 2\nop a use u for 2\nop b use u for 2\nop c use u for 2\n").res_mii == 4);
  const ResourceBound issue = bound("modulo\nissue 2\nunit u\nop a use u\nop b\nop c issue 2\n");
  CHECK(issue.res_mii == 2);
  CHECK(issue.unit == none);
  CHECK(bound("modulo\nop a\n").res_mii == 0);
}

TEST_CASE("counters are named, and none is missing") {
  CHECK(sizeof(Stats) == Stats::fields().size() * sizeof(std::uint64_t));
}

}  // namespace
