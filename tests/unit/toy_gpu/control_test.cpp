// Lanes that part and meet: loops, calls, barriers, votes; scalar instructions, which want all of them.
#include <doctest/doctest.h>

#include <numeric>

#include "unit/toy_gpu/run.hpp"

namespace {

using namespace toy_test;
using Word = std::uint32_t;
const std::string store = "  st.global.x1 [v62:v63], v0\n  exit\n";

Words iota(Word n, Word from = 0) {
  Words w(n);
  std::iota(w.begin(), w.end(), from);
  return w;
}

TEST_CASE("toy gpu: a loop that each lane leaves at its own time, and what of a warp is not there") {
  const std::string text = head +
                           "  ld.global.x1 v1, [v60:v61]\n  mov v0, 0\nL1:\n  cmp.eq v1, 1\n  branch L5\nL2:\n  add "
                           "v0, v0, 1\n  and v2, v1, 1\n"
                           "  cmp.eq v2, 0\n  branch L4\nL3:\n  mul v1, v1, 3\n  add v1, v1, 1\n  jump L1\nL4:\n  shr "
                           "v1, v1, 1\n  jump L1\nL5:\n" +
                           store;
  const Outcome o = run({.text = text, .in = iota(140, 1), .out = 140, .threads = 70, .blocks = 2});
  REQUIRE(o.fault == "");
  for (Word t = 0; t < 140; ++t) {
    Word steps = 0;
    for (std::uint64_t n = t + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
    CHECK(o.out[t] == steps);
  }
  CHECK(o.stats.blocks == 2);
}

TEST_CASE("toy gpu: what the hardware knows of a thread") {
  std::string text = "kernel k args 16 local 0\nL0:\n";
  const char* names[] = {"tid.x",   "tid.y",   "tid.z",   "lane",     "ntid.x",   "ntid.y",  "ntid.z",
                         "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z"};
  for (unsigned i = 0; i < 13; ++i) text += "  " + std::string(names[i]) + " v" + std::to_string(i) + "\n";
  // Place in the output: thread + 24 * block, 13 words each.
  text +=
      "  mul v20, v5, v2\n  add v20, v20, v1\n  mul v20, v20, v4\n  add v20, v20, v0\n  mul v21, v11, v9\n  add v21, "
      "v21, v8\n  mul v21, v21, v10\n"
      "  add v21, v21, v7\n  mul v21, v21, 24\n  add v20, v20, v21\n  mul v20, v20, 52\n  ld.arg.x2 v22, v23, [8]\n  "
      "add.c v22, v22, v20\n  add.x v23, v23, 0\n"
      "  st.global.x3 [v22:v23], v0, v1, v2\n  st.global.x3 [v22:v23+12], v3, v4, v5\n  st.global.x3 [v22:v23+24], v6, "
      "v7, v8\n"
      "  st.global.x3 [v22:v23+36], v9, v10, v11\n  st.global.x1 [v22:v23+48], v12\n  clock v30\n  exit\n";
  toy_gpu::Program program;
  std::string error;
  REQUIRE_MESSAGE(toy_gpu::assemble(text, "t", program, error), error);
  toy_gpu::Device device;
  REQUIRE(!device.load(program, "t"));
  const Word blocks = 5 * 3 * 2, threads = 4 * 3 * 2;
  const auto out = device.allocate(4 * 13 * blocks * threads);
  std::vector<std::byte> arguments(16);
  std::memcpy(arguments.data() + 8, &out, 8);
  REQUIRE(!device.launch({"k", {5, 3, 2}, {4, 3, 2}, 0, arguments}));
  Words w(13 * blocks * threads);
  REQUIRE(!device.read(out, std::as_writable_bytes(std::span(w))));
  for (Word b = 0; b < blocks; ++b)
    for (Word t = 0; t < threads; ++t) {
      const Word* got = &w[13 * (b * threads + t)];
      const Word want[] = {t % 4, t / 4 % 3, t / 12, t, 4, 3, 2, b % 5, b / 5 % 3, b / 15, 5, 3, 2};
      CHECK(Words(got, got + 13) == Words(want, want + 13));
    }
}

TEST_CASE("toy gpu: votes and reads of other lanes, among those that are here") {
  const std::string text =
      "kernel k args 16 local 0\nL0:\n  tid.x v20\n  lane v21\n  shl v22, v20, 5\n  ld.arg.x2 v62, v63, [8]\n  add.c "
      "v62, v62, v22\n  add.x v63, v63, 0\n"
      "  mov v3, 0\n  mov v4, 0\n  cmp.ult v20, 10\n  ballot v0\n  active v1\n  add v5, v21, 3\n  mul v6, v20, 100\n  "
      "read_lane v2, v6, v5\n"
      "  and v7, v20, 1\n  cmp.eq v7, 0\n  branch L2\nL1:\n  cmp.ult v20, 20\n  ballot v3\n  active v4\n  read_lane "
      "v6, v6, v5\nL2:\n"
      "  st.global.x4 [v62:v63], v0, v1, v2, v3\n  st.global.x2 [v62:v63+16], v4, v6\n  exit\n";
  const Outcome o = run({.text = text, .out = 40 * 8, .threads = 40});
  REQUIRE(o.fault == "");
  for (Word t = 0; t < 40; ++t) {
    const Word warp = t / 32, lane = t % 32, here = warp == 0 ? ~0U : 0xffU, odd = here & 0xaaaaaaaaU;
    const Word* w = &o.out[8 * t];
    CHECK(w[0] == (warp == 0 ? 0x3ffU : 0U));
    CHECK(w[1] == here);
    const Word from = (lane + 3) % 32;
    CHECK(w[2] == 100 * ((here >> from & 1U) != 0 ? 32 * warp + from : t));
    CHECK(w[3] == (t % 2 == 0 || warp == 1 ? 0U : 0xfffffU & 0xaaaaaaaaU));
    CHECK(w[4] == (t % 2 == 0 ? 0U : odd));
    CHECK(w[5] == 100 * (t % 2 == 0 || (odd >> from & 1U) == 0 ? t : 32 * warp + from));
  }
}

TEST_CASE("toy gpu: a barrier orders what several warps put into shared memory") {
  // Rounds of a sum by halves: s[t] += s[t + n] for t < n.
  std::string body =
      "shared s bytes 512 align 4\n" + head +
      "  ld.global.x1 v1, [v60:v61]\n  lea v2, [at(s)]\n  add v2, v2, v58\n  st.shared.x1 [v2], v1\n  mov s0, 64\nL1:\n"
      "  barrier\n  cmp.ule s0, v59\n  branch L3\nL2:\n  shl v3, s0, 2\n  add v3, v3, v2\n  ld.shared.x1 v4, [v3]\n  "
      "ld.shared.x1 v5, [v2]\n"
      "  add v4, v4, v5\n  st.shared.x1 [v2], v4\nL3:\n  shr s0, s0, 1\n  cmp.ne s0, 0\n  branch L1\nL4:\n  barrier\n  "
      "ld.shared.x1 v0, [at(s)]\n" +
      store;
  const Outcome o = run({.text = body, .in = iota(128, 5), .out = 128, .threads = 128});
  CHECK(o.fault == "");
  CHECK(o.out == Words(128, 127 * 128 / 2 + 5 * 128));
}

TEST_CASE("toy gpu: calls pass words below frame and top, keep s registers and lose v registers and cc") {
  const std::string text =
      "kernel k args 16 local 32\nL0:\n" + head.substr(head.find("  tid.x")) +
      "  mov s5, 99\n  st.local.x2 [top-16], v59, 7\n  mov v10, 1234\n  cmp.eq v59, v59\n  call twice_and_more\n"
      "  cset v3\n  ld.local.x1 v0, [top-16]\n  add v0, v0, s5\n  cmp.eq v10, 1234\n  cset v1\n  cmp.eq v59, 3\n  cset "
      "v2\n"
      "  or v1, v1, v2\n  shl v1, v1, 20\n  or v0, v0, v1\n  trap\nfunc twice_and_more in 16 local 16\nL0:\n"
      "  ld.local.x2 v0, v1, [frame-16]\n  st.local.x1 [frame], v1\n  add v0, v0, v0\n  ld.local.x1 v1, [top-16]\n  "
      "add v0, v0, v1\n"
      "  st.local.x1 [frame-16], v0\n  ret\n";
  std::string good = text;
  good.replace(good.find("  trap\n"), 7,
               "  mov v4, lo(sink)\n  mov v5, hi(sink)\n  st.global.x1 [v4:v5], v0\n  exit\n");
  CHECK(missing("thread (0,0,0): trap, in 'trap'", run({.text = text, .in = Words(32)}).fault) == "");
  // Addresses, too, are lost behind the call: the output is a variable.
  toy_gpu::Program program;
  std::string error;
  REQUIRE_MESSAGE(toy_gpu::assemble("global sink bytes 4 align 4\n" + good, "t", program, error), error);
  toy_gpu::Device device;
  REQUIRE(!device.load(program, "t"));
  const auto buffer = device.allocate(128);
  std::vector<std::byte> arguments(16);
  std::memcpy(arguments.data(), &buffer, 8);
  REQUIRE(!device.launch({"k", {1}, {1}, 0, arguments}));
  Word got = 0;
  REQUIRE(!device.read(device.symbol("sink")->first, std::as_writable_bytes(std::span(&got, 1))));
  CHECK(got == 0 * 2 + 7 + 99);  // and neither v10 nor v59 has its value
}

// fib(n) = n < 2 ? 1 : fib(n - 1) + fib(n - 2)
const std::string fibonacci =
    "func fib in 16 local 32\nL0:\n  ld.local.x1 v0, [frame-16]\n  cmp.ult v0, 2\n  branch L2\nL1:\n  sub v1, v0, 1\n  "
    "st.local.x1 [top-16], v1\n  call fib\n"
    "  ld.local.x1 v2, [top-16]\n  st.local.x1 [frame], v2\n  ld.local.x1 v0, [frame-16]\n  sub v1, v0, 2\n  "
    "st.local.x1 [top-16], v1\n  call fib\n"
    "  ld.local.x1 v2, [top-16]\n  ld.local.x1 v3, [frame]\n  add v2, v2, v3\n  st.local.x1 [frame-16], v2\n  "
    "ret\nL2:\n  st.local.x1 [frame-16], 1\n  ret\n";

TEST_CASE("toy gpu: recursion, each lane as deep as it needs") {
  const std::string text = "kernel k args 16 local 48\nL0:\n" + head.substr(head.find("  tid.x")) +
                           "  st.local.x2 [frame], v62, v63\n  and v0, v59, 15\n  st.local.x1 [top-16], v0\n  call "
                           "fib\n  ld.local.x1 v0, [top-16]\n"
                           "  ld.local.x2 v62, v63, [frame]\n" +
                           store + fibonacci;
  const Outcome o = run({.text = text, .out = 64, .threads = 64});
  CHECK(o.fault == "");
  Words fib = {1, 1};
  while (fib.size() < 16) fib.push_back(fib[fib.size() - 1] + fib[fib.size() - 2]);
  for (Word t = 0; t < 64; ++t) CHECK(o.out[t] == fib[t % 16]);
  const std::string endless =
      "kernel k args 16 local 16\nL0:\n  call f\n  exit\nfunc f in 0 local 16\nL0:\n  call f\n  ret\n";
  CHECK(missing("t:7: in function 'f', block (0,0,0), thread (0,0,0): ", run({.text = endless}).fault) == "");
  CHECK(missing("calls are nested more than 20000 deep", run({.text = endless}).fault) == "");
}

TEST_CASE("toy gpu: lanes call unlike functions by their addresses") {
  std::string functions,
      text = "kernel k args 16 local 48\nL0:\n" + head.substr(head.find("  tid.x")) +
             "  st.local.x2 [frame], v62, v63\n  and v3, v59, 3\n  mov v1, lo(f0)\n  mov v2, hi(f0)\n";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    functions +=
        "func f" + n + " in 16 local 0\nL0:\n  st.local.x1 [frame-16], " + std::to_string(10 * i + 1) + "\n  ret\n";
    text += "  cmp.eq v3, " + n + "\n  csel v1, lo(f" + n + "), v1\n";
  }
  text += "  call.reg v1, v2\n  ld.local.x1 v0, [top-16]\n  ld.local.x2 v62, v63, [frame]\n" + store + functions;
  const Outcome o = run({.text = text, .out = 32});
  CHECK(o.fault == "");
  for (Word t = 0; t < 32; ++t) CHECK(o.out[t] == 10 * (t % 4) + 1);
  const std::string wrong =
      "kernel k args 16 local 0\nL0:\n  mov v0, lo(k2)\n  add v0, v0, 160\n  mov v1, hi(k2)\n  call.reg v0, v1\n  "
      "exit\nfunc k2 in 0 local 0\nL0:\n  ret\n";
  CHECK(missing("where no function is, in 'call.reg v0, v1'", run({.text = wrong}).fault) == "");
}

TEST_CASE("toy gpu: a scalar instruction wants all lanes, and one cc") {
  const auto fault = [](const std::string& body) {
    return run({.text = head + body + "  exit\n", .in = Words(40), .out = 40, .threads = 40}).fault;
  };
  CHECK(fault("  mov s0, 1\n  add s0, s0, 2\n  cmp.eq s0, 3\n  cset s1\n") == "");
  const std::string apart = "  and v0, v59, 1\n  cmp.eq v0, 0\n  branch L2\nL1:\n  mov s0, 1\nL2:\n";
  CHECK(
      missing("thread (1,0,0): lanes are apart: a scalar instruction wants all lanes of the warp that have not exited, "
              "in 'mov s0, 1'",
              fault(apart)) == "");
  CHECK(fault("  and v0, v59, 1\n  cmp.eq v0, 0\n  branch L2\nL1:\n  exit\nL2:\n  mov s0, 1\n") ==
        "");  // the others have gone
  CHECK(fault("  and v0, v59, 1\n  cmp.eq v0, 0\n  branch L2\nL1:\n  mov v0, 1\nL2:\n  mov s0, 1\n") ==
        "");  // they have met
  CHECK(missing("a predicate is not the same in all lanes, which a scalar instruction reads, in 'cset s0'",
                fault("  cmp.eq v59, 3\n  cset s0\n")) == "");
  CHECK(missing("a predicate is not the same in all lanes", fault("  cmp.eq v59, 3\n  add.x s0, 1, 2\n")) == "");
  CHECK(fault("  cmp.eq v59, 3\n  add.c s0, 1, 2\n") == "");
  CHECK(fault("  cmp.eq v59, 50\n  cset s0\n") == "");
}

TEST_CASE("toy gpu: lanes wait for others of their warp, however long these take") {
  // Lane t makes 1000 * t rounds of three instructions; behind the loop all of them are there.
  const std::string text = head +
                           "  mul v1, v59, 1000\n  mov v0, 0\nL1:\n  cmp.ule v1, v0\n  branch L3\nL2:\n  add v0, v0, "
                           "1\n  jump L1\nL3:\n  mov s0, 5\n  add v0, v0, s0\n" +
                           store;
  const Outcome o = run({.text = text, .in = Words(32)});
  CHECK(o.fault == "");
  for (Word t = 0; t < 32; ++t) CHECK(o.out[t] == 1000 * t + 5);
}

TEST_CASE("toy gpu: a kernel without end is a fault, also where one lane waits for another one") {
  lathe::simt::MachineOptions options{.max_steps = 100000};
  const std::string text = "kernel k args 16 local 0\nL0:\n  jump L0\n";
  CHECK(missing("t:3: in function 'k', block (0,0,0), thread (0,0,0): more than 100000 instructions in one warp",
                run({.text = text, .options = options}).fault) == "");
  const std::string spin = "shared flag bytes 4 align 4\n" + head +
                           "  cmp.eq v59, 1\n  branch L2\nL1:\n  ld.shared.x1 v0, [at(flag)]\n  cmp.eq v0, 0\n  branch "
                           "L1\n  exit\nL2:\n  st.shared.x1 [at(flag)], 1\n  exit\n";
  CHECK(missing("t:18: in function 'k', block (0,0,0), thread (0,0,0): more than 100000 instructions in one warp",
                run({.text = spin, .in = Words(32), .options = options}).fault) == "");
  // A warp of its own for who waits: it ends.
  std::string other = spin;
  other.replace(other.find("cmp.eq v59, 1"), 13, "cmp.ule 32, v59");
  CHECK(run({.text = other, .in = Words(64), .out = 64, .threads = 64, .options = options}).fault == "");
}

}  // namespace
