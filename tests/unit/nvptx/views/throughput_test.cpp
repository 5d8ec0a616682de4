// Throughput of PTX: what a launch did decides how often blocks run and how long accesses hold their unit.
#include <doctest/doctest.h>

#include <string>

#include <lathe/flow/check_throughput.hpp>
#include <lathe/flow/throughput.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/throughput.hpp"

namespace {

using namespace lathe::nvptx;
namespace throughput = lathe::flow::throughput;

// Line 9 loads, 10 to 12 go round.
constexpr char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .b64 %rd<3>;\n"
    ".reg .pred %p<2>;\nld.param.u64 %rd1, [p];\nL:\nld.global.u64 %rd2, [%rd1];\nadd.s64 %rd1, %rd1, 8;\n"
    "setp.ne.s64 %p1, %rd2, 0;\n@%p1 bra L;\nret;\n}\n";

TEST_CASE("throughput of PTX: parameters are free, a profile counts runs and parts of accesses") {
  mir::Module module;
  Diag diag;
  REQUIRE(mir::parse(text, "t.ptx", module, diag));
  MirThroughputOptions options;
  options.warps = 16;
  const auto shape = throughput_problem(module, module.functions[0], options);
  REQUIRE(throughput::check_problem(shape).str() == "");
  CHECK(shape.threads == 16);
  CHECK(shape.insts[0].issue == 0);
  CHECK(shape.holds[0].empty());
  REQUIRE(shape.holds[1].size() == 1);
  const std::uint32_t cycles = shape.holds[1][0].cycles;
  CHECK(shape.runs[1] > shape.runs[0]);

  for (const std::uint32_t line : {7U, 13U}) options.lines.insert(line, MirExecuted{2, 0, 0});
  for (const std::uint32_t line : {9U, 10U, 11U, 12U}) options.lines.insert(line, MirExecuted{10, 0, 0});
  *options.lines.find(9) = MirExecuted{10, 10, 75};  // 7.5 lines of memory for each
  const auto run = throughput_problem(module, module.functions[0], options);
  CHECK(run.runs == std::vector<std::uint64_t>{2, 10, 2});
  REQUIRE(run.holds[1].size() == 1);
  CHECK(run.holds[1][0].cycles == (cycles * 75 + 9) / 10);
  const auto result = throughput::analyse(run);
  CHECK(throughput::check(run, result).str() == "");
  CHECK(result.bound == throughput::Bound::unit);
  CHECK(result.cycles == doctest::Approx(5.0 * run.holds[1][0].cycles));
}

}  // namespace
