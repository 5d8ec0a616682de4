// The machine and its watchers under a client that is not PTX: right programs run alike both ways, seeded bugs are
// found.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "simt/watch/observers.hpp"
#include "unit/simt/mini.hpp"

namespace {

using namespace mini;

constexpr std::uint32_t threads = lane_count + lane_count / 2;  // the second warp is half full

struct Run {
  std::vector<std::uint32_t> out;
  std::string fault;
  LaunchStats stats;
};

/// Runs with `bytes` of a buffer at the address that `make` is given; `input` is written into it first.
template <class Make>
Run launch(Way way, Make&& make, std::uint32_t words, Observer* observer = nullptr,
           const std::vector<std::uint32_t>& input = {}, Profile* profile = nullptr) {
  Memory memory(1 << 20);
  const Region* buffer = memory.add(4 * words, 256, RegionKind::buffer);
  if (!input.empty()) {
    std::memcpy(buffer->host, input.data(), 4 * input.size());
    if (observer != nullptr) observer->host_write(buffer->base, 4 * input.size());
  }
  Symbol a, b;
  a.kind = b.kind = Symbol::Kind::shared;
  a.bytes = b.bytes = b.address = 4 * threads;
  const Mini program(make(buffer->base), way, {{"a", a}, {"b", b}});
  const GridResult result = run(program, memory, way, threads, 8 * threads, observer);
  Run out{std::vector<std::uint32_t>(words), result.fault ? result.fault->to_string() : "", result.stats};
  std::memcpy(out.out.data(), buffer->host, 4 * words);
  // It names what the program has, and so is asked while that is there.
  if (profile != nullptr) *profile = dynamic_cast<ProfileObserver*>(observer)->result();
  return out;
}

// r2 = 4 * thread
std::vector<Inst> begin() {
  return {{.op = Op::thread, .d = 0}, {.op = Op::add, .d = 1, .a = 0, .b = 0}, {.op = Op::add, .d = 2, .a = 1, .b = 1}};
}
std::vector<Inst> operator+(std::vector<Inst> all, const std::vector<Inst>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}
// out[thread] = r[value]
std::vector<Inst> end(Address out, unsigned value) {
  return {{.op = Op::address, .d = 0, .a = 2, .imm = out}, {.op = Op::store, .a = 0, .b = value}, {.op = Op::exit}};
}

// r3 = 0 + 1 + ... + (thread - 1), by a loop that each lane leaves at its own time.
std::vector<Inst> triangle(Way way, Address out) {
  const std::vector<Inst> head =
      begin() + std::vector<Inst>{
                    {.op = Op::constant, .d = 3}, {.op = Op::constant, .d = 4}, {.op = Op::constant, .d = 5, .imm = 1}};
  if (way == Way::frontiers)
    return head +
           std::vector<Inst>{{.op = Op::less, .d = 0, .a = 4, .b = 0},  // 6
                             {.op = Op::branch, .a = 0, .imm = 9},      // 7
                             {.op = Op::jump, .imm = 12},               // 8
                             {.op = Op::add, .d = 3, .a = 3, .b = 4},   // 9
                             {.op = Op::add, .d = 4, .a = 4, .b = 5},   // 10
                             {.op = Op::jump, .imm = 6}} +              // 11
           end(out, 3);
  return head +
         std::vector<Inst>{{.op = Op::constant, .d = 6},
                           {.op = Op::constant, .d = 7, .imm = ~0U},
                           {.op = Op::less, .d = 1, .a = 6, .b = 7},  // 8: all
                           {.op = Op::if_, .d = 0, .a = 1},           // 9
                           {.op = Op::less, .d = 0, .a = 4, .b = 0},  // 10
                           {.op = Op::if_, .d = 1, .a = 0},           // 11
                           {.op = Op::skip, .imm = 16},               // 12
                           {.op = Op::add, .d = 3, .a = 3, .b = 4},   // 13
                           {.op = Op::add, .d = 4, .a = 4, .b = 5},   // 14
                           {.op = Op::jump, .imm = 10},               // 15
                           {.op = Op::endif, .d = 0}} +               // 16
         end(out, 3);
}

// Each thread takes what its neighbour put into `a`, with a barrier between or without.
std::vector<Inst> exchange(bool barrier) {
  std::vector<Inst> code = begin() + std::vector<Inst>{{.op = Op::store, .a = 2, .b = 0, .shared = true}};
  if (barrier) code.push_back({.op = Op::barrier});
  // The last thread takes its own.
  code = code + std::vector<Inst>{{.op = Op::constant, .d = 4, .imm = threads - 1},
                                  {.op = Op::less, .d = 0, .a = 0, .b = 4},
                                  {.op = Op::constant, .d = 5, .imm = 4},
                                  {.op = Op::add, .d = 6, .a = 2, .b = 5}};
  return code;
}
std::vector<Inst> exchange(Way way, Address out, bool barrier) {
  std::vector<Inst> code = exchange(barrier);
  const auto at = static_cast<unsigned>(code.size());
  const std::vector<Inst> own = {{.op = Op::load, .d = 7, .a = 2, .shared = true}},
                          next = {{.op = Op::load, .d = 7, .a = 6, .shared = true}};
  if (way == Way::frontiers)
    return code + std::vector<Inst>{{.op = Op::branch, .a = 0, .imm = at + 3}} + own +
           std::vector<Inst>{{.op = Op::jump, .imm = at + 4}} + next + end(out, 7);
  return code + std::vector<Inst>{{.op = Op::if_, .d = 0, .a = 0}} + next +
         std::vector<Inst>{{.op = Op::else_, .d = 0, .a = 0}} + own + std::vector<Inst>{{.op = Op::endif, .d = 0}} +
         end(out, 7);
}

std::vector<std::string> texts(const CheckObserver& checker) {
  std::vector<std::string> out;
  for (const CheckFinding& f : checker.findings()) out.push_back(f.text);
  return out;
}
std::string first(const CheckObserver& checker) { return checker.findings().empty() ? "" : checker.findings()[0].text; }
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

constexpr Way ways[] = {Way::frontiers, Way::masked};

TEST_CASE("mini: lanes leave a loop at unlike times, and the sums are right both ways") {
  for (const Way way : ways) {
    const Run r = launch(way, [&](Address out) { return triangle(way, out); }, threads);
    CHECK(r.fault == "");
    for (std::uint32_t t = 0; t < threads; ++t) CHECK(r.out[t] == t * (t - 1) / 2);
  }
}

TEST_CASE("mini: three words of a lane in one access, and what is undefined of them") {
  for (const Way way : ways) {
    const auto checker = make_uninit_checker();
    const auto code = [](Address out) {
      return begin() +
             std::vector<Inst>{{.op = Op::address, .d = 1, .a = 2, .imm = out + 4 * threads},
                               {.op = Op::load, .d = 3, .a = 1, .elements = 3},
                               {.op = Op::add, .d = 6, .a = 3, .b = 5}} +
             end(out, 6);
    };
    std::vector<std::uint32_t> input(2 * threads + 1);  // the last thread's third word stays as it was
    for (std::uint32_t i = 0; i < input.size(); ++i) input[i] = i * i;
    const Run r = launch(way, code, 2 * threads + 2, checker.get(), input);
    CHECK(r.fault == "");
    for (std::uint32_t t = 0; t + 1 < threads; ++t)
      CHECK(r.out[t] == (threads + t) * (threads + t) + (threads + t + 2) * (threads + t + 2));
    REQUIRE(checker->findings().size() == 1);
    CHECK(checker->findings()[0].second.thread == Dim3{threads - 1, 0, 0});
    CHECK(has(launch(way, code, 2 * threads + 1).fault, "its last 4 bytes lie past the end of the buffer of"));
  }
}

TEST_CASE("mini: a scalar instruction runs when no lane is active, a vector instruction does not") {
  const auto code = [](Address out) {
    return begin() +
           std::vector<Inst>{{.op = Op::constant, .d = 3},
                             {.op = Op::constant, .d = 4},
                             {.op = Op::constant, .d = 5, .imm = 1},
                             {.op = Op::less, .d = 0, .a = 0, .b = 3},  // of none
                             {.op = Op::if_, .d = 0, .a = 0},
                             {.op = Op::count, .d = 3, .imm = 7},
                             {.op = Op::add, .d = 4, .a = 4, .b = 5},
                             {.op = Op::endif, .d = 0},
                             {.op = Op::add, .d = 6, .a = 3, .b = 4}} +
           end(out, 6);
  };
  const Run r = launch(Way::masked, code, threads);
  CHECK(r.fault == "");
  for (const std::uint32_t value : r.out) CHECK(value == 7);
}

TEST_CASE("mini: the race checker sees a barrier that is missing, and one that is there") {
  for (const Way way : ways)
    for (const bool barrier : {true, false}) {
      const auto checker = make_race_checker();
      const Run r = launch(way, [&](Address out) { return exchange(way, out, barrier); }, threads, checker.get());
      CHECK(r.fault == "");
      if (barrier) {
        CHECK(texts(*checker).empty());
        for (std::uint32_t t = 0; t < threads; ++t) CHECK(r.out[t] == std::min(t + 1, threads - 1));
      } else {
        CAPTURE(first(*checker));
        REQUIRE(!checker->findings().empty());
        // By fragments two lanes of a warp race; under one program counter the first pair is of two warps, of which the
        // first has read before the second writes.
        CHECK(has(first(*checker), way == Way::masked ? "race: read of 4 bytes at mini:10 by block (0,0,0) thread ("
                                                      : "race: write of 4 bytes at mini:4 by block (0,0,0) thread ("));
        CHECK(has(first(*checker), "shared 'a'+"));
        CHECK(has(first(*checker), way == Way::masked ? "no barrier between them" : "no bar.warp.sync between them"));
      }
    }
}

TEST_CASE("mini: lanes of one instruction that write unlike values to one place race, equal ones do not") {
  for (const Way way : ways)
    for (const unsigned value : {0U, 3U}) {  // the thread's number; a constant
      const auto checker = make_race_checker();
      const auto code = [&](Address) {
        return begin() + std::vector<Inst>{{.op = Op::constant, .d = 3, .imm = 0},
                                           {.op = Op::store, .a = 3, .b = value, .shared = true},
                                           {.op = Op::exit}};
      };
      launch(way, code, threads, checker.get());
      CHECK(checker->findings().empty() == (value == 3));
    }
}

TEST_CASE("mini: the uninitialised checker follows a value from memory to the store") {
  for (const Way way : ways)
    for (const bool written : {true, false}) {
      const auto checker = make_uninit_checker();
      const auto code = [&](Address out) {
        return begin() +
               std::vector<Inst>{{.op = Op::address, .d = 1, .a = 2, .imm = out + 4 * threads},
                                 {.op = Op::load, .d = 3, .a = 1},
                                 {.op = Op::add, .d = 4, .a = 3, .b = 0}} +
               end(out, 4);
      };
      launch(way, code, 2 * threads, checker.get(),
             written ? std::vector<std::uint32_t>(2 * threads, 5) : std::vector<std::uint32_t>());
      if (written) {
        CHECK(texts(*checker).empty());
      } else {
        REQUIRE(checker->findings().size() == 1);
        CHECK(has(first(*checker),
                  "uninit: store to global memory at mini:8 by block (0,0,0) thread (0,0,0) depends on the buffer of"));
        CHECK(has(first(*checker), "which was never written; read of 4 bytes at mini:5"));
      }
    }
}

TEST_CASE("mini: a register that nothing wrote is no address and no condition") {
  for (const Way way : ways) {
    const auto checker = make_uninit_checker();
    const auto code = [&](Address) {
      return begin() + std::vector<Inst>{{.op = Op::store, .a = 9, .b = 0, .shared = true}, {.op = Op::exit}};
    };
    launch(way, code, threads, checker.get());
    CHECK(has(first(*checker), "uninit: address at mini:4 by block (0,0,0) thread (0,0,0) depends on register r9"));
  }
  const auto checker = make_uninit_checker();
  const auto code = [&](Address) {
    return begin() + std::vector<Inst>{{.op = Op::if_, .d = 0, .a = 2}, {.op = Op::endif, .d = 0}, {.op = Op::exit}};
  };
  launch(Way::masked, code, threads, checker.get());
  CHECK(has(first(*checker),
            "uninit: branch condition at mini:4 by block (0,0,0) thread (0,0,0) depends on register p2"));
}

TEST_CASE("mini: what lanes hold that are not active is no use of it") {
  const auto checker = make_uninit_checker();
  const auto code = [](Address out) {
    return begin() +
           std::vector<Inst>{{.op = Op::constant, .d = 3, .imm = 5},
                             {.op = Op::less, .d = 0, .a = 0, .b = 3},
                             {.op = Op::if_, .d = 0, .a = 0},
                             {.op = Op::constant, .d = 8, .imm = 2},  // in five lanes
                             {.op = Op::less, .d = 1, .a = 8, .b = 0},
                             {.op = Op::if_, .d = 1, .a = 1},
                             {.op = Op::endif, .d = 1},
                             {.op = Op::endif, .d = 0},
                             {.op = Op::if_, .d = 0, .a = 1},  // false where r8 was never written
                             {.op = Op::less, .d = 3, .a = 0, .b = 0},
                             {.op = Op::if_, .d = 1, .a = 3},
                             {.op = Op::if_, .d = 2, .a = 2},  // never written, and no lane asks
                             {.op = Op::endif, .d = 2},
                             {.op = Op::endif, .d = 1},
                             {.op = Op::endif, .d = 0}} +
           end(out, 0);
  };
  CHECK(launch(Way::masked, code, threads, checker.get()).fault == "");
  CHECK(first(*checker) == "");
}

TEST_CASE("mini: a masked warp comes to a barrier, and to its end, as a whole") {
  for (const bool ends : {false, true}) {
    const auto code = [&](Address out) {
      return begin() +
             std::vector<Inst>{{.op = Op::constant, .d = 3, .imm = 5},
                               {.op = Op::less, .d = 0, .a = 0, .b = 3},
                               {.op = Op::if_, .d = 0, .a = 0},
                               {.op = ends ? Op::exit : Op::barrier},
                               {.op = Op::constant, .d = 3, .imm = 9},  // by those that were active before
                               {.op = Op::endif, .d = 0}} +
             end(out, 3);
    };
    const Run r = launch(Way::masked, code, threads);
    CHECK(r.fault == "");
    for (std::uint32_t t = 0; t < threads; ++t) CHECK(r.out[t] == (ends ? 0U : t < 5 ? 9U : 5U));
  }
}

TEST_CASE("mini: the divergent loop leaves nothing undefined") {
  for (const Way way : ways) {
    const auto checker = make_uninit_checker();
    launch(way, [&](Address out) { return triangle(way, out); }, threads, checker.get());
    CHECK(texts(*checker).empty());
  }
}

TEST_CASE("mini: accesses past the end are faults that name the object and the line") {
  for (const Way way : ways) {
    const Run r = launch(way, [&](Address out) { return triangle(way, out); }, threads - 1);
    CHECK(has(r.fault, "in function 'main', block (0,0,0), thread ("));
    CHECK(has(r.fault, "store of 4 bytes at 0x"));
    CHECK(has(r.fault, "just past the end of the buffer of"));
    const auto wide = [&](Address) {
      return begin() + std::vector<Inst>{{.op = Op::constant, .d = 3, .imm = 8 * threads},
                                         {.op = Op::store, .a = 3, .b = 0, .shared = true},
                                         {.op = Op::exit}};
    };
    CHECK(has(launch(way, wide, threads).fault, "store of 4 bytes at shared address 0x"));
  }
}

TEST_CASE("mini: the memory checker sees an address of one shared variable in another") {
  for (const Way way : ways)
    for (const bool past : {true, false}) {
      const auto checker = make_memory_checker();
      const auto code = [&](Address) {
        return begin() + std::vector<Inst>{{.op = Op::constant, .d = 3, .variable = "a"},
                                           {.op = Op::constant, .d = 4, .imm = past ? 4U : 0U},
                                           {.op = Op::add, .d = 5, .a = 3, .b = 2},
                                           {.op = Op::add, .d = 5, .a = 5, .b = 4},
                                           {.op = Op::store, .a = 5, .b = 0, .shared = true},
                                           {.op = Op::exit}};
      };
      CHECK(launch(way, code, threads, checker.get()).fault == "");
      if (past)
        CHECK(has(first(*checker), "is in shared 'b', but its address is one of shared 'a'"));
      else
        CHECK(texts(*checker).empty());
    }
}

TEST_CASE("mini: lanes at unlike barriers are told, and what they wait for") {
  const auto code = [](Address) {
    return begin() + std::vector<Inst>{{.op = Op::constant, .d = 3, .imm = 5},
                                       {.op = Op::less, .d = 0, .a = 0, .b = 3},
                                       {.op = Op::branch, .a = 0, .imm = 8},
                                       {.op = Op::barrier, .imm = 0},
                                       {.op = Op::jump, .imm = 9},
                                       {.op = Op::barrier, .imm = 1},
                                       {.op = Op::exit}};
  };
  const Run r = launch(Way::frontiers, code, threads);
  CHECK(has(r.fault, "can never be met: "));
  CHECK(has(r.fault, " threads have arrived, no other thread can run"));
}

TEST_CASE("mini: a loop without end is a fault both ways") {
  for (const Way way : ways) {
    const auto code = [](Address) { return std::vector<Inst>{{.op = Op::jump, .imm = 0}}; };
    CHECK(has(launch(way, code, threads).fault, "more than 100000 instructions in one warp: does it end?"));
  }
}

TEST_CASE("mini: traces and profiles name the client's instructions and registers") {
  for (const Way way : ways) {
    const auto trace = make_trace({.thread = lane_count + 1});
    launch(way, [&](Address out) { return exchange(way, out, true); }, threads, trace.get());
    REQUIRE(trace->steps().size() > 3);
    CHECK(to_string(trace->steps()[0]) == "mini:1: thread 0, 0, 0  r0 = " + std::to_string(lane_count + 1) +
                                              (lane_count == 32 ? " (0x00000021)" : " (0x00000041)"));
    const auto profiler = make_profile();
    Profile p;
    launch(way, [&](Address out) { return exchange(way, out, true); }, threads, profiler.get(), {}, &p);
    CHECK(p.barriers == 1);
    CHECK(p.blocks == 1);
    CHECK(p.total.shared_requests > 0);
    CHECK(p.total.barriers == 2);  // warps that came to it
  }
}

}  // namespace
