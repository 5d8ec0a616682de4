// The watchers of simt on this GPU, which gives them records alone: seeded bugs are found, and said; what is right is not.
#include <doctest/doctest.h>

#include "unit/toy_gpu/run.hpp"

namespace {

using namespace toy_test;
namespace simt = lathe::simt;
using Word = std::uint32_t;

enum class Checker { race, memory, uninit };

/// Findings of the checker, one a line, or the fault.
std::string found(Checker which, Work work) {
  const auto checker = which == Checker::race     ? simt::make_race_checker()
                       : which == Checker::memory ? simt::make_memory_checker()
                                                  : simt::make_uninit_checker();
  work.options.observer = checker.get();
  std::string text = run(work).fault;
  for (const simt::CheckFinding& f : checker->findings()) text += f.text + "\n";
  return text;
}
std::string found_by_all(const Work& work) {
  return found(Checker::race, work) + found(Checker::memory, work) + found(Checker::uninit, work);
}
Work with(const std::string& body, const std::string& before = "") {
  return {.text = before + head + body + "  exit\n", .in = Words(64, 3), .out = 64, .threads = 64};
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  REQUIRE(has(text, from));
  return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("toy gpu: a race on shared memory without a barrier") {
  const std::string shared = "shared s bytes 256 align 4\n",
                    good =
                        "  lea v1, [at(s)]\n  add v2, v1, v58\n  st.shared.x1 [v2], v59\n  barrier\n  xor v3, v58, "
                        "128\n  add v3, v3, v1\n"
                        "  ld.shared.x1 v4, [v3]\n  st.global.x1 [v62:v63], v4\n";
  CHECK(found_by_all(with(good, shared)) == "");
  const std::string bad = found(Checker::race, with(replaced(good, "  barrier\n", ""), shared));
  CHECK(missing("race: read of 4 bytes at t:20 by block (0,0,0) thread (0,0,0) and write of 4 bytes at t:17 by block "
                "(0,0,0) thread (32,0,0): ",
                bad) == "");
  CHECK(missing("shared 's'+128, no barrier between them", bad) == "");
}

TEST_CASE("toy gpu: two blocks on one word of global memory") {
  Work good = with("  ld.arg.x2 v1, v2, [8]\n  atom.global.add v3, [v1:v2], 1\n"),
       bad = with("  ld.arg.x2 v1, v2, [8]\n  ld.global.x1 v3, [v1:v2]\n  add v3, v3, 1\n  st.global.x1 [v1:v2], v3\n");
  good.blocks = bad.blocks = 2;
  good.in = bad.in = Words(128);
  good.out = bad.out = 128;
  CHECK(found(Checker::race, good) == "");
  CHECK(missing("the buffer of 512 bytes", found(Checker::race, bad)) == "");
}

TEST_CASE("toy gpu: a flag behind a fence, and without one") {
  // Thread 32 waits for the flag that thread 0 sets, then reads what it wrote.
  const std::string good =
      "  ld.arg.x2 v1, v2, [8]\n  mov s1, 0\n  cmp.eq v59, 0\n  branch L2\nL1:\n  cmp.eq v59, 32\n  branch L3\n  jump "
      "L5\nL2:\n  st.global.x1 [v1:v2], 9\n"
      "  fence\n  atom.global.xchg v3, [v1:v2+4], 1\n  jump L5\nL3:\n  atom.global.add v3, [v1:v2+4], 0\n  cmp.eq v3, "
      "0\n  branch L3\nL4:\n  fence\n"
      "  ld.global.x1 v4, [v1:v2]\n  st.global.x1 [v1:v2+8], v4\nL5:\n";
  CHECK(found(Checker::race, with(good)) == "");
  CHECK(missing("race: write of 4 bytes at t:",
                found(Checker::race, with(replaced(good, "  fence\n  atom", "  atom")))) == "");
}

TEST_CASE("toy gpu: a barrier that some threads never reach") {
  const std::string good = "  barrier\n  st.global.x1 [v62:v63], v59\n";
  CHECK(found(Checker::race, with(good)) == "");
  const std::string bad = found(Checker::race, with("  cmp.ult v59, 10\n  branch L2\nL1:\n" + good + "  exit\nL2:\n"));
  CHECK(missing(
            "race: note: barrier of all threads at t:17 by block (0,0,0) thread (10,0,0): 10 of the block's 64 threads "
            "have exited",
            bad) == "");
  // One that waits for what only those behind the barrier do: nobody goes on.
  Work stuck = with(
      "  cmp.ult v59, 10\n  branch L2\nL1:\n  barrier\n  atom.shared.add v0, [at(s)], 1\n  exit\nL2:\n  ld.shared.x1 "
      "v0, [at(s)]\n  cmp.eq v0, 0\n  branch L2\nL3:\n",
      "shared s bytes 4 align 4\n");
  stuck.options.max_steps = 50000;
  CHECK(missing("more than 50000 instructions in one warp: does it end?", run(stuck).fault) == "");
}

TEST_CASE("toy gpu: a register that was never written") {
  const std::string good = "  mov v7, 1\n  add v0, v7, v59\n  st.global.x1 [v62:v63], v0\n";
  CHECK(found_by_all(with(good)) == "");
  const std::string bad = replaced(good, "  mov v7, 1\n", "");
  CHECK(
      found(Checker::uninit, with(bad)) ==
      "uninit: store to global memory at t:15 by block (0,0,0) thread (0,0,0) depends on register v7, which was never "
      "written; read of register v7 at t:14 by block (0,0,0) thread (0,0,0)\n");
  CHECK(missing("depends on register v7", found(Checker::uninit, with(replaced(good, "mov v7, 1", "mov v7, s9")))) ==
        "");
  CHECK(missing("uninit: address at t:14 by block (0,0,0) thread (0,0,0) depends on register v40",
                found(Checker::uninit, with("  ld.global.x1 v0, [v40:v63]\n"))) == "");
  CHECK(missing("uninit: branch condition at t:15 by block (0,0,0) thread (0,0,0) depends on register v8",
                found(Checker::uninit, with("  cmp.eq v8, 1\n  branch L2\nL1:\n  mov v0, 1\nL2:\n"))) == "");
}

TEST_CASE("toy gpu: words of shared and local memory, and of buffers, that were never written") {
  const std::string shared = "shared s bytes 256 align 4\n",
                    good =
                        "  lea v1, [at(s)]\n  add v1, v1, v58\n  st.shared.x1 [v1], 1\n  ld.shared.x1 v2, [v1]\n  "
                        "st.global.x1 [v62:v63], v2\n  add v2, v2, 1\n  st.global.x1 [v62:v63], v2\n";
  CHECK(found_by_all(with(good, shared)) == "");
  const std::string bad = found(Checker::uninit, with(replaced(good, "  st.shared.x1 [v1], 1\n", ""), shared));
  CHECK(
      missing("uninit: store to global memory at t:20 by block (0,0,0) thread (0,0,0) depends on shared 's', which was "
              "never written; read of 4 bytes at t:17",
              bad) == "");
  // Fields of a word of which one byte was written: only what depends on the others.
  const std::string part =
      "  st.shared.b8 [v1], 1\n  ld.shared.x1 v2, [v1]\n  and v2, v2, 255\n  bfi v3, v2, 0, 8, 8\n  shl v3, v3, 4\n  "
      "bfe.u v3, v3, 12, 8\n  st.global.x1 [v62:v63], v3\n";
  const std::string head2 = "  lea v1, [at(s)]\n  add v1, v1, v58\n";
  CHECK(found(Checker::uninit, with(head2 + part, shared)) == "");
  CHECK(missing("depends on shared 's'",
                found(Checker::uninit, with(head2 + replaced(part, "b8 [v1]", "b8 [v1+1]"), shared))) == "");
  Work fresh = with("  ld.global.x1 v0, [v60:v61]\n  add v0, v0, 1\n  st.global.x1 [v62:v63], v0\n");
  CHECK(found(Checker::uninit, fresh) == "");
  fresh.in.clear();
  CHECK(missing("out of bounds", found(Checker::uninit, fresh)) == "");
  CHECK(
      has(found(Checker::uninit, with("  ld.global.x1 v0, [v62:v63]\n  add v0, v0, 1\n  st.global.x1 [v62:v63], v0\n")),
          "depends on the buffer of 256 bytes"));
}

TEST_CASE("toy gpu: undefined words go through calls, lanes and votes") {
  const std::string functions =
      "func f in 16 local 16\nL0:\n  ld.local.x1 v0, [frame-16]\n  add v0, v0, 1\n  st.local.x1 [frame-12], v0\n  "
      "ret\n";
  const std::string good =
      "kernel k args 16 local 16\nL0:\n" + head.substr(head.find("  tid.x")) +
      "  mov v0, 4\n  st.local.x1 [top-16], v0\n  call f\n  ld.local.x1 v0, [top-12]\n  add v0, v0, 1\n"
      "  ld.arg.x2 v1, v2, [8]\n  st.global.x1 [v1:v2], v0\n  exit\n" +
      functions;
  const Work work{.text = good, .in = Words(32), .threads = 32};
  CHECK(found(Checker::uninit, work) == "");
  Work bad = work;
  bad.text = replaced(good, "  mov v0, 4\n", "");
  CHECK(missing("uninit: store to global memory at t:19 by block (0,0,0) thread (0,0,0) depends on local memory",
                found(Checker::uninit, bad)) == "");
  bad.text = replaced(good, "  st.local.x1 [frame-12], v0\n", "");
  const std::string lanes =
      "  mov v0, v59\n  cmp.eq v59, 5\n  branch L2\nL1:\n  mov v1, 1\nL2:\n  read_lane v2, v1, v59\n  read_lane v3, "
      "v1, 6\n  add v3, v3, 1\n  st.global.x1 [v62:v63], v3\n";
  CHECK(found(Checker::uninit, with(lanes)) == "");
  CHECK(missing("depends on register v3", found(Checker::uninit, with(replaced(lanes, "v1, 6", "v1, 5")))) == "");
  CHECK(missing("depends on register v9",
                found(Checker::uninit, with("  cmp.eq v59, v9\n  ballot v0\n  st.global.x1 [v62:v63], v0\n"))) == "");
}

TEST_CASE("toy gpu: an address of one shared variable in another") {
  const std::string shared = "shared a bytes 256 align 4\nshared b bytes 256 align 4\n",
                    good =
                        "  lea v1, [at(a)]\n  add v1, v1, v58\n  st.shared.x1 [v1], 1\n  mov v2, at(b)\n  add v2, v58, "
                        "v2\n  st.shared.x1 [v2], 1\n";
  CHECK(found_by_all(with(good, shared)) == "");
  CHECK(
      missing("memory: write of 4 bytes at t:18 by block (0,0,0) thread (63,0,0) is in shared 'b', but its address is "
              "one of shared 'a' (256 bytes)",
              found(Checker::memory, with(replaced(good, "[v1]", "[v1+4]"), shared))) == "");
}

TEST_CASE("toy gpu: bounds, alignment, use after free, const: faults, the watchers' launches or not") {
  for (const bool watched : {false, true}) {
    const auto fault = [&](const std::string& body, const std::string& before = "") {
      const Work work = with(body, before);
      return watched ? found(Checker::uninit, work) : run(work).fault;
    };
    CHECK(fault("  st.global.x1 [v62:v63], v59\n") == "");
    CHECK(missing("block (0,0,0), thread (62,0,0): store of 4 bytes at 0x",
                  fault("  st.global.x1 [v62:v63+8], v59\n")) == "");
    CHECK(missing("is out of bounds: just past the end of the buffer of 256 bytes",
                  fault("  st.global.x1 [v62:v63+8], v59\n")) == "");
    CHECK(missing("thread (1,0,0): store of 16 bytes at 0x",
                  fault("  mov v0, 1\n  st.global.x4 [v62:v63], v0, v0, v0, v0\n")) == "");
    CHECK(missing("is misaligned: the address has to be a multiple of 16",
                  fault("  mov v0, 1\n  st.global.x4 [v62:v63], v0, v0, v0, v0\n")) == "");
    const std::string constant = "const c bytes 8 align 8\n";
    CHECK(fault("  mov s0, lo(c)\n  mov s1, hi(c)\n  ld.any.x2 s2, s3, [s0:s1]\n  ld.const.x1 s4, [at(c+4)]\n",
                constant) == "");
    CHECK(missing("which is read-only: constant 'c' of 8 bytes",
                  fault("  mov s0, lo(c)\n  mov s1, hi(c)\n  st.any.x1 [s0:s1], 1\n", constant)) == "");
  }
  toy_gpu::Device device;
  toy_gpu::Program program;
  std::string error;
  REQUIRE(
      toy_gpu::assemble("kernel k args 8 local 0\nL0:\n  ld.arg.x2 s0, s1, [0]\n  ld.global.x1 s2, [s0:s1]\n  exit\n",
                        "t", program, error));
  REQUIRE(!device.load(program, "t"));
  const auto buffer = device.allocate(64);
  std::vector<std::byte> arguments(8);
  std::memcpy(arguments.data(), &buffer, 8);
  CHECK(!device.launch({"k", {}, {}, 0, arguments}));
  REQUIRE(!device.release(buffer));
  CHECK(missing("in the buffer of 64 bytes at 0x", device.launch({"k", {}, {}, 0, arguments})->to_string()) == "");
  CHECK(
      has(device.launch({"k", {}, {}, 0, arguments})->to_string(), ", which was freed, in 'ld.global.x1 s2, [s0:s1]'"));
}

TEST_CASE("toy gpu: traces and profiles name instructions, registers and lines") {
  const auto trace = simt::make_trace({.thread = 33});
  Work work = with("  mov s3, 5\n  cmp.eq v59, 33\n  st.global.x1 [v62:v63], v59\n");
  work.options.observer = trace.get();
  CHECK(run(work).fault == "");
  REQUIRE(trace->steps().size() == 15);
  CHECK(to_string(trace->steps()[0]) == "t:3: tid.x v59  v59 = 33 (0x00000021)");
  CHECK(to_string(trace->steps()[11]) == "t:14: mov s3, 5  s3 = 5 (0x00000005)");
  CHECK(trace->steps()[12].values.at(0).name == "cc");
  CHECK(trace->steps()[12].values.at(0).low == 1);
}

}  // namespace
