// The way of one block on a target whose global pointers are wider than its registers; where it stops, what it counts,
// what it finds.
#include "codegen/pipeline/block_way.hpp"

#include "support/far_case.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;

namespace {

std::string text_of(const Diag& diag) { return diag.messages().empty() ? std::string() : diag.messages()[0].text; }

// base + 4 * index: two loads, and their sum goes to a register.
constexpr std::string_view block = R"(%0 = entry chain
%1 = copy_from_reg i64 aux=0
%2 = copy_from_reg i32 aux=2
%3 = sext i64 %2
%4 = constant i64 2
%5 = shl i64 %3, %4
%6 = add i64 %1, %5
%7 = constant i64 16
%8 = add i64 %6, %7
%9 = load i32, chain %0, %8 mem(i32 align 4 global)
%10 = constant i64 24
%11 = add i64 %6, %10
%12 = load i32, chain %0, %11 mem(i32 align 4 global)
%13 = add i32 %9, %12
%14 = copy_to_reg chain %0, %13 aux=3
root %14
)";

Dag made() {
  Dag dag;
  std::string error;
  const bool read = parse(block, dag, error);
  REQUIRE_MESSAGE(read, error);
  return dag;
}

}  // namespace

TEST_CASE("blocks keep their meaning on the whole way") {
  const TargetFacts facts = far_gpu();
  for (const bool combines : {true, false}) {
    const BlockWay way(facts, {.combines = combines, .verify = true});
    std::size_t blocks = 0;
    far_blocks(facts, [&](FarCase& c) {
      ++blocks;
      c.run([&](Dag& dag, const FarCase::Compare& compare, std::string& error) {
        Diag diag;
        BlockWayStats stats;
        std::string text;
        const bool legal = way.run(dag, {}, "f", 0, diag, stats, text);
        error = text_of(diag);
        CHECK(legal == error.empty());
        CHECK(text.empty());
        CHECK((stats.combined != 0 || !combines));
        if (error.empty()) compare("the way");
        return error.empty();
      });
    });
    CHECK(blocks > 400);
  }
}

TEST_CASE("it stops where it is told, with the graph's text") {
  const TargetFacts facts = far_gpu();
  for (std::size_t i = 0; i < std::size(block_stage_names); ++i) {
    Dag dag = made();
    Diag diag;
    BlockWayStats stats;
    std::string text;
    const BlockWay way(facts, {.verify = true, .stops = true, .last = static_cast<BlockStage>(i)});
    CHECK(!way.run(dag, {}, "f", 7, diag, stats, text));
    CHECK_MESSAGE(!diag.failed(), text_of(diag));
    CHECK(text.starts_with("; function f, block 7\n%0 = entry chain\n"));
    CHECK((text.find("add_limbs") != std::string::npos) == (i >= static_cast<std::size_t>(BlockStage::legalize_types)));
    CHECK((stats.combine_visits != 0) == (i > 0));
    CHECK(stats.nodes == 15);
  }
}

TEST_CASE("both loads take their offsets, from one base") {
  Dag dag = made();
  Diag diag;
  BlockWayStats stats;
  std::string text;
  const TargetFacts facts = far_gpu();
  CHECK(BlockWay(facts, {.verify = true}).run(dag, {}, "f", 0, diag, stats, text));
  std::uint32_t pairs = 0;
  for (NodeId id = 0; id < dag.size(); ++id) {
    if (!dag.alive(id)) continue;
    pairs += dag.op(id) == Isd::build_pair;
    if (dag.op(id) == Isd::load) CHECK(dag.op(dag.operand(id, 1)) == Isd::add);
  }
  CHECK(pairs == 1);
}

TEST_CASE("what the target's judge says is an error of the stage, and so is a graph that is none") {
  const TargetFacts facts = far_gpu();
  Dag dag = made();
  Diag diag;
  BlockWayStats stats;
  std::string text;
  std::vector<BlockStage> asked;
  const BlockWay way(facts,
                     {.verify = true, .judge = [&](const Dag&, BlockStage stage, std::vector<std::string>& faults) {
                        asked.push_back(stage);
                        if (stage == BlockStage::combine_2) faults.push_back("%1: not this");
                      }});
  CHECK(way.run(dag, {}, "f", 0, diag, stats, text));
  CHECK(asked.size() == 6);
  REQUIRE(diag.messages().size() == 1);
  CHECK(text_of(diag) == "internal fault after combine-2: %1: not this");

  Dag wrong = made();
  for (NodeId id = 0; id < wrong.size(); ++id)
    if (wrong.op(id) == Isd::load) wrong.memory[wrong.payload(id).aux].space = Space::shared;
  Diag refused;
  CHECK(!way.run(wrong, {}, "f", 0, refused, stats, text));
  CHECK(text_of(refused).find("addresses of shared are i32") != std::string::npos);
}

TEST_CASE("traces have a line for each run of the combiner") {
  const TargetFacts facts = far_gpu();
  Dag dag = made();
  Diag diag;
  BlockWayStats stats;
  std::string text;
  BlockWayOptions options;
  options.combine.trace = true;
  CHECK(BlockWay(facts, options).run(dag, {}, "f", 3, diag, stats, text));
  for (const char* run : {"1", "2", "3"})
    CHECK(stats.trace.find(std::string("; function f, block 3, combine-") + run + "\n") != std::string::npos);
}
