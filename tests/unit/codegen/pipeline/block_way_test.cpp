// The way of one block on a target whose global pointers are wider than its registers; where it stops, what it counts,
// what it finds.
#include "codegen/pipeline/block_way.hpp"

#include "support/far_case.hpp"
#include "support/rounds.hpp"

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

// What is made of others in place; the rest of the table is what those are made of.
bool may_lack(Isd op) {
  for (const Isd one :
       {Isd::rotl,  Isd::rotr,  Isd::fshl, Isd::fshr,  Isd::smin,       Isd::smax,     Isd::umin,    Isd::umax,
        Isd::abs,   Isd::ctpop, Isd::ctlz, Isd::cttz,  Isd::bitreverse, Isd::bfe_u,    Isd::bfe_s,   Isd::bfi,
        Isd::mulhu, Isd::mulhs, Isd::mad,  Isd::bswap, Isd::sext_inreg, Isd::uadd_sat, Isd::usub_sat})
    if (one == op) return true;
  return false;
}

// Shapes that rules turn into one operation: rotations, fields, bounds, products' high halves, counts.
constexpr std::string_view lacking[] = {R"(%0 = entry chain
%1 = copy_from_reg i32 aux=0
%2 = copy_from_reg i32 aux=1
%3 = constant i32 7
%4 = constant i32 25
%5 = shl i32 %1, %3
%6 = srl i32 %1, %4
%7 = or i32 %5, %6
%8 = srl i32 %2, %4
%9 = or i32 %5, %8
%10 = constant i32 127
%11 = srl i32 %2, %3
%12 = and i32 %11, %10
%13 = shl i32 %2, %4
%14 = sra i32 %13, %4
%15 = setcc i1 %1, %2 slt
%16 = select i32 %15, %1, %2
%17 = setcc i1 %1, %2 ugt
%18 = select i32 %17, %1, %2
%19 = zext i64 %1
%20 = zext i64 %2
%21 = mul i64 %19, %20
%22 = constant i64 32
%23 = srl i64 %21, %22
%24 = trunc i32 %23
%25 = xor i32 %7, %9
%26 = xor i32 %12, %14
%27 = xor i32 %16, %18
%28 = xor i32 %25, %26
%29 = xor i32 %27, %24
%30 = xor i32 %28, %29
%31 = copy_to_reg chain %0, %30 aux=3
root %31
)",
                                        R"(%0 = entry chain
%1 = copy_from_reg i32 aux=0
%2 = copy_from_reg i32 aux=1
%3 = constant i32 0
%4 = sub i32 %3, %1
%5 = setcc i1 %1, %3 slt
%6 = select i32 %5, %4, %1
%7 = constant i32 8
%8 = fshl i32 %1, %1, %7
%9 = fshr i32 %2, %2, %7
%10 = constant i32 65280
%11 = and i32 %1, %10
%12 = constant i32 -65281
%13 = and i32 %2, %12
%14 = or i32 %11, %13
%15 = mul i32 %1, %2
%16 = add i32 %15, %14
%17 = ctpop i32 %1
%18 = ctlz i32 %2
%19 = cttz i32 %1
%20 = xor i32 %6, %8
%21 = xor i32 %9, %16
%22 = xor i32 %17, %18
%23 = xor i32 %20, %21
%24 = xor i32 %22, %19
%25 = xor i32 %23, %24
%26 = copy_to_reg chain %0, %25 aux=3
root %26
)"};

}  // namespace

TEST_CASE("blocks keep their meaning on the whole way") {
  const TargetFacts facts = far_gpu();
  for (const bool combines : {true, false}) {
    BlockWay way(facts, {.combines = combines, .verify = true});
    std::size_t blocks = 0;
    far_blocks(facts, [&](FarCase& c) {
      if (++blocks % 5 != 0 && lathe::test::sanitized) return;
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

TEST_CASE("whatever one operation a target lacks, none of its rules makes it") {
  for (std::uint32_t op = 0; op < static_cast<std::uint32_t>(Isd::count); ++op) {
    const auto lacks = static_cast<Isd>(op);
    CAPTURE(to_string(lacks));
    TargetFacts facts = far_gpu();
    if (!may_lack(lacks)) continue;
    facts.set({lacks}, {vt::i32}, lathe::dag::Action::expand);
    for (const std::string_view text : lacking) {
      Dag dag;
      std::string error;
      REQUIRE_MESSAGE(parse(text, dag, error), error);
      Diag diag;
      BlockWayStats stats;
      std::string left;
      CHECK(BlockWay(facts, {.verify = true}).run(dag, {}, "f", 0, diag, stats, left));
      CHECK_MESSAGE(!diag.failed(), text_of(diag));
    }
  }
}

TEST_CASE("it stops where it is told, with the graph's text") {
  const TargetFacts facts = far_gpu();
  for (std::size_t i = 0; i < std::size(block_stage_names); ++i) {
    Dag dag = made();
    Diag diag;
    BlockWayStats stats;
    std::string text;
    BlockWay way(facts, {.verify = true, .stops = true, .last = static_cast<BlockStage>(i)});
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
  BlockWay way(facts, {.verify = true, .judge = [&](const Dag&, BlockStage stage, std::vector<std::string>& faults) {
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
