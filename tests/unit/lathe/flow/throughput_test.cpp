// Compiled at -O1: threads are run cycle by cycle.
// Throughput: each rule of the model by a small program, random programs against the checker and against threads that
// share an issuer cycle by cycle.
#include <doctest/doctest.h>

#include <cmath>

#include <lathe/flow/check_throughput.hpp>
#include <lathe/flow/throughput.hpp>
#include <lathe/flow/throughput_text.hpp>

#include "adapters/toy/view.hpp"
#include "support/rounds.hpp"
#include "tests/unit/lathe/flow/throughput_model.hpp"

namespace {

using lathe::flow::Block;
using namespace lathe::flow::throughput;
using throughput_test::cycles_of_threads, throughput_test::Program, throughput_test::RandomProgram;

Problem read(const std::string& text) {
  std::string error;
  auto p = read_problem("throughput t\nvariables 8\n" + text, "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(print(*read_problem(print(*p), "t", error)) == print(*p));
  return *p;
}
std::string answer(const std::string& text) {
  const Problem p = read(text);
  const Result r = analyse(p);
  CHECK(check(p, r).str() == "");
  return print(p, r);
}

TEST_CASE("latency, units and issue: what takes the most decides, by threads") {
  const std::string chain =
      "block runs 1\ninst latency 10 write 0\ninst latency 10 read 0 write 1\ninst read 1 write 2\n";
  CHECK(answer("issue width 1 threads 1\n" + chain) ==
        "throughput of t threads 1 cycles 21.00 together 21.00 bound latency issue 3.00 alone 21.00\n"
        "block 0 share 100.00% cycles 21.00 bound latency issue 3.00 busiest 0.00 alone 21.00\n");
  CHECK(answer("issue width 1 threads 4\n" + chain).find(" cycles 5.25 together 5.25 bound latency") !=
        std::string::npos);
  CHECK(answer("issue width 1 threads 16\n" + chain).find(" cycles 3.00 together 3.00 bound issue") !=
        std::string::npos);
  CHECK(answer("issue width 2 threads 16\n" + chain).find(" cycles 1.50 together 1.50 bound issue") !=
        std::string::npos);
  CHECK(
      answer("issue width 1 threads 16\nunit memory 1\nblock runs 1\n"
             "inst write 0 hold 0 first 0 cycles 4\ninst write 1 hold 0 first 0 cycles 4\n") ==
      "throughput of t threads 16 cycles 8.00 together 8.00 bound unit memory issue 2.00 alone 5.00\nunit memory 8.00\n"
      "block 0 share 100.00% cycles 8.00 bound unit memory issue 2.00 busiest 8.00 alone 5.00\n");
  CHECK(answer("issue width 1 threads 16\nunit memory 2\nblock runs 1\n"
               "inst write 0 hold 0 first 0 cycles 4\ninst write 1 hold 0 first 0 cycles 4\n")
            .find(" cycles 4.00 together 4.00 bound unit memory issue 2.00 alone 2.00") != std::string::npos);
}

TEST_CASE("a loop takes what its recurrence takes, a loop without one what it issues") {
  // 0 from the turn before: 10 cycles a turn; and 1, which nobody waits for.
  const std::string first = "issue width 1 threads 1\nblock runs 1 to 1 taken 1\ninst write 0\n",
                    last = "block runs 1\ninst ends\n";
  CHECK(answer(first +
               "block runs 100 to 1 taken 99 to 2 taken 1\ninst latency 10 read 0 write 0\ninst latency 30 write 1\n"
               "inst ends\n" +
               last)
            .find("cycles 10.00 bound latency issue 3.00 busiest 0.00 alone 10.00") != std::string::npos);
  CHECK(answer(first + "block runs 100 to 1 taken 99 to 2 taken 1\ninst latency 30 write 1\ninst ends\n" + last)
            .find("cycles 2.00 bound issue issue 2.00 busiest 0.00 alone 2.00") != std::string::npos);
  // Loaded in this turn, behind the reader in the next: from load to load one cycle more than it takes.
  CHECK(answer(first +
               "block runs 100 to 1 taken 99 to 2 taken 1\ninst read 1 write 2\ninst latency 30 write 1\n"
               "inst ends\n" +
               last)
            .find("bound latency issue 3.00 busiest 0.00 alone 31.00") != std::string::npos);
  // As a phi: 20 cycles around, whatever the phi itself takes.
  CHECK(answer(first +
               "block runs 100 to 1 taken 99 to 2 taken 1\nphi write 3 from 0 0 from 1 4\n"
               "inst latency 20 read 3 write 4\ninst ends\n" +
               last)
            .find("cycles 20.00 bound latency issue 2.00 busiest 0.00 alone 20.00") != std::string::npos);
}

TEST_CASE("the order within a block is the best that a list finds, or the code's") {
  // Two chains one after the other: their loads overlap when they may be moved, not behind a fence or a store.
  const std::string head = "issue width 1 threads 1\n",
                    block = "block runs 1\ninst latency 20 loads 1 write 0\ninst read 0 write 1\n";
  const std::string rest = "inst latency 20 loads 1 write 2\ninst read 2 write 3\n";
  CHECK(answer(head + block + rest).find("alone 22.00") != std::string::npos);
  CHECK(answer(head + "keeps order\n" + block + rest).find("alone 42.00") != std::string::npos);
  CHECK(answer(head + block + "inst fence 0\n" + rest).find("alone 43.00") != std::string::npos);
  CHECK(answer(head + block + "inst stores 1 read 1\n" + rest).find("alone 43.00") != std::string::npos);
  CHECK(answer(head + block + "inst stores 2 read 1\n" + rest).find("alone 23.00") != std::string::npos);
  CHECK(answer(head + block + "inst stores 0 read 1\n" + rest).find("alone 43.00") != std::string::npos);
}

TEST_CASE("what most hangs on issues first, by latencies") {
  // Three in a row of a cycle each stand in front of a load and its reader, which wait longer.
  CHECK(answer("issue width 1 threads 1\nblock runs 1\ninst write 0\ninst read 0 write 1\ninst read 1 write 2\n"
               "inst latency 30 write 3\ninst read 3 write 4\n")
            .find("alone 31.00") != std::string::npos);
}

TEST_CASE("blocks count by how often they run, apart and together") {
  // One block of latency and one of issue: threads in unlike places overlap them, threads in step do not.
  const std::string text = answer(
      "issue width 1 threads 4\nblock runs 10 to 1 taken 10\ninst latency 40 write 0\ninst read 0 write 1\n"
      "block runs 30 to 1 taken 20\ninst write 2\ninst write 3\ninst write 4\ninst write 5\n");
  CHECK(text.find("cycles 14.00 together 22.25 bound issue issue 14.00 alone 53.00") != std::string::npos);
  CHECK(text.find("block 0 share 46.07% cycles 10.25 bound latency") != std::string::npos);
  CHECK(text.find("block 1 share 53.93% cycles 4.00 bound issue") != std::string::npos);
}

TEST_CASE("broken problems are refused, and told with their place") {
  const auto wrong = [](const std::string& text) {
    std::string error;
    CHECK(!read_problem("throughput t\nvariables 2\n" + text, "t", error));
    return error;
  };
  CHECK(wrong("issue width 0 threads 1\n").find("no issue slot") != std::string::npos);
  CHECK(wrong("block runs 1 to 3 taken 1\n").find("a way to block 3") != std::string::npos);
  CHECK(wrong("block runs 1\ninst read 2\n").find("a variable that is not there") != std::string::npos);
  CHECK(wrong("block runs 1\ninst ends\ninst\n").find("behind a terminator") != std::string::npos);
  CHECK(wrong("block runs 1\ninst hold 0 first 0 cycles 1\n").find("a unit that is not there") != std::string::npos);
  CHECK(wrong("unit a 1\nblock runs 1\ninst hold 0 first 0 cycles 2 hold 0 first 1 cycles 1\n").find("more copies") !=
        std::string::npos);
  CHECK(wrong("block runs 1\ninst\nphi write 0\n").find("a phi behind what is none") != std::string::npos);
  CHECK(wrong("block runs 1\ninst latency 2000000\n").find("2^20") != std::string::npos);
  CHECK(wrong("inst\n").find("expected 'block' before 'inst'") != std::string::npos);
  CHECK(wrong("block runs 1\ninst ead 1\n").find("found 'ead'") != std::string::npos);
  Problem p = read("block runs 1\ninst write 0\n");
  p.threads = 0;
  CHECK(analyse(p).refusal == Refusal::bad_problem);
  CHECK(print(p, analyse(p)) == "refused: the problem is broken\n");
  CHECK(analyse(Problem()).cycles == 0);
}

TEST_CASE("random programs: the checker agrees, and threads that share an issuer take what the model tells") {
  double beside = 0, loops = 0;
  const auto rounds = lathe::test::rounds(150U);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    std::mt19937 engine(round);
    const Program program = RandomProgram(engine).run();
    const Problem& p = program.problem;
    REQUIRE(check_problem(p).str() == "");
    const Result r = analyse(p);
    const auto faults = check(p, r);
    REQUIRE_MESSAGE(faults.empty(), "round " << round << "\n" << print(p) << print(p, r) << faults.str());
    std::string error;
    const auto again = read_problem(print(p), "t", error);
    REQUIRE_MESSAGE(again, error);
    REQUIRE(print(*again, analyse(*again)) == print(p, r));
    // The begin and the end of a launch are not in the model.
    const double real = cycles_of_threads(program, r.order);
    CHECK_MESSAGE(real >= 0.95 * r.cycles - 5, "round " << round << ": " << real << " for " << r.cycles);
    if (program.way.size() < 40) continue;
    CHECK_MESSAGE(real <= 1.7 * r.together, "round " << round << ": " << real << " for " << r.together);
    beside += std::log(real / r.together);
    ++loops;
  }
  CHECK(loops > rounds / 2);
  CHECK(std::exp(beside / loops) > 0.97);
  CHECK(std::exp(beside / loops) < 1.06);
}

TEST_CASE("the checker finds what is spoilt") {
  std::mt19937 engine(5);
  std::uint32_t found = 0;
  for (std::uint32_t round = 0; round < 24; ++round) {
    const Problem p = RandomProgram(engine).run().problem;
    const Result right = analyse(p);
    const auto spoilt = [&](CheckFault kind, auto&& spoil) {
      Result r = right;
      if (!spoil(r)) return;
      ++found;
      CHECK_MESSAGE(check(p, r).has(kind), "round " << round << ": " << static_cast<int>(kind));
    };
    const Block last = p.block_count() - 1;
    spoilt(CheckFault::bad_size, [](Result& r) { return r.order.pop_back(), true; });
    spoilt(CheckFault::bad_order, [](Result& r) { return r.order[0] = r.order.back(), r.order.size() > 1; });
    spoilt(CheckFault::bad_entry, [&](Result& r) {
      for (std::uint32_t b = 0; b < r.blocks.size(); ++b)
        if (r.blocks[b].entered != lathe::flow::no_block) return r.blocks[b].entered = lathe::flow::no_block, b != 0;
      return false;
    });
    spoilt(CheckFault::bad_cycles, [&](Result& r) { return r.blocks[last].issue += 1, true; });
    spoilt(CheckFault::bad_cycles,
           [&](Result& r) { return r.blocks[last].alone = r.blocks[last].alone * 2 + 40, true; });
    spoilt(CheckFault::bad_cycles, [&](Result& r) { return r.together *= 1.01, true; });
    spoilt(CheckFault::bad_cycles, [&](Result& r) { return r.units[0] += 1, true; });
    // Two that depend on each other change places.
    spoilt(CheckFault::bad_order, [&](Result& r) {
      for (std::size_t k = 0; k + 1 < r.order.size(); ++k)
        for (const auto& m : p.mentions[r.order[k]])
          for (const auto& o : p.mentions[r.order[k + 1]])
            if (m.is_def && o.variable == m.variable && r.order[k] + 1 == r.order[k + 1])
              if (std::find(p.first.begin(), p.first.end(), r.order[k + 1]) == p.first.end())
                return std::swap(r.order[k], r.order[k + 1]), true;
      return false;
    });
  }
  CHECK(found > 120);
}

TEST_CASE("the toy machine as a View") {
  std::mt19937 engine(7);
  const toy::Machine machine = toy::random_machine(engine, 4, 8);
  for (const toy::MachineFunction& function : machine.functions) {
    const toy::MachineView view(function);
    const lathe::program::Numbering numbers(view);
    const Problem p = ingest(view, numbers, {.threads = 4});
    REQUIRE(check_problem(p).str() == "");
    CHECK(p.units.size() == 3);
    std::vector<lathe::Remark> remarks;
    const Result r = analyse(p, [&](const lathe::Remark& remark) { remarks.push_back(remark); });
    CHECK(check(p, r).str() == "");
    CHECK(r.cycles > 0);
    CHECK(r.together >= r.cycles);
    REQUIRE(!remarks.empty());
    CHECK(remarks[0].text.find("cycles by thread, bound by") != std::string::npos);
  }
}

}  // namespace
