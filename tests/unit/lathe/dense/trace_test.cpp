// Traces: read, print, replay; broken text is told with its place.
#include <lathe/dense.hpp>
#include <lathe/dense/trace.hpp>

#include <doctest/doctest.h>

#include "fuzz/dense_body.hpp"

using namespace lathe::dense;

TEST_CASE("a trace is read, printed and replayed") {
  const char* text =
      "insert 5 1\n"
      "insert 5 2\n"
      "assign 7 3\n"
      "find 5\n"
      "erase 5\n"
      "find 5\n"
      "reserve 100\n"
      "copy\n"
      "erase_if 3 0\n"
      "insert -1 4\n"
      "clear\n";
  const ReadTrace read = read_trace(std::string("# a run\n\n") + text, "t");
  CHECK(read.error == "");
  CHECK(print(read.trace) == text);
  DenseMap<std::uint64_t, std::uint32_t> map;
  const auto got = replay(read.trace, map, [](std::uint64_t key) { return key; });
  const std::vector<Outcome> wanted = {{1, true, 1},
                                       {0, true, 1},
                                       {1, true, 3},
                                       {0, true, 1},
                                       {1, false, 0},
                                       {0, false, 0},
                                       {},
                                       {},
                                       {1, false, 0},
                                       {1, true, 4},  // -1 is all ones, the key that looks like a free slot
                                       {}};
  CHECK(got == wanted);
  CHECK(map.empty());
}

TEST_CASE("broken traces are told with their place") {
  const auto error = [](const char* text) { return read_trace(text, "t").error; };
  CHECK(error("find 1\nfnid 2\n") ==
        "t:2:1: unknown operation 'fnid', expected insert, assign, erase, find, erase_if, reserve, copy or clear");
  CHECK(error("insert 1\n") == "t:1:9: expected a value, a number from 0 to 4294967295, found ''");
  CHECK(error("insert 1 4294967296\n").rfind("t:1:10: expected a value", 0) == 0);
  CHECK(error("erase_if 0 0\n").rfind("t:1:10: expected a divisor, a number from 1", 0) == 0);
  CHECK(error("reserve 99999999999\n").rfind("t:1:9: expected a count", 0) == 0);
  CHECK(error("clear all\n") == "t:1:7: expected the end of the line, found 'all'");
  CHECK(read_trace("find 1\nfind x\nfind 2\n", "t").trace.size() == 1);
}

TEST_CASE("a map that does otherwise is seen by the replay") {
  // A map that loses every eleventh insertion.
  struct Lossy : DenseMap<std::uint64_t, std::uint32_t> {
    unsigned count = 0;
    std::pair<std::uint32_t*, bool> try_emplace(std::uint64_t key, std::uint32_t value) {
      auto out = DenseMap::try_emplace(key, value);
      if (++count % 11 == 0) DenseMap::erase(key);
      return out;
    }
  };
  Trace trace;
  for (std::uint64_t i = 0; i < 40; ++i) trace.push_back({Operation::Kind::insert, i, 1});
  for (std::uint64_t i = 0; i < 40; ++i) trace.push_back({Operation::Kind::find, i, 0});
  CHECK(lathe::test::mirror_trace<DenseMap<std::uint64_t, std::uint32_t>, std::uint64_t>(trace, "sound") == "");
  CHECK(lathe::test::mirror_trace<Lossy, std::uint64_t>(trace, "lossy") == "lossy: other outcome of operation 50\n");
}
